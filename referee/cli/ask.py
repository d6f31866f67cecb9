"""`referee ask` and `referee search`: clauses for a question in plain words, and clauses with these very words."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.common import NOT_SETTLED, RULED, Edition, Json, cache_folder, clean, print_json, printing, reported


def ask(
    question: Annotated[list[str], typer.Argument(help='Such as "who wins a tie?"')],
    count: Annotated[int, typer.Option("-n", "--count", min=1, max=50, help="How many clauses.")] = 5,
    edition: Edition = "consolidated",
    json: Json = False,
) -> None:
    """Answers a question in a player's words with the clauses that say it, best first.

    They are clauses of the edition's own book; where it is silent, those of the consolidated rules.
    """
    from referee.book.cached import MAIN, books_for, index
    from referee.book.loader import rulebase
    from referee.book.search import answered

    text, silent = clean(" ".join(question)), ""
    with reported(json):
        known, folder = rulebase(edition, judged=False), cache_folder()
        answers = index(known, folder, books_for(known)).ask(text, count)
        if not answered(answers) and known.book != MAIN[0]:
            others = index(known, folder).ask(text, count)
            if answered(others):
                answers, silent = others, known.title
    found = answered(answers)
    rows = [
        {"id": a.clause.full_id, "says": a.clause.says, "score": round(a.score, 3), "otherwise": list(a.clause.near)}
        for a in answers
    ]
    with printing():
        if json:
            print_json({"answered": found, "answers": rows})
        else:
            from referee.render.clause import print_answers

            print_answers(found, rows, silent)
    raise typer.Exit(RULED if found else NOT_SETTLED)


def search(
    words: Annotated[list[str], typer.Argument(help="Words that must all stand in the clause.")],
    json: Json = False,
) -> None:
    """Finds the clauses of all books in which these very words stand."""
    from referee.book.books import Books
    from referee.book.loader import rulebase

    with reported(json):
        found = Books(rulebase()).search(clean(" ".join(words)))
    rows = [{"id": clause.full_id, "says": clause.says} for clause in found]
    with printing():
        if json:
            print_json(rows)
        else:
            from referee.render.clause import print_found

            print_found(rows)
    raise typer.Exit(RULED if rows else NOT_SETTLED)
