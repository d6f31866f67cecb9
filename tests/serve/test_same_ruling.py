"""What a phone is told and what the command line prints is one ruling, over the cases of the project."""

from __future__ import annotations

import json
from itertools import cycle
from pathlib import Path

import pytest

from tests.cases import files
from tests.command import referee
from tests.serve.phones import Phone, Served

MOST = 200


def _cases() -> list[tuple[str, str]]:
    """Lines of cases with the edition of each, spread over all of them."""
    lines = [
        (case.encounter, case.edition or file.edition) for _, file in files() for case in file.case if case.encounter
    ]
    return lines[:: max(1, len(lines) // MOST)][:MOST]


@pytest.fixture(scope="module")
def phones(tmp_path_factory: pytest.TempPathFactory) -> list[Phone]:
    """Ten at one server: each may ask so much only."""
    served = Served(tmp_path_factory.mktemp("served"), "red purple blue")
    return [served.phone() for _ in range(10)]


def test_every_field_is_as_the_command_line_prints_it(phones: list[Phone], tmp_path: Path) -> None:
    ruled = 0
    for (line, edition), phone in zip(_cases(), cycle(phones), strict=False):
        printed = referee("encounter", line, "--edition", edition, "--json", "--db", str(tmp_path / "log.db"))
        answer = phone.client.get("/api/v1/encounter", params={"line": line, "edition": edition})
        if printed.returncode not in (0, 1, 3):
            assert answer.status_code == 422, line
            told = json.loads(printed.stdout)["error"]
            assert answer.json()["error"]["says"] == told["says"], line
            continue
        ruled += 1
        expected = json.loads(printed.stdout)
        for added in ("precedents", "kept", "warnings"):  # by the file in which the command line keeps it
            expected.pop(added, None)
        assert answer.json() == expected, line
    assert ruled > MOST * 3 // 4


def test_the_page_shows_each_number_of_it(phones: list[Phone]) -> None:
    """Totals, and of each player the ships and what happens to them, as the ruling behind the page has them."""
    compared = 0
    for (line, edition), phone in zip(_cases()[::4], cycle(phones), strict=False):
        answer = phone.client.get("/api/v1/encounter", params={"line": line, "edition": edition})
        if answer.status_code != 200 or answer.json()["status"] != "determined":
            continue
        told, page = answer.json(), phone.get("sheet", line=line, edition=edition)
        rows = {a["data-player"] for tag, a in page.tags if tag == "tr" and "data-player" in a}
        assert rows == set(told["players"]), line
        for side, total in (told["totals"] or {}).items():
            assert f"{side.capitalize()}: {total}" in page.text, line
        for player in told["players"].values():
            for field, words in (("warp", "to the warp"), ("compensation", "compensation"), ("rewards", "rewards")):
                if player[field]:
                    assert words in page.text, (line, field)
        compared += 1
    assert compared > 20
