"""The types with which every effect is written: what it is told, and what it gives."""

from __future__ import annotations

from referee.book.power import Use
from referee.judge.board import Board
from referee.judge.finding import Finding
from referee.judge.phases.forbidden import Forbidden
from referee.judge.powers.at_table import Offers
from referee.judge.powers.common import Args
from referee.judge.ruling import Ruling
from referee.judge.stand import Stand
from referee.judge.table.powers import Power
from referee.judge.table.turn import Turn
from referee.state.encounter import Act

__all__ = ["Act", "Args", "Board", "Finding", "Forbidden", "Offers", "Power", "Ruling", "Stand", "Turn", "Use"]
