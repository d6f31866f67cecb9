"""Disputes: what was argued, by whom and on which facts, what was decided, and what was said of that later.

Everything here is only added to: a decision is superseded by the next one, never changed. A dispute is called by its
number in the file; `chain` says what it is called in every file. Texts of players come back as they went in.
"""

from __future__ import annotations

import json
import re
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from referee.book.bounds import unpacked
from referee.errors import LedgerError
from referee.ledger import chain, words
from referee.ledger.backup import keep_copy
from referee.ledger.entries import APPEAL, DECISION, DISPUTE, HOUSE_RULE, NOTE, PROMOTION, TABLE, keep_ruling, place
from referee.ledger.files import Kept, reading, writing
from referee.ledger.rulings import Plain
from referee.ledger.shapes import check_ruling

OPEN, DECIDED, APPEALED = "open", "decided", "appealed"
DISPUTES = Kept(
    "disputes",
    "`referee ledger rescue NEW.db` saves what can be read of it, and `referee ledger export --salvage` the disputes",
)


class Side(NamedTuple):
    """One party of a dispute: who, what it claims, its version of the facts as typed, and what is ruled on it.

    `ruling` is `Ruling.to_dict()`, with its proof.
    """

    party: str
    claim: str
    line: str
    ruling: Plain


class Decision(NamedTuple):
    """A decision: by whom, whether it is the table's own (`house`), which side was right (1, 2, .. or None).

    `reading` is the reading that it takes of the dispute's question, or of another point, with that before it
    (`DF-37=whole-side`): the dispute is told as one on that point then. `says` is the decision in a sentence, `dissent`
    what those say who do not agree.
    """

    by: str
    says: str
    house: bool = False
    side: int | None = None
    reading: str | None = None
    reason: str = ""
    dissent: str = ""


def open_dispute(
    path: Path,
    sides: Sequence[Side],
    relied: Mapping[str, str],
    rulebook: tuple[str, str],
    about: str = "",
    question: str | None = None,
    game: str | None = None,
    readings: Mapping[str, str] | None = None,
    point: Iterable[str] = (),
) -> int:
    """Keeps a dispute with the ruling on each side's facts, and returns its number.

    `point`: the clauses that the claims are about, as far as that is known; `relied`: those that the rulings rest on,
    each with a print of what it says now; `rulebook`: the digest of the rulebase and the program's version. Raises
    LedgerError where it cannot be kept.
    """
    with transaction(path) as base:
        told = {
            "at": chain.now(),
            "edition": sides[0].ruling["edition"],
            "game": game,
            "about": about,
            "question": question,
            "rulebook": list(rulebook),
            "sides": [_plain(base, side) for side in sides],
            "relied": sorted([name, print] for name, print in relied.items()),
            "readings": dict(readings or {}),
        }
        clauses = sorted(set(point))
        return chain.append(base, DISPUTE, {**told, "point": clauses} if clauses else told)


def _plain(base: sqlite3.Connection, side: Side) -> Plain:
    ruling = side.ruling
    return {
        "party": side.party,
        "claim": side.claim,
        "line": side.line,
        "position": ruling["position"],
        "status": ruling["status"],
        "outcome": ruling["outcome"],
        "proof": keep_ruling(base, ruling),
    }


def decide(path: Path, dispute: int, decision: Decision) -> int:
    """Records a decision, which takes the place of an earlier one of the same dispute; returns its id."""
    with transaction(path) as base:
        _there(base, dispute)
        before = in_force(base, dispute)
        told = {
            "of": place(base, DISPUTE, dispute),
            "at": _after_others(base, dispute, before),
            "by": decision.by,
            "house": int(decision.house),
            "side": decision.side,
            "reading": decision.reading,
            "says": decision.says,
            "reason": decision.reason,
            "dissent": decision.dissent,
            "before": place(base, DECISION, before),
        }
        return chain.append(base, DECISION, told)


def _after_others(base: sqlite3.Connection, dispute: int, before: int | None) -> str:
    """The time now, or a second after the last decision of others that this one does not name, if a clock is slow."""
    now = chain.now()
    others = "select max(at) from decisions where dispute = ? and id is not ?"
    last: str | None = base.execute(others, (dispute, before)).fetchone()[0]
    if last is None or last < now:
        return now
    try:
        return (datetime.fromisoformat(last) + timedelta(seconds=1)).isoformat(timespec="seconds")
    except ValueError:
        return now


def note(path: Path, dispute: int, by: str, says: str) -> int:
    """Adds a note to a dispute; returns its id."""
    with transaction(path) as base:
        _there(base, dispute)
        of = place(base, DISPUTE, dispute)
        return chain.append(base, NOTE, {"of": of, "at": chain.now(), "by": by, "says": says})


