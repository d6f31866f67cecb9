"""What a tap does under a ruling and beside the table: proofs, what is put right, what is used, and may I?"""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

import referee
from tests.serve.phones import Answer, Phone, Served

PLAYERS = "red/Macron purple/Clone yellow/Zombie blue green"


@pytest.fixture
def served(tmp_path: Path) -> Served:
    return Served(tmp_path, PLAYERS)


@pytest.fixture(scope="module")
def sheet(tmp_path_factory: pytest.TempPathFactory) -> Served:
    return Served(tmp_path_factory.mktemp("served"))


def _links(answer: Answer, page: str) -> list[dict[str, str]]:
    """The queries of all links to a page."""
    targets = [urlsplit(a["href"]) for tag, a in answer.tags if tag == "a" and "href" in a]
    return [
        {name: values[0] for name, values in parse_qs(target.query).items()}
        for target in targets
        if target.path.endswith(f"/{page}")
    ]


def _lines(answer: Answer) -> list[str]:
    return [query["line"] for query in _links(answer, "sheet") if "line" in query]


def _do(phone: Phone, command: str) -> Answer:
    at = phone.get("table")
    return phone.post("do", command=command, version=at.field("version"), number=at.field("number"))


# -- under a ruling ----------------------------------------------------------------------------------------------------


def test_what_is_taken_for_granted_is_put_right_by_a_tap(sheet: Served) -> None:
    """Blue keeps three home colonies, if nothing is said; of three it loses one, and with it its power (4.6.2)."""
    answer = sheet.phone().get("sheet", line="red 3 : 10 vs blue/Clone 2 : 4")
    assert "blue keeps at least 3 home colonies" in answer.text
    (line,) = [line for line in _lines(answer) if "home blue 3" in line]
    turned = sheet.phone().get("sheet", line=line)
    assert "blue keeps at least 3 home colonies" not in turned.text
    assert referee.judge_encounter(line).players["blue"]["power"] == "lost"
    assert any("hand red 0" in line for line in _lines(answer))
    assert any("foreign red 4" in line for line in _lines(answer))


def test_an_ally_that_was_not_invited_is_taken_off_the_line(sheet: Served) -> None:
    answer = sheet.phone().get("sheet", line="red 3 + green 1 : 10 vs blue 2 : 4")
    assert "green was invited by red" in answer.text
    assert "red 3 : 10 vs blue 2 : 4" in _lines(answer)


def test_two_counts_of_a_kind_stand_in_one_clause(sheet: Served) -> None:
    first = sheet.phone().get("sheet", line="red 3 : N vs blue 2 : 4 ; hand red 1")
    assert not [line for line in _lines(first) if line.count("hand") > 1]


def test_cards_that_may_be_used_are_taps_and_come_off_again(sheet: Served) -> None:
    """Emotion Control makes both attacks negotiates: a deal is to be made (sheet of the card)."""
    line = "red 3 : 10 vs blue 2 : 4"
    answer = sheet.phone().get("sheet", line=line)
    used = f"{line} ; emotion control"
    assert used in _lines(answer)
    assert f"{line} ; quash" not in _lines(answer)  # there is no deal to cancel
    turned = sheet.phone().get("sheet", line=used)
    assert turned.data("data-outcome") == "make-a-deal"
    assert line in _lines(turned)


def test_deals_are_taps(sheet: Served) -> None:
    line = "red 3 : N vs blue 2 : N"
    answer = sheet.phone().get("sheet", line=line)
    none = f"{line} ; no deal"
    assert none in _lines(answer)
    failed = sheet.phone().get("sheet", line=none)
    assert failed.data("data-outcome") == "no-deal"
    made = [said for said in _lines(failed) if "deal red gives 1 card, blue gives 1 card" in said]
    assert made and "no deal" not in made[0]
    assert sheet.phone().get("sheet", line=made[0]).data("data-outcome") == "deal"


