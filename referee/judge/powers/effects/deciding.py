"""Who wins without any card being turned up, and what a win brings to who foretold it or won by much."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from referee.judge.counted import ships_of
from referee.judge.phases.colonies import gain
from referee.judge.phases.resolution import Fate, lose_more
from referee.judge.phases.reveal import SIDES
from referee.judge.phases.rewards import pick
from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers import effect
from referee.judge.powers.asked import due_of
from referee.judge.powers.at_table import between, found_colony, in_hand, one_of, plainly, ways_typed
from referee.judge.powers.common import (
    SWAPPED,
    card_of,
    first_number,
    first_of,
    is_attack,
    opponent_of,
    other_side,
    refuse_again,
    refuse_unsaid,
    refuse_use,
    said_with,
    side_meant,
    take_from_warp,
    tell,
)
from referee.judge.powers.moments import AFTER_ALLIANCES, ONCE, WHEN_DUE, cards_said, is_before_reveal
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.ruling import CHOOSES, DEAL, DECIDED, MAKE_A_DEAL, results_of, wins
from referee.judge.table.places import each_way
from referee.judge.table.powers import cited, demand
from referee.judge.table.resolution import PICKED, put_away, resolve
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import table as tbl
from referee.state.pending import Due


def _side_said(board: Board, stand: Stand, use: Use) -> str:
    """The side that was said with a use; none (an empty text) where it was not made, or is refused for want of one."""
    mains = (board.offense.name, board.defense.name)
    side = side_meant(said_with(board, stand, use).args, mains)
    for used in board.uses(stand, use)[:1]:
        refuse_unsaid(board, stand, use, used, _which_side(stand.name, side), *SIDES)
    _refuse_another(board, stand, use, lambda args: bool(side_meant(args, mains)))
    return side


def _refuse_another(board: Board, stand: Stand, use: Use, is_meant: Callable[[tuple[str, ...]], bool]) -> None:
    """What is decided once is not decided again by a further use that says so."""
    further = board.uses(stand, use)[1:]
    refuse_again(board, stand, use, (used for used in further if used.zap is None and is_meant(used.args)))


def _which_side(who: str, side: str) -> Forbidden | None:
    """Which side wins, by chance or by a prediction, is said with the use."""
    return None if side else Forbidden("uses.which-side", (who,), waivable=False)


class Settled(NamedTuple):
    """The use has settled which side wins."""

    finding: Finding


def is_ended(board: Board, stand: Stand, use: Use, said: Iterable[Used]) -> bool:
    """True if another power has ended the encounter by then: uses that are said have nothing left to end (4.8.2)."""
    if DECIDED not in board.declared:
        return False
    for used in said:
        if used.zap is None and not board.position.checked:
            refuse_use(board, stand, use, used, nothing_came_up(stand.name))
    return True


@effect.outcome("declare", takes="side|player")
def settles_winner(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Before the cards are selected chance settles which side wins: `offense` or `defense`, as it is said.

    No card is played, so that a card that stands on the line is in hand again.
    """
    if is_ended(board, stand, use, board.uses(stand, use)):
        return
    side = _side_said(board, stand, use)
    decided = board.apply(stand, use, wins(side), (), (side,))
    if decided is not None:
        board.declared[DECIDED] = decided
        board.note(stand, use, Settled(decided))
        keep_selected(board, Finding(use.rule, True, (decided,), (stand.name, side)))


def keep_selected(board: Board, why: Finding) -> None:
    """Main players whose card stands on the line have it in hand again."""
    for main in (board.offense, board.defense):
        if board.position.side(main.side).card.kind != pos.NONE:
            board.kept_cards[main.name] = why


