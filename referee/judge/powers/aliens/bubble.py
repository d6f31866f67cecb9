"""Bubble: a reinforcement selected in place of an encounter card, and attacks that are added to it."""

from __future__ import annotations

from typing import NamedTuple

from referee.judge.cards_shown import Plus
from referee.judge.phases.legality import POPPED
from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers import effect
from referee.judge.powers.at_table import refuse_what_is_barred, uses
from referee.judge.powers.common import first_of, is_attack, refuse_use, tell
from referee.judge.powers.moments import AFTER_ALLIANCES, is_after_reveal, is_before_selection
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Stand, Turn, Use
from referee.judge.ruling import results_of
from referee.state import encounter as pos
from referee.state.encounter import Card


class Popped(NamedTuple):
    """The main player of its side may select a reinforcement."""


def _attack(args: tuple[str, ...]) -> str:
    """The attack that was said with a use; none (an empty text) where the pop itself was."""
    return next((arg for arg in args if is_attack(arg)), "")


@effect.outcome("join", by=effect.INVOLVED, takes="card player")
def pops(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red`, before the cards are selected: the main player of its side may select a reinforcement."""
    for used in board.uses(stand, use):
        if not _attack(used.args):
            words = (f"{board.main(stand.side).name} may select a reinforcement as its encounter card",)
            popped = tell(board, stand, use, True, (), words, used)
            if popped is not None:
                board.declared[POPPED.format(stand.side)] = popped
                board.note(stand, use, Popped())


@effect.outcome("claim", told=True, by=effect.INVOLVED)
def counts_popped(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A reinforcement that was selected counts as an attack of its value."""
    popped, card = board.declared.get(POPPED.format(stand.side)), board.position.side(stand.side).card
    if popped is not None and results_of(board, stand.name, use.alien, Popped) and _is_reinforcement(card):
        value, name = int(card.name[1:]), board.main(stand.side).name
        words = (stand.name, f"{name}'s {card.name} counts as an attack of {value}")
        board.claims[stand.side] = Finding(use.rule, value, (popped,), words)
        board.faces[stand.side] = Card(pos.ATTACK, value, card.name)


def _is_reinforcement(card: Card) -> bool:
    return card.kind == pos.OTHER and card.name.startswith("+")


@effect.outcome("reinforce", told=True, by=effect.INVOLVED)
def adds_popped(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 12`, `use red green 8`: with such a card each player of the side may add one attack of its hand."""
    card, added = board.position.side(stand.side).card, set[str]()
    for used in board.uses(stand, use):
        attack, by = _attack(used.args), first_of(used.args, board.stands, stand.name)
        if not attack or used.zap is not None:
            continue
        fits = _is_reinforcement(card) and board.stands[by].side == stand.side and by not in added
        if refuse_use(board, stand, use, used, None if fits else nothing_came_up(stand.name)):
            continue
        words = (f"{by} adds an attack of {attack}",)
        played = board.apply(stand, use, int(attack), (), words, used)
        if played is not None:
            added.add(by)
            board.plus.append(Plus(stand.side, played.value, by, attack, played))


@pops.carried_out(ruled=True)
def pop(on: Turn, power: Power, done: Act) -> None:
    """The pop is announced before the cards are selected; an attack leaves its hand once they are turned up."""
    attack = _attack(done.args)
    if attack:
        on.take_out(first_of(done.args, on.table.seats, power.who), attack)
    else:
        AFTER_ALLIANCES.check(on, power)
    refuse_what_is_barred(on, power)


@pops.offered
def _ways_to_pop(on: Turn, power: Power) -> Offers:
    table, said = on.table, uses(on, power.who)
    side = on.side_of(power.who)
    if is_before_selection(on) and side and not said:
        yield ()
    shown = next((table.cards.get(name, "") for name in table.mains() if on.side_of(name) == side), "")
    if not is_after_reveal(on) or not side or not shown.startswith("+"):
        return
    added = {first_of(act.args, table.seats, power.who) for act in said if _attack(act.args)}
    for name in table.seats:
        if on.side_of(name) == side and name not in added:
            attacks = [card for card in dict.fromkeys(table.hands[name]) if is_attack(card)]
            yield from ((card,) if name == power.who else (name, card) for card in attacks)
