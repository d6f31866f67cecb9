"""What is disputed most, and how the decisions fared: counts over all the disputes of a file, for tables and bars."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Collection, Iterable
from pathlib import Path

from referee.book.bounds import unpacked
from referee.ledger.disputes import DISPUTES, IN_FORCE
from referee.ledger.files import reading
from referee.ledger.rulings import Plain

MOST = 10
_ALIEN = "alien "
# Of a ruling: the values that two rulings must share for the facts between them not to matter.
_RESULT = (
    "status",
    "outcome",
    "totals",
    "margin",
    "players",
    "second_encounter",
    "winners",
    "then",
    "discards",
    "illegal",
)


def stats(path: Path, most: int = MOST, without: Collection[str] = ()) -> Plain:
    """Counts of all disputes; of clauses, aliens, questions and so on the `most` frequent, each a `name` and a count.

    Keys: `disputes`, `open`, `decided`, `appealed` (disputes by how they stand); `house`, `referee` (decisions in
    force, by whose they are) and `promoted` (house rules); `clauses`, `aliens`, `questions`, `editions`, `tables` and
    `parties`, lists of {`name`, `disputes`}, where a clause or an alien counts if the rulings rest on it; `contested`,
    such a list of the clauses and aliens on which one side's ruling rests and another's does not; `first` = {`decided`,
    `stood`, `share`}: how often the first decision was never superseded; `facts` = {`differed`, `decided`}: disputes
    whose sides gave different facts, and those of them where these gave different results. The clauses `without` are
    not counted: those on which the ruling of every encounter rests.
    """
    with reading(path, DISPUTES) as base:
        return _counted(base, most, without)


def _counted(base: sqlite3.Connection, most: int, without: Collection[str]) -> Plain:
    differed, decided, turned = _facts(base)
    clauses = _most(base, "select name, count(distinct dispute) from relied join clauses on id = clause group by name")
    clauses = [one for one in clauses if one["name"] not in without]
    total = _one(base, "select count(*) from disputes")
    now = f"(select {IN_FORCE.format('d.id')} as id from disputes d where exists ({_ANY}))"
    appealed = _one(base, f"select count(*) from {now} c where exists ({_APPEALED})")
    judged = _one(base, f"select count(*) from {now}")
    house = _one(base, f"select count(*) from {now} c join decisions on decisions.id = c.id where house")
    stood = _one(base, "select count(*) from (select 1 from decisions group by dispute having count(*) = 1)")
    return {
        "disputes": total,
        "open": total - judged,
        "decided": judged - appealed,
        "appealed": appealed,
        "house": house,
        "referee": judged - house,
        "promoted": _one(base, f"select count(*) from ({_PROMOTED})"),
        "clauses": [one for one in clauses if not one["name"].startswith(_ALIEN)][:most],
        "aliens": [
            {**one, "name": one["name"].removeprefix(_ALIEN)} for one in clauses if one["name"].startswith(_ALIEN)
        ][:most],
        "contested": [{"name": name, "disputes": count} for name, count in sorted(turned.items(), key=_by_count)][
            :most
        ],
        "questions": _grouped(base, "question", most),
        "editions": _grouped(base, "edition", most),
        "tables": _grouped(base, "game", most),
        "parties": _most(base, _PARTIES)[:most],
        "first": {"decided": judged, "stood": stood, "share": stood / judged if judged else None},
        "facts": {"differed": differed, "decided": decided},
    }


_PROMOTED = "select decision from promotions union select decision from house_rules where decision is not null"
_PARTIES = "select party, count(distinct dispute) from sides where party <> '' group by party"
_ANY = "select 1 from decisions where dispute = d.id"
_APPEALED = "select 1 from appeals where decision = c.id"


def _by_count(counted: tuple[str, int]) -> tuple[int, str]:
    return -counted[1], counted[0]


def _one(base: sqlite3.Connection, query: str) -> int:
    found: int = base.execute(query).fetchone()[0]
    return found


def _grouped(base: sqlite3.Connection, column: str, most: int) -> list[Plain]:
    query = f"select {column}, count(*) from disputes where {column} is not null group by {column}"
    return _most(base, query)[:most]


def _most(base: sqlite3.Connection, query: str) -> list[Plain]:
    """Names with their counts, the most first; those with the same count by name."""
    found = base.execute(f"{query} order by 2 desc, 1").fetchall()
    return [{"name": name, "disputes": count} for name, count in found]


def _facts(base: sqlite3.Connection) -> tuple[int, int, dict[str, int]]:
    """How many disputes had different facts, in how many they decided, and which clauses only some rulings rest on."""
    rulings: dict[int, tuple[str, frozenset[str]]] = {}
    differed = decided = 0
    turned: dict[str, int] = {}
    proofs: dict[int, list[tuple[int, str]]] = {}
    for dispute, proof, position in base.execute(
        "select dispute, proof, position from sides join proofs on proofs.id = proof"
        " where dispute in (select dispute from sides group by dispute having count(distinct proof) > 1)"
    ):
        proofs.setdefault(dispute, []).append((proof, position))
    for sides in proofs.values():
        for proof, _ in sides:
            if proof not in rulings:
                rulings[proof] = _ruling(base, proof)
        facts = len({position for _, position in sides}) > 1
        results = len({rulings[proof][0] for proof, _ in sides}) > 1
        differed += facts
        decided += facts and results
        for clause in _not_shared(rulings[proof][1] for proof, _ in sides):
            turned[clause] = turned.get(clause, 0) + 1
    return differed, decided, turned


def _ruling(base: sqlite3.Connection, proof: int) -> tuple[str, frozenset[str]]:
    """The result of a ruling, as one text, and the clauses that it rests on; nothing of one that is spoiled."""
    packed = base.execute("select ruling from proofs where id = ?", (proof,)).fetchone()[0]
    try:
        told = json.loads(unpacked(packed))
        result = json.dumps([told.get(key) for key in _RESULT], sort_keys=True)
        return result, frozenset(cited["id"] for cited in told.get("citations", ()))
    except (zlib.error, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return "", frozenset()


def _not_shared(cited: Iterable[frozenset[str]]) -> frozenset[str]:
    sets = list(cited)
    return frozenset.union(*sets) - frozenset.intersection(*sets)
