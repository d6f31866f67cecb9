"""What is ruled or disputed is drawn on the phones too, from its line and from nothing else."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

import referee
from tests.pictures.reading import read, written
from tests.serve.phones import Answer, Phone, Served

LINE = "red 3 + green 1 : 8 vs blue 4 : N"


def _drawn(phone: Phone, answer: Answer) -> list[str]:
    """The pictures of lines on a page, as SVG texts; each comes from this server and is described."""
    found = []
    for image in (attributes for tag, attributes in answer.tags if tag == "img" and "drawn.svg" in attributes["src"]):
        parts = urlsplit(image["src"])
        assert not parts.netloc and parse_qs(parts.query)["line"][0] in image["alt"]
        picture = phone.client.get(image["src"])
        assert picture.headers["content-type"].startswith("image/svg+xml")
        found.append(picture.text)
    return found


def test_a_ruling_has_the_position_of_its_line(tmp_path: Path) -> None:
    phone = Served(tmp_path, "red blue green").phone("red")
    (picture,) = _drawn(phone, phone.get("sheet", line=LINE))
    assert picture == referee.picture(LINE).svg
    assert "blue" in written(read(picture))


def test_each_account_of_a_slip_is_drawn_as_it_was_told(tmp_path: Path) -> None:
    served = Served(tmp_path, "red blue green")
    other = LINE.replace("blue 4", "blue 3")
    claims = [("blue", "four cards", LINE), ("red", "three", other)]
    disputes = referee.Disputes(tmp_path / "games.db")
    disputes.open(disputes.start(line=LINE, table=served.table), claims)
    phone = served.phone("red")
    pictures = _drawn(phone, phone.get("dispute/1"))
    assert pictures == [referee.picture(line).svg for line in (LINE, other)]


@pytest.mark.parametrize("line", ["", "<svg onload=x>", "red 3 : 8 vs red 4 : 9", "x" * 9_000, "\x1b[31m", "duel duel"])
def test_what_is_no_line_is_answered_in_words(tmp_path: Path, line: str) -> None:
    phone = Served(tmp_path, "red blue").phone("red")
    answer = phone.client.get(f"{phone.room}/drawn.svg", params={"line": line})
    assert answer.status_code == 422
    assert "onload" not in answer.text.replace("&lt;svg onload=x&gt;", "")
