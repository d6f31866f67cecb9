"""Tables that are renamed, archived, deleted and purged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

import referee
from referee.errors import LedgerError
from referee.ledger import labels, tables
from referee.ledger.rescue import rescue
from tests import command

FRIDAY = "friday night"


def _lay(path: Path, *names: str) -> None:
    for name in names:
        referee.TableSession.lay("red blue", db=path, name=name).do("destiny blue")


def _names(path: Path, put_away: str = "") -> list[str]:
    return [row.name for row in referee.tables(path, put_away)]


def _wrong(path: Path) -> list[tuple[str, str]]:
    """What is wrong with the tables of a file."""
    with closing(sqlite3.connect(path)) as base:
        return [*tables.verify(base)]


def test_a_renamed_table_is_found_by_both_names_and_goes_on(path: Path) -> None:
    _lay(path, "one", "two")
    done = referee.TableSession(path, "one").rename(FRIDAY)
    assert (done.called, done.done) == (FRIDAY, "renamed")
    assert _names(path) == ["two", FRIDAY]
    for name in ("one", FRIDAY):
        assert referee.TableSession(path, name).show().name == FRIDAY
    referee.TableSession(path, FRIDAY).do("launch red 2 at blue.1")
    assert [entry.command for entry in referee.TableSession(path, "one").history()][-1] == "launch red 2 at blue.1"
    assert referee.TableSession(path).show().name == FRIDAY  # it was used last
    referee.TableSession(path, FRIDAY).rename("one")
    assert (_names(path), _wrong(path)) == (["one", "two"], [])


def test_a_name_that_another_table_has_or_had_is_not_taken(path: Path) -> None:
    _lay(path, "one", "two")
    labels.rename(path, "one", FRIDAY)
    for name in (FRIDAY, "one"):
        with pytest.raises(LedgerError, match=r"called .* already"):
            labels.rename(path, "two", name)
    assert referee.TableSession.lay("red blue", db=path, name="one").name == "one-2"
    assert referee.TableSession.lay("red blue", db=path, name=FRIDAY).name == f"{FRIDAY}-2"
    for wrong in ("", " ", "x" * 300):
        with pytest.raises(LedgerError, match="say the new name"):
            labels.rename(path, "two", wrong)


def test_an_archived_table_is_shown_and_not_changed(path: Path) -> None:
    _lay(path, "one", "two")
    two = referee.TableSession(path, "two")
    two.archive()
    assert (_names(path), _names(path, "archived"), two.show().phase) == (["one"], ["two"], "launch")
    assert referee.TableSession(path).show().name == "one"  # though the other was used later
    for change in (lambda: two.do("launch red 2 at blue.1"), two.undo, two.use, two.archive):
        with pytest.raises(LedgerError, match="archived"):
            change()
    two.archive(back=True)
    assert two.do("launch red 2 at blue.1").legal
    with pytest.raises(LedgerError, match="neither archived nor deleted"):
        two.archive(back=True)


def test_a_deleted_table_comes_back_until_it_is_purged(path: Path) -> None:
    _lay(path, "one", "two")
    two = referee.TableSession(path, "two")
    two.delete()
    assert (_names(path), _names(path, "deleted")) == (["one"], ["two"])
    with pytest.raises(LedgerError, match="referee table restore two"):
        two.do("launch red 2 at blue.1")
    two.delete(back=True)
    assert two.do("launch red 2 at blue.1").legal
    two.purge()
    with pytest.raises(LedgerError, match="there is no table 'two'"):
        two.show()
    with closing(sqlite3.connect(path)) as base:
        for kept_in in ("tables", "commands", "shells", "labels"):
            assert base.execute(f"select count(*) from {kept_in} where name = 'two'").fetchone() == (0,)
    assert (_names(path), _wrong(path)) == (["one"], [])
    assert referee.TableSession.lay("red blue", db=path, name="two").name == "two"  # the name is free again


def test_a_table_keeps_its_house_rules_and_disputes_under_its_new_name(path: Path) -> None:
    _lay(path, "one")
    disputes = referee.Disputes(path)
    line = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
    claims = [("blue", "green's ships count for my compensation"), ("red", "only your own four do")]
    id = disputes.open(line, claims).id or 0
    disputes.rule(id, "Ann", True, None, "whole-side", "all ships count", "so we play", "")
    labels.rename(path, "one", FRIDAY)
    disputes.promote(id, FRIDAY)
    for name in ("one", FRIDAY):
        ruling = referee.Rulings(path).encounter("red 3 : 8 vs blue 4 + green 2 : N ; hand red 9", house=name)
        assert ruling.to_dict()["players"]["blue"]["compensation"] == 6  # four of blue's own, and two of green's


def _of_third_schema(path: Path) -> None:
    """Makes a file as a referee before this one kept it."""
    _lay(path, "one")
    with closing(sqlite3.connect(path)) as base:
        base.executescript(
            "drop table labels; delete from _sqlite_migrations where name = 'labels'; pragma user_version = 3"
        )


def test_a_file_of_the_last_version_is_brought_up_to_date_and_a_copy_kept(path: Path) -> None:
    _of_third_schema(path)
    assert _names(path) == ["one"]
    assert referee.TableSession(path).do("launch red 2 at blue.1").legal
    with closing(sqlite3.connect(path.with_name("referee.db.v3"))) as base:
        assert base.execute("pragma user_version").fetchone() == (3,)
        assert base.execute("select name, position from tables").fetchall() == [("one", 1)]
    labels.rename(path, "one", FRIDAY)
    assert _names(path) == [FRIDAY]


def test_what_is_saved_of_a_file_is_called_as_it_was(path: Path, other: Path) -> None:
    _lay(path, "one", "two")
    labels.rename(path, "one", FRIDAY)
    labels.archive(path, "two")
    rescue(path, other)
    assert (_names(other), _names(other, "archived")) == ([FRIDAY], ["two"])
    assert [entry["command"] for entry in tables.history(other, FRIDAY)[1]][-1] == "destiny blue"


# -- as it is typed ----------------------------------------------------------------------------------------------------


def test_tables_are_put_away_in_the_shell(path: Path) -> None:
    _lay(path, "one", "two")
    env = {"REFEREE_DB": str(path), "NO_COLOR": "1"}

    def table(*words: str) -> command.Completed:
        return command.referee("table", *words, env=env)

    assert "is called 'friday night' now" in table("rename", "one", FRIDAY).stdout
    refused = table("delete", FRIDAY)
    assert (refused.returncode, "say --yes to delete it" in refused.stderr) == (2, True)
    assert "referee table restore friday night" in table("delete", FRIDAY, "--yes").stdout
    assert FRIDAY in table("list", "--deleted").stdout and FRIDAY not in table("list").stdout
    assert table("restore", FRIDAY).returncode == 0
    assert "referee table unarchive two" in table("archive", "two").stdout
    assert "two" in table("list", "--archived").stdout
    assert table("unarchive", "two").returncode == 0
    assert "Nothing brings it back" in table("delete", "two", "--purge", "--yes").stdout
    wrong = table("rename", "x")
    assert (wrong.returncode, "rename OLD NEW" in wrong.stderr) == (2, True)


def test_who_sits_at_a_table_that_is_renamed_goes_on_there(path: Path) -> None:
    env = {"REFEREE_DB": str(path), "NO_COLOR": "1"}
    said = "table rename table friday\nlaunch red 2 at blue.1\ntable delete friday --yes\ninvite red: none\n"
    _lay(path, "table")
    shown = command.referee("play", said=said, env=env).stdout
    assert "red points the gate at blue.1" in shown
    assert "There is no table yet" in shown.split("is deleted")[1]
