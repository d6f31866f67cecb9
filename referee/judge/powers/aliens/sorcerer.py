"""Sorcerer: the two facedown encounter cards change places."""

from __future__ import annotations

from referee.judge.phases.uses import said_twice
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import facedown, uses
from referee.judge.powers.types import Act, Args, Board, Finding, Power, Stand, Turn, Use


@effect.outcome("selected")
def swaps_cards(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The line tells what each side turns up, so the swap shows there already; it tells who had selected what.

    A power may have had one of the cards laid faceup: whether that one is swapped too is disputable (DF-74).
    """
    swapped = board.apply(stand, use, True)
    if swapped is None:
        return
    if not board.position.checked:
        board.assume("assumptions.swapped-already", stand.name, by=use.rule)  # it may be meant as it was selected
    if "faceup" in board.declared:
        rule = board.law["uses.faceup-swapped"].citing(use.rule)
        sources = (board.declared["faceup"], swapped)
        if not rule.value:
            board.forbid(rule, (stand.name,), board.without_this(stand, use), sources)
            return
        swapped = Finding(rule, True, sources, (stand.name,))
    board.swapped = swapped
    board.steps.append(swapped)


@swaps_cards.carried_out(ruled=True)
def swap(on: Turn, power: Power, done: Act) -> None:
    """The two facedown cards change places; the outcome reckons with who had selected which."""
    if len(uses(on, power.who)) > 1:
        on.keep(said_twice(power.who), by=power.use.rule)
    first, second = on.table.mains()
    cards = on.table.cards
    if first not in cards or second not in cards:
        not_now(on, power)
    on.table.cards = {**cards, first: cards[second], second: cards[first]}
    on.steps.append(power.finding(True))


swaps_cards.offered(facedown)
