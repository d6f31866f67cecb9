"""The alliance phase (consolidated 5.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.book.power import CardText
from referee.judge.counted import Listed, ships_of
from referee.judge.powers.unapplied import states_of, typed
from referee.judge.table.launch import check_number, ships_allowed
from referee.judge.table.powers import check_not_lost, citing, happens, in_play
from referee.judge.table.reckoning import is_unknown
from referee.judge.table.turn import Turn, command
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import DEFENSE, OFFENSE, Act
from referee.state.pending import Due


@command("invite", ph.ALLIANCE)
def invite(on: Turn) -> None:
    """The offense invites first, then the defense, anybody but the main players (5.7.2.1).

    Who has invited may invite more, until the other main player has invited or somebody has answered.
    """
    table, c = on.table, on.command
    check_invites(on, c.who)
    others = " ".join(name for name in c.names if name not in table.mains())
    check_no_main_players(on, c.names, lambda: (f"invite {c.who}: {others or 'none'}",))
    invited = dict.fromkeys((*table.invited.get(c.who, ()), *c.names))
    table.invited = {**table.invited, c.who: tuple(invited)}
    rule = "alliance.offense-invites" if c.who == table.turn else "alliance.defense-invites"
    on.find(rule, list(c.names), c.who, " and ".join(c.names) or "nobody")
    close(on)


def check_no_main_players(on: Turn, names: Iterable[str], nearest: Callable[[], tuple[str, ...]]) -> None:
    """A main player cannot be an ally, nor be asked to be one (5.7.2.1.d)."""
    mains = on.table.mains()
    barred = next((name for name in names if name in mains), "")
    if barred:
        on.cannot("alliance.main-player", barred, nearest=nearest())


def check_invites(on: Turn, who: str) -> None:
    """Refuses an invitation by who is no main player, or not in its turn (5.7.2.1)."""
    table = on.table
    mains = table.mains()
    if who not in mains:
        missing = not_invited_yet(on)
        asked = " ".join(name for name in on.command.names if name not in mains) or "none"
        on.cannot("alliance.who-invites", who, *mains, nearest=(f"invite {missing}: {asked}",) if missing else ())
    if who == table.defense and table.turn not in table.invited:
        on.forbid("alliance.offense-invites-first", who, table.turn, nearest=(f"invite {table.turn}: none",))
    if who in table.invited and (_all_invited(on) if who == table.turn else table.answered):
        on.forbid("alliance.invited-once", who, nearest=answers(on))


def waiting(on: Turn) -> list[str]:
    """The invited players who have not answered yet, in the order in which they answer (5.7.2.2.a)."""
    table = on.table
    asked = sum(table.invited.values(), ())
    if table.acts:
        asked = (*asked, *forced(on))
    found: list[str] = []
    if asked:
        answered = table.answered
        for name in table.clockwise(table.turn):
            if name in asked and name not in answered:
                found.append(name)
    return found


def forced(on: Turn) -> dict[str, tuple[str, str]]:
    """By the name of who has to join a side: that side, and the player who made it."""
    found = {}
    for power, args in in_play(on, "forces_ally"):
        found.update({name: (on.side_of(power.who), power.who) for name in args if name in on.table.seats})
    for _, maker, _, args in techs_that_make_join(on):
        found.update({name: (on.side_of(maker), maker) for name in args if name in on.table.seats})
    return found


def techs_that_make_join(on: Turn) -> list[tuple[CardText, str, int, tuple[str, ...]]]:
    """(card, who, how many ships, what was said) for the techs of this encounter that make somebody join a player."""
    found: list[tuple[CardText, str, int, tuple[str, ...]]] = []
    for who, name, args in on.techs_played():
        card = on.rulebase.card(name)
        if card is not None:
            found += [(card, who, own["ships"], args) for verb, own in card.effects if verb == "makes_join"]
    return found


def must_send(on: Turn, who: str) -> tuple[str, int, int] | None:
    """The side that a player was made to join, with at least and at most so many ships; None where nobody made it.

    That is as many as it can send, up to those of the main player who made it, or as many as a tech says; it need not
    give up a colony for that.
    """
    if not on.table.acts or who not in forced(on):
        return None
    table, (side, maker) = on.table, forced(on)[who]
    most = table.at(tbl.GATE if side == OFFENSE else table.target, maker)
    for _, _, ships, args in techs_that_make_join(on):
        most = ships if who in args else most
    most = min(ships_allowed(on, "alliance.ships", who)[1], most)
    spare = sum(table.at(place, who) - 1 for place in table.colonies(who))
    return side, min(most, spare), most


def _check_forced(on: Turn, side: str, ships: int) -> None:
    who = on.command.who
    made = must_send(on, who)
    if made is None:
        return
    to, least, most = made
    if (side and side != to) or not least <= ships <= most:
        techs = [tech for tech, _, _, args in techs_that_make_join(on) if who in args]
        flares = [power.use.rule for power, args in in_play(on, "forces_ally") if who in args]
        card = techs[-1].rule if techs else flares[-1]
        with citing(on, card.cites):
            rule = "played.must-join" if techs else "flares.must-join"
            on.forbid(rule, who, to, least, ships_of(most), nearest=(f"ally {who} {to} {max(least, 1)}",))


def cancel_alliances(on: Turn, names: list[str]) -> None:
    """These players are no allies any more and take their ships home."""
    table = on.table
    for name in names:
        place = tbl.GATE if table.allies[name] == OFFENSE else tbl.BESIDE
        table.due.append(Due(name, "return", table.at(place, name), place))
        on.find("alliance.cancelled", table.at(place, name), name)
    table.allies = {name: side for name, side in table.allies.items() if name not in names}


def joined_by_power(on: Turn, zap: Act) -> str:
    """The zapped power by which alone its player is an ally, if nobody asked it and nothing made it join; or none."""
    table, who = on.table, zap.who
    side = table.allies.get(who)
    if side is None or who in table.invited.get(table.turn if side == OFFENSE else table.defense, ()):
        return ""
    joins = {
        alien.name
        for alien in on.sheets(who)
        for use in alien.uses
        if any(effect.verb == "join_uninvited" for effect in use.effects)
    }
    zapped = joins & {zap.name} if zap.name else joins
    return "" if who in forced(on) else next(iter(zapped), "")


def _all_invited(on: Turn) -> bool:
    return not not_invited_yet(on)


def close(on: Turn) -> None:
    """When both have invited and everybody asked has answered, cards are selected."""
    if on.table.phase == ph.ALLIANCE and _all_invited(on) and not waiting(on):
        form(on)


def form(on: Turn) -> None:
    """The alliances are formed: the planning phase begins, with what powers do then."""
    on.table.phase = ph.PLANNING
    on.take_up(ph.PLANNING)
    happens(on, "alliances")


def answers(on: Turn) -> tuple[str, ...]:
    """What the next player to answer may say."""
    queue = waiting(on)
    missing = not_invited_yet(on)
    if missing:
        return (f"invite {missing}: none",)
    if not queue:
        return ()
    name = queue[0]
    if not on.table.colonies(name):
        return (f"decline {name}",)
    sides = [side for side, main in _sides(on) if name in on.table.invited.get(main, ())]
    made = must_send(on, name)
    if made is not None and made[1]:
        return (f"ally {name} {made[0]} {made[1]}",)
    return (*(f"ally {name} {side} 1" for side in sides), f"decline {name}")


def _sides(on: Turn) -> tuple[tuple[str, str], tuple[str, str]]:
    return (OFFENSE, on.table.turn), (DEFENSE, on.table.defense)


def not_invited_yet(on: Turn) -> str:
    """The main player who has still to invite, or nobody (an empty text)."""
    table = on.table
    if table.turn not in table.invited:
        return table.turn
    return table.defense if table.defense not in table.invited else ""


@command("ally", ph.ALLIANCE, ph.PLANNING)
def ally(on: Turn) -> None:
    """An invited player joins one side with one to four ships, in turn order (5.7.2.2, 5.7.3, 5.7.4, 5.7.5)."""
    table, c = on.table, on.command
    main = table.turn if c.side == OFFENSE else table.defense
    if c.who in table.mains() or table.allies.get(c.who, c.side) != c.side:
        _ask_of_both_sides(on, c.who)
    check_no_main_players(on, (c.who,), lambda: answers(on))
    if c.who in table.allies:
        rule = "alliance.one-side" if table.allies[c.who] != c.side else "alliance.answered"
        following = answers(on) or (() if table.cards else (f"play {table.turn} ?",))
        on.cannot(rule, c.who, nearest=following, history=("undo",))
    if table.cards:
        on.forbid("alliance.too-late", c.who, history=("undo",))
    missing = not_invited_yet(on)
    if missing:
        on.forbid("alliance.answers-follow", c.who, missing, nearest=(f"invite {missing}: {c.who}",))
    _check_invited(on, main)
    if c.who in table.answered:
        on.forbid("alliance.answered", c.who, history=("undo",))
    _in_turn(on)
    _check_forced(on, c.side, c.ships or 0)
    _join(on)


def _ask_of_both_sides(on: Turn, who: str) -> None:
    """A sheet that lets its owner stand on both sides is not applied: the players state what that comes to."""
    if on.sheet_lifting(who, "sides") is None:
        return
    for name in on.table.aliens.get(who, ()):
        alien = on.rulebase.alien(name)
        if alien is not None and "sides" in alien.lifts:
            rule = on.law["powers.both-sides"].citing(alien.rule)
            on.refuse(rule, who, alien.name, typed(who, alien.name, states_of(alien)))


def _check_invited(on: Turn, main: str) -> None:
    """Nobody joins whom the main player did not invite, unless a card forces it or a power lets it (5.7.2.2)."""
    who = on.command.who
    if who in on.table.invited.get(main, ()) or who in forced(on) or on.alien_allows(who, "join_uninvited") is not None:
        return
    if on.effect_of(who, "join_uninvited", tbl.LOST) is not None:
        check_not_lost(on, who, answers(on))
    on.forbid("alliance.uninvited", who, main, nearest=answers(on), history=(f"invite {main}: {who}",))


def _in_turn(on: Turn) -> None:
    """Nobody answers before those who sit nearer to the offense's left, or after those beyond (5.7.2.2.a, 5.7.4)."""
    who, order, queue = on.command.who, on.table.clockwise(on.table.turn), waiting(on)
    if queue and queue[0] == who:
        return
    earlier = [name for name in queue if order.index(name) < order.index(who)]
    if earlier:
        on.forbid("alliance.in-turn", who, earlier[0], nearest=answers(on))
    later = [name for name in on.table.answered if order.index(name) > order.index(who)]
    if later and who not in queue:
        on.forbid("alliance.turn-passed", who, later[0], nearest=answers(on))


