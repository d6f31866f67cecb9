"""Asking somebody for what was not said: how it is asked, and what is said where nobody can be asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, Protocol

from referee.errors import RefereeError

Check = Callable[[str], str]  # an answer as it is taken; RefereeError for one that is none


class Ask(Protocol):
    """Asks somebody for what was not said; `flag` is the option that says it, `check` reads the answer."""

    def __call__(self, what: str, flag: str, check: Check | None = None, default: str | None = None) -> str:
        """The answer; RefereeError where nobody can be asked."""


def nobody_to_ask(what: str, flag: str, check: Check | None = None, default: str | None = None) -> NoReturn:
    """Says which option answers what nobody can be asked."""
    raise RefereeError(f"{what}? Say it with {flag}")
