"""Flares at a table: what a text does as soon as it is played, where no power does the same."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.board import cards_of, ships_of
from referee.judge.powers.at_table.asked import not_said
from referee.judge.powers.at_table.moments import cards_said, check_moment, is_moment, opponent, opponent_now
from referee.judge.powers.outcome.flares import EXTENDS
from referee.judge.powers.outcome.planning import no_more_allied
from referee.judge.table.alliance import cancel_alliances
from referee.judge.table.deals import hand_over
from referee.judge.table.powers import Power, carries_out, offers, when
from referee.judge.table.turn import Turn
from referee.state import table as tbl
from referee.state.encounter import Act

# -- the player's own power --------------------------------------------------------------------------------------------


@carries_out(EXTENDS, ruled=True)
def extend(on: Turn, power: Power, done: Act) -> None:
    """The power can do more from now on (`Turn.sheets`), for the outcome too; the player still uses it as always."""
    on.steps.append(power.finding(True))


@when("select", "must_play_gift")
def must_play_gift(on: Turn, power: Power, who: str, card: str) -> None:
    """A main player who was given an encounter card selects that one, while it holds it."""
    for act in on.table.acts:
        if (act.verb, act.who) != ("use", power.who) or card in (*act.args, tbl.UNKNOWN):
            continue
        given = next((arg for arg in act.args if arg not in on.table.seats), tbl.UNKNOWN)
        to = next((arg for arg in act.args if arg in on.table.seats), "")
        to = to or (opponent(on, power.who) if power.who in on.table.mains() else "")
        if to == who and given in on.table.hands[who] and on.is_encounter_card(given):
            on.forbid("flares.must-play", who, given, power.who, nearest=(f"play {who} {given}",))


# -- said before the cards are turned up -------------------------------------------------------------------------------


@carries_out("predicts_parity", ruled=True)
def predict(on: Turn, power: Power, done: Act) -> None:
    """`odd` or `even` is said when both cards lie facedown; the outcome reckons with it."""
    check_moment(on, power)
    if not {"odd", "even"} & set(done.args):
        not_said(on, power, "odd or even", ("odd", "even"))


@offers("predicts_parity")
def _parities(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if is_moment(on, power):
        yield from (("odd",), ("even",))


@carries_out("both_sides_lose", ruled=True)
def both_sides_lose(on: Turn, power: Power, done: Act) -> None:
    """It is declared before the cards are selected; the outcome reckons with it."""
    check_moment(on, power)
    on.steps.append(power.finding(True))


# -- cards -------------------------------------------------------------------------------------------------------------


@carries_out("draws_cards")
def draw_cards(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many for the player; with `whose = "allies"` for each of its allies, or for those who are named."""
    check_moment(on, power)
    cards = power.args["cards"]
    for who in _meant(on, power, done) if power.args.get("whose") == "allies" else [power.who]:
        drawn = on.draw(who, cards)
        on.steps.append(power.finding(drawn, who, cards_of(drawn)))


def _meant(on: Turn, power: Power, done: Act) -> list[str]:
    """The allies of the player's side that a flare names, or else all of them; there must be one."""
    side = on.side_of(power.who)
    allies = [name for name in on.table.clockwise(power.who) if on.table.allies.get(name) == side]
    named = [name for name in done.args if name in on.table.seats]
    stranger = next((name for name in named if name not in allies), "")
    if stranger or not allies:
        on.cannot("flares.no-ally", power.who, stranger or "nobody")
    return named or allies


@carries_out("gives_top_discard")
def give_top_discard(on: Turn, power: Power, done: Act) -> None:
    """`cards`: the top card of the discards goes to the opponent; then the player draws so many."""
    check_moment(on, power)
    table, to = on.table, opponent_now(on, power)
    if not table.discards:
        on.cannot("flares.no-discards", power.who)
    *left, top = table.discards
    table.discards = tuple(left)
    table.gain(to, top)
    on.steps.append(power.finding(top, to))
    on.draw(power.who, power.args["cards"])


