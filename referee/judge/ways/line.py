"""What a program calls: a line in, a ruling out. The command line is a thin skin over this."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.book.loader import Names, Rulebase, rulebase
from referee.errors import ImpossibleError, MalformedError
from referee.judge.hidden.cases import judge
from referee.judge.phases.legality import cannot_be
from referee.state.canonical import write
from referee.state.named_after import give_sheets
from referee.state.notation import read

if TYPE_CHECKING:
    from referee.judge.ruling import Ruling
    from referee.state.encounter import Position

DEFAULT_EDITION = "consolidated"


def read_encounter(line: str, edition: str = DEFAULT_EDITION, books: Rulebase | None = None) -> Position:
    """Reads and checks one encounter line.

    Raises MalformedError for what is not understood and ImpossibleError for a position that cannot be.
    """
    known = books or rulebase(edition)
    position = _read(line, Names(known))
    give_sheets(position, known)
    found = cannot_be(position, known)
    if found:
        raise ImpossibleError(line, found)
    return position


def _read(line: str, names: Names) -> Position:
    try:
        return read(line, names)
    except MalformedError as error:
        from referee.state.said_otherwise import read_otherwise  # only where a line is not in the notation

        return read_otherwise(line, names, error)


def write_encounter(position: Position) -> str:
    """The canonical line of a position."""
    return write(position)


def judge_encounter(
    line: str,
    edition: str = DEFAULT_EDITION,
    anyway: bool = False,
    books: Rulebase | None = None,
    readings: Mapping[str, str] | None = None,
) -> Ruling:
    """Rules one encounter line, with other readings of disputable points where they are given (`DF-05` to `ffg2018`).

    With `anyway`, forbidden acts are named and the rest is ruled all the same. Raises MalformedError and
    ImpossibleError as `read_encounter` does, RulebaseError for an unknown edition or a broken rulebase.
    """
    known = books or rulebase(edition, readings)
    position = read_encounter(line, edition, known)
    ruling = judge(position, known, anyway)
    ruling.said = line if position.in_words else ""
    return ruling
