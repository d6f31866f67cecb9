"""A game of Duel as it stands: supplies, Warp, planets, hands, tactics, envoys, decks, and the duel that is fought.

Plain values: nothing here knows a rule. A card is written as on a line: `13` is a plan, `+8` a reinforcement, `?` one
that nobody has told. What is None is not known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, NamedTuple

from referee.state.checked import check, copied, kept, restored
from referee.state.pending import Agreed


class Phase(StrEnum):
    """The phases of a game, in the order in which a destiny card leads through them."""

    SETUP = "setup"
    DESTINY = "destiny"
    BAR = "bar"
    DIALS = "dials"
    ENVOYS = "envoys"
    CHOOSE = "choose"
    TACTICS = "tactics"
    READY = "ready"
    PLANS = "plans"
    REINFORCE = "reinforcements"
    PRIZE = "effect"
    LIMIT = "hand limit"
    OVER = "over"


UNKNOWN = "?"
DISCOVERY, EVENT, REFRESH = "discovery", "event", "refresh"
DECKS = (DISCOVERY, EVENT, REFRESH)
WARPPLANET = "warpplanet"
WINNER, LOSER = "winner", "loser"


@dataclass
class Envoy:
    """An envoy in play: its name if it was told, whether it lies face up, whose ally it is (empty: neutral)."""

    name: str = UNKNOWN
    faceup: bool = False
    ally: str = ""
    readers: list[str] = field(default_factory=list)  # who has read it


class Option(NamedTuple):
    """One thing that can be done of what is due: `recover 3`, `draw 5`; of `keep` the number says which envoy."""

    verb: str
    number: int = 1

    @classmethod
    def of(cls, text: str) -> Option:
        """The option that a text says. Raises ValueError for what is none."""
        verb, number = text.split()
        return cls(verb, int(number))

    def __str__(self) -> str:
        return f"{self.verb} {self.number}"


@dataclass
class Duty:
    """Something that `who` has still to do, or `may` do: one of the `options`."""

    who: str
    options: list[Option]
    may: bool = False
    whose: str = ""  # whose ships, where they are not the player's own
    law: str = ""  # the rule that holds what the card says of it, where it is not the card's own

    @property
    def verb(self) -> str:
        """What is to be done, by the first option."""
        return self.options[0].verb

    @property
    def number(self) -> int:
        """How many of them, by the first option."""
        return self.options[0].number

    def most(self, verb: str) -> int:
        """How much of this kind can be done; 0 where it is none of the options."""
        return next((option.number for option in self.options if option.verb == verb), 0)

    def falls_to(self, verb: str) -> str:
        """Whose ships or cards an option of this kind is done to: the opponent's ships are destroyed."""
        return self.whose if self.whose and verb == "destroy" else self.who

    def has(self, verb: str) -> bool:
        """True if one of the options is of this kind."""
        return any(option.verb == verb for option in self.options)


@dataclass
class PlayedCard:
    """A reinforcement on the table: who played it, the card, and whose clout it changes."""

    by: str
    card: str
    on: str


class Gone(NamedTuple):
    """A card that lies on a player's discard pile already."""

    whose: str
    card: str


class Added(NamedTuple):
    """What the players say that an ability adds to somebody's clout."""

    who: str
    number: int
    why: str


@dataclass
class Began:
    """What both players had as a duel or contest began, by player name: what a line tells of that."""

    supply: dict[str, int] = field(default_factory=dict)
    warp: dict[str, int] = field(default_factory=dict)
    there: dict[str, int] = field(default_factory=dict)
    controls: dict[str, int] = field(default_factory=dict)  # other planets
    spent: dict[str, int] = field(default_factory=dict)
    envoys: dict[str, str] = field(default_factory=dict)  # allies that lay face up


