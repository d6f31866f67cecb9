"""What a new hand brings to somebody else, and what is gained on top of cards drawn and ships retrieved."""

from __future__ import annotations

from referee.judge.counted import cards_of, ships_of
from referee.judge.powers import effect
from referee.judge.powers.asked import due_of, named_with, say_with_use
from referee.judge.powers.at_table import found_colony, known_cards, leave_for_home
from referee.judge.powers.common import first_number
from referee.judge.powers.moments import WHEN_DUE, cards_said
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Stand, Turn, Use
from referee.judge.ruling import MAY
from referee.judge.table.deals import hand_over
from referee.judge.table.places import each_way
from referee.judge.table.powers import demand, demanded
from referee.judge.table.resolution import owe_return
from referee.state import table as tbl


@effect.when("redraws", takes="planet* count*")
def settles_for_new_hand(on: Turn, power: Power, player: str, left: list[str], kept: list[str]) -> None:
    """Who draws a new hand gives the owner a colony in its system; the owner's own one brings all its ships back."""
    who, table = power.who, on.table
    if player == who and table.at(tbl.WARP, who):
        on.steps.append(power.finding(table.at(tbl.WARP, who), "has all its ships out of the warp"))
        owe_return(on, who, table.at(tbl.WARP, who), tbl.WARP)
    elif player != who and _free(on, who, player) and table.on_colonies(who):
        demand(on, power, about=player)


def _free(on: Turn, who: str, whose: str) -> list[str]:
    """The planets of a player's system on which another has no colony."""
    return [place for place in on.table.home_planets(whose) if not on.table.at(place, who)]


@settles_for_new_hand.carried_out(time=WHEN_DUE)
def settle_for_new_hand(on: Turn, power: Power, done: Act) -> None:
    """Ships off colonies found the colony on the planet that is named first: one, unless more are said."""
    whose = due_of(on, power).place
    what = f"on which planet of {whose}'s it has its colony"
    place = named_with(on, power, done, what, _free(on, power.who, whose))
    on.steps.append(power.finding(1, f"has a colony on {place}"))
    found_colony(on, power, place, first_number(done.args, 1), done)


@settles_for_new_hand.offered
def _colonies_for_new_hand(on: Turn, power: Power) -> Offers:
    for place in _free(on, power.who, due_of(on, power).place):
        yield from ((place, *places) for places in each_way(on, power.who, 1, (place,)))


@effect.outcome("collect")
def gains_more(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """`more`: so many on top of the cards that the owner takes as compensation, out of the same hand.

    At a table it is so many on top of each drawing, and up to so many ships on top of each retrieving.
    """
    if stand is loser:
        board.more_cards = board.apply(stand, use, args["more"], (), (cards_of(args["more"]),))


@gains_more.when("setup")
def begins_with_more(on: Turn, power: Power) -> None:
    """The hand that is dealt first is larger too."""
    if on.command.verb == "table":  # a correction lays sheets too
        on.steps.append(power.finding(on.draw(power.who, power.args["more"]), cards_of(power.args["more"])))


@gains_more.when("drew")
def draws_more(on: Turn, power: Power, player: str, cards: int) -> None:
    """The owner has drawn cards off the deck by a command: so many more besides, however many these were."""
    if player == power.who:
        drawn = on.draw(player, power.args["more"])
        on.steps.append(power.finding(drawn, cards_of(drawn)))


@gains_more.when("retrieved")
def retrieves_more(on: Turn, power: Power, player: str, ships: int) -> None:
    """The owner has retrieved ships from the warp by a command: so many more go to its colonies."""
    table, who = on.table, power.who
    more = min(power.args["more"], table.at(tbl.WARP, who))
    if player != who or not more or not table.colonies(who):
        return
    leave_for_home(on, who, more, tbl.WARP)
    on.steps.append(power.finding(more, ships_of(more)))


@effect.outcome("rewarded", told=True)
def rewarded_more(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`more`: so many on top of the cards, and of the ships, that the owner takes as rewards."""
    rewards = board.players[stand.name].rewards
    if rewards is not None and rewards.value:
        more = board.apply(stand, use, args["more"], (rewards,), (cards_of(args["more"]),))
        if more is not None:
            what = f"take {args['more']} more of the cards, and of the ships, that it takes as rewards"
            board.do(stand.name, MAY, what, Finding(more.rule, more.value, (more,), more.words), by=use)


@effect.when("retrieved")
def gains_pieces(on: Turn, power: Power, player: str, ships: int) -> None:
    """For each card that its owner draws and each ship that it retrieves a piece goes to a colony of its own.

    Where it goes, and what it counts there, the players say.
    """
    if player == power.who:
        _tell_pieces(on, power, ships)


@gains_pieces.when("drew")
def piece_for_card(on: Turn, power: Power, player: str, cards: int) -> None:
    """Cards off the deck."""
    if player == power.who and cards:
        _tell_pieces(on, power, cards)


def _tell_pieces(on: Turn, power: Power, count: int) -> None:
    on.steps.append(power.finding(count, f"{count}, which `set` puts on the colony of its own that it chooses"))


@effect.when("drew", takes="card card*")
def drops_drawn(on: Turn, power: Power, player: str, cards: int) -> None:
    """Of more than one card that its owner draws it discards one, or `most`: `use red 8`, or `use red ? ?`."""
    if player == power.who and cards > 1 and demanded(on, power) is None:
        demand(on, power)


@drops_drawn.carried_out(fits=lambda done: bool(done.args), time=WHEN_DUE)
def drop_drawn(on: Turn, power: Power, done: Act) -> None:
    """The cards are said, those that nobody tells by `?`."""
    cards = cards_said(on, done)
    if len(cards) > power.args["most"]:
        say_with_use(on, power, "which one or two of its cards it discards", ("?", "? ?"))
    on.discard(hand_over(on, power.who, tuple(cards), len(cards)), power.who)
    on.steps.append(power.finding(len(cards), f"discards {cards_of(len(cards))} of those that it has drawn"))


@drops_drawn.offered
def _drops(on: Turn, power: Power) -> Offers:
    yield from ((tbl.UNKNOWN,) * count for count in range(1, power.args["most"] + 1))
    yield from ((card,) for card in known_cards(on, power.who))
