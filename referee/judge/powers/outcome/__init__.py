"""The vocabulary of effects: what an alien file can say without any code of its own.

Each effect is called in its window with the board, the owner's stand, the use it belongs to and the arguments from the
file. It asks `board.apply` for its finding, which is None where the use is not in force or was zapped.
"""

from referee.judge.powers.outcome import cards, flares, lasting, opening, planning, resolution, reveal, techs

__all__ = ["cards", "flares", "lasting", "opening", "planning", "resolution", "reveal", "techs"]
