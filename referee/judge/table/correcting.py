"""`set`: a table corrected by what its players say is so, and what follows from that."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from referee.judge.counted import ships_of
from referee.judge.table.corrected import changed_since, seen, stacks_told
from referee.judge.table.facts import tell
from referee.judge.table.hexes import check_hexes, tell_hexes
from referee.judge.table.limbo import begin, count_fan
from referee.judge.table.reckoning import clear, made_good
from referee.judge.table.resolution import note_winning
from referee.judge.table.setting import check_in_box, check_known, check_sheets, untouched
from referee.judge.table.technology import check_in_game, count_ships
from referee.judge.table.tokens import lay_tokens
from referee.judge.table.turn import Turn, command
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import ships_in, write_command
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.facts import Fact, write_facts
from referee.state.table import Table


@command("set")
def correct(on: Turn) -> None:
    """Takes the facts as told and counts at the end: what is left over, or lacks, goes to and comes from `unplaced`."""
    before, was, first = seen(on.table), on.table.phase, untouched(on)
    _check_told(on)
    on.table.fresh, on.table.rewind = False, None
    tell(on.table, on.command.facts)
    _count_sheets(on)
    told = {fact.who if fact.what == "stack" else fact.what for fact in on.command.facts}
    if first and "turn" in told and "marker" not in told:
        begin(on.table)
    count_fan(on, told)
    check_hexes(on)
    if "hex" in told:
        tell_hexes(on)
    _follow(on, {fact.what for fact in on.command.facts}, was)
    _take_sides(on)
    _count_ships(on)
    note_winning(on)
    _reopen(on.table)
    changed = changed_since(before, on.table)
    on.find("table.corrected", len(changed))
    for what, once, now in changed:
        on.find("table.changed", now, what, once)


_OF_PLANETS = ("stack", "target")


_OF_CARDS = ("hand", "discards")


def _check_told(on: Turn) -> None:
    """Refuses what is told twice, and planets, techs, aliens and cards that are not here, or not in this edition."""
    _check_told_once(on)
    facts = on.command.facts
    for fact in facts:
        if fact.what in _OF_PLANETS:
            on.check_planet(fact.who if fact.what == "stack" else fact.word)
    for tech in chain.from_iterable(fact.techs for fact in facts):
        check_in_game(on, tech.name)
    for who, alien in _cards_told(facts, ("alien",)):
        check_known(on, who, alien)
    check_in_box(on, [card for _, card in _cards_told(facts, _OF_CARDS)])


def _cards_told(facts: Iterable[Fact], kinds: Container[str]) -> Iterator[tuple[str, str]]:
    """(whose, which) of every card or sheet that facts of some kinds name."""
    for fact in facts:
        if fact.what in kinds:
            yield from ((fact.who, card) for card in fact.cards or ())


# What a player has of these is told once as well, each with the rule that says so.
_TOLD_ONCE = {"hand": "table.hand-told-twice", **dict.fromkeys((tbl.WARP, tbl.GATE, tbl.BESIDE), "table.told-twice")}
_TOLD_ONCE[tbl.REMOVED] = _TOLD_ONCE[tbl.WARP]


def _check_told_once(on: Turn) -> None:
    """Refuses what a later fact of the same correction tells anew: which of the two holds?"""
    _check_planets_told_once(on)
    told: dict[tuple[str, str], list[Fact]] = {}
    for fact in on.command.facts:
        if fact.what in _TOLD_ONCE:
            told.setdefault((fact.what, fact.who), []).append(fact)
    for (what, who), same in told.items():
        if len(same) > 1:
            rest = tuple(fact for fact in on.command.facts if fact not in same)
            nearest = tuple(write_command(replace(on.command, facts=(one, *rest))) for one in (same[-1], same[0]))
            says = " and ".join(write_facts((fact,)) for fact in same)
            on.cannot(_TOLD_ONCE[what], f"what {who} has {_IN[what]}", says, nearest=nearest)


_IN = {
    **{tbl.WARP: "in the warp", tbl.GATE: "in the gate", tbl.BESIDE: "beside the planet", "hand": "in hand"},
    tbl.REMOVED: "out of the game",
}


def _check_planets_told_once(on: Turn) -> None:
    """Refuses two counts of a player's ships on one planet, and a planet that a later fact tells anew."""
    facts = [fact for fact in on.command.facts if fact.what == "stack"]
    told = Counter((fact.who, fact.word) for fact in facts)  # without a player: that all of the place is told
    for place in dict.fromkeys(where for (where, _), count in told.items() if count > 1):
        stacks = [(fact.word, fact.number or 0) for fact in facts if fact.who == place and fact.word]
        says = ", ".join([f"{who} {ships}" for who, ships in stacks]) or "nobody"
        on.cannot("table.told-twice", f"what stands on {place}", says, nearest=_told_once(on, place, stacks))


