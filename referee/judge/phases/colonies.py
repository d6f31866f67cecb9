"""Colonies gained and lost, powers lost and regained, and who has won (consolidated 1.2, 4.6, 4.12, 5.10.4.1)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.book.law import Law, Rule
from referee.book.power import Alien
from referee.judge.board import Board
from referee.judge.counted import home_colonies_of
from referee.judge.finding import Finding
from referee.judge.phases.power import changed, least_homes
from referee.judge.ruling import BOTH_LOSE, BY_MARKER, DEFENSE_WINS, MAKE_A_DEAL, OFFENSE_WINS
from referee.judge.stand import Stand
from referee.state import encounter as pos
from referee.state.encounter import Act


def change(board: Board) -> None:
    """Rules the colonies that the encounter founds or ends, and what that does to powers."""
    outcome = board.outcome.value if board.outcome is not None else None
    owner = board.position.target[0] if board.position.target is not None else board.defense.name
    if outcome in (OFFENSE_WINS, DEFENSE_WINS):  # a power may let a loser land too
        for stand in (*board.side_of(pos.OFFENSE), *board.side_of(pos.DEFENSE)):
            _found(board, stand, owner)
    if board.outcome is not None and _is_left(board, board.outcome.value) and board.ships(board.defense).value:
        leave(board, board.outcome)
    _bystanders(board)
    _stated(board)
    if owner == board.offense.name:
        words = (board.offense.name, board.defense.name)
        board.steps.append(Finding(board.law["launch.own-system"], True, (), words))
    _powers(board)


def _is_left(board: Board, outcome: str) -> bool:
    """True if none of the defense's ships stays on the planet."""
    stays = board.players[board.defense.name].stays
    if outcome == DEFENSE_WINS:
        return stays is not None and not stays.value  # by what the players state
    return outcome in (OFFENSE_WINS, BOTH_LOSE) and (stays is None or not stays.value)


def _powers(board: Board) -> None:
    """Rules who has a power: whoever has a sheet, or can have crossed the number of home colonies that it takes."""
    least = least_homes(board.law)
    for name, stand in board.stands.items():
        before, moved = board.position.home.get(name), board.players[name].home
        if stand.aliens or before is None or moved is None or not before >= least <= before + moved.value:
            _power(board, stand)


def _found(board: Board, stand: Stand, owner: str) -> None:
    """Landing founds a colony, or strengthens one that is there (5.10.4.1.a, 5.10.4.1.b)."""
    law = board.law
    player = board.players[stand.name]
    lands = player.lands
    if lands is None or not lands.value:
        return
    there = board.position.planet
    everywhere = owner == stand.name and board.homes(stand) == law["setup.planets"].value
    rests_on_landing: list[Finding] = []
    if everywhere or (there or {}).get(stand.name, 0) != 0:
        player.foreign = Finding(law["resolution.reinforce-colony"], 0, (lands,), (stand.name,))
        rests_on_landing.append(player.foreign)
    elif owner == stand.name:
        own = law["resolution.home-colony"]
        player.home = Finding(own, own.value, (lands,), (stand.name,))
    else:
        player.foreign = Finding(law["resolution.new-colony"], 1, (lands,), (stand.name,))
        rests_on_landing.append(player.foreign)
    if there is None and not everywhere:
        rests_on_landing.append(board.assume("assumptions.no-colony-there", stand.name))
    if stand.name in board.by_cone:
        _rest_on(lands, rests_on_landing)


def _rest_on(lands: Finding, findings: Iterable[Finding]) -> None:
    """Lets what is founded rest on the clause by which it lands: an ally of the defense has its colony by that one."""
    for finding in findings:
        finding.rule = finding.rule.resting_on(lands.rule.cites)


def leave(board: Board, why: Finding) -> None:
    """A defense that leaves the target planet loses its colony there (4.6.1).

    It is its ally's where that one has used a power by which it is no main player any more.
    """
    holder, target = board.defense, board.position.target
    if target is None:
        board.assume("assumptions.home-planet", holder.name)
    elif (target[0], pos.DEFENSE) in [(name, board.stands[name].side) for name, _ in board.lifting]:
        holder = board.stands[target[0]]
    _leave(board, holder, why)


def _leave(board: Board, stand: Stand, why: Finding) -> None:
    player = board.players[stand.name]
    home, foreign = player.home, player.foreign
    owner = board.position.target[0] if board.position.target is not None else board.defense.name
    if owner == stand.name:
        gained = home.value if home is not None else 0
        player.home = Finding(board.law["colonies.home-lost"], gained - 1, (why,), (stand.name,))
    else:
        gained = foreign.value if foreign is not None else 0
        ends, marker = board.law["colonies.foreign-lost"], board.law["colonies.marker-down"]
        lost = Finding(ends, ends.value, (why,), (stand.name,))
        down = lost.value * marker.value
        player.foreign = Finding(marker if lost.value else ends, gained - down, (lost,), (stand.name,))


