"""One command at a table, as it is told to who typed it: legal, or refused with what may be typed instead."""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import lru_cache, partial

from referee.book.law import OUT_OF_PHASE
from referee.book.loader import Names, Rulebase
from referee.judge.nearest import SETTLED, instead, nearest_of_kind, of_kinds, typed_is_legal
from referee.judge.table.engine import step
from referee.judge.table.steps import RefusedError, ruled
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import Refusal, Verdict
from referee.judge.table.waits import wait_of
from referee.judge.ways.legal import legal
from referee.state import phases as ph
from referee.state.commands import Command, read_command, write_command
from referee.state.table import Table


def rule(
    table: Table, command: Command, rulebase: Rulebase, anyway: bool = False, waived: Set[str] = frozenset()
) -> Verdict:
    """Rules a command at a table. The table itself is not changed; the verdict has the one that follows.

    With `anyway` it is done although rules forbid it, and these are named; what cannot be done at all stays undone.
    `waived` are rules that say nothing of it, such as an order in which things need not be told.
    """

    def begin(more: Set[str]) -> Turn:
        return Turn(table, rulebase, command, waived | more)

    on, text = Turn(table, rulebase, command, waived), write_command(command)
    try:
        step(on)
    except RefusedError:
        search = partial(_instead, table, command, rulebase)
        return ruled(Verdict, text, table, rulebase.law, begin, step, anyway, search)
    verdict = Verdict(text, rulebase.law, on.table, on.steps)
    verdict.ruling = on.ruling
    return verdict


def _instead(table: Table, command: Command, rulebase: Rulebase, refusal: Refusal) -> tuple[str, ...]:
    """What may be typed instead of a refused command: of what its refusal names what is legal, or what is nearest.

    What belongs to another phase is answered with what the table waits for, and a deal with one that can be made.
    """
    names, typed = Names(rulebase), write_command(command)
    offered = lru_cache(maxsize=1)(lambda: [(who, write_command(offer)) for who, offer in legal(table, rulebase)])

    def offers() -> Iterator[tuple[str, str]]:
        yield from offered()
        if table.phase == ph.REVEAL:  # what decides may be hidden, or no document cover it
            yield table.turn, SETTLED

    tried = typed_is_legal(lambda text: rule(table, read_command(text, names, table.seats), rulebase))
    given, who = refusal.given, command.who or table.turn
    if refusal.finding.rule.mark == OUT_OF_PHASE:
        wait = wait_of(Turn(table, rulebase, command, looks=True))
        given = (*given, *(() if wait is None else of_kinds(offered(), wait.verbs, wait.who)))
    elif typed.startswith("deal ") and not any(text.startswith("deal ") and tried(text) for text in given):
        given = (*nearest_of_kind(offered(), typed, who), *given)
    return instead(given, typed, who, offers, tried)
