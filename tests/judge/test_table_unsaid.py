"""Where nobody says from or to where ships go: no default gives up a colony, a power or a game that need not go.

Random tables on which ships are short. What the default does is held against every way that could have been typed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from referee.book.loader import Rulebase, rulebase
from referee.judge.table.setting import lay
from referee.judge.table.verdict import Verdict
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.playtesting import playing
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command
from referee.state.pending import Due
from referee.state.table import Table
from tests import effort

SEATS = ("red", "purple", "yellow", "blue")
TABLES = effort.some(range(40), 5)
WHICH = "ships.which-colony"
PLAIN, TECHS = rulebase(), rulebase("consolidated+technology")


def thin(r: random.Random, alien: str = "", books: Rulebase = PLAIN) -> Table:
    """A table on which red and yellow have few ships outside the warp, on a few colonies; red meets purple."""
    aliens: dict[str, tuple[str, ...]] = {"red": (alien,)} if alien else {}
    table = lay(Command("table", names=SEATS, aliens=aliens), books.law)
    for name in ("red", "yellow"):
        foreign = r.sample([place for place in table.planets() if tbl.owner(place) != name], r.choice((0, 0, 1, 2, 4)))
        for place in table.home_planets(name):
            table.move(name, 4, place, tbl.WARP)
        for place in (*r.sample(table.home_planets(name), r.randint(0, 5)), *foreign):
            table.move(name, r.choice((1, 1, 1, 2, 3)), tbl.WARP, place)
        if len(table.home_colonies(name)) < books.law["power.lost"].value:
            table.powers = {**table.powers, name: tbl.LOST}
    table.defense, table.phase = "purple", ph.LAUNCH
    table.hold("red", ("10", "12", "N", "14"))
    return table


def launching(r: random.Random) -> tuple[Table, str, str]:
    ships = r.randint(1, 4)
    return thin(r), "red", f"launch red {ships} from {{}} at purple.{r.randint(1, 5)}"


def allying(r: random.Random) -> tuple[Table, str, str]:
    table = thin(r)
    table.move("red", table.at(tbl.WARP, "red"), tbl.WARP, tbl.GATE)
    table.phase, table.target = ph.ALLIANCE, "purple.2"
    table.invited = {"red": ("yellow",), "purple": ("yellow",)}
    return table, "yellow", f"ally yellow {r.choice(('offense', 'defense'))} {r.randint(1, 4)} from {{}}"


def losing(r: random.Random) -> tuple[Table, str, str]:
    """After a failed deal, or by a Plague: from the gate too."""
    table = thin(r)
    table.move("red", r.randint(0, 2), tbl.WARP, tbl.GATE)
    table.phase, table.target, table.ruled = ph.RESOLUTION, "purple.2", True
    table.due = [Due("red", "lose", r.randint(1, 3), source=r.choice(("deal", "plague")))]
    return table, "red", "lose red {}"


def researching(r: random.Random) -> tuple[Table, str, str]:
    table = thin(r, books=TECHS)
    table.phase, table.defense = ph.REGROUP, ""
    return table, "red", "research red tech 1 from {}"


def sacrificing(r: random.Random) -> tuple[Table, str, str]:
    table = thin(r, "Kamikaze")
    table.powers = {**table.powers, "red": tbl.HAS}
    table.move("red", 2, tbl.WARP, tbl.GATE)
    table.phase, table.target, table.invited = ph.PLANNING, "purple.2", {"red": (), "purple": ()}
    return table, "red", f"use red {r.randint(1, 4)} {{}}"


def bringing_in(r: random.Random) -> tuple[Table, str, str]:
    table = thin(r, "Amoeba")
    table.powers = {**table.powers, "red": tbl.HAS}
    table.move("red", 2, tbl.WARP, tbl.GATE)
    table.phase, table.target, table.invited = ph.REVEAL, "purple.2", {"red": (), "purple": ()}
    table.cards = {"red": "?", "purple": "?"}
    return table, "red", f"use red {2 + r.randint(1, 4)} {{}}"


def settling(r: random.Random) -> tuple[Table, str, str]:
    """In a deal, where all come from one place."""
    table = thin(r)
    table.phase, table.target = ph.REVEAL, "purple.2"
    table.invited = {"red": (), "purple": ()}
    table.cards, table.revealed = {"red": "N", "purple": "N"}, True
    if not table.at("purple.1", "red"):
        verdict = done(table, "resolve")
        assert verdict.legal
        table = verdict.table
    return table, "red", "deal purple gives colony purple.1 for 1 from {}"


MAKERS = (launching, allying, losing, researching, sacrificing, bringing_in, settling)


def books_of(table: Table) -> Rulebase:
    return TECHS if table.techs else PLAIN


def done(table: Table, text: str) -> Verdict:
    return rule(table, playing.read(text, table, books_of(table)), books_of(table))


def bare(text: str) -> str:
    """The command without the places."""
    return text.replace(" from {}", "").replace(" {}", "")


def ways(table: Table, who: str, ships: int) -> Iterator[list[tuple[str, int]]]:
    """Every way in which so many ships can come off colonies and the gate."""
    places = [*table.colonies(who), *([tbl.GATE] if table.at(tbl.GATE, who) else [])]

    def rest(at: int, left: int) -> Iterator[list[tuple[str, int]]]:
        if at == len(places):
            if not left:
                yield []
            return
        for count in range(min(left, table.at(places[at], who)) + 1):
            for others in rest(at + 1, left - count):
                yield [*([(places[at], count)] if count else []), *others]

    yield from rest(0, ships)


def typed(text: str, way: list[tuple[str, int]]) -> str:
    places = ", ".join(f"{place} {count}" for place, count in way)
    if text.startswith("deal"):
        places = way[0][0]
    return text.format(places)


def given_up(before: Table, after: Table, who: str) -> int:
    """What a player has lost: its colonies, and besides its power and a game that it would win."""
    lost = set(before.colonies(who)) - set(after.colonies(who))
    power = before.powers[who] == tbl.HAS and after.powers[who] == tbl.LOST
    needed: int = PLAIN.law["win.colonies"].value
    game = len(before.foreign_colonies(who)) >= needed > len(after.foreign_colonies(who))
    return len(lost) + power + game


def moved(table: Table, who: str, text: str) -> int:
    """How many ships a command moves."""
    number = next((int(word) for word in text.split() if word.isdigit()), 0)
    if text.startswith("lose"):
        there = table.on_colonies(who) + table.at(tbl.GATE, who)
        return min(table.due[0].count, there)
    if text.startswith("use red") and "Amoeba" in table.aliens.get("red", ()):
        return number - table.at(tbl.GATE, "red")
    return 1 if text.startswith(("research", "deal")) else number


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("seed", TABLES)
def test_no_default_gives_up_what_another_choice_keeps(
    make: Callable[[random.Random], tuple[Table, str, str]], seed: int
) -> None:
    table, who, text = make(random.Random(seed))
    plain = done(table, bare(text))
    every = [typed(text, way) for way in ways(table, who, moved(table, who, bare(text))) if way]
    if text.startswith("deal"):
        every = [said for said in every if "," not in said]
    spelled = {said: done(table, said) for said in every}
    costs = {said: given_up(table, verdict.table, who) for said, verdict in spelled.items() if verdict.legal}
    if plain.legal:
        assert costs or not moved(table, who, bare(text))
        assert given_up(table, plain.table, who) == min(costs.values(), default=0)
        assert not min(costs.values(), default=0) or len(costs) == 1, "a choice was made for its owner"
        return
    asked = [refusal for refusal in plain.illegal if refusal.finding.rule.id == WHICH]
    if not asked:  # refused for something else, whatever is said
        assert not costs
        return
    assert len(costs) > 1
    assert min(costs.values()) > 0, "one of the ways costs nothing: it need not be asked"
    assert plain.status == "depends"
    named = [done(table, said) for said in asked[0].nearest]
    assert all(verdict.legal for verdict in named)
    assert given_up(table, named[0].table, who) == min(costs.values())


def test_each_of_these_is_done_and_asked_somewhere() -> None:
    """The random tables show both: ships that come without a word, and ships about which their owner is asked."""
    for make in MAKERS:
        fates = set()
        for seed in range(40):
            table, _, text = make(random.Random(seed))
            verdict = done(table, bare(text))
            fates.add("done" if verdict.legal else verdict.illegal[0].finding.rule.id)
            if {"done", WHICH} <= fates:
                break
        assert {"done", WHICH} <= fates, make.__name__


@pytest.mark.parametrize("seed", TABLES)
def test_what_is_offered_on_such_a_table_is_accepted(seed: int) -> None:
    for make in MAKERS:
        table, _, _ = make(random.Random(seed))
        for _, command in legal(table, books_of(table)):
            verdict = rule(table, command, books_of(table))
            assert verdict.legal, (verdict.command, verdict.illegal[0].finding.says)


@pytest.mark.parametrize("seed", TABLES)
def test_ships_come_home_one_by_one_to_the_fewest(seed: int) -> None:
    r = random.Random(seed)
    table = thin(r)
    table.phase, table.target = ph.RESOLUTION, "purple.2"
    ships = r.randint(1, 6)
    table.move("red", min(ships, table.at(tbl.WARP, "red")), tbl.WARP, tbl.GATE)
    ships = table.at(tbl.GATE, "red")
    table.due = [Due("red", "return", ships, tbl.GATE)]
    homes = sorted(table.home_colonies("red")) or sorted(table.foreign_colonies("red"), key=lambda at: at.split(".")[1])
    if not homes or not ships:
        return
    heights = {place: table.at(place, "red") for place in homes}
    for _ in range(ships):
        place = min(homes, key=lambda at: heights[at])
        heights[place] += 1
    after = done(table, "return red").table
    assert {place: after.at(place, "red") for place in homes} == heights


# -- cards of which the value is not said, and what was done in spite of a rule ----------------------------------------


def played(*commands: str) -> Table:
    """A plain table after these commands; what is marked with a ! is done in spite of the rules."""
    table = lay(Command("table", names=SEATS[:3]), PLAIN.law)
    for text in commands:
        verdict = rule(table, playing.read(text.rstrip("!"), table, PLAIN), PLAIN, text.endswith("!"))
        assert verdict.legal, (text, verdict.illegal[0].finding.says)
        table = verdict.table
    return table


def offered(table: Table) -> list[str]:
    """What is offered; each of it is accepted."""
    verdicts = [rule(table, command, PLAIN) for _, command in legal(table, PLAIN)]
    assert [verdict.command for verdict in verdicts if not verdict.legal] == []
    return [verdict.command for verdict in verdicts]


def test_nothing_is_offered_that_waits_for_a_value() -> None:
    """Two attacks of which the values are not said: they are told, and only then the encounter is resolved."""
    table = played("destiny purple", "launch red 1 at purple.1", "play red A", "play purple A", "reveal")
    assert {text.split()[0] for text in offered(table)} == {"reveal"}
    resolved = done(table, "resolve")
    assert resolved.status == "depends"
    told = done(table, resolved.illegal[0].nearest[0]).table
    assert offered(told) == ["resolve"]


def test_some_attack_need_not_be_told_where_it_decides_nothing() -> None:
    """An attack against a negotiate wins whatever its value (5.10.1.2)."""
    table = played("destiny purple", "launch red 1 at purple.1", "play red A", "play purple N", "reveal")
    assert offered(table) == ["resolve"]


def test_where_no_document_covers_the_cards_the_players_say_who_wins() -> None:
    table = played("destiny purple", "launch red 1 at purple.1", "play red Retreat", "play purple 8", "reveal")
    assert offered(table) == ["wins offense", "wins defense"]
    assert offered(done(table, "wins offense").table) == ["resolve"]


def test_what_was_done_in_spite_of_a_rule_is_ruled_without_asking_again() -> None:
    """Five ships on the gate: the table goes on, and the outcome reckons with them."""
    start = ("destiny purple", "launch red 5 at purple.1!", "play red 10", "play purple 8", "reveal")
    table = played(*start)
    assert offered(table) == ["resolve"]
    after = done(table, "resolve").table
    assert after.at("purple.1", "red") == 5


def test_five_ships_that_a_correction_put_there_are_ruled_as_they_stand() -> None:
    """What was launched was ruled as it was done; a correction tells how the table stands, and nothing forbids that."""
    table = played("destiny purple", "launch red 4 at purple.1", "play red 10", "play purple 8", "reveal")
    table = done(table, "set gate red 5; red.5 red 3").table
    assert "resolve" in offered(table)
    last = done(table, "resolve").table.last
    assert last is not None
    assert last.told["totals"]["offense"] == 10 + 5
