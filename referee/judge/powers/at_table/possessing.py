"""A hand that lies on another player's alien sheet, to be played from there."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.board import cards_of
from referee.judge.powers.at_table.moments import check_once, is_before_invitations, is_used
from referee.judge.table.hands import lent_to
from referee.judge.table.powers import Power, carries_out, offers
from referee.judge.table.turn import Turn
from referee.state import table as tbl
from referee.state.encounter import Act


@carries_out("possesses_hand")
def possess_hand(on: Turn, power: Power, done: Act) -> None:
    """The whole hand of any player but the opponent lies on the sheet; it is no part of the owner's hand.

    With `off_deck`, so many cards off the deck lie there instead.
    """
    table, who = on.table, power.who
    if not is_before_invitations(on):
        on.forbid("demands.before-invitations", who)
    check_once(on, power)
    if power.args.get("off_deck"):
        _possess_off_deck(on, power)
        return
    may = _others(on, who)
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


@offers("possesses_hand")
def _hands(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if not is_before_invitations(on) or is_used(on, power):
        return
    if power.args.get("off_deck"):
        yield ()
    else:
        yield from ((name,) for name in _others(on, power.who) if on.table.hands[name])


def _others(on: Turn, who: str) -> list[str]:
    return [name for name in on.table.clockwise(who) if name not in on.table.mains()]
