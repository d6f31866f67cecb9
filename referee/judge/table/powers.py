"""Powers at a table: what a use does when it is said, and what a power does when its moment comes.

What only the outcome reckons with is in `judge.verbs`. Here an effect of an alien file, by the name of its verb, is
given what it does to the table itself:

* `carries_out(verb)`: what a `use` does at once; with `ruled`, the outcome reckons with the use as well.
* `when(moment, verb)`: what the power does by itself at a moment of the encounter. Where its owner has something to
  choose there, it asks with `demand`, and the table waits for the `use`.
* `while_played(moment, verb)`: what a flare that was played and stands does at such a moment for the rest of the
  encounter.
* `offers(verb)`: the uses that can be typed now.
* `before_leaving(phase, verb)`: whether the power has still to be used before the table leaves a phase.
* `wins_by(verb)`: whether its owner meets a condition of winning that stands on the sheet.

No alien is named here. A power that is lost, facedown or zapped does nothing, nor one in a role that its bar excludes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from referee.book.law import Cite
from referee.book.power import Use
from referee.book.sheets import FlareText
from referee.judge.board import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY, admitted
from referee.judge.finding import Finding
from referee.judge.powers.answers import Answer, answer_of, which_face
from referee.judge.table.turn import Turn
from referee.judge.timing.players import in_order
from referee.state import table as tbl
from referee.state.canonical import write_act
from referee.state.encounter import DEFENSE, OFFENSE, Act
from referee.state.table import Due

USE = "use"  # what a player owes who has a mandatory power to use: `Due.source` is its verb

Args = dict[str, Any]


class Power(NamedTuple):
    """One effect of a power at a table: whose it is, the use it belongs to, and its arguments in the alien's file."""

    who: str
    use: Use
    verb: str
    args: Args

    def finding(self, value: Any, *words: Any, sources: tuple[Finding, ...] = ()) -> Finding:
        """What the use comes to, resting on the sheet: the use's own text with the owner's name first."""
        return Finding(self.use.rule, value, sources, (self.who, *words))


class Carried(NamedTuple):
    """What carries a use out, whether the outcome reckons with the use as well, and which uses are meant."""

    function: Callable[[Turn, Power, Act], None]
    ruled: bool
    fits: Callable[[Act], bool]


Offer = Callable[[Turn, Power], Iterator[tuple[str, ...]]]
Happening = Callable[..., None]

USES: dict[str, Carried] = {}
MOMENTS: dict[tuple[str, str], Happening] = {}
PLAYED: dict[tuple[str, str], Happening] = {}
OFFERS: dict[str, Offer] = {}
# Effects of which nothing is done at a moment of their own: the rules ask for them where they matter.
ASKED = frozenset({"keeps_power", "keeps_through_new_hand"})
# Effects that the outcome tells in full: a table does nothing for them but move what that says.
RECKONED = frozenset(
    """
    add_to_total adds_per_ship aims_anywhere bars_compensation cheaper_failure clears_planet consoled_for_saved
    costs_more drags_along gain_tokens join_uninvited lands_nothing leaves_ship loses_staked lower_total_wins
    may_in_deal multiplies_compensation multiplies_ships nothing_for_allies one_stays opponent_first removes_losers
    saved_from_warp scale_card second_anyway ship_count ship_limit ship_value subtracts_ships take_back_card
    wins_if_zapped wins_with zaps_itself
    takes_opponents_card reverse_result reverse_digits equalizes takes_from_anybody picks_what_it_gives
    """.split()
)
# Effects with which the outcome reckons by the power or card that they change, and not as effects of their own.
ELSEWHERE = frozenset({"extends", "only_when", "pulls_from_warp", "zaps_power"})
LEAVING: dict[tuple[str, str], Callable[[Turn, Power], bool]] = {}
WINS: dict[str, Callable[[Turn, Power], bool]] = {}


def _any_use(done: Act) -> bool:
    return True


