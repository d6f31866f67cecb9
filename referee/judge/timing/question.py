"""`timing`: who resolves first, and why (consolidated 4.8). What is asked is read by `state.contenders`.

Everything is ordered by the phase that it shows, by what its text says of before and after, and then by role. An
answer comes between an announced use and its effect.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

from referee.book.law import ASSUMPTION, Cite, Rule
from referee.book.loader import Rulebase, rulebase
from referee.book.moments import AT_AN_EVENT, DURING, UNKNOWN, Moment
from referee.book.parameters import BASE
from referee.errors import ImpossibleError, MalformedError
from referee.judge.finding import Finding
from referee.judge.ruling import DEPENDS, ILLEGAL, OPEN
from referee.judge.timing.contenders import (
    NOTHING_NAMED,
    POWER,
    Effect,
    admits,
    effect_of,
    moments_in,
    possible_roles,
    roles_in,
)
from referee.judge.timing.order import MOST_CASES, NO_DEFENSE_YET, Order, Ordering, in_words
from referee.judge.timing.players import Chain, Slot, arrange, in_order
from referee.judge.timing.sheets import rule_sheets, sheets_in
from referee.state import phases as ph
from referee.state.contenders import HAZARD, WHEN, Asked
from referee.state.encounter import DEFENSE

HIDDEN = "?"
_MOST_WAYS = 512  # to place effects whose text names no moment


def rule_timing(asked: Asked, edition: str = "consolidated", readings: Mapping[str, str] | None = None) -> Order:
    """Rules who resolves first, in an edition that need not be one by which encounters are ruled.

    Raises MalformedError for an effect that is not known, or a phase that is not said where it must be; ImpossibleError
    for what cannot be; RulebaseError for an unknown edition or reading.
    """
    known = rulebase(edition, readings, judged=False)
    sheets = sheets_in(asked, known)
    if sheets:
        order = rule_sheets(asked, sheets, lambda owned: Question(owned, known).ruled())
    else:
        order = Question(asked, known).ruled()
    order.readings = dict(known.readings)
    return order


class Given(NamedTuple):
    """What one of the cases takes for granted.

    The phase of each contender, who is the defense (maybe nobody), and the moments of those whose text does not tell
    one, by their number.
    """

    phases: tuple[str, ...]
    defense: str
    when: str = ""
    moments: Mapping[int, Moment] = {}


class Question:
    """One question of timing while it is ruled."""

    def __init__(self, asked: Asked, known: Rulebase) -> None:
        self.asked = asked
        self.known = known
        self.contenders = asked.contenders
        self.effects = [effect_of(contender, asked, known) for contender in self.contenders]
        self.seats = asked.seats or self._seats()
        self.targets = [self._target(number) for number in range(len(self.contenders))]
        self.steps: list[Finding] = []  # what is assumed, and what stands beside the order
        self.borrowed: dict[str, None] = {}
        self.unplaced: dict[int, tuple[Moment, ...]] = {}  # whose moment a text leaves open, where that matters

    # -- the law of this edition -----------------------------------------------------------------------------------

    def law(self, id: str, also: Rule | None = None) -> Rule:
        """A rule as this edition has it: citing its own book where that says the same, noted as borrowed otherwise."""
        rule = self.known.law[id]
        if also is not None:
            known = {cite.id for cite in rule.cites}
            first = tuple(cite for cite in also.cites if cite.id not in known)
            rule = rule.resting_on((*first, *rule.cites))
        return self._own(rule)

    def _own(self, rule: Rule) -> Rule:
        book = self.known.book
        foreign = [c for c in rule.cites if c.id.partition(" ")[0] in self.known.books() and not c.id.startswith(book)]
        if not foreign or book == BASE:
            return rule
        own = [cite for cite in rule.cites if cite not in foreign]
        for cite in foreign:
            same = sorted((len(id), id) for id in self.known.saying(cite.id) if id.startswith(f"{book} "))
            own += [Cite(id, self.known.grade(id), cite.also) for _, id in same[:1] if id not in {c.id for c in own}]
        if not any(cite.id.startswith(f"{book} ") for cite in own):
            if rule.kind != ASSUMPTION:
                self.borrowed[rule.says.rstrip(".")] = None
            return rule
        return rule.resting_on(tuple(own))

    def find(self, id: str, *words: Any, value: Any = True, also: Rule | None = None) -> Finding:
        """A finding of the law of this edition."""
        return Finding(self.law(id, also), value, (), words)

    def assume(self, id: str, *words: Any) -> None:
        """Lists something that is taken for granted."""
        found = self.find(id, *words)
        if found.says not in (step.says for step in self.steps):
            self.steps.append(found)

    # -- who and what ----------------------------------------------------------------------------------------------

    def _seats(self) -> tuple[str, ...]:
        asked = self.asked
        defense = [asked.defense] if asked.defense not in ("", HIDDEN) else []
        named = [asked.offense, *(c.player for c in asked.contenders), *defense]
        return tuple(dict.fromkeys(name for name in named if name != HAZARD))

    def _target(self, number: int) -> int | None:
        """What an answer answers: the nearest before it that it can cancel, else the only one there is."""
        cancels = self.effects[number].cancels
        if not cancels:
            return None
        can = [n for n, effect in enumerate(self.effects) if n != number and self._answerable(effect, cancels)]
        before = [n for n in can if n < number]
        if before:
            return before[-1]
        can = [n for n in can if not self.effects[n].cancels]
        if len(can) < 2:
            return can[0] if can else None
        contender = self.contenders[number]
        which = " or ".join(self.contenders[n].typed for n in can)
        raise MalformedError(
            self.asked.line, contender.column, f"what {contender.typed} answers before it", f"Type it after {which}."
        )

    @staticmethod
    def _answerable(effect: Effect, cancels: Sequence[str]) -> bool:
        return effect.kind in (NOTHING_NAMED, *cancels)

    def others(self) -> list[str]:
        """Everybody but the offense, clockwise from its left."""
        at = self.seats.index(self.asked.offense)
        return [*self.seats[at + 1 :], *self.seats[:at]]

    # -- in which phase --------------------------------------------------------------------------------------------

    def _given(self) -> list[Given]:
        """The cases: usually one. More where an effect shows several phases, or the defense is hidden."""
        defenses = [HIDDEN] if self.asked.defense == HIDDEN else [self.asked.defense]
        if defenses == [HIDDEN]:
            defenses = self.others() or [""]  # somebody who is not named, and so does not act
        found = []
        for phases, said in self._phases():
            for defense in defenses:
                who = f"{defense} is the defense" if len(defenses) > 1 else ""
                found.append(Given(phases, defense, " and ".join(part for part in (said, who) if part)))
        return found

    def _phases(self) -> list[tuple[tuple[str, ...], str]]:
        """(the phase of each contender, what is supposed for that) for every way in which the phases can fall."""
        told = [c.phase or self.asked.phase for c in self.contenders]
        if all(told):
            return [(tuple(told), "")]
        shown = [(phase,) if phase else e.phases for phase, e in zip(told, self.effects, strict=True)]
        definite = [phases for phases in shown if phases]
        if not definite:
            return [(tuple(told), "")]
        common = [p for p in ph.PHASES if all(p in phases for phases in definite)]
        if common:
            common = [phase for phase in common if self._nobody_barred(phase)] or common
            if any(len(phases) > 1 for phases in definite) and len(self.contenders) > 1:
                self.assume("timing.assumed-phase", f"all of this happens in the {common[0]} phase")
            return [(tuple(common[0] for _ in shown), "")]
        loose = [n for n, phases in enumerate(shown) if not phases and self.targets[n] is None]
        if loose:
            contender = self.contenders[loose[0]]
            raise MalformedError(
                self.asked.line,
                contender.column,
                f"the phase of {contender.typed}, since the others belong to different ones",
                f"Type {contender.typed}@{definite[0][0]}, or --phase for all of them.",
            )
        found = []
        for combination in product(*(phases or ("",) for phases in shown)):
            several = [n for n, phases in enumerate(shown) if len(phases) > 1]
            said = " and ".join(f"{self.contenders[n].typed} is used in {combination[n]}" for n in several)
            found.append((self._with_answers(combination), said))
        return found[:64]

    def _nobody_barred(self, phase: str) -> bool:
        """Whether everybody could use its effect in a phase, whoever is the defense if that is not told."""
        for contender, effect in zip(self.contenders, self.effects, strict=True):
            roles = possible_roles(contender.player, self.asked.offense, self.asked.defense, phase)
            if contender.player != HAZARD and not admits(roles_in(effect, phase, self.known), roles):
                return False
        return True

    def _with_answers(self, phases: Sequence[str]) -> tuple[str, ...]:
        """An answer belongs to the phase of what it answers."""
        found = list(phases)
        for number in range(len(found)):
            at: int | None = number
            seen: set[int] = set()
            while at is not None and not found[number] and at not in seen:
                seen.add(at)
                at = self.targets[at]
                found[number] = phases[at] if at is not None else ""
        return tuple(found)

    # -- the defense -----------------------------------------------------------------------------------------------

    def _settled_defense(self, given: Given) -> Given:
        """Who is the defense, where that was not said: by a sheet for main players only, or nobody who acts."""
        if self.asked.defense or all(phase in NO_DEFENSE_YET for phase in given.phases):
            return given
        if len(self.asked.seats) == 2:
            return given._replace(defense=self.others()[0])
        needed: dict[str, str] = {}
        for contender, effect, phase in zip(self.contenders, self.effects, given.phases, strict=True):
            bars = roles_in(effect, phase, self.known)
            others = possible_roles(contender.player, self.asked.offense, "", phase)
            if contender.player in (self.asked.offense, HAZARD) or phase in NO_DEFENSE_YET:
                continue
            if effect.known and not admits(bars, others) and admits(bars, (DEFENSE,)):
                needed.setdefault(contender.player, effect.name)
        if len(needed) > 1:
            says = f"{' and '.join(needed)} cannot both be the defense, and {' and '.join(needed.values())} need that"
            raise ImpossibleError(self.asked.line, [says])
        for player, name in needed.items():
            self.assume("timing.assumed-defense", player, name)
            return given._replace(defense=player)
        acting = [name for name in self.others() if name in {c.player for c in self.contenders}]
        orders = {tuple(self._order(given._replace(defense=name))) for name in ("", *acting)}
        if len(orders) > 1:
            nobody = (
                f"{acting[0]} is not the defense" if len(acting) == 1 else f"none of {in_words(acting)} is the defense"
            )
            self.assume("timing.assumed-no-defense", nobody)
        return given

    def _order(self, given: Given) -> list[str]:
        every = list(range(len(self.contenders)))
        return [self.contenders[n].typed for place in self.places(given, every) for chain in place for n in chain]

    # -- the places ------------------------------------------------------------------------------------------------

    def places(self, given: Given, numbers: Sequence[int]) -> list[list[Chain]]:
        """These contenders first to last, as `arrange` has it, by their own numbers."""
        slots = self.slots(given)
        newest_first = self.known.law["powers.answers"].value == "newest-first"
        chosen = []
        for number in numbers:
            target = self.targets[number] if newest_first else None
            chosen.append(slots[number]._replace(answers=numbers.index(target) if target in numbers else None))
        players = {(slot.phase, slot.moment): self._ranked(slot, given.defense) for slot in chosen}
        places = arrange(chosen, players)
        return [[tuple(numbers[at] for at in chain) for chain in place] for place in places]

    def slots(self, given: Given) -> list[Slot]:
        """When each contender acts, and what it answers. A hazard comes after all else in its phase."""
        places = [self._place_of(number, given) for number in range(len(self.contenders))]
        slots = []
        for number, contender in enumerate(self.contenders):
            place = places[self._root(number)]
            slots.append(Slot(_place(given.phases[number]), place, contender.player, self.targets[number]))
        return slots

    def _root(self, number: int) -> int:
        """What an answer answers in the end: it acts at the moment of that."""
        seen = {number}
        while (target := self.targets[number]) is not None and target not in seen:
            seen.add(target)
            number = target
        return number

    def moment(self, number: int, given: Given) -> Moment:
        """When a contender acts in its phase: as said, as its text has it, or as this case has it."""
        contender, phase = self.contenders[number], given.phases[number]
        if contender.moment:
            return Moment(contender.moment, self.known.moments.hinges.get(phase, ""))
        return given.moments.get(number) or self._moments(number, phase)[0]

    def _moments(self, number: int, phase: str) -> tuple[Moment, ...]:
        """What the text of a contender's effect says of its moment in a phase; of a flare, that of the face it uses."""
        effect = self.effects[number]
        faces = [face for face in effect.faces if not face[1] or phase in face[1]]
        if len(faces) < 2:
            return moments_in(effect, phase, self.known)
        told = [self.known.moments.in_phase(moments, phase) for *_, moments in faces]
        if told[0] == told[1]:
            return (told[0],)
        player, name = self.contenders[number].player, effect.name.removesuffix("-flare")
        owns = [
            contender.player
            for contender, other in zip(self.contenders, self.effects, strict=True)
            if other.kind == POWER and other.name == name
        ]
        if owns == [player]:
            return (told[1],)
        if not owns and phase:
            self.assume("timing.assumed-wild", player, effect.name, name)
        return (told[0],)

    def _place_of(self, number: int, given: Given) -> int:
        events, phase = self.known.moments, given.phases[number]
        if self.contenders[number].player == HAZARD:
            return events.last.get(phase, 0) + 1
        moment = self.moment(number, given)
        if phase and self.effects[number].kind == NOTHING_NAMED and not self.contenders[number].moment:
            times = self._times(given, phase)
            if len(times) == 1 and number not in given.moments:  # a player who wants to act then, too
                return next(iter(times))
        if not phase:  # nothing tells in which one; but before is before and after is after
            return AT_AN_EVENT.index(moment.kind) if moment.kind in AT_AN_EVENT else AT_AN_EVENT.index(WHEN)
        place = events.place(moment, phase)
        return events.at(f"{WHEN} {events.hinges[phase]}") if place is None else place

    def _times(self, given: Given, phase: str) -> set[int]:
        """The places in a phase of what is named there."""
        named = [n for n, effect in enumerate(self.effects) if effect.kind not in (NOTHING_NAMED, HAZARD)]
        return {self._place_of(n, given) for n in named if given.phases[n] == phase and self.targets[n] is None}

    def _unplaced(self, given: Given) -> dict[int, tuple[Moment, ...]]:
        """By number, the moments that a contender can have in its phase, where its text leaves that open."""
        found: dict[int, tuple[Moment, ...]] = {}
        events = self.known.moments
        for number, (contender, effect) in enumerate(zip(self.contenders, self.effects, strict=True)):
            phase = given.phases[number]
            if contender.moment or contender.player == HAZARD or not phase or self.targets[number] is not None:
                continue
            can_be = self._moments(number, phase)
            if effect.kind == NOTHING_NAMED and len(self._times(given, phase)) < 2:
                continue
            if len(can_be) > 1:
                found[number] = can_be
            elif self._is_loose(number, can_be[0], given):
                there = [event for event in events.events.values() if event.phase == phase]
                found[number] = tuple(Moment(kind, event.id) for event in there for kind in AT_AN_EVENT)
        return found

    def _ranked(self, slot: Slot, defense: str) -> list[str]:
        """The players at a moment of a phase in timing order, or in that of the discards (4.10.2); the hazard last."""
        offense, others = self.asked.offense, self.others()
        roles = self.known.law["timing.order"].value
        phase = ph.PHASES[slot.phase - 1] if slot.phase else ""
        if not defense or phase in NO_DEFENSE_YET:
            return [*in_order([role for role in roles if role != DEFENSE], offense, "", others), HAZARD]
        others.remove(defense)
        discards = phase == ph.RESOLUTION and slot.moment == self.known.moments.at("when discard")
        if discards and self.known.law["discards.order-of-many"].value == "defense-last":
            return [offense, *others, defense, HAZARD]
        return [*in_order(roles, offense, defense, others), HAZARD]

    # -- the ruling ------------------------------------------------------------------------------------------------

    def ruled(self) -> Order:
        """The ruling: by cases where what is not known makes more than one order."""
        cases = [case for given in self._given() for case in self._placed(self._settled_defense(given))]
        assumed = self.steps
        orders = []
        for given in cases:
            self.steps = list(assumed)
            orders.append((given.when, Ordering(self, given).ruled()))
        fit = [(when, order) for when, order in orders if order.status != ILLEGAL] or orders[:1]
        told = {tuple(order.order or ()) for _, order in fit}
        if len(told) == 1:
            return fit[0][1]
        return self._by_cases(fit)

    def _placed(self, given: Given) -> list[Given]:
        """The cases of a case: one, or where a text leaves its moment open one for each order that this can make."""
        unplaced = self._unplaced(given)
        ways: dict[tuple[str, ...], list[tuple[Moment, ...]]] = {}
        for way in islice(product(*unplaced.values()), _MOST_WAYS):
            order = tuple(self._order(given._replace(moments=dict(zip(unplaced, way, strict=True)))))
            ways.setdefault(order, []).append(way)
        if len(ways) < 2:
            return [given]
        self.unplaced.update(unplaced)
        found = []
        for some in ways.values():
            said = [given.when] if given.when else []
            for at, number in enumerate(unplaced):
                can_be = list(dict.fromkeys(way[at] for way in some))
                if len(can_be) < len(unplaced[number]):
                    said.append(f"{self.contenders[number].typed} acts {self._told(can_be, unplaced[number])}")
            moments = dict(zip(unplaced, some[0], strict=True))
            found.append(given._replace(when=" and ".join(said), moments=moments))
        return found

    def _is_loose(self, number: int, moment: Moment, given: Given) -> bool:
        """Whether nothing tells when in its phase a contender acts, where that matters.

        Where a text is for any phase and names no time, its player may be the first to act, or wait for what another's
        text places; among others like it the roles decide.
        """
        effect, phase = self.effects[number], given.phases[number]
        if effect.kind == NOTHING_NAMED or self.known.moments.place(moment, phase) is None:
            return True
        if effect.phases or not effect.known or moment.kind != DURING:
            return False
        others = [n for n, other in enumerate(self.effects) if other.kind not in (NOTHING_NAMED, HAZARD)]
        return any(
            given.phases[n] == phase
            and self.contenders[n].player != self.contenders[number].player
            and self.targets[n] is None
            and self.moment(n, given).kind != DURING
            for n in others
        )

    def _told(self, some: Sequence[Moment], of: Sequence[Moment]) -> str:
        """Some of the moments that an effect can have, in words."""
        first, last = of.index(some[0]), of.index(some[-1])
        words = [self.known.said(self.known.moments.told(moment)) for moment in some]
        if len(some) < 3 or last - first + 1 > len(some):
            return " or ".join(words)
        return f"{words[-1]}, or earlier" if not first else f"{words[0]}, or later"

    def _by_cases(self, orders: Sequence[tuple[str, Order]]) -> Order:
        first = orders[0][1]
        unknown = [n for n in self.unplaced if self._is_unknown(n, first)]
        first.status = OPEN if unknown else DEPENDS
        first.cases = [(when, order.order or []) for when, order in orders][:MOST_CASES]
        first.order, first.phase = None, None
        if self.asked.defense == HIDDEN:
            first.defense = ""
            first.needs.append("who the defense is: --defense NAME")
        for number, (contender, effect) in enumerate(zip(self.contenders, self.effects, strict=True)):
            if len(effect.phases) > 1 and any(f"{contender.typed} is used in" in when for when, _ in orders):
                first.needs.append(f"in which phase {contender.typed} is used: {contender.typed}@PHASE")
            if number in self.unplaced:
                first.needs.append(f"when {contender.typed} acts: {contender.typed}@before, @when or @after")
        first.places, first.results = [], []
        untold = [self.find("timing.untold", self.effects[number].name) for number in unknown]
        words = (f"it depends: {'; '.join(f'{when}: {in_words(order)}' for when, order in first.cases)}",)
        first.root = Finding(first.root.rule, None, (*untold, *(order.root for _, order in orders)), words)
        return first

    def _is_unknown(self, number: int, order: Order) -> bool:
        """True if the text of an effect is not known well enough to tell when in its phase it acts."""
        phase = order.phase or next(iter(self.effects[number].phases), "")
        return any(moment.kind == UNKNOWN for moment in moments_in(self.effects[number], phase, self.known))


def _place(phase: str) -> int:
    """The place of a phase in printed order; 0 for an unnamed one."""
    return ph.place(phase) + 1 if phase else 0
