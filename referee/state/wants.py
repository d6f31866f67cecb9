"""Who wants to act and with what, as a question of timing tells it piece by piece."""

from __future__ import annotations

from referee.state.words import USING, ZAPPING

# What says nothing of who acts with what: words of questions, of wanting, and of the order itself.
EMPTY = frozenset(
    "who which what when whose of comes come goes go going gets get happens happen acts act resolves resolve first "
    "last before after then does do did would should must can may could both all each every everybody want wants "
    "wanted to be in on at during same time moment phase his her its their own there here turn by for as with if "
    "order between player one two start we our my he she they you use using playing "
    "now right away currently already also too really still won lost win lose compensation consolation "
    "other way round around whom ( ) "
    "so it once clash conflict happening decide decides matter matters simultaneously together says said".split()
).union(USING)
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
