"""A seat at a kept table: what the commands of `referee table` and the interactive table both do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.cli.common import ILLEGAL, NOT_SETTLED, RULED

if TYPE_CHECKING:
    from referee.house import House
    from referee.judge.table.verdict import Decided
    from referee.tabletop import Offer

STATUS = {"legal": RULED, "illegal": ILLEGAL, "depends": NOT_SETTLED}  # exit statuses of a verdict


def lay(path: Path, players: str, edition: str, name: str) -> str:
    """Lays a table for these players and keeps it; returns its name, which has a number if it was taken."""
    from referee.games import game, named  # noqa: PLC0415
    from referee.ledger import tables  # noqa: PLC0415

    command, by = named(players, edition)
    played = game(by)
    return tables.create(path, name, command, played.to_data(played.lay(command, by)))


def read(path: Path, name: str | None) -> tuple[str, Any]:
    """The name and the state of a kept table, of the current one without a name."""
    from referee.ledger import tables  # noqa: PLC0415

    kept, state = tables.read(path, name)
    return kept, table_of(state)


def step(path: Path, name: str | None, back: bool, count: int = 1) -> tuple[list[str], Any]:
    """Takes the last commands of a kept table back, or does them again; returns the commands and the table then."""
    from referee.ledger import tables  # noqa: PLC0415

    commands, state = tables.steps(path, name, back, count)
    return commands, table_of(state)


def table_of(state: dict[str, Any]) -> Any:
    """A kept state as a table; what an older referee did not keep is as on a new one. LedgerError if it is damaged."""
    from referee.errors import LedgerError  # noqa: PLC0415
    from referee.games import game  # noqa: PLC0415

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
    from referee.cli.earlier import books_at  # noqa: PLC0415
    from referee.games import game  # noqa: PLC0415
    from referee.ledger import tables  # noqa: PLC0415

    ruled: list[Decided[Any, Any]] = []

    def rule(state: dict[str, Any]) -> tuple[dict[str, Any] | None, str, str, bool, list[str]]:
        table = table_of(state)
        played = game(table.edition)
        verdict = played.rule(table, command, anyway, books_at(house, table.edition))
        ruled.append(verdict)
        says = [step.says for step in verdict.steps]
        after = played.to_data(verdict.table) if verdict.legal else None
        return after, verdict.command, verdict.status, bool(verdict.anyway), says

    return tables.do(path, name, rule), ruled[0]


def offered(table: Any, player: str = "", house: House | None = None) -> list[Offer]:
    """What may be done now, by everybody or by one player; LedgerError for somebody who does not sit here."""
    from referee.cli.earlier import books_at  # noqa: PLC0415
    from referee.errors import LedgerError  # noqa: PLC0415
    from referee.games import game  # noqa: PLC0415

    wanted = player.casefold()
    if wanted and wanted not in [seat.casefold() for seat in table.seats]:
        raise LedgerError(f"nobody called {player} sits here; at this table sit {', '.join(table.seats)}")
    found = game(table.edition).offers(table, books_at(house, table.edition))
    return [offer for offer in found if wanted in ("", offer.who.casefold())]
