"""Tables are kept: they come back as they were left, and undo and redo go all the way."""

from __future__ import annotations

import json
import random
import sqlite3
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from referee.book.loader import rulebase
from referee.errors import LedgerError
from referee.judge.ways.table import lay_table, rule_command
from referee.ledger import changes, refused, tables
from referee.ledger.rulings import keep
from referee.playtesting import playing
from referee.state.kept import to_data
from referee.state.table import Table
from tests import effort
from tests.kept import from_data
from tests.ledger.laid import COMMANDS, LAYS, commands_of, do, lay, play, state_of


def test_a_table_comes_back_as_it_was_left(path: Path) -> None:
    lay(path)
    play(path, *COMMANDS)
    table = lay_table(LAYS)
    for command in COMMANDS:
        table = rule_command(table, command).table
    assert from_data(state_of(path)) == table
    name, told = tables.history(path)
    assert (name, [entry["command"] for entry in told]) == ("table", [LAYS, *COMMANDS])
    assert [entry["number"] for entry in told] == list(range(6))
    assert told[2]["says"]


def test_a_refused_command_is_not_kept_and_changes_nothing(path: Path) -> None:
    lay(path)
    before = state_of(path)
    assert do(path, "launch red 3 at purple.2") == "illegal"
    assert state_of(path) == before
    assert commands_of(path) == [LAYS]


def test_what_was_refused_last_is_known_until_the_next_command(path: Path) -> None:
    lay(path)
    name = tables.read(path)[0]
    assert refused.last(path, name) == ""
    do(path, "launch red 3 at purple.2")
    assert refused.last(path, name) == "launch red 3 at purple.2"
    play(path, "destiny purple")
    assert refused.last(path, name) == ""


def test_anyway_is_recorded(path: Path) -> None:
    lay(path)
    play(path, "destiny purple")
    assert do(path, "launch red 5 at purple.2", anyway=True) == "legal"
    assert [entry["anyway"] for entry in tables.history(path)[1]] == [False, False, True]


def test_several_tables_by_name(path: Path) -> None:
    assert (lay(path, "kitchen"), lay(path, "attic"), lay(path, "attic")) == ("kitchen", "attic", "attic-2")
    do(path, "destiny purple", "kitchen")
    assert [row["name"] for row in tables.names(path)] == ["kitchen", "attic-2", "attic"]
    assert tables.read(path)[0] == "kitchen"
    tables.use(path, "attic")
    assert tables.read(path)[0] == "attic"
    assert commands_of(path) == [LAYS]
    assert commands_of(path, "kitchen") == [LAYS, "destiny purple"]
    for call in (tables.use, tables.read, tables.history):
        with pytest.raises(LedgerError, match="no table 'cellar'"):
            call(path, "cellar")


@pytest.mark.parametrize("name", ["'; drop table commands; --", "[red]x[/]", "שלום \u202e", "\x1b[31m", "x" * 100_000])
def test_text_from_players_is_data(path: Path, name: str) -> None:
    state = {**to_data(lay_table(LAYS)), "line": name}
    assert tables.create(path, name, name, state) == name
    tables.do(path, name, lambda state: ({**state, "line": name + "!"}, name, name, False, [name]))
    told = tables.history(path, name)[1]
    assert (told[1]["command"], told[1]["says"], state_of(path)["line"]) == (name, [name], name + "!")
    assert tables.names(path)[0]["name"] == name


def test_what_cannot_be_stored_is_said(path: Path) -> None:
    with pytest.raises(LedgerError):
        lay(path, "half \udcff")
    assert tables.names(path) == []


def test_nothing_is_there_yet(path: Path) -> None:
    assert tables.names(path) == []
    for call in (tables.read, tables.history, lambda path: tables.step(path, None, True)):
        with pytest.raises(LedgerError, match="lay one with: referee table"):
            call(path)
    assert not path.exists()
    keep(path, "line", {"edition": "x", "position": "", "status": "", "outcome": "", "grade": ""})
    with pytest.raises(LedgerError, match="lay one with: referee table"):
        tables.read(path)


