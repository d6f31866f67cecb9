"""Barbarian: the loser's hand taken before compensation, one card kept for each own ship."""

from __future__ import annotations

from referee.judge.counted import cards_of
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import ways_offered
from referee.judge.powers.common import other_side
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Ruling, Stand, Turn, Use
from referee.judge.ruling import MUST, OFFENSE_WINS, wins
from referee.judge.table.encounter_ruling import outcome_of
from referee.judge.table.powers import demand, demanded
from referee.judge.table.resolution import put_away
from referee.state import table as tbl
from referee.state.encounter import OFFENSE
from referee.state.pending import Due


@effect.outcome("hands", takes="card*")
def loots(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The whole hand of the opponent who lost: as many cards as own ships in the encounter are kept.

    How many that is is not known where the hand is not; the rest is discarded, and compensation is paid afterwards.
    """
    outcome = board.outcome
    if outcome is None or not stand.takes_part or outcome.value != wins(stand.side) or not board.shown:
        return
    opponent = board.main(other_side(stand.side))
    ships = board.ships(stand)
    hand = board.position.hands.get(opponent.name)
    held = hand.count if hand is not None else None
    if held is not None:
        held += int(opponent.name in board.kept_cards)
    if held == 0:
        return
    kept = min(ships.value, held) if held is not None else None
    sources: tuple[Finding, ...] = (outcome, ships)
    if held is not None:
        sources = (*sources, Finding(board.law["facts.hand"], held, (), (opponent.name, cards_of(held))))
    told = cards_of(kept) if kept is not None else f"{cards_of(ships.value)} at most"
    looted = board.apply(stand, use, kept, sources, (opponent.name, told))
    if looted is None:
        return
    board.looted[stand.name] = looted
    rest = "" if held is not None and kept == held else f", keep {told} of its choice, and discard the rest"
    board.do(stand.name, MUST, f"take {opponent.name}'s hand{rest}", looted, by=use)


@loots.when("outcome")
def loots_at_table(on: Turn, power: Power, ruling: Ruling) -> None:
    """The owner's side, the offense's, has won: it takes the opponent's hand before compensation, and has to say what
    it keeps."""
    table, loser = on.table, on.table.defense
    wins = outcome_of(ruling) == OFFENSE_WINS and on.side_of(power.who) == OFFENSE
    if wins and loser and table.hands[loser]:
        ships = ruling.players[power.who].ships
        demand(on, power, about=str(ships.value if ships is not None else 0))


@loots.carried_out()
def loot(on: Turn, power: Power, done: Act) -> None:
    """The cards named are kept, and of those that are not named any; what is left of the hand is discarded."""
    table, loser, due = on.table, on.table.defense, demanded(on, power)
    hand = list(table.hands[loser])
    count = min(_ships(on, power, due), len(hand))
    nearest = ways_offered(on, power)
    if len(done.args) > count or (0 < len(done.args) < count):
        words = (power.who, cards_of(count), cards_of(len(done.args)))
        on.keep(Forbidden("powers.keeps-cards", words, waivable=False), nearest, by=power.use.rule)
    kept = []
    for card in done.args or hand[:count]:
        if card not in hand and tbl.UNKNOWN not in hand:
            on.not_held(loser, card, nearest)
        hand.remove(card if card in hand else tbl.UNKNOWN)
        kept.append(card)
    if not done.args and hand and len({*kept, *hand}) > 1:  # nobody says what was kept
        kept, hand = [tbl.UNKNOWN] * len(kept), [tbl.UNKNOWN] * len(hand)
    table.hold(loser, ())
    table.gain(power.who, *kept)
    if due is not None:
        table.due.remove(due)
    on.steps.append(power.finding(count, loser, cards_of(count)))
    on.discard(hand, power.who)
    put_away(on)


def _ships(on: Turn, power: Power, due: Due | None) -> int:
    """How many ships the owner has in the encounter: as asked, or as ruled where a negated zap brings the use back."""
    if due is not None:
        return int(due.place)
    again = on.command.act is not None and on.command.act.verb == "card-zap"
    if on.table.last is None or not again:
        not_now(on, power)
    ships: int = on.table.last.told["players"][power.who]["ships"]
    return ships


@loots.offered
def _lootings(on: Turn, power: Power) -> Offers:
    """Nothing said, where the cards are not known; otherwise one way to keep so many."""
    due = demanded(on, power)
    if due is not None:
        hand = on.table.hands[on.table.defense]
        yield () if tbl.UNKNOWN in hand else hand[: int(due.place)]
