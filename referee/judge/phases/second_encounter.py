"""The second encounter: who may have one (consolidated 2.4.2, 4.7.2.2 and 5.10.9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.book.law import Rule
from referee.judge.board import Board
from referee.judge.deck import type_of
from referee.judge.finding import Finding
from referee.judge.phases import another as phases
from referee.judge.phases.legality import sheet_lifting
from referee.judge.ruling import BOTH_LOSE, DEAL, DEFENSE_WINS, MAKE_A_DEAL, MAY, NO_DEAL, OFFENSE_WINS, SUCCESS, Then
from referee.state.encounter import ATTACK, RANDOM, Hand, Term
from referee.state.table import SOME_ATTACK


def second(board: Board, won: Finding) -> Finding | None:
    """Whether the offense may have a second encounter; None while a deal has still to be made."""
    law = board.law
    outcome = board.outcome
    if outcome is None or outcome.value == MAKE_A_DEAL:
        return None
    name = _on_turn(board)
    encounters = 2 if board.position.second else 1
    further = _in_spite(board, won, outcome, encounters)
    if further is not None:
        return further
    forbidden = phases.after_success(name, _successful(board, outcome)) or phases.only_so_many(law, name, encounters)
    if forbidden is not None:
        return Finding(law[forbidden.rule], False, (outcome,), forbidden.words)
    elsewhere = _another_turn(board)
    if elsewhere is not None:
        found = Finding(law["second.whose-turn"].citing(elsewhere), None, (outcome,), (name,))
        board.steps.append(found)
        return found
    if won.value:
        return Finding(law["win.check"], False, (won,), (" and ".join(won.value),))
    again = _by_its_cards(board, outcome)
    _offer_to_whose_turn_it_is(board, again)
    return again


def _offer_to_whose_turn_it_is(board: Board, again: Finding | None) -> None:
    """Leaves a second encounter to whose turn it is, where a power made another player the offense."""
    if board.turn_of not in (None, board.offense) and again is not None and again.value:
        board.then.append(Then(_on_turn(board), MAY, "have a second encounter, for it has the turn", again))


def _on_turn(board: Board) -> str:
    """Whose turn it is: the offense's, if no power made that of another player."""
    return (board.turn_of or board.offense).name


def _in_spite(board: Board, won: Finding, outcome: Finding, encounters: int) -> Finding | None:
    """Another encounter that a power or a flare allows where the rules do not; None where none does."""
    if won.value or outcome.value not in (OFFENSE_WINS, DEFENSE_WINS, BOTH_LOSE, DEAL, NO_DEAL):
        return None
    over = phases.is_last(board.law, encounters)
    if board.again is not None and (over or not _successful(board, outcome)):
        further = _by_power(board, outcome)
        if further is not None:
            return further
    if board.retry is not None and not over:
        return Finding(board.retry.rule, True, (outcome, *board.retry.sources), (_on_turn(board),))
    return None


def _by_its_cards(board: Board, outcome: Finding) -> Finding | None:
    """Whether an offense that may have another encounter holds a card for it (4.7.2.2)."""
    law, name = board.law, _on_turn(board)
    holds = _holds_one(board)
    spared = sheet_lifting(board, board.stands[name], "no-card")
    if spared is not None and (holds is None or not holds.value):
        rule = law["second.spared"].citing(spared.rule)
        return Finding(rule, True, (outcome,) if holds is None else (outcome, holds), (name, spared.name))
    if holds is not None and holds.value is None:
        return _left_open(board, outcome, holds)
    if holds is not None and not holds.value:
        without = law["second.no-card"].value == "not-needed"
        return Finding(law["second.no-card"], without, (outcome, holds), (name,))
    if holds is None:
        holds = board.assume("assumptions.holds-a-card", name)
    return Finding(law["second.may"], True, (outcome, holds), (name,))


