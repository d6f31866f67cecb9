"""The commands that the README and the guides show, as calls of tools and as calls of the library."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import referee
from tests import readme

_TYPED = ("guide.md", "disputes.md", "commands.md")  # the pages on which commands are typed
_LEFT_OUT = re.compile(r"\b(NAME|LINE|TOPIC|COMMAND|ID|NUMBER|QUESTION)\b|\.\.\.|\[")  # a word for others
Told = dict[str, Any]


class Call(NamedTuple):
    """A tool with its arguments, and what the library tells for the same in the file of this path."""

    tool: str
    arguments: Told
    library: Callable[[Path], Told]


def transcripts() -> list[list[str]]:
    """The commands of each transcript of the README and the guides, and those that stand alone in its sentences."""
    page = "\n".join(page.read_text() for page in (readme.README, *(readme.ROOT / "docs" / name for name in _TYPED)))
    found = [
        re.findall(r"^\$ referee (.+)$", block, re.MULTILINE)
        for block in re.findall(r"```console\n(.*?)```", page, re.S)
    ]
    prose = re.sub(r"```.*?```", "", page, flags=re.S)
    alone = re.findall(r"`referee ((?:may|question|rule|alien|card|ask|compare|timing|clash) [^`\n]+)`", prose)
    return [*found, *([one] for one in alone if not _LEFT_OUT.search(one))]


def call_of(typed: str) -> Call:
    """What a command of the README is as a call."""
    command, *words = shlex.split(typed)
    return _MADE[command](words)


def _encounter(words: list[str]) -> Call:
    return Call("rule_encounter", {"line": words[0]}, lambda db: referee.Rulings(db).encounter(words[0]).to_dict())


def _duel(words: list[str]) -> Call:
    return Call("rule_duel", {"line": words[0]}, lambda db: referee.Rulings(db).duel(words[0]).to_dict())


def _contest(words: list[str]) -> Call:
    def ruled(db: Path) -> Told:
        return referee.Rulings(db).duel(words[0], contest=True).to_dict()

    return Call("rule_contest", {"line": words[0]}, ruled)


def _table(words: list[str]) -> Call:
    edition = {"edition": "duel"} if words[0] == "duel" else {}
    arguments = {"players": words[1:] if edition else words, **edition}
    return Call("table_lay", arguments, lambda db: referee.TableSession.lay(" ".join(words), db=db).show().to_dict())


def _do(words: list[str]) -> Call:
    anyway = "--anyway" in words
    said = " ".join(word for word in words if word != "--anyway")

    def done(db: Path) -> Told:
        session = referee.TableSession(db)
        return session.do_all(session.commands_in(said), anyway).to_dict()

    return Call("table_do", {"command": said, "anyway": anyway}, done)


def _legal(words: list[str]) -> Call:
    return Call("table_legal", {}, lambda db: referee.TableSession(db).legal().to_dict(parts=False))


def _may(words: list[str]) -> Call:
    return Call("rule_act", {"act": " ".join(words)}, lambda db: referee.may(" ".join(words)).to_dict())


def _question(words: list[str]) -> Call:
    return Call("read_question", {"id": words[0]}, lambda db: referee.question(words[0]).to_dict())


def _amend(words: list[str]) -> Call:
    if not words:
        return Call("table_amend", {}, lambda db: referee.TableSession(db).amend().to_dict())
    number, right, choose = int(words[0]), words[1], words[2].removeprefix("--")
    arguments = {"number": number, "commands": [right], "choose": choose}

    def amended(db: Path) -> Told:
        return referee.TableSession(db).amend(number, right, choose=choose).to_dict()

    return Call("table_amend", arguments, amended)


def _dispute(words: list[str]) -> Call:
    what, first, *options = words
    given = [*zip(options[::2], options[1::2], strict=True)]
    if what == "rule":
        said = {option.removeprefix("--"): value for option, value in given}
        return Call(
            "dispute_decide",
            {"dispute": int(first), **said},
            lambda db: referee.Disputes(db).rule(int(first), **said).to_dict(),  # type: ignore[arg-type]
        )
    claims: list[dict[str, str]] = []
    for option, value in given:
        if option == "--party":
            claims.append({"party": value})
        else:
            claims[-1][option.removeprefix("--")] = value

    def opened(db: Path) -> Told:
        return referee.Disputes(db).open(first, _said(claims)).to_dict()

    return Call("dispute_open", {"line": first, "claims": claims}, opened)


def _said(claims: list[dict[str, str]]) -> list[referee.Claim]:
    return [referee.Claim(one["party"], one.get("claim", ""), one.get("line", "")) for one in claims]


_MADE: dict[str, Callable[[list[str]], Call]] = {
    "encounter": _encounter,
    "duel": _duel,
    "contest": _contest,
    "table": _table,
    "do": _do,
    "legal": _legal,
    "may": _may,
    "question": _question,
    "amend": _amend,
    "dispute": _dispute,
}

_WHEN = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00)?")
_WHICH = re.compile(r"ledger-[0-9a-f]{8}(:\d+)?(:[0-9a-f]{16})?")


def lasting(told: Any) -> Any:
    """What was told, without what is otherwise each time and without the proofs, which no tool tells unasked."""
    if isinstance(told, dict):
        return {key: lasting(value) for key, value in told.items() if key not in ("proof", "seconds")}
    if isinstance(told, (list, tuple)):
        return [lasting(one) for one in told]
    return lasting_text(told) if isinstance(told, str) else told


def lasting_text(text: str) -> str:
    """A text without what is otherwise each time: moments, and the ledger with the end of its chain."""
    plain = _WHICH.sub(r"ledger\1", _WHEN.sub("then", text))
    return "\n".join(line.rstrip() for line in plain.splitlines())


def lines_of(page: str, kind: str) -> Iterator[tuple[str, list[str]]]:
    """The blocks of a kind on a page: what stands behind the kind, and the lines of the block."""
    for head, block in re.findall(rf"^```{kind}\b ?([^\n]*)\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
        yield head, block.splitlines()
