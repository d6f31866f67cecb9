"""One command at a table of Duel: ruled before anything changes, and then applied to a copy."""

from __future__ import annotations

from collections.abc import Set

from referee.duel import correcting, effects, fighting, opening  # noqa: F401  they register
from referee.duel import state as st
from referee.duel.commands import Command, write_command
from referee.duel.control import check_roles, check_win
from referee.duel.envoys import last_card
from referee.duel.legal import legal
from referee.duel.on import Hidden, HiddenError
from referee.duel.play import HANDLERS, At
from referee.duel.ruling import DuelRuling
from referee.duel.state import Due, State
from referee.duel.unknown import asks
from referee.judge.table.steps import RefusedError, ruled
from referee.judge.table.verdict import Decided, Refusal
from referee.law.loader import Rulebase

_NEAREST = 3  # legal commands that are offered with a refusal

# What is never refused for the phase or because the game is over.
_ANY_TIME = ("set", "claim", "past", "read")


class DuelVerdict(Decided[State, DuelRuling]):
    """The ruling of one command at a table of Duel."""

    __slots__ = ()


def lay(command: Command, rulebase: Rulebase) -> DuelVerdict:
    """Rules a `table` command: a game that is set up, if it can be."""
    return _ruled(State(), command, rulebase, opening.lay, False)


def rule(table: State, command: Command, rulebase: Rulebase, anyway: bool = False) -> DuelVerdict:
    """Rules a command. The table itself is not changed; the verdict has the one that follows."""

    def run(on: At) -> None:
        try:
            _rule(on)
        except RefusedError as error:
            raise RefusedError(
                *(_helped(refusal, table, command.verb, rulebase) for refusal in error.refusals)
            ) from None

    return _ruled(table, command, rulebase, run, anyway)


def _helped(refusal: Refusal, table: State, verb: str, rulebase: Rulebase) -> Refusal:
    """A refusal with what may be typed instead: such a command if one is legal now, else any that is."""
    if refusal.nearest or verb in _ANY_TIME:
        return refusal
    offers = dict.fromkeys(text for _, text in legal(table, rulebase))
    alike = [text for text in offers if text.split()[0] == verb]
    return Refusal(refusal.finding, tuple(alike or offers)[:_NEAREST], refusal.history)


def _ruled(table: State, command: Command, rulebase: Rulebase, run: object, anyway: bool) -> DuelVerdict:
    def begin(waived: Set[str]) -> At:
        on = At(table, rulebase, waived)
        on.command = command
        return on

    return ruled(DuelVerdict, write_command(command), table, rulebase.law, begin, run, anyway)  # type: ignore[arg-type]


def _rule(on: At) -> None:
    verb, table = on.command.verb, on.table
    handler, phases = HANDLERS[verb]
    if table.phase == st.OVER and verb not in _ANY_TIME:
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
        on.cannot("turn.hidden", asks(error.hidden))


def _over(on: At) -> None:
    """Refuses what is done after the game; how it was won is cited too."""
    table = on.table
    won = "has won it" if len(table.winners) == 1 else "have won it"
    says = f"{' and '.join(table.winners)} {won}" if table.winners else "neither player has won it"
    on.forbid("win.over", says, citing=table.ended)


def _first_things(on: At) -> None:
    """What has to be done before anything else: one ally kept of two, a last card shown."""
    verb = on.command.verb
    if not on.table.dues or verb in (*_ANY_TIME, "keep", "show"):
        return
    due = on.table.dues[0]
    if due.options[0].startswith("keep"):
        on.cannot("envoys.keep-first", due.who, nearest=[f"keep {due.who} {o.split()[1]}" for o in due.options])
    if due.options[0].startswith("show"):
        on.cannot("ability.show-it", due.who)


def _roles(on: At) -> None:
    """The roles change at once, not only in the cleanup (the-leader-and-the-straggler.3)."""
    if on.law["roles.switch"].value == "in-cleanup" or on.table.phase in (st.OVER, st.SETUP):
        return
    before, steps = on.table.leader, len(on.steps)
    check_roles(on)
    if on.table.leader == before:
        del on.steps[steps:]


def _won(on: At) -> None:
    """Between two destiny cards five planets win, however they were come by (winning-the-game.2; DU-24)."""
    at_once = on.law["win.moment"].value == "first-to-five"
    if on.table.phase in (st.DESTINY, st.LIMIT) or (at_once and on.table.phase not in (st.SETUP, st.OVER)):
        check_win(on)


def _last_card(on: At) -> None:
    """An opponent's last card is shown first, where an ability asks for it."""
    if on.table.phase in (st.OVER, st.SETUP):
        return
    on.table.dues = [due for due in on.table.dues if not due.options[0].startswith("show")]
    try:
        last_card(on)
    except HiddenError as error:
        if error.hidden.kind != "last":
            raise
        on.table.dues.insert(0, Due(error.hidden.name, ["show 1"]))


__all__ = ["DuelVerdict", "Hidden", "lay", "rule"]
