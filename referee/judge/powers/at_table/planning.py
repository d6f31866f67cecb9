"""Powers used while the encounter cards are selected."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.board import cards_of, ships_of
from referee.judge.powers.at_table.moments import (
    cards_said,
    check_moment,
    check_once,
    earlier,
    is_before_reveal,
    is_before_selection,
    is_moment,
    is_used,
    opponent_now,
)
from referee.judge.table.losses import were_lost
from referee.judge.table.places import each_way, places_said, sources_said, with_places
from referee.judge.table.powers import Power, as_typed, carries_out, offers, sheet_named, when
from referee.judge.table.turn import Turn, stacks_of
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.encounter import OFFENSE, Act

# -- before cards are selected -----------------------------------------------------------------------------------------


@carries_out("sacrifice", ruled=True)
def sacrifice(on: Turn, power: Power, done: Act) -> None:
    """`most`, `cards`: up to so many ships from colonies go to the warp, and so many cards are drawn for each.

    The outcome reckons with it too: such ships were not lost by the encounter. With `uninvolved`, none come from the
    encounter itself.
    """
    check_moment(on, power)
    if power.use.played is None:
        check_once(on, power)
    most = _to_give_up(on, power)
    ships = next((int(arg) for arg in done.args if arg.isdigit()), 0)
    if not 1 <= ships <= most:
        typed = as_typed("flare", power.who, power.use.alien) if power.use.played is not None else f"use {power.who}"
        nearest = (f"{typed} {most}",) if most else ()
        rule = "flares.too-many" if power.use.played is not None else "powers.too-many"
        on.forbid(rule, power.who, ships_of(ships), power.args["most"], nearest=nearest)
    stacks = sources_said(on, done, "launch.from-colonies", ships, _involved(on, power))
    on.send(power.who, stacks, tbl.WARP)
    were_lost(on, power.who, ships)
    cards = ships * power.args.get("cards", 0)
    drawn = on.draw(power.who, cards) if cards else 0
    on.steps.append(power.finding(ships, ships_of(ships), cards_of(drawn)))


def _to_give_up(on: Turn, power: Power) -> int:
    """How many ships may be given up, as far as there are any."""
    table, who = on.table, power.who
    involved = sum(table.at(place, who) for place in _involved(on, power))
    most: int = min(power.args["most"], table.on_colonies(who) - involved)
    return most


def _involved(on: Turn, power: Power) -> tuple[str, ...]:
    """The planet off which no ships are given up: the target, where none may come from the encounter itself."""
    return (on.table.target,) if power.args.get("uninvolved") and power.who == on.table.defense else ()


@offers("sacrifice")
def _sacrifices(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    now = is_before_selection(on) and not is_used(on, power) if power.use.played is None else is_moment(on, power)
    for ships in range(1, _to_give_up(on, power) + 1) if now else ():
        yield from ((str(ships), *places) for places in each_way(on, power.who, ships, _involved(on, power)))


@carries_out("swaps_hands")
def swap_hands(on: Turn, power: Power, done: Act) -> None:
    """The main players exchange their whole hands and keep them; a defense that needs a new hand draws that first.

    With `anyone`, the owner can name another player for it.
    """
    table, who = on.table, power.who
    check_once(on, power)
    on.check_new_hand(who)
    named = [name for name in done.args if name in table.seats and name != who]
    other = named[0] if named and power.args.get("anyone") else opponent_now(on, power)
    if named and named[0] != other:
        on.cannot("uses.main-player", who, named[0], other, nearest=(f"use {who} {other}",))
    table.hands = {**table.hands, who: table.hands[other], other: table.hands[who]}
    on.steps.append(power.finding(True, other))
    for name in (who, other):
        on.find("table.hand-size", len(table.hands[name]), name)


@offers("swaps_hands")
def _swaps(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if not is_before_selection(on) or is_used(on, power):
        return
    if power.args.get("anyone"):
        yield from ((name,) for name in on.table.clockwise(power.who) if name != power.who)
    else:
        yield ()


# -- between selecting and revealing -----------------------------------------------------------------------------------


@carries_out("changes_ships", ruled=True)
def change_ships(on: Turn, power: Power, done: Act) -> None:
    """The owner's ships in the encounter become as many as it says: more off its colonies, or fewer, back to these.

    `3` is the number of ships then, `+3` so many more and `-3` so many fewer; colonies say from or to where. With
    `by`, the number changes by so many at most.
    """
    table, who = on.table, power.who
    check_moment(on, power)
    if power.use.played is None:
        check_once(on, power)
    place = _place(on, who)
    have = table.at(place, who)
    if not have:
        on.cannot("uses.none-involved", who)
    most = have + sum(table.at(colony, who) for colony in _colonies(on, who))
    said = next((arg for arg in done.args if arg.lstrip("+-").isdigit()), "")
    wanted = (have if said.startswith(("+", "-")) else 0) + int(said or -1)
    if not 0 <= wanted <= most:
        typed = as_typed("flare", who, power.use.alien) if power.use.played is not None else f"use {who}"
        on.cannot("uses.how-many", who, most, nearest=(f"{typed} {most}", f"{typed} 0"))
    if "by" in power.args and abs(wanted - have) > power.args["by"]:
        on.forbid("uses.shifts", who, power.args["by"])
    if wanted > have:
        _bring_in(on, who, wanted - have, place, done)
    elif wanted < have:
        _take_back(on, who, have - wanted, place, done)
    on.steps.append(power.finding(wanted, ships_of(wanted)))


@offers("changes_ships")
def _numbers(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    table, who = on.table, power.who
    have = table.at(_place(on, who), who)
    now = is_before_reveal(on) and not is_used(on, power) if power.use.played is None else is_moment(on, power)
    if not have or not now:
        return
    colonies = _colonies(on, who)
    most = have + sum(table.at(colony, who) for colony in colonies)
    by = power.args.get("by", most)
    least = max(have - by, 0) if colonies else have + 1
    place = _place(on, who)
    barred = () if place in tbl.PLACES else (place,)
    for ships in range(least, min(most, have + by) + 1):
        if ships < have:
            yield (str(ships),)
        elif ships > have:
            yield from ((str(ships), *places) for places in each_way(on, who, ships - have, barred))


def _place(on: Turn, who: str) -> str:
    """Where a player's ships in the encounter stand: a defending ally's beside the target planet."""
    if who in on.table.allies:
        return tbl.GATE if on.table.allies[who] == OFFENSE else tbl.BESIDE
    return tbl.GATE if who == on.table.turn else on.table.target


def _colonies(on: Turn, who: str) -> list[str]:
    """The colonies of a player whose ships are not in the encounter."""
    return [place for place in on.table.colonies(who) if place != _place(on, who)]


def _bring_in(on: Turn, who: str, ships: int, to: str, done: Act) -> None:
    barred = () if to in tbl.PLACES else (to,)  # those in the encounter are not brought in once more
    on.send(who, sources_said(on, done, "uses.from-colonies", ships, barred), to)


def _take_back(on: Turn, who: str, ships: int, place: str, done: Act) -> None:
    colonies = _colonies(on, who)
    if not colonies:
        on.cannot("uses.from-colonies", who, "it has no other colony")
    way = on.homes_for(who, ships, (place,))
    stacks = places_said(on, done, ships) or way
    for colony, _ in stacks:
        if colony not in colonies:
            on.cannot("uses.from-colonies", who, f"{colony} is none", nearest=(with_places(on, done, ships, way),))
    if sum(count for _, count in stacks) != ships:
        said = ships_of(sum(count for _, count in stacks))
        on.cannot("turn.more-than-due", who, said, ships_of(ships), nearest=(with_places(on, done, ships, way),))
    on.find("ships.went-back", ships, who, stacks_of(stacks))
    for colony, count in stacks:
        on.send(who, [Stack(place, count)], colony)


@carries_out("stakes_cards", ruled=True)
def stake_cards(on: Turn, power: Power, done: Act) -> None:
    """All cards that lie beside the target planet count for the defense; the use is kept with their values.

    `sign`: -1 where they are taken off its total instead.
    """
    table, who = on.table, power.who
    if any(not _laid(on, act) for act in earlier(on, who, power.use.alien)):
        on.forbid("uses.once", who, history=("undo",))
    cards = table.aside.get(table.target, ())
    if not cards or (done.args and sorted(done.args) != sorted(cards)):
        nearest = (f"use {who}",) if cards else ()
        on.cannot("uses.no-cards", who, " and ".join(cards) or "no card", table.target, nearest=nearest)
    table.acts = (*table.acts[:-1], Act("use", who, name=sheet_named(on, power), args=cards))
    total = power.args.get("sign", 1) * sum(int(card) for card in cards)
    on.steps.append(power.finding(total, " and ".join(cards)))


@offers("stakes_cards")
def _stakes(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if is_before_reveal(on) and on.table.aside.get(on.table.target):
        yield ()


# -- cards laid beside planets, when destiny is drawn ------------------------------------------------------------------


@carries_out("lays_card")
def lay_card(on: Turn, power: Power, done: Act) -> None:
    """An attack card out of the owner's hand is laid faceup beside any planet, one in an encounter."""
    table, who = on.table, power.who
    if any(_laid(on, act) for act in earlier(on, who, power.use.alien)):
        on.forbid("uses.once", who, history=("undo",))
    card = next(iter(cards_said(on, done)), "")
    planet = next((arg for arg in done.args if arg in table.planets()), "")
    if not planet:
        on.cannot("uses.which-planet", who, nearest=(f"use {who} {card or '?'} {table.home_planets(who)[0]}",))
    if card in ("", tbl.UNKNOWN):
        on.cannot("uses.which-card", who)
    if not card.lstrip("-").isdigit():
        on.cannot("uses.attack-only", who, card)
    on.take_out(who, card)
    table.aside[planet] = (*table.aside.get(planet, ()), card)
    on.steps.append(power.finding(card, card, planet))


