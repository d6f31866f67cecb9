"""What powers do at the start of a turn, at destiny and at the launch."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.uses import which_colony
from referee.judge.powers import effect
from referee.judge.powers.asked import forbid_now, not_now, which_card
from referee.judge.powers.at_table import plainly, ways_offered
from referee.judge.powers.common import first_of, first_planet, player_touched, saying, stating
from referee.judge.powers.moments import BEFORE_LAUNCH, cards_said
from referee.judge.powers.types import Act, Board, Offers, Power, Turn
from referee.judge.table.deals import hand_over
from referee.judge.table.extra import bound
from referee.judge.table.losses import spared, were_lost
from referee.judge.table.powers import demand, demanded, lapse_but_of
from referee.judge.table.resolution import PICKED, leave, note_winning
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack


def _colony(board: Board, said: Act) -> tuple[str, ...]:
    """`[NAME] PLANET`: whose colony, by default the owner of the planet, and which."""
    planet = first_planet(said.args)
    owner = first_of(said.args, board.stands, planet.partition(".")[0])
    return owner or "somebody", planet or "a colony"


@effect.when("destiny", takes="planet player")
def warps_target(on: Turn, power: Power, target: str) -> None:
    """A destiny card that points at another player lets the owner send a ship of that player to the warp.

    `target` is that player; none (an empty text) for a wild card, on which the owner picks any other player.
    """
    if power.who != target and list(_ships_of(on, power, target)):
        demand(on, power, about=target)


warps_target.outcome("declare")(stating(_colony))


def _ships_of(on: Turn, power: Power, target: str) -> Iterator[tuple[str, str]]:
    """(colony, whose) of the player who is pointed at, or of every other player."""
    for name in (target,) if target else on.table.clockwise(power.who):
        yield from ((place, name) for place in on.table.colonies(name))


@warps_target.carried_out()
def warp_target(on: Turn, power: Power, done: Act) -> None:
    """One ship of that player goes to the warp, off the colony that the owner of the power picks."""
    due = demanded(on, power)
    nearest = ways_offered(on, power)
    if due is None:
        forbid_now(on, power)
    place = first_of(done.args, on.table.ships)
    target = due.place if due is not None and due.place else _victim(on, power, done, place)
    if not place or (place, target) not in set(_ships_of(on, power, target)):
        on.keep(which_colony(power.who), nearest=nearest)
    on.steps.append(power.finding(1, target, place))
    _cost_a_ship(on, target, place)
    _meets_nobody(on)


def _cost_a_ship(on: Turn, whose: str, place: str) -> None:
    """A ship of a player goes to the warp off one of its colonies, if nothing keeps it out of it."""
    if spared(on, whose, 1):
        leave(on, whose, (Stack(place, 1),), PICKED)
    else:
        on.send(whose, [Stack(place, 1)], tbl.WARP)
        were_lost(on, whose, 1)


@effect.carried_out()
def warps_settlers(on: Turn, power: Power, done: Act) -> None:
    """Each foreign colony in the owner's home system costs its player a ship; that the destiny card says so is told."""
    there = [*_settlers(on, power.who)]
    if not there:
        not_now(on, power)
    for place, name in there:
        on.steps.append(power.finding(1, name, place))
        _cost_a_ship(on, name, place)
    _meets_nobody(on)


def _settlers(on: Turn, who: str) -> Iterator[tuple[str, str]]:
    """(colony, whose) of the others in a player's home system."""
    for place in on.table.home_planets(who):
        yield from ((place, name) for name in on.table.ships[place] if name != who)


warps_settlers.offered(plainly(lambda on, power: any(_settlers(on, power.who))))


def _victim(on: Turn, power: Power, done: Act, place: str) -> str:
    """Whose ship is meant where the owner picks the player: as said, or the only other one who has ships there."""
    said = [name for arg in done.args for name in on.table.seats if arg.casefold() == name.casefold()]
    there = [name for name in on.table.ships.get(place, ()) if name != power.who]
    return said[0] if said else there[0] if len(there) == 1 else ""


def _meets_nobody(on: Turn) -> None:
    """A defense that lost its last home colony in the destiny phase is not met (5.5.2.3; DF-16)."""
    table = on.table
    redraw = on.law["launch.no-home-colony"].value == "redraw"
    if redraw and table.defense not in ("", table.turn) and not table.home_colonies(table.defense):
        on.find("destiny.lost-homes", True, table.defense)
        table.defense = ""
        table.phase = ph.DESTINY


@warps_target.offered
def _offered(on: Turn, power: Power) -> Offers:
    due = demanded(on, power)
    if due is not None:
        for place, name in _ships_of(on, power, due.place):
            yield (place,) if due.place else (name, place)


@effect.when("draw")
def picks_destiny(on: Turn, power: Power) -> None:
    """The owner searches the deck and picks the card, which counts as drawn by the offense; it is any that is there."""
    on.steps.append(power.finding(on.command.who, on.table.turn))


picks_destiny.outcome("declare")(stating(player_touched))


def _choice(board: Board, said: Act) -> tuple[str, ...]:
    """`NUMBER` of cards or `PLANET`: what the defense chose."""
    chosen = next(iter(said.args), "")
    return board.defense.name, chosen_by(chosen) if chosen else "one or the other"


