"""What is said of a call that cannot be answered: a sentence or a few, for somebody who calls tools and types nothing.

The library says what is wrong in the words of the command line; here its options and commands are told as arguments and
tools.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from pydantic import ValidationError

from referee import __version__
from referee.errors import MalformedError, RefereeError
from referee.render.words import shown_lines

_LONGEST = 4_000  # letters
# The tools for what the command line has as a command; the longest first.
_TOOLS = {
    "referee table list": "table_list",
    "referee table use NAME": "the argument `table`",
    "referee table red purple yellow blue": "table_lay",
    "referee dispute open": "dispute_open",
    "referee dispute list": "dispute_list",
    "referee dispute show": "dispute_show",
    "referee dispute rule": "dispute_decide",
    "referee history": "table_history",
    "referee search": "search_clauses",
    "referee compare": "compare_editions",
    "referee question": "read_question",
    "referee legal": "table_legal",
    "referee alien": "read_alien",
    "referee card": "read_card",
    "referee duel": "rule_duel",
    "referee contest": "rule_contest",
    "referee table": "table_lay",
    "referee log": "ruling_log",
    "referee rule": "read_clause",
    "referee ask": "ask_rules",
    "referee may": "rule_act",
}
_COMMAND = re.compile(r"\b(" + "|".join(sorted(map(re.escape, _TOOLS), key=len, reverse=True)) + r")\b")
_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]*)")
# Options whose argument is called otherwise.
_ARGUMENTS = {"from-ruling": "ruling", "may": "act", "stand": "choose", "repair": "choose", "again": "choose"}


def sentence(error: RefereeError) -> str:
    """What is wrong, and what to write instead."""
    *place, says = str(error).split("\n") if isinstance(error, MalformedError) else [str(error)]
    says = _COMMAND.sub(lambda found: _TOOLS[found[1]], says)
    says = _OPTION.sub(lambda found: f"`{_ARGUMENTS.get(found[1], found[1].replace('-', '_'))}`", says)
    return _safe("\n".join((*place, says)))  # what was typed, and the caret under it, stay as they are


def unknown_tool(name: str, tools: Collection[str]) -> str:
    """There is no such tool; those that look like it."""
    return _safe(f"There is no tool {name!r}; {_near(name, tools)}")


def unknown_argument(tool: str, name: str, known: Collection[str]) -> str:
    """A tool has no argument of this name."""
    return _safe(f"{tool} has no argument {name!r}; {_near(name, known)}")


def _near(name: str, known: Collection[str]) -> str:
    near = get_close_matches(name, known, 3, 0.5)
    return f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}."


def wrong_arguments(tool: str, error: ValidationError) -> str:
    """What is wrong with the arguments of a call, a sentence for each."""
    return _safe("\n".join(dict.fromkeys(_wrong(tool, error))))


def _wrong(tool: str, error: ValidationError) -> Iterator[str]:
    for fault in error.errors(include_url=False):
        place = ".".join(str(part) for part in fault["loc"]) or "the arguments"
        if fault["type"] == "missing":
            yield f"{tool} needs the argument `{place}`."
        elif fault["type"] == "extra_forbidden":
            yield f"{tool}: `{place}` is none of its arguments."
        else:
            message = fault["msg"][:1].lower() + fault["msg"][1:]
            yield f"{tool}: `{place}`: {message}, not {_told(fault['input'])}."


def _told(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]} …"


def fault(tool: str, error: BaseException) -> str:
    """A fault of the program in one sentence, with the place of it."""
    here = Path(__file__).parents[1]
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(here)]
    at = f" at {Path(frames[-1].filename).relative_to(here).as_posix()}:{frames[-1].lineno}" if frames else ""
    what = " ".join(f"{type(error).__name__}: {error}"[:200].split())
    return _safe(
        f"The referee failed on this call of {tool}, which is a fault of the program and not of the call: "
        f"{what}{at}, referee {__version__}."
    )


def _safe(text: str) -> str:
    """A text without what does not print; of a very long one the beginning."""
    return shown_lines(text if len(text) <= _LONGEST else f"{text[:_LONGEST]} …")


def arguments_of(schema: Mapping[str, object]) -> list[str]:
    """The names of the arguments that the schema of a tool lists."""
    properties = schema.get("properties")
    return list(properties) if isinstance(properties, Mapping) else []
