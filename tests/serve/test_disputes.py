"""Disputes from phones: one tells it differently, the others answer, and it is decided."""

from __future__ import annotations

from pathlib import Path

import pytest

import referee
from tests.serve.phones import Answer, Phone, Served

PLAYERS = "red/Macron purple/Clone yellow blue green"
TIE = "destiny purple / launch red 1 at purple.2 / ally blue offense 2 / reveal red 6, purple 8"


@pytest.fixture
def served(tmp_path: Path) -> Served:
    """A table at which red's 6 and Macron's 4 and two of blue lose to purple's 8 and 4: a tie, 12 to 12."""
    served = Served(tmp_path, PLAYERS)
    session = served.session()
    assert session.do_all(session.commands_in(TIE)).done[-1].legal
    return served


def _differ(phone: Phone, quarrel: str = "", **changed: str) -> Answer:
    """Opens the form, changes a fact on it, and sends it."""
    form = phone.get("differ", **({"quarrel": quarrel} if quarrel else {}))
    assert form.status_code == 200
    fields = {a["name"]: a.get("value", "") for tag, a in form.tags if tag == "input" and "name" in a and _is_set(a)}
    return phone.post("differ", **{**fields, **changed})


def _is_set(attributes: dict[str, str]) -> bool:
    return attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes


def _decided(served: Served) -> referee.Dispute:
    (row,) = referee.Disputes(served.db).list(table=served.table)
    return referee.Disputes(served.db).show(row.id or 0)


def test_a_fact_is_told_differently_and_both_rulings_stand_side_by_side(served: Served) -> None:
    """With a 7 in place of the 6 the offense has 13, one more than the defense."""
    red, purple = served.phone("red"), served.phone("purple")
    seen = purple.get("version").html
    told = _differ(red, oc="7", claim="I played the 7")
    assert "/quarrel/" in told.url
    assert purple.get("version").html != seen
    assert "red saw it differently" in purple.get("table").text
    answer = purple.get("quarrel/1")
    assert "The offense wins, 13 to 12." in answer.text
    assert "The defense wins, 12 to 12" in answer.text
    assert "I played the 7" in answer.text
    assert "What decides: red's card." in answer.text
    assert ("button", "agree 1") in [(tag, a.get("value")) for tag, a in answer.tags]


def test_the_other_tells_its_own_and_the_referee_rules_on_the_account_that_holds(served: Served) -> None:
    """With purple's 10 the defense has 14."""
    red, purple = served.phone("red"), served.phone("purple")
    _differ(red, oc="7")
    own = _differ(purple, "1", dc="10", claim="mine was the 10")
    assert "The defense wins, 12 to 14." in own.text
    assert "The offense wins, 13 to 12." in own.text
    decided = red.post("quarrel/1", act="ruled 2")
    assert "/dispute/1" in decided.url
    dispute = _decided(served)
    assert (dispute.state, [side["party"] for side in dispute.sides]) == ("decided", ["red", "purple"])
    (decision,) = dispute.to_dict()["decisions"]
    assert (decision["side"], decision["house"]) == (2, 0)
    assert "**Dispute 1**" in decided.text  # the slip
    assert red.get("quarrel/1").status_code == 404


def test_who_agrees_need_type_nothing_and_it_is_kept(served: Served) -> None:
    red, purple = served.phone("red"), served.phone("purple")
    _differ(red, oc="7")
    agreed = purple.post("quarrel/1", act="agree 1")
    assert "agrees with red" in agreed.text
    decided = purple.post("quarrel/1", act="ruled 1")
    assert decided.status_code == 200
    dispute = _decided(served)
    assert [side["outcome"] for side in dispute.sides] == ["offense-wins", "offense-wins", "defense-wins"]


def test_what_stands_can_be_agreed_with(served: Served) -> None:
    red, purple = served.phone("red"), served.phone("purple")
    _differ(red, oc="7")
    answer = purple.post("quarrel/1", act="agree 2")
    assert answer.status_code == 200
    assert "Account of red" in answer.text
    assert "Account of purple" in answer.text


def test_a_vote_decides_if_one_account_has_more(served: Served) -> None:
    phones = {seat: served.phone(seat) for seat in ("red", "purple", "yellow", "blue")}
    _differ(phones["red"], oc="7")
    _differ(phones["purple"], "1", dc="10")
    phones["red"].post("quarrel/1", act="vote 1")
    phones["purple"].post("quarrel/1", act="vote 2")
    even = phones["blue"].post("quarrel/1", act="count")
    assert even.status_code == 422
    assert "No account has more votes" in even.text
    for seat in ("yellow", "blue"):
        phones[seat].post("quarrel/1", act="vote 1")
    assert phones["blue"].post("quarrel/1", act="count").status_code == 200
    (decision,) = _decided(served).to_dict()["decisions"]
    assert (decision["side"], decision["by"], decision["dissent"]) == (1, "a vote, 3 of 4", "purple voted otherwise")


