"""`referee table`, `do`, `legal`, `undo`, `redo`, `history` and `may`: a whole table, kept between calls."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import (
    NOT_KEPT,
    STATUS,
    Db,
    Edition,
    Json,
    Name,
    NewName,
    answer,
    as_json,
    reported,
    tell,
    warn,
)

if TYPE_CHECKING:
    from referee.public.tables import Done, ExportedTable, RepairedTable, ShownTable, Step, TableSession


def table(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="Players, clockwise, such as: red purple/Clone yellow · or for Duel: duel blue orange · "
            "or: show, list, use NAME, export, repair"
        ),
    ] = None,
    json: Json = False,
    edition: Edition = "consolidated",
    name: NewName = None,
    db: Db = None,
) -> None:
    """Lays a table for these players and keeps it, or shows the current one."""
    said = words or ["show"]
    with reported(json):
        if said[0] in ACTIONS:
            ACTIONS[said[0]](referee.TableSession(db, " ".join(said[1:]) or name), json)
        else:
            _show(referee.TableSession.lay(" ".join(said), edition, db, name or "table"), json)


def _show(session: TableSession, json: bool) -> None:
    tell(json, session.show(), _print_board)


def _list(session: TableSession, json: bool) -> None:
    tell(json, referee.tables(session.path), lambda rows: render.board.print_tables(as_json(rows)))


def _use(session: TableSession, json: bool) -> None:
    tell(json, session.use(), _print_board)


def _export(session: TableSession, json: bool) -> None:
    """The commands in force, one a line: they can be played as a case. Of a damaged file, what can be read."""
    exported = session.export()
    tell(json, exported, _print_commands)
    if exported.damaged:
        sys.stderr.write(f"{render.words.shown(exported.damaged)}\n")
        raise typer.Exit(NOT_KEPT)


def _repair(session: TableSession, json: bool) -> None:
    """Makes a damaged state again from what the commands did."""
    tell(json, session.repair(), _print_repaired)


def _print_board(shown: ShownTable) -> None:
    render.board.print_board(shown.to_dict())


def _print_commands(exported: ExportedTable) -> None:
    shown = render.words.shown if sys.stdout.isatty() else str  # a file gets what was typed
    typer.echo("\n".join(shown(command) for command in exported.play))


def _print_repaired(made: RepairedTable) -> None:
    typer.echo(f"The table {made.repaired!r} was made again from its {made.commands} commands.")


ACTIONS: dict[str, Callable[[TableSession, bool], None]] = {
    "show": _show,
    "list": _list,
    "use": _use,
    "export": _export,
    "repair": _repair,
}


def do(
    words: Annotated[list[str], typer.Argument(help="A command, quoted or not, such as: launch red 3 at purple.2")],
    json: Json = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Do it although a rule forbids it.")] = False,
    name: Name = None,
    db: Db = None,
) -> None:
    """Rules one command at the table, and does it if it is legal."""
    done = answer(json, lambda: referee.TableSession(db, name).do(" ".join(words), anyway), print_done)
    for warning in done.warnings:
        warn(warning)
    raise typer.Exit(STATUS[done.status])


def print_done(done: Done) -> None:
    """Prints what was ruled of a command, and what was decided before."""
    render.board.print_verdict(done.to_dict())
    render.page.print_earlier(done.to_dict())


def legal(
    player: Annotated[str | None, typer.Argument(help="Only what this player may do.")] = None,
    json: Json = False,
    name: Name = None,
    db: Db = None,
) -> None:
    """Lists what may be done now, and by whom, in commands that can be typed."""
    answer(
        json,
        lambda: referee.TableSession(db, name).legal(player or ""),
        lambda found: render.board.print_offers(found.offers, found.phase, found.winners, found.edition),
    )


Count = Annotated[int, typer.Argument(min=1, max=100_000, help="How many commands; one without this.")]
Expect = Annotated[
    int | None,
    typer.Option("--expect", min=1, help="Only if the first of them has this number (`referee history`)."),
]


def undo(count: Count = 1, json: Json = False, name: Name = None, expect: Expect = None, db: Db = None) -> None:
    """Takes the last command back, or so many of them."""
    answer(json, lambda: referee.TableSession(db, name).undo(count, expect), print_step)


def redo(count: Count = 1, json: Json = False, name: Name = None, expect: Expect = None, db: Db = None) -> None:
    """Does a command again that was taken back, or so many of them."""
    answer(json, lambda: referee.TableSession(db, name).redo(count, expect), print_step)


def print_step(step: Step) -> None:
    """Prints the commands that were taken back or done again, and where the table stands then."""
    render.board.print_step(step.to_dict(), step.table)


def history(json: Json = False, name: Name = None, db: Db = None) -> None:
    """Shows the commands of the table, oldest first."""
    answer(
        json,
        lambda: referee.TableSession(db, name).history(),
        lambda entries: render.board.print_history(as_json(entries)),
    )


def may(
    question: Annotated[
        list[str],
        typer.Argument(help='A command and facts, such as "ally yellow offense 3 ; offense red ; invited blue".'),
    ],
    json: Json = False,
    edition: Edition = "consolidated",
) -> None:
    """Rules whether something may be done now, on a table of which only the given facts are known.

    Facts are what stands on a planet (purple.2 red 3), or: hand, tokens, ships, power, alien, deck, destiny, rewards,
    discards, tech, turn, phase, encounter, defense, at, invited, warp, gate, beside, removed, limbo, marker, hex; and
    offense, seats.
    """
    verdict = answer(
        json,
        lambda: referee.may(" ".join(question), edition),
        lambda verdict: render.board.print_verdict(verdict.to_dict(), asked=True),
    )
    raise typer.Exit(STATUS[verdict.status])
