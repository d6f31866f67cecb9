"""Several commands in one line, and what came of them one after another."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any

from referee.book.told import Told
from referee.duel.games import game
from referee.errors import MalformedError, RefereeError

if TYPE_CHECKING:
    from referee.duel.games import Laid
    from referee.public.table_answers import Done

_BETWEEN = re.compile(r"\s/\s")
_COMMENT = re.compile(r"(^|\s)#.*")


def commands_in(line: str, table: Laid | None = None, more: Collection[str] = ()) -> list[str]:
    """The commands of one line, with ` / ` between them; `more` are first words of commands besides a table's.

    A name may stand behind a slash too (`table red / Clone`, `zap yellow / Zombie`): what is one command as a whole
    and has a piece that is none by itself stays whole.
    """
    pieces = [piece for piece in map(str.strip, _BETWEEN.split(line)) if piece]
    if len(pieces) < 2:
        return [line.strip()]

    def is_command(text: str) -> bool:
        return text.split(maxsplit=1)[0].casefold() in more or _is_read(text, table)

    return pieces if all(map(is_command, pieces)) or not is_command(line) else [line.strip()]


def commands_of(script: Iterable[str]) -> list[str]:
    """The lines of a script that are commands: without comments (`# ...`) and empty lines."""
    lines = (_COMMENT.sub("", line).strip() for line in script)
    return [line for line in lines if line]


def _is_read(text: str, table: Laid | None) -> bool:
    """True if a text reads as a command of the game that is played at this table; of the big game where none lies."""
    try:
        game("" if table is None else table.edition).read(text, table)
    except MalformedError:
        return False
    return True


class DoneAll(Told):
    """Commands that were done one after another.

    `done` are the verdicts, `left` the commands that were not done after one that was refused or could not be ruled,
    `error` why it could not be ruled, None if all were.
    """

    commands: list[dict[str, Any]]
    left: list[str]

    def __init__(self, done: list[Done], left: list[str], error: RefereeError | None) -> None:
        says = None if error is None else str(error)
        told = [one.to_dict() for one in done]
        super().__init__({"format": 1, "commands": told, "left": left, "not_understood": says})
        self.done = done
        self.error = error

    @classmethod
    def of(cls, commands: list[str], do: Callable[[str], Done]) -> DoneAll:
        """Does commands until one is not done."""
        done: list[Done] = []
        for place, command in enumerate(commands):
            try:
                done.append(do(command))
            except RefereeError as error:
                return cls(done, commands[place + 1 :], error)
            if not done[-1].legal:
                return cls(done, commands[place + 1 :], None)
        return cls(done, [], None)
