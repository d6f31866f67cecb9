"""Powers and alien sheets that change hands."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from referee.book.law import Rule
from referee.book.power import Alien
from referee.judge.counted import cards_of
from referee.judge.phases.setup import not_together
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now
from referee.judge.powers.at_table import one_of, plainly
from referee.judge.powers.common import SWAPPED, first_not_of, first_of, refuse, said_with, sources, tell
from referee.judge.powers.flare_texts import unsaid_on_line
from referee.judge.powers.moments import AS_NAMED, is_after_reveal, never_now
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Power, Stand, Turn, Use
from referee.judge.ruling import BOTH_LOSE, MUST, NO_DEAL, wins
from referee.judge.table.powers import USE, as_typed
from referee.judge.table.resolution import note_winning
from referee.state import table as tbl
from referee.state.pending import Lent

_FEW = 3


@effect.outcome("limit")
def swaps_powers(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The aliens on the line are those after the exchange; the flare's own alien is none of the main players'."""
    mains = (board.offense, board.defense)
    barred = _barred_main(use.alien, [(main.name, [alien.name for alien in main.aliens]) for main in mains])
    if refuse(board, stand, use, barred, sources(use)):
        return
    swapped = tell(board, stand, use, True, (), (board.offense.name, board.defense.name))
    if swapped is not None:
        at_the_table = board.law["played.at-the-table"].citing(use.rule)
        board.steps.append(Finding(at_the_table, True, (swapped,), (stand.name, use.alien)))


@swaps_powers.carried_out(time=AS_NAMED, offers=plainly(lambda on, power: _barred(on, power) is None))
def swap_powers(on: Turn, power: Power, done: Act) -> None:
    """The main players exchange their powers, for good; not where the flare's own alien is one of them."""
    if len(on.table.mains()) == 1:  # nobody is the defense yet, so that it cannot be done anyway
        never_now(on, power)
    on.keep(_barred(on, power))
    one, other = on.table.mains()
    on.steps.append(power.finding(True, one, other))
    trade(on, one, other)


def _barred_main(alien: str, sheets: Iterable[tuple[str, Collection[str]]]) -> Forbidden | None:
    """The flare exchanges no power with that of its own alien: `sheets` are what the main players have."""
    barred = next((name for name, aliens in sheets if alien in aliens), "")
    return Forbidden("exchange.barred-main", (alien, barred)) if barred else None


def _barred(on: Turn, power: Power) -> Forbidden | None:
    table = on.table
    sheets = ((name, (*table.aliens.get(name, ()), *table.hidden.get(name, ()))) for name in table.mains())
    return _barred_main(power.use.alien, sheets)


stays_with_color = effect.Effect(
    "stays_with_color", changes=True, does="No exchange, loan or theft takes the sheet from its owner."
)


def kept_by_color(aliens: Iterable[Alien]) -> Alien | None:
    """The one of these sheets that no exchange, loan or theft takes from its owner; None if they may go."""
    return next((alien for alien in aliens if alien.keeps_color), None)


def trade(on: Turn, one: str, other: str) -> None:
    """Two players have each other's sheets from now on, with all that lies on them."""
    table = on.table
    lenders = [lent.lender for lent in table.lent]
    for name in (one, other):
        if not own(on, name) and name not in (*table.hidden, *lenders):
            on.find("exchange.not-told", True, name)
    sheets = {one: own(on, other), other: own(on, one)}
    facedown = {to: table.hidden.pop(name) for name, to in ((one, other), (other, one)) if name in table.hidden}
    swapped = {one: other, other: one}
    table.lent = tuple(_between(lent, swapped) for lent in table.lent)
    for name in (one, other):
        have(on, name, sheets[name])
    table.hidden.update(facedown)
    bring(on, swapped)
    follow(on, swapped)
    for name in (one, other):
        check_anew(on, name)
    note_winning(on)


def _between(lent: Lent, swapped: Mapping[str, str]) -> Lent:
    """A loan when its players exchange what they have: what comes back, on either side, comes to who has that now."""
    lender, borrower = (swapped.get(name, name) for name in (lent.lender, lent.borrower))
    return lent._replace(lender=lender, borrower=borrower)


def own(on: Turn, who: str) -> tuple[str, ...]:
    """A player's aliens without the one that it has by a tech; those that lie facedown too, as far as they are told."""
    table = on.table
    aliens = table.hidden[who] if who in table.hidden else table.aliens.get(who, ())
    return tuple(name for name in aliens if name != table.besides.get(who))


