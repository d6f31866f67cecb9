"""The rulebase read from its files. Of position, law and judge only modules of law touch a disk: the readers.

The law is read whole (a few small files); of the aliens only those on the line, of the books nothing but the grade
of each clause. TOML is read with the standard library and checked by hand here; `audit` validates it in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.book.cache import Cache, kept, name_of, stamp
from referee.book.entries import LawEntry, PowerEntry, read_as
from referee.book.files import WORDS, as_written, edition_in, place_of, read_toml
from referee.book.law import FACT, GRADES, MARKS, PARAMETER, RULE, STATED, Cite, Law, Rule
from referee.book.moments import Moments
from referee.book.names import LONGEST, key_of, worded
from referee.book.places import RULEBASE, cache
from referee.book.printed import Printed, power_in
from referee.book.vocabulary import Vocabulary
from referee.errors import RulebaseError

if TYPE_CHECKING:
    from referee.book.links import Links

_COMPARED = "editions"  # the topic of what is only compared between editions, and not applied by the judge
_SETTLED = "readings"  # in an edition's file, which readings of disputable points are that book's own
_AMENDS = "amends"  # and what it adds to the power of an alien
# What stands in an edition's file and lays nothing over the law.
NOT_LAW = (_SETTLED, WORDS, _AMENDS)
_IS_NAME = re.compile(rf"[a-z0-9-]{{1,{LONGEST}}}")
# Why a reading cannot be chosen, by what its question shows (`shows` in a question file).
_NOT_CHOOSABLE = {
    "table": "this reading of {0} concerns the course of a game and changes no ruling on one line",
    "books": "this reading of {0} concerns how the documents are read and changes no ruling by itself",
    "nothing": "by this reading of {0} no line is ruled otherwise than by {1}",
    "": "this reading of {0} is not applied yet, only {1}",
}


def _parsed_before(folder: Path) -> Cache | None:
    """The parsed files of the project's own rulebase, where such things are kept."""
    place = cache() if folder == RULEBASE and as_written() else None
    return None if place is None else Cache(place / f"law-{name_of(folder)}.json")


def _edition_file(folder: Path, home: Path, name: str) -> Path:
    return home / "edition.toml" if home != folder else folder / "editions" / f"{name}.toml"


