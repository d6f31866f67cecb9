"""Aliens of lost ships: no ship is lost or made by them, and where they cannot act nothing is ruled otherwise."""

from __future__ import annotations

import itertools
import random
from functools import cache

import pytest

from referee.book.loader import Names, rulebase
from referee.judge.hidden.cases import judge
from referee.judge.ruling import DETERMINED
from referee.judge.ways.line import judge_encounter
from referee.state.notation import read
from tests import effort, games

ALIENS = ("Cudgel", "Observer", "Vacuum", "Healer", "Spiff", "Reincarnator", "Remora", "Zombie", "Void")
COMMANDS = 250

CARDS = (("4", "20"), ("20", "4"), ("N", "8"), ("8", "N"), ("M", "M"), ("N", "N ; no deal"))


def lines(first: str) -> list[str]:
    """An alien of this group with and against each other one, with every way to win and to lose."""
    found = []
    for second, (one, other) in itertools.product((other for other in ALIENS if other != first), CARDS):
        found.append(f"red/{first} 3 + green/{second} 2 : {one} vs blue 4 + yellow 1 : {other}")
        found.append(f"red/{first} 3 + green 2 : {one} vs blue/{second} 4 + yellow 1 : {other}")
    return found


@pytest.mark.parametrize("alien", ALIENS)
def test_every_ship_goes_somewhere(alien: str) -> None:
    """Ships in the encounter land, return, stay, leave the game or are lost; what a power costs comes on top."""
    books, counted = rulebase(), 0
    for line in lines(alien):
        ruling = judge(read(line, Names(books)), books)
        assert ruling.status == DETERMINED, line
        assert ruling.outcome is not None
        if ruling.outcome.value == "no-deal":  # which ships are lost is their owner's choice
            continue
        for name, told in ruling.players.items():
            parts = [told.lands, told.returns, told.stays, told.removed, told.warp]
            besides = told.besides.value if told.besides is not None else 0
            assert told.ships is not None
            assert sum(part.value for part in parts if part is not None) - besides == told.ships.value, (line, name)
            counted += 1
    assert counted >= len(ALIENS) * len(CARDS)


@pytest.mark.parametrize(
    ("line", "alien"),
    [
        ("red 3 + green{} 2 : 20 vs blue 4 : 4", "Cudgel"),
        ("red{} 3 : 4 vs blue 4 : 20", "Cudgel"),
        ("red{} 3 : 4 vs blue 4 : 20", "Observer"),
        ("red 3 : 4 vs blue{} 4 : 20", "Vacuum"),
        ("red{} 3 : 4 vs blue 4 : 20", "Healer"),
        ("red 3 : 20 vs blue{} 4 : 4", "Spiff"),
        ("red{} 3 : 4 vs blue 4 : 9", "Spiff"),
        ("red 3 : 4 vs blue{} 4 : 20", "Reincarnator"),
        ("red 3 : 4 vs blue{} 4 : 20", "Remora"),
        ("red 3 : 4 vs blue{} 4 + green 1 : 20", "Zombie"),
        ("red{} 3 : 4 vs blue 4 : 20", "Void"),
    ],
)
def test_out_of_place_a_power_changes_nothing(line: str, alien: str) -> None:
    """In another role, or with nothing to act on, all that is ruled is as without the alien."""
    plain, with_it = (judge_encounter(line.format(sheet)).to_dict(proof=False) for sheet in ("", f"/{alien}"))
    for field in ("outcome", "totals", "players", "then", "winners", "second_encounter", "discards"):
        assert with_it[field] == plain[field], field


@pytest.mark.parametrize(("winner", "loser"), [("red", "blue"), ("blue", "red")])
def test_a_healed_player_owns_and_takes_what_it_would_anyway(winner: str, loser: str) -> None:
    """Healing moves ships only: compensation is that of the same encounter without it."""
    cards = ("8", "N") if winner == "red" else ("N", "8")
    line = f"red 3 : {cards[0]} vs blue 3 : {cards[1]} ; hand {winner} 9 ; seats red green/Healer blue"
    lost, healed = (judge_encounter(one).to_dict() for one in (line, f"{line} ; use green {loser}"))
    assert lost["players"][loser]["warp"] == healed["players"][loser]["returns"] == 3
    assert lost["players"][loser]["compensation"] == healed["players"][loser]["compensation"] == 3
    assert healed["players"][loser]["warp"] == 0


@cache
def played(seed: int) -> frozenset[str]:
    """The powers that are used in a whole game; what is offered in it is accepted, and no ship or card is lost."""
    source = random.Random(seed)
    table = games.sat_down(source, source.sample(ALIENS, len(games.SEATS)))
    done = games.play_on(table, source, COMMANDS, tried=0.02)
    assert done
    acts = ((at, command) for at, command in done if command.act is not None and command.act.verb == "use")
    return frozenset(name for at, command in acts if command.act for name in at.aliens[command.act.who])


@pytest.mark.parametrize("seed", effort.some(range(30), 1))
def test_whole_games_keep_every_ship_and_card(seed: int) -> None:
    """What is offered is accepted, and after each command all ships and cards are somewhere, and only there."""
    played(seed)


@pytest.mark.long
def test_games_use_these_powers() -> None:
    """The games come to what they are for: each power that is used at a table is used in some of them."""
    used = frozenset[str]().union(*(played(seed) for seed in range(30)))
    assert {"Vacuum", "Healer", "Spiff", "Reincarnator", "Remora"} <= used
