"""Cards by any name a player gives them: named cards, flares, cards of a deck, decks, essence cards."""

from __future__ import annotations

import re
from typing import Any

from referee.book.files import read_toml
from referee.book.loader import Names, Rulebase
from referee.book.names import key_of, worded
from referee.book.sheets import Flare, FlareText

Told = dict[str, Any]

_FLARE = re.compile(r"(?:flare[\s_-]+(?P<after>.+)|(?P<before>.+?)[\s_-]+flare)\s*", re.IGNORECASE)
_NUMBER = re.compile(r"(?:(attack|reinforcement)[\s_-]+)?(\+?)(-?\d{1,2})", re.IGNORECASE)
_LETTERS = {"n": "Negotiate", "m": "Morph"}  # as cards are written on a line


def decks(known: Rulebase) -> list[Told]:
    """The decks in the order of their file; each holds counts by type, and cards that have no file of their own."""
    found: list[Told] = read_toml(known.folder / "cards" / "decks.toml")["deck"]
    return found


def essences(known: Rulebase) -> list[Told]:
    """The sets of essence cards, one for each alien that has them."""
    found: list[Told] = read_toml(known.folder / "cards" / "essence.toml")["essence"]
    return found


def named(known: Rulebase) -> list[Told]:
    """The cards that go by a name of their own, as they stand in their files."""
    return [entry for path in known.card_files() for entry in read_toml(path).get("card", ())]


def find(known: Rulebase, text: str) -> Told | None:
    """What this name means in any spelling, such as `Cosmic-Zap`, `Amoeba flare`, `10`, `+3`, `N` or `destiny deck`.

    A name alone is first that of a card; an alien's name alone is its flare, as on a line.
    """
    flare = _FLARE.fullmatch(text)
    asked = known.flare(flare["after"] or flare["before"]) if flare else None
    if asked is not None:
        return flare_told(asked)
    key = key_of(text)
    for entry in named(known):
        if key_of(entry["name"]) == key:
            return named_told(entry)
    card = _in_a_deck(known, text.strip())
    if card is not None:
        return card
    for deck in decks(known):
        if key in (key_of(deck["name"]), key_of(deck["name"].removesuffix(" deck"))):
            return deck_told(deck)
    of_type = listed(known).get(key.removesuffix("s"))
    if of_type is not None:
        return {"name": text.strip(), "type": "type", "cards": [{**card, "says": ""} for card in of_type]}
    for essence in essences(known):
        if key in (
            key_of(essence["type"]),
            key_of(f"essence {essence['alien']}"),
            key_of(f"{essence['alien']} essence"),
        ):
            return essence_told(essence)
    asked = known.flare(text)
    return flare_told(asked) if asked is not None else None


def as_counted(known: Rulebase, told: Told) -> Told:
    """A card with how many of it the edition's own book counts, where that book has other cards than are told here."""
    copies, foreign = known.law["cards.copies"], known.law["cards.foreign"]
    if isinstance(foreign.value, list) and told["type"] in foreign.value:
        count, rule = 0, foreign
    elif copies.value and told["type"] in ("attack", "negotiate") and "deck" in told:
        count, rule = copies.value.get("N" if told["type"] == "negotiate" else str(told["value"]), 0), copies
    else:
        return told
    cites = [cite.id for cite in rule.cites]
    none = "" if count else f"{known.title} has no such card."
    here = {"set": known.title, "grade": "rulebook", "printed": cites[0]} if count else {}
    return told | {"count": count, "counted": True, "cites": cites, "open": none, **here}


def listed(known: Rulebase) -> dict[str, list[Told]]:
    """All cards by type: those with a name of their own, then what is in the decks, then decks and essence cards.

    Flares are not among them: there is one for each alien. Where the edition's own book counts its deck, they are its
    cards; no deck is told then, since these are those of another box.
    """
    found: dict[str, list[Told]] = {}
    told = [named_told(entry) for entry in named(known)]
    for deck in decks(known):
        told += [_deck_card_told(deck, card) for card in deck.get("card", ())]
    own = known.law["cards.copies"].value
    there = {str(card.get("value")) for card in told}
    told += [
        card for name in own if name not in there and (card := _in_a_deck(known, name)) is not None and card["value"]
    ]
    told = [
        card for card in (as_counted(known, card) for card in told) if card["count"] != 0 or not card.get("counted")
    ]
    told += [] if own else map(deck_told, decks(known))
    for card in (*told, *map(essence_told, essences(known))):
        entry = {key: card.get(key) for key in ("name", "count", "total", "set", "applied")}
        found.setdefault(card["type"], []).append(entry)
    return found


def near(known: Rulebase, text: str) -> list[str]:
    """Up to three names of cards, decks and flares that look like this one, nearest first."""
    number, flare = _NUMBER.fullmatch(text.strip()), _FLARE.fullmatch(text)
    if flare:
        return [f"{name}-flare" for name in Names(known).near_aliens(flare["after"] or flare["before"])]
    if number:
        return _nearest_in_value(known, number)
    names = [entry["name"].replace(" ", "-") for entry in named(known)]
    for deck in decks(known):
        names += [deck["name"], *(card["name"] for card in deck.get("card", ()))]
    names += [essence["type"] for essence in essences(known)]
    names += known.alien_names()
    return worded(text, names, 0.6)


