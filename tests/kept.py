"""Tables out of the data that was kept of them, read by the names of their edition."""

from __future__ import annotations

from typing import Any

from referee.book.loader import Names, rulebase
from referee.state import kept
from referee.state.table import Table


def from_data(data: dict[str, Any]) -> Table:
    """The table that `to_data` told."""
    return kept.from_data(data, lambda: Names(rulebase(data["edition"])))
