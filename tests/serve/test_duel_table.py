"""A table of Duel on phones: its picture, and nothing on it that lies face down before somebody else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import referee
from tests.pictures.reading import read, told, written
from tests.serve.phones import Phone, Served

_TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+")
OPENED = ("top blue 13, orange 7", "set envoy 2 ? blue", "destiny Vacant-Shipyard symbol ring next event")
# What blue does with cards and an envoy that orange cannot see; after it both tables are alike but for these.
DONE = (
    "set hand blue: {hand}",
    "read blue 2 {envoy}",
    "set envoy 2 {envoy} blue",
    "set envoy 1 Chosen faceup",  # which all see
    "dial blue 3, orange 3",
    "pass blue",
    "snare blue {snare}",
    "choose blue {choice}",
)
HIDDEN = (
    {"hand": "20 13 +8 2", "envoy": "Deuce", "snare": "20", "choice": "13 blast 4"},
    {"hand": "31 5 -2 7", "envoy": "Cudgel", "snare": "31", "choice": "5 blast 1"},
)


def _served(folder: Path, hidden: dict[str, str]) -> Served:
    folder.mkdir()
    referee.TableSession.lay("blue/Pitfall orange", edition="duel", db=folder / "games.db")
    served = Served(folder, "blue orange")
    for command in (*OPENED, *(said.format(**hidden) for said in DONE)):
        done = served.session().do(command)
        assert done.legal, (command, done.to_dict()["illegal"])
    return served


def _all_of(served: Served, phone: Phone) -> dict[str, str]:
    pages = ("table", "acts", "history", "picture.svg", "disputes")
    found = {page: phone.client.get(f"{phone.room}/{page}").text for page in pages}
    found |= {call: phone.client.get(f"/api/v1/table{call}").text for call in ("", "/history")}
    return {page: _TIME.sub("TIME", text.replace(served.room.id, "ROOM")) for page, text in found.items()}


def test_the_screen_has_the_table_as_a_picture_and_in_words(tmp_path: Path) -> None:
    phone = _served(tmp_path / "one", HIDDEN[0]).phone("orange")
    page = phone.get("table")
    (image,) = (attributes for tag, attributes in page.tags if tag == "img")
    picture = phone.client.get(image["src"])
    assert picture.headers["content-type"].startswith("image/svg+xml")
    root = read(picture.text)
    assert (root.get("width"), root.get("height")) == (image["width"], image["height"])
    assert "On planet 1 ring: blue 3, orange 3." in told(root) and "On planet 1 ring: blue 3, orange 3." in page.text
    assert "planet 1 ring" in written(root)
    assert image["alt"]


@pytest.mark.parametrize("seat", ["orange", ""])
def test_nothing_that_goes_to_others_depends_on_what_lies_face_down(tmp_path: Path, seat: str) -> None:
    one, other = (_served(tmp_path / str(place), hidden) for place, hidden in enumerate(HIDDEN))
    assert _all_of(one, one.phone(seat)) == _all_of(other, other.phone(seat))


def test_its_own_seat_sees_what_lies_face_down(tmp_path: Path) -> None:
    """Else nothing would be tested."""
    served = _served(tmp_path / "one", HIDDEN[0])
    phone = served.phone("blue")
    words = told(read(phone.client.get(f"{phone.room}/picture.svg").text))
    for part in ("Envoy 2: Deuce, blue's ally, face down.", "snare 20", "hand", "+8"):
        assert part in words, part
    history = phone.get("history").text
    assert "read blue 2 Deuce" in history and "snare blue 20" in history and "set envoy 2 Deuce blue" in history
    assert "set envoy 1 Chosen faceup" in served.phone("orange").get("history").text


def test_a_table_of_the_multiplayer_game_has_no_picture_of_its_own(tmp_path: Path) -> None:
    phone = Served(tmp_path, "red blue green").phone("red")
    assert phone.client.get(f"{phone.room}/picture.svg").status_code == 404
    assert not [tag for tag, _ in phone.get("table").tags if tag == "img"]
