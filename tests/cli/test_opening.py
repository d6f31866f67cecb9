"""Where a dispute starts, as it is typed: a moment of a table, an act, a question alone; and who is absent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.cli.common import ILLEGAL, NOT_SETTLED, NOT_UNDERSTOOD, RULED
from tests.cli.test_dispute import _typed
from tests.typed import Answer, typed

LINE = "red 3 : 8 vs blue 4 : N ; hand red 6"
FIVE = "red 5 : 10 vs blue 4 : 10"
MAY = "ally yellow offense 3 ; offense red ; invited blue"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "referee.db"


def opened(*args: str, db: Path) -> Answer:
    """What `dispute open` prints."""
    return typed("dispute", "open", *args, db=db)


def _kept(id: int, db: Path) -> Any:
    return typed("dispute", "show", str(id), "--json", db=db).told


def test_an_illegal_act_noticed_late_is_shown_three_ways(db: Path) -> None:
    """5.6.3; as it lay 15 to 14, with four ships a tie, which is the defense's (5.10.1.1.d.1)."""
    shown = opened(FIVE, "--party", "blue", "--claim", "five", "--party", "red", "--claim", "you saw it", db=db)
    assert shown.status == ILLEGAL
    for piece in (
        "  it stands  The offense wins, 15 to 14.",
        "  it is put right  red 4 : 10 vs blue 4 : 10: The defense wins, 14 to 14",
        "  who decides  No document says which (DF-82)",
    ):
        assert piece in shown.out
    assert _kept(1, db)["argument"]["late"][0]["side"] == 1
    assert "**Noticed late**" in typed("dispute", "export", "1", db=db).out
    assert typed("dispute", "rule", "1", "--house", "--says", "the fifth ship goes back", db=db).status == RULED


def test_two_accounts_of_an_illegal_act(db: Path) -> None:
    shown = opened("--party", "blue", "--claim", "5", "--line", FIVE, "--party", "red", "--claim", "4", "--line",
                   FIVE.replace("red 5", "red 4"), db=db)  # fmt: skip
    assert shown.status == NOT_SETTLED
    assert "What decides: red's ships." in shown.out
    assert "there are three ways (as blue has it)" in shown.out


def test_an_act_that_is_asked_about(db: Path) -> None:
    shown = opened("--may", MAY, "--party", "red", "--claim", "by 5.7.2.2.b", "--party", "yellow", db=db)
    assert shown.status == ILLEGAL
    for piece in ("about ally yellow offense 3", "yellow was not invited by red  [5.7.2.2.b]", "✓ the ruling rests on",
                  "yellow claims nothing that was told", "clockwise sit yellow red blue"):  # fmt: skip
        assert piece in shown.out
    assert (_kept(1, db)["kind"], _kept(1, db)["sides"][0]["status"]) == ("act", "illegal")


def test_a_question_alone_is_answered(db: Path) -> None:
    shown = opened("--about", "who invites first", db=db)
    assert shown.status == RULED
    assert "The offense invites first, then the defense." in shown.out
    assert "5.7.2.1" in shown.out
    assert "Nobody is named" in shown.out
    decided = typed("dispute", "rule", "1", "--by", "Ann", db=db)
    assert "  The offense invites first, then the defense." in decided.out
    assert "**Decided** by Ann" in typed("dispute", "export", "1", db=db).out
    unanswered = opened("--about", "what if a mistake is found later", "--party", "blue", "--claim", "undo", db=db)
    assert unanswered.status == NOT_SETTLED
    assert "No document rules that: the table decides." in unanswered.out
    assert typed("dispute", "rule", "2", "--house", "--reading", "repair", "--by", "all", db=db).status == RULED


