"""Reserve: attacks played as reinforcements, and a negotiate thrown away to cancel one."""

from __future__ import annotations

from referee.judge.cards_shown import Plus
from referee.judge.powers import effect
from referee.judge.powers.at_table import refuse_what_is_barred
from referee.judge.powers.common import is_attack, refuse_use, tell, which_attacks
from referee.judge.powers.types import Act, Args, Board, Forbidden, Offers, Power, Stand, Turn, Use
from referee.state import encounter as pos
from referee.state.encounter import DEFENSE, OFFENSE


@effect.outcome("reinforce", takes="card player|side")
def plays_attacks(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`at_most`: attacks up to this value may be played from hand as reinforcements, for either side."""
    for used in board.uses(stand, use) if stand.takes_part else ():
        value = next((int(arg) for arg in used.args if arg.lstrip("-").isdigit()), None)
        if value is None:
            unsaid = "N" not in used.args and used.zap is None and not board.position.checked
            refuse_use(board, stand, use, used, which_attacks(stand.name, "") if unsaid else None)
            continue
        forbidden = None if _is_low(value, args) else Forbidden("powers.too-high", (stand.name, value, args["at_most"]))
        if refuse_use(board, stand, use, used, forbidden):
            continue
        side = _side(board, stand, used.args)
        played = board.apply(stand, use, value, (), (value,), used)
        if played is not None:
            board.plus.append(Plus(side, value, stand.name, str(value), played))


def _is_low(value: int, args: Args) -> bool:
    """True if an attack may be played as a reinforcement."""
    return bool(value <= args["at_most"])


def _side(board: Board, stand: Stand, said: tuple[str, ...]) -> str:
    for arg in said:
        if arg in (pos.OFFENSE, pos.DEFENSE):
            return arg
        if arg in board.stands and board.stands[arg].side:
            return board.stands[arg].side
    return stand.side


@plays_attacks.carried_out(ruled=True, fits=lambda done: "N" not in done.args)
def play_attack(on: Turn, power: Power, done: Act) -> None:
    """An attack leaves the hand as a reinforcement; it is discarded with the encounter."""
    attack = next((arg for arg in done.args if is_attack(arg)), "")
    on.keep(which_attacks(power.who, attack))
    on.take_out(power.who, attack)
    refuse_what_is_barred(on, power)


@plays_attacks.offered
def _low_attacks(on: Turn, power: Power) -> Offers:
    if on.table.revealed:
        for card in dict.fromkeys(on.table.hands[power.who]):
            if is_attack(card) and _is_low(int(card), power.args):
                yield from ((card, side) for side in (OFFENSE, DEFENSE))


@effect.outcome("reinforce", takes="card card")
def cancels_reinforcement(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """A negotiate discarded from hand cancels a reinforcement that another player played; it is discarded too."""
    for used in board.used.get(stand.name, ()):
        if "N" not in used.args or not stand.takes_part:
            continue
        value = next((int(arg[1:]) for arg in used.args if arg.startswith("+")), None)
        found = next((p for p in board.plus if p.by != stand.name and value in (None, p.value)), None)
        if found is None:
            refuse_use(board, stand, use, used, Forbidden("powers.nothing-to-cancel", (stand.name,)))
            continue
        if tell(board, stand, use, f"+{found.value}", (found.finding,), (f"+{found.value}",), used) is not None:
            board.plus.remove(found)
            board.spent += [(found.by, found.card), (stand.name, "N")]


@cancels_reinforcement.carried_out(ruled=True, fits=lambda done: "N" in done.args)
def cancel(on: Turn, power: Power, done: Act) -> None:
    """A negotiate leaves the hand; it and the reinforcement are discarded with the encounter."""
    on.take_out(power.who, "N")
    refuse_what_is_barred(on, power)


@cancels_reinforcement.offered
def _cancels(on: Turn, power: Power) -> Offers:
    if on.table.revealed and "N" in on.table.hands[power.who]:
        acts = on.table.acts
        plus = [act for act in acts if act.verb == "reinforce" and act.who != power.who]
        yield from (("N", f"+{value}") for value in dict.fromkeys(act.amount for act in plus))
