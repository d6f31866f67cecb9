"""Tables are kept: nothing that was answered is lost, and what was accepted stays accepted."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.book.loader import rulebase
from referee.errors import LedgerError
from referee.judge.ways.table import lay_table, rule_command
from referee.ledger import tables
from referee.ledger.files import DamagedError
from referee.ledger.migrations import prepare
from referee.ledger.rulings import keep, latest, open_ledger
from referee.ledger.tables_left import salvage
from referee.state.kept import to_data
from referee.state.table import Table
from tests import effort, player
from tests.kept import from_data

LAYS = "table red purple yellow blue"
COMMANDS = ("destiny purple", "launch red 3 at purple.2", "invite red: yellow", "invite purple: none", "decline yellow")

WRITER = """
import sys
from pathlib import Path
from referee.duel.games import game
from referee.ledger import tables
from referee.state.kept import to_data
from referee.judge.ways.table import rule_command
from_data = game("").from_data
path, who, times = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
def ruled(state):
    verdict = rule_command(from_data(state), f"draw {who} 1 for Remora")
    return to_data(verdict.table), verdict.command, verdict.status, False, []
print("ready", flush=True)
for number in range(times):
    tables.do(path, None, ruled)
    print(number, flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def _lay(path: Path, name: str = "table", command: str = LAYS) -> str:
    return tables.create(path, name, command, to_data(lay_table(command)))


def _do(path: Path, command: str, name: str | None = None, anyway: bool = False) -> str:
    """Does a command, and returns its status."""
    said: list[str] = []

    def ruled(state: tables.State) -> tuple[tables.State | None, str, str, bool, list[str]]:
        verdict = rule_command(from_data(state), command, anyway)
        said.append(verdict.status)
        after = to_data(verdict.table) if verdict.legal else None
        return after, verdict.command, verdict.status, bool(verdict.anyway), [step.says for step in verdict.steps]

    tables.do(path, name, ruled)
    return said[0]


def _play(path: Path, *commands: str) -> None:
    for command in commands:
        assert _do(path, command) == "legal", command


def _state(path: Path, name: str | None = None) -> tables.State:
    return tables.read(path, name)[1]


def _commands(path: Path, name: str | None = None) -> list[str]:
    return [entry["command"] for entry in tables.history(path, name)[1] if not entry["undone"]]


def _sql(path: Path, *statements: str) -> None:
    base = sqlite3.connect(path)
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()


# -- keeping -----------------------------------------------------------------------------------------------------------


def test_a_table_comes_back_as_it_was_left(path: Path) -> None:
    _lay(path)
    _play(path, *COMMANDS)
    table = lay_table(LAYS)
    for command in COMMANDS:
        table = rule_command(table, command).table
    assert from_data(_state(path)) == table
    name, told = tables.history(path)
    assert (name, [entry["command"] for entry in told]) == ("table", [LAYS, *COMMANDS])
    assert [entry["number"] for entry in told] == list(range(6))
    assert told[2]["says"]


def test_a_refused_command_is_not_kept_and_changes_nothing(path: Path) -> None:
    _lay(path)
    before = path.read_bytes()
    assert _do(path, "launch red 3 at purple.2") == "illegal"
    assert path.read_bytes() == before
    assert _commands(path) == [LAYS]


def test_anyway_is_recorded(path: Path) -> None:
    _lay(path)
    _play(path, "destiny purple")
    assert _do(path, "launch red 5 at purple.2", anyway=True) == "legal"
    assert [entry["anyway"] for entry in tables.history(path)[1]] == [False, False, True]


def test_several_tables_by_name(path: Path) -> None:
    assert (_lay(path, "kitchen"), _lay(path, "attic"), _lay(path, "attic")) == ("kitchen", "attic", "attic-2")
    _do(path, "destiny purple", "kitchen")
    assert [row["name"] for row in tables.names(path)] == ["kitchen", "attic-2", "attic"]
    assert tables.read(path)[0] == "kitchen"
    tables.use(path, "attic")
    assert tables.read(path)[0] == "attic"
    assert _commands(path) == [LAYS]
    assert _commands(path, "kitchen") == [LAYS, "destiny purple"]
    for call in (tables.use, tables.read, tables.history):
        with pytest.raises(LedgerError, match="no table 'cellar'"):
            call(path, "cellar")


@pytest.mark.parametrize("name", ["'; drop table commands; --", "[red]x[/]", "שלום \u202e", "\x1b[31m", "x" * 100_000])
def test_text_from_players_is_data(path: Path, name: str) -> None:
    state = {**to_data(lay_table(LAYS)), "line": name}
    assert tables.create(path, name, name, state) == name
    tables.do(path, name, lambda state: ({**state, "line": name + "!"}, name, name, False, [name]))
    told = tables.history(path, name)[1]
    assert (told[1]["command"], told[1]["says"], _state(path)["line"]) == (name, [name], name + "!")
    assert tables.names(path)[0]["name"] == name


def test_what_cannot_be_stored_is_said(path: Path) -> None:
    with pytest.raises(LedgerError):
        _lay(path, "half \udcff")
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


# -- taking back -------------------------------------------------------------------------------------------------------


def test_undo_and_redo_go_all_the_way_and_back(path: Path) -> None:
    """A whole random game: every state on the way back, and on the way forth again, is what it was, to the order."""
    game = player.play(3, 5, rulebase(), most=effort.times(25, 8), plain=True)
    _lay(path, command=game.commands[0])
    states = [json.dumps(_state(path))]
    for command in game.commands[1:]:
        _play(path, command)
        states.append(json.dumps(_state(path)))
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
    assert from_data(_state(path)) == game.table


def test_a_new_command_replaces_what_was_taken_back(path: Path) -> None:
    _lay(path)
    _play(path, *COMMANDS)
    for _ in range(4):
        tables.step(path, None, True)
    assert [entry["undone"] for entry in tables.history(path)[1]] == [False, False, True, True, True, True]
    _play(path, "launch red 1 at purple.3")
    assert _commands(path) == [LAYS, "destiny purple", "launch red 1 at purple.3"]
    with pytest.raises(LedgerError, match="nothing was taken back"):
        tables.step(path, None, False)


def test_what_was_accepted_is_not_judged_again(path: Path) -> None:
    """Undo, redo and resuming stand by what a command did, even if nobody would accept it today."""
    _lay(path)
    odd = {**_state(path), "phase": "tea", "hands": {name: ["?"] * 99 for name in ("red", "purple", "yellow", "blue")}}
    tables.do(path, None, lambda state: (odd, "dance on the table", "legal", False, ["they danced"]))
    assert tables.step(path, None, True)[1]["phase"] == "start-turn"
    assert tables.step(path, None, False) == ("dance on the table", odd)
    assert _state(path) == odd


def test_changes_lead_there_and_back() -> None:
    """Any two states: lists that grow, shrink or change in the middle, mappings with parts that are None."""
    source = random.Random(5)

    def value(depth: int = 0) -> Any:
        kind = source.randrange(6 if depth < 2 else 4)
        if kind == 4:
            return [value(depth + 1) for _ in range(source.randrange(4))]
        if kind == 5:
            return {key: value(depth + 1) for key in source.sample("abcd", source.randrange(4))}
        return (None, source.randrange(2, 5), "x", True)[kind]

    for _ in range(effort.times(3000, 500)):
        one, other = ({key: value() for key in "pqrs"} for _ in range(2))
        changed = json.loads(json.dumps(tables.changes(one, other)))
        assert json.dumps(tables.apply(one, changed)) == json.dumps(other)
        assert json.dumps(tables.apply(other, changed, back=True)) == json.dumps(one)
    assert tables.changes(one, one) == []


# -- several at once, and crashes --------------------------------------------------------------------------------------


def _writer(path: Path, who: str, times: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), who, str(times)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_terminals_at_one_table_lose_no_command(path: Path) -> None:
    _lay(path)
    seats = ("red", "purple", "yellow", "blue")
    writers = [_writer(path, who, 25) for who in seats]
    for writer in writers:
        writer.communicate(timeout=120)
        assert writer.returncode == 0
    commands = _commands(path)
    assert len(commands) == 101
    assert {who: commands.count(f"draw {who} 1 for Remora") for who in seats} == dict.fromkeys(seats, 25)
    assert {who: len(cards) for who, cards in _state(path)["hands"].items()} == dict.fromkeys(seats, 8 + 25)


def test_a_kill_loses_nothing_that_was_answered(path: Path) -> None:
    _lay(path)
    answered = 0
    for waited, pause in effort.some(((1, 0.004), (0, 0.0), (1, 0.0), (3, 0.002), (10, 0.0007), (25, 0.0)), 2):
        writer = _writer(path, "red", 100_000)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        for _ in range(waited):
            writer.stdout.readline()
        time.sleep(pause)
        os.kill(writer.pid, signal.SIGKILL)
        answered += waited + len(writer.stdout.read().split())
        writer.wait()
        done = len(_commands(path)) - 1
        assert done >= answered
        assert len(_state(path)["hands"]["red"]) == 8 + done
        answered = done
    _play(path, "destiny purple")
    base = sqlite3.connect(path)
    assert base.execute("pragma integrity_check").fetchone() == ("ok",)
    base.close()


def test_an_error_in_the_middle_keeps_nothing(path: Path) -> None:
    _lay(path)

    def ruled(_: tables.State) -> tuple[tables.State | None, str, str, bool, list[str]]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tables.do(path, None, ruled)
    assert _commands(path) == [LAYS]
    _play(path, "destiny purple")


# -- damage ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def game(path: Path) -> tuple[Path, list[str]]:
    """A kept table with some hundred commands, and what they are."""
    played = [LAYS]
    for number in range(100):
        name = ("red", "purple", "yellow", "blue")[number % 4]
        played += [f"draw {name} {number % 3 + 1} for Remora", f"set {name}.{number % 5 + 1} {name} {number % 4 + 1}"]
        played += [f"set hand {name}: {'N 8 12 ' * (number % 9)}?", f"discard {name}: ? for Hacker"]
    _lay(path, command=played[0])
    _play(path, *played[1:])
    return path, played


@pytest.mark.parametrize("state", effort.some(["", '{"edition": "conso', "[]", "null", "17", "{"], 3))
def test_a_damaged_state_is_reported_and_made_again(game: tuple[Path, list[str]], state: str) -> None:
    path, played = game
    was = _state(path)
    base = sqlite3.connect(path)
    base.execute("update tables set state = ?", (state,))
    base.commit()
    base.close()
    for call in (
        tables.read,
        lambda path: _do(path, "draw red 1 for Remora"),
        lambda path: tables.step(path, None, True),
    ):
        with pytest.raises(DamagedError, match="table export"):
            call(path)
    assert _commands(path) == played
    assert tables.repair(path) == ("table", len(played) - 1)
    assert _state(path) == was


def test_a_table_that_was_partly_undone_is_made_again_as_it_stood(path: Path) -> None:
    _lay(path)
    _play(path, *COMMANDS)
    tables.step(path, None, True)
    was = _state(path)
    _sql(path, "update tables set state = 'x'")
    assert tables.repair(path) == ("table", 4)
    assert _state(path) == was
    assert tables.step(path, None, False)[0] == "decline yellow"


def test_a_damaged_command_is_reported(path: Path) -> None:
    _lay(path)
    _play(path, *COMMANDS)
    _sql(path, "update commands set changes = '[[', says = '[' where number = 5")
    with pytest.raises(DamagedError, match="command 5"):
        tables.step(path, None, True)
    assert tables.history(path)[1][5]["says"] == []
    _sql(path, "delete from commands where number = 5", "update tables set state = ''")
    with pytest.raises(DamagedError, match="command 5 is missing"):
        tables.step(path, None, True)
    with pytest.raises(DamagedError, match="not all of what"):
        tables.repair(path)
    assert salvage(path).missing == [5]


def test_a_truncated_file_gives_up_what_is_left(game: tuple[Path, list[str]]) -> None:
    path, played = game
    whole = path.read_bytes()
    prepare(path.with_name("empty.db"))
    empty = path.with_name("empty.db").stat().st_size  # what comes before any command
    saved_of: list[int] = []
    for share in (0.95, 0.8, 0.6, 0.4, 0.2):
        path.write_bytes(whole[: empty + int((len(whole) - empty) * share)])
        with pytest.raises(LedgerError, match="table export"):
            tables.history(path)
        saved = salvage(path)
        assert all(played[number] == command for number, command in saved.commands.items())
        assert sorted([*saved.commands, *saved.missing]) == list(range(len(saved.commands) + len(saved.missing)))
        saved_of.append(len(saved.commands))
    assert saved_of == sorted(saved_of, reverse=True)
    assert saved_of[0] > 0.8 * len(played)
    assert saved_of[-1] > 10
    path.write_bytes(whole[:100])
    with pytest.raises(LedgerError, match="nothing can be read"):
        salvage(path)


def test_spoiled_pages_give_up_what_is_left(game: tuple[Path, list[str]]) -> None:
    path, played = game
    whole = path.read_bytes()
    source = random.Random(1)
    for _ in range(40):
        spoiled = bytearray(whole)
        for _ in range(source.randrange(1, 6)):
            at = source.randrange(len(whole))
            spoiled[at : at + 400] = source.randbytes(400)
        path.write_bytes(bytes(spoiled[: len(whole)]))
        try:
            saved = salvage(path)
        except LedgerError:
            continue
        right = sum(number < len(played) and played[number] == text for number, text in saved.commands.items())
        assert right > 0.5 * len(played)
        for call in (tables.read, tables.history, lambda path: _do(path, "draw red 1 for Remora"), tables.repair):
            try:
                call(path)
            except LedgerError:
                continue


def test_all_is_saved_from_a_file_that_is_whole(path: Path) -> None:
    """Several tables, long commands that go on in other pages, commands taken back, and what is still in the log."""
    _lay(path, "other")
    _lay(path)
    _play(path, *COMMANDS)
    long = "set " + "; ".join(f"hand {name}: {'Cosmic-Zap ' * 180}" for name in ("red", "purple", "yellow", "blue"))
    with open_ledger(path) as base:  # an open reader keeps the log from being cleared
        base.execute("begin").execute("select count(*) from tables").fetchone()
        _play(path, long, "draw red 1 for Remora")
        tables.step(path, None, True)
        saved = salvage(path)
    written = _commands(path)
    assert len(written[-1]) > 5000
    assert list(saved.commands.values()) == written or list(saved.commands.values()) == written[:-1]
    assert salvage(path) == ("table", dict(enumerate(written)), 6, ("other",))
    assert salvage(path, "other").commands == {0: LAYS}
    with pytest.raises(LedgerError, match="of these something is left: other, table"):
        salvage(path, "cellar")


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("shopping list\n" * 100)
    for call in (_lay, tables.read, tables.names, tables.history, salvage):
        with pytest.raises(LedgerError):
            call(path)
    assert path.read_text() == "shopping list\n" * 100


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    for call in (_lay, tables.read, tables.names, tables.history, salvage, tables.repair):
        with pytest.raises(LedgerError):
            call(tmp_path)


# -- ages of the file --------------------------------------------------------------------------------------------------

FIRST = """
create table rulings (id integer primary key, at text not null, edition text not null, line text not null,
    position text, status text not null, outcome text, grade text, ruling text not null, proof blob);
create index idx_rulings_position on rulings (position);
insert into rulings values (7, '2025-01-01', 'consolidated', 'a line', '', 'open', null, null, '{}', null);
pragma user_version = 1;
"""


def test_an_older_file_is_brought_up_to_date_and_keeps_its_rulings(path: Path) -> None:
    base = sqlite3.connect(path)
    base.executescript(FIRST)
    base.close()
    assert tables.names(path) == []
    _lay(path)
    _play(path, *COMMANDS)
    assert [(row["id"], row["line"]) for row in latest(path)] == [(7, "a line")]


def test_a_newer_file_is_refused_and_left_alone(path: Path) -> None:
    _lay(path)
    _sql(path, "pragma user_version = 99")
    before = path.read_bytes()
    for call in (_lay, tables.read, tables.names, tables.history, tables.repair, lambda p: tables.step(p, None, True)):
        with pytest.raises(LedgerError, match="newer referee"):
            call(path)
    assert path.read_bytes() == before


# -- where nothing can be written --------------------------------------------------------------------------------------


def _in_a_child(task: Callable[[], object]) -> str:
    """What a task says or raises in a process of its own, which may give up rights for it."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = repr(task())
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        os.write(writer, said.encode()[:60_000])
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as told:
        said = told.read()
    os.waitpid(child, 0)
    return said


def _nobody(task: Callable[[], object]) -> Callable[[], object]:
    def limited() -> object:
        if os.geteuid() == 0:
            os.setgid(65534)
            os.setuid(65534)
        return task()

    return limited


@pytest.fixture
def locked() -> Iterator[Path]:
    """A file with a table in a folder where nothing may be written."""
    folder = Path(tempfile.mkdtemp())
    path = folder / "referee.db"
    _lay(path)
    _play(path, *COMMANDS)
    path.chmod(0o444)
    folder.chmod(0o555)
    yield path
    folder.chmod(0o755)
    for left in folder.iterdir():
        left.unlink()
    folder.rmdir()


def test_a_file_that_is_read_only_can_be_read_and_says_so_when_written(locked: Path) -> None:
    assert _in_a_child(_nobody(lambda: _commands(locked))) == repr([LAYS, *COMMANDS])
    assert _in_a_child(_nobody(lambda: tables.read(locked)[0])) == "'table'"
    for task in (
        lambda: _do(locked, "draw red 1 for Remora"),
        lambda: tables.step(locked, None, True),
        lambda: _lay(locked),
    ):
        said = _in_a_child(_nobody(task))
        assert said.startswith("LedgerError: the tables in ")
        assert "could not be read or kept" in said


def test_a_full_disk_is_said_and_loses_nothing(path: Path) -> None:
    _lay(path)
    _play(path, *COMMANDS)
    size = path.stat().st_size

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20_000, size + 20_000))
        for _ in range(10_000):
            _do(path, "draw red 1 for Remora")

    assert _in_a_child(fill).startswith("LedgerError: the tables in ")
    done = len(_commands(path)) - 1 - len(COMMANDS)
    assert len(_state(path)["hands"]["red"]) == 8 + done
    _play(path, "draw red 1 for Remora")


def test_states_are_the_tables_that_were_kept(path: Path) -> None:
    """What the ledger is given goes through JSON without a change."""
    table: Table = player.play(5, 4, rulebase(), most=20, plain=True).table
    assert from_data(json.loads(json.dumps(to_data(table)))) == table
