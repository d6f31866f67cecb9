"""What is laid or forced while the encounter cards are selected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from referee.judge.cards_shown import Shown
from referee.judge.counted import ships_of
from referee.judge.phases.compensation import collect_besides
from referee.judge.phases.uses import card_unsaid, no_such_card, used_already
from referee.judge.powers import effect
from referee.judge.powers.asked import not_said
from referee.judge.powers.at_table import laid, nothing_for_it, one_of, plainly, play_for_outcome, uses
from referee.judge.powers.common import (
    SWAPPED,
    card_of,
    first_not_of,
    first_number,
    first_of,
    is_attack,
    main_player_said,
    opponent_of,
    other_side,
    refuse_use,
    said_with,
    show,
    tell,
    tell_use,
)
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import (
    AFTER_ALLIANCES,
    AS_NAMED,
    able,
    cards_said,
    earlier,
    is_before_reveal,
    is_moment,
    is_used,
    main_player_meant,
    opponent_now,
)
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import DECIDED, MUST, results_of, wins
from referee.judge.table.lines import card_called
from referee.judge.table.planning import check_copies
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Hand


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
    """An encounter card that was given has to be played by who got it, unless it is known to hold the card no more.

    With `named` it is the card of the opponent's that the owner has named (`names_card`).
    """
    used = board.usage(stand, use)
    if used is None or not board.in_force(stand, use):
        return
    to = board.stands.get(main_player_said(board, stand, use))
    card = next((found for arg in used[0] if arg not in board.stands and (found := card_of(board, arg))), None)
    if to is None or card is None:
        return
    side = to.side if board.swapped is None else other_side(to.side)
    hand, played = board.position.hands.get(to.name), board.position.side(side).card
    other = played not in (card, pos.Card(card.kind)) and played.kind not in (pos.HIDDEN, pos.NONE)
    held = hand.cards if hand is not None else None
    if (held is None and args.get("named")) or (held is not None and str(card) not in held):
        if other and args.get("named") and (hand is None or hand.count != 0):
            board.assume("assumptions.no-such-card", to.name, card, by=use.rule)
        return
    if str(played) != str(card):
        rule = board.law[_bound_by(args)].citing(use.rule)
        nearest = [replace(board.position, **{side: replace(board.position.side(side), card=card)})]  # type: ignore[arg-type]
        given = Finding(use.rule, str(card), (), (stand.name, card, to.name))
        board.forbid(rule, (to.name, str(card), stand.name), nearest, (given,))


def _bound_by(args: Args) -> str:
    """The rule by which an opponent has to play a card: that was named, or given to it."""
    return "uses.must-play-named" if args.get("named") else "flares.must-play"


@must_play_gift.when("select")
def must_play_gift_at_table(on: Turn, power: Power, who: str, card: str) -> None:
    """A main player who was given an encounter card selects that one, while it holds it."""
    for act in on.table.acts:
        if (act.verb, act.who) != ("use", power.who) or card in (*act.args, tbl.UNKNOWN):
            continue
        given = first_not_of(act.args, on.table.seats, tbl.UNKNOWN)
        to = first_of(act.args, on.table.seats)
        to = to or (on.opponent(power.who) if power.who in on.table.mains() else "")
        if to == who and given in on.table.hands[who] and on.is_encounter_card(given):
            on.forbid(_bound_by(power.args), who, given, power.who, nearest=(f"play {who} {given}",))


@effect.outcome("declare", takes="card")
def names_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """An encounter card of the opponent's is named, an attack with its value (`must_play_gift` binds the opponent)."""
    used = board.uses(stand, use)
    card = _card_said(used[0].act.args) if used else None
    unsaid = used and used[0].zap is None and card is None
    if not unsaid or not refuse_use(board, stand, use, used[0], no_such_card(stand.name)):
        tell(board, stand, use, str(card), (), (card, opponent_of(board, stand).name))


def _card_said(said: Iterable[str]) -> pos.Card | None:
    """The attack with its value, negotiate or morph that was said first; None for anything else."""
    card = card_called(next(iter(said), ""))
    known = card.kind in (pos.NEGOTIATE, pos.MORPH) or (card.kind == pos.ATTACK and card.value is not None)
    return card if known else None


@names_card.carried_out(ruled=True, time=AFTER_ALLIANCES)
def name_card(on: Turn, power: Power, done: Act) -> None:
    """The card that the opponent has to play is named, before either card is selected."""
    card = _card_said(done.args)
    on.keep(no_such_card(power.who) if card is None else None, nearest=(f"use {power.who} N",))
    on.steps.append(power.finding(str(card), card, opponent_now(on, power)))


names_card.offered(one_of(lambda on, power: ("N", "8", "4")))


