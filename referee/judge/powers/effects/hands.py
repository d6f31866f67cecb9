"""Whole hands and single cards that change hands before the cards are turned up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.judge.counted import cards_of
from referee.judge.phases.uses import not_main_player
from referee.judge.powers import effect
from referee.judge.powers.asked import player_said
from referee.judge.powers.at_table import bystanders, in_hand, one_of, others
from referee.judge.powers.common import (
    first_of,
    has_to_say,
    main_player_said,
    opponent_of,
    said_with,
    saying,
    stating,
    tell_use,
)
from referee.judge.powers.effect import Time
from referee.judge.powers.moments import (
    ONCE,
    able,
    cards_said,
    check_once,
    is_before_invitations,
    is_before_selection,
    is_used,
    main_player_meant,
    opponent_now,
)
from referee.judge.powers.types import Act, Args, Board, Power, Stand, Turn, Use
from referee.judge.ruling import MUST
from referee.judge.table.deals import hand_over
from referee.judge.table.hands import lent_to
from referee.judge.used import Used
from referee.state import table as tbl


def _before_invitations(rule: str) -> Time:
    """Once in an encounter, before anybody invites; `rule` refuses it later."""

    def check(on: Turn, power: Power) -> None:
        if not is_before_invitations(on):
            on.forbid(rule, power.who)
        check_once(on, power)

    return Time(check, lambda on, power: is_before_invitations(on) and not is_used(on, power))


@effect.outcome("declare", takes="player")
def looks_at_hand(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The owner looked at one main player's hand: the opponent's, if it is one itself. It may not tell what it saw.

    With `both`, who is no main player looks at the hands of both.
    """
    whose = main_player_said(board, stand, use)
    if whose and args.get("both") and not stand.is_main:
        whose = f"{board.offense.name} and {board.defense.name}"
    looked = board.apply(stand, use, True, (), (whose,)) if whose else None
    if looked is not None:
        board.do(stand.name, MUST, f"keep to itself what it saw of the hand of {whose}", looked, by=use)


@looks_at_hand.carried_out(time=_before_invitations("uses.before-invitations"))
def look_at_hand(on: Turn, power: Power, done: Act) -> None:
    """The owner looks at the whole hand of one main player; nothing on the table changes, and it may not tell.

    With `both`, who is no main player looks at the hands of both.
    """
    mains = on.table.mains()
    if power.args.get("both") and power.who not in mains:
        on.steps.append(power.finding(sum(len(on.table.hands[name]) for name in mains), " and ".join(mains)))
        return
    whose = main_player_meant(on, power, done)
    on.steps.append(power.finding(len(on.table.hands[whose]), whose))


