"""What the rules have on the matter of which a quarrel is, found by the words of the claims; and what it is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.book.loader import rulebase
from referee.disputes import spoken_of
from referee.disputes.accounts import argue
from referee.disputes.records import Argument, Claim
from referee.duel.games import books_by
from tests.cli.test_commands import run

# Two claims as people make them, the edition, and a clause that settles the matter (or none).
CLAIMS = [
    ("you promised me your 20 and gave me a 6", "I said an attack, that is an attack", "consolidated", "5.10.1.3.c.3"),
    (
        "he only promised to leave me alone, that makes it a deal",
        "nothing changed hands",
        "consolidated",
        "5.10.1.3.b.2",
    ),
    ("the promise was part of the deal", "I am not bound by it", "warp", "situation-c.10"),
    ("one card and one ship please", "no mixing", "consolidated", "5.10.5.2"),
    ("I held my planet, where are my rewards?", "only your allies get any", "consolidated", "2.5.2.4"),
    ("I pick the cards I like from your hand", "compensation is random", "consolidated", "5.10.8.2.b"),
    ("you owe me four cards", "I only have two cards left", "consolidated", "2.5.1.4"),
    ("you never invited him, so he cannot join", "he is in", "consolidated", "5.7.2.1.c"),
    ("I may refuse to ally with you", "you must help, I invited you", "consolidated", "5.7.6"),
    ("second encounter: one more ship out of the warp", "you did your regroup already", "consolidated", "5.10.9.1"),
    ("that was the last ship on that planet, the colony is lost", "it comes back", "consolidated", "4.6.1"),
    ("you have two home planets left, your power is gone", "my foreign ones count too", "consolidated", "4.6.2"),
    ("a flare goes back to my hand", "no, it is discarded", "consolidated", "4.4.2"),
    ("that is my second flare, so what", "one flare in an encounter", "consolidated", "4.4.2.1"),
    ("you cannot show me your hand", "I can show my cards to anybody", "consolidated", "4.1.1"),
    ("a bystander may not reinforce", "anybody may play a +3", "consolidated", "4.2.1"),
    ("there is no one on that planet, I just land", "I defend it without ships", "consolidated", "4.6.1.3"),
    ("my planet is empty but for you, so I move in without an encounter", "no", "consolidated", "5.5.2.2"),
    ("I won the first one, now I redraw my hand", "no encounter card, turn over", "consolidated", "5.10.9.2"),
    ("I would rather have cards than land with you", "an attacker's ally just lands", "consolidated", "5.10.4.1"),
    ("then I withdraw my invitation", "you cannot, I am in", "consolidated", "5.7.2.2.b"),
    ("you promised three ships as my ally", "I send one ship", "consolidated", "5.7.3"),
    ("three cards for my three ships please", "you were on the attacking side", "consolidated", "5.10.4.1"),
    ("you said you would bring four", "I bring one", "consolidated", "5.7.3"),
    ("I count it as my fifth colony", "but you have a colony on that planet", "consolidated", "5.10.4.1.b"),
    ("I attack green on your planet", "you fight me, green only stands there", "consolidated", "5.5.2.5"),
    ("green's ships just stand by", "they are on my planet", "consolidated", "2.3.5.2"),
    ("his ship stands on my planet, so it fights for me", "mine only live there", "consolidated", "2.3.5.2"),
    ("I won alone", "we both win", "consolidated", "1.2.2"),
    ("green said yes before I had asked anybody", "red asked me", "consolidated", "5.7.2.2"),
    ("you had only two home colonies, so no super flare", "nobody objected", "consolidated", "4.4.3"),
    ("you said you would kill any deal and went out", "the minute was not over", "consolidated", "2.4.4.3"),
    ("he said aloud that he plays a negotiate, so it is a deal", "talk binds nobody", "consolidated", "4.1.2"),
    ("yellow answered before green, out of turn", "both were invited", "consolidated", "5.7.2.2.a"),
    ("two players whisper together", "talk has to be open", "mayfair1991", "outline-of-play.13"),
    ("the instructional card fits two players alike", "who chooses?", "warp", "instructional-destiny-card.3"),
    ("I keep all eight cards", "down to six before destiny", "duel", "enforcing-the-hand-limit.1"),
    ("two planets have the symbol, the leader chose", "I am the straggler", "duel", "planet-bar.5"),
    ("my shield did nothing, so it stays readied", "a tactic is spent, only a recover is not", "duel", "tactics.9"),
    ("he swapped the card he had laid facedown", "it was not revealed", "consolidated", "5.8.1"),
    ("he swapped the card he had laid facedown", "it was not revealed", "warp", "stage-7.6"),
    ("I forgot my regroup", "you have turned destiny over, too late", "consolidated", "5.4.3"),
    ("my rewards for my ships, I held the planet", "the defender takes none", "consolidated", "2.5.2.4"),
    ("you winked at me, so I am invited", "I only looked at you", "consolidated", "5.7.2.1.c"),
    ("you zapped me in the last encounter, it works again", "it stays zapped", "consolidated", "4.3.3.1"),
    ("I card zap your plague", "too late, it was carried out", "ffg2018", "components-printed-cards.1"),
    ("you already played a flare", "only one flare, the super", "ffg2018", "flare-cards.6"),
    ("I am the offense, my power goes first", "mine, I am no main player", "warp", "timing-conflicts.2"),
    ("the deal failed, so I lose one ship to the warp", "you lose more", "consolidated", "5.10.7.1"),
    ("I have no cards in hand to choose a plan from", "then you lose", "duel", "having-zero-cards-in-hand.2"),
    (
        "your recover readies a tactic of mine, the shield I revealed",
        "not that one",
        "duel",
        "reveal-resolve-tactics.9",
    ),
    ("the prize is for the winner", "the loser resolves it", "duel", "resolve-prize.2"),
    ("I turn my envoy up now, between two cards", "only in a duel", "duel", "using-envoys.4"),
    ("you passed, it is over", "not until both pass", "duel", "reinforcements.6"),
    (
        "my clout is the same as yours, so I win as the leader",
        "ties are for the straggler",
        "duel",
        "determine-winner.2",
    ),
]
# What is not told, though some of its words are claimed.
NOT_TOLD = [
    ("you had only two home colonies, so no super flare", "nobody objected", "4.4.2.1"),
    ("I drew eight new cards and had a second encounter", "who has no encounter card draws eight", "5.5.2.5"),
    ("six ships went to the warp for me, so six cards", "four and no more", "2.5.1.4"),
    ("green said yes before I had asked anybody", "red asked me", "5.7.6"),
    ("his ship stands on my planet, so it fights for me", "mine only live there", "2.2.1.1"),
]
UNRELATED = [
    ("I have more ships", "I have the higher card"),
    ("a tie goes to the attacker", "no"),
    ("I do not like your face", "nor I yours"),
    ("my total is sixteen", "it is fourteen"),
    ("I land with three", "they stay on the gate"),
    ("I changed nothing", "you took the wrong card"),
]
# Claims about what becomes of a mistake, which no document rules, and claims that only sound so.
LATE = [
    ("your win is undone, hand the planet back", "it was played that way"),
    ("give me back my colony, that was illegal", "done is done"),
    ("nobody objected, so it stands", "it was wrong"),
    ("I never got my ship out of the warp", "I have drawn destiny, too late"),
    ("you owe me three cards", "my hand has changed since"),
    ("you had no power last time, so your colony must go", "that was an hour ago"),
    ("you recovered my ships two duels ago, the planet is mine", "it is too late"),
]
NOT_LATE = [
    ("my zap undoes your win", "too late"),
    ("I give a colony back in the deal", "the deal is off"),
    ("I land with three ships", "you had two"),
    ("you reinforced too late", "I played the card before that"),
    ("the cone was reversed, so I have a base", "it was not, draw cards"),
]


@pytest.mark.parametrize(("one", "other", "edition", "clause"), CLAIMS)
def test_the_clause_that_settles_what_is_claimed_is_told(one: str, other: str, edition: str, clause: str) -> None:
    known = books_by(edition) if edition == "duel" else rulebase(edition)
    answer = spoken_of.answered([one, other], known)
    assert answer is not None
    assert f"{edition} {clause}" in [cite for step in answer.steps for cite in step.cites]


@pytest.mark.parametrize(("one", "other", "clause"), NOT_TOLD)
def test_a_clause_that_is_beside_the_point_is_not_told(one: str, other: str, clause: str) -> None:
    answer = spoken_of.answered([one, other], rulebase())
    steps = answer.steps if answer is not None else ()
    assert f"consolidated {clause}" not in [cite for step in steps for cite in step.cites]


@pytest.mark.parametrize(("one", "other"), UNRELATED)
def test_nothing_is_told_on_what_no_statement_speaks_of(one: str, other: str) -> None:
    assert spoken_of.answered([one, other], rulebase()) is None


@pytest.mark.parametrize(("claims", "is_late"), [*((one, True) for one in LATE), *((one, False) for one in NOT_LATE)])
def test_what_no_document_says_of_a_mistake_is_told_as_that(claims: tuple[str, str], is_late: bool) -> None:
    assert spoken_of.hangs_on(" . ".join(claims), "DF-82", rulebase()) is is_late


def test_what_becomes_of_a_win_found_wrong_later_no_document_says() -> None:
    # Macron with two home colonies has no power (4.6.2): 8 + 1 against 8 + 3.
    argued = _argued("red/Macron 1 : 8 vs blue 3 : 8 ; home red 2", "what is played is played", "the win is void")
    assert [(answer.topic, answer.questions) for answer in argued.answers] == [("later", ("DF-82",))]
    assert [point.id for point in argued.registry] == ["DF-82"]


def _argued(line: str, *says: str) -> Argument:
    return argue([Claim(party, claim, line) for party, claim in zip(("red", "blue"), says, strict=True)])


def test_who_has_won_is_told_with_the_colonies_before_and_now() -> None:
    # 20 + 3 against 4 + 4: red founds its fourth; one more would have been five (1.2.1).
    (answer, *_) = _argued("red 3 : 20 vs blue 4 : 4 ; foreign red 3", "that is five, I won the game", "no").answers
    assert (answer.topic, "red had 3" in answer.says, "has 4 now" in answer.says) == ("game", True, True)
    assert "nobody has won" in answer.says
    (answer, *_) = _argued("red 3 : 20 vs blue 4 : 4 ; foreign red 4", "my fifth, game over", "no").answers
    assert "has 5 now: red has won" in answer.says
    # Green's ship joins the two it has there (5.10.4.1.b): no fifth colony, though its party does not name itself.
    line = "red 2 + green 1 : 14 vs blue 3 : 6 ; foreign green 4 ; planet blue 3, green 2"
    claims = [Claim("green", "that is my fifth colony, I have won", line), Claim("red", "you have it already", line)]
    answer = next(one for one in argue(claims).answers if one.topic == "game")
    assert "green had 4 when the cards were turned up, and has 4 now: nobody has won" in answer.says
    assert "consolidated 5.10.4.1.b" in [cite for step in answer.steps for cite in step.cites]
    assert not any(one.topic == "game" for one in _argued("red 3 : 20 vs blue 4 : 4", "I win", "no").answers)


def test_a_dispute_at_a_table_is_about_what_was_refused_last(tmp_path: Path) -> None:
    db = tmp_path / "referee.db"
    for said in ("table red blue green", "do plague red by blue", "do lose red red.1 1, red.2 1, red.3 1"):
        run(*said.split(" ", 1), db=db)
    sides = ("--party", "red", "--claim", "my regroup", "--party", "blue", "--claim", "it came first")
    before = run("dispute", "open", "--table", *sides, db=db).stdout
    assert "about lose red" in before
    run("do", "regroup red.1", db=db)  # the regroup came first and took nothing (5.4.4)
    shown = " ".join(run("dispute", "open", "--table", *sides, db=db).stdout.split())
    assert "about regroup red.1" in shown
    assert "5.4.4" in shown
