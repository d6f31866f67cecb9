"""The house as it is meant to be: imports run one way, no edition or alien is named where it should not be."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import referee
from referee.book.loader import rulebase
from tests.sources import MODULES, PACKAGE, nodes, tree

# The floors of the house, the lowest first. A module may import from its own part, and from the floors below it.
FLOORS = (
    {"errors"},
    {"book"},
    {"jobs"},
    {"state"},
    {"judge.counted", "judge.finding", "judge.shapes", "judge.pictures", "judge.deck"},
    {"judge.ruling", "judge.borrowed", "judge.unknown", "judge.nearest"},
    {
        "judge.board",
        "judge.cards_shown",
        "judge.used",
        "judge.stand",
        "judge.phases",
        "judge.powers",
        "judge.timing",
        "judge.hidden",
        "judge.table",
    },
    {"judge.ways"},
    {"duel"},
    {"ledger"},
    {"disputes"},
    {"conformance"},
    {"playtesting"},
    {"schemas"},
    {"render"},
    {"pictures"},
    {"suite"},
    {"public"},
    {"mcp", "serve"},
    {"cli"},
    {"site"},
    {"__main__", "__init__", "types"},
)
# What a part does not import although it lies on a floor below.
NOT = {
    "ledger": {"state", "judge", "duel"},
    "conformance": {"ledger", "disputes"},
    "playtesting": {"ledger", "disputes"},
    "render": {"ledger", "disputes", "state", "duel", "playtesting"},
    "judge.phases": {"judge.table", "judge.timing.question"},
}
# What it imports of such a part all the same: records that are printed, for their types.
BUT = {"render": {"referee.disputes.records"}}
ONLY_IN = {
    "rich": ("render",),
    "sqlite_utils": ("ledger",),
    "typer": ("cli",),
    "prompt_toolkit": ("cli",),
    "sqlite3": ("ledger",),
    "distributed": ("jobs",),
    "mcp": ("mcp",),
    "starlette": ("mcp", "serve"),
    "uvicorn": ("mcp", "serve"),
    "jinja2": ("render",),
    "markdown_it": ("site",),
    "segno": ("serve",),
}


# The modules of these parts that read files.
READERS = {
    f"book/{name}.py"
    for name in ("books", "cache", "copies", "files", "fingerprints", "index", "links", "loader", "printed", "whole")
}
_TOUCH = {
    "read_text",
    "read_bytes",
    "write_text",
    "write_bytes",
    "mkstemp",
    "unlink",
    "mkdir",
    "glob",
    "rglob",
    "iterdir",
}


def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def _part(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def _floored(name: str) -> str:
    """The part of a module as `FLOORS` has it: inside the judge, its folder or itself."""
    parts = name.split(".")[1:]
    return ".".join(parts[:2]) if parts[:1] == ["judge"] and len(parts) > 1 else parts[0] if parts else "__init__"


def test_imports_run_one_way() -> None:
    height = {part: floor for floor, parts in enumerate(FLOORS) for part in parts}
    for path in MODULES:
        name = _name(path)
        part = _floored(name)
        if part == "judge":  # what a folder of it says of itself
            continue
        printed = {record for record in BUT.get(part, ()) if record not in _on_import(tree(path).body)}
        for other in _imports(path) & BY_NAME.keys() - {name, "referee", "referee.judge", *printed}:
            own = _floored(other)
            assert own == part or height[own] <= height[part], f"{name} imports {other}"
            barred = NOT.get(part, NOT.get(part.split(".")[0], set()))
            assert not any(other.startswith(f"referee.{one}.") or other == f"referee.{one}" for one in barred), other


def test_a_library_is_imported_by_one_part() -> None:
    for path in MODULES:
        imported = _imports(path)
        for library, homes in ONLY_IN.items():
            if any(name.split(".")[0] == library for name in imported):
                assert _part(path) in homes, f"{path}: {library} belongs in {' or '.join(homes)}"


def _touches(path: Path) -> bool:
    """Whether a module opens, reads, writes, lists or moves files by itself."""
    for node in nodes(path):
        if isinstance(node, ast.Call):
            function = node.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            of = ast.unparse(function.value) if isinstance(function, ast.Attribute) else ""
            if name in _TOUCH or (name in ("replace", "stat") and of == "os") or (name == "open" and of in ("", "os")):
                return True
    return False


def test_of_state_book_and_judge_only_the_readers_of_the_book_touch_a_disk() -> None:
    parts = ("state", "book", "judge", "duel")
    touching = {path.relative_to(PACKAGE).as_posix() for path in MODULES if _part(path) in parts and _touches(path)}
    assert touching == READERS


# -- every module can be imported alone --------------------------------------------------------------------------------


def _name(path: Path) -> str:
    parts = ("referee", *path.relative_to(PACKAGE).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


BY_NAME = {_name(path): path for path in MODULES}


def _around(name: str) -> set[str]:
    """A module and the packages in which it lies."""
    parts = name.split(".")
    return {".".join(parts[:size]) for size in range(1, len(parts) + 1)}


def _on_import(body: list[ast.stmt]) -> set[str]:
    """What is imported while a module is imported: not what stands in functions, or for the types alone."""
    found: set[str] = set()
    for node in body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.If) and ast.unparse(node.test) != "TYPE_CHECKING":
            found |= _on_import(node.body) | _on_import(node.orelse)
        elif isinstance(node, ast.Try):
            found |= _on_import(node.body)
    return found


def _runs(name: str) -> set[str]:
    """The modules that are run, in full, before a module is: with each the packages in which it lies."""
    found = {other for said in _on_import(tree(BY_NAME[name]).body) for other in _around(said)}
    return (found & BY_NAME.keys()) - _around(name)


def test_no_module_imports_itself_by_way_of_others() -> None:
    """So each can be imported alone, and in any order."""
    needs = {name: _runs(name) for name in BY_NAME}
    done: set[str] = set()
    while ready := {name for name, before in needs.items() if name not in done and before <= done}:
        done |= ready
    assert {name: sorted(needs[name] - done) for name in needs.keys() - done} == {}


def test_no_module_of_the_book_needs_itself_in_any_way() -> None:
    """Not by what its functions import either, or what only its types name."""
    book = {name: _imports(path) for name, path in BY_NAME.items() if name.startswith("referee.book.")}
    done: set[str] = set()
    while ready := {name for name, needs in book.items() if name not in done and needs & book.keys() <= done}:
        done |= ready
    assert {name: sorted(needs & (book.keys() - done)) for name, needs in book.items() if name not in done} == {}


@pytest.mark.parametrize(
    "name", ["referee.judge.phases.reveal", "referee.judge.powers.effects.techs", "referee.book.links"]
)
def test_a_module_is_imported_in_a_fresh_interpreter(name: str) -> None:
    subprocess.run([sys.executable, "-c", f"import {name}"], check=True, timeout=60)


def test_no_edition_is_compared_in_the_judge() -> None:
    for path in MODULES:
        if _part(path) in ("state", "judge", "book", "duel") and path.name != "games.py":  # which game an edition is of
            assert not re.search(r"edition\s*(==|!=)|edition in [(\[{\"]", path.read_text()), path


def test_no_alien_is_named_in_the_judge_outside_its_file() -> None:
    names = [name.replace("-", "[- ]") for name in rulebase().alien_names()]
    common = {"void", "human", "mirror", "clone", "reserve", "hate", "will", "shadow", "love", "judge", "force", "host",
              "alien", "ai", "general", "ace", "remote", "bubble", "decoy", "winner", "loser", "plant", "tide", "relic",
              "chosen", "crystal", "poison", "magnet", "vector", "insect", "dragon", "witch",
              "pack[- ]rat"}  # fmt: skip
    pattern = re.compile(r'"(?:' + "|".join(n for n in names if n not in common) + r')"', re.IGNORECASE)
    for path in MODULES:
        if _part(path) == "judge" and "aliens" not in path.parts:
            assert not pattern.search(path.read_text()), path


# Where the rule of a finding is named: not to learn what happened, but because a rule is waived, or is what is asked.
NAMES_RULES = {
    "judge.finding": "as JSON",
    "judge.powers.at_table": "waived",
    "judge.table.answering": "which of the refusals is told",
    "judge.table.encounter_ruling": "waived, and what a figure rests on",
    "judge.table.ending": "what sends ships home, for what is told of it",
    "judge.table.launch": "waived",
    "judge.table.resolution": "what sends ships home, for what is told of it",
    "judge.table.sheets": "which sheets forbid something",
    "judge.table.steps": "waived",
    "judge.table.unsaid": "waived",
    "judge.ways.amend": "waived",
}


def test_the_judge_learns_nothing_from_its_own_proof() -> None:
    """What was ruled is kept as values (`Board.note`, `Then`, `Rule.mark`): a proof is for people."""
    found = set()
    for path in (path for path in MODULES if _name(path).startswith("referee.judge")):
        for node in nodes(path):
            is_id = isinstance(node, ast.Attribute) and node.attr == "id" and getattr(node.value, "attr", "") == "rule"
            is_word = isinstance(node, ast.Subscript) and getattr(node.value, "attr", "") == "words"
            if is_id or is_word:
                found.add(_name(path).removeprefix("referee."))
    assert found == NAMES_RULES.keys()


def test_public_names_exist_and_are_all() -> None:
    for name in referee.__all__:
        assert getattr(referee, name)
    homes = referee._HOMES
    assert sorted(referee.__all__) == sorted(homes)
    for name, home in homes.items():
        assert name in vars(importlib.import_module(home)), f"{home} has no {name} of its own"
    with pytest.raises(AttributeError):
        _ = referee.nothing_of_that_name


def test_everything_public_has_a_docstring() -> None:
    bare = []
    for path in MODULES:
        public = [node for node in nodes(path) if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
        holding: list[ast.Module | ast.ClassDef] = [tree(path), *public]
        bare += [f"{path}: the module" for _ in (1,) if not ast.get_docstring(tree(path))]
        bare += [f"{path}: {node.name}" for node in public if not ast.get_docstring(node)]
        for holder in holding:
            functions = [n for n in holder.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
            bare += [f"{path}: {one.name}" for one in functions if not ast.get_docstring(one)]
    assert bare == []


def test_modules_stay_small() -> None:
    assert {str(path): lines for path in MODULES if (lines := path.read_text().count("\n")) > 560} == {}
