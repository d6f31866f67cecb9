"""The resolution: where every ship goes, for each outcome (consolidated 5.10.4 to 5.10.7)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.book.law import POWER, Rule
from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.powers.acts import was_before
from referee.judge.powers.in_force import PHASE_OF, Planned, act
from referee.judge.ruling import BOTH_LOSE, CHOOSES, DEAL, DEFENSE_WINS, NO_DEAL, OF_TALKS, OFFENSE_WINS, RETURN
from referee.judge.stand import DEFENSIVE_ALLY, Stand
from referee.state import encounter as pos
from referee.state.encounter import Act


def resolve(board: Board) -> None:
    """Moves the ships as the outcome says; talks and deals are left to `deal`."""
    outcome = board.outcome.value if board.outcome is not None else None
    cancelled_go_home(board)
    if outcome == OFFENSE_WINS:
        _offense_wins(board)
    elif outcome == DEFENSE_WINS:
        _defense_wins(board)
    elif outcome == BOTH_LOSE:
        _both_lose(board)
    if board.position.reverse_cone and outcome in (OFFENSE_WINS, DEFENSE_WINS, *OF_TALKS):
        deal = outcome in OF_TALKS
        names = " and ".join(stand.name for stand in (board.offense, board.defense))
        board.steps.append(Finding(board.law["cone.not-in-deals" if deal else "cone.main-players"], True, (), (names,)))
    act(board, "landed")


def _both_lose(board: Board) -> None:
    """Two morphs: every ship in the encounter is lost (5.10.1.4.c; DF-26); where a card says so, whoever's it is."""
    rule = board.law["resolution.both-lose"]
    for stand in board.stands.values():
        if not stand.takes_part:
            continue
        if board.outcome is not None and board.outcome.kind == POWER:
            lose(board, stand, board.law["resolution.all-lose"])
        elif not stand.is_main or rule.value == "everybody":
            lose(board, stand, rule)
        elif stand is board.offense:
            go_home(board, stand, board.law["deal.gate-returns"])
        else:
            ships = board.ships(stand)
            stays = Finding(
                board.law["resolution.nothing-happens"], ships.value, (*_outcome(board), ships), (stand.name,)
            )
            board.players[stand.name].stays = stays


def _outcome(board: Board) -> tuple[Finding, ...]:
    return (board.outcome,) if board.outcome is not None else ()


def _offense_wins(board: Board) -> None:
    law = board.law
    for stand in board.side_of(pos.OFFENSE):
        if stand.name in board.unrewarded:
            go_home(board, stand, law["rewards.return"], board.unrewarded[stand.name])
            continue
        if benefits_swapped(board, stand):
            go_home(board, stand, _by_power(board, stand) or law["cone.home"])
            continue
        _land(board, stand, law["resolution.land"])
    for stand in board.side_of(pos.DEFENSE):
        lose(board, stand, law["cone.losers" if _is_ally_by_cone(board, stand) else "resolution.defense-lost"])


def _land(board: Board, stand: Stand, rule: Rule) -> None:
    ships = board.ships(stand)
    board.players[stand.name].lands = Finding(rule, ships.value, (*_outcome(board), ships), (stand.name,))


def _is_ally_by_cone(board: Board, stand: Stand) -> bool:
    """Whether a player is an ally in an encounter with the reverse cone up."""
    return board.position.reverse_cone and not stand.is_main


def benefits_swapped(board: Board, stand: Stand) -> bool:
    """True if a winning ally has what an ally of the other side would: by the reverse cone, or by its power."""
    return _is_ally_by_cone(board, stand) != (_by_power(board, stand) is not None)


def _by_power(board: Board, stand: Stand) -> Rule | None:
    swapped = board.declared.get(f"swapped by {stand.name}")
    return None if swapped is None else swapped.rule


def _offense_loses(board: Board) -> None:
    allied = any(stand.role == DEFENSIVE_ALLY for stand in board.side_of(pos.DEFENSE))
    lost = "resolution.offense-lost-beside-allies" if allied else "resolution.offense-lost"
    for stand in board.side_of(pos.OFFENSE):
        lose(board, stand, board.law["cone.losers" if _is_ally_by_cone(board, stand) else lost])


