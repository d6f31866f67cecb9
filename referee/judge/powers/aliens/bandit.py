"""Bandit: three cards off the deck as a turn starts, and what it keeps, loses or costs others by their types."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from referee.judge.deck import type_of
from referee.judge.powers import effect
from referee.judge.powers.asked import say_with_use
from referee.judge.powers.at_table import others_discard
from referee.judge.powers.common import first_of, has_to_say, saying, stating
from referee.judge.powers.moments import TURN_START, cards_said
from referee.judge.powers.types import Act, Args, Board, Offers, Power, Stand, Turn
from referee.judge.table.deals import hand_over
from referee.judge.table.powers import offered
from referee.judge.used import Used
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.acts import CHOICES


@effect.carried_out(time=TURN_START, takes="card* left|right double none")
def spins(on: Turn, power: Power, done: Act) -> None:
    """`cards` off the deck are named, and after them what is chosen: a card of the hand, or those that are kept.

    Of cards that nobody tells `none` or `double` says that none or two are alike. All of different types: the owner
    discards a card out of its hand. Two alike: it may keep one of those revealed. All alike: it may keep any of
    them, and everybody else discards every card of that type. The rest is discarded.
    """
    table, who, said = on.table, power.who, cards_said(on, done)
    shown, chosen = said[: power.args["cards"]], said[power.args["cards"] :]
    kinds = _kinds(on.card_type, shown, done.args)
    different, alike = len(kinds) == len(shown), len(kinds) == 1
    unsaid = _unsaid(kinds, power.args["cards"], shown, chosen, bool(table.hands[who]))
    if unsaid:
        cards = {_LOST: dict.fromkeys(table.hands[who]), _KEPT: shown}.get(unsaid, ())
        ways = [(*shown, card) for card in cards] or offered(on, power)
        say_with_use(on, power, unsaid, map(" ".join, ways))
    _turn_up(on, who, shown)
    gone = [*shown]
    if different:
        gone += hand_over(on, who, tuple(chosen), 1) if chosen else ()
    else:
        if not chosen:
            on.presume("uses.unsaid", f"{who} keeps none of them: `use {' '.join((who, *shown, shown[0]))}` if it does")
        for card in chosen:
            gone.remove(card)
        table.gain(who, *chosen)
    on.discard(gone, who)
    told = "all differ" if different else "all are alike" if alike else "two are alike"
    on.steps.append(power.finding(len(kinds), " ".join(shown), told))
    if alike:
        others_discard(on, power, lambda card: on.card_type(card) == kinds[0], f"of the type {kinds[0]}")


_TURNED, _LOST, _KEPT = "which cards it has turned up", "which card of its hand it discards", "which of them it keeps"


def _unsaid(kinds: list[str], cards: int, shown: list[str], chosen: list[str], holds: bool) -> str:
    """What has still to be said of so many cards that were turned up, in words; an empty text where nothing has."""
    different, alike = len(kinds) == len(shown), len(kinds) == 1
    if len(shown) < cards or not kinds:
        return _TURNED
    if different and holds and len(chosen) != 1:
        return _LOST
    too_many = len(chosen) > (len(shown) if alike else 1)
    return _KEPT if not different and (too_many or any(card not in shown for card in chosen)) else ""


def _unsaid_on_line(board: Board, stand: Stand, args: Args, used: Used) -> str:
    """As for a table, if anything of the cards is told; a hand that is told to be empty had nothing to discard."""
    said = [arg for arg in used.args if arg not in CHOICES]
    shown, chosen, hand = said[: args["cards"]], said[args["cards"] :], board.position.hands.get(stand.name)
    kinds = _kinds(partial(type_of, board.rulebase), shown, used.args)
    return _unsaid(kinds, args["cards"], shown, chosen, hand is None or hand.count != 0) if said else ""


def _kinds(of: Callable[[str], str], shown: list[str], args: tuple[str, ...]) -> list[str]:
    """The different types among the cards; of cards that nobody tells one word says how many are alike."""
    if tbl.UNKNOWN not in shown:
        return [*dict.fromkeys(of(card) for card in shown)]
    return {_DIFFER: shown, _PAIR: shown[1:]}.get(first_of(args, (_DIFFER, _PAIR)), [])


_DIFFER, _PAIR = "none", "double"  # said of cards that nobody tells: none are alike, or two are


def _turn_up(on: Turn, who: str, shown: list[str]) -> None:
    """The cards come off the deck; they are in nobody's hand."""
    hand = on.table.hands[who]
    on.draw(who, len(shown))
    on.table.hold(who, hand)


@spins.offered
def _spins(on: Turn, power: Power) -> Offers:
    unseen = (tbl.UNKNOWN,) * power.args["cards"]
    yield (*unseen, _PAIR)
    yield from ((*unseen, card, _DIFFER) for card in dict.fromkeys(on.table.hands[power.who]))


spins.before_leaving(ph.START)(TURN_START.is_now)
spins.outcome("declare")(
    stating(
        saying("words", "the hands on the line are those afterwards", words="three cards"),
        check=has_to_say(_unsaid_on_line),
    )
)
