"""`referee audit`: do book, law, code and cases agree?"""

from __future__ import annotations

import typer

import referee
from referee import render
from referee.cli.common import ILLEGAL, RULED, Json, answer


def audit(json: Json = False) -> None:
    """Checks book, law, code and cases against each other, and counts what is covered."""
    report = answer(json, referee.audit, render.audit.print_audit)
    raise typer.Exit(ILLEGAL if report.faults else RULED)
