"""Walking over the pieces of a line: the small things of which every clause is made.

What is not understood is answered with its place and with what could stand there (MalformedError).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import NoReturn, Protocol

from referee.book import bounds
from referee.errors import MalformedError
from referee.state import encounter as pos
from referee.state.encounter import Card
from referee.state.words import CARDS, MINUS, OLDER, SHIPS, SIDES, UNSEEN, number_said

# Words with a meaning of their own; no player can be called by one of them.
RESERVED = frozenset(
    "vs at planet hand warp tokens foreign home seats second reverse cone zap card cards ionic gas quash emotion "
    "control force field all use flare tech reinforce deal no gives colony for from gate by add worth value saves "
    "wins loses rewards compensation removed stays game nothing offense defense none mobius tubes plague a n m".split()
)
LETTER_CARDS = {
    "n": Card(pos.NEGOTIATE),
    "m": Card(pos.MORPH),
    "a": Card(pos.ATTACK),
    "negotiate": Card(pos.NEGOTIATE),
    "compromise": Card(pos.NEGOTIATE),
    "morph": Card(pos.MORPH),
    "attack": Card(pos.ATTACK),
    "none": Card(pos.NONE),
    "?": Card(pos.HIDDEN),
}
NO_SHEET = "none"  # after a player's name and a stroke: not the alien after whom the player is called
_JOINING = ("-", "_")  # what can join the words of a name
_DIGITS = 6  # longer numbers are slips of the keyboard


class Names(Protocol):
    """The names the rulebase knows; a printed name comes back for any spelling of it."""

    def alien(self, text: str) -> str | None:
        """The alien's printed name, or None."""

    def card(self, text: str, type: str = "") -> str | None:
        """The printed name of a card (of that type, if one is given) with hyphens for spaces, or None."""

    def near_aliens(self, text: str) -> list[str]:
        """Alien names that look like this one, nearest first."""

    def near_cards(self, text: str, type: str = "") -> list[str]:
        """Card names that look like this one (of that type, if one is given), nearest first."""


