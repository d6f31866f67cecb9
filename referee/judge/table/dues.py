"""What an outcome leaves to be done: returns, losses, compensation, rewards.

(consolidated 5.10.5 to 5.10.8)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from referee.judge.counted import cards_of, ships_of
from referee.judge.finding import Finding
from referee.judge.phases.rewards import reward_rule
from referee.judge.powers.answers import answer_of, cancelled_by, name_of
from referee.judge.ruling import DEFENSE_WINS, OF_TALKS, OFFENSE_WINS
from referee.judge.table import limbo
from referee.judge.table.deals import take_at_random
from referee.judge.table.encounter_ruling import ruled
from referee.judge.table.moving import Way
from referee.judge.table.played import by_flares
from referee.judge.table.powers import citing, happens
from referee.judge.table.reckoning import carry, doubt, is_reckoned, leave_by_default
from referee.judge.table.resolution import first_due, lose_ships, note_winning, owed, settle
from referee.judge.table.salvage import PLAGUE, note_resolved
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn, command, stacks_of
from referee.judge.table.verdict import Refusal
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack, by_place, ships_in
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.pending import Due
from referee.state.table import Table

_WINNERS = {OFFENSE_WINS: OFFENSE, DEFENSE_WINS: DEFENSE}  # the side that won, by outcome


def _is_winner_by_cone(table: Table, who: str) -> bool:
    """True for an ally of the side that won, under the reverse cone."""
    return table.reverse and table.allies.get(who, "") == _WINNERS.get(table.outcome or "")


def _was_settled(on: Turn, who: str) -> None:
    """Nothing is returned or lost that the outcome sends elsewhere: refused with the clause that does."""
    table = on.table
    outcome = table.outcome or ""
    side, there = on.side_of(who), table.at(table.target, who)
    if _is_winner_by_cone(table, who):
        if side == DEFENSE:
            on.cannot("cone.lands", who, value=there)
        return
    if (outcome, who) == (DEFENSE_WINS, table.defense) and there:
        on.cannot("resolution.defense-stays", who, value=there)
    rule = {
        (OFFENSE_WINS, OFFENSE): "resolution.offense-won",
        (OFFENSE_WINS, DEFENSE): "resolution.defense-beaten",
        (DEFENSE_WINS, OFFENSE): "resolution.offense-beaten",
        (DEFENSE_WINS, DEFENSE): "resolution.defense-won",
    }.get((outcome, side))
    if rule is not None:
        on.cannot(rule, who)
    if not side and table.phase == ph.RESOLUTION and there:
        on.cannot("ships.bystander-stays", who, table.target)


@command("return", ph.START, ph.RESOLUTION, ph.REGROUP, ph.ALLIANCE, ph.PLANNING, ph.REVEAL)
def go_back(on: Turn) -> None:
    """Ships go back to colonies that their owner chooses (ffg2018 moving-ships.2; 4.6.1.1)."""
    who = on.command.who
    due = _still_out(on, who, on.command.stacks)
    if due is None:
        if owed(on, who, "reward") is None:
            _was_settled(on, who)
        on.nothing_due(who, "return")
    lost = owed(on, who, "lose")
    if lost is not None and lost.source == "deal":
        on.unfinished(who, "lose ships for the failed deal", (f"lose {who}",))
    rewards = owed(on, who, "reward")
    if rewards is not None and first_due(on, who) == "reward":
        on.forbid("rewards.first", who, nearest=(f"reward {who} {cards_of(rewards.count)}",))
    give_back(on, due, on.command.stacks)


def _still_out(on: Turn, who: str, stacks: tuple[Stack, ...]) -> Due | None:
    """What a player has still to return: of several the one with so many ships, which may go where they are sent.

    None that a power has brought back.
    """
    table, ships = on.table, sum([count for _, count in stacks])
    dues = [due for due in table.due if (due.who, due.what) == (who, "return") and table.to_return(due)]
    fitting = [due for due in dues if table.to_return(due) == ships] or dues
    places = {place for place, _ in stacks}
    return next((due for due in fitting if due.place not in places - {*table.open_to(due)}), next(iter(fitting), None))


def _check_given_back(on: Turn, due: Due, stacks: tuple[Stack, ...]) -> None:
    """Ships that are due go back to colonies that are open to them, and no more of these than are due."""
    table, who, free, total = on.table, due.who, on.table.open_to(due), ships_in(stacks)
    if total > due.count:
        on.more_than_due(who, total, due.count, _all_back(on, due))
    for place, _ in stacks:
        if place == due.place and place not in free:
            on.not_to_lost(who, place, [f"return {who} {p} {total}" for p in free], waivable=False)
        if place == table.target and table.allies.get(who) == DEFENSE and not table.at(place, who):
            on.forbid("rewards.no-colony-there", who, place, nearest=_all_back(on, due))
    on.check_return(who, stacks, due.count)


def give_back(on: Turn, due: Due, stacks: tuple[Stack, ...] = ()) -> None:
    """Carries out a return, to the home colonies with the fewest ships where nothing is said."""
    table, who = on.table, due.who
    due.count = min(due.count, table.at(due.place, who))
    if not due.count:
        table.due.remove(due)
        return
    on.sent = due.source
    free = table.open_to(due)
    if not stacks:
        closed = () if due.place in free else (due.place,)
        stacks = on.homes_for(who, due.count, closed)
        on.tell_homes(who, stacks, closed)
    else:
        _check_given_back(on, due, stacks)
    for place, count in stacks:
        carry(table, who, count, due.place, place)
    returned = ships_in(stacks)
    on.tell(on.going_home("ships.went-back", who), returned, who, stacks_of(stacks))
    on.sent = ""
    on.check_power(who)
    settle(on, due, returned)
    note_winning(on)


def _all_back(on: Turn, due: Due) -> tuple[str, ...]:
    """The plain way to return what is due; none for who has no colony."""
    way = on.homes_for(due.who, due.count)
    return () if way[0].place == tbl.WARP else (f"return {due.who} {stacks_of(way)}",)


@command("lose")
def lose(on: Turn) -> None:
    """Ships that a failed deal or a Plague costs, of their owner's choice (5.10.7.1, card Plague)."""
    who = on.command.who
    due = owed(on, who, "lose")
    if due is None:
        _refuse_negated_plague(on, who)
        on.cannot("deal.nothing-to-lose", who)
    asked_by = [on.rulebase.text_cited(id) for id in due.by.split(", ") if id]
    with citing(on, tuple(cite for cites in asked_by for cite in cites)):
        _lose(on, due)


