"""The vocabulary of effects: what an alien file can say without any code of its own.

Each effect is called in its window with the board, the owner's stand, the use it belongs to and the arguments from the
file. It asks `board.apply` for its finding, which is None where the use is not in force or was zapped.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.judge.board import Board, Stand
from referee.judge.finding import Finding
from referee.judge.powers import verb
from referee.judge.ruling import (
    DEAL,
    DEFENSE_WINS,
    MAKE_A_DEAL,
    MAY,
    MUST,
    NO_DEAL,
    OFFENSE_WINS,
)
from referee.law.power import Use
from referee.position import encounter as pos

Args = dict[str, Any]

SWAPPED = {OFFENSE_WINS: DEFENSE_WINS, DEFENSE_WINS: OFFENSE_WINS}


def wins(side: str) -> str:
    """The outcome in which this side wins."""
    return OFFENSE_WINS if side == pos.OFFENSE else DEFENSE_WINS


# -- launch, alliance, planning ------------------------------------------------------------------------------------


@verb("ship_limit", "limit")
def ship_limit(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: as many ships at most may be sent. Comes up where more were sent, or the number is hidden."""
    if board.in_force(stand, use):
        board.limits[stand.name] = Finding(use.rule, args["ships"], (), (stand.name,))
    elif stand.count is None or stand.count > args["ships"]:
        board.apply(stand, use, args["ships"])  # shows what was zapped


