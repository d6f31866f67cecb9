"""House rules: decisions that a table plays by from now on, kept in the ledger with the table.

A rule with a reading of a disputable point overlays the edition in every ruling of that table. One in words is named
where a ruling rests on its clauses, or wherever the table is ruled if it is on none. What somebody wrote into a file
(`house_files`), or an earlier referee kept there, is taken over into the ledger when it is first read.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import NamedTuple

from referee.book.loader import Rulebase
from referee.book.sentences import quoted
from referee.disputes import house_files
from referee.disputes.house_files import Written
from referee.disputes.records import Told
from referee.duel.games import books_by
from referee.errors import LedgerError, RulebaseError
from referee.ledger import disputes
from referee.ledger import house as ledger
from referee.ledger.house import KeptRule, NewRule
from referee.ledger.labels import is_laid


@dataclass(frozen=True)
class HouseRule(Written):
    """One house rule: a reading of a question, or a sentence, on clauses or in general; and where it comes from.

    A sentence can be on a question too, where no reading of it says the same. `dispute` is None where it was written by
    hand; `outdated` is True if the dispute is decided otherwise by now, `id` the rule's number in the ledger.
    """

    outdated: bool = False
    id: int | None = None

    @property
    def about(self) -> str:
        """The question or the clauses that it is on; empty for one that is on none."""
        return self.question or ", ".join(self.clauses)

    def same_as(self, other: HouseRule | KeptRule | Written) -> bool:
        """True if two rules say the same of the same."""
        mine = self.question, self.reading, self.clauses, self.says
        return mine == (other.question, other.reading, other.clauses, other.says)

    def to_dict(self) -> Told:
        """As JSON."""
        return {one.name: getattr(self, one.name) for one in fields(self)} | {"clauses": [*self.clauses]}


class House(NamedTuple):
    """The house rules of a table that hold: those that came with another ledger first, else in the order of making."""

    table: str
    rules: tuple[HouseRule, ...]

    @property
    def readings(self) -> dict[str, str]:
        """The readings that the table has chosen, by question."""
        return {rule.question: rule.reading for rule in self.rules if rule.question and rule.reading}


# -- reading -----------------------------------------------------------------------------------------------------------


def read(database: Path, table: str) -> House | None:
    """The house rules of a table, None if it has none. RulebaseError names file and line of what is wrong with a file.

    What is new in the table's file is taken over into the ledger; where that cannot be written it holds all the same.
    """
    kept = ledger.rules(database, table)
    new = _to_take_over(database, table, kept)
    if new and database.exists():
        try:
            ledger.add(database, table, new, _takes_the_place_of_none, only_new=True)
        except LedgerError:
            return _house(table, [*map(_of_kept, _in_force(kept)), *map(_of_new, new)])
        return _house(table, map(_of_kept, _in_force(ledger.rules(database, table))))
    return _house(table, [*map(_of_kept, _in_force(kept)), *map(_of_new, new)])


def _house(table: str, rules: Iterable[HouseRule]) -> House | None:
    found = tuple(rules)
    return House(table, found) if found else None


def _in_force(kept: Iterable[KeptRule]) -> list[KeptRule]:
    return sorted((rule for rule in kept if not rule.withdrawn), key=lambda rule: (rule.own, rule.id))


def _of_kept(kept: KeptRule) -> HouseRule:
    return HouseRule(
        kept.says, kept.question, kept.reading, kept.clauses, kept.dispute, kept.decided, kept.superseded, kept.id
    )


def _of_new(new: NewRule) -> HouseRule:
    return HouseRule(new.says, new.question, new.reading, new.clauses, None, new.decided)


def _takes_the_place_of_none(hold: list[KeptRule], rule: NewRule) -> list[int]:
    return []


def _to_take_over(database: Path, table: str, kept: list[KeptRule]) -> list[NewRule]:
    """The rules of a table's file that the ledger does not know, not even as withdrawn.

    One of a dispute is that of this ledger only if it was promoted here: a folder may have several ledgers, with tables
    that are called alike.
    """
    there = house_files.written(database, table)
    if not there:
        return []
    promoted = ledger.promoted(database, table)
    found = []
    for rule in there:
        same = [row[0] for row in promoted if row[2:] == (rule.says, rule.question, rule.reading)]
        like = [row[0] for row in promoted if row[1] == rule.dispute]
        decision = next(iter([*same, *like]), None)
        if rule.dispute is not None and decision is None:
            continue
        new = NewRule(rule.question, rule.reading, rule.clauses, rule.says, rule.decided, decision)
        if not any(_of_new(new).same_as(known) for known in kept):
            found.append(new)
    return found


def wanted(database: Path, table: str) -> House:
    """As `read`, of a table that is asked for by name; LedgerError if it has no house rules."""
    house = read(database, table)
    if house is None:
        others = sorted({*ledger.tables(database), *house_files.tables(database)})
        there = f"; there are some of {', '.join(others)}" if others else ""
        how = "`referee dispute promote ID --table NAME` makes a decision one"
        raise LedgerError(f"there are no house rules of a table called {table!r}{there}; {how}")
    return house


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
    return books_by(edition, {**own, **readings}, {question: f"house {question}" for question in own})


def _applies(edition: str, question: str, reading: str) -> bool:
    try:
        books_by(edition, {question: reading})
    except RulebaseError:
        return False
    return True


def named(house: House | None, told: Told) -> list[Told]:
    """The house rules that a ruling rests on, and those on its clauses, or on none, that the referee cannot apply.

    `applied` says which, `why` the reason why not, `outdated` whether the decision behind a rule is another one by now.
    Of the ruling's readings only those are left that it rests on, or that were asked for besides the house's.
    """
    if house is None:
        return []
    cited = {cite["id"] for cite in told["citations"]}
    found = []
    for rule in house.rules:
        if _concerns(rule, told, cited):
            why = _why_not_applied(rule, cited, house.readings)
            found.append({**rule.to_dict(), "applied": bool(rule.reading) and not why, "why": why})
    return found


def _why_not_applied(rule: HouseRule, cited: Container[str], taken: Mapping[str, str]) -> str:
    """Why a house rule does not rule here: another reading was taken, or none stands for it; empty if it does."""
    if not rule.reading:
        return "no reading stands for it, so the table applies it" if rule.about else ""
    if f"house {rule.question}" not in cited:
        return f"this ruling takes {rule.question} otherwise, as was asked for or as this edition has it"
    reading = taken[str(rule.question)]
    return "" if reading == rule.reading else f"another house rule of this table takes {rule.question} by {reading}"


def _concerns(rule: HouseRule, told: Told, cited: set[str]) -> bool:
    """True if a ruling rests on a house rule, or is on its clauses; a reading that it does not touch is taken out."""
    if not (rule.question and rule.reading):
        return rule.question in told["questions"] if rule.question else {*rule.clauses} <= cited
    if f"house {rule.question}" in cited:
        return True
    if told.get("readings", {}).get(rule.question) == rule.reading:
        del told["readings"][rule.question]
    return rule.question in told["questions"]


# -- making them -------------------------------------------------------------------------------------------------------


def promote(path: Path, dispute: int, table: str, on: str = "", general: bool = False) -> HouseRule:
    """Makes the decision of a dispute a house rule of a table, in the ledger.

    Its reading is applied from then on; a decision without one is only named: on the clause `on`, with `general` on
    none, else on those that it is about. Raises LedgerError where nothing is decided, where an appeal is open, where
    there is no such table, and where the table has a rule of equal rank that says otherwise; RulebaseError for a clause
    that there is not.
    """
    told = disputes.show(path, dispute)
    if told["decision"] is None:
        raise LedgerError(f"dispute {dispute} is not decided yet: `referee dispute rule {dispute}` decides it")
    if told["state"] == disputes.APPEALED:
        raise LedgerError(f"an appeal against dispute {dispute} is open: `referee dispute rule {dispute}` decides it")
    house = read(path, table)
    if house is None and not is_laid(path, table):
        raise LedgerError(f"there is no table {table!r}; `referee table list` shows them, and `referee table` lays one")
    rule = _made_of(told, on, general)
    known = _kept(house, rule)
    if known is not None:
        return known
    new = NewRule(rule.question, rule.reading, rule.clauses, rule.says, rule.decided, told["decision"])
    ledger.add(path, table, [new], lambda hold, _: _replaced(table, hold, rule))
    return _kept(read(path, table), rule) or rule


def _kept(house: House | None, rule: HouseRule) -> HouseRule | None:
    """The same rule of the same dispute as it is kept, if it is."""
    rules = house.rules if house else ()
    return next((kept for kept in rules if kept.same_as(rule) and kept.dispute == rule.dispute), None)


def _made_of(told: Told, on: str, general: bool) -> HouseRule:
    """The house rule that a decided dispute makes."""
    from referee.disputes.points import in_force, settled  # it judges

    decision = in_force(told)
    if on and general:
        raise LedgerError("a house rule is on a clause (--on) or on none (--general), not both")
    question, reading, clauses = settled(told)
    if question and reading and not _applies(told["edition"], question, reading):
        reading = None
    if reading and (on or general):
        taken = f"dispute {told['id']} takes {question} by {reading}"
        raise LedgerError(f"{taken}: its house rule is on that and on nothing else")
    if on or general:
        question, clauses = None, (_clause(on, told["edition"]),) if on else ()
    of = told["id"], decision["at"][:10]
    return HouseRule(decision["says"], question, reading, () if question and reading else clauses, *of)


def _clause(on: str, edition: str) -> str:
    """The clause, sheet or card that is named, by its id; RulebaseError where there is none."""
    from referee.disputes.citations import shelf

    known = books_by(edition)
    kind, _, name = on.strip().partition(" ")
    alien = known.alien(name) if kind == "alien" else None
    if alien is not None:
        return f"alien {alien.name}"
    return shelf(known).find(on, known.book).full_id


def _replaced(table: str, hold: list[KeptRule], rule: HouseRule) -> list[int]:
    """The rules that give place to another one: those of the same dispute, and those whose decision holds no more.

    LedgerError for one that contradicts it and still holds.
    """
    found = []
    for other in hold:
        if other.dispute is not None and other.dispute == rule.dispute:
            found.append(other.id)  # the earlier decision of the same dispute
        elif _contradicts(other, rule):
            if not other.superseded:
                raise LedgerError(_refusal(table, _of_kept(other), rule))
            found.append(other.id)
        elif rule.reading and (other.question, other.reading) == (rule.question, rule.reading):
            found.append(other.id)
    return found


def _contradicts(other: KeptRule, rule: HouseRule) -> bool:
    """True if two rules cannot both hold: a question by two readings, or other words on one clause."""
    if rule.question and other.question == rule.question:
        return other.reading != rule.reading or (rule.reading is None and other.says != rule.says)
    if rule.reading or other.reading or not rule.clauses:
        return False
    return {*other.clauses} == {*rule.clauses} and other.says != rule.says


def _refusal(table: str, other: HouseRule, rule: HouseRule) -> str:
    said = f"by {other.reading}" if other.reading else quoted(other.says)
    here = f"the table {table!r} has a house rule on {rule.about} already: {said}"
    if other.dispute is None:
        ended = f"referee dispute withdraw --on {rule.about.partition(', ')[0]!r} --table {table!r}"
        return f"{here}, written by hand; two rules of equal rank cannot both hold. Withdraw that one first: {ended}"
    by_reading = f" --house --reading {rule.reading}" if rule.reading else " --house"
    return (
        f"{here} (dispute {other.dispute}, {other.decided}); two rules of equal rank cannot both hold. "
        f"Withdraw that one first: referee dispute withdraw {other.dispute} --table {table!r}; "
        f"or have it decided anew: referee dispute appeal {other.dispute} --by NAME --reason TEXT, then "
        f"referee dispute rule {other.dispute}{by_reading}, and promote the decision that is to hold"
    )


def withdraw(
    path: Path, table: str, dispute: int | None = None, on: str = "", by: str = "", reason: str = ""
) -> HouseRule:
    """Withdraws the house rule of a table that a dispute made, or that is on a question or a clause; returns the rule.

    It stays in the history of its dispute. LedgerError where there is none, or more than one.
    """
    rules = wanted(path, table).rules
    found = [rule for rule in rules if (dispute is None or rule.dispute == dispute) and (not on or _is_on(rule, on))]
    if len(found) != 1 or found[0].id is None:
        shown = "; ".join(_in_a_line(rule) for rule in rules)
        which = "no such house rule" if not found else "more than one of these house rules"
        said = f"the table {table!r} has {which}: say the number of its dispute, or --on what it is"
        raise LedgerError(f"{said}. It has {shown}")
    ledger.withdraw(path, table, found[0].id, by, reason)
    return found[0]


def _is_on(rule: HouseRule, on: str) -> bool:
    """True if a rule is on a question or a clause, however that is written."""
    what = on.strip().casefold()
    abouts = [about.casefold() for about in (rule.question or "", *rule.clauses) if about]
    return any(what in (about, about.partition(" ")[2]) for about in abouts)


def _in_a_line(rule: HouseRule) -> str:
    where = f"dispute {rule.dispute}" if rule.dispute is not None else "written by hand"
    said = f"by {rule.reading}" if rule.reading else quoted(rule.says, 60)
    return f"{rule.about or 'in general'} {said} ({where})"
