"""What powers make of the destiny card, of the defense that it names, and of where the gate points."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.uses import unsaid_with_use
from referee.judge.powers import effect
from referee.judge.powers.asked import chance_of, named_with, not_now, say_with_use
from referee.judge.powers.at_table import one_of, plainly
from referee.judge.powers.common import first_number, first_of, first_planet, has_to_say, saying, stating
from referee.judge.powers.moments import ONCE, WHEN_IT_COMES_UP, earlier, once, only
from referee.judge.powers.types import Act, Args, Board, Forbidden, Offers, Power, Stand, Turn
from referee.judge.table.deals import hand_over
from referee.judge.table.losses import chance, chances, forget_chances, take_chance
from referee.judge.table.resolution import note_winning
from referee.judge.table.setting import destiny_cards
from referee.judge.used import Used
from referee.state import phases as ph
from referee.state import table as tbl


def _is_to_draw(on: Turn, power: Power) -> bool:
    """True if a destiny card is drawn next: after the offense's own color as well (5.5.2.1)."""
    table = on.table
    return table.phase in (ph.START, ph.REGROUP, ph.DESTINY) or (
        table.phase == ph.LAUNCH and table.defense == table.turn
    )


@effect.carried_out(time=once(_is_to_draw), states=stating(saying("cards")), offers=plainly())
def chooses_destiny(on: Turn, power: Power, done: Act) -> None:
    """`cards`: instead of drawing, the owner looks at so many off the destiny deck and uses any one of them.

    Which one it is the destiny command says that follows. A deck with fewer cards is made up anew before that.
    """
    table, cards = on.table, power.args["cards"]
    left = table.destiny_deck
    if left is not None and left < cards:
        on.find("destiny.too-few", left, power.who, cards_of(left))
        table.destiny_deck, table.destiny_drawn = destiny_cards(len(table.seats), on.law), ()
    on.steps.append(power.finding(True, cards_of(cards)))


def _planets_to_settle(on: Turn, power: Power) -> list[str]:
    """The planets in the defense's system without a foreign colony of the owner's, where it has the ships for it."""
    table, who = on.table, power.who
    if table.defense in ("", table.turn) or table.at(tbl.WARP, who) < power.args["least"]:
        return []
    return [place for place in table.home_planets(table.defense) if place not in table.foreign_colonies(who)]


def _is_elsewhere(board: Board, stand: Stand, args: Args, said: Used) -> Forbidden | None:
    """The planet is one of the defense's system."""
    whose = first_planet(said.args).partition(".")[0]
    if whose == board.defense.name:
        return None
    return unsaid_with_use(stand.name, f"to which planet of {board.defense.name}'s ships go")


@effect.carried_out(
    time=ONCE,
    offers=one_of(_planets_to_settle),
    states=stating(saying("ships", "planet"), check=_is_elsewhere),
    takes="planet number",
)
def settles_from_warp(on: Turn, power: Power, done: Act) -> None:
    """`ships`: with `least` or more in the warp, so many leave it for a planet in the defense's system.

    There the owner has no foreign colony. `fewest`: where the number is the owner's choice, so many at least.
    """
    table, who = on.table, power.who
    on.check_known(who, tbl.WARP)
    most: int = power.args["ships"]
    planets, fewest = _planets_to_settle(on, power), power.args.get("fewest", most)
    place, ships = first_of(done.args, planets), first_number(done.args, most)
    if not planets:
        not_now(on, power)
    if not place or not fewest <= ships <= most:
        number = str(most) if fewest == most else f"{fewest} to {most}"
        say_with_use(on, power, f"to which planet of {table.defense}'s {number} ships go", planets)
    table.move(who, ships, tbl.WARP, place)
    on.steps.append(power.finding(ships, ships_of(ships), place))
    on.check_power(who)
    note_winning(on)


