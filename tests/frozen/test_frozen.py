"""What is ruled is what the judge ruled before it was rebuilt: random lines and commands, others in every run.

`judge.tar.xz` beside this file holds that judge, whole. What is ruled otherwise now, and rightly, is listed here.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from pathlib import Path
from random import Random, SystemRandom
from typing import Any

import pytest

from tests import effort
from tests.frozen import answers
from tests.frozen.answers import Told, answer
from tests.fuzz.seeds import EDITIONS, Input
from tests.fuzz.targets import TARGETS

SEED = int(os.environ.get("REFEREE_SEED") or SystemRandom().randrange(10**9))
_NO_SHIPS = re.compile(r"(has (?:only )?)0 ships on")
# Differences that are right: what is asked and both answers in, whether that is why they differ out; with the clause.
RIGHTLY: list[tuple[str, Callable[[Told, Told, Told], bool]]] = [
    (
        "a line says it as a table does, and once, 5.10.1.3.c.6",
        lambda _, before, now: now == _said_once(json.loads(_NO_SHIPS.sub(r"\1no ships on", json.dumps(before)))),
    ),
]


def _said_once(told: Any) -> Any:
    """The same, with each refusal once where it stands twice."""
    if isinstance(told, dict):
        return {key: _said_once(value) for key, value in told.items()}
    if not isinstance(told, list):
        return told
    return [_said_once(one) for at, one in enumerate(told) if not isinstance(one, dict) or one not in told[:at]]


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
    if before == now or any(explains(question, before, now) for _, explains in RIGHTLY):
        return []
    return sorted(key for key in {*before, *now} if before.get(key) != now.get(key))


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