@effect.when("launched", takes="planet* card*")
def hand_or_colony(on: Turn, power: Power) -> None:
    """`most`: a defense with more cards than that discards the rest at random, or grants a colony on the target."""
    table = on.table
    over = len(table.hands[table.defense]) - power.args["most"]
    if over > 0:
        demand(on, power)
        words = (table.defense, f"{cards_of(over)} discarded at random", power.who, table.target)
        on.find("demands.cards-or-colony", over, *words)


hand_or_colony.outcome("declare")(stating(_choice))


@hand_or_colony.carried_out()
def choose(on: Turn, power: Power, done: Act) -> None:
    """What the defense chose: the number of cards that it discards (they may be named), or the planet."""
    table, due = on.table, demanded(on, power)
    if due is None:
        forbid_now(on, power)
    chosen, *named = done.args or ("",)
    over = max(0, len(table.hands[table.defense]) - power.args["most"])
    if chosen == table.target:
        on.steps.append(power.finding(chosen, table.defense, chosen_by(chosen)))
        _settle(on)
    elif chosen == str(over) and len(named) <= over:
        on.steps.append(power.finding(over, table.defense, chosen_by(chosen)))
        on.discard(hand_over(on, table.defense, tuple(named), over))
        on.find("demands.discarded-at-random", over, table.defense, cards_of(over))
    else:
        words = (table.defense, cards_of(over), power.who, table.target)
        on.cannot("demands.one-or-the-other", *words, nearest=ways_offered(on, power))


def chosen_by(chosen: str) -> str:
    """The choice between cards and a colony in words: `5` or `purple.2`."""
    if "." in chosen:
        return f"a colony on {chosen}"
    return "1 random card discarded" if chosen == "1" else f"{chosen} random cards discarded"


def _settle(on: Turn) -> None:
    """The offense's ships land beside the defense's, and the encounter is over: a declared success (2.4.2.1.c)."""
    table, who = on.table, on.table.turn
    ships = table.at(tbl.GATE, who)
    table.move(who, ships, tbl.GATE, table.target)
    on.find("demands.settled", ships, who, ships_of(ships), table.target, table.defense)
    on.find("second.declared-by-power", True, who)
    lapse_but_of(on, ph.LAUNCH)
    table.successful = True
    table.phase = ph.RESOLUTION
    on.check_power(who)
    note_winning(on)


@hand_or_colony.offered
def _choices(on: Turn, power: Power) -> Offers:
    if demanded(on, power) is not None:
        yield (str(len(on.table.hands[on.table.defense]) - power.args["most"]),)
        yield (on.table.target,)


@effect.carried_out()
def redraws_destiny(on: Turn, power: Power, done: Act) -> None:
    """The destiny card that was just drawn is discarded, and the offense draws another one."""
    table = on.table
    if table.phase != ph.LAUNCH or not table.defense or bound(table):
        not_now(on, power)
    on.steps.append(power.finding(True, table.turn))
    table.defense = ""
    table.phase = ph.DESTINY


@effect.carried_out()
def replaces_lost_ship(on: Turn, power: Power, done: Act) -> None:
    """A ship of the player's own comes out of the warp to where its power has just taken one from."""
    table, who = on.table, power.who
    uses = [act for act in table.acts if act.verb == "use" and act.who == who]
    place = next((arg for act in uses[-1:] for arg in act.args if arg in table.ships), "")
    if not place or not table.at(tbl.WARP, who) or on.is_zapped(who):
        not_now(on, power)
    table.move(who, 1, tbl.WARP, place)
    on.steps.append(power.finding(1, place))
    on.check_power(who)
    note_winning(on)


@effect.carried_out()
def keeps_discarded(on: Turn, power: Power, done: Act) -> None:
    """Cards that the defense has just discarded at random for the power: any that are named go to the player's hand.

    Nothing may have come between, so that these are the last cards on the discard pile.
    """
    table, who = on.table, power.who
    before = table.acts[-2:-1] if table.fresh else ()
    uses = [act for act in before if act.verb == "use" and act.who == who]
    count = next((int(arg) for act in uses for arg in act.args[:1] if arg.isdigit()), 0)
    if not 0 < count <= len(table.discards) or table.due:
        not_now(on, power)
    left = list(table.discards[-count:])
    for card in cards_said(on, done):
        found = next((one for one in (card, tbl.UNKNOWN) if one in left), None)
        if found is None:
            which_card(on, power)
        left.remove(found)
        table.gain(who, card)
    kept = count - len(left)
    table.discards = (*table.discards[:-count], *left)
    on.steps.append(power.finding(kept, cards_of(count), cards_of(kept)))


@effect.carried_out(time=BEFORE_LAUNCH)
def redraws_hand(on: Turn, power: Power, done: Act) -> None:
    """`cards`: after destiny the owner discards its hand and draws so many, where its own color or its card was drawn.

    That its own card was drawn a table takes from the use, where the owner is not the defense.
    """
    who = power.who
    if who != on.table.defense:
        on.presume("powers.moment", f"the destiny card that was drawn lets {who} do so")
    on.redraw(who, power.args["cards"])
    on.steps.append(power.finding(power.args["cards"], cards_of(power.args["cards"])))


redraws_hand.offered(plainly(lambda on, power: on.table.defense == power.who))
redraws_hand.outcome("declare")(stating(saying("as many cards as its text says")))
