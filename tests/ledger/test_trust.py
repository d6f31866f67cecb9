"""What others wrote never poses as one's own, breaks nothing that shows it, and what was changed or lost is found."""

from __future__ import annotations

import copy
import io
import json
import os
import random
import sqlite3
import stat
import time
import tracemalloc
import zlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from referee.cli.common import ILLEGAL, NOT_KEPT, NOT_UNDERSTOOD, RULED
from referee.errors import LedgerError
from referee.ledger import chain, disputes, rulings, tables
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.entries import digest
from referee.ledger.files import DamagedError, reading, writing
from referee.ledger.shapes import check_ruling
from referee.ledger.sharing import export, merge, take, take_file, verify
from tests import effort
from tests.quarrels import LOST, WON, quarrel, ruled
from tests.typed import Answer, typed

posix = pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="a folder that root cannot write to")
LINE = "red 3 : 8 vs blue 4 : N ; hand red 6"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file whose own ledger is called mine, with one dispute that Ann decided."""
    file = tmp_path / "mine.db"
    with writing(file, DISPUTES) as base:
        chain.begin(base, "mine")
    quarrel(file)
    disputes.decide(file, 1, Decision("Ann", "it takes none"))
    return file


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return tmp_path / "other.db"


def _lines(path: Path) -> list[str]:
    out = io.StringIO()
    export(path, out)
    return out.getvalue().splitlines()


class Forged:
    """An export that somebody made who knows how the hashes are made."""

    def __init__(self, name: str = "evil", begun: str = "2020-01-01T00:00:00+00:00", last: int = 0) -> None:
        self.name, self.begun, self.number = name, begun, last
        self.hash = chain.beginning(name, begun) or b""
        self.rulings: list[dict[str, Any]] = []
        self.entries: list[dict[str, Any]] = []

    def ruling(self, told: Any) -> str:
        """Adds a ruling and returns its name."""
        plain = json.dumps(told).encode()
        self.rulings.append({"ruling": digest(plain).hex(), "packed": b64encode(zlib.compress(plain, 9)).decode()})
        return digest(plain).hex()

    def entry(self, kind: str, **says: Any) -> Forged:
        """Adds an entry with its right hash."""
        self.number += 1
        self.hash = chain.hashed(self.hash, kind, says)
        self.entries.append(
            {"ledger": self.name, "number": self.number, "kind": kind, "says": says, "hash": self.hash.hex()}
        )
        return self

    def dispute(self, told: Any, **other: Any) -> Forged:
        """Adds a dispute in which everybody has this ruling."""
        says: dict[str, Any] = {
            "at": "2026-01-01T00:00:00+00:00", "edition": "consolidated", "game": None, "about": "x", "question": None,
            "rulebook": ["a", "b"], "relied": [], "readings": {},
        }  # fmt: skip
        proof = self.ruling(told)
        ruled = {key: told.get(key) if isinstance(told, dict) else None for key in ("position", "status", "outcome")}
        sides = [{"party": who, "claim": "c", "line": LINE, **ruled, "proof": proof} for who in ("Ann", "Bob")]
        return self.entry("dispute", **{**says, "sides": sides, **other})

    def decision(self, of: list[Any], before: list[Any] | None, **other: Any) -> Forged:
        """Adds a decision in Ann's name."""
        says = {"at": "2026-01-01T00:00:00+00:00", "by": "Ann", "house": 0, "side": None, "reading": None,
                "says": "Bob pays", "reason": "", "dissent": ""}  # fmt: skip
        return self.entry("decision", **{**says, "of": of, "before": before, **other})

    @property
    def lines(self) -> list[str]:
        """The lines of the export."""
        ledger = {"name": self.name, "begun": self.begun, "entries": self.number, "hash": self.hash.hex()}
        first = {"kind": "ledger of disputes", "format": 1, "ledgers": [ledger], "rulings": len(self.rulings),
                 "entries": len(self.entries)}  # fmt: skip
        return [json.dumps(line) for line in (first, *self.rulings, *self.entries)]


# -- whose decision it is ----------------------------------------------------------------------------------------------


