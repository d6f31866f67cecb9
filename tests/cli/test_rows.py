"""Answers that list something, as rows for other programs: --csv, --tsv and --nl."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from referee.render.rows import as_table, rows_in
from tests.typed import typed

LINE = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
TABLE = ("table", "red", "purple/Clone", "yellow")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A file with a table, two rulings and a dispute whose texts a spreadsheet would run."""
    path = tmp_path / "referee.db"
    assert typed(*TABLE, db=path).status == 0
    assert typed("do", "destiny purple", db=path).status == 0
    assert typed("encounter", LINE, db=path).status == 0
    assert typed("encounter", "red 5 : 10 vs blue 2 : 8", db=path).status == 1
    claims = ("--party", "=HYPERLINK(1)", "--claim", "four", "--party", "@red", "--claim", "six")
    assert typed("dispute", "open", LINE, *claims, "--about", '+1 "or" -1', db=path).status == 0
    return path


def _cells(text: str, delimiter: str = ",") -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text), delimiter=delimiter))


LISTS: list[tuple[tuple[str, ...], Any]] = [
    (("log",), lambda told: told["rulings"]),
    (("history",), lambda told: told["history"]),
    (("legal",), lambda told: told["commands"]),
    (("table", "list"), lambda told: told["tables"]),
    (("dispute", "list"), lambda told: told["disputes"]),
    (("dispute", "search", "four"), lambda told: told["disputes"]),
    (("book", "list"), lambda told: told["books"]),
    (("ask", "who wins a tie?"), lambda told: told["answers"]),
    (("search", "cosmic", "quake"), lambda told: told["clauses"]),
    (("compare", "ties"), lambda told: told["groups"]),
    (("timing", "red:Mind", "blue:Plague", "--offense", "red"), lambda told: told["steps"]),
    (("clash", "Macron"), lambda told: [{"alien": name, **row} for name, row in told["row"].items()]),
    (("alien",), lambda told: [{"set": name, **one} for name, some in told["sets"].items() for one in some]),
    (("card",), lambda told: [{"type": name, **one} for name, some in told["types"].items() for one in some]),
]


@pytest.mark.parametrize(("args", "rows"), LISTS, ids=lambda one: " ".join(one) if isinstance(one, tuple) else "")
def test_what_is_listed_is_printed_in_rows(args: tuple[str, ...], rows: Any, db: Path) -> None:
    told = rows(typed(*args, "--json", db=db).told)
    assert told
    shown = typed(*args, "--nl", db=db)
    assert [json.loads(line) for line in shown.out.splitlines()] == told
    assert shown.status == typed(*args, db=db).status
    for form, delimiter in (("--csv", ","), ("--tsv", "\t")):
        cells = _cells(typed(*args, form, db=db).out, delimiter)
        assert len(cells) == len(told)
        for row, entry in zip(cells, told, strict=True):
            assert None not in row
            for key, value in entry.items():
                if isinstance(value, int):
                    assert row[key] == str(value)
                elif isinstance(value, str) and value[:1] not in "=+-@":
                    assert row[key] == value


def test_what_players_wrote_is_no_formula(db: Path) -> None:
    (row,) = _cells(typed("dispute", "list", "--csv", db=db).out)
    assert row["about"] == '\'+1 "or" -1'
    assert row["parties"].startswith("'=HYPERLINK(1)")
    (told,) = typed("dispute", "list", "--json", db=db).told["disputes"]
    assert told["about"] == '+1 "or" -1'  # for programs it stays as it was written
    for text in ("=1+1", "+1", "-1", "@x", "\tx", "\rx"):
        assert _cells(as_table([{"a": text}], "csv", False))[0]["a"].startswith("'")
    assert _cells(as_table([{"a": -1}], "csv", False)) == [{"a": "-1"}]


def test_several_encounters_are_rows_too(db: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(f"# tuesday\n{LINE}\n\nred 3 : 10 vs blue 2 : 8  # the second\n")
    shown = typed("encounter", str(file), "--nl", "--no-log")
    told = [json.loads(line) for line in shown.out.splitlines()]
    assert [one["position"] for one in told] == [LINE, "red 3 : 10 vs blue 2 : 8"]
    cells = _cells(typed("encounter", str(file), "--csv", "--no-log").out)
    assert [row["totals.offense"] for row in cells] == ["", "13"]
    assert "proof" not in cells[0]


def test_several_topics_are_rows_that_say_which() -> None:
    told = {"topics": [{"topic": "a", "groups": [{"x": 1}]}, {"topic": "b", "groups": [{"x": 2}, {"x": 3}]}]}
    assert rows_in(told, "groups") == [{"topic": "a", "x": 1}, {"topic": "b", "x": 2}, {"topic": "b", "x": 3}]


def test_what_lists_nothing_says_so(db: Path) -> None:
    for args in (
        ("table", "show"),
        ("alien", "Macron"),
        ("card", "Cosmic-Zap"),
        ("log", "1"),
        ("clash", "Void", "Zombie"),
    ):
        shown = typed(*args, "--csv", db=db)
        assert (shown.status, shown.out) == (2, "")
        assert "lists no rows" in shown.err


def test_an_empty_list_prints_nothing(tmp_path: Path) -> None:
    for form in ("--csv", "--tsv", "--nl"):
        shown = typed("dispute", "list", form, db=tmp_path / "new.db")
        assert (shown.status, shown.out) == (0, "")


def test_the_choice_ends_with_the_command(db: Path) -> None:
    assert typed("history", "--csv", db=db).out.startswith("number,")
    assert typed("history", db=db).out.startswith("   0  ")


def test_what_would_move_a_terminal_is_shown_by_its_code_there(db: Path) -> None:
    claims = ("--party", "a\x1b[31mb", "--claim", "x", "--party", "c", "--claim", "y")
    assert typed("dispute", "open", LINE, *claims, db=db).status == 0
    for form in ("--csv", "--tsv", "--nl"):
        shown = typed("dispute", "list", form, db=db, screen=True).out
        assert all(letter.isprintable() or letter in "\n\t" for letter in shown)
