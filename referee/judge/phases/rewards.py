"""Defender rewards: a card or a ship for each ship a defensive ally sent (consolidated 2.5.2 and 5.10.5.2)."""

from __future__ import annotations

from referee.book.law import Law, Rule
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.resolution import benefits_swapped, colonies_left
from referee.judge.powers import acts
from referee.judge.powers.in_force import act
from referee.judge.ruling import CHOOSES, DEFENSE_WINS, MUST, OFFENSE_WINS, REWARDS
from referee.judge.stand import DEFENSIVE_ALLY, OFFENSIVE_ALLY, Stand

# What is said of rewards once somebody has some: with the reverse cone these are the allies of a winning offense.
_ONCE_GAINED = frozenset(
    (
        "rewards.options",
        "rewards.as-ships",
        "rewards.as-many",
        "rewards.none-left",
        "rewards.first",
        "rewards.still",
        "rewards.took-cards",
        "rewards.took-ships",
        "rewards.ships-in-warp",
        "rewards.onto-colonies",
    )
)


_ALLIES = {OFFENSE_WINS: OFFENSIVE_ALLY, DEFENSE_WINS: DEFENSIVE_ALLY}  # of the side that has won


def reward_rule(law: Law, id: str, reverse: bool) -> Rule:
    """A rule of rewards; with the reverse cone up it rests on the clause that gives them to the offense's allies."""
    return law[id].resting_on(law["cone.picks"].cites) if reverse and id in _ONCE_GAINED else law[id]


def gain(board: Board) -> None:
    """Rules the picks of every ally of a winning defense, and those that the players state."""
    _gain_all(board)
    act(board, "rewarded")
    for a, finding in acts.live(board, "rewards"):
        board.do_no_more(a.who, REWARDS)
        stated = Finding(board.law["stated.rewards"], board.amount(a), (finding,), (a.who,))
        player = board.players[a.who]
        if stated.value:
            pick(board, board.stands[a.who], stated)
        else:
            player.rewards = player.rewards_as_ships = stated


def gain_besides(board: Board, stand: Stand, more: Finding) -> None:
    """Rewards that a power gives, on top of those that a player has."""
    before = board.players[stand.name].rewards
    if before is not None and before.value:
        board.do_no_more(stand.name, REWARDS)
        more = Finding(more.rule, before.value + more.value, (before, more), more.words)
    pick(board, stand, more)


def gain_anew(board: Board, stand: Stand) -> None:
    """Rules the picks of one player again, if it has any: fewer of its ships count for them than at first."""
    rewards = board.players[stand.name].rewards
    if board.outcome is not None and rewards is not None and rewards.value:
        board.do_no_more(stand.name, REWARDS)
        _gain(board, stand, board.outcome)


def _note_turns(board: Board, gainers: list[str]) -> None:
    """Says in which order several players pick their rewards."""
    if len(gainers) > 1:
        order = Finding(board.law["timing.order"], True)
        board.steps.append(Finding(board.law["rewards.in-turn"], gainers, (order,), (", then ".join(gainers),)))


def _allies_gaining(board: Board, outcome: Finding, usual: bool) -> list[Stand]:
    """The allies of the winning side who pick rewards, in timing order: those who land instead are not among them."""
    allies = [stand for stand in board.order if stand.role == _ALLIES[outcome.value]]
    swapped = {stand.name for stand in allies if benefits_swapped(board, stand) != board.position.reverse_cone}
    return [stand for stand in allies if usual != (stand.name in swapped)]


def _gain_all(board: Board) -> None:
    """Rules the picks of every ally of a winning defense, in timing order; the defense itself gets none (2.5.2.4).

    With the reverse cone it is the allies of a winning offense that pick; a power can have an ally do otherwise.
    """
    outcome = board.outcome
    if outcome is None or outcome.value not in _ALLIES:
        return
    usual = outcome.value == (OFFENSE_WINS if board.position.reverse_cone else DEFENSE_WINS)
    allies = _allies_gaining(board, outcome, usual)
    for stand in allies:
        if stand.cancelled is None:
            _gain(board, stand, outcome)
        elif stand.count != 0:  # who has committed none gets none by either reading
            _gain_cancelled(board, stand, outcome)
    gainers = [stand.name for stand in allies if stand.cancelled is None]
    _note_turns(board, gainers)
    if gainers and usual and not board.position.reverse_cone:
        none = Finding(board.law["rewards.not-the-defense"], 0, (outcome,), (board.defense.name,))
        board.players[board.defense.name].rewards = none


