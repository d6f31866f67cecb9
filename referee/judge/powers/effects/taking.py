"""Cards taken at random, hands passed on, matched or paid with, and threats, before cards are selected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import cards_of
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.uses import discards_unsaid, nothing_came_up, other_ships_there, unsaid_with_use
from referee.judge.powers import effect
from referee.judge.powers.asked import due_of, not_now, say_with_use
from referee.judge.powers.at_table import (
    one_of,
    others,
    plainly,
    used_before_selection,
    ways_offered,
)
from referee.judge.powers.common import (
    Args,
    first_not_of,
    first_number,
    first_of,
    has_to_say,
    opponent_of,
    other_side,
    refuse_use,
    saying,
    saying_with,
    stating,
)
from referee.judge.powers.moments import (
    AFTER_ALLIANCES,
    WHEN_DUE,
    cards_said,
    check_after_alliances,
    check_once,
    is_used,
)
from referee.judge.powers.types import Act, Offers, Power, Ruling, Turn
from referee.judge.stand import Stand
from referee.judge.table.alliance import cancel_alliances
from referee.judge.table.deals import hand_over, take_at_random
from referee.judge.table.powers import demand, demanded
from referee.judge.table.resolution import owe_return
from referee.judge.unknown import with_ships
from referee.judge.used import Used
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.acts import CHOICES
from referee.state.commands import Stack
from referee.state.encounter import OFFENSE, Position, Side

_DISCARD = "discard"
_WAYS = {"left": 1, "right": -1}  # clockwise is to the left


def allied(on: Turn, who: str) -> list[str]:
    """The allies of a player's side, clockwise."""
    return [name for name in on.table.clockwise(on.table.turn) if on.table.allies.get(name) == on.side_of(who)]


def opposing(on: Turn, who: str) -> list[str]:
    """The opponent of a player's side, and its allies clockwise; nobody before there is one."""
    main = on.table.defense if on.side_of(who) == OFFENSE else on.table.turn
    return [main, *allied(on, main)] if main else []


def take_each(on: Turn, power: Power, whose: Sequence[str], cards: Sequence[str], away: bool = False) -> None:
    """A card (or `cards`) at random out of each of these hands; named, they are those that came, in that order."""
    for at, name in enumerate(whose):
        taken = take_at_random(on, name, tuple(cards[at : at + 1]), power.args.get("cards", 1), "powers.not-held")
        if away:
            on.discard(taken, power.who)
        else:
            on.table.gain(power.who, *taken)


@effect.carried_out(takes="player* card* discard")
def takes_random(on: Turn, power: Power, done: Act) -> None:
    """`of`: whose cards are taken (`_able`), one of each; `one`: of so many, who are named, and kept or discarded."""
    check = check_after_alliances if power.args["of"] == "opposing" else check_once
    check(on, power)
    able, cards, one = _able(on, power), tuple(cards_said(on, done)), power.args.get("one", 0)
    whose = ([name for name in done.args if name in on.table.seats] if one else []) or able
    if not whose or not {*whose} <= {*able} or len(whose) > (one or len(able)) or len(cards) > len(whose):
        on.cannot("uses.whose-card", power.who, " or ".join(able) or "nobody", nearest=ways_offered(on, power))
    away = bool(one) and _DISCARD in done.args
    take_each(on, power, whose, cards, away)
    end = "discards it" if away else f"keeps it (with `{_DISCARD}` after its use it goes to the discards)"
    on.steps.append(power.finding(len(whose), " and ".join(whose) + (f"; {power.who} {end}" if one else "")))


def _able(on: Turn, power: Power) -> list[str]:
    """The players who hold a card that can be taken.

    `of`: the opponent and each of its allies (`opposing`); the player whose turn it is, or on the owner's own turn
    everybody else (`turn`); who has a colony in the owner's system (`settlers`).
    """
    table, who = on.table, power.who
    if power.args["of"] == "opposing":
        found = opposing(on, who)
    elif power.args["of"] == "turn":
        found = others(on, power) if who == table.turn else [table.turn]
    else:
        found = [name for name in others(on, power) if any(table.at(place, name) for place in table.home_planets(who))]
    return [name for name in found if table.hands[name]]


