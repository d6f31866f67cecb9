"""`referee card`: any card as the referee applies it, with how many there are, or all of them by type."""

from __future__ import annotations

from typing import Annotated

import typer

import referee
from referee import render
from referee.cli.common import Edition, Json, answer, each
from referee.cli.lazy_groups import completes


def card(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME]",
            help='Such as Cosmic-Zap, "Amoeba flare", 10, +3, N or "destiny deck".',
            autocompletion=completes("cards"),
        ),
    ] = None,
    edition: Edition = "consolidated",
    json: Json = False,
) -> None:
    """Shows a card, a flare or a deck, and whether the referee applies it; without a name, all of them by type.

    `referee card duel [NAME]` shows the cards, aliens and envoys of Duel.
    """
    name = " ".join(words or ())
    first, _, rest = name.partition(" ")
    if first.casefold() == "duel":
        show_duel_texts(rest, json)
    elif name:
        answer(json, lambda: referee.card(name, edition), lambda card: render.sheets.print_card(card.to_dict()))
    else:
        answer(json, lambda: referee.cards(edition), lambda cards: render.sheets.print_cards(cards.to_dict()))


def show_duel_texts(name: str, json: bool) -> None:
    """Shows the aliens, envoys and cards of Duel of this name, or all of them."""
    answer(json, lambda: referee.duel_texts(name), lambda texts: render.duel.print_texts(each(texts)))
