"""What the lines are made from: the project's cases by kind, and the names that can stand in them."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import NamedTuple

from referee.book.loader import rulebase
from referee.duel.api import books_of
from referee.duel.texts import ALIEN, KINDS, texts
from referee.judge.ways.table import lines_of
from tests.cases import files

PLAYERS = ("red", "purple", "yellow", "blue", "green", "orange", "white", "tan")
DUEL = "duel"
# At most twelve: sixteen are kept in memory at once, and reading one takes as long as a thousand lines.
EDITIONS = (
    "consolidated",
    "warp",
    "consolidated+technology",
    "mayfair1991",
    "ffg2018",
    "consolidated+hidden-powers",
    "warp+multiple-powers",
    "consolidated+four-planets",
    "mayfair1991+simplified",
    "warp+honeymoon",
    "mayfair1991+reverse-hexes",
    "consolidated+single-encounter",
)


class Input(NamedTuple):
    """One thing to read: by which edition, the text, and for a command the commands that lead to its table."""

    edition: str
    text: str
    anyway: bool = False
    before: tuple[str, ...] = ()

    def written(self) -> str:
        """As a file of the corpus has it: the edition on the first line, the commands and the text below."""
        return "\n".join([f"{self.edition}{' --anyway' if self.anyway else ''}", *self.before, self.text])


def edition(source: Random, number: int) -> str:
    """An edition: half of the time the first; the later the line, the more there are to choose from."""
    return EDITIONS[0] if source.random() < 0.5 else source.choice(EDITIONS[: 3 + number // 200])


@cache
def lines(kind: str) -> tuple[str, ...]:
    """The lines of all cases of a kind: encounter, duel, contest, may or timing."""
    return tuple(text for _, file in files() for case in file.case if (text := getattr(case, kind)))


@cache
def plays(duel: bool = False) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The edition and the commands of each play, those that are refused there too."""
    found = []
    for _, file in files():
        for case in file.case:
            by = case.edition or file.edition
            if case.play and (by == DUEL) == duel and (duel or by in EDITIONS):
                found.append((by, tuple(line.command for line in lines_of(case.play))))
    return tuple(found)


@cache
def commands(duel: bool = False) -> tuple[str, ...]:
    """Every command of a play that is different from the others, without those that lay a table."""
    said = (command for _, play in plays(duel) for command in play if not command.startswith("table"))
    return tuple(dict.fromkeys(said))


@cache
def names(duel: bool = False) -> tuple[str, ...]:
    """Every alien, card, tech and envoy there is, as one types it: in quotes where it is not one word."""
    if duel:
        known = texts(books_of())
        found = [text.name for kind in KINDS for text in known.of(kind)]
    else:
        found = [*aliens(), *(card.name for card in rulebase().cards().values())]
    return tuple(name if name.replace("-", "").isalnum() else f'"{name}"' for name in found)


@cache
def aliens(duel: bool = False) -> tuple[str, ...]:
    """The names of the aliens alone."""
    if duel:
        return tuple(text.name for text in texts(books_of()).of(ALIEN))
    return tuple(name.title() for name in rulebase().alien_names())


@cache
def blocks() -> tuple[tuple[str, str], ...]:
    """The edition of its file and the TOML of each case, comments and headings between them too."""
    found = []
    for path, file in files():
        if file.edition in (*EDITIONS, DUEL):
            _, *cases = path.read_text(encoding="utf-8").split("[[case]]")
            found += [(file.edition, f"[[case]]{case}") for case in cases]
    return tuple(found)
