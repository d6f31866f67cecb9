"""A player who does anything that is legal: whole games, for the tests and the benchmark.

Every game has its seed; the same seed plays the same game. Hands are dealt from a deck that is counted and known, so
that a card in two places shows. Nothing here knows a rule: what may be done comes from `legal`, what follows from
`rule`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from referee.book.loader import Names, Rulebase, rulebase
from referee.judge.phases.setup import not_together
from referee.judge.powers.effect import find
from referee.judge.table.planning import may_select
from referee.judge.table.setting import lay_ruled
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import Verdict
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, read_command, write_command
from referee.state.encounter import Act
from referee.state.facts import Fact
from referee.state.kept import show, to_data
from referee.state.table import Table, owner

SEATS = ("red", "purple", "yellow", "blue", "green")
SHIPS = 20
DESTINY = 21
ARTIFACTS = (
    *("Cosmic-Zap", "Card-Zap", "Mobius-Tubes") * 2,
    *("Ionic-Gas", "Quash", "Emotion-Control", "Force-Field", "Plague"),
)
# The deck of 2018, as far as the table knows cards by name.
DECK = (
    *("0", "1", "5", "7", "9", "11", "13", "15", "23", "30", "40", "M", "+5"),
    *("4", "10") * 4,
    *("6", "8") * 7,
    *("12", "14", "20", "+2") * 2,
    *("+3",) * 3,
    *("N",) * 15,
    *ARTIFACTS,
)
# Commands since the last encounter ended, after which a game is stuck; destiny cards in a row, after which nobody is
# left to meet (all others without home colonies, and nothing to land on at home): the rules know no end of that.
STUCK, DRAWN = 400, 60
TIMED = "timed"
_ENDS = ("end", "second")  # what ends an encounter


class Deck(NamedTuple):
    """The cosmic deck of an edition: all its cards, how often each lies there, and so of the encounter cards."""

    cards: tuple[str, ...]
    copies: Counter[str]
    encounter: list[tuple[str, int]]


@lru_cache(maxsize=64)
def deck_of(edition: str) -> Deck:
    """The deck of 2018 without what an edition has not, or the one that its book counts card by card."""
    law = rulebase(edition).law
    counted = law["cards.copies"].value
    cards = (*chain.from_iterable([card] * count for card, count in counted.items()), *ARTIFACTS) if counted else DECK
    foreign = law["cards.foreign"].value
    if isinstance(foreign, list):
        cards = tuple(card for card in cards if _TYPES.get(card[0]) not in foreign)
    copies = Counter(cards)
    return Deck(cards, copies, [(card, n) for card, n in copies.items() if card in ("N", "M") or card.isdigit()])


_TYPES = {"M": "morph", "+": "reinforcement"}  # of cards whose type an edition may not have

Watch = Callable[[Table, Verdict], None]


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


def deal(source: random.Random, seats: tuple[str, ...], hand: int = 8, apart: int = 0) -> str:
    """The `set` that gives everybody a hand from one deck, as it is typed (see `dealt`)."""
    return write_command(Command("set", facts=dealt(source, seats, hand, apart=apart)))


def dealt(
    source: random.Random,
    seats: tuple[str, ...],
    hand: int = 8,
    plain: bool = False,
    apart: int = 0,
    edition: str = "consolidated",
) -> tuple[Fact, ...]:
    """What gives everybody a hand from one deck: known, known in part, or not known at all.

    In a plain game artifacts are never known, so nobody plays one. So many cards lie apart from the hands already. In
    an edition without a destiny pile none is told.
    """
    deck = list(deck_of(edition).cards)
    source.shuffle(deck)
    facts: list[Fact] = []
    for name in seats:
        cards, deck = deck[:hand], deck[hand:]
        hidden = source.choice((0.0, 0.0, 0.3, 1.0))
        told = [tbl.UNKNOWN if source.random() < hidden or (plain and card in ARTIFACTS) else card for card in cards]
        facts.append(Fact("hand", name, cards=tuple(told)))
    facts.append(Fact("deck", number=len(deck) - apart))
    if rulebase(edition).law["destiny.pile"].value:
        facts.append(Fact("destiny-deck", number=DESTINY))
    return tuple(facts)


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
    source: random.Random, players: int, books: Rulebase, plain: bool = False, powers: bool | str = False
) -> tuple[Table, list[str]]:
    """A table that is laid and dealt, and the commands that did it; with `powers` everybody has as many as it can.

    With the powers `TIMED` these are all such as the players state.
    """
    seats = SEATS[:players]
    each = books.law["setup.one-alien"].value
    known = (books.law["setup.known-aliens"].value or executable(books)) if powers else []
    if powers == TIMED:
        known = timed(books)
    sheets: dict[str, tuple[str, ...]] = {}
    while powers and (not sheets or any(not_together(sheets, books))):
        aliens = source.sample(known, players * each)
        sheets = {name: tuple(aliens[at * each : (at + 1) * each]) for at, name in enumerate(seats)}
    laid = Command("table", names=seats, aliens=sheets)
    table = lay_ruled(laid, books).table
    apart = sum(len(cards) for cards in table.aside.values())
    hands = dealt(source, seats, books.law["setup.hand"].value, plain, apart, table.edition)
    verdict = rule(table, Command("set", facts=hands), books)
    if not verdict.legal:
        raise StuckError(f"{verdict.command}: {verdict.illegal[0].finding.says}")
    return verdict.table, [write_command(laid), verdict.command]


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
    lying = [*chain.from_iterable(piles), *_second_cards(table)]
    left = [*deck_of(table.edition).encounter]
    while left:
        at = int(source.random() * len(left))
        name, count = left[at]
        if lying.count(name) < count and may_select(on, who, name):
            return name
        left[at] = left[-1]
        left.pop()
    raise NoCardError


def seen(table: Table) -> Counter[str]:
    """The cards on the table that are known by name: in hands, discarded, or selected."""
    apart = [*table.hands.values(), *table.aside.values()]
    found = Counter(chain(*apart, table.discards, table.cards.values()))
    del found[tbl.UNKNOWN]
    found.update(_second_cards(table))
    return found


def _second_cards(table: Table) -> list[str]:
    """The encounter cards that lie beside those of the main players until the encounter is decided."""
    uses = [] if table.ruled else [act for act in table.acts if act.verb == "use" and act.args]
    return [act.args[0] for act in uses if _lays_second(table, act)]


def _lays_second(table: Table, act: Act) -> bool:
    """True if a use is of a sheet by which a second encounter card is laid."""
    aliens = (rulebase().alien(name) for name in table.aliens.get(act.who, ()))
    return any("lays_second" in alien.verbs for alien in aliens if alien)


def _names_too_many(act: Act, who: str, table: Table) -> bool:
    """Whether a use names a card out of an unknown hand of which all copies are known to lie elsewhere."""
    copies = deck_of(table.edition).copies
    if act.verb != "use" or copies.keys().isdisjoint(act.args):
        return False
    known = seen(table)
    hand = table.hands.get(who, ())
    return any(card in copies and card not in hand and known[card] >= copies[card] for card in act.args)


def choose(source: random.Random, table: Table, books: Rulebase) -> Command:
    """One of the commands that may be given now."""
    offered = legal(table, books)
    if not offered:
        raise StuckError(f"nothing is legal in the phase {table.phase}")
    command = offered[int(source.random() * len(offered))][1]  # `choice` costs more than the referee takes to offer it
    if command.act is not None and _names_too_many(command.act, command.who, table):
        rest = [other for _, other in offered if not other.act or not _names_too_many(other.act, other.who, table)]
        if not rest:
            raise NoCardError
        command = source.choice(rest)
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
) -> Game:
    """Plays a game until it is won or so many encounters are over; `watch` sees each table and what was ruled on it."""
    source = random.Random(seed)
    table, commands = open_game(source, players, books, plain, powers)
    encounters = drawn = 0
    begun = len(commands)  # when the encounter began
    while not table.winners:
        try:
            command = choose(source, table, books)
        except NoCardError:
            return Game(commands, encounters, table, "no card")
        if powers == TIMED:
            command = stated(source, table, books) or command
        verdict = rule(table, command, books)
        if not verdict.legal:
            raise StuckError(f"{verdict.command} was offered and is refused: {verdict.illegal[0].finding.says}")
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


# -- what must hold ----------------------------------------------------------------------------------------------------


def wrong(before: Table, verdict: Verdict) -> list[str]:
    """What is wrong with a table after a command, in sentences; nothing if all is as it must be."""
    table = verdict.table
    found = [*_ships(table), *_sides(table), *_colonies(table), *_cards(table)]
    if verdict.ruling is not None and before.phase == ph.REVEAL:
        found += _as_ruled(before, verdict)
    return found


def _ships(table: Table) -> Iterator[str]:
    """Everybody has the full number of ships, and no stack is empty or less."""
    ships = rulebase(table.edition).law["setup.ships"].value
    for name in table.seats:
        places = {place: stacks[name] for place, stacks in table.ships.items() if name in stacks}
        total = sum(places.values())
        aliens = (rulebase(table.edition).alien(alien) for alien in table.aliens.get(name, ()))
        owns = 2 * ships if any("owns_twice" in alien.verbs for alien in aliens if alien) else ships
        if total != owns or table.owned[name] != owns:
            yield f"{name} has {total} ships, and owns {table.owned[name]}, not {owns}: {places}"
        if any(count <= 0 for count in places.values()):
            yield f"{name} has a stack without ships: {places}"
    lying = Counter[str]()
    for stacks in table.fan.values():
        lying.update(stacks)
    if lying != Counter(table.ships.get(tbl.LIMBO, {})):
        yield f"on the fan lie {dict(lying)}, and in limbo are {table.ships.get(tbl.LIMBO)}"
    if table.phase == ph.START and table.fan and not table.acts and table.arrived != table.ships[tbl.WARP]:
        yield f"the encounter is over, and ships that it cost are in the warp: {table.ships[tbl.WARP]}"
    for place, stacks in table.ships.items():
        strangers = set(stacks) - set(table.seats)
        if strangers:
            yield f"at {place} stand ships of {strangers}, who do not sit here"


def _sides(table: Table) -> Iterator[str]:
    """Nobody is on both sides: the gate is the offense's and its allies', what stands beside is the other allies'."""
    gate, beside = set(table.ships[tbl.GATE]), set(table.ships[tbl.BESIDE])
    if gate & beside:
        yield f"{gate & beside} stand on both sides"
    if table.defense and table.defense == table.turn and table.target and not table.empty:
        yield f"{table.turn} is offense and defense"
    if set(table.allies) & set(table.mains()):
        yield f"{set(table.allies) & set(table.mains())} are main players and allies"
    late = {due.who for due in table.due}  # whose ships are still on their way home
    for name in gate - {table.turn} - late:
        if table.allies.get(name) != "offense":
            yield f"{name} stands at the gate and is no ally of the offense"
    for name in beside - late:
        if table.allies.get(name) != "defense":
            yield f"{name} stands beside the defense and is no ally of it"


