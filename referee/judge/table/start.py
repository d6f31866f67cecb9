"""The start of turn and the regroup phase (consolidated 5.3, 5.4), and what comes too late or too early for them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.book.power import CardText
from referee.judge.counted import ships_of
from referee.judge.powers.answers import ARTIFACTS
from referee.judge.powers.effect import find
from referee.judge.powers.effects.starting import DEMANDED, answers_to
from referee.judge.table import limbo
from referee.judge.table.dues import ways_to_lose
from referee.judge.table.ending import break_off
from referee.judge.table.handing import one_of_each_type
from referee.judge.table.meeting import aim_at, can_be_met, is_met_all_the_same, launch_at, other_player
from referee.judge.table.planning import check_one_card, check_selects
from referee.judge.table.powers import check_pending, citing, face_played, happens, in_force, is_next, players
from referee.judge.table.reckoning import come_by_default
from referee.judge.table.regroup import check_in_warp, check_once, check_onto
from referee.judge.table.resolution import owed
from referee.judge.table.setting import untouched
from referee.judge.table.turn import Turn, command
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command, Stack, write_command
from referee.state.encounter import OFFENSE, Act
from referee.state.pending import Due
from referee.state.table import Table

# Before cards are selected: an offense that loses its last encounter card there has its turn over (4.7.2.3).
_MOVES_ON = frozenset(("regroup", "destiny", "launch", "invite", "ally", "decline"))


@command("offense")
def offense(on: Turn) -> None:
    """Says whose turn it is (5.2.1): the first player's, or the one's to whom the turn has passed."""
    table, who = on.table, on.command.who
    if table.phase != ph.START or table.encounter != 1:
        on.out_of_phase(f"a new turn for {who}", "the start of turn", waivable=True)
    if who != table.turn:
        rule = "setup.begins" if untouched(on) else "turn.order"
        on.forbid(rule, who, table.turn, nearest=(f"offense {table.turn}",))
    if table.phase != ph.START or table.encounter != 1:
        break_off(on)
    table.turn = who
    if untouched(on):
        limbo.begin(table)
    on.find("turn.begins", table.encounter, who)


def check_order(on: Turn) -> None:
    """Refuses what comes too late or too early for the opening, whichever command it is.

    Nothing follows on an offense without encounter card, nobody is met with a destiny card that was discarded, and a
    card of the regroup phase waits for the offense's regroup.
    """
    table, verb = on.table, on.command.verb
    if not on.law["destiny.pile"].value:
        _check_pile(on)
    if verb in _MOVES_ON:
        on.check_turn_goes_on()
    if verb == "launch" and table.phase == ph.DESTINY:
        _check_may_be_met(on, tbl.owner(on.command.planet))
    if on.command.act is not None:
        _check_card_of_regroup(on, on.command.act)
        _check_act_of_opening(on, on.command.act)


def _check_may_be_met(on: Turn, who: str) -> None:
    """With a discarded destiny card nobody is met; a table that goes on in spite of it has that encounter."""
    if who != on.table.turn and is_met_all_the_same(on, who, next_steps(on)):
        aim_at(on, who)


def over_before_destiny(on: Turn) -> bool:
    """Refuses destiny before the phases up to it are finished; whether somebody wins the game with them instead."""
    table = on.table
    leave_start(on)
    if table.phase in (ph.START, ph.REGROUP):
        for first in still_due(on):
            unfinished(on, first)
    if regroup_is_due(on):
        on.forbid("regroup.must", table.turn, nearest=next_steps(on))
    return won_at_once(on)


def _shows_destiny_over(on: Turn) -> bool:
    """True for what comes after destiny: the launch, the defense's new hand, or the end of a turn for want of ships."""
    table, c = on.table, on.command
    match c.verb:
        case "launch" | "aim":
            return True
        case "new hand":
            return c.who != table.turn
        case "end":
            return not table.colonies(table.turn)
    return False


def _check_pile(on: Turn) -> None:
    """Of two players without a destiny pile each challenges the other: nothing is turned up (warp optional-rules.4)."""
    table, c = on.table, on.command
    if c.verb in ("destiny", "comet"):
        on.cannot("destiny.no-pile", table.turn, other_player(table), nearest=(launch_at(on),))
    if not _shows_destiny_over(on) or table.phase not in (ph.START, ph.REGROUP) or table.winners or on.turn_is_over():
        return
    if not over_before_destiny(on):
        on.find("destiny.challenges", other_player(table), table.turn, other_player(table))
        aim_at(on, other_player(table))


