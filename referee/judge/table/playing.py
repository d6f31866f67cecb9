"""Planning and reveal (consolidated 5.8, 5.9)."""

from __future__ import annotations

from referee.judge.table.allying import answers, waiting
from referee.judge.table.turn import Turn, command
from referee.position import table as tbl


@command("play", tbl.ALLIANCE, tbl.PLANNING)
def play(on: Turn) -> None:
    """A main player selects an encounter card and lays it facedown (5.8.1)."""
    table, who, card = on.table, on.command.who, on.command.cards[0]
    if table.phase == tbl.ALLIANCE:
        _close_alliances(on)
    table.phase = tbl.PLANNING
    if who not in table.mains():
        on.cannot("planning.main-players", who)
    if on.lacks_encounter_card(table.turn) and table.turn not in table.cards:
        on.forbid("turn.over-without-card", table.turn, nearest=("end",))
    if who in table.cards:
        on.forbid("planning.one-card", who, table.cards[who], history=("undo",))
    if who == table.defense and on.lacks_encounter_card(who):
        on.forbid("planning.new-hand-due", who, nearest=(f"new hand {who}",))
    if card != tbl.UNKNOWN and not on.is_encounter_card(card):
        known = on.rulebase.card(card)
        on.forbid("planning.encounter-card", who, card, known.type if known else "reinforcement")
    if not on.holds(who, card):
        on.cannot("table.not-held", who, card)
    on.give_up(who, card)
    table.cards[who] = card
    on.find("planning.selects", True, who)
    if card != tbl.UNKNOWN and on.card_type(card) == on.law["planning.once-used"].value:
        on.find("planning.once-used", card, who)
    if len(table.cards) == len(table.mains()):
        table.phase = tbl.REVEAL


def _close_alliances(on: Turn) -> None:
    """Cards are selected once everybody who was asked has answered; nobody need be asked (5.7.4; DF-20)."""
    queue = waiting(on)
    if queue:
        on.forbid("alliance.unanswered", queue[0], nearest=answers(on))
    for name in on.table.mains():
        if name not in on.table.invited:
            on.table.invited[name] = ()
            on.find("alliance.invites-nobody", True, name)


@command("reveal", tbl.REVEAL)
def reveal(on: Turn) -> None:
    """Both main players turn up the cards they selected (5.9.1); who had laid an unknown one says which it is."""
    table = on.table
    if table.revealed and tbl.UNKNOWN not in table.cards.values():
        on.cannot("planning.turned-up", nearest=("resolve",))
    shown = dict(zip(on.command.names, on.command.cards, strict=True))
    for name, card in shown.items():
        chosen = table.cards.get(name)
        if chosen is None:
            on.cannot("planning.main-players", name)
        if chosen not in (tbl.UNKNOWN, card):
            on.forbid("planning.one-card", name, chosen, nearest=(f"reveal {name} {chosen}",))
        if card != tbl.UNKNOWN and not on.is_encounter_card(card):
            known = on.rulebase.card(card)
            on.forbid("planning.encounter-card", name, card, known.type if known else "reinforcement")
        table.cards[name] = card
    if not table.cards or any(name not in table.cards for name in table.mains()):
        on.cannot("turn.phases", "turning up cards", "the reveal phase", table.phase)
    table.revealed = True
    for name in table.mains():
        on.find("planning.reveals", table.cards[name], name)