def carries_out(
    verb: str, ruled: bool = False, fits: Callable[[Act], bool] = _any_use
) -> Callable[[Callable[[Turn, Power, Act], None]], Any]:
    """Registers what a `use` of this effect does at the table as soon as it is said.

    `fits` tells by its arguments whether a use can mean this effect, where a power has several.
    """

    def register(function: Callable[[Turn, Power, Act], None]) -> Any:
        USES[verb] = Carried(function, ruled, fits)
        return function

    return register


def when(moment: str, verb: str) -> Callable[[Happening], Happening]:
    """Registers what this effect does by itself at a moment; it is called with the facts that `happens` was given."""

    def register(function: Happening) -> Happening:
        MOMENTS[moment, verb] = function
        return function

    return register


def while_played(moment: str, verb: str) -> Callable[[Happening], Happening]:
    """Registers what a flare with this effect does at a moment after it was played, as long as it stands.

    What was said with it is in the use's `played`.
    """

    def register(function: Happening) -> Happening:
        PLAYED[moment, verb] = function
        return function

    return register


def offers(verb: str) -> Callable[[Offer], Offer]:
    """Registers the ways in which this effect can be used now, each as the arguments of a `use`."""

    def register(function: Offer) -> Offer:
        OFFERS[verb] = function
        return function

    return register


def before_leaving(phase: str, verb: str) -> Callable[[Callable[[Turn, Power], bool]], Any]:
    """Registers whether a mandatory power has still to be used before a phase is left."""

    def register(function: Callable[[Turn, Power], bool]) -> Any:
        LEAVING[phase, verb] = function
        return function

    return register


def wins_by(verb: str) -> Callable[[Callable[[Turn, Power], bool]], Any]:
    """Registers whether the owner of this effect meets a condition of winning of its own."""

    def register(function: Callable[[Turn, Power], bool]) -> Any:
        WINS[verb] = function
        return function

    return register


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
    """The effects of a player's power that work now: power in force and faceup, role admitted, use not zapped."""
    if on.table.powers.get(who) != tbl.HAS:
        return
    role = role_of(on, who)
    for alien in on.sheets(who):
        for use in alien.uses:
            if admitted(role, use.roles) and not (use.zappable and on.is_zapped(who, alien.name)):
                yield from (Power(who, use, verb, args) for verb, args in use.effects)


def players(on: Turn) -> list[str]:
    """Everybody with an alien sheet, in timing order (4.8.2)."""
    table = on.table
    others = [name for name in table.clockwise(table.turn) if name != table.defense]
    order = in_order(on.law["timing.order"].value, table.turn, table.defense, others)
    return [name for name in dict.fromkeys(order) if name in table.aliens]  # with its own color one is both


def happens(on: Turn, moment: str, **facts: Any) -> None:
    """Lets every power in force act that has something to do at this moment, in timing order; then flares in play."""
    if not on.table.aliens and not on.table.acts:
        return
    for who in players(on) if on.table.aliens else ():
        for power in list(in_force(on, who)):
            act = MOMENTS.get((moment, power.verb))
            if act is not None:
                with citing(on, power.use.rule.cites):
                    act(on, power, **facts)
    for power, _ in list(_flares_in_play(on)) if on.table.acts else ():
        act = PLAYED.get((moment, power.verb))
        if act is not None:
            with citing(on, power.use.rule.cites):
                act(on, power, **facts)


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
    """A lost power cannot be used in any part (4.6.2.1)."""
    if on.table.powers.get(who) == tbl.LOST:
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
            to_use = LEAVING.get((on.table.phase, power.verb))
            if to_use is not None and to_use(on, power):
                yield power


def check_pending(on: Turn) -> None:
    """Refuses to leave the phase while a mandatory power has still to be used in it."""
    for power in pending(on):
        nearest = tuple(write_act(use) for who, use in options(on) if who == power.who)
        with citing(on, power.use.rule.cites):
            on.forbid("powers.must-use", power.who, nearest=nearest)


def winning(on: Turn) -> list[str]:
    """Who meets a condition of winning that stands on its sheet."""
    found = []
    for who in on.table.aliens:
        if any(power.verb in WINS and WINS[power.verb](on, power) for power in in_force(on, who)):
            found.append(who)
    return found


def _is_of(due: Due, power: Power) -> bool:
    return (due.who, due.source) == (power.who, power.verb)


