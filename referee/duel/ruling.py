"""What is ruled of one duel or contest, in the shape of any ruling (CONTRACT: a ruling as JSON)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.judge.finding import Finding
from referee.judge.ruling import Ruled

LEADER_WINS, STRAGGLER_WINS, BEGINS_AGAIN, GAME_OVER = "leader-wins", "straggler-wins", "begins-again", "game-over"
OUTCOMES = (LEADER_WINS, STRAGGLER_WINS, BEGINS_AGAIN, GAME_OVER)


class DuelRuling(Ruled):
    """What the referee says about one duel or contest. `told` holds the fields besides those of every ruling."""

    def __init__(self, edition: str, write: Callable[[], str], status: str, root: Finding) -> None:
        super().__init__(edition, write, status, root)
        self.told: dict[str, Any] = {}

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
