"""Fodder: attacks out of the hand, between the two that were played."""

from __future__ import annotations

from referee.judge.phases.uses import no_two_attacks
from referee.judge.powers import effect
from referee.judge.powers.acts import live
from referee.judge.powers.at_table import refuse_what_is_barred, with_opponent
from referee.judge.powers.common import is_attack, other_side, refuse_use, which_attacks
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.used import Used
from referee.state import encounter as pos


@effect.outcome("thrown", by=effect.MAIN, takes="card*")
def throws_in_attacks(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use blue 12 15`: against an attack, with an attack, those above the own card and below the opponent's.

    With `any_below` those that are not above the own card as well.
    """
    for used in board.used.get(stand.name, ()):
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
    played = attacks or _were_attacks(board)
    if refuse_use(board, stand, use, used, None if played else no_two_attacks(stand.name), *sources[1:]):
        return False
    if refuse_use(board, stand, use, used, which_attacks(stand.name, text)):
        return False
    if not attacks:
        rule = board.law["powers.overtaken"].citing(use.rule)
        board.steps.append(Finding(rule, None, sources, (stand.name,)))
        board.spent.append((stand.name, text))
        return False
    if board.valueless:
        return False
    value, opponent = int(text), board.main(other_side(stand.side)).name
    if not _is_between(value, mine.value, theirs.value, any_below):
        words = (stand.name, value, mine.value, opponent, theirs.value)
        forbidden = Forbidden("powers.below" if any_below else "powers.between", words)
        return not refuse_use(board, stand, use, used, forbidden, *sources[1:])
    own, other = (board.faces[side].value for side in (stand.side, other_side(stand.side)))
    printed = (mine.value if own is None else own, theirs.value if other is None else other)
    if not _is_between(value, *printed, any_below):
        board.assume("assumptions.as-they-count", stand.name, value, mine.value, theirs.value, by=use.rule)
    return True


def _is_between(value: int, own: int, other: int, any_below: bool) -> bool:
    """True if a card is above the own one and below the opponent's; with `any_below` the latter is enough."""
    return (any_below or own < value) and value < other


def _were_attacks(board: Board) -> bool:
    """Whether both cards were attacks as they were turned up, and only a card played since made them others."""
    cards = [board.position.side(side).card for side in (pos.OFFENSE, pos.DEFENSE)]
    return all(card.kind == pos.ATTACK for card in cards) and bool(live(board, "emotion-control"))


@throws_in_attacks.carried_out(ruled=True)
def throw_in(on: Turn, power: Power, done: Act) -> None:
    """Attacks leave the hand for the total; they are discarded with the encounter."""
    if not on.table.revealed:
        on.keep(no_two_attacks(power.who), by=power.use.rule)
    on.take_out(power.who, *done.args)
    refuse_what_is_barred(on, power)


@throws_in_attacks.offered
def _attacks_between(on: Turn, power: Power) -> Offers:
    own, other = (on.table.cards.get(name, "") for name in with_opponent(on, power.who))
    if not on.table.revealed or not is_attack(own) or not is_attack(other):
        return
    attacks, any_below = filter(is_attack, on.table.hands[power.who]), bool(power.args.get("any_below"))
    fit = [card for card in attacks if _is_between(int(card), int(own), int(other), any_below)]
    yield from ((card,) for card in dict.fromkeys(fit))
    if len(fit) > 1:
        yield tuple(fit)
