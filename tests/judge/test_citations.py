"""What the steps of a ruling cite: the clause, sheet or card that says what the step says, and no other."""

from __future__ import annotations

import pytest

from referee.book.loader import rulebase
from referee.duel.games import judge
from referee.judge.borrowed import borrowed
from referee.judge.finding import Finding
from referee.judge.ways.table import rule_question


def _cites(finding: Finding) -> set[str]:
    return {cite.id for cite in finding.rule.cites}


@pytest.mark.parametrize(
    ("kind", "line", "edition", "forbidden"),
    [
        ("encounter", "red 5 : 8 vs blue 2 : 8", "consolidated", {"consolidated 5.6.3"}),
        ("encounter", "red 5 : 8 vs blue 2 : 8", "warp", {"warp stage-3.2"}),
        (
            "duel",
            "blue 2 : 10 vs orange 3 : 9 ; card Regular-Revenge ; there blue 2",
            "duel",
            {"duel card-regular-revenge.3"},
        ),
    ],
)
def test_what_is_forbidden_rests_on_the_clause_that_forbids_it(
    kind: str, line: str, edition: str, forbidden: set[str]
) -> None:
    ruling = judge(kind, line, edition)
    assert ruling.status == "illegal"
    assert _cites(ruling.root) == forbidden


def test_a_contest_is_ruled_by_the_steps_of_a_contest() -> None:
    assert _cites(judge("contest", "blue : 6 vs orange : 5", "duel").root) == {"duel contests.3"}
    assert _cites(judge("duel", "blue 2 : 6 vs orange 2 : 5 ; advantage 3", "duel").root) == {"duel steps-of-a-duel.2"}


@pytest.mark.parametrize(
    ("question", "says", "cites"),
    [
        # A second encounter needs a successful first one (5.10.9.1), and may be had after it (2.4.2.2).
        (
            "second ; hand red: +2 ; offense red",
            "red's encounter was a success",
            {"consolidated 5.10.9.1", "consolidated 2.4.2.2"},
        ),
        # The offense has one to four ships on the gate (5.6.3), and so has an ally on its side (5.7.3).
        (
            "reinforce red +2 offense ; offense red ; phase reveal",
            "red has 1 ship on the gate",
            {"consolidated 5.6.3"},
        ),
        (
            "reinforce blue +2 offense ; offense red ; phase reveal",
            "blue has 1 ship on the gate",
            {"consolidated 5.7.3"},
        ),
    ],
)
def test_what_is_assumed_rests_on_the_clause_that_makes_it_matter(question: str, says: str, cites: set[str]) -> None:
    assumed = {finding.says: finding for finding in rule_question(question, "consolidated").findings}
    assert _cites(assumed[says]) == cites


def test_a_text_of_another_edition_is_cited_where_it_is_said_to_be_applied() -> None:
    """Mayfair 1991 prints no powers: that the Zombie's of 2018 is applied rests on that sheet, not on other books."""
    ruling = judge("encounter", "red 3 : 12 vs blue/Zombie 2 : 4", "mayfair1991")
    texts = [found for found in borrowed(rulebase("mayfair1991"), ruling.root) if found.rule.id == "assumptions.texts"]
    assert [_cites(finding) for finding in texts] == [{"alien Zombie"}]


def test_ships_that_a_power_saves_do_not_reach_the_warp_by_its_sheet() -> None:
    ruling = judge("encounter", "red 3 : 12 vs blue/Zombie 2 : 4", "consolidated")
    saved = [finding for finding in ruling.findings if finding.rule.id == "resolution.not-lost"]
    assert saved
    assert all("alien Zombie" in _cites(finding) for finding in saved)


def test_tokens_of_the_offense_go_home_before_the_talks_by_inference() -> None:
    """Mayfair 1991 sends the allies home (both-play-compromise-cards.1); that the offense's go too is a reading."""
    ruling = judge("encounter", "red 2 + green 2 : N vs blue 3 : N ; no deal", "mayfair1991")
    homes = {then.who: _cites(then.finding) for then in ruling.then if then.what.startswith("where")}
    assert homes == {
        "green": {"mayfair1991 both-play-compromise-cards.1"},
        "red": {"mayfair1991 both-play-compromise-cards.1", "question MA-11"},
    }
