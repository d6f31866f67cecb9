"""The house rules of tables: made of decisions or taken over from a file, withdrawn, and looked up by the table's name.

Like all of a dispute they are only added to: a rule that holds no more has a withdrawal.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from referee.errors import LedgerError
from referee.ledger import chain
from referee.ledger.disputes import DISPUTES, IN_FORCE, transaction
from referee.ledger.entries import DECISION, HOUSE_RULE, WITHDRAWAL, place
from referee.ledger.files import reading

REPLACED = "another one took its place"


class KeptRule(NamedTuple):
    """A house rule of a table (`game`) as it is kept: a reading of a question, or words, on clauses or in general.

    `dispute` is the one that made it, None where it was written by hand; `own` is False where it came in with another
    ledger, `superseded` True where that dispute is decided otherwise by now, `withdrawn` a time, empty while it holds.
    """

    id: int
    game: str
    question: str | None
    reading: str | None
    clauses: tuple[str, ...]
    says: str
    decided: str
    dispute: int | None
    own: bool
    superseded: bool
    withdrawn: str


class NewRule(NamedTuple):
    """A house rule that is to be kept; `decision` is the row of the decision that made it, if any did."""

    question: str | None
    reading: str | None
    clauses: tuple[str, ...]
    says: str
    decided: str
    decision: int | None = None


_RULES = f"""
select h.id, h.game, h.question, h.reading, h.clauses, h.says, h.decided, c.dispute,
       e.ledger is (select min(id) from ledgers) as own,
       c.id is not null and c.id is not {IN_FORCE.format("c.dispute")} as superseded,
       coalesce((select min(at) from withdrawals where house_rule = h.id), '') as withdrawn
from house_rules h left join decisions c on c.id = h.decision
left join entries e on e.row = h.id and e.kind = 'house_rule'
"""


def rules(path: Path, game: str) -> list[KeptRule]:
    """All house rules that a table ever had, oldest first, those that were withdrawn too."""
    with reading(path, DISPUTES) as base:
        return _of_table(base, game)


def _of_table(base: sqlite3.Connection, game: str) -> list[KeptRule]:
    found = base.execute(f"{_RULES} where h.game = ? order by h.id", (game,)).fetchall()
    return [_rule(row) for row in found]


def _rule(row: Sequence[object]) -> KeptRule:
    told = dict(zip(KeptRule._fields, row, strict=True))
    told["clauses"] = tuple(json.loads(str(told["clauses"])))
    told["own"], told["superseded"] = bool(told["own"]), bool(told["superseded"])
    return KeptRule(**told)  # type: ignore[arg-type]  # the columns are those of the query


def tables(path: Path) -> list[str]:
    """The tables that have house rules which hold, by name."""
    query = (
        "select distinct game from house_rules h where not exists"
        " (select 1 from withdrawals where house_rule = h.id) order by game"
    )
    with reading(path, DISPUTES) as base:
        return [str(game) for (game,) in base.execute(query)]


def promoted(path: Path, game: str) -> list[tuple[int, int, str, str | None, str | None]]:
    """What earlier referees promoted for a table: decision, dispute, words, question and reading."""
    query = (
        "select c.id, c.dispute, p.says, p.question, p.reading from promotions p join decisions c on c.id = p.decision"
        " where p.game = ? order by p.id"
    )
    with reading(path, DISPUTES) as base:
        return base.execute(query, (game,)).fetchall()


def add(
    path: Path,
    game: str,
    new: Iterable[NewRule],
    replaces: Callable[[list[KeptRule], NewRule], list[int]],
    only_new: bool = False,
) -> None:
    """Keeps house rules of a table, one transaction for all; with `only_new` those that it never had.

    `replaces` names the rules that give place to a new one, of those that hold; where it raises LedgerError nothing is
    kept. It is asked within the transaction: another terminal may have kept one meanwhile.
    """
    with transaction(path) as base:
        for rule in new:
            ever = _of_table(base, game)
            if only_new and any(kept[2:6] == rule[:4] for kept in ever):
                continue
            hold = [kept for kept in ever if not kept.withdrawn]
            for id in replaces(hold, rule):
                _withdraw(base, id, "", REPLACED)
            told = {
                "of": place(base, DECISION, rule.decision),
                "at": chain.now(),
                "game": game,
                "question": rule.question,
                "reading": rule.reading,
                "clauses": list(rule.clauses),
                "decided": rule.decided,
                "says": rule.says,
            }
            chain.append(base, HOUSE_RULE, told)


def withdraw(path: Path, game: str, id: int, by: str, reason: str) -> None:
    """Withdraws a house rule of a table by its id. LedgerError where it does not hold, or is none of that table's."""
    with transaction(path) as base:
        if id not in [kept.id for kept in _of_table(base, game) if not kept.withdrawn]:
            raise LedgerError(f"the table {game!r} has no such house rule any more")
        _withdraw(base, id, by, reason)


def _withdraw(base: sqlite3.Connection, id: int, by: str, reason: str) -> None:
    told = {"of": place(base, HOUSE_RULE, id), "at": chain.now(), "by": by, "reason": reason}
    chain.append(base, WITHDRAWAL, told)
