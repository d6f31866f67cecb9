"""Destiny: the card that says whom the offense meets (consolidated 5.5)."""

from __future__ import annotations

from referee.book.names import near
from referee.judge.counted import cards_of
from referee.judge.pictures import pictured
from referee.judge.table import extra, limbo
from referee.judge.table.ending import lapse
from referee.judge.table.meeting import (
    OTHER,
    aim_at,
    all_drawn,
    can_be_met,
    everywhere,
    is_met_all_the_same,
    named_by_special,
    without_homes,
)
from referee.judge.table.powers import happens
from referee.judge.table.setting import counted, destiny_cards
from referee.judge.table.start import leave_start, next_steps, over_before_destiny
from referee.judge.table.turn import Turn, command
from referee.state import phases as ph
from referee.state import table as tbl


def _check_color(on: Turn) -> None:
    """Refuses a destiny card in the color of nobody who plays."""
    table, who = on.table, on.command.who
    if who not in table.seats:
        seats = near(who.casefold(), table.seats, len(table.seats), 0.5) or table.clockwise(table.turn)
        on.cannot("setup.color-not-chosen", who, nearest=[f"{on.command.word or 'destiny'} {name}" for name in seats])


def _check_not_again(on: Turn) -> None:
    """Another destiny card is drawn only where the offense's own color came up (5.5)."""
    table = on.table
    if table.phase == ph.LAUNCH and table.defense != table.turn:
        target = table.home_planets(table.defense)[0]
        on.forbid("destiny.again", table.defense, nearest=(f"launch {table.turn} 1 at {target}",))


@command("destiny", ph.START, ph.REGROUP, ph.DESTINY, ph.LAUNCH)
def destiny(on: Turn) -> None:
    """The destiny card names the defense, or is discarded for another (5.5)."""
    table, who = on.table, on.command.who
    _check_color(on)
    against = extra.bound(table)
    if not against and table.defense in ("", table.turn):
        _check_left(on)
    if over_before_destiny(on):
        return
    _check_not_again(on)
    if against:
        _meets(on, against)
        if who == against:
            return
    happens(on, "draw")
    _check_kind(on)
    _draw_destiny(on)
    _turn_cone(on)
    limbo.slide(on)
    table.phase = ph.DESTINY
    table.defense = ""
    if on.command.word == "wild":
        _wild(on, who)
    elif on.command.word == "special":
        _special(on, who)
    else:
        on.tell(pictured(on.law, "destiny.drawn", who), f"a card of {who}'s color", table.turn)
    if table.comet:
        on.find("destiny.comet-counts", True, table.comet)
    named(on, who)
    happens(on, "destiny", target="" if on.command.word == "wild" else who)


def _check_kind(on: Turn) -> None:
    """Whether the edition has such a destiny card (5.5.3)."""
    kinds, drawn = on.law["destiny.drawn"].value, on.command.word or "color"
    for kind in (drawn, "reverse") if on.command.reverse else (drawn,):
        if kind not in kinds:
            known = ", ".join(kinds)
            on.forbid("destiny.kinds", kind, known, nearest=(f"destiny {on.command.who}",))
    if drawn == "wild" and on.command.reverse:
        players = len(on.table.seats)
        if players == on.law["setup.reverse-wild-out"].value:
            on.forbid("setup.reverse-wild-out", players, nearest=(f"wild {on.command.who}",))


def _turn_cone(on: Turn) -> None:
    """The card drawn last shows which side of the cone is up, where there are two."""
    table, reverse = on.table, on.command.reverse
    if reverse and on.law["cone.ignored"].value:
        on.find("cone.not-turned", True)
        reverse = False
    elif reverse:
        on.find("cone.shown", True)
    elif table.reverse:
        on.find("cone.turned-back", True)
    table.reverse = reverse


@command("comet", ph.START, ph.REGROUP, ph.DESTINY, ph.LAUNCH)
def comet(on: Turn) -> None:
    """A comet is noted and another card drawn; of several for one encounter only the first counts."""
    table = on.table
    if "comet" not in on.law["destiny.drawn"].value:
        on.forbid("destiny.kinds", "comet", ", ".join(on.law["destiny.drawn"].value), nearest=next_steps(on))
    leave_start(on)
    if table.defense and table.defense != table.turn:
        on.forbid("destiny.again", table.defense)
    _check_left(on)
    _draw_destiny(on)
    table.phase = ph.DESTINY
    if table.comet:
        on.find("destiny.comet-ignored", True, on.command.word, table.comet)
        return
    table.comet = on.command.word
    on.find("destiny.comet", True, table.turn, on.command.word)


def _meets(on: Turn, against: str) -> None:
    """A card names with whom an encounter out of turn is: no destiny card is drawn for it."""
    table, who = on.table, on.command.who
    if who != against:
        on.forbid("extra.other", table.turn, against, who, nearest=(f"destiny {against}",))
    elif extra.can_meet(on, table.turn, against):
        on.find("extra.no-destiny", True, table.turn, against)
        aim_at(on, against)
    else:
        on.find("extra.not-met", True, table.turn, against)
        lapse(on)


