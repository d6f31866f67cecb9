"""Tokens for lost ships, tokens that are spent on a total, and a token that tells what a ship is worth."""

from __future__ import annotations

from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers import effect
from referee.judge.powers.at_table import refuse_what_is_barred
from referee.judge.powers.choices import chosen, in_use, is_unused_now
from referee.judge.powers.common import add, first_number, refuse, said_with
from referee.judge.powers.effects.attack_values import ADD, SIGNS, SUBTRACT
from referee.judge.powers.moments import check_moment, check_once
from referee.judge.powers.types import Act, Args, Board, Offers, Power, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import MUST


@effect.outcome("after")
def tokens_for_losses(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A token on the sheet for each own ship that was lost, to the warp or out of the game."""
    player = board.players[stand.name]
    lost = [gone for gone in (player.warp, player.removed) if gone is not None and gone.value]
    count = sum(gone.value for gone in lost)
    tokens = board.apply(stand, use, count, tuple(lost)) if count else None
    if tokens is not None:
        board.do(stand.name, MUST, f"put {count} token{'' if count == 1 else 's'} on its alien sheet", tokens)


@tokens_for_losses.when("ships-lost")
def put_tokens(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """Ships of the owner were lost, by whatever."""
    if loser == power.who:
        on.table.tokens[loser] = on.table.tokens.get(loser, 0) + ships + removed
        on.steps.append(power.finding(ships + removed))


@effect.outcome("total")
def spends_tokens(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red add 2`, or `subtract`: so many tokens are discarded, and `each` goes to the total for every one."""
    said = said_with(board, stand, use)
    if not said.sources:
        return
    if refuse(board, stand, use, None if stand.takes_part else _no_part(stand.name, use), said.sources):
        return
    word, count = chosen(board, stand, use, (ADD, SUBTRACT)), first_number(said.args, 0)
    have = None if board.position.checked else board.position.tokens.get(stand.name)
    if not word or refuse(board, stand, use, _too_many(stand.name, count, have), said.sources):
        return
    add(board, stand, board.apply(stand, use, count * args["each"] * SIGNS[word], (), (count,)))


def _no_part(who: str, use: Use) -> Forbidden:
    """Tokens are spent by who takes part."""
    return Forbidden("powers.role", (who, use.alien))


def _too_many(who: str, count: int, have: int | None) -> Forbidden | None:
    """From one token to all that lie on the sheet are spent."""
    if count and (have is None or count <= have):
        return None
    return Forbidden("powers.how-many-tokens", (who, "any" if have is None else have), waivable=False)


@spends_tokens.carried_out(ruled=True)
def spend_tokens(on: Turn, power: Power, done: Act) -> None:
    """The tokens leave the sheet at once; with `keeps` they are counted and stay."""
    who, count = power.who, first_number(done.args, 0)
    check_moment(on, power)
    check_once(on, power)
    on.keep(_too_many(who, count, on.table.tokens.get(who, 0)))
    if not power.args.get("keeps"):
        on.table.tokens[who] -= count
    refuse_what_is_barred(on, power)


@spends_tokens.offered
def _tokens_to_spend(on: Turn, power: Power) -> Offers:
    for count in range(1, on.table.tokens.get(power.who, 0) + 1) if is_unused_now(on, power) else ():
        yield from ((word, str(count)) for word in (ADD, SUBTRACT))


@effect.outcome("worth", told=True, by=effect.INVOLVED)
def worth_the_factor(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Each of the owner's ships is worth the factor that its token marks: `tokens red 4` where that is x4."""
    if not in_use(board, stand, use):
        return
    if stand.name not in board.position.tokens:
        ask_for(board, stand, use)
        return
    marked = board.tokens(stand)
    worth = board.apply(stand, use, max(marked.value, 1), (marked,))
    if worth is not None:
        board.worth[stand.name] = worth


@effect.when("destiny")
def moves_factor(on: Turn, power: Power, target: str) -> None:
    """The owner's color or any special destiny doubles the factor; a wild one sets it to x1."""
    table, drawn = on.table, on.command.word
    if drawn == "special" or (not drawn and target == power.who):
        table.tokens[power.who] = 2 * max(table.tokens.get(power.who, 1), 1)
    elif drawn == "wild":
        table.tokens[power.who] = 1
    else:
        return
    on.steps.append(power.finding(table.tokens[power.who]))
