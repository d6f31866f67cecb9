"""Looking up, and the same calls for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import referee
from referee.serve.api import CALLS, PATH
from tests.serve.phones import BASE, Phone, Served

LINE = "red 3 : 10 vs blue 2 : 8"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Served:
    return Served(tmp_path_factory.mktemp("served"), "red/Macron purple blue")


def _call(phone: Phone, path: str, status: int = 200, **values: str) -> Any:
    answer = phone.client.get(f"{PATH}/{path}", params=values)
    assert answer.status_code == status
    return answer.json()


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("who wins a tie", "The defense wins a tie."),
        ("5.10.1.1.d", "whoever has the higher total wins"),
        ("Macron", "adds 4 rather than 1"),
        ("Cosmic-Zap", "Cancels one use of any alien power"),
        ("DF-05", "When is a fifth foreign colony a win?"),
        ("5.10.8", "5.10.8.1"),
        ("reveal.ties", "reveal.ties"),
    ],
)
def test_one_field_finds_it(served: Served, asked: str, says: str) -> None:
    assert says in served.phone().get("look", q=asked).text


@pytest.mark.parametrize(
    "asked", ["", "zzzzqqq xyzzy", "<script>alert(1)</script>", "x" * 3_000, "\0", "DF-99", "9.9.9"]
)
def test_anything_is_answered(served: Served, asked: str) -> None:
    answer = served.phone().get("look", q=asked)
    assert answer.status_code == 200
    assert not [tag for tag, attributes in answer.tags if tag == "script" and "src" not in attributes]


def _as_json(told: object) -> Any:
    return json.loads(json.dumps(told))


def test_each_call_is_what_the_library_says(served: Served) -> None:
    phone = served.phone()
    assert _call(phone, "encounter", line=LINE) == _as_json(referee.judge_encounter(LINE).to_dict())
    assert _call(phone, "may", question="launch red 5 at blue.1") == _as_json(
        referee.may("launch red 5 at blue.1").to_dict()
    )
    assert _call(phone, "ask", question="who wins a tie", count="3") == _as_json(
        referee.ask("who wins a tie", 3).to_dict()
    )
    assert _call(phone, "rule", id="5.6.3") == _as_json(referee.rule("5.6.3").to_dict())
    assert _call(phone, "alien", name="Macron") == _as_json(referee.alien("Macron").to_dict())
    assert _call(phone, "card", name="Cosmic-Zap") == _as_json(referee.card("Cosmic-Zap").to_dict())


def test_a_fault_says_its_place(served: Served) -> None:
    error = _call(served.phone(), "encounter", 422, line="red 3 : 10 vs")["error"]
    assert (error["kind"], error["column"]) == ("malformed", 13)


def test_the_table_by_the_api(served: Served) -> None:
    phone = served.phone("red")
    state = _call(phone, "table")
    assert state["seats"] == ["red", "purple", "blue"]
    assert {offer["who"] for offer in _call(phone, "table/legal")["commands"]} == {"red"}
    act = {"command": "destiny purple", "version": state["version"]}
    headers = {"origin": BASE}
    done = phone.client.post(f"{PATH}/table/do", json=act, headers=headers)
    assert (done.status_code, done.json()["status"]) == (200, "legal")
    late = phone.client.post(f"{PATH}/table/do", json=act, headers=headers)
    assert (late.status_code, late.json()["error"]["kind"]) == (409, "overtaken")
    assert [entry["command"] for entry in _call(phone, "table/history")["history"]][1:] == ["destiny purple"]


def test_nobody_calls_without_a_key(served: Served) -> None:
    for call in CALLS:
        way = served.stranger().post if call.acts else served.stranger().get
        assert way(f"{PATH}/{call.path}").status_code == 401
    bearer = {"authorization": f"Bearer {served.room.key}"}
    assert served.stranger().get(f"{PATH}/table", headers=bearer).status_code == 200
    assert served.stranger().get(f"{PATH}/table", headers={"authorization": "Bearer x"}).status_code == 401


@pytest.mark.parametrize("body", [b"", b"[", b"[]", b'"x"', b"{" * 5_000, b"\xff"])
def test_a_body_that_is_none_is_answered(served: Served, body: bytes) -> None:
    phone = served.phone("red")
    headers = {"origin": BASE, "content-type": "application/json"}
    assert phone.client.post(f"{PATH}/table/do", content=body, headers=headers).status_code == 422
    plain = {"origin": BASE, "content-type": "text/plain"}
    assert phone.client.post(f"{PATH}/table/do", content=b"{}", headers=plain).status_code == 422


def test_the_description_names_every_call(served: Served) -> None:
    told = served.stranger().get(f"{PATH}/openapi.json").json()
    assert {*told["paths"]} == {f"{PATH}/{call.path}" for call in CALLS}


def test_a_told_hand_is_in_no_answer_to_another(tmp_path: Path) -> None:
    served = Served(tmp_path, "red purple blue")
    session = served.session()
    for command in ("set hand red: 23 N 8 +2 Cosmic-Zap 4 6 30", "destiny purple", "launch red 1 at purple.2"):
        assert session.do(command).legal
    other = served.phone("blue")
    for call in CALLS:
        if call.at_table and not call.acts:
            assert "Cosmic-Zap" not in other.client.get(f"{PATH}/{call.path}").text, call.path
    assert "Cosmic-Zap" in served.phone("red").client.get(f"{PATH}/table").text
