"""`python -m referee`: the command line, as `referee` is."""

from __future__ import annotations

from referee.cli import main

if __name__ == "__main__":
    main()
