"""Powers that are not applied, at a table: when one may be used, and that nothing goes on past one which must act.

What a mandatory one does before the cards are turned up the players do themselves, and say that it was used, or that
there is `nothing` of it here; what one does afterwards they state, as on one line (`judge.powers.unapplied`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from referee.book.law import MANDATORY, Rule
from referee.book.moments import BEFORE
from referee.book.power import Alien
from referee.judge.finding import Finding
from referee.judge.hidden.cases import judge
from referee.judge.phases.uses import barred_on
from referee.judge.powers.answers import ARTIFACTS, STATEMENTS
from referee.judge.powers.moments import untimely_at
from referee.judge.powers.said_of import NOTHING, covered
from referee.judge.powers.unapplied import holds_nothing_up, summed_up
from referee.judge.ruling import Then
from referee.judge.stand import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY, admitted
from referee.judge.table import powers
from referee.judge.table.lines import position_of
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.judge.table.unsaid import DUE, awaited
from referee.judge.table.verdict import Refusal
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command
from referee.state.encounter import Act
from referee.state.pending import Said
from referee.state.reader import write_name
from referee.state.table import Table

ANY = "any"


class Owed(NamedTuple):
    """A mandatory power that has to act in a phase before the cards are turned up."""

    who: str
    alien: Alien
    phase: str

    def ways(self) -> tuple[Act, Act]:
        """What settles it: that it was used, or that there is nothing of it here."""
        return Act("use", self.who), Act(NOTHING, self.who, why=write_name(self.alien.name))

    def says(self) -> str:
        """What is to be said, in a sentence."""
        called = write_name(self.alien.name)
        return f"{called}: mandatory now; type use {self.who} when it is done, or nothing {self.who} {called}"


# -- what has come up --------------------------------------------------------------------------------------------------


def _sends(on: Turn, who: str, phase: str) -> bool:
    table = on.table
    return who == table.turn if phase == ph.LAUNCH else who in table.allies


def _others_send_two(on: Turn, who: str, _: str) -> bool:
    table = on.table
    sent = {name: table.at(tbl.GATE, name) + table.at(tbl.BESIDE, name) for name in table.seats}
    return any(ships >= 2 for name, ships in sent.items() if name != who)


def _not_invited(on: Turn, who: str, _: str) -> bool:
    table = on.table
    return powers.role_of(on, who) not in ("offense", "defense") and any(
        who not in table.invited.get(main, ()) for main in table.mains()
    )


def _cards_played(on: Turn, _: str, __: str) -> bool:
    return any(act.verb in (*ARTIFACTS, "flare", "reinforce") for act in on.table.acts)


def _alone_abroad(on: Turn, who: str, _: str) -> bool:
    return any(len(on.table.ships[place]) == 1 for place in on.table.foreign_colonies(who))


def _lost(on: Turn, who: str) -> int:
    return on.table.at(tbl.WARP, who) + on.table.at(tbl.REMOVED, who)


_COMES_UP: dict[str, Callable[[Turn, str, str], bool]] = {
    "sends": _sends,
    "others-send-2": _others_send_two,
    "not-invited": _not_invited,
    "cards-played": _cards_played,
    "second-encounter": lambda on, who, phase: on.table.encounter > 1,
    "foreign-colony": lambda on, who, phase: bool(on.table.foreign_colonies(who)),
    "alone-abroad": _alone_abroad,
    "ships-in-warp": lambda on, who, phase: on.table.at(tbl.WARP, who) > 0,
    "all-ships-lost": lambda on, who, phase: _lost(on, who) >= on.table.owned[who],
    "others-lost-8": lambda on, who, phase: all(_lost(on, name) >= 8 for name in on.table.clockwise(who)),
    "others-removed": lambda on, who, phase: any(name != who for name in on.table.ships[tbl.REMOVED]),
}
COMES_UP_EARLY = frozenset(_COMES_UP)  # what a sheet can say has to come up before the cards are turned up


# -- what is due -------------------------------------------------------------------------------------------------------


def is_here(on: Turn) -> bool:
    """True if somebody has a power that is not applied, or players may have to say what one or a flare does."""
    if any(act.verb == "flare" for act in on.table.acts):
        return True
    for names in on.table.aliens.values():
        for name in names:
            alien = on.rulebase.alien(name)
            if alien is not None and (alien.states or not alien.uses):
                return True
    return False


def _owed(on: Turn, phase: str, first: bool | None = None) -> Iterator[Owed]:
    """The mandatory powers that act in a phase and of which nothing was said there, in timing order.

    With `first` those alone whose text places them before what the phase turns on, or before somebody invites.
    """
    table = on.table
    for who in powers.players(on):
        if table.powers.get(who) != tbl.HAS:
            continue
        for alien in on.sheets(who):
            if alien.uses or not alien.mandatory or phase not in alien.phases or not _has_to_act(on, who, alien, phase):
                continue
            if not first or _is_first(on, alien, phase):
                yield Owed(who, alien, phase)


def _has_to_act(on: Turn, who: str, alien: Alien, phase: str) -> bool:
    """True if nothing was said of a mandatory power in the phase, and nothing keeps it from acting there."""
    if _was_said(on, who, alien, phase) or not admitted(powers.role_of(on, who), alien.roles):
        return False
    if alien.zappable and on.is_zapped(who, alien.name):
        return False
    needed = alien.comes_up_early
    return needed is None or any(_COMES_UP[word](on, who, phase) for word in needed)


def _is_first(on: Turn, alien: Alien, phase: str) -> bool:
    return on.rulebase.moments.in_phase(alien.moments, phase).kind == BEFORE


def _was_said(on: Turn, who: str, alien: Alien, phase: str) -> bool:
    return Said(phase, who, alien.name) in on.table.told


class _Ending(NamedTuple):
    """What a command ends, in these phases, unless it was ended before: phases, or of one what comes first."""

    phases: tuple[str, ...]
    verbs: tuple[str, ...]
    ends: tuple[tuple[str, bool], ...]
    is_over: Callable[[Table], object] = lambda table: False


_TO_DESTINY = ("destiny", "comet", "launch", "aim")
_ENDING = (
    _Ending((ph.START,), ("regroup", *_TO_DESTINY), ((ph.START, False),)),
    _Ending((ph.START, ph.REGROUP), ("regroup",), ((ph.REGROUP, True),)),
    _Ending((ph.START, ph.REGROUP), _TO_DESTINY, ((ph.REGROUP, False), (ph.DESTINY, True))),
    _Ending((ph.DESTINY, ph.LAUNCH), ("launch", "aim"), ((ph.DESTINY, False), (ph.LAUNCH, True))),
    _Ending((ph.ALLIANCE,), ("invite", "play"), ((ph.LAUNCH, False), (ph.ALLIANCE, True)), lambda t: t.invited),
    _Ending((ph.ALLIANCE, ph.PLANNING), ("play",), ((ph.ALLIANCE, False), (ph.PLANNING, True)), lambda t: t.cards),
    _Ending((ph.REVEAL,), ("reveal", "resolve"), ((ph.PLANNING, False),), lambda t: t.revealed),
)


def ending(on: Turn, verb: str) -> Iterator[tuple[str, bool]]:
    """(phase, first) for what a command ends: a phase, or of one what comes before its hinge (`first`)."""
    table = on.table
    for row in _ENDING:
        if table.phase in row.phases and verb in row.verbs and not row.is_over(table):
            yield from row.ends


def due(on: Turn, verb: str) -> Iterator[Owed]:
    """The mandatory powers that have to act before a command of this verb."""
    if on.table.empty:
        return
    for phase, first in ending(on, verb):
        yield from _owed(on, phase, first)


def check_due(on: Turn) -> None:
    """Refuses to leave a phase before a mandatory power has acted in it, or somebody said that it has nothing to do."""
    for owed in due(on, on.command.verb):
        if DUE in on.waived:
            on.table.told = (*on.table.told, Said(owed.phase, owed.who, owed.alien.name))
            continue
        rule = on.law[DUE].citing(owed.alien.rule)
        source = Finding(owed.alien.rule, True, (), (summed_up(owed.who, owed.alien),))
        found = Finding(rule, None, (source,), (owed.who, owed.says()))
        nearest = tuple(_written(owed.who, act) for act in owed.ways())
        raise RefusedError(Refusal(found, nearest, (), (owed.who, owed.alien.name)))


def _written(who: str, act: Act) -> str:
    return f"{act.verb} {who}{f' {act.why}' if act.why else ''}"


# -- what is said ------------------------------------------------------------------------------------------------------


def check_use(on: Turn, done: Act, alien: Alien) -> None:
    """A power that is not applied is used in the phases, the role and at the moments that its sheet shows (4.8.1)."""
    table, who = on.table, done.who
    now = on.open_phases()
    if ANY not in alien.phases and now.isdisjoint(alien.phases):
        shown = " or ".join(sorted(alien.phases, key=ph.place))
        _forbid(on, "powers.phase", alien, who, alien.name, f"the {shown} phase", ph.named(table.phase))
    roles = _roles(on, who, alien)
    if not any(admitted(role, alien.roles) for role in roles):
        _forbid(on, "powers.role", alien, who, alien.name)
    _check_named(on, who, alien, next((arg for arg in done.args if arg in table.seats), ""))
    moments = tuple(m for m in alien.moments if not m.event or _is_open(on, m.event, now))
    when = untimely_at(on, moments)
    if when:
        _forbid(on, "powers.moment", alien, who, alien.name, when)
    if _used(on, who, alien, now):
        _forbid(on, "powers.once", alien, who)


def check_saved(on: Turn, done: Act) -> None:
    """What a power is not used for, such as ships of its owner's, is not stated of it either."""
    for alien in on.sheets(done.who) if done.verb == "saves" else ():
        if alien.name == done.why:
            _check_named(on, done.who, alien, done.who)


