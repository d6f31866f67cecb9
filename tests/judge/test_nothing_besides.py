"""What a case cannot say: that a ruling says nothing besides, and what is refused once more where a table goes on."""

from __future__ import annotations

import referee
from referee.book.loader import Rulebase, rulebase
from referee.judge.table.verdict import Verdict
from referee.judge.timing.question import rule_timing
from referee.judge.ways.table import lay_table, offers, rule_command
from referee.state.contenders import asked
from referee.state.table import Table


def played(*commands: str, table: str, edition: str = "consolidated", books: Rulebase | None = None) -> Table:
    found = lay_table(f"table {table}", edition, books)
    for command in commands:
        verdict = rule_command(found, command, books=books)
        assert verdict.legal, (command, [refusal.finding.says for refusal in verdict.illegal])
        found = verdict.table
    return found


def refusals(verdict: Verdict) -> list[str]:
    return [refusal.finding.rule.id for refusal in verdict.illegal]


def test_an_ordinary_line_names_no_disputable_point() -> None:
    """10 + 3 against 8 + 3: two cards are discarded, and any order of two is the same (DF-54 asks about more)."""
    told = referee.judge_encounter("red 3 : 10 vs blue 3 : 8").to_dict()
    assert told["questions"] == []
    assert told["status"] == "determined"


def test_three_cards_ask_for_their_order() -> None:
    """With a reinforcement there are three cards; still only two of them are encounter cards."""
    assert referee.judge_encounter("red 3 : 10 +2 vs blue 3 : 8").to_dict()["questions"] == []


def test_what_would_turn_it_says_nothing_twice() -> None:
    """13 to 11, and a tie is the defense's: 2 more, or 2 ships fewer. More ships of blue are said with that."""
    told = referee.judge_encounter("red 3 : 10 vs blue 3 : 8").to_dict()
    assert told["flips"] == [
        {"if": "2 more for the defense", "outcome": "defense-wins"},
        {"if": "2 ships fewer of red", "outcome": "defense-wins"},
    ]


def test_a_discarded_flare_is_no_artifact() -> None:
    """In the Mayfair rules a flare that was used is discarded; no clause of artifacts has to do with that."""
    line = "red 3 : 10 vs blue 2 : 8 ; warp red 2 ; flare red Vacuum"
    ruling = referee.judge_encounter(line, edition="mayfair1991")
    said = [finding.rule.id for finding in findings(ruling)]
    assert {"discards.encounter", "flares.back"} <= {*said}
    assert "discards.artifacts" not in said


def test_a_discarded_artifact_is_one() -> None:
    """The same line with a Cosmic Zap: that is an artifact, and is discarded as one."""
    ruling = referee.judge_encounter("red 3 : 10 vs blue/Macron 2 : 8 ; zap blue by red")
    assert "discards.artifacts" in [finding.rule.id for finding in findings(ruling)]


def findings(ruling: referee.Ruling) -> list[referee.Finding]:
    """Every finding of the proof, from the root to the facts."""
    todo, found = [ruling.root], []
    while todo:
        finding = todo.pop()
        found.append(finding)
        todo += finding.sources
    return found


def test_the_order_tells_by_what_a_step_is_cancelled() -> None:
    """A Cosmic Zap that answers the Mind cancels it, and the step says so; the zap itself is not cancelled."""
    words = ("red:Mind", "blue:Cosmic-Zap")
    told = rule_timing(asked(words, offense="red", defense="purple", seats="red,purple,yellow,blue")).to_dict()
    by = {step["effect"]: step["cancelled_by"] for step in told["steps"]}
    assert by == {"red:Mind": "blue:Cosmic-Zap", "blue:Cosmic-Zap": None}
    assert told["cancelled"] == ["red:Mind"]


def test_the_quark_battery_tells_which_card_takes_the_place_of_which() -> None:
    """The 4 was turned up, and the hidden 20 takes its place."""
    table = played(
        "set tech yellow: Quark-Battery complete; hand yellow: 4 20 N",
        "offense red",
        "destiny yellow",
        "launch red 2 at yellow.1",
        "invite red: none",
        "invite yellow: none",
        "play red 8",
        "play yellow 4",
        "reveal",
        table="red purple yellow",
        edition="consolidated+technology",
    )
    verdict = rule_command(table, "tech yellow Quark-Battery 20")
    step = next(finding for finding in verdict.steps if finding.value == "20")
    assert [cite.id for cite in step.rule.cites] == ["card Quark-Battery"]
    assert step.words[-1] == "4"


