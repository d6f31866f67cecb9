"""Techs: researched, completed, abandoned, used, and drawn in place of a second encounter (ffg2018 technology).

A player's techs lie in the order in which they came. The ships on them stand in a place of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.book.law import Law
from referee.book.power import CardText
from referee.judge.counted import ships_of
from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers.effects.exchanging import lose_besides
from referee.judge.stand import admitted
from referee.judge.table.powers import (
    Power,
    at_once,
    check_pending,
    citing,
    do,
    is_ruled,
    offered,
    pending,
    role_of,
)
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn, command, stacks_of
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, Stack, ships_in
from referee.state.encounter import Act
from referee.state.table import Table, Tech

_ACTIONS = ("research", "complete", "abandon")


def techs_of(count: int) -> str:
    """A number of techs in words: `1 tech`, `3 techs`."""
    return "1 tech" if count == 1 else f"{count} techs"


def lay_techs(table: Table, law: Law) -> None:
    """Each player keeps so many facedown techs of those dealt (technology-setup.2, tech-cards.1)."""
    if law["technology.played"].value:
        table.techs = {name: (Tech(),) * law["technology.dealt"].value for name in table.seats}


def count_ships(table: Table) -> None:
    """After a correction: the ships on techs stand in their place."""
    told = {name: sum(tech.ships for tech in techs) for name, techs in table.techs.items()}
    table.lay(tbl.TECH, told)


# -- which tech --------------------------------------------------------------------------------------------------------


def check_played(on: Turn, what: str) -> None:
    """Refuses what is done with a tech where no techs are played with."""
    if not on.law["technology.played"].value:
        on.cannot("technology.played", what)


def check_in_game(on: Turn, name: str) -> None:
    """Refuses a tech that is put in the box before the game (technology-and-four-planets.1, .2)."""
    least = on.law["technology.out-from"].value
    number = _research_number(on, name)
    if least is not None and number is not None and number >= least:
        with citing(on, on.rulebase.text_cited(f"card {name}")):
            on.cannot("technology.out-from", name, number)


def _research_number(on: Turn, name: str) -> int | None:
    """The research number printed on a tech; None where it is not known, or any number (X)."""
    card = on.rulebase.card(name) if name != tbl.UNKNOWN else None
    return int(card.research) if card is not None and card.research.isdigit() else None


def _named(tech: Tech) -> str:
    return "its tech" if tech.name == tbl.UNKNOWN else tech.name


def _meant(on: Turn, facedown: bool) -> int:
    """Which tech of the player is meant, by its place: by name or number, or the only one that it can be.

    A name that the table does not know yet is that of the one unknown facedown tech.
    """
    table, c = on.table, on.command
    techs = table.techs.get(c.who, ())
    if c.number is not None:
        if not 1 <= c.number <= len(techs):
            on.cannot("technology.not-there", c.who, f"tech {c.number}")
        return c.number - 1
    if c.word:
        check_in_game(on, c.word)
        named = [at for at, tech in enumerate(techs) if tech.name == c.word]
        return named[0] if named else _unknown(on, techs, c.word)
    return _only_one(on, techs, facedown)


def _only_one(on: Turn, techs: tuple[Tech, ...], facedown: bool) -> int:
    """The place of the tech that is meant where nothing names it: the only one that it can be."""
    c = on.command
    found = [at for at, tech in enumerate(techs) if not (facedown and tech.complete)] or list(range(len(techs)))
    if not found:
        on.cannot("technology.not-there", c.who, "tech")
    if len(found) > 1:
        nearest = [f"{c.verb} {c.who} {_said(techs, at)}" for at in found]
        on.cannot("technology.which", c.who, techs_of(len(found)), nearest=nearest)
    return found[0]


def _unknown(on: Turn, techs: tuple[Tech, ...], name: str) -> int:
    """The place of the unknown tech that turns out to be this one."""
    who, verb = on.command.who, on.command.verb
    there = [at for at, tech in enumerate(techs) if tech.name == tbl.UNKNOWN]
    if not there:
        on.cannot("technology.not-there", who, name)
    if len(there) > 1:
        fullest = [at for at in there if techs[at].ships == max(techs[a].ships for a in there)]
        if len(fullest) > 1 and len({techs[at].ships for at in there}) > 1:
            on.cannot("technology.which", who, techs_of(len(there)), nearest=[f"{verb} {who} tech {there[0] + 1}"])
        there = fullest
    _put(on, who, there[0], techs[there[0]]._replace(name=name))
    return there[0]


def _said(techs: tuple[Tech, ...], at: int) -> str:
    """How a tech is named in a command: by name, or by its place where that is not known or stands twice."""
    name = techs[at].name
    return f"tech {at + 1}" if name == tbl.UNKNOWN or [t.name for t in techs].count(name) > 1 else name


def _put(on: Turn, who: str, at: int, tech: Tech | None) -> None:
    """Puts a tech in its place, or takes it away."""
    techs = list(on.table.techs[who])
    techs[at : at + 1] = [] if tech is None else [tech]
    on.table.techs = {**on.table.techs, who: tuple(techs)}


# -- at the start of a regroup phase -----------------------------------------------------------------------------------


def _begin(on: Turn) -> None:
    """One thing with one tech, by each player, before the offense takes a ship out of the warp (tech-cards.4)."""
    table, c = on.table, on.command
    check_played(on, f"`{c.verb}`")
    if table.phase == ph.START and table.encounter == 1:
        on.check_hand_first(table.turn)
    check_pending(on)
    if table.regrouped:
        on.forbid("technology.when", table.turn)
    if c.verb in on.law["technology.once"].value and c.who in table.tech_done:
        on.forbid("technology.once", c.who)


def _done(on: Turn) -> None:
    table, c = on.table, on.command
    table.phase = ph.REGROUP
    if c.verb in on.law["technology.once"].value:
        table.tech_done = (*table.tech_done, c.who)
        on.find("technology.once", True, c.who)


@command("research", ph.START, ph.REGROUP)
def research(on: Turn) -> None:
    """A player moves one ship from a colony onto a facedown tech (researching-tech.1)."""
    c, law = on.command, on.law
    _begin(on)
    at = _meant(on, facedown=True)
    tech = on.table.techs[c.who][at]
    again = f"research {c.who} {_said(on.table.techs[c.who], at)}"
    if tech.complete:
        on.cannot("technology.facedown", tech.name)
    if c.ships not in (None, law["technology.research"].value):
        on.forbid("technology.one-ship", c.who, ships_of(c.ships or 0), nearest=(again,))
    ships = law["technology.research"].value if c.ships is None else c.ships
    for place, _ in c.stacks:
        if place in tbl.PLACES:
            on.cannot("technology.from-colonies", c.who, place, nearest=(again,))
    if not on.table.colonies(c.who):
        on.cannot("technology.nothing", c.who)
    stacks = on.taken_from("technology.from-colonies", c.who, ships, c.stacks, nearest=(again,))
    on.find("technology.research", ships, c.who, " and ".join(place for place, _ in stacks), _named(tech))
    on.send(c.who, stacks, tbl.TECH)
    _put(on, c.who, at, tech._replace(ships=tech.ships + ships))
    _done(on)


@command("complete", ph.START, ph.REGROUP)
def complete(on: Turn) -> None:
    """A tech with as many ships as its research number is turned up; its ships go home (completing-tech.1)."""
    c = on.command
    _begin(on)
    at = _meant(on, facedown=True)
    tech = on.table.techs[c.who][at]
    if tech.complete:
        on.cannot("technology.facedown", tech.name)
    if tech.name == tbl.UNKNOWN:
        on.cannot("technology.turned-up", c.who)
    number = _research_number(on, tech.name)
    if number is not None and tech.ships < number:
        said = _said(on.table.techs[c.who], at)
        with citing(on, on.rulebase.text_cited(f"card {tech.name}")):
            on.keep(too_few(c.who, tech.ships, tech.name, number), nearest=(f"research {c.who} {said}",))
    shown = "X" if number is None else number
    on.find("technology.complete", ships_of(tech.ships), c.who, tech.name, shown)
    _back(on, "technology.completed-ships", tech.ships)
    _put(on, c.who, at, Tech(tech.name, 0, True))
    on.find("technology.usable", True, c.who, tech.name)
    _done(on)


@command("abandon", ph.START, ph.REGROUP)
def abandon(on: Turn) -> None:
    """A tech is shown and discarded; ships on it go home (abandoning-tech.1, .2)."""
    c = on.command
    _begin(on)
    at = _meant(on, facedown=False)
    tech = on.table.techs[c.who][at]
    if tech.name == tbl.UNKNOWN:
        on.forbid("technology.shown", c.who)
    on.find("technology.abandon", True, c.who, _named(tech))
    _back(on, "technology.abandoned-ships", tech.ships)
    _put(on, c.who, at, None)
    if tech.complete:
        _left_play(on, c.who, tech.name)
    on.table.tech_discards = (*on.table.tech_discards, tech.name)
    _done(on)


def _back(on: Turn, rule: str, ships: int) -> None:
    """Takes ships off a tech to colonies: as said, or as `Turn.homes_for` has it; without any, to the warp."""
    table, c = on.table, on.command
    if not ships:
        return
    stacks = tuple(Stack(place, count or ships) for place, count in c.stacks) or on.homes_for(c.who, ships)
    if c.stacks:
        _check_back(on, stacks, ships)
    elif stacks[0].place != tbl.WARP:
        on.tell_homes(c.who, stacks)
    for place, count in stacks:
        table.move(c.who, count, tbl.TECH, place)
    if table.at(tbl.WARP, c.who) and stacks[0].place == tbl.WARP:
        on.find("ships.no-colony", tbl.WARP, c.who, ships_of(ships))
    else:
        on.find(rule, ships_of(ships), c.who, stacks_of(stacks))
    on.check_power(c.who)


def _check_back(on: Turn, stacks: Iterable[Stack], ships: int) -> None:
    c = on.command
    nearest = (f"{c.verb} {c.who} {c.word}".strip(),)
    for place, _ in stacks:
        if place in tbl.PLACES or not on.table.at(place, c.who):
            on.cannot("technology.back-to-colonies", c.who, place, nearest=nearest)
    total = ships_in(stacks)
    if total != ships:
        on.cannot("technology.all-back", c.who, ships_of(ships), ships_of(total), nearest=nearest)


# -- using a tech ------------------------------------------------------------------------------------------------------


def check_use(on: Turn, done: Act) -> None:
    """Refuses a tech that is not there, not complete, or not used by this role or in this phase (using-tech.1, .2)."""
    if not on.law["technology.played"].value:
        on.forbid("technology.played", f"`tech {done.who} {done.name}`")
        return
    check_in_game(on, done.name)
    _check_complete(on, done)
    card = on.rulebase.card(done.name)
    if card is None or not card.phases:
        return
    with citing(on, card.rule.cites):
        _check_card(on, done, card)


def _check_complete(on: Turn, done: Act) -> None:
    """Refuses a tech that its player has not, or has not completed."""
    techs = on.table.techs.get(done.who, ())
    named = [tech for tech in techs if tech.name == done.name]
    if any(tech.complete or _ready_hidden(on, tech) for tech in named):
        return
    if not named and not any(tech.name == tbl.UNKNOWN for tech in techs):
        on.cannot("technology.not-there", done.who, done.name)
    on.forbid("technology.use-complete", done.who, done.name, nearest=(f"research {done.who}",))


def _is_before_reveal(table: Table) -> bool:
    """True in the reveal phase as long as the cards lie facedown."""
    return table.phase == ph.REVEAL and not table.revealed


def _check_card(on: Turn, done: Act, card: CardText) -> None:
    """Refuses a tech whose bars do not show this role or this phase, or that was used in this encounter."""
    if card.roles and not admitted(role_of(on, done.who), card.roles):
        roles = " or ".join(f"the {role}" for role in card.roles)
        on.forbid("technology.role", done.name, roles, done.who)
    if "any" not in card.phases and on.open_phases().isdisjoint(card.phases):
        phases = " or ".join(card.phases)
        on.forbid("technology.phase", done.name, f"the {phases} phase", f"the {on.table.phase} phase")
    if _is_before_reveal(on.table) and "after reveal" in map(str, card.moments):
        on.forbid("technology.phase", done.name, "the reveal phase once the cards are turned up", "before that")
    if any((act.verb, act.who, act.name) == ("tech", done.who, done.name) for act in on.table.acts):
        on.forbid("played.once", done.who, done.name, history=("undo",))


def _ready_hidden(on: Turn, tech: Tech) -> bool:
    """Whether a facedown tech is one that stays hidden until it is used, and has its research ships."""
    card = on.rulebase.card(tech.name)
    enough = tech.ships >= max(_research_number(on, tech.name) or 0, 1)
    return card is not None and card.lifetime == "hidden" and enough


def use(on: Turn, done: Act) -> bool:
    """Does what a tech does, as far as the table can; whether that is all there is to it.

    What the outcome reckons with stays among the acts, and so does a tech that is left to the players.
    """
    on.find("technology.use", True, done.who, done.name)
    card = on.rulebase.card(done.name)
    if card is None or not card.effects:
        return False
    what = card.use()
    what.played = (done.args, None)
    power = next((Power(done.who, what, verb, args) for verb, args in card.effects if at_once(verb)), None)
    if power is not None:
        with citing(on, what.rule.cites):
            do(on, power, done)
    if card.lifetime in ("discarded", "hidden"):
        _spend(on, done)
    done_with = power is not None and not is_ruled(power)
    if done_with:
        on.table.rewind = None  # what was carried out before cannot be answered any more
    return done_with


def _spend(on: Turn, done: Act) -> None:
    """A tech that is used once goes to the discards, and ships that are still on it to a colony of their owner.

    They stay out of an encounter that is going on, where there is another colony.
    """
    techs = on.table.techs.get(done.who, ())
    at = next((at for at, tech in enumerate(techs) if tech.name == done.name), None)
    if at is None:
        return
    ships = min(techs[at].ships, on.table.at(tbl.TECH, done.who))
    if ships:
        aside = {*on.table.colonies(done.who)} - {on.table.target}
        stacks = on.homes_for(done.who, ships, (on.table.target,) if aside else ())
        on.tell_homes(done.who, stacks, (on.table.target,) if aside else ())
        for place, count in stacks:
            on.table.move(done.who, count, tbl.TECH, place)
    _put(on, done.who, at, None)
    _left_play(on, done.who, done.name)
    on.table.tech_discards = (*on.table.tech_discards, done.name)
    with citing(on, on.rulebase.text_cited(f"card {done.name}")):
        on.find("played.gone", True, done.who, done.name)


def take_away(on: Turn, who: str, name: str) -> bool:
    """Another's tech is cancelled and discarded; whether it was there. Ships on it go to colonies of their owner."""
    if not any(tech.name == name for tech in on.table.techs.get(who, ())):
        return False
    _spend(on, Act("tech", who, name=name))
    return True