def _bystanders(board: Board) -> None:
    there = board.position.planet or {}
    for name, why in board.driven_off.items():
        _leave(board, board.stands[name], why)
    gone = (board.defense.name, *board.driven_off)
    names = [name for name, count in there.items() if count != 0 and name not in gone]
    if names and board.outcome is not None:
        words = (" and ".join(names),)
        board.steps.append(Finding(board.law["resolution.bystanders"], 0, (board.outcome,), words))


def _stated(board: Board) -> None:
    """The colonies that players gain besides, as they state: foreign ones, unless a home planet is named."""
    for a, finding in board.live_acts:
        if a.verb != "colony":
            continue
        gain(board, board.stands[a.who], board.law["stated.colony"], finding, a.terms[0].planet)


def gain(board: Board, stand: Stand, rule: Rule, why: Finding, planet: str, count: int = 1) -> None:
    """So many colonies that a player gains besides, by a `rule`: foreign ones, unless a home planet is named."""
    player = board.players[stand.name]
    field = "home" if planet.partition(".")[0] == stand.name else "foreign"
    before: Finding | None = getattr(player, field)
    if before is not None:
        told = before.value or before.rule.question  # by another reading it may be none, and is named all the same
        sources = (before, why) if told else (why,)
        setattr(player, field, Finding(rule, before.value + count, sources, (stand.name, f"{field} colony")))


def lose_home(board: Board, stand: Stand, why: Finding) -> None:
    """A home planet of a player's stands empty since, and its power may hang on that."""
    gain(board, stand, board.law["colonies.home-lost"], why, stand.name, -1)
    _power(board, stand)


def _power(board: Board, stand: Stand) -> None:
    """With fewer home colonies than it needs a power is lost, and with enough of them regained (4.6.2)."""
    player = board.players[stand.name]
    least = least_homes(board.law)
    if board.chooses_power and stand.name in board.chooses_power and not _sinks_below(board, stand, least):
        return
    kept = board.keeps_power(stand) if stand.aliens else None
    if kept is not None:
        player.power = kept
        return
    moved = player.home.value if player.home is not None else 0
    if stand.name in board.position.home:
        _power_by_homes(board, stand, least, moved)
    elif moved < 0:
        board.assume("assumptions.keeps-power", stand.name, least)


def _power_by_homes(board: Board, stand: Stand, least: int, moved: int) -> None:
    """Rules a power by the home colonies that are told, and how many the encounter founds or ends."""
    before = board.position.home[stand.name]
    if before is not None and before >= least <= before + moved:
        return
    if before is None and not moved and not stand.aliens:
        # there before or not: the encounter does not change it, and nothing else tells
        board.players[stand.name].power = None
        return
    _power_after(board, stand, board.homes(stand) or 0, moved)


def _power_after(board: Board, stand: Stand, before: int, moved: int) -> None:
    """What becomes of a power as so many home colonies are gained or lost."""
    law, player = board.law, board.players[stand.name]
    least, after = least_homes(law), before + moved
    fact = Finding(law["facts.home"], before, (), (stand.name,))
    sources = (fact,) if player.home is None or not player.home.sources else (fact, player.home)
    rule = changed(law, before >= least, after)
    if rule is not None and after < least:
        moment = law["power.moment"]
        if stand.aliens:
            sources = (*sources, Finding(moment, moment.value, (), (stand.name,)))
        player.power = Finding(rule, "lost", sources, (stand.name, home_colonies_of(after)))
        if moment.value == "at-once":
            stand.powerless = player.power
    elif rule is not None:
        player.power = Finding(rule, "regained", sources, (stand.name, home_colonies_of(after)))
        stand.powerless = None
    elif after < least:
        player.power = Finding(law["power.unusable"], "none", sources, (stand.name,))
        if stand.powerless is not None:
            stand.powerless = player.power


def _sinks_below(board: Board, stand: Stand, least: int) -> bool:
    """True if the encounter alone takes the last home colony that a power needs, whatever its owner chooses besides."""
    before, moved = board.position.home.get(stand.name), board.players[stand.name].home
    return before is not None and moved is not None and before + moved.value < least


def winners(board: Board) -> Finding:
    """Who has won the game, in the order of the line (1.2.1, 1.2.2, 4.12.1; DF-05, DF-06)."""
    law = board.law
    if said_to_win(board.position.acts) is not None:
        return _said(board)
    holding = _holding_enough(board, law["win.colonies"])
    goal = _other_goal(board) if holding else None
    if goal is not None:
        rule = law["win.other-goal"].citing(goal.rule)
        board.steps.append(Finding(rule, True, tuple(holding.values()), (" and ".join(holding), goal.name)))
        holding = {}
    if not holding and not board.also_won:
        return Finding(law["win.none"], [])
    won, sources = _before_others(law, holding)
    if board.also_won:
        won = [name for name in board.stands if name in won or name in board.also_won]
        sources += (*board.also_won.values(),)
    return _settled(board, won, sources)


