"""The suite as it is published: the same bytes, whole, valid by its own schemas, and of use without this program."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from referee.errors import RulebaseError
from referee.suite import archive
from referee.suite.contents import SCHEMAS
from tests import cases
from tests.made import files_of_suite

STRANGER = Path(__file__).parent / "engines" / "stranger.py"


_files = files_of_suite


def _json(name: str) -> Any:
    return json.loads(_files()[name])


@cache
def _items() -> list[dict[str, Any]]:
    return [json.loads(line) for line in _files()["items.jsonl"].decode().splitlines()]


@pytest.mark.long
def test_two_archives_are_the_same_bytes(tmp_path: Path) -> None:
    """Made by this process and by another one, in another time zone and with the sets of Python in another order."""
    place = tmp_path / "suite.zip"
    env = {**os.environ, "PYTHONHASHSEED": "1", "TZ": "Asia/Tokyo"}
    words = [sys.executable, "-m", "referee", "suite", "build", str(place)]
    subprocess.run(words, check=True, timeout=600, env=env, stdout=subprocess.DEVNULL)
    with zipfile.ZipFile(place) as other:
        assert {name: other.read(name) for name in other.namelist()} == _files()
    assert place.read_bytes() == archive._archive(_files())


@pytest.mark.long
def test_an_archive_is_in_order_and_of_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "suite_files", _files)
    (place,) = archive.build(tmp_path / "a" / "suite.zip")
    with zipfile.ZipFile(place) as made:
        assert made.namelist() == sorted(made.namelist()) == sorted(_files())
        assert {entry.date_time for entry in made.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert made.read("items.jsonl") == _files()["items.jsonl"]
    with pytest.raises(RulebaseError, match="--force"):
        archive.build(place)
    assert archive.build(place, force=True) == [place]


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "suite_files", _files)
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(RulebaseError, match="something else"):
        archive.build(tmp_path)
    built = archive.build(tmp_path / "suite")
    assert {path.relative_to(tmp_path / "suite").as_posix() for path in built} == {*_files()}
    assert archive.build(tmp_path / "suite") == built  # one that was written before is written again
    (tmp_path / "file").write_text("x")
    with pytest.raises(RulebaseError):
        archive.build(tmp_path / "file" / "suite")


def test_every_item_is_in_its_level_and_the_counts_are_so() -> None:
    told = _json("suite.json")
    plain = [item["key"] for item in _items() if not item["asked"]["readings"]]
    listed = [key for level in told["levels"].values() for key in level["items"]]
    assert sorted(listed) == sorted(plain) and len(plain) == len({*plain}) == told["counts"]["items"]
    assert told["counts"]["cases"] == len(cases.cases())
    by_level = {key: name for name, level in told["levels"].items() for key in level["items"]}
    assert all(by_level[item["key"]] == item["level"] for item in _items() if not item["asked"]["readings"])
    assert [by_level[id] for id in ("RA01", "UN04", "TC01", "CP07", "TI01", "SK01", "DD30")] == [
        "core", "hidden", "table", "powers", "timing", "words", "duel",
    ]  # fmt: skip


def test_the_cases_stand_in_toml_and_the_same_in_json() -> None:
    for path, _ in cases.files():
        assert _files()[f"cases/{path.name}"] == path.read_bytes()
        assert _json(f"cases/{path.stem}.json") == json.loads(
            json.dumps(tomllib.loads(path.read_text(encoding="utf-8")))
        )


def test_questions_answers_and_cases_are_as_the_published_schemas_say() -> None:
    for name in SCHEMAS:
        Draft202012Validator.check_schema(_json(f"schema/{name}.json"))
    question, answer = (Draft202012Validator(_json(f"schema/suite-{name}.json")) for name in ("question", "answer"))
    case_file = Draft202012Validator(_json("schema/case-file.json"))
    for item in _items():
        question.validate(item["asked"])
    for path, _ in cases.files():
        case_file.validate(_json(f"cases/{path.stem}.json"))
    for good in ({"unsupported": "x"}, {"refused": "illegal"}, {"steps": [{"refused": True}], "table": {}}):
        answer.validate({"format": 1, "id": "RA01", **good})
    wrong: tuple[dict[str, Any], ...] = ({"id": 1}, {"refused": "no"}, {"steps": [{}]}, {"ruling": "offense-wins"})
    for bad in wrong:
        assert not answer.is_valid({"format": 1, "id": "RA01", **bad})
    assert not answer.is_valid({"id": "RA01", "unsupported": "x"})


def test_nothing_of_what_is_expected_stands_in_what_is_asked() -> None:
    for item in _items():
        keys = {"format", "id", "kind", "edition", "readings", "line", "anyway", "commands", "spoken"}
        assert item["asked"].keys() <= keys
        assert not any("!!" in command for command in item["asked"].get("commands", ()))
        assert len(item.get("steps", ())) == len(item["asked"].get("commands", ()))


def test_every_clause_that_a_case_settles_is_restated() -> None:
    known = {clause["id"]: clause["says"] for clause in _json("clauses.json")}
    settled = {id for item in _items() for id in item["settles"]}
    assert {id for id in settled if not known.get(id)} == set()
    assert len(settled) > 1000
    assert {point["id"] for point in _json("questions.json")} >= {"DF-05", "DF-37"}


def test_each_case_has_a_page_with_its_position_drawn() -> None:
    """But for lines that are none or cannot be; and each page is linked from the first one."""
    index = _files()["index.html"].decode()
    without = []
    for _, file in cases.files():
        for case in file.case:
            page = _files()[f"pages/{case.id}.html"].decode()
            assert f'href="pages/{case.id}.html"' in index
            assert page.startswith("<!doctype html>") and "<script" not in page
            if "<svg" not in page:
                without.append((case.id, case.kind, case.expect.get("refused", "")))
    assert {kind for _, kind, refused in without if refused not in ("malformed", "impossible")} <= {
        "timing",
        "may",
        "play",
    }
    assert [id for id, kind, refused in without if kind == "play" and not refused] == []


def test_no_link_of_the_archive_is_dead() -> None:
    for name, data in _files().items():
        if name.endswith(".html"):
            for place in re.findall(r'href="([^"#]+)"', data.decode()):
                there = (Path(name).parent / place).as_posix().replace("pages/../", "")
                assert there in _files(), (name, place)
    assert not re.findall(r"\]\((?!#)", _files()["README.md"].decode())


def test_the_archive_alone_judges_a_program() -> None:
    """A stranger's loop over items.jsonl, by what README.md says is compared, comes to what `referee check` says."""
    core = [item for item in _items() if item["level"] == "core" and not item["asked"]["readings"]]
    said = "".join(json.dumps(item["asked"]) + "\n" for item in core)
    ran = subprocess.run([sys.executable, STRANGER], input=said, capture_output=True, text=True, check=True, timeout=60)
    answers = [json.loads(line) for line in ran.stdout.splitlines()]
    right = [item["key"] for item, answer in zip(core, answers, strict=True) if _is_right(item["expected"], answer)]
    import referee

    found = referee.conform(f'"{sys.executable}" "{STRANGER}"', levels=["core"], timeout=20)
    assert right == [item["id"] for item in found.items if item["status"] == "right"]


_WORDS = {"cites", "questions", "assumes", "needs", "then", "flips", "grade", "allowed_by", "illegal", "position"}


def _is_right(expected: dict[str, Any], answer: dict[str, Any]) -> bool:
    """As README.md says it, for rulings on one line."""
    ruling = answer.get("ruling") or {}
    if "refused" in expected:
        return bool(expected["refused"] == (answer.get("refused") or ruling.get("status")))
    wanted = {key: value for key, value in expected.items() if key not in _WORDS and key != "absent"}
    return (
        bool(ruling)
        and _holds(wanted, ruling)
        and all(_at(ruling, place) is None for place in expected.get("absent", ()))
    )


def _holds(expected: dict[str, Any], told: dict[str, Any]) -> bool:
    for key, value in expected.items():
        came = told.get(key)
        is_both = isinstance(value, dict) and isinstance(came, dict)
        if not (_holds(value, came) if is_both and came is not None else key in told and value == came):
            return False
    return True


def _at(told: Any, place: str) -> Any:
    for key in place.split("."):
        told = told.get(key) if isinstance(told, dict) else None
    return told
