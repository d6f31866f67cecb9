"""One clause or rule of law by its id, with the cases that show it and a player's own printed words."""

from __future__ import annotations

from typing import Any

from referee.book.places import RULEBASE, cache, copies_folder
from referee.book.told import Whole


class Rule(Whole):
    """A clause of a book, a rule that the judge applies (`kind` is `law`), or a `heading` with its `clauses`."""

    id: str
    book: str
    kind: str
    says: str


def rule(id: str, edition: str = "consolidated") -> Rule:
    """One clause by its id in any spelling, or a rule of law by its name; RulebaseError if there is none.

    Without a book the edition's own is meant.

    >>> import referee
    >>> referee.rule("5.10.1.1.d").says
    'Attack against attack: whoever has the higher total wins the encounter.'
    """
    return Rule(_kept(id, edition) or _law(id) or _heading(id, edition) or _found(id, edition))


def _kept(asked: str, edition: str) -> dict[str, object] | None:
    """The clause from the file that is kept between calls; None where that has none of this spelling."""
    from referee.book.clause import spelled
    from referee.book.lookup import look_up

    book, locals = spelled(asked, edition.partition("+")[0], [path.name for path in (RULEBASE / "books").iterdir()])
    told = look_up([f"{book} {local}" for local in locals], cache(), _cases)
    return _with_copy(told) if told else None


def _found(asked: str, edition: str) -> dict[str, object]:
    from referee.book.books import Books
    from referee.book.loader import rulebase
    from referee.book.lookup import tell

    books = Books(rulebase())
    clause = books.find(asked, edition.partition("+")[0])
    return _with_copy(tell(books, clause.book, clause.id, _cases))


def _heading(asked: str, edition: str) -> dict[str, object] | None:
    """The clauses under a heading; None where the id is none."""
    from referee.book.books import Books
    from referee.book.loader import rulebase

    id, clauses = Books(rulebase()).under(asked, edition.partition("+")[0])
    if not clauses:
        return None
    under = [{"id": clause.full_id, "says": clause.says} for clause in clauses]
    return {"id": id, "book": clauses[0].book, "kind": "heading", "says": "", "clauses": under}


def _cases() -> dict[str, list[str]]:
    from referee.conformance.scenario import cases_by_clause  # only when the file is made

    return cases_by_clause()


def _with_copy(told: dict[str, Any]) -> dict[str, object]:
    """With the printed words, if the player keeps a copy of the book."""
    from referee.book.copies import printed

    return {**told, "printed": printed(told["book"], told["locator"], copies_folder())}


def _law(asked: str) -> dict[str, object] | None:
    """A rule that the judge applies, by its name in our law; None if there is none of that name."""
    game, name = _game_and_name(asked.removeprefix("law ").strip().lower())
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


def _game_and_name(text: str) -> tuple[str, str]:
    """The game with a law of its own that stands first (empty: none), and the name of the rule."""
    game, _, rest = text.partition(" ")
    if rest and game.isalpha() and (RULEBASE / game / "edition.toml").is_file():
        return game, rest.strip()
    return "", text
