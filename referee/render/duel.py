"""A duel or contest on one screen, in the layout of any ruling."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from referee.render import page, words

Told = dict[str, Any]
_SILENT = ("reinforce.", "clout.begins", "clout.reveal", "sending.together", "roles.stay")
_MOST = 9  # reasons on one screen


def verdict(ruling: Told) -> str:
    """The ruling in one sentence."""
    status, outcome, kind = ruling["status"], ruling["outcome"], ruling.get("kind") or "duel"
    if status == "illegal":
        return "That is not allowed."
    if status == "depends" and outcome is None:
        return "It depends on what is hidden."
    text = _outcome(ruling, kind)
    if status == "depends":
        return f"{text}; the rest depends on what is hidden."
    totals = ruling["totals"]
    if totals and None not in totals.values():
        text += f", {totals['leader']} to {totals['straggler']}"
        if ruling["margin"] == 0 and outcome == "straggler-wins":
            text += ": a tie is the straggler's"
    winners = ruling["winners"]
    if winners:
        text += f". {' and '.join(winners)} win{'s' if len(winners) == 1 else ''} the game"
    return f"{words.shown(text)}."


def _outcome(ruling: Told, kind: str) -> str:
    outcome = ruling["outcome"]
    who = ruling["winner"]
    if outcome == "begins-again":
        return "No ship is left: the duel begins again"
    if outcome == "game-over":
        return "The game is over"
    role = "leader" if outcome == "leader-wins" else "straggler"
    return f"{who}, the {role}, wins the {kind}" if who else f"The {role} wins the {kind}"


def print_duel(ruling: Told, why: bool, out: Console) -> None:
    """Prints verdict, players, clout step by step, what is left to do, reasons and authority; with `why`, the proof."""
    page.print_illegal(out, ruling)
    if ruling["status"] != "illegal":
        _players(out, ruling)
        _clout(out, ruling)
        _cases(out, ruling)
        _rest(out, ruling)
    if why:
        from referee.render.tree import print_proof  # only when asked for

        out.print()
        print_proof(out, ruling["proof"])
    elif ruling["status"] != "illegal" and not ruling["cases"] and "proof" in ruling:
        out.print()
        for says, cite in _reasons(ruling):
            page.hang(out, "  · ", page.cited(says, cite))


def _reasons(ruling: Told) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for node in ruling["proof"]["from"]:
        if node["kind"] in ("rule", "power") and not node["rule"].startswith(_SILENT) and node["cites"]:
            found.setdefault(node["says"], words.own(node["cites"][0], ruling["edition"]))
    return list(found.items())[-_MOST:]


def _players(out: Console, ruling: Told) -> None:
    players = ruling["players"] or {}
    if not players:
        return
    heads = ("player", "role", "sent", "lost", "what happens", "plan", "clout")
    rows: list[tuple[str, ...]] = [heads]
    for name, told in players.items():
        clout = [_number(told.get("plan")), _number(told.get("clout"))]
        rows.append(
            (
                words.shown(name),
                told["role"],
                *map(_number, (told.get("sent"), told.get("destroyed"))),
                _happens(told),
                *clout,
            )
        )
    if ruling["kind"] == "contest":
        rows = [(row[0], row[1], row[5], row[6]) for row in rows]
    out.print()
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for number, row in enumerate(rows):
        text = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        out.print(Text(f"  {text.rstrip()}", style="dim" if number == 0 else ""))


def _number(value: object) -> str:
    return "" if value is None else str(value)


def _happens(told: Told) -> str:
    parts = [
        f"{number} {does}{'s' if number == 1 else ''}"
        for does in ("stay", "retreat")
        if (number := told.get(f"{does}s"))
    ]
    if told.get("advantage"):
        parts.append("ship advantage")
    return ", ".join(parts)


def _clout(out: Console, ruling: Told) -> None:
    steps = ruling["clout"] or []
    for step in steps[1:]:
        who = f"{step['who']} plays {step['card']}" if step["who"] else step["card"]
        on = f" on {step['on']}" if step["on"] != step["who"] else ""
        clout = ", ".join(f"{name} {value}" for name, value in step["clout"].items())
        page.hang(out, "  ", page.cited(f"{who}{on}: {clout}"))


def _cases(out: Console, ruling: Told) -> None:
    cases = ruling["cases"]
    said = [_case(ruling, case) for case in cases]
    for case, text in zip(cases, said, strict=True):
        more = _besides(ruling, case) if said.count(text) > 1 else ""
        line = Text(f"{words.shown(case['when'])}: ")
        line.append(f"{text}{words.shown(more)}", style="bold")
        page.hang(out, "  if ", line)
    if ruling["needs"]:
        page.paragraph(out, "ask" if ruling["cases"] else "tell first", ruling["needs"][:3])


def _case(ruling: Told, case: Told) -> str:
    """How a case comes out: who wins, or who still can."""
    told = {**ruling, **case, "status": "determined", "totals": None}
    if case.get("status") == "illegal":
        return "that is not allowed"
    if told["outcome"]:
        return verdict(told)[:-1]
    players = {player.get("role"): name for name, player in (ruling["players"] or {}).items()}
    wins = [
        f"{players[role]}, the {role}" if role in players else f"the {role}"
        for role in ("leader", "straggler")
        if f"{role}-wins" in told["outcomes"]
    ]
    ways = [f"{', or '.join(wins)}, wins the {told.get('kind') or 'duel'}"] if wins else []
    ways += ["the duel begins again"] if "begins-again" in told["outcomes"] else []
    ways += ["the game is over"] if "game-over" in told["outcomes"] else []
    return words.shown(", or ".join(ways) or "it still depends")


def _besides(ruling: Told, case: Told) -> str:
    """What besides the outcome makes a case another one than its neighbours."""
    totals = case.get("totals") or {}
    parts = [f"{totals['leader']} to {totals['straggler']}"] if totals and None not in totals.values() else []
    for name, player in (case.get("players") or {}).items():
        told = {"sent": "sends {}", "destroyed": "loses {}", "advantage": "has the ship advantage"}
        parts += [f"{name} {says.format(player[key])}" for key, says in told.items() if player.get(key)]
    parts = [part for part in parts if part not in case["when"]]
    return f" ({'; '.join(parts)})" if parts else ""


def _rest(out: Console, ruling: Told) -> None:
    for number, then in enumerate(ruling["then"]):
        cites = [words.own(id, ruling["edition"]) for id in then["cites"][:1]]
        line = page.cited(f"{then['who']} {then['does']} {then['what']}", *cites)
        page.hang(out, "  then  " if number == 0 else "        ", line)
    for name, cards in (ruling["discards"] or {}).items():
        if cards:
            page.hang(out, f"  {words.shown(name)} discards: ", Text(words.shown(" ".join(cards))))


# -- what is printed --------------------------------------------------------------------------------------------------


_KINDS = {
    "aliens": "alien",
    "envoys": "envoy",
    "destiny": "destiny card",
    "plans": "plan",
    "reinforcements": "reinforcement",
}
_WHEN = {"duel": "in duels", "contest": "in contests", "both": "in contests and duels", "always": "at any time"}


def print_texts(told: list[Told]) -> None:
    """Aliens, envoys and cards of Duel: what is printed on them, and what no document tells."""
    out = page.make_console()
    for one in told:
        out.print(Text(f"{words.shown(one['name'])}, {_KINDS[one['kind']]}", style="bold"))
        for line in (one["summary"], *map(_ability, one["abilities"]), _says(one["says"])):
            if line:
                page.hang(out, "  ", page.cited(line, *([one["printed"]] if line == one["summary"] else [])))
        if one["open"]:
            page.hang(out, "  not told: ", Text(words.shown(one["open"])))


def _ability(ability: Told) -> str:
    return f"{ability['name']}: {'may be used' if ability['may'] else 'must be carried out'} {_WHEN[ability['when']]}"


def _says(says: Told) -> str:
    due = [" or ".join(entry["options"]) for entry in says.get("due", ())]
    told = {key: value for key, value in says.items() if key != "due" and value is not True}
    rest = [
        f"{key.replace('_', ' ')} {', '.join(value) if isinstance(value, list) else value}"
        for key, value in told.items()
    ]
    return " · ".join([*rest, *due])


# -- the table ---------------------------------------------------------------------------------------------------------


def headline(told: Told) -> str:
    """Where the game stands, in one line."""
    if told["over"]:
        winners = " and ".join(words.shown(name) for name in told["winners"])
        return f"{winners} won the game." if winners else "The game is over, and no player has won it."
    card = f", {words.shown(told['card'])}" if told["card"] else ""
    fight = told["fight"] or {}
    where = f" on planet {words.shown(fight['planet'])}" if fight.get("planet") else ""
    return f"destiny card {len(told['past'])}{card}: {told['phase']}{where}"


def print_table(told: Told, out: Console) -> None:
    """The table: players with ships, cards and tactics, the planets, the envoys, and what is still to be done."""
    out.print(Text(headline(told), style="bold"))
    rows: list[tuple[str, ...]] = [("", "supply", "Warp", "hand", "deck", "spent tactics", "discards, bottom first")]
    for name in told["seats"]:
        role = "leader" if name == told["leader"] else "straggler" if name == told["straggler"] else ""
        alien = f"/{told['aliens'][name]}" if name in told["aliens"] else ""
        counts = [str(told[what].get(name, "")) for what in ("supply", "warp", "hands", "piles")]
        piles = [", ".join(told["spent"][name]) or "none", " ".join(told["discards"][name]) or "none"]
        rows.append((words.shown(f"{name}{alien} {role}".strip()), *counts, *map(words.shown, piles)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for number, row in enumerate(rows):
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        out.print(Text(line.rstrip(), style="dim" if number == 0 else ""), soft_wrap=True)
    for planet, ships in told["planets"].items():
        symbol = told["symbols"].get(planet, planet)
        named = f" ({words.shown(symbol)})" if symbol not in (planet, "") else ""
        fought = " — fought for" if (told["fight"] or {}).get("planet") == planet else ""
        stacks = ", ".join(f"{name} {number}" for name, number in ships.items()) or "nobody"
        out.print(Text(f"planet {words.shown(planet)}{named}: {words.shown(stacks)}{fought}"))
    envoys = [_envoy(number, envoy) for number, envoy in told["envoys"].items()]
    out.print(Text(f"envoys: {' · '.join(envoys)}", style="dim"))
    for due in told["dues"]:
        what = "may" if due["may"] else "has still to"
        out.print(Text(f"{words.shown(due['who'])} {what} {' or '.join(due['options'])}", style="yellow"))


def _envoy(number: str, envoy: Told) -> str:
    name = "?" if envoy["name"] == "?" else words.shown(envoy["name"])
    ally = f"{words.shown(envoy['ally'])}'s ally" if envoy["ally"] else "neutral"
    return f"{number} {name} ({ally}, {'face up' if envoy['faceup'] else 'face down'})"
