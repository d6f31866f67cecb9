"""A command while it is ruled, at a table of whatever game: what is found, and what is forbidden."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from typing import Any, NoReturn, Protocol, TypeVar

from referee.book.law import Cite, Law, Rule
from referee.book.loader import Rulebase
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.ruling import Ruled
from referee.judge.table.verdict import Decided, Refusal, Search


class RefusedError(Exception):
    """A command is refused: nothing of it is done."""

    def __init__(self, *refusals: Refusal) -> None:
        self.refusals = refusals
        super().__init__("; ".join(refusal.finding.says for refusal in refusals))


class Steps:
    """The steps that a command leads to, each resting on its rule; `waived` are rules that do not stop it.

    `sheet` is what the sheet or card is cited by that acts just now: what rests on a sheet (`Rule.sheet`) cites it.
    """

    __slots__ = ("law", "rulebase", "ruling", "sheet", "steps", "waived")

    def __init__(self, rulebase: Rulebase, waived: Set[str] = frozenset()) -> None:
        self.rulebase = rulebase
        self.law: Law = rulebase.law
        self.steps: list[Finding] = []
        self.ruling: Any = None  # of what the command settled, if it settled something
        self.waived = waived
        self.sheet: tuple[Cite, ...] = ()

    def resting(self, id: str) -> Rule:
        """A rule of the law; one that rests on the sheet or card which acts just now cites that first."""
        rule = self.law[id]
        return rule.resting_on((*self.sheet, *rule.cites)) if rule.sheet and self.sheet else rule

    def find(self, rule: str, value: object = True, *words: object, sources: tuple[Finding, ...] = ()) -> Finding:
        """A step that a rule leads to."""
        finding = Finding(self.resting(rule) if self.sheet else self.law[rule], value, sources, words)
        self.steps.append(finding)
        return finding

    def presume(self, rule: str, says: str) -> Finding:
        """A step that takes something for granted, resting on the rule that makes it matter."""
        return self.tell(self.law["table.assumed"].resting_as(self.resting(rule)), True, says)

    def tell(self, rule: Rule, value: object, *words: object) -> Finding:
        """A step that rests on a rule that is no rule of the law by itself, such as one that cites a sheet as well."""
        finding = Finding(rule, value, (), words)
        self.steps.append(finding)
        return finding

    def forbid(
        self, rule: str, *words: object, value: object = None, nearest: Iterable[str] = (), history: Iterable[str] = ()
    ) -> None:
        """Refuses the command: the rule, what may be typed instead, and what lies behind and would have to change.

        Raises RefusedError, except where the table goes on although this rule forbids it.
        """
        if rule not in self.waived:
            self.cannot(rule, *words, value=value, nearest=nearest, history=history)

    def keep(
        self,
        forbidden: Forbidden | None,
        nearest: Iterable[str] = (),
        history: Iterable[str] = (),
        by: Rule | None = None,
    ) -> None:
        """Keeps a rule of a phase: what it forbids is refused, unless the table goes on in spite of it.

        `by` is the sheet or card whose text it is that forbids it, where that is cited as well (as by `Board.refuse`).
        """
        if forbidden is None or (forbidden.waivable and forbidden.rule in self.waived):
            return
        rule = self.refusing(forbidden.rule) if by is None else self.law[forbidden.rule].citing(by)
        self.refuse(rule, *forbidden.words, nearest=nearest, history=history)

    def cannot(
        self, rule: str, *words: object, value: object = None, nearest: Iterable[str] = (), history: Iterable[str] = ()
    ) -> NoReturn:
        """Refuses what cannot be done at all, whatever a table agrees on. Raises RefusedError."""
        resting = self.refusing(rule)
        self.refuse(resting, *words, value=value, nearest=nearest, history=history)

    def refuse(
        self, rule: Rule, *words: object, value: object = None, nearest: Iterable[str] = (), history: Iterable[str] = ()
    ) -> NoReturn:
        """As `cannot`, by a rule that is no rule of the law by itself, such as one that cites a card as well."""
        found = Finding(rule, rule.value if value is None else value, (), words)
        raise RefusedError(Refusal(found, tuple(nearest), tuple(history)))

    def refusing(self, rule: str) -> Rule:
        """The rule by which a command is refused; a game may have it cite more."""
        return self.resting(rule)


class Begun(Protocol):
    """A command that has begun: the table as it changes, and the steps so far."""

    table: Any
    steps: list[Finding]
    ruling: Any
    waived: Set[str]


B = TypeVar("B", bound=Begun)
V = TypeVar("V", bound=Decided[Any, Ruled])


def ruled(
    kind: type[V],
    text: str,
    table: object,
    law: Law,
    begin: Callable[[Set[str]], B],
    run: Callable[[B], None],
    anyway: bool,
    search: Search,
) -> V:
    """Rules a command: a verdict of this kind on what `run` makes of what `begin` begins, on a copy of the table.

    With `anyway` it is done although rules forbid it, and these are named; what cannot be done at all stays undone.
    Every refusal passes here: `search` tries the acts that it names, and looks for others where none of them is legal.
    """
    refused: list[Refusal] = []
    waived: set[str] = set()
    while True:
        on = begin(waived)
        try:
            run(on)
        except RefusedError as error:
            for refusal in error.refusals:
                refusal.look_with(search)
            if not anyway or all(refusal.finding.rule.id in on.waived for refusal in error.refusals):
                return kind(text, law, table, on.steps, [*error.refusals])
            refused += error.refusals
            waived = {refusal.finding.rule.id for refusal in refused}
        else:
            verdict = kind(text, law, on.table, on.steps, (), refused)
            verdict.ruling = on.ruling
            return verdict
