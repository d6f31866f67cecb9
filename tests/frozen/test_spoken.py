"""What is typed is understood, refused and written back to the letter as it was before commands were declared."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

from referee.book.loader import Names, rulebase
from referee.errors import MalformedError
from referee.state.canonical import write
from referee.state.commands import read_command, write_command
from referee.state.notation import read
from tests import effort
from tests.cases import cases
from tests.frozen import spoken
from tests.fuzz.seeds import lines, plays

CORPUS = Path(__file__).parents[1] / "fuzz" / "corpus"
SAMPLE = 600
# A count that nobody knows; what lies on a sheet; who wins at a table, by which sheet; words of powers and flares.
NEW = re.compile(
    r"set ([\w.]+ (\w+ )?\?|.*captured)|game \w+ \w|use \w+ wins|(flare|use) \w+ (Graviton )?tens \w"
    r"|.*\buse \w+ (winner|loser)\b"
)


def typed() -> list[str]:
    """Every line, question and command of the cases, and of what once broke a reader."""
    commands = (command for _, play in plays() for command in play)
    in_words = {case.encounter for case in cases() if case.id.startswith("LW")}  # lines that are no notation
    broke = (text for path in sorted(CORPUS.rglob("*.txt")) for text in path.read_text().splitlines()[1:])
    every = dict.fromkeys((*lines("encounter"), *lines("may"), *commands, *broke))
    return [text for text in every if text not in in_words]


def _is_as_it_was(was: list[object], told: list[object]) -> bool:
    """True if all that was understood is understood the same; what was refused is refused so, or understood now.

    Of what may come next, which is told last, nothing is missing.
    """
    *answers, offered = zip(was, told, strict=True)
    same = all(_without_new(now) == before or (_is_refused(before) and not _is_refused(now)) for before, now in answers)
    return same and _offers_as_much(*offered)


def _without_new(answer: object) -> object:
    """The same without what a refusal lists since: of what lies on an alien sheet, and of who wins the game."""
    return answer.replace("captured, ", "").replace("game, ", "") if isinstance(answer, str) else answer


def _offers_as_much(before: object, now: object) -> bool:
    """True if every word and kind of word that could come next still can."""
    if isinstance(before, list) and isinstance(now, list):
        return all({*map(str, was)} <= {*map(str, told)} for was, told in zip(before, now, strict=True))
    return before == now


def _is_refused(answer: object) -> bool:
    return str(answer).startswith("MalformedError")


def test_what_is_typed_is_understood_as_it_was(frozen: Path, tmp_path: Path) -> None:
    texts = effort.some([text for text in typed() if not NEW.match(text)], SAMPLE)
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
    pairs = zip(texts, answers, now, strict=True)
    assert [(text, was, told) for text, was, told in pairs if not _is_as_it_was(was, told)] == []
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
