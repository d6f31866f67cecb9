"""What is ruled of one duel or contest, in the shape of any ruling (CONTRACT: a ruling as JSON)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any

from referee.book.law import Law
from referee.judge.finding import Finding
from referee.judge.ruling import DETERMINED, Ruled


class Kind(StrEnum):
    """What is decided: a duel or a contest."""

    DUEL = "duel"
    CONTEST = "contest"


class Outcome(StrEnum):
    """How a duel or a contest can end."""

    LEADER_WINS = "leader-wins"
    STRAGGLER_WINS = "straggler-wins"
    BEGINS_AGAIN = "begins-again"
    GAME_OVER = "game-over"


def kind_of(contest: bool) -> Kind:
    """What is decided."""
    return Kind.CONTEST if contest else Kind.DUEL


class DuelRuling(Ruled):
    """What the referee says about one duel or contest. `told` holds the fields besides those of every ruling."""

    def __init__(self, edition: str, write: Callable[[], str], status: str, root: Finding) -> None:
        super().__init__(edition, write, status, root)
        self.told: dict[str, Any] = {}

    @classmethod
    def of(cls, law: Law, told: dict[str, Any], steps: Iterable[Finding], write: Callable[[], str]) -> DuelRuling:
        """What is decided of a duel or contest, as these fields tell, by these steps."""
        rule = law["ruling.contest" if told["kind"] == Kind.CONTEST else "ruling.ruling"]
        outcome: Outcome | None = told.get("outcome")
        ruling = cls(law.edition, write, DETERMINED, Finding(rule, outcome and outcome.value, tuple(steps)))
        ruling.told = told
        return ruling

    def _summary(self) -> dict[str, Any]:
        outcome: Outcome | None = self.told.get("outcome")
        told = {
            "status": self.status,
            "kind": self.told["kind"].value,
            "outcome": outcome and outcome.value,
            **{key: self.told.get(key) for key in ("winner", "totals", "margin")},
            "outcomes": [outcome.value] if outcome else [],
            "flips": self.told.get("flips", []),
            "players": self.told.get("players", {}),
            "clout": self.told.get("clout", []),
            "prize": self.told.get("prize"),
            "straggler": self.told.get("straggler"),
            "winners": self.told.get("winners"),
            "then": [then.to_dict() for then in self.then],
            "discards": self.told.get("discards"),
            "illegal": [illegal.to_dict() for illegal in self.illegal],
        }
        return told
