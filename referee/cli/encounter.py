"""`referee encounter`: rules one encounter, or several of a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import (
    NOT_KEPT,
    STATUS,
    Anyway,
    Db,
    Edition,
    House,
    Json,
    NoLog,
    Reading,
    Why,
    chosen_readings,
    reported,
    show_ruling,
)
from referee.cli.output import OUTPUT
from referee.cli.settings import current

if TYPE_CHECKING:
    from referee.public.rulings import KeptRuling


def encounter(
    line: Annotated[
        list[str],
        typer.Argument(
            metavar="LINE",
            help='Such as "red 3 + green 2 : 10 vs blue 2 : N ; hand red 4". Without quotes where the shell leaves '
            "it whole: instead of `?` write unknown there. `-` reads lines from the input, the name of a file those of "
            "the file, one an encounter; # begins a comment.",
        ),
    ],
    json: Json = False,
    why: Why = False,
    edition: Edition = "consolidated",
    reading: Reading = None,
    anyway: Anyway = False,
    db: Db = None,
    no_log: NoLog = False,
    house: House = None,
) -> None:
    """Rules one encounter: who wins, what happens to whom, and the clause for each step."""
    with reported(json):
        lines = _lines(line)
        readings = chosen_readings(reading)
        ruled_by = house or house_of_the_evening(db)

    def rule(text: str) -> KeptRuling:
        return referee.Rulings(db).encounter(text, edition, anyway, readings, ruled_by, keep=not no_log)

    if len(lines) > 1 or OUTPUT.rows:
        raise typer.Exit(_rule_all(lines, rule, json, why))
    with reported(json):
        ruling = rule(lines[0])
    show_ruling(ruling, json, why)


def _lines(words: list[str]) -> list[str]:
    """The lines that are meant: the words as one, or those of the input or of a file, which the only word names."""
    if len(words) > 1 or ":" in words[0]:
        return [" ".join(words)]
    from referee.cli import several  # not for the one line of most rulings, which are to be quick

    return several.encounters(words[0])


def _rule_all(lines: list[str], rule: Callable[[str], KeptRuling], json: bool, why: bool) -> int:
    """Rules and prints each of several lines, and returns the exit status."""
    from referee.cli import several

    def ruled(text: str) -> several.Answer:
        ruling = rule(text)
        return several.Answer(ruling.to_dict(), STATUS[ruling.status] if ruling.kept else NOT_KEPT, ruling.warnings)

    show = partial(render.page.print_ruling, why=why)
    return several.Answering(ruled, show, "rulings", stops=False).all_of(lines, json)


def house_of_the_evening(db: Path | None) -> str | None:
    """Returns the table of the settings by whose house rules is ruled; None before it has any."""
    house = current().house
    if not house:
        return None
    return house if referee.Rulings(db).has_house_rules(house) else None
