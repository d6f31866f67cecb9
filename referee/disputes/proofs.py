"""Proofs as they are told and kept: their steps, and in which of the facts that count two of them differ.

Players are called by their roles here, so that what was ruled of Ann's encounter can be held against Ben's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, NamedTuple

from referee.disputes.records import Differing, Told

_ROLES = {
    "offense": "the offense",
    "defense": "the defense",
    "offensive-ally": "an ally of the offense",
    "defensive-ally": "an ally of the defense",
    "leader": "the leader",
    "straggler": "the straggler",
}
_SOMEBODY = "another player"
_TWICE = re.compile(r"(the leader|the straggler), \1,?")  # a player who is told with its role: orange, the straggler,
# An ally of the defense is not the defense.
_LONGEST_FIRST = sorted((*_ROLES.values(), _SOMEBODY), key=len, reverse=True)
_GIVEN = ("fact", "assumption", "power")  # what is so at a table, and not concluded from anything
_RULED_BY_CASES = "ruling.cases"
_SIDES = {"offense": "defense", "defense": "offense"}
_SIDE = re.compile("|".join(_SIDES))
_FACTS = "facts."
_CARD = "facts.card"


class Step(NamedTuple):
    """A step of a proof, its players called by their roles; `sources` are the numbers of the steps it came from."""

    rule: str
    kind: str
    says: str
    value: Any
    cites: tuple[str, ...]
    sources: tuple[int, ...]
    cancelled: str

    @property
    def mark(self) -> tuple[str, str, str, str]:
        """What is the same in two proofs where this step is the same."""
        return self.rule, self.says, repr(self.value), self.cancelled

    def mirrored(self) -> Step:
        """The same step with the sides called by each other's names."""
        value = _mirrored(self.value) if isinstance(self.value, str) else self.value
        says, cancelled = _mirrored(self.says), _mirrored(self.cancelled)
        return self._replace(rule=_mirrored(self.rule), says=says, value=value, cancelled=cancelled)


class Proof:
    """The proof of a ruling, as `Ruling.to_dict()` tells it. KeyError and the like where it is no such thing."""

    def __init__(self, told: Told) -> None:
        self.edition: str = told["edition"]
        players = (told.get("players") or {}).items()
        self._players = {name: _ROLES.get(player["role"], _SOMEBODY) for name, player in players}
        self._names = _pattern(self._players)
        self.steps: dict[int, Step] = {}
        self.root = self._read(told["proof"])
        self.by_cases = self.steps[self.root].rule == _RULED_BY_CASES
        self.is_mirrored = False

    def _read(self, tree: Told) -> int:
        todo = [tree]
        while todo:
            node = todo.pop()
            if node["from"] or node["step"] not in self.steps:
                self.steps[node["step"]] = Step(
                    node["rule"],
                    node["kind"],
                    self.by_role(node["says"]),
                    self.by_role(node["value"]),
                    tuple(node["cites"]),
                    tuple(source["step"] for source in node["from"]),
                    self.by_role(node.get("cancelled_by", "")),
                )
                todo += reversed(node["from"])
        return int(tree["step"])

    def by_role(self, told: Any) -> Any:
        """A text or a value in which players are called by their roles."""
        if isinstance(told, str):
            text = self._names.sub(lambda name: self._players[name[0]], told) if self._names else told
            return _TWICE.sub(r"\1", text)
        if isinstance(told, list):
            return [self.by_role(piece) for piece in told]
        if isinstance(told, dict):
            return {self.by_role(key): self.by_role(value) for key, value in told.items()}
        return told

    def mirrored(self) -> Proof:
        """The same proof with the sides called by each other's names; what is told of it has them right again."""
        other = copy(self)
        other.is_mirrored = not self.is_mirrored
        other.steps = {number: step.mirrored() for number, step in self.steps.items()}
        return other

    def told(self, step: Step) -> Step:
        """A step of the proof with the sides as they are."""
        return step.mirrored() if self.is_mirrored else step

    def is_hidden(self, step: Step) -> bool:
        """True if a step is a fact that the cases of a ruling tell in several ways.

        Where they tell none in several ways, for all of them come to the same, any fact may be the one.
        """
        values: dict[tuple[str, str], set[str]] = {}
        for one in self.steps.values():
            values.setdefault(_thing(one), set()).add(repr(one.value))
        several = {thing for thing, told in values.items() if thing[0].startswith(_FACTS) and len(told) > 1}
        return self.by_cases and (not several or _thing(step) in several)

    def cited(self) -> list[str]:
        """Every clause of the proof, once."""
        return list(dict.fromkeys(id for step in self.steps.values() for id in step.cites))

    def by_rule(self, rules: Iterable[str]) -> list[int]:
        """The steps by some rules."""
        wanted = set(rules)
        return [number for number, step in self.steps.items() if step.rule in wanted]

    def on_topics(self, topics: Iterable[str]) -> list[int]:
        """The steps by the rules of some topics, such as `compensation`."""
        wanted = set(topics)
        return [number for number, step in self.steps.items() if step.rule.partition(".")[0] in wanted]

    def citing(self, clauses: Iterable[str]) -> list[int]:
        """The steps that cite one of some clauses."""
        wanted = set(clauses)
        return [number for number, step in self.steps.items() if not wanted.isdisjoint(step.cites)]

    def parts(self) -> list[int]:
        """The steps that a ruling says: those under its root, of every case where it is ruled by cases."""
        roots = self.steps[self.root].sources if self.by_cases else (self.root,)
        return list(dict.fromkeys(source for root in roots for source in self.steps[root].sources))

    def under(self, steps: Iterable[int]) -> list[int]:
        """Some steps and all that they came from, each once."""
        found: dict[int, None] = {}
        todo = list(steps)
        while todo:
            number = todo.pop()
            if number not in found:
                found[number] = None
                todo += self.steps[number].sources
        return list(found)

    def marks(self, steps: Iterable[int], once: bool) -> Counter[tuple[str, str, str, str]]:
        """How often there is a step like each of these; `once` where it does not matter how often."""
        found = Counter(self.steps[number].mark for number in steps)
        return Counter(dict.fromkeys(found, 1)) if once else found