def _colonies(table: Table) -> Iterator[str]:
    """Markers are foreign colonies; who has enough of them wins, once the encounter is over."""
    told, needed = show(table), rulebase(table.edition).law["win.colonies"].value
    for name in table.seats:
        foreign = [p for p, stacks in told["planets"].items() if owner(p) != name and stacks.get(name)]
        home = [p for p, stacks in told["planets"].items() if owner(p) == name and stacks.get(name)]
        if (told["foreign"][name], told["home"][name]) != (len(foreign), len(home)):
            yield f"{name} has {len(foreign)} foreign and {len(home)} home colonies, and it says otherwise"
        held = len(table.captured_planets(name))  # on its sheet, and counted for its win
        if name in table.winners and len(foreign) + held < needed and not _wins_by_power(table, name):
            yield f"{name} has won with {len(foreign)} foreign colonies"
        is_won = table.winners or name in table.winning  # which ends the game with its phase
        if table.phase == ph.START and not is_won and len(foreign) >= needed:
            yield f"{name} has {len(foreign)} foreign colonies, and a new turn has begun"


def _wins_by_power(table: Table, name: str) -> bool:
    """Whether the sheet of a winner names another condition of winning."""
    aliens = (rulebase().alien(alien) for alien in table.aliens.get(name, ()))
    return any(_wins(effect.verb) for alien in aliens if alien for use in alien.uses for effect in use.effects)


