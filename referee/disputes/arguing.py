"""A kept dispute argued again, whatever it is about: an encounter, an act at a table, or a question in words."""

from __future__ import annotations

from referee.book.loader import Rulebase
from referee.disputes import accounts, of_act, of_question
from referee.disputes.records import Argument, Told

ENCOUNTER, ACT, QUESTION = "encounter", "act", "question"


def kind_of(ruling: Told) -> str:
    """What a kept ruling is about: an `encounter`, an `act` or a `question`."""
    return ACT if "act" in ruling else QUESTION if "answer" in ruling else ENCOUNTER


def argue_again(told: Told, books: Rulebase | None = None) -> Argument | None:
    """A kept dispute (as `ledger.disputes.show` tells it) argued again; None where that comes to something else now."""
    again = {ENCOUNTER: accounts.argue_again, ACT: of_act.argue_again, QUESTION: of_question.argue_again}
    return again[kind_of(told["sides"][0]["ruling"])](told, books)