def may_join_uninvited(on: Turn, who: str) -> bool:
    """Whether a player whom nobody asked may join now, because its power lets it and it is its turn to answer."""
    table = on.table
    if who in table.mains() or who in table.answered or table.cards or not_invited_yet(on):
        return False
    order = table.clockwise(table.turn)
    at = order.index(who)
    if any(order.index(name) < at for name in waiting(on)) or any(order.index(name) > at for name in table.answered):
        return False
    return on.alien_allows(who, "join_uninvited") is not None


def _join(on: Turn) -> None:
    table, c = on.table, on.command
    check_number(on, "alliance.ships", lambda ships: f"ally {c.who} {c.side} {ships}")
    ships = c.ships or 0
    main = table.turn if c.side == OFFENSE else table.defense
    uninvited = None if c.who in table.invited.get(main, ()) else on.alien_allows(c.who, "join_uninvited")
    text = f"ally {c.who} {c.side} {ships}"
    _stands_by(on)
    stacks = on.taken_from("alliance.from-colonies", c.who, ships, c.stacks, (text,))
    for place, here in stacks:
        if place == table.target:
            on.find("alliance.bystander-ships", here, c.who, ships_of(here), table.target)
    on.send(c.who, stacks, tbl.GATE if c.side == OFFENSE else tbl.BESIDE)
    table.allies = {**table.allies, c.who: c.side}
    table.answered = (*table.answered, c.who)
    rule = "alliance.joins-offense" if c.side == OFFENSE else "alliance.joins-defense"
    sources = () if uninvited is None else (uninvited,)
    on.find(rule, ships, c.who, ships_of(ships), table.target, sources=sources)
    _tell_side(on, main, c.side)
    happens(on, "joined", player=c.who)
    close(on)


