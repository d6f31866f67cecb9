"""`referee schema`: how an answer in JSON or a file that is written is made up, as JSON Schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import Json, answer, print_json
from referee.cli.lazy_groups import completes

if TYPE_CHECKING:
    from referee.schemas.registry import SchemaList


def schema(
    name: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]",
            help="Such as ruling, or a command (encounter, dispute open), or a file: case-file, alien, settings.",
            autocompletion=completes("schemas"),
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Prints the JSON Schema of what a command prints with --json, or of a file; without a name, lists them.

    For an editor: `referee schema case-file > case-file.json`, and in the file the line `#:schema case-file.json`.
    """
    asked = " ".join(name or ())
    if asked:
        answer(json, lambda: referee.schema(asked), print_json)
    else:
        answer(json, referee.schema_list, _show)


def _show(listed: SchemaList) -> None:
    render.lists.print_named({str(row["name"]): str(row["says"]) for row in listed.schemas})
