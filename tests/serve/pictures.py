"""Pictures of every screen: `python -m tests.serve.pictures --write` makes those in docs/pictures/.

A game is played on a server of its own, and each screen is taken as a phone shows it, light and dark. They are drawn in
few colors, so that each stays below `MOST` bytes.
"""

from __future__ import annotations

import struct
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import referee
from tests.serve.browser import Hand, browser, serving

HERE = Path(__file__).parents[2] / "docs" / "pictures"
MOST = 60_000  # bytes of a picture
PLAYERS = "red/Macron purple/Clone yellow/Zombie blue/Virus green/Amoeba"
PLAYED = (
    "destiny purple / launch red 1 at purple.2 / ally blue offense 2 / ally yellow defense 1 "
    "/ reveal red 10, purple 12 / resolve"
)


class Screen(NamedTuple):
    """A screen: its name, the page of the room, and what a finger does there before it is taken.

    A page that begins with a stroke is one of the server and in no room.
    """

    name: str
    page: str
    does: Callable[[Hand], None] = lambda hand: None

    def address(self, room: str) -> str:
        """Where it is, from the address of the room."""
        return f"{room.rpartition('/')[0]}{self.page}" if self.page.startswith("/") else f"{room}/{self.page}"


def _sheet(hand: Hand) -> None:
    for name, value in (("o", "0"), ("d", "1"), ("on", "1"), ("oc", "10"), ("dc", "12"), ("s3", "o"), ("n3", "2")):
        hand.tap(name, value)
    hand.page.locator("#bar:not([hidden])").wait_for()


SCREENS = (
    Screen("table", "table"),
    Screen("acts", "acts"),
    Screen("history", "history"),
    Screen("put-right", "set?place=purple.2"),
    Screen("amend", "amend?number=2&right=launch red 1 at purple.3"),
    Screen("sheet", "sheet?new=1", _sheet),
    Screen("ruling", "sheet?line=red/Macron 1 %2B blue 2 : 10 vs purple/Clone 4 %2B yellow 1 : 12#ruling"),
    Screen("proof", "proof?line=red/Macron 1 %2B blue 2 : 10 vs purple/Clone 4 : 12&of=totals.offense"),
    Screen("look", "look?q=who wins a tie"),
    Screen("two", "two?power=Macron&power=Clone"),
    Screen("alien", "look?q=Macron"),
    Screen("differ", "differ"),
    Screen("quarrel", "quarrel/1"),
    Screen("dispute", "dispute/1"),
    Screen("disputes", "disputes"),
)
BESIDE = (
    Screen("programs", "/api/v1"),
    Screen("not-there", "nothing"),
    Screen("not-let-in", "/nowhere/table"),
    Screen("wrong-key", "/join/nobody"),
    Screen("refused", "sheet?line=red 3 : 8 vs red 4 : 9"),
    Screen("older", "look?q=who wins a tie&edition=warp"),
)
DUEL_PLAYED = ("top blue 13, orange 7", "destiny discovery advantage 5", "dial blue 3, orange 1", "choose blue 13")
DUEL = (
    Screen("duel-table", "table"),
    Screen("duel-acts", "acts"),
    Screen("duel-history", "history"),
    Screen("duel-sheet", "sheet"),
    Screen("duel-amend", "amend?number=3&right=dial blue 2, orange 1"),
    Screen("duel-disputes", "disputes"),
    Screen("duel-two", "two"),
    Screen("duel-envoy", "look?q=Bouncer&edition=duel"),
    Screen("duel-ruling", "look?q=blue 3 : 20 vs orange 2 : 6 ; card Vacant-Shipyard&edition=duel"),
)
IN_README = ("table", "ruling", "quarrel")


def _laid(db: Path) -> None:
    """A table at which an encounter was played, with a dispute that is decided and kept."""
    table = referee.TableSession.lay(PLAYERS, db=db, name="friday")
    table.do_all(table.commands_in(PLAYED))
    disputes = referee.Disputes(db)
    line = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
    claims = [("blue", "green's ships count for my compensation"), ("red", "only your own four do")]
    disputes.open(disputes.start(line=line, table="friday"), claims)
    disputes.rule(1, by="the referee")


@contextmanager
def screens(scheme: str, size: dict[str, int] | None = None) -> Iterator[tuple[Hand, str]]:
    """A phone at a table on which an encounter was played and one account was told differently; its room's address."""
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        db = Path(folder) / "games.db"
        _laid(db)
        with serving(db) as running:
            other = Hand(started, running.address)
            other.touch("button[name=seat][value=red]")
            other.page.locator(".mine[data-seat=red]").wait_for()
            room = other.page.url.rpartition("/")[0]
            other.page.goto(f"{room}/differ")
            other.tap("oc", "23")
            other.page.fill("#claim", "I played the 23")
            other.touch("button.big")
            other.page.locator(".decides").wait_for()
            hand = Hand(started, running.address, scheme=scheme)
            if size:
                hand.page.set_viewport_size(size)  # type: ignore[arg-type]
            hand.touch("button[name=seat][value=purple]")
            hand.page.locator(".mine[data-seat=purple]").wait_for()
            yield hand, room


