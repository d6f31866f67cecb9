"""A hand that red told card by card: nothing that goes to anybody else depends on which cards these are.

Two tables are played alike, but for the cards that red holds and nobody saw. All that a phone of another seat, one
that only watches, and a program with the key are sent must then be the same to the letter.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import referee
from referee.serve.api import CALLS, PATH
from tests import effort
from tests.serve.phones import BASE, Served

PLAYERS = "red/Macron purple/Clone yellow blue green"
HANDS = ("23 N 8 +2 Cosmic-Zap 4 6 Rebirth", "20 M 8 +3 Mobius-Tubes 9 12 Solar-Wind")
SECRET = ("Rebirth", "Solar-Wind")  # no page names these by itself, as it does artifacts that anybody may ask for

BEFORE = ("set hand red: {hand}", "destiny purple", "launch red 1 at purple.2", "ally blue offense 1", "play red 8")
PLAYED = ("play purple 20", "reveal", "resolve")
LOST = ("destiny purple", "launch red 1 at purple.2", "play red 8", "play purple N", "reveal", "resolve")
TURNED = "red/Macron 1 + blue 1 : 8 vs purple/Clone 4 : 7"


def _tables(tmp_path: Path, commands: tuple[str, ...], hidden: tuple[str, str] = HANDS) -> tuple[Served, Served]:
    made = []
    for place, hand in enumerate(hidden):
        (tmp_path / str(place)).mkdir(parents=True)
        served = Served(tmp_path / str(place), PLAYERS)
        for command in commands:
            done = served.session().do(command.format(hand=hand))
            assert done.legal, (command, done.to_dict())
        made.append(served)
    return made[0], made[1]


def _pages(served: Served) -> Iterator[str]:
    """Every page that can be asked for at this table."""
    yield from ("table", "acts", "history", "sheet", "disputes", "differ", "version", "quarrel/1", "dispute/1")
    yield from ("look?q=Macron", f"sheet?line={TURNED}", f"sheet/ruling?line={TURNED}", f"differ?line={TURNED}")
    yield from (f"set?place={place}" for place in ("hand red", "warp red", "red.1", "purple.2"))
    for entry in served.session().history():
        for page in ("table?done=", "amend?number=", "differ?step="):
            yield f"{page}{entry.number}"
        yield f"amend?how=drop&number={entry.number}"
        yield f"amend?number={entry.number}&right=ally green defense 1&how=before"


FORMS = (
    ("do", {"command": "launch red 9 at purple.2"}),
    ("do", {"command": "zap green"}),
    ("do", {"command": "ally yellow offense 1", "version": "1", "number": "1"}),
    ("undo", {"number": "1"}),
    ("apply", {"line": "blue 1 : 8 vs purple 4 : 4 ; at purple.2"}),
    ("differ", {"step": "1"}),
    ("differ", {"line": TURNED, "oc": "99"}),
    ("amend", {"number": "3", "right": "launch red 9 at purple.2", "choose": "stand"}),
    ("seat", {"seat": "red"}),
)


def _plain(served: Served, text: str) -> str:
    """An answer without what differs between any two servers."""
    text = text.replace(served.room.id, "ROOM").replace(served.room.key, "KEY")
    text = re.sub(r"\d{4}-\d\d-\d\d(T[\d:.+]*Z?)?", "DAY", text)
    return re.sub(r'data-left="\d+"|Ledger `[^`]*`|seconds": \d+', "", text)


def told(served: Served, seat: str) -> dict[str, str]:
    """All that is sent to a phone of this seat (empty: one that watches): pages, refusals, calls and events."""
    found: dict[str, str] = {}
    owner = served.phone("red") if seat != "red" else None  # whose hand it is sits there
    for count, page in enumerate(_pages(served)):
        if count % 30 == 0:
            phone = served.phone(seat)  # each may ask so much only
        found[page] = phone.client.get(f"{phone.room}/{page}").text
    phone = served.phone(seat)
    for place, (page, fields) in enumerate(FORMS):
        found[f"{place} {page}"] = phone.post(page, **fields).html
    for call in CALLS:
        if call.at_table and not call.acts:
            found[f"api {call.path}"] = phone.client.get(f"{PATH}/{call.path}").text
    for command in ("launch red 9 at purple.2", "zap green", "nonsense"):
        asked = phone.client.post(f"{PATH}/table/do", json={"command": command}, headers={"origin": BASE})
        found[f"api {command}"] = asked.text
    assert owner is None or served.room.holder("red") is not None
    found["event"] = asyncio.run(_event(served))
    return {page: _plain(served, text) for page, text in found.items()}


async def _event(served: Served) -> str:
    return await anext(aiter(served.site.versions.events(served.table)))


def told_by_key(served: Served) -> dict[str, str]:
    """All that is told to a program with the key."""
    bearer = {"authorization": f"Bearer {served.room.key}"}
    found = {}
    for call in CALLS:
        if call.at_table and not call.acts:
            found[call.path] = _plain(served, served.stranger().get(f"{PATH}/{call.path}", headers=bearer).text)
    return found


def same(one: dict[str, str], other: dict[str, str], seat: str) -> None:
    assert one.keys() == other.keys()
    apart = [page for page in one if one[page] != other[page]]
    assert not apart, (seat, apart, _first(one[apart[0]], other[apart[0]]))
    for page, text in one.items():
        assert not [card for card in SECRET if card in text], (seat, page)


def _first(one: str, other: str) -> tuple[str, str]:
    """The place at which two texts part."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return one[max(0, at - 80) : at + 80], other[max(0, at - 80) : at + 80]


