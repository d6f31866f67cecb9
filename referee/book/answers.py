"""What the books answer: to a question in plain words, for words that must stand in a clause, on a disputable point."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.book import search as ranking
from referee.book.asking import Part, parts
from referee.book.books import Books
from referee.book.clause import Clause
from referee.book.index import MAIN, books_for, index
from referee.book.loader import Rulebase, rulebase
from referee.book.naming import Named, named, without_people
from referee.book.places import cache
from referee.book.questions import find
from referee.book.search import Index, answered
from referee.book.settled import Settled
from referee.book.sheet_answers import SheetLine, sheets_of, told_by
from referee.book.statements import Said
from referee.book.told import Listed, Told, Whole

_KINDS = ("artifact", "tech")  # of cards that a question can name
_FIRST = re.compile(r"\b(?:first|before|order|whos|vs\.?|versus|priority|earlier|timing)\b", re.IGNORECASE)
_DIRECT = "duel"
# The names of the other games and editions, which are no words of a question about them.
_BEFORE = r"(?:\b(?:in|of|for|by|at|with|playing|using|under)\s+)?(?:\bthe\s+)?"
_ITS_NAME = re.compile(
    _BEFORE + r"\b(?:cosmic encounter:?\s+duel|mayfair|eon|warp(?:'s)? rules)\b"
    r"(?:\s+(?:edition|rules|rulebook|book|version|game|set))*\s*[:,;.-]*"
    r"|^\W*(?:in\s+)?(?:cosmic\s+)?duel\b\s*[:,;.-]+",
    re.IGNORECASE,
)
# That nothing changes what is asked: said beside it, and no words of its matter.
_PLAINLY = re.compile(
    r"(?:^|(?<=[,;:.?!(]))\s*(?:with |and |but )?"
    r"(?:(?:no|without|ignoring|nobody (?:uses|has|used))(?: any| a)?(?: special| alien)? powers?"
    r"(?: (?:or|and|nor) (?:other )?(?:cards?|flares?|artifacts?|techs?))?(?: is| are)?"
    r"(?: (?:in play|involved|here|used|at the table|around|about it|helps?(?: \w+)?))?"
    r"|(?:in )?(?:a |the )?(?:normal|regular|standard|ordinary|usual|basic)(?: (?:five|5)[- ]planet)? (?:game|rules?)"
    r"|nothing else(?: is played| gets played)?)\s*(?=[,;:.?!)]|$)[,;:)]?",
    re.IGNORECASE,
)
_FIRST_TWO = 2  # clauses found by words, of whose statements less is asked
_NEAR = 4  # clauses found by words, among which one of an answer must be
_ALIKE = 4  # statements whose known questions are nearest, of which one is meant without more
_FAR = 12  # and one of a statement that is likely meant, or asked for with many rare words
_MUCH = 5.5  # how rare the words are together that make a statement meant, though its clause is further down
_ALL = 7.0  # and those for which no clause needs to be found beside it


class Answer(Told):
    """A clause that may answer a question, by its `score` from 0 to 1; `otherwise` are those near it that differ."""

    id: str
    says: str
    score: float
    otherwise: list[str]


class AnsweredPart(Told):
    """A part of a question: what it `asks`, the `answer` (None where it is not settled), and its nearest `clauses`."""

    asks: str
    clauses: list[str]

    def __init__(self, asks: str, answer: Settled | None, clauses: list[str]) -> None:
        super().__init__({"asks": asks, "answer": answer.to_dict() if answer else None, "clauses": clauses})
        self.settled = answer


class Answers(Whole):
    """The answer to a question, and the clauses for it, best first.

    `answered` is False where the rules do not answer it; `silent` is the title of the edition whose own book does not,
    where the consolidated rules do, else empty. `settled` is the answer in a sentence, or None; `parts` has those of a
    question in several parts, `sheets` the aliens and cards that it names, `next` what can be typed to go on. `points`
    are disputable points that it is about where no clause settles it: of each the `id`, the `title` and the `readings`.
    `unruled` says what it asks that no document rules, else it is empty.
    """

    answered: bool
    next: list[str]
    unruled: str

    def __init__(
        self,
        answered: bool,
        clauses: list[Answer],
        parts: list[AnsweredPart],
        sheets: list[SheetLine],
        next: list[str],
        points: Sequence[str] = (),
        unruled: str = "",
    ) -> None:
        settled = parts[0].settled if parts else None
        super().__init__(
            {
                "answered": answered,
                "answers": [clause.to_dict() for clause in clauses],
                "answer": settled.to_dict() if settled else None,
                "parts": [part.to_dict() for part in parts] if len(parts) > 1 else [],
                "sheets": [sheet.to_dict() for sheet in sheets],
                "next": [*next, *(f"referee question {id}" for id in points)],
                "points": [] if settled else [_open_point(find(id)) for id in points],
                "unruled": unruled,
            }
        )
        self.clauses = clauses
        self.settled = settled
        self.parts = parts if len(parts) > 1 else []
        self.sheets = sheets
        self.silent = ""


class FoundClause(Told):
    """A clause in which words were found."""

    id: str
    says: str


class Point(Whole):
    """A disputable point: what it `asks`, its `readings`, the one that is preferred (`prefers`), and the `reason`."""

    id: str
    title: str
    asks: str
    prefers: str
    reason: str


def ask(question: str, count: int = 5, edition: str = "consolidated") -> Answers:
    """Answers a question in a player's words, with at most so many clauses that say it, best first.

    The answer itself is given where the clauses settle it. They are clauses of the edition's own book; where it is
    silent, those of the consolidated rules. A question that names Duel or an older edition is answered by its book.

    >>> import referee
    >>> found = referee.ask("Does the offense win a tie?")
    >>> found.settled.verdict, found.clauses[0].id
    ('no', 'consolidated 5.10.1.1.d.1')
    """
    known = _meant(question, rulebase(edition, judged=False))
    question = question if known.book == MAIN[0] else _ITS_NAME.sub("", question).strip() or question
    found = _answered(question, count, known, books_for(known))
    if not found.answered and not found.unruled and known.book != MAIN[0] and known.book != _DIRECT:
        others = _answered(question, count, known, MAIN)
        if others.answered:
            others.silent = known.title
            return others
    return found


def _meant(question: str, known: Rulebase) -> Rulebase:
    """The rules that a question is about: those of the book that it names, else those that were chosen."""
    if known.book != MAIN[0]:
        return known
    text = question.casefold()
    books = index(known, cache()).statements.books
    for edition, words in books.items():
        if any(re.search(rf"\b{re.escape(word)}\b", text) for word in words):
            return rulebase(edition, judged=False)
    return known


def _answered(question: str, count: int, known: Rulebase, names: Sequence[str]) -> Answers:
    ready = index(known, cache(), names)
    mentioned = _named(question, known, ready) if names[0] != _DIRECT else Named((), ())
    plain = _PLAINLY.sub("", question).strip() or question
    plain = without_people(plain, lambda word: ready.knows(word) or any(_named(word.title(), known, ready)))
    ranked = ready.ask(plain, max(count, _FAR))
    asked = parts(plain)
    near = [one.clause.full_id for one in ranked[:_FIRST_TWO]]
    found = [ready.answer(part, _words(mentioned), near) for part in asked]
    unruled = next((one.statement.says for one in found[:1] if one is not None and one.silent), "")
    said = _meant_by(plain, asked, found, ready, names, mentioned, ranked)
    sheets = sheets_of(mentioned, known)
    settled = [_settled(one, names) or told_by(part, sheets, known) for part, one in zip(asked, said, strict=True)]
    likely = [one if _rests_on(one, ranked[: _FAR if one and one.sure else _NEAR], names) else None for one in found]
    shown = [_told(*found) for found in _first(ready, likely, ranked)[: max(0, count)]]
    told = [_part(ready, part, answer, alone=len(asked) == 1) for part, answer in zip(asked, settled, strict=True)]
    by_clauses = not unruled and (answered(ranked) or (bool(sheets) and not ready.is_outside(plain)))
    points = _disputable(plain, ready.statements.questions)
    return Answers(any(settled) or by_clauses, shown, told, sheets, _next(question, mentioned), points, unruled)


def _meant_by(
    question: str,
    asked: Sequence[Part],
    found: Sequence[Said | None],
    ready: Index,
    names: Sequence[str],
    mentioned: Named,
    ranked: Sequence[ranking.Answer],
) -> list[Said | None]:
    """The statement that each part of a question is surely about; None where none is."""
    alike = ready.alike(question, _ALIKE)
    return [
        one
        if one is not None and one.sure and _is_meant(one, ranked, names, mentioned, alike)
        else ready.agreed(part, question)
        for part, one in zip(asked, found, strict=True)
    ]


def _rests_on(said: Said | None, ranked: Sequence[ranking.Answer], names: Sequence[str]) -> bool:
    """True if a clause of a statement is among these; of books with few clauses no such proof is asked."""
    return said is not None and (
        names[0] not in MAIN or any(found.clause.full_id in said.statement.cites for found in ranked)
    )


def _is_meant(
    said: Said, ranked: Sequence[ranking.Answer], names: Sequence[str], mentioned: Named, alike: set[str]
) -> bool:
    """True if a sure statement is what a question is about.

    The clauses that its words find show it, a name in it, or the known questions that are `alike`, by their statements.
    """
    if said.silent:
        return False
    if said.statement.id in alike:
        return True
    named_in = any(name in said.statement.says.casefold() for name in _words(mentioned))
    return named_in or said.share >= _ALL or _rests_on(said, ranked[: _FAR if said.share >= _MUCH else _NEAR], names)


def _named(question: str, known: Rulebase, ready: Index) -> Named:
    cards = {key for key, card in known.cards().items() if card.type in _KINDS}
    return named(question, known.alien_names(), cards, ready.statements.ordinary, ready.knows)


def _words(mentioned: Named) -> list[str]:
    return [name.replace("-", " ") for name in (*mentioned.aliens, *mentioned.cards)]


def _settled(said: Said | None, names: Sequence[str]) -> Settled | None:
    """The answer that a statement gives, by its clauses in the books that are asked."""
    if said is None:
        return None
    cites = [id for id in said.statement.cites if id.split()[0] in names]
    says = f"{said.statement.says} {said.reckoned}".rstrip()
    return Settled({"says": says, "verdict": said.verdict, "cites": cites})


def _first(ready: Index, said: Iterable[Said | None], ranked: Sequence[ranking.Answer]) -> list[tuple[Clause, float]]:
    """The clauses best first: those on which the answers rest, one of each answer first, then those found by words."""
    scores = {found.clause.full_id: found.score for found in ranked}
    best = max(scores.values(), default=0.0)
    given = [sorted(one.statement.cites, key=lambda id: -scores.get(id, 0.0)) for one in said if one is not None]
    order = [cite for cites in given for cite in cites[:1]] + [cite for cites in given for cite in cites[1:2]]
    clauses = [clause for id in dict.fromkeys(order) if (clause := ready.clause(id)) is not None]
    first = [(clause, max(best, ranking.ENOUGH)) for clause in clauses]
    return first + [(found.clause, found.score) for found in ranked if found.clause not in clauses]


def _part(ready: Index, part: Part, answer: Settled | None, alone: bool) -> AnsweredPart:
    clauses = [] if alone else [found.clause.full_id for found in ready.ask(f"{part.context} {part.text}", 3)]
    if answer is not None:
        clauses = list(dict.fromkeys((*answer.cites, *clauses)))
    return AnsweredPart(part.text, answer, clauses)


def _next(question: str, mentioned: Named) -> list[str]:
    """The commands that go on from a question: who of two that it names is first."""
    names = [name.title() for name in mentioned.aliens]
    if len(names) < 2 or not _FIRST.search(question):
        return []
    one, other = names[:2]
    return [f"referee clash {one} {other}", f"referee timing red:{one} blue:{other} --offense red --defense blue"]


def _disputable(question: str, points: Mapping[str, Sequence[str]]) -> list[str]:
    """The disputable points that a question is about, on which no clause says anything."""
    text = question.casefold()
    return [id for id, asked in points.items() if any(_asks(text, words) for words in asked)]


def _open_point(point: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": point["id"], "title": point["title"], "readings": [reading["says"] for reading in point["readings"]]}


def _asks(text: str, words: str) -> bool:
    """True if one word of each group stands in a text."""
    return all(re.search(rf"\b(?:{group.strip()})\b", text) for group in words.split(";"))


def _told(clause: Clause, score: float) -> Answer:
    near = list(clause.near)
    return Answer({"id": clause.full_id, "says": clause.says, "score": round(score, 3), "otherwise": near})


def search(words: str) -> Listed[FoundClause]:
    """The clauses of all books in which all these words stand.

    >>> import referee
    >>> [clause.id for clause in referee.search("higher total")][0]
    'consolidated 5.10.1.1.d'
    """
    found = Books(rulebase()).search(words)
    return Listed("clauses", (FoundClause({"id": clause.full_id, "says": clause.says}) for clause in found))


def question(id: str) -> Point:
    """A disputable point by its id; RulebaseError offers the nearest ids for one that is not known.

    >>> import referee
    >>> referee.question("DF-37").title
    'Which lost ships earn compensation?'
    """
    return Point(find(id))
