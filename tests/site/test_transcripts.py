"""The commands of the guides are typed anew, and what they print must stand there."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.site.transcripts import Typed, Typing, as_on_one_day, blocks, matches, typing

GUIDE = """# A guide

```console
$ referee rule 5.10.8.3
wrong
$ referee table red blue green
```

```sh
$ referee not typed
```
"""


def test_a_block_has_commands_with_their_lines() -> None:
    assert [list(block) for block in blocks(GUIDE)] == [
        [Typed(4, "referee rule 5.10.8.3", "wrong"), Typed(6, "referee table red blue green", "")]
    ]


@pytest.mark.parametrize(
    ("shows", "printed", "same"),
    [
        ("a\nb", "a\nb", True),
        ("a\nb", "a\nc", False),
        ("a", "a\nb", False),
        ("a\n...\nd", "a\nb\nc\nd", True),
        ("a\n  ...", "a\nb", True),
        ("a\n...\nd", "a\nb", False),
        ("a.c", "abc", False),
    ],
)
def test_what_is_shown_is_what_is_printed(shows: str, printed: str, same: bool) -> None:
    assert matches(shows, printed) is same


def test_what_differs_from_day_to_day_does_not_count() -> None:
    told = "Decided by Ann, 2031-01-02\n  ledger  ledger-00aa00bb:2:0123456789abcdef  "
    assert as_on_one_day(told) == "Decided by Ann, 2026-05-12\n  ledger  ledger-3f9a1c04:2:7d20b15ce8a94f63"


def test_what_is_printed_otherwise_is_named_with_its_place(tmp_path: Path) -> None:
    guide = tmp_path / "guide.md"
    guide.write_text(GUIDE)
    with typing({"guide": guide}) as begun:
        (fault,) = [fault for block in begun for fault in block.otherwise()]
    assert fault.startswith("guide.md:4: referee rule 5.10.8.3\n  prints otherwise now:\nconsolidated 5.10.8.3")


def test_a_command_that_is_none_is_named() -> None:
    begun = Typing("guide.md", [Typed(7, "referee lauhnch", "")])
    try:
        (fault,) = begun.otherwise()
    finally:
        begun.close()
    assert fault.startswith("guide.md:7: referee lauhnch\n  is not done:")
