"""Is each effect whole: what the outcome reckons, and what a table does, or the word that there is only one of them?"""

from __future__ import annotations

from inspect import unwrap

from referee.conformance.audit.report import Report
from referee.judge.powers.effect import HOME, Effect, every


def check(report: Report) -> None:
    """Adds a fault for each effect that lacks something, and for each that has what it is said not to have."""
    for effect in every().values():
        lacking = effect.check_whole()
        if lacking:
            report.fault(_place(effect), lacking)
        if effect.name not in HOME:  # else a ruling that needs no other effect of that module would pass it over
            report.fault(_place(effect), f"{effect.name} is declared here, and `_HOMES` does not say where")


def _place(effect: Effect) -> str:
    """Where the effect is declared: its file, and the line of one of its functions."""
    functions = (effect.reckon, effect.carry_out, effect.offer, effect.wins, *effect.moments.values())
    found = next((unwrap(function).__code__ for function in functions if function is not None), None)
    return f"{found.co_filename}:{found.co_firstlineno}" if found is not None else "referee/judge/powers/effect.py:1"
