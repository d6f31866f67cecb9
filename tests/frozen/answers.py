"""What a referee answers to a line, or to a command after others: asked of this one, and of one that is frozen.

Run as a script it answers for the referee that is found first on its path: one question a line of JSON on standard
input, one answer a line on standard output.
"""

from __future__ import annotations

import json
import sys
from functools import lru_cache
from importlib import import_module
from typing import Any

Told = dict[str, Any]


def answer(asked: Told) -> Told:
    """The answer as JSON: a ruling or a verdict without its proof, or the sentence with which the text is refused.

    Where the referee stumbles over it, what it says then.
    """
    from referee.errors import RefereeError  # of the referee that is asked

    try:
        if "before" in asked:
            return _done(asked["edition"], tuple(asked["before"]), asked["text"], asked["anyway"])
        return _ruled(asked["edition"], asked["text"], asked["anyway"])
    except RefereeError as error:
        return {"refused": type(error).__name__}  # with which words is another matter
    except (ValueError, LookupError) as error:
        return {"stumbled": str(error)}


def _module(name: str, before: str) -> Any:
    """A module of the referee that is asked, by the name it has, or by the one it had in the frozen one."""
    try:
        return import_module(f"referee.{name}")
    except ModuleNotFoundError:
        return import_module(f"referee.{before}")


def _ruled(edition: str, line: str, anyway: bool) -> Told:
    told: Told = _module("duel.games", "games").judge("encounter", line, edition, anyway).to_dict()
    return {key: value for key, value in told.items() if key != "proof"}


def _done(edition: str, before: tuple[str, ...], text: str, anyway: bool) -> Told:
    """What is ruled of a command, and the table that follows as it is kept."""
    verdict = verdict_of(edition, before, text, anyway)
    told = {key: value for key, value in verdict.to_dict().items() if key != "proof"}
    return {**told, "table": _module("duel.games", "games").game(edition).to_data(verdict.table)}


@lru_cache(maxsize=512)
def verdict_of(edition: str, before: tuple[str, ...], text: str, anyway: bool) -> Any:
    tables = _module("judge.ways.table", "tabletop")
    if not before:
        return tables.rule_table(text, edition)
    last, at_all_costs, _ = before[-1].partition(" --anyway")
    table = verdict_of(edition, before[:-1], last, bool(at_all_costs)).table
    return tables.rule_command(table, text, anyway)


def main() -> None:
    """Answers until there is nothing more to answer."""
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