def _check_named(on: Turn, who: str, alien: Alien, named: str) -> None:
    """Refuses a player on whom the text of a power does not let it be used; its super flare can let it do that."""
    barred = barred_on(who, alien, powers.role_of(on, who), named, on.table.mains())
    if barred and not any((player, name) == (who, alien.name) for player, name, _, _ in on.flares_played()):
        _forbid(on, barred, alien, who, alien.name)


def _is_open(on: Turn, event: str, now: set[str]) -> bool:
    return on.rulebase.moments.events[event].phase in ("", *now)


def _roles(on: Turn, who: str, alien: Alien) -> tuple[str, ...]:
    """The role of a player; of a power of the alliance phase also that of an ally, while it may still become one."""
    table, role = on.table, powers.role_of(on, who)
    if role == BYSTANDER and table.phase == ph.ALLIANCE and who not in table.answered and ph.ALLIANCE in alien.phases:
        return (role, OFFENSIVE_ALLY, DEFENSIVE_ALLY)
    return (role,)


def _used(on: Turn, who: str, alien: Alien, now: set[str]) -> bool:
    """True if the power was used as often as it may be: in one of its phases that are open now, or as its text says."""
    if ANY in alien.phases and alien.times is None:
        return False
    uses = [said for said in on.table.told if said.used and (said.who, said.alien) == (who, alien.name)]
    if alien.times is not None:
        return len(uses) >= alien.times
    left = now.intersection(alien.phases) - {said.phase for said in uses}
    return not left


