"""Deals at the table: what may be agreed, and what comes of it (consolidated 5.10.1.3, 5.10.6, 5.10.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.judge.counted import cards_of, ships_of
from referee.judge.finding import Finding
from referee.judge.phases import deal_terms as phases
from referee.judge.ruling import DEAL, NO_DEAL, PlayerRuling, Ruling
from referee.judge.table.encounter_ruling import as_ruled, count_of, judged, outcome_of
from referee.judge.table.lines import acts_to_rule, hand_of
from referee.judge.table.reckoning import leave_by_default
from referee.judge.table.resolution import afterwards, lose_ships, owe_return, owed
from referee.judge.table.turn import Turn, stacks_of
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.acts import write_act
from referee.state.commands import Stack
from referee.state.encounter import RANDOM, Act, Term, cards_of_type
from referee.state.pending import Due
from referee.state.table import Table

_FEW, _MANY = 3, 6  # so many planets are named where there are several to choose from, and where a choice costs one


def check_deal(on: Turn) -> None:
    """A deal is made by two main players who showed negotiates, in the resolution phase, once (5.10.1.3.b)."""
    table = on.table
    if table.phase != ph.RESOLUTION:
        on.out_of_phase("a deal", "the resolution phase")
    if owed(on, table.turn, "deal") is not None:
        if is_gate_cleared_first(on):
            on.cannot("deal.home-first", table.turn, nearest=(f"return {table.turn}",))
        return
    last = table.outcome
    if last in (DEAL, NO_DEAL):
        on.nothing_due(" and ".join(table.mains()), "deal about")
    on.keep(phases.to_talk_about(last), nearest=("end",))


def is_gate_cleared_first(on: Turn) -> bool:
    """Whether the offense has still to take its ships off the gate before it can make a deal."""
    return phases.is_gate_cleared(on.law) and owed(on, on.table.turn, "return") is not None


def talked(on: Turn) -> None:
    """Carries out the deal that was said last, or its failure (5.10.6.1, 5.10.7.1)."""
    table = on.table
    *others, said = acts_to_rule(table, on.rulebase)
    if said.verb == "deal":
        said = replace(said, terms=tuple(_whole(on, said, term) for term in said.terms))
        table.acts = (*table.acts[:-1], said)
    position = as_ruled(on)
    position.acts = (*others, said) if on.known is None else acts_to_rule(on.known, on.rulebase)
    for name in table.mains():
        on.hold_at_least(name, _cards_given(said, name))
        if on.is_open(name):
            position.hands.pop(name, None)
        else:
            position.hands[name] = hand_of(table.hands[name])
    ruling = judged(on, position)
    table.due = [due for due in table.due if due.what != "deal"]
    carry_out_talks(on, ruling)


def _cards_given(deal: Act, giver: str) -> int:
    """How many cards a main player gives in a deal, at least."""
    terms = [term for term in deal.terms if term.giver == giver and not term.colony]
    return sum(max(len(term.cards), term.count or 0) for term in terms)


def carry_out_talks(on: Turn, ruling: Ruling) -> None:
    """What a deal that was made, or the failure to make one, does to the table."""
    table = on.table
    if outcome_of(ruling) == DEAL:
        act = next(act for act in reversed(acts_to_rule(table, on.rulebase)) if act.verb == "deal")
        _trade(on, act.terms)
    else:
        for name in table.mains():
            _owe_failed_deal(on, name, ruling.players[name])
    afterwards(on, ruling)


def _whole(on: Turn, deal: Act, term: Term) -> Term:
    """A term with planet, ships and where they come from; refused where the table does not have them (5.10.1.3.c)."""
    table = on.table
    if not term.colony or term.giver not in table.mains():
        return term
    getter = on.opponent(term.giver)
    planet = term.planet or _where(on, deal, term, getter)
    on.check_planet(planet, lambda: _planets_offered(on, deal, term, getter), but=tbl.PLACES)
    givers = phases.givers_colony(term.giver, planet, table.at(planet, term.giver) > 0)
    for forbidden in (givers, phases.new_colony(on.law, getter, planet, table.at(planet, getter) > 0)):
        if forbidden is not None:
            on.keep(forbidden, nearest=_planets_offered(on, deal, term, getter))
    ships = 1 if term.ships is None else term.ships
    whole = replace(term, planet=planet, ships=ships)
    if whole != term:
        on.presume("deal.which-planet", f"{getter} settles on {planet} with {ships_of(ships)}")
    deal = replace(deal, terms=tuple(whole if one is term else one for one in deal.terms))
    return replace(whole, source=_source(on, deal, whole, getter))


def _where(on: Turn, deal: Act, term: Term, getter: str) -> str:
    """The planet that is meant where none is named: the target, or else the only one that there is.

    Refused where there are several: the players have to say which of them.
    """
    found = free_colonies(on, term.giver, getter)
    if on.table.target in found:
        return on.table.target
    if not found:
        nowhere = phases.no_colony(term.giver, f"any planet where {getter} has none yet")
        on.cannot(nowhere.rule, *nowhere.words, nearest=("no deal",))
    if len(found) > 1:
        shown = " or ".join(found) if len(found) <= _FEW else f"{', '.join(found[:_FEW])} or another"
        on.cannot("deal.which-planet", term.giver, getter, shown, nearest=_planets_offered(on, deal, term, getter))
    return found[0]


def free_colonies(on: Turn, giver: str, getter: str) -> list[str]:
    """The planets where a main player can let the other settle (5.10.1.3.c.5)."""
    found = [place for place in on.table.colonies(giver) if not on.table.at(place, getter)]
    return [place for place in found if phases.home_again(on.law, getter, place) is None]


def _planets_offered(on: Turn, deal: Act, term: Term, getter: str) -> tuple[str, ...]:
    """The deal as it could be made: with each planet where the one main player can let the other settle."""
    found = free_colonies(on, term.giver, getter)
    first = [place for place in (on.table.target,) if place in found]
    places = dict.fromkeys((*first, *found))
    return (*(_with(deal, term, replace(term, planet=place)) for place in list(places)[:_FEW]), "no deal")


def _with(deal: Act, term: Term, other: Term) -> str:
    """The deal as it is typed with another term in the place of one."""
    return write_act(replace(deal, terms=tuple(other if one is term else one for one in deal.terms)))


def _source(on: Turn, deal: Act, term: Term, getter: str) -> str:
    """Where the ships for a colony come from, as it stands in a deal: a planet, the gate, or several places."""
    table, ships, source = on.table, term.ships or 0, term.source
    _check_settlers(on, deal, term, getter)
    if source in ("", "colonies"):
        stacks = _for_colony(on, deal, term, getter)
        on.find("ships.taken-from", ships, getter, stacks_of(stacks))
        off = sum(count for place, count in stacks if place != tbl.GATE)
        if off:
            leave_by_default(table, getter, off)
        return stacks[0].place if len(stacks) == 1 else source
    return source


def _check_settlers(on: Turn, deal: Act, term: Term, getter: str) -> None:
    """Refuses ships for a colony that are not in the places from which they are to come."""
    table, ships = on.table, term.ships or 0
    on_gate = table.at(tbl.GATE, getter)
    asked = [("the gate and its colonies", ships, on_gate + table.on_colonies(getter))]
    for count, place in term.stacks():
        if place in (tbl.GATE, tbl.WARP):
            asked.insert(0, (place, count, on_gate if place == tbl.GATE else 0))
        elif place != "colonies":
            asked.append((place, count, on.recount(getter, place, count)))
    for place, count, there in asked:
        forbidden = phases.settlers(getter, count, place, there)
        if forbidden is not None:
            on.keep(forbidden, nearest=(*_fewer_ships(on, deal, term, getter), "no deal"))


def _fewer_ships(on: Turn, deal: Act, term: Term, getter: str) -> Iterator[str]:
    """The deal with as many ships as there are where they are to come from, or with one from elsewhere."""
    table = on.table
    there = table.at(term.source, getter) if term.source in table.ships else 0
    if there:
        yield _with(deal, term, replace(term, ships=there, others=()))
    yield _with(deal, term, replace(term, ships=1, source="", others=()))


def _for_colony(on: Turn, deal: Act, term: Term, getter: str) -> list[Stack]:
    """Where the ships for a colony come from where no place is named: off the gate first, unless it is `colonies`.

    Refused where each way costs a colony: the getter has to name a place from which all of them come.
    """
    table, ships = on.table, term.ships or 0
    gate = min(ships, table.at(tbl.GATE, getter)) if term.source != "colonies" else 0
    ways = on.ways_to_leave(getter, ships - gate) if ships > gate else ((),)
    if len(ways) > 1:
        places = [place for place in table.colonies(getter) if table.at(place, getter) >= ships]
        nearest = [_with(deal, term, replace(term, source=place)) for place in places[:_MANY]]
        on.which_colony(getter, ships - gate, "a colony", nearest)
    return [*([Stack(tbl.GATE, gate)] if gate else []), *ways[0]]


def _trade(on: Turn, terms: tuple[Term, ...]) -> None:
    """Carries out a deal: cards change hands, colonies are founded, the gate's ships go home (5.10.6.1)."""
    table = on.table
    passed: list[tuple[str, tuple[str, ...]]] = []
    for term in terms:
        getter = on.opponent(term.giver)
        if not term.colony:
            passed.append((getter, _handed_over(on, term)))
    for getter, cards in passed:
        table.gain(getter, *cards)
    for term in terms:
        if term.colony:
            getter = on.opponent(term.giver)
            on.send(getter, _settlers(on, Act("deal", terms=terms), term, getter), term.planet)
    owe_return(on, table.turn, table.at(tbl.GATE, table.turn), tbl.GATE)


