"""Does the code name the rules of the law, all of them and no others?"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from referee.audit.report import Report
from referee.law.loader import Rulebase, line_of

# Ids of the law that code puts together: the part that is fixed, and what may follow it.
_BUILT = (r"reveal\.(offense|defense)-total", r"facts\..+", r"compensation\.for-the-(offense|defense)")


def ids_in_code(topics: set[str]) -> Iterator[tuple[str, int, str]]:
    """(file, line, id) of every law id that stands in the judge's source."""
    literal = re.compile(r'"((?:' + "|".join(sorted(topics)) + r')\.[a-z-]+)"')
    for path in sorted((Path(__file__).parents[1] / "judge").rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for match in literal.finditer(line):
                yield str(path), number, match[1]


def check(report: Report, known: Rulebase) -> None:
    """Adds a fault for each id that code names and the law lacks, and for each rule that no code names."""
    topics = {id.split(".")[0] for id in known.law}
    used: set[str] = set()
    for file, number, id in ids_in_code(topics):
        used.add(id)
        if id not in known.law:
            report.fault(f"{file}:{number}", f"the code names {id!r}, which is no rule of the law")
    for id in known.law:
        if id not in used and not any(re.fullmatch(pattern, id) for pattern in _BUILT):
            topic, _, key = id.partition(".")
            path = known.folder / "law" / f"{topic}.toml"
            report.fault(f"{path}:{line_of(path, f'[{key}]')}", f"no code names the rule {id}")
