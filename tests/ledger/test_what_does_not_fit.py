"""An export that is damaged, changed, or tells another history is refused, and its line is named."""

from __future__ import annotations

import io
import json
import sqlite3
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.errors import LedgerError
from referee.ledger import chain, disputes
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.files import DamagedError, writing
from referee.ledger.sharing import merge, salvage, take, verify
from tests.ledger.filled import TEXTS, by_hand, entries_of, evening, exported, named, read_back, said_everywhere
from tests.quarrels import LOST, quarrel


def _refused(path: Path, lines: list[str], match: str) -> None:
    """Nothing is taken of such lines, and it says why."""
    before = entries_of(path)
    with pytest.raises(LedgerError, match=match) as caught:
        take(path, lines)
    assert "nothing was taken" in str(caught.value)
    assert str(caught.value).count("nothing was taken") == 1
    assert entries_of(path) == before
    assert verify(path) == []


def test_two_histories_under_one_name_are_refused(path: Path, other: Path) -> None:
    quarrel(path)
    with closing(sqlite3.connect(path)) as base:
        base.execute(f"vacuum into '{other}'")
    quarrel(path, "on this side")
    quarrel(other, "on that side")
    quarrel(other, "and more")
    _refused(path, exported(other), "line 5: .*two histories")
    _refused(other, exported(path), "two histories")
    with pytest.raises(LedgerError, match="two histories"):
        merge(path, other)
    assert len(entries_of(path)) == 2


def test_two_ledgers_that_were_called_alike_are_refused(path: Path, other: Path) -> None:
    quarrel(named(path, "tuesdays"))
    with writing(other, DISPUTES) as base:
        base.execute("insert into ledgers (name, begun) values ('tuesdays', '2020-01-01T00:00:00+00:00')")
    quarrel(other)
    _refused(path, exported(other), "another ledger is called tuesdays here")


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.9, 0.99])
def test_half_a_file_is_refused(path: Path, other: Path, share: float) -> None:
    evening(path)
    quarrel(other)
    text = "\n".join(exported(path))
    _refused(other, text[: int(len(text) * share)].split("\n"), "line|end is missing")
    for count in range(len(exported(path))):
        _refused(other, exported(path)[:count], "line 1|end is missing")


def _change(line: str, **changed: Any) -> str:
    return json.dumps({**json.loads(line), **changed})


def _changed_says(key: str, value: Any) -> Callable[[str], str]:
    return lambda line: _change(line, says={**json.loads(line)["says"], key: value})


@pytest.mark.parametrize(
    ("number", "change"),
    [
        *[(number, change) for number in (1, 2, 4, 7) for change in (
            lambda line: "shopping list",
            lambda line: line[:-1],
            lambda line: "[]",
            lambda line: "{}",
            lambda line: "17",
            lambda line: "[" * 100_000,
            lambda line: line.replace(":", ";", 1),
        )],
        (1, lambda line: _change(line, format=2)),
        (1, lambda line: _change(line, kind="recipes")),
        (1, lambda line: _change(line, ledgers=5)),
        (1, lambda line: _change(line, ledgers=[{"name": "x"}])),
        (2, lambda line: _change(line, ruling="00" * 16)),
        (2, lambda line: _change(line, packed="!!")),
        (2, lambda line: _change(line, packed=b64encode(b"no zlib").decode())),
        (2, lambda line: _change(line, packed=json.loads(line)["packed"][:-8])),
        (2, lambda line: _change(line, packed=None)),
        (4, _changed_says("about", "something else")),
        (4, _changed_says("about", None)),
        (4, _changed_says("more", "x")),
        (4, _changed_says("sides", [])),
        (4, _changed_says("sides", 5)),
        (4, lambda line: _change(line, says=5)),
        (4, lambda line: _change(line, number=2)),
        (4, lambda line: _change(line, number=True)),
        (4, lambda line: _change(line, number="1")),
        (4, lambda line: _change(line, kind="gossip")),
        (4, lambda line: _change(line, ledger="another")),
        (4, lambda line: _change(line, hash="00" * 16)),
        (4, lambda line: _change(line, hash="x")),
        (6, _changed_says("by", "somebody else")),
        (6, _changed_says("house", 1)),
        (8, _changed_says("of", ["nobody", 1])),
    ],
)  # fmt: skip
def test_a_damaged_line_is_named(path: Path, other: Path, number: int, change: Callable[[str], str]) -> None:
    evening(path)
    quarrel(other)
    lines = exported(path)
    changed = change(lines[number - 1])
    assert changed != lines[number - 1]
    lines[number - 1] = changed
    _refused(other, lines, f"^line {number}[ :]|^the end is missing" if number == 1 else f"^line {number}[ :]")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("house", True), ("house", "1"), ("house", 2**70), ("side", [1]), ("side", 9), ("says", 5), ("says", None),
        ("says", {"a": 1}), ("says", "half \ud800"), ("of", None), ("of", "x"), ("of", [1]), ("before", ["x", 1]),
        ("at", None), ("dispute", 1),
    ],
)  # fmt: skip
def test_an_entry_that_is_chained_rightly_but_says_what_none_can_say(
    path: Path, other: Path, key: str, value: Any
) -> None:
    """Made by somebody who knows how the hashes are made."""
    quarrel(path)
    disputes.decide(path, 1, Decision("Ann", "so", side=1))
    lines = exported(path)
    first, last = json.loads(lines[0]), json.loads(lines[-1])
    last["says"][key] = value
    last["hash"] = chain.hashed(bytes.fromhex(json.loads(lines[-2])["hash"]), last["kind"], last["says"]).hex()
    first["ledgers"][0]["hash"] = last["hash"]
    quarrel(other)
    _refused(other, [json.dumps(first), *lines[1:-1], json.dumps(last)], "^line 5")