@verb("join_uninvited", "join")
def join_uninvited(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Joins a side without invitation. Standing among the allies shows that it was used; a zap keeps it out.

    Who is known to have been invited did not need it.
    """
    if stand.side == "" or stand.name in board.position.invited or not board.admits(stand, use):
        return
    zap = board.zap_on(stand, use.alien)
    if zap is None:
        board.steps.append(Finding(use.rule, stand.role, (), (stand.name,)))
        board.uninvited.add(stand.name)
        return
    board.zapped.add(stand.name)
    stand.cancelled = Finding(board.law["powers.zapped"], None, (), (stand.name, use.alien), zap)
    board.steps.append(stand.cancelled)


@verb("must_play", "declare")
def must_play(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`card`: once declared, both main players must play a card of this kind if they hold one."""
    if not board.in_force(stand, use):
        return
    for side in (pos.OFFENSE, pos.DEFENSE):
        owner, card = board.main(side), board.position.side(side).card
        if card.kind in (args["card"], pos.HIDDEN, pos.NONE):
            continue
        hand = board.position.hands.get(owner.name)
        if hand is not None and hand.cards is not None and any(_is_attack(c) for c in hand.cards):
            rule = board.law["powers.must-play"].citing(use.rule)
            attack = replace(board.position.side(side), card=pos.Card(pos.ATTACK))
            nearest = [replace(board.position, **{side: attack})]  # type: ignore[arg-type]
            board.forbid(rule, (owner.name, args["card"]), nearest, _rests_on(use, stand))
        elif hand is None or hand.count != 0:
            board.assume("assumptions.no-such-card", owner.name, args["card"])


def _is_attack(card: str) -> bool:
    return card == "A" or card.lstrip("-").isdigit()


def _rests_on(use: Use, stand: Stand) -> tuple[Finding, ...]:
    return (Finding(use.rule, True, (), (stand.name,)),)


# -- reveal --------------------------------------------------------------------------------------------------------


@verb("ship_value", "worth")
def ship_value(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: what each of the owner's ships adds to the total."""
    if stand.takes_part:
        worth = board.apply(stand, use, args["value"])
        if worth is not None:
            board.worth[stand.name] = worth


@verb("subtracts_ships", "worth")
def subtracts_ships(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Against two attacks, the owner's ships and every ally's ships count minus."""
    if board.admits(stand, use):
        minus = board.apply(stand, use, -1)
        if minus is not None:
            for other in board.stands.values():
                if other.takes_part and (other is stand or not other.is_main):
                    board.minus[other.name] = minus


@verb("lower_total_wins", "method")
def lower_total_wins(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The lower total wins."""
    board.lower_wins = board.apply(stand, use, "lower") or board.lower_wins


@verb("add_to_total", "total")
def add_to_total(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`amount`: a number, `tokens` (on the owner's sheet) or `warp` (ships of any color there); `after = "attack"`:
    only if the owner's side showed an attack."""
    if not stand.takes_part or (args.get("after") == "attack" and board.shown[stand.side].kind != pos.ATTACK):
        return
    amount: Any = args["amount"]
    sources: tuple[Finding, ...] = ()
    if isinstance(amount, str) and board.in_force(stand, use):
        counted = board.tokens(stand) if amount == "tokens" else board.warp_of_all()
        amount, sources = counted.value, (counted,)
    added = board.apply(stand, use, amount, sources)
    if added is not None:
        board.adds[stand.side].append(added)


@verb("wins_with", "winner")
def wins_with(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`card`, `against`: with this kind of card against that kind, the owner's side wins."""
    mine = board.shown[stand.side]
    theirs = board.shown[pos.DEFENSE if stand.side == pos.OFFENSE else pos.OFFENSE]
    if mine.kind == args["card"] and theirs.kind == args["against"]:
        won = board.apply(stand, use, wins(stand.side), (mine.finding, theirs.finding))
        if won is not None:
            board.outcome, board.by_totals = won, False


@verb("wins_if_zapped", "winner")
def wins_if_zapped(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """If a Cosmic Zap cancels this power, its owner's side wins."""
    zap = board.zap_on(stand, use.alien)
    if zap is not None and stand.takes_part and board.admits(stand, use):
        board.zapped.add(stand.name)
        board.outcome = Finding(use.rule, wins(stand.side), (zap,), (stand.name,))
        board.by_totals = False
        board.totals = board.margin = None  # what is not compared is not stated


@verb("reverse_result", "upset")
def reverse_result(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The side that would win loses, and the side that would lose wins; applied after everything else."""
    outcome = board.outcome
    if outcome is None or outcome.value not in SWAPPED:
        return
    upset = board.apply(stand, use, SWAPPED[outcome.value], (outcome,))
    if upset is not None:
        board.outcome = upset
        board.declared["upset"] = upset


# -- resolution ----------------------------------------------------------------------------------------------------


@verb("may_in_deal", "deal")
def may_in_deal(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`what`: something that the owner may do as part of a deal; no use of the power."""
    if board.admits(stand, use):
        board.do(stand.name, MAY, args["what"], Finding(use.rule, None, (), (stand.name,)))


@verb("removes_losers", "fate")
def removes_losers(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: dict[str, Finding]) -> None:
    """When the owner wins as a main player, the losing side's ships leave the game, down to the number of ships that
    the foreign colonies of a win need; the rest goes to the warp as usual."""
    outcome = board.outcome
    if outcome is None or outcome.value != wins(stand.side) or loser.side == stand.side:
        return
    owned, needed = board.law["setup.ships"], board.law["win.colonies"]
    gone = min(fate["warp"].value, owned.value - needed.value)
    sources: tuple[Finding, ...] = (fate["warp"],)
    if gone < fate["warp"].value:
        sources = (*sources, Finding(owned, owned.value))
    removed = board.apply(stand, use, gone, sources, (loser.name,)) if gone else None
    if removed is not None:
        take_from_warp(board, loser, fate, "removed", removed)


@verb("saved_from_warp", "save")
def saved_from_warp(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: dict[str, Finding]) -> None:
    """The owner's own ships that would go to the warp return to colonies instead."""
    if loser is stand and fate["warp"].value:
        saved = board.apply(stand, use, fate["warp"].value, (fate["warp"],))
        if saved is not None:
            take_from_warp(board, loser, fate, "returns", saved)


def take_from_warp(board: Board, loser: Stand, fate: dict[str, Finding], to: str, moved: Finding) -> None:
    """Ships bound for the warp go elsewhere: `fate` maps `warp`, `returns` and `removed` to findings of ships."""
    before = fate["warp"]
    fate[to] = moved
    fate["warp"] = Finding(board.law["resolution.not-lost"], before.value - moved.value, (before, moved), (loser.name,))


@verb("ship_count", "count")
def ship_count(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: what each of the owner's ships counts for compensation and rewards."""
    counted = board.apply(stand, use, args["value"])
    if counted is not None:
        board.counts[stand.name] = counted


@verb("take_back_card", "discard")
def take_back_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The owner's encounter card may return to hand instead of being discarded."""
    card = board.position.side(stand.side).card if stand.is_main else None
    if card is None or card.kind in (pos.NONE, pos.HIDDEN):
        return
    used = board.usage(stand, use)
    if used is not None and used[1] is not None and stand.powerless is not None:
        rule = board.law["power.unusable"].citing(stand.powerless.rule)
        sources: tuple[Finding, ...] = (used[1], stand.powerless)
        power = board.players[stand.name].power
        moment = board.law["discards.moment"]
        if (power is not None and power.value == "lost") or moment.value == "before-the-ships":
            sources = (*sources, Finding(moment, moment.value))
        board.forbid(rule, (stand.name,), board.without_use(stand), sources)
        return
    if used is None:
        if board.admits(stand, use):
            rest = Finding(use.rule, None, (), (stand.name, str(card)))
            board.do(stand.name, MAY, use.may.format(card), rest)
        return
    kept = board.apply(stand, use, str(card), (), (str(card),))
    if kept is not None:
        board.kept_cards[stand.name] = kept
        board.steps.append(kept)


@verb("gain_tokens", "after")
def gain_tokens(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`won`, `lost`: tokens put on the sheet after a win or deal, or after a loss or failed deal."""
    outcome = board.outcome.value if board.outcome is not None else None
    if outcome in (None, MAKE_A_DEAL) or not stand.is_main:
        return
    won = outcome in (wins(stand.side), DEAL)
    if outcome not in (OFFENSE_WINS, DEFENSE_WINS, DEAL, NO_DEAL, "both-lose"):
        return
    gained = args["won"] if won else args["lost"]
    if outcome == DEFENSE_WINS and stand is board.defense and gained:
        for_winning = board.law["rewards.for-winning"]
        board.steps.append(Finding(for_winning, for_winning.value))
        if for_winning.value == "nothing":
            return
    tokens = board.apply(stand, use, gained, (), ())
    if tokens is not None:
        board.do(stand.name, MUST, f"put {gained} token{'' if gained == 1 else 's'} on its alien sheet", tokens)
