"""Hidden facts of Duel: every completion judged, and completions that are ruled alike folded into one case."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from referee.book.loader import Rulebase
from referee.duel.faults import faults
from referee.duel.judge import settle
from referee.duel.line import Fighter, Line, split, write
from referee.duel.on import Hidden, HiddenError
from referee.duel.ruling import DuelRuling, Outcome, kind_of
from referee.duel.texts import texts
from referee.duel.unknown import Told, asks, complete, when
from referee.judge.finding import Finding
from referee.judge.hidden.folding import agreed, differing, joined, ranges
from referee.judge.phases.nearest import nearest_lines
from referee.judge.ruling import DEPENDS, ILLEGAL, Case

MOST_JUDGED = 1500  # completions; past that the referee asks for the most decisive fact first
MOST_SHOWN = 12  # cases; past that they are told apart by outcome only

Group = list[tuple[Told, Told, DuelRuling]]


class _TooManyError(Exception):
    """More completions than the referee is willing to judge."""


class Judge:
    """Rules one line, by cases where hidden facts decide."""

    def __init__(self, rulebase: Rulebase, anyway: bool) -> None:
        self.rulebase = rulebase
        self.anyway = anyway
        self.left = MOST_JUDGED
        self.needed: dict[tuple[str, str], Hidden] = {}

    def rule(self, line: Line) -> DuelRuling:
        """The ruling; where too much is hidden one that says what to tell first."""
        try:
            ruling = self._rule(line)
        except _TooManyError:
            ruling = self._asked(line)
        ruling.readings = self.rulebase.readings
        for illegal in ruling.illegal:
            illegal.look_with(partial(_nearest, line, self.rulebase))
        return ruling

    def _rule(self, line: Line) -> DuelRuling:
        self.left -= 1
        if self.left < 0:
            raise _TooManyError
        try:
            return settle(line, self.rulebase, self.anyway)
        except HiddenError as error:
            hidden = error.hidden
        self.needed.setdefault((hidden.kind, hidden.name), hidden)
        return self._fold(line, hidden, self._groups(line, hidden))

    def _groups(self, line: Line, hidden: Hidden) -> list[Group]:
        seen: dict[Told, DuelRuling] = {}

        def ruled(value: Told) -> DuelRuling:
            if value not in seen:
                seen[value] = self._rule(complete(line, hidden, value))
            return seen[value]

        groups: dict[str, Group] = {}
        if hidden.choices:
            for choice in hidden.choices:
                groups.setdefault(_alike(ruled(choice)), []).append((choice, choice, ruled(choice)))
            return list(groups.values())
        every = self._is_uneven(line) or hidden.kind in ("last", "snare") or hidden.high - hidden.low < 6
        for low, high in ranges(hidden.low, hidden.high, lambda value: _alike(ruled(value)), every):
            groups.setdefault(_alike(ruled(low)), []).append((low, high, ruled(low)))
            if high != low:
                groups[_alike(ruled(low))].append((low, high, ruled(high)))
        return list(groups.values())

    def _is_uneven(self, line: Line) -> bool:
        """Whether the ruling can change back and forth with a number: by abilities, or by whether clout is even."""
        cards = [card for fighter in line.fighters() for card in fighter.plus]
        named = any(not card.lstrip("+-").isdigit() for card in (*cards, *(a for act in line.acts for a in act.args)))
        return named or bool(line.envoys) or any(act.verb in ("use", "reveal") for act in line.acts)

    def _fold(self, line: Line, hidden: Hidden, groups: list[Group]) -> DuelRuling:
        told: list[tuple[str, dict[str, Any]]] = []
        for group in groups:
            condition = when(hidden, _said(hidden, group))
            told += _cases(condition, [ruling for _, _, ruling in group])
        if len(told) > MOST_SHOWN:
            told = _by_outcome(hidden, groups)
        rulings = [ruling for group in groups for _, _, ruling in group]
        root = Finding(
            self.rulebase.law["ruling.cases"], None, tuple(group[0][2].root for group in groups), (asks(hidden),)
        )
        status = DEPENDS if len(told) > 1 else rulings[0].status
        ruling = DuelRuling(self.rulebase.edition, lambda: write(line), status, root)
        merged = _agreed([summary for _, summary in told])
        merged["status"] = status
        ruling.folded = merged
        illegal = [{i.finding.says for i in one.illegal} for one in rulings]
        ruling.illegal = [i for i in rulings[0].illegal if all(i.finding.says in said for said in illegal)]
        if status == DEPENDS:
            ruling.cases = [Case(condition, summary, differing(summary, merged)) for condition, summary in told]
            ruling.needs = [asks(need) for need in self._decisive()]
        return ruling

    def _decisive(self) -> list[Hidden]:
        return sorted(self.needed.values(), key=lambda hidden: _DECISIVE.index(hidden.kind))

    def _asked(self, line: Line) -> DuelRuling:
        needs = [asks(need) for need in self._decisive()]
        root = Finding(self.rulebase.law["ruling.cases"], None, (), (", ".join(needs),))
        ruling = DuelRuling(self.rulebase.edition, lambda: write(line), DEPENDS, root)
        ruling.told = {"kind": kind_of(line.contest)}
        ruling.needs = needs
        return ruling


def _nearest(line: Line, rulebase: Rulebase, given: list[Line]) -> list[Line]:
    """The lines that a refusal of this one names: each can be, and is legal when it is judged."""

    def is_legal(other: Line) -> bool:
        return not faults(other, rulebase.law, texts(rulebase)) and not judge(other, rulebase).illegal

    def named_by(other: Line) -> list[Line]:
        return [nearest for illegal in judge(other, rulebase).illegal for nearest in illegal.given]

    return nearest_lines(given, is_legal, named_by, _simpler(line))


def _simpler(line: Line) -> Iterator[Line]:
    """Lines that say less than this one: without one act, then with ever less, at last only the two players."""
    for act in reversed(line.acts):
        yield replace(line, acts=tuple(other for other in line.acts if other is not act))
    ways: tuple[dict[str, Any], ...] = (
        {"acts": ()},
        {"spent": {}},
        {"supply": {}, "warp": {}, "there": {}, "controls": {}, "hands": {}},
        {"envoys": {}, "snares": {}, "icons": {}, "says": {}},
        {"card": "", "advantage": None, "told_advantage": False, "prize": "", "effect": ""},
    )
    for way in ways:
        yield replace(line, **way)
    for way in ways:
        line = replace(line, **way)
        yield line
    first, second = (Fighter(fighter.name, dial=1) for fighter in line.fighters())
    yield replace(line, leader=first, straggler=second)


# What usually decides most, first.
_DECISIVE = (
    "tactic",
    "plan",
    "new plan",
    "snare",
    "plus",
    "dial",
    "advantage",
    "icon",
    "last",
    "supply",
    "warp",
    "there",
    "controls",
    "spent",
)


def judge(line: Line, rulebase: Rulebase, anyway: bool = False) -> DuelRuling:
    """Rules a line that has no faults, by cases where hidden facts decide."""
    return Judge(rulebase, anyway).rule(line)


def _cases(condition: str, rulings: list[DuelRuling]) -> list[tuple[str, dict[str, Any]]]:
    """The cases that a group of completions comes to: one, or those of what else is hidden, the same in all of them."""
    conditions = {tuple(case.when for case in ruling.cases) for ruling in rulings}
    if len(conditions) == 1 and rulings[0].cases:
        columns = zip(*(ruling.cases for ruling in rulings), strict=True)
        return [(f"{condition}, and {c[0].when}", _agreed([one.told for one in c])) for c in columns]
    merged = _agreed([ruling.summary() for ruling in rulings])
    if len(conditions) > 1:
        merged["status"] = DEPENDS
    return [(condition, merged)]


def _by_outcome(hidden: Hidden, groups: list[Group]) -> list[tuple[str, dict[str, Any]]]:
    """Too many cases to read: completions that leave the same outcomes possible are told as one."""
    merged: dict[str, Group] = {}
    for group in groups:
        key = json.dumps(_agreed([ruling.summary() for _, _, ruling in group])["outcomes"])
        merged.setdefault(key, []).extend(group)
    return [
        (when(hidden, _said(hidden, group)), _merged([ruling for _, _, ruling in group])) for group in merged.values()
    ]


def _agreed(told: list[dict[str, Any]]) -> dict[str, Any]:
    """What all agree on, and every outcome that one of them leaves possible."""
    merged = agreed(told)
    merged["outcomes"] = [one.value for one in Outcome if any(one in summary["outcomes"] for summary in told)]
    return merged


def _merged(rulings: list[DuelRuling]) -> dict[str, Any]:
    found = _agreed([ruling.summary() for ruling in rulings])
    if found["outcome"] is None:
        found["status"] = DEPENDS
    return found


def _alike(ruling: DuelRuling) -> str:
    """What two completions must share to be one case: all but the numbers that follow the hidden one."""
    if ruling.status == ILLEGAL:
        return ILLEGAL
    if ruling.cases:
        return json.dumps([(case.when, _shape(case.told)) for case in ruling.cases], default=str)
    return json.dumps(_shape(ruling.summary()), default=str)


_PLAYERS = ("destroyed", "stays", "retreats", "tactic", "advantage")


def _shape(told: dict[str, Any]) -> list[Any]:
    players = told["players"] or {}
    return [
        told["outcome"],
        told["winners"],
        told["straggler"],
        [[player.get(key) for key in _PLAYERS] for player in players.values()],
        [(then["who"], then["does"]) for then in told["then"]],
    ]


def _said(hidden: Hidden, group: Group) -> str:
    """The values of a group in words: `9 or more`, `blast 1 to 3 or recover 1`."""
    if hidden.choices:
        return " or ".join(_tactics([str(low) for low, _, _ in group], hidden))
    numbers = [(int(low), int(high)) for low, high, _ in group]
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
