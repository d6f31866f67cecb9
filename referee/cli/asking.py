"""Asking at a terminal for what a command needs and nobody said; a script is told which flag says it."""

from __future__ import annotations

import sys

import typer

from referee import render
from referee.book.unsaid import Ask, Check, nobody_to_ask
from referee.cli.common import say_error
from referee.cli.lazy_groups import clean
from referee.errors import RefereeError


def asker(json: bool) -> Ask:
    """Whoever can be asked: somebody at the terminal, or nobody."""
    return somebody(json) or nobody_to_ask


def somebody(json: bool) -> Ask | None:
    """Somebody at the terminal who can be asked; None where there is nobody."""
    there = not json and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()
    return _prompted if there else None


def _prompted(what: str, flag: str, check: Check | None = None, default: str | None = None) -> str:
    """Asks until there is an answer."""
    asked = render.words.shown(what)
    while True:
        said = clean(str(typer.prompt(asked, default=default, show_default=False, prompt_suffix="? "))).strip()
        try:
            return check(said) if check is not None else said
        except RefereeError as error:
            say_error(error, False)


def readable(edition: str) -> Check:
    """A check of a line that was typed, so that what is wrong with it is said at once."""

    def check(line: str) -> str:
        from referee.disputes.besides import split
        from referee.duel.games import accounts, books_by, edition_of

        by = edition_of(line, edition)
        accounts(by).read(split(line).encounter, books_by(by))
        return line

    return check


def said(text: str) -> str:
    """A text, or what stands in the input where it is `-`: an argument cannot be as long as a text may be."""
    return clean(sys.stdin.read().removesuffix("\n")) if text == "-" and sys.stdin is not None else text
