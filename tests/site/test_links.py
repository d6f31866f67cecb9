"""A link that leads nowhere is found, with its place."""

from __future__ import annotations

import pytest

from referee.site.links import dead

PAGES = {
    "index.html": '<p id="top"><a href="rules/a.html#1.2">one</a>\n<a href="https://example.org/x">elsewhere</a></p>',
    "rules/a.html": '<h1 id="1.2">A</h1><img src="../pictures/x.svg"><a href="../search.html?q=tie">find</a>',
    "search.html": '<a href="#here">here</a><form action="index.html"></form><b id="here">',
    "pictures/x.svg": "<svg/>",
}


def _dead(**otherwise: str) -> list[str]:
    told = {**PAGES, **{place.replace("_", ".", 1): html for place, html in otherwise.items()}}
    return dead({place: html.encode() for place, html in told.items()})


def test_all_is_well() -> None:
    assert _dead() == []


@pytest.mark.parametrize(
    ("html", "says"),
    [
        ('<p>\n<a href="rules/b.html">b</a>', "index.html:2: rules/b.html leads to no page"),
        ('<a class="x" href="rules/a.html#1.3">b</a>', "index.html:1: rules/a.html#1.3 leads to no place on its page"),
        ('<a href="#bottom">b</a>', "index.html:1: #bottom leads to no place on its page"),
        ('<img src="pictures/y.svg">', "index.html:1: pictures/y.svg leads to no page"),
        ('<a href="../index.html">out of the site</a>', "index.html:1: ../index.html leads to no page"),
    ],
)
def test_a_dead_link_is_named_with_its_place(html: str, says: str) -> None:
    assert _dead(index_html=html) == [says]
