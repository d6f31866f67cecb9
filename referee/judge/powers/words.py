"""Which words with the use of a power its effects take, and which they do not.

An effect declares `takes`: a kind of word, or the word itself, for each that may be said with it; `|` between those of
which one may be said, `*` after what may be said as often as one likes. Those of all that a power does count together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from functools import partial

from referee.book.loader import Rulebase
from referee.book.power import Alien
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.uses import not_taken
from referee.judge.powers.effect import find
from referee.state.acts import WORDS
from referee.state.encounter import DEFENSE, OFFENSE, Act
from referee.state.words import UNSEEN

# What a refusal calls a word of each kind, and several of them.
KINDS = {
    "player": ("a player", "players"),
    "planet": ("a planet", "planets"),
    "number": ("a number", "numbers"),
    "count": ("how many", "how many of each"),
    "card": ("a card", "cards"),
    "side": ("a side", "sides"),
    "alien": ("an alien", "aliens"),
}


def words_not_taken(
    books: Rulebase, players: Collection[str], done: Act, sheets: Iterable[Alien]
) -> tuple[Forbidden | None, Act]:
    """Why a use is refused for words that no text asks for, if it has any, and the use without them.

    One of the `sheets` that can be meant has to take all that is said; one that is not applied takes anything.
    """
    refusal: tuple[Forbidden | None, Act] = (None, done)
    for alien in sheets if done.args else ():
        slots = [*_slots(alien).elements()]
        taken = _taken(slots, len(done.args), partial(_fits, books, players, done.args))
        if not alien.uses or len(taken) == len(done.args):
            return None, done
        if refusal[0] is None:
            untaken = " ".join(word for at, word in enumerate(done.args) if at not in taken)
            kept = replace(done, args=tuple(done.args[at] for at in sorted(taken)))
            refusal = (not_taken(done.who, untaken, alien.name, _described(slots)), kept)
    return refusal


def _slots(alien: Alien) -> Counter[str]:
    """What is taken with the use of a power: of each kind as much as the effect that takes most of it."""
    slots = Counter[str]()
    for verb in (verb for use in alien.uses for verb, _ in use.effects):
        effect = find(verb)
        slots |= Counter(effect.takes.split() if effect is not None else ())
    return slots


def _taken(slots: Sequence[str], words: int, fits: Callable[[str, int], bool]) -> set[int]:
    """Which of so many words have a slot each, by their places; as many as can have one at once."""
    holds: dict[int, int] = {}  # the place of a word by that of its slot

    def place(word: int, tried: set[int]) -> bool:
        for at, slot in enumerate(slots):
            if at in tried or not fits(slot, word):
                continue
            if slot.endswith("*"):
                return True
            tried.add(at)
            if at not in holds or place(holds[at], tried):
                holds[at] = word
                return True
        return False

    return {word for word in range(words) if place(word, set())}


def _fits(books: Rulebase, players: Collection[str], words: Sequence[str], slot: str, at: int) -> bool:
    """True if a word is of a kind that the slot takes, or is the word that it takes; a count follows what it counts."""
    word, before = words[at], words[at - 1] if at else ""
    is_number = word.lstrip("+-").isdigit() or word in UNSEEN
    is_kind = {
        "player": word in players,
        "planet": "." in word,
        "number": is_number,
        "count": is_number and (before in players or "." in before),
        "card": not (word in players or "." in word or word in WORDS),
        "side": word in (OFFENSE, DEFENSE),
        "alien": word in UNSEEN or books.alien(word.strip('"')) is not None,
    }
    return any(is_kind.get(kind, word == kind) for kind in slot.rstrip("*").split("|"))


def _described(slots: Sequence[str]) -> str:
    """What can be said with a use, in words."""
    told = dict.fromkeys(
        " or ".join(KINDS.get(kind, (kind, kind))[slot.endswith("*")] for kind in slot.rstrip("*").split("|"))
        for slot in slots
    )
    return ", ".join(told) or "nothing more"
