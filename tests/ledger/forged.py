"""Exports by somebody who knows how the hashes are made, and rulings that are none."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from pathlib import Path
from typing import Any

from referee.ledger import chain, disputes
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.entries import digest
from referee.ledger.files import writing
from tests.quarrels import quarrel, ruled

LINE = "red 3 : 8 vs blue 4 : N ; hand red 6"


class Forged:
    """An export that somebody made who knows how the hashes are made."""

    def __init__(self, name: str = "evil", begun: str = "2020-01-01T00:00:00+00:00", last: int = 0) -> None:
        self.name, self.begun, self.number = name, begun, last
        self.hash = chain.beginning(name, begun) or b""
        self.rulings: list[dict[str, Any]] = []
        self.entries: list[dict[str, Any]] = []

    def ruling(self, told: Any) -> str:
        """Adds a ruling and returns its name."""
        plain = json.dumps(told).encode()
        self.rulings.append({"ruling": digest(plain).hex(), "packed": b64encode(zlib.compress(plain, 9)).decode()})
        return digest(plain).hex()

    def entry(self, kind: str, **says: Any) -> Forged:
        """Adds an entry with its right hash."""
        self.number += 1
        self.hash = chain.hashed(self.hash, kind, says)
        self.entries.append(
            {"ledger": self.name, "number": self.number, "kind": kind, "says": says, "hash": self.hash.hex()}
        )
        return self

    def dispute(self, told: Any, **other: Any) -> Forged:
        """Adds a dispute in which everybody has this ruling."""
        says: dict[str, Any] = {
            "at": "2026-01-01T00:00:00+00:00", "edition": "consolidated", "game": None, "about": "x", "question": None,
            "rulebook": ["a", "b"], "relied": [], "readings": {},
        }  # fmt: skip
        proof = self.ruling(told)
        ruled = {key: told.get(key) if isinstance(told, dict) else None for key in ("position", "status", "outcome")}
        sides = [{"party": who, "claim": "c", "line": LINE, **ruled, "proof": proof} for who in ("Ann", "Bob")]
        return self.entry("dispute", **{**says, "sides": sides, **other})

    def decision(self, of: list[Any], before: list[Any] | None, **other: Any) -> Forged:
        """Adds a decision in Ann's name."""
        says = {"at": "2026-01-01T00:00:00+00:00", "by": "Ann", "house": 0, "side": None, "reading": None,
                "says": "Bob pays", "reason": "", "dissent": ""}  # fmt: skip
        return self.entry("decision", **{**says, "of": of, "before": before, **other})

    @property
    def lines(self) -> list[str]:
        """The lines of the export."""
        ledger = {"name": self.name, "begun": self.begun, "entries": self.number, "hash": self.hash.hex()}
        first = {"kind": "ledger of disputes", "format": 1, "ledgers": [ledger], "rulings": len(self.rulings),
                 "entries": len(self.entries)}  # fmt: skip
        return [json.dumps(line) for line in (first, *self.rulings, *self.entries)]


GOOD = json.loads(json.dumps(ruled(LINE)))


BARE = {"position": LINE, "status": "determined", "outcome": "offense-wins"}


HOSTILE: dict[str, Any] = {
    "bare": BARE,
    "players are a word": {**GOOD, "players": "x"},
    "no players": {**GOOD, "players": {}},
    "a player without a role": {**GOOD, "players": {"red": {}}},
    "an unknown outcome": {**GOOD, "outcome": "everybody-wins"},
    "an unknown grade": {**GOOD, "grade": "gospel"},
    "a proof of nothing": {**GOOD, "proof": {}},
    "a proof of numbers": {**GOOD, "proof": {**GOOD["proof"], "from": [1]}},
    "a name that moves the cursor": {**GOOD, "players": {"red\x1b[2J": GOOD["players"]["red"]}},
    "a clause that moves the cursor": {**GOOD, "citations": [{"id": "\x1b[2J", "grade": "rulebook"}]},
    "true for a number": {**GOOD, "margin": True},
    "a number of no end": {**GOOD, "margin": 10**100},
    "a list": [],
    "a number": 17,
    "nothing": None,
}


def mine(folder: Path) -> Path:
    """A file whose own ledger is called mine, with one dispute that Ann decided."""
    file = folder / "mine.db"
    with writing(file, DISPUTES) as base:
        chain.begin(base, "mine")
    quarrel(file)
    disputes.decide(file, 1, Decision("Ann", "it takes none"))
    return file
