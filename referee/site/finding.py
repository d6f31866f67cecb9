"""The index by which a page of the site finds clauses without any server: made here, asked by `static/search.js`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import referee
from referee.book.index import MAIN, build
from referee.book.parameters import Parameters
from referee.site.addresses import Addresses, Link, alien_page
from referee.site.pages import Page
from referee.site.rules import title_of

_NAMES = "names"  # what is found by its name alone, whichever rules are asked


def page(known: Addresses) -> Page:
    """The page on which one searches."""
    others = [(book, title_of(known, book)) for book in known.books.names() if book not in MAIN]
    return Page("search.html", "Search", "search.html", {"books": others})


def files(known: Addresses, headings: Iterable[Page], cases: Iterable[str]) -> dict[str, bytes]:
    """What the search reads: an index for the two main books and for each other one, and all names."""
    others = [book for book in known.books.names() if book not in MAIN]
    sets = {"main": MAIN, **{book: (book,) for book in others}}
    found = {f"search/{name}.js": _script(name, _index(known, books)) for name, books in sets.items()}
    return {**found, f"search/{_NAMES}.js": _script(_NAMES, _names(known, headings, cases))}


def _script(name: str, data: object) -> bytes:
    """Data as a script, since a page that is opened from a folder may read nothing else."""
    told = json.dumps(data, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return f"searchIn({json.dumps(name)},{told});\n".encode()


def _index(known: Addresses, books: tuple[str, ...]) -> dict[str, object]:
    index = build(known.rulebase, books)
    rows = [[clause.full_id, known.clause(clause.full_id).place, clause.says] for clause in index.clauses]
    return {**index.to_search(), "clauses": rows}


def _names(known: Addresses, headings: Iterable[Page], cases: Iterable[str]) -> dict[str, object]:
    links = [*_sheets(known), *(known.point(id) for id in known.points), *_topics(known)]
    links += [Link(page.title, page.place) for page in headings]
    clauses = [
        known.clause(clause.full_id) for book in known.books.names() for clause in known.books.clauses(book).values()
    ]
    retired = [(old, known.clause(new).place) for old, new in known.retired.items()]
    return {
        "names": sorted([link.says, link.place] for link in links),
        "clauses": dict(sorted([*((link.says, link.place) for link in clauses), *retired])),
        "cases": sorted(cases),
    }


def _sheets(known: Addresses) -> Iterator[Link]:
    for stem in known.rulebase.alien_names():
        found = known.rulebase.alien(stem)
        if found is not None:
            yield Link(f"{found.name} (alien)", alien_page(found.name))
    for kind, rows in referee.cards().types.items():
        yield from (Link(f"{row['name']} ({kind})", known.cards[row["name"].casefold()]) for row in rows)


def _topics(known: Addresses) -> Iterator[Link]:
    parameters = Parameters(known.rulebase)
    for id in parameters.ids():
        yield Link(f"{parameters.entry(id)['asks']} (editions)", f"editions/{parameters.entry(id)['topic']}.html#{id}")
