"""What somebody wants to resolve: a power, a card, a flare or a step of the phase, and what it shows of when."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from referee.book.law import Rule
from referee.book.loader import Names, Rulebase
from referee.book.moments import AFTER, DURING, NOT_PLACED, UNKNOWN, WHEN, Moment, Moments
from referee.book.names import key_of
from referee.book.power import Alien, Use
from referee.book.sheets import FACES, Sheet
from referee.errors import MalformedError
from referee.judge.stand import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY, admitted
from referee.state import phases as ph
from referee.state.contenders import HAZARD, Asked, Contender
from referee.state.encounter import DEFENSE, OFFENSE

_ANY = ("any", "any-phase")
_UNKNOWN = Moment(UNKNOWN)


class Kind(StrEnum):
    """What somebody wants to resolve; a card by its type."""

    NOTHING = ""  # a player alone was named
    POWER = "power"
    FLARE = "flare"
    ARTIFACT = "artifact"
    TECH = "tech"
    STEP = "step"
    HAZARD = HAZARD


class Face(NamedTuple):
    """One face of a flare: its phases in printed order, and where its text places it in them."""

    name: str
    phases: tuple[str, ...]
    moments: tuple[Moment, ...]


class Effect(NamedTuple):
    """What one contender wants to resolve.

    `phases` are those that it shows in printed order, none where it is for any phase or they are not known (`known`);
    `roles` its role bar, none where it is not known; `moments` where its text places it in its phases; `cancels` the
    kinds of effect that it can answer. `faces` are the texts between which it was not told; `alien` is that of a power.
    """

    kind: Kind
    name: str = ""
    phases: tuple[str, ...] = ()
    known: bool = True
    roles: tuple[str, ...] = ()
    rule: Rule | None = None
    moments: tuple[Moment, ...] = (_UNKNOWN,)
    cancels: tuple[str, ...] = ()
    faces: tuple[Face, ...] = ()
    alien: Alien | None = None

    @property
    def is_named(self) -> bool:
        """True for a power, card, flare or step; False for a player alone, and for the hazard."""
        return self.kind not in (Kind.NOTHING, Kind.HAZARD)

    @property
    def has_text(self) -> bool:
        """True for a power, card or flare: what a sheet or card tells."""
        return self.is_named and self.kind != Kind.STEP

    def uses_in(self, phase: str) -> list[Use]:
        """The uses that a power has in a phase; none of a power that is not applied."""
        return [use for use in self.alien.uses if phase in use.phases] if self.alien is not None else []

    def roles_in(self, phase: str) -> tuple[str, ...]:
        """The role bar in a phase: of a power that is applied, that of the uses it has there."""
        uses = self.uses_in(phase) if self.roles else []
        return tuple(dict.fromkeys(role for use in uses for role in use.roles)) or self.roles

    def fits(self, phase: str) -> bool:
        """True if it can be resolved in a phase: one that it shows, or in which a part of it works (4.8.1)."""
        return not phase or not self.phases or phase in self.phases or bool(self.uses_in(phase))

    def is_use(self, phase: str) -> bool:
        """True if what it does in a phase is a use, which alone can be zapped (4.3.3.2); so unless it is known."""
        uses = self.uses_in(phase)
        return not uses or any(use.zappable for use in uses)

    def faces_in(self, phase: str) -> list[Face]:
        """The faces that act in a phase, of those between which it was not told."""
        return [face for face in self.faces if not face.phases or phase in face.phases]

    def moments_in(self, phase: str, events: Moments) -> tuple[Moment, ...]:
        """What its text says of its moment in a phase; several where it can be one of several texts."""
        if self.alien is not None:
            return moments_of(self.alien, phase, events)
        there = [face.moments for face in self.faces_in(phase)] or [self.moments]
        return tuple(dict.fromkeys(events.in_phase(moments, phase) for moments in there))


def moments_of(alien: Alien, phase: str, events: Moments) -> tuple[Moment, ...]:
    """What a sheet says of its moment in a phase: of the power as a whole, else of its uses there."""
    whole = events.in_phase(alien.moments or (_UNKNOWN,), phase)
    if whole.kind != DURING:
        return (whole,)
    uses = [use for use in alien.uses if use.moments and ("any" in use.phases or phase in use.phases)]
    there = [events.in_phase(use.moments, phase) for use in uses]
    return tuple({(moment.kind, moment.event): moment for moment in there[::-1]}.values()) or (whole,)


# -- what was typed ----------------------------------------------------------------------------------------------------

REGROUP, REINFORCEMENT, REWARDS, DISCARD = "regroup", "reinforcement", "rewards", "discard"
# Steps of a phase that can be asked for like an effect: their phase, who may take them, and when they come.
_STEPS = (
    Effect(Kind.STEP, REGROUP, (ph.REGROUP,), roles=("offense",), moments=(Moment(WHEN, "regroup"),)),
    Effect(Kind.STEP, REINFORCEMENT, (ph.REVEAL,), roles=("main", "ally"), moments=(Moment(AFTER, "reveal"),)),
    Effect(Kind.STEP, REWARDS, (ph.RESOLUTION,), roles=("defensive-ally",), moments=(Moment(WHEN, "rewards"),)),
    Effect(Kind.STEP, DISCARD, (ph.RESOLUTION,), roles=("any",), moments=(Moment(WHEN, "discard"),)),
)


def effect_of(contender: Contender, asked: Asked, rulebase: Rulebase) -> Effect:
    """The effect of a contender, by any spelling of its name; MalformedError offers the nearest names otherwise."""
    text = contender.effect
    if contender.player == HAZARD:
        return Effect(Kind.HAZARD, text)
    if not text:
        return Effect(Kind.NOTHING, known=False, moments=(NOT_PLACED,))
    typed = key_of(text).removesuffix("s")
    for step in _STEPS:
        if typed == step.name.removesuffix("s"):
            return step
    found = _flare(text, rulebase) or _card(text, rulebase) or _power(text, rulebase)
    if found is None:
        raise _unknown(contender, asked, rulebase)
    if rulebase.law["timing.sheets"].value:
        return found
    return found._replace(phases=(), known=False, roles=(), moments=(NOT_PLACED,), faces=())


def _flare(text: str, rulebase: Rulebase) -> Effect | None:
    """`flare-Amoeba` or `Amoeba-flare`, `wild-Amoeba` or `super-Amoeba`; without a face the bars of both count."""
    key = key_of(text)
    for word in ("flare", *FACES):
        name = key.removeprefix(word) if key.startswith(word) else key.removesuffix(word)
        sheet = rulebase.sheet(name) if name and name != key else None
        if sheet is not None:
            return _faces_of(sheet, (word,) if word in FACES else FACES)
    return None


def _faces_of(sheet: Sheet, names: Sequence[str]) -> Effect:
    """The effect of a flare with one of these faces."""
    alien, bars = sheet.alien.name, [sheet.flare.face(name) for name in names]
    faces = tuple(
        Face(name, _ordered(bar.phases), bar.moments or (_UNKNOWN,)) for name, bar in zip(names, bars, strict=True)
    )
    shown = [*chain.from_iterable(bar.phases for bar in bars)]
    return Effect(
        Kind.FLARE,
        f"{alien}-flare",
        _ordered(shown),
        bool(shown),
        tuple(dict.fromkeys(role for bar in bars for role in bar.roles)),
        bars[0].use(alien, names[0]).rule,
        faces[0].moments,
        faces=faces if len(faces) > 1 else (),
    )


def _card(text: str, rulebase: Rulebase) -> Effect | None:
    card = rulebase.card(text)
    if card is None or card.type not in (Kind.ARTIFACT, Kind.TECH):
        return None
    cancels = tuple(rulebase.law["timing.answering"].value.get(card.name, ()))
    phases, moments = _ordered(card.phases), card.moments or (_UNKNOWN,)
    return Effect(Kind(card.type), card.name, phases, bool(card.phases), card.roles, card.rule, moments, cancels)


def _power(text: str, rulebase: Rulebase) -> Effect | None:
    sheet = rulebase.sheet(text)
    if sheet is None:
        return None
    alien = sheet.alien
    phases = sheet.phases if alien.uses else alien.phases
    moments = alien.moments or (_UNKNOWN,)
    return Effect(Kind.POWER, alien.name, _ordered(phases), bool(phases), alien.roles, alien.rule, moments, alien=alien)


def _ordered(phases: Iterable[str]) -> tuple[str, ...]:
    """These phases in printed order; none where they are any."""
    shown = {*phases}
    return tuple(phase for phase in ph.PHASES if phase in shown) if shown.isdisjoint(_ANY) else ()


def _unknown(contender: Contender, asked: Asked, rulebase: Rulebase) -> MalformedError:
    names = Names(rulebase)
    card = rulebase.card(contender.effect)
    column = contender.column + len(contender.player) + 1
    steps = ", ".join(step.name for step in _STEPS)
    what = f"a power, an artifact, a tech, a flare such as flare-Amoeba, or one of {steps}"
    if card is not None:
        return MalformedError(asked.line, column, what, f"{card.name} is a card of the type {card.type}.")
    plain = contender.effect.casefold().removeprefix("flare-").removesuffix("-flare")
    near = [*names.near_cards(contender.effect)[:2], *names.near_aliens(plain)[:2]]
    if plain != contender.effect.casefold():
        near = [f"flare-{name}" for name in names.near_aliens(plain)[:2]]
    hint = f"Did you mean {' or '.join(near)}?" if near else "`referee alien NAME` and `referee card NAME` show names."
    return MalformedError(asked.line, column, what, hint)


# -- who may use it ----------------------------------------------------------------------------------------------------

# Nobody is an ally before the phase in which invitations are accepted (consolidated 5.7.2.2.b), and nobody the defense
# before that in which destiny is drawn (5.5.2).
_FILLED_IN = {DEFENSE: ph.DESTINY, OFFENSIVE_ALLY: ph.ALLIANCE, DEFENSIVE_ALLY: ph.ALLIANCE}

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


def possible_roles(player: str, offense: str, defense: str, phase: str = "") -> tuple[str, ...]:
    """The roles that a player may have in a phase: one of a main player, or of the others any that there is by then."""
    if player == offense:
        return (OFFENSE,)
    if player == defense and is_filled(DEFENSE, phase):
        return (DEFENSE,)
    return tuple(role for role in (OFFENSIVE_ALLY, DEFENSIVE_ALLY, BYSTANDER) if is_filled(role, phase))


def is_filled(role: str, phase: str) -> bool:
    """True if somebody can have a role in a phase (or in one that is not told)."""
    return role not in _FILLED_IN or ph.place(phase) >= ph.place(_FILLED_IN[role])


def admits(bars: Sequence[str], roles: Sequence[str]) -> list[str]:
    """Those of some roles that a role bar admits; all of them where the bar is not known."""
    return [role for role in roles if not bars or admitted(role, bars)]


def bar_words(bars: Sequence[str]) -> str:
    """A role bar in words: `a main player or an ally`."""
    return " or ".join(_BAR_WORDS.get(bar, bar) for bar in bars)
