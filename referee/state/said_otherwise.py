"""A line that is not in the notation: read as it is said, or refused with the nearest line that can be read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from referee.book import bounds
from referee.book.names import near
from referee.errors import MalformedError
from referee.state.canonical import write
from referee.state.encounter import Position
from referee.state.line_in_words import read_in_words
from referee.state.notation import CLAUSES, read
from referee.state.reader import Names, columns, is_word, tokens
from referee.state.words import NOT_NAMES, PARTING, VERBS

_MOST_PIECES = 200  # of a line for which the nearest is looked for
_MISSING = ("vs", ":", ": ?", "?")  # what is often left out
_A_SLIP = 0.75  # from how alike on a name is taken for a slip
_SURE = "Did you mean"
_EXAMPLES = ("Such as", "For example")  # how a hint begins that is no more than an example


def read_otherwise(line: str, names: Names, error: MalformedError) -> Position:
    """Reads a line that the notation refused with this error. Raises MalformedError, with the nearest line."""
    bounds.check_line(line)
    try:
        return read_in_words(line, names)
    except MalformedError as other:
        further = other if other.column >= error.column else error
    nearest = _nearest(line, names, further.column)
    if not nearest:
        raise further
    hint = nearest if further.hint.startswith(_EXAMPLES) else f"{further.hint} {nearest}".strip()
    raise MalformedError(line, further.column, further.expected, hint) from None


def _nearest(line: str, names: Names, column: int) -> str:
    """What could be typed instead, as a sentence; empty where nothing near is understood."""
    starts = columns(line)
    if len(starts) > _MOST_PIECES:
        return ""
    at = max((number for number, start in enumerate(starts) if start <= column), default=0)
    for says, text in _changed(line, starts, tokens(line), at, names):
        with suppress(MalformedError):
            return f"{says}: {write(_read(text, names))}"
    return ""


def _read(text: str, names: Names) -> Position:
    try:
        return read(text, names)
    except MalformedError:
        return read_in_words(text, names)


def _changed(line: str, starts: list[int], pieces: list[str], at: int, names: Names) -> Iterator[tuple[str, str]]:
    """(what is said of it, a line that differs from this one around a piece), the likeliest first."""
    start, end = starts[at], starts[at] + len(pieces[at])
    before, piece, after = line[:start], pieces[at], line[end:]
    if is_word(piece):
        known = [*(clause.split()[0] for clause in CLAUSES), *VERBS, "against", *_written(pieces[:at])]
        printed = [*names.near_aliens(piece)[:1], *names.near_cards(piece)[:1]]
        spelled = [*near(piece.lower(), known), *near(piece, printed, 2, _A_SLIP, str.casefold)]
        yield from ((f"{_SURE}", f"{before}{word}{after}") for word in spelled)
    if piece in (",", ".", "-", "/"):
        yield _SURE, f"{before} vs {after}"
    missing = (*_MISSING, *reversed(_written(pieces[:at])), "cards")
    yield from (("Such as", f"{before} {word} {line[start:]}") for word in missing)
    part = max((number for number in range(at + 1) if pieces[number].lower() in PARTING), default=0)
    if part:
        rest = next((number for number in range(at + 1, len(pieces)) if pieces[number] in (";", ",")), len(pieces) - 1)
        yield "Without it", f"{line[: starts[part]]} {line[starts[rest] :]}"


def _written(pieces: list[str]) -> list[str]:
    """The words that stand before and may be names."""
    return list(dict.fromkeys(piece for piece in pieces if is_word(piece) and piece.lower() not in NOT_NAMES))
