"""The pages of the aliens with their flares, of the cards, of what Duel prints, and of the errata."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import referee
from referee.site.addresses import Addresses, Link, alien_page, card_place, slug
from referee.site.case_pages import Shown
from referee.site.pages import NAV, Page

_ALIENS = next(link for link in NAV if link.place.startswith("aliens/"))
_CARDS = next(link for link in NAV if link.place.startswith("cards/"))
ERRATA = Link("Errata", "aliens/errata.html")
_NOUNS = frozenset("artifact deck hazard intimidate morph negotiate reinforcement retreat tech".split())
DUEL = Link("Aliens, envoys and cards of Duel", "cards/duel.html")


def aliens(known: Addresses, cases: dict[str, Shown]) -> Iterator[Page]:
    """The aliens by set, a page for each, and the errata of all."""
    sets: list[tuple[str, list[tuple[Link, str, bool]]]] = []
    errata: list[tuple[Link, dict[str, object]]] = []
    pages: list[Page] = []
    for title, stems in known.rulebase.sets().items():
        rows = []
        for stem in stems:
            told = referee.alien(stem).to_dict()
            link = Link(told["name"], alien_page(told["name"]))
            rows.append((link, told["power"], told["reach"] == "executable"))
            errata += [(link, erratum) for erratum in told["errata"]]
            pages.append(_alien(known, told, cases))
        sets.append((title, rows))
    yield Page("aliens/index.html", "Aliens", "aliens.html", {"sets": sets, "errata": ERRATA})
    yield Page(ERRATA.place, "Errata of sheets and flares", "errata.html", {"errata": errata}, [_ALIENS])
    yield from pages


def _alien(known: Addresses, told: dict[str, Any], cases: dict[str, Shown]) -> Page:
    name = told["name"]
    shown = [cases[id] for id in known.cases.get(f"alien {name}", ()) if id in cases]
    of_flare = [cases[id] for id in known.cases.get(f"card {name}-flare", ()) if id in cases]
    printed = [known.clause(told["printed"])] if told["printed"] else []
    page = {"told": told, "cases": shown, "of_flare": of_flare, "printed": printed}
    return Page(alien_page(name), f"{name}, power of {told['power']}", "alien.html", page, [_ALIENS])


def cards(known: Addresses, cases: dict[str, Shown]) -> Iterator[Page]:
    """The cards, a page for each type, and what is printed in Duel."""
    types = referee.cards().to_dict()["types"]
    rows = [(Link(_plural(kind), f"cards/{slug(kind)}.html"), len(found)) for kind, found in types.items()]
    yield Page("cards/index.html", "Cards", "cards.html", {"types": rows, "duel": DUEL})
    for kind, found in types.items():
        shown = [_card(known, kind, row["name"], cases) for row in found]
        yield Page(
            f"cards/{slug(kind)}.html", _plural(kind), "card.html", {"heading": _plural(kind), "cards": shown}, [_CARDS]
        )
    yield _duel(known)


def _card(known: Addresses, kind: str, name: str, cases: dict[str, Shown]) -> dict[str, object]:
    told = referee.card(name).to_dict()
    shown = [cases[id] for id in known.cases.get(f"card {name}", ()) if id in cases]
    return {"told": told, "anchor": card_place(kind, name).partition("#")[2], "cases": shown}


def _plural(kind: str) -> str:
    """What the cards of a type are called."""
    name = f"{kind[:1].upper()}{kind[1:]}"
    return f"{name}s" if kind in _NOUNS else f"{name} cards"


def _duel(known: Addresses) -> Page:
    kinds: dict[str, list[tuple[str, dict[str, object], list[Link]]]] = {}
    for text in referee.duel_texts():
        told = text.to_dict()
        printed = [known.clause(told["printed"])] if told["printed"] else []
        kinds.setdefault(told["kind"], []).append((f"{told['kind']}-{slug(told['name'])}", told, printed))
    return Page(DUEL.place, DUEL.says, "duel.html", {"kinds": kinds}, [_CARDS])
