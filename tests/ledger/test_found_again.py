"""Disputes are found by the words that were said in them, and precedents by what was decided."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import Any

from referee.ledger import chain, disputes
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.entries import DISPUTE, NOTE, keep_ruling, place
from referee.ledger.files import writing
from referee.ledger.sharing import verify
from tests.quarrels import BOOK, LOST, WON, quarrel, relied, ruled


def _found(path: Path, words: str) -> list[int]:
    return [row["id"] for row in disputes.search(path, words)]


def test_a_dispute_is_found_by_words_of_all_that_was_said_in_it(path: Path) -> None:
    quarrel(path, "the first tie", claims=("Größe zählt", "naïve"), parties=("Zoë", "Bob"))
    quarrel(path, "the second one", claims=("a-b_c 5.10.8.2.a", "'; drop table disputes; --"))
    disputes.decide(path, 2, Decision("the referee", "ties go to the defense", reason="5.10.1.1", dissent="Nope"))
    disputes.note(path, 2, "Cleo", "remember the Amoeba")
    disputes.appeal(path, 2, "Bob", "unfair")
    assert _found(path, "the") == [2, 1]
    for words in ("GROSSE", "grösse zahlt", "naive", "zoe tie", "first zoe naive"):
        assert _found(path, words) == [1], words
    for words in ("second amoeba", "unfair nope ties", "5.10.8.2.a", "a-b_c", "amoe", "drop table;", "remember unf"):
        assert _found(path, words) == [2], words
    for words in ("", " ", "!?", '"', "amoe remember", "zoe amoeba", "first second", "\0", "*", "nothing"):
        assert _found(path, words) == [], words
    assert _found(path, "tie") == [2, 1]  # the last word is only begun


def test_words_are_found_wherever_the_disputes_stand_between_others(path: Path) -> None:
    """Held against looking at every dispute; words that many have, few have, and that never meet."""
    source = random.Random(7)
    said: dict[int, set[str]] = {}
    with writing(path, DISPUTES) as base:
        for number in range(1, 1201):
            words = {"all"} | {f"w{n}" for n in (2, 3, 7, 50, 400) if source.randrange(n) == 0}
            texts = " ".join(words), f"x{source.randrange(300)}"
            plain = {"party": "", "claim": texts[0], "line": "", **_ruled_part(base)}
            told = {"about": texts[1], "sides": [plain], **_REST}
            assert chain.append(base, DISPUTE, told) == number
            said[number] = words | {texts[1]}
    for asked in (
        "all",
        "w2 all",
        "w400",
        "w2 w3 w7",
        "w50 w400",
        "all w400",
        "w400 w2",
        "x12",
        "w3 x1",
        "x",
        "w50 w7 x",
    ):
        *whole, begun = asked.split()
        right = [
            number
            for number, words in said.items()
            if set(whole) <= words and any(word.startswith(begun) for word in words)
        ]
        assert [row["id"] for row in disputes.search(path, asked, 2000)] == right[::-1], asked
        assert [row["id"] for row in disputes.search(path, asked, 3)] == right[::-1][:3]


_REST: dict[str, Any] = {
    "at": "2026-01-01T00:00:00+00:00",
    "edition": "consolidated",
    "game": None,
    "question": None,
    "rulebook": list(BOOK),
    "relied": [],
    "readings": {},
}


def _ruled_part(base: sqlite3.Connection) -> dict[str, Any]:
    told = ruled(WON)
    return {**{key: told[key] for key in ("position", "status", "outcome")}, "proof": keep_ruling(base, told)}


def test_more_texts_of_one_dispute_than_are_looked_at(path: Path) -> None:
    quarrel(path)
    quarrel(path, "another")
    with writing(path, DISPUTES) as base:
        of = place(base, DISPUTE, 1)
        for number in range(1100):
            chain.append(base, NOTE, {"of": of, "at": chain.now(), "by": "Ann", "says": f"note{number}"})
    assert _found(path, "note500 compensation") == [1]
    assert _found(path, "another") == [2]
    assert len(disputes.show(path, 1)["notes"]) == 1100
    assert verify(path) == []


def test_precedents_are_decided_and_the_latest(path: Path) -> None:
    for number in range(5):
        quarrel(path, question="DF-05" if number == 0 else None, lines=(LOST, LOST) if number == 3 else (WON, WON))
    assert disputes.relying(path, relied(WON), ["DF-05"]) == []
    for number in (1, 3, 4):
        disputes.decide(path, number, Decision("Ann", "so"))
    only = set(relied(WON)) - set(relied(LOST))
    assert only
    assert disputes.relying(path, only, []) == [3, 1]
    assert disputes.relying(path, relied(LOST), []) == [4, 3, 1]
    assert disputes.relying(path, [], ["DF-05", "DF-06"]) == [1]
    assert disputes.relying(path, ["no such clause", "' or 1"], ["DF-99"]) == []
