"""One duel or contest as it is told on one line. Plain values: nothing here knows a rule.

Cards and tactics are written as on the table (`state`): `13`, `+8`, `blast 4`, `blast 4/shield 1`, `?`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from referee.duel.state import UNKNOWN

NOTHING = "none"  # a player who sends no ships, plays no tactic or has no plan
NOT_TOLD = ""  # of tactics: the ships are those that the tactics left
BLAST, SHIELD, RECOVER = "blast", "shield", "recover"
ICONS = (BLAST, SHIELD, RECOVER)


class Fighter(NamedTuple):
    """One side: who, which alien, the dial (None: hidden; 0: sends none), the tactic, the plan, what changes it."""

    name: str
    alien: str = ""
    dial: int | None = 0
    tactic: str = NOT_TOLD
    plan: str = UNKNOWN
    plus: tuple[str, ...] = ()


class Act(NamedTuple):
    """Something that was done, in the words of the table commands: `args` are its numbers, names, cards and tactics."""

    verb: str  # reveal | use | ready | reinforce | pass | add | loses | wins
    who: str = ""
    name: str = ""
    args: tuple[str, ...] = ()
    number: int | None = None
    why: str = ""


@dataclass(slots=True)
class Line:
    """One duel or contest. Mappings are by player name; a number that is None is hidden."""

    contest: bool
    leader: Fighter
    straggler: Fighter
    card: str = ""
    advantage: int | None = None
    told_advantage: bool = False  # whether the line gives it, be it as `?`
    prize: str = ""
    effect: str = ""  # what the prize or the contest does, in the players' words
    supply: dict[str, int | None] = field(default_factory=dict)
    warp: dict[str, int | None] = field(default_factory=dict)
    there: dict[str, int | None] = field(default_factory=dict)
    controls: dict[str, int | None] = field(default_factory=dict)
    spent: dict[str, int | None] = field(default_factory=dict)
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    envoys: dict[str, str] = field(default_factory=dict)
    snares: dict[str, str] = field(default_factory=dict)
    icons: dict[str, str] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)
    acts: tuple[Act, ...] = ()
    line: str = field(default="", compare=False)

    def fighters(self) -> tuple[Fighter, Fighter]:
        """Both sides, the leader's first."""
        return self.leader, self.straggler


def split(tactic: str) -> tuple[str, int | None]:
    """The half of a tactic that is resolved: its icon and its value (None where nobody told it)."""
    half = tactic.partition("/")[0]
    icon, _, value = half.partition(" ")
    return icon, int(value) if value.isdigit() else None


# -- written -----------------------------------------------------------------------------------------------------------


def write(line: Line) -> str:
    """The canonical line: what is written back reads back to the same position."""
    sides = " vs ".join(_side(fighter, line.contest) for fighter in line.fighters())
    return " ; ".join([sides, *_facts(line), *(_act(act) for act in line.acts)])


def _side(fighter: Fighter, contest: bool) -> str:
    who = fighter.name + (f"/{fighter.alien}" if fighter.alien else "")
    if not contest:
        who += f" {_count(fighter.dial) if fighter.dial != 0 else NOTHING}"
        if fighter.tactic:
            who += " no tactic" if fighter.tactic == NOTHING else f" {fighter.tactic}"
    return " ".join([f"{who} : {fighter.plan}", *(_plus(card) for card in fighter.plus)])


def _plus(card: str) -> str:
    return card if card[0] in "+-" else f"+{card}"


def _count(number: int | None) -> str:
    return UNKNOWN if number is None else str(number)


def _facts(line: Line) -> list[str]:
    found = []
    if line.card:
        found.append(f"card {line.card}")
    if line.told_advantage:
        found.append(f"advantage {_count(line.advantage)}")
    if line.prize:
        found.append(f"prize {line.prize} {line.effect}".strip())
    elif line.effect:
        found.append(f"effect {line.effect}")
    for word in COUNTED:
        told: dict[str, int | None] = getattr(line, word)
        if told:
            found.append(f"{word} " + ", ".join(f"{name} {_count(number)}" for name, number in told.items()))
    for name, hand in line.hands.items():
        known = any(card != UNKNOWN for card in hand)
        found.append(f"hand {name}: {' '.join(hand)}" if known else f"hand {name} {len(hand)}")
    found += [f"envoy {name} {envoy}" for name, envoy in line.envoys.items()]
    found += [f"snare {name} {card}" for name, card in line.snares.items()]
    found += [f"icon {name} {icon}" for name, icon in line.icons.items()]
    return found + [f"text {name} {words}" for name, words in line.says.items()]


COUNTED = ("supply", "warp", "there", "controls", "spent")


def _act(act: Act) -> str:
    if act.verb == "reinforce":
        on = f" on {act.args[1]}" if act.args[1] != act.who else ""
        return f"reinforce {act.who} {act.args[0]}{on}"
    if act.verb == "ready":
        return f"ready {act.who} {', '.join(act.args)}"
    if act.verb == "add":
        return f"add {act.who} {act.number} {act.why}".rstrip()
    if act.verb == "loses":
        return f"loses {act.who} {act.number} {act.why}".rstrip()
    words = [act.verb, act.who, act.name, *act.args, act.why]
    return " ".join(word for word in words if word)
