"""Tables that are laid and played in a file."""

from __future__ import annotations

from pathlib import Path

from referee.judge.ways.table import lay_table, rule_command
from referee.ledger import tables
from referee.ledger.changes import State
from referee.state.kept import to_data
from tests.kept import from_data

LAYS = "table red purple yellow blue"


COMMANDS = ("destiny purple", "launch red 3 at purple.2", "invite red: yellow", "invite purple: none", "decline yellow")


WRITER = """
import sys
from pathlib import Path
from referee.duel.games import game
from referee.ledger import tables
from referee.state.kept import to_data
from referee.judge.ways.table import rule_command
from_data = game("").from_data
path, who, times = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
def ruled(state):
    verdict = rule_command(from_data(state), f"draw {who} 1 for Remora")
    return to_data(verdict.table), verdict.command, verdict.status, False, []
print("ready", flush=True)
for number in range(times):
    tables.do(path, None, ruled)
    print(number, flush=True)
"""


def lay(path: Path, name: str = "table", command: str = LAYS) -> str:
    return tables.create(path, name, command, to_data(lay_table(command)))


def do(path: Path, command: str, name: str | None = None, anyway: bool = False) -> str:
    """Does a command, and returns its status."""
    said: list[str] = []

    def ruled(state: State) -> tuple[State | None, str, str, bool, list[str]]:
        verdict = rule_command(from_data(state), command, anyway)
        said.append(verdict.status)
        after = to_data(verdict.table) if verdict.legal else None
        return after, verdict.command, verdict.status, bool(verdict.anyway), [step.says for step in verdict.steps]

    tables.do(path, name, ruled)
    return said[0]


def play(path: Path, *commands: str) -> None:
    for command in commands:
        assert do(path, command) == "legal", command


def state_of(path: Path, name: str | None = None) -> State:
    return tables.read(path, name)[1]


def commands_of(path: Path, name: str | None = None) -> list[str]:
    return [entry["command"] for entry in tables.history(path, name)[1] if not entry["undone"]]
