"""Deals at the table: what may be agreed, and what comes of it (consolidated 5.10.1.3, 5.10.6, 5.10.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.judge.board import ships_of
from referee.judge.ruling import (
    DEAL,
    NO_DEAL,
    PlayerRuling,
    Ruling,
)
from referee.judge.table.lines import acts_to_rule, hand_of
from referee.judge.table.resolving import (
    afterwards,
    as_ruled,
    count_of,
    judged,
    lose_ships,
    outcome_of,
    owe_return,
    owed,
)
from referee.judge.table.turn import Turn
from referee.law.loader import Names
from referee.position import table as tbl
from referee.position.canonical import write_act
from referee.position.commands import Stack
from referee.position.encounter import Term
from referee.position.table import Due, Table

_EVERYWHERE = "the gate and its colonies"


def check_deal(on: Turn) -> None:
    """A deal is made by two main players who showed negotiates, in the resolution phase, once (5.10.1.3.b)."""
    table = on.table
    if table.phase != tbl.RESOLUTION:
        nearest = ("resolve",) if table.phase == tbl.REVEAL and table.revealed else ()
        on.cannot("turn.phases", "a deal", "the resolution phase", table.phase, nearest=nearest)
    if owed(on, table.turn, "deal") is not None:
        if is_gate_cleared_first(on):
            on.cannot("turn.unfinished", table.turn, "take its ships home", nearest=(f"return {table.turn}",))
        return
    last = table.outcome
    if last in (DEAL, NO_DEAL):
        on.cannot("turn.nothing-due", " and ".join(table.mains()), "deal about")
    on.cannot("deal.only-negotiates", nearest=("end",))


def is_gate_cleared_first(on: Turn) -> bool:
    """Whether the offense has still to take its ships off the gate before it can make a deal."""
    everybody = on.law["reveal.allies-home"].value == "everybody"
    return everybody and owed(on, on.table.turn, "return") is not None


def talked(on: Turn) -> None:
    """Carries out the deal that was said last, or its failure (5.10.6.1, 5.10.7.1)."""
    table = on.table
    names = Names(on.rulebase)
    *others, said = acts_to_rule(table, names)
    if said.verb == "deal":
        said = replace(said, terms=tuple(_whole(on, term) for term in said.terms))
        table.acts = (*table.acts[:-1], write_act(said))
    position = as_ruled(on)
    position.acts = (*others, said)
    for name in table.mains():
        position.hands[name] = hand_of(table.hands[name])
    table.before = _of_mains(table)
    ruling = judged(on, position)
    table.due = [due for due in table.due if due.what != "deal"]
    carry_out_talks(on, ruling)


def carry_out_talks(on: Turn, ruling: Ruling) -> None:
    """What a deal that was made, or the failure to make one, does to the table."""
    table = on.table
    if outcome_of(ruling) == DEAL:
        act = next(act for act in reversed(acts_to_rule(table, Names(on.rulebase))) if act.verb == "deal")
        _trade(on, act.terms)
    else:
        for name in table.mains():
            _owe_failed_deal(on, name, ruling.players[name])
    afterwards(on, ruling)


def _whole(on: Turn, term: Term) -> Term:
    """A term with planet, ships and where they come from; refused where the table does not have them (5.10.1.3.c)."""
    table = on.table
    if not term.colony or term.giver not in table.mains():
        return term
    getter = table.defense if term.giver == table.turn else table.turn
    planet = term.planet or _where(on, term.giver, getter)
    free = [replace(term, planet=place) for place in free_colonies(table, term.giver, getter)[:2]]
    if planet not in table.ships or planet in tbl.PLACES:
        what = planet or f"of {term.giver}'s where {getter} could settle"
        on.cannot("table.no-planet", what, nearest=_other_deals(on, term, *free))
    if not table.at(planet, term.giver):
        on.forbid("deal.givers-colony", term.giver, planet, nearest=_other_deals(on, term, *free))
    if table.at(planet, getter) and on.law["deal.new-colony"].value == "new-only":
        on.forbid("deal.new-colony", getter, planet, nearest=_other_deals(on, term, *free))
    ships = 1 if term.ships is None else term.ships
    on_gate = table.at(tbl.GATE, getter)
    have = on_gate + table.on_colonies(getter)
    fewer = replace(term, ships=min(ships, have), source="")
    if term.source == tbl.GATE and ships > on_gate:
        held = ships_of(on_gate) if on_gate else "no ships"
        on.cannot("deal.from-gate", getter, held, nearest=_other_deals(on, term, fewer))
    if term.source == tbl.WARP:
        on.cannot("deal.not-from-warp", getter, nearest=_other_deals(on, term, fewer))
    if ships > have:
        on.cannot("deal.from-planet", getter, ships_of(have), _EVERYWHERE, nearest=_other_deals(on, term, fewer))
    source = term.source
    if source in ("", "colonies"):
        stacks = _for_colony(on, getter, ships, source)
        source = stacks[0].place if len(stacks) == 1 else source
    elif source != tbl.GATE and ships > table.at(source, getter):
        there = table.at(source, getter)
        held = ships_of(there) if there else "no ships"
        on.cannot("deal.from-planet", getter, held, source, nearest=_other_deals(on, term, fewer))
    return replace(term, planet=planet, ships=ships, source=source)


def _where(on: Turn, giver: str, getter: str) -> str:
    """The planet that is meant where none is named: the target, or else the only one that there is."""
    table = on.table
    found = free_colonies(table, giver, getter)
    if table.target in found:
        return table.target
    return found[0] if len(found) == 1 else ""


def free_colonies(table: Table, giver: str, getter: str) -> list[str]:
    """The planets where a main player can let the other settle (5.10.1.3.c.5)."""
    return [place for place in table.colonies(giver) if not table.at(place, getter)]


def _other_deals(on: Turn, term: Term, *others: Term) -> tuple[str, ...]:
    """The deal as it was said, but with another term in place of one that cannot be; and at last no deal."""
    act = on.command.act
    deals = (
        []
        if act is None
        else [replace(act, terms=tuple(other if one == term else one for one in act.terms)) for other in others]
    )
    return (*map(write_act, deals), "no deal")


def _trade(on: Turn, terms: tuple[Term, ...]) -> None:
    """Carries out a deal: cards change hands, colonies are founded, the gate's ships go home (5.10.6.1)."""
    table = on.table
    passed: list[tuple[str, tuple[str, ...]]] = []
    for term in terms:
        getter = table.defense if term.giver == table.turn else table.turn
        if not term.colony:
            passed.append((getter, hand_over(on, term.giver, term.cards, term.count or 0)))
    for getter, cards in passed:
        table.gain(getter, *cards)
    for term in terms:
        if term.colony:
            getter = table.defense if term.giver == table.turn else table.turn
            ships = 1 if term.ships is None else term.ships
            if term.source in ("", "colonies"):
                stacks = _for_colony(on, getter, ships, term.source)
            else:
                stacks = [Stack(term.source, ships)]
            on.send(getter, stacks, term.planet)
    owe_return(on, table.turn, table.at(tbl.GATE, table.turn), tbl.GATE)