def _refuse_negated_plague(on: Turn, who: str) -> None:
    """Refuses to lose ships for a Plague that was negated, by the card that did it."""
    acts = on.table.acts
    for act, by in zip(acts, cancelled_by(acts, on.rulebase), strict=True):
        if by is not None and (act.verb, act.who) == ("plague", who):
            rule, answer = on.law["cards.plague-negated"], answer_of(on.rulebase, acts[by])
            on.refuse(rule if answer is None else rule.citing(answer.rule), who, name_of(acts[by]))


def _lose(on: Turn, due: Due) -> None:
    who, table, barred = due.who, on.table, barred_from(on.table, due)
    asked = min(due.count, to_lose_off(table, who, barred))  # other losses may have left fewer than are due
    paid, as_many, source = _COSTS[due.source]
    if not on.command.stacks:
        stacks = default_losses(on, due)
        on.find("ships.taken-from", asked, who, stacks_of(stacks))
        leave_by_default(table, who, asked, barred, tbl.GATE not in barred)
    else:
        stacks = on.command.stacks
        nearest = tuple(loses(who, way) for way in ways_to_lose(on, due))
        total = ships_in(stacks)
        if total != asked:
            on.forbid(as_many, who, ships_of(asked), ships_of(total), nearest=nearest)
        for place, count in by_place(stacks).items():
            have = on.recount(who, place, count)
            if place not in (tbl.GATE, *table.planets()) or place in barred or count > have:
                there = ships_of(have) if have else "no ships"
                on.cannot(source, who, ships_of(count), place, there, nearest=nearest)
    lose_ships(on, who, stacks, paid, due.source)
    settle(on, due, due.count)
    if due.source == PLAGUE:
        note_resolved(on, who)
    _fewer_return(on, who)
    note_winning(on)


