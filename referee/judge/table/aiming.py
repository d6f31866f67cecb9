"""The launch phase (consolidated 5.6), and how many ships somebody may send."""

from __future__ import annotations

from collections.abc import Callable

from referee.judge.board import ships_of
from referee.judge.table.turn import RefusedError, Turn, command
from referee.judge.table.verdict import Refusal
from referee.position import table as tbl


@command("launch", tbl.LAUNCH)
def launch(on: Turn) -> None:
    """The offense points the gate at a planet and sends its ships (5.6.2 to 5.6.4, 5.5.2.1, 5.5.2.2)."""
    table, c = on.table, on.command
    if c.who != table.turn:
        rule = "launch.not-the-defense" if c.who == table.defense else "launch.offense-only"
        on.cannot(rule, c.who, table.turn, nearest=_elsewhere(on))
    if c.planet not in table.ships:
        on.cannot("table.no-planet", c.planet, nearest=_elsewhere(on))
    if table.defense == c.who:
        _launch_at_home(on)
        return
    home = tbl.owner(c.planet)
    if home == c.who and not table.at(c.planet, c.who):
        on.forbid("launch.own-without-color", c.planet, c.who, table.defense, nearest=_elsewhere(on))
    elif home != table.defense:
        on.forbid("launch.target", c.planet, table.defense, nearest=_elsewhere(on))
    if c.other not in ("", table.defense):
        on.forbid("launch.only-defense", table.defense, c.other, nearest=_elsewhere(on))
    _check_launched(on, "launch.ships")
    _send(on)


def _elsewhere(on: Turn) -> tuple[str, ...]:
    """The launch as it would be legal: at the planet of the same number where the defense is met."""
    table, c = on.table, on.command
    if table.defense == table.turn:
        return _own_options(on)
    homes = table.home_planets(table.defense)
    same = f"{table.defense}.{c.planet.partition('.')[2]}"
    planet = same if same in homes else homes[0] if homes else ""
    ships = _fitting(on, "launch.ships", table.turn)
    return (_launch_text(table.turn, ships, planet),) if planet else ()


def _fitting(on: Turn, rule: str, who: str) -> int:
    """The number of ships nearest to the one asked for that may be sent."""
    already = _already(on)
    low, high = on.law[rule].value
    limit = on.ship_limit(who)
    have = on.table.on_colonies(who)
    most = min(high if limit is None else limit.value, high, have + already) - already
    fit: int = max(low - already, min(on.command.ships or 0, most))
    return fit


def _already(on: Turn) -> int:
    """Ships that the regroup phase put on the gate: they count as launched (5.4.2; DF-12)."""
    return on.table.at(tbl.GATE, on.table.turn) if on.command.verb == "launch" else 0


def _check_launched(on: Turn, rule: str) -> None:
    c = on.command
    check_number(on, rule, lambda ships: _launch_text(c.who, ships, c.planet, c.other))


def check_number(on: Turn, rule: str, text: Callable[[int], str]) -> None:
    """One to four ships (5.6.3, 5.7.3), or what a power limits it to; who has none takes no part (DF-19)."""
    who, ships, already = on.command.who, on.command.ships or 0, _already(on)
    if not already and not on.table.colonies(who) and not on.lifted(who):
        nearest = f"decline {who}" if on.command.verb == "ally" else "end"
        on.cannot("launch.no-ship", who, nearest=(nearest,))
    low, high = on.law[rule].value
    limit = on.ship_limit(who)
    most = high if limit is None else min(high, limit.value)
    if low <= ships + already <= most:
        return
    if ships + already > high and on.lifted(who):
        on.find("assumptions.limit-lifted", True, who, ships_of(ships))
        return
    nearest = text(_fitting(on, rule, who))
    if limit is not None and low <= ships + already <= high:
        if limit.rule.id not in on.waived:
            raise RefusedError(Refusal(limit, (nearest,), ()))
        return
    said = ships_of(ships) if not already else f"{ships_of(ships)} besides the {already} on the gate"
    on.forbid(rule, who, said, nearest=(nearest,))


def _launch_at_home(on: Turn) -> None:
    """With its own color: a foreign colony on a planet of its own, or a planet of its own without any ship."""
    table, c = on.table, on.command
    others = [name for name in table.ships[c.planet] if name != c.who]
    if tbl.owner(c.planet) != c.who:
        on.forbid("launch.own-color-elsewhere", c.who, c.planet, nearest=_own_options(on))
    if not others and table.at(c.planet, c.who):
        on.forbid("destiny.own-empty-only", c.planet, nearest=_own_options(on))
    if not others:
        _check_launched(on, "launch.regain")
        _regain(on)
        return
    if c.other and c.other not in others:
        on.cannot("launch.own-planet", c.other, c.who, nearest=_own_options(on))
    if not c.other and len(others) > 1:
        ships = _fitting(on, "launch.ships", c.who)
        choices = tuple(_launch_text(c.who, ships, c.planet, name) for name in others)
        on.cannot("launch.which-colony", c.planet, " and ".join(others), nearest=choices)
    against = c.other or others[0]
    _check_launched(on, "launch.ships")
    table.defense = against
    on.find("launch.own-system", True, c.who, against)
    _send(on)


def _own_options(on: Turn) -> tuple[str, ...]:
    """What the offense may do with a card of its own color, as commands."""
    table, who = on.table, on.table.turn
    found = []
    for place in table.home_planets(who):
        others = [name for name in table.ships[place] if name != who]
        several = len(others) > 1
        found += [_launch_text(who, 1, place, name if several else "") for name in others]
        if not table.ships[place]:
            found.append(_launch_text(who, 1, place))
    return (*found[:3], "destiny NAME")


def _regain(on: Turn) -> None:
    """Ships land on an empty planet of one's own at once, and that is a success (5.5.2.2, 5.5.2.2.a)."""
    table, c = on.table, on.command
    stacks = on.taken_from("launch.from-colonies", c.who, c.ships or 0, c.stacks)
    table.move(c.who, table.at(tbl.GATE, c.who), tbl.GATE, c.planet)
    on.send(c.who, stacks, c.planet)
    total = table.at(c.planet, c.who)
    on.find("destiny.own-empty", total, c.who, c.planet, ships_of(total))
    on.find("colonies.regained", c.planet, c.who)
    on.find("destiny.declared", True, c.who)
    table.target = c.planet
    table.empty = True
    table.successful = True
    table.phase = tbl.RESOLUTION


def _send(on: Turn) -> None:
    table, c = on.table, on.command
    text = _launch_text(c.who, c.ships or 0, c.planet, c.other)
    stacks = on.taken_from("launch.from-colonies", c.who, c.ships or 0, c.stacks, (text,))
    on.send(c.who, stacks, tbl.GATE)
    table.target = c.planet
    table.phase = tbl.ALLIANCE
    total = table.at(tbl.GATE, c.who)
    on.find("launch.aimed", total, c.who, c.planet, table.defense, ships_of(total))
    if not table.at(c.planet, table.defense) and tbl.owner(c.planet) == table.defense:
        on.find("launch.undefended", c.planet, table.defense)


def _launch_text(who: str, ships: int, planet: str, against: str = "") -> str:
    return f"launch {who} {ships} at {planet}" + (f" against {against}" if against else "")
