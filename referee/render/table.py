"""Lists as tables: the log, the results of a check, the audit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text

from referee.render.page import make_console
from referee.render.words import shown, verdict


def print_log(rows: list[dict[str, Any]], path: Path) -> None:
    """The latest rulings, a line each."""
    out = make_console()
    if not rows:
        out.print(f"No ruling is kept in {path} yet.")
        return
    table = Table(box=None, header_style="dim", pad_edge=False)
    for head in ("id", "when (UTC)", "ruling", "line"):
        table.add_column(head, no_wrap=head in ("id", "when (UTC)"), overflow="fold")
    for row in rows:
        when = str(row["at"])[:16].replace("T", " ")
        table.add_row(str(row["id"]), when, Text(_verdict(row["ruling"])), Text(shown(row["line"])))
    out.print(table)


def _verdict(ruling: str) -> str:
    try:
        return verdict(json.loads(ruling))
    except (ValueError, KeyError, TypeError):
        return "(damaged)"
