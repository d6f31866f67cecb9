"""What a ship counts for compensation, and who gets none."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import cards_of
from referee.judge.finding import Finding
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import cards_named, ruled_of
from referee.judge.powers.common import Args, first_of
from referee.judge.ruling import MAY, MUST
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
