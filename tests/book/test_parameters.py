"""The editions side by side: what players ask for is found, and the groups are those of the books."""

from __future__ import annotations

import pytest

from referee.book.loader import rulebase
from referee.book.parameters import Parameters
from referee.book.questions import find as question
from referee.errors import RulebaseError

KNOWN = Parameters(rulebase())


def _groups(id: str) -> list[set[str]]:
    return [{parameter.edition for parameter in group} for group in KNOWN.groups(id)]


@pytest.mark.parametrize(
    ("asked", "id"),
    [
        ("timing order", "timing-order"),
        ("hand size", "opening-hand"),
        ("zombie", "compensation-unwarped"),
        ("regroup may must", "regroup-must"),
        ("reverse cone", "reverse-cone"),
        ("tie", "ties"),
        ("when is the win checked", "win-checked"),
        ("opening-hand", "opening-hand"),
    ],
)
def test_a_topic_is_found_in_a_players_words(asked: str, id: str) -> None:
    found = KNOWN.find(asked)
    assert id in found, found


def test_editions_are_grouped_by_what_their_books_say() -> None:
    # consolidated 4.8.2 and the 2018 rulebook: offense first; WARP and Mayfair: the others first
    assert _groups("timing-order") == [{"consolidated", "ffg2018"}, {"mayfair1991", "warp"}]
    # eight cards in the 2018 game, seven in the older ones
    assert _groups("opening-hand") == [{"consolidated", "ffg2018"}, {"mayfair1991", "warp"}]
    # must regroup (consolidated 5.4.3), may in the older ones
    assert _groups("regroup-must") == [{"consolidated", "ffg2018"}, {"mayfair1991", "warp"}]
    # the win is checked at the end of the phase (consolidated 4.12.1) or at once (2018 rulebook)
    assert [group[0].value for group in KNOWN.groups("win-checked")][:2] != []
    assert _groups("ties") == [{"consolidated", "ffg2018", "mayfair1991", "warp"}]


def test_what_the_books_have_apart_is_told_apart() -> None:
    # one flare or one power card by chance in the older ones, two flares to choose from in the 2018 game
    assert _groups("aliens-offered") == [{"consolidated", "ffg2018"}, {"mayfair1991", "warp"}]
    assert "flare" not in KNOWN.of("aliens-offered", "warp").says  # WARP setup.9 deals power cards
    # consolation for every zombie token (WARP situation-b.8); by all others for tokens that were lost
    assert _groups("compensation-unwarped") == [{"consolidated", "ffg2018", "mayfair1991"}, {"warp"}]
    # Mayfair's outline has "may then wish to challenge" beside step-2.4: MA-01
    assert _groups("must-encounter") == [{"consolidated", "ffg2018", "warp"}, {"mayfair1991"}]
    # one in the whole deal (quick-reference-deals.1), one for each (both-play-compromise-cards.9, situation-c.6)
    in_all = [KNOWN.of("deal-colonies-in-all", edition).value for edition in ("ffg2018", "mayfair1991", "warp")]
    assert in_all == [1, 2, 2]
    # "from their other colonies" (5.5.2.2); the older books do not say it
    assert _groups("resettle-from") == [{"consolidated", "ffg2018"}, {"mayfair1991", "warp"}]
    # zaps are printed in the 2018 game alone; flares and edicts are named as traded in Mayfair's alone
    assert _groups("zap-cancels") == [{"consolidated", "ffg2018"}, {"mayfair1991", "warp"}]
    assert _groups("flares-in-deals") == [{"consolidated", "ffg2018", "warp"}, {"mayfair1991"}]
    # bars against icons; lucre with the punt in WARP alone
    assert _groups("use-marker") == [{"consolidated", "ffg2018"}, {"mayfair1991", "warp"}]
    assert _groups("punt-lucre") == [{"consolidated", "ffg2018", "mayfair1991"}, {"warp"}]


def test_every_parameter_has_its_clauses_or_says_that_it_is_not_stated() -> None:
    for id in KNOWN.ids():
        for edition in KNOWN.editions():
            parameter = KNOWN.of(id, edition)
            assert parameter.cites or parameter.value == "not-stated", (id, edition)


@pytest.mark.parametrize("spelled", ["DF-44", "df44", "DF 44", "df-044"])
def test_a_question_is_found_in_any_spelling(spelled: str) -> None:
    told = question(spelled)
    assert told["id"] == "DF-44"
    assert told["prefers"] in {reading["name"] for reading in told["readings"]}


def test_an_unknown_question_offers_the_nearest() -> None:
    with pytest.raises(RulebaseError, match="nearest"):
        question("DF-99")
