"""A whole table for programs: commands in, verdicts out. What is kept, and where, is the caller's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from referee.book import bounds
from referee.book.loader import Names, Rulebase, rulebase
from referee.errors import ImpossibleError, MalformedError
from referee.judge.table.setting import lay_ruled
from referee.judge.table.verdict import Decided, Refusal, Verdict
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal, what_is_due
from referee.judge.ways.may.question import question
from referee.state.commands import Command, read_command, write_command
from referee.state.question import read_question
from referee.state.table import Table

DEFAULT_EDITION = "consolidated"


class Offer(NamedTuple):
    """Something that may be done now: by whom, the command that does it, and what it answers where that is due."""

    who: str
    command: str
    says: str = ""


def rule_table(text: str, edition: str = DEFAULT_EDITION, books: Rulebase | None = None) -> Verdict:
    """Rules a `table` command; `verdict.table` is the table that it lays (CONTRACT: table commands).

    Raises MalformedError for what is not understood, RulebaseError for an edition that is not judged.
    """
    known = books or rulebase(edition)
    command = read_command(text, Names(known))
    if command.verb != "table":
        raise MalformedError(text, 0, "a table first, such as: table red purple/Clone yellow blue")
    return lay_ruled(command, known)


def lay_table(text: str, edition: str = DEFAULT_EDITION, books: Rulebase | None = None) -> Table:
    """The table that a `table` command lays.

    Raises MalformedError for what is not understood, ImpossibleError for one that cannot be laid, RulebaseError for an
    edition that is not judged.
    """
    verdict = rule_table(text, edition, books)
    if not verdict.legal:
        faults = [f"{refusal.finding.says} ({_clauses(refusal)})" for refusal in verdict.illegal]
        raise ImpossibleError(text, faults)
    return verdict.table


def _clauses(refusal: Refusal) -> str:
    return ", ".join(cite.id for cite in refusal.finding.rule.cites)


def rule_command(table: Table, text: str, anyway: bool = False, books: Rulebase | None = None) -> Verdict:
    """Rules one command at a table; `verdict.table` is the state after it, the same table if it was refused.

    With `anyway` a table goes on after a mistake: the command is done as far as it can be, and what forbids it is
    named. Raises MalformedError for what is not understood.
    """
    known = books or rulebase(table.edition)
    command = read_command(text, Names(known), table.seats)
    if command.verb == "table":
        raise MalformedError(text, 0, "something that is done at this table", "It is laid; another has its own name.")
    return rule(table, command, known, anyway)


def offers(table: Table, books: Rulebase | None = None) -> Iterator[Offer]:
    """What may be done now, and by whom, each as a command that can be typed."""
    known = books or rulebase(table.edition)
    found, waited = legal(table, known), what_is_due(table, known)
    for who, command in found:
        yield Offer(who, write_command(command), waited.get(write_command(command), ""))


def rule_question(text: str, edition: str = DEFAULT_EDITION, books: Rulebase | None = None) -> Verdict:
    """Whether something may be done on a table of which only the given facts are known (CONTRACT: `referee may`).

    What is not given is assumed so that the command fits, and listed. Raises MalformedError for what is not
    understood.
    """
    known = books or rulebase(edition)
    return question(read_question(text, Names(known)), known)


class Line(NamedTuple):
    """One line of a play: the command, and the clause for which it must be refused (none: it must be accepted)."""

    number: int
    command: str
    refused_by: str


def lines_of(play: str) -> Iterator[Line]:
    """The commands of a play, without comments and empty lines (CONTRACT: a case file)."""
    lines = play.splitlines()
    if len(lines) > bounds.COMMANDS:
        place = bounds.COMMANDS
        raise MalformedError(lines[place], 0, f"the end of the play: it has {place:,} lines already")
    for number, raw in enumerate(lines, 1):
        text = raw.partition("#")[0].strip()
        if text:
            command, mark, clause = text.partition("!!")
            yield Line(number, command.strip(), clause.strip() if mark else "")


class Played(NamedTuple):
    """How a play went: the table, the verdicts, and the sentences about lines that went otherwise than marked."""

    table: Any
    verdicts: list[Any]
    faults: list[str]


def play(text: str, edition: str = DEFAULT_EDITION, books: Rulebase | None = None) -> Played:
    """Plays the commands of a case: each is accepted, or refused with the clause after its `!!`."""
    known = books or rulebase(edition)
    return played(
        text,
        known,
        lambda command: rule_table(command, edition, known),
        lambda table, command: rule_command(table, command, False, known),
    )


def played(
    text: str, known: Rulebase, lay: Callable[[str], Decided[Any, Any]], rule: Callable[[Any, str], Decided[Any, Any]]
) -> Played:
    """Plays the commands of a case at a table of whatever game: one that is laid, and one at which they are ruled."""
    found = Played(None, [], [])
    for line in lines_of(text):
        verdict = lay(line.command) if found.table is None else rule(found.table, line.command)
        found.verdicts.append(verdict)
        refused = verdict.refused_by()
        book = line.refused_by.partition(" ")[0]
        clause = line.refused_by if book in (*known.books(), "card", "alien") else f"{known.book} {line.refused_by}"
        if line.refused_by and verdict.legal:
            found.faults.append(f"line {line.number}: accepted, and {line.refused_by} should refuse it")
        elif line.refused_by and refused.isdisjoint({clause, *known.saying(clause)}):
            said = f"refused by {', '.join(sorted(refused))}, not by {line.refused_by}"
            found.faults.append(f"line {line.number}: {said}")
        elif not line.refused_by and not verdict.legal:
            found.faults.append(f"line {line.number}: refused: {verdict.illegal[0].finding.says}")
        if verdict.table.seats:
            found = found._replace(table=verdict.table)
    return found


__all__ = [
    "Command",
    "Line",
    "Offer",
    "Played",
    "lay_table",
    "lines_of",
    "offers",
    "play",
    "played",
    "rule_command",
    "rule_question",
    "rule_table",
]
