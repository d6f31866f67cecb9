"""The discard pile after the encounter, bottom card first (consolidated 4.10.2; DF-54)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from referee.book.law import Rule
from referee.book.power import Alien
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.powers.answers import laid_at_once
from referee.judge.powers.in_force import act
from referee.judge.ruling import DECIDED, MUST, Pile
from referee.judge.stand import Stand
from referee.state import encounter as pos


def pile(board: Board) -> Pile:
    """What is discarded, bottom first: other cards by name and number, then encounter cards, the defense's last."""
    act(board, "discard")
    law = board.law
    held = _held_back(board)
    if held:
        _of_main_players(board, held)
    others = _other_cards(board, held) if board.spent or board.plus else []
    played = _encounter_cards(board, held)
    cards = [*others, *played]
    act(board, "discarded", cards)
    steps = _why_discarded(board, others)
    order = _order(board, played)
    fetched = [one.finding for one in board.fetched.values()]
    back = (*board.kept_cards.values(), *fetched, *_onto_sheets(board, held))
    if not cards:
        none = law["discards.nothing-left"].citing(fetched[-1].rule) if fetched else law["discards.none"]
        found = Finding(none, cards, back)
    else:
        in_order = cards if order.value != "none" or len(cards) == 1 else None
        found = Finding(order, in_order, (*steps, *back), (" ".join(cards),))
    in_hand = [*board.taken_back, *((one.by, one.card) for one in board.fetched.values())]
    return Pile(found, tuple(cards), tuple(in_hand))


def _other_cards(board: Board, held: Mapping[str, _Sheet]) -> list[str]:
    """The cards besides encounter cards that are discarded: those laid there before, then by name and number."""
    others = [card for by, card in board.spent if by not in held and not _is_encounter(card)]
    others += [plus.card for plus in board.plus if plus.by not in held and not _is_encounter(plus.card)]
    if len(others) <= 1:
        return others
    at_once = _laid_before(board, others)
    return [*at_once, *sorted(others, key=_alphabet)]


def _why_discarded(board: Board, others: list[str]) -> list[Finding]:
    """What sends cards to the discards: encounter cards, reinforcements, flares and the other ones, by their rules."""
    law = board.law
    steps = [Finding(law["discards.encounter"], True), *[plus.finding for plus in board.plus]]
    if not others:
        return steps
    plus = sum([card[0] == "+" for card in others])
    if plus:
        steps.append(Finding(law["discards.reinforcements"], True))
    flares = [gone for flare, gone in board.flares_gone.items() if flare in others]
    steps += flares
    if plus + len(flares) < len(others):
        steps.append(Finding(law["discards.artifacts"], True))
    return steps


class _Sheet(NamedTuple):
    """A sheet on which discards stay: whose it is, and its text."""

    owner: str
    rule: Rule


def _held_back(board: Board) -> dict[str, _Sheet]:
    """By player, the sheet on which its discards stay: its own, or that of the main player whom its side opposes."""
    found: dict[str, _Sheet] = {}
    if not board.sheet_words.isdisjoint((_OWN, _OPPOSING)):
        able = [stand for stand in board.stands.values() if stand.powerless is None]
        for owner, alien in ((stand, alien) for stand in able for alien in stand.aliens):
            found.update(dict.fromkeys(_whose_discards(board, owner, alien), _Sheet(owner.name, alien.rule)))
    return found


def _whose_discards(board: Board, owner: Stand, alien: Alien) -> list[str]:
    """Whose discards stay on a sheet: nobody's on most."""
    if _OWN in alien.holds:
        return [owner.name]
    if _OPPOSING not in alien.holds or not owner.is_main or board.zap_on(owner, alien.name) is not None:
        return []
    side = pos.DEFENSE if owner.side == pos.OFFENSE else pos.OFFENSE
    return [other.name for other in board.stands.values() if other.side == side]


_OWN, _OPPOSING = "discards", "opposing-discards"  # what a sheet holds (`book.power.Alien.holds`)


def _of_main_players(board: Board, held: Mapping[str, _Sheet]) -> None:
    """Takes reinforcements of which nobody is named for those of their side's main player, where that matters."""
    for number, plus in enumerate(board.plus or ()):
        name = board.main(plus.side).name
        if not plus.by and name in held:
            board.plus[number] = plus._replace(by=name)
            board.assume("assumptions.played-by", name, plus.card)


def _played_by(board: Board, name: str) -> list[str]:
    """The cards of a player that the encounter would have discarded."""
    cards = [plus.card for plus in board.plus or () if plus.by == name]
    cards += [card for by, card in board.spent if by == name]
    sides = (side for side in (pos.OFFENSE, pos.DEFENSE) if board.main(side).name == name)
    return [*cards, *filter(None, (_discarded(board, side) for side in sides))]


