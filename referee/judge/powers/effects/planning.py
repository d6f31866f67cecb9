"""What is laid or forced while the encounter cards are selected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.book.loader import Rulebase
from referee.book.power import Use
from referee.judge.board import Board, Shown
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.uses import card_unsaid, no_such_card, used_already
from referee.judge.powers import effect
from referee.judge.powers.at_table import laid, nothing_for_it, one_of, plainly, play_for_outcome, uses
from referee.judge.powers.common import (
    Args,
    card_of,
    card_written,
    first_not_of,
    first_number,
    first_of,
    is_attack,
    main_player_said,
    opponent_of,
    other_side,
    refuse_use,
    said_with,
    tell,
    tell_use,
)
from referee.judge.powers.moments import (
    cards_said,
    check_once,
    earlier,
    is_before_selection,
    is_moment,
    is_used,
    opponent,
    opponent_now,
)
from referee.judge.stand import Stand
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Act


@effect.outcome("bound")
def must_play(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`card`: once declared, both main players must play a card of this kind if they hold one."""
    if not board.in_force(stand, use):
        return
    for side in (pos.OFFENSE, pos.DEFENSE):
        owner = board.main(side if board.swapped is None else other_side(side))
        card = board.position.side(side).card
        if card.kind in (args["card"], pos.HIDDEN, pos.NONE):
            continue
        hand = board.position.hands.get(owner.name)
        if hand is not None and hand.cards is not None and any(c == "A" or is_attack(c) for c in hand.cards):
            rule = board.law["powers.must-play"].citing(use.rule)
            attack = replace(board.position.side(side), card=pos.Card(pos.ATTACK))
            nearest = [replace(board.position, **{side: attack})]  # type: ignore[arg-type]
            board.forbid(rule, (owner.name, args["card"]), nearest, _rests_on(use, stand))
        elif hand is None or hand.count != 0:
            board.assume("assumptions.no-such-card", owner.name, args["card"], by=use.rule)


def _rests_on(use: Use, stand: Stand) -> tuple[Finding, ...]:
    return (Finding(use.rule, True, (), (stand.name,)),)


must_play.offered(plainly(lambda on, power: not on.table.cards and not uses(on, power.who)))


@must_play.when("select")
def must_play_at_table(on: Turn, power: Power, who: str, card: str) -> None:
    """Once it is declared, a main player who is known to hold a card of the kind selects one."""
    if not uses(on, power.who) or card == tbl.UNKNOWN or on.card_type(card) == power.args["card"]:
        return
    held = [
        other for other in on.table.hands[who] if other != tbl.UNKNOWN and on.card_type(other) == power.args["card"]
    ]
    if held:
        nearest = (f"play {who} {held[0]}",)
        on.keep(Forbidden("powers.must-play", (who, power.args["card"])), nearest, by=power.use.rule)


