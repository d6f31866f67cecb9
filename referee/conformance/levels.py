"""The levels of the suite: what a program need know to answer an item. Each item is of one level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.conformance.items import Item
from referee.errors import RefereeError
from referee.state.acts import OPENINGS

if TYPE_CHECKING:
    from referee.state.encounter import Position

CORE, HIDDEN, POWERS, TABLE, TIMING, WORDS = "core", "hidden", "powers", "table", "timing", "words"
VARIANTS, DUEL = "variants", "duel"
_HOME = "consolidated"
# In the order in which they are told, with what each is about.
LEVELS = {
    CORE: "reveal and resolution on one line: totals, ships, compensation, rewards, deals; no power or card acts",
    HIDDEN: "the same with facts that nobody told: the ruling goes by cases",
    TABLE: "whole tables, command by command, and whether something may be done; no power or card acts",
    POWERS: "alien powers, flares, artifacts and techs, on lines and at tables",
    TIMING: "who resolves first",
    WORDS: "what players say instead of the notation, and tables at which steps go without saying",
    VARIANTS: "variants of the consolidated rules",
    "ffg2018": "the 2018 rulebook",
    "warp": "the WARP rules and their options",
    "mayfair1991": "the Mayfair rulebook of 1991 and its options",
    DUEL: "Cosmic Encounter Duel",
}
_NO_POWERS = ("deal", "no", "reinforce")  # acts of the encounter itself, by their first word
_ACTS = {word.partition(" ")[0] for word in OPENINGS} - {*_NO_POWERS}


def level_of(item: Item) -> str:
    """The level of an item: that of its game or edition, or else what it is about."""
    base, plus, _ = item.edition.partition("+")
    if base != _HOME:
        return base
    if plus:
        return VARIANTS
    if item.kind == "timing":
        return WORDS if _is_said(item) else TIMING
    if item.case.spoken or (item.kind != "play" and _is_said(item)):
        return WORDS
    if item.kind == "encounter":
        return _level_of_line(item)
    return POWERS if _has_powers(item.case.text) else TABLE


def _level_of_line(item: Item) -> str:
    position = _position(item)
    if _has_powers(item.case.text) if position is None else _acts(position):
        return POWERS
    return HIDDEN if "?" in item.case.text or item.expected.get("status") == "depends" else CORE


def _is_said(item: Item) -> bool:
    """True if a line, or a question, is not in the notation but in words that are understood."""
    from referee.book.loader import Names, rulebase
    from referee.state.contenders import read_words
    from referee.state.notation import read
    from referee.state.question import read_question

    if item.expected.get("refused") == "malformed":
        return False
    names = Names(rulebase(item.edition))
    try:
        if item.kind == "timing":
            read_words(item.case.text)
        elif item.kind == "may":
            read_question(item.case.text, names)
        else:
            read(item.case.text, names)
    except RefereeError:
        return True
    return False


def _position(item: Item) -> Position | None:
    """The position of a line, None where it cannot be."""
    from referee.judge.ways.line import read_encounter

    try:
        return read_encounter(item.case.text, item.edition)
    except RefereeError:
        return None


def _acts(position: Position) -> bool:
    """True if a sheet lies before somebody, a card is played that is no encounter card, or players state something."""
    sheets = [*position.aliens.values(), *(player.aliens for player in position.participants())]
    return any(sheets) or any(act.verb.partition(" ")[0] not in _NO_POWERS for act in position.acts)


def _has_powers(text: str) -> bool:
    """The same of commands and of lines that are refused, by their words."""
    said = [part.split() for line in text.splitlines() for part in line.partition("#")[0].split(";")]
    return "/" in text or any(words[0].casefold() in _ACTS for words in said if words)
