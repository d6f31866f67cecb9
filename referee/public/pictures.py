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
    """An encounter line as a picture, or one of Duel where the edition or its first word says so; nothing is ruled.

    The text in `svg` is whole by itself: no script, no raster, no font. It has a title and all it shows in words, tells
    players by letter and shape as well as by color, follows the reader's dark or light scheme, and is the same for the
    same position. Raises MalformedError for a line that is not understood, ImpossibleError for one that cannot be.

    >>> import referee
    >>> drawn = referee.picture("red 2 : 10 vs blue 4 : 8 ; at blue.3")
    >>> drawn.says[-1]
    'On blue.3: blue 4.'
    >>> drawn.svg[:4]
    '<svg'
    >>> referee.picture("duel blue 2 blast 4 : 6 vs orange 3 shield 2 : 13").says[2]
    "blue's plan: 6; tactic blast 4."
    """
    from referee.pictures.scenes import of_line

    return _of(of_line(line, edition))


def picture_of_table(table: Told) -> Picture:
    """A table as `TableSession.show` tells it, as a picture."""
    from referee.pictures.scenes import of_table

    return _of(of_table(table.to_dict()))


def picture_of_case(case: Case, edition: str) -> Picture:
    """The position of a case as a picture: of its line, or of its table after the last command.

    Raises RefereeError for what has none: a question of timing or of one act, a line that is refused as no position.
    """
    from referee.conformance.scenario import LINES
    from referee.duel.games import game
    from referee.pictures.scenes import of_case, of_table

    if case.kind in LINES:
        return _of(of_case(case, edition))
    if not case.play:
        raise RefereeError("only a line and a table are drawn")
    of = game(edition)
    table = (of.play_spoken if case.spoken else of.play)(case.play, edition, None).table
    if table is None:
        raise RefereeError("there is no table to be drawn")
    return _of(of_table(of.show(table)))


def _of(scene: Scene) -> Picture:
    from referee.pictures.drawing import drawn
    from referee.pictures.telling import told

    picture = drawn(scene)
    size = {"width": picture.width, "height": picture.height}
    return Picture({"title": scene.title, "says": list(told(scene)), **size, "svg": picture.svg})
