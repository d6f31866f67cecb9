"""A ruling that cannot be shown is said, and everything else is shown."""

from __future__ import annotations

import copy
import json
import random
import zlib
from pathlib import Path
from typing import Any

import pytest

from referee.cli.common import ILLEGAL, NOT_KEPT, NOT_UNDERSTOOD, RULED
from referee.ledger import disputes
from referee.ledger.entries import digest
from referee.ledger.shapes import check_ruling
from referee.ledger.sharing import verify
from tests import effort
from tests.ledger.filled import unguarded
from tests.ledger.forged import BARE, GOOD, HOSTILE, LINE, mine
from tests.quarrels import LOST, WON, quarrel
from tests.typed import Answer, typed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file whose own ledger is called mine, with one dispute that Ann decided."""
    return mine(tmp_path)


def _spoil(path: Path, told: Any, dispute: int = 1, side: int | None = None) -> None:
    """Puts something else, with its right hash, in the place of a dispute's rulings, as older referees let it in."""
    plain = json.dumps(told).encode()
    with unguarded(path) as base:
        row = base.execute(
            "insert or replace into proofs (digest, position, status, outcome, ruling) values (?, ?, ?, ?, ?)",
            (digest(plain), LINE, "determined", None, zlib.compress(plain)),
        ).lastrowid
        where = "" if side is None else f" and side = {side}"
        base.execute(f"update sides set proof = ? where dispute = ?{where}", (row, dispute))


EVERYTHING: tuple[tuple[str, ...], ...] = (
    ("dispute", "show", "1"), ("dispute", "show", "1", "--why"), ("dispute", "show", "1", "--json"),
    ("dispute", "export", "1"), ("dispute", "export", "1", "--format", "json"), ("dispute", "export"),
    ("dispute", "export", "1", "--format", "csv"), ("dispute", "export", "--format", "csv"), ("dispute", "list"),
    ("dispute", "rule", "1", "--by", "Bob"), ("dispute", "rule", "1", "--side", "1"), ("dispute", "note", "1", "x"),
    ("dispute", "rule", "1", "--house", "--says", "so"), ("dispute", "appeal", "1", "--by", "x", "--reason", "y"),
    ("dispute", "search", "zombie"), ("dispute", "recheck"), ("dispute", "promote", "1", "--table", "kitchen"),
    ("ledger", "verify"), ("ledger", "stats"), ("ledger", "export"), ("log",), ("log", "1"),
    ("encounter", WON), ("encounter", LOST, "--json"),
)  # fmt: skip


def _everything(path: Path) -> dict[tuple[str, ...], Answer]:
    """What every command answers that reads a ledger; none of them fails."""
    found: dict[tuple[str, ...], Answer] = {args: typed(*args, db=path) for args in EVERYTHING}
    for args, shown in found.items():
        assert shown.status in (RULED, ILLEGAL, NOT_UNDERSTOOD, 3, NOT_KEPT), (args, shown)
        text = shown.out if "--json" not in args and "json" not in args and "csv" not in args else ""
        assert all(letter.isprintable() or letter == "\n" for letter in text + shown.err), (args, shown)
    return found


@pytest.mark.parametrize("what", HOSTILE)
def test_a_ruling_that_cannot_be_shown_is_said_and_the_rest_is_shown(path: Path, what: str) -> None:
    disputes.note(path, 1, "Ann", "a note on it")
    _spoil(path, HOSTILE[what])
    shown = typed("dispute", "show", "1", "--why", db=path)
    assert shown.status == RULED
    for piece in ("cannot be shown", "it takes four cards", "it takes none", "a note on it"):
        assert piece in " ".join(shown.out.split())
    slip = typed("dispute", "export", "1", db=path)
    assert (slip.status, "cannot be shown" in slip.out) == (RULED, True)


@pytest.mark.parametrize("what", effort.some(["bare", "players are a word", "a proof of numbers"], 1))
def test_no_command_fails_on_a_ruling_that_cannot_be_shown(path: Path, what: str) -> None:
    _spoil(path, HOSTILE[what])
    found = _everything(path)
    assert "cannot be shown" in found["dispute", "export", "1"].out
    assert found["dispute", "export", "1"].status == RULED
    assert found["dispute", "show", "1", "--json"].told["unreadable"]
    assert found["dispute", "rule", "1", "--by", "Bob"].status == NOT_UNDERSTOOD
    assert "is damaged" in found["dispute", "rule", "1", "--by", "Bob"].err
    assert any("cannot be shown" in broken.what for broken in verify(path))


def test_one_ruling_that_cannot_be_shown_leaves_the_other(path: Path) -> None:
    _spoil(path, BARE, side=2)
    shown = " ".join(typed("dispute", "show", "1", db=path).out.split())
    assert "The ruling of side 2 cannot be shown" in shown or "the ruling of side 2 cannot be shown" in shown
    assert "As Ann has it" in shown


def test_a_dispute_without_sides_is_shown_as_far_as_it_goes(path: Path) -> None:
    quarrel(path, "a second one")
    with unguarded(path) as base:
        base.execute("delete from sides where dispute = 1")
    found = _everything(path)
    assert "it has no sides" in found["dispute", "show", "1"].out
    assert found["dispute", "export"].out.count("**Dispute") == 2
    assert "a second one" in found["dispute", "export", "--format", "csv"].out


def test_no_ruling_that_is_taken_breaks_what_shows_it(path: Path) -> None:
    """Rulings changed at random: what looks like a ruling can be shown, ruled, searched for and judged again."""
    source = random.Random(41)
    taken = 0
    while taken < effort.times(20, 5):
        told = _changed(source, copy.deepcopy(GOOD))
        try:
            check_ruling(told)
        except ValueError:
            continue
        taken += 1
        _spoil(path, told)
        seldom = (("dispute", "recheck"), ("encounter", LINE), ("dispute", "rule", "1"), ("ledger", "stats"))
        for args in (("dispute", "show", "1", "--why"), ("dispute", "export", "1"), seldom[taken % len(seldom)]):
            shown = typed(*args, db=path)
            assert shown.status in (RULED, ILLEGAL, NOT_UNDERSTOOD), (args, shown, told)


def _changed(source: random.Random, told: Any) -> Any:
    """A ruling with one value of it changed for one of another kind."""
    places: list[tuple[Any, Any]] = []
    todo = [told]
    while todo:
        node = todo.pop()
        for key in node if isinstance(node, dict) else range(len(node)):
            places.append((node, key))
            if isinstance(node[key], (dict, list)) and node[key]:
                todo.append(node[key])
    node, key = source.choice(places)
    values: list[Any] = [None, 0, -1, 17, True, "", "x", "offense", "red", "illegal", "depends", "open", "deal",
                         "no-deal", "bystander", "lost", "house", [], {}, ["x"], [[]], {"x": 1}]  # fmt: skip
    node[key] = source.choice(values)
    return told
