"""Answers that can be looked at: printed, drawn by rich, shown in a notebook, and asked what they rest on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.book.told import Told

if TYPE_CHECKING:
    from referee.judge.finding import Finding
    from referee.judge.shapes import Citation, ProofStep


class Shown(Told):
    """An answer that has a page: what its command prints. `str` of it is that page as plain text."""

    def _print(self, why: bool) -> None:
        """Prints the page; with `why` the whole proof too, where there is one."""
        raise NotImplementedError

    def __str__(self) -> str:
        from referee.render.views import as_text

        return as_text(lambda: self._print(False))

    def __rich__(self) -> object:
        """As `rich.print` draws it: the page, with its colors."""
        from referee.render.views import View

        return View(lambda: self._print(False))

    def _repr_html_(self) -> str:
        """As a notebook shows it: the page, every text in it escaped."""
        from referee.render.views import as_html

        return as_html(lambda: self._print(False))


class Grounded(Shown):
    """An answer that rests on clauses.

    `grade` is the weakest authority that it relies on: `card`, `rulebook`, `faq`, `reported`, `cosmodex`, `forum`,
    `unsourced`, `house` or `stated`. `questions` are the disputable points whose preferred reading it takes, `assumes`
    what was not given and is taken for granted, a sentence each.
    """

    edition: str
    grade: str
    citations: list[Citation]
    questions: list[str]
    assumes: list[str]
    proof: ProofStep

    @property
    def cites(self) -> list[str]:
        """The ids of what it cites, in the order in which the proof meets them (`consolidated 5.10.1.1.d`).

        >>> import referee
        >>> "consolidated 5.6.3" in referee.may("launch red 5 at blue.1 ; offense red").cites
        True
        """
        return [cite["id"] for cite in self.citations]

    @property
    def refused_by(self) -> set[str]:
        """The ids of the clauses that forbid something of what was asked; none where nothing is forbidden.

        >>> import referee
        >>> referee.judge_encounter("red 5 : 10 vs blue 4 : 8").refused_by
        {'consolidated 5.6.3'}
        """
        return {id for refused in self.to_dict()["illegal"] for id in refused["cites"]}

    def why(self) -> str:
        """The page with the whole proof: what `--why` prints.

        >>> import referee
        >>> "red has 3 ships in the encounter" in referee.judge_encounter("red 3 : 10 vs blue 4 : 8").why()
        True
        """
        from referee.render.views import as_text

        return as_text(lambda: self._print(True))


class Proven(Grounded):
    """An answer with the steps of its proof as objects."""

    @property
    def root(self) -> Finding:
        """The step at the end of the proof, which all others led to."""
        raise NotImplementedError

    @property
    def findings(self) -> list[Finding]:
        """Every step of the proof, each once, a step before those it came from.

        >>> import referee
        >>> verdict = referee.may("launch red 5 at blue.1 ; offense red")
        >>> [step.says for step in verdict.findings if "consolidated 5.6.3" in step.cites]
        ['red may not launch 5 ships: the offense sends one to four']
        """
        from referee.judge.finding import walk

        return walk(self.root)
