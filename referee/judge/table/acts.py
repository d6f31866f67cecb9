"""What is played or used besides the encounter cards: artifacts, flares, reinforcements, powers (4.2 to 4.4, 4.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from referee.judge.counted import ships_of
from referee.judge.powers.answers import (
    ARTIFACTS,
    BACK,
    DISCARDS,
    STATEMENTS,
    TAKEN,
    Answer,
    answer_of,
    answered,
    at_once,
    cancelled_by,
    fits,
    name_of,
    player_of,
)
from referee.judge.table import limbo, powers, stated, technology, timed
from referee.judge.table.alliance import cancel_alliances, joined_by_power
from referee.judge.table.allowed import bars_admit, check, offense_only, taken_off
from referee.judge.table.answering import reconsider
from referee.judge.table.chain import announced, begun, put_down
from referee.judge.table.deals import talked
from referee.judge.table.handing import one_of_each_type
from referee.judge.table.lines import TALKS
from referee.judge.table.losses import spared, were_lost
from referee.judge.table.places import each_way
from referee.judge.table.resolution import note_winning
from referee.judge.table.turn import Turn, command
from referee.judge.timing.players import in_order
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import Command
from referee.state.encounter import Act
from referee.state.pending import Due
from referee.state.table import Table


@command("act")
def act(on: Turn) -> None:
    """Something played or used: kept in order, and ruled with the encounter. Its card leaves its owner's hand.

    What answers it is put down on the table as it was before anything of it was carried out; what stands is carried
    out then.
    """
    assert on.command.act is not None
    done = _signed(on, on.command.act)
    check(on, done)
    if done.verb == "tech" and technology.use(on, done):
        return
    _in_timing_order(on, done)
    back = begun(on, done)
    if back is not None:
        now, on.table = on.table, announced(on, back)
        put_down(on, done, now)
        _settle(on, len(back.acts) - 1)
        on.table.rewind, on.table.aftermath = back, now.aftermath
        return
    power = _at_once_by(on, done)
    kept = on.table.rewind if done.verb in STATEMENTS else None
    put_down(on, done)
    timed.note(on, done)
    if power is not None and not powers.is_ruled(power):
        on.table.carried = (*on.table.carried, len(on.table.acts) - 1)
    if power is not None or done.verb in _CARDS:
        kept = on.table.copy()
        kept.rewind = None
    _settle(on, len(on.table.acts) - 1)
    on.table.rewind = kept


def _at_once_by(on: Turn, done: Act) -> powers.Power | None:
    """What a use or a flare does as soon as it is said; None where at most the outcome reckons with it."""
    if done.verb == "use":
        return powers.carried_by(on, done)
    return powers.of_flare(on, done) if done.verb == "flare" else None


def _signed(on: Turn, done: Act) -> Act:
    """The act with its player: as said, or else the only one who can have played it, as far as the hands are known."""
    if done.verb == "use" and not done.name and len(on.table.aliens.get(done.who, ())) > 1:
        return replace(done, name=_power_meant(on, done))
    card = ARTIFACTS.get(done.verb)
    if card is None or done.by:
        return done
    if offense_only(on, card) and not on.law["cards.whoever"].value:
        return replace(done, by=on.table.turn)
    holders = [name for name in on.table.seats if card in on.table.hands[name]]
    return replace(done, by=holders[0]) if len(holders) == 1 else done


def _power_meant(on: Turn, done: Act) -> str:
    """Which of several powers a use is of: the one that does something with it now, or the only one that can be."""
    power = powers.carried_by(on, done)
    if power is not None:
        return power.use.alien
    able = {power.use.alien for power in powers.in_force(on, done.who) if powers.is_now(on, power)}
    return able.pop() if len(able) == 1 else ""


def _actor(act: Act) -> str:
    """Who does an act: not always the player whom it names."""
    return act.by or act.who


def _timing_order(on: Turn) -> list[str]:
    """The players in the order in which they act in one phase."""
    table = on.table
    others = [name for name in table.clockwise(table.turn) if name not in table.mains()]
    return [name for name in in_order(on.law["timing.order"].value, table.turn, table.defense, others) if name]


def _in_timing_order(on: Turn, done: Act) -> None:
    """Several players in one phase act in timing order (4.8.2): said where one follows another."""
    table = on.table
    if not table.fresh or not table.acts or done.verb in ("zap", *STATEMENTS) or powers.answering(on, done) is not None:
        return
    who, other = _actor(done), _actor(table.acts[-1])
    if who and other and who != other:
        order = _timing_order(on)
        on.find("timing.round", order, " before ".join(name for name in order if name in (who, other)))


# -- what is carried out -----------------------------------------------------------------------------------------------


def _settle(on: Turn, start: int) -> None:
    """Carries out what stands of what was put down last, from its first act (`start`) on: the newest first."""
    acts = on.table.acts
    cancelled = cancelled_by(acts, on.rulebase)
    done = at_once(acts, on.table.carried, on.rulebase)
    after = on.table.phase == ph.RESOLUTION
    if after and acts[-1].verb not in TALKS and not done.issuperset(range(start, len(acts))):
        reconsider(on)
    _lay_down(on, acts, start, cancelled, done)
    undone = _carry_out_answers(on, acts, start, cancelled)
    first = acts[start]
    if cancelled[start] is not None or undone:
        pass
    elif answer_of(on.rulebase, first) is not None:
        _answers(on, acts, start)
    else:
        _carry_out(on, start)
    _say_what_stands(on, acts, cancelled)
    _change_outcome(on, acts[-1], after)


def _carry_out_answers(on: Turn, acts: tuple[Act, ...], start: int, cancelled: Sequence[object]) -> bool:
    """Carries out what answers an act, the newest first; True if one of these answers undoes it."""
    undone = False
    for at in range(len(acts) - 1, start, -1):
        if cancelled[at] is None and acts[at].verb not in STATEMENTS:
            undone = undone or _answers(on, acts, at)
    return undone


def _change_outcome(on: Turn, last: Act, after: bool) -> None:
    """Carries out a deal, or founds a colony, where it comes `after` the outcome; who wins is stated at any time."""
    if after and last.verb in TALKS:
        talked(on)
    elif after and on.table.ruled:
        stated.found_colonies(on)
        note_winning(on)
    elif last.verb == "game":
        note_winning(on)


def _lay_down(on: Turn, acts: tuple[Act, ...], start: int, cancelled: list[int | None], done: set[int]) -> None:
    """Discards artifacts that are not ruled with the encounter; what is stolen goes to its hand instead."""
    for at in range(start, len(acts)):
        by = cancelled[at]
        answer = answer_of(on.rulebase, acts[by]) if by is not None else None
        if at not in done or acts[at].verb not in ARTIFACTS or (answer is not None and answer.to == TAKEN):
            continue
        card = ARTIFACTS[acts[at].verb]
        on.discard((card,))
        if at == len(acts) - 1:
            on.find("cards.spent", True, card)


def _say_what_stands(on: Turn, acts: tuple[Act, ...], cancelled: list[int | None]) -> None:
    """Names the card that was cancelled just now."""
    target = answered(acts, len(acts) - 1)
    if target is not None and cancelled[target] == len(acts) - 1:
        by = acts[-1]
        on.find("cards.negated" if by.verb == "card-zap" else "flares.negated", True, name_of(acts[target]))


def _carry_out(on: Turn, at: int) -> None:
    """Does what an act does at once that nothing has cancelled."""
    done = on.table.acts[at]
    if done.verb == "zap":
        powers.lapse(on, done.who)
        alien = joined_by_power(on, done) if on.table.phase != ph.RESOLUTION else ""
        if alien:
            on.find("powers.zapped", None, done.who, alien)
            cancel_alliances(on, [done.who])
        return
    if done.verb in _AT_ONCE:
        if on.table.phase != ph.RESOLUTION:
            _AT_ONCE[done.verb](on, done)
        return
    again = Turn(on.table, on.rulebase, Command("act", on.command.who, act=done), on.waived)
    again.known = on.known
    after = again.table.acts[at + 1 :]  # it is carried out as if nothing had been said since
    again.table.acts = again.table.acts[: at + 1]
    power = _at_once_by(again, done)
    if power is None:
        return
    powers.carry_out(again, power, done)
    on.table = again.table
    on.table.acts = (*on.table.acts, *after)
    on.steps += again.steps
    on.drawn += again.drawn


def _answers(on: Turn, acts: tuple[Act, ...], at: int) -> bool:
    """What an answer does that stands; whether it takes back a use, so that this is not carried out."""
    done = acts[at]
    if done.verb == "zap":
        on.find("cards.use-taken-back", True, done.who)
        powers.lapse(on, done.who)
        return True
    answer, target = answer_of(on.rulebase, done), answered(acts, at)
    if answer is None or target is None or done.verb != "flare" or not fits(answer, done, acts[target]):
        return False
    on.tell(answer.rule, True, done.who, name_of(acts[target]))
    with powers.citing(on, answer.rule.cites):
        _pay(on, done, answer)
        _send(on, acts, target, done, answer)
    return False


def _pay(on: Turn, done: Act, answer: Answer) -> None:
    """What an answer costs its player: ships from outside the encounter, a card out of the hand."""
    who = done.who
    if answer.ships:
        ships = answer.ships - spared(on, who, answer.ships)
        if ships:
            on.send(who, taken_off(on, done, ships), tbl.WARP)
        on.find("flares.ship-for-answer", ships, who, ships_of(ships))
        were_lost(on, who, ships)
    if answer.card:
        on.give_up(who, answer.card)
        on.discard((answer.card,), who)


def _send(on: Turn, acts: tuple[Act, ...], target: int, done: Act, answer: Answer) -> None:
    """Puts the card that was answered where it goes, if that is no discard pile."""
    table, card = on.table, acts[target]
    if answer.to == DISCARDS:
        return
    name = ARTIFACTS.get(card.verb, card.name)
    if answer.to == BACK:
        on.take_back(player_of(card), name)
        on.find("flares.stopped", True, card.who, card.name, done.name)
    elif answer.to == TAKEN:
        table.gain(done.who, name)
        if card.verb in ARTIFACTS:
            table.salvaged = {**table.salvaged, done.who: (*table.salvaged.get(done.who, ()), target)}
        on.find("flares.taken", True, done.who, name_of(card))


def _mobius_tubes(on: Turn, _: Act) -> None:
    """All ships leave the warp; each owner chooses the colonies they go to."""
    limbo.tell_immune(on)
    for name in on.table.seats:
        mine = [due for due in on.table.due if due.who == name and (due.what, due.place) == ("return", tbl.WARP)]
        # Other Mobius Tubes may have been played just before, and these ships not be placed yet.
        count = on.table.at(tbl.WARP, name) - sum(due.count for due in mine)
        if count > 0 and on.table.colonies(name):
            on.table.due.append(Due(name, "return", count, tbl.WARP))
            on.find("cards.mobius-tubes", count, name, ships_of(count))


def _plague(on: Turn, done: Act) -> None:
    """Three ships of the plagued player's choice go to the warp; one card of each type is discarded."""
    most: int = on.law["cards.plague"].value
    have = min(most, on.table.on_colonies(done.who))
    on.find("cards.plague", have, done.who, ships_of(have))
    if have:
        on.table.due.append(Due(done.who, "lose", have, source="plague"))
    hand = on.table.hands[done.who]
    if hand:
        types = 0 if tbl.UNKNOWN in hand else len(one_of_each_type(on, done.who))
        on.table.due.append(Due(done.who, "discard", types))


