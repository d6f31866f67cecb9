"""Whole random games of some powers or flares: what is offered is accepted, and no ship or card is lost or made."""

from __future__ import annotations

import random
from collections.abc import Sequence

from referee.book.loader import rulebase
from referee.judge.powers.answers import ARTIFACTS
from referee.judge.table.setting import lay_ruled
from referee.judge.table.verdict import Verdict
from referee.judge.ways.command import rule
from referee.judge.ways.legal import legal
from referee.playtesting import dealing, offers, playing, whole
from referee.state import phases as ph
from referee.state.commands import Command
from referee.state.kept import to_data
from referee.state.table import Table
from tests.kept import from_data

SEATS = ("red", "purple", "yellow", "blue")


def watched(
    seed: int, players: int, source: random.Random, tried: float, most: int = 150, powers: bool | str = False
) -> playing.Game:
    """A game by the seed, in which nothing is wrong after any command; on so many tables (`tried`) all is tried."""
    books = rulebase()
    found: list[str] = []
    commands: list[str] = []

    def watch(before: Table, verdict: Verdict) -> None:
        commands.append(verdict.command)
        wrong = whole.wrong(before, verdict)
        if source.random() < tried:
            wrong += offers.slips(verdict.table, source, books)
        found.extend(f"{says} (after {' / '.join(commands[-6:])})" for says in wrong)

    game = playing.play(seed, players, books, most=most, watch=watch, powers=powers)
    assert found == []
    assert game.encounters
    return game


def sat_down(source: random.Random, aliens: Sequence[str], flares: Sequence[str] = ()) -> Table:
    """A table of four, each with an alien (an empty text: none), dealt from one counted deck, and with a flare more."""
    books = rulebase()
    sheets: dict[str, tuple[str, ...]] = {name: (alien,) for name, alien in zip(SEATS, aliens, strict=True) if alien}
    laid = lay_ruled(Command("table", names=SEATS, aliens=sheets), books).table
    apart = sum(len(cards) for cards in laid.aside.values())
    dealt = rule(laid, playing.read(dealing.deal(source, SEATS, apart=apart), laid, books), books)
    assert dealt.legal
    for seat, flare in zip(SEATS, flares, strict=False):
        dealt.table.gain(seat, flare)
    return dealt.table


def cards_of(table: Table) -> int:
    """The cards that lie anywhere on the table, flares in play apart."""
    hands = sum(len(cards) for cards in table.hands.values())
    aside = sum(len(cards) for cards in table.aside.values())
    return (table.deck or 0) + hands + aside + len(table.discards) + len(table.cards)


def play_on(
    table: Table, source: random.Random, commands: int, flares: float = 0.0, tried: float = 0.0, answers: float = 0.0
) -> list[tuple[Table, Command]]:
    """Plays on by what is offered, and checks ships, cards and what is kept of the table after each command.

    `flares` is how often a flare is played that can be, `answers` how often a card that was just played is answered, or
    an artifact played; on so many tables (`tried`) everything is tried, and there the deck is the player's own. Returns
    each command with the table on which it was given.
    """
    books, cards = rulebase(), cards_of(table)
    done: list[tuple[Table, Command]] = []
    said = [str(table.aliens)]
    for _ in range(commands):
        if table.winners:
            break
        playable = [c for _, c in legal(table, books) if c.act is not None and c.act.verb == "flare"] if flares else []
        if answers and source.random() < answers:
            verbs = {"flare", *ARTIFACTS} if table.fresh else ARTIFACTS
            playable = [c for _, c in legal(table, books) if c.act is not None and c.act.verb in verbs] or playable
        try:
            wanted = playable and source.random() < max(flares, answers)
            command = source.choice(playable) if wanted else playing.choose(source, table, books)
        except playing.NoCardError:
            break
        was = to_data(table)
        verdict = rule(table, command, books)
        said.append(verdict.command)
        assert verdict.legal, (said[-8:], verdict.illegal[0].finding.says)
        assert to_data(table) == was, said[-8:]
        if tried:
            assert whole.wrong(table, verdict) == [], said[-8:]
            if source.random() < tried:
                assert offers.slips(verdict.table, source, books) == [], said[-8:]
        done.append((table, command))
        table = verdict.table
        for name in table.seats:
            assert table.total(name) == playing.SHIPS, (name, said[-8:])
        if table.deck is not None:
            assert cards_of(table) <= cards, said[-8:]
            if table.phase == ph.START and not table.acts:
                assert cards_of(table) == cards, said[-40:]
        assert from_data(to_data(table)) == table, said[-8:]
    return done
