"""The site written into a folder, where nothing else is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from referee.book import whole
from referee.book.told import FORMAT
from referee.errors import RefereeError, RulebaseError, needs_extra
from referee.jobs.work import Progress
from referee.public.books import Site
from referee.site.links import links

_LIST = "site.json"  # the files of a site, by which a folder that was written before is known


def build_site(
    folder: Path | str, force: bool = False, jobs: int | None = None, progress: Progress | None = None
) -> Site:
    """Writes the rulebook as static pages into a folder, which is made if it is not there.

    Every link within the site is followed, and the commands in the guides are run: RefereeError names what leads
    nowhere or shows something else, with its place, and nothing is written. RulebaseError for a folder that holds other
    files, unless with `force`, and where nothing can be written. `jobs` processes draw the cases (without a number, all
    cores); the files are the same by however many. `progress` is told how many cases are drawn, and of how many.
    Needs the extra `site`.

    >>> import referee
    >>> referee.build_site("scenarios")
    Traceback (most recent call last):
    ...
    referee.errors.RulebaseError: scenarios: there are other files in it ...
    """
    into = Path(folder)
    before = _written_before(into, force)
    files = _made(jobs, progress)
    _write(into, files, before)
    parts: dict[str, int] = {}
    for place in files:
        if place.endswith(".html"):
            part = place.partition("/")[0] if "/" in place else "beside"
            parts[part] = parts.get(part, 0) + 1
    followed = sum(1 for place, data in files.items() if place.endswith(".html") for _ in links(data.decode()))
    size = sum(map(len, files.values()))
    return Site({"folder": str(into), "pages": parts, "files": len(files), "links": followed, "bytes": size})


def _made(jobs: int | None, progress: Progress | None) -> dict[str, bytes]:
    try:
        from referee.site.making import made
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("referee"):
            raise
        raise RefereeError(needs_extra("a site needs the packages of its extra", "site")) from None
    return made(jobs, progress)


def _written_before(folder: Path, force: bool) -> set[str]:
    """The files of a site that was written into a folder before; RulebaseError where there are others."""
    try:
        there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}
    except OSError as error:
        raise RulebaseError(str(folder), f"it cannot be read: {error.strerror}") from None
    if folder.exists() and not folder.is_dir():
        raise RulebaseError(str(folder), "that is a file; name a folder")
    listed: set[str] = set()
    with suppress(OSError, ValueError, KeyError, TypeError):
        listed = {*json.loads((folder / _LIST).read_text(encoding="utf-8"))["files"], _LIST}
    others = there - listed
    if others and not force:
        example = min(others)
        raise RulebaseError(
            str(folder), f"there are other files in it ({example}); name a new folder, or write beside them: --force"
        )
    return there & listed


def _write(folder: Path, files: Mapping[str, bytes], before: set[str]) -> None:
    """Writes the files; the list comes first, so that a folder in which it was begun is known, and the old ones go."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        whole.replace(folder / _LIST, _list({*files} | before), private=False)
        for place, data in files.items():
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        for place in before - {*files, _LIST}:
            (folder / place).unlink(missing_ok=True)
            with suppress(OSError):
                (folder / place).parent.rmdir()  # if nothing else is in it
        whole.replace(folder / _LIST, _list({*files}), private=False)
    except OSError as error:
        raise RulebaseError(str(folder), f"the site could not be written there: {error.strerror}") from None


def _list(files: set[str]) -> bytes:
    told = {"format": FORMAT, "made_by": "referee book site", "files": sorted(files)}
    return json.dumps(told, indent=0).encode()
