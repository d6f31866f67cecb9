"""`referee man`: the manual page, made from the help."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import typer

from referee.cli import guide, settings
from referee.cli.common import printing
from referee.cli.lazy_groups import Group
from referee.render.look import THEME

if TYPE_CHECKING:
    from typer._click import Command, Context

_ENVIRONMENT = {
    "REFEREE_EDITION": "the rule set, as --edition",
    settings.ENVIRONMENT: "the settings file; empty, none is read",
    "REFEREE_DB": "the file that keeps rulings, tables and disputes, as --db",
    THEME: "the colors, as --theme",
    "NO_COLOR": "set, nothing is printed in color",
    "FORCE_COLOR": "set, colors are printed into files too",
    "COLUMNS": "the width of the screen; what goes to no screen is not broken into lines without it",
}


def man(ctx: typer.Context) -> None:
    """Prints the manual page, as roff: referee man > referee.1"""
    with printing():
        typer.echo("\n".join(page(ctx.find_root())))


def page(root: Context) -> Iterator[str]:
    """The lines of the manual page, from the help of all commands."""
    from referee import __version__

    commands = root.command
    assert isinstance(commands, Group)  # its own
    yield f'.TH REFEREE 1 "" "referee {__version__}" "User Commands"'
    yield from _section("NAME", "referee \\- a rules referee for Cosmic Encounter")
    yield from _section("SYNOPSIS", ".B referee", "[OPTIONS] COMMAND [ARGUMENTS]")
    yield from _section("DESCRIPTION", _text(commands.help or ""))
    yield from _section("OPTIONS", *_options(commands, root))
    for heading, names in commands.headings.items():
        yield f".SH {heading.upper()}"
        for name, command in commands.named(root, names):
            yield from _command(command, root, (name,))
    yield from _section("EXIT STATUS", *(line for pair in guide.STATUSES.items() for line in _entry(*map(str, pair))))
    yield from _section("ENVIRONMENT", *(line for pair in _ENVIRONMENT.items() for line in _entry(*pair)))
    yield from _section("FILES", *_paragraphs(str(settings.__doc__)))
    yield from _section("EXAMPLES", *(line for one in guide.EXAMPLES[""] for line in (".PP", ".EX", _text(one), ".EE")))


def _section(name: str, *lines: str) -> Iterator[str]:
    yield f".SH {name}"
    yield from lines


def _command(command: Command, parent: Context, path: tuple[str, ...]) -> Iterator[str]:
    """A command, and those of its group."""
    ctx = type(parent)(command, info_name=path[-1], parent=parent)
    pieces = " ".join(command.collect_usage_pieces(ctx))
    yield f'.SS "referee {" ".join(path)} {_quoted(pieces)}"'
    yield from _paragraphs(command.help or "")
    yield from _options(command, ctx)
    for example in guide.EXAMPLES.get(" ".join(path), ()):
        yield from (".PP", ".EX", _text(example), ".EE")
    if isinstance(command, Group):
        for name, below in command.named(ctx, command.list_commands(ctx)):
            yield from _command(below, ctx, (*path, name))


def _options(command: Command, ctx: Context) -> Iterator[str]:
    for param in command.get_params(ctx):
        record = param.get_help_record(ctx)
        if record is not None and "--help" not in record[0]:
            yield from _entry(*record)


def _entry(head: str, says: str) -> tuple[str, ...]:
    return ".TP", f'.B "{_quoted(head)}"', _text(says)


def _paragraphs(text: str) -> Iterator[str]:
    """A help text: paragraphs, and what stands in lines of its own as it stands there."""
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        lines = paragraph.strip("\n").split("\n")
        if lines[0].strip() == "\b" or all(line.startswith("    ") for line in lines):
            yield from (".PP", ".EX", *(_text(line) for line in lines if line.strip() != "\b"), ".EE")
        else:
            yield from (".PP", _text(" ".join(paragraph.split())))


def _text(text: str) -> str:
    """A text as roff prints it letter by letter."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in escaped.split("\n"))


def _quoted(text: str) -> str:
    return _text(text).replace('"', '""')
