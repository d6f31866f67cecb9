"""What an edition's own book does not say, and another one is followed in."""

from __future__ import annotations

from referee.judge.finding import Finding, walk
from referee.law.loader import Rulebase


def borrowed(rulebase: Rulebase, root: Finding) -> tuple[Finding, ...]:
    """That the own book is silent on part of what a proof rests on, with the clauses that are followed; or nothing."""
    if not rulebase.follows:
        return ()
    begins = f"{rulebase.follows} "
    rules = dict.fromkeys(finding.rule for finding in walk(root) if finding.rule.borrowed)
    clauses = dict.fromkeys(cite.id for rule in rules for cite in rule.cites if cite.id.startswith(begins))
    if not clauses:
        return ()
    told = ", ".join(id.removeprefix(begins) for id in clauses)
    words = (rulebase.title, f"the {rulebase.follows} rules, {told}")
    return (Finding(rulebase.law["assumptions.silent"], list(clauses), (), words),)
