"""Whether somebody has won the game, where the parties argue about that: how many foreign colonies each has now."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.book.law import Rule
from referee.book.loader import Rulebase
from referee.book.sentences import listed
from referee.disputes.records import Answer, Step
from referee.judge.ruling import DETERMINED, Ruling
from referee.state.encounter import Position

_OF_THE_GAME = re.compile(
    r"\b(?:fifth|five\s+(?:foreign\s+)?(?:colonies|bases|planets)|wins?\s+(?:the\s+)?game|won(?:\s+the\s+game)?|game\s+over|victory)\b",
    re.IGNORECASE,
)
_OF_COLONIES = re.compile(r"\b(?:fifth|five|fourth|four|colon\w+|bases?|game)\b", re.IGNORECASE)


def _is_named(name: str, text: str) -> bool:
    """True if a text speaks of a player, and not only of one of its planets."""
    return re.search(rf"\b{re.escape(name)}\b(?!\.)", text, re.IGNORECASE) is not None


def _who_won(ruling: Ruling) -> str:
    won = [str(name) for name in ruling.summary()["winners"] or ()]
    return f"{listed(won)} {'has' if len(won) == 1 else 'have'} won" if won else "nobody has won by colonies"


def answered(texts: Sequence[tuple[str, str]], position: Position, ruling: Ruling, known: Rulebase) -> Answer | None:
    """How many foreign colonies those have now whose number was told, and how many win; None where nobody asks.

    A player's number before the encounter is told on the line (`foreign red 3`) or by the table. `texts` are what each
    party says, by its name.
    """
    text = " . ".join(f"{party} : {said}" for party, said in texts)
    if ruling.status != DETERMINED or not (_OF_THE_GAME.search(text) and _OF_COLONIES.search(text)):
        return None
    rule = known.law["win.colonies"]
    parts, steps = [], [Step(rule.says, _cited(rule))]
    for name, before in position.foreign.items():
        player = ruling.players.get(name)
        gained = player.foreign if player is not None else None
        change = gained.value or 0 if gained is not None else 0
        if before is not None and (change or _is_named(name, text)):
            parts.append(f"{name} had {before} when the cards were turned up, and has {before + change} now")
            if gained is not None and not change:  # why it is no more than before
                steps.append(Step(gained.says, _cited(gained.rule)))
    if not parts:
        return None
    says = f"Foreign colonies: {'; '.join(parts)}: {_who_won(ruling)}."
    return Answer("game", says, tuple(steps))


def _cited(rule: Rule) -> tuple[str, ...]:
    return tuple(cite.id for cite in rule.cites)
