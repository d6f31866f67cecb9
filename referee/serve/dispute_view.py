"""A dispute as the pages show it: the accounts with their rulings side by side, what decides, and what was decided."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from referee.render import in_question
from referee.render.account import accounts_of, changes, staying, turned
from referee.render.players import party_of
from referee.render.words import Told, house_rule, shown
from referee.serve.cited import Cited, cited
from referee.serve.ruling_view import PlayerRow, Refusal, RulingView, view_of
from referee.serve.texts import say

if TYPE_CHECKING:
    from referee.disputes.records import Answer, Argument, FactLine, Point
    from referee.public.disputes import Dispute, HouseRow


@dataclass(frozen=True)
class AccountView:
    """What is ruled as some parties have it: the number of the first of them, who they are, their claims, the line.

    A line that can be drawn has its `edition`.
    """

    number: int
    parties: tuple[str, ...]
    claims: tuple[tuple[str, str], ...]
    line: str
    status: str
    verdict: str
    says: tuple[str, ...] = ()
    players: tuple[PlayerRow, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    edition: str = ""

    @property
    def who(self) -> str:
        """The parties in a row."""
        return say("and").join(self.parties)


@dataclass(frozen=True)
class FactView:
    """A fact that is told differently: what, how it is told and by whom, if it decides, and what it does alone."""

    what: str
    told: tuple[tuple[str, str], ...]
    decides: bool
    turns: str = ""


@dataclass(frozen=True)
class ReadingView:
    """A reading of a disputable point: its name, what it says, whether it is taken, and what it makes of the facts."""

    name: str
    says: str
    is_taken: bool
    here: str


@dataclass(frozen=True)
class PointView:
    """A disputable point that is in question: its id, what it asks, and its readings."""

    id: str
    asks: str
    look: str
    readings: tuple[ReadingView, ...]


@dataclass(frozen=True)
class AnswerView:
    """What is ruled on a matter besides: the sentence, and the steps with their clauses."""

    says: str
    steps: tuple[tuple[str, tuple[Cited, ...]], ...]


@dataclass(frozen=True)
class HouseView:
    """A house rule of the table, and whether a ruling of the dispute rests on what it is about."""

    says: str
    applies: bool


@dataclass(frozen=True)
class DecisionView:
    """A decision: by whom and when, whose (`kind`), what it says, the further lines, and if a later one replaced it."""

    head: str
    says: str
    more: tuple[str, ...]
    is_superseded: bool


@dataclass(frozen=True)
class DisputeView:
    """All that a dispute shows; what it does not have is empty."""

    about: str
    state: str
    accounts: tuple[AccountView, ...]
    decides: str = ""
    facts: tuple[FactView, ...] = ()
    points: tuple[PointView, ...] = ()
    answers: tuple[AnswerView, ...] = ()
    precedents: tuple[str, ...] = ()
    house: tuple[HouseView, ...] = ()
    decisions: tuple[DecisionView, ...] = ()
    notes: tuple[str, ...] = ()


def view_of_dispute(dispute: Dispute, house: Sequence[HouseRow]) -> DisputeView:
    """A dispute, kept or only argued, as it is shown at a table with these house rules."""
    told, argument = dispute.record.kept, dispute.record.argument
    sides = list(told["sides"])
    view = DisputeView(
        about=shown(told["about"]),
        state=told["state"],
        accounts=tuple(_account(side, sides, told["edition"]) for side in accounts_of(sides)),
        decides=say("rules-changed"),
        precedents=tuple(shown(precedent.says) for precedent in dispute.record.precedents),
        house=tuple(house_view(rule, sides) for rule in house),
        decisions=tuple(_decision(told, one) for one in told.get("decisions", ())),
        notes=tuple(_said(note["by"], note["says"]) for note in told.get("notes", ()))
        + tuple(say("appealed", who=shown(one["by"]), why=shown(one["reason"])) for one in told.get("appeals", ())),
    )
    if argument is None:
        return view
    return replace(
        view,
        decides=_decides(argument, sides),
        facts=tuple(_fact(line, sides) for line in argument.lines),
        points=tuple(map(_point, argument.registry)),
        answers=tuple(_answer(answer, told["edition"]) for answer in argument.answers),
    )


def _account(side: Told, sides: Sequence[Told], edition: str) -> AccountView:
    alike = [other for other in sides if other["position"] == side["position"]]
    view = AccountView(
        side["side"],
        tuple(shown(party_of(other)) for other in alike),
        tuple((shown(other["party"]), shown(other["claim"])) for other in alike if other["claim"]),
        shown(side["position"]),
        side["ruling"]["status"],
        "",
    )
    ruling = side["ruling"]
    if "unreadable" in ruling:
        return _with(view, str(ruling["unreadable"]))
    if "act" in ruling or "answer" in ruling:
        against = [f"{one['says']} [{', '.join(one['cites'])}]" for one in ruling["illegal"]]
        return _with(view, in_question.verdict(ruling), (*map(shown, against), *in_question.lines(ruling)))
    if "kind" in ruling:  # of Duel
        from referee.render.account import in_words

        return replace(_with(view, in_words(ruling)), edition=edition)
    return replace(_of_encounter(view, view_of(ruling)), edition=edition)


def _with(view: AccountView, verdict: str, says: Iterable[str] = ()) -> AccountView:
    return AccountView(view.number, view.parties, view.claims, view.line, view.status, verdict, tuple(says))


def _of_encounter(view: AccountView, ruling: RulingView) -> AccountView:
    cases = tuple(f"{say('when', when=case.when)} {case.says}" for case in ruling.cases)
    then = tuple(line.says for line in ruling.then)
    return AccountView(
        view.number,
        view.parties,
        view.claims,
        view.line,
        view.status,
        ruling.verdict,
        (*cases, *then),
        ruling.players,
        ruling.refusals,
    )


def _decides(argument: Argument, sides: Sequence[Told]) -> str:
    """What decides, in a sentence."""
    if argument.same_facts:
        return say("same-facts") if len(argument.claims) > 1 else ""
    if argument.agree:
        return say("facts-do-not-matter")
    deciding = [shown(line.what) for line in argument.lines if line.decides]
    stays = f" {staying(argument, sides)}" if argument.outcome_stays else ""
    if deciding:
        return say("decides", what=", ".join(deciding)) + stays
    return say("no-fact-alone") + stays


def _fact(line: FactLine, sides: Sequence[Told]) -> FactView:
    told = tuple(
        (say("and").join(shown(party_of(sides[number - 1])) for number in numbers), shown(says))
        for says, numbers in line.says
    )
    turns = [turn for fact in line.facts for turn in fact.turns]
    whole = bool(turns) and all(turn.like_other for turn in turns)
    return FactView(
        shown(line.what),
        told,
        line.decides,
        say("turns-all") if whole else changes(turns[0].parts) if turns else say("turns-nothing"),
    )


def _point(point: Point) -> PointView:
    readings = tuple(
        ReadingView(
            reading.name,
            shown(reading.told["says"]),
            reading.taken,
            changes(reading.here.parts) if reading.here and reading.here.parts else "",
        )
        for reading in point.readings
    )
    return PointView(point.id, shown(point.told["asks"]), f"look?q={point.id}", readings)


def _answer(answer: Answer, edition: str) -> AnswerView:
    steps = [(shown(step.says), tuple(cited(id, edition) for id in step.cites)) for step in answer.steps]
    if answer.supposing:
        then = turned(answer.parts) if answer.parts else say("same-ruled")
        steps.append((f"{shown(answer.supposing)}: {then}", ()))
    return AnswerView(shown(answer.says), tuple(steps))


def house_view(rule: HouseRow, sides: Sequence[Told]) -> HouseView:
    """A house rule; it applies where a ruling takes its question or rests on its clause, or it is on none."""
    told = rule.to_dict()
    rests = {cite["id"] for side in sides for cite in side["ruling"].get("citations", ())}
    points = {question for side in sides for question in side["ruling"].get("questions", ())}
    general = not told["question"] and not told["clauses"]
    applies = general or told["question"] in points or not rests.isdisjoint(told["clauses"])
    return HouseView(house_rule({"why": "", "decided": "", **told}), applies)


def _decision(told: Told, decision: Told) -> DecisionView:
    kind = say("house-ruling") if decision["house"] else say("referee-ruling")
    more = [f"{say(name)}: {shown(decision[name])}" for name in ("reading", "reason", "dissent") if decision[name]]
    right = next((party_of(side) for side in told["sides"] if side["side"] == decision["side"]), "")
    if right:
        more.insert(0, f"{say('right')}: {shown(right)}")
    head = say("decided-by", who=shown(decision["by"]), day=str(decision["at"])[:10], kind=kind)
    return DecisionView(head, shown(decision["says"]), tuple(more), decision["id"] != told["decision"])


def _said(who: str, says: str) -> str:
    return f"{shown(who)}: {shown(says)}" if who else shown(says)
