"""Powers over cards: hands that are looted, cards fetched out of the discards, artifacts that others discard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NoReturn

from referee.book.sheets import FACES
from referee.judge.board import cards_of
from referee.judge.finding import Finding
from referee.judge.powers.aliens.vulch import chain_before
from referee.judge.powers.answers import ARTIFACTS
from referee.judge.powers.at_table.asked import not_now
from referee.judge.powers.at_table.moments import cards_said
from referee.judge.ruling import DEAL, DEFENSE_WINS, MAY, OFFENSE_WINS, Ruling
from referee.judge.table.answering import reconsider
from referee.judge.table.deals import hand_over
from referee.judge.table.dues import check_in_warp, check_onto_colony
from referee.judge.table.powers import Power, answering, carries_out, demand, demanded, offers, when
from referee.judge.table.resolution import note_winning, outcome_of, owed, put_away
from referee.judge.table.salvage import is_being_resolved, take_up
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import Refusal
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import OFFENSE, Act
from referee.state.table import Due

Args = tuple[str, ...]


def _refuse(on: Turn, power: Power, rule: str, words: Args, nearest: Args = ()) -> NoReturn:
    """Refuses what the sheet does not allow. Raises RefusedError."""
    found = Finding(on.law[rule].citing(power.use.rule), False, (), words)
    raise RefusedError(Refusal(found, nearest, ()))


# -- a hand that is looted ---------------------------------------------------------------------------------------------


@when("outcome", "loots")
def loots(on: Turn, power: Power, ruling: Ruling) -> None:
    """The owner's side, the offense's, has won: it takes the opponent's hand before compensation, and has to say what
    it keeps."""
    table, loser = on.table, on.table.defense
    wins = outcome_of(ruling) == OFFENSE_WINS and on.side_of(power.who) == OFFENSE
    if wins and loser and table.hands[loser]:
        ships = ruling.players[power.who].ships
        demand(on, power, about=str(ships.value if ships is not None else 0))


@carries_out("loots")
def loot(on: Turn, power: Power, done: Act) -> None:
    """The cards named are kept, and of those that are not named any; what is left of the hand is discarded."""
    table, loser, due = on.table, on.table.defense, demanded(on, power)
    hand = list(table.hands[loser])
    count = min(_ships(on, power, due), len(hand))
    nearest = tuple(" ".join(("use", power.who, *args)) for args in _lootings(on, power))
    if len(done.args) > count or (0 < len(done.args) < count):
        words = (power.who, cards_of(count), cards_of(len(done.args)))
        _refuse(on, power, "powers.keeps-cards", words, nearest)
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


@offers("loots")
def _lootings(on: Turn, power: Power) -> Iterator[Args]:
    """Nothing said, where the cards are not known; otherwise one way to keep so many."""
    due = demanded(on, power)
    if due is not None:
        hand = on.table.hands[on.table.defense]
        yield () if tbl.UNKNOWN in hand else hand[: int(due.place)]


# -- compensation ------------------------------------------------------------------------------------------------------


@offers("takes_from_anybody")
def _payers(on: Turn, power: Power) -> Iterator[Args]:
    if _is_offered(on, power) and not _has_taken(on, power.who):
        yield from ((name,) for name in on.table.clockwise(power.who) if on.table.hands[name])


@offers("picks_what_it_gives")
def _picks(on: Turn, power: Power) -> Iterator[Args]:
    if any(due.what == "take" and due.source == power.who for due in on.table.due) and _is_offered(on, power):
        yield ()


def _has_taken(on: Turn, who: str) -> bool:
    """Whether compensation was due and is none any more."""
    last = on.table.last
    took = last is not None and last.told["players"].get(who, {}).get("compensation")
    return bool(took) and owed(on, who, "take") is None


def _is_offered(on: Turn, power: Power) -> bool:
    """Whether the last ruling leaves its owner something that it may do, and it was not said yet."""
    last = on.table.last
    if not on.table.ruled or last is None:
        return False
    return any(then["who"] == power.who and then["does"] == MAY for then in last.told["then"])


# -- cards out of the discards -----------------------------------------------------------------------------------------


@offers("takes_opponents_card")
def _takings(on: Turn, power: Power) -> Iterator[Args]:
    if not _is_offered(on, power):
        return
    if power.args.get("anyone"):
        yield from ((name,) for name in on.table.mains() if name != power.who)
    else:
        yield ()


@carries_out("fetches", ruled=True)
def fetch(on: Turn, power: Power, done: Act) -> None:
    """The card goes to who takes it, as the outcome has it; the owner then gets a ship back or draws a card."""
    table, who = on.table, power.who
    if not table.ruled or table.cards:
        _refuse(on, power, "powers.after-discards", (who,), _still_due(on))
    taker = next((arg for arg in done.args if arg in table.seats and arg != who), "")
    home = next((arg for arg in done.args if arg in table.ships), "")
    if home and not taker:
        _refuse(on, power, "powers.nothing-for-refused", (who,))
    if home:
        check_in_warp(on, who, 1)
        check_onto_colony(on, who, home)
    reconsider(on)
    if home:
        table.move(who, 1, tbl.WARP, home)
        on.find("rewards.took-ships", 1, who, home, "1 ship")
        note_winning(on)
    elif taker:
        on.find("cards.draws", on.draw(who, 1), who, cards_of(1))


def _still_due(on: Turn) -> tuple[str, ...]:
    """What comes before the discards, as it is typed."""
    table = on.table
    if not table.ruled:
        return ("resolve",) if table.phase == ph.REVEAL and table.revealed else ()
    for due in table.due:
        if due.what == "take":
            return (f"take {due.who} {min(due.count, len(table.hands[due.source]))} from {due.source}",)
        if due.what == "reward":
            return (f"reward {due.who} {cards_of(due.count)}",)
    return ()


@offers("fetches")
def _fetchings(on: Turn, power: Power) -> Iterator[Args]:
    """Each card kept, or taken by each other player, with a card drawn for it or a ship back."""
    table = on.table
    if not _is_offered(on, power) or table.cards:
        return
    for card in dict.fromkeys(card for card in table.pile if on.is_encounter_card(card)):
        yield (card,)
        for name in table.clockwise(power.who):
            yield (card, name)
            if table.at(tbl.WARP, power.who) and table.colonies(power.who):
                yield (card, name, on.homes_for(power.who, 1)[0].place)


# -- artifacts that others discard -------------------------------------------------------------------------------------


@when("unanswered", "salvages")
def take_played(on: Turn, power: Power) -> None:
    """What was just played is not answered any more, so that it is discarded: an artifact of another's is taken.

    With it the Card Zaps that answered it. A Cosmic Zap against this power is such an answer itself.
    """
    done = on.command.act
    if done is not None and (answering(on, done) is not None or (done.verb == "zap" and done.who == power.who)):
        return
    acts = on.table.acts
    for at in range(chain_before(on.rulebase, acts, len(acts)), len(acts)):
        if acts[at].verb in ARTIFACTS and not is_being_resolved(on, acts[at]):
            _take(on, power, at, acts[at])


@when("resolved", "salvages")
def take_resolved(on: Turn, power: Power, verb: str, player: str) -> None:
    """An artifact that asked something of a player has got it, and is discarded only now (4.3.2)."""
    for at, act in enumerate(on.table.acts):
        if (act.verb, act.who) == (verb, player):
            _take(on, power, at, act)


def _take(on: Turn, power: Power, at: int, act: Act) -> None:
    """An artifact of another's that was played comes to the owner's hand, unless somebody has it there."""
    if act.by != power.who and take_up(on, power.who, at, act):
        if not act.by:
            on.find("assumptions.played-by-another", True, power.who, ARTIFACTS[act.verb])
        on.steps.append(power.finding(True, ARTIFACTS[act.verb]))


@when("redraws", "keeps_through_new_hand")
def keep_through_new_hand(on: Turn, power: Power, player: str, left: list[str], kept: list[str]) -> None:
    """`type`: cards of this type are shown and kept, as far as they are known; that is no use of the power."""
    if player != power.who:
        return
    kind = power.args["type"]
    if tbl.UNKNOWN in left:
        on.find("assumptions.none-of-type", True, player, kind)
    for card in [card for card in left if card != tbl.UNKNOWN and on.card_type(card) == kind]:
        left.remove(card)
        kept.append(card)
    if kept:
        on.steps.append(power.finding(tuple(kept), " and ".join(kept)))


@when("discards", "salvages")
def take_discarded(on: Turn, power: Power, by: str, left: list[str]) -> None:
    """Artifacts that another player discards unplayed; `left` is what still goes to the discards."""
    if by == power.who:
        return
    kind = power.args["type"]
    kinds = (kind, *power.args.get("also", ()))
    for card in [card for card in left if card != tbl.UNKNOWN and on.card_type(card) in kinds]:
        left.remove(card)
        on.table.gain(power.who, card)
        on.steps.append(power.finding(True, card))
    if tbl.UNKNOWN in left:
        on.find("assumptions.none-of-type", True, by, kind)


def _ruled_of(on: Turn, who: str) -> dict[str, Any]:
    """What was ruled for a player of this encounter; nothing for one who took no part in it, or before it is ruled."""
    table = on.table
    return table.last.told["players"].get(who, {}) if table.ruled and table.last is not None else {}


# -- what flares do with cards -----------------------------------------------------------------------------------------


@carries_out("keeps_artifact")
def keep_artifact(on: Turn, power: Power, done: Act) -> None:
    """The player's own artifact of this encounter, the last or the one that is named, is in hand again."""
    acts = on.table.acts
    named = _said(on, done)
    taken = {at for indexes in on.table.salvaged.values() for at in indexes}
    mine = [at for at, act in enumerate(acts) if act.verb in ARTIFACTS and act.by == power.who and at not in taken]
    for at in reversed(mine):
        card = ARTIFACTS[acts[at].verb]
        if (not named or card in named) and take_up(on, power.who, at, acts[at]):
            on.steps.append(power.finding(True, card))
            return
    not_now(on, power)


