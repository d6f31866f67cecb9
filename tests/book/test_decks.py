"""Cards by any name, and the decks: what is counted is what the documents and the game's own deck have."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.book.decks import deck_told, decks, essences, find, named
from referee.book.loader import rulebase
from referee.playtesting.dealing import ARTIFACTS, DECK

KNOWN = rulebase()


def _deck(name: str) -> dict[str, object]:
    return next(deck_told(deck) for deck in decks(KNOWN) if deck["name"] == name)


def test_the_cosmic_deck_is_the_deck_that_games_are_played_with() -> None:
    written = {"negotiate": "N", "morph": "M"}
    counted: Counter[str] = Counter()
    for deck in decks(KNOWN):
        for card in deck.get("card", ()) if deck["name"] == "Cosmic deck" else ():
            value = f"+{card['value']}" if card["type"] == "reinforcement" else str(card.get("value"))
            counted[written.get(card["type"], value)] += card["count"]
    for entry in named(KNOWN):
        if entry["type"] == "artifact" and entry["set"].startswith("Base Set"):
            counted[entry["name"].replace(" ", "-")] += entry["count"]
    assert counted == Counter(DECK)


def test_the_deck_holds_what_the_box_holds() -> None:
    # ffg2018 components.6 to components.8: 11 artifacts, 55 encounter cards, 6 reinforcements
    holds = next(deck["holds"] for deck in decks(KNOWN) if deck["name"] == "Cosmic deck")
    assert holds["artifact"] == len(ARTIFACTS) == 11
    assert holds["attack"] + holds["negotiate"] + holds["morph"] == 55
    assert holds["reinforcement"] == 6
    assert sum(holds.values()) == _deck("Cosmic deck")["total"]


def test_the_destiny_deck_has_three_cards_for_each_color_and_five_more() -> None:
    # consolidated 5.1.3.1.note: five and three for each player; ffg2018 components.5: 20 cards, of five colors
    counts = {card["name"]: card["count"] for deck in decks(KNOWN) for card in deck.get("card", ()) if "destin" in
              card["type"]}  # fmt: skip
    assert counts.pop("Color destiny") == 3 * 5
    assert counts.pop("Wild destiny") == 2
    assert len(counts) == sum(counts.values()) == 3


def test_the_challenge_deck_is_counted_by_its_own_book() -> None:
    # mayfair1991 challenge-card-breakdown.2: 17 compromises and 55 attacks; parts-list.3: 72 challenge cards, 22 edicts
    assert rulebase().law["cards.copies"].value == {}
    copies = Counter(rulebase("mayfair1991").law["cards.copies"].value)
    assert copies.total() == 72
    assert _deck("Challenge deck")["total"] == 72 + 22
    assert copies.pop("N") == 17
    assert copies.total() == 55
    low, high = rulebase("mayfair1991").law["cards.attacks"].value
    assert {int(value) for value in copies} == {low, *range(4, 21), 30, high}


def test_the_box_has_twenty_techs_and_two_of_them_are_printed() -> None:
    techs = [entry for entry in named(KNOWN) if entry["type"] == "tech"]
    assert sum(entry["count"] for entry in techs) == 20  # ffg2018 components.11
    printed = {entry["name"]: (entry["research"], entry["grade"]) for entry in techs if entry.get("printed")}
    # ffg2018 components-printed-cards.5 and tech-cards-printed.1
    assert printed == {"Enigma Device": ("4", "card"), "Warpspace Key": ("3", "card")}
    # Played with four planets, numbers of eight or more are taken out (ffg2018 technology-and-four-planets.1).
    high = {entry["name"] for entry in techs if entry["research"].isdigit() and int(entry["research"]) >= 8}
    assert high == {"Coldsleep Ship", "Omega Missile", "Precursor Seed"}


def test_essence_cards_belong_to_aliens_that_say_so() -> None:
    with_essence = {name for name in KNOWN.alien_names() if (sheet := KNOWN.sheet(name)) is not None and sheet.essence}
    assert len(with_essence) == 12
    for essence in essences(KNOWN):
        sheet = KNOWN.sheet(essence["alien"])
        assert sheet is not None
        assert sheet.essence == essence["type"]
        assert sum(card["count"] for card in essence["cards"]) == essence["count"]


@pytest.mark.parametrize("card", ["Retreat", "Intimidate", "Kicker", "Rift", "Rewards deck", "Hazard deck",
                                  "Cosmic cards for large groups"])  # fmt: skip
def test_what_no_document_settles_is_open_and_cites_what_there_is(card: str) -> None:
    told = find(KNOWN, card)
    assert told is not None
    assert told["open"].startswith("No document here")
    assert any(cite.startswith("consolidated ") for cite in told["cites"])


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("cosmic zap", "Cosmic-Zap"),
        ("Amoeba flare", "Amoeba flare"),
        ("flare-Amoeba", "Amoeba flare"),
        ("flare the cult", "The-Cult flare"),
        ("amoeba", "Amoeba flare"),
        ("10", "Attack 10"),
        ("4", "Attack 04"),
        ("attack 04", "Attack 04"),
        ("+3", "Reinforcement +3"),
        ("reinforcement 3", "Reinforcement +3"),
        ("N", "Negotiate"),
        ("morph", "Morph"),
        ("destiny deck", "Destiny deck"),
        ("cosmic", "Cosmic deck"),
        ("trauma", "Trauma"),
        ("alien essence", "Trauma"),
        ("black hole", "Black Hole"),
        ("reinforcements", "reinforcements"),
    ],
)
def test_a_card_is_found_by_what_players_call_it(asked: str, name: str) -> None:
    told = find(KNOWN, asked)
    assert told is not None
    assert told["name"] == name


@pytest.mark.parametrize("asked", ["17", "+4", "-99", "", "flare", "flare nobody", "x" * 300])
def test_a_card_that_is_not_there_is_not_found(asked: str) -> None:
    assert find(KNOWN, asked) is None
