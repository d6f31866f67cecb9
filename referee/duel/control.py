"""Who controls a planet, who leads and who straggles, and who has won the game."""

from __future__ import annotations

from referee.duel import state as st
from referee.duel.on import On, planets_of
from referee.duel.state import Phase
from referee.judge.finding import Finding


def controlled(on: On, who: str) -> list[str]:
    """The planets that a player controls: one ship or more, and no duel there (planets.4, winning-the-game.4).

    The Warpplanet is controlled by whoever has more ships on it (warpplanet.4).
    """
    table = on.table
    fought = table.fight.planet if table.fight is not None else ""
    found = []
    for planet, ships in table.planets.items():
        mine = ships.get(who, 0)
        if planet == fought and on.law["planets.control"].value == "nobody-meanwhile":
            continue
        if mine and (planet != st.WARPPLANET or mine > ships.get(table.other(who), 0)):
            found.append(planet)
    return found


def count(on: On, who: str) -> Finding:
    """How many planets a player controls."""
    planets = controlled(on, who)
    number = len(planets) + on.table.counts.get(who, 0)
    rule = "planets.warpplanet-control" if st.WARPPLANET in on.table.planets else "planets.control"
    return Finding(on.law[rule], number, (), (who, planets_of(number)))


def check_roles(on: On) -> None:
    """The roles change as soon as the straggler controls more planets (the-leader-and-the-straggler.3)."""
    table = on.table
    if not table.leader:
        return
    if on.on_line and not table.counts:
        on.find("roles.not-told", None)
        return
    leads, straggles = count(on, table.leader), count(on, table.straggler)
    if straggles.value > leads.value:
        on.find("roles.switch", table.straggler, table.straggler, table.leader, sources=(leads, straggles))
        table.leader = table.straggler
    else:
        on.find("roles.stay", table.leader, table.leader, sources=(leads, straggles))


def check_win(on: On) -> None:
    """Before the next destiny card a player who controls five planets wins; both can (winning-the-game.2, .3)."""
    table = on.table
    if on.on_line and not table.counts:
        return
    counts = {name: count(on, name) for name in table.order()}
    enough: int = on.law["win.five"].value
    have = [name for name, found in counts.items() if found.value >= enough]
    if len(have) > 1:
        finish(on, have, on.find("win.both", have, *have, sources=tuple(counts.values())))
    elif have:
        finish(on, have, on.find("win.five", enough, have[0], sources=(counts[have[0]],)))


def finish(on: On, winners: list[str], won: Finding) -> None:
    """The game is over, by the rule of what was found last."""
    on.table.winners, on.table.ended = winners, won.rule.id
    on.table.phase = Phase.OVER
    on.table.dues = []