@carries_out("throws_away")
def throw_away(on: Turn, power: Power, done: Act) -> None:
    """The cards named, out of those that were just received, are discarded; they are not replaced."""
    cards = _said(on, done)
    told = _ruled_of(on, power.who)
    received = (told.get("compensation") or 0) + (told.get("rewards") or 0)
    if not received or owed(on, power.who, "take") or owed(on, power.who, "reward") or len(cards) > received:
        not_now(on, power)
    on.take_out(power.who, *cards)
    on.discard(cards, power.who)
    on.steps.append(power.finding(len(cards)))
    on.find("cards.discards", len(cards), power.who, cards_of(len(cards)))


@carries_out("takes_from_losers")
def take_from_losers(on: Turn, power: Power, done: Act) -> None:
    """One card at random from the opponent and each of its allies; named, they are those that came, in that order."""
    table, who = on.table, power.who
    _check_won(on, power)
    cards = _said(on, done)
    opponent = table.defense if who == table.turn else table.turn
    side = on.side_of(opponent)
    losers = [opponent, *(name for name in table.clockwise(table.turn) if table.allies.get(name) == side)]
    losers = [name for name in losers if table.hands[name]]
    if len(cards) > len(losers):
        not_now(on, power)
    for at, name in enumerate(losers):
        taken = hand_over(on, name, cards[at : at + 1], power.args["cards"])
        table.gain(who, *taken)
    count = len(losers) * power.args["cards"]
    on.steps.append(power.finding(count, cards_of(power.args["cards"]), " and ".join(losers) or "nobody"))


