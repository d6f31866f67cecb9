"""Ships of the owner's on its own sheet or of another kind, and what the ships in the encounter carry with them.

How many own ships lie on the sheet is the number of its tokens; at a table they are out of the game meanwhile.
"""

from __future__ import annotations

from referee.judge.counted import ships_of
from referee.judge.phases.colonies import lose_home
from referee.judge.phases.resolution import more_of
from referee.judge.phases.uses import unsaid_with_use
from referee.judge.powers import effect
from referee.judge.powers.asked import chance_of, not_now, planet_with, typed
from referee.judge.powers.at_table import one_of, play_for_outcome, up_to, uses
from referee.judge.powers.choices import counted, is_unused_now, not_involved
from referee.judge.powers.common import add, first_number, mis_said, refuse_use, said_with, tell
from referee.judge.powers.effects.captives import captives_by_owner
from referee.judge.powers.effects.pieces import note_counted, say_counted
from referee.judge.powers.effects.saved import is_left, shared_out
from referee.judge.powers.moments import WHEN_DUE, check_once, is_before_invitations, is_used
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import BOTH_LOSE, DEFENSE_WINS, MAY, MUST, OFFENSE_WINS, wins
from referee.judge.table.launch import ships_allowed
from referee.judge.table.losses import chance, chances, take_chance, were_lost
from referee.judge.table.powers import demand, demanded
from referee.judge.table.resolution import note_winning, owed, settle
from referee.judge.used import Used
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.encounter import OFFENSE

# -- ships that lie on the sheet ---------------------------------------------------------------------------------------


@effect.when("setup")
def starts_on_sheet(on: Turn, power: Power) -> None:
    """As the game begins so many ships (`each`) of every home planet lie on the sheet, or all but so many (`but`)."""
    table, who = on.table, power.who
    if table.tokens.get(who):
        return
    for place in table.home_planets(who):
        there = table.at(place, who)
        count = min(power.args["each"], there) if "each" in power.args else max(there - power.args["but"], 0)
        _lay(on, who, place, count)
    on.steps.append(power.finding(table.tokens.get(who, 0), ships_of(table.tokens.get(who, 0))))


def _lay(on: Turn, who: str, place: str, count: int) -> None:
    """So many ships go from a place onto their owner's sheet."""
    on.table.move(who, count, place, tbl.REMOVED)
    on.table.tokens[who] = on.table.tokens.get(who, 0) + count


def _on_sheet(on: Turn, who: str) -> int:
    """How many own ships lie on a player's sheet."""
    return min(on.table.tokens.get(who, 0), on.table.at(tbl.REMOVED, who))


