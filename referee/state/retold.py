"""What a table keeps of how it came to be as it is, to be told again: a phase, or what an outcome led to."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from referee.state.commands import Command
    from referee.state.table import Table


class Retold:
    """A phase of which the acts may be told in any order, so that they can be put into the order of the rules.

    The table as it was before that, the commands as they were said since, and all that were done, as they are typed.
    It is replaced and never changed.
    """

    __slots__ = ("done", "said", "start")

    def __init__(self, start: Table, said: tuple[Command, ...], done: tuple[str, ...]) -> None:
        self.start = start
        self.said = said
        self.done = done

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Retold) and (self.start, self.said, self.done) == (other.start, other.said, other.done)

    __hash__ = None  # type: ignore[assignment]


class Deed(NamedTuple):
    """A command that was done: the rules in spite of which it was, and how many acts the encounter had with it."""

    command: Command
    waived: frozenset[str]
    acts: int


class Aftermath:
    """An encounter since it was resolved: the table as it was before that, and all that was done from there on.

    What answers something of it is played by telling it again (`judge.table.answering`). It is replaced and never
    changed.
    """

    __slots__ = ("done", "start")

    def __init__(self, start: Table, done: tuple[Deed, ...]) -> None:
        self.start = start
        self.done = done

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Aftermath) and (self.done, self.start) == (other.done, other.start)

    __hash__ = None  # type: ignore[assignment]
