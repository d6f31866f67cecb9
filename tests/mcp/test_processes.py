"""The server as a process, with the SDK's own client: the README by tools alone, many calls at once, how it starts."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

pytest.importorskip("mcp", reason="without the extra `mcp`")

from mcp import Client

from tests import effort, readme
from tests.command import referee as typed
from tests.mcp.calling import COMMAND, call, over_http, over_stdio, serving_http, stdio_of, text, told
from tests.mcp.readme_calls import Call, call_of, lasting, lasting_text, transcripts

TRANSCRIPTS = transcripts()


# -- the README by tools alone -----------------------------------------------------------------------------------------


def _plain(answer: object) -> Any:
    """As JSON, without what is otherwise each time."""
    return lasting(json.loads(json.dumps(answer, default=str)))


async def _answers(client: Client, calls: Sequence[Call]) -> list[tuple[dict[str, Any], str]]:
    answers = [await call(client, one.tool, **one.arguments) for one in calls]
    return [(told(answer), text(answer)) for answer in answers]


@pytest.mark.parametrize("commands", effort.some(TRANSCRIPTS, 2), ids=lambda commands: commands[0][:40])
def test_what_the_readme_types_is_done_by_tools_alone(commands: list[str], tmp_path: Path) -> None:
    """Structured, it is what the library tells; the text is what the command line prints."""
    calls = [call_of(command) for command in commands]

    async def play() -> list[tuple[dict[str, Any], str]]:
        async with over_stdio(tmp_path / "tools.db") as client:
            return await _answers(client, calls)

    answers = asyncio.run(play())
    for command, one, (structured, said) in zip(commands, calls, answers, strict=True):
        wanted, found = _plain(one.library(tmp_path / "library.db")), lasting(structured)
        assert {key: found.get(key) for key in wanted} == wanted, command
        printed = typed(*shlex.split(command), env={**os.environ, "REFEREE_DB": str(tmp_path / "typed.db")})
        assert lasting_text(said) == lasting_text(printed.stdout), command


def test_the_lines_that_register_it_start_it() -> None:
    for page in (readme.README, readme.ROOT / "docs" / "mcp.md"):
        (block,) = re.findall(r"```json\n(\{\"mcpServers.*?)\n```", page.read_text(), re.DOTALL)
        assert json.loads(block) == {"mcpServers": {"referee": {"command": "referee", "args": ["mcp"]}}}


def test_the_readme_is_read_and_not_overlooked() -> None:
    tools = {call_of(command).tool for commands in TRANSCRIPTS for command in commands}
    assert tools >= {
        "rule_encounter",
        "rule_duel",
        "rule_contest",
        "rule_act",
        "read_question",
        "table_lay",
        "table_do",
        "table_legal",
        "table_amend",
        "dispute_open",
        "dispute_decide",
    }


# -- many at once ------------------------------------------------------------------------------------------------------

_TABLES, _EACH = 10, 10


async def _crowd(clients: Sequence[Client]) -> None:
    """A hundred calls at once, ten at each of ten tables: each table has what was said at it, and nothing else."""
    names = [f"table-of-{number}" for number in range(_TABLES)]
    seats = {name: [f"{color}{number}" for color in ("ann", "bob", "cat")] for number, name in enumerate(names)}
    for name, sitting in seats.items():
        assert told(await call(clients[0], "table_lay", players=sitting, table=name))["name"] == name
    said = {
        name: [f"set hand {sitting[count % 3]} {1 + count}" for count in range(_EACH)]
        for name, sitting in seats.items()
    }
    at_once = [
        (name, command) for count in range(_EACH) for name, command in zip(names, _nth(said, count), strict=True)
    ]
    asked = [
        call(clients[place % len(clients)], "table_do", table=name, command=command)
        for place, (name, command) in enumerate(at_once)
    ]
    for (name, command), answer in zip(at_once, await asyncio.gather(*asked), strict=True):
        (verdict,) = told(answer)["commands"]
        assert (told(answer)["name"], verdict["status"], verdict["command"]) == (name, "legal", command)
        assert list(verdict["table"]["seats"]) == seats[name]
    for name, sitting in seats.items():
        done = [entry["command"] for entry in told(await call(clients[-1], "table_history", table=name))["history"][1:]]
        assert sorted(done) == sorted(said[name])
        last = {command.split()[2]: int(command.split()[3]) for command in done}
        hands = told(await call(clients[0], "table_show", table=name))["hands"]
        assert {who: hands[who] for who in sitting} == last


def _nth(said: dict[str, list[str]], count: int) -> list[str]:
    return [commands[count] for commands in said.values()]


def test_a_hundred_calls_at_once_over_the_standard_streams_do_not_mix_tables(tmp_path: Path) -> None:
    async def play() -> None:
        async with over_stdio(tmp_path / "referee.db") as client:
            await _crowd([client])

    asyncio.run(play())


@pytest.mark.long
def test_a_hundred_calls_of_four_callers_at_once_over_http_do_not_mix_tables(tmp_path: Path) -> None:
    async def play(address: str) -> None:
        async with over_http(address) as a, over_http(address) as b, over_http(address) as c, over_http(address) as d:
            await _crowd([a, b, c, d])

    with serving_http(tmp_path / "referee.db") as address:
        asyncio.run(play(address))


@pytest.mark.parametrize("mode", ["legacy", "auto"])
@pytest.mark.long
def test_programs_of_the_older_and_the_newer_protocol_are_answered(mode: str, tmp_path: Path) -> None:
    """The offense's 8 + 3 = 11 loses to 10 + 3 = 13."""

    async def play(server: Any) -> None:
        async with Client(server, mode=mode, read_timeout_seconds=60) as client:
            assert len((await client.list_tools()).tools) == 30
            ruling = await call(client, "rule_encounter", line="red 3 : 8 vs blue 3 : 10")
            assert told(ruling)["totals"] == {"offense": 11, "defense": 13}

    asyncio.run(play(stdio_of(tmp_path / "referee.db")))
    with serving_http(tmp_path / "referee.db") as address:
        asyncio.run(play(address))


