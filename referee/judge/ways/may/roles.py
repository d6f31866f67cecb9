"""When a question is asked, and who the main players are: as the command needs it, where the facts do not tell."""

from __future__ import annotations

from collections.abc import Iterable

from referee.judge.powers.answers import which_face
from referee.judge.table.played import card_of
from referee.judge.table.turn import HANDLERS
from referee.judge.ways.may.setting import Setting
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import DEFENSE, OFFENSE, Act

ANY_PHASE = ("draw", "discard", "claim")  # for these it does not matter
_USUAL_PHASE = {
    **dict.fromkeys((*ANY_PHASE, "offense", "new hand", "punt"), ph.START),
    "regroup": ph.REGROUP,
    "destiny": ph.DESTINY,
    "play": ph.PLANNING,
    **dict.fromkeys(("lose", "return", "take", "reward", "second", "acquire", "end"), ph.RESOLUTION),
}
_OF_OFFENSE = ("offense", "launch", "invite", "play", "lose", "take", "new hand", "reveal")
_OF_EITHER = ("invite", "play", "new hand", "lose")  # main players do these
_OF_ALLIES = ("ally", "decline", "reward", "return")


def phase(on: Setting) -> str:
    """The phase in which the command is usually given."""
    c = on.command
    if c.act is not None:
        return ph.RESOLUTION if c.act.verb in ("deal", "no-deal") else _first(_phases_of(on, c.act))
    if c.verb == "new hand" and on.given("defense") == c.who:
        return ph.PLANNING
    return _USUAL_PHASE.get(c.verb) or _first(HANDLERS[c.verb][1][:1])


def _first(phases: Iterable[str]) -> str:
    """The first of some phases in printed order; the reveal phase where there is none."""
    shown = {*phases}
    return next((phase for phase in ph.PHASES if phase in shown), ph.REVEAL)


def _phases_of_power(on: Setting, who: str) -> list[str]:
    aliens = [on.rulebase.alien(name) for name in on.sheets_of(who)]
    return [phase for alien in aliens if alien is not None for use in alien.uses for phase in use.phases]


def _phases_of(on: Setting, done: Act) -> Iterable[str]:
    """The phases that the card or power shows with which something is done."""
    if done.verb == "flare":
        flare = on.rulebase.flare(done.name)
        if flare is not None:
            return flare.face(which_face(done.name in on.sheets_of(done.who), False)).phases
    elif done.verb == "use":
        return _phases_of_power(on, done.who)
    name = done.name if done.verb == "tech" else card_of(done)
    card = on.rulebase.card(name) if name else None
    return card.phases if card is not None else ()


def offense(on: Setting) -> str:
    """The one whose command this must be, or somebody whom it is not about."""
    c, seats = on.command, on.table.seats
    wanted = c.who if c.verb in _OF_OFFENSE else ""
    if c.act is not None:
        wanted = _offense_of(on, c.act)
    elif c.verb == "reveal" and c.names:
        wanted = c.names[0]
    defense = on.given("defense")
    if wanted and wanted != defense and wanted in seats:
        return wanted
    apart = {defense, c.who, *_allied(on)}
    return next((name for name in seats if name not in apart), seats[0])


def _offense_of(on: Setting, done: Act) -> str:
    if done.terms:
        return done.terms[0].giver
    if done.verb == "reinforce":
        return done.who if done.side == OFFENSE else ""
    card = on.rulebase.card(card_of(done)) if card_of(done) else None
    if card is not None and "offense" in card.roles:
        return done.by
    return "" if done.verb in ("force-field", "plague") else done.who or done.by


def defense(on: Setting) -> str:
    """The one whom the command makes the defense, or somebody whom it is not about."""
    c, seats, turn = on.command, on.table.seats, on.table.turn
    wanted = _defense_of(on, c.act) if c.act is not None else _defense_of_command(on)
    if wanted in seats and (wanted != turn or c.verb == "launch"):
        return wanted
    of_ally = c.verb in _OF_ALLIES or (c.act is not None and c.act.verb == "reinforce")
    apart = {turn, c.who if of_ally else "", *_allied(on)}
    return next((name for name in seats if name not in apart), on.table.clockwise(turn)[0])


def _defense_of_command(on: Setting) -> str:
    c, turn = on.command, on.table.turn
    if c.verb == "launch":
        return tbl.owner(c.planet)
    if c.verb == "take":
        return c.other if c.who == turn else c.who
    if c.verb == "reveal":
        return next((name for name in c.names if name != turn), "")
    if c.verb in _OF_EITHER and c.who != turn:
        return c.who
    return tbl.owner(on.given("target"))


def _defense_of(on: Setting, done: Act) -> str:
    turn = on.table.turn
    if done.terms:
        return next((term.giver for term in done.terms if term.giver != turn), "")
    if (done.verb, done.side) == ("reinforce", DEFENSE) and done.who != turn:
        return "" if on.stands_on(done.who) else done.who
    return tbl.owner(on.given("target"))


def _allied(on: Setting) -> set[str]:
    """Players that the question speaks of as allies, or as invited."""
    c = on.command
    found = on.whose("invited") | on.whose(tbl.BESIDE)
    if c.act is not None and c.act.verb == "force-field":
        found |= {*c.act.args} - {"all"}
    return found | {*(c.names if c.verb == "invite" else ())}
