"""The calls under /api/v1 in the words of OpenAPI 3.1, with the JSON Schema of every answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any

import referee
from referee.schemas.registry import schema_of
from referee.serve.table_view import HIDDEN_OF_TABLE
from referee.serve.texts import say

if TYPE_CHECKING:
    from referee.serve.api import Call

Schema = dict[str, Any]
_OWN = "#/$defs/"
_SHARED = "#/components/schemas/"
_VERSION: Schema = {"type": "integer", "description": "The version of the table: it grows with every act."}
_ERROR: Schema = {
    "type": "object",
    "description": "What is wrong, and of a line the place.",
    "required": ["format", "error"],
    "properties": {
        "format": {"type": "integer"},
        "error": {
            "type": "object",
            "required": ["kind", "says"],
            "properties": {
                "kind": {"type": "string", "description": "malformed, impossible, ledger, overtaken, key, slow, ..."},
                "says": {"type": "string"},
                "line": {"type": "string"},
                "column": {"type": "integer"},
                "expected": {"type": "string"},
                "hint": {"type": ["string", "null"]},
                "faults": {"type": "array", "items": {"type": "string"}},
            },
        },
    },
}
_STATUSES = {
    "401": "The phone was not let in, or the key is none of a table here.",
    "403": "The table is only shown (--read-only), or the request came from a page elsewhere.",
    "409": "The table has changed since the version that was named: nothing was done.",
    "422": "It was not understood, or cannot be.",
    "429": "Too many requests.",
    "503": "It takes too long to rule.",
}


def description(calls: Iterable[Call], path: str) -> Schema:
    """The calls as an OpenAPI document, made once."""
    return deepcopy(_described(tuple(calls), path))


@cache
def _described(calls: tuple[Call, ...], path: str) -> Schema:
    schemas: dict[str, Schema] = {"Error": _ERROR}
    return {
        "openapi": "3.1.0",
        "info": {"title": "referee", "version": referee.__version__, "description": say("api-says")},
        "servers": [{"url": "/"}],
        "security": [{"key": []}],
        "paths": {f"{path}/{call.path}": {"post" if call.acts else "get": _operation(call, schemas)} for call in calls},
        "components": {
            "schemas": schemas,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": say("api-key")}},
        },
    }


def _operation(call: Call, schemas: dict[str, Schema]) -> Schema:
    name = call.path.title().replace("/", "")
    schemas[name] = _answer(call, schemas)
    answers = {"200": _content("What the call tells.", name)}
    for status, says in _STATUSES.items():
        if call.acts or status not in ("403", "409"):
            answers[status] = _content(says, "Error") if status not in ("429",) else {"description": says}
    told: Schema = {"operationId": name, "summary": call.does, "responses": answers}
    if call.acts:
        fields = {field: {"type": ["string", "integer"], "description": says} for field, says in call.values.items()}
        body = {"type": "object", "properties": fields, "required": list(call.needs)}
        return told | {"requestBody": {"required": True, "content": {"application/json": {"schema": body}}}}
    return told | {"parameters": [_parameter(field, says, call) for field, says in call.values.items()]}


def _parameter(name: str, says: str, call: Call) -> Schema:
    return {
        "name": name,
        "in": "query",
        "description": says,
        "required": name in call.needs,
        "schema": {"type": "string"},
    }


def _content(says: str, name: str) -> Schema:
    return {"description": says, "content": {"application/json": {"schema": {"$ref": f"{_SHARED}{name}"}}}}


# -- the answers -------------------------------------------------------------------------------------------------------


def _answer(call: Call, schemas: dict[str, Schema]) -> Schema:
    """What a call tells; where it tells each seat only what that may know, the whole schema without what is kept."""
    if call.path == "table":
        return _with_version(_table(schemas))
    if call.path == "table/do":
        done = _without(_shared("done", schemas), ("next", "proof"))
        done["properties"]["table"] = _table(schemas)
        return _with_version(done)
    if call.path == "table/legal":
        return _without(_shared("legal", schemas), ("waits_for", "says", "edition"))
    return _one_of([_shared(name, schemas) for name in call.answers])


def _table(schemas: dict[str, Schema]) -> Schema:
    return _one_of([_seen(_shared(name, schemas)) for name in ("shown-table", "duel-table")])


def _seen(table: Schema) -> Schema:
    """A table as one seat is told it: of the last ruling the result."""
    seen = _without(table, (*(key for key in HIDDEN_OF_TABLE if key != "known"), "name"))
    seen["properties"]["last"] = {
        "type": ["object", "null"],
        "properties": {key: {} for key in ("status", "outcome", "totals")},
    }
    return seen


def _with_version(schema: Schema) -> Schema:
    return {"allOf": [schema, {"type": "object", "required": ["version"], "properties": {"version": _VERSION}}]}


def _one_of(schemas: list[Schema]) -> Schema:
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _without(schema: Schema, keys: Collection[str]) -> Schema:
    properties = {key: value for key, value in schema["properties"].items() if key not in keys}
    return {**schema, "properties": properties, "required": [key for key in schema["required"] if key not in keys]}


def _shared(name: str, schemas: dict[str, Schema]) -> Schema:
    """The schema of an answer, with what is inside it put where the whole document can name it."""
    made = schema_of([name])
    inner: Mapping[str, Schema] = made.pop("$defs", {})
    names = {key: f"{name}.{key}" for key in inner}
    for key, one in inner.items():
        schemas[names[key]] = _renamed(one, names)
    return {key: value for key, value in _renamed(made, names).items() if key not in ("$schema", "$id")}


def _renamed(node: object, names: Mapping[str, str]) -> Any:
    if isinstance(node, dict):
        return {key: _renamed(value, names) for key, value in node.items()}
    if isinstance(node, list):
        return [_renamed(value, names) for value in node]
    if isinstance(node, str) and node.startswith(_OWN):
        return f"{_SHARED}{names[node.removeprefix(_OWN)]}"
    return node
