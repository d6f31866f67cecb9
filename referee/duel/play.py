"""How a game of Duel goes on from one command to the next: what begins, what ends, and what is still to be done."""

from __future__ import annotations

from dataclasses import replace

from referee.duel import ending, sending, tactics
from referee.duel import state as st
from referee.duel.clout import check_plan, determine
from referee.duel.control import check_win, controlled
from referee.duel.declared import Spoken
from referee.duel.on import On, cards_of, say
from referee.duel.reinforcing import progress, step_by_step
from referee.duel.report import report
from referee.duel.ruling import DuelRuling, FightKind, kind_of
from referee.duel.state import Duty, Option, Phase
from referee.duel.texts import Text

# -- a duel or contest begins ------------------------------------------------------------------------------------------


def begin(on: On, planet: str, text: Text | None) -> None:
    """A duel begins on a planet; who controls it may be barred from sending ships (card-regular-revenge.3)."""
    fight = on.fight
    fight.planet = planet
    fight.began = on.table.has_now(planet)
    if text is not None and sending.bars(text, on.law):
        on.table.fight = None
        barred = [name for name in on.table.seats if planet in controlled(on, name)]
        on.table.fight = fight
        fight.barred = barred
    on.find("destiny.duel", planet, planet)
    on.find("sending.steps", True)
    on.table.phase = Phase.DIALS
    if len(fight.barred) == len(on.table.seats):
        for name in fight.barred:
            on.find("sending.barred", True, name)
        to_envoys(on)


def to_envoys(on: On) -> None:
    """The step in which facedown allies may be revealed, the leader first; passed over where nobody has one."""
    on.table.phase = Phase.ENVOYS
    if next_to_reveal(on) is None:
        to_choose(on)


def next_to_reveal(on: On) -> str | None:
    """Who decides now whether to reveal an envoy: the leader first."""
    for name in on.table.order():
        hidden = [key for key in on.table.ally(name) if not on.table.envoys[key].faceup]
        if hidden and name not in on.fight.asked:
            return name
    return None


def owes_snare(on: On, name: str) -> bool:
    """True if a player lays down a snare before choosing: there is none yet, and a card is left (card-pitfall.2)."""
    has_other = len(on.table.hands[name]) > 1
    return on.ability(name, "sets-snare") is not None and not on.table.snares.get(name) and has_other


def to_choose(on: On) -> None:
    """Plans and tactics are chosen; who has no card in hand draws first (having-zero-cards-in-hand.2)."""
    on.table.phase = Phase.CHOOSE
    for name in on.table.order():
        if not on.table.hands[name]:
            limit = hand_limit(on, name)
            on.find("hand.must-use", limit, name)
            draw(on, name, limit)


# -- a duel or contest ends --------------------------------------------------------------------------------------------


def after_tactics(on: On) -> None:
    """Once everything is readied the ships are counted (check-for-ships)."""
    if on.table.dues:
        on.table.phase = Phase.READY
        return
    result = tactics.check_ships(on)
    if result is None:
        _keep(on, FightKind.DUEL)
        return
    if result:
        on.fight.winner = result
        decided(on)
    else:
        on.table.phase = Phase.PLANS


def decided(on: On) -> None:
    """The winner is known: the prize or the contest's effect comes next (resolve-prize.1; contests.10)."""
    fight = on.fight
    on.decided = on.table.copy()
    if fight.values:
        on.told.clout = progress(step_by_step(on))
        if not fight.clout:
            determine(on)
    ending.prize(on)
    if not fight.contest and fight.prize:
        on.find("prize.before-retreat", True)
    on.table.phase = Phase.PRIZE
    if not on.table.dues and not is_free(on):
        conclude(on)


def is_free(on: On) -> bool:
    """Whether the players carry out a text that no document prints."""
    fight = on.table.fight
    if on.destiny() is not None:
        return False
    return fight is None or fight.contest or bool(fight.prize)


