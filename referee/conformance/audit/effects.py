"""Has each effect both halves, what the outcome reckons and what a table does, or the word that it has only one?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.conformance.audit.report import Report
from referee.judge.powers import aliens  # noqa: F401  registers the effects that one power has
from referee.judge.powers.in_force import VERBS
from referee.judge.table import engine  # noqa: F401  registers what powers do at a table
from referee.judge.table.powers import ASKED, ELSEWHERE, LEAVING, MOMENTS, PLAYED, RECKONED, USES, WINS


def check(report: Report) -> None:
    """Adds a fault for each effect that lacks a half, and for each that has the half which it is said to lack."""
    done = {*USES, *ASKED, *WINS, *(verb for _, verb in (*MOMENTS, *PLAYED, *LEAVING))}
    for name, (_, function) in VERBS.items():
        if name not in done | RECKONED:
            told = f"a table does nothing for {name}: register what `use` carries out, or name it in RECKONED"
            report.fault(_place(function), told)
        elif name in done and name in RECKONED:
            report.fault(_place(function), f"{name} is named in RECKONED, and a table does something for it")
    for name, use in USES.items():
        if use.ruled and name not in VERBS.keys() | ELSEWHERE:
            report.fault(_place(use.function), f"the outcome is to reckon with {name}, and no effect of it is there")
    for name in sorted(RECKONED - VERBS.keys()) + sorted(ELSEWHERE - USES.keys()):
        report.fault("referee/judge/table/powers.py:1", f"{name} is the name of no effect")


def _place(function: Callable[..., Any]) -> str:
    code = function.__code__
    return f"{code.co_filename}:{code.co_firstlineno}"
