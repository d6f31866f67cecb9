"""Where two powers meet, and whether it matters there which of them acts first (consolidated 4.8). Pure functions.

Two powers meet in a phase that both sheets show. There each acts at the moment that its text names (`book.moments`),
and at that in its window (`judge.powers.in_force.WINDOWS`); where both act in one and the same, a position is judged
in the timing order and once more the other way round.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations, product
from typing import NamedTuple

from referee.book.loader import Names, Rulebase
from referee.book.moments import DURING, UNKNOWN, Moment
from referee.book.power import Alien, Use
from referee.errors import RefereeError
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.encounter import settle
from referee.judge.powers.effect import window_of
from referee.judge.powers.in_force import PHASE_OF, Plan
from referee.judge.ruling import ILLEGAL, Ruling
from referee.judge.stand import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY, admitted
from referee.judge.timing.contenders import is_filled, moments_of
from referee.judge.unknown import NeedsFactError, complete
from referee.state.canonical import write
from referee.state.encounter import DEFENSE, OFFENSE, Position
from referee.state.faults import faults
from referee.state.notation import read
from referee.state.reader import write_name

Told = dict[str, object]  # what is ruled, as flat names and values
Cards = tuple[int | str, int | str]  # what the main players turn up

# The seats of every position that is tried, clockwise from the offense.
SEATS = {
    "red": OFFENSE,
    "yellow": OFFENSIVE_ALLY,
    "purple": DEFENSE,
    "blue": DEFENSIVE_ALLY,
    "green": BYSTANDER,
    "white": BYSTANDER,
}
ROLES = (OFFENSE, DEFENSE, OFFENSIVE_ALLY, DEFENSIVE_ALLY, BYSTANDER)
_MANY = ("any",)

# The windows in players' words: what is settled there.
STEPS = {
    "limit": "how many ships are sent",
    "join": "who comes along",
    "declare": "what is done before the cards are turned up",
    "selected": "the facedown cards",
    "bound": "which cards can be selected",
    "claim": "a card that stays facedown",
    "turned": "the cards as they are turned up",
    "drawn": "cards that replace a revealed one",
    "flared": "what a flare makes of a card",
    "card": "what a card counts as",
    "thrown": "cards added out of a hand",
    "reinforce": "reinforcements",
    "worth": "what a ship adds",
    "method": "how totals are compared",
    "total": "what is added to a total",
    "winner": "who wins",
    "upset": "the outcome turned round",
    "staked": "cards put at stake",
    "deal": "what goes into a deal",
    "no-deal": "what a failed deal costs",
    "landed": "ships that have landed",
    "fate": "where lost ships go",
    "extra": "further ships that are lost",
    "lost": "what follows on lost ships",
    "heal": "lost ships given back",
    "rewarded": "further rewards",
    "count": "what a ship counts for compensation and rewards",
    "hands": "hands before compensation",
    "consoled": "whose ships count for compensation besides",
    "collect": "from whom compensation comes",
    "repaid": "who is compensated besides",
    "discard": "the played cards",
    "discarded": "cards in the discards",
    "won": "who wins the game",
    "after": "what the encounter leaves behind",
}

# What the main players turn up: attacks either way, narrow and wide, with reinforcements, and negotiates.
CARDS: tuple[Cards, ...] = ((9, 6), (4, 20), (15, 8), ("10 +3", 12), (8, "N"), ("N", 8), ("N", "N"))
USUAL, FEW, MANY = 3, 1, 7  # ships of the holders in the encounter
# Added where without it no position has both powers act: an artifact to be taken up, and one power or the other zapped.
EXTRAS = ("", "ionic gas by white", "zap {one} by white", "zap {other} by white")


class Spot(NamedTuple):
    """One effect of a use: the phase in which it acts, and the window of the line (empty: at a table only)."""

    use: Use
    verb: str
    phases: tuple[str, ...]
    window: str


class Meeting(NamedTuple):
    """Two powers in one phase: the window that both act in, else empty, and the window and the moment of each."""

    phase: str
    window: str
    steps: tuple[str, str]
    moments: tuple[Moment, Moment]


class Shown(NamedTuple):
    """A position on which the order of two powers decides.

    `roles` are those of the two holders, `first` who comes first by the timing order, `in_order` and `turned` what is
    ruled in that order and in the other, as far as they differ.
    """

    roles: tuple[str, str]
    first: str
    line: str
    in_order: str
    turned: str


class Tried(NamedTuple):
    """What was tried of a meeting: how many positions in which both acted, and those in which the order decides."""

    positions: int
    shows: list[Shown]


def executable(books: Rulebase) -> list[Alien]:
    """The aliens that the judge applies, by name."""
    found = (books.alien(name) for name in books.alien_names())
    return sorted((alien for alien in found if alien is not None and alien.uses), key=lambda alien: alien.name)


def spots(alien: Alien, books: Rulebase) -> list[Spot]:
    """Where an alien acts: one spot for each effect, in the phases that use and sheet show.

    A use whose sheet shows any phase acts on the line in the phase of its window.
    """
    found = []
    sheet = books.sheet(alien.name)
    shown = sheet.phases if sheet is not None else _MANY
    for use in alien.uses:
        for verb, _ in use.effects:
            window = window_of(verb)
            phases = tuple(shown) if tuple(use.phases) == _MANY else tuple(use.phases)
            found.append(Spot(use, verb, phases, window))
    return found


def common_phases(a: Spot, b: Spot) -> list[str]:
    """The phases that both sheets show (4.8.1); with `any` on both, the one of the window they share, if any."""
    if a.phases == _MANY and b.phases == _MANY:
        return [PHASE_OF[a.window]] if a.window and a.window == b.window else ["any"]
    if a.phases == _MANY:
        return list(b.phases)
    if b.phases == _MANY:
        return list(a.phases)
    return [phase for phase in a.phases if phase in b.phases]


def placings(a: Sequence[str], b: Sequence[str], phase: str = "") -> Iterator[tuple[str, str]]:
    """The seats that two players with these role bars can have at once, the first player's first.

    In a phase only those whose roles there are by then: nobody is an ally before the alliance phase.
    """
    for one, other in permutations([seat for seat in SEATS if is_filled(SEATS[seat], phase)], 2):
        if "white" in (one, other) and "green" not in (one, other):
            continue  # one bystander is like another
        if admitted(SEATS[one], a) and admitted(SEATS[other], b):
            yield one, other


def meetings(a: Alien, b: Alien, books: Rulebase) -> list[Meeting]:
    """Where two powers meet: in each phase the windows that both act in, else the steps of each."""
    found: dict[tuple[str, str], Meeting] = {}
    for one, other in product(spots(a, books), spots(b, books)):
        for phase in common_phases(one, other):
            if next(placings(one.use.roles, other.use.roles, phase), None) is None:
                continue
            same = one.window if one.window == other.window else ""
            moments = _moment(a, phase, books), _moment(b, phase, books)
            found.setdefault((phase, same), Meeting(phase, same, (one.window, other.window), moments))
    return [found[key] for key in sorted(found)]


def _moment(alien: Alien, phase: str, books: Rulebase) -> Moment:
    """When a power acts in a phase; unknown where its uses there act at several moments."""
    told = moments_of(alien, phase, books.moments)
    return told[0] if len(told) == 1 else Moment(UNKNOWN)


def ordered_by_text(meeting: Meeting, books: Rulebase) -> int | None:
    """Which of the two comes first by the texts, 0 or 1; None where they place both alike, or one of them nowhere."""
    places = [books.moments.place(moment, meeting.phase) for moment in meeting.moments]
    if None in places or places[0] == places[1]:
        return None
    return places.index(min(place for place in places if place is not None))


def in_turn(names: tuple[str, str], meeting: Meeting, books: Rulebase) -> str:
    """The two powers of a meeting that their texts put in an order, the first one first, each with its moment."""
    first = ordered_by_text(meeting, books)
    assert first is not None
    told = [
        f"{name} {'when' if moment.kind == DURING else ''}".rstrip()
        + " "
        + (_hinge(meeting.phase, books) if moment.kind == DURING else books.moments.told(moment))
        for name, moment in zip(names, meeting.moments, strict=True)
    ]
    return f"{told[first]}, then {told[1 - first]}"


def _hinge(phase: str, books: Rulebase) -> str:
    return books.moments.events[books.moments.hinges[phase]].says


def at_once(names: tuple[str, str], meeting: Meeting) -> str:
    """The two powers of a meeting that no text puts in an order, each with what it settles."""
    steps = zip(meeting.steps, names, strict=True)
    return " and ".join(f"{name} ({STEPS.get(window, window) if window else 'at the table'})" for window, name in steps)


# -- both orders on the line -------------------------------------------------------------------------------------------


def turned_round(window: str, holders: tuple[str, str]) -> Callable[[Plan], None]:
    """Lets the two holders act the other way round in one window; each one's own effects keep their order."""

    def rearrange(plan: Plan) -> None:
        entries = plan[window]
        ours = [entry for entry in entries if entry[0].name in holders]
        first = ours[0][0].name
        ours.sort(key=lambda entry: entry[0].name == first)
        each = iter(ours)
        plan[window] = [next(each) if entry[0].name in holders else entry for entry in entries]

    return rearrange