@carries_out("opponent_discards")
def opponent_discards(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many go at random out of the opponent's hand to the discards; which they were can be said."""
    check_moment(on, power)
    who = opponent_now(on, power)
    cards = hand_over(on, who, tuple(cards_said(on, done)), power.args["cards"])
    on.discard(cards, who)
    on.steps.append(power.finding(len(cards), who))


@carries_out("mixes_hands")
def mix_hands(on: Turn, power: Power, done: Act) -> None:
    """Both main players' hands are mixed and dealt again at random, each as large as before."""
    check_moment(on, power)
    table, who = on.table, power.who
    other = opponent_now(on, power)
    if len({*table.hands[who], *table.hands[other]}) > 1:  # else it is known what everybody gets
        for name in (who, other):
            table.hold(name, (tbl.UNKNOWN,) * len(table.hands[name]))
    on.steps.append(power.finding(len(table.hands[who]), other))


@carries_out("takes_and_gives")
def take_and_give(on: Turn, power: Power, done: Act) -> None:
    """A card at random from the opponent, and one of the player's choice back, which may be that one.

    The card that is given is said with it; a second one is the card that was drawn.
    """
    check_moment(on, power)
    table, who = on.table, power.who
    other = opponent_now(on, power)
    given, *taken = (*cards_said(on, done), tbl.UNKNOWN)[:2] if done.args else (tbl.UNKNOWN,)
    if not table.hands[other]:
        on.not_held(other, "a card")
    named = tuple(card for card in taken if card != tbl.UNKNOWN)
    table.gain(who, *hand_over(on, other, named, 1))
    back = hand_over(on, who, (given,) if given != tbl.UNKNOWN else (), 1)
    table.gain(other, *back)
    on.steps.append(power.finding(len(back), other))


# -- allies ------------------------------------------------------------------------------------------------------------


@carries_out("sends_allies_home")
def send_allies_home(on: Turn, power: Power, done: Act) -> None:
    """All allies take their ships home, where the opponent has more allied ships than the player."""
    check_moment(on, power)
    other = opponent_now(on, power)
    on.keep(no_more_allied(power.who, other, _allied(on, power.who), _allied(on, other)))
    on.steps.append(power.finding(True, other))
    cancel_alliances(on, list(on.table.allies))


@offers("sends_allies_home")
def _home(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if is_moment(on, power) and _allied(on, opponent(on, power.who)) > _allied(on, power.who):
        yield ()


def _allied(on: Turn, main: str) -> int:
    """How many allied ships a main player has with it."""
    side = on.side_of(main)
    place = tbl.GATE if main == on.table.turn else tbl.BESIDE
    return sum(on.table.at(place, name) for name, its in on.table.allies.items() if its == side)


@carries_out("brings_from_warp", ruled=True)
def bring_from_warp(on: Turn, power: Power, done: Act) -> None:
    """`ships`: so many out of the warp for each ally of the player's side that has some there, or for those named."""
    check_moment(on, power)
    table = on.table
    place = tbl.GATE if power.who == table.turn else tbl.BESIDE
    for name in _meant(on, power, done):
        ships = min(power.args["ships"], table.at(tbl.WARP, name))
        if ships:
            table.put(tbl.WARP, name, table.at(tbl.WARP, name) - ships)
            table.put(place, name, table.at(place, name) + ships)
        on.steps.append(power.finding(ships, name, ships_of(ships)))


@carries_out("forces_ally")
def force_ally(on: Turn, power: Power, done: Act) -> None:
    """Who is named answers in its turn by joining the player's side; nobody need invite it."""
    check_moment(on, power)
    table, who = on.table, power.who
    may = [name for name in table.clockwise(who) if name not in table.mains()]
    if len(done.args) != 1 or done.args[-1] not in may:
        not_said(on, power, "who has to join", may)
    on.steps.append(power.finding(True, done.args[-1]))


@offers("forces_ally")
def _allies_to_be(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if is_moment(on, power):
        yield from ((name,) for name in on.table.clockwise(power.who) if name not in on.table.mains())
