"""Whether what a command prints with --json is as its schema says, to the last key and type."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import typer
from pydantic import TypeAdapter, ValidationError

from referee.cli.app import Commands, app
from referee.schemas.registry import Entry, printed_by


@cache
def commands() -> dict[str, set[str]]:
    """Every command that there is, `dispute open` with both words, and its options."""
    root = typer.main.get_command(app)
    found = {}
    for name in Commands.places:
        command = root.get_command(None, name)  # type: ignore[attr-defined]
        for path, one in _below(name, command).items():
            found[path] = {option for param in one.params for option in param.opts}  # type: ignore[attr-defined]
    return found


def _below(name: str, command: object) -> dict[str, object]:
    inner = getattr(command, "commands", None)
    return {name: command} if inner is None else {f"{name} {sub}": one for sub, one in inner.items()}


def command_of(arguments: Sequence[str]) -> str:
    """The command that these arguments call; empty for none."""
    known = commands()
    for place, word in enumerate(arguments):
        if word in Commands.places:
            both = " ".join([word, *arguments[place + 1 : place + 2]])
            return both if both in known else word if word in known else ""
    return ""


@cache
def _adapter(entry: Entry) -> TypeAdapter[object]:
    return TypeAdapter(entry.type())


def entry_of(command: str, text: str) -> Entry:
    """The schema that a printed answer of a command is valid by; AssertionError, with what is wrong, where none is."""
    faults = []
    for entry in printed_by(command):
        try:
            _adapter(entry).validate_json(text, strict=True)
        except ValidationError as error:
            whole = any(not one["loc"] for one in error.errors())  # a list for an answer that is none, or turned round
            faults.append((whole, error.error_count(), f"{entry.name}: {_said(error)}"))
        else:
            return entry
    raise AssertionError(f"`{command}` printed what no schema tells of: {min(faults, default=(text[:300],))[-1]}")


def _said(error: ValidationError) -> str:
    places = (f"{'.'.join(map(str, one['loc']))}: {one['msg']} {str(one['input'])[:80]}" for one in error.errors()[:12])
    return "; ".join(places)


def check(arguments: Sequence[str], printed: str) -> None:
    """Holds what was printed against the schemas of the command, where it is an answer as JSON."""
    if "--json" not in arguments or _prints_no_json(arguments) or not printed.strip():
        return
    entry_of(command_of(arguments), printed)


def _prints_no_json(arguments: Sequence[str]) -> bool:
    """True for help, and for lines that another ledger takes."""
    return bool({"--help", "-h", "--csv", "--tsv", "--nl"} & {*arguments}) or _writes_lines(arguments)


def _writes_lines(arguments: Sequence[str]) -> bool:
    words = [word for word in arguments if not word.startswith("-")]
    return words[:2] == ["ledger", "export"] and len(words) == 2
