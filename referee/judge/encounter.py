"""One encounter judged: the phases in printed order, from launch to the discards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import referee.judge.oddities  # registers its effects
import referee.judge.verbs  # noqa: F401  registers the vocabulary
from referee.judge import acts, cards, colonies, compensation, deal, discards, legality, resolution, rewards, second
from referee.judge.answers import text_of
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.flips import flips
from referee.judge.powers import WINDOWS, Plan, act, prepare
from referee.judge.resolution import go_home
from referee.judge.reveal import reveal
from referee.judge.ruling import DETERMINED, ILLEGAL, MAKE_A_DEAL, OPEN, TURN_ENDS, PlayerRuling, Ruling
from referee.law.loader import Rulebase
from referee.law.sheets import FACES
from referee.position import encounter as pos
from referee.position.canonical import write
from referee.position.encounter import Position


def settle(
    position: Position, rulebase: Rulebase, anyway: bool = False, rearrange: Callable[[Plan], None] | None = None
) -> Ruling:
    """Judges a position in which no hidden fact matters.

    Raises NeedsFactError where one does. With `anyway`, what is forbidden is named and the rest is ruled all the same.
    `rearrange` may change the order in which the effects of a window act: `judge.clash` asks what would be ruled then.
    """
    board = Board(position, rulebase)
    prepare(board)
    acts.settle(board)
    if board.live_acts:
        cards.lay_out(board)
    if rearrange is not None:
        rearrange(board.plan)
    act(board, "limit")
    acts.force_fields(board)
    act(board, "join")
    acts.check_uses(board)
    legality.check(board)
    act(board, "declare")
    act(board, "selected")
    act(board, "bound")
    if board.illegal and not anyway:
        return _refused(board)
    _seat_players(board)
    if position.offense.card.kind == pos.NONE:
        _turn_ends(board)
    elif board.success is not None:
        _succeeds(board, board.success)
    else:
        reveal(board)
        act(board, "staked")
        act(board, "count")
        if board.law["rewards.return"].value == "after-the-rewards":
            rewards.gain(board)
    deal.talk(board)
    pile = discards.pile(board) if board.law["discards.moment"].value == "before-the-ships" else None
    resolution.resolve(board)
    if board.law["rewards.return"].value != "after-the-rewards":
        rewards.gain(board)
    colonies.change(board)
    resolution.aftermath(board)
    if "count" in board.plan:  # a power lost by the encounter counts no more
        board.counts.clear()
        act(board, "count")
    act(board, "hands")
    compensation.collect(board)
    act(board, "won")
    won = colonies.winners(board)
    resolution.leave_open(board)
    pile = pile or discards.pile(board)
    discards.moment(board)
    act(board, "after")
    if board.illegal and not anyway:
        return _refused(board)
    again = second.second(board, won)
    colonies.stop(board, won)
    _not_applied(board)
    return _ruling(board, won, pile, again)


def _seat_players(board: Board) -> None:
    law = board.law
    nothing = Finding(law["resolution.nothing-else"], 0)
    power_kept = Finding(law["power.kept"], "kept")
    for name, stand in board.stands.items():
        ships = stand.ships
        if ships is None:
            if stand.takes_part:
                board.ships(stand)  # a hidden number of ships matters to every ruling
            ships = Finding(law["facts.not-in-it"], 0, (), (name,))
        kept = stand.powerless or power_kept
        board.players[name] = PlayerRuling(name, stand.role, ships, nothing, kept)
    for stand in board.allies():
        known = stand.name in board.uninvited or stand.name in board.position.invited
        if stand.cancelled is None and not known:
            board.assume("assumptions.invited", stand.name, board.main(stand.side).name)


def _turn_ends(board: Board) -> None:
    """An offense without an encounter card: the turn ends and everybody's ships go home (5.8.3, 4.7.2.3)."""
    law = board.law
    name = board.offense.name
    fact = Finding(law["facts.no-card"], True, (), (name,))
    board.outcome = Finding(law["planning.offense-without-card"], TURN_ENDS, (fact,), (name,))
    for stand in board.stands.values():
        if stand.takes_part and stand is not board.defense:
            go_home(board, stand, law["planning.all-go-home"])
    there = board.ships(board.defense)
    board.players[board.defense.name].stays = Finding(
        law["resolution.nothing-happens"], there.value, (board.outcome, there), (board.defense.name,)
    )


def _succeeds(board: Board, success: Finding) -> None:
    """A card ends the encounter before both cards are selected: selected cards and ships go back, as after a deal."""
    board.outcome = success
    for stand in board.stands.values():
        if stand.takes_part and stand is not board.defense:
            go_home(board, stand, board.law["flares.all-go-home"])
    there = board.ships(board.defense)
    board.players[board.defense.name].stays = Finding(
        board.law["resolution.nothing-happens"], there.value, (success, there), (board.defense.name,)
    )
    for main in (board.offense, board.defense):
        board.kept_cards[main.name] = success


