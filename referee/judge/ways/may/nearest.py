"""The questions (`may`) nearest to one that is refused, each of them tried as it would be typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, islice, takewhile

from referee.book.loader import Names, Rulebase
from referee.errors import MalformedError
from referee.judge.nearest import first_legal, instead, typed_is_legal
from referee.judge.table.verdict import Verdict
from referee.judge.ways.legal import legal
from referee.state.commands import write_command, write_sheets
from referee.state.facts import Fact, write_facts
from referee.state.question import Question, read_question
from referee.state.table import Table

Ruled = Callable[[Question, Rulebase], Verdict]  # what rules a question

_MOST_LEFT_OUT = 4  # so many facts at once are left out of a question whose facts cannot be
_MOST_TRIED = 80  # so often that is tried, before the question is asked without any facts
_MOST_REFUSED = 3  # so often what is asked is refused with the others, before another command is named


def other_commands(
    asked: Question, table: Table, rulebase: Rulebase, rule: Ruled, given: tuple[str, ...]
) -> tuple[str, ...]:
    """The commands that would be legal where the same facts are known; `table` is the one that was assumed for them."""
    names = Names(rulebase)

    def offers() -> Iterator[tuple[str, str]]:
        return ((who, write_command(offered)) for who, offered in legal(table, rulebase))

    tried = typed_is_legal(lambda text: rule(read_question(_written(text, asked, asked.facts), names), rulebase))
    return instead(given, write_command(asked.command), asked.command.who or table.turn, offers, tried)


def without_a_fact(asked: Question, rulebase: Rulebase, rule: Ruled) -> tuple[str, ...]:
    """The same question without the facts that cannot be: as few of them as may be, those first that came last.

    Where what is asked is refused with the others too, so many are tried, and then another command with the first.
    """
    names, count, typed = Names(rulebase), len(asked.facts), write_command(asked.command)
    refused: list[tuple[tuple[Fact, ...], Verdict]] = []  # with facts that can be

    def tried(facts: tuple[Fact, ...]) -> bool:
        try:
            verdict = rule(read_question(_written(typed, asked, facts), names), rulebase)
        except MalformedError:
            return False
        if not verdict.legal and verdict.command == typed:
            refused.append((facts, verdict))
        return verdict.legal

    few = range(1, min(count, _MOST_LEFT_OUT) + 1)
    fewest = chain.from_iterable(sorted(combinations(range(count), size), reverse=True) for size in few)
    left_out = takewhile(lambda _: len(refused) < _MOST_REFUSED, (*islice(fewest, _MOST_TRIED), range(count)))
    fewer = (tuple(fact for place, fact in enumerate(asked.facts) if place not in at) for at in left_out)
    found = first_legal([(fewer, 1)], tried)
    if found or not refused:
        return tuple(_written(typed, asked, facts) for facts in found)
    facts, verdict = refused[0]
    return tuple(_written(text, asked, facts) for text in verdict.illegal[0].nearest)


def _written(command: str, asked: Question, facts: tuple[Fact, ...]) -> str:
    """A question as it is typed: the command, the facts, and who sits where if that was said."""
    seats = [write_sheets(name, asked.aliens[name]) if name in asked.aliens else name for name in asked.seats]
    said = [command, write_facts(facts), f"seats {' '.join(seats)}" if seats else ""]
    return " ; ".join(part for part in said if part)
