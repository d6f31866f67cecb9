"""`table` and `set`: a table as the setup leaves it, and corrections: these are not refused for what the rules say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from referee.book.law import Law
from referee.book.loader import Rulebase
from referee.judge.board import ships_of
from referee.judge.deck import NO_SUCH, no_such_attacks
from referee.judge.finding import Finding
from referee.judge.phases.setup import foreign, too_many_or_few, wrong_sheets
from referee.judge.table.corrected import changed_since, seen, stacks_told
from referee.judge.table.hexes import check_hexes, lay_hexes, tell_hex, tell_hexes
from referee.judge.table.limbo import begin, count_fan, lay_fan, tell_fan
from referee.judge.table.resolution import note_winning
from referee.judge.table.sheets import lay_sheets, tell_sheet
from referee.judge.table.steps import RefusedError
from referee.judge.table.technology import check_in_game, count_ships, lay_techs
from referee.judge.table.tokens import lay_tokens
from referee.judge.table.turn import Turn, command
from referee.judge.table.verdict import Verdict
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, write_command
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.facts import Fact
from referee.state.table import Table

_SOMEBODY = ("red", "purple", "yellow", "blue", "green")  # who plays where too few are named

# -- the setup ---------------------------------------------------------------------------------------------------------


def lay(command: Command, law: Law) -> Table:
    """The table after the setup: planets, ships, the destiny deck and unknown hands (consolidated 5.1)."""
    planets, ships = law["setup.planets"].value, law["setup.ships"].value
    table = tbl.new(law.edition, command.names, planets, ships, law["setup.hand"].value)
    table.aliens = dict(command.aliens)
    table.destiny_deck = destiny_cards(len(command.names), law)
    if not law["destiny.pile"].value:
        table.destiny_deck = 0
    lay_sheets(table, law)
    lay_hexes(table, law)
    lay_fan(table, law)
    lay_techs(table, law)
    return table


class Deck(NamedTuple):
    """Of what a whole destiny deck is made up: so many cards of each color, and so many of none."""

    each: int
    others: int


def destiny_deck(players: int, law: Law) -> Deck | None:
    """The whole destiny deck: three cards a player, and the wild and special ones (5.1.3.1).

    With some numbers of players one of these is left out (mayfair1991 setup.12). None where the book does not say how
    many there are.
    """
    each, others = law["setup.destiny-each"].value, law["setup.destiny-others"].value
    if not isinstance(each, int) or not isinstance(others, int):
        return None
    return Deck(each, others - (players == law["setup.reverse-wild-out"].value))


def cards_in(deck: Deck, players: int) -> int:
    """How many cards a whole destiny deck has with so many players."""
    return deck.each * players + deck.others


def destiny_cards(players: int, law: Law) -> int | None:
    """How many cards the whole destiny deck has; None where the book does not say it."""
    deck = destiny_deck(players, law)
    return None if deck is None else cards_in(deck, players)


def counted(law: Law) -> tuple[Finding, ...]:
    """Of what the whole destiny deck is made up: cards of each color, and those of none."""
    rules = (law[id] for id in ("setup.destiny-each", "setup.destiny-others"))
    return tuple(Finding(rule, rule.value) for rule in rules)


def untouched(on: Turn) -> bool:
    """Whether the game has yet to begin: no destiny card was drawn, or nothing ruled where these are not counted."""
    table, cards = on.table, destiny_cards(len(on.table.seats), on.law)
    if cards is not None:
        return table.destiny_deck == cards
    return table.turn == table.seats[0] and table.last is None and not table.discards


def lay_ruled(command: Command, rulebase: Rulebase) -> Verdict:
    """Rules who sits down, and lays the table; one that is refused has no seats."""
    on = Turn(lay(command, rulebase.law), rulebase, command)
    text = write_command(command)
    try:
        _check_players(on)
        _check_aliens(on)
    except RefusedError as error:
        for refusal in error.refusals:
            refusal.look_with(lambda refusal: _other_tables(command, rulebase, refusal.given))
        return Verdict(text, rulebase.law, Table(rulebase.law.edition, ()), on.steps, [*error.refusals])
    _tell_setup(on)
    lay_tokens(on, list(on.table.aliens))
    return Verdict(text, rulebase.law, on.table, on.steps)


def _other_tables(command: Command, rulebase: Rulebase, _: tuple[str, ...]) -> tuple[str, ...]:
    """The table nearest to one that was refused: each player once, as many as may be, and aliens that may be."""
    most = rulebase.law["setup.most-players"].value
    least = rulebase.law["setup.least-players"].value
    others = [name for name in _SOMEBODY if name not in command.names]
    names = tuple(dict.fromkeys(command.names))[:most]
    names = (*names, *others[: max(0, least - len(names))])
    aliens: dict[str, tuple[str, ...]] = {}
    for name in names:
        for alien in command.aliens.get(name, ()):
            tried = {**aliens, name: (*aliens.get(name, ()), alien)}
            if lay_ruled(Command("table", names=names, aliens=tried), rulebase).legal:
                aliens = tried
    nearest = Command("table", names=names, aliens=aliens)
    return (write_command(nearest),) if lay_ruled(nearest, rulebase).legal else ()


def _check_players(on: Turn) -> None:
    names = on.command.names
    for forbidden in too_many_or_few(on.law, len(names), names):
        on.keep(forbidden)
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        on.cannot("setup.color", twice)


def _check_aliens(on: Turn) -> None:
    for name, aliens in on.command.aliens.items():
        for alien in aliens:
            check_known(on, name, alien)
    _check_sheets(on, on.command.aliens)


def _check_sheets(on: Turn, sheets: Mapping[str, Sequence[str]]) -> None:
    """Refuses more sheets than a player is dealt, and a sheet that another player has."""
    for rule, words, _ in wrong_sheets(sheets, on.rulebase):
        on.cannot(rule, *words)


def check_known(on: Turn, name: str, alien: str) -> None:
    """Refuses an alien that is not among those with which this game is played, where these are listed."""
    known = on.law["setup.known-aliens"].value
    if known and alien not in known:
        on.cannot("setup.known-aliens", name, alien, " or ".join(known))


def check_in_box(on: Turn, cards: Sequence[str]) -> None:
    """Refuses a card that the edition does not have: of a type that it lacks, or an attack of a value that none has."""
    for words in no_such_attacks(on.law, cards):
        on.cannot(NO_SUCH, *words)
    for card in cards if isinstance(on.law["cards.foreign"].value, list) else ():
        if card != tbl.UNKNOWN:
            on.keep(foreign(on.law, card, on.card_type(card)))


def _tell_setup(on: Turn) -> None:
    """The steps of the setup, in printed order."""
    table, law = on.table, on.law
    count = len(table.seats)
    on.find("setup.colors", True, count)
    on.find("setup.planets", law["setup.planets"].value)
    on.find("setup.ships", law["setup.ships"].value)
    on.find("setup.stacked", table.at(f"{table.seats[0]}.1", table.seats[0]), law["setup.planets"].value)
    on.find("setup.markers", len(table.foreign_colonies(table.seats[0])))
    on.find("setup.destiny", table.destiny_deck, sources=() if table.destiny_deck is None else counted(law))
    if count == law["setup.reverse-wild-out"].value:
        on.find("setup.reverse-wild-out", True, count)
    for name, aliens in table.aliens.items():
        on.find("setup.aliens", True, name, " and ".join(aliens))
    for name in table.hidden:
        on.find("power.sheets", True, name)
    for name, techs in table.techs.items():
        on.find("technology.dealt", len(techs), name)
    large = law["setup.large-group"].value
    if isinstance(large, int) and count >= large:
        on.find("setup.large-group", True, count)
    tell_hexes(on)
    tell_fan(on)
    on.find("setup.hand", law["setup.hand"].value)
    on.find("setup.first-player", table.turn, table.turn)
    if count <= law["setup.no-allies"].value:
        on.find("setup.no-allies")
    if count > law["setup.more-sets"].value:
        on.find("setup.more-sets", law["setup.more-sets"].value, count)


# -- corrections -------------------------------------------------------------------------------------------------------


@command("set")
def correct(on: Turn) -> None:
    """Takes the facts as told and counts at the end: what is left over, or lacks, goes to and comes from `unplaced`."""
    facts = on.command.facts
    before, was = seen(on.table), on.table.phase
    for planet in (fact.who if fact.what == "stack" else fact.word for fact in facts if fact.what in _OF_PLANETS):
        on.check_planet(planet)
    on.table.fresh, on.table.rewind = False, None
    for tech in (tech for fact in facts for tech in fact.techs):
        check_in_game(on, tech.name)
    for fact in facts:
        for alien in (fact.cards or ()) if fact.what == "alien" else ():
            check_known(on, fact.who, alien)
    check_in_box(on, [card for fact in facts if fact.what in _OF_CARDS for card in fact.cards or ()])
    first = untouched(on)
    tell(on.table, facts)
    if any(fact.what == "alien" for fact in facts):
        _check_sheets(on, on.table.aliens)
    tokens = {fact.who for fact in facts if fact.what == "tokens"}
    lay_tokens(on, [fact.who for fact in facts if fact.what == "alien" and fact.who not in tokens])
    count_ships(on.table)
    told = {fact.who if fact.what == "stack" else fact.what for fact in facts}
    if first and "turn" in told and "marker" not in told:
        begin(on.table)
    count_fan(on, told)
    check_hexes(on)
    if "hex" in told:
        tell_hexes(on)
    _follow(on, {fact.what for fact in facts}, was)
    _take_sides(on)
    for name in on.table.seats:
        _balance(on, name)
    stated = {fact.who for fact in facts if fact.what == "power"}
    for name in on.table.seats:
        if name not in stated:
            on.check_power(name)
    note_winning(on)
    _reopen(on.table)
    changed = changed_since(before, on.table)
    on.find("table.corrected", len(changed))
    for what, once, now in changed:
        on.find("table.changed", now, what, once)


_OF_PLANETS = ("stack", "target")
_OF_CARDS = ("hand", "discards")


def tell(table: Table, facts: tuple[Fact, ...]) -> None:
    """Writes facts on a table as they are told, those first that others build on; nothing is checked or counted."""
    if any(fact.what == "invited" for fact in facts):
        table.invited = {}
    for fact in sorted(facts, key=lambda fact: _FIRST.index(fact.what) if fact.what in _FIRST else len(_FIRST)):
        if fact.what == "stack":
            if fact.number is None:
                table.lay(fact.who, {})
            elif fact.number:
                table.put(fact.who, fact.word, fact.number)
        elif fact.what in tbl.PLACES:
            table.put(fact.what, fact.who, fact.number or 0)
        else:
            _FACTS[fact.what](table, fact)


_FIRST = ("turn", "defense")


def _hand(table: Table, fact: Fact) -> None:
    if fact.cards is not None:
        table.hold(fact.who, fact.cards)
        return
    known = [card for card in table.hands[fact.who] if card != tbl.UNKNOWN][: fact.number]
    table.hold(fact.who, (*known, *((tbl.UNKNOWN,) * ((fact.number or 0) - len(known)))))


def _section(table: Table, fact: Fact) -> None:
    """A section of the fan: with nobody's ships, and then with these."""
    if fact.who in table.fan:
        there = {} if fact.number is None else {**table.fan[fact.who], fact.word: fact.number}
        table.fan = {**table.fan, fact.who: {name: ships for name, ships in there.items() if ships}}


