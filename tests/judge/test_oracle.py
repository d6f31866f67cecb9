"""The law without a power is the oracle for the power: nothing differs but what rests on its sheet."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from copy import copy
from dataclasses import replace

import pytest

from referee.book.law import ASSUMPTION, FACT, PARAMETER
from referee.book.loader import Names, Rulebase, rulebase
from referee.book.power import Alien
from referee.errors import RefereeError
from referee.judge.finding import Finding, walk
from referee.judge.hidden.cases import judge
from referee.judge.ruling import Ruling
from referee.state import encounter as pos
from referee.state.encounter import Position
from referee.state.notation import read
from referee.state.reader import write_name
from tests import cases, effort

KNOWN = rulebase()
EXECUTABLE = [alien.name for name in KNOWN.alien_names() if (alien := KNOWN.alien(name)) is not None and alien.uses]

# Two attacks, two negotiates, one of each, a morph: each with the alien in every role, with ships and cards to lose.
SOME = effort.times(60, 10)  # of the lines that do not name an alien, how many are judged with its file and without
PAIRS = (("10", "8"), ("6", "12"), ("N", "N"), ("9", "N"), ("N", "9"), ("M", "15"))
FACTS = "hand red 5, blue 5 ; warp red 1, blue 2, green 1, yellow 1 ; home red 4 ; foreign red 2, blue 2, yellow 2"
SEATS = "seats red blue green yellow purple"


# When a power acts, or why it does not: said where there is a sheet, and nowhere else.
WHY_NOT = ("power.moment", "power.unusable", "discards.moment", "timing.round", "second.no-card")


def _lines(name: str) -> Iterator[str]:
    """Encounters with the alien as offense, defense, either ally, and on neither side."""
    called = write_name(name)
    for offense, defense in PAIRS:
        for at in ("red", "green", "blue", "yellow", "purple"):
            sheet = {who: f"{who}/{called}" if who == at else who for who in ("red", "green", "blue", "yellow")}
            ships = {who: 1 if name == "Macron" and who == at else 3 for who in sheet}
            tokens = f" ; tokens {at} 2"
            seats = SEATS.replace("purple", f"purple/{called}") if at == "purple" else SEATS
            yield (
                f"{sheet['red']} {ships['red']} + {sheet['green']} {ships['green']} : {offense} vs "
                f"{sheet['blue']} 2 + {sheet['yellow']} {ships['yellow']} : {defense} ; {FACTS} ; {seats}{tokens}"
            )


_IN_WORDS = "LW"  # cases of lines that are no notation


def _every_line() -> Iterator[str]:
    """The lines of the project's own cases that can be judged by the default edition."""
    for case in cases.cases():
        readable = case.encounter and case.expect.get("refused") not in ("malformed", "impossible")
        if readable and case.edition in ("", KNOWN.edition) and not case.id.startswith(_IN_WORDS):
            yield case.encounter


def _cases(name: str) -> Iterator[str]:
    """Those of the lines that have this alien."""
    called = write_name(name)
    yield from (line for line in _every_line() if f"/{name} " in line or f"/{called} " in line)


def _without(position: Position, name: str) -> Position:
    """The same position, where this sheet and its uses are not there."""

    def bare(player: pos.Player) -> pos.Player:
        return replace(player, aliens=tuple(alien for alien in player.aliens if alien != name))

    def side(one: pos.Side) -> pos.Side:
        return replace(one, main=bare(one.main), allies=tuple(bare(ally) for ally in one.allies))

    owners = {player.name for player in position.participants() if name in player.aliens}
    owners |= {who for who, aliens in position.aliens.items() if name in aliens}
    return replace(
        position,
        offense=side(position.offense),
        defense=side(position.defense),
        aliens={who: tuple(a for a in aliens if a != name) for who, aliens in position.aliens.items()},
        acts=tuple(act for act in position.acts if not (act.verb == "use" and act.who in owners)),
    )


def _ruled(position: Position, known: Rulebase) -> Ruling:
    return judge(position, known, True)


def _key(finding: Finding) -> tuple[str, str, str]:
    return finding.rule.id, repr(finding.value), repr(finding.words)


def _rests_on(finding: Finding, sheet: str, seen: dict[Finding, bool]) -> bool:
    """Whether a finding cites the sheet, or came from one that does."""
    if finding not in seen:
        seen[finding] = False
        cites = finding.rule.id == "facts.use" or any(cite.id == sheet for cite in finding.rule.cites)
        before = (*finding.sources, *([finding.cancelled_by] if finding.cancelled_by is not None else []))
        seen[finding] = cites or any(_rests_on(source, sheet, seen) for source in before)
    return seen[finding]


def strangers(line: str, name: str) -> list[str]:
    """What a position with this alien is ruled otherwise than without it, and does not rest on its sheet."""
    position = read(line, Names(KNOWN))
    if any(act.verb == "flare" and act.name == name for act in position.acts):
        return []  # without the sheet its flare has another text
    with_it, without = _ruled(position, KNOWN), _ruled(_without(position, name), KNOWN)
    known = {_key(finding) for finding in without.findings}
    seen: dict[Finding, bool] = {}
    resting = [finding for finding in with_it.findings if _rests_on(finding, f"alien {name}", seen)]
    explained = {_key(finding) for finding in walk(*resting)}  # with what they came from: a token count, a zap
    return [
        f"{finding.says} [{finding.rule.id}]"
        for finding in with_it.findings
        if _key(finding) not in known | explained
        and finding.rule.kind not in (FACT, ASSUMPTION, PARAMETER)
        and finding.rule.id not in WHY_NOT
        and finding is not with_it.root
    ]


@pytest.mark.parametrize("name", EXECUTABLE)
def test_what_differs_rests_on_the_sheet(name: str) -> None:
    found: dict[str, list[str]] = {}
    count = 0
    for line in (*_lines(name), *_cases(name)):
        try:
            wrong = strangers(line, name)
        except RefereeError:
            continue
        count += 1
        if wrong:
            found[line] = wrong
    assert count
    assert found == {}


class _Emptied(Rulebase):
    """The rulebase with one alien's file as good as empty."""

    def __init__(self, name: str) -> None:
        self.emptied = name
        super().__init__()

    def alien(self, name: str) -> Alien | None:
        found = super().alien(name)
        if found is None or found.name != self.emptied:
            return found
        bare = copy(found)
        bare.uses = ()
        return bare


@pytest.mark.parametrize("name", effort.some(EXECUTABLE, 13))
def test_a_position_without_the_alien_is_ruled_as_if_its_file_were_empty(name: str) -> None:
    emptied = _Emptied(name)
    called = (name.casefold(), "-".join(re.findall(r"\w+", name.casefold())))
    lines = [line for line in dict.fromkeys(_every_line()) if not any(one in line.casefold() for one in called)]
    for line in random.Random(name).sample(lines, SOME):
        position = read(line, Names(KNOWN))
        assert _ruled(position, KNOWN).to_dict() == _ruled(position, emptied).to_dict(), line
