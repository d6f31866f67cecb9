"""`referee card`: any card as the referee applies it, with how many there are, or all of them by type."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.cli.common import Edition, Json, answer, clean, not_of_this_game, show_text

Told = dict[str, Any]


def card(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]", help='Such as Cosmic-Zap, "Amoeba flare", 10, +3, N or "destiny deck".'),
    ] = None,
    edition: Edition = "consolidated",
    json: Json = False,
) -> None:
    """Shows a card, a flare or a deck, and whether the referee applies it; without a name, all of them by type.

    `referee card duel [NAME]` shows the cards, aliens and envoys of Duel.
    """
    name = clean(" ".join(words or ()))
    first, _, rest = name.partition(" ")
    if first.casefold() == "duel":
        show_text(rest, json)
    elif name:
        answer(json, lambda: _one(name, edition), _print_one)
    else:
        answer(json, lambda: _all(edition), _print_all)


def _one(name: str, edition: str) -> Told:
    from referee.book.decks import as_counted, find, near
    from referee.book.loader import rulebase

    known = rulebase(edition)
    found = find(known, name)
    if found is None:
        raise not_of_this_game("card", name, near(known, name))
    return as_counted(known, found)


def _all(edition: str) -> Told:
    from referee.book.decks import listed
    from referee.book.loader import rulebase

    return {"types": listed(rulebase(edition))}


def _print_one(told: Told) -> None:
    from referee.render.sheets import print_card

    print_card(told)


def _print_all(told: Told) -> None:
    from referee.render.sheets import print_cards

    print_cards(told)
