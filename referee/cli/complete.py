"""Completion at the interactive table: what fits the place in the command, legal things first. No terminal here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from referee.book.loader import Names, Rulebase
from referee.cli import forms
from referee.state.completion import what_next
from referee.state.spoken.completing import ALIEN, CARD, PLANET, PLAYER

_FRAGMENT = re.compile(r"[^\s,;:/]*$")
_WORDS = re.compile(r"[^\s,;:/]+")
_LETTERS = ("N", "M", "?")  # the cards that are written as a letter
_COLORS = ("red", "purple", "yellow", "blue", "green", "orange", "white", "black")
_TABLE_WORDS = ("show", "list", "use", "export", "rename", "archive", "unarchive", "delete", "restore")


class Choice(NamedTuple):
    """A piece that completes the line: its text, how many typed letters it replaces, and what it is."""

    text: str
    replaces: int
    says: str = ""


@dataclass(slots=True)
class Scene:
    """What completion draws on: the rulebase, and what lies on the table just now."""

    rulebase: Rulebase
    seats: tuple[str, ...] = ()
    planets: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()  # commands that are legal now
    aliens: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    hands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    colonies: dict[str, tuple[str, ...]] = field(default_factory=dict)
    cited: tuple[str, ...] = ()  # clauses of the last answer
    verbs: tuple[str, ...] = ()  # the commands of a game of its own, instead of those of the big game


def choices(typed: str, scene: Scene) -> list[Choice]:
    """What may complete this line, whose end is where the cursor stands; what is legal now comes first."""
    found = _FRAGMENT.search(typed)
    fragment = found.group() if found else ""
    before = typed[: len(typed) - len(fragment)]
    key = fragment.casefold()
    texts = dict.fromkeys(text for text in _texts(before, key, scene) if text.casefold().startswith(key))
    says = {form.word: form.says for form in (*forms.COMMANDS, *forms.WORDS)} if not before.strip() else {}
    return [Choice(text, len(fragment), says.get(text, "")) for text in texts if text.casefold() != key or says]


def _texts(before: str, key: str, scene: Scene) -> Iterator[str]:
    words = [word.casefold() for word in _WORDS.findall(before)]
    if not words:
        yield from _commands(scene)
    elif scene.verbs and words[0] not in _OWN:
        yield from dict.fromkeys(_offered(words, scene))
    elif words[0] == "may":
        rest = before.lstrip()[len("may") :]
        yield from (text for text in _texts(rest, key, scene) if rest.strip() or text not in _OWN)
    elif words[0] in _OWN and words[0] not in _TYPED_AT_A_TABLE:
        yield from _argument(words, key, scene)
    else:
        yield from _rest(before, key, words, scene)


def _commands(scene: Scene) -> Iterator[str]:
    """The words by which a command begins, those that are legal now first."""
    own = (form.word for form in forms.WORDS)
    if scene.verbs:
        yield from (*dict.fromkeys(_offered([], scene)), *scene.verbs, *own)
        return
    yield from dict.fromkeys(_first_words(offer) for offer in scene.offers)
    yield from (*(form.word for form in forms.COMMANDS), *own)
    yield from what_next("", Names(scene.rulebase)).words


def _rest(before: str, key: str, words: list[str], scene: Scene) -> Iterator[str]:
    """What may stand next in a command that is begun, where it is legal first."""
    yield from _TABLE_WORDS if words == ["table"] else ()
    legal = dict.fromkeys(_offered(words, scene))
    fits = [text for text in legal if text.casefold().startswith(key)]
    yield from fits
    following = what_next(before, Names(scene.rulebase), scene.seats)
    yield from (word for word in following.words if word.isalpha() or "-" in word)
    for kind in following.kinds:
        known = {PLAYER: scene.seats, PLANET: scene.planets}.get(kind, ())
        if not any(text in known for text in fits):  # else the legal ones are all that is wanted
            yield from _names(kind, key, words, scene)


_OF_ALIENS = ("alien", "clash")
_TYPED_AT_A_TABLE = ("show", "card")  # what opens a command of the table as well: `show red`, `card zap`
_OWN = frozenset(form.word for form in forms.WORDS)


def _first_words(command: str) -> str:
    """The words by which a command is called: `new hand`, `launch`."""
    words = command.split()
    found = forms.form(" ".join(words[:2])) or forms.form(words[0])
    return found.word if found else words[0]


def _argument(words: list[str], key: str, scene: Scene) -> Iterator[str]:
    """What may stand after a word of the interactive table."""
    word = words[0]
    if word in _OF_ALIENS:
        yield from _names(ALIEN, key, words, scene)
    elif len(words) > 1:
        return
    elif word == "legal":
        yield from scene.seats
    elif word == "help":
        yield from (form.word for form in (*forms.COMMANDS, *forms.WORDS))
    elif word == "rule":
        yield from scene.cited


def _printed(name: str, scene: Scene) -> str:
    """An alien's name as it is printed; its file has to be read for that."""
    known = scene.rulebase.alien(name)
    return known.name if known else name.title()


def _offered(words: list[str], scene: Scene) -> Iterator[str]:
    """The next piece of each legal command that begins so."""
    for offer in scene.offers:
        pieces = _WORDS.findall(offer)
        if len(pieces) > len(words) and [piece.casefold() for piece in pieces[: len(words)]] == words:
            yield pieces[len(words)]


def _names(kind: str, key: str, words: list[str], scene: Scene) -> Iterator[str]:
    """The names of one kind; those that are near at hand first."""
    if kind == PLAYER:
        return _players(words, scene)
    if kind == PLANET:
        return chain(scene.colonies.get(_seat(words[1:2], scene), ()), scene.planets)
    if kind == ALIEN:
        return chain(() if _is_new(words) else _aliens_here(_seat(words[-1:], scene), scene), _aliens(key, scene))
    type = kind.removeprefix(CARD).strip()
    cards = (card.name for card in scene.rulebase.cards().values() if type in ("", card.type))
    return chain(() if type else _cards_here(words, scene), cards)


def _is_new(words: list[str]) -> bool:
    """True where another table is laid."""
    return words[0] == "table"


def _seat(words: list[str], scene: Scene) -> str:
    """The player whom a word names, spelled as at the table; empty for nobody."""
    return next((name for name in scene.seats if name.casefold() in words), "")


def _players(words: list[str], scene: Scene) -> Iterator[str]:
    others = (*scene.seats, *_COLORS) if _is_new(words) else scene.seats
    yield from (name for name in others if name.casefold() not in words)
    if not _is_new(words):
        yield from (name for name in scene.seats if name.casefold() in words)  # again: less likely, but possible


def _aliens(key: str, scene: Scene) -> Iterator[str]:
    names = [name for name in scene.rulebase.alien_names() if name.startswith(key)]
    return (_printed(name, scene) if len(names) < 20 else name.title() for name in names)


def _aliens_here(seat: str, scene: Scene) -> Iterator[str]:
    """The aliens at this table, those of this seat first."""
    yield from scene.aliens.get(seat, ())
    yield from (alien for aliens in scene.aliens.values() for alien in aliens)


def _cards_here(words: list[str], scene: Scene) -> Iterator[str]:
    """The cards in the hand of the player who is named last, and those that are written as a letter."""
    seat = next((name for word in reversed(words) for name in scene.seats if name.casefold() == word), "")
    yield from (card for card in scene.hands.get(seat, ()) if card != "?")
    yield from _LETTERS
