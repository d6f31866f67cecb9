"""Flares that answer a card just as it is played: when they are offered, what they leave, and whole games with them."""

from __future__ import annotations

import random

import pytest

from referee.book.loader import rulebase
from referee.judge.table.setting import lay_ruled
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.playtesting import playing
from referee.state import table as tbl
from referee.state.commands import Command, write_command
from referee.state.kept import to_data
from referee.state.table import Table
from tests import effort, games

SEATS = ("red", "purple", "yellow", "blue")
ANSWERS = ("Anti-Matter", "Healer", "Void", "Filch")
BOOKS = rulebase()

# To the attack 10 against 8: who holds what, and what is played after the cards are turned up.
OPENING = (
    "offense red",
    "destiny purple",
    "launch red 2 at purple.1",
    "invite red: none",
    "invite purple: none",
    "play red 10",
    "play purple 8",
    "reveal",
)


def after(hands: str, *texts: str, aliens: dict[str, tuple[str, ...]] | None = None) -> Table:
    """A table of four with these hands, after these commands."""
    table = lay_ruled(Command("table", names=SEATS, aliens=aliens or {}), BOOKS).table
    for text in (f"set {hands}", *texts):
        verdict = rule(table, playing.read(text, table, BOOKS), BOOKS)
        assert verdict.legal, (text, [refusal.finding.says for refusal in verdict.illegal])
        table = verdict.table
    return table


def offered(table: Table) -> list[str]:
    """The flares that can be played now, as they are typed."""
    found = [command for _, command in legal(table, BOOKS) if command.act is not None and command.act.verb == "flare"]
    return sorted(write_command(command) for command in found)


HANDS = (
    "hand red: 10 Emotion-Control Cosmic-Zap; hand purple: 8 Healer Card-Zap; "
    "hand yellow: Void Filch N; hand blue: Anti-Matter 4"
)


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        ((), []),
        (("emotion control by red",), ["flare yellow Filch", "flare yellow Void"]),
        (("zap purple by red",), ["flare purple Healer", "flare yellow Filch", "flare yellow Void"]),
        (("zap purple by red", "card zap by purple"), ["flare yellow Filch", "flare yellow Void"]),
        (("emotion control by red", "flare yellow Void"), []),
        (("emotion control by red", "resolve"), []),
    ],
)
def test_an_answer_is_offered_where_there_is_what_it_answers(played: tuple[str, ...], expected: list[str]) -> None:
    """Void and Filch for artifacts, Healer for a zap against its player; none of them once the outcome was ruled."""
    assert offered(after(HANDS, *OPENING, *played, aliens={"purple": ("Macron",)})) == expected


@pytest.mark.parametrize(
    ("aliens", "who"),
    [({}, {"purple"}), ({"blue": ("Anti-Matter",)}, {"purple", "blue"}), ({"red": ("Cudgel",)}, set())],
)
def test_anti_matter_is_offered_for_the_flares_that_it_stops(aliens: dict[str, tuple[str, ...]], who: set[str]) -> None:
    """A wild text for main players and allies, against wild flares; the super text for everybody who has the sheet."""
    hands = "hand red: 10 Cudgel; hand purple: 8 Anti-Matter; hand blue: Anti-Matter 4; hand yellow: Filch 4"
    table = after(hands, *OPENING, aliens=aliens)
    assert not [text for text in offered(table) if "Anti-Matter" in text]
    played = after(hands, *OPENING, "flare red Cudgel", aliens=aliens)
    assert {text.split()[1] for text in offered(played) if "Anti-Matter" in text} == who


@pytest.mark.parametrize(
    ("answer", "text"),
    [("Void", "flare yellow Void"), ("Filch", "flare yellow Filch"), ("Healer", "flare purple Healer")],
)
def test_what_is_answered_twice_is_as_if_neither_answer_had_come(answer: str, text: str) -> None:
    """After a Card Zap ships, colonies and what is owed are as they were; only the cards played are gone from hands."""
    aliens: dict[str, tuple[str, ...]] = {"purple": ("Macron",)}
    before = after(HANDS, *OPENING, "zap purple by red", aliens=aliens)
    table = after(HANDS, *OPENING, "zap purple by red", text, "card zap by purple", aliens=aliens)
    assert (table.ships, table.due, table.powers) == (before.ships, before.due, before.powers)
    who = text.split()[1]
    left = [card for card in before.hands[who] if card not in (answer, "Card-Zap")]
    assert [card for card in table.hands[who] if card != "Card-Zap"] == left
    assert table.salvaged == before.salvaged


def test_undo_and_the_answer_to_an_answer_leave_the_table_itself_alone() -> None:
    """Ruling an answer changes neither the table that it is ruled on nor the one that this remembers."""
    table = after(HANDS, *OPENING, "emotion control by red", aliens={"purple": ("Macron",)})
    was = to_data(table)
    for text in ("flare yellow Void", "flare yellow Filch", "card zap by purple"):
        assert rule(table, playing.read(text, table, BOOKS), BOOKS).legal
        assert to_data(table) == was


# -- games -------------------------------------------------------------------------------------------------------------

COMMANDS = 260
ARTIFACTS = ("Card-Zap", "Cosmic-Zap", "Emotion-Control", "Plague", "Force-Field", "Mobius-Tubes", "Quash", "Ionic-Gas")
OTHERS = ("Cudgel", "Macron", "Dictator", "Remora", "Kamikaze", "Vulch", "Trader", "Barbarian")


@pytest.mark.parametrize("seed", effort.some(range(16), 1))
def test_games_full_of_answers_lose_no_ship_and_no_card(seed: int) -> None:
    """Everybody holds an answering flare, artifacts and a negotiate; every answer that is offered is accepted."""
    source = random.Random(4100 + seed)
    flares = source.sample(ANSWERS, 4)
    sheets = source.sample((*ANSWERS, *OTHERS), 4) if seed % 2 else source.sample(OTHERS, 4)
    table = games.sat_down(source, sheets, flares)
    cards = [*ARTIFACTS, "Card-Zap", *source.sample(OTHERS, 3)]
    source.shuffle(cards)
    for at, seat in enumerate(SEATS):
        known = (*cards[at::4], "N")
        unknown = [card for card in table.hands[seat] if card == tbl.UNKNOWN]
        rest = [card for card in table.hands[seat] if card != tbl.UNKNOWN]
        table.hold(seat, (*rest, *known, *unknown[len(known) :]))
    done = games.play_on(table, source, COMMANDS, answers=0.7)
    said = [command.act for _, command in done if command.act is not None]
    assert any(act.verb == "flare" and act.name in ANSWERS for act in said)