def test_a_decision_of_another_ledger_says_where_it_comes_from(path: Path) -> None:
    forged = Forged().decision(["mine", 1], ["mine", 2], at="2030-01-01T00:00:00+00:00")
    forged.entry("note", of=["mine", 1], at="2026-01-01T00:00:00+00:00", by="Ann", says="so it is")
    forged.entry("appeal", of=["mine", 2], at="2026-01-01T00:00:00+00:00", by="Ann", reason="no")
    told = take(path, forged.lines)
    assert told["on_own"] == {"decisions": [1], "notes": [1], "appeals": [1], "promotions": []}
    assert (told["decided_anew"], told["new_ledgers"]) == ([1], ["evil"])
    found = disputes.show(path, 1)
    mine, theirs = found["decisions"]
    assert (mine["own"], mine["ledger"], mine["future"]) == (True, "mine", False)
    assert (theirs["own"], theirs["ledger"], theirs["future"]) == (False, "evil", True)
    assert found["decision"] == theirs["id"]
    assert [(one["ledger"], one["own"]) for one in found["notes"] + found["appeals"]] == [("evil", False)] * 2
    shown = " ".join(typed("dispute", "show", "1", db=path).out.split())
    assert "Decided by Ann, 2030-01-01, the referee's ruling, from ledger evil, a date in the future" in shown
    assert "note by Ann, from ledger evil: so it is" in shown
    assert "appeal by Ann, from ledger evil: no" in shown
    slip = typed("dispute", "export", "1", db=path).out
    assert "from ledger evil, a date in the future" in slip
    assert "in ledger evil" in " ".join(typed("dispute", "list", db=path).out.split())
    row = typed("dispute", "list", "--json", db=path).told[0]
    assert (row["decided_in"], row["decided_here"]) == ("evil", False)


def test_ones_own_decisions_say_nothing_of_that(path: Path) -> None:
    for args in (("show", "1"), ("export", "1"), ("list",)):
        assert "ledger mine" not in typed("dispute", *args, db=path).out
        assert "future" not in typed("dispute", *args, db=path).out


def test_a_precedent_from_another_ledger_says_so(path: Path) -> None:
    sides = ("--party", "blue", "--claim", "green's ships count for my compensation", "--party", "red", "--claim", "no")
    opened = typed("dispute", "open", "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9", *sides, "--json", db=path)
    assert opened.told["question"] == "DF-37"
    number = opened.told["id"]
    again = "yellow 3 : 11 vs purple 4 + red 2 : N ; hand yellow 7"
    assert typed("dispute", "rule", str(number), "--by", "Ann", db=path).status == RULED

    def found() -> dict[str, Any]:
        told = typed("encounter", again, "--json", db=path).told["precedents"]
        return next(one for one in told if one["dispute"] == number)

    own = found()
    assert (own["ledger"], "in the ledger" in own["says"]) == (None, False)
    take(path, Forged().decision(["mine", 3], ["mine", 4]).lines)
    theirs = found()
    assert theirs["ledger"] == "evil"
    assert "decided by Ann in the ledger evil" in theirs["says"]


