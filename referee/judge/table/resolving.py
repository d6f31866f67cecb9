"""The encounter ruled as on one line, and what the ruling does to the table (consolidated 5.10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.judge.acts import ARTIFACTS
from referee.judge.board import ships_of
from referee.judge.cases import judge
from referee.judge.finding import Finding
from referee.judge.ruling import (
    DEAL,
    DEPENDS,
    ILLEGAL,
    MAKE_A_DEAL,
    NO_DEAL,
    OFFENSE_WINS,
    OPEN,
    PlayerRuling,
    Ruling,
    Then,
)
from referee.judge.table.lines import acts_to_rule, card_of_main, hand_of, invited_allies, position_of
from referee.judge.table.played import acts_of
from referee.judge.table.sheets import too_late
from referee.judge.table.turn import RefusedError, Turn, command
from referee.judge.table.verdict import Refusal
from referee.law.law import POWER, Rule
from referee.law.loader import Names
from referee.position import table as tbl
from referee.position.canonical import write_act
from referee.position.commands import Stack
from referee.position.encounter import DEFENSE, OFFENSE, Position, Term
from referee.position.notation import read
from referee.position.table import Due, Table


@command("resolve", tbl.REVEAL, tbl.RESOLUTION)
def resolve(on: Turn) -> None:
    """The revealed cards decide (5.10.1); the outcome is carried out as far as nobody has to choose."""
    table = on.table
    if table.phase == tbl.RESOLUTION:
        if owed(on, table.turn, "deal") is not None:
            on.cannot("deal.still", *table.mains(), nearest=("no deal",))
        on.cannot("turn.phases", "resolving", "the end of the reveal phase", table.phase, nearest=("end",))
    if not table.revealed and tbl.UNKNOWN in table.cards.values():
        nearest = "reveal " + ", ".join(f"{name} {card}" for name, card in table.cards.items())
        on.cannot("planning.not-revealed", nearest=(nearest,))
    table.revealed = True
    ruling = _judged(on, position_of(table, Names(on.rulebase)))
    table.line = ruling.position
    table.phase = tbl.RESOLUTION
    outcome = _outcome(ruling)
    for name, player in ruling.players.items():
        if outcome == MAKE_A_DEAL and name in table.mains():
            continue
        place = _place_of(table, name)
        if place:
            _move(on, name, place, player)
        _owe_cards(on, name, player)
    if outcome == MAKE_A_DEAL:
        table.due.append(Due(table.turn, "deal"))
        for name in table.seats:
            on.check_power(name)
        return
    _afterwards(on, ruling)


def _judged(on: Turn, position: Position) -> Ruling:
    """The ruling of the encounter as it stands now; refused where it is illegal, hidden or not covered."""
    ruling = judge(position, on.rulebase, False)
    waived = on.waived >= {illegal.finding.rule.id for illegal in ruling.illegal} or too_late(on, ruling)
    if ruling.status == ILLEGAL and waived:
        ruling = judge(position, on.rulebase, True)
    elif ruling.status == ILLEGAL:
        talks = any(due.what == "deal" for due in on.table.due)
        nearest, history = (("no deal",), ()) if talks else ((), ("undo",))
        raise RefusedError(*(Refusal(illegal.finding, nearest, history) for illegal in ruling.illegal))
    on.steps.append(ruling.root)
    on.ruling = ruling
    if ruling.status == DEPENDS:
        on.cannot("turn.hidden", "; ".join(ruling.needs))
    if ruling.status == OPEN:
        on.cannot("turn.hidden", "no document covers it; the players settle it", nearest=("wins offense WHY",))
    on.table.last = ruling.to_dict(proof=False)
    return ruling


def _outcome(ruling: Ruling) -> str:
    return ruling.outcome.value if ruling.outcome is not None else ""


def _as_turned_up(on: Turn) -> Position:
    """The encounter as it stood when the cards were turned up, with all that was done since."""
    names = Names(on.rulebase)
    position = read(on.table.line, names)
    position.invited = invited_allies(on.table)
    position.acts = acts_to_rule(on.table, names)
    return position


def ruled(on: Turn) -> Ruling | None:
    """The ruling of this encounter with its proof, as far as cards were turned up; None before that."""
    table = on.table
    if table.line:
        return judge(_as_turned_up(on), on.rulebase, True)
    if table.phase == tbl.REVEAL and table.revealed:
        return judge(position_of(table, Names(on.rulebase)), on.rulebase, True)
    return None


def grounds(on: Turn, who: str, what: str) -> tuple[Rule, ...]:
    """What a figure of the ruling rests on: its own rule and those before it, where the ships went, the outcome."""
    ruling = ruled(on)
    if ruling is None:
        return ()
    found: list[Finding | None] = [ruling.outcome]
    player = ruling.players.get(who)
    figure: Finding | None = getattr(player, what, None)
    if what == "total" and ruling.totals is not None:
        figure = ruling.totals[0 if who == OFFENSE else 1]
    found += [figure, *(figure.sources if figure is not None else ())]
    if player is not None and what in _FATES:
        fates = (getattr(player, fate) for fate in _FATES)
        found += [fate for fate in fates if fate is not None and fate.value]
    rules = {finding.rule.id: finding.rule for finding in found if finding is not None}
    return tuple(rules.values())


_FATES = ("lands", "warp", "returns", "stays", "removed")


def _place_of(table: Table, name: str) -> str:
    if name == table.turn:
        return tbl.GATE
    if name == table.defense:
        return table.target
    return {OFFENSE: tbl.GATE, DEFENSE: tbl.BESIDE}.get(table.allies.get(name, ""), "")


def _count(finding: Finding | None) -> int:
    return finding.value if finding is not None and finding.value else 0


# -- carrying out ------------------------------------------------------------------------------------------------------


def _move(on: Turn, name: str, place: str, player: PlayerRuling) -> None:
    """Moves a player's ships in the encounter as ruled; what returns is the owner's to place."""
    table = on.table
    lost, removed = _count(player.warp), _count(player.removed)
    table.move(name, lost, place, tbl.WARP)
    table.move(name, removed, place, tbl.REMOVED)
    if place != table.target:
        table.move(name, _count(player.lands), place, table.target)
    returns = _count(player.returns)
    if place == table.target and returns:  # saved ships have left the planet, whatever becomes of them
        table.move(name, returns, place, tbl.BESIDE)
        place = tbl.BESIDE
    _owe_return(on, name, returns, place)


def _owe_return(on: Turn, name: str, count: int, place: str) -> None:
    """Ships that return go where their owner chooses; without any colony there is no choice (DF-44)."""
    table = on.table
    if not count:
        return
    if table.colonies(name):
        table.due.append(Due(name, "return", count, place))
    elif on.law["ships.no-colony"].value == tbl.WARP:
        table.move(name, count, place, tbl.WARP)
        on.find("ships.no-colony", tbl.WARP, name, ships_of(count))


def _owe_cards(on: Turn, name: str, player: PlayerRuling) -> None:
    table = on.table
    owed_cards = _count(player.compensation)
    if owed_cards:
        winner = table.defense if name == table.turn else table.turn
        table.due.append(Due(name, "take", owed_cards, source=winner))
    picks = _count(player.rewards)
    if picks:
        as_ships = player.rewards_as_ships.value if player.rewards_as_ships is not None else None
        table.due.append(Due(name, "reward", picks, as_ships=as_ships))


def _afterwards(on: Turn, ruling: Ruling) -> None:
    """What an outcome that is settled leaves: tokens, powers, the discards, and who is about to win."""
    table = on.table
    for then in ruling.then:
        if _gains_tokens(on, then):
            table.tokens[then.who] = table.tokens.get(then.who, 0) + then.finding.value
    table.successful = _outcome(ruling) in (OFFENSE_WINS, DEAL)
    for name in table.seats:
        on.check_power(name)
    table.pile, table.kept = _pile(on, ruling)
    put_away(on, at_once=on.law["discards.moment"].value == "before-the-ships")
    note_winning(on)


def _gains_tokens(on: Turn, then: Then) -> bool:
    for name in on.table.aliens.get(then.who, ()):
        alien = on.rulebase.alien(name)
        for use in alien.uses if alien is not None else ():
            if use.rule.id == then.finding.rule.id:
                return any(effect.verb == "gain_tokens" for effect in use.effects)
    return False


def _pile(on: Turn, ruling: Ruling) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards that are discarded, bottom first, and the main players who take theirs back instead.

    Where no order is printed, any will do.
    """
    found = ruling.discards
    rules = ("discards.order", "discards.order-of-many", "discards.none")
    if found is None:
        found = next(finding for finding in ruling.findings() if finding.rule.id in rules)
    cards = found.value if found.value is not None else found.words[0].split()
    mains = on.table.mains()
    return tuple(cards), tuple(
        step.words[0] for step in found.sources if step.rule.kind == POWER and step.words[0] in mains
    )


