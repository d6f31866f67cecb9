"""What a command needs of the table besides phase and main players: assumed where the facts leave room for it."""

from __future__ import annotations

from collections.abc import Callable, Container

from referee.book.law import Rule
from referee.judge.counted import ships_of
from referee.judge.finding import Finding
from referee.judge.stand import BYSTANDER, DEFENSIVE_ALLY, OFFENSIVE_ALLY, admitted
from referee.judge.table.played import card_of
from referee.judge.table.turn import Turn
from referee.judge.ways.may.setting import Setting
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import DEFENSE, OFFENSE, Act
from referee.state.pending import Due

AFTER_NEGOTIATES = ("deal", "no-deal", "quash")


def meet(on: Setting) -> None:
    """Lays what the command needs."""
    need = _NEEDS.get(on.command.verb)
    if need is not None:
        need(on)


def _launch(on: Setting) -> None:
    """The ships, and on a planet of the offense's own color a colony that it can meet there."""
    c, table = on.command, on.table
    on.sends(c.stacks)
    if table.defense == c.who == tbl.owner(c.planet) and c.planet not in on.stacks and c.planet in table.ships:
        on.colony(c.other or next(name for name in table.seats if name != c.who), 1, c.planet)


def _regroup(on: Setting) -> None:
    """A ship in the warp; and for the gate no colony, where the facts leave it open where the ships are."""
    who, to = on.table.turn, on.command.planet
    everywhere = to == tbl.GATE and not any(who in there for there in on.stacks.values())
    on.stand(who, on.table.owned[who] if everywhere else 1, tbl.WARP)
    if to and to != tbl.GATE:
        on.colony(who, 1, to)


def _invite(on: Setting) -> None:
    """The offense has invited before the defense does."""
    table = on.table
    if on.asked.before == table.turn:
        return
    if on.command.who == table.defense and table.phase == ph.ALLIANCE and table.turn not in table.invited:
        table.invited = {**table.invited, table.turn: ()}
        on.assume("table.assumed-invited", f"{table.turn}, the offense, has invited nobody")


def _answer(on: Setting) -> None:
    """Invited by the side's main player, and next to answer."""
    table, c = on.table, on.command
    if c.verb == "ally":
        on.sends(c.stacks)
    if table.phase != ph.ALLIANCE:
        return
    if not on.is_given("invited") and c.who not in table.mains():
        main = table.defense if c.side == DEFENSE else table.turn
        table.invited = {name: (c.who,) if name == main else () for name in table.mains()}
        on.assume("table.assumed-invited", f"{c.who} was invited by {main}")
    asked = set[str]().union(*table.invited.values())
    if c.who in asked:
        _others_answered(on, asked)


def _others_answered(on: Setting, asked: Container[str]) -> None:
    """Those who are asked before the player of the command have answered."""
    table, who = on.table, on.command.who
    order = table.clockwise(table.turn)
    for name in order[: order.index(who)] if who in order else order:
        if name in asked:
            table.answered = (*table.answered, name)
            on.assume("table.assumed-invited", f"{name} has answered")


def _reveal(on: Setting) -> None:
    on.table.revealed = False


def _owe(on: Setting, due: Due, rule: str, says: str) -> None:
    if on.table.phase == ph.RESOLUTION:
        on.table.due.append(due)
        on.assume_by(rule, says)


def _lose(on: Setting) -> None:
    """A failed deal, and ships where they are to be lost."""
    c = on.command
    on.sends(c.stacks)
    _owe(on, Due(c.who, "lose", on.law["deal.cost"].value, source="deal"), "deal.cost", "no deal was made")


def _return(on: Setting) -> None:
    """Ships of the player on the gate, or of a defensive ally beside the planet, and colonies where they go."""
    c, table = on.command, on.table
    place, side = (tbl.BESIDE, DEFENSE) if on.stands_on(c.who) == tbl.BESIDE else (tbl.GATE, OFFENSE)
    on.stand(c.who, sum(count for _, count in c.stacks) or 1, place)
    for to, _ in c.stacks:
        on.colony(c.who, 1, to)
    if c.who not in table.mains():
        table.allies = {**table.allies, c.who: side}
    here = on.stacks.get(place, {}).get(c.who, 0)
    sent = "rewards.return" if place == tbl.BESIDE else ""
    says = f"{ships_of(here)} of {c.who}'s have to return"
    _owe(on, Due(c.who, "return", here, place, sent), sent or "ships.went-back", says)


def _take(on: Setting) -> None:
    """Compensation that is owed."""
    c = on.command
    if on.is_given("turn") and on.is_given("defense") and c.who not in on.table.mains():
        return
    owed = c.number if on.asked.lost is None else on.asked.lost
    due = Due(c.who, "take", 1 if owed is None else owed, source=c.other)
    _owe(on, due, "compensation.owed", f"{c.who} collects compensation from {c.other}")


