"""Powers used on ships that were lost, and what follows on an outcome or on cards that others draw."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.board import cards_of, ships_of
from referee.judge.powers.at_table.asked import not_now
from referee.judge.powers.at_table.exchanging import alien_drawn, who_has
from referee.judge.powers.outcome.resolution import drawn_for, fee, shared_out
from referee.judge.ruling import MAY, MUST, Ruling
from referee.judge.table.losses import came_back, chance, chances, spared, take_chance
from referee.judge.table.powers import Power, carries_out, cited, demand, demanded, offers, when
from referee.judge.table.resolution import note_winning, owe_return, owed
from referee.judge.table.turn import HANDLERS, Turn
from referee.state import table as tbl
from referee.state.encounter import Act
from referee.state.table import Chance, Due

Offers = Iterator[tuple[str, ...]]


def _nearest(power: Power, found: Offers) -> tuple[str, ...]:
    return tuple(" ".join(("use", power.who, *args)) for args in found)


# -- ships given back --------------------------------------------------------------------------------------------------


@when("ships-lost", "heals")
def may_heal(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """Somebody else has lost ships: they can be given back while the phase lasts."""
    if loser != power.who:
        chance(on, power, loser, ships, removed)


@carries_out("heals")
def heal(on: Turn, power: Power, done: Act) -> None:
    """`cards`: all ships that somebody just lost go back to colonies of their owner's choice, for so many cards; with
    `each` so many for each ship."""
    table = on.table
    found = next((one for one in chances(on, power) if one.about in done.args), None)
    if found is None:
        not_now(on, power, _nearest(power, _healed(on, power)))
    who = found.about
    if owed(on, who, "lose") is not None:
        on.cannot("turn.unfinished", who, "lose ships of its choice", nearest=(f"lose {who}",))
    if not table.colonies(who):
        on.cannot("powers.no-colony-to-heal", who)
    ships, removed = min(found.ships, table.at(tbl.WARP, who)), min(found.removed, table.at(tbl.REMOVED, who))
    came_back(on, who, found.ships + found.removed)
    table.move(who, removed, tbl.REMOVED, tbl.WARP)
    if table.phase in HANDLERS["return"][1]:
        owe_return(on, who, ships + removed, tbl.WARP)
    else:
        stacks = on.homes_for(who, ships + removed)
        on.tell_homes(who, stacks)
        for place, count in stacks:
            table.move(who, count, tbl.WARP, place)
    on.steps.append(
        power.finding(ships + removed, who, ships_of(ships + removed), drawn_for(power.args, ships + removed))
    )
    drawn = on.draw(power.who, fee(power.args, ships + removed))
    on.find("cards.draws", drawn, power.who, cards_of(drawn))


@offers("heals")
def _healed(on: Turn, power: Power) -> Offers:
    for one in chances(on, power):
        if owed(on, one.about, "lose") is None and on.table.colonies(one.about):
            yield (one.about,)


# -- ships taken along -------------------------------------------------------------------------------------------------


@when("ships-lost", "takes_along")
def takes_along(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """The owner lost ships to the warp and has to say whose ships go there as well, up to as many."""
    if loser == power.who and ships and any(_exposed(on, name) for name in on.table.clockwise(loser)):
        demand(on, power, about=str(ships))


def _exposed(on: Turn, who: str) -> int:
    """How many ships a player could lose: those on its colonies and on the gate."""
    return on.table.on_colonies(who) + on.table.at(tbl.GATE, who)


@carries_out("takes_along")
def take_along(on: Turn, power: Power, done: Act) -> None:
    """The players named lose so many ships of their own choice; nobody has to be named."""
    due = demanded(on, power)
    if due is None:
        not_now(on, power)
    most = int(due.place)
    named = shared_out(done.args, most)
    if sum(count for _, count in named) > most or not {name for name, _ in named} <= {*on.table.clockwise(power.who)}:
        nearest = _nearest(power, _taken(on, power))
        on.cannot("powers.takes-too-many", power.who, ships_of(most), nearest=nearest)
    on.steps.append(power.finding(most, ships_of(most)))
    for name, count in named:
        count_there = _exposed(on, name)
        if count_there < count:
            on.find("resolution.all-it-has", count_there, name)
        cost = min(count, count_there)
        cost -= spared(on, name, cost)
        if cost:
            on.find("resolution.lost-besides", cost, name, ships_of(cost))
            on.table.due.append(Due(name, "lose", cost, source="along", by=cited(power)))


@offers("takes_along")
def _taken(on: Turn, power: Power) -> Offers:
    due = demanded(on, power)
    if due is not None:
        yield ()
        for name in on.table.clockwise(power.who):
            count = min(int(due.place), _exposed(on, name))
            if count:
                yield (name, str(count))


# -- a ship that lands all the same ------------------------------------------------------------------------------------


@when("ships-lost", "crash_lands")
def may_crash(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """The outcome lets the owner land one of the ships that it lost."""
    if loser == power.who and on.ruling is not None and _is_left(on.ruling, power, MAY):
        chance(on, power, power.who)


def _is_left(ruling: Ruling, power: Power, does: str) -> bool:
    """Whether a ruling leaves a use of this power to its owner."""
    sheet = {cite.id for cite in power.use.rule.cites}
    return any(
        (then.who, then.does) == (power.who, does) and sheet.issubset(cite.id for cite in then.finding.rule.cites)
        for then in ruling.then
    )


@carries_out("crash_lands")
def crash(on: Turn, power: Power, done: Act) -> None:
    """One of the lost ships lands on the target planet beside those that are there."""
    table, who = on.table, power.who
    found = next(chances(on, power), None)
    place = next((place for place in (tbl.WARP, tbl.REMOVED) if table.at(place, who)), "")
    if found is None or not place:
        not_now(on, power)
    take_chance(on, found, 1)
    came_back(on, who, 1)
    table.move(who, 1, place, table.target)
    on.find("resolution.crashed", 1, who, table.target)
    on.check_power(who)
    note_winning(on)


@offers("crash_lands")
def _crashed(on: Turn, power: Power) -> Offers:
    if next(chances(on, power), None) is not None:
        yield ()


# -- another alien -----------------------------------------------------------------------------------------------------


@when("settled", "reincarnates")
def must_reincarnate(on: Turn, power: Power, ruling: Ruling) -> None:
    """The owner lost or failed to deal, and has to draw another alien before anything else; a flare lets it choose."""
    if not power.use.mandatory and _is_left(ruling, power, MAY):
        chance(on, power, power.who)
    elif _is_left(ruling, power, MUST) and demanded(on, power) is None:
        demand(on, power)


@carries_out("reincarnates")
def reincarnate(on: Turn, power: Power, done: Act) -> None:
    """The alien that was drawn lies on the owner's sheet: it takes the place of one that was drawn before."""
    table, who = on.table, power.who
    free = next(chances(on, power), None)
    if demanded(on, power) is None and free is None:
        not_now(on, power)
    said = on.rulebase.alien(done.args[0].strip('"')) if done.args else None
    alien = alien_drawn(on, who, said, _nearest(power, _unused(on, power)))
    if free is not None:
        take_chance(on, free, free.ships)
    held = table.aliens.get(who, (power.use.alien,))
    at = held.index(power.use.alien) + 1
    besides = tuple(name for name in held[at:] if name == table.besides.get(who))
    table.aliens[who] = (*held[:at], alien.name, *besides)
    on.steps.append(power.finding(alien.name))
    on.find("powers.becomes", alien.name, who, alien.name, power.use.alien)


