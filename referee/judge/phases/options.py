"""What the options with which an edition is played add to a ruling (mayfair1991 reverse-planet-hexes, reverse-warp)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.loader import Rulebase
from referee.judge.finding import Finding
from referee.judge.ruling import Ruling


def by_options(rulebase: Rulebase, ruling: Ruling) -> Iterator[Finding]:
    """What reverse hexes do is left to the players; with the reverse warp lost ships lie on the fan at first."""
    law = rulebase.law
    if law["hexes.used"].value:
        yield Finding(law["hexes.effects"], True)
    if law["limbo.played"].value:
        lost = [name for name, player in ruling.players.items() if player.warp is not None and player.warp.value]
        if lost:
            yield Finding(law["limbo.lost"], lost, (), (" and ".join(lost),))
