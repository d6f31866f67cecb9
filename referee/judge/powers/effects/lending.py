"""Powers that somebody else has for an encounter, and that are given back when it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.judge.powers import effect
from referee.judge.powers.asked import not_now, player_said
from referee.judge.powers.effects.exchanging import check_anew, check_free, follow, have, own, tell_what_goes
from referee.judge.table.losses import spared, were_lost
from referee.judge.table.places import each_way, sources_said
from referee.judge.table.powers import Power, check_faceup, check_not_lost
from referee.judge.table.resolution import note_winning
from referee.judge.table.turn import Turn
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Act
from referee.state.pending import Lent


@effect.carried_out()
def lends_power(on: Turn, power: Power, done: Act) -> None:
    """As the encounter begins, one ship goes to the warp, and another player has the player's power for the encounter.

    It has it in place of its own, which lies ready for it until then.
    """
    table, who = on.table, power.who
    if table.regrouped or not table.on_colonies(who):
        not_now(on, power)
    check_faceup(on, who)
    if not own(on, who):
        on.cannot("exchange.own-alien", who)
    check_not_lost(on, who)
    to = player_said(on, power, done, table.clockwise(who))
    _give_up_ship(on, done)
    on.steps.append(power.finding(1, to))
    _lend(on, who, to)
    note_winning(on)


def _give_up_ship(on: Turn, done: Act) -> None:
    """One ship off a colony goes to the warp, if nothing keeps it out of it."""
    who = done.who
    stacks = sources_said(on, done, "launch.from-colonies", 1)
    if not spared(on, who, 1):
        on.send(who, stacks, tbl.WARP)
        were_lost(on, who, 1)
    check_not_lost(on, who)


def _lend(on: Turn, who: str, to: str) -> None:
    table = on.table
    check_free(on, who)
    facedown = to in table.hidden
    table.lent = (*table.lent, Lent(who, to, own(on, to), table.tokens.get(to), facedown))
    aliens = own(on, who)
    table.hidden.pop(to, None)
    table.tokens.pop(to, None)
    have(on, who, ())
    have(on, to, aliens)
    bring(on, who, to, aliens)
    on.find("exchange.without", True, who)
    follow(on, {who: to, to: who})
    check_anew(on, to)


def bring(on: Turn, who: str, to: str, aliens: tuple[str, ...]) -> None:
    """What lies on a sheet goes along with it from one player to another."""
    table = on.table
    tokens = {to: table.tokens.pop(who)} if who in table.tokens else {}
    hoards = {to: table.aside.pop(who)} if who in table.aside and _keeps_cards(on, aliens) else {}
    table.tokens.update(tokens)
    table.aside.update(hoards)
    tell_what_goes(on, {who: to}, tokens, hoards)


def _keeps_cards(on: Turn, aliens: Iterable[str]) -> bool:
    """Whether cards lie on one of these sheets as a second hand."""
    sheets = filter(None, map(on.rulebase.alien, aliens))
    return any(effect.verb == "keeps_hoard" for sheet in sheets for use in sheet.uses for effect in use.effects)


@lends_power.offered
def _lent_to(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    table, who = on.table, power.who
    if table.phase in (ph.START, ph.REGROUP) and not table.regrouped and table.on_colonies(who) and own(on, who):
        for places in each_way(on, who, 1):
            yield from ((name, *places) for name in table.clockwise(who))


@lends_power.while_played("over")
def give_power_back(on: Turn, power: Power) -> None:
    """The encounter is over: everybody has the own power again."""
    give_back(on)


def give_back(on: Turn) -> None:
    """Whoever has the power of somebody else gives it back; one that it has besides its own leaves that."""
    table = on.table
    for lent in table.lent:
        aliens = tuple(name for name in own(on, lent.borrower) if name not in lent.aliens)
        table.lent = tuple(one for one in table.lent if one is not lent)
        have(on, lent.borrower, () if lent.facedown else lent.aliens)
        have(on, lent.lender, aliens)
        bring(on, lent.borrower, lent.lender, aliens)
        if lent.tokens is not None:
            table.tokens[lent.borrower] = lent.tokens
        if lent.facedown:
            table.hidden[lent.borrower] = lent.aliens
        for name, its in ((lent.lender, aliens), (lent.borrower, () if lent.facedown else lent.aliens)):
            if its:
                on.find("exchange.back", True, name, " and ".join(its))
            check_anew(on, name)
        note_winning(on)