def check_demands(on: Turn) -> None:
    """Refuses what would go on while a mandatory power has still to be used; it can be used, or zapped."""
    uses = [due for due in on.table.due if due.what == USE]
    if not uses:
        return
    due, done = uses[0], on.command.act
    if done is not None and (answering(on, done) is not None or (done.verb in (USE, "zap") and done.who == due.who)):
        return
    nearest = tuple(write_act(use) for who, use in options(on) if who == due.who)
    owed = next((power for power in in_force(on, due.who) if _is_of(due, power)), None)
    with citing(on, owed.use.rule.cites if owed is not None else ()):
        on.forbid("powers.must-use", due.who, nearest=nearest)
    on.table.due.remove(due)  # the table goes on without it


def is_spent(on: Turn, who: str) -> bool:
    """Whether all that a power can be used for in this encounter was carried out, so that no zap can answer it."""
    table = on.table
    uses = [at for at, act in enumerate(table.acts) if act.verb == "use" and act.who == who]
    if not uses:
        return False
    verbs = [power.verb for power in in_force(on, who) if power.use.zappable]
    if verbs and all(verb in USES and USES[verb].ruled for verb in verbs):
        return True
    if not any(at in table.carried for at in uses):
        return False
    if any(verb not in USES or USES[verb].ruled for verb in verbs):
        return False
    return not any(due.what == USE and due.who == who for due in table.due) and all(n != who for n, _ in options(on))


def lapse(on: Turn, who: str) -> None:
    """A zapped power has nothing more to be used for."""
    on.table.due = [due for due in on.table.due if due.what != USE or due.who != who]


# -- uses --------------------------------------------------------------------------------------------------------------


def carried_by(on: Turn, done: Act) -> Power | None:
    """The effect that a `use` has at once at this moment, or None: the first that is offered, else the first at all."""
    able = [power for power in in_force(on, done.who) if power.verb in USES and is_now(on, power)]
    able = [power for power in able if done.name in ("", power.use.alien)]
    able = [power for power in able if USES[power.verb].fits(done)]
    owed = [power for power in able if demanded(on, power) is not None]
    said = [power for power in able if power.verb in OFFERS and done.args in OFFERS[power.verb](on, power)]
    return next(iter((*owed, *said, *able)), None)


def as_typed(verb: str, who: str, name: str, *args: str) -> str:
    """A flare or tech as it would be typed with these arguments; a name with spaces in quotes."""
    return write_act(Act(verb, who, name=name, args=args))


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
    return next((Power(done.who, use, verb, args) for verb, args in use.effects if verb in USES), None)


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
    if power is None or power.verb not in OFFERS:
        yield done
    else:
        yield from (replace(done, args=args) for args in OFFERS[power.verb](on, power))


def carry_out(on: Turn, power: Power, done: Act) -> None:
    """Does what a use does at once, and settles it where it was owed."""
    due = demanded(on, power)
    with citing(on, power.use.rule.cites):
        USES[power.verb].function(on, power, done)
    if due is not None and due in on.table.due:
        due.count -= 1
        if due.count <= 0:
            on.table.due.remove(due)


def options(on: Turn) -> Iterator[tuple[str, Act]]:
    """(who, use) for every use that could be said now; only what must be used, where something must."""
    dues = [due for due in on.table.due if due.what == USE]
    for who in on.table.aliens:
        for power in in_force(on, who):
            if power.verb not in OFFERS or not is_now(on, power):
                continue
            if not dues or _is_of(dues[0], power):
                name = sheet_named(on, power)
                yield from ((who, Act(USE, who, name=name, args=args)) for args in OFFERS[power.verb](on, power))


def sheet_named(on: Turn, power: Power) -> str:
    """The alien that a use of this power names: none (an empty text) where its owner has only one."""
    return power.use.alien if len(on.table.aliens.get(power.who, ())) > 1 else ""


def is_now(on: Turn, power: Power) -> bool:
    """Whether the sheet shows a phase that is open now."""
    return "any" in power.use.phases or not on.open_phases().isdisjoint(power.use.phases)
