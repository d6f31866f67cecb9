"""Whether what was kept is what it was: each field of a table against the type that it is said to have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


def check(value: Any) -> None:
    """Raises ValueError, with the field, where a field of a dataclass holds what its type does not allow."""
    kind: Any = type(value)
    for name, hint in _hints(kind).items():
        if not _fits(getattr(value, name), hint):
            raise ValueError(f"{name} is not what it can be")


@lru_cache(maxsize=32)
def _hints(kind: type) -> dict[str, Any]:
    """The types of the fields that make up a value, and of none that are only worked out."""
    names = [field.name for field in fields(kind) if field.compare] if is_dataclass(kind) else kind._fields  # type: ignore[attr-defined]
    hints = get_type_hints(kind)
    return {name: hints[name] for name in names}


def _fits(value: Any, hint: Any) -> bool:
    if hint is Any:
        return True
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, arg) for arg in args)
    if origin in (tuple, list, Sequence):
        return isinstance(value, list if origin is list else tuple) and all(_fits(item, args[0]) for item in value)
    if origin in (dict, Mapping):
        return isinstance(value, dict) and all(_fits(k, args[0]) and _fits(v, args[1]) for k, v in value.items())
    if hint in (None, NoneType):
        return value is None
    if hint is int:
        return type(value) is int
    if not isinstance(value, hint):
        return False
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return all(_fits(getattr(value, name), inner) for name, inner in _hints(hint).items())
    return True
