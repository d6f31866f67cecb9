"""What becomes of the encounter cards as they are turned up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from referee.judge.cards_shown import Shown
from referee.judge.counted import ships_of
from referee.judge.phases.reveal import SIDES, copy_morphs
from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers import effect
from referee.judge.powers.asked import forbid_now, not_now
from referee.judge.powers.at_table import all_owe_return, nothing_for_it, plainly, play_for_outcome, uses, with_opponent
from referee.judge.powers.choices import in_use, is_over, is_unused_now
from referee.judge.powers.common import card_of, first_of, first_planet, is_attack, other_side, said_with, show
from referee.judge.powers.moments import AS_NAMED, check_card_seen, is_card_seen, is_moment
from referee.judge.powers.types import Act, Args, Board, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import CHOOSES, SUCCESS
from referee.judge.stand import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY
from referee.judge.table.places import each_way, sources_said
from referee.judge.table.powers import as_typed
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.encounter import DEFENSE, OFFENSE


@effect.outcome("flared", by=effect.MAIN)
def card_becomes(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: the player's revealed card counts as an attack of so much.

    `card`, `against`: only such a card, against such a one. `not_against = "its alien"`: not against the player who has
    the sheet that the flare belongs to.
    """
    mine, theirs = board.shown[stand.side], board.shown[other_side(stand.side)]
    opponent = board.main(other_side(stand.side))
    fits = mine.kind == args.get("card", mine.kind) and theirs.kind == args.get("against", theirs.kind)
    if not fits or ("not_against" in args and any(alien.name == use.alien for alien in opponent.aliens)):
        nothing_for_it(board, stand, use, mine.finding, theirs.finding)
        return
    became = board.apply(stand, use, args["value"], (mine.finding,), (str(board.faces[stand.side]),))
    show(board, stand.side, pos.ATTACK, args["value"], became)


