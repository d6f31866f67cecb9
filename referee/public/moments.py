"""A moment of a kept table that somebody argues about, however long it is over: its encounter, or the act itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from referee.book.loader import Rulebase
from referee.disputes.accounts import line_at
from referee.disputes.decided_before import books_at, house_at
from referee.disputes.moments import Broken, Deed, Moment
from referee.disputes.of_act import ruled
from referee.disputes.opened import Asked, Start
from referee.duel.games import books_by
from referee.errors import LedgerError
from referee.judge.ways.amend import Past
from referee.ledger.labels import kept_under
from referee.public.amending import Passed, Record


def start_at(path: Path, name: str | None, asked: Asked, edition: str | None, readings: Mapping[str, str]) -> Start:
    """A start from a moment of a table: a step of its history, an encounter of its game, or else the last act.

    In place of the last act it is what was done in that encounter although a rule forbade it, if anything was.

    From the encounter as it stood then, once both cards are chosen; before that, and at a step after they have decided,
    from the act itself, or from what `may` asks about at that step. LedgerError for no such moment.
    """
    record = _record(path, name)
    table = kept_under(path, record.name)
    chosen = edition or record.laid.edition
    if asked.may is not None:
        return Start("", chosen, readings, table, *_asked_about(record, asked.may, asked.step))
    passed, line = _about(record, asked)
    moment = _moment(record, passed)
    if line and asked.encounter is not None:
        broken = _broken(record, asked.encounter, books_at(house_at(path, name), chosen))
        moment = moment._replace(command="", broken=tuple(broken))
    if line:
        return Start(line, chosen, readings, table, moment=moment)
    deed = Deed(passed.past.command, passed.before or None, passed.past.anyway)
    return Start("", chosen, readings, table, deed, moment)


def _asked_about(record: Record, may: str, step: int | None) -> tuple[Deed, Moment | None]:
    """What is asked about at a step of a table, with its moment; without a step at the table as it lies."""
    if step is None:
        return Deed(may, record.states[-1] or None, asked=True), None
    passed = _step(record, step)
    return Deed(may, passed.before or None, asked=True), _moment(record, passed)


def broken_at(path: Path, name: str | None) -> Moment | None:
    """The encounter that a table is at, where something was done in it although a rule forbade it; else None."""
    record = Record(path, name, None)
    if not any(past.anyway for past in record.pasts):
        return None
    (*_, passed) = record.passed()
    broken = _broken(record, passed.encounter, books_at(house_at(path, name), record.laid.edition))
    moment = _moment(record, passed)._replace(command="", broken=tuple(broken))
    return moment if moment.broken else None


def _record(path: Path, name: str | None) -> Record:
    """The table with all that was said there, told again by its house rules where it was amended."""
    record = Record(path, name, None)
    if record.is_plain:
        return record
    house = house_at(path, name)
    return record if house is None else Record(path, name, books_at(house, record.laid.edition))


def _about(record: Record, asked: Asked) -> tuple[Passed, str]:
    """The command that a dispute is about, and the line of its encounter; none (an empty text) before there is one."""
    if asked.encounter is None:
        passed = _step(record, asked.step)
        line = "" if asked.step is not None and _is_ruled(record, passed) else _line(record, passed)
        return (passed if line or asked.step is not None else _forced(record, passed)), line
    there = record.passed_in(asked.encounter)
    lines = ((passed, _line(record, passed)) for passed in reversed(there))
    return next(((passed, line) for passed, line in lines if line), (there[-1], ""))


def _step(record: Record, number: int | None) -> Passed:
    """A command by its number in the history, 0 for the one that laid the table; without a number the last one."""
    laid = Passed(Past(0, record.entries[0]["command"]), {}, record.states[0], 1, False)
    every = [laid, *record.passed()]
    found = [passed for passed in every if number is None or passed.past.number == number]
    if not found:
        last = every[-1].past.number
        raise LedgerError(
            f"there is no command {number} in force at this table; they are 0 to {last} (`referee history`)"
        )
    return found[-1]


def _forced(record: Record, last: Passed) -> Passed:
    """What was done last in the encounter of a command although a rule forbade it; without that the command itself."""
    there = record.passed_in(last.encounter) if last.past.number else []
    return next((passed for passed in reversed(there) if passed.past.anyway), last)


def _is_ruled(record: Record, passed: Passed) -> bool:
    """True if the cards had decided the encounter already when the command came."""
    return bool(passed.before) and record.acts.decided(record.played.from_data(passed.before))


def _line(record: Record, passed: Passed) -> str:
    """The encounter of a command as a line, once both its cards are chosen."""
    table = record.played.from_data(passed.before if passed.ends else passed.after)
    return line_at(table) if record.acts.cards_chosen(table) else ""


def _moment(record: Record, passed: Passed) -> Moment:
    """The moment of a command, as it is told and kept."""
    past, table = passed.past, record.played.from_data(passed.before or passed.after)
    there = _numbers(record, passed.encounter) or [past.number]
    return Moment(
        record.name,
        past.number,
        past.command,
        passed.encounter,
        there[0],
        there[-1],
        record.acts.first(table),
        str(table.phase),
        past.anyway,
        record.entries[-1]["number"] - past.number,
    )


def _broken(record: Record, encounter: int, house: Rulebase | None) -> Iterator[Broken]:
    """What was done in an encounter although a rule forbade it; `house` is the rulebase where the table has its own."""
    books = house or books_by(record.laid.edition)
    for passed in record.passed_in(encounter):
        ruling = ruled(Deed(passed.past.command, passed.before), books) if passed.past.anyway else None
        for illegal in ruling.illegal[:1] if ruling is not None else ():
            cites = tuple(cite.id for cite in illegal.finding.rule.cites)
            yield Broken(passed.past.number, passed.past.command, illegal.finding.says, cites)


def _numbers(record: Record, encounter: int) -> Sequence[int]:
    """The numbers of the commands of an encounter."""
    return [passed.past.number for passed in record.passed() if passed.encounter == encounter]


__all__ = ["broken_at", "start_at"]