def test_entries_that_were_swapped_left_out_or_come_twice(path: Path, other: Path) -> None:
    evening(path)
    quarrel(other)
    lines = exported(path)
    _refused(other, [_change(lines[0], ledgers=[]), *lines[1:]], "line 4: the first line does not name the ledger")
    _refused(other, [*lines[:4], lines[5], lines[4], *lines[6:]], "line 5: .*does not follow")
    _refused(other, [*lines[:4], *lines[5:]], "line 5: .*does not follow")
    _refused(other, [*lines[:5], lines[4], *lines[5:]], "line 6: .*does not follow")
    _refused(other, [lines[0], *lines[2:]], "the end is missing: 2 rulings and 9 entries were announced, 1 and 9 came")
    other.unlink()
    quarrel(other, lines=(LOST, LOST))
    _refused(other, [_change(lines[0], rulings=1), *lines[2:]], "line 3: the ruling .* is missing")


def test_what_was_changed_by_hand_is_not_written_out_as_if_it_were_whole(path: Path) -> None:
    evening(path)
    by_hand(path, "update notes set says = 'something else'")
    with pytest.raises(DamagedError, match=r"entry 4 of .*ledger verify.*export --salvage"):
        exported(path)


def test_spaces_between_lines_do_no_harm(path: Path, other: Path) -> None:
    evening(path)
    lines = exported(path)
    take(other, ["\ufeff" + lines[0] + "\r\n", "\n", *(line + "\r\n" for line in lines[1:]), "  \n"])
    assert entries_of(other) == entries_of(path)


def test_bytes_that_are_no_text(path: Path, other: Path, tmp_path: Path) -> None:
    quarrel(path)
    file = tmp_path / "export.jsonl"
    file.write_bytes("\n".join(exported(path)).encode() + b"\n\xff\xfe\n")
    quarrel(other)
    with file.open(encoding="utf-8") as lines, pytest.raises(LedgerError, match="no UTF-8; nothing was taken"):
        take(other, lines)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(TEXTS, min_size=6, max_size=6))
def test_text_from_players_is_the_same_in_every_file(tmp_path: Path, texts: list[str]) -> None:
    for file in tmp_path.iterdir():
        file.unlink()
    path, other, third = (tmp_path / name for name in ("a.db", "b.db", "c.db"))
    number = said_everywhere(path, texts)
    lines = exported(path)
    assert all(line.isascii() and line.isprintable() for line in lines)
    take(other, lines)
    merge(third, other)
    out = io.StringIO()
    salvage(third, out)
    take(tmp_path / "d.db", out.getvalue().splitlines())
    for file in (other, third, tmp_path / "d.db"):
        assert read_back(disputes.show(file, number)) == texts
        assert verify(file) == []


def test_a_text_of_a_megabyte_is_the_same_in_every_file(path: Path, other: Path, tmp_path: Path) -> None:
    text = "שלום \x1b[31m" * 90_000
    quarrel(path, text)
    disputes.note(path, 1, "Ann", "\0" * 1_000_000)
    take(other, exported(path))
    out = io.StringIO()
    salvage(other, out)
    third = tmp_path / "third.db"
    take(third, out.getvalue().splitlines())
    for file in (other, third):
        told = disputes.show(file, 1)
        assert (told["about"], told["notes"][0]["says"]) == (text, "\0" * 1_000_000)
