"""Powers that come to another player for an encounter, and sheets that give their owner another alien."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.book.power import Alien
from referee.judge.powers import effect
from referee.judge.powers.asked import not_now, player_said, say_with_use
from referee.judge.powers.at_table import in_hand, one_of
from referee.judge.powers.common import has_to_say, saying, stating, tell, with_aliens
from referee.judge.powers.effects.exchanging import (
    alien_named,
    alien_said,
    bring,
    check_anew,
    follow,
    has_setup,
    have,
    keeps_cards,
    kept_out,
    lay_upon,
    own,
    unused,
    who_has,
)
from referee.judge.powers.moments import WHEN_DUE, earlier, is_used, only
from referee.judge.powers.types import Act, Args, Board, Offers, Power, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.ruling import MUST
from referee.judge.table.losses import spared, were_lost
from referee.judge.table.places import each_way, sources_said
from referee.judge.table.powers import check_faceup, check_not_lost, demand, demanded
from referee.judge.table.resolution import note_winning
from referee.judge.used import Used
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.encounter import Position
from referee.state.pending import Lent
from referee.state.reader import write_name

# -- for an encounter --------------------------------------------------------------------------------------------------


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
    facedown = to in table.hidden
    table.lent = (*table.lent, Lent(who, to, own(on, to), table.tokens.get(to), facedown))
    aliens = own(on, who)
    table.hidden.pop(to, None)
    table.tokens.pop(to, None)
    have(on, who, ())
    have(on, to, aliens)
    bring(on, {who: to}, keeps_cards(on, aliens))
    on.find("exchange.without", True, who)
    follow(on, {who: to, to: who})
    check_anew(on, to)


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
        bring(on, {lent.borrower: lent.lender}, keeps_cards(on, aliens))
        if lent.tokens is not None:
            table.tokens[lent.borrower] = lent.tokens
        if lent.facedown:
            table.hidden[lent.borrower] = lent.aliens
        for name, its in ((lent.lender, aliens), (lent.borrower, () if lent.facedown else lent.aliens)):
            if its:
                on.find("exchange.back", True, name, " and ".join(its))
            check_anew(on, name)
        note_winning(on)


# -- beside its own, or in its place for good --------------------------------------------------------------------------


@effect.when("destiny", takes="alien")
def gains_buddy(on: Turn, power: Power, target: str) -> None:
    """Once the defense is known its opponent draws an unused alien for the owner: a buddy, or discarded."""
    table = on.table
    if table.defense not in ("", table.turn) and demanded(on, power) is None and not is_used(on, power):
        demand(on, power)


def _lies_there(board: Board, stand: Stand, args: Args, used: Used) -> str:
    """On a line an alien that its owner has got by a power stands with its name, and acts from there."""
    named = _named(board, used)
    if named is None or named in stand.aliens:
        return ""
    if _is_set_up(board, named):
        return "an alien without a game setup"
    return f"beside its name, after a stroke, which alien it has got: /{write_name(named.name)}"


def _named(board: Board, used: Used) -> Alien | None:
    """The alien that was said with a use on a line."""
    books = board.rulebase
    return next((found for arg in used.args if (found := books.alien(arg.strip('"'))) is not None), None)


def _is_set_up(board: Board, alien: Alien) -> bool:
    """True if the alien has a game setup, so that nobody gets its power while a game is on."""
    sheet = board.rulebase.sheet(alien.name)
    return sheet is not None and bool(sheet.game_setup)


def _with_it(board: Board, stand: Stand, used: Used) -> list[Position]:
    """The line on which the alien that was said lies beside the owner's own, in the place of an earlier one."""
    named, mine = _named(board, used), [alien.name for alien in stand.aliens]
    return [] if named is None else [with_aliens(board.position, {stand.name: (*mine[:1], named.name)})]


@gains_buddy.carried_out(
    time=WHEN_DUE, states=stating(saying("alien"), check=has_to_say(_lies_there), instead=_with_it)
)
def keep_buddy(on: Turn, power: Power, done: Act) -> None:
    """The alien that is kept lies on the sheet in the place of an earlier one; without any named it was discarded."""
    if not done.args:
        on.steps.append(power.finding(False, "no alien"))
        return
    _, alien = alien_said(on, power.who, done, f"use {power.who}")
    lay_upon(on, power.who, power.use.alien, alien.name)
    on.steps.append(power.finding(alien.name, alien.name))
    note_winning(on)


@gains_buddy.offered
def _buddies(on: Turn, power: Power) -> Offers:
    yield ()
    yield from ((name,) for name in unused(on))


@effect.when("colony-gained", takes="alien")
def evolves(on: Turn, power: Power, player: str, place: str) -> None:
    """The owner has a foreign colony more, or one less: its sheet moves, and it is said which alien lies there."""
    table = on.table
    if player == power.who and place not in table.home_planets(player) and demanded(on, power) is None:
        demand(on, power)


evolves.when("colony-lost")(evolves.moments["colony-gained"])


def _has_to_be_said(on: Turn, power: Power) -> bool:
    return demanded(on, power) is not None or len(on.table.aliens.get(power.who, ())) <= 1


@evolves.carried_out(time=only(_has_to_be_said), offers=one_of(lambda on, _: unused(on)))
def say_stage(on: Turn, power: Power, done: Act) -> None:
    """The alien of the stage at which the sheet lies now; it is said too as the game begins, for the first stage."""
    who, alien = power.who, alien_named(on, done)
    barred = alien is None or has_setup(on, alien.name) or alien.name == power.use.alien
    if alien is None or barred or who_has(on).get(alien.name, who) != who:
        say_with_use(on, power, "the alien of the stage at which its sheet lies", unused(on))
    lay_upon(on, who, power.use.alien, alien.name)
    on.steps.append(power.finding(alien.name, alien.name))
    note_winning(on)


