"""What a quarrel is about is found by the search for clauses: questions, claims on a line, cards that are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.disputes import of_question
from referee.disputes.accounts import argue
from referee.disputes.nearest_steps import Measure
from referee.disputes.records import Argument, Claim
from referee.duel.games import books_by
from tests.cli.test_commands import run

# The edition, what is asked, what two claim on it, and a clause that has to be among the first three that are told.
QUESTIONS = [
    # nobody accepts both invitations
    (
        "consolidated",
        "green said yes to both sides and put a ship on the gate and one beside the planet",
        ("both of them asked me and thanked me", "one side only"),
        "5.7.5",
    ),
    # a kicker is played before the encounter card, and is none
    (
        "consolidated",
        "planning phase: the defense holds nothing but a kicker and two flares",
        ("a kicker is an encounter card", "I lay the kicker, show the rest and get eight fresh ones"),
        "4.7.4",
    ),
    # one ship in each regroup phase
    (
        "ffg2018",
        "at the start of its go red wants two of its dead ships back",
        ("both come out", "a single one each time"),
        "regroup-phase.1",
    ),
    # the card selects a planet to which who controls it sends no ships
    (
        "duel",
        "Regular Revenge is drawn for a planet that blue controls; blue wants to send more from its supply",
        ("it is my planet", "you do not get to add any"),
        "card-regular-revenge.3",
    ),
]


def _asked(edition: str, asks: str, claims: tuple[str, str]) -> Argument:
    sides = [Claim(party, claim, "") for party, claim in zip(("red", "blue"), claims, strict=True)]
    return of_question.argue(sides, asks, books_by(edition))


def _told(argument: Argument) -> list[str]:
    """The clauses that a slip shows on a question, in their order."""
    told = [cite for answer in argument.answers for step in answer.steps for cite in step.cites]
    ruling = argument.rulings[0]
    assert isinstance(ruling, of_question.AnswerRuling)
    return told or [str(clause["id"]) for clause in ruling.answer["clauses"]]


@pytest.mark.parametrize(("edition", "asks", "claims", "clause"), QUESTIONS)
def test_the_clause_that_a_question_and_its_claims_are_about_is_told(
    edition: str, asks: str, claims: tuple[str, str], clause: str
) -> None:
    assert f"{edition} {clause}" in _told(_asked(edition, asks, claims))[:3]


@pytest.mark.parametrize(
    ("edition", "asks", "claims", "clause"),
    [
        # two flares are held here, and none is played (4.4.2.1)
        (*QUESTIONS[1][:3], "4.4.2.1"),
        # nobody is an ally, so there are no rewards to be mixed
        (*QUESTIONS[2][:3], "defense-wins.2"),
    ],
)
def test_words_that_stand_there_by_chance_tell_nothing(
    edition: str, asks: str, claims: tuple[str, str], clause: str
) -> None:
    assert f"{edition} {clause}" not in _told(_asked(edition, asks, claims))


def test_of_a_card_that_is_named_the_whole_text_is_told() -> None:
    # The Masochist can be revealed only with ten ships in supply: its other half alone would be the wrong answer.
    asks = "blue has to send ships, its supply is empty, and its ally is the Masochist, still facedown"
    told = _told(_asked("duel", asks, ("I cannot send, so I win", "it is facedown, you are dead")))
    assert {"duel card-masochist.2", "duel card-masochist.3"} <= set(told)


def test_all_points_of_which_a_question_speaks_are_shown() -> None:
    # DF-44: no document says where ships go that have no colony to return to.
    asks = "green's alliance is cancelled by a Force Field and green has no colony left anywhere to return its ships to"
    claims = ("they wait next to the board till I have somewhere to go", "no home, so into the warp with them")
    assert "DF-44" in [point.id for point in _asked("consolidated", asks, claims).registry]


def test_the_nearest_clause_of_all_is_one() -> None:
    measure = Measure(["both invited me, so I join both", "one side only"], books_by("consolidated"))
    clauses = measure.clauses()
    assert clauses[0][0] == "consolidated 5.7.5"  # nobody accepts invitations of both sides
    assert [near for _, near in clauses] == sorted((near for _, near in clauses), reverse=True)
    assert measure.of_clause("consolidated 5.7.5") == 1.0 >= max(near for _, near in clauses)
    assert measure.of_clause("consolidated 3.2.1.1") < 0.5


def _argued(line: str, *says: str) -> Argument:
    return argue([Claim(party, claim, line) for party, claim in zip(("red", "blue"), says, strict=True)])


def test_a_card_on_top_of_another_is_not_the_pile_of_discards() -> None:
    # A morph copies the card, and no reinforcement on top of it (5.10.1.4.a).
    line = "red 3 : M +2 vs blue 4 : 8 +5"
    argument = _argued(line, "morph's a duplicate, your 8 with the five on top is a thirteen", "not my booster")
    assert "discards" not in [answer.topic for answer in argument.answers]
    assert "consolidated 5.10.1.4.a" in [cite.id for cite in argument.speaks]
    (answer,) = _argued("red 3 : 12 +2 vs blue 4 : 8", "my 12 is on top of the pile", "my 8 is").answers
    assert answer.topic == "discards"


def test_where_the_facts_are_in_question_only_what_a_ruling_rests_on_is_told() -> None:
    # nobody quarrels about an invitation here: who was named by a Force Field decides
    line = "red 2 + green 3 : 10 vs blue 4 + yellow 2 : 9 ; force field {}"
    told = {"blue": "green, yellow", "green": "yellow", "yellow": "green"}
    claims = [Claim(party, f"I say that only {who} was named", line.format(who)) for party, who in told.items()]
    argument = argue(claims)
    rests = {id for ruling in argument.rulings for id in ruling.citations}
    assert all(rests.intersection(step.cites) for answer in argument.answers for step in answer.steps)


def test_several_accounts_tell_between_which_of_them_the_winner_is_the_same(tmp_path: Path) -> None:
    # 8 + 4 and one token are 13 to 13, and the defense takes a tie; with two or three the offense wins.
    accounts = {"blue": 1, "green": 2, "red": 3}
    sides = [
        word
        for party, count in accounts.items()
        for word in ("--party", party, "--claim", "so it was", "--line", f"red 4 + green {count} : 8 vs blue 3 : 10")
    ]
    shown = run("dispute", "open", "red 4 + green 1 : 8 vs blue 3 : 10", *sides, db=tmp_path / "referee.db")
    text = " ".join(shown.stdout.split())
    assert "As green and red have it, the offense wins; between these two only green's ships differ." in text
    assert "As blue and" not in text
    slip = run("dispute", "export", "1", db=tmp_path / "referee.db").stdout
    assert "between these two only green's ships differ" in slip


def test_what_is_asked_at_a_table_is_not_about_how_it_was_corrected(tmp_path: Path) -> None:
    db = tmp_path / "referee.db"
    for said in ("table red blue green", "do set hand red: 12 +2"):
        run(*said.split(" ", 1), db=db)
    sides = ("--about", "red has a +2 in hand and no part in the encounter, may it play it", "--party", "red")
    shown = run("dispute", "open", "--table", *sides, "--claim", "anybody may", db=db).stdout
    assert "set hand" not in shown
    assert "4.2.1" in shown  # each player who takes part may play reinforcements
