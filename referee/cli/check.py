"""`referee check`: judges case files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.common import ILLEGAL, RULED, Json, print_json, printing, reported


def check(
    paths: Annotated[list[Path], typer.Argument(help="Case files, or folders of them.")],
    json: Json = False,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Also fail a case that leaves a headline unasserted, or a question unlisted."),
    ] = False,
) -> None:
    """Judges every case and compares the ruling with what the case expects."""
    from referee.conformance.scenario import (
        DEVIATES,
        FAILED,
        PASSED,
        Case,
        CaseFile,
        Result,
        case_files,
        check_case,
        once_each,
        read_cases,
    )

    def judged(path: Path, file: CaseFile, case: Case) -> Result:
        try:
            return check_case(path, file, case, strict)
        except Exception as error:  # a fault of the program: it is said on which case
            error.add_note(f"case {case.id} of {path}")
            raise

    results: list[Result] = []
    with reported(json):
        files = [(path, read_cases(path)) for path in case_files(paths)]
        once_each(files)
        todo = [(path, file, case) for path, file in files for case in file.case]
        if json:
            results = [judged(*one) for one in todo]
        else:
            from referee.render.progress import tracked

            results = [judged(*one) for one in tracked(todo, "judging")]
    counts = {status: sum(r.status == status for r in results) for status in (PASSED, FAILED, DEVIATES)}
    with printing():
        if json:
            print_json({**counts, "cases": [result.to_dict() for result in results]})
        else:
            from referee.render.differences import print_check

            print_check(results, counts)
    raise typer.Exit(ILLEGAL if counts[FAILED] else RULED)
