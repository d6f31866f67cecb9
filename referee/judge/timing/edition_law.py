"""The law as the edition of a question has it: citing its own book, with what is assumed and what is borrowed."""

from __future__ import annotations

from referee.book.law import ASSUMPTION, Cite, Rule
from referee.book.loader import Rulebase
from referee.book.parameters import BASE
from referee.judge.finding import Finding


class EditionLaw:
    """The law of one edition, while a question is ruled by it.

    `assumed` is what is taken for granted; `borrowed` says which rules rest on another book.
    """

    def __init__(self, known: Rulebase) -> None:
        self.known = known
        self.assumed: list[Finding] = []
        self.borrowed: dict[str, None] = {}

    def rule(self, id: str, also: Rule | None = None) -> Rule:
        """A rule as this edition has it: citing its own book where that says the same, noted as borrowed otherwise.

        It rests on what another rule cites besides (`also`), such as that of the sheet of which it speaks.
        """
        rule = self.known.law[id]
        if also is not None:
            known = {cite.id for cite in rule.cites}
            rule = rule.resting_on((*(cite for cite in also.cites if cite.id not in known), *rule.cites))
        return self._own(rule)

    def find(self, id: str, *words: object, value: object = True, also: Rule | None = None) -> Finding:
        """A finding of the law of this edition."""
        return Finding(self.rule(id, also), value, (), words)

    def parameter(self, id: str) -> Finding:
        """What this edition says where editions differ."""
        rule = self.rule(id)
        return Finding(rule, rule.value)

    def assume(self, id: str, *words: object) -> None:
        """Lists something that is taken for granted."""
        found = self.find(id, *words)
        if found.says not in (step.says for step in self.assumed):
            self.assumed.append(found)

    def _own(self, rule: Rule) -> Rule:
        book, books = self.known.book, self.known.books()
        foreign = [cite for cite in rule.cites if _book_of(cite.id) in books and _book_of(cite.id) != book]
        if not foreign or book == BASE:
            return rule
        by_id = {cite.id: cite for cite in rule.cites if cite not in foreign}
        for same in filter(None, map(self._counterpart, foreign)):
            by_id.setdefault(same.id, same)
        own = list(by_id.values())
        if any(_book_of(cite.id) == book for cite in own):
            return rule.resting_on(tuple(own))
        if rule.kind != ASSUMPTION:
            self.borrowed[rule.says.rstrip(".")] = None
        return rule

    def _counterpart(self, cite: Cite) -> Cite | None:
        """The clause of the own book that says the same, or None: of several the shortest id."""
        ids = [id for id in self.known.saying(cite.id) if _book_of(id) == self.known.book]
        id = min(ids, key=lambda id: (len(id), id), default="")
        return Cite(id, self.known.grade(id), cite.also) if id else None


def _book_of(id: str) -> str:
    return id.partition(" ")[0]


def of_one(finding: Finding, name: str) -> Finding:
    """A finding of a rule about several sheets and cards that rests on one of them: that first, and no other."""
    rule = finding.rule
    printed = [cite for cite in rule.cites if _book_of(cite.id) in ("alien", "card")]
    own = [cite for cite in printed if cite.id.partition(" ")[2] == name]
    others = [cite for cite in rule.cites if cite not in printed]
    return Finding(rule.resting_on((*own, *others)), finding.value, finding.sources, finding.words)
