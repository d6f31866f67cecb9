"""What was told before, told otherwise: `no, red had a 12`."""

from __future__ import annotations

import re
from dataclasses import replace

from referee.state.commands import Command, Stack, write_command
from referee.state.encounter import Act
from referee.state.spoken.words import CARDS
from referee.state.words import NUMBERS

_LEADING = re.compile(
    r"(?:(?:ah|oh|er|um|hm+)[\s,:.!]+)*"
    r"(no|nope|oops|whoops|wait|sorry|actually|correction|mistake|my mistake|hang on|hold on|i mean|i meant|"
    r"scratch that)"
    r"\b[\s,:;.!-]*",
    re.IGNORECASE,
)
_DENIED = re.compile(r"[\s,;]+(?:and |but )?not (?:with |at |an? |the )?(?P<was>[\w.+-]+?)[\s.!]*$", re.IGNORECASE)
_VALUE = re.compile(
    r"(?:(?:it was|it's|it is|that's|that was|make it|make that|with|only|just|an?|the)\s+)*"
    r"(?P<value>[\w-]+?)(?:\s+(?P<of>ship|card)s?)?[\s.!]*",
    re.IGNORECASE,
)
_OF_A_CARD = ("destiny", "wild", "special")  # the player is the one whom the card names
# What a command keeps where it is not said again, by verb.
_KEPT = {"launch": ("who", "ships", "planet", "other", "system"), "ally": ("who", "ships", "side")}


def told_otherwise(text: str) -> str:
    """What is said in place of something that is taken back; none (an empty text) where nothing is taken back.

    That is what comes after the words that take it back, or before what it was not: `red had a 9, not a 6`.
    """
    rest = text.strip()
    while (found := _LEADING.match(rest)) and found.end():
        rest = rest[found.end() :]
    return rest if rest != text.strip() or _DENIED.search(rest) else ""


def without_denied(said: str) -> tuple[str, str]:
    """What is said instead, and what it is said not to have been; none (an empty text) where that is not said."""
    found = _DENIED.search(said)
    return (said[: found.start()], found["was"]) if found else (said, "")


def had(was: Command, denied: str) -> bool:
    """True if a command tells what is said not to have been so: a number, a card or a name."""
    word = denied.casefold()
    number = NUMBERS.get(word)
    means = {word, CARDS.get(word, "").casefold(), "" if number is None else str(number)} - {""}
    return not means.isdisjoint(re.split(r"[\s,:]+", write_command(was).casefold()))


def with_value(was: Command, said: str) -> Command | None:
    """A command with the one value that is said in place of its own: `3`, `with 3`, `make it two`, `a 12`.

    Ships of a launch or an ally, one card that was laid, or cards and ships that were taken. None where it has no such
    value, or more than one.
    """
    found = _VALUE.fullmatch(said.strip())
    if found is None:
        return None
    word, thing = found["value"].casefold(), found["of"] or ""
    number = int(word) if word.isdigit() else NUMBERS.get(word)
    if was.verb == "play":
        card = str(number) if number is not None else CARDS.get(word, "")
        return replace(was, cards=(card,), text="") if card and not thing else None
    return _with_number(was, number, thing) if number is not None else None


def _with_number(was: Command, number: int, thing: str) -> Command | None:
    """A launch, an ally or a take with another number, which is said of ships, of cards or of nothing."""
    if was.verb in ("launch", "ally") and thing != "card" and len(was.stacks) < 2:
        stacks = tuple(Stack(stack.place, number) for stack in was.stacks)
        return replace(was, ships=number, stacks=stacks, text="")
    if was.verb == "take" and not was.cards and thing != "ship":
        return replace(was, number=number, text="")
    return None


def retold(was: Command, said: Command) -> Command | None:
    """A command as it should have been, where what is said tells it otherwise; None where it tells something else.

    What was not said again stays as it was: the planet of a launch, the other card of a reveal.
    """
    if was.verb == "reveal" and said.verb in ("reveal", "play") and said.cards:
        return _with_cards(was, dict(zip(said.names or (said.who,), said.cards, strict=False)))
    if not _tells_the_same(was, said):
        return None
    kept = {name: getattr(was, name) for name in _KEPT.get(was.verb, ()) if not getattr(said, name)}
    if said.planet or said.system:
        kept = {name: value for name, value in kept.items() if name not in ("planet", "other", "system")}
    return replace(said, **kept)


def _tells_the_same(was: Command, said: Command) -> bool:
    """True if both tell of the same player doing the same thing."""
    is_another = was.who and said.who and was.who != said.who and was.verb not in _OF_A_CARD
    if was.verb != said.verb or is_another:
        return False
    return was.act is None or said.act is None or _is_same_act(was.act, said.act)


def _with_cards(was: Command, told: dict[str, str]) -> Command | None:
    """A reveal with these cards, by player, in place of those that were told; None for a player who revealed none."""
    cards = dict(zip(was.names, was.cards, strict=False))
    if not told.keys() <= cards.keys() or all(cards[name] == card for name, card in told.items()):
        return None
    return replace(was, cards=tuple({**cards, **told}.values()))


def _is_same_act(was: Act, said: Act) -> bool:
    return (was.verb, was.name, was.by or was.who) == (said.verb, said.name, said.by or said.who)