@looks_at_hand.offered
def _looks(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if power.args.get("both") and power.who not in on.table.mains():
        yield ()
    else:
        yield from ((name,) for name in able(on, power.who))


@effect.outcome("declare", takes="card* player*")
def refills_hand(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`cards`: the owner filled its hand up to so many; the hands on the line are those afterwards."""
    if tell_use(board, stand, use, args["cards"], f"{args['cards']} cards") is not None:
        _assume_afterwards(board, use, stand.name)


@refills_hand.carried_out(time=_before_invitations("uses.before-invitations"))
def refill_hand(on: Turn, power: Power, done: Act) -> None:
    """`cards`: up to so many in hand, one at random for each time a player is named, the rest off the deck.

    With `discards`, up to so many cards that are named are discarded first.
    """
    table, who, full = on.table, power.who, power.args["cards"]
    if power.args.get("discards"):
        done = _discard_first(on, power, done)
    missing = full - len(table.hands[who])
    if missing <= 0:
        on.forbid("uses.hand-full", who, cards_of(len(table.hands[who])), full)
        return
    wanted = {name: done.args.count(name) for name in dict.fromkeys(done.args)}
    for name, count in wanted.items():
        if name not in table.seats or name == who or count > len(table.hands[name]) or len(done.args) > missing:
            what = f"{cards_of(count)} from {name}" if name in table.seats else name
            on.cannot("uses.from-whom", who, what, cards_of(missing), nearest=(f"use {who}",))
    for name, count in wanted.items():
        taken = hand_over(on, name, (), count)
        table.gain(who, *taken)
    drawn = on.draw(who, missing - len(done.args))
    origins = [f"{count} from {name}" for name, count in wanted.items()]
    on.steps.append(power.finding(full, ", ".join([*origins, f"{drawn} off the deck"] if drawn else origins)))


def _discard_first(on: Turn, power: Power, done: Act) -> Act:
    """Discards the cards that a use names; the use without them is left."""
    who, cards = power.who, tuple(cards_said(on, done))
    if len(cards) > power.args["discards"]:
        on.forbid("uses.discards-first", who, cards_of(len(cards)), power.args["discards"])
    on.take_out(who, *cards)
    on.discard(cards, who)
    if cards:
        on.find("cards.discards", len(cards), who, cards_of(len(cards)))
    return replace(done, args=tuple(arg for arg in done.args if arg not in cards))


@refills_hand.offered
def _refills(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    table, who = on.table, power.who
    if power.args.get("discards"):
        yield from ((card,) for card in in_hand(on, power))
    if len(table.hands[who]) >= power.args["cards"]:
        return
    yield ()
    yield from ((name,) for name in table.clockwise(who) if table.hands[name])


@effect.outcome("declare", takes="player")
def swaps_hands(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The main players exchanged their whole hands; those on the line are the new ones.

    With `anyone` the owner can name another player than its opponent.
    """
    if not board.admits(stand, use):
        return
    others = [name for name in board.stands if name != stand.name]
    if not args.get("anyone"):
        other = main_player_said(board, stand, use)
    else:
        other = first_of(said_with(board, stand, use).args, others, opponent_of(board, stand).name)
    if other and tell_use(board, stand, use, True, other) is not None:
        _assume_afterwards(board, use, stand.name, other)


def _assume_afterwards(board: Board, use: Use, *names: str) -> None:
    """The first of some players used its power; a line that tells a hand of theirs may be meant of before that."""
    if not board.position.checked and any(name in board.position.hands for name in names):
        board.assume("assumptions.hands-afterwards", names[0], by=use.rule)


@swaps_hands.carried_out(time=ONCE)
def swap_hands(on: Turn, power: Power, done: Act) -> None:
    """The main players exchange their whole hands and keep them; a defense that needs a new hand draws that first.

    With `anyone`, the owner can name another player for it.
    """
    table, who = on.table, power.who
    on.check_new_hand(who)
    named = [name for name in done.args if name in table.seats and name != who]
    other = named[0] if named and power.args.get("anyone") else opponent_now(on, power)
    if named:
        on.keep(not_main_player(who, named[0], (other,)), nearest=(f"use {who} {other}",))
    table.hands = {**table.hands, who: table.hands[other], other: table.hands[who]}
    on.steps.append(power.finding(True, other))
    for name in (who, other):
        on.find("table.hand-size", len(table.hands[name]), name)


@swaps_hands.offered
def _swaps(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if not is_before_selection(on):
        return
    if power.args.get("anyone"):
        yield from ((name,) for name in on.table.clockwise(power.who) if name != power.who)
    else:
        yield ()


@effect.when("redraws", asked=True)
def keeps_through_new_hand(on: Turn, power: Power, player: str, left: list[str], kept: list[str]) -> None:
    """`type`: cards of this type are shown and kept, as far as they are known; that is no use of the power."""
    if player != power.who:
        return
    kind = power.args["type"]
    if tbl.UNKNOWN in left:
        on.find("assumptions.none-of-type", True, player, kind)
    for card in [card for card in left if card != tbl.UNKNOWN and on.card_type(card) == kind]:
        left.remove(card)
        kept.append(card)
    if kept:
        on.steps.append(power.finding(tuple(kept), " and ".join(kept)))


@effect.carried_out(offers=one_of(others))
def sees_hand(on: Turn, power: Power, done: Act) -> None:
    """The player looks at the whole hand of one other player, before it aims; nothing on the table changes."""
    whose = player_said(on, power, done, on.table.clockwise(power.who))
    on.steps.append(power.finding(len(on.table.hands[whose]), whose))


def _whose_hand(board: Board, stand: Stand, args: Args, used: Used) -> str:
    able = [name for name in board.stands if name not in (board.offense.name, board.defense.name)]
    said = "off_deck" in args or first_of(used.args, able)
    return "" if said else "whose hand it takes, of any player other than its opponent"


@effect.carried_out(
    time=_before_invitations("demands.before-invitations"),
    states=stating(saying("player"), check=has_to_say(_whose_hand)),
    takes="player",
)
def possesses_hand(on: Turn, power: Power, done: Act) -> None:
    """The whole hand of any player but the opponent lies on the sheet; it is no part of the owner's hand.

    With `off_deck`, so many cards off the deck lie there instead.
    """
    table, who = on.table, power.who
    if power.args.get("off_deck"):
        _possess_off_deck(on, power)
        return
    may = bystanders(on, power)
    whose = done.args[0] if len(done.args) == 1 else ""
    if whose not in may:
        nearest = tuple(f"use {who} {name}" for name in may)
        on.cannot("demands.whose-hand", who, " or ".join(may) or "nobody", nearest=nearest)
    cards = table.hands[whose]
    on.steps.append(power.finding(len(cards), whose))
    on.find("demands.hand-taken", len(cards), who, cards_of(len(cards)), whose)
    table.aside[lent_to(who, whose)] = cards
    table.hold(whose, ())


def _possess_off_deck(on: Turn, power: Power) -> None:
    table, who, count = on.table, power.who, power.args["off_deck"]
    before = len(table.hands[who])
    if on.draw(who, count) < count:  # all hands were dealt anew, with what was drawn among their cards
        return
    hand = table.hands[who]
    table.hold(who, hand[:before])
    table.aside[lent_to(who, tbl.THE_DECK)] = hand[before:]
    on.tell(on.law["demands.hand-taken"].citing(power.use.rule), count, who, cards_of(count), tbl.THE_DECK)


@possesses_hand.offered
def _hands(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if power.args.get("off_deck"):
        yield ()
    else:
        yield from ((name,) for name in bystanders(on, power) if on.table.hands[name])


keeps_power = effect.Effect("keeps_power", asked=True, does="The owner has its power with however few home colonies.")
