"""A dispute about an act: on the facts that are told with it, or at a moment of a table."""

from __future__ import annotations

import json

import pytest

from referee.book.loader import rulebase
from referee.disputes.arguing import ACT, argue_again, kind_of
from referee.disputes.moments import Deed
from referee.disputes.of_act import argue, ruled
from referee.disputes.records import Argument, Claim, Told
from referee.errors import LedgerError, MalformedError, RefereeError
from referee.judge.ways.table import lay_table, rule_question, tell_command
from referee.ledger.shapes import check_ruling
from referee.state.kept import to_data

ASKED = "ally yellow offense 3 ; offense red ; invited blue"


def _state(*commands: str, players: str = "red yellow purple blue") -> Told:
    table = lay_table(f"table {players}")
    for command in commands:
        verdict = tell_command(table, command.removesuffix(" !"), command.endswith(" !"))
        assert verdict.legal, command
        table = verdict.table
    state: Told = json.loads(json.dumps(to_data(table)))
    return state


def _argued(deed: Deed, *claims: tuple[str, ...]) -> Argument:
    told = [Claim(party, says, line[0] if line else deed.said) for party, says, *line in claims]
    return argue(told or [Claim("", "", deed.said)], deed, rulebase())


ALLIANCE = ("destiny purple", "launch red 2 at purple.1", "invite red: yellow blue", "invite purple: yellow blue")


def test_what_may_answers_is_the_ruling_and_the_claims_are_held_against_it() -> None:
    argument = _argued(Deed(ASKED), ("red", "5.7.2.2.b, I never asked her"), ("yellow", "5.10.8.2.a"))
    assert argument.agree and argument.same_facts
    assert [ruling.status for ruling in argument.rulings] == ["illegal", "illegal"]
    assert argument.rulings[0].refused_by == {"consolidated 5.7.2.2.b"}
    assert [[cite.rests for cite in cites] for cites in argument.cited] == [[True], [False]]
    check_ruling(argument.rulings[0].to_dict())


def test_each_party_can_tell_the_facts_of_the_act() -> None:
    argument = _argued(Deed(ASKED), ("red", "no"), ("yellow", "yes", ASKED.replace("invited blue", "invited yellow")))
    assert [ruling.status for ruling in argument.rulings] == ["illegal", "determined"]
    assert not argument.agree


def test_an_account_that_is_not_understood_names_its_party() -> None:
    with pytest.raises(RefereeError, match="as yellow has it"):
        _argued(Deed(ASKED), ("red", "no"), ("yellow", "yes", "dance"))
    with pytest.raises(MalformedError):
        _argued(Deed("dance"), ("red", "no"))


def test_at_a_table_only_one_of_two_acts_was_done_however_legal_both_are() -> None:
    deed = Deed("launch red 3 at purple.1", _state("destiny purple"))
    argument = _argued(deed, ("red", "three"), ("blue", "four", "launch red 4 at purple.1"))
    assert [ruling.status for ruling in argument.rulings] == ["determined", "determined"]
    assert not argument.agree


def test_nothing_goes_without_saying_of_what_is_asked() -> None:
    """Yellow sits at the offense's left and answers first (5.7.2.2.a); said in play, its silence is a no."""
    state = _state(*ALLIANCE)
    assert ruled(Deed("ally blue defense 3", state), rulebase()).status == "determined"
    asked = ruled(Deed("ally blue defense 3", state, asked=True), rulebase())
    assert asked.status == "illegal"
    assert "consolidated 5.7.2.2.a" in asked.refused_by


@pytest.mark.parametrize(
    ("commands", "said", "status", "clause"),
    [
        ((), "destiny yellow", "determined", "5.5.1"),
        (("destiny purple",), "launch red 5 at purple.1", "illegal", "5.6.3"),
        (("destiny purple",), "launch red 4 at yellow.1", "illegal", "5.5.2.5"),
        (("destiny purple",), "launch red 4 at purple.1", "determined", "5.6.3"),
        (("set warp red 2; red.1 red 3; red.2 red 3",), "regroup gate", "illegal", "5.4.2"),
    ],
)
def test_the_position_tells_all_that_matters(commands: tuple[str, ...], said: str, status: str, clause: str) -> None:
    """It is a question for `may`, which answers it as it was ruled at the table."""
    ruling = ruled(Deed(said, _state(*commands), asked=True), rulebase())
    assert ruling.status == status
    assert f"consolidated {clause}" in ruling.citations
    again = rule_question(ruling.position)
    assert (again.status == "legal") == (status == "determined")
    assert again.refused_by == ruling.refused_by


def test_what_was_done_against_a_rule_stands_or_is_put_right() -> None:
    state = _state("destiny purple")
    (late,) = _argued(Deed("launch red 5 at purple.1", state, anyway=True)).late
    assert "red points the gate at purple.1, against purple, with 5 ships" in late.stands.ruling["says"]
    assert [way.line for way in late.put_right] == ["launch red 4 at purple.1"]
    assert _argued(Deed("launch red 5 at purple.1", state)).late == []  # it was only asked about


