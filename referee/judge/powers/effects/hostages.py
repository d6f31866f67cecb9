"""Single ships that lie on another's sheet as hostages: made after a win or for a declined card, and what they do."""

from __future__ import annotations

from collections.abc import Sequence

from referee.judge.counted import ships_of
from referee.judge.phases.resolution import Fate
from referee.judge.phases.uses import captures_unsaid, nothing_came_up, unsaid_with_use, used_already
from referee.judge.powers import effect
from referee.judge.powers.asked import chance_of, not_now, planet_with, say_with_use, typed
from referee.judge.powers.at_table import bystanders, one_of, plainly
from referee.judge.powers.common import (
    first_of,
    is_past_check,
    left_open,
    opponent_of,
    other_side,
    refuse_unsaid,
    refuse_use,
    saying,
    stating,
    take_from_warp,
    tell,
)
from referee.judge.powers.effects.captives import (
    Captured,
    captives_of,
    capture,
    capture_from_warp,
    capture_lost,
    has_won_encounter,
    in_warp,
    lost_by_losers,
)
from referee.judge.powers.effects.deciding import is_ended, keep_selected
from referee.judge.powers.effects.saved import not_compensated, note_chance
from referee.judge.powers.moments import (
    WHEN_IT_COMES_UP,
    cards_said,
    earlier,
    is_before_selection,
    is_turn_start,
    is_used,
    only,
)
from referee.judge.powers.types import Act, Args, Board, Offers, Power, Stand, Turn, Use
from referee.judge.ruling import DECIDED, MAKE_A_DEAL, results_of
from referee.judge.table.alliance import close
from referee.judge.table.deals import hand_over
from referee.judge.table.losses import take_chance
from referee.judge.table.resolution import note_winning, owe_return, owed, resolve, settle
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.encounter import OFFENSE


