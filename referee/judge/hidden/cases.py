"""Hidden facts: every completion judged, and completions that are ruled alike folded into one case.

The judge itself says which hidden fact it needs (NeedsFactError); here that fact is told in every way it can be.
Numbers are not all tried: where the ruling can only change at thresholds, halving finds those.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from referee.book.law import BY_CARD, BY_SWAP
from referee.book.loader import Rulebase
from referee.book.power import Effect
from referee.judge.board import Board
from referee.judge.borrowed import borrowed
from referee.judge.deck import attacks_left, in_sight
from referee.judge.finding import Finding
from referee.judge.hidden.folding import agreed, differing, joined, ranges, told_apart
from referee.judge.phases.encounter import settle
from referee.judge.phases.legality import cannot_be, for_attacks_only
from referee.judge.phases.options import by_options
from referee.judge.phases.without_card import is_spared
from referee.judge.powers.effect import window_of
from referee.judge.powers.in_force import prepare
from referee.judge.ruling import DEPENDS, ILLEGAL, MUST, Case, Illegal, PlayerRuling, Ruling, Summary, Then
from referee.judge.unknown import DECISIVE, NeedsFactError, Told, Unknown, complete, restore
from referee.state import encounter as pos
from referee.state.canonical import write
from referee.state.encounter import Card, Position

_MOST_TRIED = 120  # completions in which it is looked for one that is allowed
MOST_JUDGED = 1500  # completions; past that the referee asks for the most decisive fact first
MOST_HIDDEN = 12  # different facts that may be hidden
MOST_SHOWN = 12  # cases; past that they are told apart by outcome only

# Windows, and effects, under which the ruling is not monotonous in the value of a card.
UNEVEN = ("claim", "turned", "flared", "card", "thrown", "winner")
_UNEVEN_EFFECTS = ("adds_digits", "borrows_allies_cards", "swaps_selected")
_FOR_NEW_HAND = "settles_for_new_hand"
_OWN_SHIPS = "has all its ships out of the warp", "take all its ships out of the warp"
_COLONY_THERE = "has a colony in {0}'s system", "found a colony on a planet of {0}'s, for its new hand"
# What these forbid was done, and so tells which card it was.


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

    def add(self, low: Told, high: Told, rulings: list[Ruling]) -> None:
        """Adds a range, with what is ruled in it."""
        self.values.append((low, high))
        self.rulings += rulings
        self.roots.append(rulings[0].root)

    def join(self, other: _Group) -> None:
        """Adds another group whole."""
        self.values += other.values
        self.rulings += other.rulings
        self.roots += other.roots

    def told(self) -> list[tuple[str, Summary]]:
        """(further condition or empty, what is ruled then): rulings that depend on more have several."""
        return told_apart(self.rulings, agreed)


def judge(position: Position, rulebase: Rulebase, anyway: bool = False) -> Ruling:
    """Rules a position, by cases where hidden facts decide.

    Raises nothing for a position that has no faults: what is forbidden or not covered is a ruling too.
    """
    try:
        ruling = settle(position, rulebase, anyway)
    except NeedsFactError as error:
        ruling = _Cases(rulebase, anyway).ruled(position, error.unknown)
    ruling.root.sources += (*borrowed(rulebase, ruling.root), *by_options(rulebase, ruling))
    ruling.readings = rulebase.readings
    for illegal in ruling.illegal:
        illegal.look_with(partial(_nearest, position, rulebase, illegal.asks))
    return ruling


def _nearest(position: Position, rulebase: Rulebase, asks: bool, given: list[Position]) -> list[Position]:
    """The lines that a refusal of this one names: each can be on a table, and is legal when it is judged.

    Where it `asks` for what was not said with an act, and what it names goes without that act, a few lines come first
    on which more is said with it.
    """
    from referee.judge.nearest import first_legal, nearest_lines  # most lines are not refused
    from referee.judge.phases.nearest import saying_more, simpler

    def is_legal(line: Position) -> bool:
        return not cannot_be(line, rulebase) and not judge(line, rulebase).illegal

    def named_by(line: Position) -> list[Position]:
        if cannot_be(line, rulebase):
            return []
        return [other for illegal in judge(line, rulebase).illegal for other in illegal.given]

    found = nearest_lines(given, is_legal, named_by, simpler(position))
    return [*first_legal(saying_more(position, found), is_legal), *found] if asks else found


# -- telling the fact in every way ---------------------------------------------------------------------------------


def _can_be(position: Position, unknown: Unknown, rulebase: Rulebase) -> tuple[Sequence[int], list[Told]]:
    """What a hidden fact can be: these numbers, and of a card those besides that have none."""
    numbers: Sequence[int] = range(unknown.low, unknown.high + 1)
    if unknown.of.is_card:
        numbers = attacks_left(rulebase.law, numbers, in_sight(position))
    if unknown.kind != "card" or for_attacks_only(position, rulebase):
        return numbers, []
    return numbers, [Card(kind) for kind in (pos.NEGOTIATE, pos.MORPH) if kind in rulebase.law["cards.encounter"].value]


def _as_told(unknown: Unknown, number: int) -> Told:
    return Card(pos.ATTACK, number) if unknown.of.is_card else number


def is_hidden_and_allowed(position: Position, rulebase: Rulebase) -> bool:
    """True if a hidden fact decides, and in some way in which it can be told nothing on the line is forbidden.

    Stops at the first such way: it costs little where the cases of a position would cost much. False also where none
    is found among the first ones tried.
    """
    try:
        settle(position, rulebase)
    except NeedsFactError as error:
        return _is_allowed(position, error.unknown, rulebase, iter(range(_MOST_TRIED)))
    return False


def _is_allowed(position: Position, unknown: Unknown, rulebase: Rulebase, budget: Iterator[int]) -> bool:
    numbers, cards = _can_be(position, unknown, rulebase)
    ways = [*cards, *(_as_told(unknown, number) for number in (*numbers[len(numbers) // 2 :], *numbers))]
    for value, _ in zip(ways, budget, strict=False):
        told = complete(position, unknown, value)
        try:
            if settle(told, rulebase).status != ILLEGAL:
                return True
        except NeedsFactError as error:
            if _is_allowed(told, error.unknown, rulebase, budget):
                return True
    return False


class _Cases:
    """Rules one line, by cases where hidden facts decide."""

    def __init__(self, rulebase: Rulebase, anyway: bool) -> None:
        self.rulebase = rulebase
        self.law = rulebase.law
        self.anyway = anyway
        self.left = MOST_JUDGED - 1  # the line itself was judged
        self.needed: dict[tuple[str, str], Unknown] = {}

    def ruled(self, position: Position, unknown: Unknown) -> Ruling:
        """The ruling by cases; where too much is hidden, one that asks for the most decisive fact first."""
        try:
            return self._by_cases(position, unknown)
        except _TooManyError as error:
            ruling = self._asked(position)
            ruling.illegal = [Illegal(forbidden.finding, []) for forbidden in error.illegal]
            return ruling

    def rule(self, position: Position) -> Ruling:
        """The ruling of one completion; raises _TooManyError where too much is hidden."""
        self.left -= 1
        if self.left < 0:
            raise _TooManyError
        try:
            return settle(position, self.rulebase, self.anyway)
        except NeedsFactError as error:
            unknown = error.unknown
        return self._by_cases(position, unknown)

    def _by_cases(self, position: Position, unknown: Unknown) -> Ruling:
        self.needed.setdefault((unknown.kind, unknown.name), unknown)
        if len(self.needed) > MOST_HIDDEN:
            raise _TooManyError
        numbers, cards = _can_be(position, unknown, self.rulebase)
        unknown = unknown._replace(low=numbers[0], high=numbers[-1])
        return self._fold(position, unknown, self._groups(position, unknown, numbers, cards))

    def _groups(
        self, position: Position, unknown: Unknown, numbers: Sequence[int], cards: Sequence[Told]
    ) -> list[_Group]:
        """The fact told as each of these numbers, in rising order, and as each of these cards."""
        every = self._is_uneven(position) if unknown.of.is_card else unknown.of.every
        telling = _Telling(self, position, unknown)
        values = [_as_told(unknown, number) for number in numbers]
        groups: dict[Hashable, _Group] = {}
        for first, last in ranges(0, len(values) - 1, lambda at: telling.key(values[at]), every):
            ends = range(first, last + 1) if every else dict.fromkeys((first, last))
            rulings = [telling.ruled(values[at]) for at in ends]
            groups.setdefault(telling.key(values[first]), _Group()).add(values[first], values[last], rulings)
        for card in cards:
            groups.setdefault(telling.key(card), _Group()).add(card, card, [telling.ruled(card)])
        return list(groups.values())

    def _is_uneven(self, position: Position) -> bool:
        """True if the ruling can change back and forth with the value of a card, by a power or a flare."""
        return any(window_of(verb) in UNEVEN or verb in _UNEVEN_EFFECTS for verb, _ in self._effects(position))

    def _effects(self, position: Position) -> Iterator[Effect]:
        """What the powers and flares on a line do."""
        sheets = [*(player.aliens for player in position.participants()), *position.aliens.values()]
        for name in [name for aliens in sheets for name in aliens]:
            alien = self.rulebase.alien(name)
            for use in alien.uses if alien is not None else ():
                yield from use.effects
        for act in position.acts:
            flare = self.rulebase.flare(act.name) if act.verb == "flare" else None
            if flare is not None:
                yield from flare.wild.effects
                yield from flare.super.effects

    # -- folding ---------------------------------------------------------------------------------------------------

    def _fold(self, position: Position, unknown: Unknown, groups: list[_Group]) -> Ruling:
        """One ruling of what all groups agree on, with a case for each where they do not."""
        groups, implied = self._possible(unknown, groups)
        told = self._all_cases(unknown, groups)
        if len(told) > MOST_SHOWN:
            groups = _by_outcomes(groups)
            told = self._all_cases(unknown, groups)
        rulings = _rulings_of(groups)
        new_hand = self._new_hand(position, unknown)
        roots = _roots_of(groups)
        due = [*self._due_for_new_hand(position)] if new_hand else []
        sources = (*implied, *new_hand, *(then.finding for then in due), *self._bounds(unknown, groups), *roots)
        ruling = self._ruling(position, unknown.asks(), DEPENDS if len(told) > 1 else rulings[0].status, sources)
        merged = agreed([summary for _, summary in told])
        drawn = [Then(unknown.name, MUST, self.rulebase.said(f.rule.value), f) for f in new_hand]
        draws = [then.to_dict() for then in (*drawn, *due)]
        ruling.folded = {**merged, "status": ruling.status, "then": [*draws, *merged["then"]]}
        ruling.illegal = _forbidden(rulings)
        ruling.players = rulings[0].players
        if ruling.status == DEPENDS:
            ruling.cases = [Case(when, summary, differing(summary, ruling.folded)) for when, summary in told]
            ruling.needs = self._needs()
        return ruling

    def _ruling(self, position: Position, asked: str, status: str, sources: tuple[Finding, ...] = ()) -> Ruling:
        root = Finding(self.law["ruling.cases"], None, sources, (asked,))
        return Ruling(self.rulebase.edition, lambda: write(position), status, root)

    def _cases(self, unknown: Unknown, group: _Group) -> list[tuple[str, Summary]]:
        """The condition of each case of a group, and what is ruled then."""
        when = self.rulebase.said(_condition(unknown, group.values))
        return [(f"{when}, and {more}" if more else when, summary) for more, summary in group.told()]

    def _all_cases(self, unknown: Unknown, groups: list[_Group]) -> list[tuple[str, Summary]]:
        """The cases of all groups, one after the other."""
        return [case for group in groups for case in self._cases(unknown, group)]

    def _possible(self, unknown: Unknown, groups: list[_Group]) -> tuple[list[_Group], tuple[Finding, ...]]:
        """Without the cards with which what was said of a deal or a winner could not have been; what that assumes."""
        left = [group for group in groups if not all(map(_could_not_be, group.rulings))]
        if unknown.kind != "card" or not left or len(left) == len(groups):
            return groups, ()
        when = self.rulebase.said(_condition(unknown, [value for group in left for value in group.values]))
        gone = [illegal.finding.rule.mark for ruling in _rulings_of(groups) for illegal in ruling.illegal]
        rule = self.law["assumptions.as-was-swapped" if BY_SWAP in gone else "assumptions.as-was-done"]
        return left, (Finding(rule, True, (), (when,)),)

    def _bounds(self, unknown: Unknown, groups: list[_Group]) -> tuple[Finding, ...]:
        """The parameter that says how far a hidden number can go, where what is ruled rests on it: on `any attack`."""
        whole = [(_number_of(low), _number_of(high)) for group in groups for low, high in group.values if low != high]
        if not unknown.of.bounds or (unknown.of.is_card and (unknown.low, unknown.high) not in whole):
            return ()
        rule = self.law[unknown.of.bounds]
        return (Finding(rule, rule.value),)

    def _new_hand(self, position: Position, unknown: Unknown) -> tuple[Finding, ...]:
        """A defense without an encounter card draws a new hand first, so that its card is not known (4.7.3.1)."""
        defense = position.defense
        if unknown.kind != "card" or unknown.name != defense.main.name or defense.card.kind != pos.NONE:
            return ()
        board = Board(position, self.rulebase)
        if is_spared(board, board.defense):
            return ()
        return (Finding(self.law["planning.defense-without-card"], True, (), (unknown.name,)),)

    def _due_for_new_hand(self, position: Position) -> Iterator[Then]:
        """What the powers on the line bring their owners as the defense draws a new hand."""
        board, drawing = Board(position, self.rulebase), position.defense.main.name
        prepare(board)
        zapped = {act.who for act in position.acts if act.verb == "zap"}
        for stand in board.stands.values():
            for use in [use for alien in stand.aliens for use in alien.uses if stand.powerless is None]:
                if stand.name not in zapped and any(effect.verb == _FOR_NEW_HAND for effect in use.effects):
                    says, what = _OWN_SHIPS if stand.name == drawing else _COLONY_THERE
                    found = Finding(use.rule, True, (), (stand.name, says.format(drawing)))
                    yield Then(stand.name, MUST, self.rulebase.said(what.format(drawing)), found)

    # -- what is asked first ---------------------------------------------------------------------------------------

    def _needs(self) -> list[str]:
        return [self.rulebase.said(what) for what in _asks(self.needed.values())]

    def _asked(self, position: Position) -> Ruling:
        ruling = self._ruling(position, ", ".join(_asks(self.needed.values())), DEPENDS)
        stands = Board(position, self.rulebase).stands
        ruling.folded = {
            "status": DEPENDS,
            **dict.fromkeys(("outcome", "totals", "margin")),
            "flips": [],
            "players": {name: _unsettled(stand.role, stand.count) for name, stand in stands.items()},
            **dict.fromkeys(("second_encounter", "winners")),
            "then": [],
            "discards": None,
            "illegal": [],
        }
        ruling.needs = self._needs()
        return ruling


def _unsettled(role: str, ships: int | None) -> Summary:
    """A player's part of a ruling of which nothing is settled."""
    nothing = dict.fromkeys(
        ("lands", "warp", "returns", "stays", "removed", "compensation", "rewards", "rewards_as_ships", "power")
    )
    return {"role": role, "ships": ships, **nothing, "colonies": {"foreign": None, "home": None}}


