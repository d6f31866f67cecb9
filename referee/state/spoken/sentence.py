"""A sentence said at a table, piece by piece: who and what its words can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from referee.book import bounds
from referee.state.reader import Names, is_number, is_quoted
from referee.state.spoken.pattern import Node
from referee.state.spoken.words import CARDS, FILLERS, IDIOMS, LONGEST_IDIOM, NOT, ORDINALS, PRONOUNS, SAME, SHORT
from referee.state.table_reader import TableReader
from referee.state.words import NUMBERS, SIDES

MARKS = frozenset(",;.!:")  # between two acts, and after the last
JOINS = frozenset("and then but while also plus so".split())
_ARTICLES = frozenset(("a", "an", "the"))
_CONTRACTED = frozenset(("ll", "d", "re", "ve", "m"))  # what they end says nothing
_WITHOUT_MARK = {"hes": "he", "shes": "she", "theyre": "they", **NOT}  # the same, as they are typed fast
_LONGEST_NAME = 4  # words of a printed name
_DIGITS = 6  # longer numbers are slips of the keyboard
_BEYOND = 8  # empty pieces after the last, so that a piece further on can be looked at anywhere

Found = Iterator[tuple[object, int]]  # what a hole can hold, and where each of it ends


class Missed(NamedTuple):
    """A word or a hole that was looked for in vain, and in which phrase."""

    node: Node
    phrase: int


class Sentence(TableReader):
    """The pieces of a sentence at a table of these players, each of which can be read from any of them on."""

    def __init__(
        self,
        line: str,
        names: Names,
        players: tuple[str, ...],
        holes: Mapping[str, Callable[[Sentence, int], Found]],
    ) -> None:
        super().__init__(line, names, players)
        self.column(0)
        self._split()
        self._reads = holes
        self.talks = False  # whether players are spoken of as they are at a table: by their aliens, sides, or as `he`
        self.owners: Mapping[str, str] = {}  # who has each alien that one alone has
        self.now = self.tokens[0]
        self.lower = [token.lower() for token in self.tokens]
        self.furthest = 0  # the last piece at which something was looked for in vain
        self.wanted: dict[int, Missed] = {}  # what was looked for there, and in which phrase
        self.phrase = 0  # which of the phrases the sentence is held against
        self._holes: dict[tuple[str, int], tuple[tuple[object, int], ...]] = {}

    # -- pieces ----------------------------------------------------------------------------------------------------

    def _split(self) -> None:
        """Takes `'s` off its word, and reads words as the one that they stand for."""
        pieces = [piece for at, token in enumerate(self.tokens) for piece in self._parts(token, self._starts[at])]
        lower = [token.lower() for token, _ in pieces]
        tokens: list[str] = []
        starts: list[int] = []
        at = 0
        while at < len(pieces):
            word, size = self._meant(lower, at)
            piece, start = pieces[at]
            if not size:
                word = piece if self._known(piece) else SAME.get(lower[at], piece)
            if word or not size:
                tokens.append(word)
                starts.append(start)
            at += size or 1
        self.tokens = tokens + [""] * _BEYOND
        self._starts = starts + starts[-1:] * _BEYOND

    def _known(self, token: str) -> bool:
        return token.casefold() in self.players

    def _meant(self, lower: list[str], at: int) -> tuple[str, int]:
        """The word that some words from this one on stand for, and how many they are; 0 where they are no such."""
        for size in range(LONGEST_IDIOM + 1, 0, -1):
            words = tuple(lower[at : at + size])
            bare = tuple(word for word in words if word not in _ARTICLES)
            if bare in IDIOMS and words[0] == bare[0] and words[-1] == bare[-1] and not any(map(self._known, words)):
                return IDIOMS[bare], size
        return "", 0

    def _parts(self, token: str, start: int) -> list[tuple[str, int]]:
        """A word as its parts: `red's` as two, `she'll` as `she`, `blues` as `blue's`, `yel` as `yellow`."""
        if self._known(token) or self.names.card(token) is not None:
            return [(token, start)]
        lower = token.lower()
        if lower in _WITHOUT_MARK:
            return [(_WITHOUT_MARK[lower], start)]
        stem, _, end = lower.replace("’", "'").rpartition("'")
        if stem and end in ("s", *_CONTRACTED):
            owns = [("'s", start + len(stem))] if end == "s" else []
            return [(self._short(token[: len(stem)]), start), *owns]
        if (lower[-1:] == "s" and self._known(token[:-1])) or lower == "destinys":
            return [(token[:-1], start), ("'s", start + len(token) - 1)]
        return [(self._short(token), start)]

    def _short(self, token: str) -> str:
        """A color that is shortened, where somebody at the table is called so."""
        color = SHORT.get(token.lower(), "")
        return color if color in self.players and not self._known(token) else token

    def cut(self, start: int, end: int) -> None:
        """Keeps the pieces from here to there alone."""
        last = self._starts[end]
        self.tokens = self.tokens[start:end] + [""] * _BEYOND
        self._starts = self._starts[start:end] + [last] * _BEYOND
        self.lower = [token.lower() for token in self.tokens]

    def rename(self, words: frozenset[str], name: str) -> None:
        """Reads these words as a player's name."""
        self.tokens = [name if word in words else token for token, word in zip(self.tokens, self.lower, strict=True)]
        self.lower = [token.lower() for token in self.tokens]

    def call(self, at: int, name: str, pieces: int) -> None:
        """Reads so many pieces from this one on as the name of a player who sits there too."""
        self.tokens[at : at + pieces] = [name]
        del self._starts[at + 1 : at + pieces]
        self.tokens += [""]
        self._starts += self._starts[-1:]
        self.lower = [token.lower() for token in self.tokens]
        self.players[name] = name

    def go(self, at: int) -> None:
        """Makes this the current piece."""
        self.at, self.now = at, self.tokens[at]

    def is_name(self, at: int) -> bool:
        """True if this piece is the name of somebody at the table."""
        return self.tokens[at].casefold() in self.players

    def starts(self, at: int) -> Iterator[int]:
        """The pieces where something may begin: this one, and after each word that says nothing."""
        yield at
        while self.lower[at] in FILLERS and not self.is_name(at):
            at += 1
            yield at

    def is_word(self, at: int, words: frozenset[str]) -> bool:
        """True if this piece is one of these words."""
        return self.lower[at] in words

    def missed(self, at: int, wanted: Node) -> None:
        """Notes what was looked for in vain at this piece."""
        if at > self.furthest:
            self.furthest, self.wanted = at, {}
        if at == self.furthest:
            self.wanted.setdefault(id(wanted), Missed(wanted, self.phrase))

    def end_of(self, at: int) -> int:
        """After the words that say nothing from this piece on."""
        while self.lower[at] in FILLERS and not self.is_name(at):
            at += 1
        return at

    def next_act(self, at: int) -> int:
        """Where another act may begin: after the marks and words between two; the same piece where there are none."""
        then = at
        while self.tokens[at] and not self.is_name(at):
            between = self.lower[at] in MARKS or self.lower[at] in JOINS
            if not between and self.lower[at] not in FILLERS:
                break
            at += 1
            then = at if between else then
        return then

    # -- what fills a hole -----------------------------------------------------------------------------------------

    def hole(self, kind: str, at: int) -> Found:
        """What can stand in a hole of this kind from this piece on, and where each ends."""
        key = (kind, at)
        if key not in self._holes:
            self._holes[key] = tuple(self._reads[kind](self, at))
        yield from self._holes[key]

    def means(self, at: int) -> bool:
        """True if this piece is a name, a number, a card or an alien, or can stand for somebody."""
        said = self.tokens[at]
        if self.number_at(at) or self.is_name(at) or self.lower[at] in ORDINALS or self.lower[at] in CARDS:
            return True
        somebody = any(not who.startswith("@h") for who, _ in self.whose(at))
        return somebody or self.names.alien(said) is not None or self.names.card(said) is not None

    def player_at(self, at: int) -> str:
        """The player named by this piece; none (an empty text) where it names nobody."""
        return self.players.get(self.tokens[at].casefold(), "")

    def whose(self, at: int) -> Iterator[tuple[str, int]]:
        """Who is spoken of by this piece: by the name, the alien, the side, or as `he` (`spoken/whom.py`)."""
        name = self.player_at(at)
        if name:
            yield name, at + 1
        elif self.talks:
            at += self.lower[at] in ("the", "main") and not self.is_name(at)
            if self.lower[at] in PRONOUNS:
                yield PRONOUNS[self.lower[at]], at + 1
            elif self.lower[at] in SIDES:
                yield f"@{SIDES[self.lower[at]]}", at + 1 + (self.lower[at + 1] == "player")
            for text, end in self.printed(at):
                if (owner := self.owners.get(self.names.alien(text) or "")) is not None:
                    yield owner, end
                    return

    def number_at(self, at: int) -> tuple[int, int] | None:
        """A number in digits or words, no higher than anything is counted, and where it ends."""
        token = self.lower[at]
        if is_number(token):
            return (int(token), at + 1) if len(token) <= _DIGITS and int(token) <= bounds.CARDS else None
        number = NUMBERS.get(token)
        if number is None or self.is_name(at):
            return None
        one = NUMBERS.get(self.lower[at + 1], 0) if number in (20, 30, 40) else 0
        return (number + one, at + 2) if 0 < one < 10 else (number, at + 1)

    def printed(self, at: int) -> Iterator[tuple[str, int]]:
        """The texts of one to four pieces from this one on, longest first, as printed names are typed."""
        for size in range(_LONGEST_NAME, 0, -1):
            pieces = self.tokens[at : at + size]
            if len(pieces) == size and all(piece[:1].isalpha() or is_quoted(piece) for piece in pieces):
                yield "-".join(piece.strip('"“”') for piece in pieces), at + size
