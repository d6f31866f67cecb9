"""Files are written whole or not at all, follow no link, and leave no litter; caches that cannot be kept do no harm."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.book import lookup, places, whole
from referee.book.books import Books
from referee.book.copies import add
from referee.book.index import index
from referee.book.loader import Rulebase, rulebase
from referee.conformance.export import export
from referee.conformance.scenario import cases_by_clause
from referee.disputes.house_files import file_of
from referee.disputes.house_rules import House, HouseRule, read
from referee.errors import RulebaseError

posix = pytest.mark.skipif(os.name != "posix", reason="modes and links are POSIX")


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk on which files can be made, and nothing can be written into them."""
    real = os.fdopen

    def fdopen(handle: int, *args: Any, **more: Any) -> Any:
        file = real(handle, *args, **more)

        class Full:
            def __enter__(self) -> Full:
                return self

            def __exit__(self, *_: object) -> None:
                file.close()

            def write(self, _: bytes) -> int:
                raise OSError(errno.ENOSPC, "No space left on device")

        return Full()

    monkeypatch.setattr(os, "fdopen", fdopen)


def test_a_file_is_replaced_whole_or_stays(tmp_path: Path) -> None:
    path = tmp_path / "file"
    whole.replace(path, b"first")
    with pytest.raises(RuntimeError), whole.replacing(path) as out:
        out.write(b"half")
        raise RuntimeError
    assert path.read_bytes() == b"first"
    assert list(tmp_path.iterdir()) == [path]
    whole.replace(path, b"second")
    assert path.read_bytes() == b"second"


@posix
def test_a_link_a_folder_and_a_device_are_not_written_to(tmp_path: Path) -> None:
    path, target = tmp_path / "link", tmp_path / "target"
    target.write_text("mine")
    path.symlink_to(target)
    os.mkfifo(tmp_path / "pipe")
    for place in (path, tmp_path, tmp_path / "pipe"):
        with pytest.raises(OSError, match=r"link|folder"):
            whole.replace(place, b"yours")
    assert target.read_text() == "mine"
    assert path.is_symlink()


@posix
def test_what_is_private_is_read_by_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        whole.private_folder(tmp_path / "data")
        whole.replace(tmp_path / "data" / "secret", b"")
        whole.replace(tmp_path / "public", b"", private=False)
        whole.private_file(tmp_path / "empty")
    finally:
        os.umask(before)
    assert [_mode(tmp_path / name) for name in ("data", "data/secret", "public", "empty")] == [
        0o700, 0o600, 0o644, 0o600
    ]  # fmt: skip
    os.chmod(tmp_path / "public", 0o640)
    whole.replace(tmp_path / "public", b"x", private=False)
    assert _mode(tmp_path / "public") == 0o640
    whole.private_file(tmp_path / "public")
    assert (tmp_path / "public").read_bytes() == b"x"


# -- caches ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Path]:
    """A folder for what can be made again."""
    places.keep_in(tmp_path / "ca#che ?")
    yield tmp_path / "ca#che ?"
    places.keep_in(None)


@pytest.mark.usefixtures("full")
@pytest.mark.long
def test_a_full_disk_leaves_no_litter(kept: Path, tmp_path: Path) -> None:
    known = Rulebase()
    assert known.alien("Macron")
    assert index(known, kept).ask("who wins a tie?")
    told = lookup.look_up(["consolidated 5.10.1"], kept, cases_by_clause)
    assert told == lookup.tell(Books(known), "consolidated", "5.10.1", cases_by_clause)
    assert list(kept.iterdir()) == []
    with pytest.raises(RulebaseError, match="No space left"):
        export(known, tmp_path / "book")
    assert not (tmp_path / "book").exists() or list((tmp_path / "book").iterdir()) == []


def test_clauses_are_kept_in_a_folder_of_any_name(kept: Path) -> None:
    first = lookup.look_up(["consolidated 5.10.1.1.d"], kept, cases_by_clause)
    assert first is not None
    assert (first["book"], first["id"]) == ("consolidated", "5.10.1.1.d")
    (file,) = kept.glob("clauses.json")
    before = file.stat().st_mtime_ns
    assert lookup.look_up(["consolidated 5.10.1.1.d"], kept, cases_by_clause) == first
    assert file.stat().st_mtime_ns == before  # it was read, not made again
    assert [path.name for path in kept.parent.iterdir()] == [kept.name]


