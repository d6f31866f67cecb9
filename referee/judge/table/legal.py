"""What may be done now, in commands that can be typed: found by construction, phase by phase.

Each command given here is legal as the judge rules it; a test holds the two against each other. Of ships that may come
from or go to many places one way is given, as the command leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import chain, combinations, product

from referee.judge.ruling import MAY
from referee.judge.table import extra, powers, technology
from referee.judge.table.acting import act, options
from referee.judge.table.aiming import aims_anywhere, free_targets
from referee.judge.table.allying import may_join_uninvited, must_send, waiting
from referee.judge.table.deals import free_colonies, is_gate_cleared_first
from referee.judge.table.effects.moments import is_used
from referee.judge.table.lines import card_of_main
from referee.judge.table.meeting import can_be_met, named_by_special, other_player
from referee.judge.table.moving import Way, spare_ships
from referee.judge.table.opening import can_regroup, check_order, regroup_is_due, still_due, turn_is_over
from referee.judge.table.playing import an_attack, hidden_cards, may_select, must_show_first, selects_freely
from referee.judge.table.punting import may_punt
from referee.judge.table.resolving import first_due, owed, resolve
from referee.judge.table.settling import barred_from, finish, may_go_on, retry, ways_to_lose
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.law.loader import Rulebase
from referee.position import table as tbl
from referee.position.commands import Command, Stack
from referee.position.encounter import ATTACK, DEFENSE, OFFENSE, OTHER, Act, Term
from referee.position.table import Due, Table

Found = Iterable[tuple[str, Command]]
Sources = tuple[tuple[int, Way], ...]  # how many ships, and where from

# Commands are never changed, and the same ones are offered again and again: they are made once.
_MOST_KEPT = 4096
_offer = lru_cache(maxsize=2 * _MOST_KEPT)(Command)
_END = _offer("end")

_SOME_CARD = "N"  # what an unknown card can be
_FEW = 3  # so many players may be invited in every combination; of more, one by one or all together


def legal(table: Table, rulebase: Rulebase) -> list[tuple[str, Command]]:
    """(who, what) for everything that may be done now; nothing when the game is over."""
    if table.winners:
        return []
    on = Turn(table, rulebase, _END, looks=True)
    if table.due and [due for due in table.due if due.what == powers.USE]:
        return _besides(on)
    if turn_is_over(on):
        return [(table.turn, _END)]
    found = [*technology.offers(on)] if table.techs else []
    found += _PHASES[table.phase](on)
    if table.due or table.aliens or table.hidden or on.held_besides():
        found += _besides(on)
    return found


def _besides(on: Turn) -> list[tuple[str, Command]]:
    """Artifacts and flares that are known to be in a hand, and ships that a cancelled alliance sends home."""
    table = on.table
    found = []
    for who, done in chain(options(on), powers.options(on)) if table.aliens else options(on):
        command = Command("act", who, act=done)
        if _would_do(Turn(table, on.rulebase, command)):
            found.append((who, command))
    if table.hidden:
        found += [(name, _offer("show", name)) for name, aliens in table.hidden.items() if aliens]
    if table.due and table.phase in (tbl.ALLIANCE, tbl.PLANNING, tbl.REVEAL):
        for due in table.due:
            if due.what == "lose":
                found += _losses(on, due)
            elif due.what == "return":
                found += _returns(on, due)
    return found


def _would_do(on: Turn) -> bool:
    try:
        check_order(on)
        powers.check_demands(on)
        act(on)
    except RefusedError:
        return False
    return True


def _start(on: Turn) -> Found:
    who = on.table.turn
    punted = [(who, _offer("punt", who))] if may_punt(on) else []
    if on.lacks_encounter_card(who):
        return [*punted, (who, _offer("new hand", who)), *((command.who, command) for command in still_due(on))]
    return punted if any(powers.pending(on)) else [*punted, *_regroup(on)]


def _regroup(on: Turn) -> Found:
    table, who = on.table, on.table.turn
    due = [(command.who, command) for command in still_due(on)] if table.due else []
    if due:
        return due
    found = _regrouped(who, tuple(table.colonies(who)) or (tbl.GATE,)) if can_regroup(table) else ()
    return found if regroup_is_due(on) else (*found, *_destiny(on))


@lru_cache(maxsize=_MOST_KEPT)
def _regrouped(who: str, places: tuple[str, ...]) -> tuple[tuple[str, Command], ...]:
    return tuple((who, _offer("regroup", planet=place)) for place in places)


def _destiny(on: Turn) -> Found:
    """Any card may come; a wild one meets whom the offense can meet, a special one who meets a condition."""
    table, who = on.table, on.table.turn
    if not on.law["destiny.pile"].value:
        return _without_pile(on)
    if table.extras and extra.bound(table):
        return _drawn(who, "", (extra.bound(table),))
    kinds, wild = on.law["destiny.drawn"].value, can_be_met(on) or table.clockwise(who)
    if on.law["destiny.wild-other"].value == "anyone":
        wild = (*wild, who)
    found = (*_drawn(who, "", table.seats), *_drawn(who, "wild", wild))
    if "special" in kinds:
        found = (*found, *_drawn(who, "special", _special(on)))
    if "reverse" in kinds:
        found = (*found, *_drawn(who, "", table.seats, reverse=True))
        if len(table.seats) != on.law["setup.reverse-wild-out"].value:
            found = (*found, *_drawn(who, "wild", wild, reverse=True))
    return found


def _without_pile(on: Turn) -> Found:
    """What comes where no destiny card is turned up: the other player is met at once."""
    met = on.table.copy()
    met.defense, met.phase = other_player(met), tbl.LAUNCH
    return _launch(Turn(met, on.rulebase, on.command, looks=True))


def _special(on: Turn) -> tuple[str, ...]:
    """Whom a special card can name: who meets a condition that is known, or, where none is, anybody else."""
    if on.law["destiny.special-condition"].value == "as-the-card-says":
        return can_be_met(on)
    return tuple(dict.fromkeys(named_by_special(on.table).values()))


@lru_cache(maxsize=_MOST_KEPT)
def _drawn(who: str, kind: str, names: tuple[str, ...], reverse: bool = False) -> tuple[tuple[str, Command], ...]:
    return tuple((who, _offer("destiny", name, word=kind, reverse=reverse)) for name in names)


def _launch(on: Turn) -> Found:
    table, who = on.table, on.table.turn
    early = tbl.LAUNCH in on.law["planning.new-hand-when"].value and table.defense not in ("", who)
    found: list[tuple[str, Command]] = []
    if early and on.hand_of(table.defense).lacks:
        found.append((table.defense, _offer("new hand", table.defense)))
        if on.lacks_encounter_card(table.defense):
            stranded = not table.on_colonies(who) and not table.at(tbl.GATE, who)
            return [*found, (who, _END)] if stranded else found
    if table.launched:
        return [*found, *_half_launched(on)]
    low, high = on.law["launch.ships"].value
    limit = on.ship_limit(who)
    have = table.on_colonies(who)
    on_gate = table.at(tbl.GATE, who)
    most = min(high if limit is None else limit.value, high, have + on_gate) - on_gate
    targets = tuple(free_targets(on) if aims_anywhere(on) is not None else _targets(on))
    found += _launched(who, targets, _sources(on, who, max(0, low - on_gate), most))
    if table.defense == who:
        found += _destiny(on)
    if not have and not on_gate:
        found.append((who, _END))
    return found


@lru_cache(maxsize=_MOST_KEPT)
def _launched(who: str, targets: tuple[tuple[str, str], ...], sources: Sources) -> tuple[tuple[str, Command], ...]:
    return tuple(
        (who, _offer("launch", who, ships, stacks, planet, against))
        for planet, against in targets
        for ships, stacks in sources
    )


def _sources(on: Turn, who: str, low: int, most: int) -> Sources:
    """(how many ships, where from) for so many at least and at most; no place where nobody has to be asked."""
    spare = spare_ships(on.table, who)
    plain = _plain_sources(low, min(most, spare))
    if most <= spare:  # as nearly always
        return plain
    found = [*plain]
    for ships in range(max(low, spare + 1), most + 1):
        ways = on.ways_to_leave(who, ships)
        found += [(ships, way) for way in (ways if len(ways) > 1 else ((),))]
    return tuple(found)


@lru_cache(maxsize=_MOST_KEPT)
def _plain_sources(low: int, most: int) -> Sources:
    return tuple((ships, ()) for ships in range(low, most + 1))


def _half_launched(on: Turn) -> Found:
    """What is missing of a launch that was said in two steps."""
    table, who = on.table, on.table.turn
    if table.launched == "ships":
        yield from ((who, Command("aim", planet=planet, other=against)) for planet, against in _targets(on))
        return
    low, high = on.law["launch.ships"].value
    limit = on.ship_limit(who)
    most = min(high if limit is None else limit.value, high, table.on_colonies(who))
    yield from ((who, _offer("launch", who, ships, stacks)) for ships, stacks in _sources(on, who, low, most))


def _targets(on: Turn) -> list[tuple[str, str]]:
    """The planets the gate may point at, with whose colony the encounter is where that is not clear."""
    table = on.table
    shared = on.law["launch.shared-planet"].value == "allowed"
    if table.defense != table.turn:
        return [(place, "") for place in table.home_planets(table.defense)]
    found = []
    for place in table.home_planets(table.turn):
        others = [name for name in table.ships[place] if name != table.turn]
        if others and (shared or not table.at(place, table.turn)):
            found += [(place, name if len(others) > 1 else "") for name in others]
        elif not table.ships[place]:
            found.append((place, ""))
    return found


def _alliance(on: Turn) -> Found:
    table, mains = on.table, on.table.mains()
    for main in mains:
        if main not in table.invited:
            return _invited(main, table.clockwise(table.turn), table.defense)
    return _answers(on)


def _answers(on: Turn) -> Found:
    """Who was asked answers, one after another."""
    table = on.table
    found = [*_uninvited(on)] if table.aliens else []
    queue = waiting(on)
    if not queue:
        return found
    who = queue[0]
    made = must_send(on, who)
    if made is not None:
        side, least, most = made
        found += _joined(who, side, _sources(on, who, max(least, 1), min(most, on.table.on_colonies(who))))
        return found if least else [*found, (who, _offer("decline", who))]
    found.append((who, _offer("decline", who)))
    for side, main in ((OFFENSE, table.turn), (DEFENSE, table.defense)):
        if who in table.invited.get(main, ()):
            found += _join(on, who, side)
    return found


@lru_cache(maxsize=_MOST_KEPT)
def _invited(main: str, others: tuple[str, ...], defense: str) -> tuple[tuple[str, Command], ...]:
    others = tuple(name for name in others if name != defense)
    counts = range(len(others) + 1) if len(others) <= _FEW else (0, 1, len(others))
    groups = chain.from_iterable(combinations(others, count) for count in counts)
    return tuple((main, _offer("invite", main, names=names)) for names in groups)


def _join(on: Turn, who: str, side: str) -> Found:
    low, high = on.law["alliance.ships"].value
    limit = on.ship_limit(who)
    high = high if limit is None else min(high, limit.value)
    return _joined(who, side, _sources(on, who, low, min(high, on.table.on_colonies(who))))


@lru_cache(maxsize=_MOST_KEPT)
def _joined(who: str, side: str, sources: Sources) -> tuple[tuple[str, Command], ...]:
    return tuple((who, _offer("ally", who, ships, stacks, side=side)) for ships, stacks in sources)


def _uninvited(on: Turn) -> Found:
    """Who has a power to join a side that did not ask."""
    table = on.table
    for who in table.aliens:
        if may_join_uninvited(on, who):
            for side, main in ((OFFENSE, table.turn), (DEFENSE, table.defense)):
                if who not in table.invited.get(main, ()):
                    yield from _join(on, who, side)


def _planning(on: Turn) -> Found:
    table = on.table
    found = [*_uninvited(on)] if table.aliens and not table.cards else []
    if on.lacks_encounter_card(table.turn) and table.turn not in table.cards:
        return [*found, (table.turn, _END)]
    for who, other in ((table.turn, table.defense), (table.defense, table.turn)):
        if who in table.cards:
            continue
        if who == table.defense and on.hand_of(who).lacks:
            found.append((who, _offer("new hand", who)))
            if on.lacks_encounter_card(who):
                continue
        if other not in table.cards and must_show_first(on, other) is not None:
            continue
        cards = on.playable(who).selects
        if must_show_first(on, who) is not None:
            cards = tuple(dict.fromkeys(_SOME_CARD if card == tbl.UNKNOWN else card for card in cards))
        if not selects_freely(on):
            cards = tuple([card for card in cards if may_select(on, who, card)])
        found += _selected(who, cards)
    return found


@lru_cache(maxsize=_MOST_KEPT)
def _selected(who: str, cards: tuple[str, ...]) -> tuple[tuple[str, Command], ...]:
    return tuple((who, _offer("play", who, cards=(card,))) for card in cards)


def _reveal(on: Turn) -> Found:
    table = on.table
    if tbl.UNKNOWN in table.cards.values():
        hidden = [name for name, card in table.cards.items() if card == tbl.UNKNOWN]
        if not all(_stays_facedown(on, name) for name in hidden):
            yield table.turn, _offer("reveal", names=tuple(table.cards), cards=tuple(table.cards.values()))
            return
    if not table.revealed:
        yield table.turn, _offer("reveal")
        return
    there = (*table.mains(), *table.allies)
    adds = [(who, card) for who in there for card in on.playable(who).adds]
    if adds and (
        on.law["reveal.reinforced-cards"].value == "any"
        or all(card_of_main(table, name).kind == ATTACK for name in table.mains())
    ):
        yield from chain.from_iterable([_reinforced(who, card) for who, card in adds])
    if table.due and any(due.source == "bluff" for due in table.due):
        return
    if _is_plain(on):  # as nearly always
        yield table.turn, _offer("resolve")
    else:
        yield from _settled(on)


def _is_plain(on: Turn) -> bool:
    """Whether nothing can keep the revealed cards from being ruled: each is known, and nobody sent too many ships."""
    table = on.table
    if table.forced or hidden_cards(table) or on.law["reveal.ties"].value not in (OFFENSE, DEFENSE):
        return False
    if any(card_of_main(table, name).kind == OTHER for name in table.cards):
        return False
    low, high = _limits(on)
    sent = [table.at(tbl.GATE, table.turn)]
    sent += [table.at(tbl.GATE if side == OFFENSE else tbl.BESIDE, name) for name, side in table.allies.items()]
    return low <= min(sent) and max(sent) <= high


def _limits(on: Turn) -> tuple[int, int]:
    """The fewest and the most ships that anybody sends."""
    low, high = on.law["launch.ships"].value
    return low, high


def _settled(on: Turn) -> Found:
    """`resolve` where the cards can be ruled; else what tells a card, or who wins where no document says it."""
    table = on.table
    try:
        resolve(Turn(table, on.rulebase, _offer("resolve")))
    except RefusedError as error:
        if not any(refusal.asks for refusal in error.refusals):
            return
        for who in hidden_cards(table):
            yield who, _offer("reveal", names=(who,), cards=(an_attack(on, who, table.cards[who]),))
        if not hidden_cards(table):
            yield from ((table.turn, Command("act", act=Act("wins", side=side))) for side in (OFFENSE, DEFENSE))
    else:
        yield table.turn, _offer("resolve")


@lru_cache(maxsize=_MOST_KEPT)
def _reinforced(who: str, card: str) -> tuple[tuple[str, Command], ...]:
    acts = (Act("reinforce", who, amount=int(card[1:]), side=side) for side in (OFFENSE, DEFENSE))
    return tuple((who, Command("act", who, act=act)) for act in acts)


def _stays_facedown(on: Turn, who: str) -> bool:
    """Whether a player said by a power what its card is, and did not turn it up."""
    found = on.effect_of(who, "claims_card") if on.table.acts else None
    return found is not None and is_used(on, powers.Power(who, found[0], "claims_card", found[1]))


def _resolution(on: Turn) -> Found:
    table, offense = on.table, on.table.turn
    if table.due and owed(on, offense, "deal") is not None:
        found = [] if is_gate_cleared_first(on) else [*_deals(on)]
        return [*found, *(back for due in table.due if due.what == "return" for back in _returns(on, due))]
    found = []
    for at, due in enumerate(table.due):
        who = due.who
        if due.what == "lose":
            found += _losses(on, due)
            if table.at(tbl.GATE, who) >= due.count and tbl.GATE not in barred_from(table, due):
                found.append((who, _offer("lose", who, stacks=(Stack(tbl.GATE, due.count),))))
        elif due.what == "take":
            count = min(due.count, len(table.hands[due.source]))
            found.append((who, _offer("take", who, number=count, other=due.source)))
        elif due.what == "reward" and not any(other.what == "reward" for other in table.due[:at]):
            if first_due(on, who) == "return":
                continue
            ships = min(due.count, table.at(tbl.WARP, who)) if table.colonies(who) else 0
            found += [(who, _offer("reward", who, back, number=due.count - back)) for back in range(ships + 1)]
        elif due.what == "return" and not _lose_first(on, who) and first_due(on, who) != "reward":
            found += _returns(on, due)
    if table.aliens:
        found += _after_the_outcome(on)
    if table.due and not _can_finish(on):
        return found
    found.append((offense, _END))
    if technology.may_acquire(on) and not table.winning and _will_hold_one(on):
        found.append((offense, _offer("acquire", offense)))
    if not table.winning and may_go_on(on) and (_will_hold_one(on) or retry(on) is not None):
        found.append((offense, _offer("second")))
    return found


def _can_finish(on: Turn) -> bool:
    """Whether nobody has still to choose before the encounter can end."""
    kinds = {due.what for due in on.table.due}
    if "reward" in kinds or "discard" in kinds:
        return False
    if "lose" not in kinds:
        return True
    try:
        finish(Turn(on.table, on.rulebase, _END))
    except RefusedError:
        return False
    return True


def _losses(on: Turn, due: Due) -> Found:
    """The loss as it goes without saying, or the ways from which its owner has to choose."""
    ways = ways_to_lose(on, due)
    return tuple((due.who, _offer("lose", due.who, stacks=way)) for way in (ways if len(ways) > 1 else ((),)))


def _returns(on: Turn, due: Due) -> Found:
    """All ships that are due to one of the owner's colonies."""
    count = on.table.to_return(due)
    return _returned(due.who, count, tuple(on.table.colonies(due.who))) if count else ()


