"""The generated parts of the README: the transcript and the counts of the audit.

python -m tests.readme             says whether they are up to date
python -m tests.readme --write     brings them up to date
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from referee.audit import audit

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
EXAMPLE = "green/Macron 1 + blue/Parasite 3 : 10 +2 vs purple/Clone 2 + yellow/Zombie 4 : 12"


def put(name: str, text: str) -> None:
    """Replaces what stands in the README between <!-- NAME --> and <!-- /NAME -->."""
    before, mark, rest = README.read_text().partition(f"<!-- {name} -->\n")
    if not mark:
        sys.exit(f"the README has no place for it: <!-- {name} --> and <!-- /{name} -->")
    _, _, after = rest.partition(f"<!-- /{name} -->")
    README.write_text(f"{before}<!-- {name} -->\n{text}\n<!-- /{name} -->{after}")


def standing(name: str) -> str:
    """What stands there now."""
    _, _, rest = README.read_text().partition(f"<!-- {name} -->\n")
    return rest.partition(f"\n<!-- /{name} -->")[0]


def transcript() -> str:
    """The printed example, ruled."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "REFEREE_DB": f"{folder}/referee.db", "NO_COLOR": "1", "COLUMNS": "80"}
        command = [sys.executable, "-c", "from referee.cli import main; main()", "encounter", EXAMPLE]
        shown = subprocess.run(command, capture_output=True, text=True, env=env, check=True).stdout
    return f'```console\n$ referee encounter "{EXAMPLE}"\n{shown.rstrip()}\n```'


def coverage() -> str:
    """What the audit counts."""
    report = audit()
    rows = [
        "| book | clauses | normative | applied by the law | shown by a case | inert | can be broken | broken in a case"
        " | sections stated/applied/cased |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for book, counts in report.books.items():
        held = "/".join(str(count) for count in report.sections[book].values())
        rows.append(f"| {book} | {' | '.join(str(count) for count in counts.values())} | {held} |")
    counts = report.counts
    told = (
        f"{counts['law rules']} rules of law, each with its clauses; {counts['cases']} conformance cases; "
        f"{counts['aliens']} aliens known by name, {counts['aliens executable']} of them applied; "
        f"{counts['questions']} disputable points with their readings."
    )
    return "\n".join([told, "", *rows])


PARTS = {"transcript": transcript, "coverage": coverage}

if __name__ == "__main__":
    for part, make in PARTS.items():
        made = make()
        if "--write" in sys.argv:
            put(part, made)
        print(part, "is up to date" if standing(part) == made else "is out of date")
