"""Accounts of whatever game: read, ruled, written and held against each other as their own game has it.

Which game that is, a rulebase says by its edition, and an account or a ruling by its kind.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from referee.book.loader import Rulebase
from referee.duel.games import DUEL, Accounts, accounts, game
from referee.duel.line import DuelLine
from referee.duel.ruling import DuelRuling
from referee.errors import RefereeError
from referee.state.apart import Difference

Account = Any  # what is read of a line: a `Position` of the big game, a `DuelLine` of Duel
AnyRuling = Any  # a `Ruling`, or a `DuelRuling`

__all__ = (
    "differences",
    "is_of_big_game",
    "judge",
    "mixed",
    "named",
    "outcome_of",
    "own_result",
    "plain_clauses",
    "players",
    "read",
    "roles_at",
    "sheets",
    "spelled_like",
    "usual_rules",
    "write",
)


def _of(account: Account | AnyRuling) -> Accounts[Account, AnyRuling]:
    """How the game of an account, or of a ruling, does it."""
    return accounts("" if is_of_big_game(account) else DUEL)


def is_of_big_game(account: Account | AnyRuling) -> bool:
    """True of an account of an encounter, or a ruling on one; False in a game of its own."""
    return not isinstance(account, DuelLine | DuelRuling)


def read(line: str, books: Rulebase) -> Account:
    """A line as an account; MalformedError or ImpossibleError for one that is not understood or cannot be."""
    return accounts(books.edition).read(line, books)


def write(account: Account) -> str:
    """The canonical line of an account."""
    return _of(account).write(account)


def judge(account: Account, books: Rulebase, anyway: bool = False) -> AnyRuling:
    """The ruling on an account, by cases where hidden facts decide; `anyway` in spite of what forbids it."""
    return _of(account).judge(account, books, anyway)


def own_result(ruling: AnyRuling) -> dict[str, Any] | None:
    """What follows from a ruling, by field; None where it is told as that of an encounter."""
    return _of(ruling).result(ruling)


def outcome_of(ruling: AnyRuling) -> str | None:
    """How it ends by a ruling, as its JSON says it; None where that is not settled."""
    if isinstance(ruling, DuelRuling):
        outcome = ruling.summary()["outcome"]
        return None if outcome is None else str(outcome)
    return None if ruling.outcome is None else str(ruling.outcome.value)


def differences(one: Account, other: Account) -> list[Difference]:
    """The facts in which two accounts differ, in the order of the line."""
    return _of(one).differences(one, other)


def mixed(one: Account, other: Account, taken: Collection[Difference]) -> Account:
    """The first account with these facts as the other has them. It may be one that cannot be."""
    return _of(one).mixed(one, other, taken)


def spelled_like(one: Account, other: Account) -> Account:
    """The other account with its players' names in the letters of the first."""
    return _of(one).spelled_like(one, other)


def players(account: Account) -> Collection[str]:
    """The players whom an account names."""
    return _of(account).players(account)


def sheets(account: Account) -> list[str]:
    """The aliens, and in Duel the envoys and the card, that an account tells."""
    return _of(account).sheets(account)


def named(text: str, books: Rulebase) -> str | None:
    """What a name means in a game of its own, by the id of its clauses; None for nothing, and in the big game."""
    of = accounts(books.edition).named
    return None if of is None else of(text, books)


def roles_at(table: Any) -> dict[str, str]:
    """Who has which role at a table."""
    return game(table.edition).roles(table)


@lru_cache(maxsize=4)
def usual_rules(books: Rulebase) -> frozenset[str]:
    """The rules by which encounters with allies, rewards and compensation are ruled where nothing else happens."""
    found: set[str] = set()
    for line in accounts(books.edition).usual:
        try:
            found |= {step.rule.id for step in judge(read(line, books), books).findings}
        except RefereeError:  # not judged by this edition
            continue
    return frozenset(found)


@lru_cache(maxsize=4)
def plain_clauses(books: Rulebase) -> frozenset[str]:
    """The clauses that nearly every ruling rests on."""
    found: set[str] = set()
    for line in accounts(books.edition).plain:
        try:
            found |= judge(read(line, books), books).citations.keys()
        except RefereeError:  # not judged by this edition
            continue
    return frozenset(found)