def test_hidden_cards_do_not_hide_what_may_be_used(sheet: Served) -> None:
    answer = sheet.phone().get("sheet", line="red 3 : ? vs blue 2 : 4")
    assert any("emotion control" in line for line in _lines(answer))


def test_each_number_leads_to_its_proof_and_that_to_its_clauses(sheet: Served) -> None:
    """10 and Macron's 4 make 14; the total is ruled by 5.10.1.1.b, and Macron's worth by its sheet."""
    phone = sheet.phone()
    answer = phone.get("sheet", line="red/Macron 1 : 10 vs blue 2 : 4")
    asked = {query.get("of") for query in _links(answer, "proof")}
    assert {"totals.offense", "totals.defense", "players.red", "players.blue", None} <= asked
    total = phone.get("proof", line="red/Macron 1 : 10 vs blue 2 : 4", of="totals.offense")
    for says in ("the offense's total is 14", "5.10.1.1.b", "each of red's ships is worth 4", "alien Macron"):
        assert says in total.text
    player = phone.get("proof", line="red/Macron 1 : 10 vs blue 2 : 4", of="players.blue")
    assert "blue is to send 2 ships to the warp" in player.text


@pytest.mark.parametrize("query", [{}, {"line": "x"}, {"line": "red 3 : 10 vs blue 2 : 4", "of": "players.nobody"}])
def test_a_proof_of_nothing_is_answered(sheet: Served, query: dict[str, str]) -> None:
    assert sheet.phone().get("proof", **query).status_code < 500


# -- at a table --------------------------------------------------------------------------------------------------------


def test_the_sheet_takes_nothing_for_granted_that_the_table_knows(served: Served) -> None:
    """Purple has five home colonies and red none abroad; which cards red holds the table does not know."""
    phone = served.phone("red")
    _do(phone, "destiny purple / launch red 1 at purple.2")
    answer = phone.get("sheet", o="0", d="1", on="1", dn="4", oc="8", dc="4", at="2", edition="consolidated")
    for known in ("keeps at least", "fewer than 4 foreign", "had no colony on", "is a home planet"):
        assert known not in answer.text
    done = phone.post("apply", line=_line(answer))
    assert done.status_code == 200
    assert served.session().show().to_dict()["last"]["outcome"] == "offense-wins"


def _line(answer: Answer) -> str:
    return next(a["value"] for tag, a in answer.tags if tag == "input" and a.get("name") == "line" and a.get("value"))


def test_a_fact_that_the_table_does_not_have_is_not_done_in_silence(served: Served) -> None:
    phone = served.phone("red")
    _do(phone, "destiny purple / launch red 1 at purple.2")
    refused = phone.post("apply", line="red/Macron 1 : 8 vs purple/Clone 4 : 4 ; at purple.2 ; foreign red 4")
    assert refused.status_code == 422
    assert "foreign red 4" in refused.text


def test_a_deal_on_the_sheet_is_made_at_the_table(served: Served) -> None:
    phone = served.phone("red")
    _do(phone, "destiny purple / launch red 1 at purple.2")
    line = "red/Macron 1 : N vs purple/Clone 4 : N ; at purple.2 ; deal red gives 1 card, purple gives 1 card"
    assert phone.post("apply", line=line).status_code == 200
    assert served.session().show().to_dict()["last"]["outcome"] == "deal"


def test_what_is_refused_is_told_with_its_clause(served: Served) -> None:
    """The turn is red's, so that only red launches; and who is no main player plays no encounter card (5.8.1)."""
    red = served.phone("red")
    _do(red, "destiny purple / launch red 1 at purple.2")
    answer = served.phone("green").get("acts")
    assert "Not now" in answer.text
    assert "green is no main player and selects no card" in answer.text
    assert any(tag == "summary" for tag, _ in answer.tags)
    allowed = [a.get("value") for tag, a in answer.tags if tag == "button"]
    assert "ally green offense 1" in allowed  # if red invites
    assert "zap purple by green" in allowed
    assert "launch green 1 at purple.1" not in allowed


