"""When something acts within a phase: the events in their order, and what a text places before, when or after them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.book.loader import Rulebase, rulebase
from referee.book.moments import DURING, UNKNOWN, Moment, read_moments
from referee.book.places import RULEBASE
from referee.conformance.audit.moments import check
from referee.conformance.audit.report import Report
from referee.judge.timing.question import rule_timing
from referee.state.contenders import asked
from referee.state.phases import PHASES

BOOKS = rulebase()
EVENTS = BOOKS.moments
TABLE = ("red", "purple", "red,yellow,purple,blue")


def test_every_phase_turns_on_one_event() -> None:
    hinges = [event.phase for event in EVENTS.events.values() if event.hinge]
    assert sorted(hinges) == sorted(PHASES)


def test_before_when_and_after_an_event_follow_each_other() -> None:
    places = [EVENTS.at(f"{kind} select") for kind in ("before", "when", "after")]
    assert places == sorted(set(places))
    assert EVENTS.at("after reveal") == EVENTS.at("before totals"), "nothing lies between the two"
    assert EVENTS.at("when warp") < EVENTS.at("before compensation") < EVENTS.at("when discard")


def test_a_text_without_a_time_comes_with_what_its_phase_turns_on() -> None:
    assert EVENTS.place(Moment(DURING), "planning") == EVENTS.at("when select")
    assert EVENTS.place(Moment(UNKNOWN), "planning") is None


def test_of_several_moments_that_of_the_phase_counts() -> None:
    moments = read_moments({"before launch": "a", "after reveal": "b"})
    assert str(EVENTS.in_phase(moments, "reveal")) == "after reveal"
    assert str(EVENTS.in_phase(moments, "launch")) == "before launch"
    assert EVENTS.in_phase(moments, "planning").kind == DURING


def test_what_comes_up_in_any_phase_has_a_place_only_where_that_is_known() -> None:
    lost = read_moments({"whenever ships-lost": "a"})
    assert EVENTS.place(EVENTS.in_phase(lost, "resolution"), "resolution") == EVENTS.at("after warp")
    assert EVENTS.place(EVENTS.in_phase(lost, "planning"), "planning") is None


@pytest.mark.parametrize(
    ("name", "said", "fault"),
    [
        ("Oracle", 'moment = { "before selekt" = "Before selection" }', "none of the events"),
        ("Oracle", 'moment = { "befor select" = "Before selection" }', "is no moment"),
        ("Oracle", 'moment = { "before select" = "Before the hunt" }', "but it says"),
        ("Oracle", 'moment = { "before reveal" = "Before selection" }', "is in the reveal phase"),
        ("Oracle", 'moment = { "whenever select" = "Before selection" }', "goes with what can come up in any phase"),
        ("Oracle", 'moment = { "when ships-lost" = "Before selection" }', "goes with what can come up in any phase"),
        ("Oracle", "moment = { unknown = '' }", "says why"),
        ("Oracle", "", "does not say when it acts"),
    ],
)
def test_a_moment_that_its_text_does_not_say_is_a_fault(tmp_path: Path, name: str, said: str, fault: str) -> None:
    """Only the one sheet is broken; the events stay."""
    sheet = (RULEBASE / "aliens" / "oracle.toml").read_text()
    line = next(line for line in sheet.splitlines() if line.startswith("moment"))
    (tmp_path / "aliens").mkdir()
    (tmp_path / "cards").mkdir()
    (tmp_path / "moments.toml").write_text((RULEBASE / "moments.toml").read_text())
    (tmp_path / "aliens" / "oracle.toml").write_text(sheet.replace(line, said, 1))
    report = Report()
    broken = Rulebase(RULEBASE)
    broken.folder = tmp_path
    check(report, broken)
    assert any(name in says and fault in says for _, says in report.faults), report.faults


def test_an_effect_of_unknown_moment_leaves_the_order_open_where_it_matters() -> None:
    """Of Finder only that it searches a hand is known: whether before or after anybody is invited nothing tells."""
    found = rule_timing(asked(["red:Finder", "purple:Mind"], *TABLE))
    assert (found.status, found.order) == ("open", None)
    assert {tuple(order) for _, order in found.orders} == {("red:Finder", "purple:Mind"), ("purple:Mind", "red:Finder")}
    told = rule_timing(asked(["red:Finder@before", "purple:Mind"], *TABLE, phase="planning"))
    assert told.status == "illegal", "Mind is for the alliance phase"
    same = rule_timing(asked(["red:Ship-Zap", "purple:Amoeba"], *TABLE, phase="planning"))
    assert (same.status, same.order) == ("determined", ["red:Ship-Zap", "purple:Amoeba"]), "first at every moment"


@pytest.mark.parametrize(
    ("words", "order"),
    [
        # Printed before against printed after; the offense's text is the later one each time.
        (["red:flare-Kamikaze", "purple:Oracle"], ["purple:Oracle", "red:flare-Kamikaze"]),
        (["red:Clone", "purple:Hacker"], ["purple:Hacker", "red:Clone"]),
        (["yellow:Shadow", "blue:Dictator"], ["blue:Dictator", "yellow:Shadow"]),
        (["red:flare-Calculator", "purple:Loser"], ["purple:Loser", "red:flare-Calculator"]),
        (["red:flare-Mite", "purple:Mutant"], ["purple:Mutant", "red:flare-Mite"]),
        (["red:flare-Observer", "purple:Mind"], ["purple:Mind", "red:flare-Observer"]),
        (["red:Grudge", "purple:flare-Trader"], ["purple:flare-Trader", "red:Grudge"]),
        (["red:Virus", "purple:flare-Tripler"], ["purple:flare-Tripler", "red:Virus"]),
        (["red:regroup", "yellow:flare-Masochist"], ["yellow:flare-Masochist", "red:regroup"]),
        (["red:Citadel@planning", "purple:Trader"], ["purple:Trader", "red:Citadel@planning"]),
        (["red:Sorcerer", "purple:flare-Hate"], ["purple:flare-Hate", "red:Sorcerer"]),
        (["red:Mirror", "purple:flare-Oracle"], ["purple:flare-Oracle", "red:Mirror"]),
        (["red:Mirror", "purple:flare-Fido"], ["purple:flare-Fido", "red:Mirror"]),
        (["red:Sorcerer", "purple:flare-Chosen"], ["purple:flare-Chosen", "red:Sorcerer"]),
        (["red:Gambler", "purple:flare-Gambler"], ["purple:flare-Gambler", "red:Gambler"]),
        (["red:Clone", "purple:Cudgel"], ["purple:Cudgel", "red:Clone"]),
        (["red:Zombie@resolution", "purple:Void"], ["purple:Void", "red:Zombie@resolution"]),
    ],
)
def test_texts_that_print_before_and_after_go_before_the_roles(words: list[str], order: list[str]) -> None:
    found = rule_timing(asked(words, *TABLE))
    assert (found.status, found.order) == ("determined", order)


def test_sheets_without_players_are_ordered_by_their_texts() -> None:
    found = rule_timing(asked(["Sorcerer", "Oracle"], "red"))
    assert (found.status, found.order) == ("determined", ["Oracle", "Sorcerer"])
    assert rule_timing(asked(["Sorcerer", "Oracle"])).order == ["Oracle", "Sorcerer"]


def test_sheets_that_only_the_roles_could_order_are_told_by_cases() -> None:
    """Kamikaze and Trader both work before selection: whoever's owner is the offense comes first."""
    found = rule_timing(asked(["Kamikaze", "Trader"], "red"))
    assert (found.status, found.order) == ("depends", None)
    assert {when: order[0] for when, order in found.orders} == {
        "Kamikaze is the offense's, Trader is the defense's": "Kamikaze",
        "Kamikaze is the defense's, Trader is the offense's": "Trader",
    }
    assert found.needs


def test_a_reaction_comes_when_its_event_does() -> None:
    """Healer acts each time ships are lost: before, at or after the selection; only a later role makes it matter."""
    assert rule_timing(asked(["red:Healer", "purple:Amoeba"], *TABLE)).order == ["red:Healer", "purple:Amoeba"]
    found = rule_timing(asked(["red:Amoeba", "purple:Healer"], *TABLE))
    assert found.status == "depends"
    assert {tuple(order) for _, order in found.orders} == {
        ("red:Amoeba", "purple:Healer"),
        ("purple:Healer", "red:Amoeba"),
    }


def test_whoever_has_no_such_sheet_uses_the_wild_text() -> None:
    wild = rule_timing(asked(["red:Virus", "purple:flare-Tripler"], *TABLE))
    assert any("wild" in says for says in wild.to_dict()["assumes"])
    super_face = rule_timing(asked(["red:Virus", "purple:super-Tripler"], *TABLE))
    assert super_face.order == ["red:Virus", "purple:super-Tripler"], "as Tripler itself, after the reveal"
