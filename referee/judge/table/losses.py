"""Ships that are lost at a table: what saves them, and what powers make of their loss (consolidated 4.8.2).

Whatever sends ships to the warp tells it here: the outcome, a failed deal, a card or a power. The outcome has been
through the judge, which knows already what was saved; everything else asks `spared` first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from referee.judge.powers.common import how_many_saved, is_saved
from referee.judge.table.played import by_flares
from referee.judge.table.powers import Power, happens, in_force, is_now, players
from referee.judge.table.turn import Turn
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.pending import Chance


def spared(on: Turn, who: str, ships: int) -> int:
    """How many ships a power or a flare keeps out of the warp that would go there; they stay on their colonies."""
    saved = 0
    for power in _savers(on) if ships else ():
        if power.verb == "saved_from_warp" and is_now(on, power) and _saves(on, power, who) and saved < ships:
            count = how_many_saved(power.args, ships - saved)
            if not count:
                continue
            on.steps.append(power.finding(count, who))
            saved += count
    return saved


def _savers(on: Turn) -> Iterator[Power]:
    """The powers in force, and then what flares do that were played and stand."""
    for owner in players(on) if on.table.aliens else ():
        yield from in_force(on, owner)
    yield from by_flares(on)


def _saves(on: Turn, power: Power, who: str) -> bool:
    return is_saved(power.args, (power.who, on.side_of(power.who)), (who, on.side_of(who)))


def were_lost(on: Turn, who: str, ships: int, removed: int = 0) -> None:
    """Ships have gone to the warp, or out of the game: powers may have something to do with it."""
    if (ships or removed) and on.table.aliens:
        on.table.fallen = {**on.table.fallen, who: on.table.fallen.get(who, 0) + ships}
        happens(on, "ships-lost", loser=who, ships=ships, removed=removed)


def lose_ship(on: Turn, who: str, place: str) -> bool:
    """Sends one ship of a player's to the warp; False if something keeps it where it is."""
    if spared(on, who, 1):
        return False
    on.send(who, [Stack(place, 1)], tbl.WARP)
    were_lost(on, who, 1)
    return True


def notice(on: Turn, before: Mapping[str, int], colonies: Mapping[str, Sequence[str]]) -> None:
    """Tells powers who drew cards by a command, who got ships back, and who has a colony more or one no more.

    `before` are the ships that were in the warp, `colonies` those that everybody had.
    """
    if on.command.verb in ("table", "set"):
        return
    if on.command.verb == "act" and on.table.rewind is not None:  # an answer has taken back what came after that
        before = on.table.rewind.ships.get(tbl.WARP, {})
    for name in dict.fromkeys(on.drawn):
        happens(on, "drew", player=name, cards=on.drawn.count(name))
    now = on.table.ships.get(tbl.WARP, {})
    if now is not before:
        for name, ships in before.items():
            if now.get(name, 0) < ships:
                happens(on, "retrieved", player=name, ships=ships - now.get(name, 0))
    after = on.table.who_settled().anywhere
    if after is not colonies:
        _notice_colonies(on, colonies, after)


def _notice_colonies(on: Turn, colonies: Mapping[str, Sequence[str]], after: Mapping[str, Sequence[str]]) -> None:
    """Tells powers who has a colony more, or one no more: those that there were, and those that there are now."""
    for name in on.table.aliens:
        for place in after.get(name, ()):
            if place not in colonies.get(name, ()):
                happens(on, "colony-gained", player=name, place=place)
        for place in colonies.get(name, ()):
            if place not in after.get(name, ()):
                happens(on, "colony-lost", player=name, place=place)


# -- what may be done about it -----------------------------------------------------------------------------------------


def chance(on: Turn, power: Power, about: str, ships: int = 1, removed: int = 0) -> None:
    """The owner may use the power for something that just happened, as long as the phase lasts."""
    table = on.table
    before = next((one for one in chances(on, power) if one.about == about), None)
    if before is not None:
        ships, removed = ships + before.ships, removed + before.removed
    rest = tuple(one for one in table.chances if one is not before)
    table.chances = (*rest, Chance(power.who, power.verb, about, ships, removed, table.phase))


def chances(on: Turn, power: Power) -> Iterator[Chance]:
    """What has come up in this phase for which the owner may still use the power."""
    for one in on.table.chances:
        if (one.who, one.verb, one.phase) == (power.who, power.verb, on.table.phase):
            yield one


def forget_chances(on: Turn, power: Power, about: str = "") -> None:
    """What came up for the power before is over; with `about` only what came up of that."""
    mine = (power.who, power.verb)
    on.table.chances = tuple(
        one for one in on.table.chances if (one.who, one.verb) != mine or about not in ("", one.about)
    )


def take_chance(on: Turn, taken: Chance, ships: int) -> None:
    """So many of what came up are done with."""
    left = taken._replace(ships=taken.ships - ships)
    table = on.table
    table.chances = tuple(left if one is taken else one for one in table.chances if one is not taken or left.ships > 0)


def came_back(on: Turn, who: str, ships: int) -> None:
    """So many ships are not lost any more: nobody else can give them back."""
    table = on.table
    table.fallen = {**table.fallen, who: max(table.fallen.get(who, 0) - ships, 0)}
    left = tuple(_fewer(one, ships) if one.about == who else one for one in table.chances)
    table.chances = tuple(one for one in left if one.ships or one.removed)


def _fewer(one: Chance, ships: int) -> Chance:
    gone = min(ships, one.ships)
    return one._replace(ships=one.ships - gone, removed=max(one.removed - (ships - gone), 0))
