"""When each contender of a question of timing acts: its phase, its moment in that, and its place among the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.book.loader import Rulebase
from referee.book.moments import AT_AN_EVENT, WHEN, Moment
from referee.errors import MalformedError
from referee.judge.timing.contenders import Effect, Kind, admits, effect_of, possible_roles
from referee.judge.timing.edition_law import EditionLaw
from referee.judge.timing.players import Chain, Slot, arrange, in_order
from referee.state import phases as ph
from referee.state.contenders import HAZARD, Asked, Contender
from referee.state.encounter import DEFENSE

NO_DEFENSE_YET = (ph.START, ph.REGROUP, ph.DESTINY)
HIDDEN = "?"  # a defense that nobody knows


class Given(NamedTuple):
    """What one of the cases takes for granted.

    The phase of each contender, who is the defense (maybe nobody), and the moments of those whose text does not tell
    one, by their number.
    """

    phases: tuple[str, ...]
    defense: str
    when: str = ""
    moments: Mapping[int, Moment] = {}


class Actor(NamedTuple):
    """A contender with what it wants to resolve; `answers` is the number of the one that it answers, if any."""

    contender: Contender
    effect: Effect
    answers: int | None

    @property
    def typed(self) -> str:
        """The contender as it was typed."""
        return self.contender.typed

    @property
    def player(self) -> str:
        """Who acts."""
        return self.contender.player

    @property
    def is_hazard(self) -> bool:
        """True for the hazard, which is no player and comes last."""
        return self.contender.player == HAZARD


class Question:
    """One question of timing, by the law of an edition: who acts with what, and when that is in a case."""

    def __init__(self, asked: Asked, known: Rulebase) -> None:
        self.asked = asked
        self.known = known
        self.law = EditionLaw(known)
        effects = [effect_of(contender, asked, known) for contender in asked.contenders]
        self.actors = [
            Actor(contender, effects[number], _answered(number, effects, asked))
            for number, contender in enumerate(asked.contenders)
        ]
        self.seats = asked.seats or _seats(asked)

    def others(self) -> list[str]:
        """Everybody but the offense, clockwise from its left."""
        at = self.seats.index(self.asked.offense)
        return [*self.seats[at + 1 :], *self.seats[:at]]

    def in_phases(self, given: Given) -> Iterator[tuple[int, Actor, str]]:
        """Each contender by its number, with its phase in this case."""
        for number, (actor, phase) in enumerate(zip(self.actors, given.phases, strict=True)):
            yield number, actor, phase

    def can_use(self, actor: Actor, phase: str, defense: str) -> list[str]:
        """The roles in which somebody can use its effect in a phase, of those that it may have there."""
        roles = possible_roles(actor.player, self.asked.offense, defense, phase)
        return admits(actor.effect.roles_in(phase), roles)

    def answered_by(self, number: int) -> Iterator[int]:
        """A contender, what it answers, what that answers, and so on."""
        seen: set[int] = set()
        at: int | None = number
        while at is not None and at not in seen:
            seen.add(at)
            yield at
            at = self.actors[at].answers

    # -- moments ---------------------------------------------------------------------------------------------------

    def moment(self, number: int, given: Given) -> Moment:
        """When a contender acts in its phase: as said, as its text has it, or as this case has it."""
        said, phase = self.actors[number].contender.moment, given.phases[number]
        if said:
            return Moment(said, self.known.moments.hinges.get(phase, ""))
        return given.moments.get(number) or self.moments_of(number, phase)[0]

    def moments_of(self, number: int, phase: str) -> tuple[Moment, ...]:
        """What the text of a contender's effect says of its moment in a phase; of a flare, that of the face it uses.

        That is the super face where its player has the alien, and else the wild one.
        """
        actor, events = self.actors[number], self.known.moments
        effect = actor.effect
        faces = effect.faces_in(phase)
        moments = [events.in_phase(face.moments, phase) for face in faces]
        if len(faces) < 2:
            return effect.moments_in(phase, events)
        wild, of_super = moments
        name = effect.name.removesuffix("-flare")
        owners = [other.player for other in self.actors if (other.effect.kind, other.effect.name) == (Kind.POWER, name)]
        if wild != of_super and not owners and phase:
            self.law.assume("timing.assumed-wild", actor.player, effect.name, name)
        return (of_super if owners == [actor.player] else wild,)

    # -- places ----------------------------------------------------------------------------------------------------

    def places(self, given: Given, numbers: Sequence[int]) -> list[list[Chain]]:
        """These contenders first to last, as `arrange` has it, by their own numbers."""
        slots = self.slots(given)
        newest_first = self.known.law["powers.answers"].value == "newest-first"
        chosen = []
        for number in numbers:
            target = slots[number].answers if newest_first else None
            chosen.append(slots[number]._replace(answers=numbers.index(target) if target in numbers else None))
        players = {(slot.phase, slot.moment): self._ranked(slot, given.defense) for slot in chosen}
        places = arrange(chosen, players)
        return [[tuple(numbers[at] for at in chain) for chain in place] for place in places]

    def order(self, given: Given) -> list[str]:
        """Everybody as typed, first to last, as if nothing were barred."""
        places = self.places(given, range(len(self.actors)))
        return [self.actors[number].typed for place in places for chain in place for number in chain]

    def slots(self, given: Given) -> list[Slot]:
        """When each contender acts, and what it answers: an answer acts at the moment of that."""
        moments = [self._place_of(number, given) for number in range(len(self.actors))]
        slots = []
        for number, actor, phase in self.in_phases(given):
            *_, root = self.answered_by(number)
            slots.append(Slot(ph.place(phase) + 1 if phase else 0, moments[root], actor.player, actor.answers))
        return slots

    def times(self, given: Given, phase: str) -> set[int]:
        """The places in a phase of what is named there."""
        return {
            self._place_of(number, given)
            for number, actor, its_phase in self.in_phases(given)
            if its_phase == phase and actor.effect.is_named and actor.answers is None
        }

    def _place_of(self, number: int, given: Given) -> int:
        """The place of a contender's moment in its phase. A hazard comes after all else there."""
        actor, events, phase = self.actors[number], self.known.moments, given.phases[number]
        if actor.is_hazard:
            return events.last.get(phase, 0) + 1
        moment = self.moment(number, given)
        if not phase:  # nothing tells in which one; but before is before and after is after
            return AT_AN_EVENT.index(moment.kind if moment.kind in AT_AN_EVENT else WHEN)
        if actor.effect.kind == Kind.NOTHING and not actor.contender.moment and number not in given.moments:
            times = self.times(given, phase)
            if len(times) == 1:  # a player who wants to act then, too
                return next(iter(times))
        place = events.place(moment, phase)
        return events.at(f"{WHEN} {events.hinges[phase]}") if place is None else place

    def _ranked(self, slot: Slot, defense: str) -> list[str]:
        """The players at a moment of a phase in timing order, or in that of the discards (4.10.2); the hazard last."""
        offense, others, law = self.asked.offense, self.others(), self.known.law
        roles = law["timing.order"].value
        phase = ph.PHASES[slot.phase - 1] if slot.phase else ""
        if not defense or phase in NO_DEFENSE_YET:
            return [*in_order([role for role in roles if role != DEFENSE], offense, "", others), HAZARD]
        others.remove(defense)
        discards = phase == ph.RESOLUTION and slot.moment == self.known.moments.at("when discard")
        if discards and law["discards.order-of-many"].value == "defense-last":
            return [offense, *others, defense, HAZARD]
        return [*in_order(roles, offense, defense, others), HAZARD]