def _defense_wins(board: Board) -> None:
    law = board.law
    _offense_loses(board)
    ships = board.ships(board.defense)
    stays = law["resolution.defense-stays" if ships.value else "resolution.no-colony"]
    board.players[board.defense.name].stays = Finding(
        stays, ships.value, (*_outcome(board), ships), (board.defense.name,)
    )
    beside = law["resolution.offense-lost-beside-allies"]
    for stand in board.side_of(pos.DEFENSE):
        if benefits_swapped(board, stand):
            by_power = _by_power(board, stand)
            _land(board, stand, by_power or law["cone.lands"])
            if by_power is None:
                board.by_cone.add(stand.name)
        elif stand.role == DEFENSIVE_ALLY and beside.value == "all-on-the-gate":
            lose(board, stand, beside)
        elif stand.role == DEFENSIVE_ALLY:
            go_home(board, stand, law["rewards.return"])


class Fate(dict[str, Finding]):
    """Where ships bound for the warp go: how many to `warp`, and where a power sends others of them instead.

    That is `returns` (to colonies), `moved` (to a planet that is said), `removed` (out of the game), `lands` (on the
    target planet) or `stays` (there, where they stood). `by_losing` tells the ships of a side that lost the encounter
    from what a failed deal or a power costs.
    """

    def __init__(self, warp: Finding, by_losing: bool = False) -> None:
        super().__init__(warp=warp)
        self.by_losing = by_losing


def lose(board: Board, stand: Stand, rule: Rule) -> None:
    """A player's ships in the encounter are lost to the warp, unless a power or a statement has it otherwise."""
    ships = board.ships(stand)
    bound = Finding(rule, ships.value, (*_outcome(board), ships), (stand.name, ships_of(ships.value)))
    fate = Fate(bound, by_losing=True)
    divert(board, stand, fate)
    player = board.players[stand.name]
    player.warp = fate["warp"]
    player.removed = fate.get("removed", player.removed)
    player.lands = fate.get("lands", player.lands)
    player.stays = fate.get("stays", player.stays)
    board.fallen[stand.name] = fate["warp"].value
    player.returns = fate.get("moved", player.returns)
    if "returns" in fate:
        place(board, stand, fate["returns"])


def divert(board: Board, stand: Stand, fate: Fate) -> None:
    """What powers and statements do with ships bound for the warp: whoever comes first in timing order (4.8.2)."""
    plan = board.plan.get("fate", ())
    first = None
    for owner, use, function, args in plan:
        before = fate["warp"]
        if first is not None and not before.value:
            _note_order(board, stand, first, plan, fate)
            break
        function(board, owner, use, args, stand, fate)
        if fate["warp"] is not before:
            first = first or (owner, before)
    for a, finding in board.live_acts:
        if a.verb in _STATED and a.who == stand.name and fate["warp"].value:
            _as_stated(board, stand, fate, a, finding)


# Where ships bound for the warp go instead, by what the players state.
_STATED = {"saves": "returns", "stays": "stays", "removed": "removed"}


def _still_stated(board: Board, act: Act, all_of_them: int) -> int:
    """How many ships a statement is of that are not used up by earlier losses; without a number, all of them."""
    if act.amount is None and not act.hidden:
        return all_of_them
    return board.amount(act) - board.placed.get(id(act), 0)


def _as_stated(board: Board, stand: Stand, fate: Fate, act: Act, finding: Finding) -> None:
    """So many ships have the fate that the players state, as far as they are not used up by earlier losses.

    Only ships in the encounter stay on the planet or leave the game by a statement.
    """
    if act.verb != "saves" and not fate.by_losing:
        return
    bound = fate["warp"].value
    count = min(bound, _still_stated(board, act, bound))
    if count <= 0:
        return
    board.placed[id(act)] = board.placed.get(id(act), 0) + count
    stays = act.verb == "saves" and stand is board.defense and fate.by_losing and _saved_where_they_are(board, act)
    law, verb = board.law, "stays" if stays else act.verb
    place = _STATED[verb]
    already = fate[place].value if place in fate else 0
    fate["warp"] = Finding(law["resolution.not-lost"], bound - count, (fate["warp"],), (stand.name,))
    fate[place] = Finding(law[f"stated.{verb}"], already + count, (finding,), (stand.name,))


