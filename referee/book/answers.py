"""What the books answer: to a question in plain words, for words that must stand in a clause, on a disputable point."""

from __future__ import annotations

from referee.book.books import Books
from referee.book.clause import Clause
from referee.book.index import MAIN, books_for, index
from referee.book.loader import rulebase
from referee.book.places import cache
from referee.book.questions import find
from referee.book.search import answered
from referee.book.told import Told


class Answer(Told):
    """A clause that may answer a question, by its `score` from 0 to 1; `otherwise` are those near it that differ."""

    id: str
    says: str
    score: float
    otherwise: list[str]


class Answers(Told):
    """The clauses for a question, best first.

    `answered` is False where the rules do not answer it; `silent` is the title of the edition whose own book does not,
    where the consolidated rules do, else empty.
    """

    answered: bool

    def __init__(self, answered: bool, answers: list[Answer], silent: str) -> None:
        super().__init__({"answered": answered, "answers": [answer.to_dict() for answer in answers]})
        self.clauses = answers
        self.silent = silent


class FoundClause(Told):
    """A clause in which words were found."""

    id: str
    says: str


class Point(Told):
    """A disputable point: what it `asks`, its `readings`, the one that is preferred (`prefers`), and the `reason`."""

    id: str
    title: str
    asks: str
    prefers: str
    reason: str


def ask(question: str, count: int = 5, edition: str = "consolidated") -> Answers:
    """Answers a question in a player's words with at most so many clauses that say it, best first.

    They are clauses of the edition's own book; where it is silent, those of the consolidated rules.

    >>> import referee
    >>> referee.ask("who wins a tie?").clauses[0].id
    'consolidated 5.10.1.1.d.1'
    """
    known, silent = rulebase(edition, judged=False), ""
    answers = index(known, cache(), books_for(known)).ask(question, count)
    if not answered(answers) and known.book != MAIN[0]:
        others = index(known, cache()).ask(question, count)
        if answered(others):
            answers, silent = others, known.title
    return Answers(answered(answers), [_told(found.clause, found.score) for found in answers], silent)


def _told(clause: Clause, score: float) -> Answer:
    near = list(clause.near)
    return Answer({"id": clause.full_id, "says": clause.says, "score": round(score, 3), "otherwise": near})


def search(words: str) -> list[FoundClause]:
    """The clauses of all books in which all these words stand.

    >>> import referee
    >>> [clause.id for clause in referee.search("higher total")][0]
    'consolidated 5.10.1.1.d'
    """
    return [FoundClause({"id": c.full_id, "says": c.says}) for c in Books(rulebase()).search(words)]


def question(id: str) -> Point:
    """A disputable point by its id; RulebaseError offers the nearest ids for one that is not known.

    >>> import referee
    >>> referee.question("DF-37").title
    'Which lost ships earn compensation?'
    """
    return Point(find(id))
