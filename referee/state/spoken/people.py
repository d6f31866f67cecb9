"""Whom a question names: the words that stand where only a player can, and are no words of the game."""

from __future__ import annotations

from functools import cache

from referee.state.reader import RESERVED, is_word
from referee.state.spoken.about import about
from referee.state.spoken.pattern import words_of
from referee.state.spoken.phrases import vocabulary
from referee.state.spoken.sentence import JOINS, MARKS, Sentence
from referee.state.spoken.supposed import ME, ROLES
from referee.state.spoken.words import (
    ASKING,
    CHATTER,
    COLORS,
    FILLERS,
    LEADING,
    NOBODY,
    NOT,
    ORDINALS,
    OWNED,
    PHASES,
    PRONOUNS,
    SMALL,
    TURNING,
)
from referee.state.words import NUMBERS, SIDES

NO_NAMES = RESERVED | FILLERS | ME | ROLES
# After these a player stands, if the act ends with it: `help joe`, `join amy with two`.
_BEFORE = frozenset(
    "help helps join joins back backs support supports assist assists invite invites zap zaps against at for with "
    "turn turns turned plague plagues".split()
)
_BESIDE = frozenset("to from of on by ask asks tell tells show shows give gives let lets".split())
_BEGINS_TELLING = frozenset(", and but because since while when if though although as both".split())
_TELLING = frozenset(
    "is has was had are were did not already only just also never has have lost won wins loses played plays drew "
    "invited asked wants says said attacks attacked launched joined zapped".split()
)
_STRESSES = frozenset("only just also even actually really".split())
_LIST = frozenset(("and", "or", "both"))
_NEVER = frozenset(
    "he she they it him her them me us you who whom whose which what there here else other others another each every "
    "later again twice once too now first late early afterwards before after instead immediately alone together "
    "least most people questions question cards card something anything everything today tonight".split()
)


def begun(s: Sentence) -> int:
    """Where a question itself begins, after the words that only ask."""
    at = 0
    while s.lower[at] in ASKING or s.lower[at] in LEADING or (s.lower[at] in FILLERS and s.lower[at] not in ME):
        if s.is_name(at):
            break
        at += 1
    return at


def named_at(s: Sentence, first: int, beside: bool = False) -> list[int]:
    """The pieces from one on that name a player; `beside` after every preposition too, where that does no harm."""
    found: list[int] = []
    for at in range(first, s.tokens.index("")):
        if _is_subject(s, at) if at == first else _can_be_name(s, at) and _stands_as_name(s, at, found, beside):
            found.append(at)
    return found


def _is_subject(s: Sentence, at: int) -> bool:
    """True for the word of whom a question asks, who may be called after an alien."""
    return is_word(s.tokens[at]) and s.tokens[at].isalnum() and s.lower[at] not in NO_NAMES | vocabulary()


def _can_be_name(s: Sentence, at: int) -> bool:
    """True for a word that is nothing else: no word of a phrase or of the game, no number, alien or card."""
    token, word = s.tokens[at], s.lower[at]
    if s.is_name(at) or word in COLORS:
        return True
    if not (is_word(token) and token.isalnum() and len(token) > 1) or word in _no_names():
        return False
    return s.names.alien(token) is None and s.names.card(token) is None


def _stands_as_name(s: Sentence, at: int, found: list[int], beside: bool) -> bool:
    """True if the piece stands where a player does, who may be named in small letters."""
    before, after = _word_before(s, at), s.lower[at + 1]
    known = s.tokens[at] in [s.tokens[other] for other in found]
    if known or s.is_name(at) or s.lower[at] in COLORS or after == "'s":
        return True
    if s.tokens[at][0].isupper() and s.tokens[at][1:].islower():
        return True
    if before in _BEGINS_TELLING and after in _TELLING:
        return True
    if before in _LIST and (at - 2 in found or s.lower[at - 2] in _BEFORE or (before == "both" and after == "and")):
        return True
    ends = not after or after in MARKS or after in JOINS or after in SMALL or after in ASKING or after in TURNING
    ends = ends or (after == "down" and before.startswith("turn"))
    return before in (_BEFORE | _BESIDE if beside else _BEFORE) and (ends or beside)


def _word_before(s: Sentence, at: int) -> str:
    """The word before a piece, without `only` and its like between them."""
    at -= 1
    while at > 0 and s.lower[at] in _STRESSES:
        at -= 1
    return s.lower[at]


@cache
def _no_names() -> frozenset[str]:
    """The words that are never a player's name where it is not known who plays."""
    told = frozenset(word for _, node in about() for word in words_of(node))
    small = NO_NAMES | ASKING | LEADING | CHATTER | SMALL | TURNING | NOBODY | OWNED | JOINS | _NEVER
    listed = (NUMBERS, SIDES, PHASES, NOT, ORDINALS, PRONOUNS)
    return vocabulary() | told | small | frozenset(word for words in listed for word in words)
