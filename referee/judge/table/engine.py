"""One command at a table: ruled before anything changes, and then applied to a copy."""

from __future__ import annotations

from referee.judge.table import (  # noqa: F401
    acquiring,
    acts,
    alliance,
    answering,
    claims,
    correcting,
    deals,
    destiny,
    dues,
    ending,
    handing,
    launch,
    limbo,
    losses,
    planning,
    powers,
    punting,
    resolution,
    setting,
    sheets,
    start,
    technology,
    timed,
)
from referee.judge.table.played import flares_back
from referee.judge.table.resolution import note_winning
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import HANDLERS, Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.table import Table

# What is never refused for the phase or because the game is over.
_ANY_TIME = frozenset(("set", "claim", "table", "draw", "discard", "show", "hide"))

# What needs an encounter that has been aimed.
_NEEDS_TARGET = frozenset(("invite", "ally", "decline", "play", "reveal", "resolve"))


# The phase that each of these ends when it is the last of its kind; what else leaves a phase comes after its end.
_CLOSES = {
    "destiny": ph.DESTINY,
    "launch": ph.LAUNCH,
    "aim": ph.LAUNCH,
    "invite": ph.ALLIANCE,
    "ally": ph.ALLIANCE,
    "decline": ph.ALLIANCE,
    "play": ph.PLANNING,
}

# After these a card can still be answered as if it had not been carried out.
_KEEPS = ("act", "claim")


def step(on: Turn) -> None:
    """Rules one command and does it: RefusedError where a rule forbids it."""
    command, table = on.command, on.table
    verb = command.verb
    handler, phases = HANDLERS[verb]
    in_turn, over = verb not in _ANY_TIME, bool(table.winners)
    if over and in_turn:
        won = [f"claim winner {name}" for name in table.winners]
        on.forbid("turn.game-over", " and ".join(table.winners), nearest=won, history=("undo",))
    if command.cards or command.act is not None:
        _check_cards(on)
    start.check_order(on)
    if table.winners and not over:  # somebody won before this came up
        return
    if in_turn:
        if table.due and on.known is None:  # what was done already is not put off
            powers.check_demands(on)
        if table.fresh and table.aliens:
            powers.happens(on, "unanswered")
    if phases and table.phase not in phases:
        on.out_of_phase(f"`{verb}`", _belongs(phases), waivable=_stands(table, verb))
    if table.aliens and in_turn and timed.is_here(on):
        timed.check_due(on)
    before, said, was = table.ships.get(tbl.WARP), table.acts, table.phase
    colonies = table.who_settled().anywhere if table.aliens else {}
    if in_turn and table.winning and _over_before(on):
        ending.win(on)
        return
    handler(on)
    table = on.table  # a handler may go on with another one
    if table.acts or table.aliens:
        losses.notice(on, before or {}, colonies)
        table = on.table
    if table.fan:
        limbo.note_warp(table)
    if in_turn:
        if table.winning and not table.winners:
            _check_win(on, was)
        table.fresh = verb == "act" and table.acts != said  # a tech that is done with cannot be answered
        if table.acts and not table.fresh:
            flares_back(on)
    if table.rewind is not None and verb not in _KEEPS:
        table.rewind = None
    if table.ruled or table.aftermath is not None:
        answering.note(on)


def _over_before(on: Turn) -> bool:
    """Whether this command begins another phase, and one ends before it in which somebody meets a winning condition."""
    table, verb = on.table, on.command.verb
    if on.law["win.check"].value != _BY_PHASES or table.phase in (ph.RESOLUTION, _CLOSES.get(verb)):
        return False
    tried = Turn(table, on.rulebase, on.command)
    note_winning(tried)
    if not tried.table.winning:
        return False
    try:
        HANDLERS[verb][0](tried)
    except RefusedError:
        return False
    return tried.table.phase != table.phase


def _check_win(on: Turn, was: str) -> None:
    """Who still meets a condition of winning after the command, and whether the game ends with it (4.12.1; DF-05)."""
    note_winning(on)
    check = on.law["win.check"].value
    closed = check == _BY_PHASES and was != on.table.phase and was == _CLOSES.get(on.command.verb)
    if on.table.winning and (check == "at-once" or closed):
        ending.win(on)


_BY_PHASES = "when-the-phase-ends"


_MOST_SEEN = 1024  # cards; no deck has so many kinds


def _check_cards(on: Turn) -> None:
    """Refuses a card that the edition does not have, wherever the command names it."""
    named, done = [*on.command.cards], on.command.act
    if done is not None:
        named += [card for term in done.terms for card in term.cards]
        named += [f"+{done.amount}"] if done.verb == "reinforce" and done.amount is not None else []
    seen = on.rulebase.in_box
    if not seen.issuperset(named):
        setting.check_in_box(on, named)
        if len(seen) < _MOST_SEEN:
            seen.update(named)


def _stands(table: Table, verb: str) -> bool:
    """Whether the table has what a command of a later phase works on: a defense, and a planet that is aimed at."""
    if verb == "launch":
        return bool(table.defense)
    return verb not in _NEEDS_TARGET or bool(table.defense and table.target)


def _belongs(phases: tuple[str, ...]) -> str:
    return " or ".join(map(ph.named, phases))