@dataclass
class Fight:
    """A duel or contest that goes on. Mappings are by player name."""

    contest: bool = False
    planet: str = ""
    advantage: int | None = None
    prize: str = ""  # winner | loser: who resolves the prize
    from_warp: bool = False
    barred: list[str] = field(default_factory=list)  # who cannot send ships
    sent: dict[str, int] = field(default_factory=dict)
    destroyed: dict[str, int] = field(default_factory=dict)
    tactics: dict[str, str] = field(default_factory=dict)
    shown: bool = False  # whether the tactics are revealed, and wait to be resolved
    outs: dict[str, str] = field(default_factory=dict)  # what became of them: spent | readied | none
    plans: dict[str, str] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)  # what the plans are worth, once they are revealed
    turned: dict[str, int] = field(default_factory=dict)  # what plans were worth before their digits changed places
    gone: list[Gone] = field(default_factory=list)
    played: list[PlayedCard] = field(default_factory=list)
    added: list[Added] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)  # who had the chance to reveal an envoy
    used: list[str] = field(default_factory=list)
    passes: int = 0
    turn: str = ""
    winner: str = ""
    clout: dict[str, int] = field(default_factory=dict)
    began: Began = field(default_factory=Began)
    dials: dict[str, int] = field(default_factory=dict)
    laid: dict[str, str] = field(default_factory=dict)  # the plans as they were revealed
    snares: dict[str, str] = field(default_factory=dict)  # as they lay then
    acts: list[str] = field(default_factory=list)  # what was done, as a line tells it


@dataclass
class State:
    """Everything on the table of a game of Duel. Mappings are by player name, `planets` by number."""

    edition: str = "duel"
    seats: tuple[str, ...] = ()
    aliens: dict[str, str] = field(default_factory=dict)
    leader: str = ""
    supply: dict[str, int | None] = field(default_factory=dict)
    warp: dict[str, int | None] = field(default_factory=dict)
    planets: dict[str, dict[str, int]] = field(default_factory=dict)
    symbols: dict[str, str] = field(default_factory=dict)
    stack: int = 0
    decks: dict[str, int] = field(default_factory=dict)
    past: list[str] = field(default_factory=list)
    next: str = ""  # the deck of the next destiny card; empty where its icon was not told
    gains: int = 0  # cards in the reinforcement deck
    hands: dict[str, list[str]] = field(default_factory=dict)
    limits: dict[str, int] = field(default_factory=dict)
    piles: dict[str, int] = field(default_factory=dict)  # cards in each player's own deck
    discards: dict[str, list[str]] = field(default_factory=dict)
    spent: dict[str, list[str]] = field(default_factory=dict)
    envoys: dict[str, Envoy] = field(default_factory=dict)
    snares: dict[str, str] = field(default_factory=dict)
    icons: dict[str, str] = field(default_factory=dict)  # of texts whose icon the players read off their card
    says: dict[str, str] = field(default_factory=dict)  # card text that the players read out
    phase: Phase = Phase.SETUP
    card: str = ""
    bar: list[str] = field(default_factory=list)  # the planets from which the straggler picks
    fight: Fight | None = None
    dues: list[Duty] = field(default_factory=list)
    struck: list[int] = field(default_factory=list)
    counts: dict[str, int] = field(
        default_factory=dict
    )  # other planets that a player controls, where only that is told
    winners: list[str] = field(default_factory=list)
    ended: str = ""  # the rule by which the game was over
    last: dict[str, object] | None = None
    line: str = ""  # the duel or contest that was decided last
    agreed: tuple[Agreed, ...] = ()  # what was not by the rules and stands all the same

    # -- looking ---------------------------------------------------------------------------------------------------

    def other(self, name: str) -> str:
        """The opponent."""
        return self.seats[1] if name == self.seats[0] else self.seats[0]

    @property
    def straggler(self) -> str:
        """The player who is not the leader; nobody before the set-up is done."""
        return self.other(self.leader) if self.leader else ""

    def order(self) -> tuple[str, ...]:
        """The players, the leader first."""
        return (self.leader, self.straggler) if self.leader else self.seats

    def ships_at(self, planet: str, name: str) -> int:
        """How many ships a player has on a planet."""
        return self.planets.get(planet, {}).get(name, 0)

    def ally(self, name: str) -> list[str]:
        """The envoys that are allied with a player, by number: one, but for the moment in which there are two."""
        return [number for number, envoy in self.envoys.items() if envoy.ally == name]

    def has_now(self, planet: str) -> Began:
        """Returns what both players have as a duel or contest begins on a planet (an empty text: on none)."""
        elsewhere = [ships for other, ships in self.planets.items() if other != planet]
        allied = {name: self.envoys[key] for name in self.seats for key in self.ally(name)[:1]}
        return Began(
            supply={name: count for name, count in self.supply.items() if count is not None},
            warp={name: count for name, count in self.warp.items() if count is not None},
            there=dict(self.planets.get(planet, {})),
            controls={name: sum(bool(ships.get(name)) for ships in elsewhere) for name in self.seats},
            spent={name: len(self.spent[name]) for name in self.seats},
            envoys={name: envoy.name for name, envoy in allied.items() if envoy.faceup},
        )

    def total(self, name: str) -> int:
        """All ships of a player that are known: supply, Warp and planets."""
        there = sum(ships.get(name, 0) for ships in self.planets.values())
        return (self.supply.get(name) or 0) + (self.warp.get(name) or 0) + there

    # -- what the interactive table asks of any table ----------------------------------------------------------------

    @property
    def turn(self) -> str:
        """Who acts first."""
        return self.fight.turn if self.fight and self.fight.turn else self.leader or self.seats[0]

    @property
    def encounter(self) -> int:
        """Which destiny card of the game it is."""
        return len(self.past)

    def colonies(self, name: str) -> list[str]:
        """The planets on which a player has ships."""
        return [planet for planet, ships in self.planets.items() if ships.get(name)]

    def copy(self) -> State:
        """The same state, to be changed."""
        return copied(self)


