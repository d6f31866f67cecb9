"""The house as it is meant to be: imports run one way, no edition or alien is named where it should not be."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import referee
from referee.law.loader import rulebase

PACKAGE = Path(referee.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))

# What each part may import of this package.
MAY = {
    "errors": set(),
    "places": set(),
    "bounds": {"errors"},
    "whole": set(),
    "position": {"bounds", "errors"},
    "law": {"bounds", "errors", "places", "whole"},
    "judge": {"errors", "law", "position"},
    "api": {"errors", "judge", "law", "position"},
    "duel": {"errors", "judge", "law", "position", "tabletop"},
    "games": {"api", "duel", "errors", "judge", "law", "position", "tabletop"},
    "ledger": {"bounds", "errors", "whole"},
    "called": {"errors", "judge", "law", "position"},
    "prints": {"law"},
    "argument": {"api", "called", "errors", "judge", "law", "places", "position", "prints"},
    "proofs": set(),
    "recheck": {"errors", "games", "law", "ledger", "prints"},
    "precedents": {"api", "errors", "judge", "law", "ledger", "prints", "proofs", "recheck"},
    "house": {"errors", "law", "ledger", "places", "precedents", "whole"},
    "expected": {"judge"},
    "scenario": {"bounds", "errors", "expected", "games", "judge", "law", "places", "position", "tabletop"},
    "copies": {"bounds", "errors", "law", "whole"},
    "editions": {"api", "errors", "judge", "law", "position", "tabletop"},
    "tabletop": {"bounds", "errors", "judge", "law", "position"},
    "shelf": {"law", "places", "scenario", "whole"},
    "export": {"errors", "law", "places", "scenario", "whole"},
    "audit": {"errors", "games", "judge", "law", "places", "scenario"},
    "render": {"errors", "law", "scenario", "audit", "tabletop"},
    "cli": {
        "api",
        "argument",
        "audit",
        "bounds",
        "copies",
        "duel",
        "editions",
        "errors",
        "export",
        "games",
        "house",
        "judge",
        "law",
        "ledger",
        "places",
        "precedents",
        "render",
        "position",
        "scenario",
        "shelf",
        "tabletop",
        "whole",
    },
    "__init__": {"api", "duel", "errors", "judge"},
}
ONLY_IN = {
    "rich": ("render",),
    "sqlite_utils": ("ledger",),
    "typer": ("cli",),
    "prompt_toolkit": ("cli",),
    "sqlite3": ("ledger", "shelf"),
}


# The modules of these parts that read files.
READERS = ("loader.py", "files.py", "printed.py", "books.py", "cached.py", "texts.py")


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def _part(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_run_one_way(path: Path) -> None:
    part = _part(path)
    own = {name.split(".")[1] for name in _imports(path) if name.startswith("referee.")}
    assert own - {part, "__version__"} <= MAY[part]
    for library, homes in ONLY_IN.items():
        if any(name.split(".")[0] == library for name in _imports(path)):
            assert part in homes, f"{library} belongs in {' or '.join(homes)}"


def test_position_law_and_judge_read_no_files_but_the_loader() -> None:
    for path in MODULES:
        if _part(path) in ("position", "law", "judge", "duel") and path.name not in READERS:
            assert not re.search(r"\bopen\(|read_text|write_text|\.glob\(", path.read_text()), path


def test_no_edition_is_compared_in_the_judge() -> None:
    for path in MODULES:
        if _part(path) in ("position", "judge", "law", "duel"):
            assert not re.search(r"edition\s*(==|!=)|edition in [(\[{\"]", path.read_text()), path


def test_no_alien_is_named_in_the_judge_outside_its_oddity() -> None:
    names = [name.replace("-", "[- ]") for name in rulebase().alien_names()]
    common = {"void", "human", "mirror", "clone", "reserve", "hate", "will", "shadow", "love", "judge", "force", "host",
              "alien", "ai", "general", "ace", "remote", "bubble", "decoy", "winner", "loser", "plant", "tide", "relic",
              "chosen", "crystal", "poison", "magnet", "vector", "insect", "dragon", "witch",
              "pack[- ]rat"}  # fmt: skip
    pattern = re.compile(r'"(?:' + "|".join(n for n in names if n not in common) + r')"', re.IGNORECASE)
    for path in MODULES:
        if _part(path) == "judge" and "oddities" not in path.parts:
            assert not pattern.search(path.read_text()), path


def test_public_names_exist_and_are_all() -> None:
    for name in referee.__all__:
        assert getattr(referee, name)
    assert sorted(referee.__all__, key=str.lower) == sorted(referee.__all__, key=str.lower)
    with pytest.raises(AttributeError):
        _ = referee.nothing_of_that_name


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_everything_public_has_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text())
    assert ast.get_docstring(tree), "the module says what it is"
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), node.name
            members = [n for n in node.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
            assert [n.name for n in members if not ast.get_docstring(n)] == []
    functions = [n for n in tree.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
    assert [n.name for n in functions if not ast.get_docstring(n)] == []


def test_modules_stay_small() -> None:
    assert {str(path): lines for path in MODULES if (lines := path.read_text().count("\n")) > 560} == {}
