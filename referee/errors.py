"""What can go wrong, and how it is said.

    RefereeError                  anything this package raises on purpose
    ├── MalformedError            a line that is not understood: the line, the place, what was expected
    ├── ImpossibleError           a position that is understood and cannot be: every fault at once
    ├── RulebaseError             a rulebase file that is missing or wrong: the file and the line
    ├── CaseFileError             a case file that cannot be read: the file and the line
    ├── SettingsError             a settings file (referee.toml) that is wrong: the file and the line
    └── LedgerError               the ledger cannot be opened or written
        └── OvertakenError        something was done at the table since it was looked at

An *illegal* act and an *open* point are no errors: they are rulings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_MANY, _NEAREST = 12, 3  # words that are listed whole, and of more of them those that are told
_LONGEST = 600  # letters of one sentence: a name of a thousand is not said again in full


class RefereeError(Exception):
    """The root of everything raised on purpose; `str()` of it can be shown to a player."""


class MalformedError(RefereeError):
    """A line that is not understood.

    `line` is the text as typed, `column` the 0-based place where it stopped making sense, `expected`
    what could have stood there, `hint` a sentence on what to type instead (may be empty).
    """

    def __init__(self, line: str, column: int, expected: str, hint: str = "") -> None:
        self.line = line
        self.column = column
        self.expected = expected
        self.hint = hint
        super().__init__(self.text())

    def text(self, width: int = 100) -> str:
        """What is said of it: a piece of the line of so many columns, a caret under the place, and the sentences."""
        shown, caret = self._window(width)
        text = f"{shown}\n{' ' * caret}^\nExpected {_cut(self._nearest())}."
        return f"{text} {_cut(self.hint)}" if self.hint else text

    def _nearest(self) -> str:
        """What was expected; of a long list of words those that look most like what was typed."""
        head, colon, listed = self.expected.partition(": ")
        words = listed.split(", ")
        if not colon or len(words) <= _MANY:
            return self.expected
        from difflib import get_close_matches  # only on the way to an error

        typed = re.match(r"[\w-]*", self.line[self.column :].casefold())
        near = get_close_matches(typed[0], words, _NEAREST, 0) if typed and typed[0] else words[:_NEAREST]
        return f"{head}: {', '.join(near)} or one of {len(words) - len(near)} others"

    def _window(self, width: int) -> tuple[str, int]:
        """(a printable piece of the line, the caret's column in it): long lines are cut around the place."""
        line = "".join(c if c.isprintable() else " " for c in self.line)
        start = 0 if len(line) <= width else max(0, min(self.column - width // 2, len(line) - width))
        piece = line[start : start + width]
        lead, tail = "… " if start else "", " …" if start + width < len(line) else ""
        return f"{lead}{piece}{tail}", len(lead) + self.column - start


class ImpossibleError(RefereeError):
    """A position that is understood but cannot be on any table; `faults` has every reason, a sentence each."""

    def __init__(self, line: str, faults: Sequence[str]) -> None:
        self.line = line
        self.faults = tuple(faults)
        head = "This position cannot be:" if len(self.faults) == 1 else "This position cannot be, for these reasons:"
        super().__init__("\n".join([head, *(f"  - {_cut(fault)}" for fault in self.faults)]))


class RulebaseError(RefereeError):
    """A rulebase file that is missing, unreadable or wrong; `place` is file and line."""

    def __init__(self, place: str, fault: str) -> None:
        self.place = place
        self.fault = fault
        super().__init__(f"{place}: {_cut(fault)}")


def unknown_name(what: str, name: str, near: Sequence[str]) -> RulebaseError:
    """The error for an alien or a card (`what`) that is not in the rulebase, with the names that look like it."""
    hint = f"did you mean {' or '.join(near)}?" if near else "no name looks like it, so check the spelling on the card"
    return RulebaseError(name, f"no {what} of that name; {hint}")


class CaseFileError(RefereeError):
    """A case file that is missing, unreadable or wrong; `place` is file and line."""

    def __init__(self, place: str, fault: str) -> None:
        self.place = place
        self.fault = fault
        super().__init__(f"{place}: {_cut(fault)}")


class SettingsError(RefereeError):
    """A settings file that is missing, unreadable or wrong; `place` is file and line."""

    def __init__(self, place: str, fault: str) -> None:
        self.place = place
        self.fault = fault
        super().__init__(f"{place}: {_cut(fault)}")


class LedgerError(RefereeError):
    """The ledger cannot be opened, read or written."""

    def __init__(self, says: str) -> None:
        super().__init__(_cut(says))


class OvertakenError(LedgerError):
    """Something was done at the table since it was looked at; nothing is done."""


def needs_extra(what: str, extra: str) -> str:
    """The sentence that says what to install for something that this installation lacks (`what`: before a colon)."""
    return f"{what}: pip install '.[{extra}]' in the project's folder, or 'FILE.whl[{extra}]' with its wheel"


def _cut(sentence: str) -> str:
    """The sentence without the middle of a name that nobody can have meant."""
    half = _LONGEST // 2
    return sentence if len(sentence) <= _LONGEST else f"{sentence[:half]} … {sentence[-half:]}"
