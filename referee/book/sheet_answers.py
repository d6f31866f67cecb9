"""What the sheets of aliens and the cards that a question names say to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.book.asking import Asks, Part
from referee.book.loader import Rulebase
from referee.book.naming import Named
from referee.book.settled import Settled
from referee.book.told import Told

if TYPE_CHECKING:
    from referee.book.sheets import Sheet

_ALLIED = frozenset({"ally", "any", "not-main", "not-offense", "not-defense"})
MOST = 3  # sheets that are shown
_ALWAYS = re.compile(r"\b(?:mandatory|obligatory|compulsory)\b", re.IGNORECASE)
_OPTIONAL = re.compile(r"\boptional\b", re.IGNORECASE)
_USE = re.compile(r"\b(?:use|uses|work|works|apply|applies|power|ability)\b", re.IGNORECASE)
_ALLY = re.compile(
    r"\b(?:as an? (?:offensive |defensive )?ally|when (?:only )?(?:allied|allying|an ally)|while allied)\b",
    re.IGNORECASE,
)
_ELSE = re.compile(
    r"\b(?:flare|super|wild|zap\w*|lost|lose|if|not|n't|never|without|again|twice|second|off|skip|choose|because)\b",
    re.IGNORECASE,
)


class SheetLine(Told):
    """An alien or a card that a question names: what it `says`, its bars (`when`), the `command` that shows it all.

    `kind` is `alien` or `card`; `cites` is the id under which it is cited.
    """

    kind: str
    name: str
    says: str
    when: str
    cites: str
    command: str


def sheets_of(mentioned: Named, known: Rulebase) -> list[SheetLine]:
    """The sheets and cards of what a question names, in its order, at most `MOST`."""
    aliens = [_of_alien(name, sheet, known) for name in mentioned.aliens if (sheet := known.sheet(name)) is not None]
    cards = [_of_card(name, known) for name in mentioned.cards]
    return [*aliens, *cards][:MOST]


def _of_alien(name: str, sheet: Sheet, known: Rulebase) -> SheetLine:
    alien = sheet.alien
    bars = [_listed(alien.roles), "mandatory" if alien.mandatory else "optional", _listed(sheet.phases)]
    return SheetLine(
        {
            "kind": "alien",
            "name": alien.name,
            "power": alien.power,
            "says": known.said(alien.summary),
            "when": ", ".join(bar for bar in bars if bar),
            "wild": known.said(sheet.flare.wild.summary),
            "super": known.said(sheet.flare.super.summary),
            "cites": f"alien {alien.name}",
            "command": f"referee alien {alien.name}",
        }
    )


def _of_card(key: str, known: Rulebase) -> SheetLine:
    card = known.cards()[key]
    bars = [card.type, _listed(card.roles), _listed(card.phases)]
    return SheetLine(
        {
            "kind": "card",
            "name": card.name,
            "says": known.said(card.summary),
            "when": ", ".join(bar for bar in bars if bar),
            "cites": f"card {card.name}",
            "command": f"referee card {card.name}",
        }
    )


def _listed(words: Sequence[str]) -> str:
    return "/".join(words)


def verdict_of(part: Part, sheet: Sheet) -> tuple[str, str]:
    """The verdict of a sheet for a part that asks for what its bars say, and the sentence; empty for another."""
    alien = sheet.alien
    if part.asks not in (Asks.CAN, Asks.MUST, Asks.DOES) or part.denied or _ELSE.search(part.text):
        return "", ""
    must = alien.mandatory
    duty = f"{alien.name}'s power is {'mandatory' if must else 'optional'}."
    if _ALWAYS.search(part.text):
        return ("yes" if must else "no"), duty
    if _OPTIONAL.search(part.text):
        return ("no" if must else "yes"), duty
    if part.asks is Asks.MUST and re.search(r"\buse\b", part.text, re.IGNORECASE) and len(part.text.split()) <= 10:
        return ("yes" if must else "no"), duty
    if _ALLY.search(part.text) and _USE.search(part.text):
        says = f"{alien.name}'s power is for {_listed(alien.roles)}."
        if _ALLIED.isdisjoint(alien.roles):
            return ("" if any("ally" in role for role in alien.roles) else "no"), says
        return "yes", says
    return "", ""


def told_by(part: Part, sheets: Sequence[SheetLine], known: Rulebase) -> Settled | None:
    """The answer that the one sheet named settles by its bars; None where it does not."""
    aliens = [line for line in sheets if line.kind == "alien"]
    sheet = known.sheet(aliens[0].name) if len(aliens) == 1 else None
    if sheet is None:
        return None
    verdict, says = verdict_of(part, sheet)
    return Settled({"says": says, "verdict": verdict, "cites": [aliens[0].cites]}) if verdict else None
