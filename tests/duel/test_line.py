"""Lines of Duel: what is written back reads back, hidden facts agree with their completions, text is data."""

from __future__ import annotations

import contextlib
import random
import re
import tomllib

import pytest

from referee.book.places import SCENARIOS
from referee.duel.api import books_of, judge_contest, judge_duel, read_line
from referee.duel.clauses import CLAUSES, write
from referee.errors import MalformedError, RefereeError
from tests import effort

FILES = sorted(SCENARIOS.glob("duel*.toml"))
CASES = [case for path in FILES for case in tomllib.loads(path.read_text())["case"]]
LINES = [(case[kind], kind == "contest") for case in CASES for kind in ("duel", "contest") if kind in case]


@pytest.mark.parametrize(("line", "contest"), LINES)
def test_what_is_written_back_reads_back(line: str, contest: bool) -> None:
    try:
        read = read_line(line, contest)
    except RefereeError:
        pytest.skip("it is refused")
    again = read_line(write(read), contest)
    assert again == read
    assert write(again) == write(read)


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("blue 2 : 10", 11, "'vs' and the straggler's side"),
        ("blue 2 blast : 10 vs orange 2 : 3", 13, "the value of the blast"),
        ("blue 2 : 10 vs orange 2 : 3 ; crad Vacant-Shipyard", 30, "a clause"),
        ("blue 2 : 10 vs orange 2 : 3 ; prize", 35, "'winner' or 'loser'"),
        ("blue 2 : Wombat vs orange 2 : 3", 9, "a card"),
        ("blue 2 : 10 vs orange 2 : 3 ; supply blue 3 ; supply blue 4", 53, "another one"),
        ("blue/Bounser 2 : 10 vs orange 2 : 3", 5, "an alien's name"),
        ("blue 2 : 10 vs orange 2 : 3 ; card Vacant-Shipjard", 35, "a destiny card's name"),
        ("vs 2 : 10 vs orange 2 : 3", 0, "a player's name"),
    ],
)
def test_what_is_not_understood_is_told_with_its_place(line: str, column: int, expected: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_line(line, False)
    assert caught.value.column == column
    assert expected in caught.value.expected


@pytest.mark.parametrize("word", CLAUSES)
def test_no_player_is_called_as_a_clause_is(word: str) -> None:
    with pytest.raises(MalformedError, match="call the player something else"):
        read_line(f"blue 2 : 10 vs {word} 2 : 3", False)


def test_a_name_that_no_document_has_is_taken_in_quotes() -> None:
    line = 'blue/"Bounser" 2 : 10 vs orange/Wombat 2 : 3'
    assert write(read_line(line, False)) == line


@pytest.mark.parametrize("clause", ["prize loser :: x", "prize winner : : :x", "text Deuce :: x", "effect :: x"])
def test_colons_that_are_typed_twice_are_read_once(clause: str) -> None:
    read = read_line(f"blue 2 : 10 vs orange 2 : 3 ; {clause}", False)
    assert read_line(write(read), False) == read


def test_what_is_told_of_both_players_may_be_told_of_one_after_the_other() -> None:
    line = "blue 2 blast 3 : 11 vs orange 4 shield 1 : 13 ; advantage 2"
    together = f"{line} ; controls blue 4, orange 3 ; spent blue 2, orange 1"
    apart = f"{line} ; controls blue 4 ; spent blue 2 ; controls orange 3 ; spent orange 1"
    assert judge_duel(apart).to_dict() == judge_duel(together).to_dict()
    with pytest.raises(MalformedError, match="blue was told before"):
        judge_duel("blue 2 : 11 vs orange 4 : 13 ; controls blue 4 ; controls blue 3")


@pytest.mark.parametrize("seed", effort.some(range(300), 40))
def test_a_spoiled_line_is_never_a_traceback(seed: int) -> None:
    source = random.Random(seed)
    line, contest = source.choice(LINES)
    pieces = re.findall(r"\S+\s*", line)
    for _ in range(source.randint(1, 3)):
        at = source.randrange(len(pieces))
        pieces[at] = source.choice(["", pieces[at] * 2, "? ", "-3 ", "; ", "/", "99999999 ", "[red]\x1b[31m ", "' "])
    with contextlib.suppress(RefereeError):
        (judge_contest if contest else judge_duel)("".join(pieces)).to_dict()


def test_cases_agree_with_every_completion() -> None:
    """The plan that decides, told in every way, is ruled as the case says in which it falls."""
    line = "blue 3 shield 1 : 13 vs orange 4 blast 2 : {} ; advantage 5 ; controls blue 4, orange 2"
    hidden = judge_duel(line.format("?")).to_dict(proof=False)
    assert [case["when"] for case in hidden["cases"]] == ["orange's plan is 7 or less", "orange's plan is 8 or more"]
    for plan in range(-2, 43):
        told = judge_duel(line.format(plan)).to_dict(proof=False)
        case = hidden["cases"][0 if plan <= 7 else 1]
        assert told["outcome"] == case["outcome"], plan


def test_renaming_players_renames_the_ruling() -> None:
    line = "{0}/Bouncer 2 blast 4 : 6 +8 vs {1} 3 shield 2 : 13 ; card Vacant-Shipyard ; controls {0} 4, {1} 2"
    one = str(judge_duel(line.format("blue", "orange")).to_dict())
    other = str(judge_duel(line.format("Ann", "Bob")).to_dict())
    assert one.replace("blue", "Ann").replace("orange", "Bob") == other


def test_another_reading_can_be_chosen() -> None:
    line = "blue 2 : 13 vs orange 2 : 10 ; advantage 3 ; reinforce blue -10 on orange"
    assert judge_duel(line).to_dict()["discards"] == {"blue": ["13"], "orange": ["10", "-10"]}
    assert books_of().law["planets.control"].value == "nobody-meanwhile"
    assert books_of({"DU-03": "ships-suffice"}).law["planets.control"].value == "ships-suffice"


@pytest.mark.parametrize("line", ["blue 2 : 10 vs orange 2 : 10", "blue 2 ? : ? +? vs orange ? ? : ? +?"])
def test_every_ruling_names_its_clauses(line: str) -> None:
    told = judge_duel(line).to_dict()
    assert all(cite["id"].startswith(("duel ", "question ", "players")) for cite in told["citations"])
    assert told["citations"]


MIRROR = "blue 3 : {} vs orange/Iron-Matron 2 : {} ; advantage 5 ; envoy blue Mirror"


@pytest.mark.parametrize(
    ("plans", "use", "named"),
    [
        (("20", "4"), " ; use orange Iron-Matron 42", ["DU-21"]),  # refused: it is 02 by then
        (("31", "2"), " ; use orange Iron-Matron 42", ["DU-21"]),
        (("31", "4"), " ; use orange Iron-Matron 42", []),  # refused in either order
        (("20", "4"), "", []),
        (("20", "-2"), "", ["DU-19"]),  # whose sign is disputable
    ],
)
def test_the_order_of_two_abilities_is_named_where_it_decides(
    plans: tuple[str, str], use: str, named: list[str]
) -> None:
    assert judge_duel(MIRROR.format(*plans) + use).to_dict(proof=False)["questions"] == named


def test_two_abilities_of_one_player_have_no_order_to_dispute() -> None:
    line = "blue/Iron-Matron 3 : 20 vs orange 2 : 7 ; advantage 6 ; envoy blue Chosen ; use blue Chosen 20 31"
    told = judge_duel(f"{line} ; use blue Iron-Matron 42").to_dict(proof=False)
    assert told["totals"] == {"leader": 48, "straggler": 31}
    assert told["questions"] == ["DU-15"]


PLAIN = [
    "blue has at least 2 ships to send",
    "orange has at least 2 ships to send",
    "the prize was not told and is left out",
]
NO_SWITCH = "the straggler does not come to control more planets than the leader"


@pytest.mark.parametrize(
    ("line", "questions", "assumes"),
    [
        ("blue 2 shield 1 : 13 vs orange 2 blast 1 : 12", [], [*PLAIN, NO_SWITCH]),
        ("blue 2 recover 1 : 13 vs orange 2 shield 1 : 12 ; spent blue 1", [], [*PLAIN, NO_SWITCH]),
        ("blue 2 no tactic : 13 vs orange 2 blast 1 : 42 ; spent blue 5 ; advantage 1", ["DU-08"], [*PLAIN, NO_SWITCH]),
        ("blue 2 shield 1 : 13 vs orange 2 shield 1 : 12 ; controls blue 1, orange 1", [], PLAIN),
    ],
)
def test_nothing_more_is_assumed_or_disputable_than_what_bears_on_it(
    line: str, questions: list[str], assumes: list[str]
) -> None:
    told = judge_duel(line).to_dict(proof=False)
    assert told["questions"] == questions
    assert told["assumes"] == assumes
