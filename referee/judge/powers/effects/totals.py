"""What is added to a total, how totals are compared, and who wins."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.book.law import POWER
from referee.judge.cards_shown import Shown
from referee.judge.phases.uses import nothing_came_up
from referee.judge.powers import effect
from referee.judge.powers.at_table import nothing_for_it, play_for_outcome, uses
from referee.judge.powers.common import SWAPPED, left_open, other_side, refuse_use, said_with
from referee.judge.powers.moments import check_moment, is_after_reveal, is_before_reveal
from referee.judge.powers.types import Act, Args, Board, Finding, Offers, Power, Stand, Turn, Use
from referee.judge.ruling import BOTH_LOSE, results_of, wins
from referee.judge.unknown import NeedsFactError, Unknown
from referee.state import encounter as pos


class GivenUp(NamedTuple):
    """So many ships were given up for a use."""

    ships: int
    finding: Finding


@effect.outcome("total", told=True)
def adds_per_ship(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`each`: so much is added to the player's side for each ship that was given up for it."""
    for given in results_of(board, stand.name, use.alien, GivenUp) if stand.takes_part else ():
        rule = board.law["flares.for-ships"].citing(use.rule)
        words = (stand.name, args["each"])
        board.adds[stand.side].append(Finding(rule, args["each"] * given.ships, (given.finding,), words))