def hand_on(on: Turn, who: str, to: str, name: str) -> None:
    """A complete tech goes to another player, in front of whom it is complete too."""
    techs = on.table.techs.get(who, ())
    at = next((at for at, tech in enumerate(techs) if tech.name in (name, tbl.UNKNOWN)), None)
    if at is not None:
        _put(on, who, at, None)
    on.table.techs = {**on.table.techs, to: (*on.table.techs.get(to, ()), Tech(name, 0, True))}
    with citing(on, on.rulebase.text_cited(f"card {name}")):
        on.find("played.passed-on", True, who, to, name)


def _left_play(on: Turn, who: str, name: str) -> None:
    """A tech is gone from in front of its player: what it gave as long as it stays in play goes with it."""
    card = on.rulebase.card(name) if name != tbl.UNKNOWN else None
    if card is not None and any(effect.verb == "gains_alien" for effect in card.effects):
        lose_besides(on, who)


def ships_on(on: Turn, who: str, name: str) -> int:
    """How many research ships lie on a tech of a player."""
    return next((tech.ships for tech in on.table.techs.get(who, ()) if tech.name == name), 0)


def take_ship_off(on: Turn, who: str, name: str, ships: int) -> None:
    """So many research ships are no longer on the tech: they stand in `tech` until somebody moves them."""
    techs = on.table.techs[who]
    at = next(at for at, tech in enumerate(techs) if tech.name == name)
    _put(on, who, at, techs[at]._replace(ships=techs[at].ships - ships))