@evolves.outcome("after")
def has_evolved(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The outcome has changed how many foreign colonies the owner has."""
    foreign = board.players[stand.name].foreign
    if foreign is not None and foreign.value:
        moved = board.apply(stand, use, True, (foreign,), ("another alien",))
        if moved is not None:
            board.do(
                stand.name, MUST, "move its sheet to the next stage, and say which alien lies there", moved, by=use
            )


@effect.outcome("declare", told=True, takes="alien")
def needs_stage(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The sheet always lies at some stage: which alien that is stands beside it on the line."""
    if len(stand.aliens) == 1:
        ask_for(board, stand, use, f"use {stand.name} ALIEN")
    else:
        tell(board, stand, use, True, (), (stand.aliens[-1].name,))


def _gained_lies_there(board: Board, stand: Stand, args: Args, used: Used) -> str:
    """As `_lies_there`: but the flare of an alien with a game setup may be discarded too, for nothing."""
    named = _named(board, used)
    if named is None:
        return "" if len(stand.aliens) > 1 else "of which alien the flare is that it discards"
    return "" if _is_set_up(board, named) else _lies_there(board, stand, args, used)


@effect.carried_out(
    states=stating(saying("alien"), check=has_to_say(_gained_lies_there), instead=_with_it),
    takes="alien|card alien|card",
)
def gains_for_flare(on: Turn, power: Power, done: Act) -> None:
    """After another player's flare a flare of an unused alien is discarded, and the owner has that alien besides.

    It comes out of the hand, or where none is there off the unused flares. One with a game setup, or that the game
    does not allow, is discarded for nothing.
    """
    who = power.who
    if _flares_left(on, power) < 0:  # this one is among the uses
        not_now(on, power)
    alien = alien_named(on, done)
    if alien is None or alien.name in who_has(on):
        say_with_use(on, power, "of which alien that nobody has the flare is discarded", _flares(on, power))
    _discard_flare(on, power, alien)
    barred = has_setup(on, alien.name) or bool(kept_out(on, who, alien.name))
    on.steps.append(power.finding(not barred, alien.name))
    if barred:
        on.find("exchange.gains-nothing", False, who, alien.name)
        return
    lay_upon(on, who, power.use.alien, alien.name)
    on.find("exchange.has", True, who, alien.name)
    note_winning(on)


def _flares_left(on: Turn, power: Power) -> int:
    """How many more flares of other players stand in this encounter than the power was used for."""
    acts, who = on.table.acts, power.who
    flares = sum(player != who for player, *_ in on.flares_played())
    return flares - sum((act.verb, act.who) == ("use", who) and act.name in ("", power.use.alien) for act in acts)


def _held(on: Turn, power: Power) -> Sequence[str]:
    """The flares of unused aliens that the owner is known to hold."""
    taken = who_has(on)
    return [card for card in in_hand(on, power) if on.rulebase.flare(card) is not None and card not in taken]


def _discard_flare(on: Turn, power: Power, alien: Alien) -> None:
    """The flare leaves the hand, if it may be there; off the unused flares nothing of the table's moves."""
    who, hand, held = power.who, on.table.hands[power.who], _held(on, power)
    if alien.name not in hand and held:
        on.cannot("exchange.flare-first", who, " or ".join(held), nearest=[f"use {who} {name}" for name in held])
    if alien.name not in hand and tbl.UNKNOWN not in hand:
        return
    if alien.name not in hand:
        on.presume("exchange.flare-first", f"{who} discards the {alien.name} flare out of its hand")
    on.give_up(who, alien.name)
    on.discard((alien.name,))


def _flares(on: Turn, power: Power) -> Sequence[str]:
    return _held(on, power) or unused(on)


gains_for_flare.offered(one_of(_flares, lambda on, power: _flares_left(on, power) > 0))


@effect.when("regroup", takes="alien")
def changes_at_last(on: Turn, power: Power) -> None:
    """`tokens`: each encounter begins with one of them less; with the last one the owner becomes another alien."""
    table, who = on.table, power.who
    if is_used(on, power) or is_last_token(on, power):
        return
    on.check_known(who, tbl.TOKENS)
    table.tokens[who] -= 1
    table.acts = (*table.acts, Act("use", who, name=power.use.alien))
    table.carried = (*table.carried, len(table.acts) - 1)
    on.steps.append(power.finding(table.tokens[who], "no alien yet"))


@changes_at_last.before_leaving(ph.START)
@changes_at_last.before_leaving(ph.REGROUP)
def is_last_token(on: Turn, power: Power) -> bool:
    """True if the encounter that begins takes the last token, and the new alien has not been chosen."""
    return not is_used(on, power) and on.table.tokens.get(power.who, 0) <= 1


@changes_at_last.carried_out(
    states=stating(saying("alien"), check=has_to_say(_lies_there)),
    offers=one_of(lambda on, _: unused(on), is_last_token),
)
def become_for_good(on: Turn, power: Power, done: Act) -> None:
    """The owner is the alien that it chose among ten unused flares, with that flare in hand and without its sheet."""
    table, who = on.table, power.who
    if table.tokens.get(who, 0) > 1 or table.regrouped or earlier(on, who, power.use.alien):
        not_now(on, power)
    _, alien = alien_said(on, who, done, f"use {who}")
    table.acts = (*table.acts[:-1], replace(table.acts[-1], name=power.use.alien))
    table.tokens.pop(who, None)
    aliens = table.aliens[who]
    table.aliens[who] = tuple(alien.name if name == power.use.alien else name for name in aliens)
    table.gain(who, alien.name)
    on.steps.append(power.finding(alien.name, alien.name))
    check_anew(on, who)
    note_winning(on)