def _more_came(board: Board, stand: Stand, args: Args, said: Used) -> Forbidden | None:
    """Out of the opponent's hand and each of its allies' one card came at most."""
    side = board.position.side(opponent_of(board, stand).side)
    whose = [side.main.name, *(ally.name for ally in side.allies)]
    cards = [arg for arg in said.args if arg not in (*board.stands, *CHOICES)]
    if args["of"] != "opposing" or len(cards) <= len(whose):
        return None
    return unsaid_with_use(stand.name, f"which card came from {' and '.join(whose)}")


@takes_random.offered
def _takings(on: Turn, power: Power) -> Offers:
    early = (on.table.encounter == 1 or power.args["of"] == "settlers") and not is_used(on, power)
    able = _able(on, power) if (AFTER_ALLIANCES.is_now(on, power) if power.args["of"] == "opposing" else early) else []
    if "one" in power.args:
        yield from ((name, *end) for name in able for end in ((), (_DISCARD,)))
    elif able:
        yield ()


@takes_random.before_leaving(ph.START)
def still_to_take(on: Turn, power: Power) -> bool:
    """A mandatory one for the start of turn is used there once, where anybody holds a card."""
    return power.use.mandatory and any(True for _ in _takings(on, power))


@effect.carried_out(time=AFTER_ALLIANCES, takes="left|right")
def passes_hands(on: Turn, power: Power, done: Act) -> None:
    """Each main player and ally passes the whole hand to the next of them on the left or on the right, as is said."""
    table, way = on.table, first_of(done.args, _WAYS)
    if not way:
        on.cannot("uses.which-way", power.who, nearest=[f"use {power.who} {way}" for way in _WAYS])
    ring = [name for name in (power.who, *table.clockwise(power.who)) if on.side_of(name)]
    got = {ring[(at + _WAYS[way]) % len(ring)]: table.hands[name] for at, name in enumerate(ring)}
    table.hands = {**table.hands, **got}
    on.steps.append(power.finding(way, way))
    for name in ring:
        on.find("table.hand-size", len(table.hands[name]), name)


passes_hands.offered(one_of(lambda on, power: _WAYS))


@effect.carried_out(time=AFTER_ALLIANCES, takes="number player* none")
def draws_for_allies(on: Turn, power: Power, done: Act) -> None:
    """The owner draws a card for each ally, or as many as are said; then each ally one, those named, or `none`."""
    allies = allied(on, power.who)
    named = [name for name in done.args if name in on.table.seats]
    count = first_number(done.args, len(allies))
    if not _fit_allies(allies, count, named):
        not_now(on, power)
    drawn = on.draw(power.who, count)
    on.steps.append(power.finding(drawn, cards_of(drawn)))
    for name in () if "none" in done.args else named or allies:
        on.find("cards.draws", on.draw(name, 1), name, cards_of(1))


def _fit_allies(allies: Sequence[str], count: int, named: Sequence[str]) -> bool:
    """True if there are allies, as many as cards are drawn for, and those who are named among them."""
    return bool(allies) and count <= len(allies) and {*named} <= {*allies}


def _draws_otherwise(board: Board, stand: Stand, args: Args, said: Used) -> Forbidden | None:
    """A card for each ally of the line's at most, and none for others."""
    allies = [ally.name for ally in board.position.side(stand.side).allies]
    named = [arg for arg in said.args if arg in board.stands]
    return None if _fit_allies(allies, first_number(said.args, 0), named) else nothing_came_up(stand.name)


draws_for_allies.offered(plainly(lambda on, power: bool(allied(on, power.who))))


_WITHDRAWS = "withdraws"


@effect.carried_out(time=AFTER_ALLIANCES, takes="player card|withdraws")
def threatens(on: Turn, power: Power, done: Act) -> None:
    """A player of the other side lets the owner take the card that is said, or withdraws all its ships."""
    table, able, cards = on.table, opposing(on, power.who), tuple(cards_said(on, done))
    whose, goes = first_of(done.args, able), _WITHDRAWS in done.args
    if not whose or len(cards) + goes != 1:
        on.cannot("uses.threat", power.who, whose or able[0], nearest=ways_offered(on, power))
    on.steps.append(power.finding(True, f"{whose} {'withdraws all its ships' if goes else 'gives up a card'}"))
    if cards:
        table.gain(power.who, *hand_over(on, whose, cards, 1))
    elif whose in table.allies:
        cancel_alliances(on, [whose])
    else:
        place = tbl.GATE if whose == table.turn else table.target
        ships = table.at(place, whose)
        on.send(whose, [Stack(place, ships)], tbl.BESIDE)
        owe_return(on, whose, ships, tbl.BESIDE)


