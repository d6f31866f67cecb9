"""The commands of a table: what is written reads back to the same, and whatever is typed is answered in words."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.book.loader import Names, rulebase
from referee.errors import MalformedError
from referee.state import phases as ph
from referee.state import table as tbl
from referee.state.commands import USAGE, Command, Stack, read_command, write_command
from referee.state.encounter import DEFENSE, OFFENSE, Act, Term
from referee.state.facts import Fact, told_again
from referee.state.question import read_question
from tests import effort

NAMES = Names(rulebase())
SEATS = ("red", "purple", "yellow", "blue")

players = st.sampled_from(SEATS)
numbers = st.integers(0, 40)
planets = st.builds("{}.{}".format, players, st.integers(1, 5))
cards = st.sampled_from(
    ["?", "N", "M", "10", "-1", "40", "+2", "+5", "Cosmic-Zap", "Card-Zap", "Force-Field", "Retreat"]
)
hands = st.lists(cards, max_size=4).map(tuple)
aliens = st.sampled_from(["Macron", "The-Cult", "Anti-Matter", "Tick-Tock"]).map(lambda name: NAMES.alien(name) or name)
sides = st.sampled_from([OFFENSE, DEFENSE])


def stacks(least: int = 0) -> st.SearchStrategy[tuple[Stack, ...]]:
    places = st.one_of(planets, st.just(tbl.GATE))
    return st.lists(st.builds(Stack, places, numbers), min_size=least, max_size=3).map(tuple)


def several(least: int = 0) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(players, unique=True, min_size=least, max_size=4).map(tuple)


def _stack_facts(place: str, standing: dict[str, int]) -> tuple[Fact, ...]:
    return (Fact("stack", place), *(Fact("stack", place, count, name) for name, count in standing.items()))


def _fan_facts(section: str, lying: dict[str, int]) -> tuple[Fact, ...]:
    return (Fact("fan", section), *(Fact("fan", section, count, name) for name, count in lying.items()))


def _fact(*given: Any, **named: Any) -> Fact:
    return Fact(*given, **named)


facts = st.one_of(
    st.builds(_stack_facts, planets, st.dictionaries(players, numbers, max_size=3)),
    st.builds(_stack_facts, st.sampled_from([tbl.WARP, tbl.GATE]), st.just({})),
    st.tuples(
        st.builds(_fact, st.sampled_from(["warp", "gate", "beside", "tokens", "owned", "hand"]), players, numbers)
    ),
    st.tuples(st.builds(_fact, st.just("hand"), players, cards=hands)),
    st.tuples(st.builds(_fact, st.just("power"), players, word=st.sampled_from([tbl.LOST, tbl.HAS]))),
    st.tuples(st.builds(_fact, st.just("alien"), players, cards=st.lists(aliens, max_size=2).map(tuple))),
    st.tuples(st.builds(_fact, st.sampled_from(["deck", "destiny-deck"]), number=numbers)),
    st.tuples(st.builds(_fact, st.just("encounter"), number=st.sampled_from([1, 2]))),
    st.tuples(st.builds(_fact, st.just("discards"), cards=hands)),
    st.tuples(st.builds(_fact, st.just("phase"), word=st.sampled_from(ph.PHASES))),
    st.tuples(st.builds(_fact, st.sampled_from(["turn", "defense"]), players)),
    st.tuples(st.builds(_fact, st.just("target"), word=planets)),
    st.tuples(st.builds(_fact, st.just("invited"), players, word=st.sampled_from(["", OFFENSE, DEFENSE]))),
    st.just((Fact("invited"),)),
    st.builds(_fan_facts, players, st.dictionaries(players, numbers, max_size=3)),
    st.tuples(st.builds(_fact, st.just("marker"), players)),
    st.tuples(st.builds(_fact, st.just("hex"), players, word=st.sampled_from(["reverse", "regular"]))),
)


def _set(groups: list[tuple[Fact, ...]]) -> Command:
    told = [fact for group in groups for fact in group]
    while (again := told_again(told)) is not None:  # one thing told otherwise is no command
        told.remove(again[1])
    return Command("set", facts=tuple(told))


def _reveal(shown: dict[str, str]) -> Command:
    return Command("reveal", names=tuple(shown), cards=tuple(shown.values()))


def _act(act: Act) -> Command:
    return Command("act", act.by or act.who, act=act)


commands = st.one_of(
    st.builds(lambda names, had: Command("table", names=names, aliens={names[0]: had} if had else {}),
              several(1), st.lists(aliens, max_size=2).map(tuple)),
    st.lists(facts, min_size=1, max_size=4).map(_set),
    st.builds(Command, st.sampled_from(["offense", "new hand", "decline"]), players),
    st.builds(Command, st.just("punt"), st.one_of(players, st.just(""))),
    st.builds(Command, st.just("regroup"), planet=st.one_of(planets, st.just(tbl.GATE), st.just(""))),
    st.builds(Command, st.just("destiny"), players, word=st.sampled_from(["", "wild", "special"])),
    st.builds(Command, st.just("launch"), players, numbers, stacks(), planets, st.one_of(players, st.just(""))),
    st.builds(Command, st.just("invite"), players, names=several()),
    st.builds(Command, st.just("ally"), players, numbers, stacks(), side=sides),
    st.builds(Command, st.just("play"), players, cards=st.tuples(cards)),
    st.dictionaries(players, cards, max_size=2).map(_reveal),
    st.builds(Command, st.sampled_from(["resolve", "second", "end"])),
    st.builds(Command, st.sampled_from(["lose", "return"]), players, stacks=stacks()),
    st.builds(Command, st.just("take"), players, number=numbers, other=players, cards=hands),
    st.builds(Command, st.just("reward"), players, st.integers(1, 9), stacks(), number=numbers),
    st.builds(Command, st.just("draw"), players, number=numbers),
    st.builds(Command, st.just("discard"), players, cards=st.lists(cards, min_size=1, max_size=4).map(tuple)),
    st.builds(Command, st.just("claim"), players, word=st.just("winner")),
    st.builds(Command, st.just("claim"), side=sides, word=st.just("total"), number=st.integers(-9, 99)),
    st.builds(Command, st.just("claim"), players, number=numbers,
              word=st.sampled_from(["compensation", "rewards", "warp", "lands", "ships", "foreign", "home"])),
    st.builds(Act, st.just("zap"), players, st.one_of(players, st.just(""))).map(_act),
    st.builds(Act, st.just("reinforce"), players, amount=st.integers(1, 9), side=sides).map(_act),
    st.builds(Act, st.just("force-field"), args=several(1), by=players).map(_act),
    st.builds(Act, st.just("deal"), terms=st.tuples(st.builds(Term, players, st.integers(1, 4)))).map(_act),
    st.just(_act(Act("no-deal"))),
)  # fmt: skip


@given(commands)
@settings(max_examples=effort.times(1500, 187), deadline=None)
def test_what_is_written_reads_back_to_the_same_command(command: Command) -> None:
    text = write_command(command)
    again = read_command(text, NAMES, SEATS)
    assert again == command
    assert write_command(again) == text


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("table red, purple/clone YELLOW", "table red purple/Clone YELLOW"),
        ('table red/"the cult" blue', "table red/The-Cult blue"),
        ("SET Purple.2 purple 2 , blue 3 ;; warp red 3", "set purple.2 purple 2, blue 3; warp red 3"),
        ("set warp nobody; purple.2 none", "set warp nobody; purple.2 nobody"),
        ("set power red kept; phase start; destiny deck 3", "set power red has; phase start-turn; destiny deck 3"),
        ("launch RED 3 from red.1 AT purple.4", "launch red 3 from red.1 3 at purple.4"),
        ("invite red yellow, blue", "invite red: yellow blue"),
        ("invite red: nobody", "invite red: none"),
        ("ally yellow with defense 4 from blue.2", "ally yellow defense 4 from blue.2 4"),
        ("reward yellow 1 ship, 2 cards, 1 ship to yellow.1", "reward yellow 2 cards, 2 ships to yellow.1 1"),
        ("play red cosmic-zap", "play red Cosmic-Zap"),
        ("claim defense +17", "claim defense 17"),
        ("destiny green", "destiny green"),  # that nobody chose green is the judge's to say
    ],
)
def test_what_is_typed_is_written_canonically(typed: str, written: str) -> None:
    assert write_command(read_command(typed, NAMES, SEATS)) == written


@pytest.mark.parametrize(
    ("typed", "column", "says"),
    [
        ("", 0, "a command: table, set"),
        ("lauch red 3", 0, "Did you mean 'launch'?"),
        ("red launch 3", 0, "The command comes first, and then the player: launch red"),
        ("undo", 0, "`referee undo` is typed by itself."),
        ("launch", 6, f"It is typed so: {USAGE['launch']}"),
        ("launch red", 10, "how many ships"),
        ("launch red 3 at", 15, "a planet, such as red.4"),
        ("launch red 3 at purple", 22, "a dot and the planet's number"),
        ("launch gren 3 at red.1", 7, "At this table sit red, purple, yellow, blue."),
        ("launch yelow 3 at red.1", 7, "Did you mean 'yellow'?"),
        ("table red/Cloen blue", 10, "Did you mean Clone"),
        ("table red nobody", 10, "'nobody' is a word of these commands"),
        ("ally yellow ofense 3", 12, "'offense' or 'defense'"),
        ("ally yellow offense 3 now", 22, "the end of the command"),
        ("play red Cosmc-Zap", 9, "Did you mean Cosmic-Zap"),
        ("set wrap red 3", 4, "Did you mean 'warp'?"),
        ("set purple", 10, "a dot and the planet's number"),
        ("set encounter 3", 14, "1 or 2"),
        ("discard red", 11, "the cards that are discarded"),
        ("reward red 2", 12, "'cards' or 'ships'"),
        ("launch red 99999999 at purple.1", 11, "a smaller number"),
    ],
)
def test_what_is_not_understood_is_answered_with_its_place(typed: str, column: int, says: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_command(typed, NAMES, SEATS)
    assert caught.value.column == column
    assert says in str(caught.value)


def test_every_usage_is_a_command() -> None:
    for usage in USAGE.values():
        for typed in re.split(r",? or: ", usage):
            read_command(typed, NAMES)


def test_a_question_knows_the_players_of_its_facts() -> None:
    asked = read_question("use red purple ; offense red ; defense purple ; seats purple/Clone red", NAMES)
    assert asked.command.act is not None and asked.command.act.args == ("purple",)
    assert asked.facts == (Fact("turn", "red"), Fact("defense", "purple"))
    assert (asked.players, asked.seats, asked.aliens) == (("red", "purple"), ("purple", "red"), {"purple": ("Clone",)})


@pytest.mark.parametrize("typed", ["set red.1 red 2", "table red blue", "launch red 3 at blue.1 ; seats red red"])
def test_what_is_no_question(typed: str) -> None:
    with pytest.raises(MalformedError):
        read_question(typed, NAMES)


PIECES = (
    *("red", "purple", "yellow", " ", "  ", ".", ",", ":", ";", "/", "?", "+2", "3", "-1", "N", "from ", "at ", "to "),
    *("offense", "defense", "nobody", "Macron", "all", '"', "\x00", "\x1b[31m", "\u202e", "ß", "²", "٣", "{0}", "%s"),
)  # fmt: skip


def _command(text: str) -> Command:
    return read_command(text, NAMES, SEATS)


def _asked(text: str) -> Command:
    return read_question(text, NAMES).command


def test_whatever_is_typed_is_answered_in_words() -> None:
    source = random.Random(4)
    typed = [part for usage in USAGE.values() for part in re.split(r",? or: ", usage)]
    understood = 0
    for _ in range(effort.times(12_000, 2_000)):
        text = source.choice(typed)
        for _ in range(source.randrange(4)):
            at = source.randrange(len(text) + 1)
            piece = source.choice(PIECES) if source.random() < 0.7 else chr(source.randrange(1, 0xD800))
            text = text[:at] + piece + text[at + source.randrange(3) :]
        for read in (_command, _asked):
            try:
                command = read(text)
            except MalformedError as error:
                assert str(error)
            else:
                understood += 1
                assert write_command(command)
    assert understood > 1000
