"""Verdicts as values: whether something may be done, why, and what may be done instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.public.shown import Proven

if TYPE_CHECKING:
    from referee.duel.games import AnyVerdict
    from referee.judge.finding import Finding
    from referee.judge.shapes import RefusedAct, VerdictStatus
    from referee.public.duels import DuelRuling
    from referee.public.ruled import Ruling


class Verdict(Proven):
    """Whether a command is `legal`, `illegal`, or `depends` on what is hidden or was not said (`status`).

    `command` is the command as it is typed, `says` what follows from it, a sentence each, `illegal` what forbids it,
    with the nearest legal commands, `allowed_by` the clauses on which a legal one rests; `anyway` is True where it was
    done although a rule forbids it. `answer` is there where a question was answered in general: `yes` or `no`.

    >>> import referee
    >>> verdict = referee.may("launch red 5 at blue.1 ; offense red")
    >>> verdict
    <Verdict consolidated: illegal, 'launch red 5 at blue.1'>
    >>> verdict.legal, verdict.refused_by, verdict.illegal[0]["nearest"]
    (False, {'consolidated 5.6.3'}, ['launch red 4 at blue.1'])
    >>> verdict == referee.may("launch red 5 at blue.1 ; offense red")
    True
    """

    command: str
    status: VerdictStatus
    says: list[str]
    illegal: list[RefusedAct]
    anyway: bool
    allowed_by: list[str]
    legal: bool

    def __init__(self, decided: AnyVerdict) -> None:
        super().__init__(decided.to_dict())
        self.legal = decided.legal
        self._decided = decided

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: what it says, with its proof; the table at which it was ruled is not."""
        return {"_told": self._told, "legal": self.legal, "_root": self.root, "_ruling": self.ruling}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)

    @property
    def root(self) -> Finding:
        """The step at the end of the proof, which all others led to.

        >>> import referee
        >>> referee.may("launch red 5 at blue.1 ; offense red").root.value
        'illegal'
        """
        root: Finding = self._decided.root if "_decided" in self.__dict__ else self.__dict__["_root"]
        return root

    @property
    def ruling(self) -> Ruling | DuelRuling | None:
        """The ruling to which the command led, of the encounter or the duel; None where it led to none.

        >>> import referee
        >>> table = referee.TableSession.lay("red blue", db="games.db", name="ruled")
        >>> table.do("destiny blue").ruling is None
        True
        >>> table.do_all(["launch red 3 at blue.1", "reveal red 10, blue 4", "resolve"]).done[-1].ruling
        <Ruling consolidated: offense-wins 13:8, determined>
        """
        if "_decided" not in self.__dict__:
            kept: Ruling | DuelRuling | None = self.__dict__["_ruling"]
            return kept
        inner = self._decided.ruling
        if inner is None:
            return None
        from referee.judge.ruling import Ruling as JudgedEncounter

        if isinstance(inner, JudgedEncounter):
            from referee.public.ruled import Ruling

            return Ruling(inner)
        from referee.public.duels import DuelRuling

        return DuelRuling(inner)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.edition}: {self.status}, {self.command!r}>"

    def _print(self, why: bool) -> None:
        from referee.render.board import print_verdict
        from referee.render.screen import make_console, print_proof

        print_verdict(self.to_dict(), asked=True)
        if why:
            print_proof(make_console(), self.to_dict())
