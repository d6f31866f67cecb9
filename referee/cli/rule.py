"""`referee rule`: one clause of a book."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.common import Edition, Json, clean, copies_folder, print_json, printing, reported


def rule(
    id: Annotated[list[str], typer.Argument(help="Such as: consolidated 5.10.1.1.d   or just 5.10.1.1.d")],
    json: Json = False,
    edition: Edition = "consolidated",
) -> None:
    """Shows one clause: what it says, where it stands, its grade, its counterparts and the cases that show it."""
    from referee.copies import printed  # noqa: PLC0415
    from referee.law.books import Books  # noqa: PLC0415
    from referee.law.loader import rulebase  # noqa: PLC0415
    from referee.scenario import cases_settling  # noqa: PLC0415

    with reported(json):
        clause = Books(rulebase()).find(clean(" ".join(id)), edition)
        told = {
            **clause.to_dict(),
            "cases": cases_settling(clause.full_id),
            "printed": printed(clause, copies_folder()),
        }
    with printing():
        if json:
            print_json(told)
            return
        from referee.render.clause import print_clause  # noqa: PLC0415

        print_clause(told)