@carries_out("picks_one_card")
def pick_one_card(on: Turn, power: Power, done: Act) -> None:
    """The opponent's cards as they are handed over: the last one is kept, those before it are discarded."""
    table, who = on.table, power.who
    _check_won(on, power)
    opponent = table.defense if who == table.turn else table.turn
    cards = _said(on, done) or (tbl.UNKNOWN,) * min(1, len(table.hands[opponent]))
    if len(cards) > len(table.hands[opponent]):
        not_now(on, power)
    taken = hand_over(on, opponent, cards, len(cards))
    on.discard(taken[:-1], opponent)
    table.gain(who, *taken[-1:])
    on.steps.append(power.finding(True, opponent))


@carries_out("gives_back", ruled=True)
def give_back(on: Turn, power: Power, done: Act) -> None:
    """The cards named go back to the player from whom compensation was taken; with none named it is only said."""
    table, who, cards = on.table, power.who, _said(on, done)
    if not cards:
        return
    told = _ruled_of(on, who)
    used = [act for act in table.acts if (act.verb, act.who) == ("use", who)]
    if not used or owed(on, who, "take") is not None or len(cards) > (told.get("compensation") or 0):
        not_now(on, power)
    opponent = table.defense if who == table.turn else table.turn
    payer = next((arg for arg in used[0].args if arg in table.seats), opponent)
    table.gain(payer, *hand_over(on, who, cards, len(cards)))
    on.find("deal.cards", len(cards), who, cards_of(len(cards)), payer)


def _check_won(on: Turn, power: Power) -> None:
    """For a main player that has won or made a deal, once it is settled."""
    table, who = on.table, power.who
    won = table.outcome == (OFFENSE_WINS if who == table.turn else DEFENSE_WINS)
    if not table.ruled or not (won or table.outcome == DEAL):
        nearest = ("resolve",) if table.phase == ph.REVEAL and table.revealed else ()
        not_now(on, power, nearest)


def _said(on: Turn, done: Act) -> Args:
    """The cards that were named with a flare."""
    return tuple(arg for arg in cards_said(on, done) if arg not in FACES)