@effect.outcome("fate", told=True, takes="player")
def captures_one_bound(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """What `captures_one` captures, before who saves ships in its turn afterwards can save them."""
    against = [other.name for other in board.side_of(other_side(stand.side)) if other.count]
    won = has_won_encounter(board, stand) and stand.is_main
    if not won or not fate.by_losing or loser.name not in against or not fate["warp"].value:
        return
    captured = 0
    for used in board.uses(stand, use)[: None if board.position.checked else 1]:
        if not captured and _whose(used, against) == loser.name:
            used.came_up = True
            taken = board.apply(stand, use, 1, (), (loser.name,), used)
            if taken is not None:
                take_from_warp(board, loser, fate, "removed", taken)
                captured = 1
    board.note(stand, use, Captured(loser.name, captured))


def _whose(used: Used, able: Sequence[str]) -> str:
    """Whose ship is captured, as it is said; where only one player has any nobody has to be named."""
    return first_of(used.args, able, able[0] if len(able) == 1 and not used.args else "")


@effect.outcome("lost", takes="player")
def captures_one(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red blue`: winning as a main player the owner captures one of a loser's ships, in place of the warp.

    Where only one player has lost ships nobody has to be named.
    """
    bound = {taken.whose: taken.ships for taken in results_of(board, stand.name, use.alien, Captured)}
    losers = [
        other.name for other in board.side_of(other_side(stand.side)) if other.name in bound or in_warp(board, other)
    ]
    able = losers if has_won_encounter(board, stand) and stand.is_main else []
    said = [(used, _whose(used, able)) for used in board.uses(stand, use)]
    for used, whose in said[:1] if not board.position.checked else said:
        _capture_said(board, stand, use, used, able, whose if not bound.get(whose) else "")
    unsaid = able and not any(whose for _, whose in said)
    if unsaid and board.admits(stand, use) and board.zap_on(stand, use.alien) is None:
        left_open(board, stand, use, use.may)


def _capture_said(board: Board, stand: Stand, use: Use, used: Used, able: Sequence[str], whose: str) -> None:
    """What is said with a use of `captures_one`: of nobody (an empty text) there is nothing to capture by now."""
    if able and not used.args and not whose and not used.came_up:
        used.came_up = True
        such = captures_unsaid(stand.name, f"`use {stand.name} {able[0]}`")
        refuse_unsaid(board, stand, use, used, such, *able)
    taken = board.apply(stand, use, 1, (), (whose,), used) if whose or (able and used.zap) else None
    used.came_up = used.came_up or bool(whose)
    if taken is not None:
        capture_lost(board, board.stands[whose], taken)


def _capturable(on: Turn, who: str) -> dict[str, int]:
    """How many ships each loser has of which one can be captured: lost ones, and such as were saved later than that."""
    able = dict(lost_by_losers(on, who))
    for due in on.table.due if on.table.ruled else ():
        if due.what == "return" and on.side_of(due.who) not in ("", on.side_of(who)):
            able[due.who] = able.get(due.who, 0) + due.count
    return able


captures_one.when("settled")(note_chance)


@captures_one.carried_out(time=WHEN_IT_COMES_UP, offers=one_of(lambda on, power: _capturable(on, power.who)))
def capture_one(on: Turn, power: Power, done: Act) -> None:
    """The ship goes out of the warp, or from where it waits to return, onto the owner's sheet; nobody pays for it."""
    losers = _capturable(on, power.who)
    whose = first_of(done.args, losers, next(iter(losers)) if len(losers) == 1 and not done.args else "")
    if not whose:
        not_now(on, power, tuple(typed(power, name) for name in losers))
    take_chance(on, chance_of(on, power), 1)
    saved = owed(on, whose, "return")
    if whose in dict(lost_by_losers(on, power.who)) or saved is None:
        not_compensated(on, whose, 1)
        capture_from_warp(on, power, whose, 1)
        return
    on.table.move(whose, 1, saved.place, tbl.REMOVED)
    settle(on, saved, 1)
    on.steps.append(power.finding(1, whose))
    capture(on, power.who, whose, 1)


@effect.outcome("join", takes="player planet* count*")
def calls_captive(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red green`: green had to join the owner's side for its ship on the owner's sheet, invited or not."""
    allies = [ally.name for ally in board.allies() if ally.side == stand.side]
    for used in board.uses(stand, use):
        named = first_of(used.args, allies)
        used.came_up = used.came_up or bool(named) or board.position.checked  # its alliance can be cancelled since
        told = (named, ships_of(args["ships"]))
        if named and tell(board, stand, use, args["ships"], (), told, used) is not None:
            board.uninvited.add(named)


def _callable(on: Turn, power: Power) -> list[str]:
    """Once allies are invited: those with a ship on the sheet who are no main player and have not answered."""
    table, who = on.table, power.who
    early = table.phase == ph.ALLIANCE and set(table.mains()) <= set(table.invited)
    if who not in table.mains() or not (early or (table.phase == ph.PLANNING and not table.cards)):
        return []
    free = [name for name in bystanders(on, power) if name not in table.allies and table.on_colonies(name)]
    return [name for name in free if captives_of(on, who, name)]


@calls_captive.carried_out(ruled=True, offers=one_of(_callable))
def call_captive(on: Turn, power: Power, done: Act) -> None:
    """The captured ship goes to the warp, and its owner joins with `ships`, or all that it has, whatever that costs."""
    table, who, able = on.table, power.who, _callable(on, power)
    named = first_of(done.args, able)
    if not named:
        not_now(on, power, tuple(typed(power, name) for name in able))
    table.hold_on_sheet(who, {**table.captured[who], named: captives_of(on, who, named) - 1})
    table.move(named, 1, tbl.REMOVED, tbl.WARP)
    side = on.side_of(who)
    ships = min(power.args["ships"], table.on_colonies(named))
    on.send(
        named, on.taken_from("alliance.from-colonies", named, ships, ()), tbl.GATE if side == OFFENSE else tbl.BESIDE
    )
    table.allies = {**table.allies, named: side}
    table.answered = (*table.answered, named)
    on.steps.append(power.finding(ships, named, ships_of(ships)))
    close(on)


# -- a card or a ship --------------------------------------------------------------------------------------------------


@effect.outcome("declare", takes="player planet card*")
def offers_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A card was offered before the moment of the line, which shows what came of it."""
    for used in board.uses(stand, use):
        if not used.args or _forces(board, stand, used):
            continue
        whose = first_of(used.args, board.stands)
        if whose and len(used.args) == 1 and not is_past_check(board, stand, use, used):
            such = unsaid_with_use(stand.name, f"the card that {whose} takes, or off which colony a ship of it comes")
            talks = [()] if stand.is_main and whose == opponent_of(board, stand).name else []
            refuse_unsaid(board, stand, use, used, such, *talks, (whose, tbl.UNKNOWN))
            continue
        tell(board, stand, use, True, (), (f"offers {whose or 'somebody'} a card",), used)


def _forces(board: Board, stand: Stand, used: Used) -> bool:
    """True if a use is for talks: nothing is said with it, or the opponent where the line has no cards."""
    if not stand.is_main or not used.args:
        return stand.is_main
    played = [side.card.kind for side in (board.position.offense, board.position.defense) if side.card.kind != pos.NONE]
    return not played and tuple(used.args) == (opponent_of(board, stand).name,)


@offers_card.carried_out(fits=lambda done: bool(done.args))
def offer_card(on: Turn, power: Power, done: Act) -> None:
    """`use red blue N`: blue takes the card that was offered; `use red blue blue.2`: it puts a ship on the sheet."""
    table, who = on.table, power.who
    whose = first_of(done.args, table.clockwise(who))
    place, cards = first_of(done.args, table.colonies(whose) if whose else ()), tuple(cards_said(on, done))
    if len(earlier(on, who, power.use.alien)) > sum(not act.args for act in earlier(on, who, power.use.alien)):
        on.keep(used_already(who), history=("undo",))
    if not whose or (not place and len(cards) != 1):
        talks = [""] if done.args == (on.opponent(who),) and _can_force(on, power) else []
        ways = [*talks, *_offers(on, power)]
        say_with_use(on, power, "to whom it offers a card, and the card or the colony", ways)
    if place:
        on.send(whose, [Stack(place, 1)], tbl.REMOVED)
        capture(on, who, whose, 1)
        note_winning(on)
    else:
        table.gain(whose, *hand_over(on, who, cards, 1))
    on.steps.append(power.finding(1, f"offers {whose} a card"))


def _offers(on: Turn, power: Power) -> list[str]:
    """A few ways in which an offer can go, as words."""
    hand, others = on.table.hands[power.who], on.table.clockwise(power.who)
    places = [f"{name} {place}" for name in others for place in on.table.colonies(name)[:1]]
    return [*(f"{name} {hand[0]}" for name in others), *places] if hand else []


@offers_card.offered
def _ways_to_offer(on: Turn, power: Power) -> Offers:
    if not is_used(on, power) and not on.table.due:
        yield from (tuple(way.split()) for way in _offers(on, power))


@effect.outcome("selected")
def forces_talks(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red`: the encounter goes on as if both main players had turned up a negotiate; no card is played."""
    alone = [used for used in board.uses(stand, use) if _forces(board, stand, used)]
    held = None if board.position.checked else board.position.tokens.get(stand.name)
    for used in alone if not is_ended(board, stand, use, alone) else ():
        if refuse_use(board, stand, use, used, nothing_came_up(stand.name) if held == 0 else None):
            continue
        if held is None and used.zap is None and not board.position.checked:
            board.assume("assumptions.holds-captive", stand.name, opponent_of(board, stand).name, by=use.rule)
        forced = board.apply(stand, use, MAKE_A_DEAL, (), (), used)
        if forced is not None:
            board.declared[DECIDED] = forced
            keep_selected(board, forced)


def _can_force(on: Turn, power: Power) -> bool:
    """True for a main player that holds ships of its opponent's, before a card is selected."""
    who, mains = power.who, on.table.mains()
    return is_before_selection(on) and who in mains and captives_of(on, who, on.opponent(who)) > 0


@forces_talks.carried_out(ruled=True, fits=lambda done: not done.args, time=only(_can_force), offers=plainly())
def force_talks(on: Turn, power: Power, done: Act) -> None:
    """The opponent's ships on the owner's sheet go home, and the main players have to make a deal."""
    who, other = power.who, on.opponent(power.who)
    ships = captives_of(on, who, other)
    on.table.hold_on_sheet(who, {**on.table.captured[who], other: 0})
    owe_return(on, other, ships, tbl.REMOVED)
    resolve(on)


# -- as another's turn starts ------------------------------------------------------------------------------------------


@effect.carried_out(fits=lambda done: bool(done.args), states=stating(saying("planet")), takes="planet")
def traps_ship(on: Turn, power: Power, done: Act) -> None:
    """As another's turn starts one of its ships goes onto the sheet, off a colony of two or more; it has one there."""
    whose, able = on.table.turn, _to_trap(on, power)
    if not able:
        not_now(on, power)
    place = planet_with(on, power, done, able)
    on.send(whose, [Stack(place, 1)], tbl.REMOVED)
    on.steps.append(power.finding(1, whose, place))
    capture(on, power.who, whose, 1)
    note_winning(on)


def _to_trap(on: Turn, power: Power) -> list[str]:
    """The colonies off which a ship can be trapped now."""
    table, who = on.table, power.who
    whose = table.turn
    if not is_turn_start(on) or whose == who or captives_of(on, who, whose):
        return []
    return [place for place in table.colonies(whose) if table.at(place, whose) > 1]


traps_ship.offered(one_of(_to_trap))
