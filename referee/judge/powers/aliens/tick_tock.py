"""Tick-Tock: a token goes for every win of a defense and every deal, and with the last one the game is won.

The same for who backs a main player, on a win or deal of that one.
"""

from __future__ import annotations

from referee.judge.phases.resolution import lose_more
from referee.judge.powers import effect
from referee.judge.powers.common import first_of, said_with
from referee.judge.powers.types import Args, Board, Finding, Stand, Use
from referee.judge.ruling import DEAL, DEFENSE_WINS, MUST, wins


@effect.outcome("won")
def counts_down(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Anybody's win as the defense, and any deal, takes a token off the sheet; with none left its owner wins.

    With `backed` it is a win or deal of the main player whom the use names. `for_ship`: on its own win or deal as a
    main player so many tokens more go, for a ship that the owner loses.
    """
    outcome = board.outcome
    if outcome is None:
        return
    more = _for_ship(outcome.value, stand, args)
    counts = (DEFENSE_WINS, DEAL) if not args.get("backed") else _of_backed(board, stand, use)
    count = int(outcome.value in counts) + more
    if not count:
        return
    tokens = board.tokens(stand) if board.in_force(stand, use) else None
    if tokens is not None and tokens.value < count:
        count, more = tokens.value, 0
    words = ("a token goes" if count == 1 else f"{count} tokens go",)
    gone = board.apply(stand, use, -count, (outcome,) if tokens is None else (outcome, tokens), words)
    if gone is None or tokens is None:
        return
    if tokens.value:
        what = "a token" if count == 1 else f"{count} tokens"
        board.do(stand.name, MUST, f"discard {what} from its alien sheet", gone, by=use)
    if more:
        lose_more(board, stand, 1, gone)
    if tokens.value <= count:
        rule = board.law["win.no-token"].citing(use.rule)
        board.also_won[stand.name] = Finding(rule, True, (gone, tokens), (stand.name,))


def _of_backed(board: Board, stand: Stand, use: Use) -> tuple[str, ...]:
    """The outcomes that are a win or deal of the main player whom a use names; none where nobody is named."""
    named = first_of(said_with(board, stand, use).args, (board.offense.name, board.defense.name))
    return (wins(board.stands[named].side), DEAL) if named else ()


def _for_ship(outcome: str, stand: Stand, args: Args) -> int:
    """The tokens that go for a ship, on a win or deal of the owner as a main player."""
    return args.get("for_ship", 0) if stand.is_main and outcome in (wins(stand.side), DEAL) else 0


counts_down.wins_by()(lambda on, power: on.table.tokens.get(power.who) == 0)
