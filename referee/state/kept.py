"""A table as data: whole, to be kept and made again; and as the players see it (`referee table show --json`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from referee.state.acts import read_one
from referee.state.canonical import write_act
from referee.state.checked import check
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.phases import OVER, PHASES
from referee.state.reader import Names
from referee.state.table import (
    BESIDE,
    GATE,
    HAS,
    LOST,
    PLACES,
    REMOVED,
    UNKNOWN,
    UNPLACED,
    WARP,
    Chance,
    Due,
    Extra,
    Held,
    LastRuling,
    Lent,
    Said,
    Table,
    Tech,
)

_FIELDS = tuple(field.name for field in fields(Table) if field.compare)
_TUPLES = ("seats", "discards", "answered", "winning", "winners", "pile")
# What a state kept by an earlier version may lack.
_LATER = (
    "carried",
    "returned",
    "told",
    "founded",
    "salvaged",
    "ruled",
    "fresh",
    "rewind",
    "hidden",
    "techs",
    "tech_done",
    "tech_deck",
    "tech_discards",
    "late",
    "rewards_deck",
    "rewards_discards",
    "aside",
    "borrowed",
    "chances",
    "fallen",
    "extras",
    "lent",
    "besides",
    "reverse",
    "comet",
    "launched",
    "begun",
    "destiny_drawn",
    "fan",
    "marker",
    "arrived",
    "reverse_hexes",
    "none_to_regroup",
)
_TUPLES_BY_NAME = ("aliens", "hands", "invited")


def to_data(table: Table) -> dict[str, Any]:
    """The whole state as JSON can hold it, for `from_data`."""
    found: dict[str, Any] = {name: getattr(table, name) for name in _FIELDS}
    for name in _TUPLES:
        found[name] = list(found[name])
    for name in _TUPLES_BY_NAME:
        found[name] = {key: list(value) for key, value in found[name].items()}
    found["acts"] = [write_act(act) for act in table.acts]
    found["told"] = [" ".join((*said[:3], *(("used",) if said.used else ()))) for said in table.told]
    found["kept"] = [" ".join(held) for held in table.kept]
    found["due"] = [[getattr(due, name) for name in Due.__slots__] for due in table.due]
    found["last"] = table.last.told if table.last is not None else None
    found["rewind"] = to_data(table.rewind) if table.rewind is not None else None
    found["techs"] = {name: [list(tech) for tech in techs] for name, techs in table.techs.items()}
    found["chances"] = [list(one) for one in table.chances]
    found["extras"] = [list(one) for one in table.extras]
    found["lent"] = [list(one) for one in table.lent]
    found["aside"] = {place: list(cards) for place, cards in table.aside.items()}
    found["borrowed"] = {place: list(cards) for place, cards in table.borrowed.items()}
    return found


def from_data(data: dict[str, Any], names: Callable[[], Names]) -> Table:
    """The table that `to_data` told; `names` are those by which its acts are read, where it has any.

    Raises KeyError or TypeError for data that is not whole, and MalformedError for an act that nobody can say.
    """
    found = {name: data[name] for name in _FIELDS if name not in _LATER}
    for name in _TUPLES:
        found[name] = tuple(found[name])
    for name in _TUPLES_BY_NAME:
        found[name] = {key: tuple(value) for key, value in found[name].items()}
    found["acts"] = tuple(read_one(act, names(), found["seats"]) for act in found["acts"])
    found["due"] = [Due(*values) for values in found["due"]]
    found["last"] = LastRuling.kept(found["last"]) if found["last"] is not None else None
    found["told"] = tuple(map(_said, data.get("told", ())))
    found["kept"] = tuple(Held(*held.split(" ", 1)) for held in found["kept"])
    for name in ("carried", "returned", "founded"):
        found[name] = tuple(data.get(name, ()))
    found["salvaged"] = {name: tuple(acts) for name, acts in data.get("salvaged", {}).items()}
    found["ruled"] = data.get("ruled", bool(data.get("line")))
    found["fresh"] = data.get("fresh", False)
    found["rewind"] = from_data(data["rewind"], names) if data.get("rewind") else None
    for name in ("tech_done", "tech_discards", "late", "destiny_drawn"):
        found[name] = tuple(data.get(name, ()))
    found["hidden"] = {name: tuple(aliens) for name, aliens in data.get("hidden", {}).items()}
    found["techs"] = {name: tuple(Tech(*t) for t in techs) for name, techs in data.get("techs", {}).items()}
    found["tech_deck"] = data.get("tech_deck")
    found["chances"] = tuple(Chance(*one) for one in data.get("chances", ()))
    found["fallen"] = data.get("fallen", {})
    found["extras"] = tuple(Extra(*one) for one in data.get("extras", ()))
    found["lent"] = tuple(Lent(one[0], one[1], tuple(one[2]), *one[3:]) for one in data.get("lent", ()))
    found["besides"] = data.get("besides", {})
    found["reverse"], found["comet"] = data.get("reverse", False), data.get("comet", "")
    found["launched"] = data.get("launched", "")
    found["begun"], found["marker"] = data.get("begun", False), data.get("marker", "")
    found["fan"], found["arrived"] = data.get("fan", {}), data.get("arrived", {})
    found["reverse_hexes"] = tuple(data.get("reverse_hexes", ()))
    found["none_to_regroup"] = data.get("none_to_regroup", False)
    found["rewards_deck"] = data.get("rewards_deck")
    found["rewards_discards"] = data.get("rewards_discards", 0)
    found["aside"] = {place: tuple(cards) for place, cards in data.get("aside", {}).items()}
    found["borrowed"] = {place: tuple(cards) for place, cards in data.get("borrowed", {}).items()}
    return Table(**found)


def _said(text: str) -> Said:
    phase, who, alien = text.split(" ", 2)
    return Said(phase, who, alien.removesuffix(_USED), alien.endswith(_USED))


_USED = " used"


def check_kept(table: Table) -> None:
    """Raises ValueError for a table that no game comes to: values of other kinds, nobody's turn, a phase of no game."""
    check(table)
    seats = {*table.seats}
    people = {table.turn, table.defense, *table.allies, *table.winners, *table.invited, *table.cards, *table.tokens}
    people.update(*(stacks for place, stacks in table.ships.items()))
    places = {place for place in table.ships if place not in PLACES}
    wrong = {
        "seats": len(seats) < len(table.seats) or not all(name.isalnum() for name in seats),
        "turn": not table.turn,
        "a player": not people <= {*seats, ""},
        "hands": table.hands.keys() != seats or table.owned.keys() != seats,
        "phase": table.phase not in (*PHASES, OVER),
        "planets": {place.partition(".")[0] for place in places} != seats,
        "target": table.target not in (*places, ""),
        "allies": not {*table.allies.values()} <= {OFFENSE, DEFENSE},
        "powers": not {*table.powers.values()} <= {HAS, LOST},
        "ships": any(count < 0 for stacks in table.ships.values() for count in stacks.values()),
        "decks": any((count or 0) < 0 for count in (table.deck, table.destiny_deck, table.tech_deck)),
        "dues": any(due.who not in seats or due.count < 0 for due in table.due),
    }
    found = [what for what, is_wrong in wrong.items() if is_wrong]
    if found:
        raise ValueError(f"{found[0]} cannot be so")


