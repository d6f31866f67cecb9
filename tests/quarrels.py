"""Disputes to try the ledger with: real lines with real rulings, and what processes of their own do with them."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import referee
from referee.ledger import chain, disputes
from referee.ledger.disputes import Decision, Side
from referee.ledger.entries import DECISION, PROMOTION, place
from referee.ledger.files import writing

WON = "red 3 : 8 vs blue/Zombie 4 : N ; hand red 6"
LOST = "red 3 : 8 vs blue 4 : N ; hand red 6"
BOOK = ("a" * 32, "0.1.0")

# Opens disputes one after the other and says the number of each once it is kept.
WRITER = """
import sys
from pathlib import Path
from tests.quarrels import quarrel, ruled, WON, LOST
ruled(WON), ruled(LOST)
print("ready", flush=True)
for number in range(int(sys.argv[3])):
    print(quarrel(Path(sys.argv[1]), about=f"{sys.argv[2]} number {number}"), flush=True)
"""


@cache
def ruled(line: str) -> dict[str, Any]:
    """The ruling on a line, as JSON."""
    return referee.judge_encounter(line).to_dict()


def relied(*lines: str) -> dict[str, str]:
    """The clauses that the rulings rest on, each with a print."""
    return {cited["id"]: f"print of {cited['id']}" for line in lines for cited in ruled(line)["citations"]}


def quarrel(
    path: Path,
    about: str = "does Zombie pay compensation?",
    claims: tuple[str, str] = ("it takes no cards", "it takes four cards"),
    parties: tuple[str, str] = ("Ann", "Bob"),
    lines: tuple[str, str] = (WON, LOST),
    **more: Any,
) -> int:
    """Opens a dispute of two sides and returns its number."""
    sides = [Side(party, claim, line, ruled(line)) for party, claim, line in zip(parties, claims, lines, strict=True)]
    return disputes.open_dispute(path, sides, relied(*lines), BOOK, about, **more)


def earlier_promotion(
    path: Path, dispute: int, game: str, question: str | None, reading: str | None, says: str
) -> None:
    """Keeps what referees kept of a promoted decision before house rules stood in the ledger."""
    with writing(path, disputes.DISPUTES) as base:
        decision = place(base, DECISION, disputes.in_force(base, dispute))
        told = {"of": decision, "at": chain.now(), "game": game, "question": question, "reading": reading, "says": says}
        chain.append(base, PROMOTION, told)


def many(path: Path, count: int = 60) -> None:
    """Opens so many disputes of different length, decides a third of them and notes something on a fifth."""
    for number in range(count):
        quarrel(path, f"number {number} " + "and so on " * (number % 7) * 40)
        if number % 3 == 0:
            disputes.decide(path, number + 1, Decision("Ann", f"decided {number}"))
        if number % 5 == 0:
            disputes.note(path, number // 2 + 1, "Bob", f"noted {number}")


def writer(path: Path, name: str, count: int) -> subprocess.Popen[str]:
    """A process that opens so many disputes."""
    command = [sys.executable, "-c", WRITER, str(path), name, str(count)]
    root = Path(__file__).resolve().parents[1]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=root)
