"""Powers that act on the encounter cards: from the selection to the totals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.judge.board import ships_of
from referee.judge.finding import Finding
from referee.judge.hidden.cases import is_hidden_and_allowed, judge
from referee.judge.powers.at_table.asked import forbid_now, not_now
from referee.judge.powers.at_table.moments import (
    check_card_seen,
    check_moment,
    is_before_reveal,
    is_card_seen,
    is_moment,
)
from referee.judge.powers.outcome.common import is_attack
from referee.judge.powers.outcome.flares import ONLY_WHEN
from referee.judge.ruling import DETERMINED, ILLEGAL
from referee.judge.table.lines import position_of
from referee.judge.table.places import each_way, sources_said
from referee.judge.table.played import by_flares, standing
from referee.judge.table.powers import Power, as_typed, carries_out, offers, when
from referee.judge.table.resolution import owe_return
from referee.judge.table.steps import RefusedError
from referee.judge.table.turn import Turn
from referee.judge.table.verdict import Refusal
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Stack
from referee.state.encounter import DEFENSE, OFFENSE, Act
from referee.state.table import Due

BLUFF = "bluff"  # what a challenge costs: `Due.source`

Offers = Iterator[tuple[str, ...]]


# -- before the cards are selected -------------------------------------------------------------------------------------


@offers("must_play")
def _before_selection(on: Turn, power: Power) -> Offers:
    if not on.table.cards and not _uses(on, power.who):
        yield ()


@when("select", "must_play")
def must_play(on: Turn, power: Power, who: str, card: str) -> None:
    """Once it is declared, a main player who is known to hold a card of the kind selects one."""
    if not _uses(on, power.who) or card == tbl.UNKNOWN or on.card_type(card) == power.args["card"]:
        return
    held = [
        other for other in on.table.hands[who] if other != tbl.UNKNOWN and on.card_type(other) == power.args["card"]
    ]
    if held:
        nearest = (f"play {who} {held[0]}",)
        _bar(on, power, "powers.must-play", who, power.args["card"], nearest=nearest)


# -- between selection and reveal --------------------------------------------------------------------------------------


@offers("equalizes")
@offers("reverse_digits")
@offers("swaps_cards")
def _facedown(on: Turn, power: Power) -> Offers:
    if len(on.table.cards) > 1 and not on.table.revealed and not _uses(on, power.who):
        yield ()
        if power.args.get("one"):
            yield from ((name,) for name in on.table.mains())


@carries_out("swaps_cards", ruled=True)
def swap(on: Turn, power: Power, done: Act) -> None:
    """The two facedown cards change places; the outcome reckons with who had selected which."""
    if len(_uses(on, power.who)) > 1:
        _bar(on, power, "powers.once", power.who)
    first, second = on.table.mains()
    cards = on.table.cards
    if first not in cards or second not in cards:
        not_now(on, power)
    on.table.cards = {**cards, first: cards[second], second: cards[first]}
    on.steps.append(power.finding(True))


# -- cards drawn or thrown in after the reveal -------------------------------------------------------------------------


@carries_out("draws_for_encounter", ruled=True)
def draw(on: Turn, power: Power, done: Act) -> None:
    """`cards`: so many are drawn; one may serve in the encounter, the others are discarded at once."""
    who, count = power.who, power.args["cards"]
    kept: tuple[str, ...] = ()
    before = len(on.table.hands[who])
    drawn = on.draw(who, count)
    told = [arg.removeprefix("+") if at == 0 else arg for at, arg in enumerate(done.args)]
    if (drawn < count and told) or len(told) > count:
        not_now(on, power)
    if drawn == count:  # else all hands were dealt anew, with what was drawn among their cards
        if power.args.get("keeps"):
            kept = tuple(card for card in told if card != tbl.UNKNOWN and not on.is_encounter_card(card))
            for card in kept:
                on.find("played.stays", True, who, card)
        on.table.hold(who, (*on.table.hands[who][:before], *kept))
        first = told[:1] if told and told[0] not in kept else []
        others = [card for card in told[len(first) :] if card not in kept]
        gone = count - len(first) - len(kept)
        on.discard((others + [tbl.UNKNOWN] * count)[:gone])
    _refuse_what_is_barred(on, power)


@offers("draws_for_encounter")
def _draws(on: Turn, power: Power) -> Offers:
    if on.table.revealed and not _uses(on, power.who):
        yield ()


@carries_out("throws_in_attacks", ruled=True)
def throw_in(on: Turn, power: Power, done: Act) -> None:
    """Attacks leave the hand for the total; they are discarded with the encounter."""
    if not on.table.revealed:
        _bar(on, power, "powers.two-attacks", power.who)
    on.take_out(power.who, *done.args)
    _refuse_what_is_barred(on, power)


@offers("throws_in_attacks")
def _attacks_between(on: Turn, power: Power) -> Offers:
    own, other = (on.table.cards.get(name, "") for name in _with_opponent(on, power.who))
    if not on.table.revealed or not is_attack(own) or not is_attack(other):
        return
    low = min(int(own), on.law["cards.attacks"].value[0] - 1) if power.args.get("any_below") else int(own)
    fit = [card for card in on.table.hands[power.who] if is_attack(card) and low < int(card) < int(other)]
    yield from ((card,) for card in dict.fromkeys(fit))
    if len(fit) > 1:
        yield tuple(fit)


@carries_out("plays_attacks", ruled=True, fits=lambda done: "N" not in done.args)
def play_attack(on: Turn, power: Power, done: Act) -> None:
    """An attack leaves the hand as a reinforcement; it is discarded with the encounter."""
    attack = next((arg for arg in done.args if is_attack(arg)), "")
    if not attack:
        on.cannot("powers.which-attacks", power.who)
    on.take_out(power.who, attack)
    _refuse_what_is_barred(on, power)


@offers("plays_attacks")
def _low_attacks(on: Turn, power: Power) -> Offers:
    if on.table.revealed:
        for card in dict.fromkeys(on.table.hands[power.who]):
            if is_attack(card) and int(card) <= power.args["at_most"]:
                yield from ((card, side) for side in (OFFENSE, DEFENSE))


@carries_out("cancels_reinforcement", ruled=True, fits=lambda done: "N" in done.args)
def cancel(on: Turn, power: Power, done: Act) -> None:
    """A negotiate leaves the hand; it and the reinforcement are discarded with the encounter."""
    on.take_out(power.who, "N")
    _refuse_what_is_barred(on, power)


@offers("cancels_reinforcement")
def _cancels(on: Turn, power: Power) -> Offers:
    if on.table.revealed and "N" in on.table.hands[power.who]:
        acts = on.table.acts
        plus = [act for act in acts if act.verb == "reinforce" and act.who != power.who]
        yield from (("N", f"+{value}") for value in dict.fromkeys(act.amount for act in plus))


# -- a card that stays facedown ----------------------------------------------------------------------------------------


@carries_out("claims_card", ruled=True)
def claim_card(on: Turn, power: Power, done: Act) -> None:
    """The card stays facedown and something is said of it; challenged, it is turned up, and who was wrong pays."""
    table, who = on.table, power.who
    opponent = _with_opponent(on, who)[1]
    shown = table.revealed or table.cards.get(opponent, tbl.UNKNOWN) != tbl.UNKNOWN
    if table.phase != ph.REVEAL or not shown:
        _bar(on, power, "powers.opponent-first", who, opponent)
    if opponent in done.args and table.cards.get(who) == tbl.UNKNOWN:
        on.cannot("powers.turn-up-first", who)
    _refuse_what_is_barred(on, power)
    if opponent not in done.args:
        return
    wrong = opponent if table.cards[who] in done.args else who
    place = table.target if wrong == table.defense else tbl.GATE
    elsewhere = table.on_colonies(wrong) - (table.at(place, wrong) if wrong == table.defense else 0)
    cost = min(table.at(place, wrong) + _raised(on, who), elsewhere)
    if cost:
        table.due.append(Due(wrong, "lose", cost, source=BLUFF))
        on.find("powers.bluff-unpaid", cost, wrong, ships_of(cost))


def _raised(on: Turn, who: str) -> int:
    """By how many ships a player has raised what a challenge costs."""
    if all((played.who, played.verb) != (who, "raises_stake") for played in by_flares(on)):
        return 0
    said = next(act for act in on.table.acts if (act.verb, act.who) == ("flare", who))
    return next((int(arg) for arg in said.args if arg.isdigit()), 0)


@offers("claims_card")
def _claims(on: Turn, power: Power) -> Offers:
    """What can be said of a card is without number: the truth is offered, and a challenge to what was said."""
    own, other = _with_opponent(on, power.who)
    cards = on.table.cards
    if on.table.phase != ph.REVEAL or cards.get(other, tbl.UNKNOWN) == tbl.UNKNOWN:
        return
    said = _uses(on, power.who)
    if not said and cards[own] != tbl.UNKNOWN and on.card_type(cards[own]) != "artifact":
        yield (cards[own],)
    elif len(said) == 1 and other not in said[0].args and cards[own] != tbl.UNKNOWN:
        yield (*said[0].args, other)


# -- flares ------------------------------------------------------------------------------------------------------------


@offers("reverse_result")
def _before_reveal(on: Turn, power: Power) -> Offers:
    """A flare lets it be declared once both cards are selected; nobody is bound by it then."""
    bound = any(effect.verb == "must_play" for effect in power.use.effects)
    if not bound and is_before_reveal(on) and not _uses(on, power.who):
        yield ()


@carries_out(ONLY_WHEN, ruled=True)
@carries_out("card_becomes", ruled=True)
@carries_out("copies_card", ruled=True)
@carries_out("cuts_opponents_card", ruled=True)
@carries_out("multiplies_by_allies", ruled=True)
@carries_out("names_spread", ruled=True)
@carries_out("raises_stake", ruled=True)
def play_for_outcome(on: Turn, power: Power, done: Act) -> None:
    """The outcome reckons with it; refused at another moment than the text names, or where it finds nothing to do."""
    check_moment(on, power)
    _refuse_what_is_barred(on, power)


@offers("names_spread")
def _spreads(on: Turn, power: Power) -> Offers:
    if is_moment(on, power):
        yield from ((str(spread),) for spread in (1, 5, 10))


@offers("raises_stake")
def _stakes(on: Turn, power: Power) -> Offers:
    if on.table.phase == ph.REVEAL:
        yield from ((str(ships),) for ships in (1, power.args["most"]))


@carries_out("joins_late")
def join_late(on: Turn, power: Power, done: Act) -> None:
    """`ships`: somebody who turned down an invitation of the side that is said joins it after all, with so many."""
    table, who, ships = on.table, power.who, power.args["ships"]
    check_moment(on, power)
    side = next((arg for arg in done.args if arg in (OFFENSE, DEFENSE)), "")
    nearest = tuple(as_typed("flare", who, power.use.alien, other) for other in _turned_down(on, who))
    if not side:
        on.cannot("flares.which-side", who, nearest=nearest)
    main = table.turn if side == OFFENSE else table.defense
    if side not in _turned_down(on, who):
        _bar(on, power, "flares.not-turned-down", who, main, nearest=nearest)
    stacks = sources_said(on, done, "alliance.from-colonies", ships)
    on.send(who, stacks, tbl.GATE if side == OFFENSE else tbl.BESIDE)
    table.allies = {**table.allies, who: side}
    on.steps.append(power.finding(ships, main, ships_of(ships)))


def _turned_down(on: Turn, who: str) -> list[str]:
    """The sides that invited a player who is now no ally."""
    table = on.table
    sides = ((OFFENSE, table.turn), (DEFENSE, table.defense))
    if who in table.allies or who in table.mains():
        return []
    return [side for side, main in sides if who in table.invited.get(main, ())]


@offers("joins_late")
def _late(on: Turn, power: Power) -> Offers:
    if is_moment(on, power) and on.table.on_colonies(power.who) >= power.args["ships"]:
        for places in each_way(on, power.who, power.args["ships"]):
            yield from ((side, *places) for side in _turned_down(on, power.who))


@carries_out("retrieves")
def retrieve(on: Turn, power: Power, done: Act) -> None:
    """One ship out of the warp for each other main player who revealed an attack, to the colony that is said."""
    table, who = on.table, power.who
    check_moment(on, power)
    attacks = [main for main in table.mains() if main != who and is_attack(table.cards.get(main, ""))]
    count = min(len(attacks), table.at(tbl.WARP, who))
    if not count or not table.colonies(who):
        forbid_now(on, power, value=False)
    said = next((arg for arg in done.args if "." in arg), "")
    stacks = (Stack(said, count),) if said else on.homes_for(who, count)
    on.check_return(who, stacks, count)
    on.steps.append(power.finding(count, ships_of(count)))
    if not said:
        on.tell_homes(who, stacks)
    for place, ships in stacks:
        table.move(who, ships, tbl.WARP, place)


@offers("retrieves")
def _retrieves(on: Turn, power: Power) -> Offers:
    if is_moment(on, power) and on.table.at(tbl.WARP, power.who):
        yield ()


@carries_out("ends_encounter")
def end_encounter(on: Turn, power: Power, done: Act) -> None:
    """The opponent's card has been seen: it goes back to hand, all ships go home, and the encounter was a success."""
    table, who = on.table, power.who
    other = _with_opponent(on, who)[1]
    check_card_seen(on, power)
    if not _has_seen(on, who):
        forbid_now(on, power, value=False)
    if other not in table.cards:
        not_now(on, power)
    card = table.cards[other]
    table.cards = {name: laid for name, laid in table.cards.items() if name != other}
    on.take_back(other, card)
    table.phase, table.successful = ph.RESOLUTION, True
    on.steps.append(power.finding(True, other, card))
    for place in (tbl.GATE, tbl.BESIDE):
        for name in list(table.ships[place]):
            owe_return(on, name, table.at(place, name), place)


