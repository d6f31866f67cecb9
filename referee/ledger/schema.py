"""The ledger's tables, made and migrated with sqlite-utils.

    rulings   id, at (UTC), edition, line (as typed), position (canonical), status, outcome, grade,
              ruling (JSON without its proof), proof (JSON, compressed with zlib)

    tables    name, edition, created (UTC), used (which was used last), position (number of the last command in
              force), state (JSON)
    commands  name (of the table), number, at (UTC), command, status, anyway, says (JSON),
              changes (JSON: what it did to the state, so that it can be taken back)
    shells    name, number, shell: from which shell a command was given; made with the first such command, since a file
              is whole without it

What follows is only added to: triggers refuse to change or delete a row of it.

    ledgers    id, name, begun (UTC): this file's own, which is the first, and those merged into it
    entries    ledger, number, kind (dispute, decision, note, appeal or promotion), row (its id there), hash: the chain
               of each ledger, every hash over the one before and all that the row says; the first over the ledger's
               name and when it was begun
    rulebooks  id, digest (of the rulebase at the time), referee (the program's version)
    proofs     id, digest, position (canonical), status, outcome, ruling (the whole ruling with its proof: JSON,
               compressed with zlib); each kept once
    clauses    id, name (`consolidated 5.10.8.2.a`), print (of what it said then)
    disputes   id, ledger, number, at (UTC), edition, game (name of the table, if any), about, question (its id, if
               any), rulebook
    sides      dispute, side (1, 2, ...), party, claim, line (that party's facts, as typed), proof (what was ruled on
               them)
    relied     clause, dispute: what the rulings rested on
    readings   dispute, question, reading: other readings than the preferred ones, chosen when it was ruled
    decisions  id, dispute, at, by, house (0 the referee's, 1 the table's own), side (who was right, if anybody),
               reading (which reading of the question, if any), says, reason, dissent, before (the one it takes the
               place of, if any)
    notes      id, dispute, at, by, says
    appeals    id, decision, at, by, reason
    promotions id, decision, at, game, question, reading, says: decisions made house rules of a table

and the index, which follows from these (`words.py` says which words are in it, and which rowid is of which dispute):

    searched   full-text index over the words of disputes and what was said in them
    vocabulary word: each word of the index once

`PRAGMA user_version` holds the version of the schema. An older file is copied beside itself before it is changed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from referee.book.whole import private_file, private_folder

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
    private_folder(path.parent)
    private_file(path)
    database = Database(path)
    try:
        database.conn.execute("pragma busy_timeout = 5000")
        database.enable_wal()
        with database.conn:
            database.conn.execute("begin immediate")
            found = version(database)
            if 0 < found < VERSION:
                _keep_older(path, found)
            for number, make in enumerate(_STEPS, 1):
                if found < number:
                    make(database.conn)
            if found < VERSION:
                database.conn.execute(f"pragma user_version = {VERSION}")
    finally:
        database.close()


def version(database: Database) -> int:
    """The schema version of an open file; 0 for a new one."""
    found: int = database.conn.execute("pragma user_version").fetchone()[0]
    return found


def _keep_older(path: Path, found: int) -> None:
    """Copies a file of an older schema to `NAME.vN` before it is changed; a copy is there whole or not at all.

    The caller keeps others from writing, so it is read by a connection of its own.
    """
    copy, number = path.with_name(f"{path.name}.v{found}"), 1
    while copy.exists():
        number += 1
        copy = path.with_name(f"{path.name}.v{found}-{number}")
    unfinished = path.with_name(f"{copy.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    private_file(unfinished)
    try:
        with closing(sqlite3.connect(path)) as whole, closing(sqlite3.connect(unfinished)) as kept:
            whole.backup(kept)
        unfinished.replace(copy)
    finally:
        unfinished.unlink(missing_ok=True)


def _first(base: sqlite3.Connection) -> None:
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
    _create(base, "rulings", columns, pk="id", not_null={"at", "edition", "line", "status", "ruling"})
    base.execute("create index idx_rulings_position on rulings (position)")


def _second(base: sqlite3.Connection) -> None:
    tables = {"name": str, "edition": str, "created": str, "used": int, "position": int, "state": str}
    _create(base, "tables", tables, pk="name", not_null=set(tables))
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
    keys = [("name", "tables", "name")]
    _create(base, "commands", commands, pk=("name", "number"), not_null=set(commands), foreign_keys=keys)


def _create(base: sqlite3.Connection, name: str, columns: dict[str, Any], **how: Any) -> None:
    """Makes a table as sqlite-utils would; sqlite-utils itself would end the transaction that this is a part of."""
    base.execute(Database(base).create_table_sql(name, columns, **how))


_DISPUTES = """
create table ledgers (id integer primary key, name text not null unique, begun text not null);
create table entries (
    ledger integer not null references ledgers, number integer not null, kind text not null, row integer not null,
    hash blob not null, primary key (ledger, number)
) without rowid;
create index entries_of on entries (row, kind, hash);
create table rulebooks (
    id integer primary key, digest text not null, referee text not null, unique (digest, referee)
);
create table proofs (
    id integer primary key, digest blob not null unique, position text not null, status text not null, outcome text,
    ruling blob not null
);
create table clauses (id integer primary key, name text not null, print text not null, unique (name, print));
create table disputes (
    id integer primary key, ledger integer not null references ledgers, number integer not null, at text not null,
    edition text not null, game text, about text not null, question text,
    rulebook integer not null references rulebooks, unique (ledger, number)
);
create table sides (
    dispute integer not null references disputes, side integer not null, party text not null, claim text not null,
    line text not null, proof integer not null references proofs, primary key (dispute, side)
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
create table vocabulary (word text primary key) without rowid;
create virtual table searched using fts5 (words, content='', detail=none, tokenize=ascii);
"""


def _third(base: sqlite3.Connection) -> None:
    unguarded(base)
    for table in APPENDED:
        for change in ("update", "delete"):
            base.execute(
                f"create trigger {table}_no_{change} before {change} on {table} "
                f"begin select raise(abort, '{table} are only added to'); end"
            )


def unguarded(base: sqlite3.Connection) -> None:
    """Makes the tables of disputes as they are, but without the triggers that keep what is written."""
    for statement in _DISPUTES.split(";\n"):
        if statement.strip():
            base.execute(statement)


_STEPS = (_first, _second, _third)
