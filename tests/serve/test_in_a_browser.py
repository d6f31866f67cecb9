"""The pages in Debian's Chromium, as a thumb uses them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import referee
from tests.serve.browser import Hand, Server, browser, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served") / "games.db") as running:
        yield running


def test_a_plain_encounter_takes_eight_taps_at_most(chromium: Browser, server: Server) -> None:
    hand = Hand(chromium, server.address)
    for name, value in (("o", "0"), ("d", "1"), ("on", "3"), ("dn", "2"), ("oc", "10"), ("dc", "8")):
        hand.tap(name, value)
    assert "red 3 : 10 vs blue 2 : 8" in hand.ruling("The offense wins, 13 to 10.")
    assert hand.taps <= 8
    assert hand.complaints == []


def test_two_allies_a_zap_and_rewards_take_sixteen_taps_at_most(chromium: Browser, server: Server) -> None:
    """Zombie is zapped: 6 + 2 + 2 lose to 8 + 3 + 1, and the defensive ally yellow has one reward."""
    line = "red/Zombie 3 : ? vs blue 4 : ?"
    hand = Hand(chromium, f"{server.address}")
    hand.page.goto(hand.page.url.partition("?")[0] + "?line=" + line)
    for name, value in (("on", "2"), ("dn", "3"), ("oc", "6"), ("dc", "8")):
        hand.tap(name, value)
    for place, side, ships in (("2", "o", "2"), ("3", "d", "1")):
        hand.tap(f"s{place}", side)
        hand.tap(f"n{place}", ships)
    hand.tap("z0", "1")
    text = hand.ruling("zap red")
    assert "rewards 1" in text
    assert "The defense wins, 10 to 12." in text
    assert hand.taps + 4 <= 16  # the two main players were there already, and the powers open by a tap
    assert hand.complaints == []


def test_without_script_the_sheet_rules(chromium: Browser, server: Server) -> None:
    hand = Hand(chromium, server.address, script=False)
    for name, value in (("o", "0"), ("d", "1"), ("on", "3"), ("dn", "2"), ("oc", "10"), ("dc", "N")):
        hand.tap(name, value)
    hand.touch("#rule")
    assert "red 3 : 10 vs blue 2 : N" in hand.ruling("The offense wins")


def test_a_reason_opens_its_clause(chromium: Browser, server: Server) -> None:
    hand = Hand(chromium, server.address)
    for name, value in (("o", "0"), ("d", "1"), ("oc", "10"), ("dc", "8")):
        hand.tap(name, value)
    hand.ruling("The offense wins")
    hand.touch('#ruling summary:has-text("5.10.1.1.d")')
    clause = hand.page.locator('#ruling details[open]:has(summary:has-text("5.10.1.1.d"))')
    assert "whoever has the higher total" in clause.inner_text()


def test_reloading_keeps_what_is_filled_in(chromium: Browser, server: Server) -> None:
    hand = Hand(chromium, server.address)
    for name, value in (("o", "2"), ("d", "1"), ("oc", "10"), ("dc", "8")):
        hand.tap(name, value)
    hand.ruling("green 4 : 10 vs blue 4 : 8")
    hand.page.reload()
    assert "green 4 : 10 vs blue 4 : 8" in hand.ruling("The offense wins")


@pytest.mark.parametrize("width", [320, 360, 768, 1024])
def test_nothing_is_wider_than_the_screen_and_what_is_touched_is_large(
    chromium: Browser, server: Server, width: int
) -> None:
    hand = Hand(chromium, server.address)
    hand.page.set_viewport_size({"width": width, "height": 640})
    for name, value in (("o", "0"), ("d", "1"), ("oc", "10"), ("dc", "8")):
        hand.tap(name, value)
    hand.ruling("The offense wins")
    assert hand.page.evaluate("document.documentElement.scrollWidth") <= width
    small = hand.page.evaluate(
        """[...document.querySelectorAll('button, .button, .chip, summary, nav a, input:not([type=hidden])')]
        .filter((one) => one.offsetParent && !one.closest('.chip input') && !one.matches('.chip input'))
        .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
        .filter(([_, box]) => box.height < 43.5).map(([html]) => html)"""
    )
    assert small == []


def test_it_stops_cleanly(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "games.db") as running:
        Hand(chromium, running.address)
        assert running.stop() == ""


def test_two_phones_at_a_table(chromium: Browser, tmp_path: Path) -> None:
    """Everything on one small screen; what one does the other shows; what is half typed is not thrown away."""
    db = tmp_path / "games.db"
    referee.TableSession.lay("red/Macron purple/Clone yellow/Zombie blue green", db=db)
    with serving(db) as running:
        red, blue = Hand(chromium, running.address), Hand(chromium, running.address)
        red.touch("button[name=seat][value=red]")
        blue.touch("button[name=seat][value=blue]")
        red.page.locator(".mine[data-seat=red]").wait_for()
        bottom = red.page.evaluate("document.querySelector('.foot').getBoundingClientRect().bottom")
        assert bottom <= 640
        blue.page.fill("#command", "ally blue offense 2")
        red.touch(".big")
        red.touch('button[value="destiny purple"]')
        red.page.locator(".role", has_text="defense").wait_for()
        blue.page.locator("#news:not([hidden])").wait_for()
        assert blue.page.input_value("#command") == "ally blue offense 2"
        blue.touch(".paste button")
        blue.page.locator("[data-status=overtaken]").wait_for()
        assert blue.page.input_value("#command") == "ally blue offense 2"
        assert "done: destiny purple" in blue.page.inner_text("[role=status] .open")


def test_from_the_scan_to_the_first_ruling_in_ten_taps(chromium: Browser, tmp_path: Path) -> None:
    """Two to join, the sheet, the defense, its planet, and a card each: 10 + 4 against 8 + 4."""
    referee.TableSession.lay("red purple blue", db=tmp_path / "games.db")
    with serving(tmp_path / "games.db") as running:
        hand = Hand(chromium, running.address)
        hand.taps += 1  # the scan
        hand.touch("button[name=seat][value=red]")
        hand.page.locator(".mine[data-seat=red]").wait_for()
        hand.touch('nav a:has-text("Encounter")')
        for name, value in (("d", "1"), ("at", "2"), ("oc", "10"), ("dc", "8")):
            hand.tap(name, value)
        hand.ruling("The offense wins, 14 to 12.")
        assert hand.taps <= 10
        hand.touch('button:has-text("Do it at the table")')
        hand.page.locator(".lastruling", has_text="14 to 12").wait_for()
        assert hand.complaints == []


@pytest.mark.long
def test_a_refusal_stays_while_others_act(chromium: Browser, tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    referee.TableSession.lay("red purple blue", db=db)
    with serving(db) as running:
        hand = Hand(chromium, running.address)
        hand.page.fill("#command", "launch red 9 at purple.2")
        hand.touch(".paste button")
        hand.page.locator("[data-status=refused]").wait_for()
        referee.TableSession(db).do("destiny purple")
        hand.page.locator("#news:not([hidden])").wait_for()
        assert hand.page.locator("[data-status=refused]").count() == 1
        assert hand.page.input_value("#command") == "launch red 9 at purple.2"


@pytest.mark.long
def test_a_killed_server_loses_nothing_and_the_phone_goes_on(chromium: Browser, tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    referee.TableSession.lay("red purple blue", db=db)
    with serving(db) as running:
        hand = Hand(chromium, running.address)
        hand.touch("button[name=seat][value=red]")
        hand.page.locator(".mine[data-seat=red]").wait_for()
        hand.page.fill("#command", "destiny purple")
        hand.touch(".paste button")
        hand.page.locator(".role", has_text="defense").wait_for()
        running.stop(hard=True)
    again = Server(db, port=running.port)
    try:
        hand.page.goto(hand.page.url.partition("?")[0])
        hand.page.locator(".mine[data-seat=red]").wait_for()
        assert hand.page.locator(".role", has_text="defense").count() == 1
    finally:
        again.stop()
