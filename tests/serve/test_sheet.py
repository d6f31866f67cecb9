"""The encounter sheet says a line, takes one, and shows the ruling of the library."""

from __future__ import annotations

from typing import Any

import pytest

import referee
from referee.render.outcome import happens, takes, verdict
from referee.serve.sheet import Sheet, of_form, of_line
from tests.cases import files
from tests.serve.phones import Answer, Served

FILLED = {"o": "0", "d": "1", "on": "3", "dn": "2", "oc": "10", "dc": "8"}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Served:
    return Served(tmp_path_factory.mktemp("served"))


def test_an_empty_sheet_asks_and_rules_nothing(served: Served) -> None:
    answer = served.phone().get("sheet")
    assert answer.data("data-status") == "empty"


def test_a_plain_encounter_is_ruled_without_script(served: Served) -> None:
    answer = served.phone().get("sheet", **FILLED)
    assert answer.data("data-outcome") == "offense-wins"  # 10 + 3 against 8 + 2
    assert "13 to 10" in answer.text
    assert "red 3 : 10 vs blue 2 : 8" in answer.text


def test_the_part_that_is_fetched_is_the_same(served: Served) -> None:
    phone = served.phone()
    part = phone.get("sheet/ruling", **FILLED)
    assert "<html" not in part.html
    assert part.text in phone.get("sheet", **FILLED).text


def test_what_is_not_said_is_hidden(served: Served) -> None:
    answer = served.phone().get("sheet", o="0", d="1", on="3", dn="2", dc="12")
    assert answer.data("data-status") == "depends"
    assert "If red's card is a negotiate" in answer.text


def test_allies_powers_zaps_reinforcements_and_more() -> None:
    form = {
        "who": ["green purple blue yellow"], "o": ["0"], "on": ["1"], "oc": ["10"], "or": ["2"], "a0": ["Macron"],
        "d": ["1"], "dn": ["2"], "dc": ["12"], "a1": ["Clone"], "s2": ["o"], "n2": ["3"], "a2": ["Parasite"],
        "s3": ["d"], "n3": ["4"], "a3": ["Zombie"], "z3": ["1"], "at": ["4"], "more": [" hand purple 3 ; "],
    }  # fmt: skip
    assert of_form(form, Sheet()).line() == (
        "green/Macron 1 + blue/Parasite 3 : 10 +2 vs purple/Clone 2 + yellow/Zombie 4 : 12"
        " ; at purple.4 ; zap yellow ; hand purple 3"
    )


def _sample(most: int) -> list[tuple[str, str]]:
    """Lines of cases and the edition of each, spread over all that are ruled."""
    lines = [
        (case.encounter, case.edition or file.edition) for _, file in files() for case in file.case if case.encounter
    ]
    return lines[:: max(1, len(lines) // most)]


def test_a_line_on_the_sheet_is_the_same_encounter() -> None:
    for line, edition in _sample(200):
        try:
            position = referee.read_encounter(line, edition)
        except referee.RefereeError:
            continue
        said = of_line(line, Sheet(edition=edition)).line()
        again = referee.read_encounter(said, edition)
        assert referee.write_encounter(again) == referee.write_encounter(position), line


def test_a_sheet_has_the_players_sit_as_the_line_says() -> None:
    line = "red 2 : 4 vs blue 2 + yellow 3 + green 1 : 6 ; seats red blue yellow green"
    assert referee.write_encounter(referee.read_encounter(of_line(line, Sheet()).line())) == line


def test_a_phone_shows_what_the_library_says(served: Served) -> None:
    """All fields of the ruling stand on the page, and where a line cannot be ruled, what is wrong with it."""
    phone = served.phone()
    ruled = 0
    for line, edition in _sample(200):
        answer = phone.get("sheet", line=line, edition=edition)
        assert answer.status_code == 200
        try:
            ruling = referee.judge_encounter(line, edition).to_dict()
        except referee.RefereeError:
            assert answer.data("data-status") == "not-understood", line
            continue
        ruled += 1
        _holds(answer, ruling, line)
        phone = served.phone()  # each has asked enough
    assert ruled > 150


def _holds(answer: Answer, ruling: dict[str, Any], line: str) -> None:
    text = answer.text
    assert answer.data("data-status") == ruling["status"], line
    assert answer.data("data-outcome") == (ruling["outcome"] or ""), line
    expected = [verdict(ruling), *ruling["assumes"], *ruling["needs"][:3], *ruling["questions"]]
    expected += [flip["if"] for flip in ruling["flips"]]
    expected += [case["when"] for case in ruling["cases"]]
    for refusal in ruling["illegal"]:
        expected += [refusal["says"], *refusal["cites"], *refusal["nearest"]]
    if ruling["status"] != "illegal":
        for left in ruling["then"]:
            expected += [f"{left['who']} {left['does']} {left['what']}", *left["cites"]]
        for name, player in ruling["players"].items():
            expected += [name, happens(player, ruling["outcome"]), takes(player)]
        expected += [" ".join(ruling["discards"] or ())]
    if ruling["edition"] == "consolidated":  # another edition has words of its own
        for says in expected:
            assert " ".join(says.split()) in text, (line, says)


def test_an_illegal_line_offers_what_is_legal(served: Served) -> None:
    answer = served.phone().get("sheet", line="red 5 : 10 vs blue 3 : 4")
    assert answer.data("data-status") == "illegal"
    assert "red 4 : 10 vs blue 3 : 4" in answer.text
    assert "line=red+4+%3A+10+vs+blue+3+%3A+4" in answer.html


@pytest.mark.parametrize(
    "line", ["red 3 : 10 vs", "x" * 3_000, "red 3 : 10 vs blue 2 : 99", "\0", "red ; ; ;", "9" * 400]
)
def test_a_line_that_is_none_is_answered_in_words(served: Served, line: str) -> None:
    answer = served.phone().get("sheet", line=line)
    assert answer.status_code == 200
    assert answer.data("data-status") == "not-understood"


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "{{ 7 * 7 }}",
        "'; drop table tables; --",
        "\u202eder",
        "%s %n ${x}",
    ],
)
def test_what_is_typed_is_data(served: Served, hostile: str) -> None:
    phone = served.phone()
    for fields in (
        {"line": hostile},
        {"who": hostile, **FILLED},
        {**FILLED, "more": hostile},
        {**FILLED, "a0": hostile, "ocx": hostile, "onx": hostile, "orx": hostile, "edition": hostile},
    ):
        answer = phone.get("sheet", **fields)
        assert answer.status_code == 200
        assert not [tag for tag, attributes in answer.tags if tag == "script" and "src" not in attributes]
        assert answer.strange == []
        assert not [name for _, attributes in answer.tags for name in attributes if name.startswith("on")]
        assert "49" not in answer.text.replace(hostile, "")


def test_any_form_is_answered(served: Served) -> None:
    phone = served.phone()
    for fields in (
        {"o": "7", "d": "-1"},
        {"o": "0", "d": "0"},
        {"o": "x", "d": "²"},
        {**FILLED, "s0": "o", "s1": "d"},
        {**FILLED, "at": "9"},
        {**FILLED, "who": " ".join(f"p{n}" for n in range(40))},
        dict.fromkeys(map(str, range(190)), "1"),
        dict.fromkeys(map(str, range(400)), "1"),
    ):
        assert phone.get("sheet", **fields).status_code == 200
