"""Whether an edition's table has so many players, such sheets and a reverse cone, as a line or a correction tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from referee.book.law import Law, Rule
from referee.book.loader import Rulebase
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.state.encounter import Position


def not_at_this_table(position: Position, rulebase: Rulebase) -> list[str]:
    """What a line tells that no table of the edition has, a sentence each with its clauses."""
    law = rulebase.law
    broken = [*_players(position, law), *_sheets(position, rulebase)]
    found = [f"{law[rule].told(words, law[rule].value)}{clauses(law, rule)}" for rule, words, _ in broken]
    if position.reverse_cone:
        found += _no_reverse_cone(law)
    return found


def sheet_by_name(rulebase: Rulebase, player: str, name: str) -> Finding:
    """The assumption that a player has the alien sheet of this name, after which the player is called."""
    rule, alien = rulebase.law["assumptions.named-after"], rulebase.alien(name)
    return Finding(rule if alien is None else rule.citing(alien.rule), True, (), (player, name))


def _sheets(position: Position, rulebase: Rulebase) -> list[Forbidden]:
    told = {player.name: player.aliens for player in position.participants() if player.aliens}
    if position.aliens:
        told.update(position.aliens)
    held = [*chain.from_iterable(told.values())]
    if len(told) == len(held) == len(set(held)):  # nobody has two, and no two the same
        return []
    return [*wrong_sheets({name: tuple(dict.fromkeys(aliens)) for name, aliens in told.items()}, rulebase)]


def wrong_sheets(sheets: Mapping[str, Sequence[str]], rulebase: Rulebase) -> Iterator[Forbidden]:
    """Who has more alien sheets than the edition deals, and whose sheet another player has.

    An alien that gains the power of another (`lifts` on its sheet) stands beside that one.
    """
    most = rulebase.law["setup.one-alien"].value
    owners: dict[str, str] = {}
    for name, aliens in sheets.items():
        if len(aliens) > most and len(aliens) > most + _gained(aliens, rulebase):
            yield Forbidden("setup.one-alien", (name, " and ".join(aliens)))
        for alien in aliens:
            if alien in owners:
                yield anothers_sheet(owners[alien], alien)
            owners.setdefault(alien, name)


def not_together(sheets: Mapping[str, Sequence[str]], rulebase: Rulebase) -> Iterator[tuple[Forbidden, Rule]]:
    """Who have aliens of which one's sheet says that they are not played together, and the sheet that says it."""
    owners = {alien: name for name, aliens in sheets.items() for alien in aliens}
    told = set[frozenset[str]]()
    for alien in owners if len(owners) > 1 else ():
        sheet = rulebase.sheet(alien)
        for other in sheet.not_with if sheet is not None else ():
            if other in owners and sheet is not None and frozenset((alien, other)) not in told:
                told.add(frozenset((alien, other)))
                words = (owners[alien], alien, owners[other], other)
                yield Forbidden("setup.not-together", words), sheet.alien.rule


def foreign(law: Law, card: str, kind: str) -> Forbidden | None:
    """A card of a type that the edition does not have is in no hand and cannot be played."""
    lacking = law["cards.foreign"].value
    return (
        Forbidden("cards.foreign", (card, kind), waivable=False)
        if isinstance(lacking, list) and kind in lacking
        else None
    )


def anothers_sheet(owner: str, alien: str) -> Forbidden:
    """Each alien sheet is dealt to one player."""
    return Forbidden("setup.own-alien", (owner, alien), waivable=False)


def too_many_or_few(law: Law, players: int, seats: Sequence[str] | None = None) -> Iterator[Forbidden]:
    """More players than the game is made for, or fewer `seats`, where these are known."""
    if players > law["setup.most-players"].value:
        yield Forbidden("setup.most-players", (players,), waivable=False)
    if seats is not None and len(seats) < law["setup.least-players"].value:
        yield Forbidden("setup.least-players", (" and ".join(seats) or "nobody",), waivable=False)


def _gained(aliens: Sequence[str], rulebase: Rulebase) -> int:
    """How many further aliens a player may have by those that it was dealt."""
    known = (rulebase.alien(name) for name in aliens)
    return sum(alien is not None and "aliens" in alien.lifts for alien in known)


def _players(position: Position, law: Law) -> list[Forbidden]:
    """Whether there are more players than the game is made for, or fewer seats."""
    names = position.names()
    if position.aliens:
        names = [*{*names, *position.aliens}]
    return [*too_many_or_few(law, len(names), position.seats or None)]


def _no_reverse_cone(law: Law) -> Iterator[str]:
    without = "cone.ignored" if law["cone.ignored"].value else "destiny.kinds"
    if law["cone.ignored"].value or "reverse" not in law["destiny.drawn"].value:
        yield f"there is no reverse cone in this game{clauses(law, without)}"


def clauses(law: Law, rule: str) -> str:
    """The clauses of a rule in brackets, for the end of a sentence."""
    return f" ({', '.join(cite.id for cite in law[rule].cites)})"