def conclude(on: On) -> None:
    """What the card says is done: the cleanup, and then what comes before the next destiny card."""
    if on.table.fight is not None:
        on.told.clout = progress(step_by_step(on)) if on.fight.values else []
        report(on)
        kind = kind_of(on.fight.contest)
        ending.cleanup(on)
        _keep(on, kind)
    between(on)


def _keep(on: On, kind: FightKind) -> None:
    """Keeps the ruling of a duel or contest that is decided, or of a duel that begins again."""
    line = on.table.card or kind.value
    told = replace(on.told, kind=kind, straggler=on.table.straggler, winners=[])
    on.ruling = DuelRuling.of(on.law, told, on.steps, lambda: line)
    on.table.last = on.ruling.summary()


def between(on: On) -> None:
    """Before the next card: has somebody won, are hands above the limit, are hands empty (DU-16)."""
    table = on.table
    table.card, table.struck, table.dues = "", [], []
    check_win(on)
    if table.phase != Phase.OVER and not trim(on):
        go_on(on)


def trim(on: On) -> bool:
    """Has those who hold more cards than the limit discard; True if somebody has to (enforcing-the-hand-limit.1)."""
    table = on.table
    table.dues = [due for due in table.dues if due.verb != "discard"]
    over = over_limit(on)
    for name, cards in over.items():
        on.find("hand.over", hand_limit(on, name), name, cards_of(len(table.hands[name])))
        table.dues.append(Duty(name, [Option("discard", cards)]))
    table.phase = Phase.LIMIT if over else Phase.DESTINY
    return bool(over)


def over_limit(on: On) -> dict[str, int]:
    """Who holds more cards than the limit, the leader first, and how many cards too many."""
    over = {name: len(on.table.hands[name]) - hand_limit(on, name) for name in on.table.order()}
    return {name: cards for name, cards in over.items() if cards > 0}


def cut(on: On, name: str, cards: int) -> Spoken:
    """The command that discards so many cards of a hand, the first of it."""
    return say("discard", who=name, cards=tuple(on.table.hands[name][:cards]))


def fill(on: On) -> None:
    """Empty hands are filled to the limit (having-zero-cards-in-hand.1)."""
    for name in on.table.order():
        if not on.table.hands[name]:
            limit = hand_limit(on, name)
            on.find("hand.empty", limit, name)
            draw(on, name, limit)


def go_on(on: On) -> None:
    """Empty hands are filled, and the next destiny card can be drawn."""
    fill(on)
    on.table.phase = Phase.DESTINY
    on.find("destiny.goes-on", True)
    if on.table.next:
        on.find("destiny.next", on.table.next, on.table.next)


# -- cards -------------------------------------------------------------------------------------------------------------


def hand_limit(on: On, name: str) -> int:
    """A player's hand limit: six, unless something changes it (hand-limit.2, .3)."""
    limit: int = on.table.limits.get(name, on.law["hand.limit"].value)
    return limit


def draw(on: On, name: str, cards: int) -> None:
    """Cards from the own deck; an empty one is made anew of the own discards (having-zero-cards-in-deck.1; DU-17)."""
    table = on.table
    left = cards
    while left:
        on.reshuffle(name)
        taken = min(left, table.piles[name])
        if not taken:
            on.find("hand.no-cards", cards - left, name)
            break
        table.piles[name] -= taken
        table.hands[name] += [st.UNKNOWN] * taken
        left -= taken
    if cards - left:
        on.find("hand.draws", cards - left, name, cards_of(cards - left))


def give_up(on: On, name: str, card: str) -> bool:
    """Takes a card out of a hand: itself, or else an unknown one; whether there was one. Refuses what is no card."""
    check_plan(on, name, card)
    hand = on.table.hands[name]
    found = card if card in hand else st.UNKNOWN
    if found not in hand:
        return False
    hand.remove(found)
    return True


def take_from_hand(on: On, name: str, card: str, called: str = "") -> None:
    """Takes a card out of a hand, as `give_up`; refuses one that is not held (choose-plans-tactics.1; contests.5)."""
    if not give_up(on, name, card):
        on.cannot("choose.not-held", name, called or card)
