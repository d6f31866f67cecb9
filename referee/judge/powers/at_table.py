"""What effects have in common at a table: what they ask, refuse, offer and move there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from referee.book.sheets import FACES
from referee.judge.counted import cards_of, ships_of
from referee.judge.hidden.cases import is_hidden_and_allowed, judge
from referee.judge.powers import effect
from referee.judge.powers.asked import forbid_now, not_now
from referee.judge.powers.effect import Asking, Happening, Offering
from referee.judge.powers.moments import cards_said, check_moment, is_before_selection, is_used
from referee.judge.powers.types import Act, Board, Finding, Power, Stand, Turn, Use
from referee.judge.ruling import ILLEGAL, MAY
from referee.judge.table.lines import position_of
from referee.judge.table.places import sources_said
from referee.judge.table.played import standing
from referee.judge.table.powers import offered, owes_use, sheet_named
from referee.judge.table.resolution import note_winning, owe_return
from referee.judge.table.steps import RefusedError
from referee.judge.table.verdict import Refusal
from referee.state import table as tbl


def refuse_what_is_barred(on: Turn, power: Power) -> None:
    """Refuses a use that the outcome would be refused for: by what this power does not allow.

    Where a table goes on with it before there is an encounter, its outcome is ruled with the rest.
    """
    if not on.table.target:
        return
    position = position_of(on.table, on.rulebase)
    if is_hidden_and_allowed(position, on.rulebase):
        return
    ruling = judge(position, on.rulebase, False)
    if power.use.alien in ruling.idle:
        forbid_now(on, power, value=False)
    if ruling.status != ILLEGAL:
        return
    mine = {f"alien {power.use.alien}", f"card {power.use.alien}-flare"}
    barred = [found.finding for found in ruling.illegal if mine & {cite.id for cite in found.finding.rule.cites}]
    refused = [finding for finding in barred if finding.rule.id not in on.waived]
    if refused:
        raise RefusedError(*(Refusal(finding, (), ()) for finding in refused))


Offers = effect.Offers


def uses(on: Turn, who: str) -> list[Act]:
    """The uses of this player's power that were said in this encounter."""
    if not any(act.verb == "use" for act in on.table.acts):
        return []
    acts = on.table.acts
    return [
        act
        for act, stands in zip(acts, standing(acts, on.rulebase), strict=True)
        if stands and (act.verb, act.who) == ("use", who)
    ]


def is_card_offered(on: Turn, power: Power) -> bool:
    """Whether the last ruling leaves its owner something that it may do, and it was not said yet."""
    last = on.table.last
    if not on.table.ruled or last is None:
        return False
    return any(then["who"] == power.who and then["does"] == MAY for then in last.told["then"])


def with_opponent(on: Turn, who: str) -> tuple[str, str]:
    """A main player and its opponent; none (an empty text) where there is none yet."""
    return who, next((name for name in on.table.mains() if name != who), "")


def laid(on: Turn, act: Act) -> bool:
    """Whether a use laid a card: it names the planet."""
    return any(arg in on.table.ships for arg in act.args)


def cards_named(on: Turn, done: Act) -> Said:
    """The cards that were named with a flare."""
    return tuple(arg for arg in cards_said(on, done) if arg not in FACES)


def ruled_of(on: Turn, who: str) -> dict[str, Any]:
    """What was ruled for a player of this encounter; nothing for one who took no part in it, or before it is ruled."""
    table = on.table
    return table.last.told["players"].get(who, {}) if table.ruled and table.last is not None else {}


Said = tuple[str, ...]


def nothing_for_it(board: Board, stand: Stand, use: Use, *sources: Finding) -> None:
    """Refuses a flare whose text finds nothing of what it speaks of.

    A table has looked at that when the flare was played; what was done since can only have it come to nothing.
    """
    played = board.usage(stand, use)
    acts = [act for act in board.applied if (act.verb, act.who, act.name) == ("flare", stand.name, use.alien)]
    if played is not None and played[1] is not None:
        sources = (*sources, played[1])
    words = (stand.name, f"{use.alien} flare")
    if board.position.checked:
        board.steps.append(Finding(board.law["flares.nothing"].citing(use.rule), False, sources, words))
    else:
        rule = board.law["flares.not-now"].citing(use.rule)
        board.forbid(rule, words, [board.without(act) for act in acts], sources)


def main_player_of(on: Turn, power: Power, done: Act) -> list[str]:
    """The allies of the player's side that a flare names, or else all of them; there must be one."""
    side = on.side_of(power.who)
    allies = [name for name in on.table.clockwise(power.who) if on.table.allies.get(name) == side]
    named = [name for name in done.args if name in on.table.seats]
    stranger = next((name for name in named if name not in allies), "")
    if stranger or not allies:
        on.cannot("flares.no-ally", power.who, stranger or "nobody")
    return named or allies


def found_colony(on: Turn, power: Power, place: str, ships: int, done: Act) -> None:
    """Ships leave colonies of the player for a planet: those named after it, or as `Turn.leaving` has it."""
    table, who = on.table, power.who
    if table.on_colonies(who) - table.at(place, who) < ships:
        not_now(on, power)
    stacks = sources_said(on, done, "launch.from-colonies", ships, (place,), (place,))
    on.send(who, stacks, place)
    on.find(by_card(power, "flares.founds", "played.founds", "powers.founds"), ships, who, ships_of(ships), place)
    on.check_power(who)
    note_winning(on)


def others(on: Turn, power: Power) -> list[str]:
    """Everybody else, clockwise."""
    return list(on.table.clockwise(power.who))


