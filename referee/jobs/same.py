"""Whether two machines have the same referee: one print of its program and of all its rules."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

from referee.book.places import RULEBASE

_PROGRAM = Path(__file__).resolve().parents[1]


@lru_cache(maxsize=1)
def referee_print() -> str:
    """The version with a digest of the program's and the rulebase's files, such as `0.1.0 (5f0c…)`."""
    from referee import __version__

    digest = blake2b(digest_size=6)
    for folder, pattern in ((_PROGRAM, "*.py"), (RULEBASE, "*.*")):
        for path in sorted(folder.rglob(pattern)):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(f"{path.relative_to(folder).as_posix()}\0".encode())
                digest.update(path.read_bytes())
    return f"{__version__} ({digest.hexdigest()})"