# -- new hands ---------------------------------------------------------------------------------------------------------


@command("new hand", *ph.PHASES)
def new_hand(on: Turn) -> None:
    """A hand without encounter card is drawn anew: by the offense at the start, by the defense in planning."""
    table, who = on.table, on.command.who
    attacks = [card for card in table.hands[who] if card != tbl.UNKNOWN and on.card_type(card) == "attack"]
    if not attacks and on.lifts_by_sheet(who, "new-hand", "draw a new hand without attacks"):
        if tbl.UNKNOWN in table.hands[who]:
            on.presume("turn.new-hand", f"{who} holds no attack")
        on.redraw(who, _new_cards(on, who, "turn.new-hand"))
    elif who == table.turn:
        _new_hand_of_offense(on, who)
    elif table.phase == ph.START:
        on.cannot("turn.new-hand-offense", who, table.turn, nearest=next_steps(on))
    else:
        _new_hand_of_defense(on, who)


def _new_cards(on: Turn, who: str, rule: str) -> int:
    """How many cards a new hand has: as many as the rules say, and one more or less by a sheet."""
    return on.cards_by_sheet(who, int(on.law[rule].value))


def _new_hand_of_offense(on: Turn, who: str) -> None:
    """At the start of turn, until the hand has an encounter card (5.3.2, 4.7.2.1), and only there (5.3.1, 5.3.3)."""
    table = on.table
    on.check_turn_goes_on()
    if table.phase == ph.RESOLUTION and not on.has_encounter_card(who):
        on.forbid("second.no-new-hand", who, nearest=() if table.due else ("end",))
    if table.encounter > 1:
        on.forbid("turn.start-once", who, nearest=next_steps(on))
    if table.phase != ph.START:
        on.forbid("turn.start-over", who, nearest=next_steps(on))
    if on.has_encounter_card(who):
        on.forbid("turn.new-hand-barred", who, nearest=next_steps(on))
    _assume_no_card(on, who)
    drawn = _new_cards(on, who, "turn.new-hand")
    on.find("turn.new-hand", drawn, who)
    on.redraw(who, drawn)
    table.begun = True


def _new_hand_of_defense(on: Turn, who: str) -> None:
    """The defense that has to play an encounter card and holds none shows its hand and draws eight (5.8.2, 4.7.3.1)."""
    table = on.table
    check_selects(on, who, table.mains(), waivable=True)
    if table.phase not in on.law["planning.new-hand-when"].value:
        on.forbid("planning.new-hand-when", who, ph.named(table.phase))
    on.check_turn_goes_on()
    check_one_card(on, who)
    if on.has_encounter_card(who):
        on.forbid("planning.new-hand-barred", who, nearest=(f"play {who} ?",))
    _assume_no_card(on, who)
    first = [card for card in table.hands[who] if _comes_first(on, card)]
    if first:
        on.find("planning.played-first", True, who, " and ".join(first))
    drawn = _new_cards(on, who, "planning.new-hand")
    on.find("planning.new-hand", drawn, who)
    on.redraw(who, drawn)


def _assume_no_card(on: Turn, who: str) -> None:
    if not on.hand_of(who).lacks and not on.lacks_encounter_card(who):
        on.presume("turn.new-hand" if who == on.table.turn else "planning.new-hand", f"{who} holds no encounter card")


def _comes_first(on: Turn, card: str) -> bool:
    """Whether a card is of a type that is played before the defense selects its encounter card (4.7.4)."""
    known = on.rulebase.card(card) if card != tbl.UNKNOWN else None
    return known is not None and known.type in on.law["planning.played-first"].value


# -- regroup -----------------------------------------------------------------------------------------------------------


@command("regroup", ph.START, ph.REGROUP)
def regroup(on: Turn) -> None:
    """The offense takes a ship out of the warp to a colony, or to the gate if it has none (5.4)."""
    who, table = on.table.turn, on.table
    leave_start(on)
    if table.regrouped and table.none_to_regroup:
        on.forbid("regroup.passed", who, nearest=next_steps(on))
    else:
        check_once(on, who, lambda: next_steps(on))
    for first in still_due(on):
        unfinished(on, first)
    if not table.at(tbl.WARP, who):
        limbo.check_reach(on, who)
    check_in_warp(on, who, lambda: next_steps(on))
    if (on.command.ships or 1) > on.law["regroup.one"].value:
        on.forbid("regroup.only-one", who, ships_of(on.law["regroup.one"].value), nearest=next_steps(on))
    stays = on.never_leave_warp(who)
    if stays is not None:
        on.refuse(on.law["regroup.never"].citing(stays), who, nearest=next_steps(on))
    if not won_at_once(on):
        _regroup_to(on, who)