@effect.outcome("limit", takes="number")
def joins_from_sheet(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`most`: up to so many ships off the sheet come on top of those from colonies; they show that it was used.

    Without it they are among those that may be sent at all.
    """
    high: int = board.law["launch.ships"].value[1]
    for used in board.uses(stand, use) if "most" in args else ():
        mis_said(board, stand, use, used, _how_many_joined(board, stand, args, used))
    if stand is board.defense or stand.count is None or not high < stand.count <= high + args.get("most", 0):
        return
    if not board.admits(stand, use):
        return
    if board.zap_on(stand, use.alien) is not None:
        board.apply(stand, use, stand.count)  # shows what was zapped
        return
    count = first_number(said_with(board, stand, use).args, stand.count - high)
    board.steps.append(Finding(use.rule, stand.count, (), (stand.name, ships_of(count))))
    board.freed.add(stand.name)


def _how_many_joined(board: Board, stand: Stand, args: Args, used: Used) -> str:
    """At least one ship comes from a colony, and no more of them than may be sent at all; no other lie on the sheet."""
    count, high = first_number(used.args, None), board.law["launch.ships"].value[1]
    if count is None or stand.count is None:
        return ""
    fewest, most = max(stand.count - high, 1), min(stand.count - 1, args["most"])
    lie = board.position.tokens.get(stand.name)
    if fewest <= count <= (most if lie is None else min(most, lie)):
        return ""
    return f"how many of its {ships_of(stand.count)} come off its sheet, beside one to {high} from colonies"


@joins_from_sheet.carried_out()
def join_from_sheet(on: Turn, power: Power, done: Act) -> None:
    """Once ships were sent off colonies, so many off the sheet join them."""
    table, who, most = on.table, power.who, _may_join(on, power)
    check_once(on, power)
    count = first_number(done.args, most)
    if not most or not 0 < count <= most:
        not_now(on, power, tuple(typed(power, str(ships)) for ships in range(1, most + 1)))
    table.tokens[who] -= count
    table.move(who, count, tbl.REMOVED, _where(on, who))
    on.steps.append(power.finding(count, ships_of(count)))
    note_winning(on)


def _where(on: Turn, who: str) -> str:
    return tbl.GATE if on.side_of(who) == OFFENSE else tbl.BESIDE


def _may_join(on: Turn, power: Power) -> int:
    """How many ships off the sheet may join those that were sent."""
    table, who = on.table, power.who
    sent = table.at(_where(on, who), who) if on.side_of(who) and who != table.defense else 0
    if not sent or table.cards or table.phase not in (ph.ALLIANCE, ph.PLANNING):
        return 0
    most: int = power.args.get("most", ships_allowed(on, "launch.ships", who)[1] - sent)
    return max(min(most, _on_sheet(on, who)), 0)


joins_from_sheet.offered(up_to(lambda on, power: 0 if is_used(on, power) else _may_join(on, power)))


@effect.carried_out(takes="number")
def returns_to_sheet(on: Turn, power: Power, done: Act) -> None:
    """Of the ships that its owner has to return so many go onto the sheet instead."""
    who, due, most = power.who, owed(on, power.who, "return"), _may_return(on, power)
    count = first_number(done.args, most)
    if due is None or not 0 < count <= most:
        not_now(on, power)
    _lay(on, who, due.place, count)
    on.steps.append(power.finding(count, ships_of(count)))
    settle(on, due, count)


def _may_return(on: Turn, power: Power) -> int:
    """How many of the ships that the owner has to return there are."""
    due = owed(on, power.who, "return")
    return 0 if due is None else min(on.table.to_return(due), on.table.at(due.place, power.who))


returns_to_sheet.offered(up_to(_may_return))


@effect.when("setup", asked=True)
def wins_with_empty_sheet(on: Turn, power: Power) -> None:
    """`homes`: with no ship left on the sheet and so many home colonies the owner wins."""


@wins_with_empty_sheet.outcome("won")
def has_emptied_sheet(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """On a line the tokens are those that lay there before the use; a table ends the game by itself."""
    lie, homes = board.position.tokens.get(stand.name), board.position.home.get(stand.name)
    said = sum(first_number(used.args, 0) for used in board.used.get(stand.name, ()) if used.zap is None)
    if board.position.checked or lie is None or lie != said or (homes or 0) < args["homes"]:
        return
    if board.admits(stand, use):
        _wins_also(board, stand, use)


def _wins_also(board: Board, stand: Stand, use: Use, *sources: Finding) -> None:
    """The owner wins the game by its power, on a line."""
    board.also_won[stand.name] = Finding(board.law["win.by-power"].citing(use.rule), True, sources, (stand.name,))


@wins_with_empty_sheet.wins_by()
def _is_sheet_empty(on: Turn, power: Power) -> bool:
    table, who = on.table, power.who
    return not table.tokens.get(who, 0) and len(table.home_colonies(who)) >= power.args["homes"]


# -- what the ships in the encounter are, and carry --------------------------------------------------------------------


@effect.outcome("total", by=effect.INVOLVED, takes="number")
def adds_for_said(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 2`: the owner adds `each` for so many: its changed ships in the encounter (`tokens`) or `captives`."""
    if not board.admits(stand, use):
        return
    changed = args["of"] == "tokens"
    count = counted(board, stand, use, board.ships(stand).value if changed else board.law["setup.ships"].value)
    if count:
        add(board, stand, board.apply(stand, use, args["each"] * count, (), (count,)))


@effect.outcome("staked", told=True, by=effect.INVOLVED, takes="number")
def asks_what_adds(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """How many there are that add to a total is asked, unless its owner has won without: then none.

    Ships that are `tokens` are asked for anyhow, for they are changed by a win.
    """
    said = bool(board.uses(stand, use)) and first_number(said_with(board, stand, use).args, None) is not None
    zapped = use.zappable and board.zap_on(stand, use.alien)
    if said or zapped or board.totals is None or board.outcome is None or not board.admits(stand, use):
        return
    if args["of"] == "captives" and board.outcome.value == wins(stand.side):
        board.assume("assumptions.nothing-standing", stand.name, "captives beneath its ships", use.alien, by=use.rule)
    else:
        ask_for(board, stand, use, f"use {stand.name} NUMBER")


@adds_for_said.when("reveal")
def has_none_to_add(on: Turn, power: Power) -> None:
    """Where there are none, nothing is left to say."""
    if not _there(on, power):
        note_counted(on, power, "0")


def _there(on: Turn, power: Power) -> int:
    """How many there can be: captives on the sheet, or changed ships among those in the encounter."""
    table, who = on.table, power.who
    if power.args["of"] == "captives":
        return sum(captives_by_owner(on, who).values())
    place = table.target if who == table.defense else _where(on, who)
    return min(table.tokens.get(who, 0), table.at(place, who)) if on.side_of(who) else 0


@adds_for_said.carried_out(ruled=True)
def say_how_many(on: Turn, power: Power, done: Act) -> None:
    """Once the cards are turned up the owner says how many there are with its ships."""
    most, count = _there(on, power), first_number(done.args, None)
    if count is None or count > most:
        on.keep(unsaid_with_use(power.who, f"how many there are, 0 to {most}"), [typed(power, str(most))])
    check_once(on, power)
    play_for_outcome(on, power, done)


adds_for_said.offered(one_of(lambda on, power: map(str, range(_there(on, power) + 1)), is_unused_now))


@effect.outcome("won", takes="number")
def changes_winners(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Winning as a main player the owner changes its other ships in the encounter for those of the other kind."""
    outcome = board.outcome
    if outcome is None or not stand.is_main or outcome.value != wins(stand.side) or not board.ships(stand).value:
        return
    changed = first_number(said_with(board, stand, use).args, None)
    if changed is None and board.position.tokens.get(stand.name) != 0:
        if all(asked.who != stand.name for asked in board.awaits):  # else its total has asked already
            ask_for(board, stand, use, f"use {stand.name} NUMBER", late=True)
        return
    count = board.ships(stand).value - (changed or 0)
    anew = board.apply(stand, use, count, (outcome,), (ships_of(count),)) if count > 0 else None
    if anew is not None:
        board.do(stand.name, MUST, f"change {ships_of(count)} that won for others off its alien sheet", anew, by=use)
        _note_last(board, stand, use, anew)


def _note_last(board: Board, stand: Stand, use: Use, anew: Finding) -> None:
    """With no ship of the usual kind left in the game its owner wins; there are some where the line counts none."""
    each = stand.owns(board.law["setup.ships"].value) - board.position.removed.get(stand.name, 0)
    if stand.name not in board.position.tokens:
        board.assume("assumptions.not-the-last", stand.name, by=use.rule)
    elif board.tokens(stand).value + anew.value >= each:
        _wins_also(board, stand, use, anew)


@changes_winners.when("settled")
def change_winners(on: Turn, power: Power, ruling: Ruling) -> None:
    """The changed ships are counted on the sheet; they stand where the others stood."""
    for then in ruling.left_by(power.use.key, MUST):
        if then.who == power.who:
            on.table.tokens[power.who] = on.table.tokens.get(power.who, 0) + then.finding.value


@changes_winners.wins_by()
def _are_all_changed(on: Turn, power: Power) -> bool:
    """With no ship of the usual kind left in the game its owner wins."""
    table, who = on.table, power.who
    return table.tokens.get(who, 0) >= table.owned[who] - table.at(tbl.REMOVED, who) > 0


@effect.when("ships-lost", takes="player* number count* none planet*")
def frees_captives(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """Ships of the owner's reached the warp: it says whose captives lay beneath them, which are free there."""
    if loser == power.who and ships and captives_by_owner(on, loser) and demanded(on, power) is None:
        demand(on, power)


@frees_captives.outcome("after")
def says_who_is_free(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Of the captives that lay beneath its ships in the encounter those beneath lost ones are free."""
    lost, beneath = board.players[stand.name].warp, first_number(said_with(board, stand, use).args, 0)
    if board.position.checked or not stand.takes_part or lost is None or not lost.value or not beneath:
        return
    all_of_them = lost.value >= board.ships(stand).value
    number = ships_of(beneath) if all_of_them else f"up to {ships_of(beneath)}"
    freed = tell(board, stand, use, beneath, (lost,), (number,))
    if freed is not None:
        board.do(
            stand.name, MUST, f"send the captives that lay beneath its lost ships to the warp: {number}", freed, by=use
        )


@frees_captives.carried_out(time=WHEN_DUE)
def free_captives(on: Turn, power: Power, done: Act) -> None:
    """`use red blue 2`: so many of blue's go from the sheet to the warp; `use red none` where none lay beneath."""
    table, who = on.table, power.who
    held, shares = captives_by_owner(on, who), shared_out([arg for arg in done.args if arg != "none"], 0)
    if not done.args or any(not 0 < count <= held.get(name, 0) for name, count in shares):
        ways = [*(f"{name} {count}" for name, count in held.items()), "none"]
        such = unsaid_with_use(who, "whose captives lay beneath the ships that it lost")
        on.keep(such, nearest=[typed(power, *way.split()) for way in ways])
    for name, count in shares:
        table.hold_on_sheet(who, {**table.captured[who], name: held[name] - count})
        table.move(name, count, tbl.REMOVED, tbl.WARP)
    freed = sum(count for _, count in shares)
    on.steps.append(power.finding(freed, ships_of(freed)))


@frees_captives.offered
def _captives_to_free(on: Turn, power: Power) -> Offers:
    yield ("none",)
    yield from ((name, str(count)) for name, count in captives_by_owner(on, power.who).items())


# -- a world of ships --------------------------------------------------------------------------------------------------


@effect.outcome("total", takes="number planet")
def sends_world(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 3`: a home planet with three ships aboard adds `plus` and 1 for each of them."""
    for used in board.uses(stand, use)[:1]:
        count = counted(board, stand, use, not_involved(board, stand))
        unsaid = unsaid_with_use(stand.name, "how many ships are aboard")
        if refuse_use(board, stand, use, used, unsaid if count is None else None) or count is None:
            return
        words = (ships_of(count), args["plus"])
        add(board, stand, board.apply(stand, use, args["plus"] + count, (), words, used))


@sends_world.carried_out(ruled=True)
def send_world(on: Turn, power: Power, done: Act) -> None:
    """After the gate is aimed, a home planet with none but the owner's ships goes through it; its ships are counted."""
    check_once(on, power)
    place = planet_with(on, power, done, _worlds(on, power))
    if not is_before_invitations(on):
        not_now(on, power)
    say_counted(on, power, (place, str(on.table.at(place, power.who))))


def _worlds(on: Turn, power: Power) -> list[str]:
    """The home planets on which the owner has ships, and nobody else."""
    return [place for place in on.table.home_colonies(power.who) if len(on.table.ships[place]) == 1]


sends_world.offered(
    one_of(
        _worlds,
        lambda on, power: is_before_invitations(on) and not uses(on, power.who),
    )
)


@effect.outcome("extra", by=effect.MAIN, takes="number planet")
def risks_world(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Where the owner's world has lost, the ships aboard are lost; after a win one to `most` of them may stay."""
    outcome, count = board.outcome, first_number(said_with(board, stand, use).args, 0)
    if outcome is None or outcome.value not in (OFFENSE_WINS, DEFENSE_WINS, BOTH_LOSE) or not count:
        return
    if outcome.value == wins(stand.side):
        stays = tell(board, stand, use, count, (outcome,), (ships_of(count), args["most"]))
        if stays is not None:
            board.do(
                stand.name, MAY, f"leave up to {min(count, args['most'])} of those aboard on the planet", stays, by=use
            )
        return
    lost = board.apply(stand, use, count, (outcome,), (ships_of(count), 0))
    if lost is not None:
        rule, player = board.law["resolution.lost-aboard"].citing(use.rule), board.players[stand.name]
        more = player.aboard = Finding(rule, count, (lost,), (stand.name, ships_of(count)))
        player.warp, player.besides = more_of(player.warp, more), more_of(player.besides, more)
        lose_home(board, stand, more)


@risks_world.when("settled")
def world_returns(on: Turn, power: Power, ruling: Ruling) -> None:
    """The ships aboard are lost off their planet with a defeat; with a win its owner may leave some of them."""
    table, who = on.table, power.who
    place = next((arg for act in uses(on, who) for arg in act.args if arg in table.home_planets(who)), "")
    ships = table.at(place, who) if place else 0
    if is_left(ruling, power, MAY):
        chance(on, power, place, min(ships, power.args["most"]))
        return
    if ruling.players[who].aboard is not None and ships:
        on.send(who, [Stack(place, ships)], tbl.WARP)
        were_lost(on, who, ships)


@risks_world.carried_out(fits=lambda done: not any("." in arg for arg in done.args))
def leave_aboard(on: Turn, power: Power, done: Act) -> None:
    """So many of the ships aboard stay on the planet that was won."""
    found, most = chance_of(on, power), _may_leave(on, power)
    count = first_number(done.args, most)
    if not 0 < count <= most:
        not_now(on, power)
    take_chance(on, found, found.ships)
    on.steps.append(power.finding(count, ships_of(count), count))
    on.send(power.who, [Stack(found.about, count)], on.table.target)
    note_winning(on)


def _may_leave(on: Turn, power: Power) -> int:
    """How many of the ships aboard may stay on the planet that was won."""
    return next((min(one.ships, on.table.at(one.about, power.who)) for one in chances(on, power)), 0)


risks_world.offered(up_to(_may_leave))
