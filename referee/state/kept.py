"""A table as data: whole, to be kept and made again; and as the players see it (`referee table show --json`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, get_args, get_origin

from referee.state.acts import read_one, write_act
from referee.state.checked import check, hints
from referee.state.commands import read_command, write_command
from referee.state.encounter import DEFENSE, OFFENSE, Act
from referee.state.pending import Due, Held, Said
from referee.state.phases import OVER, PHASES
from referee.state.reader import Names
from referee.state.retold import Aftermath, Deed, Retold
from referee.state.table import (
    BESIDE,
    GATE,
    HAND,
    HAS,
    LOST,
    PLACES,
    REMOVED,
    TOKENS,
    UNKNOWN,
    UNPLACED,
    WARP,
    LastRuling,
    Table,
)

_FIELDS = tuple(field.name for field in fields(Table) if field.compare)
_IF_ANY = (
    "reckoned",
    "unknown",
    "counted",
    "strict",
    "retold",
    "agreed",
    "captured",
)  # fields that are kept only where there is something in them
_USED = " used"
Data = dict[str, Any]
Made = dict[object, Callable[[Any], object]]  # what makes a value of a type that is kept as a text or in its own way


def to_data(table: Table) -> Data:
    """The whole state as JSON can hold it, for `from_data`."""
    data: Data = {name: getattr(table, name) for name in _FIELDS}
    data["acts"] = [write_act(act) for act in table.acts]
    data["told"] = [" ".join(said[:3]) + (_USED if said.used else "") for said in table.told]
    data["kept"] = [" ".join(held) for held in table.kept]
    data["due"] = [[getattr(due, name) for name in Due.__slots__] for due in table.due]
    data["last"] = _last(table)
    for name in _IF_ANY:
        if not data[name]:
            del data[name]
    _add_tables_within(data, table)
    return data


def _last(table: Table) -> object:
    """What the last encounter came to, as JSON."""
    return table.last.told if table.last is not None else None


def _add_tables_within(data: Data, table: Table) -> None:
    """Adds the tables that this one holds: the one to go back to, as it was told again, and after what it waits for."""
    if table.rewind is not None:
        data["rewind"] = to_data(table.rewind)
    if table.retold is not None:
        data["retold"] = _retold_data(table.retold, data)
    if table.aftermath is not None:
        data["aftermath"] = _aftermath_data(table.aftermath, data)


def from_data(data: Data, names: Callable[[], Names]) -> Table:
    """The table that `to_data` told; `names` are those by which its acts are read, where it has any.

    What an earlier version did not keep is as on a new table. Raises KeyError or TypeError for data that is not whole,
    and MalformedError for an act that nobody can say.
    """
    said: Made = {
        Act: lambda text: read_one(text, names(), data["seats"]),
        Said: _said,
        Held: lambda text: Held(*text.split(" ", 1)),
        LastRuling: LastRuling.kept,
        Table: lambda rewind: from_data(rewind, names),
        Retold: lambda told: _retold(from_data(_began(data, told), names), told, names),
        Aftermath: lambda told: _aftermath(from_data(_began(data, told), names), told, names),
    }
    has = {name: hint for name, hint in hints(Table).items() if data.get(name) is not None}
    return Table(**{name: _made(data[name], hint, said) for name, hint in has.items()})


def _made(kept: object, hint: object, said: Made) -> Any:
    """The value of this type that was kept so; what can be none of it is left as it is, for `check` to find."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in said:
        return said[hint](kept)
    if origin is UnionType:
        return None if kept is None else _made(kept, args[0], said)
    if origin in (dict, Mapping) and isinstance(kept, dict):
        return {key: _made(value, args[1], said) for key, value in kept.items()}
    return _row(kept, hint, said) if isinstance(kept, list | tuple) else kept


def _row(kept: Sequence[object], hint: Any, said: Made) -> object:
    """A row of values of one type, or a record, of what was kept as a list."""
    if get_origin(hint) in (tuple, list):
        return get_origin(hint)([_made(value, get_args(hint)[0], said) for value in kept])
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return hint(*[_made(value, inner, said) for value, inner in zip(kept, hints(hint).values(), strict=False)])
    return kept


