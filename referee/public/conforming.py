"""Any program held against the cases: how many it rules as they expect, level by level."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.book.told import Whole

if TYPE_CHECKING:
    from referee.jobs.work import Progress

TIMEOUT = 10.0  # seconds for an answer


class Conformance(Whole):
    """How a program rules the cases.

    `line` is the one to be quoted. `levels` has, by level, how many items are `right`, `wrong`, `unsupported` (it said
    that it does not answer), `no-answer` (late, crashed, no JSON) and `set-aside` (they hang on a chosen reading, and
    nothing is worked out by it), and `of` how many that count; `items` are all of them with their differences.
    """

    line: str
    suite: str
    version: str
    engine: str
    readings: dict[str, str]
    reasons: bool
    levels: dict[str, dict[str, int]]
    items: list[dict[str, Any]]

    @property
    def conforms(self) -> bool:
        """True if every item that counts is right."""
        return all(count["right"] == count["of"] for count in self.levels.values())

    def html(self) -> str:
        """The report as one page that needs nothing else: no script, no other file.

        >>> import referee
        >>> referee.conform(levels=["hidden"]).html()[:15]
        '<!doctype html>'
        """
        from referee.suite.report import html

        return html(self.to_dict())


def conform(
    engine: str = "",
    *paths: Path | str,
    timeout: float = TIMEOUT,
    levels: Sequence[str] = (),
    readings: Sequence[str] = (),
    reasons: bool = False,
    progress: Progress | None = None,
) -> Conformance:
    """Holds a program against the cases: each is a line of JSON on its standard input, and a line is read back.

    `engine` is the command that starts the program, split into words as a shell does but without one; an empty text is
    this program itself. `paths` are files of cases or folders of them, the project's own without any. `timeout` is in
    seconds, for each answer. `levels` are those that are asked, all of them without any; `readings` are those that the
    program follows in place of the preferred ones (`DF-05=ffg2018`), by which it is judged; with `reasons` clauses and
    disputable points are compared too. Raises CaseFileError for a file that cannot be read, RulebaseError for an
    unknown level or reading, RefereeError for a program that cannot be started.

    >>> import referee
    >>> referee.conform(levels=["hidden"]).conforms
    True
    """
    from referee.book.places import SCENARIOS
    from referee.conformance import conforming
    from referee.conformance.items import chosen

    places, by = [Path(path) for path in paths] or [SCENARIOS], chosen(readings)
    about, todo = conforming.todo_of(places, levels, by, reasons)
    results = conforming.asked(todo, engine, timeout, progress)
    counts = conforming.counted(results)
    suite = about.name if about is not None else ", ".join(path.name for path in places)
    version = about.number if about is not None else ""
    name = f"{suite} {version.rpartition('.')[0]}".strip()
    return Conformance(
        {
            "line": conforming.line_of(name, counts, by, reasons),
            "suite": suite,
            "version": version,
            "engine": engine,
            "readings": by,
            "reasons": reasons,
            "levels": counts,
            "items": [result.to_dict() for result in results],
        }
    )