def put_away(on: Turn, at_once: bool = False) -> None:
    """Discards what the encounter leaves, once compensation, rewards and deals are done (5.10.3; DF-39)."""
    table = on.table
    if not table.cards or not table.line or (not at_once and any(due.what in _BEFORE_DISCARDS for due in table.due)):
        return
    on.discard(table.pile)
    for name in table.kept:
        table.hands[name] = (*table.hands[name], str(card_of_main(table, name)))
    table.cards = {}


_BEFORE_DISCARDS = ("take", "reward", "deal", "lose")


def note_winning(on: Turn) -> None:
    """Who has the colonies that win, by the ships on the table (1.2.1); settled when the phase ends (4.12.1)."""
    needed: int = on.law["win.colonies"].value
    table = on.table
    table.winning = tuple(name for name, count in table.count_colonies()[1].items() if count >= needed)


# -- deals -------------------------------------------------------------------------------------------------------------


def check_deal(on: Turn) -> None:
    """A deal is made by two main players who showed negotiates, in the resolution phase, once (5.10.1.3.b)."""
    table = on.table
    if table.phase != tbl.RESOLUTION:
        nearest = ("resolve",) if table.phase == tbl.REVEAL and table.revealed else ()
        on.cannot("turn.phases", "a deal", "the resolution phase", table.phase, nearest=nearest)
    if owed(on, table.turn, "deal") is not None:
        return
    last = (table.last or {}).get("outcome") if table.line else None
    if last in (DEAL, NO_DEAL):
        on.cannot("turn.nothing-due", " and ".join(table.mains()), "deal about")
    on.cannot("deal.only-negotiates", nearest=("end",))


