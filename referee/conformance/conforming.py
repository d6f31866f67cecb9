"""A program held against the suite: every item asked, and the answers compared as this program's own are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from referee.conformance.about import About, about, aside
from referee.conformance.answering import Answer, answer, applied
from referee.conformance.engines import Engine, UnaskedError
from referee.conformance.expected import QUESTIONS, Difference
from referee.conformance.items import Item, items_of, named
from referee.conformance.judged import differences_of
from referee.conformance.levels import LEVELS, level_of
from referee.conformance.protocol import UnansweredError
from referee.conformance.scenario import Case, CaseFile, case_files, once_each, read_cases
from referee.errors import RulebaseError
from referee.jobs.work import Progress

# How an item came out. What is set aside hangs on a chosen reading by which nothing is worked out: it does not count.
RIGHT, WRONG, UNSUPPORTED, NO_ANSWER, ASIDE = "right", "wrong", "unsupported", "no-answer", "set-aside"
STATUSES = (RIGHT, WRONG, UNSUPPORTED, NO_ANSWER, ASIDE)


class ItemResult(NamedTuple):
    """How an item came out: the differences of a wrong answer, or what `says` why there is none to compare."""

    id: str
    title: str
    level: str
    status: str
    differences: list[Difference]
    says: str = ""

    def to_dict(self) -> dict[str, object]:
        """As JSON."""
        told = {"id": self.id, "level": self.level, "status": self.status, "says": self.says}
        return {**told, "differences": [one.to_dict() for one in self.differences]}


class Todo(NamedTuple):
    """An item with its level, and whether it is set aside by the chosen readings."""

    item: Item
    level: str
    aside: bool


def todo_of(
    paths: Sequence[Path], levels: Sequence[str], readings: Mapping[str, str], reasons: bool
) -> tuple[About | None, list[Todo]]:
    """What is to be asked of these files, and what their folder says of itself.

    CaseFileError for a file that cannot be read, RulebaseError for a level that there is not.
    """
    for level in levels:
        if level not in LEVELS:
            raise RulebaseError(level, f"there is no such level; the levels are {', '.join(LEVELS)}")
    files = [(path, read_cases(path)) for path in case_files(paths)]
    once_each(files)
    told = about(paths)
    unworked = aside(paths) if readings else {}
    wanted = {*(levels or LEVELS)}
    found = [
        Todo(item, level, _is_aside(item, case, unworked))
        for _, file in files
        for case in file.case
        for item, level in _leveled(file, case, readings, reasons)
        if level in wanted
    ]
    return told, found


def _leveled(file: CaseFile, case: Case, readings: Mapping[str, str], reasons: bool) -> Iterator[tuple[Item, str]]:
    """The items of a case with their levels, which do not change with the readings."""
    plain = items_of(file, case)
    asked = items_of(file, case, readings, reasons) if readings or not reasons else plain
    for one, item in zip(plain, asked, strict=True):
        yield item, level_of(one)


def _is_aside(item: Item, case: Case, unworked: Mapping[str, set[str]]) -> bool:
    """True if nothing is worked out for an item by a chosen reading on which it hangs.

    A reading that no law here has may change every item that names its question.
    """
    if any(item.id in unworked.get(name, ()) for name in named(item.readings) if name not in item.by):
        return True
    listed = {id for told in (case.expect, *case.expect.get("in", {}).values()) for id in told.get(QUESTIONS, ())}
    return any(
        question in listed and not applied(item.edition, {question: reading})
        for question, reading in item.readings.items()
        if f"{question}={reading}" not in item.by
    )


def asked(todo: Sequence[Todo], engine: str, timeout: float, progress: Progress | None) -> list[ItemResult]:
    """Asks every item that is not set aside, of the program with this command or (without one) of this program."""
    results: list[ItemResult] = []
    with ExitStack() as stack:
        program = stack.enter_context(Engine(engine, timeout)) if engine else None
        for number, one in enumerate(todo, 1):
            results.append(_asked(one, results, program.ask if program is not None else answer))
            if progress is not None:
                progress(number, len(todo))
        late = program.last_words() if program is not None else ""
    if late:
        _spoil_last(results, late)
    return results


def _asked(one: Todo, before: list[ItemResult], ask: Callable[[Item], Answer]) -> ItemResult:
    item = one.item
    head = (item.id, item.case.title, one.level)
    if one.aside:
        return ItemResult(*head, ASIDE, [], "nothing is worked out for it by the chosen readings")
    try:
        try:
            told = ask(item)
        except UnaskedError as error:
            if not _spoil_last(before, error.says):
                raise
            told = ask(item)
    except UnansweredError as error:
        return ItemResult(*head, UNSUPPORTED if error.unsupported else NO_ANSWER, [], error.says)
    differences = differences_of(item, told)
    return ItemResult(*head, WRONG if differences else RIGHT, differences)


def _spoil_last(results: list[ItemResult], says: str) -> bool:
    """Marks the item that was asked last as one without an answer: more was said to it. False if there is none."""
    for place in range(len(results) - 1, -1, -1):
        if results[place].status != ASIDE:
            spoiled = results[place].status in (RIGHT, WRONG)
            if spoiled:
                results[place] = results[place]._replace(status=NO_ANSWER, differences=[], says=says)
            return spoiled
    return False


def counted(results: Sequence[ItemResult]) -> dict[str, dict[str, int]]:
    """By level, in the order of the levels, how many items came out in which way, and `of` how many that count."""
    counts: dict[str, dict[str, int]] = {}
    for level in LEVELS:
        here = [result.status for result in results if result.level == level]
        if here:
            told = {status: here.count(status) for status in STATUSES}
            counts[level] = {**told, "of": len(here) - told[ASIDE]}
    return counts


def line_of(name: str, counts: Mapping[str, Mapping[str, int]], readings: Mapping[str, str], reasons: bool) -> str:
    """The line to be quoted: CE-suite 1.0: core 212/212, timing 58/61, DF-05 ffg2018."""
    told = [f"{level} {count[RIGHT]}/{count['of']}" for level, count in counts.items()]
    told += [f"{question} {reading}" for question, reading in readings.items()]
    aside = sum(count[ASIDE] for count in counts.values())
    told += [f"{aside} set aside"] if aside else []
    return f"{name}{' with reasons' if reasons else ''}: {', '.join(told) or 'nothing was asked'}"
