"""The encounter sheet: what is filled in, as the line that it says, and a line as what is filled in."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple
from urllib.parse import urlencode

import referee
from referee.serve.known import Known

SEATS = ("red", "blue", "green", "yellow", "purple")  # who plays where no table says it
OFFENSE, DEFENSE = "o", "d"  # a side, in the form
HIDDEN = "?"
AS_THERE = "="  # ships of the defense: as many as the table has on the target planet
MOST_SEATS = 8
_MAIN_SHIPS, _ALLY_SHIPS = "4", "1"  # what the sheet begins with; it shows them
_LONGEST = 2_000  # letters of a field

Fields = Mapping[str, Sequence[str]]  # a form as it is sent: each name with its values


@dataclass(frozen=True)
class Seat:
    """A player on the sheet: name, power (empty: none said), the side helped with how many ships, and if zapped."""

    name: str
    alien: str = ""
    side: str = ""
    ships: str = _ALLY_SHIPS
    zapped: bool = False

    def on_line(self, ships: str) -> str:
        """The player as a side of the line has it."""
        return f"{self.name}{'/' if self.alien else ''}{self.alien} {ships}"


@dataclass(frozen=True)
class Main:
    """A main player on the sheet: the place among the seats (None: not said), ships, card, reinforcements."""

    seat: int | None = None
    ships: str = _MAIN_SHIPS
    card: str = HIDDEN
    plus: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """All that is filled in. Numbers and names are as they were typed: what is wrong with them the reader says.

    `known` is what the table knows besides; a line that was taken says all by itself.
    """

    seats: tuple[Seat, ...] = tuple(map(Seat, SEATS))
    offense: Main = field(default_factory=Main)
    defense: Main = field(default_factory=Main)
    planet: str = ""
    more: str = ""
    edition: str = "consolidated"
    known: Known = field(default_factory=Known)

    @property
    def is_begun(self) -> bool:
        """True once both main players are known: then it can be ruled."""
        return self.offense.seat is not None and self.defense.seat is not None

    def main_name(self, main: Main) -> str:
        """The name of a main player; empty if nobody is said to be it."""
        return "" if main.seat is None else self.seats[main.seat].name

    def line(self) -> str:
        """The encounter on one line, as it is filled in; empty before both main players are known."""
        if not self.is_begun:
            return ""
        sides = f"{self._side(self.offense, OFFENSE)} vs {self._side(self.defense, DEFENSE)}"
        target = f"at {self.main_name(self.defense)}.{self.planet}" if self.planet else ""
        zaps = [f"zap {seat.name}" for seat in self.seats if seat.zapped]
        return " ; ".join(part for part in (sides, target, *self._known(), *zaps, self.more.strip(" ;")) if part)

    def _known(self) -> list[str]:
        mains = (self.main_name(self.offense), self.main_name(self.defense))
        allies = [seat.name for seat in self.seats if seat.side and seat.name not in mains]
        planet = f"{mains[1]}.{self.planet}" if self.planet else ""
        there = self.known.standing_at(planet, self._ships(self.defense), self.more)
        return [*there, *self.known.clauses(mains, allies, self.more)]

    def _side(self, main: Main, side: str) -> str:
        assert main.seat is not None
        mains = (self.offense.seat, self.defense.seat)
        allies = [seat for place, seat in enumerate(self.seats) if seat.side == side and place not in mains]
        players = [self.seats[main.seat].on_line(self._ships(main)), *(ally.on_line(ally.ships) for ally in allies)]
        plus = "".join(f" +{number}" for number in main.plus)
        return f"{' + '.join(players)} : {main.card}{plus}"

    def _ships(self, main: Main) -> str:
        """How many ships of a main player stand on the line."""
        return main.ships if main.ships != AS_THERE else self.as_there or _MAIN_SHIPS

    @property
    def as_there(self) -> str:
        """How many ships of the defense the table has on the target planet; empty where no planet is chosen."""
        return self.known.ships.get(f"{self.main_name(self.defense)}.{self.planet}", "")

    def link(self) -> str:
        """The query that opens this encounter; without both main players that of an empty sheet."""
        line = {"line": self.line()} if self.is_begun else {}
        edition = {"edition": self.edition} if self.edition != Sheet.edition else {}
        return urlencode({**line, **edition})


# -- a form as a sheet -------------------------------------------------------------------------------------------------


def of_form(fields: Fields, begun: Sheet) -> Sheet:
    """The sheet as a form says it; what the form does not have is as on the sheet that was `begun`."""
    seats = _seats(fields, begun)
    edition = _one(fields, "edition") or begun.edition
    return Sheet(
        seats,
        _main(fields, OFFENSE, begun.offense, len(seats)),
        _main(fields, DEFENSE, begun.defense, len(seats)),
        _one(fields, "at", begun.planet),
        _one(fields, "more", begun.more),
        edition,
        begun.known,
    )


def _one(fields: Fields, name: str, otherwise: str = "") -> str:
    """What a field says, on one line."""
    values = fields.get(name)
    return " ".join(values[-1].split())[:_LONGEST] if values else otherwise


def _seats(fields: Fields, begun: Sheet) -> tuple[Seat, ...]:
    names = _one(fields, "who").split()[:MOST_SEATS] or [seat.name for seat in begun.seats]
    known = {seat.name: seat for seat in begun.seats}
    return tuple(_seat(fields, place, known.get(name, Seat(name))) for place, name in enumerate(names))


def _seat(fields: Fields, place: int, seat: Seat) -> Seat:
    if "o" not in fields and "d" not in fields and "who" not in fields:  # nothing was filled in yet
        return seat
    return Seat(
        seat.name,
        _one(fields, f"a{place}", seat.alien),
        _one(fields, f"s{place}"),
        _one(fields, f"n{place}") or _ALLY_SHIPS,
        bool(_one(fields, f"z{place}")),
    )


def _main(fields: Fields, side: str, begun: Main, seats: int) -> Main:
    said = _one(fields, side)
    seat = int(said) if said.isdecimal() and int(said) < seats else None if side in fields else begun.seat
    checked = tuple(value.lstrip("+") for value in fields.get(f"{side}r", ()) if value.strip())
    typed = tuple(value.lstrip("+") for value in _one(fields, f"{side}rx").replace(",", " ").split())
    return Main(
        seat,
        _one(fields, f"{side}nx") or _one(fields, f"{side}n", begun.ships) or _MAIN_SHIPS,
        _one(fields, f"{side}cx") or _one(fields, f"{side}c", begun.card) or HIDDEN,
        checked + typed if f"{side}n" in fields or checked or typed else begun.plus,
    )


# -- a line as a sheet -------------------------------------------------------------------------------------------------


def of_line(line: str, begun: Sheet) -> Sheet:
    """The sheet that says what this line says, with the players that the line does not name as they were.

    Raises MalformedError and ImpossibleError as the line's reader does.
    """
    sides, *clauses = referee.write_encounter(referee.read_encounter(line, begun.edition)).split(" ; ")
    offense, defense = (_side(side) for side in sides.split(" vs "))
    named = {player.name: player for player in (*offense.players, *defense.players)}
    names = _seated(_around([seat.name for seat in begun.seats], named), clauses)
    seats = {name: named.get(name, Seat(name)) for name in names}
    for side, code in ((offense, OFFENSE), (defense, DEFENSE)):
        for ally in side.players[1:]:
            seats[ally.name] = replace(ally, side=code)
    mains = [
        Main(names.index(side.players[0].name), side.players[0].ships, side.card, side.plus)
        for side in (offense, defense)
    ]
    for name in (offense.players[0].name, defense.players[0].name):
        seats[name] = replace(seats[name], ships=_ALLY_SHIPS)
    head = f"at {defense.players[0].name}."
    planet = clauses.pop(0).removeprefix(head) if clauses and clauses[0].startswith(head) else ""
    plain = Sheet(tuple(seats.values()), mains[0], mains[1], planet, " ; ".join(clauses), begun.edition)
    return _with_zaps(plain, clauses)


def _around(begun: Sequence[str], named: Collection[str]) -> list[str]:
    """Who sits around the table: as it was, or where others are named those, and of the rest who has room."""
    others = [name for name in begun if name not in named]
    around = begun if len(others) + len(named) == len(begun) else [*named, *others]
    return [*around[: max(len(begun), len(named))]]


def _seated(names: Sequence[str], clauses: Sequence[str]) -> list[str]:
    """The names in the order in which the line has the players sit, if it says that."""
    told = next((clause.split()[1:] for clause in clauses if clause.startswith("seats ")), [])
    order = [name.partition("/")[0] for name in told]
    return [*(name for name in order if name in names), *(name for name in names if name not in order)]


class _Side(NamedTuple):
    """A side as the canonical line writes it."""

    players: list[Seat]
    card: str
    plus: tuple[str, ...]


def _side(written: str) -> _Side:
    players, _, cards = written.rpartition(" : ")
    card, *plus = cards.split(" +")
    return _Side([_player(player) for player in players.split(" + ")], card, tuple(plus))


def _player(written: str) -> Seat:
    who, _, ships = written.rpartition(" ")
    name, _, alien = who.partition("/")
    return Seat(name, alien, ships=ships)


def _with_zaps(plain: Sheet, clauses: list[str]) -> Sheet:
    """The sheet with its first zaps as ticks, if it still says the same then."""
    zapped: list[str] = []
    while (
        clauses and clauses[0].startswith("zap ") and clauses[0].removeprefix("zap ") in {s.name for s in plain.seats}
    ):
        zapped.append(clauses.pop(0).removeprefix("zap "))
    if zapped != [seat.name for seat in plain.seats if seat.name in zapped]:
        return plain
    seats = tuple(replace(seat, zapped=seat.name in zapped) for seat in plain.seats)
    return replace(plain, seats=seats, more=" ; ".join(clauses))


# -- what can be chosen ------------------------------------------------------------------------------------------------


@cache
def attacks() -> tuple[str, ...]:
    """The values of the attack cards in the box, the lowest first."""
    return tuple(str(value) for value in sorted({int(name) for name in _cards("attack", "Attack ")}))


@cache
def reinforcements() -> tuple[str, ...]:
    """The values of the reinforcement cards in the box, the lowest first."""
    return tuple(str(value) for value in sorted({int(name) for name in _cards("reinforcement", "Reinforcement +")}))


def _cards(kind: str, head: str) -> list[str]:
    """What stands behind `head` in the names of the cards of a kind."""
    named = [card["name"] for card in referee.cards().to_dict()["types"][kind]]
    return [name.removeprefix(head) for name in named if name.startswith(head) and name.removeprefix(head).isdecimal()]


@cache
def alien_names() -> tuple[str, ...]:
    """The names of all aliens as a line writes them, in their order."""
    sets = referee.aliens().to_dict()["sets"]
    return tuple(sorted({row["name"].replace(" ", "-") for rows in sets.values() for row in rows}))
