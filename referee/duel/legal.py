"""What may be done now, and by whom, in commands that can be typed."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.loader import Rulebase
from referee.duel import state as st
from referee.duel.control import controlled
from referee.duel.envoys import needs_supply
from referee.duel.line import BLAST, NOTHING, RECOVER, SHIELD
from referee.duel.on import HiddenError, On
from referee.duel.play import cut, is_free, next_to_reveal, over_limit
from referee.duel.state import Due, Phase, State
from referee.duel.tactics import has_readied, to_ready, who_may_ignore
from referee.duel.texts import is_reinforcement, signed

Offer = tuple[str, str]
_FREE = ("draw {0} 1", "gain {0} 1", "recover {0} 1", "befriend {0} 1", "estrange {0} 1")


def legal(table: State, rulebase: Rulebase) -> Iterator[Offer]:
    """Who may do what now. Of many forms of one thing some are named: other cards and numbers are understood too."""
    on = On(table, rulebase)
    if table.dues and table.dues[0].verb in ("keep", "show", "strike"):
        yield from _due(on, table.dues[0])
    elif table.phase != Phase.OVER:
        yield from _BY_PHASE[table.phase](on)


def _setup(on: On) -> Iterator[Offer]:
    first, second = on.table.seats
    yield first, f"top {first} 13, {second} 7"


def _destiny(on: On) -> Iterator[Offer]:
    table = on.table
    over = over_limit(on)
    for name, cards in over.items():
        yield name, cut(on, name, cards)
    if over:
        return
    decks = [table.next] if table.next else [deck for deck in st.DECKS if table.decks[deck]]
    for deck in decks:
        if table.decks[deck] and (deck != st.DISCOVERY or table.stack):
            yield table.leader, f"destiny {deck} advantage 5" if deck == st.DISCOVERY else f"destiny {deck}"
        for text in on.texts.of("destiny") if table.decks[deck] else ():
            fits = text.data["deck"] == deck and text.name not in table.past
            if fits and (table.stack or text.data.get("place") != "discover"):
                yield table.leader, f"destiny {text.name}"


def _bar(on: On) -> Iterator[Offer]:
    table = on.table
    if table.bar:
        for planet in table.bar:
            yield table.straggler, f"select {table.straggler} {planet}"
    else:
        symbols = dict.fromkeys(
            symbol for planet, symbol in table.symbols.items() if symbol and planet in table.planets
        )
        if symbols:
            yield table.straggler, f"bar {', '.join(symbols)}"


def _dials(on: On) -> Iterator[Offer]:
    table = on.table
    least, most = on.law["sending.dial"].value
    sends = [name for name in table.order() if name not in on.fight.barred]
    if not sends:
        yield table.leader, "dial"
        return
    for dial in range(least, most + 1):
        for other in range(least, most + 1) if len(sends) > 1 else (0,):
            shown = zip(sends, (dial, other), strict=False)
            yield sends[0], f"dial {', '.join(f'{name} {number}' for name, number in shown)}"


def _envoys(on: On) -> Iterator[Offer]:
    who = next_to_reveal(on)
    if who is None:
        return
    for key in on.table.ally(who):
        envoy = on.table.envoys[key]
        if not envoy.faceup and envoy.name != st.UNKNOWN and not _held_back(on, who, envoy.name):
            yield who, f"reveal {who} {envoy.name}"
    yield who, f"pass {who}"


def _held_back(on: On, who: str, name: str) -> bool:
    """Whether an envoy's own text does not let it be revealed now."""
    return any((on.table.supply[who] or 0) < ability.args["ships"] for ability in needs_supply(on, name))


def _choose(on: On) -> Iterator[Offer]:
    table = on.table
    for name in table.order():
        if name in on.fight.plans:
            continue
        hand = table.hands[name]
        if on.ability(name, "sets-snare"):
            for card in dict.fromkeys(hand):
                yield name, f"snare {name} {card}"
            if not table.snares.get(name) and len(hand) > 1:
                continue
        for card in dict.fromkeys(hand):
            if card == st.UNKNOWN:
                yield name, f"choose {name}"
            elif not is_reinforcement(card, -99):
                yield name, f"choose {name} {card}"