@contextmanager
def duel_screens(scheme: str) -> Iterator[tuple[Hand, str]]:
    """A phone at a table of Duel that is being played; its room's address."""
    with tempfile.TemporaryDirectory() as folder, browser() as started:
        db = Path(folder) / "games.db"
        table = referee.TableSession.lay("blue/Bouncer orange/Iron-Matron", edition="duel", db=db, name="friday")
        for command in DUEL_PLAYED:
            table.do(command)
        with serving(db) as running:
            hand = Hand(started, running.address, scheme=scheme)
            hand.touch("button[name=seat][value=blue]")
            hand.page.locator(".mine[data-seat=blue]").wait_for()
            yield hand, hand.page.url.rpartition("/")[0]


def shown(hand: Hand, room: str, screen: Screen) -> int:
    """Brings a screen onto a phone; returns the status with which it was answered."""
    answer = hand.page.goto(screen.address(room))
    screen.does(hand)
    return answer.status if answer is not None else 0


def main() -> int:
    """Makes the pictures; with `--write` into docs/pictures/, else only tries them. Exit status 1 if one is too big."""
    folder = HERE if "--write" in sys.argv else Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    heavy = 0
    for scheme in ("light", "dark"):
        with screens(scheme) as (hand, room):
            for screen in SCREENS if scheme == "light" else SCREENS[:1]:
                status = shown(hand, room, screen)
                if status != 200:  # a busy machine answers that it takes too long
                    raise SystemExit(f"{screen.name} was answered with {status}; nothing more is made")
                made = folder / f"{screen.name}{'' if scheme == 'light' else '-dark'}.png"
                made.write_bytes(in_few_colors(hand.page.screenshot()))
                size = made.stat().st_size
                heavy += size > MOST
                print(f"{made}  {size} bytes")
    return 1 if heavy else 0


# -- PNG in a palette --------------------------------------------------------------------------------------------------


def in_few_colors(png: bytes) -> bytes:
    """A PNG of eight bits a color, drawn anew with at most 256 colors: those that come most often, the nearest else."""
    width, height, rows = _read(png)
    step = 16
    coarse = [bytes(min(255, (byte // step) * 17) for byte in row) for row in rows]
    pixels = [[row[at : at + 3] for at in range(0, len(row), 3)] for row in coarse]
    count: dict[bytes, int] = {}
    for line in pixels:
        for pixel in line:
            count[pixel] = count.get(pixel, 0) + 1
    palette = sorted(count, key=lambda pixel: -count[pixel])[:256]
    known = {pixel: place for place, pixel in enumerate(palette)}
    for pixel in count:
        known.setdefault(pixel, min(range(len(palette)), key=lambda at: _far(palette[at], pixel)))
    data = b"".join(b"\0" + bytes(known[pixel] for pixel in line) for line in pixels)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"PLTE", b"".join(palette)), (b"IDAT", zlib.compress(data, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in chunks)


def _far(one: bytes, other: bytes) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _read(png: bytes) -> tuple[int, int, list[bytes]]:
    """Width, height, and the rows of a PNG of eight bits a color, with or without transparency, as red, green, blue."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8 and kind in (2, 6), "a screenshot of eight bits a color"
    size = 3 if kind == 2 else 4
    body, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            body += png[at + 8 : at + 8 + length]
        at += 12 + length
    rows, before, data = [], bytearray(width * size), zlib.decompress(body)
    for place in range(height):
        start = place * (width * size + 1)
        before = _unfiltered(data[start], bytearray(data[start + 1 : start + 1 + width * size]), before, size)
        rows.append(bytes(before) if size == 3 else bytes(b for n, b in enumerate(before) if n % 4 != 3))
    return width, height, rows


def _unfiltered(way: int, row: bytearray, above: bytearray, size: int) -> bytearray:
    """A row as it was before it was filtered (PNG, chapter 9)."""
    for at in range(len(row)):
        left = row[at - size] if at >= size else 0
        corner = above[at - size] if at >= size else 0
        near = (0, left, above[at], (left + above[at]) // 2, _paeth(left, above[at], corner))[way]
        row[at] = (row[at] + near) & 255
    return row


def _paeth(left: int, above: int, corner: int) -> int:
    guess = left + above - corner
    far = (abs(guess - left), abs(guess - above), abs(guess - corner))
    return (left, above, corner)[far.index(min(far))]


if __name__ == "__main__":
    sys.exit(main())