def _said(text: str) -> Said:
    phase, who, alien = text.split(" ", 2)
    return Said(phase, who, alien.removesuffix(_USED), alien.endswith(_USED))


def _start_data(start: Table, now: Data) -> dict[str, Data]:
    """Of a table as it was only what is otherwise now; what it kept of a phase before is not kept.

    Of a mapping with the same keys only the `parts` that are otherwise, such as the places where ships moved.
    """
    was, whole, parts = to_data(start), Data(), Data()
    for name in {**was, **now}:
        once, then = was.get(name), now.get(name)
        if name == "retold" or once == then:
            continue
        if isinstance(once, dict) and isinstance(then, dict) and once.keys() == then.keys():
            parts[name] = {key: value for key, value in once.items() if value != then[key]}
        else:
            whole[name] = once
    return {"start": whole, "parts": parts} if parts else {"start": whole}


def _began(now: Data, told: Data) -> Data:
    """The table as it was, as data: what is otherwise now, and all else as it is."""
    parts = {name: {**now[name], **values} for name, values in told.get("parts", {}).items()}
    return {**now, "retold": None, **told["start"], **parts}


def _retold_data(told: Retold, now: Data) -> Data:
    said = [write_command(command) for command in told.said]
    return {**_start_data(told.start, now), "said": said, "done": told.done}


def _retold(start: Table, told: Data, names: Callable[[], Names]) -> Retold:
    said = tuple([read_command(text, names(), start.seats) for text in told["said"]])
    return Retold(start, said, tuple(told["done"]))


def _aftermath_data(told: Aftermath, now: Data) -> Data:
    done = [[write_command(deed.command), sorted(deed.waived), deed.acts] for deed in told.done]
    return {**_start_data(told.start, now), "done": done}


def _aftermath(start: Table, told: Data, names: Callable[[], Names]) -> Aftermath:
    def deed(text: str, waived: list[str], acts: int) -> Deed:
        return Deed(read_command(text, names(), start.seats), frozenset(waived), acts)

    return Aftermath(start, tuple([deed(*kept) for kept in told["done"]]))


def check_kept(table: Table) -> None:
    """Raises ValueError for a table that no game comes to: values of other kinds, nobody's turn, a phase of no game."""
    check(table)
    seats = {*table.seats}
    wrong = _wrong_of_names(table, seats) | _wrong_of_places(table, seats) | _wrong_of_counts(table, seats)
    found = [what for what, is_wrong in wrong.items() if is_wrong]
    if found:
        raise ValueError(f"{found[0]} cannot be so")


def _wrong_of_names(table: Table, seats: set[str]) -> dict[str, bool]:
    """What is wrong of the players, and of the words that a table knows."""
    people = {table.turn, table.defense, *table.allies, *table.winners, *table.invited, *table.cards, *table.tokens}
    people.update(*table.ships.values(), table.captured)
    return {
        "seats": len(seats) < len(table.seats) or not all(name.isalnum() for name in seats),
        "turn": not table.turn,
        "a player": not people <= {*seats, ""},
        "hands": table.hands.keys() != seats or table.owned.keys() != seats,
        "phase": table.phase not in (*PHASES, OVER),
        "allies": not {*table.allies.values()} <= {OFFENSE, DEFENSE},
        "powers": not {*table.powers.values()} <= {HAS, LOST},
    }


def _wrong_of_places(table: Table, seats: set[str]) -> dict[str, bool]:
    """What is wrong of the planets, the one at which the encounter is, and the planets that were captured."""
    planets = {place for place in table.ships if place not in PLACES}
    captured = {name for held in table.captured.values() for name in held}
    return {
        "planets": {place.partition(".")[0] for place in planets} != seats,
        "target": table.target not in planets | captured | {""},
    }


