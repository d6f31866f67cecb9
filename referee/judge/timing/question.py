"""`timing`: who resolves first, and why (consolidated 4.8). What is asked is read by `state.contenders`.

Everything is ordered by the phase that it shows, by what its text says of before and after, and then by role. An
answer comes between an announced use and its effect. Where what is not known makes more than one order, each is a case.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import islice, product

from referee.book.loader import Rulebase, rulebase
from referee.book.moments import AT_AN_EVENT, DURING, UNKNOWN, Moment
from referee.book.power import Alien
from referee.errors import ImpossibleError, MalformedError
from referee.judge.timing.contenders import Kind
from referee.judge.timing.order import Order, OrderCase, Ruling, in_words, that_fit
from referee.judge.timing.places import HIDDEN, NO_DEFENSE_YET, Actor, Given, Question
from referee.judge.timing.proof import Ordering
from referee.judge.timing.sheets import rule_sheets, sheets_by_name, sheets_in, with_sheets
from referee.state import phases as ph
from referee.state.contenders import Asked

_MOST_WAYS = 512  # to place effects whose text names no moment
_MOST_PHASES = 64  # ways in which the phases can fall


def rule_timing(asked: Asked, edition: str = "consolidated", readings: Mapping[str, str] | None = None) -> Order:
    """Rules who resolves first, in an edition that need not be one by which encounters are ruled.

    Raises MalformedError for an effect that is not known, or a phase that is not said where it must be; ImpossibleError
    for what cannot be; RulebaseError for an unknown edition or reading.
    """
    known = rulebase(edition, readings, judged=False)
    by_name = sheets_by_name(asked, known)
    asked = with_sheets(asked, by_name)
    sheets = sheets_in(asked, known)
    if sheets:
        order = rule_sheets(asked, sheets, known, lambda owned: _ruled(_question(owned, known, by_name)))
    else:
        order = _ruled(_question(asked, known, by_name))
    order.readings = dict(known.readings)
    return order


def _question(asked: Asked, known: Rulebase, by_name: Mapping[str, Alien]) -> Question:
    """The question, in which the sheets of players who are called after an alien are assumed."""
    question = Question(asked, known)
    for player, alien in by_name.items():
        found = question.law.find("assumptions.named-after", player, alien.name, also=alien.rule)
        question.law.assumed.append(found)
    return question


def _ruled(question: Question) -> Order:
    """The ruling: by cases where what is not known makes more than one order."""
    cases = [case for given in _given(question) for case in _by_moments(question, _with_defense(question, given))]
    assumed = question.law.assumed
    ruled: list[Ruling] = []
    for given in cases:
        question.law.assumed = list(assumed)
        ruled.append((given.when, Ordering(question, given).ruled()))
    fit = that_fit(ruled)
    if len({tuple(order.order or ()) for _, order in fit}) == 1:
        return fit[0][1]
    return _by_cases(question, fit, dict.fromkeys(number for given in cases for number in given.moments))


def _times_needed(question: Question, cases: Sequence[str], loose: Container[int]) -> Iterator[str]:
    """What to say of the contenders whose phase differs from case to case, or of whom no text tells when they act."""
    for number, actor in enumerate(question.actors):
        if len(actor.effect.phases) > 1 and any(f"{actor.typed} is used in" in when for when in cases):
            yield f"in which phase {actor.typed} is used: {actor.typed}@PHASE"
        if number in loose:
            yield f"when {actor.typed} acts: {actor.typed}@before, @when or @after"


def _by_cases(question: Question, ruled: Sequence[Ruling], loose: Mapping[int, None]) -> Order:
    """One ruling of several orders; `loose` are the contenders of whom no text tells when they act."""
    order = ruled[0][1]
    if question.asked.defense == HIDDEN:
        order.defense = ""
        order.needs.append("who the defense is: --defense NAME")
    order.needs += _times_needed(question, [when for when, _ in ruled], loose)
    unknown = [question.actors[number].effect.name for number in loose if _is_unknown(question, number, order.phase)]
    untold = [question.law.find("timing.untold", name) for name in unknown]
    orders = [OrderCase(when, one.order or []) for when, one in ruled]
    order.depends_on(orders, [one for _, one in ruled], untold)
    return order


def _is_unknown(question: Question, number: int, phase: str | None) -> bool:
    """True if the text of an effect is not known well enough to tell when in its phase it acts."""
    effect = question.actors[number].effect
    moments = effect.moments_in(phase or next(iter(effect.phases), ""), question.known.moments)
    return any(moment.kind == UNKNOWN for moment in moments)


# -- in which phase ----------------------------------------------------------------------------------------------------


def _given(question: Question) -> Iterator[Given]:
    """The cases: usually one. More where an effect shows several phases, or the defense is hidden."""
    defenses = [question.asked.defense]
    if defenses == [HIDDEN]:
        defenses = question.others() or [""]  # somebody who is not named, and so does not act
    for phases, said in list(_phases(question)):
        for defense in defenses:
            who = f"{defense} is the defense" if len(defenses) > 1 else ""
            yield Given(phases, defense, " and ".join(part for part in (said, who) if part))


def _phases(question: Question) -> Iterator[tuple[tuple[str, ...], str]]:
    """(the phase of each contender, what is supposed for that) for every way in which the phases can fall."""
    told = [actor.contender.phase or question.asked.phase for actor in question.actors]
    shown = _can_be_in(question, told)
    if all(told) or not any(shown):
        yield tuple(told), ""
        return
    common = _common(question, [phases for phases in shown if phases])
    if common:
        yield (common,) * len(shown), ""
        return
    _check_placed(question, shown)
    for phases in islice(product(*(phases or ("",) for phases in shown)), _MOST_PHASES):
        yield _with_answers(question, phases), _supposed(question, phases, shown)


def _can_be_in(question: Question, told: Sequence[str]) -> list[tuple[str, ...]]:
    """The phases in which each contender can act: that which was told, or those that its text shows."""
    actors = zip(told, question.actors, strict=True)
    return [(phase,) if phase else actor.effect.phases for phase, actor in actors]


def _supposed(question: Question, phases: Sequence[str], can_be: Sequence[Sequence[str]]) -> str:
    """The phases in which those are used who can be used in several, in words."""
    used = zip(question.actors, phases, can_be, strict=True)
    return " and ".join(f"{actor.typed} is used in {phase}" for actor, phase, shown in used if len(shown) > 1)


def _common(question: Question, shown: Sequence[tuple[str, ...]]) -> str:
    """The first phase that all show, best one in which everybody can act; none (an empty text) where there is none."""
    common = [phase for phase in ph.PHASES if all(phase in phases for phases in shown)]
    phase = next((phase for phase in common if _nobody_barred(question, phase)), next(iter(common), ""))
    if phase and any(len(phases) > 1 for phases in shown) and len(question.actors) > 1:
        question.law.assume("timing.assumed-phase", f"all of this happens in the {phase} phase")
    return phase


def _nobody_barred(question: Question, phase: str) -> bool:
    """True if everybody could use its effect in a phase, whoever is the defense if that is not told."""
    defense = question.asked.defense
    return all(actor.is_hazard or question.can_use(actor, phase, defense) for actor in question.actors)


def _check_placed(question: Question, shown: Sequence[tuple[str, ...]]) -> None:
    """Refuses a contender whose phase nothing tells, where the others belong to different ones."""
    for actor, phases in zip(question.actors, shown, strict=True):
        if not phases and actor.answers is None:
            first = next(others for others in shown if others)[0]
            what = f"the phase of {actor.typed}, since the others belong to different ones"
            hint = f"Type {actor.typed}@{first}, or --phase for all of them."
            raise MalformedError(question.asked.line, actor.contender.column, what, hint)


def _with_answers(question: Question, phases: Sequence[str]) -> tuple[str, ...]:
    """An answer belongs to the phase of what it answers."""
    return tuple(
        next((phases[at] for at in question.answered_by(number) if phases[at]), "") for number in range(len(phases))
    )


# -- the defense -------------------------------------------------------------------------------------------------------


def _with_defense(question: Question, given: Given) -> Given:
    """Who is the defense, where that was not said: by a sheet for main players only, or nobody who acts."""
    asked = question.asked
    if asked.defense or all(phase in NO_DEFENSE_YET for phase in given.phases):
        return given
    if len(asked.seats) == 2:
        return given._replace(defense=question.others()[0])
    needed = _must_be_defense(question, given)
    if len(needed) > 1:
        says = f"{' and '.join(needed)} cannot both be the defense, and {' and '.join(needed.values())} need that"
        raise ImpossibleError(asked.line, [says])
    for player, name in needed.items():
        question.law.assume("timing.assumed-defense", player, name)
        return given._replace(defense=player)
    _assume_no_defense(question, given)
    return given


def _assume_no_defense(question: Question, given: Given) -> None:
    """Names that nobody who acts is taken to be the defense, where the order would be another."""
    acting = [name for name in question.others() if name in {actor.player for actor in question.actors}]
    orders = {tuple(question.order(given._replace(defense=name))) for name in ("", *acting)}
    if len(orders) > 1:
        nobody = f"{acting[0]} is not" if len(acting) == 1 else f"none of {in_words(acting)} is"
        question.law.assume("timing.assumed-no-defense", f"{nobody} the defense")


def _must_be_defense(question: Question, given: Given) -> dict[str, str]:
    """By player, the effect that it can only use as the defense."""
    needed: dict[str, str] = {}
    for _, actor, phase in question.in_phases(given):
        settled = actor.is_hazard or actor.player == question.asked.offense or phase in NO_DEFENSE_YET
        if settled or not actor.effect.known or question.can_use(actor, phase, ""):
            continue
        if question.can_use(actor, phase, actor.player):
            needed.setdefault(actor.player, actor.effect.name)
    return needed


# -- when in its phase -------------------------------------------------------------------------------------------------


def _by_moments(question: Question, given: Given) -> list[Given]:
    """The cases of a case: one, or where a text leaves its moment open one for each order that this can make."""
    unplaced = _unplaced(question, given)
    ways: dict[tuple[str, ...], list[tuple[Moment, ...]]] = {}
    for way in islice(product(*unplaced.values()), _MOST_WAYS):
        placed = given._replace(moments=dict(zip(unplaced, way, strict=True)))
        ways.setdefault(tuple(question.order(placed)), []).append(way)
    if len(ways) < 2:
        return [given]
    return [_one_order(question, given, unplaced, some) for some in ways.values()]


def _one_order(
    question: Question, given: Given, unplaced: Mapping[int, Sequence[Moment]], ways: Sequence[tuple[Moment, ...]]
) -> Given:
    """The case in which those who are not placed act in one of these ways, which all make the same order."""
    said = [given.when] if given.when else []
    for at, (number, moments) in enumerate(unplaced.items()):
        can_be = list(dict.fromkeys(way[at] for way in ways))
        if len(can_be) < len(moments):
            said.append(f"{question.actors[number].typed} acts {_told(question, can_be, moments)}")
    return given._replace(when=" and ".join(said), moments=dict(zip(unplaced, ways[0], strict=True)))


def _told(question: Question, some: Sequence[Moment], of: Sequence[Moment]) -> str:
    """Some of the moments that an effect can have, in words."""
    first, last = of.index(some[0]), of.index(some[-1])
    words = [question.known.said(question.known.moments.told(moment)) for moment in some]
    if len(some) < 3 or last - first + 1 > len(some):
        return " or ".join(words)
    return f"{words[-1]}, or earlier" if not first else f"{words[0]}, or later"


def _unplaced(question: Question, given: Given) -> dict[int, Sequence[Moment]]:
    """By number, the moments that a contender can have in its phase, where its text leaves that open."""
    found: dict[int, Sequence[Moment]] = {}
    for number, actor, phase in question.in_phases(given):
        if not phase or _has_its_place(actor):
            continue
        can_be = question.moments_of(number, phase)
        alone = actor.effect.kind == Kind.NOTHING and len(question.times(given, phase)) < 2
        if len(can_be) > 1 and not alone:
            found[number] = can_be
        elif not alone and _is_loose(question, number, can_be[0], given):
            found[number] = _at_any_event(question, phase)
    return found


def _has_its_place(actor: Actor) -> bool:
    """True if it is said when an effect acts, or what it answers; a hazard comes after all players."""
    return bool(actor.contender.moment) or actor.is_hazard or actor.answers is not None


def _at_any_event(question: Question, phase: str) -> list[Moment]:
    """The moments before, at and after each event of a phase."""
    events = [event.id for event in question.known.moments.events.values() if event.phase == phase]
    return [Moment(kind, event) for event in events for kind in AT_AN_EVENT]


def _is_loose(question: Question, number: int, moment: Moment, given: Given) -> bool:
    """True if nothing tells when in its phase a contender acts, where that matters.

    Where a text is for any phase and names no time, its player may be the first to act, or wait for what another's
    text places; among others like it the roles decide.
    """
    actor, phase = question.actors[number], given.phases[number]
    effect = actor.effect
    if effect.kind == Kind.NOTHING or question.known.moments.place(moment, phase) is None:
        return True
    if effect.phases or not effect.known or moment.kind != DURING:
        return False
    others = [
        n for n, other, its_phase in question.in_phases(given) if its_phase == phase and other.player != actor.player
    ]
    return any(_is_placed(question, n, given) for n in others)


def _is_placed(question: Question, number: int, given: Given) -> bool:
    """True for a contender, by its name and no answer, whose text names a time in its phase."""
    actor = question.actors[number]
    return actor.effect.is_named and actor.answers is None and question.moment(number, given).kind != DURING