class _Telling:
    """One hidden fact of a line, told in one way after another; each is ruled once."""

    def __init__(self, cases: _Cases, position: Position, unknown: Unknown) -> None:
        self._cases = cases
        self._position = position
        self._unknown = unknown
        self._rulings: dict[Told, Ruling] = {}
        self._keys: dict[Told, Hashable] = {}
        self._last: Sequence[Illegal] = ()

    def ruled(self, value: Told) -> Ruling:
        """What is ruled where it is told so; the legal lines that a refusal names have it hidden again."""
        if value not in self._rulings:
            try:
                ruling = self._cases.rule(complete(self._position, self._unknown, value))
            except _TooManyError as error:
                error.illegal = error.illegal or self._last
                raise
            self._last = ruling.illegal
            for illegal in ruling.illegal:
                illegal.given = [restore(nearest, self._unknown, self._position) for nearest in illegal.given]
            self._rulings[value] = ruling
        return self._rulings[value]

    def key(self, value: Told) -> Hashable:
        """What is ruled where it is told so, as far as that tells cases apart."""
        if value not in self._keys:
            self._keys[value] = _alike(self.ruled(value), self._unknown)
        return self._keys[value]


def _could_not_be(ruling: Ruling) -> bool:
    """True if nothing is forbidden but what cannot have been done with such a card."""
    return ruling.status == ILLEGAL and {illegal.finding.rule.mark for illegal in ruling.illegal} <= {BY_CARD, BY_SWAP}