def talked(on: Turn) -> None:
    """Carries out the deal that was said last, or its failure (5.10.6.1, 5.10.7.1)."""
    table = on.table
    names = Names(on.rulebase)
    *others, said = acts_to_rule(table, names)
    if said.verb == "deal":
        said = replace(said, terms=tuple(_whole(on, term) for term in said.terms))
        table.acts = (*table.acts[:-1], write_act(said))
    position = read(table.line, names)
    position.invited = invited_allies(table)
    position.acts = (*others, said)
    for name in table.mains():
        position.hands[name] = hand_of(table.hands[name])
    table.before = _of_mains(table)
    ruling = _judged(on, position)
    table.due = [due for due in table.due if due.what != "deal"]
    _carry_out_talks(on, ruling)


def _carry_out_talks(on: Turn, ruling: Ruling) -> None:
    table = on.table
    if _outcome(ruling) == DEAL:
        act = next(act for act in reversed(acts_to_rule(table, Names(on.rulebase))) if act.verb == "deal")
        _trade(on, act.terms)
    else:
        for name in table.mains():
            _owe_failed_deal(on, name, ruling.players[name])
    _afterwards(on, ruling)


def _whole(on: Turn, term: Term) -> Term:
    """A term with planet, ships and where they come from; refused where the table does not have them (5.10.1.3.c)."""
    table = on.table
    if not term.colony or term.giver not in table.mains():
        return term
    getter = table.defense if term.giver == table.turn else table.turn
    planet = term.planet or _where(on, term.giver, getter)
    if planet not in table.ships or planet in tbl.PLACES:
        on.cannot("table.no-planet", planet or f"of {term.giver}'s where {getter} could settle", nearest=("no deal",))
    if not table.at(planet, term.giver):
        on.forbid("deal.givers-colony", term.giver, planet, nearest=_offers(on, term.giver, getter))
    if table.at(planet, getter) and on.law["deal.new-colony"].value == "new-only":
        on.forbid("deal.new-colony", getter, planet, nearest=_offers(on, term.giver, getter))
    ships = 1 if term.ships is None else term.ships
    on_gate = table.at(tbl.GATE, getter)
    have = on_gate + sum(table.at(place, getter) for place in table.colonies(getter))
    if term.source == tbl.GATE and ships > on_gate:
        on.cannot("deal.from-gate", getter, ships_of(on_gate) if on_gate else "no ships", nearest=("no deal",))
    if ships > have:
        on.cannot("deal.from-planet", getter, ships_of(have), "the gate and its colonies", nearest=("no deal",))
    source = term.source
    if source in ("", "colonies"):
        stacks = _for_colony(on, getter, ships, source)
        source = stacks[0].place if len(stacks) == 1 else source
    elif source != tbl.GATE and ships > table.at(source, getter):
        there = table.at(source, getter)
        on.cannot("deal.from-planet", getter, ships_of(there) if there else "no ships", source, nearest=("no deal",))
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


