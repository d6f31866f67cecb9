"""What is typed is understood, refused and written back to the letter as it was before commands were declared."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from referee.book.loader import Names, rulebase
from referee.errors import MalformedError
from referee.state.canonical import write
from referee.state.commands import read_command, write_command
from referee.state.notation import read
from tests import effort
from tests.frozen import spoken
from tests.fuzz.seeds import lines, plays

CORPUS = Path(__file__).parents[1] / "fuzz" / "corpus"
SAMPLE = 600


def typed() -> list[str]:
    """Every line, question and command of the cases, and of what once broke a reader."""
    commands = (command for _, play in plays() for command in play)
    broke = (text for path in sorted(CORPUS.rglob("*.txt")) for text in path.read_text().splitlines()[1:])
    return list(dict.fromkeys((*lines("encounter"), *lines("may"), *commands, *broke)))


def test_what_is_typed_is_understood_as_it_was(frozen: Path, tmp_path: Path) -> None:
    texts = effort.some(typed(), SAMPLE)
    asked = tmp_path / "asked"
    asked.write_text("".join(f"{json.dumps(text)}\n" for text in texts))
    env = {**os.environ, "PYTHONPATH": str(frozen)}
    script = f"import sys; sys.path.insert(0, {str(frozen)!r}); exec(open({spoken.__file__!r}).read())"
    with asked.open() as told:
        before = subprocess.run(
            [sys.executable, "-c", script], stdin=told, capture_output=True, text=True, check=True, env=env, cwd=frozen
        )
    answers = [json.loads(line) for line in before.stdout.splitlines()]
    now = [json.loads(json.dumps(spoken.answer(text))) for text in texts]
    assert len(answers) == len(texts)
    assert [pair for pair in zip(texts, answers, now, strict=True) if pair[1] != pair[2]] == []
    assert sum(not str(answer[0]).startswith("MalformedError") for answer in now) > len(texts) // 4


def test_what_is_written_is_read_as_the_same() -> None:
    names = Names(rulebase("consolidated+technology"))
    for text in effort.some(typed(), SAMPLE):
        try:
            position = read(text, names)
        except MalformedError:
            pass
        else:
            assert read(write(position), names) == position, text
        try:
            command = read_command(text, names, spoken.SEATS)
        except MalformedError:
            continue
        assert read_command(write_command(command), names, spoken.SEATS) == command, text
