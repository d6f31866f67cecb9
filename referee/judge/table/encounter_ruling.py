"""The encounter at a table, ruled as on one line: what is ruled, on which grounds, and what is asked for first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn

from referee.book.law import Rule
from referee.book.loader import Names
from referee.judge.finding import Finding
from referee.judge.hidden.cases import judge
from referee.judge.nearest import SETTLED
from referee.judge.ruling import (
    DEPENDS,
    ILLEGAL,
    OPEN,
    Illegal,
    Ruling,
)
from referee.judge.table import stated
from referee.judge.table.lines import TALKS, acts_to_rule, position_of, tell_more
from referee.judge.table.planning import ask_for_hidden, hidden_cards, told_up
from referee.judge.table.reckoning import told_so
from referee.judge.table.sheets import too_late
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.judge.table.unsaid import awaited, refuse_unsaid
from referee.judge.table.verdict import Refusal
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.acts import write_act
from referee.state.encounter import ATTACK, OFFENSE, Card, Position
from referee.state.notation import read
from referee.state.table import LastRuling, Table


def _refuse_illegal(on: Turn, ruling: Ruling) -> NoReturn:
    """Refuses what the ruling forbids; in talks another deal may be said, before them what was done is taken back."""
    talks = any(due.what == "deal" for due in on.table.due)
    history = () if talks else ("undo",)
    raise RefusedError(*(Refusal(illegal.finding, _other_deals(illegal), history) for illegal in ruling.illegal))


def _ways_to_tell(on: Turn) -> Sequence[str]:
    """What may be typed to tell a hidden fact on which the ruling depends: the cards, their values, or other facts."""
    if on.table.phase == ph.REVEAL and hidden_cards(on.table):
        return (told_up(on),)
    told = [f"value {name} 8 printed" for name, card in on.table.cards.items() if card == str(Card(ATTACK))]
    return told or [f"set {fact}" for fact in _facts_missing(on.table)]


def judged(on: Turn, position: Position) -> Ruling:
    """The ruling of the encounter as it stands now; refused where it is illegal, hidden or not covered."""
    stated.check(on)
    said = len(on.table.acts)
    if on.table.unknown:
        _check_counts(on)
    ruling = judge(position, on.rulebase, False)
    if ruling.status == ILLEGAL:
        waived = {*on.waived} >= {illegal.finding.rule.id for illegal in ruling.illegal}
        if not waived and not too_late(on, ruling):
            _refuse_illegal(on, ruling)
        ruling = judge(position, on.rulebase, True)
    if awaited(ruling):
        refuse_unsaid(on, ruling)
        position = position.but(acts=(*position.acts, *on.table.acts[said:]))
        ruling = judge(position, on.rulebase, True)
    on.steps.append(ruling.root)
    on.ruling = ruling
    if ruling.status == DEPENDS:
        ask_for_hidden(on, "; ".join(ruling.needs), _ways_to_tell(on))
    if ruling.status == OPEN:
        ask_for_hidden(on, "no document covers it; the players settle it", (SETTLED,))
    write, tell = lambda: ruling.position, lambda: ruling.to_dict(proof=False)
    on.table.last = LastRuling(outcome_of(ruling) or None, write, tell, position)
    return ruling


def _check_counts(on: Turn) -> None:
    """Asks for the ships of a player in the encounter that nobody has counted."""
    for name in (*on.table.mains(), *on.table.allies):
        on.check_known(name, place_of(on.table, name))


def _facts_missing(table: Table) -> Iterator[str]:
    """The counts that nobody knows, each with a number that it may have, as they are typed after `set`."""
    for name, places in table.unknown.items():
        for place in places:
            yield told_so(table, name, place, str(len(table.hands[name]) if place == tbl.HAND else 1))


def _other_deals(illegal: Illegal) -> tuple[str, ...]:
    """The deals of the lines that a refusal names, as commands: with other terms, or none."""
    acts = (act for line in illegal.given for act in line.acts)
    return tuple(dict.fromkeys(write_act(act) for act in acts if act.verb in TALKS))


def outcome_of(ruling: Ruling) -> str:
    """The outcome of a ruling; none (an empty text) where there is none."""
    return ruling.outcome.value if ruling.outcome is not None else ""


def as_turned_up(on: Turn) -> Position:
    """The encounter as it stood when the cards were turned up, with all that was done since."""
    position = as_ruled(on)
    position.acts = acts_to_rule(on.table, on.rulebase)
    return position


def as_ruled(on: Turn) -> Position:
    """The encounter as its cards decided it, with what the table knows and no line says; a copy to be changed."""
    last = on.table.last
    assert last is not None
    if last.position is None:
        last.position = read(last.line, Names(on.rulebase))
        last.position.reckoned = on.table.reckoned  # no line says which counts are a table's own
    position = last.position.but(hands={**last.position.hands}, removed={})
    tell_more(position, on.table)
    return position


def ruled(on: Turn) -> Ruling | None:
    """The ruling of this encounter with its proof, as far as cards were turned up; None before that."""
    table = on.table
    if table.ruled:
        return judge(as_turned_up(on), on.rulebase, True)
    if table.phase == ph.REVEAL and table.revealed:
        return judge(position_of(table, on.rulebase), on.rulebase, True)
    return None


def _figure(ruling: Ruling, who: str, what: str) -> Finding | None:
    """A figure of a ruling: the total of a side, or what a player has of it."""
    if what == "total" and ruling.totals is not None:
        return ruling.totals[0 if who == OFFENSE else 1]
    figure: Finding | None = getattr(ruling.players.get(who), what, None)
    return figure


def grounds(on: Turn, who: str, what: str) -> tuple[Rule, ...]:
    """What a figure of the ruling rests on: its own rule and those before it, where the ships went, the outcome."""
    ruling = ruled(on)
    if ruling is None:
        return ()
    found: list[Finding | None] = [ruling.outcome]
    player, figure = ruling.players.get(who), _figure(ruling, who, what)
    found += [figure, *(figure.sources if figure is not None else ())]
    if player is not None and what in _FATES:
        fates = (getattr(player, fate) for fate in _FATES)
        found += [fate for fate in fates if fate is not None and fate.value]
    rules = {finding.rule.id: finding.rule for finding in found if finding is not None}
    return tuple(rules.values())


_FATES = ("lands", "warp", "returns", "stays", "removed")


def place_of(table: Table, name: str) -> str:
    """Where the ships of a player in the encounter stand; empty (no place) for a bystander."""
    if name == table.turn:
        return tbl.GATE
    if name == table.defense:
        return table.target
    side = table.allies.get(name)
    return "" if side is None else tbl.GATE if side == OFFENSE else tbl.BESIDE


def count_of(finding: Finding | None) -> int:
    """The number in a finding; 0 where there is none."""
    return finding.value if finding is not None and finding.value else 0