def _mirrored(text: str) -> str:
    return _SIDE.sub(lambda side: _SIDES[side[0]], text)


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    longest_first = sorted(names, key=len, reverse=True)
    if not longest_first:
        return None
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


def differing(then: Proof, then_points: Sequence[int], now: Proof, now_points: Sequence[int]) -> list[Differing]:
    """The facts behind these steps that the two proofs do not share, in the order in which they were used.

    A step that both proofs have with the same value is not looked behind: that the offense won is the same fact here
    whichever cards it won with.
    """
    once = then.by_cases or now.by_cases
    there = _inputs(then, then_points, now.marks(now_points, True))
    here = _inputs(now, now_points, then.marks(then_points, True))
    all_there, all_here = then.marks(then.steps, once), now.marks(now.steps, once)
    left = [now.steps[number] for number in _apart(now, here, all_here, all_there)]
    found = []
    for number in _apart(then, there, all_there, all_here):
        step = then.steps[number]
        like = [other for other in left if _thing(other) == _thing(step)]
        left = [other for other in left if other not in (like if now.by_cases else like[:1])]
        found.append(_told_apart(then, step, now, like[:1] or _given_otherwise(step, now)))
    others = (now.told(step).says for step in left)
    return [*found, *(Differing(f"here it counts that {says}", "", says) for says in others)]


def _given_otherwise(step: Step, now: Proof) -> list[Step]:
    """The same thing as it is given in another proof, where it is not the same; it may have counted for nothing."""
    like = [other for other in now.steps.values() if other.kind in _GIVEN and _thing(other) == _thing(step)]
    return [] if any(other.mark == step.mark for other in like) else like[:1]


def _told_apart(then: Proof, there: Step, now: Proof, like: Sequence[Step]) -> Differing:
    """What is said of the same thing in both proofs, side by side."""
    if not like:
        return Differing(f"there it counted that {there.says}", there.says, "")
    here, told = like[0], now.told(like[0])
    values = (there.says, told.says) if repr(there.value) == repr(here.value) else (there.value, told.value)
    if now.is_hidden(here):
        return Differing(f"there {there.says}, here that is hidden", values[0], None)
    if then.is_hidden(there):
        return Differing(f"there that was hidden, here {told.says}", None, values[1])
    one, other = str(there.value), str(here.value)
    is_same_side = told.says == here.says
    if is_same_side and there.says != here.says and _without(there.says, one) == _without(here.says, other):
        return Differing(f"there {there.says}, here {other}", *values)
    return Differing(f"there {there.says}, here {told.says}", *values)


_Marks = Counter[tuple[str, str, str, str]]


def _inputs(proof: Proof, points: Sequence[int], like: _Marks) -> list[int]:
    """What some steps came from, without these steps themselves.

    Where the other proof comes to the same at a step, it does not count which card it was: an attack is an attack.
    """
    found: dict[int, None] = {}
    for point in points:
        step = proof.steps[point]
        for source in step.sources:
            if source not in points and not (proof.steps[source].rule == _CARD and step.mark in like):
                found[source] = None
    return list(found)


def _apart(proof: Proof, inputs: list[int], own: _Marks, others: _Marks) -> list[int]:
    """What is given in one proof only, as far behind these steps as the other proof does not have them."""
    found: dict[int, None] = {}
    seen: set[int] = set()
    todo = list(reversed(inputs))
    while todo:
        number = todo.pop()
        step = proof.steps[number]
        if number in seen or others[step.mark] >= own[step.mark]:
            continue
        seen.add(number)
        if step.kind in _GIVEN:
            found[number] = None
        todo += reversed(step.sources)
    return list(found)


def _thing(step: Step) -> tuple[str, str]:
    """What a fact is about: the rule by which it is a fact, and whose it is."""
    return step.rule, of_whom(step.says)


def of_whom(says: str) -> str:
    """The role that a sentence of a proof names, such as `the defense`; empty where it names none."""
    return next((role for role in _LONGEST_FIRST if role in says), "")


def _without(says: str, value: str) -> str:
    """A sentence without a value, and without the ending that goes with a number: `1 ship`, `2 ships`."""
    return re.sub(rf"\b{re.escape(value)}( \w+?)?s?\b", r"…\1", says)
