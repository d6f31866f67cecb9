"""Whole games as a table tells them: each command in other words comes to the same command."""

from __future__ import annotations

import random

import pytest

from referee.book.loader import Names, rulebase
from referee.errors import MalformedError
from referee.judge.table.verdict import Verdict
from referee.playtesting import playing
from referee.state.commands import read_command, write_command
from referee.state.spoken import read_said
from referee.state.table import Table
from tests import effort, saying

GAMES = 100


@pytest.mark.parametrize("seed", effort.some(range(GAMES), 4))
def test_what_is_said_in_a_game_is_what_was_done(seed: int) -> None:
    books = rulebase()
    names, source = Names(books), random.Random(seed)
    told: list[str] = []
    wrong: list[str] = []

    def listen(table: Table, verdict: Verdict) -> None:
        command = read_command(verdict.command, names, table.seats)
        sentence = saying.said(source, command, table)
        if sentence:
            told.append(sentence)
            try:
                understood = " | ".join(map(write_command, read_said(sentence, names, table)))
            except MalformedError as error:
                understood = f"not understood ({error.expected})"
            if understood != verdict.command:
                wrong.append(f"{sentence!r} is {understood}, not {verdict.command}")

    game = playing.play(seed, 3 + seed % 3, books, most=12, watch=listen, powers=bool(seed % 2))
    assert wrong == []
    assert len(told) > len(game.commands) // 2
