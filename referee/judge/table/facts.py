"""Facts written on a table as they are told: one function for each kind of fact, and none of them asks a rule."""

from __future__ import annotations

from collections.abc import Callable

from referee.judge.table.hexes import tell_hex
from referee.judge.table.reckoning import forget, told
from referee.judge.table.sheets import tell_sheet
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.facts import Fact
from referee.state.table import Table


def tell(table: Table, facts: tuple[Fact, ...]) -> None:
    """Writes facts on a table as they are told, those first that others build on; nothing is checked or counted."""
    if any(fact.what == "invited" for fact in facts):
        table.invited = {}
    for fact in sorted(facts, key=lambda fact: _FIRST.index(fact.what) if fact.what in _FIRST else len(_FIRST)):
        if fact.what == "stack":
            _stack(table, fact)
        elif fact.what in tbl.PLACES:
            _ships(table, fact.what, fact.who, fact)
        else:
            _FACTS[fact.what](table, fact)


_FIRST = ("turn", "defense")


def _stack(table: Table, fact: Fact) -> None:
    """All ships of a place: nobody's at first, and then these."""
    if fact.number is not None:
        _ships(table, fact.who, fact.word, fact)
        return
    if table.reckoned or table.unknown:
        for name in table.seats:
            told(table, name, fact.who)
    table.lay(fact.who, {})


def _ships(table: Table, place: str, who: str, fact: Fact) -> None:
    """So many ships of a player in a place; where nobody knows how many, as many as before, but some."""
    told(table, who, place)
    if fact.hidden:
        forget(table, who, place)
    table.put(place, who, 1 if fact.hidden else fact.number or 0)


def _hand(table: Table, fact: Fact) -> None:
    """The cards of a hand; or so many of which those that were known stay known; or nobody knows how many."""
    told(table, fact.who, tbl.HAND)
    held = table.hands[fact.who]
    if fact.cards is not None:
        table.hold(fact.who, fact.cards)
        table.counted = tuple(name for name in table.counted if name != fact.who)
        return
    if fact.hidden:
        forget(table, fact.who, tbl.HAND)
        table.hold(fact.who, (tbl.UNKNOWN,) * max(len(held), 1))
        return
    known = [card for card in held if card != tbl.UNKNOWN][: fact.number]
    table.hold(fact.who, (*known, *((tbl.UNKNOWN,) * ((fact.number or 0) - len(known)))))
    if tbl.UNKNOWN not in table.hands[fact.who] and fact.who not in table.counted:
        table.counted = (*table.counted, fact.who)


def _section(table: Table, fact: Fact) -> None:
    """A section of the fan: with nobody's ships, and then with these."""
    if fact.who in table.fan:
        there = {} if fact.number is None else {**table.fan[fact.who], fact.word: fact.number}
        table.fan = {**table.fan, fact.who: {name: ships for name, ships in there.items() if ships}}


def _captured(table: Table, fact: Fact) -> None:
    """An alien sheet with nothing on it, and then with these ships, which are out of the game, and planets."""
    held = {} if fact.number is None else {**table.captured.get(fact.who, {}), fact.word: fact.number}
    table.hold_on_sheet(fact.who, held)
    if "." in fact.word and fact.word in table.ships:
        table.take_away(fact.word)
    elif fact.word in table.seats:
        table.put(tbl.REMOVED, fact.word, max(table.at(tbl.REMOVED, fact.word), table.captives(fact.word)))


def _marker(table: Table, fact: Fact) -> None:
    table.marker = fact.who


def _tokens(table: Table, fact: Fact) -> None:
    told(table, fact.who, tbl.TOKENS)
    if fact.hidden:
        forget(table, fact.who, tbl.TOKENS)
    else:
        table.tokens[fact.who] = fact.number or 0


def _owned(table: Table, fact: Fact) -> None:
    table.owned = {**table.owned, fact.who: fact.number or 0}


def _power(table: Table, fact: Fact) -> None:
    table.powers = {**table.powers, fact.who: fact.word}


def _alien(table: Table, fact: Fact) -> None:
    table.aliens.pop(fact.who, None)
    if fact.cards:
        table.aliens[fact.who] = fact.cards


def _techs(table: Table, fact: Fact) -> None:
    table.techs = {**table.techs, fact.who: fact.techs}


def _tech_deck(table: Table, fact: Fact) -> None:
    table.tech_deck = fact.number


def _tech_discards(table: Table, fact: Fact) -> None:
    table.tech_discards = fact.cards or ()


def _deck(table: Table, fact: Fact) -> None:
    table.deck = fact.number


def _destiny_deck(table: Table, fact: Fact) -> None:
    table.destiny_deck, table.destiny_drawn = fact.number, ()


def _rewards_deck(table: Table, fact: Fact) -> None:
    table.rewards_deck = fact.number


def _rewards_discards(table: Table, fact: Fact) -> None:
    table.rewards_discards = fact.number or 0


def _discards(table: Table, fact: Fact) -> None:
    table.discards = fact.cards or ()


def _turn(table: Table, fact: Fact) -> None:
    """Another one's turn is a new one, unless a phase is told with it."""
    if table.turn != fact.who:
        table.turn, table.encounter, table.phase, table.defense = fact.who, 1, ph.START, ""


def _phase(table: Table, fact: Fact) -> None:
    table.phase = fact.word
    table.winners = ()


def _encounter(table: Table, fact: Fact) -> None:
    table.encounter = fact.number or 1


def _defense(table: Table, fact: Fact) -> None:
    table.defense = fact.who


def _target(table: Table, fact: Fact) -> None:
    table.target = fact.word


def _invited(table: Table, fact: Fact) -> None:
    """Invited by one main player, or by both where it is not said by whom."""
    by_side = {OFFENSE: table.turn, DEFENSE: table.defense}
    for main in (by_side[fact.word],) if fact.word else table.mains():
        names = (*table.invited.get(main, ()), *((fact.who,) if fact.who else ()))
        table.invited = {**table.invited, main: tuple(dict.fromkeys(names))}


_FACTS: dict[str, Callable[[Table, Fact], None]] = {
    "hand": _hand,
    "fan": _section,
    "captured": _captured,
    "marker": _marker,
    "hex": tell_hex,
    "tokens": _tokens,
    "owned": _owned,
    "power": _power,
    "alien": _alien,
    "sheet": tell_sheet,
    "techs": _techs,
    "tech-deck": _tech_deck,
    "tech-discards": _tech_discards,
    "deck": _deck,
    "destiny-deck": _destiny_deck,
    "rewards-deck": _rewards_deck,
    "rewards-discards": _rewards_discards,
    "discards": _discards,
    "turn": _turn,
    "phase": _phase,
    "encounter": _encounter,
    "defense": _defense,
    "target": _target,
    "invited": _invited,
}
