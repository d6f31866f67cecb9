"""Players who are called after an alien: they have that sheet, unless somebody else was said to have it.

`NAME/none` says that a player has none. Where the name can mean several sheets, or two players one, it is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from referee.book.names import key_of
from referee.errors import MalformedError
from referee.state.encounter import Position
from referee.state.reader import NO_SHEET, columns, tokens, write_name


class Called(Protocol):
    """The sheets that the rulebase knows, by what they are called."""

    def aliens_called(self, name: str) -> tuple[str, ...]:
        """The printed names of all aliens of this name, the one called exactly so first."""


def sheets_by_name(
    line: str, names: Iterable[str], told: Mapping[str, tuple[str, ...]], known: Called
) -> dict[str, str]:
    """By player, the alien after whom it is called. `told` are the sheets of players of whom that was said, or none.

    Raises MalformedError, with the place in the line, where the name does not tell which sheet is meant.
    """
    taken = {alien for aliens in told.values() for alien in aliens}
    found: dict[str, str] = {}
    for name in names:
        if name in told:
            continue
        sheets = [sheet for sheet in known.aliens_called(name) if sheet not in taken]
        if sheets:
            found[name] = _only_sheet(line, name, sheets, found)
    return found


def _only_sheet(line: str, name: str, sheets: Sequence[str], found: Mapping[str, str]) -> str:
    """The sheet that a player's name means; asks where it can be several, or another player's too."""
    sheet = sheets[0]
    if len(sheets) > 1 and key_of(sheet) != key_of(name):
        _ask(line, name, f"which sheet {name} has: {' or '.join(sheets)}", sheet)
    other = next((player for player, its in found.items() if its == sheet), "")
    if other:
        _ask(line, name, f"which of {other} and {name} has the sheet {sheet}", sheet)
    return sheet


def _ask(line: str, name: str, expected: str, sheet: str) -> None:
    pieces = [piece.casefold() for piece in tokens(line)]
    column = columns(line)[pieces.index(name.casefold())] if name.casefold() in pieces else 0
    raise MalformedError(line, column, expected, f"Type {name}/{write_name(sheet)}, or {name}/{NO_SHEET}.")


def give_sheets(position: Position, known: Called) -> None:
    """Gives each player of a line, who is called after an alien, that sheet. Raises as `sheets_by_name` does."""
    if not any(map(known.aliens_called, position.names())):
        position.named_after = ()
        return
    told = dict.fromkeys(position.sheetless, ()) | {name: aliens for name, aliens in position.aliens.items() if aliens}
    players = {player.name: player for player in position.participants()}
    told |= {name: player.aliens for name, player in players.items() if player.aliens}
    found = sheets_by_name(position.line, position.names(), told, known)
    for name, sheet in found.items():
        if name in players:
            players[name].aliens = (sheet,)
        else:
            position.aliens[name] = (sheet,)
    position.named_after = tuple(found)
