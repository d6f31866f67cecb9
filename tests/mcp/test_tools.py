"""The tools, asked in this process: what a model is told of them, calls that are wrong, and that readers only read."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest

pytest.importorskip("mcp", reason="without the extra `mcp`")

from mcp import Client
from mcp.types import CallToolResult, Tool

import referee
from referee.book.loader import rulebase
from referee.mcp import arguments
from referee.mcp.server import make_server
from referee.public.editions import editions
from referee.state.phases import PHASES
from tests import readme
from tests.mcp.calling import call, text, told

LINE = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"


def _called(db: Path, *calls: tuple[str, dict[str, Any]]) -> list[CallToolResult]:
    """What the tools of one server answer, one after another."""

    async def play() -> list[CallToolResult]:
        async with Client(make_server(db)) as client:
            return [await call(client, tool, **given) for tool, given in calls]

    return asyncio.run(play())


def _tools() -> list[Tool]:
    async def listed() -> list[Tool]:
        async with Client(make_server()) as client:
            return (await client.list_tools()).tools

    return asyncio.run(listed())


TOOLS = _tools()


# -- what a model is told ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_each_tool_says_what_it_does_takes_and_answers(tool: Tool) -> None:
    assert tool.description
    assert tool.description[0].isupper()
    assert tool.title
    assert tool.annotations
    assert tool.annotations.open_world_hint is False
    assert tool.input_schema["additionalProperties"] is False
    for name, schema in tool.input_schema.get("properties", {}).items():
        assert schema.get("description"), name
    assert tool.output_schema
    assert tool.output_schema["type"] == "object"


def test_the_page_about_it_names_all_tools_and_no_others() -> None:
    page = (readme.ROOT / "docs" / "mcp.md").read_text()
    table = page.partition("## Tools")[2].partition("Each answers")[0]
    named = [name for row in re.findall(r"^\| (`.+?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert sorted(named) == sorted(tool.name for tool in TOOLS)


def test_the_editions_variants_and_phases_that_can_be_told_are_those_that_there_are() -> None:
    assert [*get_args(arguments.BigEdition)] == [row.edition for row in editions()]
    assert [*get_args(arguments.AnyEdition)] == [*get_args(arguments.BigEdition), *rulebase().games()]
    assert [*get_args(arguments.VariantName)] == rulebase().variants()
    assert get_args(arguments.Phase) == ("", *PHASES)


def test_variants_are_added_to_an_edition(tmp_path: Path) -> None:
    """With four planets each there are eight home planets at a table of two, not ten."""
    given = {"players": ["red", "blue"], "variants": ["four-planets"]}
    (laid,) = _called(tmp_path / "a.db", ("table_lay", given))
    assert told(laid)["edition"] == "consolidated+four-planets"
    assert len(told(laid)["planets"]) == 8


def test_the_proof_is_told_where_it_is_asked_for(tmp_path: Path) -> None:
    lean, full = _called(
        tmp_path / "a.db", ("rule_encounter", {"line": LINE}), ("rule_encounter", {"line": LINE, "proof": True})
    )
    assert "proof" not in told(lean)
    assert told(full) == referee.Rulings(tmp_path / "b.db").encounter(LINE).to_dict()


def test_a_ruling_is_kept_unless_nobody_wants_it(tmp_path: Path) -> None:
    kept = ("rule_encounter", {"line": LINE})
    not_kept = ("rule_encounter", {"line": "red 1 : 8 vs blue 1 : 4", "keep": False})
    *_, log, why = _called(tmp_path / "a.db", kept, not_kept, ("ruling_log", {}), ("ruling_why", {"ruling": 1}))
    assert [row["line"] for row in told(log)["rulings"]] == [LINE]
    assert told(why)["proof"]["from"]


def test_accounts_are_held_against_each_other_and_nothing_is_kept(tmp_path: Path) -> None:
    """Blue's card alone decides: 12 + 3 = 15 against 8 + 4 = 12, or against 14 + 4 = 18."""
    claims = [{"party": "blue", "claim": "I showed the 14", "line": "red 3 : 12 vs blue 4 : 14"}, {"party": "red"}]
    given = {"line": "red 3 : 12 vs blue 4 : 8", "claims": claims}
    account, listed = _called(tmp_path / "a.db", ("dispute_account", given), ("dispute_list", {}))
    assert (told(account)["id"], told(account)["argument"]["decisive"]) == (None, ["blue's card"])
    assert [side["ruling"]["outcome"] for side in told(account)["sides"]] == ["defense-wins", "offense-wins"]
    assert told(listed)["disputes"] == []


