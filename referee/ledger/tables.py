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

from referee.errors import LedgerError
from referee.ledger.files import DamagedError, Kept, reading, writing
from referee.ledger.rulings import Plain
from referee.ledger.schema import SHELLS

State = Plain
Change = list[Any]  # as `changes` tells it
_KEYS = ("number", "command", "status", "anyway", "says", "at")


def changes(before: State, after: State) -> list[Change]:
    """What differs between two states, as `apply` makes it or takes it back.

    [key, old, new] for a value, [key, part, old, new] for a part of a mapping, [key, place, old, new] for a list from
    that place on.
    """
    found: list[Change] = []
    for key, new in after.items():
        old = before.get(key)
        if old == new and key in before:
            continue
        if isinstance(old, dict) and isinstance(new, dict) and list(old) == list(new):
            found += [[key, part, old[part], new[part]] for part in old if old[part] != new[part]]
        elif isinstance(old, list) and isinstance(new, list):
            pairs = enumerate(zip(old, new, strict=False))
            place = next((at for at, (one, other) in pairs if one != other), min(len(old), len(new)))
            found.append([key, place, old[place:], new[place:]])
        else:
            found.append([key, old, new])
    return found


def apply(state: State, changed: list[Change], back: bool = False) -> State:
    """A state with changes made, or taken back."""
    after = dict(state)
    for *path, old, new in changed:
        value = old if back else new
        if len(path) == 1:
            after[path[0]] = value
        elif isinstance(path[1], int):
            after[path[0]] = [*after[path[0]][: path[1]], *value]
        else:
            after[path[0]] = {**after[path[0]], path[1]: value}
    return after


# -- tables ------------------------------------------------------------------------------------------------------------


def create(path: Path, name: str, command: str, state: State, shell: str = "") -> str:
    """Keeps a new table and makes it the current one. A name that is taken gets a number; returns the name.

    `shell`, here and below: from where it is done, so that somebody else's command is known as such.
    """
    with writing(path, _TABLES) as base:
        free = name
        number = 1
        while base.execute("select 1 from tables where name = ?", (free,)).fetchone():
            number += 1
            free = f"{name}-{number}"
        base.execute(
            "insert into tables (name, edition, created, used, position, state) values (?, ?, ?, ?, 0, ?)",
            (free, state["edition"], _now(), _tick(base), json.dumps(state)),
        )
        _append(base, free, 0, command, "laid", False, [], changes({}, state), shell)
    return free


def names(path: Path) -> list[Plain]:
    """All tables, the one used last first."""
    with reading(path, _TABLES) as base:
        base.row_factory = sqlite3.Row
        rows = base.execute("select name, edition, created, position from tables order by used desc").fetchall()
    return [dict(row) for row in rows]


def use(path: Path, name: str) -> None:
    """Makes a table the current one; LedgerError if there is none of that name."""
    with writing(_there(path), _TABLES) as base:
        _row(base, path, name)
        base.execute("update tables set used = ? where name = ?", (_tick(base), name))


def read(path: Path, name: str | None = None) -> tuple[str, State]:
    """The name and the state of a table, of the current one without a name; LedgerError if there is none."""
    with reading(_there(path), _TABLES) as base:
        row = _row(base, path, name)
        return row[0], _state(row, path)


def do(
    path: Path,
    name: str | None,
    ruled: Callable[[State], tuple[State | None, str, str, bool, list[str]]],
    shell: str = "",
) -> str:
    """Rules one command on a table and keeps it, all in one go; returns the table's name.

    `ruled` gets the state and returns the new one (None for a refused command, which is not kept), the command as it
    is typed, its status, whether it was done anyway, and what was said. What was taken back before is gone then.
    """
    with writing(_there(path), _TABLES) as base:
        row = _row(base, path, name)
        state = _state(row, path)
        after, command, status, anyway, says = ruled(state)
        if after is None:
            return row[0]
        number = row[1] + 1
        base.execute("delete from commands where name = ? and number >= ?", (row[0], number))
        _append(base, row[0], number, command, status, anyway, says, changes(state, after), shell)
        _store(base, row[0], number, after)
        return row[0]


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


