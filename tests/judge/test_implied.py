"""What goes without saying at a table: it is done all the same, told as assumed, and never what the law forbids."""

from __future__ import annotations

import random

import pytest

from referee.book.loader import rulebase
from referee.judge.ways.implied import Told
from referee.judge.ways.table import lay_table, rule_command, tell_command
from referee.state.kept import show, to_data
from referee.state.table import Table
from tests import effort, unsaid
from tests.kept import from_data

GAMES = 2000 if effort.CAMPAIGN else 120
SHOWN = 6  # games in every run; all of them with --long


def _told(*said: str, table: str = "red blue green yellow") -> tuple[Table, Told]:
    """The table after what was said, each of it legal, and the verdict on the last."""
    found, verdict = lay_table(f"table {table}"), None
    for text in said:
        verdict = tell_command(found, text)
        assert verdict.legal, (text, verdict.illegal[0].finding.says)
        found = verdict.table
    assert verdict is not None
    return found, verdict


def _done(verdict: Told) -> list[str]:
    return [("(" + done.command + ")") if done.implied else done.command for done in verdict.done]


OPENING = ("destiny blue", "launch red 2 at blue.1")


def test_who_allies_was_invited_and_the_other_side_invited_nobody() -> None:
    """5.7.2.1 asks for both invitations before any answer; the table only says who comes."""
    table, verdict = _told(*OPENING, "ally green offense 2")
    assert _done(verdict) == ["(invite red: green)", "(invite blue: none)", "ally green offense 2"]
    assert (table.allies, table.phase) == ({"green": "offense"}, "planning")


def test_allies_are_told_in_any_order_and_answer_in_the_order_of_the_rules() -> None:
    """Clockwise from red sit blue, green, yellow (5.7.2.2.a): green answers before yellow."""
    table, verdict = _told(*OPENING, "ally yellow defense 3", "ally green offense 2")
    assert _done(verdict) == [
        "(invite red: green)",
        "(invite blue: yellow)",
        "ally green offense 2",
        "ally yellow defense 3",
    ]
    assert verdict.back == 3  # the two invitations of before, and yellow's answer, are done again
    assert table.allies == {"green": "offense", "yellow": "defense"}


def test_who_was_asked_and_is_not_heard_of_stays_out_when_cards_are_turned_up() -> None:
    """`reveal` implies that green declined (5.7.6) and that both cards were laid (5.8.1)."""
    _, verdict = _told(*OPENING, "invite red: green", "invite blue: none", "reveal red 12, blue 8")
    assert _done(verdict) == ["(decline green)", "(play red 12)", "(play blue 8)", "reveal red 12, blue 8"]


def test_what_was_said_against_the_law_is_still_refused() -> None:
    """Red said that it invites yellow: green, whom nobody asked, cannot join it (5.7.2.2.b)."""
    table, _ = _told(*OPENING, "invite red: yellow", "invite blue: none")
    verdict = tell_command(table, "ally green offense 2")
    assert not verdict.legal
    assert "consolidated 5.7.2.2.b" in verdict.refused_by
    assert verdict.table is table


def test_a_main_player_cannot_ally_whoever_is_silent() -> None:
    """5.7.2.1.d: no invitation is implied that could not have been."""
    table, _ = _told(*OPENING)
    verdict = tell_command(table, "ally blue offense 2")
    assert "consolidated 5.7.2.1.d" in verdict.refused_by


def test_one_told_invitation_needs_no_side_and_two_ask_for_it() -> None:
    """5.7.5: nobody accepts both invitations."""
    table, _ = _told(*OPENING, "invite red: green")
    from referee.judge.ways.implied import tell
    from referee.state.commands import Command

    joins = Command("ally", "green", ships=2)
    assert tell(table, [joins], rulebase("consolidated")).table.allies == {"green": "offense"}
    table, _ = _told(*OPENING, "invite red: green", "invite blue: green")
    asked = tell(table, [joins], rulebase("consolidated"))
    assert asked.status == "depends"
    assert asked.illegal[0].nearest == ("ally green offense 2", "ally green defense 2")


def test_a_launch_at_a_system_goes_where_most_of_the_defense_stands_and_no_own_ship() -> None:
    """Which planet is meant was not said: the one with most of blue's ships, of several the lowest number."""
    from referee.judge.ways.implied import tell
    from referee.state.commands import Command

    table, _ = _told("set blue.1 blue 2; blue.3 blue 6", "destiny blue")
    verdict = tell(table, [Command("launch", "red", 2, system="blue")], rulebase("consolidated"))
    assert verdict.table.target == "blue.3"
    assert "blue.3 is meant: nobody said which planet of blue's" in verdict.to_dict()["assumes"]


def test_what_decides_is_resolved_and_the_turn_ends_before_the_next_card_of_destiny() -> None:
    """Blue's turn follows red's (5.2.1); blue has two ships in the warp and takes one back (5.4.3)."""
    table, verdict = _told(*OPENING, "reveal red 20, blue 6", "destiny green")
    assert _done(verdict) == ["(resolve)", "(end)", "(regroup)", "destiny green"]
    assert (table.turn, table.defense, table.at("warp", "blue")) == ("blue", "green", 3)  # 4 were lost, 1 came back


def test_a_reward_that_is_due_is_asked_for_and_nothing_passes_it() -> None:
    """5.10.5.2: green has two rewards; the next card of destiny would end the turn before they are taken."""
    table, _ = _told(*OPENING, "ally green defense 2", "reveal red 4, blue 20")
    verdict = tell_command(table, "destiny yellow")
    assert not verdict.legal
    assert verdict.stopped == "end"
    assert "consolidated 5.10.5.2" in verdict.refused_by