class Reader:
    """Walks over the pieces of one line; each method reads one thing and leaves the next piece current."""

    def __init__(self, line: str, names: Names) -> None:
        bounds.check_line(line)
        self.line = line
        self.names = names
        self.tokens = tokens(line)
        if len(self.tokens) > bounds.FACTS:
            bounds.check_pieces(line, self.tokens, columns(line))
        self.at = 0
        self.now = self.tokens[0]
        self.players: dict[str, str] = {}
        self.most_players = bounds.PLAYERS
        self.seen: set[str] = set()
        self.sheetless: dict[str, None] = {}  # players who were said to have no sheet
        self.topic = ""  # the word of the form that is read
        self._starts: list[int] = []

    # -- walking ---------------------------------------------------------------------------------------------------

    def step(self) -> str:
        """Takes the current piece."""
        token = self.now
        if token:
            self.at += 1
            self.now = self.tokens[self.at]
        return token

    def ahead(self, count: int = 1) -> str:
        """A piece further on."""
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    def column(self, at: int) -> int:
        """Where a piece of the line starts."""
        self._starts = self._starts or columns(self.line)
        return self._starts[at]

    def fail(self, expected: str, hint: str = "", at: int | None = None) -> NoReturn:
        """Stops: this piece (or the one at `at`) is not what was expected."""
        raise MalformedError(self.line, self.column(self.at if at is None else at), expected, hint)

    def mark(self, text: str) -> bool:
        """Takes a mark if it is the current piece."""
        if self.now == text:
            self.step()
            return True
        return False

    def word(self, text: str) -> bool:
        """Takes a word, in any case, if it is the current piece, or what older editions call it."""
        now = self.now.lower()
        if now == text or (text in OLDER and now == OLDER[text]):
            self.step()
            return True
        return False

    def one_of(self, words: Container[str]) -> bool:
        """Takes the current piece if it is one of these words, in any case."""
        if self.now.lower() in words:
            self.step()
            return True
        return False

    def says(self, *texts: str) -> bool:
        """Whether the next words are these."""
        return all(self.ahead(i).lower() == text for i, text in enumerate(texts))

    def done(self) -> bool:
        """Whether the clause is at its end."""
        return self.now in ("", ";")

    # -- small things ----------------------------------------------------------------------------------------------

    def number(self, what: str) -> int:
        """A number, in digits or as a word, e.g. how many ships."""
        said = None if self.now.isdecimal() else number_said(self.now)
        if said is None:
            return self.figures(what)
        self.step()
        return said

    def figures(self, what: str) -> int:
        """A number of digits only, as it stands after a sign."""
        if not is_number(self.now):
            self.fail(what)
        if len(self.now) > _DIGITS:
            self.fail("a smaller number")
        return int(self.step())

    def signed(self, what: str) -> int:
        """A number that may have a sign, as a mark before digits or as a word."""
        if self.now.isdecimal():
            return self.figures(what)
        if self.one_of(MINUS):
            return -self.figures(what)
        if self.mark("+"):
            return self.figures(what)
        if self.begins_number(1) and self.one_of(("minus",)):
            return -self.number(what)
        self.plus_said()
        return self.number(what)

    def plus_said(self) -> bool:
        """Takes the word for a plus, before a number."""
        return self.begins_number(1) and self.one_of(("plus",))

    def begins_number(self, count: int = 0) -> bool:
        """True if a piece further on is a number, in digits or as a word."""
        piece = self.ahead(count)
        return is_number(piece) or number_said(piece) is not None

    def count(self, what: str) -> int | None:
        """A number, or None for `?` and other words for what nobody can see."""
        if not self.now.isdecimal() and self.one_of(UNSEEN):
            return None
        return self.number(f"{what} (a number or ?)")

    def ships(self, what: str = "how many ships") -> int | None:
        """So many ships, or None for `?`; the word for them may follow."""
        count = self.count(what)
        self.one_of(SHIPS)
        return count

    def card_count(self, what: str = "how many cards", things: str = "cards: no hand and no deck holds more") -> int:
        """A number of cards, or of other things, no more than there can be of them."""
        at, number = self.at, self.number(what)
        if number > bounds.CARDS:
            self.fail(f"at most {bounds.CARDS} {things}", at=at)
        return number

    def player(self, what: str = "a player's name") -> str:
        """A player's name, spelled as it was first."""
        name = self.now
        key = name.casefold()
        known = self.players.get(key)
        if known is None:
            self.check_name(name, key, what)
            if len(self.players) >= self.most_players:
                self.fail(f"one of the {self.most_players} players that are named before: no more can play")
            known = self.players[key] = name
        self.step()
        return known

    def check_name(self, name: str, key: str, what: str) -> None:
        """Stops unless a player can be called so."""
        if not is_word(name):
            self.fail(what)
        if not name.isalnum():
            self.fail(what, f"A player's name has letters and digits only, so {name!r} is not one.")
        if key in RESERVED:
            self.fail(what, f"{name!r} is a word of this notation; call the player something else.")

    def is_player(self) -> bool:
        """Whether the current piece is the name of a player met before."""
        return self.now.casefold() in self.players

    def name(self, what: str) -> str:
        """A printed name, quoted or with hyphens; the quotes are taken off."""
        if is_quoted(self.now):
            return self.step()[1:-1]
        if not is_word(self.now):
            self.fail(what)
        return self.step()

    def alien(self) -> str:
        """An alien's printed name."""
        at = self.at
        known = self.with_brackets() or self.names.alien(self.now)
        if known is not None:
            self.step()
            return known
        name = self.name("an alien's name")
        known = self.names.alien(name)
        if known is None:
            near = self.names.near_aliens(name)
            hint = f"Did you mean {' or '.join(near)}?" if near else "A name with spaces is written with hyphens."
            self.fail("the name of an alien", hint, at)
        return known

    def with_brackets(self) -> str:
        """The printed name of an alien that goes on in brackets, with or without a hyphen; none where it does not.

        All but the last of its pieces are taken.
        """
        start = 2 if self.ahead() in _JOINING else 1
        if self.ahead(start) != "(":
            return ""
        end = start + 1
        while is_word(self.ahead(end)) or self.ahead(end) in _JOINING:
            end += 1
        said = " ".join(piece for piece in map(self.ahead, range(start + 1, end)) if piece not in _JOINING)
        known = self.names.alien(f"{self.now} ({said})") if self.ahead(end) == ")" else None
        for _ in range(end if known else 0):
            self.step()
        return known or ""

    def of_two_words(self) -> str | None:
        """The printed name of an alien that is typed as two words, of which the first is taken; or None."""
        known = self.names.alien(f"{self.now} {self.ahead()}") if is_word(self.ahead()) else None
        if known is not None:
            self.step()
        return known

    def aliens(self, who: str = "") -> tuple[str, ...]:
        """The aliens of a player, who was just read if it is not said: /NAME, any number of them; none for `/none`."""
        found: list[str] = []
        while self.now == "/":
            if not found and self.ahead().lower() == NO_SHEET:
                self.sheetless[who or self.players[self.tokens[self.at - 1].casefold()]] = None
                self.step()
                self.step()
                break
            self.step()
            found.append(self.alien())
        return tuple(found)

    def card_name(self, expected: str, type: str = "") -> str:
        """A card's printed name."""
        at = self.at
        name = self.with_brackets()
        if name:
            self.step()
        else:
            name = self.name(expected)
        known = self.names.card(name, type)
        if known is None:
            near = self.names.near_cards(name, type)
            self.fail(expected, f"Did you mean {' or '.join(near)}?" if near else "", at)
        return known

    def planet(self) -> tuple[str, str]:
        """A planet: its owner and its number."""
        owner = self.player("a planet, such as red.4")
        if not self.mark("."):
            self.fail("a dot and the planet's number, such as red.4")
        if self.word("genesis"):
            return owner, "genesis"
        if self.mark("?"):
            return owner, "?"
        return owner, str(self.number("the planet's number, 1 to 5"))

    def a_planet(self) -> str:
        """A planet as it is written: `red.4`."""
        name, number = self.planet()
        return f"{name}.{number}"

    def clauses(self, one: Callable[[], None]) -> None:
        """`; CLAUSE` up to the end of the line. An empty clause is a slip, not a question."""
        while self.now:
            if not self.mark(";"):
                self.fail("';' and a clause, or the end of the line")
            if self.done():
                continue
            one()
            if not self.done():
                self.fail("';' and another clause, or the end of the line")

    def once(self, what: str) -> None:
        """Stops at a clause, its first word taken, that was given before."""
        if what in self.seen:
            self.fail("another clause", f"{what!r} was given before.", self.at - 1)
        self.seen.add(what)

    def first_told(self, name: str) -> str:
        """The name that was just taken; stops where this clause told of it before."""
        if (told := f"{self.topic} {name}") in self.seen:
            self.fail("another one", f"{name} was told before.", self.at - 1)
        self.seen.add(told)
        return name

    def comma_list(self, item: Callable[[], None]) -> None:
        """One or more of something, between commas."""
        item()
        while self.mark(","):
            item()

    def rest(self) -> str:
        """The raw text up to the next semicolon: the players' own words."""
        if self.done():
            return ""
        start = self.column(self.at)
        while not self.done():
            self.step()
        end = self.column(self.at) if self.now else len(self.line)
        return self.line[start:end].strip()

    def hand_card(self) -> str:
        """A card as it is written in a hand."""
        expected = "a card: a number, N, M, +2, ? or a card's printed name"
        token = self.now
        if self.mark("?"):
            return "?"
        if self.mark("+"):
            return f"+{self.number('the value of a reinforcement')}"
        if is_number(token) or token in MINUS:
            return str(self.signed("the attack's value"))
        letter = LETTER_CARDS.get(token.lower())
        if letter is not None and letter.kind != pos.NONE:
            self.step()
            return str(letter)
        said = self.card_said()
        return str(said) if said is not None else self.card_name(expected)

    def card_said(self) -> Card | None:
        """A card in words that players have for it: `nego`, `facedown`, `twelve`, `minus four`; None for another piece.

        It is asked for only where a card must stand, and no card is called by one of these words.
        """
        card = CARDS.get(self.now.lower())
        if card is not None:
            self.step()
            return card
        if number_said(self.now) is None and (self.now.lower() != "minus" or not self.begins_number(1)):
            return None
        return Card(pos.ATTACK, self.signed("the attack's value"))

    def held(self, cards: list[str]) -> tuple[str, ...]:
        """The cards of a hand or a heap that were read, which are no more than any can hold."""
        if len(cards) > bounds.CARDS:
            self.fail(f"at most {bounds.CARDS} cards: no hand and no deck holds more", at=self.at - 1)
        return tuple(cards)

    def read_by(self) -> str:
        """Who played it: `by NAME`, or empty."""
        return self.player() if self.word("by") else ""

    def expect_word(self, text: str) -> bool:
        """Takes a word that must come now."""
        if not self.word(text):
            self.fail(f"{text!r}")
        return True

    def is_side(self, count: int = 0) -> bool:
        """True if a piece further on is a word for one of the sides."""
        return self.ahead(count).lower() in SIDES

    def a_side(self) -> str:
        """`offense` or `defense`, in any word for it; it is asked for only where nothing else can stand."""
        for side in (pos.OFFENSE, pos.DEFENSE):
            if self.word(side):
                return side
        if not self.is_side():
            self.fail("'offense' or 'defense'")
        return SIDES[self.step().lower()]


