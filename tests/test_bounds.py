"""What goes beyond a bound is refused with a sentence, soon and in little room, whichever reader it comes to."""

from __future__ import annotations

import os
import time
import tracemalloc
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.book import bounds
from referee.book.books import Books
from referee.book.loader import rulebase
from referee.book.parameters import Parameters
from referee.book.search import Index, thesaurus
from referee.conformance.editions.line import compare_line
from referee.conformance.judged import check
from referee.conformance.scenario import read_cases
from referee.disputes.house_files import file_of
from referee.disputes.house_rules import read as house_rules
from referee.duel import tabletop as duel
from referee.duel.api import judge_contest, judge_duel
from referee.errors import CaseFileError, RefereeError, RulebaseError
from referee.judge.timing.question import rule_timing
from referee.judge.ways.line import judge_encounter
from referee.judge.ways.table import lay_table, play, rule_command, rule_question
from referee.state.contenders import asked, read_words

MEGABYTE = 1_000_000
ENCOUNTER = "red 3 : 10 vs blue 2 : 8 ; "
TABLE = lay_table("table red purple yellow blue")
DUEL = duel.lay_table("table duel blue orange", "duel")


@cache
def _index() -> Index:
    known = rulebase()
    return Index(list(Books(known).clauses("consolidated").values())[:20], thesaurus(known), {})


def _timing(words: str) -> Any:
    return rule_timing(read_words(words), "consolidated")


