"""Ships that a winner moves off the target planet, planets that it takes, and gains that are decreed beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.colonies import gain
from referee.judge.phases.resolution import Fate, place
from referee.judge.phases.rewards import gain_besides
from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now, say_with_use
from referee.judge.powers.at_table import restate, uses
from referee.judge.powers.choices import in_use, is_over
from referee.judge.powers.common import (
    SWAPPED,
    first_number,
    first_of,
    first_planet,
    refuse_unsaid,
    said_with,
    take_from_warp,
    tell,
)
from referee.judge.powers.effects.captives import has_won_encounter
from referee.judge.powers.effects.techs import planet_leaves
from referee.judge.powers.moments import AFTER_ALLIANCES, check_once, is_after_reveal
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for, came_up
from referee.judge.ruling import CHOOSES, MUST, Results, results_of, wins
from referee.judge.table.deals import hand_over
from referee.judge.table.powers import offered
from referee.judge.table.resolution import lessen, note_winning, owed
from referee.state import encounter as pos
from referee.state.commands import Stack
from referee.state.pending import Due

# -- ships that leave the target ---------------------------------------------------------------------------------------


@effect.outcome("staked", takes="player planet* count*")
def extracts_ships(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red blue blue.3`: winning, the owner moves blue's ships on the target to blue.3 before anything is lost."""
    for used in board.uses(stand, use)[:1]:
        whose, planet = first_of(used.args, _on_target(board, stand)), first_planet(used.args)
        unsaid = None if whose and planet else Forbidden("uses.extracts", (stand.name,), waivable=False)
        won = has_won_encounter(board, stand)
        used.came_up = won or board.position.checked  # a table says it before it is known who has won
        lost = None if won else nothing_came_up(stand.name)
        if used.zap is None and is_over(board, stand, use, used, unsaid or lost):
            return
        moved = tell(board, stand, use, planet, (), (whose, planet), used)
        if moved is not None:
            board.note(stand, use, Moved(whose, planet, moved))
            if whose != board.defense.name:  # who loses its colony there by having lost
                board.driven_off[whose] = moved
            board.do(stand.name, MUST, f"move {whose}'s ships on the target to {planet}", moved, by=use)
            if not board.position.checked and planet.partition(".")[0] == whose:
                what = f"take two cards at random out of {whose}'s hand, if {whose} had no colony on {planet}"
                board.do(stand.name, MUST, what, moved, by=use)


def _on_target(board: Board, stand: Stand) -> list[str]:
    """The others who have ships on the target planet, as the line or the table has it."""
    there = {board.defense.name: board.ships(board.defense).value, **(board.position.planet or {})}
    return [name for name, ships in there.items() if ships != 0 and name != stand.name]


class Moved(NamedTuple):
    """Whose ships were moved to which planet, by what."""

    whose: str
    planet: str
    finding: Finding


def _moved(known: Results, who: str, use: Use) -> Moved | None:
    return next(iter(results_of(known, who, use.alien, Moved)), None)


