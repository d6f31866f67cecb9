"""What chance may bring at a table: the destiny cards that can come, as far as the books count them."""

from __future__ import annotations

from typing import NamedTuple

from referee.book.decks import decks
from referee.book.loader import Rulebase, rulebase
from referee.judge.table.meeting import OTHER, named_by_special
from referee.judge.table.setting import cards_in, destiny_deck
from referee.state.table import Table

WILD, SPECIAL = "wild", "special"
_SPECIALS = {  # by the end of the card's name, the rule of law that says whom it names
    "biggest hand": "destiny.most-cards",
    "most foreign colonies": "destiny.most-foreign",
    "fewest ships in the warp": "destiny.fewest-warp",
}


class DestinyCard(NamedTuple):
    """A destiny card that can come: what it is, whom it names (nobody for a wild one), and how many there are."""

    name: str
    kind: str  # `destiny`, `wild`, `special`
    who: str
    times: int

    @property
    def command(self) -> str:
        """The command that says it was drawn; none (an empty text) where the offense has to choose."""
        return f"{self.kind} {self.who}" if self.who else ""


class DestinyLeft(NamedTuple):
    """The destiny cards that can come: those of colors, and those of no color, so many of which were `gone` before.

    Which of these were drawn is not known.
    """

    colors: list[DestinyCard]
    others: list[DestinyCard]
    gone: int


def _has_last_card(table: Table) -> bool:
    """True if the destiny deck is told to hold one card or none."""
    return table.destiny_deck is not None and table.destiny_deck <= 1


def destiny_left(table: Table, books: Rulebase | None = None) -> DestinyLeft | None:
    """The destiny cards that are left in the deck; all of them where just one is left, for it is shuffled then (5.5.4).

    None where the book does not say of which cards the deck is made.
    """
    known = books or rulebase(table.edition)
    players, law = len(table.seats), known.law
    deck = destiny_deck(players, law)
    others = _of_no_color(table, known)
    if deck is None or sum(card.times for card in others) != deck.others or "reverse" in law["destiny.drawn"].value:
        return None
    drawn = table.destiny_drawn
    if len(drawn) >= cards_in(deck, players) - 1 or _has_last_card(table):
        drawn = ()
    colors = [DestinyCard(f"{name}'s color", "destiny", name, deck.each - drawn.count(name)) for name in table.seats]
    return DestinyLeft([card for card in colors if card.times > 0], others, drawn.count(OTHER))


def _of_no_color(table: Table, known: Rulebase) -> list[DestinyCard]:
    """The wild card and the special ones, each with whom it would name now."""
    named = named_by_special(table)
    found = []
    for deck in decks(known):
        for card in deck.get("card", ()):
            if card["type"] == "destiny" and card["name"].startswith("Wild"):
                found.append(DestinyCard("a wild card", WILD, "", card["count"]))
            elif card["type"] == "destiny" and card["name"].startswith("Special"):
                about = card["name"].partition(": ")[2]
                found.append(DestinyCard(f"a special card, {about}", SPECIAL, named[_SPECIALS[about]], card["count"]))
    return found
