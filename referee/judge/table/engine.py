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
from referee.state.encounter import Act
from referee.state.table import Table

# What is never refused for the phase or because the game is over.
_ANY_TIME = frozenset(("set", "claim", "table", "draw", "discard", "show", "hide"))

# What needs an encounter that has been aimed.
_NEEDS_TARGET = frozenset(("invite", "ally", "decline", "play", "reveal", "resolve"))

# What the outcome of an encounter is ruled from.
_BEFORE_THE_OUTCOME = frozenset((*_NEEDS_TARGET, "launch", "aim"))

# What names whom the offense meets.
_NAMES_A_DEFENSE = frozenset(("destiny", "wild"))

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
    handler, phases = HANDLERS[on.command.verb]
    in_turn = on.command.verb not in _ANY_TIME
    if not _check_begins(on, phases, in_turn):
        return
    table = on.table
    if in_turn and table.winning and _over_before(on):
        ending.win(on)
        return
    before, said, was = table.ships.get(tbl.WARP, {}), table.acts, table.phase
    colonies = table.who_settled().anywhere if table.aliens else {}
    handler(on)
    if on.table.acts or on.table.aliens:
        losses.notice(on, before, colonies)
    if on.table.fan:
        limbo.note_warp(on.table)
    if in_turn:
        _close(on, said, was)
    _keep_for_answers(on)


def _keep_for_answers(on: Turn) -> None:
    """Keeps what an answer to the command would go back to, and nothing of what can be answered no more."""
    table = on.table
    if table.rewind is not None and on.command.verb not in _KEEPS:
        table.rewind = None
    if table.ruled or table.aftermath is not None:
        answering.note(on)


def _check_begins(on: Turn, phases: tuple[str, ...], in_turn: bool) -> bool:
    """Refuses what the game, its cards, what is due or the phase does not admit; whether there is anything to do.

    There is not where somebody won before this came up.
    """
    command, table = on.command, on.table
    over = bool(table.winners)
    if over and in_turn:
        won = [*map("claim winner {}".format, table.winners)]
        on.forbid("turn.game-over", " and ".join(table.winners), nearest=won, history=("undo",))
    _check_cards(on)
    start.check_order(on)
    if table.winners and not over:
        return False
    if in_turn:
        _answer_before(on)
    if phases and table.phase not in phases:
        on.out_of_phase(f"`{command.verb}`", _belongs(phases), waivable=_stands(table, command.verb))
    if in_turn and table.aliens:
        _check_timed(on)
    return True


def _check_timed(on: Turn) -> None:
    """Refuses what ends a phase in which a sheet that is not applied has still to be told."""
    if timed.is_here(on):
        timed.check_due(on)


def _answer_before(on: Turn) -> None:
    """Refuses to go on while a power has still to be used, and lets what nobody answered have its effects."""
    table = on.table
    if table.due and on.known is None:  # what was done already is not put off
        powers.check_demands(on)
    if table.fresh and table.aliens:
        powers.happens(on, "unanswered")


def _close(on: Turn, said: tuple[Act, ...], was: str) -> None:
    """After a command in the course of a turn: who wins by now, what can be answered, and which flares come back.

    `said` is what had been played before, `was` the phase.
    """
    table = on.table
    if table.winning and not table.winners:
        _check_win(on, was)
    table.fresh = on.command.verb == "act" and table.acts != said  # a tech that is done with cannot be answered
    if table.acts and not table.fresh:
        flares_back(on)


def _over_before(on: Turn) -> bool:
    """Whether the game is over before this command: by a phase that ends here, or at once by what was set before."""
    table, verb = on.table, on.command.verb
    check = on.law["win.check"].value
    ends = check == _BY_PHASES and table.phase not in (ph.RESOLUTION, _CLOSES.get(verb))
    if not ends and check != _AT_ONCE:
        return False
    tried = Turn(table, on.rulebase, on.command)
    note_winning(tried)
    if not tried.table.winning:
        return False
    if check == _AT_ONCE:
        return True
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
    if on.table.winning and (check == _AT_ONCE or closed):
        ending.win(on)


_BY_PHASES, _AT_ONCE = "when-the-phase-ends", "at-once"


_MOST_SEEN = 1024  # cards; no deck has so many kinds


def _check_cards(on: Turn) -> None:
    """Refuses a card that the edition does not have, wherever the command names it."""
    named, done = [*on.command.cards], on.command.act
    if not named and done is None:
        return
    if done is not None:
        named += [card for term in done.terms for card in term.cards]
        named += [f"+{done.amount}"] if done.verb == "reinforce" and done.amount is not None else []
    seen = on.rulebase.in_box
    if not seen.issuperset(named):
        setting.check_in_box(on, named)
        if len(seen) < _MOST_SEEN:
            seen.update(named)


def _stands(table: Table, verb: str) -> bool:
    """Whether the table has what a command of another phase works on: a defense, and a planet that is aimed at.

    What the outcome of an encounter was ruled from is not done once it is ruled, for its ships have moved since; nor
    is another defense named while ships are in the encounter with this one.
    """
    if table.ruled and verb in _BEFORE_THE_OUTCOME:
        return False
    if verb in _NAMES_A_DEFENSE and table.target and table.phase != ph.RESOLUTION:
        return False
    if verb == "launch":
        return bool(table.defense)
    meets = bool(table.defense) and table.defense != table.turn  # nobody meets itself after its own color
    return verb not in _NEEDS_TARGET or (meets and bool(table.target))


def _belongs(phases: tuple[str, ...]) -> str:
    return " or ".join(map(ph.named, phases))
