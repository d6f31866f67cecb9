"""Hidden facts: every completion judged, and completions that are ruled alike folded into one case.

The judge itself says which hidden fact it needs (NeedsFactError); here that fact is told in every way it can be.
Numbers are not all tried: where the ruling can only change at thresholds, halving finds those.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

from referee.book.loader import Rulebase
from referee.judge.board import Board
from referee.judge.borrowed import borrowed
from referee.judge.deck import attacks_left, in_sight
from referee.judge.finding import Finding
from referee.judge.hidden.folding import agreed, differing, joined, ranges
from referee.judge.phases.encounter import settle
from referee.judge.phases.legality import cannot_be, for_attacks_only
from referee.judge.phases.options import by_options
from referee.judge.powers.effect import window_of
from referee.judge.ruling import DEPENDS, ILLEGAL, MUST, Case, Illegal, Ruling, Then
from referee.judge.unknown import NeedsFactError, Unknown, complete, restore
from referee.state import encounter as pos
from referee.state.canonical import write
from referee.state.encounter import Card, Position

_MOST_TRIED = 120  # completions in which it is looked for one that is allowed
MOST_JUDGED = 1500  # completions; past that the referee asks for the most decisive fact first
MOST_HIDDEN = 12  # different facts that may be hidden
MOST_SHOWN = 12  # cases; past that they are told apart by outcome only

Told = int | Card
# Effects under which the ruling is not monotonous in the value of a card.
UNEVEN = ("claim", "turned", "flared", "card")


class _TooManyError(Exception):
    """More completions than the referee is willing to judge; `illegal` is what the last one judged forbids."""

    illegal: Sequence[Illegal] = ()


class _Group:
    """Completions of one hidden fact that are told as one: ranges with both ends included, and their rulings.

    Of a range the rulings at both ends are kept (of an uneven one, all): what differs between them follows the hidden
    number and is not stated.
    """

    __slots__ = ("roots", "rulings", "values")

    def __init__(self) -> None:
        self.values: list[tuple[Told, Told]] = []
        self.rulings: list[Ruling] = []
        self.roots: list[Finding] = []  # one proof for each range

    def told(self) -> list[tuple[str, dict[str, Any]]]:
        """(further condition or empty, what is ruled then): rulings that depend on more have several."""
        conditions = {tuple(case.when for case in ruling.cases) for ruling in self.rulings}
        if len(conditions) == 1 and self.rulings[0].cases:
            cases = zip(*(ruling.cases for ruling in self.rulings), strict=True)
            return [(case[0].when, agreed([one.told for one in case])) for case in cases]
        merged = agreed([ruling.summary() for ruling in self.rulings])
        if len(conditions) > 1:
            merged["status"] = DEPENDS
        return [("", merged)]


def judge(position: Position, rulebase: Rulebase, anyway: bool = False) -> Ruling:
    """Rules a position, by cases where hidden facts decide.

    Raises nothing for a position that has no faults: what is forbidden or not covered is a ruling too.
    """
    budget = [MOST_JUDGED]
    needed: list[Unknown] = []
    try:
        ruling = _judge(position, rulebase, anyway, budget, needed)
    except _TooManyError as error:
        ruling = _asked(position, rulebase, needed)
        ruling.illegal = [Illegal(forbidden.finding, []) for forbidden in error.illegal]
    ruling.root.sources += (*borrowed(rulebase, ruling.root), *by_options(rulebase, ruling))
    ruling.readings = rulebase.readings
    for illegal in ruling.illegal:
        illegal.look_with(partial(_nearest, position, rulebase))
    return ruling


def _nearest(position: Position, rulebase: Rulebase, given: list[Position]) -> list[Position]:
    """The lines that a refusal of this one names: each can be on a table, and is legal when it is judged."""
    from referee.judge.phases.nearest import nearest_lines, simpler  # most lines are not refused

    def is_legal(line: Position) -> bool:
        return not cannot_be(line, rulebase) and not judge(line, rulebase).illegal

    def named_by(line: Position) -> list[Position]:
        if cannot_be(line, rulebase):
            return []
        return [other for illegal in judge(line, rulebase).illegal for other in illegal.given]

    return nearest_lines(given, is_legal, named_by, simpler(position))


def _judge(position: Position, rulebase: Rulebase, anyway: bool, budget: list[int], needed: list[Unknown]) -> Ruling:
    budget[0] -= 1
    if budget[0] < 0:
        raise _TooManyError
    try:
        return settle(position, rulebase, anyway)
    except NeedsFactError as error:
        unknown = error.unknown
    if (unknown.kind, unknown.name) not in {(u.kind, u.name) for u in needed}:
        needed.append(unknown)

    if len(needed) > MOST_HIDDEN:
        raise _TooManyError

    last: Sequence[Illegal] = ()

    def rule(value: Told) -> Ruling:
        nonlocal last
        try:
            ruling = _judge(complete(position, unknown, value), rulebase, anyway, budget, needed)
        except _TooManyError as error:
            error.illegal = error.illegal or last
            raise
        last = ruling.illegal
        for illegal in ruling.illegal:
            illegal.given = [restore(nearest, unknown, position) for nearest in illegal.given]
        return ruling

    numbers, kinds = _can_be(position, unknown, rulebase)
    unknown = unknown._replace(low=numbers[0], high=numbers[-1])
    groups = _groups(unknown, numbers, rule, _is_uneven(position, rulebase), kinds)
    return _fold(position, rulebase, unknown, groups, needed)


def _can_be(position: Position, unknown: Unknown, rulebase: Rulebase) -> tuple[Sequence[int], list[str]]:
    """What a hidden fact can be: these numbers, and of a card these kinds besides."""
    others = () if for_attacks_only(position, rulebase) else (pos.NEGOTIATE, pos.MORPH)
    kinds = [kind for kind in others if kind in rulebase.law["cards.encounter"].value]
    numbers: Sequence[int] = range(unknown.low, unknown.high + 1)
    if unknown.kind in ("card", "attack"):
        numbers = attacks_left(rulebase.law, numbers, in_sight(position))
    return numbers, kinds if unknown.kind == "card" else []


def is_hidden_and_allowed(position: Position, rulebase: Rulebase) -> bool:
    """True if a hidden fact decides, and in some way in which it can be told nothing on the line is forbidden.

    Stops at the first such way: it costs little where the cases of a position would cost much. False also where none
    is found among the first ones tried.
    """
    try:
        settle(position, rulebase)
    except NeedsFactError as error:
        return _is_allowed(position, error.unknown, rulebase, [_MOST_TRIED])
    return False


def _is_allowed(position: Position, unknown: Unknown, rulebase: Rulebase, budget: list[int]) -> bool:
    numbers, kinds = _can_be(position, unknown, rulebase)
    is_card = unknown.kind in ("card", "attack")
    ways: list[Told] = [Card(kind) for kind in kinds]
    ways += [Card(pos.ATTACK, value) if is_card else value for value in (*numbers[len(numbers) // 2 :], *numbers)]
    for value in ways:
        budget[0] -= 1
        if budget[0] < 0:
            return False
        told = complete(position, unknown, value)
        try:
            if settle(told, rulebase).status != ILLEGAL:
                return True
        except NeedsFactError as error:
            if _is_allowed(told, error.unknown, rulebase, budget):
                return True
    return False


def _is_uneven(position: Position, rulebase: Rulebase) -> bool:
    for player in position.participants():
        for name in player.aliens:
            alien = rulebase.alien(name)
            for use in alien.uses if alien else ():
                if any(window_of(effect.verb) in UNEVEN for effect in use.effects):
                    return True
    for act in position.acts:
        flare = rulebase.flare(act.name) if act.verb == "flare" else None
        for verb, _ in (*flare.wild.effects, *flare.super.effects) if flare else ():
            if window_of(verb) in UNEVEN:
                return True
    return False


# -- telling the fact in every way ---------------------------------------------------------------------------------


def _groups(
    unknown: Unknown, numbers: Sequence[int], rule: Callable[[Told], Ruling], uneven: bool, kinds: Sequence[str]
) -> list[_Group]:
    """The fact told as each of these numbers, in rising order, and as a card of each of these kinds."""
    is_card = unknown.kind in ("card", "attack")
    every = uneven if is_card else unknown.kind in ("hand", "home", "foreign")
    seen: dict[int, Ruling] = {}

    def number(value: int) -> Told:
        return Card(pos.ATTACK, value) if is_card else value

    def ruled(value: int) -> Ruling:
        if value not in seen:
            seen[value] = rule(number(value))
        return seen[value]

    keys: dict[int, Hashable] = {}

    def key(value: int) -> Hashable:
        if value not in keys:
            keys[value] = _alike(ruled(value), unknown)
        return keys[value]

    groups: dict[Hashable, _Group] = {}

    def add(low: Told, high: Told, rulings: list[Ruling]) -> None:
        group = groups.setdefault(_alike(rulings[0], unknown), _Group())
        group.values.append((low, high))
        group.rulings += rulings
        group.roots.append(rulings[0].root)

    for first, last in ranges(0, len(numbers) - 1, lambda at: key(numbers[at]), every):
        ends = [ruled(numbers[at]) for at in (range(first, last + 1) if every else dict.fromkeys((first, last)))]
        add(number(numbers[first]), number(numbers[last]), ends)
    if unknown.kind == "card":
        for kind in kinds:
            add(Card(kind), Card(kind), [rule(Card(kind))])
    return list(groups.values())


def _alike(ruling: Ruling, unknown: Unknown) -> Hashable:
    """What two completions must share to be one case."""
    if ruling.status == ILLEGAL:
        return (ILLEGAL,)
    numbers = unknown.kind not in ("ships", "warp", "tokens", "amount", "plus")
    if ruling.cases:
        return (DEPENDS, *((case.when, _shape(case.told, numbers)) for case in ruling.cases))
    if ruling.folded is not None:
        return _shape(ruling.folded, numbers)
    values = [
        [finding.value if finding is not None else None for finding in player.findings()]
        for player in ruling.players.values()
    ]
    players = tuple([tuple(told if numbers else [_look(value, numbers) for value in told]) for told in values])
    extra: Hashable = ""
    if unknown.kind in ("home", "foreign"):
        extra = str([then.what for then in ruling.then])
    elif unknown.kind in ("card", "attack"):  # such as who pays for a challenge
        extra = tuple(sorted((then.who, then.does, *_rests_on(then)) for then in ruling.then))
    second = ruling.second.value if ruling.second is not None else None
    winners = tuple(ruling.winners.value) if ruling.winners is not None else ()
    return (
        ruling.status,
        ruling.outcome.value if ruling.outcome is not None else None,
        second,
        winners,
        players,
        extra,
    )


def _rests_on(then: Then) -> list[str]:
    return [cite.id for cite in then.finding.rule.cites]


def _shape(told: dict[str, Any], numbers: bool) -> Hashable:
    """The same of what a case tells."""
    players = tuple(
        (name, *((key, _look(value if key != "colonies" else str(value), numbers)) for key, value in player.items()))
        for name, player in told["players"].items()
    )
    left = tuple(sorted((then["who"], then["does"], *then["cites"]) for then in told["then"])) if numbers else ()
    return (told["status"], told["outcome"], told["second_encounter"], tuple(told["winners"] or ()), players, left)


def _look(value: object, numbers: bool) -> object:
    """A field as far as it tells completions apart: counts that follow the hidden number only by being none or some."""
    return value if numbers or not isinstance(value, int) or value <= 0 else True


# -- folding -------------------------------------------------------------------------------------------------------


def _fold(
    position: Position, rulebase: Rulebase, unknown: Unknown, groups: list[_Group], needed: list[Unknown]
) -> Ruling:
    groups, implied = _possible(rulebase, unknown, groups)
    said = [group.told() for group in groups]
    if sum(map(len, said)) > MOST_SHOWN:
        groups = _by_outcomes(groups)
        said = [group.told() for group in groups]
    told: list[tuple[str, dict[str, Any]]] = []
    for group, summaries in zip(groups, said, strict=True):
        when = rulebase.said(_when(unknown, group.values))
        told += [(f"{when}, and {more}" if more else when, summary) for more, summary in summaries]
    rulings = [ruling for group in groups for ruling in group.rulings]
    new_hand = _new_hand(position, rulebase, unknown)
    bounds = _bounds(rulebase, unknown, groups)
    sources = (*implied, *new_hand, *bounds, *(root for group in groups for root in group.roots))
    root = Finding(rulebase.law["ruling.cases"], None, sources, (unknown.asks(),))
    status = DEPENDS if len(told) > 1 else rulings[0].status
    ruling = Ruling(rulebase.edition, lambda: write(position), status, root)
    merged = agreed([summary for _, summary in told])
    merged["status"] = status
    draws = [Then(unknown.name, MUST, rulebase.said(f.rule.value), f).to_dict() for f in new_hand]
    merged["then"] = [*draws, *merged["then"]]
    ruling.folded = merged
    ruling.illegal = _forbidden(rulings)
    ruling.players = rulings[0].players
    if status == DEPENDS:
        ruling.cases = [Case(when, summary, differing(summary, merged)) for when, summary in told]
        ruling.needs = [rulebase.said(asks) for asks in _asks(needed)]
    return ruling


def _possible(rulebase: Rulebase, unknown: Unknown, groups: list[_Group]) -> tuple[list[_Group], tuple[Finding, ...]]:
    """Without the cards with which what was said of a deal or a winner could not have been, and what that assumes."""
    if unknown.kind != "card":
        return groups, ()
    left = [group for group in groups if not all(map(_could_not_be, group.rulings))]
    if not left or len(left) == len(groups):
        return groups, ()
    when = rulebase.said(_when(unknown, [value for group in left for value in group.values]))
    return left, (Finding(rulebase.law["assumptions.as-was-done"], True, (), (when,)),)


def _could_not_be(ruling: Ruling) -> bool:
    """Whether nothing is forbidden but what cannot have been done with such a card."""
    rules = {illegal.finding.rule.id for illegal in ruling.illegal}
    return ruling.status == ILLEGAL and rules <= _IMPLY


# What these forbid was done, and so tells which card it was.
_IMPLY = {"deal.only-negotiates", "deal.nothing-to-quash"}


def _forbidden(rulings: list[Ruling]) -> list[Illegal]:
    """What is forbidden whatever the hidden fact is."""
    said = [{(i.finding.says, i.finding.rule.id) for i in ruling.illegal} for ruling in rulings]
    common = set.intersection(*said)
    return [i for i in rulings[0].illegal if (i.finding.says, i.finding.rule.id) in common]


def _bounds(rulebase: Rulebase, unknown: Unknown, groups: list[_Group]) -> tuple[Finding, ...]:
    """The parameter that says how far a hidden number can go, where what is ruled rests on it: on `any attack`."""
    whole = [(low, high) for group in groups for low, high in group.values if low != high]
    is_card = unknown.kind in ("card", "attack")
    if is_card and not any(_value(low) == unknown.low and _value(high) == unknown.high for low, high in whole):
        return ()
    ids = {
        "card": "cards.attacks",
        "attack": "cards.attacks",
        "tokens": "setup.tokens",
        "warp": "setup.ships",
        "home": "setup.planets",
        "ships": "setup.ships",
    }
    if unknown.kind not in ids:
        return ()
    rule = rulebase.law[ids[unknown.kind]]
    return (Finding(rule, rule.value),)


def _new_hand(position: Position, rulebase: Rulebase, unknown: Unknown) -> tuple[Finding, ...]:
    """A defense without an encounter card draws a new hand first, so that its card is not known (4.7.3.1)."""
    defense = position.defense
    if unknown.kind != "card" or unknown.name != defense.main.name or defense.card.kind != pos.NONE:
        return ()
    sheets = [rulebase.alien(name) for name in defense.main.aliens]
    if any(sheet is not None and "no-card" in sheet.lifts for sheet in sheets):
        return ()
    return (Finding(rulebase.law["planning.defense-without-card"], True, (), (unknown.name,)),)


def _by_outcomes(groups: list[_Group]) -> list[_Group]:
    """Too many cases to read: completions that leave the same outcomes possible are told as one."""
    merged: dict[Hashable, _Group] = {}
    for group in groups:
        outcomes = {summary["outcome"] for _, summary in group.told()}
        key = tuple(sorted(str(outcome) for outcome in outcomes))
        found = merged.setdefault(key, _Group())
        found.values += group.values
        found.rulings += group.rulings
        found.roots += group.roots
    return list(merged.values())


# -- words ---------------------------------------------------------------------------------------------------------

_SUBJECT = {
    "plus": ("the reinforcement for the {name} is {range}", "", ""),
    "amount": ("the number in '{name}' is {range}", "", ""),
    "ships": ("{name} has {range} there", "ship", "ships"),
    "warp": ("{name} has {range} in the warp", "ship", "ships"),
    "tokens": ("there are {range} on {name}'s sheet", "token", "tokens"),
    "hand": ("{name} holds {range}", "card", "cards"),
    "home": ("{name} has {range}", "home colony", "home colonies"),
    "foreign": ("{name} has {range}", "foreign colony", "foreign colonies"),
}


def _when(unknown: Unknown, values: list[tuple[Told, Told]]) -> str:
    """The condition of a case as a player would say it, such as `red's card is an attack of 9 or more`."""
    ranges: list[tuple[int, int]] = []
    kinds: list[str] = []
    for low, high in values:
        if isinstance(low, Card) and isinstance(high, Card):
            if low.kind == pos.ATTACK:
                ranges.append((low.value or 0, high.value or 0))
            else:
                kinds.append({pos.NEGOTIATE: "a negotiate", pos.MORPH: "a morph"}[low.kind])
        elif isinstance(low, int) and isinstance(high, int):
            ranges.append((low, high))
    words = [_range(low, high, unknown) for low, high in joined(ranges)]
    if unknown.kind in ("card", "attack"):
        attacks = ["any attack"] if words == ["anything"] else [f"an attack of {word}" for word in words]
        return f"{unknown.name}'s card is {' or '.join([*attacks, *kinds])}"
    name = unknown.name.rpartition(" #")[0] or unknown.name or "everybody together"
    sentence, one, many = _SUBJECT[unknown.kind]
    noun = one if words == ["1"] else many
    return sentence.format(name=name, range=f"{' or '.join(words)} {noun}".strip())


def _value(told: Told) -> int:
    return (told.value or 0) if isinstance(told, Card) else told


def _range(low: int, high: int, unknown: Unknown) -> str:
    if low == unknown.low and high == unknown.high:
        return "anything" if unknown.kind in ("card", "attack") else f"{low} or more"
    if high == unknown.high and not (low == high and unknown.kind in ("ships", "home")):
        return f"{low} or more"
    if low == unknown.low and (unknown.kind in ("card", "attack") or low == 0) and high > low:
        return f"{high} or less"
    if low == high:
        return str(low)
    return f"{low} or {high}" if high == low + 1 else f"{low} to {high}"


# What usually decides most, first.
_DECISIVE = ("card", "attack", "plus", "amount", "ships", "tokens", "warp", "home", "hand", "foreign")


def _asks(needed: list[Unknown]) -> list[str]:
    """The questions to put to the players, most decisive first."""
    return [need.asks() for need in sorted(needed, key=lambda need: _DECISIVE.index(need.kind))]


def _asked(position: Position, rulebase: Rulebase, needed: list[Unknown]) -> Ruling:
    """Too much is hidden to go through every case: the referee asks for the most decisive fact first."""
    asks = _asks(needed)
    root = Finding(rulebase.law["ruling.cases"], None, (), (", ".join(asks),))
    ruling = Ruling(rulebase.edition, lambda: write(position), DEPENDS, root)
    nothing = dict.fromkeys(
        ("lands", "warp", "returns", "stays", "removed", "compensation", "rewards", "rewards_as_ships", "power")
    )
    colonies = {"colonies": {"foreign": None, "home": None}}
    players = {
        name: {"role": stand.role, "ships": stand.count, **nothing, **colonies}
        for name, stand in Board(position, rulebase).stands.items()
    }
    nobody: dict[str, Any] = {
        "status": DEPENDS,
        "outcome": None,
        "totals": None,
        "margin": None,
        "flips": [],
        "players": players,
        "second_encounter": None,
        "winners": None,
        "then": [],
        "discards": None,
        "illegal": [],
    }
    ruling.folded = nobody
    ruling.needs = [rulebase.said(what) for what in asks]
    return ruling