@effect.outcome("bound", by=effect.MAIN)
def bars_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """An encounter card is named that the opponent plays only where it holds no other one."""
    card, other = _card_said(said_with(board, stand, use).args), opponent_of(board, stand)
    if card is None:
        unsaid_on_line(board, stand, use, "which encounter card its opponent may not play", "N", "20")
        return
    named = tell_use(board, stand, use, str(card), card, other.name)
    if named is None or str(board.position.side(other.side).card) != str(card):
        return
    hand = board.position.hands.get(other.name)
    held = [found for one in (hand.cards or () if hand is not None else ()) if (found := card_of(board, one))]
    instead = next((one for one in held if str(one) != str(card)), None)
    if instead is not None:
        nearest = [replace(board.position, **{other.side: replace(board.position.side(other.side), card=instead)})]  # type: ignore[arg-type]
        rule = board.law["flares.may-not-play"].citing(use.rule)
        board.forbid(rule, (other.name, card, stand.name), nearest, (named,))
    else:
        board.assume("assumptions.no-such-card", other.name, f"encounter card but the {card}", by=use.rule)


@bars_card.carried_out(time=AS_NAMED)
def bar_card(on: Turn, power: Power, done: Act) -> None:
    """The card is named before either is selected."""
    card = _card_said(done.args)
    if card is None:
        not_said(on, power, "which encounter card its opponent may not play", ("N", "20"))
    on.steps.append(power.finding(str(card), card, opponent_now(on, power)))


bars_card.offered(one_of(lambda on, power: ("N", "20")))


@bars_card.while_played("select")
def bar_card_at_table(on: Turn, power: Power, who: str, card: str) -> None:
    """The opponent selects another card than the one that was named, where it is known to hold one."""
    named = _card_said(power.use.played[0] if power.use.played is not None else ())
    if who != on.opponent(power.who) or named is None or str(card_called(card)) != str(named):
        return
    others = [one for one in on.table.hands[who] if one not in (card, tbl.UNKNOWN) and on.is_encounter_card(one)]
    if others:
        on.forbid("flares.may-not-play", who, named, power.who, nearest=(f"play {who} {others[0]}",))


# -- what is asked or said of a main player ----------------------------------------------------------------------------


