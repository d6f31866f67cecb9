"""What long commands print, to the byte, is the same by one process and by three."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee
from referee.conformance import scenario
from referee.conformance.checking import Todo, _judged, _lost
from referee.jobs.work import work
from tests import command

LINES = (
    "red 3 : 10 vs blue 2 : 8",
    "red 2 : N vs blue 4 : N",
    "red/Macron 1 : 10 vs blue 4 : 8",
    "red 3 : ? vs blue 2 : 8",
)


def _printed(*words: str) -> list[tuple[int, str]]:
    told = [command.referee(*words, "--jobs", jobs) for jobs in ("1", "3")]
    assert not any(one.stderr for one in told)
    return [(one.returncode, one.stdout) for one in told]


def test_check_prints_the_same(tmp_path: Path) -> None:
    """Of cases that pass and cases that fail, of lines and of plays, in their order."""
    broken = tmp_path / "broken.toml"
    text = Path("scenarios/rewards.toml").read_text(encoding="utf-8").replace("rewards = 2", "rewards = 3")
    broken.write_text(text, encoding="utf-8")
    for words in (("--json",), ("--strict",)):
        one, three = _printed("check", str(broken), "scenarios/compensation.toml", "scenarios/table-setup.toml", *words)
        assert one == three
        assert one[0] == 1 and len(one[1]) > 500


def test_a_file_that_cannot_be_read_is_said_the_same(tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text("format = 2", encoding="utf-8")
    told = [command.referee("check", str(tmp_path), "--jobs", jobs) for jobs in ("1", "3")]
    assert told[0].stderr == told[1].stderr != "" and {one.returncode for one in told} == {2}


def test_a_fault_of_the_program_names_its_case_and_place() -> None:
    """One process and three report it alike: it is raised where the answer is put together."""
    whole = scenario.read_cases(Path("scenarios/compensation.toml")).case[0]
    broken = scenario.Case.model_construct(**{**dict(whole), "id": "CP99", "encounter": 3})
    todo = [Todo("some.toml", "consolidated", case, False) for case in (whole, whole, broken, whole)]
    raised = []
    for jobs in (1, 3):
        with pytest.raises(TypeError) as error:
            list(work(_judged, todo, jobs))
        raised.append((str(error.value), error.value.__notes__, error.traceback[-1].path))
    assert raised[0] == raised[1]
    assert raised[0][1] == ["case CP99 of some.toml"]


def test_a_case_at_which_every_process_dies_has_failed() -> None:
    file = scenario.read_cases(Path("scenarios/compensation.toml"))
    status, differences = _lost(Todo("x.toml", file.edition, file.case[0], False))
    assert status == "failed" and "died" in str(differences[0].came)


def test_recheck_prints_the_same(tmp_path: Path) -> None:
    """Of rulings of which some would be ruled otherwise now."""
    db = tmp_path / "kept.db"
    rulings = referee.Rulings(db)
    for line in LINES:
        rulings.encounter(line)
    disputes = referee.Disputes(db)
    disputes.open(LINES[0], claims=[("blue", "the defense wins")])
    one, three = _printed("dispute", "recheck", "--json", "--db", str(db))
    assert one == three and one[0] == 0 and '"judged": 5' in one[1]
    import sqlite3

    with sqlite3.connect(db) as kept:
        changed = kept.execute("update rulings set ruling = replace(ruling, 'offense-wins', 'defense-wins')").rowcount
    assert changed
    one, three = _printed("dispute", "recheck", "--json", "--db", str(db))
    assert one == three and one[0] == 1


def test_all_pairs_tried_anew_are_as_they_are_kept_whoever_tries_them() -> None:
    """No names stand beside --all, and --jobs beside nothing else."""
    told = command.referee("clash", "Void", "Zombie", "--all")
    assert told.returncode == 2 and "leave out --all" in told.stderr
    told = command.referee("clash", "Void", "Zombie", "--jobs", "2")
    assert told.returncode == 2 and "are for --all" in told.stderr
