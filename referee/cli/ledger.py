"""`referee ledger`: the ledger of disputes as a whole: to another machine and back, merged, checked, counted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

import referee
from referee import render
from referee.cli.common import (
    ILLEGAL,
    NOT_KEPT,
    RULED,
    Db,
    Json,
    clean,
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
        told = referee.Ledger(db).verify([clean(known) for known in head or ()])
    _tell(told.to_dict(), json, render.ledger.print_verified)
    raise typer.Exit(ILLEGAL if told.broken else RULED)


@app.command("name", cls=Command)
def name(
    name: Annotated[str, typer.Argument(help="Such as tuesday-group; before anything is written in the ledger.")],
    json: Json = False,
    db: Db = None,
) -> None:
    """Gives this file's own ledger its name, under which its entries stand in every file they are merged into."""
    with reported(json):
        told = referee.Ledger(db).name(clean(name))
    _done(told.to_dict(), f"This ledger is called {told.ledger} from now on.", json)


@app.command("export", cls=Command)
def export(
    file: Annotated[Path | None, typer.Argument(help="The file to write; without it, it is printed.")] = None,
    salvage: Annotated[bool, typer.Option("--salvage", help="Save what can be read of a damaged file.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Writes all disputes, with those of merged ledgers, as lines that `referee ledger import` takes elsewhere."""
    ledger = referee.Ledger(db)
    with reported(json):
        if file is None:
            with printing():
                ledger.write(sys.stdout, salvage)
            return
        told = ledger.export(file, salvage)
    lost = f" Lost: {'; '.join(told.missing)}." if told.missing else ""
    _done(told.to_dict(), f"Written to {file}: {_counted(told.to_dict())}.{lost}", json)
    raise typer.Exit(NOT_KEPT if told.missing else RULED)


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
    ledger = referee.Ledger(db)
    with reported(json):
        told = ledger.rescue(new)
    lost = f" Lost: {'; '.join(told.missing)}." if told.missing else " Nothing is known to be lost."
    _done(told.to_dict(), f"Rescued from {ledger.path} into {new}: {_counted(told.to_dict())}.{lost}", json)
    raise typer.Exit(NOT_KEPT if told.missing else RULED)


@app.command("import", cls=Command)
def import_(
    file: Annotated[Path, typer.Argument(help="What `referee ledger export` wrote elsewhere.")],
    dry_run: DryRun = False,
    restore: Restore = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Takes the disputes of an export: what is here already is not taken twice."""
    with reported(json):
        told = referee.Ledger(db).take(file, restore, dry_run)
    _taken(told.to_dict(), file, json)


@app.command("merge", cls=Command)
def merge(
    other: Annotated[Path, typer.Argument(metavar="OTHER.db", help="Another player's file; it is not changed.")],
    dry_run: DryRun = False,
    restore: Restore = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Adds the ledgers of another file whole, each under its own name."""
    with reported(json):
        told = referee.Ledger(db).merge(other, restore, dry_run)
    _taken(told.to_dict(), other, json)


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
    _done(told, " ".join(says), json)


def _numbers(ids: list[int]) -> str:
    """`1, 4 and 9`, and of many the first."""
    some = [str(id) for id in ids[:_LISTED]]
    if len(ids) > _LISTED:
        return f"{', '.join(some)} and {len(ids) - _LISTED} more"
    return " and ".join([", ".join(some[:-1]), some[-1]]) if len(some) > 1 else some[0]


@app.command("stats", cls=Command)
def stats(json: Json = False, db: Db = None) -> None:
    """Shows what is disputed most, and how often the first ruling stood."""
    with reported(json):
        told = referee.Ledger(db).stats()
    _tell(told.to_dict(), json, lambda stats: render.ledger.print_stats(stats, told.in_words))


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
    _tell(told, json, lambda _: render.dispute.print_added(says))


def _tell(told: Told, json: bool, show: Callable[[Told], object]) -> None:
    with printing():
        if json:
            print_json(told)
        else:
            show(told)
