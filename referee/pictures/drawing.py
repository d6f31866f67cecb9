"""A scene as an SVG text: one column, as wide as a phone held upright, the same bytes for the same scene."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from zlib import crc32

from referee.pictures.column import EDGE, GAP, WIDE, Column
from referee.pictures.duel_drawing import DuelDrawing
from referee.pictures.encounter_drawing import EncounterDrawing, SystemsDrawing
from referee.pictures.scene import Layout, Scene
from referee.pictures.shapes import STYLE, text_of
from referee.pictures.telling import told

_LAYOUTS: Mapping[Layout, type[Column]] = {
    Layout.ENCOUNTER: EncounterDrawing,
    Layout.SYSTEMS: SystemsDrawing,
    Layout.DUEL: DuelDrawing,
}


class Drawn(NamedTuple):
    """A picture as an SVG text, and its size in points."""

    svg: str
    width: int
    height: int


def svg(scene: Scene, headed: bool = True) -> str:
    """The picture of a scene as an SVG text alone: as `drawn` draws it."""
    return drawn(scene, headed).svg


def drawn(scene: Scene, headed: bool = True) -> Drawn:
    """The picture of a scene as an SVG text, of any size without loss.

    It has a title and everything that it shows in words (`<desc>`), tells players by letter and shape as well as by
    color, follows the reader's dark or light scheme, and holds no script, no raster and no font. Without `headed` no
    title is drawn on it.
    """
    drawing = _LAYOUTS[scene.layout](scene)
    body = "".join(drawing.body(headed))
    height = round(drawing.y + EDGE - GAP)
    words = " ".join(told(scene))
    mark = f"{crc32(f'{scene.title} {words}'.encode('utf-8', 'backslashreplace')):08x}"
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rp" viewBox="0 0 {WIDE} {height}" width="{WIDE}" '
        f'height="{height}" role="img" aria-labelledby="t-{mark}" aria-describedby="d-{mark}">'
        f'<title id="t-{mark}">{text_of(scene.title)}</title><desc id="d-{mark}">{text_of(words)}</desc>'
        f'<style>{STYLE}</style><rect class="bg" width="{WIDE}" height="{height}"/>{body}</svg>\n'
    )
    return Drawn(picture, WIDE, height)
