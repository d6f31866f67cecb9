"""What may be done once an encounter is resolved, in commands that can be typed: dues, deals, and what follows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product

from referee.judge.ruling import MAY
from referee.judge.table import acquiring, powers
from referee.judge.table.acts import act
from referee.judge.table.deals import free_colonies, is_gate_cleared_first
from referee.judge.table.dues import barred_from, cards_to_take, first_rewarded, ships_to_take, ways_to_lose
from referee.judge.table.ending import finish, may_go_on, needs_card_for_second
from referee.judge.table.resolution import first_due, owed
from referee.judge.table.start import check_order
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.state import table as tbl
from referee.state.commands import Command, Stack
from referee.state.encounter import Act, Term
from referee.state.pending import Due
from referee.state.table import LastRuling, Table

Found = Iterable[tuple[str, Command]]

# Commands are never changed, and the same ones are offered again and again: they are made once.
MOST_KEPT = 4096
offer = lru_cache(maxsize=2 * MOST_KEPT)(Command)
END = offer("end")


def after_the_outcome(on: Turn) -> Found:
    """What may be done in the resolution phase: talks, what is due, and how the turn goes on."""
    table = on.table
    if table.due and owed(on, table.turn, "deal") is not None:
        return _talks(on)
    found: list[tuple[str, Command]] = []
    for due in table.due:
        found += _of_due(on, due)
    if table.aliens:
        found += _taken_back(on)
    return found if table.due and not _can_finish(on) else [*found, *_goes_on(on)]


def _talks(on: Turn) -> Found:
    """The deals that can be made, and what goes before: ships that return, or rewards of who takes them first."""
    found = [] if is_gate_cleared_first(on) else _deals(on)
    first = {due.who for due in on.table.due if due.what == "return" and first_due(on, due.who) == "reward"}
    for due in on.table.due:
        if due.what == "return" and due.who not in first:
            found += returns(on, due)
        elif due.what == "reward" and due.who in first:
            found += _rewards(on, due)
    return found


def _of_due(on: Turn, due: Due) -> Found:
    """The ways to do what is due, where its turn has come."""
    table, who = on.table, due.who
    if due.what == "lose":
        return (*losses(on, due), *_lost_off_the_gate(table, due))
    if due.what == "take":
        return ((who, offer("take", who, number=cards_to_take(table, due), other=due.source)),)
    if due.what == "reward" and due is first_rewarded(table) and first_due(on, who) != "return":
        return _rewards(on, due)
    if due.what == "return" and not _lose_first(on, who) and first_due(on, who) != "reward":
        return returns(on, due)
    return ()


def _rewards(on: Turn, due: Due) -> Found:
    """The ways to take rewards: so many of them as ships out of the warp, if any can leave it, the others as cards."""
    most = ships_to_take(on.table, due) if on.never_leave_warp(due.who) is None else 0
    return [(due.who, offer("reward", due.who, ships, number=due.count - ships)) for ships in range(most + 1)]


def _lost_off_the_gate(table: Table, due: Due) -> Found:
    """A loss of ships that are all on the gate."""
    if table.at(tbl.GATE, due.who) < due.count or tbl.GATE in barred_from(table, due):
        return ()
    return ((due.who, offer("lose", due.who, stacks=(Stack(tbl.GATE, due.count),))),)


def _goes_on(on: Turn) -> Found:
    """The end of the turn, or another encounter, or techs in the place of one."""
    table, offense = on.table, on.table.turn
    found = [(offense, END)]
    if table.winning:
        return found
    if acquiring.may_acquire(on) and _will_hold_one(on):
        found.append((offense, offer("acquire", offense)))
    if may_go_on(on) and (_will_hold_one(on) or not needs_card_for_second(on)):
        found.append((offense, offer("second")))
    return found


def _can_finish(on: Turn) -> bool:
    """Whether nobody has still to choose before the encounter can end."""
    kinds = {due.what for due in on.table.due}
    if "reward" in kinds or "discard" in kinds:
        return False
    if "lose" not in kinds:
        return True
    try:
        finish(Turn(on.table, on.rulebase, END))
    except RefusedError:
        return False
    return True


def losses(on: Turn, due: Due) -> Found:
    """The loss as it goes without saying, or the ways from which its owner has to choose."""
    ways = ways_to_lose(on, due)
    return tuple((due.who, offer("lose", due.who, stacks=way)) for way in (ways if len(ways) > 1 else ((),)))


def returns(on: Turn, due: Due) -> Found:
    """All ships that are due to one of the owner's colonies."""
    count = on.table.to_return(due)
    return _returned(due.who, count, tuple(on.table.open_to(due))) if count else ()


