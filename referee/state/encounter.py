"""One encounter as it stands on the table when the cards are turned up.

Plain values: nothing here knows a rule. `None` as a number is a `?`: a fact that is hidden. A fact that was
not mentioned is missing from its mapping.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import NamedTuple

# Kinds of encounter card, as far as they matter for the outcome.
ATTACK, NEGOTIATE, MORPH, NONE, OTHER, HIDDEN = "attack", "negotiate", "morph", "none", "other", "hidden"

OFFENSE, DEFENSE = "offense", "defense"

# What a line counts of players, by the word for it: ships in the warp, tokens on the sheet, and colonies.
COUNTED = ("warp", "tokens", "foreign", "home")

_LETTERS = {NEGOTIATE: "N", MORPH: "M", NONE: "none", HIDDEN: "?"}


class Card(NamedTuple):
    """An encounter card: `value` for an attack (None: some attack), `name` for a card of another kind.

    A card that only counts as an attack has both.
    """

    kind: str
    value: int | None = None
    name: str = ""

    def __str__(self) -> str:
        if self.kind == ATTACK and not self.name:
            return "A" if self.value is None else str(self.value)
        return _LETTERS.get(self.kind, self.name)


@dataclass(slots=True)
class Player:
    """A player in the encounter: ships committed (offense, allies) or standing on the target (defense)."""

    name: str
    ships: int | None
    aliens: tuple[str, ...] = ()


@dataclass(slots=True)
class Side:
    """A main player with allies, the encounter card and the reinforcements counted for this side."""

    main: Player
    allies: tuple[Player, ...]
    card: Card
    plus: tuple[int | None, ...] = ()

    def players(self) -> tuple[Player, ...]:
        """The main player first, then the allies as written."""
        return (self.main, *self.allies)


@dataclass(slots=True)
class Hand:
    """A hand: how many cards (None: unknown) and, where they were named, which (`?` for one unknown card)."""

    count: int | None
    cards: tuple[str, ...] | None = None


RANDOM = "random"  # of cards: whichever who gets them draws from the hand


def cards_of_type(kind: str, count: int | None) -> str:
    """What so many cards of a type are called: `artifacts`, `card at random`; of no type, cards."""
    noun = "card" if kind in ("", RANDOM) else kind
    noun = noun if count == 1 else f"{noun}s"
    return f"{noun} at random" if kind == RANDOM else noun


class Settlers(NamedTuple):
    """Ships that found a colony, and the place that they come from."""

    ships: int
    place: str


@dataclass(slots=True, unsafe_hash=True)
class Term:
    """What one main player gives in a deal: cards by number or by name, leave to found a colony, or a promise.

    Cards by number can be all `of` one type, such as `artifact`, or be drawn by who gets them: of `random`.
    `ships` is how many ships found that colony, `source` where they come from (`gate` or a planet); `others` are those
    of them that come from elsewhere. A promise has the player's own words.
    """

    giver: str
    count: int | None = None
    cards: tuple[str, ...] = ()
    colony: bool = False
    planet: str = ""
    ships: int | None = None
    source: str = ""
    promise: str = ""
    others: tuple[Settlers, ...] = ()
    of: str = ""

    def what(self) -> str:
        """The cards that are given, in words."""
        if self.cards and {*self.cards} != {str(Card(ATTACK))}:
            return " ".join(self.cards)
        if self.cards:
            return f"{len(self.cards)} {cards_of_type(ATTACK, len(self.cards))}"
        if self.count is None and not self.of:
            return "some cards"
        number = "some" if self.count is None else str(self.count)
        return f"{number} {cards_of_type(self.of, self.count)}"

    def stacks(self) -> tuple[Settlers, ...]:
        """How many of a colony's ships come from where, if that is told of all of them; else empty."""
        if self.ships is None or not self.source:
            return ()
        return (Settlers(self.ships - sum(ships for ships, _ in self.others), self.source), *self.others)


@dataclass(slots=True, unsafe_hash=True)  # two accounts are compared by what was said in them
class Act:
    """Something done or stated, in the words of the table commands. What does not apply is empty."""

    verb: str
    who: str = ""
    by: str = ""
    name: str = ""
    face: str = ""  # which text of a flare is meant: `wild` or `super`
    args: tuple[str, ...] = ()
    amount: int | None = None
    hidden: bool = False  # whether the amount is `?`
    side: str = ""
    why: str = ""
    terms: tuple[Term, ...] = ()


@dataclass(slots=True)
class Position:
    """Everything one encounter line says. Mappings hold only what was mentioned; keys are player names."""

    offense: Side
    defense: Side
    target: tuple[str, str] | None = None
    planet: dict[str, int | None] | None = None
    hands: dict[str, Hand] = field(default_factory=dict)
    warp: dict[str, int | None] = field(default_factory=dict)
    tokens: dict[str, int | None] = field(default_factory=dict)
    foreign: dict[str, int | None] = field(default_factory=dict)
    home: dict[str, int | None] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    second: bool = False
    reverse_cone: bool = False
    acts: tuple[Act, ...] = ()
    aliens: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of players who are on no side
    sheetless: tuple[str, ...] = ()  # players who were said to have no alien, whatever they are called
    named_after: tuple[str, ...] = field(default=(), compare=False)  # whose alien is known by the player's name alone
    invited: tuple[str, ...] = ()  # allies of whom a table knows that they were asked; no line says so
    removed: dict[str, int] = field(default_factory=dict)  # ships out of the game; no line says so either
    reckoned: Mapping[str, tuple[str, ...]] | None = None  # `Table.reckoned`, of a table that has such counts
    checked: bool = False  # whether a table ruled each use when it was made; no line says so
    line: str = field(default="", compare=False)
    in_words: bool = field(default=False, compare=False)  # whether the line is not in the notation

    def but(self, **changes: object) -> Position:
        """The same position with these fields otherwise; cheaper than `dataclasses.replace`, and done very often."""
        found = Position(*_ALL(self))
        for name, value in changes.items():
            setattr(found, name, value)
        return found

    def side(self, name: str) -> Side:
        """The side called `offense` or `defense`."""
        return self.offense if name == OFFENSE else self.defense

    def participants(self) -> tuple[Player, ...]:
        """Main players and allies: the offense's side, then the defense's."""
        return (self.offense.main, *self.offense.allies, self.defense.main, *self.defense.allies)

    def names(self) -> list[str]:
        """Every player on the line, in the order in which a reader meets them."""
        found: dict[str, object] = dict.fromkeys([p.name for p in self.participants()])
        for told in (self.planet, self.hands, self.warp, self.tokens, self.foreign, self.home):
            if told:
                found.update(told)
        if self.seats:
            found.update(dict.fromkeys(self.seats))
        for act in self.acts:
            found.update(dict.fromkeys(n for n in (act.who, act.by) if n))
        return list(found)


_ALL = attrgetter(*(field.name for field in fields(Position)))
