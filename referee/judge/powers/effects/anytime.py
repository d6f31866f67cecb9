"""Flares that can be played in any phase."""

from __future__ import annotations

from collections.abc import Iterator

from referee.judge.board import cards_of, ships_of
from referee.judge.powers.asked import card_named, check_how_many, not_now, number_said, which_card
from referee.judge.powers.at_table import found
from referee.judge.powers.effect import Effect
from referee.judge.powers.moments import cards_said
from referee.judge.table.dues import check_onto_colony
from referee.judge.table.places import each_way
from referee.judge.table.played import standing
from referee.judge.table.powers import Power, as_typed
from referee.judge.table.resolution import note_winning
from referee.judge.table.turn import Turn
from referee.state import table as tbl
from referee.state.encounter import Act

SETTLES_POWERLESS = Effect("settles_powerless")


@SETTLES_POWERLESS.carried_out()
def settle_powerless(on: Turn, power: Power, done: Act) -> None:
    """One ship off a colony founds a colony on a home planet of a player who has lost its power."""
    place = _planet(on, power, done, _powerless(on, power))
    found(on, power, place, 1, done)
    on.steps.append(power.finding(1, place))


def _powerless(on: Turn, power: Power) -> list[str]:
    """The home planets of the other players who have lost their powers."""
    table = on.table
    lost = [name for name in table.clockwise(power.who) if table.powers.get(name) == tbl.LOST]
    return [place for name in lost for place in table.home_planets(name)]


def _planet(on: Turn, power: Power, done: Act, planets: list[str]) -> str:
    """The planet that is named first, if it is one of these."""
    place = next((arg for arg in done.args if arg in on.table.ships), "")
    if not planets:
        not_now(on, power)
    if place not in planets:
        nearest = tuple(f"{done.verb} {power.who} {done.name} {planet}" for planet in planets[:3])
        on.cannot("flares.which-planet", power.who, card_named(power), " or ".join(planets[:3]), nearest=nearest)
    return place


@SETTLES_POWERLESS.offered
def _settled(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    for place in _powerless(on, power):
        yield from ((place, *places) for places in each_way(on, power.who, 1, (place,)))


SETTLES_AT_RESHUFFLE = Effect("settles_at_reshuffle")


@SETTLES_AT_RESHUFFLE.carried_out()
def settle_at_reshuffle(on: Turn, power: Power, done: Act) -> None:
    """`ships`: as the discards are made into a deck, up to so many found a colony on another's home planet."""
    table, who = on.table, power.who
    if table.discards:
        not_now(on, power)
    if table.deck is None:
        on.presume("cards.reshuffle", "the discard pile has just been made into a new deck")
    planets = [place for name in table.clockwise(who) for place in table.home_planets(name)]
    place = _planet(on, power, done, planets)
    ships = number_said(on, power, done, power.args["ships"], table.on_colonies(who))
    found(on, power, place, ships, done)
    on.steps.append(power.finding(ships, ships_of(ships), place))


@SETTLES_AT_RESHUFFLE.offered
def _reshuffled(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if not on.table.discards and on.table.deck is not None:
        for place in (place for name in on.table.clockwise(power.who) for place in on.table.home_planets(name)):
            ships = min(power.args["ships"], on.table.on_colonies(power.who))
            yield from ((place, str(ships), *places) for places in each_way(on, power.who, ships, (place,)))


DRAWS_FOR_FLARE = Effect("draws_for_flare")


@DRAWS_FOR_FLARE.carried_out()
def draw_for_flare(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many off the deck, where another player has played a flare in this encounter that stands."""
    acts = on.table.acts
    played = [
        act for act, stands in zip(acts, standing(acts, on.rulebase), strict=True) if act.verb == "flare" and stands
    ]
    if all(act.who == power.who for act in played):
        not_now(on, power)
    drawn = on.draw(power.who, power.args["cards"])
    on.steps.append(power.finding(drawn, cards_of(drawn)))


CLINGS_TO_COLONIES = Effect("clings_to_colonies")


@CLINGS_TO_COLONIES.carried_out()
def cling_to_colonies(on: Turn, power: Power, done: Act) -> None:
    """For each colony that the encounter gave to others: a card, or with a colony of the player's own a ship there.

    `flare red Alien red.1` takes a ship to red.1 for one of them and a card for each of the others.
    """
    table, who = on.table, power.who
    told = table.last.told["players"] if table.ruled and table.last is not None else {}
    gained = sum(max(more or 0, 0) for name in told if name != who for more in told[name]["colonies"].values())
    places = [arg for arg in done.args if arg in table.ships]
    if not gained:
        not_now(on, power)
    most = min(gained, table.at(tbl.WARP, who))
    check_how_many(on, power, len(places) <= most, ships_of(most), "colonies of its own")
    for place in places:
        check_onto_colony(on, who, place)
        table.move(who, 1, tbl.WARP, place)
    drawn = on.draw(who, gained - len(places))
    parts = [said for count, said in ((drawn, cards_of(drawn)), (len(places), ships_of(len(places)))) if count]
    on.steps.append(power.finding(gained, " and ".join(parts)))
    note_winning(on)


TAKES_REINFORCEMENT = Effect("takes_reinforcement")


@TAKES_REINFORCEMENT.carried_out()
def take_reinforcement(on: Turn, power: Power, done: Act) -> None:
    """A reinforcement of this encounter goes from the discards to the player's hand, if another player played it."""
    table, who = on.table, power.who
    acts = table.acts
    others = {at: act for at, act in enumerate(acts) if act.verb == "reinforce" and act.who != who}
    played = [f"+{act.amount}" for act in others.values() if act.amount is not None]
    there = [card for card in played if card in table.discards and card in table.pile]
    said = cards_said(on, done)
    card = said[0] if said else there[0] if len(set(there)) == 1 else ""
    if not there or table.cards:
        not_now(on, power)
    if card not in there:
        nearest = tuple(as_typed("flare", who, done.name, name) for name in dict.fromkeys(there))
        which_card(on, power, nearest)
    at = len(table.discards) - 1 - table.discards[::-1].index(card)
    table.discards = table.discards[:at] + table.discards[at + 1 :]
    left = list(table.pile)
    left.remove(card)
    table.pile = tuple(left)
    table.gain(who, card)
    taken = next(at for at, act in others.items() if f"+{act.amount}" == card)
    table.salvaged = {**table.salvaged, who: (*table.salvaged.get(who, ()), taken)}
    on.steps.append(power.finding(card, card))