def _roles_in(alien: Alien, window: str, books: Rulebase) -> list[str]:
    """The roles in which uses of an alien's power that act in a window can be made."""
    return sorted({role for spot in spots(alien, books) if _acts_in(spot.use, window) for role in spot.use.roles})


def attempt(a: Alien, b: Alien, window: str, books: Rulebase, said: Mapping[str, Sequence[str]]) -> Tried:
    """Judges positions in which both powers act in a window, in both orders.

    `said` are the arguments of uses by alien, with roles for the players; an alien without any just acts.
    """
    shows: list[Shown] = []
    count = 0
    bars = [_roles_in(alien, window, books) for alien in (a, b)]
    words = list(product(said.get(a.name, ("",)), said.get(b.name, ("",))))
    for extra in EXTRAS:
        for seats, cards, arguments in product(placings(bars[0], bars[1]), CARDS, words):
            done = _Trial((a, b), window, seats, books).both_orders(cards, arguments, extra)
            count += done is not None
            if isinstance(done, Shown) and not any(_alike(done, shown) for shown in shows):
                shows.append(done)
        if count:
            break
    return Tried(count, shows)


def _acts_in(use: Use, window: str) -> bool:
    return any(window_of(verb) == window for verb, _ in use.effects)


def _alike(one: Shown, other: Shown) -> bool:
    return arrangement(one.roles) == arrangement(other.roles)


