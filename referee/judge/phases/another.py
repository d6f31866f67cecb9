"""Who may have another encounter (consolidated 2.4.2 and 5.10.9)."""

from __future__ import annotations

from referee.book.law import Law
from referee.judge.phases.forbidden import Forbidden


def is_last(law: Law, encounters: int) -> bool:
    """True if a turn has no more encounters than those that were begun in it (2.4.2.1)."""
    return bool(encounters >= law["second.most"].value)


def only_so_many(law: Law, player: str, encounters: int) -> Forbidden | None:
    """A turn has two encounters at the most (2.4.2.1); so many were begun."""
    return Forbidden("second.only-one", (player,)) if is_last(law, encounters) else None


def after_success(player: str, was_successful: bool) -> Forbidden | None:
    """Only a successful encounter is followed by another one (5.10.9.1)."""
    return None if was_successful else Forbidden("second.next-player", (player,))