def _gain_cancelled(board: Board, stand: Stand, outcome: Finding) -> None:
    """What an ally gets whose alliance was cancelled (DF-42)."""
    rule = board.law["rewards.cancelled"]
    if rule.value == "none":
        board.players[stand.name].rewards = Finding(rule, 0, (outcome,), (stand.name,))
        return
    ships = board.ships(stand)
    pick(board, stand, Finding(rule, ships.value, (outcome, ships), (stand.name,)))


def _gain(board: Board, stand: Stand, outcome: Finding) -> None:
    law = board.law
    if stand.name in board.unrewarded:
        board.players[stand.name].rewards = board.unrewarded[stand.name]
        return
    ships, home = board.ships(stand), board.declared.get(f"home from {stand.name}")
    rule = law["cone.picks" if board.position.reverse_cone else "rewards.picks"]
    picks = Finding(rule, ships.value, (outcome, ships), (stand.name,))
    if home is not None:
        picks = Finding(rule, ships.value - home.value, (picks, home), (stand.name,))
    each = board.counts.get(stand.name)
    if each is not None:
        picks = Finding(each.rule, ships.value * each.value, (picks, *each.sources), (stand.name,))
    pick(board, stand, picks)


def _take_no_ships(board: Board, stand: Stand, picks: Finding, sheet: Rule) -> None:
    """The rewards of a player whose ships its own sheet keeps in the warp are all cards."""
    bound = Finding(board.law["rewards.never-ships"].citing(sheet), 0, (picks,), (stand.name,))
    board.players[stand.name].rewards_as_ships = bound
    number = "1 reward" if picks.value == 1 else f"{picks.value} rewards"
    board.do(stand.name, MUST, f"take {number}, no ship among them", bound, about=REWARDS)


def _held_in_warp(stand: Stand) -> Rule | None:
    """The sheet of a player's own that keeps its ships in the warp, if one does."""
    return next((alien.rule for alien in stand.aliens if "warp" in alien.holds), None)


def also_in_warp(board: Board, stand: Stand, gone: Finding) -> None:
    """Of ships that are lost before its rewards are taken a player can take some back with them (2.5.2.3)."""
    player, left = board.players[stand.name], colonies_left(board, stand)
    nowhere = left is not None and left.value == 0 and board.law["rewards.nowhere"].value != "gate"
    picks, ships = player.rewards, player.rewards_as_ships
    if picks is not None and ships is not None and not nowhere and _held_in_warp(stand) is None:
        most = min(picks.value, ships.value + gone.value)
        player.rewards_as_ships = Finding(ships.rule, most, (*ships.sources, gone), ships.words)


def pick(board: Board, stand: Stand, picks: Finding) -> None:
    """Each reward is a card or an own ship out of the warp (5.10.5.2; DF-40)."""
    law = board.law
    player = board.players[stand.name]
    for _, gas in acts.live(board, "ionic-gas"):
        player.rewards = Finding(law["rewards.gas"], 0, (picks, gas), (stand.name,))
        return
    player.rewards = picks
    count: int = picks.value
    if not count:
        player.rewards_as_ships = picks
        return
    reverse = board.position.reverse_cone
    held_there = _held_in_warp(stand)
    if held_there is not None:
        _take_no_ships(board, stand, picks, held_there)
        return
    options = reward_rule(law, "rewards.options", reverse)
    what = (
        f"{'1 reward,' if count == 1 else f'{count} rewards, each'} {options.value} or one of its ships from the warp"
    )
    board.do(stand.name, CHOOSES, what, Finding(options, count, (picks,), (stand.name,)), about=REWARDS)
    if stand.name not in board.position.warp:
        player.rewards_as_ships = None
        return
    warp = board.number("warp", stand.name, 0, stand.owns(law["setup.ships"].value)) or 0
    board.rest_on_warp((stand.name,))
    held = Finding(law["facts.in-warp"], warp, (), (stand.name,))
    left = colonies_left(board, stand)
    if left is not None and left.value == 0:
        nowhere = law["rewards.nowhere"]
        ships = min(count, warp) if nowhere.value == "gate" else 0
        player.rewards_as_ships = Finding(nowhere, ships, (picks, left, held), (stand.name,))
    else:
        as_ships = reward_rule(law, "rewards.as-ships", reverse)
        player.rewards_as_ships = Finding(as_ships, min(count, warp), (picks, held), (stand.name,))