def _offers(on: Turn, giver: str, getter: str) -> tuple[str, ...]:
    found = free_colonies(on.table, giver, getter)[:2]
    return (*(f"deal {giver} gives colony {place}" for place in found), "no deal")


def _trade(on: Turn, terms: tuple[Term, ...]) -> None:
    """Carries out a deal: cards change hands, colonies are founded, the gate's ships go home (5.10.6.1)."""
    table = on.table
    passed: list[tuple[str, tuple[str, ...]]] = []
    for term in terms:
        getter = table.defense if term.giver == table.turn else table.turn
        if not term.colony:
            passed.append((getter, hand_over(on, term.giver, term.cards, term.count or 0)))
    for getter, cards in passed:
        table.hands[getter] = (*table.hands[getter], *cards)
    for term in terms:
        if term.colony:
            getter = table.defense if term.giver == table.turn else table.turn
            ships = 1 if term.ships is None else term.ships
            if term.source in ("", "colonies"):
                stacks = _for_colony(on, getter, ships, term.source)
            else:
                stacks = [Stack(term.source, ships)]
            on.send(getter, stacks, term.planet)
    _owe_return(on, table.turn, table.at(tbl.GATE, table.turn), tbl.GATE)


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
        on.table.hands[giver] = (tbl.UNKNOWN,) * (len(hand) - more)
        return (*known, *((tbl.UNKNOWN,) * more))
    on.table.hands[giver] = hand[more:]
    return (*known, *hand[:more])


def _owe_failed_deal(on: Turn, name: str, player: PlayerRuling) -> None:
    """Three ships, or as many as there are, off the gate or any colonies; then the rest of the gate goes home."""
    table = on.table
    cost, on_gate = _count(player.warp), table.at(tbl.GATE, name)
    have = on_gate + sum(table.at(place, name) for place in table.colonies(name))
    cost = min(cost, have)
    if cost and cost == have:  # there is nothing to choose
        lose_ships(on, name, _all_of(table, name))
    elif cost:
        table.due.append(Due(name, "lose", cost, source="deal"))
    _owe_return(on, name, table.at(tbl.GATE, name), tbl.GATE)


def _all_of(table: Table, name: str) -> tuple[Stack, ...]:
    places = [tbl.GATE, *table.colonies(name)]
    return tuple(Stack(place, table.at(place, name)) for place in places if table.at(place, name))


# -- what is played after the outcome ----------------------------------------------------------------------------------


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


