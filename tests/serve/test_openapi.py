"""The description of the calls is an OpenAPI document, and every answer is as it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import referee
from referee.serve.api import CALLS, PATH, Call
from tests.serve.phones import BASE, Served

ASKED: dict[str, list[dict[str, str]]] = {
    "encounter": [{"line": "red/Macron 3 : 10 +2 vs blue 2 : ?"}, {"line": "red 5 : 8 vs blue 1 : N"}],
    "may": [{"question": "launch red 5 at blue.1"}],
    "ask": [{"question": "who wins a tie"}, {"question": "zzzz"}],
    "rule": [{"id": "5.6.3"}, {"id": "reveal.ties"}, {"id": "5.10.8"}],
    "alien": [{"name": "Macron"}],
    "card": [{"name": "Cosmic-Zap"}],
    "duel": [{"line": "blue 3 : 20 vs orange 2 : 6 ; card Vacant-Shipyard"}],
    "timing": [{"contenders": "red:Oracle blue:Sorcerer", "offense": "red", "defense": "blue", "seats": "red,blue"}],
    "clash": [{"one": "Macron", "other": "Clone"}],
    "question": [{"id": "DF-05"}],
    "table": [{}],
    "table/legal": [{}],
    "table/history": [{}],
}


@pytest.fixture
def served(tmp_path: Path) -> Served:
    served = Served(tmp_path, "red/Macron purple/Clone yellow blue")
    for command in ("set hand red: 23 N 8 4 6", "destiny purple", "launch red 1 at purple.2", "ally blue offense 1"):
        assert served.session().do(command).legal
    return served


def _validator(document: dict[str, Any], call: Call) -> Draft202012Validator:
    """What holds an answer of a call against its schema in the document."""
    operation = document["paths"][f"{PATH}/{call.path}"]["post" if call.acts else "get"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    return Draft202012Validator({**schema, "components": document["components"]})


def _references(node: object) -> list[str]:
    if isinstance(node, dict):
        found = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
        return found + [one for value in node.values() for one in _references(value)]
    return [one for value in node for one in _references(value)] if isinstance(node, list) else []


def test_every_answer_is_as_its_schema_says(served: Served) -> None:
    phone = served.phone("red")
    document = phone.client.get(f"{PATH}/openapi.json").json()
    for call in CALLS:
        for values in ASKED.get(call.path, ()):
            answer = phone.client.get(f"{PATH}/{call.path}", params=values)
            assert answer.status_code == 200, (call.path, answer.text)
            faults = [fault.message for fault in _validator(document, call).iter_errors(answer.json())]
            assert faults == [], call.path
    assert ASKED.keys() == {call.path for call in CALLS if not call.acts}


@pytest.mark.parametrize("seat", ["red", "blue", ""])
@pytest.mark.parametrize("command", ["ally yellow defense 1", "launch red 9 at purple.2"])
def test_an_act_is_answered_as_its_schema_says(served: Served, seat: str, command: str) -> None:
    phone = served.phone(seat)
    document = phone.client.get(f"{PATH}/openapi.json").json()
    (acts,) = [call for call in CALLS if call.acts]
    answer = phone.client.post(f"{PATH}/table/do", json={"command": command}, headers={"origin": BASE})
    assert answer.status_code == 200
    assert [fault.message for fault in _validator(document, acts).iter_errors(answer.json())] == []


def test_errors_are_as_their_schema_says(served: Served) -> None:
    phone = served.phone("red")
    document = phone.client.get(f"{PATH}/openapi.json").json()
    schema = {"$ref": "#/components/schemas/Error", "components": document["components"]}
    for path, values in (("encounter", {"line": "red 3 : 10 vs"}), ("rule", {"id": "9.9.9"}), ("table/do", {})):
        way = phone.client.post if path == "table/do" else phone.client.get
        answer = way(f"{PATH}/{path}", params=values, headers={"origin": BASE})
        assert answer.status_code == 422
        Draft202012Validator(schema).validate(answer.json())
    assert phone.client.get(f"{PATH}/nowhere").status_code == 404


def test_the_document_names_nothing_that_it_does_not_have(served: Served) -> None:
    document = served.stranger().get(f"{PATH}/openapi.json").json()
    assert document["openapi"] == "3.1.0"
    named = {reference.removeprefix("#/components/schemas/") for reference in _references(document)}
    assert named
    assert named <= set(document["components"]["schemas"])
    operations = [one["operationId"] for path in document["paths"].values() for one in path.values()]
    assert len(operations) == len(set(operations)) == len(CALLS)


def test_the_document_is_valid(served: Served) -> None:
    validator = pytest.importorskip("openapi_spec_validator", reason="needs openapi-spec-validator")
    validator.validate(served.stranger().get(f"{PATH}/openapi.json").json())


def test_a_page_tells_of_every_call(served: Served) -> None:
    page = served.stranger().get(PATH)
    assert page.status_code == 200
    for call in CALLS:
        assert f"{PATH}/{call.path}" in page.text
    assert referee.__version__ in served.stranger().get(f"{PATH}/openapi.json").text
