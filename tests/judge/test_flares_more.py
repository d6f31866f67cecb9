"""Flares and techs that reach beyond an encounter: powers that change hands, encounters out of turn, cards aside."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest

from referee.book.loader import Rulebase, rulebase
from referee.judge.table.setting import lay_ruled
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.playtesting import dealing, offers, playing
from referee.state import phases as ph
from referee.state.commands import Command
from referee.state.kept import to_data
from referee.state.table import Table
from tests import effort, games
from tests.kept import from_data

FLARES = ("Sorcerer", "Mind", "Miser", "Philanthropist", "Reincarnator", "Warrior")
ALIENS = ("Macron", "Zombie", "Clone", "Kamikaze", "Tick-Tock", "Shadow", "Trader", "Mutant", *FLARES)
TECHS = ("Infinity-Drive", "Precursor-Seed", "The-Qax")
SEEDS = range(24)
COMMANDS = 260
TRIED = 0.03  # on so many tables everything is tried, which must be ruled or refused


def game(seed: int) -> list[tuple[Table, Command]]:
    """A game of four aliens and four of the flares: each command with the table on which it was given."""
    source = random.Random(9100 + seed)
    first = FLARES[seed % len(FLARES)]
    flares = [first, *source.sample([name for name in FLARES if name != first], 3)]
    table = games.sat_down(source, source.sample(ALIENS, 4), flares)
    return games.play_on(table, source, COMMANDS, flares=0.6)


def sheets(table: Table) -> Counter[str]:
    """The alien sheets on the table, those that lie ready for the end of an encounter among them."""
    found = Counter(alien for aliens in table.aliens.values() for alien in aliens)
    found.update(alien for lent in table.lent for alien in lent.aliens)
    return found


def next_in_turn(before: Table, table: Table) -> bool:
    """Whether the encounter that begins is the one that comes now: out of turn, or of whose turn it is."""
    if table.extras:
        return table.turn == table.extras[0].who
    interrupted = before.extras[0].turn if before.extras and before.extras[0].turn else before.turn
    return table.turn in (interrupted, table.clockwise(interrupted)[0])


@pytest.mark.parametrize("seed", effort.some(SEEDS, 1))
def test_games_with_these_flares(seed: int) -> None:
    """What is offered is accepted, no ship or card is lost or made, and no sheet is in two places."""
    source, books = random.Random(seed), rulebase()
    for (before, command), (table, _) in pairwise(game(seed)):
        assert max(sheets(table).values(), default=0) <= 1, command
        if command.verb in ("destiny", "launch", "invite", "play", "reveal"):
            assert table.aliens == before.aliens, command
        if table.phase == ph.START and not table.acts:
            assert (table.lent, table.extras) == ((), ()), command
            assert not any(place.endswith("laid aside") for place in table.aside), command
        if table.turn != before.turn:
            assert next_in_turn(before, table), command
        if source.random() < TRIED:
            assert offers.slips(table, source, books) == [], command


@pytest.mark.long
def test_each_of_these_flares_does_something() -> None:
    """In these games all six texts are played; powers are lent, cards lie aside, encounters come out of turn."""
    seen: set[str] = set()
    for seed in SEEDS:
        for table, command in game(seed):
            if command.act is not None and command.act.verb == "flare":
                seen.add(command.act.name)
            seen |= {"lent"} if table.lent else set()
            seen |= {"aside"} if any(place.endswith("laid aside") for place in table.aside) else set()
            seen |= {"out of turn"} if table.extras and table.extras[0].turn else set()
    assert {*FLARES, "lent", "aside", "out of turn"} <= seen


def seated(source: random.Random, books: Rulebase) -> Table:
    """A table of four with a complete tech each in front of three of them, and two of the flares in hands."""
    chosen = source.sample(ALIENS, 4)
    aliens: dict[str, tuple[str, ...]] = {name: (alien,) for name, alien in zip(games.SEATS, chosen, strict=True)}
    table = lay_ruled(Command("table", names=games.SEATS, aliens=aliens), books).table
    apart = sum(len(cards) for cards in table.aside.values())
    said = [dealing.deal(source, games.SEATS, apart=apart)]
    said += [f"set tech {n}: {tech} complete" for n, tech in zip(source.sample(games.SEATS, 3), TECHS, strict=True)]
    for text in said:
        verdict = rule(table, playing.read(text, table, books), books)
        assert verdict.legal, text
        table = verdict.table
    for name, flare in zip(games.SEATS, source.sample(FLARES, 2), strict=False):
        table.gain(name, flare)
    return table


@pytest.mark.parametrize("seed", effort.some(range(10), 1))
def test_games_with_these_techs(seed: int) -> None:
    """Every use of a tech that is offered is accepted; an alien that one gave is there as long as the tech."""
    books, source = Rulebase(edition="consolidated+technology"), random.Random(500 + seed)
    table = seated(source, books)
    whole, used = games.cards_of(table), set()
    for _ in range(COMMANDS):
        if table.winners:
            break
        techs = [c for _, c in legal(table, books) if c.act is not None and c.act.verb == "tech"]
        try:
            command = source.choice(techs) if techs and source.random() < 0.7 else playing.choose(source, table, books)
        except playing.NoCardError:
            break
        verdict = rule(table, command, books)
        assert verdict.legal, (verdict.command, verdict.illegal[0].finding.says)
        if command.act is not None and command.act.verb == "tech":
            used.add(command.act.name)
        table = verdict.table
        for name in table.seats:
            assert table.total(name) == playing.SHIPS, verdict.command
            seeds = [tech for tech in table.techs.get(name, ()) if tech.name == "Precursor-Seed" and tech.complete]
            assert name not in table.besides or seeds, verdict.command
        for name, alien in table.besides.items():
            assert alien in table.aliens.get(name, ()), verdict.command
        assert from_data(to_data(table)) == table, verdict.command
        if table.phase == ph.START and not table.acts and table.deck is not None:
            assert games.cards_of(table) == whole, verdict.command
    assert used


def test_a_table_kept_by_an_earlier_version_is_read() -> None:
    """A table that knows nothing of encounters out of turn and of powers lent has none; one that does keeps them."""
    books = rulebase()
    sat = Command("table", names=games.SEATS, aliens={"red": ("Macron",), "purple": ("Warrior",)})
    table = lay_ruled(sat, books).table
    for text in ("set hand red: Philanthropist 4", "offense red", "flare red Philanthropist purple"):
        table = rule(table, playing.read(text, table, books), books).table
    assert table.aliens == {"purple": ("Macron",)}
    assert table.lent[0].aliens == ("Warrior",)
    kept = to_data(table)
    assert from_data(kept) == table
    for key in ("extras", "lent", "besides"):
        del kept[key]
    assert from_data(kept).lent == ()
