"""The questions (`may`) nearest to one that is refused, each of them tried as it would be typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, combinations, islice

from referee.book.loader import Names, Rulebase
from referee.errors import MalformedError
from referee.judge.table.nearest import instead
from referee.judge.table.verdict import Verdict
from referee.judge.ways.legal import legal
from referee.state.canonical import write_name
from referee.state.commands import Question, read_question, write_command
from referee.state.facts import Fact, write_facts
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

    def tried(text: str) -> bool:
        return _is_legal(_written(text, asked, asked.facts), names, rulebase, rule)

    return instead(given, write_command(asked.command), asked.command.who or table.turn, offers, tried)


def without_a_fact(asked: Question, rulebase: Rulebase, rule: Ruled) -> tuple[str, ...]:
    """The same question without the facts that cannot be: as few of them as may be, those first that came last.

    Where what is asked is refused with the others too, so many are tried, and then another command with the first.
    """
    names, count, typed = Names(rulebase), len(asked.facts), write_command(asked.command)
    refused: list[tuple[tuple[Fact, ...], Verdict]] = []  # with facts that can be
    few = range(1, min(count, _MOST_LEFT_OUT) + 1)
    fewest = chain.from_iterable(sorted(combinations(range(count), size), reverse=True) for size in few)
    for at in (*islice(fewest, _MOST_TRIED), range(count)):
        facts = tuple(fact for place, fact in enumerate(asked.facts) if place not in at)
        text = _written(typed, asked, facts)
        verdict = _ruled(text, names, rulebase, rule)
        if verdict is not None and verdict.legal:
            return (text,)
        if verdict is not None and verdict.command == typed:
            refused.append((facts, verdict))
        if len(refused) == _MOST_REFUSED:
            break
    return _others(asked, *refused[0]) if refused else ()


def _others(asked: Question, facts: tuple[Fact, ...], refused: Verdict) -> tuple[str, ...]:
    """The questions about what may be done instead, with these facts."""
    return tuple(_written(text, asked, facts) for text in refused.illegal[0].nearest)


def _is_legal(text: str, names: Names, rulebase: Rulebase, rule: Ruled) -> bool:
    verdict = _ruled(text, names, rulebase, rule)
    return verdict is not None and verdict.legal


def _ruled(text: str, names: Names, rulebase: Rulebase, rule: Ruled) -> Verdict | None:
    """The verdict on a question, or None for one that cannot be read."""
    try:
        return rule(read_question(text, names), rulebase)
    except MalformedError:
        return None


def _written(command: str, asked: Question, facts: tuple[Fact, ...]) -> str:
    """A question as it is typed: the command, the facts, and who sits where if that was said."""
    seats = ["/".join((name, *map(write_name, asked.aliens.get(name, ())))) for name in asked.seats]
    said = [command, write_facts(facts), f"seats {' '.join(seats)}" if seats else ""]
    return " ; ".join(part for part in said if part)
