"""A settings file read and checked: each fault with its line, and what is to be written instead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from referee.cli.settings import OF_DUEL, Settings
from referee.errors import RulebaseError, SettingsError
from referee.render.look import COLORS, THEMES


class _File:
    """A settings file that was read, and how its faults are told."""

    def __init__(self, path: Path) -> None:
        from referee.book.files import read_toml

        self.path = path
        try:
            self.told = read_toml(path)
        except RulebaseError as error:
            raise SettingsError(error.place, error.fault) from None
        except OSError as error:
            raise SettingsError(str(path), f"it cannot be read: {error.strerror}") from None

    def wrong(self, key: str, fault: str) -> SettingsError:
        """The error for what stands under a key."""
        lines = self.path.read_text(encoding="utf-8").splitlines()
        found = (number for number, line in enumerate(lines, 1) if line.strip().strip("[\"'").startswith(key))
        return SettingsError(f"{self.path}:{next(found, 1)}", fault)

    def text(self, key: str, example: str) -> str:
        """The text under a key; empty without one."""
        value = self.told.get(key, "")
        if not isinstance(value, str) or (key in self.told and not value.strip()):
            raise self.wrong(key, f'{key} is a text: write {key} = "{example}"')
        return value.strip()

    def texts(self, key: str, example: str) -> tuple[str, ...]:
        """The texts in the list under a key."""
        value = self.told.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.wrong(key, f"{key} is a list of texts: write {key} = {example}")
        return tuple(one.strip() for one in value)

    def one_of(self, key: str, known: tuple[str, ...]) -> str:
        """The text under a key, which is one of the known."""
        value = self.told.get(key, "")
        if key in self.told and value not in known:
            raise self.wrong(key, f"{key} cannot be {value!r}; write one of {', '.join(known)}")
        return str(value)


def read(path: Path) -> Settings:
    """The settings of a file. SettingsError for one that is wrong."""
    file = _File(path)
    for key in file.told:
        if key not in _KEYS:
            raise file.wrong(key, f"there is no setting {key!r}; {_meant(key)}")
    return Settings(path, **{key: told(file) for key, told in _KEYS.items() if key != "variants"})


def _meant(key: str) -> str:
    from referee.book.names import near

    alike = near(key, _KEYS, 1)
    return f"write {alike[0]}" if alike else f"write one of {', '.join(_KEYS)}"


def _edition(file: _File) -> str:
    """The edition with the variants that are added to it."""
    edition = file.text("edition", "ffg2018")
    variants = file.texts("variants", '["four-planets"]')
    if variants and not edition:
        raise file.wrong("variants", 'variants are added to an edition: write edition = "consolidated" above them')
    whole = "+".join((edition, *variants))
    if whole:
        _known_edition(file, whole, "variants" if variants else "edition")
    return whole


def _known_edition(file: _File, edition: str, key: str) -> None:
    from referee.book.loader import rulebase

    try:
        if edition not in rulebase().games():  # Duel is ruled by a law of its own
            rulebase(edition)
    except RulebaseError as error:
        raise file.wrong(key, f"{error.place}: {error.fault}") from None


def _names(file: _File) -> tuple[str, ...]:
    names = file.texts("names", '["ann", "bob/Clone", "cat"]')
    seen: set[str] = set()
    for name in names:
        player = name.partition("/")[0]
        if not (player.isalnum() and player[0].isalpha()):
            raise file.wrong("names", f'{name!r} is no name: write letters and digits, such as "ann" or "bob/Clone"')
        if player.casefold() in seen:
            raise file.wrong("names", f"{player} sits there twice: write each player once")
        seen.add(player.casefold())
    return names


def _readings(file: _File) -> dict[str, str]:
    """The readings, each of a disputable point that there is."""
    from referee.book.questions import find

    told = file.told.get("readings", {})
    if not isinstance(told, dict):
        raise file.wrong("readings", 'readings are a table: write [readings] and below it DF-05 = "ffg2018"')
    found = {}
    for point, reading in told.items():
        try:
            question = find(str(point))
        except RulebaseError as error:
            raise file.wrong(point, f"{error.fault}; write a point as `referee question` shows it, DF-05") from None
        names = [known["name"] for known in question["readings"]]
        if reading not in names:
            raise file.wrong(point, f"{point} has no reading {reading!r}; write one of {', '.join(names)}")
        found[str(question["id"])] = str(reading)
        _can_be_taken(file, str(point), str(question["id"]), str(reading))
    return found


def _can_be_taken(file: _File, key: str, point: str, reading: str) -> None:
    """SettingsError for a reading by which no line is ruled otherwise: every ruling of the evening would be refused."""
    from referee.book.loader import Rulebase

    if not point.startswith(OF_DUEL):
        try:
            Rulebase(edition=_edition(file) or "consolidated", readings={point: reading})
        except RulebaseError as error:
            raise file.wrong(key, f"{error.fault}; leave {key} out") from None


def _strict_steps(file: _File) -> bool | None:
    value = file.told.get("strict_steps")
    if value is not None and not isinstance(value, bool):
        raise file.wrong("strict_steps", "strict_steps is true or false, without quotes")
    return value


_KEYS: dict[str, Callable[[_File], Any]] = {
    "edition": _edition,
    "variants": _edition,  # read with the edition
    "house": lambda file: file.text("house", "kitchen"),
    "names": _names,
    "readings": _readings,
    "color": lambda file: file.one_of("color", COLORS),
    "theme": lambda file: file.one_of("theme", THEMES),
    "strict_steps": _strict_steps,
}
