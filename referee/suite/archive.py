"""The suite as files: in a folder, or in one archive that is the same to the byte from the same cases."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from referee.book import places, whole
from referee.errors import RulebaseError
from referee.suite.contents import contents, read
from referee.suite.pages import pages

_FIRST = "README.md"
_MARK = "suite.json"  # by which a folder that was written before is known
_NO_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that an archive can say
_MODE = 0o100644 << 16


def build(place: Path, force: bool = False) -> list[Path]:
    """Writes the suite; returns what was written: the files of a folder, or the one archive.

    RulebaseError where it cannot, and where something else is there, unless it is to be done with `force`.
    """
    is_archive = place.suffix == ".zip"
    if not force:
        _check_free(place, is_archive)
    files = suite_files()
    try:
        if is_archive:
            place.parent.mkdir(parents=True, exist_ok=True)
            whole.replace(place, _archive(files), private=False)
            return [place]
        for name, data in files.items():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            (place / name).write_bytes(data)
    except OSError as error:
        raise RulebaseError(str(place), f"the suite could not be written there: {error.strerror}") from None
    return [place / name for name in files]


def suite_files() -> dict[str, bytes]:
    """All files of the suite by their places in it, in order."""
    suite = read(places.SCENARIOS)
    readme = (places.folder("docs") / "suite.md").read_bytes()
    files = {_FIRST: readme, **contents(suite), **pages(suite)}
    return dict(sorted(files.items()))


def _check_free(place: Path, is_archive: bool) -> None:
    if is_archive:
        if place.exists():
            raise RulebaseError(str(place), "it is there already; name another one, or write over it: --force")
    elif place.exists() and not (place / _MARK).is_file() and (not place.is_dir() or any(place.iterdir())):
        raise RulebaseError(str(place), "there is something else; name a new folder, or write over it: --force")


def _archive(files: dict[str, bytes]) -> bytes:
    """The files as a ZIP archive, all of one time and in order, so that the same files make the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, _NO_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = _MODE
            entry.create_system = 3  # not that of the machine on which it is made
            archive.writestr(entry, data)
    return out.getvalue()
