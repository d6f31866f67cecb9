"""A table as one screen shows it: a row for each player, whose turn it is, and the act that comes next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.duel.games import game
from referee.render.outcome import verdict
from referee.render.words import Told, shown
from referee.serve.known import Known
from referee.serve.rooms import ALL
from referee.serve.ruling_view import PlayerRow, players_of
from referee.serve.secrets_kept import duel_for
from referee.serve.sheet import AS_THERE, DEFENSE, OFFENSE, Main, Seat, Sheet
from referee.serve.texts import is_said, say

if TYPE_CHECKING:
    from referee.judge.ways.table import Offer


@dataclass(frozen=True)
class Stack:
    """Ships of one player: whose, the place of the seat, how many (`?` for not known), and if that is our own count."""

    who: str
    place: int
    ships: str
    is_reckoned: bool


@dataclass(frozen=True)
class Planet:
    """A planet: its owner's ships, those of others, if the gate points at it, and if its owner's count is ours."""

    id: str
    own: str
    others: tuple[Stack, ...]
    is_target: bool
    is_reckoned: bool


@dataclass(frozen=True)
class SeatRow:
    """A player's row: counts are as they are shown, `?` for what is not known, and can be our own reckoning.

    `counts` are those of Duel, each with its name; it has no home planets, and its counts are put right in words.
    """

    name: str
    place: int
    aliens: str
    power: str = ""
    planets: tuple[Planet, ...] = ()
    warp: str = ""
    is_warp_reckoned: bool = False
    hand: str = ""
    is_hand_reckoned: bool = False
    foreign: str = ""
    role: str = ""
    committed: str = ""
    is_turn: bool = False
    is_waited: bool = False
    is_mine: bool = False
    counts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Choice:
    """Something that may be done now: the command, what is shown of it, the pieces between cards still to be named.

    One that `is_example` is filled in by a tap, and not yet done.
    """

    command: str
    text: str
    who: str
    says: str = ""
    pieces: tuple[str, ...] = ()
    is_example: bool = False


@dataclass(frozen=True)
class Choices:
    """Choices of one kind: what their commands begin with (empty: nothing in common), and each with the rest of it."""

    head: str
    each: tuple[tuple[Choice, str], ...]


_MANY = 4  # of so many choices of a kind what they have in common is said once


def in_groups(choices: Sequence[Choice]) -> tuple[Choices, ...]:
    """Choices by their first word, in their order; of many the words that all have are said once."""
    kinds: dict[str, list[Choice]] = {}
    for choice in choices:
        kinds.setdefault(choice.text.split()[0], []).append(choice)
    found = []
    for kind in kinds.values():
        words = [choice.text.split() for choice in kind]
        same = next((n for n, column in enumerate(zip(*words, strict=False)) if len(set(column)) > 1), 0)
        same = same if len(kind) >= _MANY and not any(choice.pieces for choice in kind) else 0
        each = tuple((choice, " ".join(said[same:])) for choice, said in zip(kind, words, strict=True))
        found.append(Choices(" ".join(words[0][:same]), each))
    return tuple(found)


@dataclass(frozen=True)
class TableView:
    """A whole table on a screen; where it has a picture its `size`, in points, and in `lines` what that shows.

    `hint` is how a command looks.
    """

    title: str
    seats: tuple[SeatRow, ...]
    waits: str
    choices: tuple[Choice, ...]
    besides: tuple[Choice, ...]
    verdict: str
    players: tuple[PlayerRow, ...]
    winners: str
    lines: tuple[str, ...] = ()
    size: tuple[int, int] | None = None
    hint: str = say("command-hint")

    @property
    def groups(self) -> tuple[Choices, ...]:
        """What the table waits for, by kind."""
        return in_groups(self.choices)

    @property
    def next_act(self) -> str:
        """What the large button says where there is something to choose."""
        verbs = [choice.command.split()[0] for choice in self.choices]
        verb = "deal" if "deal" in verbs or verbs[0] == "no" else verbs[0]
        return say(f"next-{verb}") if is_said(f"next-{verb}") else say("next-act", verb=verb)


def view_of_table(table: Told, offers: Iterable[Offer], waits: str, waits_for: Sequence[str], seat: str) -> TableView:
    """The table, as JSON, and what may be done there, as a phone of this seat sees it.

    `offers` are those of `legal`; a phone with a player's seat is shown that player's only: others' name their cards.
    """
    waited, besides = choices_for(offers, seat)
    last = table["last"] if table["last"] and "players" in table["last"] and "kind" not in table["last"] else None
    return TableView(
        title=_title(table),
        seats=tuple(_row(table, name, place, waits_for, seat) for place, name in enumerate(table["seats"])),
        waits=shown(waits if seat == ALL or not seat or seat in waits_for else _waited(waits_for)),
        choices=waited,
        besides=besides,
        verdict=shown(verdict(last)) if last else "",
        players=tuple(players_of(last)) if last else (),
        winners=", ".join(map(shown, table["winners"])),
    )


def choices_for(offers: Iterable[Offer], seat: str) -> tuple[tuple[Choice, ...], tuple[Choice, ...]]:
    """What a phone of this seat may do: what the table waits for, and what may be done besides."""
    mine = [offer for offer in offers if seat in (ALL, offer.who)]
    waited = tuple(_choice(offer) for offer in mine if offer.waited)
    return waited, tuple(_choice(offer) for offer in mine if not offer.waited)


# In these phases nobody has chosen an encounter card; in the later ones nothing has come of the encounter.
_BEFORE_CARDS = ("start-turn", "regroup", "destiny", "launch", "alliance")
_BEFORE_OUTCOME = (*_BEFORE_CARDS, "planning", "reveal")

# What of a table's state may name cards that only their owner knows: hands, what lies facedown or aside, the last line.
HIDDEN_OF_TABLE = ("known", "hidden", "aside", "last", "due", "fight", "line", "dues")


def state_for(table: Told, seat: str) -> dict[str, object]:
    """The table, as JSON, as a phone of this seat may know it: of told hands its own, of the last ruling the result."""
    if seat == ALL:
        return dict(table)
    open_to_it = table if game(table["edition"]).is_big else duel_for(seat, table)
    told = {key: value for key, value in open_to_it.items() if key not in HIDDEN_OF_TABLE}
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
        is_warp_reckoned=_is_reckoned(table, "warp", name),
        hand=_number(table["hands"].get(name)),
        is_hand_reckoned=_is_reckoned(table, "hand", name),
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
        Stack(shown(who), seats.index(who) if who in seats else 0, _number(ships), _is_reckoned(table, id, who))
        for who, ships in there.items()
        if who != owner and ships != 0
    )
    return Planet(id, _number(there.get(owner, 0)), others, table["target"] == id, _is_reckoned(table, id, owner))


def _is_reckoned(table: Told, place: str, who: str) -> bool:
    """True if what somebody has in a place is our own count: nobody said it."""
    return any((count["place"], count["who"]) == (place, who) for count in table.get("reckoned", ()))


def _number(count: int | None) -> str:
    return "?" if count is None else str(count)


def _choice(offer: Offer) -> Choice:
    pieces = tuple(offer.command.split("?")) if offer.shown and "?" in offer.command else ()
    return Choice(offer.command, offer.shown or offer.command, offer.who, offer.says, pieces)


# -- the sheet at a table ----------------------------------------------------------------------------------------------


def sheet_of(table: Told) -> Sheet:
    """The encounter sheet with what the table knows of the encounter that is on; with the players once that is over."""
    seats = [Seat(name, _as_typed(table["aliens"].get(name, ()))) for name in table["seats"]]
    if table["phase"] not in _BEFORE_OUTCOME:  # that encounter is over: the next one is filled in
        return Sheet(tuple(seats), edition=table["edition"])
    places = {seat.name: place for place, seat in enumerate(seats)}
    for name, side in table["allies"].items():
        at = table["gate"] if side == "offense" else table["beside"]
        code = OFFENSE if side == "offense" else DEFENSE
        seats[places[name]] = replace(seats[places[name]], side=code, ships=_number(at.get(name)))
    offense, defense, target = table["turn"], table["defense"], table["target"]
    sent = table["gate"].get(offense)
    known = _known(table)
    return Sheet(
        tuple(seats),
        Main(places.get(offense), _number(sent) if target and sent else Main.ships),
        Main(places.get(defense), AS_THERE if known.ships else Main.ships),
        target.rpartition(".")[2] if target else "",
        edition=table["edition"],
        known=known,
    )


def _as_typed(aliens: Sequence[str]) -> str:
    return "/".join(alien.replace(" ", "-") for alien in aliens)


def _known(table: Told) -> Known:
    """What the table knows for certain, of what a line can say besides, before the cards have decided."""
    doubtful = {(count["place"], count["who"]) for count in table.get("reckoned", ())}

    def counts(kind: str, place: str) -> dict[str, int]:
        return {
            name: count for name, count in table[kind].items() if count is not None and (place, name) not in doubtful
        }

    warp = {name: 0 for name in table["seats"] if ("warp", name) not in doubtful} | counts("warp", "warp")
    hands = counts("hands", "hand") if table["phase"] in _BEFORE_CARDS else {}
    planets = {
        id: there
        for id, there in table["planets"].items()
        if None not in there.values() and not any((id, name) in doubtful for name in there)
    }
    ships = {id: _number(there.get(id.rpartition(".")[0], 0)) for id, there in table["planets"].items()}
    return Known(warp, table["foreign"], table["home"], hands, planets, ships)


def _standing(table: Told, planet: str, owner: str, ships: str) -> str:
    """Who stands on a planet, with so many of its owner, as `set` takes it."""
    others = [
        f"{who} {_number(count)}" for who, count in table["planets"][planet].items() if who != owner and count != 0
    ]
    return ", ".join([f"{owner} {ships}", *others])


def differing(sheet: Sheet, table: Told) -> str:
    """Who is at the table with other ships, or on another side, than the sheet says; empty if nobody."""
    told = {seat.name: (seat.side, seat.ships) for seat in sheet.seats}
    for name, side in table["allies"].items():
        code, place = (OFFENSE, "gate") if side == "offense" else (DEFENSE, "beside")
        if told.get(name) != (code, _number(table[place].get(name))):
            return str(name)
    sent = table["gate"].get(table["turn"]) if table["target"] else None
    return str(table["turn"]) if sent is not None and sheet.offense.ships != _number(sent) else ""


FACTS = frozenset("planet hand warp tokens foreign home seats second reverse".split())  # clauses that are no acts
_AFTERWARDS = ("deal ", "no deal", "ionic gas", "quash")  # what is done once the cards have decided


def _joins(seat: Seat) -> str:
    """The command by which an ally joins as the sheet has it."""
    return f"ally {seat.name} {'offense' if seat.side == OFFENSE else 'defense'} {seat.ships}"


def acts_of(sheet: Sheet, table: Told) -> list[str]:
    """The commands that do at the table what is on the sheet, from where the table stands; none where nothing is left.

    What goes without saying between them the table implies. An act that answers another is done where that one is.
    """
    offense, defense = sheet.main_name(sheet.offense), sheet.main_name(sheet.defense)
    target = table["target"] or f"{defense}.{sheet.planet}"
    acts: list[str] = []
    if sheet.defense.ships != _number(table["planets"].get(target, {}).get(defense, 0)):
        acts.append(f"set {target} {_standing(table, target, defense, sheet.defense.ships)}")
    if not table["defense"]:
        acts.append(f"destiny {defense}")
    if not table["target"]:
        acts.append(f"launch {offense} {sheet.offense.ships} at {defense}.{sheet.planet}")
    known = {offense, defense, *table["allies"]}
    acts += [_joins(seat) for seat in sheet.seats if seat.side and seat.name not in known]
    if "?" not in (sheet.offense.card, sheet.defense.card) and table["phase"] != "resolution":
        acts += _from_the_reveal(sheet, offense, defense)
    return acts


def _from_the_reveal(sheet: Sheet, offense: str, defense: str) -> Iterator[str]:
    """The commands from the cards that are turned up to what comes after the outcome."""
    acted = [clause.strip() for clause in sheet.more.split(";") if clause.strip()]
    late = next((at for at, clause in enumerate(acted) if clause.startswith(_AFTERWARDS)), len(acted))
    yield f"reveal {offense} {sheet.offense.card}, {defense} {sheet.defense.card}"
    yield from (f"reinforce {offense} +{number} offense" for number in sheet.offense.plus)
    yield from (f"reinforce {defense} +{number} defense" for number in sheet.defense.plus)
    yield from (f"zap {seat.name}" for seat in sheet.seats if seat.zapped)
    yield from (*acted[:late], "resolve", *acted[late:])
