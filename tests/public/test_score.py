"""Who won what, at one table and at many."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import referee
from referee.errors import LedgerError
from tests import command

FIRST = "destiny blue / launch red 1 at blue.1 / invite red: green / invite blue: none / ally green offense 3"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def _play(db: Path, name: str, *lines: str, players: str = "red/Macron blue/Zombie green") -> referee.TableSession:
    table = referee.TableSession.lay(players, db=db, name=name)
    for line in lines:
        every = table.do_all(table.commands_in(line))
        assert (every.error, [done.legal for done in every.done]) == (None, [True] * len(every.done))
    return table


def _of(rows: list[dict[str, object]], what: str, name: str, *keys: str) -> list[object]:
    (row,) = [row for row in rows if row[what] == name]
    return [row[key] for key in keys]


SECOND = "second / destiny blue / launch red 1 at blue.2 / invite red: none / invite blue: none"
TALKS = "play red N / play blue N / reveal / resolve"


def test_encounters_are_counted_for_mains_allies_and_aliens(db: Path) -> None:
    """Red wins with green's help, 10 + 4 + 3 against 4 + 4; then the two main players make no deal."""
    _play(db, "friday", FIRST, "play red 10 / play blue 4 / reveal / resolve", SECOND, TALKS, "no deal")
    score = referee.score(db=db)
    assert score.tables == ["friday"]
    keys = ("won", "lost", "deals", "no_deals", "won_as_ally", "lost_as_ally", "foreign", "home")
    assert _of(score.players, "player", "red", *keys) == [1, 0, 0, 1, 0, 0, 1, 5]
    assert _of(score.players, "player", "blue", *keys) == [0, 1, 0, 1, 0, 0, 0, 4]
    assert _of(score.players, "player", "green", *keys) == [0, 0, 0, 0, 1, 0, 1, 5]
    assert _of(score.aliens, "alien", "Macron", "tables", "won", "no_deals") == [1, 1, 1]
    assert score.editions == [
        {"edition": "consolidated", "tables": 1, "games_over": 0, "encounters": 2, "offense_won": 1,
         "defense_won": 0, "deals": 0, "no_deals": 1}
    ]  # fmt: skip


def test_a_deal_takes_the_place_of_its_talks_and_what_is_taken_back_counts_for_nothing(db: Path) -> None:
    table = _play(db, "friday", FIRST, TALKS)
    assert referee.score(db=db).editions[0]["encounters"] == 1  # still talking
    table.do("deal red gives 1 card, blue gives 1 card")
    assert _of(referee.score(db=db).players, "player", "red", "deals", "won", "lost") == [1, 0, 0]
    table.undo(2)
    assert referee.score(db=db).editions[0]["encounters"] == 0


def test_an_encounter_that_is_over_is_counted_once_however_the_table_goes_on(db: Path) -> None:
    lost = "play red 4 / play blue 10 / reveal / resolve"  # 4 + 4 + 3 against 10 + 4: the defense wins
    _play(db, "friday", FIRST, lost, "claim defense 14 / end / destiny green")
    assert _of(referee.score(db=db).players, "player", "blue", "won", "lost") == [1, 0]
    assert _of(referee.score(db=db).players, "player", "green", "lost", "lost_as_ally") == [0, 1]


def test_many_tables_are_added_up_by_player_and_edition(db: Path) -> None:
    _play(db, "one", FIRST, "play red 10 / play blue 4 / reveal / resolve")
    _play(db, "two", FIRST, "play red 10 / play blue 4 / reveal / resolve")
    referee.TableSession.lay("red white", "warp", db, "old")
    referee.TableSession(db, "two").archive()
    every = referee.score(db=db, every=True)
    assert sorted(every.tables) == ["old", "one", "two"]
    assert _of(every.players, "player", "red", "tables", "won", "foreign") == [3, 2, 2]
    assert {row["edition"]: row["tables"] for row in every.editions} == {"warp": 1, "consolidated": 2}
    assert referee.score(["one", "two"], db).tables == ["one", "two"]
    referee.TableSession(db, "old").delete()
    assert sorted(referee.score(db=db, every=True).tables) == ["one", "two"]
    with pytest.raises(LedgerError, match="there is no table 'x'"):
        referee.score(["x"], db)


def test_a_game_that_is_won_is_counted(db: Path) -> None:
    """Four foreign colonies and one more: red has won, by 10 + 4 against 4 + 4."""
    colonies = "; ".join(f"green.{number} green 3, red 1" for number in (1, 2, 3, 4))
    four = f"set {colonies}; red.1 red 3; red.2 red 3; red.3 red 3; red.4 red 3; unplaced nobody"
    table = referee.TableSession.lay("red/Macron blue green", db=db)
    assert table.do(four, anyway=True).legal
    opening = "destiny blue / launch red 1 at blue.1 / invite red: none / invite blue: none"
    every = table.do_all(table.commands_in(f"{opening} / play red 10 / play blue 4 / reveal / resolve / end"))
    assert every.left == []
    score = referee.score(db=db)
    assert _of(score.players, "player", "red", "games_won", "foreign") == [1, 5]
    assert _of(score.aliens, "alien", "Macron", "games_won") == [1]
    assert score.editions[0]["games_over"] == 1
    assert score.players[0]["player"] == "red"  # who won most comes first


def test_duels_are_counted_for_who_won_them(db: Path) -> None:
    referee.TableSession.lay("duel blue/Bouncer orange", db=db)
    score = referee.score(db=db)
    assert _of(score.players, "player", "blue", "tables", "won") == [1, 0]
    assert score.editions[0]["edition"] == "duel"


def test_it_is_shown_in_the_shell(db: Path) -> None:
    _play(db, "friday", FIRST, "play red 10 / play blue 4 / reveal / resolve")
    env = {"REFEREE_DB": str(db), "NO_COLOR": "1"}
    shown = command.referee("score", env=env).stdout
    assert shown.splitlines()[0] == "Table: friday"
    head, red = (line.split() for line in shown.splitlines()[2:4])
    assert (head[:4], red[:4]) == (["player", "tables", "won", "lost"], ["red", "1", "1", "0"])
    assert command.referee("score", "-t", "friday", env=env).stdout == shown
    assert json.loads(command.referee("score", "--all", "--json", env=env).stdout)["tables"] == ["friday"]
