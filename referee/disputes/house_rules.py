"""House rules: decisions that a table plays by from now on, in a file beside the ledger that overlays the edition.

    house/NAME.toml
        format = 1
        table = "NAME"

        [[rule]]                        a reading of a disputable point: applied to every ruling of that table
        question = "DF-05"
        reading = "ffg2018"
        dispute = 3                     where it was decided, when, and in which words
        decided = "2026-05-12"
        says = "The fifth colony wins at once."

        [[rule]]                        no reading stands for it: named where a ruling rests on all of its clauses
        clauses = ["consolidated 5.10.8.2.a"]
        dispute = 4
        decided = "2026-05-12"
        says = "Cards owed are drawn one at a time."

A rule written by hand needs a question with its reading, or clauses with what it says.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from referee.book import whole
from referee.book.files import read_toml
from referee.book.loader import Rulebase, rulebase
from referee.book.places import RULEBASE
from referee.disputes.records import Told, as_json
from referee.errors import LedgerError, RulebaseError
from referee.ledger import disputes

FORMAT = 1
FOLDER = "house"
_LONGEST = 60  # letters of a table's name in the name of its file
_PLAIN = re.compile(r"(?=.{1,60}$)[a-z0-9_-]+( [a-z0-9_-]+)*")
_DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789")))
_HEAD = """\
# House rules of a table: decisions of its disputes that it plays by (`referee dispute promote`).
# A rule with a reading is applied; one without is named where a ruling rests on its clauses.
"""
_KEYS = {"question": str, "reading": str, "clauses": list, "dispute": int, "decided": str, "says": str}
_KINDS = {str: 'a text in "quotes"', int: "a number", list: "a list in [brackets]"}


class HouseRule(NamedTuple):
    """One house rule: a reading of a question, or a sentence on clauses; and the dispute, date and words it comes from.

    A sentence can be on a question too, where no reading of it says the same.
    """

    says: str = ""
    question: str | None = None
    reading: str | None = None
    clauses: tuple[str, ...] = ()
    dispute: int | None = None
    decided: str = ""

    def to_dict(self) -> Told:
        """As JSON."""
        return dict(as_json(self))


class House(NamedTuple):
    """The house rules of a table, in the order in which they were made."""

    table: str
    rules: tuple[HouseRule, ...]

    @property
    def readings(self) -> dict[str, str]:
        """The readings that the table has chosen, by question."""
        return {rule.question: rule.reading for rule in self.rules if rule.question and rule.reading}


# -- reading -----------------------------------------------------------------------------------------------------------


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


def read(database: Path, table: str) -> House | None:
    """The house rules of a table, None if it has none. RulebaseError names file and line of what is wrong with them."""
    path = file_of(database, table)
    try:
        if not path.is_file():
            return None
        data = read_toml(path)
    except OSError as error:
        raise RulebaseError(str(path), f"the house rules cannot be read: {error.strerror}") from None
    return House(table, _rules(path, table, data))


def wanted(database: Path, table: str) -> House:
    """As `read`, of a table that is asked for by name; LedgerError if it has no house rules."""
    house = read(database, table)
    if house is None:
        others = _tables(database)
        there = f"; there are some of {', '.join(others)}" if others else ""
        how = "`referee dispute promote ID --table NAME` makes a decision one"
        raise LedgerError(f"there are no house rules of a table called {table!r}{there}; {how}")
    return house


def _tables(database: Path) -> list[str]:
    """The tables that have house rules, as far as their files can be read."""
    found = []
    for path in sorted((database.parent / FOLDER).glob("*.toml")):
        try:
            name = read_toml(path).get("table")
        except (RulebaseError, OSError):
            continue
        found += [name] if isinstance(name, str) else []
    return found


def _rules(path: Path, table: str, data: Told) -> tuple[HouseRule, ...]:
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


def _rule(path: Path, number: int, entry: Told) -> HouseRule:
    try:
        _check_keys(entry)
        if "reading" in entry:
            _check(entry.get("question", ""), entry["reading"])
        elif not (entry.get("says") and (entry.get("clauses") or entry.get("question"))):
            raise ValueError("it has no reading, so it needs `says` and the `clauses` that it is about")
    except ValueError as error:
        raise RulebaseError(f"{path}:{_line(path, number)}", f"this house rule is not complete: {error}") from None
    return HouseRule(**{**entry, "clauses": tuple(entry.get("clauses", ()))})


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


# -- ruling by them ----------------------------------------------------------------------------------------------------


def books(house: House | None, edition: str, readings: Mapping[str, str] | None = None) -> Rulebase:
    """The rulebase of an edition as a table plays by it; another reading that is asked for goes before the house's.

    A reading of the house that cannot be applied in this edition is left out; `named` says so.
    """
    asked = readings or {}
    own = {} if house is None else {q: r for q, r in house.readings.items() if asked.get(q, r) == r}
    try:
        return _overlaid(edition, own, asked)
    except RulebaseError:
        if not own:
            raise
        _overlaid(edition, {}, asked)  # raises where it is not for the house's sake
        return _overlaid(edition, {q: r for q, r in own.items() if _applies(edition, q, r)}, asked)


def _overlaid(edition: str, own: dict[str, str], readings: Mapping[str, str]) -> Rulebase:
    return rulebase(edition, {**own, **readings}, house={question: f"house {question}" for question in own})


def _applies(edition: str, question: str, reading: str) -> bool:
    try:
        rulebase(edition, {question: reading})
    except RulebaseError:
        return False
    return True


def named(house: House | None, told: Told, path: Path) -> list[Told]:
    """The house rules that a ruling rests on, and those on its clauses that the referee cannot apply.

    `applied` says which, `why` the reason why not, `outdated` whether the decision behind a rule is another one by now.
    Of the ruling's readings only those are left that it rests on, or that were asked for besides the house's.
    """
    if house is None:
        return []
    cited = {cite["id"] for cite in told["citations"]}
    found = []
    for rule in house.rules:
        if not _concerns(rule, told, cited):
            continue
        why = "" if rule.reading else "no reading stands for it, so the table applies it"
        if rule.reading and f"house {rule.question}" not in cited:
            why = f"this ruling takes {rule.question} otherwise, as was asked for or as this edition has it"
        found.append({**rule.to_dict(), "applied": not why, "why": why})
    old = outdated(path, house.table) if found else set()
    return [{**rule, "outdated": rule["dispute"] in old} for rule in found]


def _concerns(rule: HouseRule, told: Told, cited: set[str]) -> bool:
    """True if a ruling rests on a house rule, or is on its clauses; a reading that it does not touch is taken out."""
    if not (rule.question and rule.reading):
        return {*rule.clauses} <= cited if rule.clauses else rule.question in told["questions"]
    if f"house {rule.question}" in cited:
        return True
    if told.get("readings", {}).get(rule.question) == rule.reading:
        del told["readings"][rule.question]
    return rule.question in told["questions"]


# -- making them -------------------------------------------------------------------------------------------------------


def promote(path: Path, dispute: int, table: str) -> HouseRule:
    """Makes the decision of a dispute a house rule of a table, in the ledger and in the table's file.

    Its reading is applied from then on; a decision without one is only named, with the clauses that it is about.
    Raises LedgerError where nothing is decided, where an appeal is open, and where the table has a rule of equal rank
    that says otherwise.
    """
    told = disputes.show(path, dispute)
    if told["decision"] is None:
        raise LedgerError(f"dispute {dispute} is not decided yet: `referee dispute rule {dispute}` decides it")
    if told["state"] == disputes.APPEALED:
        raise LedgerError(f"an appeal against dispute {dispute} is open: `referee dispute rule {dispute}` decides it")
    rule = _made_of(told)
    house = read(path, table)
    if house is not None and rule in house.rules:
        return rule

    def keep() -> None:
        now = read(path, table)  # another terminal may have made one meanwhile
        _write(file_of(path, table), House(table, _joined(path, table, now.rules if now else (), rule)))

    disputes.promote(path, dispute, table, rule.question, rule.reading, rule.says, keep)
    return rule


def _made_of(told: Told) -> HouseRule:
    """The house rule that a decided dispute makes."""
    from referee.disputes.precedents import settled  # it judges

    decision = next(one for one in told["decisions"] if one["id"] == told["decision"])
    question, reading, clauses = settled(told)
    if question and reading and not _applies(told["edition"], question, reading):
        reading = None
    date = decision["at"][:10]
    if reading:
        return HouseRule(decision["says"], question, reading, (), told["id"], date)
    return HouseRule(decision["says"], question, None, clauses, told["id"], date)


def _joined(path: Path, table: str, rules: tuple[HouseRule, ...], rule: HouseRule) -> tuple[HouseRule, ...]:
    """The rules of a table with another one, which takes the place of those whose decisions were superseded by it."""
    old = outdated(path, table)
    left = []
    for other in rules:
        if other.dispute is not None and other.dispute == rule.dispute:
            continue  # the earlier decision of the same dispute
        if _contradicts(path, other, rule):
            if other.dispute not in old:
                raise LedgerError(_refusal(table, other, rule))
        elif not rule.reading or (other.question, other.reading) != (rule.question, rule.reading):
            left.append(other)
    return (*left, rule)


def outdated(path: Path, table: str) -> set[int]:
    """The disputes from which a table has house rules, and whose decision is another one by now."""
    rows = disputes.house_rules(path, table)
    return {row["dispute"] for row in rows if row["superseded"]} - {
        row["dispute"] for row in rows if not row["superseded"]
    }


def _contradicts(path: Path, other: HouseRule, rule: HouseRule) -> bool:
    """True if two rules cannot both hold: a question by two readings, or other words on the same clauses and facts."""
    if rule.question and other.question == rule.question:
        return other.reading != rule.reading or (rule.reading is None and other.says != rule.says)
    if rule.reading or other.reading or {*other.clauses} != {*rule.clauses} or other.says == rule.says:
        return False
    from referee.disputes.precedents import on_same_facts

    return other.dispute is None or rule.dispute is None or on_same_facts(path, other.dispute, rule.dispute)


def _refusal(table: str, other: HouseRule, rule: HouseRule) -> str:
    about = rule.question or ", ".join(rule.clauses)
    said = f"by {other.reading}" if other.reading else f"“{' '.join(other.says.split())[:160]}”"
    here = f"the table {table!r} has a house rule on {about} already: {said}"
    if other.dispute is None:
        return f"{here}, written by hand; two rules of equal rank cannot both hold, so take it out of the file first"
    by_reading = f" --house --reading {rule.reading}" if rule.reading else " --house"
    return (
        f"{here} (dispute {other.dispute}, {other.decided}); two rules of equal rank cannot both hold. Have that one "
        f"decided anew first: referee dispute appeal {other.dispute} --by NAME --reason TEXT, then "
        f"referee dispute rule {other.dispute}{by_reading}, and promote the decision that is to hold"
    )


def _write(path: Path, house: House) -> None:
    """Writes a file of house rules whole, or leaves it as it was. LedgerError where it cannot be written."""
    rows = [f"{_HEAD}format = {FORMAT}\ntable = {_toml(house.table)}\n"]
    for rule in house.rules:
        told = {key: value for key, value in rule.to_dict().items() if value not in (None, "", [])}
        rows.append("\n".join(["[[rule]]", *(f"{key} = {_toml(told[key])}" for key in _KEYS if key in told), ""]))
    try:
        whole.private_folder(path.parent)
        whole.replace(path, "\n".join(rows).encode(errors="replace"))
    except OSError as error:
        raise LedgerError(f"the house rules could not be written to {path}: {error.strerror}") from None


def _toml(value: Any) -> str:
    """A text, a number or a list of texts in TOML, whose strings are those of JSON but for one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