@effect.outcome("declare", takes="player")
def asks_question(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`question`: of which kind; a main player answers it truthfully, and is bound by what it says of its plans."""
    whom = main_player_said(board, stand, use, sure=True)
    asked = board.apply(stand, use, True, (), (whom,)) if whom else None
    if asked is not None:
        what = f"answer {stand.name}'s {args['question']} truthfully, and keep in this encounter to what it means to do"
        board.do(whom, MUST, what, asked, by=use)


@effect.outcome("declare", takes="player")
def backs_main_player(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A main player is named, and what becomes of that one counts for the owner, as of `counts_down`."""
    whom = main_player_said(board, stand, use, sure=True)
    if whom:
        tell_use(board, stand, use, True, whom)


@asks_question.carried_out(time=AFTER_ALLIANCES)
@backs_main_player.carried_out(ruled=True, time=AFTER_ALLIANCES)
def name_main_player(on: Turn, power: Power, done: Act) -> None:
    """A main player is named when the alliances are formed and no card is selected yet."""
    on.steps.append(power.finding(True, main_player_meant(on, power, done)))


for _named in (asks_question, backs_main_player):
    _named.offered(one_of(lambda on, power: able(on, power.who)))


# -- a second card -----------------------------------------------------------------------------------------------------


@effect.outcome("card", takes="card")
def lays_second(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A second attack or negotiate is turned up: an attack is added to the total of the owner's side.

    A main player that laid a negotiate has played one; an ally takes compensation for it (`consoles_for_laid`). What is
    done to the encounter card of the side does not touch the second one. Which card it is has to be said.
    """
    used, zap = board.uses(stand, use), board.zap_on(stand, use.alien)
    said = next((one.act.args for one in used if one.act.args), ())
    if zap is None and not said and board.admits(stand, use):
        hand = board.position.hands.get(stand.name)
        if used or (use.mandatory and not _has_none(hand)):
            ask_for(board, stand, use, f"use {stand.name} CARD")
        return
    card = _card_said(said)
    if used and zap is None and refuse_use(board, stand, use, used[-1], _no_second(stand.name, card)):
        return
    laid = tell(board, stand, use, 0 if card is None else card.value or 0, (), (card,))
    if laid is None or card is None:
        return
    board.note(stand, use, Laid(card, laid))
    if card.kind == pos.ATTACK:
        board.adds[stand.side].append(laid)
    elif stand.is_main and board.shown[stand.side].kind != pos.NEGOTIATE:
        show(board, stand.side, pos.NEGOTIATE, 0, laid)


class Laid(NamedTuple):
    """A second card that was laid, and what says so."""

    card: pos.Card
    finding: Finding


def _laid(board: Board, stand: Stand, use: Use) -> Laid | None:
    return next(iter(results_of(board, stand.name, use.alien, Laid)), None)


def _has_none(hand: Hand | None) -> bool:
    """True if a hand is known to hold no encounter card, so that no second one was laid."""
    cards = () if hand is None or hand.cards is None else hand.cards
    unlike = tbl.UNKNOWN not in cards and all(card_called(card).kind in (pos.OTHER, pos.HIDDEN) for card in cards)
    return hand is not None and (hand.count == 0 or (hand.cards is not None and unlike))


def _no_second(who: str, card: pos.Card | None) -> Forbidden | None:
    """An attack or a negotiate is laid as a second card, and no other card."""
    return None if card is not None and card.kind in (pos.ATTACK, pos.NEGOTIATE) else no_such_card(who)


@effect.outcome("repaid", told=True)
def consoles_for_laid(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """An ally that laid a negotiate, and lost, takes compensation for its own ships after its side's main player."""
    laid, outcome = _laid(board, stand, use), board.outcome
    lost = outcome is not None and outcome.value == SWAPPED.get(wins(stand.side))
    if laid is not None and outcome is not None and lost and laid.card.kind == pos.NEGOTIATE:
        rule, fallen = board.law["compensation.owed"].citing(use.rule), board.fallen.get(stand.name, 0)
        collect_besides(board, stand, Finding(rule, fallen, (outcome, laid.finding), (stand.name,)))


@effect.outcome("discard", told=True)
def discards_laid(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """An ally's second card is discarded. Of a main player's two it is the negotiate, or else the higher attack.

    The other one goes back to the hand.
    """
    laid, decided = _laid(board, stand, use), board.declared.get(DECIDED)
    if laid is None and decided is not None:  # the encounter was over before any card was turned up
        said = next((one.act.args for one in board.uses(stand, use) if one.zap is None and one.act.args), ())
        card = _card_said(said)
        laid = Laid(card, Finding(use.rule, 0, (decided,), (stand.name, card))) if card is not None else None
    if laid is None:
        return
    gone = laid.card
    if stand.is_main:
        cards = [board.faces.get(stand.side) or board.position.side(stand.side).card, gone]
        gone = max(cards, key=lambda card: (card.kind == pos.NEGOTIATE, card.kind == pos.ATTACK, card.value or 0))
        cards.remove(gone)
        board.kept_cards[stand.name] = Finding(use.rule, str(cards[0]), (laid.finding,), (stand.name, cards[0], gone))
        board.taken_back.append((stand.name, str(cards[0])))
    board.spent.append((stand.name, str(gone)))


@lays_second.carried_out(ruled=True)
def lay_second(on: Turn, power: Power, done: Act) -> None:
    """A second encounter card is laid when both main players have selected theirs; it leaves the hand once it is told.

    Who lays it facedown without telling it tells it when the cards are turned up.
    """
    before = earlier(on, power.who, power.use.alien)
    if not done.args and is_before_reveal(on) and not before:
        return
    card = _card_said(done.args)
    on.keep(_no_second(power.who, card), nearest=[f"use {power.who} {found}" for found in _seconds(on, power)][:3])
    if any(act.args for act in before):
        on.keep(used_already(power.who), history=("undo",))
    check_copies(on, power.who, str(card), on.table.acts[:-1])
    on.take_out(power.who, str(card))


def _seconds(on: Turn, power: Power) -> list[str]:
    """The attacks and negotiates in hand, as far as they are known; a negotiate where none is known."""
    hand = [*dict.fromkeys(on.table.hands[power.who])]
    known = [card for card in hand if _no_second("", _card_said((card,))) is None]
    return known or (["N"] if tbl.UNKNOWN in hand else [])


def _may_lay(on: Turn, power: Power) -> bool:
    """Whether a second card can be laid now, or be told where one was laid facedown."""
    said = uses(on, power.who)
    if said:
        return on.table.phase == ph.REVEAL and not any(act.args for act in said)
    return is_before_reveal(on) and len(on.table.cards) > 1


lays_second.offered(one_of(_seconds, _may_lay))


@lays_second.before_leaving(ph.REVEAL)
def is_still_to_lay(on: Turn, power: Power) -> bool:
    """Who must lay a second card does so before the cards are turned up, if it can have one."""
    return power.use.mandatory and not uses(on, power.who) and _may_lay(on, power) and bool(_seconds(on, power))


needs_two_cards = effect.Effect(
    "needs_two_cards", asked=True, does="An owner with one encounter card draws a new hand as if it had none."
)


@effect.outcome("flared", by=effect.MAIN)
def names_spread(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The number said before the reveal is added to the player's attack if the two attacks differ by it or more."""
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


@effect.carried_out(takes="card planet")
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
    if not is_attack(card):
        on.cannot("uses.attack-only", who, card)
    on.take_out(who, card)
    table.aside[planet] = (*table.aside.get(planet, ()), card)
    on.steps.append(power.finding(card, card, planet))


@lays_card.offered
def _lays(on: Turn, power: Power) -> Offers:
    table = on.table
    if table.phase == ph.LAUNCH and not is_used(on, power):
        for card in dict.fromkeys(table.hands[power.who]):
            if is_attack(card):
                yield from ((card, planet) for planet in table.planets())
