"""Flares of the resolution: no ship is lost or made by them, and one that is negated changes nothing."""

from __future__ import annotations

import itertools
import random

import pytest

from referee.book.loader import Names, rulebase
from referee.judge.hidden.cases import judge
from referee.judge.ruling import DETERMINED, ILLEGAL, Ruling
from referee.state.notation import read
from tests import effort, games

SUPER = (
    *("Barbarian", "Clone", "Cudgel", "Fido", "Filch", "Grudge", "Hacker", "Healer", "Pacifist", "Reincarnator"),
    *("Spiff", "Tick-Tock", "Void", "Warrior"),
)
WILD = ("Barbarian", "Clone", "Cudgel", "Grudge", "Hacker", "Machine", "Mutant", "Shadow", "Spiff", "Vulch", "Zombie")
CARDS = (("4", "20"), ("20", "4"), ("N", "8"), ("8", "N"), ("M", "M"), ("N", "N"))
FIGURES = ("lands", "warp", "returns", "stays", "removed", "compensation", "rewards", "foreign", "home", "power")


def ruled(line: str) -> Ruling:
    """The ruling of a line."""
    books = rulebase()
    return judge(read(line, Names(books)), books)


def lines(flare: str, sheet: bool) -> list[str]:
    """A flare played by everybody who could, in every way to win and to lose, with the matching sheet or without."""
    found = []
    for (one, other), who in itertools.product(CARDS, ("red", "green", "blue", "yellow")):
        names = {
            name: f"{name}/{flare}" if sheet and name == who else name for name in ("red", "green", "blue", "yellow")
        }
        found.append(
            f"{names['red']} 3 + {names['green']} 2 : {one} vs {names['blue']} 4 + {names['yellow']} 1 : {other}"
            f" ; planet blue 4, purple 2 ; tokens {who} 5 ; flare {who} {flare}"
            + (" ; no deal" if one == other == "N" else "")
        )
    return found


EVERY = [*((flare, True) for flare in SUPER), *((flare, False) for flare in WILD)]


@pytest.mark.parametrize(("flare", "sheet"), EVERY)
def test_every_ship_goes_somewhere(flare: str, sheet: bool) -> None:
    """Ships in the encounter land, return, stay, leave the game or are lost; what a text costs comes on top."""
    counted = 0
    for line in lines(flare, sheet):
        ruling = ruled(line)
        if ruling.status != DETERMINED:  # a bar excludes the player
            continue
        if ruling.outcome is not None and ruling.outcome.value == "no-deal":  # which ships are lost is chosen
            continue
        for name, told in ruling.players.items():
            parts = [told.lands, told.returns, told.stays, told.removed, told.warp]
            there = 2 if name == "purple" and told.warp is not None and told.warp.value else 0
            besides = told.besides.value if told.besides is not None else 0
            assert told.ships is not None
            assert sum(part.value for part in parts if part is not None) - besides == told.ships.value + there, line
            counted += 1
    assert counted >= 4


@pytest.mark.parametrize(("flare", "sheet"), EVERY)
def test_a_negated_flare_changes_nothing(flare: str, sheet: bool) -> None:
    """With a Card Zap after it the flare leaves every figure as it is without the flare."""
    for line in lines(flare, sheet):
        played = line[line.index(" ; flare") :].removesuffix(" ; no deal")
        without, negated = ruled(line.replace(played, "")), ruled(line.replace(played, f"{played} ; card zap"))
        if ILLEGAL in (without.status, negated.status):
            continue
        assert negated.status == without.status, line
        for name, told in without.players.items():
            for figure in FIGURES:
                before, after = getattr(told, figure), getattr(negated.players[name], figure)
                assert (before and before.value) == (after and after.value), (line, name, figure)


def test_the_flares_do_something() -> None:
    """Each text changes some figure or leaves something to do on one of these lines, so that the others test it."""
    idle = []
    for flare, sheet in EVERY:
        seen = False
        for line in lines(flare, sheet):
            ruling = ruled(line)
            if ruling.status != DETERMINED:
                continue
            mine = f"card {flare}-flare"
            about = [*(then.finding for then in ruling.then), *ruling.findings]
            about = [finding for finding in about if finding.rule.id != "flares.nothing"]
            seen = seen or any(mine in (cite.id for cite in finding.rule.cites) for finding in about)
        if not seen:
            idle.append(flare)
    assert idle == ["Hacker", "Clone"]  # the super text needs a use of the power, the wild one an artifact


# -- games -------------------------------------------------------------------------------------------------------------

FLARES = tuple(dict.fromkeys((*SUPER, *WILD)))
COMMANDS = 220


@pytest.mark.parametrize("seed", effort.some(range(1, 2 * len(FLARES), 3), 1))
def test_games_with_flares_lose_no_ship_and_no_card(seed: int) -> None:
    """Every flare and every use that is offered is accepted; every second game has the aliens that go with them."""
    source, first = random.Random(7000 + seed), FLARES[seed // 2 % len(FLARES)]
    flares = [first, *source.sample([name for name in FLARES if name != first], 3)]
    sheets = flares if seed % 2 else source.sample(FLARES, 4)
    assert games.play_on(games.sat_down(source, sheets, flares), source, COMMANDS, flares=0.5)
