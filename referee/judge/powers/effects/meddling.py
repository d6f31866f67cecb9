"""Encounter cards that others give up, or that are exchanged for others, around the selection."""

from __future__ import annotations

from referee.judge.counted import cards_of, ships_of
from referee.judge.deck import type_of
from referee.judge.phases.planning import encounter_card
from referee.judge.phases.resolution import lose_more
from referee.judge.phases.rewards import gain_besides
from referee.judge.powers import effect
from referee.judge.powers.asked import named_with, say_with_use
from referee.judge.powers.at_table import known_encounter_cards, used_before_selection
from referee.judge.powers.common import (
    SWAPPED,
    card_of,
    first_of,
    has_to_say,
    is_attack,
    main_player_said,
    opponent_of,
    refuse_use,
    saying,
    stating,
    tell,
)
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import (
    BEFORE_SELECTION,
    cards_said,
    check_once,
    is_before_reveal,
    is_used,
    opponent_now,
)
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Offers, Power, Stand, Turn, Use
from referee.judge.ruling import BOTH_LOSE, DEAL, NO_DEAL, wins
from referee.judge.table.deals import hand_over
from referee.judge.table.powers import offered
from referee.judge.unknown import with_card
from referee.judge.used import Used
from referee.state import encounter as pos
from referee.state import table as tbl

_NONE = "none"  # said: there is no second card to choose from


def _encounter_cards(on: Turn, who: str) -> list[str]:
    """The cards in hand that are encounter cards, or can be, as they are not known."""
    return [card for card in on.table.hands[who] if card == tbl.UNKNOWN or on.is_encounter_card(card)]


# -- one of the opponent's two -----------------------------------------------------------------------------------------


@effect.carried_out(time=BEFORE_SELECTION, takes="card* none")
def takes_one_of_two(on: Turn, power: Power, done: Act) -> None:
    """The opponent puts two encounter cards facedown: one goes to the owner's hand, the other one it has selected.

    The cards are said in this order as far as they are seen; `none` where the opponent has proved to hold only one.
    """
    table, who, other = on.table, power.who, opponent_now(on, power)
    on.check_new_hand(other)
    cards = _encounter_cards(on, other)
    if _NONE in done.args or len(cards) < 2:
        if len(cards) > 1 and tbl.UNKNOWN not in cards:
            say_with_use(on, power, f"which card it takes: {other} holds {cards_of(len(cards))}")
        on.steps.append(power.finding(0, "no card", other))
        return
    taken, left = (*cards_said(on, done), tbl.UNKNOWN, tbl.UNKNOWN)[:2]
    for card in (taken, left):
        if card != tbl.UNKNOWN:
            on.keep(encounter_card(on.law, other, card, on.card_type(card)))
    table.gain(who, *hand_over(on, other, () if taken == tbl.UNKNOWN else (taken,), 1))
    _select(on, other, left)
    on.steps.append(power.finding(1, taken if taken != tbl.UNKNOWN else "a card", other))


def _select(on: Turn, who: str, card: str) -> None:
    """The card lies facedown as the one that a main player has selected."""
    hand_over(on, who, () if card == tbl.UNKNOWN else (card,), 1)
    on.table.cards = {**on.table.cards, who: card}
    on.find("planning.selects", True, who)


@takes_one_of_two.when("select")
@used_before_selection
def _has_two(on: Turn, power: Power) -> bool:
    return len(_encounter_cards(on, on.opponent(power.who))) > 1


@takes_one_of_two.offered
def _of_two(on: Turn, power: Power) -> Offers:
    other = on.opponent(power.who)
    if len(_encounter_cards(on, other)) > 1 and not on.lacks_encounter_card(other):
        known = [card for card in _encounter_cards(on, other) if card != tbl.UNKNOWN]
        yield tuple(known[:2]) if len(known) > 1 else ()


def _lies_otherwise(board: Board, whom: str, card: pos.Card) -> Forbidden | None:
    """The line shows another card of a main player's than what lies there by a use, and none that could be it."""
    shown = board.position.side(board.stands[whom].side).card
    as_said = shown.kind in (pos.HIDDEN, pos.NONE) or shown in (card, pos.Card(card.kind))
    return None if as_said else Forbidden("uses.swapped-otherwise", (whom, shown, card))


def _refuses_other(board: Board, stand: Stand, use: Use, used: Used, whom: str, card: pos.Card) -> bool:
    """Refuses a use by which this card lies where the line shows another one; the nearest line shows this one."""
    other = None if used.zap is not None else _lies_otherwise(board, whom, card)
    return refuse_use(board, stand, use, used, other, instead=[with_card(board.position, whom, card)])


def _other_lies_there(board: Board, stand: Stand, args: Args, said: Used) -> Forbidden | None:
    """Of two cards that are said the second is the one that the opponent has selected."""
    cards = [card for arg in said.args if (card := card_of(board, arg)) is not None]
    return _lies_otherwise(board, opponent_of(board, stand).name, cards[1]) if len(cards) > 1 else None


takes_one_of_two.outcome("declare")(
    stating(saying("first", "its opponent", first="a card"), assumes=True, check=_other_lies_there)
)


