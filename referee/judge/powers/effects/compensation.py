"""What a ship counts for compensation and rewards, who gets none, and what comes besides."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import cards_of
from referee.judge.finding import Finding
from referee.judge.phases.rewards import gain_besides
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import cards_named, ruled_of
from referee.judge.powers.choices import in_use
from referee.judge.powers.common import Args, first_of
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import MAY, MUST, wins
from referee.judge.stand import Stand
from referee.judge.table.deals import hand_over
from referee.judge.table.powers import Power
from referee.judge.table.resolution import owed
from referee.judge.table.turn import Turn
from referee.state.encounter import Act


@effect.outcome("consoled", told=True)
def consoled_for_saved(board: Board, stand: Stand, use: Use, args: Args, kept: int) -> Finding | None:
    """The owner is compensated for its own ships in the encounter (`kept` of them) that were saved too."""
    return board.apply(stand, use, kept)


@effect.outcome("collect", told=True)
def bars_compensation(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """The opponent takes no compensation out of the owner's hand."""
    payer = board.payer[0] if board.payer is not None else winner
    if stand is payer and stand is not loser:
        board.unpaid = board.apply(stand, use, 0, (), (loser.name,))


@effect.outcome("collect", told=True)
def multiplies_compensation(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """`times`: the owner may take up to so many times the compensation that is due.

    With `whose = "all"` whoever takes some takes so many times as much.
    """
    for_all = args.get("whose") == "all"
    if stand is loser or for_all:
        times = board.apply(stand, use, args["times"], (), (loser.name,))
        board.doubled = board.doubled if times is None else (times, MUST if for_all else MAY)


@effect.outcome("collect")
def gives_back(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, winner: Stand) -> None:
    """Having taken compensation by its power from a hand of its choice, the owner may give as many cards back."""
    if stand is not loser or board.payer is None:
        return
    board.returnable = board.apply(stand, use, True, (), (board.payer[0].name,))


@gives_back.carried_out(ruled=True)
def give_back(on: Turn, power: Power, done: Act) -> None:
    """The cards named go back to the player from whom compensation was taken; with none named it is only said."""
    table, who, cards = on.table, power.who, cards_named(on, done)
    if not cards:
        return
    told = ruled_of(on, who)
    used = [act for act in table.acts if (act.verb, act.who) == ("use", who)]
    if not used or owed(on, who, "take") is not None or len(cards) > (told.get("compensation") or 0):
        not_now(on, power)
    opponent = table.defense if who == table.turn else table.turn
    payer = first_of(used[0].args, table.seats, opponent)
    table.gain(payer, *hand_over(on, who, cards, len(cards)))
    on.find("deal.cards", len(cards), who, cards_of(len(cards)), payer)


@effect.outcome("count", told=True)
def ship_count(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: what each of the owner's ships counts for compensation and rewards."""
    counted = board.apply(stand, use, args["value"])
    if counted is not None:
        board.counts[stand.name] = counted


@effect.outcome("rewarded", told=True)
def rewards_close_win(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`by`: where the owner's side wins by so much at most, each player on it gets a reward for each of its ships.

    What a win is by whose totals were turned round no text says: that is asked for.
    """
    won, margin = board.outcome, board.margin
    if won is None or won.value != wins(stand.side) or margin is None or margin.value > args["by"]:
        return
    if "upset" in board.declared:
        ask_for(board, stand, use)
        return
    for player in board.side_of(stand.side) if in_use(board, stand, use) else ():
        ships = board.ships(player)
        if not ships.value or (player is board.defense and _nothing_for_defense(board)):
            continue
        more = board.apply(stand, use, ships.value, (margin, ships), (player.name,))
        if more is not None:
            gain_besides(board, player, more)


def _nothing_for_defense(board: Board) -> bool:
    """True if no power gives the defense anything for winning (DF-41)."""
    rule = board.law["rewards.for-winning"]
    board.steps.append(Finding(rule, rule.value))
    return bool(rule.value == "nothing")