# -- what may be done --------------------------------------------------------------------------------------------------


def _may_act(on: Turn) -> bool:
    """True at the start of a turn and before its ship is regrouped, where nothing else has to be done first."""
    table = on.table
    if table.regrouped or table.phase not in (ph.START, ph.REGROUP) or table.due:
        return False
    return table.phase != ph.START or not (on.lacks_encounter_card(table.turn) or any(pending(on)))


def offers(on: Turn) -> Iterator[tuple[str, Command]]:
    """What each player may do with a tech now, the offense first: nothing is offered that an unknown card decides.

    Asked only where somebody has one, and nothing has to be used before.
    """
    table = on.table
    yield from _uses(on)
    if not _may_act(on):
        return
    for who in (table.turn, *table.clockwise(table.turn)):
        for verb in _ACTIONS:
            if who in table.tech_done and verb in on.law["technology.once"].value:
                continue
            for at, tech in enumerate(table.techs.get(who, ())):
                yield from ((who, c) for c in _of_tech(on, verb, who, at, tech))


def _uses(on: Turn) -> Iterator[tuple[str, Command]]:
    """The complete techs that can be used now in ways that their texts name, each as it is typed."""
    for who, techs in on.table.techs.items():
        for name in dict.fromkeys(tech.name for tech in techs if tech.complete and tech.name != tbl.UNKNOWN):
            card = on.rulebase.card(name)
            for verb, args in card.effects if card is not None else ():
                if card is None:
                    continue
                for said in offered(on, Power(who, card.use(), verb, args)):
                    asked = Command("act", who, act=Act("tech", who, name=name, args=said))
                    if _would_use(Turn(on.table, on.rulebase, asked)):
                        yield who, asked


def _would_use(on: Turn) -> bool:
    done = on.command.act
    assert done is not None
    try:
        check_use(on, done)
        use(on, done)
    except RefusedError:
        return False
    return True


def _of_tech(on: Turn, verb: str, who: str, at: int, tech: Tech) -> Iterator[Command]:
    known = tech.name != tbl.UNKNOWN
    enough = tech.ships >= (_research_number(on, tech.name) or 0)
    may = {
        "research": not tech.complete and bool(on.table.colonies(who)),
        "complete": not tech.complete and known and enough,
        "abandon": known,
    }
    if not may[verb]:
        return
    ways = on.ways_to_leave(who, on.law["technology.research"].value) if verb == "research" else ((),)
    for way in ways if len(ways) > 1 else ((),):
        yield Command(verb, who, stacks=way, number=at + 1)


def too_few(who: str, ships: int, tech: str, needed: int, waivable: bool = True) -> Forbidden:
    """A tech is complete only once as many ships are on it as its research number (ffg2018 completing-tech.1)."""
    return Forbidden("technology.too-few", (who, ships_of(ships), tech, needed), waivable)
