"""What can be read by its address, and the prompt: each says what the command line prints."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="without the extra `mcp`")

from mcp import Client, MCPError
from mcp.types import TextContent, TextResourceContents

import referee
from referee.errors import ImpossibleError
from referee.mcp.resources import notation
from referee.mcp.server import make_server
from tests import command
from tests.mcp.readme_calls import lines_of


def _read(*addresses: str) -> list[str]:
    async def play() -> list[str]:
        async with Client(make_server()) as client:
            try:
                found = [(await client.read_resource(address)).contents for address in addresses]
            except MCPError as error:  # as the client gives it, not in a group
                return [f"wrong: {error}"]
        return [only.text for (only,) in found if isinstance(only, TextResourceContents)]

    return asyncio.run(play())


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("referee://rule/5.10.1.1.d", ("rule", "5.10.1.1.d")),
        ("referee://rule/ffg2018%20setup.15", ("rule", "ffg2018 setup.15")),
        ("referee://rule/reveal.ties", ("rule", "reveal.ties")),
        ("referee://alien/The%20Cult", ("alien", "The Cult")),
        ("referee://card/%2B3", ("card", "+3")),
        ("referee://question/DF-37", ("question", "DF-37")),
        ("referee://aliens", ("alien",)),
    ],
)
def test_an_address_says_what_the_command_prints(address: str, words: tuple[str, ...]) -> None:
    (page,) = _read(address)
    printed = command.referee(*words).stdout
    assert page == "\n".join(line.rstrip() for line in printed.splitlines())


def test_the_editions_are_listed_with_their_variants() -> None:
    (page,) = _read("referee://editions")
    rows = {row["edition"]: row for row in json.loads(page)["editions"]}
    assert [*rows] == ["consolidated", "ffg2018", "mayfair1991", "warp"]
    assert "punt" in rows["warp"]["variants"]
    assert "punt" not in rows["ffg2018"]["variants"]


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("referee://rule/5.10.99", "there is no such clause; nearest: consolidated"),
        ("referee://alien/Zombi", "did you mean Zombie"),
        ("referee://question/DF-999", "DF-"),
        ("referee://weather/rome", "Unknown resource"),
    ],
)
def test_an_address_of_nothing_is_said_plainly(address: str, says: str) -> None:
    (wrong,) = _read(address)
    assert wrong.startswith("wrong: ")
    assert says in wrong


def test_every_kind_of_address_is_listed() -> None:
    async def play() -> set[str]:
        async with Client(make_server()) as client:
            found = {str(one.uri) for one in (await client.list_resources()).resources}
            return found | {one.uri_template for one in (await client.list_resource_templates()).resource_templates}

    kinds = {"notation", "editions", "aliens", "rule/{id}", "alien/{name}", "card/{name}", "question/{id}"}
    kinds |= {"schema/{name}"}
    assert asyncio.run(play()) == {f"referee://{kind}" for kind in kinds}


# -- the notation ------------------------------------------------------------------------------------------------------

PAGE = notation()


def _taught(**arguments: str) -> str:
    async def play() -> str:
        async with Client(make_server()) as client:
            (message,) = (await client.get_prompt("notation", arguments)).messages
        assert isinstance(message.content, TextContent)
        return message.content.text

    return asyncio.run(play())


def test_the_prompt_teaches_the_page_and_passes_on_what_happened() -> None:
    assert _taught() == PAGE == _read("referee://notation")[0]
    assert _taught(happened="red hits blue").startswith(PAGE)
    assert _taught(happened="red hits blue").endswith("\n\nred hits blue\n")


LINES = [line for _, block in lines_of(PAGE, "line") for line in block]


def test_the_notation_has_examples_of_each_kind() -> None:
    assert len(LINES) >= 6
    assert all([*lines_of(PAGE, kind)] for kind in ("act", "table", "duel"))


@pytest.mark.parametrize("line", LINES)
def test_the_lines_of_the_notation_are_ruled(line: str) -> None:
    assert referee.judge_encounter(line).status in ("determined", "depends")


def test_the_acts_the_game_and_the_duel_of_the_notation_are_ruled(tmp_path: Path) -> None:
    for _, acts in lines_of(PAGE, "act"):
        assert [referee.may(act).status for act in acts] == ["illegal", "illegal"]  # nobody invited; five are too many
    for players, commands in lines_of(PAGE, "table"):
        table = referee.TableSession.lay(players, db=tmp_path / "a.db")
        for said in commands:
            every = table.do_all(table.commands_in(said))
            assert [done.status for done in every.done] == ["legal"] * len(every.done)
            assert (every.left, every.error) == ([], None)
        assert every.done[-1].to_dict()["stands"]["totals"] == {"offense": 15, "defense": 12}  # 10 + 3 + 2, 8 + 4
    for _, lines in lines_of(PAGE, "duel"):
        assert [referee.judge_duel(line).status for line in lines] == ["determined"]


CLAUSES = [
    clause
    for row in re.findall(r"^\| (`.+`) \|", PAGE, re.MULTILINE)
    for clause in re.findall(r"`([^`]+)`", row)
    if clause != "by NAME"
]


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_clauses_of_the_notation_are_understood(clause: str) -> None:
    """None of them is malformed; some cannot be on just this line."""
    sides = "red 3 : N vs purple 2 : N" if "deal" in clause else "red 3 + yellow 1 : 10 vs blue 3 + purple 2 : 9"
    try:
        referee.read_encounter(f"{sides} ; {clause}")
    except ImpossibleError as error:
        assert error.faults
