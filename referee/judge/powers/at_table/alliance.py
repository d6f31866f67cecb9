"""Powers of the alliance phase: before allies are invited, and when the alliances are formed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.judge.board import cards_of
from referee.judge.powers.at_table.moments import (
    able,
    cards_said,
    check_once,
    is_before_invitations,
    is_before_selection,
    is_used,
    main_player_meant,
)
from referee.judge.table.alliance import answers
from referee.judge.table.deals import hand_over
from referee.judge.table.powers import Power, carries_out, offers, sheet_named, when
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Act

# -- before anybody invites --------------------------------------------------------------------------------------------


@carries_out("looks_at_hand")
def look_at_hand(on: Turn, power: Power, done: Act) -> None:
    """The owner looks at the whole hand of one main player; nothing on the table changes, and it may not tell.

    With `both`, who is no main player looks at the hands of both.
    """
    _check_before_invitations(on, power)
    mains = on.table.mains()
    if power.args.get("both") and power.who not in mains:
        on.steps.append(power.finding(sum(len(on.table.hands[name]) for name in mains), " and ".join(mains)))
        return
    whose = main_player_meant(on, power, done)
    on.steps.append(power.finding(len(on.table.hands[whose]), whose))


@offers("looks_at_hand")
def _looks(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if not is_before_invitations(on) or is_used(on, power):
        return
    if power.args.get("both") and power.who not in on.table.mains():
        yield ()
    else:
        yield from ((name,) for name in able(on, power.who))


@carries_out("refills_hand")
def refill_hand(on: Turn, power: Power, done: Act) -> None:
    """`cards`: up to so many in hand, one at random for each time a player is named, the rest off the deck.

    With `discards`, up to so many cards that are named are discarded first.
    """
    _check_before_invitations(on, power)
    table, who, full = on.table, power.who, power.args["cards"]
    if power.args.get("discards"):
        done = _discard_first(on, power, done)
    missing = full - len(table.hands[who])
    if missing <= 0:
        on.forbid("uses.hand-full", who, cards_of(len(table.hands[who])), full)
        return
    wanted = {name: done.args.count(name) for name in dict.fromkeys(done.args)}
    for name, count in wanted.items():
        if name not in table.seats or name == who or count > len(table.hands[name]) or len(done.args) > missing:
            what = f"{cards_of(count)} from {name}" if name in table.seats else name
            on.cannot("uses.from-whom", who, what, cards_of(missing), nearest=(f"use {who}",))
    for name, count in wanted.items():
        taken = hand_over(on, name, (), count)
        table.gain(who, *taken)
    drawn = on.draw(who, missing - len(done.args))
    origins = [f"{count} from {name}" for name, count in wanted.items()]
    on.steps.append(power.finding(full, ", ".join([*origins, f"{drawn} off the deck"] if drawn else origins)))


def _discard_first(on: Turn, power: Power, done: Act) -> Act:
    """Discards the cards that a use names; the use without them is left."""
    who, cards = power.who, tuple(cards_said(on, done))
    if len(cards) > power.args["discards"]:
        on.forbid("uses.discards-first", who, cards_of(len(cards)), power.args["discards"])
    on.take_out(who, *cards)
    on.discard(cards, who)
    if cards:
        on.find("cards.discards", len(cards), who, cards_of(len(cards)))
    return replace(done, args=tuple(arg for arg in done.args if arg not in cards))


@offers("refills_hand")
def _refills(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    table, who = on.table, power.who
    if not is_before_invitations(on) or is_used(on, power):
        return
    if power.args.get("discards"):
        yield from ((card,) for card in dict.fromkeys(table.hands[who]))
    if len(table.hands[who]) >= power.args["cards"]:
        return
    yield ()
    yield from ((name,) for name in table.clockwise(who) if table.hands[name])


def _check_before_invitations(on: Turn, power: Power) -> None:
    if not is_before_invitations(on):
        on.forbid("uses.before-invitations", power.who)
    check_once(on, power)


# -- when the alliances are formed -------------------------------------------------------------------------------------


@carries_out("gives_card")
def give_card(on: Turn, power: Power, done: Act) -> None:
    """A card goes to a main player; a main player who gave its last encounter card away draws a new hand."""
    table, who = on.table, power.who
    if not is_before_selection(on):
        on.forbid("uses.after-alliances", who, nearest=answers(on) if table.phase == ph.ALLIANCE else ())
    check_once(on, power)
    card = next(iter(cards_said(on, done)), "")
    if not card:
        held = dict.fromkeys(table.hands[who])
        on.cannot("uses.which-card", who, nearest=tuple(f"use {who} {name}" for name in held)[:3])
    to = main_player_meant(on, power, done, f"use {{0}} {card} {{1}}")
    on.take_out(who, card)
    table.gain(to, card)
    on.steps.append(power.finding(card, card if card != tbl.UNKNOWN else "a card", to))
    if who not in table.mains() or on.has_encounter_card(who):
        return
    if on.lacks_encounter_card(who):
        drawn = on.law["uses.new-hand"].value
        on.find("uses.new-hand", drawn, who)
        on.redraw(who, drawn)
    else:
        on.find("uses.keeps-encounter-card", True, who)


@offers("gives_card")
def _gifts(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if is_before_selection(on) and not is_used(on, power):
        for card in dict.fromkeys(on.table.hands[power.who]):
            yield from ((card, name) for name in able(on, power.who))


@carries_out("gives_tokens")
@carries_out("collects_tokens")
def tokens_by_themselves(on: Turn, power: Power, done: Act) -> None:
    """Tokens are given when the alliances are formed, and paid for with the outcome: nobody types that."""
    on.forbid("uses.by-itself", power.who)


@when("alliances", "gives_tokens")
def give_tokens(on: Turn, power: Power) -> None:
    """Everybody whom the owner invited and who did not join it gets a token; without any that is said as well.

    It is kept as a `use` with their names: the outcome says what each of them pays.
    """
    table, who = on.table, power.who
    side = on.side_of(who)
    away = [
        name
        for name in table.clockwise(table.turn)
        if name in table.invited.get(who, ()) and table.allies.get(name) != side
    ]
    table.acts = (*table.acts, Act("use", who, name=sheet_named(on, power), args=tuple(away)))
    on.steps.append(power.finding(len(away), " and ".join(away) or "nobody"))