def _reward(on: Setting) -> None:
    """A defense that has won with the player's ships on its side, and ships in the warp where these are taken."""
    c, table = on.command, on.table
    if c.who in table.mains():
        return
    picks = on.stacks.get(tbl.BESIDE, {}).get(c.who, 0) or (c.ships or 0) + (c.number or 0)
    if c.ships:
        on.stand(c.who, c.ships, tbl.WARP)
    for to, _ in c.stacks:
        on.colony(c.who, 1, to)
    table.allies = {**table.allies, c.who: DEFENSE}
    says = f"the defense won, with {ships_of(picks)} of {c.who}'s on its side"
    _owe(on, Due(c.who, "reward", picks, as_ships=picks), "rewards.picks", says)


def _second(on: Setting) -> None:
    if on.asked.success is not None:
        on.table.successful = on.asked.success
        return
    on.table.successful = True
    on.assume_by("second.may", f"{on.table.turn}'s encounter was a success")


def _end(on: Setting) -> None:
    if on.table.phase == ph.RESOLUTION:
        on.assume_by("turn.unfinished", "everything that the outcome demands is done")


def _act(on: Setting) -> None:
    """Negotiates before a deal, allies for a force field, a side for a reinforcement or for a power of allies."""
    done, table = on.command.act, on.table
    if done is None:
        return
    if done.verb in AFTER_NEGOTIATES and table.phase == ph.RESOLUTION:
        on.assume_by("reveal.negotiates", "both main players have revealed a negotiate card")
        if done.verb == "quash":
            on.assume_by("deal.made", f"{' and '.join(table.mains())} have made a deal")
    elif done.verb == "force-field":
        _force_field(on, done)
    elif done.verb in ("use", "zap") and ph.is_after(table.phase, ph.ALLIANCE):
        _ally_by_power(on, done.who)
    elif done.verb == "reinforce" and ph.is_after(table.phase, ph.LAUNCH):
        _ally(on, done.who, done.side)


def _ally_by_power(on: Setting, who: str) -> None:
    """An ally, where a power of the player has a use for one and none for who is outside the encounter."""
    aliens = [on.rulebase.alien(name) for name in on.sheets_of(who)]
    used = [use.roles for alien in aliens if alien is not None for use in alien.uses]
    if any(admitted(BYSTANDER, roles) for roles in used):
        return
    sides = {OFFENSIVE_ALLY: OFFENSE, DEFENSIVE_ALLY: DEFENSE}
    side = next((side for role, side in sides.items() if any(admitted(role, roles) for roles in used)), "")
    if side:
        _ally(on, who, side)


def _force_field(on: Setting, done: Act) -> None:
    """Allies for a force field: those that it names; somebody, where it is for all and nobody is said to be one."""
    table = on.table
    names = done.args
    if names == ("all",) and not any(on.stands_on(name) for name in table.seats if name not in table.mains()):
        names = tuple(name for name in table.seats if name not in (*table.mains(), done.by))[:1]
    for name in names:
        _ally(on, name, OFFENSE)


def _ally(on: Setting, name: str, side: str) -> None:
    """An ally on this side, where nothing else is told of the player."""
    table = on.table
    if name in (*table.mains(), *on.asked.apart) or name not in table.seats:
        return
    place = on.stands_on(name)
    if not place:
        place = tbl.GATE if side == OFFENSE else tbl.BESIDE
        on.stand(name, 1, place)
    table.allies = {**table.allies, name: OFFENSE if place == tbl.GATE else DEFENSE}
    table.answered = (*table.answered, name)
    table.invited = {main: table.invited.get(main, ()) for main in table.mains()}


_NEEDS: dict[str, Callable[[Setting], None]] = {
    "launch": _launch,
    "regroup": _regroup,
    "invite": _invite,
    "ally": _answer,
    "decline": _answer,
    "reveal": _reveal,
    "lose": _lose,
    "return": _return,
    "take": _take,
    "reward": _reward,
    "second": _second,
    "acquire": _second,
    "end": _end,
    "act": _act,
}


def hold(on: Setting) -> None:
    """The cards of the command are in the hand they come from, where the hand is not told."""
    c, done = on.command, on.command.act
    who, cards = c.who, c.cards if c.verb in ("play", "discard") else ()
    if done is not None:
        who = done.by or (done.who if done.verb in ("reinforce", "flare", "tech") else "")
        cards = (card_of(done),)
    if who and who not in on.whose("hand"):
        for card in cards:
            if card not in ("", tbl.UNKNOWN):
                on.assumed.append(Finding(_held(on, card), True, (), (who, card)))


def _held(on: Setting, card: str) -> Rule:
    """By which a card is in hand: it rests on what it is held for, to be discarded or to be played."""
    if on.command.verb == "discard":
        held = on.law["discards.not-held"]
    else:
        held = Turn(on.table, on.rulebase, on.command, looks=True).held_to_play(card)
    return on.law["table.assumed-hand"].resting_on(held.cites)
