"""Acts of one phase that were told in any order, put into the order that the rules ask for (`state.retold`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.book.loader import Rulebase
from referee.judge.table.alliance import may_join_uninvited
from referee.judge.table.turn import Turn
from referee.state.commands import Command, write_command
from referee.state.encounter import DEFENSE, OFFENSE
from referee.state.retold import Retold
from referee.state.table import Table

ANSWERS = ("invite", "ally", "decline")  # what is told of the alliances


class DoneAct(NamedTuple):
    """A command as it was done, and whether it went without saying."""

    command: Command
    implied: bool = False


def remember(before: Table, after: Table, command: Command, rulebase: Rulebase) -> None:
    """Keeps what was told of the alliances where some of it was implied; anything else but a claim ends that.

    An answer is kept too where somebody who may join without being asked has its turn before that and was not heard.
    """
    told = before.retold
    if told is None and command.verb in ("ally", "decline") and _passed_over(before, command, rulebase):
        told = Retold(before, (), ())
    if told is not None and command.verb in ANSWERS:
        after.retold = Retold(told.start, (*told.said, command), (*told.done, write_command(command)))
    elif command.verb != "claim":
        after.retold = None


def _passed_over(table: Table, answer: Command, rulebase: Rulebase) -> bool:
    """True if somebody may still join a side without being asked whose turn comes before this answer."""
    on = Turn(table, rulebase, answer, looks=True)
    order = table.clockwise(table.turn)
    return any(may_join_uninvited(on, name) for name in order[: order.index(answer.who)])


def arranged(start: Table, said: Sequence[Command], rulebase: Rulebase) -> list[DoneAct]:
    """All that was told of the alliances, in the order of the rules: invitations, then the answers clockwise.

    A main player of whom no invitation was told has invited those who join it, unless they may join without one; the
    offense also who only stays out. Who was invited and sits before somebody who has answered has declined.
    """
    acts = list[DoneAct]()
    invited = set[str]().union(*start.invited.values())
    invitations = [command for command in said if command.verb == "invite"]
    answers = [command for command in said if command.verb != "invite"]
    for main, side in ((start.turn, OFFENSE), (start.defense, DEFENSE)):
        told = [DoneAct(command) for command in invitations if command.who == main]
        if not told and main not in start.invited:
            told = [DoneAct(Command("invite", main, names=_joining(start, answers, side, rulebase)), implied=True)]
        acts += told
        invited.update(*(done.command.names for done in told))
    acts += [DoneAct(command) for command in invitations if command.who not in start.mains()]
    return acts + _answered(start, answers, invited)


def _joining(start: Table, answers: Sequence[Command], side: str, rulebase: Rulebase) -> tuple[str, ...]:
    """The players who were invited to a side without a word, clockwise."""
    found = set[str]()
    for command in answers:
        on = Turn(start, rulebase, command, looks=True)
        uninvited = command.verb == "ally" and on.alien_allows(command.who, "join_uninvited") is not None
        if (command.side or OFFENSE) == side and not uninvited and command.who not in start.mains():
            found.add(command.who)
    return tuple([name for name in start.clockwise(start.turn) if name in found])


def _answered(start: Table, answers: Sequence[Command], invited: set[str]) -> list[DoneAct]:
    """The answers clockwise, with those of invited players who sit before somebody else who has answered."""
    order = start.clockwise(start.turn)
    told = {command.who for command in answers}
    last = max([order.index(name) for name in told if name in order], default=-1)
    acts = list[DoneAct]()
    for at, name in enumerate(order):
        acts += [DoneAct(command) for command in answers if command.who == name]
        if at < last and name in invited - told and name not in start.answered:
            acts.append(DoneAct(Command("decline", name), implied=True))
    return acts + [DoneAct(command) for command in answers if command.who not in order]


def order_matters(table: Table) -> bool:
    """True if the deck may not have cards enough for all rewards: who draws first matters then."""
    due = sum([due.count for due in table.due if due.what == "reward"])
    return any(deck is not None and deck < due for deck in (table.deck, table.rewards_deck))
