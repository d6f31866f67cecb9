"""One command at a table of Duel: ruled before anything changes, and then applied to a copy."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from functools import partial

from referee.book.loader import Rulebase
from referee.duel import correcting, effects, fighting, opening  # noqa: F401  they register
from referee.duel.commands import Command, read_command, write_command
from referee.duel.control import check_roles, check_win
from referee.duel.envoys import last_card
from referee.duel.legal import legal
from referee.duel.on import Hidden, HiddenError
from referee.duel.play import HANDLERS, At
from referee.duel.ruling import DuelRuling
from referee.duel.state import Due, Phase, State
from referee.duel.texts import texts
from referee.duel.unknown import asks
from referee.errors import MalformedError
from referee.judge.table.nearest import instead
from referee.judge.table.steps import ruled
from referee.judge.table.verdict import Decided, Refusal, Search

_SOMEBODY = ("blue", "orange")  # who plays where nobody is named

# What is never refused for the phase or because the game is over.
_ANY_TIME = ("set", "claim", "past", "read")


class DuelVerdict(Decided[State, DuelRuling]):
    """The ruling of one command at a table of Duel."""

    __slots__ = ()


def lay(command: Command, rulebase: Rulebase) -> DuelVerdict:
    """Rules a `table` command: a game that is set up, if it can be."""
    return _ruled(State(), command, rulebase, opening.lay, False, lambda _: _for_two(command, rulebase))


def _for_two(command: Command, rulebase: Rulebase) -> tuple[str, ...]:
    """A table that can be laid: the first two of the players that were named, and somebody else where there is one."""
    names = [*command.pairs, *(name for name in _SOMEBODY if name not in command.pairs)][:2]
    other = replace(command, pairs={name: command.pairs.get(name, "") for name in names})
    return (write_command(other),) if other != command and lay(other, rulebase).legal else ()


def rule(table: State, command: Command, rulebase: Rulebase, anyway: bool = False) -> DuelVerdict:
    """Rules a command. The table itself is not changed; the verdict has the one that follows."""

    return _ruled(table, command, rulebase, _rule, anyway, partial(_instead, table, command, rulebase))


def _instead(table: State, command: Command, rulebase: Rulebase, refusal: Refusal) -> tuple[str, ...]:
    """What may be typed instead of a refused command: of what its refusal names what is legal, or what is nearest."""
    names = texts(rulebase)

    def tried(text: str) -> bool:
        try:
            return rule(table, read_command(text, names, table.seats), rulebase).legal
        except MalformedError:
            return False

    return instead(refusal.given, write_command(command), command.who, lambda: legal(table, rulebase), tried)


def _ruled(
    table: State,
    command: Command,
    rulebase: Rulebase,
    run: object,
    anyway: bool,
    search: Search,
) -> DuelVerdict:
    def begin(waived: Set[str]) -> At:
        on = At(table, rulebase, waived)
        on.command = command
        return on

    text, law = write_command(command), rulebase.law
    return ruled(DuelVerdict, text, table, law, begin, run, anyway, search)  # type: ignore[arg-type]


def _rule(on: At) -> None:
    verb, table = on.command.verb, on.table
    handler, phases = HANDLERS[verb]
    if table.phase == Phase.OVER and verb not in _ANY_TIME:
        _over(on)
    _first_things(on)
    if phases and table.phase not in phases:
        if verb == "reveal":
            on.cannot("envoys.only-in-duel", on.command.who)
        on.cannot("turn.phases", f"`{verb}`", " or ".join(phases), table.phase)
    hands = {name: list(hand) for name, hand in table.hands.items()}
    try:
        if verb != "set":
            _roles(on)  # what was set before may have changed them
        handler(on)
        _won(on)
        if verb not in _ANY_TIME:
            _roles(on)
        if hands != on.table.hands and verb != "show":
            _last_card(on)
    except HiddenError as error:
        on.cannot("turn.hidden", asks(error.hidden), nearest=_telling(error.hidden))


def _telling(hidden: Hidden) -> tuple[str, ...]:
    """The correction that tells a fact which is hidden, with one of the values that it can have."""
    value = hidden.choices[0] if hidden.choices else hidden.high
    whose = "" if hidden.kind == "advantage" else f"{hidden.name} "
    return (f"set {hidden.kind} {whose}{value}",) if hidden.kind in _SET else ()


_SET = ("advantage", "supply", "warp", "icon", "snare")  # hidden facts that `set` tells


def _over(on: At) -> None:
    """Refuses what is done after the game; how it was won is cited too."""
    table = on.table
    won = "has won it" if len(table.winners) == 1 else "have won it"
    says = f"{' and '.join(table.winners)} {won}" if table.winners else "neither player has won it"
    on.forbid("win.over", says, history=("undo",), citing=table.ended)


def _first_things(on: At) -> None:
    """What has to be done before anything else: one ally kept of two, a last card shown."""
    verb = on.command.verb
    if not on.table.dues or verb in (*_ANY_TIME, "keep", "show"):
        return
    due = on.table.dues[0]
    if due.verb == "keep":
        on.cannot("envoys.keep-first", due.who, nearest=[f"keep {due.who} {o.split()[1]}" for o in due.options])
    if due.verb == "show":
        on.cannot("ability.show-it", due.who)


def _roles(on: At) -> None:
    """The roles change at once, not only in the cleanup (the-leader-and-the-straggler.3)."""
    if on.law["roles.switch"].value == "in-cleanup" or on.table.phase in (Phase.OVER, Phase.SETUP):
        return
    before, steps = on.table.leader, len(on.steps)
    check_roles(on)
    if on.table.leader == before:
        del on.steps[steps:]


def _won(on: At) -> None:
    """Between two destiny cards five planets win, however they were come by (winning-the-game.2; DU-24)."""
    at_once = on.law["win.moment"].value == "first-to-five"
    if on.table.phase in (Phase.DESTINY, Phase.LIMIT) or (at_once and on.table.phase not in (Phase.SETUP, Phase.OVER)):
        check_win(on)


def _last_card(on: At) -> None:
    """An opponent's last card is shown first, where an ability asks for it."""
    if on.table.phase in (Phase.OVER, Phase.SETUP):
        return
    on.table.dues = [due for due in on.table.dues if due.verb != "show"]
    try:
        last_card(on)
    except HiddenError as error:
        if error.hidden.kind != "last":
            raise
        on.table.dues.insert(0, Due(error.hidden.name, ["show 1"]))


__all__ = ["DuelVerdict", "Hidden", "lay", "rule"]