def reconsider(on: Turn) -> None:
    """Something was played in the resolution phase: the encounter is ruled again, and what differs is put right.

    Refused where it comes too late: where what it would change has been carried out by its owner's choice.
    """
    table = on.table
    if not table.line:
        return
    before = (table.last or {}).get("outcome")
    was = {name: _settled(player) for name, player in (table.last or {}).get("players", {}).items()}
    ruling = _judged(on, _as_turned_up(on))
    outcome = _outcome(ruling)
    if owed(on, table.turn, "deal") is not None:
        return
    if outcome != before:
        if table.before is None or {before, outcome} != {DEAL, NO_DEAL}:
            on.cannot("turn.too-late", history=("undo",))
        _restore(on)
        _carry_out_talks(on, ruling)
        return
    for name, player in ruling.players.items():
        if _settled(player.to_dict()) != was.get(name):
            on.cannot("turn.too-late", history=("undo",))
        _owe_anew(on, name, "take", _count(player.compensation))
        _owe_anew(on, name, "reward", _count(player.rewards))
    _pile_anew(on, ruling)


def _settled(player: dict[str, Any]) -> list[Any]:
    return [player[key] for key in ("lands", "warp", "returns", "stays", "removed")]


def _owe_anew(on: Turn, name: str, what: str, count: int) -> None:
    """Fewer cards or rewards are due than before, or none: what was not taken yet is not taken any more."""
    due = owed(on, name, what)
    if due is not None and not count:
        on.table.due.remove(due)


def _pile_anew(on: Turn, ruling: Ruling) -> None:
    """The discards as they are now; a pile that lies there already is changed if nothing lies on it."""
    table = on.table
    pile, kept = _pile(on, ruling)
    if table.cards:
        table.pile, table.kept = pile, kept
        put_away(on)
        return
    lies = table.discards[len(table.discards) - len(table.pile) :] == table.pile
    back = [name for name in kept if name not in table.kept]
    if not lies:
        if back or len(pile) < len(table.pile):
            on.cannot("turn.too-late", history=("undo",))
        on.discard(pile[len(table.pile) :])
    else:
        table.discards = (*table.discards[: len(table.discards) - len(table.pile)], *pile)
        taken = list(table.pile)
        for name in back:
            card = next(card for card in taken if card not in pile or taken.count(card) > pile.count(card))
            table.hands[name] = (*table.hands[name], card)
    table.pile, table.kept = pile, kept


def _restore(on: Turn) -> None:
    """Takes a deal back that was carried out: cards and ships of the main players, not what was played since."""
    table = on.table
    before = table.before or {}
    if not table.cards:
        under = len(table.discards) - len(table.pile)
        if table.discards[under:] != table.pile:
            on.cannot("turn.too-late", history=("undo",))
        table.discards = table.discards[:under]
        table.cards = dict(before["cards"])
    mains = table.mains()
    table.due = [due for due in table.due if due.who not in mains]
    for name in mains:
        for place in list(table.ships):
            table.put(place, name, before["ships"][name].get(place, 0))
        table.hands[name] = tuple(before["hands"][name])
    table.powers.update(before["powers"])
    table.tokens = dict(before["tokens"])
    for act in acts_of(table, Names(on.rulebase))[before["acts"] :]:
        card = ARTIFACTS.get(act.verb)
        if card and act.by in mains and on.holds(act.by, card):
            on.give_up(act.by, card)


# -- what is left to do ------------------------------------------------------------------------------------------------


def owed(on: Turn, who: str, what: str) -> Due | None:
    """What a player has still to do of one kind, or None."""
    return next((due for due in on.table.due if due.who == who and due.what == what), None)


def settle(on: Turn, due: Due, count: int) -> None:
    """So much of what is due is done."""
    due.count -= count
    if due.count <= 0:
        on.table.due.remove(due)
    put_away(on)


def lose_ships(on: Turn, who: str, stacks: tuple[Stack, ...], rule: str = "deal.lost-ships") -> None:
    """Ships go to the warp for a deal that failed, or for what another rule says."""
    on.send(who, stacks, tbl.WARP)
    total = sum(count for _, count in stacks)
    said = ", ".join(f"{place} {count}" for place, count in stacks)
    on.find(rule, total, who, said, ships_of(total))
