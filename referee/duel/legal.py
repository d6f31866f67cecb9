"""What may be done now, and by whom, in commands that can be typed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from referee.book.loader import Rulebase
from referee.duel import state as st
from referee.duel.control import controlled
from referee.duel.correcting import correct
from referee.duel.declared import Spoken
from referee.duel.envoys import needs_supply
from referee.duel.line import BLAST, NOTHING, RECOVER, SHIELD
from referee.duel.on import HiddenError, On, say
from referee.duel.play import cut, is_free, next_to_reveal, over_limit, owes_snare
from referee.duel.state import Duty, Option, Phase, State
from referee.duel.tactics import has_readied, to_ready, who_may_ignore
from referee.duel.texts import DESTINY, is_reinforcement, signed, with_sign

Offer = tuple[str, Spoken]  # by whom, and what
_FREE = ("draw", "gain", "recover", "befriend", "estrange")  # what a card can make players do that nobody printed


def legal(table: State, rulebase: Rulebase) -> Iterator[Offer]:
    """Who may do what now. Of many forms of one thing some are named: other cards and numbers are understood too."""
    on = On(table, rulebase)
    if table.dues and table.dues[0].verb in ("keep", "show", "strike"):
        yield from _due(on, table.dues[0])
    elif table.phase != Phase.OVER:
        yield from _BY_PHASE[table.phase](on)


def _setup(on: On) -> Iterator[Offer]:
    first, second = on.table.seats
    yield first, say("top", plans={first: "13", second: "7"})


def _destiny(on: On) -> Iterator[Offer]:
    table = on.table
    over = over_limit(on)
    for name, cards in over.items():
        yield name, cut(on, name, cards)
    for deck in [table.next] if table.next else st.DECKS:
        if table.decks[deck] and not over:
            for act in _cards_of(on, deck):
                yield table.leader, act


def _cards_of(on: On, deck: str) -> Iterator[Spoken]:
    """The destiny cards that can be drawn off a deck: one that nobody knows, and those that are printed."""
    table = on.table
    if deck != st.DISCOVERY:
        yield say("destiny", deck=deck)
    elif table.stack:
        yield say("destiny", deck=deck, told={"advantage": "5"})
    for text in on.texts.of(DESTINY):
        is_left = text.data["deck"] == deck and text.name not in table.past
        if is_left and (table.stack or text.data.get("place") != "discover"):
            yield say("destiny", card=text.name)


def _bar(on: On) -> Iterator[Offer]:
    table = on.table
    if table.bar:
        for planet in table.bar:
            yield table.straggler, say("select", who=table.straggler, planet=planet)
        return
    symbols = dict.fromkeys(symbol for planet, symbol in table.symbols.items() if symbol and planet in table.planets)
    if symbols:
        yield table.straggler, say("bar", symbols=tuple(symbols))


def _dials(on: On) -> Iterator[Offer]:
    table = on.table
    least, most = on.law["sending.dial"].value
    sends = [name for name in table.order() if name not in on.fight.barred]
    for shown in product(range(least, most + 1), repeat=len(sends)):
        yield (*sends, table.leader)[0], say("dial", dials=dict(zip(sends, shown, strict=True)))


def _envoys(on: On) -> Iterator[Offer]:
    who = next_to_reveal(on)
    if who is None:
        return
    for key in on.table.ally(who):
        envoy = on.table.envoys[key]
        if not envoy.faceup and envoy.name != st.UNKNOWN and not _held_back(on, who, envoy.name):
            yield who, say("reveal", who=who, envoy=envoy.name)
    yield who, say("pass", who=who)


def _held_back(on: On, who: str, name: str) -> bool:
    """True if an envoy's own text does not let it be revealed now."""
    return any((on.table.supply[who] or 0) < ability.args["ships"] for ability in needs_supply(on, name))


def _choose(on: On) -> Iterator[Offer]:
    table = on.table
    for name in table.order():
        if name in on.fight.plans:
            continue
        cards = dict.fromkeys(table.hands[name])
        if on.ability(name, "sets-snare"):
            for card in cards:
                yield name, say("snare", who=name, card=card)
        for card in cards if not owes_snare(on, name) else ():
            if not is_reinforcement(card, -99):
                yield name, say("choose", who=name, chosen=(card, ""))


def _tactics(on: On) -> Iterator[Offer]:
    table, fight = on.table, on.fight
    if fight.shown:
        yield from _shown_tactics(on)
        return
    tactics = (f"{BLAST} 1", f"{BLAST} 3", f"{SHIELD} 2", f"{RECOVER} 1", f"{RECOVER} 2")
    can = [tactics if has_readied(on, len(table.spent[name])) else (NOTHING,) for name in table.order()]
    for pair in product(*can):
        told = dict(zip(table.order(), pair, strict=True))
        hidden = {name: tactic for name, tactic in told.items() if fight.tactics.get(name, st.UNKNOWN) == st.UNKNOWN}
        yield table.leader, say("tactics", tactics=hidden)


