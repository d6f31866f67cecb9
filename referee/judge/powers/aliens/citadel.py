"""Citadel: attack cards laid beside planets, which can be put at stake for the defense's total."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.judge.phases.uses import used_already
from referee.judge.powers import effect
from referee.judge.powers.at_table import laid, plainly
from referee.judge.powers.common import refuse_use, tell
from referee.judge.powers.moments import earlier, is_before_reveal
from referee.judge.powers.types import Act, Args, Board, Finding, Forbidden, Power, Ruling, Stand, Turn, Use
from referee.judge.ruling import BOTH_LOSE, OFFENSE_WINS, results_of
from referee.judge.table.powers import sheet_named
from referee.state import encounter as pos


@effect.outcome("declare", takes="card*")
def stakes_cards(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The attacks beside the target planet, all of them, add their values to the defense's total.

    `sign`: -1 where they are taken off it instead.
    """
    for used in board.used.get(stand.name, ()):
        if any("." in arg for arg in used.args) or not board.admits(stand, use):
            continue  # laying one is another part of the power
        cards = tuple(arg for arg in used.args if arg.lstrip("-").isdigit())
        if not cards and used.zap is None:
            refuse_use(board, stand, use, used, Forbidden("uses.name-cards", (stand.name,)))
            continue
        words = (" and ".join(cards),)
        added = tell(board, stand, use, _at_stake(cards, args), (), words, used)
        if added is not None:
            board.adds[pos.DEFENSE].append(added)
            board.staked.append((stand.name, cards, added))


def _at_stake(cards: Iterable[str], args: Args) -> int:
    """What the cards add to the defense's total."""
    total: int = args.get("sign", 1) * sum(int(card) for card in cards)
    return total


@stakes_cards.carried_out(ruled=True)
def stake_cards(on: Turn, power: Power, done: Act) -> None:
    """All cards that lie beside the target planet count for the defense; the use is kept with their values.

    `sign`: -1 where they are taken off its total instead.
    """
    table, who = on.table, power.who
    if any(not laid(on, act) for act in earlier(on, who, power.use.alien)):
        on.keep(used_already(who), history=("undo",))
    cards = table.aside.get(table.target, ())
    if not cards or (done.args and sorted(done.args) != sorted(cards)):
        nearest = (f"use {who}",) if cards else ()
        on.cannot("uses.no-cards", who, " and ".join(cards) or "no card", table.target, nearest=nearest)
    table.acts = (*table.acts[:-1], Act("use", who, name=sheet_named(on, power), args=cards))
    on.steps.append(power.finding(_at_stake(cards, power.args), " and ".join(cards)))


stakes_cards.offered(plainly(lambda on, _: is_before_reveal(on) and bool(on.table.aside.get(on.table.target))))


class LostStake(NamedTuple):
    """The cards at stake are discarded."""


@effect.outcome("staked")
def loses_staked(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Cards at stake are discarded if the defense loses; otherwise they stay where they lie."""
    outcome = board.outcome
    if outcome is None or outcome.value not in (OFFENSE_WINS, BOTH_LOSE):
        return
    for name, cards, added in board.staked:
        if name == stand.name:
            rule = board.law["uses.staked-lost"].citing(use.rule)
            words = (stand.name, " and ".join(cards))
            board.steps.append(Finding(rule, len(cards), (outcome, added), words))
            board.spent += [(name, card) for card in cards]
            board.note(stand, use, LostStake())


@loses_staked.when("settled")
def clear_stake(on: Turn, power: Power, ruling: Ruling) -> None:
    """Cards at stake that are discarded lie there no more."""
    if results_of(ruling, power.who, power.use.alien, LostStake):
        on.table.aside.pop(on.table.target, None)
