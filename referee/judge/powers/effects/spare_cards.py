"""Cards that lie beside the encounter card: one that may take its place, and cards that count as ships."""

from __future__ import annotations

from collections.abc import Sequence

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.planning import encounter_card
from referee.judge.phases.reveal import copy_morphs
from referee.judge.phases.rewards import gain_besides
from referee.judge.phases.uses import card_or_number, card_unsaid, no_ship_involved
from referee.judge.powers import effect
from referee.judge.powers.asked import named_with, not_now, say_with_use
from referee.judge.powers.at_table import known_cards, restate, uses
from referee.judge.powers.choices import in_use
from referee.judge.powers.common import SWAPPED, are_cards, card_of, mis_said, opponent_of, refuse_use, said_with, show
from referee.judge.powers.effects.involved import involved_at
from referee.judge.powers.moments import (
    cards_said,
    earlier,
    is_after_reveal,
    is_before_reveal,
    is_before_selection,
    is_used,
    once,
)
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.ruling import CHOOSES, DEFENSE_WINS, MUST, wins
from referee.judge.table.hands import OVER
from referee.judge.table.powers import demand, demanded
from referee.state import table as tbl

# -- a spare card ------------------------------------------------------------------------------------------------------

_SWAPS = "swaps"  # said once the cards are turned up: the spare card takes the place of the other
_ENDS = ("full", "discard", "keeps")  # what the opponent chooses: it takes the spare card, has it discarded or kept


@effect.outcome("drawn", takes="card swaps|full|discard|keeps")
def lays_spare(board: Board, stand: Stand, use: Use, args: Args, card: Act | None) -> None:
    """`use red 20 swaps`: the 20 that lay beside takes the place of the owner's card; without the word it does not.

    The opponent decides what becomes of the other one.
    """
    said = said_with(board, stand, use)
    spare = next((found for arg in said.args if (found := card_of(board, arg)) is not None), None)
    for used in board.uses(stand, use)[:1] if spare is None else ():
        mis_said(board, stand, use, used, "which encounter card lies beside")
    if card is not None or not stand.is_main or spare is None:
        return
    swaps, left = _SWAPS in said.args, spare
    told = "is swapped in" if swaps else "lies beside its own"
    placed = board.apply(stand, use, str(spare), (board.shown[stand.side].finding,), (spare, told))
    if placed is None:
        return
    if swaps:
        left = board.faces[stand.side]
        board.faces[stand.side] = spare
        show(board, stand.side, spare.kind, spare.value or 0, placed)
        copy_morphs(board)
    elif not board.position.checked:
        board.assume("assumptions.not-swapped", stand.name, spare, by=use.rule)
    what = f"whether it takes {stand.name}'s {left}, has it discarded or lets {stand.name} keep it"
    board.do(opponent_of(board, stand).name, CHOOSES, what, placed, by=use)


@lays_spare.carried_out(ruled=True)
def lay_spare(on: Turn, power: Power, done: Act) -> None:
    """Before selection the spare card is laid, and after the reveal swapped in; then the opponent disposes of it."""
    table, who = on.table, power.who
    if demanded(on, power) is not None:
        _dispose(on, power, done)
    elif _SWAPS in done.args:
        lying = table.aside.get(_place(who), ())
        if not is_after_reveal(on) or not lying or who not in table.cards:
            not_now(on, power)
        table.aside[_place(who)] = (table.cards[who],)
        table.cards = {**table.cards, who: lying[0]}
        restate(on)  # the card lies there now
        on.steps.append(power.finding(lying[0], lying[0], "is swapped in"))
    else:
        if not is_before_selection(on) or earlier(on, who, power.use.alien):
            not_now(on, power)
        card = next(iter(cards_said(on, done)), "")
        if not card or card == tbl.UNKNOWN:
            say_with_use(on, power, "which card it lays", _spares(on, who))
        on.keep(encounter_card(on.law, who, card, on.card_type(card)))
        on.take_out(who, card)
        table.aside[_place(who)] = (card,)
        on.steps.append(power.finding(card, card, "lies beside its own"))


def _place(who: str) -> str:
    return f"{who} lays beside"


def _spares(on: Turn, who: str) -> list[str]:
    """The encounter cards of which one can be laid: the owner keeps another to select."""
    known = [card for card in on.table.hands[who] if card != tbl.UNKNOWN and on.is_encounter_card(card)]
    return [*dict.fromkeys(known)] if len(known) > 1 or tbl.UNKNOWN in on.table.hands[who] else []


@lays_spare.when("settled")
def leaves_spare(on: Turn, power: Power, ruling: Ruling) -> None:
    """The opponent has to say what becomes of the card that was not played."""
    if on.table.aside.get(_place(power.who)) and demanded(on, power) is None:
        demand(on, power)


def _dispose(on: Turn, power: Power, done: Act) -> None:
    who, other = power.who, on.opponent(power.who)
    end = named_with(on, power, done, f"what {other} does with the card", _ENDS)
    cards = on.table.aside.pop(_place(who), ())
    if end == "discard":
        on.discard(cards)
    else:
        on.table.gain(other if end == "full" else who, *cards)
    told = {"full": f"goes to {other}", "discard": "is discarded", "keeps": f"is {who}'s again"}[end]
    on.steps.append(power.finding(True, cards[0] if cards else "card", told))


