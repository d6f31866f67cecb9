"""Gambler: a card that stays facedown, what its owner says that it is, and what a challenge costs."""

from __future__ import annotations

from referee.judge.counted import ships_of
from referee.judge.phases.resolution import Fate, divert, power_in_doubt
from referee.judge.phases.uses import no_such_card, said_twice
from referee.judge.powers import effect
from referee.judge.powers.at_table import refuse_what_is_barred, uses, with_opponent
from referee.judge.powers.common import card_of, first_number, first_of, other_side, refuse_use, tell
from referee.judge.powers.types import Act, Args, Board, Due, Finding, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.ruling import CHOOSES, MUST
from referee.judge.table.played import by_flares
from referee.judge.unknown import NeedsFactError, Unknown
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Card

BLUFF = "bluff"  # what a challenge costs: `Due.source`


@effect.outcome("claim", takes="card player")
def claims_card(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red 20`: red says that its card is a 20, and nobody challenges that; `use red 20 blue`: blue does.

    A challenge may be said after the claim, as the same use with the opponent's name.
    """
    said = board.used.get(stand.name, ()) if stand.is_main else ()
    if not said:
        return
    used, opponent = said[-1], board.main(other_side(stand.side))
    card = next((found for arg in used.args if (found := card_of(board, arg)) is not None), None)
    if card is None or (card.kind == pos.ATTACK and card.value is None):
        forbidden = no_such_card(stand.name)
        board.refuse(forbidden, [board.without_uses(stand)], (used.finding,), use.rule)
        return
    again = said_twice(stand.name) if any(str(card) not in other.args for other in said) else None
    stranger = first_of(used.args, board.stands.keys() - {opponent.name})
    challenger = Forbidden("powers.who-challenges", (stranger, opponent.name)) if stranger else None
    if refuse_use(board, stand, use, used, again or challenger):
        return
    if opponent.name in used.args:
        _challenged(board, stand, use, used, card, opponent)
    else:
        _believed(board, stand, use, used, card, opponent)


def _believed(board: Board, stand: Stand, use: Use, used: Used, card: Card, opponent: Stand) -> None:
    """Nobody challenges it: the card counts as what was said, and goes under the deck afterwards."""
    claim = board.apply(stand, use, str(card), (), (str(card), f"{opponent.name} does not challenge that"), used)
    if claim is not None:
        board.faces[stand.side] = card
        board.claims[stand.side] = claim
        board.buried[stand.name] = claim
        board.do(stand.name, MUST, "put its encounter card facedown under the deck", claim, by=use)


def _challenged(board: Board, stand: Stand, use: Use, used: Used, card: Card, opponent: Stand) -> None:
    """The card is turned up; who was wrong loses as many ships as it has in the encounter, from outside it."""
    real = board.card(stand.side)
    if real.kind == card.kind == pos.ATTACK and real.value is None:
        low, high = board.law["cards.attacks"].value
        raise NeedsFactError(Unknown("attack", stand.name, low, high))
    wrong = opponent if real == card else stand
    cost = _cost(board, wrong, board.stakes.get(stand.name))
    what = "that is true" if real == card else f"it is {real}"
    words = (str(card), f"{opponent.name} challenges that, {what}, and it costs {wrong.name} {ships_of(cost)}")
    raised = tuple(raise_ for raise_ in (board.stakes.get(stand.name),) if raise_ is not None)
    claim = tell(board, stand, use, cost, (board.ships(wrong), *raised), words, used)
    if claim is not None and cost:
        _pays(board, wrong, claim)


def _pays(board: Board, wrong: Stand, claim: Finding) -> None:
    """Ships from outside the encounter go to the warp, unless a power or a statement has it otherwise."""
    fate = Fate(claim)
    divert(board, wrong, fate)
    gone = fate["warp"]
    if not gone.value:
        board.steps.append(fate.get("returns", gone))
        return
    which = f"which {ships_of(gone.value)} outside the encounter go{'es' if gone.value == 1 else ''} to the warp"
    board.do(wrong.name, CHOOSES, which, gone)
    board.sacrificed[wrong.name] = gone
    power_in_doubt(board, wrong, gone.value)


def _cost(board: Board, wrong: Stand, raised: Finding | None) -> int:
    """As many ships as it has in the encounter, and what the stake was raised by, as far as it has so many besides.

    That there are others besides is assumed where it is not sure.
    """
    there: int = board.ships(wrong).value
    owned = wrong.owns(board.law["setup.ships"].value)
    warp = board.number("warp", wrong.name, 0, owned)
    cost = there if raised is None else there + raised.value
    besides = owned - board.position.removed.get(wrong.name, 0) - there - (warp or 0)
    if raised is not None:
        cost = max(min(cost, besides), 0)
    if cost and (warp is None or besides < cost):
        board.assume("assumptions.enough-ships-besides", wrong.name, ships_of(cost))
    return cost


@claims_card.carried_out(ruled=True)
def claim_card(on: Turn, power: Power, done: Act) -> None:
    """The card stays facedown and something is said of it; challenged, it is turned up, and who was wrong pays."""
    table, who = on.table, power.who
    opponent = with_opponent(on, who)[1]
    shown = table.revealed or table.cards.get(opponent, tbl.UNKNOWN) != tbl.UNKNOWN
    if table.phase != ph.REVEAL or not shown:
        on.keep(Forbidden("powers.opponent-first", (who, opponent)), by=power.use.rule)
    if opponent in done.args and table.cards.get(who) == tbl.UNKNOWN:
        on.cannot("powers.turn-up-first", who)
    refuse_what_is_barred(on, power)
    if opponent not in done.args:
        return
    wrong = opponent if table.cards[who] in done.args else who
    place = table.target if wrong == table.defense else tbl.GATE
    elsewhere = table.on_colonies(wrong) - (table.at(place, wrong) if wrong == table.defense else 0)
    cost = min(table.at(place, wrong) + _raised(on, who), elsewhere)
    if cost:
        table.due.append(Due(wrong, "lose", cost, source=BLUFF))
        on.find("powers.bluff-unpaid", cost, wrong, ships_of(cost))


def _raised(on: Turn, who: str) -> int:
    """By how many ships a player has raised what a challenge costs."""
    if all((played.who, played.verb) != (who, "raises_stake") for played in by_flares(on)):
        return 0
    said = next(act for act in on.table.acts if (act.verb, act.who) == ("flare", who))
    return first_number(said.args, 0)


@claims_card.offered
def _claims(on: Turn, power: Power) -> Offers:
    """What can be said of a card is without number: the truth is offered, and a challenge to what was said."""
    own, other = with_opponent(on, power.who)
    cards = on.table.cards
    if on.table.phase != ph.REVEAL or cards.get(other, tbl.UNKNOWN) == tbl.UNKNOWN:
        return
    said = uses(on, power.who)
    if not said and cards[own] != tbl.UNKNOWN and on.card_type(cards[own]) != "artifact":
        yield (cards[own],)
    elif len(said) == 1 and other not in said[0].args and cards[own] != tbl.UNKNOWN:
        yield (*said[0].args, other)