def appeal(path: Path, dispute: int, by: str, reason: str) -> int:
    """Opens a decided dispute again; returns the appeal's id. LedgerError where nothing was decided yet."""
    with transaction(path) as base:
        _there(base, dispute)
        decision = in_force(base, dispute)
        if decision is None:
            raise LedgerError(f"dispute {dispute} is not decided yet, so there is nothing to appeal against")
        of = place(base, DECISION, decision)
        return chain.append(base, APPEAL, {"of": of, "at": chain.now(), "by": by, "reason": reason})


# -- reading -----------------------------------------------------------------------------------------------------------

# The decision in force of a dispute: the latest of those in whose place no other was put. Two files that were merged
# have it alike, whichever of them was given its rows first.
IN_FORCE = """
(select one.id from decisions one where one.dispute = {}
 and not exists (select 1 from decisions other where other.dispute = one.dispute and other.before = one.id)
 order by one.at desc, one.by desc, one.says desc, one.id desc limit 1)
"""

# A dispute in a row: what a list shows. Its decision in force and the appeals against that say how it stands.
_ROW = f"""
select d.id, l.name as ledger, d.number, d.at, d.edition, d.game, d.about, d.question,
       (select group_concat(party, ' v ') from sides where dispute = d.id) as parties,
       c.id as decision, c.says as decided, c.house, c.by,
       (select o.name from entries e join ledgers o on o.id = e.ledger where e.row = c.id and e.kind = 'decision')
       as decided_in,
       exists (select 1 from entries e where e.row = c.id and e.kind = 'decision'
               and e.ledger = (select min(id) from ledgers)) as decided_here,
       exists (select 1 from appeals where decision = c.id) as appealed
from disputes d join ledgers l on l.id = d.ledger
left join decisions c on c.id = {IN_FORCE.format("d.id")}
"""
_STATES = {
    OPEN: "not exists (select 1 from decisions where dispute = d.id)",
    DECIDED: "c.id is not null and not appealed",
    APPEALED: "d.id in (select dispute from decisions where id in (select decision from appeals)) and appealed",
}


def listed(path: Path, count: int = 20, state: str = "", game: str | None = None) -> list[Plain]:
    """The latest disputes, newest first, as rows: those in one state (`open`, `decided`, `appealed`), of one table."""
    query = f"{_ROW} where {_STATES.get(state, '1')} and (? is null or d.game = ?) order by d.id desc limit ?"
    return _rows(path, query, (game, game, count))


def search(path: Path, asked: str, count: int = 20) -> list[Plain]:
    """The disputes in which all these words were said, the latest first; the last word may be only begun."""
    with reading(path, DISPUTES) as base:
        return _by_ids(base, list(islice(words.find(base, asked), count)))


def relying(path: Path, clauses: Iterable[str], questions: Iterable[str]) -> list[int]:
    """The decided disputes on one of these questions, or whose rulings rest on one of these clauses, latest first.

    Of each clause and question only the latest 200: there are clauses on which nearly every ruling rests.
    """
    with reading(path, DISPUTES) as base:
        return sorted({*_hits(base, clauses, questions)}, reverse=True)


def nearest(path: Path, clauses: Iterable[str], questions: Iterable[str], count: int) -> list[int]:
    """As `relying`, but only so many: those on one of the questions first, then those with most of the clauses."""
    with reading(path, DISPUTES) as base:
        asked, shared = Counter(_hits(base, (), questions)), Counter(_hits(base, clauses, ()))
        return sorted(asked | shared, key=lambda id: (-asked[id], -shared[id], -id))[:count]


def in_words(path: Path, game: str | None, count: int) -> list[int]:
    """The latest disputes that a table, or nobody's table, decided for itself and in words alone, latest first.

    Not those of which it made a house rule: that is told by itself, or was withdrawn.
    """
    query = f"""
    select c.dispute from decisions c join disputes d on d.id = c.dispute
    where c.house and c.reading is null and c.side is null and d.game is ? and d.question is null
    and c.id = {IN_FORCE.format("c.dispute")} and not exists
        (select 1 from house_rules h join decisions o on o.id = h.decision where o.dispute = d.id and h.game = d.game)
    order by c.dispute desc limit ?
    """
    with reading(path, DISPUTES) as base:
        return [row[0] for row in base.execute(query, (game, count))]