def _another_turn(board: Board) -> Rule | None:
    """The power that was used and may have made the offense of who has not the turn, or None."""
    if "turn" not in board.sheet_words or board.turn_of is not None:
        return None
    for stand in board.stands.values():
        for alien in stand.aliens:
            if "turn" not in alien.lifts or board.zap_on(stand, alien.name) is not None:
                continue
            if any(one.act.name in ("", alien.name) for one in board.said.get(stand.name, ())):
                return alien.rule
    return None


def _successful(board: Board, outcome: Finding) -> bool:
    """Whether the offense won, made a deal, or a success was declared (2.4.2.1)."""
    return outcome.value in (OFFENSE_WINS, DEAL, SUCCESS) or "success" in board.declared


def _by_power(board: Board, outcome: Finding) -> Finding | None:
    """Another encounter that a power allows where the rules do not, if an encounter card is left; None if zapped."""
    assert board.again is not None
    stand, use = board.again
    zap = board.zap_on(stand, use.alien)
    if zap is not None:
        board.zapped.add(stand.name)
        board.steps.append(Finding(board.law["powers.zapped"].citing(use.rule), None, (), (stand.name, use.alien), zap))
        return None
    holds = _holds_one(board)
    if holds is not None and holds.value is None:
        return _left_open(board, outcome, holds)
    if holds is not None and not holds.value:
        rule = board.law["second.no-card-by-power"].citing(use.rule)
        return Finding(rule, False, (outcome, holds), (stand.name, use.alien))
    if holds is None:
        holds = board.assume("assumptions.holds-a-card", stand.name)
    return Finding(use.rule, True, (outcome, holds), (stand.name,))


def _left_open(board: Board, outcome: Finding, holds: Finding) -> Finding | None:
    """What is ruled where the cards that leave a known hand unseen may be all its encounter cards."""
    if board.law["second.no-card"].value == "not-needed":
        return Finding(board.law["second.no-card"], True, (outcome, holds), (_on_turn(board),))
    found = Finding(board.law["second.unseen"], None, (outcome, holds), (_on_turn(board),))
    if not board.position.checked:  # at a table it is seen what was taken
        what = "have a second encounter if an encounter card is left in its hand"
        board.then.append(Then(_on_turn(board), MAY, what, found))
    return found


def _holds_one(board: Board) -> Finding | None:
    """Whether the offense holds an encounter card when the encounter is over.

    A finding without a value where cards that go unseen decide; None where the line does not tell the hand.
    """
    law = board.law
    name = _on_turn(board)
    if name in board.kept_cards:
        return Finding(law["facts.holds-encounter-card"], True, (board.kept_cards[name],), (name,))
    back = next((fetched.finding for fetched in board.fetched.values() if fetched.by == name), None)
    if back is not None:
        return Finding(law["facts.holds-encounter-card"], True, (back,), (name,))
    hand = board.position.hands.get(name)
    return None if hand is None or hand.count is None else _holds_in_hand(board, hand, hand.count)


def _compensation_paid(board: Board, name: str) -> tuple[Finding, ...]:
    """The compensation that a player pays the defense, if it pays any."""
    defense = board.players[board.defense.name]
    taken = defense.compensation
    return (taken,) if taken is not None and defense.payer == name and taken.value else ()


def _loot_decides(board: Board, looted: Finding | None, left: int) -> bool:
    """True if cards that a power took, and which nobody has seen, can be what a player of so many cards holds."""
    if looted is None:
        return False
    return looted.value is None or (left > 0 and not _loot_is_without(board))


def _holds_surely(board: Board, hand: Hand, gone: int, name: str) -> Finding | None:
    """That the offense holds an encounter card whichever of its cards go, or None."""
    sure = _among(board, hand, gone, name, ()) if hand.cards is not None else None
    return sure if sure is not None and sure.value else None


