"""How a dispute is decided: whose account holds, which reading is taken, and the decision in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn, Protocol

from referee.book.questions import find
from referee.disputes.accounts import argue_again
from referee.errors import LedgerError, RefereeError, RulebaseError
from referee.ledger.disputes import Decision

Told = dict[str, Any]
Check = Callable[[str], str]


class Ask(Protocol):
    """Asks somebody for what was not said; `flag` is the option that says it, `check` reads the answer."""

    def __call__(self, what: str, flag: str, check: Check | None = None, default: str | None = None) -> str:
        """The answer; RefereeError where nobody can be asked."""


def nobody_to_ask(what: str, flag: str, check: Check | None = None, default: str | None = None) -> NoReturn:
    """Says which option answers what nobody can be asked."""
    raise RefereeError(f"{what}? Say it with {flag}")


def number(most: int) -> Check:
    """A check for a number from 1 on."""

    def check(said: str) -> str:
        if not said.isascii() or not said.isdigit() or not 1 <= int(said) <= most:
            raise RefereeError(f"a number from 1 to {most}")
        return said

    return check


def made(
    dispute: Told,
    decision: Decision,
    in_words: Callable[[Told], str],
    ask: Ask = nobody_to_ask,
) -> Decision:
    """The decision of a dispute with whatever of it was not said; `in_words` tells a ruling in a sentence.

    Raises LedgerError for a side that there is not, RulebaseError for a reading that cannot be taken.
    """
    side = _whose(dispute, decision, ask)
    reading = _taken(dispute, decision)
    decision = decision._replace(
        by=decision.by or ("the table" if decision.house else "the referee"), side=side, reading=reading
    )
    return decision if decision.says else decision._replace(says=_sentence(dispute, decision, in_words, ask))


def _whose(dispute: Told, decision: Decision, ask: Ask) -> int | None:
    """Whose account holds: to be said where the accounts are ruled differently and the referee's ruling decides."""
    sides, side = dispute["sides"], decision.side
    count = len(sides)
    if side is not None and side > count:
        raise LedgerError(f"dispute {dispute['id']} has {count} sides; --side is a number from 1 to {count}")
    argument = argue_again(dispute)
    agree = argument.agree if argument is not None else len({side["outcome"] for side in sides}) == 1
    same = agree or len({account["position"] for account in sides}) == 1
    if side is not None or decision.house or same:
        return side
    which = " or ".join(f"--side {s['side']} ({s['party']})" for s in sides)
    numbers = ", ".join(f"{s['side']} {s['party']}" for s in sides)
    return int(ask(f"Whose account holds ({numbers})", f"{which}: the accounts are ruled differently", number(count)))


def _taken(dispute: Told, decision: Decision) -> str | None:
    """The reading that a decision takes, by its name; it is one of the dispute's question."""
    if not decision.reading:
        return None
    reading = decision.reading
    question, equals, name = reading.rpartition("=")
    name = name.strip()
    if not dispute["question"]:
        raise RulebaseError(reading, f"dispute {dispute['id']} is about no disputable point, so it takes no reading")
    if equals and question.strip().upper() != dispute["question"]:
        raise RulebaseError(reading, f"dispute {dispute['id']} is about {dispute['question']}")
    point = find(dispute["question"])
    names = [known["name"] for known in point["readings"]]
    if name not in names:
        raise RulebaseError(reading, f"{point['id']} has the readings {', '.join(names)}")
    if name != dispute["readings"].get(point["id"], point["prefers"]) and not decision.house:
        raise RulebaseError(
            reading, f"the referee ruled by {point['prefers']}; another reading is the table's: add --house"
        )
    return name


def _sentence(dispute: Told, decision: Decision, in_words: Callable[[Told], str], ask: Ask) -> str:
    """The decision in a sentence, where nobody put it into words: the reading, or the ruling on that account."""
    reading = decision.reading
    if reading is None and not decision.house:
        reading = _taken_by_referee(dispute)
    if reading is not None:
        readings = find(dispute["question"])["readings"]
        return next(str(known["says"]) for known in readings if known["name"] == reading)
    if decision.house and decision.side is None:
        return ask("What does the table decide", '--says "..." (or --reading, --side)')
    return in_words(dispute["sides"][(decision.side or 1) - 1]["ruling"])


def _taken_by_referee(dispute: Told) -> str | None:
    """The reading by which the referee ruled on a disputable point, where the dispute is about nothing else."""
    rulings = [side["ruling"] for side in dispute["sides"]]
    if len({ruling["position"] for ruling in rulings}) > 1 or dispute["question"] not in rulings[0]["questions"]:
        return None
    return str(dispute["readings"].get(dispute["question"], find(dispute["question"])["prefers"]))
