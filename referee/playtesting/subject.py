"""The alien that is tried: one of the project's own, or a homemade one by the file of its sheet."""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from referee.book import bounds
from referee.book.books import Books
from referee.book.loader import Names, Rulebase, rulebase
from referee.book.places import RULEBASE
from referee.conformance.audit.files import check_alien
from referee.conformance.audit.report import Report
from referee.errors import RulebaseError, unknown_name

_ENDING = ".toml"


class Subject(NamedTuple):
    """The alien that is tried, in an edition: its printed name, and the text of its file where that lies elsewhere."""

    name: str
    edition: str
    text: str = ""

    def books(self) -> Rulebase:
        """The rulebase that knows it; read once per process."""
        return _with(self.text, self.edition)[0] if self.text else rulebase(self.edition)


def subject(alien: str, edition: str) -> Subject:
    """The alien of this name, or of the sheet in this file (`my-alien.toml`).

    RulebaseError for a name that is not known, and for a file that cannot be read or has faults: all of them.
    """
    if not alien.casefold().endswith(_ENDING):
        found = rulebase(edition).alien(alien)
        if found is None:
            raise unknown_name("alien", alien, Names(rulebase(edition)).near_aliens(alien))
        return Subject(found.name, edition)
    path = Path(alien)
    try:
        text = bounds.read_bytes(path, bounds.TOML).decode()
    except UnicodeDecodeError as error:
        raise RulebaseError(alien, f"it is not UTF-8 text ({error.reason})") from None
    except ValueError as error:
        raise RulebaseError(alien, str(error)) from None
    except OSError as error:
        raise RulebaseError(alien, f"it cannot be read: {error.strerror}") from None
    _check(path, edition)
    return Subject(_with(text, edition)[1], edition, text)


def _check(path: Path, edition: str) -> None:
    """Refuses a sheet with faults, as the audit finds them."""
    report, known = Report(), rulebase(edition)
    check_alien(report, path, known, Books(known))
    if report.faults:
        place, says = report.faults[0]
        more = "".join(f"\n{place}: {says}" for place, says in report.faults[1:])
        raise RulebaseError(place, f"{says}{more}")


@lru_cache(maxsize=4)
def _with(text: str, edition: str) -> tuple[Rulebase, str]:
    """A rulebase of its own that knows an alien more, and the name of that."""
    books = Rulebase(RULEBASE, edition)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"alien{_ENDING}"
        path.write_text(text, encoding="utf-8")
        alien = books.lay_beside(path)
        books.sheet(alien.name)  # read while the file is there
    return books, alien.name
