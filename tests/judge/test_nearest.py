"""Every refusal names an act that is legal now, and every act that it names was tried: on a line and at a table."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee.book.loader import Rulebase, rulebase
from referee.book.places import SCENARIOS
from referee.conformance.scenario import LINES, Case, case_files
from referee.duel import tabletop as duel
from referee.duel.games import judge
from referee.duel.state import State
from referee.errors import RefereeError
from referee.judge.hidden.cases import judge as judge_position
from referee.judge.phases.nearest import simpler
from referee.judge.table.verdict import Refusal
from referee.judge.ways.command import rule
from referee.judge.ways.line import read_encounter
from referee.judge.ways.table import lines_of, rule_command, rule_question, rule_table
from referee.playtesting import offers, playing
from referee.state import phases as ph
from referee.state.table import Table
from tests import effort
from tests.cases import read
from tests.duel import player as duel_player

FILES = effort.some(case_files([SCENARIOS]), 18)

# Where nothing at all may be done: the game is over, and only taking back goes on.
NOTHING_LEFT = "turn.game-over", "win.over"


def _cases(path: Path) -> Iterator[tuple[Case, str]]:
    """The cases of a file, each in every edition in which it is judged."""
    file = read(path)
    for case in file.case:
        own = case.edition or file.edition
        yield from ((case, edition) for edition in dict.fromkeys((own, *case.expect.get("in", {}))))


def _faults(refusal: Refusal, what: str, is_legal: Callable[[str], bool]) -> Iterator[str]:
    """What is wrong with a refusal, in sentences."""
    if not refusal.nearest and refusal.finding.rule.id not in NOTHING_LEFT:
        yield f"{what}: {refusal.finding.says}: it names no act that is legal"
    for text in refusal.nearest:
        if not is_legal(text):
            yield f"{what}: {refusal.finding.says}: {text} is not legal"
    if refusal.finding.rule.id in NOTHING_LEFT:
        assert refusal.history == ("undo",), what


def _in_play(play: str, edition: str) -> Iterator[str]:
    """The faults of each refusal in a play; what goes another way in another edition is refused there as well."""
    table = None
    for line in lines_of(play):
        on = table
        try:
            verdict = _ruled(table, line.command, edition)
        except RefereeError:
            continue
        for refusal in verdict.illegal:
            yield from _faults(refusal, f"{edition} {line.command}", partial(_is_legal_on, on, edition))
        if verdict.table.seats:
            table = verdict.table


def _is_legal_on(table: Any, edition: str, text: str) -> bool:
    return bool(_ruled(table, text, edition).legal)


def _ruled(table: Any, text: str, edition: str) -> Any:
    if edition == "duel":
        return duel.rule_table(text) if table is None else duel.rule_command(table, text)
    return rule_table(text, edition) if table is None else rule_command(table, text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_refusals_at_a_table(path: Path) -> None:
    assert [fault for case, edition in _cases(path) for fault in _in_play(case.play, edition)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_refused_lines(path: Path) -> None:
    found: list[str] = []
    for case, edition in _cases(path):
        for kind in LINES:
            line = getattr(case, kind)
            try:
                illegal = judge(kind, line, edition).to_dict()["illegal"] if line else []
            except RefereeError:
                continue
            found += [f"{case.id} {edition}: {entry['says']}" for entry in illegal if not entry["nearest"]]
            named = dict.fromkeys(nearest for entry in illegal for nearest in entry["nearest"])
            found += [f"{case.id} {edition}: {text}" for text in named if judge(kind, text, edition).illegal]
    assert found == []


def test_refused_questions() -> None:
    found: list[str] = []
    for path in FILES:
        for case, edition in _cases(path):
            try:
                verdict = rule_question(case.may, edition) if case.may else None
            except RefereeError:
                continue
            for refusal in verdict.illegal if verdict is not None else ():
                found += _faults(refusal, case.may, partial(_is_answered, case.may, edition))
    assert found == []


def _is_answered(asked: str, edition: str, text: str) -> bool:
    """Whether a question is legal: a command with the facts of another, or where these cannot be, with its own."""
    _, mark, facts = asked.partition(";")
    with_facts = rule_question(f"{text}{mark and ' ;'}{facts}", edition)
    return with_facts.legal or rule_question(text, edition).legal


@pytest.mark.parametrize("edition", ["consolidated", "ffg2018", "warp", "mayfair1991", "consolidated+technology"])
def test_refusals_in_random_games(edition: str) -> None:
    """Commands of every kind, on tables of random games with powers."""
    source, books = random.Random(11), rulebase(edition)
    found: list[str] = []
    refused = 0

    def watch(before: Table, _: object) -> None:
        nonlocal refused
        if source.random() < 0.04:
            for text in offers.tries(before, source):
                for refusal in rule(before, playing.read(text, before, books), books).illegal:
                    refused += 1
                    found.extend(_faults(refusal, text, partial(_is_legal, before, books)))

    for seed in effort.some(range(3), 1):
        playing.play(seed + 1, 4, books, most=effort.times(8, 5), watch=watch, powers=seed < 2)
    assert found == []
    assert refused > effort.times(100, 10)


def _is_legal(table: Table, books: Rulebase, text: str) -> bool:
    return rule(table, playing.read(text, table, books), books).legal


def test_a_reason_is_looked_for_only_where_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    table = rule_table("table red purple yellow").table

    def never(*_: object) -> list[object]:
        raise AssertionError("it was looked for what may be done instead")

    monkeypatch.setattr("referee.judge.ways.command.legal", never)
    refused = rule_command(table, "quash by red")
    assert not refused.legal
    with pytest.raises(AssertionError):
        refused.to_dict()


def test_nearest_is_the_same_kind_of_command_then_the_same_player_then_what_is_due() -> None:
    table = rule_table("table red purple yellow").table
    for text in ("set red.1 red 2; red.2 red 0; red.3 red 0; red.4 red 0; red.5 red 0; warp red 18", "regroup red.1"):
        table = rule_command(table, text).table
    table = rule_command(rule_command(table, "destiny purple").table, "set red.1 red 2; warp red 18").table
    assert table.phase == ph.LAUNCH
    assert _nearest(table, "launch red 3 at purple.4") == ("launch red 2 at purple.4",)
    assert {text.split()[0] for text in _nearest(table, "end")} == {"launch"}
    assert _nearest(table, "quash by yellow") == ("launch red 1 at purple.1",)


def _nearest(table: Table, text: str) -> tuple[str, ...]:
    return rule_command(table, text).illegal[0].nearest


@pytest.mark.parametrize("seed", range(3))
def test_refusals_at_a_table_of_duel(seed: int) -> None:
    source, table, found = random.Random(seed), None, list[str]()
    for command in duel_player.play(seed, most=80).commands:
        table = _ruled(table, command, "duel").table
        for text in duel_player.TRIES:
            for refusal in duel.rule_command(table, text).illegal if source.random() < 0.1 else ():
                found += _faults(refusal, text, partial(_is_legal_in_duel, table))
    assert found == []


def _is_legal_in_duel(table: State, text: str) -> bool:
    return duel.rule_command(table, text).legal


def test_a_line_that_says_less_may_leave_out_a_player_with_a_sheet_by_name() -> None:
    position, books = read_encounter("red 2 + Spiff 2 : 10 vs blue 3 : 8"), rulebase()
    lines = list(simpler(position))
    assert any("Spiff" not in line.names() for line in lines)
    for line in lines:
        told = judge_position(line, books).to_dict()
        assert ("Spiff has the sheet of Spiff" in str(told["assumes"])) == ("Spiff" in line.names())


@pytest.mark.parametrize(
    ("line", "uses"),
    [
        ("red/Brute 3 : 10 vs blue 3 : 8 ; use red", ["use red blue ?", "use red blue 10", "use red blue N"]),
        ("red/Decoy 3 : 10 vs blue 3 : 8 ; hand red: 10 15 ; use red", ["use red 10", "use red 15"]),
        ("red/Extortionist 3 : 10 vs blue 3 : 8 ; use red", ["use red blue"]),
        ("red/Graviton 3 : 10 vs blue 3 : 8 ; use red", ["use red tens", "use red ones"]),  # its text names them
        ("green 3 : 10 vs blue 3 : 8 ; seats red/Spiff blue green ; use red", []),  # an ally's or bystander's it is not
    ],
)
def test_a_use_with_which_something_was_not_said_is_offered_with_it(line: str, uses: list[str]) -> None:
    offered = judge_position(read_encounter(line), rulebase()).to_dict()["illegal"][0]["nearest"]
    assert [said for text in offered if "use red" in text for said in text.split(" ; ") if "use" in said] == uses