@effect.outcome("upset")
def both_sides_lose(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Whatever the cards are, neither side wins, and every ship in the encounter is lost."""
    before = board.outcome
    lost = board.apply(stand, use, BOTH_LOSE, (before,) if before is not None else ())
    if lost is not None:
        board.outcome, board.by_totals, board.is_open = lost, False, None


@both_sides_lose.carried_out(ruled=True)
def both_sides_lose_at_table(on: Turn, power: Power, done: Act) -> None:
    """It is declared before the cards are selected; the outcome reckons with it."""
    check_moment(on, power)
    on.steps.append(power.finding(True))


@effect.outcome("worth", told=True, by=effect.INVOLVED)
def ship_value(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`value`: what each of the owner's ships adds to the total: a number, or what is counted: `tokens`, `captives`,
    `ships`, `main-ships`, `warp`, `own-warp`, `opponents-warp` or `home-colonies`."""
    value, sources = args["value"], tuple[Finding, ...]()
    if isinstance(value, str) and board.in_force(stand, use):
        counted = _count(board, stand, value)
        value, sources = counted.value, (counted,)
    worth = board.apply(stand, use, value, sources)
    if worth is not None:
        board.worth[stand.name] = worth


def _count(board: Board, stand: Stand, what: str) -> Finding:
    """How many there are of what is counted.

    `tokens` on the player's sheet, or the opponent's ships there (`captives`), which a line tells as such.

    `ships` of the player in the encounter, or of its side's main player (`main-ships`); in the warp ships of any color
    (`warp`), the player's (`own-warp`) or those of the opponent (`opponents-warp`); the player's `home-colonies`.
    """
    if what == "home-colonies":
        return _home_colonies(board, stand)
    if what in ("tokens", "captives"):
        return board.tokens(stand)
    if what == "main-ships":
        return board.ships(board.main(stand.side))
    if what == "ships":
        return board.ships(stand)
    if what == "own-warp":
        return board.warp_of(stand)
    if what == "opponents-warp":
        return board.warp_of(board.main(other_side(stand.side)))
    return board.warp_of_all(stand)


def _home_colonies(board: Board, stand: Stand) -> Finding:
    """How many home colonies a player has; not mentioned they are hidden."""
    homes = board.homes(stand)
    if homes is None:
        raise NeedsFactError(Unknown("home", stand.name, 0, board.law["setup.planets"].value))
    return Finding(board.law["facts.home"], homes, (), (stand.name,))


@effect.outcome("worth", told=True)
def subtracts_ships(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """Against two attacks, the owner's ships and every ally's ships count minus."""
    if board.admits(stand, use):
        minus = board.apply(stand, use, -1)
        if minus is not None:
            for other in board.stands.values():
                if other.takes_part and (other is stand or not other.is_main):
                    board.minus[other.name] = minus


@effect.outcome("method", told=True)
def lower_total_wins(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The lower total wins."""
    board.lower_wins = board.apply(stand, use, "lower") or board.lower_wins


@effect.outcome("total", told=True, by=effect.INVOLVED)
def add_to_total(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`amount`: a number, or what is counted, as for `ship_value`; `after = "attack"`: only if the player's side showed
    one.

    It goes to the player's own side, or to `side`: `defense`, `offense` or `opponent`. With `minus` it is subtracted.
    `times`: each that is counted adds so much.
    """
    if args.get("after") == "attack" and board.shown[stand.side].kind != pos.ATTACK:
        return
    amount: Any = args["amount"]
    sources: tuple[Finding, ...] = ()
    if isinstance(amount, str) and board.in_force(stand, use):
        counted = _count(board, stand, amount)
        amount, sources = counted.value * args.get("times", 1), (counted,)
    if args.get("minus") and not isinstance(amount, str):
        amount = -amount
    side = args.get("side", stand.side)
    if side == "opponent":
        side = other_side(stand.side)
    added = board.apply(stand, use, amount, sources, (board.main(side).name,))
    if added is not None:
        board.adds[side].append(added)
        if args["amount"] == "ships":
            board.per_ship[stand.name] = 1


@effect.outcome("total", told=True, by=effect.MAIN, takes="double")
def doubles_total(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red double`: what stands on the table doubles the owner's whole total; `standing` names it."""
    if said_with(board, stand, use).args == ("double",):
        doubled = board.apply(stand, use, 2)
        if doubled is not None:
            board.doubles[stand.side] = doubled
    elif board.in_force(stand, use):
        board.assume("assumptions.nothing-standing", stand.name, args["standing"], use.alien, by=use.rule)


@effect.outcome("winner", told=True, by=effect.INVOLVED)
def wins_with(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`card`, `against`: with this kind of card against that kind, the owner's side wins.

    `within`: only where the values of the two differ by no more than so much. Where that is the owner's to choose, a
    `use` says it.
    """
    mine, theirs = board.shown[stand.side], board.shown[other_side(stand.side)]
    used = next(iter(board.uses(stand, use)), None) if not use.mandatory else None
    if mine.kind != args["card"] or theirs.kind != args["against"] or _are_apart(mine, theirs, args):
        if used is not None and board.position.checked:
            board.steps.append(Finding(board.law["powers.not-now"].citing(use.rule), False, (), (stand.name,)))
        elif used is not None:
            refuse_use(board, stand, use, used, nothing_came_up(stand.name), mine.finding, theirs.finding)
        elif use.played is not None:
            nothing_for_it(board, stand, use, mine.finding, theirs.finding)
        return
    if use.mandatory or board.usage(stand, use) is not None:
        won = board.apply(stand, use, wins(stand.side), (mine.finding, theirs.finding), (mine.value, theirs.value))
        if won is not None:
            _win(board, won)
    elif board.admits(stand, use) and (board.outcome is None or board.outcome.value != wins(stand.side)):
        left_open(board, stand, use, use.may, mine.finding, theirs.finding)


def _are_apart(mine: Shown, theirs: Shown, args: Args) -> bool:
    """True if the values of two cards differ by more than a power allows."""
    most: int | None = args.get("within")
    return most is not None and abs(mine.value - theirs.value) > most


@wins_with.offered
def _once_revealed(on: Turn, power: Power) -> Offers:
    """Where it is the owner's to choose, once the cards are turned up; the outcome says if they are close enough."""
    if not power.use.mandatory and is_after_reveal(on) and not uses(on, power.who):
        yield ()


def _win(board: Board, won: Finding) -> None:
    """A power has its owner's side win, whatever the cards say; of two such wins the last stands (DF-73)."""
    before = board.outcome
    if before is not None and before.rule.kind == POWER and before.value != won.value:
        law = board.law["reveal.two-wins"]
        won = Finding(law, won.value if law.value == "last" else before.value, (before, won))
    board.outcome, board.by_totals = won, False
    board.totals = board.margin = None  # what is not compared is not stated


@effect.outcome("winner", told=True)
def wins_if_zapped(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """If a Cosmic Zap cancels this power, its owner's side wins."""
    zap = board.zap_on(stand, use.alien)
    if zap is not None and stand.takes_part and board.admits(stand, use):
        board.zapped.add(stand.name)
        _win(board, Finding(use.rule, wins(stand.side), (zap,), (stand.name,)))


@effect.outcome("upset", told=True)
def reverse_result(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The side that would win loses, and the side that would lose wins; applied after everything else."""
    outcome = board.outcome
    if outcome is None or outcome.value not in SWAPPED:
        return
    upset = board.apply(stand, use, SWAPPED[outcome.value], (outcome,))
    if upset is not None:
        board.outcome = upset
        board.declared["upset"] = upset


@reverse_result.offered
def _before_reveal(on: Turn, power: Power) -> Offers:
    """A flare lets it be declared once both cards are selected; nobody is bound by it then."""
    bound = any(effect.verb == "must_play" for effect in power.use.effects)
    if not bound and is_before_reveal(on) and not uses(on, power.who):
        yield ()


@effect.outcome("worth", by=effect.MAIN)
def multiplies_by_allies(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """What the main player's ships add is multiplied by what those of its allies do, instead of added to it."""
    crossed = board.apply(stand, use, True)
    if crossed is not None:
        board.crossed[stand.side] = crossed


multiplies_by_allies.carried_out(ruled=True)(play_for_outcome)
