"""A mistake found later: the table told again with an act put right, beside the table as it was played.

What was said after the mistake is told again, one act after another, at two tables: as it was played, and with the act
put right. So it is seen what is otherwise now, which later acts the rules would not have allowed, and which encounters
would have ended otherwise. Nothing is changed here; a table chooses what follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from referee.errors import RefereeError
from referee.judge.ruling import Ruled
from referee.judge.shapes import AmendedTold, ChangedTold, TurnedTold, UnlawfulTold
from referee.judge.table.verdict import Decided, Refusal


class Played(Protocol):
    """What is asked of a table of whatever game."""

    @property
    def winners(self) -> Sequence[str]:
        """Who has won the game; nobody while it goes on."""


T = TypeVar("T", bound=Played)

Tell = Callable[[T, str, bool], Decided[T, Ruled]]  # table, what was said, anyway
Show = Callable[[T], dict[str, Any]]  # a table as players see it
Mend = Callable[[T, T, T], str]  # table, as it was, as it should be: what carries the difference to the table
When = Callable[[T], tuple[str, int]]  # what of a table is another one in each encounter


class Past(NamedTuple):
    """A command as it was said: its number in the history, and whether it was done although a rule forbade it."""

    number: int
    command: str
    anyway: bool = False


class What(StrEnum):
    """What can be otherwise at an amended table."""

    SHIPS = "ships"
    HAND = "hand"
    CARDS = "cards"  # those of a hand that are known
    TOKENS = "tokens"
    COLONIES = "colonies"
    HOME = "home colonies"
    POWER = "power"
    DECK = "deck"
    DISCARDS = "discards"
    TURN = "turn"
    ENCOUNTER = "encounter"
    PHASE = "phase"
    DUE = "due"
    WINNERS = "winners"


Value = int | str | tuple[str, ...] | None  # a count (None: nobody knows it), a word, or cards and names


class Changed(NamedTuple):
    """Something that is otherwise at the amended table: `was` as it was played, `now` with the act put right.

    `place` is where ships stand, `who` whose they are; none (an empty text) for what is nobody's.
    """

    what: What
    place: str
    who: str
    was: Value
    now: Value

    def to_dict(self) -> ChangedTold:
        """As JSON; cards and names as lists."""
        was, now = ([*value] if isinstance(value, tuple) else value for value in (self.was, self.now))
        return {"what": self.what.value, "place": self.place, "who": self.who, "was": was, "now": now}


class Unlawful(NamedTuple):
    """A later act that would not have been legal: why, the clauses, and whether it can be done all the same.

    `depends` is True where it is not forbidden, but rests on what nobody has seen or said.
    """

    number: int
    command: str
    says: str
    cites: tuple[str, ...]
    done: bool
    depends: bool = False

    def to_dict(self) -> UnlawfulTold:
        """As JSON."""
        return {
            "number": self.number,
            "command": self.command,
            "says": self.says,
            "cites": [*self.cites],
            "done": self.done,
            "depends": self.depends,
        }


class Turned(NamedTuple):
    """An encounter that would have ended otherwise: the number of the command that ended it, and both outcomes.

    An outcome is empty where the encounter is not decided.
    """

    number: int
    was: str
    now: str

    def to_dict(self) -> TurnedTold:
        """As JSON."""
        return {"number": self.number, "was": self.was, "now": self.now}


@dataclass(slots=True)
class Amended(Generic[T]):
    """What follows from an act that is put right.

    `table` is the amended table, and `told` what was ruled on the way to it, each with the number of the command.
    `repair` are the commands that put right at the present table what can be without undoing an outcome.
    `refused` is the verdict on the act itself where it could not have been: then nothing follows.
    """

    table: T
    told: list[tuple[int, Decided[T, Ruled]]] = field(default_factory=list)
    otherwise: list[Changed] = field(default_factory=list)
    unlawful: list[Unlawful] = field(default_factory=list)
    turned: list[Turned] = field(default_factory=list)
    repair: tuple[str, ...] = ()
    refused: Decided[T, Ruled] | None = None

    def to_dict(self) -> AmendedTold:
        """As JSON, without the tables."""
        return {
            "otherwise": [changed.to_dict() for changed in self.otherwise],
            "unlawful": [act.to_dict() for act in self.unlawful],
            "turned": [outcome.to_dict() for outcome in self.turned],
            "repair": [*self.repair],
        }


class Ways(NamedTuple, Generic[T]):
    """How the tables of a game are told, shown and put right, and by what their encounters are told apart."""

    tell: Tell[T]
    show: Show[T]
    mend: Mend[T]
    when: When[T]


def amended(
    before: T, changed: Sequence[Past], original: Sequence[Past], later: Sequence[Past], present: T, ways: Ways[T]
) -> Amended[T]:
    """What follows if other acts stand in the place of those that were played.

    `before` is the table before them, `changed` the acts that are right (none: the others are dropped), `original`
    those that they take the place of (none: they are inserted), `later` all that was said afterwards, and `present`
    the table as it is. No table is changed.
    """
    played, right = _Line(before, ways.tell), _Line(before, ways.tell)
    for past in changed:
        verdict = right.say(past)
        if not isinstance(verdict, Decided):
            raise verdict
        if not verdict.legal and not _waived_too(right, past, _Line(before, ways.tell), original):
            return Amended(before, refused=verdict)
    for past in original:
        played.say(past)
    was, now = played.table, right.table
    turned, unlawful = _side_by_side(played, right, original, later, ways.when)
    found = Amended(right.table, right.told, [*_otherwise(ways.show(present), ways.show(right.table))], unlawful)
    found.turned = turned
    whole = not turned and not unlawful and ways.when(present) == ways.when(right.table)
    mended = ways.mend(present, present, right.table) if whole else ways.mend(present, was, now)
    found.repair = (mended,) if mended else ()
    return found


def _waived_too(right: _Line[T], past: Past, played: _Line[T], original: Sequence[Past]) -> bool:
    """True if an act could be done anyway, in spite of nothing but what was waived for the one that was played."""
    waived = {refusal.finding.rule.id for act in original if act.anyway for refusal in _in_spite_of(played.say(act))}
    if not waived:
        return False
    tried = _Line(right.table, right.tell)
    verdict = tried.say(past, anyway=True)
    if not isinstance(verdict, Decided) or not verdict.legal:
        return False
    if not {refusal.finding.rule.id for refusal in verdict.anyway} <= waived:
        return False
    right.say(past, anyway=True)
    return True


def _in_spite_of(verdict: Decided[T, Ruled] | RefereeError) -> Sequence[Refusal]:
    """What forbade an act that was done all the same."""
    return verdict.anyway if isinstance(verdict, Decided) else ()


# -- two lines of play -------------------------------------------------------------------------------------------------


class _Line(Generic[T]):
    """A table that goes on as it is told: what was ruled, and how the encounter that goes on has ended."""

    def __init__(self, table: T, tell: Tell[T]) -> None:
        self.table = table
        self.tell = tell
        self.told: list[tuple[int, Decided[T, Ruled]]] = []
        self.outcome = ""

    def say(self, past: Past, anyway: bool = False) -> Decided[T, Ruled] | RefereeError:
        """Does a command, if it can be; returns the verdict, or why it is not understood at this table.

        What comes after the end of the game is not done anyway.
        """
        goes_on = not self.table.winners
        try:
            verdict = self.tell(self.table, past.command, (past.anyway or anyway) and goes_on)
        except RefereeError as error:
            return error
        except ValueError as error:  # what was done anyway has led to where these ships are not
            return RefereeError(f"it cannot be done there any more: {error}")
        if verdict.legal:
            self.table = verdict.table
            self.told.append((past.number, verdict))
            if verdict.ruling is not None:
                self.outcome = str(verdict.ruling.summary()["outcome"] or "")
        return verdict


def _decided_by(original: Sequence[Past], played: _Line[T]) -> int:
    """The number of the last act of these, where the encounter has an outcome by then; else 0."""
    return original[-1].number if original and played.outcome else 0


def _side_by_side(
    played: _Line[T], right: _Line[T], original: Sequence[Past], later: Sequence[Past], when: When[T]
) -> tuple[list[Turned], list[Unlawful]]:
    """Tells what was said afterwards at both tables: the outcomes that turned, and the acts that were not legal."""
    turned, unlawful = list[Turned](), list[Unlawful]()
    decided = _decided_by(original, played)
    for past in later:
        before, outcome = when(played.table), played.outcome
        played.say(past, anyway=True)
        verdict = right.say(past, anyway=True)
        unlawful += _not_legal(past, verdict)
        if played.outcome != outcome or (not decided and right.outcome):
            decided = past.number
        if when(played.table) != before:  # the encounter is over
            turned += _turned(decided or past.number, played, right)
            played.outcome, right.outcome, decided = "", "", 0
    if decided or right.outcome:
        turned += _turned(decided or later[-1].number, played, right)
    return turned, unlawful


def _turned(number: int, played: _Line[T], right: _Line[T]) -> list[Turned]:
    same = played.outcome == right.outcome
    return [] if same else [Turned(number, played.outcome, right.outcome)]


def _not_legal(past: Past, verdict: Decided[T, Ruled] | RefereeError) -> list[Unlawful]:
    """The act, if the rules do not allow it at the amended table and did as it was played; or an empty list."""
    if not isinstance(verdict, Decided):
        return [Unlawful(past.number, past.command, str(verdict), (), False)]
    refusals = [*verdict.illegal, *verdict.anyway]
    if not refusals or (past.anyway and verdict.legal):
        return []
    says = "; ".join(dict.fromkeys(refusal.finding.says for refusal in refusals))
    cites = tuple(dict.fromkeys(cite.id for refusal in refusals for cite in refusal.finding.rule.cites))
    asks = any(refusal.asks for refusal in verdict.illegal)
    return [Unlawful(past.number, past.command, says, cites, verdict.legal, asks)]


# -- what is otherwise -------------------------------------------------------------------------------------------------

_PLACES = ("warp", "gate", "beside", "unplaced", "removed", "supply")
_BY_PLAYER = {
    "hands": What.HAND,
    "known": What.CARDS,
    "tokens": What.TOKENS,
    "foreign": What.COLONIES,
    "home": What.HOME,
    "powers": What.POWER,
    "piles": What.DECK,
}
_ONCE = {
    "deck": What.DECK,
    "turn": What.TURN,
    "leader": What.TURN,
    "encounter": What.ENCOUNTER,
    "phase": What.PHASE,
    "winners": What.WINNERS,
}


def _otherwise(was: dict[str, Any], now: dict[str, Any]) -> Iterator[Changed]:
    """What two shown tables have not alike, ships first, in the order in which a table is shown."""
    for place in dict.fromkeys([*was["planets"], *now["planets"], *_PLACES]):
        yield from _by_player(What.SHIPS, place, *[_ships_at(shown, place) for shown in (was, now)])
    for key, what in _BY_PLAYER.items():
        yield from _by_player(what, "", *[shown.get(key) or {} for shown in (was, now)])
    yield from _of_the_table(was, now)
    dues = [tuple([_due(due) for due in shown.get("due", ())]) for shown in (was, now)]
    if dues[0] != dues[1]:
        yield Changed(What.DUE, "", "", *dues)


def _of_the_table(was: dict[str, Any], now: dict[str, Any]) -> Iterator[Changed]:
    """What is told once of a whole table and is not alike; the discards where they are seen."""
    for key, what in _ONCE.items():
        once, then = (_plain(shown.get(key)) for shown in (was, now))
        if once != then:
            yield Changed(what, "", "", once, then)
    if isinstance(was.get("discards"), list) and was["discards"] != now["discards"]:
        yield Changed(What.DISCARDS, "", "", _plain(was["discards"]), _plain(now["discards"]))


def _by_player(what: What, place: str, was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Changed]:
    for who in dict.fromkeys([*was, *now]):
        nothing = () if what == What.CARDS else 0
        once, then = (_plain(there.get(who, nothing)) for there in (was, now))
        if what == What.CARDS:
            once, then = (_seen(cards) for cards in (once, then))
        if once != then:
            yield Changed(what, place, who, once, then)


def _ships_at(shown: dict[str, Any], place: str) -> Mapping[str, Any]:
    """The ships in a place by player."""
    there: Mapping[str, Any] = shown["planets"].get(place) or shown.get(place) or {}
    return there


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _seen(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of a hand that somebody knows, in order."""
    return tuple(sorted([card for card in cards if card != "?"]))


def _due(due: dict[str, Any]) -> str:
    return f"{due['who']} {due['what']} {due['count']}"


__all__ = ["Amended", "Changed", "Past", "Turned", "Unlawful", "Ways", "What", "amended"]
