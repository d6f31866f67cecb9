"""Compensation: cards for the ships that a negotiate cost against an attack (consolidated 2.5.1 and 5.10.8)."""

from __future__ import annotations

from referee.judge.board import Board
from referee.judge.counted import cards_of
from referee.judge.finding import Finding
from referee.judge.powers import acts
from referee.judge.powers.in_force import act
from referee.judge.ruling import CHOOSES, DEFENSE_WINS, MAY, MUST, OFFENSE_WINS
from referee.judge.stand import Stand
from referee.judge.unknown import NeedsFactError, Unknown
from referee.state import encounter as pos
from referee.state.encounter import Act


def collect(board: Board) -> None:
    """Rules how many cards the loser takes, and out of whose hand: the winner's, unless a power has it otherwise."""
    _collect(board)
    act(board, "repaid")
    for a, finding in acts.live(board, "compensation"):
        _collect_as_stated(board, a, finding)
    if "collect" in board.plan:
        _nothing_to_collect(board)


def _stated(board: Board, loser: Stand) -> Finding | None:
    """How many cards a player takes, as the players state; None if they do not."""
    for a, finding in acts.live(board, "compensation"):
        if a.who == loser.name:
            return Finding(board.law["stated.compensation"], board.amount(a), (finding,), (a.who,))
    return None


def _collect_as_stated(board: Board, act: Act, finding: Finding) -> None:
    """Who takes compensation only by what the players state."""
    loser, player = board.stands[act.who], board.players[act.who]
    if not loser.side or player.payer or loser.name in board.collecting[:1]:
        return
    collect_besides(board, loser, Finding(board.law["stated.compensation"], board.amount(act), (finding,), (act.who,)))


def collect_besides(board: Board, loser: Stand, owed: Finding) -> None:
    """Who takes compensation besides the main player that lost takes it from the other side's main player."""
    player = board.players[loser.name]
    payer = board.main(pos.DEFENSE if loser.side == pos.OFFENSE else pos.OFFENSE)
    for _, gas in acts.live(board, "ionic-gas"):
        player.compensation = Finding(board.law["compensation.gas"], 0, (owed, gas), (loser.name,))
        return
    player.payer = payer.name
    player.compensation = _capped(board, owed, loser, payer)
    if player.compensation.value:
        _take(board, player.compensation, loser, payer, None)


def _collect(board: Board) -> None:
    outcome = board.outcome
    if outcome is None or outcome.value not in (OFFENSE_WINS, DEFENSE_WINS) or not board.shown:
        return
    won, lost = (pos.OFFENSE, pos.DEFENSE) if outcome.value == OFFENSE_WINS else (pos.DEFENSE, pos.OFFENSE)
    mine, theirs = board.shown[lost], board.shown[won]
    if (mine.kind, theirs.kind) == (pos.ATTACK, pos.NEGOTIATE):
        _won_with_negotiate(board, outcome, board.main(won))
    if (mine.kind, theirs.kind) != (pos.NEGOTIATE, pos.ATTACK) and board.as_negotiated is None:
        return
    loser, winner = board.main(lost), board.main(won)
    due = Finding(board.law[f"compensation.for-the-{lost}"], True, (mine.finding, theirs.finding), (loser.name,))
    owed = _stated(board, loser) or _counted(board, loser, _owed(board, loser, (outcome, due)))
    if board.as_negotiated is not None:
        owed = _by_guilt(board.as_negotiated, owed, due)
    _pay_unless_stopped(board, loser, winner, owed)


def _by_guilt(guilt: Finding, owed: Finding, due: Finding) -> Finding:
    """What is owed by a card or power by which somebody is compensated as if it had played a negotiate."""
    rests = (source for source in owed.sources if source is not due)
    return Finding(guilt.rule, owed.value, (*guilt.sources, *rests), guilt.words)


def _pay_unless_stopped(board: Board, loser: Stand, winner: Stand, owed: Finding) -> None:
    stopped = _stopped(board, loser, winner, owed) if owed.value else owed
    if stopped is None:
        _pay(board, loser, winner, owed)
    else:
        board.players[loser.name].compensation = stopped
        board.steps.append(stopped)


def _stopped(board: Board, loser: Stand, winner: Stand, owed: Finding) -> Finding | None:
    """That Ionic Gas or a power keeps the loser from collecting what it is owed; None if nothing does."""
    board.players[loser.name].compensation = owed
    board.collecting = (loser.name, winner.name)
    for _, gas in acts.live(board, "ionic-gas"):
        return Finding(board.law["compensation.gas"], 0, (owed, gas), (loser.name,))
    act(board, "collect", loser, winner)
    if board.unpaid is None:
        return None
    return Finding(board.unpaid.rule, 0, (owed, *board.unpaid.sources), board.unpaid.words)


