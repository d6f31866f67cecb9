"""A mistake put right at the table as it is: one `set` with the fewest facts that carries a difference to it.

Ships and cards only change places: as many leave one as come to another, and no more than are there. Hidden cards are
counted. What belongs to an encounter that is over (the gate, the ships beside the planet) is not carried to another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from referee.state import table as tbl
from referee.state.commands import Command, write_command
from referee.state.facts import Fact
from referee.state.table import Table

_PASSING = (tbl.GATE, tbl.BESIDE, tbl.TECH, tbl.LIMBO, tbl.UNPLACED)  # of one encounter, or told by other facts
_ANY = 1_000_000  # cards in a deck that nobody counts
DECK = " deck"  # how the pile is called of which nobody knows the cards; no player has a name with a space
_DISCARDS = " discards"


def put_right(present: Table, was: Table, now: Table) -> str:
    """The `set` that carries what is otherwise between two tables to a third one; none (an empty text) for nothing.

    With the present table as the second one, all of the difference is carried.
    """
    facts = [*_ships(present, was, now), *_cards(present, was, now), *_tokens(present, was, now)]
    if present is was:
        facts += _powers(was, now)
    return write_command(Command("set", facts=tuple(facts))) if facts else ""


# -- ships -------------------------------------------------------------------------------------------------------------


def _ships(present: Table, was: Table, now: Table) -> list[Fact]:
    """The stacks of each place that is otherwise, as they should be."""
    stacks = {place: {**there} for place, there in present.ships.items()}
    places = [place for place in stacks if present is was or place not in _PASSING]
    for name in present.seats:
        carry_ships(stacks, name, {place: now.at(place, name) - was.at(place, name) for place in places})
    facts = list[Fact]()
    for place, there in stacks.items():
        kept = {name: count for name, count in there.items() if count}
        if kept != present.ships[place]:
            facts += _stack_facts(present, place, kept)
    return facts


def _stack_facts(present: Table, place: str, kept: Mapping[str, int]) -> list[Fact]:
    """All ships of a planet; of another place those of the players with whom it is otherwise."""
    if place not in tbl.PLACES:
        hidden = {name: _is_unknown(present, name, place) for name in kept}
        stacks = [Fact("stack", place, count, name, hidden=hidden[name]) for name, count in kept.items()]
        return [Fact("stack", place), *stacks]
    names = [name for name in present.seats if present.at(place, name) != kept.get(name, 0)]
    return [Fact(place, name, kept.get(name, 0), hidden=_is_unknown(present, name, place)) for name in names]


def _is_unknown(table: Table, name: str, place: str) -> bool:
    """True if nobody knows that count of a player."""
    return place in table.unknown.get(name, ())


def carry_ships(stacks: dict[str, dict[str, int]], name: str, wanted: Mapping[str, int]) -> None:
    """Moves a player's ships as far as they are there, from where there should be fewer to where more should be."""
    giving = [(place, min(-change, stacks[place].get(name, 0))) for place, change in wanted.items() if change < 0]
    lacking = [(place, change) for place, change in wanted.items() if change > 0]
    sources = [place for place, count in giving for _ in range(count)]
    goals = [place for place, count in lacking for _ in range(count)]
    for source, goal in zip(sources, goals, strict=False):
        stacks[source][name] = stacks[source].get(name, 0) - 1
        stacks[goal][name] = stacks[goal].get(name, 0) + 1


# -- cards -------------------------------------------------------------------------------------------------------------


def _piles(table: Table) -> dict[str, Counter[str]]:
    """The cards by who holds them, those of the deck as so many unknown ones: any number where it is not counted."""
    piles = {name: Counter(cards) for name, cards in table.hands.items()}
    piles[_DISCARDS] = Counter(table.discards)
    lying = sum(cards.total() for cards in (*piles.values(), Counter(table.cards.values()), *_aside(table)))
    piles[DECK] = Counter({tbl.UNKNOWN: _ANY - lying if table.deck is None else table.deck})
    return piles


def _aside(table: Table) -> list[Counter[str]]:
    return [Counter(cards) for cards in table.aside.values()]


def _cards(present: Table, was: Table, now: Table) -> list[Fact]:
    """The hands, the deck and the discard pile that are otherwise, as they should be."""
    piles = _piles(present)
    return _pile_facts(present, piles) if carry_cards(piles, _piles(was), _piles(now)) else []


def carry_cards(
    piles: Mapping[str, Counter[str]], was: Mapping[str, Counter[str]], now: Mapping[str, Counter[str]]
) -> bool:
    """Moves cards between piles as they are otherwise in two others, as far as they are there; True if there are any.

    Piles are by who holds them, a deck by a name that begins with `DECK`.
    """
    lost = {name: was[name] - now[name] for name in piles}
    gained = {name: now[name] - was[name] for name in piles}
    taken = {name: cards & piles[name] for name, cards in lost.items()}
    for name, cards in gained.items():
        for card in cards.elements():
            _hand_over(piles, taken, name, card)
    return any(lost.values()) or any(gained.values())


def _hand_over(piles: Mapping[str, Counter[str]], taken: Mapping[str, Counter[str]], to: str, card: str) -> None:
    """Moves a card to a pile: itself, or one in its place that a pile has to lose; none where none is left."""
    holders = [name for name, cards in taken.items() if cards[card] > 0] or [n for n in taken if taken[n].total() > 0]
    if not holders:
        return
    source = holders[0]
    held = card if taken[source][card] > 0 else next(iter(taken[source].elements()))
    taken[source][held] -= 1
    piles[source][held] -= 1
    piles[to][_in(to, card if held == tbl.UNKNOWN else held)] += 1


def _in(name: str, card: str) -> str:
    """A card as its pile has it: nobody knows what lies in the deck."""
    return tbl.UNKNOWN if name.startswith(DECK) else card


def _pile_facts(present: Table, piles: Mapping[str, Counter[str]]) -> list[Fact]:
    facts = list[Fact]()
    before = _piles(present)
    for name in present.seats:
        if piles[name] != before[name] and not _is_unknown(present, name, tbl.HAND):
            cards = _in_order(present.hands[name], piles[name])
            known = set(cards) - {tbl.UNKNOWN}
            facts.append(Fact("hand", name, cards=cards) if known else Fact("hand", name, len(cards)))
    if present.deck is not None and piles[DECK].total() != present.deck:
        facts.append(Fact("deck", number=piles[DECK].total()))
    if +piles[_DISCARDS] != before[_DISCARDS]:
        facts.append(Fact("discards", cards=_in_order(present.discards, piles[_DISCARDS])))
    return facts


def _in_order(before: tuple[str, ...], cards: Counter[str]) -> tuple[str, ...]:
    """The cards in the order in which they lay, what has come last."""
    left, found = Counter(cards), list[str]()
    for card in before:
        if left[card] > 0:
            left[card] -= 1
            found.append(card)
    return (*found, *left.elements())


# -- the rest ----------------------------------------------------------------------------------------------------------


def _tokens(present: Table, was: Table, now: Table) -> list[Fact]:
    """The tokens on sheets that are otherwise."""
    facts = list[Fact]()
    for name in present.seats:
        have = present.tokens.get(name, 0)
        right = max(have + now.tokens.get(name, 0) - was.tokens.get(name, 0), 0)
        if right != have:
            facts.append(Fact("tokens", name, right))
    return facts


def _powers(was: Table, now: Table) -> list[Fact]:
    """The powers that are otherwise."""
    return [
        Fact("power", name, word=now.powers[name])
        for name in was.seats
        if was.powers.get(name) != now.powers.get(name) and now.powers.get(name)
    ]
