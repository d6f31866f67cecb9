"""A seat at a kept table: what the commands of `referee table` and the interactive table both do."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.cli.common import ILLEGAL, NOT_SETTLED, RULED

if TYPE_CHECKING:
    from referee.disputes.house_rules import House
    from referee.judge.table.verdict import Decided
    from referee.judge.ways.table import Offer

STATUS = {"legal": RULED, "illegal": ILLEGAL, "depends": NOT_SETTLED}  # exit statuses of a verdict


def lay(path: Path, players: str, edition: str, name: str) -> str:
    """Lays a table for these players and keeps it; returns its name, which has a number if it was taken."""
    from referee.duel.games import game, named
    from referee.ledger import tables

    command, by = named(players, edition)
    played = game(by)
    return tables.create(path, name, command, played.to_data(played.lay(command, by)), shell())


def read(path: Path, name: str | None) -> tuple[str, Any]:
    """The name and the state of a kept table, of the current one without a name."""
    from referee.ledger import tables

    kept, state = tables.read(path, name)
    return kept, table_of(state)


def shell() -> str:
    """From where commands are given: the session of the terminal, or what started this process."""
    try:
        return f"session {os.getsid(0)}"
    except (AttributeError, OSError):  # not on Windows
        return f"process {os.getppid()}"


def step(
    path: Path, name: str | None, back: bool, count: int = 1, expect: int | None = None
) -> tuple[dict[str, Any], Any]:
    """Takes the last commands of a kept table back, or does them again; what is told of them, and the table then.

    Told are the last of them under `undone` or `redone`, all as they came in `commands`, and of the last its `number`,
    when it was done (`at`, and how many `seconds` ago); and whether any was done `elsewhere`, in another shell.
    """
    from referee.ledger import tables

    found = tables.steps(path, name, back, count, expect)
    last = found[-1]
    told: dict[str, Any] = {
        "undone" if back else "redone": last.command,
        "commands": [step.command for step in found],
        "number": last.number,
        "at": last.at,
        "seconds": _seconds_since(last.at),
        "elsewhere": any(step.shell not in ("", shell()) for step in found),
    }
    return told, table_of(last.state)


def _seconds_since(at: str) -> int | None:
    try:
        return max(0, int((datetime.now(UTC) - datetime.fromisoformat(at)).total_seconds()))
    except (TypeError, ValueError):
        return None


def table_of(state: dict[str, Any]) -> Any:
    """A kept state as a table; what an older referee did not keep is as on a new one. LedgerError if it is damaged."""
    from referee.duel.games import game
    from referee.errors import LedgerError

    try:
        return game(state["edition"]).from_data(state)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise LedgerError(
            "the state of this table is damaged; `referee table repair` tries to make it whole, "
            "`referee table export` saves its commands"
        ) from None


def do(
    path: Path, name: str | None, command: str, anyway: bool = False, house: House | None = None
) -> tuple[str, Decided[Any, Any]]:
    """Rules one command at a kept table, by its house rules, and keeps what it did if it is legal; the table's name."""
    from referee.cli.earlier import books_at
    from referee.duel.games import game
    from referee.ledger import tables

    ruled: list[Decided[Any, Any]] = []

    def rule(state: dict[str, Any]) -> tuple[dict[str, Any] | None, str, str, bool, list[str]]:
        table = table_of(state)
        played = game(table.edition)
        verdict = played.rule(table, command, anyway, books_at(house, table.edition))
        ruled.append(verdict)
        says = [step.says for step in verdict.steps]
        after = played.to_data(verdict.table) if verdict.legal else None
        return after, verdict.command, verdict.status, bool(verdict.anyway), says

    return tables.do(path, name, rule, shell()), ruled[0]


def offered(table: Any, player: str = "", house: House | None = None) -> list[Offer]:
    """What may be done now, by everybody or by one player; LedgerError for somebody who does not sit here."""
    from referee.cli.earlier import books_at
    from referee.duel.games import game
    from referee.errors import LedgerError

    wanted = player.casefold()
    if wanted and wanted not in [seat.casefold() for seat in table.seats]:
        raise LedgerError(f"nobody called {player} sits here; at this table sit {', '.join(table.seats)}")
    found = game(table.edition).offers(table, books_at(house, table.edition))
    return [offer for offer in found if wanted in ("", offer.who.casefold())]
