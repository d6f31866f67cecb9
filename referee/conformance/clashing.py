"""The clash matrix made: both orders of each pair of executable powers tried, on lines and at tables."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
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


def walk(
    a: Alien, b: Alien, seats: tuple[str, str], cards: Encounter, eager: bool, books: Rulebase
) -> Iterator[tuple[str, str, str, str]]:
    """Plays one encounter and tries both orders wherever both powers can be used.

    The powers themselves are used where they must be; with `eager` in each phase where they can be. Yields (phase,
    the use of `a`, the use of `b`, what differs), where nothing does an empty text.
    """
    sheets = {seat: f"/{write_name(alien.name)}" for seat, alien in zip(seats, (a, b), strict=True)}
    table = lay_table("table " + " ".join(f"{name}{sheets.get(name, '')}" for name in SEATS), books=books)
    facts = [f"hand {name}: {HANDS.get(name, HANDS['purple'])}; {name}.5 {name} 2; warp {name} 2" for name in SEATS]
    script = [
        "set " + "; ".join(facts), "offense red", "regroup red.1", "destiny purple",
        "launch red 3 at purple.2", "launch red 1 at purple.2",
        "invite red: yellow", "invite purple: blue", "ally yellow offense 2", "ally yellow offense 1",
        "ally blue defense 2", "ally blue defense 1",
        f"play red {cards[0]}", f"play purple {cards[1]}", "reveal", "resolve", "no deal",
    ]  # fmt: skip
    seen: set[tuple[str, str, str]] = set()
    done: set[tuple[str, str]] = set()
    for _ in range(COMMANDS):
        yield from _tried(table, (a, b), seats, books, seen)
        used = _used(table, seats, books, done) if eager else None
        table, more = (used, True) if used is not None else _on(table, script, books)
        if not more:
            return


def _used(table: Table, seats: tuple[str, str], books: Rulebase, done: set[tuple[str, str]]) -> Table | None:
    """The table after the first use that one of the two can make, if there is one in this phase."""
    for who, act in options(Turn(table, books, Command("end"), looks=True)):
        if who in seats and (table.phase, who) not in done:
            done.add((table.phase, who))
            verdict = rule(table, Command("act", who, act=act), books)
            if verdict.legal:
                return verdict.table
    return None


def _on(table: Table, script: list[str], books: Rulebase) -> tuple[Table, bool]:
    """The table one command on: the next of the script that is legal, what must be used first, or what is left."""
    while script:
        verdict = rule_command(table, script[0], books=books)
        if verdict.legal:
            script.pop(0)
            return verdict.table, True
        for nearest in (near for refusal in verdict.illegal for near in refusal.nearest):
            if nearest.startswith("use "):
                used = rule_command(table, nearest, books=books)
                if used.legal:
                    return used.table, True
        script.pop(0)
    for _, command in legal(table, books):
        if command.verb in ("lose", "return", "take", "reward", "act"):
            return rule(table, command, books).table, True
    return table, False


def _tried(
    table: Table, pair: tuple[Alien, Alien], seats: tuple[str, str], books: Rulebase, seen: set[tuple[str, str, str]]
) -> Iterator[tuple[str, str, str, str]]:
    on = Turn(table, books, Command("end"), looks=True)
    ways = [_few([act for who, act in options(on) if who == seat]) for seat in seats]
    for one, other in product(*ways):
        key = (table.phase, write_act(one), write_act(other))
        if key in seen:
            continue
        seen.add(key)
        first, second = (_both(table, order, books) for order in ((one, other), (other, one)))
        if first is None and second is None:
            continue
        if first is None or second is None:
            late = other if first is None else one
            differs = f"`{write_act(late)}` can no longer be said after the other"
        else:
            names = (name for name in {**first, **second} if first.get(name) != second.get(name))
            differs = ", ".join(_apart(name, first.get(name), second.get(name)) for name in names)
        yield (*key, differs)


def _apart(name: str, one: Any, other: Any) -> str:
    """What of the table differs, and whose."""
    if isinstance(one, dict) and isinstance(other, dict):
        whose = sorted(key for key in {*one, *other} if one.get(key) != other.get(key))
        return f"not the same {name} ({', '.join(whose)})"
    return f"not the same {name}"


def _few(ways: list[Act]) -> list[Act]:
    return ways if len(ways) <= OFFERED else [*ways[: OFFERED - 1], ways[-1]]


def _both(table: Table, acts: tuple[Act, Act], books: Rulebase) -> dict[str, Any] | None:
    """The table after two uses, without the order in which things were said and cards discarded; None if refused."""
    for act in acts:
        verdict = rule(table, Command("act", act.who, act=act), books)
        if not verdict.legal:
            return None
        table = verdict.table
    found = to_data(table)
    for name in ("acts", "carried", "rewind", "fresh", "salvaged"):
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
        found: list[Told] = []
        known = meetings(a, b, self.books)
        names = a.name, b.name
        loose = [meeting for meeting in known if ordered_by_text(meeting, self.books) is None]
        windows: dict[str, Tried] = {}
        for meeting in loose:
            if meeting.window not in ("", DONE_BEFORE, *windows):
                tried = windows[meeting.window] = attempt(a, b, meeting.window, self.books, self.said)
                if tried.positions:
                    found.append(_met(meeting.phase, meeting.window, tried.positions, _on_lines(tried)))
        found += self._at_tables(a, b, {meeting.phase for meeting in loose})
        settled = {meet["phase"] for meet in found}
        for meeting in loose:
            if meeting.phase not in settled:
                settled.add(meeting.phase)
                by = at_once(names, meeting)
                found.append({"phase": meeting.phase, "is": clashes.INDEPENDENT, "by": by})
        for meeting in known:
            if meeting not in loose:
                by = in_turn(names, meeting, self.books)
                first = names[ordered_by_text(meeting, self.books) or 0]
                met = {"phase": meeting.phase, "is": clashes.IN_TURN, "first": first, "by": by}
                found += [met] if met not in found else []
        found.sort(key=lambda meet: str(meet["phase"]))
        said = [meet for meet in found if meet["phase"] != "any"]
        return said or found  # two sheets that show any phase have more to say of each than of all

    def _at_tables(self, a: Alien, b: Alien, loose: set[str]) -> list[Told]:
        """The uses that can be said at one moment of a table, by phase, in the phases where no text orders them."""
        shared: dict[str, None] = {}  # the phases that both sheets show
        counts: Counter[str] = Counter()
        shows: dict[str, list[Told]] = {}
        early = True  # whether all that they share comes before the cards are turned up
        sitting: dict[tuple[str, str], tuple[str, str]] = {}
        for one, other in product(spots(a, self.books), spots(b, self.books)):
            phases = [phase for phase in common_phases(one, other) if phase in loose]
            if phases and all(_is_offered(spot.verb) for spot in (one, other)):
                shared |= dict.fromkeys(phases)
                early = early and not {*phases} & {"any", "reveal", "resolution"}
                for seats in placings(one.use.roles, other.use.roles):
                    sitting.setdefault(arrangement((SEATS[seats[0]], SEATS[seats[1]])), seats)
        for seats, cards, eager in product(sitting.values(), CARDS[:1] if early else CARDS, (False, True)):
            for phase, one_use, other_use, differs in walk(a, b, seats, cards, eager, self.books):
                shown_in = phase if phase in shared or "any" in shared else next(iter(shared))
                counts[shown_in] += 1
                listed = shows.setdefault(shown_in, [])
                roles = [SEATS[seat] for seat in seats]
                if differs and all(shown["roles"] != roles for shown in listed):
                    first = min(zip(seats, (a, b), strict=True), key=lambda held: _place(held[0]))[1].name
                    listed.append({"roles": roles, "first": first, "uses": [one_use, other_use], "differs": differs})
        return [_met(phase, "table", counts[phase], shows[phase]) for phase in sorted(counts)]


def _place(seat: str) -> int:
    """The place of a seat in the timing order (4.8.2.1 to .3)."""
    order = in_order((OFFENSE, DEFENSE, "others"), "red", "purple", [name for name in SEATS if name not in MAINS])
    return order.index(seat)


def _met(phase: str, at: str, tried: int, shows: list[Told]) -> Told:
    kind = clashes.ORDER_MATTERS if shows else clashes.INDEPENDENT
    return {"phase": phase, "at": at, "is": kind, "tried": tried} | ({"shows": shows} if shows else {})


def _on_lines(tried: Tried) -> list[Told]:
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
