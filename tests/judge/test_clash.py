"""Powers that meet: both orders judged, and the file that tells of it."""

from __future__ import annotations

from itertools import combinations

import pytest

import referee
from referee.book import clashes
from referee.book.files import read_toml
from referee.book.loader import rulebase
from referee.book.power import Alien
from referee.conformance.clashing import Maker, matrix, outdated
from referee.judge.phases.encounter import settle
from referee.judge.powers.effect import window_of
from referee.judge.powers.in_force import PHASE_OF, WINDOWS
from referee.judge.timing.clash import STEPS, attempt, executable, meetings, placings, told, turned_round
from referee.judge.ways.line import judge_encounter

BOOKS = rulebase()
FILE = clashes.read_clashes(BOOKS.folder)


def _alien(name: str) -> Alien:
    found = BOOKS.alien(name)
    assert found is not None
    return found


def test_there_is_no_blank_cell() -> None:
    names = [alien.name for alien in executable(BOOKS)]
    assert set(FILE["pairs"]) == {clashes.key(one, other) for one, other in combinations(names, 2)}
    for name, pair in FILE["pairs"].items():
        assert pair["is"] in clashes.KINDS, name
        assert pair["meets"] or pair["why"] in ("role", "phase"), name
        assert pair["is"] != clashes.OPEN or pair["question"] in BOOKS.questions(), name
        for meet in pair["meets"]:
            assert "by" in meet or meet["tried"] > 0, name
            assert (meet["is"] == clashes.IN_TURN) == ("first" in meet), name
            assert (meet["is"] == clashes.ORDER_MATTERS) == bool(meet.get("shows")), name


def test_some_pairs_are_still_as_the_file_has_them_whoever_tries_them() -> None:
    """By one process and by two. All of them takes too long here: `python -m tests.clashes --check`, in the gate."""
    made = matrix(some=200)
    assert outdated(FILE, made) == []
    assert matrix(some=200, jobs=2) == made


@pytest.mark.parametrize(
    ("line", "seats", "in_order", "turned"),
    [
        # The offense resolves first (4.8.2.1): Void removes what Zombie, the defense, would have saved.
        ("red/Void 3 : 9 vs blue/Zombie 3 : 6", ("red", "blue"), {"removed": 3, "returns": 0}, {"returns": 3}),
        # Void comes first by its text too where it is the defense (DF-75), and there is nothing for Zombie to save.
        ("red/Zombie 3 : 4 vs blue/Void 3 : 20", ("red", "blue"), {"removed": 3, "returns": 0}, {"returns": 3}),
    ],
)
def test_turning_the_order_turns_the_ruling(
    line: str, seats: tuple[str, str], in_order: dict[str, int], turned: dict[str, int]
) -> None:
    position = referee.read_encounter(line)
    holder = "red" if "red/Zombie" in line else "blue"
    one = told(settle(position, BOOKS))
    other = told(settle(position, BOOKS, rearrange=turned_round("fate", seats)))
    for key, value in in_order.items():
        assert one[f"{holder} {key}"] == value
    for key, value in turned.items():
        assert other[f"{holder} {key}"] == value


def test_sums_come_to_the_same_in_any_order() -> None:
    """What two powers add to totals is added up, whoever is first."""
    tried = attempt(_alien("Human"), _alien("Warpish"), "total", BOOKS, {})
    assert tried.positions > 10
    assert tried.shows == []


def test_turning_needs_both_in_the_window() -> None:
    """A power alone in its window is left as it is."""
    position = referee.read_encounter("red/Void 3 : 9 vs blue 3 : 6")
    assert told(settle(position, BOOKS)) == told(
        settle(position, BOOKS, rearrange=turned_round("fate", ("red", "blue")))
    )


def test_two_powers_of_the_offense_never_meet() -> None:
    assert list(placings(("offense",), ("offense",))) == []
    assert ("red", "purple") in list(placings(("offense",), ("main",)))
    assert meetings(_alien("Barbarian"), _alien("Machine"), BOOKS) == []
    assert FILE["pairs"]["Barbarian/Machine"]["why"] == "role"


def test_each_window_has_its_phase() -> None:
    phases = [PHASE_OF[window] for window in WINDOWS]
    order = ["launch", "alliance", "planning", "reveal", "resolution"]
    assert sorted(set(phases), key=order.index) == order
    assert phases == sorted(phases, key=order.index)
    assert set(STEPS) <= set(WINDOWS)


@pytest.mark.parametrize("name", [name for name, pair in FILE["pairs"].items() if pair["is"] == "order-matters"])
def test_the_lines_that_are_shown_can_be_typed(name: str) -> None:
    for meet in FILE["pairs"][name]["meets"]:
        for shown in meet.get("shows", ()):
            assert shown["first"] in name.split("/")
            if "line" in shown:
                ruling = judge_encounter(shown["line"])
                refused = shown["in_order"].removeprefix("status ").startswith("illegal")
                assert (ruling.status == "illegal") == refused, shown
                if shown["in_order"].startswith("outcome "):
                    assert shown["in_order"].startswith(f"outcome {ruling.summary()['outcome']}")


def test_every_power_that_may_be_used_on_a_line_is_tried() -> None:
    """Without a `use` an optional power does nothing there, and would seem to be independent of all others."""
    said = read_toml(BOOKS.folder / "clashes.toml")["said"]
    for alien in executable(BOOKS):
        optional = [use for use in alien.uses if not use.mandatory and "`use " in use.typed]
        on_lines = [use for use in optional if any(window_of(verb) for verb, _ in use.effects)]
        assert not on_lines or alien.name in said, alien.name


def test_a_hand_is_drawn_to_before_or_after_it_is_traded() -> None:
    """A Kamikaze that draws first gives what it drew to the Trader; one that draws after the trade keeps it."""
    pair = Maker(BOOKS).pair(_alien("Kamikaze"), _alien("Trader"))
    assert pair["is"] == clashes.ORDER_MATTERS
    (meet,) = pair["meets"]
    assert (meet["at"], meet["phase"]) == ("table", "planning")
    assert [(shown["roles"], shown["first"]) for shown in meet["shows"]] == [
        (["offense", "defense"], "Kamikaze"),
        (["defense", "offense"], "Trader"),
    ]


def test_every_way_to_hold_two_powers_is_tried() -> None:
    """Void as either main player, Zombie as the other one or as an ally of the side that loses."""
    tried = attempt(_alien("Void"), _alien("Zombie"), "fate", BOOKS, {})
    assert {shown.roles for shown in tried.shows} == {
        ("offense", "defense"),
        ("offense", "defensive-ally"),
        ("defense", "offense"),
        ("defense", "offensive-ally"),
    }
    assert {(shown.roles, shown.first) for shown in tried.shows if shown.first == "Zombie"} == {
        (("defense", "offense"), "Zombie")
    }
