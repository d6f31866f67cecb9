"""Phones in a real browser: Debian's Chromium, driven by playwright, at a server of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SMALL = {"width": 360, "height": 640}


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium; the test is skipped where there is none."""
    pytest.importorskip("playwright", reason="needs playwright (the extra `test`)")
    pytest.importorskip("uvicorn", reason="needs the extra `serve`")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("there is no chromium on this machine: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=_ARGUMENTS)
        yield started
        started.close()


class Server:
    """A running `referee serve`, and the address with its key."""

    def __init__(self, db: Path, *options: str, port: int = 0) -> None:
        environment = {**os.environ, "REFEREE_DB": str(db)}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "referee", "serve", "--port", str(port), *options],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout
        first = self._process.stdout.readline()
        found = re.search(r"http://\S+", first)
        assert found, first + self._process.communicate(timeout=20)[1]
        self.address = found[0]
        self.port = int(re.findall(r":(\d+)/", self.address)[0])

    def stop(self, hard: bool = False) -> str:
        """Stops it, as Ctrl-C does or by `kill -9`; returns what it wrote on stderr."""
        if self._process.poll() is None:
            self._process.kill() if hard else self._process.send_signal(2)
        _, errors = self._process.communicate(timeout=20)
        return errors


@contextmanager
def serving(db: Path, *options: str) -> Iterator[Server]:
    """A server on a port that is free."""
    server = Server(db, *options)
    try:
        yield server
    finally:
        server.stop()


class Hand:
    """A phone with a finger: it counts its taps, and keeps what the browser complains of."""

    def __init__(self, started: Browser, address: str, script: bool = True, scheme: Any = "light") -> None:
        self._context = started.new_context(
            viewport=SMALL,  # type: ignore[arg-type]
            has_touch=True,
            is_mobile=True,
            java_script_enabled=script,
            color_scheme=scheme,
        )
        self.page: Page = self._context.new_page()
        self.taps = 0
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self._keep(said.type, said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(address)

    def _keep(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def tap(self, name: str, value: str) -> None:
        """Taps a chip of the form."""
        self.taps += 1
        self.page.locator(f'label:has(> input[name="{name}"][value="{value}"])').first.tap()

    def touch(self, selector: str) -> None:
        """Taps anything else."""
        self.taps += 1
        self.page.locator(selector).first.tap()

    def ruling(self, says: str) -> str:
        """What stands under the sheet, once it says this."""
        self.page.locator("#ruling", has_text=says).wait_for(timeout=8_000)
        return self.page.locator("#ruling").inner_text()
