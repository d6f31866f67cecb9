"""Commands that may be typed instead of one that was refused: each is tried before it is named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher

from referee.errors import MalformedError
from referee.judge.table.legal import legal
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import Refusal
from referee.judge.table.waits import wait_of
from referee.law.loader import Names, Rulebase
from referee.position.commands import Command, read_command, write_command
from referee.position.table import Table

_FEW, _MANY = 3, 6  # so many are named: of those that are alike, and of those that the refusing rule itself offers

Run = Callable[[Turn], None]


def suggested(refusal: Refusal, table: Table, command: Command, rulebase: Rulebase, run: Run) -> tuple[str, ...]:
    """Returns legal commands: those that the refusing rule offers, else what the table waits for, or the most similar.

    For a deal that is refused there is always a deal among them, where one can be made.
    """
    trial = Trial(table, rulebase, run)
    offered = [text for text in dict.fromkeys(refusal.given) if trial.is_legal(text)][:_MANY]
    if offered and (_verb(command) != "deal" or any(text.startswith("deal") for text in offered)):
        return tuple(offered)
    offers = [offer for _, offer in legal(table, rulebase)]
    if refusal.finding.rule.id == _OUT_OF_PHASE:
        offers = list(_waited_for(offers, Turn(table, rulebase, command, looks=True))) or offers
    elif offered:
        offers = [offer for offer in offers if _verb(offer) == "deal"]
    alike = sorted(offers, key=lambda offer: _unlike(command, offer))
    texts = dict.fromkeys(map(write_command, alike[: 2 * _MANY]))
    legal_texts = [text for text in texts if trial.is_legal(text)]
    return tuple(dict.fromkeys((*legal_texts[: max(_FEW - len(offered), 1)], *offered)))


_OUT_OF_PHASE = "turn.phases"


class Trial:
    """Tries commands at a table on which nothing changes by that."""

    def __init__(self, table: Table, rulebase: Rulebase, run: Run) -> None:
        self.table = table
        self.rulebase = rulebase
        self.run = run

    def is_legal(self, text: str) -> bool:
        """True if a command is understood, and legal as it is typed."""
        try:
            command = read_command(text, Names(self.rulebase), self.table.seats)
            self.run(Turn(self.table, self.rulebase, command))
        except (MalformedError, RefusedError):
            return False
        return True


def _waited_for(offers: Iterable[Command], on: Turn) -> Iterator[Command]:
    """The offers that do what the table waits for."""
    wait = wait_of(on)
    for offer in offers:
        if wait is not None and _verb(offer) in wait.verbs and _who(offer) in ("", wait.who):
            yield offer


def _verb(command: Command) -> str:
    return command.act.verb if command.act is not None else command.verb


def _who(command: Command) -> str:
    return command.who or (command.act.by or command.act.who if command.act is not None else "")


def _unlike(command: Command, offer: Command) -> tuple[bool, bool, float]:
    """How far an offer is from what was typed: another verb, another player, other words."""
    same = SequenceMatcher(None, write_command(command), write_command(offer)).ratio()
    return _verb(offer) != _verb(command), _who(offer) != _who(command), -same
