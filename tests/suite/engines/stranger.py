"""A small engine, written from the published suite alone: README.md, notation.ebnf and items.jsonl.

It answers encounters of the consolidated rules in which attacks, negotiates and morphs meet and no power or card acts,
and says of everything else that it does not. It knows nothing of the program that judges it.
"""

import json
import re
import sys
from typing import Any

PLAYER = r"\s*([a-z][a-z0-9]*)\s+(\d+)\s*"
SIDE = rf"{PLAYER}((?:\+{PLAYER})*):\s*(-?\d+|N|M)((?:\s*\+\s*\d+)*)\s*"
LINE = re.compile(rf"{SIDE}\s+vs\s+{SIDE}", re.IGNORECASE)
FACT = re.compile(r"second(?: encounter)?|(hand|foreign|home)\s+(.+)", re.IGNORECASE)


class UnsupportedError(Exception):
    """Something of which this engine knows nothing."""


def read_side(groups: tuple[Any, ...]) -> dict[str, Any]:
    """Players with their ships, the main player first, the card, and the reinforcements."""
    name, ships, allies, card, plus = groups[0], int(groups[1]), groups[2], groups[5], groups[6]
    players = {name: ships, **{ally: int(count) for ally, count in re.findall(PLAYER, allies, re.IGNORECASE)}}
    card = card.upper() if card.isalpha() else int(card)
    return {"main": name, "players": players, "card": card, "plus": [int(one) for one in re.findall(r"\d+", plus)]}


def read_facts(clauses: list[str]) -> dict[str, Any]:
    """What the clauses tell: counts by player, and whether it is the second encounter."""
    facts: dict[str, Any] = {"second": False, "hand": {}, "foreign": {}, "home": {}}
    for clause in filter(None, (clause.strip() for clause in clauses)):
        told = FACT.fullmatch(clause)
        if not told:
            raise UnsupportedError(clause)
        if not told[1]:
            facts["second"] = True
            continue
        for part in told[2].split(","):
            count = re.fullmatch(PLAYER, part, re.IGNORECASE)
            if not count:
                raise UnsupportedError(clause)
            facts[told[1].lower()][count[1]] = int(count[2])
    return facts


def outcome_of(offense: dict[str, Any], defense: dict[str, Any]) -> tuple[str, dict[str, int] | None]:
    """Who wins, and the totals where they are compared. A morph becomes what the other side shows."""
    cards = [offense["card"], defense["card"]]
    if cards == ["M", "M"]:
        return "both-lose", None
    cards = [cards[1 - place] if card == "M" else card for place, card in enumerate(cards)]
    offense["as"], defense["as"] = cards
    if cards == ["N", "N"]:
        return "make-a-deal", None
    if "N" in cards:
        return ("defense-wins" if cards[0] == "N" else "offense-wins"), None
    sums = [
        card + sum(side["players"].values()) + sum(side["plus"])
        for side, card in zip((offense, defense), cards, strict=True)
    ]
    totals = dict(zip(("offense", "defense"), sums, strict=True))
    return ("offense-wins" if sums[0] > sums[1] else "defense-wins"), totals


def fate(role: str, won: bool | None, ships: int) -> dict[str, int]:
    """What becomes of the ships of one player: landing, the warp, going back, or staying."""
    where = "warp"
    if won is None:
        where = "returns" if role.endswith("-ally") else ""
    elif won:
        where = {"defense": "stays", "defensive-ally": "returns"}.get(role, "lands")
    told = {key: ships if key == where else 0 for key in ("lands", "warp", "returns", "stays")}
    return {"warp": 0} if where == "" else told


def rule(line: str) -> dict[str, Any] | None:
    """The ruling on a line; None for a line that is none."""
    first, *clauses = line.split(";")
    match = LINE.fullmatch(first.strip())
    if not match:
        if re.search(r"[/?]|[A-Z][a-z]", first):
            raise UnsupportedError(first)
        return None
    offense, defense = read_side(match.groups()[:7]), read_side(match.groups()[7:])
    facts, (outcome, totals) = read_facts(clauses), outcome_of(offense, defense)
    won = {"offense-wins": (True, False), "defense-wins": (False, True), "make-a-deal": (None, None)}.get(
        outcome, (False,) * 2
    )
    players: dict[str, Any] = {}
    for side, name, mine in ((offense, "offense", won[0]), (defense, "defense", won[1])):
        for who, ships in side["players"].items():
            role = name if who == side["main"] else f"{name[:-1]}ive-ally"
            told = {"role": role, "ships": ships, "compensation": 0, "rewards": 0, **fate(role, mine, ships)}
            told["rewards"] = ships if role == "defensive-ally" and mine else 0
            lost_home = -1 if role == "defense" and mine is False else 0
            told["colonies"] = {"foreign": 1 if told.get("lands") else 0, "home": lost_home}
            players[who] = told
    left = None
    for loser, winner, lost in ((offense, defense, won[0]), (defense, offense, won[1])):
        if lost is False and loser.get("as") == "N" and winner.get("as") != "N":
            hand = facts["hand"].get(winner["main"], 99)
            players[loser["main"]]["compensation"] = taken = min(hand, loser["players"][loser["main"]])
            left = hand - taken if winner is offense else None
    if any(facts["foreign"].get(who, 0) + told["colonies"]["foreign"] >= 5 for who, told in players.items()):
        raise UnsupportedError("a game that is won")
    empty = left == 0 or facts["hand"].get(offense["main"]) == 0
    second = None if outcome == "make-a-deal" else outcome == "offense-wins" and not facts["second"] and not empty
    discards = [f"+{one}" for one in sorted(offense["plus"] + defense["plus"])] + [
        str(offense["card"]),
        str(defense["card"]),
    ]
    ruling: dict[str, Any] = {
        "status": "determined",
        "outcome": outcome,
        "totals": totals,
        "players": players,
        "winners": [],
    }
    ruling["margin"] = abs(totals["offense"] - totals["defense"]) if totals else None
    illegal = sum(offense["players"].values()) < 1 or max(offense["players"].values()) > 4
    return {"status": "illegal"} if illegal else {**ruling, "second_encounter": second, "discards": discards}


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question."""
    if asked["kind"] != "encounter" or asked["edition"] != "consolidated" or asked["readings"] or asked["anyway"]:
        return {"unsupported": "only plain encounters of the consolidated rules"}
    try:
        ruling = rule(asked["line"])
    except UnsupportedError as error:
        return {"unsupported": str(error)}
    return {"refused": "malformed"} if ruling is None else {"refused": None, "ruling": ruling}


for question in sys.stdin:
    told = json.loads(question)
    print(json.dumps({"format": 1, "id": told["id"], **answer(told)}), flush=True)