def arrangement(roles: tuple[str, str]) -> tuple[str, str]:
    """Who comes first as far as the timing order tells roles apart: offense, defense or other (4.8.2.1 to .3)."""
    one, other = (role if role in (OFFENSE, DEFENSE) else "other" for role in roles)
    return one, other


class _Both(NamedTuple):
    """A position ruled in both orders; `ruled` unless something on it is illegal in both."""

    position: Position
    now: Told
    then: Told
    ruled: bool
    cites: set[str]


class _Trial(NamedTuple):
    """Two powers in one window, their players on these seats."""

    pair: tuple[Alien, Alien]
    window: str
    seats: tuple[str, str]
    books: Rulebase

    def both_orders(self, cards: Cards, words: tuple[str, str], extra: str) -> Shown | bool | None:
        """What differs between the two orders; True if nothing does, None where not both act."""
        for ships in (USUAL, FEW, MANY):
            line = _line(self.pair, self.seats, cards, words, ships)
            if extra:
                line += " ; " + extra.format(one=self.seats[0], other=self.seats[1])
            both = self._judged(line)
            if both is None:
                return None
            if both.ruled or both.now != both.then:
                return self._shown(both)
        return None

    def _shown(self, both: _Both) -> Shown | bool | None:
        if not all(any(f"{id} ".startswith(f"alien {alien.name} ") for id in both.cites) for alien in self.pair):
            return None
        if both.now == both.then:
            return True
        both = self._plainer(both)
        order = [stand.name for stand in Board(both.position, self.books).order]
        first = min(zip(self.seats, self.pair, strict=True), key=lambda held: order.index(held[0]))[1].name
        one, other = self.seats
        return Shown((SEATS[one], SEATS[other]), first, write(both.position), *differing(both.now, both.then))

    def _judged(self, line: str) -> _Both | None:
        """A line ruled in both orders, what is hidden told first; None where that cannot be done."""
        position = _read(line, self.books)
        known, ruling = _settled(position, self.books) if position is not None else (None, None)
        if known is None or ruling is None:
            return None
        try:
            other = settle(known, self.books, rearrange=turned_round(self.window, self.seats))
        except (NeedsFactError, KeyError):  # in that order one of the two has nothing to act on
            return None
        ruled = ruling.status != ILLEGAL or other.status != ILLEGAL
        return _Both(known, told(ruling), told(other), ruled, {*ruling.citations, *other.citations})

    def _plainer(self, both: _Both) -> _Both:
        """The same clash on a shorter line: without the clauses and the allies that have no part in it."""
        parts = write(both.position).split(" ; ")
        for shorter in _SHORTER:
            less = shorter(parts)
            plain = self._judged(" ; ".join(less)) if less != parts else None
            if plain is not None and _is_same_clash(plain, both):
                both, parts = plain, less
        return both


def _is_same_clash(plain: _Both, both: _Both) -> bool:
    """True if the order decides the same on the plainer line."""
    same = plain.now["outcome"] == both.now["outcome"] and plain.then["outcome"] == both.then["outcome"]
    return same and plain.now != plain.then and plain.ruled == both.ruled


def _without_clause(name: str) -> Callable[[list[str]], list[str]]:
    return lambda parts: [part for part in parts if not part.startswith(f"{name} ")]


