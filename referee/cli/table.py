"""`referee table`, `do`, `legal`, `undo`, `redo`, `history` and `may`: a whole table, kept between calls."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.common import NOT_KEPT, Db, Edition, Json, clean, database, print_json, printing, reported


def _called(name: str | None) -> str | None:
    return (clean(name).strip() or None) if name else None


Name = Annotated[
    str | None,
    typer.Option("--table", "-t", callback=_called, help="Which table; the one used last without this."),
]


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
    name: Annotated[str | None, typer.Option("--table", "-t", callback=_called, help="The table's name.")] = None,
    db: Db = None,
) -> None:
    """Lays a table for these players and keeps it, or shows the current one."""
    said = [clean(word) for word in words or ["show"]]
    with reported(json):
        path = database(db)
        if said[0] in ACTIONS:
            ACTIONS[said[0]](path, " ".join(said[1:]) or name, json)
            return
        _lay(path, " ".join(said), edition, name or "table", json)


def _lay(path: Path, players: str, edition: str, name: str, json: bool) -> None:
    from referee.cli import seat

    _show(path, seat.lay(path, players, edition, name), json)


def _show(path: Path, name: str | None, json: bool) -> None:
    from referee.cli import seat
    from referee.duel.games import game

    kept, table = seat.read(path, name)
    told = {"name": kept, **game(table.edition).show(table)}
    with printing():
        if json:
            print_json(told)
            return
        from referee.render.board import print_board

        print_board(told)


def _list(path: Path, _: str | None, json: bool) -> None:
    from referee.ledger import tables

    rows = tables.names(path)
    with printing():
        if json:
            print_json(rows)
            return
        from referee.render.board import print_tables

        print_tables(rows)


def _use(path: Path, name: str | None, json: bool) -> None:
    from referee.errors import LedgerError
    from referee.ledger import tables

    if not name:
        raise LedgerError("say which table: referee table use NAME (`referee table list` shows them)")
    tables.use(path, name)
    _show(path, name, json)


def _export(path: Path, name: str | None, json: bool) -> None:
    """The commands in force, one a line: they can be played as a case. Of a damaged file, what can be read."""
    from referee.ledger import tables
    from referee.ledger.files import DamagedError
    from referee.render.words import shown

    try:
        kept, told = tables.history(path, name)
        commands = [
            entry["command"] + ("  # anyway" if entry["anyway"] else "") for entry in told if not entry["undone"]
        ]
        note = ""
    except DamagedError:
        kept, commands, note = _saved(path, name)
    with printing():
        if json:
            print_json({"name": kept, "play": commands, "damaged": note or None})
        else:
            on_screen = sys.stdout.isatty()  # a file gets what was typed
            typer.echo("\n".join(shown(command) if on_screen else command for command in commands))
    if note:
        sys.stderr.write(f"{shown(note)}\n")
        raise typer.Exit(NOT_KEPT)


def _saved(path: Path, name: str | None) -> tuple[str, list[str], str]:
    """What a damaged file gives up of a table: its name, the commands, and a sentence on what is lost."""
    from referee.ledger.tables_left import salvage
    from referee.render.words import shown

    saved = salvage(path, name)
    note = f"{path} is damaged: {len(saved.commands)} lines were saved of the table {shown(saved.name)!r}"
    if saved.missing:
        first = ", ".join(str(number) for number in saved.missing[:8])
        note += f"; lost are the commands {first}{' and more' if len(saved.missing) > 8 else ''} (0 lays the table)"
    if saved.position is None:
        note += "; what was taken back, and what came last, is not known"
    if saved.others:
        note += f"; there is something of {', '.join(shown(other) for other in saved.others)} too"
    return saved.name, list(saved.commands.values()), note


def _repair(path: Path, name: str | None, json: bool) -> None:
    """Makes a damaged state again from what the commands did."""
    from referee.ledger import tables

    kept, count = tables.repair(path, name)
    with printing():
        if json:
            print_json({"repaired": kept, "commands": count})
        else:
            typer.echo(f"The table {kept!r} was made again from its {count} commands.")


ACTIONS = {"show": _show, "list": _list, "use": _use, "export": _export, "repair": _repair}


def do(
    words: Annotated[list[str], typer.Argument(help="A command, quoted or not, such as: launch red 3 at purple.2")],
    json: Json = False,
    anyway: Annotated[bool, typer.Option("--anyway", help="Do it although a rule forbids it.")] = False,
    name: Name = None,
    db: Db = None,
) -> None:
    """Rules one command at the table, and does it if it is legal."""
    from referee.cli import earlier, seat
    from referee.duel.games import game

    with reported(json):
        path = database(db)
        house = earlier.house_at(path, name)
        kept, verdict = seat.do(path, name, clean(" ".join(words)), anyway, house)
    told = {**verdict.to_dict(), "table": game(verdict.table.edition).show(verdict.table)}
    earlier.add_house(told, house, path)
    earlier.add_precedents_at(told, verdict, path, house, kept)
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.board import print_verdict
            from referee.render.page import print_earlier

            print_verdict(told)
            print_earlier(told)
    raise typer.Exit(seat.STATUS[verdict.status])


def legal(
    player: Annotated[str | None, typer.Argument(help="Only what this player may do.")] = None,
    json: Json = False,
    name: Name = None,
    db: Db = None,
) -> None:
    """Lists what may be done now, and by whom, in commands that can be typed."""
    from referee.cli import earlier, seat

    with reported(json):
        path = database(db)
        kept, table = seat.read(path, name)
        found = seat.offered(table, clean(player or ""), earlier.house_at(path, kept))
    with printing():
        if json:
            said = [{"says": offer.says} if offer.says else {} for offer in found]
            print_json([{"who": o.who, "command": o.command, **more} for o, more in zip(found, said, strict=True)])
            return
        from referee.render.board import print_offers

        print_offers(found, table.phase, table.winners, table.edition)


Count = Annotated[int, typer.Argument(min=1, max=100_000, help="How many commands; one without this.")]
Expect = Annotated[
    int | None,
    typer.Option("--expect", min=1, help="Only if the first of them has this number (`referee history`)."),
]


def undo(count: Count = 1, json: Json = False, name: Name = None, expect: Expect = None, db: Db = None) -> None:
    """Takes the last command back, or so many of them."""
    _step(count, json, name, db, True, expect)


def redo(count: Count = 1, json: Json = False, name: Name = None, expect: Expect = None, db: Db = None) -> None:
    """Does a command again that was taken back, or so many of them."""
    _step(count, json, name, db, False, expect)


def _step(count: int, json: bool, name: str | None, db: Path | None, back: bool, expect: int | None) -> None:
    from referee.cli import seat
    from referee.duel.games import game

    with reported(json):
        told, table = seat.step(database(db), name, back, count, expect)
    shown = game(table.edition).show(table)
    with printing():
        if json:
            print_json({**told, "table": shown})
            return
        from referee.render.board import print_step

        print_step(told, shown)


def history(json: Json = False, name: Name = None, db: Db = None) -> None:
    """Shows the commands of the table, oldest first."""
    from referee.ledger import tables

    with reported(json):
        _, told = tables.history(database(db), name)
    with printing():
        if json:
            print_json(told)
            return
        from referee.render.board import print_history

        print_history(told)


@contextmanager
def _hinting_at_duel(text: str) -> Iterator[None]:
    """Says of a command that only Duel has where it is ruled."""
    from referee.errors import MalformedError

    try:
        yield
    except MalformedError as error:
        from referee.duel.commands import VERBS as OF_DUEL
        from referee.state.commands import VERBS

        verb = text.partition(" ")[0].casefold()
        if verb in VERBS or verb not in (*OF_DUEL, "duel"):
            raise
        hint = "That belongs to Duel: `referee table duel` lays a table of it, and `referee do` rules it there."
        raise MalformedError(error.line, error.column, error.expected, hint) from None


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
    from referee.cli import seat
    from referee.judge.ways.table import rule_question

    text = clean(" ".join(question))
    with reported(json), _hinting_at_duel(text):
        verdict = rule_question(text, edition)
    told = verdict.to_dict()
    with printing():
        if json:
            print_json(told)
        else:
            from referee.render.board import print_verdict

            print_verdict(told, asked=True)
    raise typer.Exit(seat.STATUS[verdict.status])
