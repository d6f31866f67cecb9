"""`referee draw`: what a table leaves to chance, drawn by the referee, with the seed that draws it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

import referee
from referee import render
from referee.cli.common import Db, Json, Name, answer
from referee.errors import LedgerError

if TYPE_CHECKING:
    from referee.public.chance import Drawn

_TYPED = "draw aliens 2, draw destiny, draw card from red, or: draw card from red 3"


def draw(
    words: Annotated[
        list[str],
        typer.Argument(metavar="WHAT", help="aliens [COUNT], destiny, or: card from PLAYER [COUNT]."),
    ],
    sets: Annotated[str, typer.Option("--sets", help="Of aliens: only of these sets, such as base,incursion.")] = "",
    level: Annotated[str, typer.Option("--level", help="Of aliens: only of these alert levels: green,yellow.")] = "",
    players: Annotated[
        str, typer.Option("--players", help="Of aliens: so many for each of them: red,blue; or how many they are.")
    ] = "",
    seed: Annotated[str | None, typer.Option("--seed", help="Draws what was drawn by this seed again.")] = None,
    json: Json = False,
    name: Name = None,
    db: Db = None,
) -> None:
    """Draws what a table leaves to chance: aliens to choose from, a destiny card, a card out of a hand.

    Nothing is done with it: the command that tells it to the table is shown. The seed draws the same again.
    """
    answer(json, lambda: _drawn(words, (sets, level, players), seed, referee.TableSession(db, name)), _print)


def _print(drawn: Drawn) -> None:
    render.play.print_drawn(drawn.to_dict())


def _drawn(words: list[str], of_aliens: tuple[str, str, str], seed: str | None, table: referee.TableSession) -> Drawn:
    what, rest, count = _read(words)
    if what == "aliens" and not rest:
        sets, level, players = of_aliens
        return referee.draw_aliens(2 if count is None else count, _parts(sets), _parts(level), _players(players), seed)
    if (what, rest, count) == ("destiny", [], None):
        return table.draw_destiny(seed)
    if what in ("card", "cards") and [word.casefold() for word in rest[:-1]] == ["from"]:
        return table.draw_cards(rest[1], 1 if count is None else count, seed)
    raise LedgerError(f"it is typed so: {_TYPED}")


def _read(words: list[str]) -> tuple[str, list[str], int | None]:
    """What is drawn, the words behind it, and the number at the end."""
    what, *rest = " ".join(words).split() or [""]
    counted = bool(rest) and rest[-1].isdecimal() and rest[-1].isascii() and len(rest[-1]) < _DIGITS
    return what.casefold(), rest[:-1] if counted else rest, int(rest[-1]) if counted else None


_DIGITS = 4  # of a number so long nobody draws


def _parts(text: str) -> list[str]:
    """The names in a list with commas."""
    return [part.strip() for part in text.split(",") if part.strip()]


def _players(text: str) -> list[str]:
    """The names of the players; for their number `player 1`, `player 2` ..."""
    text = text.strip()
    if text.isdecimal() and text.isascii():
        return [f"player {number}" for number in range(1, min(int(text), 99) + 1)]
    return _parts(text.replace(" ", ","))
