"""Cards that the edition's book shows in a picture: what such a card prints is cited where that very card is played."""

from __future__ import annotations

from referee.book.law import Law, Rule


def pictured(law: Law, rule: str, card: str) -> Rule:
    """The rule, resting besides on the clause that pictures this card (`8`, `+2`, `N`, or a color), where one does."""
    pictures = law["cards.pictured"]
    clauses = pictures.value.get(card)
    if clauses is None:
        return law[rule]
    shown = tuple(cite for cite in pictures.cites if cite.id in clauses)
    return law[rule].resting_on((*law[rule].cites, *shown))
