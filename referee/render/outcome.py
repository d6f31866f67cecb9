"""What a ruling comes to, in words: the verdict, what happens to each player, the cases. Plain strings, no layout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.render.words import Told, shown, wins

OUTCOMES = {
    "offense-wins": "The offense wins",
    "defense-wins": "The defense wins",
    "make-a-deal": "The main players must try to make a deal",
    "deal": "The deal is made",
    "no-deal": "The deal fails",
    "both-lose": "Both main players lose",
    "success": "The offense is successful",
    "turn-ends": "The offense's turn ends",
    "begins-again": "No ship is left: the duel begins again",
    "game-over": "The game is over",
}
_OF_SHIPS = {
    "lands": "lands {}",
    "stays": "{} stay",
    "returns": "{} return",
    "warp": "{} to the warp",
    "removed": "{} out of the game",
}
_OF_POWER = {"lost": "power lost", "regained": "power regained", "none": "no power"}
_NOT_ALLOWED, _HIDDEN = "That is not allowed.", "It depends on what is hidden."
UNSETTLED = "not settled yet"  # what happens to a player while a deal has still to be made


def verdict(ruling: Told) -> str:
    """The ruling in one sentence."""
    if ruling.get("unreadable"):
        return f"{ruling['unreadable'][:1].upper()}{ruling['unreadable'][1:]}."
    if "kind" in ruling:
        return verdict_of_duel(ruling)
    status, outcome = ruling["status"], ruling["outcome"]
    if status == "illegal":
        return _NOT_ALLOWED
    if status == "open":
        return _open(ruling)
    if status == "depends":
        return _HIDDEN if outcome is None else f"{OUTCOMES[outcome]}; the rest depends on what is hidden."
    text = OUTCOMES.get(outcome, "Ruled") + _by_totals(ruling)
    return f"{text}. {wins(ruling['winners'])} the game." if ruling["winners"] else f"{text}."


def _open(ruling: Told) -> str:
    if not ruling.get("needs"):
        return "Open: the rules do not settle this."
    asked = " and ".join(ruling["needs"])
    if ruling["outcome"] is None:
        return f"Open: say {asked}."
    return f"{verdict({**ruling, 'status': 'determined'})[:-1]}; the rest is open: say {asked}."


def _by_totals(ruling: Told) -> str:
    """The totals behind an outcome, and where it goes against them."""
    totals, margin = ruling["totals"], ruling.get("margin")
    if not totals or None in totals.values():
        return ""
    text = f", {totals['offense']} to {totals['defense']}"
    ahead = "offense" if totals["offense"] > totals["defense"] else "defense"
    if margin and ruling["outcome"] != f"{ahead}-wins":
        text += ", against the totals"
    if margin == 0:
        text += ": the defense takes a tie" if ruling["outcome"] == "defense-wins" else ": the tie is turned round"
    return text


def verdict_of_duel(ruling: Told) -> str:
    """The ruling of a duel or contest in one sentence."""
    status, outcome, totals = ruling["status"], ruling["outcome"], ruling["totals"]
    if status == "illegal":
        return _NOT_ALLOWED
    if status == "depends" and outcome is None:
        return _HIDDEN
    text = _outcome_of_duel(ruling)
    if status == "depends":
        return f"{text}; the rest depends on what is hidden."
    if totals and None not in totals.values():
        text += f", {totals['leader']} to {totals['straggler']}"
        if ruling["margin"] == 0 and outcome == "straggler-wins":
            text += ": a tie is the straggler's"
    if ruling["winners"]:
        text += f". {wins(ruling['winners'])} the game"
    return f"{shown(text)}."


def _outcome_of_duel(ruling: Told) -> str:
    outcome, who, kind = ruling["outcome"], ruling["winner"], ruling.get("kind") or "duel"
    if outcome in ("begins-again", "game-over"):
        return OUTCOMES[outcome]
    role = "leader" if outcome == "leader-wins" else "straggler"
    return f"{who}, the {role}, wins the {kind}" if who else f"The {role} wins the {kind}"


def of_outcome(outcome: str | None, winners: Sequence[str] = ()) -> str:
    """An outcome alone in a few words, as it goes into a sentence, and who wins the game by it."""
    status = "determined" if outcome else "open"
    return verdict({"status": status, "outcome": outcome, "totals": None, "winners": winners})[:-1].lower()


def standing(stands: Told) -> list[str]:
    """How an encounter stands before it is resolved: the totals, and for each side what its total is made of."""
    totals, made_of = stands["totals"], stands["made_of"]
    if not totals:
        return [f"As it stands: {of_outcome(stands['outcome'])}."]
    ahead = of_outcome(stands["outcome"]) if stands["outcome"] else "open"
    lines = [f"{totals['offense']} : {totals['defense']} as it stands: {ahead}"]
    return lines + [f"  {side} {totals[side]} = {_added_up(parts)}" for side, parts in made_of.items() if parts]


def _added_up(parts: Sequence[Told]) -> str:
    """Figures with their names, as a sum; what adds nothing is left out."""
    telling = [part for part in parts if part["adds"] or part["what"] == "card"]
    words = [f"{'−' if part['adds'] < 0 else '+'} {abs(part['adds'])} {part['what']}" for part in telling]
    return " ".join(words).removeprefix("+ ") or "0"


def allowing_second(proof: Told) -> list[str]:
    """What a second encounter rests on: the clauses of the step that allows it, by the rules or by a power.

    It is the last thing that is ruled to be so; where cases differ, each of them allows it.
    """
    while proof["rule"] == "ruling.cases":
        proof = proof["from"][-1]
    allowed = [step["cites"] for step in proof["from"] if step["value"] is True and step["kind"] in ("rule", "power")]
    return list(allowed[-1]) if allowed else []


def second_is_told(ruling: Told) -> bool:
    """True if `then` says who may have the second encounter: in another player's turn not the offense."""
    allowed = allowing_second(ruling["proof"])
    return any(left["does"] == "may" and left["cites"] == allowed for left in ruling["then"])