def _has_seen(on: Turn, who: str) -> bool:
    """Whether the opponent's card lies faceup by the player's power, and the player has selected none."""
    cards, other = on.table.cards, _with_opponent(on, who)[1]
    seen = who not in cards and cards.get(other, tbl.UNKNOWN) != tbl.UNKNOWN
    return seen and on.alien_allows(who, "opponent_first") is not None


@offers("ends_encounter")
def _ends(on: Turn, power: Power) -> Offers:
    if is_card_seen(on) and _has_seen(on, power.who):
        yield ()


# -- what they share ---------------------------------------------------------------------------------------------------


def _uses(on: Turn, who: str) -> list[Act]:
    """The uses of this player's power that were said in this encounter."""
    if not any(act.verb == "use" for act in on.table.acts):
        return []
    acts = on.table.acts
    return [
        act
        for act, stands in zip(acts, standing(acts, on.rulebase), strict=True)
        if stands and (act.verb, act.who) == ("use", who)
    ]


def _with_opponent(on: Turn, who: str) -> tuple[str, str]:
    return who, next((name for name in on.table.mains() if name != who), "")


def _bar(on: Turn, power: Power, rule: str, *words: Any, nearest: tuple[str, ...] = ()) -> None:
    """Refuses what the text of a power does not allow: by the rule, resting on the sheet."""
    if rule not in on.waived:
        raise RefusedError(Refusal(Finding(on.law[rule].citing(power.use.rule), False, (), words), nearest, ()))


def _refuse_what_is_barred(on: Turn, power: Power) -> None:
    """Refuses a use that the outcome would be refused for: by what this power does not allow.

    Where a table goes on with it before there is an encounter, its outcome is ruled with the rest.
    """
    if not on.table.target:
        return
    position = position_of(on.table, on.rulebase)
    if is_hidden_and_allowed(position, on.rulebase):
        return
    ruling = judge(position, on.rulebase, False)
    if ruling.status == DETERMINED and any(found.rule.id == "flares.nothing" for found in ruling.findings()):
        forbid_now(on, power, value=False)
    if ruling.status != ILLEGAL:
        return
    mine = {f"alien {power.use.alien}", f"card {power.use.alien}-flare"}
    barred = [found.finding for found in ruling.illegal if mine & {cite.id for cite in found.finding.rule.cites}]
    refused = [finding for finding in barred if finding.rule.id not in on.waived]
    if refused:
        raise RefusedError(*(Refusal(finding, (), ()) for finding in refused))
