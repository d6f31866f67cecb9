"""A game as a table tells it: with the silent steps left out at random.

What is left out is what a table need not say: that somebody invites nobody or stays out, that cards are laid before
they are turned up, that an encounter is resolved and a turn ends before the next begins, and where a ship goes if it
goes where the referee would put it. Before an act that could be played in several phases nothing is left out.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import NamedTuple

from referee.book.loader import Names, Rulebase
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import Verdict
from referee.judge.ways.command import rule
from referee.playtesting import playing
from referee.state import phases as ph
from referee.state.commands import Command, read_command, write_command
from referee.state.kept import to_data
from referee.state.table import Table

_PHASED = ("invite", "ally", "decline", "play", "reveal", "resolve", "reward", "second", "end", "destiny", "regroup")


_MANY = 12  # cards that are enough for the rewards of two allies


class Step(NamedTuple):
    """A command that was done, and the table before it."""

    command: Command
    before: Table


def watched(seed: int, players: int, books: Rulebase, most: int, powers: bool) -> tuple[list[Step], Table, Table]:
    """The steps of a game, the table that was dealt, and the one at the end."""
    steps: list[Step] = []
    names = Names(books)

    def watch(before: Table, verdict: Verdict) -> None:
        steps.append(Step(read_command(verdict.command, names, before.seats), before))

    game = playing.play(seed, players, books, most, watch, powers=powers)
    return steps, steps[0].before, game.table


def told(source: random.Random, steps: list[Step], books: Rulebase) -> list[Command]:
    """The commands as they are told, with silent steps left out: from the end on, since what follows implies them."""
    said: list[Command] = []
    steps = _rewarded_in_any_order(source, steps)
    for at in range(len(steps) - 1, -1, -1):
        step = steps[at]
        if said and source.random() < 0.8 and _goes_without_saying(step, said, steps[at + 1 :], books):
            continue
        said.append(_told_with_its_cards(step))
    return said[::-1]


def _rewarded_in_any_order(source: random.Random, steps: list[Step]) -> list[Step]:
    """The steps with the rewards of two allies the other way round here and there, where cards are enough for both."""
    found = [*steps]
    for at, (one, other) in enumerate(pairwise(steps)):
        rewards = (one.command.verb, other.command.verb) == ("reward", "reward")
        if (
            rewards
            and one.command.who != other.command.who
            and len(one.before.discards) + (one.before.deck or 0) >= _MANY
        ) and source.random() < 0.3:
            found[at], found[at + 1] = other._replace(before=one.before), one._replace(before=other.before)
    return found


def _told_with_its_cards(step: Step) -> Command:
    """A command; a `reveal` of cards that were laid faceup names them, so that their laying need not be told."""
    command, cards = step.command, step.before.cards
    if command.verb == "reveal" and not command.names:
        return Command("reveal", names=tuple(cards), cards=tuple(cards.values()))
    return command


def _goes_without_saying(step: Step, said: list[Command], rest: list[Step], books: Rulebase) -> bool:
    """True if a table need not say this step before what it says next, which stands last in `said`."""
    command, after = step.command, said[-1]
    follows = after.act.verb if after.act is not None else after.verb
    if command.verb == "invite":
        return follows in _PHASED and _is_implied(step, rest, books)
    if command.verb == "decline":
        return follows in ("ally", "decline", "play", "reveal")
    if command.verb == "play":
        shown = after if follows == "reveal" else said[-2:][0]
        first = follows == "play" and not step.before.aliens  # a power may have the other one laid before it
        at_once = follows == "reveal" or first
        return at_once and shown.verb == "reveal" and _is_laid_with_it(step, rest)
    if command.verb == "reveal":
        return follows == "resolve" and "?" not in step.before.cards.values()
    if command.verb == "resolve":
        return follows in ("reward", "second", "end", "deal", "no-deal", "take")
    if command.verb == "end":
        return step.before.phase == ph.RESOLUTION and follows in ("destiny", "regroup")
    return command.verb in ("regroup", "return") and follows in ("end", "destiny") and _default(step, books)


def _is_implied(step: Step, rest: list[Step], books: Rulebase) -> bool:
    """True if those are invited who join that side, and none who would be taken to join it by power."""
    on = Turn(step.before, books, step.command, looks=True)
    by_power = any(on.alien_allows(name, "join_uninvited") is not None for name in step.command.names)
    return {*step.command.names} == _joining(step, rest) and not by_power


def _joining(step: Step, rest: list[Step]) -> set[str]:
    """Who joins the side of a main player in this alliance phase."""
    found = set()
    for later in rest:
        if later.command.verb not in ("invite", "ally", "decline"):
            break
        side = "offense" if step.command.who == step.before.turn else "defense"
        if later.command.verb == "ally" and later.command.side == side:
            found.add(later.command.who)
    return found


def _is_laid_with_it(step: Step, rest: list[Step]) -> bool:
    """True if nothing but the other card is laid between this card and the turning up, and it is clear which it is.

    A card that was laid hidden and is turned up as one that is known to be in that hand, or on its owner's sheet, is
    another copy of it.
    """
    who, (card,) = step.command.who, step.command.cards
    known = {"?", *step.before.hands[who]}.union(*step.before.aside.values())
    for later in rest:
        if later.command.verb == "reveal":
            shown = dict(zip(later.command.names, later.command.cards, strict=True)).get(who, card)
            return card != "?" or shown not in known
        if later.command.verb != "play":
            return False
    return False


def _default(step: Step, books: Rulebase) -> bool:
    """True if a ship goes where it would go without a word."""
    bare = Command(step.command.verb, step.command.who)
    one, other = rule(step.before, step.command, books), rule(step.before, bare, books)
    return other.legal and to_data(one.table) == to_data(other.table)


def typed(commands: list[Command]) -> list[str]:
    """The commands as they are typed."""
    return [write_command(command) for command in commands]
