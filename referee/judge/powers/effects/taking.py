"""Cards that are taken at random, and hands that are passed on, matched or paid with before cards are selected."""

from __future__ import annotations

from referee.judge.board import Board
from referee.judge.counted import cards_of
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import Offers, others, ways_typed
from referee.judge.powers.common import first_number, first_of, other_side, stating
from referee.judge.powers.moments import (
    cards_said,
    check_after_alliances,
    check_once,
    is_before_selection,
    is_used,
    opponent,
    opponent_now,
)
from referee.judge.table.deals import hand_over
from referee.judge.table.powers import Power, demand, demanded, options
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.acts import write_act
from referee.state.encounter import OFFENSE, Act

_AWAY, _FULL, _NOBODY = "discard", "full", "none"
_WAYS = {"left": 1, "right": -1}  # clockwise is to the left


def _touched(board: Board, said: Act) -> tuple[str, ...]:
    """`NAMES`: those who are named, or else everybody on the other side."""
    named = [arg for arg in said.args if arg in board.stands]
    side = board.stands[said.who].side
    opposing = [other.name for other in board.side_of(other_side(side))] if side else []
    return (" and ".join(named or opposing) or "another player",)


def _said_plainly(board: Board, said: Act) -> tuple[str, ...]:
    """`WORDS`: what was said with the use."""
    return (" ".join(said.args) or "cards",)


# -- at random ---------------------------------------------------------------------------------------------------------


@effect.carried_out()
def takes_random(on: Turn, power: Power, done: Act) -> None:
    """`of`: a card at random out of each hand that is meant (`_able`); with `one` out of that of a player named.

    Cards that are named are those that came, in that order; what is said to be discarded is not kept.
    """
    table, who = on.table, power.who
    if "any" not in power.use.phases and ph.START not in power.use.phases:
        check_after_alliances(on, power)
    check_once(on, power)
    able = _able(on, power)
    named = [name for name in able if name in done.args]
    whose = able if len(able) == 1 or "one" not in power.args else named
    cards = [card for card in cards_said(on, done) if card != _AWAY]
    if not able:
        not_now(on, power)
    if not whose or any(name in table.seats and name not in whose for name in done.args):
        on.cannot("uses.whose-card", who, " or ".join(able), nearest=ways_typed(power, _takings(on, power)))
    if len(whose) > power.args.get("one", len(whose)) or len(cards) > len(whose):
        not_now(on, power, ways_typed(power, _takings(on, power)))
    for at, name in enumerate(whose):
        taken = hand_over(on, name, tuple(cards[at : at + 1]), 1)
        if _AWAY in done.args and "one" in power.args:
            on.discard(taken, who)
        else:
            table.gain(who, *taken)
    on.steps.append(power.finding(len(whose), " and ".join(whose)))


takes_random.outcome("declare")(stating(_touched, "assumptions.not-used"))


def _able(on: Turn, power: Power) -> list[str]:
    """The players who hold a card that can be taken, clockwise.

    `of`: the opponent and each of its allies (`opposing`); the player whose turn it is, or on the owner's own turn
    everybody else (`turn`); who has a colony in the owner's system (`settlers`).
    """
    table, who = on.table, power.who
    if power.args["of"] == "opposing":
        other = opponent(on, who)
        found = [name for name in table.clockwise(who) if other and on.side_of(name) == on.side_of(other)]
    elif power.args["of"] == "turn":
        found = others(on, power) if who == table.turn else [table.turn]
    else:
        home = table.home_planets(who)
        found = [name for name in table.clockwise(who) if any(table.at(place, name) for place in home)]
    return [name for name in found if table.hands[name]]


@takes_random.before_leaving(ph.START)
def still_to_take(on: Turn, power: Power) -> bool:
    """A mandatory one for the start of turn is used there once, where anybody holds a card."""
    due = power.use.mandatory and on.table.encounter == 1 and not is_used(on, power)
    return due and bool(_able(on, power))


@takes_random.offered
def _takings(on: Turn, power: Power) -> Offers:
    early = ph.START in power.use.phases and on.table.encounter == 1
    if is_used(on, power) or not (early or "any" in power.use.phases or is_before_selection(on)):
        return
    if "one" in power.args:
        yield from ((name,) for name in _able(on, power))
    elif _able(on, power):
        yield ()


# -- when the alliances are formed -------------------------------------------------------------------------------------


@effect.carried_out()
def passes_hands(on: Turn, power: Power, done: Act) -> None:
    """Each main player and ally passes the whole hand to the next of them on the left or on the right, as is said."""
    table = on.table
    check_after_alliances(on, power)
    check_once(on, power)
    way = first_of(done.args, _WAYS)
    if not way:
        on.cannot("uses.which-way", power.who, nearest=ways_typed(power, _ways(on, power)))
    ring = [name for name in (power.who, *table.clockwise(power.who)) if on.side_of(name)]
    got = {ring[(at + _WAYS[way]) % len(ring)]: table.hands[name] for at, name in enumerate(ring)}
    table.hands = {**table.hands, **got}
    on.steps.append(power.finding(way, way))
    for name in ring:
        on.find("table.hand-size", len(table.hands[name]), name)


passes_hands.outcome("declare")(stating(_said_plainly))


@passes_hands.offered
def _ways(on: Turn, power: Power) -> Offers:
    if is_before_selection(on) and not is_used(on, power):
        yield from ((way,) for way in _WAYS)


