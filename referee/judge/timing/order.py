"""One order of those who act, all that it depends on being given: who comes when, why, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.book.law import ASSUMPTION
from referee.book.moments import AFTER, BEFORE, DURING, UNKNOWN, WHEN, WHENEVER
from referee.book.parameters import NOT_STATED
from referee.judge.board import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY
from referee.judge.finding import Finding, as_tree, citations_of, grade_of, walk
from referee.judge.ruling import DETERMINED, FORMAT, ILLEGAL, OPEN
from referee.judge.timing.contenders import (
    DISCARD,
    NOTHING_NAMED,
    POWER,
    REGROUP,
    REINFORCEMENT,
    REWARDS,
    STEP,
    admits,
    bar_words,
    fits,
    is_use,
    possible_roles,
    roles_in,
)
from referee.judge.timing.players import Chain, Slot, cancelled
from referee.state import phases as ph
from referee.state.contenders import HAZARD, Asked
from referee.state.encounter import DEFENSE

if TYPE_CHECKING:
    from referee.judge.timing.question import Given, Question

NO_DEFENSE_YET = (ph.START, ph.REGROUP, ph.DESTINY)
MOST_CASES = 24

_AS_ONE_OF: dict[tuple[str, ...], str] = {
    (BYSTANDER,): "outside the encounter",
    (DEFENSIVE_ALLY,): "a defensive ally",
    (OFFENSIVE_ALLY,): "an offensive ally",
}


class Place(NamedTuple):
    """One contender in the order: what was typed, when, the step that says why, and what cancels it, if anything."""

    typed: str
    who: str
    phase: str
    finding: Finding
    cancelled_by: str


class Barred(NamedTuple):
    """What cannot be used as it was asked, and what could be typed instead."""

    typed: str
    finding: Finding
    nearest: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        cites = [cite.id for cite in self.finding.rule.cites]
        return {"effect": self.typed, "says": self.finding.says, "cites": cites, "nearest": list(self.nearest)}


class Order:
    """Who resolves first: the ruling of one question of timing.

    `order` are the arguments as typed, first to last, without those that cannot be used; None where that is not
    settled, with `cases` where it depends on something. `places` say why, `results` what the order makes of them.
    """

    def __init__(self, asked: Asked, edition: str) -> None:
        self.asked = asked
        self.edition = edition
        self.status = DETERMINED
        self.offense = asked.offense
        self.defense = asked.defense
        self.phase: str | None = None
        self.seats: tuple[str, ...] = asked.seats
        self.order: list[str] | None = None
        self.places: list[Place] = []
        self.results: list[Finding] = []
        self.barred: list[Barred] = []
        self.cases: list[tuple[str, list[str]]] = []
        self.needs: list[str] = []
        self.steps: list[Finding] = []
        self.readings: dict[str, str] = {}
        self.root: Finding

    def findings(self) -> list[Finding]:
        """Every step of the proof, each once."""
        return walk(self.root)

    def citations(self) -> dict[str, str]:
        """The clauses it rests on, with their grades."""
        return {cite.id: cite.grade for step in self.findings() for cite in step.rule.cites}

    def refused_by(self) -> set[str]:
        """The clauses that bar something from the order."""
        return {cite.id for barred in self.barred for cite in barred.finding.rule.cites}

    def to_dict(self, proof: bool = True) -> dict[str, Any]:
        """As JSON: order, steps, results, what is barred, cases, authority, assumptions, and the proof tree."""
        findings = self.findings()
        told: dict[str, Any] = {
            "format": FORMAT,
            "edition": self.edition,
            "offense": self.offense,
            "defense": self.defense or None,
            "seats": list(self.seats),
            "phase": self.phase,
            "status": self.status,
            "order": self.order,
            "steps": [
                {
                    "effect": place.typed,
                    "who": place.who,
                    "phase": place.phase or None,
                    "says": place.finding.says,
                    "cites": [cite.id for cite in place.finding.rule.cites],
                    "cancelled_by": place.cancelled_by or None,
                }
                for place in self.places
            ],
            "cancelled": [place.typed for place in self.places if place.cancelled_by],
            "results": [{"says": f.says, "cites": [cite.id for cite in f.rule.cites]} for f in self.results],
            "illegal": [barred.to_dict() for barred in self.barred],
            "cases": [{"when": when, "order": order} for when, order in self.cases],
            "needs": self.needs,
            "grade": grade_of(findings),
            "citations": citations_of(findings),
            "questions": list(dict.fromkeys(f.rule.question for f in findings if f.rule.question)),
            "readings": self.readings,
            "assumes": list(dict.fromkeys(f.says for f in findings if f.rule.kind == ASSUMPTION)),
        }
        if proof:
            told["proof"] = as_tree(self.root)
        return told


class Ordering:
    """One complete case: who comes when, why, and what follows from it."""

    def __init__(self, question: Question, given: Given) -> None:
        self.q = question
        self.given = given
        self.contenders = question.contenders
        self.effects = question.effects
        self.asked = question.asked
        self.order = Order(question.asked, question.known.edition)
        self.order.seats, self.order.defense = question.seats, given.defense
        self.order.phase = given.phases[0] if len(set(given.phases)) == 1 and given.phases[0] else None
        self.slots = question.slots(given)
        self.open: list[Finding] = []

    def ruled(self) -> Order:
        """The order with a step for each contender, and the proof."""
        order = self.order
        live = [n for n in range(len(self.contenders)) if not self._bar(n)]
        live = [n for n in live if not self._bar_answer(n, live)]
        places = self.q.places(self.given, live)
        numbers = [n for place in places for chain in place for n in chain]
        found = self._cancelled(numbers)
        for number, finding in self._findings(places).items():
            by = found.get(number)
            cancels = order.results[self._result_of[number]] if by is not None else None
            finding.cancelled_by = cancels
            typed = self.contenders[by].typed if by is not None else ""
            c = self.contenders[number]
            order.places.append(Place(c.typed, c.player, self.given.phases[number], finding, typed))
        self._results(numbers, found)
        self._assume(live)
        self._close(places, numbers)
        return order

    # -- what cannot be used ---------------------------------------------------------------------------------------

    def _bar(self, number: int) -> bool:
        """Whether a contender cannot use its effect in this phase, or in the role it has (4.8.1)."""
        contender, effect, phase = self.contenders[number], self.effects[number], self.given.phases[number]
        if contender.player == HAZARD or effect.kind == NOTHING_NAMED:
            return False
        if not fits(effect, phase, self.q.known):
            finding = self.q.find(
                "timing.barred-phase", effect.name, in_words(effect.phases), phase, value=False, also=effect.rule
            )
            return self._barred(number, finding, [f"{contender.typed.partition('@')[0]}@{p}" for p in effect.phases])
        bars = roles_in(effect, phase, self.q.known)
        roles = possible_roles(contender.player, self.asked.offense, self.given.defense, phase)
        admitted = admits(bars, roles)
        if not admitted:
            who = "the offense" if roles == ("offense",) else "the defense" if roles == (DEFENSE,) else "no main player"
            words = effect.name, bar_words(bars), contender.player, who
            joins = roles == (BYSTANDER,) and admits(bars, (OFFENSIVE_ALLY, DEFENSIVE_ALLY))
            rule = "timing.barred-ally" if joins else "timing.barred-role"
            return self._barred(number, self.q.find(rule, *words, value=False, also=effect.rule), [])
        if len(admitted) < len(roles):
            self.q.assume("timing.assumed-ally", contender.player, _AS_ONE_OF.get(tuple(admitted), "an ally"))
        return False

    def _bar_answer(self, number: int, live: Sequence[int]) -> bool:
        """Whether an answer has nothing that it could cancel."""
        if not self.effects[number].cancels or self.q.targets[number] in live:
            return False
        contender, what = self.contenders[number], either(self.effects[number].cancels)
        nothing = self.q.find("timing.nothing-to-answer", contender.typed, f"no {what} is named that it can cancel")
        return self._barred(number, _of_one(nothing, self.effects[number].name), [])

    def _barred(self, number: int, finding: Finding, nearest: Sequence[str]) -> bool:
        self.order.barred.append(Barred(self.contenders[number].typed, finding, tuple(nearest)))
        return True

    # -- why each comes where it does ------------------------------------------------------------------------------

    def _findings(self, places: Sequence[Sequence[Chain]]) -> dict[int, Finding]:
        """For each contender, in order, the step that puts it there."""
        groups: dict[tuple[int, int], list[int]] = {}
        for place in places:
            at = self.slots[place[0][-1]]
            groups.setdefault((at.phase, at.moment), []).extend(chain[-1] for chain in place)
        found: dict[int, Finding] = {}
        for place in places:
            for chain in place:
                for answer in chain[:-1]:
                    found[answer] = self._answer(answer)
                found[chain[-1]] = self._placed(chain[-1], groups)
            if len(place) > 1:
                self._tie(place)
        return found

    def _answer(self, number: int) -> Finding:
        target = self.q.targets[number]
        assert target is not None
        rule = self.q.law("powers.answers")
        answers = self.q.find("timing.answering", self.contenders[number].typed, self.contenders[target].typed)
        words = self.contenders[number].player, self.contenders[target].player
        return Finding(rule, rule.value, (_of_one(answers, self.effects[number].name),), words)

    def _placed(self, number: int, groups: Mapping[tuple[int, int], list[int]]) -> Finding:
        slot, effect, phase = self.slots[number], self.effects[number], self.given.phases[number]
        if slot.player == HAZARD:
            return self._hazard()
        group = groups[slot.phase, slot.moment]
        in_phase = [key for key in groups if key[0] == slot.phase]
        shows = effect.phases and phase in effect.phases and effect.kind != STEP
        sources = [self.q.find("timing.phase", effect.name, phase, also=effect.rule)] if shows else []
        if len(in_phase) > 1:
            sources.append(self._moment(number))
        players = list(dict.fromkeys(self.slots[n].player for n in group))
        if len(players) > 1 or not sources:
            sources.insert(0, self._role(slot, players, self._is_step(number, DISCARD)))
        top, *rest = sources if len(players) > 1 else sources[::-1]
        return Finding(top.rule, top.value, tuple(rest), top.words)

    def _role(self, slot: Slot, players: Sequence[str], discards: bool) -> Finding:
        place = players.index(slot.player)
        word = f"after {players[place - 1]}" if place else f"before {players[1]}" if players[1:] else "alone"
        if discards:
            return self.q.find("timing.discard", slot.player, word)
        if slot.player == self.asked.offense:
            return self.q.find("timing.offense", slot.player, word)
        early = slot.phase and ph.PHASES[slot.phase - 1] in NO_DEFENSE_YET
        if slot.player == self.given.defense and not early:
            return self.q.find("timing.defense", slot.player, word)
        return self.q.find("timing.others", slot.player, word, self.asked.offense)

    def _moment(self, number: int) -> Finding:
        """Why something comes before, at or after an event of its phase: by its text, or as the players say."""
        contender, effect, phase = self.contenders[number], self.effects[number], self.given.phases[number]
        name = effect.name or contender.typed
        moment, events = self.q.moment(number, self.given), self.q.known.moments
        event = events.events.get(moment.event or events.hinges.get(phase, ""))
        says = event.happens if event is not None else "what the phase turns on"
        if contender.moment and contender.moment != WHEN:
            return self.q.find("timing.said-before" if contender.moment == BEFORE else "timing.said-after", name, says)
        found = self.q.find(moment.rule, name) if moment.rule else self.q.find(_PLACED[moment.kind], name, says)
        if effect.rule is None or moment.kind == DURING:
            return found
        return Finding(found.rule.citing(effect.rule), found.value, found.sources, found.words)

    def _hazard(self) -> Finding:
        rule = self.q.law("timing.hazard")
        finding = Finding(rule, rule.value)
        if rule.value == NOT_STATED:
            self.open.append(finding)
        else:
            self.q.assume("timing.assumed-hazards")
        return finding

    def _tie(self, place: Sequence[Chain]) -> None:
        names = [self.contenders[chain[-1]].typed for chain in place]
        player = self.contenders[place[0][-1]].player
        finding = self.q.find("timing.own-effects", player, either(names), value=None)
        self.order.results.append(finding)
        self.open.append(finding)

    # -- what follows ----------------------------------------------------------------------------------------------

    def _cancelled(self, numbers: Sequence[int]) -> dict[int, int]:
        """What comes to nothing, and by which answer; each is a result."""
        idle = frozenset(n for n in numbers if not self._can_cancel(n))
        found = cancelled(numbers, self.slots, idle)
        self._result_of: dict[int, int] = {}
        for target, by in found.items():
            power = self.effects[target].kind == POWER
            id = "timing.cancelled-power" if power else "timing.cancelled-card"
            words = self.contenders[target].typed, self.contenders[by].typed
            self._result_of[target] = len(self.order.results)
            self.order.results.append(self.q.find(id, *words, also=self.effects[by].rule))
        for number in numbers:
            answers = self.slots[number].answers
            if answers is None or found.get(answers) == number or number in found:
                continue
            self.order.results.append(self._in_vain(number, answers, numbers))
        return found

    def _can_cancel(self, number: int) -> bool:
        target = self.q.targets[number]
        return target is not None and is_use(self.effects[target], self.given.phases[target], self.q.known)

    def _in_vain(self, number: int, target: int, numbers: Sequence[int]) -> Finding:
        typed, other = self.contenders[number].typed, self.contenders[target]
        if not self._can_cancel(number):
            return self.q.find("powers.no-use", other.player)
        if numbers.index(target) < numbers.index(number):
            return self._answer(number)
        spent = self.q.find("timing.nothing-to-answer", typed, f"{other.typed} is cancelled already")
        return _of_one(spent, self.effects[number].name)

    def _results(self, numbers: Sequence[int], found: Mapping[int, int]) -> None:
        """What the order changes: the regroup, powers lost in time, rounds, discards."""
        results, q = self.order.results, self.q
        acting = [n for n in numbers if n not in found and self.slots[n].answers is None]
        steps = {
            name: [n for n in acting if self._is_step(n, name)] for name in (REGROUP, REINFORCEMENT, REWARDS, DISCARD)
        }
        for regroup in steps[REGROUP]:
            later = [n for n in acting[acting.index(regroup) + 1 :] if self._is_own_effect(n, regroup)]
            if later:
                names = in_words([self.contenders[n].typed for n in later])
                results.append(q.find("timing.regroup-first", self.asked.offense, names))
        powers = [n for n in acting if self.effects[n].kind == POWER and self._after_another(n, acting)]
        if powers:
            whose = [f"{self.contenders[n].player}'s {self.effects[n].name}" for n in powers]
            results.append(q.find("timing.condition", either(whose)))
        if steps[REINFORCEMENT]:
            results.append(q.find("timing.reinforcements"))
        if len(steps[REWARDS]) > 1:
            results.append(q.find("rewards.in-turn", ", then ".join(self.contenders[n].player for n in steps[REWARDS])))
        if len(steps[DISCARD]) > 1:
            rule = q.law("discards.order-of-many")
            finding = Finding(rule, rule.value, (), (" ".join(self.contenders[n].player for n in steps[DISCARD]),))
            results.append(finding)
            if rule.value == "none":
                self.open.append(finding)
        early = [phase for phase in dict.fromkeys(self.given.phases) if phase in NO_DEFENSE_YET]
        for phase in early:
            if any(self.contenders[n].player == self.given.defense and self.given.phases[n] == phase for n in numbers):
                results.append(q.find("timing.no-defense", phase, self.given.defense))

    def _is_step(self, number: int, name: str) -> bool:
        return self.effects[number].kind == STEP and self.effects[number].name == name

    def _is_own_effect(self, number: int, other: int) -> bool:
        """Whether something named is another player's, and in the same phase."""
        same = self.given.phases[number] == self.given.phases[other]
        return same and self.effects[number].kind != NOTHING_NAMED and self._apart(number, other)

    def _apart(self, number: int, other: int) -> bool:
        return self.contenders[number].player not in (HAZARD, self.contenders[other].player)

    def _after_another(self, number: int, acting: Sequence[int]) -> bool:
        """Whether something named of another player comes before; of powers, only one of an earlier phase counts."""
        before = [n for n in acting[: acting.index(number)] if self._apart(n, number)]
        kinds = {self.effects[n].kind for n in before}
        earlier = {self.effects[n].kind for n in before if self.given.phases[n] != self.given.phases[number]}
        return bool(kinds - {NOTHING_NAMED, STEP, POWER}) or POWER in earlier

    # -- what is taken for granted ---------------------------------------------------------------------------------

    def _assume(self, live: Sequence[int]) -> None:
        q = self.q
        players = {self.contenders[n].player for n in live} - {HAZARD}
        if not self.asked.seats and len(players - {self.asked.offense, self.given.defense}) > 1:
            q.assume("timing.assumed-seats", " ".join(q.seats))
        if q.law("timing.scope").value == "contradicting" and len(live) > 1:
            q.assume("timing.assumed-clash")
        for phase in dict.fromkeys(self.given.phases):
            self._assume_moment(phase, [n for n in live if self.given.phases[n] == phase])

    def _assume_moment(self, phase: str, live: Sequence[int]) -> None:
        """Names effects that name no time in the phase, and those of which the bars are not known."""
        there = [n for n in live if self.slots[n].answers is None and self.contenders[n].player != HAZARD]
        named = [n for n in there if self.effects[n].kind not in (NOTHING_NAMED, STEP, HAZARD)]
        vague = [n for n in named if not self.contenders[n].moment]
        vague = [n for n in vague if self.q.moment(n, self.given).kind == DURING]
        if vague and phase and len({self.contenders[n].player for n in there}) > 1:
            names = in_words([self.effects[n].name for n in vague])
            come = "names" if len(vague) == 1 else "name"
            self.q.assume("timing.assumed-moment", f"{names} {come}", phase)
        unknown = [self.effects[n].name for n in named if not self.effects[n].known]
        if unknown:
            self.q.assume("timing.assumed-bar", in_words(unknown))

    # -- the proof -------------------------------------------------------------------------------------------------

    def _close(self, places: Sequence[Sequence[Chain]], numbers: Sequence[int]) -> None:
        order, q = self.order, self.q
        typed = [self.contenders[n].typed for n in numbers]
        if order.barred:
            order.status, order.order = ILLEGAL, typed
        elif self.open:
            order.status, order.cases = OPEN, self._ways(places)
        else:
            order.order = typed
        rule = q.law("timing.order")
        sources = [Finding(rule, rule.value)]
        scope = q.law("timing.scope")
        if scope.question:
            sources.append(Finding(scope, scope.value))
        shown = [phase for phase in ph.PHASES if phase in {self.given.phases[n] for n in numbers}]
        if len(shown) > 1:
            sources.append(q.find("timing.phases", " before ".join(shown)))
        sources += [place.finding for place in order.places] + order.results + [b.finding for b in order.barred]
        if q.borrowed:
            q.assume("timing.borrowed", "; ".join(q.borrowed))
        says = f"no order is settled for {in_words(typed)}" if order.order is None else ", then ".join(typed)
        order.root = Finding(q.law("timing.asked"), order.order, (*sources, *q.steps), (says or "nobody acts there",))

    def _ways(self, places: Sequence[Sequence[Chain]]) -> list[tuple[str, list[str]]]:
        """Every order that is left open between one player's own effects; none where a hazard has no place."""
        if any(finding.rule.id != "timing.own-effects" for finding in self.open):
            return []
        found = []
        for way in product(*(permutations(place) for place in places)):
            ties = [place for place in way if len(place) > 1]
            said = "; ".join(" before ".join(self.contenders[chain[-1]].typed for chain in tie) for tie in ties)
            found.append((said, [self.contenders[n].typed for place in way for chain in place for n in chain]))
            if len(found) > MOST_CASES:
                return []
        return found


# The rules for what a text places in its phase.
_PLACED = {
    BEFORE: "timing.before",
    WHEN: "timing.at",
    AFTER: "timing.after",
    WHENEVER: "timing.whenever",
    DURING: "timing.when",
    UNKNOWN: "timing.untold",
}


def _of_one(finding: Finding, name: str) -> Finding:
    """A finding of a rule about several sheets and cards that rests on one of them: that first, and no other."""
    rule = finding.rule
    printed = {cite.id for cite in rule.cites if cite.id.partition(" ")[0] in ("alien", "card")}
    cites = [cite for cite in rule.cites if cite.id in printed and cite.id.partition(" ")[2] == name]
    cites += [cite for cite in rule.cites if cite.id not in printed]
    return Finding(rule.resting_on(tuple(cites)), finding.value, finding.sources, finding.words)


def in_words(names: Sequence[str]) -> str:
    """Names in one phrase: `red, blue and green`."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def either(names: Sequence[str]) -> str:
    """Names of which one is meant: `red or blue`."""
    return " or ".join(names)
