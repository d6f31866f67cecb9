"""Planning and reveal (consolidated 5.8, 5.9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NoReturn

from referee.judge.deck import COPIES, too_many
from referee.judge.finding import Finding
from referee.judge.phases.planning import encounter_card
from referee.judge.table.alliance import answers, form, waiting
from referee.judge.table.hands import is_value
from referee.judge.table.powers import check_pending, citing, happens
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn, command
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Act
from referee.state.table import Table


@command("play", ph.ALLIANCE, ph.PLANNING)
def play(on: Turn) -> None:
    """A main player selects an encounter card and lays it facedown (5.8.1)."""
    table, who, card = on.table, on.command.who, on.command.cards[0]
    if table.phase == ph.ALLIANCE:
        _close_alliances(on)
    check_selects(on, who, table.mains())
    if not shows_more(on, who, card):
        on.check_turn_goes_on()
        on.check_new_hand(who)
    check_one_card(on, who, history=("undo",))
    _check_encounter_card(on, who, card)
    if not on.holds(who, card):
        on.cannot("table.not-held", who, card)
    check_copies(on, who, card)
    faceup = _faceup_first(on)
    happens(on, "select", who=who, card=card)
    on.give_up(who, card)
    table.cards = {**table.cards, who: card}
    if faceup is None:
        on.find("planning.selects", True, who)
    else:
        on.steps.append(faceup)
    if card != tbl.UNKNOWN and on.card_type(card) == on.law["planning.once-used"].value:
        on.find("planning.once-used", card, who)
    if len(table.cards) == len(table.mains()):
        table.phase = ph.REVEAL


def _check_encounter_card(on: Turn, who: str, card: str) -> None:
    """Only an encounter card is selected (5.8.1), or a reinforcement that a power lets stand for one."""
    if card != tbl.UNKNOWN and not (card.startswith("+") and may_select_reinforcement(on, who)):
        on.keep(encounter_card(on.law, who, card, on.card_type(card)))


def may_select_reinforcement(on: Turn, who: str) -> bool:
    """True if a power was used on the main player's side by which it may select a reinforcement."""
    uses = (act for act in on.table.acts if act.verb == "use" and on.side_of(act.who) == on.side_of(who))
    return any(on.effect_of(act.who, "pops") is not None for act in uses)


def shows_more(on: Turn, who: str, card: str) -> bool:
    """True if a card that is laid shows that a hand held more than was counted: nothing follows from the count then."""
    return card != tbl.UNKNOWN and who in on.table.counted and on.is_encounter_card(card)


def check_selects(on: Turn, who: str, able: Collection[str], waivable: bool = False) -> None:
    """Only the main players select cards (5.8.1): refuses who is not among these."""
    if who not in able:
        refuse = on.forbid if waivable else on.cannot
        refuse("planning.main-players", who)


def check_one_card(on: Turn, who: str, history: tuple[str, ...] = ()) -> None:
    """One encounter card is selected, and no other one after it (5.8.1)."""
    if who in on.table.cards:
        on.forbid("planning.one-card", who, on.table.cards[who], history=history)


def _second_cards(on: Turn, acts: Iterable[Act]) -> list[str]:
    """The cards that these acts laid beside the encounter cards."""
    uses = (act for act in acts if act.verb == "use" and act.args)
    return [act.args[0] for act in uses if on.effect_of(act.who, "lays_second") is not None]


def check_copies(on: Turn, who: str, card: str, before: Sequence[Act] | None = None) -> None:
    """No card is played that the deck has not, nor more often than it lies there, as far as cards are in sight.

    `before` are the acts of this encounter by which second cards were laid; all of them where nothing is said.
    """
    if not on.law[COPIES].value or card == tbl.UNKNOWN:
        return
    table = on.table
    seen = [*table.discards, *table.cards.values(), *(one for hand in table.hands.values() for one in hand)]
    seen += _second_cards(on, table.acts if before is None else before)
    if card not in (*table.hands[who], table.cards.get(who)):
        seen.append(card)  # one of those that were not known
    words = too_many(on.law, card, seen)
    if words is not None:
        on.forbid(COPIES, *words)


def selects_freely(on: Turn) -> bool:
    """Whether nothing can keep anybody from selecting an encounter card that is held."""
    return not on.table.aliens and not on.law[COPIES].value


def may_select(on: Turn, who: str, card: str) -> bool:
    """Whether nothing keeps a main player from selecting this card: no power, and no count of the deck."""
    if selects_freely(on):
        return True
    try:
        check_copies(on, who, card)
        happens(on, "select", who=who, card=card)
    except RefusedError:
        return False
    return True


def must_show_first(on: Turn, who: str) -> Finding | None:
    """The power of this main player's opponent that makes it play its card faceup and first, or None."""
    mains = on.table.mains()
    if not on.table.aliens or who not in mains:
        return None
    other = mains[0] if who == mains[1] else mains[1]
    found = on.effect_of(other, "opponent_first")
    return None if found is None else Finding(found[0].rule, True, (), (other, who))