@effect.outcome("flared", by=effect.MAIN)
def copies_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The player's encounter card becomes what the opponent's is, before powers change what that counts."""
    other = other_side(stand.side)
    mine, theirs = board.shown[stand.side], board.shown[other]
    value = theirs.value if theirs.kind == pos.ATTACK else str(board.faces[other])
    opponent = board.main(other)
    if any(owner is opponent and board.in_force(owner, power) for owner, power, *_ in board.plan.get("card", ())):
        board.assume("assumptions.copied-as-it-lies", stand.name, opponent.name)
    copied = board.apply(stand, use, value, (mine.finding, theirs.finding), (opponent.name,))
    show(board, stand.side, theirs.kind, theirs.value, copied)


@effect.outcome("flared", by=effect.MAIN)
def cuts_opponents_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`at_least`, `divisor`: the opponent's revealed attack of so much or more counts a part of it, rounded up."""
    side = other_side(stand.side)
    shown = board.shown[side]
    if shown.kind != pos.ATTACK or shown.value < args["at_least"]:
        nothing_for_it(board, stand, use, shown.finding)
        return
    value = -(-shown.value // args["divisor"])
    cut = board.apply(stand, use, value, (shown.finding,), (board.main(side).name, shown.value))
    if cut is not None:
        board.shown[side] = Shown(pos.ATTACK, value, cut)


@effect.outcome("declare", by=effect.MAIN)
def ends_encounter(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Once the opponent's card was seen by the player's power, the encounter is over and counts as successful."""
    side = other_side(stand.side)
    uses = [own for alien in stand.aliens for own in alien.uses if alien.name == use.alien]
    seen = any(effect.verb == "opponent_first" for own in uses for effect in own.effects)
    if not seen or board.position.side(side).card.kind in (pos.NONE, pos.HIDDEN):
        nothing_for_it(board, stand, use)
        return
    words = (board.main(side).name, str(board.position.side(side).card))
    board.success = board.apply(stand, use, SUCCESS, (), words)


@ends_encounter.carried_out()
def end_encounter(on: Turn, power: Power, done: Act) -> None:
    """The opponent's card has been seen: it goes back to hand, all ships go home, and the encounter was a success."""
    table, who = on.table, power.who
    other = with_opponent(on, who)[1]
    check_card_seen(on, power)
    if not _has_seen(on, who):
        forbid_now(on, power, value=False)
    if other not in table.cards:
        not_now(on, power)
    card = table.cards[other]
    table.cards = {name: laid for name, laid in table.cards.items() if name != other}
    on.take_back(other, card)
    table.phase, table.successful = ph.RESOLUTION, True
    on.steps.append(power.finding(True, other, card))
    all_owe_return(on)


def _has_seen(on: Turn, who: str) -> bool:
    """Whether the opponent's card lies faceup by the player's power, and the player has selected none."""
    cards, other = on.table.cards, with_opponent(on, who)[1]
    seen = who not in cards and cards.get(other, tbl.UNKNOWN) != tbl.UNKNOWN
    return seen and on.alien_allows(who, "opponent_first") is not None


ends_encounter.offered(plainly(lambda on, power: is_card_seen(on) and _has_seen(on, power.who)))


@effect.outcome("thrown")
def retrieves(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """For each other main player who revealed an attack, one ship out of the warp, if there are so many."""
    attacks = [
        side
        for side in (pos.OFFENSE, pos.DEFENSE)
        if board.main(side) is not stand and board.faces[side].kind == pos.ATTACK
    ]
    count, sources = len(attacks), tuple(board.shown[side].finding for side in attacks)
    if count and board.position.warp:
        there = board.warp_of(stand)
        count, sources = min(count, there.value), (*sources, there)
    elif count:
        board.assume("assumptions.in-warp", stand.name, ships_of(count))
    if not count:
        nothing_for_it(board, stand, use, *sources)
        return
    back = board.apply(stand, use, count, sources, (ships_of(count),))
    if back is not None:
        board.rescued[stand.name] = back
        board.do(
            stand.name, CHOOSES, f"where {ships_of(count)} from the warp go{'es' if count == 1 else ''}", back, by=use
        )


@retrieves.carried_out(time=AS_NAMED)
def retrieve(on: Turn, power: Power, done: Act) -> None:
    """One ship out of the warp for each other main player who revealed an attack, to the colony that is said."""
    table, who = on.table, power.who
    attacks = [main for main in table.mains() if main != who and is_attack(table.cards.get(main, ""))]
    count = min(len(attacks), table.at(tbl.WARP, who))
    if not count or not table.colonies(who):
        forbid_now(on, power, value=False)
    said = first_planet(done.args)
    stacks = (Stack(said, count),) if said else on.homes_for(who, count)
    on.check_return(who, stacks, count)
    on.steps.append(power.finding(count, ships_of(count)))
    if not said:
        on.tell_homes(who, stacks)
    for place, ships in stacks:
        table.move(who, ships, tbl.WARP, place)


retrieves.offered(plainly(lambda on, power: bool(on.table.at(tbl.WARP, power.who))))


@effect.outcome("claim")
def joins_late(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: somebody outside the encounter becomes an ally of the side said, with so many ships."""
    said = said_with(board, stand, use)
    side = first_of(said.args, SIDES)
    if stand.role != BYSTANDER:
        return
    forbidden = _no_side(stand.name, side)
    if forbidden is not None:
        board.refuse(forbidden, [], said.sources, use.rule)
        return
    joined = board.apply(stand, use, args["ships"], (), (board.main(side).name, ships_of(args["ships"])))
    if joined is None:
        return
    stand.role = OFFENSIVE_ALLY if side == pos.OFFENSE else DEFENSIVE_ALLY
    board.take_side(stand, side)
    stand.count, stand.ships = joined.value, joined
    board.players[stand.name].role, board.players[stand.name].ships = stand.role, joined
    board.assume("assumptions.turned-down", stand.name, board.main(side).name)


def _no_side(who: str, side: str) -> Forbidden | None:
    """Who joins a side after all says which (4.4.1)."""
    return None if side else Forbidden("flares.which-side", (who,), waivable=False)


@joins_late.carried_out(time=AS_NAMED)
def join_late(on: Turn, power: Power, done: Act) -> None:
    """`ships`: somebody who turned down an invitation of the side that is said joins it after all, with so many."""
    table, who, ships = on.table, power.who, power.args["ships"]
    side = first_of(done.args, SIDES)
    nearest = tuple(as_typed("flare", who, power.use.alien, other) for other in _turned_down(on, who))
    on.keep(_no_side(who, side), nearest=nearest)
    main = table.turn if side == OFFENSE else table.defense
    if side not in _turned_down(on, who):
        on.keep(Forbidden("flares.not-turned-down", (who, main)), nearest, by=power.use.rule)
    stacks = sources_said(on, done, "alliance.from-colonies", ships)
    on.send(who, stacks, tbl.GATE if side == OFFENSE else tbl.BESIDE)
    table.allies = {**table.allies, who: side}
    on.steps.append(power.finding(ships, main, ships_of(ships)))


def _turned_down(on: Turn, who: str) -> list[str]:
    """The sides that invited a player who is now no ally."""
    table = on.table
    sides = ((OFFENSE, table.turn), (DEFENSE, table.defense))
    if who in table.allies or who in table.mains():
        return []
    return [side for side, main in sides if who in table.invited.get(main, ())]


@joins_late.offered
def _late(on: Turn, power: Power) -> Offers:
    if on.table.on_colonies(power.who) >= power.args["ships"]:
        for places in each_way(on, power.who, power.args["ships"]):
            yield from ((side, *places) for side in _turned_down(on, power.who))


only_when = effect.Effect(
    "only_when",
    changes=True,
    does="A flare whose other effects are for the outcome is played when they apply, not earlier.",
)


@effect.outcome("turned")
def turns_attacks(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Attacks of `at_most`, or of `at_least`, become negotiates as they are turned up.

    With `against = "negotiate"` it is the attack that faces a negotiate, and the use needs one.
    """
    turned = [side for side in SIDES if _turns(board, side, args)]
    if not turned and "against" in args:
        for used in board.uses(stand, use)[:1]:
            is_over(board, stand, use, used, nothing_came_up(stand.name))
        return
    for side in turned:
        words = (board.main(side).name, str(board.faces[side]))
        show(board, side, pos.NEGOTIATE, 0, board.apply(stand, use, "N", (board.shown[side].finding,), words))


def _turns(board: Board, side: str, args: Args) -> bool:
    shown, against = board.shown[side], board.shown[other_side(side)]
    if shown.kind != pos.ATTACK or args.get("against", against.kind) != against.kind:
        return False
    return bool(args.get("at_least", shown.value) <= shown.value <= args.get("at_most", shown.value))


@turns_attacks.offered
def _turns_now(on: Turn, power: Power) -> Offers:
    kinds = {on.card_type(card) for card in on.table.cards.values()}
    if is_unused_now(on, power) and (power.args.get("against", "") in ("", *kinds)):
        yield ()


@effect.outcome("turned", told=True)
def turns_negotiates(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: the opponent's negotiate becomes an attack of so much, and so do both where both main players have one.

    The owner's own becomes a morph. What a morph that faces a negotiate comes to is asked for: no text says that.
    """
    faces = {board.faces[side].kind for side in SIDES}
    turned = [side for side in SIDES if stand.is_main and board.shown[side].kind == pos.NEGOTIATE]
    if not turned or not in_use(board, stand, use):
        return
    if pos.MORPH in faces:
        ask_for(board, stand, use)
    elif turned == [stand.side]:
        morph = Shown(pos.MORPH, 0, board.shown[stand.side].finding)
        _becomes(board, stand, use, stand.side, morph, "a morph")
        copy_morphs(board)
    else:
        for side in turned:
            worth = Shown(pos.ATTACK, args["value"], board.shown[side].finding)
            _becomes(board, stand, use, side, worth, f"an attack of {args['value']}")


def _becomes(
    board: Board, stand: Stand, use: Use, side: str, card: Shown, called: str, used: Used | None = None
) -> None:
    """A revealed card counts as another one, by one of several uses if it is `used`; `called` says which."""
    value = "M" if card.kind == pos.MORPH else card.value
    became = board.apply(stand, use, value, (card.finding,), (board.main(side).name, called), used)
    if became is not None:
        board.shown[side] = card._replace(finding=became)


@effect.outcome("card", takes="side card")
def transforms_cards(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red offense 20`: the revealed card of a side becomes an attack, a negotiate or a morph.

    An attack of `wild` has to become something; that another card does says that another attack is named now.
    """
    wild = [side for side in SIDES if board.faces[side].kind == pos.ATTACK and board.faces[side].value == args["wild"]]
    pairs = _becoming(board, [word for used in board.uses(stand, use) for word in used.args])
    alone = [used for used in board.uses(stand, use) if len(used.args) == 1 and card_of(board, used.args[0])]
    if len(wild) == len(alone) == 1 and not pairs:
        pairs = _becoming(board, [wild[0], *alone[0].args])
    if not (wild or pairs) or not in_use(board, stand, use):
        return
    missing = [side for side in wild if side not in pairs]
    if missing:
        ask_for(board, stand, use, *(f"use {stand.name} {side} CARD" for side in missing))
        return
    for side, card in pairs.items():
        called = f"an attack of {card.value}" if card.kind == pos.ATTACK else f"a {card.kind}"
        used = next((used for used in board.uses(stand, use) if side in used.args), *alone[:1])
        _becomes(board, stand, use, side, Shown(card.kind, card.value or 0, board.shown[side].finding), called, used)
        board.valueless.pop(side, None)
    copy_morphs(board)


def _becoming(board: Board, said: Sequence[str]) -> dict[str, pos.Card]:
    """What the card of each side becomes, as it is said."""
    cards = ((side, card_of(board, word)) for side, word in pairwise(said) if side in SIDES)
    return {side: card for side, card in cards if card is not None and card.kind != pos.OTHER}


@transforms_cards.offered
def _transforms(on: Turn, power: Power) -> Offers:
    mains = {side: on.table.cards.get(name) for side, name in zip(SIDES, on.table.mains(), strict=False)}
    said = {word for act in uses(on, power.who) for word in act.args}
    wild = [side for side, card in mains.items() if card == str(power.args["wild"]) and side not in said]
    if is_moment(on, power) and wild:
        yield tuple(word for side in wild for word in (side, "20"))
        yield tuple(word for side in wild for word in (side, "N"))


# What is only said at its moment, and what the outcome makes of it.
for _effect in (card_becomes, copies_card, cuts_opponents_card, only_when, transforms_cards, turns_attacks):
    _effect.carried_out(ruled=True)(play_for_outcome)
