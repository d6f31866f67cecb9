"""Powers and cards as they are printed, read from their files: each one when it is asked for, and once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from referee.book.entries import AmendedEntry, CardEntry, PowerEntry, UseEntry, WorksEntry
from referee.book.files import read_toml
from referee.book.law import GRADES, POWER, STATED, Cite, Law, Rule, weakest
from referee.book.moments import WHEN, Moment, read_moments
from referee.book.names import LONGEST, key_of
from referee.book.power import Alien, CardText, Names, Use, Works, effects_of
from referee.book.vocabulary import Vocabulary
from referee.errors import RulebaseError

if TYPE_CHECKING:
    from referee.book.sheets import Flare, Sheet

_NOT_BY_NAME = ("decks", "essence")  # files of cards that nobody writes by name on a line
# An erratum about the power that puts a bar, as it stands in an alien's file.
_PUTS_BARS = re.compile(r'\nabout = "power"\n(?:(?!\[).*\n)*?(?:roles|phases) = ')
_ANOTHER = "alternatetimeline"  # follows the name of a sheet that another of its name came before
TEXT = "text"  # of a rule by which a sheet is read: that its own words place it


def _power(text: str) -> str:
    """What an alien's file says of its power. The flare that follows it is parsed only where it is asked for.

    Where somebody put a use behind the flare the whole file is read: a use must not be overlooked. So are errata that
    put other bars on the power.
    """
    power, _, rest = text.partition("\n[wild]")
    return text if "[[use]]" in rest or _PUTS_BARS.search(rest) else power


def power_in(path: Path) -> PowerEntry:
    """What an alien's file says of its power; RulebaseError names file and line of what is wrong with it."""
    return cast(PowerEntry, read_toml(path, _power))