@offers("lays_card")
def _lays(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    table = on.table
    if table.phase == ph.LAUNCH and not is_used(on, power):
        for card in dict.fromkeys(table.hands[power.who]):
            if card.lstrip("-").isdigit():
                yield from ((card, planet) for planet in table.planets())


def _laid(on: Turn, act: Act) -> bool:
    """Whether a use laid a card: it names the planet."""
    return any(arg in on.table.ships for arg in act.args)


# -- a second hand -----------------------------------------------------------------------------------------------------


@when("setup", "keeps_hoard")
def keep_hoard(on: Turn, power: Power) -> None:
    """`cards`: so many are dealt as a second hand, which lies apart from then on."""
    if power.who in on.table.aside:
        return
    dealt = power.args["cards"]
    if on.table.deck is None:  # nobody counted it, as before a game begins
        on.table.aside[power.who] = (tbl.UNKNOWN,) * dealt
    else:
        dealt = _dealt_apart(on, power.who, dealt)
    on.steps.append(power.finding(dealt, cards_of(dealt)))


def _dealt_apart(on: Turn, who: str, count: int) -> int:
    """Deals so many cards off the deck that lie apart from the hand; returns how many came."""
    table = on.table
    hand = table.hands[who]
    table.hold(who, ())
    drawn = on.draw(who, count)
    table.aside[who] = table.hands[who]
    table.hold(who, hand)
    return drawn


@carries_out("plays_from_hoard")
def play_from_hoard(on: Turn, power: Power, done: Act) -> None:
    """A card out of the hoard is taken to be played as though from hand; without a card, the hoard is laid anew.

    It is only for a hoard without encounter cards, which its owner shows; the new one has `cards`.
    """
    table, who = on.table, power.who
    hoard = table.aside.get(who, ())
    said = cards_said(on, done)
    if not said:
        _lay_anew(on, power, hoard)
        return
    card = said[0].strip('"')
    if card not in hoard and tbl.UNKNOWN not in hoard:
        held = dict.fromkeys(name for name in hoard if _can_be_played(on, who, name))
        on.cannot("uses.not-in-hoard", who, card, nearest=tuple(f"use {who} {name}" for name in held))
    if not _can_be_played(on, who, card):
        on.forbid("uses.hoard-when", who, card)
    left = list(hoard)
    left.remove(card if card in left else tbl.UNKNOWN)
    table.aside[who] = tuple(left)
    table.gain(who, card)
    on.steps.append(power.finding(card, card if card != tbl.UNKNOWN else "a card"))


def _lay_anew(on: Turn, power: Power, hoard: tuple[str, ...]) -> None:
    who = power.who
    if tbl.UNKNOWN in hoard:
        on.presume("uses.hoard", f"{who}'s hoard holds no encounter card")
    on.discard(hoard)
    drawn = _dealt_apart(on, who, power.args["cards"])
    on.find("uses.hoard", drawn, who, cards_of(drawn))


@when("card-back", "plays_from_hoard")
def back_to_hoard(on: Turn, power: Power, whose: str, card: str) -> None:
    """A card that was played out of the hoard and comes back to hand goes back to the hoard."""
    if whose != power.who or not any(card in _names(act) for act in earlier(on, whose)):
        return
    on.give_up(whose, card)
    on.table.aside[whose] = (*on.table.aside.get(whose, ()), card)
    on.find("uses.hoard", len(on.table.aside[whose]), whose, cards_of(len(on.table.aside[whose])))


def _names(act: Act) -> list[str]:
    return [arg.strip('"') for arg in act.args]


@offers("plays_from_hoard")
def _hoarded(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    hoard = on.table.aside.get(power.who, ())
    known = [card for card in dict.fromkeys(hoard) if card != tbl.UNKNOWN]
    yield from ((card,) for card in known if _can_be_played(on, power.who, card))
    if tbl.UNKNOWN not in hoard:  # no encounter card can have come back into it
        yield ()


def _can_be_played(on: Turn, who: str, card: str) -> bool:
    """Whether a card can be played at this moment as far as its type tells: an encounter card to be selected."""
    table = on.table
    if card == tbl.UNKNOWN or not on.is_encounter_card(card):
        return True
    return table.phase == ph.PLANNING and who in table.mains() and who not in table.cards
