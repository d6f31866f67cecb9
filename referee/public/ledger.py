"""The ledger of disputes as a whole: checked, named, taken to another machine and back, merged, rescued, counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any, TextIO

from referee.book.places import database
from referee.book.told import Told
from referee.errors import LedgerError, RefereeError


class Verified(Told):
    """The `ledgers` in a file, and what in it is not as it was written (`broken`); that is empty where all is."""

    ledgers: list[dict[str, Any]]
    broken: list[dict[str, Any]]


class NamedLedger(Told):
    """What the own ledger of a file is called (`ledger`)."""

    ledger: str


class WrittenOut(Told):
    """What was written into a `file`: how many ledgers, disputes, entries and rulings, and in words what is `missing`.

    Of a rescued file also how many `tables` and `kept_rulings`.
    """

    disputes: int
    entries: int
    rulings: int
    missing: list[str]


class Taken(Told):
    """What of another ledger is new here, or with `dry_run` would be: disputes, entries, rulings.

    `known` counts entries that were here before, `left` those that could not be taken; `on_own` has what came to one's
    own disputes, `house_rules_of` the tables whose house rules changed, `decided_anew` the disputes of which another
    decision holds.
    """

    disputes: int
    entries: int
    rulings: int
    known: int
    left: int
    dry_run: bool
    on_own: dict[str, list[int]]
    house_rules_of: list[str]
    decided_anew: list[int]


class LedgerStats(Told):
    """What is disputed most, and how often the first ruling stood. `in_words` says what the points and clauses are."""

    def __init__(self, told: dict[str, object], in_words: dict[str, str]) -> None:
        super().__init__(told)
        self.in_words = in_words


class Ledger:
    """The ledger of disputes in the file `db`, or without it in the one in the player's data folder.

    >>> import referee
    >>> disputes, ledger = referee.Disputes("ann.db"), referee.Ledger("ann.db")
    >>> ledger.name("tuesday-group").ledger
    'tuesday-group'
    >>> disputes.open("red 3 : 8 vs blue 4 : N", [("blue", "I take three cards")]).id
    1
    >>> ledger.verify().broken
    []
    >>> ledger.export("ann.jsonl").disputes, referee.Ledger("bob.db").take("ann.jsonl").disputes
    (1, 1)
    >>> referee.Ledger("carl.db").merge("ann.db").disputes, ledger.stats().disputes
    (1, 1)
    >>> ledger.rescue("rescued.db").missing
    []

    Every method raises LedgerError where there is nothing, or a file cannot be read or written.
    """

    def __init__(self, db: Path | str | None = None) -> None:
        self._db = None if db is None else Path(db)

    @property
    def path(self) -> Path:
        """The file; LedgerError if there is no data folder.

        >>> import referee
        >>> referee.Ledger("games.db").path.name
        'games.db'
        """
        return database(self._db)

    def name(self, called: str) -> NamedLedger:
        """Gives the file's own ledger its name, before anything is written in it."""
        from referee.ledger import chain
        from referee.ledger.disputes import DISPUTES
        from referee.ledger.files import writing

        if not called.strip():
            raise LedgerError("a ledger has a name, such as: referee ledger name tuesday-group")
        with writing(self.path, DISPUTES) as base:
            chain.begin(base, called.strip())
        return NamedLedger({"format": 1, "ledger": called.strip()})

    def verify(self, heads: Iterable[str] = ()) -> Verified:
        """Checks the file, the chain of every ledger in it, its tables and kept rulings: what was changed is named.

        `heads` are entries that somebody knows of, as a slip ends (`NAME:NUMBER:HASH`, or the hash alone); one that is
        not there any more is named too.
        """
        from referee.ledger import chain, sharing
        from referee.ledger.disputes import DISPUTES
        from referee.ledger.files import DamagedError, reading
        from referee.ledger.verifying import FILE

        path, ledgers = self.path, list[dict[str, object]]()
        found = sharing.verify(path, heads)
        damaged = any(one.kind == FILE for one in found)
        with suppress(DamagedError) if damaged else nullcontext(), reading(path, DISPUTES) as base:
            rows = base.execute("select id, name, begun from ledgers order by id").fetchall()
            ledgers = [_ledger(chain.head(base, id), not place, *row) for place, (id, *row) in enumerate(rows)]
        broken = [one._asdict() for one in found]
        if not damaged:
            broken += _strange_tables(path)
        return Verified({"format": 1, "ledgers": ledgers, "broken": broken})

    def write(self, out: TextIO, salvage: bool = False) -> WrittenOut:
        """Writes all disputes, with those of merged ledgers, as lines that `take` takes elsewhere.

        With `salvage` what can be read of a damaged file; else LedgerError for one that is not whole.

        >>> import io, referee
        >>> disputes, lines = referee.Disputes("games.db"), io.StringIO()
        >>> disputes.open("red 3 : 8 vs blue 4 : N").id, referee.Ledger("games.db").write(lines).disputes
        (1, 1)
        """
        from referee.ledger import sharing

        told = (sharing.salvage if salvage else sharing.export)(self.path, out)
        return WrittenOut({**told, "missing": told.get("missing") or []})

    def export(self, file: Path | str, salvage: bool = False) -> WrittenOut:
        """Writes the same into a file, whole or not at all."""
        from referee.public.files import into_file

        told = into_file(Path(file), lambda out: self.write(out, salvage), "name another file").to_dict()
        return WrittenOut({"format": 1, "file": str(file), **told})

    def take(self, file: Path | str, restore: bool = False, dry_run: bool = False) -> Taken:
        """Takes the disputes of an export (`referee ledger import`): what is here already is not taken twice.

        With `restore` also entries of this file's own ledger; with `dry_run` nothing is kept.
        """
        from referee.ledger import sharing

        return Taken({"format": 1, **sharing.take_file(self.path, Path(file), restore, dry_run)})

    def merge(self, other: Path | str, restore: bool = False, dry_run: bool = False) -> Taken:
        """Adds the ledgers of another file whole, each under its own name; the other file is only read."""
        from referee.ledger import sharing

        return Taken({"format": 1, **sharing.merge(self.path, Path(other), restore, dry_run)})

    def rescue(self, new: Path | str) -> WrittenOut:
        """Puts all that can be read of a damaged file, and of the copy beside it, into a `new` one."""
        from referee.ledger.rescue import rescue

        found = rescue(self.path, Path(new))
        counts = {**found.disputes._asdict(), "tables": found.tables, "kept_rulings": found.kept}
        return WrittenOut({"format": 1, "file": str(new), **counts, "missing": found.missing})

    def stats(self) -> LedgerStats:
        """Counts what is disputed most, and how often the first ruling stood."""
        from referee.book.loader import rulebase
        from referee.disputes.lines import plain_clauses
        from referee.ledger.stats import stats

        told = stats(self.path, without=plain_clauses(rulebase()))
        return LedgerStats({"format": 1, **told}, _in_words(told))


