"""What is played or used besides the encounter cards: artifacts, flares, reinforcements, powers (4.2 to 4.4, 4.8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from referee.judge.acts import ARTIFACTS, STATEMENTS
from referee.judge.board import ships_of
from referee.judge.table import powers, technology
from referee.judge.table.allowed import before_use, check, offense_only
from referee.judge.table.allying import cancel_alliances
from referee.judge.table.answering import reconsider
from referee.judge.table.deals import talked
from referee.judge.table.played import acts_of, answered, at_once, card_of, standing
from referee.judge.table.turn import Turn, command
from referee.judge.timing import in_order
from referee.law.loader import Names
from referee.position import table as tbl
from referee.position.canonical import write_act
from referee.position.encounter import Act
from referee.position.table import Due, Table


@command("act")
def act(on: Turn) -> None:
    """Something played or used: kept in order, and ruled with the encounter. Its card leaves its owner's hand.

    What answers an act that did its work already is ruled on the table as it was before that.
    """
    assert on.command.act is not None
    done = _signed(on, on.command.act)
    check(on, done)
    if done.verb == "tech" and technology.use(on, done):
        return
    _in_timing_order(on, done)
    if done.verb == "zap":
        _zap(on, done)
        return
    back = on.table.rewind if done.verb == "card-zap" else None
    if back is not None:
        on.table = _with_use_restored(on, done, back)
    on.table.rewind = None
    power = powers.carried_by(on, done) if done.verb == "use" else None
    if done.verb == "flare":
        power = powers.of_flare(on, done)
    _play(on, done)
    if power is not None and not _carry_out_use(on, power, done):
        return
    if back is not None and f"{on.table.acts[-2]} ".startswith("zap "):
        on.find("cards.negated", True, ARTIFACTS["zap"])
    if on.table.phase != tbl.RESOLUTION:
        _carry_out(on)
    elif done.verb in ("deal", "no-deal"):
        talked(on)
    else:
        reconsider(on)


def _signed(on: Turn, done: Act) -> Act:
    """The act with its player: as said, or else the only one who can have played it, as far as the hands are known."""
    card = ARTIFACTS.get(done.verb)
    if card is None or done.by:
        return done
    if offense_only(on, card):
        return replace(done, by=on.table.turn)
    holders = [name for name in on.table.seats if card in on.table.hands[name]]
    return replace(done, by=holders[0]) if len(holders) == 1 else done


def _play(on: Turn, done: Act) -> None:
    """Takes the card out of its player's hand and puts the act down; what works at once is discarded at once."""
    by = done.by or (done.who if done.verb in ("reinforce", "flare") else "")
    card = done.name if done.verb == "flare" else card_of(done)
    if card and by:
        if not on.holds(by, card):  # on the table as it was before what is answered
            on.cannot("table.not-held", by, card, history=("undo",))
        on.give_up(by, card)
    elif card:
        on.find("cards.player-unsaid", True, card)
    played = powers.face_played(on, done) if done.verb == "flare" else None
    kept = done if played is None else replace(done, face=played[0])
    on.table.acts = (*on.table.acts, write_act(kept))
    on.find("table.done", True, write_act(done))
    if done.verb == "flare":
        on.find("flares.on-the-table", 0, done.who)
    elif done.verb in ARTIFACTS:
        acts = acts_of(on.table, Names(on.rulebase))
        if len(acts) - 1 in at_once(acts, on.table.carried):
            on.discard((card,))
            on.find("cards.spent", True, card)


def _in_timing_order(on: Turn, done: Act) -> None:
    """Several players in one phase act in timing order (4.8.2): said where one follows another."""
    table = on.table
    if not table.fresh or not table.acts or done.verb in ("card-zap", "zap", *STATEMENTS):
        return
    before = acts_of(table, Names(on.rulebase))[-1]
    who = done.by or done.who
    other = before.by or before.who
    if who and other and who != other:
        others = [name for name in table.clockwise(table.turn) if name not in table.mains()]
        players = in_order(on.law["timing.order"].value, table.turn, table.defense, others)
        order = [name for name in players if name]
        on.find("timing.round", order, " before ".join(name for name in order if name in (who, other)))


def _carry_out_use(on: Turn, power: powers.Power, done: Act) -> bool:
    """Does what a use does at once, so that it can still be zapped; whether the outcome reckons with it as well."""
    table = on.table
    if not powers.USES[power.verb].ruled:
        table.carried = (*table.carried, len(table.acts) - 1)
    before = table.copy()
    powers.carry_out(on, power, done)
    on.table.rewind = before
    return powers.USES[power.verb].ruled


