"""Who resolves first, for programs: the words of `referee timing` in, the order out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from referee.book.loader import Names, rulebase
from referee.errors import ImpossibleError, MalformedError
from referee.judge.timing.question import rule_timing
from referee.state.contenders import asked, read_words

if TYPE_CHECKING:
    from referee.judge.timing.order import Order

_JOINED = {"and", "or"}  # between those who want to act


def timing(
    contenders: Sequence[str],
    offense: str = "",
    defense: str = "",
    seats: str = "",
    phase: str = "",
    edition: str = "consolidated",
    readings: Mapping[str, str] | None = None,
) -> Order:
    """Rules who resolves first: by phase, then before, when and after, then offense, defense, others.

    Each contender is a player with what it uses (`red:Mind`), `seats` are everybody clockwise with commas between; or
    the contenders are the words of a question (`oracle or sorcerer first, red has oracle and is offense`).
    Raises MalformedError for what is not understood, ImpossibleError for what cannot be, RulebaseError for an unknown
    edition or reading.
    """
    is_joined = not _JOINED.isdisjoint(word.casefold() for word in contenders)
    try:
        if not is_joined or not _is_said(contenders):
            return rule_timing(asked(contenders, offense, defense, seats, phase), edition, readings)
    except (MalformedError, ImpossibleError):
        if not _is_said(contenders):
            raise
    return _in_words(" ".join(contenders), (offense, defense, seats, phase), edition, readings)


def rule_words(text: str, edition: str = "consolidated", readings: Mapping[str, str] | None = None) -> Order:
    """Rules a question of timing from all its words as one text, with its options or as it is said.

    Raises as `timing` does.
    """
    try:
        return rule_timing(read_words(text), edition, readings)
    except (MalformedError, ImpossibleError):
        if not _is_said([text]):
            raise
    return _in_words(text, ("", "", "", ""), edition, readings)


def _is_said(words: Sequence[str]) -> bool:
    from referee.state.timing_in_words import is_said  # only where it is not in the form of red:Mind

    return is_said(words)


def _in_words(
    text: str, options: tuple[str, str, str, str], edition: str, readings: Mapping[str, str] | None = None
) -> Order:
    """Rules a question in words; the options as `timing` has them."""
    from referee.state.timing_in_words import Options, read_timing  # as above

    names = Names(rulebase(edition, readings, judged=False))
    told = read_timing(text, names, Options(*options))
    order = rule_timing(told, edition, readings)
    if order.order is None and not told.offense:
        read_timing(
            text, names, Options(*options), by_powers=False
        )  # asks whose turn it is, of players that were named
    order.said = text
    return order
