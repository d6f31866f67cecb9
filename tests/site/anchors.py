"""The places of the site that others may have linked to: they stay for ever, and stand in `anchors.txt`.

python -m tests.site.anchors             says whether those of today are all in it
python -m tests.site.anchors --write     adds what is new; a place is never taken out
"""

from __future__ import annotations

import sys
from pathlib import Path

import referee
from referee.book.parameters import Parameters
from referee.site.addresses import addresses, alien_page, point_page

FILE = Path(__file__).with_name("anchors.txt")


def today() -> set[str]:
    """The places of clauses, disputable points, aliens, cards and what editions are compared by."""
    known = addresses()
    clauses = [clause.full_id for book in known.books.names() for clause in known.books.clauses(book).values()]
    places = {known.clause(id).place for id in clauses}
    places |= {point_page(id) for id in known.points}
    places |= {alien_page(alien["name"]) for aliens in referee.aliens().sets.values() for alien in aliens}
    places |= {*known.cards.values()}
    parameters = Parameters(known.rulebase)
    return places | {f"editions/{parameters.entry(id)['topic']}.html#{id}" for id in parameters.ids()}


def stored() -> set[str]:
    """The places that were there once: a page on each line, with its anchors."""
    found = set()
    for line in FILE.read_text(encoding="utf-8").splitlines():
        page, *anchors = line.split()
        found |= {f"{page}#{anchor}" for anchor in anchors} or {page}
    return found


def write(places: set[str]) -> None:
    """Stores the places."""
    pages: dict[str, list[str]] = {}
    for place in sorted(places):
        page, _, anchor = place.partition("#")
        pages.setdefault(page, []).extend([anchor] if anchor else [])
    lines = [" ".join((page, *anchors)) for page, anchors in pages.items()]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    kept = stored() if FILE.exists() else set()
    if "--write" in sys.argv:
        write(kept | today())
    missing = today() - stored()
    print(f"{len(stored())} places are stored" + (f", {len(missing)} of today are not" if missing else ""))