def show(table: Table) -> dict[str, Any]:
    """The table as the players see it (CONTRACT: `referee table show --json`)."""
    return {
        "format": 1,
        "edition": table.edition,
        "seats": list(table.seats),
        "aliens": {name: list(aliens) for name, aliens in table.aliens.items()},
        "planets": {place: dict(table.ships[place]) for place in table.planets()},
        "warp": dict(table.ships[WARP]),
        "gate": dict(table.ships[GATE]),
        "beside": dict(table.ships[BESIDE]),
        "unplaced": dict(table.ships[UNPLACED]),
        "removed": dict(table.ships[REMOVED]),
        "hands": {name: len(cards) for name, cards in table.hands.items()},
        "known": {name: list(cards) for name, cards in table.hands.items() if set(cards) - {UNKNOWN}},
        "tokens": dict(table.tokens),
        "foreign": {name: len(table.foreign_colonies(name)) for name in table.seats},
        "home": {name: len(table.home_colonies(name)) for name in table.seats},
        "powers": dict(table.powers),
        "deck": table.deck,
        "destiny_deck": table.destiny_deck,
        "turn": table.turn,
        "defense": table.defense,
        "target": table.target,
        "encounter": table.encounter,
        "phase": table.phase,
        **({"reverse_cone": True} if table.reverse else {}),
        **({"comet": table.comet} if table.comet else {}),
        **({"limbo": {color: dict(there) for color, there in table.fan.items()}} if table.fan else {}),
        **({"marker": table.marker} if table.fan else {}),
        **({"reverse_hexes": list(table.reverse_hexes)} if table.reverse_hexes else {}),
        "allies": dict(table.allies),
        "discards": list(table.discards),
        "due": [{"who": due.who, "what": due.what, "count": due.count} for due in table.due],
        "winners": list(table.winners),
        "last": table.last.told if table.last is not None else None,
        "hidden": list(table.hidden),
        "techs": {name: [tech._asdict() for tech in techs] for name, techs in table.techs.items()},
        "tech_deck": table.tech_deck,
        "tech_discards": list(table.tech_discards),
        "rewards_deck": table.rewards_deck,
        "rewards_discards": table.rewards_discards,
        "aside": {place: list(cards) for place, cards in table.aside.items() if cards},
    }
