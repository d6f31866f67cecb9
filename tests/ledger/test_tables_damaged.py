"""A table that is damaged is reported, made again or saved; an older file is brought up to date."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from referee.errors import LedgerError
from referee.ledger import tables
from referee.ledger.files import DamagedError
from referee.ledger.migrations import prepare
from referee.ledger.rulings import latest, open_ledger
from referee.ledger.tables_left import salvage
from tests import effort
from tests.ledger.filled import sql
from tests.ledger.laid import COMMANDS, LAYS, commands_of, do, lay, play, state_of


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A kept table with some hundred commands, and what they are. It is only copied."""
    path = tmp_path_factory.mktemp("played") / "referee.db"
    commands = [LAYS]
    for number in range(100):
        name = ("red", "purple", "yellow", "blue")[number % 4]
        commands += [f"draw {name} {number % 3 + 1} for Remora", f"set {name}.{number % 5 + 1} {name} {number % 4 + 1}"]
        commands += [f"set hand {name}: {'N 8 12 ' * (number % 9)}?", f"discard {name}: ? for Hacker"]
    lay(path, command=commands[0])
    play(path, *commands[1:])
    return path, commands


@pytest.fixture
def game(played: tuple[Path, list[str]], path: Path) -> tuple[Path, list[str]]:
    """Such a table in a file of its own."""
    for file in played[0].parent.iterdir():
        shutil.copy(file, path.parent)
    return path, played[1]


@pytest.mark.parametrize("state", effort.some(["", '{"edition": "conso', "[]", "null", "17", "{"], 3))
def test_a_damaged_state_is_reported_and_made_again(game: tuple[Path, list[str]], state: str) -> None:
    path, played = game
    was = state_of(path)
    base = sqlite3.connect(path)
    base.execute("update tables set state = ?", (state,))
    base.commit()
    base.close()
    for call in (
        tables.read,
        lambda path: do(path, "draw red 1 for Remora"),
        lambda path: tables.step(path, None, True),
    ):
        with pytest.raises(DamagedError, match="table export"):
            call(path)
    assert commands_of(path) == played
    assert tables.repair(path) == ("table", len(played) - 1)
    assert state_of(path) == was


def test_a_table_that_was_partly_undone_is_made_again_as_it_stood(path: Path) -> None:
    lay(path)
    play(path, *COMMANDS)
    tables.step(path, None, True)
    was = state_of(path)
    sql(path, "update tables set state = 'x'")
    assert tables.repair(path) == ("table", 4)
    assert state_of(path) == was
    assert tables.step(path, None, False)[0] == "decline yellow"


def test_a_damaged_command_is_reported(path: Path) -> None:
    lay(path)
    play(path, *COMMANDS)
    sql(path, "update commands set changes = '[[', says = '[' where number = 5")
    with pytest.raises(DamagedError, match="command 5"):
        tables.step(path, None, True)
    assert tables.history(path)[1][5]["says"] == []
    sql(path, "delete from commands where number = 5", "update tables set state = ''")
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
        for call in (tables.read, tables.history, lambda path: do(path, "draw red 1 for Remora"), tables.repair):
            try:
                call(path)
            except LedgerError:
                continue


def test_all_is_saved_from_a_file_that_is_whole(path: Path) -> None:
    """Several tables, long commands that go on in other pages, commands taken back, and what is still in the log."""
    lay(path, "other")
    lay(path)
    play(path, *COMMANDS)
    long = "set " + "; ".join(f"hand {name}: {'Cosmic-Zap ' * 180}" for name in ("red", "purple", "yellow", "blue"))
    with open_ledger(path) as base:  # an open reader keeps the log from being cleared
        base.execute("begin").execute("select count(*) from tables").fetchone()
        play(path, long, "draw red 1 for Remora")
        tables.step(path, None, True)
        saved = salvage(path)
    written = commands_of(path)
    assert len(written[-1]) > 5000
    assert list(saved.commands.values()) == written or list(saved.commands.values()) == written[:-1]
    assert salvage(path) == ("table", dict(enumerate(written)), 6, ("other",))
    assert salvage(path, "other").commands == {0: LAYS}
    with pytest.raises(LedgerError, match="of these something is left: other, table"):
        salvage(path, "cellar")


def test_a_file_that_is_no_database_is_left_alone(path: Path) -> None:
    path.write_text("shopping list\n" * 100)
    for call in (lay, tables.read, tables.names, tables.history, salvage):
        with pytest.raises(LedgerError):
            call(path)
    assert path.read_text() == "shopping list\n" * 100


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    for call in (lay, tables.read, tables.names, tables.history, salvage, tables.repair):
        with pytest.raises(LedgerError):
            call(tmp_path)


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
    lay(path)
    play(path, *COMMANDS)
    assert [(row["id"], row["line"]) for row in latest(path)] == [(7, "a line")]


def test_a_newer_file_is_refused_and_left_alone(path: Path) -> None:
    lay(path)
    sql(path, "pragma user_version = 99")
    before = path.read_bytes()
    for call in (lay, tables.read, tables.names, tables.history, tables.repair, lambda p: tables.step(p, None, True)):
        with pytest.raises(LedgerError, match="newer referee"):
            call(path)
    assert path.read_bytes() == before