def _saved_where_they_are(board: Board, act: Act) -> bool:
    """True if the power that a statement names leaves the ships of a beaten defense that it saves on the planet."""
    alien = board.rulebase.alien(act.why or "")
    effects = (effect for use in alien.uses for effect in use.effects) if alien is not None else ()
    return any(args.get("defense") == "stays" for _, args in effects)


def _note_order(board: Board, stand: Stand, first: tuple[Stand, Finding], plan: Sequence[Planned], fate: Fate) -> None:
    """Says that the timing order decided between powers, where another one would have had the ships otherwise."""
    earlier, bound = first
    marks = len(board.steps), len(board.then), len(board.illegal), set(board.zapped)
    for owner, use, function, args in plan:
        instead = Fate(bound, fate.by_losing)
        if owner is not earlier:
            function(board, owner, use, args, stand, instead)
        if instead["warp"] is not bound:
            found = _why_first(board, earlier, (owner, use), plan)
            del board.steps[marks[0] :], board.then[marks[1] :], board.illegal[marks[2] :]
            board.steps.append(found)
            break
    else:
        del board.steps[marks[0] :], board.then[marks[1] :], board.illegal[marks[2] :]
    board.zapped = marks[3]


def _why_first(board: Board, earlier: Stand, second: tuple[Stand, Use], plan: Sequence[Planned]) -> Finding:
    """Why one power comes before another: by the roles, or by its text where the roles would have it later."""
    later, other = second
    law, words = board.law, f"{earlier.name}'s power comes before {later.name}'s"
    if board.order.index(earlier) < board.order.index(later):
        return Finding(law["timing.round"], True, (), (words,))
    first = next(use for owner, use, *_ in plan if owner is earlier)
    events, phase = board.rulebase.moments, PHASE_OF["fate"]
    moment = events.in_phase(first.moments, phase)
    if moment.rule:
        return Finding(law[moment.rule].citing(first.rule).citing(other.rule), True, (), (words,))
    return Finding(
        law["timing.before"].citing(first.rule).citing(other.rule), True, (), (first.alien, events.told(moment))
    )


# -- what powers cost besides, and give back ---------------------------------------------------------------------------


def aftermath(board: Board) -> None:
    """What follows on ships that were lost: more of them by a power, and some that are given back."""
    act(board, "extra")
    act(board, "lost")
    act(board, "heal")
    if board.live_acts:
        stated_losses_elsewhere(board)
    if not board.used:
        return
    for window in ("fate", "lost", "heal"):
        for stand, use, *_ in board.plan.get(window, ()):
            if window == "lost" or not use.mandatory:
                _used_for_nothing(board, stand)


def _used_for_nothing(board: Board, stand: Stand) -> None:
    """A use is forbidden for which nothing came up."""
    if len(stand.aliens) > 1:  # it may be the use of the other power
        return
    for used in board.used.get(stand.name, ()):
        if used.came_up:
            continue
        used.came_up = True
        if stand.powerless is None and _comes_up_any_time(stand) and was_before(board, stand, used.act):
            continue
        gone = stand.powerless
        rule = gone.rule if gone is not None else board.law["powers.not-now"].citing(stand.aliens[0].rule)
        sources = gone.sources if gone is not None else ()
        words = gone.words if gone is not None else (stand.name,)
        board.forbid(rule, words, board.without_use(stand, used), (used.finding, *sources))


def _comes_up_any_time(stand: Stand) -> bool:
    """True if a power of the player's can be used in any phase."""
    return any("any" in use.phases for alien in stand.aliens for use in alien.uses)


def lost(board: Board, stand: Stand) -> int:
    """How many of a player's ships went to the warp or out of the game by this encounter."""
    player = board.players[stand.name]
    return sum(gone.value for gone in (player.warp, player.removed) if gone is not None)


