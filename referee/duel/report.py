"""What a ruling tells of both players, read off the table before the cleanup and after it."""

from __future__ import annotations

from referee.duel.ending import discarded, who_resolves
from referee.duel.on import On
from referee.duel.ruling import Outcome, PlayerTold


def report(on: On) -> None:
    """Notes outcome, totals and players of a duel or contest that is decided, as the cleanup will leave them."""
    fight, table = on.fight, on.table
    with on.aside():
        piles = discarded(on)
    first, second = table.order()
    told = on.told
    told.winner = fight.winner
    told.outcome = Outcome.LEADER_WINS if fight.winner == first else Outcome.STRAGGLER_WINS
    told.totals = {"leader": fight.clout[first], "straggler": fight.clout[second]} if fight.clout else None
    told.discards = {name: [card for pile, card in fight.gone if pile == name] + cards for name, cards in piles.items()}
    told.prize = who_resolves(on) if fight.prize and not fight.contest else None
    _flips(on)
    told.players = {name: _player(on, name) for name in table.order()}


def report_again(on: On) -> None:
    """Notes of both players what a duel that begins again leaves behind it (check-for-ships.2, .3)."""
    on.told.outcome = Outcome.BEGINS_AGAIN
    on.told.discards = {name: [plan] if (plan := on.fight.plans.get(name)) else [] for name in on.table.order()}
    on.told.players = {name: _player(on, name) for name in on.table.order()}


def _flips(on: On) -> None:
    """How much more clout would turn the result; the straggler needs no more than a tie."""
    fight, table = on.fight, on.table
    if not fight.clout:
        return
    loser = table.other(fight.winner)
    margin = fight.clout[fight.winner] - fight.clout[loser]
    on.told.margin = margin
    if margin >= 0:
        more = margin + (loser == table.leader)
        outcome = Outcome.LEADER_WINS if loser == table.leader else Outcome.STRAGGLER_WINS
        on.told.flips = [{"if": f"{more} more for {loser}", "outcome": outcome.value}]


def _player(on: On, name: str) -> PlayerTold:
    fight, table = on.fight, on.table
    told: PlayerTold = {"role": "leader" if name == table.leader else "straggler"}
    wins = name == fight.winner
    if not fight.contest:
        here = on.here(name)
        supply = table.supply.get(name)
        told |= {
            "sent": fight.sent.get(name, 0),
            "destroyed": fight.destroyed.get(name, 0),
            "ships": here,
            "stays": here if wins else 0,
            "retreats": 0 if wins else here,
            "supply": None if supply is None else supply + (0 if wins else here),
            "warp": table.warp.get(name),
            "tactic": fight.outs.get(name, "none"),
            "advantage": here > on.here(table.other(name)),
        }
    return told | {"plan": fight.values.get(name), "clout": fight.clout.get(name)}
