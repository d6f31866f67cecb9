"""Tables kept between calls: the state as it is, and every command with what it did.

A command once accepted stays accepted: what it changed is kept as changes, so that undo and redo need no judge and cost
the same on a table of ten commands and of ten thousand. Each command is one transaction, so a crash loses nothing
that was answered, and two terminals on one table take turns. The laid state is kept as the changes of command 0, so
that a state that is damaged can be made again from the commands.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from referee.errors import LedgerError, OvertakenError, RefereeError
from referee.ledger import labels, overtaken, refused
from referee.ledger.changes import Change, State, apply, changes
from referee.ledger.files import DamagedError, reading, writing
from referee.ledger.labels import TABLES as _TABLES
from referee.ledger.labels import Row, is_taken
from referee.ledger.labels import there as _there
from referee.ledger.rulings import Plain
from referee.ledger.schema import BESIDE

_KEYS = ("number", "command", "status", "anyway", "says", "at")
SEAT = "seat "  # so begins the `shell` of what a player does from a phone; the player's name follows
LAID, AMENDED, AGREED = "laid", "amended", "agreed"  # rows that are no command: the table, and what became of a mistake


def create(path: Path, name: str, command: str, state: State, shell: str = "") -> str:
    """Keeps a new table and makes it the current one. A name that is taken gets a number; returns the name.

    `shell`, here and below: from where it is done, so that somebody else's command is known as such.
    """
    with writing(path, _TABLES) as base:
        free = name
        number = 1
        while is_taken(base, free):
            number += 1
            free = f"{name}-{number}"
        base.execute(
            "insert into tables (name, edition, created, used, position, state) values (?, ?, ?, ?, 0, ?)",
            (free, state["edition"], _now(), _tick(base), json.dumps(state)),
        )
        _append(base, free, 0, Ruled(state, command, LAID, False, []), changes({}, state), shell)
    return free


_LISTED = {
    "": "archived = '' and deleted = ''",
    "archived": "archived <> '' and deleted = ''",
    "deleted": "deleted <> ''",
}


def names(path: Path, put_away: str = "") -> list[Plain]:
    """All tables, the one used last first; instead of them those that are `archived` or `deleted`."""
    query = f"""
    select coalesce(label, name) as name, edition, created, position, archived, deleted from (
        select t.name, edition, created, position, used, label,
               coalesce(archived, '') as archived, coalesce(deleted, '') as deleted
        from tables t left join labels l on l.name = t.name
    ) where {_LISTED[put_away]} order by used desc
    """
    with reading(path, _TABLES) as base:
        base.row_factory = sqlite3.Row
        rows = [dict(row) for row in base.execute(query).fetchall()]
    return [{key: value for key, value in row.items() if value or key not in ("archived", "deleted")} for row in rows]


def use(path: Path, name: str) -> None:
    """Makes a table the current one; LedgerError if there is none of that name."""
    with writing(_there(path), _TABLES) as base:
        row = _row(base, path, name)
        base.execute("update tables set used = ? where name = ?", (_tick(base), row.name))


def read(path: Path, name: str | None = None) -> tuple[str, State]:
    """The name and the state of a table, of the current one without a name; LedgerError if there is none."""
    with reading(_there(path), _TABLES) as base:
        row = _row(base, path, name, put_away=True)
        return row.label, _state(row, path)


def version(path: Path, name: str | None = None) -> int:
    """A number that grows with everything that is done at a table, and what is taken back there."""
    with reading(_there(path), _TABLES) as base:
        return _version(base, _row(base, path, name, put_away=True))


def _version(base: sqlite3.Connection, row: Row) -> int:
    found: int = base.execute("select used from tables where name = ?", (row.name,)).fetchone()[0]
    return found


class Ruled(NamedTuple):
    """What was ruled of a command: the new state (None if it was refused), and the command as it is typed.

    `says` is what was said. `done` are the commands that it came to, where these are more than itself, each with
    whether it went without saying; they take the place of the last `back` commands before it. Of an act that was put
    right they are all commands that were told again, with their numbers, and those that were done `anyway` are marked.
    """

    state: State | None
    command: str
    status: str
    anyway: bool
    says: list[str]
    done: list[Plain] = []  # noqa: RUF012 (never changed)
    back: int = 0


class Kept(NamedTuple):
    """The table at which something was done: how many commands that were taken back wait behind it, or are gone."""

    name: str
    waits: int = 0
    gone: int = 0


def do(
    path: Path,
    name: str | None,
    ruled: Callable[[State], tuple[Any, ...]],
    shell: str = "",
    again: bool = False,
    seen: int | None = None,
) -> Kept:
    """Rules one command on a table and keeps it, all in one go.

    `ruled` gets the state and returns the parts of a `Ruled`; it is called once more if somebody did something there
    meanwhile, so that others need not wait for a ruling. A refused command is not kept. What was taken back before
    waits behind it, and is gone with the next command; with `again` this one is the first of those that wait.
    OvertakenError where the table is no longer at the version that was `seen`.
    """
    before, found_before = _beforehand(path, name, ruled)
    with writing(_there(path), _TABLES) as base:
        row = _row(base, path, name)
        if seen is not None and _version(base, row) != seen:
            raise OvertakenError("something was done at this table meanwhile: look at it again, then say it once more")
        state = _state(row, path)
        found = found_before if found_before is not None and state == before else Ruled(*ruled(state))
        if found.state is None:
            refused.keep(base, row.name, row.position, found.command if found.status == refused.FORBIDDEN else "")
            return Kept(row.name)
        return _keep(base, row, state, found, shell, again)


def _keep(base: sqlite3.Connection, row: Row, state: State, found: Ruled, shell: str, again: bool) -> Kept:
    """Keeps what was ruled of a command after the last in force; with `again` it is the first of those that wait."""
    after: State = json.loads(json.dumps(found.state))  # as it will be read: a tuple is a list there, and no change
    number = row.position + 1
    waited = overtaken.waiting(base, row.name, row.position)
    query = "select command from commands where name = ? and number = ?"
    undone = base.execute(query, (row.name, number)).fetchone()
    again = again or (undone is None and [wait.command for wait in waited[:1]] == [found.command])
    waits = waited[1:] if again else overtaken.overtaken_by(base, row.name, number, found.command)
    base.execute("delete from commands where name = ? and number >= ?", (row.name, number))
    _append(base, row.name, number, found, changes(state, after), shell)
    overtaken.keep(base, row.name, number, waits)
    _store(base, row.name, number, after)
    is_same = again or (undone is not None and undone[0] == found.command)  # nothing was put right
    return Kept(row.name, 0 if is_same else len(waits), 0 if again or undone else len(waited))


def _beforehand(path: Path, name: str | None, ruled: Callable[[State], tuple[Any, ...]]) -> tuple[State, Ruled | None]:
    """The state of a table, and what is ruled on it while everybody else may write; None where nothing can be ruled."""
    state = read(path, name)[1]
    try:
        return state, Ruled(*ruled(state))
    except RefereeError:  # it is raised again at the table as it is then
        return state, None


def waiting(path: Path, name: str | None = None) -> list[overtaken.Waiting]:
    """The commands that were taken back and wait behind the last one; none where `redo` has others to do again."""
    with reading(_there(path), _TABLES) as base:
        row = _row(base, path, name)
        there = "select 1 from commands where name = ? and number > ?"
        if base.execute(there, (row[0], row[1])).fetchone() is not None:
            return []
        return overtaken.waiting(base, row[0], row[1])


class Step(NamedTuple):
    """A command that was taken back or done again: its number, when it was done and from where, and the state then.

    `shell` is empty where that was not kept.
    """

    command: str
    state: State
    number: int
    at: str
    shell: str


def step(path: Path, name: str | None, back: bool) -> tuple[str, State]:
    """Takes the last command back, or does one again that was taken back; returns it with the state then."""
    (only,) = steps(path, name, back)
    return only.command, only.state


def steps(
    path: Path, name: str | None, back: bool, count: int = 1, expect: int | None = None, to: int | None = None
) -> list[Step]:
    """Takes the last commands back, so many, or does as many again; returns them in order, each with the state then.

    With `to` the command of that number is the last one in force afterwards, and `count` is not looked at. LedgerError
    where there are fewer, or the first of them has not the number that was expected: nothing is changed then.
    """
    with writing(_there(path), _TABLES) as base:
        row = _row(base, path, name)
        count = count if to is None else _up_to(row[1], to, back)
        numbers = range(row[1], row[1] - count, -1) if back else range(row[1] + 1, row[1] + count + 1)
        if expect is not None and numbers[0] != expect:
            last = f"the last command is {row[1]}" if back else f"the next one to be done again would be {numbers[0]}"
            raise LedgerError(f"{last}, not {expect}: `referee history` shows what was done meanwhile")
        kept = list(_commands(base, path, row[0], numbers, back))
        state, done, shells = _state(row, path), list[Step](), _beside(base, "shells", row[0])
        for number, found in zip(numbers, kept, strict=True):
            try:
                state = apply(state, json.loads(found[1]), back)
            except (ValueError, TypeError, KeyError):
                raise DamagedError(_damaged(row[0], path, f"what command {number} did cannot be read")) from None
            done.append(Step(found[0], state, number, found[2], str(shells.get(number, ("",))[0])))
        _store(base, row[0], numbers[-1] - 1 if back else numbers[-1], state)
        return done


def _commands(
    base: sqlite3.Connection, path: Path, name: str, numbers: range, back: bool
) -> Iterator[tuple[str, str, str]]:
    """What is kept of some commands: each as it was typed, what it did, and when."""
    for there, number in enumerate(numbers):
        found = base.execute(
            "select command, changes, at from commands where name = ? and number = ?", (name, number)
        ).fetchone()
        if number < 1 or (found is None and not back):
            raise LedgerError(_too_few(back, there))
        if found is None:
            raise DamagedError(_damaged(name, path, f"command {number} is missing"))
        yield found


def _up_to(position: int, to: int, back: bool) -> int:
    """How many commands lie between the last one in force and the one that is to be the last; LedgerError for none."""
    count = position - to if back else to - position
    if count < 1 or to < 0:
        way = f"undo takes back to one before it, redo to one after it; the last command in force is {position}"
        raise LedgerError(f"the table does not go {'back' if back else 'on'} to command {to}: {way}")
    return count


def _too_few(back: bool, there: int) -> str:
    """Why so many commands are not taken back or done again: how many there are."""
    if not there:
        return "there is nothing to take back" if back else "nothing was taken back"
    commands = "1 command" if there == 1 else f"{there} commands"
    return f"only {commands} can be {'taken back' if back else 'done again'}"


def history(path: Path, name: str | None = None, last: int | None = None) -> tuple[str, list[Plain]]:
    """The commands of a table, oldest first: number, command, status, anyway, says, at, and whether it is undone.

    With `last` only so many of those in force, the last ones, and what was taken back behind them.
    With each stands what it came to, `done`, and how many before it that takes the place of, `back`; with what was done
    from a player's own phone, whose that is, `by`.
    """
    with reading(_there(path), _TABLES) as base:
        row = _row(base, path, name, put_away=True)
        since = 0 if last is None else row.position - last + 1
        query = f"select {', '.join(_KEYS)} from commands where name = ? and number >= ? order by number"
        rows = base.execute(query, (row[0], since)).fetchall()
        implied = _beside(base, "implied", row[0], since)
        shells = _beside(base, "shells", row[0], since)
    told = [dict(zip(_KEYS, found, strict=True)) for found in rows]
    for entry in told:
        try:
            entry["says"] = json.loads(entry["says"])
        except (ValueError, TypeError):
            entry["says"] = []  # the sentences are lost, the command is not
        entry["anyway"] = bool(entry["anyway"])
        entry["undone"] = entry["number"] > row[1]
        entry["done"], entry["back"] = _came_to(entry["command"], implied.get(entry["number"]))
        by = str(shells.get(entry["number"], ("",))[0])
        if by.startswith(SEAT):
            entry["by"] = by.removeprefix(SEAT)
    return row.label, told


def states(path: Path, name: str | None = None) -> tuple[str, list[State]]:
    """The name of a table and its states after each command in force, oldest first, the laid one among them.

    DamagedError where one of these cannot be read.
    """
    with reading(_there(path), _TABLES) as base:
        row = _row(base, path, name, put_away=True)
        query = "select changes from commands where name = ? and number <= ? order by number"
        kept = [changed for (changed,) in base.execute(query, (row.name, row.position))]
    found, state = list[State](), State()
    try:
        for changed in kept:
            state = apply(state, json.loads(changed))
            found.append(state)
    except (ValueError, TypeError, KeyError, RecursionError):
        raise DamagedError(_damaged(row.label, path, f"what command {len(found)} did cannot be read")) from None
    return row.label, found


def _came_to(command: str, kept: tuple[Any, ...] | None) -> tuple[list[Plain], int]:
    """What a command came to, and how many before it that takes the place of; itself where nothing else was kept."""
    try:
        return (json.loads(kept[0]), kept[1]) if kept else ([{"command": command, "implied": False}], 0)
    except (ValueError, TypeError):
        return [{"command": command, "implied": False}], 0


def parts_in_full(entries: list[Plain]) -> list[Plain]:
    """The commands in force as they were done, each with its number, whether it went without saying, and `anyway`."""
    found: list[Plain] = []
    for entry in entries:
        if entry["undone"]:
            continue
        del found[len(found) - entry["back"] :]
        marks = {"number": entry["number"], "anyway": False}
        found += [{**marks, **done} for done in entry["done"]]
        if entry["anyway"] and entry["done"] and entry["status"] != AMENDED:  # that says of each
            found[-1]["anyway"] = True
    return found


def in_full(entries: list[Plain]) -> list[str]:
    """The commands in force as they were done, with those that went without saying; what was done anyway says so."""
    return [f"{part['command']}{'  # anyway' if part['anyway'] else ''}" for part in parts_in_full(entries)]


def repair(path: Path, name: str | None = None) -> tuple[str, int]:
    """Makes the state of a table again from what its commands did, without judging them; its name and how many.

    DamagedError where these cannot be read either.
    """
    with writing(_there(path), _TABLES) as base:
        row = _row(base, path, name)
        try:
            state = _made_again(base, row[0], row[1])
        except ValueError:
            raise DamagedError(_damaged(row[0], path, "not all of what its commands did can be read")) from None
        _store(base, row[0], row[1], state)
        return row[0], row[1]


def _made_again(base: sqlite3.Connection, name: str, position: int) -> State:
    """The state of a table as its commands in force made it; ValueError where these cannot be read."""
    last, state = made_up_to(base, name, position)
    if last != position:
        raise ValueError(f"what command {last + 1} did cannot be read")
    return state


def made_up_to(base: sqlite3.Connection, name: str, position: int) -> tuple[int, State]:
    """The last command in force up to which a table can be made again, -1 for none, and the state then."""
    commands = base.execute(
        "select number, changes from commands where name = ? and number <= ? order by number", (name, position)
    ).fetchall()
    last, state = -1, State()
    for number, changed in commands:
        try:
            after = apply(state, json.loads(changed))
        except (ValueError, TypeError, KeyError, RecursionError):
            break
        if number != last + 1:
            break
        last, state = number, after
    return last, state


def state_of(kept: str) -> State | None:
    """A state from the JSON in which it is kept; None where that is spoiled."""
    try:
        state = json.loads(kept)
    except (ValueError, TypeError, RecursionError):
        return None
    return state if isinstance(state, dict) else None


def verify(base: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """The tables that are not as they were kept, each with what is wrong; nothing is changed."""
    for name, position, kept in base.execute("select name, position, state from tables order by name").fetchall():
        rows = base.execute("select number, changes from commands where name = ? order by number", (name,)).fetchall()
        try:
            made = _made_again(base, name, position)
            for _, changed in rows[position + 1 :]:  # what was taken back and can be done again
                json.loads(changed)
        except (ValueError, TypeError, RecursionError):
            yield name, "not all of what its commands did can be read"
            continue
        state = state_of(kept)
        if state is None:
            yield name, "its state cannot be read"
        elif made != state:
            yield name, "its state is not what its commands made"
    without = "select distinct name from commands where name not in (select name from tables)"
    for (name,) in base.execute(without).fetchall():
        yield name, "there are commands of it, and no table"


# -- small things ------------------------------------------------------------------------------------------------------


def _damaged(name: str, path: Path, what: str) -> str:
    return (
        f"the table {name!r} in {path} is damaged: {what}; "
        f"`referee table export {name}` saves its commands, `referee table repair {name}` tries to make it whole"
    )


def _row(base: sqlite3.Connection, path: Path, name: str | None, put_away: bool = False) -> Row:
    return labels.row(base, name, put_away)


def _state(row: Row, path: Path) -> State:
    state = state_of(row[2])
    if state is None:
        raise DamagedError(_damaged(row[0], path, "its state cannot be read"))
    return state


def _store(base: sqlite3.Connection, name: str, position: int, state: State) -> None:
    base.execute(
        "update tables set position = ?, state = ?, used = ? where name = ?",
        (position, json.dumps(state), _tick(base), name),
    )


def _append(base: sqlite3.Connection, name: str, number: int, ruled: Ruled, changed: list[Change], shell: str) -> None:
    said = json.dumps(ruled.says, ensure_ascii=False)
    base.execute(
        "insert into commands (name, number, at, command, status, anyway, says, changes)"
        " values (?, ?, ?, ?, ?, ?, ?, ?)",
        (name, number, _now(), ruled.command, ruled.status, ruled.anyway, said, json.dumps(changed)),
    )
    for table, schema in BESIDE.items():
        base.execute(schema)
        base.execute(f"delete from {table} where name = ? and number >= ?", (name, number))
    if shell:
        base.execute("insert into shells (name, number, shell) values (?, ?, ?)", (name, number, shell))
    if ruled.done or ruled.status in (AMENDED, AGREED):
        base.execute("insert into implied values (?, ?, ?, ?)", (name, number, json.dumps(ruled.done), ruled.back))


def _beside(base: sqlite3.Connection, table: str, name: str, since: int = 0) -> dict[int, tuple[object, ...]]:
    """What is kept beside the commands of a table since a number, by their numbers; nothing where that was not kept."""
    if base.execute("select 1 from sqlite_master where name = ?", (table,)).fetchone() is None:
        return {}
    rows = base.execute(f"select * from {table} where name = ? and number >= ?", (name, since)).fetchall()
    return {row[1]: row[2:] for row in rows}


def _tick(base: sqlite3.Connection) -> int:
    """A number that grows with each use: which table was used last."""
    found: int = base.execute("select coalesce(max(used), 0) + 1 from tables").fetchone()[0]
    return found


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
