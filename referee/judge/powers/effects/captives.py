"""Ships and planets that are taken onto an alien sheet, and what they are good for there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.resolution import Fate, lost, power_in_doubt
from referee.judge.phases.rewards import gain_anew
from referee.judge.phases.standing import send_home
from referee.judge.phases.uses import (
    captures_unsaid,
    nothing_came_up,
    too_many_ships,
    which_colony,
    which_planet,
)
from referee.judge.powers import effect
from referee.judge.powers.asked import chance_of, due_of, not_now, typed
from referee.judge.powers.at_table import one_of, plainly, ruled_of
from referee.judge.powers.common import (
    first_of,
    left_open,
    other_side,
    refuse_again,
    refuse_use,
    saying,
    stating,
    take_from_warp,
)
from referee.judge.powers.effects.saved import Shares, note_chance, shared_out
from referee.judge.powers.effects.techs import planet_leaves
from referee.judge.powers.effects.winning import has_won, wins_now
from referee.judge.powers.moments import ONCE, WHEN_DUE, WHEN_IT_COMES_UP, is_used
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.ruling import CHOOSES, MAY, MUST, results_of, wins
from referee.judge.table.deals import hand_over
from referee.judge.table.losses import came_back, take_chance
from referee.judge.table.powers import demand
from referee.judge.table.resolution import note_winning, owe_return, owed, settle
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack

# -- capturing ---------------------------------------------------------------------------------------------------------


def has_won_encounter(board: Board, stand: Stand) -> bool:
    """True if the player takes part on the side that has won."""
    return board.outcome is not None and stand.takes_part and board.outcome.value == wins(stand.side)


class Captured(NamedTuple):
    """So many ships of a player that were lost, and lie on the sheet of who captured them."""

    whose: str
    ships: int


@effect.outcome("fate")
def captures_losers(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """`ships`: winning as a main player with an attack, the owner captures so many of each loser's lost ships.

    With `anyhow` as an ally too, and whatever the cards are; without a number all of them.
    """
    if not has_won_encounter(board, stand) or not fate.by_losing or not fate["warp"].value or loser.side == stand.side:
        return
    shown, anyhow = board.shown.get(stand.side), args.get("anyhow", False)
    if not anyhow and (not stand.is_main or shown is None or shown.kind != pos.ATTACK):
        return
    bound = fate["warp"].value
    sources = () if shown is None else (shown.finding,)
    taken = board.apply(stand, use, min(args.get("ships", bound), bound), sources, (loser.name,))
    if taken is not None:
        board.note(stand, use, Captured(loser.name, taken.value))
        take_from_warp(board, loser, fate, "removed", taken)


@captures_losers.when("outcome")
def keep_captives(on: Turn, power: Power, ruling: Ruling) -> None:
    """What the outcome has captured lies on the owner's sheet from now on."""
    for taken in results_of(ruling, power.who, power.use.alien, Captured):
        removed = ruling.players[taken.whose].removed  # fewer, where another power had them elsewhere
        if removed is not None and removed.value:
            capture(on, power.who, taken.whose, min(taken.ships, removed.value))


def capture(on: Turn, who: str, owner: str, ships: int) -> None:
    """Ships that have left the game lie on a player's sheet."""
    held = on.table.captured.get(who, {})
    on.table.hold_on_sheet(who, {**held, owner: held.get(owner, 0) + ships})
    on.find("resolution.captured", held.get(owner, 0) + ships, who, owner)


def capture_from_warp(on: Turn, power: Power, owner: str, ships: int) -> None:
    """Ships that were just lost go out of the warp onto the sheet of the power's owner."""
    came_back(on, owner, ships)
    on.table.move(owner, ships, tbl.WARP, tbl.REMOVED)
    on.steps.append(power.finding(ships, owner))
    capture(on, power.who, owner, ships)


def captives_by_owner(on: Turn, who: str) -> dict[str, int]:
    """The ships that lie on a player's sheet, by whose they are."""
    return {name: ships for name, ships in on.table.captured.get(who, {}).items() if name in on.table.seats}