def _wrong_of_counts(table: Table, seats: set[str]) -> dict[str, bool]:
    """What is wrong of the numbers: of ships, of cards in the decks, and of what is due."""
    return {
        "ships": any(count < 0 for stacks in table.ships.values() for count in stacks.values()),
        "captured": any(table.captives(name) > table.at(REMOVED, name) for name in table.seats),
        "decks": any((count or 0) < 0 for count in (table.deck, table.destiny_deck, table.tech_deck)),
        "counts": any(not _are_counts(table, counts) for counts in (table.reckoned, table.unknown)),
        "dues": any(due.who not in seats or due.count < 0 for due in table.due),
    }


def _are_counts(table: Table, counts: Mapping[str, tuple[str, ...]]) -> bool:
    """True if these are counts of players at the table."""
    known = {*table.ships, HAND, TOKENS}
    return all(name in table.seats and known.issuperset(places) for name, places in counts.items())


_SHOWN = (
    *("edition", "seats", "aliens", "planets", WARP, GATE, BESIDE, UNPLACED, REMOVED, "hands", "known", "tokens"),
    *("foreign", "home", "powers", "deck", "destiny_deck", "turn", "defense", "target", "encounter", "phase"),
    *("reverse_cone", "comet", "limbo", "marker", "reverse_hexes", "allies", "discards", "due", "winners", "last"),
    *("hidden", "techs", "tech_deck", "tech_discards", "rewards_deck", "rewards_discards", "aside", "captured"),
    *("reckoned", "unknown", "agreed"),
)


def show(table: Table) -> Data:
    """The table as the players see it (CONTRACT: `referee table show --json`)."""
    made: Data = {
        **_places_shown(table),
        **_hands_shown(table),
        "reverse_cone": table.reverse,
        "limbo": table.fan,
        "due": [{"who": due.who, "what": due.what, "count": due.count} for due in table.due],
        "last": _last(table),
        "hidden": list(table.hidden),
        "aside": {place: cards for place, cards in table.aside.items() if cards},
        "reckoned": _listed(table.reckoned),
        "unknown": _listed(table.unknown),
    }
    _hide(made, table)
    told = {"reverse_cone": table.reverse, "comet": table.comet, "reverse_hexes": table.reverse_hexes}
    told |= {"limbo": table.fan, "marker": table.fan, "reckoned": table.reckoned, "unknown": table.unknown}
    told["captured"] = table.captured
    told["agreed"] = made["agreed"] = [one.says for one in table.agreed]
    seen = [name for name in _SHOWN if told.get(name, True)]  # the others only where there is something to tell
    return {"format": 1, **{name: _plain(made[name] if name in made else getattr(table, name)) for name in seen}}


def _places_shown(table: Table) -> Data:
    """Where the ships stand, and how many colonies each player has."""
    return {
        "planets": {place: table.ships[place] for place in table.planets()},
        **{place: table.ships[place] for place in (WARP, GATE, BESIDE, UNPLACED, REMOVED)},
        "foreign": {name: len(table.foreign_colonies(name)) for name in table.seats},
        "home": {name: len(table.home_colonies(name)) for name in table.seats},
    }


def _hands_shown(table: Table) -> Data:
    """How many cards each player holds, and what is known of them."""
    return {
        "hands": {name: len(cards) for name, cards in table.hands.items()},
        "known": {name: cards for name, cards in table.hands.items() if set(cards) - {UNKNOWN}},
    }


def _listed(counts: Mapping[str, tuple[str, ...]]) -> list[Data]:
    """Counts as rows: the place (or `hand`, or `tokens`) and whose it is."""
    return [{"place": place, "who": name} for name, places in counts.items() for place in places]


def _hide(made: Data, table: Table) -> None:
    """A count that nobody knows is no number."""
    for name, places in table.unknown.items():
        for place in places:
            if place == HAND:
                made["hands"][name] = None
            elif place == TOKENS:
                made["tokens"] = {**made.get("tokens", table.tokens), name: None}
            else:
                of_places = made["planets"] if place in made["planets"] else made
                of_places[place] = {**of_places[place], name: None}


_SIMPLE = (str, int, bool, type(None))


def _plain(value: object) -> object:
    """A value as JSON has it, for nobody else to change."""
    if type(value) in _SIMPLE:  # which most are
        return value
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if hasattr(value, "_asdict"):
        return value._asdict()
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value
