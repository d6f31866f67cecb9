"""Powers of the opening: start of turn, regroup, destiny and launch."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.table.powers import Power, carries_out, demand, demanded, offers, when
from referee.judge.table.turn import Turn
from referee.position import table as tbl
from referee.position.commands import Stack
from referee.position.encounter import Act


@when("destiny", "warps_target")
def warps_target(on: Turn, power: Power, target: str) -> None:
    """A destiny card that points at another player lets the owner send a ship of that player to the warp.

    `target` is that player; none (an empty text) for a wild card, on which the owner picks any other player.
    """
    if power.who != target and list(_ships_of(on, power, target)):
        demand(on, power, about=target)


@carries_out("warps_target")
def warp_target(on: Turn, power: Power, done: Act) -> None:
    """One ship of that player goes to the warp, off the colony that the owner of the power picks."""
    due = demanded(on, power)
    nearest = tuple(f"use {power.who} {' '.join(args)}" for args in _offered(on, power))
    if due is None:
        on.forbid("powers.not-now", power.who)
    place = next((arg for arg in done.args if arg in on.table.ships), "")
    victims = [name for arg in done.args for name in on.table.seats if arg.casefold() == name.casefold()]
    target = due.place if due is not None and due.place else next(iter(victims), "")
    if not place or (place, target) not in set(_ships_of(on, power, target)):
        on.cannot("powers.which-colony", power.who, nearest=nearest)
    on.send(target, [Stack(place, 1)], tbl.WARP)
    on.steps.append(power.finding(1, target, place))


@offers("warps_target")
def _offered(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    due = demanded(on, power)
    if due is not None:
        for place, name in _ships_of(on, power, due.place):
            yield (place,) if due.place else (name, place)


def _ships_of(on: Turn, power: Power, target: str) -> Iterator[tuple[str, str]]:
    """(colony, whose) of the player who is pointed at, or of every other player."""
    for name in (target,) if target else on.table.clockwise(power.who):
        yield from ((place, name) for place in on.table.colonies(name))
