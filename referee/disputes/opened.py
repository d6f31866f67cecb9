"""How a dispute is opened: what it starts from, what it is about, and what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.disputes import house_rules
from referee.disputes.accounts import Claim, argue, line_at, rulebook
from referee.disputes.precedents import precedents
from referee.duel.games import game
from referee.errors import LedgerError, RefereeError
from referee.ledger.disputes import Side, open_dispute
from referee.ledger.rulings import one

if TYPE_CHECKING:
    from referee.book.loader import Rulebase
    from referee.disputes.accounts import Argument

Told = dict[str, Any]


class Start(NamedTuple):
    """What a dispute starts from: the line (empty: none yet), the edition, the readings, and the table."""

    line: str
    edition: str = "consolidated"
    readings: Mapping[str, str] = {}
    game: str | None = None

    def books(self, path: Path) -> Rulebase:
        """The rulebase that the dispute is ruled by: at a table with its house rules."""
        house = house_rules.read(path, self.game) if self.game else None
        return house_rules.books(house, self.edition, self.readings)


def from_ruling(path: Path, id: int, edition: str | None, readings: Mapping[str, str]) -> Start:
    """A start from a kept ruling: its position, edition and readings."""
    kept = one(path, id)
    return Start(kept["position"], edition or kept["edition"], {**kept.get("readings", {}), **readings})


def from_table(name: str, table: Any, line: str | None, edition: str | None, readings: Mapping[str, str]) -> Start:
    """A start from the encounter on a table, or from a line that is told at it. LedgerError where there is none."""
    if game(table.edition).usage:
        raise LedgerError(f"the table {name!r} is one of Duel; a dispute is about an encounter of the big game")
    there = line_at(table)
    if not there and line is None:
        raise LedgerError(
            f"there is no encounter to argue about on the table {name!r} before its cards are chosen; "
            "say what happened as a line before --table"
        )
    return Start(there if line is None else line, edition or table.edition, readings, name)


def only_one_start(line: str | None, ruling: int | None, table: str | None) -> None:
    """RefereeError for more than one thing to start from; a line may be told at a table."""
    if ruling is not None and (line is not None or table is not None):
        raise RefereeError("a dispute starts from one thing: a line, --from-ruling or --table")


class NewDispute(NamedTuple):
    """A dispute that is argued and not kept yet: as it is told, the argument, and the rulebase that it was ruled by."""

    told: Told
    argument: Argument
    books: Rulebase

    def keep(self, path: Path) -> None:
        """Keeps it and puts its number into what is told; LedgerError where it cannot be kept."""
        told = self.told
        sides = [Side(side["party"], side["claim"], side["line"], side["ruling"]) for side in told["sides"]]
        told["id"] = open_dispute(
            path,
            sides,
            self.argument.relied(self.books),
            rulebook(self.books),
            told["about"],
            told["question"],
            told["game"],
            self.books.readings,
        )


def opened(path: Path, start: Start, claims: Sequence[Claim], question: str | None, about: str) -> NewDispute:
    """Argues a dispute out: rules each side's account, and finds what it is about where nobody says."""
    books = start.books(path)
    argument = argue(claims, books.edition, books=books, question=question)
    point = _point(argument, question)
    told: Told = {
        "format": 1,
        "id": None,
        "state": "open",
        "edition": books.edition,
        "game": start.game,
        "about": about or _about(argument, point),
        "question": point,
        "readings": dict(books.readings),
        "sides": _sides(argument),
        "argument": argument.to_dict(),
        "promotions": [],
    }
    told["precedents"] = _precedents(path, argument, books, start.game)
    return NewDispute(told, argument, books)


def _point(argument: Argument, asked: str | None) -> str | None:
    """The disputable point that a dispute is about: the one asked for, or the only one on which anything turns."""
    points = [point for point in argument.registry if point["rests"] or point["why"] == "named"]
    if asked:
        return str(argument.registry[0]["id"])
    return str(points[0]["id"]) if len(points) == 1 else None


def _about(argument: Argument, point: str | None) -> str:
    """What a dispute is about, where nobody says."""
    if point:
        return next(str(told["title"]) for told in argument.registry if told["id"] == point)
    facts = [fact.difference.what for fact in argument.decisive or argument.differences]
    return ", ".join(facts[:2])


def _sides(argument: Argument) -> list[Told]:
    return [
        {
            "side": number,
            "party": claim.party,
            "claim": claim.claim,
            "line": claim.line,
            "position": ruling.position,
            "status": ruling.status,
            "outcome": ruling.outcome.value if ruling.outcome is not None else None,
            "ruling": ruling.to_dict(),
        }
        for number, (claim, ruling) in enumerate(zip(argument.claims, argument.rulings, strict=True), 1)
    ]


def _precedents(path: Path, argument: Argument, books: Rulebase, game: str | None) -> list[Told]:
    """What was decided before on what the rulings rest on; nothing where the ledger cannot be read."""
    found: dict[Any, Told] = {}
    try:
        for ruling in {ruling.position: ruling for ruling in argument.rulings}.values():
            for precedent in precedents(path, ruling, books, game):
                found.setdefault((precedent.dispute, precedent.says), precedent.to_dict())
    except LedgerError:  # said where the dispute itself cannot be kept
        return []
    return list(found.values())
