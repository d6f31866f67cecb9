"""Looking things up in the books: one clause, one rule of law, and the editions side by side."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.test_commands import run


def test_a_rule_of_law_is_shown_by_its_name() -> None:
    shown = run("rule", "reveal.ties")
    assert shown.returncode == 0
    assert "the defense wins" in shown.stdout
    assert "consolidated 5.10.1.1.d.1" in shown.stdout
    told = json.loads(run("rule", "law reveal.ties", "--json").stdout)
    assert (told["id"], told["value"]) == ("law reveal.ties", "defense")


@pytest.mark.parametrize("id", ["5.10.1.1.c.1", "5.10.1.1.c.(1)", "CR 5.10.1.1c1", "consolidated:5.10.1.1.c.1"])
def test_a_clause_is_the_same_with_and_without_the_kept_file(id: str, tmp_path: Path) -> None:
    kept = [run("rule", id, "--json", XDG_CACHE_HOME=str(tmp_path)).stdout for _ in range(2)]
    assert list((tmp_path / "referee").glob("clauses-*.db"))
    plain = run("rule", id, "--json", XDG_CACHE_HOME="/dev/null/none").stdout
    assert kept == [plain, plain]
    assert json.loads(plain)["id"] == "5.10.1.1.c.1"


def test_a_damaged_kept_file_is_made_again(tmp_path: Path) -> None:
    before = run("rule", "5.6.3", XDG_CACHE_HOME=str(tmp_path)).stdout
    (file,) = (tmp_path / "referee").glob("clauses-*.db")
    file.write_bytes(b"no database")
    assert run("rule", "5.6.3", XDG_CACHE_HOME=str(tmp_path)).stdout == before
    assert sqlite3.connect(file).execute("select count(*) from clause").fetchone()[0] > 1000


def test_a_line_is_compared_with_what_the_other_editions_have_otherwise() -> None:
    """WARP consoles the Zombie for ships that were not lost (its situation B); its morph does not exist."""
    told = json.loads(run("compare", "red 3 : 10 vs blue/Zombie 2 : N ; hand red 5", "--json").stdout)
    assert told["groups"][0]["editions"] == ["consolidated"]
    assert told["groups"][0]["ruling"]["players"]["blue"]["compensation"] == 0
    (warp,) = [group for group in told["groups"] if "warp" in group["editions"]]
    parts = {part["topic"]: part for part in warp["ruling"]["parts"]}
    assert parts["compensation-unwarped"]["cites"] == ["warp situation-b.8"]
    assert warp["ruling"]["status"] == "not-ruled"
    shown = run("compare", "red 3 : 10 vs blue/Zombie 2 : N ; hand red 5").stdout
    assert "not ruled yet" in shown
    assert "Zombie is consoled" in shown


def test_editions_that_are_judged_are_grouped_by_what_they_rule() -> None:
    """Two morphs: the consolidated rules let both lose (5.10.1.4.c), the 2018 rulebook says nothing of them."""
    told = json.loads(run("compare", "red 3 : M vs blue 4 : M", "--json").stdout)
    base, own = told["groups"][:2]
    assert (base["editions"], base["ruling"]["outcome"]) == (["consolidated"], "both-lose")
    assert (own["editions"], own["ruling"]["status"]) == (["ffg2018"], "open")
    assert own["ruling"]["parts_at"]["cites"][0] in told["differs_by"]
    shown = run("compare", "red 3 : M vs blue 4 : M").stdout
    assert "ffg2018: Open" in shown
    assert "parts at:" in shown


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


def test_a_line_that_cannot_be_read_is_refused_as_ever() -> None:
    shown = run("compare", "red 3 vs ")
    assert shown.returncode == 2
    assert "^" in shown.stderr