def _settlers(on: Turn, deal: Act, term: Term, getter: str) -> Sequence[Stack]:
    """The ships that settle a colony of a deal: out of the places that the term names, or as a table has it."""
    if term.source in ("", "colonies"):
        return _for_colony(on, deal, term, getter)
    ships = 1 if term.ships is None else term.ships
    return [Stack(place, count) for count, place in term.stacks()] or [Stack(term.source, ships)]


def _handed_over(on: Turn, term: Term) -> tuple[str, ...]:
    """What a main player hands over: cards of the type that was agreed, or any (5.10.1.3.c.2, 5.10.1.3.c.3)."""
    count, hand = term.count or 0, on.table.hands[term.giver]
    if term.of in ("", RANDOM):
        return hand_over(on, term.giver, term.cards, count, "deal.deliver")
    known = [card for card in hand if card != tbl.UNKNOWN]
    fit = [card for card in known if on.card_type(card) == term.of]
    unknown = hand.count(tbl.UNKNOWN)
    if len(fit) + unknown < count:
        on.keep(phases.delivered(term.giver, f"{count} {cards_of_type(term.of, count)}", cards_of(len(hand))))
    if not unknown and (len(fit) == count or len(set(fit)) == 1):
        return hand_over(on, term.giver, tuple(fit[:count]), count, "deal.deliver")
    others = [card for card in known if card not in fit]
    on.table.hold(term.giver, (*others, *((tbl.UNKNOWN,) * (len(fit) + unknown - count))))
    return (tbl.UNKNOWN,) * count


def hand_over(
    on: Turn, giver: str, named: tuple[str, ...], count: int, rule: str = "powers.not-held"
) -> tuple[str, ...]:
    """Takes cards out of a hand: those that are named, and so many more of which nobody says what they are.

    What is left is known only where every way to choose leaves the same. A card that is not there is refused by the
    `rule` for which cards are taken: as a rule a power, or a card that was played.
    """
    known = [card for card in named if card != tbl.UNKNOWN]
    for card in known:
        if not on.holds(giver, card):
            on.cannot(rule, giver, card, cards_of(len(on.table.hands[giver])))
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


def take_at_random(on: Turn, giver: str, named: tuple[str, ...], count: int, rule: str) -> tuple[str, ...]:
    """Takes so many cards out of a hand, as `hand_over`; told where others lie apart that could be taken."""
    apart = on.effect_of(giver, "rejects_cards")
    if apart is not None and count:
        on.steps.append(Finding(on.law["uses.not-diverted"].citing(apart[0].rule), True, (), (giver, cards_of(count))))
    return hand_over(on, giver, named, count, rule)


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
