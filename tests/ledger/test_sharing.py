"""A history goes to another machine and back, is merged, and is saved from a file that is damaged."""

from __future__ import annotations

import io
import json
import random
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.errors import LedgerError
from referee.ledger import chain, disputes
from referee.ledger.backup import copy_of
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.files import DamagedError, reading, writing
from referee.ledger.sharing import export, merge, salvage, take, verify
from referee.ledger.stats import stats
from tests import effort
from tests.ledger.test_disputes import _TEXTS, _by_hand, _evening, _read_back, _said_everywhere, _sql
from tests.quarrels import LOST, WON, quarrel


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return tmp_path / "other.db"


def _lines(path: Path) -> list[str]:
    out = io.StringIO()
    export(path, out)
    return out.getvalue().splitlines()


def _named(path: Path, name: str) -> Path:
    with writing(path, DISPUTES) as base:
        chain.begin(base, name)
    return path


def _entries(path: Path) -> dict[tuple[str, int], tuple[str, dict[str, Any], bytes]]:
    """All entries of a file by ledger and number."""
    with reading(path, DISPUTES) as base:
        return {(e.ledger, e.number): (e.kind, e.says, e.hash) for e in chain.entries(base)}


def _whole(told: dict[str, Any]) -> dict[str, Any]:
    """A dispute without what differs between files: ids, which ledger is the file's own, and how far that goes."""
    told = {key: value for key, value in told.items() if key not in ("id", "decision", "decided_here", "head")}
    ids = [decision["id"] for decision in told["decisions"]]
    apart = {"dispute", "id", "before", "own"}
    for kind in ("decisions", "notes", "appeals", "promotions"):
        told[kind] = [{k: v for k, v in one.items() if k not in apart} for one in told[kind]]
    for kind in ("appeals", "promotions"):
        told[kind] = [{**one, "decision": ids.index(one["decision"])} for one in told[kind]]
    return told


# -- export and import -------------------------------------------------------------------------------------------------


def test_a_history_goes_to_another_machine_and_nothing_twice(path: Path, other: Path) -> None:
    _evening(path)
    lines = _lines(path)
    counts = {"ledgers": 1, "disputes": 2, "entries": 7, "rulings": 2, "known": 0, "left": 0}
    assert take(other, lines).items() >= counts.items()
    assert _entries(other) == _entries(path)
    assert [_whole(one) for one in disputes.every(other)] == [_whole(one) for one in disputes.every(path)]
    assert [row["id"] for row in disputes.search(other, "grumbles zombie")] == [1]
    counts = {"ledgers": 1, "disputes": 0, "entries": 0, "rulings": 0, "known": 7, "left": 0}
    assert take(other, lines).items() >= counts.items()
    assert verify(other) == []
    quarrel(path, "later")
    assert take(other, _lines(path))["disputes"] == 1
    assert _lines(path) == _lines(other)


def test_what_is_taken_does_not_become_this_files_own_ledger(path: Path, other: Path) -> None:
    """Else both machines would go on with one ledger, in two ways."""
    quarrel(path)
    take(other, _lines(path))
    quarrel(path, "mine")
    quarrel(other, "theirs")
    names = {name for name, _ in _entries(other)}
    assert len(names) == 2
    merge(path, other)
    merge(other, path)
    assert _entries(path) == _entries(other)
    assert len(_entries(path)) == 3
    assert verify(path) == verify(other) == []


def test_every_ruling_is_written_out_once_and_as_small_as_it_is_kept(path: Path) -> None:
    for _ in range(20):
        quarrel(path)
    lines = [json.loads(line) for line in _lines(path)]
    assert [sorted(line) for line in lines] == [
        ["entries", "format", "kind", "ledgers", "rulings"],
        *[["packed", "ruling"]] * 2,
        *[["hash", "kind", "ledger", "number", "says"]] * 20,
    ]
    assert [line["number"] for line in lines[3:]] == list(range(1, 21))
    with closing(sqlite3.connect(path)) as base:
        kept = base.execute("select ruling from proofs order by id").fetchall()
    assert [b64decode(line["packed"]) for line in lines[1:3]] == [row[0] for row in kept]


