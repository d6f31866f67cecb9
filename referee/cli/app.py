"""The commands, put together."""

from __future__ import annotations

import typer

from referee.cli import (
    alien,
    ask,
    audit,
    book,
    card,
    check,
    clash,
    compare,
    duel,
    encounter,
    log,
    play,
    question,
    rule,
    table,
    timing,
)
from referee.cli.later import later

app = typer.Typer(
    name="referee",
    help="A rules referee for Cosmic Encounter: describe the encounter, read the ruling and the clause behind it.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

app.command("encounter")(encounter.encounter)
app.command("duel")(duel.duel)
app.command("contest")(duel.contest)
app.command("timing")(timing.timing)
app.command("clash")(clash.clash)
app.command("log")(log.log)
app.command("rule")(rule.rule)
app.command("ask")(ask.ask)
app.command("search")(ask.search)
app.command("alien")(alien.alien)
app.command("card", context_settings={"ignore_unknown_options": True})(card.card)  # `card -7`
app.command("question")(question.question)
app.command("compare")(compare.compare)
app.add_typer(book.app, name="book")
app.command("table")(table.table)
app.command("do", context_settings={"ignore_unknown_options": True})(table.do)  # `play red -7`
app.command("play")(play.play)
app.command("legal")(table.legal)
app.command("undo")(table.undo)
app.command("redo")(table.redo)
app.command("history")(table.history)
app.command("may")(table.may)
app.add_typer(
    later("referee.cli.dispute", "What was argued, what was ruled, and the same answer next time."), name="dispute"
)
app.add_typer(
    later("referee.cli.ledger", "The ledger of disputes as a whole: shared, verified, counted."), name="ledger"
)
app.command("check")(check.check)
app.command("audit")(audit.audit)


@app.callback(invoke_without_command=True)
def options(version: bool = typer.Option(False, "--version", help="Show the version and stop.")) -> None:
    """What stands before the command."""
    if version:
        from referee import __version__  # noqa: PLC0415

        typer.echo(f"referee {__version__}")
        raise typer.Exit
