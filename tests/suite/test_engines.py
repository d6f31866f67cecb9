"""Programs of all kinds held against the cases: right ones, wrong ones, and those that crash, keep silent or babble."""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.book.places import SCENARIOS, folder
from referee.conformance import conforming
from referee.conformance.answering import Answer
from referee.conformance.conforming import ItemResult, Todo
from referee.conformance.engines import GIVEN_UP, UnaskedError, words_of
from referee.conformance.items import Item, items_of
from referee.conformance.scenario import case_files
from referee.errors import CaseFileError, RefereeError, RulebaseError
from referee.public.conforming import Conformance
from tests import cases, effort
from tests.typed import typed

ENGINES = Path(__file__).parent / "engines"
PYTHON = f'"{sys.executable}"'
CASES = SCENARIOS / "attack-attack.toml"
_ANSWER = """
import json, os, sys, time
for number, line in enumerate(sys.stdin):
    asked = json.loads(line)
    answer = json.dumps({"format": 1, "id": asked["id"], "unsupported": "this"})
"""


@pytest.fixture
def engine(tmp_path: Path) -> Any:
    """Makes the command of a program that does this for each question."""

    def made(does: str) -> str:
        place = tmp_path / "engine.py"
        place.write_text(_ANSWER + "".join(f"    {line}\n" for line in does.splitlines()), encoding="utf-8")
        return f'{PYTHON} "{place}"'

    return made


def _asked(command: str, timeout: float = 20, *paths: Path, **options: Any) -> Conformance:
    return referee.conform(command, *(paths or (CASES,)), timeout=timeout, levels=["core"], **options)


def _told(found: Conformance) -> list[tuple[str, str]]:
    return [(item["status"], item["says"]) for item in found.items]


# -- this program, and small ones --------------------------------------------------------------------------------------


def test_this_program_as_one_that_is_asked_is_right_in_everything() -> None:
    """Lines, plays, refusals and cases, with all clauses: what goes by JSON is what is judged in the process."""
    files = [SCENARIOS / name for name in ("compensation.toml", "unknown.toml", "table-cards.toml", "duel-may.toml")]
    paths = [SCENARIOS] if effort.LONG else files
    found = referee.conform(f"{PYTHON} -m referee suite engine", *paths, timeout=60, reasons=True)
    assert [item for item in found.items if item["status"] != "right"] == []
    assert sum(count["of"] for count in found.levels.values()) > 80


def test_a_stranger_s_engine_gets_a_part_of_core_right() -> None:
    """It is written from the published suite alone; what it does not know it says, and what it misses is found."""
    found = _asked(f'{PYTHON} "{ENGINES / "stranger.py"}"', 20, SCENARIOS)
    core = found.levels["core"]
    assert core["right"] >= 60 and core["no-answer"] == 0
    assert found.line.startswith("CE-suite ") and f"core {core['right']}/{core['of']}" in found.line
    wrong = {item["id"]: item["differences"] for item in found.items if item["status"] == "wrong"}
    assert wrong["RA21"] == [{"where": "refused", "expected": "impossible", "came": "determined: offense-wins"}]
    assert not found.conforms


# Of each mistake of the engine in another language: cases that are wrong by it alone, and where.
_MISTAKES = {
    1: {"RA01": "outcome", "RA07": "outcome", "RA12": "outcome"},
    2: {"RA02": "totals.offense", "RA04": "outcome"},
    3: {"RA05": "players.yellow.warp", "RN06": "players.green.warp"},
    4: {"RA07": "players.blue.rewards", "RN08": "players.green.rewards"},
    5: {"RN01": "players.blue.compensation", "RN02": "players.red.compensation"},
}


@pytest.mark.skipif(shutil.which("perl") is None, reason="perl is not installed")
def test_the_five_mistakes_of_an_engine_in_another_language_are_found() -> None:
    paths = [SCENARIOS / name for name in ("attack-attack.toml", "attack-negotiate.toml")]

    def wrong(mistake: int) -> dict[str, list[str]]:
        found = _asked(f'perl "{ENGINES / "mistaken.pl"}" {mistake}', 20, *paths)
        assert found.levels["core"]["no-answer"] == 0
        items = [item for item in found.items if item["status"] == "wrong"]
        return {item["id"]: [one["where"] for one in item["differences"]] for item in items}

    without = wrong(0)
    for mistake, places in _MISTAKES.items():
        found = wrong(mistake)
        for id, place in places.items():
            assert id not in without and place in found[id], (mistake, id)


