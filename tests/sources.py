"""The package's own source, parsed once for all tests that read it."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import referee

PACKAGE = Path(referee.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """The syntax of a module. Nobody changes it."""
    return ast.parse(path.read_text())


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All parts of a module, in the order of `ast.walk`."""
    return tuple(ast.walk(tree(path)))
