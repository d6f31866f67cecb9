"""A dispute about a question in words alone: answered by what the books say, as `ask` finds it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.book.answers import Answers, ask
from referee.book.asking import Asks, parts
from referee.book.law import RULE, Cite, Rule
from referee.book.loader import Rulebase
from referee.book.questions import find, preferred
from referee.book.settled import Settled
from referee.disputes import spoken_of
from referee.disputes.citations import cited, clauses_of, says_of, shelf
from referee.disputes.nearest_steps import alike, of_things
from referee.disputes.people import position_with
from referee.disputes.records import BOOK, CLAIMED, Answer, Argument, Cited, Claim, Point, Reading, Step, Told
from referee.duel.games import books_by
from referee.errors import RefereeError
from referee.judge.finding import Finding
from referee.judge.ruling import DETERMINED, OPEN, Ruling

_CLAUSES = 3  # shown of those that come near
_MOST_QUESTIONS = 3
_AS_NEAR = 0.85  # how near a clause is beside the nearest of all that is about the same
_POINTS, _AS_MUCH = 2, 0.8  # points that a text speaks of, and how much beside the one of which it speaks most
# How much of the words of a point's title, or of a text, the other has.
_OF_TITLE, _OF_TEXT, _LEAST, _WHOLLY = 0.5, 0.4, 0.25, 0.9
_SETTLED, _CLAUSE, _UNANSWERED = "question.settled", "question.clause", "question.unanswered"
# How a question begins that is answered by yes or no.
_ASKING = re.compile(
    r"(?:do|does|did|is|are|was|were|am|can|could|may|might|must|shall|should|will|would|has|have|had)\b", re.IGNORECASE
)
_POINT = re.compile(r"\b[A-Z]{2}-\d+\b")


class AnswerRuling(Ruling):
    """What the books answer to a question: `determined` where they do, else `open`.

    `answer` is the answer as JSON: what it `says`, the `verdict` (yes, no, a number, or nothing), the `clauses` that
    say it, and those that only come `near` where nothing answers it.
    """

    def __init__(self, known: Rulebase, asks: str, root: Finding, answer: Told, unruled: str = "") -> None:
        super().__init__(known.edition, lambda: asks, DETERMINED if answer["answered"] else OPEN, root)
        self.readings = dict(known.readings)
        self.answer = answer
        self.unruled = unruled  # what no document rules of it

    @property
    def grade(self) -> str:
        """The weakest authority on which the answer rests; what no document answers is the table's own."""
        return super().grade if self.answer["answered"] else "house"

    def to_dict(self, proof: bool = True) -> Told:
        """As JSON, with the answer under `answer`."""
        return {**super().to_dict(proof), "answer": self.answer}


def ruled(asks: str, known: Rulebase, claims: Sequence[str] = ()) -> AnswerRuling:
    """What the books answer to a question in words.

    What tells a case and asks nothing has no yes or no. Where the `claims` on it lead to another answer than the case
    alone, no sentence settles it: it is answered by the clauses that case and claims find together.
    """
    found = _asked(asks, claims, known)
    settled = [*_settled(found)] if found.answered else []
    cites = [id for answer in settled for id in answer.cites]
    ids = list(dict.fromkeys(cites or _near(asks, claims, found, known)))[:_CLAUSES]
    tells = not _is_question(asks)
    if tells and settled:
        together = [ask(f"{asks} . {claim}", _CLAUSES, known.edition) for claim in claims]
        if not found.sheets and any(_leads_elsewhere(one, settled) for one in together):
            settled, ids = [], _near(asks, claims, found, known)
        settled = [Settled({**answer.to_dict(), "verdict": ""}) for answer in settled]
    answer = {
        "asks": asks,
        "answered": found.answered,
        "verdict": settled[0].verdict if len(settled) == 1 else "",
        "says": " ".join(_sentence(answer) for answer in settled),
        "clauses": [{"id": id, "says": says_of(id, known)} for id in ids] if found.answered else [],
        "near": [] if found.answered else [{"id": id, "says": says_of(id, known)} for id in ids],
        "sheets": [sheet.to_dict() for sheet in found.sheets],
        "next": found.next,
        "points": list(dict.fromkeys(id for command in found.next for id in _POINT.findall(command))),
    }
    return AnswerRuling(known, asks, _proof(asks, settled, answer, known), answer, found.unruled)


def _asked(asks: str, claims: Sequence[str], known: Rulebase) -> Answers:
    """The answer to a question; where none is found, to the question with what is claimed on it."""
    found = ask(asks, _CLAUSES, known.edition)
    if found.answered or found.unruled or not claims:
        return found
    together = ask(" . ".join((asks, *claims)), _CLAUSES, known.edition)
    return found if together.settled is not None or together.unruled or together.silent else together


