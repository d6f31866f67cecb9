"""Alien sheets that lie facedown until their players show them (ffg2018 hidden-powers)."""

from __future__ import annotations

from referee.book.law import Law
from referee.judge.phases.setup import anothers_sheet, not_together
from referee.judge.ruling import Ruling
from referee.judge.table.tokens import lay_tokens
from referee.judge.table.turn import Turn, command
from referee.state import phases as ph
from referee.state.facts import Fact
from referee.state.table import Table

FACEDOWN = "facedown"
# Where ships have been sent: a power that is shown now cannot limit them any more.
_SENT = (ph.ALLIANCE, ph.PLANNING, ph.REVEAL, ph.RESOLUTION)


def _secret(law: Law) -> bool:
    return bool(law["power.sheets"].value == FACEDOWN)


def lay_sheets(table: Table, law: Law) -> None:
    """Turns the sheets as the setup leaves them: faceup, or each facedown until its player shows it."""
    if _secret(law):
        table.hidden = {name: table.aliens.get(name, ()) for name in table.seats}
        table.aliens = {}


def tell_facedown(on: Turn) -> None:
    """Tells of whose sheet in the encounter nothing counts, for it lies facedown (hidden-powers.3)."""
    for name in on.table.hidden:
        if name in on.table.mains() or name in on.table.allies:
            on.find("power.facedown", False, name)


def tell_sheet(table: Table, fact: Fact) -> None:
    """A correction: a sheet lies facedown, or faceup."""
    if fact.word == "hidden":
        table.hidden[fact.who] = table.aliens.pop(fact.who, table.hidden.get(fact.who, ()))
    elif table.hidden.get(fact.who):
        table.aliens[fact.who] = table.hidden.pop(fact.who)
    else:
        table.hidden.pop(fact.who, None)


def _check_shown(on: Turn, given: tuple[str, ...], laid: tuple[str, ...]) -> None:
    """The sheets that are shown are those that were laid, nobody else's, and may be in one game with the others."""
    table, who = on.table, on.command.who
    if laid and given and laid != given:
        on.cannot("power.other-sheet", who, " and ".join(laid), " and ".join(given), nearest=(f"show {who}",))
    taken = next((name for name, aliens in table.aliens.items() if set(aliens) & set(given)), "")
    if taken:
        on.keep(anothers_sheet(taken, given[0]))
    for forbidden, sheet in not_together({**table.aliens, who: given or laid}, on.rulebase):
        on.keep(forbidden, by=sheet)


@command("show")
def show(on: Turn) -> None:
    """A player turns up its sheet, whenever it likes; what was not told before is told now (hidden-powers.4)."""
    table, who = on.table, on.command.who
    given = on.command.aliens.get(who, ())
    if who not in table.hidden:
        on.cannot("power.stays-up" if _secret(on.law) else "power.shown-in-setup", who)
    laid = table.hidden[who]
    aliens = given or laid
    _check_shown(on, given, laid)
    del table.hidden[who]
    if table.phase in _SENT:
        table.late = (*table.late, who)
    if aliens:
        table.aliens[who] = aliens
        if who not in table.tokens:
            lay_tokens(on, [who])
    on.find("power.shows", True, who, f": {' and '.join(aliens)}" if aliens else "")


def too_late(on: Turn, ruling: Ruling) -> bool:
    """Whether nothing forbids an encounter but powers that were facedown when it happened (hidden-powers.3)."""
    aliens = {alien for name in on.table.late for alien in on.table.aliens.get(name, ())}
    rules = {illegal.finding.rule.id for illegal in ruling.illegal}
    return all(any(id.startswith(f"alien {alien} ") for alien in aliens) for id in rules)


@command("hide")
def hide(on: Turn) -> None:
    """A sheet that was shown is not turned down again (hidden-powers.5); without the variant all are shown."""
    who = on.command.who
    if who in on.table.hidden:
        on.find("power.facedown-already", True, who)
        return
    on.cannot("power.stays-up" if _secret(on.law) else "power.shown-in-setup", who)
