"""The clash matrix as a file: how each pair of executable powers stands to each other, as `referee clash` tells it.

python -m tests.clashes --check     says which pairs in rulebase/clashes.json are no longer so
python -m tests.clashes --write     makes the file anew
python -m tests.clashes --write Bandit Love     only the pairs with these, where nothing else has changed
"""

from __future__ import annotations

import json
import sys
from typing import Any

from referee.book import clashes
from referee.book.loader import rulebase
from referee.conformance.clashing import matrix, outdated
from referee.jobs.work import cores


def written(told: dict[str, Any]) -> str:
    """The matrix as its file has it: a line for each pair."""
    head = [f"{json.dumps(key)}: {json.dumps(told[key])}" for key in told if key != "pairs"]
    pairs = [f"{json.dumps(name)}: {json.dumps(pair, ensure_ascii=False)}" for name, pair in told["pairs"].items()]
    return "{\n" + ",\n".join(head) + ',\n"pairs": {\n' + ",\n".join(pairs) + "\n}}\n"


def main(arguments: list[str]) -> int:
    """Compares, or writes if asked to."""
    folder = rulebase().folder
    path = folder / clashes.FILE
    names = {name for name in arguments if not name.startswith("--")}
    told = clashes.read_clashes(folder)["pairs"] if names else {}
    now = matrix(jobs=cores(), known={key: pair for key, pair in told.items() if names.isdisjoint(key.split("/"))})
    if "--write" in arguments:
        path.write_text(written(now), encoding="utf-8")
        return 0
    changed = outdated(clashes.read_clashes(folder), now)
    for name in changed:
        print(f"{name} is no longer so: python -m tests.clashes --write, and look at what changed")
    print(f"{path.name} is {'out of date' if changed else 'up to date'}")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
