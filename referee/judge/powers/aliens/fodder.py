"""Fodder: attacks out of the hand, between the two that were played."""

from __future__ import annotations

from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Stand, Used
from referee.judge.finding import Finding
from referee.judge.powers.acts import live
from referee.judge.powers.at_table import Offers, bar, refuse_what_is_barred, with_opponent
from referee.judge.powers.common import is_attack, other_side
from referee.judge.powers.effect import Effect
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import encounter as pos
from referee.state.encounter import Act

THROWS_IN_ATTACKS = Effect("throws_in_attacks")


@THROWS_IN_ATTACKS.outcome("thrown")
def throws_in_attacks(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """`use blue 12 15`: against an attack, with an attack, those above the own card and below the opponent's.

    With `any_below` those that are not above the own card as well.
    """
    for used in board.used.get(stand.name, ()):
        if not stand.is_main:
            continue
        for text in used.args or ("",):
            if not _fits(board, stand, use, used, text, bool(args.get("any_below"))):
                continue
            added = board.apply(stand, use, int(text), (board.shown[stand.side].finding,), (), used)
            if added is not None:
                board.adds[stand.side].append(added)
                board.steps.append(added)
                board.spent.append((stand.name, text))


def _fits(board: Board, stand: Stand, use: Use, used: Used, text: str, any_below: bool) -> bool:
    """Whether this card may be thrown in; forbids it where not. What counts is what the two cards count as."""
    mine, theirs = board.shown[stand.side], board.shown[other_side(stand.side)]
    sources = (used.finding, mine.finding, theirs.finding)
    attacks = mine.kind == theirs.kind == pos.ATTACK
    overtaken = not attacks and _were_attacks(board)
    if not attacks and not overtaken:
        rule = board.law["powers.two-attacks"].citing(use.rule)
        board.forbid(rule, (stand.name,), board.without_use(stand, used), sources)
        return False
    if not is_attack(text):
        rule = board.law["powers.which-attacks"].citing(use.rule)
        board.forbid(rule, (stand.name,), board.without_use(stand, used), (used.finding,))
        return False
    if overtaken:
        rule = board.law["powers.overtaken"].citing(use.rule)
        board.steps.append(Finding(rule, None, sources, (stand.name,)))
        board.spent.append((stand.name, text))
        return False
    if board.valueless:
        return False
    value, opponent = int(text), board.main(other_side(stand.side)).name
    if not (any_below or mine.value < value) or not value < theirs.value:
        rule = board.law["powers.below" if any_below else "powers.between"].citing(use.rule)
        words = (stand.name, value, mine.value, opponent, theirs.value)
        board.forbid(rule, words, board.without_use(stand, used), sources)
        return False
    own, other = (board.faces[side].value for side in (stand.side, other_side(stand.side)))
    above = any_below or (own if own is not None else mine.value) < value
    if not above or not value < (other if other is not None else theirs.value):
        board.assume("assumptions.as-they-count", stand.name, value, mine.value, theirs.value, by=use.rule)
    return True


def _were_attacks(board: Board) -> bool:
    """Whether both cards were attacks as they were turned up, and only a card played since made them others."""
    cards = [board.position.side(side).card for side in (pos.OFFENSE, pos.DEFENSE)]
    return all(card.kind == pos.ATTACK for card in cards) and bool(live(board, "emotion-control"))


@THROWS_IN_ATTACKS.carried_out(ruled=True)
def throw_in(on: Turn, power: Power, done: Act) -> None:
    """Attacks leave the hand for the total; they are discarded with the encounter."""
    if not on.table.revealed:
        bar(on, power, "powers.two-attacks", power.who)
    on.take_out(power.who, *done.args)
    refuse_what_is_barred(on, power)


@THROWS_IN_ATTACKS.offered
def _attacks_between(on: Turn, power: Power) -> Offers:
    own, other = (on.table.cards.get(name, "") for name in with_opponent(on, power.who))
    if not on.table.revealed or not is_attack(own) or not is_attack(other):
        return
    low = min(int(own), on.law["cards.attacks"].value[0] - 1) if power.args.get("any_below") else int(own)
    fit = [card for card in on.table.hands[power.who] if is_attack(card) and low < int(card) < int(other)]
    yield from ((card,) for card in dict.fromkeys(fit))
    if len(fit) > 1:
        yield tuple(fit)