def _not_applied(board: Board) -> None:
    """Names every power and card on the line whose effect is not applied (and was not stated or zapped)."""
    stated = [acts.spoken(a.why) for a, _ in board.live_acts if a.why]
    for stand in board.stands.values():
        for alien in stand.aliens:
            if alien.uses or any(acts.spoken(alien.name) in why for why in stated):
                continue
            zap = board.zap_on(stand, alien.name)
            if zap is not None:
                board.zapped.add(stand.name)
                zapped = board.law["powers.zapped"].citing(alien.rule)
                board.steps.append(Finding(zapped, None, (), (stand.name, alien.name), zap))
            elif stand.powerless is None:
                board.assume("assumptions.alien-not-applied", stand.name, alien.name, by=alien.rule)
    for a, finding in board.live_acts:
        if (
            a.verb in ("flare", "tech")
            and a not in board.applied
            and not any(acts.spoken(a.name) in why for why in stated)
        ):
            rule, text = board.law["assumptions.card-not-applied"], text_of(board.rulebase, a)
            rule = rule if text is None else rule.citing(text)
            board.steps.append(Finding(rule, True, (finding,), (a.who, a.name, a.verb)))
    _in_vain(board)
    for who, _ in board.zaps:
        if who not in board.zapped:
            board.assume("assumptions.zap-spent", who)


def _in_vain(board: Board) -> None:
    """Names the flares and techs for the resolution that found nothing to do in this encounter."""
    if not board.applied or board.is_open is not None:
        return
    seen: dict[Any, Any] = {}
    for window in WINDOWS[WINDOWS.index("staked") :]:
        seen.update({use: stand for stand, use, *_ in board.plan.get(window, ()) if use.played is not None})
    for use, stand in seen.items():
        if use not in board.mattered:
            flare = use.id in FACES
            rule = board.law["flares.nothing" if flare else "played.nothing"]
            board.steps.append(Finding(rule, 0, (), (stand.name, f"{use.alien} flare" if flare else use.alien)))


def _refused(board: Board) -> Ruling:
    findings = [illegal.finding for illegal in board.illegal]
    findings += [stand.ships for stand in board.stands.values() if stand.ships is not None]
    root = Finding(board.law["ruling.illegal"], ILLEGAL, tuple(findings))
    ruling = Ruling(board.rulebase.edition, lambda: write(board.position), ILLEGAL, root)
    ruling.illegal = board.illegal
    nothing = Finding(board.law["resolution.nothing-else"], 0)
    for name, stand in board.stands.items():
        player = PlayerRuling(name, stand.role, stand.ships, nothing, nothing)
        player.lands = player.warp = player.returns = player.stays = player.removed = None
        player.compensation = player.rewards = player.rewards_as_ships = player.foreign = player.home = None
        player.power = None
        ruling.players[name] = player
    return ruling


def _ruling(board: Board, won: Finding, pile: Finding, again: Finding | None) -> Ruling:
    found: list[Finding | None] = [board.outcome, *(board.totals or ()), board.margin]
    for player in board.players.values():
        found += player.findings()
    found += board.steps
    found += (won, again, pile)
    found += [illegal.finding for illegal in board.illegal]
    steps: dict[Any, None] = dict.fromkeys(found)  # each step once, in the order of the phases
    steps.pop(None, None)
    outcome = board.outcome.value if board.outcome is not None else None
    status = OPEN if board.is_open is not None else DETERMINED
    root = Finding(board.law["ruling.open" if status == OPEN else "ruling.ruling"], outcome, tuple(steps))
    ruling = Ruling(board.rulebase.edition, lambda: write(board.position), status, root)
    ruling.outcome = board.outcome
    ruling.totals = board.totals
    ruling.margin = board.margin
    ruling.players = board.players
    ruling.winners = won
    ruling.second = again
    ruling.discards = pile if pile.value is not None else None
    ruling.then = board.then
    ruling.illegal = board.illegal
    ruling.turned_by(lambda: flips(board))
    if status == OPEN:
        _leave_open(ruling)
    if outcome == MAKE_A_DEAL:
        ruling.second = None
    return ruling


def _leave_open(ruling: Ruling) -> None:
    """Where no rule gives an outcome, nothing that rests on one is stated."""
    ruling.second = None
    ruling.winners = None
    ruling.then = []
    for player in ruling.players.values():
        if player.role in (pos.OFFENSE, pos.DEFENSE) or player.role.endswith("ally"):
            player.lands = player.warp = player.returns = player.stays = player.removed = None
            player.compensation = player.rewards = player.rewards_as_ships = None
            player.foreign = player.home = player.power = None