def _seats(asked: Asked) -> tuple[str, ...]:
    """Everybody who is named, where nobody said who sits where."""
    defense = [asked.defense] if asked.defense not in ("", HIDDEN) else []
    named = [asked.offense, *(contender.player for contender in asked.contenders), *defense]
    return tuple(dict.fromkeys(name for name in named if name != HAZARD))


def _answered(number: int, effects: Sequence[Effect], asked: Asked) -> int | None:
    """What an answer answers: the nearest before it that it can cancel, else the only one there is."""
    kinds = (Kind.NOTHING, *effects[number].cancels)
    can = [n for n, effect in enumerate(effects) if n != number and effect.kind in kinds]
    if not effects[number].cancels or not can:
        return None
    before = [n for n in can if n < number]
    if before:
        return before[-1]
    can = [n for n in can if not effects[n].cancels]
    if len(can) > 1:
        raise _unplaced(asked, number, can)
    return can[0] if can else None


def _unplaced(asked: Asked, number: int, can: Iterable[int]) -> MalformedError:
    """That it is not told which of several effects an answer answers."""
    contender = asked.contenders[number]
    which = " or ".join(asked.contenders[n].typed for n in can)
    what = f"what {contender.typed} answers before it"
    return MalformedError(asked.line, contender.column, what, f"Type it after {which}.")
