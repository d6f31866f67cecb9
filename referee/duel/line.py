"""One duel or contest as it is told on one line. Plain values: nothing here knows a rule.

Cards and tactics are written as on the table (`state`): `13`, `+8`, `blast 4`, `blast 4/shield 1`, `?`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from referee.duel.declared import Spoken
from referee.duel.state import UNKNOWN

NOTHING = "none"  # a player who sends no ships, plays no tactic or has no plan
NOT_TOLD = ""  # of tactics: the ships are those that the tactics left
BLAST, SHIELD, RECOVER = "blast", "shield", "recover"
ICONS = (BLAST, SHIELD, RECOVER)


class Fighter(NamedTuple):
    """One side: who, which alien, the dial (None: hidden; 0: sends none), the tactic, the plan, what changes it."""

    name: str
    alien: str = ""
    dial: int | None = 0
    tactic: str = NOT_TOLD
    plan: str = UNKNOWN
    plus: tuple[str, ...] = ()


@dataclass(slots=True)
class DuelLine:
    """One duel or contest. Mappings are by player name; a number that is None is hidden."""

    contest: bool
    leader: Fighter
    straggler: Fighter
    card: str = ""
    advantage: int | None = None
    told_advantage: bool = False  # whether the line gives it, be it as `?`
    prize: str = ""
    effect: str = ""  # what the prize or the contest does, in the players' words
    supply: dict[str, int | None] = field(default_factory=dict)
    warp: dict[str, int | None] = field(default_factory=dict)
    there: dict[str, int | None] = field(default_factory=dict)
    controls: dict[str, int | None] = field(default_factory=dict)
    spent: dict[str, int | None] = field(default_factory=dict)
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    envoys: dict[str, str] = field(default_factory=dict)
    snares: dict[str, str] = field(default_factory=dict)
    icons: dict[str, str] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)
    acts: tuple[Spoken, ...] = ()  # what was done, in that order
    line: str = field(default="", compare=False)

    def fighters(self) -> tuple[Fighter, Fighter]:
        """Both sides, the leader's first."""
        return self.leader, self.straggler

    def told(self, *verbs: str) -> list[dict[str, Any]]:
        """What is said of each act of these kinds, in order."""
        return [act.values for act in self.acts if act.verb in verbs]


def split(tactic: str) -> tuple[str, int | None]:
    """The half of a tactic that is resolved: its icon and its value (None where nobody told it)."""
    half = tactic.partition("/")[0]
    icon, _, value = half.partition(" ")
    return icon, int(value) if value.isdigit() else None