def test_nothing_of_it_is_lost_to_the_commands_of_disputes(db: Path) -> None:
    typed("table", "red", "purple", "blue", "--table", "friday", db=db)
    for command in (("destiny", "purple"), ("--anyway", "launch", "red", "5", "at", "purple.1")):
        assert typed("do", *command, db=db).status == RULED
    step = opened("--step", "2", "--party", "blue", "--claim", "that is five!", db=db)
    assert step.status == ILLEGAL
    assert 'referee amend 2 "launch red 4 at purple.1" --table friday' in step.out
    assert opened("--may", MAY, db=db).status == ILLEGAL
    assert opened("--about", "who invites first", db=db).status == RULED
    assert opened(LINE, db=db).status == RULED
    for id in "1234":
        for args in (("rule", id), ("note", id, "hm"), ("appeal", id, "--by", "Bob", "--reason", "no")):
            assert typed("dispute", *args, db=db).status == RULED
        for form in ("md", "csv", "json"):
            assert typed("dispute", "export", id, "--format", form, db=db).status == RULED
        assert typed("dispute", "show", id, "--why", db=db).status == RULED
    listed = typed("dispute", "list", "--json", db=db).told["disputes"]
    assert [row["parties"] for row in listed] == ["", "", "", "blue"]
    assert [row["id"] for row in typed("dispute", "search", "five", "--json", db=db).told["disputes"]] == [1]
    assert typed("dispute", "recheck", db=db).status == RULED
    assert typed("ledger", "verify", db=db).status == RULED


def test_a_law_that_changed_is_found_for_each_kind(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With other readings or rules an act and an answer would be others: recheck compares them as it does a line."""
    from referee.disputes import of_act, of_question

    opened("--may", MAY, db=db)
    opened("--about", "does the offense win a tie", db=db)
    act, answer = of_act.ruled, of_question.ruled
    monkeypatch.setattr(
        of_act,
        "ruled",
        lambda deed, books: act(deed._replace(said=deed.said.replace("invited blue", "invited yellow")), books),
    )
    monkeypatch.setattr(of_question, "ruled", lambda asks, books: answer("who invites first", books))
    found = typed("dispute", "recheck", "--json", db=db)
    assert found.status == ILLEGAL
    changed = {one["dispute"]: {field["field"] for field in one["changed"]} for one in found.told["otherwise"]}
    assert {"status", "illegal"} <= changed[1]
    assert "answer" in changed[2]


@pytest.mark.parametrize(
    ("args", "remark"),
    [
        ((), "Nobody is named"),
        (("--party", "blue"), "Only blue is heard"),
        (("--party", "blue", "--claim", "x", "--party", "blue", "--claim", "y"), "blue stands on both sides"),
        (("--party", "ann", "--claim", "x", "--party", "bob", "--claim", "y"), "ann and bob are not named"),
    ],
)
def test_whoever_is_absent_or_strange_is_told_plainly(args: tuple[str, ...], remark: str, db: Path) -> None:
    shown = opened(LINE, *args, db=db)
    assert (shown.status, shown.err) == (RULED, "")
    assert remark in shown.out
    assert remark in typed("dispute", "show", "1", db=db).out
    assert typed("dispute", "rule", "1", db=db).status == RULED


def test_three_parties(db: Path) -> None:
    shown = opened(LINE, "--party", "red", "--claim", "1", "--party", "blue", "--claim", "2", "--party", "green",
                   "--claim", "3", db=db)  # fmt: skip
    assert "red v blue v green" in shown.out
    assert "green is not named in what happened" in shown.out


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--party", "a", "--claim", "x"), "or ask with --about alone"),
        (("--step", "2", LINE), "say no line"),
        (("--step", "2", "--encounter", "1"), "not both"),
        (("--may", MAY, "--from-ruling", "1"), "starts from one thing"),
        (("--may", "dance"), "Expected"),
        (("--step", "2"), "there is no table yet"),
    ],
)
def test_what_is_not_understood(args: tuple[str, ...], says: str, db: Path) -> None:
    shown = opened(*args, db=db)
    assert (shown.status, shown.out) == (NOT_UNDERSTOOD, "")
    assert says in shown.err


def test_at_a_terminal_a_side_may_be_absent(db: Path) -> None:
    answers = {"Who is the first side": "blue", "What does blue claim": "four", "Who is the second side": ""}
    shown, status = _typed(("dispute", "open", LINE), answers, db)
    assert status == RULED, shown
    assert "Only blue is heard" in shown
    shown, status = _typed(("dispute", "open", "--about", "who invites first"), {"only the question": ""}, db)
    assert (status, "The offense invites first" in shown) == (RULED, True)
    shown, status = _typed(("dispute", "open", "--may", MAY), {}, db)
    assert status == ILLEGAL