def _pay(board: Board, loser: Stand, winner: Stand, owed: Finding) -> None:
    """What is owed, more by powers, is taken out of the winner's hand, as far as that goes, or from who pays for it."""
    player = board.players[loser.name]
    payer, by_power = board.payer or (winner, None)
    if board.doubled is not None:
        times, _ = board.doubled
        most = owed.value * times.value
        rule = board.law["compensation.times"].citing(times.rule)
        owed = Finding(rule, most, (owed, times), (loser.name, cards_of(most), times.value))
    more = board.more_cards
    if more is not None:
        owed = Finding(more.rule, owed.value + more.value, (owed, *more.sources), more.words)
    player.payer = payer.name
    taken = _capped(board, owed, loser, payer) if board.from_deck is None else owed
    player.compensation = taken
    if taken.value:
        _take(board, taken, loser, payer, by_power)
        if board.from_deck is not None:
            board.do(loser.name, MAY, "draw any part of it from the deck instead", board.from_deck)


def _take(board: Board, taken: Finding, loser: Stand, payer: Stand, by_power: Finding | None) -> None:
    """What the loser does: cards at random, its own choice out of a hand it may see, or those that the giver picks."""
    cards = cards_of(taken.value)
    does = MUST if board.doubled is None else board.doubled[1]
    if does == MAY:
        cards = f"up to {cards}"
    if by_power is not None:
        chosen = Finding(by_power.rule, taken.value, (taken, *by_power.sources), by_power.words)
        board.do(loser.name, does, f"take {cards} of its own choice from {payer.name}'s hand", chosen)
        if board.returnable is not None:
            what = f"give up to {cards} of its own choice back to {payer.name}"
            board.do(loser.name, MAY, what, board.returnable)
    elif board.picked is not None:
        picked = Finding(board.picked.rule, taken.value, (taken, *board.picked.sources), board.picked.words)
        board.do(payer.name, CHOOSES, f"which {cards} {loser.name} takes from its hand", picked)
    else:
        taken = Finding(board.law["compensation.take"], taken.value, (taken,), (loser.name,))
        how = "of its own choice" if taken.rule.value == "chosen" else "at random"
        board.do(loser.name, does, f"take {cards} {how} from {payer.name}'s hand", taken)


def _nothing_to_collect(board: Board) -> None:
    """Refuses a use that is about compensation where its owner has none to take or to give."""
    plan = (planned for planned in board.plan["collect"] if planned[3].get("whose") != "all")  # whoever takes some
    powers = (planned[:2] for planned in plan if planned[1].played is None)
    for stand, use in {stand.name: (stand, use) for stand, use in powers}.values():
        used = board.uses(stand, use)
        if used and stand.name not in board.collecting and stand.name not in board.zapped:
            rule = board.law["compensation.no-use"].citing(use.rule)
            board.forbid(rule, (stand.name,), board.without_use(stand), (used[0].finding,))


def _takes_back(board: Board, stand: Stand) -> bool:
    """Whether a power that is in force takes the player's card back when cards are discarded."""
    plan = (planned[:2] for planned in board.plan.get("discard", ()) if planned[1].played is None)
    return any(owner is stand and board.in_force(owner, use) for owner, use in plan)


def _won_with_negotiate(board: Board, outcome: Finding, winner: Stand) -> None:
    none = Finding(board.law["compensation.winner-negotiated"], 0, (outcome,), (winner.name,))
    for side in (pos.OFFENSE, pos.DEFENSE):
        board.players[board.main(side).name].compensation = none


def _owed(board: Board, loser: Stand, why: tuple[Finding, ...]) -> Finding:
    """One card for each own ship that went to the warp by losing; a power may count a ship more (5.10.8.2.a)."""
    law = board.law
    player = board.players[loser.name]
    fallen = board.fallen.get(loser.name, 0)
    kept = board.ships(loser).value - fallen
    fates = (player.warp, player.returns, player.removed) if kept else (player.warp,)
    sources = (*why, *(fate for fate in fates if fate is not None))
    each = board.counts.get(loser.name)
    if each is not None and fallen:
        counted = Finding(law["compensation.owed"], fallen, sources, (loser.name,))
        return Finding(each.rule, fallen * each.value, (counted, *each.sources), (loser.name,))
    consoled = _consoled(board, loser, kept) if kept else None
    if consoled is not None:
        return Finding(consoled.rule, fallen + kept, (*sources, consoled), consoled.words)
    if kept:
        return Finding(law["compensation.not-warped"], fallen, sources, (loser.name,))
    allied = any(stand is not loser for stand in board.side_of(loser.side))
    return Finding(law["compensation.owed-alone" if allied else "compensation.owed"], fallen, sources, (loser.name,))


