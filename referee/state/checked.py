"""Values kept as JSON: a dataclass made of what was kept, and each of its fields held against its type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

_Kept = TypeVar("_Kept")


def copied(value: _Kept) -> _Kept:
    """The same in new lists, mappings and dataclasses, nothing of which is shared; what cannot change is not copied."""
    kind: Any = type(value)
    if kind is dict:
        return {key: copied(item) for key, item in value.items()}  # type: ignore[attr-defined,return-value]
    if kind is list:
        return [copied(item) for item in value]  # type: ignore[attr-defined,return-value]
    if not is_dataclass(value):
        return value
    found: _Kept = object.__new__(kind)
    found.__dict__ = {key: copied(item) for key, item in vars(value).items()}
    return found


def kept(value: Any) -> Any:
    """A value as JSON knows it: dataclasses as mappings, what is written as a text (`of` reads it) as that text."""
    if is_dataclass(value):
        return {name: kept(item) for name, item in vars(value).items()}
    if isinstance(value, dict):
        return {key: kept(item) for key, item in value.items()}
    if hasattr(value, "of"):
        return str(value)
    if isinstance(value, (list, tuple)):
        return [kept(item) for item in value]
    return value.value if isinstance(value, Enum) else value


def restored(kind: type[_Kept], data: Mapping[str, object]) -> _Kept:
    """The dataclass that was kept so. Raises TypeError, ValueError or AttributeError for what is none."""
    types = hints(kind)  # type: ignore[arg-type]
    return kind(**{name: _restored(types.get(name, object), value) for name, value in data.items()})


def _restored_within(origin: Any, args: tuple[object, ...], value: Any) -> object:
    """A value that may be missing, or the parts of a list, a tuple or a mapping, each as its hint has it."""
    if origin in (Union, UnionType):
        return None if value is None else _restored(args[0], value)
    if origin in (list, tuple):
        return origin(_restored(args[0], item) for item in value)
    return {key: _restored(args[1], item) for key, item in value.items()}


def _restored(hint: Any, value: Any) -> object:
    origin = get_origin(hint)
    if origin in (Union, UnionType, list, tuple, dict):
        return _restored_within(origin, get_args(hint), value)
    if is_dataclass(hint) and isinstance(hint, type):
        return restored(hint, value)
    if hasattr(hint, "of"):
        return hint.of(value)
    if hasattr(hint, "_fields"):
        return hint(*[_restored(inner, item) for inner, item in zip(hints(hint).values(), value, strict=True)])
    return hint(value) if isinstance(hint, type) and issubclass(hint, Enum) else value


def check(value: object) -> None:
    """Raises ValueError, with the field, where a field of a dataclass holds what its type does not allow."""
    kind: type = type(value)
    for name, hint in hints(kind).items():
        if not _fits(getattr(value, name), hint):
            raise ValueError(f"{name} is not what it can be")


@lru_cache(maxsize=32)
def hints(kind: type) -> dict[str, object]:
    """The types of the fields that make up a value, and of none that are only worked out."""
    names = [field.name for field in fields(kind) if field.compare] if is_dataclass(kind) else kind._fields  # type: ignore[attr-defined]
    found = get_type_hints(kind)
    return {name: found[name] for name in names}


def _fits(value: object, hint: Any) -> bool:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(_fits(value, arg) for arg in args)
    if origin is not None:
        return _holds(value, origin, args)
    if hint is int:
        return type(value) is int
    if not isinstance(value, hint):
        return False
    parts = hints(hint) if is_dataclass(hint) or hasattr(hint, "_fields") else {}
    return all(_fits(getattr(value, name), inner) for name, inner in parts.items())


def _holds(value: object, origin: object, args: tuple[object, ...]) -> bool:
    """True if a value is a mapping or a row of what these types allow."""
    if origin in (dict, Mapping):
        return isinstance(value, dict) and all(_fits(k, args[0]) and _fits(v, args[1]) for k, v in value.items())
    return isinstance(value, list if origin is list else tuple) and all(_fits(item, args[0]) for item in value)
