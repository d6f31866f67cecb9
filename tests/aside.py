"""What hangs on a reading of a disputable point and is not worked out by it: `scenarios/aside.json`.

    python -m tests.aside                 tells what is not as it is stored
    python -m tests.aside --write         stores it; it takes a quarter of an hour
    python -m tests.aside --only DF-05    of one disputable point alone

An item is listed if this program rules it otherwise by the reading than it is expected by the preferred one, and the
case has nothing for that reading. So what is listed is what nobody has worked out yet; nothing is expected of it.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from referee.book.loader import rulebase
from referee.book.places import SCENARIOS
from referee.book.questions import find
from referee.conformance.about import ASIDE
from referee.conformance.answering import answer, applied
from referee.conformance.items import Item, items_of, named
from referee.conformance.judged import differences_of
from tests import cases

FILE = SCENARIOS / ASIDE


def choosable(only: str = "") -> Iterator[dict[str, str]]:
    """Every reading that can be chosen besides the preferred one, alone."""
    for id in rulebase().questions():
        point = find(id)
        for reading in point["readings"]:
            chosen = {id: str(reading["name"])}
            is_other = reading["name"] != point["prefers"] and only in ("", id)
            if is_other and any(applied(edition, chosen) for edition in (*rulebase().editions(), "duel")):
                yield chosen


def items_by(readings: dict[str, str]) -> Iterator[Item]:
    """The items to which a reading applies and that expect nothing of their own by it."""
    for _, file in cases.files():
        for case in file.case:
            yield from (item for item in items_of(file, case, readings) if item.readings and not item.by)


def hanging(readings: dict[str, str]) -> list[str]:
    """The ids of those that are ruled otherwise by it."""
    return [item.id for item in items_by(readings) if differences_of(item, answer(item))]


def main() -> None:
    """Tells, or stores, what is aside."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", action="store_true")
    options.add_argument("--only", default="")
    chosen = options.parse_args()
    stored: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8"))
    for readings in choosable(chosen.only):
        (name,) = named(readings)
        found = hanging(readings)
        if {*found} != {*stored.get(name, ())}:
            print(f"{name}: {' '.join(sorted({*found} ^ {*stored.get(name, ())}))}")
        stored[name] = found
    if chosen.write:
        kept = {name: ids for name, ids in sorted(stored.items()) if ids}
        FILE.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
