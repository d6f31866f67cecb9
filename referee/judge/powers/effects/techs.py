"""What techs do as soon as they are used. `table.technology` says when, and what becomes of them."""

from __future__ import annotations

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.reveal import copy_morphs
from referee.judge.phases.uses import player_unsaid, used_again
from referee.judge.powers import effect
from referee.judge.powers.asked import check_how_many, not_now, number_said, which_card
from referee.judge.powers.at_table import found_colony
from referee.judge.powers.common import add, card_of, first_number, first_of, refuse, show, sources
from referee.judge.powers.moments import cards_said, is_after_reveal, is_before_invitations, is_before_reveal, is_used
from referee.judge.powers.tech_texts import not_added, what_it_adds, which_card_of_tech
from referee.judge.powers.types import Act, Args, Board, Due, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.table.losses import spared, were_lost
from referee.judge.table.powers import as_typed, lapse
from referee.judge.table.resolution import note_winning
from referee.judge.table.technology import too_few
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.encounter import DEFENSE, OFFENSE


@effect.outcome("drawn", takes="card")
def replaces_card(board: Board, stand: Stand, use: Use, args: Args, card: Act | None) -> None:
    """After the reveal the encounter card that the use names takes the place of the player's own.

    With `hoard` it is one of those that lie open on its sheet, and takes the place of its side's, which an ally may do.
    `card` is the artifact that is about to change the revealed cards; this comes after it.
    """
    used = board.usage(stand, use)
    if not (stand.takes_part if args.get("hoard") else stand.is_main) or used is None or card is not None:
        return
    known = (card_of(board, arg) for arg in used[0] if arg not in board.stands and "." not in arg)
    new = next((one for one in known if one is not None), None)
    if new is None and board.in_force(stand, use):
        board.refuse(which_card_of_tech(stand.name, use), [], (), use.rule)
        return
    old = str(board.faces[stand.side])
    named = old if new is None else str(new)  # nobody names a card of a power that was zapped
    placed = board.apply(stand, use, named, (board.shown[stand.side].finding,), (named, old))
    if placed is not None and new is not None:
        board.faces[stand.side] = new
        show(board, stand.side, new.kind, new.value or 0, placed)
        board.spent.append((stand.name, old))
        copy_morphs(board)


@replaces_card.carried_out(ruled=True)
def replace_card(on: Turn, power: Power, done: Act) -> None:
    """The card that lies under the tech comes into the encounter; it is counted in the hand until then."""
    table, who, hoard = on.table, power.who, power.args.get("hoard")
    card = next(iter(cards_said(on, done)), "")
    side = on.side_of(who)
    main = (table.turn if side == OFFENSE else table.defense) if hoard and side else who
    if not table.revealed or table.ruled or main not in table.cards:
        not_now(on, power)
    store = list(table.aside.get(who, ()))
    if not card or not on.is_encounter_card(card) or (hoard and card not in store):
        which_card(on, power)
    if hoard:
        store.remove(card)
        table.aside[who] = tuple(store)
    else:
        on.take_out(who, card)
    on.steps.append(power.finding(card, card, table.cards[main]))


@replaces_card.offered
def _open_cards(on: Turn, power: Power) -> Offers:
    """Of what lies open on a sheet each encounter card, once the cards are turned up."""
    if power.args.get("hoard") and is_after_reveal(on) and not is_used(on, power):
        known = (card for card in dict.fromkeys(on.table.aside.get(power.who, ())) if card != tbl.UNKNOWN)
        yield from ((card,) for card in known if on.is_encounter_card(card))


