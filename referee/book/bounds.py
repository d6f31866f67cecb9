"""How much is read at once. Nothing that is played comes near a bound; what goes beyond one is refused at once.

Every reader takes its bounds from here, so that a line on a web page costs no more than one that is typed.
"""

from __future__ import annotations

import errno
import os
import stat
import zlib
from pathlib import Path

from referee.errors import MalformedError

LETTERS = 20_000  # of a line, of a text that a player says, and of one line of a file
PLAYERS = 8  # that one line names
FACTS = 100  # clauses of a line, facts of `may` and `set`, names of a list
PIECES = 600  # words, numbers and marks of one clause: two for each card of a hand, and some more
CARDS = 200  # of a hand or a deck
COMMANDS = 2_000  # of a play
DEPTH = 100  # of nested lists and tables in a file
RULING = 8 << 20  # bytes of a kept ruling, unpacked
COPY = 8 << 20  # bytes of a player's own copy of a book
TOML = 2 << 20  # bytes of a file of cases, of house rules or of the rulebase
DOTS = 200  # on one line of it: the parts of a key
LEDGER = 2 << 30  # bytes of a written-out ledger
LEDGER_LINE = 16 << 20  # bytes of one line of it: a packed ruling in base64, or the longest entry


def check_line(line: str) -> None:
    """Raises MalformedError for a line with more letters than any that is played."""
    if len(line) > LETTERS:
        hint = f"This one has {len(line):,}; say it in fewer clauses, or at a table, command by command."
        raise MalformedError(line[: LETTERS + 1], LETTERS, f"a line of at most {LETTERS:,} letters", hint)


def check_pieces(line: str, pieces: list[str], starts: list[int]) -> None:
    """Raises MalformedError for a line of too many clauses, or with a clause of too many pieces, at the place."""
    clauses = begun = 0
    for at, piece in enumerate(pieces):
        if piece == ";":
            clauses, begun = clauses + 1, at
            if clauses > FACTS:
                raise MalformedError(line, starts[at], f"the end of the line: it has {FACTS} clauses already")
        elif at - begun > PIECES:
            raise MalformedError(
                line, starts[at], f"';' or the end of the line: no clause has more than {PIECES} words and marks"
            )


def read_bytes(path: Path, most: int) -> bytes:
    """What stands in a file. OSError, with words of its own, for one that is too large or no regular file."""
    with path.open("rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file")
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most >> 20} MB")
    return data


def load_toml(text: str) -> dict[str, object]:
    """What a TOML text says. ValueError for one that is no TOML, or is built as nobody writes it.

    A key is read in a time that grows with the square of its parts, and lists in lists as deep as Python goes.
    """
    import tomllib  # not at all where everything was parsed before

    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LETTERS:
            raise ValueError(f"a line has {len(line):,} letters, and none has more than {LETTERS:,} (at line {number})")
        if len(line) > 2 * DOTS and line.count(".") > DOTS:
            raise ValueError(f"a line has more than {DOTS} dots (at line {number})")
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise ValueError("lists or tables lie too deep in each other") from None
    check_depth(data)
    return data


def check_depth(data: object) -> None:
    """Raises ValueError for data in which lists and mappings lie deeper in each other than anything that is kept."""
    layer = [data]
    for _ in range(DEPTH):
        layer = [
            part
            for whole in layer
            if isinstance(whole, (dict, list))
            for part in (whole.values() if isinstance(whole, dict) else whole)
        ]
        if not layer:
            return
    raise ValueError(f"lists or tables lie in each other more than {DEPTH} deep")


def unpacked(packed: bytes, most: int = RULING) -> bytes:
    """What was packed with zlib. zlib.error where it is spoiled, cut short, or larger than it may be."""
    unpacking = zlib.decompressobj()
    data = unpacking.decompress(packed, most)
    if not unpacking.eof or unpacking.unused_data:
        large = len(data) >= most
        raise zlib.error(f"it is larger than {most >> 20} MB" if large else "it is cut short, or more follows it")
    return data
