"""A ruling in words: the verdict, what happens to each player, the reasons. Plain strings, no layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.book.files import vocabulary

Told = dict[str, Any]

_VERDICTS = {
    "offense-wins": "The offense wins",
    "defense-wins": "The defense wins",
    "make-a-deal": "The main players must try to make a deal",
    "deal": "The deal is made",
    "no-deal": "The deal fails",
    "both-lose": "Both main players lose",
    "success": "The offense is successful",
    "turn-ends": "The offense's turn ends",
}

_GRADES = {
    "card": "the text of a printed card",
    "rulebook": "the printed rules",
    "faq": "the publisher's FAQ, as reported",
    "reported": "card text known from transcriptions",
    "cosmodex": "the Cosmodex",
    "forum": "a forum answer",
    "unsourced": "an unsourced statement of the consolidated rules",
    "house": "a house reading: no document says it",
    "stated": "what the players stated",
}


def in_own_words(edition: str, text: str) -> str:
    """A text of the page in the words of an edition."""
    own = vocabulary(edition)
    return text if own is None else own.say(text)


def authority(grade: str) -> str:
    """A grade of authority in words."""
    return _GRADES[grade]


def shown(text: object) -> str:
    """Text from players made safe to print: what does not print, or turns the writing round, is shown by its code."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(text))


def shown_lines(text: str) -> str:
    """A text of several lines made safe to print, each as `shown` has it; of a very long one the beginning."""
    lines = (
        line if len(line) <= _CUT else f"{line[:_CUT]} … ({len(line) - _CUT:,} more letters)"
        for line in text.split("\n")
    )
    return "\n".join(map(shown, lines))


_CUT = 2_000  # letters of a line: what is wrong is said before that


def verdict(ruling: Told) -> str:
    """The ruling in one sentence."""
    if ruling.get("unreadable"):
        return f"{ruling['unreadable'][:1].upper()}{ruling['unreadable'][1:]}."
    if "kind" in ruling:  # of another game
        from referee.render.duel import verdict as of_duel

        return of_duel(ruling)
    status, outcome = ruling["status"], ruling["outcome"]
    if status == "illegal":
        return "That is not allowed."
    if status == "open" and not ruling.get("needs"):
        return "Open: the rules do not settle this."
    if status == "open":
        asked = " and ".join(ruling["needs"])
        if outcome is None:
            return f"Open: say {asked}."
        return f"{verdict({**ruling, 'status': 'determined'})[:-1]}; the rest is open: say {asked}."
    if status == "depends":
        if outcome is not None:
            return f"{_VERDICTS[outcome]}; the rest depends on what is hidden."
        return "It depends on what is hidden."
    text = _VERDICTS.get(outcome, "Ruled")
    totals = ruling["totals"]
    if totals and None not in totals.values():
        text += f", {totals['offense']} to {totals['defense']}"
        ahead = "offense" if totals["offense"] > totals["defense"] else "defense"
        if ruling["margin"] and outcome != f"{ahead}-wins":
            text += ", against the totals"
        if ruling["margin"] == 0:
            text += ": the defense takes a tie" if outcome == "defense-wins" else ": the tie is turned round"
    if ruling["winners"]:
        text += f". {' and '.join(ruling['winners'])} win{'s' if len(ruling['winners']) == 1 else ''} the game"
    return f"{text}."


def happens(player: Told) -> str:
    """What happens to one player's ships and colonies, in a few words."""
    parts = []
    for field, words in (
        ("lands", "lands {}"),
        ("stays", "{} stay"),
        ("returns", "{} return"),
        ("warp", "{} to the warp"),
        ("removed", "{} out of the game"),
    ):
        if player[field]:
            parts.append(words.format(player[field]))
    colonies = player["colonies"]
    for kind in ("foreign", "home"):
        change = colonies[kind]
        if change:
            parts.append(
                f"{'+' if change > 0 else '−'}{abs(change)} {kind} {'colony' if abs(change) == 1 else 'colonies'}"
            )
    if player["power"] in ("lost", "regained", "none"):
        parts.append({"lost": "power lost", "regained": "power regained", "none": "no power"}[player["power"]])
    if not parts and player["lands"] is None:
        return "not settled yet"
    return ", ".join(parts)


def cards(player: Told) -> str:
    """The cards and rewards a player takes, in a few words."""
    parts = []
    if player["compensation"]:
        parts.append(f"compensation {player['compensation']}")
    if player["rewards"]:
        ships = player["rewards_as_ships"]
        most = f" (at most {ships} as ships)" if ships is not None and ships < player["rewards"] else ""
        parts.append(f"rewards {player['rewards']}{most}")
    return ", ".join(parts)


def turns(ruling: Told) -> str:
    """What would turn the result, in one line; empty if nothing is known to."""
    return " · ".join(flip["if"] for flip in ruling["flips"])


def weakest(ruling: Told) -> str:
    """The weakest authority relied on and what rests on it; the order of the discards is told apart from the rest."""
    rest = [c for c in ruling["citations"] if c["id"] != _PILE and not c.get("also")]
    grade = max((c["grade"] for c in rest), key=list(_GRADES).index, default="card")
    ids = [own(c["id"], ruling["edition"]) for c in rest if c["grade"] == grade]
    named = f" ({', '.join(ids[:3])}{', ...' if len(ids) > 3 else ''})" if grade not in ("rulebook", "card") else ""
    what = "a house rule of the table" if any(id.startswith("house ") for id in ids) else _GRADES[grade]
    order = "" if ruling["grade"] == grade else f"; the order of the discards on {_GRADES[ruling['grade']]}"
    return f"{what}{named}{order}"