def to_data(state: State) -> dict[str, Any]:
    """The state as JSON knows it."""
    data: dict[str, object] = kept(state)
    if not state.agreed:
        del data["agreed"]
    return data


def from_data(data: dict[str, object]) -> State:
    """The state that was kept. Raises KeyError, TypeError, ValueError or AttributeError for what is no state."""
    known = {entry.name for entry in fields(State)}
    return restored(State, {"seats": data["seats"], **{name: data[name] for name in known & data.keys()}})


def check_state(state: State) -> None:
    """Raises ValueError for a state that no game comes to: values of other kinds, other players, a phase of no game."""
    check(state)
    found = [what for what, is_wrong in _wrong(state) if is_wrong]
    if found:
        raise ValueError(f"{found[0]} cannot be so")


def _wrong(state: State) -> Iterator[tuple[str, bool]]:
    """What of a state can be wrong, and whether it is."""
    seats = {*state.seats}
    people = {state.leader, *state.supply, *state.warp, *state.hands, *state.winners, *state.piles, *state.spent}
    people.update(*state.planets.values(), (envoy.ally for envoy in state.envoys.values()))
    yield "seats", len(seats) != 2 or not all(name.isalnum() for name in seats)
    yield "a player", not people <= {*seats, ""} or state.hands.keys() != seats
    counts: list[Mapping[str, int | None]] = [
        state.supply,
        state.warp,
        state.decks,
        state.piles,
        *state.planets.values(),
    ]
    yield "counts", any((count or 0) < 0 for there in counts for count in there.values())
    yield "dues", any(due.who not in seats or not due.options for due in state.dues)


def show(state: State) -> dict[str, object]:
    """The table for people and programs: as `to_data`, hands by their number of cards."""
    told = {"format": 1, **to_data(state)}
    told["game"] = "duel"
    if state.agreed:
        told["agreed"] = [one.says for one in state.agreed]
    told["straggler"] = state.straggler
    told["hands"] = {name: len(hand) for name, hand in state.hands.items()}
    told["known"] = {name: [c for c in hand if c != UNKNOWN] for name, hand in state.hands.items()}
    told["over"] = state.phase == Phase.OVER
    return told
