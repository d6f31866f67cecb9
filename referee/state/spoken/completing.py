"""What may be said next in a sentence that is half said: the phrases are asked that it could become."""

from __future__ import annotations

from collections import deque

from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.reader import Names
from referee.state.spoken.pattern import Node
from referee.state.spoken.reading import Reading
from referee.state.table import new

PLAYER, PLANET, ALIEN, CARD = "player", "planet", "alien", "card"  # kinds of names
_KINDS = {
    **dict.fromkeys(("NAME", "PLAYERS"), (PLAYER,)),
    **dict.fromkeys(("PLANET", "PLACE", "SOURCES"), (PLANET,)),
    "TARGET": (PLAYER, PLANET),
    "POWER": (PLAYER, ALIEN),
    "ALIEN": (ALIEN,),
    **dict.fromkeys(("CARD", "CARDS"), (CARD,)),
    "TECH": (f"{CARD} tech",),
}


def said_next(said: str, names: Names, players: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Words, and kinds of names, that may follow this beginning of a sentence at a table of these players.

    Nothing where it is the beginning of no sentence.
    """
    table = new("", players or ("",), 5, 20, 8)
    reading = Reading(said, names, table, corrects=False)
    deque(reading.readings(), maxlen=0)
    if reading.s.furthest != reading.last:
        return (), ()
    missed = [one.node for one in reading.s.wanted.values()]
    words = [word for node in missed for word in _shown(node)]
    kinds = [kind for node in missed for kind in _KINDS.get(node.kind, ())]
    return tuple(dict.fromkeys(words)), tuple(dict.fromkeys(kinds))


def _shown(node: Node) -> list[str]:
    """The words that stand here: of those that mean the same the first."""
    if node.kind == "SIDE":
        return [OFFENSE, DEFENSE]
    return [node.shown] if node.shown.isalpha() else []
