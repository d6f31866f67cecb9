"""What is ruled of one duel or contest, in the shape of any ruling (CONTRACT: a ruling as JSON)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.judge.finding import Finding
from referee.judge.ruling import DETERMINED, Ruled
from referee.law.law import Law

LEADER_WINS, STRAGGLER_WINS, BEGINS_AGAIN, GAME_OVER = "leader-wins", "straggler-wins", "begins-again", "game-over"
DUEL, CONTEST = "duel", "contest"  # the kinds of what is decided
OUTCOMES = (LEADER_WINS, STRAGGLER_WINS, BEGINS_AGAIN, GAME_OVER)


def kind_of(contest: bool) -> str:
    """What is decided, in the JSON's word."""
    return CONTEST if contest else DUEL


class DuelRuling(Ruled):
    """What the referee says about one duel or contest. `told` holds the fields besides those of every ruling."""

    def __init__(self, edition: str, write: Callable[[], str], status: str, root: Finding) -> None:
        super().__init__(edition, write, status, root)
        self.told: dict[str, Any] = {}

    @classmethod
    def of(cls, law: Law, told: dict[str, Any], steps: Iterable[Finding], write: Callable[[], str]) -> DuelRuling:
        """What is decided of a duel or contest, as these fields tell, by these steps."""
        rule = law["ruling.contest" if told["kind"] == CONTEST else "ruling.ruling"]
        ruling = cls(law.edition, write, DETERMINED, Finding(rule, told.get("outcome"), tuple(steps)))
        ruling.told = told
        return ruling

    def _summary(self) -> dict[str, Any]:
        told = {
            "status": self.status,
            **{key: self.told.get(key) for key in ("kind", "outcome", "winner", "totals", "margin")},
            "outcomes": [self.told["outcome"]] if self.told.get("outcome") else [],
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
