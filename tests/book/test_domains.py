"""The value of a rule is one of those that it can have, and these are the words with which the code compares it."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.book import domains
from referee.book.files import read_toml
from referee.book.loader import Rulebase
from referee.book.places import RULEBASE
from referee.conformance.audit import audit
from referee.conformance.audit.files import EDITIONS, LAW
from referee.errors import RulebaseError
from tests.sources import MODULES, PACKAGE, nodes, tree

PARTS = {"judge": RULEBASE / "law", "duel": RULEBASE / "duel" / "law"}


@pytest.mark.parametrize(
    ("domain", "good", "bad"),
    [
        ({"one_of": ["gate", "warp"]}, ["gate"], ["cone", 1, True, ["gate"]]),
        ({"among": ["attack", "morph"]}, [[], ["morph"]], [["flare"], "morph", ["morph", "morph"]]),
        ({"order": ["aim", "commit"]}, [["commit", "aim"]], [["aim"], ["aim", "aim"]]),
        ({"number": True}, [0, 40], [-1, "4", True, 1.5]),
        ({"number": [-2, 3]}, [-2, 3], [-3, 4, False]),
        ({"range": True}, [[1, 4], [-7, 40]], [[4, 1], [1], [1, True], 4]),
        ({"flag": True}, [True, False], [1, "yes"]),
        ({"counts": True}, [{}, {"N": 17}], [{"N": "17"}, 17]),
        ({"lists": True}, [{"Card-Zap": ["flare"]}], [{"Card-Zap": "flare"}]),
        ({"names": True}, [["Macron"]], ["Macron", [1]]),
        ({"words": True}, ["a card"], [1]),
        ({"number": True, "one_of": ["all"]}, [3, "all"], ["some", -1]),
        ({}, [], [1, "", None]),
    ],
)
def test_a_value_fits_its_domain_or_does_not(domain: dict[str, Any], good: list[Any], bad: list[Any]) -> None:
    assert [value for value in good if not domains.fits(domain, value)] == []
    assert [value for value in bad if domains.fits(domain, value)] == []
    assert domains.told(domain) or not domain


@pytest.mark.parametrize(
    ("path", "old", "new", "said"),
    [
        ("law/reveal.toml", 'value = "defense"', 'value = "defence"', "reveal.ties cannot be 'defence'"),
        ("law/win.toml", 'value = "at-once"', 'value = "sometime"', "win.check cannot be 'sometime'"),
        ("law/setup.toml", "value = 20\n", 'value = "twenty"\n', "setup.ships cannot be 'twenty'"),
        ("law/regroup.toml", "flag = true\n", "", "nothing says what it can be"),
        ("editions/warp.toml", 'value = "two-attacks"', 'value = "two attacks"', "reinforced-cards cannot be"),
        ("variants/punt.toml", "value = 7", "value = -7", "turn.punt cannot be -7"),
    ],
)
def test_the_audit_names_a_value_that_a_rule_cannot_have(path: str, old: str, new: str, said: str) -> None:
    text = (RULEBASE / path).read_text()
    assert old in text
    at = text[: text.index(old)].count("\n") + 1
    only = LAW if path.startswith("law/") else EDITIONS
    faults = audit(only=(only,), saying={path: text.replace(old, new, 1)}).faults
    told = [f"{where} {says}" for where, says in faults]
    hit = [fault for fault in told if said in fault and path in fault]
    assert hit, told
    assert f"{path}:{at} " in hit[0] or "flag" in old, hit


def test_a_wrong_word_in_a_tables_own_rules_is_refused_with_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder, ignore=shutil.ignore_patterns("asked", "aliens"))
    own = (
        'title = "Our table"\nbook = "consolidated"\njudged = true\n\n[reveal.ties]\nsays = "So."\nvalue = "defence"\n'
    )
    (folder / "editions" / "our-table.toml").write_text(
        own + 'cites = { "consolidated 5.10.1.1.d.1" = "defense wins" }\n'
    )
    with pytest.raises(RulebaseError, match=r'our-table\.toml:7.*"offense", "defense", "card-flip"'):
        Rulebase(folder, "our-table")


# -- what the code compares ------------------------------------------------------------------------------------------


def _compared(part: str) -> Iterator[tuple[str, str, list[str]]]:
    """(place, id of the rule, words) of each comparison of the value of a rule with a word, or one of several.

    Of a constant whose name several modules have, the words are all that it can be.
    """
    for path in sorted((PACKAGE / part).rglob("*.py")):
        for function in [node for node in nodes(path) if isinstance(node, ast.FunctionDef)]:
            rules = _rules_in(function)
            for node in [node for node in ast.walk(function) if isinstance(node, ast.Compare)]:
                for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
                    id = _rule_of(one, rules)
                    for words in _words_of(other) if id else ():
                        yield f"{path.relative_to(PACKAGE)}:{node.lineno}", id, words


def _rules_in(function: ast.FunctionDef) -> dict[str, str]:
    """The names of a function that are a rule of the law, where that is the only thing they are."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            pairs = [(node.targets[0], node.value)]
            if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(node.targets[0].elts, node.value.elts, strict=False))
            for to, value in pairs:
                if isinstance(to, ast.Name):
                    found.setdefault(to.id, set()).add(_looked_up(value))
    return {name: ids.pop() for name, ids in found.items() if len(ids) == 1 and ids != {""}}


