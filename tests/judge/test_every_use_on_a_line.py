"""What is said of the use of any alien that acts, by whoever has it, is ruled or refused in a sentence."""

from __future__ import annotations

import pytest

from referee.book.loader import rulebase
from referee.duel.games import judge
from referee.errors import RefereeError
from tests import effort

ACTING = [name for name in rulebase().alien_names() if (alien := rulebase().alien(name)) and alien.uses]
HELD = {  # the line on which a player has the power, and who that is
    "red/{0} 2 : 4 vs yellow 3 : 8": "red",
    "red 2 : 4 vs yellow/{0} 3 : 8": "yellow",
    "red 2 : 4 vs yellow 3 : 8 ; ally green/{0} off 2": "green",
    "red 2 : 4 vs yellow 3 : 8 ; green/{0}": "green",
    "red/{0} 2 : N vs yellow 3 : 8": "red",
}
SAID = ("", " 3", " N", " yellow", " 10 8", " none", " red")


@pytest.mark.parametrize("name", effort.some(ACTING, 40))
def test_a_use_is_ruled_or_refused_whoever_says_it(name: str) -> None:
    """Nothing that a sheet says breaks over what a line cannot know, and its proof can be told."""
    alien = rulebase().alien(name)
    assert alien is not None
    for line, who in HELD.items():
        for said in SAID:
            try:
                told = judge("encounter", f"{line.format(alien.name)} ; use {who}{said}", "ffg2018", True).to_dict()
            except RefereeError as error:
                assert str(error)
            else:
                assert told["proof"]
