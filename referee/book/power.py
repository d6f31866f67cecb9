"""Powers as data: an alien, its uses, and the effects they are made of."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.book.entries import EffectsEntry
from referee.book.law import Rule
from referee.book.moments import Moment

Args = dict[str, Any]  # the arguments of an effect, as its file has them: each effect knows its own


class Effect(NamedTuple):
    """One effect of a use: a verb of the vocabulary or of one alien, with its arguments (see `judge.powers`)."""

    verb: str
    args: Args


class Use:
    """One way in which a power acts.

    `phases` and `roles` say when and for whom; `mandatory` whether the owner must; `zappable` whether it is a "use"
    that a Cosmic Zap can cancel (consolidated 4.3.3.1 and 4.3.3.2); `lasting` whether it acts though the power is lost;
    `may` what the owner may still do if nobody said that it was used; `typed` how it is written, where something is
    said with it; `rule` what its findings rest on; `moments` when in its phases it acts.
    What a flare or a tech does when it is played is a use too.
    """

    __slots__ = (
        "alien", "effects", "id", "lasting", "mandatory", "may", "moments", "phases", "played", "roles", "rule",
        "typed", "zappable",
    )  # fmt: skip

    def __init__(
        self,
        alien: str,
        id: str,
        rule: Rule,
        roles: tuple[str, ...],
        phases: tuple[str, ...],
        mandatory: bool,
        zappable: bool,
        effects: tuple[Effect, ...],
        may: str = "",
        typed: str = "",
        moments: tuple[Moment, ...] = (),
        lasting: bool = False,
    ) -> None:
        self.alien = alien
        self.lasting = lasting
        self.id = id
        self.rule = rule
        self.roles = roles
        self.phases = phases
        self.mandatory = mandatory
        self.zappable = zappable
        self.effects = effects
        self.may = may
        self.typed = typed
        self.moments = moments
        self.played: tuple[tuple[str, ...], Any] | None = None  # of a card's: what was said with it, and the finding

    @property
    def key(self) -> tuple[str, str]:
        """Which use of which alien or card it is, by their names; on a line as at a table."""
        return self.alien, self.id


class Works(NamedTuple):
    """What a text does without being used, where that is more than its bars show.

    `phases` and `roles` say when and for whom, `comes_up` what has to come up for it (None: nothing in particular);
    what is not `zappable` is no use of the power, so that a Cosmic Zap of that does not touch it.
    """

    phases: tuple[str, ...]
    roles: tuple[str, ...]
    comes_up: tuple[str, ...] | None = None
    zappable: bool = True


class Names(NamedTuple):
    """On whom a timed power is used, where a player is named with that: a `main` player, or any `other` than its owner.

    `roles` are those in which its owner uses it so.
    """

    whom: str
    roles: tuple[str, ...]


class Alien:
    """An alien sheet as the referee knows it.

    `reach` is how far it is applied: `executable` (the judge applies its uses) or `timed` (named in the ruling, its
    effect left to the players, who can state it). `lifts` names the limits that an unapplied power may lift: `ships`
    and `none` (more than the owner may send, or no ship at all), `mains-ships` and `opponents-none` (the same for main
    players), `warp` (ships out of the warp), `owned` (ships of another color), `aliens` (a further power), `target` and
    `colonies` (a planet elsewhere, or one with a colony of the owner's), `turn` (another's turn than the offense's),
    `no-card` (what befalls who has no encounter card, or with `opponents-no-card` what befalls its opponent then),
    `reinforcing` (reinforcements of one that takes no part), `flares` (as many as the owner likes), `goal` (with five
    colonies nobody wins). `holds` is what its text keeps without being used: own ships in the `warp`, own `discards` on
    the sheet, or those of the other side (`opposing-discards`), `planets` that count as foreign colonies there, and
    ships of others (`neighbors`) on the planets of its color and beside its own ships. `moments` are where the text
    places the power in its phases, `phases` and `roles` its bars, as errata put them.

    Of a timed power, `comes_up` is what has to come up in an encounter for it to act (None: nothing in particular),
    `comes_up_early` the same in phases before the cards are turned up, `works` what its text does without being used,
    `states` the statements with which players say what it does, and `times` how often at most it is used in one
    encounter (None: once in each of its phases, or, in any phase, as often as its text says).
    """

    __slots__ = (
        "comes_up", "comes_up_early", "grade", "holds", "keeps_color", "keeps_power", "lifts", "mandatory", "moments",
        "name", "names", "phases", "power", "reach", "roles", "rule", "set", "states", "summary", "times", "uses",
        "verbs", "works", "zappable",
    )  # fmt: skip

    def __init__(
        self,
        name: str,
        power: str,
        set: str,
        reach: str,
        grade: str,
        summary: str,
        roles: tuple[str, ...],
        mandatory: bool,
        lifts: tuple[str, ...],
        rule: Rule,
        uses: tuple[Use, ...],
        moments: tuple[Moment, ...] = (),
        phases: tuple[str, ...] = (),
        comes_up: tuple[str, ...] | None = None,
        works: Works | None = None,
        states: tuple[str, ...] = (),
        keeps_power: bool = False,
        zappable: bool = True,
        comes_up_early: tuple[str, ...] | None = None,
        times: int | None = None,
        holds: tuple[str, ...] = (),
        keeps_color: bool = False,
        names: Names | None = None,
    ) -> None:
        self.name = name
        self.power = power
        self.set = set
        self.reach = reach
        self.grade = grade
        self.summary = summary
        self.roles = roles
        self.mandatory = mandatory
        self.lifts = lifts
        self.rule = rule
        self.uses = uses
        self.verbs = verbs_of(uses)
        self.moments = moments
        self.phases = phases
        self.comes_up = comes_up
        self.works = works
        self.states = states
        self.keeps_power = keeps_power or "keeps_power" in self.verbs
        self.zappable = zappable
        self.comes_up_early = comes_up_early
        self.times = times
        self.holds = holds
        self.names = names
        self.keeps_color = keeps_color or "stays_with_color" in self.verbs

    @property
    def to_use(self) -> tuple[Use, ...]:
        """The ways in which the power is said to be used: not what must act and is no use (consolidated 4.3.3.2).

        With such a one too something can have to be said, such as a planet.
        """
        return tuple(use for use in self.uses if use.zappable or not use.mandatory or use.typed) or self.uses


def verbs_of(uses: tuple[Use, ...]) -> frozenset[str]:
    """The effects of these uses, by name."""
    return frozenset([verb for use in uses for verb, _ in use.effects])


class CardText(NamedTuple):
    """An artifact, a tech or another named card: its type, the rule its findings rest on, who may play it and when.

    `roles` and `phases` are the bars of the card (consolidated 4.3.1); none where they are not known.
    """

    name: str
    type: str
    grade: str
    summary: str
    rule: Rule
    applied: bool | str  # `table` if it is carried out at a table only
    roles: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    research: str = ""  # of a tech: how many ships complete it, or X
    moments: tuple[Moment, ...] = ()  # where its text places it in its phases
    effects: tuple[Effect, ...] = ()
    lifetime: str = ""  # of a tech: `stays`, `discarded` once used, `hidden` until then, or `passed-on`

    def use(self) -> Use:
        """What the card does, once it is played; a new one each time."""
        phases = self.phases or ("any",)
        return Use(self.name, "play", self.rule, ("any",), phases, True, False, self.effects, moments=self.moments)


def effects_of(data: EffectsEntry) -> tuple[Effect, ...]:
    """The effects that an entry of a file lists: verbs with their arguments."""
    listed = data.get("effects", ())
    return tuple(Effect(e["verb"], {key: value for key, value in e.items() if key != "verb"}) for e in listed)
