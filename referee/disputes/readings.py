"""Which reading a decision takes, of any disputable point that the slip of a dispute lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.book.questions import find
from referee.disputes.arguing import argue_again
from referee.errors import RulebaseError

Told = dict[str, Any]


def taken(dispute: Told, said: str, house: bool) -> str:
    """The reading that is taken: its name where it is one of the dispute's own point, else `DF-37=whole-side`.

    `said` names a reading, with its point before it or alone. RulebaseError lists what there is where no point of the
    slip has it or several do, and says so where it is not the referee's own and `house` is False.
    """
    points = [find(id) for id in listed_points(dispute)]
    question, equals, name = (part.strip() for part in said.rpartition("="))
    meant = [point for point in points if not equals or _is_called(question, point["id"])]
    having = [point for point in meant if name in _names(point)]
    own = [point for point in having if point["id"] == dispute["question"]] or having
    if len(own) != 1:
        raise RulebaseError(said, _which(dispute, points, own))
    (point,) = own
    if name != dispute["readings"].get(point["id"], point["prefers"]) and not house:
        by = f"ruled by {point['prefers']}" if point["prefers"] else "prefers none"
        raise RulebaseError(said, f"the referee {by}; another reading is the table's: add --house")
    return name if point["id"] == dispute["question"] else f"{point['id']}={name}"


def listed_points(dispute: Told) -> list[str]:
    """The disputable points that the slip of a dispute lists, by their ids, the one that it is about first."""
    argument = argue_again(dispute)
    shown = [point.id for point in argument.registry] if argument is not None else []
    resting = [question for side in dispute["sides"] for question in side["ruling"]["questions"]]
    late = [late.question for late in argument.late] if argument is not None else []
    own = [dispute["question"]] if dispute["question"] else []
    return list(dict.fromkeys((*own, *shown, *resting, *late)))


def reading_of(dispute: Told, reading: str) -> Told:
    """A reading of a decision as the registry tells it."""
    question, _, name = reading.rpartition("=")
    known: Iterable[Told] = find(question or dispute["question"])["readings"]
    return next(one for one in known if one["name"] == name)


def _is_called(said: str, id: str) -> bool:
    """True if a point is called so, in whatever letters and with or without its noughts: `df-5`."""
    kind, _, number = said.upper().partition("-")
    return f"{kind}-{number.lstrip('0').zfill(2)}" == id


def _names(point: Told) -> list[str]:
    return [reading["name"] for reading in point["readings"]]


def _which(dispute: Told, points: list[Told], several: list[Told]) -> str:
    """What can be said in the place of a reading that is not plain."""
    if not points:
        return f'the slip of dispute {dispute["id"]} lists no disputable point; --says "..." decides in words'
    if several:
        there = " or ".join(f"{point['id']}={name}" for point in several for name in _names(point)[:1])
        return f"several points of the slip have such a reading; name the point, such as {there}"
    there = "; ".join(f"{point['id']}={', '.join(_names(point))}" for point in points)
    return f"no point of the slip has such a reading; there are {there}"
