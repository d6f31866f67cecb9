"""Precedents: what was decided before on the point that a ruling turns on, and whether that holds here.

A dispute is found by the clauses and questions in a ruling's proof. The rules that decided its point are then held
against those that decide it now (`holdings`). What a table decided in words alone is told at that table, and is held
against nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.book.loader import Rulebase
from referee.book.sentences import brief, quoted
from referee.disputes.answers_before import reworded, shared_point
from referee.disputes.holdings import (
    AtPoint,
    by_a_sheet,
    cancelled_here,
    claimed_in,
    hidden_here,
    holding,
    in_other_numbers,
    line_at_point,
    lost_here,
    of_the_same_use,
    same_rules,
    told_apart,
    works_here,
)
from referee.disputes.in_time import when_told
from referee.disputes.lines import plain_clauses, read, roles_at
from referee.disputes.outdated import changed
from referee.disputes.points import (
    BROKEN,
    Point,
    clauses_of,
    in_force,
    is_conduct,
    on_question,
    own_words,
    point_of,
    preferred_reading,
    settled_by_book,
    taken,
)
from referee.disputes.proofs import Proof, differing
from referee.disputes.records import Differing, Precedent, Recheck, Told
from referee.disputes.subjects import holders
from referee.disputes.unlike import unlike_steps
from referee.duel.games import is_own_game
from referee.errors import LedgerError, RefereeError
from referee.judge.ruling import ILLEGAL, OF_TALKS
from referee.ledger import disputes

if TYPE_CHECKING:
    from referee.judge.ruling import Ruling
    from referee.judge.table.verdict import Decided

__all__ = ["precedents", "precedents_at", "precedents_of", "recheck"]

FOLLOWED, DISTINGUISHED, STALE, OVERRULED, ALSO = "followed", "distinguished", "stale", "overruled", "also-decided"

_STATES = (FOLLOWED, OVERRULED, STALE, DISTINGUISHED, ALSO)  # the most telling first
_LOOKED_AT = 8  # disputes whose proofs are held against a ruling's, the nearest ones
_LOOKED_AT_PLAIN = 3  # of those that share only what nearly every ruling rests on
_CONDUCT = 3  # decisions in words that are told beside a ruling
_LONGEST = 100  # letters of what players said that are repeated in a sentence
_FACTS_TOLD = 2
_BY_TIME = "there it turned on when it was played"
# How a decision begins that only tells how it ended, and not why.
_OUTCOME = re.compile(
    r"(The (offense|defense) wins|The deal (is made|fails)|Both main players lose|The offense is successful"
    r"|The main players must try to make a deal|The offense's turn ends|That is not allowed)(\.|, -?\d)"
    r"|(\S+, )?[Tt]he (leader|straggler),? wins the (duel|contest)"
)


def precedents(path: Path, ruling: Ruling, books: Rulebase, game: str | None = None) -> list[Precedent]:
    """The earlier decisions on what a ruling turns on: those that hold first, then the others.

    `books` is the rulebase that the ruling was made by, `game` the table at which it is asked for: of equal ones its
    own come first. A dispute that is damaged is passed over; `referee ledger verify` names it.
    """
    return precedents_of(path, ruling.to_dict(), books, game)


def precedents_of(path: Path, told: Told, books: Rulebase, game: str | None = None) -> list[Precedent]:
    """As `precedents`, of a ruling as it is told: its edition, questions, readings, players and proof."""
    now = Proof(told)
    plain = plain_clauses(books)
    cited = [*now.cited(), *told.get("point", ()), *told.get("near", ())]
    questions = [*told["questions"], *settled_by_book(now, books)]
    sheets = [id for id in _sheets_in_play(told, books) if id not in cited]  # of a power that is lost, for example
    ids = disputes.nearest(path, [id for id in (*cited, *sheets) if id not in plain], questions, _LOOKED_AT)
    if len(ids) < _LOOKED_AT_PLAIN:
        ids += [id for id in disputes.nearest(path, cited, (), _LOOKED_AT_PLAIN) if id not in ids]
    found: list[Precedent] = []
    conduct = [id for id in disputes.in_words(path, game, _CONDUCT) if id not in ids]
    for id in (*ids, *conduct):
        try:
            found += _Held(disputes.show(path, id), now, told, books, plain, game).found()
        except (LedgerError, *BROKEN):
            continue
    return sorted(found, key=lambda one: (_STATES.index(one.state), one.game != game, -one.dispute))


def _sheets_in_play(told: Told, books: Rulebase) -> dict[str, str]:
    """The sheets in play in a ruling of an encounter, each with the name of its player; of anything else none."""
    if is_own_game(books) or not {"position", "outcome"} <= told.keys() or "act" in told:
        return {}
    try:
        position = read(told["position"], books)
    except RefereeError:  # a position of another edition, or one that is told in words
        return {}
    return {f"alien {alien}": name for name, alien in holders(position)}


def precedents_at(path: Path, verdict: Decided[Any, Any], books: Rulebase, game: str | None = None) -> list[Precedent]:
    """As `precedents`, of a command at a table: of the ruling that it led to, or of why it was refused.

    Of a command that was simply legal only what was decided on a question that it raises.
    """
    if verdict.ruling is not None:
        return precedents(path, verdict.ruling, books, game)
    told = verdict.to_dict()
    if verdict.legal and not told["questions"]:
        return []
    table = verdict.table
    roles = roles_at(table)
    told["players"] = {name: {"role": roles.get(name, "")} for name in table.seats}
    return precedents_of(path, told, books, game)


def recheck(path: Path, books: Rulebase | None = None) -> Iterator[Recheck]:
    """Every recorded position judged again by today's rulebase; `Recheck.otherwise` says which are ruled otherwise."""
    from referee.disputes.recheck import recheck as again  # not on the way to a ruling

    return again(path, books)


