"""The encounter on a table as one position, for the ruling of one line."""

from __future__ import annotations

from functools import lru_cache

from referee.book.loader import Rulebase
from referee.judge.table.played import to_be_ruled
from referee.state import table as tbl
from referee.state.encounter import DEFENSE, OFFENSE, Act, Card, Hand, Player, Position, Side
from referee.state.reader import LETTER_CARDS
from referee.state.table import Table


def _tell_captured(position: Position, table: Table) -> None:
    """Tells captured planets, which count as foreign colonies, and captured ships of the other main player."""
    for name in table.captured:
        more = len(table.captured_planets(name)) if table.colonies(name) else 0
        position.foreign[name] = (position.foreign[name] or 0) + more
    for name in table.mains():  # what matters of them to who is in the encounter
        other = table.defense if name == table.turn else table.turn
        position.tokens[name] = (position.tokens[name] or 0) + table.captured.get(name, {}).get(other, 0)


def _tell_sheets(position: Position, table: Table, rulebase: Rulebase) -> None:
    """Tells the sheets of those who are not in the encounter, and who has none although called like an alien."""
    if table.aliens:
        there = {player.name for player in position.participants()}
        position.aliens = {name: aliens for name, aliens in table.aliens.items() if name not in there}
    position.sheetless = tuple(
        name for name in table.seats if name not in table.aliens and rulebase.aliens_called(name)
    )


def position_of(table: Table, rulebase: Rulebase) -> Position:
    """The encounter on a table as a position, with everything that the table knows."""
    offense = Side(_player(table, table.turn, tbl.GATE), _allies(table, OFFENSE), card_of_main(table, table.turn))
    defending = _player(table, table.defense, table.target)
    defense = Side(defending, _allies(table, DEFENSE), card_of_main(table, table.defense))
    owner, _, number = table.target.partition(".")
    position = Position(offense, defense, target=(owner, number))
    position.planet = dict(table.ships[table.target])
    position.planet.setdefault(table.defense, 0)
    position.hands = {name: hand_of(table.hands[name]) for name in table.seats}
    none = dict.fromkeys(table.seats, 0)
    position.warp = {**none, **table.ships[tbl.WARP]}
    position.tokens = {**none, **table.tokens}
    home, foreign = table.count_colonies()
    position.home.update(home)
    position.foreign.update(foreign)
    if table.captured:
        _tell_captured(position, table)
    position.seats = table.seats
    position.second = table.encounter > 1
    position.reverse_cone = table.reverse
    _tell_sheets(position, table, rulebase)
    tell_more(position, table)
    if table.reckoned:
        position.reckoned = table.reckoned
    if table.counted or table.unknown:
        _leave_out(position, table)
    if table.acts:
        position.acts = acts_to_rule(table, rulebase)
    return position


def _leave_out(position: Position, table: Table) -> None:
    """A hand in doubt is left out, as on a line without it; tokens and a warp that nobody knows are hidden."""
    for places_of in (table.reckoned, table.unknown):
        for name, places in places_of.items():
            if tbl.HAND in places:
                position.hands.pop(name, None)
    for name, places in table.unknown.items():
        if tbl.TOKENS in places:
            position.tokens[name] = None
        if tbl.WARP in places:
            position.warp[name] = None


def tell_more(position: Position, table: Table) -> None:
    """Adds what a table knows and no line says.

    The allies whom the main player of their side asked are no allies by a power, and what was used was ruled then: a
    power that is lost later does not undo it.
    """
    mains = {OFFENSE: table.turn, DEFENSE: table.defense}
    invited = [name for name, side in table.allies.items() if name in table.invited.get(mains[side], ())]
    removed = table.ships[tbl.REMOVED]
    gone = table.last.told["players"] if removed and table.ruled and table.last is not None else {}
    for name, ships in removed.items():  # those of this encounter are still in it
        before = ships - (gone[name]["removed"] or 0 if name in gone else 0)
        position.removed[name] = max(before, 0)
    position.invited, position.checked = tuple(invited), True


def acts_to_rule(table: Table, rulebase: Rulebase) -> tuple[Act, ...]:
    """What was played in this encounter and is ruled with it."""
    return to_be_ruled(table.acts, table.carried, rulebase)


TALKS = ("deal", "no-deal")


def turned_up(table: Table, known: Table | None, rulebase: Rulebase) -> Position:
    """The encounter as its cards are turned up; told again (`known`) with all that was played by now.

    But for what the main players said of a deal, and what was played after that.
    """
    position = position_of(table, rulebase)
    if known is not None:
        acts = acts_to_rule(known, rulebase)
        position.acts = acts[: next((at for at, act in enumerate(acts) if act.verb in TALKS), len(acts))]
    return position


def _player(table: Table, name: str, place: str) -> Player:
    return Player(name, table.at(place, name), table.aliens.get(name, ()))


def _allies(table: Table, side: str) -> tuple[Player, ...]:
    if not table.allies:
        return ()
    place, found = tbl.GATE if side == OFFENSE else tbl.BESIDE, []
    for name in table.clockwise(table.turn):
        if table.allies.get(name) == side:
            found.append(_player(table, name, place))
    return tuple(found)


def card_of_main(table: Table, name: str) -> Card:
    """The encounter card of a main player, as far as it is known."""
    return card_called(table.cards.get(name, tbl.UNKNOWN))


@lru_cache(maxsize=512)
def card_called(text: str) -> Card:
    """An encounter card as it is written at a table."""
    if text.lstrip("-").isdigit():
        return Card("attack", int(text))
    return LETTER_CARDS.get(text.lower()) or Card("other", None, text)


@lru_cache(maxsize=4096)
def hand_of(cards: tuple[str, ...]) -> Hand:
    """A hand as it stands on a line: counted, and named where cards of it are known."""
    return Hand(len(cards), cards) if cards.count(tbl.UNKNOWN) < len(cards) else Hand(len(cards))
