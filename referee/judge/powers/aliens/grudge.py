"""Grudge: tokens for those who were invited and stayed away, and the ships that these pay for them."""

from __future__ import annotations

from referee.judge.counted import ships_of
from referee.judge.phases.resolution import lose_more
from referee.judge.phases.uses import by_itself
from referee.judge.powers import effect
from referee.judge.powers.common import refuse_use, tell
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Power, Stand, Turn, Use
from referee.judge.ruling import BOTH_LOSE, DEAL, DEFENSE_WINS, NO_DEAL, OFFENSE_WINS, wins
from referee.judge.table.powers import sheet_named

_SETTLED = (OFFENSE_WINS, DEFENSE_WINS, BOTH_LOSE, DEAL, NO_DEAL)


@effect.outcome("declare", takes="player*")
def gives_tokens(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A `use` names those who were invited and did not join, and who so got a token; without names nobody did."""
    if not board.admits(stand, use):
        return
    said = board.used.get(stand.name, [])
    if not said and board.zap_on(stand, use.alien) is None:
        board.assume("uses.no-tokens", stand.name, by=use.rule)
    named = dict.fromkeys(arg for used in said for arg in used.args if arg in board.stands)
    holders = [board.stands[name] for name in named]
    barred = next((holder for holder in holders if holder.is_main or holder.side == stand.side), None)
    if barred is not None:
        refuse_use(board, stand, use, said[0], Forbidden("uses.token-holder", (barred.name, stand.name)))
        return
    sources = tuple(used.finding for used in said)
    gave = tell(board, stand, use, len(holders), sources, (" and ".join(named),)) if holders else None
    if gave is not None:
        board.grudges[stand.name] = (holders, gave)


@gives_tokens.when("alliances")
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


@effect.outcome("extra")
def collects_tokens(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`won`, `lost`: so many ships each holder pays after a win or deal of the owner, or after anything else.

    The tokens are given by then: whether the owner has its power still is not asked.
    """
    outcome = board.outcome
    if stand.name not in board.grudges or outcome is None or outcome.value not in _SETTLED:
        return
    holders, gave = board.grudges[stand.name]
    owed = args["won"] if outcome.value in (wins(stand.side), DEAL) else args["lost"]
    rule = board.law["uses.token"].citing(use.rule)
    for holder in holders:
        count, sources = _able(board, holder, owed, (gave, outcome))
        lose_more(board, holder, count, Finding(rule, count, sources, (holder.name, ships_of(count))))


@gives_tokens.carried_out()
@collects_tokens.carried_out()
def tokens_by_themselves(on: Turn, power: Power, done: Act) -> None:
    """Tokens are given when the alliances are formed, and paid for with the outcome: nobody types that."""
    on.keep(by_itself(power.who))


def _able(board: Board, holder: Stand, owed: int, why: tuple[Finding, ...]) -> tuple[int, tuple[Finding, ...]]:
    """How many ships the holder can lose: not those that were allied in the encounter, wherever they are now."""
    owned = holder.owns(board.law["setup.ships"].value)
    allied = board.ships(holder)
    warp = board.number("warp", holder.name, 0, owned)
    left = owed if warp is None else max(owned - warp - allied.value, 0)
    return (owed, why) if left >= owed else (left, (*why, allied))
