"""What the sheets of aliens and the cards that a question names say to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from referee.book.asking import Asks, Part
from referee.book.loader import Rulebase
from referee.book.naming import Named
from referee.book.settled import Settled
from referee.book.told import Told

if TYPE_CHECKING:
    from referee.book.power import CardText
    from referee.book.sheets import Sheet

MOST = 3  # sheets that are shown
_FEW, _SHORT = 18, 10  # words of a question for bars at most: longer ones ask for more
_ALWAYS = re.compile(r"\b(?:mandatory|obligatory|compulsory)\b", re.IGNORECASE)
_OPTIONAL = re.compile(r"\boptional\b", re.IGNORECASE)
_USE = re.compile(r"\b(?:use|uses|used|work|works|apply|applies|act|play|played)\b", re.IGNORECASE)
_WHEN = re.compile(
    r"\W*(?:when|(?:in|during) (?:which|what) phase|(?:which|what) phase)\b.*"
    r"\b(?:use|used|uses|play|played|work|works|act|acts)\b",
    re.IGNORECASE,
)
# Who is meant to use it, by the words that say so.
_WHO = {
    "ally": re.compile(
        r"\b(?:(?:can|may|could) (?:an |the |my )?(?:\w+ )?all(?:y|ies) (?:use|play)"
        r"|as an? (?:offensive |defensive )?ally"
        r"|(?:when|while|if) (?:\w+ ){0,2}(?:only )?(?:allied|allying|an ally|helping))"
        r"\b",
        re.IGNORECASE,
    ),
    "bystander": re.compile(
        r"\b(?:as an? (?:bystander|outsider)|outside (?:of )?(?:the |an |this )?encounter"
        r"|(?:not|n't) (?:even )?(?:in|involved in|part of|taking part in) (?:the |an |this )?encounter"
        r"|(?:not|n't) involved|uninvolved)\b",
        re.IGNORECASE,
    ),
    "offense": re.compile(
        r"\b(?:as (?:the )?(?:offense|attacker)|(?:when|while) (?:\w+ ){0,2}attacking)\b", re.IGNORECASE
    ),
    "defense": re.compile(
        r"\b(?:as (?:the )?(?:defense|defender)|(?:when|while) (?:\w+ ){0,2}(?:defending|attacked))\b", re.IGNORECASE
    ),
    "main": re.compile(r"\bas an? main player\b", re.IGNORECASE),
}
_PEOPLE = {
    "any": "any player",
    "main": "main players",
    "ally": "allies",
    "offense": "the offense",
    "defense": "the defense",
    "bystander": "players outside the encounter",
    "not-main": "all but main players",
    "not-offense": "all but the offense",
    "not-defense": "all but the defense",
    "offensive-ally": "offensive allies",
}
# Whom a bar allows.
_EVERYBODY = frozenset({"main", "offense", "defense", "ally", "bystander"})
_COVERS = {
    "any": _EVERYBODY,
    "main": frozenset({"main", "offense", "defense"}),
    "offense": frozenset({"offense"}),
    "defense": frozenset({"defense"}),
    "ally": frozenset({"ally"}),
    "bystander": frozenset({"bystander"}),
    "not-main": frozenset({"ally", "bystander"}),
    "not-offense": frozenset({"defense", "ally", "bystander"}),
    "not-defense": frozenset({"offense", "ally", "bystander"}),
}
_WITHIN = {"main": frozenset({"main", "offense", "defense"})}
_FACE = re.compile(r"\b(?:wild|super)\b", re.IGNORECASE)
_ZAPPED = re.compile(r"\bzap(?:ped|s)?\b", re.IGNORECASE)
_NO_ZAP = re.compile(
    r"\b(?:without|not|n't|never|again|still|twice|second|own|every|all|any|flare|card|after|before)\b", re.IGNORECASE
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


def _people(roles: Sequence[str]) -> str:
    return " and ".join(_PEOPLE.get(role, role.replace("-", " ")) for role in roles)


def _listed(words: Sequence[str]) -> str:
    return "/".join(words)


class _Bars(NamedTuple):
    """What the bars of a sheet, a card or a face of a flare say, and how it is called in a sentence.

    `mandatory` is None for cards: their players may always keep them.
    """

    called: str
    roles: tuple[str, ...]
    phases: tuple[str, ...]
    mandatory: bool | None
    zappable: bool | None  # by a Cosmic Zap: None where its sheet says of parts of it that they are no uses


def told_by(part: Part, sheets: Sequence[SheetLine], known: Rulebase) -> Settled | None:
    """The answer that the one sheet, flare or card named settles by its bars or its text; None where it does not."""
    aliens = [line for line in sheets if line.kind == "alien"]
    if len(aliens) == 1:
        sheet = known.sheet(aliens[0].name)
        face = _face(f"{part.context} {part.text}")
        if sheet is not None and face:
            return _told_by_flare(part, sheet, face, known)
        return _answer(part, _of_sheet(sheet), aliens[0].cites) if sheet is not None else None
    if len(sheets) == 1 and not aliens:
        card = known.card(sheets[0].name)
        return _answer(part, _of_card_bars(card), sheets[0].cites) if card is not None else None
    return None


def _face(text: str) -> str:
    """The face of a flare that a question names, if it names one."""
    found = {face.casefold() for face in _FACE.findall(text)}
    return found.pop() if len(found) == 1 else ""


def _told_by_flare(part: Part, sheet: Sheet, face: str, known: Rulebase) -> Settled:
    """What the bars of a flare settle, else what its text says."""
    name = sheet.alien.name
    text = sheet.flare.face(face)
    cites = f"card {name}-flare"
    called = f"{name}'s {face} flare"
    settled = _answer(part, _Bars(called, text.roles, text.phases, None, None), cites)
    says = f"{called}: {known.said(text.summary)}"
    return settled or Settled({"says": says, "verdict": "", "cites": [cites]})


def _of_sheet(sheet: Sheet) -> _Bars:
    alien = sheet.alien
    zappable = {use.zappable for use in alien.uses}
    return _Bars(
        f"{alien.name}'s power",
        alien.roles,
        sheet.phases,
        alien.mandatory,
        zappable.pop() if len(zappable) == 1 else None,
    )


def _of_card_bars(card: CardText) -> _Bars:
    return _Bars(card.name.replace("-", " "), tuple(card.roles), tuple(card.phases), None, None)


def _answer(part: Part, bars: _Bars, cites: str) -> Settled | None:
    """The answer of some bars to a part, if they have one."""
    verdict, says = verdict_of(part, bars)
    return Settled({"says": says, "verdict": verdict, "cites": [cites]}) if says else None


def verdict_of(part: Part, bars: _Bars) -> tuple[str, str]:
    """The verdict of some bars for a part that asks for what they say, and the sentence; empty for another."""
    if part.asks is Asks.OTHER and _WHEN.match(part.text) and not _ELSE.search(part.text):
        return "", f"{bars.called} is for {_people(bars.roles)}, in {_listed(bars.phases)}."
    if part.asks not in (Asks.CAN, Asks.MUST, Asks.DOES) or len(part.text.split()) > _FEW:
        return "", ""
    if part.denied and not _WHO["bystander"].search(part.text):
        return "", ""
    if _ZAPPED.search(part.text):
        return _zapped(part, bars)
    if part.asks is not Asks.MUST and _USE.search(part.text):
        who = next((who for who, words in _WHO.items() if words.search(part.text)), "")
        if who and not _ELSE.search(_WHO[who].sub("", part.text)):
            return _for(who, bars)
    return _duty(part, bars) if not _ELSE.search(part.text) else ("", "")


def _duty(part: Part, bars: _Bars) -> tuple[str, str]:
    """Whether a power must be used."""
    must = bars.mandatory
    if must is None:
        return "", ""
    says = f"{bars.called} is {'mandatory' if must else 'optional'}."
    if _ALWAYS.search(part.text):
        return ("yes" if must else "no"), says
    if _OPTIONAL.search(part.text):
        return ("no" if must else "yes"), says
    if part.asks is Asks.MUST and re.search(r"\buse\b", part.text, re.IGNORECASE):
        return ("yes" if must else "no"), says
    return "", ""


def _for(who: str, bars: _Bars) -> tuple[str, str]:
    """Whether somebody in this role may use it."""
    allowed = [_COVERS[role] for role in bars.roles if role in _COVERS]
    says = f"{bars.called} is for {_people(bars.roles)}."
    if any(who in covered for covered in allowed):
        return "yes", says
    whole = _WITHIN.get(who, frozenset({who}))
    if len(allowed) < len(bars.roles) or any(whole & covered for covered in allowed):
        return "", ""
    return "no", says


def _zapped(part: Part, bars: _Bars) -> tuple[str, str]:
    """Whether it can be zapped, where all of what it does is a use."""
    if bars.zappable is None or len(part.text.split()) > _SHORT or _NO_ZAP.search(part.text):
        return "", ""
    says = f"{bars.called} {'is used' if bars.zappable else 'acts without being used'}, so that Cosmic Zap "
    return ("yes" if bars.zappable else "no"), says + ("can cancel that use." if bars.zappable else "cannot touch it.")
