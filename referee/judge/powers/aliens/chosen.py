"""Chosen: three cards drawn after the reveal, one of which replaces the revealed card or is added to it."""

from __future__ import annotations

from referee.judge.cards_shown import Shown
from referee.judge.phases.reveal import copy_morphs
from referee.judge.phases.uses import no_such_card, said_twice
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import plainly, refuse_what_is_barred, uses
from referee.judge.powers.common import card_of, refuse_use, tell
from referee.judge.powers.types import Act, Args, Board, Forbidden, Power, Stand, Turn, Use
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import table as tbl
from referee.state.encounter import Card


@effect.outcome("drawn", takes="card*")
def draws_for_encounter(board: Board, stand: Stand, use: Use, args: Args, card: Act | None) -> None:
    """`use red 12`: the 12 replaces the revealed card; `use red +12`: it is added; `use red`: no such card was drawn.

    Other cards may follow: they were drawn too, and were discarded at once, or with `keeps` kept if they are no
    encounter cards. `card` is the artifact that is about to
    change the revealed cards; what was drawn before it was played comes first.
    """
    for at, used in enumerate(board.used.get(stand.name, ()) if stand.is_main else ()):
        if (stand.name, at) in board.drawn or (card is not None and not was_said_before(board, used.act, card)):
            continue
        board.drawn.add((stand.name, at))
        if at:
            refuse_use(board, stand, use, used, said_twice(stand.name))
        else:
            _draw(board, stand, use, used, bool(args.get("keeps")))


def _draw(board: Board, stand: Stand, use: Use, used: Used, keeps: bool) -> None:
    said = [arg for arg in used.args if not keeps or card_of(board, arg.removeprefix("+")) is not None]
    if not said:
        tell(board, stand, use, None, (), ("no encounter card is used",), used)
        return
    first = said[0]
    card = card_of(board, first.removeprefix("+"))
    if card is None or (first[0] == "+" and card.kind != pos.ATTACK):
        refuse_use(board, stand, use, used, no_such_card(stand.name))
    elif first[0] == "+":
        _add(board, stand, use, used, card)
    else:
        replace_shown(board, stand, use, used, card, stand.side)


def _add(board: Board, stand: Stand, use: Use, used: Used, card: Card) -> None:
    shown = board.shown[stand.side]
    if shown.kind != pos.ATTACK:
        forbidden = Forbidden("powers.attack-to-attack", (stand.name, str(card)))
        refuse_use(board, stand, use, used, forbidden, shown.finding)
        return
    words = (f"it adds the attack {card} to its total",)
    added = tell(board, stand, use, card.value, (shown.finding,), words, used)
    if added is not None:
        board.adds[stand.side].append(added)
        board.spent.append((stand.name, str(card)))
        _untouched(board, stand, use, card)


def _untouched(board: Board, stand: Stand, use: Use, card: Card) -> None:
    """A card that comes later was not turned up: no document says that what is done to revealed cards touches it."""
    if card.kind == pos.ATTACK and any(board.in_force(who, use) for who, use, *_ in board.plan.get("turned", ())):
        board.assume("assumptions.not-turned-up", stand.name, str(card), by=use.rule)


def replace_shown(board: Board, stand: Stand, use: Use, used: Used, card: Card, side: str) -> None:
    """A card off the deck takes the place of the one that was revealed on a side."""
    before = board.shown[side]
    whose = "it" if side == stand.side else board.main(side).name
    words = (f"{card} takes the place of the {board.faces[side]} {whose} had revealed",)
    value = card.value if card.kind == pos.ATTACK else str(card)
    placed = tell(board, stand, use, value, (before.finding,), words, used)
    if placed is None:
        return
    board.spent.append((board.main(side).name, str(board.faces[side])))
    board.faces[side] = card
    board.valueless.pop(side, None)
    board.shown[side] = Shown(card.kind, card.value or 0, placed)
    copy_morphs(board)
    _untouched(board, stand, use, card)


def was_said_before(board: Board, used: Act, other: Act) -> bool:
    """True if a use was said before another act on the line."""
    order = [id(act) for act in board.position.acts]
    return order.index(id(used)) < order.index(id(other))


@draws_for_encounter.carried_out(ruled=True)
def draw(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many are drawn; one may serve in the encounter, the others are discarded at once."""
    who, count = power.who, power.args["cards"]
    kept: tuple[str, ...] = ()
    before = len(on.table.hands[who])
    drawn = on.draw(who, count)
    told = [arg.removeprefix("+") if at == 0 else arg for at, arg in enumerate(done.args)]
    if (drawn < count and told) or len(told) > count:
        not_now(on, power)
    if drawn == count:  # else all hands were dealt anew, with what was drawn among their cards
        if power.args.get("keeps"):
            kept = tuple(card for card in told if card != tbl.UNKNOWN and not on.is_encounter_card(card))
            for card in kept:
                on.find("played.stays", True, who, card)
        on.table.hold(who, (*on.table.hands[who][:before], *kept))
        first = told[:1] if told and told[0] not in kept else []
        others = [card for card in told[len(first) :] if card not in kept]
        gone = count - len(first) - len(kept)
        on.discard((others + [tbl.UNKNOWN] * count)[:gone])
    refuse_what_is_barred(on, power)


draws_for_encounter.offered(plainly(lambda on, power: on.table.revealed and not uses(on, power.who)))