@lays_spare.offered
def _lays(on: Turn, power: Power) -> Offers:
    who = power.who
    if demanded(on, power) is not None:
        yield from ((end,) for end in _ENDS)
    elif is_before_selection(on) and not is_used(on, power):
        yield from ((card,) for card in _spares(on, who))
    elif is_after_reveal(on) and on.table.aside.get(_place(who)) and len(uses(on, who)) < 2:
        yield (_SWAPS,)


# -- cards that count as ships -----------------------------------------------------------------------------------------


@effect.outcome("declare", takes="card*")
def hires_cards(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 8 N`: each of these cards counts as one more ship of the owner's in the encounter."""
    cards = _hired(board, stand, use)
    for used in board.uses(stand, use)[:1]:
        ruled = used.zap is not None or board.position.checked
        if not ruled and refuse_use(board, stand, use, used, _unsaid(board, stand, cards)):
            return
    if cards and stand.takes_part:
        added = board.apply(stand, use, len(cards), (), (cards_of(len(cards)),))
        if added is not None:
            board.steps.append(added)
            board.declared[_HIRED.format(stand.name)] = added


@effect.outcome("total", told=True)
def adds_hired(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Each hired ship adds one."""
    if _HIRED.format(stand.name) in board.declared:
        board.adds[stand.side].append(board.declared[_HIRED.format(stand.name)])


_HIRED = "{0} hired"


def _are_both_selected(on: Turn, power: Power) -> bool:
    return is_before_reveal(on) and len(on.table.cards) == len(on.table.mains())


def _unsaid(board: Board, stand: Stand, cards: Sequence[str]) -> Forbidden | None:
    """Cards that are hired are said; a number alone, up to as many as a hand holds, can be one of them or how many."""
    hand = board.position.hands.get(stand.name)
    most = board.law["setup.hand"].value if hand is None or hand.count is None else hand.count
    if stand.count == 0:
        return no_ship_involved(stand.name)
    if not cards or not are_cards(board, cards):
        return card_unsaid(stand.name)
    return card_or_number(stand.name, cards, most, () if hand is None else hand.cards or ())


def _hired(board: Board, stand: Stand, use: Use) -> tuple[str, ...]:
    return tuple(arg for arg in said_with(board, stand, use).args if arg not in board.stands)


@hires_cards.carried_out(ruled=True, time=once(_are_both_selected))
def hire_cards(on: Turn, power: Power, done: Act) -> None:
    """The cards leave the hand between selection and reveal; what is not lost comes back at the end."""
    table, who, cards = on.table, power.who, cards_said(on, done)
    if not _is_involved(on, who):
        on.keep(no_ship_involved(who))
    if not cards:
        say_with_use(on, power, "which cards it hires", dict.fromkeys(table.hands[who]))
    for card in cards:
        on.take_out(who, card)
    on.lay_apart(who, OVER, *cards)


def _is_involved(on: Turn, who: str) -> bool:
    """True if a player has a ship in the encounter."""
    return bool(on.side_of(who)) and on.table.at(involved_at(on, who), who) > 0


@hires_cards.offered
def _to_hire(on: Turn, power: Power) -> Offers:
    if _is_involved(on, power.who):
        yield from ((card,) for card in known_cards(on, power.who))


@effect.outcome("rewarded", told=True)
def rewarded_for_hired(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A hired ship of an ally of a winning defense brings it a reward like any other."""
    hired = board.declared.get(_HIRED.format(stand.name))
    won = board.outcome is not None and board.outcome.value == DEFENSE_WINS == wins(stand.side)
    if hired is not None and won and not stand.is_main:
        rule = board.law["uses.hired-rewards"].citing(use.rule)
        gain_besides(board, stand, Finding(rule, hired.value, (hired,), (stand.name, ships_of(hired.value))))


@effect.outcome("hands")
def discards_hired(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Hired ships that are lost are discarded, and count for compensation as lost ships do."""
    hired, outcome = board.declared.get(_HIRED.format(stand.name)), board.outcome
    if hired is None or outcome is None or not in_use(board, stand, use):
        return
    if outcome.value != SWAPPED.get(wins(stand.side)):
        return
    board.fallen[stand.name] = board.fallen.get(stand.name, 0) + hired.value
    rule = board.law["uses.hired-lost"].citing(use.rule)
    board.do(
        stand.name,
        MUST,
        "discard the cards that it has hired",
        Finding(rule, hired.value, (hired,), (stand.name,)),
        by=use,
    )
    if not board.position.checked:
        board.spent.extend((stand.name, card) for card in _hired(board, stand, use))


@discards_hired.when("settled")
def lose_hired(on: Turn, power: Power, ruling: Ruling) -> None:
    """At a table they are discarded with the outcome, and do not come back to hand."""
    if any(then.who == power.who for then in ruling.left_by(power.use.key, MUST)):
        cards = [card for act in uses(on, power.who) for card in cards_said(on, act)]
        on.discard_apart(power.who, OVER, cards)
