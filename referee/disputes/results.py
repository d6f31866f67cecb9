"""What a ruling comes to for the players, and in what two rulings differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee.disputes import lines
from referee.disputes.records import Part
from referee.judge.ruling import Ruling

Told = Mapping[str, Any]  # a player's part of a ruling, as JSON

# What of a ruling is a result. Totals, the margin and the discards are on the way to it: where only these differ, the
# sides may leave it at that.
RESULT = ("status", "outcome", "second_encounter")
_OF_PLAYER = ("lands", "warp", "returns", "stays", "removed", "compensation", "rewards", "rewards_as_ships", "power")


def result(ruling: Ruling) -> dict[str, Any]:
    """What follows for the players, by field (`outcome`, `players.blue.compensation`): what two rulings may agree in.

    A player to whom nothing happens is left out, so that a bystander whom only one account names makes no difference.
    """
    own = lines.own_result(ruling)
    if own is not None:
        return own
    summary = ruling.summary()
    found: dict[str, Any] = {name: summary[name] for name in RESULT}
    found["winners"] = sorted(summary["winners"] or ())
    for name, player in (summary["players"] or {}).items():
        found |= {f"players.{name}.{key}": value for key, value in _happening(player)}
    found["then"] = sorted(f"{then['who']} {then['does']} {then['what']}" for then in summary["then"])
    found["illegal"] = [entry["says"] for entry in summary["illegal"]]
    found["cases"] = [case.to_dict() for case in ruling.cases]
    return found


def _happening(player: Told) -> Iterator[tuple[str, Any]]:
    """What happens to a player, by field."""
    colonies = ((f"{kind}_colonies", change) for kind, change in player["colonies"].items())
    for key, value in (*((key, player[key]) for key in _OF_PLAYER), *colonies):
        if value not in (0, "kept"):
            yield key, value


def parting(one: Ruling, other: Ruling) -> tuple[Part, ...]:
    """The fields in which the results of two rulings differ; nothing where they come to the same.

    What is left out of a result happens to nobody.
    """
    return apart(result(one), result(other))


def apart(here: Mapping[str, Any], there: Mapping[str, Any]) -> tuple[Part, ...]:
    """The fields in which two results differ."""
    parts = (
        Part(name, (here.get(name, nothing), there.get(name, nothing)))
        for name in dict.fromkeys((*here, *there))
        for nothing in ("kept" if name.endswith(".power") else 0,)
    )
    return tuple(part for part in parts if part.values[0] != part.values[1])


def same_as_kept(ruling: Ruling, kept: Told) -> bool:
    """True if a ruling comes to what was kept of it."""
    now = ruling.to_dict(proof=False)
    return all(now.get(name) == kept.get(name) for name in (*RESULT, "winners", "players", "then"))


def touches(parts: Iterable[Part]) -> bool:
    """True if these differences are of the winner, of somebody's ships or cards, or of who has won the game.

    What one of the two leaves to a choice, or to what is hidden, is no such difference.
    """
    return any(
        None not in part.values and (part.field in ("outcome", "winners") or part.field.startswith("players."))
        for part in parts
    )
