"""What may be done now at a table, and who is waited for: one list for `legal`, `next` and the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from referee.book.told import FORMAT
from referee.duel.games import game

if TYPE_CHECKING:
    from referee.book.loader import Rulebase
    from referee.duel.games import Laid
    from referee.judge.ways.table import Offer


class Legal:
    """What may be done now at a table: an `Offer` each, in commands that can be typed.

    `waits_for` are the players who have to act before it goes on, in the order of the offers, and `says` is what they
    have still to do, in words; both are empty where nothing is waited for. `name` is what the table is called;
    empty for one that is not kept.
    """

    def __init__(self, offers: list[Offer], table: Laid, says: str = "", name: str = "") -> None:
        self.offers = offers
        self.name = name
        self.phase: str = table.phase
        self.winners: tuple[str, ...] = tuple(table.winners)
        self.edition: str = table.edition
        self.says = says
        self.waits_for: tuple[str, ...] = tuple(dict.fromkeys(offer.who for offer in self.waited()))

    def waited(self) -> list[Offer]:
        """What the table waits for; all that may be done where it waits for nothing in particular."""
        return [offer for offer in self if offer.waited] or self.offers

    def __iter__(self) -> Iterator[Offer]:
        return iter(self.offers)

    def __len__(self) -> int:
        return len(self.offers)

    def __getstate__(self) -> dict[str, object]:
        """Without the judge, who tells the parts of an act when they are asked for."""
        return {**self.__dict__, "offers": [offer._replace(parts=None) for offer in self]}

    def to_dict(self, parts: bool = True) -> dict[str, Any]:
        """As JSON: what the table waits for, and each act (`commands`) in words that can be typed and in parts (`act`).

        Without `parts` in words alone, which is much faster: each command is ruled to tell the clauses that allow it.
        """
        told = {"format": FORMAT, "name": self.name, "edition": self.edition, "winners": list(self.winners)}
        if not parts:
            return told | next_told(self)
        acts = [_told(offer) | ({"act": offer.parts().to_dict()} if offer.parts else {}) for offer in self]
        return told | next_told(self) | {"commands": acts}


def legal_at(table: Laid, books: Rulebase | None = None, player: str = "", name: str = "") -> Legal:
    """What may be done at a table, by everybody or by one player (in lower case)."""
    played = game(table.edition)
    offers = [offer for offer in played.offers(table, books) if player in ("", offer.who.casefold())]
    return Legal(offers, table, played.waits_for(table, books) if offers else "", name)


def next_told(legal: Legal) -> dict[str, object]:
    """As JSON: what may come next, as `do` tells it with its answer."""
    return {
        "phase": legal.phase,
        "waits_for": list(legal.waits_for),
        "says": legal.says,
        "commands": [_told(offer) for offer in legal],
    }


def _told(offer: Offer) -> dict[str, Any]:
    """An offer as it is typed; `legal` takes it to pieces besides, for which each command is ruled."""
    return (
        {"who": offer.who, "command": offer.command}
        | ({"says": offer.says} if offer.says else {})
        | ({"shown": offer.shown} if offer.shown else {})
    )
