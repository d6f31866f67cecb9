"""Findings: every value the referee states, with the rule it rests on and the findings it came from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.book.law import Rule, weakest
from referee.judge.shapes import Citation, ProofStep


class Finding:
    """One step of a proof.

    `value` is what was found, `rule` what it rests on, `sources` the findings it came from, `words` what the rule's
    text needs besides the value, `cancelled_by` what made it come to nothing. The sentence is put together only when
    somebody reads it.

    >>> import referee
    >>> finding = referee.judge_encounter("red 3 : 10 vs blue 4 : 8").finding("totals.offense")
    >>> finding.value, finding.says, finding.kind
    (13, "the offense's total is 13", 'rule')
    >>> [source.says for source in finding.sources], finding.to_dict()["value"]
    (['red reveals 10', "red's ships add 3"], 13)
    >>> finding.cites
    ['consolidated 5.10.1.1.b', 'consolidated 5.10.1.1.a']
    """

    __slots__ = ("cancelled_by", "rule", "sources", "value", "words")

    def __init__(
        self,
        rule: Rule,
        value: Any,
        sources: tuple[Finding, ...] = (),
        words: tuple[Any, ...] = (),
        cancelled_by: Finding | None = None,
    ) -> None:
        self.rule = rule
        self.value = value
        self.sources = sources
        self.words = words
        self.cancelled_by = cancelled_by

    @property
    def says(self) -> str:
        """The step as a sentence."""
        return self.rule.told(self.words, self.value)

    @property
    def kind(self) -> str:
        """What it rests on: a `rule`, a `power`, a `fact`, a `parameter` of the edition or an `assumption`."""
        return self.rule.kind

    @property
    def cites(self) -> list[str]:
        """The ids of the clauses, sheets and cards that it rests on."""
        return [cite.id for cite in self.rule.cites]

    def to_dict(self) -> ProofStep:
        """The step as JSON, with those it came from, down to the facts (CONTRACT: `proof`)."""
        return as_tree(self)

    def __str__(self) -> str:
        return self.says

    def __repr__(self) -> str:
        return f"<Finding {self.rule.id} = {self.value!r}>"


def walk(*roots: Finding) -> list[Finding]:
    """Every finding of some proofs, each once, a step before what it came from."""
    found: dict[Finding, None] = {}
    stack = list(roots[::-1])
    while stack:
        finding = stack.pop()
        if finding in found:
            continue
        found[finding] = None
        if finding.cancelled_by is not None:
            stack.append(finding.cancelled_by)
        if finding.sources:
            stack.extend(finding.sources[::-1])
    return list(found)


def refusing(rule: Rule, refusals: Iterable[Finding]) -> Rule:
    """The rule at the root of what is forbidden, resting on the clauses that forbid it, each once."""
    return rule.resting_on(tuple({cite.id: cite for found in refusals for cite in found.rule.cites}.values()))


def grade_of(findings: Iterable[Finding]) -> str:
    """The weakest authority among what these steps rest on; what only says the same as that does not count."""
    return weakest([cite.grade for finding in findings for cite in finding.rule.cites if not cite.also])


def citations_of(findings: Iterable[Finding]) -> list[Citation]:
    """What these steps cite, as JSON, each clause once and in their order.

    One that only says the same as a clause on which they rest has `also`.
    """
    found: dict[str, Citation] = {}
    for finding in findings:
        for cite in finding.rule.cites:
            told = found.setdefault(cite.id, {"id": cite.id, "grade": cite.grade, "also": True})
            if not cite.also:
                told.pop("also", None)
    return list(found.values())


def as_tree(finding: Finding, seen: dict[Finding, int] | None = None) -> ProofStep:
    """A proof as nested dictionaries (CONTRACT: `proof`), its steps numbered.

    A step that several others came from is shown in full where it is met first; later it has the same number and
    stands without its own sources.
    """
    seen = {} if seen is None else seen
    met = finding in seen
    node: ProofStep = {
        "says": finding.says,
        "kind": finding.rule.kind,
        "value": finding.value,
        "cites": [cite.id for cite in finding.rule.cites],
        "rule": finding.rule.id,
        "step": seen.setdefault(finding, len(seen) + 1),
        "from": [],
    }
    if finding.cancelled_by is not None:
        node["cancelled_by"] = finding.cancelled_by.says
    if met:
        node["shown_above"] = bool(finding.sources)
        return node
    sources = finding.sources if finding.cancelled_by is None else (*finding.sources, finding.cancelled_by)
    node["from"] = [as_tree(source, seen) for source in sources]
    return node
