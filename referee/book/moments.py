"""When something acts within a phase: the events of each phase, and what texts place before, when or after them.

`rulebase/moments.toml` lists the events in printed order. A sheet or card says its moment as a table from the moment to
the words of its summary that say so: `{ "before select" = "Before cards are selected" }`. Whatever asks for an order
(a question of timing, two powers that meet, the judge, the table) takes it from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

# Before, at or after an event; each time it comes up; in the phase, at no named time; or not known.
BEFORE, WHEN, AFTER, WHENEVER, DURING, UNKNOWN = "before", "when", "after", "whenever", "during", "unknown"
AT_AN_EVENT = (BEFORE, WHEN, AFTER)
KINDS = (*AT_AN_EVENT, WHENEVER, DURING, UNKNOWN)
_LATER = {BEFORE: 0, WHEN: 1, AFTER: 2}


class Event(NamedTuple):
    """Something that happens in a phase (in any, where that is empty): `says` is how it is told.

    `comes` are the moments of single phases at which an event of any phase comes there, by phase.
    """

    id: str
    phase: str
    says: str
    hinge: bool = False
    comes: Mapping[str, str] = {}

    @property
    def happens(self) -> str:
        """What happens, without the words that it can come up in any phase."""
        return self.says.removesuffix(", in whatever phase")


class Moment(NamedTuple):
    """One moment of a text: its kind, the event it speaks of, if any, and the words that say so.

    `rule` is the rule of law by which the text is read so, where that is disputable.
    """

    kind: str
    event: str = ""
    words: str = ""
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.event}".rstrip()


NOT_PLACED = Moment(DURING)


def read_moments(data: Mapping[str, str], rule: str = "") -> tuple[Moment, ...]:
    """The moments of a part of a sheet, as its file lists them: from `before select` to the words that say so."""
    found = []
    for text, words in data.items():
        kind, _, event = text.partition(" ")
        found.append(Moment(kind, event, words, rule))
    return tuple(found)


class Moments:
    """The events of all phases, in order."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """`data` is what `moments.toml` says."""
        listed = (
            Event(e["id"], e.get("phase", ""), e["says"], e.get("hinge", False), e.get("comes", {}))
            for e in data["event"]
        )
        self.events = {event.id: event for event in listed}
        self._places: dict[str, tuple[str, int]] = {}  # by event, its phase and its place in that
        in_phase: dict[str, int] = {}
        for event in self.events.values():
            if event.phase:
                at = in_phase.get(event.phase, 0)
                self._places[event.id] = event.phase, at
                in_phase[event.phase] = at + 1
        self.hinges = {event.phase: event.id for event in self.events.values() if event.hinge}
        self.last = {phase: 2 * count for phase, count in in_phase.items()}  # after the last event of a phase

    def in_phase(self, moments: Sequence[Moment], phase: str) -> Moment:
        """What a text says of its moment in a phase: the first that belongs there; else that it names no time there."""
        for moment in moments:
            event = self.events.get(moment.event)
            if event is None:
                if moment.kind == UNKNOWN:
                    return moment
            elif event.phase in ("", phase):
                return moment
        return NOT_PLACED

    def place(self, moment: Moment, phase: str) -> int | None:
        """The place of a moment in a phase: odd at an event, even before and after it; None where no text tells.

        What is after one event and before the next one has the same place. A text that names no time comes with what
        the phase turns on.
        """
        if moment.kind == DURING:
            return self.at(f"{WHEN} {self.hinges[phase]}") if phase in self.hinges else None
        if moment.kind == UNKNOWN:
            return None
        event = self.events[moment.event]
        if not event.phase:
            there = event.comes.get(phase)
            return self.at(there) if there is not None else None
        return self.at(str(Moment(WHEN if moment.kind == WHENEVER else moment.kind, moment.event)))

    def at(self, text: str) -> int:
        """The place of `before select`, `when select` or `after select` within its phase."""
        kind, _, event = text.partition(" ")
        return 2 * self._places[event][1] + _LATER[kind]

    def told(self, moment: Moment) -> str:
        """A moment in words: `before the cards are selected`, `each time ships go to the warp`."""
        if moment.event:
            kind = "each time" if moment.kind == WHENEVER else moment.kind
            return f"{kind} {self.events[moment.event].happens}"
        return "at no named time" if moment.kind == DURING else "when is not known"
