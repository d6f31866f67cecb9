"""Whether an edition's table has so many players, such sheets and a reverse cone, as a line or a correction tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from referee.law.law import Law
from referee.law.loader import Rulebase
from referee.position.encounter import Position

# A rule of the setup that is broken, and the words that its text needs.
Broken = tuple[str, tuple[Any, ...]]


def not_at_this_table(position: Position, rulebase: Rulebase) -> list[str]:
    """What a line tells that no table of the edition has, a sentence each with its clauses."""
    law = rulebase.law
    broken = [*_too_many(position, law), *_sheets_on(position, rulebase)]
    found = [f"{law[rule].told(words, law[rule].value)}{_clauses(law, rule)}" for rule, words in broken]
    if position.reverse_cone:
        found += _no_reverse_cone(law)
    return found


def _sheets_on(position: Position, rulebase: Rulebase) -> Iterator[Broken]:
    told = {player.name: player.aliens for player in position.participants() if player.aliens}
    told.update(position.aliens)
    held = [*chain.from_iterable(told.values())]
    if len(set(held)) < len(held) or len(held) > len(told):  # else nobody has two, and no two the same
        sheets = {name: tuple(dict.fromkeys(aliens)) for name, aliens in told.items()}  # one twice is told by itself
        yield from wrong_sheets(sheets, rulebase)


def wrong_sheets(sheets: Mapping[str, Sequence[str]], rulebase: Rulebase) -> Iterator[Broken]:
    """Who has more alien sheets than the edition deals, and whose sheet another player has.

    An alien that gains the power of another (`lifts` on its sheet) stands beside that one.
    """
    most = rulebase.law["setup.one-alien"].value
    owners: dict[str, str] = {}
    for name, aliens in sheets.items():
        if len(aliens) > most and len(aliens) > most + _gained(aliens, rulebase):
            yield "setup.one-alien", (name, " and ".join(aliens))
        for alien in aliens:
            if alien in owners:
                yield "setup.own-alien", (owners[alien], alien)
            owners.setdefault(alien, name)


def _gained(aliens: Sequence[str], rulebase: Rulebase) -> int:
    """How many further aliens a player may have by those that it was dealt."""
    known = (rulebase.alien(name) for name in aliens)
    return sum(alien is not None and "aliens" in alien.lifts for alien in known)


def _too_many(position: Position, law: Law) -> Iterator[Broken]:
    players = len({*position.names(), *position.aliens})
    if players > law["setup.most-players"].value:
        yield "setup.most-players", (players,)
    if position.seats and len(position.seats) < law["setup.least-players"].value:
        yield "setup.least-players", (" and ".join(position.seats),)


def _no_reverse_cone(law: Law) -> Iterator[str]:
    without = "cone.ignored" if law["cone.ignored"].value else "destiny.kinds"
    if law["cone.ignored"].value or "reverse" not in law["destiny.drawn"].value:
        yield f"there is no reverse cone in this game{_clauses(law, without)}"


def _clauses(law: Law, rule: str) -> str:
    return f" ({', '.join(cite.id for cite in law[rule].cites)})"
