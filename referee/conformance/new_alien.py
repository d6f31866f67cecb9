"""The two files of an alien that is to be added: its sheet and flare, and its cases, each to be filled in."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from referee.book.names import key_of, near
from referee.book.sheets import UNWRITTEN
from referee.book.unsaid import Ask, Check
from referee.conformance.scenario import case_files, read_cases
from referee.errors import RulebaseError, unknown_name
from referee.judge.powers.effect import HOME

_SERIES = "PW"  # the cases of powers are numbered PW01, PW02, ...

_SHEET = """\
# What the sheet of {name} says, in your own words.
# Roles: {known_roles}.
# Phases: {known_phases}.
# Moments: before, when or after one of {events}; `during` where the text names no time.
# After each stand the words of the summary that say so: moment = {{ "after reveal" = "after the reveal" }}.
name = "{name}"
power = {power}
set = {set}
grade = "reported"
roles = {roles}
mandatory = {mandatory}
phases = {phases}
moment = {{ during = "" }}
summary = {summary}
use_part = {use_part}
alert = "green"

# With uses the referee applies the power; without, it rules the timing and leaves the effect to the players.
# `referee alien effects` lists what a use can be made of.
#
{use}

[wild]
summary = "{unwritten}: what the flare does for anyone else"
roles = ["main"]
phases = ["reveal"]
moment = {{ during = "" }}
grade = "reported"

