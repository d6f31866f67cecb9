"""A duel or a contest on one line as a scene."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.duel.clauses import write
from referee.duel.line import DuelLine, Fighter
from referee.duel.ruling import kind_of
from referee.duel.state import UNKNOWN
from referee.duel.texts import with_sign
from referee.pictures.scene import LEADER, STRAGGLER, Cards, Envoy, Layout, Person, Place, Planet, Scene, Stack

_COUNTED = {"controls": "{} planets besides", "spent": "{} spent tactics"}
# The clauses that are drawn, or told of a player; all others are notes.
_DRAWN = {"card", "advantage", "prize", "effect", "supply", "warp", "there", "envoy", "hand", "snare", *_COUNTED}


def scene_of(line: DuelLine) -> Scene:
    """The scene of a line: what each side plays and sends, what stood on the planet, and all else that was said."""
    clauses = write(line).split(" ; ")[1:]
    leader, straggler = line.fighters()
    return Scene(
        title=f"{leader.name} against {straggler.name}, a {kind_of(line.contest)}",
        people=(_person(line, leader, LEADER), _person(line, straggler, STRAGGLER)),
        planets=() if line.contest else (Planet("planet", "", _stacks(line.there), aimed=True),),
        cards=tuple(map(_cards, line.fighters())),
        places=tuple(_places(line)),
        notes=tuple(clause for clause in clauses if clause.split()[0] not in _DRAWN),
        layout=Layout.DUEL,
        stakes=tuple(_stakes(line)),
        envoys=tuple(Envoy("", name, who, is_faceup=True) for who, name in line.envoys.items()),
    )


def _stakes(line: DuelLine) -> Iterator[str]:
    """What is fought for: the destiny card, the ship advantage, and the prize or what the winner does."""
    if line.card:
        yield f"destiny card {line.card}"
    if line.told_advantage:
        yield f"ship advantage {_count(line.advantage)}"
    if line.prize:
        yield f"prize of the {line.prize}{': ' if line.effect else ''}{line.effect}"
    elif line.effect:
        yield f"effect: {line.effect}"


def _person(line: DuelLine, fighter: Fighter, role: str) -> Person:
    return Person(fighter.name, (fighter.alien,) if fighter.alien else (), role, tuple(_facts(line, fighter.name)))


def _facts(line: DuelLine, name: str) -> Iterator[str]:
    if name in line.hands:
        hand = line.hands[name]
        known = any(card != UNKNOWN for card in hand)
        yield f"hand {len(hand)}{': ' if known else ''}{' '.join(hand if known else ())}"
    for what, says in _COUNTED.items():
        counts = getattr(line, what)
        if name in counts:
            yield says.format(_count(counts[name]))
    if name in line.snares:
        yield f"snare {line.snares[name]}"


def _cards(fighter: Fighter) -> Cards:
    return Cards(fighter.name, fighter.plan, tuple(map(with_sign, fighter.plus)), fighter.tactic)


def _places(line: DuelLine) -> Iterator[Place]:
    if not line.contest:
        yield Place("sent", tuple(Stack(fighter.name, _count(fighter.dial)) for fighter in line.fighters()))
    for name in ("supply", "warp"):
        counts: Mapping[str, int | None] = getattr(line, name)
        if counts:
            yield Place(name, _stacks(counts))


def _stacks(counts: Mapping[str, int | None]) -> tuple[Stack, ...]:
    return tuple(Stack(name, _count(ships)) for name, ships in counts.items())


def _count(count: int | None) -> str:
    return UNKNOWN if count is None else str(count)
