"""Looking things up in the books: one clause, one rule of law, and the editions side by side."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests import effort
from tests.cli.test_commands import run


def test_a_rule_of_law_is_shown_by_its_name() -> None:
    shown = run("rule", "reveal.ties")
    assert shown.returncode == 0
    assert "the defense wins" in shown.stdout
    assert "consolidated 5.10.1.1.d.1" in shown.stdout
    told = json.loads(run("rule", "law reveal.ties", "--json").stdout)
    assert (told["id"], told["value"]) == ("law reveal.ties", "defense")


def test_a_clause_is_the_same_with_and_without_the_kept_file(tmp_path: Path) -> None:
    for id in effort.some(("5.10.1.1.c.1", "CR 5.10.1.1c1", "5.10.1.1.c.(1)", "consolidated:5.10.1.1.c.1"), 2):
        kept = [run("rule", id, "--json", XDG_CACHE_HOME=str(tmp_path)).stdout for _ in range(2)]
        assert list((tmp_path / "referee").glob("clauses.json"))
        plain = run("rule", id, "--json", XDG_CACHE_HOME="/dev/null/none").stdout
        assert kept == [plain, plain]
        assert json.loads(plain)["id"] == "5.10.1.1.c.1"


@pytest.mark.long
def test_a_damaged_kept_file_is_made_again(tmp_path: Path) -> None:
    before = run("rule", "5.6.3", XDG_CACHE_HOME=str(tmp_path)).stdout
    (file,) = (tmp_path / "referee").glob("clauses.json")
    file.write_bytes(b"nothing of the cache")
    assert run("rule", "5.6.3", XDG_CACHE_HOME=str(tmp_path)).stdout == before
    assert len(file.read_bytes()) > 100_000


@pytest.mark.parametrize(
    ("topic", "id"),
    [
        ("timing order", "timing-order"),
        ("hand size", "new-hand"),
        ("Zombie", "compensation-unwarped"),
        ("must take a ship from the warp", "regroup-must"),
        ("retrieve", "regroup-must"),
        ("flares", "flare-after-use"),
        ("reverse cone", "reverse-cone"),
        ("tie", "ties"),
        ("deals", "deal-content"),
        ("when is the win checked", "win-checked"),
        ("consolation", "compensation-counts"),
    ],
)
def test_a_topic_is_found_by_a_players_words(topic: str, id: str) -> None:
    shown = run("compare", topic)
    assert f"({id})" in shown.stdout
    assert "[" in shown.stdout
