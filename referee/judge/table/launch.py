"""The launch phase (consolidated 5.6), and how many ships somebody may send."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from referee.book.law import Rule
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.phases import launch as phases
from referee.judge.table import extra
from referee.judge.table.powers import citing, happens
from referee.judge.table.reckoning import how_many, is_reckoned, is_unknown, say_by_count
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn, command
from referee.judge.table.verdict import Refusal
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command
from referee.state.table import Table

_SHIPS = "ships"  # half a launch: they are on the gate, and it is not aimed yet


def _check_offense(on: Turn) -> None:
    """The offense alone launches."""
    table, who = on.table, on.command.who
    if who != table.turn:
        rule = "launch.not-the-defense" if who == table.defense else "launch.offense-only"
        on.cannot(rule, who, table.turn, nearest=_elsewhere(on))


def _check_at_its_system(on: Turn) -> None:
    """The gate is pointed at a planet of the defense's; at an own one without a colony only by the own color."""
    table, c = on.table, on.command
    own = tbl.owner(c.planet) == c.who and not table.at(c.planet, c.who)
    elsewhere = None if own else phases.at_its_system(table.defense, c.planet)
    if (not own and elsewhere is None) or _meets_elsewhere(on):
        return
    if own:
        on.forbid("launch.own-without-color", c.planet, c.who, table.defense, nearest=_elsewhere(on))
    on.keep(elsewhere, nearest=_elsewhere(on))


def _tell_aimed_elsewhere(on: Turn, planet: str) -> None:
    """Names the card by which the offense may aim at a planet outside the system of the defense."""
    who = on.command.who
    card = on.card_effect(who, "aims_elsewhere")
    if card is not None:
        on.tell(card[0].rule, planet, who, on.table.defense, planet)


def _is_met_in_its_place(on: Turn, planet: str, who: str) -> bool:
    """True for a player whose colonies may be attacked where destiny names the system in which they are."""
    is_there = tbl.owner(planet) == on.table.defense and on.table.at(planet, who) > 0
    return is_there and on.sheet_lifting(who, "colonies") is not None


@command("launch", ph.LAUNCH)
def launch(on: Turn) -> None:
    """The offense points the gate at a planet and sends its ships (5.6.2 to 5.6.4, 5.5.2.1, 5.5.2.2)."""
    table, c = on.table, on.command
    _check_offense(on)
    check_hand_of_defense(on)
    if not c.planet or table.launched:
        c = _in_two_steps(on)
        if not c.planet:
            return
    on.check_planet(c.planet, lambda: _elsewhere(on))
    if aims_anywhere(on) is not None and not _regains(on):
        _launch_anywhere(on)
        return
    if table.defense == c.who:
        _launch_at_home(on)
        return
    home = tbl.owner(c.planet)
    if _is_met_in_its_place(on, c.planet, c.other):
        table.defense = c.other
    _check_at_its_system(on)
    if c.other not in ("", table.defense):
        on.forbid("launch.only-defense", table.defense, c.other, nearest=_elsewhere(on))
    _check_launched(on, "launch.ships")
    if home != table.defense:
        _tell_aimed_elsewhere(on, c.planet)
    _send(on)


@command("aim", ph.LAUNCH)
def aim(on: Turn) -> None:
    """The gate is pointed at a planet by itself: before ships are sent, or after that, as the edition has it."""
    table, c = on.table, on.command
    if on.law["launch.order"].value[0] == "commit":
        if table.launched != _SHIPS and not table.at(tbl.GATE, table.turn):
            on.forbid(
                "launch.order",
                table.turn,
                "may not aim yet",
                "ships are put on the gate first",
                nearest=(f"launch {table.turn} 1",),
            )
        table.launched = ""
        on.command = Command("launch", table.turn, 0, (), c.planet, c.other)
        launch(on)
        return
    launch(Turn(table, on.rulebase, Command("launch", table.turn, 1, (), c.planet, c.other)))  # refused where that is
    table.launched = f"{c.planet} {c.other}".strip()
    on.find("launch.half", True, table.turn, f"is to be pointed at {c.planet}", "say how many ships are sent")