# What costs ships: the rules for paying, for paying another number, and for paying from elsewhere.
_COSTS = {
    "deal": ("deal.lost-ships", "deal.three-ships", "deal.lost-from"),
    "power": ("demands.lost-ships", "demands.as-many-ships", "demands.lost-from"),
    "besides": ("resolution.paid-besides", "resolution.as-many-besides", "resolution.from-colonies"),
    "along": ("resolution.paid-besides", "resolution.as-many-besides", "resolution.from-colonies"),
    "plague": ("cards.plague-lost", "cards.plague-ships", "cards.plague-from"),
    "bluff": ("powers.bluff-lost", "powers.bluff-ships", "powers.bluff-from"),
}


def barred_from(table: Table, due: Due) -> tuple[str, ...]:
    """The places off which a loss cannot come: of what a power costs besides, those of ships in the encounter."""
    if due.source == "bluff":
        return _involved(table, due.who)
    if due.source != "besides":
        return ()
    landed = table.allies.get(due.who) == OFFENSE and table.outcome == OFFENSE_WINS
    elsewhere = table.on_colonies(due.who) - table.at(table.target, due.who)
    return (tbl.GATE, table.target) if landed and elsewhere >= due.count else (tbl.GATE,)


def _involved(table: Table, who: str) -> tuple[str, ...]:
    """Where a player's ships in the encounter stand."""
    return (tbl.GATE, table.target) if who == table.defense else (tbl.GATE,)


def _fewer_return(on: Turn, who: str) -> None:
    """Ships that were lost off the gate do not go back any more."""
    back = owed(on, who, "return")
    if back is not None and back.place == tbl.GATE:
        back.count = on.table.at(back.place, who)
        if not back.count:
            on.table.due.remove(back)


def default_losses(on: Turn, due: Due) -> Way:
    """Ships to lose where nothing is said, as `Turn.leaving` has it: the gate's after all that cost no colony.

    Refused where each way costs a colony.
    """
    barred = barred_from(on.table, due)
    return tuple(on.leaving(due.who, due.count, lambda way: loses(due.who, way), barred, tbl.GATE not in barred))


def lose_unsaid(on: Turn, due: Due) -> None:
    """Loses what is due where nobody says from where."""
    stacks = default_losses(on, due)
    on.find("ships.taken-from", due.count, due.who, stacks_of(stacks))
    barred = barred_from(on.table, due)
    leave_by_default(on.table, due.who, due.count, barred, tbl.GATE not in barred)
    lose_ships(on, due.who, stacks, _COSTS[due.source][0], due.source)
    on.table.due.remove(due)


def ways_to_lose(on: Turn, due: Due) -> tuple[Way, ...]:
    """The ways in which what is due can be lost: one where nobody has to be asked, else some to choose from.

    Ships that a power or a card saves leave their colonies too: only where they go is another matter.
    """
    barred = barred_from(on.table, due)
    return on.ways_to_leave(due.who, due.count, barred, tbl.GATE not in barred)


def to_lose_off(table: Table, who: str, barred: tuple[str, ...]) -> int:
    """How many ships a player could lose: those on its colonies and on the gate, as far as these are not barred."""
    places = (tbl.GATE, *table.colonies(who))
    return sum(table.at(place, who) for place in places if place not in barred)


def may_end_by_itself(on: Turn, due: Due) -> bool:
    """Whether the end of the encounter does what is due without anybody being asked."""
    if on.table.phase != ph.RESOLUTION or due.what not in ("take", "return", "lose"):
        return False
    return due.what != "lose" or len(ways_to_lose(on, due)) == 1


def loses(who: str, way: Way) -> str:
    """A loss as it is typed with the places that the ships come from."""
    return f"lose {who} {stacks_of(way)}"


def _number_taken(on: Turn, most: int, open_hand: bool, nearest: tuple[str, ...]) -> int:
    """How many cards are taken, which is as many as are due: fewer only by a flare, or where it tells of the hand."""
    c = on.command
    multiplied = any(power.who == c.who and power.verb == "multiplies_compensation" for power in by_flares(on))
    fewer = multiplied or open_hand
    number = most if c.number is None else c.number
    if (number != most and not (fewer and 0 < number < most)) or len(c.cards) > most:
        taken = max(number, len(c.cards))
        on.forbid("compensation.as-many", c.who, cards_of(most), cards_of(taken), nearest=nearest)
    return number


