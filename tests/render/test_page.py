"""Every ruling can be read: the page and the proof of any position print, and say no more than the ruling."""

from __future__ import annotations

import io

import pytest
from hypothesis import HealthCheck, assume, given, settings
from rich.console import Console

import referee
from referee.book.loader import rulebase
from referee.judge.hidden.cases import judge
from referee.render.page import print_ruling
from referee.render.words import joined, shown
from referee.state.encounter import Position
from referee.state.faults import faults
from tests.lines import NAMES, positions


def page(line: str, why: bool = False, anyway: bool = False) -> str:
    """The page of a line, wide and without color."""
    out = io.StringIO()
    console = Console(file=out, width=200, markup=False, emoji=False, highlight=False)
    print_ruling(referee.judge_encounter(line, anyway=anyway).to_dict(), why, console)
    return out.getvalue()


@pytest.mark.long
@given(positions())
@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
def test_every_ruling_prints(position: Position) -> None:
    assume(not faults(position, 20, 5, set(NAMES)))
    told = judge(position, rulebase(), anyway=True).to_dict()
    for why in (False, True):
        out = io.StringIO()
        print_ruling(told, why, Console(file=out, width=80, markup=False, emoji=False, highlight=False))
        assert told["position"].split(" vs ")[0].split(" ")[0] in out.getvalue()
        assert "None" not in out.getvalue().replace(told["position"], "")


WARPISH = "red/Warpish 3 : 10 +4 vs blue 4 : 8 ; warp red 2, blue 3, yellow 3"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("red 4 : 15 vs blue/Anti-Matter 3 : 8", "The defense wins, 19 to 5, against the totals."),
        ("red 2 : 10 vs blue 4 : 8", "The defense wins, 12 to 12: the defense takes a tie."),
        ("red 3 : ? vs blue 2 : 12", "if red's card is an attack of 12 or more or a morph: the offense wins"),
        ("red 3 : ? vs blue 2 : 8 ; quash", "✗ there is no deal to quash"),
        ("red 3 : ? vs blue 2 : 8 ; quash", "instead: red 3 : ? vs blue 2 : 8"),
        ("red 3 : Retreat vs blue 2 : 8", "Open: the rules do not settle this."),
        ("red/Empath 3 : 10 vs blue 2 : N", "red does not use Empath"),
        ("red 1 + green 1 : M vs blue 1 : M", "red is to send 1 ship to the warp"),
        ("red 3 : 10 vs blue 2 : 8 ; ionic gas ; card zap", "Ionic Gas — cancelled by Card Zap"),
        # 10 + 3 + 4 + one for each of the 8 ships in the warp = 25: each part stands by itself.
        (WARPISH, "12 for the offense (reinforcement 4 + Warpish 8)"),
        (WARPISH, "the offense's total is 25: 10 + 3 + 4 + 8"),
        (WARPISH, "Warpish: red adds 8, 1 for each ship in the warp"),
        ("red 3 : 10 +2 +5 vs blue 2 : 8", "7 for the offense (reinforcement 2 + reinforcement 5)"),
        ("red 3 : 10 +2 vs blue 2 : 8", "2 for the offense [4.2.2]"),
        ("red 3 : 10 vs blue 2 : 8 +3 ; add defense 4 Bandit", "7 for the defense (reinforcement 3 + as stated 4)"),
        ("red/Virus 3 : 10 +4 vs blue 2 : 8", "the offense's total is 34: 30 + 4"),
        ("red 1 : 4 vs blue 4 : 20 ; flare red Zombie", "Zombie flare: 1 of the ships that red would lose is saved"),
    ],
)
def test_what_the_page_says(line: str, said: str) -> None:
    assert said in " ".join(page(line).split())


def test_why_shows_every_step_once_in_full() -> None:
    text = page("red/Loser 4 : 20 vs blue/Human 3 + green/Zombie 2 : 9 ; use red ; zap blue", why=True)
    assert text.count("Cosmic Zap against blue  [card Cosmic-Zap]") >= 1
    assert "(see above)" in text
    assert "assumed: green was invited by blue" in text


def test_anyway_names_what_was_forbidden() -> None:
    text = page("red 5 : ? vs blue 2 : 8", anyway=True)
    assert "✗ red may not launch 5 ships" in text
    assert "instead: red 4 : ? vs blue 2 : 8" in text


def test_text_is_shown_and_never_acts() -> None:
    assert shown("a\x1b[31mb\u202ec\n") == "a\\x1b[31mb\\u202ec\\n"
    assert shown("Zoë שלום") == "Zoë שלום"


def test_sentences_that_differ_in_who_are_said_once() -> None:
    assert joined(["green founds a colony", "blue founds a colony"]) == "green founds a colony, and so does blue"
    invited = joined(["green was invited by red", "blue was invited by red"])
    assert invited == "green was invited by red, and so was blue"
    several = joined([f"{name} has lost its power" for name in ("green", "blue", "red")])
    assert several == "green has lost its power, and so have blue and red"
    rewards = [f"{name}'s rewards: 4, one for each ship" for name in ("yellow", "blue")]
    assert joined(rewards) == "yellow's rewards: 4, one for each ship, and blue's too"
    assert joined(["green had none", "blue had none", "red had one"]) == "green and blue had none; red had one"


@pytest.mark.parametrize(
    ("line", "cited"),
    [
        ("red 3 : 10 vs blue 2 : 8", "5.10.9.1"),
        ("red 3 : 40 vs blue ? : 4 ; hand red 4", "5.10.9.1"),  # hidden, and the offense wins all the same
        ("red 3 : 10 vs blue 2 : ?", ""),  # not allowed in each case
        ("red/Machine 3 : 4 vs blue 2 : 12 ; hand red 5 ; use red", "alien Machine"),
    ],
)
def test_a_second_encounter_is_shown_with_what_allows_it(line: str, cited: str) -> None:
    """By the rules after a success (5.10.9.1), by a power after a loss as well: never without its clause."""
    told = [row for row in page(line).splitlines() if "may have a second encounter" in row]
    assert len(told) == bool(cited), line
    assert all(f"[{cited}]" in row for row in told), line


def test_a_second_encounter_is_shown_with_the_clause_of_its_own_book() -> None:
    """The 2018 rulebook has a heading of its own for it."""
    out = io.StringIO()
    console = Console(file=out, width=200, markup=False, emoji=False, highlight=False)
    print_ruling(referee.judge_encounter("red 3 : 10 vs blue 2 : 8", "ffg2018").to_dict(), False, console)
    assert "red may have a second encounter  [second-encounter-rule.1]" in out.getvalue()