def _holding_enough(board: Board, needed: Rule) -> dict[str, Finding]:
    """The players who hold enough foreign colonies to win, each with them (`_enough`)."""
    holding: dict[str, Finding] = {}
    for name, player in board.players.items():
        if BY_MARKER.format(name) in board.declared:
            continue
        if name in board.position.foreign:
            holds = _enough(board, name, needed)
            if holds is not None:
                holding[name] = holds
        elif player.foreign is not None and player.foreign.value > 0:
            board.assume("assumptions.too-few-to-win", name, needed.value - 1)
    return holding


def _before_others(law: Law, holding: dict[str, Finding]) -> tuple[list[str], tuple[Finding, ...]]:
    """(who wins by colonies, why): where some held enough before the encounter, the law says whether others do too."""
    needed, later = law["win.colonies"], law["win.later"]
    won, sources = [*holding], tuple(holding.values())
    had = [name for name, holds in holding.items() if holds.sources[0].value >= needed.value]
    if len(had) in (0, len(won)):
        return won, sources
    late = [name for name in won if name not in had]
    why = Finding(later, late, sources, (" and ".join(had), " and ".join(late)))
    return (won if later.value == "all-holders" else had), (why,)


def said_to_win(acts: Iterable[Act]) -> list[str] | None:
    """The players who are said to win the game, none where nobody is; None where nothing is said of it."""
    said = [act.who for act in acts if act.verb == "game"]
    return [name for name in said if name] if said else None


def _said(board: Board) -> Finding:
    said = said_to_win(board.position.acts)
    sources = tuple(found for act, found in board.live_acts if act.verb == "game")
    won = [name for name in board.stands if name in (said or ())]
    if not won:
        return Finding(board.law["stated.no-game"], [], sources)
    return _settled(board, won, (Finding(board.law["stated.game"], won, sources, (" and ".join(won),)),))


def _other_goal(board: Board) -> Alien | None:
    """A sheet in play by which five colonies win nobody the game; where that is a use of the power it can be zapped."""
    for stand in board.stands.values() if "goal" in board.sheet_words else ():
        for alien in stand.aliens if stand.powerless is None else ():
            by_itself = alien.works is not None and not alien.works.zappable
            if "goal" in alien.lifts and (by_itself or board.zap_on(stand, alien.name) is None):
                return alien
    return None


def _assume_no_planets(board: Board, name: str) -> None:
    """Says that the sheets of a player which can hold planets are taken to hold none."""
    for alien in board.stands[name].aliens:
        if "planets" in alien.holds:
            board.assume("assumptions.with-planets", name, alien.name, by=alien.rule)


def _enough(board: Board, name: str, needed: Rule) -> Finding | None:
    """The foreign colonies with which a player wins, the first source being those before the encounter; or None."""
    gained, before = board.players[name].foreign, board.position.foreign[name]
    change = gained.value if gained is not None else 0
    _assume_no_planets(board, name)
    if before is None:
        if change <= 0:
            return None
        before = board.number("foreign", name, 0, needed.value - 1) or 0
    if before + change < needed.value:
        return None
    if before >= needed.value and not board.position.checked:  # at a table the end of every phase is seen
        board.assume("assumptions.not-over", name, before)
    fact = Finding(board.law["facts.foreign"], before, (), (name,))
    total = (fact,) if gained is None or not change else (fact, gained)
    return Finding(needed, before + change, total, (name,))


def _settled(board: Board, won: list[str], sources: tuple[Finding, ...]) -> Finding:
    """The game is over when the phase ends: for one winner, or for all who share it (1.2.2)."""
    law = board.law
    if len(won) > 1:
        shared = Finding(law["win.shared"], list(won), sources, (" and ".join(won),))
        return Finding(law["win.check"], won, (shared,), (" and ".join(won),))
    return Finding(law["win.check"], won, sources, (won[0],))


def stop(board: Board, won: Finding) -> None:
    """Where a win ends the game at once nothing that comes after it is taken (2018 the-colony-track.3; DF-05)."""
    if not won.value or won.rule.value != "at-once" or board.outcome is None or board.outcome.value == MAKE_A_DEAL:
        return
    rule = board.law["win.nothing-after"]
    for player in board.players.values():
        if player.compensation is not None and player.compensation.value:
            player.compensation = Finding(rule, 0, (won, player.compensation), (player.name,))
        if player.rewards is not None and player.rewards.value:
            player.rewards = player.rewards_as_ships = Finding(rule, 0, (won, player.rewards), (player.name,))
    board.then.clear()