@lru_cache(maxsize=_MOST_KEPT)
def _returned(who: str, count: int, places: tuple[str, ...]) -> tuple[tuple[str, Command], ...]:
    return tuple((who, _offer("return", who, stacks=(Stack(place, count),))) for place in places)


def _lose_first(on: Turn, who: str) -> bool:
    """Whether a failed deal costs ships that are still on the gate."""
    lost = owed(on, who, "lose")
    return lost is not None and lost.source == "deal"


def _after_the_outcome(on: Turn) -> Found:
    """A card that a power may take back."""
    table = on.table
    if table.outcome is None or table.last is None:
        return
    able = [who for who in table.mains() if on.alien_allows(who, "take_back_card") is not None]
    for who in able:
        offered = any(then["who"] == who and then["does"] == MAY for then in table.last.told["then"])
        found = on.effect_of(who, "take_back_card")
        name = found[0].alien if found is not None and len(table.aliens[who]) > 1 else ""
        asked = Command("act", who, act=Act("use", who, name=name))
        kept = any(entry.startswith(f"{who} ") for entry in table.kept)
        if offered and not kept and _would_do(Turn(table, on.rulebase, asked)):
            yield who, asked


def _will_hold_one(on: Turn) -> bool:
    """Whether the offense can hold an encounter card once the compensation that it owes is taken."""
    table, who = on.table, on.table.turn
    for due in table.due:
        if due.what == "take" and due.source == who and due.count >= len(table.hands[who]):
            return False
    return not on.hand_of(who).lacks


