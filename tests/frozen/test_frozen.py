"""What is ruled is what the judge ruled before it was rebuilt: random lines and commands, others after every change.

`judge.tar.xz` beside this file holds that judge, whole. What is ruled otherwise now, and rightly, is in `rightly.py`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

import referee
from referee.book.loader import rulebase
from tests import effort
from tests.frozen import answers
from tests.frozen.answers import Told, answer
from tests.frozen.conftest import HERE
from tests.frozen.rightly import RIGHTLY
from tests.fuzz.seeds import EDITIONS, Input
from tests.fuzz.targets import TARGETS


def _of_this_tree() -> int:
    """A number from what rules and what compares: one tree asks the same everywhere, a changed one asks otherwise."""
    parts = (HERE, Path(referee.__file__).parent, rulebase().folder)
    files = [path for part in parts for path in sorted(part.rglob("*.*")) if path.suffix in {".py", ".toml"}]
    return crc32(b"\0".join(path.read_bytes() for path in files))


SEED = int(os.environ.get("REFEREE_SEED") or _of_this_tree())
_REWORDED = {"in one phase ": "both act in this phase: ", " 1 ship return ": " 1 ship returns "}


def asked(name: str, most: int) -> Iterator[Told]:
    """So many questions, by a seed of this run."""
    found = 0
    for number in count():
        source = Random(f"{SEED} {name} {number}")
        for what in TARGETS[name].inputs(source, number):
            yield _as_told(what, name)
            found += 1
            if found == most:
                return


def _as_told(what: Input, name: str) -> Told:
    told: Told = {"edition": what.edition, "text": what.text, "anyway": what.anyway}
    return {**told, "before": list(what.before)} if name == "do" else told


def both(questions: Iterable[Told], folder: Path, tmp_path: Path) -> Iterator[tuple[Told, Told, Told]]:
    """Each question with what the frozen referee answers and what this one does, as JSON has it."""
    listed = list(questions)
    put = tmp_path / "asked"
    put.write_text("".join(f"{json.dumps(question)}\n" for question in listed))
    script = f"import sys; sys.path.insert(0, {str(folder)!r}); exec(open({answers.__file__!r}).read())"
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPATH": str(folder)}
    with put.open() as lines, (tmp_path / "told").open("w+") as told:
        running = subprocess.Popen([sys.executable, "-c", script], stdin=lines, stdout=told, env=env, cwd=folder)
        now = [json.loads(json.dumps(answer(question))) for question in listed]
        assert running.wait() == 0
        told.seek(0)
        for question, here in zip(listed, now, strict=True):
            yield question, json.loads(told.readline()), here


def otherwise(question: Told, before: Told, now: Told) -> list[str]:
    """In which fields the answers differ, if no difference that is right explains it."""
    if "stumbled" in now:
        return ["stumbled"]
    for was, told in _REWORDED.items():
        if was in str(before):
            before = json.loads(json.dumps(before).replace(was, told))
    before, now = _less(before), _less(now)
    if before == now or any(explains(question, before, now) for _, explains in RIGHTLY):
        return []
    return sorted(key for key in {*before, *now} if before.get(key) != now.get(key))


def _less(told: Any) -> Any:
    """An answer without what only one of the judges keeps of a table: what it takes to undo, or to tell it again."""
    if isinstance(told, list):
        return [_less(one) for one in told]
    return {key: _less(kept) for key, kept in told.items() if key not in _ITS_OWN} if isinstance(told, dict) else told


_ITS_OWN = ("put_away", "before", "aftermath", "rewind")


@pytest.mark.long
@pytest.mark.parametrize(("name", "long", "campaign"), [("line", 10_000, 100_000), ("do", 3_000, 30_000)])
def test_what_is_ruled_is_what_was_ruled(name: str, long: int, campaign: int, frozen: Path, tmp_path: Path) -> None:
    most = campaign if effort.CAMPAIGN else long
    wrong: list[str] = []
    answered = 0
    for question, before, now in both(asked(name, most), frozen, tmp_path):
        answered += "refused" not in now
        differs = otherwise(question, before, now)
        if differs:
            wrong.append(f"{question}: {', '.join(differs)}")
    assert answered > most // 20
    assert not wrong, f"REFEREE_SEED={SEED}: {len(wrong)} differ, such as\n" + "\n".join(islice(wrong, 5))


@pytest.mark.long
def test_a_difference_is_seen(frozen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.judge.phases import reveal  # broken here

    monkeypatch.setattr(reveal, "wins", lambda side: f"{'defense' if side == 'offense' else 'offense'}-wins")
    questions = [{"edition": EDITIONS[0], "text": "red 3 : 10 vs blue 2 : N", "anyway": False}]
    ((question, before, now),) = both(questions, frozen, tmp_path)
    assert "outcome" in otherwise(question, before, now)
