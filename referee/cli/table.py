"""`referee table`, `do`, `legal`, `undo`, `redo`, `history` and `may`: a whole table, kept between calls."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

import referee
from referee import render
from referee.cli.common import (
    MOST,
    NOT_KEPT,
    NOT_UNDERSTOOD,
    RULED,
    STATUS,
    Db,
    Edition,
    Json,
    Name,
    NewName,
    answer,
    clean,
    each,
    reported,
    say_error,
    tell,
    warn,
)
from referee.cli.lazy_groups import completes
from referee.cli.output import OUTPUT
from referee.cli.settings import seated
from referee.errors import LedgerError

if TYPE_CHECKING:
    from referee.public.legal import Legal
    from referee.public.several import DoneAll
    from referee.public.table_answers import Done, ExportedTable, PutAway, RepairedTable, ShownTable, Step
    from referee.public.tables import TableSession


def table(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            help="Players, clockwise, such as: red purple/Clone yellow · or for Duel: duel blue orange · "
            "or: show, list, use NAME, export, repair · rename OLD NEW, archive NAME, unarchive NAME, delete NAME, "
            "restore NAME · new: the players of referee.toml",
            autocompletion=completes("table_words"),
        ),
    ] = None,
    json: Json = False,
    edition: Edition = "consolidated",
    name: NewName = None,
    strict_steps: Annotated[
        bool, typer.Option("--strict-steps", help="At this table every step is said; nothing goes without saying.")
    ] = False,
    archived: Annotated[bool, typer.Option("--archived", help="With list: the archived tables.")] = False,
    deleted: Annotated[bool, typer.Option("--deleted", help="With list: the deleted tables.")] = False,
    purge: Annotated[bool, typer.Option("--purge", help="With delete: for good; nothing brings it back.")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="With delete: without being asked.")] = False,
    svg: Annotated[bool, typer.Option("--svg", help="With show: as a picture, an SVG text.")] = False,
    db: Db = None,
) -> None:
    """Lays a table for these players and keeps it, or shows the current one.

    A table that is archived is listed no more; one that is deleted is kept unseen until it is purged.
    """
    with reported(json):
        said = seated(words or ["show"])
        if said[0] == "list":
            put_away = "deleted" if deleted else "archived" if archived else ""
            tell(json, referee.tables(db, put_away), lambda rows: render.board.print_tables(each(rows), put_away))
        elif svg:
            _draw(said, name, json, db)
        elif said[0] in ACTIONS:
            ACTIONS[said[0]](referee.TableSession(db, " ".join(said[1:]) or name), json)
        elif said[0] in PUT_AWAY:
            _put_away(said, json, purge, yes, db)
        else:
            session = referee.TableSession.lay(" ".join(said), edition, db, name or "table", strict_steps)
            _show(session, json)
            if not json:
                render.board.print_assumed(session.assumed)


def _draw(said: Sequence[str], name: str | None, json: bool, db: Path | None) -> None:
    from referee.cli.show import print_svg

    if said[0] != "show":
        raise LedgerError("--svg draws the table as it stands: referee table show --svg")
    tell(json, referee.TableSession(db, " ".join(said[1:]) or name).show().picture(), print_svg)


def _show(session: TableSession, json: bool) -> None:
    tell(json, session.show(), _print_board)


def _put_away(said: Sequence[str], json: bool, purge: bool, yes: bool, db: Path | None) -> None:
    """Renames, archives or deletes a table, or takes one out again; before it deletes one it asks."""
    word, *names = said
    if len(names) != (2 if word == "rename" else 1):
        raise LedgerError(f"it is typed so: referee table {PUT_AWAY[word]}; a name with spaces is quoted")
    session = referee.TableSession(db, names[0])
    if word == "delete" and not yes and not _is_meant(session.show().name, purge, json):
        typer.echo("Nothing was deleted.")
        return
    ways: dict[str, Callable[[], PutAway]] = {
        "rename": lambda: session.rename(names[-1]),
        "archive": session.archive,
        "unarchive": lambda: session.archive(back=True),
        "delete": session.purge if purge else session.delete,
        "restore": lambda: session.delete(back=True),
    }
    tell(json, ways[word](), lambda done: render.board.print_put_away(done.to_dict()))


def _is_meant(name: str, purge: bool, json: bool) -> bool:
    """Asks whether a table is to be deleted; LedgerError where nobody can be asked."""
    if json or sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise LedgerError("nobody can be asked here; say --yes to delete it")
    for_good = " for good" if purge else ""
    return bool(typer.confirm(f"Delete the table {render.words.shown(name)!r}{for_good}?"))


PUT_AWAY = {  # how each is typed
    "rename": "rename OLD NEW",
    "archive": "archive NAME",
    "unarchive": "unarchive NAME",
    "delete": "delete NAME [--yes] [--purge]",
    "restore": "restore NAME",
}


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
    "use": _use,
    "export": _export,
    "repair": _repair,
}


def do(
    words: Annotated[
        list[str],
        typer.Argument(
            help="A command, quoted or not, such as: launch red 3 at purple.2 · several with ` / ` between them · "
            "or - for commands from the input, one a line · or clock: what is left of the time for a deal",
            autocompletion=completes("commands"),
        ),
    ],
    json: Json = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Do it although a rule forbids it.")] = False,
    name: Name = None,
    db: Db = None,
) -> None:
    """Rules a command at the table, and does it if it is legal; then says what may come next.

    Of several commands each is an entry of its own; after one that is refused the others are not done.
    """
    session = referee.TableSession(db, name)
    if words == ["clock"]:
        answer(json, session.clock, lambda clock: render.play.print_clock(clock.to_dict()))
        return
    with reported(json):
        commands = session.commands_in(map(clean, sys.stdin or ()) if words == ["-"] else " ".join(words))
    if len(commands) == 1 and not OUTPUT.rows:
        done = answer(json, lambda: session.do(commands[0], anyway), _print_with_next)
        for warning in done.warnings:
            warn(warning)
        raise typer.Exit(STATUS[done.status])
    every = answer(json, lambda: session.do_all(commands, anyway), print_all)
    _end(every, json)


def _end(every: DoneAll, json: bool) -> NoReturn:
    """Ends with the warnings and the exit status of several commands: that of the last one that was ruled."""
    for done in every.done:
        for warning in done.warnings:
            warn(warning)
    if every.error is not None:
        if not json:
            say_error(every.error, json)
        raise typer.Exit(NOT_UNDERSTOOD)
    raise typer.Exit(STATUS[every.done[-1].status] if every.done else RULED)


def print_all(every: DoneAll) -> None:
    """Prints the verdicts on several commands, each under the command, and what was not done after a refusal."""
    for done in every.done:
        render.play.print_note(f"> {done.command}")
        print_done(done)
    print_left(every.left)
    if every.done and not every.done[-1].is_early:
        print_next(every.done[-1].coming)


def print_left(left: Sequence[str]) -> None:
    """Says which commands were not done after one that was refused."""
    if left:
        render.play.print_note(f"Not done after that: {' / '.join(left)}")


def print_done(done: Done) -> None:
    """Prints what was ruled of a command, and what was decided before."""
    first = render.play.shortened(done.coming.waited()) if done.is_early and done.coming is not None else []
    render.board.print_verdict(done.to_dict(), first=first)
    render.page.print_earlier(done.to_dict())
    render.play.print_taken_back(done.to_dict().get("taken_back", {}))
    if "clock" in done.to_dict():
        render.play.print_clock(done.to_dict()["clock"])


def _print_with_next(done: Done) -> None:
    print_done(done)
    if not done.is_early:  # else it was said what comes first
        print_next(done.coming)


def print_next(coming: Legal | None) -> None:
    """Prints in one line who is waited for and what may come next."""
    if coming is not None:
        render.play.print_next(coming.offers, coming.phase, coming.winners, coming.waits_for)


def legal(
    player: Annotated[
        str | None, typer.Argument(help="Only what this player may do.", autocompletion=completes("players"))
    ] = None,
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


To = Annotated[
    int | None,
    typer.Option("--to", min=0, max=MOST, help="To the command of this number (`referee history`), which is in force."),
]


def undo(
    count: Count = 1, json: Json = False, name: Name = None, expect: Expect = None, to: To = None, db: Db = None
) -> None:
    """Takes the last command back, or so many of them; with --to all that came after a command."""
    answer(json, lambda: referee.TableSession(db, name).undo(count, expect, to), print_step)


def redo(
    count: Count = 1, json: Json = False, name: Name = None, expect: Expect = None, to: To = None, db: Db = None
) -> None:
    """Does a command again that was taken back, or so many of them; with --to all up to a command."""
    answer(json, lambda: referee.TableSession(db, name).redo(count, expect, to), print_step)


def print_step(step: Step) -> None:
    """Prints the commands that were taken back or done again, and where the table stands then."""
    render.board.print_step(step.to_dict(), step.table)


def history(json: Json = False, name: Name = None, db: Db = None) -> None:
    """Shows the commands of the table, oldest first."""
    answer(
        json,
        lambda: referee.TableSession(db, name).history(),
        lambda entries: render.board.print_history(each(entries)),
    )


def may(
    question: Annotated[
        list[str],
        typer.Argument(
            help='A question ("can yellow zap zombie in the reveal"), or a command and facts, such as '
            '"ally yellow offense 3 ; offense red ; invited blue".',
            autocompletion=completes("commands"),
        ),
    ],
    json: Json = False,
    edition: Edition = "consolidated",
) -> None:
    """Rules whether something may be done now, on a table of which only the given facts are known.

    Facts are what stands on a planet (purple.2 red 3), or: hand, tokens, ships, power, alien, deck, destiny, rewards,
    discards, tech, turn, phase, encounter, defense, at, invited, warp, gate, beside, removed, limbo, captured, marker,
    hex; and offense, seats. Of Duel (--edition duel, or a command that only Duel has) they are those of `set`, and:
    alien, card, winner, and what was done before, such as "tactics blue blast 2, orange shield 1".
    """
    verdict = answer(
        json,
        lambda: referee.may(" ".join(question), edition),
        lambda verdict: render.board.print_verdict(verdict.to_dict(), asked=True),
    )
    raise typer.Exit(STATUS[verdict.status])
