"""A table of Duel as one screen shows it: the two players, the table as a picture, and what comes next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.pictures.drawing import Drawn, drawn
from referee.pictures.scene import Scene
from referee.pictures.scenes import of_table
from referee.pictures.telling import told
from referee.render.duel import headline
from referee.render.words import Told, shown
from referee.serve.secrets_kept import duel_for
from referee.serve.table_view import SeatRow, TableView, choices_for
from referee.serve.texts import say

if TYPE_CHECKING:
    from referee.judge.ways.table import Offer


_COUNTS = ("supply", "warp", "hands", "piles")


def view_of_duel(table: Told, offers: Iterable[Offer], waits: str, waits_for: Sequence[str], seat: str) -> TableView:
    """The table of a Duel, as JSON, and what may be done there, as a phone of this seat sees it.

    The numbers and cards in its offers are examples: a tap fills them in, to be put right and sent.
    """
    waited, besides = [tuple(replace(choice, is_example=True) for choice in some) for some in choices_for(offers, seat)]
    scene = _scene(table, seat)
    picture = _picture(scene)
    last = table["last"]
    return TableView(
        title=headline(table),
        seats=tuple(_row(table, name, place, waits_for, seat) for place, name in enumerate(table["seats"])),
        waits=shown(waits) or (say("waits-for", who=", ".join(map(shown, waits_for))) if waits_for else ""),
        choices=waited,
        besides=besides,
        verdict=say("won-it", who=shown(last["winner"])) if last and last.get("winner") else "",
        players=(),
        winners=", ".join(map(shown, table["winners"])),
        lines=tuple(map(shown, told(scene))),
        size=(picture.width, picture.height),
        hint=say("duel-command-hint"),
    )


def picture_of_duel(table: Told, seat: str) -> str:
    """The table of a Duel, as JSON, as an SVG text that a phone of this seat may see."""
    return _picture(_scene(table, seat)).svg


def _scene(table: Told, seat: str) -> Scene:
    return of_table(duel_for(seat, table))


def _picture(scene: Scene) -> Drawn:
    return drawn(scene, headed=False)  # the page has its title


def _row(table: Told, name: str, place: int, waits_for: Sequence[str], seat: str) -> SeatRow:
    role = next((role for role in ("leader", "straggler") if table[role] == name), "")
    counts = tuple(
        (say(f"duel-{what}"), str(table[what].get(name, "?"))) for what in ("supply", "warp", "hands", "piles")
    )
    return SeatRow(
        name=shown(name),
        place=place,
        aliens=table["aliens"].get(name, ""),
        role=role,
        is_turn=role == "leader",
        is_waited=name in waits_for,
        is_mine=name == seat,
        counts=counts,
    )