def _marker(table: Table, fact: Fact) -> None:
    table.marker = fact.who


def _tokens(table: Table, fact: Fact) -> None:
    table.tokens[fact.who] = fact.number or 0


def _owned(table: Table, fact: Fact) -> None:
    table.owned = {**table.owned, fact.who: fact.number or 0}


def _power(table: Table, fact: Fact) -> None:
    table.powers = {**table.powers, fact.who: fact.word}


def _alien(table: Table, fact: Fact) -> None:
    table.aliens.pop(fact.who, None)
    if fact.cards:
        table.aliens[fact.who] = fact.cards


def _techs(table: Table, fact: Fact) -> None:
    table.techs = {**table.techs, fact.who: fact.techs}


def _tech_deck(table: Table, fact: Fact) -> None:
    table.tech_deck = fact.number


def _tech_discards(table: Table, fact: Fact) -> None:
    table.tech_discards = fact.cards or ()


def _deck(table: Table, fact: Fact) -> None:
    table.deck = fact.number


def _destiny_deck(table: Table, fact: Fact) -> None:
    table.destiny_deck, table.destiny_drawn = fact.number, ()


def _rewards_deck(table: Table, fact: Fact) -> None:
    table.rewards_deck = fact.number


def _rewards_discards(table: Table, fact: Fact) -> None:
    table.rewards_discards = fact.number or 0


