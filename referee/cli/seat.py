"""A seat at a kept table: what the commands of `referee table` and the interactive table both do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.cli.common import ILLEGAL, NOT_SETTLED, RULED

if TYPE_CHECKING:
    from referee.house import House
    from referee.judge.table.verdict import Verdict
    from referee.position.table import Table
    from referee.tabletop import Offer

STATUS = {"legal": RULED, "illegal": ILLEGAL, "depends": NOT_SETTLED}  # exit statuses of a verdict


def lay(path: Path, players: str, edition: str, name: str) -> str:
    """Lays a table for these players and keeps it; returns its name, which has a number if it was taken."""
    from referee.ledger import tables  # noqa: PLC0415
    from referee.position.table import to_data  # noqa: PLC0415
    from referee.tabletop import lay_table  # noqa: PLC0415

    command = players if players.startswith("table ") else f"table {players}"
    return tables.create(path, name, command, to_data(lay_table(command, edition)))


def read(path: Path, name: str | None) -> tuple[str, Table]:
    """The name and the state of a kept table, of the current one without a name."""
    from referee.ledger import tables  # noqa: PLC0415

    kept, state = tables.read(path, name)
    return kept, table_of(state)


def step(path: Path, name: str | None, back: bool) -> tuple[str, Table]:
    """Takes the last command of a kept table back, or does it again; returns the command and the table then."""
    from referee.ledger import tables  # noqa: PLC0415

    command, state = tables.step(path, name, back)
    return command, table_of(state)


def table_of(state: dict[str, Any]) -> Table:
    """A kept state as a table; what an older referee did not keep is as on a new one. LedgerError if it is damaged."""
    from referee.errors import LedgerError  # noqa: PLC0415
    from referee.position.table import PLACES, Table, from_data, to_data  # noqa: PLC0415

    try:
        if not (state["seats"] and state["hands"] and state["phase"] and state["ships"].keys() >= {*PLACES}):
            raise ValueError
        return from_data({**to_data(Table("", ())), **state})
    except (AttributeError, KeyError, TypeError, ValueError):
        raise LedgerError(
            "the state of this table is damaged; `referee table repair` tries to make it whole, "
            "`referee table export` saves its commands"
        ) from None


def do(
    path: Path, name: str | None, command: str, anyway: bool = False, house: House | None = None
) -> tuple[str, Verdict]:
    """Rules one command at a kept table, by its house rules, and keeps what it did if it is legal; the table's name."""
    from referee.cli.earlier import books_at  # noqa: PLC0415
    from referee.ledger import tables  # noqa: PLC0415
    from referee.position.table import to_data  # noqa: PLC0415
    from referee.tabletop import rule_command  # noqa: PLC0415

    ruled: list[Verdict] = []

    def rule(state: dict[str, Any]) -> tuple[dict[str, Any] | None, str, str, bool, list[str]]:
        table = table_of(state)
        verdict = rule_command(table, command, anyway, books_at(house, table.edition))
        ruled.append(verdict)
        says = [step.says for step in verdict.steps]
        after = to_data(verdict.table) if verdict.legal else None
        return after, verdict.command, verdict.status, bool(verdict.anyway), says

    return tables.do(path, name, rule), ruled[0]


def offered(table: Table, player: str = "", house: House | None = None) -> list[Offer]:
    """What may be done now, by everybody or by one player; LedgerError for somebody who does not sit here."""
    from referee.cli.earlier import books_at  # noqa: PLC0415
    from referee.errors import LedgerError  # noqa: PLC0415
    from referee.tabletop import offers  # noqa: PLC0415

    wanted = player.casefold()
    if wanted and wanted not in [seat.casefold() for seat in table.seats]:
        raise LedgerError(f"nobody called {player} sits here; at this table sit {', '.join(table.seats)}")
    return [offer for offer in offers(table, books_at(house, table.edition)) if wanted in ("", offer.who.casefold())]
