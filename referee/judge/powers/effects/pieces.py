"""What powers count of the ships on a whole table; a line does not tell that, so there it is asked for."""

from __future__ import annotations

from collections.abc import Mapping

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.counted import ships_of
from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers import effect
from referee.judge.powers.at_table import Offers, play_for_outcome
from referee.judge.powers.choices import chosen, in_use, is_unused_now, ways_now
from referee.judge.powers.common import Args, opponent_of, refuse_use
from referee.judge.powers.effects.discarding import ADD, SIGNS, SUBTRACT
from referee.judge.powers.moments import opponent
from referee.judge.powers.unapplied import ask_for
from referee.judge.stand import Stand
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn

Stacks = Mapping[str, Mapping[str, int]]


def _planets_of(stacks: Stacks, system: str) -> list[str]:
    """The planets of a player's color."""
    return [place for place in stacks if place.startswith(f"{system}.")]


@effect.outcome("total", told=True)
def adds_uninvolved(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`each` for every ship of the owner in the targeted system that takes no part; with `allies` of its allies too."""
    if not stand.takes_part or not in_use(board, stand, use):
        return
    stacks, target = board.position.stacks, board.position.target
    if stacks is None or target is None:
        ask_for(board, stand, use)
        return
    counted = [stand, *board.side_of(stand.side)] if args.get("allies") else [stand]
    ships = 0
    for player in dict.fromkeys(each.name for each in counted if each is stand or not each.is_main):
        places = _planets_of(stacks, target[0])
        involved = ".".join(target) if player == board.defense.name else ""
        ships += sum(stacks[place].get(player, 0) for place in places if place != involved)
    added = board.apply(stand, use, ships * args["each"], (), (ships_of(ships), target[0]))
    if added is not None:
        board.adds[stand.side].append(added)


@effect.outcome("total")
def adds_guests(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`each` for every foreign colony in the owner's home system is added to its side or subtracted, as it says."""
    if not stand.takes_part or not in_use(board, stand, use):
        return
    stacks = board.position.stacks
    if stacks is None:
        ask_for(board, stand, use)
        return
    planets = _planets_of(stacks, stand.name)
    guests = sum(bool(ships) for place in planets for name, ships in stacks[place].items() if name != stand.name)
    word = chosen(board, stand, use, (ADD, SUBTRACT)) if guests else ""
    added = board.apply(stand, use, args["each"] * guests * SIGNS[word], (), (guests,)) if word else None
    if added is not None:
        board.adds[stand.side].append(added)


adds_guests.carried_out(ruled=True)(play_for_outcome)
adds_guests.offered(ways_now(ADD, SUBTRACT))


@effect.outcome("worth")
def counts_colonies(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """`use red red.1 blue.2`: the ships on these colonies count for the main players' totals, not those involved."""
    if not stand.is_main or not in_use(board, stand, use):
        return
    stacks, said = board.position.stacks, board.uses(stand, use)
    if stacks is None or not said:
        ask_for(board, stand, use)
        return
    theirs, planets = opponent_of(board, stand).name, said[0].args
    pairs = [*zip((stand.name, theirs), planets, strict=False)]
    fits = len(planets) == 2 and all("." in place and stacks.get(place, {}).get(name) for name, place in pairs)
    forbidden = None if fits else Forbidden("powers.which-colonies", (stand.name, theirs), waivable=False)
    if refuse_use(board, stand, use, said[0], forbidden):
        return
    for name, place in pairs:
        ships = stacks[place][name]
        counted = board.apply(stand, use, ships, (), (name, place, ships_of(ships)))
        if counted is not None:
            board.stand_in[name] = counted


counts_colonies.carried_out(ruled=True)(play_for_outcome)


@counts_colonies.offered
def _pairs_of_colonies(on: Turn, power: Power) -> Offers:
    if is_unused_now(on, power):
        for own in on.table.colonies(power.who):
            yield from ((own, theirs) for theirs in on.table.colonies(opponent(on, power.who)))