def test_the_table_decides_for_itself_and_makes_it_its_rule(served: Served) -> None:
    """DF-37 is whose ships compensation counts; the table takes the other reading, and is ruled by it then."""
    phone = served.phone("*")
    line = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"
    form = phone.get("differ", line=line)
    fields = {a["name"]: a.get("value", "") for tag, a in form.tags if tag == "input" and "name" in a and _is_set(a)}
    told = phone.post("differ", **{**fields, "party": "blue", "claim": "green's ships count for my compensation"})
    assert "DF-37" in told.text
    answer = phone.post("quarrel/1", act="house", reading="DF-37=whole-side")
    assert "a house ruling" in answer.text
    promoted = phone.post("dispute/1", act="promote")
    assert promoted.status_code == 200
    assert [rule.reading for rule in referee.Disputes(served.db).house_rules(served.table)] == ["whole-side"]
    assert "DF-37" in phone.get("disputes").text
    assert "house rule" in phone.get("sheet", line=line).text


def test_appeals_and_notes(served: Served) -> None:
    red = served.phone("red")
    _differ(red, oc="7")
    red.post("quarrel/1", act="ruled 1")
    assert "it was late" in red.post("dispute/1", act="note", says="it was late").text
    assert "look again" in red.post("dispute/1", act="appeal", says="look again").text
    assert _decided(served).state == "appealed"
    assert red.post("dispute/1", act="appeal").status_code == 422


def test_a_watcher_tells_nothing(served: Served) -> None:
    red, watcher = served.phone("red"), served.phone()
    assert _differ(watcher, oc="7").status_code == 422
    _differ(red, oc="7")
    assert watcher.post("quarrel/1", act="ruled 1").status_code == 422
    assert watcher.post("quarrel/1", act="withdraw").status_code == 422
    assert not [tag for tag, a in watcher.get("quarrel/1").tags if a.get("name") == "act"]


def test_a_restart_forgets_no_account(served: Served, tmp_path: Path) -> None:
    _differ(served.phone("red"), oc="7", claim="I played the 7")
    again = Served(tmp_path, PLAYERS)
    assert "I played the 7" in again.phone("blue").get("quarrel/1").text


def test_never_mind(served: Served) -> None:
    red = served.phone("red")
    _differ(red, oc="7")
    assert red.post("quarrel/1", act="withdraw").status_code == 200
    assert "Nothing is disputed" in red.get("disputes").text


def test_without_a_table_a_line_is_disputed(tmp_path: Path) -> None:
    served = Served(tmp_path)
    phone = served.phone()
    form = phone.get("differ", line="red 3 : 10 vs blue 2 : 8")
    fields = {a["name"]: a.get("value", "") for tag, a in form.tags if tag == "input" and "name" in a and _is_set(a)}
    told = phone.post("differ", **{**fields, "party": "blue", "dc": "14"})
    assert "The defense wins, 13 to 16." in told.text
    assert "/dispute/1" in phone.post("quarrel/1", act="ruled 1").url


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\u202eder", "x" * 5_000]
)
def test_what_is_claimed_is_data(served: Served, text: str) -> None:
    red = served.phone("red")
    told = _differ(red, oc="7", claim=text)
    pages = [told, red.get("disputes"), red.post("quarrel/1", act="ruled 1"), red.get("disputes")]
    pages.append(red.post("dispute/1", act="note", says=text))
    for page in pages:
        assert page.status_code == 200
        assert page.strange == []
        assert "\u202e" not in page.html


@pytest.mark.parametrize(
    "fields",
    [{}, {"act": "agree 9"}, {"act": "vote 0"}, {"act": "x"}, {"act": "house"}, {"act": "house", "reading": "DF-1=x"}],
)
def test_any_answer_is_answered(served: Served, fields: dict[str, str]) -> None:
    red = served.phone("red")
    _differ(red, oc="7")
    for page in ("quarrel/1", "quarrel/7", "dispute/1", "differ"):
        assert red.post(page, **fields).status_code < 500
    for page in ("differ?quarrel=9", "differ?step=99", "differ?line=x", "dispute/99999999999999999999", "dispute/1"):
        assert red.client.get(f"{red.room}/{page}").status_code < 500


def test_a_dispute_of_another_table_is_not_shown(served: Served) -> None:
    other = referee.TableSession.lay("red blue", db=served.db, name="other")
    disputes = referee.Disputes(served.db)
    line = "red 3 : 10 vs blue 2 : 8"
    kept = disputes.open(disputes.start(line=line, table=other.name), [("red", "mine")])
    assert served.phone("red").get(f"dispute/{kept.id}").status_code == 404


def test_the_minute_of_a_deal_counts(tmp_path: Path) -> None:
    served = Served(tmp_path, "red purple blue")
    session = served.session()
    session.do_all(session.commands_in("destiny purple / launch red 1 at purple.2 / reveal red N, purple N / resolve"))
    left = int(served.phone("red").get("table").data("data-left") or 0)
    assert 50 <= left <= 60  # 5.10.1.3.b.1: one minute
