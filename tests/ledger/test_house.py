"""House rules in the ledger: they stay with their table, travel with the ledger, end, and come out of old files."""

from __future__ import annotations

import io
import shutil
import sqlite3
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

import referee
from referee.book.places import RULEBASE
from referee.disputes import house_files, house_rules
from referee.errors import LedgerError
from referee.ledger import chain, disputes, house
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.files import writing
from referee.ledger.house import NewRule
from referee.ledger.rulings import VERSION
from referee.ledger.sharing import export, merge, take, verify
from tests.ledger.children import in_a_child, nobody
from tests.quarrels import earlier_promotion, quarrel
from tests.typed import typed

COMPENSATION = "red 3 : 8 vs blue 4 + green 2 : N ; hand red 9"  # six cards by `whole-side`, four else


def _decided(path: Path, says: str = "All ships of the side count.", reading: str | None = "whole-side") -> int:
    question = "DF-37" if reading else None
    dispute = quarrel(path, lines=(COMPENSATION, COMPENSATION), question=question, game="friday")
    disputes.decide(path, dispute, Decision("the table", says, house=True, reading=reading))
    return dispute


def _lay(path: Path, *names: str) -> None:
    for name in names:
        referee.TableSession.lay("red blue green", db=path, name=name)


def _cards(path: Path, table: str) -> int:
    ruling = referee.Rulings(path).encounter(COMPENSATION, house=table, keep=False)
    return int(ruling.to_dict()["players"]["blue"]["compensation"])


def _file(path: Path, text: str, table: str = "friday") -> Path:
    file = house_files.file_of(path, table)
    file.parent.mkdir(exist_ok=True)
    file.write_text(f'format = 1\ntable = "{table}"\n\n{text}')
    return file


def _as_of_fourth_schema(path: Path) -> None:
    """Makes a file as a referee before this one kept it."""
    with closing(sqlite3.connect(path)) as base:
        base.executescript(
            "drop index decisions_in_words; drop table points; drop table withdrawals; drop table house_rules;"
            "delete from _sqlite_migrations where name = 'house_rules'; pragma user_version = 4"
        )


# -- with the ledger ---------------------------------------------------------------------------------------------------


def test_two_ledgers_in_one_folder_have_house_rules_of_their_own(path: Path, other: Path) -> None:
    for file in (path, other):
        _lay(file, "friday")
    house_rules.promote(path, _decided(path), "friday")
    assert _cards(path, "friday") == 6
    assert house_rules.read(other, "friday") is None
    assert not (path.parent / "house").exists()


def test_they_travel_with_export_and_merge(path: Path, other: Path, tmp_path: Path) -> None:
    _lay(path, "friday")
    house_rules.promote(path, _decided(path), "friday")
    house_rules.promote(path, _decided(path, "who is invited answers at once", None), "friday", general=True)
    lines = io.StringIO()
    export(path, lines)
    told = take(other, lines.getvalue().splitlines())
    assert told["house_rules_of"] == ["friday"]
    third = tmp_path / "third.db"
    merge(third, path)
    for file in (other, third):
        assert _cards(file, "friday") == 6
        kept = house_rules.read(file, "friday")
        assert kept is not None and [rule.dispute for rule in kept.rules] == [1, 2]
        assert verify(file) == []
    house_rules.withdraw(path, "friday", 1, by="Ann")
    assert merge(other, path)["house_rules_of"] == ["friday"]
    assert house_rules.read(other, "friday") == house_rules.read(path, "friday")._replace()  # type: ignore[union-attr]
    assert "withdrawn" in str(disputes.show(other, 1)["promotions"])


def test_whoever_takes_them_in_is_told(path: Path, other: Path) -> None:
    _lay(path, "friday")
    house_rules.promote(path, _decided(path), "friday")
    for more in (("--dry-run",), ()):
        shown = " ".join(typed("ledger", "merge", str(path), *more, db=other).out.split())
        assert "House rules of 'friday' came in or were withdrawn" in shown
    assert "House rules of" not in typed("ledger", "merge", str(path), db=other).out


