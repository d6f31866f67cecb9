"""Which disputable points an edition's own book settles, read in that book; the rest of what it touches stays open."""

from __future__ import annotations

from typing import Any

import pytest

from referee.book.files import read_toml
from referee.book.law import Rule
from referee.book.loader import Rulebase, rulebase
from referee.book.places import RULEBASE
from referee.conformance.editions.question import compare_reading
from referee.errors import RulebaseError
from referee.judge.ways.line import judge_encounter

# Worked out from each book: the reading that it bears out, and a clause that says so.
SETTLED = {
    "warp": {
        "DF-06": ("all-holders", "how-to-win.5"),  # all who then have five win, whoever got the fifth just now
        "DF-10": ("merged", "stage-7.11"),  # plays, discards and draws, and again until there is a card
        "DF-13": ("own-colour-rule", "regular-destiny-card.13"),  # a stranger's base in the own system, or a redraw
        "DF-16": ("ffg2018", "regular-destiny-card.7"),  # who is drawn defends, with no tokens if need be
        "DF-18": ("coloured-wild", "wild-destiny-card.2"),  # as if the color chosen had been drawn
        "DF-20": ("optional", "stage-4.4"),  # the offense may prefer to have no allies
        "DF-21": ("ffg2018", "situation-a.11"),  # lost is what stands on the oval end; defensive allies are on the ring
        "DF-25": ("ffg2018", "stage-7.3"),  # no other challenge cards than the types it names
        "DF-32": ("per-player", "situation-c.6"),  # no player gains more than one base
        "DF-33": ("closed-list", "situation-c.4"),  # cards or a base
        "DF-35": ("cleared-first", "situation-c.3"),  # the cone is empty before the talks
        "DF-37": ("own-by-outcome", "situation-b.7"),  # those of the allies are not counted
        "DF-39": ("ffg2018", "stage-9.2"),  # stage 9 comes after what stage 8 results in
        "DF-40": ("ffg2018", "situation-a.14"),  # a card of the challenge deck or a token: there is no other deck
        "DF-41": ("general-rule", "description-of-alien-power-cards.6"),  # the card's text prevails
        "DF-45": ("ffg2018", "how-to-win.3"),  # back to bases, so to where there is a token
        "DF-46": ("consolidated", "stage-3.5"),  # no base any more on any planet that was left
        "DF-47": ("ffg2018", "how-to-win.3"),  # a base is there while a token is
        "DF-54": ("ffg2018", "stage-9.2"),  # discarded, in no order
        "DF-69": ("consolidated", "setup.14"),  # the destiny pile is cut
    },
    "mayfair1991": {
        "DF-07": ("card-needed", "step-10.3"),  # without challenge cards no second challenge
        "DF-13": ("own-colour-rule", "step-2.19"),  # a stranger's base in the own system, or a redraw
        "DF-15": ("all-ways", "both-play-compromise-cards.5"),  # any planet can be shared; the others in step 2
        "DF-16": ("ffg2018", "step-2.9"),  # who is drawn defends, with no tokens if need be
        "DF-17": ("ffg2018", "step-2.4"),  # the color alone tells the system; nothing asks for a redraw
        "DF-20": ("optional", "step-4.3"),  # the offense may prefer to have no allies
        "DF-32": ("per-player", "both-play-compromise-cards.9"),  # no player gains more than one base
        "DF-39": ("ffg2018", "step-9.1"),  # step 9 comes after what step 8 results in
        "DF-40": ("ffg2018", "both-play-attack-cards.11"),  # a card of the challenge deck or a token
        "DF-45": ("ffg2018", "both-play-attack-cards.10"),  # back to bases, so to where there is a token
        "DF-46": ("consolidated", "step-3.3"),  # no base any more on any planet that was left
        "DF-47": ("ffg2018", "how-to-win.4"),  # a base abroad is a foreign base, and one that is left is none
        "DF-54": ("ffg2018", "step-9.1"),  # discarded, in no order
    },
}

