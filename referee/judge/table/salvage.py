"""Artifacts and reinforcements that were played and taken up, so that they do not come to lie in the discards."""

from __future__ import annotations

from collections.abc import Iterable

from referee.judge.phases.discards import sorted_others
from referee.judge.powers.answers import ARTIFACTS, at_once
from referee.judge.ruling import OF_TALKS
from referee.judge.table.powers import happens
from referee.judge.table.turn import Turn
from referee.state.encounter import HIDDEN, Act
from referee.state.table import Table


def _all_but(cards: Iterable[str], gone: Iterable[str]) -> list[str]:
    """Cards without those that are gone, as far as these are among them; each time one."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left


def not_salvaged(on: Turn, cards: Iterable[str]) -> tuple[str, ...]:
    """What is discarded of an encounter: with the artifacts that lie there, and without those that were taken up.

    The ruling reckons with what a power would take; the table knows what it took.
    """
    cards = tuple(cards)
    known = on.known or on.table
    if not known.acts or not (on.table.salvaged or _may_be_salvaged(on)):
        return cards
    acts = known.acts
    done = at_once(acts, known.carried, on.rulebase)
    taken = set[int]().union(*on.table.salvaged.values())
    played = {at: ARTIFACTS[act.verb] for at, act in enumerate(acts) if act.verb in ARTIFACTS and at not in done}
    reinforcements = [f"+{acts[at].amount}" for at in taken if acts[at].verb == "reinforce"]
    left = _all_but(cards, (*played.values(), *reinforcements))
    lies = [card for at, card in played.items() if at not in taken]
    others = sorted_others((*left, *lies))
    return (*others, *(card for card in left if card not in others))


def _may_be_salvaged(on: Turn) -> bool:
    """Whether anybody at the table has a sheet that takes artifacts up, whatever has become of the power."""
    sheets = (on.rulebase.alien(name) for names in on.table.aliens.values() for name in names)
    return any(effect.verb == "salvages" for sheet in sheets if sheet for use in sheet.uses for effect in use.effects)


PLAGUE = "plague"


def is_being_resolved(on: Turn, act: Act) -> bool:
    """True while an artifact still waits for what it asks of a player: it is discarded only after that (4.3.2)."""
    dues = [due for due in on.table.due if due.who == act.who]
    return act.verb == PLAGUE and any(due.what == "discard" or due.source == PLAGUE for due in dues)


def note_resolved(on: Turn, who: str) -> None:
    """Tells powers that a player has done what a Plague asked, if that is so."""
    if not is_being_resolved(on, Act(PLAGUE, who)):
        happens(on, "resolved", verb=PLAGUE, player=who)


def take_up(on: Turn, who: str, at: int, act: Act) -> bool:
    """Moves an artifact that was played to a hand, off the discards if it lies there; whether there was one to move."""
    table, card = on.table, ARTIFACTS[act.verb]
    if any(at in taken for taken in table.salvaged.values()):  # somebody has it in hand already
        return False
    acts = table.acts
    lies = card in table.pile if table.ruled else at in at_once(acts, table.carried, on.rulebase)
    if lies and not _remove(table, card):
        return False
    table.gain(who, card)
    table.salvaged = {**table.salvaged, who: (*table.salvaged.get(who, ()), at)}
    return True


def _remove(table: Table, card: str) -> bool:
    """Takes the last such card out of what this encounter discards, and out of the discards if it lies there."""
    if card in table.pile:
        table.pile = _without(table.pile, card)
        if table.cards:
            return True
    if card not in table.discards:
        return False
    table.discards = _without(table.discards, card)
    return True


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = len(cards) - 1 - cards[::-1].index(card)
    return cards[:at] + cards[at + 1 :]


def is_talk_without_cards(table: Table) -> bool:
    """True if the main players had to make a deal by a power, so that no encounter card was turned up."""
    position = table.last.position if table.last is not None and table.outcome in OF_TALKS else None
    return position is not None and position.offense.card.kind == HIDDEN
