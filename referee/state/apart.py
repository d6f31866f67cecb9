"""What two accounts differ in, of whatever game: a fact with how each account has it, and things done in another order.

An act is anything with a `verb`; how it is written, and which two acts are one act told in two ways, the game says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")  # what an act is in a game

Key = tuple[str, ...]  # the kind of a fact, and of whom it tells


class Difference(NamedTuple):
    """A fact in which two accounts differ: what it is about, how each has it in words, and as a clause of the line.

    A clause is empty where a line does not tell it.
    """

    keys: tuple[Key, ...]
    what: str
    says: tuple[str, str]
    clauses: tuple[str, str]


class Acts(NamedTuple, Generic[T]):
    """What two accounts say was done, in order; how an act is written, and what two acts share that are one in two ways
    of telling it.
    """

    one: Sequence[T]
    other: Sequence[T]
    write: Callable[[T], str]
    alike: Callable[[T], tuple[str, str]]

    def differences(self) -> list[Difference]:
        """The things that were done by one account alone, otherwise, or at another place."""
        return [self.difference(key, told) for key, told in self.by_fact().items()]

    def by_fact(self) -> dict[Key, tuple[list[T], list[T]]]:
        """What was done by one account alone, otherwise, or at another place: by the fact it is part of, of each."""
        found: dict[Key, tuple[list[T], list[T]]] = {}
        for key, of, act in self._slots():
            if of is not None:
                found.setdefault(key, ([], []))[of].append(act)
        return found

    def mixed(self, keys: Collection[Key]) -> tuple[T, ...]:
        """What was done by the first account, but for these facts, which are as the other account has them."""
        return tuple(act for key, of, act in self._slots() if of is None or (key in keys) == (of == 1))

    def _slots(self) -> Iterator[tuple[Key, int | None, T]]:
        """All that was done by either account, in order: its fact, in whose account alone (0, 1), the act."""
        one, other = self.one, self.other
        for kind, start, end, from_, to in SequenceMatcher(None, *self._spelled(), autojunk=False).get_opcodes():
            if kind == "equal":
                yield from ((("act",), None, act) for act in one[start:end])
                continue
            here, there = other[from_:to], one[start:end]
            for at in range(start, end):
                yield self._key((one, other), at, here), 0, one[at]
            for at in range(from_, to):
                yield self._key((other, one), at, there), 1, other[at]

    def _spelled(self) -> tuple[list[str], list[str]]:
        return [self.write(act) for act in self.one], [self.write(act) for act in self.other]

    def _key(self, accounts: tuple[Sequence[T], Sequence[T]], at: int, rivals: Sequence[T]) -> Key:
        """What an act of the first account is a fact of: the same act at another place, one like it, or itself.

        `rivals` are those that the other account has in its place.
        """
        mine, theirs = accounts
        act, alike = mine[at], self.alike
        if 0 < theirs.count(act) == mine.count(act):
            return ("act", "order", self.write(act))
        if any(alike(rival) == alike(act) and rival not in mine for rival in rivals):
            before = [earlier for earlier in mine[:at] if alike(earlier) == alike(act) and earlier not in theirs]
            return ("act", *alike(act), str(len(before)))
        return ("act", "done", self.write(act), str(mine[:at].count(act)))

    def difference(self, key: Key, told: tuple[list[T], list[T]]) -> Difference:
        """What each account has of one thing that was done."""
        here, there = (" ; ".join(map(self.write, acts)) for acts in told)
        if key[1] == "order":
            says = (self._place(self.one, told[0][0]), self._place(self.other, told[1][0]))
            return Difference((key,), f"when it was played: {key[2]}", says, (here, there))
        if key[1] == "done":
            says = ("done" if here else "not done", "done" if there else "not done")
            return Difference((key,), here or there, says, (here, there))
        return Difference((key,), "what was done", (here or "not done", there or "not done"), (here, there))

    def _place(self, acts: Sequence[T], act: T) -> str:
        """Where an act stands among the others of its account."""
        at = acts.index(act)
        return f"after {self.write(acts[at - 1])}" if at else "first"
