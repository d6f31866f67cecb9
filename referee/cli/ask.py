"""`referee ask` and `referee search`: clauses for a question in plain words, and clauses with these very words."""

from __future__ import annotations

from typing import Annotated

import typer

import referee
from referee import render
from referee.cli.common import NOT_SETTLED, RULED, Edition, Json, answer, as_json


def ask(
    question: Annotated[list[str], typer.Argument(help='Such as "who wins a tie?"')],
    count: Annotated[int, typer.Option("-n", "--count", min=1, max=50, help="How many clauses.")] = 5,
    edition: Edition = "consolidated",
    json: Json = False,
) -> None:
    """Answers a question in a player's words with the clauses that say it, best first.

    They are clauses of the edition's own book; where it is silent, those of the consolidated rules.
    """
    found = answer(
        json,
        lambda: referee.ask(" ".join(question), count, edition),
        lambda found: render.clause.print_answers(found.answered, as_json(found.clauses), found.silent),
    )
    raise typer.Exit(RULED if found.answered else NOT_SETTLED)


def search(
    words: Annotated[list[str], typer.Argument(help="Words that must all stand in the clause.")],
    json: Json = False,
) -> None:
    """Finds the clauses of all books in which these very words stand."""
    found = answer(
        json, lambda: referee.search(" ".join(words)), lambda found: render.clause.print_found(as_json(found))
    )
    raise typer.Exit(RULED if found else NOT_SETTLED)
