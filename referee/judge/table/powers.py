"""Powers at a table: which of them are in force, what they owe, and what their uses come to.

What each effect does is declared in `judge.powers` (`effect.Effect`). A power does by itself what it declares for a
moment (`happens`); where its owner has something to choose there, it asks with `demand`, and the table waits for the
`use`.

No alien is named here. A power that is lost, facedown or zapped does nothing, nor one in a role that its bar excludes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from referee.book.law import Cite
from referee.book.power import Args, Use
from referee.book.sheets import FlareText
from referee.judge.finding import Finding
from referee.judge.powers.answers import Answer, answer_of, which_face
from referee.judge.powers.effect import Effect, find
from referee.judge.stand import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY, admitted
from referee.judge.table.turn import Turn
from referee.judge.timing.players import in_order
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.acts import write_act
from referee.state.encounter import DEFENSE, OFFENSE, Act
from referee.state.pending import Due

USE = "use"  # what a player owes who has a mandatory power to use: `Due.source` is its verb


class Power(NamedTuple):
    """One effect of a power at a table: whose it is, the use it belongs to, and its arguments in the alien's file."""

    who: str
    use: Use
    verb: str
    args: Args

    def finding(self, value: object, *words: object, sources: tuple[Finding, ...] = ()) -> Finding:
        """What the use comes to, resting on the sheet: the use's own text with the owner's name first."""
        return Finding(self.use.rule, value, sources, (self.who, *words))


def at_once(verb: str) -> Effect | None:
    """The effect, if a use of it does something at a table as soon as it is said."""
    effect = find(verb)
    return effect if effect is not None and effect.carry_out is not None else None


def is_ruled(power: Power) -> bool:
    """True if the outcome reckons with a use of this power that was carried out as well."""
    effect = at_once(power.verb)
    return effect is not None and effect.ruled