def _is_question(asks: str) -> bool:
    """True if a text asks something; what only tells a case may be followed by a question, which is one then."""
    if "?" in asks:
        return True
    of_case = (Asks.BARE, Asks.DOES)
    return any(part.asks not in of_case or _ASKING.match(part.text.strip()) is not None for part in parts(asks))


def _leads_elsewhere(found: Answers, settled: Sequence[Settled]) -> bool:
    """True if an answer is another one than some; without a sentence, if its nearest clause is none of theirs."""
    others = [answer.says for answer in _settled(found)]
    if others:
        return others != [answer.says for answer in settled]
    return not any(clause.id in answer.cites for clause in found.clauses[:1] for answer in settled)


def _near(asks: str, claims: Sequence[str], found: Answers, known: Rulebase) -> list[str]:
    """The clauses that are nearest to a question and all that is claimed on it; those found where it is not answered.

    Where the edition's own book is silent, they are those of the consolidated rules; it is not on a thing that is named
    and has a section of its own.
    """
    if not found.answered or (found.silent and not of_things(asks, known)):
        return [clause.id for clause in found.clauses]
    return [id for id, _ in spoken_of.nearest_of_all(asks, claims, known)][:_CLAUSES]


def _settled(found: Answers) -> Iterator[Settled]:
    """The answers in a sentence: that of the question, or of each of its parts."""
    for settled in (part.settled for part in found.parts) if found.parts else (found.settled,):
        if settled is not None:
            yield settled


def _sentence(answer: Settled) -> str:
    verdict = f"{answer.verdict.capitalize()}. " if answer.verdict else ""
    return f"{verdict}{answer.says}"


def _proof(asks: str, settled: Sequence[Settled], answer: Told, known: Rulebase) -> Finding:
    """The answer as a step that comes from the clauses that say it."""
    steps = [Finding(Rule(_CLAUSE, RULE, "{0}", _cites([told["id"]], known)), None, (), (told["says"],))
             for told in answer["clauses"]]  # fmt: skip
    if not answer["answered"]:
        return Finding(Rule(_UNANSWERED, RULE, "no document answers: {0}"), None, (), (asks,))
    ids = [id for sentence in settled for id in sentence.cites] or [told["id"] for told in answer["clauses"][:1]]
    says = answer["says"] or " ".join(told["says"] for told in answer["clauses"][:1])
    return Finding(Rule(_SETTLED, RULE, "{0}", _cites(ids, known)), answer["verdict"], tuple(steps), (says,))


def _cites(ids: Sequence[str], known: Rulebase) -> tuple[Cite, ...]:
    return tuple(Cite(id, known.grade(id)) for id in dict.fromkeys(ids))


# -- arguing -----------------------------------------------------------------------------------------------------------


def argue(claims: Sequence[Claim], asks: str, known: Rulebase, question: str | None = None) -> Argument:
    """Argues a dispute out about a question in words: the same answer for all; what the claims name is held against it.

    `question` is a disputable point that it is about; RulebaseError for an unknown one.
    """
    ruling = ruled(asks, known, [claim.claim for claim in claims if claim.claim.strip()])
    calls = [_called(claim, ruling, known) for claim in claims]
    points = _points(question, ruling, [cite for cites in calls for cite in cites])
    told = _spoken_of(claims, ruling, known)
    text = " . ".join((asks, *(claim.claim for claim in claims)))
    for near in _points_near(text, ruling, told, known):
        points.setdefault(near, CLAIMED)
    return Argument(
        tuple(claims),
        [ruling for _ in claims],
        agree=True,
        same_facts=True,
        differences=[],
        together=[],
        apart=[],
        cited=calls,
        speaks=[],
        registry=[_point(id, why, ruling, known) for id, why in [*points.items()][:_MOST_QUESTIONS]],
        answers=told,
    )


def _spoken_of(claims: Sequence[Claim], ruling: AnswerRuling, known: Rulebase) -> list[Answer]:
    """What the rules have on what is asked and claimed, where no sentence answers the question itself."""
    if ruling.answer["says"]:
        return []
    if ruling.unruled:
        return [Answer(BOOK, "No document rules that: the table decides.", (Step(ruling.unruled, ()),))]
    asks, says = ruling.answer["asks"], [claim.claim for claim in claims]
    found = spoken_of.answered(says, known, asks=asks)
    if found is not None and spoken_of.is_understood([asks], known):  # else the question itself shows its clauses
        found = spoken_of.with_clauses(found, spoken_of.nearest_of_all(asks, says, known), known)
    return [found] if found is not None else []


