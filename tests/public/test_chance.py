"""What the referee draws for a table, and that a seed draws the same again."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import referee
from referee.book.loader import rulebase
from referee.errors import LedgerError, RulebaseError
from referee.judge.ways.chance import destiny_left
from referee.judge.ways.table import lay_table, rule_command
from referee.public.chance import draw_cards, draw_destiny
from referee.state.table import Table
from tests import command

SEEDS = [str(number) for number in range(60)]


def _at(*commands: str) -> Table:
    table = lay_table("table red blue green")
    for said in commands:
        verdict = rule_command(table, said)
        assert verdict.legal, said
        table = verdict.table
    return table


# -- aliens ------------------------------------------------------------------------------------------------------------


def test_aliens_come_from_the_sets_and_levels_that_are_asked_for() -> None:
    seen = set()
    for seed in SEEDS:
        drawn = referee.draw_aliens(3, ["incursion"], ["yellow", "red"], seed=seed).to_dict()
        seen |= {*drawn["aliens"][""]}
    for name in seen:
        sheet = referee.alien(name)
        assert (sheet.set, sheet.to_dict()["alert"] in ("yellow", "red")) == ("Cosmic Incursion", True)
    sheets = (rulebase().sheet(stem) for stem in rulebase().sets()["Cosmic Incursion"])
    there = [found for found in sheets if found is not None and found.alert != "green"]
    assert len(seen) == len(there)  # each of them can come


def test_each_player_gets_so_many_and_none_comes_twice() -> None:
    for seed in SEEDS[:20]:
        drawn = referee.draw_aliens(2, players=["red", "blue", "green", "pink"], seed=seed).to_dict()
        names = [name for mine in drawn["aliens"].values() for name in mine]
        assert [len(mine) for mine in drawn["aliens"].values()] == [2, 2, 2, 2]
        assert len({*names}) == 8
        for name in names:
            assert {*referee.alien(name).to_dict()["not_with"]}.isdisjoint(names)  # they are not played together


def test_too_many_and_strange_words_are_refused() -> None:
    with pytest.raises(LedgerError, match="51 aliens are asked for"):
        referee.draw_aliens(51, ["base"])
    with pytest.raises(LedgerError):
        referee.draw_aliens(0)
    with pytest.raises(RulebaseError, match="there are Base Set"):
        referee.draw_aliens(2, ["bass"])
    with pytest.raises(RulebaseError, match="green, yellow, red"):
        referee.draw_aliens(2, levels=["purple"])


# -- destiny -----------------------------------------------------------------------------------------------------------


def test_the_destiny_deck_has_three_of_each_color_two_wild_and_three_special_cards() -> None:
    """5.1.3.1: three cards of each color, and five besides; a color that was drawn is one less."""
    cards = destiny_left(_at())
    assert cards is not None and cards.gone == 0
    assert {card.name: card.times for card in cards.colors} == dict.fromkeys(
        ("red's color", "blue's color", "green's color"), 3
    )
    assert sorted(card.times for card in cards.others) == [1, 1, 1, 2]
    after = destiny_left(_at("destiny blue"))
    assert after is not None and {card.name: card.times for card in after.colors}["blue's color"] == 2
    assert draw_destiny(_at("destiny blue"), "x").to_dict()["of"] == 3 * 3 + 5 - 1
    assert draw_destiny(_at("wild blue"), "x").to_dict()["of"] == 3 * 3 + 5 - 1


def test_a_destiny_card_is_told_by_a_command_that_is_legal() -> None:
    table = _at("set blue.1 blue 2; warp blue 2; green.1 green 1; red.2 red 4, green 3")
    kinds = set()
    for seed in SEEDS:
        drawn = draw_destiny(table, seed).to_dict()
        assert drawn == draw_destiny(table, seed).to_dict()
        kinds.add(drawn["commands"][0].split()[0])
        assert [rule_command(table, said).legal for said in drawn["commands"]] == [True] * len(drawn["commands"])
    assert kinds == {"destiny", "wild", "special"}


def test_a_deck_that_no_book_counts_is_not_drawn_from() -> None:
    with pytest.raises(LedgerError, match="turn one up yourselves"):
        draw_destiny(lay_table("table red blue green", "mayfair1991"))


# -- cards -------------------------------------------------------------------------------------------------------------


def test_cards_are_drawn_by_their_place_and_by_name_where_they_are_known() -> None:
    table = _at("set hand red: 10 N ?")
    drawn = [draw_cards(table, "RED", 1, seed).to_dict() for seed in SEEDS]
    assert {(*one["drawn"], *one["cards"]) for one in drawn} == {
        ("card 1 of 3: 10", "10"),
        ("card 2 of 3: N", "N"),
        ("card 3 of 3", None),
    }
    assert draw_cards(table, "red", 3, "x").to_dict()["cards"] == ["10", "N", None]
    for who, count in (("red", 4), ("red", 0), ("pink", 1)):
        with pytest.raises(LedgerError):
            draw_cards(table, who, count)


def test_each_card_of_a_hand_is_as_likely() -> None:
    """800 draws of one card out of eight: each comes about a hundred times."""
    table = _at("set hand red: 1 4 5 6 7 8 9 10")
    drawn = Counter(draw_cards(table, "red", 1, f"seed {number}").to_dict()["cards"][0] for number in range(800))
    assert len(drawn) == 8 and min(drawn.values()) > 60 and max(drawn.values()) < 145


# -- as it is typed ----------------------------------------------------------------------------------------------------


def test_it_is_drawn_in_the_shell_and_at_the_table(tmp_path: Path) -> None:
    env = {"REFEREE_DB": str(tmp_path / "games.db"), "NO_COLOR": "1", "COLUMNS": "200"}
    command.referee("table", "red", "blue", env=env)
    told = json.loads(command.referee("draw", "destiny", "--seed", "7", "--json", env=env).stdout)
    shown = command.referee(
        "play", said="pick destiny --seed 7\ndraw destiny --seed 7\ndraw red 2 for Remora\n", env=env
    ).stdout
    assert shown.count(f"  {told['drawn'][0]}\n") == 2
    assert shown.count("Drawn by the referee of 11 cards (seed 7; `--seed 7` draws it again):") == 2
    assert (
        "draw red 2 for Remora\n" in shown
        and len(json.loads(command.referee("history", "--json", env=env).stdout)["history"]) == 2
    )
    aliens = command.referee("draw", "aliens", "1", "--sets", "base", "--players", "3", env=env).stdout
    assert [line.split(":")[0].strip() for line in aliens.splitlines()[1:4]] == ["player 1", "player 2", "player 3"]
    for wrong in (("x",), ("card",), ("card", "from"), ("destiny", "2"), ("aliens", "many")):
        done = command.referee("draw", *wrong, env=env)
        assert (done.returncode, "draw card from red" in done.stderr) == (2, True)


def test_a_player_who_is_called_so_draws_cards(tmp_path: Path) -> None:
    env = {"REFEREE_DB": str(tmp_path / "games.db"), "NO_COLOR": "1"}
    command.referee("play", said="table destiny blue\ndraw destiny 2 for Remora\n", env=env)
    entries = json.loads(command.referee("history", "--json", env=env).stdout)["history"]
    assert [entry["command"] for entry in entries] == ["table destiny blue", "draw destiny 2 for Remora"]
