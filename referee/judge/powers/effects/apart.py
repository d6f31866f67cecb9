"""Cards that lie apart for a while, and second hands out of which cards are played."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.counted import cards_of
from referee.judge.deck import type_of
from referee.judge.phases.uses import unsaid_with_use
from referee.judge.powers import effect
from referee.judge.powers.asked import check_how_many, not_now, player_said, say_with_use
from referee.judge.powers.at_table import in_hand, known_cards, one_of, plainly
from referee.judge.powers.common import (
    are_cards,
    card_of,
    first_not_of,
    first_number,
    has_to_say,
    mis_said,
    opponent_of,
    saying,
    stating,
    tell,
)
from referee.judge.powers.moments import (
    AS_NAMED,
    BEFORE_LAUNCH,
    WHEN_DUE,
    cards_said,
    earlier,
    once,
    only,
    opponent_now,
)
from referee.judge.powers.types import Act, Args, Board, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.table.deals import hand_over
from referee.judge.table.hands import OVER
from referee.judge.table.powers import demand
from referee.judge.table.resolution import resolve
from referee.judge.used import Used
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import DEFENSE, HIDDEN, NONE

_NONE = "none"  # said: no encounter card is left
_IS_TRUE = "what is true: {0} has an encounter card left"


def _cards_named(board: Board, said: Act) -> tuple[str, ...]:
    """`WORDS`: the cards that were said with a use."""
    return (" ".join(arg for arg in said.args if arg not in board.stands) or "cards",)


# -- the opponent's, at random -----------------------------------------------------------------------------------------


def _opposing_ships(on: Turn, who: str) -> int:
    """How many ships the opponent of a main player has in the encounter."""
    other = on.opponent(who)
    return on.table.at(on.table.target if on.side_of(other) == DEFENSE else tbl.GATE, other)


@effect.when("launched", takes="card* player none")
def lays_opponent_apart(on: Turn, power: Power) -> None:
    """The opponent has ships in the encounter, so that some of its cards lie apart until the end."""
    if _opposing_ships(on, power.who):
        demand(on, power)


@lays_opponent_apart.carried_out(time=WHEN_DUE, offers=plainly())
def lay_opponent_apart(on: Turn, power: Power, done: Act) -> None:
    """As many cards as the opponent has ships there, at random: those that are named, if they are seen.

    A defense without an encounter card draws a new hand before. Without one afterwards the opponent loses, at once, if
    its sheet does not let it go on; `none` says so of a hand of which that is not known.
    """
    table, other = on.table, opponent_now(on, power)
    if other == table.defense and on.lacks_encounter_card(other):
        drawn = on.law["planning.new-hand"].value
        on.find("planning.new-hand", drawn, other)
        on.redraw(other, drawn)
    count, named = min(_opposing_ships(on, power.who), len(table.hands[other])), tuple(cards_said(on, done))
    if len(named) > count:
        not_now(on, power)
    cards = hand_over(on, other, named, count)
    on.lay_apart(other, OVER, *cards)
    on.steps.append(power.finding(len(cards), other, cards_of(len(cards))))
    if _NONE in done.args and on.hand_of(other).has:
        say_with_use(on, power, _IS_TRUE.format(other))
    left_none = _NONE in done.args or on.lacks_encounter_card(other)
    if left_none and on.sheet_lifting(other, "no-card") is None:
        table.due = [due for due in table.due if due.who != power.who]
        table.cards, table.revealed = {other: _NONE}, True
        resolve(on)
        table.cards = {}


@effect.carried_out(time=AS_NAMED)
def lays_anybody_apart(on: Turn, power: Power, done: Act) -> None:
    """`flare red Laser purple 2`: for so many cards, `most` of them, that the player discards another's lie apart.

    Those that come are drawn at random. Which cards it discards can follow the number.
    """
    table, who = on.table, power.who
    other = player_said(on, power, done, table.clockwise(who))
    count, most = first_number(done.args, 0), min(power.args["most"], len(table.hands[who]))
    check_how_many(on, power, 1 <= count <= most, f"1 to {cards_of(most)}", "the discards")
    named = [arg for arg in cards_said(on, done) if arg != str(count)][:count]
    gone = (*named, *(tbl.UNKNOWN for _ in range(count - len(named))))
    on.take_out(who, *gone)
    on.discard(gone)
    cards = hand_over(on, other, (), min(count, len(table.hands[other])))
    on.lay_apart(other, OVER, *cards)
    on.steps.append(power.finding(len(cards), other, cards_of(len(cards))))


@lays_anybody_apart.offered
def _each_of_the_others(on: Turn, power: Power) -> Offers:
    if tbl.UNKNOWN in on.table.hands[power.who]:
        yield from ((name, "1") for name in on.table.clockwise(power.who) if on.table.hands[name])


# -- everybody's of one type -------------------------------------------------------------------------------------------


@effect.carried_out(time=BEFORE_LAUNCH, offers=one_of(lambda on, power: known_cards(on, power.who)), takes="card")
def lays_type_apart(on: Turn, power: Power, done: Act) -> None:
    """The owner lays a card, and whoever has a colony in its system all cards of that type, until planning begins."""
    table, who = on.table, power.who
    card = next(iter(cards_said(on, done)), tbl.UNKNOWN)
    if card == tbl.UNKNOWN:
        on.cannot("uses.apart-cards", who, nearest=[f"use {who} {one}" for one in known_cards(on, who)][:3])
    kind = on.card_type(card)
    on.take_out(who, card)
    on.lay_apart(who, ph.PLANNING, card)
    on.steps.append(power.finding(card, card, kind))
    for name in table.clockwise(who):
        if not any(table.at(place, name) for place in table.home_planets(who)):
            continue
        cards = [one for one in table.hands[name] if one != tbl.UNKNOWN and on.card_type(one) == kind]
        if tbl.UNKNOWN in table.hands[name]:
            on.presume("uses.in-hand-again", f"no card of {name}'s that is not known is of the type {kind}")
        on.take_out(name, *cards)
        on.lay_apart(name, ph.PLANNING, *cards)
        on.find("uses.lies-apart", len(cards), name, cards_of(len(cards)), kind)


# -- a store on the sheet ----------------------------------------------------------------------------------------------


def _are_invited(on: Turn, power: Power) -> bool:
    """True if somebody has invited, and no card is selected."""
    return bool(on.table.invited) and on.table.phase in (ph.ALLIANCE, ph.PLANNING) and not on.table.cards


@effect.carried_out(
    fits=lambda done: not _says_all(done), time=once(_are_invited), offers=one_of(in_hand), takes="card"
)
def freezes_card(on: Turn, power: Power, done: Act) -> None:
    """Once allies are invited a card of the owner's goes facedown onto its sheet, and it draws one."""
    table, who = on.table, power.who
    card = next(iter(cards_said(on, done)), "")
    if not card:
        on.cannot("uses.apart-cards", who, nearest=[f"use {who} {one}" for one in in_hand(on, power)][:3])
    on.take_out(who, card)
    table.aside[who] = (*table.aside.get(who, ()), card)
    drawn = on.draw(who, 1)
    on.steps.append(power.finding(len(table.aside[who]), cards_of(len(table.aside[who])), cards_of(drawn)))


