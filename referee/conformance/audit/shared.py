"""What several editions have alike: does each thing stand once, in the file that they share?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.book.files import BOOKS, SHARES, place_of, read_toml
from referee.book.loader import NOT_LAW, Rulebase
from referee.conformance.audit.report import Report

Entries = dict[str, dict[str, Any]]
_CITES = "cites"


def check(report: Report, known: Rulebase) -> None:
    """Adds a fault for what an edition says again, for what all of them say alike apart, and for a book left out."""
    for path in sorted((known.folder / "editions" / "shared").glob("*.toml")):
        shared = read_toml(path)
        sharing = {own: told for own, told in _editions(known) if told.get(SHARES) == path.stem}
        rules = _entries(shared)
        for own, told in sharing.items():
            if told["book"] not in shared[BOOKS]:
                report.fault(place_of(path, BOOKS), f"{own.stem} shares this, and its book is not named")
            for id, key in _said_again(_entries(told), rules):
                report.fault(place_of(own, f"[{id}]"), f"{id} has the same {key} in {path.name}")
        for id in _alike([_entries(told) for told in sharing.values()]):
            place = place_of(next(iter(sharing)), f"[{id}]")
            report.fault(place, f"all that share {path.name} have {id} alike: it belongs there")


def _editions(known: Rulebase) -> Iterator[tuple[Path, dict[str, object]]]:
    for name in known.editions():
        path = known.folder / "editions" / f"{name}.toml"
        yield path, read_toml(path)


def _entries(told: dict[str, object]) -> Entries:
    """The rules in a file of an edition, by id."""
    topics = ((topic, entries) for topic, entries in told.items() if isinstance(entries, dict) and topic not in NOT_LAW)
    return {f"{topic}.{key}": entry for topic, entries in topics for key, entry in entries.items()}


def _said_again(entries: Entries, rules: Entries) -> Iterator[tuple[str, str]]:
    """(rule, key) of each value of an edition that is the one which it shares."""
    for id, entry in entries.items():
        below = rules.get(id, {})
        yield from ((id, key) for key in below if key in entry and entry[key] == below[key])


def _alike(editions: list[Entries]) -> Iterator[str]:
    """The rules that all of some editions have alike but for the clauses of their books.

    Where two cite one thing, such as a card, each may have it in another place.
    """
    for id in editions[0] if editions else ():
        entries = [entries[id] for entries in editions if id in entries]
        words = [_without_clauses(entry) for entry in entries]
        cited = [clause for entry in entries for clause in entry.get(_CITES, ())]
        if len(entries) == len(editions) and words.count(words[0]) == len(words) and len({*cited}) == len(cited):
            yield id


def _without_clauses(entry: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in entry.items() if key != _CITES}
