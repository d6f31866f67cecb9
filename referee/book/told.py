"""What a public call tells: its parts as attributes, and all of it as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

FORMAT = 1  # of every answer, raised when a key goes or changes its meaning
Row = TypeVar("Row")
_LONGEST = 60  # letters of a part in the one line that `repr` gives


class Told:
    """An answer whose parts are attributes: those that its class lists, and whatever else `to_dict` has.

    Two answers of a kind are equal, and have one hash, where they say the same.
    """

    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told

    def to_dict(self) -> dict[str, Any]:
        """As JSON: what the command prints with --json.

        >>> import referee
        >>> referee.may("launch red 5 at blue.1 ; offense red").to_dict()["status"]
        'illegal'
        """
        return self._told

    if not TYPE_CHECKING:  # a type checker knows those that are listed, and no others

        def __getattr__(self, name: str) -> Any:
            """A part by its name."""
            if name.startswith("_"):  # no part: what Python itself asks for, as of an answer that is being unpickled
                raise AttributeError(name)
            if name not in self._told:
                raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {', '.join(self._told)}")
            return self._told[name]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._told})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Told) or type(other) is not type(self):
            return NotImplemented
        return self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        import json  # hardly ever needed

        return hash(json.dumps(self.to_dict(), sort_keys=True, default=str))

    def __repr__(self) -> str:
        named = [name for name in type(self).__annotations__ if name in self._told]
        return f"{type(self).__name__}({', '.join(f'{name}={_short(self._told[name])}' for name in named)})"


def _short(part: Any) -> str:
    """A part of an answer in one line, without the middle of a long one."""
    text = repr(part)
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]}…{text[-half:]}"


class Whole(Told):
    """An answer of its own, which says its `format` first; what stands inside others does not."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__({"format": FORMAT, **told})


class Listed(list[Row]):
    """An answer that lists something: a list of it, and as JSON an object in which the list stands `under` a name.

    >>> import referee
    >>> found = referee.search("higher total")
    >>> found.under, found[0].id == found.to_dict()["clauses"][0]["id"]
    ('clauses', True)
    """

    under: str

    def __init__(self, under: str, rows: Iterable[Row], **beside: str) -> None:
        super().__init__(rows)
        self.under = under
        self._beside = beside

    def to_dict(self) -> dict[str, Any]:
        """As JSON: what the command prints with --json."""
        rows = [row.to_dict() if isinstance(row, Told) else str(row) for row in self]
        return {"format": FORMAT, **self._beside, self.under: rows}