def _has_frozen(on: Turn, power: Power) -> bool:
    cards: int = power.args["cards"]
    return len(on.table.aside.get(power.who, ())) >= cards


def _says_all(done: Act) -> bool:
    return done.args == ("all",)


@effect.carried_out(
    fits=_says_all, time=only(_has_frozen), offers=one_of(lambda on, power: ("all",)), takes="all card*"
)
def thaws_cards(on: Turn, power: Power, done: Act) -> None:
    """`cards`: with so many on the sheet the owner discards its hand and takes them all, at any time."""
    table, who = on.table, power.who
    store = table.aside[who]
    on.discard(table.hands[who], who)
    del table.aside[who]
    table.hold(who, store)
    on.steps.append(power.finding(len(store), cards_of(len(store))))


def _of_a_type(board: Board, said: Act) -> tuple[str, ...]:
    """The card that was laid, and of which type it is."""
    card = _cards_named(board, said)[0]
    return card, type_of(board.rulebase, card)


def _of_the_opponent(board: Board, said: Act) -> tuple[str, ...]:
    """Whose cards lie apart, and which."""
    other = opponent_of(board, board.stands[said.who]).name
    return (other, *_cards_named(board, said))


def _which_card(board: Board, stand: Stand, args: Args, used: Used) -> str:
    seen = first_not_of(used.args, (*board.stands, tbl.UNKNOWN))
    return "" if seen and are_cards(board, used.args) else "which card it lays"


