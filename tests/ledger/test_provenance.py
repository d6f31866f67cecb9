"""A decision and a precedent from elsewhere say so, and never pose as one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.cli.common import RULED
from referee.ledger import disputes
from referee.ledger.disputes import Decision
from referee.ledger.sharing import merge, take
from tests.ledger.filled import exported
from tests.ledger.forged import Forged, mine
from tests.typed import typed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file whose own ledger is called mine, with one dispute that Ann decided."""
    return mine(tmp_path)


def test_a_decision_of_another_ledger_says_where_it_comes_from(path: Path) -> None:
    forged = Forged().decision(["mine", 1], ["mine", 2], at="2030-01-01T00:00:00+00:00")
    forged.entry("note", of=["mine", 1], at="2026-01-01T00:00:00+00:00", by="Ann", says="so it is")
    forged.entry("appeal", of=["mine", 2], at="2026-01-01T00:00:00+00:00", by="Ann", reason="no")
    told = take(path, forged.lines)
    assert told["on_own"] == {"decisions": [1], "notes": [1], "appeals": [1], "promotions": []}
    assert (told["decided_anew"], told["new_ledgers"]) == ([1], ["evil"])
    found = disputes.show(path, 1)
    mine, theirs = found["decisions"]
    assert (mine["own"], mine["ledger"], mine["future"]) == (True, "mine", False)
    assert (theirs["own"], theirs["ledger"], theirs["future"]) == (False, "evil", True)
    assert found["decision"] == theirs["id"]
    assert [(one["ledger"], one["own"]) for one in found["notes"] + found["appeals"]] == [("evil", False)] * 2
    shown = " ".join(typed("dispute", "show", "1", db=path).out.split())
    assert "Decided by Ann, 2030-01-01, the referee's ruling, from ledger evil, a date in the future" in shown
    assert "note by Ann, from ledger evil: so it is" in shown
    assert "appeal by Ann, from ledger evil: no" in shown
    slip = typed("dispute", "export", "1", db=path).out
    assert "from ledger evil, a date in the future" in slip
    assert "in ledger evil" in " ".join(typed("dispute", "list", db=path).out.split())
    row = typed("dispute", "list", "--json", db=path).told["disputes"][0]
    assert (row["decided_in"], row["decided_here"]) == ("evil", False)


def test_ones_own_decisions_say_nothing_of_that(path: Path) -> None:
    for args in (("show", "1"), ("export", "1"), ("list",)):
        assert "ledger mine" not in typed("dispute", *args, db=path).out
        assert "future" not in typed("dispute", *args, db=path).out


def test_a_precedent_from_another_ledger_says_so(path: Path) -> None:
    sides = ("--party", "blue", "--claim", "green's ships count for my compensation", "--party", "red", "--claim", "no")
    opened = typed("dispute", "open", "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9", *sides, "--json", db=path)
    assert opened.told["question"] == "DF-37"
    number = opened.told["id"]
    again = "yellow 3 : 11 vs purple 4 + red 2 : N ; hand yellow 7"
    assert typed("dispute", "rule", str(number), "--by", "Ann", db=path).status == RULED

    def found() -> dict[str, Any]:
        told = typed("encounter", again, "--json", db=path).told["precedents"]
        return next(one for one in told if one["dispute"] == number)

    own = found()
    assert (own["ledger"], "in the ledger" in own["says"]) == (None, False)
    take(path, Forged().decision(["mine", 3], ["mine", 4]).lines)
    theirs = found()
    assert theirs["ledger"] == "evil"
    assert "decided by Ann in the ledger evil" in theirs["says"]


def test_what_an_import_changes_is_told_before_it_is_done(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "evil.jsonl"
    file.write_text("\n".join(Forged().decision(["mine", 1], ["mine", 2]).lines))
    before = exported(path)
    tried = typed("ledger", "import", str(file), "--dry-run", db=path)
    assert tried.status == RULED
    text = " ".join(tried.out.split())
    assert text.startswith("Would be taken from")
    assert "On your own disputes: decisions on 1." in text
    assert "Another decision holds then of dispute 1" in text
    assert typed("ledger", "import", str(file), "--dry-run", "--json", db=path).told["dry_run"] is True
    assert exported(path) == before
    done = " ".join(typed("ledger", "import", str(file), db=path).out.split())
    assert "Another decision holds now of dispute 1" in done
    assert len(exported(path)) == len(before) + 1


def test_a_dry_run_leaves_no_file_behind(path: Path, other: Path, tmp_path: Path) -> None:
    for told in (merge(other, path, dry_run=True), take(other, exported(path), dry_run=True)):
        assert (told["disputes"], told["dry_run"]) == (1, True)
    assert not other.exists()
    assert {file.name.partition("-")[0] for file in tmp_path.iterdir()} == {"mine.db"}


def test_decisions_on_the_disputes_of_others_are_no_news_of_ones_own(path: Path, other: Path) -> None:
    merge(other, path)
    disputes.decide(path, 1, Decision("Bob", "it takes four"))
    told = merge(other, path)
    assert told["on_own"] == {"decisions": [], "notes": [], "appeals": [], "promotions": []}
    assert told["decided_anew"] == [1]
