"""A scene in words: what somebody who does not see the picture is told of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.duel.line import NOT_TOLD, NOTHING
from referee.duel.state import UNKNOWN
from referee.pictures.scene import Cards, Envoy, Layout, Person, Planet, Scene, Stack

_PLACES = {
    "gate": "In the gate",
    "beside": "Beside the planet",
    "sent": "Sent",
    "supply": "In supply",
    "warp": "In the warp",
    "unplaced": "Not placed yet",
    "removed": "Out of the game",
}


def told(scene: Scene) -> tuple[str, ...]:
    """The scene in sentences, everything that the picture shows; names and cards are as players typed them."""
    return tuple(_told(scene))


def _told(scene: Scene) -> Iterator[str]:
    for person in scene.people:
        yield _person(person)
    for cards in scene.cards:
        yield _cards(cards, "plan" if scene.layout is Layout.DUEL else "card")
    for stake in scene.stakes:
        yield f"{stake}."
    for place in scene.places:
        aim = f", aimed at {scene.target}" if place.name == "gate" and scene.target else ""
        yield f"{_PLACES[place.name]}{aim}: {_stacks(place.stacks)}."
    for planet in scene.planets:
        yield _planet(planet)
    for envoy in scene.envoys:
        yield _envoy(envoy)
    for note in scene.notes:
        yield f"{note}."


def _cards(cards: Cards, noun: str) -> str:
    plus = f" with {' '.join(cards.plus)}" if cards.plus else ""
    tactic = _TACTICS.get(cards.tactic, f"; tactic {cards.tactic}")
    return f"{cards.who}'s {noun}: {cards.card or 'not chosen yet'}{plus}{tactic}."


_TACTICS = {NOT_TOLD: "", NOTHING: "; no tactic", UNKNOWN: "; a tactic face down"}


def _envoy(envoy: Envoy) -> str:
    ally = f"{envoy.ally}'s ally" if envoy.ally else "neutral"
    lies = "face up" if envoy.is_faceup else "face down"
    return f"{f'Envoy {envoy.number}'.strip()}: {envoy.name}, {ally}, {lies}."


def _person(person: Person) -> str:
    told = [person.role] if person.role else []
    told += person.facts
    if person.foreign is not None:
        told.append(f"{person.foreign} foreign")
    return f"{person}: {', '.join(told)}." if told else f"{person}."


def _planet(planet: Planet) -> str:
    return f"On {planet.name}: {_stacks(planet.stacks)}."


def _stacks(stacks: Sequence[Stack]) -> str:
    return ", ".join(map(str, stacks)) or "nobody"
