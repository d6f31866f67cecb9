"""An effect that nobody has yet: declared here, named by a sheet in a rulebase of its own, and found everywhere."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.book.loader import Rulebase
from referee.book.places import RULEBASE
from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers import effect
from referee.judge.powers.at_table import Offers
from referee.judge.powers.common import Args, is_attack
from referee.judge.stand import Stand
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.judge.ways.line import judge_encounter
from referee.judge.ways.table import offers, play
from referee.state.encounter import Act

SHEET = """
name = "Gardener"
power = "Growth"
set = "Homemade"
grade = "stated"
roles = ["main"]
mandatory = false
phases = ["reveal"]
moment = { "after reveal" = "after the cards are turned up" }
summary = "As a main player, after the cards are turned up, may discard an attack of at most 9 to add its value."
use_part = "One optional use (Reveal)."
alert = "green"

[[use]]
id = "sow"
text = "{0} discards an attack and adds {value}"
roles = ["main"]
phases = ["reveal"]
mandatory = false
effects = [{ verb = "sows_attack", at_most = 9 }]

[wild]
summary = "Nothing."
roles = ["main"]
phases = ["reveal"]
moment = { during = "" }
grade = "stated"

[super]
summary = "Nothing."
roles = ["main"]
phases = ["reveal"]
moment = { during = "" }
grade = "stated"
"""
BEGUN = """
table red/Gardener purple yellow blue
set hand red: 8 6 12 N
set hand purple: 14
destiny purple
launch red 3 at purple.2
invite red: none
invite purple: none
play red 8
play purple 14
"""


def too_high(who: str, card: str, most: int) -> Forbidden | None:
    """What both halves ask: only an attack of at most so much can be sown."""
    return None if int(card) <= most else Forbidden("powers.too-high", (who, int(card), most))


@pytest.fixture
def books(tmp_path: Path) -> Iterator[Rulebase]:
    folder = tmp_path / "rulebase"
    shutil.copytree(RULEBASE, folder)
    (folder / "aliens" / "gardener.toml").write_text(SHEET, encoding="utf-8")

    @effect.outcome("total", takes="card")
    def sows_attack(board: Board, stand: Stand, use: Use, args: Args) -> None:
        for used in board.used.get(stand.name, ()):
            card = next(arg for arg in used.args if is_attack(arg))
            forbidden = too_high(stand.name, card, args["at_most"])
            if forbidden is not None:
                board.refuse(forbidden, board.without_use(stand, used), (used.finding,), use.rule)
                continue
            added = board.apply(stand, use, int(card), (), (), used)
            if added is not None:
                board.adds[stand.side].append(added)
                board.spent.append((stand.name, card))

    @sows_attack.carried_out(ruled=True)
    def sow(on: Turn, power: Power, done: Act) -> None:
        on.keep(too_high(power.who, done.args[0], power.args["at_most"]))
        on.take_out(power.who, *done.args)

    @sows_attack.offered
    def seeds(on: Turn, power: Power) -> Offers:
        held = on.table.hands[power.who] if on.table.revealed else ()
        yield from ((card,) for card in held if is_attack(card) and int(card) <= power.args["at_most"])

    assert sows_attack.check_whole() == ""
    yield Rulebase(folder)
    del effect.EFFECTS["sows_attack"]


def test_it_shows_on_a_line(books: Rulebase) -> None:
    ruling = judge_encounter("red/Gardener 3 : 8 vs blue 3 : 12 ; use red 6", books=books)
    assert ruling.to_dict()["totals"] == {"offense": 17, "defense": 15}
    said = [finding.says for finding in ruling.findings if finding.rule.kind == "power"]
    assert said == ["Gardener: red discards an attack and adds 6"]


def test_a_line_refuses_what_its_text_does_not_allow(books: Rulebase) -> None:
    ruling = judge_encounter("red/Gardener 3 : 8 vs blue 3 : 12 ; use red 10", books=books).to_dict()
    assert ruling["status"] == "illegal"
    assert "alien Gardener" in ruling["illegal"][0]["cites"]


def test_a_word_that_it_does_not_take_is_refused(books: Rulebase) -> None:
    ruling = judge_encounter("red/Gardener 3 : 8 vs blue 3 : 12 ; use red 6 blue", books=books).to_dict()
    assert [one["says"].partition(",")[0] for one in ruling["illegal"]] == ["red says blue with its use of Gardener"]


def test_it_shows_at_a_table(books: Rulebase) -> None:
    """8 + 6 + 3 against 14 + 4: the offense falls short by one, and all three cards lie in the discards."""
    played = play(f"{BEGUN}reveal\nuse red 12 !! alien Gardener\nuse red 6\nresolve", books=books)
    assert played.faults == []
    assert played.verdicts[-1].ruling.to_dict()["totals"] == {"offense": 17, "defense": 18}
    assert played.table.hands["red"] == ("12", "N")
    assert sorted(played.table.discards) == ["14", "6", "8"]


def test_it_shows_in_what_is_legal(books: Rulebase) -> None:
    def of_red(text: str) -> list[str]:
        table = play(text, books=books).table
        return [offer.command for offer in offers(table, books) if offer.command.startswith("use red")]

    assert of_red(BEGUN) == []
    assert of_red(f"{BEGUN}reveal") == ["use red 6"]
    assert of_red(f"{BEGUN}reveal\nuse red 6") == []


def test_it_shows_in_the_cases_of_a_hidden_card(books: Rulebase) -> None:
    """A card c wins where c + 6 + 3 is more than 12 + 3; without the use, where c + 3 is."""
    used = judge_encounter("red/Gardener 3 : ? vs blue 3 : 12 ; use red 6", books=books).to_dict()
    plain = judge_encounter("red/Gardener 3 : ? vs blue 3 : 12", books=books).to_dict()
    assert used["status"] == plain["status"] == "depends"
    assert any("an attack of 7 or more" in case["when"] for case in used["cases"])
    assert any("an attack of 13 or more" in case["when"] for case in plain["cases"])