@effect.outcome("fate", told=True, takes="player* number count*")
def captures_bound(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """What `captures_for_own` captures, before who saves ships in its turn afterwards can save them."""
    used, against = next(iter(board.uses(stand, use)), None), board.side_of(other_side(stand.side))
    if used is None or not has_won_encounter(board, stand) or not fate.by_losing or loser not in against:
        return
    losers = [other.name for other in against if other.count]
    count = sum(ships for name, ships in _captured(used.args, losers) if name == loser.name)
    if 0 < count <= fate["warp"].value:
        taken = board.apply(stand, use, count, (), (loser.name,), used)
        if taken is not None:
            take_from_warp(board, loser, fate, "removed", taken)
            board.note(stand, use, Captured(loser.name, count))


def _captured_from(board: Board, stand: Stand, use: Use) -> set[str]:
    """From whom ships were captured already, before they could be saved."""
    return {taken.whose for taken in results_of(board, stand.name, use.alien, Captured)}


@effect.outcome("landed", takes="player* number count*")
def captures_for_own(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """For each of its own winning ships that it sends home, and that gains nothing, the owner captures `ships`.

    They are such as the other side has lost; a `use` says whose, each name followed by a number. Where only one player
    has lost ships the number will do.
    """
    used, won = next(iter(board.uses(stand, use)), None), board.outcome is not None and has_won_encounter(board, stand)
    against = board.side_of(other_side(stand.side))
    taken = _captured_from(board, stand, use)
    losers = {other.name: other for other in against if other.name in taken or in_warp(board, other)}
    if used is not None:
        used.came_up = True  # it is refused here
    if used is not None and not (won and losers):
        refuse_use(board, stand, use, used, nothing_came_up(stand.name))
    elif used is not None:
        _capture_for_own(board, stand, use, used, args["ships"], losers)
        refuse_again(board, stand, use, board.uses(stand, use)[1:])
    elif won and losers and board.admits(stand, use) and board.zap_on(stand, use.alien) is None:
        left_open(board, stand, use, use.may)


def in_warp(board: Board, loser: Stand) -> int:
    """Returns how many ships of a player go to the warp, as far as is ruled by now."""
    warp = board.players[loser.name].warp
    return 0 if warp is None else warp.value


def _captured(said: Sequence[str], losers: Collection[str]) -> Shares:
    """(whose, how many) of the ships that are captured; a number alone where only one player has lost ships."""
    alone = len(losers) == 1 and all(arg.isdigit() for arg in said)
    return shared_out((*losers, *said) if alone else said, 0)


def _capture_for_own(board: Board, stand: Stand, use: Use, used: Used, each: int, losers: Mapping[str, Stand]) -> None:
    shares = _captured(used.args, losers)
    ships, able = sum(count for _, count in shares), board.ships(stand).value
    home = -(-ships // each)
    already = _captured_from(board, stand, use)
    others = [(name, count) for name, count in shares if name not in already]
    if not ships or any(name not in losers or count > in_warp(board, losers[name]) for name, count in others):
        such = captures_unsaid(stand.name, f"`use {stand.name} {next(iter(losers))} 1`")
        refuse_use(board, stand, use, used, such)
        return
    if home > able:
        refuse_use(board, stand, use, used, too_many_ships(stand.name, home, able))
        return
    for name, count in others:
        taken = board.apply(stand, use, count, (), (name,), used)
        if taken is None:
            return
        capture_lost(board, losers[name], taken)
    sent = Finding(board.law["resolution.sent-home"].citing(use.rule), home, (used.finding,), (stand.name,))
    board.declared[f"home from {stand.name}"] = sent
    send_home(board, stand, sent)
    gain_anew(board, stand)


def capture_lost(board: Board, loser: Stand, taken: Finding) -> None:
    """As many ships as are found leave the game instead of lying in the warp."""
    player = board.players[loser.name]
    fate = {"warp": player.warp or taken, **({} if player.removed is None else {"removed": player.removed})}
    take_from_warp(board, loser, fate, "removed", taken)
    player.warp, player.removed = fate["warp"], fate["removed"]
    board.fallen[loser.name] = max(board.fallen.get(loser.name, 0) - taken.value, 0)


captures_for_own.when("settled")(note_chance)


@captures_for_own.carried_out(time=WHEN_IT_COMES_UP)
def capture_for_own(on: Turn, power: Power, done: Act) -> None:
    """The captured ships leave the warp for the owner's sheet, and as many of its own go home as these cost it."""
    table, who, found = on.table, power.who, chance_of(on, power)
    losers = dict(lost_by_losers(on, who))
    shares, able = _captured(done.args, losers), ruled_of(on, who)["ships"]
    home = -(-sum(count for _, count in shares) // power.args["ships"])
    if not shares or any(not 0 < count <= losers.get(name, 0) for name, count in shares):
        nearest = [typed(power, name, "1") for name in losers]
        on.keep(captures_unsaid(who, " or ".join(nearest)), nearest=nearest)
    reward = owed(on, who, "reward")
    if on.side_of(who) == pos.DEFENSE:
        able = 0 if reward is None else reward.count
    if home > able:
        on.keep(too_many_ships(who, home, able))
    take_chance(on, found, 1)
    for name, count in shares:
        capture_from_warp(on, power, name, count)
        for due in [due for due in table.due if (due.who, due.what) == (name, "take")]:
            settle(on, due, count)  # what is captured is not in the warp
    if reward is not None:
        settle(on, reward, home)
    elif table.at(table.target, who) >= home:  # else they go home without landing
        table.move(who, home, table.target, tbl.BESIDE)
        owe_return(on, who, home, tbl.BESIDE)
        on.check_power(who)
        note_winning(on)


def lost_by_losers(on: Turn, who: str) -> Iterator[tuple[str, int]]:
    """(whose, how many) of the ships that the other side has in the warp by losing this encounter."""
    for name in on.table.clockwise(who):
        lost = min(ruled_of(on, name).get("warp") or 0, on.table.at(tbl.WARP, name))
        if lost and on.side_of(name) not in ("", on.side_of(who)):
            yield name, lost


captures_for_own.offered(lambda on, power: ((name, "1") for name, _ in lost_by_losers(on, power.who)))


@effect.outcome("extra", takes="planet")
def takes_from_colony(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`by`: winning by so much with two attacks, or with an attack against a negotiate, the owner's side costs the
    other main player a ship of its choice off a colony, which goes onto the owner's sheet.

    `color`, `all`: with so many of one color there, or so many in all, the owner wins the game.
    """
    if not has_won_encounter(board, stand) or not _is_beaten_soundly(board, stand, args["by"]):
        return
    other = board.main(other_side(stand.side))
    taken = board.apply(stand, use, 1, () if board.outcome is None else (board.outcome,), (other.name,))
    if taken is None:
        return
    player = board.players[other.name]
    board.do(
        other.name, CHOOSES, f"which ship it gives up onto {stand.name}'s alien sheet, off a colony", taken, by=use
    )
    won = f"win the game at once with {args['color']} ships of one color or {args['all']} in all on its alien sheet"
    board.do(stand.name, MUST, won, taken, by=use)
    held = board.position.tokens.get(stand.name)
    if held is not None and held + 1 >= args["all"]:
        rule = board.law["win.captives"].citing(use.rule)
        board.also_won[stand.name] = Finding(rule, True, (taken, board.tokens(stand)), (stand.name, held + 1))
    power_in_doubt(board, other, 1)
    player.besides = player.besides or Finding(taken.rule, 0, (taken,), taken.words)


def _is_beaten_soundly(board: Board, stand: Stand, by: int) -> bool:
    mine, theirs = board.shown.get(stand.side), board.shown.get(other_side(stand.side))
    if mine is None or theirs is None or mine.kind != pos.ATTACK:
        return False
    if theirs.kind == pos.ATTACK:
        return board.by_totals and board.margin is not None and board.margin.value >= by
    return theirs.kind == pos.NEGOTIATE


@takes_from_colony.when("settled")
def demand_a_ship(on: Turn, power: Power, ruling: Ruling) -> None:
    """The other main player has to say which ship it gives up, if it has one on a colony."""
    other = next((then.who for then in ruling.left_by(power.use.key, CHOOSES)), "")
    if other and on.table.on_colonies(other):
        demand(on, power, about=other)


@takes_from_colony.carried_out(time=WHEN_DUE)
def take_from_colony(on: Turn, power: Power, done: Act) -> None:
    """The ship goes from the colony that is named onto the owner's sheet; enough of them win the game at once."""
    table, who, due = on.table, power.who, due_of(on, power)
    place = first_of(done.args, table.colonies(due.place))
    if not place:
        nearest = [typed(power, colony) for colony in table.colonies(due.place)]
        on.keep(which_colony(who), nearest=nearest)
    on.steps.append(power.finding(1, due.place))
    on.send(due.place, [Stack(place, 1)], tbl.REMOVED)
    capture(on, who, due.place, 1)
    held = captives_by_owner(on, who)
    if max(held.values()) >= power.args["color"] or sum(held.values()) >= power.args["all"]:
        wins_now(on, power, 1, due.place)


takes_from_colony.offered(one_of(lambda on, power: on.table.colonies(due_of(on, power).place)))
takes_from_colony.wins_by()(has_won)


# -- what captives are good for ----------------------------------------------------------------------------------------


@effect.when("destiny", takes="card*")
def makes_captors_pay(on: Turn, power: Power, target: str) -> None:
    """The offense that meets the owner as its defense discards a card at random for each of its ships on the sheet."""
    if on.table.defense == power.who and captives_of(on, power.who, on.table.turn) and on.table.hands[on.table.turn]:
        demand(on, power)


def captives_of(on: Turn, who: str, owner: str) -> int:
    """Returns how many ships of an owner lie on a player's sheet."""
    return on.table.captured.get(who, {}).get(owner, 0)


@makes_captors_pay.carried_out(time=WHEN_DUE, offers=plainly())
def make_pay(on: Turn, power: Power, done: Act) -> None:
    """The cards are discarded; those that are named were among them."""
    table = on.table
    count = min(captives_of(on, power.who, table.turn), len(table.hands[table.turn]))
    named = done.args[:count]
    on.discard(hand_over(on, table.turn, named, count))
    on.steps.append(power.finding(count, table.turn, cards_of(count)))
    on.find("demands.discarded-at-random", count, table.turn, cards_of(count))


@effect.outcome("lost", told=True)
def may_when_lost(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`what`: something that the owner may do where it has lost ships; no use of the power."""
    if lost(board, stand) and board.admits(stand, use):
        board.do(stand.name, MAY, args["what"], Finding(use.rule, None, (), (stand.name,)), by=use)


@effect.carried_out(time=ONCE, takes="player* count* planet*")
def cashes_captives(on: Turn, power: Power, done: Act) -> None:
    """`most`: up to so many ships go from the sheet to the warp for as many rewards, which are cards.

    For each colony of the owner's that is named a ship comes out of the warp to it instead.
    """
    table, who = on.table, power.who
    places = [place for place in done.args if place in table.ships]
    shares = shared_out([arg for arg in done.args if arg not in places], 0)
    ships = sum(count for _, count in shares)
    held = all(0 < count <= captives_of(on, who, name) for name, count in shares)
    if not 0 < ships <= power.args["most"] or not held or len(places) > min(ships, table.at(tbl.WARP, who)):
        nearest = [typed(power, *args) for args in _captives_to_cash(on, power)]
        on.keep(too_many_ships(who, ships, power.args["most"]), nearest)
    for name, count in shares:
        table.hold_on_sheet(who, {**table.captured[who], name: captives_of(on, who, name) - count})
        table.move(name, count, tbl.REMOVED, tbl.WARP)
    for place in places:
        if place not in table.colonies(who):
            on.cannot("rewards.onto-colonies", who, place)
        table.move(who, 1, tbl.WARP, place)
    drawn = on.draw(who, ships - len(places))
    on.steps.append(power.finding(ships, ships_of(ships), cards_of(drawn), ships_of(len(places))))


@cashes_captives.offered
def _captives_to_cash(on: Turn, power: Power) -> Offers:
    for name in on.table.seats:
        ships = min(captives_of(on, power.who, name), power.args["most"])
        if ships:
            yield (name, str(ships))


# -- planets -----------------------------------------------------------------------------------------------------------


def _alone_on(on: Turn, who: str) -> Iterator[str]:
    """The foreign planets on which a player's ships stand, and nobody else's."""
    return (place for place in on.table.foreign_colonies(who) if len(on.table.ships[place]) == 1)


def _has_to_devour(on: Turn, power: Power) -> bool:
    """Once in each regroup phase, before the offense takes its ship."""
    return any(_alone_on(on, power.who)) and not is_used(on, power)


@effect.carried_out(
    offers=one_of(lambda on, power: _alone_on(on, power.who), _has_to_devour),
    states=stating(saying("planet", "ships")),
    takes="planet",
)
def devours_planet(on: Turn, power: Power, done: Act) -> None:
    """Foreign planets on which the owner is alone go onto its sheet: each that is named; its ships go elsewhere.

    They count as foreign colonies for its win from then on.
    """
    table, who = on.table, power.who
    named = [place for place in done.args if place in table.ships]
    able = [*_alone_on(on, who)]
    if not able:
        not_now(on, power)
    if not named or not set(named) <= set(able):
        on.keep(which_planet(who, " or ".join(able)), nearest=[typed(power, place) for place in able])
    for place in named:
        ships = table.at(place, who)
        stacks = on.homes_for(who, ships, (place,))
        on.tell_homes(who, stacks, (place,))
        on.steps.append(power.finding(place, place, ships_of(ships)))
        for home, count in stacks:
            table.move(who, count, place, home)
        planet_leaves(on, place)
        table.hold_on_sheet(who, {**table.captured.get(who, {}), place: 1})
    note_winning(on)


devours_planet.before_leaving(ph.START)(_has_to_devour)
devours_planet.before_leaving(ph.REGROUP)(lambda on, power: not on.table.regrouped and _has_to_devour(on, power))
