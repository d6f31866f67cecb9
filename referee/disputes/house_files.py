"""House rules in a file: those that somebody wrote by hand, and those of earlier referees, who kept them so.

    house/NAME.toml, beside the ledger
        format = 1
        table = "NAME"

        [[rule]]                        a reading of a disputable point: applied to every ruling of that table
        question = "DF-05"
        reading = "ffg2018"

        [[rule]]                        no reading stands for it: named where a ruling rests on all of its clauses
        clauses = ["consolidated 5.10.8.2.a"]
        says = "Cards owed are drawn one at a time."

        [[rule]]                        on nothing in particular
        says = "Who is invited answers within a minute."

A rule that a dispute decided says so too: `dispute = 3`, `decided = "2026-05-12"`. The file is only read: what is in it
is taken over into the ledger.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from pathlib import Path

from referee.book.files import read_toml
from referee.book.places import RULEBASE
from referee.disputes.records import Told
from referee.errors import RulebaseError

FORMAT = 1
FOLDER = "house"
_LONGEST = 60  # letters of a table's name in the name of its file
_PLAIN = re.compile(r"(?=.{1,60}$)[a-z0-9_-]+( [a-z0-9_-]+)*")
_DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789")))
_KEYS = {"question": str, "reading": str, "clauses": list, "dispute": int, "decided": str, "says": str}
_KINDS = {str: 'a text in "quotes"', int: "a number", list: "a list in [brackets]"}


@dataclass(frozen=True)
class Written:
    """A house rule as a file has it; `dispute` is the number of the one that decided it, if any did."""

    says: str = ""
    question: str | None = None
    reading: str | None = None
    clauses: tuple[str, ...] = ()
    dispute: int | None = None
    decided: str = ""


def file_of(database: Path, table: str) -> Path:
    """Where the house rules of a table are kept: beside the ledger, in a file called like the table.

    A name that is not of small letters and digits has a digest behind it: there are systems to which two names that
    differ in case are one, and others on which nothing may be called `con`, or end in a blank. Where an earlier referee
    kept them under another name, that is the file.
    """
    folder = database.parent / FOLDER
    there = _names_in(folder)
    for name in (f"{table}.toml", f"{_earlier_name(table)}.toml"):
        if name in there:
            return folder / name
    taken = f"{table}.toml" in {name.casefold() for name in there}  # by a table that differs from it in case
    if _PLAIN.fullmatch(table) and table not in _DEVICES and not taken:
        return folder / f"{table}.toml"
    letters = re.sub(r"[^a-z0-9]+", "-", table.casefold())[:_LONGEST].strip("-")
    digest = blake2b(table.encode(errors="replace"), digest_size=8).hexdigest()
    return folder / f"{letters}-{digest}.toml".lstrip("-")


def _names_in(folder: Path) -> set[str]:
    try:
        return {*os.listdir(folder)}
    except OSError:
        return set()


def _earlier_name(table: str) -> str:
    name = "".join(c if c.isalnum() or c in " -_" else f"%{ord(c):02x}" for c in table)
    if len(name) > _LONGEST:
        name = f"{name[:_LONGEST]}-{blake2b(table.encode(errors='replace'), digest_size=8).hexdigest()}"
    return name


def written(database: Path, table: str) -> tuple[Written, ...]:
    """The house rules in the file of a table, none without one. RulebaseError names file and line of what is wrong."""
    path = file_of(database, table)
    try:
        if not path.is_file():
            return ()
        data = read_toml(path)
    except OSError as error:
        raise RulebaseError(str(path), f"the house rules cannot be read: {error.strerror}") from None
    return _rules(path, table, data)


def tables(database: Path) -> list[str]:
    """The tables that have such files, as far as these can be read."""
    found = []
    for path in sorted((database.parent / FOLDER).glob("*.toml")):
        try:
            name = read_toml(path).get("table")
        except (RulebaseError, OSError):
            continue
        found += [name] if isinstance(name, str) else []
    return found


def _rules(path: Path, table: str, data: Told) -> tuple[Written, ...]:
    if data.get("format") != FORMAT:
        raise _fault(path, "format", f"house rules of format {data.get('format')!r} are not known; this is {FORMAT}")
    if data.get("table") != table:
        raise _fault(path, "table", f"these are the house rules of the table {data.get('table')!r}, not of {table!r}")
    entries = data.get("rule", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise _fault(path, "rule", "each house rule is headed [[rule]]")
    rules = tuple(_rule(path, number, entry) for number, entry in enumerate(entries))
    readings: dict[str, str | None] = {}
    for number, rule in enumerate(rules):
        if rule.question and readings.setdefault(rule.question, rule.reading) != rule.reading:
            said = f"{rule.question} is settled twice, and not alike: leave one of the two rules out"
            raise RulebaseError(f"{path}:{_line(path, number)}", said)
    return rules


def _rule(path: Path, number: int, entry: Told) -> Written:
    try:
        _check_keys(entry)
        if "reading" in entry:
            _check(entry.get("question", ""), entry["reading"])
        elif not entry.get("says"):
            raise ValueError("it has no reading, so it needs `says`, and the `clauses` that it is about, if any")
    except ValueError as error:
        raise RulebaseError(f"{path}:{_line(path, number)}", f"this house rule is not complete: {error}") from None
    return Written(**{**entry, "clauses": tuple(entry.get("clauses", ()))})


def _check_keys(entry: Told) -> None:
    """ValueError for a key that there is not, or a value that is not of its kind."""
    for key, value in entry.items():
        if key not in _KEYS:
            raise ValueError(f"{key!r} is no part of a house rule; there are {', '.join(_KEYS)}")
        if not isinstance(value, _KEYS[key]):
            raise ValueError(f"{key} is not {_KINDS[_KEYS[key]]}")
    if not all(isinstance(id, str) for id in entry.get("clauses", ())):
        raise ValueError("clauses are a list of their ids")


def _check(question: str, reading: str) -> None:
    """ValueError for a reading that there is not."""
    path = RULEBASE / "questions" / f"{question}.toml"
    if not re.fullmatch(r"[A-Z]{2}-\d{2,3}", question) or not path.is_file():
        raise ValueError(f"there is no question {question!r}; `referee question` shows one")
    readings = read_toml(path)["reading"]
    if reading not in readings:
        raise ValueError(f"{question} has the readings {', '.join(readings)}, and not {reading!r}")


def _fault(path: Path, key: str, fault: str) -> RulebaseError:
    line = _place(path, rf"^[^\S\n]*\[*[^\S\n]*{key}\b")
    return RulebaseError(f"{path}:{line}", fault)


def _line(path: Path, number: int) -> int:
    """The line on which a rule of a file begins, counted from 0."""
    return _place(path, r"^[^\S\n]*\[\[\s*rule\s*\]\]", number)


def _place(path: Path, pattern: str, number: int = 0) -> int:
    """The line on which so many of a pattern, counted from 0, stands in a file; 1 if there are fewer."""
    text = path.read_text(encoding="utf-8")
    found = next(islice(re.finditer(pattern, text, re.MULTILINE), number, None), None)
    return text.count("\n", 0, found.start()) + 1 if found else 1
