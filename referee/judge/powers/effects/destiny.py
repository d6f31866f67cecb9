"""What powers make of the destiny card, and of the defense that it names."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.counted import cards_of, ships_of
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now, say_with_use
from referee.judge.powers.at_table import Offers, one_of, plainly
from referee.judge.powers.common import first_number, first_of, saying, stating
from referee.judge.powers.moments import check_once, has_come_up, is_used
from referee.judge.table.losses import chance, chances, forget_chances, take_chance
from referee.judge.table.powers import Power
from referee.judge.table.resolution import note_winning
from referee.judge.table.setting import destiny_cards
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Act


def _is_to_draw(on: Turn, power: Power) -> bool:
    """True if a destiny card is drawn next: after the offense's own color as well (5.5.2.1)."""
    table = on.table
    return table.phase in (ph.START, ph.REGROUP, ph.DESTINY) or (
        table.phase == ph.LAUNCH and table.defense == table.turn
    )


@effect.carried_out(now=_is_to_draw, once=True)
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


chooses_destiny.outcome("declare")(stating(lambda board, said: ("cards",)))
chooses_destiny.offered(plainly())


@effect.carried_out()
def settles_from_warp(on: Turn, power: Power, done: Act) -> None:
    """`ships`: with `least` or more in the warp, so many leave it for a planet in the defense's system.

    There the owner has no foreign colony. `fewest`: where the number is the owner's choice, so many at least.
    """
    table, who = on.table, power.who
    on.check_known(who, tbl.WARP)
    most: int = power.args["ships"]
    planets, fewest = _planets_to_settle(on, power), power.args.get("fewest", most)
    check_once(on, power)
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


def _planets_to_settle(on: Turn, power: Power) -> list[str]:
    """The planets in the defense's system without a foreign colony of the owner's, where it has the ships for it."""
    table, who = on.table, power.who
    if table.defense in ("", table.turn) or table.at(tbl.WARP, who) < power.args["least"]:
        return []
    return [place for place in table.home_planets(table.defense) if place not in table.foreign_colonies(who)]


settles_from_warp.outcome("declare")(stating(saying("ships", "planet")))
settles_from_warp.offered(one_of(_planets_to_settle, lambda on, power: not is_used(on, power)))


@effect.when("destiny")
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


@spreads.carried_out(now=has_come_up)
def spread(on: Turn, power: Power, done: Act) -> None:
    """Ships of one colony move to another planet of that system: from, how many and to are said."""
    table, who, found = on.table, power.who, next(chances(on, power))
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


spreads.outcome("declare")(stating(saying("ships", "planet", "planet")))


@spreads.offered
def _ways_to_spread(on: Turn, power: Power) -> Offers:
    for due in chances(on, power):
        for source in _colonies_to_spread(on, power, due.about):
            yield from ((source, "1", to) for to in on.table.home_planets(due.about) if to != source)