def _onto_sheets(board: Board, held: Mapping[str, _Sheet]) -> list[Finding]:
    """What is put on a sheet instead of being discarded."""
    found = []
    for name, sheet in held.items():
        cards = _played_by(board, name)
        if cards:
            words = (name, " and ".join(cards), "its" if sheet.owner == name else f"{sheet.owner}'s")
            found.append(Finding(board.law["discards.onto-sheet"].citing(sheet.rule), cards, (), words))
            board.do(name, MUST, f"put its {words[1]} on {words[2]} sheet", found[-1])
            if sheet.owner != name:
                board.assume("assumptions.on-its-sheet", sheet.owner, by=sheet.rule)
    return found


def _discarded(board: Board, side: str) -> str:
    """A main player's encounter card, as it is written; no text if it was not turned up or went elsewhere."""
    name = board.main(side).name
    facedown = DECIDED in board.declared and board.position.side(side).card.kind == pos.HIDDEN
    if name in board.kept_cards or name in board.buried or not (facedown or board.shown_up(side)):
        return ""
    return str(board.faces.get(side) or board.position.side(side).card)


def _laid_before(board: Board, others: list[str]) -> list[str]:
    """The artifacts that did their work when they were played lie under all others, out of which they are taken.

    A table has discarded them by now. Said only where it decides what lies under what.
    """
    if board.position.checked or not board.position.acts:
        return []
    found: list[str] = []
    for card in laid_at_once(board.position.acts, board.rulebase):
        if card in others:
            others.remove(card)
            found.append(card)
    together = sorted([*found, *others], key=_alphabet)
    if board.law["discards.order"].value != "none" and [*found, *sorted(others, key=_alphabet)] != together:
        board.steps.append(Finding(board.law["discards.when-played"], found, (), (" and ".join(found),)))
    return found


def lying(board: Board) -> dict[str, str]:
    """By side, the main players' encounter cards that lie in the discards: not one taken back, or fetched since."""
    found: dict[str, str] = {}
    held = _held_back(board)
    for side in (pos.OFFENSE, pos.DEFENSE):
        card = _discarded(board, side)
        if card and side not in board.fetched and board.main(side).name not in held:
            found[side] = card
    return found


def lost_before_discards(board: Board, stand: Stand) -> tuple[Finding, ...]:
    """Says when cards are discarded, where that is why a power cannot act on them: the encounter took it (DF-39)."""
    rule, power = board.law["discards.moment"], board.players[stand.name].power
    taken = power is not None and power.value == "lost"
    return (Finding(rule, rule.value),) if taken or rule.value == "before-the-ships" else ()


def moment(board: Board) -> None:
    """Says when cards are discarded, where a power that acts then was lost or regained by the encounter (DF-39)."""
    rule = board.law["discards.moment"]
    for owner, *_ in (*board.plan.get("discard", ()), *board.plan.get("discarded", ())):
        if not owner.is_main:
            continue
        power = board.players[owner.name].power
        turned = power is not None and (
            power.value == "regained" or (power.value == "lost" and owner.powerless is not None)
        )
        if turned or rule.value == "before-the-ships":  # which also changes the order of what is left to do
            board.steps.append(Finding(rule, rule.value, (power,) if power is not None else ()))


def _order(board: Board, played: list[str]) -> Rule:
    """The rule about the order: two encounter cards lie the same way by all orders that are printed (DF-54)."""
    return board.law["discards.order-of-many" if len(played) > 2 else "discards.order"]


def _encounter_cards(board: Board, held: Mapping[str, _Sheet]) -> list[str]:
    """Encounter cards from the offense on, clockwise, the defense's on top; one taken back is not among them."""
    first, last = _own_card(board, pos.OFFENSE, held), _own_card(board, pos.DEFENSE, held)
    between: list[str] = []
    extra = _played_besides(board, held) if board.plus or board.spent else []
    for stand in board.order if extra else ():
        mine = [card for by, card in extra if by == stand.name]
        if stand is board.offense:
            first += mine
        elif stand is board.defense:
            last[:0] = mine
        else:
            between += mine
    by_timing = board.law["discards.order-of-many"].value == "timing"
    return [*first, *last, *between] if by_timing else [*first, *between, *last]


def _own_card(board: Board, side: str, held: Mapping[str, _Sheet]) -> list[str]:
    """The encounter card of a side, if it is discarded and not held back."""
    card = _discarded(board, side)
    return [card] if card and board.main(side).name not in held else []


def _played_besides(board: Board, held: Mapping[str, _Sheet]) -> list[tuple[str, str]]:
    """(by whom, card) of the encounter cards that were played as something else, and are not held back."""
    played = [*((plus.by, plus.card) for plus in board.plus), *board.spent]
    return [(by, card) for by, card in played if by not in held and _is_encounter(card)]


def sorted_others(cards: Iterable[str]) -> list[str]:
    """The cards that are no encounter cards, by name and number (4.10.2)."""
    return sorted((card for card in cards if not _is_encounter(card)), key=_alphabet)


def _is_encounter(card: str) -> bool:
    return card[0] != "+" and (card in ("N", "M", "A") or card.lstrip("-").isdigit())


def _alphabet(card: str) -> tuple[str, int]:
    """Where a card stands in the alphabet: a reinforcement goes by its printed name and then by its number."""
    return ("reinforcement", int(card[1:]) if card != "+?" else 0) if card.startswith("+") else (card.casefold(), 0)
