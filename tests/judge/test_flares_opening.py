"""Flares of the opening and techs at the table: nothing is lost or made, whatever is played and answered."""

from __future__ import annotations

import random

import pytest

from referee.book.loader import Names, rulebase
from referee.judge.table.setting import lay_ruled
from referee.judge.ways.command import rule
from referee.playtesting import dealing, playing
from referee.state.commands import read_command
from referee.state.kept import to_data
from referee.state.phases import START
from referee.state.table import UNKNOWN, WARP, Table
from tests import effort
from tests.kept import from_data

SEATS = ("red", "purple", "yellow", "blue")
ALIENS = (
    *("Dictator", "Shadow", "Will", "Hate", "Kamikaze", "Machine", "Masochist", "Miser", "Macron"),
    *("Mite", "Observer", "Parasite", "Remora", "Reserve", "Tick-Tock", "Vacuum", "Vulch"),
)
TECHS = (
    *("Coldsleep-Ship", "Collapsium-Hulls", "Cosmic-Field-Generator", "Delta-Scanners", "Energy-Cloak"),
    *("Enigma-Device", "Genesis-Bomb", "Gluon-Mines", "Lunar-Cannon", "Omega-Missile", "Plasma-Thrusters"),
    *("The-Prometheus", "Quark-Battery", "Tech-Scrambler", "Vacuum-Turbines", "Warpspace-Key", "Xenon-Lasers"),
)
COMMANDS = 160
SHIPS = 20


def sat_down(source: random.Random, edition: str) -> Table:
    """Four players, each with an alien of the group, its own flare and another one; some of their ships in the warp."""
    books = rulebase(edition)
    aliens = source.sample(ALIENS, len(SEATS))
    others = source.sample([name for name in ALIENS if name not in aliens], len(SEATS))
    laid = " ".join(f"{seat}/{alien}" for seat, alien in zip(SEATS, aliens, strict=True))
    table = lay_ruled(read_command(f"table {laid}", Names(books)), books).table
    table = rule(table, read_command(dealing.deal(source, SEATS, hand=6), Names(books), SEATS), books).table
    for seat, own, other in zip(SEATS, aliens, others, strict=True):
        table.gain(seat, own, other)
        table.move(seat, 2, f"{seat}.1", WARP)
    return table


def attempt(source: random.Random, table: Table, techs: bool) -> str:
    """One way of playing a flare that is in a hand, or a tech that is complete; most of them are refused."""
    seat, planets = source.choice(SEATS), list(table.planets())
    said = ("", "", source.choice(SEATS), source.choice(planets), f"{source.choice(planets)} 2", "10", "N", "3")
    if techs:
        held = [tech.name for tech in table.techs.get(seat, ()) if tech.name != UNKNOWN]
        return f"tech {seat} {source.choice(held)} {source.choice(said)}".strip() if held else ""
    held = [card for card in table.hands[seat] if card in ALIENS]
    return f"flare {seat} {source.choice(held)} {source.choice(said)}".strip() if held else ""


def cards_of(table: Table) -> int:
    """All cards that lie somewhere: between encounters, every card there is."""
    assert table.deck is not None
    apart = sum(len(cards) for cards in table.aside.values())
    return table.deck + sum(len(cards) for cards in table.hands.values()) + len(table.discards) + apart


def check(table: Table, dealt: int, done: list[str]) -> None:
    """Every ship of every color stands somewhere, and no card is made; between encounters none is missing either."""
    for seat in SEATS:
        places = {place: table.at(place, seat) for place in table.ships if table.at(place, seat)}
        assert sum(places.values()) == SHIPS, (" | ".join(done[-40:]), seat, places)
    if table.deck is not None:
        assert cards_of(table) <= dealt, " | ".join(done[-40:])
        if table.phase == START and not table.acts:
            assert cards_of(table) == dealt, " | ".join(done[-40:])
    assert from_data(to_data(table)) == table


@pytest.mark.parametrize("seed", effort.some(range(24), 1))
@pytest.mark.parametrize("techs", [False, True])
def test_games_keep_every_ship_and_card(seed: int, techs: bool) -> None:
    """What is offered is accepted, and whatever is tried besides keeps every ship and card."""
    edition = "consolidated+technology" if techs else "consolidated"
    books, source = rulebase(edition), random.Random(seed)
    table = sat_down(source, edition)
    dealt, done = cards_of(table), []
    if techs:
        held = source.sample(TECHS, len(SEATS) * 2)
        facts = "; ".join(
            f"tech {seat}: {held[2 * at]} complete, {held[2 * at + 1]} complete" for at, seat in enumerate(SEATS)
        )
        table = rule(table, read_command(f"set {facts}", Names(books), SEATS), books).table
    for _ in range(COMMANDS):
        if table.winners:
            break
        text = attempt(source, table, techs)
        tried = rule(table, read_command(text, Names(books), SEATS), books) if text else None
        if tried is not None and tried.legal:
            done.append(text)
            table = tried.table
            check(table, dealt, done)
        try:
            command = playing.choose(source, table, books)
        except playing.NoCardError:
            break
        verdict = rule(table, command, books)
        done.append(verdict.command)
        assert verdict.legal, (" | ".join(done[-40:]), verdict.illegal[0].finding.says)
        table = verdict.table
        check(table, dealt, done)


def test_an_unknown_card_stays_unknown_where_it_is_drawn_for_a_flare() -> None:
    """A card off the deck is not made up: the hand has one unknown card more."""
    books = rulebase()
    table = lay_ruled(read_command("table red/Machine purple yellow", Names(books)), books).table
    for text in ("set warp red 1; red.1 red 3; deck 30; hand red: 10 Machine", "offense red", "flare red Machine"):
        verdict = rule(table, read_command(text, Names(books), table.seats), books)
        assert verdict.legal
        table = verdict.table
    assert table.hands["red"] == ("10", UNKNOWN)
    assert table.at(WARP, "red") == 1
