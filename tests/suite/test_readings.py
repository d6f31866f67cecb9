"""A program that follows another reading is judged by it: by what is worked out, without what is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import referee
from referee.book.loader import rulebase
from referee.book.places import SCENARIOS
from referee.book.questions import find
from referee.conformance.items import chosen, is_open, items_of, named
from referee.conformance.scenario import read_cases
from referee.conformance.versions import case_of
from referee.errors import RulebaseError
from tests import effort
from tests.aside import FILE, choosable, every, hanging, looked

_WORKED = ("DF-07=success-suffices", "DF-26=allies-only", "DF-37=whole-side", "DF-06=same-step", "DF-21=literal")


@pytest.mark.parametrize("reading", _WORKED)
def test_this_program_is_right_by_a_reading_that_it_follows(reading: str) -> None:
    found = referee.conform(levels=["core", "hidden"], readings=[reading])
    assert [item for item in found.items if item["status"] not in ("right", "set-aside")] == []
    assert reading.replace("=", " ") in found.line


@pytest.mark.long
def test_by_every_reading_that_can_be_chosen() -> None:
    """Lines and tables without powers; with them, what is set aside is looked at below."""
    wrong = []
    for readings in effort.some(list(choosable()), 5):
        words = [f"{question}={reading}" for question, reading in readings.items()]
        found = referee.conform(levels=["core", "hidden", "table", "timing"], readings=words)
        wrong += [(words, item["id"]) for item in found.items if item["status"] not in ("right", "set-aside")]
    assert wrong == []


def test_what_is_set_aside_is_what_hangs_on_a_reading() -> None:
    """Of some cases and points, in a long run of all. `python -m tests.aside --write` stores anew what is stale."""
    stored: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8"))
    known = looked(effort.some(every(), 400))
    asked = {id for one in known for id in one.rules}
    for question in effort.some(rulebase().questions(), 12):
        for readings in choosable(question):
            (name,) = named(readings)
            assert {*hanging(readings, known)} == asked & {*stored.get(name, ())}, name


def test_every_item_that_is_set_aside_is_one_without_an_expectation_by_that_reading() -> None:
    of_case = {case.id: (file, case) for file, case in every()}
    for name, ids in json.loads(FILE.read_text(encoding="utf-8")).items():
        question, _, reading = name.partition("=")
        point = find(question)
        assert reading in {one["name"] for one in point["readings"]} - {point["prefers"]}, name
        assert ids and len({*ids}) == len(ids), name
        for id in ids:
            items = {item.id: item for item in items_of(*of_case[case_of(id)], {question: reading})}
            assert items[id].readings and not items[id].by, (name, id)


def test_what_a_case_expects_by_a_reading_takes_the_place_of_the_rest() -> None:
    file = read_cases(SCENARIOS / "attack-negotiate.toml")
    (case,) = (case for case in file.case if case.id == "RN06")
    plain, by = (items_of(file, case, chosen(words))[0] for words in ((), ("DF-37=whole-side",)))
    assert (plain.expected["players"]["red"]["compensation"], by.expected["players"]["red"]["compensation"]) == (2, 5)
    assert by.expected["players"]["red"]["warp"] == 2 and "why" not in by.expected
    assert (by.readings, by.by) == ({"DF-37": "whole-side"}, ("DF-37=whole-side",))


def test_a_reading_is_asked_where_the_point_is_open_and_no_clauses_are_compared() -> None:
    """The 2018 rulebook settles by itself when a fifth colony wins; where it is open, what follows is compared."""
    assert is_open("DF-05", "consolidated") and not is_open("DF-05", "ffg2018") and not is_open("DF-05", "duel")
    file = read_cases(SCENARIOS / "second-encounter-and-victory.toml")
    (case,) = (case for case in file.case if case.id == "SV18")
    items = {item.edition: item for item in items_of(file, case, chosen(["DF-05=ffg2018"]))}
    assert items["consolidated"].readings == {"DF-05": "ffg2018"} and items["ffg2018"].readings == {}
    assert "questions" not in items["consolidated"].expected and items["consolidated"].case.settles == []


def test_the_preferred_reading_is_no_choice() -> None:
    assert chosen(["DF-05=consolidated"]) == {}
    with pytest.raises(RulebaseError, match="no such question"):
        chosen(["XX-99=mine"])


def test_what_is_not_worked_out_is_set_aside(tmp_path: Path) -> None:
    """By a list beside the cases; and, of a reading that no program here has, all that name the point."""
    (tmp_path / "morph.toml").write_bytes((SCENARIOS / "morph.toml").read_bytes())
    (tmp_path / "aside.json").write_text('{"DF-26=allies-only": ["MO07"]}', encoding="utf-8")
    found = referee.conform("", tmp_path, readings=["DF-26=allies-only"], levels=["core"])
    by_id = {item["id"]: item["status"] for item in found.items}
    assert (by_id["MO07"], by_id["MO08"]) == ("set-aside", "right")
    assert found.levels["core"]["of"] == len(found.items) - 1
    assert found.line.endswith("DF-26 allies-only, 1 set aside")