def test_of_two_ledgers_that_differ_ones_own_goes_first(path: Path, other: Path) -> None:
    for file, reading in ((path, "whole-side"), (other, "own-by-outcome")):
        _lay(file, "friday")
        house_rules.promote(file, _decided(file, reading, reading), "friday")
    merge(path, other)
    assert _cards(path, "friday") == 6
    told = referee.Rulings(path).encounter(COMPENSATION, house="friday").to_dict()["house"]
    assert [(rule["reading"], rule["applied"]) for rule in told] == [("own-by-outcome", False), ("whole-side", True)]
    assert "another house rule of this table" in told[0]["why"]


def test_a_table_that_is_not_there_gets_none(path: Path) -> None:
    dispute = _decided(path)
    with pytest.raises(LedgerError, match=r"there is no table 'friday'; `referee table list`"):
        house_rules.promote(path, dispute, "friday")
    assert house.rules(path, "friday") == []


# -- withdrawn ---------------------------------------------------------------------------------------------------------


def test_one_that_is_withdrawn_holds_no_more_and_stays_in_the_history(path: Path) -> None:
    _lay(path, "friday")
    dispute = _decided(path)
    house_rules.promote(path, dispute, "friday")
    withdrawn = referee.Disputes(path).withdraw("friday", dispute, by="Ann", reason="too many cards")
    assert (withdrawn.dispute, withdrawn.rule["reading"]) == (1, "whole-side")
    assert house_rules.read(path, "friday") is None
    (told,) = disputes.show(path, dispute)["promotions"]
    assert (told["withdrawn"]["by"], told["withdrawn"]["reason"]) == ("Ann", "too many cards")
    with pytest.raises(LedgerError, match="there are no house rules"):
        house_rules.withdraw(path, "friday", dispute)
    house_rules.promote(path, dispute, "friday")  # and may be made one again
    assert _cards(path, "friday") == 6


def test_of_several_it_is_said_which(path: Path) -> None:
    _lay(path, "friday")
    house_rules.promote(path, _decided(path), "friday")
    house_rules.promote(path, _decided(path, "answer at once", None), "friday", on="5.7.2.1")
    with pytest.raises(LedgerError, match=r"more than one of these.*DF-37 by whole-side.*5.7.2.1 “answer at once”"):
        house_rules.withdraw(path, "friday")
    assert house_rules.withdraw(path, "friday", on="5.7.2.1").dispute == 2
    assert house_rules.withdraw(path, "friday", on="df-37").dispute == 1


# -- in words ----------------------------------------------------------------------------------------------------------


def test_rules_of_conduct_do_not_collide(path: Path) -> None:
    _lay(path, "friday")
    says = ("a forgotten reward may be taken until the end of the turn", "who is invited answers within a minute")
    for one in says:
        house_rules.promote(path, _decided(path, one, None), "friday")
    kept = house_rules.read(path, "friday")
    assert kept is not None
    assert [(rule.says, rule.about) for rule in kept.rules] == [(one, "") for one in says]


def test_two_on_one_clause_do(path: Path) -> None:
    _lay(path, "friday")
    house_rules.promote(path, _decided(path, "at once", None), "friday", on="5.10.5.2")
    second = _decided(path, "at the end of the turn", None)
    with pytest.raises(LedgerError, match=r"5.10.5.2 already: “at once”.*dispute withdraw 1"):
        house_rules.promote(path, second, "friday", on="5.10.5.2")
    house_rules.promote(path, second, "friday", general=True)
    house_rules.withdraw(path, "friday", 1)
    rule = house_rules.promote(path, second, "friday", on="5.10.5.2")
    assert rule.clauses == ("consolidated 5.10.5.2",)
    kept = house_rules.read(path, "friday")
    assert kept is not None and len(kept.rules) == 1  # the same dispute's earlier one has given place


# -- out of old files --------------------------------------------------------------------------------------------------