def have(on: Turn, who: str, aliens: tuple[str, ...]) -> None:
    """The player has these aliens for its own, faceup, besides one that it has by a tech."""
    table = on.table
    demanded = _verbs(on, own(on, who)) - _verbs(on, aliens)  # by what it has no more
    table.due = [due for due in table.due if due.what != USE or due.who != who or due.source not in demanded]
    leave = (on.rulebase.alien(name) for name in own(on, who) if name not in aliens)
    kept = kept_by_color(alien for alien in leave if alien is not None)
    if kept is not None:
        on.refuse(on.law["exchange.kept"].citing(kept.rule), who, kept.name)
    also = (table.besides[who],) if who in table.besides else ()
    table.aliens.pop(who, None)
    if aliens or also:
        table.aliens[who] = (*aliens, *also)


def _verbs(on: Turn, aliens: tuple[str, ...]) -> set[str]:
    """All effects of these sheets."""
    known = (on.rulebase.alien(name) for name in aliens)
    return {verb for alien in known if alien is not None for verb in alien.verbs}


def keeps_cards(on: Turn, aliens: tuple[str, ...]) -> bool:
    """True if cards lie on one of these sheets as a second hand."""
    return "keeps_hoard" in _verbs(on, aliens)


def bring(on: Turn, ways: Mapping[str, str], cards: bool = True) -> None:
    """What lies on sheets goes along with them, without `cards` none of these; who has which power now is said.

    Captured ships come too, and devoured planets do not.
    """
    table = on.table
    tokens = {to: table.tokens.pop(who) for who, to in ways.items() if who in table.tokens}
    hoards = {to: table.aside.pop(who) for who, to in ways.items() if cards and who in table.aside}
    table.tokens.update(tokens)
    table.aside.update(hoards)
    held = {who: table.captured.get(who, {}) for who in (*ways, *ways.values())}
    gone = {who: {to: count for to, count in lying.items() if "." in to} for who, lying in held.items()}
    for who, to in ways.items():
        gone[to] |= {name: count for name, count in held[who].items() if "." not in name}
    for who, lying in gone.items():
        table.hold_on_sheet(who, lying)
    for who, to in ways.items():
        if to not in on.table.hidden and own(on, to):
            on.find("exchange.has", True, to, " and ".join(own(on, to)))
        said = [f"{tokens[to]} tokens"] if tokens.get(to) else []
        said += [cards_of(len(hoards[to]))] if hoards.get(to) else []
        if said:
            on.find("exchange.goes-with", True, to, who, " and ".join(said))


def follow(on: Turn, ways: Mapping[str, str]) -> None:
    """What was done of these powers before, in this encounter: a zap goes along with its power, a use is done with."""
    table = on.table
    told: set[str] = set()
    acts = list(table.acts)
    for at, act in enumerate(table.acts):
        if act.who not in ways:
            continue
        if act.verb == "use" and at not in table.carried:
            table.carried = (*table.carried, at)
            if act.who not in told:
                on.find("exchange.uses-over", True, act.who)
            told.add(act.who)
        elif act.verb == "zap":
            acts[at] = replace(act, who=ways[act.who])
            if ways[act.who] not in table.aliens and at not in table.carried:
                table.carried = (*table.carried, at)
    table.acts = tuple(acts)


def check_anew(on: Turn, who: str) -> None:
    """Whether a player can use the power that it has now: that turns on its home colonies, and on the sheet (4.6.2)."""
    table = on.table
    if table.powers.get(who) == tbl.LOST and on.keeps_power(who, tbl.LOST):
        table.powers = {**table.powers, who: tbl.HAS}
    else:
        on.check_power(who)


