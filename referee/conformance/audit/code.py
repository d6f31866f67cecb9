"""Does the code name the rules of the law, all of them and no others?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from referee.book.files import place_of
from referee.book.loader import Rulebase
from referee.conformance.audit import effects
from referee.conformance.audit.report import Report

# Ids of the law that code puts together, or finds in data: the part that is fixed, and what may follow it.
_BUILT = {
    "judge": (
        r"reveal\.(offense|defense)-(total|ships-add)",
        r"facts\..+",
        r"compensation\.for-the-(offense|defense)",
        r"turn\.[a-z-]+-phase",
        r"stated\.(saves|stays|removed|nothing)",
    ),
    "duel": (r"cards\..+", r"(contest|clout)\.(tie|higher)", r"prize\.(may|choose|must)", r"destiny\.(event|refresh)"),
}
_SHARED = ("ruling.cases", "turn.command", "turn.hidden")  # what the judge names of every game's law


def part_of(known: Rulebase) -> str:
    """The folder of code that judges by a rulebase: that of a game of its own, or the judge."""
    return "judge" if known.home == known.folder else known.home.name


def ids_in_code(topics: set[str], part: str = "judge") -> Iterator[tuple[str, int, str]]:
    """(file, line, id) of every law id that stands in the source of a part."""
    literal = re.compile(r'"((?:' + "|".join(sorted(topics)) + r')\.[a-z-]+)"')
    for path in sorted((Path(__file__).parents[2] / part).rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for match in literal.finditer(line):
                yield str(path), number, match[1]


def forbidding(topics: set[str], part: str = "judge") -> set[str]:
    """The ids of the rules for which a part refuses something: those that reach a `forbid` or a `cannot`.

    An id is taken where it stands in such a call, or in a name of the same function that such a call is given.
    """
    id = re.compile("(?:" + "|".join(sorted(topics)) + r")\.[a-z-]+")
    return {text for text in _refused_in(part) if id.fullmatch(text)}


@cache
def _refused_in(part: str) -> frozenset[str]:
    """The texts with which the functions of a part refuse something."""
    found: set[str] = set()
    for path in sorted((Path(__file__).parents[2] / part).rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                found.update(_refused_with(function))
    return frozenset(found)


def _is_to(node: ast.Assign, names: set[str]) -> bool:
    """True if something is assigned to one of these names."""
    return any(isinstance(to, ast.Name) and to.id in names for to in node.targets)


def _texts_in(place: ast.AST) -> Iterator[str]:
    """The texts that stand in a piece of code."""
    for part in ast.walk(place):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def _refused_with(function: ast.FunctionDef) -> Iterator[str]:
    inside = list(ast.walk(function))
    rules = [arg for node in inside if isinstance(node, ast.Call) for arg in _rule_of(node)]
    names = {name.id for arg in rules for name in ast.walk(arg) if isinstance(name, ast.Name)}
    assigned = (node for node in inside if isinstance(node, ast.Assign)) if names else ()
    places: list[ast.AST] = [*rules, *(node.value for node in assigned if _is_to(node, names))]
    for place in places:
        yield from _texts_in(place)


# What refuses, and by which of its arguments.
_REFUSE = {
    "forbid": 0,
    "cannot": 0,
    "refuse": 0,
    "Illegal": 0,
    "Refusal": 0,
    "Forbidden": 0,
    "taken_from": 0,
    "sources_said": 2,
}


def _rule_of(call: ast.Call) -> list[ast.expr]:
    """The argument of a call by which it refuses; none for a call that does not."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    at = _REFUSE.get(name)
    return [] if at is None else call.args[at : at + 1]


def check(report: Report, known: Rulebase) -> None:
    """Adds a fault for each id that code names and the law lacks, and for each rule that no code names."""
    topics = {id.split(".")[0] for id in known.law}
    part = part_of(known)
    used = set[str]() if part == "judge" else {*_SHARED}
    if part == "judge":  # a sheet can name the rule by which its words are read
        effects.check(report)
        used |= {moment.rule for name in known.alien_names() if (a := known.alien(name)) for moment in a.moments}
    for file, number, id in ids_in_code(topics, part):
        used.add(id)
        if id not in known.law:
            report.fault(f"{file}:{number}", f"the code names {id!r}, which is no rule of the law")
    _check_named(report, known, used, part)


def _check_named(report: Report, known: Rulebase, used: set[str], part: str) -> None:
    """Adds a fault for each rule of the law whose id is not used, nor put together."""
    for id in known.law:
        if id not in used and not any(re.fullmatch(pattern, id) for pattern in _BUILT[part]):
            topic, _, key = id.partition(".")
            path = known.home / "law" / f"{topic}.toml"
            report.fault(place_of(path, f"[{key}]"), f"no code names the rule {id}")
