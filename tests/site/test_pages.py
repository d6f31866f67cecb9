"""What stands on the pages: every clause under its id, nothing from elsewhere, headings in order."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

from referee.book.books import Books
from referee.book.loader import Rulebase, rulebase
from referee.book.places import RULEBASE
from referee.site import addresses as at
from referee.site import rules
from referee.site.links import anchors, dead
from tests import effort
from tests.site import anchors as places
from tests.site.conftest import Files


def _pages(files: Files) -> dict[str, str]:
    return {place: data.decode() for place, data in files.items() if place.endswith(".html")}


def test_every_clause_of_five_books_stands_once_under_its_id(files: Files) -> None:
    books = Books(rulebase())
    found: dict[str, list[str]] = {}
    for place, html in _pages(files).items():
        if place.startswith("rules/"):
            for id in re.findall(r'<article id="([^"]+)" class="clause">', html):
                found.setdefault(f"{place.split('/')[1]} {id}", []).append(place)
    clauses = {clause.full_id for book in books.names() for clause in books.clauses(book).values()}
    assert found.keys() == clauses
    assert {id: there for id, there in found.items() if len(there) > 1} == {}


def test_a_clause_has_what_it_says_its_counterparts_and_its_points(files: Files) -> None:
    html = files["rules/consolidated/5.10.html"].decode()
    clause = re.search(r'<article id="5\.10\.8\.3".*?</article>', html, re.DOTALL)
    assert clause
    assert "if the winner holds too few cards to pay in full" in clause[0]
    for link in (
        "../../rules/ffg2018/compensation.html#compensation.4",
        "../../rules/warp/situation-b.html#situation-b.10",
    ):
        assert f'href="{link}"' in clause[0]
    assert "The printed rules" in clause[0]


def test_no_place_that_was_ever_there_is_gone() -> None:
    retired = {rules.retired_place(at.addresses(), id) for id in at.addresses().retired}
    assert sorted(places.stored() - places.today() - retired) == []


def test_every_place_of_today_is_stored() -> None:
    """`python -m tests.site.anchors --write` adds what is new."""
    assert sorted(places.today() - places.stored()) == []


def test_the_pages_have_the_places_that_are_told(files: Files) -> None:
    pages = {place: anchors(html) for place, html in _pages(files).items()}
    told = [place.partition("#") for place in places.today()]
    assert [(page, anchor) for page, _, anchor in told if page in pages and anchor and anchor not in pages[page]] == []
    if effort.LONG:
        assert {page for page, _, _ in told} <= pages.keys()


def test_a_retired_id_leads_to_the_clause_that_took_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder)
    (folder / "retired.toml").write_text('[clause]\n"warp situation-b.99" = "warp situation-b.10"\n')
    monkeypatch.setattr(at, "rulebase", lambda: Rulebase(folder))
    known = at.Addresses()
    (page,) = [page for page in rules.pages(known, {}) if page.place == "rules/warp/situation-b.html"]
    assert rules.retired_place(known, "warp situation-b.99") == "rules/warp/situation-b.html#situation-b.99"
    html = page.html()
    assert "situation-b.99" in anchors(html)
    assert '<a href="../../rules/warp/situation-b.html#situation-b.10">warp situation-b.10</a>' in html


def test_within_a_portion_all_links_lead_to_places_that_are_told(files: Files) -> None:
    """Of the whole site none is dead; of a portion, those that lead to pages which are in it."""
    left = [fault for fault in dead(files) if effort.LONG or "leads to no place" in fault]
    assert left == []


def test_nothing_is_fetched_from_elsewhere_and_no_page_but_the_search_has_a_script(files: Files) -> None:
    for place, html in _pages(files).items():
        assert not re.search(r'<(?:img|script|link|iframe|source)\b[^>]*(?:src|href)="(?:https?:)?//', html), place
        assert ("<script" in html) == (place == "search.html"), place
        assert " style=" not in html and " onclick" not in html, place
    for place, data in files.items():
        if place.endswith((".css", ".svg")):
            assert not re.search(rb"url\(|@import|<image|<script", data), place


def test_headings_stand_in_order_and_each_page_has_its_title_and_landmarks(files: Files) -> None:
    titles: dict[str, str] = {}
    for place, html in _pages(files).items():
        levels = [int(level) for level in re.findall(r"<h([1-6])", html)]
        assert levels[0] == 1 and levels.count(1) == 1, place
        assert all(after - before <= 1 for before, after in pairwise(levels)), place
        for part in (
            '<html lang="en">',
            'class="skip"',
            '<main id="content">',
            "<header>",
            "<nav aria-label=",
            "<footer>",
        ):
            assert html.count(part) >= 1, (place, part)
        title = re.search(r"<title>(.*?)</title>", html)
        assert title and titles.setdefault(title[1], place) == place
        assert all("alt=" in img for img in re.findall(r"<img[^>]*>", html)), place


def test_what_players_and_files_say_is_text(files: Files) -> None:
    """No case and no guide brings an element of its own."""
    for place, html in _pages(files).items():
        assert not re.search(r"<(?:iframe|object|embed|base|meta http-equiv)", html), place
