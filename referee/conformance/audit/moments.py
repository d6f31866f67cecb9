"""Does every part of a sheet say when it acts, with the words of its text that say so?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from referee.book import shapes
from referee.book.files import place_of, read_toml
from referee.book.loader import Rulebase
from referee.book.moments import AT_AN_EVENT, DURING, KINDS, UNKNOWN, WHENEVER, Moment, Moments, read_moments
from referee.conformance.audit.report import Report

_ANY = frozenset(("any", "any-phase"))


def check(report: Report, known: Rulebase) -> None:
    """Adds the faults of the events, and of the moments of sheets, flares and cards."""
    _check_events(report, known)
    _check_sheets(report, known)
    for file in known.card_files():
        for card in read_toml(file).get("card", ()):
            if card["type"] in ("artifact", "tech") and card.get("phases"):
                _check(report, known.moments, file, card["name"], card, card["phases"], card["summary"])


def _check_events(report: Report, known: Rulebase) -> None:
    """Adds a fault for an event that comes at no moment of its phase."""
    path = known.folder / "moments.toml"
    shapes.MomentsShape.model_validate(read_toml(path))
    for id, event in known.moments.events.items():
        for phase, there in event.comes.items():
            kind, _, name = there.partition(" ")
            of = known.moments.events.get(name)
            if event.phase or kind not in AT_AN_EVENT or of is None or of.phase != phase:
                report.fault(place_of(path, id), f"{id} comes {there!r} in {phase}, which is no moment there")


def _check_sheets(report: Report, known: Rulebase) -> None:
    """Adds the faults of the moments of sheets and flares."""
    for file in sorted((known.folder / "aliens").glob("*.toml")):
        data = read_toml(file)
        for part, entry, phases in _parts(data):
            summary = entry.get("summary", data["summary"])
            _check(report, known.moments, file, f"{data['name']} {part}".strip(), entry, phases, summary)
            rule = entry.get("moment_by", "")
            if rule and rule not in known.law:
                report.fault(place_of(file, rule), f"its moment is read by {rule!r}, which is no rule of the law")


def _parts(data: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any], list[str]]]:
    """The parts of an alien's file, each with its phases: an erratum's where that puts them."""
    bars = {entry["about"]: entry["phases"] for entry in data.get("errata", ()) if entry.get("phases")}
    yield "", data, [*data["phases"], *bars.get("power", ())]
    for use in data.get("use", ()):
        if "moment" in use:
            yield f"[use {use['id']}]", {**use, "summary": data["summary"]}, use["phases"]
    for face in ("wild", "super"):
        entry = data[face]
        yield f"[{face}]", entry, [*entry["phases"], *bars.get(face, ())]
        if "classic" in entry:
            yield f"[{face}.classic]", entry["classic"], entry["classic"]["phases"]


def _check(
    report: Report, events: Moments, file: Path, what: str, entry: Mapping[str, Any], phases: list[str], summary: str
) -> None:
    place = place_of(file, entry.get("id", entry.get("name", what)))
    moments = read_moments(entry.get("moment", {}))
    if not moments:
        report.fault(place, f"{what} does not say when it acts: moment = {{ ... }}")
    for moment in moments:
        says = _wrong(events, moment, phases, summary, alone=len(moments) == 1)
        if says:
            report.fault(place, f"{what}: {says}")


def _wrong(events: Moments, moment: Moment, phases: list[str], summary: str, alone: bool) -> str:
    if moment.kind not in KINDS:
        return f"{str(moment)!r} is no moment; it begins with one of {', '.join(KINDS)}"
    if moment.kind in (DURING, UNKNOWN):
        if not alone or moment.event:
            return f"{moment.kind!r} stands alone"
        return "" if moment.words or moment.kind == DURING else "what is unknown says why"
    wrong = _wrong_event(events, moment, phases)
    if wrong or (moment.words and _plain(moment.words) in _plain(summary)):
        return wrong
    return f"{str(moment)!r} for {moment.words!r}, but it says: {summary}"


def _wrong_event(events: Moments, moment: Moment, phases: list[str]) -> str:
    event = events.events.get(moment.event)
    if event is None:
        return f"{moment.event!r} is none of the events of moments.toml"
    if (moment.kind == WHENEVER) == bool(event.phase):
        return f"{str(moment)!r}: {WHENEVER!r} goes with what can come up in any phase, and with nothing else"
    if event.phase and not _ANY.intersection(phases) and event.phase not in phases:
        return f"{str(moment)!r} is in the {event.phase} phase, and it shows {', '.join(phases)}"
    return ""


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9']+", text.lower()))
