"""`referee dispute`: what was argued at a table, what was decided, and what came of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli import opening
from referee.cli.asking import asker, said
from referee.cli.common import (
    ILLEGAL,
    MOST,
    NOT_SETTLED,
    RULED,
    Db,
    Jobs,
    Json,
    On,
    answer,
    each,
    into_file,
    printing,
    reported,
)
from referee.cli.lazy_groups import Command, completes, group, listing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from referee.public.disputes import Dispute, DisputeRow, Disputes, Promoted, Rechecked

app = group("Keeps what was argued and what was ruled, and gives the same answer next time.")

Id = Annotated[
    int, typer.Argument(min=1, max=MOST, help="The number of the dispute.", autocompletion=completes("disputes"))
]
By = Annotated[str, typer.Option("--by", help="Who says so.")]
Table = Annotated[str, typer.Option("--table", "-t", help="The table.", autocompletion=completes("tables_kept"))]
Count = Annotated[int, typer.Option("-n", "--count", min=1, max=MOST, help="How many of the latest.")]

app.command("open", cls=opening.Opening)(opening.open_)


# -- deciding ----------------------------------------------------------------------------------------------------------


@app.command("rule", cls=Command)
def rule(
    id: Id,
    by: By = "",
    house: Annotated[bool, typer.Option("--house", help="The table's own decision, not the referee's ruling.")] = False,
    side: Annotated[int | None, typer.Option("--side", min=1, help="Whose account or claim holds: 1, 2 ...")] = None,
    reading: Annotated[
        str | None,
        typer.Option("--reading", help="The reading that is taken, of any point of the slip: NAME or DF-37=NAME."),
    ] = None,
    says: Annotated[str, typer.Option("--says", help="The decision in a sentence.")] = "",
    reason: Annotated[str, typer.Option("--reason", help="Why.")] = "",
    dissent: Annotated[str, typer.Option("--dissent", help="What those say who do not agree.")] = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Records the decision: the referee's ruling, or with --house the table's own.

    Without --says the ruling on the side's account is the decision, or the reading that is taken. A later decision
    takes the place of an earlier one, which is kept.
    """

    def decided() -> Dispute:
        texts = (said(says), said(reason), said(dissent))
        return referee.Disputes(db).rule(id, by, house, side, reading, *texts, ask=asker(json))

    answer(json, decided, lambda dispute: render.dispute.print_decision(dispute.record))


