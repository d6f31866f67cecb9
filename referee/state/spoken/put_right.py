"""What was told before, told otherwise: `no, red had a 12`."""

from __future__ import annotations

import re
from dataclasses import replace

from referee.state.commands import Command
from referee.state.encounter import Act

_LEADING = re.compile(
    r"(no|nope|oops|wait|sorry|actually|correction|mistake|my mistake|hang on|hold on|i mean|i meant|scratch that)\b"
    r"[\s,:;.!-]*",
    re.IGNORECASE,
)
_OF_A_CARD = ("destiny", "wild", "special")  # the player is the one whom the card names
# What a command keeps where it is not said again, by verb.
_KEPT = {"launch": ("who", "ships", "planet", "other", "system"), "ally": ("who", "ships", "side")}


def told_otherwise(text: str) -> str:
    """What is said after the words that take something back; none (an empty text) where nothing is taken back."""
    rest = text.strip()
    while (found := _LEADING.match(rest)) and found.end():
        rest = rest[found.end() :]
    return rest if rest != text.strip() else ""


def retold(was: Command, said: Command) -> Command | None:
    """A command as it should have been, where what is said tells it otherwise; None where it tells something else.

    What was not said again stays as it was: the planet of a launch, the other card of a reveal.
    """
    if was.verb == "reveal" and said.verb in ("reveal", "play") and said.cards:
        return _with_cards(was, dict(zip(said.names or (said.who,), said.cards, strict=False)))
    is_another = was.who and said.who and was.who != said.who and was.verb not in _OF_A_CARD
    if was.verb != said.verb or is_another:
        return None
    if was.act is not None and said.act is not None and not _is_same_act(was.act, said.act):
        return None
    kept = {name: getattr(was, name) for name in _KEPT.get(was.verb, ()) if not getattr(said, name)}
    if said.planet or said.system:
        kept = {name: value for name, value in kept.items() if name not in ("planet", "other", "system")}
    return replace(said, **kept)


def _with_cards(was: Command, told: dict[str, str]) -> Command | None:
    """A reveal with these cards, by player, in place of those that were told; None for a player who revealed none."""
    cards = dict(zip(was.names, was.cards, strict=False))
    if not told.keys() <= cards.keys() or all(cards[name] == card for name, card in told.items()):
        return None
    return replace(was, cards=tuple({**cards, **told}.values()))


def _is_same_act(was: Act, said: Act) -> bool:
    return (was.verb, was.name, was.by or was.who) == (said.verb, said.name, said.by or said.who)
