"""How commands end: whatever goes wrong, in a sentence and with a status of its own, on a screen that stays whole."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from referee.cli import ending
from referee.cli.common import FAULT, NOT_UNDERSTOOD, RULED
from referee.judge.ways.line import judge_encounter
from tests.typed import typed

HEAD = 'format = 1\nsection = "A"\n'
LINE = "red 3 : 10 vs blue 2 : 8"
CLEAR = "\x1b[mJ\x1b];xyzzy\x07\x9bm\u202e"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def _fails(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def judge(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr("referee.judge.ways.line.judge_encounter", judge)


@pytest.mark.parametrize(
    "error",
    [KeyError("discards"), RecursionError("maximum recursion depth exceeded"), MemoryError(), OSError(5, "I/O")],
)
def test_a_fault_of_the_program_is_70_and_a_sentence(
    error: Exception, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fails(monkeypatch, error)
    shown = typed("encounter", LINE, db=db)
    assert (shown.status, shown.out) == (FAULT, "") == (70, "")
    assert shown.err.startswith(f"The referee failed on this: encounter {LINE}\n")
    for piece in ("nothing was changed", "report", type(error).__name__):
        assert piece in shown.err
    assert "Traceback" not in shown.err
    assert not db.exists()
    told = typed("encounter", LINE, "--json", db=db)
    assert (told.status, told.err, told.told["error"]["kind"]) == (FAULT, "", "internal")
    assert told.told["format"] == 1
    assert told.told["error"]["exception"].startswith(type(error).__name__)


def test_a_fault_names_its_place_in_the_program(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.judge.phases.resolution.resolve", None)
    told = typed("encounter", LINE, "--json", db=db)
    assert told.status == FAULT
    file, line = told.told["error"]["where"].split(":")
    assert (Path(ending.__file__).parents[1] / file).is_file()
    assert int(line) > 0
    monkeypatch.setenv("REFEREE_TRACEBACK", "1")
    assert "Traceback" in typed("encounter", LINE, db=db).err


def test_what_was_kept_before_a_fault_is_not_denied(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def show(*_: Any) -> None:
        raise ValueError

    monkeypatch.setattr("referee.render.page.print_ruling", show)
    shown = typed("encounter", LINE, db=db)
    assert shown.status == FAULT
    assert "what was kept before that stays kept" in shown.err
    assert "nothing was changed" not in shown.err
    assert len(typed("log", "--json", db=db).told["rulings"]) == 1


def test_a_fault_at_the_interactive_table_ends_a_script_with_its_status(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert typed("table", "red", "purple", "yellow", "blue", db=db).status == RULED

    def do(*_: Any, **__: Any) -> None:
        raise KeyError("discards")

    monkeypatch.setattr("referee.public.tables.TableSession.do", do)
    shown = typed("play", db=db, said="offense red\nquit\n")
    assert shown.status == FAULT
    assert "The referee failed on this: offense red" in shown.out
    assert "nothing was changed" in shown.out


def test_a_case_on_which_the_referee_fails_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def check_case(*_: Any) -> None:
        raise IndexError("pop from an empty list")

    monkeypatch.setattr("referee.conformance.judged.check_case", check_case)
    path = tmp_path / "cases.toml"
    path.write_text(
        f'format = 1\nsection = "A"\n[[case]]\nid = "ZZ01"\ntitle = "t"\nencounter = "{LINE}"\n[case.expect]\n'
    )
    shown = typed("check", str(path))
    assert shown.status == FAULT
    assert f"(case ZZ01 of {path})" in shown.err


@pytest.mark.parametrize("error", [KeyboardInterrupt()])
def test_whoever_breaks_off_gets_no_traceback(error: BaseException, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _fails(monkeypatch, error)
    shown = typed("encounter", LINE, db=db)
    assert (shown.status, "Traceback" in shown.err) == (130, False)


@pytest.mark.parametrize(
    "args",
    [("encounter",), ("nonsense",), ("encounter", LINE, "--nope"), ("log", "-n", "0"), ("dispute", "show", "x"),
     ("dispute", "nonsense"), ("undo", "more")],
)  # fmt: skip
def test_arguments_that_are_not_understood_are_told_as_json_too(args: tuple[str, ...], db: Path) -> None:
    shown = typed(*args, db=db)
    assert (shown.status, shown.out) == (NOT_UNDERSTOOD, "")
    assert "Error: " in shown.err
    told = typed(*args, "--json", db=db)
    assert (told.status, told.err) == (NOT_UNDERSTOOD, "")
    assert told.told["error"]["kind"] == "usage"
    assert told.told["error"]["says"]
    assert told.told["error"]["usage"].startswith("Usage: ")


def test_a_group_alone_shows_its_help(db: Path) -> None:
    for args in ((), ("dispute",), ("dispute", "--help"), ("--help",)):
        shown = typed(*args, db=db)
        assert ("Commands:" if args[:1] == ("dispute",) else "Rule now:") in shown.out + shown.err
        assert shown.status == (RULED if "--help" in args else NOT_UNDERSTOOD)


# -- what is shown -----------------------------------------------------------------------------------------------------


def _safe(text: str) -> bool:
    return all(letter.isprintable() or letter == "\n" for letter in text)


OWN = (
    ("legal", CLEAR), ("rule", CLEAR), ("alien", CLEAR), ("card", CLEAR), ("card", "duel", CLEAR), ("question", CLEAR),
    ("compare", CLEAR), ("clash", CLEAR), ("clash", "Macron", CLEAR), ("encounter", LINE, "--edition", CLEAR),
    ("encounter", LINE, "--reading", CLEAR), ("encounter", LINE, "--reading", f"DF-05={CLEAR}"), ("check", CLEAR),
    ("encounter", CLEAR), ("encounter", f"red {CLEAR}"), ("encounter", LINE, "--house", CLEAR),
    ("duel", CLEAR), ("contest", CLEAR), ("timing", f"red:{CLEAR}", "--offense", "red"), ("timing", CLEAR),
    ("may", CLEAR), ("do", CLEAR), ("table", CLEAR, "red"), ("table", "use", CLEAR), ("table", "show", CLEAR),
    ("book", "add", CLEAR, CLEAR), ("book", "add", "consolidated", CLEAR), ("ledger", "import", CLEAR),
    ("ledger", "merge", CLEAR), ("ledger", "export", f"{CLEAR}/x"), ("dispute", "list", "--state", CLEAR),
    ("dispute", "export", "1", "--format", CLEAR), ("dispute", "open", CLEAR, "--party", "a", "--claim", "b", "--party",
                                                    "c", "--claim", "d"),
    (CLEAR,), ("dispute", CLEAR), ("encounter", LINE, f"--{CLEAR}"), ("dispute", "show", CLEAR),
    ("dispute", "open", LINE, "--question", CLEAR, "--party", "a", "--claim", "b", "--party", "c", "--claim", "d"),
)  # fmt: skip


@pytest.mark.parametrize("args", OWN, ids=lambda args: " ".join(args).encode("unicode_escape").decode()[:60])
def test_no_escape_sequence_of_an_argument_reaches_the_screen(args: tuple[str, ...], db: Path) -> None:
    assert typed("table", "red", "purple", "yellow", "blue", db=db).status == RULED
    shown = typed(*args, db=db)
    assert shown.status == NOT_UNDERSTOOD
    assert shown.err
    assert _safe(shown.err), shown.err
    assert _safe(shown.out), shown.out


def test_no_escape_sequence_of_a_received_file_reaches_the_screen(db: Path, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    spoiled = "\\u001b[31m"
    for text in (
        f'{HEAD}[[case]]\nid = "Z{spoiled}Z"\ntitle = "t"\nencounter = "x"\n[case.expect]\n',
        f'{HEAD}[[case]]\nid = "ZZ01"\ntitle = "t"\n"{spoiled}" = 1\n[case.expect]\n',
        f'{HEAD}"{spoiled}" = 2',
        f'{HEAD}[[case]]\nid = "ZZ01"\ntitle = "t"\nencounter = "{spoiled}"\n[case.expect]\n',
        f'{HEAD}[[case]]\nid = "ZZ01"\ntitle = "{spoiled}"\nencounter = "{LINE}"\n'
        f'[case.expect]\n"{spoiled}" = "{spoiled}"\n',
        f'{HEAD}[[case]]\nid = "ZZ01"\ntitle = "t"\nedition = "{spoiled}"\nencounter = "{LINE}"\n[case.expect]\n',
    ):
        case.write_text(text)
        shown = typed("check", str(case))
        assert shown.status in (NOT_UNDERSTOOD, 1)
        assert _safe(shown.err + shown.out), shown
    ledger = tmp_path / "ledger.jsonl"
    name = "\x1b]0;owned\x07"
    told = {"name": name, "begun": "2020", "entries": 1, "hash": "00"}
    first = {"kind": "ledger of disputes", "format": 1, "ledgers": [told], "rulings": 0, "entries": 1}
    entry = {"ledger": name, "number": 1, "kind": "note", "says": {}, "hash": "00"}
    ledger.write_text("\n".join(map(json.dumps, (first, entry))))
    shown = typed("ledger", "import", str(ledger), db=db)
    assert shown.status == NOT_UNDERSTOOD
    assert "owned" in shown.err
    assert _safe(shown.err), shown.err


def test_a_table_is_exported_to_a_file_as_it_was_played_and_safely_to_a_screen(db: Path) -> None:
    assert typed("table", "red", "purple", "yellow", "blue", db=db).status == RULED
    assert typed("do", "offense red", db=db).status == RULED
    assert _safe(typed("table", "export", db=db, screen=True).out)
    assert typed("table", "export", db=db).out.splitlines()[0] == "table red purple yellow blue"


def test_a_long_wrong_word_is_not_repeated_whole(db: Path) -> None:
    word = "a-" * 500_000
    for args in (("rule", word), ("alien", word), ("encounter", LINE, "--edition", word), ("check", word)):
        shown = typed(*args, db=db)
        assert (shown.status, len(shown.err) < 5_000) == (NOT_UNDERSTOOD, True)
        assert len(typed(*args, "--json", db=db).out) < 200_000


def test_the_command_itself_ends_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    from referee.cli import main

    monkeypatch.setattr(sys, "argv", ["referee", "encounter", LINE, "--no-log", "--json"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == RULED
    assert json.loads(capsys.readouterr().out)["outcome"] == judge_encounter(LINE).to_dict()["outcome"]
