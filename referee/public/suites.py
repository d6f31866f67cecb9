"""The suite as a document of its own: its archive, and this program as one that is asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.book.told import Listed


def build_suite(place: Path | str, force: bool = False) -> Listed[Path]:
    """Writes the suite into a folder, or into an archive where the name ends in `.zip`; the files it wrote.

    It is the same, to the byte, from the same cases. Raises CaseFileError for cases that cannot be read and for changed
    expectations without a new major version, RulebaseError for a place that cannot be written to, or holds something
    else; with `force` that is written over.

    >>> import referee
    >>> [path.name for path in referee.build_suite("suite.zip")]
    ['suite.zip']
    """
    from referee.suite.archive import build

    return Listed("written", build(Path(place), force))


def reply(question: str) -> dict[str, Any]:
    """This program's answer to a question of the suite: a line of JSON in, an object that can be written as one out.

    Raises RefereeError for a line that is no question.

    >>> import json, referee
    >>> asked = {"format": 1, "id": "RA02", "kind": "encounter", "edition": "warp", "line": "red 3 : 12 vs blue 4 : 8"}
    >>> referee.reply(json.dumps(asked))["ruling"]["outcome"]
    'offense-wins'
    """
    from referee.conformance.protocol import reply_to

    return reply_to(question)
