"""What was not said of a command at a table: filled where one filling is plain, asked for otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.book.loader import Rulebase
from referee.judge.ruling import ILLEGAL
from referee.judge.table.deals import free_colonies
from referee.judge.table.launch import ships_allowed, targets
from referee.judge.table.resolution import owed
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import Refusal, Verdict
from referee.judge.ways.command import rule
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, Stack, write_command
from referee.state.encounter import DEFENSE, OFFENSE, Act, Term
from referee.state.table import Table

_SENDS = ("launch", "ally")
_FORCE_FIELD, _FLARE, _DEAL = "force-field", "flare", "deal"


def _act_has_holes(act: Act) -> bool:
    """True for a colony on no planet, a Force Field that stops nobody, and a flare that nobody plays."""
    if act.verb == _DEAL:
        return any(term.colony and not term.planet for term in act.terms)
    return (act.verb == _FORCE_FIELD and not act.args) or (act.verb == _FLARE and not act.who)


def has_holes(command: Command) -> bool:
    """True if somebody said less of a command than it needs: which planet of a system, which side, how many ships."""
    if command.act is not None:
        return _act_has_holes(command.act)
    if command.verb == "return":
        return not command.who or _all_of_a_stack(command)
    if command.verb == "lose":
        return _all_of_a_stack(command) or (command.ships is not None and not command.stacks)
    return bool(command.system and not command.planet) or (command.verb in _SENDS and _sends_unsaid(command))


def _sends_unsaid(command: Command) -> bool:
    """True if it is left out how many ships are sent, or to which side an ally sends them."""
    return command.ships is None or (command.verb == "ally" and not command.side)


def _all_of_a_stack(command: Command) -> bool:
    """True if it was said where ships go or come from, and not how many."""
    return any(not stack.ships for stack in command.stacks)


def each_of(table: Table, command: Command) -> tuple[Command, ...]:
    """The commands that one comes to which was said of everybody: a return by each who has ships to return."""
    if command.verb != "return" or command.who:
        return (command,)
    names = dict.fromkeys([due.who for due in table.due if due.what == "return"]) or (table.turn,)
    return tuple([Command("return", name) for name in names])


def filled(table: Table, command: Command, rulebase: Rulebase) -> Command:
    """The command with what is plain at this table; what is not plain stays open."""
    if not has_holes(command):
        return command
    on = Turn(table, rulebase, command, looks=True)
    if command.act is not None:
        return _act(on, command)
    if command.verb in ("return", "lose"):
        return _due(on, command)
    return _aimed(on, command)


def _act(on: Turn, command: Command) -> Command:
    """A Force Field of which nothing else is said is for all allies; a flare is played by the hand that has it.

    A colony in a deal is on the planet that is meant, once the main players talk.
    """
    act = command.act
    assert act is not None
    if act.verb == _DEAL:
        talks = on.table.phase == ph.RESOLUTION and not on.table.strict
        terms = tuple([_settled(on, term) if talks else term for term in act.terms])
        return replace(command, act=replace(act, terms=terms), text="")
    if act.verb == _FORCE_FIELD:
        return replace(command, act=replace(act, args=("all",)), text="")
    holders = [name for name, hand in on.table.hands.items() if act.name in hand]
    if len(holders) != 1:
        return command
    return replace(command, who=holders[0], act=replace(act, who=holders[0], by=act.by and holders[0]), text="")


def _settled(on: Turn, term: Term) -> Term:
    """A colony that is given, with its planet: the target, or else the giver's with most of its ships."""
    table = on.table
    if not term.colony or term.planet or term.giver not in table.mains():
        return term
    free = free_colonies(on, term.giver, on.opponent(term.giver))
    if not free or table.target in free:
        return replace(term, planet=table.target if free else "")
    return replace(term, planet=max(free, key=lambda planet: table.at(planet, term.giver)))


