"""The duel or contest that goes on at a table as one line: what both had as it began, and what was done since."""

from __future__ import annotations

from collections.abc import Iterable

from referee.duel.clauses import CLAUSES, write
from referee.duel.declared import Spoken
from referee.duel.fighting import ACTS
from referee.duel.line import NOT_TOLD, DuelLine, Fighter
from referee.duel.notation import DuelReader
from referee.duel.state import UNKNOWN, Fight, Phase, State
from referee.duel.texts import Texts


def note(table: State, act: Spoken) -> None:
    """Notes what is done in a duel or contest; that a player passes is told on a line only between reinforcements."""
    if table.fight is not None and act.verb in ACTS and (act.verb != "pass" or table.phase == Phase.REINFORCE):
        table.fight.acts.append(str(act))


def line_of(table: State, known: Texts) -> str:
    """The duel or contest as a line, as far as it has come; the last one that was decided where none goes on."""
    fight = table.fight
    return table.line if fight is None else write(_line(table, fight, known))


def _line(table: State, fight: Fight, known: Texts) -> DuelLine:
    leader, straggler = (_fighter(table, fight, name) for name in table.order())
    line = DuelLine(fight.contest, leader, straggler, acts=tuple(_acts(fight.acts, table, known)))
    line.card = table.card
    printed = known.find("destiny", table.card)
    if not fight.contest and (printed is None or printed.data.get("advantage") != fight.advantage):
        line.advantage, line.told_advantage = fight.advantage, True
    if printed is None:
        line.prize = fight.prize
    had = fight.began
    for place in ("envoys", "controls"):
        setattr(line, place, dict(getattr(had, place)))
    for place in () if fight.contest else ("supply", "warp", "there", "spent"):
        setattr(line, place, dict(getattr(had, place)))
    line.snares, line.icons, line.says = fight.snares or dict(table.snares), dict(table.icons), dict(table.says)
    return line


def _fighter(table: State, fight: Fight, name: str) -> Fighter:
    alien = table.aliens.get(name, "")
    plan = fight.laid.get(name) or fight.plans.get(name) or UNKNOWN
    if fight.contest:
        return Fighter(name, alien, 0, NOT_TOLD, plan)
    dial = 0 if name in fight.barred else fight.dials.get(name, fight.sent.get(name))
    return Fighter(name, alien, dial, fight.tactics.get(name, UNKNOWN), plan)


def _acts(said: Iterable[str], table: State, known: Texts) -> Iterable[Spoken]:
    return (CLAUSES.read(DuelReader(act, known, table.seats)) for act in said)
