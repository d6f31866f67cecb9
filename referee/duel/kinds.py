"""What can be said in one place of a command, a correction or a line of Duel: how it is read and how it is written."""

from __future__ import annotations

from typing import Annotated

from referee.duel.declared import Kind, choice, each, listed
from referee.duel.line import ICONS, NOTHING
from referee.duel.notation import DuelReader
from referee.duel.state import DECKS, LOSER, UNKNOWN, WINNER, Option
from referee.duel.texts import DESTINY

# -- one thing ---------------------------------------------------------------------------------------------------------

PLAYER: Kind[DuelReader, str] = Kind(DuelReader.player)
TACTIC: Kind[DuelReader, str] = Kind(DuelReader.tactic, lambda tactic: "no tactic" if tactic == NOTHING else tactic)
SYMBOL: Kind[DuelReader, str] = Kind(lambda r: r.word_of("a symbol").casefold())


def number(what: str) -> Kind[DuelReader, int]:
    """A number of something."""
    return Kind(lambda r: r.number(what))


def signed_number(what: str) -> Kind[DuelReader, int]:
    """A number that may have a sign."""
    return Kind(lambda r: r.signed(what))


def card_count(what: str) -> Kind[DuelReader, int]:
    """A number of cards, no more than there can be."""
    return Kind(lambda r: r.card_count(what))


def word(what: str) -> Kind[DuelReader, str]:
    """Any one word or number."""
    return Kind(lambda r: r.word_of(what))


Player = Annotated[str, PLAYER]
Card = Annotated[str, Kind(DuelReader.duel_card)]
EnvoyName = Annotated[str, Kind(DuelReader.envoy_name)]
EnvoyWord = Annotated[str, word("an envoy: its number, 1 to 3, or its name")]
Icon = Annotated[str, choice(ICONS, f"an icon: {', '.join(ICONS)}")]
Owner = Annotated[str, Kind(DuelReader.owner)]
PlanetWord = Annotated[str, Kind[DuelReader, str](lambda r: r.word_of("a planet's number").casefold())]
Ships = Annotated[int, number("how many ships")]
OffPlanet = Annotated[int | None, number("how many of them from the Warpplanet"), "warpplanet"]
CardCount = Annotated[int, card_count("how many cards")]
Gained = Annotated[int, card_count("how many reinforcements")]
HowMuch = Annotated[int, signed_number("how much")]
OptionNumber = Annotated[int, number("the number of an option")]
Older = Annotated[str, PLAYER, "older"]
Whose = Annotated[str, PLAYER, "on"]
Why = Annotated[str, Kind(DuelReader.rest)]
Words = Annotated[str, Kind(DuelReader.words)]

# -- several -----------------------------------------------------------------------------------------------------------


def _written_hand(hand: tuple[str, ...]) -> str:
    return f": {' '.join(hand)}" if any(card != UNKNOWN for card in hand) else str(len(hand))


def _seats(r: DuelReader) -> dict[str, str]:
    found: dict[str, str] = {}
    while not r.done():
        at = r.at
        name = r.player()
        if name in found:
            r.fail("another player", f"{name} sits here already.", at)
        found[name] = r.duel_alien()
        r.mark(",")
    return found


def _written_seats(seats: dict[str, str]) -> str:
    return " ".join(["duel", *(name + (f"/{alien}" if alien else "") for name, alien in seats.items())])


def _cards(r: DuelReader) -> tuple[str, ...]:
    if not r.mark(":"):
        r.fail("':' and the cards")
    return tuple(r.cards())


def _turned_up(r: DuelReader) -> str:
    return str(r.signed("the number on the revealed plan"))


HAND: Kind[DuelReader, tuple[str, ...]] = Kind(DuelReader.hand, _written_hand)

