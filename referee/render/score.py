"""The score of tables: a row for each player, alien and edition."""

from __future__ import annotations

from collections.abc import Sequence

from referee.render.screen import columns, make_console, say
from referee.render.words import Told, shown

_HEADS = {
    "tables": "tables",
    "games_won": "games won",
    "won": "won",
    "lost": "lost",
    "deals": "deals",
    "no_deals": "failed",
    "won_as_ally": "ally won",
    "lost_as_ally": "ally lost",
    "foreign": "foreign",
    "home": "home",
    "games_over": "games over",
    "encounters": "encounters",
    "offense_won": "offense won",
    "defense_won": "defense won",
}


def print_score(told: Told) -> None:
    """The score of one table or of many: by player, by alien, and by edition where there are several."""
    tables = told["tables"]
    named = ", ".join(map(shown, tables[:6])) + (" and more" if len(tables) > 6 else "")
    say(make_console(), f"{'Table' if len(tables) == 1 else f'{len(tables)} tables'}: {named}", "bold")
    _rows("player", told["players"])
    _rows("alien", told["aliens"])
    if len(told["editions"]) > 1:
        _rows("edition", told["editions"])


def _rows(what: str, rows: Sequence[Told]) -> None:
    """A row each, without the columns in which nobody has anything; those for encounters always stand there."""
    if not rows:
        return
    keys = [key for key in rows[0] if key != what and (key in ("won", "lost") or any(row[key] for row in rows))]
    heads = (what, *(_HEADS[key] for key in keys))
    told = [(shown(row[what]), *(str(row[key]) for key in keys)) for row in rows]
    out = make_console()
    out.print()
    columns(out, [heads, *told], right=range(1, len(heads)))