# -- the pieces of a line: plain text, and what one is shows in its first letter --------------------------------------

# A word may carry inner hyphens and apostrophes (Anti-Matter); a quoted name may hold anything but its quotes. Single
# quotes are apostrophes as well, and so only after a stroke those of a name.
_PIECE = re.compile(r"""[0-9]+|[^\W\d_][^\W_]*(?:[-'’][^\W_]+)*|"[^";]*"|“[^“”;]*”|(?<=/)['‘][^'‘’;]*['’]|[^\s]""")


def tokens(line: str) -> list[str]:
    """The line cut into its pieces, closed by an empty one."""
    found: list[str] = _PIECE.findall(line)
    found.append("")
    return found


def columns(line: str) -> list[int]:
    """Where each piece of `tokens(line)` starts, 0-based."""
    return [*(match.start() for match in _PIECE.finditer(line)), len(line.rstrip())]


def is_word(token: str) -> bool:
    """Whether a piece is a word: it starts with a letter."""
    return token[:1].isalpha()


def is_number(token: str) -> bool:
    """Whether a piece is a number of ASCII digits."""
    return "0" <= token[:1] <= "9"


def is_quoted(token: str) -> bool:
    """Whether a piece is a quoted name."""
    return len(token) > 1 and token[0] in "\"“'‘"


def write_name(name: str) -> str:
    """A printed name as it is typed: in quotes where it is not one word."""
    return name if name.replace("-", "").isalnum() and name[0].isalpha() else f'"{name}"'


def write_cards(cards: tuple[str, ...]) -> str:
    """Cards as they stand in a hand."""
    return " ".join([write_name(card) if card[0].isalpha() else card for card in cards])


def write_count(number: int | None) -> str:
    """A number, or `?` for one that is hidden."""
    return "?" if number is None else str(number)
