"""A card and what answers it, one after another: each answer is to the one before (DF-72).

`Table.rewind` is the table as it was when the first of them had been put down and nothing of it was carried out. With
each answer everything is put down again on that table, and what stands by then is carried out.
"""

from __future__ import annotations

from dataclasses import replace

from referee.book.law import Cite
from referee.judge.powers.answers import STATEMENTS, answered, at_once, fits
from referee.judge.table.played import card_of
from referee.judge.table.powers import answering, faced
from referee.judge.table.turn import Turn
from referee.state.acts import write_act
from referee.state.encounter import Act
from referee.state.table import Table


def just_played(on: Turn) -> Act | None:
    """What was played last, if nothing else came after it.

    What was carried out can be answered as long as it is known how to take that back.
    """
    table = on.table
    acts = table.acts if table.fresh else ()
    at = answered(acts, len(acts))
    if at is None or (table.rewind is None and at in at_once(acts, table.carried, on.rulebase)):
        return None
    return acts[at]


def answers_use(on: Turn, done: Act) -> bool:
    """Whether a zap answers the act before it: a use of that player's that was carried out at once."""
    acts = on.table.acts
    return on.table.fresh and bool(acts) and (acts[-1].verb, acts[-1].who) == ("use", done.who)


def begun(on: Turn, done: Act) -> Table | None:
    """The table as it was before anything was carried out of what this answers; None where it answers nothing."""
    table = on.table
    if not table.fresh or table.rewind is None:
        return None
    if done.verb == "zap":
        return table.rewind if answers_use(on, done) else None
    answer, last = answering(on, done), just_played(on)
    return table.rewind if answer is not None and last is not None and fits(answer, done, last) else None


def announced(on: Turn, back: Table) -> Table:
    """The table with everything put down since it was as it is here (`back`), and nothing carried out."""
    since = on.table.acts[len(back.acts) :]
    if not since:
        return back.copy()
    again = Turn(back, on.rulebase, on.command)
    for act in since:
        put_down(again, act)
    return again.table


def _pay(on: Turn, done: Act, now: Table | None) -> None:
    """Takes the card of an act out of its player's hand, in which it must have been; `now` as in `put_down`."""
    by, card = paid_with(done)
    if on.known is not None:
        give_for(on, done)
        return
    came_since = now is not None and card in now.hands[by] and not on.has(by, card)
    if came_since or not on.holds(by, card):
        on.refuse(on.held_to_play(card, done.verb), by, card, history=("undo",))
    on.give_up(by, card)


def put_down(on: Turn, done: Act, now: Table | None = None) -> None:
    """Takes the card out of its player's hand and puts the act down. Nothing of it is carried out yet.

    `now` is the table as it stands where this one is as it was before what is answered: a card that came since was not
    held then.
    """
    by, card = paid_with(done)
    if card and by:
        _pay(on, done, now)
    elif card:
        on.find("cards.player-unsaid", True, card)
    act = faced(on, done)
    if any(act is other for other in on.table.acts):
        act = replace(act)  # what is said twice is two acts
    on.table.acts = (*on.table.acts, act)
    on.tell(on.law["table.done"].resting_on(_allowed_by(on, done, card)), True, write_act(done))
    if done.verb == "flare" and not on.law["flares.on-the-table"].value:
        on.find("flares.on-the-table", 0, done.who)


def paid_with(done: Act) -> tuple[str, str]:
    """Who plays a card for an act, and which; empty texts where nobody is said to, or none is played."""
    by = done.by or (done.who if done.verb in ("reinforce", "flare") else "")
    return by, done.name if done.verb == "flare" else card_of(done)


def give_for(on: Turn, done: Act) -> None:
    """Takes a card that was played out of the hand in which it is where the table is told again.

    A deal may have brought it to its player that is not made now: it is played all the same.
    """
    by, card = paid_with(done)
    if not by or not card:
        return
    hands = on.table.hands
    dealt = any(card in term.cards for act in on.table.acts if act.verb == "deal" for term in act.terms)
    named = [name for name in on.table.mains() if card in hands[name]] if dealt else []
    holder = by if card in hands[by] or not named else named[0]
    if on.holds(holder, card):
        on.give_up(holder, card)


def _allowed_by(on: Turn, done: Act, card: str) -> tuple[Cite, ...]:
    """What lets this be done: the clause by which such a card is played, the sheet of a power, what the players say."""
    if card:
        return on.held_to_play(card, done.verb).cites
    if done.verb in STATEMENTS:
        return on.law[f"stated.{done.verb}"].cites
    if done.verb != "use":
        return ()
    named = [alien for alien in on.sheets(done.who) if done.name in ("", alien.name)]
    return tuple(cite for alien in named for cite in alien.rule.cites)