# -- another card in the place of a selected one -----------------------------------------------------------------------


@effect.outcome("declare", takes="player card looks")
def swaps_selected(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A card out of the owner's hand took the place of one that a main player had selected: the line shows it there.

    Without a card it only looked: that is told as assumed, unless it is said (`use green red looks`).
    """
    for used in board.uses(stand, use)[:1]:
        card = next((found for arg in used.args if (found := card_of(board, arg)) is not None), None)
        whom = main_player_said(board, stand, use, sure=True)
        if not whom:
            continue
        if card is None:
            if used.zap is None and _LOOKS not in used.args and not board.position.checked:
                board.assume("assumptions.only-looked", stand.name, whom, by=use.rule)
            continue
        if _refuses_other(board, stand, use, used, whom, card):
            continue
        swapped = tell(board, stand, use, whom, (), (str(card), whom), used)
        if swapped is not None:
            board.declared[_SWAPPED.format(stand.name)] = swapped


_SWAPPED = "{0} swapped"
_LOOKS = "looks"  # said: no card was put in the place of another


@swaps_selected.carried_out(ruled=True)
def swap_selected(on: Turn, power: Power, done: Act) -> None:
    """The named card goes facedown where the main player's lay, and that one into the owner's hand."""
    table, who = on.table, power.who
    check_once(on, power)
    whom = named_with(on, power, done, "whose card it looks at", table.mains())
    card = next(iter(cards_said(on, done)), "")
    if not card:
        return
    on.keep(encounter_card(on.law, who, card, on.card_type(card)))
    on.take_out(who, card)
    table.gain(who, table.cards[whom])
    table.cards = {**table.cards, whom: card}


@swaps_selected.offered
def _swaps(on: Turn, power: Power) -> Offers:
    if is_before_reveal(on) and len(on.table.cards) > 1 and not is_used(on, power):
        for whom in on.table.mains():
            yield (whom, _LOOKS)
            yield from ((whom, card) for card in known_encounter_cards(on, power.who))


def _fared(board: Board, stand: Stand) -> tuple[bool, tuple[Finding, ...]] | None:
    """Whether the main player whose card was swapped has won or made a deal; None where nothing comes of it."""
    swapped, outcome = board.declared.get(_SWAPPED.format(stand.name)), board.outcome
    if swapped is None or outcome is None:
        return None
    side = board.stands[swapped.value].side
    if outcome.value in (wins(side), DEAL):
        return True, (outcome, swapped)
    lost = outcome.value in (SWAPPED.get(wins(side)), NO_DEAL, BOTH_LOSE)
    return (False, (outcome, swapped)) if lost else None


@effect.outcome("rewarded", told=True)
def rewarded_for_swap(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`won`, `lost`: so many rewards, by how the main player fares whose card was swapped."""
    fared = _fared(board, stand)
    if fared is not None:
        count, rule = args["won" if fared[0] else "lost"], board.law["uses.rewards-for-swap"].citing(use.rule)
        gain_besides(board, stand, Finding(rule, count, fared[1], (stand.name, fared[1][1].value)))


@effect.outcome("extra", told=True)
def pays_for_swap(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: so many off colonies are lost where that main player loses or makes no deal."""
    fared = _fared(board, stand)
    if fared is not None and not fared[0]:
        rule = board.law["uses.pays-for-swap"].citing(use.rule)
        words = (stand.name, ships_of(args["ships"]))
        lose_more(board, stand, args["ships"], Finding(rule, args["ships"], fared[1], words))


# -- the allies' in the place of selected ones -------------------------------------------------------------------------


@effect.carried_out(takes="player* card* none")
def borrows_allies_cards(on: Turn, power: Power, done: Act) -> None:
    """`use red yellow 20 green ?`: the card of an ally takes the place of the one that its main player has selected.

    That one is in hand again. An ally without an encounter card draws a new hand before. Without anybody named the
    owner only looked.
    """
    table = on.table
    check_once(on, power)
    for name in table.allies:
        if on.lacks_encounter_card(name):
            drawn = on.law["planning.new-hand"].value
            on.find("planning.new-hand", drawn, name)
            on.redraw(name, drawn)
    names, cards = [arg for arg in done.args if arg in table.seats], cards_said(on, done)
    sides = [table.allies.get(name) for name in names]
    if len(names) != len(cards) or None in sides or len({*sides}) < len(sides):
        ways = (" ".join(way) for way in offered(on, power) if way)
        say_with_use(on, power, "which ally's card takes the place of a selected one, one a side", ways)
    for name, card in zip(names, cards, strict=True):
        main = table.turn if table.allies[name] == pos.OFFENSE else table.defense
        on.keep(None if card == tbl.UNKNOWN else encounter_card(on.law, name, card, on.card_type(card)))
        taken = hand_over(on, name, (card,), 1)
        table.gain(main, table.cards[main])
        table.cards = {**table.cards, main: taken[0]}
        on.steps.append(power.finding(main, f"{name}'s card takes the place of {main}'s"))


@borrows_allies_cards.offered
def _borrowings(on: Turn, power: Power) -> Offers:
    if is_before_reveal(on) and len(on.table.cards) > 1 and not is_used(on, power):
        yield ()
        for name in on.table.allies:
            yield from ((name, card) for card in known_encounter_cards(on, name))


@borrows_allies_cards.outcome("declare")
def borrowed_allies_cards(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The line shows the cards that lie there then: which of them are an ally's is said, or `none`."""
    for used in board.uses(stand, use):
        if used.zap is None and not board.position.checked:
            _check_borrowed(board, stand, use, used)
    stating(saying("the line shows the cards that lie there then"))(board, stand, use, args)


def _check_borrowed(board: Board, stand: Stand, use: Use, used: Used) -> None:
    """Each ally is named with its card, which the line shows on its side."""
    names, cards = (
        [arg for arg in used.args if arg in board.stands],
        [arg for arg in used.args if arg not in board.stands],
    )
    allies = [ally.name for ally in board.allies() if ally.takes_part]
    if cards == [_NONE] or (not names and not allies):
        return
    if not names or len(names) != len(cards) or not {*names} <= {*allies}:
        unsaid_on_line(board, stand, use, "which ally's card took the place of a selected one, or none", _NONE)
        return
    for name, said in zip(names, cards, strict=True):
        card = card_of(board, said)
        main = board.main(board.stands[name].side).name
        if card is not None and _refuses_other(board, stand, use, used, main, card):
            return


# -- cards of somebody who is haunted ----------------------------------------------------------------------------------


@effect.carried_out(time=BEFORE_SELECTION, takes="player* card*")
def haunts(on: Turn, power: Power, done: Act) -> None:
    """The owner's encounter cards are discarded; a player other than the opponent gives two of different types.

    They are named: one of them is its highest attack, as far as its hand is known.
    """
    table, who = on.table, power.who
    able = [name for name in table.clockwise(who) if name != on.opponent(who)]
    whom, cards = first_of(done.args, able), cards_said(on, done)
    types = [on.card_type(card) for card in cards if card != tbl.UNKNOWN]
    held = [card for card in table.hands[whom] if on.card_type(card) == "attack"] if whom else []
    best = max((int(card) for card in held if is_attack(card)), default=None)
    if not whom or not 1 <= len(cards) <= 2 or len({*types}) < len(types) or not _has_best(cards, best):
        say_with_use(on, power, "whom it haunts, and which cards it gets", map(" ".join, offered(on, power)))
    own = tuple(card for card in table.hands[who] if card != tbl.UNKNOWN and on.is_encounter_card(card))
    for card in cards:
        on.keep(encounter_card(on.law, whom, card, on.card_type(card)) if card != tbl.UNKNOWN else None)
    on.take_out(who, *own)
    on.discard(own, who)
    table.gain(who, *hand_over(on, whom, tuple(cards), len(cards)))
    on.steps.append(power.finding(len(cards), whom, " and ".join(cards)))


def _has_best(cards: list[str], best: int | None) -> bool:
    """Whether a highest attack that is known is among the cards that are given."""
    return best is None or tbl.UNKNOWN in cards or any(card == str(best) for card in cards)


haunts.when("select")(used_before_selection(lambda on, power: any(offered(on, power))))


@haunts.when("reveal")
def gives_unused_back(on: Turn, power: Power) -> None:
    """A card that was borrowed and not played goes back to whose it was."""
    table, who = on.table, power.who
    for act in [act for act in table.acts if (act.verb, act.who) == ("use", who)]:
        whom, cards = first_of(act.args, table.seats), [*cards_said(on, act)]
        if table.cards.get(who) in cards:
            cards.remove(table.cards[who])
        back = [card for card in cards if card in table.hands[who]]
        if whom and back:
            table.gain(whom, *hand_over(on, who, tuple(back), len(back)))
            on.find("uses.borrowed-back", len(back), whom, " and ".join(back))


@haunts.offered
def _hauntings(on: Turn, power: Power) -> Offers:
    for whom in on.table.clockwise(power.who):
        cards = _encounter_cards(on, whom)
        if whom == on.opponent(power.who) or not cards:
            continue
        known = [card for card in cards if card != tbl.UNKNOWN]
        if not known:
            yield (whom, *cards[:2])
            continue
        best = sorted(filter(is_attack, known), key=int)[-1:]
        other = [card for card in known if not is_attack(card)][:1]
        yield (whom, *best, *other)


def _whom_haunted(board: Board, stand: Stand, args: Args, used: Used) -> str:
    cards = [arg for arg in used.args if arg not in board.stands]
    types = [type_of(board.rulebase, card) for card in cards if card != tbl.UNKNOWN]
    able = [name for name in board.stands if name not in (stand.name, opponent_of(board, stand).name)]
    said = first_of(used.args, able) and len(cards) <= 2 and len({*types}) == len(types)
    return "" if said else "whom but its opponent it haunts, and the one or two cards of different types that it gets"


haunts.outcome("declare")(stating(saying("player"), assumes=True, check=has_to_say(_whom_haunted)))
