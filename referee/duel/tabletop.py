"""A whole game of Duel for programs: commands in, verdicts out, as `referee.judge.ways.table` does for the big game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from referee.book.loader import Rulebase
from referee.duel.api import books_of
from referee.duel.as_line import line_of
from referee.duel.commands import COMMANDS, read_command
from referee.duel.declared import Spoken
from referee.duel.engine import DuelVerdict, lay, rule
from referee.duel.legal import legal
from referee.duel.state import State
from referee.duel.texts import texts
from referee.errors import ImpossibleError, MalformedError
from referee.judge.ways.parts import AT, Choice, Parts, Where
from referee.judge.ways.table import Offer, Played, played


def usage() -> dict[str, tuple[str, str]]:
    """How each command is typed, and what it does: what `help` says."""
    told = {verb: (form.rules.__doc__ or "").partition("(")[0].strip().rstrip(".") for verb, form in COMMANDS.items()}
    told["table"] = "A game is set up for two players"
    return {verb: (form.usage, told[verb]) for verb, form in COMMANDS.items()}


def rule_table(text: str, books: Rulebase | None = None) -> DuelVerdict:
    """Rules a `table` command; `verdict.table` is the game that it sets up. Raises MalformedError."""
    known = books or books_of()
    try:
        command = read_command(_plain(text), texts(known))
    except MalformedError as error:
        raise MalformedError(text, error.column, error.expected, error.hint) from None
    if command.verb != "table":
        raise MalformedError(text, 0, "a table first, such as: table duel blue/Bouncer orange")
    return lay(command, known)


def _plain(text: str) -> str:
    """The command without the name of the game, each other word in its place."""
    found = re.match(r"\s*table\s+(duel)(?!\S)", text, re.IGNORECASE)
    return f"{text[: found.start(1)]}{' ' * len(found[1])}{text[found.end(1) :]}" if found else text


def lay_table(text: str, edition: str = "duel", books: Rulebase | None = None) -> State:
    """The game that a `table` command sets up; ImpossibleError for one that cannot be."""
    verdict = rule_table(text, books)
    if not verdict.legal:
        raise ImpossibleError(text, [refusal.finding.says for refusal in verdict.illegal])
    return verdict.table


def read(text: str, table: State | None) -> object:
    """Reads one command at a table, or the one that lays it. Raises MalformedError for what is not understood."""
    return read_command(
        _plain(text) if table is None else text, texts(books_of()), () if table is None else table.seats
    )


def rule_command(table: State, text: str, anyway: bool = False, books: Rulebase | None = None) -> DuelVerdict:
    """Rules one command; `verdict.table` is the state after it, the same table if it was refused.

    With `anyway` a table goes on after a mistake. Raises MalformedError for what is not understood.
    """
    known = books or books_of()
    command = read_command(text, texts(known), table.seats)
    if command.verb == "table":
        raise MalformedError(text, 0, "something that is done at this table", "It is laid; another has its own name.")
    return rule(table, command, known, anyway)


def offers(table: State, books: Rulebase | None = None) -> Iterator[Offer]:
    """What may be done now, and by whom, each as a command that can be typed."""
    known = books or books_of()
    for who, act in legal(table, known):
        yield Offer(who, str(act), parts=partial(_parts, table, who, act, known))


def _parts(table: State, who: str, said: Spoken, books: Rulebase) -> Parts:
    """A command in parts: each field that is said is a choice, but for numbers and the planet."""
    choices: list[Choice] = []
    counts: dict[str, int] = {}
    where = [Where(AT, str(planet))] if (planet := said.values.get("planet")) else []
    for field in said.form.fields:
        value = said.values[field.name]
        if value == field.unsaid or field.name in ("who", "planet"):
            continue
        if isinstance(value, int):
            counts["number"] = value
        else:
            choices.append(Choice(field.name, field.write(value)))
    return Parts(said.verb, who, choices, counts, where, lambda: rule(table, said, books).allowed_by)


def line_at(table: State, books: Rulebase | None = None) -> str:
    """The duel or contest at a table as a line, or the one that was decided last; empty before there is any."""
    return line_of(table, texts(books or books_of()))


def roles(table: State) -> dict[str, str]:
    """Who leads and who straggles; nobody before the set-up is done."""
    return dict(zip(table.order(), ("leader", "straggler"), strict=True)) if table.leader else {}


def play(text: str, edition: str = "duel", books: Rulebase | None = None) -> Played:
    """Plays the commands of a case: each is accepted, or refused with the clause after its `!!`."""
    known = books or books_of()
    return played(
        text,
        known,
        lambda command: rule_table(command, known),
        lambda table, command: rule_command(table, command, False, known),
    )
