"""What is made of cards that somebody draws or gets, of flares, and of cards that come from where nobody takes them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.loader import Rulebase
from referee.judge.counted import cards_of, ships_of
from referee.judge.deck import type_of
from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers import effect
from referee.judge.powers.asked import card_named, not_now, player_said, say_with_use, which_card
from referee.judge.powers.at_table import in_hand, known_cards, known_discards, one_of, others, restate
from referee.judge.powers.common import (
    first_of,
    first_planet,
    has_to_say,
    is_attack,
    other_side,
    said_with,
    saying,
    stating,
    tell,
    tell_use,
)
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import ONCE, WHEN_IT_COMES_UP, cards_said, check_once, is_used, once
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.ruling import MUST
from referee.judge.table.deals import hand_over
from referee.judge.table.losses import chance, chances, forget_chances, spared, take_chance, were_lost
from referee.judge.table.powers import as_typed
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack

# -- for what has happened ---------------------------------------------------------------------------------------------


@effect.outcome("hands")
def lays_aside(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`cards`: so many of the hand cannot be taken as compensation; they are not among those that can be."""
    paid = any(
        shown.kind == pos.NEGOTIATE and other_side(side) in board.shown and _attacks(board, other_side(side))
        for side, shown in board.shown.items()
    )
    if not paid or not stand.takes_part:
        return
    aside = tell_use(board, stand, use, args["cards"], cards_of(args["cards"]))
    if aside is not None:
        board.laid_aside[stand.name] = aside


def _attacks(board: Board, side: str) -> bool:
    return board.shown[side].kind == pos.ATTACK