@effect.outcome("total")
def adds_said(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`choices`: what the player may add to its side's total, the first of them if nothing is said."""
    used = board.usage(stand, use)
    if not stand.takes_part or used is None:
        return
    said = what_it_adds(used[0], args["choices"])
    forbidden = not_added(stand.name, use, said, args["choices"])
    if forbidden is not None:
        board.refuse(forbidden, [], (), use.rule)
        return
    add(board, stand, board.apply(stand, use, said, (), (f"{said:+}",)))


@adds_said.carried_out(ruled=True)
def say_what_it_adds(on: Turn, power: Power, done: Act) -> None:
    """`choices`: what the outcome will add is said now, if it is not the first of them."""
    choices = power.args["choices"]
    said = what_it_adds(done.args, choices)
    nearest = tuple(as_typed("tech", power.who, done.name, choice) for choice in choices)
    on.keep(not_added(power.who, power.use, said, choices), nearest=nearest)
    on.steps.append(power.finding(said, f"{said:+}"))


@effect.carried_out()
def frees_from_warp(on: Turn, power: Power, done: Act) -> None:
    """All ships of its owner leave the warp; they go to colonies of the owner's choice (tech-cards-printed.1)."""
    count = on.table.at(tbl.WARP, power.who)
    on.find("technology.warpspace-key", ships_of(count), power.who)
    _start_regroup(on)
    if count and on.table.colonies(power.who):
        on.table.due.append(Due(power.who, "return", count, tbl.WARP))


def _start_regroup(on: Turn) -> None:
    if on.table.phase == ph.START:
        on.table.phase = ph.REGROUP


@effect.carried_out()
def founds_colony(on: Turn, power: Power, done: Act) -> None:
    """`ships`: up to so many off colonies go to another player's planet where the owner has none."""
    table, who = on.table, power.who
    free = [place for name in table.clockwise(who) for place in table.home_planets(name) if not table.at(place, who)]
    place = first_of(done.args, free)
    if not place:
        nearest = tuple(as_typed("tech", who, done.name, planet) for planet in free[:3])
        on.cannot("played.which-planet", who, power.use.alien, " or ".join(free[:3]), nearest=nearest)
    ships = number_said(on, power, done, power.args["ships"], table.on_colonies(who))
    _start_regroup(on)
    found_colony(on, power, place, ships, done)
    on.steps.append(power.finding(ships, ships_of(ships), place))


@effect.carried_out()
def takes_discard(on: Turn, power: Power, done: Act) -> None:
    """One card out of the discard pile, of those that lie there."""
    table, who = on.table, power.who
    card = next(iter(cards_said(on, done)), "")
    if not table.discards:
        not_now(on, power)
    if not on.take_off_pile(who, card):
        nearest = tuple(
            as_typed("tech", who, done.name, one) for one in dict.fromkeys(table.discards) if one != tbl.UNKNOWN
        )
        which_card(on, power, nearest[:3])
    _start_regroup(on)
    on.steps.append(power.finding(card, card))


@effect.carried_out()
def resets_hands(on: Turn, power: Power, done: Act) -> None:
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


@effect.carried_out()
def draws_and_keeps(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many off the deck. What the owner does not keep of them it discards afterwards (`discard`)."""
    _start_regroup(on)
    drawn = on.draw(power.who, power.args["cards"])
    on.steps.append(power.finding(drawn, cards_of(drawn)))


@effect.carried_out()
def adds_planet(on: Turn, power: Power, done: Act) -> None:
    """A planet more in the owner's home system, settled with as many of the research ships as is said."""
    from referee.judge.table.technology import ships_on, take_ship_off  # it needs this registry

    table, who = on.table, power.who
    place = f"{who}.{max(int(planet.partition('.')[2]) for planet in table.home_planets(who)) + 1}"
    there = ships_on(on, who, done.name)
    ships = first_number(done.args, 0)
    check_how_many(on, power, ships <= there, ships_of(there), place)
    table.lay(place, {})
    on.steps.append(power.finding(place, place))
    if ships:
        take_ship_off(on, who, done.name, ships)
        table.move(who, ships, tbl.TECH, place)
        on.find("played.founds", ships, who, ships_of(ships), place)
    _start_regroup(on)
    on.check_power(who)


@effect.carried_out()
def removes_planet(on: Turn, power: Power, done: Act) -> None:
    """A planet leaves the game; the ships on it go to the warp, and cards beside it are discarded."""
    table, who = on.table, power.who
    place = first_of(done.args, [*table.planets()])
    if not place:
        on.cannot("played.which-planet", who, power.use.alien, "any planet of any system")
    _start_regroup(on)
    gone = dict(table.ships[place])
    on.steps.append(power.finding(place, place))
    for name, ships in gone.items():
        on.send(name, on.taken_from("launch.from-colonies", name, ships, (Stack(place, ships),)), tbl.WARP)
        were_lost(on, name, ships)
    planet_leaves(on, place)
    note_winning(on)


def planet_leaves(on: Turn, place: str) -> None:
    """A planet on which no ships are left is gone; cards beside it are discarded, and powers may be lost with it."""
    on.table.take_away(place)
    on.discard(on.table.aside.pop(place, ()))
    for name in on.table.seats:
        on.check_power(name)


@effect.outcome("declare")
def bars_invitations(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The defense has no ally whom only an invitation could bring it."""
    for ally in board.side_of(DEFENSE) if stand is board.offense and not board.position.checked else ():
        if not ally.is_main and ally.name not in board.uninvited and ally.cancelled is None:
            forbidden = Forbidden("played.not-invited", (board.defense.name, ally.name, use.alien))
            refuse(board, stand, use, forbidden, sources(use))
            return


@bars_invitations.carried_out()
def bar_invitations(on: Turn, power: Power, done: Act) -> None:
    """Once the gate is aimed, the defense invites nobody."""
    table = on.table
    if not is_before_invitations(on):
        not_now(on, power)
    table.invited = {table.defense: ()}
    on.steps.append(power.finding(0, table.defense))


@effect.carried_out(ruled=True, changes=True)
def zaps_power(on: Turn, power: Power, done: Act) -> None:
    """Works like a Cosmic Zap: a use that was carried out just before is taken back, and the power stays shut."""
    table = on.table
    able = [name for name in table.aliens if name not in table.hidden and table.powers.get(name) == tbl.HAS]
    able = [name for name in able if not on.is_zapped(name)]
    again = next((arg for arg in done.args if arg in table.seats and arg not in able and on.is_zapped(arg)), "")
    on.keep(used_again(again, bool(again)))
    named = first_of(done.args, able)
    if not named:
        nearest = tuple(as_typed("tech", power.who, done.name, name) for name in able)
        on.keep(player_unsaid(power.who, power.use.alien, able), nearest=nearest)
    if table.fresh and table.rewind is not None and (table.acts[-1].verb, table.acts[-1].who) == ("use", named):
        on.table = table.rewind.copy()
        on.find("cards.use-taken-back", True, named)
    lapse(on, named)
    on.steps.append(power.finding(True, named))


@effect.carried_out()
def mines_gate(on: Turn, power: Power, done: Act) -> None:
    """Between selecting and revealing, as many of the offense's ships as researched the tech go to the warp."""
    from referee.judge.table.technology import ships_on  # it needs this registry

    table, who = on.table, power.who
    if not is_before_reveal(on):
        on.forbid("uses.between", who)
    allied = [name for name in table.clockwise(table.turn) if table.allies.get(name) == OFFENSE]
    there = sum(table.at(tbl.GATE, name) for name in (table.turn, *allied))
    left = ships_on(on, who, done.name) or first_number(done.args, 0)
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


@effect.carried_out()
def scrambles_tech(on: Turn, power: Power, done: Act) -> None:
    """Another tech is cancelled and discarded, if its research number is at most the ships that researched this one."""
    from referee.judge.table.technology import ships_on, take_away  # it needs this registry

    table, who = on.table, power.who
    owner = first_of(done.args, table.seats)
    name = next((arg.strip('"') for arg in done.args if not arg.isdigit() and arg not in table.seats), "")
    card = on.rulebase.card(name) if name else None
    there = [f"{n} {tech.name}" for n in table.seats for tech in table.techs.get(n, ()) if tech.name != tbl.UNKNOWN]
    if card is None or not any(tech.name == card.name for tech in table.techs.get(owner, ())):
        nearest = tuple(as_typed("tech", who, done.name, one) for one in there if not one.endswith(done.name))
        which_card(on, power, nearest[:3])
    number = first_number(done.args, None)
    ships = ships_on(on, who, done.name) or number
    if card.research.isdigit() and ships is not None and int(card.research) > ships:
        on.keep(too_few(who, ships, done.name, int(card.research), waivable=False))
    take_away(on, owner, card.name)
    on.steps.append(power.finding(True, owner, card.name))
