"""A question about named players as one about anybody in their place: `can kay help joe` as `can an ally help ...`."""

from __future__ import annotations

import re

from referee.errors import RefereeError
from referee.state.reader import Names
from referee.state.spoken.people import begun, named_at
from referee.state.spoken.sentence import Sentence

_PLAYER, _OTHER, _AGAIN = "a player", "another player", "he"
_HE = frozenset(("he", "she", "they"))
# What the offense alone does, and what allies do, by the verb after whom a question asks about.
_OFFENSE, _ALLY = "the offense", "an ally"
_ROLES = {
    **dict.fromkeys(
        "attack attacks launch launches aim point pick choose draw draws hit meet encounter regroup go".split(),
        _OFFENSE,
    ),
    **dict.fromkeys("help helps join joins ally back support side assist commit accept decline".split(), _ALLY),
}
_WORD = re.compile(r"[^\W_]+")


def in_roles(text: str, names: Names, players: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The question with `a player` and `another player` for those whom it names, and once more with the role that the
    verb gives whom it asks about; nothing where it names nobody.

    >>> from referee.book.loader import Names, rulebase
    >>> in_roles("can kay help joe with no ships", Names(rulebase()))
    ('can a player help another player with no ships', 'can an ally help another player with no ships')
    """
    try:
        s = Sentence(text, names, players, {})
    except RefereeError:
        return ()
    first = begun(s)
    people = named_at(s, first, beside=True)
    is_told = s.lower[first] in _HE or first in people
    if not people and not is_told:
        return ()
    role = _ROLES.get(s.lower[s.end_of(first + 1)], "") if is_told else ""
    return tuple(_with_roles(text, s, people, first, subject) for subject in (_PLAYER, role) if subject)


def _with_roles(text: str, s: Sentence, people: list[int], first: int, subject: str) -> str:
    """The text with roles at these pieces."""
    who = s.tokens[first].casefold()
    roles = {at: _AGAIN if s.tokens[at].casefold() == who else _OTHER for at in people}
    if first in roles or s.lower[first] in _HE:
        roles[first] = subject
    for at in sorted(roles, reverse=True):
        start = s.column(at)
        word = _WORD.match(text, start)
        end = word.end() if word is not None else start
        text = f"{text[:start]}{roles[at]}{text[end:]}"
    return text
