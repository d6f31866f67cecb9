"""A page of the site: its place, its template, and what stands on it; every text is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from referee.render.sheet_words import bars_of, counted, effect_of, kind_of, reach_of
from referee.render.templates import Templates, environment
from referee.render.words import authority, shown
from referee.site.addresses import Link, addresses, case_page, drawing_of

HERE = Path(__file__).parent
STATIC = ("site.css", "search.js", "icon.svg")
# The parts of the site, as every page leads to them.
NAV = (
    Link("Rules", "rules/index.html"),
    Link("Points", "points/index.html"),
    Link("Editions", "editions/index.html"),
    Link("Aliens", "aliens/index.html"),
    Link("Cards", "cards/index.html"),
    Link("Cases", "cases/index.html"),
    Link("Guides", "guides/index.html"),
)


class Page(NamedTuple):
    """A page: where it stands from the root of the site, its title, its template and what that shows.

    `above` are the pages that lead to it, the widest first.
    """

    place: str
    title: str
    template: str
    told: dict[str, Any]
    above: Sequence[Link] = ()

    def html(self) -> str:
        """The page as it is written."""
        root = "../" * self.place.count("/")

        def to(place: str) -> str:
            return f"{root}{place}"

        part = f"{self.place.partition('/')[0]}/"
        nav = [(link.says, to(link.place), link.place.startswith(part)) for link in NAV]
        return (
            _environment()
            .get_template(self.template)
            .render(title=self.title, nav=nav, to=to, above=self.above, place=self.place, **self.told)
        )


def static(name: str) -> bytes:
    """A file of our own that pages use."""
    return (HERE / "static" / name).read_bytes()


@cache
def _environment() -> Templates:
    templates = environment(
        HERE / "templates",
        authority=authority,
        bars=bars_of,
        card_kind=kind_of,
        case_page=case_page,
        cited=lambda id: addresses().cited(id),
        counted=counted,
        drawing_of=drawing_of,
        effect=effect_of,
        point=lambda id: addresses().point(id),
        reach=reach_of,
    )
    templates.filters["shown"] = shown
    return templates


def markup(html: str) -> Markup:
    """HTML that is made here, and needs no escaping."""
    return Markup(html)
