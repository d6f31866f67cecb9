"""What several editions rule of one thing, grouped by result; and the step at which a proof parts from the first one.

Each edition speaks its own words, so that results are compared by what they are: values, and texts with the words of
the law here put back. Where two results differ, the proof behind the first field that differs is followed down to the
step that the other proof does not come to, though it comes to all that this step rests on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.book.law import ASSUMPTION, FACT, PARAMETER, Cite, Law, Rule
from referee.book.loader import rulebase
from referee.book.parameters import BASE
from referee.book.vocabulary import Vocabulary
from referee.errors import ImpossibleError, RulebaseError
from referee.judge.finding import Finding

Ruling = Mapping[str, Any]  # as JSON

_LAST = "discards."  # rules that come after all others
_CLAUSES = re.compile(r" \(([^()]*)\)$")  # behind a fault, the clauses that say so


class Field(NamedTuple):
    """One part of a result: its name, what is compared (whatever the words), and the step behind it, if there is one.

    `said` is for people, in the edition's words; None where the value tells it.
    """

    name: str
    value: object
    finding: Finding | None = None
    said: object = None


class Told(NamedTuple):
    """What one edition rules: as JSON, field by field (what matters most first), and its proof.

    One by which the thing cannot be has the status `impossible`, and neither fields nor proof.
    """

    edition: str
    ruling: Ruling
    fields: tuple[Field, ...] = ()
    steps: Sequence[Finding] = ()
    law: Law | None = None
    without: tuple[str, ...] = ()  # variants of the first edition that this one does not have


class Parting(NamedTuple):
    """Where a proof parts from another one: what the one says with its clauses, and what the other says instead."""

    says: str
    cites: tuple[str, ...]
    rule: str
    instead: tuple[str, tuple[str, ...]] | None = None

    def to_dict(self) -> dict[str, object]:
        """As JSON; `base` is None where the other has nothing for it."""
        base = None if self.instead is None else {"says": self.instead[0], "cites": list(self.instead[1])}
        return {"says": self.says, "cites": list(self.cites), "rule": self.rule, "base": base}


class Compared(NamedTuple):
    """An edition to be compared, and the variants of the first one that it does not have: it goes without these."""

    edition: str
    without: tuple[str, ...] = ()


def by_editions(first: str = BASE) -> list[Compared]:
    """The editions by which encounters are ruled, this one first; each other with those of its variants that it has."""
    known = rulebase()
    base, *variants = first.split("+")
    others = sorted((name for name in known.editions() if name != base), key=lambda name: name != BASE)
    return [Compared(first), *(_with(name, variants) for name in others if known.is_judged(name))]


def _with(edition: str, variants: Sequence[str]) -> Compared:
    has = rulebase(edition).variants_of_own() if variants else []
    kept = [name for name in variants if name in has]
    return Compared("+".join((edition, *kept)), tuple(name for name in variants if name not in has))


def impossible(edition: str, says: Iterable[str]) -> Told:
    """What an edition rules by which the thing cannot be, with why; faults end in their clauses, in brackets."""
    faults = tuple(says)
    why = tuple(_CLAUSES.sub("", fault) for fault in faults)
    cites = [id for fault in faults for found in _CLAUSES.findall(fault) for id in found.split(", ")]
    ruling = {"status": "impossible", "says": "; ".join(faults), "why": "; ".join(why), "cites": cites}
    return Told(edition, ruling, (Field("faults", why),))


def ruled_by(editions: Iterable[Compared], rule: Callable[[Compared], Told], first: str = "") -> list[Told]:
    """What each edition rules; of one by which the thing cannot be, why.

    Raises ImpossibleError where it can be by none, and RulebaseError if the `first` cannot be read.
    """
    found: list[Told] = []
    refused: ImpossibleError | None = None
    for compared in editions:
        try:
            found.append(rule(compared))
        except ImpossibleError as error:
            refused = refused or error
            found.append(impossible(compared.edition, error.faults))
        except RulebaseError as error:
            if compared.edition == first or not first:
                raise
            found.append(impossible(compared.edition, [error.fault]))
    if refused is not None and not any(told.steps for told in found):
        raise refused
    return found


def plain(vocabulary: Vocabulary | None, text: str, known: Mapping[str, str]) -> str:
    """A text of an edition in the words of the law here; `known` are texts in both, by the edition's."""
    if vocabulary is None or text in known:
        return known.get(text, text)
    return vocabulary.back(text)


