"""Effects before the cards are turned up: launch, alliance and planning."""

from __future__ import annotations

from dataclasses import replace

from referee.judge.board import Board, Stand
from referee.judge.finding import Finding
from referee.judge.powers import verb
from referee.judge.verbs.common import Args
from referee.law.power import Use
from referee.position import encounter as pos


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
