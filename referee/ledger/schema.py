"""The ledger's tables, made and migrated with sqlite-utils.

    rulings   id, at (UTC), edition, line (as typed), position (canonical), status, outcome, grade,
              ruling (JSON without its proof), proof (JSON, compressed with zlib)

    tables    name, edition, created (UTC), used (which was used last), position (number of the last command in
              force), state (JSON)
    commands  name (of the table), number, at (UTC), command, status, anyway, says (JSON),
              changes (JSON: what it did to the state, so that it can be taken back)

What follows is only added to: triggers refuse to change or delete a row of it.

    ledgers    id, name, begun (UTC): this file's own, which is the first, and those merged into it
    entries    ledger, number, kind (dispute, decision, note, appeal or promotion), row (its id there), hash: the chain
               of each ledger, every hash over the one before and all that the row says
    rulebooks  id, digest (of the rulebase at the time), referee (the program's version)
    proofs     id, digest, ruling (the whole ruling with its proof: JSON, compressed with zlib); each kept once
    clauses    id, name (`consolidated 5.10.8.2.a`), print (of what it said then)
    disputes   id, ledger, number, at (UTC), edition, game (name of the table, if any), about, question (its id, if
               any), rulebook
    sides      dispute, side (1, 2, ...), party, claim, line (that party's facts, as typed), position (canonical),
               status, outcome, proof
    relied     clause, dispute: what the rulings rested on
    readings   dispute, question, reading: other readings than the preferred ones, chosen when it was ruled
    decisions  id, dispute, at, by, house (0 the referee's, 1 the table's own), side (who was right, if anybody),
               reading (which reading of the question, if any), says, reason, dissent, before (the one it takes the
               place of, if any)
    notes      id, dispute, at, by, says
    appeals    id, decision, at, by, reason
    promotions id, decision, at, game, question, reading, says: decisions made house rules of a table
    searched   full-text index over the words of disputes and what was said in them; rowid is the dispute

`PRAGMA user_version` holds the version of the schema. An older file is copied beside itself before it is changed.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlite_utils import Database

VERSION = 3

# What is only added to.
APPENDED = (
    "ledgers",
    "entries",
    "rulebooks",
    "proofs",
    "clauses",
    "disputes",
    "sides",
    "relied",
    "readings",
    "decisions",
    "notes",
    "appeals",
    "promotions",
)


def prepare(path: Path) -> None:
    """Makes the file and its tables, or brings an older file up to date. sqlite3 errors are the caller's to catch."""
    path.parent.mkdir(parents=True, exist_ok=True)
    database = Database(path)
    try:
        database.conn.execute("pragma busy_timeout = 5000")
        database.enable_wal()
        _keep_older(path, database)
        with database.conn:
            database.conn.execute("begin immediate")
            for number, make in enumerate(_STEPS, 1):
                if version(database) < number:
                    make(database)
            database.conn.execute(f"pragma user_version = {VERSION}")
    finally:
        database.close()


def version(database: Database) -> int:
    """The schema version of an open file; 0 for a new one."""
    found: int = database.conn.execute("pragma user_version").fetchone()[0]
    return found


def _keep_older(path: Path, database: Database) -> None:
    """Copies a file of an older schema to `NAME.vN` before it is changed, whole, and only once."""
    found = version(database)
    copy = path.with_name(f"{path.name}.v{found}")
    if found and found < VERSION and not copy.exists():
        kept = sqlite3.connect(copy)
        try:
            database.conn.backup(kept)
        finally:
            kept.close()


def _first(database: Database) -> None:
    columns = {
        "id": int,
        "at": str,
        "edition": str,
        "line": str,
        "position": str,
        "status": str,
        "outcome": str,
        "grade": str,
        "ruling": str,
        "proof": bytes,
    }
    rulings = database["rulings"]
    rulings.create(columns, pk="id", not_null={"at", "edition", "line", "status", "ruling"}, if_not_exists=True)  # type: ignore[union-attr]
    rulings.create_index(["position"], if_not_exists=True)  # type: ignore[union-attr]


def _second(database: Database) -> None:
    tables = {"name": str, "edition": str, "created": str, "used": int, "position": int, "state": str}
    database["tables"].create(tables, pk="name", not_null=set(tables), if_not_exists=True)  # type: ignore[union-attr]
    commands = {
        "name": str,
        "number": int,
        "at": str,
        "command": str,
        "status": str,
        "anyway": int,
        "says": str,
        "changes": str,
    }
    database["commands"].create(  # type: ignore[union-attr]
        commands,
        pk=("name", "number"),
        foreign_keys=[("name", "tables", "name")],
        not_null=set(commands),
        if_not_exists=True,
    )


_DISPUTES = """
create table ledgers (id integer primary key, name text not null unique, begun text not null);
create table entries (
    ledger integer not null references ledgers, number integer not null, kind text not null, row integer not null,
    hash blob not null, primary key (ledger, number)
) without rowid;
create table rulebooks (id integer primary key, digest text not null unique, referee text not null);
create table proofs (id integer primary key, digest blob not null unique, ruling blob not null);
create table clauses (id integer primary key, name text not null, print text not null, unique (name, print));
create table disputes (
    id integer primary key, ledger integer not null references ledgers, number integer not null, at text not null,
    edition text not null, game text, about text not null, question text,
    rulebook integer not null references rulebooks, unique (ledger, number)
);
create table sides (
    dispute integer not null references disputes, side integer not null, party text not null, claim text not null,
    line text not null, position text not null, status text not null, outcome text,
    proof integer not null references proofs, primary key (dispute, side)
) without rowid;
create table relied (
    clause integer not null references clauses, dispute integer not null references disputes,
    primary key (clause, dispute)
) without rowid;
create table readings (
    dispute integer not null references disputes, question text not null, reading text not null,
    primary key (dispute, question)
) without rowid;
create table decisions (
    id integer primary key, dispute integer not null references disputes, at text not null, by text not null,
    house integer not null, side integer, reading text, says text not null, reason text not null,
    dissent text not null, before integer references decisions
);
create index decisions_of on decisions (dispute);
create table notes (
    id integer primary key, dispute integer not null references disputes, at text not null, by text not null,
    says text not null
);
create index notes_of on notes (dispute);
create table appeals (
    id integer primary key, decision integer not null references decisions, at text not null, by text not null,
    reason text not null
);
create index appeals_of on appeals (decision);
create table promotions (
    id integer primary key, decision integer not null references decisions, at text not null, game text not null,
    question text, reading text, says text not null
);
create index promotions_of on promotions (game);
create index questions_of on disputes (question) where question is not null;
create virtual table searched using fts5 (words, content='', detail=column, tokenize="unicode61 remove_diacritics 2");
"""


def _third(database: Database) -> None:
    for statement in _DISPUTES.split(";\n"):
        if statement.strip():
            database.conn.execute(statement)
    for table in APPENDED:
        for change in ("update", "delete"):
            database.conn.execute(
                f"create trigger {table}_no_{change} before {change} on {table} "
                f"begin select raise(abort, '{table} are only added to'); end"
            )


_STEPS = (_first, _second, _third)
