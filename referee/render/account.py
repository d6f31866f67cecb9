"""What is ruled on one account of the facts, in a few lines; and in what two results differ."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from referee.render.outcome import UNSETTLED, happens, of_outcome, takes, verdict
from referee.render.players import name_style, party_of
from referee.render.screen import cited_by, hang, say
from referee.render.words import Told, shown

if TYPE_CHECKING:
    from referee.disputes.records import Part

_ROLES = ("offense", "offensive-ally", "defense", "defensive-ally", "bystander")
_FIELDS = {
    "compensation": ("card as compensation", "cards as compensation"),
    "rewards": ("reward", "rewards"),
    "rewards_as_ships": ("reward as a ship", "rewards as ships"),
    "lands": ("ship landing", "ships landing"),
    "warp": ("ship to the warp", "ships to the warp"),
    "returns": ("ship returning", "ships returning"),
    "stays": ("ship staying", "ships staying"),
    "removed": ("ship out of the game", "ships out of the game"),
    "foreign_colonies": ("foreign colony gained", "foreign colonies gained"),
    "home_colonies": ("home colony gained", "home colonies gained"),
}


def accounts_of(sides: Iterable[Told]) -> list[Told]:
    """The sides, of those with one and the same account only the first."""
    found: dict[str, Told] = {}
    for side in sides:
        found.setdefault(side["position"], side)
    return list(found.values())


def print_account(out: Console, side: Told, sides: Iterable[Told]) -> None:
    """Prints what is ruled on one account of the facts, and whose it is."""
    like = [party_of(other) for other in sides if other["position"] == side["position"]]
    head = Text("As ", style="dim")
    for place, name in enumerate(like):
        head.append(" and " if place else "", style="dim").append(name, style=name_style(name))
    out.print(head.append(f" {'has' if len(like) == 1 else 'have'} it", style="dim"))
    say(out, f"  {shown(side['position'])}", "dim", whole=True)
    print_ruled(out, side["ruling"])


def print_ruled(out: Console, ruling: Told) -> None:
    """Prints a ruling in two or three lines."""
    hang(out, "  ", Text(verdict(ruling), style="bold"), "")
    for line in _lines(ruling):
        hang(out, "    ", line, "")


def in_words(ruling: Told) -> str:
    """What a ruling comes to, in one or two sentences."""
    lines = "; ".join(line.plain for line in _lines(ruling))
    return f"{verdict(ruling)} {lines}{'.' if lines and lines[-1] not in '.!?' else ''}".strip()


def _lines(ruling: Told) -> list[Text]:
    """What a ruling comes to, a line for each thing: what is forbidden, what happens to whom, what has to be asked."""
    found = [cited_by(entry, ruling["edition"]) for entry in ruling["illegal"]]
    if ruling["status"] == "illegal":
        return found
    for name, player in in_order(ruling)["players"].items():
        told = ", ".join(filter(None, (happens(player), takes(player))))
        if told and told != UNSETTLED:
            found.append(Text(shown(name), style=name_style(name)).append(f" {told}", style="default"))
    found += [Text(f"if {shown(case['when'])}: {_case(case)}") for case in ruling["cases"][:4]]
    if ruling["needs"]:
        found.append(Text(f"ask: {'; '.join(map(shown, ruling['needs'][:3]))}"))
    return found


def _case(case: Told) -> str:
    outcome = case.get("outcome")
    return "the rest then" if outcome is None else of_outcome(outcome, case.get("winners") or ())


def in_order(ruling: Told) -> Told:
    """A ruling with its players in the order of the sides; a kept one has them in that of their names."""
    roles = [player["role"] for player in ruling["players"].values()]
    if roles == sorted(roles, key=_ROLES.index):
        return ruling
    players = sorted(ruling["players"].items(), key=lambda item: _ROLES.index(item[1]["role"]))
    return {**ruling, "players": dict(players)}


# -- two results -------------------------------------------------------------------------------------------------------


def changes(parts: Iterable[Part]) -> str:
    """In what two results differ, in words: `blue: 6 cards as compensation, not 4`."""
    parts = list(parts)
    said = "; ".join(filter(None, map(_change, parts)))
    return said or ("what is left to do" if parts else "nothing")


def _change(part: Part) -> str:
    before, after = part.values
    if part.field.startswith("players."):
        place, _, name = part.field.rpartition(".")
        return _of_player(shown(place.removeprefix("players.")), name, before, after)
    if part.field == "outcome":
        return f"{of_outcome(after)}, where otherwise {of_outcome(before)}"
    if part.field == "winners":
        return f"{' and '.join(map(shown, after)) or 'nobody'} wins the game"
    if part.field == "second_encounter" and after is not None:
        return f"{'a' if after else 'no'} second encounter"
    return "it is not allowed" if part.field == "illegal" and after else ""


def _of_player(who: str, name: str, before: Any, after: Any) -> str:
    if name == "power":
        return f"{who}'s power: {after}"
    if name in _FIELDS and isinstance(after, int):
        return f"{who}: {after} {_FIELDS[name][after != 1]}{f', not {before}' if isinstance(before, int) else ''}"
    return ""