@lru_cache(maxsize=MOST_KEPT)
def _returned(who: str, count: int, places: tuple[str, ...]) -> tuple[tuple[str, Command], ...]:
    return tuple((who, offer("return", who, stacks=(Stack(place, count),))) for place in places)


def _lose_first(on: Turn, who: str) -> bool:
    """Whether a failed deal costs ships that are still on the gate."""
    lost = owed(on, who, "lose")
    return lost is not None and lost.source == "deal"


def _named(on: Turn, who: str, verb: str) -> str:
    """The alien of a player that has this effect, where it has several sheets; else nothing has to be named."""
    found = on.effect_of(who, verb)
    return found[0].alien if found is not None and len(on.table.aliens[who]) > 1 else ""


def _taken_back(on: Turn) -> Found:
    """A card that a power may take back."""
    table = on.table
    if table.outcome is None or table.last is None:
        return
    for who in table.mains():
        if on.alien_allows(who, "take_back_card") is None or not _is_told(table.last, who, MAY):
            continue
        asked = Command("act", who, act=Act("use", who, name=_named(on, who, "take_back_card")))
        if all(held.who != who for held in table.kept) and would_do(Turn(table, on.rulebase, asked)):
            yield who, asked


def _is_told(last: LastRuling, who: str, does: str) -> bool:
    """True if the ruling of the encounter leaves something to this player to do."""
    return any(then["who"] == who and then["does"] == does for then in last.told["then"])


def would_do(on: Turn) -> bool:
    """Whether a command would be legal as it is typed."""
    try:
        check_order(on)
        powers.check_demands(on)
        act(on)
    except RefusedError:
        return False
    return True


def _will_hold_one(on: Turn) -> bool:
    """Whether the offense can hold an encounter card once the compensation that it owes or is owed is taken."""
    table, who = on.table, on.table.turn
    taken = [due for due in table.due if due.what == "take"]
    owed = sum(due.count for due in taken if due.source == who)  # an ally can be compensated besides its main player
    gets = sum(due.count for due in taken if due.who == who)
    if owed and owed >= len(table.hands[who]) + gets:
        return False
    gets_one = any(due.who == who and not on.hand_of(due.source).lacks for due in taken)
    return gets_one or not on.hand_of(who).lacks


def _deals(on: Turn) -> list[tuple[str, Command]]:
    """No deal, and the plainest deals: a card for a card, and a colony for a card or a colony."""
    table = on.table
    offense, defense = table.mains()
    deals: list[tuple[str, tuple[Term, ...]]] = []
    if table.hands[offense] and table.hands[defense]:
        deals.append((offense, (Term(offense, 1), Term(defense, 1))))
    swaps = []
    for giver, getter in ((defense, offense), (offense, defense)):
        colonies = _colonies(on, giver, getter)
        swaps.append(colonies)
        for colony in colonies:
            deals.append((getter, (colony,)))
            if table.hands[getter]:
                deals.append((getter, (Term(getter, 1), colony)))
    for both in product(*swaps):
        deals.append((offense, both))
    none = Command("act", offense, act=Act("no-deal"))
    return [(offense, none), *[(who, Command("act", who, act=Act("deal", terms=terms))) for who, terms in deals]]


def _colonies(on: Turn, giver: str, getter: str) -> list[Term]:
    """A colony of one main player's for the other: on the target planet, or the first that can be given."""
    table, planets = on.table, free_colonies(on, giver, getter)
    if not planets or not (table.at(tbl.GATE, getter) or table.on_colonies(getter)):
        return []
    planet = table.target if table.target in planets else planets[0]
    return [Term(giver, colony=True, planet=planet, source=source) for source in _settlers(on, getter)]


def _settlers(on: Turn, getter: str) -> list[str]:
    """Where the one ship for a colony may come from: nothing where nobody has to be asked, else each place."""
    ways = ((),) if on.table.at(tbl.GATE, getter) else on.ways_to_leave(getter, 1)
    return [way[0].place for way in ways] if len(ways) > 1 else [""]