def test_ledgers_that_speak_of_each_other(tmp_path: Path) -> None:
    """Ann opens, Bob decides, Ann appeals, Bob decides again; each in the own file, sent to and fro."""
    ann, bob = _named(tmp_path / "ann.db", "ann"), _named(tmp_path / "bob.db", "bob")
    quarrel(ann)
    merge(bob, ann)
    disputes.decide(bob, 1, Decision("Bob", "first"))
    merge(ann, bob)
    disputes.appeal(ann, 1, "Ann", "no")
    take(bob, _lines(ann))
    disputes.decide(bob, 1, Decision("Bob", "second"))
    quarrel(bob, "Bob's own")
    merge(ann, bob)
    disputes.note(ann, 2, "Ann", "on Bob's own")
    merge(bob, ann)
    assert _entries(ann) == _entries(bob)
    new = tmp_path / "new.db"
    for source in (ann, bob):
        new.unlink(missing_ok=True)
        take(new, _lines(source))
        assert _entries(new) == _entries(ann)
        assert verify(new) == []
        assert disputes.search(new, "compensation Bob")[0]["decided"] == "second"


def test_merged_files_agree_on_the_decision_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both decided before they met: the later decision holds in both files, not the one that came in last."""
    ann, bob = tmp_path / "ann.db", tmp_path / "bob.db"
    quarrel(ann)
    merge(bob, ann)
    monkeypatch.setattr(chain, "now", lambda: "2026-01-02T00:00:00+00:00")
    disputes.decide(ann, 1, Decision("Ann", "the later"))
    monkeypatch.setattr(chain, "now", lambda: "2026-01-01T00:00:00+00:00")
    disputes.decide(bob, 1, Decision("Bob", "the earlier"))
    merge(ann, bob)
    merge(bob, ann)
    assert [disputes.show(path, 1)["decided"] for path in (ann, bob)] == ["the later", "the later"]
    disputes.decide(bob, 1, Decision("Bob", "in its place, though the clock is slow"))
    merge(ann, bob)
    for path in (ann, bob):
        assert disputes.show(path, 1)["decided"] == "in its place, though the clock is slow"


def test_nothing_to_write_out(path: Path, other: Path) -> None:
    with pytest.raises(LedgerError, match="referee dispute open"):
        _lines(path)
    assert not path.exists()
    with pytest.raises(LedgerError, match="no file"):
        merge(path, other)
    quarrel(path)
    with pytest.raises(LedgerError, match="this ledger itself"):
        merge(path, path.parent / ".." / path.parent.name / path.name)
    other.write_text("shopping list\n" * 50)
    with pytest.raises(LedgerError, match="no database"):
        merge(path, other)
    assert len(_entries(path)) == 1


# -- what does not fit -------------------------------------------------------------------------------------------------


def _refused(path: Path, lines: list[str], match: str) -> None:
    """Nothing is taken of such lines, and it says why."""
    before = _entries(path)
    with pytest.raises(LedgerError, match=match) as caught:
        take(path, lines)
    assert "nothing was taken" in str(caught.value)
    assert str(caught.value).count("nothing was taken") == 1
    assert _entries(path) == before
    assert verify(path) == []


def test_two_histories_under_one_name_are_refused(path: Path, other: Path) -> None:
    quarrel(path)
    with closing(sqlite3.connect(path)) as base:
        base.execute(f"vacuum into '{other}'")
    quarrel(path, "on this side")
    quarrel(other, "on that side")
    quarrel(other, "and more")
    _refused(path, _lines(other), "line 5: .*two histories")
    _refused(other, _lines(path), "two histories")
    with pytest.raises(LedgerError, match="two histories"):
        merge(path, other)
    assert len(_entries(path)) == 2


def test_two_ledgers_that_were_called_alike_are_refused(path: Path, other: Path) -> None:
    quarrel(_named(path, "tuesdays"))
    with writing(other, DISPUTES) as base:
        base.execute("insert into ledgers (name, begun) values ('tuesdays', '2020-01-01T00:00:00+00:00')")
    quarrel(other)
    _refused(path, _lines(other), "another ledger is called tuesdays here")


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.9, 0.99])
def test_half_a_file_is_refused(path: Path, other: Path, share: float) -> None:
    _evening(path)
    quarrel(other)
    text = "\n".join(_lines(path))
    _refused(other, text[: int(len(text) * share)].split("\n"), "line|end is missing")
    for count in range(len(_lines(path))):
        _refused(other, _lines(path)[:count], "line 1|end is missing")


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
    _evening(path)
    quarrel(other)
    lines = _lines(path)
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
    lines = _lines(path)
    first, last = json.loads(lines[0]), json.loads(lines[-1])
    last["says"][key] = value
    last["hash"] = chain.hashed(bytes.fromhex(json.loads(lines[-2])["hash"]), last["kind"], last["says"]).hex()
    first["ledgers"][0]["hash"] = last["hash"]
    quarrel(other)
    _refused(other, [json.dumps(first), *lines[1:-1], json.dumps(last)], "^line 5")


def test_entries_that_were_swapped_left_out_or_come_twice(path: Path, other: Path) -> None:
    _evening(path)
    quarrel(other)
    lines = _lines(path)
    _refused(other, [_change(lines[0], ledgers=[]), *lines[1:]], "line 4: the first line does not name the ledger")
    _refused(other, [*lines[:4], lines[5], lines[4], *lines[6:]], "line 5: .*does not follow")
    _refused(other, [*lines[:4], *lines[5:]], "line 5: .*does not follow")
    _refused(other, [*lines[:5], lines[4], *lines[5:]], "line 6: .*does not follow")
    _refused(other, [lines[0], *lines[2:]], "the end is missing: 2 rulings and 7 entries were announced, 1 and 7 came")
    other.unlink()
    quarrel(other, lines=(LOST, LOST))
    _refused(other, [_change(lines[0], rulings=1), *lines[2:]], "line 3: the ruling .* is missing")


def test_what_was_changed_by_hand_is_not_written_out_as_if_it_were_whole(path: Path) -> None:
    _evening(path)
    _by_hand(path, "update notes set says = 'something else'")
    with pytest.raises(DamagedError, match=r"entry 4 of .*ledger verify.*export --salvage"):
        _lines(path)


def test_spaces_between_lines_do_no_harm(path: Path, other: Path) -> None:
    _evening(path)
    lines = _lines(path)
    take(other, ["\ufeff" + lines[0] + "\r\n", "\n", *(line + "\r\n" for line in lines[1:]), "  \n"])
    assert _entries(other) == _entries(path)


def test_bytes_that_are_no_text(path: Path, other: Path, tmp_path: Path) -> None:
    quarrel(path)
    file = tmp_path / "export.jsonl"
    file.write_bytes("\n".join(_lines(path)).encode() + b"\n\xff\xfe\n")
    quarrel(other)
    with file.open(encoding="utf-8") as lines, pytest.raises(LedgerError, match="no UTF-8; nothing was taken"):
        take(other, lines)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_TEXTS, min_size=6, max_size=6))
def test_text_from_players_is_the_same_in_every_file(tmp_path: Path, texts: list[str]) -> None:
    for file in tmp_path.iterdir():
        file.unlink()
    path, other, third = (tmp_path / name for name in ("a.db", "b.db", "c.db"))
    number = _said_everywhere(path, texts)
    lines = _lines(path)
    assert all(line.isascii() and line.isprintable() for line in lines)
    take(other, lines)
    merge(third, other)
    out = io.StringIO()
    salvage(third, out)
    take(tmp_path / "d.db", out.getvalue().splitlines())
    for file in (other, third, tmp_path / "d.db"):
        assert _read_back(disputes.show(file, number)) == texts
        assert verify(file) == []


def test_a_text_of_a_megabyte_is_the_same_in_every_file(path: Path, other: Path, tmp_path: Path) -> None:
    text = "שלום \x1b[31m" * 90_000
    quarrel(path, text)
    disputes.note(path, 1, "Ann", "\0" * 1_000_000)
    take(other, _lines(path))
    out = io.StringIO()
    salvage(other, out)
    third = tmp_path / "third.db"
    take(third, out.getvalue().splitlines())
    for file in (other, third):
        told = disputes.show(file, 1)
        assert (told["about"], told["notes"][0]["says"]) == (text, "\0" * 1_000_000)


# -- saving what is left -----------------------------------------------------------------------------------------------


def _salvaged(path: Path) -> tuple[dict[str, Any], list[str]]:
    """What is saved of a file alone: its copy, which has most of it, is tried in `test_rescue`."""
    if copy_of(path).is_file():
        copy_of(path).unlink()
    out = io.StringIO()
    return salvage(path, out), out.getvalue().splitlines()


def _many(path: Path, count: int = 60) -> None:
    for number in range(count):
        quarrel(path, f"number {number} " + "and so on " * (number % 7) * 40)
        if number % 3 == 0:
            disputes.decide(path, number + 1, Decision("Ann", f"decided {number}"))
        if number % 5 == 0:
            disputes.note(path, number // 2 + 1, "Bob", f"noted {number}")


def test_all_is_saved_from_a_file_that_is_whole(path: Path, other: Path, tmp_path: Path) -> None:
    _many(path)
    _evening(other)
    merge(path, other)
    told, lines = _salvaged(path)
    assert (told["disputes"], told["missing"]) == (62, [])
    new = tmp_path / "new.db"
    take(new, lines)
    assert _entries(new) == _entries(path)
    assert verify(new) == []


def test_what_is_still_in_the_log_is_saved(path: Path) -> None:
    quarrel(path)
    with reading(path, DISPUTES) as base:  # an open reader keeps the log from being cleared
        base.execute("begin").execute("select count(*) from disputes").fetchone()
        _evening(path)
        told, _ = _salvaged(path)
    assert (told["disputes"], told["entries"], told["missing"]) == (3, 8, [])


def test_a_cut_file_gives_up_what_is_left(path: Path, tmp_path: Path) -> None:
    _many(path)
    whole, right = path.read_bytes(), _entries(path)
    saved_of = []
    for share in (0.97, 0.9, 0.8, 0.6, 0.5):
        path.write_bytes(whole[: int(len(whole) * share)])
        told, lines = _salvaged(path)
        saved_of.append(_taken(lines, right, tmp_path))
        assert told["missing"]
    assert saved_of[0] > 0.7 * len(right)
    assert saved_of[2] > 0
    path.write_bytes(whole[:100])
    with pytest.raises(LedgerError, match="no dispute can be read"):
        _salvaged(path)


def _taken(lines: list[str], right: dict[tuple[str, int], Any], folder: Path) -> int:
    """How many entries of a salvaged file are taken, all of which are as they were written."""
    new = folder / "new.db"
    for left in folder.glob("new.db*"):
        left.unlink()
    counts = take(new, lines)
    saved = _entries(new)
    assert all(right[place] == entry for place, entry in saved.items())
    assert counts["entries"] == len(saved)
    assert all("missing" in one.what for one in verify(new)), verify(new)
    quarrel(new, "and it goes on")
    return len(saved)


def test_whichever_page_is_spoiled_all_that_stands_on_others_is_saved(path: Path, tmp_path: Path) -> None:
    _many(path, 25)
    whole, right = path.read_bytes(), _entries(path)
    source = random.Random(3)
    shares = []
    for page in effort.some(range(len(whole) // 4096), 25):
        junk = source.randbytes(4096) if page % 2 else b"\0" * 4096
        path.write_bytes(whole[: page * 4096] + junk + whole[(page + 1) * 4096 :])
        try:
            told, lines = _salvaged(path)
        except LedgerError:
            shares.append(0.0)
            continue
        taken = _taken(lines, right, tmp_path)
        assert taken == len(right) or told["missing"]
        shares.append(taken / len(right))
    assert sum(share == 1 for share in shares) > 0.5 * len(shares)  # indexes, tables of games, words
    assert sum(share < 0.5 for share in shares) <= 6, shares  # the few pages on which everything hangs


def test_what_was_changed_by_hand_is_saved_to_be_read_and_not_taken(path: Path, other: Path) -> None:
    _evening(path)
    _by_hand(path, "update decisions set says = 'something else' where id = 1")
    told, lines = _salvaged(path)
    assert told["missing"] == [f"a part, or all, of entry 3 of {json.loads(lines[0])['ledgers'][0]['name']}"]
    assert json.loads(lines[0])["missing"] == told["missing"]
    damaged = [json.loads(line) for line in lines if "damaged" in line]
    assert [(line["number"], line["says"]["says"]) for line in damaged] == [(3, "something else")]
    counts = take(other, lines)
    # the appeal is against that decision, and the second decision takes its place: these are about nothing now
    assert (counts["entries"], counts["left"]) == (3, 4)
    assert disputes.show(other, 1)["state"] == "open"


def test_a_ruling_that_is_lost_takes_its_disputes_with_it_but_not_their_words(path: Path, other: Path) -> None:
    quarrel(path, lines=(WON, WON))
    quarrel(path, "the other", lines=(LOST, LOST))
    _by_hand(path, "update proofs set ruling = x'00' where id = 1")
    told, lines = _salvaged(path)
    name = json.loads(lines[0])["ledgers"][0]["name"]
    assert told["missing"] == [
        "1 ruling that cannot be unpacked",
        f"a ruling of the disputes that are entries 1 of {name}",
    ]
    assert "does Zombie pay compensation?" in "".join(lines)
    assert take(other, lines)["left"] == 1
    assert [row["about"] for row in disputes.listed(other)] == ["the other"]


def test_gaps_are_filled_by_a_whole_copy(path: Path, other: Path) -> None:
    _many(path, 10)
    lines = _lines(path)
    _by_hand(path, "update disputes set about = 'x' where id in (3, 5)")
    take(other, _salvaged(path)[1])
    assert len(_entries(other)) < len(lines) - 3
    assert verify(other)
    take(other, lines)
    assert verify(other) == []
    assert _lines(other)[1:] == lines[1:]


def test_nothing_to_save(path: Path) -> None:
    for text in ("shopping list\n" * 500, "", "x"):
        path.write_text(text)
        with pytest.raises(LedgerError):
            _salvaged(path)
    path.unlink()
    for where in (path, path.parent):
        with pytest.raises(LedgerError):
            _salvaged(where)
    _sql(path, "create table t (x)")
    with pytest.raises(LedgerError, match="no dispute can be read"):
        _salvaged(path)


# -- counting ----------------------------------------------------------------------------------------------------------


def test_what_is_disputed_most(path: Path) -> None:
    assert stats(path)["disputes"] == 0
    assert stats(path)["first"] == {"decided": 0, "stood": 0, "share": None}
    assert not path.exists()
    quarrel(path, question="DF-05", game="kitchen")  # Zombie or not: the facts decide
    quarrel(
        path,
        lines=(WON, WON.replace("hand red 6", "hand red 5")),
    )
    quarrel(path, question="DF-05", lines=(LOST, LOST))
    quarrel(path, question="DF-06", lines=(LOST, LOST))
    disputes.decide(path, 1, Decision("the referee", "so", side=1))
    disputes.decide(path, 2, Decision("the table", "so", house=True))
    disputes.decide(path, 3, Decision("the referee", "so"))
    disputes.appeal(path, 3, "Bob", "no")
    disputes.decide(path, 3, Decision("the table", "otherwise", house=True))
    disputes.appeal(path, 3, "Ann", "no")
    disputes.promote(path, 3, "kitchen", "DF-05", None, "otherwise")
    told = stats(path)
    keys = ("disputes", "open", "decided", "appealed", "house", "referee", "promoted")
    assert {key: told[key] for key in keys} == {
        "disputes": 4, "open": 1, "decided": 2, "appealed": 1, "house": 2, "referee": 1, "promoted": 1,
    }  # fmt: skip
    assert told["first"] == {"decided": 3, "stood": 2, "share": 2 / 3}
    assert told["questions"] == [{"name": "DF-05", "disputes": 2}, {"name": "DF-06", "disputes": 1}]
    assert told["tables"] == [{"name": "kitchen", "disputes": 1}]
    assert told["aliens"] == [{"name": "Zombie", "disputes": 2}]
    assert told["parties"] == [{"name": "Ann", "disputes": 4}, {"name": "Bob", "disputes": 4}]
    assert told["clauses"][0]["disputes"] == 4
    assert not [clause for clause in told["clauses"] if clause["name"].startswith("alien ")]
    assert {"name": "alien Zombie", "disputes": 1} in told["contested"]
    assert told["facts"]["differed"] == 2
    assert [len(stats(path, 1)[key]) for key in ("clauses", "aliens", "questions", "contested")] == [1, 1, 1, 1]
