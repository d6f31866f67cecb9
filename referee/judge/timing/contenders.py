"""What somebody wants to resolve: a power, a card, a flare or a step of the phase, and what it shows of when."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.book.law import Rule
from referee.book.loader import Names, Rulebase
from referee.book.moments import AFTER, DURING, UNKNOWN, WHEN, Moment
from referee.book.names import key_of
from referee.book.power import Alien
from referee.book.sheets import FACES
from referee.errors import MalformedError
from referee.judge.board import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY, admitted
from referee.state import phases as ph
from referee.state.contenders import HAZARD, Asked, Contender
from referee.state.encounter import DEFENSE, OFFENSE

NOTHING_NAMED, POWER, FLARE, STEP = "", "power", "flare", "step"
TIMED_CARDS = ("artifact", "tech")

# Steps of a phase that can be asked for like an effect, with their phase and who may take them.
REGROUP, REINFORCEMENT, REWARDS, DISCARD = "regroup", "reinforcement", "rewards", "discard"
_STEPS = {
    REGROUP: (ph.REGROUP, ("offense",)),
    REINFORCEMENT: (ph.REVEAL, ("main", "ally")),
    REWARDS: (ph.RESOLUTION, ("defensive-ally",)),
    DISCARD: (ph.RESOLUTION, ("any",)),
}
_STEP_MOMENTS = {
    REGROUP: Moment(WHEN, "regroup"),
    REINFORCEMENT: Moment(AFTER, "reveal"),
    REWARDS: Moment(WHEN, "rewards"),
    DISCARD: Moment(WHEN, "discard"),
}

_ANY = ("any", "any-phase", "setup")

_BAR_WORDS = {
    "main": "a main player",
    "offense": "the offense",
    "defense": "the defense",
    "ally": "an ally",
    "offensive-ally": "an offensive ally",
    "defensive-ally": "a defensive ally",
    "bystander": "a player outside the encounter",
    "not-main": "anybody but the main players",
    "not-offense": "anybody but the offense",
    "not-defense": "anybody but the defense",
}


_UNKNOWN = Moment(UNKNOWN)


class Effect(NamedTuple):
    """What one contender wants to resolve.

    `phases` are those that it shows in printed order, none where it is for any phase or they are not known (`known`);
    `roles` its role bar, none where it is not known; `moments` where its text places it in its phases; `cancels` the
    kinds of effect that it can answer. `faces` are the texts between which it was not told, as the names of the faces
    with what each shows of phases and moments.
    """

    kind: str
    name: str = ""
    phases: tuple[str, ...] = ()
    known: bool = True
    roles: tuple[str, ...] = ()
    rule: Rule | None = None
    moments: tuple[Moment, ...] = (_UNKNOWN,)
    cancels: tuple[str, ...] = ()
    faces: tuple[tuple[str, tuple[str, ...], tuple[Moment, ...]], ...] = ()


def effect_of(contender: Contender, asked: Asked, rulebase: Rulebase) -> Effect:
    """The effect of a contender, by any spelling of its name; MalformedError offers the nearest names otherwise."""
    text = contender.effect
    if contender.player == HAZARD:
        return Effect(HAZARD, text)
    if not text:
        return Effect(NOTHING_NAMED, known=False, moments=(Moment(DURING),))
    step = key_of(text).removesuffix("s")
    for name, (phase, roles) in _STEPS.items():
        if step == name.removesuffix("s"):
            return Effect(STEP, name, (phase,), roles=roles, moments=(_STEP_MOMENTS[name],))
    found = _flare(text, rulebase) or _card(text, rulebase) or _power(text, rulebase)
    if found is None:
        raise _unknown(contender, asked, rulebase)
    if rulebase.law["timing.sheets"].value:
        return found
    return found._replace(phases=(), known=False, roles=(), moments=(Moment(DURING),), faces=())


def _flare(text: str, rulebase: Rulebase) -> Effect | None:
    """`flare-Amoeba` or `Amoeba-flare`, `wild-Amoeba` or `super-Amoeba`; without a face the bars of both count."""
    for word in ("flare", *FACES):
        key = key_of(text)
        name = key.removeprefix(word) if key.startswith(word) else key.removesuffix(word)
        sheet = rulebase.sheet(name) if name and name != key else None
        if sheet is not None:
            break
    else:
        return None
    names = (word,) if word in FACES else FACES
    faces = [(face, sheet.flare.face(face)) for face in names]
    roles = tuple(dict.fromkeys(role for _, face in faces for role in face.roles))
    shown = [phase for _, face in faces for phase in face.phases]
    if any(phase in _ANY[:2] for _, face in faces for phase in face.phases):
        shown = []
    found = Effect(FLARE, f"{sheet.alien.name}-flare", _ordered(shown), any(f.phases for _, f in faces), roles)
    told = tuple((name, _ordered(face.phases), face.moments or (_UNKNOWN,)) for name, face in faces)
    rule = faces[0][1].use(sheet.alien.name, faces[0][0]).rule
    return found._replace(rule=rule, moments=told[0][2], faces=told if len(told) > 1 else ())


def _card(text: str, rulebase: Rulebase) -> Effect | None:
    card = rulebase.card(text)
    if card is None or card.type not in TIMED_CARDS:
        return None
    cancels = tuple(rulebase.law["timing.answering"].value.get(card.name, ()))
    moments = card.moments or (_UNKNOWN,)
    return Effect(
        card.type, card.name, _ordered(card.phases), bool(card.phases), card.roles, card.rule, moments, cancels
    )


def _power(text: str, rulebase: Rulebase) -> Effect | None:
    sheet = rulebase.sheet(text)
    if sheet is None:
        return None
    alien = sheet.alien
    moments = alien.moments or (_UNKNOWN,)
    phases = sheet.phases if alien.uses else alien.phases
    return Effect(POWER, alien.name, _ordered(phases), bool(phases), alien.roles, alien.rule, moments)


def moments_in(effect: Effect, phase: str, rulebase: Rulebase) -> tuple[Moment, ...]:
    """What an effect's text says of its moment in a phase; several where it can be one of several texts."""
    events = rulebase.moments
    if effect.kind == POWER:
        alien = rulebase.alien(effect.name)
        return moments_of(alien, phase, rulebase) if alien is not None else (_UNKNOWN,)
    there = (moments for _, phases, moments in effect.faces if not phases or phase in phases)
    found = [events.in_phase(moments, phase) for moments in there]
    return tuple(dict.fromkeys(found)) or (events.in_phase(effect.moments, phase),)