def _in_two_steps(on: Turn) -> Command:
    """A launch in two steps: the planet comes from the aim before it, or has still to be said."""
    table, c = on.table, on.command
    who = table.turn
    if table.launched == _SHIPS:
        on.forbid("launch.order", who, "has sent its ships", "now it aims", nearest=_aims(on))
    if c.planet:
        table.launched = ""
    elif table.launched:
        planet, _, against = table.launched.partition(" ")
        table.launched = ""
        on.command = replace(c, planet=planet, other=against)
    elif on.law["launch.order"].value[0] == "aim":
        nearest = _elsewhere(on) or _aims(on)
        on.forbid(
            "launch.order", who, "may not send ships yet", "the gate is pointed at a planet first", nearest=nearest
        )
    else:
        check_number(on, "launch.ships", lambda ships: f"launch {who} {ships}")
        on.send(who, on.taken_from("launch.from-colonies", who, c.ships or 0, c.stacks), tbl.GATE)
        table.launched = _SHIPS
        on.find("launch.half", True, who, f"carries {ships_of(table.at(tbl.GATE, who))}", "say where it is aimed")
    return on.command


def check_hand_of_defense(on: Turn) -> None:
    """Where the defense looks at its hand as soon as destiny names it, one without encounter card is drawn anew."""
    if shows_hand_early(on):
        on.check_new_hand(on.table.defense)


def shows_hand_early(on: Turn) -> bool:
    """True where the defense looks at its hand for an encounter card before the launch."""
    return ph.LAUNCH in on.law["planning.new-hand-when"].value and on.table.defense not in ("", on.table.turn)


def _meets_elsewhere(on: Turn) -> bool:
    """Whether a card, or the defense's own sheet, lets the offense meet it on a colony in another system."""
    table, c = on.table, on.command
    if not table.at(c.planet, table.defense):
        return False
    if on.card_effect(c.who, "aims_elsewhere") is not None:
        return True
    lifting = on.sheet_lifting(table.defense, "colonies")
    if lifting is None:
        return False
    with citing(on, lifting.cites):
        on.find("assumptions.target-lifted", True, c.planet)
    return True


# -- anywhere, by a power ----------------------------------------------------------------------------------------------


def aims_anywhere(on: Turn) -> Finding | None:
    """The power by which the offense encounters whom it likes, or None."""
    if extra.bound(on.table):
        return None
    return on.alien_allows(on.table.turn, "aims_anywhere")


def _regains(on: Turn) -> bool:
    """Whether the launch is the one at an empty planet of its own that the offense's own color allows (5.5.2.2)."""
    table, planet = on.table, on.command.planet
    return table.defense == table.turn == tbl.owner(planet) and not table.ships[planet]


def _launches_against(on: Turn, names: Iterable[str]) -> tuple[str, ...]:
    """The launch at the planet against each of these players; an empty name leaves it unsaid against whom."""
    c = on.command
    ships = _fitting(on, "launch.ships", c.who)
    return tuple(_launch_text(c.who, ships, c.planet, name) for name in names)


def _colony_anywhere(on: Turn, sheet: Rule) -> str:
    """Whose colony on any planet the offense meets by a sheet: the one named, the planet's owner's, or the only one."""
    table, c = on.table, on.command
    met, home = _met_on(table, c.planet), tbl.owner(c.planet)
    choices = _launches_against(on, met if len(met) > 1 else ("",))
    with citing(on, sheet.cites):
        if not met:
            on.cannot("launch.anywhere", c.who, c.planet, nearest=_elsewhere(on) if table.defense != c.who else ())
        if c.other and c.other not in met:
            on.cannot("launch.not-there", c.other, c.planet, nearest=choices)
    if c.other or home in met:
        return str(c.other or home)
    if len(met) > 1:
        on.cannot("launch.which-colony", c.planet, " and ".join(met), nearest=choices)
    return met[0]


def _launch_anywhere(on: Turn) -> None:
    """The offense encounters any player on any planet, whatever destiny said: at home, or where it has a colony."""
    table, c = on.table, on.command
    found = on.effect_of(c.who, "aims_anywhere")
    assert found is not None
    against = _colony_anywhere(on, found[0].rule)
    _check_launched(on, "launch.ships")
    table.defense = against
    on.tell(found[0].rule, c.planet, c.who, c.planet, table.defense)
    _send(on)


