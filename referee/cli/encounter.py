"""`referee encounter`: rules one encounter."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import Db, Edition, Json, clean, database, keep_ruling, reported, show_ruling

if TYPE_CHECKING:
    from referee.book.loader import Rulebase

Why = Annotated[bool, typer.Option("--why", help="Print the whole proof.")]
Anyway = Annotated[bool, typer.Option("--anyway", help="Rule on although an act is forbidden.")]
NoLog = Annotated[bool, typer.Option("--no-log", help="Keep nothing.")]


def encounter(
    line: Annotated[str, typer.Argument(help='Such as "red 3 + green 2 : 10 vs blue 2 : N ; hand red 4".')],
    json: Json = False,
    why: Why = False,
    edition: Edition = "consolidated",
    reading: Annotated[
        list[str] | None, typer.Option("--reading", help="Another reading of a disputable point: DF-05=ffg2018.")
    ] = None,
    anyway: Anyway = False,
    db: Db = None,
    no_log: NoLog = False,
    house: Annotated[
        str | None, typer.Option("--house", help="Rule by the house rules of this table: referee dispute promote.")
    ] = None,
) -> None:
    """Rules one encounter: who wins, what happens to whom, and the clause for each step."""
    from referee.judge.ways.line import judge_encounter

    line = clean(line)
    with reported(json):
        readings = chosen_readings(reading or [])
        if house is None:
            told = judge_encounter(line, edition, anyway, readings=readings).to_dict()
        else:
            told = _by_house(clean(house), db, line, edition, anyway, readings)
    kept = no_log or keep_ruling(db, line, told)
    if kept:
        _add_precedents(db, told, edition, readings, house)
    show_ruling(told, json, why, kept)


def chosen_readings(options: list[str]) -> dict[str, str]:
    """`DF-05=ffg2018` as a mapping; RulebaseError for anything else."""
    from referee.errors import RulebaseError

    found: dict[str, str] = {}
    for option in options:
        question, equals, reading = clean(option).partition("=")
        if not equals or not reading:
            raise RulebaseError(clean(option), "a reading is chosen as QUESTION=READING, such as DF-05=ffg2018")
        found[question.strip().upper()] = reading.strip()
    return found


def _by_house(
    name: str, db: Path | None, line: str, edition: str, anyway: bool, readings: dict[str, str]
) -> dict[str, Any]:
    """The ruling as a table plays by its house rules, with those that it rests on."""
    from referee.cli.earlier import add_house
    from referee.disputes.house_rules import books, wanted
    from referee.judge.ways.line import judge_encounter

    path = database(db)
    house = wanted(path, name)
    told = judge_encounter(line, edition, anyway, books=books(house, edition, readings)).to_dict()
    add_house(told, house, path)
    return told


def _add_precedents(
    db: Path | None, told: dict[str, Any], edition: str, readings: dict[str, str], house: str | None
) -> None:
    """Adds what was decided before on what the ruling turns on; nothing is loaded where nothing ever was."""
    from referee.errors import LedgerError
    from referee.ledger.rulings import decided

    try:
        path = database(db)
    except LedgerError:
        return
    if decided(path):
        from referee.cli.earlier import add_precedents

        add_precedents(told, path, lambda: _books(path, edition, readings, house), clean(house) if house else None)


def _books(path: Path, edition: str, readings: dict[str, str], house: str | None) -> Rulebase:
    """The rulebase that the ruling was made by."""
    from referee.disputes.house_rules import books, read

    return books(read(path, clean(house)) if house else None, edition, readings)