def _forbidden(rulings: list[Ruling]) -> list[Illegal]:
    """What is forbidden whatever the hidden fact is; in the words for the last of them where these differ."""
    said = [{i.finding.says for i in ruling.illegal} for ruling in rulings]
    common = set.intersection(*said)
    alike = [i for i in rulings[0].illegal if i.finding.says in common]
    return alike or (rulings[-1].illegal if all(said) else [])


def _by_outcomes(groups: list[_Group]) -> list[_Group]:
    """Too many cases to read: completions that leave the same outcomes possible are told as one."""
    merged: dict[Hashable, _Group] = {}
    for group in groups:
        key = frozenset(str(summary["outcome"]) for _, summary in group.told())
        merged.setdefault(key, _Group()).join(group)
    return list(merged.values())


# -- what is one case -------------------------------------------------------------------------------------------------


def _figures(player: PlayerRuling, numbers: bool) -> tuple[Hashable, ...]:
    """What a player has of a ruling, in figures; or only whether it is some, where it follows the hidden number."""
    values = [finding.value if finding is not None else None for finding in player.findings]
    return tuple(values if numbers else [_look(value, numbers) for value in values])


def _alike(ruling: Ruling, unknown: Unknown) -> Hashable:
    """A key that is the same for rulings that are told as one case.

    Ships and cards that follow the hidden number tell completions apart only by being none or some.
    """
    numbers = not unknown.of.follows
    if ruling.status == ILLEGAL:
        return (ILLEGAL,)
    if ruling.cases:
        return (DEPENDS, *((case.when, _shape(case.told, numbers)) for case in ruling.cases))
    if ruling.folded is not None:
        return _shape(ruling.folded, numbers)
    players = tuple([_figures(player, numbers) for player in ruling.players.values()])
    winners = tuple(_value(ruling.winners) or ())
    left = _left_to_do(ruling, unknown)
    return ruling.status, _value(ruling.outcome), _value(ruling.second), winners, players, left


