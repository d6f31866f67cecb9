"""The tables of a file, as SQL: what every step of the schema adds.

`PRAGMA user_version` says how many of the steps a file has; `migrations` applies the others. The tables of the last
step are only added to: triggers refuse to change or delete a row of them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

# What was ruled. `line` is as it was typed, `position` canonical; `ruling` is JSON without its proof, and `proof` JSON
# that is compressed with zlib. Times are in UTC, here and below.
RULINGS = """
create table rulings (
    id integer primary key, at text not null, edition text not null, line text not null, position text,
    status text not null, outcome text, grade text, ruling text not null, proof blob
);
create index idx_rulings_position on rulings (position);
"""

# The tables of games. `used` grows with each use: the largest was used last. `position` is the number of the last
# command in force. `state`, `says` and `changes` (what a command did to the state, so that it can be taken back) are
# JSON. Beside them `tables` makes the table `shells` when it first needs it.
TABLES = """
create table tables (
    name text primary key not null, edition text not null, created text not null, used integer not null,
    position integer not null, state text not null
);
create table commands (
    name text not null references tables(name), number integer not null, at text not null, command text not null,
    status text not null, anyway integer not null, says text not null, changes text not null,
    primary key (name, number)
);
"""

# From which shell a command was given. Not a part of the schema: earlier referees neither make it nor miss it.
SHELLS = """
create table if not exists shells (
    name text not null, number integer not null, shell text not null, primary key (name, number)
) without rowid;
"""

# What a command came to where that is more than itself: `done` are the commands, as JSON, with those that went without
# saying, and `back` is how many before them they take the place of. As little a part of the schema as `shells`.
IMPLIED = """
create table if not exists implied (
    name text not null, number integer not null, done text not null, back integer not null, primary key (name, number)
) without rowid;
"""

# The commands that were taken back before a command and wait behind it, as JSON, each with whether it was done anyway.
OVERTAKEN = """
create table if not exists overtaken (
    name text not null, number integer not null, commands text not null, primary key (name, number)
) without rowid;
"""

# The command that was refused last at a table, and behind which command: a dispute may be about it.
REFUSED = """
create table if not exists refused (
    name text not null primary key, number integer not null, command text not null
) without rowid;
"""

# The disputes.
#   ledgers     the first is this file's own, the others were merged into it
#   entries     the chain of each ledger: `row` is the id of what was entered in the table of its kind, and `hash` is
#               over the one before and all that the row says; the first over the ledger's name and when it was begun
#   rulebooks   `digest` of the rulebase at the time, `referee` the version of the program
#   proofs      whole rulings with their proofs, each once, as JSON that is compressed with zlib
#   clauses     `name` as in `consolidated 5.10.8.2.a`, `print` of what it said then
#   disputes    `game` is the name of the table, if any, and `question` the id of the disputable point, if any
#   sides       `line` is the facts of that party as typed, `proof` what was ruled on them
#   relied      what the rulings rested on
#   readings    other readings than the preferred ones, chosen when it was ruled
#   decisions   `house` is 0 for the referee's and 1 for the table's own, `side` who was right, if anybody, `reading`
#               which reading of the question, if any, and `before` the decision that it takes the place of, if any
#   promotions  decisions that were made house rules of a table
#   searched    the words of disputes and of what was said in them; `words` says which rowid is of which dispute
#   vocabulary  each of these words once
DISPUTES = """
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

# How tables are called and where they are put, of those that were renamed, archived or deleted. `name` is the one in
# `tables`, under which all else is kept; `label` what the table is called (null: the same); the others are times.
LABELS = """
create table labels (
    name text primary key not null, label text unique, archived text not null default '',
    deleted text not null default ''
) without rowid;
"""

# The house rules of tables, and which clauses a dispute is about.
#   points       the clauses that the claims of a dispute are about, as far as that was known when it was opened
#   house_rules  a rule that a table plays by: of the decision that made it one, or of no decision where it was written
#                by hand; `game` is the table, `clauses` JSON, `decided` the day, empty where that is not known
#   withdrawals  house rules that do not hold any more, and why
HOUSE_RULES = """
create table points (
    dispute integer not null references disputes, clause text not null, primary key (dispute, clause)
) without rowid;
create table house_rules (
    id integer primary key, decision integer references decisions, at text not null, game text not null, question text,
    reading text, clauses text not null, decided text not null, says text not null
);
create table withdrawals (
    id integer primary key, house_rule integer not null references house_rules, at text not null, by text not null,
    reason text not null
);
create index decisions_in_words on decisions (dispute) where house and reading is null and side is null;
"""

UPDATED = ("rulings", "tables", "commands")
# What is kept of commands beside the schema.
BESIDE = {"shells": SHELLS, "implied": IMPLIED, "overtaken": OVERTAKEN, "refused": REFUSED}
# What is only added to: the disputes, and what came with the house rules.
OF_DISPUTES = (
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
OF_HOUSE_RULES = ("points", "house_rules", "withdrawals")
APPENDED = (*OF_DISPUTES, *OF_HOUSE_RULES)


def guards(tables: Iterable[str]) -> dict[str, str]:
    """The triggers that refuse to change or delete a row of some tables, by their names."""
    return {
        f"{table}_no_{change}": f"create trigger {table}_no_{change} before {change} on {table} "
        f"begin select raise(abort, '{table.replace('_', ' ')} are only added to'); end"
        for table in tables
        for change in ("update", "delete")
    }


GUARDS = guards(APPENDED)


def make(base: sqlite3.Connection, tables: str) -> None:
    """Makes some tables, within a transaction that is open."""
    for statement in tables.split(";\n"):
        if statement.strip():
            base.execute(statement)


def empty() -> sqlite3.Connection:
    """Returns a base in memory with all the tables, and without the guards of those that are only added to."""
    base = sqlite3.connect(":memory:")
    for tables in (RULINGS, TABLES, *BESIDE.values(), DISPUTES, LABELS, HOUSE_RULES):
        make(base, tables)
    return base
