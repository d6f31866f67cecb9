"""Where what is allowed ends, as `scenarios/edges.toml` has it: what a case cannot say of it."""

from __future__ import annotations

from referee.judge.ways.line import judge_encounter
from referee.judge.ways.table import rule_command, rule_table

FIVE = (
    "set purple.1 purple 4, red 1; purple.2 purple 4, red 1; yellow.1 yellow 4, red 1; blue.1 blue 4, red 1; "
    "blue.2 blue 4, red 1; red.1 red 3; red.2 red 3; red.3 red 3; red.4 red 3; red.5 red 3"
)


def test_a_true_claim_of_a_win_that_is_at_once_has_its_clause() -> None:
    """ffg2018 the-colony-track.3: the fifth foreign colony wins, in whatever phase."""
    table = rule_command(rule_table("table red purple yellow blue", "ffg2018").table, FIVE).table
    claimed = rule_command(table, "claim winner red")
    assert claimed.legal
    assert "ffg2018 the-colony-track.3" in claimed.citations


def test_what_is_proposed_in_place_of_a_correction_tells_each_thing_once_and_can_be_typed() -> None:
    """5.3.1: only the first encounter of a turn has a start of turn; so that encounter, or that phase, is meant."""
    table = rule_table("table red purple yellow").table
    (refused,) = rule_command(table, "set encounter 2; phase start-turn").illegal
    assert refused.nearest == ("set phase start-turn; encounter 1", "set encounter 2; phase regroup")
    assert all(rule_command(table, told).legal for told in refused.nearest)


def test_a_doubled_total_is_told_as_no_sum() -> None:
    """10 + 3 = 13, which a tower doubles: card and ships do not add up to the 26. Blue's 8 + 2 are 10."""
    ruling = judge_encounter("red/Architect 3 : 10 vs blue 2 : 8 ; use red double")
    assert ruling.totals is not None
    assert [total.value for total in ruling.totals] == [26, 10]
    assert ruling.summands("offense") == []
    assert ruling.summands("defense") == [("card", 8), ("blue's ships", 2)]


def test_who_has_no_rewards_is_not_asked_what_they_are() -> None:
    """An ally without ships, which is forbidden and ruled on all the same, has none (5.10.5.2: one for each ship)."""
    told = judge_encounter("red 2 : 8 vs orange 3 + yellow 0 : 15", anyway=True).to_dict()
    assert told["players"]["yellow"]["rewards"] == 0
    assert [step["who"] for step in told["then"]] == []


def test_a_base_by_the_reverse_cone_rests_on_its_own_clause() -> None:
    """mayfair1991 reverse-cone.3 has the defense's allies land; no other clause gives an ally of the defense a base."""
    line = "red 3 + green 1 : 6 vs blue 2 + yellow 2 : 8 ; reverse cone"
    base = judge_encounter(line, "mayfair1991").players["yellow"].foreign
    assert base is not None
    assert base.value == 1
    assert any(id.startswith("mayfair1991 reverse-cone.") for id in base.cites)