def test_the_program_of_the_docs_is_judged(tmp_path: Path) -> None:
    """Its forty lines are right where it answers attacks that can be."""
    page = (folder("docs") / "suite.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert code.count("\n") == 40
    (tmp_path / "client.py").write_text(code, encoding="utf-8")
    found = _asked(f'{PYTHON} "{tmp_path / "client.py"}"')
    by_id = {item["id"]: item["status"] for item in found.items}
    assert [by_id[id] for id in ("RA01", "RA02", "RA03", "RA04", "RA05")] == ["right"] * 4 + ["unsupported"]


# -- programs that do not answer ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("sys.exit('out of cards')", "it ended with status 1, saying: out of cards"),
        ("print('offense wins', flush=True)", "this is no JSON: offense wins"),
        ("print('[]', flush=True)", "not an answer: Input should be"),
        (
            "print(json.dumps({'format': 1, 'id': 'RA00', 'refused': None}), flush=True)",
            "it answered 'RA00' when RA01 was asked",
        ),
        (
            "print(json.dumps({'format': 1, 'id': asked['id']}), flush=True)",
            "neither `ruling` nor `refused` is in its answer",
        ),
        ("print(json.dumps({'format': 1, 'id': 7}), flush=True)", "not an answer: id: "),
        ("print(answer + '\\n' + answer, flush=True)", "it said more than one line: "),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "this is not UTF-8: "),
        (
            "print(json.dumps({'format': 1, 'id': asked['id'], 'refused': 'no'}), flush=True)",
            "not an answer: refused: ",
        ),
        ("print('[' * 5000 + ']' * 5000, flush=True)", "this is no JSON: "),
        pytest.param(
            "os.close(1); time.sleep(60)", "it closed its output without an answer", marks=pytest.mark.long
        ),  # each time it is waited for a second
    ],
)
def test_what_is_no_answer_is_told_as_such(does: str, says: str, engine: Any) -> None:
    """Case by case, the program started again for each; after ten in a row it is asked no more."""
    told = _told(_asked(engine(does)))
    assert len(told) > 12
    assert {status for status, _ in told} == {"no-answer"}
    assert told[0][1].startswith(says)
    assert told[9][1] != GIVEN_UP and told[10][1] == GIVEN_UP


@pytest.mark.long
def test_silence_is_ended_in_time(engine: Any) -> None:
    told = _told(_asked(engine("time.sleep(60)"), 0.3))
    assert told[0] == ("no-answer", "no answer in 0.3 seconds")
    assert told[-1] == ("no-answer", GIVEN_UP)


@pytest.mark.long
def test_half_a_line_is_no_answer(engine: Any) -> None:
    told = _told(_asked(engine("sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)"), 0.5))
    assert told[0] == ("no-answer", "no answer in 0.5 seconds, only the beginning of a line: {")


def test_one_crash_costs_one_case(engine: Any) -> None:
    """The program is started again, and the next case is answered."""
    told = _told(_asked(engine("if asked['id'] == 'RA03': sys.exit(3)\nprint(answer, flush=True)")))
    assert [status for status, _ in told[:5]] == [
        "unsupported",
        "unsupported",
        "no-answer",
        "unsupported",
        "unsupported",
    ]
    assert told[2][1] == "it ended with status 3 and said nothing"


def test_what_is_said_late_belongs_to_the_case_before(engine: Any) -> None:
    """A second line while nothing is asked is told at the case to which it was said, also of the last one."""
    files = SCENARIOS / "morph.toml"
    said = "print(json.dumps({'format': 1, 'id': asked['id'], 'refused': 'illegal'}), flush=True)\n"
    last = _asked(engine(said + "if asked['id'] == 'MO09': time.sleep(0.3); print('bye', flush=True)"), 20, files)
    assert (last.items[-1]["id"], *_told(last)[-1]) == ("MO09", "no-answer", "it said more than its answer: bye")
    assert {status for status, _ in _told(last)[:-1]} <= {"right", "wrong"}


def test_what_was_said_before_a_question_belongs_to_the_one_before() -> None:
    """The program is started again, and the question is put to it once more."""
    item = next(items_of(file, case)[0] for path, file in cases.files() if path == CASES for case in file.case)
    asked: list[UnaskedError | Answer] = [
        UnaskedError("it said more than its answer: well"),
        Answer(refused="malformed"),
    ]

    def ask(_: Item) -> Answer:
        told = asked.pop(0)
        if isinstance(told, UnaskedError):
            raise told
        return told

    before = [ItemResult("RA00", "", "core", "right", [])]
    found = conforming._asked(Todo(item, "core", False), before, ask)
    assert (before[0].status, before[0].says) == ("no-answer", "it said more than its answer: well")
    assert found.status == "wrong" and asked == []


