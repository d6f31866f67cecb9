"""Who wants to act and with what, as a question of timing tells it piece by piece."""

from __future__ import annotations

from referee.state.words import ZAPPING

# Steps of a phase, and what is said for a card.
STEPS = {
    **dict.fromkeys("regroup regroups regrouping".split(), "regroup"),
    **dict.fromkeys("reinforces reinforcing reinforcement reinforcements reinforce".split(), "reinforcement"),
    **dict.fromkeys("rewards reward".split(), "rewards"),
    **dict.fromkeys("discards discard discarding".split(), "discard"),
    **dict.fromkeys(ZAPPING, "Cosmic-Zap"),
    **dict.fromkeys("quash quashes".split(), "Quash"),
    **dict.fromkeys("plague plagues".split(), "Plague"),
}


class Wants:
    """Somebody who wants to act: who, and with what; either may be empty, not both."""

    def __init__(self, player: str = "", effect: str = "") -> None:
        self.player = player
        self.effect = effect

    def typed(self) -> str:
        """The argument of `referee timing`."""
        effect = self.effect.strip('"').replace(" ", "-")
        return f"{self.player}:{effect}" if self.player and effect else self.player or effect
