"""A mistake put right at a table of Duel as it is: one `set`, with the ships and cards that change places."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.duel.correcting import correct
from referee.duel.declared import Spoken
from referee.duel.on import say
from referee.duel.state import UNKNOWN, State
from referee.judge.ways.put_right import DECK, carry_cards, carry_ships

_DISCARDS = " discards "


def put_right(present: State, was: State, now: State) -> str:
    """The `set` that carries what is otherwise between two tables to a third one; none (an empty text) for nothing."""
    facts = [fact for spoken in (*_ships(present, was, now), *_cards(present, was, now)) for fact in _facts_of(spoken)]
    return str(say("set", facts=tuple(facts))) if facts else ""


def _facts_of(spoken: Spoken) -> tuple[Spoken, ...]:
    """The facts that a `set` tells."""
    found: tuple[Spoken, ...] = spoken.values["facts"]
    return found


def _stacks(state: State) -> dict[str, dict[str, int]]:
    """The ships that are known, by place: the supply, the Warp, and planets by number."""
    counted = {"supply": state.supply, "warp": state.warp}
    known = {place: {n: count for n, count in there.items() if count is not None} for place, there in counted.items()}
    return {**known, **{planet: {**ships} for planet, ships in state.planets.items()}}


def _ships(present: State, was: State, now: State) -> Iterator[Spoken]:
    stacks, before, once, then = _stacks(present), _stacks(present), _stacks(was), _stacks(now)
    for name in present.seats:
        both = [place for place in stacks if place in once and place in then]
        carry_ships(stacks, name, {place: then[place].get(name, 0) - once[place].get(name, 0) for place in both})
    for place, ships in stacks.items():
        changed = {name: count for name, count in ships.items() if count != before[place].get(name, 0)}
        if changed and place in ("supply", "warp"):
            yield correct(place, counts=changed)
        elif changed:
            there = {name: count for name, count in ships.items() if count}
            yield correct("planet", planet=place, symbol="", ships=there)


def _piles(state: State) -> dict[str, Counter[str]]:
    """The cards of each player: the hand, the discard pile, and the own deck."""
    piles = {name: Counter(state.hands[name]) for name in state.seats}
    piles |= {f"{_DISCARDS}{name}": Counter(state.discards.get(name, [])) for name in state.seats}
    return piles | {f"{DECK}{name}": Counter({UNKNOWN: state.piles.get(name, 0)}) for name in state.seats}


def _cards(present: State, was: State, now: State) -> Iterator[Spoken]:
    piles, before = _piles(present), _piles(present)
    carry_cards(piles, _piles(was), _piles(now))
    for name in present.seats:
        if piles[name] != before[name]:
            yield correct("hand", who=name, cards=tuple(piles[name].elements()))
        if piles[f"{_DISCARDS}{name}"] != before[f"{_DISCARDS}{name}"]:
            yield correct("discards", who=name, cards=tuple(piles[f"{_DISCARDS}{name}"].elements()))
        if piles[f"{DECK}{name}"] != before[f"{DECK}{name}"]:
            yield correct("deck", counts={name: piles[f"{DECK}{name}"].total()})
