"""Files of the rulebase that are made of others: read as they are, and told plainly where they are broken."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from referee.errors import RulebaseError


def read_json(path: Path) -> dict[str, Any]:
    """A generated file of the rulebase; RulebaseError names one that is missing or broken."""
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise RulebaseError(str(path), "there is no such file") from None
    except ValueError as error:
        raise RulebaseError(str(path), f"it is not JSON: {error}") from None
    return found