@app.command("note", cls=Command)
def note(
    id: Id,
    says: Annotated[str, typer.Argument(metavar="TEXT", help="What is noted; - reads it from the input.")],
    by: By = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Adds a note to a dispute."""
    _add(json, lambda: referee.Disputes(db).note(id, said(says), by), f"Noted on dispute {id}.")


@app.command("appeal", cls=Command)
def appeal(
    id: Id,
    by: By = "",
    reason: Annotated[str, typer.Option("--reason", help="Why it should be decided again.")] = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Opens a decided dispute again; the next decision takes the place of the last."""

    def add() -> Dispute:
        ask = asker(json)
        who = by or ask("Who appeals", "--by NAME")
        return referee.Disputes(db).appeal(id, who, said(reason) or ask("Why", '--reason "..."'))

    _add(json, add, f"Dispute {id} is open again.", f"referee dispute rule {id}")


def _add(json: bool, add: Callable[[], Dispute], says: str, next_line: str = "") -> None:
    answer(json, add, lambda _: render.dispute.print_added(says, next_line))


# -- looking -----------------------------------------------------------------------------------------------------------


@app.command("list", cls=listing("disputes"))
def list_(
    state: Annotated[str, typer.Option("--state", help="Only those that are open, decided or appealed.")] = "",
    table: Annotated[
        str | None,
        typer.Option("--table", "-t", help="Only those of this table.", autocompletion=completes("tables_kept")),
    ] = None,
    count: Count = 20,
    json: Json = False,
    db: Db = None,
) -> None:
    """Lists disputes, the latest first."""
    nothing = "There are no such disputes." if state or table else "There are no disputes yet."
    _list(json, db, lambda disputes: disputes.list(count, state, table or None), nothing)


@app.command("search", cls=listing("disputes"))
def search(
    words: Annotated[list[str], typer.Argument(help="Words that were all said in the dispute.")],
    count: Count = 20,
    json: Json = False,
    db: Db = None,
) -> None:
    """Finds disputes by words of the claims, decisions, reasons and notes; the last word may be only begun."""
    found = _list(json, db, lambda disputes: disputes.search(" ".join(words), count), "Nothing found.")
    raise typer.Exit(RULED if found else NOT_SETTLED)


def _list(
    json: bool, db: Path | None, find: Callable[[Disputes], Sequence[DisputeRow]], nothing: str
) -> Sequence[DisputeRow]:
    return answer(
        json,
        lambda: find(referee.Disputes(db)),
        lambda rows: render.dispute.print_list(each(rows), nothing),
    )


@app.command("show", cls=Command)
def show(
    id: Id,
    why: Annotated[bool, typer.Option("--why", help="Print the whole proofs.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Shows a dispute: claims, rulings, what decides, decisions, appeals and notes."""
    answer(
        json,
        lambda: referee.Disputes(db).show(id, damaged=True),
        lambda dispute: render.dispute.print_dispute(dispute.record, why),
    )


@app.command("export", cls=Command)
def export(
    id: Annotated[
        int | None,
        typer.Argument(
            min=1, max=MOST, help="Its number; all disputes without one.", autocompletion=completes("disputes")
        ),
    ] = None,
    form: Annotated[str, typer.Option("--format", help="md (a slip for the group chat), json or csv.")] = "md",
    out: Annotated[Path | None, typer.Option("--out", help="The file to write; without it, it is printed.")] = None,
    json: Json = False,
    db: Db = None,
) -> None:
    """Writes a dispute as a slip for the group chat, as JSON or as CSV."""
    with reported(json):
        on_screen = out is None and sys.stdout.isatty()
        text = referee.Disputes(db).export(id, "json" if json else form, on_screen)
        if out is not None:
            into_file(out, lambda file: file.write(text), "--out names another file")
            return
    with printing():
        sys.stdout.write(text)


@app.command("promote", cls=Command)
def promote(
    id: Id,
    table: Annotated[
        str,
        typer.Option(
            "--table", "-t", help="The table whose house rule it becomes.", autocompletion=completes("tables_kept")
        ),
    ] = "",
    on: Annotated[str, typer.Option("--on", metavar="CLAUSE", help="The clause that it is about.")] = "",
    general: Annotated[bool, typer.Option("--general", help="It is about no clause.")] = False,
    json: Json = False,
    db: Db = None,
) -> None:
    """Makes a house ruling a house rule: from then on the table is ruled by it.

    One in words is named where a ruling rests on the clause that it is about, and always if it is about none.
    """
    answer(
        json,
        lambda: referee.Disputes(db).promote(
            id, table.strip() or asker(json)("For which table", "--table NAME"), on, general
        ),
        lambda promoted: render.dispute.print_promotion(id, promoted.table, promoted.rule),
    )


@app.command("withdraw", cls=Command)
def withdraw(
    id: Annotated[
        int | None,
        typer.Argument(
            min=1, max=MOST, help="The number of the dispute that made it.", autocompletion=completes("disputes")
        ),
    ] = None,
    table: Table = "",
    on: Annotated[str, typer.Option("--on", help="The question or the clause that it is about.")] = "",
    by: By = "",
    reason: Annotated[str, typer.Option("--reason", help="Why.")] = "",
    json: Json = False,
    db: Db = None,
) -> None:
    """Withdraws a house rule of a table; the decision stands, and the dispute tells when and why."""

    def withdrawn() -> Promoted:
        name = table.strip() or asker(json)("Of which table", "--table NAME")
        return referee.Disputes(db).withdraw(name, id, on, by, said(reason))

    answer(json, withdrawn, lambda found: render.dispute.print_withdrawal(found.table, found.rule))


@app.command("house", cls=listing("rules"))
def house(table: Table = "", json: Json = False, db: Db = None) -> None:
    """Lists the house rules by which a table plays.

    A file house/NAME.toml beside the ledger, written by hand, is taken over into it when it is first read.
    """
    answer(
        json,
        lambda: referee.Disputes(db).house_rules(table.strip() or asker(json)("Of which table", "--table NAME")),
        lambda rows: render.dispute.print_house(each(rows)),
    )


@app.command("recheck", cls=Command)
def recheck(json: Json = False, db: Db = None, jobs: Jobs = None, on: On = "") -> None:
    """Judges every recorded position again with today's rulebase, and lists what would now be ruled otherwise.

    The exit status is 1 where something would be.
    """

    def judged() -> Rechecked:
        with render.progress.bar("judging again") as progress:
            return referee.Disputes(db).recheck(jobs, on, progress)

    found = answer(json, judged, lambda found: render.dispute.print_recheck(found.records, found.judged))
    raise typer.Exit(ILLEGAL if found.otherwise else RULED)
