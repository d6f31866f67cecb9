"""`referee clash`: for two powers that meet, whether it matters which of them acts first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import NOT_SETTLED, RULED, Json, clean, print_json, printing, reported, unknown_name

if TYPE_CHECKING:
    from referee.book.loader import Rulebase

Told = dict[str, Any]


def clash(
    aliens: Annotated[
        list[str] | None, typer.Argument(metavar="[ALIEN [ALIEN]]", help="Such as Void Zombie; The-Cult has a hyphen.")
    ] = None,
    json: Json = False,
) -> None:
    """Tells whether it matters which of two powers acts first, and what orders them.

    Two aliens: every phase in which they meet, with a line to try for each way to sit. One alien: how it stands to
    every other. None: how many pairs there are of each kind, and those whose order matters. The exit status is 3 for
    a pair that the rules leave open.
    """
    with reported(json):
        told = _asked([clean(word) for word in aliens or ()])
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.clash import print_clash

            print_clash(told)
    raise typer.Exit(NOT_SETTLED if told.get("is") == "open" else RULED)


def _asked(names: list[str]) -> Told:
    from referee.book import clashes
    from referee.book.loader import rulebase
    from referee.errors import MalformedError, RulebaseError

    known = rulebase()
    matrix = clashes.read_clashes(known.folder)
    if len(names) > 2:
        typed = " ".join(names)
        raise MalformedError(typed, len(" ".join(names[:2])) + 1, "two aliens at most", "A pair is two: Void Zombie.")
    found = [_alien(name, known, matrix) for name in names]
    head: Told = {"format": 1, "edition": matrix["edition"], "cites": matrix["cites"], "aliens": found}
    if not found:
        of_weight = {name: pair for name, pair in matrix["pairs"].items() if pair["is"] in ("open", "order-matters")}
        return {**head, "aliens": matrix["aliens"], "counts": clashes.counts(matrix), "pairs": of_weight}
    if len(found) == 1:
        return {**head, "row": clashes.row(matrix, found[0])}
    if found[0] == found[1]:
        raise RulebaseError(names[0], "there is only one sheet of each alien, so it never meets itself")
    return {**head, "aliens": sorted(found), **matrix["pairs"][clashes.key(*found)], "cases": _cases({*found})}


def _alien(name: str, known: Rulebase, matrix: Told) -> str:
    from referee.book.loader import Names
    from referee.errors import RulebaseError

    alien = known.alien(name)
    if alien is None:
        raise unknown_name("alien", name, Names(known).near_aliens(name))
    if alien.name not in matrix["aliens"]:
        says = "the referee knows this alien but does not apply its power, so nobody has tried what it meets"
        raise RulebaseError(alien.name, f"{says}; who comes first, `referee timing` tells")
    return alien.name


def _cases(aliens: set[str]) -> list[str]:
    """The ids of the project's cases in which both aliens have a seat, from the text of their files alone."""
    from referee.book.places import SCENARIOS

    found = []
    for path in sorted(SCENARIOS.glob("*.toml")):
        for case in path.read_text(encoding="utf-8").split("[[case]]")[1:]:
            id = re.search(r'^id\s*=\s*"(\w+)"', case, re.MULTILINE)
            if id and aliens <= {*re.findall(r"[/:]([A-Z][\w-]+)", case)}:
                found.append(id[1])
    return found
