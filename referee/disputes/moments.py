"""The moment of a kept table that a dispute is about, and the act that was done or is asked about there."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.disputes.records import Told


class Broken(NamedTuple):
    """A command of an encounter that was done although a rule forbade it: its number, why not, and the clauses."""

    number: int
    command: str
    says: str
    cites: tuple[str, ...]

    def to_dict(self) -> Told:
        """As JSON."""
        return {**self._asdict(), "cites": [*self.cites]}


class Moment(NamedTuple):
    """A moment of a kept table: a command of its history, whose turn and which phase it was when it came.

    `number` is that of the command in the history, `encounter` counts the encounters of the game from 1, and `first`
    and `last` are the numbers of its commands. `command` is empty where the whole encounter is meant. `later` is how
    many commands were done since. `anyway` is True for what was done although a rule forbade it; of a whole encounter
    these commands are `broken`.
    """

    table: str
    number: int
    command: str
    encounter: int
    first: int
    last: int
    turn: str
    phase: str
    anyway: bool
    later: int
    broken: tuple[Broken, ...] = ()

    def to_dict(self) -> Told:
        """As JSON."""
        return {**self._asdict(), "broken": [one.to_dict() for one in self.broken]}


class Deed(NamedTuple):
    """An act that a dispute is about, as it was said.

    `state` is the table before it, as it is kept; None where only the facts that are said with it are known. `anyway`
    is True where it was done although a rule forbade it. `asked` is True where it is only asked about: then nothing
    goes without saying, for what has to be done before it may be the very point.
    """

    said: str
    state: dict[str, Any] | None = None
    anyway: bool = False
    asked: bool = False