def _discards(table: Table, fact: Fact) -> None:
    table.discards = fact.cards or ()


def _turn(table: Table, fact: Fact) -> None:
    """Another one's turn is a new one, unless a phase is told with it."""
    if table.turn != fact.who:
        table.turn, table.encounter, table.phase, table.defense = fact.who, 1, ph.START, ""


def _phase(table: Table, fact: Fact) -> None:
    table.phase = fact.word
    table.winners = ()


def _encounter(table: Table, fact: Fact) -> None:
    table.encounter = fact.number or 1


def _defense(table: Table, fact: Fact) -> None:
    table.defense = fact.who


def _target(table: Table, fact: Fact) -> None:
    table.target = fact.word


def _invited(table: Table, fact: Fact) -> None:
    """Invited by one main player, or by both where it is not said by whom."""
    by_side = {OFFENSE: table.turn, DEFENSE: table.defense}
    for main in (by_side[fact.word],) if fact.word else table.mains():
        names = (*table.invited.get(main, ()), *((fact.who,) if fact.who else ()))
        table.invited = {**table.invited, main: tuple(dict.fromkeys(names))}


_FACTS: dict[str, Callable[[Table, Fact], None]] = {
    "hand": _hand,
    "fan": _section,
    "marker": _marker,
    "hex": tell_hex,
    "tokens": _tokens,
    "owned": _owned,
    "power": _power,
    "alien": _alien,
    "sheet": tell_sheet,
    "techs": _techs,
    "tech-deck": _tech_deck,
    "tech-discards": _tech_discards,
    "deck": _deck,
    "destiny-deck": _destiny_deck,
    "rewards-deck": _rewards_deck,
    "rewards-discards": _rewards_discards,
    "discards": _discards,
    "turn": _turn,
    "phase": _phase,
    "encounter": _encounter,
    "defense": _defense,
    "target": _target,
    "invited": _invited,
}