def named(on: Turn, who: str) -> None:
    """The destiny card of a player: it is the defense, unless the card is the offense's own, or is discarded."""
    if who == on.table.turn:
        _own_color(on, who)
    elif without_homes(on, who):
        on.find("destiny.no-home-colonies", True, who)
    elif everywhere(on, who):
        on.find("destiny.everywhere", True, on.table.turn, who)
    else:
        on.find("destiny.defense", who, who)
        aim_at(on, who)


def _own_color(on: Turn, who: str) -> None:
    """A foreign colony at home, an empty planet of one's own, or another card; perhaps nothing but that."""
    table = on.table
    stacks = [table.ships[place] for place in table.home_planets(who)]
    options = []
    shared = on.law["launch.shared-planet"].value == "allowed"
    if any(set(stack) - {who} and (shared or who not in stack) for stack in stacks):
        options.append("it may aim at a foreign colony at home")
    if not all(stacks):
        options.append("it may land on an empty planet of its own")
    if options:
        on.find("destiny.own", True, who, ", ".join(options))
    else:
        on.find("destiny.own-again", True, who)
    aim_at(on, who)


def _wild(on: Turn, who: str) -> None:
    """The offense picks any other player whom it can encounter at home; with nobody to be met the card is discarded."""
    table = on.table
    others = can_be_met(on)
    if who == table.turn and on.law["destiny.wild-other"].value != "anyone":
        on.forbid("destiny.wild-other", who, nearest=_cards("wild", others))
    if others and who != table.turn:
        is_met_all_the_same(on, who, _cards("wild", others))
    on.find("destiny.drawn", "a wild card", table.turn)
    on.find("destiny.wild-own" if who == table.turn else "destiny.wild", who, table.turn, who)


def _special(on: Turn, who: str) -> None:
    """The card names whoever meets its condition; it counts as a color card of that player (5.5.3.1)."""
    table = on.table
    named = named_by_special(table)
    nearest = _cards("special", tuple(dict.fromkeys(named.values())))
    if who == table.turn:
        on.forbid("destiny.special-other", who, nearest=nearest)
    elif on.law["destiny.special-condition"].value == "as-the-card-says":
        on.find("destiny.drawn", "a special card", table.turn)
        on.find("destiny.special", True, who)
        on.find("destiny.named", True, who, table.turn)
        return
    elif who not in named.values():
        on.forbid("destiny.special-condition", who, *named.values(), nearest=nearest)
    on.find("destiny.drawn", "a special card", table.turn)
    _tell_condition(on, who, [rule for rule, name in named.items() if name == who])
    on.find("destiny.special", True, who)


def _tell_condition(on: Turn, who: str, met: list[str]) -> None:
    """What makes a player the one whom a special card names; that of the warp only where no printed card does."""
    table = on.table
    if "destiny.most-cards" in met:
        on.find("destiny.most-cards", cards_of(len(table.hands[who])), who)
    if "destiny.most-foreign" in met:
        on.find("destiny.most-foreign", len(table.foreign_colonies(who)), who)
    if met == ["destiny.fewest-warp"]:
        on.find("destiny.fewest-warp", table.at(tbl.WARP, who), who)


def _cards(kind: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Cards of this kind that could be turned up instead, as they are typed: at most two."""
    return tuple(f"{kind} {name}" for name in dict.fromkeys(names[:2]))


def _draw_destiny(on: Turn) -> None:
    """The last card is not drawn: with the discards it becomes a new deck, out of which the card comes (5.5.4)."""
    table, left, drawn = on.table, on.table.destiny_deck, _drawn_now(on)
    if left is None:
        return
    if left <= 1:
        on.find("destiny.last-card", left, cards_of(left))
        whole = destiny_cards(len(table.seats), on.law)
        if whole is not None:
            on.find("setup.destiny", whole, sources=counted(on.law))
        table.destiny_deck, table.destiny_drawn = None if whole is None else whole - 1, (drawn,)
        return
    table.destiny_deck, table.destiny_drawn = left - 1, (*table.destiny_drawn, drawn)


def _check_left(on: Turn) -> None:
    """A card of this color has to be left in the deck: said before a regroup is asked for, which would not help."""
    drawn = _drawn_now(on)
    most = all_drawn(on, (drawn,)).get(drawn)
    if most is None:
        return
    gone = all_drawn(on, on.table.seats)
    left_over = [name for name in on.table.seats if name not in gone]
    of = "no color" if drawn == OTHER else f"{drawn}'s color"
    on.cannot("destiny.all-drawn", most, of, nearest=_cards("destiny", tuple(left_over)))


def _drawn_now(on: Turn) -> str:
    """Of which cards of the destiny deck the one is that is drawn: a color, or none."""
    return OTHER if on.command.word else on.command.who
