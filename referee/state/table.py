"""A whole table: who sits where, what stands on every planet, what is held, and how far the turn has come.

Plain values: nothing here knows a rule. Stacks are kept by place, and a place is a planet (`purple.2`) or one of the
words below. A player without ships in a place is missing there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.state.encounter import Act
from referee.state.pending import Agreed, Chance, Due, Extra, Held, Lent, Said
from referee.state.phases import START
from referee.state.retold import Aftermath, Retold

if TYPE_CHECKING:
    from referee.state.encounter import Position

# Places that are no planets. `beside` is where a defensive ally's ships stand; `unplaced` holds ships that a
# correction left over; `removed` those out of the game; `tech` those on a player's tech cards; `limbo` those on the
# fan of the reverse warp.
WARP, GATE, BESIDE, UNPLACED, REMOVED, TECH, LIMBO = "warp", "gate", "beside", "unplaced", "removed", "tech", "limbo"
PLACES = (WARP, GATE, BESIDE, UNPLACED, REMOVED, TECH, LIMBO)
_NO_PLANETS = frozenset(PLACES)

UNKNOWN = "?"  # a card of which nothing is known
SOME_ATTACK = "A"  # an attack of which the value is not known
HAND, TOKENS = "hand", "tokens"  # what is counted of a player besides ships, among the places of `Table.reckoned`
THE_DECK = "the deck"  # whose cards lie on a sheet that came off the deck: no player has a name with a space

HAS, LOST = "has", "lost"  # an alien power


class Tech(NamedTuple):
    """A tech card in front of its player: facedown until it is complete, with the ships that research it."""

    name: str = UNKNOWN
    ships: int = 0
    complete: bool = False


class LastRuling:
    """The last ruling at a table: its outcome; its line, and all of it as JSON, put together when somebody asks.

    `position` is the line as a position, as it was ruled or once somebody has read it; it is not changed.
    """

    __slots__ = ("_tell", "_told", "_write", "outcome", "position")

    def __init__(
        self,
        outcome: str | None,
        write: Callable[[], str],
        tell: Callable[[], dict[str, object]],
        position: Position | None = None,
    ) -> None:
        self.outcome = outcome
        self.position = position
        self._write = write
        self._tell = tell
        self._told: dict[str, object] | None = None

    @classmethod
    def kept(cls, told: dict[str, Any]) -> LastRuling:
        """A ruling that was kept as JSON."""
        return cls(told.get("outcome"), write=lambda: str(told["position"]), tell=lambda: told)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LastRuling) and self.told == other.told

    __hash__ = None  # type: ignore[assignment]

    @property
    def line(self) -> str:
        """The line that was ruled."""
        return self._write()

    @property
    def told(self) -> dict[str, Any]:
        """The ruling as JSON, without its proof (CONTRACT: a ruling as JSON)."""
        if self._told is None:
            self._told = self._tell()
        return self._told


class Settled(NamedTuple):
    """The planets on which each player has ships: all of them, those at home, and those elsewhere."""

    anywhere: dict[str, list[str]]
    home: dict[str, list[str]]
    foreign: dict[str, list[str]]


@dataclass
class Table:
    """Everything on the table. Mappings are by player name; `ships` by place and then by player.

    What is typed `dict` or `list` is changed in its place, and a copy has its own. Everything else is replaced as a
    whole and never changed: copies share it.
    """

    edition: str
    seats: tuple[str, ...]
    aliens: dict[str, tuple[str, ...]] = field(default_factory=dict)
    ships: Mapping[str, dict[str, int]] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tokens: dict[str, int] = field(default_factory=dict)
    powers: Mapping[str, str] = field(default_factory=dict)
    owned: Mapping[str, int] = field(default_factory=dict)
    deck: int | None = None
    destiny_deck: int | None = None
    discards: tuple[str, ...] = ()
    turn: str = ""
    encounter: int = 1
    phase: str = START
    put_away: bool = False  # whether the encounter cards are discarded already
    successful: bool = False  # whether the encounter that is over may be followed by a second
    defense: str = ""
    target: str = ""
    empty: bool = False  # whether the offense lands on an empty home planet of its own
    regrouped: bool = False
    none_to_regroup: bool = False  # whether its regroup passed without a ship in the warp
    invited: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    answered: tuple[str, ...] = ()
    allies: Mapping[str, str] = field(default_factory=dict)  # by player, the side
    cards: Mapping[str, str] = field(default_factory=dict)  # by main player, the card as it was chosen
    revealed: bool = False
    acts: tuple[Act, ...] = ()
    carried: tuple[int, ...] = ()  # which of the acts are uses that did all they do when they were said
    returned: tuple[int, ...] = ()  # which of the acts are flares that are in hand again already
    told: tuple[Said, ...] = ()  # of powers that are not applied
    founded: tuple[int, ...] = ()  # which of the acts are colonies that players stated and that stand there
    ruled: bool = False  # whether the cards of this encounter have decided, so that `last` is its ruling
    due: list[Due] = field(default_factory=list)
    winning: tuple[str, ...] = ()  # who meets a condition of winning, before that is settled
    winners: tuple[str, ...] = ()
    last: LastRuling | None = None
    pile: tuple[str, ...] = ()  # what the encounter discards, bottom first
    kept: tuple[Held, ...] = ()  # the cards of the encounter that are in somebody's hand afterwards
    salvaged: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # which acts' artifacts a power took up
    aftermath: Aftermath | None = None  # of an encounter that was resolved: how that went on
    fresh: bool = False  # whether the last command was an act, so that it can still be answered
    rewind: Table | None = None  # as it was before the last card was carried out, for a Card Zap
    hidden: dict[str, tuple[str, ...]] = field(default_factory=dict)  # aliens not shown yet: none known, or these
    techs: Mapping[str, tuple[Tech, ...]] = field(default_factory=dict)
    tech_done: tuple[str, ...] = ()  # who has done something with a tech in this regroup phase
    tech_deck: int | None = None
    tech_discards: tuple[str, ...] = ()
    late: tuple[str, ...] = ()  # who showed a sheet in this encounter when ships were sent already
    rewards_deck: int | None = None  # none in play, or not counted
    rewards_discards: int = 0
    aside: dict[str, tuple[str, ...]] = field(default_factory=dict)  # cards apart from hands, by where they lie
    # By player, what lies on its alien sheet: of each color so many ships, which are out of the game (`removed`), and
    # planets, 1 each.
    captured: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    chances: tuple[Chance, ...] = ()  # what optional powers may still be used for
    fallen: Mapping[str, int] = field(default_factory=dict)  # ships that reached the warp in this encounter
    borrowed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # cards played that were laid aside, by place
    extras: tuple[Extra, ...] = ()  # encounters out of turn; the first one goes on if it has a `turn`
    lent: tuple[Lent, ...] = ()
    besides: Mapping[str, str] = field(default_factory=dict)  # the alien that a player has by a tech, besides its own
    reverse: bool = False  # whether the reverse cone is up, in editions that have one
    comet: str = ""  # what changes this encounter, in editions with comets
    launched: str = ""  # half a launch: `ships` before the gate is aimed, or the planet before ships are sent
    destiny_drawn: tuple[str, ...] = ()  # what was drawn of the destiny deck that lies there now: colors, and `other`
    begun: bool = False  # whether the start of this turn has begun: a new hand was drawn
    # The reverse warp: the sections of the fan by color, with the ships on them; the color where the marker lies; and
    # of the ships in the warp those that will not go on the fan as this encounter ends.
    fan: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    marker: str = ""
    arrived: Mapping[str, int] = field(default_factory=dict)
    reverse_hexes: tuple[str, ...] = ()  # whose planet hex lies with its reverse side up
    strict: bool = False  # whether this table says every step
    retold: Retold | None = None  # what was told of a phase in any order
    # By player, the places where its ships (and `hand`, its cards) are counted after a choice that nobody told; and
    # those of which nobody knows the count: the number that stands there is the last one that was known.
    reckoned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unknown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counted: tuple[str, ...] = ()  # whose hand is known by its number, though no card of it is unknown any more
    agreed: tuple[Agreed, ...] = ()  # what was not by the rules and stands all the same
    # Worked out when it is asked for, and shared by copies until a planet is gained or a stack comes or goes.
    colors: dict[str, tuple[str, ...]] | None = field(default=None, compare=False, repr=False)
    fewest: int | None = field(default=None, compare=False, repr=False)
    rank: dict[str, int] | None = field(default=None, compare=False, repr=False)
    others: dict[str, tuple[str, ...]] | None = field(default=None, compare=False, repr=False)
    settled: Settled | None = field(default=None, compare=False, repr=False)

    _own = None  # `ships`, as long as no copy has them too

    def __post_init__(self) -> None:
        """Keeps what the table has, and not what it has not: that is the same for all tables (`_DEFAULTS`)."""
        own = self.__dict__
        for name, value in _DEFAULTS.items():
            if name in own and own[name] == value:
                del own[name]

    # -- looking ---------------------------------------------------------------------------------------------------

    def at(self, place: str, player: str) -> int:
        """How many ships of a player stand in a place."""
        try:
            return self.ships[place].get(player, 0)
        except KeyError:  # no such place: hardly ever asked
            return 0

    def planets(self) -> Iterator[str]:
        """The planets, in the order of the seats."""
        return (place for place in self.ships if place not in _NO_PLANETS)

    def home_planets(self, player: str) -> tuple[str, ...]:
        """The planets of a player's color."""
        return (self.colors or self._planets_by_color()).get(player, ())

    def fewest_planets(self) -> int:
        """How many planets the smallest system has."""
        if self.fewest is None:
            self.fewest = min([len(self.home_planets(name)) for name in self.seats])
        return self.fewest

    def _planets_by_color(self) -> dict[str, tuple[str, ...]]:
        """The planets of each color."""
        found: dict[str, list[str]] = {}
        for place in self.planets():
            found.setdefault(owner(place), []).append(place)
        self.colors = {name: tuple(places) for name, places in found.items()}
        return self.colors

    def who_settled(self) -> Settled:
        """Who has colonies where."""
        if self.settled is not None:
            return self.settled
        anywhere: dict[str, list[str]] = {}
        home: dict[str, list[str]] = {}
        foreign: dict[str, list[str]] = {}
        for place, stacks in self.ships.items():
            if stacks and place not in _NO_PLANETS:
                own = owner(place)
                for name in stacks:
                    anywhere.setdefault(name, []).append(place)
                    (home if name == own else foreign).setdefault(name, []).append(place)
        self.settled = Settled(anywhere, home, foreign)
        return self.settled

    def colonies(self, player: str) -> Sequence[str]:
        """The planets where a player has ships."""
        return (self.settled or self.who_settled()).anywhere.get(player, ())

    def home_colonies(self, player: str) -> Sequence[str]:
        """The player's colonies at home."""
        return (self.settled or self.who_settled()).home.get(player, ())

    def foreign_colonies(self, player: str) -> Sequence[str]:
        """The player's colonies elsewhere."""
        return (self.settled or self.who_settled()).foreign.get(player, ())

    def count_colonies(self) -> tuple[dict[str, int], dict[str, int]]:
        """How many colonies everybody has: at home, and elsewhere."""
        _, home, foreign = self.who_settled()
        return (
            {name: len(home.get(name, ())) for name in self.seats},
            {name: len(foreign.get(name, ())) for name in self.seats},
        )

    def to_return(self, due: Due) -> int:
        """How many ships a player has still to return: a power may have brought some of them back already."""
        return min(due.count, self.at(due.place, due.who)) if due.place else due.count

    def open_to(self, due: Due) -> Sequence[str]:
        """The colonies to which ships may return: not one that they leave as its last (4.6.1.1)."""
        colonies = self.colonies(due.who)
        if due.place in PLACES or not due.place or self.at(due.place, due.who) > due.count:
            return colonies
        return [place for place in colonies if place != due.place]

    def on_colonies(self, player: str) -> int:
        """How many ships of a player stand on its colonies."""
        ships, found = self.ships, 0
        for place in self.colonies(player):
            found += ships[place][player]
        return found

    def total(self, player: str) -> int:
        """All ships of a player, wherever they are."""
        found = 0
        for stacks in self.ships.values():
            found += stacks.get(player, 0)
        return found

    def clockwise(self, player: str) -> tuple[str, ...]:
        """The other players, clockwise from a player's left."""
        return (self.others or self._seated())[player]

    def _seated(self) -> dict[str, tuple[str, ...]]:
        """The other players of each, clockwise."""
        seats = self.seats
        self.others = {name: seats[at + 1 :] + seats[:at] for at, name in enumerate(seats)}
        return self.others

    @property
    def offense(self) -> str:
        """The player whose turn it is."""
        return self.turn

    @property
    def outcome(self) -> str | None:
        """How this encounter ended, once its cards decided; None before that."""
        return self.last.outcome if self.last is not None and self.ruled else None

    @property
    def line(self) -> str:
        """The encounter as one line, as its cards decided it; none (an empty text) before that."""
        return self.last.line if self.last is not None and self.ruled else ""

    def mains(self) -> tuple[str, ...]:
        """The main players, as far as they are known."""
        if self.turn and self.defense:
            return (self.turn, self.defense)
        return (self.turn,) if self.turn else ()

    def captives(self, player: str) -> int:
        """How many ships of a player lie on alien sheets."""
        return sum(held.get(player, 0) for held in self.captured.values())

    def captured_planets(self, player: str) -> list[str]:
        """The planets that lie on a player's alien sheet."""
        return [planet for planet in self.captured.get(player, ()) if "." in planet]

    # -- changing --------------------------------------------------------------------------------------------------

    def hold_on_sheet(self, player: str, held: Mapping[str, int]) -> None:
        """On a player's alien sheet lie exactly these ships and planets."""
        kept = {what: count for what, count in held.items() if count > 0}
        others = {name: lying for name, lying in self.captured.items() if name != player}
        self.captured = {**others, player: kept} if kept else others

    def _release(self, player: str, ships: int) -> None:
        """So many ships of a player lie on no alien sheet any more."""
        for name, held in self.captured.items():
            freed = min(max(ships, 0), held.get(player, 0))
            if freed:
                ships -= freed
                self.hold_on_sheet(name, {**held, player: held[player] - freed})

    def hold(self, player: str, cards: tuple[str, ...]) -> None:
        """A player's hand is these cards."""
        if UNKNOWN not in cards and UNKNOWN in self.hands[player] and player not in self.counted:
            self.counted = (*self.counted, player)
        self.hands = {**self.hands, player: cards}

    def gain(self, player: str, *cards: str) -> None:
        """Cards come to a player's hand."""
        hands = self.hands
        self.hands = {**hands, player: (*hands[player], *cards)}

    def put(self, place: str, player: str, count: int) -> None:
        """Lets exactly so many ships of a player stand in a place.

        The stacks of a place are replaced and never changed: copies of a table share those that nobody touched.
        """
        if place == REMOVED and self.captured:
            self._release(player, self.captives(player) - count)
        own = self._own
        ships = own if own is not None and own is self.ships else self._own_ships()
        stacks = ships[place].copy() if place in ships else {}
        changed = (player in stacks) != bool(count)
        if count:
            stacks[player] = count
        elif changed:
            del stacks[player]
        ships[place] = stacks
        if changed and self.settled is not None and place not in _NO_PLANETS:
            self._resettle(self.settled, place, player)

    def _own_ships(self) -> dict[str, dict[str, int]]:
        """The stacks by place, to be changed: copied first where a copy of the table has them too."""
        if self._own is None or self._own is not self.ships:
            self.ships = self._own = dict(self.ships)
        return self._own

    def _resettle(self, before: Settled, place: str, player: str) -> None:
        """Who has colonies where, after a player has come to a planet or left it; `before` is shared by copies."""
        rank = self.rank or self._ranked()

        def turned(places: dict[str, list[str]]) -> dict[str, list[str]]:
            there = places.get(player, [])
            if place in there:
                there = [other for other in there if other != place]
            else:
                there = [*there, place]
                there.sort(key=rank.__getitem__)
            return {**places, player: there}

        anywhere = turned(before.anywhere)
        if owner(place) == player:
            self.settled = Settled(anywhere, turned(before.home), before.foreign)
        else:
            self.settled = Settled(anywhere, before.home, turned(before.foreign))

    def _ranked(self) -> dict[str, int]:
        """Where each place stands in the order of the seats."""
        self.rank = {place: at for at, place in enumerate(self.ships)}
        return self.rank

    def lay(self, place: str, stacks: dict[str, int]) -> None:
        """Lets exactly these ships stand in a place, which may be a new one."""
        self._own_ships()[place] = {name: count for name, count in stacks.items() if count}
        self.colors = self.settled = self.rank = self.fewest = None

    def take_away(self, place: str) -> None:
        """A planet leaves the game, with what was said of counts there."""
        del self._own_ships()[place]
        self.reckoned, self.unknown = [
            {name: left for name, places in counts.items() if (left := tuple(one for one in places if one != place))}
            for counts in (self.reckoned, self.unknown)
        ]
        self.colors = self.settled = self.rank = self.fewest = None

    def move(self, player: str, count: int, source: str, to: str) -> None:
        """Moves ships; ValueError if there are too few."""
        if not count:
            return
        ships = self.ships
        have = ships[source].get(player, 0) if source in ships else 0
        if count > have:
            raise ValueError(f"{player} has {have} ships at {source}, not {count}")
        if source != to:
            self.put(source, player, have - count)
            self.put(to, player, count + (ships[to].get(player, 0) if to in ships else 0))

    def copy(self) -> Table:
        """The same table, to be changed by itself.

        Only what is changed in its place is copied, field by field, since this is done for every command.
        """
        self._own = None
        if len(self.__dict__) > _MANY:
            self.__post_init__()
        found = object.__new__(Table)
        found.__dict__ = self.__dict__.copy()
        found.aliens = self.aliens.copy()
        found.tokens = self.tokens.copy()
        found.hidden = self.hidden.copy()
        found.aside = self.aside.copy()
        found.due = []
        if self.due:
            found.due = [Due(d.who, d.what, d.count, d.place, d.source, d.as_ships, d.by) for d in self.due]
        return found


