"""Plant: the power of somebody in whose system it has a colony, until the encounter is over."""

from __future__ import annotations

from dataclasses import replace

from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers import effect
from referee.judge.powers.asked import named_with
from referee.judge.powers.at_table import one_of
from referee.judge.powers.common import first_of, tell, with_aliens
from referee.judge.powers.effects.exchanging import (
    bring,
    check_anew,
    follow,
    have,
    keeps_cards,
    kept_by_color,
    own,
)
from referee.judge.powers.effects.gained import give_back
from referee.judge.powers.moments import AFTER_ALLIANCES
from referee.judge.powers.types import Act, Args, Board, Power, Stand, Turn, Use
from referee.judge.powers.unapplied import ask_for
from referee.judge.used import Used
from referee.state import table as tbl
from referee.state.encounter import Position
from referee.state.pending import Lent


@effect.outcome("declare", takes="player")
def grafts(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The stolen alien stands beside the owner's on the line; where none does, it is asked for what it does."""
    for used in board.uses(stand, use)[:1]:
        if used.zap is None and not board.position.checked and _refuse_graft(board, stand, use, used):
            return
        if len(stand.aliens) > 1:
            whose = first_of(used.args, board.stands, "somebody")
            tell(board, stand, use, True, (), (stand.aliens[-1].name, whose), used)
        elif used.zap is None:
            ask_for(board, stand, use)
        else:
            tell(board, stand, use, True, (), (), used)


def _refuse_graft(board: Board, stand: Stand, use: Use, used: Used) -> bool:
    """Nobody's power is grafted who is without it; and a line tells the stolen alien where it is since."""
    whose = board.stands.get(first_of(used.args, board.stands))
    if whose is None or whose is stand:
        return False
    if board.position.foreign.get(stand.name) == 0 and stand.name not in (board.position.planet or {}):
        forbidden = Forbidden("uses.not-rooted", (stand.name, whose.name))
        board.refuse(forbidden, board.without_use(stand, used), (used.finding,), use.rule)
        return True
    kept = kept_by_color(whose.aliens)
    if kept is not None:
        forbidden = Forbidden("exchange.kept", (whose.name, kept.name))
        board.refuse(forbidden, board.without_use(stand, used), (used.finding,), kept.rule)
    elif whose.powerless is not None:
        forbidden = Forbidden("uses.nothing-to-graft", (stand.name, whose.name))
        sources = (used.finding, *whose.powerless.sources)
        board.refuse(forbidden, board.without_use(stand, used), sources, use.rule)
    elif whose.aliens:
        words = (stand.name, " and ".join(alien.name for alien in whose.aliens), whose.name)
        board.refuse(Forbidden("uses.after-graft", words), [_grafted(board, stand, whose)], (used.finding,), use.rule)
    return kept is not None or bool(whose.powerless or whose.aliens)


def _grafted(board: Board, stand: Stand, whose: Stand) -> Position:
    """The line on which the owner has the aliens of another player besides its own, and that one has none."""
    both = tuple(alien.name for alien in (*stand.aliens, *whose.aliens))
    return with_aliens(board.position, {stand.name: both, whose.name: ()})


@grafts.carried_out(ruled=True, time=AFTER_ALLIANCES)
def graft(on: Turn, power: Power, done: Act) -> None:
    """The owner has another player's power besides its own until the encounter is over, and that one has none."""
    table, who = on.table, power.who
    what = "whose power it grafts: of somebody in whose home system it has a colony"
    whose = named_with(on, power, done, what, _rooted(on, power))
    aliens, mine = own(on, whose), own(on, who)
    _name_uses(on, who, mine)
    table.lent = (*table.lent, Lent(whose, who, mine, None, False))
    have(on, whose, ())
    have(on, who, (*mine, *aliens))
    bring(on, {whose: who}, keeps_cards(on, aliens))
    on.find("exchange.without", True, whose)
    follow(on, {whose: who})
    check_anew(on, who)
    on.steps.append(power.finding(aliens[-1], aliens[-1], whose))


def _name_uses(on: Turn, who: str, mine: tuple[str, ...]) -> None:
    """Uses for which nobody had to say the alien were of the one that the owner had: it has two from now on."""
    on.table.acts = tuple(
        replace(act, name=mine[0]) if act.verb == "use" and act.who == who and not act.name and mine else act
        for act in on.table.acts
    )


def _rooted(on: Turn, power: Power) -> list[str]:
    """Who has a power that it can use, and a home planet on which the owner has a colony."""
    table, who = on.table, power.who
    rooted = [name for name in table.clockwise(who) if any(table.at(home, who) for home in table.home_planets(name))]
    return [name for name in rooted if table.powers.get(name) == tbl.HAS and own(on, name) and name not in table.hidden]


def _able(on: Turn, power: Power) -> list[str]:
    """Those whose power can be grafted: not such as stay with their color."""
    return [name for name in _rooted(on, power) if kept_by_color(on.sheets(name)) is None]


grafts.offered(one_of(_able))


@grafts.when("over")
def give_graft_back(on: Turn, power: Power) -> None:
    """The encounter is over."""
    give_back(on)