@command("take")
def take(on: Turn) -> None:
    """Compensation: random cards out of the winner's hand, in the resolution phase (5.10.8.2, 2.5.1.2.a)."""
    table, c = on.table, on.command
    if table.phase != ph.RESOLUTION:
        on.cannot("compensation.when", c.who, table.phase, nearest=("resolve",) if table.revealed else ())
    due = _taken_now(on)
    by_power = (f"use {c.who} {c.other}",) if on.alien_allows(c.who, "takes_from_anybody") is not None else ()
    if due is None:
        _refuse_stopped(on, c.who, "compensation")
        on.cannot("compensation.not-owed", c.who, nearest=by_power)
    open_hand = on.is_open(due.source)  # what is taken tells how many there were
    most = due.count if open_hand else cards_to_take(table, due)
    nearest = (f"take {c.who} {most} from {due.source}",)
    if due.source != c.other:
        on.cannot("compensation.from-winner", c.who, due.source, c.other, nearest=(*by_power, *nearest))
    number = _number_taken(on, most, open_hand, nearest)
    rest = due.count - most if on.alien_allows(c.who, "draws_compensation") is not None else 0
    due.count = min(due.count, number or most)
    on.hold_at_least(due.source, due.count)
    pay(on, due, c.cards)
    if rest > 0:  # it comes off the deck, if its owner draws it
        table.due.append(Due(c.who, "take", rest, source=due.source))


def _taken_now(on: Turn) -> Due | None:
    """What a player has to take by the command: of several the one of so many cards of that player, else the first."""
    c = on.command
    fits = (due for due in on.table.due if (due.who, due.what, due.source) == (c.who, "take", c.other))
    return next((due for due in fits if cards_to_take(on.table, due) == c.number), owed(on, c.who, "take"))


def cards_to_take(table: Table, due: Due) -> int:
    """How many cards of compensation are taken: those that are owed, as far as the hand has them (5.10.8.3)."""
    return min(due.count, len(table.hands[due.source]))


def _refuse_stopped(on: Turn, who: str, what: str) -> None:
    """Refuses compensation or rewards that a power or a card has stopped, by its text."""
    ruling = ruled(on)
    player = ruling.players.get(who) if ruling is not None else None
    found: Finding | None = getattr(player, what, None)
    if found is not None and found.value == 0 and any(cite.id.startswith(_TEXTS) for cite in found.rule.cites):
        raise RefusedError(Refusal(found, (), ()))


_TEXTS = ("alien ", "card ")  # how a text is cited that is no clause of a book


def pay(on: Turn, due: Due, cards: tuple[str, ...] = ()) -> None:
    """Moves compensation from hand to hand; cards that are not named are not known."""
    table = on.table
    held = len(table.hands[due.source])
    count = min(due.count, held)
    if count < due.count and is_reckoned(table, due.source, tbl.HAND):
        on.find("table.hand-by-count", held, due.source, cards_of(held))
        doubt(table, due.who, (tbl.HAND,))
    taken = take_at_random(on, due.source, cards, count, "compensation.not-held")
    table.gain(due.who, *taken)
    on.find("compensation.paid", count, due.who, due.source, cards_of(count))
    happens(on, "paid", payer=due.source, player=due.who, cards=count)
    settle(on, due, due.count)


def _refuse_reward(on: Turn) -> NoReturn:
    """Refuses a reward to somebody who has none coming, by the rule for which it has none."""
    table, who = on.table, on.command.who
    if table.outcome in OF_TALKS:
        on.cannot("deal.no-rewards", who)
    if who == table.defense:
        on.cannot("rewards.not-the-defense", who)
    if table.reverse:
        _refuse_by_cone(on)
    if table.allies.get(who) != DEFENSE:
        on.cannot("rewards.allies-only", who)
    if table.outcome != DEFENSE_WINS:
        on.cannot("rewards.only-for-winning", who)
    _refuse_stopped(on, who, "rewards")
    on.cannot("rewards.none-left", who)


