"""Every case of `scenarios/`, a test for each file, as `referee check --strict` judges them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.book.places import SCENARIOS
from referee.conformance.judged import DEVIATES, PASSED, check_case
from referee.conformance.scenario import CaseFile, read_cases
from tests import cases

FILES = cases.files()
PASSES = (PASSED, DEVIATES)


@pytest.mark.parametrize(("path", "file"), FILES, ids=[path.stem for path, _ in FILES])
def test_the_cases_of(path: Path, file: CaseFile) -> None:
    """Each is ruled as it says; every step cites what it rests on, none a clause twice, and of a sheet that sheet."""
    results = {case.id: check_case(path, file, case, strict=True) for case in file.case}
    assert {id: list(map(str, one.differences)) for id, one in results.items() if one.status not in PASSES} == {}
    for lacking in ("uncited", "twice", "textless"):
        assert {id: found for id, one in results.items() if (found := getattr(one, lacking))} == {}, lacking


def test_there_are_enough_of_both_kinds() -> None:
    refused = [case for case in cases.cases() if "refused" in case.expect]
    assert len(cases.cases()) - len(refused) >= 60
    assert len(refused) >= 30


def test_ids_are_numbered_by_section() -> None:
    letters = {path.name: {case.id[:2] for case in file.case} for path, file in FILES}
    listed = dict(re.findall(r"\| ([A-Z]{2}) \|[^|]*\| `([a-z0-9-]+\.toml)`", (SCENARIOS / "README.md").read_text()))
    assert {name: {letter} for letter, name in listed.items()} == letters


def test_every_case_says_how_its_expectation_follows() -> None:
    assert [case.id for _, file in FILES for case in file.case if len(case.why) < 20] == []


_HEAD = 'format = 1\nsection = "S"\nedition = "consolidated"\n[[case]]\nid = "AA01"\ntitle = "T"\n'
_MORPHS = 'encounter = "red 3 : M vs blue 4 : M"\n'
_LOST = 'encounter = "red 3 : 8 vs blue 0 : 6 ; home blue 0"\n'


@pytest.mark.parametrize(
    ("case", "differs"),
    [
        # Two morphs: both lose (5.10.1.4.c); in the 2018 rules there is no outcome.
        (_MORPHS + 'expect = { outcome = "both-lose", in.ffg2018 = { absent = ["outcome"] } }', []),
        (_MORPHS + 'expect = { absent = ["totals"] }', []),
        (_MORPHS + 'expect = { absent = ["outcome"] }', ["outcome"]),
        (
            _MORPHS + 'expect = { absent = ["players.red.warp", "players.red.ships"] }',
            ["players.red.warp", "players.red.ships"],
        ),
        (_MORPHS + 'expect = { players.red.warp = 3, in.ffg2018 = { absent = ["players.red.warp"] } }', []),
        (
            _MORPHS + 'expect = { players.red.warp = 3, in.ffg2018 = { absent = ["outcome"] } }',
            ["in ffg2018: players.red.warp"],
        ),
        # A player without home colonies is not met (5.5.2.3); in the 2018 rules it is.
        (
            _LOST + 'expect = { refused = "illegal", in.ffg2018 = { absent = ["refused"], outcome = "offense-wins" } }',
            [],
        ),
        (
            _LOST + 'expect = { refused = "illegal", in.ffg2018 = { outcome = "offense-wins" } }',
            ["in ffg2018: refused"],
        ),
        (
            _LOST + 'expect = { refused = "illegal", in."consolidated+combos" = { absent = ["refused"] } }',
            ["in consolidated+combos: refused"],
        ),
        # A retreat is an encounter card (2.1.2.1); in the 2018 rules it is none.
        (
            'encounter = "red 3 : 8 vs blue 2 : Retreat"\n'
            'expect = { status = "open", in.ffg2018 = { refused = "illegal", cites = ["start-turn-phase.3"] } }',
            [],
        ),
        (_MORPHS + 'expect = { outcome = "both-lose", in.ffg2018 = { refused = "illegal" } }', ["in ffg2018: refused"]),
        # Six players need a second box; by the 2018 rules five are the most.
        (
            'play = "table p1 p2 p3 p4 p5 p6"\n'
            "expect = { destiny_deck = 23, in.ffg2018 = { destiny_deck = 11, "
            'play = "table p1 p2 p3 p4 p5 p6 !! components.17\\ntable p1 p2" } }',
            [],
        ),
        ('play = "table p1 p2 p3 p4 p5 p6"\nexpect = { destiny_deck = 23, in.ffg2018 = {} }', ["in ffg2018: play"]),
    ],
)
def test_what_is_absent_and_what_another_edition_refuses(tmp_path: Path, case: str, differs: list[str]) -> None:
    path = tmp_path / "cases.toml"
    path.write_text(_HEAD + case)
    file = read_cases(path)
    assert [difference.where for difference in check_case(path, file, file.case[0]).differences] == differs


_COMPENSATED = 'encounter = "red 3 : 8 vs blue 2 : N"\n'
_ANSWERED = 'timing = "red:Force-Field yellow:Card-Zap --offense red --defense blue --seats red,blue,yellow"\n'
_EMPTY_HAND = 'may = "second ; hand red: +2 ; offense red"\n'
_BARRED = 'duel = "blue 2 : 10 vs orange 3 : 9 ; card Regular-Revenge ; there blue 2"\nedition = "duel"\n'


@pytest.mark.parametrize(
    ("case", "differs"),
    [
        # What two morphs come to is disputable (DF-26); the 2018 rulebook settles it for itself.
        (_MORPHS + "expect = {}", ["questions"]),
        (_MORPHS + "expect = { questions = [] }", ["questions"]),
        (_MORPHS + 'expect = { questions = ["DF-26"] }', []),
        (_MORPHS + 'expect = { questions = ["DF-26"], in.ffg2018 = {} }', ["in ffg2018: questions"]),
        (_MORPHS + 'expect = { questions = ["DF-26"], in.ffg2018 = { questions = [] } }', []),
        # That a player without home colonies is not met is disputable (DF-16), and refuses the line.
        (_LOST + 'expect = { refused = "illegal" }', ["questions"]),
        (_LOST + 'expect = { refused = "illegal", questions = ["DF-16"] }', []),
        (_LOST + 'expect = { refused = "illegal", questions = ["DF-16", "DF-17"] }', ["questions"]),
        # Compensation at random is printed in the consolidated rules, and in the WARP rules a question (WA-07).
        (_COMPENSATED + "expect = {}", []),
        (_COMPENSATED + "expect = { in.warp = {} }", []),
        (_COMPENSATED + "expect = { in.warp = { questions = [] } }", ["in warp: questions"]),
        (_COMPENSATED + 'expect = { in.warp = { questions = ["WA-07"] } }', []),
        # The order of answers (DF-72), a second encounter without a card (DF-07), whom Regular Revenge bars (DU-04).
        (_ANSWERED + "expect = {}", ["questions"]),
        (_ANSWERED + 'expect = { questions = ["DF-72"] }', []),
        (_EMPTY_HAND + 'expect = { refused = "illegal" }', ["questions"]),
        (_EMPTY_HAND + 'expect = { refused = "illegal", questions = ["DF-07"] }', []),
        (_EMPTY_HAND + 'expect = { refused = "illegal", questions = ["DF-07", "DF-08"] }', ["questions"]),
        (_BARRED + 'expect = { refused = "illegal" }', ["questions"]),
        (_BARRED + 'expect = { refused = "illegal", questions = ["DU-04"] }', []),
    ],
)
def test_strict_wants_every_question_that_is_named(tmp_path: Path, case: str, differs: list[str]) -> None:
    path = tmp_path / "cases.toml"
    path.write_text(_HEAD.replace('edition = "consolidated"\n', "") + case)
    file = read_cases(path)
    found = [difference.where for difference in check_case(path, file, file.case[0], strict=True).differences]
    assert [where for where in found if where.endswith("questions")] == differs


@pytest.mark.parametrize(
    ("flips", "differs"),
    [
        ('{ if = "2 more for the defense", outcome = "defense-wins" }', ["flips"]),
        (
            '{ if = "2 more for the defense", outcome = "defense-wins" }, '
            '{ if = "2 ships fewer of red", outcome = "defense-wins" }',
            [],
        ),
    ],
)
def test_flips_are_compared_whole(tmp_path: Path, flips: str, differs: list[str]) -> None:
    path = tmp_path / "cases.toml"
    path.write_text(f'{_HEAD}encounter = "red 3 : 10 vs blue 3 : 8"\nexpect = {{ flips = [{flips}] }}')
    file = read_cases(path)
    assert [difference.where for difference in check_case(path, file, file.case[0]).differences] == differs
