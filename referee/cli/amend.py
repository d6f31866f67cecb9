"""`referee amend`: a mistake found later, and what the table does about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import MOST, STATUS, Db, Json, Name, answer
from referee.errors import LedgerError

if TYPE_CHECKING:
    from pathlib import Path

    from referee.public.amending import AmendedTable, WaivedDues


def amend(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NUMBER] [COMMAND]...",
            help="The number of the command that was wrong (`referee history`), and what should have been done.",
        ),
    ] = None,
    insert: Annotated[bool, typer.Option("--insert", help="It was forgotten: put it before that command.")] = False,
    drop: Annotated[bool, typer.Option("--drop", help="It should not have been done at all.")] = False,
    encounter: Annotated[
        int | None,
        typer.Option("--encounter", min=1, max=MOST, help="In place of a number: the last such command of it."),
    ] = None,
    stand: Annotated[bool, typer.Option("--stand", help="The table lets it stand, and says so later.")] = False,
    repair: Annotated[bool, typer.Option("--repair", help="Put right what can be; no outcome is undone.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Play the table again from there.")] = False,
    json: Json = False,
    name: Name = None,
    db: Db = None,
) -> None:
    """Shows what follows if a command is put right, and does nothing until the table chooses.

    Everything said after it is told again: what is otherwise now, which later acts would not have been legal, which
    encounters would have ended otherwise. Then one of --stand, --repair and --again does something about it, which one
    `undo` takes back. Without a number it lists what was done although a rule forbids it.
    """
    ways = {"stand": stand, "repair": repair, "again": again}
    found = answer(json, lambda: _found(words or [], insert, drop, encounter, ways, name, db), _print)
    raise typer.Exit(STATUS[found.to_dict().get("status", "legal")])


def _found(
    words: list[str],
    insert: bool,
    drop: bool,
    encounter: int | None,
    ways: dict[str, bool],
    name: str | None,
    db: Path | None,
) -> AmendedTable | WaivedDues:
    session = referee.TableSession(db, name)
    chosen = [way for way, is_chosen in ways.items() if is_chosen]
    if not words and encounter is None:
        return session.amend()
    number, right = _said(words, encounter)
    if len(chosen) > 1:
        raise LedgerError("one of --stand, --repair and --again, not several")
    if drop == bool(right) or (drop and insert):
        raise LedgerError("say what should have been done, or --drop")
    return session.amend(number, *right, insert=insert, encounter=encounter, choose="".join(chosen))


def _said(words: list[str], encounter: int | None) -> tuple[int | None, list[str]]:
    """The number that was said, and the command; LedgerError for no number where there is no encounter either."""
    if encounter is not None:
        return None, [" ".join(words)] if words else []
    number, *right = " ".join(words).split(maxsplit=1)
    if not (number.isdecimal() and number.isascii() and len(number) < 10):
        raise LedgerError('say which command, by its number in the history: amend 37 "launch red 3 at blue.1"')
    return int(number), right


def _print(found: AmendedTable | WaivedDues) -> None:
    render.amended.print_found(found.to_dict())