@effect.outcome("fate", told=True)
def keeps_moved(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """Ships that were moved off the target are not lost with it."""
    moved, bound = _moved(board, stand.name, use), fate["warp"]
    if moved is not None and moved.whose == loser.name and loser is board.defense and fate.by_losing and bound.value:
        away = Finding(use.rule, bound.value, (moved.finding, bound), (stand.name, loser.name, moved.planet))
        take_from_warp(board, loser, fate, "moved", away)


@effect.outcome("rewarded", told=True)
def rewarded_for_moved(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`each`: so many rewards for each ship, where that gave its player a foreign colony; a table has counted them.

    On a line a planet of another's color is taken to be one where the player had no colony.
    """
    moved, counted = _moved(board, stand.name, use), _worth(board, stand, use, args)
    if moved is not None and counted:
        rule, words = board.law["uses.extract-rewards"].citing(use.rule), (stand.name, moved.whose, moved.planet)
        gain_besides(board, stand, Finding(rule, counted, (moved.finding,), words))


@effect.outcome("extra", told=True, takes="planet* count*")
def founds_by_moving(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Whose ships were moved to a foreign planet has a colony there."""
    moved = _moved(board, stand.name, use)
    if moved is not None and _worth(board, stand, use, args):
        whose = board.stands[moved.whose]
        gain(board, whose, board.law["colonies.by-power"].citing(use.rule), moved.finding, moved.planet)


def _worth(board: Board, stand: Stand, use: Use, args: Args) -> int:
    """How many rewards the ships that were moved are worth: as a table has counted, or as the line has it."""
    moved = _moved(board, stand.name, use)
    if moved is None:
        return 0
    whose, counted = board.stands[moved.whose], first_number(said_with(board, stand, use).args, None)
    if counted is not None or moved.planet.partition(".")[0] == whose.name:
        return counted or 0
    board.assume("assumptions.no-colony-on", whose.name, moved.planet)
    there = (board.position.planet or {}).get(whose.name) or 0
    worth: int = args["each"] * (board.ships(whose).value if whose is board.defense else there)
    return worth


@extracts_ships.carried_out(ruled=True)
def extract_ships(on: Turn, power: Power, done: Act) -> None:
    """Said once the cards are turned up; what it is worth is counted before the ships move."""
    table, who = on.table, power.who
    check_once(on, power)
    ways = [*map(" ".join, offered(on, power))]
    whose, planet = first_of(done.args, table.clockwise(who)), first_planet(done.args)
    if not is_after_reveal(on):
        not_now(on, power)
    if not whose or planet not in table.ships or planet == table.target or not table.at(table.target, whose):
        say_with_use(on, power, "whose ships leave the target, and for which planet", ways)
    new = not table.at(planet, whose) and planet not in table.home_planets(whose)
    count = power.args["each"] * table.at(table.target, whose) if new else 0
    restate(on, whose, planet, str(count))


@extracts_ships.offered
def _extractions(on: Turn, power: Power) -> Offers:
    """The defense's ships to two of its other planets and one abroad; the outcome says if the owner has won."""
    table = on.table
    if is_after_reveal(on) and not uses(on, power.who) and table.at(table.target, table.defense):
        places = [place for place in table.planets() if place != table.target]
        yield from ((table.defense, place) for place in (*places[:2], *places[-1:]))


@extracts_ships.when("settled")
def arrive_elsewhere(on: Turn, power: Power, ruling: Ruling) -> None:
    """The ships stand on the planet that was said; at home without a colony there that costs their player two cards."""
    table, who = on.table, power.who
    moved = _moved(ruling, who, power.use)
    if moved is None:
        return
    whose, planet = moved.whose, moved.planet
    poor = planet in table.home_planets(whose) and not table.at(planet, whose)
    due = owed(on, whose, "return") if whose == table.defense else None
    if due is not None:
        count, source = due.count, due.place
        lessen(on, due, count)
    else:
        count, source = table.at(table.target, whose), table.target
    if not count:
        return
    table.move(whose, count, source, planet)
    on.find("powers.founds", count, whose, ships_of(count), planet)
    if poor:
        cards = hand_over(on, whose, (), 2)
        table.gain(who, *cards)
        on.find("deal.cards", len(cards), whose, cards_of(len(cards)), who)
    on.check_powers()
    note_winning(on)


# -- a planet that is consumed -----------------------------------------------------------------------------------------


@effect.outcome("landed", takes="player* planet*")
def consumes_target(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The winning owner's target holds nobody's ships but the defense's: the planet is gone, and nobody lands.

    As an ally it is asked for what comes of it: no text says where the offense goes.
    """
    outcome, there = board.outcome, board.position.planet or {}
    others = [name for name, ships in there.items() if ships != 0 and board.stands[name] is not board.defense]
    if outcome is None or not has_won_encounter(board, stand) or others or not board.ships(board.defense).value:
        return
    if not stand.is_main:
        if in_use(board, stand, use):
            ask_for(board, stand, use, late=True)
        return
    gone = board.apply(stand, use, True, (outcome,))
    if gone is None:
        return
    board.note(stand, use, Consumed(gone))
    board.do(stand.name, MUST, "take the target planet out of the game, onto its alien sheet", gone, by=use)
    for other in _sent_home(board, gone):
        if not other.is_main:
            board.do(
                other.name, CHOOSES, "whether its ships land on another planet of that system instead", gone, by=use
            )


def _sent_home(board: Board, why: Finding) -> list[Stand]:
    """Who would land and does not: the ships of the offense's side go home."""
    sent = []
    for other in board.side_of(pos.OFFENSE):
        player = board.players[other.name]
        if player.lands is None or not player.lands.value:
            continue
        home = Finding(why.rule, player.lands.value, (why,), why.words)
        player.lands = Finding(why.rule, 0, (why,), why.words)
        place(board, other, home)
        sent.append(other)
    return sent


@effect.outcome("landed", told=True)
def turns_away(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Beaten as the defense, with ships on the target planet, the owner has the offense's side go home, not land."""
    outcome = board.outcome
    beaten = outcome is not None and outcome.value == wins(pos.OFFENSE)
    if beaten and stand is board.defense and board.ships(stand).value:
        away = board.apply(stand, use, True, () if outcome is None else (outcome,))
        if away is not None:
            _sent_home(board, away)


@effect.outcome("after", told=True)
def allies_land_apart(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The allies with which the owner has won as the offense land on other planets of that system.

    On a line they choose these; at a table the ships have to be placed, which is asked for.
    """
    for ally in _allies_apart(board, stand):
        if board.position.checked:
            ask_for(board, stand, use, late=True)
            return
        what = f"on which other planet of {board.defense.name}'s system its ships land"
        lands = board.players[ally.name].lands
        if lands is not None and lands.value:
            found = Finding(use.rule, lands.value, (lands,), (stand.name, ally.name))
            board.do(ally.name, CHOOSES, what, found, by=use)


def _allies_apart(board: Board, stand: Stand) -> list[Stand]:
    won = stand is board.offense and has_won_encounter(board, stand)
    return [ally for ally in board.allies() if ally.side == stand.side] if won else []


@effect.outcome("after", told=True)
def drives_off(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Whoever comes to stand beside the owner's ships goes elsewhere, which is asked for."""
    others = (board.position.planet or {}).items()
    beside = any(ships != 0 for name, ships in others if name not in (stand.name, board.defense.name))
    if not came_up(board, stand, ["landing-beside"]) or (_allies_apart(board, stand) and not beside):
        return
    if board.apply(stand, use, True) is not None:
        ask_for(board, stand, use, late=True)


class Consumed(NamedTuple):
    """The target planet is out of the game, by what."""

    finding: Finding


@effect.outcome("extra", told=True, takes="player* planet*")
def counts_consumed(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A planet that was consumed counts as a foreign colony towards the owner's win."""
    for consumed in results_of(board, stand.name, use.alien, Consumed):
        gain(board, stand, board.law["colonies.by-power"].citing(use.rule), consumed.finding, "")


@consumes_target.when("settled")
def take_target(on: Turn, power: Power, ruling: Ruling) -> None:
    """The planet leaves the game once its ships are in the warp."""
    table, who, target = on.table, power.who, on.table.target
    if any(then.who == who for then in ruling.left_by(power.use.key, MUST)):
        planet_leaves(on, target)
        table.hold_on_sheet(who, {**table.captured.get(who, {}), target: 1})
        note_winning(on)


@consumes_target.carried_out()
def land_elsewhere(on: Turn, power: Power, done: Act) -> None:
    """`use red yellow purple.2`: the ally yellow lands on that other planet of the system rather than go home."""
    ways = [*_other_landings(on, power)]
    said = next((way for way in ways if {*way} <= {*done.args}), None)
    if said is None:
        say_with_use(on, power, "which ally lands on which other planet of that system", map(" ".join, ways))
    name, planet = said
    due = owed(on, name, "return")
    if due is not None:
        on.find("powers.founds", due.count, name, ships_of(due.count), planet)
        on.send(name, [Stack(due.place, due.count)], planet)
        on.table.due.remove(due)
        note_winning(on)


@consumes_target.offered
def _other_landings(on: Turn, power: Power) -> Iterator[tuple[str, str]]:
    """The offense's allies whose ships have still to go home, with each planet that is left of that system."""
    table = on.table
    if table.target in table.captured.get(power.who, ()):
        for name, side in table.allies.items():
            if side == pos.OFFENSE and owed(on, name, "return") is not None:
                yield from ((name, planet) for planet in table.home_planets(table.defense))


# -- a decree ----------------------------------------------------------------------------------------------------------

_WINNER, _LOSER = "wins", "loses"


@effect.outcome("extra", takes="wins|loses number count* planet*")
def decrees_gain(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red wins 2 blue.3`: whoever wins gets two cards of the other and a colony on blue.3; or `loses`.

    Only where an attack was turned up, and somebody has won; a colony only where the other one has one: whose planet it
    is, or who is named after it.
    """
    outcome = board.outcome
    said = said_with(board, stand, use)
    word, cards, planet = first_of(said.args, (_WINNER, _LOSER)), first_number(said.args, 0), first_planet(said.args)
    unsaid = None if word and (cards or planet) else Forbidden("uses.decrees", (stand.name,), waivable=False)
    for used in board.uses(stand, use)[:1] if unsaid is not None else ():
        ways = ((which, *_what_it_gives(cards, planet)) for which in (_WINNER, _LOSER) if word in ("", which))
        refuse_unsaid(board, stand, use, used, unsaid, *ways)
        if used.zap is None:
            return
    attack = any(shown.kind == pos.ATTACK for shown in board.shown.values())
    if not said.sources or outcome is None or outcome.value not in SWAPPED or not attack:
        return
    side = pos.OFFENSE if (outcome.value == wins(pos.OFFENSE)) == (word == _WINNER) else pos.DEFENSE
    gainer, giver = board.main(side), board.main(pos.DEFENSE if side == pos.OFFENSE else pos.OFFENSE)
    holder = first_of(said.args, board.stands) or planet.partition(".")[0]
    planet = "" if holder == gainer.name else planet
    what = " and ".join([*([cards_of(cards)] if cards else []), *([f"a colony on {planet}"] if planet else [])])
    decreed = tell(board, stand, use, side, (outcome,), (gainer.name, what or "nothing", giver.name))
    if decreed is None or not what:
        return
    board.do(gainer.name, MUST, f"have {what} of {giver.name}'s besides", decreed, by=use)
    if planet:
        gain(board, gainer, board.law["colonies.by-power"].citing(use.rule), decreed, planet)


def _what_it_gives(cards: int, planet: str) -> list[str]:
    """How it is typed what a decree gives, as far as it was said; else a card."""
    return [*([str(cards)] if cards else []), *([planet] if planet else [])] or ["1"]


@decrees_gain.carried_out(ruled=True, time=AFTER_ALLIANCES)
def decree(on: Turn, power: Power, done: Act) -> None:
    """Said before the cards are selected: for the winner or the loser, cards or a colony where the opponent has one."""
    planet, mains = first_planet(done.args), on.table.mains()
    some = first_number(done.args, 0) or planet
    if not first_of(done.args, (_WINNER, _LOSER)) or not some:
        say_with_use(on, power, "for whom and what it decrees", map(" ".join, offered(on, power)))
    holders = [name for name in mains if planet and on.table.at(planet, name)]
    if planet and len(holders) != 1:
        say_with_use(on, power, "a planet on which one main player has a colony", on.table.colonies(mains[-1]))
    restate(on, *(arg for arg in done.args if arg not in mains), *holders)


decrees_gain.offered(lambda on, power: ((word, "1") for word in (_WINNER, _LOSER)))


@decrees_gain.when("settled")
def carry_out_decree(on: Turn, power: Power, ruling: Ruling) -> None:
    """The cards are owed, and a ship off a colony founds what was decreed, where its player has none yet."""
    table = on.table
    then = next(iter(ruling.left_by(power.use.key)), None)
    said = [arg for act in uses(on, power.who) for arg in act.args]
    if then is None:
        return
    gainer = then.who
    giver = on.opponent(gainer)
    cards, planet = min(first_number(said, 0), len(table.hands[giver])), first_planet(said)
    if cards:
        table.due.append(Due(gainer, "take", cards, source=giver))
    if planet in table.ships and table.at(planet, giver) and not table.at(planet, gainer) and table.on_colonies(gainer):
        on.send(gainer, on.taken_from("launch.from-colonies", gainer, 1, ()), planet)
        on.find("powers.founds", 1, gainer, ships_of(1), planet)
        on.check_power(gainer)
        note_winning(on)
