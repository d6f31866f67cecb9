"""`referee ledger`: the ledger of disputes as a whole: to another machine and back, merged, checked, counted."""

from __future__ import annotations

import sys
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.common import (
    ILLEGAL,
    NOT_KEPT,
    RULED,
    Db,
    Json,
    clean,
    database,
    into_file,
    print_json,
    printing,
    reported,
)
from referee.cli.lazy_groups import Command, group

app = group("Shares, verifies and counts the ledger of disputes as a whole.")

Told = dict[str, Any]

DryRun = Annotated[bool, typer.Option("--dry-run", help="Only tell what would be taken, and what it would change.")]
Restore = Annotated[
    bool, typer.Option("--restore", help="Take entries of this file's own ledger too: your own copy goes further.")
]
_LISTED = 12  # disputes that are named one by one


@app.command("verify", cls=Command)
def verify(
    head: Annotated[
        list[str] | None,
        typer.Option("--head", help="An entry that you know of, as a slip ends: NAME:NUMBER:HASH, or the hash alone."),
    ] = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Checks the file, the chain of every ledger in it, its tables and kept rulings: what was changed is named.

    With --head also that the end of a ledger was not cut off. The exit status is 1 where anything is not as it was
    written.
    """
    with reported(json):
        told = _verified(database(db), [clean(known) for known in head or ()])
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.ledger import print_verified

            print_verified(told)
    raise typer.Exit(ILLEGAL if told["broken"] else RULED)


def _verified(path: Path, heads: list[str]) -> Told:
    from referee.ledger import sharing
    from referee.ledger.disputes import DISPUTES
    from referee.ledger.files import DamagedError, reading
    from referee.ledger.verifying import FILE

    ledgers: list[Told] = []
    found = sharing.verify(path, heads)
    damaged = any(one.kind == FILE for one in found)
    with suppress(DamagedError) if damaged else nullcontext(), reading(path, DISPUTES) as base:
        rows = base.execute("select id, name, begun from ledgers order by id").fetchall()
        ledgers = [_ledger(base, not place, *row) for place, row in enumerate(rows)]
    broken = [one._asdict() for one in found]
    if not damaged:
        broken += _strange_tables(path)
    return {"format": 1, "ledgers": ledgers, "broken": broken}


def _ledger(base: Any, own: bool, id: int, name: str, begun: str) -> Told:
    from referee.ledger import chain

    number, hash = chain.head(base, id)
    return {"name": name, "begun": begun, "entries": number, "own": own, "head": chain.named_so(name, number, hash)}


def _strange_tables(path: Path) -> list[Told]:
    """The tables whose states no game comes to, though their commands made them so."""
    from referee.errors import RefereeError
    from referee.ledger import tables
    from referee.ledger.files import DamagedError
    from referee.ledger.verifying import TABLE_OF_A_GAME, Broken
    from referee.public.tables import TableSession

    found = []
    for row in tables.names(path):
        try:
            TableSession(path, row["name"]).read()
        except DamagedError:
            continue  # its state cannot be read at all, as was said before
        except RefereeError as error:
            found.append(Broken("", 0, TABLE_OF_A_GAME, None, f"{row['name']!r}: {error}")._asdict())
    return found


@app.command("name", cls=Command)
def name(
    name: Annotated[str, typer.Argument(help="Such as tuesday-group; before anything is written in the ledger.")],
    json: Json = False,
    db: Db = None,
) -> None:
    """Gives this file's own ledger its name, under which its entries stand in every file they are merged into."""
    from referee.errors import LedgerError
    from referee.ledger import chain
    from referee.ledger.disputes import DISPUTES
    from referee.ledger.files import writing

    called = clean(name).strip()
    with reported(json):
        if not called:
            raise LedgerError("a ledger has a name, such as: referee ledger name tuesday-group")
        with writing(database(db), DISPUTES) as base:
            chain.begin(base, called)
    _done({"format": 1, "ledger": called}, f"This ledger is called {called} from now on.", json)


@app.command("export", cls=Command)
def export(
    file: Annotated[Path | None, typer.Argument(help="The file to write; without it, it is printed.")] = None,
    salvage: Annotated[bool, typer.Option("--salvage", help="Save what can be read of a damaged file.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Writes all disputes, with those of merged ledgers, as lines that `referee ledger import` takes elsewhere."""
    from referee.ledger import sharing

    write = sharing.salvage if salvage else sharing.export
    with reported(json):
        path = database(db)
        if file is None:
            with printing():
                write(path, sys.stdout)
            return
        told = into_file(file, lambda out: write(path, out), "name another file")
    missing = told.pop("missing", None)
    lost = f" Lost: {'; '.join(missing)}." if missing else ""
    says = f"Written to {file}: {_counted(told)}.{lost}"
    _done({"format": 1, "file": str(file), **told, "missing": missing or []}, says, json)
    raise typer.Exit(NOT_KEPT if missing else RULED)


@app.command("rescue", cls=Command)
def rescue(
    new: Annotated[Path, typer.Argument(metavar="NEW.db", help="The file to make; one that is there is refused.")],
    json: Json = False,
    db: Db = None,
) -> None:
    """Puts all that can be read of a damaged file, and of the copy beside it, into a new one.

    That is the disputes, the tables and the kept rulings. What is lost is named, and the exit status is 4 then. The
    damaged file stays as it is.
    """
    from referee.ledger.rescue import rescue as rescued

    with reported(json):
        path = database(db)
        found = rescued(path, new)
    counts = {**found.disputes._asdict(), "tables": found.tables, "kept_rulings": found.kept}
    lost = f" Lost: {'; '.join(found.missing)}." if found.missing else " Nothing is known to be lost."
    says = f"Rescued from {path} into {new}: {_counted(counts)}.{lost}"
    _done({"format": 1, "file": str(new), **counts, "missing": found.missing}, says, json)
    raise typer.Exit(NOT_KEPT if found.missing else RULED)


@app.command("import", cls=Command)
def import_(
    file: Annotated[Path, typer.Argument(help="What `referee ledger export` wrote elsewhere.")],
    dry_run: DryRun = False,
    restore: Restore = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Takes the disputes of an export: what is here already is not taken twice."""
    from referee.ledger import sharing

    with reported(json):
        told = sharing.take_file(database(db), file, restore, dry_run)
    _taken(told, file, json)


@app.command("merge", cls=Command)
def merge(
    other: Annotated[Path, typer.Argument(metavar="OTHER.db", help="Another player's file; it is not changed.")],
    dry_run: DryRun = False,
    restore: Restore = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Adds the ledgers of another file whole, each under its own name."""
    from referee.ledger import sharing

    with reported(json):
        told = sharing.merge(database(db), other, restore, dry_run)
    _taken(told, other, json)


def _taken(told: Told, source: Path, json: bool) -> None:
    """Tells what was taken, or would be, and what that changes of one's own."""
    would = "Would be taken" if told["dry_run"] else "Taken"
    says = [f"{would} from {source}: {_counted(told)}."]
    own = [f"{kind} on {_numbers(ids)}" for kind, ids in told["on_own"].items() if ids]
    if own:
        says.append(f"On your own disputes: {'; '.join(own)}.")
    if told["house_rules_of"]:
        tables = ", ".join(map(repr, told["house_rules_of"]))
        says.append(f"House rules of {tables} came in or were withdrawn; `referee dispute house --table` lists them.")
    if told["decided_anew"]:
        one = len(told["decided_anew"]) == 1
        says.append(
            f"Another decision holds {'then' if told['dry_run'] else 'now'} of dispute{'' if one else 's'} "
            f"{_numbers(told['decided_anew'])}; `referee dispute show` tells whose."
        )
    _done({"format": 1, **told}, " ".join(says), json)


def _numbers(ids: list[int]) -> str:
    """`1, 4 and 9`, and of many the first."""
    some = [str(id) for id in ids[:_LISTED]]
    if len(ids) > _LISTED:
        return f"{', '.join(some)} and {len(ids) - _LISTED} more"
    return " and ".join([", ".join(some[:-1]), some[-1]]) if len(some) > 1 else some[0]


@app.command("stats", cls=Command)
def stats(json: Json = False, db: Db = None) -> None:
    """Shows what is disputed most, and how often the first ruling stood."""
    from referee.book.loader import rulebase
    from referee.disputes.lines import plain_clauses
    from referee.ledger.stats import stats as counted

    with reported(json):
        told = counted(database(db), without=plain_clauses(rulebase()))
    with printing():
        if json:
            print_json({"format": 1, **told})
        else:
            from referee.render.ledger import print_stats

            print_stats(told, _in_words(told))


def _in_words(told: Told) -> dict[str, str]:
    """What the clauses and the disputable points that are counted say, as far as they are known."""
    from referee.book.books import Books
    from referee.book.loader import rulebase
    from referee.book.questions import find
    from referee.errors import RefereeError

    found: dict[str, str] = {}
    books = Books(rulebase())
    for row in told["questions"]:
        with suppress(RefereeError):
            found[row["name"]] = find(row["name"])["title"]
    for row in told["clauses"]:
        with suppress(RefereeError, ValueError):
            found[row["name"]] = books.find(row["name"]).says
    return found


_KINDS = ("ledgers", "disputes", "entries", "rulings", "tables", "kept_rulings")


def _counted(told: Told) -> str:
    """Counts in words: `3 disputes, 7 entries`."""
    said = [_many(told[kind], kind.replace("_", " ")) for kind in _KINDS if told.get(kind)]
    said = [*said[:-2], " and ".join(said[-2:])] if said else ["nothing that is new"]
    known = f"; {_many(told['known'], 'entries')} {'was' if told['known'] == 1 else 'were'} here before"
    left = f"; {_many(told['left'], 'entries')} could not be taken"
    return ", ".join(said) + (known if told["known"] else "") + (left if told["left"] else "")


def _many(count: int, kind: str) -> str:
    one = "entry" if kind == "entries" else kind.removesuffix("s")
    return f"{count} {one if count == 1 else kind}"


def _done(told: Told, says: str, json: bool) -> None:
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.dispute import print_added

            print_added(says)
