"""One command on the table that its question leaves open.

What is not given is assumed so that the command fits, as far as the facts leave room for it, and listed. Facts that
cannot be, alone or together, refuse the question with their clause.
"""

from __future__ import annotations

from dataclasses import replace

from referee.book.law import OF_TABLE
from referee.book.loader import Rulebase
from referee.judge.powers.answers import ARTIFACTS
from referee.judge.table.facts import tell
from referee.judge.table.verdict import Verdict
from referee.judge.ways.command import rule
from referee.judge.ways.may import needs, roles
from referee.judge.ways.may.nearest import other_commands, without_a_fact
from referee.judge.ways.may.setting import Setting
from referee.judge.ways.may.special_card import named_as_said
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command
from referee.state.encounter import NEGOTIATE, Act, Card, Term
from referee.state.question import Question
from referee.state.table import LastRuling, Table

_SOME_ARTIFACT = "emotion-control"  # one that can always be played when the cards are turned up
_AFTER_LAUNCH = ("lose", "return", "second", "acquire", "end", "take", "reward")  # no ships need stand on the gate


def question(asked: Question, rulebase: Rulebase) -> Verdict:
    """Rules a command on the table that these facts leave open as little as may be."""
    setting = Setting(asked, rulebase)
    _arrange(setting)
    told = rule(setting.table, Command("set", facts=asked.facts), rulebase) if asked.facts else None
    if told is not None and not told.legal:
        told.steps[:0] = setting.assumed
        for refusal in told.illegal:
            refusal.look_with(lambda _: without_a_fact(asked, rulebase, question))
        return told
    table = _lead_up(setting, told.table if told is not None else setting.table)
    verdict = _used(setting, table, rule(table, asked.command, rulebase))
    verdict.steps[:] = [*setting.assumed, *(step for step in verdict.steps if step.rule.mark != OF_TABLE)]
    for refusal in verdict.illegal:
        refusal.look_with(lambda refusal: other_commands(asked, table, rulebase, question, refusal.given))
    return verdict


def _used(on: Setting, table: Table, verdict: Verdict) -> Verdict:
    """A power that takes a number is asked of with the least where none is said: it may be used, if that is legal."""
    done = on.command.act
    if verdict.legal or done is None or done.verb != "use" or done.args:
        return verdict
    least = rule(table, replace(on.command, act=replace(done, args=("1",))), on.rulebase)
    if least.legal:
        on.assume_by(f"alien {done.name or on.sheets_of(done.who)[0]}", f"{done.who} uses the power for 1")
    return least if least.legal else verdict


def _named_phase(phase: str) -> str:
    return "the start of the turn" if phase == ph.START else f"the {phase} phase"


def _set_mains(on: Setting, matters: bool) -> None:
    """Whose turn it is, and who is the defense from the launch on; assumed where it was not told."""
    table = on.table
    table.turn = on.given("turn") or roles.offense(on)
    if matters and not on.is_given("turn"):
        on.assume("table.assumed-turn", table.turn)
    table.defense = on.given("defense")
    if not table.defense and ph.is_after(table.phase, ph.DESTINY):
        table.defense = roles.defense(on)
        on.assume("table.assumed-defense", table.defense)


def _arrange(on: Setting) -> None:
    """Phase, main players and ships, and then what the command itself needs."""
    table = on.table
    matters = on.command.verb not in roles.ANY_PHASE
    table.phase = on.given("phase") or roles.phase(on)
    if matters and not on.is_given("phase"):
        on.assume("table.assumed-phase", _named_phase(table.phase))
    table.encounter = next((fact.number or 1 for fact in on.facts if fact.what == "encounter"), 1)
    _set_mains(on, matters)
    if ph.is_after(table.phase, ph.LAUNCH):
        _launched(on)
    needs.meet(on)
    on.place_ships()
    needs.hold(on)


def _settling_from_gate(command: Command) -> int:
    """How many ships on the gate a deal needs that is said."""
    terms = command.act.terms if command.act is not None else ()
    return sum(ships for term in terms for ships, source in term.stacks() if source == tbl.GATE)


