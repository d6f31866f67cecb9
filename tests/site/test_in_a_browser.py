"""The site in a real browser: read by everybody, on a phone, in the dark, on paper, without a script; and searched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from referee.book.index import build
from referee.book.loader import rulebase
from referee.site.addresses import addresses
from referee.site.finding import files as index_files
from tests import effort
from tests.bench.ask import _entries
from tests.bench.site_search import measured, ranked
from tests.serve.browser import browser
from tests.site.conftest import Files
from tests.site.portion import KINDS, kind_of, put
from tests.test_players_questions import HERE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_RUN = "axe.run(document, {resultTypes: ['violations']})"
_EACH = 20  # pages of each kind that are looked at in a long run
_PHONES = (320, 360)


def _axe() -> str:
    package = pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python (the extra `test`)")
    return (Path(str(package.__file__)).parent / "axe.min.js").read_text()


@pytest.fixture(scope="module")
def opened() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def searched(files: Files, folder: Path) -> Path:
    """The folder of the site with the index of its search."""
    if "search/main.js" not in files:
        put(index_files(addresses(), [], ["AC01", "CP02"]), folder)
    return folder


def _looked_at(files: Files, kind: str) -> list[str]:
    """Some pages of a kind, evenly taken: twenty in a long run."""
    places = [place for place in files if place.endswith(".html") and kind_of(place) == kind]
    most = _EACH if effort.LONG else 1
    return [places[at * len(places) // most] for at in range(most)] if len(places) > most else places


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scheme", effort.some(["light", "dark"], 1))
def test_axe_finds_nothing_and_no_page_is_wider_than_a_phone(
    opened: Browser, files: Files, folder: Path, kind: str, scheme: Any
) -> None:
    axe, told = _axe(), []
    page = opened.new_page(color_scheme=scheme, viewport={"width": _PHONES[1], "height": 740})
    for place in _looked_at(files, kind):
        page.goto((folder / place).as_uri())
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        for width in _PHONES:
            page.set_viewport_size({"width": width, "height": 740})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                told.append((place, f"wider than {width}"))
        page.evaluate(axe)
        found: dict[str, Any] = page.evaluate(_RUN)
        told += [(place, f"{one['id']}: {one['nodes'][0]['html'][:150]}") for one in found["violations"]]
    page.close()
    assert told == []


@pytest.mark.long
def test_axe_would_find_something(opened: Browser, folder: Path) -> None:
    page = opened.new_page()
    page.goto((folder / "index.html").as_uri())
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    page.evaluate(_axe())
    assert "label" in [one["id"] for one in page.evaluate(_RUN)["violations"]]
    page.close()


def test_a_page_is_read_and_followed_without_a_script_and_by_keys(opened: Browser, folder: Path) -> None:
    context = opened.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((folder / "rules" / "index.html").as_uri())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skips to the content
    page.wait_for_url("**#content")  # a key does not wait until the browser is there
    page.click("text=Consolidated rules of Cosmic Encounter")
    page.wait_for_url("**/consolidated/**")
    page.click("text=5.10 Resolution Phase")
    page.wait_for_url("**/5.10.html")
    assert "the other player takes as many as the winner has" in page.inner_text("main")
    page.goto((folder / "search.html").as_uri())
    assert "Searching needs a script" in page.inner_text("main")
    context.close()


def test_on_paper_there_is_the_text_alone(opened: Browser, folder: Path) -> None:
    page = opened.new_page(color_scheme="dark")
    page.goto((folder / "rules" / "consolidated" / "5.10.html").as_uri())
    page.emulate_media(media="print", color_scheme="dark")
    for part in ("body > header", ".above", ".beside"):
        assert not page.is_visible(part)
    assert page.is_visible("article.clause")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.close()


# -- the search --------------------------------------------------------------------------------------------------------


@pytest.fixture
def search(opened: Browser, searched: Path) -> Iterator[Page]:
    page = opened.new_page()
    page.goto((searched / "search.html").as_uri())
    yield page
    page.close()


def test_what_is_typed_finds_clauses_sheets_points_and_ids(search: Page) -> None:
    asked = {
        "who wins a tie": ("#by-words", "consolidated 5.10.1.1.d.1"),
        "macron": ("#by-name", "Macron (alien)"),
        "mobius tub": ("#by-name", "Mobius-Tubes (artifact)"),
        "5.10.8.3": ("#by-name", "5.10.8.3"),
        "warp situation-b.10": ("#by-name", "warp situation-b.10"),
        "ac01": ("#by-name", "AC01"),
        "df-05": ("#by-name", "DF-05: When is a fifth foreign colony a win?"),
    }
    for typed, (place, first) in asked.items():
        search.fill("#q", typed)
        search.wait_for_function("([place, first]) => document.querySelector(`${place} a`)?.textContent === first",
                                 arg=[place, first])  # fmt: skip
    search.fill("#q", "xyzzy plugh")
    search.wait_for_function("document.getElementById('told').textContent === 'Nothing found.'")


def test_other_rules_are_asked_by_themselves(search: Page) -> None:
    search.select_option("#book", "duel")
    search.fill("#q", "who wins a tie of clout")
    search.wait_for_selector("#by-words a")
    assert {id.split()[0] for id in search.locator("#by-words a").all_inner_texts()} == {"duel"}


def test_an_address_asks_and_what_is_asked_is_text(opened: Browser, searched: Path) -> None:
    page = opened.new_page()
    page.goto((searched / "search.html").as_uri() + "?q=%3Cimg%20src%3Dx%20onerror%3Ddocument.title%3D1%3E%20tie")
    page.wait_for_selector("#by-words a")
    assert page.input_value("#q") == "<img src=x onerror=document.title=1> tie"
    assert page.title().startswith("Search")
    assert page.locator("main img").count() == 0
    page.close()


def test_its_ranking_is_that_of_ask(search: Page) -> None:
    """Clause for clause, for what players ask, mistyped words and hurried ones too."""
    asked = effort.some([text for texts in _asked().values() for text in texts], 60)
    asked += ["do alies get compnsation", "cant u ally w/ both", "5 colonies - who won?", "is a morph vs morph a tie"]
    index = build(rulebase())
    wanted = [[answer.clause.full_id for answer in index.ask(text, 10)] for text in asked]
    found = ranked(search, asked)
    otherwise = [text for text, here, there in zip(asked, wanted, found, strict=True) if here[:5] != there[:5]]
    assert otherwise == []


def _asked() -> dict[str, list[str]]:
    return addresses().books.asked("consolidated")


@pytest.mark.long
def test_it_answers_players_at_least_as_often_as_the_search_of_the_command_line(
    opened: Browser, tmp_path: Path
) -> None:
    if not HERE.is_file():
        pytest.skip("the questions of players are not beside the project")
    entries = _entries([str(HERE)])
    assert not isinstance(entries, str), entries
    told = measured(opened, entries, tmp_path)
    assert told["site"] >= told["referee search"]
    assert told["site"] >= 0.95 * told["questions"]


def test_an_anchor_of_a_clause_is_reached(opened: Browser, folder: Path) -> None:
    page = opened.new_page(viewport={"width": 360, "height": 740})
    page.goto((folder / "rules" / "consolidated" / "5.10.html").as_uri() + "#5.10.8.3")
    top = page.evaluate("document.getElementById('5.10.8.3').getBoundingClientRect().top")
    assert 0 <= top < 740
    assert re.search(r"5\.10\.8\.3$", page.url)
    page.close()