# What a rule still asks that rests on the own book: why the book does not settle it.
OPEN = {
    "warp": {
        "DF-04": "without a defense its place is passed over, but the order is another one than that of the readings",
        "DF-15": "a base can be given in a deal; whether on a home planet of the receiver is not said",
        "DF-34": "three tokens, and nothing of a player who has fewer",
        "DF-44": "where tokens may not go, and not where they go instead",
        "DF-48": "below three bases the power may not be used; from which moment on is not said",
        "DF-76": "what tokens add; the powers that multiply them are another book's",
        "DF-62": "at least two players, and no highest number",
    },
    "mayfair1991": {
        "DF-04": "the defense is last, and nothing of the time before there is one",
        "DF-10": "seven cards are drawn, and nothing of a new hand without a challenge card",
        "DF-14": "an empty planet, and not of whose tokens",
        "DF-18": "when the pile is made anew; whether a wild card is like a special one cannot be, for it has none",
        "DF-19": "one token at least, and nothing of a player who has none",
        "DF-25": "cards of other games are another book's",
        "DF-33": "what can be dealt in, and nothing of terms that cannot be met",
        "DF-37": "tokens that were lost; whether by what else than the outcome is not said",
        "DF-41": "powers break certain rules, and not which",
        "DF-44": "a token may go on any base, and nothing of a player who has none",
        "DF-48": "below three bases the power may not be used; from which moment on is not said",
        "DF-57": "talk may deceive; whether the number of cards is told is not said",
        "DF-62": "the number of players, and nothing of two of them",
        "DF-73": "the order of conflicts, and not which of two wins stands",
        "DF-74": "its powers are another book's",
    },
}

EACH = [
    pytest.param(edition, id, *said, id=f"{edition}-{id}")
    for edition, own in SETTLED.items()
    for id, said in own.items()
]


class _Without(Rulebase):
    """An edition as it would be if its file left a disputable point out of what its book settles."""

    def __init__(self, edition: str, question: str) -> None:
        self._left_out = question
        super().__init__(RULEBASE, edition)

    def _edition(self) -> dict[str, Any]:
        told = super()._edition()
        kept = {question: reading for question, reading in told["readings"].items() if question != self._left_out}
        return {**told, "readings": kept}


def _of_own_book(rule: Rule, edition: str) -> bool:
    return any(cite.id.startswith(f"{edition} ") for cite in rule.cites)


@pytest.mark.parametrize("edition", SETTLED)
def test_an_edition_names_exactly_what_its_book_settles(edition: str) -> None:
    assert rulebase(edition).own_readings == {question: said[0] for question, said in SETTLED[edition].items()}


@pytest.mark.parametrize("edition", OPEN)
def test_what_else_the_own_book_touches_is_still_asked(edition: str) -> None:
    """Of the points that are disputable between the books; those of the own book alone are its own questions."""
    shared = {id for id in rulebase().questions() if "edition" not in read_toml(RULEBASE / "questions" / f"{id}.toml")}
    rules = rulebase(edition).law.values()
    assert {rule.question for rule in rules if _of_own_book(rule, edition)} & shared == OPEN[edition].keys()


@pytest.mark.parametrize(("edition", "question", "reading", "clause"), EACH)
def test_a_disputable_point_is_told_as_settled_by_the_own_book(
    edition: str, question: str, reading: str, clause: str
) -> None:
    """`referee compare DF-06` says whose reading it is, and by which clause; and no rule of the edition asks it."""
    group = next(group for group in compare_reading(question)["groups"] if edition in group["editions"])
    assert (group["how"][edition], group["ruling"]["reading"]) == ("own-book", reading)
    assert f"{edition} {clause}" in group["by"][edition]
    assert rulebase(edition).asking(question) == frozenset()


@pytest.mark.parametrize(("edition", "question", "reading", "clause"), EACH)
def test_who_chooses_the_reading_of_the_own_book_is_ruled_by_that_book(
    edition: str, question: str, reading: str, clause: str
) -> None:
    """Its rules keep its clauses and its values, such as seven cards for a new hand and not the eight of another."""
    plain = rulebase(edition).law
    try:
        chosen = Rulebase(RULEBASE, edition, {question: reading}).law
    except RulebaseError as error:
        assert "changes no ruling on one line" in str(error)  # nothing on a line asks it
        return
    for id in rulebase().asking(question):  # those of the edition that is followed: its own ask nothing any more
        assert chosen[id].value == plain[id].value, id
        assert _of_own_book(chosen[id], edition) == _of_own_book(plain[id], edition), id


