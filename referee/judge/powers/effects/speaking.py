"""What players ask of each other, or say for each other, between the alliances and the selection."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.powers import effect
from referee.judge.powers.at_table import one_of
from referee.judge.powers.common import Args, main_player_said, tell_use
from referee.judge.powers.moments import able, check_once, is_before_selection, is_used, main_player_meant
from referee.judge.ruling import MUST
from referee.judge.stand import Stand
from referee.judge.table.alliance import answers
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state.encounter import Act


@effect.outcome("declare")
def asks_question(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`question`: of which kind; a main player answers it truthfully, and is bound by what it says of its plans."""
    whom = main_player_said(board, stand, use, sure=True)
    asked = board.apply(stand, use, True, (), (whom,)) if whom else None
    if asked is not None:
        what = f"answer {stand.name}'s {args['question']} truthfully, and keep in this encounter to what it means to do"
        board.do(whom, MUST, what, asked)


@effect.outcome("declare")
def backs_main_player(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A main player is named, and what becomes of that one counts for the owner (see `counts_down`)."""
    whom = main_player_said(board, stand, use, sure=True)
    if whom:
        tell_use(board, stand, use, True, whom)


@asks_question.carried_out()
@backs_main_player.carried_out(ruled=True)
def name_main_player(on: Turn, power: Power, done: Act) -> None:
    """A main player is named when the alliances are formed and no card is selected yet."""
    if not is_before_selection(on):
        on.forbid("uses.after-alliances", power.who, nearest=answers(on) if on.table.phase == ph.ALLIANCE else ())
    check_once(on, power)
    on.steps.append(power.finding(True, main_player_meant(on, power, done)))


for _named in (asks_question, backs_main_player):
    _named.offered(
        one_of(
            lambda on, power: able(on, power.who),
            lambda on, power: is_before_selection(on) and not is_used(on, power),
        )
    )
