"""A whole proof as a tree."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from referee.render.words import shown

_STYLES = {"fact": "", "rule": "", "power": "magenta", "parameter": "blue", "assumption": "yellow"}


def print_proof(out: Console, proof: dict[str, Any]) -> None:
    """Prints a proof: every step under the step it supports, with its citations."""
    tree = Tree(_label(proof))
    for node in proof["from"]:
        _grow(tree, node)
    out.print(tree)


def _grow(tree: Tree, node: dict[str, Any]) -> None:
    branch = tree.add(_label(node))
    for source in node["from"]:
        _grow(branch, source)


def _label(node: dict[str, Any]) -> Text:
    text = Text(shown(node["says"]), style=_STYLES.get(node["kind"], ""))
    if node["kind"] == "assumption":
        text = Text(f"assumed: {shown(node['says'])}", style="yellow")
    if node.get("cancelled_by"):
        text.append(f"  — cancelled by {shown(node['cancelled_by'])}", style="red")
    if node["cites"]:
        text.append(f"  [{', '.join(node['cites'])}]", style="cyan")
    if node.get("shown_above"):
        text.append("  (see above)", style="dim")
    return text
