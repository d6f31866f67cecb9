"""The order in which players act: by phase, by moment in it, then by role (consolidated 4.8). Pure functions.

`judge.timing.question` rules a question of timing with these; board and table take the order of players from here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

Player = TypeVar("Player")

OFFENSE, DEFENSE, OTHERS = "offense", "defense", "others"


def in_order(roles: Iterable[str], offense: Player, defense: Player, others: Sequence[Player]) -> list[Player]:
    """The players in the order of the roles, such as offense, defense, others (4.8.2.1 to .3).

    `others` are clockwise from the offense's left. Where nobody is the defense, pass something that can be left out.
    """
    slots = {OFFENSE: [offense], DEFENSE: [defense], OTHERS: others}
    return [player for role in roles for player in slots[role]]


class Slot(NamedTuple):
    """When somebody acts: `phase` and `moment` as places in their printed order, the player, and what is answered.

    `answers` is the number of the slot that this one answers, None for what stands for itself.
    """

    phase: int
    moment: int
    player: str
    answers: int | None = None


Chain = tuple[int, ...]


def arrange(slots: Sequence[Slot], players: Mapping[tuple[int, int], Sequence[str]]) -> list[list[Chain]]:
    """The slots first to last, by number: places with one chain each, or several where nothing orders them.

    `players` are the players in timing order, by phase and moment. A chain is what stands for itself with its answers
    before it, the newest first, several answers to one thing in timing order (DF-72). Slots of one player in the same
    moment stand in one place, because the timing order is between several players (4.8.2).
    """
    answers: dict[int, list[int]] = {}
    for number, slot in enumerate(slots):
        if slot.answers is not None:
            answers.setdefault(slot.answers, []).append(number)
    rank = {(*when, name): at for when, names in players.items() for at, name in enumerate(names)}

    def key(number: int) -> tuple[int, int, int]:
        slot = slots[number]
        return slot.phase, slot.moment, rank[slot.phase, slot.moment, slot.player]

    def chain(number: int) -> Chain:
        before = sorted(answers.get(number, ()), key=key)
        return (*(one for answer in before for one in chain(answer)), number)

    places: dict[Hashable, list[Chain]] = {}
    for number in sorted((n for n, slot in enumerate(slots) if slot.answers is None), key=key):
        places.setdefault(key(number), []).append(chain(number))
    return list(places.values())


def cancelled(order: Sequence[int], slots: Sequence[Slot], idle: frozenset[int] = frozenset()) -> dict[int, int]:
    """Which slots come to nothing, and by which answer: one that stands and is settled before what it answers.

    `idle` are answers that cannot cancel what they answer.
    """
    found: dict[int, int] = {}
    done: set[int] = set()
    for number in order:
        target = slots[number].answers
        if target is not None and number not in found and number not in idle and target not in {*found, *done}:
            found[target] = number
        done.add(number)
    return found
