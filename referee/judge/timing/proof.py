"""One order of those who act, all that it depends on being given: who comes when, why, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, permutations, product

from referee.book.moments import AFTER, BEFORE, DURING, UNKNOWN, WHEN, WHENEVER
from referee.book.parameters import NOT_STATED
from referee.judge.finding import Finding
from referee.judge.ruling import DETERMINED, ILLEGAL, OPEN
from referee.judge.stand import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY
from referee.judge.timing.contenders import (
    DISCARD,
    REGROUP,
    REINFORCEMENT,
    REWARDS,
    Effect,
    Kind,
    admits,
    bar_words,
    possible_roles,
)
from referee.judge.timing.edition_law import of_one
from referee.judge.timing.order import MOST_CASES, Barred, Order, OrderCase, Place, in_words
from referee.judge.timing.places import NO_DEFENSE_YET, Given, Question
from referee.judge.timing.players import Chain, Slot, cancelled
from referee.state import phases as ph
from referee.state.contenders import HAZARD
from referee.state.encounter import DEFENSE, OFFENSE

_AS_ONE_OF: dict[tuple[str, ...], str] = {
    (BYSTANDER,): "outside the encounter",
    (DEFENSIVE_ALLY,): "a defensive ally",
    (OFFENSIVE_ALLY,): "an offensive ally",
}
# The rules for what a text places in its phase, and those for what the players say.
_PLACED = {
    BEFORE: "timing.before",
    WHEN: "timing.at",
    AFTER: "timing.after",
    WHENEVER: "timing.whenever",
    DURING: "timing.when",
    UNKNOWN: "timing.untold",
}
_SAID = {BEFORE: "timing.said-before", AFTER: "timing.said-after"}

Groups = Mapping[tuple[int, int], Sequence[int]]  # who acts, in order, by phase and moment


class Ordering:
    """One complete case: who comes when, why, and what follows from it."""

    def __init__(self, question: Question, given: Given) -> None:
        self.q = question
        self.law = question.law
        self.actors = question.actors
        self.asked = question.asked
        self.given = given
        self.slots = question.slots(given)
        self.open: list[Finding] = []
        self.is_left_open = False  # whether the law leaves something open, and not only players their own effects
        self.results: list[Finding] = []

    def ruled(self) -> Order:
        """The order with a step for each contender, and the proof."""
        bars = [self._bar(number) for number in range(len(self.actors))]
        free = [number for number, bar in enumerate(bars) if bar is None]
        idle = [self._bar_answer(number, free) for number in free]
        live = [number for number, bar in zip(free, idle, strict=True) if bar is None]
        places = self.q.places(self.given, live)
        numbers = [number for place in places for chain in place for number in chain]
        by = self._cancelled(numbers)
        shown = list(self._told_places(self._findings(places), by))
        self.results += self._follows(numbers, by)
        self._assume(live)
        return self._closed(places, numbers, shown, [bar for bar in (*bars, *idle) if bar is not None])

    # -- what cannot be used ---------------------------------------------------------------------------------------

    def _bar(self, number: int) -> Barred | None:
        """Why a contender cannot use its effect in this phase, or in the role it has (4.8.1); None where it can."""
        actor, phase = self.actors[number], self.given.phases[number]
        effect, player = actor.effect, actor.player
        if not effect.is_named:
            return None
        if not effect.fits(phase):
            shows = in_words(effect.phases)
            finding = self.law.find("timing.barred-phase", effect.name, shows, phase, value=False, also=effect.rule)
            typed = actor.typed.partition("@")[0]
            return Barred(actor.typed, finding, tuple(f"{typed}@{other}" for other in effect.phases))
        bars = effect.roles_in(phase)
        roles = possible_roles(player, self.asked.offense, self.given.defense, phase)
        admitted = admits(bars, roles)
        if not admitted:
            joins = roles == (BYSTANDER,) and admits(bars, (OFFENSIVE_ALLY, DEFENSIVE_ALLY))
            rule = "timing.barred-ally" if joins else "timing.barred-role"
            who = f"the {roles[0]}" if roles[0] in (OFFENSE, DEFENSE) else "no main player"
            words = effect.name, bar_words(bars), player, who
            return Barred(actor.typed, self.law.find(rule, *words, value=False, also=effect.rule))
        if len(admitted) < len(roles):
            self.law.assume("timing.assumed-ally", player, _AS_ONE_OF.get(tuple(admitted), "an ally"))
        return None

    def _bar_answer(self, number: int, live: Sequence[int]) -> Barred | None:
        """That an answer has nothing that it could cancel; None where it has, or is no answer.

        Where nothing but answers is named, what they answer was not told, and is there.
        """
        actor = self.actors[number]
        if not actor.effect.cancels or actor.answers in live:
            return None
        if len(self.actors) > 1 and all(other.effect.cancels for other in self.actors):
            self.law.assume("timing.assumed-answered", actor.effect.name)
            return None
        what = f"no {' or '.join(actor.effect.cancels)} is named that it can cancel"
        nothing = self.law.find("timing.nothing-to-answer", actor.typed, what)
        return Barred(actor.typed, of_one(nothing, actor.effect.name))

    # -- why each comes where it does ------------------------------------------------------------------------------

    def _findings(self, places: Sequence[Sequence[Chain]]) -> dict[int, Finding]:
        """For each contender, in order, the step that puts it there."""
        groups: dict[tuple[int, int], list[int]] = {}
        for place in places:
            at = self.slots[place[0][-1]]
            groups.setdefault((at.phase, at.moment), []).extend(chain[-1] for chain in place)
        found: dict[int, Finding] = {}
        for place in places:
            for *answers, number in place:
                found |= {answer: self._answer(answer) for answer in answers}
                found[number] = self._placed(number, groups)
            if len(place) > 1:
                self._tie(place)
        return found

    def _answer(self, number: int) -> Finding:
        actor = self.actors[number]
        assert actor.answers is not None
        target = self.actors[actor.answers]
        answers = self.law.parameter("powers.answers")
        answering = self.law.find("timing.answering", actor.typed, target.typed)
        sources = (of_one(answering, actor.effect.name),)
        return Finding(answers.rule, answers.value, sources, (actor.player, target.player))

    def _placed(self, number: int, groups: Groups) -> Finding:
        """Why a contender stands where it does: the phase that it shows, its moment there, and its role."""
        actor, slot, phase = self.actors[number], self.slots[number], self.given.phases[number]
        if actor.is_hazard:
            return self._hazard()
        effect, sources = actor.effect, []
        if effect.kind != Kind.STEP and phase in effect.phases:
            sources.append(self.law.find("timing.phase", effect.name, phase, also=effect.rule))
        if sum(phase == slot.phase for phase, _ in groups) > 1:
            sources.append(self._moment(number))
        players = list(dict.fromkeys(self.slots[other].player for other in groups[slot.phase, slot.moment]))
        several = len(players) > 1
        if several or not sources:
            sources.insert(0, self._role(slot, players, self._is_step(number, DISCARD)))
        top, *rest = sources if several else sources[::-1]
        return Finding(top.rule, top.value, tuple(rest), top.words)

    def _role(self, slot: Slot, players: Sequence[str], discards: bool) -> Finding:
        place = players.index(slot.player)
        word = f"after {players[place - 1]}" if place else f"before {players[1]}" if players[1:] else "alone"
        if discards:
            return self.law.find("timing.discard", slot.player, word)
        if slot.player == self.asked.offense:
            return self.law.find("timing.offense", slot.player, word)
        early = slot.phase and ph.PHASES[slot.phase - 1] in NO_DEFENSE_YET
        if slot.player == self.given.defense and not early:
            return self.law.find("timing.defense", slot.player, word)
        return self.law.find("timing.others", slot.player, word, self.asked.offense)

    def _moment(self, number: int) -> Finding:
        """Why something comes before, at or after an event of its phase: by its text, or as the players say."""
        actor, phase, events = self.actors[number], self.given.phases[number], self.q.known.moments
        effect, said = actor.effect, actor.contender.moment
        name = effect.name or actor.typed
        moment = self.q.moment(number, self.given)
        event = events.events.get(moment.event or events.hinges.get(phase, ""))
        says = event.happens if event is not None else "what the phase turns on"
        if said in _SAID:
            return self.law.find(_SAID[said], name, says)
        found = self.law.find(moment.rule, name) if moment.rule else self.law.find(_PLACED[moment.kind], name, says)
        if effect.rule is None or moment.kind == DURING:
            return found
        return Finding(found.rule.citing(effect.rule), found.value, found.sources, found.words)

    def _hazard(self) -> Finding:
        finding = self.law.parameter("timing.hazard")
        if finding.value == NOT_STATED:
            self._leave_open(finding)
        else:
            self.law.assume("timing.assumed-hazards")
        return finding

    def _tie(self, place: Sequence[Chain]) -> None:
        tied = [self.actors[chain[-1]] for chain in place]
        names = " or ".join(actor.typed for actor in tied)
        finding = self.law.find("timing.own-effects", tied[0].player, names, value=None)
        self.results.append(finding)
        self.open.append(finding)

    # -- what follows ----------------------------------------------------------------------------------------------

    def _cancelled(self, numbers: Sequence[int]) -> dict[int, int]:
        """What comes to nothing, and by which answer; each is a result, and so is each answer that is in vain."""
        idle = frozenset(number for number in numbers if not self._can_cancel(number))
        found = cancelled(numbers, self.slots, idle)
        for target, by in found.items():
            power = self.actors[target].effect.kind == Kind.POWER
            rule = "timing.cancelled-power" if power else "timing.cancelled-card"
            words = self.actors[target].typed, self.actors[by].typed
            self.results.append(self.law.find(rule, *words, also=self.actors[by].effect.rule))
        for number in numbers:
            answers = self.actors[number].answers
            if answers is not None and found.get(answers) != number and number not in found:
                self.results.append(self._in_vain(number, answers, numbers))
        return found

    def _can_cancel(self, number: int) -> bool:
        target = self.actors[number].answers
        return target is not None and self.actors[target].effect.is_use(self.given.phases[target])

    def _in_vain(self, number: int, target: int, numbers: Sequence[int]) -> Finding:
        actor, other = self.actors[number], self.actors[target]
        if not self._can_cancel(number):
            return self.law.find("powers.no-use", other.player)
        if numbers.index(target) < numbers.index(number):
            return self._answer(number)
        spent = self.law.find("timing.nothing-to-answer", actor.typed, f"{other.typed} is cancelled already")
        return of_one(spent, actor.effect.name)

    def _follows(self, numbers: Sequence[int], by: Mapping[int, int]) -> Iterator[Finding]:
        """What the order changes: the regroup, powers lost in time, rounds, discards, and no defense yet."""
        acting = [number for number in numbers if number not in by and self.actors[number].answers is None]
        yield from self._regrouped_first(acting)
        yield from self._conditions(acting)
        if self._taking(REINFORCEMENT, acting):
            yield self.law.find("timing.reinforcements")
        rewarded = self._taking(REWARDS, acting)
        if len(rewarded) > 1:
            yield self.law.find("rewards.in-turn", ", then ".join(rewarded))
        discarding = self._taking(DISCARD, acting)
        if len(discarding) > 1:
            yield self._discards(discarding)
        yield from self._without_defense(numbers)

    def _regrouped_first(self, acting: Sequence[int]) -> Iterator[Finding]:
        """The regroup comes before what others do in its phase."""
        for at, regroup in enumerate(acting):
            if self._is_step(regroup, REGROUP):
                later = [self.actors[n].typed for n in acting[at + 1 :] if self._is_anothers_effect(n, regroup)]
                if later:
                    yield self.law.find("timing.regroup-first", self.asked.offense, in_words(later))

    def _conditions(self, acting: Sequence[int]) -> Iterator[Finding]:
        """Powers that may be lost, or their conditions gone, by what others do before."""
        late = [self.actors[number] for number in acting if self._after_another(number, acting)]
        whose = [f"{actor.player}'s {actor.effect.name}" for actor in late if actor.effect.kind == Kind.POWER]
        if whose:
            yield self.law.find("timing.condition", " or ".join(whose))

    def _discards(self, players: Sequence[str]) -> Finding:
        """The order of the discards, which some editions leave open."""
        order = self.law.parameter("discards.order-of-many")
        finding = Finding(order.rule, order.value, (), (" ".join(players),))
        if order.value == "none":
            self._leave_open(finding)
        return finding

    def _leave_open(self, finding: Finding) -> None:
        """Notes what no rule settles: no player can choose it either."""
        self.open.append(finding)
        self.is_left_open = True

    def _without_defense(self, numbers: Sequence[int]) -> Iterator[Finding]:
        """In the first phases nobody is the defense yet."""
        defense, phases = self.given.defense, self.given.phases
        acts_in = {phases[number] for number in numbers if self.actors[number].player == defense}
        for phase in dict.fromkeys(phases):
            if phase in NO_DEFENSE_YET and phase in acts_in:
                yield self.law.find("timing.no-defense", phase, defense)

    def _taking(self, step: str, acting: Sequence[int]) -> list[str]:
        """The players who take a step of the phase, in order."""
        return [self.actors[number].player for number in acting if self._is_step(number, step)]

    def _is_step(self, number: int, name: str) -> bool:
        effect = self.actors[number].effect
        return effect.kind == Kind.STEP and effect.name == name

    def _is_anothers_effect(self, number: int, other: int) -> bool:
        """True if something named is another player's, and in the same phase."""
        same = self.given.phases[number] == self.given.phases[other]
        return same and self.actors[number].effect.kind != Kind.NOTHING and self._apart(number, other)

    def _apart(self, number: int, other: int) -> bool:
        return self.actors[number].player not in (HAZARD, self.actors[other].player)

    def _after_another(self, number: int, acting: Sequence[int]) -> bool:
        """True if something named of another player comes before; of powers, only one of an earlier phase counts."""
        before = [other for other in acting[: acting.index(number)] if self._apart(other, number)]
        phases = self.given.phases
        return any(
            phases[other] != phases[number]
            if self.actors[other].effect.kind == Kind.POWER
            else self.actors[other].effect.kind not in (Kind.NOTHING, Kind.STEP)
            for other in before
        )

    # -- what is taken for granted ---------------------------------------------------------------------------------

    def _assume(self, live: Sequence[int]) -> None:
        players = {self.actors[number].player for number in live} - {HAZARD}
        if not self.asked.seats and len(players - {self.asked.offense, self.given.defense}) > 1:
            self.law.assume("timing.assumed-seats", " ".join(self.q.seats))
        if self.law.rule("timing.scope").value == "contradicting" and len(live) > 1:
            self.law.assume("timing.assumed-clash")
        acting = [number for number in live if self.actors[number].answers is None]
        for phase in dict.fromkeys(self.given.phases):
            self._assume_in(phase, [number for number in acting if self.given.phases[number] == phase])

    def _told_places(self, findings: Mapping[int, Finding], by: Mapping[int, int]) -> Iterator[Place]:
        """The place of each contender, with what cancels it."""
        cancelling = dict(zip(by, self.results, strict=False))
        for number, finding in findings.items():
            finding.cancelled_by = cancelling.get(number)
            actor, answer = self.actors[number], self.actors[by[number]].typed if number in by else ""
            yield Place(actor.typed, actor.player, self.given.phases[number], finding, answer)

    def _assume_in(self, phase: str, there: Sequence[int]) -> None:
        """Names effects that name no time in the phase, and those of which the bars are not known."""
        players = {self.actors[number].player for number in there} - {HAZARD}
        vague = [self.actors[number].effect.name for number in there if self._is_vague(number)]
        if vague and phase and len(players) > 1:
            come = "names" if len(vague) == 1 else "name"
            self.law.assume("timing.assumed-moment", f"{in_words(vague)} {come}", phase)
        self._assume_bars([self.actors[number].effect for number in there])

    def _assume_bars(self, effects: Iterable[Effect]) -> None:
        unknown = [effect.name for effect in effects if effect.has_text and not effect.known]
        if unknown:
            self.law.assume("timing.assumed-bar", in_words(unknown))

    def _is_vague(self, number: int) -> bool:
        """True if a text names no time in its phase, and nobody says when it acts."""
        actor = self.actors[number]
        told = not actor.effect.has_text or actor.contender.moment
        return not told and self.q.moment(number, self.given).kind == DURING

    # -- the proof -------------------------------------------------------------------------------------------------

    def _closed(
        self,
        places: Sequence[Sequence[Chain]],
        numbers: Sequence[int],
        shown: Sequence[Place],
        barred: Sequence[Barred],
    ) -> Order:
        """The ruling: the order, barred effects or that it is open, and all of it proved."""
        typed = [self.actors[number].typed for number in numbers]
        status = ILLEGAL if barred else OPEN if self.open else DETERMINED
        settled = typed if status != OPEN else None
        sources = self._sources(numbers)
        sources += [place.finding for place in shown] + self.results + [bar.finding for bar in barred]
        if self.law.borrowed:
            self.law.assume("timing.borrowed", "; ".join(self.law.borrowed))
        rule = self.law.rule("timing.asked")
        root = Finding(rule, settled, (*sources, *self.law.assumed), (_order_in_words(typed, status != OPEN),))
        order = Order(self.q.known.edition, self.asked, self.given.defense, self.q.seats, status, root)
        order.order = settled
        order.phase = self._one_phase()
        order.places, order.results, order.barred = list(shown), self.results, list(barred)
        order.orders = self._ways(places) if status == OPEN else []
        return order

    def _one_phase(self) -> str | None:
        """The phase in which all act, where that is one and is known."""
        return self.given.phases[0] or None if len({*self.given.phases}) == 1 else None

    def _sources(self, numbers: Sequence[int]) -> list[Finding]:
        """The order of roles, its scope where that is disputable, and the order of the phases in which they act."""
        sources = [self.law.parameter("timing.order")]
        scope = self.law.parameter("timing.scope")
        if scope.rule.question:
            sources.append(scope)
        there = {self.given.phases[number] for number in numbers}
        phases = [phase for phase in ph.PHASES if phase in there]
        if len(phases) > 1:
            sources.append(self.law.find("timing.phases", " before ".join(phases)))
        return sources

    def _ways(self, places: Sequence[Sequence[Chain]]) -> list[OrderCase]:
        """Every order that is left open between one player's own effects; none where a hazard has no place."""
        if self.is_left_open:
            return []
        every = product(*(permutations(place) for place in places))
        found = [self._way(way) for way in islice(every, MOST_CASES + 1)]
        return found if len(found) <= MOST_CASES else []

    def _way(self, way: Sequence[Sequence[Chain]]) -> OrderCase:
        ties = [" before ".join(self.actors[chain[-1]].typed for chain in place) for place in way if len(place) > 1]
        return OrderCase("; ".join(ties), [self.actors[n].typed for place in way for chain in place for n in chain])


def _order_in_words(typed: Sequence[str], is_settled: bool) -> str:
    """The order as a sentence says it, or that there is none."""
    if not is_settled:
        return f"no order is settled for {in_words(typed)}"
    return ", then ".join(typed) or "nobody acts there"
