"""Asking at a terminal for what a command needs and nobody said; a script is told which flag says it."""

from __future__ import annotations

import sys
from collections.abc import Callable

import typer

from referee.cli.common import clean, say_error


def asks(json: bool) -> bool:
    """Whether anybody is there to be asked."""
    return not json and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def ask(what: str, flag: str, asks: bool, check: Callable[[str], str] | None = None, default: str | None = None) -> str:
    """Asks until there is an answer; where nobody can be asked, says which flag answers it."""
    from referee.errors import RefereeError
    from referee.render.words import shown

    if not asks:
        raise RefereeError(f"{what}? Say it with {flag}")
    while True:
        said = clean(str(typer.prompt(shown(what), default=default, show_default=False, prompt_suffix="? "))).strip()
        try:
            return check(said) if check is not None else said
        except RefereeError as error:
            say_error(error, False)


def readable(edition: str) -> Callable[[str], str]:
    """A check of a line that was typed, so that what is wrong with it is said at once."""

    def check(line: str) -> str:
        from referee.judge.ways.line import read_encounter

        read_encounter(line, edition)
        return line

    return check


def number(most: int) -> Callable[[str], str]:
    """A check for a number from 1 on."""

    def check(said: str) -> str:
        from referee.errors import RefereeError

        if not said.isascii() or not said.isdigit() or not 1 <= int(said) <= most:
            raise RefereeError(f"a number from 1 to {most}")
        return said

    return check


def said(text: str) -> str:
    """A text, or what stands in the input where it is `-`: an argument cannot be as long as a text may be."""
    return sys.stdin.read().removesuffix("\n") if text == "-" and sys.stdin is not None else text
