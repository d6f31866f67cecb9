"""What follows on a colony that its owner has no more, on an invitation that did not come, and on a side's win."""

from __future__ import annotations

from referee.judge.counted import cards_of
from referee.judge.phases.resolution import Fate, divert
from referee.judge.phases.standing import lose_where_they_stand
from referee.judge.powers import effect
from referee.judge.powers.asked import chance_of, named_with, not_now
from referee.judge.powers.at_table import found_colony, known_discards, one_of
from referee.judge.powers.common import first_number, first_of, left_open, mis_said, other_side, stating, tell
from referee.judge.powers.effects.deciding import loses_first
from referee.judge.powers.moments import WHEN_IT_COMES_UP, cards_said
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.ruling import BOTH_LOSE, MAY, MUST, NO_DEAL, wins
from referee.judge.table.losses import chance, chances, lose_ship, take_chance
from referee.judge.table.places import each_way
from referee.judge.table.powers import cited, demand, demanded
from referee.judge.table.resolution import PICKED, note_winning
from referee.state.pending import Due

# -- a colony that is gone ---------------------------------------------------------------------------------------------


def _lost_colony(board: Board, stand: Stand) -> Finding | None:
    """The colony that the outcome has cost a player, or None."""
    player = board.players[stand.name]
    changes = (player.home, player.foreign)
    return next((change for change in changes if change is not None and change.value < 0), None)