@command("reward", ph.RESOLUTION)
def reward(on: Turn) -> None:
    """A defensive ally chooses for each ship a card or a ship out of the warp (5.10.5.2)."""
    table, c = on.table, on.command
    due = owed(on, c.who, "reward")
    ships, cards = c.ships or 0, c.number or 0
    if due is None:
        _refuse_reward(on)
    first = first_rewarded(table)
    if first is not due:
        on.forbid("rewards.order", c.who, first.who, nearest=(f"reward {first.who} {cards_of(first.count)}",))
    if first_due(on, c.who) == "return":
        on.forbid("rewards.first", c.who, nearest=(f"return {c.who}",))
    if not 0 < ships + cards <= due.count:
        fit = f"reward {c.who} {cards_of(due.count)}"
        on.forbid("rewards.as-many", c.who, due.count, ships + cards, nearest=(fit,))
    if ships:
        _take_ships(on, due, ships)
    if cards:
        on.draw(c.who, cards)
        on.tell(reward_rule(on.law, "rewards.took-cards", table.reverse), cards, c.who, cards_of(cards))
    if due.as_ships is not None:
        due.as_ships -= ships
    settle(on, due, ships + cards)


def first_rewarded(table: Table) -> Due:
    """The rewards that are taken next: one ally after another."""
    return next(due for due in table.due if due.what == "reward")


def _refuse_by_cone(on: Turn) -> NoReturn:
    """Refuses rewards to who has none left by the reverse cone, which gives them to the allies of a winning offense."""
    table, who = on.table, on.command.who
    if table.allies.get(who) == DEFENSE and table.outcome == DEFENSE_WINS:
        on.cannot("cone.base-instead", who)
    if table.allies.get(who) != OFFENSE or table.outcome != OFFENSE_WINS:
        on.cannot("cone.offense-only", who)
    on.cannot("rewards.none-left", who)


def ships_to_take(table: Table, due: Due) -> int:
    """How many rewards may be ships: as many as the warp has, for who has a colony to take them to (5.10.5.2.b)."""
    return min(due.count, table.at(tbl.WARP, due.who)) if table.colonies(due.who) else 0


def check_in_warp(on: Turn, who: str, ships: int, nearest: tuple[str, ...] = ()) -> None:
    """Only ships that are in the warp come back, as a reward or by what a text says (5.10.5.2.b)."""
    in_warp = on.table.at(tbl.WARP, who)
    if ships > in_warp:
        on.cannot("rewards.ships-in-warp", who, ships_of(ships), in_warp, nearest=nearest)


def check_onto_colony(
    on: Turn, who: str, place: str, nearest: Callable[[], tuple[str, ...]] = tuple, waivable: bool = False
) -> None:
    """A ship that comes back goes to a colony of its owner's, as a reward or by what a text says (5.10.5.2.b)."""
    if place in tbl.PLACES or not on.table.at(place, who):
        refuse = on.forbid if waivable else on.cannot
        refuse("rewards.onto-colonies", who, place, nearest=nearest())
    on.check_planet(place, nearest, but=tbl.PLACES)


def _to_colonies(on: Turn, who: str, ships: int) -> str:
    """So many ships as a reward, as it is typed with colonies for them."""
    return f"reward {who} {ships_of(ships)} to {stacks_of(on.homes_for(who, ships))}"


def _take_ships(on: Turn, due: Due, ships: int) -> None:
    table, who = on.table, due.who
    nearest = (f"reward {who} {cards_of(due.count)}",)
    if ships > table.at(tbl.WARP, who):
        limbo.check_reach(on, who)
    check_in_warp(on, who, ships, nearest)
    stays = on.never_leave_warp(who)
    if stays is not None:
        on.refuse(on.law["rewards.never-ships"].citing(stays), who, nearest=nearest)
    if not table.colonies(who):
        on.cannot("rewards.nowhere", who, nearest=nearest)
    stacks = on.command.stacks or on.homes_for(who, ships)
    if not on.command.stacks:
        on.tell_homes(who, stacks)
    total = ships_in(stacks)
    if total != ships:
        on.more_than_due(who, total, ships, nearest)
    for place, _ in stacks:
        check_onto_colony(on, who, place, lambda: (_to_colonies(on, who, ships),), waivable=True)
    for place, count in stacks:
        table.move(who, count, tbl.WARP, place)
    on.tell(reward_rule(on.law, "rewards.took-ships", table.reverse), ships, who, stacks_of(stacks), ships_of(ships))