def test_what_an_earlier_referee_kept_in_a_file_is_taken_over(path: Path) -> None:
    _lay(path, "friday")
    _decided(path)
    _decided(path, "cards are drawn one at a time", None)
    earlier_promotion(path, 1, "friday", "DF-37", "whole-side", "All ships of the side count.")
    earlier_promotion(path, 2, "friday", None, None, "cards are drawn one at a time")
    _as_of_fourth_schema(path)
    file = _file(
        path,
        '[[rule]]\nquestion = "DF-37"\nreading = "whole-side"\ndispute = 1\ndecided = "2026-05-12"\n'
        'says = "All ships of the side count."\n\n'
        '[[rule]]\nclauses = ["consolidated 5.10.8.2"]\ndispute = 2\ndecided = "2026-05-12"\n'
        'says = "cards are drawn one at a time"\n\n'
        '[[rule]]\nquestion = "DF-05"\nreading = "ffg2018"\n',
    )
    assert _cards(path, "friday") == 6
    assert path.with_name(f"{path.name}.v4").is_file()
    with closing(sqlite3.connect(path)) as base:
        assert base.execute("pragma user_version").fetchone() == (VERSION,)
    file.unlink()  # it stands in the ledger now
    kept = house_rules.read(path, "friday")
    assert kept is not None
    assert [(rule.dispute, rule.question, rule.reading, rule.clauses, rule.decided) for rule in kept.rules] == [
        (1, "DF-37", "whole-side", (), "2026-05-12"),
        (2, None, None, ("consolidated 5.10.8.2",), "2026-05-12"),
        (None, "DF-05", "ffg2018", (), ""),
    ]
    assert [len(disputes.show(path, id)["promotions"]) for id in (1, 2)] == [1, 1]
    assert verify(path) == []


def test_a_file_is_taken_over_once(path: Path) -> None:
    _lay(path, "friday")
    _file(path, '[[rule]]\nquestion = "DF-37"\nreading = "whole-side"\n')
    assert _cards(path, "friday") == _cards(path, "friday") == 6
    assert len(house.rules(path, "friday")) == 1
    house_rules.withdraw(path, "friday", on="DF-37")
    assert house_rules.read(path, "friday") is None  # the file is still there, and brings nothing back
    _file(path, '[[rule]]\nsays = "no phones"\n')
    kept = house_rules.read(path, "friday")
    assert kept is not None and [rule.says for rule in kept.rules] == ["no phones"]


def test_a_file_that_names_a_dispute_of_another_ledger_is_left_to_that(path: Path) -> None:
    _lay(path, "friday")
    quarrel(path)
    file = _file(path, '[[rule]]\nquestion = "DF-37"\nreading = "whole-side"\ndispute = 1\nsays = "theirs"\n')
    assert house_rules.read(path, "friday") is None
    assert file.is_file()


def test_a_ledger_that_cannot_be_written_is_ruled_by_its_file_all_the_same() -> None:
    if any(parent.stat().st_mode & 0o005 != 0o005 for parent in RULEBASE.resolve().parents):
        pytest.skip("the rulebase lies in a folder that nobody else may read")
    folder = Path(tempfile.mkdtemp())
    path = folder / "referee.db"
    try:
        _lay(path, "friday")
        _file(path, '[[rule]]\nquestion = "DF-37"\nreading = "whole-side"\n').chmod(0o444)
        for part, mode in ((path, 0o444), (folder / "house", 0o555), (folder, 0o555)):
            part.chmod(mode)
        said = in_a_child(nobody(lambda: (house_rules.read(path, "friday") or house_rules.House("", ())).readings))
        assert said == "{'DF-37': 'whole-side'}"
        assert house.rules(path, "friday") == []
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


# -- at once -----------------------------------------------------------------------------------------------------------


def test_several_who_take_over_one_file_keep_each_rule_once(path: Path) -> None:
    _lay(path, "friday")
    _file(path, "".join(f'[[rule]]\nsays = "rule {number}"\n\n' for number in range(5)))
    with ThreadPoolExecutor(8) as pool:
        for read in [pool.submit(house_rules.read, path, "friday") for _ in range(8)]:
            kept = read.result()
            assert kept is not None and len(kept.rules) == 5
    assert [rule.says for rule in house.rules(path, "friday")] == [f"rule {number}" for number in range(5)]
    assert verify(path) == []


def test_nothing_is_kept_where_one_of_several_is_refused(path: Path) -> None:
    with writing(path, DISPUTES) as base:
        chain.begin(base, "mine")
    rules = [NewRule(None, None, (), says, "") for says in ("one", "two")]

    def refuses_two(hold: list[house.KeptRule], rule: NewRule) -> list[int]:
        if rule.says == "two":
            raise LedgerError("no")
        return []

    with pytest.raises(LedgerError, match="no"):
        house.add(path, "friday", rules, refuses_two)
    assert house.rules(path, "friday") == []
