"""A table as one screen shows it: a row for each player, whose turn it is, and the act that comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.render.outcome import verdict
from referee.render.words import Told, shown
from referee.serve.rooms import ALL
from referee.serve.ruling_view import PlayerRow, players_of
from referee.serve.sheet import DEFENSE, OFFENSE, Main, Seat, Sheet
from referee.serve.texts import say


@dataclass(frozen=True)
class Stack:
    """Ships of one player: whose, the place of the seat, how many (`?` for not known)."""

    who: str
    place: int
    ships: str


@dataclass(frozen=True)
class Planet:
    """A planet: its owner's ships, those of others, if the gate points at it, and if we reckoned a count ourselves."""

    id: str
    own: str
    others: tuple[Stack, ...]
    is_target: bool
    is_reckoned: bool


@dataclass(frozen=True)
class SeatRow:
    """A player's row: counts are as they are shown, `?` for what is not known."""

    name: str
    place: int
    aliens: str
    power: str
    planets: tuple[Planet, ...]
    warp: str
    hand: str
    foreign: str
    role: str
    committed: str
    is_turn: bool
    is_waited: bool
    is_mine: bool


@dataclass(frozen=True)
class Choice:
    """Something that may be done now: the command, what is shown of it, the pieces between cards still to be named."""

    command: str
    text: str
    who: str
    says: str = ""
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True)
class TableView:
    """A whole table on a screen."""

    title: str
    seats: tuple[SeatRow, ...]
    waits: str
    choices: tuple[Choice, ...]
    besides: tuple[Choice, ...]
    verdict: str
    players: tuple[PlayerRow, ...]
    winners: str


def view_of_table(table: Told, offers: Sequence[Any], waits: str, waits_for: Sequence[str], seat: str) -> TableView:
    """The table, as JSON, and what may be done there, as a phone of this seat sees it.

    `offers` are those of `legal`; a phone with a player's seat is shown that player's only: others' name their cards.
    """
    mine = [offer for offer in offers if seat in (ALL, offer.who)]
    last = table["last"] if table["last"] and "players" in table["last"] and "kind" not in table["last"] else None
    return TableView(
        title=_title(table),
        seats=tuple(_row(table, name, place, waits_for, seat) for place, name in enumerate(table["seats"])),
        waits=shown(waits if seat == ALL or not seat or seat in waits_for else _waited(waits_for)),
        choices=tuple(_choice(offer) for offer in mine if offer.waited),
        besides=tuple(_choice(offer) for offer in mine if not offer.waited),
        verdict=shown(verdict(last)) if last else "",
        players=tuple(players_of(last)) if last else (),
        winners=", ".join(map(shown, table["winners"])),
    )


# What of a table's state may name cards that only their owner knows: hands, what lies facedown or aside, the last line.
_OF_HANDS = ("known", "hidden", "aside", "last", "due")


def state_for(table: Told, seat: str) -> dict[str, Any]:
    """The table, as JSON, as a phone of this seat may know it: of told hands its own, of the last ruling the result."""
    if seat == ALL:
        return dict(table)
    told = {key: value for key, value in table.items() if key not in _OF_HANDS}
    told["known"] = {who: cards for who, cards in table["known"].items() if who == seat}
    last = table["last"]
    told["last"] = {key: last[key] for key in ("status", "outcome", "totals") if key in last} if last else None
    return told


def _waited(players: Sequence[str]) -> str:
    return say("waits-for", who=", ".join(players)) if players else ""


def _title(table: Told) -> str:
    turn = shown(table["turn"] or "")
    return say("turn-of", who=turn, number=table["encounter"], phase=table["phase"]) if turn else str(table["phase"])


