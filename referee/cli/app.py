"""The commands, put together."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import typer

from referee.cli.lazy_groups import LazyGroup

# The commands under the headings of the help, in its order.
_GROUPS: Mapping[str, Mapping[str, str]] = {
    "Rule now": {
        "encounter": "referee.cli.encounter:encounter",
        "may": "referee.cli.table:may",
        "timing": "referee.cli.timing:timing",
        "clash": "referee.cli.clash:clash",
        "duel": "referee.cli.duel:duel",
        "contest": "referee.cli.duel:contest",
        "show": "referee.cli.show:show",
    },
    "The table": {
        "table": "referee.cli.table:table",
        "do": "referee.cli.table:do",
        "play": "referee.cli.play:play",
        "serve": "referee.cli.serve:serve",
        "legal": "referee.cli.table:legal",
        "undo": "referee.cli.table:undo",
        "redo": "referee.cli.table:redo",
        "history": "referee.cli.table:history",
        "amend": "referee.cli.amend:amend",
        "score": "referee.cli.score:score",
        "draw": "referee.cli.draw:draw",
    },
    "Look up": {
        "ask": "referee.cli.ask:ask",
        "search": "referee.cli.ask:search",
        "rule": "referee.cli.rule:rule",
        "alien": "referee.cli.alien:alien",
        "card": "referee.cli.card:card",
        "question": "referee.cli.question:question",
        "compare": "referee.cli.compare:compare",
    },
    "Disputes": {
        "dispute": "referee.cli.dispute:app",
        "ledger": "referee.cli.ledger:app",
    },
    "Keep": {
        "log": "referee.cli.log:log",
        "book": "referee.cli.book:app",
        "where": "referee.cli.where:where",
        "mcp": "referee.cli.mcp:mcp",
        "check": "referee.cli.check:check",
        "suite": "referee.cli.suite:app",
        "audit": "referee.cli.audit:audit",
        "playtest": "referee.cli.playtest:playtest",
        "schema": "referee.cli.schema:schema",
        "man": "referee.cli.man:man",
        "help": "referee.cli.help:help_",
    },
}


class Commands(LazyGroup):
    """All commands."""

    headings = {heading: tuple(places) for heading, places in _GROUPS.items()}  # noqa: RUF012  nobody changes it
    places = {name: place for places in _GROUPS.values() for name, place in places.items()}  # noqa: RUF012
    loose = ("card", "do")
    numbers = ("encounter",)
    rows = {  # noqa: RUF012
        "encounter": "rulings",
        "do": "commands",
        "table": "tables",
        "legal": "commands",
        "history": "history",
        "log": "rulings",
        "ask": "answers",
        "search": "clauses",
        "compare": "groups",
        "timing": "steps",
        "clash": "row",
        "alien": "sets",
        "card": "types",
        "schema": "schemas",
    }


def _names_no_command() -> bool:
    """True if the options that install completion can be meant: making them is a twentieth of what a ruling costs."""
    named = sys.argv[1] if len(sys.argv) > 1 else ""
    return named not in Commands.places or named in ("help", "man")


app = typer.Typer(
    cls=Commands,
    add_completion=_names_no_command(),
    name="referee",
    help="A rules referee for Cosmic Encounter: describe the encounter, read the ruling and the clause behind it.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def options(version: bool = typer.Option(False, "--version", "-V", help="Show the version and stop.")) -> None:
    """What stands before the command."""
    if version:
        from referee import __version__

        typer.echo(f"referee {__version__}")
        raise typer.Exit
