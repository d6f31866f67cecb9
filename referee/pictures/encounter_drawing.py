"""How an encounter and a table of the multiplayer game are laid out in a picture."""

from __future__ import annotations

from collections.abc import Iterator

from referee.pictures.column import EDGE, GAP, HALF, WIDE, Column
from referee.pictures.scene import DEFENSE, OFFENSE, Person
from referee.pictures.shapes import ROW, box, path, text

_IN_A_ROW = 5  # planets
_TRACK = 5  # foreign colonies that are drawn at least
_BESIDES = ("gate", "beside", "unplaced", "removed")


class EncounterDrawing(Column):
    """Both sides with their cards, the gate and its target planet, the warp, and what is told of each player."""

    def board(self) -> Iterator[str]:
        """The sides, the encounter, the warp, and the facts."""
        yield self.sides()
        yield self._encounter()
        yield from self.boxes(["warp"])
        yield from self._facts()

    def _encounter(self) -> str:
        """The gate with the ships that were sent, its arrow, the target planet, and the ships beside it."""
        gate, planet = self.scene.place("gate"), self.scene.planets[0]
        beside = self.scene.place("beside")
        right = EDGE + HALF + GAP
        round_height = max(76.0, 36 + ROW * len(planet.stacks))
        beside_height = 30 + ROW * len(beside) if beside else 0
        height = max(76.0, 36 + ROW * len(gate), round_height + (beside_height + GAP if beside else 0))
        tip, middle = right - 4, self.y + round_height / 2
        cone = (
            f"M{EDGE} {self.y}H{EDGE + HALF - 34}L{EDGE + HALF - 8} {middle}L{EDGE + HALF - 34} "
            f"{self.y + height}H{EDGE}Z"
        )
        drawn = [
            path(cone, "box"),
            path(f"M{EDGE + HALF - 8} {middle}H{tip}m-6 -5l6 5l-6 5", "arrow"),
            text(EDGE + 10, self.y + 18, "gate", "soft"),
            *(self.ships.stack(one, EDGE + 10, self.y + 36 + ROW * at) for at, one in enumerate(gate)),
            box(right, self.y, HALF, round_height, "box aim", round_height / 2),
            text(right + HALF / 2, self.y + 20, planet.name, "soft m", 26),
            *(self.ships.stack(one, right + 40, self.y + 38 + ROW * at) for at, one in enumerate(planet.stacks)),
        ]
        if beside:
            top = self.y + round_height + GAP
            drawn += [
                box(right, top, HALF, beside_height, "box dash"),
                text(right + 10, top + 18, "beside the planet", "soft"),
                *(self.ships.stack(one, right + 40, top + 34 + ROW * at) for at, one in enumerate(beside)),
            ]
        self.y += height + GAP
        return "".join(drawn)

    def _facts(self) -> Iterator[str]:
        """The allies and whoever else is told of, and what is told of each player."""
        for person in self.scene.people:
            is_main = person.role in (OFFENSE, DEFENSE)
            if is_main and not person.facts:
                continue
            yield from self.person(person, [*([person.role] if person.role and not is_main else []), *person.facts])


class SystemsDrawing(Column):
    """Every player's planets, where else ships stand, and the warp."""

    def board(self) -> Iterator[str]:
        """The systems, and a box for each other place."""
        yield from self._systems()
        yield from self.boxes(_BESIDES)
        yield from self.boxes(["warp"])

    def _systems(self) -> Iterator[str]:
        """A block for each player: the name with what it has, and under it its planets."""
        for person in self.scene.people:
            words = [*([person.role] if person.role else []), *person.facts]
            yield self._track(person)
            yield self.ships.ship(person.name, EDGE + 9, self.y + 9)
            yield text(EDGE + 24, self.y + 14, str(person), "b", 34)
            self.y += 18
            yield from self.lines(", ".join(words), "soft", left=EDGE + 24)
            planets = [planet for planet in self.scene.planets if planet.owner == person.name]
            yield from self.planets(planets, _IN_A_ROW, 6)
            self.y += 4

    def _track(self, person: Person) -> str:
        """The foreign colonies, as filled dots of a track."""
        foreign = person.foreign or 0
        dots = max(_TRACK, foreign)
        left = WIDE - EDGE - 14 * dots
        return "".join(
            f'<circle class="ship" cx="{left + 14 * at + 7}" cy="{self.y + 9:.0f}" r="4.5" '
            f'fill="{"currentColor" if at < foreign else "none"}"/>'
            for at in range(dots)
        )
