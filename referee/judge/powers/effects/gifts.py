"""Cards given, taken, drawn or discarded by flares and powers before the cards are turned up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from referee.judge.counted import cards_of
from referee.judge.phases.uses import card_unsaid
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import between, cards_named, in_hand, main_player_of, ways_typed
from referee.judge.powers.common import (
    drawing,
    first_number,
    first_of,
    has_to_say,
    main_player_said,
    opponent_of,
    other_side,
    saying,
    stating,
    tell_use,
)
from referee.judge.powers.effects.taking import opposing, take_each
from referee.judge.powers.moments import (
    AFTER_ALLIANCES,
    AS_NAMED,
    able,
    cards_said,
    check_after_alliances,
    check_once,
    earlier,
    is_after_reveal,
    is_before_selection,
    is_used,
    main_player_meant,
    opponent_now,
)
from referee.judge.powers.types import Act, Args, Board, Finding, Power, Stand, Turn, Use
from referee.judge.ruling import DEAL, DEFENSE_WINS, MUST, OFFENSE_WINS, wins
from referee.judge.table.deals import hand_over
from referee.judge.used import Used
from referee.state import table as tbl


@effect.outcome("declare", takes="card player")
def gives_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The owner gave a card to a main player, its opponent if it is one; the hands on the line are those afterwards."""
    to = main_player_said(board, stand, use)
    if to:
        said = [arg for used in board.used.get(stand.name, ()) for arg in used.args if arg not in board.stands]
        card = next((arg for arg in said if arg != "?"), "a card")
        tell_use(board, stand, use, card, card, to)


@gives_card.carried_out(time=AFTER_ALLIANCES)
def give_card(on: Turn, power: Power, done: Act) -> None:
    """A card goes to a main player; a main player who gave its last encounter card away draws a new hand."""
    table, who = on.table, power.who
    card = next(iter(cards_said(on, done)), "")
    if not card:
        on.keep(card_unsaid(who), nearest=[f"use {who} {name}" for name in in_hand(on, power)][:3])
    to = main_player_meant(on, power, done, f"use {{0}} {card} {{1}}")
    on.take_out(who, card)
    table.gain(to, card)
    on.steps.append(power.finding(card, card if card != tbl.UNKNOWN else "a card", to))
    if who not in table.mains() or on.has_encounter_card(who):
        return
    if on.lacks_encounter_card(who):
        drawn = on.law["uses.new-hand"].value
        on.find("uses.new-hand", drawn, who)
        on.redraw(who, drawn)
    else:
        on.find("uses.keeps-encounter-card", True, who)


