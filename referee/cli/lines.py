"""Where the lines of the interactive table come from: a script, a plain terminal, or prompt_toolkit's."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from referee.cli.common import printing
from referee.errors import needs_extra

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import History

    from referee.cli.complete import Scene

HISTORY = "play-history"  # in the user's data folder
COMFORT = needs_extra("For completion and a history that is kept", "play")


class Prompt(NamedTuple):
    """What stands before the line: as plain text, and with the terminal's colors."""

    plain: str
    colored: str


class Lines:
    """Lines from a script: each is shown after its prompt, so that what is printed reads as it was played."""

    interactive = False
    hint = ""  # what to tell the player once

    def read(self, prompt: Prompt, scene: Callable[[], Scene | None]) -> str:
        """The next line; EOFError at the end, KeyboardInterrupt where the line was given up."""
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        line = line.rstrip("\r\n")
        if line.strip():
            with printing():
                sys.stdout.write(f"{prompt.plain}{_printable(line)}\n")
        return line


class PlainLines(Lines):
    """Lines from a terminal without prompt_toolkit."""

    interactive = True
    hint = COMFORT

    def __init__(self) -> None:
        with suppress(ImportError):
            import readline  # noqa: F401  makes the arrow keys work, where Python has it

    def read(self, prompt: Prompt, scene: Callable[[], Scene | None]) -> str:
        """The next line; EOFError at the end, KeyboardInterrupt where the line was given up."""
        try:
            return input(prompt.plain)
        except UnicodeDecodeError:
            return "\ufffd"


class ComfortLines(Lines):
    """Lines with completion and a kept history: what the `play` extra brings."""

    interactive = True

    def __init__(self, history: Path | None) -> None:
        from prompt_toolkit import PromptSession

        self._scene: Callable[[], Scene | None] = lambda: None
        self._session: PromptSession[str] = PromptSession(
            history=_history(history), completer=_completer(self), complete_while_typing=True
        )

    def read(self, prompt: Prompt, scene: Callable[[], Scene | None]) -> str:
        """The next line; EOFError at the end, KeyboardInterrupt where the line was given up."""
        from prompt_toolkit.formatted_text import ANSI

        self._scene = scene
        return str(self._session.prompt(ANSI(prompt.colored)))

    def choices(self, typed: str) -> Iterator[tuple[str, int, str]]:
        """What may complete the line: text, how many letters it replaces, what it is. Never an exception."""
        from referee.cli.complete import choices

        try:
            scene = self._scene()
            yield from choices(typed, scene) if scene is not None else ()
        except Exception:  # a completion that fails is none
            return


def _completer(lines: ComfortLines) -> Completer:
    from prompt_toolkit.completion import Completer, Completion

    class _Completing(Completer):  # type: ignore[misc, unused-ignore]  # without types where it is not installed
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            for text, replaces, says in lines.choices(document.text_before_cursor):
                yield Completion(text, -replaces, display_meta=says or None)

    return _Completing()


def _history(path: Path | None) -> History:
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    class _Kept(FileHistory):  # type: ignore[misc, unused-ignore]
        def load_history_strings(self) -> Iterator[str]:
            try:
                yield from super().load_history_strings()
            except OSError:
                return

        def store_string(self, string: str) -> None:
            try:
                Path(str(self.filename)).parent.mkdir(parents=True, exist_ok=True)
                super().store_string(string)
            except (OSError, UnicodeError):  # a line that cannot be kept is played all the same
                return

    return _Kept(str(path)) if path is not None else InMemoryHistory()


def lines(history: Path | None) -> Lines:
    """The best source there is: a script where the input is none of a terminal, else one with comfort or without."""
    if sys.stdin is None or not sys.stdin.isatty():
        if sys.stdin is not None and hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(encoding="utf-8", errors="replace")
        return Lines()
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        return PlainLines()
    try:
        return ComfortLines(history)
    except ImportError:
        return PlainLines()


def _printable(line: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)
