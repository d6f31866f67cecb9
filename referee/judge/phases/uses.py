"""Which uses and alliances there are to cancel, and which cards to answer (consolidated 4.3.3)."""

from __future__ import annotations

from collections.abc import Collection

from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers.answers import Answer, fits
from referee.state.encounter import Act


def used_again(player: str, zapped: bool) -> Forbidden | None:
    """A power that was zapped is not used again in the encounter, nor zapped again (4.3.3.1)."""
    return Forbidden("powers.used-again", (player,)) if zapped else None


def no_power(whose: str) -> Forbidden:
    """There is no power of a player to cancel where it has no alien sheet (4.3.3)."""
    return Forbidden("cards.no-power-to-zap", (whose,), waivable=False)


def answers(answer: Answer, act: Act, target: Act | None) -> Forbidden | None:
    """A card answers one of the kind that its text names, just before it; `target` is what was played there."""
    if target is not None and fits(answer, act, target):
        return None
    if act.verb == "card-zap":
        return Forbidden("powers.card-zap-target")
    return Forbidden("flares.answers", (act.who, act.name, answer.asks))


def has_alliance(player: str, allies: Collection[str]) -> Forbidden | None:
    """Only an alliance can be cancelled (card Force Field)."""
    return None if player in allies else Forbidden("powers.no-alliance", (player,), waivable=False)
