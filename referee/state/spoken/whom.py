"""Who is meant by a player that a sentence does not name: `he`, `us`, `the defense`, or nobody's name at all."""

from __future__ import annotations

from referee.state import phases as ph
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.spoken.said import EVERY_SHIP, Said
from referee.state.spoken.scene import Scene, UnclearError
from referee.state.table import UNKNOWN

# The subject, somebody else, whoever has a planet, and who does it himself; as holes hold them.
HE, HIM, HIS, SELF = "@he", "@him", "@his", "@self"
_SIDES = {f"@{OFFENSE}": OFFENSE, f"@{DEFENSE}": DEFENSE}
_TURNS = frozenset("destiny wild special launch aim regroup second end offense".split())  # what the offense does
_ANSWERS = frozenset(("ally", "decline"))
_CARDS = frozenset(("play", "reveal"))
_DUE = {"reward": ("reward", "take"), "take": ("take",), "draw": ("reward", "take"), "discard": ("discard",),
        "lose": ("lose",), "return": ("return",)}  # fmt: skip
_UNCLEAR = "the name of the player who is meant"


class Whom:
    """Who is meant in an act: `word` is its command, `before` who did the last act of the sentence, if it was said."""

    def __init__(self, said: Said, word: str, scene: Scene, before: str) -> None:
        self.said, self.word, self.scene, self.before = said, word, scene, before

    def named(self) -> Said:
        """What is said, with names for those who are not named. UnclearError where more than one can be meant."""
        told = zip(Said._fields, self.said, strict=True)
        said = Said(*(self._whole(value, field == "sources") for field, value in told))  # type: ignore[arg-type]
        return said if said.ships != EVERY_SHIP else said._replace(ships=self._all_there(said))

    def _all_there(self, said: Said) -> int:
        """How many ships of who moves them stand where they come from."""
        table, who = self.scene.table, said.name or self.scene.turn
        places = [source.place for source in said.sources if source.place in table.ships]
        ships = sum(table.at(place, who) for place in places)
        if not ships or len(places) < len(said.sources):
            raise UnclearError("how many ships")
        return ships

    def _whole(self, value: object, own: bool = False) -> object:
        """A value with names; a planet that is his is his `own` where ships come from."""
        if isinstance(value, str) and value.startswith("@"):
            mark, dot, number = value.partition(".")
            return self._who(mark, own) + dot + number
        if isinstance(value, tuple):
            parts = [self._whole(part, own) for part in value]
            return value._make(parts) if hasattr(value, "_make") else tuple(parts)
        return value

    def _who(self, mark: str, own: bool) -> str:
        if mark in _SIDES:
            mains = {self.scene.side_of(name): name for name in self.scene.mains()}
            return mains.get(_SIDES[mark]) or _unclear()
        if mark == SELF:
            return self._subject() or _unclear()
        return self._he() if mark == HE else self._him() if mark == HIM else self._owner(own)

    def _he(self) -> str:
        """Who does this: who did the last act, if it can be the same; else the only one who can."""
        able = self._able()
        if self.before and (able is None or self.before in able):
            return self.before
        return able[0] if able is not None and len(able) == 1 else _unclear(*(able or ()))

    def _able(self) -> tuple[str, ...] | None:
        """The players who can do this now; None where that is not known."""
        scene, word = self.scene, self.word
        if word in _TURNS or (word == "ally" and scene.phase == ph.LAUNCH):
            return (scene.turn,) if scene.turn else ()
        if word == "invite":
            return scene.silent()
        if word in _ANSWERS:
            return _still_to_answer(scene)
        if word in _CARDS:
            return _still_to_lay(scene)
        if word in _DUE:
            return tuple(dict.fromkeys(due.who for due in scene.due if due.what in _DUE[word]))
        return None

    def _subject(self) -> str:
        return self._whole(self.said.name) if self.said.name.startswith("@") else self.said.name  # type: ignore[return-value]

    def _him(self) -> str:
        """Whom this is done to: of a main player the other; of anybody else who was named last, or has invited."""
        scene, subject = self.scene, self._subject()
        if scene.side_of(subject):
            return scene.against(subject) or _unclear()
        inviting = {name for name, names in scene.invited.items() if subject in names}
        if len(inviting) == 1:
            return inviting.pop()
        if inviting or scene.phase not in (ph.LAUNCH, ph.ALLIANCE):
            return _unclear()
        return scene.turn or _unclear()

    def _owner(self, own: bool) -> str:
        """Whose a planet is: of a launch the other player's, of a deal the giver's, and else the player's own."""
        if self.word == "launch" and not own:
            return (
                self.said.other if self.said.other and self.said.other[0] != "@" else self.scene.defense or _unclear()
            )
        return self._subject() or _unclear()


def _still_to_answer(scene: Scene) -> tuple[str, ...]:
    """The players who are asked to join and have not said; where nobody waits, all who have not."""
    return scene.waiting() or tuple(name for name in scene.others() if name not in scene.answered)


def _still_to_lay(scene: Scene) -> tuple[str, ...]:
    """The main players who have no card facedown; where both have, those whose card nobody knows."""
    hidden = tuple(name for name in scene.mains() if scene.cards.get(name, UNKNOWN) == UNKNOWN)
    return tuple(name for name in hidden if name not in scene.cards) or hidden


def _unclear(*able: str) -> str:
    """Asks who is meant; `able` are those who can be, as far as that is known."""
    raise UnclearError(_UNCLEAR, f"Say it with the name: {' or '.join(able)}." if able else "")
