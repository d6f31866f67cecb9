"""The scene of any line, table or case, of whatever game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.duel.games import DUEL, ENCOUNTER, accounts, books_by, edition_of, game
from referee.pictures.scene import Scene
from referee.render.words import Told

if TYPE_CHECKING:
    from referee.conformance.scenario import Case


def of_line(line: str, edition: str) -> Scene:
    """The scene of an encounter, or of a duel or contest where the edition or the first word says so.

    Raises MalformedError for a line that is not understood, ImpossibleError for a position that cannot be.
    """
    by = edition_of(line, edition)
    if game(by).is_big:
        from referee.judge.ways.line import read_encounter
        from referee.pictures import line_scene

        return line_scene.scene_of(read_encounter(line, by))
    from referee.pictures import duel_line_scene

    return duel_line_scene.scene_of(accounts(by).read(line, books_by(by)))


def of_table(told: Told) -> Scene:
    """The scene of a table, from what `referee table show --json` tells of it."""
    if told.get("game") == DUEL:
        from referee.pictures import duel_table_scene

        return duel_table_scene.scene_of(told)
    from referee.pictures import table_scene

    return table_scene.scene_of(told)


def of_case(case: Case, edition: str) -> Scene:
    """The scene of a case that is told on one line; raises as `of_line` does."""
    return of_line(case.text if case.kind == ENCOUNTER else f"{case.kind} {case.text}", edition)