def test_a_watcher_and_who_plays_for_all_are_refused_nothing(served: Served) -> None:
    for seat in ("", "*"):
        assert "Not now" not in served.phone(seat).get("acts").text


def test_undo_says_who_did_it(served: Served) -> None:
    _do(served.phone("red"), "destiny purple")
    blue = served.phone("blue").get("table")
    labels = [attributes.get("aria-label", "") for tag, attributes in blue.tags if tag == "button"]
    assert "Take back what red did: destiny purple" in labels
    assert "by red" in blue.text


def _of_ours(served: Served) -> list[str]:
    """The labels of counts that are marked as our own."""
    labels = [attributes.get("aria-label", "") for _, attributes in served.phone().get("table").tags]
    return [label for label in labels if "our own count" in label]


def test_every_count_of_ours_is_marked(served: Served) -> None:
    """Nobody says which colonies red's and yellow's ships leave."""
    assert _of_ours(served) == []
    _do(served.phone("*"), "destiny purple / launch red 1 at purple.2 / ally yellow defense 2")
    places = {row["place"] for row in served.session().show().to_dict()["reckoned"]}
    assert places
    assert {label.partition(":")[0] for label in _of_ours(served)} == places


# -- looking up --------------------------------------------------------------------------------------------------------


def test_two_powers_are_told_by_a_tap_on_each(served: Served) -> None:
    """Macron's text is of compensation taken, Clone's of what comes after it: whoever holds them (4.8.1)."""
    phone = served.phone("red")
    _do(phone, "destiny purple")
    first = phone.get("two")
    assert {"power": "Macron"} in _links(first, "two")
    answer = Answer(phone.client.get(f"{phone.room}/two?power=Macron&power=Clone"))
    assert "Macron when compensation is taken, then Clone" in answer.text
    assert "At this table: red:Macron first, then purple:Clone." in answer.text
    assert "4.8.1" in answer.text


@pytest.mark.parametrize(
    "powers", ["power=Macron&power=x", "power=%00&power=Clone", "power=a&power=b&power=c", "power="]
)
def test_two_of_anything_are_answered(served: Served, powers: str) -> None:
    phone = served.phone("red")
    assert phone.client.get(f"{phone.room}/two?{powers}").status_code == 200


def test_duel_is_looked_up_and_a_duel_ruled(served: Served) -> None:
    """The higher clout wins the duel: blue's plan is 20 and orange's 6."""
    phone = served.phone()
    assert "ignore the opponent's" in phone.get("look", q="Bouncer", edition="duel").text
    assert "a tie is won by the straggler" in phone.get("look", q="contests.9", edition="duel").text
    line = "blue 3 : 20 vs orange 2 : 6 ; card Vacant-Shipyard"
    ruled = phone.get("look", q=line, edition="duel").text
    assert referee.judge_duel(line).winner == "blue"
    assert "blue" in ruled and "wins the duel" in ruled


def test_a_table_of_duel_is_played_on_phones(tmp_path: Path) -> None:
    referee.TableSession.lay("blue orange", edition="duel", db=tmp_path / "games.db")
    served = Served(tmp_path, "blue orange")
    blue, orange = served.phone("blue"), served.phone("orange")
    for command in (
        "top blue 13, orange 7",
        "destiny discovery advantage 5",
        "dial blue 3, orange 1",
        "choose blue 13",
    ):
        assert _do(blue, command).status_code == 200, command
    assert "planet 1" in orange.get("table").text
    assert 'placeholder="dial blue 3, orange 1"' in orange.get("table").html
    assert "choose blue 13" in blue.get("history").text
    for page in ("table", "acts", "history", "sheet", "disputes", "two"):
        answer = orange.get(page)
        assert answer.status_code == 200, page
        assert "choose blue 13" not in answer.text, page