def _hits(base: sqlite3.Connection, clauses: Iterable[str], questions: Iterable[str]) -> Iterator[int]:
    """The decided disputes on each question and on each clause in turn."""
    asked = [(_ASKING, question) for question in dict.fromkeys(questions)]
    for name in dict.fromkeys(clauses):  # a clause has a row for each wording that was relied on
        asked += [(_RELYING, row[0]) for row in base.execute("select id from clauses where name = ?", (name,))]
    for query, what in asked:
        yield from (row[0] for row in base.execute(query, (what, _MOST_RELYING)))


_MOST_RELYING = 200
_RELYING = """
select dispute from relied where clause = ? and exists (select 1 from decisions where dispute = relied.dispute)
order by dispute desc limit ?
"""
_ASKING = """
select id from disputes where question = ? and exists (select 1 from decisions where dispute = disputes.id)
order by id desc limit ?
"""


def show(path: Path, dispute: int, damaged: bool = False) -> Plain:
    """A whole dispute: its sides with their rulings, decisions, notes, appeals and promotions, oldest first.

    What was decided, noted, appealed and promoted has the name of its `ledger`, and whether that is this file's `own`;
    a decision also whether its date is in the `future`. `head` is how far this file's own ledger goes, as `chain.named`
    has it. Raises LedgerError if there is no dispute of that number, and where a part of it cannot be shown; with
    `damaged` the rest is told then, and under `unreadable` what is missing.
    """
    with reading(path, DISPUTES) as base:
        if not path.exists():
            raise LedgerError(NONE)
        return _whole(base, dispute, damaged)


def every(path: Path) -> Iterable[Plain]:
    """All disputes, as far as they can be shown, oldest first."""
    with reading(path, DISPUTES) as base:
        for (id,) in base.execute("select id from disputes order by id").fetchall():
            yield _whole(base, id, True)


def _whole(base: sqlite3.Connection, dispute: int, damaged: bool) -> Plain:
    rows = _by_ids(base, [dispute])
    if not rows:
        raise LedgerError(f"there is no dispute {dispute}; `referee dispute list` shows them")
    told = rows[0]
    told["sides"], unreadable = _sides(base, dispute, told["edition"])
    if unreadable and not damaged:
        what = f"dispute {dispute} is damaged: {'; '.join(unreadable)}"
        raise LedgerError(f"{what}; `referee dispute show {dispute}` shows the rest")
    if unreadable:
        told["unreadable"] = unreadable
    relied = "select name, print from clauses c cross join relied on clause = c.id where dispute = ? order by 1, 2"
    told["relied"] = {row["name"]: row["print"] for row in _all(base, relied, dispute)}
    readings = _all(base, "select question, reading from readings where dispute = ?", dispute)
    told["readings"] = {row["question"]: row["reading"] for row in readings}
    books = _all(
        base, "select digest, referee from rulebooks where id = (select rulebook from disputes where id = ?)", dispute
    )
    told["rulebook"] = books[0] if books else {"digest": "", "referee": ""}
    told["decisions"] = _added(base, DECISION, "x.*", "", dispute)
    told["notes"] = _added(base, NOTE, "at, by, says", "", dispute)
    by_decision = "join decisions c on c.id = decision"
    told["appeals"] = _added(base, APPEAL, "decision, x.at, x.by, x.reason", by_decision, dispute)
    told["promotions"] = _promotions(base, dispute)
    told["point"] = [row["clause"] for row in _all(base, "select clause from points where dispute = ?", dispute)]
    soon = (datetime.now(UTC) + _SLOW_CLOCK).isoformat(timespec="seconds")
    for decision in told["decisions"]:
        decision["future"] = str(decision["at"]) > soon
        _set_point(told, decision)
    told["head"] = chain.named(base)
    return told


_POINT = re.compile(r"(D[A-Z]-\d+)=(.+)", re.DOTALL)  # a reading with its point: DF-82=repair


def _set_point(told: Plain, decision: Plain) -> None:
    """Tells a dispute as one on the point whose reading the decision in force takes, where that is named with it."""
    named = _POINT.fullmatch(str(decision["reading"] or ""))
    if named is not None and decision["id"] == told["decision"]:
        told["question"], decision["reading"] = named.groups()


def _sides(base: sqlite3.Connection, dispute: int, edition: str) -> tuple[list[Plain], list[str]]:
    """The sides of a dispute with their rulings, and what of these cannot be shown."""
    sides = _all(base, f"select {_SIDES} from sides join proofs p on p.id = proof where dispute = ?", dispute)
    unreadable = [] if sides else ["it has no sides"]
    for side in sides:
        try:
            side["ruling"] = _unpacked(side["ruling"])
        except ValueError as error:
            unreadable.append(f"the ruling of side {side['side']} cannot be shown: {error}")
            side["ruling"] = _missing(side, edition, unreadable[-1])
    return sides, unreadable


