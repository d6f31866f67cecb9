"""Files of cases and of house rules with lines that are missing, doubled, of another file or of the wrong type."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from referee.book import bounds
from referee.book.loader import rulebase
from referee.book.questions import find
from tests.fuzz.mutated import NUMBERS, ODD
from tests.fuzz.seeds import EDITIONS, Input, blocks

VALUES = (
    *(
        "0",
        "1",
        "-1",
        "1.5",
        "inf",
        "nan",
        "9" * 30,
        "true",
        '""',
        '"x"',
        "[]",
        "{}",
        "[[]]",
        '[""]',
        '["x", 1]',
        "[{}]",
    ),
    *("{ a = 1 }", "{ in = [] }", "1979-05-27", "07:32:00", '"\\u001b[31m"', '"\\u202e"', "'''\n\n'''", '"""\na\n"""'),
    *('"consolidated 5.10.1"', '"illegal"', '"determined"', "[1, 2]", "{ red = 1 }", "{ red = { ships = [] } }"),
    *(
        "[" * 90 + "]" * 90,
        "[" * 200 + "]" * 200,
        "{a=" * 90 + "1" + "}" * 90,
        f'"{"a-" * 9_000}"',
        f"[{'1,' * 9_000}]",
    ),
)
KEYS = (
    *("id", "title", "edition", "settles", "why", "encounter", "play", "may", "timing", "duel", "contest", "ask"),
    *("anyway", "deviates", "expect", "status", "outcome", "cases", "when", "players.red", "absent", "cites", "in"),
    *("refused", "then", "flips", "questions", "assumes", "needs", "table", "rule", "question", "reading", "clauses"),
    *("says", "dispute", "decided", "format", "section", "a.b.c", '""', '"\\u001b"', "case", "[case]", "totals"),
)
_HOUSE = """format = 1
table = "kitchen"

[[rule]]
question = "{question}"
reading = "{reading}"
dispute = 3
decided = "2026-05-12"
says = "The fifth colony wins at once."

[[rule]]
clauses = ["consolidated 5.10.8.2.a"]
dispute = 4
decided = "2026-05-12"
says = "Cards owed are drawn one at a time."
"""


def _changed(source: Random, text: str, pool: list[str]) -> str:
    lines = text.split("\n")
    at = source.randrange(len(lines))
    key, equals, value = lines[at].partition("=")
    how = source.random()
    if how < 0.4:
        other = source.choice(pool).partition("=")[2].strip() if source.random() < 0.5 else source.choice(VALUES)
        lines[at] = f"{key.rstrip()} = {other or value}" if equals else lines[at]
    elif how < 0.5:
        lines[at] = f"{source.choice(KEYS)} ={value}"
    elif how < 0.6:
        lines.insert(at, f"{source.choice(KEYS)} = {source.choice(VALUES)}")
    elif how < 0.7:
        lines.insert(at, source.choice(pool))
    elif how < 0.8:
        del lines[at]
    elif how < 0.85:
        lines.insert(source.randrange(len(lines)), lines[at])
    elif how < 0.9:
        lines.insert(at, f"[{source.choice(KEYS)}]" if source.random() < 0.5 else f"[[{source.choice(KEYS)}]]")
    else:
        place = source.randrange(len(lines[at]) + 1)
        odd = source.choice(ODD + NUMBERS[:20])
        lines[at] = f"{lines[at][:place]}{odd}{lines[at][place + source.randrange(3) :]}"
    return "\n".join(lines)


@cache
def _pool() -> list[str]:
    """Every line of every case."""
    return [line for _, block in blocks() for line in block.split("\n") if line.strip()]


def case_files(source: Random, number: int) -> Iterator[Input]:
    """A file of one or two cases."""
    known = blocks() if number >= 200 else [block for block in blocks() if block[0] in ("duel", *EDITIONS[:3])]
    by, block = source.choice(known)
    more = source.choice([block for block in known if block[0] == by][:50])[1] if source.random() < 0.2 else ""
    text = f'format = 1\nsection = "F"\nedition = "{by}"\n\n{block}\n{more}'
    for _ in range(source.choice((1, 1, 2, 3, 5))):
        text = _changed(source, text, _pool())
    yield Input(by, text)


@cache
def _readings() -> list[tuple[str, str]]:
    return [(id, reading["name"]) for id in rulebase().questions() for reading in find(id)["readings"]]


def house_files(source: Random, number: int) -> Iterator[Input]:
    """A file of house rules."""
    question, reading = source.choice(_readings())
    text = _HOUSE.format(question=question, reading=reading)
    for _ in range(source.choice((0, 1, 1, 2, 3, 5))):
        text = _changed(source, text, _HOUSE.split("\n"))
    yield Input(EDITIONS[0], text)


def edges() -> list[Input]:
    """Files at the bounds of what is read and beyond."""
    heads = ('format = 1\nsection = "F"\nedition = "consolidated"\n', 'format = 1\ntable = "kitchen"\n')
    case = '[[case]]\nid = "ZZ01"\ntitle = "t"\n{} = "{}"\n[case.expect]\n{}\n'
    found = ["", "\n", "\x00", "\ufeff", "[[case]]", "[[rule]]", "a = 1\n" * 2, "[a]\n" * 2, "x" * bounds.LETTERS]
    found += [head * times for head in heads for times in (1, 2)]
    found += [heads[0] + case.format(kind, "red 3 : 1 vs blue 1 : 1", "") for kind in KEYS]
    found += [heads[0] + case.format("encounter", "red 3 : 1 vs blue 1 : 1", f"{key} = {value}")
              for key in KEYS[17:27] for value in VALUES]  # fmt: skip
    found += [f"{heads[1]}[[rule]]\n{key} = {value}" for key in KEYS[32:39] for value in VALUES]
    found += [f"a = '{'b' * letters}'" for letters in (bounds.LETTERS - 6, bounds.LETTERS, 1_000_000)]
    found += ["#" * bounds.TOML, "#\n" * (bounds.TOML // 2), "#\n" * (bounds.TOML // 2 + 1), "a." * 100 + "a = 1"]
    return [Input(EDITIONS[0], text) for text in found]