def _met_on(table: Table, planet: str) -> list[str]:
    """The other players who can be met on a planet: its owner while it has a home colony, and whoever stands there."""
    home = tbl.owner(planet)
    return [
        name
        for name in table.clockwise(table.turn)
        if name in table.ships[planet] or (name == home and table.home_colonies(name))
    ]


def _free_targets(on: Turn) -> Iterator[tuple[str, str]]:
    """(planet, against) for every launch that such a power allows; against nobody in particular where it is clear."""
    table = on.table
    for planet in table.planets():
        met = _met_on(table, planet)
        for name in met:
            clear = name == tbl.owner(planet) or (len(met) == 1)
            yield planet, "" if clear else name
        if table.defense == table.turn == tbl.owner(planet) and not table.ships[planet]:
            yield planet, ""


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
    low, high = ships_allowed(on, rule, who)
    most = min(high, on.table.on_colonies(who) + already) - already
    return max(low - already, min(on.command.ships or 0, most))


def ships_allowed(on: Turn, rule: str, who: str) -> tuple[int, int]:
    """The fewest and the most ships that a player may send (5.6.3, 5.7.3), those on the gate with them.

    A card that is played with them may allow more.
    """
    low, high = on.law[rule].value
    limit = on.ship_limit(who) if on.table.aliens else None
    return low, high if limit is None else min(high, limit.value)


def _already(on: Turn) -> int:
    """Ships that the regroup phase put on the gate: they count as launched (5.4.2; DF-12)."""
    return on.table.at(tbl.GATE, on.table.turn) if on.command.verb == "launch" else 0


def _check_launched(on: Turn, rule: str) -> None:
    c = on.command
    check_number(on, rule, lambda ships: _launch_text(c.who, ships, c.planet, c.other))


def _check_has_ships(on: Turn) -> None:
    """Who has no colony has no ship to send (DF-19), unless a power takes ships out of the warp."""
    who = on.command.who
    if not on.table.colonies(who) and on.lifted(who, tbl.WARP) is None:
        nearest = f"decline {who}" if on.command.verb == "ally" else "end"
        on.cannot("launch.no-ship", who, nearest=(nearest,))


def _lifting(on: Turn, more: bool) -> Rule | None:
    """The sheet that lets a player send more ships than anybody, or none: an ally only by a token (5.7.3)."""
    who = on.command.who
    if more:
        return on.lifted(who, _SHIPS)
    if on.command.verb != "launch" and on.effect_of(who, "changes_ships") is None:
        return None
    return on.sheet_lifting(who, "none")


def check_number(on: Turn, rule: str, text: Callable[[int], str]) -> None:
    """One to four ships (5.6.3, 5.7.3), or what a power limits it to; who has none takes no part (DF-19)."""
    who, ships, already = on.command.who, on.command.ships or 0, _already(on)
    if not already:
        _check_has_ships(on)
    low, most = ships_allowed(on, rule, who)
    if low <= ships + already <= most or _more_by_card(on, ships + already, most):
        return
    limit, high = on.ship_limit(who), on.law[rule].value[1]
    lifting = _lifting(on, ships + already > high)
    if lifting is not None:
        with citing(on, lifting.cites):
            on.find("assumptions.limit-lifted", True, who, ships_of(ships))
        return
    nearest = text(_fitting(on, rule, who))
    if limit is not None and low <= ships + already <= high:
        if limit.rule.id not in on.waived:
            raise RefusedError(Refusal(limit, (nearest,), ()))
        return
    said = ships_of(ships) if not already else f"{ships_of(ships)} besides the {already} on the gate"
    on.forbid(rule, who, said, nearest=(nearest,))


def _more_by_card(on: Turn, ships: int, most: int) -> bool:
    """Whether a card lets the player send so many ships, more than the rules and powers would."""
    who = on.command.who
    for verb in ("sends_any_number", "one_more_ship"):
        found = on.card_effect(who, verb)
        if found is not None and most < ships <= most + found[1].get("ships", ships):
            on.tell(found[0].rule, ships, who)
            return True
    return False