@effect.outcome("extra")
def costs_settlers(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Where the owner has lost its colony on the target planet, everybody else with one there loses a ship of it."""
    gone = _lost_colony(board, stand) if stand is board.defense else None
    if gone is not None:
        _cost_there(board, stand, use, gone)


def _cost_there(board: Board, stand: Stand, use: Use, gone: Finding) -> None:
    """Everybody else with a colony on the target planet, even one just founded, loses a ship of it."""
    there = board.position.planet or {}
    for other in board.order:
        player = board.players[other.name]
        stood = player.stays if other is board.defense else player.lands
        landed = stood is not None and stood.value
        settled = not other.takes_part and there.get(other.name, 0)
        if other is stand or not (landed or settled):
            continue
        cost = board.apply(stand, use, 1, (gone,), (other.name,))
        if cost is None:
            return
        if landed:
            lose_where_they_stand(board, other, cost)
            if landed == 1 and (other is board.defense or not there.get(other.name, 0)):
                _no_colony(board, other, cost)
            continue
        fate = Fate(cost)
        divert(board, other, fate)
        board.players[other.name].warp = fate["warp"]
        if settled == 1 and fate["warp"].value:
            _no_colony(board, other, cost)


def _no_colony(board: Board, stand: Stand, why: Finding) -> None:
    """A player's colony on the target planet is gone with the ship: the one that it has founded, or an older one."""
    player, target = board.players[stand.name], board.position.target
    field = "home" if target is not None and target[0] == stand.name else "foreign"
    before: Finding | None = getattr(player, field)
    count = (0 if before is None else before.value) - 1
    setattr(player, field, Finding(why.rule, count, (why,) if before is None else (before, why), why.words))


@costs_settlers.when("colony-lost")
def cost_settlers(on: Turn, power: Power, player: str, place: str) -> None:
    """The owner has no colony there any more; what an outcome does of this the ruling has told."""
    table = on.table
    if player != power.who or on.command.verb == "resolve":
        return
    for name in [name for name in table.ships.get(place, ()) if name != player]:
        on.steps.append(power.finding(1, name))
        lose_ship(on, name, place)
    note_winning(on)


@effect.outcome("after", takes="card")
def takes_for_colony(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The owner has lost a colony: it may take a card out of the discards."""
    gone, used = _lost_colony(board, stand), board.uses(stand, use)
    for one in used:
        one.came_up = True
        if (one is used[0] and gone is not None) or board.position.checked:
            tell(board, stand, use, True, () if gone is None else (gone,), (next(iter(one.args), "a card"),), one)
    if gone is not None and not used and board.admits(stand, use) and board.zap_on(stand, use.alien) is None:
        left_open(board, stand, use, use.may, gone)


@takes_for_colony.when("colony-lost")
def may_take_card(on: Turn, power: Power, player: str, place: str) -> None:
    """The owner has no colony there any more."""
    if player == power.who:
        chance(on, power, place)


@takes_for_colony.carried_out(time=WHEN_IT_COMES_UP, offers=one_of(known_discards))
def take_card(on: Turn, power: Power, done: Act) -> None:
    """The card that is named comes out of the discards."""
    card = next(iter(cards_said(on, done)), "")
    if not on.take_off_pile(power.who, card):
        nearest = [f"use {power.who} {one}" for one in dict.fromkeys(on.table.discards)]
        on.cannot("uses.off-the-pile", power.who, nearest=nearest[:3])
    take_chance(on, chance_of(on, power), 1)
    on.steps.append(power.finding(card, card))


# -- a loss that all guests pay for -----------------------------------------------------------------------------------


@effect.outcome("extra", takes="planet* count*")
def costs_guests(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Having lost or failed to deal as a main player, the owner costs each guest in its home system a ship there.

    A line knows the target planet alone; a table asks whoever has two colonies there which of them pays.
    """
    outcome, target = board.outcome, board.position.target
    if outcome is None or not stand.is_main or outcome.value not in (wins(other_side(stand.side)), *_BOTH_FAIL):
        return
    cost = board.apply(stand, use, 1, (outcome,), ("each guest",))
    if cost is None:
        return
    board.do(stand.name, MUST, "have each player with a colony in its home system lose a ship there", cost, by=use)
    board.do(stand.name, MAY, "found a colony at home of who loses one by this", cost, by=use)
    at_home = target[0] == stand.name if target is not None else stand is board.defense
    if at_home and not board.position.checked:
        for other in board.order:
            if other is not stand and board.players[other.name].lands is not None:
                board.assume("assumptions.no-other-colony", other.name, stand.name, by=use.rule)
        _cost_there(board, stand, use, outcome)


_BOTH_FAIL = (NO_DEAL, BOTH_LOSE)


@costs_guests.when("settled")
def cost_guests(on: Turn, power: Power, ruling: Ruling) -> None:
    """Who has one colony there loses a ship of it; of who has more it is said which."""
    if not ruling.left_by(power.use.key):
        return
    for name in on.table.clockwise(power.who):
        places = _guest_colonies(on, power.who, name)
        if len(places) == 1:
            _cost_guest(on, power, name, places[0])
        elif places:
            demand(on, power, about=name)


def _guest_colonies(on: Turn, who: str, guest: str) -> list[str]:
    return [place for place in on.table.home_planets(who) if on.table.at(place, guest)]


def _cost_guest(on: Turn, power: Power, guest: str, place: str) -> None:
    on.steps.append(power.finding(1, guest))
    if lose_ship(on, guest, place) and not on.table.at(place, guest):
        chance(on, power, guest)
    on.check_power(guest)
    note_winning(on)


@costs_guests.carried_out()
def say_guest(on: Turn, power: Power, done: Act) -> None:
    """`use red red.2`: the next guest with several colonies loses a ship there; `use red blue.3`: a colony for one."""
    due, found = demanded(on, power), next(chances(on, power), None)
    if due is not None:
        places = _guest_colonies(on, power.who, due.place)
        place = named_with(on, power, done, f"where {due.place} loses a ship", places)
        _cost_guest(on, power, due.place, place)
        return
    free = [] if found is None else _free_homes(on, power.who, found.about)
    place = first_of(done.args, free)
    if found is None or not place:
        not_now(on, power)
    take_chance(on, found, found.ships)
    found_colony(on, power, place, first_number(done.args, 1), done)


def _free_homes(on: Turn, who: str, whose: str) -> list[str]:
    """The home planets of a player on which another has no colony, if that one has ships for one."""
    able = [place for place in on.table.home_planets(whose) if not on.table.at(place, who)]
    return able if on.table.on_colonies(who) else []


@costs_guests.offered
def _guests_to_say(on: Turn, power: Power) -> Offers:
    due = demanded(on, power)
    if due is not None:
        yield from ((place,) for place in _guest_colonies(on, power.who, due.place))
        return
    for one in chances(on, power):
        for place in _free_homes(on, power.who, one.about)[:2]:
            yield from ((place, *places) for places in each_way(on, power.who, 1, (place,)))


# -- who was not asked -------------------------------------------------------------------------------------------------


@effect.when("alliances", takes="player")
def costs_uninviting(on: Turn, power: Power) -> None:
    """Each main player that has not invited the owner loses a ship of its own choice."""
    table = on.table
    for main in table.mains():
        if power.who not in table.invited.get(main, ()) and table.on_colonies(main):
            on.steps.append(power.finding(1, main))
            table.due.append(Due(main, "lose", 1, source=PICKED, by=cited(power)))


costs_uninviting.when("reveal")(loses_first)
costs_uninviting.outcome("declare")(stating(None, assumes=True))


# -- a win of the whole side -------------------------------------------------------------------------------------------


@effect.outcome("after", takes="player*")
def side_draws(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Everybody on the owner's side may draw a card for their win."""
    outcome = board.outcome
    if outcome is None or not stand.takes_part or outcome.value != wins(stand.side):
        return
    side = [other.name for other in board.side_of(stand.side)]
    for used in board.uses(stand, use):
        strangers = [arg for arg in used.args if arg not in side]
        mis_said(board, stand, use, used, f"which of {' and '.join(side)} draws" if strangers else "")
    drawing = board.apply(stand, use, 1, (outcome,))
    if drawing is not None:
        for other in board.side_of(stand.side):
            board.do(other.name, MAY, "draw a card", drawing, by=use)


@side_draws.when("settled")
def may_draw(on: Turn, power: Power, ruling: Ruling) -> None:
    """The outcome lets everybody on the owner's side draw."""
    for then in ruling.left_by(power.use.key):
        chance(on, power, then.who)


@side_draws.carried_out()
def draw_for_side(on: Turn, power: Power, done: Act) -> None:
    """Those who are named draw, or else all who have not drawn yet."""
    able = {one.about: one for one in chances(on, power)}
    names = [arg for arg in done.args if arg in on.table.seats] or [*able]
    if not names or not {*names} <= {*able}:
        not_now(on, power)
    on.steps.append(power.finding(1))
    for name in names:
        take_chance(on, able[name], 1)
        on.find("cards.draws", on.draw(name, 1), name, cards_of(1))


@side_draws.offered
def _still_to_draw(on: Turn, power: Power) -> Offers:
    able = [one.about for one in chances(on, power)]
    if able:
        yield ()
        yield from ((name,) for name in able)