def test_rewards_are_taken_in_the_order_in_which_they_are_told() -> None:
    """4.8.2 has green first; that yellow is told first changes nothing but the telling."""
    start = (*OPENING, "ally green defense 1", "ally yellow defense 1", "reveal red 4, blue 20", "resolve")
    table, verdict = _told(*start, "reward yellow 1 card", "reward green 1 card")
    assert [done.command for done in verdict.done] == ["reward green 1 card", "reward yellow 1 card"]
    assert verdict.back == 1
    straight, _ = _told(*start, "reward green 1 card", "reward yellow 1 card")
    assert show(table) == show(straight)


def test_rewards_are_told_in_any_order_before_it_is_said_that_the_encounter_is_resolved() -> None:
    start = (*OPENING, "ally green defense 1", "ally yellow defense 1", "reveal red 4, blue 20")
    table, verdict = _told(*start, "reward yellow 1 card")
    assert _done(verdict) == ["(resolve)", "reward yellow 1 card"]
    table, verdict = _told(*start, "reward yellow 1 card", "reward green 1 card")
    assert (_done(verdict), verdict.back) == (["reward green 1 card", "reward yellow 1 card"], 1)
    straight, _ = _told(*start, "resolve", "reward green 1 card", "reward yellow 1 card")
    assert show(table) == show(straight)
    lacking = tell_command(_told(*start)[0], "reward yellow 2 cards")
    assert not lacking.legal
    assert "consolidated 5.10.5.2" in lacking.refused_by  # one ship, one reward: not that green comes first


def test_the_order_of_rewards_counts_where_the_deck_may_not_have_enough() -> None:
    """Two rewards of cards, and one card in the deck: who draws it matters, so 4.8.2 holds."""
    said = ("set deck 1", *OPENING, "ally green defense 1", "ally yellow defense 1", "reveal red 4, blue 20", "resolve")
    table, _ = _told(*said)
    assert not tell_command(table, "reward yellow 1 card").legal


def test_ships_that_are_sent_back_wrongly_have_not_gone_back_by_themselves() -> None:
    """Green's two ships are still out: three cannot return, and the refusal says how many there are."""
    table, _ = _told(*OPENING, "ally green defense 2", "reveal red 4, blue 12", "resolve", "reward green 2 cards")
    verdict = tell_command(table, "return green green.1 3")
    assert verdict.illegal[0].finding.says == "green has 2 ships to place, not 3 ships"
    assert tell_command(table, "return green green.1 2").legal


def test_a_zap_of_a_power_by_which_an_ally_joined_is_not_said_to_wait_for_a_use() -> None:
    """Nobody invited green: the Parasite joined by its power, and that use is cancelled (4.3.3.1)."""
    before = ("destiny blue", "launch red 2 at blue.1", "invite red: none", "invite blue: none")
    seats = "red blue green/Parasite yellow"
    _, verdict = _told(*before, "ally green offense 2", "zap green by blue", table=seats)
    said = [step.says for step in verdict.steps]
    assert "green's alliance is cancelled" in said
    assert not [says for says in said if "is not using its power" in says]
    _, verdict = _told(*before, "zap green by blue", table=seats)
    assert [step.says for step in verdict.steps if "green is not using its power" in step.says]


def test_chance_is_never_implied() -> None:
    """Whom red meets a card of the destiny deck says (5.5.1), not the launch."""
    table = lay_table("table red blue green")
    assert not tell_command(table, "launch red 2 at blue.1").legal


def test_a_turn_that_is_over_is_no_reason_to_begin_another_for_a_launch() -> None:
    """A launch after the encounter is refused: destiny has not been told."""
    table, _ = _told(*OPENING, "reveal red 20, blue 6")
    assert not tell_command(table, "launch blue 2 at green.1").legal


def test_a_table_that_says_every_step_has_nothing_implied() -> None:
    table, _ = _told(*OPENING)
    table.strict = True
    assert not tell_command(table, "reveal red 12, blue 8").legal
    assert from_data(to_data(table)).strict


def test_what_a_strict_table_does_anyway_is_done_once() -> None:
    """A refusal is nothing that was done: the history has the launch as one command (here 5 ships of at most 4)."""
    table, _ = _told("destiny blue")
    table.strict = True
    verdict = tell_command(table, "launch red 5 at blue.1", anyway=True)
    assert (verdict.legal, _done(verdict), verdict.command) == (True, [], "launch red 5 at blue.1")
    assert len(verdict.anyway) == 1


def test_what_was_told_of_the_alliances_is_kept_with_the_table() -> None:
    """A kept table that is opened between two allies goes on as one that stayed open."""
    table, _ = _told(*OPENING, "ally yellow defense 3")
    opened = from_data(to_data(table))
    assert opened == table
    assert tell_command(opened, "ally green offense 2").table == tell_command(table, "ally green offense 2").table


def test_commands_of_programs_and_cases_imply_nothing() -> None:
    table, _ = _told(*OPENING)
    assert not rule_command(table, "reveal red 12, blue 8").legal


@pytest.mark.parametrize("powers", [False, True], ids=["plain", "powers"])
@pytest.mark.parametrize("seed", effort.some(range(GAMES // 2), SHOWN))
def test_a_game_with_silent_steps_left_out_ends_as_it_does_in_full(seed: int, powers: bool) -> None:
    """Whatever silent steps are left out, the same tables come of it."""
    books = rulebase("consolidated")
    steps, table, end = unsaid.watched(seed, 3 + seed % 3, books, 12, powers)
    said = unsaid.told(random.Random(seed), steps, books)
    for command in said:
        verdict = tell_command(table, unsaid.typed([command])[0], books=books)
        assert verdict.legal, (command, verdict.stopped, verdict.illegal[0].finding.says)
        table = verdict.table
    assert len(said) < len(steps)
    assert show(table) == show(end)