@offers("reincarnates")
def _unused(on: Turn, power: Power) -> Offers:
    """Any alien that nobody has may be drawn; a few of them."""
    if demanded(on, power) is None and next(chances(on, power), None) is None:
        return
    taken = who_has(on)
    found = 0
    for stem in on.rulebase.alien_names():
        alien = on.rulebase.alien(stem)
        if alien is not None and alien.name not in taken and alien.name.replace("-", "").isalnum():
            yield (alien.name,)
            found += 1
            if found == _FEW:
                return


_FEW = 3


# -- cards and ships that others take ----------------------------------------------------------------------------------


@when("drew", "clings")
def may_draw(on: Turn, power: Power, player: str) -> None:
    """Somebody else has drawn from the cosmic deck."""
    if player != power.who and power.args["what"] == "cards":
        chance(on, power, "cards")


@when("retrieved", "clings")
def may_retrieve(on: Turn, power: Power, player: str) -> None:
    """Somebody else's ships have come out of the warp."""
    if player != power.who and power.args["what"] == "ships":
        chance(on, power, "ships")


@carries_out("clings")
def cling(on: Turn, power: Power, done: Act) -> None:
    """`what`: a card, or with a planet a ship out of the warp to it, but not one lost in this encounter."""
    table, who = on.table, power.who
    place = next((arg for arg in done.args if arg in table.ships), "")
    found = _clung(on, power)
    fits = place in table.colonies(who) if power.args["what"] == "ships" else not place
    if found is None or not fits:
        not_now(on, power, _nearest(power, _clings(on, power)))
    take_chance(on, found, 1)
    on.steps.append(power.finding(1))
    if place:
        table.move(who, 1, tbl.WARP, place)
        on.find("powers.takes-ship", 1, who, place)
        note_winning(on)
        return
    drawn = on.draw(who, 1)
    on.find("cards.draws", drawn, who, cards_of(drawn))


def _clung(on: Turn, power: Power) -> Chance | None:
    """What came up for the owner, if there is a ship to take."""
    table, what = on.table, power.args["what"]
    if what == "ships" and table.at(tbl.WARP, power.who) <= table.fallen.get(power.who, 0):
        return None
    return next((one for one in chances(on, power) if one.about == what), None)


@offers("clings")
def _clings(on: Turn, power: Power) -> Offers:
    if _clung(on, power) is None:
        return
    if power.args["what"] == "cards":
        yield ()
    else:
        yield from ((place,) for place in on.table.colonies(power.who))