def _is_not_so(board: Board, stand: Stand, args: Args, said: Used) -> Forbidden | None:
    """No more cards lie apart than the opponent has ships, and `none` is left only where it has turned up none."""
    other = opponent_of(board, stand)
    if _NONE in said.args and board.position.side(other.side).card.kind not in (NONE, HIDDEN):
        return unsaid_with_use(stand.name, _IS_TRUE.format(other.name))
    if other.count is not None and len(said.args) > other.count and other.name not in board.freed:
        came = f"the cards that came: as many as {other.name} has ships there, {other.count}"
        return unsaid_with_use(stand.name, came)
    return None


for _effect, _words, _check in (
    (freezes_card, saying("one more", cards_of(1)), None),
    (lays_opponent_apart, _of_the_opponent, _is_not_so),
    (lays_type_apart, _of_a_type, has_to_say(_which_card)),
    (thaws_cards, _cards_named, None),
):
    _effect.outcome("declare")(stating(_words, assumes=True, check=_check))


# -- a second hand -----------------------------------------------------------------------------------------------------


@effect.outcome("declare", takes="card*")
def plays_from_hoard(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Cards were played out of the hoard. A hand on the line is the hand without the hoard, so nothing changes.

    Of an `open` one encounter cards are not played like others.
    """
    for used in board.uses(stand, use):
        cards = [arg for arg in used.args if arg not in board.stands]
        if args.get("open") and any(card_of(board, card) is not None for card in cards):
            if not stand.takes_part:
                mis_said(board, stand, use, used, "which card it plays, and that is no encounter card")
            continue
        tell(board, stand, use, True, (), (" and ".join(cards) or "a card",), used)


@plays_from_hoard.carried_out()
def play_from_hoard(on: Turn, power: Power, done: Act) -> None:
    """A card out of the hoard is taken to be played as though from hand; without a card, the hoard is laid anew.

    It is only for a hoard without encounter cards, which its owner shows; the new one has `cards`. With `open` no hoard
    is laid anew, and its encounter cards are not played like others (`replaces_card`).
    """
    table, who = on.table, power.who
    hoard = table.aside.get(who, ())
    said = cards_said(on, done)
    if not said and not power.args.get("open"):
        _lay_anew(on, power, hoard)
        return
    if not said or (power.args.get("open") and on.is_encounter_card(said[0])):
        not_now(on, power)
    card = said[0].strip('"')
    if card not in hoard and tbl.UNKNOWN not in hoard:
        held = dict.fromkeys(name for name in hoard if _can_be_played(on, who, name))
        on.cannot("uses.not-in-hoard", who, card, nearest=tuple(f"use {who} {name}" for name in held))
    if not _can_be_played(on, who, card):
        on.forbid("uses.hoard-when", who, card)
    left = list(hoard)
    left.remove(card if card in left else tbl.UNKNOWN)
    table.aside[who] = tuple(left)
    table.gain(who, card)
    on.steps.append(power.finding(card, card if card != tbl.UNKNOWN else "a card"))


def _lay_anew(on: Turn, power: Power, hoard: tuple[str, ...]) -> None:
    who = power.who
    if tbl.UNKNOWN in hoard:
        on.presume("uses.hoard", f"{who}'s hoard holds no encounter card")
    on.discard(hoard)
    on.table.aside.pop(who, None)
    drawn = _dealt_apart(on, who, power.args["cards"])
    on.find("uses.hoard", drawn, who, cards_of(drawn))


def _dealt_apart(on: Turn, who: str, count: int) -> int:
    """Deals so many cards off the deck to those that lie apart from the hand; returns how many came."""
    table = on.table
    hand = table.hands[who]
    table.hold(who, ())
    drawn = on.draw(who, count)
    table.aside[who] = (*table.aside.get(who, ()), *table.hands[who])
    table.hold(who, hand)
    return drawn


def _can_be_played(on: Turn, who: str, card: str) -> bool:
    """Whether a card can be played at this moment as far as its type tells: an encounter card to be selected."""
    table = on.table
    if card == tbl.UNKNOWN or not on.is_encounter_card(card):
        return True
    return table.phase == ph.PLANNING and who in table.mains() and who not in table.cards


@plays_from_hoard.when("card-back")
def back_to_hoard(on: Turn, power: Power, whose: str, card: str) -> None:
    """A card that was played out of the hoard and comes back to hand goes back to the hoard."""
    if whose != power.who or not any(card in _names(act) for act in earlier(on, whose)):
        return
    on.give_up(whose, card)
    on.table.aside[whose] = (*on.table.aside.get(whose, ()), card)
    on.find("uses.hoard", len(on.table.aside[whose]), whose, cards_of(len(on.table.aside[whose])))


def _names(act: Act) -> list[str]:
    return [arg.strip('"') for arg in act.args]


@plays_from_hoard.offered
def _hoarded(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    hoard = on.table.aside.get(power.who, ())
    known = [card for card in dict.fromkeys(hoard) if card != tbl.UNKNOWN]
    if power.args.get("open"):
        yield from ((card,) for card in known if not on.is_encounter_card(card))
        return
    yield from ((card,) for card in known if _can_be_played(on, power.who, card))
    if tbl.UNKNOWN not in hoard:  # no encounter card can have come back into it
        yield ()


@effect.when("setup")
def keeps_hoard(on: Turn, power: Power) -> None:
    """`cards`: so many are dealt as a second hand, which lies apart from then on."""
    if power.who in on.table.aside:
        return
    dealt = power.args["cards"]
    if on.table.deck is None:  # nobody counted it, as before a game begins
        on.table.aside[power.who] = (tbl.UNKNOWN,) * dealt
    else:
        dealt = _dealt_apart(on, power.who, dealt)
    on.steps.append(power.finding(dealt, cards_of(dealt)))


@keeps_hoard.when("regroup")
def refill_hoard(on: Turn, power: Power) -> None:
    """With `refills` as many lie there again as each encounter begins."""
    store = on.table.aside.get(power.who, ())
    missing = power.args["cards"] - len(store) if power.args.get("refills") else 0
    if missing > 0:
        _dealt_apart(on, power.who, missing)
        on.steps.append(power.finding(missing, cards_of(len(on.table.aside[power.who]))))


@effect.carried_out()
def adds_to_hoard(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many off the deck go to the cards that lie apart, as the encounter begins."""
    table, who = on.table, power.who
    if table.regrouped or who not in table.aside:
        not_now(on, power)
    drawn = on.draw(who, power.args["cards"])
    for _ in range(drawn):
        on.give_up(who, tbl.UNKNOWN)
    table.aside[who] = (*table.aside[who], *((tbl.UNKNOWN,) * drawn))
    on.steps.append(power.finding(drawn, cards_of(drawn)))
