"""What flares do in any phase, to a power, or to the power of their own player."""

from __future__ import annotations

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.reveal import SIDES
from referee.judge.powers import effect
from referee.judge.powers.asked import card_named, check_how_many, not_now, number_said, typed, which_card
from referee.judge.powers.at_table import found_colony, nothing_for_it, others, play_for_outcome
from referee.judge.powers.common import ADD, SUBTRACT, first_of, is_attack, said_with, side_meant, tell_use
from referee.judge.powers.flare_texts import said_for_use, unsaid_on_line
from referee.judge.powers.moments import cards_said, is_moment
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Stand, Turn, Use
from referee.judge.table.dues import check_onto_colony
from referee.judge.table.places import each_way
from referee.judge.table.powers import as_typed
from referee.judge.table.resolution import note_winning
from referee.state import encounter as pos
from referee.state import table as tbl


@effect.outcome("limit", told=True)
def zaps_itself(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`said`: with this word the flare works like a Cosmic Zap on its player's own power."""
    played = board.usage(stand, use)
    if played is not None and args["said"] in played[0]:
        sources = () if played[1] is None else (played[1],)
        rule = board.law["flares.zaps-itself"].citing(use.rule)
        board.zaps.setdefault((stand.name, use.alien), Finding(rule, True, sources, (stand.name, use.alien)))


@effect.carried_out(ruled=True, changes=True)
def extends(on: Turn, power: Power, done: Act) -> None:
    """The power can do more from now on (`Turn.sheets`), for the outcome too; the player still uses it as always."""
    said = said_for_use(power.use, done.args)
    if said:
        use = " ".join(("use", power.who, *said))
        on.cannot("flares.said-for-use", power.who, card_named(power), use, nearest=(typed(power),))
    on.steps.append(power.finding(True))


# -- in any phase ------------------------------------------------------------------------------------------------------


@effect.carried_out()
def settles(on: Turn, power: Power, done: Act) -> None:
    """`ships`: up to so many off colonies found a colony on a home planet of another player.

    `whose = "powerless"`: of one who has lost its power; `at = "reshuffle"`: as the discards are made into a deck.
    """
    if power.args.get("at") == "reshuffle":
        if on.table.discards:
            not_now(on, power)
        if on.table.deck is None:
            on.presume("cards.reshuffle", "the discard pile has just been made into a new deck")
    place, planets = first_of(done.args, on.table.ships), _to_settle(on, power)
    if not planets:
        not_now(on, power)
    if place not in planets:
        nearest = tuple(f"{done.verb} {power.who} {done.name} {planet}" for planet in planets[:3])
        on.cannot("flares.which-planet", power.who, card_named(power), " or ".join(planets[:3]), nearest=nearest)
    most = power.args["ships"]
    ships = most if most == 1 else number_said(on, power, done, most, on.table.on_colonies(power.who))
    found_colony(on, power, place, ships, done)
    on.steps.append(power.finding(ships, *((place,) if most == 1 else (ships_of(ships), place))))


def _to_settle(on: Turn, power: Power) -> list[str]:
    """The home planets of the other players on which a colony can be founded."""
    names, powers = others(on, power), on.table.powers
    if power.args.get("whose") == "powerless":
        names = [name for name in names if powers.get(name) == tbl.LOST]
    return [place for name in names for place in on.table.home_planets(name)]


@settles.offered
def _settlements(on: Turn, power: Power) -> Offers:
    if power.args.get("at") == "reshuffle" and (on.table.discards or on.table.deck is None):
        return
    most = power.args["ships"]
    ships = most if most == 1 else min(most, on.table.on_colonies(power.who))
    number = () if most == 1 else (str(ships),)
    for place in _to_settle(on, power):
        yield from ((place, *number, *places) for places in each_way(on, power.who, ships, (place,)))


@effect.carried_out()
def draws_for_flare(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many off the deck, where another player has played a flare in this encounter that stands."""
    if all(who == power.who for who, *_ in on.flares_played()):
        not_now(on, power)
    drawn = on.draw(power.who, power.args["cards"])
    on.steps.append(power.finding(drawn, cards_of(drawn)))


@effect.carried_out()
def clings_to_colonies(on: Turn, power: Power, done: Act) -> None:
    """For each colony that the encounter gave to others: a card, or with a colony of the player's own a ship there.

    `flare red Alien red.1` takes a ship to red.1 for one of them and a card for each of the others.
    """
    table, who = on.table, power.who
    told = table.last.told["players"] if table.ruled and table.last is not None else {}
    gained = sum(max(more or 0, 0) for name in told if name != who for more in told[name]["colonies"].values())
    places = [arg for arg in done.args if arg in table.ships]
    if not gained:
        not_now(on, power)
    most = min(gained, table.at(tbl.WARP, who))
    check_how_many(on, power, len(places) <= most, ships_of(most), "colonies of its own")
    for place in places:
        check_onto_colony(on, who, place)
        table.move(who, 1, tbl.WARP, place)
    drawn = on.draw(who, gained - len(places))
    parts = [said for count, said in ((drawn, cards_of(drawn)), (len(places), ships_of(len(places)))) if count]
    on.steps.append(power.finding(gained, " and ".join(parts)))
    note_winning(on)


@effect.carried_out()
def takes_reinforcement(on: Turn, power: Power, done: Act) -> None:
    """A reinforcement of this encounter goes from the discards to the player's hand, if another player played it."""
    table, who = on.table, power.who
    acts = table.acts
    others = {at: act for at, act in enumerate(acts) if act.verb == "reinforce" and act.who != who}
    played = [f"+{act.amount}" for act in others.values() if act.amount is not None]
    there = [card for card in played if card in table.discards and card in table.pile]
    said = cards_said(on, done)
    card = said[0] if said else there[0] if len(set(there)) == 1 else ""
    if not there or table.cards:
        not_now(on, power)
    if card not in there:
        nearest = tuple(as_typed("flare", who, done.name, name) for name in dict.fromkeys(there))
        which_card(on, power, nearest)
    at = len(table.discards) - 1 - table.discards[::-1].index(card)
    table.discards = table.discards[:at] + table.discards[at + 1 :]
    left = list(table.pile)
    left.remove(card)
    table.pile = tuple(left)
    table.gain(who, card)
    taken = next(at for at, act in others.items() if f"+{act.amount}" == card)
    table.salvaged = {**table.salvaged, who: (*table.salvaged.get(who, ()), taken)}
    on.steps.append(power.finding(card, card))


@takes_reinforcement.outcome("discarded")
def take_played_reinforcement(board: Board, stand: Stand, use: Use, args: Args, cards: list[str]) -> None:
    """A reinforcement that another player played is not discarded; one that nobody is said to have is its main's."""
    of_others = [plus.card for plus in board.plus if (plus.by or board.main(plus.side).name) != stand.name]
    there = list(dict.fromkeys(card for card in of_others if card in cards))
    card = first_of(said_with(board, stand, use).args, there, there[0] if len(there) == 1 else "")
    if not there:
        nothing_for_it(board, stand, use)
    elif not card:
        unsaid_on_line(board, stand, use, "which reinforcement it takes", *there)
    elif tell_use(board, stand, use, card, card) is not None:
        cards.remove(card)


# -- a number that is said ---------------------------------------------------------------------------------------------


@effect.outcome("total")
def adds_number(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`flare red Merchant 5`: `each` is added for so many, to the side of its player; `of` says what they are.

    `either`: the side is said. `sign`: it is said whether it is added or subtracted. `like`: what is said is an attack
    that is discarded, and the total is that of a side that turned up the same. `after = "attacks"`: only where both
    sides did.
    """
    said = said_with(board, stand, use).args
    turned_up = board.faces if args.get("like") else board.shown
    shown = {side: one.value for side, one in turned_up.items() if one.kind == pos.ATTACK}
    number = 1 if args.get("either") else next((int(arg.lstrip("+-")) for arg in said if _is_number(arg)), None)
    able = [side for side in SIDES if number is not None and shown.get(side) == number] if args.get("like") else SIDES
    if (args.get("after") == "attacks" and len(shown) < len(SIDES)) or not able or (not shown and args.get("like")):
        nothing_for_it(board, stand, use)
        return
    own = able[0] if len(able) == 1 else "" if args.get("either") or args.get("like") else stand.side
    side = side_meant(said, (board.offense.name, board.defense.name)) or own
    sign = SUBTRACT if SUBTRACT in said or any(arg[:1] == "-" for arg in said) else ADD
    unsaid = sign == ADD and args.get("sign") and not any(arg == ADD or arg[:1] == "+" for arg in said)
    if number is None:
        unsaid_on_line(board, stand, use, f"how many {args['of']}", "1")
    elif unsaid:
        unsaid_on_line(board, stand, use, f"{ADD} or {SUBTRACT}", ADD, SUBTRACT)
    elif side not in able:
        unsaid_on_line(board, stand, use, "which side", *able)
    else:
        _add_number(board, stand, use, (-1 if sign == SUBTRACT else 1) * args["each"] * number, side)
        if args.get("like"):
            board.spent.append((stand.name, str(number)))


def _is_number(arg: str) -> bool:
    return arg.lstrip("+-").isdigit()


def _add_number(board: Board, stand: Stand, use: Use, amount: int, side: str) -> None:
    added = board.apply(stand, use, amount, (), (board.main(side).name,))
    if added is not None:
        board.adds[side].append(added)


@adds_number.carried_out(ruled=True)
def say_number(on: Turn, power: Power, done: Act) -> None:
    """The number is said as the flare is played; an attack that is discarded leaves the hand."""
    if power.args.get("after") == "attacks" and not _two_attacks(on):
        not_now(on, power)
    play_for_outcome(on, power, done)
    if power.args.get("like"):
        on.take_out(power.who, next(arg.lstrip("+-") for arg in done.args if _is_number(arg)))


@adds_number.offered
def _numbers(on: Turn, power: Power) -> Offers:
    if not is_moment(on, power) or (power.args.get("after") == "attacks" and not _two_attacks(on)):
        return
    if power.args.get("either"):
        yield from ((side,) for side in SIDES)
    elif not power.args.get("like"):
        yield ("1",)
    else:
        cards = {card for card in on.table.cards.values() if is_attack(card)}
        for card in cards.intersection(on.table.hands[power.who]):
            named: list[tuple[str, ...]] = [(side,) for side in SIDES] if len(cards) == 1 and _two_attacks(on) else [()]
            yield from ((card, sign, *side) for sign in (ADD, SUBTRACT) for side in named)


def _two_attacks(on: Turn) -> bool:
    return len(on.table.cards) == len(SIDES) and all(map(is_attack, on.table.cards.values()))


@effect.when("setup")
def owns_twice(on: Turn, power: Power) -> None:
    """The owner has twice as many ships as others: on each of its home planets as many more as the setup puts there."""
    table, who, each = on.table, power.who, on.law["setup.ships"].value
    if table.owned[who] != each:
        return
    table.owned = {**table.owned, who: 2 * each}
    for place in table.home_planets(who) if on.command.verb == "table" else ():
        table.put(place, who, 2 * table.at(place, who))
    on.steps.append(power.finding(2 * each))
