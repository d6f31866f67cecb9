"""`referee rule`: one clause of a book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import Edition, Json, answer
from referee.cli.lazy_groups import completes

if TYPE_CHECKING:
    from referee.conformance.clauses import Rule


def rule(
    id: Annotated[
        list[str],
        typer.Argument(
            help="Such as 5.10.1.1.d, ffg2018 setup.15; or reveal.ties, a rule of law",
            autocompletion=completes("clauses"),
        ),
    ],
    json: Json = False,
    edition: Edition = "consolidated",
) -> None:
    """Shows one clause: what it says, where it stands, its grade, its counterparts and the cases that show it."""
    answer(json, lambda: referee.rule(" ".join(id), edition), show_rule)


def show_rule(found: Rule) -> None:
    """Prints a clause, a rule of law, or the clauses under a heading."""
    shows = {"law": render.clause.print_law, "heading": render.clause.print_heading}
    shows.get(found.kind, render.clause.print_clause)(found.to_dict())