@effect.when("destiny", takes="planet* count*")
def spreads(on: Turn, power: Power, target: str) -> None:
    """`least`: a card that points at another player in whose system the owner has a colony of so many ships.

    `target` is that player; none (an empty text) for a wild card, which points at the defense.
    """
    forget_chances(on, power)
    whose = target or on.table.defense
    if whose not in ("", power.who) and any(_colonies_to_spread(on, power, whose)):
        chance(on, power, whose)


def _colonies_to_spread(on: Turn, power: Power, whose: str) -> Iterator[str]:
    """The owner's colonies in a system that have the ships for it."""
    table, who = on.table, power.who
    return (place for place in table.home_planets(whose) if table.at(place, who) >= power.args["least"])


def _how_it_spreads(board: Board, stand: Stand, args: Args, used: Used) -> str:
    systems = [arg.partition(".")[0] for arg in used.args if "." in arg]
    if len(systems) == 2 and len({*systems}) == 1 and first_number(used.args, 0):
        return ""
    return "from which planet how many ships go to which other one of that system"


@spreads.carried_out(
    time=WHEN_IT_COMES_UP, states=stating(saying("ships", "planet", "planet"), check=has_to_say(_how_it_spreads))
)
def spread(on: Turn, power: Power, done: Act) -> None:
    """Ships of one colony move to another planet of that system: from, how many and to are said."""
    table, who, found = on.table, power.who, chance_of(on, power)
    colonies, planets = [*_colonies_to_spread(on, power, found.about)], table.home_planets(found.about)
    said, ships = [arg for arg in done.args if arg in planets], first_number(done.args, 0)
    source, to = (*said, "", "")[:2]
    if source not in colonies or to in ("", source) or not 1 <= ships <= table.at(source, who):
        least = ships_of(power.args["least"])
        what = f"off which colony of {least} or more, how many ships, and to which planet of that system"
        say_with_use(on, power, what, map(" ".join, _ways_to_spread(on, power)))
    take_chance(on, found, 1)
    table.move(who, ships, source, to)
    on.steps.append(power.finding(ships, ships_of(ships), source, to))
    note_winning(on)


@spreads.offered
def _ways_to_spread(on: Turn, power: Power) -> Offers:
    for due in chances(on, power):
        for source in _colonies_to_spread(on, power, due.about):
            yield from ((source, "1", to) for to in on.table.home_planets(due.about) if to != source)


# -- the gate ----------------------------------------------------------------------------------------------------------


_TIP = "none"  # said: for a tip it chooses nothing


def _is_to_launch(on: Turn, power: Power) -> bool:
    """True if the defense is known and the offense has neither aimed nor sent a ship, nor regrouped one to the gate."""
    table = on.table
    known = table.phase == ph.LAUNCH and table.defense not in ("", table.turn)
    return known and not table.launched and not table.at(tbl.GATE, table.turn)


# -- to a planet of its own --------------------------------------------------------------------------------------------


@effect.when("destiny", takes="planet")
def lures_gate(on: Turn, power: Power, target: str) -> None:
    """A player in whose system the owner has a colony has become the defense."""
    table, who = on.table, power.who
    forget_chances(on, power)
    there = any(table.at(place, who) for place in table.home_planets(table.defense)) if table.defense else False
    if there and _is_to_launch(on, power) and _own_planets(on, power):
        chance(on, power, table.defense)


def _own_planets(on: Turn, power: Power) -> list[str]:
    """The owner's home planets with a colony of its own, and none of the offense's."""
    table, who = on.table, power.who
    return [place for place in table.home_planets(who) if table.at(place, who) and not table.at(place, table.turn)]


def _can_lure(on: Turn, power: Power) -> bool:
    return WHEN_IT_COMES_UP.is_now(on, power) and _is_to_launch(on, power)