class Rulebase(Printed):
    """One rulebase folder in one edition: the law, and aliens and cards as they are asked for."""

    def __init__(
        self,
        folder: Path = RULEBASE,
        edition: str = "consolidated",
        readings: Mapping[str, str] | None = None,
        judged: bool = True,
        house: Mapping[str, str] | None = None,
        game: str = "",
    ) -> None:
        """Reads the law of an edition, with readings chosen for disputable points (`DF-05` to `ffg2018`).

        Variants are named after the edition, each after a `+`: `consolidated+four-planets`. `house` has the questions
        that a house rule settles, with the id by which that rule is cited. A `game` of its own has its law in a folder
        of its name. Raises RulebaseError for an unknown edition, variant or reading, or a broken file; with `judged`,
        for an edition by which that game is not ruled too.
        """
        self.folder = folder
        self._judged = judged
        self._game = game
        self.edition = edition
        self._base, *self._chosen = (part.strip() for part in edition.split("+"))
        self.readings = dict(readings or {})
        self.house = dict(house or {})
        own = _IS_NAME.fullmatch(self._base) and (folder / self._base / "edition.toml").is_file()
        self.home = folder / self._base if own else folder  # where its law lies: that of a game of its own apart
        self._lists: dict[str, list[str]] = {}
        self._applied: set[str] = set()
        self._quiet: dict[str, str] = {}  # rules that do not name their question, and which it is
        self._parsed = _parsed_before(folder)
        meta = self._edition()
        self.title, self.book = str(meta["title"]), str(meta["book"])
        self.follows = str(meta.get("follows", ""))  # whose rules are taken where the own book is silent
        self.own_readings: dict[str, str] = dict(meta.get(_SETTLED, ()))  # of what its own book settles
        best = str(meta.get("texts", GRADES[0]))
        super().__init__(folder, best, meta.get(_AMENDS, {}), Vocabulary(meta[WORDS]) if WORDS in meta else None)
        self._books: tuple[str, ...] | None = None
        self._links: Links | None = None
        self._moments: Moments | None = None
        self._grades: dict[str, dict[str, str]] = {}
        self.card_types: dict[str, str] = {}  # of cards as they are written, once somebody has asked
        self.bars_seen: dict[tuple[Any, ...], bool] = {}  # whether a card's bars admit it, by card, role and moment
        self.hands_seen: dict[tuple[str, ...], Any] = {}  # what is known of hands, once a table has asked
        # A table's hands that were asked about last, and (who, which card) for what of them is played besides.
        self.held_besides: tuple[Mapping[str, tuple[str, ...]], list[tuple[str, str]]] = ({}, [])
        self.armed_hands: set[tuple[str, ...]] = set()  # those that hold an encounter card, or may hold one
        self.in_box: set[str] = set()  # cards of which a table has asked whether this edition has them
        # The same folder in other editions, read once for all that ask for them.
        self._siblings: dict[tuple[str, str, bool], Rulebase] = {}
        self.law = Law(edition, self._law())
        self._check_readings()
        if self._parsed is not None:
            self._parsed.keep()

    def beside(self, edition: str, game: str = "", judged: bool = True) -> Rulebase:
        """This folder in another edition, or the law of a game of its own, without readings; each is read once.

        Raises RulebaseError as making a rulebase does.
        """
        there = self._siblings.get((edition, game, True)) or self._siblings.get((edition, game, judged))
        if there is None:
            there = Rulebase(self.folder, edition, judged=judged, game=game)
            there._siblings = self._siblings
            self._siblings[edition, game, judged] = there
        return there

    # -- editions and grades ---------------------------------------------------------------------------------------

    def editions(self) -> list[str]:
        """The editions this rulebase can be judged by, by name."""
        return self._listed("editions")

    def games(self) -> list[str]:
        """The games with a law of their own, by name."""
        return sorted(path.parent.name for path in self.folder.glob("*/edition.toml"))

    def variants(self) -> list[str]:
        """The variants that can be added to an edition, by name."""
        return [stem for stem in self._listed("variants") if "+" not in stem]

    def variants_of_own(self) -> list[str]:
        """The variants that can be added to this edition, by name."""
        return [name for name in self.variants() if self._base in self._over(name)]

    def is_judged(self, edition: str) -> bool:
        """Whether encounters are ruled by an edition yet."""
        return bool(self._read(self.folder / "editions" / f"{edition}.toml").get("judged"))

    def _edition(self) -> dict[str, Any]:
        base = self._base
        path = self._file = _edition_file(self.folder, self.home, base)
        if base in self.variants():
            raise RulebaseError(self.edition, f"{base} is a variant: add it to an edition, such as consolidated+{base}")
        if not _IS_NAME.fullmatch(base) or not path.is_file():
            known = ", ".join(self.editions())
            raise RulebaseError(self.edition, f"no such edition here; known: {known}")
        meta = self._read(path)
        self._check_variants()
        if self._judged and meta.get("game", "") != self._game:
            raise RulebaseError(base, str(meta.get("elsewhere", f"it is no edition of {self._game}")))
        if self._judged and not meta.get("judged"):
            raise RulebaseError(base, "encounters are not ruled by it yet; `referee compare` shows how it differs")
        return meta

    def _check_variants(self) -> None:
        """Refuses a variant that is unknown, named twice, made for other editions, or in another one already."""
        for at, name in enumerate(self._chosen):
            if name not in self.variants():
                raise self._no_variant(name)
            if name in self._chosen[:at]:
                rest = "+".join(dict.fromkeys((self._base, *self._chosen)))
                raise RulebaseError(self.edition, f"the variant {name} is named twice; write {rest}")
            over = self._over(name)
            if self._base not in over:
                told = f"{name} is a variant for {' and '.join(over)}, and cannot be added to {self._base}"
                fit = self.variants_of_own()
                raise RulebaseError(self.edition, f"{told}; variants for that: {', '.join(fit) or 'none'}")
        self._check_parts()

    def _check_parts(self) -> None:
        """Refuses a variant that is part of another one that is chosen."""
        for name in self._chosen:
            twice = [part for part in self.parts(name) if part in self._chosen]
            if twice:
                rest = "+".join((self._base, *(other for other in self._chosen if other not in twice)))
                told = f"{name} has {' and '.join(twice)} in it already"
                raise RulebaseError(self.edition, f"{told}; write {rest}, or leave {name} out")

    def _no_variant(self, name: str) -> RulebaseError:
        known = self.variants()
        near = worded(name, known)
        what = f"{name} is an edition of its own" if name in self.editions() else "no such variant here"
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        return RulebaseError(name or self.edition, f"{what}{hint}; known variants: {', '.join(known)}")

    def parts(self, variant: str) -> list[str]:
        """The variants of which this one is made up; none for most."""
        return [str(name) for name in read_toml(self.folder / "variants" / f"{variant}.toml").get("has", ())]

    def _over(self, variant: str) -> list[str]:
        """The editions to which a variant can be added."""
        return [str(name) for name in read_toml(self.folder / "variants" / f"{variant}.toml")["over"]]

    def _overlays(self) -> list[Path]:
        """What is laid over the law, in order: the edition, each variant, and what some variants have only together.

        A variant that is made up of others brings these. The last are files named after several variants, such as
        `four-planets+technology.toml`.
        """
        variants = self.folder / "variants"
        chosen = list(dict.fromkeys(part for name in self._chosen for part in (*self.parts(name), name)))
        together = sorted(path for path in variants.glob("*+*.toml") if chosen and {*path.stem.split("+")} <= {*chosen})
        return [self._file, *(variants / f"{name}.toml" for name in chosen), *together]

    def called(self, book: str) -> str:
        """What a book is called in a sentence, such as `consolidated rules`; its id where nothing is played by it."""
        path = self.folder / "editions" / f"{book}.toml"
        title = str(self._read(path)["title"]) if path.is_file() else book
        return title if title[1:2].isupper() else title[0].lower() + title[1:]

    def said(self, text: str) -> str:
        """A text in the edition's own words."""
        return text if self.vocabulary is None else self.vocabulary.say(text)

    def grade(self, clause: str) -> str:
        """The grade of authority of a clause, e.g. `rulebook` for `consolidated 5.10.1.1.d`."""
        book, _, local = clause.partition(" ")
        if book == "alien":
            alien = self.alien(local)
            return alien.grade if alien else "unsourced"
        if book == "card":
            return self.cards()[key_of(local)].grade
        if book not in self._grades:
            meta = self._read(self.folder / "books" / book / "book.toml")
            grades = {id: grade for grade, ids in meta.get("grades", {}).items() for id in ids}
            grades[""] = meta["grade"]
            self._grades[book] = grades
        grades = self._grades[book]
        return grades.get(local, grades[""])

    def questions(self) -> list[str]:
        """The disputable points, by id."""
        return self._listed("questions")

    def _listed(self, folder: str) -> list[str]:
        """The files of a folder, by name; looked for once, as all of the rulebase is read once."""
        if folder not in self._lists:
            self._lists[folder] = sorted(path.stem for path in (self.folder / folder).glob("*.toml"))
        return list(self._lists[folder])

    def books(self) -> list[str]:
        """The books there are, by name."""
        if self._books is None:
            self._books = tuple(sorted(path.name for path in (self.folder / "books").iterdir() if path.is_dir()))
        return list(self._books)

    @property
    def moments(self) -> Moments:
        """The events of each phase, before, when or after which texts place what they do; read when first asked for."""
        if self._moments is None:
            self._moments = Moments(self._read(self.folder / "moments.toml"))
        return self._moments

    @property
    def links(self) -> Links:
        """How the clauses of all books stand to each other, read when first asked for."""
        if self._links is None:
            from referee.book.links import kept_links, links_in  # most rulings of the base edition ask for none

            own = self.folder == RULEBASE and as_written("books")
            self._links = kept_links() if own else links_in(self.folder)
        return self._links

    def same_as(self, clause: str) -> frozenset[str]:
        """The clauses of other books that the books mark as saying the same as this one."""
        return frozenset(self.links.of("same_as", clause))

    def saying(self, clause: str) -> frozenset[str]:
        """The clauses of other books that say what this one does: the same, or that and more."""
        return frozenset(self.links.saying(clause))

    def said_by(self, clause: str) -> frozenset[str]:
        """The clauses of other books of which this one says all: the same, and those that it covers."""
        return frozenset(self.links.said_by(clause))

    # -- the law ---------------------------------------------------------------------------------------------------

    def _read(self, path: Path) -> dict[str, Any]:
        """A file of the law: parsed before, where that is kept."""
        if self._parsed is None:
            return read_toml(path)
        return self._parsed.get(str(path), stamp((path,)), lambda: read_toml(path))

    def _read_power(self, path: Path) -> PowerEntry:
        """What the file of an alien says of its power: parsed before, where that is kept."""
        if self._parsed is None:
            return power_in(path)
        return kept(self._parsed.beside(path.stem), "power", stamp((path,)), lambda: power_in(path))

    def _law(self) -> dict[str, Rule]:
        rules: dict[str, Rule] = {}
        base: dict[str, LawEntry] = {}  # as the law itself has them
        otherwise: set[str] = set()  # rules of which the players have chosen another reading than the own book's
        for path in sorted((self.home / "law").glob("*.toml")):
            for key, entry in self._read(path).items():
                id = f"{path.stem}.{key}"
                base[id], rules[id] = entry, self._rule(path, id, key, entry)
                if self.readings and self._read_otherwise(entry):
                    otherwise.add(id)
        for path, id, entry in self._laid_over():
            if id in otherwise and path.parent.name == "editions":
                continue
            own = self._rule(path, id, id, {"text": "", **entry})
            if "value" in entry and id in base:
                _check_value(path, id, base[id], own.value)
            rules[id] = self._overlaid(own, rules.get(id), entry)
        return rules

    def _laid_over(self) -> Iterator[tuple[Path, str, LawEntry]]:
        """The rules that are laid over the law, in order: the file, the rule's id, and its entry there."""
        for path in self._overlays():
            for topic, table in edition_in(path, self._read).items():
                if isinstance(table, dict) and topic not in (_COMPARED, *NOT_LAW):
                    for key, entry in table.items():
                        yield path, f"{topic}.{key}", entry

    def _read_otherwise(self, entry: LawEntry) -> bool:
        """Whether the players chose a reading of what a rule asks, and not the one of the edition's own book.

        That is the reading which the edition names (`[readings]`), or else the one that has its name.
        """
        question = entry.get("question", "")
        chosen = self.readings.get(question)
        return chosen is not None and chosen != self.own_readings.get(question, self._base)

    def asking(self, question: str) -> frozenset[str]:
        """The rules that take a reading of a question, by id, those too that do not name it on every ruling."""
        named = {id for id, rule in self.law.items() if rule.question == question}
        return frozenset(named | {id for id, quiet in self._quiet.items() if quiet == question})

    @staticmethod
    def _overlaid(rule: Rule, below: Rule | None, entry: LawEntry) -> Rule:
        """A rule of an overlay: where it does not say it anew, it keeps kind, words and value of the rule below it.

        With a value of its own it settles what is disputable in the rule below; without one, that stays so.
        """
        if below is None:
            return rule
        kind, text = entry.get("kind", below.kind), rule.text or below.text
        says = entry.get("says", rule.text or below.says)
        value, question = below.value, rule.question or below.question
        if "value" in entry:
            value, question = rule.value, rule.question
        sheet = rule.sheet or below.sheet
        mark = rule.mark or below.mark
        return Rule(rule.id, kind, text, rule.cites, value, says, question, rule.borrowed, rule.vocabulary, sheet, mark)

    def _check_readings(self) -> None:
        for question, reading in self.readings.items():
            if question not in self.questions():
                raise RulebaseError(question, "there is no such question; `referee question` shows one")
            entry = read_toml(self.folder / "questions" / f"{question}.toml")
            if reading not in entry["reading"]:
                raise RulebaseError(reading, f"{question} has the readings {', '.join(entry['reading'])}")
            if reading != entry["prefers"] and question not in self._applied:
                shows = entry["reading"][reading].get("shows") or entry.get("shows", "")
                raise RulebaseError(reading, _NOT_CHOOSABLE[shows].format(question, entry["prefers"] or "none"))

    def _rule(self, path: Path, id: str, key: str, entry: LawEntry) -> Rule:
        try:
            entry, question = self._as_read(id, entry)
            kind, sheet, mark = entry.get("kind", RULE), bool(entry.get("sheet")), entry.get("mark", "")
            if mark not in MARKS:
                raise TypeError(f"mark is one of {', '.join(filter(None, MARKS))}")
            cites, borrowed = self._cites(entry)
            if not cites and kind not in (FACT, PARAMETER) and not sheet:
                raise KeyError("cites")
            if question in self.house:
                cites = (*cites, Cite(self.house[question], "house"))
            says, value = entry.get("says", ""), entry.get("value")
            return Rule(id, kind, entry["text"], cites, value, says, question, borrowed, self.vocabulary, sheet, mark)
        except (KeyError, AttributeError, TypeError) as error:
            raise RulebaseError(place_of(path, f"[{key}]"), f"rule {id!r} is not complete: {error}") from None

    def _as_read(self, id: str, entry: LawEntry) -> tuple[LawEntry, str]:
        """A rule by the reading of its question that is taken, and the question where a ruling names it."""
        question = entry.get("question", "")
        chosen = self.readings.get(question)
        if chosen is None and question in self.own_readings:  # the edition's own book settles it
            own = entry.get("readings", {}).get(self.own_readings[question], {})  # none: the preferred one
            return read_as(entry, own), ""
        if chosen is not None and chosen in entry.get("readings", ()):
            self._applied.add(question)
            read = entry.copy()
            read.pop("grade", None)  # each reading has its own
            return read_as(read, entry["readings"][chosen]), question
        if entry.get("quiet") and question not in self.house:
            self._quiet[id] = question
            return entry, ""
        return entry, question

    def _cites(self, entry: LawEntry) -> tuple[tuple[Cite, ...], bool]:
        """What a rule rests on, and whether the own book does not say it, so that another one is followed."""
        grade = entry.get("grade")
        rests = self._own(entry.get("cites", ()))
        clauses = self._own((*entry.get("cites", ()), *entry["also"])) if "also" in entry else rests
        borrowed = bool(self.follows) and any(map(self._is_foreign, clauses))
        also = frozenset(clauses) - {*rests}
        also = also if len(also) < len(clauses) else frozenset()  # nothing else of the own book says it
        cites = tuple(Cite(clause, self.grade(clause), clause in also) for clause in clauses)
        if grade is not None:  # a reading that no document prints, or what the players say
            cites = (*cites, Cite("players" if grade == STATED else f"question {entry['question']}", grade))
        return cites, borrowed

    def _own(self, cited: Iterable[str]) -> tuple[str, ...]:
        """The clauses that a rule cites; in an edition that follows another one, its own book's where it says as much.

        Where no clause of the own book does, those of the other books remain.
        """
        clauses = tuple(cited)
        if not self.follows or not any(self._is_foreign(clause) for clause in clauses):
            return clauses
        found: dict[str, None] = {}
        for clause in clauses:
            same = (clause,) if clause.startswith(f"{self.book} ") else self.links.saying(clause, self.book)
            found.update(dict.fromkeys(same))
        others = (
            clause for clause in clauses if not clause.startswith(f"{self.book} ") and not self._is_foreign(clause)
        )
        return (*found, *others) if found else clauses

    def _is_foreign(self, clause: str) -> bool:
        """Whether a clause stands in another book than that of an edition which has its own."""
        book = clause.partition(" ")[0]
        return book != self.book and book in (self._books or self.books())


