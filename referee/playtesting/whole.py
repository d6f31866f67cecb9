"""What must hold of every table: all ships and cards are there once, and colonies are as was ruled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from referee.book.loader import Rulebase, rulebase
from referee.book.power import Alien
from referee.judge.powers.effect import Effect, find
from referee.judge.ruling import MUST
from referee.judge.table.verdict import Verdict
from referee.playtesting.dealing import deck_of
from referee.playtesting.playing import seen
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.table import Table, owner


def wrong(before: Table, verdict: Verdict, books: Rulebase | None = None) -> list[str]:
    """What is wrong with a table after a command, in sentences; nothing if all is as it must be.

    `books` know an alien of which the project's own rulebase has no sheet.
    """
    table = verdict.table
    known = books or rulebase(table.edition)
    found = [*ships_missing(table, known), *_sides(table), *_colonies(table, known), *_cards(table, known)]
    if verdict.ruling is not None and before.phase == ph.REVEAL:
        found += _as_ruled(before, verdict)
    return found


def ships_missing(table: Table, books: Rulebase) -> Iterator[str]:
    """Everybody has the full number of ships, and no stack is empty or less."""
    for name in table.seats:
        yield from _ships_missing_of(name, table, books)
    yield from _fan_wrong(table)
    if table.phase == ph.START and table.fan and not table.acts and table.arrived != table.ships[tbl.WARP]:
        yield f"the encounter is over, and ships that it cost are in the warp: {table.ships[tbl.WARP]}"
    for place, stacks in table.ships.items():
        strangers = set(stacks) - set(table.seats)
        if strangers:
            yield f"at {place} stand ships of {strangers}, who do not sit here"


def _ships_missing_of(name: str, table: Table, books: Rulebase) -> Iterator[str]:
    places = {place: stacks[name] for place, stacks in table.ships.items() if name in stacks}
    total, ships = sum(places.values()), books.law["setup.ships"].value
    owns = (
        2 * ships if any("owns_twice" in alien.verbs for alien in _sheets(table.aliens.get(name, ()), books)) else ships
    )
    if total != owns or table.owned[name] != owns:
        yield f"{name} has {total} ships, and owns {table.owned[name]}, not {owns}: {places}"
    if any(count <= 0 for count in places.values()):
        yield f"{name} has a stack without ships: {places}"


def _fan_wrong(table: Table) -> Iterator[str]:
    """What lies on the fan is what is in limbo."""
    lying = Counter[str]()
    for stacks in table.fan.values():
        lying.update(stacks)
    if lying != Counter(table.ships.get(tbl.LIMBO, {})):
        yield f"on the fan lie {dict(lying)}, and in limbo are {table.ships.get(tbl.LIMBO)}"


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
    for name in _no_allies(table, gate - {table.turn} - late, "offense"):
        yield f"{name} stands at the gate and is no ally of the offense"
    for name in _no_allies(table, beside - late, "defense"):
        yield f"{name} stands beside the defense and is no ally of it"


def _no_allies(table: Table, names: set[str], side: str) -> list[str]:
    return [name for name in names if table.allies.get(name) != side]


def _colonies(table: Table, books: Rulebase) -> Iterator[str]:
    """Markers are foreign colonies; who has enough of them wins, once the encounter is over."""
    for name in table.seats:
        colonies = [place for place in table.planets() if table.ships[place].get(name)]
        foreign = sum(owner(place) != name for place in colonies)
        home = len(colonies) - foreign
        if (len(table.foreign_colonies(name)), len(table.home_colonies(name))) != (foreign, home):
            yield f"{name} has {foreign} foreign and {home} home colonies, and it says otherwise"
        yield from _win_wrong(table, name, foreign, books)


def _win_wrong(table: Table, name: str, foreign: int, books: Rulebase) -> Iterator[str]:
    """A player has won who must not have, or has not who must, with so many foreign colonies."""
    needed = books.law["win.colonies"].value
    if name in table.winners and _won_by(table, name) < needed and not _wins_by_power(table, name, books):
        yield f"{name} has won with {foreign} foreign colonies"
    is_won = table.winners or name in table.winning  # which ends the game with its phase
    by_colonies = not any(effect.alone for effect in _effects(table, name, books))
    if table.phase == ph.START and not is_won and foreign >= needed and by_colonies:
        yield f"{name} has {foreign} foreign colonies, and a new turn has begun"


def _won_by(table: Table, name: str) -> int:
    """How many foreign colonies count for a player's win, those with the planets on its sheet."""
    return len(table.foreign_colonies(name)) + len(table.captured_planets(name))


