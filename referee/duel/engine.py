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
from referee.duel.play import HANDLERS, At, hand_limit
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
        won = f"{' and '.join(table.winners)} has won it" if table.winners else "no player has won it"
        on.forbid("win.over", won)
    _first_things(on)
    if table.phase == st.LIMIT and table.dues and verb == "destiny":
        due = table.dues[0]
        cards = " ".join("?" * int(due.options[0].split()[1]))
        limit = hand_limit(on, due.who)
        on.cannot(
            "hand.discard-first",
            due.who,
            len(table.hands[due.who]),
            value=limit,
            nearest=(f"discard {due.who}: {cards}",),
        )
    if phases and table.phase not in phases:
        if verb == "reveal":
            on.cannot("envoys.only-in-duel", on.command.who)
        on.cannot("turn.phases", f"`{verb}`", " or ".join(phases), table.phase)
    hands = {name: list(hand) for name, hand in table.hands.items()}
    try:
        handler(on)
        if verb not in _ANY_TIME and on.table.phase not in (st.OVER, st.SETUP):
            _roles(on)
            if hands != on.table.hands and verb != "show":
                _last_card(on)
    except HiddenError as error:
        on.cannot("turn.hidden", asks(error.hidden))


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
    if on.law["win.moment"].value == "first-to-five":
        check_win(on)
    if on.law["roles.switch"].value == "in-cleanup" or on.table.phase == st.OVER:
        return
    before, steps = on.table.leader, len(on.steps)
    check_roles(on)
    if on.table.leader == before:
        del on.steps[steps:]


def _last_card(on: At) -> None:
    try:
        last_card(on)
    except HiddenError as error:
        if error.hidden.kind != "last":
            raise
        on.table.dues.insert(0, Due(error.hidden.name, ["show 1"]))


__all__ = ["DuelVerdict", "Hidden", "lay", "rule"]
