"""What nobody says costs nobody anything: no default gives up a colony or a power while another choice does not."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from referee.book.loader import rulebase
from referee.judge.table.moving import Way, way_home, ways_to_leave
from referee.judge.table.verdict import Verdict
from referee.playtesting import playing
from referee.state import table as tbl
from referee.state.table import Table, new, owner
from tests import effort

SEATS = ("red", "purple", "yellow")
LEAST_HOMES = 3  # home colonies that a power needs
TABLES = 3_000


def _any_table(source: random.Random) -> Table:
    """A table on which red has up to eight colonies with up to five ships each, and perhaps some on the gate."""
    table = new("consolidated", SEATS, 5, 20, 8)
    planets = [*table.planets()]
    for place in planets:
        table.put(place, "red", 0)
    for place in source.sample(planets, source.randint(1, 8)):
        table.put(place, "red", source.choice((1, 1, 1, 2, 2, 3, 5)))
    table.put(tbl.GATE, "red", source.choice((0, 0, 2)))
    return table


def _all_ways(heights: dict[str, int], ships: int) -> Iterator[dict[str, int]]:
    """Every way to take so many ships off stacks of these heights."""
    if not heights:
        if not ships:
            yield {}
        return
    (place, height), *rest = heights.items()
    for count in range(min(height, ships) + 1):
        for others in _all_ways(dict(rest), ships - count):
            yield {place: count, **others}


def _cost(heights: dict[str, int], way: dict[str, int]) -> tuple[int, bool]:
    """How many colonies a way to leave gives up, and whether it costs the power."""
    lost = [place for place, height in heights.items() if way.get(place, 0) == height and place != tbl.GATE]
    homes = [place for place in heights if owner(place) == "red"]
    left = len(homes) - len([place for place in lost if place in homes])
    return len(lost), len(homes) >= LEAST_HOMES > left


def _as_dict(way: Way) -> dict[str, int]:
    return dict(way)


@pytest.mark.parametrize("seed", effort.some(range(TABLES), 400))
def test_ships_leave_without_a_word_only_where_nobody_would_object(seed: int) -> None:
    source = random.Random(seed)
    table, ships, gate = _any_table(source), source.randint(1, 4), source.random() < 0.3
    barred = source.sample([*table.colonies("red")], 1) if source.random() < 0.3 else []
    heights = {place: table.at(place, "red") for place in table.colonies("red") if place not in barred}
    heights |= {tbl.GATE: table.at(tbl.GATE, "red")} if gate else {}
    ways = [_as_dict(way) for way in ways_to_leave(table, "red", ships, LEAST_HOMES, barred, gate)]
    if ships > sum(heights.values()):
        assert ways == [{place: height for place, height in heights.items() if height}]
        return
    costs = [_cost(heights, way) for way in _all_ways(heights, ships)]
    assert all(sum(way.values()) == ships for way in ways)
    if len(ways) == 1:
        assert _cost(heights, ways[0]) == min(costs)
        assert min(costs) == (0, False) or len(costs) == 1
    else:
        assert min(costs)[0] > 0
        assert len(costs) > 1
        assert _cost(heights, ways[0]) == min(costs)
        assert {_cost(heights, way)[0] for way in ways} == {min(costs)[0]}
    if min(costs) == (0, False):
        _comes_off_the_fullest(heights, ways[0])


def _comes_off_the_fullest(heights: dict[str, int], way: dict[str, int]) -> None:
    """Ships leave the fullest home colonies, then the fullest foreign ones, and then the gate."""
    left = {place: height - way.get(place, 0) for place, height in heights.items() if place != tbl.GATE}
    homes = {place: height for place, height in left.items() if owner(place) == "red"}
    abroad = {place: height for place, height in left.items() if place not in homes}
    for stacks in (homes, abroad):
        assert all(stacks[place] >= max(stacks.values()) - 1 for place in stacks if way.get(place))
    if any(way.get(place) for place in abroad):
        assert set(homes.values()) <= {1}
    if way.get(tbl.GATE):
        assert set(left.values()) <= {1}


@pytest.mark.parametrize("seed", effort.some(range(TABLES // 10), 100))
def test_ships_come_home_one_by_one_to_the_colony_with_the_fewest(seed: int) -> None:
    source = random.Random(seed)
    table, ships = _any_table(source), source.randint(1, 6)
    way = _as_dict(way_home(table, "red", ships))
    foreign = sorted(table.foreign_colonies("red"), key=lambda place: place.partition(".")[2])
    homes = sorted(table.home_colonies("red")) or foreign
    grown = {place: table.at(place, "red") for place in homes}
    for _ in range(ships):
        grown[min(homes, key=lambda place: grown[place])] += 1
    come = {place: grown[place] - table.at(place, "red") for place in homes}
    assert way == {place: count for place, count in come.items() if count}


# -- whole games -------------------------------------------------------------------------------------------------------


def _objections(before: Table, verdict: Verdict) -> Iterator[str]:
    """What a player could object to in what a command did without a word of that player's."""
    for step in verdict.steps:
        if step.rule.id == "ships.taken-from":
            yield from _given_up(before, verdict.table, str(step.words[0]), verdict.command)


def _given_up(before: Table, after: Table, who: str, command: str) -> Iterator[str]:
    """Colonies that were given up although another one had ships to spare."""
    lost = [place for place in before.colonies(who) if not after.at(place, who)]
    kept = [place for place in before.colonies(who) if after.at(place, who) and place != before.target]
    spare = [place for place in kept if after.at(place, who) > 1]
    if lost and spare:
        yield f"{command}: {who} gave up {lost} and has ships to spare on {spare}"
    elif lost and kept:
        yield f"{command}: {who} gave up {lost} and not {kept}, and nobody asked"


@pytest.mark.parametrize("powers", [False, True], ids=["plain", "powers"])
@pytest.mark.parametrize("seed", effort.some(range(60), 4))
def test_no_default_of_a_game_gives_up_a_colony(seed: int, powers: bool) -> None:
    taken, wrong = 0, list[str]()

    def watch(before: Table, verdict: Verdict) -> None:
        nonlocal taken
        taken += any(step.rule.id == "ships.taken-from" for step in verdict.steps)
        wrong.extend(_objections(before, verdict))

    playing.play(seed, 3 + seed % 3, rulebase(), most=40, watch=watch, powers=powers)
    assert taken
    assert wrong == []


def test_a_colony_given_up_is_noticed() -> None:
    before, after = (new("consolidated", SEATS, 5, 20, 8) for _ in range(2))
    after.move("red", 4, "red.1", tbl.GATE)
    assert [*_given_up(before, after, "red", "launch")] != []