def test_what_was_decided_is_found_when_it_comes_up_again(tmp_path: Path) -> None:
    claims = [{"party": "blue", "claim": "green's ships count for my compensation"}]
    again = {"line": "yellow 3 : 11 vs purple 4 + red 2 : N ; hand yellow 7"}
    before, *_, after, found = _called(
        tmp_path / "a.db",
        ("dispute_precedents", again),
        ("dispute_open", {"line": LINE, "claims": claims, "question": "DF-37"}),
        ("dispute_decide", {"dispute": 1, "by": "Ann"}),
        ("dispute_precedents", again),
        ("dispute_list", {"words": "compensation"}),
    )
    assert told(before)["precedents"] == []
    assert text(before) == "Nothing was decided before on what this ruling turns on."
    assert [(one["dispute"], one["state"]) for one in told(after)["precedents"]] == [(1, "followed")]
    assert [row["id"] for row in told(found)["disputes"]] == [1]


def test_the_only_caller_means_the_table_that_was_laid_last(tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    referee.TableSession.lay("ann bob cat", db=db)  # by somebody else
    refused, *_, done = _called(
        db,
        ("table_show", {}),
        ("table_lay", {"players": ["red", "blue"]}),
        ("table_lay", {"players": ["yellow", "green"], "table": "friday"}),
        ("table_do", {"command": "destiny green"}),
    )
    assert refused.is_error
    assert told(done)["name"] == "friday"


# -- calls that are wrong ----------------------------------------------------------------------------------------------

_OPEN = ("dispute_open", {"line": LINE, "claims": [{"party": "blue", "claim": "six"}, {"party": "red"}]})
_LAID = ("table_lay", {"players": ["red", "blue", "green"]})
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("rule_encounter", {}, "rule_encounter needs the argument `line`."),
    ("rule_encounter", {"line": "red 3 vs"}, "Expected '+' and an ally, or ':' and the encounter card"),
    ("rule_encounter", {"line": ""}, "Expected"),
    ("rule_encounter", {"line": "red 3 : 8 vs red 3 : 9"}, "This position cannot be"),
    ("rule_encounter", {"line": LINE, "editon": "warp"}, "has no argument 'editon'; did you mean edition"),
    ("rule_encounter", {"line": LINE, "edition": "wrap"}, "'ffg2018', 'mayfair1991' or 'warp', not 'wrap'"),
    ("rule_encounter", {"line": LINE, "edition": "ffg2018", "variants": ["punt"]}, "punt is a variant for warp"),
    ("rule_encounter", {"line": 7}, "`line`: input should be a valid string, not 7"),
    ("rule_encounter", {"line": LINE, "readings": {"DF-05": "nobody"}}, "DF-05"),
    ("rule_encounter", {"line": LINE, "house": "kitchen"}, "kitchen"),
    ("rule_encounter", {"line": "red/Macrun 3 : 8 vs blue 3 : 9"}, "Macron"),
    ("rule_encounter", {"line": "red 3 : 8 vs blue 3 : 9 ; " + "x" * 100_000}, "…"),
    ("rule_duel", {"line": "blue 3 : 13"}, "Expected"),
    ("rule_act", {"act": "fly me to the moon"}, "Expected"),
    ("rule_act", {"act": "launch red 3 at blue.1", "table": "nowhere"}, "`table_list` shows them"),
    ("rule_timing", {"contenders": []}, "`contenders`: list should have at least 1 item"),
    ("rule_timing", {"contenders": ["red:Mimd", "blue"], "offense": "red", "defense": "blue"}, "Mind"),
    ("rule_clash", {"alien": "Void", "other": "Zombi"}, "did you mean Zombie?"),
    ("ruling_why", {"ruling": 12}, "12"),
    ("ruling_why", {"ruling": 0}, "greater than or equal to 1, not 0"),
    ("ask_rules", {"question": "who wins a tie", "count": 10**9}, "less than or equal to 50"),
    ("read_clause", {"id": "5.10.99"}, "nearest: consolidated"),
    ("read_alien", {"name": "Zombi"}, "Zombie"),
    ("read_card", {"name": "Cosmic-Zep"}, "Cosmic-Zap"),
    ("read_card", {"name": "Bouncer", "game": "chess"}, "'cosmic' or 'duel'"),
    ("read_question", {"id": "DF-999"}, "DF-"),
    ("compare_editions", {"what": "xyzzy"}, "topics:"),
    ("table_lay", {"players": ["red"]}, "an encounter needs 2 players or more"),
    ("table_lay", {"players": ["red", "red"]}, "red"),
    ("table_do", {"command": "destiny blue", "table": "nowhere"}, "`table_list` shows them"),
    ("table_do", {"command": "dance"}, "Expected"),
    ("table_legal", {"player": "nobody"}, "at this table sit red, blue, green"),
    ("table_undo", {}, "there is nothing to take back"),
    ("table_undo", {"count": -1}, "greater than or equal to 1"),
    ("table_amend", {"number": 1, "encounter": 1}, "say `number` or `encounter`, not both"),
    ("table_amend", {"number": 1}, "say in `commands` what should have been done, or `drop`"),
    ("table_amend", {"number": 1, "commands": ["destiny blue"], "choose": "cry"}, "'stand', 'repair' or 'again'"),
    ("dispute_open", {}, "What happened, on one line?"),
    ("dispute_open", {"line": LINE, "claims": [{"paty": "blue"}]}, "`claims.0.paty` is none of its arguments"),
    (
        "dispute_open",
        {"line": LINE, "ruling": 1},
        "a dispute starts from one thing: a line, `ruling`, `act` or `table`",
    ),
    ("dispute_open", {"step": 1}, "`step` and `encounter` are of a table"),
    ("dispute_decide", {"dispute": 99}, "there is no dispute 99; `dispute_list` shows them"),
    ("dispute_decide", {"dispute": 1, "house": True}, "Say it with `says`"),
    ("dispute_decide", {"dispute": 1, "side": 9}, "`side` is a number from 1 to 2"),
    ("dispute_list", {"words": "six", "state": "open"}, "not both"),
    ("rule_encountr", {}, "There is no tool 'rule_encountr'; did you mean rule_encounter"),
    ("fly", {}, "There is no tool 'fly'"),
]


