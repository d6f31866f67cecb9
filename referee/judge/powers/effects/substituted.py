"""Losses that fall on others or elsewhere: substitutes, cards for ships, ships of the winner's choice, doubt."""

from __future__ import annotations

from collections.abc import Sequence

from referee.judge.counted import cards_of, ships_of
from referee.judge.phases.colonies import gain
from referee.judge.phases.failed_deals import ask_which
from referee.judge.phases.resolution import lose_more, place
from referee.judge.phases.uses import card_or_number, unsaid_with_use
from referee.judge.powers import effect
from referee.judge.powers.acts import with_faces
from referee.judge.powers.answers import ARTIFACTS, player_of
from referee.judge.powers.asked import chance_of, named_with, not_now, say_with_use
from referee.judge.powers.at_table import all_owe_return, bystanders, one_of
from referee.judge.powers.common import (
    SWAPPED,
    are_cards,
    first_number,
    first_of,
    left_open,
    mis_said,
    opponent_of,
    other_side,
    refuse_unsaid,
    refuse_use,
    said_with,
)
from referee.judge.powers.effects.compensation import shift_cost
from referee.judge.powers.effects.saved import come_home, is_left, not_compensated, shared_out
from referee.judge.powers.moments import AFTER_ALLIANCES, BEFORE_INVITATIONS, WHEN_IT_COMES_UP
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import MAY, NO_DEAL, SETTLES, SUCCESS, TURN_ENDS, wins
from referee.judge.table.deals import hand_over
from referee.judge.table.losses import came_back, chance, chances, spared, take_chance, were_lost
from referee.judge.table.powers import cited
from referee.judge.table.resolution import note_winning
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.pending import Due

DOUBLE, YIELDS = "double", "yields"


def _lost_here(board: Board, stand: Stand) -> int:
    """How many ships a player lost to the warp by the outcome itself, not off colonies besides."""
    player = board.players[stand.name]
    besides = player.besides.value if player.besides is not None else 0
    return 0 if player.warp is None else player.warp.value - besides


def _give_back(board: Board, stand: Stand, count: int, why: Finding, stays: bool = False) -> None:
    """So many of the ships that a player lost return to colonies, or stay on the planet: no compensation for them."""
    player, before = board.players[stand.name], board.players[stand.name].warp
    assert before is not None
    player.warp = Finding(board.law["resolution.not-lost"], before.value - count, (before, why), (stand.name,))
    if board.fallen.get(stand.name):
        board.fallen[stand.name] -= count
    if stays:
        already = 0 if player.stays is None else player.stays.value
        player.stays = Finding(why.rule, already + count, (why,), why.words)
        if not already:  # so its colony there stands
            target = board.position.target or (stand.name, "")
            gain(board, stand, board.law["colonies.kept-there"].citing(why.rule), why, ".".join(target))
    elif board.outcome is None or board.outcome.value == NO_DEAL:
        board.steps.append(why)  # they come back wherever they stood
        ask_which(board, stand, player.warp, before)
    else:
        already = 0 if player.returns is None else player.returns.value
        place(board, stand, Finding(why.rule, already + count, (why,), why.words))