class _Nothing(dict[str, object]):
    """A mapping of nothing that all tables share, for what is replaced as a whole and never changed."""

    __slots__ = ()


_MANY = 42  # fields; a mapping of more takes twice the memory
_ITS_OWN = ("ships", "aliens", "tokens", "hidden", "aside", "due")


def _defaults() -> dict[str, object]:
    """What a table has not, by field; `Table` has it for all tables, so that none keeps it for itself."""
    found: dict[str, object] = {}
    for one in fields(Table):
        if one.name in _ITS_OWN:
            continue
        if one.default is not MISSING:
            found[one.name] = one.default
        elif one.default_factory is not MISSING:
            found[one.name] = _Nothing()
            setattr(Table, one.name, found[one.name])
    return found


_DEFAULTS = _defaults()


@lru_cache(maxsize=4096)
def owner(planet: str) -> str:
    """Whose color a planet has."""
    return planet.partition(".")[0]


def new(edition: str, seats: tuple[str, ...], planets: int, ships: int, hand: int) -> Table:
    """A table as the setup leaves it: so many planets a player, the ships spread over them, so many unknown cards."""
    each = ships // planets
    stacks = {f"{name}.{number}": {name: each} for name in seats for number in range(1, planets + 1)}
    stacks |= {place: {} for place in PLACES}
    return Table(
        edition,
        seats,
        ships=stacks,
        hands=dict.fromkeys(seats, (UNKNOWN,) * hand),
        powers=dict.fromkeys(seats, HAS),
        owned=dict.fromkeys(seats, ships),
        turn=seats[0],
    )
