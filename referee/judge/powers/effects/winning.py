"""Wins for ships that are lost, of the owner or of everybody else, and for encounters that are."""

from __future__ import annotations

from referee.judge.powers import effect
from referee.judge.powers.types import Args, Board, Finding, Power, Ruling, Stand, Turn, Use
from referee.judge.powers.unapplied import came_up
from referee.judge.ruling import MUST
from referee.state import phases as ph
from referee.state import table as tbl

_LOST = (tbl.WARP, tbl.REMOVED, tbl.LIMBO)
OTHERS = "others"


@effect.outcome("after")
def wins_when_lost(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Where the line says how many ships are in the warp: with so many of them lost its owner wins at the next regroup.

    Those of the owner, or with `whose = "others"` those of each other player, all of whom the line must seat then.
    `ships`: so many of each, else all that it has.
    """
    if not board.admits(stand, use):
        return
    names: list[str] = [stand.name]
    if args.get("whose") == OTHERS:
        names = [name for name in board.position.seats if name != stand.name]
    owned = board.law["setup.ships"]
    lost = {name: _gone(board, name) for name in names}
    needed = {name: args.get("ships", board.stands[name].owns(owned.value)) for name in names}
    if not lost or any(ships is None or ships < needed[name] for name, ships in lost.items()):
        return
    fallen = [board.players[name].warp for name in names]
    sources = (Finding(owned, owned.value), *(ships for ships in fallen if ships is not None))
    won = Finding(use.rule, True, sources, (stand.name,))
    board.do(stand.name, MUST, "win at the start of the next regroup phase, if no ship comes back", won, by=use)


def _gone(board: Board, name: str) -> int | None:
    """How many ships a player has lost after this encounter; None where the line does not say it."""
    before, player = board.position.warp.get(name), board.players[name]
    if before is None or player.warp is None or player.removed is None:
        return None
    removed: int = board.position.removed.get(name) or 0
    total: int = before + removed + player.warp.value + player.removed.value
    return total


@wins_when_lost.when("regroup")
def wins_when_lost_at_table(on: Turn, power: Power) -> None:
    """At the start of any regroup phase, before the offense takes its ship, the owner wins with so many ships lost.

    Lost are those in the warp and those out of the game, on an alien sheet too. Nothing else follows: the game is over.
    """
    table, who = on.table, power.who
    names = table.clockwise(who) if power.args.get("whose") == OTHERS else (who,)
    if table.winners or not all(_is_lost(on, power, name) for name in names):
        return
    wins_now(on, power, True)


def wins_now(on: Turn, power: Power, why: bool | int, *words: object) -> None:
    """The owner has won by its sheet, and the game is over; `why` is the value of the use, `words` are in its text."""
    on.table.winning = on.table.winners = (power.who,)
    on.table.phase = ph.OVER
    on.find("win.by-power", True, power.who, sources=(power.finding(why, *words),))


def _is_lost(on: Turn, power: Power, name: str) -> bool:
    """True if as many ships of a player are lost as the power asks for: so many, or every one."""
    if "ships" not in power.args:
        return not any(name in stacks for place, stacks in on.table.ships.items() if place not in _LOST)
    needed: int = power.args["ships"]
    return sum(on.table.at(place, name) for place in _LOST) >= needed


@wins_when_lost.wins_by()
def has_won(on: Turn, power: Power) -> bool:
    """A win by lost or captured ships ends the game at its own moment; at no other one are they a win."""
    return on.table.phase == ph.OVER and power.who in on.table.winners


@effect.outcome("won")
def wins_by_losing(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`at`: with so many losses and failed deals its owner wins; how many there were before is said as `tokens`.

    `what` is to be done at each.
    """
    if board.outcome is None or not came_up(board, stand, _LOSSES):
        return
    lost = board.apply(stand, use, 1, (board.outcome,), (args["what"],))
    if lost is None:
        return
    board.do(stand.name, MUST, args["what"], lost, by=use)
    before = board.position.tokens.get(stand.name)
    if before is None:
        board.assume("assumptions.not-so-often", stand.name, args["at"] - 1, by=use.rule)
    elif before + 1 >= args["at"]:
        rule = board.law["win.losses"].citing(use.rule)
        board.also_won[stand.name] = Finding(rule, True, (lost, board.tokens(stand)), (stand.name, before + 1))


_LOSSES = ("lost", "failed-deal")


@wins_by_losing.when("settled")
def count_loss(on: Turn, power: Power, ruling: Ruling) -> None:
    """A table counts them."""
    if any(then.who == power.who for then in ruling.left_by(power.use.key)):
        on.table.tokens[power.who] = on.table.tokens.get(power.who, 0) + 1


wins_by_losing.wins_by()(lambda on, power: on.table.tokens.get(power.who, 0) >= power.args["at"])