def _colony_met(on: Turn, others: Sequence[str]) -> str:
    """Whose colony on its own planet the offense meets: the one that is named, or the only one there."""
    table, c = on.table, on.command
    if c.other:
        ships = table.at(c.planet, c.other) if c.other in others else 0
        on.keep(phases.at_its_colony(c.other, c.who, ships), nearest=_own_options(on))
        return str(c.other)
    if len(others) > 1:
        on.cannot("launch.which-colony", c.planet, " and ".join(others), nearest=_launches_against(on, others))
    return others[0]


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
    against = _colony_met(on, others)
    on.keep(phases.shared_with(on.law, c.who, c.planet, table.at(c.planet, c.who) > 0), nearest=_own_options(on))
    _check_launched(on, "launch.ships")
    table.defense = against
    on.find("launch.own-system", True, c.who, against)
    _send(on)


def _own_options(on: Turn) -> tuple[str, ...]:
    """What the offense may do with a card of its own color, as commands."""
    table, who = on.table, on.table.turn
    found = [_launch_text(who, 1, planet, against) for planet, against in _own_targets(on)]
    return (*found[:3], f"destiny {table.clockwise(who)[0]}")


def targets(on: Turn) -> Iterable[tuple[str, str]]:
    """(planet, against) for every launch that may be; against nobody in particular where it is clear."""
    return targets_by_destiny(on) if aims_anywhere(on) is None else _free_targets(on)


def targets_by_destiny(on: Turn) -> Iterable[tuple[str, str]]:
    """The same where no power lets the offense aim anywhere."""
    table = on.table
    return _own_targets(on) if table.defense == table.turn else _met_at_home(table.home_planets(table.defense))


@lru_cache(maxsize=1024)
def _met_at_home(planets: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple([(planet, "") for planet in planets])


def _own_targets(on: Turn) -> list[tuple[str, str]]:
    """The planets of the offense's own color: with colonies of others that it may attack, or without any ship."""
    table, who = on.table, on.table.turn
    found: list[tuple[str, str]] = []
    for place in table.home_planets(who):
        there = table.ships[place]
        if not there:
            found.append((place, ""))
        elif (who not in there or len(there) > 1) and phases.shared_with(on.law, who, place, who in there) is None:
            others = [name for name in there if name != who]
            found += [(place, name if len(others) > 1 else "") for name in others]
    return found


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
    table.phase = ph.RESOLUTION


def _send(on: Turn) -> None:
    table, c = on.table, on.command
    text = _launch_text(c.who, c.ships or 0, c.planet, c.other)
    stacks = on.taken_from("launch.from-colonies", c.who, c.ships or 0, c.stacks, (text,))
    on.send(c.who, stacks, tbl.GATE)
    table.target = c.planet
    table.phase = ph.ALLIANCE
    total = table.at(tbl.GATE, c.who)
    on.find("launch.aimed", total, c.who, c.planet, table.defense, ships_of(total))
    _tell_defenders(on)
    happens(on, "launched")


def _tell_defenders(on: Turn) -> None:
    """How many ships of the defense's stand on the planet: none that it owns is defended all the same."""
    table, planet, who = on.table, on.command.planet, on.table.defense
    ships = table.at(planet, who)
    if is_reckoned(table, who, planet):
        on.find("assumptions.by-count", True, *say_by_count(table, who, planet, "the defense"))
    elif is_unknown(table, who, planet):
        on.find("table.not-known", True, *how_many(table, who, planet))
    elif ships:
        on.find("launch.defenders", ships, who, ships_of(ships), planet)
    elif tbl.owner(planet) == who and not ships:
        on.find("launch.undefended", planet, who)


def _aims(on: Turn) -> tuple[str, ...]:
    """The planets at which the gate may be pointed, as commands: of another's system, or what the own color allows."""
    table = on.table
    return tuple(f"aim {place}" for place in table.home_planets(table.defense))


def _launch_text(who: str, ships: int, planet: str, against: str = "") -> str:
    return f"launch {who} {ships} at {planet}" + (f" against {against}" if against else "")