@gives_card.offered
def _gifts(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    for card in in_hand(on, power):
        yield from ((card, name) for name in able(on, power.who))


@effect.outcome("declare")
def draws_cards(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`cards`: so many were drawn by the player, with `whose = "allies"` by its allies (those named, or all)."""
    for who in drawing(board, stand, use) if args.get("whose") == "allies" else [stand.name]:
        tell_use(board, stand, use, args["cards"], who, cards_of(args["cards"]))


@draws_cards.carried_out(time=AS_NAMED)
def draw_cards(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many for the player; with `whose = "allies"` for each of its allies, or for those who are named."""
    cards = power.args["cards"]
    for who in main_player_of(on, power, done) if power.args.get("whose") == "allies" else [power.who]:
        drawn = on.draw(who, cards)
        on.steps.append(power.finding(drawn, who, cards_of(drawn)))


def touches_opponents_hand(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Something was done with the opponent's hand; the hands on the line are those afterwards."""
    tell_use(board, stand, use, True, opponent_of(board, stand).name)


@effect.carried_out(time=AS_NAMED, states=touches_opponents_hand)
def gives_top_discard(on: Turn, power: Power, done: Act) -> None:
    """`cards`: the top card of the discards goes to the opponent; then the player draws so many."""
    table, to = on.table, opponent_now(on, power)
    if not table.discards:
        on.cannot("flares.no-discards", power.who)
    *left, top = table.discards
    table.discards = tuple(left)
    table.gain(to, top)
    on.steps.append(power.finding(top, to))
    on.draw(power.who, power.args["cards"])


@effect.carried_out(time=AS_NAMED, states=touches_opponents_hand)
def opponent_discards(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many go at random out of the opponent's hand to the discards; which they were can be said."""
    who = opponent_now(on, power)
    cards = hand_over(on, who, tuple(cards_said(on, done)), power.args["cards"])
    on.discard(cards, who)
    on.steps.append(power.finding(len(cards), who))


@effect.carried_out(
    time=AS_NAMED,
    offers=between(lambda on, power: map(str, _shares(on, power))),
    states=touches_opponents_hand,
    takes="number|equal",
)
def mixes_hands(on: Turn, power: Power, done: Act) -> None:
    """Both main players' hands are mixed and dealt again at random, each as large as before.

    With `split` the number of cards that the opponent draws is said: half of them (the odd one is the owner's; `equal`
    says so too), as many as it held, or as many as the owner held.
    """
    table, who = on.table, power.who
    other = opponent_now(on, power)
    mixed = (*table.hands[who], *table.hands[other])
    share = _share_said(on, power, done) if power.args.get("split") else len(table.hands[other])
    if len({*mixed}) > 1:  # else it is known what everybody gets
        mixed = (tbl.UNKNOWN,) * len(mixed)
    table.hold(other, mixed[:share])
    table.hold(who, mixed[share:])
    on.steps.append(power.finding(len(table.hands[who]), other))


_EQUAL = "equal"


def _share_said(on: Turn, power: Power, done: Act) -> int:
    """How many of the mixed cards the opponent draws, as it was said."""
    check_once(on, power)
    shares = _shares(on, power)
    share = shares[0] if done.args == (_EQUAL,) else first_number(done.args, -1)
    if share not in shares:
        ways = [f"use {power.who} {number}" for number in shares]
        on.cannot("uses.how-many-drawn", power.who, " or ".join(map(str, shares)), nearest=ways)
    return share


def _shares(on: Turn, power: Power) -> list[int]:
    """The numbers of cards that the opponent may draw: half of all, its own number, or that of the owner's hand."""
    own, its = (len(on.table.hands[name]) for name in (power.who, opponent_now(on, power)))
    return [*dict.fromkeys(((own + its) // 2, its, own))]


@effect.carried_out(time=AS_NAMED, states=touches_opponents_hand)
def takes_and_gives(on: Turn, power: Power, done: Act) -> None:
    """A card at random from the opponent, and one of the player's choice back, which may be that one.

    The card that is given is said with it; a second one is the card that was drawn.
    """
    table, who = on.table, power.who
    other = opponent_now(on, power)
    given, *taken = (*cards_said(on, done), tbl.UNKNOWN)[:2] if done.args else (tbl.UNKNOWN,)
    if not table.hands[other]:
        on.not_held(other, "a card")
    named = tuple(card for card in taken if card != tbl.UNKNOWN)
    table.gain(who, *hand_over(on, other, named, 1))
    back = hand_over(on, who, (given,) if given != tbl.UNKNOWN else (), 1)
    table.gain(other, *back)
    on.steps.append(power.finding(len(back), other))


@effect.outcome("hands")
def takes_from_losers(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`cards`: after a win or a deal as a main player, so many at random from the opponent and each of its allies."""
    if not _has_won(board, stand):
        return
    losers = [other for other in board.order if other.takes_part and other.side != stand.side]
    names = " and ".join(other.name for other in losers)
    taken = board.apply(stand, use, args["cards"] * len(losers), _because(board), (cards_of(args["cards"]), names))
    if taken is not None:
        board.do(stand.name, MUST, f"take {cards_of(args['cards'])} at random from {names}", taken, by=use)


def _has_won(board: Board, stand: Stand) -> bool:
    """Whether a main player has won, or made a deal."""
    return stand.is_main and board.outcome is not None and board.outcome.value in (wins(stand.side), DEAL)


def _because(board: Board) -> tuple[Finding, ...]:
    return (board.outcome,) if board.outcome is not None else ()


@takes_from_losers.carried_out()
def take_from_losers(on: Turn, power: Power, done: Act) -> None:
    """One card at random from the opponent and each of its allies; named, they are those that came, in that order."""
    who = power.who
    _check_won(on, power)
    cards = cards_named(on, done)
    losers = [name for name in opposing(on, who) if on.table.hands[name]]
    if len(cards) > len(losers):
        not_now(on, power)
    take_each(on, power, losers, cards)
    count = len(losers) * power.args["cards"]
    on.steps.append(power.finding(count, cards_of(power.args["cards"]), " and ".join(losers) or "nobody"))


def _check_won(on: Turn, power: Power) -> None:
    """For a main player that has won or made a deal, once it is settled."""
    table, who = on.table, power.who
    won = table.outcome == (OFFENSE_WINS if who == table.turn else DEFENSE_WINS)
    if not table.ruled or not (won or table.outcome == DEAL):
        not_now(on, power, ("resolve",) if is_after_reveal(on) else ())


@effect.outcome("hands")
def picks_one_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """After a win or a deal as a main player, cards of the opponent's are shown one by one until one is kept."""
    if not _has_won(board, stand):
        return
    other = opponent_of(board, stand)
    picked = board.apply(stand, use, True, _because(board), (other.name,))
    if picked is not None:
        what = f"discard cards of {other.name}'s, handed over one by one, until it keeps one"
        board.do(stand.name, MUST, what, picked, by=use)


@picks_one_card.carried_out()
def pick_one_card(on: Turn, power: Power, done: Act) -> None:
    """The opponent's cards as they are handed over: the last one is kept, those before it are discarded."""
    table, who = on.table, power.who
    _check_won(on, power)
    other = on.opponent(who)
    cards = cards_named(on, done) or (tbl.UNKNOWN,) * min(1, len(table.hands[other]))
    if len(cards) > len(table.hands[other]):
        not_now(on, power)
    taken = hand_over(on, other, cards, len(cards))
    on.discard(taken[:-1], other)
    table.gain(who, *taken[-1:])
    on.steps.append(power.finding(True, other))


def _named_with(board: Board, used: Used) -> list[str]:
    return [arg for arg in used.args if arg not in board.stands]


def _whom_asked(board: Board, stand: Stand, args: Args, used: Used) -> str:
    """A second use follows on a card that was drawn, and is the one that was named."""
    before = [_named_with(board, one) for one in takewhile(lambda one: one is not used, board.used[stand.name])]
    if before and (len(before) > 1 or len(before[0]) != 2 or len({*before[0]}) > 1):
        return "first that it drew the card it had named, which lets it ask once more"
    asked = first_of(used.args, [other.name for other in board.side_of(other_side(stand.side))])
    if asked and len(_named_with(board, used)) in (1, 2):
        return ""
    return "whom of the other side it asks, and for which card"


@effect.carried_out(states=stating(saying("player"), check=has_to_say(_whom_asked)), takes="player card card")
def asks_for_card(on: Turn, power: Power, done: Act) -> None:
    """A player of the opposing side hands over the card that is named, if it has that; else the owner draws one.

    A second word is the card that was drawn. Where that is the one that was named the power is used once more.
    """
    who, whom, cards = power.who, first_of(done.args, opposing(on, power.who)), cards_said(on, done)
    before = [cards_said(on, act) for act in earlier(on, who, power.use.alien)]
    if not before or len(before) > 1 or len({*before[0]}) > 1 or len(before[0]) == 1:
        check_after_alliances(on, power)
    if not whom or not cards or cards[0] == tbl.UNKNOWN:
        on.cannot("uses.which-card-of", who, nearest=ways_typed(power, _fishings(on, power))[:3])
    card, hand = cards[0], on.table.hands[whom]
    on.steps.append(power.finding(card, whom))
    if len(cards) > 1 and card in hand:
        on.cannot("uses.hands-it-over", whom, card, nearest=[f"use {who} {whom} {card}"])
    if len(cards) == 1 and (card in hand or tbl.UNKNOWN in hand):
        on.table.gain(who, *hand_over(on, whom, (card,), 1))
    elif on.draw(who, 1) and len(cards) > 1 and on.table.hands[who][-1] == tbl.UNKNOWN:
        on.table.hold(who, (*on.table.hands[who][:-1], cards[1]))


@asks_for_card.offered
def _fishings(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if is_before_selection(on) and not is_used(on, power):
        yield from ((name, "N") for name in opposing(on, power.who))
