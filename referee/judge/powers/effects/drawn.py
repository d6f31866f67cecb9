"""What powers make of cards that somebody has just drawn or collected, and of flares that come back."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import cards_of
from referee.judge.finding import Finding
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now, say_with_use
from referee.judge.powers.at_table import Offers
from referee.judge.powers.common import Args, first_of, first_planet, saying, stating, tell
from referee.judge.powers.moments import cards_said, check_once, is_used
from referee.judge.ruling import MUST
from referee.judge.stand import Stand
from referee.judge.table.deals import hand_over
from referee.judge.table.losses import chance, chances, take_chance, were_lost
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.encounter import Act

# -- half of it --------------------------------------------------------------------------------------------------------


@effect.when("drew")
def takes_half(on: Turn, power: Power, player: str, cards: int) -> None:
    """Another player has drawn two cards or more: the owner may take half of them, rounded down."""
    _may_halve(on, power, player, cards)


@takes_half.when("paid")
def half_of_compensation(on: Turn, power: Power, payer: str, player: str, cards: int) -> None:
    """The same where it has collected compensation."""
    _may_halve(on, power, player, cards)


def _may_halve(on: Turn, power: Power, player: str, cards: int) -> None:
    """A chance for what this player has just taken up, in place of any earlier one."""
    if player != power.who and cards > 1:
        _forget(on, power, player)
        chance(on, power, player, cards)


def _forget(on: Turn, power: Power, about: str) -> None:
    """What came up earlier of this player is over: the cards are among its others."""
    mine = (power.who, power.verb, about)
    on.table.chances = tuple(one for one in on.table.chances if (one.who, one.verb, one.about) != mine)


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


def _whose(board: Board, said: Act) -> tuple[str, ...]:
    return (*saying("player")(board, said), "cards")


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
            board.do(whose, MUST, f"send a ship off {place} to the warp", taken)
        elif taken is not None:
            rule = board.law["compensation.half-taken"].citing(use.rule)
            left = Finding(rule, owed.value - half, (owed, taken), (whose, cards_of(owed.value - half), stand.name))
            board.players[whose].compensation = left
            board.do(stand.name, MUST, f"take {cards_of(half)} of those at random", left)
        return
    stating(_whose)(board, stand, use, args)


# -- what is not wanted ------------------------------------------------------------------------------------------------


@effect.when("drew")
def rejects_cards(on: Turn, power: Power, player: str, cards: int) -> None:
    """The owner has drawn cards, and not by this power."""
    act = on.command.act
    if player == power.who and (act is None or (act.verb, act.who) != ("use", player)):
        _forget(on, power, player)
        chance(on, power, player, cards)


@rejects_cards.carried_out()
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
        say_with_use(on, power, "which cards it rejects", dict.fromkeys(table.hands[who]))
    take_chance(on, found, found.ships)
    on.take_out(who, *cards)
    table.aside[who] = (*table.aside.get(who, ()), *cards)
    drawn = on.draw(who, len(cards)) if power.args.get("anew") else 0
    on.steps.append(power.finding(len(cards), cards_of(len(cards)), cards_of(drawn)))


@rejects_cards.offered
def _rejects(on: Turn, power: Power) -> Offers:
    if next(chances(on, power), None) is not None and not (power.args.get("any") and is_used(on, power)):
        yield from ((card,) for card in dict.fromkeys(on.table.hands[power.who]))


def _some_cards(board: Board, said: Act) -> tuple[str, ...]:
    cards = cards_of(len(said.args) or 1)
    return cards, cards


rejects_cards.outcome("declare")(stating(_some_cards))


# -- flares that come back ---------------------------------------------------------------------------------------------


@effect.when("card-back")
def takes_flare(on: Turn, power: Power, whose: str, card: str) -> None:
    """A flare that the owner has claimed is in its hand instead of in that of who played it."""
    said = [act for act in on.table.acts if (act.verb, act.who) == ("use", power.who)]
    if whose != power.who and any(card in cards_said(on, act) for act in said):
        on.give_up(whose, card)
        on.table.gain(power.who, card)
        on.find("uses.flare-taken", card, power.who, card, whose)


@takes_flare.carried_out()
def claim_flare(on: Turn, power: Power, done: Act) -> None:
    """The owner claims a flare that another player has played in this encounter, and that would come back to it."""
    able = _claimable(on, power)
    card = next((arg.strip('"') for arg in done.args if arg.strip('"') in able), "")
    if not able:
        not_now(on, power)
    if not card:
        say_with_use(on, power, "which flare it takes", able)
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


def _flare_said(board: Board, said: Act) -> tuple[str, ...]:
    return (next(iter(said.args), "a").strip('"'),)


takes_flare.outcome("declare")(stating(_flare_said))
