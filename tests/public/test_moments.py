"""Disputes about a moment of a kept table: steps and encounters that are long over, and the table stays as it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.disputes.opened import Start
from referee.errors import RefereeError
from referee.ledger import sharing
from referee.public.disputes import Dispute, Disputes
from referee.public.tables import TableSession

# Purple loses four ships with a negotiate to red's 8, and takes four cards; red's second encounter is lost, 8 to 19.
FIRST = ("destiny purple", "launch red 3 at purple.2", "reveal red 8, purple N", "resolve", "take purple 4 from red")
SECOND = ("second", "destiny blue", "launch red 2 at blue.1", "reveal red 6, blue 15", "end")
LATER = ("destiny blue", "launch purple 1 at blue.3")
WHO = [("blue", "that was wrong"), ("red", "it was not")]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return _table(tmp_path / "kept.db", *FIRST, *SECOND, *LATER)


def _table(db: Path, *said: str) -> Path:
    table = TableSession.lay("red purple blue", db=db, name="friday")
    for command in said:
        assert table.do(command.removesuffix(" !"), command.endswith(" !")).legal, command
    return db


def _moment(dispute: Dispute) -> dict[str, Any]:
    told: dict[str, Any] = dispute.sides[0]["ruling"]["moment"]
    return told


def _opened(db: Path, **at: Any) -> Dispute:
    disputes = Disputes(db)
    dispute = disputes.open(disputes.start(table="friday", **at), WHO)
    assert dispute.warnings == []
    return dispute


@pytest.mark.parametrize(
    ("step", "kind", "command"),
    [
        (0, "act", "table red purple blue"),
        (1, "act", "destiny purple"),
        (2, "act", "launch red 3 at purple.2"),
        (3, "encounter", ""),
        (4, "encounter", ""),
        (5, "act", "take purple 4 from red"),  # after the cards have decided it is the act again
        (6, "act", "second"),
        (12, "act", "launch purple 1 at blue.3"),
    ],
)
def test_a_step_is_the_act_itself_but_while_the_cards_lie(db: Path, step: int, kind: str, command: str) -> None:
    dispute = _opened(db, step=step)
    assert (dispute.kind, dispute.status, dispute.to_dict()["game"]) == (kind, "determined", "friday")
    assert (_moment(dispute)["number"], _moment(dispute)["later"]) == (step, 12 - step)
    if command:
        assert dispute.sides[0]["ruling"]["act"]["command"] == command


@pytest.mark.parametrize(
    ("encounter", "numbers", "turn", "outcome"),
    [(1, (1, 6), "red", "offense-wins"), (2, (7, 10), "red", "defense-wins"), (3, (11, 12), "purple", None)],
)
def test_an_encounter_is_ruled_as_its_cards_decided_it(
    db: Path, encounter: int, numbers: tuple[int, int], turn: str, outcome: str | None
) -> None:
    """The second one of red's turn counts by itself; `second` is the last act of the encounter that it ends."""
    dispute = _opened(db, encounter=encounter)
    moment = _moment(dispute)
    assert (moment["first"], moment["last"], moment["turn"]) == (*numbers, turn)
    assert (dispute.kind, dispute.sides[0]["outcome"]) == ("encounter" if outcome else "act", outcome)


def test_what_an_encounter_came_to_is_told_again(db: Path) -> None:
    """A card for each of purple's four ships (5.10.8.2.a)."""
    assert _opened(db, encounter=1).sides[0]["ruling"]["players"]["purple"]["compensation"] == 4


def test_the_table_stays_as_it_is(db: Path) -> None:
    table = TableSession(db, "friday")
    before = table.show().to_dict(), table.history()[-1].to_dict()
    for at in ({"step": 2}, {"encounter": 1}, {"may": "launch purple 5 at blue.1", "step": 12}):
        _opened(db, **at)
    assert (table.show().to_dict(), table.history()[-1].to_dict()) == before


def test_what_was_done_against_a_rule_is_illegal_still(tmp_path: Path) -> None:
    """Five ships launched (5.6.3): the step is illegal, and so is the encounter, which names the step."""
    db = _table(tmp_path / "kept.db", "destiny purple", "launch red 5 at purple.2 !", "reveal red 8, purple 8", "end")
    step = _opened(db, step=2)
    assert (step.status, _moment(step)["anyway"]) == ("illegal", True)
    argument = step.to_dict()["argument"]
    assert argument["late"][0]["put_right"][0]["line"] == "launch red 4 at purple.2"
    whole = _opened(db, encounter=1)
    assert whole.status == "illegal"
    assert [(one["number"], one["cites"]) for one in _moment(whole)["broken"]] == [(2, ["consolidated 5.6.3"])]
    # 8 + 5 against 8 + 4 as it was done; with four ships a tie, the defense's
    ways = whole.to_dict()["argument"]["late"][0]
    assert ways["stands"]["ruling"]["outcome"] == "offense-wins"
    assert ways["put_right"][0]["ruling"]["outcome"] == "defense-wins"