def _consoled(board: Board, loser: Stand, kept: int) -> Finding | None:
    """That a player is compensated for its own ships though they were not lost, by its power; or None."""
    plan = (planned for planned in board.plan.get("consoled", ()) if planned[0] is loser)
    found = (function(board, owner, use, args, kept) for owner, use, function, args in plan)
    return next((finding for finding in found if finding is not None), None)


def _lost_otherwise(board: Board, loser: Stand) -> int:
    """How many own ships go to the warp that were not in the encounter."""
    warp = board.players[loser.name].warp
    sent: int = board.sent.get(loser.name, warp.value if warp is not None else 0)  # given back, but lost all the same
    return sent - board.fallen.get(loser.name, 0)


def _counted(board: Board, loser: Stand, owed: Finding) -> Finding:
    """Whether ships of allies, or own ships lost otherwise, are counted as well (5.10.8.2.a; DF-37)."""
    rule = board.law["compensation.counted"]
    allies = [stand for stand in board.side_of(loser.side) if stand is not loser and board.fallen.get(stand.name)]
    given = board.sacrificed.get(loser.name)
    elsewhere = _lost_otherwise(board, loser) + (given.value if given is not None else 0)
    if not allies and not elsewhere:
        return owed
    more = 0
    if rule.value == "whole-side":
        more = sum(board.fallen[stand.name] * _each(board, stand) for stand in allies)
    elif rule.value == "whole-encounter":
        more = elsewhere * _each(board, loser)
    sources = (owed,) if given is None else (owed, given)
    return Finding(rule, owed.value + more, sources, (loser.name,))


def _each(board: Board, stand: Stand) -> int:
    counts = board.counts.get(stand.name)
    return counts.value if counts is not None else 1


def _capped(board: Board, owed: Finding, loser: Stand, payer: Stand) -> Finding:
    """No more than the one who pays holds (5.10.8.3), without what a card lets it lay aside."""
    law = board.law
    hand = board.position.hands.get(payer.name)
    aside = board.laid_aside.get(payer.name)
    safe = _taken_before(board, loser, payer) + (0 if aside is None else aside.value)
    if hand is None:
        board.assume("assumptions.enough-cards", payer.name, cards_of(owed.value + safe))
        return owed
    if hand.count is None:
        raise NeedsFactError(Unknown("hand", payer.name, 0, owed.value + safe + 1))
    if hand.count >= owed.value + safe:
        return owed
    held = Finding(law["facts.hand"], hand.count, (), (payer.name, cards_of(hand.count)))
    back = [*_back_in_hand(board, payer), *_loot(board, payer, loser)]
    there = max(hand.count - safe, 0) + sum(finding.value for finding in back)
    if there >= owed.value:
        board.steps += back
        return owed
    sources = (owed, held, *back) if aside is None else (owed, held, aside, *back)
    return Finding(law["compensation.short"], there, sources, (loser.name, payer.name))


def _taken_before(board: Board, loser: Stand, payer: Stand) -> int:
    """The cards that others take as compensation out of the same hand, before this player does."""
    others = [player for player in board.players.values() if player.payer == payer.name and player.name != loser.name]
    return sum(player.compensation.value for player in others if player.compensation is not None)


def _loot(board: Board, payer: Stand, loser: Stand) -> list[Finding]:
    """What a player keeps of the loser's hand, which it took before compensation."""
    looted = board.looted.get(payer.name)
    if looted is None:
        return []
    most = board.ships(payer).value
    if looted.value is None:  # as many as its ships, if there are so many
        hand = board.position.hands.get(loser.name)
        if hand is not None:
            raise NeedsFactError(Unknown("hand", loser.name, 0, most + 1))
        board.assume("assumptions.enough-cards", loser.name, cards_of(most))
    return [Finding(looted.rule, most if looted.value is None else looted.value, looted.sources, looted.words)]


def _back_in_hand(board: Board, winner: Stand) -> list[Finding]:
    """Cards played in this encounter that may be in the winner's hand again: 1 if one is (DF-39, DF-52)."""
    law = board.law
    moment = law["discards.moment"]
    aside = board.laid_aside[winner.name].sources if winner.name in board.laid_aside else ()
    back = []
    if winner.name in board.kept_cards or _takes_back(board, winner):
        back.append(Finding(moment, int(winner.name in board.kept_cards), (), (winner.name,)))
    back += [
        Finding(moment, 1, (fetched.finding,), (winner.name,))
        for fetched in board.fetched.values()
        if fetched.by == winner.name
    ]
    for a, finding in acts.live(board, "flare"):
        if a.who == winner.name and finding not in aside:  # a flare can say itself that nobody takes it
            flare = law["flares.on-the-table"]
            back.append(Finding(flare, flare.value, (finding,), (winner.name,)))
    return back
