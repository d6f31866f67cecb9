"""`set`: the table as it is, where the players correct it or begin in the middle of a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from referee.duel import state as st
from referee.duel.clout import check_plan
from referee.duel.control import controlled
from referee.duel.declared import Form, Forms, Kind, Spoken, each, listed
from referee.duel.envoys import check_allies
from referee.duel.kinds import HAND, PLAYER, TACTIC, Card, Icon, Owner, Player, Words, number
from referee.duel.notation import DuelReader
from referee.duel.on import On, say
from referee.duel.play import trim
from referee.duel.state import DECKS, UNKNOWN, WARPPLANET, Envoy, Phase, State
from referee.duel.texts import most_cards

# -- what a fact can say -----------------------------------------------------------------------------------------------


def _planet_key(r: DuelReader) -> str:
    planet, most = r.now.casefold(), r.law["setup.decks"].value["planets"]
    if planet not in (*map(str, range(1, most + 1)), WARPPLANET):
        r.fail(f"a planet: its number, 1 to {most}, or {WARPPLANET}")
    r.step()
    return planet


def _hand_told(r: DuelReader) -> tuple[str, ...]:
    """A player's cards, no more than there are."""
    at, cards, most = r.at, r.hand(), most_cards(r.law)
    if len(cards) > most:
        r.fail(f"no more than {most} cards, which is all there are", "", at)
    return cards


def _envoy_key(r: DuelReader) -> str:
    numbers = [str(number) for number in range(1, r.law["setup.envoys"].value + 1)]
    if r.now not in numbers:
        r.fail(f"the number of an envoy: {', '.join(numbers)}")
    return r.step()


def _no_more(r: DuelReader, most: int) -> int:
    """How many cards or tiles there are: no more than the box holds."""
    at, told = r.at, r.number("how many")
    if told > most:
        r.fail(f"no more than {most}, which is all there are", "", at)
    return told


def _deck_told(r: DuelReader) -> dict[str, int]:
    """How many cards are in a deck: one of the destiny decks, or a player's own."""
    deck = next((deck for deck in DECKS if r.word(deck)), "")
    if deck:
        return {deck: _no_more(r, r.law["setup.decks"].value[deck])}
    name = r.player()
    return {name: _no_more(r, most_cards(r.law))}


def _symbol(r: DuelReader) -> str:
    return r.name("the planet's symbol").casefold() if r.word("symbol") else ""


def _of_the_box(piece: str) -> Kind[DuelReader, int]:
    return Kind(lambda r: _no_more(r, r.law["setup.decks"].value[piece]))


def _spent_told(r: DuelReader) -> tuple[str, ...]:
    r.mark(":")
    found = () if r.done() else listed(TACTIC).read(r)
    most = r.law["setup.tactics"].value
    if len(found) > most:
        r.fail(f"no more than {most} tactics")
    return found


def _next_deck(r: DuelReader) -> str:
    deck = next((deck for deck in DECKS if r.word(deck)), "")
    if not deck and not r.mark(UNKNOWN):
        r.fail(f"a deck: {', '.join(DECKS)}, or ? where its icon is not known")
    return deck


_COUNTS = each(PLAYER, number("how many"))
_SPENT: Kind[DuelReader, tuple[str, ...]] = Kind(
    _spent_told, lambda tactics: f": {listed(TACTIC).write(tactics)}".strip()
)
_FACEUP: Kind[DuelReader, bool] = Kind(lambda r: r.word("faceup"), lambda _: "faceup")

Counts = Annotated[dict[str, int], _COUNTS]
PlanetKey = Annotated[str, Kind(_planet_key)]
Symbol = Annotated[str, Kind(_symbol, lambda symbol: f"symbol {symbol}" if symbol else "")]
Stacks = Annotated[dict[str, int], each(PLAYER, number("how many ships"), or_none=True)]
CardsHeld = Annotated[tuple[str, ...], Kind(_hand_told, HAND.write)]
EnvoyKey = Annotated[str, Kind(_envoy_key)]
EnvoyTold = Annotated[str, Kind[DuelReader, str](lambda r: UNKNOWN if r.mark("?") else r.envoy_name())]
AllyTold = Annotated[str, Kind[DuelReader, str](lambda r: "" if r.says("faceup") else r.player())]
FaceUp = Annotated[bool, _FACEUP]
DeckCount = Annotated[dict[str, int], Kind(_deck_told, _COUNTS.write)]
NextDeck = Annotated[str, Kind[DuelReader, str](_next_deck, lambda deck: deck or UNKNOWN)]

# -- facts -------------------------------------------------------------------------------------------------------------


def _counted(place: str) -> Callable[..., None]:
    def note(on: On, counts: Counts) -> None:
        getattr(on.table, place).update(counts)

    return note


def _planet(on: On, planet: PlanetKey, symbol: Symbol, ships: Stacks) -> None:
    table = on.table
    if planet not in table.planets:
        table.stack = max(table.stack - (planet != st.WARPPLANET), 0)
        table.symbols[planet] = planet  # by its number, until the symbol is told
    if symbol:
        table.symbols[planet] = symbol
    table.planets[planet] = {name: number for name, number in ships.items() if number}