def _nearest_in_value(known: Rulebase, number: re.Match[str]) -> list[str]:
    """The names of the three cards of the same type whose values are nearest to this one."""
    cards = [card for deck in decks(known) for card in deck.get("card", ()) if card["type"] == _type_of(number)]
    return [card["name"] for card in sorted(cards, key=lambda card: abs(card["value"] - int(number[3])))[:3]]


def _card_called(known: Rulebase, name: str) -> Told | None:
    """The card of a deck that has this name, or None."""
    for deck in decks(known):
        for card in deck.get("card", ()):
            if key_of(card["name"]) == key_of(name):
                told = _deck_card_told(deck, card)
                return told | {"says": told["says"] or _says_of_type(known, card["type"])}
    return None


def _in_a_deck(known: Rulebase, text: str) -> Told | None:
    number = _NUMBER.fullmatch(text)
    wanted = _LETTERS.get(text.casefold(), text)
    if number:
        plus = _type_of(number) == "reinforcement"
        wanted = f"Reinforcement +{int(number[3])}" if plus else f"Attack {int(number[3]):02}"
    card = _card_called(known, wanted)
    if card is not None:
        return card
    if number and str(int(number[3])) in known.law["cards.copies"].value:  # a number that only this edition has
        ten = _in_a_deck(known, "10")
        return ten | {"name": wanted, "value": int(number[3])} if ten is not None and not number[2] else None
    return None


def _type_of(number: re.Match[str]) -> str:
    """Whether a card written as a number is an attack or, with a plus, a reinforcement."""
    return (number[1] or ("reinforcement" if number[2] else "attack")).casefold()


def _says_of_type(known: Rulebase, type: str) -> str:
    """What the entry of a whole type says, where cards of a deck that are alike have no words of their own."""
    return next((entry["summary"] for entry in named(known) if key_of(entry["name"]) == type), "")


# -- as it is told ----------------------------------------------------------------------------------------------------


def named_told(entry: Told) -> Told:
    """A named card, with what its file leaves out."""
    return {
        "name": entry["name"].replace(" ", "-"),
        "type": entry["type"],
        "grade": entry["grade"],
        "applied": bool(entry.get("applied")),
        "table_only": entry.get("applied") == "table",
        "set": entry.get("set", ""),
        "count": entry.get("count") or None,
        "roles": entry.get("roles", []),
        "phases": entry.get("phases", []),
        "research": entry.get("research", ""),
        "lifetime": entry.get("lifetime", ""),
        "says": entry["summary"],
        **_behind(entry),
    }


def flare_told(flare: Flare) -> Told:
    """A flare with its two faces."""
    return {
        "name": f"{flare.name} flare",
        "type": "flare",
        "grade": flare.wild.grade,
        "applied": bool(flare.wild.effects and flare.super.effects),
        "count": 1,
        "wild": face_told(flare.wild),
        "super": face_told(flare.super),
    }


def face_told(face: FlareText) -> Told:
    """One face of a flare, with the bars as they are applied."""
    return {
        "roles": list(face.roles),
        "phases": list(face.phases),
        "says": face.summary,
        "grade": face.grade,
        "bars_grade": face.bars_grade,
        "bars": face.bars,
        "printed": face.printed,
        "applied": bool(face.effects),
        "typed": face.typed,
        "classic": face_told(face.classic) if face.classic is not None else None,
    }


def deck_told(deck: Told) -> Told:
    """A deck: how many cards of each type, and those that are told one by one."""
    return {
        "name": deck["name"],
        "type": "deck",
        "grade": deck["grade"],
        "set": deck["set"],
        "total": deck.get("total") or None,
        "holds": deck.get("holds", {}),
        "says": deck["summary"],
        "cards": [_deck_card_told(deck, card) for card in deck.get("card", ())],
        **_behind(deck),
    }


def essence_told(essence: Told) -> Told:
    """The essence cards of an alien."""
    return {
        "name": essence["type"],
        "type": "essence",
        "alien": essence["alien"].replace(" ", "-"),
        "grade": essence["grade"],
        "total": essence["count"],
        "cards": [
            {**{key: value for key, value in card.items() if key != "summary"}, "says": card["summary"]}
            for card in essence["cards"]
        ],
    }


def _deck_card_told(deck: Told, card: Told) -> Told:
    return {
        "name": card["name"],
        "type": card["type"],
        "grade": card["grade"],
        "deck": deck["name"],
        "set": deck["set"],
        "value": card.get("value"),
        "count": card["count"],
        "says": card.get("summary", ""),
        **_behind(card),
    }


def _behind(entry: Told) -> Told:
    """What stands behind an entry: where it is printed, which clauses speak of it, and what is open."""
    return {
        "printed": entry.get("printed", ""),
        "open": entry.get("open", ""),
        "cites": list(entry.get("cites", ())),
        "questions": entry.get("questions", []),
    }