@lays_aside.carried_out()
def lay_aside(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many of the hand lie apart while it is drawn anew, or while compensation is taken from it."""
    table, who = on.table, power.who
    anew, pays = _draws_anew(on, who), _pays(on, who)
    if not anew and not pays:
        not_now(on, power)
    hand, said = table.hands[who], tuple(cards_said(on, done))
    count = min(power.args["cards"], len(hand))
    if not said:
        if len({*hand}) > 1 and count < len(hand):
            nearest = tuple(as_typed("flare", who, done.name, " ".join(cards)) for cards in _aside(on, power))
            which_card(on, power, nearest)
        said = hand[:count]
    barred = next((card for card in said if anew and not pays and on.is_encounter_card(card)), "")
    if len(said) != count or barred:
        on.forbid("played.not-laid-aside", who, cards_of(count), card_named(power), barred or cards_of(len(said)))
    on.take_out(who, *said)
    table.aside[_place(who)] = said
    on.steps.append(power.finding(len(said), cards_of(len(said))))


def _draws_anew(on: Turn, who: str) -> bool:
    """Whether the player is about to draw a new hand: it is the offense at the start, or the defense in planning."""
    table = on.table
    if on.has_encounter_card(who) or who in table.cards:
        return False
    if who == table.turn:
        return table.phase == ph.START and table.encounter == 1
    return who == table.defense and table.phase == ph.PLANNING


def _pays(on: Turn, who: str) -> bool:
    """Whether compensation is to be taken out of the player's hand."""
    return any(due.what == "take" and due.source == who and due.who != who for due in on.table.due)


def _place(who: str) -> str:
    """Where a player's cards lie that nobody takes: no planet, nor a player's own second hand."""
    return f"{who} laid aside"


@lays_aside.offered
def _aside(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    """The first cards of the hand that can be laid aside."""
    anew, pays = _draws_anew(on, power.who), _pays(on, power.who)
    if not anew and not pays:
        return
    hand = list(on.table.hands[power.who])
    if power.use.alien in hand:  # the flare itself is played
        hand.remove(power.use.alien)
    able = [card for card in hand if pays or not on.is_encounter_card(card)]
    count = min(power.args["cards"], len(hand))
    if count <= len(able):
        yield tuple(able[:count])


@lays_aside.while_played("redraws")
def keep_aside(on: Turn, power: Power, player: str, left: list[str], kept: list[str]) -> None:
    """The new hand comes on top of what was laid aside."""
    if player == power.who:
        kept += _taken_up(on, power)


def _taken_up(on: Turn, power: Power) -> tuple[str, ...]:
    cards = on.table.aside.pop(_place(power.who), ())
    if cards:
        on.find("played.taken-up", len(cards), power.who, cards_of(len(cards)))
    return cards


@lays_aside.while_played("paid")
def keep_from_payment(on: Turn, power: Power, payer: str, player: str, cards: int) -> None:
    """Compensation is taken, and what was laid aside is in hand again."""
    if payer == power.who:
        _into_hand(on, power)


def _into_hand(on: Turn, power: Power) -> None:
    cards = _taken_up(on, power)
    on.table.gain(power.who, *cards)


@lays_aside.while_played("over")
def keep_to_the_end(on: Turn, power: Power) -> None:
    """Nothing was drawn or paid after all: the cards come back all the same."""
    _into_hand(on, power)


@effect.outcome("after")
def draws_for(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Of what somebody draws off the deck a line has the rewards: they go through the hands of who played the flare."""
    others = [other.name for other in board.order if other is not stand]
    named = first_of(said_with(board, stand, use).args, others)
    if not named:
        unsaid_on_line(board, stand, use, "whose cards it draws", *others)
        return
    picks = board.players[named].rewards
    if picks is None or not picks.value:
        return
    draws = board.apply(stand, use, True, (picks,), (named,))
    if draws is not None:
        what = f"draw the cards that {named} takes as rewards, look at them, hand them on, and tell nobody"
        board.do(stand.name, MUST, what, draws, by=use)


@draws_for.carried_out(offers=one_of(others))
def draw_for(on: Turn, power: Power, done: Act) -> None:
    """For the rest of the encounter the player draws what another one takes off the deck, and hands it on.

    What it sees there is its own; that it may not tell is said with each draw.
    """
    whose = player_said(on, power, done, on.table.clockwise(power.who))
    on.steps.append(power.finding(True, whose))


@draws_for.while_played("drew")
def hand_on(on: Turn, power: Power, player: str, cards: int) -> None:
    """Cards of that player's came off the deck: they go through the hands of who has played the flare."""
    said = power.use.played[0] if power.use.played is not None else ()
    if player in said and player != power.who:
        on.find("played.draws-for", True, power.who, player)


# -- half of it --------------------------------------------------------------------------------------------------------


@effect.when("drew", takes="player planet card*")
def takes_half(on: Turn, power: Power, player: str, cards: int, payer: str = "") -> None:
    """Another player has got two cards or more: the owner may take half of them, rounded down.

    What came up earlier of that player is over: those cards are among its others.
    """
    if player != power.who and cards > 1:
        forget_chances(on, power, player)
        chance(on, power, player, cards)


takes_half.when("paid")(takes_half.moments["drew"])  # compensation too


@takes_half.carried_out()
def take_half(on: Turn, power: Power, done: Act) -> None:
    """Of the cards that a player has just got half go to the owner, at random; or a ship of its to the warp instead.

    That is said with the planet that the ship leaves: the victim has it that way.
    """
    table, who = on.table, power.who
    whose, place = first_of(done.args, table.clockwise(who)), first_planet(done.args)
    found = next((one for one in chances(on, power) if one.about == whose), None)
    named = tuple(cards_said(on, done))
    if found is None or len(named) > found.ships // 2 or (place and named):
        not_now(on, power)
    take_chance(on, found, found.ships)
    if place:
        if place not in table.colonies(whose):
            not_now(on, power)
        on.steps.append(power.finding(1, whose, "a ship to the warp"))
        on.send(whose, [Stack(place, 1)], tbl.WARP)
        were_lost(on, whose, 1)
        return
    came = hand_over(on, whose, named, min(found.ships // 2, len(table.hands[whose])))
    table.gain(who, *came)
    on.steps.append(power.finding(len(came), whose, cards_of(len(came))))


@takes_half.offered
def _halves(on: Turn, power: Power) -> Offers:
    for one in chances(on, power):
        if on.table.hands[one.about]:
            yield (one.about,)
        yield from ((one.about, place) for place in on.table.colonies(one.about))


@takes_half.outcome("repaid")
def half_goes_elsewhere(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Half of the compensation that a player would have is its owner's; a line tells of no other cards drawn.

    Said with a planet, the player let it send a ship off it to the warp instead, and keeps the cards.
    """
    for used in board.uses(stand, use) if not board.position.checked else ():
        whose, place = first_of(used.args, board.stands), first_planet(used.args)
        owed = board.players[whose].compensation if whose and whose != stand.name else None
        half = owed.value // 2 if owed is not None and owed.value else 0
        if owed is None or not half:
            continue
        taken = tell(
            board,
            stand,
            use,
            half,
            (owed,),
            (whose, "nothing (for a ship to the warp)" if place else cards_of(half)),
            used,
        )
        if taken is not None and place:
            board.do(whose, MUST, f"send a ship off {place} to the warp", taken, by=use)
        elif taken is not None:
            instead = f"`use {stand.name} {whose} {whose}.2`"
            board.assume("assumptions.not-bought-off", whose, stand.name, instead, by=use.rule)
            rule = board.law["compensation.half-taken"].citing(use.rule)
            left = Finding(rule, owed.value - half, (owed, taken), (whose, cards_of(owed.value - half), stand.name))
            board.players[whose].compensation = left
            board.do(stand.name, MUST, f"take {cards_of(half)} of those at random", left, by=use)
        return
    stating(saying("player", "cards"), check=has_to_say(_from_whom))(board, stand, use, args)


def _from_whom(board: Board, stand: Stand, args: Args, used: Used) -> str:
    others = [name for name in board.stands if name != stand.name]
    return "" if first_of(used.args, others) else "of which other player's cards it takes half"


# -- what is not wanted ------------------------------------------------------------------------------------------------


@effect.when("drew", takes="card*")
def rejects_cards(on: Turn, power: Power, player: str, cards: int) -> None:
    """The owner has drawn cards, and not by this power."""
    act = on.command.act
    if player == power.who and (act is None or (act.verb, act.who) != ("use", player)):
        forget_chances(on, power, player)
        chance(on, power, player, cards)


def _can_reject(on: Turn, power: Power) -> bool:
    return WHEN_IT_COMES_UP.is_now(on, power) and not (power.args.get("any") and is_used(on, power))


def _some_cards(board: Board, said: Act) -> tuple[str, ...]:
    cards = cards_of(len(said.args) or 1)
    return cards, cards


@rejects_cards.carried_out(offers=one_of(in_hand, _can_reject), states=stating(_some_cards))
def reject_cards(on: Turn, power: Power, done: Act) -> None:
    """As many cards as were drawn, or fewer, go facedown onto the sheet; with `anew` as many come off the deck.

    With `any` it may be any number of cards in hand, once in an encounter.
    """
    table, who = on.table, power.who
    found, cards = next(chances(on, power), None), cards_said(on, done)
    if power.args.get("any"):
        check_once(on, power)
    if found is None or (len(cards) > found.ships and not power.args.get("any")):
        not_now(on, power)
    if not cards:
        say_with_use(on, power, "which cards it rejects", in_hand(on, power))
    take_chance(on, found, found.ships)
    on.take_out(who, *cards)
    table.aside[who] = (*table.aside.get(who, ()), *cards)
    drawn = on.draw(who, len(cards)) if power.args.get("anew") else 0
    on.steps.append(power.finding(len(cards), cards_of(len(cards)), cards_of(drawn)))


# -- flares that come back ---------------------------------------------------------------------------------------------


@effect.when("card-back", takes="alien")
def takes_flare(on: Turn, power: Power, whose: str, card: str) -> None:
    """A flare that the owner has claimed is in its hand instead of in that of who played it."""
    said = [act for act in on.table.acts if (act.verb, act.who) == ("use", power.who)]
    if whose != power.who and any(card in cards_said(on, act) for act in said):
        on.give_up(whose, card)
        on.table.gain(power.who, card)
        on.find("uses.flare-taken", card, power.who, card, whose)


def _flare_said(board: Board, said: Act) -> tuple[str, ...]:
    return (next(iter(said.args), "a").strip('"'),)


def _is_not_played(board: Board, stand: Stand, args: Args, said: Used) -> Forbidden | None:
    """The flare is one that somebody else has played on the line."""
    name = _flare_said(board, said.act)[0]
    played = any((act.verb, act.name) == ("flare", name) and act.who != stand.name for act in board.position.acts)
    return None if played else nothing_came_up(stand.name)


@takes_flare.carried_out(states=stating(_flare_said, check=_is_not_played))
def claim_flare(on: Turn, power: Power, done: Act) -> None:
    """The owner claims a flare that another player has played in this encounter, and that would come back to it."""
    able = _claimable(on, power)
    alone = able[0] if len(able) == 1 and not done.args else ""
    card = next((arg.strip('"') for arg in done.args if arg.strip('"') in able), alone)
    if not able:
        not_now(on, power)
    if not card:
        say_with_use(on, power, "which flare it takes", able)
    if alone:
        restate(on, card)
    on.steps.append(power.finding(card, card))


def _claimable(on: Turn, power: Power) -> list[str]:
    """The flares that others have played, that stand, and that the owner has not claimed yet."""
    mine = {arg for act in on.table.acts[:-1] if (act.verb, act.who) == ("use", power.who) for arg in act.args}
    played = [name for who, name, *_ in on.flares_played() if who != power.who]
    return [name for at, name in enumerate(played) if name not in mine and name not in played[:at]]


@takes_flare.offered
def _claims(on: Turn, power: Power) -> Offers:
    said = {arg for act in on.table.acts if (act.verb, act.who) == ("use", power.who) for arg in act.args}
    if on.table.acts:
        yield from ((name,) for name in _claimable(on, power) if name not in said)


# -- out of the discards -----------------------------------------------------------------------------------------------


def _two_cards(board: Board, said: Act) -> tuple[str, ...]:
    """`CARD CARD`: what was given and what was taken."""
    cards = [arg for arg in said.args if arg not in board.stands and "." not in arg]
    return (*cards, "a card", "a card")[:2]


def _are_like(rulebase: Rulebase, args: Args, given: str, taken: str) -> bool:
    """Whether two cards are of one type, and as attacks near each other; nobody sees of which a `?` is."""
    if tbl.UNKNOWN in (given, taken):
        return True
    both = is_attack(given) and is_attack(taken)
    return type_of(rulebase, given) == type_of(rulebase, taken) and (
        not both or abs(int(given) - int(taken)) <= args["within"]
    )


def _which_two(board: Board, stand: Stand, args: Args, used: Used) -> str:
    cards = [arg for arg in used.args if arg not in board.stands and "." not in arg]
    if len(cards) == 2 and _are_like(board.rulebase, args, *cards):
        return ""
    return f"two cards of one type, attacks no more than {args['within']} apart"


@effect.carried_out(
    time=ONCE, states=stating(_two_cards, assumes=True, check=has_to_say(_which_two)), takes="card* planet"
)
def swaps_discard(on: Turn, power: Power, done: Act) -> None:
    """For a ship to the warp and a card out of hand the owner takes a discarded card of that type.

    `within`: two attacks lie no further apart than so much.
    """
    table, who = on.table, power.who
    given, taken, *_ = (*cards_said(on, done), "", "")
    if not taken or not table.on_colonies(who):
        nearest = [f"use {who} {' '.join(way)}" for way in _swaps(on, power)]
        on.cannot("uses.like-for-like", who, given or "card", taken or "card", "say both", nearest=nearest[:3])
    if not _are_like(on.rulebase, power.args, given, taken):
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


@swaps_discard.offered
def _swaps(on: Turn, power: Power) -> Offers:
    table, who = on.table, power.who
    known = known_discards(on, power)
    for given in known_cards(on, who) if table.on_colonies(who) else ():
        yield from (
            (given, taken) for taken in known if given != taken and _are_like(on.rulebase, power.args, given, taken)
        )


# -- flares that are not in the game -----------------------------------------------------------------------------------


def _strangers(on: Turn, cards: tuple[str, ...]) -> list[str]:
    """The flares among these cards that match nobody's alien."""
    played = {alien for aliens in on.table.aliens.values() for alien in aliens}
    return [card for card in cards if on.rulebase.flare(card) is not None and card not in played]


def _which_flare(board: Board, stand: Stand, args: Args, used: Used) -> str:
    drawn, played = next(iter(used.args), tbl.UNKNOWN).strip('"'), board.stands.values()
    if drawn == tbl.UNKNOWN or not any(alien.name == drawn for one in played for alien in one.aliens):
        return ""
    return "which flare it draws, one that matches nobody's alien"


def _is_before_cards(on: Turn, power: Power) -> bool:
    """True if no encounter card is selected yet."""
    return not on.table.cards and on.table.phase in (ph.START, *ph.BEFORE_CARDS)


@effect.carried_out(
    time=once(_is_before_cards),
    offers=one_of(lambda on, power: (tbl.UNKNOWN,)),
    states=stating(_two_cards, assumes=True, check=has_to_say(_which_flare)),
    takes="card*",
)
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