def lose_more(
    board: Board, stand: Stand, count: int, why: Finding, picks: Stand | None = None, places: Sequence[str] = ()
) -> None:
    """A power costs a player so many ships besides, of its own choice (or of who `picks`), as far as there are any.

    Which colonies they leave is not settled by the line, and so neither is what becomes of these; unless the `places`
    are named, where others of the player are taken to stay.
    """
    law = board.law
    lost_besides = law["resolution.lost-besides"].citing(why.rule)
    left = _outside(board, stand, count)
    if left is not None and left.value < count:
        count, why = left.value, Finding(law["resolution.all-it-has"], left.value, (why, left), (stand.name,))
    if not count:
        board.steps.append(why)
        return
    fate = Fate(Finding(lost_besides, count, (why,), (stand.name, ships_of(count))))
    divert(board, stand, fate)
    more, player = fate["warp"], board.players[stand.name]
    choose_saved(board, stand, fate)
    if not more.value:
        board.steps.append(fate.get("returns", more))
        return
    player.warp = more_of(player.warp, more)
    for place in places:
        board.assume("assumptions.keeps-colony-on", stand.name, place)
    if places:
        return
    player.besides = more_of(player.besides, more)
    goes = "goes" if more.value == 1 else "go"
    whose = "" if picks is None else f" of {stand.name}'s"
    what = f"which {ships_of(more.value)} more{whose} {goes} to the warp, from its colonies"
    board.do((picks or stand).name, CHOOSES, what, more)
    power_in_doubt(board, stand, more.value)


def choose_saved(board: Board, stand: Stand, fate: Fate) -> None:
    """Of ships that go to colonies in place of the warp their owner chooses which these are, and to which they go."""
    saved = fate.get("returns")
    if saved is not None and saved.value:
        back = "it goes" if saved.value == 1 else "they go"
        what = f"which {ships_of(saved.value)} would be lost, and to which of its colonies {back} instead"
        board.do(stand.name, CHOOSES, what, saved)


def more_of(before: Finding | None, more: Finding) -> Finding:
    """So many ships on top of what was found before."""
    if before is None or not before.value:
        return more
    return Finding(more.rule, before.value + more.value, (before, more), more.words)


def leave_open(board: Board) -> None:
    """Which colonies end by ships of their owner's choice is not settled."""
    for player in board.players.values():
        if player.besides is not None and player.picks:
            player.home = player.foreign = None


def power_in_doubt(board: Board, stand: Stand, count: int) -> None:
    """The owner chooses which ships are lost, and could lose home colonies and so the power (4.6.2)."""
    least: int = board.law["power.lost"].value
    if stand.name not in board.position.home:
        board.assume("assumptions.keeps-power", stand.name, least)
        return
    homes = board.homes(stand)
    moved = board.players[stand.name].home
    if homes is not None and moved is not None:
        homes += moved.value
    if homes is not None and homes >= least > homes - count:
        board.players[stand.name].power = None
        board.chooses_power.add(stand.name)


def _outside(board: Board, stand: Stand, count: int) -> Finding | None:
    """How many ships a player still has outside the warp, if the line says; else that they are enough is assumed."""
    owned = stand.owns(board.law["setup.ships"].value)
    warp = board.number("warp", stand.name, 0, owned)
    if warp is None:
        board.assume("assumptions.enough-ships", stand.name, ships_of(lost(board, stand) + count))
        return None
    left = max(owned - board.position.removed.get(stand.name, 0) - warp - lost(board, stand), 0)
    return Finding(board.law["facts.owns"], left, (), (stand.name, ships_of(left)))


def give_back(board: Board, stand: Stand, healed: Finding) -> None:
    """All ships that a player lost by this encounter come back to colonies of its choice.

    They were lost all the same: compensation is paid for those that reached the warp.
    """
    player = board.players[stand.name]
    sent = player.warp.value if player.warp is not None else 0
    besides = player.besides.value if player.besides is not None else 0
    board.sent[stand.name] = sent
    back = lost(board, stand) - besides
    sources = (healed,) if player.warp is None else (player.warp, healed)
    player.warp = player.removed = Finding(board.law["resolution.given-back"], 0, sources, (stand.name,))
    if player.returns is None or board.outcome is None or board.outcome.value == NO_DEAL:
        board.steps.append(healed)  # they come back wherever they stood
        return
    place(board, stand, Finding(healed.rule, player.returns.value + back, (healed,), healed.words))


