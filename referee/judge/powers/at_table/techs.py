"""Techs: what they do to the table as soon as they are used. `table.technology` says when, and what becomes of them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.board import cards_of, ships_of
from referee.judge.phases.uses import used_again
from referee.judge.powers.at_table.anytime import found
from referee.judge.powers.at_table.asked import check_how_many, not_now, number_said, which_card
from referee.judge.powers.at_table.moments import cards_said, is_before_reveal
from referee.judge.powers.outcome.techs import ZAPS, not_added, what_it_adds
from referee.judge.table.alliance import check_invites, check_no_main_players
from referee.judge.table.losses import spared, were_lost
from referee.judge.table.powers import Power, as_typed, carries_out, lapse, offers
from referee.judge.table.resolution import note_winning
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.encounter import DEFENSE, OFFENSE, Act
from referee.state.table import Due

# -- as an encounter begins --------------------------------------------------------------------------------------------


def _start_regroup(on: Turn) -> None:
    if on.table.phase == ph.START:
        on.table.phase = ph.REGROUP


@carries_out("frees_from_warp")
def free_from_warp(on: Turn, power: Power, done: Act) -> None:
    """All ships of its owner leave the warp; they go to colonies of the owner's choice (tech-cards-printed.1)."""
    count = on.table.at(tbl.WARP, power.who)
    on.find("technology.warpspace-key", ships_of(count), power.who)
    _start_regroup(on)
    if count and on.table.colonies(power.who):
        on.table.due.append(Due(power.who, "return", count, tbl.WARP))


@carries_out("founds_colony")
def found_colony(on: Turn, power: Power, done: Act) -> None:
    """`ships`: up to so many off colonies go to another player's planet where the owner has none."""
    table, who = on.table, power.who
    free = [place for name in table.clockwise(who) for place in table.home_planets(name) if not table.at(place, who)]
    place = next((arg for arg in done.args if arg in free), "")
    if not place:
        nearest = tuple(as_typed("tech", who, done.name, planet) for planet in free[:3])
        on.cannot("played.which-planet", who, power.use.alien, " or ".join(free[:3]), nearest=nearest)
    ships = number_said(on, power, done, power.args["ships"], table.on_colonies(who))
    _start_regroup(on)
    found(on, power, place, ships, done)
    on.steps.append(power.finding(ships, ships_of(ships), place))


@carries_out("takes_discard")
def take_discard(on: Turn, power: Power, done: Act) -> None:
    """One card out of the discard pile, of those that lie there."""
    table, who = on.table, power.who
    card = next(iter(cards_said(on, done)), "")
    if not table.discards:
        not_now(on, power)
    found_as = next((one for one in (card, tbl.UNKNOWN) if card and one in table.discards), "")
    if not found_as:
        nearest = tuple(
            as_typed("tech", who, done.name, one) for one in dict.fromkeys(table.discards) if one != tbl.UNKNOWN
        )
        which_card(on, power, nearest[:3])
    left = list(table.discards)
    left.remove(found_as)
    table.discards = tuple(left)
    table.gain(who, card)
    _start_regroup(on)
    on.steps.append(power.finding(card, card))


@carries_out("resets_hands")
def reset_hands(on: Turn, power: Power, done: Act) -> None:
    """`cards`: every hand is brought to so many, by drawing or discarding at random, clockwise from the owner.

    Cards that are named the owner discards first.
    """
    table, full = on.table, power.args["cards"]
    for card in cards_said(on, done):
        on.take_out(power.who, card)
        on.discard((card,))
    _start_regroup(on)
    on.steps.append(power.finding(full, cards_of(full)))
    for name in (power.who, *table.clockwise(power.who)):
        over = len(table.hands[name]) - full
        if over < 0:
            on.find("cards.draws", on.draw(name, -over), name, cards_of(-over))
        elif over:
            known = len({*table.hands[name]}) == 1  # which cards go is known only where all are alike
            gone = table.hands[name][:over] if known else (tbl.UNKNOWN,) * over
            table.hold(name, table.hands[name][over:] if known else (tbl.UNKNOWN,) * full)
            on.discard(gone)
            on.find("demands.discarded-at-random", over, name, cards_of(over))


