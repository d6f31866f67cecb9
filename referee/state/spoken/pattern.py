"""Phrases as they are declared: words, holes, and what may be left out; and how a sentence is held against one.

A phrase is written as it is said. A word in small letters is that word, `a|b` either of two, a word in capitals a hole
(`SHIPS`, or `NAME:other` where it fills another field than its own), `[...]` what may be left out, and `( ... / ... )`
one of several turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol

Filled = dict[str, object]  # what the holes of a phrase hold, by field


class Heard(Protocol):
    """A sentence that is held against phrases."""

    def starts(self, at: int) -> Iterator[int]:
        """The pieces where something may begin: this one, and after each word that says nothing."""

    def is_word(self, at: int, words: frozenset[str]) -> bool:
        """True if this piece is one of these words."""

    def hole(self, kind: str, at: int) -> Iterator[tuple[object, int]]:
        """What can stand in a hole of this kind from this piece on, and where each ends."""

    def missed(self, at: int, wanted: Node) -> None:
        """Notes what was looked for in vain at this piece."""


class Node(NamedTuple):
    """A place in a phrase: the word or the hole that comes here, or the two ways to go on; none of them at its end."""

    words: frozenset[str] = frozenset()
    kind: str = ""
    field: str = ""
    next: Node | None = None
    ways: tuple[Node, ...] = ()
    shown: str = ""  # the first of its words


END = Node()


def compiled(text: str) -> Node:
    """A phrase as it is walked. ValueError where its brackets do not match."""
    for mark in "[]()":
        text = text.replace(mark, f" {mark} ")
    return _compiled(text.split(), END)


def _compiled(parts: list[str], then: Node) -> Node:
    """The nodes of these parts, from the last to the first."""
    at = len(parts)
    while at:
        at -= 1
        part = parts[at]
        if part in "])":
            opened = _opened(parts, at)
            inner = parts[opened + 1 : at]
            turns = _turns(inner)
            ways = tuple(_compiled(turn, then) for turn in turns)
            then = Node(ways=(*ways, then) if part == "]" else ways)
            at = opened
        elif part[0].isupper():
            kind, _, field = part.partition(":")
            if "|" in part:
                raise ValueError(f"a hole is one turn by itself, as in (NAME / gate): {part}")
            then = Node(kind=kind, field=field or kind.lower(), next=then)
        else:
            words = part.split("|")
            then = Node(frozenset(words), next=then, shown=words[0])
    return then


def _opened(parts: list[str], closed: int) -> int:
    """Where the bracket that closes here was opened."""
    depth = 0
    for at in range(closed, -1, -1):
        depth += (parts[at] in "])") - (parts[at] in "[(")
        if not depth:
            return at
    raise ValueError(f"no bracket opens: {' '.join(parts)}")


def _turns(parts: list[str]) -> list[list[str]]:
    """What stands between the slashes of a bracket, without those of brackets inside."""
    found: list[list[str]] = [[]]
    depth = 0
    for part in parts:
        depth += (part in "[(") - (part in "])")
        if part == "/" and not depth:
            found.append([])
        else:
            found[-1].append(part)
    return found


def walked(node: Node, heard: Heard, at: int, filled: Filled) -> Iterator[tuple[int, Filled]]:
    """Every way in which a sentence says a phrase from this piece on: where it ends, and what fills the holes."""
    if node.ways:
        for way in node.ways:
            yield from walked(way, heard, at, filled)
    elif node.next is None:
        yield at, filled
    elif node.words:
        yield from _after_word(node, node.next, heard, at, filled)
    else:
        yield from _after_hole(node, node.next, heard, at, filled)


def _after_word(node: Node, then: Node, heard: Heard, at: int, filled: Filled) -> Iterator[tuple[int, Filled]]:
    for start in heard.starts(at):
        if heard.is_word(start, node.words):
            yield from walked(then, heard, start + 1, filled)
            return
    heard.missed(at, node)


def _after_hole(node: Node, then: Node, heard: Heard, at: int, filled: Filled) -> Iterator[tuple[int, Filled]]:
    fits = False
    for start in heard.starts(at):
        for value, end in heard.hole(node.kind, start):
            fits = True
            yield from walked(then, heard, end, {**filled, node.field: value})
    if not fits:
        heard.missed(at, node)


def words_of(node: Node) -> set[str]:
    """All words of a phrase."""
    found = set(node.words)
    for way in (*node.ways, *([node.next] if node.next is not None else [])):
        found |= words_of(way)
    return found