class _Standing(NamedTuple):
    """How a decision stands to a ruling, why, and the facts that differ."""

    state: str
    why: str = ""
    facts: tuple[Differing, ...] = ()


# -- one dispute held against a ruling ---------------------------------------------------------------------------------


class _Held:
    """A decided dispute held against a new ruling, which was asked for at the table `game`, if at any."""

    def __init__(
        self, dispute: Told, now: Proof, told: Told, books: Rulebase, plain: frozenset[str], game: str | None
    ) -> None:
        self.dispute = dispute
        self.now = now
        self.told = told
        self.books = books
        self.point = Point(None, ())
        self.plain = plain
        self.decision = in_force(dispute)
        self.elsewhere = bool(self.decision["house"]) and dispute["game"] not in (None, game)
        self.game = game
        made = [one for one in dispute["promotions"] if one["game"] == game and "withdrawn" in one]
        self.is_house_rule = bool(made)
        self.withdrawn = str(made[-1]["withdrawn"]["at"])[:10] if made and made[-1]["withdrawn"] else ""

    def found(self) -> Iterator[Precedent]:
        """The decision in force if it is on a point of the ruling, then those in whose place it was put."""
        if "answer" in self.told:
            yield from self._on_the_answer()
        elif self._is_of_a_question() and self.dispute["game"] is None:
            return
        elif is_conduct(self.dispute, self.decision):
            ruled = "command" not in self.told  # not where a command was only refused
            if ruled and self.dispute["game"] == self.game and not self.is_house_rule and not self._is_of_others():
                yield self._precedent(self.decision, _Standing(ALSO), None)
        else:
            yield from self._on_the_point()

    def _is_of_a_question(self) -> bool:
        return any("answer" in side["ruling"] for side in self.dispute["sides"])

    def _on_the_answer(self) -> Iterator[Precedent]:
        """The decision in force if it is on the same question, in whatever words it was asked."""
        shared = shared_point(self.dispute, self.told) if self._is_of_a_question() else []
        if not shared or (self.decision["house"] and self.dispute["game"] != self.game):
            return
        self.point = Point(None, tuple(shared))
        stale = reworded(self.dispute, shared, self.books)
        standing = _Standing(ALSO if self.decision["house"] else FOLLOWED)
        if stale:
            standing = _Standing(STALE, f"{', '.join(stale)} says something else now")
        yield self._precedent(self.decision, standing, None)

    def _is_of_others(self) -> bool:
        """True if it was decided on what is not allowed, or on the talks of a deal, and here is no such thing."""
        rulings = [side["ruling"] for side in self.dispute["sides"]]
        if {ruling["status"] for ruling in rulings} == {ILLEGAL} and self.told["status"] != ILLEGAL:
            return True
        outcomes = {ruling.get("outcome") for ruling in rulings}
        return outcomes <= OF_TALKS and self.told.get("outcome") not in OF_TALKS

    def _on_the_point(self) -> Iterator[Precedent]:
        """What was decided on a point of the ruling."""
        if self._is_of_another_kind() or self._is_of_what_was_done():
            return
        every = [Proof(one["ruling"]) for one in self.dispute["sides"]]
        self.point = point_of(self.dispute, every, self.plain)
        if self.point.guessed and self._is_about_something_else(every):
            return
        pair = self._same_point(every)
        if pair is None:
            return
        standing = self._standing(*pair)
        if standing is not None and not self._is_plain_on_other_facts(*pair):
            yield from self._in_force_and_before(standing, pair[0])

    def _is_of_another_kind(self) -> bool:
        """True if the ruling is none that can be held against the decision.

        An answer to a question in words rests on no facts; and an act is held against no encounter, nor the other way
        round, but that both are illegal.
        """
        rulings = [side["ruling"] for side in self.dispute["sides"]]
        if any("answer" in ruling for ruling in rulings):
            return True
        is_act = "act" in self.told or "command" in self.told
        return any(("act" in one) != is_act and {one["status"], self.told["status"]} != {"illegal"} for one in rulings)

    def _is_of_what_was_done(self) -> bool:
        """True if a side was right in what it tells besides the encounter, which is a fact of that one alone."""
        sides = self.dispute["sides"]
        is_told_alike = len({side["position"] for side in sides}) == 1
        return bool(self.decision["side"]) and is_told_alike and len({side["line"] for side in sides}) > 1

    def _is_about_something_else(self, every: Sequence[Proof]) -> bool:
        """True if a decision of which nobody said what it was about cannot be about this encounter.

        Of a game of its own only who wins would be the same. What nearly every ruling rests on says something only
        of the very same rules, and nothing at all where the facts were argued, and not the rule.
        """
        if is_own_game(self.books):
            return True
        sides, told_by = self.dispute["sides"], self.decision["side"]
        if told_by and len({side["position"] for side in sides}) > 1:  # whose account was true is of that evening
            return bool(self.told.get("position") != sides[told_by - 1]["position"])
        rules = {step.rule for step in self.now.steps.values()}
        if not self.point.plain:
            return False
        positions = {side["position"] for side in self.dispute["sides"]}
        is_of_facts = len(positions) > 1 and self.told.get("position") not in positions
        return is_of_facts or all({step.rule for step in proof.steps.values()} != rules for proof in every)

    def _same_point(self, every: Sequence[Proof]) -> tuple[AtPoint, AtPoint] | None:
        """The point in the account that was decided for and in the ruling, by the same rules if there is such a one."""
        side = self.decision["side"]
        proofs = [every[side - 1]] if side else every
        pairs = [pair for then in proofs if (pair := self._at_point(then))]
        return next((pair for pair in pairs if same_rules(*pair)), pairs[0] if pairs else None)

    def _is_plain_on_other_facts(self, then: AtPoint, now: AtPoint) -> bool:
        """True if it is on what nearly every ruling rests on, which is worth a word only on the same facts."""
        return self.point.plain and bool(differing(then.proof, then.steps, now.proof, now.steps))

    def _in_force_and_before(self, standing: _Standing, then: AtPoint) -> Iterator[Precedent]:
        """The decision in force, and where it holds or is overruled those in whose place it was put."""
        others = (one for one in self.dispute["decisions"] if one["id"] != self.decision["id"])
        earlier = [one for one in others if _substance(one) != _substance(self.decision)]
        yield self._precedent(self.decision, standing, then, bool(earlier))
        if standing.state not in (DISTINGUISHED, ALSO):
            why = f"superseded on {self.decision['at'][:10]} by {quoted(self.decision['says'], _LONGEST)}"
            for one in earlier:
                yield self._precedent(one, _Standing(OVERRULED, why), then)

    def _at_point(self, then: Proof) -> tuple[AtPoint, AtPoint] | None:
        """What decides the point in the earlier proof and in this one; None where one of them has nothing on it."""
        if self.point.question:
            there, here = (on_question(self.point.question, proof, self.books) for proof in (then, self.now))
            if not there:  # its rules were called otherwise then, or it says nothing on that line
                clauses = clauses_of(self.point.question, self.books)
                there, here = then.citing(clauses), self.now.citing(clauses)
        else:
            there, here = then.citing(self.point.clauses), self.now.citing(self.point.clauses)
        if not there:
            return None
        before = AtPoint.of(then, there)
        here = of_the_same_use(before, self.now, here) or self._in_its_place(before)
        return (before, AtPoint.of(self.now, here).beside(before)) if here else None

    def _in_its_place(self, then: AtPoint) -> list[int]:
        """The steps that this proof has in the place of the point, which it does not come to.

        In another edition the same rules, or what it has on the same topic; else those in which a power is cancelled
        or lost on which the point rested, or by which another one takes the rule away.
        """
        if then.proof.edition != self.now.edition:
            rules = {then.proof.steps[number].rule for number in then.steps}
            return self.now.by_rule(rules) or self.now.on_topics(rule.partition(".")[0] for rule in rules)
        sheets = _sheets_in_play(self.told, self.books)
        turned = cancelled_here(then, self.now) or lost_here(then, self.now, sheets)
        turned = turned or works_here(then, self.now, self._sheets_then())
        if turned or not self.point.question:
            return turned
        others = AtPoint.of(self.now, self.now.citing(then.clauses))
        return list(others.steps) if by_a_sheet(told_apart(then, others), others) else []

    def _sheets_then(self) -> dict[str, str]:
        """The sheets in play in the account that was decided for."""
        side = self.dispute["sides"][(self.decision["side"] or 1) - 1]
        return _sheets_in_play(side["ruling"], self.books)

    def _standing(self, then: AtPoint, now: AtPoint) -> _Standing | None:
        """How the decision in force stands to the ruling; None where it has nothing to say."""
        stale = changed(self.dispute["relied"], then, self.books)
        if stale:
            return _Standing(STALE, stale)
        editions = then.proof.edition.partition("+")[0], self.now.edition.partition("+")[0]
        if len({*editions}) > 1:
            says = f"there it was ruled by {editions[0]}, here by {editions[1]}"
            return _Standing(DISTINGUISHED, "", (Differing(says, *editions),))
        if then.proof.edition != self.now.edition and (self.point.guessed or {*then.clauses} != {*now.clauses}):
            says = f"there it was ruled by {then.proof.edition}, here by {self.now.edition}"
            return _Standing(DISTINGUISHED, "", (Differing(says, then.proof.edition, self.now.edition),))
        if self.now.by_cases or (then.proof.by_cases and self.decision["reading"] is None):
            hidden = hidden_here(then, now)  # nothing is settled, so nothing is followed
            return _Standing(DISTINGUISHED, "", tuple(hidden)) if hidden else None
        return self._on_reading(then, now) if self.point.question else self._on_rules(then, now)

    def _on_reading(self, then: AtPoint, now: AtPoint) -> _Standing:
        """How a decision on a disputable point stands to a ruling that rests on the same point."""
        question = str(self.point.question)
        preferred = preferred_reading(question, self.books)
        readings = {**self.books.readings, **self.told.get("readings", {})}
        own, here = taken(self.dispute, self.decision, preferred), readings.get(question, preferred)
        apart = [] if same_rules(then, now) else told_apart(then, now)
        if apart and (own is None or by_a_sheet(apart, now) or question not in self.told["questions"]):
            return _Standing(DISTINGUISHED, "", tuple(apart))
        if own is None:
            return _Standing(ALSO) if self.elsewhere else self._on_claim()
        if not here:  # the ruling leaves it open
            return _Standing(ALSO)
        if own != here:
            if question not in (*self.told["questions"], *settled_by_book(self.now, self.books)):
                return _Standing(ALSO)  # the ruling takes no reading of it
            aside = self.elsewhere or self.withdrawn
            return _Standing(ALSO if aside else OVERRULED, self._against(question, own, here))
        return _Standing(ALSO if self.elsewhere else FOLLOWED, "", tuple(in_other_numbers(then, now)))

    def _on_rules(self, then: AtPoint, now: AtPoint) -> _Standing | None:
        """How a decision on clauses stands to a ruling that rests on them too."""
        if not same_rules(then, now):
            facts = told_apart(then, now)
            return _Standing(DISTINGUISHED, "", tuple(facts)) if facts else _Standing(OVERRULED, self._otherwise())
        if self.elsewhere:
            return _Standing(ALSO)
        if any(when_told(side["claim"]) for side in self.dispute["sides"]):
            return _Standing(DISTINGUISHED, "", (Differing(_BY_TIME, "", ""),))  # which no line tells
        if own_words(self.dispute, self.decision):
            return self._on_claim()
        if is_own_game(self.books):  # whose steps name no facts behind them
            return _by_steps(then, now)
        numbers = in_other_numbers(then, now) if then.values() != now.values() else ()
        return _Standing(FOLLOWED, "", tuple(numbers))

    def _on_claim(self) -> _Standing:
        """How a table's own words stand to a ruling: against it only where they are a claim that it contradicts."""
        from referee.disputes.stances import stances  # it asks the rules, which most rulings do not need

        side = self.decision["side"]
        stance = stances(self.dispute)[side - 1] if side else None
        if stance is None or self.withdrawn:
            return _Standing(ALSO)
        return _Standing(FOLLOWED) if stance else _Standing(OVERRULED, "the referee rules it otherwise")

    def _against(self, question: str, own: str, here: str) -> str:
        why = "as the referee prefers"
        if question in self.books.house:
            why = "by a house rule"
        elif here == self.books.own_readings.get(question) and question not in self.books.readings:
            why = "as the book of this edition has it"
        elif question in self.books.readings or question in self.told.get("readings", {}):
            why = "as was chosen here"
        return f"it took {question} by {own}, and this ruling takes it by {here}, {why}"

    def _otherwise(self) -> str:
        from referee.book.fingerprints import rulebook

        digest, version = rulebook(self.books)
        book: Told = self.dispute["rulebook"]
        if book["digest"] != digest:
            return "on the same facts it is ruled otherwise now: the law was changed since"
        return f"on the same facts it is ruled otherwise now, by referee {version} (then {book['referee']})"

    # -- in a sentence -------------------------------------------------------------------------------------------------

    def _precedent(self, decision: Told, standing: _Standing, then: AtPoint | None, anew: bool = False) -> Precedent:
        clauses = then.clauses if then is not None else self.point.clauses
        shared = tuple(id for id in clauses if self.point.question or id in self.point.clauses)
        facts = standing.facts
        return Precedent(
            self.dispute["id"],
            standing.state,
            self._says(decision, standing, then, anew),
            facts[0].says if facts else "",
            facts,
            self.point.question,
            shared,
            decision["at"],
            decision["says"],
            bool(decision["house"]),
            self.dispute["at"],
            self.dispute["game"],
            None if decision["own"] else str(decision["ledger"]),
            self._holding(then),
        )

    def _says(self, decision: Told, standing: _Standing, then: AtPoint | None, anew: bool) -> str:
        """The precedent in a sentence: whose decision it is, what it says, and how it stands here."""
        current = decision["id"] == self.decision["id"]
        told = self._stands(decision, standing, then, current)
        appeal = " (an appeal is not decided yet)" if self.dispute["state"] == disputes.APPEALED and current else ""
        return f"{told}{appeal}{' (another decision before it is overruled)' if anew else ''}"

    def _stands(self, decision: Told, standing: _Standing, then: AtPoint | None, current: bool) -> str:
        """How a decision stands to the ruling, with what it says; `current` if no later one took its place."""
        head, said, facts = self._head(decision), self._quoted(decision, then), standing.facts
        if standing.state == FOLLOWED:
            return f"{head} is followed{f', in other numbers: {facts[0].says}' if facts else ''}: {said}"
        if standing.state == DISTINGUISHED:
            more = f", and {len(facts) - _FACTS_TOLD} more" if len(facts) > _FACTS_TOLD else ""
            return f"{head} is distinguished: {'; '.join(fact.says for fact in facts[:_FACTS_TOLD])}{more}"
        if standing.state == STALE:
            return f"{head} is stale, for {standing.why}: {said}"
        if standing.state == ALSO:
            return self._also(decision, said, standing.why)
        against = "goes against this ruling" if decision["house"] and current else "is overruled"
        return f"{head} {against}: {said}; {standing.why}"

    def _also(self, decision: Told, said: str, why: str) -> str:
        """What a table decided beside this ruling, or another table for itself."""
        place = "the table has also decided"
        if self.elsewhere:
            place = f"decided at the table {_short(self.dispute['game'])}"
        about = f", {self.point.question}" if self.point.question else ""
        where = "" if decision["own"] else f", in the ledger {_short(str(decision['ledger']))}"
        ended = f", withdrawn as a house rule {self.withdrawn}" if self.withdrawn else ""
        told = f"{place}: {said} (dispute {self.dispute['id']}, {decision['at'][:10]}{about}{where}{ended})"
        return f"{told}; {why}" if why else told

    def _quoted(self, decision: Told, then: AtPoint | None) -> str:
        """What a decision holds: its words, or where these only tell who won, the line of the proof at the point."""
        words = decision["says"]
        if then is None or not (_OUTCOME.match(words) or words == self._line_then(decision)):
            return quoted(words, _LONGEST)
        return quoted(self._holding(then) or words, _LONGEST)

    def _holding(self, then: AtPoint | None) -> str:
        return holding(then, claimed_in(self.dispute, then.proof)) if then is not None else ""

    def _line_then(self, decision: Told) -> str:
        """The line of the proof as it stood in the decision where nobody put it into words, with the players' names."""
        return "" if decision["house"] else line_at_point(self.dispute, decision["side"] or 1)

    def _head(self, decision: Told) -> str:
        """Which dispute it was, when it was decided, by whom, and on which point."""
        game = self.dispute["game"]
        by = f"decided by {_short(decision['by'])}"
        if decision["house"]:
            by = f"the own decision of the table {_short(game)}" if game else "the table's own decision"
        if not decision["own"]:
            by = f"{'decided' if decision['house'] else by} in the ledger {_short(str(decision['ledger']))}"
        future = ", a date in the future" if decision["future"] else ""
        about = f", {self.point.question}" if self.point.question else ""
        return f"dispute {self.dispute['id']} ({decision['at'][:10]}, {by}{future}{about})"


def _substance(decision: Told) -> tuple[Any, ...]:
    """What a decision decides, apart from its reasons."""
    return bool(decision["house"]), decision["side"], decision["reading"], decision["says"]


def _short(text: str) -> str:
    return brief(text, _LONGEST)


def _by_steps(then: AtPoint, now: AtPoint) -> _Standing:
    """How a decision stands to a ruling by the steps of their proofs that are not alike."""
    unlike = unlike_steps(then.proof, then.steps, now.proof, now.steps)
    others = [fact for fact in unlike if not fact.in_number]
    return _Standing(DISTINGUISHED if others else FOLLOWED, "", tuple(others or unlike))
