"""What the structured answer of each tool is: the models of what the commands print with --json, told shorter.

All tools with their schemas whole would be 800,000 letters, which some programs hand to their model at each call. What
a tool declares therefore has the keys of the answer itself, with their types and what they tell. The resource
`referee://schema/NAME` tells what lies inside of these too.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from referee.schemas.registry import schema_of

Schema = dict[str, Any]
_PROOF = "proof"  # left out of an answer unless it is asked for
_KEPT = ("type", "enum", "const")
_DEEP = 1  # objects within each other whose keys are told


@cache
def output_schema(names: tuple[str, ...]) -> Schema:
    """The schema of an answer that is one of those of these names (`referee schema`). Nobody changes it."""
    whole = schema_of(names)
    told = _shorter(whole, whole.get("$defs", {}), _DEEP, True)
    where = " or ".join(f"referee://schema/{name}" for name in names)
    return {"type": "object", "description": f"{whole['description']} In full: {where}.", **told}


def _shorter(node: Schema, defs: Schema, deep: int, says: bool) -> Schema:
    """A schema without what lies deeper than so many objects; its keys are explained where it `says` so."""
    if "$ref" in node:
        return _shorter(defs[node["$ref"].rpartition("/")[2]], defs, deep, says)
    told: Schema = {key: node[key] for key in _KEPT if key in node}
    if "anyOf" in node:
        several = [_shorter(one, defs, deep, says) for one in node["anyOf"]]
        told["anyOf"] = [one for place, one in enumerate(several) if one not in several[:place]]
    for inside in ("items", "additionalProperties"):
        if isinstance(node.get(inside), dict):
            told[inside] = _shorter(node[inside], defs, deep, says)
    if "properties" in node and deep:
        told |= _keys(node, defs, deep - 1, says)
    return told


def _keys(node: Schema, defs: Schema, deep: int, says: bool) -> Schema:
    """The keys of an object, and which of them it always has."""
    keys = {name: _key(one, defs, deep, says) for name, one in node["properties"].items()}
    return {"properties": keys, "required": [name for name in node.get("required", ()) if name != _PROOF]}


def _key(node: Schema, defs: Schema, deep: int, says: bool) -> Schema:
    described = {"description": node["description"]} if says and "description" in node else {}
    return _shorter(node, defs, deep, False) | described