# -- what follows from what was told -----------------------------------------------------------------------------------


def _follow(on: Turn, told: set[str], was: str) -> None:
    """The encounter as the phase has it: what lies behind is there, and what has not come yet is not."""
    table = on.table
    if "phase" not in told:
        least = ph.ALLIANCE if told & {"target", "invited"} else ph.LAUNCH if "defense" in told else ph.START
        table.phase = table.phase if ph.place(table.phase) >= ph.place(least) else least
        if table.encounter > 1 and table.phase == ph.START:
            table.phase = ph.REGROUP
    elif table.encounter > 1 and table.phase == ph.START:
        on.cannot("table.first-only", table.turn, nearest=(f"{_said(on)}; encounter 1", f"{_said(on)}; phase regroup"))
    if ph.place(table.phase) < ph.place(was):
        _rewind(table, told)
    if table.phase == ph.OVER or ph.place(table.phase) < ph.place(ph.LAUNCH):
        return
    if not table.defense:
        other = table.clockwise(table.turn)[0]
        on.cannot("table.needs-defense", table.phase, table.turn, nearest=(f"{_said(on)}; defense {other}",))
    if table.phase == ph.LAUNCH:
        return
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
    table.revealed = table.successful = table.empty = False
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


def _take_sides(on: Turn) -> None:
    """From the alliances on, who has ships on the gate or beside the planet is on that side, and on no other."""
    table = on.table
    if table.phase not in (ph.ALLIANCE, ph.PLANNING, ph.REVEAL):
        return
    gate, beside = table.ships[tbl.GATE], table.ships[tbl.BESIDE]
    for name in gate.keys() & beside.keys():
        on.cannot("table.both-sides", name)
    if table.defense in gate and table.defense != table.turn:
        on.cannot("table.main-player-apart", table.defense, "defense", "on the gate")
    for name, role in ((table.turn, "offense"), (table.defense, "defense")):
        if name in beside:
            on.cannot("table.main-player-apart", name, role, "beside the planet")
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
    """Every ship of a player is somewhere: the difference to what the player owns is unplaced."""
    table = on.table
    left = table.owned[name] - (table.total(name) - table.at(tbl.UNPLACED, name))
    if left < 0:
        on.cannot("table.too-many", name, ships_of(table.owned[name] - left), table.owned[name], nearest=_fit(on, name))
    table.put(tbl.UNPLACED, name, left)
    if left:
        on.find("table.unplaced", left, name, ships_of(left))


def _fit(on: Turn, name: str) -> tuple[str, ...]:
    """The same correction, with the ships that are too many taken off the fullest planets of which it says nothing."""
    told = {fact.who for fact in on.command.facts if fact.what == "stack"}
    over = on.table.total(name) - on.table.ships[tbl.UNPLACED].get(name, 0) - on.table.owned[name]
    way = on.ways_to_leave(name, over, told)[0]
    if sum(count for _, count in way) < over:
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
