"""What is ruled of one command: legal or not, why, and the table as it is then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from referee.book.law import ASKS, ASKS_WHICH, ASSUMPTION, Law
from referee.judge.finding import Finding, as_tree, citations_of, grade_of, walk
from referee.judge.ruling import DEPENDS, ILLEGAL, Ruled, Ruling
from referee.judge.shapes import RefusedAct
from referee.state.table import Table

T = TypeVar("T")
R_co = TypeVar("R_co", bound=Ruled, covariant=True)

LEGAL = "legal"
FORMAT = 1


class Refusal:
    """Why a command is illegal: the finding, what may be done now instead, and what would have had to be otherwise.

    `waits_for` is the player who has first to say what a power or card of its does, and the name of that.
    """

    __slots__ = ("_search", "_tried", "finding", "given", "history", "waits_for")

    def __init__(
        self,
        finding: Finding,
        nearest: tuple[str, ...],
        history: tuple[str, ...],
        waits_for: tuple[str, str] | None = None,
    ) -> None:
        self.finding = finding
        self.history = history
        self.waits_for = waits_for
        self.given = nearest  # as the refusing rule has it, tried or not
        self._tried: tuple[str, ...] | None = None
        self._search: Search | None = None

    @property
    def nearest(self) -> tuple[str, ...]:
        """What may be typed instead, each tried on the table as it stands; looked for when somebody first asks."""
        if self._tried is None:
            self._tried = self.given if self._search is None else self._search(self)
        return self._tried

    def look_with(self, search: Search) -> None:
        """Has what the rule names tried by `search`, and other acts looked for where none of that is legal."""
        self._search, self._tried = search, None

    @property
    def asks(self) -> bool:
        """Whether it only asks for what was not said; `nearest` are the answers then."""
        return self.finding.rule.mark in (ASKS, ASKS_WHICH)

    def to_dict(self) -> RefusedAct:
        """As JSON: `nearest` can be typed now, `history` lies behind and would have to be undone first.

        Where it asks for one of several, these are its `choices`, in the order in which they are numbered.
        """
        cites = [cite.id for cite in self.finding.rule.cites]
        told: RefusedAct = {
            "says": self.finding.says,
            "asks": self.asks,
            "cites": cites,
            "nearest": list(self.nearest),
            "history": list(self.history),
        }
        if self.finding.rule.mark == ASKS_WHICH:
            told["choices"] = list(self.nearest)
        return told


Search = Callable[[Refusal], tuple[str, ...]]  # what may be typed instead, each tried


class Done(NamedTuple):
    """A command as it was done, as it is typed, and whether it went without saying."""

    command: str
    implied: bool = False


class Decided(Generic[T, R_co]):
    """The ruling of one command, at a table of whatever game.

    `table` is the state afterwards; of an illegal one, as it was. `done` are the commands that it came to, where that
    is more than itself; they take the place of the last `back` commands before it.
    """

    __slots__ = ("anyway", "back", "command", "done", "illegal", "law", "legal", "ruling", "steps", "table")

    def __init__(
        self,
        command: str,
        law: Law,
        table: T,
        steps: list[Finding],
        illegal: Sequence[Refusal] = (),
        anyway: Sequence[Refusal] = (),
    ) -> None:
        self.command = command
        self.law = law
        self.table = table
        self.steps = steps
        self.illegal = illegal
        self.anyway = anyway  # what forbids it, though it was done
        self.legal = not illegal
        self.done: Sequence[Done] = ()
        self.back = 0
        self.ruling: R_co | None = None  # of what is fought for, where the command led to one

    @property
    def edition(self) -> str:
        """The edition whose law it was ruled by."""
        return self.law.edition

    @property
    def root(self) -> Finding:
        """The proof: every step that the command led to."""
        rule, words = self.law["turn.command"], (self.command,)
        if self.legal and not self.anyway:
            return Finding(rule, LEGAL, tuple(self.steps), words)
        against = [refusal.finding for refusal in (*self.illegal, *self.anyway)]
        return Finding(rule, self.status, (*against, *self.steps), words)

    @property
    def status(self) -> str:
        """`legal`, `illegal`, or `depends` where a hidden fact decides, or one that was not said."""
        if self.legal:
            return LEGAL
        if any(refusal.asks for refusal in self.illegal):
            return DEPENDS
        return ILLEGAL

    @property
    def findings(self) -> list[Finding]:
        """Every step of the proof, each once."""
        return walk(self.root)

    @property
    def citations(self) -> dict[str, str]:
        """The clauses it rests on, with their grades."""
        return {cite.id: cite.grade for step in self.findings for cite in step.rule.cites}

    @property
    def allowed_by(self) -> list[str]:
        """The clauses, sheets and cards on which a legal command rests; none of what is only assumed with it."""
        steps = self.steps if self.legal and not self.anyway else []
        cites = (cite.id for step in steps if step.rule.kind != ASSUMPTION for cite in step.rule.cites)
        return list(dict.fromkeys(cites))

    @property
    def refused_by(self) -> set[str]:
        """The clauses that forbid the command."""
        return {cite.id for refusal in self.illegal for cite in refusal.finding.rule.cites}

    def to_dict(self, proof: bool = True) -> dict[str, Any]:
        """As JSON."""
        findings = self.findings
        told: dict[str, Any] = {
            "format": FORMAT,
            "edition": self.edition,
            "command": self.command,
            "status": self.status,
            "says": [step.says for step in self.steps if step.rule.kind != ASSUMPTION],
            "illegal": [refusal.to_dict() for refusal in (*self.illegal, *self.anyway)],
            "anyway": bool(self.anyway),
            "allowed_by": self.allowed_by,
            "grade": grade_of(findings),
            "citations": citations_of(findings),
            "questions": sorted({step.rule.question for step in findings if step.rule.question}),
            "assumes": [step.says for step in self.steps if step.rule.kind == ASSUMPTION],
        }
        if self.done:
            told["done"], told["back"] = [done._asdict() for done in self.done], self.back
        if self.ruling is not None:
            told["ruling"] = self.ruling.to_dict(proof)
        if proof:
            told["proof"] = as_tree(self.root)
        return told


class Verdict(Decided[Table, Ruling]):
    """The ruling of one command at a table of the big game."""

    __slots__ = ()
