"""What differs between two states of a table, kept so that it can be made again or taken back."""

from __future__ import annotations

from typing import Any

from referee.ledger.rulings import Plain

State = Plain
Change = list[Any]  # as `changes` tells it


def changes(before: State, after: State) -> list[Change]:
    """What differs between two states, as `apply` makes it or takes it back.

    [key, old, new] for a value, [key, part, old, new] for a part of a mapping, [key, place, old, new] for a list from
    that place on; [key, new] for one that was not kept before, and [[key], old] for one that is not kept any more.
    """
    found: list[Change] = [[[key], old] for key, old in before.items() if key not in after]
    for key, new in after.items():
        old = before.get(key)
        if before and key not in before:
            found.append([key, new])
            continue
        if old == new and key in before:
            continue
        if isinstance(old, dict) and isinstance(new, dict) and list(old) == list(new):
            found += [[key, part, old[part], new[part]] for part in old if old[part] != new[part]]
        elif isinstance(old, list) and isinstance(new, list):
            pairs = enumerate(zip(old, new, strict=False))
            place = next((at for at, (one, other) in pairs if one != other), min(len(old), len(new)))
            found.append([key, place, old[place:], new[place:]])
        else:
            found.append([key, old, new])
    return found


def apply(state: State, changed: list[Change], back: bool = False) -> State:
    """A state with changes made, or taken back."""
    after = dict(state)
    for *path, old, new in changed:
        if not path:
            _come_or_go(after, old, new, back)
            continue
        value = old if back else new
        if len(path) == 1:
            after[path[0]] = value
        elif isinstance(path[1], int):
            after[path[0]] = [*after[path[0]][: path[1]], *value]
        else:
            after[path[0]] = {**after[path[0]], path[1]: value}
    return after


def _come_or_go(state: State, key: str | list[str], value: Any, back: bool) -> None:
    """Puts what was not kept before (its key), or drops what is not kept any more (its key in a list); or `back`."""
    name, goes = (key, back) if isinstance(key, str) else (key[0], not back)
    if goes:
        del state[name]
    else:
        state[name] = value
