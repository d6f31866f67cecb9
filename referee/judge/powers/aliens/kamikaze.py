"""Kamikaze: ships given up for cards before the cards are selected."""

from __future__ import annotations

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.uses import too_many_ships
from referee.judge.powers import effect
from referee.judge.powers.asked import typed
from referee.judge.powers.common import first_number, refuse, said_with, tell_use
from referee.judge.powers.effects.totals import GivenUp
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import check_moment, check_once, is_before_selection, is_moment, is_used
from referee.judge.powers.types import Act, Args, Board, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.table.losses import were_lost
from referee.judge.table.places import each_way, sources_said
from referee.state import table as tbl


@effect.outcome("declare", takes="number count* planet*")
def sacrifice(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`most`, `cards`: up to so many ships from colonies to the warp, so many cards drawn for each, if any.

    It is done before the line's moment; what it leaves behind is ships in the warp.
    """
    if board.usage(stand, use) is None or not board.admits(stand, use):
        return
    said = said_with(board, stand, use)
    ships = first_number(said.args, None)
    forbidden = None if ships is None else _too_many(stand.name, use, ships, args["most"], args["most"])
    if refuse(board, stand, use, forbidden, said.sources):
        return
    if ships is None and use.played is not None:
        unsaid_on_line(board, stand, use, "how many ships it gives up", *map(str, range(1, args["most"] + 1)))
        return
    told = ships_of(ships) if ships is not None else "some ships"
    drawn = cards_of(ships * args.get("cards", 0)) if ships is not None else f"{args.get('cards', 0)} cards for each"
    given = tell_use(board, stand, use, ships, told, drawn)
    if given is None:
        return
    if ships is None:
        board.assume("assumptions.warp-includes", stand.name)
    else:
        board.sacrificed[stand.name] = given
        board.note(stand, use, GivenUp(ships, given))


def _too_many(who: str, use: Use, ships: int, able: int, most: int) -> Forbidden | None:
    """From one ship to as many as the text allows are given up; `able` is how many there are of these."""
    if 1 <= ships <= able:
        return None
    if use.played is not None:
        return Forbidden("flares.too-many", (who, ships_of(ships), most))
    return too_many_ships(who, ships, most, waivable=True)


@sacrifice.carried_out(ruled=True)
def sacrifice_at_table(on: Turn, power: Power, done: Act) -> None:
    """`most`, `cards`: up to so many ships from colonies go to the warp, and so many cards are drawn for each.

    The outcome reckons with it too: such ships were not lost by the encounter. With `uninvolved`, none come from the
    encounter itself.
    """
    check_moment(on, power)
    if power.use.played is None:
        check_once(on, power)
    most = _to_give_up(on, power)
    ships = first_number(done.args, 0)
    nearest = (typed(power, str(most)),) if most else ()
    on.keep(_too_many(power.who, power.use, ships, most, power.args["most"]), nearest=nearest)
    stacks = sources_said(on, done, "launch.from-colonies", ships, _involved(on, power))
    on.send(power.who, stacks, tbl.WARP)
    were_lost(on, power.who, ships)
    cards = ships * power.args.get("cards", 0)
    drawn = on.draw(power.who, cards) if cards else 0
    on.steps.append(power.finding(ships, ships_of(ships), cards_of(drawn)))


def _to_give_up(on: Turn, power: Power) -> int:
    """How many ships may be given up, as far as there are any."""
    table, who = on.table, power.who
    involved = sum(table.at(place, who) for place in _involved(on, power))
    most: int = min(power.args["most"], table.on_colonies(who) - involved)
    return most


def _involved(on: Turn, power: Power) -> tuple[str, ...]:
    """The planet off which no ships are given up: the target, where none may come from the encounter itself."""
    return (on.table.target,) if power.args.get("uninvolved") and power.who == on.table.defense else ()


@sacrifice.offered
def _sacrifices(on: Turn, power: Power) -> Offers:
    now = is_before_selection(on) and not is_used(on, power) if power.use.played is None else is_moment(on, power)
    for ships in range(1, _to_give_up(on, power) + 1) if now else ():
        yield from ((str(ships), *places) for places in each_way(on, power.who, ships, _involved(on, power)))
