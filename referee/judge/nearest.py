"""What may be done instead of something that is refused: lines, commands or questions, each of them tried.

There is one search: candidates come in groups, the nearest first, and the first group of which anything is legal is
the answer. Nothing is looked for before a refusal is shown: whoever only asks whether something is legal pays nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Protocol, TypeVar

from referee.errors import ImpossibleError, MalformedError

L = TypeVar("L")

SETTLED = "wins offense as the players agree"  # where the rules do not say who wins
_MOST, _MANY = 3, 6  # acts that a refusal names where the rule itself names none, and of those that it names
_STEPS = 6  # so many things one after another are put right by what their refusals name

Group = tuple[Iterable[L], int | None]  # what is equally near, and how much of it at most is named


def first_legal(groups: Iterable[Group[L]], is_legal: Callable[[L], bool]) -> list[L]:
    """What is legal of the first group of which anything is."""
    for group, most in groups:
        found = list(islice(filter(is_legal, group), most))
        if found:
            return found
    return []


# -- lines -------------------------------------------------------------------------------------------------------------


def nearest_lines(
    given: Iterable[L], is_legal: Callable[[L], bool], named_by: Callable[[L], list[L]], simpler: Iterable[L]
) -> list[L]:
    """The lines that a refusal names: those given that are legal when tried, or else the first that is.

    Where several things are forbidden a line that puts one of them right is refused for the next: `named_by` gives what
    that refusal names. Where nothing given leads to a legal line, one that says less may be (`simpler`).
    """

    def groups(given: list[L]) -> Iterator[Group[L]]:
        yield given, None
        for line in given:
            yield from ((others, 1) for others in _put_right(line, named_by))
        yield from (([line], 1) for line in simpler)

    return first_legal(groups(list(given)), is_legal)


def _put_right(line: L, named_by: Callable[[L], list[L]]) -> Iterator[list[L]]:
    """What one refusal after another names."""
    for _ in range(_STEPS):
        others = named_by(line)
        if not others:
            return
        yield others
        line = others[0]


def saying_less(line: L, without_an_act: Iterable[L], ways: Iterable[Callable[[L], L]], bare: L) -> Iterator[L]:
    """Lines that say less than this one: first without one thing that it says, then with ever less, at last the bare.

    `ways` leave out one thing each.
    """
    yield from without_an_act
    ways = [way for way in ways if way(line) != line]
    yield from (way(line) for way in ways)
    for way in ways:
        line = way(line)
        yield line
    yield bare


# -- commands ----------------------------------------------------------------------------------------------------------


class Offered(NamedTuple):
    """A command that may be done now, as it is typed, and who may do it."""

    who: str
    text: str

    @property
    def verb(self) -> str:
        """Its kind: the first word."""
        return _verb(self.text)


class _Decided(Protocol):
    legal: bool


def typed_is_legal(rule: Callable[[str], _Decided]) -> Callable[[str], bool]:
    """What tells if something that is typed so is legal; False for what cannot be read, and for what cannot be."""

    def tried(text: str) -> bool:
        try:
            return rule(text).legal
        except (MalformedError, ImpossibleError):
            return False

    return tried


def instead(
    given: Iterable[str],
    typed: str,
    who: str,
    offers: Callable[[], Iterable[tuple[str, str]]],
    is_legal: Callable[[str], bool],
) -> tuple[str, ...]:
    """The acts that a refusal names: those given that are legal when tried, or else what may be done that is nearest.

    Nearest is the same kind of command (by its first word), most of all by the same player (`who`); then anything else
    that the player may do, and then whatever anybody may. None where nothing at all may be done. `offers` are (who,
    command) for what may be done now, what is due first.
    """

    def groups() -> Iterator[Group[str]]:
        yield dict.fromkeys(given), _MANY
        offered = [Offered(player, text) for player, text in offers() if text != typed]
        for alike in _same_kind(offered, typed, who):
            yield dict.fromkeys(alike), _MOST
        yield _one_of_each([offer for offer in offered if offer.who == who]), _MOST
        yield _one_of_each(offered), _MOST

    return tuple(first_legal(groups(), is_legal))


def nearest_of_kind(offered: Iterable[tuple[str, str]], typed: str, who: str) -> list[str]:
    """Of what may be done the few commands of the same kind that differ least from what was typed."""
    groups = _same_kind([Offered(*offer) for offer in offered], typed, who)
    return [text for texts in groups for text in texts][:_MOST]


def of_kinds(offered: Iterable[tuple[str, str]], verbs: Sequence[str], who: str) -> list[str]:
    """Of what may be done a few commands of these kinds, by this player or by nobody in particular."""
    own = [text for player, text in offered if player in ("", who)]
    return [text for text in own if _verb(text.replace("no ", "no-")) in verbs][:_MOST]


def _same_kind(offered: Iterable[Offered], typed: str, who: str) -> Iterator[list[str]]:
    """Commands of the same kind, those that differ least in their words; the player's own before anybody else's."""
    verb = _verb(typed)
    groups: dict[tuple[bool, float], list[str]] = {}
    for offer in offered:
        if offer.verb == verb:
            groups.setdefault((offer.who != who, _apart(offer.text, typed)), []).append(offer.text)
    for apart in sorted(groups):
        yield groups[apart]


def _one_of_each(offered: Iterable[Offered]) -> Iterable[str]:
    """What may be done, one command of each kind and player."""
    first: dict[tuple[str, str], str] = {}
    for offer in offered:
        first.setdefault((offer.who, offer.verb), offer.text)
    return dict.fromkeys(first.values())


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