@pytest.mark.parametrize(("seat", "stage"), effort.some(product(["purple", "blue", ""], ["played", "resolved"]), 2))
def test_nothing_that_goes_to_others_depends_on_a_told_hand(tmp_path: Path, seat: str, stage: str) -> None:
    one, other = _tables(tmp_path, BEFORE if stage == "played" else (*BEFORE, *PLAYED))
    same(told(one, seat), told(other, seat), seat)
    same(told_by_key(one), told_by_key(other), "key")


def test_what_its_own_seat_is_told_does(tmp_path: Path) -> None:
    """Else nothing would be tested: red's own phone shows the cards."""
    one, other = _tables(tmp_path, BEFORE)
    red, again = told(one, "red"), told(other, "red")
    assert "Cosmic-Zap" in red["history"]
    assert "Cosmic-Zap" in red["api table"]
    assert red["acts"] != again["acts"]


def test_a_card_that_lies_facedown_is_told_to_nobody_else(tmp_path: Path) -> None:
    commands = ("set hand red: {hand}", "destiny purple", "launch red 1 at purple.2")
    one, other = _tables(tmp_path, commands)
    assert one.session().do("play red 23").legal
    assert other.session().do("play red 20").legal
    for seat in ("purple", ""):
        same(told(one, seat), told(other, seat), seat)


def test_disputes_tell_no_hand(tmp_path: Path) -> None:
    """One that a phone tells, one that the terminal opened on the table as it stands, and one on an act."""
    one, other = _tables(tmp_path, (*BEFORE, *PLAYED))
    for served in (one, other):
        red = served.phone("red")
        form = red.get("differ")
        fields = {a["name"]: a.get("value", "") for t, a in form.tags if t == "input" and "name" in a and _is_set(a)}
        assert red.post("differ", **{**fields, "dc": "4"}).status_code == 200
        disputes = referee.Disputes(served.db)
        disputes.open(disputes.start(table=served.table), [("red", "mine"), ("purple", "no")])
        disputes.open(disputes.start(table=served.table, step=3), [("red", "one ship"), ("purple", "too many")])
    for seat in ("blue", ""):
        same(told(one, seat), told(other, seat), seat)


def test_cards_that_are_taken_are_told_to_who_takes_them(tmp_path: Path) -> None:
    """Purple, who lost with a negotiate, takes cards out of red's hand: yellow sees how many, and not which."""
    hands = ("23 N 8 4 6", "20 M 8 9 12")
    one, other = _tables(tmp_path, ("set hand red: {hand}", *LOST), hands)
    for served, cards in ((one, "23 N 4 6"), (other, "20 M 9 12")):
        assert served.session().do(f"take purple 4 from red: {cards}").legal
    for seat in ("yellow", ""):
        same(told(one, seat), told(other, seat), seat)
    for seat in ("red", "purple"):
        assert "23 N 4 6" in told(one, seat)["history"]


def _is_set(attributes: dict[str, str]) -> bool:
    return attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