def grouped(told: Sequence[Told]) -> dict[str, Any]:
    """The editions grouped by result, as CONTRACT has it for `compare`; at least one of them must have ruled.

    First comes the group of the first edition that rules; of the others, those that differ in what matters most.
    Besides `editions` and `ruling` a group has `by` (for each edition the clauses that decide), and if it is not the
    first one `differs` (field by field, with the first group's value); its ruling has `parts_at`.
    """
    base = next(one for one in told if one.steps)
    groups: dict[str, list[Told]] = {}
    for one in (base, *(other for other in told if other is not base)):
        groups.setdefault(_result(one), []).append(one)
    first, *others = groups.values()
    by = {one.edition: _decides(one) for one in first} if not others else {}
    found = [_as_json(first, first[0].ruling, by)]
    clauses: list[str] = []
    for group in sorted(others, key=lambda group: _weight(base, group[0])):
        partings = {one.edition: step for one in group if one.steps and (step := parting(base, one)) is not None}
        clauses += [cite for step in partings.values() for cite in step.cites[:1]]
        clauses += [cite for step in partings.values() if step.instead for cite in step.instead[1][:1]]
        found.append(_differing_group(base, group, partings))
    return {"groups": found, "differs_by": list(dict.fromkeys(clauses))}


def _as_json(
    group: Sequence[Told], ruling: Ruling, by: Mapping[str, Sequence[str]], **more: object
) -> dict[str, object]:
    """A group: its editions, what they rule, by which clauses, and the variants without which some of them do."""
    without = {one.edition: list(one.without) for one in group if one.without}
    found = {"editions": [one.edition for one in group], "ruling": ruling, "by": by, **more}
    return {**found, "without": without} if without else found


def _decides(one: Told) -> list[str]:
    """The clause on which an edition decides, where all rule alike."""
    finding = next((field.finding for field in one.fields if field.finding is not None), None)
    return [] if finding is None else [cite.id for cite in finding.rule.cites[:1]]


def _differing_group(base: Told, group: Sequence[Told], partings: Mapping[str, Parting]) -> dict[str, object]:
    """A group that rules otherwise than the first edition, with what differs and where the proofs part."""
    one = group[0]
    step = partings.get(one.edition)
    ruling = one.ruling if step is None else {**one.ruling, "parts_at": step.to_dict()}
    there = {field.name: field.value for field in base.fields}
    differs = [
        {"field": field.name, "value": field.value, "base": there.get(field.name), "says": field.said}
        for field in (_differing(one, base) if one.steps else ())
    ]
    by = {edition: list(step.cites) for edition, step in partings.items()}
    by |= {one.edition: one.ruling["cites"] for one in group if not one.steps}
    return _as_json(group, ruling, by, differs=differs)


def _result(one: Told) -> str:
    return repr([(field.name, field.value) for field in one.fields])


def _weight(base: Told, one: Told) -> int:
    """How far down the first field stands in which a result differs; what cannot be comes first."""
    names = [field.name for field in one.fields]
    return min((names.index(field.name) for field in _differing(one, base)), default=0) if one.steps else -1


def _differing(one: Told, other: Told) -> list[Field]:
    """The fields of a result that another one does not have, or has otherwise."""
    there = {field.name: repr(field.value) for field in other.fields}
    return [field for field in one.fields if there.get(field.name) != repr(field.value)]


# -- where the proofs part -----------------------------------------------------------------------------------------


def parting(base: Told, other: Told) -> Parting | None:
    """The first step at which a proof parts from the base's, for the first field that differs and is proved."""
    there, known = _keys(base), _keys(other)
    theirs = {field.name: field.finding for field in base.fields}
    for field in _differing(other, base):
        step = _deepest(field.finding, there)
        if step is None and field.said is not None:  # the same step, which comes to something else here
            step = field.finding
        behind = _deepest(theirs.get(field.name), known)
        if step is not None:
            return _parting(base, step, behind)
        if behind is not None:
            return _lacking(base, other, behind)
    lacking = (_deepest(field.finding, known) for field in _differing(base, other))
    for step in filter(None, lacking):
        return _lacking(base, other, step)
    new = [s for s in other.steps[1:] if s.rule.kind not in (FACT, ASSUMPTION) and _with_value(s) not in there]
    found = next((step for step in new if not step.rule.id.startswith(_LAST)), new[0] if new else None)
    return None if found is None else _parting(base, _deepest(found, there) or found, None)


