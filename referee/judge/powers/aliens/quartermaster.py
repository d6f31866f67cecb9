"""Quartermaster: the rewards of others are drawn together and dealt out by it, and it gains something by that."""

from __future__ import annotations

from referee.judge.counted import cards_of
from referee.judge.powers import effect
from referee.judge.powers.asked import planet_with
from referee.judge.powers.at_table import plainly
from referee.judge.powers.moments import WHEN_DUE
from referee.judge.powers.types import Act, Args, Board, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.ruling import MAY, MUST
from referee.judge.table.powers import demand
from referee.judge.table.resolution import note_winning
from referee.state import table as tbl


@effect.outcome("after", takes="planet|none")
def deals_out_rewards(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Others get rewards: the owner deals the cards out, and gains a ship or a card where it gets no rewards itself."""
    mine = board.players[stand.name].rewards
    picks = [board.players[other.name].rewards for other in board.order if other is not stand]
    rewards = tuple(picked for picked in picks if picked is not None and picked.value)
    dealt = board.apply(stand, use, True, rewards) if rewards else None
    if dealt is None:
        return
    board.do(
        stand.name, MUST, "draw the cards of these rewards together, deal them out and place the ships", dealt, by=use
    )
    if mine is None or not mine.value:
        board.do(
            stand.name, MAY, "take a ship out of the warp, or draw a card more with them and keep one", dealt, by=use
        )


@deals_out_rewards.when("settled")
def owes_choice(on: Turn, power: Power, ruling: Ruling) -> None:
    """Where it gets no rewards itself, the owner says what it gains."""
    if any(then.who == power.who for then in ruling.left_by(power.use.key, MAY)):
        demand(on, power)


@deals_out_rewards.carried_out(time=WHEN_DUE)
def gain_by_dealing(on: Turn, power: Power, done: Act) -> None:
    """`use red`: the card that is left over is red's; `use red red.1`: a ship leaves the warp; `use red none`."""
    table, who = on.table, power.who
    if _NEITHER in done.args:
        on.steps.append(power.finding(0))
        return
    if not done.args:
        drawn = on.draw(who, 1)
        on.steps.append(power.finding(drawn))
        on.find("cards.draws", drawn, who, cards_of(drawn))
        return
    place = planet_with(on, power, done, _homes(on, power))
    table.move(who, 1, tbl.WARP, place)
    on.steps.append(power.finding(1))
    on.find("powers.takes-ship", 1, who, place)
    note_winning(on)


def _homes(on: Turn, power: Power) -> list[str]:
    """Where a ship of the owner's can go that comes out of the warp; nowhere without one there."""
    return [*on.table.colonies(power.who)] if on.table.at(tbl.WARP, power.who) else []


@deals_out_rewards.offered
def _gains(on: Turn, power: Power) -> Offers:
    yield from plainly()(on, power)
    yield from ((way,) for way in (*_homes(on, power), _NEITHER))


_NEITHER = "none"
