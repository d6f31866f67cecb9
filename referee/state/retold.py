"""What was told of a phase whose acts may be told in any order, so that they can be put into the order of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.state.commands import Command
    from referee.state.table import Table


class Retold:
    """The table as it was before that, the commands as they were said since, and all that were done, as they are typed.

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
