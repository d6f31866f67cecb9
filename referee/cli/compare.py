"""`referee compare`: a topic, an encounter, a question of timing, a command or a disputable point in every edition."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli.common import Db, Json, answer, clean, database, print_json, printing, reported
from referee.cli.table import Name

_POINT = re.compile(r"[A-Za-z]{2}[- ]?\d{1,3}")  # the id of a disputable point


def compare(
    asked: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT...",
            help='A topic ("hand size", timing-order, deal), an encounter ("red 3 : 8 vs blue 4 : 10"), a disputable '
            "point (DF-05), or the words of timing, may or do: timing red:Mind blue:Plague --offense red, "
            'may "launch red 5 at blue.1 ; offense red", do "regroup red.1".',
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
    text = clean(" ".join(asked)).strip()
    first, _, rest = text.partition(" ")
    rest = rest.strip()
    said = {"offense": offense, "defense": defense, "seats": seats, "phase": phase}
    if " vs " in f" {text} ":  # before all else: somebody may be called May
        _line(text, json)
    elif first.lower() == "do" and rest:
        _command(rest, database(db), name, json)
    elif first.lower() == "may" and rest:
        _question(rest, json)
    elif first.lower() == "timing" and (offense or ":" in rest or "--offense" in rest):
        _timing(rest, {option: clean(value) for option, value in said.items() if value}, json)
    elif _POINT.fullmatch(text):
        _point(text, json)
    else:
        _topic(text, json)


def _line(line: str, json: bool) -> None:
    from referee.book.loader import rulebase
    from referee.book.parameters import Parameters
    from referee.conformance.editions.line import compare_line

    def show(told: Any) -> None:
        from referee.render.compared import print_line

        print_line(told)

    answer(json, lambda: compare_line(Parameters(rulebase()), line), show)


def _timing(contenders: str, options: dict[str, str], json: bool) -> None:
    """The options may stand in the words too, as `referee timing` is typed: `"timing red blue --offense red"`."""
    from referee.conformance.editions.timing import compare_timing
    from referee.state.contenders import read_words

    def show(told: Any) -> None:
        from referee.render.compared import print_timing

        print_timing(told)

    words = " ".join([contenders, *(f"--{option}={value}" for option, value in options.items())])
    answer(json, lambda: compare_timing(read_words(words)), show)


def _question(question: str, json: bool) -> None:
    from referee.conformance.editions.table import compare_question

    _ruled(lambda: compare_question(question), json)


def _command(command: str, path: Path, name: str | None, json: bool) -> None:
    from referee.cli import seat
    from referee.conformance.editions.table import compare_command

    _ruled(lambda: compare_command(seat.read(path, name)[1], command), json)


def _ruled(tell: Callable[[], dict[str, Any]], json: bool) -> None:
    def show(told: Any) -> None:
        from referee.render.compared import print_command

        print_command(told)

    answer(json, tell, show)


def _point(id: str, json: bool) -> None:
    from referee.conformance.editions.question import compare_reading

    def show(told: Any) -> None:
        from referee.render.compared import print_reading

        print_reading(told)

    answer(json, lambda: compare_reading(id), show)


def _topic(topic: str, json: bool) -> None:
    from referee.book.loader import rulebase
    from referee.book.parameters import Parameters
    from referee.errors import RulebaseError

    with reported(json):
        known = Parameters(rulebase())
        found = known.find(topic) or known.meant(topic)
        if not found:
            topics = ", ".join(dict.fromkeys(known.of(id, "consolidated").topic for id in known.ids()))
            raise RulebaseError(topic, f"no topic of that name; topics: {topics}")
    told = [_told(known, id) for id in found]
    with printing():
        if json:
            print_json(told[0] if len(told) == 1 else {"topics": told})
            return
        from referee.render.editions import print_comparison

        print_comparison(told)


def _told(known: Any, id: str) -> dict[str, Any]:
    groups = known.groups(id)
    return {
        "topic": id,
        "asks": groups[0][0].asks,
        "groups": [
            {
                "editions": [parameter.edition for parameter in group],
                "ruling": {
                    "value": group[0].value,
                    "says": "Not stated." if group[0].value == "not-stated" else group[0].says,
                    "cites": list(dict.fromkeys(cite for parameter in group for cite in parameter.cites)),
                },
            }
            for group in groups
        ],
        "differs_by": [] if len(groups) == 1 else [group[0].cites[0] for group in groups if group[0].cites],
    }