def in_hand(on: Turn, power: Power) -> list[str]:
    """The cards in the owner's hand, each kind once."""
    return [*dict.fromkeys(on.table.hands[power.who])]


def known_discards(on: Turn, power: Power) -> list[str]:
    """The cards on the discards that are known by name or value, each kind once."""
    return [card for card in dict.fromkeys(on.table.discards) if card not in (tbl.UNKNOWN, tbl.SOME_ATTACK)]


def bystanders(on: Turn, power: Power) -> list[str]:
    """Everybody else but the main players, clockwise."""
    return [name for name in on.table.clockwise(power.who) if name not in on.table.mains()]


def _always(on: Turn, power: Power) -> bool:
    return True


def one_of(words: Callable[[Turn, Power], Iterable[str]], now: Asking = _always) -> Offering:
    """Offers a use with each of some words, such as the players whom it can mean, where it is the moment for it."""

    def offer(on: Turn, power: Power) -> Offers:
        if now(on, power):
            yield from ((word,) for word in words(on, power))

    return offer


def up_to(most: Callable[[Turn, Power], int]) -> Offering:
    """Offers a use with each number from one to as many as it can be."""
    return one_of(lambda on, power: map(str, range(1, most(on, power) + 1)))


def between(words: Callable[[Turn, Power], Iterable[str]]) -> Offering:
    """Offers a use with each of some words, once, while the alliances are formed and no card is selected."""
    return one_of(words, lambda on, power: is_before_selection(on) and not is_used(on, power))


def plainly(now: Asking = _always) -> Offering:
    """Offers a use with which nothing is said, where it is the moment for it."""

    def offer(on: Turn, power: Power) -> Offers:
        if now(on, power):
            yield ()

    return offer


def ways_typed(power: Power, found: Offers) -> tuple[str, ...]:
    """The uses with these arguments, as they are typed."""
    return tuple(" ".join(("use", power.who, *args)) for args in found)


def ways_offered(on: Turn, power: Power) -> tuple[str, ...]:
    """The ways in which the power can be used now, as they are typed."""
    return ways_typed(power, offered(on, power))


def used_before_selection(needed: Asking) -> Happening:
    """Nobody selects a card before the power was used, where it is needed: for `when("select")`."""

    def check(on: Turn, power: Power, who: str, card: str) -> None:
        if not on.table.cards and not is_used(on, power) and needed(on, power):
            owes_use(on, power.who, ways_offered(on, power), power.use.rule.cites)

    return check


def note_use(on: Turn, power: Power, *args: str) -> None:
    """Keeps what comes of a power by itself as a use of it, with these words."""
    on.table.acts = (*on.table.acts, Act("use", power.who, name=sheet_named(on, power), args=args))


def restate(on: Turn, *args: str) -> None:
    """What was just said is kept with these words instead."""
    on.table.acts = (*on.table.acts[:-1], replace(on.table.acts[-1], args=args))


def leave_for_home(on: Turn, who: str, ships: int, source: str) -> None:
    """Ships leave the warp or a planet for their player's colonies, as they go where nobody says it."""
    left = () if source == tbl.WARP else (source,)
    stacks = on.homes_for(who, ships, left)
    on.tell_homes(who, stacks, left)
    for place, count in stacks:
        on.table.move(who, count, source, place)


def all_owe_return(on: Turn) -> None:
    """Everybody's ships at the gate and beside the target planet have to go home."""
    for place in (tbl.GATE, tbl.BESIDE):
        for name in list(on.table.ships.get(place, ())):
            owe_return(on, name, on.table.at(place, name), place)


def others_discard(on: Turn, power: Power, fits: Callable[[str], bool], kind: str) -> None:
    """Everybody else discards each card that fits, as far as the hands are known; `kind` says what it is."""
    for name in on.table.clockwise(power.who):
        hand = on.table.hands[name]
        cards = [card for card in hand if card != tbl.UNKNOWN and fits(card)]
        if tbl.UNKNOWN in hand:
            on.presume("uses.in-hand-again", f"no card of {name}'s that is not known is {kind}")
        on.take_out(name, *cards)
        on.discard(cards, name)
        on.find("cards.discards", len(cards), name, cards_of(len(cards)))


def known_cards(on: Turn, who: str) -> list[str]:
    """The cards in a hand that are known, each once; of an attack with its value."""
    return [card for card in dict.fromkeys(on.table.hands[who]) if card not in (tbl.UNKNOWN, tbl.SOME_ATTACK)]


def known_encounter_cards(on: Turn, who: str) -> list[str]:
    """The encounter cards in a hand that are known, each once."""
    return [card for card in dict.fromkeys(on.table.hands[who]) if card != tbl.UNKNOWN and on.is_encounter_card(card)]


def by_card(power: Power, flare: str, tech: str, sheet: str = "") -> str:
    """The rule for what is used: what flares ask is told apart from what techs and sheets ask."""
    if power.use.played is None and sheet:
        return sheet
    return flare if power.use.id in FACES else tech


def facedown(on: Turn, power: Power) -> Offers:
    """Between selection and reveal, where nothing of it was said yet; with `one`, on each main player too."""
    if len(on.table.cards) > 1 and not on.table.revealed and not uses(on, power.who):
        yield ()
        if power.args.get("one"):
            yield from ((name,) for name in on.table.mains())


def play_for_outcome(on: Turn, power: Power, done: Act) -> None:
    """The outcome reckons with it; refused at another moment than the text names, or where it finds nothing to do."""
    check_moment(on, power)
    refuse_what_is_barred(on, power)


def say(on: Turn, power: Power, done: Act) -> None:
    """What a card lets its player do is said with it, and asked for where it matters (`Turn.card_effect`)."""
    on.steps.append(power.finding(True))
