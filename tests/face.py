"""The public face of the library as it is stored: every public name with its parameters, parts and types.

    python -m tests.face            prints what differs from tests/public/face.txt
    python -m tests.face --write    stores the face as it is now

What goes away or is called otherwise breaks what others have written: `docs/library.md` says when that may be.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import inspect
import re
import textwrap
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from types import FunctionType, MemberDescriptorType, ModuleType
from typing import Any, is_typeddict

import referee
from referee import types

FILE = Path(__file__).parent / "public" / "face.txt"


def face() -> list[str]:
    """A line for each public name, method and part."""
    return [line for module in (referee, types) for name in module.__all__ for line in _lines(module, name)]


def _lines(module: ModuleType, name: str) -> Iterator[str]:
    thing, full = getattr(module, name), f"{module.__name__}.{name}"
    if isinstance(thing, FunctionType):
        yield f"{full}{_signature(thing)}"
    elif isinstance(thing, type):
        yield f"{full}{_given(thing)}"
        if name not in _HANDED_ON:
            yield from (f"{full}.{part}" for part in sorted(_parts(thing)))
    else:
        yield f"{full} = {thing}"


def _given(kind: type) -> str:
    """What is given to make one, where a program makes it; the bases of what is only given back."""
    if kind.__name__ in _MADE or (issubclass(kind, Exception) and "__init__" in vars(kind)):
        return _signature(kind).removesuffix(" -> None")
    bases = [base.__name__ for base in kind.__bases__ if _is_ours(base)]
    return f" ({', '.join(bases)})" if bases else ""


_HANDED_ON = {"Argument", "Position", "Start"}  # from one call to another: what is in them is not public
# What stands in them and is not public (docs/library.md): a table as it is judged, and a dispute as it is kept.
_INNER = {"Done": {"state", "verdict"}, "Dispute": {"record"}}
_MADE = {"Claim", "Disputes", "Ledger", "Rulings", "TableSession"}


def _parts(kind: type) -> Iterator[str]:
    """The parts, properties and methods of a class that are its own or come from what is not listed itself."""
    every = [getattr(module, name) for module in (referee, types) for name in module.__all__]
    listed = {thing for thing in every if isinstance(thing, type)}
    told = {base for other in kind.__mro__[1:] if other in listed for base in other.__mro__}
    ours = [base for base in kind.__mro__ if _is_ours(base) and base not in told]
    every_part = {name: part for base in reversed(ours) for name, part in {**_set(base), **_own(base)}.items()}
    for name in _INNER.get(kind.__name__, ()):
        every_part.pop(name, None)
    for name, part in every_part.items():
        if isinstance(part, property):
            yield f"{name}: {inspect.signature(part.fget).return_annotation}" if part.fget else name
        elif isinstance(part, classmethod | staticmethod):
            yield f"{name}{_signature(part.__func__)}"
        elif isinstance(part, FunctionType):
            yield f"{name}{_signature(part)}"
        elif isinstance(part, str):
            yield f"{name}: {part}" if part else name
        elif isinstance(part, MemberDescriptorType):
            yield name


def _own(kind: type) -> dict[str, Any]:
    """What a class has by itself and shows: its parts with their types, then properties and methods."""
    parts = {name: _typed(part) for name, part in inspect.get_annotations(kind).items()}
    found = parts if is_typeddict(kind) else {**vars(kind), **parts}
    return {name: part for name, part in found.items() if not name.startswith("_")}


def _set(kind: type) -> dict[str, str]:
    """What the making of an object sets in it, with the type where one is told; a name alone where none is."""
    making = vars(kind).get("__init__")
    if not isinstance(making, FunctionType) or making.__code__.co_filename == "<string>":  # made by dataclass
        return {}
    told = inspect.get_annotations(making)
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(making)))):
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
        for target in chain.from_iterable(one.elts if isinstance(one, ast.Tuple) else [one] for one in targets):
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id == "self":
                given = told.get(node.value.id, "") if isinstance(node.value, ast.Name) else ""
                found[target.attr] = ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else str(given)
    return {name: part for name, part in found.items() if not name.startswith("_")}


def _typed(annotation: Any) -> str:
    if isinstance(annotation, type):
        return annotation.__name__
    return str(getattr(annotation, "__forward_arg__", annotation))


def _signature(thing: Any) -> str:
    """The parameters with their types, without the quotes that these have at run time."""
    text = re.sub(r"ForwardRef\(('[^']*')\)", r"\1", str(inspect.signature(thing)))
    return re.sub(r"<(?:built-in )?function (\w+)[^>]*>", r"\1", re.sub(r"(: |-> )'([^']*)'", r"\1\2", text))


def _is_ours(kind: type) -> bool:
    return kind.__module__.startswith("referee.")


def differences() -> list[str]:
    """The lines that are stored and are not there any more (`-`), and those that are new (`+`)."""
    told = difflib.unified_diff(FILE.read_text().splitlines(), face(), lineterm="", n=0)
    return [line for line in told if line[:1] in "+-" and not line.startswith(("+++", "---"))]


def main() -> None:
    """Prints what differs, or stores the face as it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    if parser.parse_args().write:
        FILE.write_text("\n".join(face()) + "\n")
    else:
        print("\n".join(differences()) or "the same")


if __name__ == "__main__":
    main()
