"""What a damaged file has lost comes from its copy; what neither has is named, and nothing is made up."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.cli.common import NOT_KEPT, NOT_UNDERSTOOD, RULED
from referee.errors import LedgerError
from referee.ledger import backup, disputes, rulings, tables
from referee.ledger.backup import copy_of
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.files import reading
from referee.ledger.rescue import rescue
from referee.ledger.sharing import merge, verify
from referee.ledger.tables_left import salvage
from tests import effort
from tests.bench.salvage import COUNT, fill, measure, page_size, saved
from tests.quarrels import WON, quarrel, ruled
from tests.typed import typed

# Of 60 disputes with short texts, how many come back without a copy where one page is zeroed, as measured before SQLite
# itself read the pages: none of the page with both rulings and of the one with all disputes, some of those with sides.
PARTLY = [0, 0, 38, 39, 43]


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return tmp_path / "new.db"


def _sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as base:
        for statement in statements:
            base.execute(statement)
        base.commit()
        base.execute("pragma wal_checkpoint(truncate)")


def _zero(path: Path, *names: str) -> None:
    """Zeroes the first page of each of these tables."""
    with closing(sqlite3.connect(path)) as base:
        base.execute("pragma wal_checkpoint(truncate)")
        roots = [
            base.execute("select rootpage from sqlite_master where name = ?", (name,)).fetchone()[0] for name in names
        ]
    size, data = page_size(path), bytearray(path.read_bytes())
    for root in roots:
        data[(root - 1) * size : root * size] = bytes(size)
    path.write_bytes(bytes(data))


def _abouts(path: Path) -> list[str]:
    return [dispute["about"] for dispute in disputes.every(path)]


def _game(path: Path) -> None:
    for args in (("table", "red", "purple", "yellow", "blue"), ("do", "offense red"), ("do", "destiny purple")):
        assert typed(*args, db=path).status == RULED


# -- the copy ----------------------------------------------------------------------------------------------------------


def test_a_small_file_is_copied_with_every_entry(path: Path) -> None:
    for number in range(3):
        quarrel(path, f"number {number}")
        assert _abouts(copy_of(path)) == _abouts(path)
    disputes.note(path, 1, "Ann", "so it is")
    assert disputes.show(copy_of(path), 1)["notes"][0]["says"] == "so it is"
    assert verify(copy_of(path)) == []


def test_a_large_file_is_copied_seldom(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "_AT_EACH_ENTRY", 1 << 10)  # so it is a large one
    copies = []
    for number in range(1, 103):
        quarrel(path, f"number {number}")
        copies.append(len(_abouts(copy_of(path))))
    assert copies[0] == 1  # the first at once: any is better than none
    assert copies[98:] == [copies[98], 100, 100, 100]
    assert len(set(copies)) < 20


def test_an_import_is_copied(path: Path, new: Path) -> None:
    quarrel(path)
    merge(new, path)
    assert _abouts(copy_of(new)) == _abouts(path)


def test_a_damaged_file_does_not_take_the_place_of_its_copy(path: Path) -> None:
    quarrel(path)
    _zero(path, "rulings")
    quarrel(path, "after that")
    assert len(_abouts(path)) == 2
    assert len(_abouts(copy_of(path))) == 1


def test_without_room_for_a_copy_the_entry_is_kept(path: Path) -> None:
    copy_of(path).mkdir(parents=True)
    quarrel(path)
    assert len(_abouts(path)) == 1
    assert list(copy_of(path).iterdir()) == []


def test_a_copy_is_for_its_owner_only(path: Path) -> None:
    quarrel(path)
    assert copy_of(path).stat().st_mode & 0o077 == 0


# -- page by page ------------------------------------------------------------------------------------------------------


def _short(path: Path) -> None:
    """The file that was measured: 60 disputes of two sides, and as many kept rulings."""
    for number in range(COUNT):
        quarrel(path, f"number {number}")
        rulings.keep(path, WON, ruled(WON))
    _sql(path)


@pytest.mark.long
def test_each_page_zeroed_in_turn_beside_a_copy(path: Path) -> None:
    _short(path)
    with_copy, _ = measure(path)
    assert set(with_copy.values()) == {COUNT}


@pytest.mark.long
def test_each_page_zeroed_in_turn_without_a_copy(path: Path) -> None:
    _short(path)
    copy_of(path).unlink()
    alone, _ = measure(path)
    assert len(alone) > 100
    some = sorted(many for many in alone.values() if many < COUNT - 2)
    assert all(many >= before for many, before in zip(some, PARTLY, strict=True))


def test_some_pages_zeroed(path: Path) -> None:
    fill(path, 20)
    whole, size = path.read_bytes(), page_size(path)
    alone = []
    for page in effort.some(range(len(whole) // size), 8):
        path.write_bytes(whole[: page * size] + bytes(size) + whole[(page + 1) * size :])
        assert saved(path)[0] == 20
        copy = copy_of(path).rename(path.with_name("aside"))
        alone.append(saved(path)[0])
        copy.rename(copy_of(path))
    assert sum(many == 20 for many in alone) > 0.5 * len(alone)


def test_what_is_newer_than_the_copy_is_read_from_the_file(path: Path, new: Path) -> None:
    for number in range(3):
        quarrel(path, f"number {number}")
    copy = copy_of(path).read_bytes()
    quarrel(path, "newer")
    copy_of(path).write_bytes(copy)
    _zero(path, "clauses")
    found = rescue(path, new)
    assert _abouts(new) == ["number 0", "number 1", "number 2", "newer"]
    assert found.missing == []


def test_what_is_newer_than_the_copy_and_lost_is_named(path: Path, new: Path) -> None:
    quarrel(path, "older")
    copy = copy_of(path).read_bytes()
    quarrel(path, "newer")
    copy_of(path).write_bytes(copy)
    name = disputes.show(path, 1)["ledger"]
    whole = path.read_bytes()
    _zero(path, "sides")
    assert rescue(path, new).missing == [f"a part, or all, of entry 2 of {name}"]
    assert _abouts(new) == ["older"]
    path.write_bytes(whole[:4096])
    found = rescue(path, new.with_name("other.db"))
    assert found.missing[0] == f"what came after entry 1 of {name}, if anything did: the copy ends there"


# -- a new file --------------------------------------------------------------------------------------------------------


def _everything(path: Path) -> dict[str, Any]:
    """What a file holds, without what differs between files that say the same."""
    with reading(path, DISPUTES) as base:
        return {
            table: base.execute(f"select * from {table} order by 1, 2").fetchall()
            for table in ("tables", "commands", "shells", "rulings", "disputes", "entries", "decisions", "notes")
        }


def _full(path: Path) -> None:
    _game(path)
    assert typed("encounter", WON, db=path).status == RULED
    quarrel(path, "who pays?", game="table")
    disputes.decide(path, 1, Decision("Ann", "Bob pays"))
    disputes.note(path, 1, "Bob", "noted")


def test_a_whole_file_comes_into_a_new_one_as_it_is(path: Path, new: Path) -> None:
    _full(path)
    before = _everything(path)
    shown = typed("ledger", "rescue", str(new), db=path)
    assert (shown.status, shown.err) == (RULED, "")
    says = " ".join(shown.out.split())
    assert "1 ledger, 1 dispute, 3 entries, 2 rulings, 1 table and 1 kept ruling. Nothing is known to be lost." in says
    after = _everything(new)
    after["tables"] = [(*row[:5], json.loads(row[5])) for row in after["tables"]]
    before["tables"] = [(*row[:5], json.loads(row[5])) for row in before["tables"]]
    assert after == before
    assert verify(new) == []
    disputes.note(new, 1, "Ann", "it goes on as the same ledger")
    merge(path, new, restore=True)
    assert disputes.show(path, 1)["notes"][-1]["own"] is True
    assert typed("do", "launch red 2 at purple.2", db=new).status == RULED


def test_a_damaged_file_is_rescued_and_says_what_is_lost(path: Path, new: Path) -> None:
    _full(path)
    assert typed("encounter", WON, db=path).status == RULED  # after the copy
    _zero(path, "rulings", "entries")
    shown = typed("ledger", "rescue", str(new), "--json", db=path)
    assert shown.status == NOT_KEPT
    assert [shown.told[kind] for kind in ("disputes", "entries", "tables", "kept_rulings")] == [1, 3, 1, 2]
    entries, kept = shown.told["missing"]
    assert entries.startswith("what came after entry 3 of ledger-")
    assert kept == "the kept rulings after number 2, if there were more"
    assert verify(new) == []
    again = typed("ledger", "rescue", str(new.with_name("again.db")), db=path)
    assert (again.status, "Lost: what came after entry 3" in " ".join(again.out.split())) == (NOT_KEPT, True)
    quarrel(new, "others may know more of the old ledger, so the new file begins another")
    assert disputes.show(new, 2)["ledger"] != disputes.show(new, 1)["ledger"]


def test_nothing_is_written_over(path: Path, new: Path) -> None:
    _full(path)
    new.write_text("precious")
    for file in (new, path):
        shown = typed("ledger", "rescue", str(file), db=path)
        assert (shown.status, "is there already" in shown.err) == (NOT_UNDERSTOOD, True)
    assert new.read_text() == "precious"
    new.unlink()
    new.symlink_to(path.with_name("nowhere"))
    with pytest.raises(LedgerError, match="is there already"):
        rescue(path, new)


def test_nothing_to_rescue(path: Path, new: Path) -> None:
    with pytest.raises(LedgerError, match="could not be read"):
        rescue(path, new)
    for text in ("shopping list\n" * 500, "", "x"):
        path.write_text(text)
        with pytest.raises(LedgerError, match="nothing can be read"):
            rescue(path, new)
    assert not new.exists()


def test_a_file_that_is_gone_is_rescued_from_its_copy(path: Path, new: Path) -> None:
    _full(path)
    path.unlink()
    found = rescue(path, new)
    assert (found.disputes.disputes, found.tables, found.kept) == (1, 1, 1)
    assert tables.history(new)[1][-1]["command"] == "destiny purple"


def test_the_copy_of_another_file_is_left_alone(path: Path, new: Path) -> None:
    other = path.with_name("other.db")
    quarrel(other, "another group's")
    quarrel(path, "ours")
    copy_of(path).write_bytes(copy_of(other).read_bytes())
    rescue(path, new)
    assert _abouts(new) == ["ours"]


# -- tables ------------------------------------------------------------------------------------------------------------


def test_a_table_whose_state_is_spoiled_is_made_again(path: Path, new: Path) -> None:
    _game(path)
    state = tables.read(path)
    _sql(path, "update tables set state = 'x'")
    assert rescue(path, new).missing == []
    assert tables.read(new) == state


def test_a_table_that_lost_a_command_goes_on(path: Path, new: Path) -> None:
    _game(path)
    state = tables.read(path)
    _sql(path, "delete from commands where number = 1")
    (what,) = rescue(path, new).missing
    assert what.startswith("of the table 'table' what command 1 did")
    assert tables.read(new) == state
    assert typed("do", "launch red 2 at purple.2", db=new).status == RULED


def test_a_table_that_lost_both_stands_where_its_commands_end(path: Path, new: Path) -> None:
    _game(path)
    _sql(path, "update tables set state = 'x'", "update commands set changes = 'x' where number = 2")
    assert rescue(path, new).missing == ["of the table 'table' what was done after command 1"]
    assert [entry["command"] for entry in tables.history(new)[1]][1:] == ["offense red"]
    assert typed("do", "destiny purple", db=new).status == RULED


def test_a_table_that_is_whole_in_the_copy_comes_from_there(path: Path, new: Path) -> None:
    _full(path)
    assert typed("do", "launch red 2 at purple.2", db=path).status == RULED
    _sql(path, "update tables set state = 'x'", "delete from commands where number = 0")
    assert rescue(path, new).missing == ["of the table 'table' what was done after command 2"]
    assert len(tables.history(new)[1]) == 3
    assert sorted(salvage(path).commands) == [0, 1, 2, 3]  # the first from the copy


def test_a_table_of_which_nothing_can_be_made_is_named(path: Path, new: Path) -> None:
    _full(path)
    copy_of(path).unlink()
    _sql(path, "update tables set state = 'x'", "update commands set changes = 'x' where number = 0")
    found = rescue(path, new)
    assert (found.tables, found.missing) == (0, ["the table 'table'"])


def test_a_spoiled_ruling_comes_from_the_copy_or_is_counted(path: Path, new: Path) -> None:
    _full(path)
    assert typed("encounter", WON, db=path).status == RULED
    _sql(path, "update rulings set proof = x'00'")
    found = rescue(path, new)
    assert (found.kept, found.missing) == (1, ["1 kept ruling"])
    assert rulings.one(new, 1)["proof"] == ruled(WON)["proof"]
