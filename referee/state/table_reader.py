"""Walking over the pieces of a command at a table: the players who sit there, and the places where ships stand."""

from __future__ import annotations

from collections.abc import Iterable

from referee.book.names import near
from referee.state import table as tbl
from referee.state.acts import player
from referee.state.declared import Field, Kind
from referee.state.reader import Names, Reader, write_cards

# Words of the commands that stand where a name could: no player is called so.
_TABLE_WORDS = frozenset("nobody winner with against to".split())


class TableReader(Reader):
    """One command, said at a table of these players; nobody in particular sits there where none are given."""

    def __init__(self, line: str, names: Names, players: Iterable[str]) -> None:
        super().__init__(line, names)
        self.seats = tuple(players)
        for name in self.seats:
            self.players[name.casefold()] = name

    def check_name(self, name: str, key: str, what: str) -> None:
        """Stops unless a player of this table can be called so, and is."""
        super().check_name(name, key, what)
        if key in _TABLE_WORDS:
            self.fail(what, f"{name!r} is a word of these commands; call the player something else.")
        if self.seats:
            self.fail(what, f"At this table sit {', '.join(self.seats)}.{nearest(name, self.seats)}")

    def anybody(self, what: str) -> str:
        """A player of this table, or a name that nobody has there."""
        seats, self.seats = self.seats, ()
        self.most_players += 1
        try:
            return self.player(what)
        finally:
            self.seats = seats
            self.most_players -= 1

    def place(self, what: str = "a planet, such as red.4, or the gate") -> str:
        """A place where ships stand."""
        for word in (tbl.GATE, tbl.WARP, tbl.BESIDE, tbl.UNPLACED, tbl.REMOVED, tbl.TECH):
            if self.word(word):
                return word
        if not self.is_player() and self.ahead() != ".":
            self.fail(what)
        return self.a_planet()

    def nobody(self) -> bool:
        """Takes the word for no player at all, if it is the current piece."""
        return self.word("nobody") or self.word("none")

    def some_cards(self, end: str = "") -> tuple[str, ...]:
        """Cards up to the end of the command, or of this fact, or to this word."""
        found: list[str] = []
        while not self.done() and not (end and self.says(end)):
            self.mark(",")
            if not self.done():
                found.append(self.hand_card())
        return self.held(found)


def nearest(word: str, known: Iterable[str]) -> str:
    """` Did you mean ...?` where something known looks like this word."""
    return "".join(f" Did you mean {name!r}?" for name in near(word, known, 1, key=str.casefold))


# -- fields that commands and facts share ------------------------------------------------------------------------------

WHO = Field("who", player())
CARDS: Kind[TableReader, tuple[str, ...]] = Kind(lambda r: r.some_cards(), write_cards, "CARD ...")


def number(what: str, shown: str = "NUMBER") -> Kind[Reader, int]:
    """How many of something, such as ships."""
    return Kind(lambda r: r.number(what), shown=shown)


def card_count(*what: str) -> Field[Reader]:
    """How many cards, or other things of which there are no more than there are cards."""
    return Field("number", Kind(lambda r: r.card_count(*what), some, "NUMBER"))


def some(number: int | None) -> str:
    """A number as it is written; nothing where a sentence left it open (`state/spoken`)."""
    return "" if number is None else str(number)