def _bars_of(data: PowerEntry) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The roles and phases that a sheet shows, as an erratum puts them where there is one."""
    roles, phases = data["roles"], data["phases"]
    for erratum in data.get("errata", ()):
        if erratum["about"] == "power":
            roles, phases = erratum.get("roles") or roles, erratum.get("phases") or phases
    return tuple(roles), tuple(phases)


def _works(data: WorksEntry, roles: tuple[str, ...]) -> Works:
    """What a text does without being used; in the roles of the sheet, unless others are named."""
    comes_up = tuple(data["comes_up"]) if "comes_up" in data else None
    return Works(tuple(data["phases"]), tuple(data.get("roles", roles)), comes_up, data.get("zappable", True))


# In the order in which they came out; whatever is added to the project comes after these.
SETS = (
    "Base Set (FFG 2008, reprinted 2018)",
    "42nd Anniversary Edition (2018)",
    "Cosmic Incursion",
    "Cosmic Conflict",
    "Cosmic Alliance",
    "Cosmic Storm",
    "Cosmic Dominion",
    "Cosmic Eons",
    "Cosmic Odyssey",
)


class Printed:
    """The aliens and cards of a rulebase, as an edition plays with them."""

    law: Law

    def __init__(
        self, folder: Path, best: str, amends: Mapping[str, AmendedEntry], vocabulary: Vocabulary | None
    ) -> None:
        """`best` is the best grade that their text has in the edition, `amends` what its own book adds to powers."""
        self.folder = folder
        self.vocabulary = vocabulary
        self._best_text = best
        self._amends = amends
        self._aliens: dict[str, Alien | None] = {}
        self._stems: dict[str, str] | None = None  # the files of all aliens, by `key_of` their names
        self._names: list[str] | None = None  # of these files, in order
        self._callings: set[str] = set()  # what a player can be called to be called after one of them
        self._sheets: dict[str, Sheet | None] = {}
        self._cards: dict[str, CardText] | None = None
        self._beside: dict[str, Path] = {}  # the files of aliens that lie elsewhere

    @property
    def reports_texts(self) -> bool:
        """Whether this edition's book prints no powers and cards, so that those of another game are played with."""
        return self._best_text != GRADES[0]

    def amending(self) -> frozenset[str]:
        """The clauses of the edition's own book that add uses to powers."""
        return frozenset(id for added in self._amends.values() for use in added["use"] for id in use["cites"])

    def grade(self, clause: str) -> str:
        """The grade of authority of a clause."""
        raise NotImplementedError

    def _read(self, path: Path) -> dict[str, Any]:
        """A file of the rulebase."""
        return read_toml(path)

    def _read_power(self, path: Path) -> PowerEntry:
        """What the file of an alien says of its power."""
        return power_in(path)

    def text_cited(self, id: str) -> tuple[Cite, ...]:
        """How a text is cited by its id: a sheet, a card (`card Zombie-flare`), or a clause that adds to a power."""
        kind, _, name = id.partition(" ")
        if kind == "alien":
            alien = self.alien(name)
            return () if alien is None else alien.rule.cites
        if id == "players":  # what they state
            return (Cite(id, STATED),)
        if kind != "card":
            return (Cite(id, self.grade(id)),)
        card = self.cards().get(key_of(name))
        if card is not None:
            return card.rule.cites
        flare = self.flare(name.removesuffix("-flare"))
        return () if flare is None else (Cite(id, weakest([flare.wild.grade, flare.super.grade])),)

    # -- aliens ----------------------------------------------------------------------------------------------------

    def alien(self, name: str) -> Alien | None:
        """The alien of this name in any spelling, or None. Reads its one file, once."""
        if name in self._aliens:
            return self._aliens[name]
        key = key_of(name)
        if key not in self._aliens:
            self._aliens[key] = self._find_alien(key)
        found = self._aliens[key]
        if found is not None:
            self._aliens[name] = found  # by the spelling too: unknown spellings are not remembered
        return found

    def lay_beside(self, path: Path) -> Alien:
        """Takes up an alien whose file lies elsewhere, also in the place of one of that name, and returns it.

        A rulebase that others read too is not to be given one. RulebaseError for a file that is broken.
        """
        alien = self._alien(path, power_in(path))
        key = key_of(alien.name)
        self._aliens = {**self._aliens, key: alien}
        self._beside[key] = path
        return alien

    def alien_names(self) -> list[str]:
        """The file names of all aliens, without suffix, sorted; listed once."""
        if self._names is None:
            self._names = sorted(path.stem for path in (self.folder / "aliens").glob("*.toml"))
        return [*self._names]

    def aliens_called(self, name: str) -> tuple[str, ...]:
        """The printed names of all aliens of this name, the one called exactly so first: `cult` means The-Cult too."""
        known = self._alien_stems()
        key = key_of(name)
        if key not in self._callings:
            return ()
        stems = [known[one] for one in (key, f"the{key}", f"{key}{_ANOTHER}") if one in known]
        if not stems:  # hardly anybody is called after an alien
            return ()
        aliens = [self.alien(stem) for stem in stems]
        return tuple(alien.name for alien in aliens if alien is not None)

    def sets(self) -> dict[str, list[str]]:
        """The sets of aliens, base game first and then as they came out, each with its aliens' file names."""
        by_set: dict[str, list[str]] = {}
        for stem in self.alien_names():
            alien = self.alien(stem)
            if alien is not None:
                by_set.setdefault(alien.set, []).append(stem)
        order = {name: place for place, name in enumerate(SETS)}
        return {name: by_set[name] for name in sorted(by_set, key=lambda name: (order.get(name, len(order)), name))}

    def _alien_stems(self) -> dict[str, str]:
        """The file names of all aliens by `key_of` them, listed once."""
        if self._stems is None:
            self._stems = {key_of(stem): stem for stem in self.alien_names()}
            for key in self._stems:
                self._callings |= {key, key.removeprefix("the"), key.removesuffix(_ANOTHER)}
        return self._stems

    def _find_alien(self, key: str) -> Alien | None:
        path = self.alien_file(key)
        return self._alien(path, self._read_power(path)) if path is not None else None

    def alien_file(self, name: str) -> Path | None:
        """The file of the alien of this name in any spelling, or None."""
        key = key_of(name)
        if not key or len(key) > LONGEST:
            return None
        if key in self._beside:
            return self._beside[key]
        path = self.folder / "aliens" / f"{key}.toml"
        if path.is_file():
            return path
        stem = self._alien_stems().get(key)
        return self.folder / "aliens" / f"{stem}.toml" if stem is not None else None

    def sheet(self, name: str) -> Sheet | None:
        """All that is known of the alien of this name, its flare too, or None. Reads its whole file, once."""
        key = key_of(name)
        if key not in self._sheets:
            from referee.book.sheets import read_sheet  # only where a flare or a whole sheet is asked for

            alien, path = self.alien(name), self.alien_file(name)
            self._sheets[key] = read_sheet(path, alien) if alien is not None and path is not None else None
        return self._sheets[key]

    def flare(self, name: str) -> Flare | None:
        """The flare of the alien of this name in any spelling, or None."""
        sheet = self.sheet(name)
        return sheet.flare if sheet is not None else None

    def _alien(self, path: Path, data: PowerEntry) -> Alien:
        try:
            name = _written(data["name"])
            cite = (Cite(f"alien {name}", self._printed(data["grade"])),)
            moments = self._moments_of(data) if "moment" in data else ()
            uses = tuple(self._use(name, cite, use, moments) for use in data.get("use", ()))
            uses += tuple(self._added(name, use) for use in self._amends.get(name, {}).get("use", ()))
            summary = data["summary"]
            roles, phases = _bars_of(data)
            return Alien(
                name,
                data["power"],
                data["set"],
                "executable" if uses else "timed",
                data["grade"],
                summary,
                roles,
                data["mandatory"],
                tuple(data.get("lifts", ())),
                Rule(f"alien {name}", POWER, "{0}", cite, None, summary, vocabulary=self.vocabulary),
                uses,
                moments,
                phases,
                tuple(data["comes_up"]) if "comes_up" in data else None,
                _works(data["works"], roles) if "works" in data else None,
                tuple(data.get("states", ())),
                data.get("keeps_power", False),
                data.get("zappable", True),
                tuple(data["comes_up_early"]) if "comes_up_early" in data else None,
                data.get("times"),
                tuple(data.get("holds", ())),
                data.get("keeps_color", False),
                Names(data["names"]["whom"], tuple(data["names"].get("roles", roles))) if "names" in data else None,
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise RulebaseError(f"{path}:1", f"this alien is not complete: {error}") from None

    def _added(self, name: str, data: UseEntry) -> Use:
        """A use that the edition's own book gives to a power."""
        return self._use(name, tuple(Cite(clause, self.grade(clause)) for clause in data["cites"]), data)

    def _printed(self, grade: str) -> str:
        """The grade of a power's or a card's text: no better than the edition has it, whose book prints none."""
        return weakest([grade, self._best_text])

    def _use(self, name: str, cite: tuple[Cite, ...], data: UseEntry, whole: tuple[Moment, ...] = ()) -> Use:
        """A use of a power; one that names no moment of its own has that of the whole power."""
        effects = effects_of(data)
        id, text, question = f"alien {name} {data['id']}", f"{name}: {data['text']}", data.get("question", "")
        rule = Rule(id, POWER, text, cite, None, data["text"], question, vocabulary=self.vocabulary)
        return Use(
            name,
            data["id"],
            rule,
            tuple(data["roles"]),
            tuple(data["phases"]),
            data["mandatory"],
            data.get("zappable", True),
            effects,
            data.get("may", ""),
            data.get("typed", ""),
            self._moments_of(data) if "moment" in data else whole,
            data.get("lasting", False),
        )

    def _moments_of(self, data: UseEntry | PowerEntry) -> tuple[Moment, ...]:
        """The moments of a use; where a rule of law reads its text otherwise, it comes at its event, not before.

        A law that does not know the rule has no reading of the text but its own words.
        """
        by = data.get("moment_by", "")
        moments = read_moments(data["moment"], by)
        if by and by in self.law and self.law[by].value != TEXT:
            return tuple(moment._replace(kind=WHEN) for moment in moments)
        return moments

    # -- cards -----------------------------------------------------------------------------------------------------

    def cards(self) -> dict[str, CardText]:
        """Artifacts, techs and other named cards, by `key_of` their names."""
        if self._cards is None:
            self._cards = {}
            for path in self.card_files():
                for entry in self._read(path).get("card", ()):
                    card = self._card(path, entry)
                    self._cards[key_of(card.name)] = card
        return self._cards

    def card_files(self) -> list[Path]:
        """The files of cards that are known by name; decks and essence cards have files of their own (`decks`)."""
        return sorted(path for path in (self.folder / "cards").glob("*.toml") if path.stem not in _NOT_BY_NAME)

    def _card(self, path: Path, entry: CardEntry) -> CardText:
        try:
            name = entry["name"].replace(" ", "-")
            cite = (Cite(f"card {name}", self._printed(entry["grade"])),)
            text = entry.get("text", f"{entry['name']} is played")
            rule = Rule(f"card {name}", POWER, text, cite, None, entry["summary"], vocabulary=self.vocabulary)
            bars = tuple(entry.get("roles", ())), tuple(entry.get("phases", ()))
            applied, research = entry.get("applied", False), entry.get("research", "")
            moments = read_moments(entry.get("moment", {}))
            rest = effects_of(entry), entry.get("lifetime", "")
            return CardText(
                name, entry["type"], entry["grade"], entry["summary"], rule, applied, *bars, research, moments, *rest
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise RulebaseError(f"{path}:1", f"a card is not complete: {error}") from None

    def card(self, name: str) -> CardText | None:
        """The named card in any spelling, or None."""
        return self.cards().get(key_of(name))


def _written(name: str) -> str:
    """The name of an alien with hyphens for its spaces; one with others, such as brackets, is written in quotes."""
    hyphened = name.replace(" ", "-")
    return hyphened if hyphened.replace("-", "").isalnum() else name
