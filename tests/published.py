"""What was published last of the cases: their version, and a digest of each item.

python -m tests.published            tells what is not as it was published
python -m tests.published --write    stores the cases as they are now under the version of scenarios/suite.toml
"""

from __future__ import annotations

import argparse
import json
import sys

from referee.book.places import SCENARIOS
from referee.conformance.versions import PUBLISHED, about_of, digests, suite_version

FILE = SCENARIOS / PUBLISHED


def written() -> str:
    """The file as it would be written now."""
    told = {"version": about_of(SCENARIOS).number, "items": dict(sorted(digests(SCENARIOS).items()))}
    return json.dumps(told, indent=0) + "\n"


def main() -> int:
    """Tells what changed, or stores it; 1 if an expectation changed without a new major version."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--write", action="store_true")
    found = suite_version(SCENARIOS)
    if found.unexplained:
        print(f"no new major version says why these changed: {' '.join(found.unexplained)}")
        return 1
    if options.parse_args().write:
        FILE.write_text(written(), encoding="utf-8", newline="\n")
    print(f"{found.number}: {len(found.changed)} changed, {len(found.added)} added, {len(found.removed)} removed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
