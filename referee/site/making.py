"""Every page of the site made, every link followed, and every command of the guides typed."""

from __future__ import annotations

from referee.book.files import remembering
from referee.errors import RefereeError
from referee.jobs.work import Progress, work, workers
from referee.site import case_pages, finding, guides, points, rules, sheets, transcripts
from referee.site.addresses import addresses
from referee.site.links import dead
from referee.site.pages import STATIC, Page, static

_MOST_TOLD = 20  # faults


def made(jobs: int | None = None, progress: Progress | None = None) -> dict[str, bytes]:
    """All files of the site, by their places; RefereeError for dead links and for commands that show something else."""
    with remembering(), transcripts.typing(guides.sources()) as typing:  # files are asked for by many pages
        files = _made(jobs, progress)
        faults = [*dead(files), *(fault for block in typing for fault in block.otherwise())]
    if faults:
        more = f"\n... and {len(faults) - _MOST_TOLD} more" if len(faults) > _MOST_TOLD else ""
        raise RefereeError("\n".join(faults[:_MOST_TOLD]) + more)
    return files


def _made(jobs: int | None, progress: Progress | None) -> dict[str, bytes]:
    known, todo = addresses(), case_pages.todo()
    files: dict[str, bytes] = {f"static/{name}": static(name) for name in STATIC}
    files |= guides.pictures()
    cases = {}
    for case, written in work(case_pages.written, todo, workers(jobs, "", True), "", progress):
        cases[case.id] = case
        files |= written
    pages = [
        *rules.pages(known, cases),
        *points.pages(known, cases, todo),
        *points.editions(known),
        *sheets.aliens(known, cases),
        *sheets.cards(known, cases),
        *case_pages.contents(todo),
        *guides.pages(),
    ]
    pages += [finding.page(known), home(pages, len(cases))]
    for page in pages:
        files[page.place] = page.html().encode()
    headings = [page for page in pages if page.place.startswith(("guides/", "rules/"))]
    return {**files, **finding.files(known, headings, cases)}


def home(pages: list[Page], cases: int) -> Page:
    """The first page, with what the site has."""
    counts = {part: sum(page.place.startswith(f"{part}/") for page in pages) for part in ("points", "aliens")}
    known = addresses()
    told = {
        "readers": guides.READERS,
        "first": {reader.title: f"guides/{reader.guides[0]}.html" for reader in guides.READERS},
        "books": [(rules.title_of(known, book), rules.book_page(book)) for book in known.books.names()],
        "clauses": sum(len(known.books.clauses(book)) for book in known.books.names()),
        "points": counts["points"] - 1,
        "aliens": counts["aliens"] - 2,
        "cases": cases,
        "changes": guides.CHANGES,
        "errata": sheets.ERRATA,
    }
    return Page("index.html", "Cosmic Encounter: the rules, cited and worked through", "home.html", told)
