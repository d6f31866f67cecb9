"""How a duel, a contest and a table of Duel are laid out in a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.pictures.column import EDGE, GAP, WIDE, Column
from referee.pictures.scene import Envoy, Stack
from referee.pictures.shapes import ROW, box, path, text

_IN_A_ROW = 3  # planets, and envoys
_THIRD = (WIDE - 2 * EDGE - 2 * GAP) / _IN_A_ROW
_ENVOY = 66  # points that an envoy is high
_MOST_SENT = 4  # ships of a stack that are drawn between two others


class DuelDrawing(Column):
    """Both sides with plan and tactic, what is fought for, the planets, the envoys, supply and Warp, and the facts."""

    def board(self) -> Iterator[str]:
        """All that lies between the two players, then what each of them has."""
        if self.scene.cards:
            yield self.sides()
        for stake in self.scene.stakes:
            yield from self.lines(stake)
        self.y += 4
        if self.scene.place("sent"):
            yield self._sent()
        else:
            yield from self.planets(self.scene.planets, _IN_A_ROW, GAP)
        yield from self._envoys()
        yield from self.boxes(["supply", "warp"])
        for person in self.scene.people:
            yield from self.person(person, [person.role, *person.facts] if person.role else person.facts)

    def _sent(self) -> str:
        """The planet with what stood there before, and on both sides of it the ships that are sent."""
        planet, (left, right) = self.scene.planets[0], self.scene.place("sent")
        height = max(76.0, 36 + ROW * len(planet.stacks))
        top, middle, x = self.y, self.y + height / 2, EDGE + _THIRD + GAP
        end = x + _THIRD
        drawn = [
            *self._sending(left, EDGE, height),
            *self._sending(right, end + GAP, height),
            box(x + 8, top, _THIRD - 16, height, "box aim", height / 2),
            text(x + _THIRD / 2, top + 20, planet.name, "soft m", 16),
            *(self.ships.stack(one, x + 34, top + 38 + ROW * at, 2) for at, one in enumerate(planet.stacks)),
            path(f"M{EDGE + _THIRD} {middle}H{x + 5}m-6 -5l6 5l-6 5", "arrow"),
            path(f"M{end + GAP} {middle}H{end - 5}m6 -5l-6 5l6 5", "arrow"),
        ]
        self.y += height + GAP
        return "".join(drawn)

    def _sending(self, stack: Stack, x: float, height: float) -> Iterator[str]:
        yield box(x, self.y, _THIRD, height)
        yield text(x + 10, self.y + 18, "sends", "soft")
        yield self.ships.stack(stack, x + 10, self.y + 44, _MOST_SENT)

    def _envoys(self) -> Iterator[str]:
        """The envoys in rows; one that lies face down has a broken line around it."""
        for at in range(0, len(self.scene.envoys), _IN_A_ROW):
            yield self._row_of(self.scene.envoys[at : at + _IN_A_ROW])

    def _row_of(self, envoys: Sequence[Envoy]) -> str:
        drawn = [piece for at, envoy in enumerate(envoys) for piece in self._envoy(envoy, EDGE + at * (_THIRD + GAP))]
        self.y += _ENVOY + GAP
        return "".join(drawn)

    def _envoy(self, envoy: Envoy, x: float) -> Iterator[str]:
        yield box(x, self.y, _THIRD, _ENVOY, "box" if envoy.is_faceup else "box dash")
        yield text(x + 10, self.y + 18, f"envoy {envoy.number}".strip(), "soft")
        if not envoy.is_faceup:
            yield text(x + _THIRD - 10, self.y + 18, "face down", "soft e", size=10)
        yield text(x + 10, self.y + 36, envoy.name, "b", 17)
        if envoy.ally:
            yield self.ships.ship(envoy.ally, x + 18, self.y + 51)
        yield text(x + (32 if envoy.ally else 10), self.y + 55, envoy.ally or "neutral", "", 14)
