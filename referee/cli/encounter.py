"""`referee encounter`: rules one encounter."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.common import (
    ILLEGAL,
    NOT_KEPT,
    NOT_SETTLED,
    RULED,
    Db,
    Edition,
    Json,
    clean,
    database,
    print_json,
    printing,
    reported,
)

_STATUS = {"determined": RULED, "illegal": ILLEGAL, "depends": NOT_SETTLED, "open": NOT_SETTLED}


def encounter(
    line: Annotated[str, typer.Argument(help='Such as "red 3 + green 2 : 10 vs blue 2 : N ; hand red 4".')],
    json: Json = False,
    why: Annotated[bool, typer.Option("--why", help="Print the whole proof.")] = False,
    edition: Edition = "consolidated",
    reading: Annotated[
        list[str] | None, typer.Option("--reading", help="Another reading of a disputable point: DF-05=ffg2018.")
    ] = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="Rule on although an act is forbidden.")] = False,
    db: Db = None,
    no_log: Annotated[bool, typer.Option("--no-log", help="Keep nothing.")] = False,
) -> None:
    """Rules one encounter: who wins, what happens to whom, and the clause for each step."""
    from referee.api import judge_encounter  # noqa: PLC0415

    line = clean(line)
    with reported(json):
        told = judge_encounter(line, edition, anyway, readings=chosen_readings(reading or [])).to_dict()
    kept = no_log or _kept(db, line, told)
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.page import print_ruling  # noqa: PLC0415

            print_ruling(told, why)
    raise typer.Exit(_STATUS[told["status"]] if kept else NOT_KEPT)


def chosen_readings(options: list[str]) -> dict[str, str]:
    """`DF-05=ffg2018` as a mapping; RulebaseError for anything else."""
    from referee.errors import RulebaseError  # noqa: PLC0415

    found: dict[str, str] = {}
    for option in options:
        question, equals, reading = clean(option).partition("=")
        if not equals or not reading:
            raise RulebaseError(clean(option), "a reading is chosen as QUESTION=READING, such as DF-05=ffg2018")
        found[question.strip().upper()] = reading.strip()
    return found


def _kept(db: Path | None, line: str, told: dict[str, Any]) -> bool:
    from referee.errors import LedgerError  # noqa: PLC0415
    from referee.ledger.rulings import keep  # noqa: PLC0415

    try:
        keep(database(db), line, told)
    except LedgerError as error:
        sys.stderr.write(f"warning: {' '.join(str(error).split())}\n")
        return False
    return True