Hand = Annotated[tuple[str, ...], HAND]
Cards = Annotated[tuple[str, ...], Kind[DuelReader, tuple[str, ...]](_cards, lambda cards: f": {' '.join(cards)}")]
Past = Annotated[tuple[str, ...], listed(word("a destiny card's name"))]
Symbols = Annotated[tuple[str, ...], listed(SYMBOL)]
Tactics = Annotated[tuple[str, ...], listed(TACTIC)]
Args = Annotated[tuple[str, ...], Kind(DuelReader.ability_args, " ".join)]
Seats = Annotated[dict[str, str], Kind(_seats, _written_seats)]
TurnedUp = Annotated[dict[str, str], each(PLAYER, Kind[DuelReader, str](_turned_up), or_none=True)]
Dials = Annotated[dict[str, int], each(PLAYER, number("a number from 1 to 4"), or_none=True)]
ShownTactics = Annotated[dict[str, str], each(PLAYER, TACTIC, or_none=True)]
ShownPlans = Annotated[dict[str, str], each(PLAYER, Kind(DuelReader.plan), or_none=True)]

# -- a destiny card ----------------------------------------------------------------------------------------------------

_CALLS_FOR = ("contest", "duel", "effect")
_TOLD: dict[str, Kind[DuelReader, str]] = {
    "advantage": Kind(lambda r: r.plus("the ship advantage")),
    "prize": choice((WINNER, LOSER), "'winner' or 'loser'"),
    "symbol": SYMBOL,
    "next": choice(DECKS, ", ".join(DECKS)),
    "planet": SYMBOL,
}
_OF_A_CARD = (*_CALLS_FOR, *_TOLD)


def _destiny_card(r: DuelReader) -> str:
    if r.done() or r.mark("?") or r.now.lower() in _OF_A_CARD:
        return UNKNOWN
    return r.printed(DESTINY, "a destiny card's name")


def _told(r: DuelReader) -> dict[str, str]:
    found: dict[str, str] = {}
    while not r.done():
        said = r.now.lower()
        if said not in _OF_A_CARD:
            r.fail(f"what is told of the card: {', '.join(_OF_A_CARD)}")
        r.step()
        found |= {"kind": said} if said in _CALLS_FOR else {said: _TOLD[said].read(r)}
    return found


def _written_told(told: dict[str, str]) -> str:
    return " ".join(value if key == "kind" else f"{key} {value}" for key, value in told.items())


DestinyDeck = Annotated[str, Kind[DuelReader, str](lambda r: next((deck for deck in DECKS if r.word(deck)), ""))]
DestinyCard = Annotated[str, Kind(_destiny_card)]
DestinyName = Annotated[str, Kind[DuelReader, str](lambda r: r.printed(DESTINY, "a destiny card's name"))]
Told = Annotated[dict[str, str], Kind(_told, _written_told)]  # what the players read off it, by the word for it

# -- what is chosen, played and acquired -------------------------------------------------------------------------------

_RESOURCES = ("draw", "recover", "gain", "befriend", "estrange", "destroy")


def _chosen(r: DuelReader) -> tuple[str, str]:
    card = UNKNOWN if r.done() or (r.is_tactic() and r.now != "?") else r.duel_card()
    return card, "" if r.done() else r.tactic()


def _written_chosen(chosen: tuple[str, str]) -> str:
    card, tactic = chosen
    return f"{card} {TACTIC.write(tactic)}".strip() if tactic or card != UNKNOWN else ""


def _resource(r: DuelReader) -> Option:
    verb = next((verb for verb in _RESOURCES if r.word(verb)), "")
    if not verb:
        r.fail(f"what the resource is: {', '.join(_RESOURCES)}")
    return Option(verb, r.number("how many"))


def not_on_another(said: dict[str, object]) -> dict[str, object]:
    """A reinforcement on the clout of the player who plays it is said without that."""
    return said | {"whose": ""} if said["whose"] == said["who"] else said


Ability = Annotated[str, Kind(DuelReader.ability)]
Chosen = Annotated[tuple[str, str], Kind(_chosen, _written_chosen)]  # a plan, unknown if not said; a tactic, or empty
Modifier = Annotated[str, Kind(DuelReader.modifier)]
Resource = Annotated[Option, Kind(_resource)]
