"""Ships and allies in the encounter that powers change: how many there are, and on which side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.judge.counted import ships_of
from referee.judge.phases.uses import other_ships_there, unsaid_with_use
from referee.judge.powers import effect
from referee.judge.powers.asked import named_with, say_with_use, typed
from referee.judge.powers.at_table import one_of
from referee.judge.powers.common import (
    first_not_of,
    first_number,
    first_of,
    is_past_check,
    other_side,
    refuse_unsaid,
    refuse_use,
    said_with,
    saying_with,
    stating,
    tell_use,
)
from referee.judge.powers.moments import AFTER_ALLIANCES, check_moment, check_once, is_before_reveal, is_moment, is_used
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Power, Stand, Turn, Use
from referee.judge.ruling import wins
from referee.judge.table.places import each_way, places_said, sources_said, with_places
from referee.judge.table.resolution import note_winning
from referee.judge.table.turn import stacks_of
from referee.judge.unknown import with_ships
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack, ships_in
from referee.state.encounter import OFFENSE, Position


@effect.outcome("limit", takes="number count* planet*")
def changes_ships(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """More ships from colonies, or fewer, as many as the owner likes: no limit and no least number then holds.

    The line tells how many are there when the cards are turned up. An offense with more than it can launch, or with
    none, shows that the power was used. With `by`, the number changes by so many at most. With `token` no ship was sent
    before, and there are as many as the rules allow, or none: an ally without any is no longer one.
    """
    if not board.admits(stand, use):
        return
    if args.get("token"):
        _replace_token(board, stand, use)
        return
    made = board.usage(stand, use) if use.played is not None or stand.name in board.used else None
    low, high = board.law["launch.ships"].value
    launches = stand.role == pos.OFFENSE
    shows = launches and stand.count is not None and not low <= stand.count <= high
    if use.zappable and board.zap_on(stand, use.alien) is not None:
        if made or shows:
            board.apply(stand, use, stand.count)  # shows what was zapped
    elif made:
        board.freed.add(stand.name)
        _say_how_many(board, stand, use, high + args["by"] if launches and "by" in args else None)
    else:
        if launches and "by" not in args:
            board.freed.add(stand.name)
        if shows:
            board.steps.append(Finding(use.rule, stand.count, (), (stand.name, ships_of(stand.count or 0))))


def _replace_token(board: Board, stand: Stand, use: Use) -> None:
    used = next(iter(board.used.get(stand.name, ())), None)
    if used is not None and not board.position.checked and board.zap_on(stand, use.alien) is None:
        _make_way(board, stand, use, used)
    leaves = not stand.is_main and used is not None and first_number(used.args, None) == 0
    if stand.count != 0 or not (stand.role == pos.OFFENSE or leaves):
        return
    none = board.apply(stand, use, 0, (), (ships_of(0),))
    if none is not None:
        board.freed.add(stand.name)
        stand.cancelled = none if leaves else stand.cancelled


def _make_way(board: Board, stand: Stand, use: Use, used: Used) -> None:
    """As many ships as are said take the place of a token, which stands on the line as no ship."""
    if not stand.count and first_number(used.args, None) is None:
        unsaid = unsaid_with_use(stand.name, "how many ships come in place of its token")
        refuse_unsaid(board, stand, use, used, unsaid, "4", "0")
        return
    stand.count = stand.count or None
    _say_how_many(board, stand, use, None)


def _say_how_many(board: Board, stand: Stand, use: Use, most: int | None) -> None:
    """As many ships are there then as the use says, and `most` of an offense that changes the number by a few only."""
    said = said_with(board, stand, use)
    high = board.law["launch.ships"].value[1]
    number = first_number(said.args, None)
    if most is not None and stand.count is not None and stand.count > most:
        nearest = [with_ships(board.position, stand.name, most)]
        board.refuse(Forbidden("uses.shifts", (stand.name, most - high)), nearest, said.sources, use.rule)
        return
    if board.position.checked and number is not None:  # at a table ships can be lost since
        tell_use(board, stand, use, number, ships_of(number))
        return
    if number is not None and stand.count is not None and number != stand.count:
        nearest = [with_ships(board.position, stand.name, number), *board.without_this(stand, use)]
        board.refuse(other_ships_there(stand.name, number, stand.count), nearest, said.sources, use.rule)
        return
    if stand.count is None and number is not None:  # the use says what the line leaves open
        stand.count, stand.ships = number, Finding(board.law["facts.ships"], number, (), (stand.name, ships_of(number)))
    then = ships_of(stand.count) if stand.count is not None else "some number of ships"
    tell_use(board, stand, use, stand.count, then)


@changes_ships.carried_out(ruled=True)
def change_ships(on: Turn, power: Power, done: Act) -> None:
    """The owner's ships in the encounter become as many as it says: more off its colonies, or fewer, back to these.

    `3` is the number of ships then, `+3` so many more and `-3` so many fewer; colonies say from or to where. With
    `by`, the number changes by so many at most.
    """
    table, who = on.table, power.who
    check_moment(on, power)
    if power.use.played is None:
        check_once(on, power)
    place, token = involved_at(on, who), power.args.get("token")
    have = table.at(place, who)
    if not have and not token:
        on.cannot("uses.none-involved", who)
    most = have + sum(table.at(colony, who) for colony in _colonies(on, who))
    if token:
        most = min(most, on.law["launch.ships"].value[1])
    said = next((arg for arg in done.args if arg.lstrip("+-").isdigit()), "")
    wanted = (have if said.startswith(("+", "-")) else 0) + int(said or -1)
    if not 0 <= wanted <= most:
        on.cannot("uses.how-many", who, most, nearest=(typed(power, str(most)), typed(power, "0")))
    if "by" in power.args and abs(wanted - have) > power.args["by"]:
        on.forbid("uses.shifts", who, power.args["by"])
    if wanted > have:
        _bring_in(on, who, wanted - have, place, done)
    elif wanted < have:
        _take_back(on, who, have - wanted, place, done)
    elif not wanted and who in table.allies:
        table.allies = {name: side for name, side in table.allies.items() if name != who}
    on.steps.append(power.finding(wanted, ships_of(wanted)))


def involved_at(on: Turn, who: str) -> str:
    """Where a player's ships in the encounter stand: a defending ally's beside the target planet."""
    if who in on.table.allies:
        return tbl.GATE if on.table.allies[who] == OFFENSE else tbl.BESIDE
    return tbl.GATE if who == on.table.turn else on.table.target


def _colonies(on: Turn, who: str) -> list[str]:
    """The colonies of a player whose ships are not in the encounter."""
    return [place for place in on.table.colonies(who) if place != involved_at(on, who)]


def _bring_in(on: Turn, who: str, ships: int, to: str, done: Act) -> None:
    barred = () if to in tbl.PLACES else (to,)  # those in the encounter are not brought in once more
    on.send(who, sources_said(on, done, "uses.from-colonies", ships, barred), to)


def _take_back(on: Turn, who: str, ships: int, place: str, done: Act) -> None:
    colonies = _colonies(on, who)
    if not colonies:
        on.cannot("uses.from-colonies", who, "it has no other colony")
    way = on.homes_for(who, ships, (place,))
    stacks = places_said(on, done, ships) or way
    for colony, _ in stacks:
        if colony not in colonies:
            on.cannot("uses.from-colonies", who, f"{colony} is none", nearest=(with_places(on, done, ships, way),))
    if ships_in(stacks) != ships:
        on.more_than_due(who, ships_in(stacks), ships, (with_places(on, done, ships, way),))
    if stacks is way:
        on.tell_homes(who, way, (place,))
    on.find("ships.went-back", ships, who, stacks_of(stacks))
    for colony, count in stacks:
        on.send(who, [Stack(place, count)], colony)


@changes_ships.offered
def _numbers(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    table, who = on.table, power.who
    have = table.at(involved_at(on, who), who)
    now = is_before_reveal(on) and not is_used(on, power) if power.use.played is None else is_moment(on, power)
    if not now or not (have or (power.args.get("token") and on.side_of(who) and who != table.defense)):
        return
    colonies = _colonies(on, who)
    most = have + sum(table.at(colony, who) for colony in colonies)
    if power.args.get("token"):
        most = min(most, on.law["launch.ships"].value[1])
    by = power.args.get("by", most)
    least = max(have - by, 0) if colonies else have + 1
    place = involved_at(on, who)
    barred = () if place in tbl.PLACES else (place,)
    for ships in range(least, min(most, have + by) + 1):
        if ships < have or not ships:
            yield (str(ships),)
        elif ships > have:
            yield from ((str(ships), *places) for places in each_way(on, who, ships - have, barred))


@changes_ships.before_leaving(ph.REVEAL)
def is_token_there(on: Turn, power: Power) -> bool:
    """Before the cards are turned up the token makes way for ships."""
    involved = on.side_of(power.who) and power.who != on.table.defense
    return bool(power.args.get("token") and involved and not on.table.revealed and not is_used(on, power))


@effect.outcome("staked", told=True)
def lands_nothing(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A win without any ship of one's own in the encounter gives no colony."""
    outcome = board.outcome
    if stand.name in board.freed and stand.count == 0 and outcome is not None and outcome.value == wins(stand.side):
        rule = board.law["uses.no-colony"].citing(use.rule)
        board.steps.append(Finding(rule, 0, (outcome, board.ships(stand)), (stand.name,)))


