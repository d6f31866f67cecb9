"""What a case asks: an item for each edition that it speaks of, with what is expected there by the chosen readings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from referee.book.loader import rulebase
from referee.book.questions import find
from referee.conformance.expected import QUESTIONS, Expected, expected_in, results_of
from referee.conformance.scenario import Case, CaseFile, full_id
from referee.duel.games import books_by, is_own_game
from referee.errors import RulebaseError
from referee.judge.ruling import ILLEGAL

_ELSEWHERE = "@"  # between the id of a case and the edition that is not its own


@dataclass(slots=True)
class Item:
    """One thing that is asked of a program: a case in one edition, with what is expected there.

    With `reasons` the clauses, disputable points and words are compared too, otherwise only what follows.
    """

    case: Case  # as it goes on in that edition
    edition: str
    expected: dict[str, Any]
    is_elsewhere: bool = False
    readings: dict[str, str] = field(default_factory=dict)
    reasons: bool = True
    lists_questions: bool = True  # whether it lists every disputable point that the ruling names
    by: tuple[str, ...] = ()  # the readings for which something else is expected, as DF-05=ffg2018

    @property
    def id(self) -> str:
        """The id of the case, and the edition where that is not its own: RA01, RA01@warp."""
        return f"{self.case.id}{_ELSEWHERE}{self.edition}" if self.is_elsewhere else self.case.id

    @property
    def kind(self) -> str:
        """The kind of its case: encounter, play, timing ..."""
        return self.case.kind

    def asked(self) -> dict[str, object]:
        """What a program is asked, as JSON: nothing of what is expected."""
        told: dict[str, object] = {"format": 1, "id": self.id, "kind": self.kind, "edition": self.edition}
        told["readings"] = self.readings
        if self.kind == "play":
            from referee.judge.ways.table import lines_of

            told["commands"] = [line.command for line in lines_of(self.case.play)]
            told["spoken"] = self.case.spoken
        else:
            told["line"] = self.case.text
            told["anyway"] = self.case.anyway
        return told


def items_of(file: CaseFile, case: Case, readings: Mapping[str, str] | None = None, reasons: bool = True) -> list[Item]:
    """What a case asks: in its own edition first, then in each other one that it speaks of.

    What it settles is settled in its own edition, and in another one as far as that edition's book says it too. Where
    `readings` are chosen, only what follows is compared, and what the case expects by them takes the place of the rest.
    """
    expected = {key: value for key, value in case.expect.items() if key not in ("in", "by")}
    own = Item(case, case.edition or file.edition, expected)
    items = [(own, case.expect.get("by", {}))]
    for edition, more in case.expect.get("in", {}).items():
        items.append((_elsewhere(own, edition, more), more.get("by", {})))
    if readings or not reasons:
        return [_by_readings(item, overlays, dict(readings or {})) for item, overlays in items]
    return [item for item, _ in items]


def _elsewhere(own: Item, edition: str, more: Expected) -> Item:
    """A case as it is asked in another edition, which expects `more` or something else."""
    case, expected = own.case, own.expected
    merged = expected_in(expected, {key: value for key, value in more.items() if key != "by"})
    # What is not ruled at all settles nothing, nor does what is ruled in one edition and refused in the other.
    unread = merged.get("refused") not in (None, ILLEGAL) or ("refused" in merged) != ("refused" in expected)
    settles = [] if unread else _settled_in(case, own.edition, edition)
    play = merged.pop("play", case.play) if case.play else ""  # as the same table goes on there
    return Item(
        case.model_copy(update={"settles": settles, "play": play}),
        edition,
        merged,
        True,
        lists_questions=QUESTIONS in more,
    )


def _settled_in(case: Case, edition: str, other: str) -> list[str]:
    """Of what a case of one edition settles: sheets and cards, and the clauses that another edition's book says too."""
    try:
        known = rulebase(other, judged=False)
    except RulebaseError:  # told of where the case is judged by it
        return []
    own = (f"{known.book} ", "alien ", "card ")
    ids = (full_id(id, edition) for id in case.settles)
    return [id for id in ids if any(same.startswith(own) for same in (id, *known.saying(id)))]


def _by_readings(item: Item, overlays: Mapping[str, Expected], readings: dict[str, str]) -> Item:
    """The item where only what follows is compared, as it is expected by the chosen readings."""
    expected, case = results_of(item.expected), item.case.model_copy(update={"settles": []})
    readings = {question: reading for question, reading in readings.items() if is_open(question, item.edition)}
    chosen = tuple(name for name in overlays if name in set(named(readings)))
    for name in chosen:
        more = {key: value for key, value in overlays[name].items() if key != "why"}
        expected = expected_in(expected, more)
        play = expected.pop("play", "")
        case = case.model_copy(update={"play": play}) if play else case
    return replace(item, case=case, expected=expected, readings=readings, reasons=False, by=chosen)


def is_open(question: str, edition: str) -> bool:
    """True if a disputable point is one by an edition: its own book does not settle it, and it is not of another game.

    A point on which no law hangs is open wherever the main books are followed.
    """
    books = books_by(edition)
    return bool(books.asking(question)) or (
        question not in books.own_readings and not rulebase().asking(question) and not is_own_game(books)
    )


def named(readings: Mapping[str, str]) -> list[str]:
    """Readings as they are written: DF-05=ffg2018."""
    return [f"{question}={reading}" for question, reading in readings.items()]


def chosen(words: Collection[str]) -> dict[str, str]:
    """Readings that are written DF-05=ffg2018, by their question; those that are preferred anyway are left out.

    RulebaseError for a question or a reading that there is not.
    """
    readings: dict[str, str] = {}
    for question, reading in _pairs(words):
        point = find(question)
        known = [str(one["name"]) for one in point["readings"]]
        if reading not in known:
            raise RulebaseError(f"{question}={reading}", f"{point['id']} has the readings {', '.join(known)}")
        if reading != point["prefers"]:
            readings[str(point["id"])] = reading
    return readings


def _pairs(words: Collection[str]) -> Iterator[tuple[str, str]]:
    for word in words:
        question, equals, reading = word.partition("=")
        if not equals:
            raise RulebaseError(word, "a reading is given as QUESTION=READING, such as DF-05=ffg2018")
        yield question, reading