@pytest.mark.parametrize(
    ("before", "said", "right"),
    [
        # nobody invited blue (5.7.2.2.b): that something else was legal then puts nothing right
        (("invite red: yellow", "invite purple: none"), "ally blue defense 2", [""]),
        # yellow, at the offense's left, answers first (5.7.2.2.a)
        (ALLIANCE[2:], "ally blue defense 2", ["ally yellow offense 1 / ally blue defense 2",
                                               "ally yellow defense 1 / ally blue defense 2"]),
        (("invite red: yellow", "invite purple: none"), "ally yellow offense 5", ["ally yellow offense 4"]),
    ],
)  # fmt: skip
def test_only_what_would_have_been_right_puts_it_right(before: tuple[str, ...], said: str, right: list[str]) -> None:
    state = _state(*ALLIANCE[:2], *before)
    state["strict"] = True  # where nothing goes without saying
    (late,) = _argued(Deed(said, state, anyway=True)).late
    assert [way.line for way in late.put_right] == right


def test_what_was_forgotten_is_put_before_what_was_done() -> None:
    """Blue's ship beside a winning defense earns a reward (5.10.5.2), which is owed when the encounter ends."""
    said = ("destiny purple", "launch red 2 at purple.1", "ally blue defense 1", "reveal red 4, purple 8", "resolve")
    argument = _argued(Deed("end", _state(*said), anyway=True))
    assert argument.rulings[0].refused_by >= {"consolidated 5.10.5.2"}
    (late,) = argument.late
    assert late.put_right[0].line == "reward blue 1 card / end"


def test_it_is_argued_again_as_it_was_kept_and_not_where_the_table_is_spoiled() -> None:
    deed = Deed("launch red 5 at purple.1", _state("destiny purple"), anyway=True)
    ruling = ruled(deed, rulebase()).to_dict()
    side = {"party": "blue", "claim": "five!", "line": deed.said, "ruling": ruling}
    told: Told = {"sides": [side], "edition": "consolidated", "readings": {}, "question": None}
    assert kind_of(ruling) == ACT
    again = argue_again(told)
    assert again is not None and len(again.late) == 1
    spoiled = {**ruling, "act": {**ruling["act"], "state": {"seats": "nobody"}}}
    assert argue_again({**told, "sides": [{**side, "ruling": spoiled}]}) is None
    with pytest.raises(LedgerError):
        ruled(Deed("end", {"seats": "nobody"}), rulebase())


def test_a_reading_that_rules_the_act_otherwise_is_shown() -> None:
    """DF-46, asked for: whichever reading is taken, the ships on that planet may go."""
    state = _state("set purple.1 purple 3, blue 2; blue.1 blue 3; blue.2 blue 3", *ALLIANCE[:3], "invite purple: none")
    deed = Deed("ally blue offense 2 from purple.1 2", state)
    assert _argued(deed).registry == []
    asked = argue([Claim("", "", deed.said)], deed, rulebase(), "DF-46")
    assert [point.id for point in asked.registry] == ["DF-46"]
    assert [reading.here.parts for reading in asked.registry[0].readings if reading.here is not None] == [()]


INVITED = "offense red ; destiny blue ; invite red: yellow ; invite blue: none"


@pytest.mark.parametrize(
    ("act", "facts", "refused_by"),
    [
        # 5.7.2.2.b: who accepts the offense's invitation is its ally; blue invited nobody
        ("ally yellow defense 2", INVITED, {"consolidated 5.7.2.2.b"}),
        ("ally yellow offense 2", INVITED, set()),
        ("ally yellow defense 2", INVITED.replace("none", "yellow"), set()),
        ("launch red 5 at blue.1", "offense red ; destiny blue", {"consolidated 5.6.3"}),
    ],
)
def test_what_was_done_before_can_be_told_as_the_commands_that_did_it(
    act: str, facts: str, refused_by: set[str]
) -> None:
    assert ruled(Deed(f"{act} ; {facts}"), rulebase()).refused_by == refused_by


@pytest.mark.parametrize("facts", ["offense red ; destiny blue ; invite green: yellow", "invite red: yellow"])
def test_only_a_main_player_who_is_known_invites(facts: str) -> None:
    with pytest.raises(MalformedError, match="a main player"):
        ruled(Deed(f"ally yellow defense 2 ; {facts}"), rulebase())


def test_what_an_ally_may_send_is_shown_where_that_is_argued() -> None:
    # 2.3.5.3: ships that stand by on the very planet may be sent too
    stands_by = "set blue.1 blue 4, green 3; green.1 green 1"
    before = (stands_by, "destiny blue", "launch red 3 at blue.1", "invite red: green", "invite blue: none")
    deed = Deed("ally green offense 2 from blue.1 2", _state(*before, players="red blue green yellow"))
    argument = _argued(
        deed,
        ("blue", "those two were sitting on the planet we fight over, they're just onlookers"),
        ("green", "they're my ships, I take them from wherever I like"),
    )
    assert "consolidated 2.3.5.3" in [cite.id for cite in argument.speaks]
