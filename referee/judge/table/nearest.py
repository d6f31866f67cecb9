"""What may be done instead of a command that is refused: acts that are legal now, each of them tried.

Nothing is looked for before a refusal is shown: whoever only asks whether a command is legal pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

Offers = Callable[[], Iterable[tuple[str, str]]]  # (who, command) for what may be done now, what is due first
Tried = Callable[[str], bool]  # whether a command that is typed so is legal now

SETTLED = "wins offense as the players agree"  # where the rules do not say who wins
_MOST, _MANY = 3, 6  # acts that a refusal names where the rule itself names none, and of those that it names


def instead(given: Iterable[str], typed: str, who: str, offers: Offers, tried: Tried) -> tuple[str, ...]:
    """The acts that a refusal names: those given that are legal when tried, or else what may be done that is nearest.

    Nearest is the same kind of command (by its first word), most of all by the same player (`who`); then anything else
    that the player may do, and then whatever anybody may. None where nothing at all may be done.
    """
    found = tuple(islice(filter(tried, dict.fromkeys(given)), _MANY))
    if found:
        return found
    offered = [(player, text) for player, text in offers() if text != typed]
    for alike in (*_same_kind(offered, typed, who), _same_player(offered, who), _one_of_each(offered)):
        found = tuple(islice(filter(tried, dict.fromkeys(alike)), _MOST))
        if found:
            return found
    return ()


def nearest_of_kind(offered: list[tuple[str, str]], typed: str, who: str) -> list[str]:
    """Of what may be done the few commands of the same kind that differ least from what was typed."""
    alike = (text for texts in _same_kind(offered, typed, who) for text in texts)
    return list(islice(alike, _MOST))


def of_kinds(offered: list[tuple[str, str]], verbs: Sequence[str], who: str) -> list[str]:
    """Of what may be done a few commands of these kinds, by this player or by nobody in particular."""
    found = (text for player, text in offered if player in ("", who) and _verb(text.replace("no ", "no-")) in verbs)
    return list(islice(found, _MOST))


def _same_kind(offered: list[tuple[str, str]], typed: str, who: str) -> Iterator[list[str]]:
    """Commands of the same kind, those that differ least in their words; the player's own before anybody else's."""
    verb = _verb(typed)
    alike = [((player != who, _apart(text, typed)), text) for player, text in offered if _verb(text) == verb]
    for least in sorted({apart for apart, _ in alike}):
        yield [text for apart, text in alike if apart == least]


def _same_player(offered: list[tuple[str, str]], who: str) -> Iterator[str]:
    """What else the player may do, one command of each kind."""
    return _one_of_each((player, text) for player, text in offered if player == who)


def _one_of_each(offered: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What anybody may do, one command of each kind and player."""
    seen: set[tuple[str, str]] = set()
    for player, text in offered:
        kind = (player, _verb(text))
        if kind not in seen:
            seen.add(kind)
            yield text


def _verb(text: str) -> str:
    return text.split(" ", 1)[0]


def _apart(one: str, other: str) -> float:
    """How far two commands of one kind are apart: by a word for each that differs, by less for other numbers."""
    words, others = one.split(), other.split()
    apart = float(abs(len(words) - len(others)))
    for word, another in zip(words, others, strict=False):
        if word == another:
            continue
        both = word.isdigit() and another.isdigit()
        apart += min(abs(int(word) - int(another)) / 100, 1.0) if both else 1.0
    return apart
