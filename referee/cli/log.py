"""`referee log`: the latest rulings, or one of them again."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.cli.common import Db, Json, database, print_json, printing, reported

_MOST = 2**63 - 1  # what SQLite counts to


def log(
    id: Annotated[int | None, typer.Argument(min=1, max=_MOST, help="Show this ruling again, as it was given.")] = None,
    count: Annotated[int, typer.Option("-n", "--count", min=1, max=_MOST, help="How many of the latest.")] = 10,
    json: Json = False,
    why: Annotated[bool, typer.Option("--why", help="With an id: print the whole proof.")] = False,
    db: Db = None,
) -> None:
    """Shows the latest rulings, newest first."""
    from referee.ledger.rulings import latest, one

    with reported(json):
        path = database(db)
        if id is not None:
            _again(one(path, id), json, why)
            return
        rows = latest(path, count)
    with printing():
        if json:
            print_json([_row(row) for row in rows])
            return
        from referee.render.table import print_log

        print_log(rows, path)


def _again(told: dict[str, Any], json: bool, why: bool) -> None:
    with printing():
        if json:
            print_json(told)
            return
        from referee.render.page import print_ruling

        print_ruling(told, why)


def _row(row: dict[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("id", "at", "edition", "line", "position", "status", "outcome", "grade")}
