"""`table`: who sits down, and the table as the setup leaves it (consolidated 5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from referee.book.law import Law
from referee.book.loader import Rulebase
from referee.judge.deck import NO_SUCH, no_such_attacks
from referee.judge.finding import Finding
from referee.judge.phases.setup import foreign, not_together, sheet_by_name, too_many_or_few, wrong_sheets
from referee.judge.table.hexes import lay_hexes, tell_hexes
from referee.judge.table.limbo import lay_fan, tell_fan
from referee.judge.table.sheets import lay_sheets
from referee.judge.table.steps import RefusedError
from referee.judge.table.technology import lay_techs
from referee.judge.table.tokens import lay_tokens
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import Verdict
from referee.state import table as tbl
from referee.state.commands import Command, write_command
from referee.state.table import Table

_SOMEBODY = ("red", "purple", "yellow", "blue", "green")  # who plays where too few are named

# -- the setup ---------------------------------------------------------------------------------------------------------


def lay(command: Command, law: Law) -> Table:
    """The table after the setup: planets, ships, the destiny deck and unknown hands (consolidated 5.1)."""
    planets, ships = law["setup.planets"].value, law["setup.ships"].value
    table = tbl.new(law.edition, command.names, planets, ships, law["setup.hand"].value)
    table.aliens = {name: aliens for name, aliens in command.aliens.items() if aliens}
    table.destiny_deck = destiny_cards(len(command.names), law)
    if not law["destiny.pile"].value:
        table.destiny_deck = 0
    lay_sheets(table, law)
    lay_hexes(table, law)
    lay_fan(table, law)
    lay_techs(table, law)
    return table


class Deck(NamedTuple):
    """Of what a whole destiny deck is made up: so many cards of each color, and so many of none."""

    each: int
    others: int


def destiny_deck(players: int, law: Law) -> Deck | None:
    """The whole destiny deck: three cards a player, and the wild and special ones (5.1.3.1).

    With some numbers of players one of these is left out (mayfair1991 setup.12). None where the book does not say how
    many there are.
    """
    each, others = law["setup.destiny-each"].value, law["setup.destiny-others"].value
    if not isinstance(each, int) or not isinstance(others, int):
        return None
    return Deck(each, others - (players == law["setup.reverse-wild-out"].value))


def cards_in(deck: Deck, players: int) -> int:
    """How many cards a whole destiny deck has with so many players."""
    return deck.each * players + deck.others


def destiny_cards(players: int, law: Law) -> int | None:
    """How many cards the whole destiny deck has; None where the book does not say it."""
    deck = destiny_deck(players, law)
    return None if deck is None else cards_in(deck, players)


def counted(law: Law) -> tuple[Finding, ...]:
    """Of what the whole destiny deck is made up: cards of each color, and those of none."""
    rules = (law[id] for id in ("setup.destiny-each", "setup.destiny-others"))
    return tuple(Finding(rule, rule.value) for rule in rules)


def untouched(on: Turn) -> bool:
    """Whether the game has yet to begin: no destiny card was drawn, or nothing ruled where these are not counted."""
    table, cards = on.table, destiny_cards(len(on.table.seats), on.law)
    if cards is not None:
        return table.destiny_deck == cards
    return table.turn == table.seats[0] and table.last is None and not table.discards


def lay_ruled(command: Command, rulebase: Rulebase, named_after: Mapping[str, str] | None = None) -> Verdict:
    """Rules who sits down, and lays the table; one that is refused has no seats.

    `named_after` are the aliens of the players who are called after one, which is assumed.
    """
    by_name = named_after or {}
    if by_name:
        command = replace(command, aliens={**command.aliens, **{name: (alien,) for name, alien in by_name.items()}})
    on = Turn(lay(command, rulebase.law), rulebase, command)
    on.steps += [sheet_by_name(rulebase, name, alien) for name, alien in by_name.items()]
    text = write_command(command)
    try:
        _check_players(on)
        _check_aliens(on)
    except RefusedError as error:
        for refusal in error.refusals:
            refusal.look_with(lambda refusal: _other_tables(command, rulebase, refusal.given))
        return Verdict(text, rulebase.law, Table(rulebase.law.edition, ()), on.steps, [*error.refusals])
    _tell_setup(on)
    lay_tokens(on, list(on.table.aliens))
    return Verdict(text, rulebase.law, on.table, on.steps)


def _other_tables(command: Command, rulebase: Rulebase, _: tuple[str, ...]) -> tuple[str, ...]:
    """The table nearest to one that was refused: each player once, as many as may be, and aliens that may be."""
    most = rulebase.law["setup.most-players"].value
    least = rulebase.law["setup.least-players"].value
    others = [name for name in _SOMEBODY if name not in command.names]
    names = tuple(dict.fromkeys(command.names))[:most]
    names = (*names, *others[: max(0, least - len(names))])
    aliens: dict[str, tuple[str, ...]] = {}
    for name in names:
        for alien in command.aliens.get(name, ()):
            tried = {**aliens, name: (*aliens.get(name, ()), alien)}
            if lay_ruled(Command("table", names=names, aliens=tried), rulebase).legal:
                aliens = tried
    nearest = Command("table", names=names, aliens=aliens)
    return (write_command(nearest),) if lay_ruled(nearest, rulebase).legal else ()


def _check_players(on: Turn) -> None:
    names = on.command.names
    for forbidden in too_many_or_few(on.law, len(names), names):
        on.keep(forbidden)
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        on.cannot("setup.color", twice)


def _check_aliens(on: Turn) -> None:
    for name, aliens in on.command.aliens.items():
        for alien in aliens:
            check_known(on, name, alien)
    check_sheets(on, on.command.aliens)


def check_sheets(on: Turn, sheets: Mapping[str, Sequence[str]]) -> None:
    """Refuses more sheets than a player is dealt, a sheet that another player has, and what is not played together."""
    for rule, words, _ in wrong_sheets(sheets, on.rulebase):
        on.cannot(rule, *words)
    for forbidden, sheet in not_together(sheets, on.rulebase):
        on.keep(forbidden, by=sheet)


def check_known(on: Turn, name: str, alien: str) -> None:
    """Refuses an alien that is not among those with which this game is played, where these are listed."""
    known = on.law["setup.known-aliens"].value
    if known and alien not in known:
        on.cannot("setup.known-aliens", name, alien, " or ".join(known))


def check_in_box(on: Turn, cards: Sequence[str]) -> None:
    """Refuses a card that the edition does not have: of a type that it lacks, or an attack of a value that none has."""
    for words in no_such_attacks(on.law, cards):
        on.cannot(NO_SUCH, *words)
    for card in cards if isinstance(on.law["cards.foreign"].value, list) else ():
        if card != tbl.UNKNOWN:
            on.keep(foreign(on.law, card, on.card_type(card)))


def _tell_sheets(on: Turn) -> None:
    """Whose sheets are whose, with what each lays out that no effect of it does, and which stay facedown."""
    for name, aliens in on.table.aliens.items():
        on.find("setup.aliens", True, name, " and ".join(aliens))
        for sheet in map(on.rulebase.sheet, aliens):
            if sheet is not None and sheet.game_setup and not sheet.alien.uses:  # else it is laid by its uses
                rule = on.law["assumptions.own-setup"].citing(sheet.alien.rule)
                on.steps.append(Finding(rule, True, (), (name, sheet.alien.name, sheet.game_setup)))
    for name in on.table.hidden:
        on.find("power.sheets", True, name)


def _tell_setup(on: Turn) -> None:
    """The steps of the setup, in printed order."""
    table, law = on.table, on.law
    count = len(table.seats)
    on.find("setup.colors", True, count)
    on.find("setup.planets", law["setup.planets"].value)
    on.find("setup.ships", law["setup.ships"].value)
    on.find("setup.stacked", table.at(f"{table.seats[0]}.1", table.seats[0]), law["setup.planets"].value)
    on.find("setup.markers", len(table.foreign_colonies(table.seats[0])))
    on.find("setup.destiny", table.destiny_deck, sources=() if table.destiny_deck is None else counted(law))
    if count == law["setup.reverse-wild-out"].value:
        on.find("setup.reverse-wild-out", True, count)
    _tell_sheets(on)
    for name, techs in table.techs.items():
        on.find("technology.dealt", len(techs), name)
    large = law["setup.large-group"].value
    if isinstance(large, int) and count >= large:
        on.find("setup.large-group", True, count)
    tell_hexes(on)
    tell_fan(on)
    on.find("setup.hand", law["setup.hand"].value)
    hands = table.hands.items()
    table.hands = {name: (*hand, tbl.UNKNOWN)[: on.cards_by_sheet(name, len(hand))] for name, hand in hands}
    on.find("setup.first-player", table.turn, table.turn)
    if count <= law["setup.no-allies"].value:
        on.find("setup.no-allies")
    if count > law["setup.more-sets"].value:
        on.find("setup.more-sets", law["setup.more-sets"].value, count)