def _for_colony(on: Turn, getter: str, ships: int, source: str) -> list[Stack]:
    gate = min(ships, on.table.at(tbl.GATE, getter)) if source != "colonies" else 0
    stacks = [Stack(tbl.GATE, gate)] if gate else []
    return stacks + (on.fullest(getter, ships - gate) if ships > gate else [])


def hand_over(on: Turn, giver: str, named: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Takes cards out of a hand: those that are named, and so many more of which nobody says what they are.

    What is left is known only where every way to choose leaves the same.
    """
    known = [card for card in named if card != tbl.UNKNOWN]
    for card in known:
        if not on.holds(giver, card):
            on.cannot("table.not-held", giver, card)
        on.give_up(giver, card)
    hand = on.table.hands[giver]
    more = min(count - len(known), len(hand))
    if more <= 0:
        return tuple(known)
    if more < len(hand) and len(set(hand)) > 1:
        on.table.hold(giver, (tbl.UNKNOWN,) * (len(hand) - more))
        return (*known, *((tbl.UNKNOWN,) * more))
    on.table.hold(giver, hand[more:])
    return (*known, *hand[:more])


def _owe_failed_deal(on: Turn, name: str, player: PlayerRuling) -> None:
    """Three ships, or as many as there are, off the gate or any colonies; then the rest of the gate goes home."""
    table = on.table
    cost, on_gate = count_of(player.warp), table.at(tbl.GATE, name)
    have = on_gate + table.on_colonies(name)
    cost = min(cost, have)
    if cost and cost == have:  # there is nothing to choose
        lose_ships(on, name, _all_of(table, name))
    elif cost:
        table.due.append(Due(name, "lose", cost, source="deal"))
    owe_return(on, name, table.at(tbl.GATE, name), tbl.GATE)


def _all_of(table: Table, name: str) -> tuple[Stack, ...]:
    places = [tbl.GATE, *table.colonies(name)]
    return tuple(Stack(place, table.at(place, name)) for place in places if table.at(place, name))


def _of_mains(table: Table) -> dict[str, Any]:
    """What the main players have before a deal is carried out, for the case that it is quashed."""
    mains = table.mains()
    return {
        "acts": len(table.acts),
        "ships": {name: {place: table.at(place, name) for place in table.ships} for name in mains},
        "hands": {name: list(table.hands[name]) for name in mains},
        "powers": {name: table.powers[name] for name in mains if name in table.powers},
        "tokens": dict(table.tokens),
        "cards": dict(table.cards),
    }
