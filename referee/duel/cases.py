"""Hidden facts of Duel: every completion judged, and completions that are ruled alike folded into one case."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import cache, partial
from typing import NamedTuple

from referee.book.loader import Rulebase
from referee.duel.clauses import write
from referee.duel.faults import faults
from referee.duel.judge import settle
from referee.duel.line import DuelLine, Fighter, split
from referee.duel.on import Hidden, HiddenError
from referee.duel.ruling import DuelRuling, Fought, Outcome, kind_of
from referee.duel.texts import texts
from referee.duel.unknown import UNKNOWNS, Value, asks, complete, when
from referee.judge.finding import Finding
from referee.judge.hidden.folding import agreed, differing, joined, ranges, told_apart
from referee.judge.nearest import nearest_lines, saying_less
from referee.judge.ruling import DEPENDS, ILLEGAL, Case, Illegal, Summary

MOST_JUDGED = 1500  # completions; past that the referee asks for the most decisive fact first
MOST_SHOWN = 12  # cases; past that they are told apart by outcome only

Tale = tuple[str, Summary]  # a case: when it holds, and what is told then


class Group(NamedTuple):
    """Completions that are ruled alike: the ranges of values, and the rulings at both ends of each."""

    values: list[tuple[Value, Value]]
    rulings: list[DuelRuling]

    def add(self, low: Value, high: Value, *rulings: DuelRuling) -> None:
        """Adds the values from low to high."""
        self.values.append((low, high))
        self.rulings.extend(rulings)


class _TooManyCompletionsError(Exception):
    """More completions than the referee is willing to judge."""


class Judge:
    """Rules one line, by cases where hidden facts decide."""

    def __init__(self, rulebase: Rulebase, anyway: bool) -> None:
        self.rulebase = rulebase
        self.anyway = anyway
        self.left = MOST_JUDGED
        self.needed: dict[tuple[str, str, int], Hidden] = {}

    def rule(self, line: DuelLine) -> DuelRuling:
        """The ruling; where too much is hidden one that says what to tell first."""
        try:
            ruling = self._rule(line)
        except _TooManyCompletionsError:
            ruling = self._asked(line)
        ruling.readings = self.rulebase.readings
        for illegal in ruling.illegal:
            illegal.look_with(partial(_nearest, line, self.rulebase))
        return ruling

    def _rule(self, line: DuelLine) -> DuelRuling:
        self.left -= 1
        if self.left < 0:
            raise _TooManyCompletionsError
        try:
            return settle(line, self.rulebase, self.anyway)
        except HiddenError as error:
            hidden = error.hidden
        self.needed.setdefault((hidden.kind, hidden.name, hidden.place), hidden)
        return self._fold(line, hidden, self._groups(line, hidden))

    def _groups(self, line: DuelLine, hidden: Hidden) -> list[Group]:
        @cache
        def ruled(value: Value) -> DuelRuling:
            return self._rule(complete(line, hidden, value))

        groups: dict[Hashable, Group] = defaultdict(lambda: Group([], []))
        for choice in hidden.choices:
            groups[_alike(ruled(choice))].add(choice, choice, ruled(choice))
        if not hidden.choices:
            every = self._is_uneven(line) or hidden.kind in ("last", "snare") or hidden.high - hidden.low < 6
            for low, high in ranges(hidden.low, hidden.high, lambda value: _alike(ruled(value)), every):
                groups[_alike(ruled(low))].add(low, high, *map(ruled, dict.fromkeys((low, high))))
        return list(groups.values())

    def _is_uneven(self, line: DuelLine) -> bool:
        """Whether the ruling can change back and forth with a number: by abilities, or by whether clout is even."""
        cards = [card for fighter in line.fighters() for card in fighter.plus]
        named = any(not card.lstrip("+-").isdigit() for card in cards)
        return named or bool(line.envoys or line.told("use", "reveal", "ready", "reinforce"))

    def _fold(self, line: DuelLine, hidden: Hidden, groups: list[Group]) -> DuelRuling:
        told = _told(hidden, groups)
        rulings = [ruling for group in groups for ruling in group.rulings]
        status = DEPENDS if len(told) > 1 else rulings[0].status
        roots = tuple(group.rulings[0].root for group in groups)
        ruling = self._depending(line, status, [asks(hidden)], roots)
        ruling.folded = merged = _agreed([summary for _, summary in told])
        merged["status"] = status
        ruling.illegal = _forbidden_in_all(rulings)
        if status == DEPENDS:
            ruling.cases = [Case(condition, summary, differing(summary, merged)) for condition, summary in told]
            ruling.needs = [asks(need) for need in self._decisive()]
        return ruling

    def _depending(self, line: DuelLine, status: str, asked: list[str], roots: tuple[Finding, ...] = ()) -> DuelRuling:
        root = Finding(self.rulebase.law["ruling.cases"], None, roots, (", ".join(asked),))
        return DuelRuling(self.rulebase.edition, lambda: write(line), status, root, Fought(kind_of(line.contest)))

    def _decisive(self) -> list[Hidden]:
        return sorted(self.needed.values(), key=lambda hidden: [*UNKNOWNS].index(hidden.kind))

    def _asked(self, line: DuelLine) -> DuelRuling:
        needs = [asks(need) for need in self._decisive()]
        ruling = self._depending(line, DEPENDS, needs)
        ruling.needs = needs
        return ruling


def _forbidden_in_all(rulings: list[DuelRuling]) -> list[Illegal]:
    """The forbidden acts that every completion names."""

    def acts(ruling: DuelRuling) -> list[tuple[object, ...]]:
        findings = [illegal.finding for illegal in ruling.illegal]
        return [(finding.rule.id, finding.value, finding.words) for finding in findings]

    named = [acts(ruling) for ruling in rulings]
    return [one for one, act in zip(rulings[0].illegal, named[0], strict=True) if all(act in other for other in named)]


def _nearest(line: DuelLine, rulebase: Rulebase, given: list[DuelLine]) -> list[DuelLine]:
    """The lines that a refusal of this one names: each can be, and is legal when it is judged."""

    def is_legal(other: DuelLine) -> bool:
        return not faults(other, rulebase.law, texts(rulebase)) and not judge(other, rulebase).illegal

    def named_by(other: DuelLine) -> list[DuelLine]:
        return [nearest for illegal in judge(other, rulebase).illegal for nearest in illegal.given]

    return nearest_lines(given, is_legal, named_by, _simpler(line))


def _simpler(line: DuelLine) -> Iterator[DuelLine]:
    """Lines that say less than this one: without one act, then with ever less, at last only the two players."""
    fewer = (replace(line, acts=tuple(other for other in line.acts if other is not act)) for act in reversed(line.acts))
    first, second = (Fighter(fighter.name, dial=1) for fighter in line.fighters())
    return saying_less(line, fewer, _WAYS, DuelLine(line.contest, first, second, line=line.line))


_WAYS: tuple[Callable[[DuelLine], DuelLine], ...] = (
    lambda line: replace(line, acts=()),
    lambda line: replace(line, spent={}),
    lambda line: replace(line, supply={}, warp={}, there={}, controls={}, hands={}),
    lambda line: replace(line, envoys={}, snares={}, icons={}, says={}),
    lambda line: replace(line, card="", advantage=None, told_advantage=False, prize="", effect=""),
)


def judge(line: DuelLine, rulebase: Rulebase, anyway: bool = False) -> DuelRuling:
    """Rules a line that has no faults, by cases where hidden facts decide."""
    return Judge(rulebase, anyway).rule(line)


def _told(hidden: Hidden, groups: list[Group]) -> list[Tale]:
    """What follows in each case; where that are too many to read, they are told apart by outcome."""
    told = [tale for group in groups for tale in _cases(when(hidden, _said(hidden, group)), group.rulings)]
    return told if len(told) <= MOST_SHOWN else _by_outcome(hidden, groups)


def _cases(condition: str, rulings: list[DuelRuling]) -> list[Tale]:
    """The cases that a group of completions comes to: one, or those of what else is hidden, the same in all of them."""
    told = told_apart(rulings, _agreed)
    return [(f"{condition}, and {more}" if more else condition, summary) for more, summary in told]


def _by_outcome(hidden: Hidden, groups: list[Group]) -> list[Tale]:
    """Too many cases to read: completions that leave the same outcomes possible are told as one."""
    alike: dict[Hashable, Group] = defaultdict(lambda: Group([], []))
    for group in groups:
        merged = alike[tuple(_agreed([ruling.summary() for ruling in group.rulings])["outcomes"])]
        merged.values.extend(group.values)
        merged.rulings.extend(group.rulings)
    return [(when(hidden, _said(hidden, group)), _merged(group.rulings)) for group in alike.values()]


def _merged(rulings: list[DuelRuling]) -> Summary:
    merged = _agreed([ruling.summary() for ruling in rulings])
    if merged["outcome"] is None:
        merged["status"] = DEPENDS
    return merged


def _agreed(told: list[Summary]) -> Summary:
    """What all agree on, and every outcome that one of them leaves possible."""
    merged = agreed(told)
    merged["outcomes"] = [one.value for one in Outcome if any(one in summary["outcomes"] for summary in told)]
    return merged


def _alike(ruling: DuelRuling) -> Hashable:
    """What two completions must share to be one case: all but the numbers that follow the hidden one."""
    if ruling.status == ILLEGAL:
        return ILLEGAL
    if ruling.cases:
        return tuple((case.when, _shape(case.told)) for case in ruling.cases)
    return _shape(ruling.summary())


_PLAYERS = ("destroyed", "stays", "retreats", "tactic", "advantage")


def _shape(told: Summary) -> Hashable:
    players = (told["players"] or {}).values()
    return (
        told["outcome"],
        tuple(told["winners"] or ()),
        told["straggler"],
        tuple(player.get(key) for player in players for key in _PLAYERS),
        tuple((then["who"], then["does"]) for then in told["then"]),
    )


def _said(hidden: Hidden, group: Group) -> str:
    """The values of a group in words: `9 or more`, `blast 1 to 3 or recover 1`."""
    if hidden.choices:
        return " or ".join(_tactics([str(low) for low, _ in group.values], hidden))
    numbers = [(int(low), int(high)) for low, high in group.values]
    return " or ".join(_range(low, high, hidden) for low, high in joined(numbers))


def _tactics(choices: list[str], hidden: Hidden) -> list[str]:
    by_icon: dict[str, list[int]] = {}
    words = []
    for choice in choices:
        icon, value = split(choice)
        if value is None:
            words.append(choice)
        else:
            by_icon.setdefault(icon, []).append(value)
    for icon, values in by_icon.items():
        highest = max(split(choice)[1] or 0 for choice in hidden.choices if split(choice)[0] == icon)
        bounds = Hidden("tactic", hidden.name, 1, highest)
        parts = [_range(low, high, bounds) for low, high in joined([(value, value) for value in values])]
        words.append(f"any {icon}" if parts == ["anything"] else f"{icon} {' or '.join(parts)}")
    return words


def _range(low: int, high: int, hidden: Hidden) -> str:
    if low == hidden.low and high == hidden.high:
        return "anything"
    if low == high:
        return str(low)
    if high == hidden.high:
        return f"{low} or more"
    if low == hidden.low:
        return f"{high} or less"
    return f"{low} or {high}" if high == low + 1 else f"{low} to {high}"
