"""Effects of the resolution: ships, compensation and rewards, cards, tokens."""

from __future__ import annotations

from referee.judge.board import Board, Stand
from referee.judge.finding import Finding
from referee.judge.powers import verb
from referee.judge.ruling import DEAL, DEFENSE_WINS, MAKE_A_DEAL, MAY, MUST, NO_DEAL, OFFENSE_WINS
from referee.judge.verbs.common import Args, take_from_warp, wins
from referee.law.power import Use
from referee.position import encounter as pos


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
