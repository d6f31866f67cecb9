"""A duel or contest on one screen, in the layout of any ruling; the table and the texts of Duel."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from referee.render.outcome import verdict_of_duel
from referee.render.reasons import reasons
from referee.render.screen import cited, columns, hang, make_console, paragraph, print_proof, say
from referee.render.words import Told, owns, shown

_MOST = 9  # reasons on one screen


def print_duel(ruling: Told, why: bool, out: Console) -> None:
    """Prints players, clout step by step, what is left to do and reasons; with `why`, the proof."""
    if ruling["status"] != "illegal":
        _players(out, ruling)
        _clout(out, ruling)
        _cases(out, ruling)
        _rest(out, ruling)
    if why:
        print_proof(out, ruling)
    elif ruling["status"] != "illegal" and not ruling["cases"] and "proof" in ruling:
        out.print()
        for says, cite in reasons(ruling, _MOST):
            hang(out, "  · ", cited(says, cite))


def _players(out: Console, ruling: Told) -> None:
    contest = ruling["kind"] == "contest"
    heads = ("plan", "clout") if contest else ("sent", "lost", "what happens", "plan", "clout")
    rows = [("player", "role", *heads)]
    for name, player in (ruling["players"] or {}).items():
        plan = _figures(player, "plan", "clout")
        sent = () if contest else (*_figures(player, "sent", "destroyed"), _happens(player))
        rows.append((shown(name), player["role"], *sent, *plan))
    if len(rows) > 1:
        out.print()
        columns(out, rows)


def _figures(player: Told, *keys: str) -> list[str]:
    return ["" if player.get(key) is None else str(player[key]) for key in keys]


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
        hang(out, "  ", cited(f"{who}{on}: {clout}"))


def _cases(out: Console, ruling: Told) -> None:
    cases = ruling["cases"]
    said = [case_told(ruling, case) for case in cases]
    for case, text in zip(cases, said, strict=True):
        more = _besides(ruling, case) if said.count(text) > 1 else ""
        line = Text(f"{shown(case['when'])}: ")
        line.append(f"{text}{shown(more)}", style="bold")
        hang(out, "  if ", line)
    paragraph(out, "ask" if cases else "tell first", ruling["needs"][:3])


def case_told(ruling: Told, case: Told) -> str:
    """How a case comes out: who wins, or who still can."""
    told = {**ruling, **case, "status": "determined", "totals": None}
    if case.get("status") == "illegal":
        return "that is not allowed"
    if told["outcome"]:
        return verdict_of_duel(told)[:-1]
    ways = _winning(told, {player.get("role"): name for name, player in (ruling["players"] or {}).items()})
    others = {"begins-again": "the duel begins again", "game-over": "the game is over"}
    ways += [says for outcome, says in others.items() if outcome in told["outcomes"]]
    return shown(", or ".join(ways) or "it still depends")


def _winning(told: Told, players: Told) -> list[str]:
    """Who can still win, `players` by role."""
    roles = [role for role in ("leader", "straggler") if f"{role}-wins" in told["outcomes"]]
    wins = [f"{players[role]}, the {role}" if role in players else f"the {role}" for role in roles]
    return [f"{', or '.join(wins)}, wins the {told.get('kind') or 'duel'}"] if wins else []


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
        line = cited(f"{then['who']} {then['does']} {then['what']}", *owns(then["cites"], ruling["edition"], 1))
        hang(out, "        " if number else "  then  ", line)
    for name, cards in (ruling["discards"] or {}).items():
        if cards:
            hang(out, f"  {shown(name)} discards: ", Text(shown(" ".join(cards))))


# -- what is printed --------------------------------------------------------------------------------------------------


_KINDS = {
    "aliens": "alien",
    "envoys": "envoy",
    "destiny": "destiny card",
    "plans": "plan",
    "reinforcements": "reinforcement",
}
_WHEN = {"duel": "in duels", "contest": "in contests", "both": "in contests and duels", "always": "at any time"}


def print_texts(told: Sequence[Told]) -> None:
    """Aliens, envoys and cards of Duel: what is printed on them, and what no document tells."""
    out = make_console()
    for text in told:
        say(out, f"{shown(text['name'])}, {_KINDS[text['kind']]}", "bold")
        for line in (text["summary"], *map(_ability, text["abilities"]), _says(text["says"])):
            if line:
                hang(out, "  ", cited(line, *([text["printed"]] if line == text["summary"] else [])))
        if text["open"]:
            hang(out, "  not told: ", Text(shown(text["open"])))


def text_lines(text: Told) -> list[str]:
    """What is printed on an alien, an envoy or a card of Duel, in lines; the first says what it is."""
    head = f"{shown(text['name'])}, {_KINDS[text['kind']]}"
    told = (text["summary"], *map(_ability, text["abilities"]), _says(text["says"]))
    return [head, *(shown(line) for line in told if line)]


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
        winners = " and ".join(map(shown, told["winners"]))
        return f"{winners} won the game." if winners else "The game is over, and no player has won it."
    card = f", {shown(told['card'])}" if told["card"] else ""
    planet = (told["fight"] or {}).get("planet")
    where = f" on planet {shown(planet)}" if planet else ""
    return f"destiny card {len(told['past'])}{card}: {told['phase']}{where}"


def print_table(told: Told, out: Console) -> None:
    """The table: players with ships, cards and tactics, the planets, the envoys, and what is still to be done."""
    say(out, headline(told), "bold")
    heads = ("", "supply", "Warp", "hand", "deck", "spent tactics", "discards, bottom first")
    columns(out, [heads, *(_seat(told, name) for name in told["seats"])], indent="", whole=True)
    for planet in told["planets"]:
        say(out, planet_line(told, planet))
    envoys = [envoy_line(number, envoy) for number, envoy in told["envoys"].items()]
    say(out, f"envoys: {' · '.join(envoys)}", "dim")
    for due in told["dues"]:
        what = "may" if due["may"] else "has still to"
        say(out, f"{shown(due['who'])} {what} {' or '.join(due['options'])}", "yellow")


def _seat(told: Told, name: str) -> list[str]:
    role = next((role for role in ("leader", "straggler") if told[role] == name), "")
    alien = f"/{told['aliens'][name]}" if name in told["aliens"] else ""
    counts = [str(told[what].get(name, "")) for what in ("supply", "warp", "hands", "piles")]
    piles = (", ".join(told["spent"][name]) or "none", " ".join(told["discards"][name]) or "none")
    return [shown(f"{name}{alien} {role}".strip()), *counts, *map(shown, piles)]


def planet_line(told: Told, planet: str) -> str:
    """Who is on a planet, in one line."""
    symbol = told["symbols"].get(planet, planet)
    named = f" ({shown(symbol)})" if symbol not in (planet, "") else ""
    fought = " — fought for" if (told["fight"] or {}).get("planet") == planet else ""
    stacks = ", ".join(f"{name} {number}" for name, number in told["planets"][planet].items()) or "nobody"
    return f"planet {shown(planet)}{named}: {shown(stacks)}{fought}"


def envoy_line(number: str, envoy: Told) -> str:
    """Which way up an envoy lies and whose ally it is, in one line."""
    name = "?" if envoy["name"] == "?" else shown(envoy["name"])
    ally = f"{shown(envoy['ally'])}'s ally" if envoy["ally"] else "neutral"
    return f"{number} {name} ({ally}, {'face up' if envoy['faceup'] else 'face down'})"