def _tell_side(on: Turn, main: str, side: str) -> None:
    """How many ships a side has in the encounter now, and whose they are; `~` marks a count that is reckoned."""
    table, place = on.table, on.table.target if side == DEFENSE else tbl.GATE
    if table.unknown and is_unknown(table, main, place):
        return
    own = table.at(place, main)
    allies = table.ships[tbl.BESIDE if side == DEFENSE else tbl.GATE]
    stacks: dict[str, Any] = {main: own, **allies} if own else allies
    total = sum(stacks.values())
    if own and place in table.reckoned.get(main, ()):
        stacks = {**stacks, main: f"~{own}"}
    on.find("alliance.side-has", total, side, ships_of(total), Listed(stacks.items()))


def _stands_by(on: Turn) -> None:
    """A player with ships on the target planet is free to ally with either side or with nobody (2.3.5.4)."""
    if on.table.at(on.table.target, on.command.who):
        on.find("alliance.bystander", True, on.command.who, on.table.target)


@command("decline", ph.ALLIANCE)
def decline(on: Turn) -> None:
    """A player turns down what was asked, in turn order (5.7.6, 5.7.4)."""
    table, who = on.table, on.command.who
    queue = waiting(on)
    if who in table.answered:
        on.cannot("alliance.answered", who, history=("undo",))
    if who not in queue:
        on.cannot("alliance.not-asked", who, nearest=answers(on))
    missing = not_invited_yet(on)
    if missing:
        on.forbid("alliance.answers-follow", who, missing, nearest=(f"invite {missing}: none",))
    if queue[0] != who:
        on.forbid("alliance.in-turn", who, queue[0], nearest=answers(on))
    _check_forced(on, "", 0)
    table.answered = (*table.answered, who)
    _stands_by(on)
    on.find("alliance.declines", True, who)
    close(on)
