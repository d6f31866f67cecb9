"""Flares of the alliance and the planning phase: nothing is lost or made, and a sheet that they change stays itself."""

from __future__ import annotations

import random

import pytest

from referee import judge_encounter
from referee.book.loader import rulebase
from referee.book.power import Effect
from referee.book.sheets import SUPER
from referee.judge.powers.flare_texts import extended
from tests import effort, games

FLARES = (
    *("Amoeba", "Calculator", "Chosen", "Citadel", "Demon", "Fido", "Hate", "Kamikaze", "Loser", "Mind", "Mirror"),
    *("Mite", "Mutant", "Observer", "Oracle", "Philanthropist", "Sorcerer", "Trader", "Zombie"),
)
COMMANDS = 90


@pytest.mark.parametrize("seed", effort.some(range(2 * len(FLARES)), 1))
def test_games_with_flares_lose_no_ship_and_no_card(seed: int) -> None:
    """Every way to play a flare that is offered is accepted; every other time its player has the sheet as well."""
    source, flare = random.Random(2000 + seed), FLARES[seed // 2 % len(FLARES)]
    table = games.sat_down(source, (flare if seed % 2 else "Macron", "", "Human", "Warpish"), [flare])
    assert games.play_on(table, source, COMMANDS, flares=0.4)


@pytest.mark.parametrize("flare", FLARES)
def test_a_sheet_is_changed_for_its_player_only(flare: str) -> None:
    """A super flare leaves the sheet that everybody reads from as it was, and says on what the change rests."""
    books = rulebase()
    alien, card = books.alien(flare), books.flare(flare)
    assert alien is not None
    assert card is not None
    use = card.super.use(flare, SUPER)
    for args in (args for verb, args in use.effects if verb == "extends"):
        before = [(one.roles, one.phases, one.effects, one.rule) for one in alien.uses]
        changed = extended(alien, use, args)
        assert [(one.roles, one.phases, one.effects, one.rule) for one in alien.uses] == before
        assert [(one.roles, one.phases, one.effects) for one in changed.uses] != [old[:3] for old in before]
        assert any(cite.id == f"card {flare}-flare" for one in changed.uses for cite in one.rule.cites)


def test_what_a_flare_can_change_of_a_power() -> None:
    """Bars, moment and duty are put in place of the sheet's; effects go, come, and get other arguments."""
    alien, card = rulebase().alien("Loser"), rulebase().flare("Loser")
    assert alien is not None
    assert card is not None
    args = {
        "use": "upset", "roles": ["any"], "phases": ["reveal"], "moment": {"before reveal": ""}, "mandatory": True,
        "without": ["must_play"], "adds": [{"verb": "more", "by": 1}], "some": 2,
    }  # fmt: skip
    changed = extended(alien, card.super.use("Loser", SUPER), args)
    use = changed.uses[0]
    assert (use.roles, use.phases, use.mandatory) == (("any",), ("reveal",), True)
    assert [str(moment) for moment in use.moments] == ["before reveal"]
    assert use.effects == (Effect("reverse_result", {"some": 2}), Effect("more", {"by": 1}))


@pytest.mark.parametrize("offense", [0, 1, 7, 10, 15])
@pytest.mark.parametrize("defense", [0, 4, 8, 15])
@pytest.mark.parametrize("said", ["odd", "even"])
def test_a_prediction_lowers_one_of_two_attacks(offense: int, defense: int, said: str) -> None:
    """Right: the opponent's attack loses one's own value; wrong: the other way round. Both have two ships."""
    told = judge_encounter(f"red 2 : {offense} vs blue 2 : {defense} ; flare red Calculator {said}").to_dict()
    right = said == ("odd" if (offense + defense) % 2 else "even")
    mine, theirs = (offense, defense - offense) if right else (offense - defense, defense)
    assert told["totals"] == {"offense": mine + 2, "defense": theirs + 2}


@pytest.mark.parametrize("ships", range(6))
def test_ships_are_given_up_for_three_each(ships: int) -> None:
    """One to four ships; nothing else is allowed."""
    told = judge_encounter(f"red 3 : 10 vs blue 4 : 8 ; flare blue Kamikaze {ships}").to_dict()
    if 1 <= ships <= 4:
        assert told["totals"] == {"offense": 13, "defense": 12 + 3 * ships}
    else:
        assert told["status"] == "illegal"
