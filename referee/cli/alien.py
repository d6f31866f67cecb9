"""`referee alien`: a power as the referee applies it, all of them by set, and the files for a new one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.asking import somebody
from referee.cli.card import show_duel_texts
from referee.cli.common import Edition, Json, answer
from referee.cli.lazy_groups import completes

if TYPE_CHECKING:
    from referee.public.sheets import NewAlien


def alien(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME | effects [EFFECT] | new NAME]",
            help="Such as Macron, or The-Cult.",
            autocompletion=completes("sheets"),
        ),
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option("--into", help="With `new`: the project folder that gets the files.", show_default=False),
    ] = None,
    edition: Edition = "consolidated",
    json: Json = False,
) -> None:
    """Shows an alien's sheet and flare as the referee applies them; without a name, all aliens by set.

    `referee alien effects` lists what sheets and flares can be made of: what each effect does, when, and how one is
    written.

    `referee alien new NAME` asks at a terminal what the power does and writes the two files of an alien that is to be
    added: its sheet in rulebase/aliens and its cases in scenarios; what nobody told is left to be filled in.
    CONTRIBUTING.md tells how to go on.
    """
    name = " ".join(words or ())
    first, _, rest = name.partition(" ")
    if first.casefold() == "duel":
        show_duel_texts(rest, json)
    elif first.casefold() == "effects":
        answer(json, lambda: referee.effects(rest), lambda found: render.sheets.print_effects(found.to_dict()))
    elif first.casefold() == "new":
        answer(json, lambda: referee.new_alien(rest, into, somebody(json)), _show_written)
    elif name:
        answer(json, lambda: referee.alien(name, edition), lambda sheet: render.sheets.print_alien(sheet.to_dict()))
    else:
        answer(json, referee.aliens, lambda aliens: render.sheets.print_aliens(aliens.to_dict()))


def _show_written(new: NewAlien) -> None:
    for path in new.written:
        typer.echo(f"written: {path}")
    for place in new.left:
        typer.echo(f"to be written: {place}")
    typer.echo("`referee audit` names what is missing, and CONTRIBUTING.md shows an example.")
