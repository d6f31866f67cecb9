"""What flares and techs do to an encounter where no power does the same: numbers of ships, cards, ships that stay.

On a line a card was played by `flare NAME Alien` or `tech NAME Tech`; what is said after that is in `Board.usage`.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.book.power import Use
from referee.judge.board import Board, Shown, Stand, ships_of
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.phases.resolution import Fate
from referee.judge.phases.reveal import SIDES, copy_morphs
from referee.judge.powers.in_force import verb
from referee.judge.powers.outcome.common import Args, card_of, is_attack, take_from_warp
from referee.state.encounter import Act

ZAPS = "zaps_power"


# -- launch and alliance -----------------------------------------------------------------------------------------------


@verb("sends_any_number", "limit")
def sends_any_number(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """No limit to the ships that the player sends; comes up where there are more than usual."""
    most = board.law["alliance.ships"].value[1]
    if stand.count is None or stand.count > most:
        sent = board.apply(stand, use, stand.count)
        if sent is not None:
            board.freed.add(stand.name)
            board.steps.append(sent)


@verb("one_more_ship", "limit")
def one_more_ship(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`ships`: so many more than the player might send without it; comes up where these were sent."""
    limit = board.limits.get(stand.name)
    high = board.law["launch.ships"].value[1] if limit is None else limit.value
    if stand is board.defense or stand.count is None or not high < stand.count <= high + args["ships"]:
        return
    more = board.apply(stand, use, stand.count, () if limit is None else (limit,))
    if more is not None:
        board.freed.add(stand.name)
        board.steps.append(more)


@verb("aims_elsewhere", "limit")
def aims_elsewhere(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """The offense meets the defense in any system where it has a colony."""
    target, defense = board.position.target, board.defense.name
    if stand is board.offense and target is not None and target[0] != defense:
        board.aim = board.apply(stand, use, f"{target[0]}.{target[1]}", (), (defense, f"{target[0]}.{target[1]}"))
        if board.aim is not None:
            board.steps.append(board.aim)


def cancel_power(board: Board, stand: Stand, use: Use, act: Act, finding: Finding) -> None:
    """A card works like a Cosmic Zap on the power of the player whom it names, its own player too."""
    named = next((arg for arg in act.args if arg in board.stands), "")
    sheets = board.stands[named].aliens if named else []
    said = next((alien.name for alien in sheets if alien.name in act.args), "")
    if not sheets:
        board.forbid(board.law["cards.no-power-to-zap"], (named or "nobody",), [board.without(act)], (finding,))
        return
    name = said or (sheets[0].name if len(sheets) == 1 else "")
    zap = Finding(use.rule, True, (finding,), (stand.name, named))
    board.zaps.setdefault((named, name), zap)
    if board.used.get(named):
        board.used[named][-1].zap = zap


# -- the reveal --------------------------------------------------------------------------------------------------------


@verb("replaces_card", "drawn")
def replaces_card(board: Board, stand: Stand, use: Use, args: Args, card: Act | None) -> None:
    """After the reveal the encounter card that the use names takes the place of the player's own.

    `card` is the artifact that is about to change the revealed cards; this comes after it.
    """
    used = board.usage(stand, use)
    if not stand.is_main or used is None or card is not None:
        return
    known = (card_of(board, arg) for arg in used[0] if arg not in board.stands and "." not in arg)
    new = next((one for one in known if one is not None), None)
    if new is None:
        board.refuse(which_card(stand.name, use), [], (), use.rule)
        return
    old = str(board.faces[stand.side])
    placed = board.apply(stand, use, str(new), (board.shown[stand.side].finding,), (str(new), old))
    if placed is not None:
        board.faces[stand.side] = new
        board.shown[stand.side] = Shown(new.kind, new.value or 0, placed)
        board.valueless.pop(stand.side, None)
        board.spent.append((stand.name, old))
        copy_morphs(board)


def which_card(who: str, tech: Use) -> Forbidden:
    """Which card a tech moves is said as it is played (ffg2018 using-tech.2), on a line and at a table."""
    return Forbidden("played.which-card", (who, tech.alien), waivable=False)


@verb("adds_said", "total")
def adds_said(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`choices`: what the player may add to its side's total, the first of them if nothing is said."""
    used = board.usage(stand, use)
    if not stand.takes_part or used is None:
        return
    said = what_it_adds(used[0], args["choices"])
    forbidden = not_added(stand.name, use, said, args["choices"])
    if forbidden is not None:
        board.refuse(forbidden, [], (), use.rule)
        return
    added = board.apply(stand, use, said, (), (f"{said:+}",))
    if added is not None:
        board.adds[stand.side].append(added)


def what_it_adds(said: Sequence[str], choices: Sequence[int]) -> int:
    """The number that is said with a card of several to choose from; the first of them if nothing is said."""
    return next((int(arg) for arg in said if is_attack(arg.lstrip("+"))), choices[0])


def not_added(who: str, card: Use, said: int, choices: Sequence[int]) -> Forbidden | None:
    """What a card adds is one of the numbers that it allows (ffg2018 using-tech.2): None where it is."""
    if said in choices:
        return None
    return Forbidden("played.which-number", (who, card.alien, " or ".join(f"{choice:+}" for choice in choices)))


# -- the resolution ----------------------------------------------------------------------------------------------------


@verb("one_stays", "fate")
def one_stays(board: Board, stand: Stand, use: Use, args: Args, loser: Stand, fate: Fate) -> None:
    """`by`, `ships`: having lost as the defense by at most so much, so many of its ships stay on the planet."""
    if loser is not stand or stand is not board.defense or not fate.by_losing or not board.by_totals:
        return
    bound, margin = fate["warp"].value, board.margin
    if margin is None or margin.value > args["by"] or not bound or len(board.shown) != len(SIDES):
        return
    stay = min(args["ships"], bound)
    kept = board.apply(stand, use, stay, (margin,), (ships_of(stay), margin.value))
    if kept is not None:
        take_from_warp(board, loser, fate, "stays", kept)