@effect.outcome("bound")
def must_play_gift(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """An encounter card that was given has to be played by who got it, where it still holds the card."""
    used = board.usage(stand, use)
    if used is None or not board.in_force(stand, use):
        return
    to = board.stands.get(main_player_said(board, stand, use))
    card = next((found for arg in used[0] if arg not in board.stands and (found := card_of(board, arg))), None)
    if to is None or card is None:
        return
    side = to.side if board.swapped is None else other_side(to.side)
    hand = board.position.hands.get(to.name)
    if hand is None or hand.cards is None or str(card) not in hand.cards:
        return
    if str(board.position.side(side).card) != str(card):
        rule = board.law["flares.must-play"].citing(use.rule)
        nearest = [replace(board.position, **{side: replace(board.position.side(side), card=card)})]  # type: ignore[arg-type]
        given = Finding(use.rule, str(card), (), (stand.name, card, to.name))
        board.forbid(rule, (to.name, str(card), stand.name), nearest, (given,))


@must_play_gift.when("select")
def must_play_gift_at_table(on: Turn, power: Power, who: str, card: str) -> None:
    """A main player who was given an encounter card selects that one, while it holds it."""
    for act in on.table.acts:
        if (act.verb, act.who) != ("use", power.who) or card in (*act.args, tbl.UNKNOWN):
            continue
        given = first_not_of(act.args, on.table.seats, tbl.UNKNOWN)
        to = first_of(act.args, on.table.seats)
        to = to or (opponent(on, power.who) if power.who in on.table.mains() else "")
        if to == who and given in on.table.hands[who] and on.is_encounter_card(given):
            on.forbid("flares.must-play", who, given, power.who, nearest=(f"play {who} {given}",))


@effect.outcome("bound")
def must_play_named(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The opponent has to play the encounter card that the owner named, if it holds that one."""
    used = board.uses(stand, use)
    named = _card_named(board.rulebase, said_with(board, stand, use).args)
    unsaid = no_such_card(stand.name) if named is None else None
    if used and used[0].zap is None and refuse_use(board, stand, use, used[0], unsaid):
        return
    opponent = opponent_of(board, stand)
    if named is None or tell(board, stand, use, str(named), (), (named, opponent.name)) is None:
        return
    side = opponent.side if board.swapped is None else other_side(opponent.side)
    card, hand = board.position.side(side).card, board.position.hands.get(opponent.name)
    if card in (named, pos.Card(named.kind)) or card.kind in (pos.HIDDEN, pos.NONE):
        return
    if hand is not None and hand.cards is not None and str(named) in hand.cards:
        nearest = [replace(board.position, **{side: replace(board.position.side(side), card=named)})]  # type: ignore[arg-type]
        board.refuse(_has_to_play(opponent.name, str(named), stand.name), nearest, (used[0].finding,), use.rule)
    elif hand is None or hand.count != 0:
        board.assume("assumptions.no-such-card", opponent.name, named, by=use.rule)


def _card_named(books: Rulebase, said: Iterable[str]) -> pos.Card | None:
    """The encounter card among the words of a use, an attack with its value; None if there is none."""
    found = (card_written(books, word) for word in said)
    return next((card for card in found if card is not None and card != pos.Card(pos.ATTACK)), None)


def _has_to_play(who: str, card: str, by: str) -> Forbidden:
    """A main player whose card was named selects that one, while it holds it."""
    return Forbidden("uses.must-play-named", (who, card, by))


_NAMED = ("N", "8", "4")  # some cards that most decks have several times


@must_play_named.carried_out(ruled=True)
def name_card(on: Turn, power: Power, done: Act) -> None:
    """The card that the opponent has to play is named, before either card is selected."""
    check_once(on, power)
    card = _card_named(on.rulebase, done.args)
    on.keep(no_such_card(power.who) if card is None else None, nearest=(f"use {power.who} N",))
    on.steps.append(power.finding(str(card), card, opponent_now(on, power)))


@must_play_named.when("select")
def must_play_named_at_table(on: Turn, power: Power, who: str, card: str) -> None:
    """The opponent selects the card that was named, if it is known to hold it."""
    for act in uses(on, power.who):
        named = str(_card_named(on.rulebase, act.args))
        if who != power.who and card not in (named, tbl.UNKNOWN) and named in on.table.hands[who]:
            on.keep(_has_to_play(who, named, power.who), nearest=(f"play {who} {named}",), by=power.use.rule)


must_play_named.offered(
    one_of(
        lambda on, power: _NAMED,
        lambda on, power: is_before_selection(on) and not is_used(on, power),
    )
)


@effect.outcome("flared")
def names_spread(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The number said before the reveal is added to the player's attack if the two attacks differ by it or more."""
    if not stand.is_main:
        return
    low, high = board.law["cards.attacks"].value
    spread = number_said(board, stand, use, 1, high - low)
    mine, theirs = board.shown[stand.side], board.shown[other_side(stand.side)]
    if spread is None or mine.kind != pos.ATTACK or theirs.kind != pos.ATTACK:
        return
    differ = abs(mine.value - theirs.value)
    gained = spread if differ >= spread else 0
    added = tell(board, stand, use, mine.value + gained, (mine.finding, theirs.finding), (spread, differ, gained))
    if added is not None and gained:
        board.shown[stand.side] = Shown(pos.ATTACK, added.value, added)


def number_said(board: Board, stand: Stand, use: Use, low: int, high: int) -> int | None:
    """The number that was said with a flare; refused where there is none from `low` to `high`."""
    said = said_with(board, stand, use)
    number = first_number(said.args, None)
    if number is None or not low <= number <= high:
        forbidden = Forbidden("flares.name-a-number", (stand.name, use.alien, low, high))
        board.refuse(forbidden, [], said.sources, use.rule)
        return None
    return number


names_spread.offered(one_of(lambda on, power: ("1", "5", "10"), is_moment))


names_spread.carried_out(ruled=True)(play_for_outcome)


@effect.outcome("declare")
def raises_stake(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`most`: so many ships at most, as many as the player said, on top of what a challenge costs who was wrong."""
    more = number_said(board, stand, use, 1, args["most"])
    if more is None:
        return
    if not board.used.get(stand.name):
        if not board.position.checked:  # at a table it is still to be said what the card is
            nothing_for_it(board, stand, use)
        return
    raised = tell_use(board, stand, use, more, ships_of(more))
    if raised is not None:
        board.stakes[stand.name] = raised


raises_stake.offered(
    one_of(lambda on, power: ("1", str(power.args["most"])), lambda on, _: on.table.phase == ph.REVEAL)
)


raises_stake.carried_out(ruled=True)(play_for_outcome)


@effect.carried_out()
def lays_card(on: Turn, power: Power, done: Act) -> None:
    """An attack card out of the owner's hand is laid faceup beside any planet, one in an encounter."""
    table, who = on.table, power.who
    if any(laid(on, act) for act in earlier(on, who, power.use.alien)):
        on.keep(used_already(who), history=("undo",))
    card = next(iter(cards_said(on, done)), "")
    planet = first_of(done.args, [*table.planets()])
    if not planet:
        on.cannot("uses.which-planet", who, nearest=(f"use {who} {card or '?'} {table.home_planets(who)[0]}",))
    if card in ("", tbl.UNKNOWN):
        on.keep(card_unsaid(who))
    if not card.lstrip("-").isdigit():
        on.cannot("uses.attack-only", who, card)
    on.take_out(who, card)
    table.aside[planet] = (*table.aside.get(planet, ()), card)
    on.steps.append(power.finding(card, card, planet))


@lays_card.offered
def _lays(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    table = on.table
    if table.phase == ph.LAUNCH and not is_used(on, power):
        for card in dict.fromkeys(table.hands[power.who]):
            if card.lstrip("-").isdigit():
                yield from ((card, planet) for planet in table.planets())
