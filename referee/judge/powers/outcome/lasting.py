"""Cards that reach beyond the encounter: powers that change hands, an encounter out of turn, and who draws for whom.

What they do is done at a table. One line tells who may play them, and what is still to be done once it is decided.
"""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board, Stand, cards_of
from referee.judge.finding import Finding
from referee.judge.powers.in_force import verb
from referee.judge.powers.outcome.common import SWAPPED, Args, other_side
from referee.judge.powers.outcome.flares import not_said
from referee.judge.ruling import BOTH_LOSE, MUST, NO_DEAL, wins
from referee.state import encounter as pos


def _sources(use: Use) -> tuple[Finding, ...]:
    return () if use.played is None or use.played[1] is None else (use.played[1],)


@verb("swaps_powers", "limit")
def swaps_powers(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The aliens on the line are those after the exchange; the flare's own alien is none of the main players'."""
    for main in (board.offense, board.defense):
        if any(alien.name == use.alien for alien in main.aliens):
            rule = board.law["exchange.barred-main"].citing(use.rule)
            acts = [act for act in board.applied if (act.who, act.name) == (stand.name, use.alien)]
            board.forbid(rule, (use.alien, main.name), [board.without(act) for act in acts], _sources(use))
            return
    swapped = board.apply(stand, use, True, (), (board.offense.name, board.defense.name))
    if swapped is not None:
        board.steps.append(swapped)
        at_the_table = board.law["played.at-the-table"].citing(use.rule)
        board.steps.append(Finding(at_the_table, True, (swapped,), (stand.name, use.alien)))


@verb("makes_join", "limit")
def makes_join(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Who got the tech stands on the side of who gave it, if it is in the encounter at all."""
    said = board.usage(stand, use)
    named = next((arg for arg in said[0] if arg in board.stands), "") if said is not None else ""
    if not named:
        return
    if board.stands[named].takes_part and board.stands[named].side != stand.side:
        rule = board.law["played.other-side"].citing(use.rule)
        acts = [act for act in board.applied if (act.who, act.name) == (stand.name, use.alien)]
        board.forbid(rule, (named, stand.name), [board.without(act) for act in acts], _sources(use))
        return
    made = board.apply(stand, use, args["ships"], (), (named,))
    if made is not None:
        board.steps.append(made)


@verb("lays_aside", "hands")
def lays_aside(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`cards`: so many of the hand cannot be taken as compensation; they are not among those that can be."""
    paid = any(
        shown.kind == pos.NEGOTIATE and other_side(side) in board.shown and _attacks(board, other_side(side))
        for side, shown in board.shown.items()
    )
    if not paid or not stand.takes_part:
        return
    aside = board.apply(stand, use, args["cards"], (), (cards_of(args["cards"]),))
    if aside is not None:
        board.laid_aside[stand.name] = aside
        board.steps.append(aside)


def _attacks(board: Board, side: str) -> bool:
    return board.shown[side].kind == pos.ATTACK


@verb("draws_for", "after")
def draws_for(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Of what somebody draws off the deck a line has the rewards: they go through the hands of who played the flare."""
    said = board.usage(stand, use)
    others = [other.name for other in board.order if other is not stand]
    named = next((arg for arg in said[0] if arg in others), "") if said is not None else ""
    if not named:
        not_said(board, stand, use, "whose cards it draws", *others)
        return
    picks = board.players[named].rewards
    if picks is None or not picks.value:
        return
    draws = board.apply(stand, use, True, (picks,), (named,))
    if draws is not None:
        what = f"draw the cards that {named} takes as rewards, look at them, hand them on, and tell nobody"
        board.do(stand.name, MUST, what, draws)


@verb("becomes_another", "after")
def becomes_another(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Who has lost or failed to deal is another alien once the encounter is over; which one is drawn at random."""
    said, losers = board.usage(stand, use), _losers(board, use)
    named = next((arg for arg in said[0] if arg in board.stands), "") if said is not None else ""
    if board.outcome is None or (not losers and not named):
        return
    if not named and len(losers) > 1:
        not_said(board, stand, use, "who gets it", *losers)
        return
    named = named or losers[0]
    if named not in losers:
        rule = board.law["exchange.has-not-lost"].citing(use.rule)
        acts = [act for act in board.applied if (act.who, act.name) == (stand.name, use.alien)]
        board.forbid(rule, (use.alien, named), [board.without(act) for act in acts], _sources(use))
        return
    drawn = next((arg for arg in said[0] if arg not in board.stands), "") if said is not None else ""
    becomes = board.apply(stand, use, drawn or True, (board.outcome,), (named, drawn or "an unused alien"))
    if becomes is not None:
        what = "be another alien when the encounter is over: an unused one drawn at random, not one with a game setup"
        board.do(named, MUST, what, becomes)


def _losers(board: Board, use: Use) -> list[str]:
    """Who has lost or failed to deal, but for the owner of the flare's own alien."""
    outcome = board.outcome
    if outcome is None:
        return []
    found = []
    for stand in board.order:
        beaten = outcome.value in SWAPPED and outcome.value != wins(stand.side)
        lost = stand.takes_part and (beaten or outcome.value == BOTH_LOSE)
        failed = stand.is_main and outcome.value == NO_DEAL
        if (lost or failed) and all(alien.name != use.alien for alien in stand.aliens):
            found.append(stand.name)
    return found


@verb("extra_encounter", "after")
def extra_encounter(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The player has an encounter next, out of turn: with `against` against the offense, in its system."""
    against = board.offense.name if args.get("against") else ""
    comes = board.apply(stand, use, True, () if board.outcome is None else (board.outcome,), (against,))
    if comes is not None:
        whom = f"against {against} in its system" if against else "with the player whom destiny names"
        card = ", if it has an encounter card" if args.get("card") else ""
        board.do(stand.name, MUST, f"have an encounter {whom} before the turn goes on{card}", comes)