@carries_out("draws_and_keeps")
def draw_and_keep(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many off the deck. What the owner does not keep of them it discards afterwards (`discard`)."""
    _start_regroup(on)
    drawn = on.draw(power.who, power.args["cards"])
    on.steps.append(power.finding(drawn, cards_of(drawn)))


@carries_out("adds_planet")
def add_planet(on: Turn, power: Power, done: Act) -> None:
    """A planet more in the owner's home system, settled with as many of the research ships as is said."""
    from referee.judge.table.technology import ships_on, take_ship_off  # it needs this registry

    table, who = on.table, power.who
    place = f"{who}.{max(int(planet.partition('.')[2]) for planet in table.home_planets(who)) + 1}"
    there = ships_on(on, who, done.name)
    ships = next((int(arg) for arg in done.args if arg.isdigit()), 0)
    check_how_many(on, power, ships <= there, ships_of(there), place)
    table.lay(place, {})
    on.steps.append(power.finding(place, place))
    if ships:
        take_ship_off(on, who, done.name, ships)
        table.move(who, ships, tbl.TECH, place)
        on.find("played.founds", ships, who, ships_of(ships), place)
    _start_regroup(on)
    on.check_power(who)


@carries_out("removes_planet")
def remove_planet(on: Turn, power: Power, done: Act) -> None:
    """A planet leaves the game; the ships on it go to the warp, and cards beside it are discarded."""
    table, who = on.table, power.who
    place = next((arg for arg in done.args if arg in table.planets()), "")
    if not place:
        on.cannot("played.which-planet", who, power.use.alien, "any planet of any system")
    _start_regroup(on)
    gone = dict(table.ships[place])
    on.steps.append(power.finding(place, place))
    for name, ships in gone.items():
        on.send(name, on.taken_from("launch.from-colonies", name, ships, (Stack(place, ships),)), tbl.WARP)
        were_lost(on, name, ships)
    table.take_away(place)
    on.discard(table.aside.pop(place, ()))
    for name in table.seats:
        on.check_power(name)
    note_winning(on)


# -- in an encounter ---------------------------------------------------------------------------------------------------


@carries_out("bars_invitations")
def bar_invitations(on: Turn, power: Power, done: Act) -> None:
    """Once the gate is aimed, the defense invites nobody."""
    table = on.table
    if table.phase != ph.ALLIANCE or table.invited:
        not_now(on, power)
    table.invited = {table.defense: ()}
    on.steps.append(power.finding(0, table.defense))


@carries_out("makes_join")
def make_join(on: Turn, power: Power, done: Act) -> None:
    """A main player that invites gives the tech away: who gets it has to join that side (`allying.forced`).

    `ships`: so many, or as many as that takes no colony. The tech is complete in front of its new player.
    """
    from referee.judge.table.technology import hand_on  # it needs this registry

    table, who = on.table, power.who
    if table.phase != ph.ALLIANCE:
        not_now(on, power)
    check_invites(on, who)
    may = _guests(on)
    named = next((arg for arg in done.args if arg in table.seats), "")
    nearest = tuple(as_typed("tech", who, done.name, name) for name in may)
    check_no_main_players(on, (named,), lambda: nearest)
    if named not in may:
        on.cannot("played.which-player", who, power.use.alien, " or ".join(may) or "nobody", nearest=nearest)
    on.steps.append(power.finding(power.args["ships"], named))
    table.acts = (*table.acts, Act("tech", who, name=done.name, args=(named,)))
    table.carried = (*table.carried, len(table.acts) - 1)
    invited = table.invited.get(who, ())
    table.invited = {**table.invited, who: (*invited, *((named,) if named not in invited else ()))}
    hand_on(on, who, named, done.name)


@offers("makes_join")
def _joined(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if on.table.phase == ph.ALLIANCE and power.who in on.table.mains():
        yield from ((name,) for name in _guests(on))


def _guests(on: Turn) -> list[str]:
    """Who may still be made to join: everybody but the main players who has not answered yet."""
    table = on.table
    return [name for name in table.clockwise(table.turn) if name not in (*table.mains(), *table.answered)]


@carries_out("one_more_ship", ruled=True)
def send_one_more(on: Turn, power: Power, done: Act) -> None:
    """`ships`: so many more may be launched or sent along; the defense moves as many to the targeted planet."""
    table, who = on.table, power.who
    if who != table.defense:
        on.steps.append(power.finding(power.args["ships"]))
        return
    if table.phase != ph.ALLIANCE or not table.target:
        not_now(on, power)
    found(on, power, table.target, power.args["ships"], Act("tech", who, name=done.name, args=done.args))


@carries_out(ZAPS, ruled=True)
def cancel_power(on: Turn, power: Power, done: Act) -> None:
    """Works like a Cosmic Zap: a use that was carried out just before is taken back, and the power stays shut."""
    table = on.table
    able = [name for name in table.aliens if name not in table.hidden and table.powers.get(name) == tbl.HAS]
    able = [name for name in able if not on.is_zapped(name)]
    again = next((arg for arg in done.args if arg in table.seats and arg not in able and on.is_zapped(arg)), "")
    on.keep(used_again(again, bool(again)))
    named = next((arg for arg in done.args if arg in able), "")
    if not named:
        nearest = tuple(as_typed("tech", power.who, done.name, name) for name in able)
        on.cannot("played.which-player", power.who, power.use.alien, " or ".join(able) or "nobody", nearest=nearest)
    if table.fresh and table.rewind is not None and (table.acts[-1].verb, table.acts[-1].who) == ("use", named):
        on.table = table.rewind.copy()
        on.find("cards.use-taken-back", True, named)
    lapse(on, named)
    on.steps.append(power.finding(True, named))


@carries_out("replaces_card", ruled=True)
def replace_card(on: Turn, power: Power, done: Act) -> None:
    """The card that lies under the tech comes into the encounter; it is counted in the hand until then."""
    table, who = on.table, power.who
    card = next(iter(cards_said(on, done)), "")
    if not table.revealed or who not in table.cards:
        not_now(on, power)
    if not card or not on.is_encounter_card(card):
        which_card(on, power)
    on.take_out(who, card)
    on.steps.append(power.finding(card, card, table.cards[who]))


@carries_out("adds_said", ruled=True)
def say_what_it_adds(on: Turn, power: Power, done: Act) -> None:
    """`choices`: what the outcome will add is said now, if it is not the first of them."""
    choices = power.args["choices"]
    said = what_it_adds(done.args, choices)
    nearest = tuple(as_typed("tech", power.who, done.name, choice) for choice in choices)
    on.keep(not_added(power.who, power.use, said, choices), nearest=nearest)
    on.steps.append(power.finding(said, f"{said:+}"))


@carries_out("mines_gate")
def mine_gate(on: Turn, power: Power, done: Act) -> None:
    """Between selecting and revealing, as many of the offense's ships as researched the tech go to the warp."""
    from referee.judge.table.technology import ships_on  # it needs this registry

    table, who = on.table, power.who
    if not is_before_reveal(on):
        on.forbid("uses.between", who)
    allied = [name for name in table.clockwise(table.turn) if table.allies.get(name) == OFFENSE]
    there = sum(table.at(tbl.GATE, name) for name in (table.turn, *allied))
    left = ships_on(on, who, done.name) or next((int(arg) for arg in done.args if arg.isdigit()), 0)
    check_how_many(on, power, left > 0, ships_of(there), "the warp")
    if allied:
        on.find("played.mined-first", True, table.turn)
    for name in (table.turn, *allied):
        ships = min(left, table.at(tbl.GATE, name))
        left -= ships
        if not ships:
            continue
        on.steps.append(power.finding(ships, ships_of(ships), name))
        if not spared(on, name, ships):
            table.move(name, ships, tbl.GATE, tbl.WARP)
            were_lost(on, name, ships)
    if not any(table.at(tbl.GATE, name) for name in (table.turn, *allied)):
        on.find("played.none-left", True, table.turn, who)
        table.acts = (*table.acts, Act("wins", side=DEFENSE, why=done.name))


@carries_out("scrambles_tech")
def scramble(on: Turn, power: Power, done: Act) -> None:
    """Another tech is cancelled and discarded, if its research number is at most the ships that researched this one."""
    from referee.judge.table.technology import ships_on, take_away  # it needs this registry

    table, who = on.table, power.who
    owner = next((arg for arg in done.args if arg in table.seats), "")
    name = next((arg.strip('"') for arg in done.args if not arg.isdigit() and arg not in table.seats), "")
    card = on.rulebase.card(name) if name else None
    there = [f"{n} {tech.name}" for n in table.seats for tech in table.techs.get(n, ()) if tech.name != tbl.UNKNOWN]
    if card is None or not any(tech.name == card.name for tech in table.techs.get(owner, ())):
        nearest = tuple(as_typed("tech", who, done.name, one) for one in there if not one.endswith(done.name))
        which_card(on, power, nearest[:3])
    ships = ships_on(on, who, done.name) or next((int(arg) for arg in done.args if arg.isdigit()), None)
    if card.research.isdigit() and ships is not None and int(card.research) > ships:
        on.cannot("technology.too-few", who, ships_of(ships), done.name, int(card.research))
    take_away(on, owner, card.name)
    on.steps.append(power.finding(True, owner, card.name))
