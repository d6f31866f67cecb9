"""Love: a card that everybody may match as its turn starts, and ships that leave the warp for it."""

from __future__ import annotations

from referee.judge.counted import ships_of
from referee.judge.powers import effect
from referee.judge.powers.asked import say_with_use
from referee.judge.powers.at_table import known_cards
from referee.judge.powers.common import first_of, saying, stating
from referee.judge.powers.effects.saved import come_home
from referee.judge.powers.moments import TURN_START
from referee.judge.powers.types import Act, Offers, Power, Turn
from referee.judge.table.deals import hand_over
from referee.judge.table.resolution import note_winning
from referee.state import phases as ph
from referee.state import table as tbl


@effect.carried_out(time=TURN_START, takes="card* player* planet*")
def asks_for_match(on: Turn, power: Power, done: Act) -> None:
    """`use red 8 blue 10 green N`: red discards the 8, blue and green one each; who is not named discards none.

    Whoever matches the type has its ships out of the warp. If everybody does, the owner takes what was discarded; else
    all its own ships may leave the warp too, to found a colony on the planet that is named, of one who did not match.
    """
    table, who = on.table, power.who
    on.check_hand_first(who)
    place = first_of(done.args, table.ships)
    discards = _discards([arg for arg in done.args if arg not in table.ships], who, table.seats)
    if not discards or discards[0][1] in ("", tbl.UNKNOWN) or tbl.UNKNOWN in dict(discards).values():
        say_with_use(on, power, "which cards are discarded", dict.fromkeys(_known(on, who)))
    kind = on.card_type(discards[0][1])
    matching = [name for name, card in discards[1:] if on.card_type(card) == kind]
    missing = [name for name in table.clockwise(who) if name not in matching]
    able = [home for name in missing for home in table.home_planets(name) if not table.at(home, who)]
    if place and place not in able:
        say_with_use(on, power, "where it founds a colony: at home of somebody who did not match", able)
    cards = [card for name, card in discards for card in hand_over(on, name, (card,), 1)]
    told = f"{', '.join(matching) or 'nobody'} matches" if missing else "everybody matches"
    on.steps.append(power.finding(kind, discards[0][1], told))
    if missing:
        on.discard(cards, who)
    else:
        table.gain(who, *cards)
    for name in matching:
        if table.at(tbl.WARP, name) and table.colonies(name):
            come_home(on, name, table.at(tbl.WARP, name))
    ships = table.at(tbl.WARP, who) if place else 0
    if ships:
        table.move(who, ships, tbl.WARP, place)
        on.find("powers.founds", ships, who, ships_of(ships), place)
    on.check_powers()
    note_winning(on)


def _discards(args: list[str], who: str, seats: tuple[str, ...]) -> list[tuple[str, str]]:
    """(who, card) of what is discarded, the owner's first."""
    found = [(who, args[0])] if args and args[0] not in seats else []
    return [*found, *((name, args[at + 1]) for at, name in enumerate(args[:-1]) if name in seats)]


@asks_for_match.before_leaving(ph.START)
def _is_to_ask(on: Turn, power: Power) -> bool:
    """Once, as the owner's turn starts, if it has a card."""
    return TURN_START.is_now(on, power) and bool(on.table.hands[power.who])


def _known(on: Turn, who: str) -> list[str]:
    return known_cards(on, who) or (["N"] if tbl.UNKNOWN in on.table.hands[who] else [])


@asks_for_match.offered
def _cards_to_show(on: Turn, power: Power) -> Offers:
    if not _is_to_ask(on, power) or on.lacks_encounter_card(power.who):
        return
    for card in _known(on, power.who):
        yield (card,)
        kind = on.card_type(card)
        answers = {
            name: next((one for one in on.table.hands[name] if one != tbl.UNKNOWN and on.card_type(one) == kind), "")
            for name in on.table.clockwise(power.who)
        }
        if any(answers.values()):
            yield (card, *(word for name, answer in answers.items() if answer for word in (name, answer)))


asks_for_match.outcome("declare")(stating(saying("first", "the line shows what came of it", first="a card")))