# -- what the players state --------------------------------------------------------------------------------------------


def stated_losses_elsewhere(board: Board) -> None:
    """Ships that the players state to be lost besides, of which there are no more in the encounter."""
    for a, finding in board.live_acts:
        if a.verb == "loses":
            left = board.amount(a) - board.placed.get(id(a), 0)
            if left > 0:
                stand = board.stands[a.who]
                lose_more(board, stand, left, Finding(board.law["stated.loses"], left, (finding,), (a.who,)))


def cancelled_go_home(board: Board) -> None:
    """Allies whose alliances were cancelled take their ships back (card Force Field)."""
    for stand in board.allies():
        if stand.cancelled is not None:
            go_home(board, stand, board.law["alliance.back"], stand.cancelled)


def go_home(board: Board, stand: Stand, rule: Rule, *why: Finding) -> None:
    """A player's ships in the encounter return to colonies of the owner's choice."""
    ships = board.ships(stand)
    place(board, stand, Finding(rule, ships.value, (*(why or _outcome(board)), ships), (stand.name,)))


def place(board: Board, stand: Stand, returns: Finding) -> None:
    """Ships that return need a colony; without one they go to the warp (2018 rulebook, moving ships; DF-44)."""
    player = board.players[stand.name]
    count: int = returns.value
    if not count:
        return
    nowhere = no_colony(board, stand)
    if nowhere is not None:
        strand(board, stand, count, (returns, nowhere))
        return
    player.returns = returns
    rule = board.law["ships.return"].said_with(returns.rule, inferred=stand.is_main)
    where = Finding(rule, count, (returns,), (stand.name, ships_of(count)))
    board.do(stand.name, CHOOSES, f"where {ships_of(count)} return{'s' if count == 1 else ''}", where, about=RETURN)


def no_colony(board: Board, stand: Stand) -> Finding | None:
    """That a player has no planet to return ships to; None if there is one or the line does not say (DF-45)."""
    left = colonies_left(board, stand)
    if left is None or left.value:
        return None
    where = board.law["ships.where"]
    found = Finding(where, where.value, (left,), (stand.name,))
    if where.value == "own-colonies":
        return found
    board.steps.append(found)
    return None


def strand(board: Board, stand: Stand, count: int, why: tuple[Finding, ...]) -> None:
    """Ships that cannot return go to the warp, or stay on the gate (DF-44)."""
    player = board.players[stand.name]
    rule = board.law["ships.no-colony"]
    words = (stand.name, ships_of(count))
    if rule.value == "gate":
        player.stays = Finding(rule, count, why, words)
        return
    warp = player.warp.value if player.warp is not None else 0
    player.warp = Finding(rule, warp + count, why, words)


def _target_is_vacated(board: Board) -> bool:
    """True if the outcome takes the ships of the defense off the target, all that there were."""
    stays = board.players[board.defense.name].stays
    if not board.defense.count or board.outcome is None or (stays and stays.value):
        return False
    return board.outcome.value in (OFFENSE_WINS, BOTH_LOSE)


def colonies_left(board: Board, stand: Stand) -> Finding | None:
    """How many colonies a player has to return to; None if the line does not say. A vacated target counts no more."""
    law = board.law
    position = board.position
    if position.home.get(stand.name, -1) == -1 or position.foreign.get(stand.name, -1) == -1:
        return None
    homes = board.homes(stand) or 0
    foreign = board.number("foreign", stand.name, 0, law["setup.planets"].value) or 0
    left = homes + foreign
    if board.outcome is not None and board.outcome.value == DEAL:
        player = board.players[stand.name]
        left += sum(gained.value for gained in (player.home, player.foreign) if gained is not None)
    if stand is board.defense and _target_is_vacated(board):
        left -= 1
    return Finding(law["facts.colonies"], max(left, 0), (), (stand.name,))