def _named(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


READERS: dict[str, Callable[[str], Any]] = {
    "encounter": judge_encounter,
    "duel": judge_duel,
    "contest": judge_contest,
    "may": rule_question,
    "timing": _timing,
    "do": lambda line: rule_command(TABLE, line),
    "table": lay_table,
    "do of Duel": lambda line: duel.rule_command(DUEL, line),
    "compare": lambda line: compare_line(Parameters(rulebase()), line),
    "ask": lambda line: _index().ask(line),
    "search": lambda line: Books(rulebase()).search(line),
}


def _refused(read: Callable[[str], Any], line: str) -> str:
    """What a line is refused with, within two seconds and 200 MB."""
    tracemalloc.start()
    begun = time.process_time()
    try:
        with pytest.raises(RefereeError) as refused:
            read(line)
        assert time.process_time() - begun < 2
        assert tracemalloc.get_traced_memory()[1] < 200 << 20
    finally:
        tracemalloc.stop()
    return str(refused.value)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("piece", ["“", '"', "a", "a-", "red ", "; use red ", "7", "\x00"])
def test_a_line_of_a_megabyte_is_refused_at_once(reader: str, piece: str) -> None:
    if reader == "ask":
        _index()  # it is there before anybody asks
    says = _refused(READERS[reader], f"{piece * (MEGABYTE // len(piece))}")
    assert "at most 20,000 letters" in says
    assert len(says) < 1_000


LONG = {
    "allies": (
        "encounter",
        f"red 3 + {' + '.join(f'{name} 1' for name in _named(8))} : 10 vs blue 2 : 8",
        "8 play",
    ),
    "clauses": ("encounter", ENCOUNTER + "; use red" * 101, "100 clauses"),
    "one clause": ("encounter", f"{ENCOUNTER}deal {', '.join(['red gives 1 card'] * 200)}", "600 words"),
    "quotes": ("encounter", ENCOUNTER + "“" * 19_000, "600 words"),
    "a hand by number": ("encounter", f"{ENCOUNTER}hand red 999999", "200 cards"),
    "a hand by its cards": ("encounter", f"{ENCOUNTER}hand red: {'10 ' * 201}", "200 cards"),
    "reinforcements of a duel": ("duel", f"blue 2 : 10 {'+2 ' * 1_000}vs orange 2 : 31", "600 words"),
    "a hand of Duel": ("duel", "blue 2 : 10 vs orange 2 : 31 ; hand blue 999999", "200 cards"),
    "spent tactics": ("duel", "blue 2 : 10 vs orange 2 : 31 ; spent blue 999999", "at most 200"),
    "clauses of a contest": ("contest", f"blue : 10 vs orange : 31{' ; pass blue' * 101}", "100 clauses"),
    "facts": ("may", f"ally red offense 1{' ; warp red 1' * 101}", "100 clauses"),
    "players of a question": ("may", f"draw red 1 ; seats {' '.join(_named(8))}", "the 8 players"),
    "cards of a question": ("may", "draw red 1 ; hand red 999999", "200 cards"),
    "contenders": ("timing", f"{'red:Mind ' * 101}--offense red", "100 want to act"),
    "players of a timing": ("timing", f"{' '.join(_named(9))} --offense p1", "9 players"),
    "seats of a timing": ("timing", f"p1 --offense p1 --seats {','.join(_named(400))}", "400 players"),
    "draw": ("do", "draw red 999999", "200 cards"),
    "set a hand": ("do", "set hand red 999999", "200 cards"),
    "set a hand by its cards": ("do", f"set hand red: {'? ' * 201}", "200 cards"),
    "set a deck": ("do", "set deck 999999", "200 cards"),
    "set many facts": ("do", f"set {'warp red 1; ' * 101}", "100 clauses"),
    "rewards": ("do", "reward red 999999 cards", "200 cards"),
    "techs": ("do", "acquire red 999999", "200 techs"),
    "draw in Duel": ("do of Duel", "draw blue 999999", "200 cards"),
    "seats of a table": ("table", f"table {' '.join(_named(101))}", "the 100 players"),
}


@pytest.mark.parametrize("what", LONG)
def test_a_list_or_a_number_beyond_a_bound_is_refused(what: str) -> None:
    read, line, says = LONG[what]
    assert says in _refused(READERS[read], line)


def test_what_lies_within_the_bounds_is_ruled() -> None:
    hand = "hand red: " + "10 " * bounds.CARDS
    assert judge_encounter(ENCOUNTER + hand).status == "determined"
    assert judge_encounter(f"{ENCOUNTER}hand red {bounds.CARDS}").status == "determined"
    assert rule_command(TABLE, f"set hand red {bounds.CARDS}").legal
    assert len(lay_table(f"table {' '.join(_named(bounds.PLAYERS))}").seats) == bounds.PLAYERS
    why = "add defense 6 " + "w" * (bounds.LETTERS - len(ENCOUNTER) - 20)
    assert judge_encounter(ENCOUNTER + why).status == "determined"


def test_more_players_than_an_edition_has_are_refused_by_its_clause() -> None:
    with pytest.raises(RefereeError, match=r"setup|5\.1"):
        lay_table(f"table {' '.join(_named(9))}")


def test_nine_names_may_fall_at_a_table_of_eight() -> None:
    """A destiny card can name a color that nobody at the table has."""
    table = rule_command(lay_table(f"table {' '.join(_named(8))}"), "offense p0").table
    assert "p0" in table.seats
    with pytest.raises(RefereeError) as refused:
        rule_command(table, "launch mauve 3")
    assert "At this table sit" in str(refused.value)
    rule_command(table, "destiny mauve")  # legal or not: it is understood


# -- files -------------------------------------------------------------------------------------------------------------

CASE = """format = 1
section = "A"
[[case]]
id = "ZZ01"
title = "t"
{}
[case.expect]
"""
HOSTILE = {
    "deep lists": f"a = {'[' * 90_000}",
    "lists as deep as Python goes": f"a = {'[' * 150}{']' * 150}",
    "deep tables": f"a = {'{a=' * 6_000}",
    "a key of many parts": f"{'a.' * 9_000}a = 1",
    "a heading of many parts": f"[{'a.' * 150}a]\nb = 1",
    "a long line": f"a = '{'b' * MEGABYTE}'",
    "too large": "# nothing\n" * 300_000,
    "no TOML": "\x00" * 1_000,
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_file_that_nobody_writes_is_refused_at_once(what: str, tmp_path: Path) -> None:
    database, cases = tmp_path / "referee.db", tmp_path / "cases.toml"
    house = file_of(database, "kitchen")
    house.parent.mkdir()
    begun = time.process_time()
    for path, read in ((cases, lambda: read_cases(cases)), (house, lambda: house_rules(database, "kitchen"))):
        path.write_text(HOSTILE[what])
        with pytest.raises((CaseFileError, RulebaseError)) as refused:
            read()
        assert str(path) in str(refused.value)
        assert len(str(refused.value)) < 1_000
    assert time.process_time() - begun < 2


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="no regular file"):
        bounds.read_bytes(Path(os.devnull), 10)
    (tmp_path / "large").write_bytes(b"x" * 11)
    with pytest.raises(OSError, match="larger"):
        bounds.read_bytes(tmp_path / "large", 10)
    assert bounds.read_bytes(tmp_path / "large", 11) == b"x" * 11


def test_a_play_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cases.toml"
    lines = "offense red\n" * (bounds.COMMANDS + 1)
    path.write_text(CASE.format(f'play = """\ntable red blue\n{lines}"""'))
    result = next(check(path))
    assert "2,000 lines" in str(result.differences[0].came)
    with pytest.raises(RefereeError, match="2,000 lines"):
        play(f"table red blue\n{lines}")


def test_what_was_packed_is_unpacked_up_to_a_bound() -> None:
    packed = zlib.compress(b"x" * 1_000)
    assert bounds.unpacked(packed, 1_000) == b"x" * 1_000
    for spoiled, most in ((packed, 999), (packed[:-1], 1_000), (packed + b"y", 1_000), (b"no", 10)):
        with pytest.raises(zlib.error):
            bounds.unpacked(spoiled, most)


def test_depth_is_counted_through_lists_and_tables() -> None:
    deep: Any = 1
    for number in range(bounds.DEPTH - 1):
        deep = [deep] if number % 2 else {"a": deep}
    bounds.check_depth(deep)
    with pytest.raises(ValueError, match="deep"):
        bounds.check_depth([deep])


def test_arguments_of_timing_are_bounded_too() -> None:
    assert "100 want to act" in _refused(
        lambda line: rule_timing(asked(line.split(), "red"), "consolidated"), "red:Mind " * 101
    )
