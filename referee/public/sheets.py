"""Aliens and cards as the referee applies them, of the big game and of Duel."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.book.loader import Names, Rulebase, rulebase
from referee.book.power import Use
from referee.book.told import Listed, Told, Whole
from referee.errors import RulebaseError, unknown_name
from referee.public.shown import Shown

if TYPE_CHECKING:
    from referee.book.unsaid import Ask


class AlienSheet(Shown, Whole):
    """An alien's sheet and flare. `uses` are what the referee applies of its power, `left` what the players state."""

    name: str
    power: str
    set: str
    grade: str
    reach: str
    says: str
    uses: list[dict[str, Any]]

    def _print(self, why: bool) -> None:
        from referee.render.sheets import print_alien

        print_alien(self.to_dict())


class Aliens(Whole):
    """All aliens by set, each with its power and how far it is applied."""

    sets: dict[str, list[dict[str, str]]]


class Card(Shown, Whole):
    """A card, a flare or a deck, with how many there are."""

    name: str
    type: str
    grade: str

    def _print(self, why: bool) -> None:
        from referee.render.sheets import print_card

        print_card(self.to_dict())


class Cards(Whole):
    """All cards by type."""

    types: dict[str, list[dict[str, Any]]]


class DuelText(Told):
    """What is printed on an alien, an envoy or a card of Duel; `open` is what no document tells of it."""

    kind: str
    name: str
    summary: str
    open: str


class EffectRow(Told):
    """An effect that sheets, flares and techs are made of, by its `verb`; `example` is how one `of` them has it."""

    verb: str
    does: str
    when: list[str]
    arguments: list[str]
    example: str
    of: str
    used: int


class NewAlien(Whole):
    """The files of an alien that is to be added (`written`), and what is `left` to be filled in, with its place."""

    name: str
    written: list[str]
    left: list[str]


def alien(name: str, edition: str = "consolidated") -> AlienSheet:
    """An alien by its name in any spelling; RulebaseError offers names that look like it.

    >>> import referee
    >>> referee.alien("Macron").uses[0]["says"]
    'Macron may send only one ship'
    """
    from referee.book.decks import essences, face_told

    known = rulebase(edition)
    sheet = known.sheet(name)
    if sheet is None:
        raise _not_of_this_game("alien", name, Names(known).near_aliens(name))
    found, flare = sheet.alien, sheet.flare
    essence = next((set["count"] for set in essences(known) if set["type"] == sheet.essence), None)
    return AlienSheet(
        {
            "name": found.name,
            "power": found.power,
            "set": found.set,
            "grade": found.grade,
            "reach": found.reach,
            "roles": list(found.roles),
            "phases": list(sheet.phases),
            "mandatory": found.mandatory,
            "bars": sheet.bars,
            "alert": sheet.alert,
            "game_setup": sheet.game_setup,
            "not_with": list(sheet.not_with),
            "essence": {"type": sheet.essence, "count": essence} if sheet.essence else None,
            "printed": sheet.printed,
            "says": known.said(found.summary),
            "use": sheet.use_part,
            "uses": [_use_told(use, known) for use in found.uses],
            "left": [*(() if found.uses else ("power",)), "wild", "super"],  # to the players, who state what it does
            "wild": face_told(flare.wild),
            "super": face_told(flare.super),
            "errata": [erratum._asdict() for erratum in sheet.errata],
        }
    )


def _use_told(use: Use, known: Rulebase) -> dict[str, object]:
    return {
        "id": use.id,
        "phases": list(use.phases),
        "roles": list(use.roles),
        "mandatory": use.mandatory,
        "zappable": use.zappable,
        "says": known.said(_said(use)),
        "cites": [cite.id for cite in use.rule.cites],
        "typed": use.typed,
        "effects": [{"verb": effect.verb, **effect.args} for effect in use.effects],
    }


def _said(use: Use) -> str:
    """What a use says in a proof, with the alien for its player and `N` for what only a ruling knows."""
    value = next((effect.args["value"] for effect in use.effects if "value" in effect.args), "N")
    words = {"{0}": use.alien, "{value}": str(value)}
    return re.sub(r"\{\w+\}", lambda found: words.get(found[0], "…"), use.rule.says)


