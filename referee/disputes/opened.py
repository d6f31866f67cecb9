"""How a dispute is opened: what it starts from, what it is about, and what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.disputes import house_rules
from referee.disputes.accounts import argue, line_at, relied, rulebook
from referee.disputes.precedents import precedents
from referee.disputes.records import Argument, Claim, Dispute, Precedent, Told
from referee.duel.games import game
from referee.errors import LedgerError, RefereeError
from referee.ledger.disputes import Side, open_dispute
from referee.ledger.rulings import one

if TYPE_CHECKING:
    from referee.book.loader import Rulebase


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
    """A dispute that is argued and not kept yet, with the argument and the rulebase that it was ruled by."""

    dispute: Dispute
    argument: Argument
    books: Rulebase

    def kept(self, path: Path) -> Dispute:
        """Keeps it and returns it with its number; LedgerError where it cannot be kept."""
        told = self.dispute.kept
        sides = [Side(side["party"], side["claim"], side["line"], side["ruling"]) for side in told["sides"]]
        id = open_dispute(
            path,
            sides,
            relied(self.argument, self.books),
            rulebook(self.books),
            told["about"],
            told["question"],
            told["game"],
            self.books.readings,
        )
        return self.dispute._replace(kept={**told, "id": id})


def opened(path: Path, start: Start, claims: Sequence[Claim], question: str | None, about: str) -> NewDispute:
    """Argues a dispute out: rules each side's account, and finds what it is about where nobody says."""
    books = start.books(path)
    argument = argue(claims, books.edition, books=books, question=question)
    point = _point(argument, question)
    before = _precedents(path, argument, books, start.game)
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
        "precedents": [precedent.to_dict() for precedent in before],
    }
    return NewDispute(Dispute(told, argument, before), argument, books)


def _point(argument: Argument, asked: str | None) -> str | None:
    """The disputable point that a dispute is about: the one asked for, or the only one on which anything turns."""
    points = [point.id for point in argument.registry if point.rests or point.why == "named"]
    if asked:
        return argument.registry[0].id
    return points[0] if len(points) == 1 else None


def _about(argument: Argument, point: str | None) -> str:
    """What a dispute is about, where nobody says."""
    if point:
        return next(str(known.told["title"]) for known in argument.registry if known.id == point)
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


def _precedents(path: Path, argument: Argument, books: Rulebase, game: str | None) -> tuple[Precedent, ...]:
    """What was decided before on what the rulings rest on; nothing where the ledger cannot be read."""
    found: dict[tuple[int, str], Precedent] = {}
    try:
        for ruling in {ruling.position: ruling for ruling in argument.rulings}.values():
            for precedent in precedents(path, ruling, books, game):
                found.setdefault((precedent.dispute, precedent.says), precedent)
    except LedgerError:  # said where the dispute itself cannot be kept
        return ()
    return tuple(found.values())