def _promotions(base: sqlite3.Connection, dispute: int) -> list[Plain]:
    """The decisions that were made house rules; `withdrawn` says by whom and why one is none any more, else None."""
    columns, of_decision = "decision, x.at, game, question, x.reading, x.says", "join decisions c on c.id = decision"
    earlier = _added(base, PROMOTION, columns, of_decision, dispute)
    rules = _added(base, HOUSE_RULE, f"x.id as rule, {columns}, clauses", of_decision, dispute)
    for rule in rules:
        ended = _all(base, "select at, by, reason from withdrawals where house_rule = ? order by id", rule.pop("rule"))
        rule["clauses"] = json.loads(rule["clauses"])
        rule["withdrawn"] = ended[0] if ended else None
    known = {(rule["decision"], rule["game"]) for rule in rules}
    return [one for one in earlier if (one["decision"], one["game"]) not in known] + rules


_SLOW_CLOCK = timedelta(minutes=5)


def _added(base: sqlite3.Connection, kind: str, columns: str, join: str, dispute: int) -> list[Plain]:
    """What was added to a dispute, oldest first, each with the ledger that it stands in."""
    rows = _all(
        base,
        f"select {columns}, l.name as ledger, l.id is (select min(id) from ledgers) as own from {TABLE[kind]} x {join}"
        f" left join entries e on e.row = x.id and e.kind = '{kind}' left join ledgers l on l.id = e.ledger"
        " where dispute = ? order by x.id",
        dispute,
    )
    return [{**row, "own": bool(row["own"])} for row in rows]


_SIDES = "side, party, claim, line, p.position, p.status, p.outcome, p.ruling"
NONE = "there are no disputes yet; open one with: referee dispute open"


def _unpacked(packed: bytes) -> Plain:
    """A ruling as it was given; ValueError, with what is wrong, where it cannot be read or is none."""
    try:
        found: Plain = json.loads(unpacked(packed))
    except (zlib.error, ValueError, TypeError, RecursionError):
        raise ValueError("it is damaged") from None
    check_ruling(found)
    return found


def _missing(side: Plain, edition: str, says: str) -> Plain:
    """What stands for a ruling that cannot be shown, with all that a ruling has."""
    return {
        "format": 1,
        "edition": edition,
        "position": side["position"],
        "status": "open",
        "outcome": None,
        "unreadable": says,
        **dict.fromkeys(("totals", "margin", "second_encounter", "discards"), None),
        **{key: [] for key in ("flips", "winners", "then", "illegal", "citations", "questions", "assumes", "cases")},
        "needs": [],
        "players": {},
        "readings": {},
        "grade": "stated",
        "proof": {"says": says, "kind": "fact", "value": None, "cites": [], "rule": "", "step": 1, "from": []},
    }


def _by_ids(base: sqlite3.Connection, ids: Sequence[int]) -> list[Plain]:
    marks = ",".join("?" * len(ids))
    found = {row["id"]: row for row in _all(base, f"{_ROW} where d.id in ({marks})", *ids)}
    return [_standing(found[id]) for id in ids if id in found]


def _standing(row: Plain) -> Plain:
    """A row of the list with how the dispute stands: open, decided, or appealed since."""
    row["state"] = OPEN if row["decision"] is None else APPEALED if row.pop("appealed") else DECIDED
    row.pop("appealed", None)
    row["decided_here"] = bool(row["decided_here"])
    return row


def _rows(path: Path, query: str, values: tuple[object, ...]) -> list[Plain]:
    with reading(path, DISPUTES) as base:
        rows = _all(base, query, *values)
    return [_standing(row) if "appealed" in row else row for row in rows]


def _all(base: sqlite3.Connection, query: str, *values: object) -> list[Plain]:
    cursor = base.execute(query, values)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def _there(base: sqlite3.Connection, dispute: int) -> None:
    if base.execute("select 1 from disputes where id = ?", (dispute,)).fetchone() is None:
        raise LedgerError(f"there is no dispute {dispute}; `referee dispute list` shows them")


def in_force(base: sqlite3.Connection, dispute: int) -> int | None:
    """The decision in force."""
    found: int | None = base.execute(f"select {IN_FORCE.format('?')}", (dispute,)).fetchone()[0]
    return found


@contextmanager
def transaction(path: Path) -> Iterator[sqlite3.Connection]:
    """One transaction in which something is entered; the copy of the file is made anew when it is kept."""
    with writing(path, DISPUTES) as base:
        yield base
        number, _ = chain.head(base, chain.own(base))
    keep_copy(path, number)
