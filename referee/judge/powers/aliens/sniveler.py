"""Sniveler: what the others give it before allies are invited, or all lose where they refuse."""

from __future__ import annotations

from collections.abc import Sequence

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import ships_of
from referee.judge.phases.uses import is_better_off, unsaid_with_use
from referee.judge.powers import effect
from referee.judge.powers.asked import say_with_use
from referee.judge.powers.at_table import found_colony, leave_for_home, others_discard
from referee.judge.powers.common import (
    Args,
    are_cards,
    first_number,
    first_of,
    is_past_check,
    refuse_use,
    saying,
    stating,
)
from referee.judge.powers.effects.deciding import loses_first
from referee.judge.powers.effects.saved import come_home
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import BEFORE_INVITATIONS, cards_said
from referee.judge.powers.types import Act, Due, Offers, Power, Turn
from referee.judge.stand import Stand
from referee.judge.table.deals import hand_over
from referee.judge.table.places import each_way
from referee.judge.table.powers import cited
from referee.judge.table.resolution import PICKED, note_winning
from referee.state import table as tbl

_GIVEN, _REFUSED = "given", "refused"  # said: whether the others give in
_WORSE_OFF = "of what else it whines: somebody else is worse off"


@effect.carried_out(time=BEFORE_INVITATIONS, takes="given|refused card player planet* count*")
def whines(on: Turn, power: Power, done: Act) -> None:
    """`use red`, or `given`: of its ships; `use red blue.3`: of its colonies; `use red 20 blue`: of a card, of blue's.

    With `refused` nobody gives in: everybody loses ships until as many are in the warp as of the owner's, or the
    colonies that are named, or discards every such card.
    """
    table, who = on.table, power.who
    refused = _REFUSED in done.args
    cards, places = cards_said(on, done), [arg for arg in done.args if arg in table.ships]
    cards = [card for card in cards if not (places and card.isdigit())]  # with a planet it is a number of ships
    if cards:
        _of_a_card(on, power, cards[0], first_of(done.args, table.clockwise(who)), refused)
    elif places:
        _of_colonies(on, power, places, done, refused)
    else:
        _of_ships(on, power, refused)
    on.check_powers()
    note_winning(on)


def _may_whine(on: Turn, power: Power, counts: dict[str, int]) -> None:
    """Refuses a whine where somebody is worse off: the owner has the most in the warp, or the fewest colonies."""
    if any(count > counts[power.who] for name, count in counts.items() if name != power.who):
        say_with_use(on, power, _WORSE_OFF)


def _of_ships(on: Turn, power: Power, refused: bool) -> None:
    table, who = on.table, power.who
    counts = {name: table.at(tbl.WARP, name) for name in table.seats}
    _may_whine(on, power, counts)
    if not counts[who]:
        say_with_use(on, power, "a planet or a card of which it whines: it has no ship in the warp")
    told = "everybody else loses ships" if refused else f"{ships_of(counts[who])} leave the warp"
    on.steps.append(power.finding(counts[who], told))
    if not refused:
        come_home(on, who, counts[who])
        return
    for name in table.clockwise(who):
        cost = min(counts[who] - counts[name], table.on_colonies(name) + table.at(tbl.GATE, name))
        if cost > 0:
            table.due.append(Due(name, "lose", cost, source=PICKED, by=cited(power)))


def _of_colonies(on: Turn, power: Power, places: Sequence[str], done: Act, refused: bool) -> None:
    table, who = on.table, power.who
    _may_whine(on, power, {name: -len(table.foreign_colonies(name)) for name in table.seats})
    if not refused:
        free = _free(on, who)
        if places[0] not in free:
            say_with_use(on, power, "on which foreign planet it has a colony", free)
        on.steps.append(power.finding(1, f"a colony on {places[0]}"))
        found_colony(on, power, places[0], first_number(done.args, 1), done)
        return
    on.steps.append(power.finding(1, "everybody else gives up a colony"))
    for name in table.clockwise(who):
        its = [*table.foreign_colonies(name)]
        place = first_of(places, its) or (its[0] if len(its) == 1 else "")
        if its and not place:
            say_with_use(on, power, f"which colony {name} gives up", [f"{_REFUSED} {one}" for one in its])
        if place:
            leave_for_home(on, name, table.at(place, name), place)


def _of_a_card(on: Turn, power: Power, card: str, giver: str, refused: bool) -> None:
    table, who = on.table, power.who
    if not on.is_encounter_card(card) or card in table.hands[who]:
        say_with_use(on, power, "which encounter card it lacks")
    if not refused and not giver:
        say_with_use(on, power, f"who gives it the {card}", [f"{card} {name}" for name in table.clockwise(who)])
    told = f"everybody else discards each {card}" if refused else f"{giver} gives it the {card}"
    on.steps.append(power.finding(card, told))
    if not refused:
        table.gain(who, *hand_over(on, giver, (card,), 1))
        return
    others_discard(on, power, lambda held: held == card, f"the {card}")


def _free(on: Turn, who: str) -> list[str]:
    """The foreign planets on which a player has no colony."""
    own = on.table.home_planets(who)
    return [place for place in on.table.planets() if place not in own and not on.table.at(place, who)]


whines.when("reveal")(loses_first)


@whines.offered
def _whines(on: Turn, power: Power) -> Offers:
    table, who = on.table, power.who
    counts = {name: table.at(tbl.WARP, name) for name in table.seats}
    if counts[who] == max(counts.values()):
        yield from (((), (_REFUSED,)) if counts[who] else ())
    if len(table.foreign_colonies(who)) == min(len(table.foreign_colonies(name)) for name in table.seats):
        for place in _free(on, who)[:2] if table.on_colonies(who) else ():
            yield from ((place, *places) for places in each_way(on, who, 1, (place,)))
    for name in table.clockwise(who):
        known = [card for card in dict.fromkeys(table.hands[name]) if card not in (tbl.UNKNOWN, *table.hands[who])]
        for card in [card for card in known if on.is_encounter_card(card)][:1]:
            yield from ((card, name), (card, _REFUSED))


@whines.outcome("declare")
def whined(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The line shows what came of it; of what the owner has whined, and whether the others gave in, is said."""
    for used in board.uses(stand, use):
        if is_past_check(board, stand, use, used):
            continue
        if not any(_says_what(board, arg) for arg in used.args):
            what = "what it whines of (its ships, a planet or a card) and whether the others give in"
            unsaid_on_line(board, stand, use, what, _GIVEN, _REFUSED)
        elif is_better_off(board.position, stand.name, [arg for arg in used.args if arg not in (_GIVEN, _REFUSED)]):
            refuse_use(board, stand, use, used, unsaid_with_use(stand.name, _WORSE_OFF))
            return
    stating(saying("the line shows what came of it"))(board, stand, use, args)


def _says_what(board: Board, word: str) -> bool:
    """True if a word names a card or a planet, or says whether the others gave in; not who did."""
    return word in (_GIVEN, _REFUSED) or "." in word or are_cards(board, (word,))
