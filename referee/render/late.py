"""An illegal act that is noticed late, in three lines: it stands, it is put right, and who decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from referee.render.account import in_words
from referee.render.screen import hang
from referee.render.words import owns, shown

if TYPE_CHECKING:
    from referee.disputes.records import Late, Way

_WHO = "No document says which ({}), so the table decides: by its own decision, graded as a house reading."


def print_late(out: Console, late: Late, party: str) -> None:
    """Prints what can be done about what was illegal; `party` is whose account it is, where there are several."""
    out.print()
    whose = f" (as {party} has it)" if party else ""
    hang(out, "", Text(f"{_claimed(late)}there are three ways{whose}"), "bold yellow")
    for head, text in ways(late):
        hang(out, f"  {head}  ", Text(text), "yellow")


def _claimed(late: Late) -> str:
    """What is wrong, where a party claims it and the line does not show it."""
    if not late.says:
        return "Noticed late, "
    cites = ", ".join(owns(late.cites, late.stands.ruling["edition"], 2))
    return f"If {shown(late.says)}  [{cites}], and it is noticed late, "


def ways(late: Late) -> Iterator[tuple[str, str]]:
    """The ways to deal with it, each with its head."""
    yield "it stands", _of(late.stands)
    if late.put_right:
        for way in late.put_right:
            if not way.line:
                yield "it is put right", "what was done is taken back, and nothing stands in its place"
                continue
            yield "it is put right", f"{shown(_otherwise(way.line, late.stands.line))}: {_of(way)}"
    else:
        yield "it is put right", "no legal act is near: say as a line what should have been done"
    yield "who decides", _WHO.format(late.question)


def _otherwise(line: str, was: str) -> str:
    """What a line tells that the other does not; its sides in any case."""
    sides, *clauses = line.split(" ; ")
    return " ; ".join([sides, *(clause for clause in clauses if clause not in was.split(" ; "))])


def _of(way: Way) -> str:
    """What is ruled by one way: of an encounter, or of an act at a table."""
    if "players" in way.ruling:
        return in_words({**way.ruling, "illegal": []})
    return "; ".join(map(shown, way.ruling["says"]))
