"""What an edition's own book does not say, and another one is followed in; and whose powers and cards it plays with."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.law import Rule
from referee.book.loader import Rulebase
from referee.judge.finding import Finding, walk

_PRINTED = ("alien", "card")


def borrowed(rulebase: Rulebase, root: Finding) -> tuple[Finding, ...]:
    """What of a proof does not rest on the edition's own book: the clauses of other books, and texts it does not print.

    Nothing where the edition follows no other.
    """
    if not rulebase.follows:
        return ()
    rules = list(dict.fromkeys(finding.rule for finding in walk(root)))
    return (*_silent(rulebase, rules), *_texts(rulebase, rules))


def _silent(rulebase: Rulebase, rules: list[Rule]) -> Iterator[Finding]:
    """That the own book is silent on part of this, with the clauses that are followed."""
    own = (rulebase.book, *_PRINTED, "question", "players", "house")
    clauses = {cite.id: cite for rule in rules if rule.borrowed for cite in rule.cites}
    by_book: dict[str, list[str]] = {}
    for id in clauses:
        book, _, local = id.partition(" ")
        if book not in own:
            by_book.setdefault(book, []).append(local)
    if by_book:
        told = "; ".join(f"the {rulebase.called(book)}, {', '.join(ids)}" for book, ids in by_book.items())
        foreign = [f"{book} {local}" for book, ids in by_book.items() for local in ids]
        rule = rulebase.law["assumptions.silent"].resting_on(tuple(clauses[id] for id in foreign))
        yield Finding(rule, foreign, (), (rulebase.title, told))


def _texts(rulebase: Rulebase, rules: list[Rule]) -> Iterator[Finding]:
    """That powers and cards have the text of another edition, where the own book prints none."""
    if not rulebase.reports_texts:
        return
    cited = {cite.id: cite for rule in rules for cite in rule.cites if cite.id.partition(" ")[0] in _PRINTED}
    if cited:
        names = ", ".join(dict.fromkeys(id.partition(" ")[2] for id in cited))
        rule = rulebase.law["assumptions.texts"].resting_on(tuple(cited.values()))
        yield Finding(rule, list(cited), (), (rulebase.title, names))
