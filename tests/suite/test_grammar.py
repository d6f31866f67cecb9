"""The published grammar against the reader: what is derived is read, and every line of a case is derived."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from referee.book.loader import Names, rulebase
from referee.conformance.items import Item, items_of
from referee.conformance.levels import WORDS, level_of
from referee.errors import ImpossibleError, MalformedError
from referee.judge.ways.table import lines_of
from referee.state.commands import read_command
from referee.state.notation import read
from tests import cases, effort
from tests.grammar import Grammar, grammar

COLORS = ("red", "blue", "green", "yellow", "purple", "white")
_START = {"encounter": "Encounter", "may": "May", "timing": "Timing", "duel": "Duel", "contest": "Contest"}


def _texts(item: Item) -> list[tuple[str, str]]:
    """The lines of an item, with the rules from which they are derived."""
    if item.kind != "play":
        return [(item.case.text, _START[item.kind])]
    rule = "DuelCommand" if item.edition == "duel" else "Play"
    return [(line.command, rule) for line in lines_of(item.case.play)]


def test_every_line_of_a_case_is_derived() -> None:
    """But for those that are refused as no notation at all, and those that are in the words of players."""
    items = [item for _, file in cases.files() for case in file.case for item in items_of(file, case)]
    known = [one for one in items if one.expected.get("refused") != "malformed"]
    told = {text for item in effort.some(known, 500) if level_of(item) != WORDS for text in _texts(item)}
    assert len(told) > 500
    assert [text for text, rule in sorted(told) if not grammar().derives(text, rule)] == []


def _made_of(chance: random.Random) -> dict[str, Callable[[], str]]:
    """What stands for the names: players in turn, each once as long as there are others, and printed names."""
    order, used = list(COLORS), list[str]()
    chance.shuffle(order)

    def player() -> str:
        if len(used) == len(order):
            return chance.choice(order)
        used.append(order[len(used)])
        return used[-1]

    return {
        "Player": player,
        "Known": lambda: chance.choice(used),
        "NUMBER": lambda: str(chance.randrange(21)),
        "ALIEN": lambda: chance.choice(["Zombie", '"Loser"', "The-Cult"]),
        "CARD": lambda: chance.choice(["Retreat", "Card-Zap"]),
        "TECH": lambda: chance.choice(["Xenon-Lasers", "Lunar-Cannon"]),
        "WORD": lambda: "word",
        "QUOTED": lambda: '"a promise"',
        "Why": lambda: "because of it",
    }


@pytest.mark.parametrize(
    ("rule", "reads"),
    [
        ("Encounter", read),
        ("Command", lambda text, names: read_command(text, names, COLORS)),
        ("Table", read_command),
    ],
    ids=["Encounter", "Command", "Table"],
)
def test_what_is_derived_is_read(rule: str, reads: Callable[[str, Names], object]) -> None:
    """What is refused all the same tells one thing twice, which no grammar can forbid."""
    names, refused = Names(rulebase()), 0
    count = effort.times(1500, 300)
    for seed in range(count):
        chance = random.Random(seed)
        text = grammar().derive(rule, chance, _made_of(chance))
        assert grammar().derives(text, rule)
        try:
            reads(text, names)
        except MalformedError as error:
            assert "before" in error.hint, (text, error.expected)
            refused += 1
        except ImpossibleError as error:
            assert all("is told again" in fault for fault in error.faults), (text, error.faults)
            refused += 1
    assert refused < count / 10


def test_what_is_no_notation_is_not_derived() -> None:
    for text in ("red 3 : 10", "red : 10 vs blue 2 : 8", "red 3 : 10 vs blue 2 : 8 ; warp", "red 3 10 vs blue 2 : 8"):
        assert not grammar().derives(text, "Encounter"), text
    for text in ("launch red", "ally red 3 offense", "offense", "set", "launch red 3 at purple"):
        assert not grammar().derives(text, "Command"), text


def test_a_grammar_with_a_name_that_it_does_not_explain_is_refused() -> None:
    pieces = "NUMBER ::= [0-9]+ WORD ::= [a-z]+ QUOTED ::= '\"' [a-z]* '\"' "
    assert Grammar(pieces + "Text ::= WORD (NUMBER | 'and')*").derives("red 3 and 4", "Text")
    with pytest.raises(ValueError, match="Missing"):
        Grammar(pieces + "Text ::= WORD Missing")
