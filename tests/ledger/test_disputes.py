"""Disputes are kept whole, only added to, found again, and what was changed by hand is named."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.errors import LedgerError
from referee.ledger import chain, disputes, entries, tables
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.entries import DISPUTE, NOTE, keep_ruling, place
from referee.ledger.files import DamagedError, writing
from referee.ledger.migrations import STEPS
from referee.ledger.rulings import VERSION, latest
from referee.ledger.schema import APPENDED
from referee.ledger.sharing import verify
from referee.ledger.verifying import Broken
from tests import effort
from tests.ledger.test_tables import _in_a_child, _nobody
from tests.quarrels import BOOK, LOST, WON, quarrel, relied, ruled, writer


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def _evening(path: Path) -> None:
    """Two disputes with all that can be said: readings, a question, two decisions, a note, an appeal, a rule."""
    quarrel(path, question="DF-05", game="kitchen", readings={"DF-05": "ffg2018"})
    quarrel(path, "who wins a tie?", lines=(LOST, LOST))
    disputes.decide(path, 1, Decision("the referee", "it takes none", side=1, reason="2.5.1.3", dissent="Bob grumbles"))
    disputes.note(path, 1, "Cleo", "we looked it up")
    disputes.appeal(path, 1, "Bob", "the FAQ says otherwise")
    disputes.decide(path, 1, Decision("the table", "it takes none here", house=True, side=1, reading="ffg2018"))
    disputes.promote(path, 1, "kitchen", "DF-05", "ffg2018", "Zombies take nothing")


def _sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as base:
        for statement in statements:
            base.execute(statement)
        base.commit()


def _by_hand(path: Path, *statements: str) -> list[Broken]:
    """Takes the guards away, changes something, puts them back, and checks."""
    with closing(sqlite3.connect(path)) as base:
        guards = base.execute("select name, sql from sqlite_master where type = 'trigger'").fetchall()
        assert len(guards) == 2 * len(APPENDED)
        for name, _ in guards:
            base.execute(f"drop trigger {name}")
        for statement in statements:
            assert base.execute(statement).rowcount
        for _, sql in guards:
            base.execute(sql)
        base.commit()
    return verify(path)


# -- keeping -----------------------------------------------------------------------------------------------------------


def test_a_dispute_comes_back_as_it_was_opened(path: Path) -> None:
    _evening(path)
    told = disputes.show(path, 1)
    assert [side["ruling"] for side in told["sides"]] == [ruled(WON), ruled(LOST)]
    assert [(side["party"], side["claim"], side["line"]) for side in told["sides"]] == [
        ("Ann", "it takes no cards", WON),
        ("Bob", "it takes four cards", LOST),
    ]
    assert [side["position"] for side in told["sides"]] == [ruled(WON)["position"], ruled(LOST)["position"]]
    assert told["relied"] == relied(WON, LOST)
    assert told["readings"] == {"DF-05": "ffg2018"}
    assert (told["rulebook"]["digest"], told["rulebook"]["referee"]) == BOOK
    assert [decision["says"] for decision in told["decisions"]] == ["it takes none", "it takes none here"]
    assert (told["decided"], told["house"], told["state"]) == ("it takes none here", 1, "decided")
    assert [note["says"] for note in told["notes"]] == ["we looked it up"]
    assert [appeal["reason"] for appeal in told["appeals"]] == ["the FAQ says otherwise"]
    assert [rule["says"] for rule in disputes.house_rules(path, "kitchen")] == ["Zombies take nothing"]
    assert verify(path) == []
    assert [one["id"] for one in disputes.every(path)] == [1, 2]


def test_how_a_dispute_stands(path: Path) -> None:
    for _ in range(3):
        quarrel(path)
    disputes.decide(path, 2, Decision("Ann", "so"))
    disputes.decide(path, 3, Decision("Ann", "so"))
    disputes.appeal(path, 3, "Bob", "no")
    assert {state: [row["id"] for row in disputes.listed(path, state=state)] for state in ("", *_STATES)} == {
        "": [3, 2, 1],
        "open": [1],
        "decided": [2],
        "appealed": [3],
    }
    disputes.decide(path, 3, Decision("Ann", "so it is"))
    assert disputes.listed(path, state="appealed") == []
    assert [row["state"] for row in disputes.listed(path)] == ["decided", "decided", "open"]
    quarrel(path, game="attic")
    assert [row["id"] for row in disputes.listed(path, game="attic")] == [4]
    assert [row["id"] for row in disputes.listed(path, 2)] == [4, 3]


_STATES = ("open", "decided", "appealed")


def test_a_house_rule_says_whether_its_decision_still_stands(path: Path) -> None:
    quarrel(path)
    disputes.decide(path, 1, Decision("the table", "so", house=True))
    disputes.promote(path, 1, "kitchen", None, None, "so it is here")
    assert [rule["superseded"] for rule in disputes.house_rules(path, "kitchen")] == [0]
    disputes.decide(path, 1, Decision("the table", "otherwise", house=True))
    assert [rule["superseded"] for rule in disputes.house_rules(path, "kitchen")] == [1]


def test_what_cannot_be_done_is_said(path: Path) -> None:
    with pytest.raises(LedgerError, match="referee dispute open"):
        disputes.show(path, 1)
    assert (disputes.listed(path), disputes.search(path, "x"), disputes.relying(path, ["x"], [])) == ([], [], [])
    assert not path.exists()
    quarrel(path)
    for call in (
        lambda: disputes.show(path, 7),
        lambda: disputes.decide(path, 7, Decision("Ann", "so")),
        lambda: disputes.note(path, 7, "Ann", "so"),
        lambda: disputes.appeal(path, 7, "Ann", "so"),
        lambda: disputes.promote(path, 7, "kitchen", None, None, "so"),
    ):
        with pytest.raises(LedgerError, match="no dispute 7"):
            call()
    for call in (
        lambda: disputes.appeal(path, 1, "Ann", "so"),
        lambda: disputes.promote(path, 1, "kitchen", None, None, "so"),
    ):
        with pytest.raises(LedgerError, match="not decided yet"):
            call()
    with pytest.raises(LedgerError, match="has 2 sides"):
        disputes.decide(path, 1, Decision("Ann", "so", side=3))
    assert verify(path) == []


def test_a_ruling_is_kept_once(path: Path) -> None:
    for _ in range(5):
        quarrel(path)
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("select count(*) from proofs").fetchone() == (2,)


def test_the_same_rulebase_under_two_versions_of_the_program(path: Path) -> None:
    sides = [disputes.Side("Ann", "so", WON, ruled(WON))]
    disputes.open_dispute(path, sides, relied(WON), ("digest", "0.1.0"))
    disputes.open_dispute(path, sides, relied(WON), ("digest", "0.2.0"))
    assert [disputes.show(path, number)["rulebook"]["referee"] for number in (1, 2)] == ["0.1.0", "0.2.0"]
    assert verify(path) == []


# -- looking for -------------------------------------------------------------------------------------------------------


def _found(path: Path, words: str) -> list[int]:
    return [row["id"] for row in disputes.search(path, words)]


def test_a_dispute_is_found_by_words_of_all_that_was_said_in_it(path: Path) -> None:
    quarrel(path, "the first tie", claims=("Größe zählt", "naïve"), parties=("Zoë", "Bob"))
    quarrel(path, "the second one", claims=("a-b_c 5.10.8.2.a", "'; drop table disputes; --"))
    disputes.decide(path, 2, Decision("the referee", "ties go to the defense", reason="5.10.1.1", dissent="Nope"))
    disputes.note(path, 2, "Cleo", "remember the Amoeba")
    disputes.appeal(path, 2, "Bob", "unfair")
    assert _found(path, "the") == [2, 1]
    for words in ("GROSSE", "grösse zahlt", "naive", "zoe tie", "first zoe naive"):
        assert _found(path, words) == [1], words
    for words in ("second amoeba", "unfair nope ties", "5.10.8.2.a", "a-b_c", "amoe", "drop table;", "remember unf"):
        assert _found(path, words) == [2], words
    for words in ("", " ", "!?", '"', "amoe remember", "zoe amoeba", "first second", "\0", "*", "nothing"):
        assert _found(path, words) == [], words
    assert _found(path, "tie") == [2, 1]  # the last word is only begun


def test_words_are_found_wherever_the_disputes_stand_between_others(path: Path) -> None:
    """Held against looking at every dispute; words that many have, few have, and that never meet."""
    source = random.Random(7)
    said: dict[int, set[str]] = {}
    with writing(path, DISPUTES) as base:
        for number in range(1, 1201):
            words = {"all"} | {f"w{n}" for n in (2, 3, 7, 50, 400) if source.randrange(n) == 0}
            texts = " ".join(words), f"x{source.randrange(300)}"
            plain = {"party": "", "claim": texts[0], "line": "", **_ruled_part(base)}
            told = {"about": texts[1], "sides": [plain], **_REST}
            assert chain.append(base, DISPUTE, told) == number
            said[number] = words | {texts[1]}
    for asked in (
        "all",
        "w2 all",
        "w400",
        "w2 w3 w7",
        "w50 w400",
        "all w400",
        "w400 w2",
        "x12",
        "w3 x1",
        "x",
        "w50 w7 x",
    ):
        *whole, begun = asked.split()
        right = [
            number
            for number, words in said.items()
            if set(whole) <= words and any(word.startswith(begun) for word in words)
        ]
        assert [row["id"] for row in disputes.search(path, asked, 2000)] == right[::-1], asked
        assert [row["id"] for row in disputes.search(path, asked, 3)] == right[::-1][:3]


_REST: dict[str, Any] = {
    "at": "2026-01-01T00:00:00+00:00",
    "edition": "consolidated",
    "game": None,
    "question": None,
    "rulebook": list(BOOK),
    "relied": [],
    "readings": {},
}


def _ruled_part(base: sqlite3.Connection) -> dict[str, Any]:
    told = ruled(WON)
    return {**{key: told[key] for key in ("position", "status", "outcome")}, "proof": keep_ruling(base, told)}


def test_more_texts_of_one_dispute_than_are_looked_at(path: Path) -> None:
    quarrel(path)
    quarrel(path, "another")
    with writing(path, DISPUTES) as base:
        of = place(base, DISPUTE, 1)
        for number in range(1100):
            chain.append(base, NOTE, {"of": of, "at": chain.now(), "by": "Ann", "says": f"note{number}"})
    assert _found(path, "note500 compensation") == [1]
    assert _found(path, "another") == [2]
    assert len(disputes.show(path, 1)["notes"]) == 1100
    assert verify(path) == []


def test_precedents_are_decided_and_the_latest(path: Path) -> None:
    for number in range(5):
        quarrel(path, question="DF-05" if number == 0 else None, lines=(LOST, LOST) if number == 3 else (WON, WON))
    assert disputes.relying(path, relied(WON), ["DF-05"]) == []
    for number in (1, 3, 4):
        disputes.decide(path, number, Decision("Ann", "so"))
    only = set(relied(WON)) - set(relied(LOST))
    assert only
    assert disputes.relying(path, only, []) == [3, 1]
    assert disputes.relying(path, relied(LOST), []) == [4, 3, 1]
    assert disputes.relying(path, [], ["DF-05", "DF-06"]) == [1]
    assert disputes.relying(path, ["no such clause", "' or 1"], ["DF-99"]) == []


# -- what players write ------------------------------------------------------------------------------------------------

_NASTY = [
    "'; drop table disputes; --",
    '"quoted" single',
    "[red]x[/] [link=file:///]y[/link]",
    "\x1b[31m\x07\x00\x9b after NUL",
    "שלום \u202e\u2066 עולם مرحبا",
    "line\r\nbreak\u2028para\u2029\x85\x0b\x0c",
    "{dispute.__class__} %s %(x)s $HOME `ls`",
    "é e\u0301 \U0001f680 ﬁ \ufeff\ufffe\ufdd0",
    "",
]
_TEXTS = st.one_of(st.sampled_from(_NASTY), st.text(st.characters(exclude_categories=["Cs"]), max_size=300))


def _said_everywhere(path: Path, texts: list[str]) -> int:
    one, two, three, four, five, six = texts
    number = quarrel(path, one, (two, three), (four, five), game=six, question=one, readings={two: three})
    disputes.decide(path, number, Decision(four, one, reason=two, dissent=three, reading=five))
    disputes.note(path, number, five, six)
    disputes.appeal(path, number, two, one)
    disputes.promote(path, number, three, four, six, five)
    return number


def _read_back(told: dict[str, Any]) -> list[str]:
    sides, decision = told["sides"], told["decisions"][0]
    one, two, three = told["about"], sides[0]["claim"], sides[1]["claim"]
    four, five, six = sides[0]["party"], sides[1]["party"], told["game"]
    assert (told["question"], told["readings"]) == (one, {two: three})
    assert [decision[key] for key in ("by", "says", "reason", "dissent", "reading")] == [four, one, two, three, five]
    assert [told["notes"][0][key] for key in ("by", "says")] == [five, six]
    assert [told["appeals"][0][key] for key in ("by", "reason")] == [two, one]
    assert [told["promotions"][0][key] for key in ("game", "question", "reading", "says")] == [three, four, six, five]
    return [one, two, three, four, five, six]


@settings(max_examples=effort.times(40, 5), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(_TEXTS, min_size=6, max_size=6))
def test_text_from_players_comes_back_as_it_went_in(tmp_path: Path, texts: list[str]) -> None:
    path = tmp_path / "texts.db"
    number = _said_everywhere(path, texts)
    assert _read_back(disputes.show(path, number)) == texts
    assert disputes.listed(path, 1)[0]["about"] == texts[0]
    assert texts[4] in [rule["says"] for rule in disputes.house_rules(path, texts[2])]
    found = disputes.search(path, texts[1], 10_000)
    assert not found or found[0]["id"] == number
    for word in texts[2].split():
        if word.isascii() and word.isalnum():
            assert disputes.search(path, word, 1)[0]["id"] == number
    assert verify(path) == []


@pytest.mark.long
def test_a_text_of_a_megabyte(path: Path) -> None:
    texts = [
        "x" * 1_000_000,
        "שלום עולם " * 100_000,
        "\x1b[31m" * 200_000,
        "\0" * 1_000_000,
        "[red]" * 200_000,
        "'" * 10**6,
    ]
    assert _read_back(disputes.show(path, _said_everywhere(path, texts))) == texts
    for word in ("x" * 1_000_000, "עולם", "31m", "red"):
        assert [row["id"] for row in disputes.search(path, word)] == [1]
    assert verify(path) == []


@pytest.mark.parametrize("which", range(6))
def test_half_a_character_is_refused_and_nothing_is_kept(path: Path, which: int) -> None:
    quarrel(path, "fine")
    texts = ["half \ud800" if number == which else "whole" for number in range(6)]
    with pytest.raises(LedgerError, match="half a character"):
        _said_everywhere(path, texts)
    assert verify(path) == []


# -- only added to -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", APPENDED)
def test_what_is_written_can_be_neither_changed_nor_deleted(path: Path, table: str) -> None:
    _evening(path)
    column = {"entries": "number", "sides": "party", "relied": "clause", "readings": "reading"}.get(table, "id")
    for statement in (f"update {table} set {column} = {column}", f"delete from {table}"):
        with pytest.raises(sqlite3.IntegrityError, match="only added to"):
            _sql(path, statement)
    assert verify(path) == []


def _columns() -> Iterator[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.db"
        _evening(path)
        with closing(sqlite3.connect(path)) as base:
            for table in APPENDED:
                for column in base.execute(f"select name from pragma_table_info('{table}')").fetchall():
                    yield table, column[0]


@pytest.mark.parametrize(("table", "column"), effort.some(_columns(), 17))
def test_any_cell_that_is_changed_by_hand_is_found(path: Path, table: str, column: str) -> None:
    _evening(path)
    with closing(sqlite3.connect(path)) as base:
        old = base.execute(f"select {column} from {table} order by 1 limit 1").fetchone()[0]
    for new in ("x'00112233445566778899aabbccddeeff'", "'2020'", "7"):
        copy = path.with_name("copy.db")
        copy.unlink(missing_ok=True)
        with closing(sqlite3.connect(path)) as base:
            base.execute(f"vacuum into '{copy}'")
        where = f"{column} is (select {column} from {table} order by 1 limit 1)"
        try:
            broken = _by_hand(copy, f"update {table} set {column} = {new} where {where}")
        except sqlite3.Error:
            continue  # such a value cannot stand there
        assert broken, (table, column, old, new)


@pytest.mark.parametrize(
    ("row", "named"),
    [
        ("ledgers values (9, 'another', '2020')", "ledger"),
        ("entries values (1, 99, 'note', 77, x'00')", "entry"),
        ("rulebooks values (9, 'x', 'y')", "rulebook"),
        ("proofs select 9, x'00', position, status, outcome, ruling from proofs where id = 1", "ruling"),
        ("clauses values (9999, 'consolidated 1', 'x')", "clause"),
        (
            "disputes select 9, 1, 99, at, edition, game, about, question, rulebook from disputes where id = 1",
            "dispute",
        ),
        ("sides select 1, 3, party, claim, line, proof from sides where dispute = 1 and side = 1", "dispute"),
        ("sides select 9, 3, party, claim, line, proof from sides where dispute = 1 and side = 1", "side"),
        ("relied values (1, 9)", "clause relied on"),
        (
            "relied select min(id), 2 from clauses where id not in (select clause from relied where dispute = 2)",
            "dispute",
        ),
        ("readings values (1, 'DF-06', 'x')", "dispute"),
        ("readings values (9, 'DF-06', 'x')", "reading"),
        ("decisions select 9, 1, at, by, 1, 2, null, 'no', '', '', id from decisions where id = 2", "decision"),
        ("notes values (9, 1, '2020', 'x', 'y')", "note"),
        ("appeals values (9, 1, '2020', 'x', 'y')", "appeal"),
        ("promotions select 9, 1, at, game, question, reading, says from promotions", "promotion"),
    ],
)
def test_a_row_that_is_put_in_by_hand_is_found(path: Path, row: str, named: str) -> None:
    _evening(path)
    _sql(path, f"insert into {row}")
    assert named in {broken.kind for broken in verify(path)}


@pytest.mark.parametrize("table", APPENDED)
def test_a_row_that_is_removed_by_hand_is_found(path: Path, table: str) -> None:
    _evening(path)
    where = f"rowid = (select min(rowid) from {table})"
    if table in ("entries", "sides", "relied", "readings"):
        key = {"entries": "number", "sides": "side", "relied": "clause", "readings": "question"}[table]
        where = f"{key} = (select max({key}) from {table})"
    assert _by_hand(path, f"delete from {table} where {where}")


def test_entries_that_are_removed_with_all_their_rows_are_named(path: Path) -> None:
    for number in range(6):
        quarrel(path, f"number {number}")
    broken = _by_hand(
        path,
        "delete from entries where number in (3, 4)",
        "delete from sides where dispute in (3, 4)",
        "delete from relied where dispute in (3, 4)",
        "delete from disputes where id in (3, 4)",
    )
    name = broken[0].ledger
    assert broken[0] == Broken(name, 3, "entry", None, "entries 3 to 4 are missing, so entry 5 cannot be checked")
    assert {(one.dispute, one.what) for one in broken[1:]} == {
        (3, "is gone, though its words are in the index"),
        (4, "is gone, though its words are in the index"),
    }


def test_what_was_changed_is_named_by_its_dispute(path: Path) -> None:
    for number in range(4):
        quarrel(path, f"number {number}")
    disputes.note(path, 2, "Ann", "hm")
    assert [
        (one.number, one.kind, one.dispute, one.what) for one in _by_hand(path, "update notes set says = 'ha'")
    ] == [(5, "note", 2, "was changed")]


def test_guards_that_are_taken_away_are_named(path: Path) -> None:
    _evening(path)
    _sql(path, "drop trigger notes_no_update")
    assert [one.what for one in verify(path)] == ["against update of notes was taken away"]


# -- several at once, and crashes --------------------------------------------------------------------------------------


@pytest.mark.long
def test_eight_at_once_lose_no_dispute_though_the_file_is_new(path: Path) -> None:
    writers = [writer(path, f"writer{number}", 12) for number in range(8)]
    kept = []
    for one in writers:
        kept += one.communicate(timeout=120)[0].split()[1:]
        assert one.returncode == 0
    assert sorted(map(int, kept)) == list(range(1, 97))
    assert sorted(row["about"] for row in disputes.listed(path, 1000)) == sorted(
        f"writer{who} number {number}" for who in range(8) for number in range(12)
    )
    assert verify(path) == []
    assert not list(path.parent.glob("*.v*"))


def test_a_kill_loses_nothing_that_was_confirmed(path: Path) -> None:
    said: set[int] = set()
    for waited, pause in effort.some(((2, 0.0013), (0, 0.0), (0, 0.01), (1, 0.0), (4, 0.0007), (8, 0.002)), 2):
        one = writer(path, "killed", 100_000)
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
        said |= {int(one.stdout.readline()) for _ in range(waited)}
        time.sleep(pause)
        os.kill(one.pid, signal.SIGKILL)
        said |= {int(line) for line in one.stdout.read().split()}
        one.wait()
    assert {row["id"] for row in disputes.listed(path, 100_000)} >= said
    assert verify(path) == []
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("pragma integrity_check").fetchone() == ("ok",)
    assert quarrel(path) > max(said)


def test_an_error_in_the_middle_keeps_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    quarrel(path)
    whole = disputes.show(path, 1)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(entries, "index", interrupted)
    with pytest.raises(KeyboardInterrupt):
        quarrel(path, lines=("red 1 : 8 vs blue 1 : 4", WON))
    monkeypatch.undo()
    assert (len(disputes.listed(path)), disputes.show(path, 1), verify(path)) == (1, whole, [])


# -- where nothing can be written or read ------------------------------------------------------------------------------

_CALLS: dict[str, Callable[[Path], object]] = {
    "open": quarrel,
    "decide": lambda path: disputes.decide(path, 1, Decision("Ann", "so")),
    "note": lambda path: disputes.note(path, 1, "Ann", "so"),
    "list": disputes.listed,
    "search": lambda path: disputes.search(path, "zombie"),
    "relying": lambda path: disputes.relying(path, relied(WON), []),
    "show": lambda path: disputes.show(path, 1),
    "verify": verify,
}


@pytest.mark.parametrize("call", _CALLS)
def test_a_file_that_is_no_database_or_newer_is_left_alone(path: Path, call: str) -> None:
    path.write_text("shopping list\n" * 100)
    with pytest.raises(LedgerError, match="no database"):
        _CALLS[call](path)
    assert path.read_text() == "shopping list\n" * 100
    path.unlink()
    quarrel(path)
    _sql(path, "pragma user_version = 99")
    before = path.read_bytes()
    with pytest.raises(LedgerError, match=r"newer referee \(schema 99\)"):
        _CALLS[call](path)
    assert path.read_bytes() == before
    with pytest.raises(LedgerError):
        _CALLS[call](path.parent)


def test_a_full_disk_is_said_and_loses_nothing(path: Path) -> None:
    for _ in range(3):
        quarrel(path)
    size = path.stat().st_size

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20_000, size + 20_000))
        for _ in range(10_000):
            quarrel(path)

    said = _in_a_child(fill)
    assert said.startswith("LedgerError: the disputes in ")
    assert "full" in said or "disk" in said
    assert verify(path) == []
    assert quarrel(path) > 3


def test_a_disk_too_full_for_a_new_file(path: Path) -> None:
    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        quarrel(path)

    assert _in_a_child(fill).startswith("LedgerError: ")
    assert quarrel(path) == 1
    assert verify(path) == []


def test_a_folder_where_nothing_may_be_written() -> None:
    folder = Path(tempfile.mkdtemp())
    path = folder / "referee.db"
    try:
        quarrel(path)
        folder.chmod(0o555)
        path.chmod(0o444)
        assert _in_a_child(_nobody(lambda: disputes.listed(path)[0]["id"])) == "1"
        assert _in_a_child(_nobody(lambda: verify(path))) == "[]"
        for task in (_CALLS["open"], _CALLS["note"]):
            said = _in_a_child(_nobody(lambda task=task: task(path)))  # type: ignore[misc]
            assert said.startswith("LedgerError: the disputes in ")
        assert _in_a_child(_nobody(lambda: quarrel(folder / "new.db"))).startswith("LedgerError: ")
    finally:
        folder.chmod(0o755)
        for left in folder.iterdir():
            left.unlink()
        folder.rmdir()


def test_a_spoiled_page_is_said_and_says_what_saves_the_rest(path: Path) -> None:
    """Whichever page it is: what is read is right, or it is said that the file is damaged."""
    for number in range(30):
        quarrel(path, f"number {number}")
    whole = path.read_bytes()
    right = [disputes.show(path, number) for number in range(1, 31)]
    said = 0
    for page in range(len(whole) // 4096):
        path.write_bytes(whole[: page * 4096] + b"\xa5" * 4096 + whole[(page + 1) * 4096 :])
        for call in _CALLS.values():
            try:
                call(path)
            except DamagedError as error:
                said += 1
                assert "export --salvage" in str(error)
            except LedgerError:
                said += 1
        for number in (1, 15, 30):
            try:
                told = disputes.show(path, number)
            except LedgerError:
                continue
            assert {**told, "notes": [], "decisions": []}.keys() == right[number - 1].keys()
            assert told["about"] == right[number - 1]["about"]
        for left in path.parent.glob("referee.db-*"):
            left.unlink()
    assert said > 20


# -- ages of the file --------------------------------------------------------------------------------------------------

_SECOND = """
create table rulings (id integer primary key, at text not null, edition text not null, line text not null,
    position text, status text not null, outcome text, grade text, ruling text not null, proof blob);
