"""A player who does anything that is legal: whole games of Duel by a seed. Nothing here knows a rule."""

from __future__ import annotations

import random
from typing import NamedTuple

from referee.duel import tabletop
from referee.duel.api import books_of
from referee.duel.engine import DuelVerdict
from referee.duel.state import Phase, State, from_data, to_data

SHIPS = 20
PLANS, REINFORCEMENTS = 17, 19
HAND, PLANETS_TO_WIN = 6, 5
ALIENS = ("", "Bouncer", "Iron-Matron", "Pitfall", "Unseen")
# What is tried besides the offers: most of it is refused, and none of it may break the table.
TRIES = (
    "dial blue 4, orange 1",
    "dial blue 9, orange 1",
    "tactics blue blast 5, orange blast 5",
    "plans blue 42, orange 20",
    "pass orange",
    "choose blue ? no tactic",
    "done",
    "draw orange 3",
    "keep blue 1",
    "use blue Flex",
    "reinforce orange -10 on blue",
    "destiny event Great-Race contest next refresh",
    "select orange 1",
    "strike orange 2",
    "recover blue 9",
    "claim clout blue 20",
)


class Game(NamedTuple):
    """How a game went: every command, and the table at the end."""

    commands: list[str]
    table: State


def play(seed: int, most: int = 500, tried: float = 0.0, corrected: float = 0.0) -> Game:
    """A game by the seed; after each command the table is as it must be.

    Some commands more are `tried` on it, and hand limits are `corrected`, so often as is said.
    """
    source = random.Random(seed)
    books = books_of()
    aliens = (source.choice(ALIENS), source.choice(ALIENS))
    seats = [name + (f"/{alien}" if alien else "") for name, alien in zip(("blue", "orange"), aliens, strict=True)]
    commands = [f"table duel {' '.join(seats)}"]
    table = tabletop.rule_table(commands[0], books).table
    while table.phase != Phase.OVER and len(commands) < most:
        offers = list(tabletop.offers(table, books))
        assert offers, f"nothing is legal in the phase {table.phase} after {commands[-6:]}"
        text = source.choice(offers).command
        if source.random() < corrected:
            text = f"set limit {source.choice(table.seats)} {source.randint(1, 9)}"
        verdict = tabletop.rule_command(table, text, False, books)
        commands.append(text)
        assert verdict.legal, f"{text} was offered: {verdict.illegal[0].finding.says} after {commands[-6:]}"
        assert wrong(table, verdict) == [], commands[-6:]
        if source.random() < tried:
            try_all(verdict.table)
        table = verdict.table
    return Game(commands, table)


def try_all(table: State) -> None:
    """What is refused leaves the table alone; what is not leaves it whole."""
    before = to_data(table)
    for text in TRIES:
        verdict = tabletop.rule_command(table, text)
        assert to_data(table) == before
        assert wrong(table, verdict) == [], text
        if not verdict.legal:
            assert verdict.table is table
            assert all(refusal.finding.rule.cites for refusal in verdict.illegal), text


def wrong(before: State, verdict: DuelVerdict) -> list[str]:
    """What cannot be after a command: ships or cards lost or made, a second ally, a state that cannot be kept."""
    table = verdict.table
    found = [f"{name} has {table.total(name)} ships" for name in table.seats if table.total(name) != SHIPS]
    if any(len(table.ally(name)) > 1 for name in table.seats) and not any(due.has("keep") for due in table.dues):
        found.append("two allies, and nobody has to keep one")
    if cards(table) != 2 * PLANS + REINFORCEMENTS:
        found.append(f"there are {cards(table)} cards")
    if any(len(spent) > 5 for spent in table.spent.values()):
        found.append("more than five tactics are spent")
    if verdict.command.startswith("destiny") and verdict.legal:
        found += between(before, table)
    if from_data(to_data(table)) != table:
        found.append("the state does not come back")
    if table.phase == Phase.LIMIT and not table.dues:
        found.append("hands are cut, and nobody has to")
    return found


def between(before: State, table: State) -> list[str]:
    """What should have come before a destiny card and did not: cards discarded or drawn, the game won."""
    found = []
    for name in table.seats:
        hand, limit = len(table.hands[name]), table.limits.get(name, HAND)
        if hand > limit or not (hand or table.piles[name] + len(table.discards[name]) == 0):
            found.append(f"{name} holds {hand} cards with a limit of {limit} as a card is drawn")
        if sum(bool(ships.get(name)) for ships in before.planets.values()) >= PLANETS_TO_WIN:
            found.append(f"{name} has five planets as a card is drawn")
    return found


def cards(table: State) -> int:
    """All plans and reinforcements: decks, hands, discards, what is played, and the snares."""
    held = [table.hands, table.discards]
    found = table.gains + sum(table.piles.values()) + sum(len(pile) for place in held for pile in place.values())
    fight = table.fight
    if fight is not None:
        found += len(fight.plans) + len(fight.played)
    return found + len(table.snares)