@pytest.mark.long
def test_over_http_no_table_is_meant_without_a_name(tmp_path: Path) -> None:
    async def play(address: str) -> None:
        async with over_http(address) as client:
            laid = told(await call(client, "table_lay", players=["red", "blue", "green"]))
            refused = await call(client, "table_do", command="destiny blue")
            assert (refused.is_error, "`table`" in text(refused)) == (True, True)
            done = told(await call(client, "table_do", command="destiny blue", table=laid["name"]))
            assert done["commands"][0]["status"] == "legal"

    with serving_http(tmp_path / "referee.db") as address:
        asyncio.run(play(address))


# -- who may call over HTTP --------------------------------------------------------------------------------------------


def _status(address: str, **headers: str) -> int:
    place = urlsplit(address)
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=30)
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
    known = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    connection.request("POST", place.path, body, {**known, **headers})
    return connection.getresponse().status


@pytest.mark.long
def test_over_http_only_this_machine_may_call_and_no_page_of_another_site(tmp_path: Path) -> None:
    with serving_http(tmp_path / "referee.db") as address:
        own = f"http://{urlsplit(address).netloc}"
        assert urlsplit(address).hostname == "127.0.0.1"
        assert _status(address) == _status(address, origin=own) == 200
        assert _status(address, host="evil.example") == 421
        assert _status(address, origin="http://evil.example") == 403
        assert _status(address, origin="http://localhost:1") == 403  # another program of this machine


def test_nobody_reaches_it_from_another_machine() -> None:
    from referee.mcp.serving import listening

    with listening(0) as listener:
        assert listener.getsockname()[0] == "127.0.0.1"


# -- how it starts and ends --------------------------------------------------------------------------------------------


def _run(*arguments: str, said: str = "", first: str = "") -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, "mcp", *arguments]
    if first:
        command = [sys.executable, "-c", f"{first}; from referee.cli import main; main()", "mcp", *arguments]
    return subprocess.run(command, input=said, capture_output=True, text=True, timeout=120, check=False)


def test_it_ends_when_its_program_closes_the_streams() -> None:
    ended = _run(said="")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


@pytest.mark.long
def test_what_is_no_message_is_answered_or_left_out_and_does_not_end_it() -> None:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
    ended = _run(said=f'nonsense\n{{"jsonrpc": "2.0"}}\n"\\ud800"\n{json.dumps(hello)}\n')
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert ended.returncode == 0
    assert [answer["result"]["serverInfo"]["name"] for answer in answers if answer.get("id") == 1] == ["referee"]
    assert "Traceback" not in ended.stderr


@pytest.mark.long
def test_a_port_that_is_taken_is_said_plainly(tmp_path: Path) -> None:
    with serving_http(tmp_path / "referee.db") as address:
        port = str(urlsplit(address).port)
        ended = _run("--http", "--port", port)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == f"port {port} cannot be had: it is taken; say another one with --port\n"


def test_a_port_is_of_http() -> None:
    ended = typed("mcp", "--port", "5")
    assert (ended.returncode, ended.stderr) == (2, "--port goes with --http\n")


@pytest.mark.parametrize("library", ["mcp", "uvicorn"])
def test_without_the_extra_it_is_said_what_to_install(library: str) -> None:
    ended = _run(first=f"import sys; sys.modules[{library!r}] = None")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("`referee mcp` needs the packages of its extra: pip install '.[mcp]' in")


def test_a_ruling_of_the_command_line_imports_none_of_it() -> None:
    """Nobody who rules one line pays for the server."""
    lines = "import sys, io; from contextlib import suppress\nfrom referee.cli import main\n"
    lines += "sys.argv = ['referee', 'encounter', 'red 2 : 10 vs blue 4 : 8', '--no-log']\n"
    lines += "with suppress(SystemExit): main()\n"
    lines += "print([name for name in sys.modules if name.split('.')[0] in ('mcp', 'uvicorn', 'anyio', 'starlette')"
    lines += " or name.startswith('referee.mcp')])"
    ended = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, timeout=120, check=True)
    assert ended.stdout.splitlines()[-1] == "[]"
