"""How often `Index.ask` finds the clause that answers a question: `python -m tests.bench.ask [QUESTIONS.yaml]`.

The file is a list of questions with the clauses that are accepted as answers; without an argument the environment
variable REFEREE_QUESTIONS names it. Counted are the questions of the editions `consolidated` and `ffg` that accept a
numbered clause. An answer counts if it is an accepted clause, or the statement one step above or below one in the
numbering. Ids with an even number were looked at while the thesaurus was written, those with an odd number were not.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee.book.index import build
from referee.book.loader import rulebase
from referee.book.search import Index

EDITIONS = ("consolidated", "ffg")


class Question(NamedTuple):
    """A question and the local ids of the clauses that answer it."""

    id: str
    asked: str
    accepted: frozenset[str]


def questions(entries: Iterable[dict[str, Any]]) -> list[Question]:
    """The questions that count."""
    found = []
    for entry in entries:
        ids = [str(id) for key in ("clauses", "also_acceptable") for id in entry.get(key) or ()]
        accepted = frozenset(id for id in ids if re.match(r"\d+\.", id))
        if entry["edition"] in EDITIONS and accepted:
            found.append(Question(entry["id"], entry["asked"], accepted))
    return found


def fits(id: str, accepted: frozenset[str]) -> bool:
    """Whether a clause is accepted, or stands one step above or below an accepted one."""
    return id in accepted or id.rpartition(".")[0] in accepted or any(id == ok.rpartition(".")[0] for ok in accepted)


def places(index: Index, asked: Sequence[Question]) -> list[int]:
    """The place of the first good answer to each question, from 1; 0 if it is not among three."""
    found = []
    for question in asked:
        answers = [a.clause for a in index.ask(question.asked, 3)]
        good = [clause.book == "consolidated" and fits(clause.id, question.accepted) for clause in answers]
        found.append(good.index(True) + 1 if True in good else 0)
    return found


def _entries(arguments: Sequence[str]) -> list[dict[str, Any]] | str:
    """The entries of the file that is meant, or why there are none."""
    name = arguments[0] if arguments else os.environ.get("REFEREE_QUESTIONS", "")
    if not name or not Path(name).is_file():
        return f"No questions to ask: {name or 'REFEREE_QUESTIONS'} names no file. Skipped."
    try:
        yaml = importlib.import_module("yaml")
    except ImportError:
        return "PyYAML is not installed, and the questions are YAML: python -m pip install pyyaml. Skipped."
    entries: list[dict[str, Any]] = yaml.safe_load(Path(name).read_text(encoding="utf-8"))
    return entries


def main(arguments: Sequence[str]) -> None:
    """Prints the shares and the times."""
    entries = _entries(arguments)
    if isinstance(entries, str):
        print(entries)
        return
    asked = questions(entries)
    index = build(rulebase())
    found = places(index, asked)
    for name, parity in (("even", {0}), ("odd", {1}), ("all", {0, 1})):
        those = [p for q, p in zip(asked, found, strict=True) if int(re.sub(r"\D", "", q.id)) % 2 in parity]
        first, three = (sum(0 < p <= most for p in those) / max(1, len(those)) for most in (1, 3))
        print(f"{name:>4}: {len(those):3} questions, first {first:.1%}, among three {three:.1%}")
    times = []
    for question in asked:
        start = time.perf_counter()
        index.ask(question.asked)
        times.append(1000 * (time.perf_counter() - start))
    times.sort()
    print(f"ask: median {times[len(times) // 2]:.2f} ms, slowest {times[-1]:.2f} ms, {len(index.clauses)} clauses")


if __name__ == "__main__":
    main(sys.argv[1:])