def _shown_tactics(on: On) -> Iterator[Offer]:
    """Both tactics lie open, and somebody may ignore the other's; what is hidden is told first."""
    try:
        who = who_may_ignore(on)
    except HiddenError as error:
        yield on.table.leader, correct("icon", owner=error.hidden.name, icon=BLAST)
        return
    ability = on.ability(who, "ignores-matching-tactic") if who else None
    if ability is None:
        yield on.table.leader, say("tactics", tactics={})
    else:
        yield who, say("use", who=who, ability=ability.name, args=())
        yield who, say("pass", who=who)


def _ready(on: On) -> Iterator[Offer]:
    due = on.table.dues[0]
    yield due.who, say("ready", who=due.who, tactics=tuple(to_ready(on, due.who, due.whose)[: due.number]))


def _plans(on: On) -> Iterator[Offer]:
    table = on.table
    hidden = [name for name in table.order() if on.fight.plans[name] == st.UNKNOWN]
    for card in (5, 13, 20) if hidden else (0,):
        yield table.leader, say("plans", plans={name: str(card + place) for place, name in enumerate(hidden)})


def _reinforce(on: On) -> Iterator[Offer]:
    table, turn = on.table, on.fight.turn
    yield turn, say("pass", who=turn)
    for held in dict.fromkeys(table.hands[turn]):
        cards = [signed(value) for value in (8, 12, -7, -10)] if held == st.UNKNOWN else [with_sign(held)]
        for card, whose in product(cards, table.order()):
            if held == st.UNKNOWN or is_reinforcement(held, on.law["clout.plans"].value[0]):
                yield turn, say("reinforce", who=turn, card=card, whose=whose)


def _effect(on: On) -> Iterator[Offer]:
    table = on.table
    in_turn = any(due.has("resource") for due in table.dues)
    for due in table.dues[:1] if in_turn else table.dues:
        yield from _due(on, due)
    if is_free(on):
        for name, verb in product(table.order(), _FREE):
            yield name, _as_many(verb, name, 1)
    if all(due.may for due in table.dues):
        yield table.leader, say("done", who="")


def _as_many(verb: str, who: str, number: int) -> Spoken:
    """What a player does with so many ships or cards, or with the envoy of this number."""
    return say(verb, who=who, envoy=str(number), number=number)


def _due(on: On, due: Duty) -> Iterator[Offer]:
    for option in due.options:
        for act in _BY_VERB.get(option.verb, _owed)(on, due, option):
            yield due.who, act


def _owed(on: On, due: Duty, option: Option) -> Iterator[Spoken]:
    yield _as_many(option.verb, due.falls_to(option.verb), option.number)


def _show(on: On, due: Duty, option: Option) -> Iterator[Spoken]:
    known = [card for card in on.table.hands[due.who] if card != st.UNKNOWN]
    for card in known or ("13", "20"):
        yield say("show", who=due.who, card=card)


def _strike(on: On, due: Duty, option: Option) -> Iterator[Spoken]:
    text = on.destiny()
    for place in range(1, len(text.data["due"]) + 1) if text else ():
        if place not in on.table.struck:
            yield say("strike", who=due.who, number=place)


def _resource(on: On, due: Duty, option: Option) -> Iterator[Spoken]:
    text = on.destiny()
    for planet, listed in product(controlled(on, due.who), dict.fromkeys(text.data["resources"]) if text else ()):
        yield say("resource", who=due.who, planet=planet, option=listed)


def _friendship(on: On, due: Duty, option: Option) -> Iterator[Spoken]:
    for key in on.table.envoys:
        yield say(option.verb, who=due.who, envoy=key)


def _limit(on: On) -> Iterator[Offer]:
    for due in on.table.dues:
        yield due.who, cut(on, due.who, due.number)


_BY_VERB = {
    "show": _show,
    "strike": _strike,
    "resource": _resource,
    "befriend": _friendship,
    "estrange": _friendship,
}
_BY_PHASE = {
    Phase.SETUP: _setup,
    Phase.DESTINY: _destiny,
    Phase.BAR: _bar,
    Phase.DIALS: _dials,
    Phase.ENVOYS: _envoys,
    Phase.CHOOSE: _choose,
    Phase.TACTICS: _tactics,
    Phase.READY: _ready,
    Phase.PLANS: _plans,
    Phase.REINFORCE: _reinforce,
    Phase.PRIZE: _effect,
    Phase.LIMIT: _limit,
}