def test_undo_and_redo_go_all_the_way_and_back(path: Path) -> None:
    """A whole random game: every state on the way back, and on the way forth again, is what it was, to the order."""
    game = playing.play(3, 5, rulebase(), most=effort.times(25, 8), plain=True)
    lay(path, command=game.commands[0])
    states = [json.dumps(state_of(path))]
    for command in game.commands[1:]:
        play(path, command)
        states.append(json.dumps(state_of(path)))
    for command, state in zip(game.commands[:0:-1], states[-2::-1], strict=True):
        done, after = tables.step(path, None, True)
        assert (done, json.dumps(after)) == (command, state)
    with pytest.raises(LedgerError, match="nothing to take back"):
        tables.step(path, None, True)
    for command, state in zip(game.commands[1:], states[1:], strict=True):
        done, after = tables.step(path, None, False)
        assert (done, json.dumps(after)) == (command, state)
    with pytest.raises(LedgerError, match="nothing was taken back"):
        tables.step(path, None, False)
    assert from_data(state_of(path)) == game.table


def test_a_new_command_replaces_what_was_taken_back(path: Path) -> None:
    lay(path)
    play(path, *COMMANDS)
    for _ in range(4):
        tables.step(path, None, True)
    assert [entry["undone"] for entry in tables.history(path)[1]] == [False, False, True, True, True, True]
    play(path, "launch red 1 at purple.3")
    assert commands_of(path) == [LAYS, "destiny purple", "launch red 1 at purple.3"]
    with pytest.raises(LedgerError, match="nothing was taken back"):
        tables.step(path, None, False)


def test_what_was_accepted_is_not_judged_again(path: Path) -> None:
    """Undo, redo and resuming stand by what a command did, even if nobody would accept it today."""
    lay(path)
    odd = {
        **state_of(path),
        "phase": "tea",
        "hands": {name: ["?"] * 99 for name in ("red", "purple", "yellow", "blue")},
    }
    tables.do(path, None, lambda state: (odd, "dance on the table", "legal", False, ["they danced"]))
    assert tables.step(path, None, True)[1]["phase"] == "start-turn"
    assert tables.step(path, None, False) == ("dance on the table", odd)
    assert state_of(path) == odd


def test_changes_lead_there_and_back() -> None:
    """Any two states: lists that grow, shrink or change in the middle, mappings with parts that are None."""
    source = random.Random(5)

    def value(depth: int = 0) -> Any:
        kind = source.randrange(6 if depth < 3 else 4)
        if kind == 4:
            return [value(depth + 1) for _ in range(source.randrange(4))]
        if kind == 5:
            return {key: value(depth + 1) for key in source.sample("abcd", source.randrange(4))}
        return (None, source.randrange(2, 5), "x", True)[kind]

    for _ in range(effort.times(3000, 500)):
        one, other = ({key: value() for key in "pqrs"} for _ in range(2))
        changed = json.loads(json.dumps(changes.changes(one, other)))
        assert json.dumps(changes.apply(one, changed)) == json.dumps(other)
        assert json.dumps(changes.apply(other, changed, back=True)) == json.dumps(one)
    assert changes.changes(one, one) == []


def test_a_command_is_kept_with_what_it_changed_and_no_more(path: Path) -> None:
    """Who is invited changes nobody's hand: a list that a table holds as a tuple is none that was changed."""
    lay(path)
    play(path, *COMMANDS)
    (last, *_) = reversed(_changes_kept(path))
    assert {change[0] for change in last} <= {"phase", "invited", "answered", "allies", "ships", "reckoned", "acts"}


def test_a_kept_game_grows_by_what_happens_in_it(path: Path) -> None:
    """A ledger of before the encounters were remembered had 851 bytes of changes for a command of such a game."""
    game = playing.play(11, 5, rulebase(), most=40)
    table = lay_table(game.commands[0])
    name = tables.create(path, "table", game.commands[0], to_data(table))
    for command in game.commands[1:]:
        verdict = rule_command(table, command)
        table = verdict.table
        after = tables.Ruled(to_data(table), verdict.command, "legal", False, [])
        tables.do(path, name, partial(_as_ruled, after))
    sizes = [len(json.dumps(changed)) for changed in _changes_kept(path)[1:]]
    assert len(sizes) > 200
    assert sum(sizes) / len(sizes) < 851


def _as_ruled(after: tables.Ruled, before: Any) -> tables.Ruled:
    return after


def _changes_kept(path: Path) -> list[list[Any]]:
    with sqlite3.connect(path) as base:
        return [json.loads(row[0]) for row in base.execute("select changes from commands order by number")]


def test_states_are_the_tables_that_were_kept(path: Path) -> None:
    """What the ledger is given goes through JSON without a change."""
    table: Table = playing.play(5, 4, rulebase(), most=20, plain=True).table
    assert from_data(json.loads(json.dumps(to_data(table)))) == table
