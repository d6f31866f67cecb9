"""What a public call tells: its parts as attributes, and all of it as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

FORMAT = 1  # of every answer, raised when a key goes or changes its meaning


class Told:
    """An answer whose parts are attributes: those that its class lists, and whatever else `to_dict` has."""

    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told

    def to_dict(self) -> dict[str, Any]:
        """As JSON: what the command prints with --json."""
        return self._told

    if not TYPE_CHECKING:  # a type checker knows those that are listed, and no others

        def __getattr__(self, name: str) -> Any:
            """A part by its name."""
            told = self.__dict__.get("_told", {})
            if name not in told:
                raise AttributeError(f"{type(self).__name__} has no {name!r}; it has {', '.join(told)}")
            return told[name]

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={self._told[name]!r}" for name in type(self).__annotations__ if name in self._told)
        return f"{type(self).__name__}({parts})"


class Whole(Told):
    """An answer of its own, which says its `format` first; what stands inside others does not."""

    def __init__(self, told: dict[str, Any]) -> None:
        super().__init__({"format": FORMAT, **told})