def house_rule(rule: Told) -> str:
    """A house rule that a ruling rests on, or only names: what it says, where it was decided, why it is not applied."""
    taken = f"{rule['question']} by {rule['reading']}, " if rule["reading"] else ""
    about = "" if rule["reading"] else f"on {rule['question'] or ', '.join(rule['clauses'])}, "
    where = "written by hand" if rule["dispute"] is None else f"decided {rule['decided']}, dispute {rule['dispute']}"
    says = f": “{brief(rule['says'])}”" if rule["says"] else ""
    why = f"; {rule['why']}" if rule["why"] else ""
    old = "; that was decided otherwise since" if rule["outdated"] else ""
    return shown(f"{taken}{about}{where}{says}{why}{old}")


def brief(text: str, most: int = 160) -> str:
    """What a player said in one line, cut where it is too long for that."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most and len(text) <= 4 * most else f"{line[:most].rstrip()} …"


_PILE = "consolidated 4.10.2"


def reasons(ruling: Told, most: int = 7) -> list[tuple[str, str]]:
    """The steps that carry the ruling, in printed order, each with its clause; the whole proof is `--why`.

    What one rule does to several players is told once, with all their names.
    """
    by_rule: dict[str, list[Told]] = {}
    whole = _whole(ruling["proof"])
    for node in _steps(ruling["proof"], whole):
        if _tells(node):
            nodes = by_rule.setdefault(f"{node['rule']} {node['cites']}", [])
            if not any(node["says"] == other["says"] for other in nodes):
                nodes.append(node)
    told = [nodes for nodes in by_rule.values() if nodes[0]["cites"]]
    return [(shown(_told(nodes, whole)), own(nodes[0]["cites"][0], ruling["edition"])) for nodes in told][:most]


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
    if node["rule"] in ("reveal.offense-total", "reveal.defense-total"):
        says = f"{says}: {_sum(node, whole)}"
    if node.get("cancelled_by"):
        says = f"{says} — cancelled by {node['cancelled_by']}"
    return says


def joined(sentences: list[str]) -> str:
    """Sentences that differ in their first word only, said once: `green founds a colony, and so does blue`."""
    groups: dict[str, list[str]] = {}
    for sentence in sentences:
        who, _, rest = sentence.partition(" ")
        groups.setdefault(rest, []).append(who)
    return "; ".join(_together(names, rest) for rest, names in groups.items())


def _together(names: list[str], rest: str) -> str:
    if len(names) == 1 or rest.startswith(("had ", "held ", "ships are ")):
        return f"{' and '.join(names)} {rest}"
    others = " and ".join(names[1:])
    return f"{names[0]} {rest}, and so do{'es' if len(names) == 2 else ''} {others}"


def own(id: str, edition: str) -> str:
    """A citation as it is written in its own edition: without the book's name."""
    return id.removeprefix(f"{edition.partition('+')[0]} ")


def _steps(root: Told, whole: dict[int, Told]) -> Iterator[Told]:
    """What was cancelled, the totals and what powers did to them, the outcome, then the moves."""
    yield from (node for node in root["from"] if node.get("cancelled_by"))
    totals = [
        whole.get(n["step"], n) for n in root["from"] if n["rule"] in ("reveal.offense-total", "reveal.defense-total")
    ]
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


# Steps behind which powers and cards stand.
_LEADS_ON = (
    "reveal.offense-ships",
    "reveal.defense-ships",
    "reveal.sum",
    "reveal.higher",
    "reveal.morph",
    "reveal.emotion",
    "alien ",
)

# Steps that the rest of the page says already.
_SILENT = (
    "ruling.",
    "resolution.nothing-else",
    "resolution.land",
    "colonies.",
    "reveal.offense-ships-add",
    "reveal.defense-ships-add",
    "reveal.reinforcement",
    "resolution.not-lost",
    "power.kept",
    "win.none",
    "reveal.margin",
    "ships.return",
    "second.",
    "discards.",
    "compensation.take",
    "compensation.for-",
    "rewards.options",
    "rewards.as-ships",
    "rewards.not-the-defense",
    "rewards.return",
    "alliance.back",
    "flares.back",
    "powers.must-not-applied",
    "powers.works-not-applied",
    "powers.used-not-applied",
    "powers.played-not-applied",
)


def _tells(node: Told) -> bool:
    return not node["rule"].startswith(_SILENT) and node["kind"] in ("rule", "power")


def _sum(node: Told, whole: dict[int, Told]) -> str:
    """What a total is the sum of, figure by figure: what is added besides card and ships stands apart."""
    parts: list[Any] = []
    for part in node["from"]:
        added = whole.get(part["step"], part)["from"] if part["rule"] == "reveal.sum" else []
        split = [more["value"] for more in added]
        parts += split if sum(map(_number, split)) == part["value"] else [part["value"]]
    if not parts:  # nothing adds anything
        return "0"
    words = [str(parts[0])] + [f"{'−' if part < 0 else '+'} {abs(part)}" for part in map(_number, parts[1:])]
    return " ".join(words)


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0