def offered(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    """The ways in which the power can be used now, each as the arguments of a `use`."""
    effect = find(power.verb)
    if effect is not None and effect.offer is not None:
        yield from effect.offer(on, power)


# -- what is in force --------------------------------------------------------------------------------------------------


def role_of(on: Turn, who: str) -> str:
    """The player's role at this moment; before destiny everybody but the offense is a bystander."""
    if who == on.table.turn:
        return OFFENSE
    if who == on.table.defense:
        return DEFENSE
    side = on.table.allies.get(who)
    return BYSTANDER if side is None else OFFENSIVE_ALLY if side == OFFENSE else DEFENSIVE_ALLY


def in_force(on: Turn, who: str) -> Iterator[Power]:
    """The effects of a player's power that work now: power in force and faceup, role admitted, use not zapped.

    Of a power that is lost these are what it was already to be used for.
    """
    has_it = on.table.powers.get(who) == tbl.HAS
    owed = set() if has_it else _owed(on, who)
    role = role_of(on, who)
    for alien in on.sheets(who):
        for use in alien.uses:
            if admitted(role, use.roles) and not (use.zappable and on.is_zapped(who, alien.name)):
                whole = has_it or use.lasting
                yield from (Power(who, use, verb, args) for verb, args in use.effects if whole or verb in owed)


def _owed(on: Turn, who: str) -> set[str]:
    """The effects for which a player has still to use its power."""
    return {due.source for due in on.table.due if (due.what, due.who) == (USE, who)}


def players(on: Turn) -> list[str]:
    """Everybody with an alien sheet, in timing order (4.8.2)."""
    table = on.table
    others = [name for name in table.clockwise(table.turn) if name != table.defense]
    order = in_order(on.law["timing.order"].value, table.turn, table.defense, others)
    return [name for name in dict.fromkeys(order) if name in table.aliens]  # with its own color one is both


def _let_act(on: Turn, power: Power, act: Callable[..., object], facts: Mapping[str, object]) -> None:
    with citing(on, power.use.rule.cites):
        act(on, power, **facts)


def happens(on: Turn, moment: str, **facts: object) -> None:
    """Lets every power in force act that has something to do at this moment, in timing order; then flares in play."""
    if not on.table.aliens and not on.table.acts:
        return
    for who in players(on) if on.table.aliens else ():
        for power in list(in_force(on, who)):
            effect = find(power.verb)
            act = effect.moments.get(moment) if effect is not None else None
            if act is not None:
                _let_act(on, power, act, facts)
    if on.table.acts:
        _happens_to_flares(on, moment, facts)


def _happens_to_flares(on: Turn, moment: str, facts: Mapping[str, object]) -> None:
    for power, _ in list(_flares_in_play(on)):
        effect = find(power.verb)
        act = effect.played.get(moment) if effect is not None else None
        if act is not None:
            _let_act(on, power, act, facts)


def cited(power: Power) -> str:
    """The sheet or card of a power as something due names it (`Due.by`)."""
    return ", ".join(cite.id for cite in power.use.rule.cites)


@contextmanager
def citing(on: Turn, sheet: tuple[Cite, ...]) -> Iterator[None]:
    """What rests on a sheet or card, and is found or refused meanwhile, cites this one."""
    before, on.sheet = on.sheet, sheet
    try:
        yield
    finally:
        on.sheet = before


def check_faceup(on: Turn, who: str) -> None:
    """The power of a facedown sheet cannot be used (ffg2018 hidden-powers.3): it is shown first."""
    if who in on.table.hidden:
        on.cannot("power.facedown", who, nearest=(f"show {who}",))


def check_not_lost(on: Turn, who: str, nearest: tuple[str, ...] = ()) -> None:
    """A lost power cannot be used in any part (4.6.2.1), but for what it was already to be used for, and what lasts."""
    if on.table.powers.get(who) == tbl.LOST and not _owed(on, who) and next(in_force(on, who), None) is None:
        on.forbid("power.unusable", who, nearest=nearest)


# -- what must be used before anything else ----------------------------------------------------------------------------


def demand(on: Turn, power: Power, count: int = 1, about: str = "") -> None:
    """The owner has to use the power before anything else goes on; `about` is for the effect itself, such as a name."""
    on.table.due.append(Due(power.who, USE, count, place=about, source=power.verb))


def demanded(on: Turn, power: Power) -> Due | None:
    """The use of this effect that its owner still owes, or None."""
    return next((due for due in on.table.due if due.what == USE and _is_of(due, power)), None)


def pending(on: Turn) -> Iterator[Power]:
    """The powers that have to be used before the table leaves its phase."""
    if not on.table.aliens:
        return
    for who in players(on):
        for power in in_force(on, who):
            effect = find(power.verb)
            to_use = effect.leaving.get(on.table.phase) if effect is not None else None
            if to_use is not None and to_use(on, power):
                yield power


def owes_use(on: Turn, who: str, nearest: Iterable[str], cites: tuple[Cite, ...]) -> None:
    """Refuses to go on while a mandatory power has still to be used; `cites` are what its own text is cited by."""
    with citing(on, cites):
        on.forbid("powers.must-use", who, nearest=tuple(nearest))


def check_pending(on: Turn) -> None:
    """Refuses to leave the phase while a mandatory power has still to be used in it."""
    for power in pending(on):
        owes_use(on, power.who, (write_act(use) for who, use in options(on) if who == power.who), power.use.rule.cites)


def winning(on: Turn) -> list[str]:
    """Who meets a condition of winning that stands on its sheet."""
    found = []
    for who in on.table.aliens:
        for power in in_force(on, who):
            effect = find(power.verb)
            if effect is not None and effect.wins is not None and effect.wins(on, power):
                found.append(who)
                break
    return found


def wins_otherwise(on: Turn) -> set[str]:
    """Whose sheet names how it wins, so that colonies win it nothing."""
    effects = ((who, find(power.verb)) for who in on.table.aliens for power in in_force(on, who))
    return {who for who, effect in effects if effect is not None and effect.alone}


def _is_of(due: Due, power: Power) -> bool:
    return (due.who, due.source) == (power.who, power.verb)


def _may_come_first(on: Turn, who: str, done: Act) -> bool:
    """True for an act that is done before a player has to use its power, or by which it does."""
    if answering(on, done) is not None:
        return True
    if done.who != who:
        return False
    return done.verb in (USE, "zap") or (done.verb == "flare" and done.name in on.table.aliens.get(who, ()))


def check_demands(on: Turn) -> None:
    """Refuses what would go on while a mandatory power has still to be used; it can be used, or zapped.

    Its own flare can be played as well: that may change what is used.
    """
    uses = [due for due in on.table.due if due.what == USE]
    if not uses:
        return
    due, done = uses[0], on.command.act
    if done is not None and _may_come_first(on, due.who, done):
        return
    nearest = (write_act(use) for who, use in options(on) if who == due.who)
    owed = next((power for power in in_force(on, due.who) if _is_of(due, power)), None)
    owes_use(on, due.who, nearest, owed.use.rule.cites if owed is not None else ())
    on.table.due.remove(due)  # the table goes on without it


def _uses_made(acts: Sequence[Act], who: str) -> list[int]:
    """The acts of the encounter by which a player has used its power, by their place among all."""
    return [at for at, act in enumerate(acts) if act.verb == "use" and act.who == who]


def is_spent(on: Turn, who: str) -> bool:
    """Whether all that a power can be used for in this encounter was carried out, so that no zap can answer it."""
    table = on.table
    uses = _uses_made(table.acts, who)
    if not uses:
        return False
    effects = [at_once(power.verb) for power in in_force(on, who) if power.use.zappable]
    ruled = {effect is None or bool(effect.ruled) for effect in effects}
    if ruled == {True} and None not in effects:
        return True
    if True in ruled or not any(at in table.carried for at in uses):
        return False
    return not _may_be_used(on, who)


def _may_be_used(on: Turn, who: str) -> bool:
    """True if a player has to use its power, or may."""
    return any(due.what == USE and due.who == who for due in on.table.due) or any(n == who for n, _ in options(on))


def lapse_but_of(on: Turn, phase: str) -> None:
    """Where an encounter is over in a phase, nothing is owed any more that was to be used in another one."""
    powers = (power for who in players(on) for power in in_force(on, who))
    left = {(power.who, power.verb) for power in powers if not {"any", phase}.isdisjoint(power.use.phases)}
    on.table.due = [due for due in on.table.due if due.what != USE or (due.who, due.source) in left]


def lapse(on: Turn, who: str) -> None:
    """A zapped power has nothing more to be used for."""
    on.table.due = [due for due in on.table.due if due.what != USE or due.who != who]


# -- uses --------------------------------------------------------------------------------------------------------------


def carried_by(on: Turn, done: Act) -> Power | None:
    """The effect that a `use` has at once at this moment, or None: the first that is offered, else the first at all."""
    able = []
    for power in in_force(on, done.who):
        effect = at_once(power.verb) if is_now(on, power) and done.name in ("", power.use.alien) else None
        if effect is not None and effect.fits(done):
            able.append(power)
    owed = [power for power in able if demanded(on, power) is not None]
    said = [power for power in able if done.args in offered(on, power)]
    return next(iter((*owed, *said, *able)), None)


def as_typed(verb: str, who: str, name: str, *args: str | int) -> str:
    """A flare or tech as it would be typed with these arguments; a name with spaces in quotes."""
    return write_act(Act(verb, who, name=name, args=tuple(map(str, args))))


def face_played(on: Turn, done: Act) -> tuple[str, FlareText] | None:
    """Which text of a flare its player uses, and the text; None for a flare that is not known.

    The text that was said, or else the one for this player now.
    """
    flare = on.rulebase.flare(done.name)
    if flare is None:
        return None
    matches = done.name in on.table.aliens.get(done.who, ())
    word = done.face or which_face(matches, on.table.powers.get(done.who) == tbl.LOST)
    return word, flare.face(word)


def faced(on: Turn, done: Act) -> Act:
    """The act; of a flare with the text that its player uses."""
    played = face_played(on, done) if done.verb == "flare" else None
    return done if played is None else replace(done, face=played[0])


def answering(on: Turn, done: Act) -> Answer | None:
    """How a card that is to be played answers another, or None."""
    if done.verb in ("card-zap", "flare"):
        return answer_of(on.rulebase, faced(on, done))
    return None


def of_flare(on: Turn, done: Act) -> Power | None:
    """What a flare does at the table as soon as it is played; None where at most the outcome reckons with it."""
    played = face_played(on, done)
    if played is None:
        return None
    use = played[1].use(done.name, played[0])
    use.played = (done.args, None)
    return next((Power(done.who, use, verb, args) for verb, args in use.effects if at_once(verb)), None)


def in_play(on: Turn, verb: str) -> Iterator[tuple[Power, tuple[str, ...]]]:
    """The flares played in this encounter, and not negated, that have this effect, each with what was said with it."""
    if on.table.acts:
        yield from ((power, args) for power, args in _flares_in_play(on) if power.verb == verb)


def _flares_in_play(on: Turn) -> Iterator[tuple[Power, tuple[str, ...]]]:
    """The effects of the flares that were played in this encounter and not negated, each with what was said with it."""
    for who, name, face, args in on.flares_played():
        played = face_played(on, Act("flare", who, name=name, face=face, args=args))
        for use in (played[1].use(name, played[0]),) if played is not None else ():
            use.played = (args, None)
            yield from ((Power(who, use, verb, own), args) for verb, own in use.effects)


def flare_options(on: Turn, done: Act) -> Iterator[Act]:
    """The ways in which a flare can be played now: with each of the arguments that its text offers, if it takes any."""
    power = of_flare(on, done)
    effect = None if power is None else find(power.verb)
    if power is None or effect is None or effect.offer is None:
        yield done
    else:
        yield from (replace(done, args=args) for args in effect.offer(on, power))


def do(on: Turn, power: Power, done: Act) -> None:
    """Does at the table what a use does as soon as it is said, if anything."""
    effect = find(power.verb)
    if effect is not None and effect.carry_out is not None:
        effect.carry_out(on, power, done)


def carry_out(on: Turn, power: Power, done: Act) -> None:
    """Does what a use does at once, and settles it where it was owed."""
    due = demanded(on, power)
    with citing(on, power.use.rule.cites):
        do(on, power, done)
    if due is not None and due in on.table.due:
        due.count -= 1
        if due.count <= 0:
            on.table.due.remove(due)


def options(on: Turn) -> Iterator[tuple[str, Act]]:
    """(who, use) for every use that could be said now; only what must be used, where something must."""
    dues = [due for due in on.table.due if due.what == USE]
    for who in on.table.aliens:
        for power in in_force(on, who):
            if (is_now(on, power) or is_next(on, power)) and (not dues or _is_of(dues[0], power)):
                name = sheet_named(on, power)
                yield from ((who, Act(USE, who, name=name, args=args)) for args in offered(on, power))


def sheet_named(on: Turn, power: Power) -> str:
    """The alien that a use of this power names: none (an empty text) where its owner has only one."""
    return power.use.alien if len(on.table.aliens.get(power.who, ())) > 1 else ""


def is_now(on: Turn, power: Power) -> bool:
    """True if the sheet shows a phase that is open now, or the use has come up and is still owed."""
    if "any" in power.use.phases or not on.open_phases().isdisjoint(power.use.phases):
        return True
    return bool(on.table.due) and demanded(on, power) is not None


def is_next(on: Turn, power: Power) -> bool:
    """True if the power is used before destiny is drawn, so that its use leads there from the phases before."""
    before = any(str(moment) == "before destiny" for moment in power.use.moments)
    return before and at_once(power.verb) is not None and on.table.phase in (ph.START, ph.REGROUP)
