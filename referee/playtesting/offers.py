"""What is offered and what is not, held against the judge: each offer is legal, and nothing else of its kind is."""

from __future__ import annotations

import random
from collections.abc import Iterator

from referee.book.loader import Names, Rulebase
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, read_command, write_command
from referee.state.kept import to_data
from referee.state.table import Table


def _unasked(table: Table, command: Command) -> bool:
    """Whether the judge may accept this though `legal` does not offer it, since it offers the plain way only."""
    return {
        "offense": table.phase == ph.START,  # says what is known
        "play": table.phase == ph.ALLIANCE,  # nobody need be asked (DF-20)
        "invite": table.phase == ph.ALLIANCE,  # a second time, for nobody else
        "resolve": table.phase == ph.REVEAL,  # turns the cards up first
        # A hand that is not known may hold no encounter card: its owner says so.
        "new hand": tbl.UNKNOWN in table.hands.get(command.who, ()),
    }.get(command.verb, False)


_BEATS_A_COUNT = frozenset(("table.held-more", "table.recounted", "table.hand-by-count"))


def tries(table: Table, source: random.Random) -> Iterator[str]:
    """Commands of every kind, as somebody could type them whether they are legal or not."""
    planets = list(table.planets())
    for name in table.seats:
        planet, other = source.choice(planets), source.choice(table.seats)
        ships = source.randint(0, 6)
        yield f"new hand {name}"
        yield f"destiny {name}"
        yield f"wild {name}"
        yield f"launch {name} {ships} at {planet}"
        yield f"invite {name}: none"
        yield f"ally {name} {source.choice(('offense', 'defense'))} {ships}"
        yield f"decline {name}"
        yield f"play {name} {source.choice(('?', 'N', '8', '+2', 'Card-Zap'))}"
        yield f"lose {name} {planet} {ships}"
        yield f"return {name} {planet} {ships}"
        yield f"take {name} {ships} from {other}"
        yield f"reward {name} {ships} cards"
        yield f"regroup {planet}"
    yield from ("regroup gate", "reveal", "resolve", "second", "end", f"punt {table.turn}")


def slips(table: Table, source: random.Random, books: Rulebase) -> list[str]:
    """Where generator and judge do not agree on this table, in sentences: each offer is tried, and what is not offered.

    A kind of command by a player of which nothing is offered must be refused, and leave the table as it was.
    """
    names, was = Names(books), to_data(table)
    found = [*_slips_of_offers(table, names, books), *_slips_of_tries(table, source, names, books)]
    if to_data(table) != was:
        found.append("ruling changed the table that was ruled on")
    return found


def _slips_of_offers(table: Table, names: Names, books: Rulebase) -> Iterator[str]:
    for who, command in legal(table, books):
        text = write_command(command)
        if write_command(read_command(text, names, table.seats)) != text:
            yield f"{text} is offered and reads as another command"
        verdict = rule(table, command, books)
        if not verdict.legal:
            yield f"{text} is offered to {who} and refused: {verdict.illegal[0].finding.says}"


def _slips_of_tries(table: Table, source: random.Random, names: Names, books: Rulebase) -> Iterator[str]:
    offered, was = {(command.verb, command.who) for _, command in legal(table, books)}, to_data(table)
    for text in tries(table, source):
        command = read_command(text, names, table.seats)
        verdict = rule(table, command, books)
        beats = any(step.rule.id in _BEATS_A_COUNT for step in verdict.steps)  # what is laid was held
        if verdict.legal and not beats and (command.verb, command.who) not in offered and not _unasked(table, command):
            yield f"{text} is not offered and accepted in the phase {table.phase}"
        if not verdict.legal and (to_data(verdict.table) != was or not verdict.refused_by):
            yield f"{text} is refused and changes the table, or without a clause"