def _row(table: Told, name: str, place: int, waits_for: Sequence[str], seat: str) -> SeatRow:
    roles = {table["turn"]: "offense", table["defense"]: "defense", **table["allies"]}
    committed = _number(table["gate"].get(name, 0)), _number(table["beside"].get(name, 0))
    return SeatRow(
        name=shown(name),
        place=place,
        aliens=" / ".join(table["aliens"].get(name, ())),
        power=table["powers"].get(name, ""),
        planets=tuple(_planet(table, id) for id in table["planets"] if id.rpartition(".")[0] == name),
        warp=_number(table["warp"].get(name, 0)),
        hand=_number(table["hands"].get(name)),
        foreign=_number(table["foreign"].get(name, 0)),
        role=str(roles.get(name) or ""),
        committed=next((count for count in committed if count != "0"), ""),
        is_turn=table["turn"] == name,
        is_waited=name in waits_for,
        is_mine=name == seat,
    )


def _planet(table: Told, id: str) -> Planet:
    owner = id.rpartition(".")[0]
    there: Mapping[str, int | None] = table["planets"][id]
    seats = list(table["seats"])
    others = tuple(
        Stack(shown(who), seats.index(who) if who in seats else 0, _number(ships))
        for who, ships in there.items()
        if who != owner and ships != 0
    )
    reckoned = any(count["place"] == id for count in table.get("reckoned", ()))
    return Planet(id, _number(there.get(owner, 0)), others, table["target"] == id, reckoned)


def _number(count: int | None) -> str:
    return "?" if count is None else str(count)


def _choice(offer: Any) -> Choice:
    pieces = tuple(offer.command.split("?")) if offer.shown and "?" in offer.command else ()
    return Choice(offer.command, offer.shown or offer.command, offer.who, offer.says, pieces)


# -- the sheet at a table ----------------------------------------------------------------------------------------------


def sheet_of(table: Told) -> Sheet:
    """The encounter sheet with what the table knows of the encounter that is on."""
    seats = [
        Seat(name, "/".join(alien.replace(" ", "-") for alien in table["aliens"].get(name, ())))
        for name in table["seats"]
    ]
    places = {seat.name: place for place, seat in enumerate(seats)}
    for name, side in table["allies"].items():
        at = table["gate"] if side == "offense" else table["beside"]
        code = OFFENSE if side == "offense" else DEFENSE
        seats[places[name]] = replace(seats[places[name]], side=code, ships=_number(at.get(name)))
    offense, defense, target = table["turn"], table["defense"], table["target"]
    sent = table["gate"].get(offense)
    there = table["planets"].get(target, {}).get(defense) if target else None
    return Sheet(
        tuple(seats),
        Main(places.get(offense), _number(sent) if target and sent else Main.ships),
        Main(places.get(defense), _number(there) if target else Main.ships),
        target.rpartition(".")[2] if target else "",
        edition=table["edition"],
    )


def acts_of(sheet: Sheet, table: Told) -> list[str]:
    """The commands that do at the table what is on the sheet, from where the table stands; none where nothing is left.

    What goes without saying between them the table implies.
    """
    offense, defense = sheet.main_name(sheet.offense), sheet.main_name(sheet.defense)
    acts: list[str] = []
    if not table["defense"]:
        acts.append(f"destiny {defense}")
    if not table["target"]:
        acts.append(f"launch {offense} {sheet.offense.ships} at {defense}.{sheet.planet}")
    for seat in sheet.seats:
        if seat.side and seat.name not in (offense, defense) and seat.name not in table["allies"]:
            acts.append(f"ally {seat.name} {'offense' if seat.side == OFFENSE else 'defense'} {seat.ships}")
    if "?" not in (sheet.offense.card, sheet.defense.card) and table["phase"] != "resolution":
        acts.append(f"reveal {offense} {sheet.offense.card}, {defense} {sheet.defense.card}")
        acts += [f"reinforce {offense} +{number} offense" for number in sheet.offense.plus]
        acts += [f"reinforce {defense} +{number} defense" for number in sheet.defense.plus]
        acts += [f"zap {seat.name}" for seat in sheet.seats if seat.zapped]
        acts.append("resolve")
    return acts
