"""Rulings and clauses as people read them. The only package that imports rich, and only when it prints.

Its modules are imported when they are first named: `render.page.print_ruling(...)`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.render import amended as amended
    from referee.render import answers as answers
    from referee.render import audit as audit
    from referee.render import board as board
    from referee.render import clash as clash
    from referee.render import clause as clause
    from referee.render import compared as compared
    from referee.render import conforming as conforming
    from referee.render import differences as differences
    from referee.render import dispute as dispute
    from referee.render import duel as duel
    from referee.render import ledger as ledger
    from referee.render import lists as lists
    from referee.render import page as page
    from referee.render import play as play
    from referee.render import playtest as playtest
    from referee.render import plot as plot
    from referee.render import progress as progress
    from referee.render import score as score
    from referee.render import sheets as sheets
    from referee.render import slip as slip
    from referee.render import timing as timing
    from referee.render import views as views
    from referee.render import words as words


def __getattr__(name: str) -> object:
    """A module of this part by its name: a command that prints JSON imports none of them."""
    try:
        return import_module(f"{__name__}.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"{__name__}.{name}":
            raise
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
