"""The generated parts of the README and of the pages in docs/: what is typed and printed, and what the audit counts.

python -m tests.readme             says whether they are up to date
python -m tests.readme --write     brings them up to date
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import referee
from referee.conformance.audit import Report, audit

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
EXAMPLE = "green/Macron 1 + blue/Parasite 3 : 10 +2 vs purple/Clone 2 + yellow/Zombie 4 : 12"


def pages() -> list[Path]:
    """The README, and the pages that it leads to."""
    return [README, *sorted((ROOT / "docs").glob("*.md"))]


def put(name: str, text: str) -> None:
    """Replaces what stands between <!-- NAME --> and <!-- /NAME -->, on the page that has it."""
    page = _page_with(name)
    before, _, rest = page.read_text().partition(f"<!-- {name} -->\n")
    _, _, after = rest.partition(f"<!-- /{name} -->")
    page.write_text(f"{before}<!-- {name} -->\n{text}\n<!-- /{name} -->{after}")


def standing(name: str) -> str:
    """What stands there now."""
    _, _, rest = _page_with(name).read_text().partition(f"<!-- {name} -->\n")
    return rest.partition(f"\n<!-- /{name} -->")[0]


def _page_with(name: str) -> Path:
    """The page on which the part stands."""
    found = [page for page in pages() if f"<!-- {name} -->\n" in page.read_text()]
    if len(found) != 1:
        sys.exit(f"one page must have a place for it: <!-- {name} --> and <!-- /{name} -->")
    return found[0]


def transcript() -> str:
    """The printed example, ruled."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "REFEREE_DB": f"{folder}/referee.db", "NO_COLOR": "1", "COLUMNS": "80"}
        command = [sys.executable, "-c", "from referee.cli import main; main()", "encounter", EXAMPLE]
        shown = subprocess.run(command, capture_output=True, text=True, env=env, check=True).stdout
    return f'```console\n$ referee encounter "{EXAMPLE}"\n{shown.rstrip()}\n```'


EVENING = (
    'referee dispute open "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9" '
    '--party blue --claim "green\'s ships count for my compensation" --party red --claim "only your own four do"',
    'referee dispute rule 1 --by Ann --reason "we play it as it is printed"',
    'referee encounter "yellow 3 : 11 vs purple 4 + red 2 : N ; hand yellow 7"',
    'referee dispute open "red 3 : 12 vs blue 4 : 8 ; hand red 6" --party blue --claim "I showed the 14" '
    '--line "red 3 : 12 vs blue 4 : 14 ; hand red 5" --party red --claim "you showed the 8"',
)


FORGOTTEN = (
    "referee table red blue green yellow",
    'referee do "destiny blue / red launches 3 at blue.1 / reveal red N, blue 12"',
    'referee do --anyway "red takes 1 card from blue"',
    'referee do "destiny green / launch 2 at green.1 / reveal blue 20, green 6"',
    'referee do "destiny yellow / launch 1 at yellow.1 / reveal green 4, yellow 8"',
    "referee amend",
    'referee amend 4 "red takes 3 cards from blue" --repair',
)
_SHOWN = 2  # the last of them, whose output the README has


def evening() -> str:
    """A clash about compensation, ruled, recorded, and cited when it comes up again; then one about facts."""
    return _typed(EVENING, len(EVENING))


def forgotten() -> str:
    """Cards that were owed and not taken, found two encounters later and put right in two commands."""
    return _typed(FORGOTTEN, _SHOWN)


def _typed(commands: Sequence[str], shown_of: int) -> str:
    """Commands as they are typed, the last ones with what they show."""
    told = []
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "REFEREE_DB": f"{folder}/referee.db", "NO_COLOR": "1", "COLUMNS": "80"}
        for at, typed in enumerate(commands):
            command = [sys.executable, "-c", "from referee.cli import main; main()", *shlex.split(typed)[1:]]
            shown = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
            if shown.stderr:
                raise RuntimeError(shown.stderr)
            is_shown = at >= len(commands) - shown_of
            told.append(f"$ {typed}\n{_short(shown.stdout.rstrip())}\n" if is_shown else f"$ {typed}")
    text = re.sub(r"\d{4}-\d\d-\d\d", "2026-05-12", "\n".join(told).rstrip())
    text = re.sub(r"ledger-[0-9a-f]{8}:(\d+):[0-9a-f]{16}", r"ledger-3f9a1c04:\1:7d20b15ce8a94f63", text)
    return f"```console\n{text}\n```"


def _short(shown: str) -> str:
    """A ruling without what another transcript shows already: from the discards to the precedent."""
    before, discards, rest = shown.partition("  discarded, bottom first")
    return f"{before}  ...\n  precedent{rest.partition('  precedent')[2]}" if discards else shown


def coverage(report: Report | None = None) -> str:
    """What the audit counts: that which was made, or one made for it."""
    report = report or audit()
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


def effects() -> str:
    """What sheets, flares and techs can be made of: what each effect does, when, and how one has it."""
    told = []
    for one in referee.effects():
        told.append(f"**`{one.verb}`** {_plain(one.does)}")
        told.append(f"- When: {'; '.join(one.when)}.")
        if one.arguments:
            told.append(f"- Told: {', '.join(f'`{name}`' for name in one.arguments)}.")
        if one.example:
            told.append(f"- {one.of}: `{one.example}`" + (f" ({one.used} with it)" if one.used > 1 else ""))
        told.append("")
    return "\n".join(told).rstrip()


def _plain(text: str) -> str:
    """A text as Markdown has it: what stands between backquotes as it is, the rest without its marks."""
    return re.sub(r"([*_<>])(?=[^`]*(?:`[^`]*`[^`]*)*$)", r"\\\1", text)


PARTS = {
    "transcript": transcript,
    "dispute": evening,
    "amend": forgotten,
    "coverage": coverage,
    "effects": effects,
}

if __name__ == "__main__":
    for part, make in PARTS.items():
        made = make()
        if "--write" in sys.argv:
            put(part, made)
        print(part, "is up to date" if standing(part) == made else "is out of date")
