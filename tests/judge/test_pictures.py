"""What a pictured card prints is cited where that very card is played, and each side's ships rest on its own clause."""

from __future__ import annotations

import pytest

from referee.duel.games import game, judge


def _pictured(line: str, edition: str) -> set[str]:
    return {id for id in judge("encounter", line, edition).citations if "printed-cards." in id}


def test_only_the_cards_that_are_played_are_cited() -> None:
    """The 8 and the negotiate are pictured in the 2018 rulebook; the 4 is not, and neither are cards in other books."""
    eight, negotiate = "ffg2018 setup-printed-cards.7", "ffg2018 components-printed-cards.2"
    assert _pictured("red 3 : 8 vs blue 4 : N ; hand red 6", "ffg2018") == {eight, negotiate}
    assert _pictured("red 3 : 8 vs blue 4 : 4", "ffg2018") == {eight}
    assert _pictured("red 3 : 4 +2 vs blue 4 : 4", "ffg2018") == {"ffg2018 components-printed-cards.4"}
    assert not _pictured("red 3 : 8 vs blue 4 : N ; hand red 6", "consolidated")


def test_the_destiny_card_of_the_color_that_is_drawn_is_cited() -> None:
    """Yellow's card for yellow; red's own color rests on the card of that color alone."""
    for color, clause in (("yellow", "setup-printed-cards.1"), ("red", "components-printed-cards.10")):
        drawn = game("ffg2018").play(f"table red purple yellow\ndestiny {color}", "ffg2018", None).verdicts[-1]
        assert {id for id in drawn.citations if "printed-cards." in id} == {f"ffg2018 {clause}"}


@pytest.mark.parametrize("edition", ["consolidated", "ffg2018"])
def test_the_ships_of_each_side_rest_on_that_sides_clause(edition: str) -> None:
    """The offense's total is said in one clause and the defense's in another; allies count with their side."""
    clauses = {
        "consolidated": ("consolidated 5.10.1.1.b", "consolidated 5.10.1.1.c"),
        "ffg2018": ("ffg2018 attack-versus-attack.2", "ffg2018 attack-versus-attack.3"),
    }[edition]
    ruling = judge("encounter", "red 1 + green 2 : 8 vs blue 3 + yellow 1 : 12", edition)
    sides = {"red": 0, "green": 0, "blue": 1, "yellow": 1}
    ships = [step for step in ruling.findings if step.rule.id.endswith("-ships-add")]
    assert len(ships) == len(sides)
    for step in ships:
        cited = {cite.id for cite in step.rule.cites} & {*clauses}
        assert cited == {clauses[sides[step.words[0]]]}
