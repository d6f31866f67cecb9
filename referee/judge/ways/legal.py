"""What may be done now, in commands that can be typed: found by construction, phase by phase.

Each command given here is legal as the judge rules it; a test holds the two against each other. Of ships that may come
from or go to many places one way is given, as the command leaves it out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import chain, combinations

from referee.book.loader import Rulebase
from referee.judge.phases.power import least_homes
from referee.judge.phases.reinforcing import reinforced_cards
from referee.judge.powers.moments import is_used
from referee.judge.powers.said_of import NOTHING
from referee.judge.table import extra, powers, technology, timed
from referee.judge.table.acts import act, options
from referee.judge.table.alliance import may_join_uninvited, must_send, not_invited_yet, waiting
from referee.judge.table.launch import ships_allowed, shows_hand_early, targets, targets_by_destiny
from referee.judge.table.lines import card_called, card_of_main
from referee.judge.table.meeting import OTHER as NO_COLOR
from referee.judge.table.meeting import all_drawn, can_be_met, named_by_special, other_player
from referee.judge.table.moving import Way, choices
from referee.judge.table.planning import (
    an_attack,
    hidden_cards,
    may_select,
    may_select_reinforcement,
    must_show_first,
    selects_freely,
)
from referee.judge.table.punting import may_punt
from referee.judge.table.resolution import PICKED, resolve
from referee.judge.table.start import can_regroup, regroup_is_due, still_due
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.judge.ways.legal_afterwards import (
    END,
    MOST_KEPT,
    Found,
    after_the_outcome,
    losses,
    offer,
    returns,
    would_do,
)
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, write_command
from referee.state.encounter import DEFENSE, OFFENSE, OTHER, Act
from referee.state.pending import Due
from referee.state.reader import write_name
from referee.state.table import Table

Sources = tuple[tuple[int, Way], ...]  # how many ships, and where from

_SOME_CARD = "N"  # what an unknown card can be
_FEW = 3  # so many players may be invited in every combination; of more, one by one or all together


def _can_do_more(on: Turn) -> bool:
    """True if something besides the acts of the phase can be legal: what is due, sheets, and cards in hands."""
    table = on.table
    return bool(table.due or table.aliens or table.hidden or on.held_besides())


def legal(table: Table, rulebase: Rulebase) -> list[tuple[str, Command]]:
    """(who, what) for everything that may be done now; nothing when the game is over."""
    if table.winners:
        return []
    on = Turn(table, rulebase, END, looks=True)
    if table.due and _waits_for_power(table):
        return _besides(on)
    if on.turn_is_over():
        return [(table.turn, END)]
    found = [*technology.offers(on)] if table.techs else []
    found += _PHASES[table.phase](on)
    if _can_do_more(on):
        found += _besides(on)
    if table.aliens and timed.is_here(on):
        found = _past_what_must_act(on, found)
    return found


def what_is_due(table: Table, rulebase: Rulebase) -> dict[str, str]:
    """What a table waits for of powers and cards that are not applied, in a sentence, by the commands that say it."""
    on = Turn(table, rulebase, END, looks=True)
    if table.winners or not table.aliens or not timed.is_here(on):
        return {}
    return {write_command(Command("act", who, act=done)): says for who, says, done in timed.asked(on)}


def _past_what_must_act(on: Turn, found: list[tuple[str, Command]]) -> list[tuple[str, Command]]:
    """What may be done where powers are not applied: what these must do first is said, and what waits for it is not."""
    waits = {verb for verb in {command.verb for _, command in found} if timed.blocked(on, Command(verb))}
    offered = [*_asked_first(on)]
    for who, command in found:
        if command.act is not None and command.act.verb in ("deal", "no-deal"):
            offered += _talks(on, who, command) if command.verb not in waits else ()
        elif command.verb not in waits:
            offered.append((who, command))
    return list({write_command(command): (who, command) for who, command in offered}.values())


def _asked_first(on: Turn) -> Found:
    """What powers that are not applied must do, and what they may."""
    for who, _, done in timed.asked(on):
        command = Command("act", who, act=done)
        if done.verb != "use" or would_do(Turn(on.table, on.rulebase, command)):
            yield who, command


def _talks(on: Turn, who: str, command: Command) -> list[tuple[str, Command]]:
    """A deal or that there is none; or what has to be said first of a power that acts then."""
    try:
        act(Turn(on.table, on.rulebase, command))
    except RefusedError as error:
        said = filter(None, (refusal.waits_for for refusal in error.refusals))
        return [(name, Command("act", name, act=Act(NOTHING, name, why=write_name(alien)))) for name, alien in said]
    return [(who, command)]


def _waits_for_power(table: Table) -> bool:
    """True where a power has to be used before anything else that is due."""
    return powers.USE in [due.what for due in table.due]


def _besides(on: Turn) -> list[tuple[str, Command]]:
    """Artifacts and flares that are known to be in a hand, and ships that a cancelled alliance sends home."""
    table = on.table
    found = []
    for who, done in chain(options(on), powers.options(on)) if table.aliens else options(on):
        command = Command("act", who, act=done)
        if would_do(Turn(table, on.rulebase, command)):
            found.append((who, command))
    if table.hidden:
        found += [(name, offer("show", name)) for name, aliens in table.hidden.items() if aliens]
    if table.due and table.phase in _SENT_HOME and not _waits_for_power(table):
        found += chain.from_iterable(_of_due(on, due) for due in table.due)
    return found


_SENT_HOME = (ph.ALLIANCE, ph.PLANNING, ph.REVEAL)  # in these phases ships are due by a cancelled alliance


def _of_due(on: Turn, due: Due) -> Found:
    if due.what == "lose":
        return losses(on, due)
    return returns(on, due) if due.what == "return" else ()


def _start(on: Turn) -> Found:
    who = on.table.turn
    punted = [(who, offer("punt", who))] if may_punt(on) else []
    if on.lacks_encounter_card(who):
        return [*punted, (who, offer("new hand", who)), *((command.who, command) for command in still_due(on))]
    return [*punted, *_regroup(on)]


def _regroup(on: Turn) -> Found:
    table, who = on.table, on.table.turn
    due = [(command.who, command) for command in still_due(on)] if table.due else []
    if due:
        return due
    found = _regrouped(who, tuple(table.colonies(who)) or (tbl.GATE,)) if can_regroup(on) else ()
    if any(powers.pending(on)):
        return () if any(powers.pending(Turn(table, on.rulebase, Command("regroup"), looks=True))) else found
    return found if regroup_is_due(on) else (*found, *_destiny(on))


@lru_cache(maxsize=MOST_KEPT)
def _regrouped(who: str, places: tuple[str, ...]) -> tuple[tuple[str, Command], ...]:
    return tuple([(who, offer("regroup", planet=place)) for place in places])


def _destiny(on: Turn) -> Found:
    """Any card may come; a wild one meets whom the offense can meet, a special one who meets a condition."""
    table, who = on.table, on.table.turn
    if not on.law["destiny.pile"].value:
        return _without_pile(on)
    if table.extras and extra.bound(table):
        return _drawn(who, "", (extra.bound(table),))
    seats, wild = table.seats, can_be_met(on) or table.clockwise(who)
    if on.law["destiny.wild-other"].value == "anyone":
        wild = (*wild, who)
    gone = all_drawn(on, (*seats, NO_COLOR)) if table.destiny_drawn else {}
    seats = tuple([name for name in seats if name not in gone])
    if NO_COLOR in gone:
        return (*_drawn(who, "", seats), *_reversed(on, seats, ()))
    special = _special(on) if "special" in on.law["destiny.drawn"].value else ()
    drawn = (*_drawn(who, "", seats), *_drawn(who, "wild", wild), *_drawn(who, "special", special))
    return (*drawn, *_reversed(on, seats, wild))


def _reversed(on: Turn, seats: tuple[str, ...], wild: tuple[str, ...]) -> Found:
    """The cards that show the reverse cone, in the editions that have them."""
    who = on.table.turn
    if "reverse" not in on.law["destiny.drawn"].value:
        return ()
    if len(on.table.seats) == on.law["setup.reverse-wild-out"].value:
        wild = ()
    return (*_drawn(who, "", seats, reverse=True), *_drawn(who, "wild", wild, reverse=True))


def _without_pile(on: Turn) -> Found:
    """What comes where no destiny card is turned up: the other player is met at once."""
    met = on.table.copy()
    met.defense, met.phase = other_player(met), ph.LAUNCH
    return _launch(Turn(met, on.rulebase, on.command, looks=True))


def _special(on: Turn) -> tuple[str, ...]:
    """Whom a special card can name: who meets a condition that is known, or, where none is, anybody else."""
    if on.law["destiny.special-condition"].value == "as-the-card-says":
        return can_be_met(on)
    return tuple(dict.fromkeys(named_by_special(on.table).values()))


@lru_cache(maxsize=MOST_KEPT)
def _drawn(who: str, kind: str, names: tuple[str, ...], reverse: bool = False) -> tuple[tuple[str, Command], ...]:
    return tuple([(who, offer("destiny", name, word=kind, reverse=reverse)) for name in names])


def _launch(on: Turn) -> Found:
    table, who = on.table, on.table.turn
    found: list[tuple[str, Command]] = []
    if shows_hand_early(on):
        lacks = on.lacks_encounter_card(table.defense)  # of a power too that needs two
        if lacks or on.hand_of(table.defense).lacks:
            found.append((table.defense, offer("new hand", table.defense)))
        if lacks:
            return _or_end(on, found)
    if table.launched:
        return [*found, *_half_launched(on)]
    low, most = ships_allowed(on, "launch.ships", who)
    on_gate = table.at(tbl.GATE, who)
    found += _launched(who, tuple(targets(on)), _sources(on, who, max(0, low - on_gate), most - on_gate))
    if table.defense == who:
        found += _destiny(on)
    return _or_end(on, found)


def _or_end(on: Turn, found: list[tuple[str, Command]]) -> list[tuple[str, Command]]:
    """Adds the end of the turn for an offense that has no ship to send."""
    table, who = on.table, on.table.turn
    return found if table.at(tbl.GATE, who) or table.colonies(who) else [*found, (who, END)]


@lru_cache(maxsize=MOST_KEPT)
def _launched(who: str, targets: tuple[tuple[str, str], ...], sources: Sources) -> tuple[tuple[str, Command], ...]:
    return tuple(
        (who, offer("launch", who, ships, stacks, planet, against))
        for planet, against in targets
        for ships, stacks in sources
    )


def _sources(on: Turn, who: str, low: int, most: int) -> Sources:
    """(how many ships, where from) for so many ships at least and at most, of those that a player has on its colonies.

    No place where nobody has to be asked.
    """
    have = on.table.on_colonies(who)
    most, spare = min(most, have), have - len(on.table.colonies(who))
    plain = _plain_sources(low, min(most, spare))
    if most <= spare:  # as nearly always
        return plain
    beyond = range(max(low, spare + 1), most + 1)
    return (*plain, *choices(on.table, who, beyond, least_homes(on.law)))


@lru_cache(maxsize=MOST_KEPT)
def _plain_sources(low: int, most: int) -> Sources:
    return tuple([(ships, ()) for ships in range(low, most + 1)])


def _half_launched(on: Turn) -> Found:
    """What is missing of a launch that was said in two steps."""
    who = on.table.turn
    if on.table.launched == "ships":
        return [(who, Command("aim", planet=planet, other=against)) for planet, against in targets_by_destiny(on)]
    sources = _sources(on, who, *ships_allowed(on, "launch.ships", who))
    return [(who, offer("launch", who, ships, stacks)) for ships, stacks in sources]


def _alliance(on: Turn) -> Found:
    table, main = on.table, not_invited_yet(on)
    return _invited(main, table.clockwise(table.turn), table.defense) if main else _answers(on)


def _answers(on: Turn) -> Found:
    """Who was asked answers, one after another."""
    table = on.table
    found = [*_uninvited(on)] if table.aliens else []
    queue = waiting(on)
    if not queue:
        return found
    who = queue[0]
    declines, made = (who, offer("decline", who)), must_send(on, who)
    if made is not None:
        side, least, most = made
        found += _joined(who, side, _sources(on, who, max(least, 1), most))
        return found if least else [*found, declines]
    found.append(declines)
    for side, main in ((OFFENSE, table.turn), (DEFENSE, table.defense)):
        if who in table.invited.get(main, ()):
            found += _join(on, who, side)
    return found


@lru_cache(maxsize=MOST_KEPT)
def _invited(main: str, others: tuple[str, ...], defense: str) -> tuple[tuple[str, Command], ...]:
    others = tuple([name for name in others if name != defense])
    counts = range(len(others) + 1) if len(others) <= _FEW else (0, 1, len(others))
    groups = chain.from_iterable(combinations(others, count) for count in counts)
    return tuple([(main, offer("invite", main, names=names)) for names in groups])


def _join(on: Turn, who: str, side: str) -> Found:
    return _joined(who, side, _sources(on, who, *ships_allowed(on, "alliance.ships", who)))


@lru_cache(maxsize=MOST_KEPT)
def _joined(who: str, side: str, sources: Sources) -> tuple[tuple[str, Command], ...]:
    return tuple([(who, offer("ally", who, ships, stacks, side=side)) for ships, stacks in sources])


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
        return [*found, (table.turn, END)]
    for who, other in ((table.turn, table.defense), (table.defense, table.turn)):
        if who not in table.cards:
            found += _selects(on, who, other)
    return found


def _selects(on: Turn, who: str, other: str) -> Found:
    """The cards that a main player can select; a new hand for a defense that may hold none."""
    table = on.table
    drawn = ((who, offer("new hand", who)),) if who == table.defense and on.hand_of(who).lacks else ()
    if who == table.defense and on.lacks_encounter_card(who):
        return ((who, offer("new hand", who)),)
    cards = on.playable(who).selects
    if selects_freely(on):  # as nearly always
        return (*drawn, *_selected(who, cards))
    if other not in table.cards and must_show_first(on, other) is not None:
        return drawn
    return (*drawn, *_selected(who, _admitted(on, who, cards)))


def _admitted(on: Turn, who: str, cards: tuple[str, ...]) -> tuple[str, ...]:
    """Of the cards that a player can select those that powers let it, with reinforcements where one makes them such."""
    if must_show_first(on, who) is not None:
        cards = tuple(dict.fromkeys(_SOME_CARD if card == tbl.UNKNOWN else card for card in cards))
    if may_select_reinforcement(on, who):
        cards = (*cards, *dict.fromkeys(card for card in on.table.hands[who] if card.startswith("+")))
    return tuple([card for card in cards if may_select(on, who, card)])


@lru_cache(maxsize=MOST_KEPT)
def _selected(who: str, cards: tuple[str, ...]) -> tuple[tuple[str, Command], ...]:
    return tuple([(who, offer("play", who, cards=(card,))) for card in cards])


def _is_held_up(on: Turn) -> bool:
    """True if a power has to be used, or a card picked, before the cards are turned up."""
    return any(powers.pending(on)) or any(due.source == PICKED for due in on.table.due)


def _reveal(on: Turn) -> Found:
    table = on.table
    if not table.revealed and _is_held_up(on):
        return ()
    if tbl.UNKNOWN in table.cards.values() and not _stay_facedown(on):
        return ((table.turn, offer("reveal", names=tuple(table.cards), cards=tuple(table.cards.values()))),)
    if not table.revealed:
        return ((table.turn, offer("reveal")),)
    found = _reinforcements(on)
    if not table.due or all(due.source != "bluff" for due in table.due):
        found += ((table.turn, offer("resolve")),) if _is_plain(on) else _settled(on)
    return found


def _reinforcements(on: Turn) -> list[tuple[str, Command]]:
    """The reinforcements that somebody is known to hold, on either side."""
    table = on.table
    apart = [who for who in table.aliens if not on.side_of(who) and on.sheet_lifting(who, "reinforcing")]
    there = (*table.mains(), *table.allies, *apart)
    adds = [_reinforced(who, card) for who in there for card in on.playable(who).adds]
    if adds and _may_be_reinforced(on):
        return [*chain.from_iterable(adds)]
    return []


def _may_be_reinforced(on: Turn) -> bool:
    offense, defense = on.table.mains()
    kinds = {card_of_main(on.table, offense).kind, card_of_main(on.table, defense).kind}
    return reinforced_cards(on.law, kinds) is None


def _is_plain(on: Turn) -> bool:
    """Whether nothing can keep the revealed cards from being ruled: each is known, and nobody sent too many ships.

    A colony that was stated can be asked from where its ship comes.
    """
    table = on.table
    if on.law["reveal.ties"].value not in (OFFENSE, DEFENSE) or any(act.verb == "colony" for act in table.acts):
        return False
    for card in table.cards.values():
        if card in (tbl.UNKNOWN, tbl.SOME_ATTACK) or card_called(card).kind == OTHER:
            return False
    low, high = on.law["launch.ships"].value
    sent = [table.at(tbl.GATE, table.turn)]
    sent += [table.at(tbl.GATE if side == OFFENSE else tbl.BESIDE, name) for name, side in table.allies.items()]
    fits: bool = low <= min(sent) and max(sent) <= high
    return fits


def _settled(on: Turn) -> Found:
    """`resolve` where the cards can be ruled; else what tells a card, or who wins where no document says it."""
    table = on.table
    try:
        resolve(Turn(table, on.rulebase, offer("resolve")))
    except RefusedError as error:
        if not any(refusal.asks for refusal in error.refusals):
            return
        for who in hidden_cards(table):
            yield who, offer("reveal", names=(who,), cards=(an_attack(on, who, table.cards[who]),))
        if not hidden_cards(table):
            yield from ((table.turn, Command("act", act=Act("wins", side=side))) for side in (OFFENSE, DEFENSE))
    else:
        yield table.turn, offer("resolve")


@lru_cache(maxsize=MOST_KEPT)
def _reinforced(who: str, card: str) -> tuple[tuple[str, Command], ...]:
    acts = (Act("reinforce", who, amount=int(card[1:]), side=side) for side in (OFFENSE, DEFENSE))
    return tuple([(who, Command("act", who, act=act)) for act in acts])


def _stay_facedown(on: Turn) -> bool:
    """True if each player of an unknown card said by a power what it is, and did not turn it up."""
    return all(_stays_facedown(on, who) for who, card in on.table.cards.items() if card == tbl.UNKNOWN)


def _stays_facedown(on: Turn, who: str) -> bool:
    found = on.effect_of(who, "claims_card") if on.table.acts else None
    return found is not None and is_used(on, powers.Power(who, found[0], "claims_card", found[1]))


_PHASES: dict[str, Callable[[Turn], Found]] = {
    ph.START: _start,
    ph.REGROUP: _regroup,
    ph.DESTINY: _destiny,
    ph.LAUNCH: _launch,
    ph.ALLIANCE: _alliance,
    ph.PLANNING: _planning,
    ph.REVEAL: _reveal,
    ph.RESOLUTION: after_the_outcome,
}
