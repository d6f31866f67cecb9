"""What could have stood where a sentence stops making sense, and the words and sentences nearest to what was said."""

from __future__ import annotations

from referee.book.names import near
from referee.errors import MalformedError
from referee.state.spoken.pattern import END
from referee.state.spoken.phrase import Spoken
from referee.state.spoken.phrases import begun
from referee.state.spoken.scene import Scene
from referee.state.spoken.sentence import Sentence

_HOLES = {
    "NAME": "a player's name",
    "PLAYERS": "players, everybody or nobody",
    "BOTH": "both",
    "PLANET": "a planet, such as red.4",
    "PLACE": "a planet or the gate",
    "TARGET": "a planet, or whose system it is",
    "SOURCES": "planets, such as red.1 2",
    "SHIPS": "how many ships",
    "NUMBER": "a number",
    "PLUS": "a reinforcement, such as +2",
    "COUNTS": "how many cards or ships",
    "SIDE": "the offense or the defense",
    "ENCOUNTER": "an encounter card",
    "CARD": "a card",
    "CARDS": "cards",
    "TECH": "the name of a tech",
    "ALIEN": "an alien's name",
    "POWER": "whose power",
    "FACE": "wild or super",
    "GIVEN": "what is given",
}
_MOST = 3  # so many things that could stand there are named
_MANY = 30  # words and holes at once; these are not told one by one
_TRIED = 4  # so many other words are tried
_ALIKE = 0.7  # how much they look like the one that was said, from 0 to 1


def clearer(typed: MalformedError, said: MalformedError) -> MalformedError:
    """Of what stands against a command and against a sentence: what came further; of a command that is typed its own.

    Facts that are `set` are typed: what stands against them is told, however far a sentence would have come.
    Where neither makes any sense, each says what may have been meant.
    """
    if typed.column:
        sets = typed.line.casefold().split(maxsplit=1)[:1] == ["set"]
        return said if said.column > typed.column and not sets else typed
    return MalformedError(said.line, said.column, said.expected, said.hint or ("" if said.column else typed.hint))


def expected(s: Sentence) -> str:
    """What could have stood at the piece that fits nowhere, in words."""
    if not s.furthest:
        return "a command, or something that is said or done at a table"
    if len(s.wanted) > _MANY:
        return "what is done, such as: launches, invites, helps, plays, shows, takes, gives"
    missed = [one.node for one in s.wanted.values()]
    holes = [_HOLES[node.kind] for node in missed if node.kind in _HOLES]
    words = [repr(node.shown) for node in missed if node.words]
    told = [*dict.fromkeys((*holes, *words))][:_MOST]
    return _either([*told[: _MOST - 1], "the end of the sentence"] if END in missed else told)


def _either(told: list[str]) -> str:
    """These things with `or` before the last."""
    return f"{', '.join(told[:-1])} or {told[-1]}" if len(told) > 1 else "".join(told) or "another word"


def words(s: Sentence) -> list[str]:
    """The words that look like the one that fits nowhere, nearest first: those of phrases, players and names."""
    token = s.tokens[s.furthest]
    if not token[:1].isalpha():
        return []
    missed = [one.node for one in s.wanted.values()]
    known = {word for node in missed for word in node.words} | {*s.seats}
    found = near(token, sorted(known), _TRIED, _ALIKE, str.casefold)
    if any(node.kind in ("ALIEN", "POWER") for node in missed):
        found += s.names.near_aliens(token)
    if any(node.kind in ("CARD", "CARDS") for node in missed):
        found += s.names.near_cards(token)
    return found[: 2 * _TRIED]


def phrase(s: Sentence) -> Spoken | None:
    """How that is said which came as far as the sentence makes sense; None where nothing did."""
    if not s.furthest:
        return None
    found = (begun()[one.phrase][0] for one in s.wanted.values() if one.phrase >= 0 and one.node != END)
    return next(found, None)


def example(says: str, scene: Scene) -> str:
    """An example of red, purple and yellow with the players of this table in their places."""
    first, *others = scene.seats
    offense = scene.turn or first
    defense = scene.defense or next((name for name in (*others, first) if name != offense), offense)
    ally = next((name for name in scene.seats if name not in (offense, defense)), offense)
    names = {"red": offense, "purple": defense, "yellow": ally}
    return " ".join(_named(word, names) for word in says.split())


def _named(word: str, names: dict[str, str]) -> str:
    """A word of an example with the name that stands there at this table: `purple.2`, `purple's`."""
    for name, there in names.items():
        if word == name or (word[len(name) : len(name) + 1] in (".", "'", ",") and word.startswith(name)):
            return there + word[len(name) :]
    return word
