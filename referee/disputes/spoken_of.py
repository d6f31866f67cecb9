"""What the books, and the sheets and cards in play, have on the very matters of which parties speak.

The matters are those of `rulebase/claims.toml`. A sheet or card is told where the ruling rests on it and the claims use
its words.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from referee.book.index import MAIN, Matter, books_for, index, spoken_of
from referee.book.law import ASSUMPTION
from referee.book.loader import Rulebase
from referee.book.names import key_of
from referee.book.places import cache
from referee.book.search import answered as answered_by_clauses
from referee.disputes.citations import shelf
from referee.disputes.nearest_steps import Measure, Near, alike, of_whole_card, same_as, strong, what_is_asked
from referee.disputes.records import BOOK, SHEETS, Answer, Cited, Claim, Step
from referee.judge.ruling import ILLEGAL, Ruling

_TOLD = "On what is claimed the rules have:"
_SUPPOSED = (ASSUMPTION, "fact")  # kinds of steps that no rule concluded
_RULED = ("reveal", "resolution")  # phases of which the ruling has all that applies
_READ = 1000  # letters of all claims together that are read
_SHOWN = 2  # statements, and sheets or cards
_FURTHER = 0.78  # of how near the nearest step is: a matter that is further off is another one
# How near a clause of a matter is at least, beside the nearest of all: in the books for whose clauses it is known how
# players ask, and in others, which find theirs less surely.
_OF_CLAIMS, _OF_OTHERS = 0.63, 0.4
_OF_WORD = 0.1  # what it adds that a word of it is claimed
_NEAREST = 0.9  # how near a clause is that is about the nearest of all
_AS_NEAR = 0.7  # and of one that still comes near it
_MUCH_FURTHER = 0.7  # and one that is about something else
_ASKED, _SURE = 300, 0.46  # letters of the claims that are asked for, and the least score of an answer that is told
_SURELY = 2.5  # words of a matter that are claimed, wherever its clauses stand
_CLAIMED = 2.0  # words of a matter that are claimed where it surely is meant
_SHARED = 1.5  # words of a text that have to be claimed; of those that nearly every quarrel has, half


def answered(
    claims: Sequence[str],
    known: Rulebase,
    cited: Iterable[str] = (),
    rests: Collection[str] = (),
    ranked: Sequence[Near] = (),
    asks: str = "",
) -> Answer | None:
    """What is told on what is claimed, by the words of all claims; None where they speak of nothing known.

    `asks` is the question on which they are made, if it is one.

    `cited` are the full ids of sheets (`alien Zombie`) and cards on which the ruling rests and which nobody names,
    `rests` all clauses and disputable points on which it does, `ranked` the steps of its proof, the nearest to the
    claims first: a matter is not told that is much further off than these.
    """
    text = " . ".join((asks, *claims) if asks else claims)[:_READ]
    found = [matter for matter in spoken_of(text, known, cache()) if _is_meant(matter, rests)]
    if asked := what_is_asked(asks):  # of what no document rules they speak where they ask, not in the case they tell
        left = [matter.statement.id for matter in spoken_of(" . ".join((asked, *claims)), known, cache())]
        found = [matter for matter in found if matter.statement.cites or matter.statement.id in left]
    measure = Measure(claims, known, asks=asks)
    found = [matter for matter in found if _is_of_claims(matter, text, rests, measure, known)]
    if strong(ranked):
        found = [matter for matter in found if matter.question in rests or _is_near(matter, text, ranked, measure)]
    found = sorted(found, key=lambda matter: -_nearness(matter, measure))[:_SHOWN]
    steps = [*_texts(text, cited, known)][:_SHOWN]
    steps += [Step(matter.statement.says, tuple(matter.statement.cites)) for matter in found]
    if not steps:
        return None
    points = tuple(dict.fromkeys(matter.question for matter in found if matter.question))
    return Answer(BOOK, _TOLD, tuple(steps), points)


def _nearness(matter: Matter, measure: Measure) -> float:
    """How near the nearest clause of a matter is to what is claimed; one that no document rules comes last."""
    return max(map(measure.of_clause, matter.statement.cites), default=0.0)


def _is_of_claims(matter: Matter, text: str, rests: Collection[str], measure: Measure, known: Rulebase) -> bool:
    """True if the clauses of a matter are near what is claimed, its own words are, or the ruling rests on it.

    The words of its patterns alone may stand in a text that is about something else.
    """
    cites = matter.statement.cites
    if not cites or alike(text, matter.statement.says) >= _SURELY or not {matter.question, *cites}.isdisjoint(rests):
        return True
    near = _nearness(matter, measure) + _OF_WORD * min(1.0, alike(text, matter.statement.says))
    return near >= (_OF_CLAIMS if known.book in MAIN else _OF_OTHERS)


def _is_near(matter: Matter, text: str, ranked: Sequence[Near], measure: Measure) -> bool:
    """True if a matter is about as near to what is claimed as the nearest step of a proof: it, or its own step.

    One whose words are claimed, that rests on no clause, or on one that is nearest of all, is told wherever it is
    spoken of.
    """
    if not matter.statement.cites or matter.is_of_ruling or alike(text, matter.statement.says) >= _CLAIMED:
        return True
    cites = matter.statement.cites
    own = [near.score for near in ranked if any(_is_under(cite.id, cites) for cite in near.step.rule.cites)]
    if not own and max(map(measure.of_clause, cites)) >= _NEAREST:
        return True
    score = max(own, default=measure.of_text(matter.statement.says, cites))
    return score >= _FURTHER * ranked[0].score


def _is_under(id: str, cites: Iterable[str]) -> bool:
    """True if a clause is one of some clauses, or stands under one of them."""
    return any(id == cite or id.startswith(f"{cite}.") for cite in cites)


def _is_meant(matter: Matter, rests: Collection[str]) -> bool:
    """True if the words of a matter mean it here: some do only where the ruling rests on it."""
    return not matter.is_of_ruling or any(id in rests for id in (matter.question, *matter.statement.cites))


def hangs_on(text: str, question: str, known: Rulebase) -> bool:
    """True if what is claimed speaks of a matter that hangs on a disputable point."""
    return any(matter.question == question for matter in spoken_of(text[:_READ], known, cache()))


def on_ruling(
    claims: Sequence[Claim],
    ruling: Ruling,
    calls: Sequence[Sequence[Cited]],
    known: Rulebase,
    ranked: Sequence[Near] = (),
    alone: bool = True,
) -> Answer | None:
    """What the rules have on what is claimed, and the texts on which the ruling rests but for those called upon.

    `ranked` as in `answered`. Where nobody calls upon anything, and nothing else is told (`alone`), it is with the
    clauses that are nearer to what is claimed than all on which the ruling rests.
    """
    named = {cite.id for of_side in calls for cite in of_side}
    rests = [cite.id for step in ruling.findings if step.rule.kind != ASSUMPTION for cite in step.rule.cites]
    texts = (id for id in rests if id not in named)
    says = [claim.claim for claim in claims]
    answer = answered(says, known, texts, {*rests, *ruling.questions}, ranked)
    if ruling.status == ILLEGAL and any(id.startswith(SHEETS) for id in rests):
        return _of_the_sheet(answer, rests)  # which forbids it, whatever the rules have for those without it
    instead = [one.id for of_side in calls for cite in of_side if cite.id.startswith(SHEETS) for one in cite.instead]
    if instead:
        return _of_the_sheet(answer, instead)
    if named or not alone:
        return answer
    is_shown = bool(strong(ranked)) or ruling.status == ILLEGAL
    return with_clauses(answer, _beside(says, {*rests}, known, is_shown), known)


def _of_the_sheet(answer: Answer | None, clauses: Collection[str]) -> Answer | None:
    """What is told on what is claimed, where a sheet is what it is about: only what rests on some clauses."""
    steps = tuple(step for step in answer.steps if not {*clauses}.isdisjoint(step.cites)) if answer is not None else ()
    return answer._replace(steps=steps) if answer is not None and steps else None


def resting_on(said: Answer, rulings: Iterable[Ruling]) -> Answer | None:
    """What is told on what is claimed, where the facts are in question: only that on which one of the rulings rests."""
    ruled = (step for ruling in rulings for step in ruling.findings if step.rule.kind not in _SUPPOSED)
    rests = {cite.id for step in ruled for cite in step.rule.cites}
    steps = tuple(step for step in said.steps if not rests.isdisjoint(step.cites))
    return said._replace(steps=steps) if steps else None


def with_clauses(answer: Answer | None, nearest: Sequence[tuple[str, float]], known: Rulebase) -> Answer | None:
    """What is told on what is claimed, with the nearest clauses where it rests on none that is about as near."""
    told = [cite for step in (answer.steps if answer is not None else ()) for cite in step.cites]
    said = set().union(*(same_as(cite, known) for cite in told))
    if any(id in said for id, _ in nearest):
        return answer
    found = [id for id, score in nearest if score >= _NEAREST][:_SHOWN]
    whole = [one for id in found for one in of_whole_card(id, known)]
    clauses = tuple(Step(shelf(known).find(id).says, (id,)) for id in dict.fromkeys(whole))
    if not clauses:
        return answer
    return Answer(BOOK, _TOLD, clauses) if answer is None else answer._replace(steps=(*answer.steps, *clauses))


def _beside(claims: Sequence[str], rests: Collection[str], known: Rulebase, is_shown: bool) -> list[tuple[str, float]]:
    """The clauses that are nearest to what is claimed, where no ruling rests on one that is nearly as near.

    Of the reveal and the resolution the ruling has all that applies. `is_shown`: a step of it surely is what is
    claimed, beside which only something much nearer is told.
    """
    if not is_understood(claims, known):
        return []
    measure = Measure(claims, known)
    of_ruling = max(map(measure.of_clause, rests), default=0.0)
    if of_ruling > (_MUCH_FURTHER if is_shown else _FURTHER):
        return []
    near = [(id, score) for id, score in measure.clauses() if score >= _AS_NEAR]
    return [(id, score) for id, score in near if shelf(known).find(id).phase not in _RULED]


def nearest_of_all(asks: str, claims: Sequence[str], known: Rulebase) -> list[tuple[str, float]]:
    """The clauses that are nearest to what is asked and claimed, each with how near it is beside the nearest of all."""
    return [(id, score) for id, score in Measure(claims, known, asks=asks).clauses(examples=True) if score >= _AS_NEAR]


def is_understood(claims: Sequence[str], known: Rulebase) -> bool:
    """True if the books answer what is claimed well enough to be told."""
    text = " . ".join(claims)[:_ASKED]
    found = index(known, cache(), books_for(known)).ask(text, 1)
    return answered_by_clauses(found) and (known.book not in MAIN or found[0].score >= _SURE)


def of_these(speaks: Sequence[Cited], said: Answer, ruling: Ruling) -> list[Cited]:
    """The clauses of a proof that stand in one step with a clause that is told on what is claimed."""
    told = {cite for step in said.steps for cite in step.cites}
    together = ({cite.id for cite in step.rule.cites} for step in ruling.findings)
    beside = told.union(*(cites for cites in together if told & cites))
    return [cite for cite in speaks if cite.id in beside]


def _texts(text: str, cited: Iterable[str], known: Rulebase) -> Iterator[Step]:
    """The texts of sheets and cards whose words are claimed, or which are named."""
    said = key_of(text)
    for id in dict.fromkeys(cited):
        kind, _, name = id.partition(" ")
        printed = known.alien(name) if kind == "alien" else known.card(name) if kind == "card" else None
        if printed is None:
            continue
        is_named = re.search(rf"\b{re.escape(name.replace('-', ' '))}\b", text, re.IGNORECASE) or key_of(name) in said
        shared = alike(text, printed.summary)
        if is_named or shared >= _SHARED:
            yield Step(f"{name.replace('-', ' ')}: {printed.summary}", (id,))