@threatens.offered
def _threats(on: Turn, power: Power) -> Offers:
    for name in opposing(on, power.who):
        yield name, _WITHDRAWS
        yield from ((name, card) for card in dict.fromkeys(on.table.hands[name]))


@threatens.outcome("declare")
def threatened(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Which of the two came of a threat is said; who withdrew has no ships on the line."""
    for used in board.uses(stand, use):
        if used.zap is None and not board.position.checked:
            _check_threat(board, stand, use, used)
    stating(saying("words", words="as its text says"), assumes=True)(board, stand, use, args)


def _check_threat(board: Board, stand: Stand, use: Use, used: Used) -> None:
    able = [other.name for other in board.side_of(other_side(stand.side))] if stand.takes_part else []
    goes = _WITHDRAWS in used.args
    left = [name for name, other in board.stands.items() if goes and not other.takes_part]  # an ally that withdrew
    whose = first_of(used.args, (*able, *left))
    card = first_not_of(used.args, (*board.stands, _WITHDRAWS))
    if not whose or goes == bool(card):
        gives, leaves = (saying_with(board, used, (*used.args, word)) for word in ("?", _WITHDRAWS))
        ways = [gives, without_ships(leaves, whose)]
        threat = Forbidden("uses.threat", (stand.name, whose or "the threatened player"), waivable=False)
        board.refuse(threat, ways if whose and not card else [], (used.finding,), use.rule)
    elif goes and (ships := board.stands[whose].count):
        gone = [without_ships(board.position, whose)]
        refuse_use(board, stand, use, used, other_ships_there(whose, 0, ships), instead=gone)


def without_ships(position: Position, name: str) -> Position:
    """The line where a main player goes on with no ships, or somebody is no ally any more."""

    def left(side: Side) -> Side:
        return replace(side, allies=tuple(ally for ally in side.allies if ally.name != name))

    return with_ships(position.but(offense=left(position.offense), defense=left(position.defense)), name, 0)


def discard_said(on: Turn, power: Power, cards: tuple[str, ...], count: int) -> None:
    """So many cards of the owner's choice are discarded: those that are named, unless any choice is the same."""
    hand = on.table.hands[power.who]
    if len(cards) != count and (cards or (count < len(hand) and len({*hand}) > 1)):
        nearest = (" ".join(("use", power.who, *hand[:count])),)
        on.keep(discards_unsaid(power.who, count), nearest)
    on.discard(hand_over(on, power.who, cards, count), power.who)


@effect.carried_out(takes="card* full")
def matches_hand(on: Turn, power: Power, done: Act) -> None:
    """Before a card is selected the owner comes to hold as many as its opponent, or `most` where `full` is said."""
    check_once(on, power)
    full = "full" in done.args and "most" in power.args
    goal = power.args["most"] if full else len(on.table.hands[on.opponent(power.who)])
    more = goal - len(on.table.hands[power.who])
    discard_said(on, power, tuple(cards_said(on, done)), max(-more, 0))
    if more > 0:
        on.draw(power.who, more)
    on.steps.append(power.finding(goal, cards_of(goal)))


@matches_hand.when("select")
@used_before_selection
def _are_hands_unlike(on: Turn, power: Power) -> bool:
    return len(on.table.hands[power.who]) != len(on.table.hands[on.opponent(power.who)])


@matches_hand.offered
def _matchings(on: Turn, power: Power) -> Offers:
    if AFTER_ALLIANCES.is_now(on, power):
        hand = on.table.hands[power.who]
        yield hand[: max(len(hand) - len(on.table.hands[on.opponent(power.who)]), 0)]


@effect.carried_out(time=WHEN_DUE, takes="card* player*")
def pays_for_launching(on: Turn, power: Power, done: Act) -> None:
    """Fewer than `draws_from` ships cost so many cards; for more a card is drawn and one discarded (`each`: a ship)."""
    due_of(on, power)
    draws, count = _drawn_and_paid(on, power)
    if draws:
        on.find("cards.draws", on.draw(power.who, draws), power.who, cards_of(draws))
    count = min(count, len(on.table.hands[power.who]))
    discard_said(on, power, tuple(cards_said(on, done)), count)
    on.steps.append(power.finding(count, cards_of(count)))


@pays_for_launching.when("launched")
@pays_for_launching.when("joined")
def asks_to_pay(on: Turn, power: Power, player: str = "") -> None:
    """The owner has sent ships as the offense, or as the ally that has joined."""
    draws, count = _drawn_and_paid(on, power)
    if power.who == (player or on.table.turn) and count and (draws or on.table.hands[power.who]):
        demand(on, power)


def _drawn_and_paid(on: Turn, power: Power) -> tuple[int, int]:
    """How many cards are drawn for the ships that were sent, and how many are discarded."""
    ships = max(on.table.at(place, power.who) for place in (tbl.GATE, tbl.BESIDE))
    draws = 0 if ships < power.args["draws_from"] else ships if "each" in power.args else 1
    return draws, draws or ships


@pays_for_launching.offered
def _payments(on: Turn, power: Power) -> Offers:
    draws, count = _drawn_and_paid(on, power)
    yield (*on.table.hands[power.who], *((tbl.UNKNOWN,) * draws))[:count]


@effect.carried_out(time=WHEN_DUE, takes="card*")
def collects_tax(on: Turn, power: Power, done: Act) -> None:
    """`use red`, or with the card that came: it goes onto the sheet."""
    table, who, due, cards = on.table, power.who, due_of(on, power), tuple(cards_said(on, done))
    if len(cards) > 1:
        not_now(on, power)
    table.aside[who] = (*table.aside.get(who, ()), *hand_over(on, due.place, cards, 1))
    on.steps.append(power.finding(len(table.aside[who]), f"a card of {due.place}'s"))


collects_tax.offered(plainly())


@collects_tax.when("launched")
@collects_tax.when("joined")
def owes_tax(on: Turn, power: Power, player: str = "") -> None:
    """`ships`: another player that sends so many as the offense or an ally pays a card at random onto the sheet."""
    table, payer = on.table, player or on.table.turn
    ships = max(table.at(tbl.GATE, payer), table.at(tbl.BESIDE, payer))
    if payer != power.who and ships >= power.args["ships"] and table.hands[payer]:
        demand(on, power, about=payer)


@effect.when("settled")
def takes_of_store(on: Turn, power: Power, ruling: Ruling) -> None:
    """`full`: with so many cards on the sheet as the encounter ends the owner takes one, and discards the rest."""
    if len(on.table.aside.get(power.who, ())) >= power.args["full"] and demanded(on, power) is None:
        demand(on, power)


@takes_of_store.carried_out(time=WHEN_DUE)
def take_of_store(on: Turn, power: Power, done: Act) -> None:
    """`use red 8`: that one is taken."""
    table, who, card = on.table, power.who, next(iter(cards_said(on, done)), "")
    store = table.aside.get(who, ())
    if not card or (card not in store and tbl.UNKNOWN not in store):
        say_with_use(on, power, "which card of those on its sheet it takes", dict.fromkeys(store))
    left = list(table.aside.pop(who))
    left.remove(card if card in left else tbl.UNKNOWN)
    table.gain(who, card)
    on.discard(left)
    on.steps.append(power.finding(0, f"takes one of the cards on its sheet and discards {cards_of(len(left))}"))


takes_of_store.offered(one_of(lambda on, power: dict.fromkeys(on.table.aside.get(power.who, ()))))


def _which_way(board: Board, stand: Stand, args: Args, used: Used) -> str:
    return "" if first_of(used.args, _WAYS) else "to which side the hands pass, left or right"


def _has_nothing_left(board: Board, stand: Stand) -> bool:
    hand = board.position.hands.get(stand.name)
    return hand is not None and hand.count == 0


def _how_many_paid(board: Board, stand: Stand, args: Args, used: Used) -> str:
    """A card for each ship, or only one; who had fewer in hand has none left."""
    ships, least = stand.count, args["draws_from"]
    if ships is None or not used.args or _has_nothing_left(board, stand):
        return ""
    count = ships if ships < least or "each" in args else 1
    return "" if len(used.args) == count else f"which {cards_of(count)} it discards"


for _effect, _check in (
    (collects_tax, None),
    (draws_for_allies, _draws_otherwise),
    (matches_hand, None),
    (passes_hands, has_to_say(_which_way)),
    (pays_for_launching, has_to_say(_how_many_paid)),
    (takes_random, _more_came),
):
    _effect.outcome("declare")(stating(saying("words", words="as its text says"), assumes=True, check=_check))
