"""What the rules say in general, where a question tells of no position that can be laid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.book.answers import ask
from referee.book.asking import Asks, Part, parts
from referee.book.books import Books
from referee.book.law import RULE, Cite, Rule
from referee.book.loader import Names, Rulebase
from referee.book.settled import Settled
from referee.judge.finding import Finding
from referee.judge.table.steps import Steps
from referee.judge.table.verdict import Refusal, Verdict
from referee.judge.ways.may.same_matter import is_about
from referee.state.spoken.in_roles import in_roles
from referee.state.table import Table

_YES, _NO = "yes", "no"
_LONGEST = 400  # letters of a question
_ORDER = (Asks.CAN, Asks.DOES, Asks.MUST)  # what is asked with `may`, and what people ask in its place


class InGeneral(Verdict):
    """What the rules say in general: the `answer` in the question's own terms, `yes` or `no`."""

    __slots__ = ("answer",)

    answer: str

    def to_dict(self, proof: bool = True) -> dict[str, Any]:
        """As JSON: as any verdict, with the `answer`."""
        return {**super().to_dict(proof), "answer": self.answer}


def in_general(text: str, rulebase: Rulebase, players: tuple[str, ...] = ()) -> InGeneral | None:
    """The answer of the clauses to a question of yes or no in plain words; None where they settle none.

    A question in several parts is answered by what it asks to be allowed; where two of these parts are answered
    otherwise it is not settled. A duty that there is not, or that there is, forbids nothing. What is asked of somebody
    by name is asked of anybody in that place too (`in_roles`); all of these wordings have to be answered alike.
    """
    if ";" in text or len(text) > _LONGEST:
        return None  # a position is told, or far more than a question
    wordings = (text, *in_roles(text, Names(rulebase), players))
    answer = _alike([_Found(wording, rulebase) for wording in wordings])
    return None if answer is None else _verdict(text, rulebase, *answer)


def nearest_clause(text: str, rulebase: Rulebase, players: tuple[str, ...] = ()) -> str:
    """The clause nearest to a question that the clauses do not settle, as it is shown; none where none is near."""
    if ";" in text or len(text) > _LONGEST:
        return ""
    for wording in (*reversed(in_roles(text, Names(rulebase), players)), text):
        found = ask(wording, 1, rulebase.law.edition)
        if found.answered and found.clauses:
            return f"Nearest to it: {found.clauses[0].says} [{found.clauses[0].id}]"
    return ""


_Allowed = tuple[bool, Settled]  # whether it is allowed, and the answer


class _Found:
    """What the clauses say to one wording: the answer, if they settle it, and the statements that they are about."""

    def __init__(self, text: str, rulebase: Rulebase) -> None:
        asked = parts(text)
        self.answer: _Allowed | None = None
        self.statements: set[str] = set()
        self.elsewhere = ""  # a statement that answers, but is about something else
        if any(part.asks in _ORDER for part in asked):
            found = ask(text, 1, rulebase.law.edition)
            settled = [] if found.silent else [part.settled for part in found.parts] or [found.settled]
            self.answer = _agreed(asked, settled) if settled else None
            self.statements = {answer.says for answer in settled if answer is not None}
            if self.answer is not None and not _is_about(text, self.answer[1], rulebase):
                self.elsewhere, self.answer = self.answer[1].says, None


def _is_about(text: str, answer: Settled, rulebase: Rulebase) -> bool:
    """True if an answer is about what is asked, by its sentence and its clauses; what a sheet says is."""
    books = Books(rulebase)
    clauses = [books.clause(*id.split(maxsplit=1)) for id in answer.cites if " " in id]
    return is_about(text, answer.says, [clause.says for clause in clauses if clause is not None])


def _alike(found: Sequence[_Found]) -> _Allowed | None:
    """The answer that most wordings of one question have, the last of these; None where one asks something else."""
    elsewhere = {one.elsewhere for one in found}
    answers = [one.answer for one in found if one.answer is not None and one.answer[1].says not in elsewhere]
    if len({allowed for allowed, _ in answers}) != 1:
        return None
    told = set[str]().union(*(one.statements for one in found[1:] if one.answer is None))
    says = [answer.says for _, answer in answers]
    if not told <= {*says}:
        return None
    return max(reversed(answers), key=lambda one: says.count(one[1].says))


def _agreed(asked: Sequence[Part], answers: Sequence[Settled | None]) -> _Allowed | None:
    """(whether it is allowed, the answer) where the parts that are to be answered first agree; None where not."""
    settled = [(part, answer) for part, answer in zip(asked, answers, strict=True) if _is_settled(answer)]
    told = next(filter(None, (_answers_to(asks, settled) for asks in _ORDER)), None)
    return None if told is None or len({allowed for allowed, _ in told}) > 1 else told[0]


def _answers_to(asks: Asks, settled: Sequence[tuple[Part, Settled | None]]) -> list[tuple[bool, Settled]]:
    """The answers to the parts that ask in one way, each with whether it allows what is asked."""
    return [(_allows(part, answer), answer) for part, answer in settled if answer and part.asks == asks]


def _is_settled(answer: Settled | None) -> bool:
    return answer is not None and answer.verdict in (_YES, _NO)


def _allows(part: Part, answer: Settled) -> bool:
    """True if the answer allows what a part asks for."""
    return part.asks is Asks.MUST or (answer.verdict == _YES) != part.inverted


def _verdict(text: str, rulebase: Rulebase, allowed: bool, answer: Settled) -> InGeneral:
    cites = tuple([Cite(id, rulebase.grade(id)) for id in answer.cites])
    says = Finding(Rule("book.answer", RULE, "{0}", cites), allowed, (), (answer.says,))
    steps = Steps(rulebase)
    steps.presume("turn.phases", "nothing is known of the position: this is what the rules say in general")
    refusals = () if allowed else (Refusal(says, (), ()),)
    found = InGeneral(text, rulebase.law, Table("", ()), [*([says] if allowed else []), *steps.steps], refusals)
    found.answer = answer.verdict
    return found
