"""What may stand next in a command that is half typed: the reader itself is asked, so that the two cannot part.

The typed pieces are read with an open end after them. Whatever the reader looks for there is noted. What begins no
command may begin a sentence (`spoken/completing.py`).
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple, NoReturn

from referee.errors import MalformedError
from referee.state.acts import OPENINGS
from referee.state.commands import VERBS, read_from
from referee.state.facts import FACTS
from referee.state.reader import Names
from referee.state.spoken.completing import ALIEN, CARD, PLANET, PLAYER, said_next
from referee.state.table import BESIDE, GATE, REMOVED, UNPLACED, WARP
from referee.state.table_reader import TableReader

__all__ = ["ALIEN", "CARD", "PLANET", "PLAYER", "Next", "what_next"]
_OPEN = "\0"  # the open end; no piece of a line is this


class Next(NamedTuple):
    """What may come: words as they are typed, and kinds of names (`card tech` for cards of a type)."""

    words: tuple[str, ...]
    kinds: tuple[str, ...]


def what_next(typed: str, names: Names, players: tuple[str, ...] = ()) -> Next:
    """What may come after this beginning of a command, at a table of these players; nothing if it is not understood."""
    reader = _Asked(typed, names, players)
    if reader.is_open:
        verbs = dict.fromkeys((*VERBS, *sorted(OPENINGS)))
        return Next(tuple(verb for verb in verbs if verb.isalpha() or " " in verb), ())
    with suppress(MalformedError):
        read_from(reader)
    if not reader.words and not reader.kinds and players:
        return Next(*said_next(typed, names, players))
    return Next(tuple(dict.fromkeys(reader.words)), tuple(dict.fromkeys(reader.kinds)))


class _Asked(TableReader):
    """Reads a beginning and notes what is looked for at its open end."""

    def __init__(self, line: str, names: Names, players: tuple[str, ...]) -> None:
        super().__init__(line, names, players)
        self.words: list[str] = []
        self.kinds: list[str] = []
        self.tokens.insert(-1, _OPEN)
        self.now = self.tokens[0]

    @property
    def is_open(self) -> bool:
        """Whether the open end is reached."""
        return self.now == _OPEN

    @property
    def is_set(self) -> bool:
        """Whether this is a correction, which may tell of any place."""
        return self.tokens[0].lower() == "set"

    def _note(self, *kinds: str) -> None:
        if self.is_open:
            self.kinds += kinds

    def fail(self, expected: str, hint: str = "", at: int | None = None) -> NoReturn:
        raise MalformedError(self.line, 0, expected, hint)

    def mark(self, text: str) -> bool:
        if self.is_open and text not in ",;?+":
            self.words.append(text)
        return super().mark(text)

    def word(self, text: str) -> bool:
        if self.is_open:
            self.words.append(text)
        return super().word(text)

    def player(self, what: str = "a player's name") -> str:
        self._note(PLAYER)
        return super().player(what)

    def says(self, *texts: str) -> bool:
        if self.is_open:
            self.words.append(texts[0])
        return super().says(*texts)

    def is_player(self) -> bool:
        self._note(PLAYER, PLANET)
        if self.is_open and self.is_set and self.tokens[self.at - 1].lower() in ("set", ";"):
            self.words += [*FACTS, UNPLACED]
            self.kinds.remove(PLAYER)
        return super().is_player()

    def planet(self) -> tuple[str, str]:
        if self.is_open:
            self._note(PLANET)
            self.fail("a planet")
        return super().planet()

    def place(self, what: str = "a place") -> str:
        if self.is_open:
            self.words += [GATE, WARP, BESIDE, UNPLACED, REMOVED] if self.is_set else [GATE]
            self._note(PLANET)
            self.fail(what)
        return super().place(what)

    def alien(self) -> str:
        self._note(ALIEN)
        return super().alien()

    def card_name(self, expected: str, type: str = "") -> str:
        self._note(f"{CARD} {type}".strip())
        return super().card_name(expected, type)