def _zap(on: Turn, done: Act) -> None:
    """A Cosmic Zap takes back the use that it answers, as far as that was carried out (4.3.3.1).

    The table with the use and the zap is kept: a Card Zap may still answer the zap.
    """
    back = before_use(on, done)
    if back is None:
        on.table.rewind = None
        _play(on, done)
    else:
        stands = _with_use(on, done, back)
        on.table = back.copy()
        _play(on, done)
        on.find("cards.use-taken-back", True, done.who)
        on.table.rewind = stands.copy()
    powers.lapse(on, done.who)
    if on.table.phase == tbl.RESOLUTION:
        reconsider(on)


def _with_use(on: Turn, done: Act, back: Table) -> Table:
    """The table with a use and the zap that answers it, should that be negated.

    The card was held before the use, and is no longer in the hand that the use touches.
    """
    again = Turn(on.table, on.rulebase, on.command)
    if done.by and on.table.hands[done.by] != back.hands[done.by]:
        again.table = _carried_again(on, done, back)
    _play(again, done)
    return again.table


def _with_use_restored(on: Turn, done: Act, back: Table) -> Table:
    """The table as a Card Zap leaves it before its card is played: with the use again whose zap it negates."""
    acts = on.table.acts
    touched = done.by and back.hands[done.by] != on.table.hands[done.by]
    if not touched or not (acts[-1].startswith("zap ") and "".join(acts[-2:-1]).startswith("use ")):
        return back.copy()
    before = on.table.copy()
    before.acts = acts[:-1]
    found = _carried_again(on, done, before)
    found.acts = (*found.acts, acts[-1])
    return found


def _carried_again(on: Turn, done: Act, before: Table) -> Table:
    """The table after its last act, a use, was carried out while an answer to it was out of its player's hand."""
    again = Turn(before, on.rulebase, on.command)
    use, card = acts_of(before, Names(on.rulebase))[-1], card_of(done)
    power = powers.carried_by(again, use)
    again.give_up(done.by, card)
    if power is not None:
        powers.carry_out(again, power, use)
    again.table.hands[done.by] = (*again.table.hands[done.by], card)
    return again.table


# -- what is carried out at once ---------------------------------------------------------------------------------------


def _carry_out(on: Turn) -> None:
    """Does what the last card does, if it works at once and no Card Zap that stands has answered it."""
    acts = acts_of(on.table, Names(on.rulebase))
    at: int | None = len(acts) - 1
    while at is not None and acts[at].verb == "card-zap":
        at = answered(acts, at)
    if at is None or acts[at].verb not in _AT_ONCE:
        return
    on.table.rewind = on.table.copy()
    if standing(acts)[at]:
        _AT_ONCE[acts[at].verb](on, acts[at])
    else:
        on.find("cards.negated", True, ARTIFACTS[acts[at].verb])


def _mobius_tubes(on: Turn, _: Act) -> None:
    """All ships leave the warp; each owner chooses the colonies they go to."""
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
    if on.table.hands[done.who]:
        on.table.due.append(Due(done.who, "discard", 1))


def _force_field(on: Turn, done: Act) -> None:
    """The alliances named are cancelled: these players are no allies any more and take their ships home."""
    cancel_alliances(on, list(on.table.allies if done.args == ("all",) else done.args))


_AT_ONCE: dict[str, Callable[[Turn, Act], None]] = {
    "mobius-tubes": _mobius_tubes,
    "plague": _plague,
    "force-field": _force_field,
}


_BY_CARD = {card: verb for verb, card in ARTIFACTS.items()}


def options(on: Turn) -> Iterator[tuple[str, Act]]:
    """What could be played now from hands, as far as they are known: (who, what), still to be ruled."""
    table, seen = on.table, on.rulebase.hands_seen
    for who, hand in table.hands.items():
        besides = (seen.get(hand) or on.hand_of(who)).besides
        for card in (*besides, *on.lent_besides(who)) if table.aside else besides:
            verb = _BY_CARD.get(card, "")
            if verb == "zap":
                yield from ((who, Act("zap", name, by=who)) for name in table.aliens)
            elif verb == "plague":
                yield from ((who, Act("plague", name, by=who)) for name in table.seats)
            elif verb == "force-field" and table.allies:
                yield who, Act("force-field", by=who, args=("all",))
                yield from ((who, Act("force-field", by=who, args=(ally,))) for ally in table.allies)
            elif verb and (verb != "card-zap" or table.fresh):
                yield who, Act(verb, by=who)
            elif on.card_type(card) == "flare":
                yield from ((who, flare) for flare in powers.flare_options(on, Act("flare", who, name=card)))
