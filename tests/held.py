"""The levels that the sections of the books claim (`referee/audit/held.py` says what they mean).

python -m tests.held             says which sections hold more than they claim
python -m tests.held --write     raises their claims; a claim is never lowered
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from referee.book.books import Books
from referee.book.loader import rulebase
from referee.book.places import RULEBASE, SCENARIOS
from referee.conformance.audit import coverage, held
from referee.conformance.audit.report import Report

MARKS = RULEBASE / "books" / "held.toml"
HEAD = "# The highest level that each section has claimed; nothing lowers it (python -m tests.held --write).\n"


def higher(one: str, other: str) -> str:
    """The higher of two levels; no level is the lowest."""
    return max(one, other, key=lambda level: held.LEVELS.index(level) if level in held.LEVELS else -1)


def claim(path: Path, level: str) -> None:
    """Writes a section's claim into its file."""
    text = path.read_text(encoding="utf-8")
    if re.search(r"^held = ", text, re.MULTILINE):
        text = re.sub(r'^held = ".*"$', f'held = "{level}"', text, count=1, flags=re.MULTILINE)
    else:
        text = text.replace("\n\n[[clause]]", f'\nheld = "{level}"\n\n[[clause]]', 1)
    path.write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Compares, and writes if asked to."""
    known = rulebase()
    books = Books(known)
    reach = coverage.reach(Report(), known, books, SCENARIOS)
    marks = held.highest(books)
    for section in held.sections(books, reach):
        now = higher(section.holds, section.claims)
        once = marks.get(section.book, {}).get(section.name, "")
        if now != section.claims or higher(now, once) != once:
            print(f"{section.book} {section.name}: claims {section.claims or 'nothing'}, holds {section.holds}")
            if "--write" in arguments:
                claim(Path(section.place.rpartition(":")[0]), now)
        marks.setdefault(section.book, {})[section.name] = higher(now, once)
    if "--write" in arguments:
        lines = [HEAD]
        for book, levels in marks.items():
            lines += [f"[{book}]", *(f'"{name}" = "{level}"' for name, level in levels.items()), ""]
        MARKS.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
