"""`referee ledger`: the ledger of disputes as a whole: to another machine and back, merged, checked, counted."""

from __future__ import annotations

import sys
from contextlib import suppress
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

app = typer.Typer(rich_markup_mode=None)  # put together in `app` only when one of its commands is typed

Told = dict[str, Any]


@app.command("verify")
def verify(json: Json = False, db: Db = None) -> None:
    """Checks the chain of every ledger in the file: what was changed by hand is found and named.

    The exit status is 1 where anything is not as it was written.
    """
    with reported(json):
        told = _verified(database(db))
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.ledger import print_verified  # noqa: PLC0415

            print_verified(told)
    raise typer.Exit(ILLEGAL if told["broken"] else RULED)


def _verified(path: Path) -> Told:
    from referee.ledger import chain, sharing  # noqa: PLC0415
    from referee.ledger.disputes import DISPUTES  # noqa: PLC0415
    from referee.ledger.files import reading  # noqa: PLC0415

    ledgers: list[Told] = []
    with reading(path, DISPUTES) as base:
        if base is not None:
            rows = base.execute("select id, name, begun from ledgers order by id").fetchall()
            ledgers = [
                {"name": name, "begun": begun, "entries": chain.head(base, id)[0], "own": not place}
                for place, (id, name, begun) in enumerate(rows)
            ]
    return {"format": 1, "ledgers": ledgers, "broken": [one._asdict() for one in sharing.verify(path)]}


@app.command("name")
def name(
    name: Annotated[str, typer.Argument(help="Such as tuesday-group; before anything is written in the ledger.")],
    json: Json = False,
    db: Db = None,
) -> None:
    """Gives this file's own ledger its name, under which its entries stand in every file they are merged into."""
    from referee.errors import LedgerError  # noqa: PLC0415
    from referee.ledger import chain  # noqa: PLC0415
    from referee.ledger.disputes import DISPUTES  # noqa: PLC0415
    from referee.ledger.files import writing  # noqa: PLC0415

    called = clean(name).strip()
    with reported(json):
        if not called:
            raise LedgerError("a ledger has a name, such as: referee ledger name tuesday-group")
        with writing(database(db), DISPUTES) as base:
            chain.begin(base, called)
    _done({"format": 1, "ledger": called}, f"This ledger is called {called} from now on.", json)


@app.command("export")
def export(
    file: Annotated[Path | None, typer.Argument(help="The file to write; without it, it is printed.")] = None,
    salvage: Annotated[bool, typer.Option("--salvage", help="Save what can be read of a damaged file.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Writes all disputes, with those of merged ledgers, as lines that `referee ledger import` takes elsewhere."""
    from referee.ledger import sharing  # noqa: PLC0415

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


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="What `referee ledger export` wrote elsewhere.")],
    json: Json = False,
    db: Db = None,
) -> None:
    """Takes the disputes of an export: what is here already is not taken twice."""
    from referee.errors import LedgerError  # noqa: PLC0415
    from referee.ledger import sharing  # noqa: PLC0415

    with reported(json):
        try:
            with file.open(encoding="utf-8") as lines:
                told = sharing.take(database(db), lines)
        except (OSError, UnicodeError) as error:
            says = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
            raise LedgerError(f"{file} could not be read: {says}") from None
    _done({"format": 1, **told}, f"Taken from {file}: {_counted(told)}.", json)


@app.command("merge")
def merge(
    other: Annotated[Path, typer.Argument(metavar="OTHER.db", help="Another player's file; it is not changed.")],
    json: Json = False,
    db: Db = None,
) -> None:
    """Adds the ledgers of another file whole, each under its own name."""
    from referee.ledger import sharing  # noqa: PLC0415

    with reported(json):
        told = sharing.merge(database(db), other)
    _done({"format": 1, **told}, f"Taken from {other}: {_counted(told)}.", json)


@app.command("stats")
def stats(json: Json = False, db: Db = None) -> None:
    """Shows what is disputed most, and how often the first ruling stood."""
    from referee.ledger.stats import stats as counted  # noqa: PLC0415

    with reported(json):
        told = counted(database(db))
    with printing():
        if json:
            print_json({"format": 1, **told})
        else:
            from referee.render.ledger import print_stats  # noqa: PLC0415

            print_stats(told, _in_words(told))


def _in_words(told: Told) -> dict[str, str]:
    """What the clauses and the disputable points that are counted say, as far as they are known."""
    from referee.errors import RefereeError  # noqa: PLC0415
    from referee.law.books import Books  # noqa: PLC0415
    from referee.law.loader import rulebase  # noqa: PLC0415
    from referee.law.questions import find  # noqa: PLC0415

    found: dict[str, str] = {}
    books = Books(rulebase())
    for row in told["questions"]:
        with suppress(RefereeError):
            found[row["name"]] = find(row["name"])["title"]
    for row in told["clauses"]:
        with suppress(RefereeError, ValueError):
            found[row["name"]] = books.find(row["name"]).says
    return found


def _counted(told: Told) -> str:
    """Counts in words: `3 disputes, 7 entries`."""
    said = [_many(told[kind], kind) for kind in ("ledgers", "disputes", "entries", "rulings") if told[kind]]
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
            from referee.render.dispute import print_added  # noqa: PLC0415

            print_added(says)