def _faceup_first(on: Turn) -> Finding | None:
    """A power can make one main player play its card faceup, before the other chooses: that power, or None."""
    table, who = on.table, on.command.who
    if not table.aliens:
        return None
    other = next(name for name in table.mains() if name != who)
    first = must_show_first(on, other)
    if first is not None and other not in table.cards:
        with citing(on, first.rule.cites):
            on.forbid("uses.faceup-first", who, other, nearest=(f"play {other} {_some_card(on, other)}",))
    shown = must_show_first(on, who)
    if shown is not None and on.command.cards[0] == tbl.UNKNOWN:
        with citing(on, shown.rule.cites):
            on.cannot("uses.faceup", who, nearest=(f"play {who} {_some_card(on, who)}",))
    return shown if other not in table.cards else None


def _some_card(on: Turn, who: str) -> str:
    """An encounter card that the player holds, or can hold."""
    return next((card for card in on.table.hands[who] if card != tbl.UNKNOWN and on.is_encounter_card(card)), "N")


def _close_alliances(on: Turn) -> None:
    """Cards are selected once everybody who was asked has answered; nobody need be asked (5.7.4; DF-20)."""
    queue = waiting(on)
    if queue:
        on.forbid("alliance.unanswered", queue[0], nearest=answers(on))
    table = on.table
    for name in table.mains():
        if name not in table.invited:
            table.invited = {**table.invited, name: ()}
            on.find("alliance.invites-nobody", True, name)
    form(on)


def _check_said(on: Turn) -> None:
    """Asks for the cards where none is known that is turned up, and none of them may stay facedown by a power."""
    mains = on.table.mains()
    if on.command.names or {on.table.cards.get(name) for name in mains} != {tbl.UNKNOWN}:
        return
    if all(on.effect_of(who, "claims_card") is None for who in mains):
        ask_for_hidden(on, f"{' and '.join(mains)} have still to say which cards", (told_up(on),))


def ask_for_hidden(on: Turn, what: str, nearest: Iterable[str]) -> NoReturn:
    """Asks for what is not known and decides how it goes on; nothing is forbidden."""
    on.cannot("turn.hidden", what, nearest=tuple(nearest))


def hidden_cards(table: Table) -> list[str]:
    """The main players whose selected card is not known, or not its value, in the order of their selection."""
    return [name for name, card in table.cards.items() if card in (tbl.UNKNOWN, tbl.SOME_ATTACK)]


def told_up(on: Turn) -> str:
    """A `reveal` that tells the cards that are not known yet; none (an empty text) where all are."""
    cards = on.table.cards
    return "reveal " + ", ".join(f"{name} {an_attack(on, name, cards[name])}" for name in hidden_cards(on.table))


def an_attack(on: Turn, who: str, card: str) -> str:
    """The selected card; where its value is not known, that of an attack that it can be."""
    if card not in (tbl.UNKNOWN, tbl.SOME_ATTACK):
        return card
    low, high = on.law["cards.attacks"].value
    usual = sorted(range(low, high + 1), key=lambda value: abs(value - _USUAL))
    return next((str(value) for value in usual if may_select(on, who, str(value))), card)


_USUAL = 8  # an attack that most decks have several times


def _turn_up(on: Turn, name: str, card: str) -> None:
    """One main player turns up its card, which is the one that it selected."""
    table = on.table
    check_selects(on, name, table.cards)
    chosen = table.cards[name]
    if chosen not in (tbl.UNKNOWN, card) and not (chosen == tbl.SOME_ATTACK and is_value(card)):
        on.forbid("planning.one-card", name, chosen, nearest=(f"reveal {name} {an_attack(on, name, chosen)}",))
    _check_encounter_card(on, name, card)
    check_copies(on, name, card)
    if name in hidden_cards(table) and card not in (chosen, tbl.UNKNOWN):
        # what could not be ruled when it was selected
        happens(on, "select", who=name, card=card)
    table.cards = {**table.cards, name: card}


@command("reveal", ph.REVEAL)
def reveal(on: Turn) -> None:
    """Both main players turn up the cards they selected (5.9.1); who had laid an unknown one says which it is."""
    table = on.table
    if table.revealed and not hidden_cards(table):
        on.cannot("planning.turned-up", nearest=("resolve",))
    _check_said(on)
    check_pending(on)
    shown = dict(zip(on.command.names, on.command.cards, strict=True))
    for name, card in shown.items():
        _turn_up(on, name, card)
    if not table.cards or not table.cards.keys() >= {*table.mains()}:
        on.out_of_phase("turning up cards", "the reveal phase")
    table.revealed = True
    for name in table.mains():
        if table.cards[name] != tbl.UNKNOWN:
            on.find("planning.reveals", table.cards[name], name)
    happens(on, "reveal")
