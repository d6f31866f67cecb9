"""What players have not said of powers and cards that are not applied: a table does not rule before that."""

from __future__ import annotations

from referee.judge.powers.said_of import NOTHING
from referee.judge.ruling import OPEN, Ruling, Then
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import Refusal
from referee.state.acts import write_act
from referee.state.encounter import Act
from referee.state.reader import write_name

DUE = "powers.due-not-applied"


def awaited(ruling: Ruling) -> list[Then]:
    """Who has to say what a power or card does before the encounter is ruled."""
    return [then for then in ruling.then if then.sheet] if ruling.status == OPEN else []


def refuse_unsaid(on: Turn, ruling: Ruling) -> None:
    """Refuses to rule before players have said what powers and cards do; a table that goes on has nothing of them."""
    for then in awaited(ruling):
        nothing = Act(NOTHING, then.who, why=write_name(then.sheet))
        if then.finding.rule.id not in on.waived:
            raise RefusedError(Refusal(then.finding, (write_act(nothing),), (), (then.who, then.sheet)))
        on.table.acts = (*on.table.acts, nothing)