# -- another player's ------------------------------------------------------------------------------------------------


def _other_allies(on: Turn, power: Power) -> list[str]:
    return [name for name in on.table.clockwise(power.who) if name in on.table.allies]


def _numbered(done: Act) -> bool:
    return any(arg.isdigit() for arg in done.args)


def _who_changed(board: Board, said: Act) -> tuple[str, ...]:
    return (f"{first_of(said.args, board.stands, 'somebody')} is changed as the line shows",)


def _unnumbered(done: Act) -> bool:
    return not _numbered(done)


def _is_not_so(board: Board, stand: Stand, args: Args, said: Used) -> Forbidden | None:
    """Said is an ally that changed sides, or somebody who has as many ships there as the owner, and as are said."""
    name, count = first_not_of(said.args, (stand.name,)), first_number(said.args, None)
    other = board.stands.get(name)
    if other is None or not other.takes_part or (count is None and other.is_main):
        return unsaid_with_use(stand.name, "which ally changes sides, or who has as many ships")
    for one in (other, stand) if count is not None else ():
        if one.count not in (None, count) and one.name not in board.freed:
            return other_ships_there(one.name, count or 0, one.count)
    return None


_tell_change = stating(_who_changed, assumes=True, check=_is_not_so)


def _change_told(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A line shows what has come of the use: an ally on its side since, or as many ships as the owner has.

    Either is said with it, for the line could have been so before. The lines offered have it so.
    """
    for used in board.uses(stand, use):
        whose = board.stands.get(first_not_of(used.args, (stand.name,)))
        if whose is None or not whose.side or is_past_check(board, stand, use, used):
            continue
        unsaid, instead = _side_unsaid(board, stand, whose, used) or _not_matched(board, stand, whose, args, used)
        if refuse_use(board, stand, use, used, unsaid, instead=instead):
            return
    _tell_change(board, stand, use, args)


def _side_unsaid(board: Board, stand: Stand, ally: Stand, used: Used) -> tuple[Forbidden, list[Position]] | None:
    """On which side an ally stands since has to be said, and the lines with it on either; None if it does not."""
    if ally.is_main or ally.side in used.args or _numbered(used.act):
        return None
    here = saying_with(board, used, (ally.name, ally.side))
    there = saying_with(board, used, (ally.name, other_side(ally.side)))
    unsaid = unsaid_with_use(stand.name, f"on which side {ally.name} stands since, as the line shows it")
    return unsaid, [here, _across(there, ally.name)]


def _not_matched(
    board: Board, stand: Stand, whose: Stand, args: Args, used: Used
) -> tuple[Forbidden | None, list[Position]]:
    """Why a player was not made to have as many ships as the owner, and the line on which it has them."""
    forbidden = _is_not_so(board, stand, args, used)
    if forbidden is None or not stand.count:
        return forbidden, []
    return forbidden, [with_ships(saying_with(board, used, (whose.name, str(stand.count))), whose.name, stand.count)]


def _across(position: Position, name: str) -> Position:
    """The line on which an ally stands on the other side."""
    sides = (position.offense, position.defense)
    ally = next(ally for side in sides for ally in side.allies if ally.name == name)
    left = [tuple(other for other in side.allies if other is not ally) for side in sides]
    offense, defense = (
        replace(side, allies=others if ally in side.allies else (*others, ally))
        for side, others in zip(sides, left, strict=True)
    )
    return position.but(offense=offense, defense=defense)


@effect.carried_out(
    fits=_unnumbered,
    time=AFTER_ALLIANCES,
    offers=one_of(_other_allies),
    states=_change_told,
    takes="player side number",
)
def switches_ally(on: Turn, power: Power, done: Act) -> None:
    """After the alliances are made the owner has another ally stand on the other side, with its ships."""
    table = on.table
    name = named_with(on, power, done, "which other ally changes sides", _other_allies(on, power))
    place, side = involved_at(on, name), other_side(table.allies[name])
    table.allies = {**table.allies, name: side}
    table.move(name, table.at(place, name), place, involved_at(on, name))
    on.steps.append(power.finding(name, f"{name} stands on the side of the {side}"))


@effect.carried_out(fits=_numbered, time=AFTER_ALLIANCES)
def matches_ships(on: Turn, power: Power, done: Act) -> None:
    """`use red green 3`: green has then as many ships in the encounter as the owner has there, off or to colonies."""
    table, who = on.table, power.who
    ways = [" ".join(way) for way in _matched(on, power.who)]
    name, wanted = first_of(done.args, _others_involved(on, who)), table.at(involved_at(on, who), who)
    if not name or first_number(done.args, wanted) != wanted or f"{name} {wanted}" not in ways:
        say_with_use(on, power, f"who is to have {ships_of(wanted)} there, as it has itself", ways)
    place, have = involved_at(on, name), table.at(involved_at(on, name), name)
    plain = Act("use", name)
    if have < wanted:
        _bring_in(on, name, wanted - have, place, plain)
    elif have > wanted:
        _take_back(on, name, have - wanted, place, plain)
    on.steps.append(power.finding(wanted, f"{name} has {ships_of(wanted)} in the encounter"))
    on.check_power(name)
    note_winning(on)


def _others_involved(on: Turn, who: str) -> list[str]:
    return [name for name in on.table.clockwise(who) if on.side_of(name)]


def _matched(on: Turn, who: str) -> Iterator[tuple[str, ...]]:
    """Those whose number differs from the owner's, and can be made the same."""
    table = on.table
    wanted = table.at(involved_at(on, who), who)
    for name in _others_involved(on, who) if wanted else ():
        have, elsewhere = table.at(involved_at(on, name), name), _colonies(on, name)
        spare = sum(table.at(place, name) for place in elsewhere)
        if have < wanted <= have + spare or (have > wanted and elsewhere):
            yield name, str(wanted)


matches_ships.offered(lambda on, power: _matched(on, power.who))
