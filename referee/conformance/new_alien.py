"""The two files of an alien that is to be added: its sheet and flare, and its cases, each to be filled in."""

from __future__ import annotations

import re
from pathlib import Path

from referee.book.names import key_of
from referee.book.sheets import UNWRITTEN
from referee.conformance.scenario import case_files, read_cases
from referee.errors import RulebaseError

_SERIES = "PW"  # the cases of powers are numbered PW01, PW02, ...

_SHEET = """\
# What the sheet of {name} says, in your own words.
# Roles: {roles}.
# Phases: {phases}.
# Moments: before, when or after one of {events}; `during` where the text names no time.
# After each stand the words of the summary that say so: moment = {{ "after reveal" = "after the reveal" }}.
name = "{name}"
power = "{unwritten}: what the power is called"
set = "{unwritten}: the box that has it"
grade = "reported"
roles = ["main"]
mandatory = false
phases = ["reveal"]
moment = {{ during = "" }}
summary = "{unwritten}: what the power does"
use_part = "{unwritten}: which part of it is a use that a Cosmic Zap can cancel"
alert = "green"

# With uses the referee applies the power; without, it rules the timing and leaves the effect to the players.
#
# [[use]]
# id = "value"
# text = "each of {{0}}'s ships is worth {{value}}"
# roles = ["main"]
# phases = ["reveal"]
# mandatory = false
# effects = [{{ verb = "ship_value", value = 4 }}]

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

_CASES = """\
format  = 1
section = "Alien powers: {name}"
edition = "consolidated"

[[case]]
id        = "{first}"
title     = "{name} {unwritten}: where the power acts"
why       = "{unwritten}: the arithmetic. So far: 8 + 3 ships = 11 against 8 + 2 ships = 10."
encounter = "red/{written} 3 : 8 vs blue 2 : 8"
[case.expect]
status  = "determined"
outcome = "offense-wins"
totals  = {{ offense = 11, defense = 10 }}
players.red  = {{ ships = 3, lands = 3, warp = 0, compensation = 0, rewards = 0 }}
players.blue = {{ ships = 2, warp = 2, compensation = 0, rewards = 0 }}

[[case]]
id        = "{second}"
title     = "{name} {unwritten}: where the power must not act"
why       = "{unwritten}: the arithmetic. So far: 8 + 3 ships = 11 against 8 + 2 ships = 10."
encounter = "red 3 : 8 vs blue/{written} 2 : 8"
[case.expect]
status  = "determined"
outcome = "offense-wins"
totals  = {{ offense = 11, defense = 10 }}
players.red  = {{ ships = 3, lands = 3, warp = 0, compensation = 0, rewards = 0 }}
players.blue = {{ ships = 2, warp = 2, compensation = 0, rewards = 0 }}
"""


def write(name: str, rulebase: Path, scenarios: Path) -> list[Path]:
    """Writes both files and returns where they are; RulebaseError for no name, a name that is taken, or no folder."""
    name = " ".join(name.split())
    if not re.fullmatch(r"[^\W\d_][\w '()-]{0,59}", name):
        raise RulebaseError(name or "new", "an alien needs a name of letters, such as `referee alien new Gardener`")
    if key_of(name) == "new":
        raise RulebaseError(name, "no alien can be called that: it is the word that makes one")
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
    words = {"name": name, "written": written, "unwritten": UNWRITTEN, "first": first, "second": second}
    lists = {"roles": _roles(), "phases": _phases(), "events": _events(rulebase)}
    told = {name: ", ".join(items) for name, items in lists.items()}
    sheet.write_text(_SHEET.format(**words, **told), encoding="utf-8")
    cases.write_text(_CASES.format(**words), encoding="utf-8")
    return [sheet, cases]


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