def _hand(on: On, who: Player, cards: CardsHeld) -> None:
    _check_cards(on, who, cards)
    on.table.hands[who] = list(cards)


def _discards(on: On, who: Player, cards: CardsHeld) -> None:
    _check_cards(on, who, cards)
    on.table.discards[who] = list(cards)


def _check_cards(on: On, who: str, cards: tuple[str, ...]) -> None:
    for card in cards:
        check_plan(on, who, card)


def _leader(on: On, who: Player) -> None:
    on.table.leader = who


def _envoy(on: On, envoy: EnvoyKey, name: EnvoyTold, ally: AllyTold = "", faceup: FaceUp = False) -> None:
    on.table.envoys[envoy] = Envoy(name, faceup, ally)


def _deck(on: On, counts: DeckCount) -> None:
    for whose, cards in counts.items():
        (on.table.decks if whose in DECKS else on.table.piles)[whose] = cards


def _stack(on: On, number: Annotated[int, _of_the_box("planets")]) -> None:
    on.table.stack = number


def _reinforcements(on: On, number: Annotated[int, _of_the_box("reinforcements")]) -> None:
    on.table.gains = number


def _spent(on: On, who: Player, tactics: Annotated[tuple[str, ...], _SPENT]) -> None:
    on.table.spent[who] = list(tactics)


def _snare(on: On, who: Player, card: Card) -> None:
    on.table.snares[who] = card
    check_plan(on, who, card)


def _icon(on: On, owner: Owner, icon: Icon) -> None:
    on.table.icons[owner] = icon


def _text(on: On, owner: Owner, words: Words) -> None:
    on.table.says[owner] = words
    on.find("stated.text", True, owner, words)


def _next(on: On, deck: NextDeck) -> None:
    on.table.next = deck


def _advantage(on: On, number: Annotated[int, number("the ship advantage that the card gives")]) -> None:
    on.there_is("duel", on.table.fight is not None, "no card calls for one now")
    on.fight.advantage = number


FACTS = Forms(
    "a fact",
    "';' and another fact, or the end of the command",
    Form("advantage", "set advantage 8", _advantage),
    Form("supply", "set supply blue 10, orange 12", _counted("supply")),
    Form("warp", "set warp blue 2", _counted("warp")),
    Form("planet", "set planet 3 blue 2 · set planet 3 symbol ring", _planet),
    Form("hand", "set hand blue 6 · set hand blue: 13 +8 ?", _hand),
    Form("leader", "set leader blue", _leader),
    Form("envoy", "set envoy 1 Cudgel blue faceup", _envoy),
    Form("limit", "set limit blue 8", _counted("limits")),
    Form("deck", "set deck event 12 · set deck blue 9", _deck),
    Form("stack", "set stack 5", _stack),
    Form("reinforcements", "set reinforcements 0", _reinforcements),
    Form("spent", "set spent blue: blast 4, shield 2", _spent),
    Form("snare", "set snare blue 13", _snare),
    Form("icon", "set icon Bouncer blast", _icon),
    Form("text", "set text Deuce add 2 to your clout", _text),
    Form("next", "set next event", _next),
    Form("discards", "set discards blue: 13 6", _discards),
    guesses=False,
)


def correct(fact: str, **values: object) -> Spoken:
    """The command that corrects one fact."""
    return say("set", facts=(FACTS[fact](**values),))


# -- the command -------------------------------------------------------------------------------------------------------


def _facts(r: DuelReader) -> tuple[Spoken, ...]:
    found = [FACTS.read(r)]
    while r.mark(";"):
        found.append(FACTS.read(r))
    return tuple(found)


Facts = Annotated[
    tuple[Spoken, ...], Kind[DuelReader, tuple[Spoken, ...]](_facts, lambda facts: "; ".join(map(str, facts)))
]


def set_facts(on: On, facts: Facts) -> None:
    """Exactly these facts hold from now on. Ships may not come to more than a player owns."""
    table = on.table
    for fact in facts:
        fact.rule(on)
        on.find("turn.set", True, str(fact))
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


def _begins_so(table: State) -> None:
    """What both have as a duel or contest begins is what they have now, as long as no ships were sent."""
    fight = table.fight
    if fight is not None and not fight.sent:
        fight.began = table.has_now(fight.planet)


def _seen_anew(on: On) -> None:
    """What a corrected table asks for first: which ally is kept, what is discarded, and whether the game goes on."""
    table = on.table
    _begins_so(table)
    if table.phase == Phase.LIMIT:
        trim(on)
    table.dues = [due for due in table.dues if due.verb != "keep"]
    for name in table.order():
        check_allies(on, name)
    if table.ended in ("win.five", "win.both") and table.fight is None:
        table.winners, table.ended, table.phase = [], "", Phase.DESTINY