def _tactic_pairs(on: On) -> Iterator[Offer]:
    table = on.table
    if on.fight.shown:
        try:
            who = who_may_ignore(on)
        except HiddenError as error:
            yield on.table.leader, f"set icon {error.hidden.name} {BLAST}"
            return
        if not who:
            yield on.table.leader, "tactics"
            return
        ability = on.ability(who, "ignores-matching-tactic")
        yield who, f"use {who} {ability.name if ability else ''}"
        yield who, f"pass {who}"
        return
    tactics = (f"{BLAST} 1", f"{BLAST} 3", f"{SHIELD} 2", f"{RECOVER} 1", f"{RECOVER} 2")
    can = {name: tactics if has_readied(on, len(table.spent[name])) else ("no tactic",) for name in table.order()}
    first, second = table.order()
    for one in can[first]:
        for other in can[second]:
            shown = [
                f"{name} {tactic}"
                for name, tactic in ((first, one), (second, other))
                if on.fight.tactics.get(name, st.UNKNOWN) == st.UNKNOWN
            ]
            yield first, f"tactics {', '.join(shown)}".strip()


def _ready(on: On) -> Iterator[Offer]:
    due = on.table.dues[0]
    spent = to_ready(on, due.who, due.whose)[: due.number]
    yield due.who, f"ready {due.who} {', '.join('no tactic' if t == NOTHING else t for t in spent)}"


def _plans(on: On) -> Iterator[Offer]:
    table = on.table
    hidden = [name for name in table.order() if on.fight.plans[name] == st.UNKNOWN]
    for card in (5, 13, 20) if hidden else (0,):
        shown = ", ".join(f"{name} {card + place}" for place, name in enumerate(hidden))
        yield table.leader, f"plans {shown}".strip()


def _reinforce(on: On) -> Iterator[Offer]:
    table, turn = on.table, on.fight.turn
    yield turn, f"pass {turn}"
    for card in dict.fromkeys(table.hands[turn]):
        if card == st.UNKNOWN:
            for value in (8, 12, -7, -10):
                for on_whom in table.order():
                    yield turn, f"reinforce {turn} {signed(value)} on {on_whom}"
        elif is_reinforcement(card, -2):
            for on_whom in table.order():
                yield turn, f"reinforce {turn} {card if card[0] in '+-' else f'+{card}'} on {on_whom}"


def _effect(on: On) -> Iterator[Offer]:
    table = on.table
    in_turn = any("resource 1" in due.options for due in table.dues)
    for due in table.dues[:1] if in_turn else table.dues:
        yield from _due(on, due)
    if is_free(on):
        for name in table.order():
            for form in _FREE:
                yield name, form.format(name)
    if all(due.may for due in table.dues):
        yield table.leader, "done"


def _due(on: On, due: Due) -> Iterator[Offer]:
    table = on.table
    for option in due.options:
        verb, _, number = option.partition(" ")
        if verb == "keep":
            yield due.who, f"keep {due.who} {number}"
        elif verb == "show":
            known = [card for card in table.hands[due.who] if card != st.UNKNOWN]
            for card in known or ("13", "20"):
                yield due.who, f"show {due.who} {card}"
        elif verb == "strike":
            text = on.destiny()
            for place in range(1, len(text.data["due"]) + 1) if text else ():
                if place not in table.struck:
                    yield due.who, f"strike {due.who} {place}"
        elif verb == "resource":
            text = on.destiny()
            for planet in controlled(on, due.who):
                for listed in dict.fromkeys(text.data["resources"]) if text else ():
                    yield due.who, f"resource {due.who} {planet} {listed}"
        elif verb in ("befriend", "estrange"):
            for key in table.envoys:
                yield due.who, f"{verb} {due.who} {key}"
        else:
            yield due.who, f"{verb} {due.whose or due.who if verb == 'destroy' else due.who} {number}"


def _limit(on: On) -> Iterator[Offer]:
    for due in on.table.dues:
        yield due.who, cut(on, due.who, due.number)


_BY_PHASE = {
    Phase.SETUP: _setup,
    Phase.DESTINY: _destiny,
    Phase.BAR: _bar,
    Phase.DIALS: _dials,
    Phase.ENVOYS: _envoys,
    Phase.CHOOSE: _choose,
    Phase.TACTICS: _tactic_pairs,
    Phase.READY: _ready,
    Phase.PLANS: _plans,
    Phase.REINFORCE: _reinforce,
    Phase.PRIZE: _effect,
    Phase.LIMIT: _limit,
}
