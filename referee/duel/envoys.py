"""Envoys: who may reveal one, how friendship goes up and down, and the last card of a hand that must be shown."""

from __future__ import annotations

from referee.duel import state as st
from referee.duel.control import finish
from referee.duel.on import Hidden, HiddenError, On, say, ships_of
from referee.duel.state import Duty, Option, Phase
from referee.duel.texts import ENVOY, Ability, number


def check_reveal(on: On, who: str, name: str) -> None:
    """An ally that lies face down may be revealed, where its own text allows it (using-envoys.4; card-masochist.2)."""
    for ability in needs_supply(on, name):
        supply = on.table.supply.get(who)
        if supply is None:
            raise HiddenError(Hidden("supply", who, 0, 20))
        if supply < ability.args["ships"]:
            on.forbid("ability.reveal-needs", who, ability.owner, ability.args["ships"], ships_of(supply))
        else:
            on.find("ability.earned", supply, who, ability.owner, ability.args["ships"])
    on.find("contest.reveal-envoy" if on.fight.contest else "envoys.reveals", name, who, name)
    on.assume_text(ENVOY, name, who)


def needs_supply(on: On, name: str) -> list[Ability]:
    """The abilities of an envoy by which it is revealed only with so many ships in supply (card-masochist.2)."""
    text = on.texts.find(ENVOY, name)
    return [ability for ability in text.abilities if ability.verb == "reveal-needs-supply"] if text is not None else []


def check_turn_to_reveal(on: On, who: str, turn: str) -> None:
    """Refuses to reveal an envoy, or not to, before the player whose `turn` it is: the leader first."""
    if who != turn:
        rule = "envoys.leader-first" if turn == on.table.leader else "envoys.not-asked"
        on.forbid(rule, who, turn, nearest=(say("pass", who=turn),))


def increase(on: On, who: str, key: str) -> None:
    """Friendship goes up: a neutral envoy becomes an ally, the opponent's becomes neutral (becoming-allied.4, .6)."""
    envoy = on.table.envoys[key]
    if envoy.ally == who:
        on.find("envoys.own-already", True, who, title(on, key))
    elif envoy.ally:
        _neutral(on, key, "envoys.opponents-neutral", who)
    else:
        _allied(on, key, who, "envoys.allied")


def decrease(on: On, who: str, key: str) -> None:
    """Friendship goes down: an ally becomes neutral, a neutral envoy the opponent's ally (becoming-allied.8, .9)."""
    envoy = on.table.envoys[key]
    other = on.table.other(who)
    if envoy.ally == other:
        on.find("envoys.opponents-already", True, who, title(on, key))
    elif envoy.ally == who:
        _neutral(on, key, "envoys.own-neutral", who)
    else:
        _allied(on, key, other, "envoys.pushed")


def title(on: On, key: str) -> str:
    """What an envoy is called: by name if that is told, else by its number."""
    envoy = on.table.envoys[key]
    return envoy.name if envoy.name != st.UNKNOWN else f"envoy {key}"


def _allied(on: On, key: str, who: str, rule: str) -> None:
    envoy = on.table.envoys[key]
    envoy.ally = who
    on.find(rule, who, who, title(on, key))
    if not envoy.faceup:
        on.find("envoys.can-read", True, who, title(on, key))
    elif on.texts.find(ENVOY, envoy.name) is not None:
        on.find("envoys.active-again", True, who, title(on, key))
    check_allies(on, who)


def check_allies(on: On, who: str) -> None:
    """Who has two allies has to keep one of them (becoming-allied.10, .11)."""
    mine = on.table.ally(who)
    if len(mine) > 1:
        on.find("envoys.only-one", len(mine), who)
        on.table.dues.insert(0, Duty(who, [Option("keep", int(number)) for number in mine]))


def _neutral(on: On, key: str, rule: str, who: str) -> None:
    envoy = on.table.envoys[key]
    envoy.ally = ""
    on.find(rule, "", who, title(on, key))
    if envoy.faceup:
        on.find("envoys.stays-faceup", True, title(on, key))
    elif envoy.readers:
        on.find("envoys.stays-hidden", True, title(on, key))
        envoy.faceup = on.law["envoys.stays-hidden"].value == "turned-up"


def last_card(on: On) -> None:
    """An opponent shows a last card in hand, where an ability says so; some win (card-iron-matron.2, .3)."""
    table = on.table
    if table.phase == Phase.OVER:
        return
    for who in table.order():
        ability = on.ability(who, "last-card-wins")
        other = table.other(who)
        hand = table.hands.get(other)
        if ability is None or hand is None or len(hand) != 1:
            continue
        if hand[0] == st.UNKNOWN:
            low, high = on.law["clout.plans"].value
            raise HiddenError(Hidden("last", other, low, high))
        on.find("ability.last-card-shown", hand[0], other, who)
        if number(hand[0]) in ability.args["values"]:
            finish(on, [who], on.find("ability.last-card-wins", who, who, hand[0]))
