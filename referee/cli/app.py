"""The commands, put together."""

from __future__ import annotations

import typer

from referee.cli.lazy_groups import LazyGroup


class Commands(LazyGroup):
    """All commands, in the order in which the help lists them."""

    places = {  # noqa: RUF012  nobody changes it
        "encounter": "referee.cli.encounter:encounter",
        "duel": "referee.cli.duel:duel",
        "contest": "referee.cli.duel:contest",
        "timing": "referee.cli.timing:timing",
        "clash": "referee.cli.clash:clash",
        "log": "referee.cli.log:log",
        "rule": "referee.cli.rule:rule",
        "ask": "referee.cli.ask:ask",
        "search": "referee.cli.ask:search",
        "alien": "referee.cli.alien:alien",
        "card": "referee.cli.card:card",
        "question": "referee.cli.question:question",
        "compare": "referee.cli.compare:compare",
        "book": "referee.cli.book:app",
        "table": "referee.cli.table:table",
        "do": "referee.cli.table:do",
        "play": "referee.cli.play:play",
        "legal": "referee.cli.table:legal",
        "undo": "referee.cli.table:undo",
        "redo": "referee.cli.table:redo",
        "history": "referee.cli.table:history",
        "may": "referee.cli.table:may",
        "dispute": "referee.cli.dispute:app",
        "ledger": "referee.cli.ledger:app",
        "check": "referee.cli.check:check",
        "audit": "referee.cli.audit:audit",
    }
    loose = ("card", "do")


app = typer.Typer(
    cls=Commands,
    name="referee",
    help="A rules referee for Cosmic Encounter: describe the encounter, read the ruling and the clause behind it.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def options(version: bool = typer.Option(False, "--version", help="Show the version and stop.")) -> None:
    """What stands before the command."""
    if version:
        from referee import __version__

        typer.echo(f"referee {__version__}")
        raise typer.Exit
