"""A player who does anything that is legal: whole games.

Every game has its seed; the same seed plays the same game. Nothing here knows a rule: what may be done comes from
`legal`, what follows from `rule`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from referee.book.loader import Names, Rulebase
from referee.judge.phases.setup import not_together
from referee.judge.table.planning import may_select
from referee.judge.table.setting import lay_ruled
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import Verdict
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.playtesting.dealing import dealt, deck_of
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, read_command, write_command
from referee.state.encounter import Act
from referee.state.table import Table

SEATS = ("red", "purple", "yellow", "blue", "green")
SHIPS = 20
# Commands since the last encounter ended, after which a game is stuck; destiny cards in a row, after which nobody is
# left to meet (all others without home colonies, and nothing to land on at home): the rules know no end of that.
STUCK, DRAWN = 400, 60
TIMED = "timed"
_ENDS = ("end", "second")  # what ends an encounter

Watch = Callable[[Table, Verdict], None]
See = Callable[[Table, list[tuple[str, Command]]], None]
Sheets = Mapping[str, tuple[str, ...]]  # the aliens of each player


class Game(NamedTuple):
    """How a game went: every command as it is typed, the encounters that were over, the table at the end, and why."""

    commands: list[str]
    encounters: int
    table: Table
    over: str  # won | long (enough encounters were played) | nobody to meet | no card (see NoCardError)


class StuckError(Exception):
    """A game that cannot go on: nothing is legal, an offered command is refused, or nothing ever ends."""


class NoCardError(Exception):
    """Nothing is left that an unknown card could be: all encounter cards are known to lie elsewhere."""


def read(text: str, table: Table, books: Rulebase) -> Command:
    """A command as it is typed at this table."""
    return read_command(text, Names(books), table.seats)


def timed(books: Rulebase) -> list[str]:
    """The aliens whose power the players state, by name.

    Without those that come with ships or planets of their own, and those that hold ships or cards by their text.
    """
    found = [sheet.alien for sheet in map(books.sheet, books.alien_names()) if sheet is not None]
    return [alien.name for alien in found if not (alien.uses or alien.lifts or alien.holds)]


def executable(books: Rulebase) -> list[str]:
    """The aliens that the judge applies, by name."""
    found = (books.alien(name) for name in books.alien_names())
    return [alien.name for alien in found if alien is not None and alien.uses]


def open_game(
    source: random.Random,
    players: int,
    books: Rulebase,
    plain: bool = False,
    powers: bool | str = False,
    sheets: Sheets | None = None,
) -> tuple[Table, list[str]]:
    """A table that is laid and dealt, and the commands that did it; with `powers` everybody has as many as it can.

    With the powers `TIMED` these are all such as the players state. `sheets` says who has which instead.
    """
    seats = SEATS[:players]
    if sheets is None:
        sheets = drawn_aliens(source, seats, books, powers) if powers else {}
    laid = Command("table", names=seats, aliens=dict(sheets))
    table = lay_ruled(laid, books).table
    apart = sum(len(cards) for cards in table.aside.values())
    hands = dealt(source, seats, books.law["setup.hand"].value, plain, apart, table.edition)
    verdict = rule(table, Command("set", facts=hands), books)
    if not verdict.legal:
        raise StuckError(f"{verdict.command}: {verdict.illegal[0].finding.says}")
    return verdict.table, [write_command(laid), verdict.command]


def drawn_aliens(source: random.Random, seats: tuple[str, ...], books: Rulebase, powers: bool | str = True) -> Sheets:
    """Aliens for each player, by chance, as many as the edition gives them; none that are not played together."""
    each = books.law["setup.one-alien"].value
    known = timed(books) if powers == TIMED else books.law["setup.known-aliens"].value or executable(books)
    sheets: Sheets = {}
    while not sheets or any(not_together(sheets, books)):
        aliens = source.sample(known, len(seats) * each)
        sheets = {name: tuple(aliens[at * each : (at + 1) * each]) for at, name in enumerate(seats)}
    return sheets


def turned_up(source: random.Random, command: Command, table: Table, books: Rulebase) -> Command:
    """A command with every unknown card told: any encounter card of which a copy can still be where nobody sees it.

    A power may bind whose card it is.
    """
    owners = command.names or (command.who,)
    on = Turn(table, books, command, looks=True)
    told: list[str] = []
    for who, card in zip(owners, command.cards, strict=True):
        told.append(_any_free(source, on, who, told) if card == tbl.UNKNOWN else card)
    return Command(command.verb, command.who, names=command.names, cards=tuple(told))


def _any_free(source: random.Random, on: Turn, who: str, told: list[str]) -> str:
    """A card that an unknown one can be: each as likely as the next, tried in any order until one fits."""
    table = on.table
    piles = (*table.hands.values(), *table.aside.values(), table.discards, table.cards.values(), told)
    lying = [*chain.from_iterable(piles), *_second_cards(table, on.rulebase)]
    left = [*deck_of(table.edition).encounter]
    while left:
        at = int(source.random() * len(left))
        name, count = left[at]
        if lying.count(name) < count and may_select(on, who, name):
            return name
        left[at] = left[-1]
        left.pop()
    raise NoCardError


def seen(table: Table, books: Rulebase) -> Counter[str]:
    """The cards on the table that are known by name: in hands, discarded, or selected."""
    apart = [*table.hands.values(), *table.aside.values()]
    found = Counter(chain(*apart, table.discards, table.cards.values()))
    del found[tbl.UNKNOWN]
    found.update(_second_cards(table, books))
    return found


def _second_cards(table: Table, books: Rulebase) -> list[str]:
    """The encounter cards that lie beside those of the main players until the encounter is decided.

    What else a use names, such as the player with whom that sheet was exchanged, is no card.
    """
    copies = deck_of(table.edition).copies
    uses = [] if table.ruled else [act for act in table.acts if act.verb == "use" and act.args]
    return [act.args[0] for act in uses if act.args[0] in copies and _lays_second(table, act, books)]


def _lays_second(table: Table, act: Act, books: Rulebase) -> bool:
    """True if a use is of a sheet by which a second encounter card is laid."""
    named = [act.name] if act.name else table.aliens.get(act.who, ())
    return any("lays_second" in alien.verbs for alien in map(books.alien, named) if alien)


def _tells_too_many(command: Command, table: Table, books: Rulebase) -> bool:
    """True if a use tells an unknown card to be one of which all copies are known to lie elsewhere."""
    copies = deck_of(table.edition).copies
    if command.act is None or command.act.verb != "use" or copies.keys().isdisjoint(command.act.args):
        return False
    known = seen(table, books)
    told = [card for card in command.act.args if card in copies and known[card] >= copies[card]]
    if not told:
        return False
    after = rule(table, command, books).table
    then = seen(after, books)
    return _unknown(after) < _unknown(table) and any(then[card] > copies[card] for card in told)


def _unknown(table: Table) -> int:
    """How many cards of hands, of what lies aside, of the deck and the discards nobody has told."""
    piles = (*table.hands.values(), *table.aside.values(), table.discards)
    return sum(cards.count(tbl.UNKNOWN) for cards in piles) + (table.deck or 0)


def _another(source: random.Random, offered: Sequence[tuple[str, Command]], table: Table, books: Rulebase) -> Command:
    """One of the commands that tell of no more cards than there are; NoCardError where there is none."""
    rest = [other for _, other in offered if not _tells_too_many(other, table, books)]
    if not rest:
        raise NoCardError
    return source.choice(rest)


def choose(source: random.Random, table: Table, books: Rulebase, see: See | None = None) -> Command:
    """One of the commands that may be given now; `see` is shown all of them, each with who may give it."""
    offered = legal(table, books)
    if see is not None:
        see(table, offered)
    if not offered:
        raise StuckError(f"nothing is legal in the phase {table.phase}")
    command = offered[int(source.random() * len(offered))][1]  # `choice` costs more than the referee takes to offer it
    if _tells_too_many(command, table, books):
        command = _another(source, offered, table, books)
    if command.verb == "reveal" and tbl.UNKNOWN in command.cards:
        return turned_up(source, command, table, books)
    if command.verb == "play":
        hand = table.hands[command.who]
        if tbl.UNKNOWN in hand and command.cards[0] not in hand:  # it is played faceup
            return turned_up(source, Command("play", command.who, cards=(tbl.UNKNOWN,)), table, books)
    return command


def play(
    seed: int,
    players: int,
    books: Rulebase,
    most: int = 150,
    watch: Watch | None = None,
    plain: bool = False,
    powers: bool | str = False,
    sheets: Sheets | None = None,
    see: See | None = None,
    opened: Callable[[list[str]], None] | None = None,
) -> Game:
    """Plays a game until it is won or so many encounters are over; `watch` sees each table and what was ruled on it.

    `sheets` says who has which aliens. `opened` is told the commands that laid the table, `see` is shown what may be
    done before one of it is done.
    """
    source = random.Random(seed)
    table, commands = open_game(source, players, books, plain, powers, sheets)
    if opened is not None:
        opened(commands)
    encounters = drawn = 0
    begun = len(commands)  # when the encounter began
    while not table.winners:
        try:
            command = choose(source, table, books, see)
        except NoCardError:
            return Game(commands, encounters, table, "no card")
        if powers == TIMED:
            command = stated(source, table, books) or command
        command, verdict = _ruled(command, table, books)
        if watch is not None:
            watch(table, verdict)
        commands.append(verdict.command)
        table, verb = verdict.table, command.verb
        if verb == "destiny":
            drawn += 1
            if drawn == DRAWN:
                return Game(commands, encounters, table, "nobody to meet")
            continue
        drawn = 0
        if verb in _ENDS:
            encounters, begun = encounters + 1, len(commands)
            if encounters == most:
                return Game(commands, encounters, table, "long")
        elif len(commands) - begun > STUCK:
            raise StuckError(f"{STUCK} commands without an end of the encounter")
    return Game(commands, encounters, table, "won")


def _ruled(command: Command, table: Table, books: Rulebase) -> tuple[Command, Verdict]:
    """What is ruled of an offered command, or of what was asked for in its place. StuckError where it is refused."""
    verdict = rule(table, command, books)
    if not verdict.legal and (states := _asked_for(verdict, table, books)) is not None:
        command, verdict = states, rule(table, states, books)
    if not verdict.legal:
        raise StuckError(f"{verdict.command} was offered and is refused: {verdict.illegal[0].finding.says}")
    return command, verdict


def _asked_for(verdict: Verdict, table: Table, books: Rulebase) -> Command | None:
    """That a part of a sheet does nothing which is not applied and was asked for; None where nothing was asked for."""
    (refusal, *_) = verdict.illegal
    states = next((text for text in refusal.nearest if text.startswith("nothing ")), "")
    return read(states, table, books) if states else None


def stated(source: random.Random, table: Table, books: Rulebase) -> Command | None:
    """Something that a player states once the cards are turned up, if it can be; None for most tables."""
    if not (table.phase == ph.REVEAL and table.revealed) or source.random() < 0.5:
        return None
    who, other = source.choice(table.seats), source.choice(table.mains())
    number, planet = source.randint(0, 4), source.choice([*table.planets()])
    text = source.choice(
        [
            f"loses {who} {number} Guerrilla",
            f"loses {who} {number} from colonies Wrack",
            f"rewards {who} {number} Ghoul",
            f"compensation {who} {number} Ethic",
            f"removed {who} {number} Fungus",
            f"stays {table.defense} {number} Bulwark",
            f"saves {who} {number} Converter",
            f"colony {who} {planet} Winner",
            f"value {other} {source.choice(('N', 'M', '7'))} Empath",
            f"add offense {number} Neighbor",
        ]
    )
    command = read(text, table, books)
    return command if rule(table, command, books).legal else None