def _check_value(path: Path, id: str, base: LawEntry, value: object) -> None:
    """Refuses a value that an edition, a variant or a table's own rules give to a rule, and that it cannot have."""
    from referee.book.domains import declared, fits, told  # the base edition lays nothing over

    domain = declared(base)
    if not fits(domain, value):
        place = place_of(path, "value =", f"[{id}]")
        raise RulebaseError(place, f"{id} cannot be {value!r}: it is {told(domain) or 'a rule without a value'}")


class Names:
    """The rulebase's names as the notation asks for them (`state.notation.Names`)."""

    def __init__(self, rulebase: Rulebase) -> None:
        self._rulebase = self.rulebase = rulebase

    def alien(self, text: str) -> str | None:
        """The alien's printed name with hyphens for spaces, or None."""
        found = self._rulebase.alien(text)
        return found.name if found else None

    def card(self, text: str, type: str = "") -> str | None:
        """The printed name of a card (of a type, if given) with hyphens, or None. A flare goes by its alien's name."""
        found = self._rulebase.card(text)
        if found is not None:
            return found.name if type in ("", found.type) else None
        return self.alien(text) if not type else None

    def near_aliens(self, text: str) -> list[str]:
        """Up to three alien names that look like this one, nearest first."""
        names = [name.title() for name in self._rulebase.alien_names()]
        return [self.alien(near) or near for near in worded(text, names)]

    def near_cards(self, text: str, type: str = "") -> list[str]:
        """Up to three card names (of a type, if given) that look like this one, nearest first."""
        return worded(text, [card.name for card in self._rulebase.cards().values() if type in ("", card.type)])


def rulebase(
    edition: str = "consolidated",
    readings: Mapping[str, str] | None = None,
    judged: bool = True,
    house: Mapping[str, str] | None = None,
    game: str = "",
) -> Rulebase:
    """The project's rulebase in an edition, with the readings a table has chosen, read once per process.

    Without `judged`, in an edition too by which encounters are not ruled; `house` and `game` as in `Rulebase`.
    """
    return _read_once(edition, _pairs(readings), judged, _pairs(house), game)


_Pairs = tuple[tuple[str, str], ...]


def _pairs(mapping: Mapping[str, str] | None) -> _Pairs:
    return tuple(sorted(mapping.items())) if mapping else ()


@lru_cache(maxsize=48)
def _read_once(edition: str, readings: _Pairs, judged: bool, house: _Pairs, game: str) -> Rulebase:
    return Rulebase(RULEBASE, edition, dict(readings), judged, dict(house), game)
