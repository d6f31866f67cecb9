"""One command at a table: ruled before anything changes, and then applied to a copy."""

from __future__ import annotations

from functools import partial

from referee.judge.table import (  # noqa: F401  they register
    acting,
    aiming,
    allying,
    claims,
    destiny,
    effects,
    handing,
    limbo,
    losses,
    opening,
    playing,
    powers,
    punting,
    resolving,
    setting,
    settling,
    sheets,
    technology,
)
from referee.judge.table.steps import RefusedError, ruled
from referee.judge.table.suggestions import suggested
from referee.judge.table.turn import HANDLERS, Turn
from referee.judge.table.verdict import Verdict
from referee.law.loader import Rulebase
from referee.position import table as tbl
from referee.position.commands import Command, write_command
from referee.position.table import Table

# What is never refused for the phase or because the game is over.
_ANY_TIME = frozenset(("set", "claim", "table", "draw", "discard", "show", "hide"))

# What needs an encounter that has been aimed.
_NEEDS_TARGET = frozenset(("invite", "ally", "decline", "play", "reveal", "resolve"))

_ENDS = ("end", "second", "acquire", "offense")  # another encounter begins with these

# After these a card can still be answered as if it had not been carried out.
_KEEPS = ("act", "claim")


def rule(table: Table, command: Command, rulebase: Rulebase, anyway: bool = False) -> Verdict:
    """Rules a command at a table. The table itself is not changed; the verdict has the one that follows.

    With `anyway` it is done although rules forbid it, and these are named; what cannot be done at all stays undone.
    """

    on, text = Turn(table, rulebase, command), write_command(command)
    try:
        _rule(on)
    except RefusedError:
        verdict = ruled(Verdict, text, table, rulebase.law, partial(Turn, table, rulebase, command), _rule, anyway)
        for refusal in (*verdict.illegal, *verdict.anyway):
            refusal.find = partial(suggested, table=table, command=command, rulebase=rulebase, run=_rule)
        if verdict.anyway and command.verb not in _ENDS:  # what was done once is not refused again as it is ruled
            forced = (*verdict.table.forced, *(refusal.finding.rule.id for refusal in verdict.anyway))
            verdict.table.forced = tuple(dict.fromkeys(forced))
        return verdict
    verdict = Verdict(text, rulebase.law, on.table, on.steps)
    verdict.ruling = on.ruling
    return verdict


def _rule(on: Turn) -> None:
    command, table = on.command, on.table
    verb = command.verb
    handler, phases = HANDLERS[verb]
    in_turn, over = verb not in _ANY_TIME, bool(table.winners)
    if over and in_turn:
        won = [f"claim winner {name}" for name in table.winners]
        on.forbid("turn.game-over", " and ".join(table.winners), nearest=won)
    if command.cards or command.act is not None:
        _check_cards(on)
    opening.check_order(on)
    if table.winners and not over:  # somebody won before this came up
        return
    if in_turn:
        if table.due:
            powers.check_demands(on)
        if table.fresh and table.aliens:
            powers.happens(on, "unanswered")
    if phases and table.phase not in phases:
        on.out_of_phase(f"`{verb}`", _belongs(phases), waivable=_stands(table, verb))
    before, acts = table.ships.get(tbl.WARP), table.acts
    handler(on)
    table = on.table  # a handler may go on with another one
    if table.acts or table.aliens:
        losses.notice(on, before or {})
        table = on.table
    if table.fan:
        limbo.note_warp(table)
    if in_turn:
        if table.winning and not table.winners and on.law["win.check"].value == "at-once":
            settling.win(on)
        table.fresh = verb == "act" and table.acts != acts  # a tech that is done with cannot be answered
    if table.rewind is not None and verb not in _KEEPS:
        table.rewind = None


def _check_cards(on: Turn) -> None:
    """Refuses a card of a type that the edition does not have, wherever the command names it."""
    named, done = [*on.command.cards], on.command.act
    if done is not None:
        named += [card for term in done.terms for card in term.cards]
        named += [f"+{done.amount}"] if done.verb == "reinforce" and done.amount is not None else []
    setting.check_in_box(on, named)


def _stands(table: Table, verb: str) -> bool:
    """Whether the table has what a command of a later phase works on: a defense, and a planet that is aimed at."""
    if verb == "launch":
        return bool(table.defense)
    return verb not in _NEEDS_TARGET or bool(table.defense and table.target)


def _belongs(phases: tuple[str, ...]) -> str:
    return " or ".join(map(opening.named, phases))
