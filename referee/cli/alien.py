"""`referee alien`: a power as the referee applies it, all of them by set, and the files for a new one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import Edition, Json, answer, clean, not_of_this_game, show_text

if TYPE_CHECKING:
    from referee.book.loader import Rulebase
    from referee.book.power import Use
    from referee.book.sheets import Sheet

Told = dict[str, Any]


def alien(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME | new NAME]", help="Such as Macron, or The-Cult.")
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option("--into", help="With `new`: the project folder that gets the files.", show_default=False),
    ] = None,
    edition: Edition = "consolidated",
    json: Json = False,
) -> None:
    """Shows an alien's sheet and flare as the referee applies them; without a name, all aliens by set.

    `referee alien new NAME` writes the two files of an alien that is to be added, to be filled in: its sheet in
    rulebase/aliens and its cases in scenarios. CONTRIBUTING.md tells how to go on.
    """
    name = clean(" ".join(words or ()))
    first, _, rest = name.partition(" ")
    if first.casefold() == "duel":
        show_text(rest, json)
    elif first.casefold() == "new":
        answer(json, lambda: _new(rest, into), _print_new)
    elif name:
        answer(json, lambda: _one(name, edition), _print_one)
    else:
        answer(json, _all, _print_all)


def _one(name: str, edition: str) -> Told:
    from referee.book.loader import Names, rulebase

    known = rulebase(edition)
    sheet = known.sheet(name)
    if sheet is None:
        raise not_of_this_game("alien", name, Names(known).near_aliens(name))
    return _told(sheet, known)


def _told(sheet: Sheet, known: Rulebase) -> Told:
    from referee.book.decks import essences, face_told

    found, flare = sheet.alien, sheet.flare
    essence = next((set["count"] for set in essences(known) if set["type"] == sheet.essence), None)
    return {
        "name": found.name,
        "power": found.power,
        "set": found.set,
        "grade": found.grade,
        "reach": found.reach,
        "roles": list(found.roles),
        "phases": list(sheet.phases),
        "mandatory": found.mandatory,
        "bars": sheet.bars,
        "alert": sheet.alert,
        "game_setup": sheet.game_setup,
        "not_with": list(sheet.not_with),
        "essence": {"type": sheet.essence, "count": essence} if sheet.essence else None,
        "printed": sheet.printed,
        "says": known.said(found.summary),
        "use": sheet.use_part,
        "uses": [_use_told(use, known) for use in found.uses],
        "left": [*(() if found.uses else ("power",)), "wild", "super"],  # to the players, who state what it does
        "wild": face_told(flare.wild),
        "super": face_told(flare.super),
        "errata": [erratum._asdict() for erratum in sheet.errata],
    }


def _use_told(use: Use, known: Rulebase) -> Told:
    return {
        "id": use.id,
        "phases": list(use.phases),
        "roles": list(use.roles),
        "mandatory": use.mandatory,
        "zappable": use.zappable,
        "says": known.said(_said(use)),
        "cites": [cite.id for cite in use.rule.cites],
        "typed": use.typed,
        "effects": [{"verb": effect.verb, **effect.args} for effect in use.effects],
    }


def _said(use: Use) -> str:
    """What a use says in a proof, with the alien for its player and `N` for what only a ruling knows."""
    value = next((effect.args["value"] for effect in use.effects if "value" in effect.args), "N")
    words = {"{0}": use.alien, "{value}": str(value)}
    return re.sub(r"\{\w+\}", lambda found: words.get(found[0], "…"), use.rule.says)


def _all() -> Told:
    from referee.book.loader import rulebase
    from referee.book.sheets import sets

    known = rulebase()
    listed = {}
    for name, stems in sets(known):
        found = [alien for stem in stems if (alien := known.alien(stem)) is not None]
        listed[name] = [{"name": alien.name, "power": alien.power, "reach": alien.reach} for alien in found]
    return {"sets": listed}


def _new(name: str, into: Path | None) -> Told:
    from referee.book import places
    from referee.cli.newcomer import write
    from referee.errors import RulebaseError

    if into is None and places.INSTALLED:
        raise RulebaseError(name, "this is an installed copy; name the folder of the project with --into")
    folders = places.RULEBASE, places.SCENARIOS
    if into is not None:
        folders = into / folders[0].name, into / folders[1].name
    return {"name": name, "written": [str(path) for path in write(name, *folders)]}


def _print_one(told: Told) -> None:
    from referee.render.sheets import print_alien

    print_alien(told)


def _print_all(told: Told) -> None:
    from referee.render.sheets import print_aliens

    print_aliens(told)


def _print_new(told: Told) -> None:
    for path in told["written"]:
        typer.echo(f"written: {path}")
    typer.echo(
        "Fill in what is `to be written`; `referee audit` names each place, and CONTRIBUTING.md shows an example."
    )
