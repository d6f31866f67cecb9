"""What is played after the outcome: the encounter is ruled again, and what differs is put right."""

from __future__ import annotations

from typing import Any

from referee.judge.acts import ARTIFACTS
from referee.judge.ruling import (
    DEAL,
    NO_DEAL,
    Ruling,
)
from referee.judge.table.deals import carry_out_talks
from referee.judge.table.played import acts_of
from referee.judge.table.resolving import (
    as_turned_up,
    count_of,
    judged,
    outcome_of,
    owed,
    pile_of,
    put_away,
)
from referee.judge.table.turn import Turn
from referee.law.loader import Names


def reconsider(on: Turn) -> None:
    """Something was played in the resolution phase: the encounter is ruled again, and what differs is put right.

    Refused where it comes too late: where what it would change has been carried out by its owner's choice.
    """
    table = on.table
    if not table.ruled:
        return
    before = table.last.outcome if table.last is not None else None
    players = table.last.told["players"] if table.last is not None else {}
    was = {name: _settled(player) for name, player in players.items()}
    ruling = judged(on, as_turned_up(on))
    outcome = outcome_of(ruling)
    if owed(on, table.turn, "deal") is not None:
        return
    if outcome != before:
        if table.before is None or {before, outcome} != {DEAL, NO_DEAL}:
            on.cannot("turn.too-late", history=("undo",))
        _restore(on)
        carry_out_talks(on, ruling)
        return
    for name, player in ruling.players.items():
        if _settled(player.to_dict()) != was.get(name):
            on.cannot("turn.too-late", history=("undo",))
        _owe_anew(on, name, "take", count_of(player.compensation))
        _owe_anew(on, name, "reward", count_of(player.rewards))
    _pile_anew(on, ruling)


def _settled(player: dict[str, Any]) -> list[Any]:
    return [player[key] for key in ("lands", "warp", "returns", "stays", "removed")]


def _owe_anew(on: Turn, name: str, what: str, count: int) -> None:
    """Fewer cards or rewards are due than before, or none: what was not taken yet is not taken any more."""
    due = owed(on, name, what)
    if due is not None and not count:
        on.table.due.remove(due)


def _pile_anew(on: Turn, ruling: Ruling) -> None:
    """The discards as they are now; a pile that lies there already is changed if nothing lies on it."""
    table = on.table
    pile, kept = pile_of(on, ruling)
    if table.cards:
        table.pile, table.kept = pile, kept
        put_away(on)
        return
    lies = table.discards[len(table.discards) - len(table.pile) :] == table.pile
    back = [name for name in kept if name not in table.kept]
    if not lies:
        if back or len(pile) < len(table.pile):
            on.cannot("turn.too-late", history=("undo",))
        on.discard(pile[len(table.pile) :])
    else:
        table.discards = (*table.discards[: len(table.discards) - len(table.pile)], *pile)
        taken = list(table.pile)
        for name in back:
            card = next(card for card in taken if card not in pile or taken.count(card) > pile.count(card))
            table.hands[name] = (*table.hands[name], card)
    table.pile, table.kept = pile, kept


def _restore(on: Turn) -> None:
    """Takes a deal back that was carried out: cards and ships of the main players, not what was played since."""
    table = on.table
    before = table.before or {}
    if not table.cards:
        under = len(table.discards) - len(table.pile)
        if table.discards[under:] != table.pile:
            on.cannot("turn.too-late", history=("undo",))
        table.discards = table.discards[:under]
        table.cards = dict(before["cards"])
    mains = table.mains()
    table.due = [due for due in table.due if due.who not in mains]
    for name in mains:
        for place in list(table.ships):
            table.put(place, name, before["ships"][name].get(place, 0))
        table.hands[name] = tuple(before["hands"][name])
    table.powers.update(before["powers"])
    table.tokens = dict(before["tokens"])
    for act in acts_of(table, Names(on.rulebase))[before["acts"] :]:
        card = ARTIFACTS.get(act.verb)
        if card and act.by in mains and on.holds(act.by, card):
            on.give_up(act.by, card)