def test_what_was_broken_in_the_encounter_at_the_table_is_named(tmp_path: Path) -> None:
    """Nobody invited blue (5.7.2.2.b), which the line of the encounter does not show."""
    said = ("destiny purple", "launch red 3 at purple.2", "invite red: none", "invite purple: none")
    db = _table(tmp_path / "kept.db", *said, "ally blue defense 2 !", "reveal red 8, purple 4")
    dispute = _opened(db)
    assert dispute.status == "determined"
    assert [(one["number"], one["command"]) for one in _moment(dispute)["broken"]] == [(5, "ally blue defense 2")]
    TableSession(db, "friday").undo(3)
    TableSession(db, "friday").do("reveal red 8, purple 4")
    assert "moment" not in _opened(db).sides[0]["ruling"]


def test_what_may_answers_at_a_step(db: Path) -> None:
    asked = _opened(db, step=2, may="launch red 5 at purple.2")
    assert (asked.status, asked.sides[0]["ruling"]["act"]["asked"]) == ("illegal", True)
    assert _opened(db, may="launch purple 1 at blue.3").status == "illegal"  # that phase is over
    assert _opened(db, may="invite purple: none").status == "determined"
    assert _moment(asked)["number"] == 2


def test_a_table_that_was_played_again_is_argued_about_as_it_is_now(db: Path) -> None:
    TableSession(db, "friday").amend(2, "launch red 2 at purple.2", choose="again")
    dispute = _opened(db, step=2)
    assert dispute.sides[0]["ruling"]["act"]["command"] == "launch red 2 at purple.2"
    assert _opened(db, encounter=1).sides[0]["line"].startswith("red 2 : 8 vs purple 4 : N")


def test_before_the_cards_it_is_about_what_was_done_against_a_rule(tmp_path: Path) -> None:
    """Green's fifth ship (5.7.3) is argued about, and not the invitation after it, unless that is meant."""
    db = _table(tmp_path / "kept.db", "destiny purple", "launch red 2 at purple.1", "invite red blue")
    table = TableSession(db, "friday")
    assert table.do("ally blue offense 5", anyway=True).legal
    assert table.do("invite purple none").legal
    dispute = _opened(db)
    assert _moment(dispute)["command"].startswith("ally blue offense 5")
    assert dispute.sides[0]["ruling"]["act"]["verdict"] == "illegal"
    assert dispute.to_dict()["argument"]["late"]
    assert _moment(_opened(db, step=5))["command"] == "invite purple: none"


def test_the_last_act_is_meant_where_nothing_else_is_said(tmp_path: Path) -> None:
    db = _table(tmp_path / "kept.db")
    assert _opened(db).sides[0]["ruling"]["act"]["command"] == "table red purple blue"
    TableSession(db, "friday").do("destiny purple")
    assert _moment(_opened(db))["number"] == 1


@pytest.mark.parametrize(
    ("at", "says"),
    [
        ({"step": 13}, "no command 13 in force"),
        ({"encounter": 4}, "encounter 4 has not been played"),
        ({"encounter": 1, "may": "end"}, "at one --step"),
        ({"encounter": 1, "step": 1}, "not both"),
        ({"step": 1, "line": "red 3 : 8 vs blue 4 : 8"}, "say no line"),
        ({"may": "end", "line": "red 3 : 8 vs blue 4 : 8"}, "starts from one thing"),
    ],
)
def test_no_such_moment(db: Path, at: dict[str, Any], says: str) -> None:
    with pytest.raises(RefereeError, match=says):
        Disputes(db).start(table="friday", **at)


def test_all_that_is_kept_of_it_goes_with_the_ledger(db: Path, tmp_path: Path) -> None:
    """Another file has no such table, and argues it again all the same."""
    disputes = Disputes(db)
    for at in ({"step": 2}, {"encounter": 1}, {"may": "launch purple 5 at blue.1"}):
        _opened(db, **at)
    disputes.open(Start(""), [], about="does the offense win a tie")
    disputes.rule(1)
    disputes.note(4, "asked again at the next table")
    other = tmp_path / "other.db"
    sharing.merge(other, db)
    there = Disputes(other)
    for id in (1, 2, 3, 4):
        again = there.show(id)
        assert again.record.argument is not None
        assert again.to_dict()["argument"] == disputes.show(id).to_dict()["argument"]
    assert [row.id for row in there.search("purple.2")] == [2, 1]
    found = there.recheck()
    assert (len(found.otherwise), found.judged >= 4) == (0, True)
    for form in ("md", "json", "csv"):
        assert "purple" in there.export(form=form)


def test_a_dispute_needs_something_to_start_from(db: Path) -> None:
    with pytest.raises(RefereeError, match="What happened"):
        Disputes(db).open(Start(""), WHO)
    assert Disputes(db).open(Start(""), WHO, about="who invites first").kind == "question"
    assert [row.id for row in Disputes(db).list()] == [1]
