"""What a phone may know: a hand that was told card by card is shown to its own seat alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from referee.serve.rooms import ALL
from referee.serve.texts import say
from referee.state.table import UNKNOWN

# Commands that name cards which not everybody sees: those of a hand, those taken or drawn, and what lies facedown.
_NAMED = re.compile(r"\b(hand|take|draw|discard|research|play|choose|snare|read|envoy|new hand)\b", re.IGNORECASE)
_ENVOY = "envoy"
# Of these commands so many words may be read by everybody; behind them stands what lies facedown.
_OPEN_WORDS = {"play": 2, "choose": 2, "snare": 2, "read": 3, _ENVOY: 2}

_HAND = re.compile(r"hand ([^\s:,]+)\s*:\s*(.*)", re.IGNORECASE)  # a clause of a line that tells a hand card by card


def is_open(seat: str) -> bool:
    """True if a phone of this seat may know all: it plays for everybody."""
    return seat == ALL


def command_for(seat: str, command: str) -> str:
    """A command as a phone of this seat may read it: where it may name hidden cards of others, it stops before them."""
    if is_open(seat) or not _NAMED.search(command):
        return command
    return " ; ".join(_part_for(seat, part) for part in command.split(";"))


def is_own(seat: str, command: str) -> bool:
    """True if a phone of this seat may read all of a command."""
    return command_for(seat, command) == (command if is_open(seat) else " ".join(command.split()))


def change_for(seat: str, change: dict[str, object]) -> dict[str, object]:
    """What is otherwise at a table, as a phone of this seat may read it: of another's cards not which."""
    if is_open(seat) or not change["who"] or change["who"] == seat:
        return change
    hidden = {when: say("changed-for-its-seat") for when in ("was", "now") if isinstance(change[when], list)}
    return {**change, **hidden}


def _part_for(seat: str, part: str) -> str:
    words = part.split()
    if words[:2] == ["set", _ENVOY] and "faceup" in words:  # everybody sees it
        return " ".join(words)
    first = words[:5] if _ENVOY in words[:2] else words[:3]  # whose an envoy is stands behind its name
    head = part.partition(":")[0].split() if part.count(":") == 1 else first
    own = part.count(":") < 2 and bool(seat) and any(word.casefold().rstrip(",") == seat.casefold() for word in head)
    if own or not _NAMED.search(part):
        return " ".join(words)
    is_set = words[0].casefold() == "set"
    known = _OPEN_WORDS.get(words[is_set].casefold()) if len(words) > is_set else None
    if known is not None:
        return " ".join([*words[: known + is_set], UNKNOWN])
    return f"{part.partition(':')[0].strip()}: ?" if ":" in part else " ".join(words)


def duel_for(seat: str, table: Mapping[str, Any]) -> dict[str, object]:
    """A table of Duel, as JSON, as it lies before this seat: of cards and envoys face down only its own are named."""
    if is_open(seat):
        return dict(table)
    envoys = {number: _envoy_for(seat, envoy) for number, envoy in table["envoys"].items()}
    snares = {who: card if who == seat else UNKNOWN for who, card in table["snares"].items()}
    known = {who: cards for who, cards in table["known"].items() if who == seat}
    return {**table, "envoys": envoys, "snares": snares, "known": known, "line": ""}


def _envoy_for(seat: str, envoy: Mapping[str, Any]) -> dict[str, object]:
    is_known = envoy["faceup"] or (bool(seat) and seat in (envoy["ally"], *envoy["readers"]))
    return dict(envoy) if is_known else {**envoy, "name": UNKNOWN}


def with_hands_counted(line: str, own: str = "") -> str:
    """An encounter's line with every hand that it tells card by card only counted, but for the seat's `own`."""
    return " ; ".join(_counted(" ".join(clause.split()), own) for clause in line.split(";"))


def _counted(clause: str, own: str) -> str:
    told = _HAND.fullmatch(clause)
    if told is None or told[1].casefold() == own.casefold():
        return clause
    return f"hand {told[1]} {len(told[2].split())}"


def sentences_for(seat: str, command: str, says: Iterable[str]) -> list[str]:
    """What was said of a command, as a phone of this seat may read it."""
    if command_for(seat, command) == " ".join(command.split()):
        return list(says)
    return [say("told-to-its-seat")]
