"""Pictures of positions: an encounter line, or a table, as an SVG text and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.book.told import Told, Whole
from referee.errors import RefereeError

if TYPE_CHECKING:
    from referee.conformance.scenario import Case
    from referee.pictures.scene import Scene


class Picture(Whole):
    """A position as a picture: its `title`, what it shows in sentences (`says`), and the picture as an SVG text.

    `width` and `height` are its size in points, as it is drawn without being made larger or smaller.
    """

    title: str
    says: list[str]
    width: int
    height: int
    svg: str

    def _repr_svg_(self) -> str:
        """As a notebook shows it."""
        return self.svg


def picture(line: str, edition: str = "consolidated") -> Picture:
    """An encounter line as a picture; nothing is ruled.

    The text in `svg` is whole by itself: no script, no raster, no font. It has a title and all it shows in words, tells
    players by letter and shape as well as by color, follows the reader's dark or light scheme, and is the same for the
    same position. Raises MalformedError for a line that is not understood, ImpossibleError for one that cannot be.

    >>> import referee
    >>> drawn = referee.picture("red 2 : 10 vs blue 4 : 8 ; at blue.3")
    >>> drawn.says[-1]
    'On blue.3: blue 4.'
    >>> drawn.svg[:4]
    '<svg'
    """
    from referee.judge.ways.line import read_encounter
    from referee.pictures.line_scene import scene_of

    return _of(scene_of(read_encounter(line, edition)))


def picture_of_table(table: Told) -> Picture:
    """A table as `TableSession.show` tells it, as a picture; RefereeError for a table of Duel."""
    from referee.pictures.table_scene import scene_of

    told = table.to_dict()
    if "game" in told:
        raise RefereeError("a table of Duel is not drawn yet; `referee table show` tells it in words")
    return _of(scene_of(told))


def picture_of_case(case: Case, edition: str) -> Picture:
    """The position of a case as a picture: of its line, or of its table after the last command.

    Raises RefereeError for what has none: a question of timing or of one act, a line that is refused as no position,
    and what is played by the rules of Duel.
    """
    if case.encounter:
        return picture(case.encounter, edition)
    if not case.play:
        raise RefereeError("only a line and a table are drawn")
    from referee.duel.games import game
    from referee.pictures.table_scene import scene_of

    of = game(edition)
    table = (of.play_spoken if case.spoken else of.play)(case.play, edition, None).table
    if table is None or not of.is_big:
        raise RefereeError("there is no table of the big game to be drawn")
    return _of(scene_of(of.show(table)))


def _of(scene: Scene) -> Picture:
    from referee.pictures.drawing import drawn
    from referee.pictures.telling import told

    picture = drawn(scene)
    size = {"width": picture.width, "height": picture.height}
    return Picture({"title": scene.title, "says": list(told(scene)), **size, "svg": picture.svg})
