"""What follows on a colony that its owner has no more, on an invitation that did not come, and on a side's win."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import cards_of
from referee.judge.finding import Finding
from referee.judge.phases.resolution import Fate, divert
from referee.judge.phases.standing import lose_where_they_stand
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import Offers
from referee.judge.powers.common import Args, left_open, stating, tell
from referee.judge.powers.effects.deciding import loses_first
from referee.judge.powers.moments import cards_said
from referee.judge.ruling import MAY, Ruling, wins
from referee.judge.stand import Stand
from referee.judge.table.losses import chance, chances, spared, take_chance, were_lost
from referee.judge.table.powers import Power, cited
from referee.judge.table.resolution import PICKED, note_winning
from referee.judge.table.turn import Turn
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.encounter import Act
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
    if gone is None:
        return
    there = board.position.planet or {}
    for other in board.order:
        lands = board.players[other.name].lands
        landed = lands is not None and lands.value
        settled = not other.takes_part and there.get(other.name, 0)
        if other is stand or not (landed or settled):
            continue
        cost = board.apply(stand, use, 1, (gone,), (other.name,))
        if cost is None:
            return
        if landed:
            lose_where_they_stand(board, other, cost)
            if landed == 1 and not there.get(other.name, 0):
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
        if not spared(on, name, 1):
            on.send(name, [Stack(place, 1)], tbl.WARP)
            were_lost(on, name, 1)
    note_winning(on)


@effect.outcome("after")
def takes_for_colony(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The owner has lost a colony: it may take a card out of the discards."""
    gone, used = _lost_colony(board, stand), board.uses(stand, use)
    for one in used:
        one.came_up = True
        tell(board, stand, use, True, () if gone is None else (gone,), (next(iter(one.args), "a card"),), one)
    if gone is not None and not used and board.admits(stand, use) and board.zap_on(stand, use.alien) is None:
        left_open(board, stand, use, use.may, gone)


@takes_for_colony.when("colony-lost")
def may_take_card(on: Turn, power: Power, player: str, place: str) -> None:
    """The owner has no colony there any more."""
    if player == power.who:
        chance(on, power, place)


@takes_for_colony.carried_out()
def take_card(on: Turn, power: Power, done: Act) -> None:
    """The card that is named comes out of the discards."""
    found, card = next(chances(on, power), None), next(iter(cards_said(on, done)), "")
    if found is None:
        not_now(on, power)
    if not on.take_off_pile(power.who, card):
        nearest = [f"use {power.who} {one}" for one in dict.fromkeys(on.table.discards)]
        on.cannot("uses.off-the-pile", power.who, nearest=nearest[:3])
    take_chance(on, found, 1)
    on.steps.append(power.finding(card, card))


@takes_for_colony.offered
def _on_the_pile(on: Turn, power: Power) -> Offers:
    if next(chances(on, power), None) is not None:
        yield from ((card,) for card in dict.fromkeys(on.table.discards) if card not in (tbl.UNKNOWN, tbl.SOME_ATTACK))


# -- who was not asked -------------------------------------------------------------------------------------------------


@effect.when("alliances")
def costs_uninviting(on: Turn, power: Power) -> None:
    """Each main player that has not invited the owner loses a ship of its own choice."""
    table = on.table
    for main in table.mains():
        if power.who not in table.invited.get(main, ()) and table.on_colonies(main):
            on.steps.append(power.finding(1, main))
            table.due.append(Due(main, "lose", 1, source=PICKED, by=cited(power)))


def _nobody_said(board: Board, said: Act) -> tuple[str, ...]:
    return ("somebody",)


costs_uninviting.when("reveal")(loses_first)
costs_uninviting.outcome("declare")(stating(_nobody_said, assumes=True))


# -- a win of the whole side -------------------------------------------------------------------------------------------


@effect.outcome("after")
def side_draws(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Everybody on the owner's side may draw a card for their win."""
    outcome = board.outcome
    if outcome is None or not stand.takes_part or outcome.value != wins(stand.side):
        return
    drawing = board.apply(stand, use, 1, (outcome,))
    if drawing is not None:
        for other in board.side_of(stand.side):
            board.do(other.name, MAY, "draw a card", drawing)


@side_draws.when("settled")
def may_draw(on: Turn, power: Power, ruling: Ruling) -> None:
    """The outcome lets everybody on the owner's side draw."""
    for then in ruling.then:
        if then.finding.rule.id == power.use.rule.id:
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
