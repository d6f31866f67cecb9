"""An encounter on one line as a scene."""

from __future__ import annotations

from collections.abc import Iterator

from referee.pictures.scene import (
    DEFENSE,
    DEFENSIVE_ALLY,
    OFFENSE,
    OFFENSIVE_ALLY,
    Cards,
    Person,
    Place,
    Planet,
    Scene,
    Stack,
)
from referee.state.canonical import write
from referee.state.encounter import COUNTED, Hand, Player, Position, Side

_FACTS = {"at", "planet", "hand", "seats", "second", *COUNTED}  # the clauses that are drawn, or told of a player
_COUNTED = {"tokens": "tokens {}", "foreign": "{} foreign", "home": "{} home"}


def scene_of(position: Position) -> Scene:
    """The scene of a position: what each side sent, the target planet with its stacks, and all else that was said."""
    offense, defense = position.offense.main.name, position.defense.main.name
    target = ".".join(position.target) if position.target else f"{defense}'s planet"
    owner = position.target[0] if position.target else defense
    return Scene(
        title=f"{offense} against {defense}",
        people=tuple(_people(position)),
        planets=(Planet(target, owner, tuple(_on_target(position, owner)), aimed=True),),
        cards=(_cards(position.offense), _cards(position.defense)),
        places=tuple(_places(position)),
        target=target,
        notes=tuple(_notes(position)),
    )


def _people(position: Position) -> Iterator[Person]:
    """Main players and allies as they are written, then everybody else of whom something is said."""
    roles = {
        position.offense.main.name: OFFENSE,
        position.defense.main.name: DEFENSE,
        **{ally.name: OFFENSIVE_ALLY for ally in position.offense.allies},
        **{ally.name: DEFENSIVE_ALLY for ally in position.defense.allies},
    }
    aliens = position.aliens | {player.name: player.aliens for player in position.participants()}
    for name in dict.fromkeys((*position.names(), *position.aliens)):
        yield Person(name, tuple(aliens.get(name, ())), roles.get(name, ""), tuple(_facts(position, name)))


def _facts(position: Position, name: str) -> Iterator[str]:
    if name in position.hands:
        yield f"hand {_hand(position.hands[name])}"
    for what, says in _COUNTED.items():
        counts = getattr(position, what)
        if name in counts:
            yield says.format(_count(counts[name]))


def _hand(hand: Hand) -> str:
    return _count(hand.count) if hand.cards is None else f"{len(hand.cards)}: {' '.join(hand.cards)}"


def _on_target(position: Position, owner: str) -> Iterator[Stack]:
    """What stands on the target planet, its owner's ships first: where it is not said, the ships of the defense."""
    defense = position.defense.main
    stacks = {defense.name: defense.ships, **(position.planet or {})}
    for name in sorted(stacks, key=lambda name: name != owner):
        yield Stack(name, _count(stacks[name]))


def _places(position: Position) -> Iterator[Place]:
    sent = (position.offense.main, *position.offense.allies)
    yield Place("gate", tuple(map(_stack, sent)))
    if position.defense.allies:
        yield Place("beside", tuple(map(_stack, position.defense.allies)))
    if position.warp:
        yield Place("warp", tuple(Stack(name, _count(ships)) for name, ships in position.warp.items()))


def _stack(player: Player) -> Stack:
    return Stack(player.name, _count(player.ships))


def _cards(side: Side) -> Cards:
    return Cards(side.main.name, str(side.card), tuple(f"+{_count(number)}" for number in side.plus))


def _notes(position: Position) -> Iterator[str]:
    """What stands on the canonical line and is not drawn: acts, the seats, a second encounter, the reverse cone."""
    if position.seats:
        yield f"seats, clockwise: {' '.join(position.seats)}"
    if position.second:
        yield "second encounter"
    for clause in write(position).split(" ; ")[1:]:
        if clause.split()[0] not in _FACTS:
            yield clause


def _count(count: int | None) -> str:
    return "?" if count is None else str(count)