def _regroup_to(on: Turn, who: str) -> None:
    table, to = on.table, on.command.planet
    colonies = table.colonies(who)
    ships = min(on.law["regroup.one"].value, table.at(tbl.WARP, who))
    if not colonies:
        if to not in ("", tbl.GATE):
            on.forbid("regroup.only-to-the-gate", who, to, nearest=(f"regroup {tbl.GATE}",))
        table.move(who, ships, tbl.WARP, tbl.GATE)
        on.find("regroup.to-the-gate", ships, who)
    else:
        if not to or to not in colonies:
            best = on.homes_for(who, ships)[0].place
            if to == tbl.GATE:
                on.forbid("regroup.not-to-the-gate", who, nearest=(f"regroup {best}",))
            elif to:
                check_onto(on, who, to, f"regroup {best}")
            else:
                on.tell(on.law["ships.go-to"].said_with(on.law["regroup.one"]), ships, who, best)
                come_by_default(table, who, colonies)
            to = to or best
        table.move(who, ships, tbl.WARP, to)
        on.find("regroup.one", ships, who, to)
    table.regrouped = True
    table.phase = ph.REGROUP


def leave_start(on: Turn) -> None:
    """Leaves the start of turn: an offense known to hold no encounter card draws a new hand first (5.3.2).

    What a power does or demands at the start of turn comes before that end.
    """
    table = on.table
    if table.phase == ph.START and table.encounter == 1:
        on.check_hand_first(table.turn)
    check_pending(on)
    for first in still_due(on) if table.phase == ph.START else ():
        unfinished(on, first)


def won_at_once(on: Turn) -> bool:
    """Whether a power wins the game at the start of the regroup phase, before anything is done in it."""
    table = on.table
    win_as_turn_starts(on)
    if table.phase in (ph.START, ph.REGROUP) and not table.regrouped and not table.due:
        happens(on, "regroup")
    return bool(table.winners)


def _is_untouched(table: Table) -> bool:
    """True if a turn has started in which nothing was done yet."""
    is_first = table.phase == ph.START and table.encounter == 1
    return is_first and not (table.begun or table.acts or table.winners)


def win_as_turn_starts(on: Turn) -> None:
    """Lets a power win as a turn starts, where nothing was done in it yet: on a table that was told by `set` too."""
    if not _is_untouched(on.table):
        return
    _win_at(on, "turn")


def win_as_regroup_starts(on: Turn) -> None:
    """Lets a power win by what stands as the regroup phase starts, where that is next and nothing is due before it."""
    table = on.table
    if table.phase in (ph.START, ph.REGROUP) and not (table.regrouped or table.due or table.winners):
        _win_at(on, "regroup")


def _win_at(on: Turn, moment: str) -> None:
    """Lets each power that can win the game at a moment do so."""
    for power in [power for who in players(on) for power in in_force(on, who)]:
        effect = find(power.verb)
        if effect is not None and effect.wins is not None and moment in effect.moments:
            with citing(on, power.use.rule.cites):
                effect.moments[moment](on, power)


def regroup_is_due(on: Turn) -> bool:
    """Whether the offense has still to take a ship out of the warp before destiny, where it must (5.4.3)."""
    return can_regroup(on) and on.law["regroup.must"].value is True


def can_regroup(on: Turn) -> bool:
    """Whether the offense can take a ship out of the warp now (5.4.1)."""
    table = on.table
    at_it = table.phase in (ph.START, ph.REGROUP) and not table.regrouped
    return at_it and bool(table.at(tbl.WARP, table.turn)) and on.never_leave_warp(table.turn) is None


def _is_for_another(on: Turn, card: CardText, who: str) -> bool:
    """True if a card is for the offense, and somebody else plays it by the law of an edition that minds."""
    return OFFENSE in card.roles and who not in ("", on.table.turn) and not on.law["cards.whoever"].value


