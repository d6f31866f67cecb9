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
        bool, typer.Option("--strict", help="Also fail a case that leaves a headline unasserted.")
    ] = False,
) -> None:
    """Judges every case and compares the ruling with what the case expects."""
    from referee.scenario import DEVIATES, FAILED, PASSED, Result, case_files, check_case, once_each, read_cases  # noqa: PLC0415

    results: list[Result] = []
    with reported(json):
        files = [(path, read_cases(path)) for path in case_files(paths)]
        once_each(files)
        todo = [(path, file, case) for path, file in files for case in file.case]
        if json:
            results = [check_case(path, file, case, strict) for path, file, case in todo]
        else:
            from referee.render.progress import tracked  # noqa: PLC0415

            results = [check_case(path, file, case, strict) for path, file, case in tracked(todo, "judging")]
    counts = {status: sum(r.status == status for r in results) for status in (PASSED, FAILED, DEVIATES)}
    with printing():
        if json:
            print_json({**counts, "cases": [result.to_dict() for result in results]})
        else:
            from referee.render.differences import print_check  # noqa: PLC0415

            print_check(results, counts)
    raise typer.Exit(ILLEGAL if counts[FAILED] else RULED)