@effect.carried_out()
def draws_for_allies(on: Turn, power: Power, done: Act) -> None:
    """The owner draws a card for each ally of its side, or as many as are said; then each ally one, or those named.

    `none`: no ally draws.
    """
    check_after_alliances(on, power)
    check_once(on, power)
    allies = _allies(on, power)
    named = [name for name in done.args if name in on.table.seats]
    count = first_number(done.args, len(allies))
    if not allies or count > len(allies) or any(name not in allies for name in named):
        not_now(on, power, ways_typed(power, _drawings(on, power)))
    drawn = on.draw(power.who, count)
    on.steps.append(power.finding(drawn, cards_of(drawn)))
    for name in () if _NOBODY in done.args else named or allies:
        on.find("cards.draws", on.draw(name, 1), name, cards_of(1))


draws_for_allies.outcome("declare")(stating(_said_plainly, "assumptions.on-the-line"))


def _allies(on: Turn, power: Power) -> list[str]:
    side = on.side_of(power.who)
    return [name for name in on.table.clockwise(power.who) if on.table.allies.get(name) == side]


@draws_for_allies.offered
def _drawings(on: Turn, power: Power) -> Offers:
    if is_before_selection(on) and not is_used(on, power) and _allies(on, power):
        yield ()


# -- hands that are matched or paid with -------------------------------------------------------------------------------


def discard_said(on: Turn, power: Power, cards: tuple[str, ...], count: int) -> None:
    """So many cards of the owner's choice are discarded: those that are named, unless any choice is the same."""
    hand = on.table.hands[power.who]
    if len(cards) != count and (cards or (count < len(hand) and len({*hand}) > 1)):
        nearest = (" ".join(("use", power.who, *hand[:count])),)
        on.cannot("uses.discards-as-many", power.who, cards_of(count), nearest=nearest)
    thrown = hand_over(on, power.who, cards, count)
    on.discard(thrown, power.who)


@effect.carried_out()
def matches_hand(on: Turn, power: Power, done: Act) -> None:
    """Before a card is selected the owner draws or discards until it holds as many as its opponent.

    `most`: or so many, where `full` is said.
    """
    check_once(on, power)
    cards = tuple(card for card in cards_said(on, done) if card != _FULL)
    full = _FULL in done.args and "most" in power.args
    goal = power.args["most"] if full else len(on.table.hands[opponent_now(on, power)])
    more = goal - len(on.table.hands[power.who])
    discard_said(on, power, cards, max(-more, 0))
    if more > 0:
        on.draw(power.who, more)
    on.steps.append(power.finding(goal, cards_of(goal)))


matches_hand.outcome("declare")(stating(_said_plainly, "assumptions.on-the-line"))


@matches_hand.when("select")
def matches_first(on: Turn, power: Power, who: str, card: str) -> None:
    """Nobody selects a card before the hands are matched."""
    hands, other = on.table.hands, opponent(on, power.who)
    if not on.table.cards and not is_used(on, power) and len(hands[power.who]) != len(hands[other]):
        nearest = tuple(write_act(use) for name, use in options(on) if name == power.who)
        on.forbid("powers.must-use", power.who, nearest=nearest)


@matches_hand.offered
def _matchings(on: Turn, power: Power) -> Offers:
    if is_before_selection(on) and not is_used(on, power):
        hand = on.table.hands[power.who]
        yield hand[: max(len(hand) - len(on.table.hands[opponent(on, power.who)]), 0)]


@effect.carried_out()
def pays_for_launching(on: Turn, power: Power, done: Act) -> None:
    """With fewer than `draws_from` ships sent so many cards are discarded; with more one is drawn, then one discarded.

    With `each` that is one for every ship.
    """
    due = demanded(on, power)
    if due is None:
        not_now(on, power)
    ships = int(due.place)
    if ships >= power.args["draws_from"]:
        ships = ships if "each" in power.args else 1
        drawn = on.draw(power.who, ships)
        on.find("cards.draws", drawn, power.who, cards_of(drawn))
    count = min(ships, len(on.table.hands[power.who]))
    discard_said(on, power, tuple(cards_said(on, done)), count)
    on.steps.append(power.finding(count, cards_of(count)))


pays_for_launching.outcome("declare")(stating(_said_plainly, "assumptions.on-the-line"))


@pays_for_launching.when("launched")
def pays_as_offense(on: Turn, power: Power) -> None:
    """The owner has launched as the offense."""
    _asks(on, power, power.who == on.table.turn, tbl.GATE)


@pays_for_launching.when("joined")
def pays_as_ally(on: Turn, power: Power, player: str) -> None:
    """The owner has sent ships as an ally."""
    side = on.table.allies.get(power.who)
    _asks(on, power, player == power.who, tbl.GATE if side == OFFENSE else tbl.BESIDE)


def _asks(on: Turn, power: Power, launches: bool, place: str) -> None:
    ships = on.table.at(place, power.who)
    if launches and ships and (on.table.hands[power.who] or ships >= power.args["draws_from"]):
        demand(on, power, about=str(ships))


@pays_for_launching.offered
def _payments(on: Turn, power: Power) -> Offers:
    due = demanded(on, power)
    if due is not None:
        ships, hand = int(due.place), on.table.hands[power.who]
        draws = ships >= power.args["draws_from"]
        count = ships if not draws or "each" in power.args else 1
        yield (*hand, *((tbl.UNKNOWN,) * (count if draws else 0)))[: min(count, len(hand) + count * draws)]