def _forbid(on: Turn, rule: str, alien: Alien, *words: object) -> None:
    if rule not in on.waived:
        raise RefusedError(Refusal(Finding(on.law[rule].citing(alien.rule), None, (), words), (), ()))


def _said_of(on: Turn, who: str, alien: Alien, used: bool) -> Iterator[Said]:
    """That something was said of a power, or that it was used, in each of its phases that are open now."""
    phases = [phase for phase in ph.PHASES if phase in on.open_phases() and phase in alien.phases]
    for phase in phases:
        yield Said(phase, who, alien.name)
    if used:
        yield Said(phases[-1] if phases else on.table.phase, who, alien.name, used=True)


def _is_decided(table: Table) -> bool:
    """True once the cards are turned up, or the encounter is resolved without them."""
    return table.revealed or table.phase == ph.RESOLUTION


def _is_of(done: Act, who: str, name: str) -> bool:
    """True if an act uses the power of a sheet, or states something of it."""
    if done.verb == "use":
        return done.who == who and done.name in ("", name)
    return covered((done,), who, name)


def note(on: Turn, done: Act) -> None:
    """Notes what was said of powers that are not applied, in the phases that are open now.

    Before the cards are turned up, that there is nothing of a power says nothing of what follows.
    """
    table = on.table
    if done.verb == "flare":
        _note_flare(on, done)
    if done.verb not in ("use", *STATEMENTS):
        return
    entries = list[Said]()
    for who in table.aliens:
        for alien in on.sheets(who):
            if not alien.uses and _is_of(done, who, alien.name):
                entries += _said_of(on, who, alien, done.verb == "use")
                if done.verb == "use":
                    _leave_to_players(on, who, alien.name, alien.rule, summed_up(who, alien, True))
    table.told = (*table.told, *entries)
    if done.verb == NOTHING and not _is_decided(table):
        table.carried = (*table.carried, len(table.acts) - 1)


