"""What a table decided before: its house rules, by which it is ruled, and the precedents of a ruling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.errors import LedgerError
from referee.ledger.rulings import decided, has_house_rules

if TYPE_CHECKING:
    from referee.book.loader import Rulebase
    from referee.disputes.house_rules import House
    from referee.disputes.records import Precedent
    from referee.judge.table.verdict import Decided

Told = dict[str, Any]


def house_at(path: Path, name: str | None) -> House | None:
    """The house rules of a table, of the current one without a name; None if it has none, as most tables do."""
    if not (has_house_rules(path) or (path.parent / "house").is_dir()):
        return None
    from referee.disputes import house_rules
    from referee.ledger import tables
    from referee.ledger.labels import kept_under

    if name is None:
        name = next((row["name"] for row in tables.names(path)), None)
    return None if name is None else house_rules.read(path, kept_under(path, name))


def books_at(house: House | None, edition: str) -> Rulebase | None:
    """The rulebase as a table plays by it; None where that is the edition's own."""
    if house is None:
        return None
    from referee.disputes.house_rules import books

    return books(house, edition)


def add_house(told: Told, house: House | None) -> None:
    """Adds the house rules that a ruling rests on, if there are any, as `house`."""
    if house is not None:
        from referee.disputes.house_rules import named

        found = named(house, told.get("ruling", told))
        if found:
            told["house"] = found


def add_precedents(told: Told, path: Path, books: Callable[[], Rulebase], game: str | None = None) -> list[str]:
    """Adds what was decided before on what a ruling turns on, if anything was, as `precedents`; returns warnings."""

    def look() -> Sequence[Precedent]:
        from referee.disputes.precedents import precedents_of

        return precedents_of(path, told, books(), game)

    return _add(told, path, look)


def add_precedents_at(
    told: Told, verdict: Decided[Any, Any], path: Path, house: House | None, name: str | None
) -> list[str]:
    """As `add_precedents`, of what was ruled of a command at a table."""

    def look() -> Sequence[Precedent]:
        from referee.disputes.precedents import precedents_at
        from referee.duel.games import books_by
        from referee.ledger.labels import kept_under

        laid_as = None if name is None else kept_under(path, name)
        return precedents_at(path, verdict, books_at(house, verdict.edition) or books_by(verdict.edition), laid_as)

    return _add(told, path, look)


def _add(told: Told, path: Path, look: Callable[[], Sequence[Precedent]]) -> list[str]:
    """The ruling stands though what was decided before cannot be read: then a warning says that."""
    if not decided(path):
        return []
    try:
        found = look()
    except LedgerError as error:
        return [f"what was decided before is not known: {error}"]
    if found:
        told["precedents"] = [precedent.to_dict() for precedent in found]
    return []