def _ledger(head: tuple[int, bytes], own: bool, name: str, begun: str) -> dict[str, object]:
    from referee.ledger import chain

    number, hash = head
    return {"name": name, "begun": begun, "entries": number, "own": own, "head": chain.named_so(name, number, hash)}


def _strange_tables(path: Path) -> Iterator[dict[str, object]]:
    """The tables whose states no game comes to, though their commands made them so."""
    from referee.ledger import tables
    from referee.ledger.files import DamagedError
    from referee.ledger.verifying import TABLE_OF_A_GAME, Broken
    from referee.public.tables import TableSession

    for row in tables.names(path):
        try:
            TableSession(path, row["name"]).read()
        except DamagedError:
            continue  # its state cannot be read at all, as was said before
        except RefereeError as error:
            yield Broken("", 0, TABLE_OF_A_GAME, None, f"{row['name']!r}: {error}")._asdict()


def _in_words(told: dict[str, Any]) -> dict[str, str]:
    """What the clauses and the disputable points that are counted say, as far as they are known."""
    from referee.book.books import Books
    from referee.book.loader import rulebase
    from referee.book.questions import find

    found: dict[str, str] = {}
    books = Books(rulebase())
    for row in told["questions"]:
        with suppress(RefereeError):
            found[row["name"]] = find(row["name"])["title"]
    for row in told["clauses"]:
        with suppress(RefereeError, ValueError):
            found[row["name"]] = books.find(row["name"]).says
    return found