def test_what_an_import_changes_is_told_before_it_is_done(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "evil.jsonl"
    file.write_text("\n".join(Forged().decision(["mine", 1], ["mine", 2]).lines))
    before = _lines(path)
    tried = typed("ledger", "import", str(file), "--dry-run", db=path)
    assert tried.status == RULED
    text = " ".join(tried.out.split())
    assert text.startswith("Would be taken from")
    assert "On your own disputes: decisions on 1." in text
    assert "Another decision holds then of dispute 1" in text
    assert typed("ledger", "import", str(file), "--dry-run", "--json", db=path).told["dry_run"] is True
    assert _lines(path) == before
    done = " ".join(typed("ledger", "import", str(file), db=path).out.split())
    assert "Another decision holds now of dispute 1" in done
    assert len(_lines(path)) == len(before) + 1


def test_a_dry_run_leaves_no_file_behind(path: Path, other: Path, tmp_path: Path) -> None:
    for told in (merge(other, path, dry_run=True), take(other, _lines(path), dry_run=True)):
        assert (told["disputes"], told["dry_run"]) == (1, True)
    assert not other.exists()
    assert {file.name.partition("-")[0] for file in tmp_path.iterdir()} == {"mine.db"}


def test_decisions_on_the_disputes_of_others_are_no_news_of_ones_own(path: Path, other: Path) -> None:
    merge(other, path)
    disputes.decide(path, 1, Decision("Bob", "it takes four"))
    told = merge(other, path)
    assert told["on_own"] == {"decisions": [], "notes": [], "appeals": [], "promotions": []}
    assert told["decided_anew"] == [1]


# -- one's own ledger --------------------------------------------------------------------------------------------------


def _gone_on(path: Path, name: str = "mine") -> Forged:
    """An export that goes on with a file's own ledger."""
    with reading(path, DISPUTES) as base:
        begun = base.execute("select begun from ledgers where name = ?", (name,)).fetchone()[0]
        entries = list(chain.entries(base))
    forged = Forged(name, begun)
    for entry in entries:
        forged.number, forged.hash = entry.number, entry.hash
        forged.entries.append(json.loads(json.dumps({**entry._asdict(), "hash": entry.hash.hex()})))
    return forged.decision([name, 1], [name, 2])


def test_nobody_else_goes_on_with_ones_own_ledger(path: Path, other: Path, tmp_path: Path) -> None:
    forged = _gone_on(path)
    with pytest.raises(LedgerError, match=r"entry 3 of mine is not in this file.*ends at entry 2.*--restore"):
        take(path, forged.lines)
    assert len(disputes.show(path, 1)["decisions"]) == 1
    merge(other, path)
    take(other, forged.lines)  # to others it is a ledger like any other
    with pytest.raises(LedgerError, match="--restore"):
        merge(path, other)
    file = tmp_path / "gone-on.jsonl"
    file.write_text("\n".join(forged.lines))
    assert typed("ledger", "import", str(file), db=path).status == NOT_UNDERSTOOD
    assert typed("ledger", "import", str(file), "--restore", "--json", db=path).told["entries"] == 1
    assert len(disputes.show(path, 1)["decisions"]) == 2
    assert verify(path) == []


def test_an_end_that_was_lost_is_brought_back(path: Path, other: Path) -> None:
    merge(other, path)
    _cut(path, 2)
    assert verify(path) == []  # the chain cannot show it
    with pytest.raises(LedgerError, match="either the end of this file was lost"):
        merge(path, other)
    merge(path, other, restore=True)
    assert disputes.show(path, 1)["decided"] == "it takes none"


@contextmanager
def _by_hand(path: Path) -> Iterator[sqlite3.Connection]:
    """Changes rows behind the guards, and lays these again."""
    with closing(sqlite3.connect(path)) as base:
        guards = base.execute("select name, sql from sqlite_master where type = 'trigger'").fetchall()
        for name, _ in guards:
            base.execute(f"drop trigger {name}")
        yield base
        for _, sql in guards:
            base.execute(sql)
        base.commit()


def _cut(path: Path, number: int) -> None:
    """Cuts the last entry of a ledger off, which is a decision, with all that belongs to it."""
    with _by_hand(path) as base:
        base.execute("delete from entries where number = ?", (number,))
        base.execute("delete from decisions where id = (select max(id) from decisions)")


def test_a_slip_witnesses_how_far_a_ledger_went(path: Path) -> None:
    ruled_now = typed("dispute", "rule", "1", "--by", "Bob", "--side", "1", db=path)
    head = typed("dispute", "show", "1", "--json", db=path).told["head"]
    assert head.startswith("mine:3:")
    assert head in ruled_now.out
    assert f"Ledger `{head}`" in typed("dispute", "export", "1", db=path).out
    assert typed("ledger", "verify", "--json", db=path).told["ledgers"][0]["head"] == head
    hash = head.rpartition(":")[2]
    for known in (head, hash, hash[:6], head.upper().replace("MINE", "mine"), f"{head}…"):
        assert typed("ledger", "verify", "--head", known, db=path).status == RULED, known
    _cut(path, 3)
    assert typed("ledger", "verify", db=path).status == RULED
    for known in (head, hash):
        found = typed("ledger", "verify", "--head", known, db=path)
        assert (found.status, "its end was cut off" in " ".join(found.out.split())) == (ILLEGAL, True)
    assert "the ledger ends at 2" in " ".join(typed("ledger", "verify", "--head", head, db=path).out.split())


@pytest.mark.parametrize("head", ["", "x", "mine", "mine:1", "mine:1:", "mine:x:abcdef", ":1:abcdef", "abcde", "1:2:3"])
def test_what_names_no_entry_is_said(path: Path, head: str) -> None:
    found = typed("ledger", "verify", "--head", head, db=path)
    assert (found.status, "names no entry" in found.err) == (NOT_UNDERSTOOD, True)


def test_a_ledger_written_anew_is_another_one(path: Path, tmp_path: Path) -> None:
    head = disputes.show(path, 1)["head"]
    anew = tmp_path / "anew.db"
    with writing(anew, DISPUTES) as base:
        chain.begin(base, "mine")
    quarrel(anew, "something else")
    disputes.decide(anew, 1, Decision("Bob", "it takes four"))
    (broken,) = verify(anew, [head])
    assert (broken.ledger, broken.number, "written anew" in broken.what) == ("mine", 2, True)
    (broken,) = verify(anew, ["yours:1:abcdef"])
    assert "no ledger of that name" in broken.what
    assert len(verify(tmp_path / "none.db", [head])) == 1


# -- shapes ------------------------------------------------------------------------------------------------------------

GOOD = json.loads(json.dumps(ruled(LINE)))
BARE = {"position": LINE, "status": "determined", "outcome": "offense-wins"}
HOSTILE: dict[str, Any] = {
    "bare": BARE,
    "players are a word": {**GOOD, "players": "x"},
    "no players": {**GOOD, "players": {}},
    "a player without a role": {**GOOD, "players": {"red": {}}},
    "an unknown outcome": {**GOOD, "outcome": "everybody-wins"},
    "an unknown grade": {**GOOD, "grade": "gospel"},
    "a proof of nothing": {**GOOD, "proof": {}},
    "a proof of numbers": {**GOOD, "proof": {**GOOD["proof"], "from": [1]}},
    "a name that moves the cursor": {**GOOD, "players": {"red\x1b[2J": GOOD["players"]["red"]}},
    "a clause that moves the cursor": {**GOOD, "citations": [{"id": "\x1b[2J", "grade": "rulebook"}]},
    "true for a number": {**GOOD, "margin": True},
    "a number of no end": {**GOOD, "margin": 10**100},
    "a list": [],
    "a number": 17,
    "nothing": None,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_ruling_is_not_taken(path: Path, what: str) -> None:
    told = HOSTILE[what]
    forged = Forged()
    with pytest.raises((LedgerError, AttributeError), match=r"nothing was taken|no attribute"):
        take(path, forged.dispute(told).lines)
    assert len(disputes.listed(path)) == 1
    with pytest.raises(ValueError, match=r"no ruling|proof|deep"):
        check_ruling(told)


SAYS: dict[str, dict[str, Any]] = {
    "no sides": {"sides": []},
    "no time": {"at": "yesterday\x1b[31m"},
    "a time of nowhere": {"at": "2026-01-01T00:00:00"},
    "an edition that moves the cursor": {"edition": "\x1b[31m"},
    "a rulebook of one": {"rulebook": ["a"]},
    "relied on nothing": {"relied": [1]},
    "a status of none": {"sides": [{"party": "A", "claim": "", "line": "", "position": "", "status": "so",
                                    "outcome": None, "proof": "00" * 16}]},
}  # fmt: skip


@pytest.mark.parametrize("what", SAYS)
def test_what_no_dispute_says_is_not_taken(path: Path, what: str) -> None:
    with pytest.raises(LedgerError, match=r"is none|says what no"):
        take(path, Forged().dispute(GOOD, **SAYS[what]).lines)
    assert len(disputes.listed(path)) == 1


@pytest.mark.parametrize("at", ["yesterday\x1b[31m", "2030", "", "2026-13-01T00:00:00+00:00"])
def test_a_decision_is_of_a_time(path: Path, at: str) -> None:
    with pytest.raises(LedgerError, match="is none"):
        take(path, Forged().decision(["mine", 1], ["mine", 2], at=at).lines)


def test_the_largest_ruling_that_is_taken(path: Path) -> None:
    """A line of some 10 KB that would unpack to 9 MB, and one that is as long as a ruling may be."""
    bomb = {**GOOD, "assumes": ["x" * (9 << 20)]}
    forged = Forged()
    lines = forged.dispute(bomb).lines
    assert max(map(len, lines)) < 50_000
    tracemalloc.start()
    begun = time.process_time()
    try:
        with pytest.raises(LedgerError, match=r"larger than 8 MB; nothing was taken"):
            take(path, lines)
        assert tracemalloc.get_traced_memory()[1] < 100 << 20
    finally:
        tracemalloc.stop()
    assert time.process_time() - begun < 2
    take(path, Forged().dispute({**GOOD, "assumes": ["x" * (7 << 20)]}).lines)
    assert verify(path) == []


def test_a_file_without_end_is_refused(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    with file.open("wb") as out:
        for _ in range(17):
            out.write(b"[" * (1 << 20))
    with pytest.raises(LedgerError, match="line 1 is longer than 16 MB"):
        take_file(path, file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(LedgerError, match="it is not UTF-8 text"):
        take_file(path, file)
    file.write_text("[" * 100_000)
    with pytest.raises(LedgerError, match="line 1 is damaged"):
        take_file(path, file)
    file.write_text(json.dumps({"kind": "x"})[:-1] + ', "a": ' + "[" * 200 + "]" * 200 + "}")
    with pytest.raises(LedgerError, match="line 1 is damaged"):
        take_file(path, file)


# -- what is in there already ------------------------------------------------------------------------------------------


def _spoil(path: Path, told: Any, dispute: int = 1, side: int | None = None) -> None:
    """Puts something else, with its right hash, in the place of a dispute's rulings, as older referees let it in."""
    plain = json.dumps(told).encode()
    with _by_hand(path) as base:
        row = base.execute(
            "insert or replace into proofs (digest, position, status, outcome, ruling) values (?, ?, ?, ?, ?)",
            (digest(plain), LINE, "determined", None, zlib.compress(plain)),
        ).lastrowid
        where = "" if side is None else f" and side = {side}"
        base.execute(f"update sides set proof = ? where dispute = ?{where}", (row, dispute))


EVERYTHING: tuple[tuple[str, ...], ...] = (
    ("dispute", "show", "1"), ("dispute", "show", "1", "--why"), ("dispute", "show", "1", "--json"),
    ("dispute", "export", "1"), ("dispute", "export", "1", "--format", "json"), ("dispute", "export"),
    ("dispute", "export", "1", "--format", "csv"), ("dispute", "export", "--format", "csv"), ("dispute", "list"),
    ("dispute", "rule", "1", "--by", "Bob"), ("dispute", "rule", "1", "--side", "1"), ("dispute", "note", "1", "x"),
    ("dispute", "rule", "1", "--house", "--says", "so"), ("dispute", "appeal", "1", "--by", "x", "--reason", "y"),
    ("dispute", "search", "zombie"), ("dispute", "recheck"), ("dispute", "promote", "1", "--table", "kitchen"),
    ("ledger", "verify"), ("ledger", "stats"), ("ledger", "export"), ("log",), ("log", "1"),
    ("encounter", WON), ("encounter", LOST, "--json"),
)  # fmt: skip


def _everything(path: Path) -> dict[tuple[str, ...], Answer]:
    """What every command answers that reads a ledger; none of them fails."""
    found: dict[tuple[str, ...], Answer] = {args: typed(*args, db=path) for args in EVERYTHING}
    for args, shown in found.items():
        assert shown.status in (RULED, ILLEGAL, NOT_UNDERSTOOD, 3, NOT_KEPT), (args, shown)
        text = shown.out if "--json" not in args and "json" not in args and "csv" not in args else ""
        assert all(letter.isprintable() or letter == "\n" for letter in text + shown.err), (args, shown)
    return found


@pytest.mark.parametrize("what", HOSTILE)
def test_a_ruling_that_cannot_be_shown_is_said_and_the_rest_is_shown(path: Path, what: str) -> None:
    disputes.note(path, 1, "Ann", "a note on it")
    _spoil(path, HOSTILE[what])
    shown = typed("dispute", "show", "1", "--why", db=path)
    assert shown.status == RULED
    for piece in ("cannot be shown", "it takes four cards", "it takes none", "a note on it"):
        assert piece in " ".join(shown.out.split())
    slip = typed("dispute", "export", "1", db=path)
    assert (slip.status, "cannot be shown" in slip.out) == (RULED, True)


@pytest.mark.parametrize("what", effort.some(["bare", "players are a word", "a proof of numbers"], 1))
def test_no_command_fails_on_a_ruling_that_cannot_be_shown(path: Path, what: str) -> None:
    _spoil(path, HOSTILE[what])
    found = _everything(path)
    assert "cannot be shown" in found["dispute", "export", "1"].out
    assert found["dispute", "export", "1"].status == RULED
    assert found["dispute", "show", "1", "--json"].told["unreadable"]
    assert found["dispute", "rule", "1", "--by", "Bob"].status == NOT_UNDERSTOOD
    assert "is damaged" in found["dispute", "rule", "1", "--by", "Bob"].err
    assert any("cannot be shown" in broken.what for broken in verify(path))


def test_one_ruling_that_cannot_be_shown_leaves_the_other(path: Path) -> None:
    _spoil(path, BARE, side=2)
    shown = " ".join(typed("dispute", "show", "1", db=path).out.split())
    assert "The ruling of side 2 cannot be shown" in shown or "the ruling of side 2 cannot be shown" in shown
    assert "As Ann has it" in shown


def test_a_dispute_without_sides_is_shown_as_far_as_it_goes(path: Path) -> None:
    quarrel(path, "a second one")
    with _by_hand(path) as base:
        base.execute("delete from sides where dispute = 1")
    found = _everything(path)
    assert "it has no sides" in found["dispute", "show", "1"].out
    assert found["dispute", "export"].out.count("**Dispute") == 2
    assert "a second one" in found["dispute", "export", "--format", "csv"].out


def test_no_ruling_that_is_taken_breaks_what_shows_it(path: Path) -> None:
    """Rulings changed at random: what looks like a ruling can be shown, ruled, searched for and judged again."""
    source = random.Random(41)
    taken = 0
    while taken < effort.times(20, 5):
        told = _changed(source, copy.deepcopy(GOOD))
        try:
            check_ruling(told)
        except ValueError:
            continue
        taken += 1
        _spoil(path, told)
        seldom = (("dispute", "recheck"), ("encounter", LINE), ("dispute", "rule", "1"), ("ledger", "stats"))
        for args in (("dispute", "show", "1", "--why"), ("dispute", "export", "1"), seldom[taken % len(seldom)]):
            shown = typed(*args, db=path)
            assert shown.status in (RULED, ILLEGAL, NOT_UNDERSTOOD), (args, shown, told)


def _changed(source: random.Random, told: Any) -> Any:
    """A ruling with one value of it changed for one of another kind."""
    places: list[tuple[Any, Any]] = []
    todo = [told]
    while todo:
        node = todo.pop()
        for key in node if isinstance(node, dict) else range(len(node)):
            places.append((node, key))
            if isinstance(node[key], (dict, list)) and node[key]:
                todo.append(node[key])
    node, key = source.choice(places)
    values: list[Any] = [None, 0, -1, 17, True, "", "x", "offense", "red", "illegal", "depends", "open", "deal",
                         "no-deal", "bystander", "lost", "house", [], {}, ["x"], [[]], {"x": 1}]  # fmt: skip
    node[key] = source.choice(values)
    return told


# -- damage ------------------------------------------------------------------------------------------------------------


def _game(path: Path) -> None:
    for args in (("table", "red", "purple", "yellow", "blue"), ("do", "offense red"), ("do", "destiny purple")):
        assert typed(*args, db=path).status == RULED
    assert typed("encounter", LINE, db=path).status == RULED


def test_a_schema_that_is_no_text_is_damage(path: Path) -> None:
    """SQLite's own message has the spoiled name in it, which is no UTF-8."""
    _game(path)
    with closing(sqlite3.connect(path)) as base:
        base.execute("pragma writable_schema = on")
        base.execute("update sqlite_master set name = cast(x'aa62' as text), sql = 'create tabel' where name = 'notes'")
        base.commit()
    for args in (("table", "show"), ("do", "launch red 2 at purple.2"), ("legal",), ("dispute", "list"), ("log",),
                 ("ledger", "export"), ("undo",), ("history",), ("dispute", "show", "1"), ("log", "1")):  # fmt: skip
        shown = typed(*args, db=path)
        assert (shown.status, "is damaged" in shown.err) == (NOT_UNDERSTOOD, True), (args, shown)
        assert "half a character" not in shown.err
    saved = typed("table", "export", db=path)
    assert saved.status == NOT_KEPT
    assert saved.out.splitlines() == ["table red purple yellow blue", "offense red", "destiny purple"]
    kept = typed("encounter", LINE, db=path)
    assert (kept.status, "is damaged" in kept.err) == (NOT_KEPT, True)
    assert typed("ledger", "verify", db=path).status == ILLEGAL
    with pytest.raises(DamagedError):
        tables.read(path)


def test_each_page_that_is_gone_is_found(path: Path) -> None:
    """One page after the other is zeroed: the disputes, rulings and tables in it are not said to be whole."""
    _game(path)
    with closing(sqlite3.connect(path)) as base:
        base.execute("pragma wal_checkpoint(truncate)")
        size = base.execute("pragma page_size").fetchone()[0]
        free = {row[0] for row in base.execute("select rootpage from sqlite_master where name = 'none'")}
        count = base.execute("pragma page_count").fetchone()[0]
    data = path.read_bytes()
    silent = []
    for page in range(1, count + 1):
        if page in free:
            continue
        spoiled = path.with_name("spoiled.db")
        spoiled.write_bytes(data[: (page - 1) * size] + bytes(size) + data[page * size :])
        try:
            found = [one.what for one in verify(spoiled)]
        except LedgerError as error:
            found = [str(error)]
        if not found:
            silent.append(page)
    assert silent == []


EDITS = {
    "a state": 'update tables set state = replace(state, \'"turn": "red"\', \'"turn": "blue"\')',
    "a state that is none": "update tables set state = 'x'",
    "what a command did": "update commands set changes = '[]' where number = 2",
    "what a command did is no JSON": "update commands set changes = 'x' where number = 1",
    "a command that is gone": "delete from commands where number = 1",
    "a table that is gone": "delete from tables",
    "a ruling's outcome": "update rulings set outcome = 'defense-wins'",
    "a ruling": "update rulings set ruling = replace(ruling, 'offense-wins', 'defense-wins')",
    "a ruling's proof": "update rulings set proof = x'00'",
    "a ruling's position": "update rulings set position = 'red 1 : 1 vs blue 1 : 1'",
}


@pytest.mark.parametrize("what", EDITS)
def test_edited_tables_and_rulings_are_found(path: Path, what: str) -> None:
    _game(path)
    assert typed("ledger", "verify", db=path).status == RULED
    with closing(sqlite3.connect(path)) as base:
        assert base.execute(EDITS[what]).rowcount > 0
        base.commit()
    assert {one.kind for one in verify(path)} <= {"table", "kept ruling"}
    shown = typed("ledger", "verify", db=path)
    assert (shown.status, "Everything is as it was written" in shown.out) == (ILLEGAL, False)
    assert any(row in shown.out for row in ("'table'", "kept ruling 1"))


STATES: tuple[tuple[str, Any], ...] = (
    ("phase", "tea"), ("phase", 5), ("turn", 5), ("turn", "nobody"), ("turn", ""), ("seats", [1, 2]), ("seats", []),
    ("seats", ["red", "red"]), ("seats", ["r\x1b"]), ("hands", {}), ("hands", {"red": "x"}), ("deck", "x"),
    ("deck", -1), ("ships", {}), ("ships", {"warp": {"red": -3}}), ("powers", {"red": "x"}), ("allies", {"red": "x"}),
    ("due", [1]), ("due", [["nobody", "take", 1, "", "", 0]]), ("edition", 5), ("last", 5), ("acts", "x"),
    ("target", "mars.1"), ("aliens", {"red": 5}), ("encounter", None), ("winners", [3]), ("tokens", {"red": True}),
    ("rewind", {"seats": 1}), ("chances", [[1]]), ("cards", {"red": 5}), ("discards", "10"), ("invited", [1]),
)  # fmt: skip


@pytest.mark.parametrize(
    ("key", "value"), effort.some(STATES, 8), ids=lambda word: word if isinstance(word, str) else ""
)
def test_a_state_that_no_game_comes_to_is_damaged(path: Path, key: str, value: Any) -> None:
    """Also where the change was made in the commands too, so that both agree."""
    _game(path)
    with closing(sqlite3.connect(path)) as base:
        state = json.loads(base.execute("select state from tables").fetchone()[0])
        old = state[key]
        state[key] = {**old, **value} if isinstance(value, dict) and isinstance(old, dict) and value else value
        base.execute("update tables set state = ?", (json.dumps(state),))
        changes = json.loads(base.execute("select changes from commands where number = 2").fetchone()[0])
        changes.append([key, old, state[key]])
        base.execute("update commands set changes = ? where number = 2", (json.dumps(changes),))
        base.commit()
    for args in (("table", "show"), ("legal",), ("do", "launch red 2 at purple.2"), ("ledger", "verify")):
        shown = typed(*args, db=path)
        assert shown.status in ((ILLEGAL,) if args[0] == "ledger" else (NOT_UNDERSTOOD,)), (args, shown)
        assert "damaged" in shown.err + shown.out
    assert typed("table", "export", db=path).out.splitlines()[1] == "offense red"


def test_a_whole_file_is_said_to_be_whole(path: Path) -> None:
    _game(path)
    assert typed("undo", db=path).status == RULED
    assert typed("table", "duel", "blue", "orange", db=path).status == RULED
    assert typed("duel", "blue 2 : 10 vs orange 2 : 31", db=path).status in (RULED, 3)
    found = typed("ledger", "verify", "--json", db=path)
    assert (found.status, found.told["broken"]) == (RULED, [])


# -- a file that cannot be written to ----------------------------------------------------------------------------------


def test_what_a_crash_left_in_the_log_is_read_on_a_medium_that_cannot_be_written_to(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _game(path)
    held = sqlite3.connect(path)  # so that nobody tidies the log away, as after `kill -9`
    held.execute("select count(*) from tables").fetchone()
    assert typed("do", "launch red 2 at purple.2", db=path).status == RULED
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for suffix in ("", "-wal"):
        (crashed / f"mine.db{suffix}").write_bytes(path.with_name(f"{path.name}{suffix}").read_bytes())
    held.close()
    assert (crashed / "mine.db-wal").stat().st_size > 0
    monkeypatch.setattr("referee.ledger.files._only_readable", lambda _: True)
    shown = typed("history", "--json", db=crashed / "mine.db")
    assert [entry["command"] for entry in shown.told][-1].startswith("launch red 2")
    assert typed("log", db=crashed / "mine.db").status == RULED
    assert {file.name for file in crashed.iterdir()} == {"mine.db", "mine.db-wal"}


def test_a_file_without_a_log_is_read_where_it_stands(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.ledger.files._only_readable", lambda _: True)
    monkeypatch.setattr("shutil.copyfile", None)
    with closing(sqlite3.connect(path)) as base:
        base.execute("pragma wal_checkpoint(truncate)")
    assert disputes.show(path, 1)["decided"] == "it takes none"
    assert rulings.latest(path) == []


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_the_file_and_its_folder_are_for_its_owner_only(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        file = tmp_path / "data" / "referee.db"
        assert typed("encounter", LINE, db=file).status == RULED
        held = sqlite3.connect(file)
        held.execute("select count(*) from rulings").fetchone()
        assert typed("encounter", LINE, db=file).status == RULED
        modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in file.parent.iterdir()}
        held.close()
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert set(modes.values()) == {0o600}, modes
        mine = tmp_path / "mine.db"
        mine.touch(mode=0o644)
        os.chmod(mine, 0o644)
        assert typed("encounter", LINE, db=mine).status == RULED
        assert stat.S_IMODE(mine.stat().st_mode) == 0o644  # a file that was there keeps what its owner chose
    finally:
        os.umask(before)
