"""A scene as an SVG text: one column, as wide as a phone held upright, the same bytes for the same scene."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zlib import crc32

from referee.pictures.scene import DEFENSE, OFFENSE, Cards, Person, Planet, Scene, Stack, letters
from referee.pictures.shapes import ROW, STYLE, Ships, box, card, path, text, text_of, wrapped
from referee.pictures.telling import told

WIDE = 440  # points
_EDGE, _GAP = 12, 10
_HALF = (WIDE - 2 * _EDGE - _GAP) / 2
_IN_A_ROW = 5  # planets
_TRACK = 5  # foreign colonies that are drawn at least
_PLACES = {
    "gate": "gate",
    "beside": "beside the planet",
    "warp": "warp",
    "unplaced": "not placed",
    "removed": "removed",
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
    drawing = _Drawing(scene)
    body = "".join(drawing.body(headed))
    height = round(drawing.y + _EDGE - _GAP)
    words = " ".join(told(scene))
    mark = f"{crc32(f'{scene.title} {words}'.encode('utf-8', 'backslashreplace')):08x}"
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="rp" viewBox="0 0 {WIDE} {height}" width="{WIDE}" '
        f'height="{height}" role="img" aria-labelledby="t-{mark}" aria-describedby="d-{mark}">'
        f'<title id="t-{mark}">{text_of(scene.title)}</title><desc id="d-{mark}">{text_of(words)}</desc>'
        f'<style>{STYLE}</style><rect class="bg" width="{WIDE}" height="{height}"/>{body}</svg>\n'
    )
    return Drawn(picture, WIDE, height)


class _Drawing:
    """Draws a scene from top to bottom; `y` is how far it has come, in points."""

    def __init__(self, scene: Scene) -> None:
        names = [person.name for person in scene.people]
        stacks = [*(place.stacks for place in scene.places), *(planet.stacks for planet in scene.planets)]
        shown = [stack.who for there in stacks for stack in there]
        everybody = list(dict.fromkeys((*names, *shown, *(planet.owner for planet in scene.planets))))
        self.scene = scene
        self.ships = Ships(everybody, letters(everybody))
        self.people = {person.name: person for person in scene.people}
        self.y: float = _EDGE

    def body(self, headed: bool) -> Iterator[str]:
        if headed:
            yield from self._lines(self.scene.title, "b", 15)
            self.y += 4
        if self.scene.systems:
            yield from self._systems()
            yield from self._boxes([name for name in _PLACES if name != "warp"])
        else:
            yield self._sides()
            yield self._encounter()
        yield from self._boxes(["warp"])
        if not self.scene.systems:
            yield from self._facts()
        for note in self.scene.notes:
            yield from self._lines(note, "soft")
        self.y += _GAP

    def _lines(self, says: str, look: str = "", size: int = 13, left: float = _EDGE) -> Iterator[str]:
        for line in wrapped(says, WIDE - _EDGE - left, size * (1.1 if "b" in look.split() else 1)):
            self.y += size + 4
            yield text(left, self.y - 4, line, look, size=0 if size == 13 else size)

    # -- an encounter --------------------------------------------------------------------------------------------------

    def _sides(self) -> str:
        """Both main players with their cards, side by side."""
        height = 110
        drawn = [
            self._side(cards, _EDGE + place * (_HALF + _GAP), height) for place, cards in enumerate(self.scene.cards)
        ]
        self.y += height + _GAP
        return "".join(drawn)

    def _side(self, cards: Cards, x: float, height: float) -> str:
        person = self.people[cards.who]
        plus = "".join(card(x + 62 + 34 * at, self.y + 52, one, small=True) for at, one in enumerate(cards.plus[:4]))
        return (
            box(x, self.y, _HALF, height)
            + text(x + _HALF - 10, self.y + 18, person.role, "soft e")
            + self.ships.ship(person.name, x + 18, self.y + 20)
            + text(x + 32, self.y + 25, person.name, "b", 12)
            + text(x + 10, self.y + 42, " / ".join(person.aliens), "", 26)
            + card(x + 10, self.y + 48, cards.card)
            + plus
        )

    def _encounter(self) -> str:
        """The gate with the ships that were sent, its arrow, the target planet, and the ships beside it."""
        gate, planet = self.scene.place("gate"), self.scene.planets[0]
        beside = self.scene.place("beside")
        right = _EDGE + _HALF + _GAP
        round_height = max(76.0, 36 + ROW * len(planet.stacks))
        beside_height = 30 + ROW * len(beside) if beside else 0
        height = max(76.0, 36 + ROW * len(gate), round_height + (beside_height + _GAP if beside else 0))
        tip, middle = right - 4, self.y + round_height / 2
        cone = (
            f"M{_EDGE} {self.y}H{_EDGE + _HALF - 34}L{_EDGE + _HALF - 8} {middle}L{_EDGE + _HALF - 34} "
            f"{self.y + height}H{_EDGE}Z"
        )
        drawn = [
            path(cone, "box"),
            path(f"M{_EDGE + _HALF - 8} {middle}H{tip}m-6 -5l6 5l-6 5", "arrow"),
            text(_EDGE + 10, self.y + 18, "gate", "soft"),
            *(self.ships.stack(one, _EDGE + 10, self.y + 36 + ROW * at) for at, one in enumerate(gate)),
            box(right, self.y, _HALF, round_height, "box aim", round_height / 2),
            text(right + _HALF / 2, self.y + 20, planet.name, "soft m", 26),
            *(self.ships.stack(one, right + 40, self.y + 38 + ROW * at) for at, one in enumerate(planet.stacks)),
        ]
        if beside:
            top = self.y + round_height + _GAP
            drawn += [
                box(right, top, _HALF, beside_height, "box dash"),
                text(right + 10, top + 18, "beside the planet", "soft"),
                *(self.ships.stack(one, right + 40, top + 34 + ROW * at) for at, one in enumerate(beside)),
            ]
        self.y += height + _GAP
        return "".join(drawn)

    def _facts(self) -> Iterator[str]:
        """The allies and whoever else is told of, and what is told of each player."""
        for person in self.scene.people:
            is_main = person.role in (OFFENSE, DEFENSE)
            if is_main and not person.facts:
                continue
            yield from self._person(person, [*([person.role] if person.role and not is_main else []), *person.facts])

    def _person(self, person: Person, words: Sequence[str]) -> Iterator[str]:
        yield self.ships.ship(person.name, _EDGE + 9, self.y + 9)
        says = f"{person}: {', '.join(words)}" if words else str(person)
        yield from self._lines(says, left=_EDGE + 24)
        self.y += 5

    # -- a table -------------------------------------------------------------------------------------------------------

    def _systems(self) -> Iterator[str]:
        """A block for each player: the name with what it has, and under it its planets."""
        for person in self.scene.people:
            words = [*([person.role] if person.role else []), *person.facts]
            yield self._track(person)
            yield self.ships.ship(person.name, _EDGE + 9, self.y + 9)
            yield text(_EDGE + 24, self.y + 14, str(person), "b", 34)
            self.y += 18
            yield from self._lines(", ".join(words), "soft", left=_EDGE + 24)
            planets = [planet for planet in self.scene.planets if planet.owner == person.name]
            for at in range(0, len(planets), _IN_A_ROW):
                yield self._planets(planets[at : at + _IN_A_ROW])
            self.y += 4

    def _track(self, person: Person) -> str:
        """The foreign colonies, as filled dots of a track."""
        foreign = person.foreign or 0
        dots = max(_TRACK, foreign)
        left = WIDE - _EDGE - 14 * dots
        return "".join(
            f'<circle class="ship" cx="{left + 14 * at + 7}" cy="{self.y + 9:.0f}" r="4.5" '
            f'fill="{"currentColor" if at < foreign else "none"}"/>'
            for at in range(dots)
        )

    def _planets(self, planets: Sequence[Planet]) -> str:
        width = (WIDE - 2 * _EDGE - 6 * (_IN_A_ROW - 1)) / _IN_A_ROW
        height = 28 + ROW * max(1, *(len(planet.stacks) for planet in planets))
        drawn = []
        for at, planet in enumerate(planets):
            x = _EDGE + at * (width + 6)
            drawn += [
                box(x, self.y + 5, width, height, "box aim" if planet.aimed else "box", 22),
                text(x + width / 2, self.y + 20, f"{'▶ ' if planet.aimed else ''}{planet.name}", "soft m", 11, 11),
                *(self.ships.stack(one, x + 18, self.y + 34 + ROW * row, 1) for row, one in enumerate(planet.stacks)),
            ]
        self.y += height + _GAP
        return "".join(drawn)

    # -- for both ------------------------------------------------------------------------------------------------------

    def _boxes(self, names: Sequence[str]) -> Iterator[str]:
        """The places that are no planets, each a box with its stacks in rows."""
        for name in names:
            stacks = self.scene.place(name)
            if stacks:
                aim = f" → {self.scene.target}" if name == "gate" and self.scene.target else ""
                yield self._box(f"{_PLACES[name]}{aim}", stacks, "warp" if name == "warp" else "box")

    def _box(self, head: str, stacks: Sequence[Stack], look: str) -> str:
        columns = 2
        height = 28 + ROW * -(-len(stacks) // columns)
        drawn = [box(_EDGE, self.y, WIDE - 2 * _EDGE, height, look), text(_EDGE + 10, self.y + 17, head, "soft", 50)]
        for at, stack in enumerate(stacks):
            x = _EDGE + 10 + (at % columns) * (_HALF + _GAP)
            drawn.append(self.ships.stack(stack, x, self.y + 36 + ROW * (at // columns)))
        self.y += height + _GAP
        return "".join(drawn)