def _sheet_keeps_discards(table: Table) -> bool:
    """True if somebody's own discards lie on an alien sheet of which only the players know what is on it."""
    aliens = (rulebase().alien(name) for names in table.aliens.values() for name in names)
    return any("discards" in alien.holds for alien in aliens if alien)


def _cards(table: Table) -> Iterator[str]:
    """No card is in two places: never more than there are, and all of them there between encounters."""
    if table.deck is None:
        return
    hands = sum(len(cards) for cards in table.hands.values())
    aside = sum(len(cards) for cards in table.aside.values())
    total = table.deck + hands + len(table.discards) + len(table.cards) + aside
    deck = deck_of(table.edition)
    own = {alien for aliens in table.aliens.values() for alien in aliens if not deck.copies[alien]}
    most = len(deck.cards) + len(own)  # a flare comes into the game with a sheet that comes at last
    if total > most:
        yield f"there are {total} cards, not {len(deck.cards)}"
    kept = table.phase != ph.START or table.acts or _sheet_keeps_discards(table)
    if not kept and not len(deck.cards) <= total <= most:
        yield f"there are {total} cards between encounters, not {len(deck.cards)}"
    known = seen(table)
    known.subtract(deck.copies)
    twice = sorted(card for card, count in known.items() if count > (card in own))
    if twice:
        yield f"{', '.join(twice)} lie in more places than there are copies"


