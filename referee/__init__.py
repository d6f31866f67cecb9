"""A rules referee for Cosmic Encounter: a position in, a ruling with its proof out.

>>> import referee
>>> ruling = referee.judge_encounter("red 2 : 10 vs blue 4 : 8")
>>> ruling.to_dict()["outcome"]
'defense-wins'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.duel.api import judge_contest, judge_duel
    from referee.errors import CaseFileError, ImpossibleError, LedgerError, MalformedError, RefereeError, RulebaseError
    from referee.judge.ruling import Ruling
    from referee.judge.ways.line import judge_encounter, read_encounter, write_encounter

__version__ = "0.1.0"

_HOMES = {
    "judge_contest": "referee.duel.api",
    "judge_duel": "referee.duel.api",
    "judge_encounter": "referee.judge.ways.line",
    "read_encounter": "referee.judge.ways.line",
    "write_encounter": "referee.judge.ways.line",
    "Ruling": "referee.judge.ruling",
    "CaseFileError": "referee.errors",
    "ImpossibleError": "referee.errors",
    "LedgerError": "referee.errors",
    "MalformedError": "referee.errors",
    "RefereeError": "referee.errors",
    "RulebaseError": "referee.errors",
}

__all__ = [
    "CaseFileError",
    "ImpossibleError",
    "LedgerError",
    "MalformedError",
    "RefereeError",
    "RulebaseError",
    "Ruling",
    "judge_contest",
    "judge_duel",
    "judge_encounter",
    "read_encounter",
    "write_encounter",
]


def __getattr__(name: str) -> Any:
    """The public names, imported when first asked for: a command pays only for what it uses."""
    if name not in _HOMES:
        raise AttributeError(f"module 'referee' has no attribute {name!r}")
    import importlib

    found = globals()[name] = getattr(importlib.import_module(_HOMES[name]), name)
    return found
