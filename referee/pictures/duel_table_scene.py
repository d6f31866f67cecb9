"""A table of Duel as a scene, from what `referee table show --json` tells of it; what lies face down is not turned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.duel.state import UNKNOWN, WARPPLANET
from referee.duel.texts import with_sign
from referee.pictures.scene import LEADER, STRAGGLER, Cards, Envoy, Layout, Person, Place, Planet, Scene, Stack
from referee.render.duel import headline
from referee.render.words import Told

_MOST_DISCARDS = 12  # cards of a pile that are told, the last ones


def scene_of(told: Told) -> Scene:
    """The scene of a table: the planets and envoys, what each player has, and the duel or contest that is on."""
    fight = told["fight"] or {}
    return Scene(
        title=headline(told),
        people=tuple(_person(told, fight, name) for name in told["seats"]),
        planets=tuple(_planet(told, id, fight.get("planet", "")) for id in told["planets"]),
        cards=tuple(_cards(fight, name) for name in told["seats"]) if fight.get("plans") else (),
        places=tuple(Place(name, _stacks(told[name])) for name in ("supply", "warp") if told[name]),
        notes=tuple(_notes(told)),
        layout=Layout.DUEL,
        stakes=tuple(_stakes(told, fight)),
        envoys=tuple(_envoy(number, envoy) for number, envoy in told["envoys"].items()),
    )


def _stacks(counts: Mapping[str, int | None]) -> tuple[Stack, ...]:
    return tuple(Stack(name, UNKNOWN if count is None else str(count)) for name, count in counts.items())


def _planet(told: Told, id: str, fought_for: str) -> Planet:
    symbol = told["symbols"].get(id, "")
    named = id if symbol in ("", id) else f"{id} {symbol}"
    name = WARPPLANET.capitalize() if id == WARPPLANET else f"planet {named}"
    return Planet(name, "", _stacks(told["planets"][id]), aimed=id == fought_for)


def _envoy(number: str, envoy: Mapping[str, Any]) -> Envoy:
    return Envoy(number, envoy["name"], envoy["ally"], envoy["faceup"])


def _cards(fight: Mapping[str, Any], name: str) -> Cards:
    """The plan and the tactic of a player as they lie: `?` until they are revealed."""
    plan = fight["laid"].get(name) or (UNKNOWN if name in fight["plans"] else "")
    plus = tuple(with_sign(played["card"]) for played in fight["played"] if played["on"] == name)
    return Cards(name, plan, plus, _tactic(fight, name))


def _tactic(fight: Mapping[str, Any], name: str) -> str:
    told: str = fight["tactics"].get(name, "")
    are_revealed = fight["shown"] or fight["outs"]
    return told if are_revealed or not told else UNKNOWN


def _person(told: Told, fight: Mapping[str, object], name: str) -> Person:
    role = {told["leader"]: LEADER, told["straggler"]: STRAGGLER}.get(name, "")
    alien = told["aliens"].get(name)
    return Person(name, (alien,) if alien else (), role, tuple(_facts(told, fight, name)))


def _facts(told: Told, fight: Mapping[str, Any], name: str) -> Iterator[str]:
    sent, destroyed = fight.get("sent", {}).get(name), fight.get("destroyed", {}).get(name)
    if sent is not None:
        yield f"sent {sent}{f', {destroyed} of them destroyed' if destroyed else ''}"
    known = told["known"].get(name)
    yield f"hand {told['hands'][name]}{': ' if known else ''}{' '.join(known or ())}"
    if name in told["limits"]:
        yield f"hand limit {told['limits'][name]}"
    if name in told["piles"]:
        yield f"deck {told['piles'][name]}"
    if name in told["snares"]:
        yield f"snare {told['snares'][name]}"
    if told["spent"][name]:
        yield f"spent tactics: {', '.join(told['spent'][name])}"
    if told["discards"][name]:
        yield f"discards, bottom first: {' '.join(told['discards'][name][-_MOST_DISCARDS:])}"
    if name in told["counts"]:
        yield f"{told['counts'][name]} planets besides"


def _stakes(told: Told, fight: Mapping[str, object]) -> Iterator[str]:
    """What is fought for: the destiny card is told by the title."""
    if fight.get("advantage") is not None:
        yield f"ship advantage {fight['advantage']}"
    if fight.get("prize"):
        yield f"prize of the {fight['prize']}"
    if fight.get("winner"):
        yield f"{fight['winner']} won"


def _notes(told: Told) -> Iterator[str]:
    if told["bar"]:
        yield f"{told['straggler']} chooses a planet: {', '.join(told['bar'])}"
    for due in told["dues"]:
        yield f"{due['who']} {'may' if due['may'] else 'has still to'} {' or '.join(due['options'])}"
    for owner, icon in told["icons"].items():
        yield f"icon of {owner}: {icon}"
    for owner, words in told["says"].items():
        yield f"{owner} says: {words}"
    decks = {**told["decks"], "reinforcements": told["gains"], "planets": told["stack"]}
    yield f"decks: {', '.join(f'{name} {count}' for name, count in decks.items())}"
    if told["past"]:
        yield f"past, bottom first: {' '.join(told['past'][-_MOST_DISCARDS:])}"
    if told["line"] and not told["fight"]:
        yield f"fought last: {told['line']}"