@effect.outcome("lost", takes="player card*")
def substitutes(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red blue`: half of the owner's lost ships, rounded down, return; blue loses as many of its choice.

    With `all` it is all of them. The substitute may draw a card of the owner's for each ship.
    """
    count = _substituted(args, _lost_here(board, stand))
    for used in board.uses(stand, use)[:1] if count else ():
        used.came_up = True
        other = first_of(used.args, [name for name in board.stands if name != stand.name])
        if refuse_use(board, stand, use, used, None if other else _who_stands_in(stand.name)):
            return
        done = board.apply(stand, use, count, (), (other, ships_of(count)), used)
        if done is not None:
            _give_back(board, stand, count, done)
            lose_more(board, board.stands[other], count, done)
            board.do(other, MAY, f"draw up to {cards_of(count)} out of {stand.name}'s hand", done, by=use)
    if count and not board.uses(stand, use):
        _leave_open(board, stand, use)


def _substituted(args: Args, ships: int) -> int:
    """How many of so many lost ships a substitute stands in for."""
    return ships if args.get("all") else ships // 2


def _who_stands_in(who: str) -> Forbidden:
    return unsaid_with_use(who, "who stands in for its lost ships")


def _leave_open(board: Board, stand: Stand, use: Use) -> None:
    """Leaves an optional power to its owner that nobody said was used."""
    if board.admits(stand, use) and board.zap_on(stand, use.alien) is None:
        left_open(board, stand, use, use.may)


@substitutes.when("ships-lost")
def may_substitute(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """The owner has lost ships to the warp for which somebody can stand in."""
    if loser == power.who and _substituted(power.args, ships):
        chance(on, power, loser, ships)


@substitutes.carried_out()
def substitute(on: Turn, power: Power, done: Act) -> None:
    """The owner's ships come back, and the substitute owes as many; a number said is that of the cards it draws."""
    table, who, found = on.table, power.who, chance_of(on, power)
    count = _substituted(power.args, min(found.ships, table.at(tbl.WARP, who)))
    if not count:
        not_now(on, power)
    other = named_with(on, power, done, "who stands in for its lost ships", table.clockwise(who))
    rest = done.args[done.args.index(other) + 1 :]
    drawn = min(first_number(rest[:1], 0), count)
    on.steps.append(power.finding(count, other, ships_of(count)))
    take_chance(on, found, found.ships)
    not_compensated(on, who, count)
    come_home(on, who, count)
    cost = min(count, table.on_colonies(other))
    cost -= spared(on, other, cost)
    if cost:
        table.due.append(Due(other, "lose", cost, source="along", by=cited(power)))
    if drawn:
        taken = hand_over(on, who, rest[1 : 1 + drawn], drawn)
        table.gain(other, *taken)
        on.draw(other, drawn - len(taken))
        on.find("deal.cards", drawn, who, cards_of(drawn), other)


substitutes.offered(
    one_of(
        lambda on, power: on.table.clockwise(power.who),
        lambda on, power: any(
            _substituted(power.args, min(one.ships, on.table.at(tbl.WARP, power.who))) for one in chances(on, power)
        ),
    )
)


@effect.outcome("lost", takes="player")
def blames(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red green`, after the launch: green loses the ships that red would lose, of its own choice."""
    count = _lost_here(board, stand)
    for used in board.uses(stand, use)[:1]:
        used.came_up, other = True, _twin(board, stand, used.args)
        if used.zap is None and refuse_use(board, stand, use, used, None if other else _who_stands_in(stand.name)):
            return
        done = board.apply(stand, use, count, (), (other, ships_of(count)), used) if count else None
        if done is not None:
            _give_back(board, stand, count, done)
            lose_more(board, board.stands[other], count, done)


def _twin(board: Board, stand: Stand, args: Sequence[str]) -> str:
    """Who is named: anybody but the owner and its opponent."""
    able = [name for name in board.stands if name not in (stand.name, opponent_of(board, stand).name)]
    return first_of(args, able)


@effect.outcome("hands", told=True)
def blames_for_cards(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Compensation that is due from the owner comes out of the twin's hand."""
    outcome, other = board.outcome, _twin(board, stand, said_with(board, stand, use).args)
    lost = board.shown.get(other_side(stand.side)) if stand.side else None
    if outcome is None or not other or outcome.value != wins(stand.side) or lost is None or lost.kind != pos.NEGOTIATE:
        return
    pays = board.apply(stand, use, other, (outcome,), (other, "the cards that are due"))
    if pays is not None:
        board.steps.append(pays)
        board.payer = (board.stands[other], None)  # at random, as from the owner


@blames.carried_out(ruled=True, time=BEFORE_INVITATIONS)
def blame(on: Turn, power: Power, done: Act) -> None:
    """Named once ships are launched, and before anybody has invited."""
    named_with(on, power, done, "who is its good twin", bystanders(on, power))


blames.offered(one_of(bystanders))


@effect.outcome("lost", takes="card*")
def buys_back(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 8 N`: for each card discarded out of its hand one of the owner's lost ships returns."""
    ships = _lost_here(board, stand)
    for used in board.uses(stand, use)[:1] if ships else ():
        used.came_up = True
        count, hand = len(used.args), board.position.hands.get(stand.name)
        known = (hand.cards or ()) if hand is not None else ()
        cards = used.args if are_cards(board, used.args) else ()
        if refuse_use(board, stand, use, used, _cards_for_ships(stand.name, cards, ships, known)):
            return
        bought = board.apply(stand, use, count, (), (cards_of(count), ships_of(count)), used)
        if bought is not None:
            _give_back(board, stand, count, bought)
    if ships and not board.uses(stand, use):
        _leave_open(board, stand, use)


def _cards_for_ships(who: str, cards: Sequence[str], ships: int, hand: Sequence[str]) -> Forbidden | None:
    """From one card to as many as ships are lost are discarded for them, each said with the use."""
    if not 0 < len(cards) <= ships:
        return Forbidden("uses.cards-for-ships", (who, cards_of(ships)), waivable=False)
    return card_or_number(who, cards, ships, hand)


@buys_back.when("ships-lost")
def may_buy_back(on: Turn, power: Power, loser: str, ships: int, removed: int) -> None:
    """The owner has lost ships to the warp."""
    if loser == power.who and ships:
        chance(on, power, loser, ships)


@buys_back.carried_out(fits=lambda done: bool(done.args), time=WHEN_IT_COMES_UP)
def buy_back(on: Turn, power: Power, done: Act) -> None:
    """The cards are discarded, and as many ships come out of the warp."""
    who, found, cards = power.who, chance_of(on, power), tuple(done.args)
    on.keep(_cards_for_ships(who, cards, min(found.ships, on.table.at(tbl.WARP, who)), on.table.hands[who]))
    on.discard(hand_over(on, who, cards, len(cards)), who)
    on.steps.append(power.finding(len(cards), cards_of(len(cards)), ships_of(len(cards))))
    take_chance(on, found, len(cards))
    not_compensated(on, who, len(cards))
    come_home(on, who, len(cards))


buys_back.offered(
    one_of(
        lambda on, power: dict.fromkeys(on.table.hands[power.who]),
        lambda on, power: bool(on.table.at(tbl.WARP, power.who)),
    )
)


@effect.outcome("lost", takes="number count* planet*")
def picks_losses(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Winning as a main player with two attacks, the owner picks which ships the opponent loses, from anywhere.

    `use red 2`: two of them are not those in the encounter; all of them where no number is said.
    """
    other = opponent_of(board, stand)
    won = stand.is_main and board.outcome is not None and board.outcome.value == wins(stand.side)
    attacks = [shown.kind for shown in board.shown.values()] == [pos.ATTACK, pos.ATTACK]
    count = _lost_here(board, other) if won and attacks else 0
    for used in board.uses(stand, use)[:1] if count else ():
        used.came_up, spare = True, first_number(used.args, count)
        if spare > count:
            mis_said(board, stand, use, used, f"how many it picks of the {ships_of(count)} that are lost")
            return
        picked = board.apply(stand, use, spare, (), (other.name, ships_of(spare)), used)
        if picked is not None:
            _give_back(board, other, spare, picked, stays=other is board.defense)
            places = [arg for arg in used.args if "." in arg]
            lose_more(board, other, spare, picked, stand, places)
    if count and not board.uses(stand, use):
        _leave_open(board, stand, use)


@picks_losses.when("settled")
def may_pick_losses(on: Turn, power: Power, ruling: Ruling) -> None:
    """The outcome lets the owner pick other ships of the opponent's than those that it lost."""
    if is_left(ruling, power, MAY):
        other = on.opponent(power.who)
        warp, besides = ruling.players[other].warp, ruling.players[other].besides
        ships = (warp.value if warp is not None else 0) - (besides.value if besides is not None else 0)
        chance(on, power, other, ships)


@picks_losses.carried_out()
def pick_losses(on: Turn, power: Power, done: Act) -> None:
    """So many ships on each colony that is named are lost, in place of as many of those in the encounter."""
    table, found = on.table, chance_of(on, power)
    other = found.about
    shares, most = shared_out(done.args, 0), min(found.ships, table.at(tbl.WARP, other))
    count = sum(ships for _, ships in shares)
    if not 0 < count <= most or any(not 0 < ships <= table.at(where, other) for where, ships in shares):
        ways = (f"{where} 1" for where in table.colonies(other))
        say_with_use(on, power, f"which of {other}'s ships are lost instead, {most} at most", ways)
    on.steps.append(power.finding(count, other, ships_of(count)))
    take_chance(on, found, found.ships)
    came_back(on, other, count)
    on.send(other, [Stack(where, ships) for where, ships in shares], tbl.WARP)
    if other == table.defense:
        table.move(other, count, tbl.WARP, table.target)
        on.check_power(other)
    else:
        come_home(on, other, count)
    were_lost(on, other, count)
    note_winning(on)


@picks_losses.offered
def _colonies_to_pick(on: Turn, power: Power) -> Offers:
    for one in chances(on, power):
        if one.ships and on.table.at(tbl.WARP, one.about):
            yield from ((where, "1") for where in on.table.colonies(one.about))


@effect.outcome("extra", told=True)
def costs_for_cards(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Each player of the other side loses a ship off its colonies for every card that it has played.

    The encounter card of a main player is one of them. Whose a reinforcement is has to be known.
    """
    side = other_side(stand.side)
    players = board.side_of(side) if stand.takes_part else []
    unknown = [plus for plus in board.plus if plus.side == side and not plus.by]
    if unknown and len(players) > 1 and board.in_force(stand, use):
        ask_for(board, stand, use, late=True)
        return
    for other in players:
        count = _cards_played(board, other) + (len(unknown) if other.is_main else 0)
        cost = board.apply(stand, use, count, (), (other.name, cards_of(count))) if count else None
        if cost is not None:
            lose_more(board, other, count, cost)


def _cards_played(board: Board, stand: Stand) -> int:
    """How many cards a player is known to have played: its encounter card, reinforcements, artifacts and flares."""
    laid = stand.is_main and board.position.side(stand.side).card.kind not in (pos.NONE, pos.HIDDEN)
    plus = sum(one.by == stand.name for one in board.plus)
    cards = (act for act in with_faces(board) if act.verb in (*ARTIFACTS, "flare"))
    return laid + plus + sum(player_of(act) == stand.name for act in cards)


# -- doubt -------------------------------------------------------------------------------------------------------------


@effect.outcome("extra", takes="double")
def doubles_losses(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red double`: of the owner and the opposing main player the one that loses loses as many ships again."""
    outcome, other = board.outcome, board.main(other_side(stand.side)) if stand.side else None
    if SETTLES in board.declared:
        _settle_beside(board, use, board.declared[SETTLES])
    for used in board.uses(stand, use):
        what = "whether the opposing main player doubts back (double) or yields"
        answered = DOUBLE in used.args or YIELDS in used.args
        unsaid = None if answered else unsaid_with_use(stand.name, what)
        refuse_unsaid(board, stand, use, used, unsaid, DOUBLE, YIELDS)
    if other is None or DOUBLE not in said_with(board, stand, use).args or outcome is None:
        return
    if outcome.value not in SWAPPED:
        return
    loser = other if outcome.value == wins(stand.side) else stand
    captured = board.players[loser.name].removed  # what was captured by the loss was lost too
    count = _lost_here(board, loser) + (0 if captured is None else captured.value)
    twice = board.apply(stand, use, 2 * count, (outcome,), (loser.name, ships_of(2 * count))) if count else None
    if twice is not None:
        lose_more(board, loser, count, twice)


def _settle_beside(board: Board, use: Use, yielded: Finding) -> None:
    """A defense that gave in has the offense settle on the target planet, beside its own ships."""
    offense, target = board.offense, board.position.target
    planet = ".".join(target) if target is not None else ""
    ships, player = board.ships(offense), board.players[offense.name]
    words = (offense.name, ships_of(ships.value), planet or "the target planet", board.defense.name)
    player.lands = Finding(board.law["demands.settled"].citing(use.rule), ships.value, (yielded, ships), words)
    if offense.name not in (board.position.planet or {}):
        gain(board, offense, board.law["colonies.by-power"].citing(use.rule), player.lands, planet)


@effect.outcome("declare", told=True, takes="yields")
def gives_in(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red yields`: the opposing main player gives in and no card is played: an offense's turn ends, and a defense
    lets the offense settle beside it."""
    if YIELDS in said_with(board, stand, use).args and stand.side:
        other = board.main(other_side(stand.side))
        value = TURN_ENDS if other is board.offense else SUCCESS
        board.success = board.apply(stand, use, value, (), (other.name, "gives in"))
        if board.success is not None and value == SUCCESS:
            board.declared[SETTLES] = board.success


@effect.outcome("no-deal", told=True, takes="double")
def doubles_failure(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """After `use red double` a failed deal costs the owner and the opposing main player twice as many ships."""
    if DOUBLE not in said_with(board, stand, use).args:
        return
    cost: int = board.law["deal.cost"].value
    names = " and ".join(main.name for main in (board.offense, board.defense))
    dearer = board.apply(stand, use, cost, (), (names, ships_of(2 * cost)))
    for main in (board.offense, board.defense) if dearer is not None else ():
        if dearer is not None and (main is stand or main.side != stand.side):
            shift_cost(board, main, dearer)


@doubles_losses.carried_out(ruled=True, time=AFTER_ALLIANCES)
def say_answer(on: Turn, power: Power, done: Act) -> None:
    """Before a card is selected the opposing main player gives in or doubts back, as is said."""
    if named_with(on, power, done, "whether the opposing main player yields", (DOUBLE, YIELDS)) == YIELDS:
        _give_in(on, power)


def _give_in(on: Turn, power: Power) -> None:
    """No card is played. An offense that gives in goes home and its turn ends; a defense lets the offense settle."""
    table = on.table
    side = on.side_of(power.who)
    on.steps.append(power.finding(0, table.turn if side == pos.DEFENSE else table.defense, "gives in"))
    table.phase = ph.RESOLUTION
    if side == pos.OFFENSE:
        ships = table.at(tbl.GATE, table.turn)
        table.move(table.turn, ships, tbl.GATE, table.target)
        on.find("demands.settled", ships, table.turn, ships_of(ships), table.target, table.defense)
        on.check_power(table.turn)
    all_owe_return(on)
    note_winning(on)


doubles_losses.offered(one_of(lambda on, power: (DOUBLE, YIELDS), lambda on, power: bool(on.side_of(power.who))))
