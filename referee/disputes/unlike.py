"""In what two proofs differ at a point where they name no facts behind their steps: the proofs of a game of its own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.disputes.proofs import Proof, Step
from referee.disputes.records import Differing


def unlike_steps(then: Proof, there: Sequence[int], now: Proof, here: Sequence[int]) -> list[Differing]:
    """The steps of the earlier proof by rules to which this one does not come, and those that it has otherwise.

    Which player it is, and which number a card has, is no difference: the same rule is applied to them.
    """
    mine = {number: now.steps[number] for number in here}
    found: dict[str, Differing] = {}
    for step in (then.steps[number] for number in there):
        like = [other for other in mine.values() if other.rule == step.rule]
        if not like:
            found.setdefault(step.rule, Differing(f"there it counted that {step.says}", step.says, ""))
        elif _said(step) not in map(_said, like):
            found.setdefault(step.rule, _apart(step, like[0], step.says, like[0].says))
        elif _is_number(step) and step.value not in [other.value for other in like]:
            found.setdefault(step.rule, _apart(step, like[0], step.value, like[0].value))
    return list(found.values())


def _apart(there: Step, here: Step, then: object, now: object) -> Differing:
    return Differing(f"there {there.says}, here {here.says}", then, now)


def _said(step: Step) -> str:
    """What a step says, without the players' roles, numbers, and the endings that go with these."""
    return re.sub(r"(?<=\w)s\b", "", re.sub(r"\bthe (?:leader|straggler)\b|[+-]?\d+", "…", step.says))


def _is_number(step: Step) -> bool:
    return isinstance(step.value, int) and not isinstance(step.value, bool)
