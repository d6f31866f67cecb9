"""`set`: the table as it is, where the players correct it or begin in the middle of a game; and claims."""

from __future__ import annotations

from collections.abc import Callable

from referee.duel import state as st
from referee.duel.clout import check_plan, clout
from referee.duel.commands import FACTS, write_command
from referee.duel.control import controlled, count
from referee.duel.envoys import check_allies, title
from referee.duel.faults import most_cards
from referee.duel.notation import DuelReader
from referee.duel.on import On, planets_of
from referee.duel.play import At, command, trim
from referee.duel.state import DECKS, Envoy, Phase
from referee.duel.texts import ENVOY
from referee.errors import MalformedError


@command("set")
def set_facts(on: At) -> None:
    """Exactly these facts hold from now on. Ships may not come to more than a player owns."""
    table = on.table
    before = len("set ")
    for fact in on.command.args:
        try:
            _read_fact(on, fact)
        except MalformedError as error:
            hint = error.hint or f"It is typed so: {FACTS[fact.split()[0]]}"
            raise MalformedError(write_command(on.command), before + error.column, error.expected, hint) from None
        before += len(f"{fact}; ")
        on.find("turn.set", True, fact)
    owned = on.law["ships.owned"].value
    for name in table.seats:
        if table.total(name) > owned:
            on.cannot("turn.too-many-ships", name, table.total(name), owned)
    together = [planet for planet in table.planets if all(planet in controlled(on, name) for name in table.seats)]
    for planet in together:
        on.find("planets.together", planet)
    if table.phase == Phase.SETUP and table.leader:
        table.phase = Phase.DESTINY
    _seen_anew(on)


def _seen_anew(on: At) -> None:
    """What a corrected table asks for first: which ally is kept, what is discarded, and whether the game goes on."""
    table = on.table
    if table.phase == Phase.LIMIT:
        trim(on)
    table.dues = [due for due in table.dues if due.verb != "keep"]
    for name in table.order():
        check_allies(on, name)
    if table.ended in ("win.five", "win.both") and table.fight is None:
        table.winners, table.ended, table.phase = [], "", Phase.DESTINY


def _read_fact(on: At, fact: str) -> None:
    reader = DuelReader(fact, on.texts, on.table.seats)
    _SETS[reader.step().lower()](reader, on)
    if reader.now:
        reader.fail("';' and another fact, or the end of the command")


def _number(place: str) -> Callable[[DuelReader, On], None]:
    def read(r: DuelReader, on: On) -> None:
        def one() -> None:
            name = r.player()
            getattr(on.table, place)[name] = r.number("how many")

        r.comma_list(one)

    return read


def _planet(r: DuelReader, on: On) -> None:
    table, planet = on.table, r.now.casefold()
    numbers = [str(number) for number in range(1, on.law["setup.decks"].value["planets"] + 1)]
    if planet not in (*numbers, st.WARPPLANET):
        r.fail(f"a planet: its number, 1 to {numbers[-1]}, or {st.WARPPLANET}")
    r.step()
    if planet not in table.planets:
        table.stack = max(table.stack - (planet != st.WARPPLANET), 0)
        table.symbols[planet] = planet  # by its number, until the symbol is told
    if r.word("symbol"):
        table.symbols[planet] = r.name("the planet's symbol").casefold()
    ships: dict[str, int] = {}

    def one() -> None:
        name = r.player()
        ships[name] = r.number("how many ships")

    if not r.done():
        r.comma_list(one)
    table.planets[planet] = {name: number for name, number in ships.items() if number}


def _hand(r: DuelReader, on: On) -> None:
    _pile(on.table.hands, r, on)


def _pile(piles: dict[str, list[str]], r: DuelReader, on: On) -> None:
    """A player's cards, no more than there are."""
    name, at = r.player(), r.at
    cards, most = r.hand(), most_cards(on.law)
    if len(cards) > most:
        r.fail(f"no more than {most} cards, which is all there are", "", at)
    for card in cards:
        check_plan(on, name, card)
    piles[name] = list(cards)


def _leader(r: DuelReader, on: On) -> None:
    on.table.leader = r.player()


def _envoy(r: DuelReader, on: On) -> None:
    if r.now not in on.table.envoys:
        r.fail(f"the number of an envoy: {', '.join(on.table.envoys)}")
    key = r.step()
    name = st.UNKNOWN if r.mark("?") else r.envoy()
    envoy = on.table.envoys[key] = Envoy(name)
    if r.is_player():
        envoy.ally = r.player()
    envoy.faceup = r.word("faceup")


def _deck(r: DuelReader, on: On) -> None:
    deck = next((deck for deck in DECKS if r.word(deck)), "")
    if deck:
        on.table.decks[deck] = _no_more(r, on.law["setup.decks"].value[deck])
    else:
        name = r.player()
        on.table.piles[name] = _no_more(r, most_cards(on.law))


def _one(place: str, piece: str) -> Callable[[DuelReader, On], None]:
    def read(r: DuelReader, on: On) -> None:
        setattr(on.table, place, _no_more(r, on.law["setup.decks"].value[piece]))

    return read


def _no_more(r: DuelReader, most: int) -> int:
    """How many cards or tiles there are: no more than the box holds."""
    at, number = r.at, r.number("how many")
    if number > most:
        r.fail(f"no more than {most}, which is all there are", "", at)
    return number


def _spent(r: DuelReader, on: On) -> None:
    name = r.player()
    r.mark(":")
    found: list[str] = []
    if not r.done():
        r.comma_list(lambda: found.append(r.tactic()))
    most = on.law["setup.tactics"].value
    if len(found) > most:
        r.fail(f"no more than {most} tactics")
    on.table.spent[name] = found


