"""The table on the phones: acts, versions, seats, what is put right, and hands that stay hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.serve.phones import Answer, Phone, Served

PLAYERS = "red/Macron purple/Clone yellow blue green"


@pytest.fixture
def served(tmp_path: Path) -> Served:
    return Served(tmp_path, PLAYERS)


def _do(phone: Phone, command: str, seen: Answer | None = None) -> Answer:
    at = seen or phone.get("table")
    return phone.post("do", command=command, version=at.field("version"), number=at.field("number"))


def test_the_table_is_shown_as_it_stands(served: Served) -> None:
    assert (
        served.session()
        .do("set purple.2 purple 2, blue 3; purple.1 purple 6; blue.1 blue 1; red.1 red 2; warp red 2")
        .legal
    )
    answer = served.phone().get("table")
    labels = [attributes["aria-label"] for _, attributes in answer.tags if "aria-label" in attributes]
    assert "purple.2: 2, blue 3" in labels
    assert "red: 2 in the warp" in labels
    assert "blue: 1 foreign colonies" in labels
    assert "blue: 8 cards in hand" in labels
    assert "Macron" in answer.text


def test_names_are_written_from_right_to_left_too(tmp_path: Path) -> None:
    """A name is told apart from the text around it (`bdi`), so that numbers beside it stay in their order."""
    served = Served(tmp_path, "אדום כחול/Macron ירוק")
    phone = served.phone("אדום")
    assert _do(phone, "destiny כחול / launch אדום 3 at כחול.2").status_code == 200
    page = phone.get("table")
    assert "<bdi>אדום</bdi>" in page.html
    assert served.session().show().to_dict()["gate"] == {"אדום": 3}
    for name in ("sheet", "acts", "history", "disputes", "differ"):
        assert phone.get(name).status_code == 200


def test_an_act_is_done_and_said(served: Served) -> None:
    phone = served.phone("red")
    answer = _do(phone, "destiny purple")
    assert answer.status_code == 200
    assert "purple is the defense" in answer.text
    assert served.session().show().to_dict()["defense"] == "purple"
    entry = served.session().history()[-1].to_dict()
    assert (entry["command"], entry["by"]) == ("destiny purple", "red")


def test_several_commands_and_what_people_say_are_understood(served: Served) -> None:
    answer = _do(served.phone("*"), "destiny purple / red launches 1 at purple.2 / blue helps red with 2")
    assert answer.status_code == 200
    assert served.session().show().to_dict()["gate"] == {"red": 1, "blue": 2}


def test_what_is_refused_says_why_and_what_is_legal(served: Served) -> None:
    phone = served.phone("red")
    _do(phone, "destiny purple")
    answer = _do(phone, "launch red 2 at purple.2")
    assert answer.data("data-status") == "refused"
    assert "alien Macron" in answer.text  # one ship is all that it sends
    assert ("button", "launch red 1 at purple.2") in [(tag, a.get("value")) for tag, a in answer.tags]
    assert answer.field("command") in ("launch red 2 at purple.2", "launch red 1 at purple.2")
    assert served.session().show().to_dict()["gate"] == {}


def test_the_second_of_two_phones_is_told_and_keeps_what_it_typed(served: Served) -> None:
    red, blue = served.phone("red"), served.phone("blue")
    seen = blue.get("table")
    _do(red, "destiny purple")
    answer = _do(blue, "destiny yellow", seen)
    assert answer.status_code == 409
    assert answer.data("data-status") == "overtaken"
    assert "done: destiny purple" in answer.text
    assert ("command", "destiny yellow") in [
        (a.get("name"), a.get("value")) for tag, a in answer.tags if tag == "input"
    ]
    assert served.session().show().to_dict()["defense"] == "purple"


def test_a_terminal_counts_as_another_phone(served: Served) -> None:
    phone = served.phone("red")
    seen = phone.get("table")
    served.session().do("destiny purple")
    assert _do(phone, "destiny yellow", seen).data("data-status") == "overtaken"


def test_a_version_grows_with_acts_and_with_taking_back(served: Served) -> None:
    phone = served.phone("red")
    versions = [int(phone.get("version").html)]
    _do(phone, "destiny purple")
    versions.append(int(phone.get("version").html))
    seen = phone.get("table")
    phone.post("undo", number=seen.field("number"))
    versions.append(int(phone.get("version").html))
    assert versions == sorted(set(versions))
    assert served.session().show().to_dict()["defense"] == ""
    phone.post("redo")
    assert served.session().show().to_dict()["defense"] == "purple"


def test_undo_takes_back_what_was_seen_and_nothing_else(served: Served) -> None:
    phone = served.phone("red")
    _do(phone, "destiny purple")
    seen = phone.get("table")
    _do(phone, "launch red 1 at purple.2")
    late = phone.post("undo", number=seen.field("number"))
    assert late.status_code == 409
    assert served.session().show().to_dict()["target"] == "purple.2"


def test_a_seat_is_one_phones_until_another_takes_it_over(served: Served) -> None:
    first, second = served.phone("red"), served.phone()
    assert second.post("seat", seat="red").status_code == 409
    assert second.post("seat", seat="nobody").status_code == 404
    assert second.post("seat", seat="red", take="1").status_code == 200
    assert served.room.holder("red") is not None
    assert "Who are you?" in first.get("table").text


def test_a_restart_brings_a_phone_back_to_its_seat(served: Served, tmp_path: Path) -> None:
    phone = served.phone("red")
    again = Served(tmp_path, PLAYERS)
    phone.client.app = again.app
    late = again.stranger()
    late.cookies.update(dict(phone.client.cookies))
    answer = Phone(late, phone.room).get("table")
    assert answer.status_code == 200
    assert "Who are you?" not in answer.text


def test_a_count_of_ours_is_marked_and_put_right(served: Served) -> None:
    phone = served.phone("*")
    _do(phone, "destiny purple / launch red 1 at purple.2")
    assert any("our own count" in a.get("aria-label", "") for _, a in phone.get("table").tags)
    form = phone.get("set", place="red.1")
    fields = {"place": "red.1", "version": form.field("version"), "number": form.field("number")}
    answer = phone.client.post(
        f"{phone.room}/set",
        data={**fields, "who": ["red", "blue"], "ships": ["2", "0"]},
        headers={"origin": "http://127.0.0.1:8642"},
    )
    assert answer.status_code == 200
    assert served.session().show().to_dict()["planets"]["red.1"] == {"red": 2}


def test_the_sheet_knows_the_table_and_is_done_there(served: Served) -> None:
    """8 + 1 times 4 against 4 + 4: the offense has the higher total."""
    phone = served.phone("*")
    _do(phone, "destiny purple / launch red 1 at purple.2")
    sheet = phone.get("sheet", who="red purple yellow blue green", o="0", d="1", on="1", dn="4", oc="8", dc="4", at="2")
    assert "red/Macron 1 : 8 vs purple/Clone 4 : 4" in sheet.text
    answer = phone.post("apply", line="red/Macron 1 : 8 vs purple/Clone 4 : 4 ; at purple.2")
    assert answer.status_code == 200
    last = served.session().show().to_dict()["last"]
    assert last["totals"] == {"offense": 12, "defense": 8}
    refused = phone.post("apply", line="blue 1 : 8 vs purple 4 : 4 ; at purple.2")
    assert "red's turn" in refused.text


def test_a_read_only_table_changes_by_no_phone(tmp_path: Path) -> None:
    served = Served(tmp_path, PLAYERS, read_only=True)
    phone = served.phone("red")
    for act in ("do", "undo", "redo", "set", "apply"):
        assert phone.post(act, command="destiny purple", line="red 1 : 8 vs purple 4 : 4").status_code == 403
    assert len(served.session().history()) == 1


def test_a_told_hand_is_shown_to_its_seat_alone(served: Served) -> None:
    """A card that stands nowhere else is looked for in all that goes to the others."""
    red, blue, watcher = served.phone("red"), served.phone("blue"), served.phone()
    _do(red, "set hand red: 23 N 8 +2 Cosmic-Zap 4 6 30")
    _do(red, "destiny purple / launch red 1 at purple.2 / ally blue offense 1")
    _do(red, "play red 23")
    pages = ("table", "acts", "history", "table?done=1", "sheet", "set?place=hand+red")
    for phone in (blue, watcher):
        for page in pages:
            html = Answer(phone.client.get(f"{phone.room}/{page}")).text
            assert "Cosmic-Zap" not in html, page
            assert "hand red: 23" not in html, page
            assert "play red 23" not in html, page
    assert "play red 23" in red.get("history").text


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "x&y<b>", '"><img src=x>', "\u202eabc"])
def test_hostile_commands_are_data(served: Served, name: str) -> None:
    answer = _do(served.phone("red"), f"destiny {name}")
    assert answer.status_code == 422
    assert answer.strange == []


@pytest.mark.parametrize(
    "fields", [{}, {"command": ""}, {"command": "x" * 9_000}, {"version": "x"}, {"piece": "play "}]
)
def test_any_form_is_answered(served: Served, fields: dict[str, str]) -> None:
    phone = served.phone("red")
    for act in ("do", "undo", "redo", "set", "apply", "seat"):
        assert phone.post(act, **fields).status_code < 500
    for page in ("table?done=99999999999", "table?done=-1", "set", "set?place=red.9", "set?place=hand+x"):
        assert phone.client.get(f"{phone.room}/{page}").status_code < 500


def test_a_phone_of_one_table_sees_no_other(tmp_path: Path, served: Served) -> None:
    (tmp_path / "other").mkdir()
    other = Served(tmp_path / "other", "red blue green")
    phone = served.phone("red")
    stranger = other.stranger()
    stranger.cookies.update(dict(phone.client.cookies))
    assert stranger.get(f"/{other.room.id}/table").status_code == 403


def test_an_act_is_said_otherwise_and_what_follows_is_told_before(served: Served) -> None:
    """Red's 8 and 4 against 4 and 4 wins; had purple shown the 20 it would have lost, 12 to 24."""
    phone = served.phone("red")
    session = served.session()
    session.do_all(session.commands_in("destiny purple / launch red 1 at purple.2 / reveal red 8, purple 4 / resolve"))
    number = next(entry.number for entry in session.history() if entry.command.startswith("reveal"))
    assert f"amend?number={number}" in phone.get("history").html
    asked = phone.get("amend", number=str(number), right="reveal red 8, purple 20")
    assert "Would have ended otherwise" in asked.text
    assert "red's ships at purple.2: 0 (was 1)" in asked.text
    assert session.show().planets["purple.2"] == {"red": 1}  # nothing is done by asking
    fields = {"number": str(number), "right": "reveal red 8, purple 20", "version": asked.field("version")}
    done = phone.post("amend", **fields, choose="again")
    assert done.status_code == 200
    assert session.show().planets["purple.2"] == {"purple": 4}
    late = phone.post("amend", **fields, choose="again")
    assert late.status_code == 422
    assert "the table changed meanwhile" in late.text


def test_what_could_not_have_been_is_refused_with_what_could(served: Served) -> None:
    phone = served.phone("red")
    _do(phone, "destiny purple / launch red 1 at purple.2")
    answer = phone.get("amend", number="2", right="launch red 2 at purple.2")
    assert "alien Macron" in answer.text
    assert "launch red 1 at purple.2" in answer.text
    for query in ({"number": "99"}, {}, {"number": "2", "right": "x"}, {"number": "2", "how": "drop"}):
        assert phone.get("amend", **query).status_code < 500