def point_of(argument: Argument) -> list[str]:
    """The clauses that a question is about: of the sentence that answers it, of what is told first, or the nearest."""
    ruling = argument.rulings[0]
    if isinstance(ruling, AnswerRuling) and ruling.answer["says"]:
        return ruling.root.cites
    told = [step for answer in argument.answers for step in answer.steps if step.cites]
    if told:
        return [*told[0].cites]
    return [] if not isinstance(ruling, AnswerRuling) else [clause["id"] for clause in ruling.answer["clauses"][:1]]


def near(ruling: AnswerRuling, claims: Sequence[str], known: Rulebase) -> list[str]:
    """The clauses that are about as near as the nearest to a question that no sentence settles, and what is claimed."""
    if ruling.answer["says"]:
        return []
    found = spoken_of.nearest_of_all(ruling.answer["asks"], claims, known)[:_CLAUSES]
    return [id for id, score in found if score >= _AS_NEAR]


def is_settled(argument: Argument) -> bool:
    """True if a sentence of the books answers the question of an argument."""
    ruling = argument.rulings[0]
    return isinstance(ruling, AnswerRuling) and bool(ruling.answer["says"])


def is_answered(argument: Argument) -> bool:
    """True if clauses of the books answer the question of an argument, though it may be no sentence that does."""
    ruling = argument.rulings[0]
    return isinstance(ruling, AnswerRuling) and bool(ruling.answer["answered"])


def argue_again(told: Told, books: Rulebase | None = None) -> Argument | None:
    """A kept dispute about a question argued again; None where something else is answered now."""
    kept = told["sides"][0]["ruling"]["answer"]
    claims = [Claim(side["party"], side["claim"], side["line"]) for side in told["sides"]]
    try:
        known = books or books_by(told["edition"], told["readings"])
        argument = argue(claims, kept["asks"], known, told["question"])
    except RefereeError:
        return None
    now = argument.rulings[0].to_dict(proof=False)["answer"]
    return argument if all(now[name] == kept[name] for name in ("answered", "verdict", "says", "clauses")) else None


def _called(claim: Claim, ruling: Ruling, known: Rulebase) -> list[Cited]:
    """What a side calls upon, held against the answer."""
    nobody = position_with((), {})
    return cited((*claim.clauses, *clauses_of(claim.claim, nobody, known)), ruling, nobody, known)


def _points(asked: str | None, ruling: AnswerRuling, cites: Sequence[Cited]) -> dict[str, str]:
    """The disputable points in question, each with why: asked for, named, or found by the words of the question."""
    why = {find(asked)["id"]: "asked"} if asked else {}
    for cite in cites:
        why |= {question: "named" for question in cite.questions if cite.id == question and question not in why}
    for question in ruling.answer["points"]:
        why.setdefault(question, "found")
    return {question: why[question] for question in list(why)[:_MOST_QUESTIONS]}


def _points_near(text: str, ruling: AnswerRuling, told: Sequence[Answer], known: Rulebase) -> Iterator[str]:
    """The disputable points of what is told, and those of the clauses that a text speaks of most.

    None where a sentence settles what is asked. A text speaks of one if it has a good part of the words of its title,
    or if most of its own words are in it.
    """
    if ruling.answer["says"]:
        return
    ids = [id for answer in told for step in answer.steps for id in step.cites]
    ids = ids or [clause["id"] for clause in ruling.answer["clauses"]]
    points = dict.fromkeys(question for id in ids for question in shelf(known).find(id).questions)
    measured = sorted(((_told_in(text, find(question)), question) for question in points), reverse=True)
    yield from [question for answer in told for question in answer.questions]
    yield from (question for near, question in measured[:_POINTS] if near and near >= _AS_MUCH * measured[0][0])


def _told_in(text: str, point: Told) -> float:
    """How far a text speaks of a disputable point; 0 where it does not."""
    whole = " . ".join((point["title"], point["asks"], *(reading["says"] for reading in point["readings"])))
    of_title = alike(text, point["title"]) / max(1.0, alike(point["title"], point["title"]))
    of_text = alike(text, whole) / max(1.0, alike(text, text))
    speaks = of_text >= _OF_TEXT or of_title >= _WHOLLY or (of_title >= _OF_TITLE and of_text >= _LEAST)
    return of_title / 2 + of_text if speaks else 0.0


def _point(id: str, why: str, ruling: AnswerRuling, known: Rulebase) -> Point:
    told = find(id)
    taken = known.readings.get(told["id"], preferred(told, known))
    readings = tuple(Reading(one, one["name"] == taken) for one in told["readings"])
    return Point(told, readings, why, told["id"] in ruling.answer["points"])