def _told_once(on: Turn, place: str, stacks: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """The command with each player's ships on a planet told once: as they were told first, and last."""
    rest = tuple(fact for fact in on.command.facts if fact.what != "stack" or fact.who != place)
    once = dict.fromkeys(tuple(dict(order).items()) for order in (stacks[::-1], stacks))
    whole = ((Fact("stack", place), *(Fact("stack", place, ships, who) for who, ships in left)) for left in once)
    return tuple(write_command(replace(on.command, facts=(*one, *rest))) for one in whole)


def _count_sheets(on: Turn) -> None:
    """Sheets that were told are as many as may be, and what lies on them from the setup on lies there, unless told."""
    facts = on.command.facts
    dealt = [fact.who for fact in facts if fact.what == "alien"]
    if dealt:
        check_sheets(on, on.table.aliens)
    tokens = {fact.who for fact in facts if fact.what == "tokens"}
    lay_tokens(on, [who for who in dealt if who not in tokens])
    count_ships(on.table)


def _count_ships(on: Turn) -> None:
    """Every ship is somewhere, and who has too few home colonies for its power has lost it, unless that was told."""
    for name in on.table.seats:
        _balance(on, name)
    stated = {fact.who for fact in on.command.facts if fact.what == "power"}
    for name in on.table.seats:
        if name not in stated:
            on.check_power(name)


def _follow(on: Turn, told: set[str], was: str) -> None:
    """The encounter as the phase has it: what lies behind is there, and what has not come yet is not."""
    table = on.table
    _settle_phase(on, told)
    if ph.place(table.phase) < ph.place(was):
        _rewind(table, told)
    if table.phase == ph.OVER or ph.place(table.phase) < ph.place(ph.LAUNCH):
        return
    if not table.defense:
        other = table.clockwise(table.turn)[0]
        on.cannot("table.needs-defense", table.phase, table.turn, nearest=(f"{_said(on)}; defense {other}",))
    if table.phase != ph.LAUNCH:
        _follow_launch(on)


def _settle_phase(on: Turn, told: set[str]) -> None:
    """The phase: as it is told, or no earlier than what is told of the encounter; regroup is the first of a second."""
    table = on.table
    if "phase" not in told:
        least = ph.ALLIANCE if told & {"target", "invited"} else ph.LAUNCH if "defense" in told else ph.START
        table.phase = table.phase if ph.place(table.phase) >= ph.place(least) else least
        if table.encounter > 1 and table.phase == ph.START:
            table.phase = ph.REGROUP
    elif table.encounter > 1 and table.phase == ph.START:
        instead = (Fact("encounter", number=1), Fact("phase", word=ph.REGROUP))
        on.cannot("table.first-only", table.turn, nearest=tuple(_said_otherwise(on, fact) for fact in instead))


def _follow_launch(on: Turn) -> None:
    """What lies behind once the ships are launched: the target, later the answers of the allies, and the cards."""
    table = on.table
    if table.defense == table.turn and not table.empty:
        on.cannot("table.two-main-players", table.turn)
    if not table.target:
        homes = table.home_colonies(table.defense) or table.home_planets(table.defense)
        table.target = homes[0]
    if ph.place(table.phase) > ph.place(ph.ALLIANCE):
        _answer_all(table)
    if table.phase in (ph.REVEAL, ph.RESOLUTION) and not table.cards and not table.ruled and not table.empty:
        table.cards = dict.fromkeys(table.mains(), tbl.UNKNOWN)
        table.revealed = table.phase == ph.RESOLUTION


def _answer_all(table: Table) -> None:
    table.invited = {**dict.fromkeys(table.mains(), ()), **table.invited}
    asked = [name for names in table.invited.values() for name in names]
    table.answered = tuple(dict.fromkeys((*table.answered, *asked)))


def _rewind(table: Table, told: set[str]) -> None:
    """Takes back what belongs to later phases; cards that were selected go back to their hands."""
    place = ph.place(table.phase)
    if "hand" not in told:
        for name, card in table.cards.items():
            table.gain(name, card)
    table.cards, table.ruled, table.due = {}, False, []
    table.revealed = table.put_away = table.successful = table.empty = False
    if place <= ph.place(ph.LAUNCH):
        table.allies, table.acts, table.carried, table.returned = {}, (), (), ()
        table.target = table.target if "target" in told else ""
        table.invited = table.invited if "invited" in told else {}
    if place <= ph.place(ph.ALLIANCE):
        table.answered = tuple(table.allies)
    if place < ph.place(ph.LAUNCH):
        table.defense = table.defense if "defense" in told else ""
    if place <= ph.place(ph.REGROUP):
        table.regrouped = table.none_to_regroup = False


def _check_sides(on: Turn) -> None:
    """Refuses ships of one player on both sides, and of a main player where only allies have theirs."""
    table = on.table
    gate, beside = table.ships[tbl.GATE], table.ships[tbl.BESIDE]
    for name in gate.keys() & beside.keys():
        on.cannot("table.both-sides", name)
    if table.defense in gate and table.defense != table.turn:
        on.cannot("table.main-player-apart", table.defense, "defense", "on the gate")
    for name, role in ((table.turn, "offense"), (table.defense, "defense")):
        if name in beside:
            on.cannot("table.main-player-apart", name, role, "beside the planet")


def _take_sides(on: Turn) -> None:
    """From the alliances on, who has ships on the gate or beside the planet is on that side, and on no other."""
    table = on.table
    if table.phase not in (ph.ALLIANCE, ph.PLANNING, ph.REVEAL):
        return
    _check_sides(on)
    gate, beside = table.ships[tbl.GATE], table.ships[tbl.BESIDE]
    for name in table.seats:
        if name in table.mains():
            continue
        side = OFFENSE if name in gate else DEFENSE if name in beside else ""
        if side:
            table.allies = {**table.allies, name: side}
            table.answered = tuple(dict.fromkeys((*table.answered, name)))
        elif name in table.allies:
            table.allies = {ally: on_side for ally, on_side in table.allies.items() if ally != name}


def _balance(on: Turn, name: str) -> None:
    """Every ship of a player is somewhere: the difference to what the player owns is unplaced.

    Unless counts are reckoned, which are mended then; a player with counts that nobody knows is not counted.
    """
    table = on.table
    if any(place not in (tbl.HAND, tbl.TOKENS) for place in table.unknown.get(name, ())):
        return
    left = table.owned[name] - (table.total(name) - table.at(tbl.UNPLACED, name))
    left = _mended(on, name, left)
    if left < 0:
        on.cannot("table.too-many", name, ships_of(table.owned[name] - left), table.owned[name], nearest=_fit(on, name))
    table.put(tbl.UNPLACED, name, left)
    if left:
        on.find("table.unplaced", left, name, ships_of(left))


def _mended(on: Turn, name: str, left: int) -> int:
    """How many ships stand nowhere (or are too many) once reckoned counts have made up for what was told."""
    table = on.table
    told = {fact.who if fact.what == "stack" else fact.what for fact in on.command.facts}
    over = max(left - table.at(tbl.UNPLACED, name), 0) or min(left, 0)
    stacks = made_good(table, name, -over, told) if over and name in table.reckoned else None
    for place, count in stacks or ():
        table.put(place, name, count)
    clear(table, name)
    return left if stacks is None else left - over


def _fit(on: Turn, name: str) -> tuple[str, ...]:
    """The same correction, with the ships that are too many taken off the fullest planets of which it says nothing."""
    told = {fact.who for fact in on.command.facts if fact.what == "stack"}
    over = on.table.total(name) - on.table.ships[tbl.UNPLACED].get(name, 0) - on.table.owned[name]
    way = on.ways_to_leave(name, over, told)[0]
    if ships_in(way) < over:
        return ()
    stacks = {place: {**on.table.ships[place], name: on.table.at(place, name) - count} for place, count in way}
    return ("; ".join((_said(on), *(f"{place} {stacks_told(there)}" for place, there in stacks.items()))),)


def _reopen(table: Table) -> None:
    """A game that was over goes on where those who won it do not win by the corrected table."""
    if table.winners and not set(table.winners) & set(table.winning):
        table.winners = ()
        table.phase = ph.RESOLUTION if table.phase == ph.OVER else table.phase


def _said(on: Turn) -> str:
    return write_command(on.command)


def _said_otherwise(on: Turn, fact: Fact) -> str:
    """The command with one fact told otherwise: a thing is told once."""
    others = tuple(told for told in on.command.facts if told.what != fact.what)
    return write_command(replace(on.command, facts=(*others, fact), text=""))
