"""What a power leaves to its owner: said with its use, asked for where it must act, else refused without it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers.asked import not_said, typed
from referee.judge.powers.at_table import Offers, refuse_what_is_barred, uses
from referee.judge.powers.common import first_of, said_with
from referee.judge.powers.effect import Carrying
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import check_moment, is_moment
from referee.judge.powers.unapplied import ask_for
from referee.judge.stand import Stand
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state.encounter import Act


def in_use(board: Board, stand: Stand, use: Use) -> bool:
    """True if a power acts here, or a flare does; notes the Cosmic Zap that cancels it."""
    if board.in_force(stand, use):
        return True
    board.apply(stand, use, True)
    return False


def chosen(board: Board, stand: Stand, use: Use, ways: Sequence[str]) -> str:
    """Which of these words was said with a power or a flare; the only one where nothing was said.

    None (an empty text) where it does not act, or the ruling waits for it, or the use was refused.
    """
    if not in_use(board, stand, use):
        return ""
    said = said_with(board, stand, use)
    word = first_of(said.args, ways, ways[0] if len(ways) == 1 and not said.args else "")
    if word:
        return word
    if use.played is not None:
        unsaid_on_line(board, stand, use, " or ".join(ways), *ways)
    elif not said.sources and ways:
        ask_for(board, stand, use, *(f"use {stand.name} {way}" for way in ways))
    else:
        _refuse(board, stand, use, ways)
    return ""


def _refuse(board: Board, stand: Stand, use: Use, ways: Sequence[str]) -> None:
    """Refuses a use without one of the words that it can have, or where it can have none."""
    used = board.uses(stand, use)[0]
    forbidden = Forbidden("powers.which-way", (stand.name, " or ".join(ways)), waivable=False)
    acts = board.position.acts
    nearest = [
        replace(board.position, acts=tuple(replace(act, args=(way,)) if act is used.act else act for act in acts))
        for way in ways
    ]
    given = (forbidden, nearest) if ways else (nothing_came_up(stand.name), [board.without(used.act)])
    board.refuse(*given, (used.finding,), use.rule)


def choose_from(ways: Callable[[Turn, Power], Iterable[str]]) -> Carrying:
    """What a table does with a use that the outcome reckons with: one of these words is said, at its moment."""

    def choose(on: Turn, power: Power, done: Act) -> None:
        able = [*ways(on, power)]
        check_moment(on, power)
        if not first_of(done.args, able) and not (len(able) == 1 and not done.args):
            if power.use.played is not None:
                not_said(on, power, " or ".join(able), able)
            on.cannot("powers.which-way", power.who, " or ".join(able), nearest=[typed(power, way) for way in able])
        refuse_what_is_barred(on, power)

    return choose


def is_unused_now(on: Turn, power: Power) -> bool:
    """True if the moment of a power has come, and nothing was said of it."""
    return is_moment(on, power) and not uses(on, power.who)


def ways_now(ways: Callable[[Turn, Power], Iterable[str]]) -> Callable[[Turn, Power], Offers]:
    """Offers a use with each of these words at its moment, until one was said."""

    def offer(on: Turn, power: Power) -> Offers:
        if is_unused_now(on, power):
            yield from ((way,) for way in ways(on, power))

    return offer
