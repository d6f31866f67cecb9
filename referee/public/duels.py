"""Rulings of Cosmic Encounter Duel as values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from referee.duel.ruling import DuelRuling as JudgedFight
from referee.judge.finding import Finding
from referee.public.parts import RulingParts
from referee.public.ruled import View

if TYPE_CHECKING:
    from referee.judge.shapes import DuelOutcome


class DuelRuling(View[JudgedFight], RulingParts):
    """What the referee says about one duel, or one contest, of Cosmic Encounter Duel.

    `kind` is `duel` or `contest`; `outcome` is `leader-wins`, `straggler-wins`, `begins-again`, `game-over`, or None.
    `winner` and `straggler` are players, `prize` the alien, envoy or card that is won, `players` what becomes of each.

    >>> import referee
    >>> ruling = referee.judge_duel("blue 3 : 20 vs orange 2 : 6 ; card Vacant-Shipyard")
    >>> ruling.kind, ruling.outcome, ruling.winner
    ('duel', 'leader-wins', 'blue')
    >>> ruling.finding("outcome").says
    'blue has more clout than orange and wins the duel'
    """

    kind: Literal["duel", "contest"]
    outcome: DuelOutcome | None
    winner: str | None
    straggler: str | None
    prize: str | None
    players: dict[str, dict[str, str | int | None]]

    def finding(self, field: str = "outcome") -> Finding | None:
        """The step that decides the `outcome`; None where it is not settled. LookupError for another field.

        >>> import referee
        >>> referee.judge_contest("blue : 10 +12 vs orange : 31 -10").finding("outcome").rule.id
        'contest.higher'
        """
        if field != "outcome":
            raise LookupError(f"of a duel the step of its outcome is told, not of {field!r}; `findings` has all steps")
        return self._found.outcome or (self.root if self._told["outcome"] is not None else None)
