"""A whole proof as a tree."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from referee.render.words import Told, shown

_STYLES = {"power": "magenta", "parameter": "blue", "assumption": "yellow"}


def print_tree(out: Console, proof: Told) -> None:
    """Prints a proof: every step under the step it supports, with its citations."""
    tree = Tree(_label(proof))
    _grow(tree, proof)
    out.print(tree)


def _grow(tree: Tree, node: Told) -> None:
    for source in node["from"]:
        _grow(tree.add(_label(source)), source)


def _label(node: Told) -> Text:
    assumed = "assumed: " if node["kind"] == "assumption" else ""
    text = Text(f"{assumed}{shown(node['says'])}", style=_STYLES.get(node["kind"], ""))
    if node.get("cancelled_by"):
        text.append(f"  — cancelled by {shown(node['cancelled_by'])}", style="red")
    if node["cites"]:
        text.append(f"  [{', '.join(node['cites'])}]", style="cyan")
    if node.get("shown_above"):
        text.append("  (see above)", style="dim")
    return text
