"""What an audit found."""

from __future__ import annotations

from typing import Any

from referee.book.told import FORMAT


class Report:
    """What an audit found: faults (place and sentence), and counts by book, by set of aliens, and by heading."""

    def __init__(self) -> None:
        self.faults: list[tuple[str, str]] = []
        self.books: dict[str, dict[str, int]] = {}
        self.sections: dict[str, dict[str, int]] = {}
        self.counts: dict[str, int] = {}
        self.sets: dict[str, dict[str, int]] = {}

    def fault(self, place: str, text: str) -> None:
        """Adds a fault, once: what two editions share is read for both."""
        if (place, text) not in self.faults:
            self.faults.append((place, text))

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        faults = [{"place": place, "says": text} for place, text in self.faults]
        counted = {"books": self.books, "sections": self.sections, "sets": self.sets, "counts": self.counts}
        return {"format": FORMAT, "faults": faults, **counted}