def _looked_up(node: ast.expr) -> str:
    """The id of a rule that is looked up in a law: `law["win.check"]`."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
        return node.slice.value
    return ""


def _rule_of(node: ast.expr, rules: dict[str, str]) -> str:
    if isinstance(node, ast.Attribute) and node.attr == "value":
        inner = node.value
        return rules.get(inner.id, "") if isinstance(inner, ast.Name) else _looked_up(inner)
    return ""


def _words_of(node: ast.expr) -> list[list[str]]:
    """The words that an expression stands for: itself, a constant of that name, or each of several in a row."""
    if isinstance(node, ast.Constant):
        return [[node.value]] if isinstance(node.value, str) else []
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return [words for part in node.elts for words in _words_of(part)]
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    return [sorted(_constants()[name])] if name.isupper() and name in _constants() else []


@cache
def _constants() -> dict[str, frozenset[str]]:
    """The constants of the package that are words, by name; of several of one name, all that it can be."""
    found: dict[str, set[str]] = {}
    for path in MODULES:
        for node in tree(path).body:
            if isinstance(node, ast.Assign):
                names, values = [node.targets[0]], [node.value]
                if isinstance(node.targets[0], ast.Tuple) and isinstance(node.value, ast.Tuple):
                    names, values = node.targets[0].elts, node.value.elts
                for to, value in zip(names, values, strict=False):
                    if isinstance(to, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, str):
                        found.setdefault(to.id, set()).add(value.value)
    return {name: frozenset(words) for name, words in found.items()}


def _domains(part: str) -> dict[str, dict[str, Any]]:
    return {
        f"{path.stem}.{key}": domains.declared(entry)
        for path in sorted(PARTS[part].glob("*.toml"))
        for key, entry in read_toml(path).items()
    }


@pytest.mark.parametrize("part", PARTS)
def test_the_code_compares_a_rule_with_words_that_it_can_have(part: str) -> None:
    can, seen = _domains(part), list(_compared(part))
    assert len(seen) > 10, "so few comparisons are found that this says nothing"
    words_of = {
        id: {word for kind in ("one_of", "among", "order") for word in domain.get(kind, ())}
        for id, domain in can.items()
    }
    wrong = [(place, id, words) for place, id, words in seen if words_of.get(id, set()).isdisjoint(words)]
    assert wrong == []


@pytest.mark.parametrize("part", PARTS)
def test_of_the_words_that_a_rule_can_have_all_but_one_are_named_in_the_code(part: str) -> None:
    """The one that no code names is what is done otherwise."""
    named = {
        node.value
        for path in MODULES
        for node in nodes(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    idle = {
        id: unnamed
        for id, domain in _domains(part).items()
        if len(unnamed := [word for word in domain.get("one_of", ()) if word not in named]) > 1
    }
    assert idle == {}