def _snare(r: DuelReader, on: On) -> None:
    name = r.player()
    on.table.snares[name] = r.duel_card()
    check_plan(on, name, on.table.snares[name])


def _icon(r: DuelReader, on: On) -> None:
    owner = r.owner()
    on.table.icons[owner] = r.icon()


def _text(r: DuelReader, on: On) -> None:
    owner, words = r.owner(), r.words()
    on.table.says[owner] = words
    on.find("stated.text", True, owner, words)


def _next(r: DuelReader, on: On) -> None:
    deck = next((deck for deck in DECKS if r.word(deck)), "")
    if not deck and not r.mark(st.UNKNOWN):
        r.fail(f"a deck: {', '.join(DECKS)}, or ? where its icon is not known")
    on.table.next = deck


def _advantage_of(r: DuelReader, on: On) -> None:
    number = r.number("the ship advantage that the card gives")
    on.there_is("duel", on.table.fight is not None, "no card calls for one now")
    on.fight.advantage = number


def _discards(r: DuelReader, on: On) -> None:
    _pile(on.table.discards, r, on)


_SETS: dict[str, Callable[[DuelReader, On], None]] = {
    "advantage": _advantage_of,
    "supply": _number("supply"),
    "warp": _number("warp"),
    "limit": _number("limits"),
    "planet": _planet,
    "hand": _hand,
    "leader": _leader,
    "envoy": _envoy,
    "deck": _deck,
    "stack": _one("stack", "planets"),
    "reinforcements": _one("gains", "reinforcements"),
    "spent": _spent,
    "snare": _snare,
    "icon": _icon,
    "text": _text,
    "next": _next,
    "discards": _discards,
}


# -- claims ------------------------------------------------------------------------------------------------------------


@command("claim")
def claim(on: At) -> None:
    """What somebody says is so, ruled true, or refused with the clause by which it is not."""
    c = on.command
    said = f"{c.name} {c.who} {c.number if c.number is not None else c.why}".strip()
    _CLAIMS[c.name](on)
    on.find("turn.claim", True, said)


def _clout(on: At) -> None:
    c = on.command
    fight, last = on.table.fight, on.table.last
    if fight is not None and fight.values:
        with on.aside():
            have = clout(on)[c.who].value
    else:
        have = ((last or {}).get("players", {}).get(c.who) or {}).get("clout")
    if have != c.number:
        on.cannot("claim.clout", c.who, c.number, value=have)


def _winner(on: At) -> None:
    fight = on.table.fight
    winner = fight.winner if fight is not None and fight.winner else (on.table.last or {}).get("winner")
    if winner != on.command.who:
        on.cannot("claim.winner", on.command.who, winner or "nobody so far")


def _is_leader(on: At) -> None:
    if on.table.leader != on.command.who:
        on.cannot("claim.leader", on.command.who, on.table.leader or "nobody yet")


def _controls(on: At) -> None:
    c = on.command
    have = count(on, c.who)
    if have.value != c.number:
        on.cannot("claim.controls", c.who, planets_of(have.value), c.number)
    on.tell(have.rule, have.value, *have.words)


def _advantage(on: At) -> None:
    c, table = on.command, on.table
    here = {name: on.here(name) if table.fight is not None else 0 for name in table.seats}
    if here[c.who] <= here[table.other(c.who)]:
        on.cannot("claim.advantage", c.who, ", ".join(f"{name} has {number} there" for name, number in here.items()))


def _game(on: At) -> None:
    who, planets = on.command.who, count(on, on.command.who).value
    if who not in on.table.winners:
        later = ", which counts before the next destiny card" if planets >= on.law["win.five"].value else ""
        on.cannot("claim.game", who, f"{who} controls {planets_of(planets)}{later}")


def _ships(place: str) -> Callable[[At], None]:
    def compare(on: At) -> None:
        c = on.command
        have = getattr(on.table, place)[c.who]
        if have != c.number:
            where = "in supply" if place == "supply" else "in the Warp"
            on.cannot("claim.ships", c.who, c.number, where, value=have)

    return compare


def _envoy_of(on: At) -> str:
    asked = on.command.why.casefold()
    return next((k for k, envoy in on.table.envoys.items() if asked in (k, envoy.name.casefold())), "")


def _ally(on: At) -> None:
    key = _envoy_of(on)
    if key not in on.table.ally(on.command.who):
        on.cannot("claim.ally", on.command.who, on.command.why)


def _active(on: At) -> None:
    key, who = _envoy_of(on), on.command.who
    if key not in on.table.ally(who):
        on.cannot("claim.active", who, on.command.why, "it is no ally")
    if not on.table.envoys[key].faceup:
        on.cannot("claim.active", who, title(on, key), "it lies face down")
    if on.texts.find(ENVOY, on.table.envoys[key].name):
        on.find("envoys.active-again", True, who, title(on, key))


def _optional(on: At) -> None:
    if on.command.why.casefold() != "may":
        on.cannot("claim.optional", f"what says {on.command.why!r}")


def _first(on: At) -> None:
    if on.command.why.casefold() != "when":
        on.cannot("claim.first", f"what is timed {on.command.why!r}")


_CLAIMS: dict[str, Callable[[At], None]] = {
    "clout": _clout,
    "winner": _winner,
    "leader": _is_leader,
    "controls": _controls,
    "advantage": _advantage,
    "game": _game,
    "supply": _ships("supply"),
    "warp": _ships("warp"),
    "ally": _ally,
    "active": _active,
    "optional": _optional,
    "first": _first,
}
