"""An edition's own words: what the law says in ours comes out in them, and what players say stays as it is."""

from __future__ import annotations

from referee.book.files import vocabulary
from referee.book.law import STATED, Cite, Rule
from referee.book.vocabulary import Vocabulary
from referee.judge.ways.line import judge_encounter

WORDS = Vocabulary({"ship": "token", "ships": "tokens", "an encounter": "a challenge", "encounter": "challenge"})


def test_whole_words_and_the_longest_phrase_first() -> None:
    assert WORDS.say("An encounter with 3 ships, not a shipment or a ship-yard") == (
        "A challenge with 3 tokens, not a shipment or a ship-yard"
    )


def test_phrases_are_put_in_in_own_words_and_names_as_they_are() -> None:
    rule = Rule("x.y", "rule", "{0} loses {1} in the encounter", vocabulary=WORDS)
    assert rule.told(("ships", "3 ships"), 0) == "ships loses 3 tokens in the challenge"


def test_what_players_state_and_quote_stays_as_they_said_it() -> None:
    stated = Rule("x.y", "rule", "{0}: {1}", (Cite("players", STATED),), vocabulary=WORDS)
    assert stated.told(("red", "my ships count twice"), 0) == "red: my ships count twice"
    rule = Rule("x.y", "rule", "{0} promises {1}", vocabulary=WORDS)
    assert rule.told(("red", '"to send ships"'), 0) == 'red promises "to send ships"'


def test_a_ruling_speaks_the_words_of_its_edition() -> None:
    """The WARP rules lose tokens and found bases; nothing in the ruling speaks of ships or colonies."""
    told = judge_encounter("red 3 + green 1 : 10 vs blue 2 : N ; hand red 6", "warp").to_dict()
    said = [*told["assumes"], *(then["what"] for then in told["then"])]
    todo = [told["proof"]]
    while todo:
        step = todo.pop()
        said.append(step["says"])
        todo += step["from"]
    assert any("tokens" in says for says in said)
    assert [says for says in said if {"ship", "ships", "colony", "encounter"} & {*says.split()}] == []


def test_an_edition_without_words_of_its_own_has_none() -> None:
    assert vocabulary("consolidated+technology") is None
    assert vocabulary("no such edition") is None
    assert vocabulary("warp+punt") is not None


def test_one_ship_is_said_as_one() -> None:
    rule = Rule("x.y", "rule", "{0}'s {value} ships go home with {value} cards", vocabulary=WORDS)
    assert rule.told(("red",), 1) == "red's 1 token goes home with 1 card"
    assert rule.told(("red",), 2) == "red's 2 tokens go home with 2 cards"
