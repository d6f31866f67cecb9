"""The commands of the variants read and written: techs, and alien sheets that lie facedown.

What is read comes back as the values of a command, for `commands` to put together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.state import table as tbl
from referee.state.table import Tech
from referee.state.tokens import is_number

if TYPE_CHECKING:
    from referee.state.commands import Command, _Reader

Values = dict[str, Any]


def research(r: _Reader) -> Values:
    """`research red [Lunar-Cannon | tech 2] [1] [from red.1]`."""
    found: Values = {"who": r.player("who researches a tech")}
    while not r.done():
        if r.word("from"):
            found["stacks"] = r.stacks(found.get("ships") or 1)
        elif is_number(r.now):
            found["ships"] = r.number("how many ships")
        else:
            found |= _which(r)
    return found


def back(r: _Reader) -> Values:
    """`complete red Lunar-Cannon [to red.1 2, red.2 1]`; `abandon` likewise."""
    found: Values = {"who": r.player("whose tech it is")}
    while not r.done():
        if r.word("to"):
            found["stacks"] = r.stacks(0)
        else:
            found |= _which(r)
    return found


def acquire(r: _Reader) -> Values:
    """`acquire red [3] [keep Lunar-Cannon | keep 1]`: how many are drawn, and which, or how many, are kept."""
    found: Values = {"who": r.player("who draws techs")}
    if is_number(r.now):
        found["number"] = r.card_count("how many techs are drawn", "techs")
    if r.word("keep"):
        if is_number(r.now):
            found["ships"] = r.card_count("how many techs are kept", "techs")
        else:
            found["word"] = r.card_name("the name of the tech that is kept", "tech")
    return found


def show(r: _Reader) -> Values:
    """`show red/Clone`, `show red Clone`, or `show red` where the alien is known."""
    who = r.player("whose alien sheet it is")
    given = r.aliens() or (() if r.done() else (r.alien(),))
    return {"who": who, "aliens": {who: given} if given else {}}


def _which(r: _Reader) -> Values:
    """Which of a player's techs: by its place, or by name."""
    if r.word("tech"):
        return {"number": r.number("which of the player's techs, such as: tech 2")}
    return {"word": r.card_name("the name of a tech, or: tech 2", "tech")}


def techs(r: _Reader) -> list[tuple[str, tuple[Tech, ...]]]:
    """`red: Lunar-Cannon 3, ?, Xenon-Lasers complete`: all techs that lie in front of a player."""
    who = r.player("whose techs")
    r.mark(":")
    found: list[Tech] = []
    while not r.done() and not r.word("none"):
        name = tbl.UNKNOWN if r.mark(tbl.UNKNOWN) else r.card_name("the name of a tech, or ?", "tech")
        ships = r.number("how many ships") if is_number(r.now) else 0
        found.append(Tech(name, ships, r.word("complete")))
        if not r.mark(","):
            break
    return [(who, tuple(found))]


def write_tech(c: Command) -> str:
    """`research`, `complete` and `abandon` as they are typed."""
    parts = [c.verb, c.who, c.word or (f"tech {c.number}" if c.number is not None else "")]
    if c.verb == "research" and c.ships is not None:
        parts.append(str(c.ships))
    if c.stacks:
        parts.append("from" if c.verb == "research" else "to")
        parts.append(", ".join(f"{place} {ships}" if ships else place for place, ships in c.stacks))
    return " ".join(part for part in parts if part)


def write_acquire(c: Command) -> str:
    """`acquire` as it is typed."""
    drawn = "" if c.number is None else f" {c.number}"
    kept = c.word or ("" if c.ships is None else str(c.ships))
    return f"acquire {c.who}{drawn}" + (f" keep {kept}" if kept else "")


def write_show(c: Command) -> str:
    """`show` as it is typed."""
    return f"show {'/'.join((c.who, *c.aliens.get(c.who, ())))}"


def write_techs(who: str, held: tuple[Tech, ...]) -> str:
    """The fact of all techs of a player, as `set` takes it."""
    told = [f"{t.name}{f' {t.ships}' if t.ships else ''}{' complete' if t.complete else ''}" for t in held]
    return f"tech {who}: {', '.join(told) or 'none'}"
