"""The end of an encounter and of a turn: a second encounter, the next player, or the game (consolidated 5.10.9)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.judge.counted import cards_of
from referee.judge.finding import Finding
from referee.judge.phases import another as phases
from referee.judge.powers.answers import ARTIFACTS
from referee.judge.ruling import DEAL, OFFENSE_WINS
from referee.judge.table import extra, limbo
from referee.judge.table.dues import give_back, lose_unsaid, pay
from referee.judge.table.lines import acts_to_rule
from referee.judge.table.played import by_flares, gather_up
from referee.judge.table.powers import happens
from referee.judge.table.resolution import check_deal_said, note_winning, put_away
from referee.judge.table.salvage import not_salvaged
from referee.judge.table.turn import Turn, command
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.pending import Due, Extra


@command("end", ph.RESOLUTION, ph.PLANNING, ph.LAUNCH, ph.ALLIANCE, ph.REGROUP, ph.DESTINY)
def end(on: Turn) -> None:
    """The turn passes on after the encounter (5.10.9.3), or earlier from an offense without encounter card (5.8.3)."""
    table = on.table
    if table.phase == ph.LAUNCH and not table.colonies(table.turn) and not table.at(tbl.GATE, table.turn):
        on.find("launch.no-ship", True, table.turn)
    elif table.phase != ph.RESOLUTION:
        if not on.lacks_encounter_card(table.turn) or table.turn in table.cards:
            on.out_of_phase("the end of the turn", "the resolution phase", waivable=True)
        on.sent = on.find("turn.over-without-card", True, table.turn).rule.id
        _all_home(on)
    else:
        finish(on)
    gather_up(on)
    pass_on(on)


def _tell_second(on: Turn, success: tuple[Finding, ...], anyway: Finding | None, more: Finding | None) -> None:
    """Tells by what the offense has one more encounter: its success, what lets it try again, or a power."""
    table = on.table
    allowed = table.successful and not phases.is_last(on.law, table.encounter)
    if allowed or more is None:
        on.find("turn.second", True, table.turn, sources=success)
    elif anyway is not None:
        on.find("turn.second", True, table.turn, sources=(anyway,))
    else:
        on.find("second.further", table.encounter + 1, table.turn, sources=(more,))


def _check_second(on: Turn) -> None:
    """A successful offense has one more encounter, unless a power lets it go on (5.10.9.1)."""
    table = on.table
    if table.empty and table.encounter > 1:
        on.forbid("destiny.declared-once", table.turn, nearest=("end",))
    else:
        on.keep(phases.only_so_many(on.law, table.turn, table.encounter), nearest=("end",))
    on.keep(phases.after_success(table.turn, table.successful), nearest=("end",))


@command("second", ph.RESOLUTION)
def second(on: Turn) -> None:
    """A second encounter begins with the regroup phase (5.10.9.1, 5.10.9.2)."""
    table = on.table
    who = table.turn
    check_deal_said(on)
    extra.check_first(on)
    anyway = retry(on)
    more = on.alien_allows(who, "goes_again") or anyway
    if more is None:
        _check_second(on)
    if table.winning:
        unsettled(on, table.winning, ("end",), waivable=True)
    success = _success(on)
    finish(on)
    if table.winners:
        return
    if on.hand_of(who).lacks and needs_card_for_second(on):
        on.forbid("second.no-card", who, nearest=("end",))
    _tell_second(on, success, anyway, more)
    gather_up(on)
    if on.hand_of(who).lacks and anyway is not None:
        drawn = on.law["turn.new-hand"].value
        on.find("turn.new-hand", drawn, who, sources=(anyway,))
        on.redraw(who, drawn)
    _clear(on)
    table.encounter += 1
    table.phase = ph.REGROUP
    happens(on, "second")


def retry(on: Turn) -> Finding | None:
    """A flare that lets the offense have its second encounter however the first one ended; none for a third."""
    if not on.table.acts or phases.is_last(on.law, on.table.encounter):
        return None
    mine = (power for power in by_flares(on) if power.who == on.table.turn and power.verb == "second_anyway")
    return next((power.finding(True) for power in mine), None)


def needs_card_for_second(on: Turn) -> bool:
    """True if the offense needs an encounter card in hand for a second encounter: no law, flare or sheet spares it."""
    needed: bool = on.law["second.no-card"].value == "needed"
    return needed and retry(on) is None and on.sheet_lifting(on.table.turn, "no-card") is None


def may_go_on(on: Turn) -> bool:
    """Whether the offense may have another encounter, as far as its cards and what is still due allow it."""
    table = on.table
    if table.extras:
        return False
    if on.alien_allows(table.turn, "goes_again") is not None or retry(on) is not None:
        return True
    return table.successful and not phases.is_last(on.law, table.encounter)


def _success(on: Turn) -> tuple[Finding, ...]:
    """Why the encounter counts as successful: a win, a deal, or a landing that is declared one (2.4.2.1)."""
    table = on.table
    outcome = table.outcome
    if table.successful and not table.target:  # the table was cleared for an encounter out of turn
        return (Finding(on.law["extra.success"], True, (), (table.turn,)),)
    if outcome not in _SUCCESSES and not table.empty:
        if not table.successful:
            return ()
        return (Finding(on.law["second.declared-by-power"], True, (), (table.turn,)),)
    return (Finding(on.law[_SUCCESSES.get(outcome or "", "second.declared")], True, (), (table.turn,)),)


_SUCCESSES = {OFFENSE_WINS: "second.after-win", DEAL: "second.after-deal"}


def _check_not_left(on: Turn, due: Due) -> None:
    """A deal is said before the encounter is over, and rewards are taken; without these the table may go on."""
    if due.what == "deal":
        check_deal_said(on)
    if due.what == "reward":
        nearest = (f"reward {due.who} {cards_of(due.count)}",)
        on.forbid("rewards.still", due.who, _rewards(due.count), nearest=nearest)
        on.table.due.remove(due)


def finish(on: Turn) -> None:
    """Does what is left and needs no choice; refused where a player has still to choose, unless that is waived."""
    table = on.table
    for due in list(table.due):
        if due.what == "take":
            on.check_known(due.source, tbl.HAND)
            pay(on, due)
    for due in list(table.due):
        _check_not_left(on, due)
    for due in list(table.due):
        if due.what == "lose":
            lose_unsaid(on, due)
    for due in list(table.due):
        give_back(on, due)
    if table.ruled:
        put_away(on)
    else:
        _discard_acts(on)
    note_winning(on)
    if table.winning:
        win(on)


def unsettled(on: Turn, winners: Sequence[str], nearest: tuple[str, ...], waivable: bool = False) -> None:
    """A win is settled when the phase ends (4.12.1): until then nobody has won, and nothing passes over it."""
    win = " and ".join(winners) + (" wins" if len(winners) == 1 else " win")
    refuse = on.forbid if waivable else on.cannot
    refuse("table.not-settled", win, nearest=nearest)


def win(on: Turn) -> None:
    """The game is over: everybody who meets a condition of winning has won (1.2.2, 4.12.1)."""
    table = on.table
    table.winners = table.winning
    table.phase = ph.OVER
    shared: tuple[Finding, ...] = ()
    if len(table.winning) > 1:
        shared = (Finding(on.law["win.shared"], table.winning, (), (" and ".join(table.winning),)),)
    for name in table.winning:
        on.find("turn.won", True, name, sources=shared)


def _rewards(count: int) -> str:
    return "1 reward" if count == 1 else f"{count} rewards"


def _discard_acts(on: Turn) -> None:
    """Cards that were played in an encounter without cards turned up: discarded by name and number (4.3.2, 4.10.2)."""
    acts = acts_to_rule(on.table, on.rulebase) if on.table.acts else ()
    cards = not_salvaged(on, sorted(ARTIFACTS[act.verb] for act in acts if act.verb in ARTIFACTS))
    on.discard(cards)
    if cards:
        on.find("cards.spent", cards, " and ".join(cards))


def _all_home(on: Turn) -> None:
    """Nothing comes of the encounter: ships go back, and a card that was selected goes back to its hand."""
    table = on.table
    for place in (tbl.GATE, tbl.BESIDE):
        for name in list(table.ships[place]):
            on.back(name, place)
    for name, card in table.cards.items():
        on.take_back(name, card)
    _discard_acts(on)


def _interrupted(on: Turn, now: Extra | None) -> Extra:
    """The turn to which the table comes back: the one that the encounter out of turn interrupted, or this one."""
    table = on.table
    again = table.successful or retry(on) is not None
    if now is None:
        return Extra("", turn=table.turn, encounter=table.encounter, successful=again)
    # One by a use was had for who has the turn, and succeeds for that player.
    return now._replace(successful=again) if now.by == "use" else now


def pass_on(on: Turn) -> None:
    """The next player clockwise has a turn, if nobody has won (5.10.9.3).

    An encounter out of turn comes before that, and after it the turn that it interrupted goes on.
    """
    table = on.table
    if table.winners:
        return
    now, left = extra.running(table), extra.waiting(table)
    back = _interrupted(on, now)
    _clear(on)
    if left and extra.begin(on, left, back):
        return
    table.extras = ()
    table.turn, table.encounter = back.turn, back.encounter
    if (now or left) and _goes_on(on, back):
        return
    table.turn = table.clockwise(table.turn)[0]
    table.encounter = 1
    table.phase = ph.START
    on.find("turn.passes", table.turn, table.turn)
    happens(on, "turn")


def _goes_on(on: Turn, back: Extra) -> bool:
    """After an encounter out of turn: whether the offense that it interrupted may still have a second one, or techs."""
    table = on.table
    table.successful = back.successful
    techs = on.law["technology.played"].value and table.successful and table.encounter == 1
    if not may_go_on(on) and not techs:
        table.successful = False
        return False
    table.phase = ph.RESOLUTION
    on.find("extra.resumes", True, table.turn)
    return True


def lapse(on: Turn) -> None:
    """An encounter that cannot be had is over before anything came of it."""
    _all_home(on)
    gather_up(on)
    pass_on(on)


def break_off(on: Turn) -> None:
    """The encounter is left as it is and another turn begins: its ships and selected cards go back."""
    _all_home(on)
    gather_up(on)
    _clear(on)
    on.table.extras = ()
    on.table.encounter = 1
    on.table.phase = ph.START


def _clear(on: Turn) -> None:
    """Everything that belongs to one encounter only."""
    table = on.table
    limbo.place_lost(on)
    table.defense = table.target = table.comet = table.launched = ""
    table.reverse = table.begun = False
    table.regrouped = table.none_to_regroup = False
    table.ruled = table.revealed = table.put_away = table.successful = table.empty = False
    table.invited, table.allies, table.cards, table.salvaged = {}, {}, {}, {}
    table.answered = table.acts = table.carried = table.returned = table.pile = table.kept = ()
    table.tech_done = table.late = table.told = table.founded = ()
    table.aftermath = None
    table.due = []
    table.chances, table.fallen = (), {}