def _note_flare(on: Turn, done: Act) -> None:
    """Says of a flare that is not applied, and for which no outcome waits, that the players do what it says."""
    face, text = powers.face_played(on, done) or ("", None)
    if text is not None and not text.effects and holds_nothing_up(text):
        rule, name = text.use(done.name, face).rule, f"{done.name} flare"
        _leave_to_players(on, done.who, name, rule, f"{done.who}'s {name}: {text.summary}")


def _leave_to_players(on: Turn, who: str, name: str, rule: Rule, summary: str) -> None:
    """That what is not applied changes nothing at the table by itself: the players do what its text says."""
    source = Finding(rule, True, (), (summary,))
    on.steps.append(Finding(on.law["powers.left-to-players"].citing(rule), True, (source,), (who, name)))


# -- what the table waits for -----------------------------------------------------------------------------------------


def asked(on: Turn) -> list[tuple[str, str, Act]]:
    """(who, what is to be said, an act that says it) for every power and card on which the table waits now."""
    table, found = on.table, list[tuple[str, str, Act]]()
    verbs = {ph.START: "destiny", ph.REGROUP: "destiny", ph.DESTINY: "launch", ph.LAUNCH: "launch"}
    if table.phase in verbs:
        found += _asked_early(on, verbs[table.phase])
    elif table.phase in (ph.ALLIANCE, ph.PLANNING):
        found += _asked_early(on, "invite" if table.phase == ph.ALLIANCE and not table.invited else "play")
    elif table.phase == ph.REVEAL and not table.revealed:
        found += _asked_early(on, "reveal")
    elif table.phase == ph.REVEAL and tbl.UNKNOWN not in table.cards.values():
        ruling = judge(position_of(table, on.rulebase), on.rulebase, True)
        for then in awaited(ruling):
            act = Act(NOTHING, then.who, why=write_name(then.sheet))
            found.append((then.who, _says(then), act))
    return found


def _says(then: Then) -> str:
    return f"{then.sheet}: mandatory now; {then.what}" if then.finding.rule.mark == MANDATORY else then.what


def _asked_early(on: Turn, verb: str) -> Iterator[tuple[str, str, Act]]:
    for owed in due(on, verb):
        yield from ((owed.who, owed.says(), act) for act in owed.ways())


def blocked(on: Turn, command: Command) -> bool:
    """True if a command waits for what has to be said of a power or card first."""
    if command.verb == "resolve":
        return any(due(on, command.verb)) or bool(asked(on))
    return next(due(on, command.verb), None) is not None
