"""`referee audit`: do book, law, code and cases agree?"""

from __future__ import annotations

import typer

from referee.cli.common import ILLEGAL, RULED, Json, print_json, printing, reported


def audit(json: Json = False) -> None:
    """Checks book, law, code and cases against each other, and counts what is covered."""
    from referee.conformance.audit import audit as run

    with reported(json):
        report = run()
    with printing():
        if json:
            print_json(report.to_dict())
        else:
            from referee.render.audit import print_audit

            print_audit(report)
    raise typer.Exit(ILLEGAL if report.faults else RULED)
