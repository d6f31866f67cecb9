"""A program that is asked over standard input and output, a line of JSON each: started, timed, and started again."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from types import TracebackType
from typing import IO

from referee.conformance.answering import Answer
from referee.conformance.items import Item
from referee.conformance.protocol import UnansweredError, read_answer
from referee.errors import RefereeError

_CHUNK = 1 << 16
_LONGEST = 8 << 20  # bytes of an answer
_LAST_WORDS = 2000  # bytes of what a program said on standard error that are kept
_GRACE = 1.0  # seconds for a program to end once nothing more is asked
_IN_A_ROW = 10  # so many times without any answer, and a program is asked no more
GIVEN_UP = f"not asked: it had given no answer {_IN_A_ROW} times in a row"


def words_of(command: str) -> list[str]:
    """The words of a command as a shell splits them; no shell is used, and nothing in it is expanded.

    RefereeError for a quote that is not closed, and for no words at all.
    """
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise RefereeError(f"the command cannot be split into words: {error}: {command}") from None
    if not words:
        raise RefereeError("a command is needed, such as: --engine 'python3 my_engine.py'")
    return words if os.name != "nt" else [word.strip("\"'") for word in words]


class UnaskedError(UnansweredError):
    """Something was said before a question was asked: it belongs to the one before, if there was one."""


class Engine:
    """A program that answers; it is started when it is first asked, and again after each fault."""

    def __init__(self, command: str, timeout: float) -> None:
        """`timeout` is in seconds, for each answer. RefereeError for a command that cannot be split."""
        self.words = words_of(command)
        self.timeout = timeout
        self._running: _Running | None = None
        self._silent = 0  # times in a row without an answer

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stop()

    def ask(self, item: Item) -> Answer:
        """What the program answers to an item.

        UnansweredError where there is no answer in time, or none that can be read; RefereeError where it cannot be
        started.
        """
        if self._silent >= _IN_A_ROW:
            raise UnansweredError(GIVEN_UP)
        running = self._running = self._running or _Running(self.words)
        try:
            line = running.asked(json.dumps(item.asked(), ensure_ascii=False), self.timeout)
            told = read_answer(line, item)
        except UnansweredError as error:
            self._silent = 0 if error.unsupported else self._silent + 1
            if self._silent:
                self._stop()
            raise
        self._silent = 0
        return told

    def last_words(self) -> str:
        """What it said besides its answers once it was told that nothing more is asked; an empty text for nothing."""
        running = self._running
        if running is None:
            return ""
        running.close()
        try:
            running.check_quiet()
        except UnaskedError as error:
            return error.says
        return ""

    def _stop(self) -> None:
        if self._running is not None:
            self._running.end()
            self._running = None


class _Running:
    """One run of a program, with a thread that reads what it says and one that keeps its last words of error."""

    def __init__(self, words: list[str]) -> None:
        try:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=os.name != "nt",  # so that what it starts itself ends with it
            )
        except (OSError, ValueError) as error:
            said = error.strerror if isinstance(error, OSError) else str(error)
            raise RefereeError(f"{words[0]} could not be started: {said}") from None
        self.said: queue.Queue[bytes] = queue.Queue()  # in the pieces in which it came; an empty one at the end
        self.left = b""  # what was said and not yet read
        self.errors = b""
        assert self.process.stdout is not None and self.process.stderr is not None
        self.threads = [
            threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self.process.stderr,), daemon=True),
        ]
        for thread in self.threads:
            thread.start()

    def _read(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while piece := os.read(stream.fileno(), _CHUNK):
                self.said.put(piece)
        self.said.put(b"")

    def _read_errors(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while piece := os.read(stream.fileno(), _CHUNK):
                self.errors = (self.errors + piece)[-_LAST_WORDS:]

    def asked(self, question: str, timeout: float) -> str:
        """The line with which it answers. UnansweredError where none comes in time, or more than one."""
        self.check_quiet()
        assert self.process.stdin is not None
        writer = threading.Thread(target=self._write, args=(self.process.stdin, question), daemon=True)
        writer.start()  # a program that does not read what it is asked must not hold up who asks
        line = self._line(timeout)
        if self.left:
            raise UnansweredError(f"it said more than one line: {_shown(self.left)}")
        return line

    def check_quiet(self) -> None:
        """UnaskedError if something was said that nobody asked for: a greeting, or more to what was asked before."""
        pieces = [self.left]
        with contextlib.suppress(queue.Empty):
            while piece := self.said.get_nowait():
                pieces.append(piece)
            self.said.put(b"")  # it has ended, which is told when an answer is waited for
        if early := b"".join(pieces):
            raise UnaskedError(f"it said more than its answer: {_shown(early)}")

    @staticmethod
    def _write(stream: IO[bytes], question: str) -> None:
        with contextlib.suppress(OSError, ValueError):  # it has ended: told where an answer is waited for
            stream.write(question.encode() + b"\n")
            stream.flush()

    def _line(self, timeout: float) -> str:
        until = time.monotonic() + timeout
        while b"\n" not in self.left:
            try:
                piece = self.said.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                unfinished = f", only the beginning of a line: {_shown(self.left)}" if self.left else ""
                raise UnansweredError(f"no answer in {timeout:g} seconds{unfinished}") from None
            if not piece:
                raise UnansweredError(self._how_it_ended())
            self.left += piece
            if len(self.left) > _LONGEST:
                raise UnansweredError(f"an answer of more than {_LONGEST >> 20} MB")
        line, _, self.left = self.left.partition(b"\n")
        try:
            return line.decode()
        except UnicodeDecodeError:
            raise UnansweredError(f"this is not UTF-8: {_shown(line)}") from None

    def _how_it_ended(self) -> str:
        try:
            status = self.process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "it closed its output without an answer"
        self.threads[1].join(_GRACE)
        how = f"signal {-status}" if status < 0 else f"status {status}"
        last = self.errors.decode(errors="replace").strip().splitlines()
        return f"it ended with {how}{f', saying: {last[-1]}' if last else ' and said nothing'}"

    def close(self) -> None:
        """Tells the program that nothing more is asked, and gives it a while to end."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(_GRACE)
        self.threads[0].join(_GRACE)

    def end(self) -> None:
        """Ends the program by force, with all that it started."""
        if os.name != "nt":
            with contextlib.suppress(OSError):
                os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self.process.kill()
        self.process.wait()
        for thread in self.threads:
            thread.join(_GRACE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError, ValueError):
                if stream is not None:
                    stream.close()


def _shown(data: bytes) -> str:
    text = data.decode(errors="replace").strip()
    return text if len(text) <= 60 else f"{text[:60]}…"
