"""The settings of an evening, `referee.toml`: where it is looked for, what it may say, and what that presets.

    edition = "ffg2018"                  # as --edition
    variants = ["four-planets"]          # added to it
    house = "kitchen"                    # encounters are ruled by the house rules of this table, once it has any
    names = ["ann", "bob/Clone"]         # who plays, clockwise: `referee table new` lays a table for them
    color = "never"                      # as --color
    theme = "light"                      # as --theme
    strict_steps = true                  # as --strict-steps

    [readings]                           # as --reading, for each disputable point
    DF-05 = "ffg2018"

An option beats the environment, and that beats the file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from referee.book.places import config_folder
from referee.errors import SettingsError

NAME = "referee.toml"
ENVIRONMENT = "REFEREE_CONFIG"  # names the file; set to nothing, none is read
_EVENING = "new"  # lays a table for the players of the settings
OF_DUEL = "DU-"  # how the disputable points of Duel begin


class Settings(NamedTuple):
    """What a settings file says; what it does not say is empty, or None."""

    path: Path | None = None  # the file; None if there is none
    edition: str = ""  # with its variants
    house: str = ""
    names: tuple[str, ...] = ()
    readings: Mapping[str, str] = {}
    color: str = ""
    theme: str = ""
    strict_steps: bool | None = None

    def presets(self) -> dict[str, object]:
        """The values of options that are not given, by command; those of a command in a group by the group first."""
        everywhere: dict[str, object] = {}
        if self.edition:
            everywhere["edition"] = self.edition
        if self.strict_steps is not None:
            everywhere["strict_steps"] = self.strict_steps
        duels, encounters = self._readings(True), self._readings(False)
        one = {**everywhere, **({"reading": encounters} if encounters else {})}
        duel = {**everywhere, **({"reading": duels} if duels else {})}
        special: dict[str, object] = {"encounter": one, "timing": one, "dispute": {"open": one}}
        found = {**special, "duel": duel, "contest": duel}
        others = ("ask", "alien", "card", "may", "play", "rule", "table", "do", "legal", "undo", "redo")
        return {**found, **dict.fromkeys(others, everywhere)} if one or duel else {}

    def _readings(self, of_duel: bool) -> list[str]:
        return [f"{point}={name}" for point, name in self.readings.items() if point.startswith(OF_DUEL) is of_duel]


def place() -> Path | None:
    """The settings file that is read: the named one, else one of this folder or above it, else the player's own."""
    named = os.environ.get(ENVIRONMENT)
    if named is not None:
        return Path(named).expanduser() if named else None
    try:
        here = Path.cwd()
        folders = [here, *here.parents]
    except OSError:  # a folder that is gone
        folders = []
    own = config_folder()
    found = (folder / NAME for folder in [*folders, *([own] if own else [])])
    return next((path for path in found if _is_file(path)), None)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a folder that may not be looked into
        return False


@cache
def current() -> Settings:
    """The settings in force. SettingsError, with file, line and what to write instead, for a file that is wrong."""
    path = place()
    if path is None:
        return Settings()
    from referee.cli.settings_file import read  # only where there is one

    return read(path)


def seated(words: Sequence[str]) -> list[str]:
    """The players that were typed; for `new` alone those of the settings. SettingsError where these name nobody."""
    if [word.casefold() for word in words] != [_EVENING]:
        return list(words)
    settings = current()
    if not settings.names:
        place = settings.path or NAME
        raise SettingsError(str(place), 'it names no players: write names = ["ann", "bob/Clone", "cat"]')
    return list(settings.names)
