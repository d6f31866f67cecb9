"""How many ships are sent, whither, and who comes along."""

from __future__ import annotations

from referee.book.sheets import FACES
from referee.judge.counted import ships_of
from referee.judge.phases.uses import player_unsaid
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now, not_said
from referee.judge.powers.at_table import bystanders, found_colony, main_player_of, one_of, plainly, say
from referee.judge.powers.common import drawing, first_of, opponent_of, refuse, said_with, sources, tell, tell_use
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import AS_NAMED, opponent_now
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Power, Stand, Turn, Use
from referee.judge.table.alliance import cancel_alliances, check_invites, check_no_main_players
from referee.judge.table.powers import as_typed
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state import table as tbl


@effect.outcome("limit")
def makes_join(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Who got the tech stands on the side of who gave it, if it is in the encounter at all."""
    named = first_of(said_with(board, stand, use).args, board.stands)
    if not named and not board.position.checked:
        able = [name for name in board.stands if not board.stands[name].is_main]
        refuse(board, stand, use, player_unsaid(stand.name, use.alien, able), sources(use))
    elif named and _has_joined(board, stand, use, named, args["ships"]):
        tell_use(board, stand, use, args["ships"], named)


def _has_joined(board: Board, stand: Stand, use: Use, named: str, ships: int) -> bool:
    """Whether who has to join is not on the other side; refused if it is. Brought it fewer ships, it had no more."""
    joined = board.stands[named]
    sent = (joined.count or 0) if joined.takes_part else 0
    if joined.takes_part and joined.side != stand.side:
        rule = "flares.other-side" if use.id in FACES else "played.other-side"
        return not refuse(board, stand, use, Forbidden(rule, (named, stand.name)), sources(use))
    if sent < ships and not (joined.takes_part and joined.count is None) and not board.position.checked:
        board.assume("assumptions.sent-all", named, ships_of(sent), by=use.rule)
    return True


@makes_join.carried_out()
def make_join(on: Turn, power: Power, done: Act) -> None:
    """A main player that invites gives the tech away: who gets it has to join that side (`allying.forced`).

    `ships`: so many, or as many as that takes no colony. The tech is complete in front of its new player.
    """
    from referee.judge.table.technology import hand_on  # it needs this registry

    table, who = on.table, power.who
    if table.phase != ph.ALLIANCE:
        not_now(on, power)
    check_invites(on, who)
    may = _guests(on, power)
    named = first_of(done.args, table.seats)
    nearest = tuple(as_typed("tech", who, done.name, name) for name in may)
    check_no_main_players(on, (named,), lambda: nearest)
    if named not in may:
        on.keep(player_unsaid(who, power.use.alien, may), nearest=nearest)
    on.steps.append(power.finding(power.args["ships"], named))
    table.acts = (*table.acts, Act("tech", who, name=done.name, args=(named,)))
    table.carried = (*table.carried, len(table.acts) - 1)
    invited = table.invited.get(who, ())
    table.invited = {**table.invited, who: (*invited, *((named,) if named not in invited else ()))}
    hand_on(on, who, named, done.name)


def _guests(on: Turn, power: Power) -> list[str]:
    """Who may still be made to join: everybody but the main players who has not answered yet."""
    table = on.table
    return [name for name in table.clockwise(table.turn) if name not in (*table.mains(), *table.answered)]


makes_join.offered(one_of(_guests, lambda on, power: on.table.phase == ph.ALLIANCE and power.who in on.table.mains()))


@effect.outcome("limit", told=True)
def aims_anywhere(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """As offense the owner encounters any player on any planet; comes up where that is no planet of the defense's."""
    target, defense = board.position.target, board.defense.name
    said = board.used.get(stand.name)
    if stand is not board.offense or (not said and (target is None or target[0] == defense)):
        return
    planet = f"{target[0]}.{target[1]}" if target is not None else f"a planet of {defense}"
    board.aim = tell_use(board, stand, use, planet, planet, defense)


@effect.outcome("limit", told=True)
def ship_limit(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: as many ships at most may be sent. Comes up where more were sent, or the number is hidden."""
    if board.in_force(stand, use):
        board.limits[stand.name] = Finding(use.rule, args["ships"], (), (stand.name,))
    elif stand.count is None or stand.count > args["ships"]:
        board.apply(stand, use, args["ships"])  # shows what was zapped


@effect.outcome("join", told=True)
def join_uninvited(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Joins a side without invitation. Standing among the allies shows that it was used; a zap keeps it out.

    Who is known to have been invited did not need it.
    """
    if stand.side == "" or stand.name in board.position.invited or not board.admits(stand, use):
        return
    zap = board.zap_on(stand, use.alien)
    if zap is None:
        board.steps.append(Finding(use.rule, stand.role, (), (stand.name,)))
        board.uninvited.add(stand.name)
        return
    board.zapped.add(stand.name)
    rule = board.law["powers.zapped"].citing(use.rule)
    stand.cancelled = Finding(rule, None, (), (stand.name, use.alien), zap)
    board.steps.append(stand.cancelled)


@effect.outcome("declare", told=True)
def opponent_first(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The opponent played its encounter card faceup, before the owner chose; the line shows both."""
    if not board.admits(stand, use):
        return
    opponent = opponent_of(board, stand)
    if board.position.offense.card.kind != pos.NONE and board.position.side(opponent.side).card.kind != pos.NONE:
        faceup = tell_use(board, stand, use, True, opponent.name)
        if faceup is not None:
            board.declared["faceup"] = faceup


@effect.outcome("join")
def forces_ally(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The player who was named had to join the owner's side, whether or not anybody invited it."""
    mains = (board.offense.name, board.defense.name)
    able = [name for name in board.stands if name not in mains]
    name = first_of(said_with(board, stand, use).args, able)
    if not name and not board.position.checked:
        meant = [ally.name for ally in board.side_of(stand.side) if not ally.is_main] or able
        unsaid_on_line(board, stand, use, "who but the main players has to join", *meant)
    elif name and _has_joined(board, stand, use, name, stand.count or 0):
        tell_use(board, stand, use, True, name)
        board.uninvited.add(name)


@forces_ally.carried_out(time=AS_NAMED, offers=one_of(bystanders))
def force_ally(on: Turn, power: Power, done: Act) -> None:
    """Who is named answers in its turn by joining the player's side; nobody need invite it."""
    may = bystanders(on, power)
    if len(done.args) != 1 or done.args[-1] not in may:
        not_said(on, power, "who has to join", may)
    on.steps.append(power.finding(True, done.args[-1]))


@effect.outcome("join", by=effect.MAIN)  # of others it is refused by the bars of the flare
def sends_allies_home(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """All allies of both sides go home where the opponent has more allied ships than the player."""
    opponent = opponent_of(board, stand)
    mine, theirs = (allied_ships(board, side) for side in (stand.side, opponent.side))
    counted = tuple(ships for ships in (*theirs, *mine))
    has, others = (sum(ships.value for ships in allied) for allied in (mine, theirs))
    forbidden = no_more_allied(stand.name, opponent.name, has, others)
    if refuse(board, stand, use, forbidden, (*counted, *sources(use))):
        return
    sent = tell(board, stand, use, True, counted, (opponent.name,))
    if sent is None:
        return
    for ally in board.allies():
        if ally.cancelled is None:
            ally.cancelled = Finding(board.law["alliance.cancelled"], True, (sent,), (ally.name,))


def no_more_allied(who: str, opponent: str, mine: int, theirs: int) -> Forbidden | None:
    """A flare against an opponent with more allied ships needs such an opponent (4.4.1): None where it has them."""
    return None if theirs > mine else Forbidden("flares.more-allied", (who, opponent))


def allied_ships(board: Board, side: str) -> list[Finding]:
    """The ships of each ally of a side whose alliance stands."""
    return [board.ships(stand) for stand in board.side_of(side) if not stand.is_main]


def _can_send(on: Turn, power: Power) -> bool:
    return _more_allied(on, power.who, on.opponent(power.who)) is None


@sends_allies_home.carried_out(time=AS_NAMED, offers=plainly(_can_send))
def send_allies_home(on: Turn, power: Power, done: Act) -> None:
    """All allies take their ships home, where the opponent has more allied ships than the player."""
    other = opponent_now(on, power)
    on.keep(_more_allied(on, power.who, other))
    on.steps.append(power.finding(True, other))
    cancel_alliances(on, list(on.table.allies))


def _more_allied(on: Turn, who: str, other: str) -> Forbidden | None:
    return no_more_allied(who, other, _allied(on, who), _allied(on, other))


def _allied(on: Turn, main: str) -> int:
    """How many allied ships a main player has with it."""
    side = on.side_of(main)
    place = tbl.GATE if main == on.table.turn else tbl.BESIDE
    return sum(on.table.at(place, name) for name, its in on.table.allies.items() if its == side)


@effect.outcome("limit")
def brings_from_warp(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: so many came out of the warp for each ally of the player's side, whatever the limit of ships sent.

    Those who are named, or else all of them; the line tells how many ships are there then.
    """
    low, high = board.law["alliance.ships"].value
    for name in drawing(board, stand, use):
        ally = board.stands[name]
        came = tell_use(board, stand, use, args["ships"], name, ships_of(args["ships"]))
        if came is not None and (ally.count is None or low <= ally.count <= high + args["ships"]):
            board.freed.add(name)


@brings_from_warp.carried_out(ruled=True, time=AS_NAMED)
def bring_from_warp(on: Turn, power: Power, done: Act) -> None:
    """`ships`: so many out of the warp for each ally of the player's side that has some there, or for those named."""
    table = on.table
    place = tbl.GATE if power.who == table.turn else tbl.BESIDE
    for name in main_player_of(on, power, done):
        ships = min(power.args["ships"], table.at(tbl.WARP, name))
        if ships:
            table.put(tbl.WARP, name, table.at(tbl.WARP, name) - ships)
            table.put(place, name, table.at(place, name) + ships)
        on.steps.append(power.finding(ships, name, ships_of(ships)))


@effect.outcome("limit", takes="number")
def sends_any_number(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """No limit to the ships that the player sends; comes up where there are more than usual."""
    most = board.law["alliance.ships"].value[1]
    beyond = stand.count is None or stand.count > most
    if beyond and tell_use(board, stand, use, stand.count) is not None:
        board.freed.add(stand.name)


sends_any_number.carried_out(ruled=True)(say)


@effect.outcome("limit")
def one_more_ship(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: so many more than the player might send without it; comes up where these were sent."""
    limit = board.limits.get(stand.name)
    high = board.law["launch.ships"].value[1] if limit is None else limit.value
    if stand is board.defense or stand.count is None or not high < stand.count <= high + args["ships"]:
        return
    if tell(board, stand, use, stand.count, () if limit is None else (limit,)) is not None:
        board.freed.add(stand.name)


@one_more_ship.carried_out(ruled=True)
def send_one_more(on: Turn, power: Power, done: Act) -> None:
    """`ships`: so many more may be launched or sent along; the defense moves as many to the targeted planet."""
    table, who = on.table, power.who
    if who != table.defense:
        on.steps.append(power.finding(power.args["ships"]))
        return
    if table.phase != ph.ALLIANCE or not table.target:
        not_now(on, power)
    found_colony(on, power, table.target, power.args["ships"], Act("tech", who, name=done.name, args=done.args))


@effect.outcome("limit")
def aims_elsewhere(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The offense meets the defense in any system where it has a colony."""
    target, defense = board.position.target, board.defense.name
    if stand is board.offense and target is not None and target[0] != defense:
        planet = f"{target[0]}.{target[1]}"
        board.aim = tell_use(board, stand, use, planet, defense, planet)


aims_elsewhere.carried_out(ruled=True)(say)

pulls_from_warp = effect.Effect(
    "pulls_from_warp",
    changes=True,
    does="Ships that are sent may come out of the warp: `launch red 2 from warp 2 at blue.1`.",
)
pulls_from_warp.carried_out(ruled=True)(say)
