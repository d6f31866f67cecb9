"""`redo` after a correction: what was taken back and overtaken is told again, as far as it is still legal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from referee.errors import LedgerError
from referee.ledger.overtaken import Waiting

if TYPE_CHECKING:
    from referee.public.table_answers import Done


def told_again(waits: Sequence[Waiting], count: int, do: Callable[[Waiting], Done]) -> dict[str, object]:
    """Does so many of the commands that wait, until one is not legal any more; the step as JSON.

    `stopped` is then the one at which it stopped, with why. LedgerError where that is the first.
    """
    if count > len(waits):
        there = "1 command" if len(waits) == 1 else f"{len(waits)} commands"
        raise LedgerError(f"only {there} can be done again")
    done, stopped = list[dict[str, object]](), None
    for wait in waits[:count]:
        one = do(wait)
        told = one.to_dict()
        if not one.legal:
            stopped = _stopped(wait.command, told)
            break
        done.append(told)
    if not done:
        assert stopped is not None
        clauses = ", ".join(stopped["cites"])
        raise LedgerError(f"it is not legal any more: {stopped['command']}: {stopped['says']} [{clauses}]")
    commands = [told["command"] for told in done]
    table = done[-1]["table"]
    step = {"redone": commands[-1], "commands": commands, "seconds": 0, "elsewhere": False, "table": table}
    return step if stopped is None else {**step, "stopped": stopped}


def _stopped(command: str, told: dict[str, Any]) -> dict[str, Any]:
    """Why a command cannot be done again."""
    says = "; ".join(refusal["says"] for refusal in told["illegal"])
    cites = [cite for refusal in told["illegal"] for cite in refusal["cites"]]
    return {"command": command, "says": says, "cites": cites}
