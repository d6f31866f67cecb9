"""Alien sheets whole: what the judge does not need, the flare with its two faces, and errata."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from referee.book.entries import ErratumEntry, FaceEntry
from referee.book.files import place_of, read_toml
from referee.book.law import POWER, Cite, Rule
from referee.book.moments import Moment, read_moments
from referee.book.power import Alien, Effect, Use, effects_of
from referee.book.vocabulary import Vocabulary
from referee.errors import RulebaseError

WILD, SUPER = FACES = ("wild", "super")
UNWRITTEN = "to be written"  # stands in a new file wherever somebody has still to write something


class FlareText(NamedTuple):
    """One face of a flare, wild or super, as it is applied.

    `roles` and `phases` are its bars, as an erratum puts them where there is one; `bars_grade` is the authority these
    rest on, `grade` that of the text. `printed` is the clause that prints it, `classic` the face of the alternate card.
    """

    summary: str
    roles: tuple[str, ...]
    phases: tuple[str, ...]
    grade: str
    bars_grade: str
    printed: str = ""
    bars: str = ""
    classic: FlareText | None = None
    text: str = ""  # how a step of a proof names it, where it is applied
    effects: tuple[Effect, ...] = ()
    needs_power: bool = False  # whether it works by a use of the power, so that a Cosmic Zap stops it (4.3.3.3)
    typed: str = ""  # how it is written, where something is said with it
    moments: tuple[Moment, ...] = ()  # where its text places it in its phases
    words: Vocabulary | None = None  # those of the edition in which it is told
    states: tuple[str, ...] = ()  # how players say what it does, if it is not applied; `nothing`: no outcome shows it

    def use(self, flare: str, face: str) -> Use:
        """What this face does, once it is played; a new one each time."""
        id = f"{flare}-flare"
        cites = (Cite(f"card {id}", self.grade),)
        text = f"{flare} flare: {self.text}"
        rule = Rule(f"card {id} {face}", POWER, text, cites, None, self.summary, vocabulary=self.words)
        phases = self.phases or ("any",)
        return Use(flare, face, rule, ("any",), phases, True, self.needs_power, self.effects, moments=self.moments)


class Flare(NamedTuple):
    """A flare: its alien's name, and its two faces (consolidated 4.4.1)."""

    name: str
    wild: FlareText
    super: FlareText

    def face(self, word: str) -> FlareText:
        """The face of this name: `wild` or `super`."""
        return self.super if word == SUPER else self.wild


class Erratum(NamedTuple):
    """A correction of a sheet or a flare: what it is about (`power`, `wild`, `super`), and the bars that it puts."""

    about: str
    grade: str
    text: str
    roles: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


class Sheet(NamedTuple):
    """All that is known of an alien: its power as it is judged, what else the sheet says, its flare, and errata."""

    alien: Alien
    phases: tuple[str, ...]
    use_part: str
    bars: str
    alert: str
    game_setup: str
    not_with: tuple[str, ...]
    essence: str  # the type of its essence cards, if it comes with any
    printed: str
    flare: Flare
    errata: tuple[Erratum, ...]


def read_sheet(path: Path, alien: Alien) -> Sheet:
    """The sheet and the flare of an alien; RulebaseError where the file lacks a part of them."""
    data = read_toml(path)
    for face in FACES:
        if face not in data:
            raise RulebaseError(f"{path}:1", f"{alien.name} has no [{face}]: what its flare says is missing")
    try:
        errata = tuple(_erratum(entry) for entry in data.get("errata", ()))
        words = alien.rule.vocabulary
        faces = (_face(path, face, data[face], errata, words) for face in FACES)
        return Sheet(
            alien,
            tuple(data["phases"]),
            data.get("use_part", ""),
            data.get("bars", ""),
            data["alert"],
            data.get("game_setup", ""),
            tuple(data.get("not_with", ())),
            data.get("essence", {}).get("type", ""),
            data.get("printed", ""),
            Flare(alien.name, *faces),
            errata,
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise RulebaseError(f"{path}:1", f"this alien is not complete: {error}") from None


def _erratum(entry: ErratumEntry) -> Erratum:
    bars = tuple(entry.get("roles", ())), tuple(entry.get("phases", ()))
    return Erratum(entry["about"], entry["grade"], entry["text"], *bars, tuple(entry.get("cites", ())))


def _face(path: Path, face: str, data: FaceEntry, errata: tuple[Erratum, ...], words: Vocabulary | None) -> FlareText:
    """A face of a flare, in an edition's words, with the bars that errata put in the place of those on the card."""
    try:
        roles, phases, grade = tuple(data["roles"]), tuple(data["phases"]), data["grade"]
        bars_grade = grade
        for erratum in errata:
            if erratum.about == face and (erratum.roles or erratum.phases):
                roles, phases, bars_grade = erratum.roles or roles, erratum.phases or phases, erratum.grade
        classic = _face(path, f"{face}.classic", data["classic"], (), words) if "classic" in data else None
        printed, bars = data.get("printed", ""), data.get("bars", "")
        how = data.get("text", ""), effects_of(data), data.get("needs_power", False), data.get("typed", "")
        when = read_moments(data.get("moment", {})), words, tuple(data.get("states", ()))
        return FlareText(data["summary"], roles, phases, grade, bars_grade, printed, bars, classic, *how, *when)
    except KeyError as error:
        raise RulebaseError(place_of(path, f"[{face}]"), f"this flare is not complete: {error}") from None
