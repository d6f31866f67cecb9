"""What a piece of speech names, in its order: players, planets, numbers, cards and sides, and the words besides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from referee.book.names import key_of, near
from referee.state.spoken.said import Source
from referee.state.spoken.sentence import MARKS, Sentence
from referee.state.spoken.words import CARDS, FILLERS, ORDINALS, SIDE_WORDS, TURNING
from referee.state.words import SIDES

_WORLDS = frozenset(("planet", "world", "'s", "."))
_FROM = frozenset("from off out of leaving".split())
_BREAKS = (MARKS - {":"}) | frozenset("and n & but so then while !".split())
_SHIPS = frozenset("ship ships guy guys dude dudes token tokens men fella fellas".split())
_CARDS = frozenset(("card", "cards"))
_LONE = frozenset("lone single solo last only".split())
# Words that turn what is said, and do not do so where they only count or join.
BLOCKING = TURNING - frozenset(
    "no all both each every any other others another same only none nobody most more".split()
)
_ALIKE = 0.8  # how much a word looks like a name that is misspelt, from 0 to 1
_LEAST = 4  # letters of a word that may be a misspelt name


@dataclass
class Piece:
    """A piece of a sentence between two marks, or several together: what is named in it, in its order."""

    start: int
    end: int
    players: list[str] = field(default_factory=list)  # names, or `@he` and the like (`spoken/whom.py`)
    targets: list[str] = field(default_factory=list)  # planets
    sources: list[Source] = field(default_factory=list)  # places that ships leave
    numbers: list[int] = field(default_factory=list)
    plus: list[int] = field(default_factory=list)
    cards: list[tuple[int, str]] = field(default_factory=list)  # negotiates and morphs, each with the players before it
    at: list[int] = field(default_factory=list)  # how many players stand before each number
    counted: list[str] = field(default_factory=list)  # `ships`, `cards` or nothing, of each number
    by_name: bool = False  # whether a player is named, and not the alien of one alone
    sides: list[str] = field(default_factory=list)
    aliens: list[str] = field(default_factory=list)
    owners: list[str] = field(default_factory=list)  # who has each of these
    words: list[str] = field(default_factory=list)

    @property
    def names_nothing(self) -> bool:
        """True if it has words alone."""
        return not (
            self.players or self.targets or self.sources or self.numbers or self.plus or self.cards or self.sides
        )

    @property
    def names_cards(self) -> bool:
        """True if an encounter card or a reinforcement is named."""
        return bool(self.cards or self.plus)

    def has(self, *words: str) -> bool:
        """True if one of these words is said."""
        return not set(words).isdisjoint(self.words)

    def named(self) -> list[str]:
        """The players who are named, each once: nobody who is only pointed at, such as `he`."""
        return [name for name in dict.fromkeys(self.players) if not name.startswith("@")]

    def number_of(self, what: str) -> int:
        """How many things of a kind are counted, in all; those of no kind where none is named."""
        return sum(number for number, counted in zip(self.numbers, self.counted, strict=True) if counted == what)

    def one_number(self) -> int | None:
        """The number that is told, where all that are told are the same; None without one."""
        return self.numbers[0] if len(set(self.numbers)) == 1 else None


def pieces(s: Sentence) -> list[tuple[int, int]]:
    """Where the pieces between marks and joining words begin and end."""
    found: list[tuple[int, int]] = []
    start = at = 0
    while s.tokens[at]:
        end = _planet_end(s, at)
        if end:
            at = end
        elif s.lower[at] in _BREAKS and not s.is_name(at):
            found.append((start, at))
            start = at = at + 1
        else:
            at += 1
    found.append((start, at))
    return [(start, end) for start, end in found if end > start]


def named(s: Sentence, start: int, end: int) -> Piece:
    """What the pieces from `start` to `end` name."""
    piece, at = Piece(start, end), start
    while at < end and s.tokens[at]:
        at = next((then for reader in _READERS if (then := reader(s, at, piece)) > at), at + 1)
    return piece


# -- readers: each takes what it knows from a place on, and says where it ends ----------------------------------------


def _planet_end(s: Sentence, at: int) -> int:
    """Where a planet ends that begins here; 0 where none does. `black 8` is none: a planet has a mark or a word."""
    for _, end in s.hole("PLANET", at):
        said = s.lower[at:end]
        if not _WORLDS.isdisjoint(said) or any(word in ORDINALS for word in said):
            return end
    return 0


def _planet(s: Sentence, at: int, piece: Piece) -> int:
    end = _planet_end(s, at)
    if not end:
        return at
    planet = next(str(planet) for planet, then in s.hole("PLANET", at) if then == end)
    if (at and s.lower[at - 1] in _FROM) or (at > 1 and s.lower[at - 1] in FILLERS and s.lower[at - 2] in _FROM):
        piece.sources.append(Source(planet))
    else:
        piece.targets.append(planet)
    return end


def _plus(s: Sentence, at: int, piece: Piece) -> int:
    if s.tokens[at] != "+" and s.lower[at] != "plus":
        return at
    number = s.number_at(at + 1)
    if number is None:
        return at
    piece.plus.append(number[0])
    return number[1]


def _number(s: Sentence, at: int, piece: Piece) -> int:
    number = s.number_at(at) or _one_thing(s, at)
    if number is None:
        return at
    value, then = number
    thing = s.lower[then]
    if CARDS.get(thing, "") in ("N", "M"):
        return at  # two negotiates
    if s.lower[at] == "one" and s.lower[at - 1] in ("next", "that", "this", "another") and at:
        return then  # the next one
    counted = _thing_counted(thing)
    piece.numbers.append(value)
    piece.at.append(len(piece.players))
    piece.counted.append(counted)
    return then + bool(counted)


def _one_thing(s: Sentence, at: int) -> tuple[int, int] | None:
    """A ship or a card that is told without a number, as the one that it is: `a ship`, `his card`."""
    word, thing = s.lower[at], s.lower[at + 1]
    if word in _LONE and thing in _SHIPS:
        return (1, at + 1)
    return (1, at + 1) if word in ("a", "an", "his", "her", "one") and thing in _SHIPS | _CARDS else None


def _thing_counted(word: str) -> str:
    return "ships" if word in _SHIPS else "cards" if word in _CARDS else ""


def _card(s: Sentence, at: int, piece: Piece) -> int:
    card = CARDS.get(s.lower[at], "")
    if card not in ("N", "M") or s.is_name(at):
        return at
    piece.cards.append((len(piece.players), card))
    return at + 1


def _sheet_at(s: Sentence, at: int) -> str:
    """The alien whose printed name stands here; empty where there is none."""
    return next(filter(None, (s.names.alien(text) for text, _ in s.printed(at))), "")


def _player(s: Sentence, at: int, piece: Piece) -> int:
    if s.lower[at] in ("i", "we", "me", "us", "the", "main"):
        return at
    for who, end in s.whose(at):
        if who.startswith("@") and s.lower[at] in SIDES:
            return at
        alien = _sheet_at(s, at)
        is_sheet = bool(alien) and not s.player_at(at)
        if is_sheet:
            piece.aliens.append(alien)
            piece.owners.append(who)
        else:
            piece.by_name = True
        if not is_sheet or not piece.players:
            piece.players.append(who)
        return end
    name = _misspelt(s, at)
    if name:
        piece.players.append(name)
        return at + 1
    return at


def _misspelt(s: Sentence, at: int) -> str:
    """The player whose name a word nearly is; none (an empty text) for a short one, and for a word that is known."""
    word = s.lower[at]
    if len(word) < _LEAST or not word.isalpha() or word in FILLERS:
        return ""
    found = near(word, list(s.players.values()), 1, _ALIKE, str.casefold)
    return found[0] if found else ""


def _side(s: Sentence, at: int, piece: Piece) -> int:
    if s.lower[at] in _FROM and _planet_end(s, at + 1):
        return at
    side = SIDES.get(s.lower[at]) or SIDE_WORDS.get(s.lower[at], "")
    if not side:
        return at
    piece.sides.append(side)
    return at + 1


def _word(s: Sentence, at: int, piece: Piece) -> int:
    piece.words.append(s.lower[at])
    return at + 1


_READERS = (_planet, _plus, _number, _card, _player, _side, _word)


def alien_of(s: Sentence, piece: Piece, who: str, sheets: Sequence[str]) -> Iterator[str]:
    """Which of a player's aliens a piece speaks of: by its name, or by a verb made of it (`clones it back`)."""
    for alien in sheets:
        key = key_of(alien)
        if alien in piece.aliens or any(
            len(word) >= _LEAST and (key.startswith(word.rstrip("s")) or word.startswith(key)) for word in piece.words
        ):
            yield alien