# -- players -----------------------------------------------------------------------------------------------------------


def _colonies(kind: str, change: int) -> str:
    colonies = "colony" if abs(change) == 1 else "colonies"
    return f"{'+' if change > 0 else '−'}{abs(change)} {kind} {colonies}"


def happens(player: Told, outcome: str | None = None) -> str:
    """What happens to one player's ships and colonies, in a few words; if a deal failed, nothing too."""
    parts = [words.format(player[field]) for field, words in _OF_SHIPS.items() if player[field]]
    parts += (_colonies(kind, player["colonies"][kind]) for kind in ("foreign", "home") if player["colonies"][kind])
    if player["power"] in _OF_POWER:
        parts.append(_OF_POWER[player["power"]])
    if parts or player["lands"] is not None:
        return ", ".join(parts)
    return "none to the warp" if outcome == "no-deal" and player["warp"] == 0 else UNSETTLED


def takes(player: Told) -> str:
    """The cards and rewards a player takes, in a few words."""
    parts = [f"compensation {player['compensation']}"] if player["compensation"] else []
    if player["rewards"]:
        ships = player["rewards_as_ships"]
        most = f" (at most {ships} as ships)" if ships is not None and ships < player["rewards"] else ""
        parts.append(f"rewards {player['rewards']}{most}")
    return ", ".join(parts)


# -- cases -------------------------------------------------------------------------------------------------------------


def case_told(case: Told, ruling: Told) -> str:
    """What is ruled in one of the cases, in a few words."""
    if case.get("status") == "illegal":
        return "what was done is not allowed then"
    if case.get("status") == "open":
        return _open_case(case)
    outcome = case.get("outcome", ruling["outcome"])
    parts = [] if outcome is None else [of_outcome(outcome)]
    parts += [says for name, player in (case.get("players") or {}).items() for says in _of_player(name, player)]
    parts += [f"{left['who']} chooses {left['what']}" for left in _choices(case) if left not in ruling["then"]]
    if case.get("winners"):
        parts.append(f"{' and '.join(case['winners'])} wins the game")
    if case.get("second_encounter") is not None and len(parts) < 2 and outcome == ruling["outcome"]:
        parts.append("a second encounter may follow" if case["second_encounter"] else "no second encounter")
    return ", ".join(parts) or "undecided: something else is hidden too"


def _open_case(case: Told) -> str:
    asked = (left for left in case.get("then") or () if left["what"].startswith("say what"))
    says = ", ".join(f"open: {left['who']} is to {left['what']}" for left in asked)
    return says or "open: no document says how this is resolved"


def _choices(case: Told) -> Iterator[Told]:
    """Which of several things somebody still chooses."""
    left = case.get("then") or ()
    return (one for one in left if one["does"] == "chooses" and one["what"].startswith("which"))


def _of_player(name: str, player: Told) -> Iterator[str]:
    """What is special to a case for one player."""
    if player.get("compensation"):
        yield f"{name} takes {player['compensation']} as compensation"
    if player.get("rewards"):
        yield f"{name} takes {player['rewards']} rewards"
    if player.get("power") in ("lost", "regained"):
        yield f"{name}'s power is {player['power']}"
    if player.get("power") == "none":
        yield f"{name} had no power"