def _holds_in_hand(board: Board, hand: Hand, count: int) -> Finding | None:
    """As `_holds_one`, of a hand of so many cards: what it pays and gives is no more in it, what it gets is."""
    law, name = board.law, board.offense.name
    paid = _compensation_paid(board, name)
    lost = sum(cards.value for cards in paid)
    given, received = _traded(board, name)
    if any(_is_encounter(board, card) for card in received):
        return Finding(law["facts.holds-encounter-card"], True, (), (name,))
    if "?" in received:
        return None
    looted = board.looted.get(name)
    left = count - lost - given + (looted.value or 0 if looted is not None else 0)
    if _loot_decides(board, looted, left):
        return _holds_surely(board, hand, lost + given, name)
    if left <= 0:
        return Finding(law["facts.holds-no-encounter-card"], False, paid, (name,))
    if hand.cards is None:
        return None
    return _among(board, hand, lost + given, name, paid)


def _loot_is_without(board: Board) -> bool:
    """Whether the hand that the offense took of the defense is known to have held no encounter card."""
    hand = board.position.hands.get(board.defense.name)
    cards = hand.cards if hand is not None else None
    return cards is not None and "?" not in cards and not any(_is_encounter(board, card) for card in cards)


def _without_given(board: Board, name: str, held: Iterable[str]) -> list[str]:
    """The cards of a player's hand without those that a deal takes out of it by name or type."""
    cards = list(held)
    terms = [term for act, _ in board.live_acts for term in act.terms if term.giver == name]
    for term in terms:
        for card in _left_by(board, term, cards):
            cards.remove(card)
    return cards


def _among(board: Board, hand: Hand, gone: int, name: str, why: tuple[Finding, ...]) -> Finding | None:
    law = board.law
    cards = _without_given(board, name, hand.cards or ())
    gone -= len(hand.cards or ()) - len(cards)
    sure = sum(_is_encounter(board, card) for card in cards)
    if sure > gone:
        return Finding(law["facts.holds-encounter-card"], True, why, (name,))
    if sure == 0 and "?" not in cards:
        return Finding(law["facts.holds-no-encounter-card"], False, why, (name,))
    if gone and sure + cards.count("?") <= gone:
        return Finding(law["facts.which-cards-go"], None, why, (name,))
    return None


def _left_by(board: Board, term: Term, cards: Sequence[str]) -> list[str]:
    """The cards among these that a deal takes out of a hand: those that it names, and those of a type that it names."""
    if term.of and term.of != RANDOM:
        return [card for card in cards if type_of(board.rulebase, card) == term.of][: term.count or 0]
    left, found = [*cards], list[str]()
    for card in sorted(term.cards, key=SOME_ATTACK.__eq__):  # what is named more closely first
        fits = [one for one in left if one == card or (card == SOME_ATTACK and type_of(board.rulebase, one) == ATTACK)]
        found += fits[:1]
        left = [*left[: left.index(fits[0])], *left[left.index(fits[0]) + 1 :]] if fits else left
    return found


def _is_encounter(board: Board, card: str) -> bool:
    if card in ("N", "M", "A") or card.lstrip("-").isdigit():
        return True
    known = board.rulebase.card(card) if card[0].isalpha() else None
    return known is not None and known.type in board.law["cards.encounter"].value


def _can_be_encounter_cards(board: Board, term: Term) -> bool:
    """True if the cards of a term are of any type, or of one that is laid in an encounter."""
    return term.of in ("", RANDOM) or term.of in board.law["cards.encounter"].value


def _traded(board: Board, name: str) -> tuple[int, list[str]]:
    """(how many cards a main player gives, which it receives: `?` for one not named) in the deal that was made."""
    given = 0
    received: list[str] = []
    if board.outcome is None or board.outcome.value != DEAL:
        return given, received
    for a, _ in board.live_acts:
        for term in a.terms:
            if term.giver == name:
                given += term.count or 0
            elif not term.colony and _can_be_encounter_cards(board, term):
                received += term.cards or ["?"]
    return given, received
