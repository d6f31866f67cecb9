"""A command of the table under every edition: at a table as it stands, or where only some facts are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.book.law import ASSUMPTION
from referee.book.loader import Rulebase, rulebase
from referee.book.parameters import BASE
from referee.conformance.editions.grouping import Compared, Field, Told, by_editions, grouped, ruled_by, step_key
from referee.conformance.editions.line import fields_of, texts_of
from referee.judge.table.verdict import Verdict
from referee.judge.ways.table import rule_command, rule_question
from referee.state.kept import show
from referee.state.table import Table

# What of a table tells two results apart; the rest follows from it, or is what the ruling says.
_STATE = (
    *("winners", "phase", "turn", "defense", "target", "planets", "warp", "gate", "beside", "removed"),
    *("powers", "allies", "due", "hands", "deck", "destiny_deck", "discards"),
)


def compare_command(table: Table, command: str) -> dict[str, object]:
    """A command at a table as it stands, ruled by every edition that is judged, grouped by what follows.

    The table's own edition comes first, and its variants are taken along; an edition for which one is not made rules
    without it (`without`). Nothing is done at the table. Raises MalformedError for what is not understood.
    """

    def rule(edition: str, books: Rulebase) -> Verdict:
        own = table.copy()
        own.edition = edition
        return rule_command(own, command, books=books)

    return _compare(rule, table.edition, state=True)


def compare_question(question: str) -> dict[str, object]:
    """The words of `referee may` ruled by every edition that is judged, grouped by what may be done.

    Raises MalformedError for what is not understood.
    """
    return _compare(lambda edition, books: rule_question(question, edition, books), BASE, state=False)


def _compare(rule: Callable[[str, Rulebase], Verdict], first: str, state: bool) -> dict[str, object]:
    texts: list[str] = []

    def told(compared: Compared) -> Told:
        books = rulebase(compared.edition)
        verdict = rule(compared.edition, books)
        if not texts and verdict.ruling is not None:
            texts.extend(texts_of(verdict.ruling))
        fields = tuple(_fields(verdict, books, texts, state))
        return Told(compared.edition, verdict.to_dict(), fields, verdict.findings, books.law, compared.without)

    return grouped(ruled_by(by_editions(first), told, first))


def _fields(verdict: Verdict, books: Rulebase, texts: list[str], state: bool) -> Iterator[Field]:
    """Whether it is legal; the ruling it leads to; its steps; and the table then, where that was the same before."""
    refused = [refusal.finding for refusal in verdict.illegal]
    yield Field("command", verdict.status, refused[0] if refused else None)
    yield Field("refused", [finding.rule.id for finding in refused], refused[0] if refused else None)
    if verdict.ruling is not None:
        yield from fields_of(verdict.ruling, books, texts)
    else:
        for step in verdict.steps:
            if step.rule.kind != ASSUMPTION:
                yield Field(f"step {step_key(step)}", True, step, step.says)
    if state:
        shown = show(verdict.table)
        for name in _STATE:
            yield Field(f"table.{name}", shown[name])
