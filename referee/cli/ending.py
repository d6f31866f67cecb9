"""How a command ends whatever happens in it: with an answer or a sentence, and one of the exit statuses."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

import typer

from referee.book.places import cache_folder, keep_in
from referee.cli import settings
from referee.cli.common import FAULT, NOT_KEPT, NOT_UNDERSTOOD, RULED, print_json, printing, say_error, unprinted
from referee.cli.output import OUTPUT
from referee.errors import RefereeError, SettingsError
from referee.render.look import LOOK

# What typer raises for arguments that it does not understand; which module has it differs between its versions.
if TYPE_CHECKING:
    from typer._click import ClickException

    Misuse = ClickException
else:
    Misuse = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
_INTERRUPTED = 130  # as shells have it
_WHOLE = "REFEREE_TRACEBACK"  # set, it shows where in the program a fault is
_UNPRINTED = (errno.ENOSPC, errno.EPIPE)  # of an error of the system: the output takes no more
_HELP = frozenset(("-h", "--help", "-V", "--version"))
_EXPLAINING = ("help", "man", "where")
_SMALL = 80  # columns
_LONGEST = 300  # letters of the command that is named in the report of a fault


def ended(args: list[str]) -> int:
    """Runs the command with these arguments and returns its exit status; nothing is raised."""
    OUTPUT.begin()
    settings.current.cache_clear()
    out = sys.stdout
    status = _ended(args)
    with printing():  # what was printed without ado may still wait to be written
        pass
    if OUTPUT.silent:
        sys.stdout.close()
        sys.stdout = out
    return NOT_KEPT if OUTPUT.lost and status == RULED else status


def _ended(args: list[str]) -> int:
    json = "--json" in args
    kept = commits()
    try:
        keep_in(cache_folder())
        evening = _settings(args)
        LOOK.begin(evening.color, evening.theme)
        from referee.cli.app import app

        settled = {"default_map": evening.presets(), "terminal_width": _narrow()}
        return int(app(args, prog_name="referee", standalone_mode=False, **settled) or RULED)
    except Misuse as error:
        return _misused(error, json)
    except RefereeError as error:
        say_error(error, json)
        return NOT_UNDERSTOOD
    except (KeyboardInterrupt, typer.Abort):
        return _INTERRUPTED
    except Exception as error:
        if isinstance(error, OSError) and error.errno in _UNPRINTED:
            unprinted(error)
            return RULED
        with suppress(Exception):  # nobody may be there to read it
            _say_fault(error, " ".join(args), json, commits() > kept)
        return FAULT


def _narrow() -> int | None:
    """The columns of a screen on which the help is folded more than it is by itself; None of any other."""
    columns = get_terminal_size().columns
    return max(columns, 20) if columns < _SMALL else None


def _settings(args: list[str]) -> settings.Settings:
    """The settings in force; none for a command that explains, where their file is wrong."""
    try:
        return settings.current()
    except SettingsError:
        if args[:1] and (args[0] in _EXPLAINING or not _HELP.isdisjoint(args)):
            return settings.Settings()
        raise


def commits() -> int:
    """How often something was kept for good in this process."""
    rulings = sys.modules.get("referee.ledger.rulings")
    return len(rulings.COMMITTED) if rulings is not None else 0


def _misused(error: Misuse, json: bool) -> int:
    """Says which argument is not understood."""
    from referee.render.words import shown_lines

    if json and type(error).__name__ != "NoArgsIsHelpError":
        context = getattr(error, "ctx", None)
        usage = context.get_usage() if context is not None else ""
        told = {"kind": "usage", "says": error.format_message(), "usage": usage}
        print_json({"format": 1, "error": told})
    else:
        from io import StringIO

        said = StringIO()
        error.show(file=said)
        sys.stderr.write(shown_lines(said.getvalue()))
    return NOT_UNDERSTOOD


def _say_fault(error: Exception, typed: str, json: bool, kept: bool) -> None:
    told = fault(error, typed, kept)
    if json:
        print_json({"format": 1, "error": told})
    else:
        sys.stderr.write(f"{told['says']}\n")
    if os.environ.get(_WHOLE):
        traceback.print_exception(error)


def fault(error: Exception, typed: str, kept: bool) -> dict[str, object]:
    """A fault of the program as JSON: what failed on it (`typed`), where, and whether anything was kept before that."""
    from referee import __version__
    from referee.render.words import shown

    here = Path(__file__).parents[1]
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(here)]
    where = f"{Path(frames[-1].filename).relative_to(here).as_posix()}:{frames[-1].lineno}" if frames else ""
    what = shown(f"{type(error).__name__}: {error}"[:_LONGEST])
    line = shown(typed if len(typed) <= _LONGEST else f"{typed[:_LONGEST]} …")
    at = "".join(f" ({shown(note)})" for note in getattr(error, "__notes__", ()))
    changed = "what was kept before that stays kept" if kept else "nothing was changed"
    says = (
        f"The referee failed on this{at}: {line}\n"
        f"That is a fault of the program; {changed}. Please report the line above with this: "
        f"{what} at {where or 'an unknown place'}, referee {__version__}."
    )
    return {"kind": "internal", "says": says, "exception": what, "where": where, "version": __version__}