@effect.outcome("after")
def becomes_another(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Who has lost or failed to deal is another alien once the encounter is over; which one is drawn at random."""
    if board.outcome is None:
        return
    said = said_with(board, stand, use).args
    parts = [_Part(s.name, s.side, s.is_main, [alien.name for alien in s.aliens]) for s in board.order if s.takes_part]
    losers = _losers(board.outcome.value, use.alien, parts)
    named = first_of(said, board.stands)
    if not losers and not named:
        return
    if not named and len(losers) > 1:
        unsaid_on_line(board, stand, use, "who gets it", *losers)
        return
    named = named or losers[0]
    if refuse(board, stand, use, _has_not_lost(use.alien, named, losers), sources(use)):
        return
    drawn = first_not_of(said, board.stands)
    becomes = board.apply(stand, use, drawn or True, (board.outcome,), (named, drawn or "an unused alien"))
    if becomes is not None:
        what = "be another alien when the encounter is over: an unused one drawn at random, not one with a game setup"
        board.do(named, MUST, what, becomes, by=use)


class _Part(NamedTuple):
    """Who took part in an encounter: on which side, and with which aliens."""

    who: str
    side: str
    is_main: bool
    aliens: Collection[str]


def _losers(outcome: str, alien: str, parts: Iterable[_Part]) -> list[str]:
    """Who has lost or failed to deal, but for the owner of the flare's own alien."""
    if outcome == NO_DEAL:
        losers = [part for part in parts if part.is_main]
    else:
        losers = [part for part in parts if outcome == BOTH_LOSE or SWAPPED.get(outcome) == wins(part.side)]
    return [part.who for part in losers if alien not in part.aliens]


def _has_not_lost(alien: str, named: str, losers: Collection[str]) -> Forbidden | None:
    """Another alien is for somebody who has lost or failed to deal."""
    return None if named in losers else Forbidden("exchange.has-not-lost", (alien, named), waivable=False)


@becomes_another.carried_out()
def draw_another(on: Turn, power: Power, done: Act) -> None:
    """A player who has lost or failed to deal gets the flare, and another alien when the encounter is over.

    Which one was drawn is said with it; it is kept with the flare until then.
    """
    table, losers = on.table, _losers_at_table(on, power)
    named = first_of(done.args, table.seats, losers[0] if len(losers) == 1 else "nobody")
    typed = as_typed("flare", power.who, done.name)
    if not table.ruled or not losers:
        not_now(on, power, ("resolve",) if is_after_reveal(on) else ())
    forbidden = _has_not_lost(done.name, named, losers)
    if forbidden is not None:
        drawn = next(iter(unused(on)), "")
        on.keep(forbidden, nearest=[f"{typed} {name} {drawn}".rstrip() for name in losers])
    said, alien = alien_said(on, named, done, f"{typed} {named}")
    kept = table.acts[-1]
    table.acts = (*table.acts[:-1], replace(kept, args=(named, said)))
    on.steps.append(power.finding(alien.name, named, alien.name))


def _losers_at_table(on: Turn, power: Power) -> list[str]:
    """Who has lost this encounter or failed to deal, but for the owner of the flare's own alien."""
    table, mains = on.table, on.table.mains()
    names = mains if table.outcome == NO_DEAL else [name for name in table.seats if on.side_of(name)]
    parts = [_Part(name, on.side_of(name), name in mains, table.aliens.get(name, ())) for name in names]
    return _losers(table.outcome or "", power.use.alien, parts)


def alien_said(on: Turn, who: str, done: Act, typed: str) -> tuple[str, Alien]:
    """The alien that was drawn, as it was said: one that nobody has, and without a game setup."""
    said = next((arg for arg in done.args if arg not in on.table.seats and on.rulebase.alien(arg.strip('"'))), "")
    alien = on.rulebase.alien(said.strip('"')) if said else None
    nearest = tuple(f"{typed} {name}" for name in unused(on))
    alien = alien_drawn(on, who, alien, nearest)
    if has_setup(on, alien.name):
        on.forbid(_NO_SETUP[done.verb], who, alien.name, nearest=nearest)
    return said, alien


def alien_named(on: Turn, done: Act) -> Alien | None:
    """The first alien that a use names, or None."""
    return next((alien for arg in done.args if (alien := on.rulebase.alien(arg.strip('"'))) is not None), None)


_NO_SETUP = {
    "flare": "exchange.game-setup",
    "tech": "exchange.game-setup-by-tech",
    "use": "exchange.game-setup-by-sheet",
}


def alien_drawn(on: Turn, who: str, alien: Alien | None, nearest: Iterable[str]) -> Alien:
    """The alien that was drawn: it has to be said, and it is unused, which is one that nobody has."""
    if alien is None:
        on.cannot("powers.which-alien", who, nearest=nearest)
    holder = who_has(on).get(alien.name)
    if holder is not None:
        on.cannot("powers.alien-in-use", alien.name, holder, nearest=nearest)
    for forbidden, sheet in kept_out(on, who, alien.name):
        on.keep(forbidden, nearest=nearest, by=sheet)
    return alien


def kept_out(on: Turn, who: str, alien: str) -> list[tuple[Forbidden, Rule]]:
    """The sheets that keep an alien which a player would gain out of the game, as a setup would be refused for them."""
    sheets: dict[str, list[str]] = {who: [alien]}
    for name, holder in who_has(on).items():
        sheets.setdefault(holder, []).append(name)
    return [kept for kept in not_together(sheets, on.rulebase) if alien in kept[0].words]


def lay_upon(on: Turn, who: str, sheet: str, alien: str) -> None:
    """An alien that was drawn lies on a sheet of the player's: it takes the place of one that was drawn before."""
    table = on.table
    held = table.aliens.get(who, (sheet,))
    at = held.index(sheet) + 1
    besides = tuple(name for name in held[at:] if name == table.besides.get(who))
    table.aliens[who] = (*held[:at], alien, *besides)
    check_anew(on, who)


def who_has(on: Turn) -> dict[str, str]:
    """Who has which alien, those that lie facedown or ready for the end of the encounter among them."""
    table = on.table
    found = {alien: name for name, aliens in table.hidden.items() for alien in aliens}
    found.update({alien: lent.borrower for lent in table.lent for alien in lent.aliens})
    found.update({alien: name for name, aliens in table.aliens.items() for alien in aliens})
    return found


def has_setup(on: Turn, alien: str) -> bool:
    """True if an alien has a game setup, so that it cannot come into a game that goes on."""
    sheet = on.rulebase.sheet(alien)
    return sheet is not None and bool(sheet.game_setup)


def unused(on: Turn) -> list[str]:
    """A few of the aliens that nobody has and that can be drawn into a game that goes on."""
    taken, found = who_has(on), list[str]()
    for stem in on.rulebase.alien_names():
        alien = on.rulebase.alien(stem)
        if alien is None or alien.name in taken or not alien.name.replace("-", "").isalnum():
            continue
        if not has_setup(on, alien.name) and not kept_out(on, "", alien.name):
            found.append(alien.name)
            if len(found) == _FEW:
                break
    return found


@becomes_another.offered
def _drawn_anew(on: Turn, power: Power) -> Iterator[tuple[str, ...]]:
    if on.table.ruled:
        for name in _losers_at_table(on, power):
            yield from ((name, alien) for alien in unused(on))


@becomes_another.while_played("over")
def become_another(on: Turn, power: Power) -> None:
    """The encounter is over: the alien that was drawn takes the place of the player's own."""
    table = on.table
    said = power.use.played[0] if power.use.played is not None else ()
    if len(said) < 2:  # a table that was kept before it was told who draws what
        return
    who, alien = said[0], said[1].strip('"')
    cards = table.aside.pop(who, ())
    if cards:
        on.discard(cards)
        on.find("exchange.cards-left", len(cards), who, cards_of(len(cards)))
    table.tokens.pop(who, None)
    if who in table.hidden:
        table.hidden[who] = (alien,)
    else:
        have(on, who, (alien,))
        on.find("exchange.has", True, who, alien)
    check_anew(on, who)
    note_winning(on)


@effect.carried_out()
def gains_alien(on: Turn, power: Power, done: Act) -> None:
    """The player has an alien that was drawn besides its own, as long as the tech stays in play."""
    table, who = on.table, power.who
    if who in table.besides:
        on.cannot("exchange.has-besides", who, table.besides[who], done.name)
    _, alien = alien_said(on, who, done, as_typed("tech", who, done.name))
    aliens = own(on, who)
    table.besides = {**table.besides, who: alien.name}
    if who not in table.hidden:
        have(on, who, aliens)
    on.steps.append(power.finding(alien.name, alien.name))
    on.find("exchange.besides", alien.name, who, alien.name, done.name)
    check_anew(on, who)
    note_winning(on)


gains_alien.offered(
    one_of(lambda on, _: unused(on), lambda on, power: power.who not in {*on.table.besides, *on.table.hidden})
)


def lose_besides(on: Turn, who: str) -> None:
    """The tech that gave a player another alien is gone, and the alien with it."""
    table = on.table
    alien = table.besides.get(who)
    if alien is not None:
        aliens = own(on, who)
        table.besides = {name: also for name, also in table.besides.items() if name != who}
        have(on, who, aliens)
        on.find("exchange.besides-gone", True, who, alien)
