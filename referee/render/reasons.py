"""The steps that carry a ruling, out of its proof."""

from __future__ import annotations

from collections.abc import Iterator

from referee.render.words import Told, joined, own, shown

_TOTALS = ("reveal.offense-total", "reveal.defense-total")

# Steps behind which powers and cards stand.
_LEADS_ON = (*"reveal.offense-ships reveal.defense-ships reveal.sum reveal.higher reveal.morph reveal.emotion".split(),
             "alien ")  # fmt: skip

_SAVED = "resolution.not-lost"  # what says how many ships reach the warp after all

# Steps that the rest of the page says already.
_SILENT = tuple(
    """
ruling. resolution.nothing-else resolution.land colonies. reveal.offense-ships-add reveal.defense-ships-add
reveal.reinforcement resolution.not-lost power.kept win.none reveal.margin ships.return second. discards.
compensation.take compensation.for- rewards.options rewards.as-ships rewards.not-the-defense rewards.return
alliance.back flares.back powers.must-not-applied powers.works-not-applied powers.used-not-applied
powers.played-not-applied
""".split()
)


_SILENT_IN_DUEL = ("reinforce.", "clout.begins", "clout.reveal", "sending.together", "roles.stay")


def reasons(ruling: Told, most: int = 7) -> list[tuple[str, str]]:
    """The steps that carry the ruling, in printed order, each with its clause; the whole proof is `--why`.

    What one rule does to several players is told once, with all their names. Of a duel these are the last steps.
    """
    if "kind" in ruling:
        return _of_duel(ruling)[-most:]
    by_rule: dict[str, list[Told]] = {}
    whole = _whole(ruling["proof"])
    for node in _steps(ruling["proof"], whole):
        if _tells(node):
            nodes = by_rule.setdefault(f"{node['rule']} {node['cites']}", [])
            if not any(node["says"] == other["says"] for other in nodes):
                nodes.append(node)
    told = [nodes for nodes in by_rule.values() if nodes[0]["cites"]]
    saving = _saving(ruling["proof"], whole)
    kept = told[:most] + [nodes for nodes in told[most:] if nodes[0]["step"] in saving]
    return [(shown(_told(nodes, whole)), own(nodes[0]["cites"][0], ruling["edition"])) for nodes in kept]


def _of_duel(ruling: Told) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for node in ruling["proof"]["from"]:
        if node["kind"] in ("rule", "power") and not node["rule"].startswith(_SILENT_IN_DUEL) and node["cites"]:
            found.setdefault(node["says"], own(node["cites"][0], ruling["edition"]))
    return list(found.items())


def _saving(root: Told, whole: dict[int, Told]) -> set[int]:
    """The steps by which ships do not reach the warp: nothing else on the page says why."""
    saved = [whole.get(node["step"], node) for node in root["from"] if node["rule"] == _SAVED]
    return {source["step"] for node in saved for source in node["from"] if source["kind"] == "power"}


def _whole(root: Told) -> dict[int, Told]:
    """Each step, by its number, as it is shown in full: where a proof meets it again, its sources are left out."""
    found: dict[int, Told] = {}
    todo = [root]
    while todo:
        node = todo.pop()
        if node["from"]:
            found[node["step"]] = node
            todo += node["from"]
    return found


def _told(nodes: list[Told], whole: dict[int, Told]) -> str:
    node = whole.get(nodes[0]["step"], nodes[0])
    says = joined([n["says"] for n in nodes])
    if node["rule"] in _TOTALS:
        says = f"{says}: {_sum(node, whole)}"
    if node.get("cancelled_by"):
        says = f"{says} — cancelled by {node['cancelled_by']}"
    return says


def _steps(root: Told, whole: dict[int, Told]) -> Iterator[Told]:
    """What was cancelled, the totals and what powers did to them, the outcome, then the moves."""
    yield from (node for node in root["from"] if node.get("cancelled_by"))
    totals = [whole.get(node["step"], node) for node in root["from"] if node["rule"] in _TOTALS]
    for node in [*totals, *root["from"]]:
        if node["kind"] in ("rule", "power"):
            yield from _powers(node, whole)
            yield node


def _powers(node: Told, whole: dict[int, Told]) -> Iterator[Told]:
    """The powers and cards that stand behind a step, down to where something else begins."""
    for source in whole.get(node["step"], node)["from"]:
        if source["rule"].startswith(_LEADS_ON):
            yield from _powers(source, whole)
        if source["kind"] == "power" or source["rule"].startswith(("stated.", "reveal.")):
            yield source


def _tells(node: Told) -> bool:
    return not node["rule"].startswith(_SILENT) and node["kind"] in ("rule", "power")


def _sum(node: Told, whole: dict[int, Told]) -> str:
    """What a total is the sum of, figure by figure: what is added besides card and ships stands apart."""
    parts: list[object] = []
    for part in node["from"]:
        added = whole.get(part["step"], part)["from"] if part["rule"] == "reveal.sum" else []
        split = [more["value"] for more in added]
        parts += split if sum(map(_number, split)) == part["value"] else [part["value"]]
    if not parts:  # nothing adds anything
        return "0"
    words = [str(parts[0])] + [f"{'−' if part < 0 else '+'} {abs(part)}" for part in map(_number, parts[1:])]
    return " ".join(words)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
