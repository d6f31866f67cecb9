"""How a decision stands to a later ruling: by the power that has the last word, the variant, and what was claimed."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee

PACIFIST = "red 3 : 12 vs blue/Pacifist 2 : N ; hand red 6"
FAILED = "red/Zombie 3 : N vs blue 4 : N ; no deal"
RETREAT = "duel orange 3 : 20 vs blue 2 : 11 ; advantage 5"
MORPH = "red 3 : M +2 vs blue 4 : 8 +5"


def _held(
    path: Path,
    line: str,
    claims: dict[str, str],
    new: str,
    editions: tuple[str, str] = ("consolidated", "consolidated"),
    **decision: object,
) -> list[tuple[str, str]]:
    """How the decision on a line stands to the ruling on a new one, and what is said of it."""
    db = path / "evening.db"
    disputes = referee.Disputes(db)
    opened = disputes.open(disputes.start(line, edition=editions[0]), list(claims.items()))
    disputes.rule(opened.id or 0, "Ann", **decision)  # type: ignore[arg-type]
    found = referee.Rulings(db)
    told = (
        found.duel(new.removeprefix("duel ")) if new.startswith("duel ") else found.encounter(new, editions[1])
    ).to_dict()
    return [(one["state"], one["says"]) for one in told.get("precedents", [])]


def test_a_zapped_power_takes_a_decision_on_it_away(tmp_path: Path) -> None:
    # The Zombie's ships do not go to the warp by a failed deal; zapped they do (4.3.3.1).
    claims = {"blue": "three, both of us", "red": "mine walk home"}
    new = "yellow/Zombie 3 : N vs purple 4 : N ; no deal ; zap yellow by purple"
    assert [state for state, _ in _held(tmp_path, FAILED, claims, new)] == ["distinguished"]


def test_the_power_that_has_the_last_word_is_what_was_decided(tmp_path: Path) -> None:
    claims = {"blue": "three, both of us", "red": "mine walk home"}
    ((state, says),) = _held(tmp_path, FAILED, claims, "yellow 2 : N vs purple/Zombie 3 : N ; no deal")
    assert state == "followed"
    assert "instead of going to the warp" in says


def test_a_claim_that_is_right_in_one_thing_only_goes_against_the_ruling(tmp_path: Path) -> None:
    # The Pacifist wins; but compensation is for who lost by a negotiate (5.10.8.1).
    claims = {"blue": "I win with my negotiate and take compensation as well", "red": "a winner takes no compensation"}
    new = "yellow 4 : 15 vs purple/Pacifist 3 : N ; hand yellow 7"
    told = _held(tmp_path, PACIFIST, claims, new, house=True, side=1)
    assert [state for state, _ in told] == ["overruled"]
    assert "goes against this ruling" in told[0][1]


def test_a_claim_that_adds_something_to_the_rules_is_not_followed(tmp_path: Path) -> None:
    # A morph copies the other card, and not what was played beside it (5.10.1.4.a, 4.2.2).
    claims = {"red": "the morph copies the five as well", "blue": "the morph copies only the card"}
    told = _held(tmp_path, MORPH, claims, "yellow 4 : M vs purple 3 : 8 +2", house=True, side=1)
    assert "followed" not in [state for state, _ in told]
    assert told  # but it is told


def test_a_table_of_duel_that_decided_against_the_rules_is_told_so(tmp_path: Path) -> None:
    # The loser's ships retreat into its supply (cleanup.1).
    claims = {"orange": "the loser's ships are destroyed", "blue": "they retreat to my supply"}
    new = "duel blue 4 : 31 vs orange 3 : 15 ; advantage 6"
    ((state, says),) = _held(tmp_path, RETREAT, claims, new, house=True, side=1, editions=("duel", "duel"))
    assert state == "overruled"
    assert "goes against this ruling" in says


@pytest.mark.parametrize("edition", ["ffg2018", "ffg2018+four-planets"])
def test_a_decision_by_a_variant_holds_in_that_variant_alone(edition: str, tmp_path: Path) -> None:
    # Four foreign colonies win in Four Planets only.
    claims = {"red": "four is enough, we play with four planets", "blue": "the book says five"}
    line, new = "red 3 : 12 vs blue 2 : 8 ; foreign red 3", "green 3 : 12 vs yellow 2 : 8 ; foreign green 3"
    told = [state for state, _ in _held(tmp_path, line, claims, new, ("ffg2018+four-planets", edition))]
    assert told == (["distinguished"] if edition == "ffg2018" else ["followed"])


def test_a_reading_goes_against_the_book_that_settles_the_point_itself(tmp_path: Path) -> None:
    # In the book of 2018 the game is won with the fifth colony at once (DF-05).
    claims = {"red": "five, I win right now", "blue": "wait till the phase is over"}
    line, new = "red 3 : 12 vs blue 2 : 8 ; foreign red 4", "green 2 : 15 vs yellow 3 : 6 ; foreign green 4"
    editions = ("ffg2018", "ffg2018")
    ((state, says),) = _held(tmp_path, line, claims, new, editions, house=True, reading="DF-05=consolidated")
    assert state == "overruled"
    assert "as the book of this edition has it" in says


def test_the_clause_that_a_reason_names_is_what_was_decided(tmp_path: Path) -> None:
    # 4.2.1: each who takes part plays reinforcements for either side.
    line = "red 3 + green 2 : 10 vs blue 4 : 8 ; reinforce green +5 defense"
    new = "yellow 3 : 9 vs purple 4 + red 2 : 6 ; reinforce red +3 offense"
    ((state, says),) = _held(tmp_path, line, {"red": "no way", "green": "oh yes"}, new, reason="by 4.2.1")
    assert state == "followed"
    assert "reinforcement +5 for the defense" in says