def test_the_command_is_never_given_to_a_shell(tmp_path: Path) -> None:
    """What a shell would do with it is an argument like any other."""
    place = tmp_path / "made"
    (tmp_path / "echo.py").write_text(
        "import json, sys\nfor line in sys.stdin:\n    told = {'format': 1, 'id': json.loads(line)['id']}\n"
        "    print(json.dumps({**told, 'unsupported': ' '.join(sys.argv[1:])}), flush=True)\n",
        encoding="utf-8",
    )
    found = _asked(f'{PYTHON} "{tmp_path / "echo.py"}" $(touch {place}) ; touch {place} | x > {place} "a b" *')
    assert not place.exists()
    assert _told(found)[0] == ("unsupported", f"$(touch {place}) ; touch {place} | x > {place} a b *")
    assert words_of("a 'b c'") == ["a", "b c"]


def test_an_archive_is_to_be_unpacked_first(tmp_path: Path) -> None:
    (tmp_path / "suite.zip").write_bytes(b"PK")
    with pytest.raises(RefereeError, match="unpack it, and name the folder `cases` in it"):
        case_files([tmp_path / "suite.zip"])


def test_what_cannot_be_started_is_an_error() -> None:
    for command, says in (
        ("no-such-program-here", "could not be started"),
        ("'a", "split into words"),
        (" ", "needed"),
    ):
        with pytest.raises(RefereeError, match=says):
            _asked(command) if command.strip() else words_of(command)


def test_a_wrong_level_reading_or_file_is_an_error() -> None:
    with pytest.raises(RulebaseError, match="the levels are core"):
        referee.conform(levels=["cor"])
    with pytest.raises(RulebaseError, match="has the readings"):
        referee.conform(levels=["core"], readings=["DF-05=mine"])
    with pytest.raises(RulebaseError, match="QUESTION=READING"):
        referee.conform(levels=["core"], readings=["DF-05"])
    with pytest.raises(CaseFileError, match="no such file"):
        referee.conform("", "nowhere.toml")


# -- as it is typed ----------------------------------------------------------------------------------------------------


def test_a_check_with_levels_prints_the_line_to_quote() -> None:
    shown = typed("check", "--levels", "hidden")
    assert shown.status == 0
    assert re.search(r"^CE-suite \d+\.\d+: hidden (\d+)/\1$", shown.out, re.MULTILINE)
    assert typed("check", "--levels", "hidden", "--strict").status == 2
    assert "html or json" in typed("check", "--levels", "hidden", "--report", "xml").err


def test_the_report_is_whole_and_escaped(engine: Any) -> None:
    """What a program says is text, in the page as in JSON, and the page asks for nothing from elsewhere."""
    said = "<script>alert(1)</script>"
    command = engine(f"print(json.dumps({{'format': 1, 'id': asked['id'], 'unsupported': {said!r}}}), flush=True)")
    words = ("check", str(CASES), "--engine", command, "--levels", "core")
    shown = typed(*words, "--report", "html")
    assert shown.status == 1
    assert "<script" not in shown.out and "&lt;script&gt;alert(1)" in shown.out
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", shown.out) and shown.out.startswith("<!doctype html>")
    told = typed(*words, "--report", "json").told
    assert told["items"][0]["says"] == said
    assert told["levels"]["core"]["unsupported"] == told["levels"]["core"]["of"] == len(told["items"])
    assert typed(*words, "--json").told == told


def test_this_program_answers_questions_as_they_are_typed() -> None:
    asked = {"format": 1, "id": "X", "kind": "encounter", "edition": "consolidated", "line": "red 3 : 9 vs blue 4 : 8"}
    shown = typed("suite", "engine", said=json.dumps(asked) + "\n\n" + json.dumps({**asked, "line": "red"}) + "\n")
    first, second = map(json.loads, shown.out.splitlines())
    assert (first["id"], first["refused"], first["ruling"]["totals"]) == ("X", None, {"offense": 12, "defense": 12})
    assert second["refused"] == "malformed"
    assert typed("suite", "engine", said="{}\n").status == 2