def moments_of(alien: Alien, phase: str, rulebase: Rulebase) -> tuple[Moment, ...]:
    """What a sheet says of its moment in a phase: of the power as a whole, else of its uses there."""
    events = rulebase.moments
    whole = events.in_phase(alien.moments or (_UNKNOWN,), phase)
    if whole.kind != DURING:
        return (whole,)
    uses = [use for use in alien.uses if use.moments and ("any" in use.phases or phase in use.phases)]
    return tuple(dict.fromkeys(events.in_phase(use.moments, phase) for use in uses)) or (whole,)


def _ordered(phases: Sequence[str]) -> tuple[str, ...]:
    if any(phase in _ANY[:2] for phase in phases):
        return ()
    return tuple(phase for phase in ph.PHASES if phase in phases)


def _unknown(contender: Contender, asked: Asked, rulebase: Rulebase) -> MalformedError:
    names = Names(rulebase)
    card = rulebase.card(contender.effect)
    column = contender.column + len(contender.player) + 1
    what = f"a power, an artifact, a tech, a flare such as flare-Amoeba, or one of {', '.join(_STEPS)}"
    if card is not None:
        return MalformedError(asked.line, column, what, f"{card.name} is a card of the type {card.type}.")
    plain = contender.effect.casefold().removeprefix("flare-").removesuffix("-flare")
    near = [*names.near_cards(contender.effect)[:2], *names.near_aliens(plain)[:2]]
    if plain != contender.effect.casefold():
        near = [f"flare-{name}" for name in names.near_aliens(plain)[:2]]
    hint = f"Did you mean {' or '.join(near)}?" if near else "`referee alien NAME` and `referee card NAME` show names."
    return MalformedError(asked.line, column, what, hint)


# -- who may use it ----------------------------------------------------------------------------------------------------


def roles_in(effect: Effect, phase: str, rulebase: Rulebase) -> tuple[str, ...]:
    """The role bar of an effect in a phase: of a power that is applied, that of the uses it has there."""
    alien = rulebase.alien(effect.name) if effect.kind == POWER and effect.roles else None
    uses = [use for use in alien.uses if phase in use.phases] if alien is not None else []
    return tuple(dict.fromkeys(role for use in uses for role in use.roles)) or effect.roles


def fits(effect: Effect, phase: str, rulebase: Rulebase) -> bool:
    """Whether an effect can be resolved in a phase: one that it shows, or in which a part of it works (4.8.1)."""
    alien = rulebase.alien(effect.name) if effect.kind == POWER else None
    works = alien is not None and any(phase in use.phases for use in alien.uses)
    return not phase or not effect.phases or phase in effect.phases or works


def is_use(effect: Effect, phase: str, rulebase: Rulebase) -> bool:
    """Whether what an effect does in a phase is a use, which alone can be zapped (4.3.3.2); so unless it is known."""
    alien = rulebase.alien(effect.name) if effect.kind == POWER else None
    uses = [use for use in alien.uses if phase in use.phases] if alien is not None else []
    return not uses or any(use.zappable for use in uses)


# Nobody is an ally before the phase in which invitations are accepted (consolidated 5.7.2.2.b), and nobody the defense
# before that in which destiny is drawn (5.5.2).
_FILLED_IN = {DEFENSE: ph.DESTINY, OFFENSIVE_ALLY: ph.ALLIANCE, DEFENSIVE_ALLY: ph.ALLIANCE}


def possible_roles(player: str, offense: str, defense: str, phase: str = "") -> tuple[str, ...]:
    """The roles that a player may have in a phase: one of a main player, or of the others any that there is by then."""
    if player == offense:
        return (OFFENSE,)
    if player == defense and is_filled(DEFENSE, phase):
        return (DEFENSE,)
    return tuple(role for role in (OFFENSIVE_ALLY, DEFENSIVE_ALLY, BYSTANDER) if is_filled(role, phase))


def is_filled(role: str, phase: str) -> bool:
    """Whether somebody can have a role in a phase (or in one that is not told)."""
    return role not in _FILLED_IN or ph.place(phase) >= ph.place(_FILLED_IN[role])


def admits(bars: Sequence[str], roles: Sequence[str]) -> list[str]:
    """Those of some roles that a role bar admits; all of them where the bar is not known."""
    return [role for role in roles if not bars or admitted(role, bars)]


def bar_words(bars: Sequence[str]) -> str:
    """A role bar in words: `a main player or an ally`."""
    return " or ".join(_BAR_WORDS.get(bar, bar) for bar in bars)
