"""An illegal act that is noticed late: it stands, it is put right, or the table decides; no document says which."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.book.loader import Rulebase
from referee.disputes import lines
from referee.disputes.records import Claim, Late, Way
from referee.errors import RefereeError
from referee.judge.hidden.cases import judge
from referee.judge.ruling import ILLEGAL, Ruling
from referee.judge.ways.line import read_encounter, write_encounter
from referee.judge.ways.table import rule_question
from referee.state.encounter import DEFENSE, OFFENSE, Position

_MOST_RIGHT = 2  # legal lines that are ruled in the place of one


def noticed_late(
    claims: Sequence[Claim], positions: Sequence[lines.Account], rulings: Sequence[lines.AnyRuling], known: Rulebase
) -> list[Late]:
    """What can be done about each account on which something is illegal, of each account once.

    So too about an ally who was not invited, where a party claims that: no line says who was.
    """
    first = {ruling.position: number for number, ruling in reversed([*enumerate(rulings)])}
    found = [
        _ways(number, positions[number], rulings[number], known)
        for number in sorted(first.values())
        if rulings[number].status == ILLEGAL
    ]
    if found or not isinstance(positions[0], Position):  # in Duel nobody is invited
        return found
    allies = dict.fromkeys(ally for claim in claims for ally in uninvited(claim.party, claim.claim, positions[0]))
    return [late for ally in allies for late in _without(ally, positions[0], rulings[0], known)]


def _ways(number: int, position: lines.Account, ruling: lines.AnyRuling, known: Rulebase) -> Late:
    stands = Way(ruling.position, lines.judge(position, known, anyway=True).to_dict(proof=False))
    nearest = [line for illegal in ruling.illegal for line in illegal.to_dict()["nearest"]]
    right = (lines.read(line, known) for line in list(dict.fromkeys(nearest))[:_MOST_RIGHT])
    return Late(number + 1, stands, tuple(_way(one, position, known) for one in right))


_ELSEWHERE = "another planet has to be chosen: what happens there hangs on who defends it with how many ships"


def _way(right: lines.Account, was: lines.Account, known: Rulebase) -> Way:
    """What is ruled on a legal line; nothing of another planet, whose ships nobody tells."""
    if isinstance(right, Position) and right.target != was.target:
        return Way(write_encounter(right), {"says": [_ELSEWHERE]})
    ruling = lines.judge(right, known)
    return Way(ruling.position, ruling.to_dict(proof=False))


# -- an ally who was not invited ---------------------------------------------------------------------------------------

_NOT_ASKED = re.compile(
    r"\buninvited\b|(?:\b(?:not|never|nobody|no one|nor)\b|n['’]?t\b)[^.;]*\b(?:invit|ask)|\bwithout (?:an? )?invit|"
    r"\bno invitation\b",
    re.IGNORECASE,
)
_THE_ALLY = re.compile(r"\bnobody\b.*\b(?:him|her|them|the ally)\b", re.IGNORECASE)


def uninvited(party: str, text: str, position: Position) -> list[str]:
    """The allies who were not invited by what a party says: those it names, else the only one that can be meant."""
    if not _NOT_ASKED.search(text):
        return []
    allies = {ally.name: side.main.name for side in (position.offense, position.defense) for ally in side.allies}
    named = [name for name in allies if re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)]
    whoever = _THE_ALLY.search(text) is not None
    own = [name for name, main in allies.items() if whoever or main.casefold() == party.casefold()]
    return named or (own if len(own) == 1 else [])


def _without(ally: str, position: Position, ruling: Ruling, known: Rulebase) -> Iterator[Late]:
    """It stands with the ally, or is ruled without; nothing where the law would not refuse such an ally."""
    name = OFFENSE if any(one.name == ally for one in position.offense.allies) else DEFENSE
    side = position.side(name)
    ships = next(one.ships for one in side.allies if one.name == ally) or 1
    mains = f"offense {position.offense.main.name} ; defense {position.defense.main.name}"
    verdict = rule_question(f"ally {ally} {name} {ships} ; {mains} ; invited none", known.edition, known)
    rest = replace(side, allies=tuple(one for one in side.allies if one.name != ally))
    line = write_encounter(position.but(**{name: rest}))
    if verdict.legal or not verdict.illegal:
        return
    try:
        right = judge(read_encounter(line, known.edition, known), known)
    except RefereeError:  # something on the line needs the ally
        return
    finding = verdict.illegal[0].finding
    cites = tuple(cite.id for cite in finding.rule.cites)
    stands = Way(ruling.position, ruling.to_dict(proof=False))
    way = Way(right.position, right.to_dict(proof=False))
    yield Late(1, stands, (way,), says=finding.says, cites=cites)
