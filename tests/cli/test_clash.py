"""`referee clash` as it is typed: what it prints, and the exit status."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

from referee.cli.app import app


def run(*words: str) -> Result:
    return CliRunner().invoke(app, ["clash", *words], env={"NO_COLOR": "1", "COLUMNS": "100"})


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ([], 0),
        (["Void"], 0),
        (["Void", "Zombie"], 0),
        (["void", "ZOMBIE"], 0),
        (["Zombee", "Void"], 2),
        (["Void", "Void"], 2),
        (["Void", "Zombie", "Macron"], 2),
        (["The-Cult"], 2),
    ],
)
def test_the_exit_status(words: list[str], status: int) -> None:
    assert run(*words).exit_code == status


def test_a_pair_has_a_line_for_each_way_to_sit() -> None:
    shown = run("Trader", "Kamikaze").stdout
    assert shown.startswith("Kamikaze and Trader: the order matters")
    assert "Kamikaze offense · Trader defense: Kamikaze comes first" in shown
    assert "Kamikaze defense · Trader offense: Trader comes first" in shown
    assert "4.8.2.1" in shown


def test_a_pair_that_the_texts_put_in_order_says_by_which_words() -> None:
    """Oracle works before the cards are selected, Sorcerer after that; Void by the publisher's FAQ."""
    shown = run("Oracle", "Sorcerer").stdout
    assert "Oracle before the cards are selected, then Sorcerer after the cards are selected" in " ".join(shown.split())
    shown = run("Zombie", "Void").stdout
    assert shown.startswith("Void and Zombie: in turn")
    assert "DF-75" in shown


def test_the_row_of_an_alien_has_every_other() -> None:
    told = json.loads(run("Void", "--json").stdout)
    whole = json.loads(run("--json").stdout)
    assert set(told["row"]) == {*whole["aliens"]} - {"Void"}
    assert sum(whole["counts"].values()) == len(whole["aliens"]) * (len(whole["aliens"]) - 1) // 2


def test_the_whole_names_the_pairs_whose_order_matters() -> None:
    shown = run().stdout
    assert "Kamikaze and Trader: planning" in shown
    assert "pairs" in shown.splitlines()[0]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Zombee"], "Zombie"),
        (["The-Cult", "Void"], "does not apply"),
        (["Void", "Void"], "never meets itself"),
        (["Void", "Zombie", "Macron"], "two aliens at most"),
    ],
)
def test_what_is_not_understood_is_said_plainly(words: list[str], said: str) -> None:
    result = run(*words)
    assert said in result.stderr
    assert "Traceback" not in result.output


def test_an_error_is_json_where_json_is_asked_for() -> None:
    assert json.loads(run("Zombee", "--json").stdout)["error"]["kind"] == "rulebase"
