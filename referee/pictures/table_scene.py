"""A table as a scene, from what `referee table show --json` tells of it: so nothing is drawn that is not told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.pictures.scene import (
    DEFENSE,
    DEFENSIVE_ALLY,
    OFFENSE,
    OFFENSIVE_ALLY,
    Layout,
    Person,
    Place,
    Planet,
    Scene,
    Stack,
)
from referee.render.words import Told, owed

_PLACES = ("gate", "beside", "warp", "unplaced", "removed")
_MOST_DISCARDS = 12  # cards of the pile that are told, the last ones
_ALLIES = {"offense": OFFENSIVE_ALLY, "defense": DEFENSIVE_ALLY}


def scene_of(told: Told) -> Scene:
    """The scene of a table: every system with its stacks, where else ships stand, and what each player has."""
    marks = {(row["place"], row["who"]): "~" for row in told.get("reckoned", ())}
    places = [Place(name, tuple(_stacks(told[name], name, marks))) for name in _PLACES]
    return Scene(
        title=_title(told),
        people=tuple(_person(told, name, marks) for name in told["seats"]),
        planets=tuple(_planet(told, name, marks) for name in told["planets"]),
        cards=(),
        places=tuple(place for place in places if place.stacks),
        target=told["target"] or "",
        notes=tuple(_notes(told)),
        layout=Layout.SYSTEMS,
    )


def _title(told: Told) -> str:
    if told["winners"]:
        return f"{' and '.join(told['winners'])} won the game"
    against = f", against {told['defense']}" if told["defense"] else ""
    return f"{told['turn']}'s turn, encounter {told['encounter']}, {told['phase']}{against}"


def _stacks(stacks: Mapping[str, int | None], place: str, marks: Mapping[tuple[str, str], str]) -> Iterator[Stack]:
    for name, ships in stacks.items():
        yield Stack(name, _count(ships, marks.get((place, name), "")))


def _planet(told: Told, name: str, marks: Mapping[tuple[str, str], str]) -> Planet:
    owner = name.partition(".")[0]
    stacks = sorted(_stacks(told["planets"][name], name, marks), key=lambda stack: stack.who != owner)
    return Planet(name, owner, tuple(stacks), aimed=name == told["target"])


def _person(told: Told, name: str, marks: Mapping[tuple[str, str], str]) -> Person:
    roles = {who: _ALLIES[side] for who, side in told["allies"].items()}
    roles |= {told["turn"]: OFFENSE, told["defense"]: DEFENSE}
    return Person(
        name, tuple(told["aliens"].get(name, ())), roles.get(name, ""), tuple(_facts(told, name, marks)),
        told["foreign"].get(name),
    )  # fmt: skip


def _facts(told: Told, name: str, marks: Mapping[tuple[str, str], str]) -> Iterator[str]:
    known = told["known"].get(name)
    hand = _count(told["hands"].get(name), marks.get(("hand", name), ""))
    yield f"hand {hand}{': ' if known else ''}{' '.join(known or ())}"
    tokens = told["tokens"].get(name, 0)
    if tokens != 0:
        yield f"tokens {_count(tokens, marks.get(('tokens', name), ''))}"
    yield f"{told['home'][name]} home"
    if told["powers"].get(name) == "lost":
        yield "power lost"
    if name in told["hidden"]:
        yield "a power facedown"
    for tech in told["techs"].get(name, ()):
        yield _tech(tech)
    for what, count in told.get("captured", {}).get(name, {}).items():
        yield f"on its sheet: {what if '.' in what else f'{what} {count}'}"


def _tech(tech: Mapping[str, object]) -> str:
    name = "a tech facedown" if tech["name"] == "?" else f"tech {tech['name']}"
    return f"{name} (complete)" if tech["complete"] else f"{name} ({tech['ships']} on it)"


def _notes(told: Told) -> Iterator[str]:
    yield from _beside(told)
    for due in told["due"]:
        yield owed(due, told["edition"])
    yield from _piles(told)
    if told.get("reverse_cone"):
        yield "reverse cone"
    last = told["last"]
    if last and "position" in last:
        yield f"last ruled: {last['position']}{f' ({outcome})' if (outcome := last.get('outcome')) else ''}"


def _beside(told: Told) -> Iterator[str]:
    """What lies at a place of its own."""
    for place, cards in told["aside"].items():
        yield f"cards, {place}: {' '.join(cards)}"
    if "reverse_hexes" in told:
        yield f"reverse planet hexes: {' '.join(told['reverse_hexes'])}"
    for color, stacks in told.get("limbo", {}).items():
        marker = " (marker)" if told.get("marker") == color else ""
        yield f"limbo, {color}{marker}: {', '.join(map(str, _stacks(stacks, 'limbo', {}))) or 'nobody'}"


def _piles(told: Told) -> Iterator[str]:
    """The decks, counted, and the cards on the discard pile."""
    decks = {"deck": "deck", "destiny_deck": "destiny deck", "tech_deck": "tech deck", "rewards_deck": "rewards deck"}
    counted = [f"{says} {told[key]}" for key, says in decks.items() if told.get(key) is not None]
    if counted:
        yield ", ".join(counted)
    if told["discards"]:
        yield f"discards, bottom first: {' '.join(told['discards'][-_MOST_DISCARDS:])}"


def _count(count: int | None, mark: str = "") -> str:
    return "?" if count is None else f"{mark}{count}"
