"""Answers that list something, as rows for other programs: CSV, TSV, or a line of JSON each."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.render.words import Told, shown

FORMS = ("csv", "tsv", "nl")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet takes for a formula
_LEFT_OUT = ("proof", "table")  # a tree and a board, which no row can hold
_TOPICS = "topics"
_OTHERS = ("texts", "effects")  # what `alien` and `card` list besides their own: Duel's texts, and effects
_SINGULAR = {"sets": "set", "types": "type", "row": "alien"}  # what the names are, of entries that are told by name


def cell_of(text: str, terminal: bool) -> str:
    """A text as the cell of a spreadsheet: what would be run as a formula has an apostrophe before it.

    Its lines end with a line feed alone, which every reader of CSV takes. On a terminal what does not print is shown by
    its code.
    """
    text = f"'{text}" if text.startswith(_FORMULA) else text
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return "\n".join(map(shown, text.split("\n"))) if terminal else text


def rows_in(told: Told, under: str) -> list[Told]:
    """The rows of an answer: what stands in it `under` a name. LookupError where it has none.

    Lists by name (aliens by set) and entries by name become rows too, that say the name first.
    """
    if _TOPICS in told:  # several answers of the same kind
        return [{"topic": one["topic"], **row} for one in told[_TOPICS] for row in rows_in(one, under)]
    for other in _OTHERS:
        if other in told:
            return list(told[other])
    listed = told[under]
    return list(_by_name(listed, _SINGULAR[under])) if isinstance(listed, Mapping) else list(listed)


def _by_name(listed: Mapping[str, Any], what: str) -> Iterator[Told]:
    for name, entries in listed.items():
        for entry in entries if isinstance(entries, Sequence) else (entries,):
            yield {what: name, **entry}


def as_lines(rows: Sequence[Told], ascii_only: bool = False) -> str:
    """Each row as JSON on a line of its own, with all that it has."""
    return "".join(f"{json.dumps(row, ensure_ascii=ascii_only, default=str)}\n" for row in rows)


def as_table(rows: Sequence[Told], form: str, terminal: bool) -> str:
    """The rows under their heads, as `csv` or `tsv`; nothing for no rows."""
    flat = [dict(_flat(row)) for row in rows]
    heads = list(dict.fromkeys(head for row in flat for head in row))
    if not heads:
        return ""
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t" if form == "tsv" else ",", lineterminator="\n")
    writer.writerow(heads)
    for row in flat:
        writer.writerow(
            [cell_of(value, terminal) if isinstance(value, str) else value for value in _in_order(row, heads)]
        )
    return out.getvalue()


def _in_order(row: Told, heads: Sequence[str]) -> Iterator[object]:
    return (row.get(head, "") for head in heads)


def _flat(row: Told, before: str = "") -> Iterator[tuple[str, object]]:
    """The cells of a row: what lies inside of an entry has a head of two names, `ruling.value`."""
    for key, value in row.items():
        if key in _LEFT_OUT:
            continue
        if isinstance(value, Mapping) and not before:
            yield from _flat(value, f"{key}.")
        else:
            yield f"{before}{key}", _cell(value)


def _cell(value: Any) -> object:
    """A value as one cell: a list of texts, or of what has an id, as one text; what else lies inside as JSON."""
    if value is None:
        return ""
    if isinstance(value, (str, int, float)):
        return value
    texts: list[Any] = [one.get("id") if isinstance(one, Mapping) else one for one in value]
    if isinstance(value, Sequence) and all(isinstance(text, str) for text in texts):
        return "; ".join(texts)
    return json.dumps(value, ensure_ascii=False, default=str)
