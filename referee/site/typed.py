"""Types commands one after the other in a process of its own: `python -m referee.site.typed`, for `transcripts`.

The arguments are the commands; the output is a list in JSON of what each prints, with its exit status. That costs one
start of the program for all of them.
"""

from __future__ import annotations

import io
import json
import shlex
import sys

from referee.cli import main


def typed(command: str) -> tuple[str, int]:
    """What a command prints, and its exit status, as a pipe is told."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    status: object = 0
    before = sys.stdout, sys.stderr, sys.argv
    sys.stdout, sys.stderr, sys.argv = out, out, shlex.split(command)
    try:
        main()
    except SystemExit as ended:
        status = ended.code
    finally:
        sys.stdout, sys.stderr, sys.argv = before
    out.seek(0)
    return out.read(), status if isinstance(status, int) else 1


if __name__ == "__main__":
    print(json.dumps([typed(command) for command in sys.argv[1:]]))
