"""What is ruled on one account of the facts, in a few lines; and in what two results differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from referee.book.sentences import listed
from referee.judge.ruling import BOTH_LOSE, DEFENSE_WINS, MUST, OFFENSE_WINS
from referee.render import duel, duel_account, in_question
from referee.render.outcome import UNSETTLED, happens, of_outcome, takes, verdict
from referee.render.players import name_style, party_of
from referee.render.screen import cited_by, hang, say
from referee.render.words import Told, shown

if TYPE_CHECKING:
    from referee.disputes.records import Argument, Part

_ROLES = ("offense", "offensive-ally", "defense", "defensive-ally", "bystander", "leader", "straggler")
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

_COMPENSATION = "take "  # what the line of its player says already
_DECIDED = (OFFENSE_WINS, DEFENSE_WINS, BOTH_LOSE)
_THINGS = {
    **dict.fromkeys(("compensation", "rewards", "rewards_as_ships"), "cards"),
    **dict.fromkeys(("foreign_colonies", "home_colonies"), "colonies"),
    "power": "power",
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


def print_ruled(out: Console, ruling: Told, short: bool = False) -> None:
    """Prints a ruling in two or three lines; with `short` without the cases of what is hidden."""
    of_encounter = "act" not in ruling and "answer" not in ruling
    says = verdict(ruling) if of_encounter else in_question.verdict(ruling)
    hang(out, "  ", Text(says, style="bold"), "")
    for line in [] if short and ruling.get("cases") else [*_lines(ruling), *_owed(ruling)]:
        hang(out, "    ", line, "")


def _owed(ruling: Told) -> list[Text]:
    """What somebody must still do once the encounter is decided, such as putting tokens on its sheet."""
    if ruling.get("outcome") not in _DECIDED or "players" not in ruling:
        return []
    owed = [
        then for then in ruling.get("then", ()) if then["does"] == MUST and not then["what"].startswith(_COMPENSATION)
    ]
    return [
        Text(shown(then["who"]), style=name_style(then["who"])).append(f" must {shown(then['what'])}", style="default")
        for then in owed
    ]


def in_words(ruling: Told) -> str:
    """What a ruling comes to, in one or two sentences."""
    if "act" in ruling or "answer" in ruling:
        return in_question.sentence(ruling)
    lines = "; ".join(line.plain for line in _lines(ruling))
    return f"{verdict(ruling)} {lines}{'.' if lines and lines[-1] not in '.!?' else ''}".strip()


def _of_players(players: Told) -> Iterator[Text]:
    """A line for each player to whom something happens, or who takes something."""
    for name, player in players.items():
        told = ", ".join(filter(None, (happens(player), takes(player))))
        if told and told != UNSETTLED:
            yield Text(shown(name), style=name_style(name)).append(f" {told}", style="default")


def _lines(ruling: Told) -> list[Text]:
    """What a ruling comes to, a line for each thing: what is forbidden, what happens to whom, what has to be asked."""
    found = [cited_by(entry, ruling["edition"]) for entry in ruling["illegal"]]
    if "act" in ruling or "answer" in ruling:
        return [*found, *map(Text, in_question.lines(ruling))]
    if ruling["status"] == "illegal":
        return found
    if "kind" in ruling:  # of Duel
        found += duel_account.lines(in_order(ruling))
    else:
        found += _of_players(in_order(ruling)["players"])
    found += [Text(f"if {shown(case['when'])}: {_case(ruling, case)}") for case in ruling["cases"][:4]]
    if ruling["needs"]:
        found.append(Text(f"ask: {'; '.join(map(shown, ruling['needs'][:3]))}"))
    return found


def _case(ruling: Told, case: Told) -> str:
    if "kind" in ruling:
        return duel.case_told(ruling, case)
    outcome = case.get("outcome")
    return "the rest then" if outcome is None else of_outcome(outcome, case.get("winners") or ())


def in_order(ruling: Told) -> Told:
    """A ruling with its players in the order of the sides; a kept one has them in that of their names."""
    roles = [player["role"] for player in (ruling["players"] or {}).values()]
    if roles == sorted(roles, key=_ROLES.index):
        return ruling
    players = sorted(ruling["players"].items(), key=lambda item: _ROLES.index(item[1]["role"]))
    return {**ruling, "players": dict(players)}


# -- two results -------------------------------------------------------------------------------------------------------


def staying(argument: Argument, sides: Sequence[Told]) -> str:
    """What all accounts come to though they differ, and in what they do.

    `The defense wins either way; only green's ships differ.`
    """
    outcome = sides[0]["ruling"]["outcome"]
    stays = f"{of_outcome(outcome)} either way".capitalize() if outcome else "The result is the same"
    differing = dict.fromkeys(filter(None, map(_thing, argument.differs)))
    return f"{stays}; only {listed([*differing])} differ." if differing else f"{stays}; what is left to do differs."


def the_same_between(argument: Argument, sides: Sequence[Told]) -> Iterator[str]:
    """In what two of several accounts differ by which the encounter ends the same way, where by another it does not.

    `As green and red have it, the offense wins; between these two only green's ships differ.`
    """
    if argument.outcome_stays or len(accounts_of(sides)) < 3:
        return
    for one, other, parts in argument.apart:
        outcome, same = (sides[number - 1]["ruling"]["outcome"] for number in (one, other))
        things = dict.fromkeys(filter(None, (_thing(part.field) for part in parts)))
        if outcome and outcome == same and things:
            who = listed([party_of(sides[number - 1]) for number in (one, other)])
            yield f"As {who} have it, {of_outcome(outcome)}; between these two only {listed([*things])} differ."


def _thing(field: str) -> str:
    """Of what a field of the result tells: `green's ships`."""
    place, _, name = field.rpartition(".")
    if not place:
        return "who may have a second encounter" if field == "second_encounter" else ""
    who = shown(place.removeprefix("players."))
    return f"{who}'s {_THINGS.get(name, 'ships')}"


def changes(parts: Iterable[Part]) -> str:
    """In what two results differ, in words: `blue: 6 cards as compensation, not 4`."""
    parts = duel_account.telling(parts)
    said = "; ".join(filter(None, map(_changed, parts)))
    return said or ("what is left to do" if parts else "nothing")


def turned(parts: Iterable[Part]) -> str:
    """In what two results differ, in short: who wins where that is another, and the cards; else all that differs."""
    every = list(parts)
    if not any(part.field == "outcome" for part in every):
        return changes(every)
    kept = ("outcome", "winners", "illegal")
    return changes(part for part in every if part.field in kept or part.field.endswith((".compensation", ".rewards")))


def _changed(part: Part) -> str:
    of_duel = duel_account.change(part)
    return _change(part) if of_duel is None else of_duel


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
    if part.field == "status" and "illegal" in part.values:
        return "it is not allowed" if after == "illegal" else "it is allowed"
    return "it is not allowed" if part.field == "illegal" and after else ""


def _of_player(who: str, name: str, before: object, after: object) -> str:
    if name == "power":
        return f"{who}'s power: {after}" if after else ""
    if name in _FIELDS and isinstance(after, int):
        return f"{who}: {after} {_FIELDS[name][after != 1]}{f', not {before}' if isinstance(before, int) else ''}"
    return ""