def aliens() -> Aliens:
    """All aliens by set, in the order in which the sets came out.

    >>> import referee
    >>> list(referee.aliens().sets)[0]
    'Base Set (FFG 2008, reprinted 2018)'
    """

    known = rulebase()
    listed = {}
    for name, stems in known.sets().items():
        found = [alien for stem in stems if (alien := known.alien(stem)) is not None]
        listed[name] = [{"name": alien.name, "power": alien.power, "reach": alien.reach} for alien in found]
    return Aliens({"sets": listed})


def card(name: str, edition: str = "consolidated") -> Card:
    """A card, a flare or a deck by its name, its value or a letter; RulebaseError offers names that look like it.

    >>> import referee
    >>> referee.card("Cosmic-Zap").type
    'artifact'
    """
    from referee.book.decks import as_counted, find, near

    known = rulebase(edition)
    found = find(known, name)
    if found is None:
        raise _not_of_this_game("card", name, near(known, name))
    return Card(as_counted(known, found))


def cards(edition: str = "consolidated") -> Cards:
    """All cards by type, as far as an edition has them.

    >>> import referee
    >>> "artifact" in referee.cards().types
    True
    """
    from referee.book.decks import listed

    return Cards({"types": listed(rulebase(edition))})


def duel_texts(name: str = "") -> Listed[DuelText]:
    """The aliens, envoys and cards of Duel of this name, or all of them; RulebaseError if there is none.

    >>> import referee
    >>> [text.kind for text in referee.duel_texts("Bouncer")]
    ['aliens']
    """
    from referee.duel.api import books_of
    from referee.duel.texts import KINDS, look_up, texts

    known = texts(books_of())
    found = look_up(name, known)
    if not found:
        raise unknown_name("card of Duel", name, [near for kind in KINDS for near in known.near(kind, name)][:3])
    return Listed("texts", map(DuelText, found))


def effects(verb: str = "") -> Listed[EffectRow]:
    """Every effect that a sheet, a flare or a tech can be made of, or the one of this name.

    RulebaseError offers the nearest names for one that is none.

    >>> import referee
    >>> referee.effects("adds_digits")[0].of
    'Tentacle'
    """
    from referee.book.names import near
    from referee.conformance import effects_told

    told = {one.verb: one for one in effects_told.effects(rulebase())}
    key = verb.strip().replace(" ", "_").replace("-", "_").casefold()
    if key and key not in told:
        raise unknown_name("effect", verb, near(key, told, 3, 0.6))
    found = [told[key]] if key else told.values()
    rows = ({**one._asdict(), "when": list(one.when), "arguments": list(one.arguments)} for one in found)
    return Listed("effects", map(EffectRow, rows))


def _not_of_this_game(what: str, name: str, near: list[str]) -> RulebaseError:
    """The error for an alien or a card that is not in the rulebase, and where to look it up if Duel has it."""
    from referee.duel.api import books_of
    from referee.duel.texts import look_up, texts

    if look_up(name, texts(books_of())):
        return RulebaseError(name, f"no {what} of that name but in Duel; `referee {what} duel {name}` shows that one")
    return unknown_name(what, name, near)


def new_alien(name: str, into: Path | None = None, ask: Ask | None = None) -> NewAlien:
    """Writes the two files of an alien that is to be added, into the project, or the project folder `into`.

    With `ask` somebody is asked for what the sheet says; what is not told is still `to be written`.

    RulebaseError for a name that is none or is taken, and where there is no project.

    >>> import referee
    >>> referee.new_alien("Macron")
    Traceback (most recent call last):
    ...
    referee.errors.RulebaseError: ...
    """
    from referee.book import places
    from referee.conformance.new_alien import unwritten, write

    if into is None and places.INSTALLED:
        raise RulebaseError(name, "this is an installed copy; name the folder of the project with --into")
    folders = places.RULEBASE, places.SCENARIOS
    if into is not None:
        folders = into / folders[0].name, into / folders[1].name
    written = write(name, *folders, ask)
    return NewAlien({"name": name, "written": [str(path) for path in written], "left": unwritten(written)})