@effect.outcome("extra", takes="side|player planet* count*")
def predicts_winner(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The side that was said wins, or there is a deal: a colony. The other one wins: so many `ships` are lost.

    Where nobody wins nothing comes of it.
    """
    side, outcome = _side_said(board, stand, use), board.outcome
    right = outcome is not None and outcome.value in (wins(side), DEAL)
    if outcome is None or not (right or outcome.value == SWAPPED.get(wins(side))):
        return
    predicted = tell(board, stand, use, int(right), (outcome,), (side, "right" if right else "wrong"))
    if right:
        _award(board, stand, use, predicted)
    elif predicted is not None:
        lose_more(board, stand, args["ships"], predicted, board.main(other_side(side)))


@predicts_winner.carried_out(ruled=True, time=ONCE, offers=between(lambda on, power: SIDES))
def say_side(on: Turn, power: Power, done: Act) -> None:
    """A side is said before the cards are selected; the outcome reckons with it."""
    side = side_meant(done.args, on.table.mains())
    on.keep(_which_side(power.who, side), nearest=[f"use {power.who} {one}" for one in SIDES])


@settles_winner.carried_out(ruled=True, time=AFTER_ALLIANCES, offers=one_of(lambda on, power: SIDES))
def settle_winner(on: Turn, power: Power, done: Act) -> None:
    """The side that is said wins: no card is selected, and the outcome is carried out."""
    say_side(on, power, done)
    resolve(on)


@effect.outcome("selected")
def flees(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The opponent wins before the cards are turned up; it is a success for the owner all the same."""
    if is_ended(board, stand, use, board.uses(stand, use)):
        return
    other, law = opponent_of(board, stand), board.law
    for used in board.uses(stand, use):
        used.came_up = True
    decided = board.apply(stand, use, wins(other.side), (), (other.name,))
    if decided is None:
        return
    board.declared[DECIDED] = decided
    board.note(stand, use, Settled(decided))
    if stand is board.offense:
        board.declared["success"] = Finding(
            law["second.declared-by-power"].citing(use.rule), True, (decided,), (stand.name,)
        )
        board.steps.append(board.declared["success"])


def _both_lie(on: Turn, power: Power) -> bool:
    """True if both cards lie facedown."""
    return is_before_reveal(on) and len(on.table.cards) > 1


@flees.carried_out(ruled=True, time=ONCE, offers=plainly(_both_lie))
def flee(on: Turn, power: Power, done: Act) -> None:
    """The owner flees once both cards are selected: these stay facedown, and the outcome is carried out."""
    on.table.revealed = True
    resolve(on)


def _settled_by(board: Board, stand: Stand, use: Use) -> Finding | None:
    """What settles who wins, if it is this power."""
    return next((one.finding for one in results_of(board, stand.name, use.alien, Settled)), None)


@effect.outcome("fate", told=True)
def takes_side_home(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """Where this use has settled who wins, the ships of the owner's side go home instead of being lost."""
    bound, settled = fate["warp"], _settled_by(board, stand, use)
    if settled is not None and loser.side == stand.side and bound.value:
        rule = board.law["uses.home-by-power"].citing(use.rule)
        home = Finding(rule, bound.value, (settled, bound), (loser.name, ships_of(bound.value)))
        take_from_warp(board, loser, fate, "returns", home)


@effect.outcome("rewarded", told=True)
def rewards_for_ships(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Where this use has settled who wins, the owner gets a reward for each ship of the opponent's."""
    other, settled = opponent_of(board, stand), _settled_by(board, stand, use)
    if settled is not None:
        ships, rule = board.ships(other), board.law["uses.rewards-for-ships"].citing(use.rule)
        words = (stand.name, other.name, ships_of(ships.value))
        pick(board, stand, Finding(rule, ships.value, (settled, ships), words))


# -- colonies besides --------------------------------------------------------------------------------------------------


@effect.outcome("extra", told=True)
def colony_for_win(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`by`: for a win as a main player by so much, with two attacks, a foreign colony besides.

    With `each` it is one for each full so much. Without `by` it is for any win.
    """
    margin, outcome, kinds = board.margin, board.outcome, [shown.kind for shown in board.shown.values()]
    if not stand.is_main or outcome is None or outcome.value != wins(stand.side):
        return
    if "by" not in args:
        _award(board, stand, use, tell(board, stand, use, 1, (outcome,)))
    elif margin is not None and margin.value >= args["by"] and kinds == [pos.ATTACK, pos.ATTACK]:
        count = margin.value // args["by"] if args.get("each") else 1
        _award(board, stand, use, tell(board, stand, use, count, (margin,), (f"by {margin.value}",)))


def _award(board: Board, stand: Stand, use: Use, why: Finding | None) -> None:
    """So many colonies as are found; on which planets they are the owner chooses, at a table once it is settled.

    A line can name the planet of a single one with a use.
    """
    if why is None:
        return
    rule, count = board.law["colonies.by-power"].citing(use.rule), why.value
    place = _planet_said(board, stand, use) if count == 1 and not board.position.checked else ""
    if not board.position.checked:
        gain(board, stand, rule, why, place, count)
    if place:
        board.steps.append(Finding(rule, count, (why,), (stand.name, f"colony on {place}")))
        return
    which = "which planet it has a colony" if count == 1 else f"which {count} planets it has a colony each"
    board.do(stand.name, CHOOSES, f"on {which} besides", Finding(rule, count, (why,), (stand.name, "colony")), by=use)


def _planet_said(board: Board, stand: Stand, use: Use) -> str:
    """The planet said with a use that can have the colony: see `places_colony`; none (an empty text) where none is."""
    bars: Args = next((args for verb, args in use.effects if verb == "places_colony"), {})
    owners = (
        {board.offense.name} if bars.get("there") else {*board.stands} - {stand.name if bars.get("foreign") else ""}
    )
    said = (arg for used in board.uses(stand, use) for arg in used.args)
    return next((arg for arg in said if "." in arg and arg.partition(".")[0] in owners), "")


@effect.when("settled", takes="planet* count*")
def places_colony(on: Turn, power: Power, ruling: Ruling) -> None:
    """The outcome gives the owner a colony besides, on a planet that it has still to name.

    `foreign`: none at home; `there`: in the system of the offense.
    """
    mine = (power.who, CHOOSES, power.use.alien)  # another use of it has settled who wins
    for then in ruling.then:
        if (then.who, then.does, then.by[0]) == mine and _free(on, power):
            demand(on, power, then.finding.value)


@places_colony.carried_out(time=WHEN_DUE)
def place_colony(on: Turn, power: Power, done: Act) -> None:
    """Ships off colonies of the owner found the colony on the planet that is named first: one, unless more are said."""
    due, place = due_of(on, power), first_of(done.args, _free(on, power))
    if not place:
        on.cannot("uses.which-colony", power.who, nearest=ways_typed(power, _founded(on, power))[:3])
    on.steps.append(power.finding(1, f"on {place}"))
    found_colony(on, power, place, first_number(done.args, 1), done)
    if due.count == 1:
        on.table.due.remove(due)
        put_away(on)


def _free(on: Turn, power: Power) -> list[str]:
    """The planets on which the owner has no colony; without those of its own where only a foreign one is given."""
    table, who = on.table, power.who
    own = table.home_planets(who) if power.args.get("foreign") else ()
    planets = table.home_planets(table.turn) if power.args.get("there") else table.planets()
    return [planet for planet in planets if not table.at(planet, who) and planet not in own]


@places_colony.offered
def _founded(on: Turn, power: Power) -> Offers:
    """A few planets, each with the ways in which a ship can come there."""
    for planet in _free(on, power)[:2]:
        yield from ((planet, *places) for places in each_way(on, power.who, 1, (planet,)))


# -- what is decided once both cards are selected ----------------------------------------------------------------------

_CONCEDES, _CONTINUES = "concedes", "continues"  # what the offense chooses
_CHOICES = (_CONCEDES, _CONTINUES)


@effect.outcome("selected", takes="card")
def settles_by_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The owner discards a card: an even attack has the offense win, an odd one the defense; a negotiate has them talk.

    What was selected goes onto its sheet, unseen.
    """
    for used in board.uses(stand, use)[:1] if not is_ended(board, stand, use, board.uses(stand, use)) else ():
        card = _card_said(board, used.args)
        used.came_up = True
        if used.zap is None and refuse_use(board, stand, use, used, _settles_by(stand.name, card)):
            return
        settled = MAKE_A_DEAL if card is None or card.kind == pos.NEGOTIATE else wins(SIDES[(card.value or 0) % 2])
        decided = board.apply(stand, use, settled, (), (card, _SETTLED[settled]), used)
        if decided is None:
            return
        board.declared[DECIDED] = decided
        board.spent.append((stand.name, str(card)))
        for main in (board.offense, board.defense):
            board.kept_cards[main.name] = Finding(use.rule, True, (decided,), decided.words)


_SETTLED = {
    wins(pos.OFFENSE): "the offense wins",
    wins(pos.DEFENSE): "the defense wins",
    MAKE_A_DEAL: "the main players try to make a deal",
}


def _card_said(board: Board, said: Iterable[str]) -> pos.Card | None:
    """The attack with its value or the negotiate that was said; None for anything else."""
    card = next((found for arg in said if (found := card_of(board, arg))), None)
    return card if card is not None and card.kind in (pos.ATTACK, pos.NEGOTIATE) else None


def _settles_by(who: str, card: pos.Card | None) -> Forbidden | None:
    """What settles an encounter by its kind and value is an attack or a negotiate."""
    return None if card is not None else Forbidden("uses.settles-by", (who,), waivable=False)


def _deciding(on: Turn, power: Power) -> list[str]:
    return [card for card in in_hand(on, power) if _decides(card)]


@settles_by_card.carried_out(ruled=True, time=ONCE, offers=one_of(_deciding, _both_lie))
def settle_by_card(on: Turn, power: Power, done: Act) -> None:
    """The owner's card is discarded, both selected ones go onto its sheet, and the outcome is carried out."""
    table, who = on.table, power.who
    card = next((card for card in cards_said(on, done) if _decides(card)), "")
    able = _deciding(on, power) or ["N"]
    on.keep(None if card else _settles_by(who, None), nearest=[f"use {who} {one}" for one in able[:3]])
    on.take_out(who, card)
    table.aside[f"{who} keeps facedown"] = (*table.aside.get(f"{who} keeps facedown", ()), *table.cards.values())
    table.cards, table.revealed = {who: card}, True
    resolve(on)


def _decides(card: str) -> bool:
    """True for an attack with its value, and for a negotiate."""
    return card == "N" or is_attack(card)


@effect.outcome("selected", takes="concedes|continues")
def makes_concede(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The offense concedes, and the owner wins; or it continues, and sends `ships` of its choice to the warp first."""
    if is_ended(board, stand, use, board.uses(stand, use)):
        return
    _refuse_another(board, stand, use, lambda args: bool(first_of(args, _CHOICES)))
    for used in board.uses(stand, use)[:1]:
        choice = first_of(used.args, _CHOICES)
        used.came_up = True
        unsaid = None if choice else Forbidden("uses.concedes", (stand.name,), waivable=False)
        refuse_unsaid(board, stand, use, used, unsaid, *_CHOICES)
        if unsaid is not None and used.zap is None:
            return
        words = (board.offense.name, "concedes" if choice == _CONCEDES else f"gives up {ships_of(args['ships'])}")
        made = tell(board, stand, use, wins(stand.side) if choice == _CONCEDES else args["ships"], (), words, used)
        if made is not None and choice == _CONCEDES:
            board.declared[DECIDED] = made
        elif made is not None and not board.position.checked:
            board.sacrificed[board.offense.name] = made
            board.assume("assumptions.on-the-line", stand.name, use.alien, by=use.rule)


@makes_concede.carried_out(ruled=True, time=ONCE, offers=one_of(lambda on, power: _CHOICES, _both_lie))
def make_concede(on: Turn, power: Power, done: Act) -> None:
    """The offense concedes, and the outcome is carried out; or it owes the ships before the cards are turned up."""
    table, choice = on.table, first_of(done.args, _CHOICES)
    if not choice:
        on.cannot("uses.concedes", power.who, nearest=[f"use {power.who} {one}" for one in _CHOICES])
    if choice == _CONCEDES:
        table.revealed = True
        resolve(on)
        return
    ships = min(power.args["ships"], table.on_colonies(table.turn) + table.at(tbl.GATE, table.turn))
    if ships:
        table.due.append(Due(table.turn, "lose", ships, source=PICKED, by=cited(power)))


@makes_concede.when("reveal")
def loses_first(on: Turn, power: Power) -> None:
    """The ships are lost before the cards are turned up."""
    for due in [due for due in on.table.due if (due.what, due.by) == ("lose", cited(power))]:
        on.phase_unfinished(due.who, f"lose {ships_of(due.count)}", (f"lose {due.who}",), waivable=True)