def steps(path: Path, name: str | None, back: bool, count: int = 1, expect: int | None = None) -> list[Step]:
    """Takes the last commands back, so many, or does as many again; returns them in order, each with the state then.

    LedgerError where there are fewer, or the first of them has not the number that was expected: nothing is changed
    then.
    """
    with writing(_there(path), _TABLES) as base:
        row = _row(base, path, name)
        numbers = range(row[1], row[1] - count, -1) if back else range(row[1] + 1, row[1] + count + 1)
        if expect is not None and numbers[0] != expect:
            last = f"the last command is {row[1]}" if back else f"the next one to be done again would be {numbers[0]}"
            raise LedgerError(f"{last}, not {expect}: `referee history` shows what was done meanwhile")
        kept = list(_commands(base, path, row[0], numbers, back))
        state, done = _state(row, path), list[Step]()
        for number, found in zip(numbers, kept, strict=True):
            try:
                state = apply(state, json.loads(found[1]), back)
            except (ValueError, TypeError, KeyError):
                raise DamagedError(_damaged(row[0], path, f"what command {number} did cannot be read")) from None
            done.append(Step(found[0], state, number, found[2], _shell_of(base, row[0], number)))
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


def _too_few(back: bool, there: int) -> str:
    """Why so many commands are not taken back or done again: how many there are."""
    if not there:
        return "there is nothing to take back" if back else "nothing was taken back"
    commands = "1 command" if there == 1 else f"{there} commands"
    return f"only {commands} can be {'taken back' if back else 'done again'}"


def history(path: Path, name: str | None = None) -> tuple[str, list[Plain]]:
    """The commands of a table, oldest first: number, command, status, anyway, says, at, and whether it is undone."""
    with reading(_there(path), _TABLES) as base:
        row = _row(base, path, name)
        rows = base.execute(
            f"select {', '.join(_KEYS)} from commands where name = ? order by number", (row[0],)
        ).fetchall()
    told = [dict(zip(_KEYS, found, strict=True)) for found in rows]
    for entry in told:
        try:
            entry["says"] = json.loads(entry["says"])
        except (ValueError, TypeError):
            entry["says"] = []  # the sentences are lost, the command is not
        entry["anyway"] = bool(entry["anyway"])
        entry["undone"] = entry["number"] > row[1]
    return row[0], told


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

_NO_TABLE = "there is no table yet; lay one with: referee table red purple yellow blue"
_TABLES = Kept("tables", "`referee table export` saves what can be read of a table")


def _damaged(name: str, path: Path, what: str) -> str:
    return (
        f"the table {name!r} in {path} is damaged: {what}; "
        f"`referee table export {name}` saves its commands, `referee table repair {name}` tries to make it whole"
    )


def _there(path: Path) -> Path:
    """The path of a file that is there: a table is not looked for in a new file."""
    try:
        if path.exists():
            return path
    except OSError as error:
        raise LedgerError(f"the tables in {path} could not be read: {error.strerror}") from None
    raise LedgerError(_NO_TABLE)


def _row(base: sqlite3.Connection, path: Path, name: str | None) -> tuple[str, int, str]:
    where = "where name = ?" if name else "order by used desc limit 1"
    found = base.execute(f"select name, position, state from tables {where}", (name,) if name else ()).fetchone()
    if found is None:
        raise LedgerError(f"there is no table {name!r}; `referee table list` shows them" if name else _NO_TABLE)
    return found[0], found[1], found[2]


def _state(row: tuple[str, int, str], path: Path) -> State:
    state = state_of(row[2])
    if state is None:
        raise DamagedError(_damaged(row[0], path, "its state cannot be read"))
    return state


def _store(base: sqlite3.Connection, name: str, position: int, state: State) -> None:
    base.execute(
        "update tables set position = ?, state = ?, used = ? where name = ?",
        (position, json.dumps(state), _tick(base), name),
    )


def _append(
    base: sqlite3.Connection,
    name: str,
    number: int,
    command: str,
    status: str,
    anyway: bool,
    says: list[str],
    changed: list[Change],
    shell: str,
) -> None:
    base.execute(
        "insert into commands (name, number, at, command, status, anyway, says, changes)"
        " values (?, ?, ?, ?, ?, ?, ?, ?)",
        (name, number, _now(), command, status, anyway, json.dumps(says, ensure_ascii=False), json.dumps(changed)),
    )
    base.execute(SHELLS)
    base.execute("delete from shells where name = ? and number >= ?", (name, number))
    if shell:
        base.execute("insert into shells (name, number, shell) values (?, ?, ?)", (name, number, shell))


def _shell_of(base: sqlite3.Connection, name: str, number: int) -> str:
    """From where a command was done; empty where that was not kept."""
    if base.execute("select 1 from sqlite_master where name = 'shells'").fetchone() is None:
        return ""
    found = base.execute("select shell from shells where name = ? and number = ?", (name, number)).fetchone()
    return str(found[0]) if found is not None else ""


def _tick(base: sqlite3.Connection) -> int:
    """A number that grows with each use: which table was used last."""
    found: int = base.execute("select coalesce(max(used), 0) + 1 from tables").fetchone()[0]
    return found


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
