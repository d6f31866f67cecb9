"""The clash matrix made: both orders of each pair of executable powers tried, on lines and at tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import lru_cache
from itertools import chain, combinations, product
from types import MappingProxyType
from typing import Any

from referee.book import clashes
from referee.book.files import read_toml
from referee.book.loader import Rulebase, rulebase
from referee.book.power import Alien
from referee.errors import RulebaseError
from referee.jobs.work import Progress, work
from referee.judge.powers.effect import find
from referee.judge.table.powers import options
from referee.judge.table.turn import Turn
from referee.judge.timing.clash import (
    SEATS,
    Meeting,
    Tried,
    arrangement,
    at_once,
    attempt,
    common_phases,
    executable,
    in_turn,
    meetings,
    ordered_by_text,
    placings,
    spots,
)
from referee.judge.timing.players import in_order
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.judge.ways.table import lay_table, rule_command
from referee.state.acts import write_act
from referee.state.commands import Command
from referee.state.encounter import DEFENSE, OFFENSE, Act
from referee.state.kept import to_data
from referee.state.reader import write_name
from referee.state.table import Table

# What acts in this window was done before the cards are turned up: on a line it stands already, in whatever order.
DONE_BEFORE = "declare"
OFFERED = 3  # ways to use one power that are tried at one moment of a table
COMMANDS = 40  # of one encounter
HANDS = {"red": "9 4 N 15 +3", "purple": "6 20 N 12 +3"}  # of the main players; everybody else holds the last
MAINS = ("red", "purple")
MOST_SAID = 4  # ways to use one power that are tried


# -- both orders at a table --------------------------------------------------------------------------------------------

Encounter = tuple[str, str]
Met = tuple[str, str, str, str]  # the phase, the use of either, and what differs: an empty text where nothing does

# One encounter at which everybody does something: what comes before the cards of the main players, and after them.
OPENING = (
    "offense red", "regroup red.1", "destiny purple",
    "launch red 3 at purple.2", "launch red 1 at purple.2",
    "invite red: yellow", "invite purple: blue", "ally yellow offense 2", "ally yellow offense 1",
    "ally blue defense 2", "ally blue defense 1",
)  # fmt: skip
ENDING = ("reveal", "resolve", "no deal")


def walks(
    a: Alien, b: Alien, seats: tuple[str, str], cards: Sequence[Encounter], eager: bool, books: Rulebase
) -> Iterator[list[Met]]:
    """Plays one encounter with each of these cards, and tries both orders wherever both powers can be used.

    The powers themselves are used where they must be; with `eager` in each phase where they can be. What comes before
    the cards is the same with all of them, and is played once.
    """
    walk = _Walk((a, b), seats, eager, books)
    walk.say(OPENING)
    for of_offense, of_defense in cards:
        on = walk.branch()
        on.say((f"play red {of_offense}", f"play purple {of_defense}", *ENDING), is_all=True)
        yield on.met


class _Walk:
    """An encounter as far as it is played, and what was met on the way."""

    def __init__(self, pair: tuple[Alien, Alien], seats: tuple[str, str], eager: bool, books: Rulebase) -> None:
        sheets = {seat: f"/{write_name(alien.name)}" for seat, alien in zip(seats, pair, strict=True)}
        laid = lay_table("table " + " ".join(f"{name}{sheets.get(name, '')}" for name in SEATS), books=books)
        facts = [f"hand {name}: {HANDS.get(name, HANDS['purple'])}; {name}.5 {name} 2; warp {name} 2" for name in SEATS]
        self.met: list[Met] = []
        self._seats, self._eager, self._books = seats, eager, books
        self._table = laid
        self._acts: list[tuple[str, Act]] = []  # what can be used at the table as it stands
        self._seen: set[tuple[str, str, str]] = set()
        self._done: set[tuple[str, str]] = set()
        self._left = COMMANDS
        self.say(("set " + "; ".join(facts),))

    def branch(self) -> _Walk:
        """The same encounter, to be played on by itself."""
        other = copy(self)
        other.met, other._seen, other._done = [*self.met], {*self._seen}, {*self._done}
        return other

    def say(self, script: Sequence[str], is_all: bool = False) -> None:
        """Plays on by what of this is legal; if it is all that is said, by what is left to do then too."""
        said = [*script]
        while self._left:
            self._acts = list(options(Turn(self._table, self._books, Command("end"), looks=True)))
            self.met += _tried(self._table, self._acts, self._seats, self._books, self._seen)
            after = self._used() if self._eager else None
            after = self._said(said) if after is None else after
            after = self._left_to_do() if after is None and is_all else after
            if after is None:
                return
            self._table = after
            self._left -= 1

    def _used(self) -> Table | None:
        """The table after the first use that one of the two can make, if there is one in this phase."""
        for who, act in self._acts:
            if who in self._seats and (self._table.phase, who) not in self._done:
                self._done.add((self._table.phase, who))
                verdict = rule(self._table, Command("act", who, act=act), self._books)
                if verdict.legal:
                    return verdict.table
        return None

    def _said(self, script: list[str]) -> Table | None:
        """The table one command on: the next of the script that is legal, or what must be used first."""
        while script:
            verdict = rule_command(self._table, script[0], books=self._books)
            if verdict.legal:
                script.pop(0)
                return verdict.table
            refusals = verdict.illegal if self._acts else ()  # looked through only where something can be used at all
            for nearest in (near for refusal in refusals for near in refusal.nearest):
                if nearest.startswith("use "):
                    used = rule_command(self._table, nearest, books=self._books)
                    if used.legal:
                        return used.table
            script.pop(0)
        return None

    def _left_to_do(self) -> Table | None:
        for _, command in legal(self._table, self._books):
            if command.verb in ("lose", "return", "take", "reward", "act"):
                return rule(self._table, command, self._books).table
        return None


def _tried(
    table: Table, acts: Sequence[tuple[str, Act]], seats: tuple[str, str], books: Rulebase,
    seen: set[tuple[str, str, str]],
) -> Iterator[Met]:  # fmt: skip
    ways = [_few([act for who, act in acts if who == seat]) for seat in seats]
    for one, other in product(*ways):
        key = (table.phase, write_act(one), write_act(other))
        if key in seen:
            continue
        seen.add(key)
        differs = _what_differs(table, one, other, books)
        if differs is not None:
            yield (*key, differs)


def _what_differs(table: Table, one: Act, other: Act, books: Rulebase) -> str | None:
    """What is not the same in both orders of two acts; empty for nothing, None where neither can be said."""
    first, second = (_both(table, order, books) for order in ((one, other), (other, one)))
    if first is None and second is None:
        return None
    if first is None or second is None:
        late = other if first is None else one
        return f"`{write_act(late)}` can no longer be said after the other"
    names = (name for name in {**first, **second} if first.get(name) != second.get(name))
    return ", ".join(_apart(name, first.get(name), second.get(name)) for name in names)


def _apart(name: str, one: object, other: object) -> str:
    """What of the table differs, and whose."""
    if isinstance(one, dict) and isinstance(other, dict):
        whose = sorted(key for key in {*one, *other} if one.get(key) != other.get(key))
        return f"not the same {name} ({', '.join(whose)})"
    return f"not the same {name}"


def _few(ways: list[Act]) -> list[Act]:
    return ways if len(ways) <= OFFERED else [*ways[: OFFERED - 1], ways[-1]]


def _both(table: Table, acts: tuple[Act, Act], books: Rulebase) -> dict[str, object] | None:
    """The table after two uses, without the order in which things were said and cards discarded; None if refused."""
    for act in acts:
        verdict = rule(table, Command("act", act.who, act=act), books)
        if not verdict.legal:
            return None
        table = verdict.table
    found = to_data(table)
    for name in ("acts", "carried", "rewind", "fresh", "salvaged", "aftermath"):
        found.pop(name)
    for name in ("due", "chances", "discards"):
        found[name] = sorted(found[name], key=str)
    found["hands"] = {name: sorted(cards) for name, cards in found["hands"].items()}
    return found


# -- a pair, and the file ----------------------------------------------------------------------------------------------

Told = dict[str, Any]
CARDS = (("9", "6"), ("4", "20"), ("9", "N"), ("N", "N"))


class Maker:
    """Makes the matrix of a rulebase, pair by pair."""

    def __init__(self, books: Rulebase) -> None:
        self.books = books
        data = read_toml(books.folder / "clashes.toml")
        self.said: dict[str, list[str]] = data["said"]
        self.stated: dict[str, Told] = {clashes.key(*entry["aliens"]): entry for entry in data["clash"]}

    def named(self, one: str, other: str) -> Told:
        """How two powers stand to each other, by their names. RulebaseError for one that is not known."""
        a, b = self.books.alien(one), self.books.alien(other)
        if a is None or b is None:
            raise RulebaseError(one if a is None else other, "there is no such alien")
        return self.pair(a, b)

    def pair(self, a: Alien, b: Alien) -> Told:
        """How two powers stand to each other: `is`, `meets`, and what stands beside that."""
        found: Told = {"is": clashes.APART, "meets": self._meets(a, b)}
        kinds = [meet["is"] for meet in found["meets"]]
        found["is"] = max(kinds, key=clashes.KINDS.index, default=clashes.APART)
        if not kinds:
            phases = any(
                common_phases(one, other) for one, other in product(spots(a, self.books), spots(b, self.books))
            )
            found["why"] = "role" if phases else "phase"
        entry = self.stated.get(clashes.key(a.name, b.name))
        if entry is not None:
            found |= {"is": entry.get("is", found["is"]), "says": entry["says"], "rests": entry["cites"]}
            found |= {"question": entry["question"]} if "question" in entry else {}
        return found

    def _meets(self, a: Alien, b: Alien) -> list[Told]:
        """Each phase in which they meet: in turn by their texts, else both orders are tried."""
        known = meetings(a, b, self.books)
        names = a.name, b.name
        loose = [meeting for meeting in known if ordered_by_text(meeting, self.books) is None]
        found = [*self._on_lines(a, b, loose), *self._at_tables(a, b, {meeting.phase for meeting in loose})]
        settled = {meet["phase"] for meet in found}
        first_there = {meeting.phase: meeting for meeting in reversed(loose) if meeting.phase not in settled}
        for phase, meeting in first_there.items():
            found.append({"phase": phase, "is": clashes.INDEPENDENT, "by": at_once(names, meeting)})
        for meeting in known:
            if meeting not in loose:
                by = in_turn(names, meeting, self.books)
                first = names[ordered_by_text(meeting, self.books) or 0]
                met = {"phase": meeting.phase, "is": clashes.IN_TURN, "first": first, "by": by}
                found += [met] if met not in found else []
        found.sort(key=lambda meet: str(meet["phase"]))
        said = [meet for meet in found if meet["phase"] != "any"]
        return said or found  # two sheets that show any phase have more to say of each than of all

    def _on_lines(self, a: Alien, b: Alien, loose: Iterable[Meeting]) -> Iterator[Told]:
        """The first phase of each window of a line in which both orders of their uses could be tried."""
        windows = {"", DONE_BEFORE}
        for meeting in loose:
            if meeting.window not in windows:
                windows.add(meeting.window)
                tried = attempt(a, b, meeting.window, self.books, self.said)
                if tried.positions:
                    yield _met(meeting.phase, meeting.window, tried.positions, _shown_on_lines(tried))

    def _at_tables(self, a: Alien, b: Alien, loose: set[str]) -> list[Told]:
        """The uses that can be said at one moment of a table, by phase, in the phases where no text orders them."""
        shared, sitting = self._shared(a, b, loose)
        counts: Counter[str] = Counter()
        shows: dict[str, list[Told]] = {}
        is_early = shared.keys().isdisjoint(("any", "reveal", "resolution"))  # before the cards are turned up
        for seats, (phase, one_use, other_use, differs) in self._met_at_tables(
            a, b, sitting, CARDS[:1] if is_early else CARDS
        ):
            shown_in = phase if phase in shared or "any" in shared else next(iter(shared))
            counts[shown_in] += 1
            listed = shows.setdefault(shown_in, [])
            roles = [SEATS[seat] for seat in seats]
            if differs and all(shown["roles"] != roles for shown in listed):
                first = min(zip(seats, (a, b), strict=True), key=lambda held: _place(held[0]))[1].name
                listed.append({"roles": roles, "first": first, "uses": [one_use, other_use], "differs": differs})
        return [_met(phase, "table", counts[phase], shows[phase]) for phase in sorted(counts)]

    def _shared(self, a: Alien, b: Alien, loose: set[str]) -> tuple[dict[str, None], list[tuple[str, str]]]:
        """The phases that both sheets show, of uses that a table offers, and the seats in which they can sit then."""
        shared: dict[str, None] = {}
        sitting: dict[tuple[str, str], tuple[str, str]] = {}
        for one, other in product(spots(a, self.books), spots(b, self.books)):
            phases = [phase for phase in common_phases(one, other) if phase in loose]
            if phases and all(_is_offered(spot.verb) for spot in (one, other)):
                shared |= dict.fromkeys(phases)
                for seats in placings(one.use.roles, other.use.roles):
                    sitting.setdefault(arrangement((SEATS[seats[0]], SEATS[seats[1]])), seats)
        return shared, [*sitting.values()]

    def _met_at_tables(
        self, a: Alien, b: Alien, sitting: Iterable[tuple[str, str]], cards: Sequence[Encounter]
    ) -> Iterator[tuple[tuple[str, str], Met]]:
        """What is met where they sit so, with each of these cards, first by who uses only what must be used."""
        for seats in sitting:
            calm, eager = (walks(a, b, seats, cards, is_eager, self.books) for is_eager in (False, True))
            for met in chain.from_iterable(chain.from_iterable(zip(calm, eager, strict=True))):
                yield seats, met


def _place(seat: str) -> int:
    """The place of a seat in the timing order (4.8.2.1 to .3)."""
    order = in_order((OFFENSE, DEFENSE, "others"), "red", "purple", [name for name in SEATS if name not in MAINS])
    return order.index(seat)


def _met(phase: str, at: str, tried: int, shows: list[Told]) -> Told:
    kind = clashes.ORDER_MATTERS if shows else clashes.INDEPENDENT
    return {"phase": phase, "at": at, "is": kind, "tried": tried} | ({"shows": shows} if shows else {})


def _shown_on_lines(tried: Tried) -> list[Told]:
    return [{**shown._asdict(), "roles": list(shown.roles)} for shown in tried.shows]


def matrix(
    some: int = 1,
    jobs: int = 1,
    on: str = "",
    progress: Progress | None = None,
    known: Mapping[str, Told] = MappingProxyType({}),
) -> Told:
    """The whole matrix, or every so manieth pair of it, tried by so many processes or by a cluster (see `work`).

    Pairs that are `known` are not tried again.
    """
    books = rulebase()
    law, aliens = books.law, [alien.name for alien in executable(books)]
    pairs = [clashes.key(*pair) for pair in combinations(aliens, 2)][::some]
    left = [pair for pair in pairs if pair not in known]
    tried = {**known, **dict(zip(left, work(_tried_pair, left, jobs, on, progress), strict=True))}
    return {
        "format": 1,
        "edition": books.edition,
        "aliens": aliens,
        "cites": {
            kind: [cite.id for cite in law[id].cites]
            for kind, id in (
                (clashes.ORDER_MATTERS, "timing.order"),
                (clashes.IN_TURN, "timing.sheets"),
                (clashes.APART, "timing.phases"),
            )
        },
        "pairs": {pair: tried[pair] for pair in pairs},
    }


def _tried_pair(key: str) -> Told:
    """How the two powers of a pair stand to each other, in the order in which it names them."""
    return _maker().named(*key.split("/"))


@lru_cache(maxsize=1)
def _maker() -> Maker:
    return Maker(rulebase())


def outdated(told: Told, now: Told) -> list[str]:
    """The pairs of a matrix made now that another one has otherwise, and what else it has otherwise."""
    pairs = json.loads(json.dumps(now["pairs"]))
    found = [name for name, pair in pairs.items() if pair != told["pairs"].get(name)]
    return found + [key for key in now if key != "pairs" and now[key] != told.get(key)]


def _is_offered(verb: str) -> bool:
    effect = find(verb)
    return effect is not None and effect.carry_out is not None and effect.offer is not None