def _wins_by_power(table: Table, name: str, books: Rulebase) -> bool:
    """Whether the sheet of a winner names another condition of winning."""
    return any(effect.wins is not None for effect in _effects(table, name, books))


def _sheets(names: Iterable[str], books: Rulebase) -> Iterator[Alien]:
    """The sheets of these names, as far as they are known."""
    return (alien for alien in map(books.alien, names) if alien is not None)


def _all_sheets(table: Table, books: Rulebase) -> Iterator[Alien]:
    """The sheets of all players."""
    return _sheets(chain.from_iterable(table.aliens.values()), books)


def _effects(table: Table, name: str, books: Rulebase) -> Iterator[Effect]:
    """What the sheets of a player do."""
    uses = (use for alien in _sheets(table.aliens.get(name, ()), books) for use in alien.uses)
    for verb in [effect.verb for use in uses for effect in use.effects]:
        effect = find(verb)
        if effect is not None:
            yield effect


def _sheet_keeps_discards(table: Table, books: Rulebase) -> bool:
    """True if somebody's own discards lie on an alien sheet of which only the players know what is on it."""
    sheets = _all_sheets(table, books)
    return any(not {"discards", "opposing-discards"}.isdisjoint(alien.holds) for alien in sheets)


def _adds_flares(table: Table, books: Rulebase) -> bool:
    """True if somebody's sheet brings flares into the game that were in no deck."""
    return any("draws_unused_flare" in alien.verbs for alien in _all_sheets(table, books))


def _cards(table: Table, books: Rulebase) -> Iterator[str]:
    """No card is in two places: never more than there are, and all of them there between encounters."""
    if table.deck is None:
        return
    held = sum(map(len, chain(table.hands.values(), table.aside.values())))
    total = table.deck + held + len(table.discards) + len(table.cards)
    deck = deck_of(table.edition)
    own = {alien for alien in chain.from_iterable(table.aliens.values()) if not deck.copies[alien]}
    most = len(deck.cards) + len(own)  # a flare comes into the game with a sheet that comes at last
    if total > most and not _adds_flares(table, books):
        yield f"there are {total} cards, not {len(deck.cards)}"
    kept = table.phase != ph.START or table.acts or _sheet_keeps_discards(table, books) or _adds_flares(table, books)
    if not kept and not len(deck.cards) <= total <= most:
        yield f"there are {total} cards between encounters, not {len(deck.cards)}"
    yield from _too_often(table, books)


def _too_often(table: Table, books: Rulebase) -> Iterator[str]:
    """No card lies in more places than there are copies of it; each flare is there once."""
    known = seen(table, books)
    known.subtract(deck_of(table.edition).copies)
    twice = sorted(card for card, count in known.items() if count > (books.alien(card) is not None))
    if twice:
        yield f"{', '.join(twice)} lie in more places than there are copies"


def _as_ruled(before: Table, verdict: Verdict) -> Iterator[str]:
    """Foreign colonies change as the ruling says. What a failed deal costs is chosen later and not looked at.

    Neither is a player who states a colony: the ship for it may be the last one of another. Who has already paid a ship
    that the ruling left to be lost after it may have one colony fewer by that.
    """
    ruling = verdict.ruling
    assert ruling is not None
    left = {then.finding.rule.id for then in ruling.then if then.does == MUST}
    paid = {word for step in verdict.steps if step.rule.id in left for word in step.words}
    for name, player in ruling.players.items():
        change = player.foreign.value if player.foreign is not None else None
        if any((act.verb, act.who) == ("colony", name) for act in before.acts):
            continue
        had, has = (_won_by(table, name) for table in (before, verdict.table))
        if change is not None and not change - (name in paid) <= has - had <= change:
            yield f"{name} has {has - had:+} foreign colonies, and {change:+} were ruled"