def test_a_damaged_file_of_clauses_that_cannot_be_replaced_is_no_fault(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = lookup.look_up(["consolidated 5.10.1.1.d"], kept, cases_by_clause)
    (file,) = kept.glob("clauses.json")
    file.write_bytes(b"nothing of the cache, but long enough to be read as that" * 10)

    def replace(*_: object) -> None:
        raise PermissionError(errno.EACCES, "in use")

    monkeypatch.setattr(os, "replace", replace)
    assert lookup.look_up(["consolidated 5.10.1.1.d"], kept, cases_by_clause) == first
    assert list(kept.iterdir()) == [file]


# -- what players ask to be written ------------------------------------------------------------------------------------


def test_an_own_copy_is_a_regular_file_of_a_size_that_books_have(tmp_path: Path) -> None:
    books = Books(rulebase())
    (tmp_path / "large.txt").write_bytes(b"x" * (9 << 20))
    for file in (Path(os.devnull), tmp_path / "large.txt", Path("/dev/zero")):
        with pytest.raises(RulebaseError, match=r"no regular file|larger than 8 MB|there is|No such"):
            add(books, "consolidated", file, tmp_path / "copies")
    assert not (tmp_path / "copies").exists()


def _write(path: Path, table: str) -> None:
    """Writes a file with the one house rule of a table."""
    name = json.dumps(table, ensure_ascii=False).replace("\x7f", "\\u007f")
    rule = 'says = "Ties go to the offense."\nclauses = ["consolidated 5.10.1.1.d.1"]'
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"format = 1\ntable = {name}\n\n[[rule]]\n{rule}\n", encoding="utf-8")


TABLES = ("Kitchen", "kitchen", "CON", "nul", "aux", "com1", "lpt9", "end ", " ", ".", "a.b", "Ünsere", "שלום", "a/b",
          "a\\b", "%4bitchen", "con.x", "x" * 300, "\x1f", "😀")  # fmt: skip


@pytest.mark.parametrize("table", TABLES)
def test_house_rules_of_any_table_have_a_file_of_their_own_on_any_system(table: str, tmp_path: Path) -> None:
    house = House(table, (HouseRule("Ties go to the offense.", None, None, ("consolidated 5.10.1.1.d.1",)),))
    path = file_of(tmp_path / "referee.db", table)
    _write(path, table)
    assert read(tmp_path / "referee.db", table) == house
    stem = path.name.removesuffix(".toml")
    assert stem == stem.casefold().strip() != ""
    assert stem not in ("con", "nul", "aux", "com1", "lpt9")
    assert all(letter not in '<>:"/\\|?*.' and letter.isprintable() for letter in stem)
    assert len(path.name.encode()) < 255


def test_tables_whose_names_differ_in_case_have_two_files(tmp_path: Path) -> None:
    names = ["Kitchen", "kitchen", "KITCHEN", "%4bitchen", "k\u0130tchen", "end", "end ", "con", "CON"]
    files = {file_of(tmp_path / "referee.db", name).name.casefold() for name in names}
    assert len(files) == len(names)


@pytest.mark.parametrize("old", ["Kitchen", "end ", "a%2eb"])
def test_house_rules_that_were_kept_under_the_old_name_are_found_and_moved(old: str, tmp_path: Path) -> None:
    """Earlier referees called the file as the table is called, and wrote any other letter as its code."""
    table = old.replace("%2e", ".")
    rule = HouseRule("Ties go to the offense.", None, None, ("consolidated 5.10.1.1.d.1",))
    _write(tmp_path / "house" / f"{old}.toml", table)
    assert read(tmp_path / "referee.db", table) == House(table, (rule,))
    assert file_of(tmp_path / "referee.db", table) == tmp_path / "house" / f"{old}.toml"