def _without_ally(name: str) -> Callable[[list[str]], list[str]]:
    return lambda parts: [re.sub(rf" \+ {name} \d+|(?<=seats)(.*?) {name}(?= |$)", r"\1", part) for part in parts]


def _without_bystanders(parts: list[str]) -> list[str]:
    return [re.sub(" (green|white)(?= |$)", "", part) if part.startswith("seats ") else part for part in parts]


_SHORTER = (
    *map(_without_clause, ("hand", "warp", "tokens")),
    *map(_without_ally, ("yellow", "blue")),
    _without_bystanders,
    _without_clause("seats"),
)


def _line(pair: tuple[Alien, Alien], seats: tuple[str, str], cards: Cards, words: tuple[str, str], ships: int) -> str:
    sheets = {seat: f"/{write_name(alien.name)}" for seat, alien in zip(seats, pair, strict=True)}

    def player(name: str, count: int) -> str:
        return f"{name}{sheets.get(name, '')} {ships if name in seats else count}"

    off = f"{player('red', USUAL)} + {player('yellow', 2)} : {cards[0]}"
    dfn = f"{player('purple', 2)} + {player('blue', 2)} : {cards[1]}"
    parts = [f"{off} vs {dfn}"]
    bystanding = {name: sheet for name, sheet in sheets.items() if name in ("green", "white")}
    parts.append("seats " + " ".join(name + bystanding.get(name, "") for name in SEATS))
    for word, count, names in (("hand", 6, SEATS), ("warp", 2, SEATS), ("tokens", 2, sorted(seats))):
        parts.append(f"{word} " + ", ".join(f"{name} {count}" for name in names))
    for seat, said in sorted(zip(seats, words, strict=True), key=lambda held: tuple(SEATS).index(held[0])):
        if said:
            parts.append(f"use {seat} {with_names(said, seat)}".strip())
    if cards == ("N", "N"):
        parts.append("no deal")
    return " ; ".join(parts)


def with_names(said: str, holder: str) -> str:
    """The arguments of a use with the players' names for the roles in braces; `.` stands for no argument."""
    names = {role: name for name, role in reversed(SEATS.items()) if name != holder}
    opponent = "purple" if holder == "red" else "red"
    names.setdefault(SEATS[holder], opponent)
    return "" if said == "." else said.format_map({**names, "self": holder, "opponent": opponent})


def _read(line: str, books: Rulebase) -> Position | None:
    law = books.law
    try:
        position = read(line, Names(books))
    except (RefereeError, KeyError):
        return None
    return None if faults(position, law["setup.ships"].value, law["setup.planets"].value) else position


def _settled(position: Position, books: Rulebase) -> tuple[Position, Ruling | None]:
    """The ruling, with what is hidden told as the least that it can be; None where that does not help."""
    for _ in range(4):
        try:
            return position, settle(position, books)
        except NeedsFactError as error:
            position = complete(position, error.unknown, max(error.unknown.low, 2))
    return position, None


# -- what a ruling comes to --------------------------------------------------------------------------------------------


def told(ruling: Ruling) -> Told:
    """What is ruled, as flat names and values; what is left to do without its order, because nothing hangs on that."""
    found: Told = {"status": ruling.status, "outcome": _value(ruling.outcome)}
    if ruling.totals:
        found["totals"] = f"{ruling.totals[0].value}:{ruling.totals[1].value}"
    for name, player in ruling.players.items():
        for key, value in player.to_dict().items():
            if isinstance(value, dict):
                found |= {f"{name} {key} {kind}": number for kind, number in value.items()}
            else:
                found[f"{name} {key}"] = value
    found["winners"] = _value(ruling.winners)
    found["second"] = _value(ruling.second)
    found["discards"] = _value(ruling.discards)
    for then in ruling.then:
        found[f"{then.who} {then.does} {then.what}"] = True
    for illegal in ruling.illegal:
        found[f"illegal: {illegal.finding.says}"] = True
    return found


def differing(now: Mapping[str, object], then: Mapping[str, object], most: int = 5) -> tuple[str, str]:
    """What is said in the one and in the other, as far as they differ, in short."""
    names = [name for name in dict.fromkeys((*now, *then)) if now.get(name) != then.get(name)][:most]
    return _short(names, now), _short(names, then)


def _short(names: Sequence[str], values: Mapping[str, object]) -> str:
    said = []
    for name in names:
        value = values.get(name)
        if value is True:
            said.append(name)
        elif value is not None:
            shown = " ".join(str(v) for v in value) if isinstance(value, tuple | list) else value
            said.append(f"{name} {shown}".rstrip())
    return ", ".join(said) or "nothing of that"


def _value(finding: Finding | None) -> object:
    return None if finding is None else finding.value
