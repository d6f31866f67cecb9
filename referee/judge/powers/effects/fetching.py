"""Cards that come from where nobody else takes them: out of the discards, or from outside the game."""

from __future__ import annotations

from referee.judge.board import Board
from referee.judge.counted import cards_of, ships_of
from referee.judge.powers import effect
from referee.judge.powers.at_table import Offers, known_discards, known_in_hand, one_of
from referee.judge.powers.common import first_of, is_attack, stating
from referee.judge.powers.moments import cards_said
from referee.judge.table.losses import spared, were_lost
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.encounter import Act


def _two_cards(board: Board, said: Act) -> tuple[str, ...]:
    """`CARD CARD`: what was given and what was taken."""
    cards = [arg for arg in said.args if arg not in board.stands and "." not in arg]
    return (*cards, "a card", "a card")[:2]


@effect.carried_out(once=True)
def swaps_discard(on: Turn, power: Power, done: Act) -> None:
    """For a ship to the warp and a card out of hand the owner takes a discarded card of that type.

    `within`: two attacks lie no further apart than so much.
    """
    table, who = on.table, power.who
    given, taken, *_ = (*cards_said(on, done), "", "")
    if not taken or not table.on_colonies(who):
        nearest = [f"use {who} {' '.join(way)}" for way in _swaps(on, power)]
        on.cannot("uses.like-for-like", who, given or "card", taken or "card", "say both", nearest=nearest[:3])
    if not _is_like(on, power, given, taken):
        what = f"they differ in type, or by more than {power.args['within']}"
        on.cannot("uses.like-for-like", who, given, taken, what)
    place = first_of(done.args, table.colonies(who))
    stacks = on.taken_from("launch.from-colonies", who, 1, (Stack(place, 1),) if place else ())
    on.take_out(who, given)
    if not on.take_off_pile(who, taken):
        on.cannot("uses.like-for-like", who, given, taken, "it does not lie in the discards")
    on.discard((given,), who)
    on.steps.append(power.finding(taken, given, taken))
    if not spared(on, who, 1):
        on.send(who, stacks, tbl.WARP)
        on.find("demands.lost-ships", 1, who, stacks[0].place, ships_of(1))
        were_lost(on, who, 1)


def _is_like(on: Turn, power: Power, given: str, taken: str) -> bool:
    """Whether two cards are of one type, and as attacks near each other."""
    if on.card_type(given) != on.card_type(taken):
        return False
    both = is_attack(given) and is_attack(taken)
    return not both or abs(int(given) - int(taken)) <= power.args["within"]


@swaps_discard.offered
def _swaps(on: Turn, power: Power) -> Offers:
    table, who = on.table, power.who
    known = known_discards(on, power)
    for given in known_in_hand(on, power) if table.on_colonies(who) else ():
        yield from ((given, taken) for taken in known if given != taken and _is_like(on, power, given, taken))


swaps_discard.outcome("declare")(stating(_two_cards, assumes=True))


# -- flares that are not in the game -----------------------------------------------------------------------------------


def _strangers(on: Turn, cards: tuple[str, ...]) -> list[str]:
    """The flares among these cards that match nobody's alien."""
    played = {alien for aliens in on.table.aliens.values() for alien in aliens}
    return [card for card in cards if on.rulebase.flare(card) is not None and card not in played]


def _is_before_cards(on: Turn, power: Power) -> bool:
    """True if no encounter card is selected yet."""
    return not on.table.cards and on.table.phase in (ph.START, *ph.BEFORE_CARDS)


@effect.carried_out(now=_is_before_cards, once=True)
def draws_unused_flare(on: Turn, power: Power, done: Act) -> None:
    """A flare that is in no deck comes to the owner's hand; of two that match nobody's alien one leaves the game.

    It is named first, and then the one that goes; `?` where nobody shows it.
    """
    table, who = on.table, power.who
    drawn, gone, *_ = (*cards_said(on, done), "", "")
    if drawn != tbl.UNKNOWN and not _strangers(on, (drawn,)):
        on.cannot("uses.which-flare", who, nearest=(f"use {who} ?",))
    table.gain(who, drawn)
    on.steps.append(power.finding(drawn, drawn if drawn != tbl.UNKNOWN else "a flare"))
    strange = _strangers(on, table.hands[who])
    if gone not in strange and (gone or len(strange) > 1):
        nearest = [f"use {who} {drawn} {flare}" for flare in strange]
        on.cannot("uses.flare-removed", who, cards_of(len(strange)), nearest=nearest)
    if gone:
        on.give_up(who, gone)
        on.find("uses.flare-gone", gone, who, gone)


draws_unused_flare.offered(one_of(lambda on, power: (tbl.UNKNOWN,)))
draws_unused_flare.outcome("declare")(stating(_two_cards, assumes=True))
