"""A small portion of the site, made in a moment: some pages of each kind, and the files that they need."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from referee.site import case_pages, finding, guides, points, rules, sheets
from referee.site.addresses import addresses
from referee.site.making import home
from referee.site.pages import STATIC, Page, static

KINDS = ("rules", "points", "editions", "aliens", "cards", "cases", "guides", "beside")


def kind_of(place: str) -> str:
    """The part of the site in which a page stands."""
    return place.partition("/")[0] if "/" in place else "beside"


def files(most: int = 6, every: int = 150) -> dict[str, bytes]:
    """At most so many pages of each kind, all sections of the books, and each so manyth case."""
    known = addresses()
    todo = case_pages.todo()[::every]
    written = [case_pages.written(one) for one in todo]
    cases = {case.id: case for case, _ in written}
    kinds: tuple[Iterator[Page], ...] = (
        rules.pages(known, cases),
        islice(points.pages(known, cases, todo), most),
        islice(points.editions(known), 2),
        islice(sheets.aliens(known, cases), most),
        islice(sheets.cards(known, cases), 3),
        islice(case_pages.contents(todo), most),
        guides.pages(),
    )
    pages = [page for kind in kinds for page in kind]
    pages += [finding.page(known), home(pages, len(cases))]
    return {
        **{f"static/{name}": static(name) for name in STATIC},
        **guides.pictures(),
        **{place: data for _, files in written for place, data in files.items()},
        **{page.place: page.html().encode() for page in pages},
    }


def put(files: dict[str, bytes], folder: Path) -> Path:
    """Writes the files into a folder, and returns it."""
    for place, data in files.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(data)
    return folder