def _as_ruled(before: Table, verdict: Verdict) -> Iterator[str]:
    """Foreign colonies change as the ruling says. What a failed deal costs is chosen later and not looked at.

    Neither is a player who states a colony: the ship for it may be the last one of another.
    """
    ruling = verdict.ruling
    assert ruling is not None
    for name, player in ruling.players.items():
        change = player.foreign.value if player.foreign is not None else None
        if any((act.verb, act.who) == ("colony", name) for act in before.acts):
            continue
        had, has = (len(table.foreign_colonies(name)) for table in (before, verdict.table))
        if change is not None and has - had != change:
            yield f"{name} has {has - had:+} foreign colonies, and {change:+} were ruled"


# -- what may not be done ----------------------------------------------------------------------------------------------


def _unasked(table: Table, command: Command) -> bool:
    """Whether the judge may accept this though `legal` does not offer it, since it offers the plain way only."""
    return {
        "offense": table.phase == ph.START,  # says what is known
        "play": table.phase == ph.ALLIANCE,  # nobody need be asked (DF-20)
        "invite": table.phase == ph.ALLIANCE,  # a second time, for nobody else
        "resolve": table.phase == ph.REVEAL,  # turns the cards up first
        # A hand that is not known may hold no encounter card: its owner says so.
        "new hand": tbl.UNKNOWN in table.hands.get(command.who, ()),
    }.get(command.verb, False)


_BEATS_A_COUNT = frozenset(("table.held-more", "table.recounted", "table.hand-by-count"))


def tries(table: Table, source: random.Random) -> Iterator[str]:
    """Commands of every kind, as somebody could type them whether they are legal or not."""
    planets = list(table.planets())
    for name in table.seats:
        planet, other = source.choice(planets), source.choice(table.seats)
        ships = source.randint(0, 6)
        yield f"new hand {name}"
        yield f"destiny {name}"
        yield f"wild {name}"
        yield f"launch {name} {ships} at {planet}"
        yield f"invite {name}: none"
        yield f"ally {name} {source.choice(('offense', 'defense'))} {ships}"
        yield f"decline {name}"
        yield f"play {name} {source.choice(('?', 'N', '8', '+2', 'Card-Zap'))}"
        yield f"lose {name} {planet} {ships}"
        yield f"return {name} {planet} {ships}"
        yield f"take {name} {ships} from {other}"
        yield f"reward {name} {ships} cards"
        yield f"regroup {planet}"
    yield from ("regroup gate", "reveal", "resolve", "second", "end", f"punt {table.turn}")


def slips(table: Table, source: random.Random, books: Rulebase) -> list[str]:
    """Where generator and judge do not agree on this table, in sentences: each offer is tried, and what is not offered.

    A kind of command by a player of which nothing is offered must be refused, and leave the table as it was.
    """
    found: list[str] = []
    names = Names(books)
    offered = {(command.verb, command.who) for _, command in legal(table, books)}
    was = to_data(table)
    for who, command in legal(table, books):
        text = write_command(command)
        if write_command(read_command(text, names, table.seats)) != text:
            found.append(f"{text} is offered and reads as another command")
        verdict = rule(table, command, books)
        if not verdict.legal:
            found.append(f"{text} is offered to {who} and refused: {verdict.illegal[0].finding.says}")
    for text in tries(table, source):
        command = read_command(text, names, table.seats)
        verdict = rule(table, command, books)
        beats = any(step.rule.id in _BEATS_A_COUNT for step in verdict.steps)  # what is laid was held
        if verdict.legal and not beats and (command.verb, command.who) not in offered and not _unasked(table, command):
            found.append(f"{text} is not offered and accepted in the phase {table.phase}")
        if not verdict.legal and (to_data(verdict.table) != was or not verdict.refused_by):
            found.append(f"{text} is refused and changes the table, or without a clause")
    if to_data(table) != was:
        found.append("ruling changed the table that was ruled on")
    return found


def _wins(verb: str) -> bool:
    effect = find(verb)
    return effect is not None and effect.wins is not None