def _force_field(on: Turn, done: Act) -> None:
    """The alliances named are cancelled: these players are no allies any more and take their ships home."""
    cancel_alliances(on, list(on.table.allies if done.args == ("all",) else done.args))


_AT_ONCE: dict[str, Callable[[Turn, Act], None]] = {
    "mobius-tubes": _mobius_tubes,
    "plague": _plague,
    "force-field": _force_field,
}


_CARDS = frozenset((*ARTIFACTS, "flare"))  # what is played as a card of the hand
_BY_CARD = {card: verb for verb, card in ARTIFACTS.items()}


def options(on: Turn) -> Iterator[tuple[str, Act]]:
    """What could be played now from hands, as far as they are known: (who, what), still to be ruled."""
    table = on.table
    for who, card in on.held_besides():
        verb = _BY_CARD.get(card)
        if verb is None:
            if on.card_type(card) == "flare":
                yield from ((who, option) for option in _flares(on, who, card))
        elif (verb not in _NEEDS or getattr(table, _NEEDS[verb])) and bars_admit(on, who, card):
            yield from ((who, act) for act in _ways(table, who, verb))


# What has to lie on the table for an artifact to be of use.
_NEEDS = {"zap": "aliens", "force-field": "allies", "card-zap": "fresh", "quash": "acts"}


def _ways(table: Table, who: str, verb: str) -> list[Act]:
    """The ways in which an artifact can be played."""
    if verb == "zap":
        return [Act("zap", name, by=who) for name in table.aliens]
    if verb == "plague":
        return [Act("plague", name, by=who) for name in table.seats]
    if verb == "force-field":
        return [Act("force-field", by=who, args=(ally,)) for ally in ("all", *table.allies)]
    return [Act(verb, by=who)]


def _flares(on: Turn, who: str, name: str) -> Iterator[Act]:
    """The ways in which a flare can be played."""
    flare = Act("flare", who, name=name)
    answer = powers.answering(on, flare)
    if answer is None:
        yield from powers.flare_options(on, flare)
    elif on.table.fresh and answer.ships:
        involved = (on.table.target,) if who == on.table.defense else ()
        yield from (replace(flare, args=places) for places in each_way(on, who, answer.ships, involved))
    elif on.table.fresh:
        yield from powers.flare_options(on, flare)