def _keys(one: Told) -> set[tuple[object, ...]]:
    """What stands in a proof: its steps as they are, and with the value that the edition's rule has."""
    steps = [step for step in (*one.steps, *(field.finding for field in one.fields)) if step is not None]
    return {key for step in steps for key in (step_key(step), _with_value(step))}


def _with_value(step: Finding) -> tuple[object, ...]:
    return *step_key(step), repr(step.rule.value)


def step_key(step: Finding) -> tuple[object, ...]:
    """What two steps have in common that say the same in different words: rule, value, and the names in them."""
    names = tuple(str(word) for word in step.words if not (isinstance(word, str) and " " in word))
    return step.rule.id, repr(step.value), names


def _deepest(step: Finding | None, there: set[tuple[object, ...]]) -> Finding | None:
    """From a step that another proof does not come to, down to one whose sources are all there too; None for others.

    At the bottom may stand a step that is there too, by a rule with another value. What the position gives, and what
    is assumed, is no reason by itself.
    """
    if step is None or _with_value(step) in there:
        return None
    while True:
        sources = [source for source in step.sources if source.rule.kind not in (FACT, ASSUMPTION)]
        new = [source for source in sources if step_key(source) not in there]
        if not new:
            return next((source for source in sources if _with_value(source) not in there), step)
        step = new[0]


def _same_step(base: Told, step: Finding) -> Finding | None:
    """The step of the base that applies the same rule to the same, or None."""
    of_rule = (other for other in base.steps if other.rule.id == step.rule.id)
    return next((other for other in of_rule if step_key(other)[2] == step_key(step)[2]), None)


def _parting(base: Told, step: Finding, behind: Finding | None) -> Parting:
    """A step with what the base has for the same: the same rule applied to the same, the rule itself, or its result."""
    same = _same_step(base, step)
    rule = base.law.get(step.rule.id) if base.law is not None else None
    instead = None
    if same is not None and same.rule.cites:
        instead = same.says, _ids(same.rule.cites)
    elif rule is not None and _cites_its_own(rule, step) and repr(rule.value) != repr(step.rule.value):
        instead = rule_says(rule), _ids(rule.cites)
    elif behind is not None and behind.rule.cites:
        instead = behind.says, _ids(behind.rule.cites)
    return Parting(step.says, _ids(step.rule.cites), step.rule.id, instead)


def _cites_its_own(rule: Rule, step: Finding) -> bool:
    """True if a rule rests on more than the clauses of another edition, for which alone it is made."""
    return not {*_ids(rule.cites)} <= {*_ids(step.rule.cites)}


def rule_says(rule: Rule) -> str:
    """What a rule says by itself, in its edition's words; where that needs a position, what its first clause says."""
    if rule.kind == PARAMETER and "{0" not in rule.text:
        return rule.told((), rule.value)
    if "{" not in rule.says:
        return rule.says if rule.vocabulary is None else rule.vocabulary.say(rule.says)
    from referee.book.books import Books  # only where a rule is nothing without a position

    book, _, local = rule.cites[0].id.partition(" ")
    clause = Books(rulebase()).clause(book, local)
    return rule.says if clause is None else clause.says


def _lacking(base: Told, other: Told, step: Finding) -> Parting | None:
    """A step of the base that another edition does not come to: what that edition has for the rule, if anything."""
    same = next((s for s in other.steps if s.rule.id == step.rule.id and s.rule.cites), None)
    if same is not None:
        return _parting(base, same, step)
    rule = other.law.get(step.rule.id) if other.law is not None else None
    instead = step.says, _ids(step.rule.cites)
    if rule is None or not rule.cites:
        return Parting("nothing of this", (), step.rule.id, instead)
    return Parting(rule_says(rule), _ids(rule.cites), rule.id, instead)


def _ids(cites: Iterable[Cite]) -> tuple[str, ...]:
    return tuple(cite.id for cite in cites)