def _check_card_of_regroup(on: Turn, done: Act) -> None:
    """A card of the regroup phase is played: that phase has come, and the offense's own regroup goes first (5.4.4).

    Ships that come into the warp later in the phase are not retrieved in it.
    """
    table, who = on.table, done.by
    card = on.rulebase.card(ARTIFACTS.get(done.verb, ""))
    if card is None or ph.REGROUP not in card.phases:
        return
    if _is_for_another(on, card, who):
        return
    if table.phase not in (ph.START, ph.REGROUP):
        if OFFENSE in card.roles and on.sheet_lifting(table.turn, "card-phases") is None:
            on.forbid("regroup.own-only", card.name, ph.named(table.phase))
        return
    leave_start(on)
    if who not in ("", table.turn) and regroup_is_due(on):
        on.forbid("regroup.offense-first", who, table.turn, nearest=next_steps(on))
    if not won_at_once(on):
        _begin_regroup(table)


def _begin_regroup(table: Table) -> None:
    """The regroup phase has come; an offense without ships in the warp has regrouped by that."""
    if table.phase == ph.START:
        table.phase = ph.REGROUP
    if table.phase == ph.REGROUP and not table.at(tbl.WARP, table.turn) and not table.regrouped:
        table.regrouped = table.none_to_regroup = True


def _phases_of(on: Turn, done: Act) -> tuple[str, ...]:
    """The phases that the text of a flare shows; of a use those of a power that is used before destiny is drawn."""
    if done.verb == "flare":
        played = face_played(on, done)
        return () if played is None else played[1].phases
    for power in in_force(on, done.who) if done.verb == "use" else ():
        if is_next(on, power) and done.name in ("", power.use.alien):
            return power.use.phases
    return ()


def _check_act_of_opening(on: Turn, done: Act) -> None:
    """What is for the regroup phase alone, or for destiny before the card is drawn: what comes before it is over."""
    table = on.table
    phases = _phases_of(on, done) if table.phase in (ph.START, ph.REGROUP) else ()
    if phases not in ((ph.REGROUP,), (ph.DESTINY,)):
        return
    leave_start(on)
    if won_at_once(on):
        return
    if phases == (ph.DESTINY,):
        for first in still_due(on):
            unfinished(on, first)
        if regroup_is_due(on):
            on.forbid("regroup.must", table.turn, nearest=next_steps(on))
        table.phase = ph.DESTINY
    elif table.phase == ph.START:
        table.phase = ph.REGROUP


def next_steps(on: Turn) -> tuple[str, ...]:
    """What the offense may do next, up to destiny; later nothing is said."""
    table, who = on.table, on.table.turn
    if on.turn_is_over():
        return ("end",)
    if table.phase == ph.START and on.lacks_encounter_card(who):
        return (f"new hand {who}",)
    if regroup_is_due(on):
        best = on.homes_for(who, 1)[0].place
        return (f"regroup {tbl.GATE if best == tbl.WARP else best}",)
    if not on.law["destiny.pile"].value:
        return (launch_at(on),)
    if table.phase in (ph.START, ph.REGROUP, ph.DESTINY):
        return tuple(f"destiny {name}" for name in can_be_met(on)[:2])
    return ()


def still_due(on: Turn) -> Iterator[Command]:
    """What cards of the regroup phase still demand of players, each as a command."""
    for due in on.table.due:
        if due.what == "return" and on.table.to_return(due):
            for place in on.table.open_to(due) or [tbl.WARP]:
                yield Command("return", due.who, stacks=(Stack(place, on.table.to_return(due)),))
        elif due.what == "lose":
            yield from _losses_due(on, due)
        elif due.what == "discard":
            yield Command("discard", due.who, cards=tuple(one_of_each_type(on, due.who)))


def _losses_due(on: Turn, due: Due) -> Iterator[Command]:
    """Every way to lose ships that are due; or to discard the card that is demanded instead."""
    yield from (Command("lose", due.who, stacks=way) for way in ways_to_lose(on, due))
    if due.source == DEMANDED:
        yield from (Command("discard", due.who, cards=(card,)) for card in answers_to(on, due))


def unfinished(on: Turn, first: Command) -> None:
    """Refuses to go on before somebody has done what is due, with the ways in which that can be done."""
    nearest = tuple(write_command(command) for command in still_due(on) if command.who == first.who)
    on.phase_unfinished(first.who, _said(on, first), nearest[:3])


def _said(on: Turn, command: Command) -> str:
    if command.verb == "discard":
        return "discard one card of each type"
    said = f"{command.verb} {ships_of(sum(ships for _, ships in command.stacks))}"
    due = owed(on, command.who, "lose")
    return f"discard what is demanded or {said}" if due is not None and due.source == DEMANDED else said