def _left_to_do(ruling: Ruling, unknown: Unknown) -> Hashable:
    """What is left to do, as far as it can hang on the hidden fact, such as who pays for a challenge."""
    if unknown.of.is_card:
        cites = [tuple(cite.id for cite in then.finding.rule.cites) for then in ruling.then]
        return tuple(sorted((then.who, then.does, *ids) for then, ids in zip(ruling.then, cites, strict=True)))
    return tuple(then.what for then in ruling.then) if unknown.kind in ("home", "foreign") else ()


def _shape(told: Summary, numbers: bool) -> Hashable:
    """The same of what a case tells."""
    players = tuple(
        (name, *((key, _look(value if key != "colonies" else str(value), numbers)) for key, value in player.items()))
        for name, player in told["players"].items()
    )
    left = tuple(sorted((then["who"], then["does"], *then["cites"]) for then in told["then"])) if numbers else ()
    return (told["status"], told["outcome"], told["second_encounter"], tuple(told["winners"] or ()), players, left)


def _look(value: Hashable, numbers: bool) -> Hashable:
    return value if numbers or not isinstance(value, int) or value <= 0 else True


def _value(finding: Finding | None) -> Any:
    return None if finding is None else finding.value


# -- words ------------------------------------------------------------------------------------------------------------

