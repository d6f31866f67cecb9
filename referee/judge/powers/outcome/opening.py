"""Effects of the opening: where the offense may aim, and what was done before the cards were turned up.

What stands on a line is as such a use left it, so that a `use` of it is only checked and stated.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.book.power import Use
from referee.judge.board import Board, Stand
from referee.judge.powers.in_force import verb
from referee.judge.powers.outcome.common import Args
from referee.state.encounter import Act


@verb("aims_anywhere", "limit")
def aims_anywhere(board: Board, stand: Stand, use: Use, args: Args) -> None:
    """As offense the owner encounters any player on any planet; comes up where that is no planet of the defense's."""
    target, defense = board.position.target, board.defense.name
    said = board.used.get(stand.name)
    if stand is not board.offense or (not said and (target is None or target[0] == defense)):
        return
    planet = f"{target[0]}.{target[1]}" if target is not None else f"a planet of {defense}"
    board.aim = board.apply(stand, use, planet, (), (planet, defense))
    if board.aim is not None:
        board.steps.append(board.aim)


def _card(board: Board, said: Act) -> tuple[str, ...]:
    """`CARD`: what is discarded."""
    return (next((arg for arg in said.args if arg not in board.stands), "a card"),)


def _player(board: Board, said: Act) -> tuple[str, ...]:
    """`NAME`: whom it touches."""
    return (next((arg for arg in said.args if arg in board.stands), "somebody"),)


def _colony(board: Board, said: Act) -> tuple[str, ...]:
    """`[NAME] PLANET`: whose colony, by default the owner of the planet, and which."""
    planet = next((arg for arg in said.args if "." in arg), "")
    owner = next((arg for arg in said.args if arg in board.stands), planet.partition(".")[0])
    return owner or "somebody", planet or "a colony"


def _choice(board: Board, said: Act) -> tuple[str, ...]:
    """`NUMBER` of cards or `PLANET`: what the defense chose."""
    chosen = next(iter(said.args), "")
    return board.defense.name, chosen_by(chosen) if chosen else "one or the other"


def chosen_by(chosen: str) -> str:
    """The choice between cards and a colony in words: `5` or `purple.2`."""
    if "." in chosen:
        return f"a colony on {chosen}"
    return "1 random card discarded" if chosen == "1" else f"{chosen} random cards discarded"


_TOLD: dict[str, Callable[[Board, Act], tuple[str, ...]]] = {
    "all_discard_or_lose": _card,
    "possesses_hand": _player,
    "picks_destiny": _player,
    "warps_target": _colony,
    "hand_or_colony": _choice,
}


def _tells(effect: str) -> None:
    @verb(effect, "declare")
    def tell(board: Board, stand: Stand, use: Use, args: Args) -> None:
        for used in board.used.get(stand.name, ()):
            done = board.apply(stand, use, True, (), _TOLD[effect](board, used.act), used)
            if done is not None:
                board.steps.append(done)


for _effect in _TOLD:
    _tells(_effect)
