"""What powers ask as a turn starts."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.counted import ships_of
from referee.judge.powers import effect
from referee.judge.powers.common import saying, stating
from referee.judge.powers.effects.winning import has_won, wins_now
from referee.judge.powers.moments import check_once, is_used
from referee.judge.powers.types import Act, Due, Offers, Power, Turn
from referee.judge.table.powers import cited
from referee.judge.table.resolution import PICKED, owed
from referee.state import phases as ph
from referee.state import table as tbl

DEMANDED = PICKED  # `Due.source` of ships that a power costs; `Due.place` has the card that is discarded instead


@effect.carried_out(takes="card")
def all_discard_or_lose(on: Turn, power: Power, done: Act) -> None:
    """`ships`: every other player discards a card like the one that the owner discards, or loses so many ships.

    A hand without encounter cards is drawn anew before that (5.3.2).
    """
    table, who = on.table, power.who
    nearest = tuple(f"use {who} {card}" for card in _known(on, who))
    check_once(on, power)
    on.check_hand_first(who)
    card = done.args[0].strip('"') if len(done.args) == 1 else ""
    if card in ("", "A", tbl.UNKNOWN) or card in table.seats or card in table.ships:
        on.cannot("demands.which-card", who, nearest=nearest)
    on.check_held(who, card, nearest)
    on.steps.append(power.finding(card, card))
    if power.args.get("keeps"):
        on.find("played.stays", True, who, card)
    else:
        on.give_up(who, card)
        on.discard((card,))
    for other in table.clockwise(who):
        _demand(on, power, other, card)


all_discard_or_lose.outcome("declare")(stating(saying("card", card="a card")))


@all_discard_or_lose.before_leaving(ph.START)
def still_to_use(on: Turn, power: Power) -> bool:
    """The power is used once, at the start of its owner's turn (consolidated 5.3.1)."""
    return on.table.encounter == 1 and not is_used(on, power)


def _known(on: Turn, who: str) -> list[str]:
    """The cards that can be named: those in hand that are known; of an unknown hand a card that it can hold."""
    known = dict.fromkeys(card for card in on.table.hands[who] if card not in ("A", tbl.UNKNOWN))
    return list(known) or ["N"]


def _demand(on: Turn, power: Power, other: str, card: str) -> None:
    lost = min(power.args["ships"], on.table.on_colonies(other))
    if not lost:
        on.find("demands.nothing-to-lose", 0, other)
        return
    due = Due(other, "lose", lost, place=card, source=DEMANDED, by=cited(power))
    on.table.due.append(due)
    rule = "demands.discard-or-lose" if can_answer(on, due) else "demands.must-lose"
    on.find(rule, lost, other, _asked(on, card), ships_of(lost), power.who)


def _asked(on: Turn, card: str) -> str:
    """What is demanded, in words: `an attack of 10 or more`, `a card of the type artifact`."""
    kind = on.card_type(card)
    return f"an attack of {card} or more" if kind == "attack" else f"a card of the type {kind}"


def can_answer(on: Turn, due: Due) -> bool:
    """Whether the hand can hold a card that saves the ships."""
    hand = on.table.hands[due.who]
    return any(card in ("A", tbl.UNKNOWN) or matches(on, card, due.place) for card in hand)


def matches(on: Turn, card: str, asked: str) -> bool:
    """Whether a card is of the type of the one that was discarded, and as an attack at least as high (2.1.1.1)."""
    if card in ("A", tbl.UNKNOWN) or on.card_type(card) != on.card_type(asked):
        return False
    return on.card_type(asked) != "attack" or int(card) >= int(asked)


@all_discard_or_lose.offered
def _discardable(on: Turn, power: Power) -> Offers:
    if on.table.phase == ph.START and still_to_use(on, power) and not on.lacks_encounter_card(power.who):
        yield from ((card,) for card in _known(on, power.who))


@all_discard_or_lose.when("discard")
def discarded(on: Turn, power: Power, who: str, cards: tuple[str, ...]) -> None:
    """A card that the power demands is discarded, and the ships are saved; another card does not do."""
    due = next((due for due in on.table.due if due.who == who and due.source == DEMANDED), None)
    if due is None or owed(on, who, "discard") is not None:
        return
    if len(cards) != 1 or not matches(on, cards[0], due.place):
        nearest = [f"discard {who}: {card}" for card in answers_to(on, due)]
        said = " ".join(cards) or "no card"
        on.forbid("demands.other-card", who, _asked(on, due.place), said, nearest=(*nearest[:2], f"lose {who}"))
    on.find("demands.discarded", True, who, " ".join(cards))
    on.table.due.remove(due)


def answers_to(on: Turn, due: Due) -> Iterator[str]:
    """The cards in hand, as far as it is known, that can be discarded to save the ships."""
    for card in dict.fromkeys(on.table.hands[due.who]):
        if matches(on, card, due.place):
            yield card


@effect.when("turn")
def wins_as_turn_starts(on: Turn, power: Power) -> None:
    """`holding`, `least`: with so many `cards`, as far as they are counted, or foreign `colonies` the owner has won.

    Nothing else follows.
    """
    who, table = power.who, on.table
    colonies = table.foreign_colonies(who)
    cards = 0 if on.is_open(who) else len(table.hands[who])
    held = {"cards": cards, "colonies": len(colonies)}[power.args["holding"]]
    if held >= power.args["least"] and not table.winners:
        wins_now(on, power, held, " and ".join(colonies))


wins_as_turn_starts.wins_by()(has_won)