def test_more_ships_than_a_power_allows_break_no_other_rule() -> None:
    """Macron sends one ship. A table that lets two go all the same is told of the sheet, and not of 5.6.3 besides."""
    table = played("offense red", "destiny purple", table="red/Macron purple yellow")
    verdict = rule_command(table, "launch red 2 at purple.2", anyway=True)
    assert {cite.id for refusal in verdict.anyway for cite in refusal.finding.rule.cites} == {"alien Macron"}
    assert verdict.table.ships["gate"] == {"red": 2}


def test_a_force_field_without_an_alliance_does_nothing_even_where_the_table_goes_on() -> None:
    """There is no alliance to cancel: that is no mistake with which a table could go on."""
    table = played(
        "offense red",
        "destiny purple",
        "launch red 2 at purple.1",
        "invite red: none",
        "invite purple: none",
        table="red purple yellow",
    )
    verdict = rule_command(table, "force field yellow by purple", anyway=True)
    assert not verdict.legal
    assert verdict.table == table


def test_an_outcome_that_was_carried_out_is_not_turned_even_where_the_table_goes_on() -> None:
    """The Pacifist's negotiate won and the ships have moved; a zap after that could only turn the outcome round."""
    table = played(
        "set hand red: N 4; hand purple: 20 8; hand yellow: Cosmic-Zap",
        "offense red",
        "destiny purple",
        "launch red 3 at purple.2",
        "invite red: none",
        "invite purple: none",
        "play red N",
        "play purple 20",
        "reveal",
        "resolve",
        table="red/Pacifist purple yellow",
    )
    verdict = rule_command(table, "zap red by yellow", anyway=True)
    assert refusals(verdict) == ["turn.too-late"]
    assert verdict.table == table


def test_without_a_second_encounter_there_is_none_to_give_up_for_a_tech() -> None:
    """DF-61: by the other reading single-encounter turns leave nothing that techs are drawn in place of."""
    commands = (
        "set hand red: 15 N; hand purple: 8 4",
        "offense red",
        "destiny purple",
        "launch red 3 at purple.2",
        "invite red: none",
        "invite purple: none",
        "play red 15",
        "play purple 8",
        "reveal",
        "resolve",
    )
    edition = "consolidated+single-encounter+technology"
    table = played(*commands, table="red purple yellow", edition=edition)
    assert rule_command(table, "acquire red").legal
    books = rulebase(edition, {"DF-61": "no-acquiring"})
    other = played(*commands, table="red purple yellow", edition=edition, books=books)
    assert refusals(rule_command(other, "acquire red", books=books)) == ["technology.without-second"]


def test_in_the_warp_rules_a_known_reinforcement_is_offered_after_the_reveal() -> None:
    """Both cards are attacks and red holds a +3, which it may play now."""
    table = played(
        "set hand red: 10 +3; hand purple: 8 4",
        "offense red",
        "destiny purple",
        "launch red 3 at purple.2",
        "invite red: none",
        "invite purple: none",
        "play red 10",
        "play purple 8",
        "reveal",
        table="red purple yellow",
        edition="warp",
    )
    assert [offer.command for offer in offers(table) if offer.command.startswith("reinforce red +3")]


def test_with_a_negotiate_the_warp_rules_offer_no_reinforcement() -> None:
    """A reinforcement adds to attacks alone: not where purple shows a compromise."""
    table = played(
        "set hand red: 10 +3; hand purple: N 4",
        "offense red",
        "destiny purple",
        "launch red 3 at purple.2",
        "invite red: none",
        "invite purple: none",
        "play red 10",
        "play purple N",
        "reveal",
        table="red purple yellow",
        edition="warp",
    )
    assert not [offer.command for offer in offers(table) if offer.command.startswith("reinforce red +3")]


def test_no_card_is_offered_of_which_the_deck_has_no_more() -> None:
    """Three 20s are told of, and the Mayfair deck has two: red may not play its own, and is offered its 4 alone."""
    table = played(
        "set hand red: 20 4; hand purple: 20 8; discards: 20",
        "offense red",
        "destiny purple",
        "launch red 3 at purple.2",
        "invite red: none",
        "invite purple: none",
        table="red purple yellow",
        edition="mayfair1991",
    )
    assert [offer.command for offer in offers(table) if offer.command.startswith("play red")] == ["play red 4"]
