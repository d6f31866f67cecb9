"""Reserve: attacks played as reinforcements, and a negotiate thrown away to cancel one."""

from __future__ import annotations

from typing import Any

from referee.book.power import Use
from referee.judge.board import Board, Plus, Stand
from referee.judge.powers.at_table import Offers, refuse_what_is_barred
from referee.judge.powers.common import is_attack
from referee.judge.powers.effect import Effect
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state import encounter as pos
from referee.state.encounter import DEFENSE, OFFENSE, Act

PLAYS_ATTACKS = Effect("plays_attacks")


@PLAYS_ATTACKS.outcome("reinforce")
def plays_attacks(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """`at_most`: attacks up to this value may be played from hand as reinforcements, for either side."""
    for used in board.used.get(stand.name, ()):
        value = next((int(arg) for arg in used.args if arg.lstrip("-").isdigit()), None)
        if value is None or not stand.takes_part:
            continue
        if value > args["at_most"]:
            rule = board.law["powers.too-high"].citing(use.rule)
            board.forbid(rule, (stand.name, value, args["at_most"]), board.without_use(stand, used), (used.finding,))
            continue
        side = _side(board, stand, used.args)
        played = board.apply(stand, use, value, (), (value,), used)
        if played is not None:
            board.plus.append(Plus(side, value, stand.name, str(value), played))


def _side(board: Board, stand: Stand, said: tuple[str, ...]) -> str:
    for arg in said:
        if arg in (pos.OFFENSE, pos.DEFENSE):
            return arg
        if arg in board.stands and board.stands[arg].side:
            return board.stands[arg].side
    return stand.side


@PLAYS_ATTACKS.carried_out(ruled=True, fits=lambda done: "N" not in done.args)
def play_attack(on: Turn, power: Power, done: Act) -> None:
    """An attack leaves the hand as a reinforcement; it is discarded with the encounter."""
    attack = next((arg for arg in done.args if is_attack(arg)), "")
    if not attack:
        on.cannot("powers.which-attacks", power.who)
    on.take_out(power.who, attack)
    refuse_what_is_barred(on, power)


@PLAYS_ATTACKS.offered
def _low_attacks(on: Turn, power: Power) -> Offers:
    if on.table.revealed:
        for card in dict.fromkeys(on.table.hands[power.who]):
            if is_attack(card) and int(card) <= power.args["at_most"]:
                yield from ((card, side) for side in (OFFENSE, DEFENSE))


CANCELS_REINFORCEMENT = Effect("cancels_reinforcement")


@CANCELS_REINFORCEMENT.outcome("reinforce")
def cancels_reinforcement(board: Board, stand: Stand, use: Use, args: dict[str, Any]) -> None:
    """A negotiate discarded from hand cancels a reinforcement that another player played; it is discarded too."""
    for used in board.used.get(stand.name, ()):
        if "N" not in used.args or not stand.takes_part:
            continue
        value = next((int(arg[1:]) for arg in used.args if arg.startswith("+")), None)
        found = next((p for p in board.plus if p.by != stand.name and value in (None, p.value)), None)
        if found is None:
            rule = board.law["powers.nothing-to-cancel"].citing(use.rule)
            board.forbid(rule, (stand.name,), board.without_use(stand, used), (used.finding,))
            continue
        cancelled = board.apply(stand, use, f"+{found.value}", (found.finding,), (f"+{found.value}",), used)
        if cancelled is not None:
            board.plus.remove(found)
            board.steps.append(cancelled)
            board.spent += [(found.by, found.card), (stand.name, "N")]


@CANCELS_REINFORCEMENT.carried_out(ruled=True, fits=lambda done: "N" in done.args)
def cancel(on: Turn, power: Power, done: Act) -> None:
    """A negotiate leaves the hand; it and the reinforcement are discarded with the encounter."""
    on.take_out(power.who, "N")
    refuse_what_is_barred(on, power)


@CANCELS_REINFORCEMENT.offered
def _cancels(on: Turn, power: Power) -> Offers:
    if on.table.revealed and "N" in on.table.hands[power.who]:
        acts = on.table.acts
        plus = [act for act in acts if act.verb == "reinforce" and act.who != power.who]
        yield from (("N", f"+{value}") for value in dict.fromkeys(act.amount for act in plus))
