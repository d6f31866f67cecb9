"""The options that stand before a command or after it, whatever it is: colors, theme, silence; and those of a list."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import typer
from typer.core import TyperOption

from referee.cli.output import OUTPUT
from referee.render.look import COLORS, LOOK, THEME, THEMES

if TYPE_CHECKING:
    from typer._click import Parameter

V = TypeVar("V")  # what an option is given: a text, or a switch


def options(hidden: bool) -> list[Parameter]:
    """The options of every command; `hidden` where another page of the help shows them."""
    return [
        _option("--color", _color, "Print in color: auto (on a terminal), always or never.", hidden, "WHEN", COLORS),
        _option("--no-color", _no_color, "Print without color, as --color never does.", hidden),
        _option(
            "--theme", _theme, f"Colors for a dark ground, a light one, or none: dark, light, mono. [{THEME}]", hidden,
            "NAME", THEMES,
        ),
        _option("--quiet", _quiet, "Print nothing but errors: the exit status is the answer.", hidden, short="-q"),
    ]  # fmt: skip


def row_options(under: str) -> list[Parameter]:
    """The options of a command that lists rows, which stand in its answer `under` this name."""
    says = {"csv": "Print rows as CSV.", "tsv": "Print rows as TSV.", "nl": "Print a line of JSON for each row."}
    return [_option(f"--{form}", _rows(form, under), help, False) for form, help in says.items()]


def _option(
    name: str,
    take: Callable[[V], None],
    help: str,
    hidden: bool,
    metavar: str | None = None,
    known: tuple[str, ...] = (),
    short: str = "",
) -> Parameter:
    """An option that is taken when it is read, and is no argument of the command's function."""

    def taken(ctx: typer.Context, value: V) -> None:
        if not value or ctx.resilient_parsing:
            return
        if known and value not in known:
            raise typer.BadParameter(f"{value!r} is none of {', '.join(known)}.")
        take(value)

    return TyperOption(
        param_decls=[*([short] if short else []), name],
        is_flag=not known,
        default=None if known else False,
        expose_value=False,
        callback=lambda ctx, _, value: taken(ctx, value),
        help=help,
        hidden=hidden,
        metavar=metavar,
        autocompletion=(lambda ctx, args, incomplete: [one for one in known if one.startswith(incomplete)])
        if known
        else None,
    )


def _color(when: str) -> None:
    LOOK.color = when


def _no_color(_: bool) -> None:
    LOOK.color = "never"


def _theme(name: str) -> None:
    LOOK.theme = name


def _quiet(_: bool) -> None:
    if not OUTPUT.silent:
        OUTPUT.silent = True
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  until the command has ended


def _rows(form: str, under: str) -> Callable[[bool], None]:
    def take(_: bool) -> None:
        OUTPUT.rows, OUTPUT.under = form, under

    return take
