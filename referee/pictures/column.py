"""What every layout of a picture has: a column drawn from top to bottom, with lines of text, boxes and sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.pictures.scene import Cards, Person, Planet, Scene, Stack, letters
from referee.pictures.shapes import ROW, Ships, box, card, text, wrapped
from referee.pictures.tokens import token

WIDE = 440  # points
EDGE, GAP = 12, 10
HALF = (WIDE - 2 * EDGE - GAP) / 2
_SIDE = 110  # points that a side is high
_PLACES = {
    "gate": "gate",
    "beside": "beside the planet",
    "supply": "supply",
    "warp": "warp",
    "unplaced": "not placed",
    "removed": "removed",
}


class Column:
    """Draws a scene from top to bottom; `y` is how far it has come, in points."""

    def __init__(self, scene: Scene) -> None:
        names = [person.name for person in scene.people]
        stacks = [*(place.stacks for place in scene.places), *(planet.stacks for planet in scene.planets)]
        shown = [stack.who for there in stacks for stack in there]
        owners = [planet.owner for planet in scene.planets if planet.owner]
        allies = [envoy.ally for envoy in scene.envoys if envoy.ally]
        everybody = list(dict.fromkeys((*names, *shown, *owners, *allies)))
        self.scene = scene
        self.ships = Ships(everybody, letters(everybody))
        self.people = {person.name: person for person in scene.people}
        self.y: float = EDGE

    def body(self, headed: bool) -> Iterator[str]:
        """The pieces of the picture, the title first if it is `headed`, the notes last."""
        if headed:
            yield from self.lines(self.scene.title, "b", 15)
            self.y += 4
        yield from self.board()
        for note in self.scene.notes:
            yield from self.lines(note, "soft")
        self.y += GAP

    def board(self) -> Iterator[str]:
        """The pieces between the title and the notes."""
        raise NotImplementedError

    def lines(self, says: str, look: str = "", size: int = 13, left: float = EDGE) -> Iterator[str]:
        """A text in as many lines as it takes."""
        for line in wrapped(says, WIDE - EDGE - left, size * (1.1 if "b" in look.split() else 1)):
            self.y += size + 4
            yield text(left, self.y - 4, line, look, size=0 if size == 13 else size)

    def person(self, person: Person, words: Sequence[str]) -> Iterator[str]:
        """A player's ship and name, and what is told of it."""
        yield self.ships.ship(person.name, EDGE + 9, self.y + 9)
        says = f"{person}: {', '.join(words)}" if words else str(person)
        yield from self.lines(says, left=EDGE + 24)
        self.y += 5

    def sides(self) -> str:
        """Both main players with their cards, side by side."""
        drawn = [self._side(cards, EDGE + place * (HALF + GAP)) for place, cards in enumerate(self.scene.cards)]
        self.y += _SIDE + GAP
        return "".join(drawn)

    def _side(self, cards: Cards, x: float) -> str:
        person = self.people[cards.who]
        left = x + 62
        drawn = [
            box(x, self.y, HALF, _SIDE),
            text(x + HALF - 10, self.y + 18, person.role, "soft e"),
            self.ships.ship(person.name, x + 18, self.y + 20),
            text(x + 32, self.y + 25, person.name, "b", 12),
            text(x + 10, self.y + 42, " / ".join(person.aliens), "", 26),
            card(x + 10, self.y + 48, cards.card),
        ]
        if cards.tactic:
            drawn.append(token(left, self.y + 48, cards.tactic))
            left += 58
        plus = cards.plus[: int((x + HALF - left) / 34)]
        return "".join((*drawn, *(card(left + 34 * at, self.y + 52, one, True) for at, one in enumerate(plus))))

    def planets(self, planets: Sequence[Planet], in_a_row: int, apart: float) -> Iterator[str]:
        """Planets, so many in a row, each a box with its stacks below each other."""
        width = (WIDE - 2 * EDGE - apart * (in_a_row - 1)) / in_a_row
        for at in range(0, len(planets), in_a_row):
            row = planets[at : at + in_a_row]
            height = 28 + ROW * max(1, *(len(planet.stacks) for planet in row))
            for place, planet in enumerate(row):
                yield from self._planet(planet, EDGE + place * (width + apart), width, height)
            self.y += height + GAP

    def _planet(self, planet: Planet, x: float, width: float, height: float) -> Iterator[str]:
        yield box(x, self.y + 5, width, height, "box aim" if planet.aimed else "box", 22)
        name = f"{'▶ ' if planet.aimed else ''}{planet.name}"
        yield text(x + width / 2, self.y + 20, name, "soft m", int(width / 7), 11)
        for row, stack in enumerate(planet.stacks):
            yield self.ships.stack(stack, x + 18, self.y + 34 + ROW * row, int((width - 60) / 15))

    def boxes(self, names: Sequence[str]) -> Iterator[str]:
        """The places that are no planets, each a box with its stacks in rows."""
        for name in names:
            stacks = self.scene.place(name)
            if stacks:
                aim = f" → {self.scene.target}" if name == "gate" and self.scene.target else ""
                yield self._box(f"{_PLACES[name]}{aim}", stacks, "warp" if name == "warp" else "box")

    def _box(self, head: str, stacks: Sequence[Stack], look: str) -> str:
        columns = 2
        height = 28 + ROW * -(-len(stacks) // columns)
        drawn = [box(EDGE, self.y, WIDE - 2 * EDGE, height, look), text(EDGE + 10, self.y + 17, head, "soft", 50)]
        for at, stack in enumerate(stacks):
            x = EDGE + 10 + (at % columns) * (HALF + GAP)
            drawn.append(self.ships.stack(stack, x, self.y + 36 + ROW * (at // columns)))
        self.y += height + GAP
        return "".join(drawn)
