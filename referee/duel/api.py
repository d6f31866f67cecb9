"""What a program calls: a line of Duel in, a ruling out."""

from __future__ import annotations

from collections.abc import Mapping

from referee.book.loader import Rulebase, rulebase
from referee.duel.cases import judge
from referee.duel.clauses import read
from referee.duel.faults import faults
from referee.duel.line import DuelLine
from referee.duel.ruling import DuelRuling
from referee.duel.texts import texts
from referee.errors import ImpossibleError

GAME = "duel"


def books_of(readings: Mapping[str, str] | None = None) -> Rulebase:
    """The rulebase of Duel, with other readings of disputable points where they are given."""
    return rulebase(GAME, readings, game=GAME)


def read_line(text: str, contest: bool, books: Rulebase | None = None) -> DuelLine:
    """Reads and checks one line; MalformedError or ImpossibleError for what is not understood or cannot be."""
    known = books or books_of()
    line = read(text, texts(known), contest)
    found = faults(line, known.law, texts(known))
    if found:
        raise ImpossibleError(text, found)
    return line


def judge_line(
    text: str,
    contest: bool,
    anyway: bool = False,
    books: Rulebase | None = None,
    readings: Mapping[str, str] | None = None,
) -> DuelRuling:
    """Rules one duel, or one contest; raises as `judge_duel` does."""
    known = books or books_of(readings)
    return judge(read_line(text, contest, known), known, anyway)


def judge_duel(
    text: str,
    anyway: bool = False,
    books: Rulebase | None = None,
    readings: Mapping[str, str] | None = None,
) -> DuelRuling:
    """Rules one duel. Raises as `read_line` does, RulebaseError for a broken rulebase or an unknown reading."""
    return judge_line(text, False, anyway, books, readings)


def judge_contest(
    text: str,
    anyway: bool = False,
    books: Rulebase | None = None,
    readings: Mapping[str, str] | None = None,
) -> DuelRuling:
    """Rules one contest, as `judge_duel` does a duel."""
    return judge_line(text, True, anyway, books, readings)