def _lay_cards(table: Table, verb: str) -> None:
    """The cards, as far as the phase has them: selected, turned up, or ruled with an outcome that nobody told."""
    if table.phase == ph.REVEAL:
        table.cards = dict.fromkeys(table.mains(), tbl.UNKNOWN)
        table.revealed = verb not in ("reveal", "resolve")
    elif table.phase == ph.RESOLUTION:
        table.revealed = table.ruled = True
        line = f"{table.turn} 1 : ? vs {table.defense} 4 : ?"
        table.last = LastRuling.kept({"outcome": None, "position": line, "players": {}, "then": []})


def _launched(on: Setting) -> None:
    """The target, the ships on the gate, the invitations and the cards, as far as the phase has them."""
    table, verb = on.table, on.command.verb
    table.target = on.given("target") or table.home_planets(table.defense)[0]
    if not on.is_given("target"):
        on.assume_by("launch.target", f"the gate points at {table.target}")
    if verb not in _AFTER_LAUNCH or table.phase != ph.RESOLUTION:
        on.stand(table.turn, _settling_from_gate(on.command) or 1, tbl.GATE)
    if ph.is_after(table.phase, ph.ALLIANCE):
        table.invited = dict.fromkeys(table.mains(), ())
    _lay_cards(table, verb)
    if on.is_given("invited"):
        tell(table, tuple(fact for fact in on.facts if fact.what == "invited"))
        table.invited = {**dict.fromkeys(table.mains(), ()), **table.invited}


# -- what leads up to the command --------------------------------------------------------------------------------------


def _lead_up(on: Setting, table: Table) -> Table:
    """Two negotiates before a deal, a deal before it is quashed, a card before it is zapped: played as always."""
    c, done = on.command, on.command.act
    if c.verb == "destiny" and c.word == "special":
        fitting, special, why = named_as_said(table, on.law, c.who, on.whose("hand"), on.stacks)
        if why:
            on.assume_by(special, why)
        return fitting
    if done is None:
        return table
    match done.verb, table.phase:
        case "card-zap", ph.REVEAL:
            return _answerable(on, table, done)
        case "use", ph.PLANNING:
            return _selected(on, table, done.who)
        case verb, ph.RESOLUTION if verb in needs.AFTER_NEGOTIATES:
            return _negotiated(on, table, verb == "quash")
    return table


def _negotiated(on: Setting, table: Table, deal: bool) -> Table:
    """Two negotiates, and the plainest deal; the same table where that cannot be."""
    before = table.copy()
    before.phase, before.ruled, before.due = ph.REVEAL, False, []
    before.cards, before.revealed = dict.fromkeys(table.mains(), str(Card(NEGOTIATE))), True
    made = Act("deal", terms=tuple(Term(name, 1) for name in table.mains()))
    for command in (Command("resolve"), *([Command("act", table.turn, act=made)] if deal else [])):
        verdict = rule(before, command, on.rulebase)
        if not verdict.legal:
            return table
        before = verdict.table
    return before


def _selected(on: Setting, table: Table, who: str) -> Table:
    """Both cards lie facedown, where the power that is used comes after the selection."""
    aliens = [on.rulebase.alien(name) for name in table.aliens.get(who, ())]
    uses = [use for alien in aliens if alien is not None for use in alien.uses]
    phases = {phase for use in uses for phase in use.phases}
    if phases != {ph.PLANNING} or not any("after select" in map(str, use.moments) for use in uses):
        return table
    table = table.copy()
    table.cards, table.phase = dict.fromkeys(table.mains(), tbl.UNKNOWN), ph.REVEAL
    on.assume_by("planning.selects", "both main players have selected a card")
    return table


def _answerable(on: Setting, table: Table, done: Act) -> Table:
    """A card of somebody else, just played."""
    who = next(name for name in table.seats if name != done.by)
    played = rule(table, Command("act", who, act=Act(_SOME_ARTIFACT, by=who)), on.rulebase)
    if played.legal:
        card = ARTIFACTS[_SOME_ARTIFACT]
        on.assume_by(f"card {card}", f"{who} has just played {card}")
    return played.table