@pytest.mark.parametrize(("tool", "given", "says"), WRONG, ids=lambda part: str(part)[:40])
def test_a_wrong_call_comes_back_as_a_sentence(tool: str, given: dict[str, Any], says: str, tmp_path: Path) -> None:
    *_, wrong = _called(tmp_path / "a.db", _LAID, _OPEN, (tool, given))
    said = text(wrong)
    assert wrong.is_error, said
    assert says in said
    assert len(said) < 5_000
    for word in ("Traceback", "pydantic", "Error executing", "validation error"):
        assert word not in said
    assert " --" not in said.splitlines()[-1]  # before that stands what was asked, in the words of the command line


def test_what_was_typed_is_told_as_it_was_typed(tmp_path: Path) -> None:
    """The caret stands under the place, though the line has words that are an option elsewhere."""
    (wrong,) = _called(tmp_path / "a.db", ("rule_encounter", {"line": "red 3 : 8 vs blue 3 : 9 ; --from-ruling 3"}))
    line, caret, *_ = text(wrong).split("\n")
    assert (line, caret) == ("red 3 : 8 vs blue 3 : 9 ; --from-ruling 3", " " * 26 + "^")


def test_of_several_commands_those_before_the_wrong_one_are_done_and_told(tmp_path: Path) -> None:
    _, done = _called(
        tmp_path / "a.db", _LAID, ("table_do", {"command": "destiny blue / launch red 9 at blue.1 / end"})
    )
    assert [one["status"] for one in told(done)["commands"]] == ["legal", "illegal"]
    assert told(done)["left"] == ["end"]


