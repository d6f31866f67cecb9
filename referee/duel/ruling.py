"""What is ruled of one duel or contest, in the shape of any ruling (CONTRACT: a ruling as JSON)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from referee.book.law import Law
from referee.judge.finding import Finding
from referee.judge.ruling import DETERMINED, Ruled, Summary


class FightKind(StrEnum):
    """What is decided: a duel or a contest."""

    DUEL = "duel"
    CONTEST = "contest"


class Outcome(StrEnum):
    """How a duel or a contest can end."""

    LEADER_WINS = "leader-wins"
    STRAGGLER_WINS = "straggler-wins"
    BEGINS_AGAIN = "begins-again"
    GAME_OVER = "game-over"


def kind_of(contest: bool) -> FightKind:
    """What is decided."""
    return FightKind.CONTEST if contest else FightKind.DUEL


PlayerTold = dict[str, str | int | None]  # what becomes of a player, by the word for it


class CloutStep(NamedTuple):
    """The clout of each player after a reinforcement: who played it, the card, and whose clout it changes."""

    who: str
    card: str
    on: str
    clout: dict[str, int]


@dataclass
class Fought:
    """What a duel or contest came to. Mappings are by player name, but `totals` by role.

    `kind` is None of an act that is argued about: nothing is fought out by it.
    """

    kind: FightKind | None = FightKind.DUEL
    outcome: Outcome | None = None
    winner: str | None = None
    totals: dict[str, int] | None = None
    margin: int | None = None
    flips: list[dict[str, str]] = field(default_factory=list)
    players: dict[str, PlayerTold] = field(default_factory=dict)
    clout: list[CloutStep] = field(default_factory=list)
    prize: str | None = None
    straggler: str | None = None
    winners: list[str] | None = None
    discards: dict[str, list[str]] | None = None


def summary_of(told: Fought) -> Summary:
    """What a duel or contest came to, as JSON: the fields of a ruling that no act and no illegal act is among."""
    outcome = told.outcome and told.outcome.value
    return {
        "kind": told.kind and told.kind.value,
        "outcome": outcome,
        "winner": told.winner,
        "totals": told.totals,
        "margin": told.margin,
        "outcomes": [outcome] if outcome else [],
        "flips": told.flips,
        "players": told.players,
        "clout": [step._asdict() for step in told.clout],
        "prize": told.prize,
        "straggler": told.straggler,
        "winners": told.winners,
        "discards": told.discards,
    }


_BY_CASES = "ruling.cases"
# The steps by which a duel, a contest or the game is decided.
_DECIDING = frozenset(
    """
clout.higher clout.tie clout.late contest.higher contest.tie ability.winner-named ships.one-left ships.none win.no-ships
win.nobody ability.wins-without-supply
""".split()
)


class DuelRuling(Ruled):
    """What the referee says about one duel or contest. `told` holds the fields besides those of every ruling."""

    def __init__(self, edition: str, write: Callable[[], str], status: str, root: Finding, told: Fought) -> None:
        super().__init__(edition, write, status, root)
        self.told = told

    @property
    def outcome(self) -> Finding | None:
        """The step that decides who wins, or how it ends; None where that is ruled by cases, or not at all."""
        steps = [step for step in self.root.sources if step.rule.id in _DECIDING]
        return steps[-1] if steps and self.root.rule.id != _BY_CASES else None

    @classmethod
    def of(cls, law: Law, told: Fought, steps: Iterable[Finding], write: Callable[[], str]) -> DuelRuling:
        """What is decided of a duel or contest, by these steps."""
        rule = law["ruling.contest" if told.kind == FightKind.CONTEST else "ruling.ruling"]
        root = Finding(rule, told.outcome and told.outcome.value, tuple(steps))
        return cls(law.edition, write, DETERMINED, root, told)

    def _summary(self) -> Summary:
        return {
            "status": self.status,
            **summary_of(self.told),
            "then": [then.to_dict() for then in self.then],
            "illegal": [illegal.to_dict() for illegal in self.illegal],
        }
