"""A pair of games: one with the alien, and one that is dealt alike in which the same seat has none."""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

from referee.book.loader import Rulebase
from referee.judge.phases.setup import not_together
from referee.judge.table.verdict import Verdict
from referee.playtesting.offers import slips
from referee.playtesting.playing import SEATS, Game, Sheets, executable, play
from referee.playtesting.subject import Subject
from referee.playtesting.violations import Violation, broken, stopped
from referee.playtesting.whole import wrong
from referee.state.commands import Command
from referee.state.table import Table

_ENDS = ("end", "second")
_TRIED = 0.004  # of the tables on the way, how many have tried on them all that is offered, and much that is not
MOST = 150  # encounters of one game

Offered = list[tuple[str, Command]]


class Pair(NamedTuple):
    """What is to be played: the alien that is tried, the number that deals, players, and who sits against it.

    `against` are the aliens of some of the others, of whom the rest has none; if empty, everybody has one by chance.
    """

    subject: Subject
    seed: int
    players: int
    against: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"the game of {self.subject.name} that is dealt by {self.seed}"


class Broken(NamedTuple):
    """A violation, the commands up to it, and whether the alien was at that table."""

    violation: Violation
    commands: tuple[str, ...]
    with_it: bool


class Played(NamedTuple):
    """What came of a pair. `over` and `won` are of the game with the alien and of the one without it.

    `over` is `won`, `long` (enough encounters), `nobody to meet`, `no card` or `violation`. The rest tells of the game
    with the alien: who sat against it, its encounters and commands; in how many encounters its use was offered
    (`offered`), said (`used`), and a ruling rested on its sheet (`applied`); the rulings by their status, and of those
    that rest on its sheet the questions that they name. `unsettled` has the line of each ruling that was left open or
    depends.
    """

    over: tuple[str, str]
    won: tuple[bool, bool]
    met: tuple[str, ...]
    encounters: int
    commands: int
    offered: int
    used: int
    applied: int
    rulings: dict[str, int]
    questions: dict[str, int]
    unsettled: tuple[tuple[str, str], ...]
    broken: tuple[Broken, ...]


class _Watching:
    """What is seen of a game: its commands, what is wrong with its tables, and what comes of the power in one seat."""

    def __init__(self, seat: str, alien: str, books: Rulebase, source: random.Random) -> None:
        self.seat, self.sheet, self.books, self.source = seat, f"alien {alien}", books, source
        self.commands: list[str] = []
        self.violation: Violation | None = None
        self.encounters = 0
        self.now: set[str] = set()  # what came up in this encounter
        self.counts: Counter[str] = Counter()
        self.rulings: Counter[str] = Counter()
        self.questions: Counter[str] = Counter()
        self.unsettled: list[tuple[str, str]] = []

    def see(self, _: Table, offered: Offered) -> None:
        """Notes whether the power can be used now."""
        if any(who == self.seat and command.act and command.act.verb == "use" for who, command in offered):
            self.now.add("offered")

    def watch(self, before: Table, verdict: Verdict) -> None:
        """Notes what a command did. Raises _BrokenError where that cannot be."""
        self.commands.append(verdict.command)
        if verdict.command.startswith(f"use {self.seat}"):
            self.now.add("used")
        rests = self.sheet in verdict.citations
        if rests:
            self.now.add("applied")
        if verdict.ruling is not None:
            self._ruled(verdict, rests)
        if verdict.command in _ENDS:
            self.over()
        found = wrong(before, verdict, self.books)
        if not found and self.source.random() < _TRIED:
            found = slips(verdict.table, self.source, self.books)
        if found:
            raise _BrokenError(found[0])

    def _ruled(self, verdict: Verdict, rests: bool) -> None:
        assert verdict.ruling is not None
        self.rulings[verdict.ruling.status] += 1
        if rests:
            self.questions.update(verdict.ruling.questions)
        if verdict.ruling.status != "determined":
            self.unsettled.append((verdict.ruling.status, verdict.ruling.position))

    def over(self) -> None:
        """Counts what came up in the encounter that is over."""
        self.encounters += 1
        self.counts.update(self.now)
        self.now.clear()


class _BrokenError(Exception):
    """A table that is not as it must be."""


def played(pair: Pair) -> Played:
    """Plays both games of a pair."""
    books = pair.subject.books()
    seat, sheets = seated(pair, books)
    without = {name: aliens for name, aliens in sheets.items() if name != seat}
    first, seen = _game(pair, seat, sheets, books)
    second, unseen = _game(pair, seat, without, books)
    if seen.now:
        seen.over()  # the encounter in which the game ended
    games = ((first, seen, True), (second, unseen, False))
    return Played(
        over=(_over(first), _over(second)),
        won=(_has_won(first, seat), _has_won(second, seat)),
        met=tuple(alien for aliens in without.values() for alien in aliens),
        encounters=seen.encounters,
        commands=len(seen.commands),
        offered=seen.counts["offered"],
        used=seen.counts["used"],
        applied=seen.counts["applied"],
        rulings=dict(seen.rulings),
        questions=dict(seen.questions),
        unsettled=tuple(seen.unsettled),
        broken=tuple(Broken(w.violation, tuple(w.commands), with_it) for _, w, with_it in games if w.violation),
    )


def lost(pair: Pair) -> Played:
    """What stands for a pair of games that no process survives."""
    dead = Broken(Violation("the process dies", f"every process that played {pair} died"), (), True)
    ways = ("violation", "violation")
    return Played(ways, (False, False), (), 0, 0, 0, 0, 0, {}, {}, (), (dead,))


def seated(pair: Pair, books: Rulebase) -> tuple[str, Sheets]:
    """The seat of the alien, each in its turn, and who has which: the others by chance, or those that were named."""
    seats = SEATS[: pair.players]
    seat = seats[pair.seed % len(seats)]
    source = random.Random(f"{pair.seed} sits")
    others = [name for name in seats if name != seat]
    known = [name for name in books.law["setup.known-aliens"].value or executable(books) if name != pair.subject.name]
    while True:
        source.shuffle(others)
        aliens = pair.against or source.sample(known, len(others))
        by_seat = {seat: (pair.subject.name,), **{name: (a,) for name, a in zip(others, aliens, strict=False)}}
        sheets = {name: by_seat[name] for name in seats if name in by_seat}
        if pair.against or not any(not_together(sheets, books)):
            return seat, sheets


def _game(pair: Pair, seat: str, sheets: Sheets, books: Rulebase) -> tuple[Game | None, _Watching]:
    """A game, if it came to an end, and what was seen of it."""
    watching = _Watching(seat, pair.subject.name, books, random.Random(f"{pair.seed} tries"))
    laid: list[str] = []
    try:
        game = play(
            pair.seed, pair.players, books, MOST, watching.watch, sheets=sheets, see=watching.see, opened=laid.extend
        )
    except _BrokenError as error:
        watching.violation = broken(str(error))
    except Exception as error:  # a fault of the program is what is looked for
        watching.violation = stopped(error)
    else:
        return game, watching
    finally:
        watching.commands[:0] = laid
    return None, watching


def _over(game: Game | None) -> str:
    return "violation" if game is None else game.over


def _has_won(game: Game | None, seat: str) -> bool:
    return game is not None and seat in game.table.winners
