"""What follows from a fact for a question, however it asks for the matter; never more than is plain."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.book.asking import parts, way_of
from referee.book.index import answer_files, fact_files
from referee.book.loader import rulebase
from referee.book.statements import read
from referee.book.verdicts import is_fact, of_known, verdict
from referee.errors import RulebaseError


@pytest.mark.parametrize(
    ("fact", "question", "answer"),
    [
        ("may", "Can I invite everybody?", "yes"),
        ("may", "Must I invite everybody?", "no"),
        ("may", "Is it forbidden to invite everybody?", "no"),
        ("may", "So I may invite everybody?", "yes"),
        ("may", "Is it true that I can't invite everybody?", "no"),
        ("may", "Does the offense invite everybody?", ""),
        ("may", "May I not invite everybody?", ""),
        ("always", "Does the defense win a tie?", "yes"),
        ("always", "Do I have to take the ship?", "yes"),
        ("always", "May I not take the ship?", "no"),
        ("always", "Doesn't the defense win a tie?", "yes"),
        ("always", "Is it true that the defense doesn't win a tie?", "no"),
        ("never", "Can I look at his hand?", "no"),
        ("never", "Must I look at his hand?", "no"),
        ("never", "Is it against the rules to look at his hand?", "yes"),
        ("never", "So I can't look at his hand, right?", "yes"),
        ("never", "I wasn't invited, can I join?", "no"),
        ("never", "Who may look at his hand?", ""),
        ("may", "Is it ok not to invite anybody?", "yes"),
        ("always", "Is it ok not to take the ship?", "no"),
        ("never", "Is it ok not to look at his hand?", ""),
        ("may", "So I don't have to invite anybody, right?", "yes"),
        ("always", "So I don't have to take the ship, right?", "no"),
        ("never", "He is looking at my hand. Isn't that cheating?", "yes"),
        ("may", "He talks about his hand. Is that illegal?", "no"),
        ("may", "He did not invite me. Is that ok?", ""),
        ("may", "Can I play it now so he can't take it?", "yes"),
    ],
)
def test_a_fact_answers_by_what_is_asked_of_it(fact: str, question: str, answer: str) -> None:
    assert verdict(fact, parts(question)[0]) == answer


@pytest.mark.parametrize(
    ("fact", "question", "answer"),
    [
        ("1-4", "Can I launch four ships?", "yes"),
        ("1-4", "Can I launch five ships?", "no"),
        ("1-4", "Can I launch more than four ships?", "no"),
        ("1-4", "Can I launch fewer than four ships?", "yes"),
        ("1-4", "Do I have to launch four ships?", "no"),
        ("1-4", "Must I launch at least one ship?", "yes"),
        ("1-4", "Must I launch one ship?", ""),
        ("1-4", "Is five too many?", "yes"),
        ("1-4", "Is one ship enough?", "yes"),
        ("1-4", "Is the limit four ships?", "yes"),
        ("1-4", "Is it illegal to launch five ships?", "yes"),
        ("1-4", "How many ships may I launch?", "4"),
        ("1-4", "How many ships do I have to launch at least?", "1"),
        ("1-4", "How many ships?", ""),
        ("1-4", "Can I launch two of mine and two of his?", "yes"),
        ("1-4", "Can I launch two ships here and three there?", ""),
        ("8", "Does everybody get eight cards?", "yes"),
        ("8", "Do we get seven cards each?", "no"),
        ("8", "How many cards do we get?", "8"),
        ("3+", "Are two home colonies enough?", "no"),
        ("3+", "How many home colonies do I need?", "3"),
        ("3+", "How many home colonies can I have?", ""),
        ("3+", "Exactly three home colonies are left. Do I keep my power?", "yes"),
        ("3+", "I am down to two home colonies. Do I keep my power?", "no"),
        ("0-2", "I am down to two home colonies. Is my power gone?", "yes"),
        ("0-2", "I have more than two home colonies. Is my power gone?", ""),
        ("1-4", "I have seven ships in the warp. Can I launch some?", ""),
    ],
)
def test_a_range_answers_numbers_and_how_many(fact: str, question: str, answer: str) -> None:
    assert verdict(fact, parts(question)[0]) == answer


@pytest.mark.parametrize(
    ("known", "answer", "question", "follows"),
    [
        ("Can I look at his hand?", "no", "Do I see his hand?", "no"),
        ("Can I look at his hand?", "yes", "Do I see his hand?", ""),
        ("Do I have to take the ship?", "yes", "Do I take the ship?", "yes"),
        ("Do I have to take the ship?", "no", "Can I take the ship?", ""),
        ("Can I look at his hand?", "no", "Is it against the rules to look at his hand?", "yes"),
        ("Is it forbidden to invite everybody?", "no", "Can I invite everybody?", "yes"),
        ("Can I look at his hand?", "no", "So I can't look at his hand, right?", "yes"),
        ("How many ships may I launch?", "4", "How many ships can I send?", "4"),
        ("How many ships may I launch?", "4", "Can I launch ships?", ""),
        ("Can I look at his hand?", "no", "Who may look at his hand?", ""),
    ],
)
def test_what_is_known_answers_what_follows_from_it(known: str, answer: str, question: str, follows: str) -> None:
    assert of_known(answer, way_of(known), parts(question)[0]) == follows


def test_only_the_three_kinds_and_ranges_are_facts() -> None:
    assert all(map(is_fact, ("may", "always", "never", "0", "1-4", "3+")))
    assert not any(map(is_fact, ("yes", "must", "", "1-", "four", "4-x")))


def test_a_fact_that_is_none_or_of_no_statement_is_refused_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "some.toml"
    file.write_text('[no-ally-of-both]\nperhaps = ["both; ally"]\n', encoding="utf-8")
    with pytest.raises(RulebaseError, match="is no fact"):
        read(answer_files(rulebase()), ("consolidated",), [file])
    file.write_text('[nothing-like-it]\nnever = ["both; ally"]\n', encoding="utf-8")
    with pytest.raises(RulebaseError, match="of no statement: nothing-like-it"):
        read(answer_files(rulebase()), ("consolidated",), [file])


def test_the_facts_are_read_with_their_statements() -> None:
    known = rulebase()
    plain = {one.id: one for one in read(answer_files(known), ("consolidated",)).all}
    told = {one.id: one for one in read(answer_files(known), ("consolidated",), fact_files(known)).all}
    assert plain.keys() == told.keys()
    assert len(told["no-ally-of-both"].patterns) > len(plain["no-ally-of-both"].patterns)


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("had 2 ships there and landed 3 more. do i have two colonies now", "do i have two colonies now"),
        ("our whole deal is he wont attack me. does that count", "does that count"),
        ("was it a tie. does the defense win", "does the defense win"),
    ],
)
def test_what_only_tells_something_before_a_question_is_no_part_of_it(question: str, asked: str) -> None:
    assert [part.text for part in parts(question)] == [asked]