@lures_gate.carried_out(time=only(_can_lure), offers=one_of(_own_planets), states=stating(saying("planet")))
def lure_gate(on: Turn, power: Power, done: Act) -> None:
    """The gate is pointed at the planet that is named, and the owner is the defense."""
    found = chance_of(on, power)
    place = named_with(on, power, done, "at which of its home planets the gate points", _own_planets(on, power))
    take_chance(on, found, found.ships)
    on.table.defense, on.table.launched = power.who, place
    on.steps.append(power.finding(place, place))


@effect.when("launched")
def keeps_aim(on: Turn, power: Power) -> None:
    """The offense launches at the planet at which the owner has pointed the gate, off the colonies that it has named.

    Who names a colony of the offense's has said where ships come from, and not where they go.
    """
    table = on.table
    uses = [act for act in table.acts if (act.verb, act.who) == ("use", power.who) and _TIP not in act.args]
    places = [arg for act in uses for arg in act.args if arg in table.ships]
    off = [place for place in places if _is_off(on, place)]
    to = next((place for place in places if place not in off), table.target)
    if table.target != to:
        on.forbid("uses.points-gate", table.turn, power.who, to, nearest=(f"launch {table.turn} 1 at {to}",))
    came = [place for place, count in on.command.stacks if count]
    if off and (not came or not {*came} <= {*off}):
        nearest = (f"launch {table.turn} 1 from {off[0]} 1 at {table.target}",)
        on.forbid("uses.picks-ships", table.turn, power.who, " and ".join(off), nearest=nearest)


def _is_off(on: Turn, place: str) -> bool:
    """Whether a planet that was named is one that ships of the offense come off: none of the defense's system."""
    return place not in on.table.home_planets(on.table.defense)


# -- for the offense ---------------------------------------------------------------------------------------------------


def _aim_or_tip(board: Board, said: Act) -> tuple[str, ...]:
    return ("it has been tipped, and chooses nothing",) if _TIP in said.args else saying("planet")(board, said)


def _where_it_points(board: Board, stand: Stand, args: Args, used: Used) -> str:
    """The planet of the defense's system that is named is the target that the line tells."""
    place, target = first_planet(used.args), board.position.target
    if not place and _TIP not in used.args:
        return "which planet the gate points at, or which colony the ships come from"
    elsewhere = target is not None and place.partition(".")[0] == target[0] and place != f"{target[0]}.{target[1]}"
    return "the planet that the line tells as the target" if elsewhere else ""


@effect.carried_out(
    time=once(_is_to_launch), states=stating(_aim_or_tip, check=has_to_say(_where_it_points)), takes="planet* none"
)
def points_gate(on: Turn, power: Power, done: Act) -> None:
    """The owner names the planet of the defense's system that the gate points at, or colonies that ships come off.

    `none`: the offense tips it a card at random, and it chooses nothing in this encounter.
    """
    table, who = on.table, power.who
    if _TIP in done.args:
        if not table.hands[table.turn]:
            on.not_held(table.turn, "a card")
        table.gain(who, *hand_over(on, table.turn, (), 1))
        on.steps.append(power.finding(True, f"a card of {table.turn}'s as its tip"))
        return
    able, off = _targets(on, power), [*table.colonies(table.turn)]
    places = [arg for arg in done.args if arg in table.ships]
    aims = [place for place in places if place in able]
    if not places or (len(aims) != len(places) and not {*places} <= {*off}) or len(aims) > 1:
        say_with_use(on, power, "which planet the gate points at, or which colonies the ships come from", able)
    if aims:
        table.launched = aims[0]
    on.steps.append(power.finding(places[0], " and ".join(places)))


def _targets(on: Turn, power: Power) -> list[str]:
    """The planets of the defense's system without a colony of the offense."""
    table = on.table
    return [place for place in table.home_planets(table.defense) if not table.at(place, table.turn)]


@points_gate.offered
def _pointings(on: Turn, power: Power) -> Offers:
    if not earlier(on, power.who):
        yield from ((place,) for place in _targets(on, power))
        if on.table.hands[on.table.turn]:
            yield (_TIP,)