create index idx_rulings_position on rulings (position);
create table tables (name text primary key not null, edition text not null, created text not null,
    used integer not null, position integer not null, state text not null);
create table commands (name text not null references tables(name), number integer not null, at text not null,
    command text not null, status text not null, anyway integer not null, says text not null, changes text not null,
    primary key (name, number));
insert into rulings values (7, '2025-01-01', 'consolidated', 'a line', '', 'open', null, null, '{}', null);
insert into tables values ('kitchen', 'consolidated', '2025-01-01', 1, 0, '{"edition": "x"}');
pragma user_version = 2;
"""


def _older(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.executescript(_SECOND)


def test_an_older_file_is_brought_up_to_date_and_a_whole_copy_of_it_kept(path: Path) -> None:
    _older(path)
    assert disputes.listed(path) == []
    assert quarrel(path) == 1
    assert [row["line"] for row in latest(path)] == ["a line"]
    assert [row["name"] for row in tables.names(path)] == ["kitchen"]
    copy = path.with_name("referee.db.v2")
    with closing(sqlite3.connect(copy)) as base:
        assert base.execute("pragma integrity_check").fetchone() == ("ok",)
        assert base.execute("pragma user_version").fetchone() == (2,)
        assert base.execute("select line from rulings").fetchall() == [("a line",)]
        assert base.execute("select name from tables").fetchall() == [("kitchen",)]
        assert "ledgers" not in {row[0] for row in base.execute("select name from sqlite_master")}
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("pragma user_version").fetchone() == (VERSION,)
        steps = base.execute("select name from _sqlite_migrations order by id").fetchall()
    assert [name for (name,) in steps] == [step.name for step in STEPS._migrations] == ["rulings", "tables", "disputes"]
    assert len(steps) == VERSION
    assert sorted(file.name for file in path.parent.iterdir()) == ["referee.db", "referee.db-copy", "referee.db.v2"]


def test_an_older_copy_that_is_there_already_is_not_written_over(path: Path) -> None:
    path.with_name("referee.db.v2").write_text("precious")
    _older(path)
    quarrel(path)
    assert path.with_name("referee.db.v2").read_text() == "precious"
    with closing(sqlite3.connect(path.with_name("referee.db.v2-2"))) as base:
        assert base.execute("select line from rulings").fetchall() == [("a line",)]


def test_a_copy_that_cannot_be_made_leaves_the_older_file_as_it_is(path: Path) -> None:
    _older(path)
    for number in range(40):
        _sql(path, f"insert into rulings values ({number + 10}, '', '', '{'x' * 4000}', '', '', '', '', '', null)")
    size = path.stat().st_size

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size // 2, size // 2))
        quarrel(path)

    assert _in_a_child(fill).startswith("LedgerError: ")
    assert [file.name for file in path.parent.iterdir() if ".v2" in file.name] == []
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("pragma user_version").fetchone() == (2,)
        assert base.execute("select count(*) from rulings").fetchone() == (41,)
    assert quarrel(path) == 1


@pytest.mark.long
def test_several_bring_one_older_file_up_to_date(path: Path) -> None:
    _older(path)
    writers = [writer(path, f"writer{number}", 3) for number in range(4)]
    for one in writers:
        one.communicate(timeout=120)
        assert one.returncode == 0
    assert len(disputes.listed(path, 100)) == 12
    assert [file.name for file in path.parent.iterdir() if ".v2" in file.name] == ["referee.db.v2"]
    # The table and the ruling of that file were never played or given: only their names stand there.
    assert {broken.kind for broken in verify(path)} == {"table", "kept ruling"}
