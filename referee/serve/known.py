"""What a table knows besides an encounter: the counts that a line on the sheet then need not take for granted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

Counts = Mapping[str, int]


@dataclass(frozen=True)
class Known:
    """Counts by player, of ships in the `warp`, colonies `foreign` and `home`, and cards in `hand`; ships by planet.

    A count that nobody told, or that is our own reckoning, is left out: the ruling then says what it takes for granted.
    `ships` has the owner's on each planet as the table counts them, reckoned or not (`?` for not known): they are seen
    on the sheet. `hand` is told of who has not yet chosen an encounter card: a line has one card less in that hand.
    """

    warp: Counts = field(default_factory=dict)
    foreign: Counts = field(default_factory=dict)
    home: Counts = field(default_factory=dict)
    hand: Counts = field(default_factory=dict)
    planets: Mapping[str, Counts] = field(default_factory=dict)
    ships: Mapping[str, str] = field(default_factory=dict)

    def clauses(self, mains: Sequence[str], others: Sequence[str], more: str) -> Iterator[str]:
        """The clauses of a line that say this of its players, but for what the line says itself in `more`."""
        said = {clause.split()[0].rstrip(":") for clause in more.split(";") if clause.strip()}
        players = (*mains, *others)
        for kind, counts, who in (
            ("hand", {name: count - 1 for name, count in self.hand.items() if count > 0}, mains),
            ("warp", self.warp, players),
            ("foreign", self.foreign, players),
            ("home", self.home, players),
        ):
            told = ", ".join(f"{name} {counts[name]}" for name in who if name in counts)
            if told and kind not in said:
                yield f"{kind} {told}"

    def standing_at(self, planet: str, ships: str, more: str) -> Iterator[str]:
        """The clause that says who stands on a planet, where its owner defends with so many ships."""
        there = self.planets.get(planet)
        if there is None or any(clause.split()[:1] == ["planet"] for clause in more.split(";")):
            return
        owner = planet.rpartition(".")[0]
        others = "".join(f", {name} {count}" for name, count in there.items() if name != owner and count)
        yield f"planet {owner} {ships}{others}"

    def without_known(self, clause: str) -> str:
        """A clause of a line, empty if it says no more than what is known here, or where somebody stands or sits."""
        kind, _, rest = clause.strip().partition(" ")
        if kind in ("planet", "seats"):
            return ""
        counts = {"warp": self.warp, "foreign": self.foreign, "home": self.home, "hand": self.hand}.get(kind)
        if counts is None or ":" in rest:
            return clause.strip()
        less = 1 if kind == "hand" else 0
        told = [part.split() for part in rest.split(",")]
        same = all(len(part) == 2 and str(counts.get(part[0], -9) - less) == part[1] for part in told)
        return "" if same else clause.strip()
