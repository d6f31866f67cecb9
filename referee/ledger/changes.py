"""What differs between two states of a table, kept so that it can be made again or taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.ledger.rulings import Plain

State = Plain
Change = list[Any]  # as `changes` tells it


def changes(before: State, after: State) -> list[Change]:
    """What differs between two states, as `apply` makes it or takes it back.

    [key, old, new] for a value, [key, part, old, new] for a part of a mapping, however deep it lies in others, and
    [..., place, old, new] for a list from that place on; [key, new] for one that was not kept before, and [[key], old]
    for one that is not kept any more.
    """
    found: list[Change] = [[[key], old] for key, old in before.items() if key not in after]
    for key, new in after.items():
        if key in before:
            found += _between([key], before[key], new)
        else:
            found.append([key, new] if before else [key, None, new])
    return found


def _between(path: list[str], old: object, new: object) -> Iterator[Change]:
    """What differs between two values, each with where it lies."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict) and list(old) == list(new):
        for part in old:
            yield from _between([*path, part], old[part], new[part])
    elif isinstance(old, list) and isinstance(new, list):
        pairs = enumerate(zip(old, new, strict=False))
        place = next((at for at, (one, other) in pairs if one != other), min(len(old), len(new)))
        yield [*path, place, old[place:], new[place:]]
    else:
        yield [*path, old, new]


def apply(state: State, changed: list[Change], back: bool = False) -> State:
    """A state with changes made, or taken back."""
    after = dict(state)
    for *path, old, new in changed:
        if path:
            after = _with(after, path, old if back else new)
        else:
            _come_or_go(after, old, new, back)
    return after


def _with(value: Any, path: list[object], new: Any) -> Any:
    """A value with another one in a place of it: by the keys that lead there, in a list the place from which on."""
    if not path:
        return new
    at, *further = path
    if isinstance(at, int):
        return [*value[:at], *new]
    return {**value, at: _with(value[at] if further else None, further, new)}


def _come_or_go(state: State, key: str | list[str], value: object, back: bool) -> None:
    """Puts what was not kept before (its key), or drops what is not kept any more (its key in a list); or `back`."""
    name, goes = (key, back) if isinstance(key, str) else (key[0], not back)
    if goes:
        del state[name]
    else:
        state[name] = value
