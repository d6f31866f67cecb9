"""`referee ask` and `referee search`: clauses for a question in plain words, and clauses with these very words."""

from __future__ import annotations

from typing import Annotated

import typer

import referee
from referee import render
from referee.cli.common import NOT_SETTLED, RULED, Edition, Json, answer, each

_SHOWN = 3  # clauses after an answer
_ASKED = 5  # of those that programs get
_ALL = 20


def ask(
    question: Annotated[list[str], typer.Argument(help='Such as "who wins a tie?"')],
    count: Annotated[int | None, typer.Option("-n", "--count", min=1, max=50, help="How many clauses.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All clauses that come near.")] = False,
    edition: Edition = "consolidated",
    json: Json = False,
) -> None:
    """Answers a question in a player's words: the answer first, then the clauses that say it, best first.

    Where the clauses settle it, the first line is the answer, with the clause. A named alien or card brings its sheet.
    The clauses are those of the edition's own book; where it is silent, those of the consolidated rules. A question
    that names Duel is answered by Duel's book.
    """
    shown = count or (_ALL if everything else _SHOWN)
    most = count or (_ALL if everything else _ASKED)
    found = answer(
        json,
        lambda: referee.ask(" ".join(question), most, edition),
        lambda found: render.answers.print_answers(found.to_dict(), found.silent, shown),
    )
    raise typer.Exit(RULED if found.answered else NOT_SETTLED)


def search(
    words: Annotated[list[str], typer.Argument(help="Words that must all stand in the clause.")],
    json: Json = False,
) -> None:
    """Finds the clauses of all books in which these very words stand."""
    found = answer(json, lambda: referee.search(" ".join(words)), lambda found: render.clause.print_found(each(found)))
    raise typer.Exit(RULED if found else NOT_SETTLED)
