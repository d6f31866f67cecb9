"""What every ruling has, kept or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.judge.ruling import ILLEGAL
from referee.public.shown import Grounded

if TYPE_CHECKING:
    from referee.judge.shapes import Flip, LeftToDo, Refused, Status, Totals


class RulingParts(Grounded):
    """What every ruling of an encounter or a duel has, kept or not, by the names that they have as JSON.

    `position` is the line in full. `status` is `determined`,
    `depends` (a fact that nobody told decides: `cases` has each way it can be, `needs` what to tell first), `open` (no
    reading is preferred, or no document covers it) or `illegal` (an act is forbidden: `illegal` says which). What is
    not settled is None.
    """

    position: str
    status: Status
    outcome: str | None
    totals: Totals | None
    margin: int | None
    flips: list[Flip]
    winners: list[str] | None
    then: list[LeftToDo]
    illegal: list[Refused]
    readings: dict[str, str]
    cases: list[dict[str, Any]]
    needs: list[str]

    @property
    def said(self) -> str:
        """The line as it was typed, where that was in words; else empty.

        >>> import referee
        >>> referee.judge_encounter("red three with a 10 against blue four with a negotiate").said
        'red three with a 10 against blue four with a negotiate'
        """
        return str(self._told.get("said", ""))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.edition}: {self._told_shortly()}>"

    def _told_shortly(self) -> str:
        told = self.to_dict()
        if told["status"] == ILLEGAL:
            return f"illegal [{', '.join(sorted(self.refused_by))}]"
        totals = told["totals"]
        shown = f" {':'.join(map(str, totals.values()))}" if totals else ""
        return f"{told['outcome'] or 'no outcome yet'}{shown}, {told['status']}"

    def _print(self, why: bool) -> None:
        from referee.render.page import print_ruling

        print_ruling(self.to_dict(), why)
