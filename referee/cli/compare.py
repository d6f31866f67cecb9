"""`referee compare`: a topic, an encounter, a question of timing, a command or a disputable point in every edition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import Db, Json, Name, answer
from referee.cli.lazy_groups import completes

if TYPE_CHECKING:
    from referee.public.comparing import Compared


def compare(
    asked: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT...",
            help='A topic ("hand size", timing-order, deal), an encounter ("red 3 : 8 vs blue 4 : 10"), a disputable '
            "point (DF-05), or the words of timing, may or do: timing red:Mind blue:Plague --offense red, "
            'may "launch red 5 at blue.1 ; offense red", do "regroup red.1".',
            autocompletion=completes("topics"),
        ),
    ],
    offense: Annotated[str, typer.Option("--offense", help="With timing: whose turn it is.")] = "",
    defense: Annotated[str, typer.Option("--defense", help="With timing: the defense; ? where nobody knows it.")] = "",
    seats: Annotated[str, typer.Option("--seats", help="With timing: everybody, clockwise.")] = "",
    phase: Annotated[str, typer.Option("--phase", help="With timing: the phase of all of it.")] = "",
    json: Json = False,
    name: Name = None,
    db: Db = None,
) -> None:
    """Shows what each edition has for it: grouped by result, with the clauses where they part.

    Of an encounter, `timing`, `may` and `do` (at the table in use, or --table NAME; nothing is done there) each edition
    rules by itself: first stands what the consolidated rules say (of `do`, the table's own edition), then every other
    result with what differs, the first step at which its proof parts, its clauses, and the first one's for the same
    thing. --json gives `groups` of `editions` with a `ruling` (its `parts_at` is that step), `by` (the clauses of each
    edition), `differs` (field by field), and `differs_by`.
    """
    answer(json, lambda: referee.compare(" ".join(asked), offense, defense, seats, phase, name, db), _show)


def _show(found: Compared) -> None:
    render.compared.print_compared(found.to_dict(), found.kind)
