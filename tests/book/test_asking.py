"""Questions as players put them, each with the clause it must find among the first three."""

from __future__ import annotations

import json

import pytest

from referee.book.books import Books
from referee.book.clause import Clause
from referee.book.index import build
from referee.book.loader import rulebase
from referee.book.search import Index, answered, thesaurus
from referee.book.wording import stem


@pytest.fixture(scope="module")
def clauses() -> list[Clause]:
    books = Books(rulebase())
    return [clause for book in ("consolidated", "ffg2018") for clause in books.clauses(book).values()]


@pytest.fixture(scope="module")
def index() -> Index:
    return build(rulebase())


ASKED = [
    ("We both end up at 15. Who wins?", "5.10.1.1.d.1"),
    ("Can two of us have a colony on the same planet?", "2.2.1.1"),
    ("May I ally with the attacker and the defender, two ships each?", "5.7.5"),
    ("Am I allowed to lie about the card I am going to play?", "4.1.2"),
    ("Do I have to tell them how many cards I am holding?", "4.1.3"),
    ("Which cards count as encounter cards?", "2.1.2.1"),
    ("I promised him my attack 30 in the deal. Can I give him another card instead?", "5.10.1.3.c.3"),
    ("Which powers can't be zapped?", "4.3.3.2"),
    ("My hand has no encounter card at the start of my turn. What do I do?", "5.3.2"),
    ("Must I take my ship out of the warp, or can I leave it there?", "5.4.3"),
    ("Only two home colonies left: do I keep my power?", "4.6.2"),
    ("Third home colony is back. When do I get my alien power back?", "4.6.2.2"),
    ("How many flares may I play in one encounter?", "4.4.2.1"),
    ("The deck and the discard pile are both empty, and I have to draw.", "4.9.1"),
    ("What happens when both of us reveal a morph?", "5.10.1.4.c"),
    ("Can I say no when somebody invites me?", "5.7.6"),
    ("Can I attack with ships from two different colonies?", "5.6.4"),
    ("Two players reach five foreign colonies at the same moment. Who wins the game?", "1.2.2"),
    ("Can I play Mobius Tubes in somebody else's regroup?", "5.4.5"),
    # words of other editions, and slang
    ("Blue's base there is no part of the challenge. Do his tokens go to the warp if the attacker wins?", "5.10.4.2.a"),
    ("My compromise lost to an attack. How many cards of consolation do I draw?", "5.10.8.2.a"),
    ("We both played compromise. What do the allies do with their tokens on the cone?", "5.10.1.3.a"),
    # slips of the pen
    ("Does my alien lose its power when I have fewer than three home colonys?", "4.6.2"),
    ("Can I look thru the discrad pile whenever I like?", "3.2.2.1"),
    ("What are the rewrads for a defensive aly?", "2.5.2.2"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "clause"), ASKED, ids=[clause for _, clause in ASKED])
def test_a_question_finds_its_clause(index: Index, question: str, clause: str) -> None:
    answers = index.ask(question, 3)
    assert f"consolidated {clause}" in [answer.clause.full_id for answer in answers]
    assert answered(answers)


@pytest.mark.parametrize(
    "question",
    [
        "Which alien is strongest?",
        "Where can I buy the expansions?",
        "Who designed this game?",
        "What is the weather like tomorrow?",
        "asdf qwertz",
        "",
        "?!",
    ],
)
def test_what_no_rule_decides_is_not_answered(index: Index, question: str) -> None:
    assert not answered(index.ask(question))


def test_answers_come_best_first_and_no_more_than_asked_for(index: Index) -> None:
    answers = index.ask("How many ships may an ally send?", 4)
    scores = [answer.score for answer in answers]
    assert len(answers) == 4
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    assert index.ask("How many ships may an ally send?", 0) == []


def test_a_clause_with_a_counterpart_in_the_first_book_is_not_given(clauses: list[Clause], index: Index) -> None:
    given = {clause.full_id: clause for clause in index.clauses}
    assert {clause.full_id for clause in clauses if clause.book == "consolidated"} <= given.keys()
    consolidated = {id for id, clause in given.items() if clause.kind != "placeholder"}
    later = [clause for clause in given.values() if clause.book == "ffg2018"]
    assert later
    assert not any(
        other in consolidated and other.startswith("consolidated ")
        for clause in later
        for other in (*clause.same_as, *clause.near)
    )


def test_where_the_first_book_is_silent_the_second_answers(index: Index) -> None:
    answers = index.ask("How do I complete a tech card I am researching?", 3)
    assert "ffg2018 completing-tech.1" in [answer.clause.full_id for answer in answers]


def test_an_index_is_kept_as_plain_data(index: Index) -> None:
    again = Index.from_data(json.loads(json.dumps(index.to_data())))
    assert again.clauses == index.clauses
    for question, _ in ASKED:
        assert again.ask(question) == index.ask(question)
    with pytest.raises(ValueError, match="format"):
        Index.from_data({"format": 0})


def test_an_index_over_nothing_finds_nothing() -> None:
    index = Index([], thesaurus(rulebase()), {})
    assert index.ask("Who wins a tie?") == []
    assert not answered([])


def test_endings_do_not_count() -> None:
    assert {stem(word) for word in ("ally", "allies", "allied")} == {"alli"}
    assert {stem(word) for word in ("reveal", "reveals", "revealed", "revealing")} == {"reveal"}


def test_every_concept_has_phrases_and_a_clause_that_is_asked_with_them(index: Index) -> None:
    terms = index.to_data()["postings"].keys()
    for name, entry in thesaurus(rulebase())["concept"].items():
        assert entry.keys() <= {"means", "weight"}, name
        assert entry["means"], name
        assert f"={name}" in terms, f"no clause is asked for with {name!r}"


def test_no_question_stands_for_two_clauses_of_one_chapter(clauses: list[Clause]) -> None:
    """The same words for several clauses tell none of them from the others; equal rules of two chapters may share."""
    seen: dict[tuple[str, str], str] = {}
    for id, questions in Books(rulebase()).asked("consolidated").items():
        for question in questions:
            key = (id.split(".")[0], question.casefold())
            assert key not in seen, (id, seen.get(key), question)
            seen[key] = id