def _deals(on: Turn) -> Found:
    """No deal, and the plainest deals: a card for a card, and a colony for a card or a colony."""
    table = on.table
    offense, defense = table.mains()
    yield offense, Command("act", offense, act=Act("no-deal"))
    if table.hands[offense] and table.hands[defense]:
        cards = (Term(offense, 1), Term(defense, 1))
        yield offense, Command("act", offense, act=Act("deal", terms=cards))
    swaps: list[list[Term]] = []
    for giver, getter in ((defense, offense), (offense, defense)):
        planets = free_colonies(on, giver, getter)
        movable = table.at(tbl.GATE, getter) + table.on_colonies(getter)
        if not planets or not movable:
            continue
        planet = table.target if table.target in planets else planets[0]
        colonies = [Term(giver, colony=True, planet=planet, source=source) for source in _settlers(on, getter)]
        swaps.append(colonies)
        for colony in colonies:
            yield getter, Command("act", getter, act=Act("deal", terms=(colony,)))
            if table.hands[getter]:
                yield getter, Command("act", getter, act=Act("deal", terms=(Term(getter, 1), colony)))
    if len(swaps) > 1:
        yield from ((offense, Command("act", offense, act=Act("deal", terms=both))) for both in product(*swaps))


def _settlers(on: Turn, getter: str) -> list[str]:
    """Where the one ship for a colony may come from: nothing where nobody has to be asked, else each place."""
    ways = ((),) if on.table.at(tbl.GATE, getter) else on.ways_to_leave(getter, 1)
    return [way[0].place for way in ways] if len(ways) > 1 else [""]


_PHASES: dict[str, Callable[[Turn], Found]] = {
    tbl.START: _start,
    tbl.REGROUP: _regroup,
    tbl.DESTINY: _destiny,
    tbl.LAUNCH: _launch,
    tbl.ALLIANCE: _alliance,
    tbl.PLANNING: _planning,
    tbl.REVEAL: _reveal,
    tbl.RESOLUTION: _resolution,
}