def test_a_fault_of_the_program_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("a / b")

    monkeypatch.setattr(referee, "rule", fails, raising=False)
    (wrong,) = _called(tmp_path / "a.db", ("read_clause", {"id": "5.10.1.1.d"}))
    assert wrong.is_error
    assert text(wrong).startswith("The referee failed on this call of read_clause, which is a fault of the program")
    assert "ZeroDivisionError: a / b at mcp/lookups.py:" in text(wrong)
    assert "\n" not in text(wrong)


def test_a_file_that_is_none_is_said_plainly(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_text("no database, for sure " * 100)
    (wrong,) = _called(tmp_path / "a.db", ("table_list", {}))
    assert wrong.is_error
    assert str(tmp_path / "a.db") in text(wrong)


# -- those that only read ----------------------------------------------------------------------------------------------

_READERS: dict[str, dict[str, Any]] = {
    "rule_act": {"act": "launch red 3 at blue.1", "table": "table"},
    "rule_timing": {"contenders": ["red:Mind", "blue:Plague"], "offense": "red"},
    "rule_clash": {"alien": "Void", "other": "Zombie"},
    "ruling_log": {},
    "ruling_why": {"ruling": 1},
    "ask_rules": {"question": "who wins a tie?"},
    "search_clauses": {"words": "cosmic quake"},
    "read_clause": {"id": "ffg2018 setup.15"},
    "read_alien": {"name": "The Cult"},
    "read_card": {"name": "Cosmic-Zap"},
    "read_question": {"id": "DF-05"},
    "compare_editions": {"what": "do destiny bob"},
    "table_legal": {"player": "ann"},
    "table_show": {},
    "table_history": {},
    "table_list": {},
    "dispute_account": _OPEN[1],
    "dispute_show": {"dispute": 1},
    "dispute_list": {},
    "dispute_precedents": {"line": LINE},
}


def _kept(db: Path) -> list[str]:
    with closing(sqlite3.connect(db)) as base:
        return list(_lines(base))


def _lines(base: sqlite3.Connection) -> Iterator[str]:
    tables = base.execute("select name from sqlite_master where type = 'table' and name not like 'sqlite%'").fetchall()
    for (name,) in tables:
        yield from (f"{name}: {row}" for row in base.execute(f"select * from [{name}]"))


def test_the_readers_are_those_that_say_so() -> None:
    assert {tool.name for tool in TOOLS if tool.annotations and tool.annotations.read_only_hint} == {*_READERS}


def test_who_says_that_it_only_reads_changes_nothing(tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    _called(db, _LAID, ("rule_encounter", {"line": LINE}), _OPEN)
    before = _kept(db)

    async def play() -> None:
        server = make_server(db)
        async with Client(server) as client:
            await call(client, "table_lay", players=["ann", "bob"], table="other")
            laid = _kept(db)
            for tool, given in _READERS.items():
                answers[tool] = await call(client, tool, **given)
                changed.update({tool} if _kept(db) != laid else ())

    answers: dict[str, CallToolResult] = {}
    changed: set[str] = set()
    asyncio.run(play())
    assert _kept(db) != before
    assert changed == set()
    assert {tool: text(answer) for tool, answer in answers.items() if not (told(answer) and text(answer))} == {}
