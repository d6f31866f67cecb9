"""What hangs on a reading of a disputable point and is not worked out by it: `scenarios/aside.json`.

    python -m tests.aside                 tells what is not as it is stored
    python -m tests.aside --write         stores it
    python -m tests.aside --only DF-05    of one disputable point alone

An item is listed if this program rules it otherwise by the reading than it is expected by the preferred one, and the
case has nothing for that reading. So what is listed is what nobody has worked out yet; nothing is expected of it. Only
items whose ruling looks up a rule of the disputable point are ruled by its readings: all others stay as they are.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import NamedTuple
from unittest.mock import patch

from referee.book.law import Law, Rule
from referee.book.loader import rulebase
from referee.book.places import SCENARIOS
from referee.book.questions import find
from referee.conformance.about import ASIDE
from referee.conformance.answering import answer, applied
from referee.conformance.items import items_of, named
from referee.conformance.judged import differences_of
from referee.conformance.scenario import Case, CaseFile
from referee.duel.games import DUEL, books_by, game
from tests import cases

FILE = SCENARIOS / ASIDE


class Looked(NamedTuple):
    """A case, and which rules were looked up for each of its items, by the item's id."""

    file: CaseFile
    case: Case
    rules: dict[str, frozenset[str]]


def choosable(only: str = "") -> Iterator[dict[str, str]]:
    """Every reading that can be chosen besides the preferred one, alone."""
    for id in rulebase().questions():
        point = find(id)
        for reading in point["readings"]:
            chosen = {id: str(reading["name"])}
            is_other = reading["name"] != point["prefers"] and only in ("", id)
            if is_other and any(applied(edition, chosen) for edition in (DUEL, *rulebase().editions())):
                yield chosen


def every() -> list[tuple[CaseFile, Case]]:
    """All cases, each with its file."""
    return [(file, case) for _, file in cases.files() for case in file.case]


def looked(listed: Sequence[tuple[CaseFile, Case]]) -> list[Looked]:
    """Rules each of these cases as it stands, and notes which rules are looked up for it."""
    noted: set[str] = set()

    def in_law(law: Law, id: str) -> Rule:
        noted.add(id)
        return dict.__getitem__(law, id) if id in law else law.__missing__(id)

    def perhaps_in_law(law: Law, id: str, default: Rule | None = None) -> Rule | None:
        noted.add(id)
        return dict.get(law, id, default)

    def rules_of(file: CaseFile, case: Case) -> Iterator[tuple[str, frozenset[str]]]:
        for item in items_of(file, case):
            noted.clear()
            answer(item)
            yield item.id, frozenset(noted)

    with patch.multiple(Law, create=True, __getitem__=in_law, get=perhaps_in_law):
        return [Looked(file, case, dict(rules_of(file, case))) for file, case in listed]


@cache
def _asking(question: str, edition: str) -> frozenset[str]:
    """The rules that ask it: of the edition, and those of the law itself where the edition has its own instead."""
    own = books_by(edition).asking(question)
    return own | books_by("consolidated").asking(question) if game(edition).is_big else own


def hanging(readings: dict[str, str], known: Collection[Looked]) -> list[str]:
    """The ids of those among some cases that are ruled otherwise by it, and expect nothing of their own."""
    (question,) = readings
    return [
        item.id
        for file, case, rules in known
        for item in items_of(file, case, readings)
        if item.readings and not item.by and rules[item.id] & _asking(question, item.edition)
        if differences_of(item, answer(item))
    ]


def main() -> None:
    """Tells, or stores, what is aside."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", action="store_true")
    options.add_argument("--only", default="")
    chosen = options.parse_args()
    stored: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8"))
    known = looked(every())
    kept = {} if not chosen.only else {name: ids for name, ids in stored.items() if not name.startswith(chosen.only)}
    for readings in choosable(chosen.only):
        (name,) = named(readings)
        kept[name] = hanging(readings, known)
    for name in sorted(kept.keys() | stored.keys()):
        apart = {*kept.get(name, ())} ^ {*stored.get(name, ())}
        if apart:
            print(f"{name}: {' '.join(sorted(apart))}")
    if chosen.write:
        told = {name: ids for name, ids in sorted(kept.items()) if ids}
        FILE.write_text(json.dumps(told, indent=0) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