def _due(on: Turn, command: Command) -> Command:
    """Ships that return or are lost: all that are due to a place, and any where only their number was said."""
    due = owed(on, command.who, command.verb)
    whole = 0 if due is None else due.count if command.verb == "lose" else on.table.to_return(due)
    said = sum([stack.ships for stack in command.stacks])
    stacks = tuple([stack if stack.ships else Stack(stack.place, max(0, whole - said)) for stack in command.stacks])
    return replace(command, ships=None, stacks=stacks, text="")


def _aimed(on: Turn, command: Command) -> Command:
    """A launch at somebody's system with the planet that is meant, once the table has come to the launch.

    That is one where the offense has no ships yet, with most ships of the defense; of several the lowest number.
    """
    if not command.system or command.planet or on.table.phase != ph.LAUNCH:
        return command
    aims = [(planet, against) for planet, against in targets(on) if tbl.owner(planet) == command.system]
    homes = [(planet, "") for planet in on.table.home_planets(command.system)]
    if not (aims or homes):
        return command
    planet, against = min(aims or homes, key=lambda aim: _liking(on.table, aim[0]))
    return replace(command, planet=planet, other=command.other or against, system="", text="")


def _liking(table: Table, planet: str) -> tuple[bool, int]:
    return table.at(planet, table.turn) > 0, -table.at(planet, table.defense)


def sided(start: Table, said: Sequence[Command], command: Command) -> Command | None:
    """An answer with its side: of the main player who alone has invited this one; None where that is not clear."""
    if command.verb != "ally" or command.side:
        return command
    mains = {start.turn: OFFENSE, start.defense: DEFENSE}
    invited = {**start.invited, **{told.who: told.names for told in said if told.verb == "invite"}}
    sides = [side for main, side in mains.items() if command.who in invited.get(main, ())]
    return replace(command, side=sides[0], text="") if len(sides) == 1 else None


def asked(table: Table, command: Command, rulebase: Rulebase) -> Verdict | None:
    """Asks for what is still open of a command that belongs here: its ships, its side, who plays it; else None."""
    on = Turn(table, rulebase, command, looks=True)
    rule_asked, about, ways = _open(on, command)
    if not rule_asked:
        return None

    def ways_left(refusal: Refusal) -> tuple[str, ...]:
        """The ways to say it that are not illegal; all where each is, so that the reason shows."""
        left = [way for way in ways if rule(table, way, rulebase).status != ILLEGAL]
        return tuple([write_command(way) for way in left or ways])

    try:
        on.cannot(rule_asked, about)
    except RefusedError as error:
        for refusal in error.refusals:
            refusal.look_with(ways_left)
        return Verdict(write_command(command), rulebase.law, table, [], error.refusals)


def _by_each(on: Turn, flare: Act) -> Iterator[Command]:
    """A flare as each player would play it whose hand may hold it."""
    for name in on.table.seats:
        if tbl.UNKNOWN in on.table.hands[name]:
            yield Command("act", name, act=replace(flare, who=name))


def _ships_open(on: Turn, command: Command) -> tuple[str, str, list[Command]]:
    """As `_open`, of how many ships are sent, and to which side where that is not said either."""
    launches = command.verb == "launch"
    rule_asked, rule = ("launch.how-many", "launch.ships") if launches else ("alliance.how-many", "alliance.ships")
    sides = (command.side,) if command.side or launches else (OFFENSE, DEFENSE)
    low, high = ships_allowed(on, rule, command.who)
    counts = range(max(1, low), high + 1)
    return rule_asked, command.who, [_said(command, ships, side) for side in sides for ships in counts]


def _open(on: Turn, command: Command) -> tuple[str, str, list[Command]]:
    """The rule by which is asked, of whom or what, and the ways to say it: an empty text where nothing is asked."""
    act = command.act
    if act is not None and act.verb == _FLARE and not act.who:
        return "flares.who-plays", act.name, list(_by_each(on, act))
    if command.verb in _SENDS and command.ships is None:
        return _ships_open(on, command)
    if command.verb == "ally" and not command.side:
        return "alliance.which-side", command.who, [_said(command, command.ships, side) for side in (OFFENSE, DEFENSE)]
    return "", "", []


def _said(command: Command, ships: int | None, side: str) -> Command:
    return replace(command, ships=ships, side=side, text="")
