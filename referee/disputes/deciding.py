"""How a dispute is decided: whose account holds, which reading is taken, and the decision in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.book.questions import find
from referee.book.unsaid import Ask, Check, nobody_to_ask
from referee.disputes.arguing import argue_again
from referee.disputes.holdings import line_at_point
from referee.disputes.readings import reading_of, taken
from referee.disputes.records import BOOK, SHEETS, Answer, Argument
from referee.disputes.stances import stances
from referee.errors import LedgerError, RefereeError
from referee.ledger.disputes import Decision

Told = dict[str, Any]
_MATTERS = ("time", "order", "discards", "game", BOOK)  # matters besides the result that a decision is about
_NEW = "new"  # what a decision is called that is not kept yet


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
    reading = taken(dispute, decision.reading, decision.house) if decision.reading else None
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
    same_facts = len({account["position"] for account in sides}) == 1
    if side is not None and same_facts and not decision.house:
        _check_claim(dispute, side)
    if side is not None or decision.house or agree or same_facts:
        return side
    which = " or ".join(f"--side {s['side']} ({s['party']})" for s in sides)
    numbers = ", ".join(f"{s['side']} {s['party']}" for s in sides)
    return int(ask(f"Whose account holds ({numbers})", f"{which}: the accounts are ruled differently", number(count)))


def _check_claim(dispute: Told, side: int) -> None:
    """LedgerError for a side whose claim the referee's own ruling contradicts."""
    if stances(dispute)[side - 1] is False:
        party = dispute["sides"][side - 1]["party"]
        raise LedgerError(f"the referee's ruling is against {party}; --house if the table says otherwise")


def _sentence(dispute: Told, decision: Decision, in_words: Callable[[Told], str], ask: Ask) -> str:
    """The decision in a sentence, where nobody put it into words.

    That is the reading that is taken; else the claim of the side for which a table decides; else what the referee
    ruled: what it answered on the matter that is claimed, the line of the proof at the point, or where the facts were
    disputed the whole ruling on that account.
    """
    reading = decision.reading
    if reading is None and not decision.house:
        reading = _taken_by_referee(dispute)
    if reading is not None:
        return str(reading_of(dispute, reading)["says"])
    sides, side = dispute["sides"], (decision.side or 1) - 1
    same_facts = len({account["position"] for account in sides}) == 1
    if decision.house and (decision.side is None or same_facts):
        claim = "" if decision.side is None else str(sides[side]["claim"]).strip()
        return claim or ask("What does the table decide", '--says "..." (or --reading, --side)')
    as_decided = {**dispute, "decisions": [{"id": _NEW, "reason": decision.reason}], "decision": _NEW}
    line = (_on_the_matter(dispute) or line_at_point(as_decided, side + 1)) if same_facts else ""
    return line or in_words(sides[side]["ruling"])


def _on_the_matter(dispute: Told) -> str:
    """What is answered on the matter that is claimed; empty where the ruling itself is the answer."""
    argument = argue_again(dispute)
    answers = [answer for answer in argument.answers if answer.topic in _MATTERS] if argument is not None else []
    if argument is None or not answers or _is_in_the_proof(answers[0], argument):
        return ""
    return answers[0].steps[0].says if answers[0].topic == BOOK and answers[0].steps else answers[0].says


def _is_in_the_proof(answer: Answer, argument: Argument) -> bool:
    """True if the proof has a line of its own on what is answered: what a sheet or a card comes to, and why not won."""
    if answer.topic != BOOK:
        return answer.topic == "game" and len(answer.steps) > 1
    first = answer.steps[0].cites if answer.steps else ()
    named = any(cite.rests for cites in argument.cited for cite in cites)
    return named or bool(argument.speaks) or any(cite.startswith(SHEETS) for cite in first)


def _taken_by_referee(dispute: Told) -> str | None:
    """The reading by which the referee ruled on a disputable point, where the dispute is about nothing else."""
    rulings = [side["ruling"] for side in dispute["sides"]]
    if len({ruling["position"] for ruling in rulings}) > 1 or dispute["question"] not in rulings[0]["questions"]:
        return None
    return str(dispute["readings"].get(dispute["question"], find(dispute["question"])["prefers"]))
