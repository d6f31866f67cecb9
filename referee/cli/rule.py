"""`referee rule`: one clause of a book."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.cli.common import Edition, Json, cache_folder, clean, copies_folder, print_json, printing, reported


def rule(
    id: Annotated[
        list[str], typer.Argument(help="Such as 5.10.1.1.d, ffg2018 setup.15; or reveal.ties, a rule of law")
    ],
    json: Json = False,
    edition: Edition = "consolidated",
) -> None:
    """Shows one clause: what it says, where it stands, its grade, its counterparts and the cases that show it."""
    asked = clean(" ".join(id))
    with reported(json):
        told = found(asked, edition)
    with printing():
        if json:
            print_json(told)
            return
        from referee.render.clause import print_clause, print_law

        (print_law if told["kind"] == "law" else print_clause)(told)


def found(asked: str, edition: str) -> dict[str, Any]:
    """A clause, or a rule of law, as it is told; RulebaseError if there is none of this spelling."""
    return _kept(asked, edition) or _law(asked) or _found(asked, edition)


def _kept(asked: str, edition: str) -> dict[str, Any] | None:
    """The clause from the file that is kept between calls; None where that has none of this spelling."""
    from referee.book.clause import spelled
    from referee.book.lookup import look_up
    from referee.book.places import RULEBASE

    book, locals = spelled(asked, edition.partition("+")[0], [path.name for path in (RULEBASE / "books").iterdir()])
    told = look_up([f"{book} {local}" for local in locals], cache_folder(), _cases)
    return _with_copy(told) if told else None


def _found(asked: str, edition: str) -> dict[str, Any]:
    from referee.book.books import Books
    from referee.book.loader import rulebase
    from referee.book.lookup import tell

    books = Books(rulebase())
    clause = books.find(asked, edition.partition("+")[0])
    return _with_copy(tell(books, clause.book, clause.id, _cases))


def _cases() -> dict[str, list[str]]:
    from referee.conformance.scenario import cases_by_clause  # only when the file is made

    return cases_by_clause()


def _with_copy(told: dict[str, Any]) -> dict[str, Any]:
    """With the printed words, if the player keeps a copy of the book."""
    from referee.book.copies import printed

    return {**told, "printed": printed(told["book"], told["locator"], copies_folder())}


def _law(asked: str) -> dict[str, Any] | None:
    """A rule that the judge applies, by its name in our law; None if there is none of that name."""
    from referee.book.places import RULEBASE

    name = asked.removeprefix("law ").strip().lower()
    game, _, rest = name.partition(" ")
    game = game if rest and game.isalpha() and (RULEBASE / game / "edition.toml").is_file() else ""  # with its own law
    name = rest.strip() if game else name
    if "." not in name or any(letter.isdigit() or letter.isspace() for letter in name):
        return None
    from referee.book.loader import rulebase

    law = (rulebase(game, game=game) if game else rulebase()).law
    if name not in law:
        return None
    found = law[name]
    return {
        "id": f"law {game} {name}" if game else f"law {name}",
        "book": "law",
        "kind": "law",
        "says": found.says,
        "value": found.value,
        "cites": [{"id": cite.id, "grade": cite.grade} for cite in found.cites],
        "questions": [found.question] if found.question else [],
    }