# Lines on which a settled point comes up. A row: edition, question, line, a field and what it is (worked out from the
# own book), and a clause on which it rests there.
LINES = [
    # 12 + 2 = 14 against 4 + 3 = 7: red has its fifth, yellow had it before. Both have five then.
    ("warp", "DF-06", "red 2 : 12 vs blue 3 : 4 ; foreign red 4, yellow 5", "winners",
     ["red", "yellow"], "how-to-win.5"),
    # 6 + 2 = 8 against 8 + 3 + 2 = 13: green's two stood on the ring and go to bases.
    ("warp", "DF-21", "red 2 : 6 vs blue 3 + green 2 : 8", "players.green.returns", 2, "situation-a.11"),
    # One base for each of the two.
    ("warp", "DF-32", "red 3 : N vs blue 2 : N ; deal red gives colony red.4 for 1 from blue.5,"
     " blue gives colony blue.3 for 1 from red.2", "outcome", "deal", "situation-c.6"),
    # Red has a base there: another one, which is what a deal can give beside cards, it would not be.
    ("warp", "DF-33", "red 3 : N vs blue 2 : N ; at blue.1 ; planet red 1 ; deal blue gives colony blue.1 for 1"
     " from red.2", "status", "illegal", "situation-c.4"),
    # Red lost two; green's three are not counted.
    ("warp", "DF-37", "red 2 + green 3 : N vs blue 3 : 6", "players.red.compensation", 2, "situation-b.7"),
    # Two cards in hand: the 10 is discarded, or taken back, only in stage 9.
    ("warp", "DF-39", "red 3 : N vs blue/Clone 4 : 10 ; hand blue 2 ; use blue", "players.red.compensation",
     2, "stage-9.2"),
    # 4 + 2 = 6 against 8 + 3 + 1 = 12: the Warrior's card gives its owner a token for the win.
    ("warp", "DF-41", "red 2 : 4 vs blue/Warrior 3 : 8 ; tokens blue 1", "then.0.what",
     "put 1 token on its alien power card", "description-of-alien-power-cards.6"),
    # 6 + 2 = 8 against 8 + 3 + 2 = 13: green has no base to go back to.
    ("warp", "DF-45", "red 2 : 6 vs blue 3 + green 2 : 8 ; foreign green 0 ; home green 0", "players.green.returns",
     0, "situation-a.12"),
    # 10 + 3 = 13 against 8 + 2 = 10: blue's base on red's planet is gone, and is counted no more.
    ("warp", "DF-46", "red 3 : 10 vs blue 2 : 8 ; at red.4 ; planet blue 2", "players.blue.colonies.foreign",
     -1, "stage-3.5"),
    ("warp", "DF-47", "red 3 : 10 vs blue 2 : 8 ; at red.4 ; planet blue 2", "players.blue.colonies.foreign",
     -1, "how-to-win.3"),
    # Three cards are discarded, and nothing says which of them comes to lie on top.
    ("warp", "DF-54", "red/Chosen 2 : 4 vs blue 3 : 8 ; use red 12", "discards", None, "stage-9.2"),
    # 8 + 3 = 11 against a compromise; red holds nothing for a second challenge.
    ("mayfair1991", "DF-07", "red 3 : 8 vs blue 4 : N ; hand red 0", "second_encounter", False, "step-10.3"),
    # 10 + 3 = 13 against 8 + 2 = 10: red wins its planet back from blue, whom it named.
    ("mayfair1991", "DF-13", "red 3 : 10 vs blue 2 : 8 ; at red.4 ; planet blue 2", "outcome",
     "offense-wins", "step-2.19"),
    ("mayfair1991", "DF-32", "red 3 : N vs blue 2 : N ; deal red gives colony red.4 for 1 from blue.5,"
     " blue gives colony blue.3 for 1 from red.2", "outcome", "deal", "both-play-compromise-cards.9"),
]  # fmt: skip


@pytest.mark.parametrize(("edition", "question", "line", "field", "value", "clause"), LINES)
def test_a_ruling_rests_on_the_own_book_and_names_no_question(
    edition: str, question: str, line: str, field: str, value: object, clause: str
) -> None:
    """Were the point not settled in the edition's file, the same line would name the question."""
    ruling = judge_encounter(line, edition)
    told: Any = ruling.to_dict()
    assert question not in told["questions"]
    assert f"{edition} {clause}" in ruling.citations
    assert question in judge_encounter(line, books=_Without(edition, question)).to_dict()["questions"]
    for step in field.split("."):
        told = told[int(step)] if step.isdigit() else told[step]
    assert told == value
