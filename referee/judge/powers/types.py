"""The types with which every effect is written: what it is told, and what it gives.

A module of which a table does nothing imports those of the outcome from where they are declared, so that a line needs
no table.
"""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers.common import Args
from referee.judge.powers.effect import Offers
from referee.judge.ruling import Ruling
from referee.judge.stand import Stand
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state.encounter import Act
from referee.state.pending import Due

__all__ = ["Act", "Args", "Board", "Due", "Finding", "Forbidden", "Offers", "Power", "Ruling", "Stand", "Turn", "Use"]
