"""What a table knows afterwards, and what it must not pretend to know."""

from __future__ import annotations

import pytest

import referee
from referee.judge.ways.table import lay_table, rule_command, rule_question
from referee.state.table import Table


def played(*commands: str) -> Table:
    """The table after these commands, all of them legal."""
    table = lay_table("table red purple yellow blue")
    for command in commands:
        verdict = rule_command(table, command)
        assert verdict.legal, (command, [refusal.finding.says for refusal in verdict.illegal])
        table = verdict.table
    return table


TALKS = ("destiny purple", "launch red 2 from red.1 2 at purple.2", "play red N", "play purple N", "reveal", "resolve")


def test_cards_that_nobody_names_leave_a_known_hand_unknown() -> None:
    """Red gives one of 8 and 12 and does not say which: neither hand is known for certain any more (5.10.1.3.c.2)."""
    table = played("set hand red: N 8 12; hand purple: N 4", *TALKS, "deal red gives 1 card, purple gives 4")
    assert table.hands["red"] == ("?", "4")
    assert table.hands["purple"] == ("?",)


def test_a_failed_deal_costs_no_more_ships_than_there_are() -> None:
    """Red has one ship on the gate and one at home, and 18 that stand nowhere: it loses both at once (DF-34)."""
    table = played(
        "set warp red 1; red.1 red 1; red.2 nobody; red.3 nobody; red.4 nobody; red.5 nobody",
        "regroup red.1",
        "destiny purple",
        "launch red 1 from red.1 1 at purple.2",
        "play red N",
        "play purple N",
        "reveal",
        "resolve",
        "no deal",
    )
    assert (table.at("warp", "red"), table.at("unplaced", "red")) == (2, 18)
    assert [due.who for due in table.due] == ["purple"]


def test_who_was_invited_at_the_table_is_not_assumed_to_be() -> None:
    table = played("destiny purple", "launch red 2 at purple.2", "invite red: blue", "invite purple: none",
                   "ally blue offense 1", "play red 8", "play purple 4", "reveal")  # fmt: skip
    verdict = rule_command(table, "resolve")
    assert verdict.ruling is not None
    assert not any("invited" in text for text in verdict.ruling.assumes)


def test_what_a_quake_cuts_short_was_not_drawn() -> None:
    """One card is left and no discards: red draws it, then all hands are dealt anew (4.9.1; DF-56)."""
    table = played("set deck 1")
    verdict = rule_command(table, "draw red 3 for Remora")
    assert "red draws 1 card" in " ".join(verdict.to_dict()["says"])
    assert {len(hand) for hand in verdict.table.hands.values()} == {8}


def test_no_more_compensation_is_taken_than_is_owed() -> None:
    """Two cards, the 8 and the flare in hand again (DF-39, DF-52) make four: three are owed, and three taken."""
    line = "red 3 : N vs blue/Clone 4 : 8 ; hand blue 2 ; flare blue Amoeba ; use blue"
    ruling = referee.judge_encounter(line, readings={"DF-39": "consolidated", "DF-52": "ffg2018"}).to_dict()
    assert ruling["players"]["red"]["compensation"] == 3


@pytest.mark.parametrize("figure", ["red compensation 3", "red warp 3", "red lands 1", "offense 17"])
def test_a_figure_is_claimed_where_nothing_is_known_of_the_ruling(figure: str) -> None:
    """There is no such figure yet: it is refused, with what was assumed of the table."""
    verdict = rule_question(f"claim {figure} ; phase resolution", "consolidated")
    assert [refusal.finding.rule.id for refusal in verdict.illegal] == ["table.no-such-figure"]


@pytest.mark.parametrize(
    ("zapped", "commands", "told"),
    [
        ("red/Trader", (), True),  # used in planning, and this is the launch phase
        ("red/Trader", ("launch red 1 at purple.1",), True),
        ("yellow/Parasite", ("launch red 1 at purple.1", "invite red: none", "invite purple: none"), True),
        (
            "red/Zombie",
            ("launch red 1 at purple.1", "play red 4", "play purple 20", "reveal"),
            False,
        ),  # `resolve` uses it
        ("purple/Zombie", ("launch red 1 at purple.1", "play red 4", "play purple 20"), True),
        ("red/Trader", ("launch red 1 at purple.1", "invite red: none", "invite purple: none", "use red"), False),
    ],
)
def test_a_zap_of_a_power_that_is_not_being_used_says_so_at_once(
    zapped: str, commands: tuple[str, ...], told: bool
) -> None:
    """A Cosmic Zap cancels one use (4.3.3.1): where none is being made, it is said at once that it waits."""
    seats = dict.fromkeys(("red", "purple", "yellow", "blue"), "")
    who, _, alien = zapped.partition("/")
    seats[who] = f"/{alien}"
    table = lay_table("table " + " ".join(name + sheet for name, sheet in seats.items()))
    for command in ("destiny purple", *commands):
        verdict = rule_command(table, command)
        assert verdict.legal, (command, [refusal.finding.says for refusal in verdict.illegal])
        table = verdict.table
    verdict = rule_command(table, f"zap {who} by blue")
    assert verdict.legal
    assert any("is not using its power" in says for says in verdict.to_dict()["assumes"]) is told
    again = rule_command(verdict.table, f"zap {who} by blue")
    assert "consolidated 4.3.3.1" in again.refused_by
