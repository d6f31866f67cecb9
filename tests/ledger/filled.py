"""Ledgers with something in them: what is said in disputes, changed by hand behind the guards, and read back."""

from __future__ import annotations

import io
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from referee.cli.common import RULED
from referee.ledger import chain, disputes, house
from referee.ledger.disputes import DISPUTES, Decision
from referee.ledger.files import reading, writing
from referee.ledger.schema import APPENDED
from referee.ledger.sharing import export, verify
from referee.ledger.verifying import Broken
from tests.ledger.forged import LINE
from tests.quarrels import LOST, earlier_promotion, quarrel
from tests.typed import typed


@contextmanager
def unguarded(path: Path) -> Iterator[sqlite3.Connection]:
    """Changes rows behind the guards, and lays these again."""
    with closing(sqlite3.connect(path)) as base:
        guards = base.execute("select name, sql from sqlite_master where type = 'trigger'").fetchall()
        assert len(guards) == 2 * len(APPENDED)
        for name, _ in guards:
            base.execute(f"drop trigger {name}")
        yield base
        for _, sql in guards:
            base.execute(sql)
        base.commit()


def a_game(path: Path) -> None:
    """A table with two commands, and a ruling."""
    for args in (("table", "red", "purple", "yellow", "blue"), ("do", "offense red"), ("do", "destiny purple")):
        assert typed(*args, db=path).status == RULED
    assert typed("encounter", LINE, db=path).status == RULED


def evening(path: Path) -> None:
    """Two disputes with all that can be said: readings, a question, two decisions, a note, an appeal, two rules."""
    quarrel(path, question="DF-05", game="kitchen", readings={"DF-05": "ffg2018"}, point=["alien Zombie"])
    quarrel(path, "who wins a tie?", lines=(LOST, LOST))
    disputes.decide(path, 1, Decision("the referee", "it takes none", side=1, reason="2.5.1.3", dissent="Bob grumbles"))
    disputes.note(path, 1, "Cleo", "we looked it up")
    disputes.appeal(path, 1, "Bob", "the FAQ says otherwise")
    disputes.decide(path, 1, Decision("the table", "it takes none here", house=True, side=1, reading="ffg2018"))
    earlier_promotion(path, 1, "kitchen", "DF-05", "ffg2018", "Zombies take nothing")
    rule = house.NewRule(None, None, ("alien Zombie",), "it takes none here", "2026-05-12", 2)
    house.add(path, "kitchen", [rule], lambda hold, new: [])
    house.withdraw(path, "kitchen", 1, "Cleo", "nobody plays it")


def sql(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as base:
        for statement in statements:
            base.execute(statement)
        base.commit()


def by_hand(path: Path, *statements: str) -> list[Broken]:
    """Takes the guards away, changes something, puts them back, and checks."""
    with unguarded(path) as base:
        for statement in statements:
            assert base.execute(statement).rowcount
    return verify(path)


NASTY = [
    "'; drop table disputes; --",
    '"quoted" single',
    "[red]x[/] [link=file:///]y[/link]",
    "\x1b[31m\x07\x00\x9b after NUL",
    "שלום \u202e\u2066 עולם مرحبا",
    "line\r\nbreak\u2028para\u2029\x85\x0b\x0c",
    "{dispute.__class__} %s %(x)s $HOME `ls`",
    "é e\u0301 \U0001f680 ﬁ \ufeff\ufffe\ufdd0",
    "",
]


TEXTS = st.one_of(st.sampled_from(NASTY), st.text(st.characters(exclude_categories=["Cs"]), max_size=300))


def said_everywhere(path: Path, texts: list[str]) -> int:
    one, two, three, four, five, six = texts
    number = quarrel(path, one, (two, three), (four, five), game=six, question=one, readings={two: three})
    disputes.decide(path, number, Decision(four, one, reason=two, dissent=three, reading=five))
    disputes.note(path, number, five, six)
    disputes.appeal(path, number, two, one)
    earlier_promotion(path, number, three, four, six, five)
    return number


def read_back(told: dict[str, Any]) -> list[str]:
    sides, decision = told["sides"], told["decisions"][0]
    one, two, three = told["about"], sides[0]["claim"], sides[1]["claim"]
    four, five, six = sides[0]["party"], sides[1]["party"], told["game"]
    assert (told["question"], told["readings"]) == (one, {two: three})
    assert [decision[key] for key in ("by", "says", "reason", "dissent", "reading")] == [four, one, two, three, five]
    assert [told["notes"][0][key] for key in ("by", "says")] == [five, six]
    assert [told["appeals"][0][key] for key in ("by", "reason")] == [two, one]
    assert [told["promotions"][0][key] for key in ("game", "question", "reading", "says")] == [three, four, six, five]
    return [one, two, three, four, five, six]


def exported(path: Path) -> list[str]:
    out = io.StringIO()
    export(path, out)
    return out.getvalue().splitlines()


def named(path: Path, name: str) -> Path:
    with writing(path, DISPUTES) as base:
        chain.begin(base, name)
    return path


def entries_of(path: Path) -> dict[tuple[str, int], tuple[str, dict[str, Any], bytes]]:
    """All entries of a file by ledger and number."""
    with reading(path, DISPUTES) as base:
        return {(e.ledger, e.number): (e.kind, e.says, e.hash) for e in chain.entries(base)}


def whole(told: dict[str, Any]) -> dict[str, Any]:
    """A dispute without what differs between files: ids, which ledger is the file's own, and how far that goes."""
    told = {key: value for key, value in told.items() if key not in ("id", "decision", "decided_here", "head")}
    ids = [decision["id"] for decision in told["decisions"]]
    apart = {"dispute", "id", "before", "own"}
    for kind in ("decisions", "notes", "appeals", "promotions"):
        told[kind] = [{k: v for k, v in one.items() if k not in apart} for one in told[kind]]
    for kind in ("appeals", "promotions"):
        told[kind] = [{**one, "decision": ids.index(one["decision"])} for one in told[kind]]
    return told
