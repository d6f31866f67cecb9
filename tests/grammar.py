"""The published grammar of the notation, read from its file: what can be derived by it, and lines made at random."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from referee.book.places import SCENARIOS

FILE = SCENARIOS / "notation.ebnf"
_PIECES = ("NUMBER", "WORD", "QUOTED")
_SYMBOL = re.compile(r"""\s+|/\*.*?\*/|(::=)|("[^"]*"|'[^']*')|(\[[^\]]*\])|([A-Za-z]+)|([|()?*+])""", re.DOTALL)


class Node(NamedTuple):
    """A part of a rule: `word` (a terminal), `name`, `letters`, `all` in order, `one` of them, or `many`."""

    kind: str
    text: str = ""
    parts: tuple[Node, ...] = ()
    least: int = 1
    most: int = 1


class Grammar:
    """The rules by name; a text is derived from the rule called `start`."""

    def __init__(self, text: str) -> None:
        """Reads the rules; ValueError for what is no rule, and for a name without one."""
        self.rules = dict(_rules(_symbols(text)))
        self.pieces = {name: _pattern(self.rules[name]) for name in _PIECES}
        self.words = {
            node.text.casefold() for rule in self.rules.values() for node in _walk(rule) if node.kind == "word"
        }
        named = {node.text for rule in self.rules.values() for node in _walk(rule) if node.kind == "name"}
        if missing := named - self.rules.keys():
            raise ValueError(f"no rule for {missing}")

    def derives(self, text: str, start: str) -> bool:
        """True if the text can be derived from this rule."""
        pieces = self.cut(text)
        return len(pieces) in self._ends(pieces, start)

    def cut(self, text: str) -> list[tuple[str, str]]:
        """The text in pieces, each with its kind: NUMBER, WORD, QUOTED, or a mark of one letter."""
        found = []
        by_name = "|".join(f"(?P<{name}>{pattern})" for name, pattern in self.pieces.items())
        for match in re.finditer(rf"{by_name}|(?P<MARK>\S)", text):
            found.append((str(match.lastgroup), match[0]))
        return found

    def _ends(self, pieces: list[tuple[str, str]], start: str) -> frozenset[int]:
        @cache
        def named(name: str, at: int) -> frozenset[int]:
            if name in _PIECES:
                return frozenset({at + 1}) if at < len(pieces) and pieces[at][0] == name else frozenset()
            return matched(self.rules[name], at)

        @cache
        def matched(node: Node, at: int) -> frozenset[int]:
            if node.kind == "word":
                said = at < len(pieces) and pieces[at][1].casefold() == node.text.casefold()
                return frozenset({at + 1}) if said else frozenset()
            if node.kind == "name":
                return named(node.text, at)
            if node.kind == "one":
                return frozenset().union(*(matched(part, at) for part in node.parts))
            if node.kind == "all":
                return _in_order(node.parts, at, matched)
            return _repeated(node, at, matched)

        return named(start, 0)

    # -- at random -------------------------------------------------------------------------------------------------

    def derive(self, start: str, chance: random.Random, names: Mapping[str, Callable[[], str]]) -> str:
        """A text derived at random; `names` make what stands for a rule, such as a player."""
        return " ".join(self._made(Node("name", start), chance, names, 0))

    def _made(
        self, node: Node, chance: random.Random, names: Mapping[str, Callable[[], str]], depth: int
    ) -> Iterator[str]:
        if node.kind == "word":
            yield node.text
        elif node.kind == "name":
            if node.text in names:
                yield names[node.text]()
            else:
                yield from self._made(self.rules[node.text], chance, names, depth + 1)
        elif node.kind == "one":
            yield from self._made(chance.choice(node.parts), chance, names, depth)
        elif node.kind == "all":
            for part in node.parts:
                yield from self._made(part, chance, names, depth)
        else:
            for _ in range(node.least + sum(chance.random() < 0.4 for _ in range(min(node.most, 3) - node.least))):
                yield from self._made(node.parts[0], chance, names, depth)


Ends = Callable[[Node, int], frozenset[int]]


def _in_order(parts: tuple[Node, ...], at: int, matched: Ends) -> frozenset[int]:
    ends = frozenset({at})
    for part in parts:
        ends = frozenset().union(*(matched(part, end) for end in ends))
    return ends


def _repeated(node: Node, at: int, matched: Ends) -> frozenset[int]:
    (part,) = node.parts
    found = frozenset({at}) if node.least == 0 else frozenset()
    new = frozenset({at})
    for _ in range(node.most):
        new = frozenset().union(*(matched(part, end) for end in new)) - found
        if not new:
            break
        found |= new
    return found


# -- reading the file --------------------------------------------------------------------------------------------------


def _symbols(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text):
        match = _SYMBOL.match(text, at)
        if match is None:
            raise ValueError(f"not understood: {text[at : at + 30]!r}")
        found += [group for group in match.groups() if group]
        at = match.end()
    return found


def _rules(symbols: list[str]) -> Iterator[tuple[str, Node]]:
    starts = [at for at in range(len(symbols) - 1) if symbols[at + 1] == "::="]
    for at, end in zip(starts, [*starts[1:], len(symbols)], strict=True):
        body = symbols[at + 2 : end]
        node, left = _one(body)
        if left:
            raise ValueError(f"{symbols[at]}: {left}")
        yield symbols[at], node


def _one(body: list[str]) -> tuple[Node, list[str]]:
    ways = []
    while True:
        node, body = _all(body)
        ways.append(node)
        if not body or body[0] != "|":
            return (ways[0] if len(ways) == 1 else Node("one", "", tuple(ways))), body
        body = body[1:]


def _all(body: list[str]) -> tuple[Node, list[str]]:
    parts = []
    while body and body[0] not in "|)":
        node, body = _atom(body)
        while body and body[0] in "?*+":
            least, most = {"?": (0, 1), "*": (0, 999), "+": (1, 999)}[body[0]]
            node, body = Node("many", "", (node,), least, most), body[1:]
        parts.append(node)
    return (parts[0] if len(parts) == 1 else Node("all", "", tuple(parts))), body


def _atom(body: list[str]) -> tuple[Node, list[str]]:
    first = body[0]
    if first == "(":
        node, body = _one(body[1:])
        return node, body[1:]
    kind = "letters" if first[0] == "[" else "word" if first[0] in "\"'" else "name"
    return Node(kind, first[1:-1] if kind == "word" else first), body[1:]


def _pattern(node: Node) -> str:
    """A rule of pieces as a regular expression."""
    if node.kind in ("word", "letters"):
        return re.escape(node.text) if node.kind == "word" else node.text
    inner = [_pattern(part) for part in node.parts]
    if node.kind == "many":
        return f"(?:{inner[0]})" + {(0, 1): "?", (0, 999): "*", (1, 999): "+"}[node.least, node.most]
    return f"(?:{'|'.join(inner)})" if node.kind == "one" else "".join(inner)


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for part in node.parts:
        yield from _walk(part)


@cache
def grammar(path: Path = FILE) -> Grammar:
    """The grammar that is published."""
    return Grammar(path.read_text(encoding="utf-8"))