_CARDS = {pos.NEGOTIATE: "a negotiate", pos.MORPH: "a morph"}


def _asks(needed: Iterable[Unknown]) -> list[str]:
    """The questions to put to the players, most decisive first."""
    return [need.asks() for need in sorted(needed, key=lambda need: DECISIVE.index(need.kind))]


def _condition(unknown: Unknown, values: Sequence[tuple[Told, Told]]) -> str:
    """The condition of a case as a player would say it, such as `red's card is an attack of 9 or more`."""
    kinds = [_CARDS[low.kind] for low, _ in values if isinstance(low, Card) and low.kind in _CARDS]
    numbers = [(_number_of(low), _number_of(high)) for low, high in values if getattr(low, "kind", "") not in _CARDS]
    words = [_range(low, high, unknown) for low, high in joined(numbers)]
    if unknown.of.is_card:
        attacks = ["any attack"] if words == ["anything"] else [f"an attack of {word}" for word in words]
        told = " or ".join([*attacks, *kinds])
    else:
        told = f"{' or '.join(words)} {unknown.of.nouns[words != ['1']]}".strip()
    return unknown.of.says.format(unknown.whose or "everybody together", told)


def _number_of(told: Told) -> int:
    """A number as it was told, or the value of an attack."""
    return (told.value or 0) if isinstance(told, Card) else told


def _rulings_of(groups: Iterable[_Group]) -> list[Ruling]:
    """All rulings that were kept of these groups."""
    return [ruling for group in groups for ruling in group.rulings]


def _roots_of(groups: Iterable[_Group]) -> list[Finding]:
    """The proofs of all ranges of these groups."""
    return [root for group in groups for root in group.roots]


def _range(low: int, high: int, unknown: Unknown) -> str:
    """A range of numbers: `9 or more`, `4 to 6`, `anything`."""
    if (low, high) == (unknown.low, unknown.high):
        return "anything" if unknown.of.is_card else f"{low} or more"
    if low == high and (high < unknown.high or unknown.of.exact):
        return str(low)
    if high == unknown.high:
        return f"{low} or more"
    if low == unknown.low and (unknown.of.is_card or low == 0):
        return f"{high} or less"
    return f"{low} or {high}" if high == low + 1 else f"{low} to {high}"
