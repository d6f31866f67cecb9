"""What came of many games, put together: who won, what came up, whom it met, and what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from referee.book import clashes
from referee.book.loader import rulebase
from referee.conformance.clashing import Maker
from referee.playtesting.interval import wilson
from referee.playtesting.pairs import Broken, Pair, Played
from referee.playtesting.shrinking import Shrinking
from referee.playtesting.subject import Subject

Told = dict[str, Any]

_OVER = ("won", "long", "nobody to meet", "no card", "violation")
_SAMPLES = 5  # lines of rulings that were left open or depend
_WORTH_TELLING = (clashes.ORDER_MATTERS, clashes.OPEN)


class Tally:
    """Counts what came of the pairs of games, one after the other; in whatever order they were played."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.games = self.commands = 0
        self.over = Counter[str](), Counter[str]()  # with it, without it
        self.won = Counter[tuple[bool, bool]]()
        self.power = Counter[str]()  # encounters, and those in which it was offered, used, applied
        self.rulings, self.questions = Counter[str](), Counter[str]()
        self.unsettled: dict[tuple[str, str], int] = {}  # status and line, with the number of the first game
        self.met, self.won_against = Counter[str](), Counter[str]()
        self.broken: dict[tuple[str, bool], tuple[int, int, Broken]] = {}  # how many games, and the first with its seed

    def add(self, pair: Pair, played: Played) -> None:
        """Counts one pair of games."""
        self.games += 1
        self.commands += played.commands
        for over, counts in zip(played.over, self.over, strict=True):
            counts[over] += 1
        self.won[played.won] += 1
        self.power.update(
            encounters=played.encounters, offered=played.offered, used=played.used, applied=played.applied
        )
        self.rulings.update(played.rulings)
        self.questions.update(played.questions)
        for told in played.unsettled:
            self.unsettled.setdefault(told, pair.seed)
        self.met.update(played.met)
        self.won_against.update(played.met if played.won[0] else ())
        for one in played.broken:
            key = (one.violation.kind, one.with_it)
            count, seed, first = self.broken.get(key, (0, pair.seed, one))
            self.broken[key] = (count + 1, seed, first)

    def to_shrink(self) -> list[Shrinking]:
        """What went wrong, each kind once, with the first play that showed it."""
        found = {one.violation.kind: one for _, _, one in reversed(self.broken.values())}
        return [Shrinking(self.subject, kind, one.commands) for kind, one in found.items()]

    def to_dict(self, shortest: dict[str, tuple[list[str], bool]]) -> Told:
        """As JSON; `shortest` has the play for each kind of violation, and whether it is the shortest."""
        return {
            "wins": self._wins(),
            "ended": {name: _sorted(counts) for name, counts in zip(("with", "without"), self.over, strict=True)},
            "use": self._use(),
            "rulings": dict(sorted(self.rulings.items())),
            "questions": dict(sorted(self.questions.items())),
            "unsettled": [
                {"status": status, "line": line, "seed": seed}
                for (status, line), seed in [*self.unsettled.items()][:_SAMPLES]
            ],
            "met": self._met(),
            "violations": self._violations(shortest),
        }

    def _wins(self) -> Told:
        only_with, only_without = self.won[True, False], self.won[False, True]
        both, neither = self.won[True, True], self.won[False, False]
        return {
            "with": wilson(both + only_with, self.games).to_dict(),
            "without": wilson(both + only_without, self.games).to_dict(),
            "pairs": {"both": both, "only_with": only_with, "only_without": only_without, "neither": neither},
            "of_one_only": wilson(only_with, only_with + only_without).to_dict(),
        }

    def _use(self) -> Told:
        encounters = self.power["encounters"]
        shares = {name: wilson(self.power[name], encounters) for name in ("offered", "used", "applied")}
        return {"encounters": encounters, "commands": self.commands} | {
            name: share.to_dict() for name, share in shares.items()
        }

    def _met(self) -> list[Told]:
        """The aliens that sat against it, those first with whom it matters who acts first."""
        orders = _orders(self.subject, sorted(self.met))
        found = [
            {"alien": alien, "games": games, "wins": wilson(self.won_against[alien], games).to_dict(), **orders[alien]}
            for alien, games in self.met.items()
        ]
        return sorted(found, key=lambda one: (-clashes.KINDS.index(one["is"] or clashes.APART), one["alien"]))

    def _violations(self, shortest: dict[str, tuple[list[str], bool]]) -> list[Told]:
        found = []
        for (kind, with_it), (count, seed, first) in sorted(self.broken.items()):
            play, shows = shortest[kind]
            told = {"kind": kind, "with": with_it, "games": count, "seed": seed, "says": first.violation.says}
            found.append({**told, "play": play, "shrunk": shows})
        return found


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return {over: counts[over] for over in _OVER if counts[over]}


def _orders(subject: Subject, met: Iterable[str]) -> dict[str, Told]:
    """Of each alien that was met whether it matters who acts first (`is`), and in which phases they meet.

    Of the project's own from the matrix that is kept; of a homemade one tried now. None for what is not applied.
    """
    books = subject.books()
    matrix = clashes.read_clashes(rulebase().folder)
    maker = Maker(books) if subject.text else None
    found: dict[str, Told] = {}
    for other in met:
        pair = matrix["pairs"].get(clashes.key(subject.name, other)) if maker is None else None
        if maker is not None and _is_applied(subject) and other != subject.name:
            pair = maker.named(*sorted((subject.name, other)))
        found[other] = {"is": pair["is"], "phases": _phases(pair)} if pair else {"is": None, "phases": []}
    return found


def _phases(pair: Told) -> list[str]:
    """The phases in which the two of a pair meet; those that make it what it is, where that is worth telling."""
    deciding = [meet for meet in pair["meets"] if pair["is"] in _WORTH_TELLING and meet["is"] == pair["is"]]
    return [*dict.fromkeys(meet["phase"] for meet in deciding or pair["meets"])]


def _is_applied(subject: Subject) -> bool:
    alien = subject.books().alien(subject.name)
    return alien is not None and bool(alien.uses)


def pairs(subject: Subject, games: int, players: int, against: Sequence[str], seed: int) -> list[Pair]:
    """The pairs of games that are to be played, dealt by the numbers from `seed` on."""
    return [Pair(subject, seed + number, players, tuple(against)) for number in range(games)]