[super]
summary = "{unwritten}: what the flare does for {name}"
roles = ["main"]
phases = ["reveal"]
moment = {{ during = "" }}
grade = "reported"
"""

_USE = """\
[[use]]
id = "power"
text = {text}
roles = {roles}
phases = {phases}
mandatory = {mandatory}
effects = [{effect}]"""

# What the sheet has where nobody has told it yet.
_NOT_TOLD = {
    "power": f"{UNWRITTEN}: what the power is called",
    "set": f"{UNWRITTEN}: the box that has it",
    "summary": f"{UNWRITTEN}: what the power does",
    "use_part": f"{UNWRITTEN}: which part of it is a use that a Cosmic Zap can cancel",
}
_TEXT = "{0} uses its power"
_EXAMPLE = '{ verb = "ship_value", value = 4 }', "each of {0}'s ships is worth {value}"


class AlienTold(NamedTuple):
    """What is told of an alien that is to be added; what is empty is still to be written.

    `effect` is the verb of an effect, with what is told it as TOML: `ship_value value = 4`; `text` is what a proof says
    of it, with `{0}` for its player.
    """

    power: str = ""
    set: str = ""
    summary: str = ""
    use_part: str = ""
    roles: tuple[str, ...] = ("main",)
    phases: tuple[str, ...] = ("reveal",)
    mandatory: bool = False
    effect: str = ""
    text: str = ""


_HEAD = """\
format  = 1
section = "Alien powers: {name}"
edition = "consolidated"
"""
_CASE = """
[[case]]
id        = "{id}"
title     = "{name} {unwritten}: {where}"
why       = "{unwritten}: the arithmetic. So far: 8 + 3 ships = 11 against 8 + 2 ships = 10."
encounter = "red{offense} 3 : 8 vs blue{defense} 2 : 8"
[case.expect]
status  = "determined"
outcome = "offense-wins"
totals  = {{ offense = 11, defense = 10 }}
players.red  = {{ ships = 3, lands = 3, warp = 0, compensation = 0, rewards = 0 }}
players.blue = {{ ships = 2, warp = 2, compensation = 0, rewards = 0 }}
"""


def asked(ask: Ask) -> AlienTold:
    """What somebody at a terminal tells of an alien, question by question; an empty answer leaves it to be written."""
    told = AlienTold(
        ask("What is the power called", _FILE, default=""),
        ask("Which box has it (Homemade)", _FILE, default="Homemade"),
        ask("What does the power do, in your own words", _FILE, default=""),
        ask("Which part of it is a use that a Cosmic Zap can cancel", _FILE, default=""),
        tuple(ask("Who has it act: main, offense, ally, any ... (main)", _FILE, _some_of(_roles()), "main").split()),
        tuple(ask("In which phases (reveal)", _FILE, _some_of(_phases()), "reveal").split()),
        ask("Must it be used, yes or no (no)", _FILE, _yes_or_no, "no") == "yes",
        ask("Which effect does it (`referee alien effects` lists them; empty: none yet)", _FILE, _effect, ""),
    )
    if not told.effect:
        return told
    return told._replace(text=ask(f"How does a proof say it ({_TEXT})", _FILE, _sentence, _TEXT))


_FILE = "the file that is written"


def _some_of(known: Sequence[str]) -> Check:
    def check(said: str) -> str:
        words = said.replace(",", " ").casefold().split()
        wrong = [word for word in words if word not in known]
        if wrong or not words:
            raise RulebaseError(wrong[0] if wrong else "nothing", f"one or more of: {', '.join(known)}")
        return " ".join(words)

    return check


def _sentence(said: str) -> str:
    """What a proof says, which names its player and nothing that a proof may not know."""
    try:
        named = {field for _, field, _, _ in Formatter().parse(said) if field is not None}
    except ValueError:
        named = {said}
    if not named <= {"0", "value"}:
        raise RulebaseError(said, "a sentence with {0} for the player, and {value} for a number if one follows")
    return said


def _yes_or_no(said: str) -> str:
    answer = said.casefold()
    if answer in ("y", "yes", "n", "no"):
        return "yes" if answer.startswith("y") else "no"
    raise RulebaseError(said, "yes or no")


def _effect(said: str) -> str:
    """The verb of an effect, and what is told it as TOML."""
    verb = said.partition(" ")[0]
    if verb and verb not in HOME:
        raise unknown_name("effect", verb, near(verb, HOME))
    try:
        tomllib.loads(f"effect = {_as_table(said)}")
    except tomllib.TOMLDecodeError as error:
        written = 'what an effect is told is written as: value = 4, side = "defense"'
        raise RulebaseError(said, f"{written} ({error})") from None
    return said


def _as_table(effect: str) -> str:
    """An effect that was typed, as it stands in a file."""
    verb, _, told = effect.partition(" ")
    return f'{{ verb = "{verb}"{", " if told else ""}{told} }}'


def unwritten(paths: Sequence[Path]) -> list[str]:
    """What is still to be written in these files: `FILE:LINE` and what belongs there."""
    found = []
    for path in paths:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if UNWRITTEN in line and not line.startswith("#"):
                what = line.partition(UNWRITTEN)[2].strip(' :"')
                found.append(f"{path}:{number}: {what}")
    return found


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[^\W\d_][\w '()-]{0,59}", name):
        raise RulebaseError(name or "new", "an alien needs a name of letters, such as `referee alien new Gardener`")
    if key_of(name) == "new":
        raise RulebaseError(name, "no alien can be called that: it is the word that makes one")


def write(name: str, rulebase: Path, scenarios: Path, ask: Ask | None = None) -> list[Path]:
    """Writes both files and returns where they are; what somebody who is asked tells of the alien stands in them.

    RulebaseError for no name, a name that is taken, or no folder.
    """
    name = " ".join(name.split())
    _check_name(name)
    for folder in (rulebase / "aliens", scenarios):
        if not folder.is_dir():
            raise RulebaseError(str(folder), "there is no such folder; run this in the project, or name it with --into")
    stem = re.sub(r"[\s_-]+", "-", re.sub(r"[^\w\s-]", "", name)).strip("-").lower()
    taken = [path for path in (rulebase / "aliens").glob("*.toml") if key_of(path.stem) == key_of(name)]
    sheet, cases = rulebase / "aliens" / f"{stem}.toml", scenarios / f"alien-{stem}.toml"
    for path in (*taken, cases):
        if path.exists():
            raise RulebaseError(str(path), f"{name} has this file already; it is left as it is")
    first, second = _next_ids(scenarios)
    written = name.replace(" ", "-")
    told = asked(ask) if ask is not None else AlienTold()
    words = {"name": name, "unwritten": UNWRITTEN}
    lists = {"known_roles": _roles(), "known_phases": _phases(), "events": _events(rulebase)}
    known = {name: ", ".join(items) for name, items in lists.items()}
    sheet.write_text(_SHEET.format(**words, **known, **_fields(told)), encoding="utf-8")
    acts = _CASE.format(**words, id=first, where="where the power acts", offense=f"/{written}", defense="")
    not_acts = _CASE.format(**words, id=second, where="where the power must not act", offense="", defense=f"/{written}")
    cases.write_text(_HEAD.format(**words) + acts + not_acts, encoding="utf-8")
    return [sheet, cases]


def _fields(told: AlienTold) -> dict[str, str]:
    """What a sheet has of what is told, as TOML."""
    texts = {field: json.dumps(getattr(told, field) or text, ensure_ascii=False) for field, text in _NOT_TOLD.items()}
    bars = {
        "roles": json.dumps(list(told.roles)),
        "phases": json.dumps(list(told.phases)),
        "mandatory": str(told.mandatory).lower(),
    }
    effect, text = (_as_table(told.effect), told.text) if told.effect else _EXAMPLE
    use = _USE.format(**bars, effect=effect, text=json.dumps(text, ensure_ascii=False))
    return {**texts, **bars, "use": use if told.effect else "\n".join(f"# {line}" for line in use.splitlines())}


def _next_ids(scenarios: Path) -> tuple[str, str]:
    """Two ids that no case has yet."""
    numbers = [
        int(case.id.removeprefix(_SERIES))
        for path in case_files([scenarios])
        for case in read_cases(path).case
        if case.id.startswith(_SERIES)
    ]
    last = max(numbers, default=0)
    return f"{_SERIES}{last + 1:02}", f"{_SERIES}{last + 2:02}"


def _roles() -> list[str]:
    from referee.judge.stand import ROLE_BARS

    return sorted(ROLE_BARS)


def _events(folder: Path) -> list[str]:
    from referee.book.files import read_toml

    return [event["id"] for event in read_toml(folder / "moments.toml")["event"]]


def _phases() -> list[str]:
    from referee.conformance.audit.files import PHASES

    return sorted(PHASES)
