"""Is each file of the rulebase well formed, and does what it names exist?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from referee.book import domains, shapes
from referee.book.books import Books
from referee.book.decks import named
from referee.book.entries import AmendedEntry, LawEntry
from referee.book.files import edition_in, line_of, place_of, read_toml, text_of
from referee.book.loader import NOT_LAW, Rulebase
from referee.book.names import key_of
from referee.book.parameters import COMPARED, NOT_STATED, base_file, base_of
from referee.book.sheets import UNWRITTEN
from referee.conformance.audit import compared, shared
from referee.conformance.audit.report import Report
from referee.conformance.audit.roles import check_anchor
from referee.judge.powers.answers import ANSWERS
from referee.judge.powers.effect import every
from referee.judge.powers.flare_texts import LEAVES
from referee.judge.stand import ROLE_BARS

Model = TypeVar("Model", bound=BaseModel)

PHASES = frozenset("any start-turn regroup destiny launch alliance planning reveal resolution end-turn setup".split())


# What an effect of an alien's file can be: reckoned with by the outcome, or done to a table.
_KNOWN = frozenset({ANSWERS, LEAVES, *every()})


# The kinds of files, each checked by itself.
BOOKS, LAW, EDITIONS, ALIENS, CARDS, QUESTIONS, PLAYERS = CHECKS = (
    "books", "law", "editions", "aliens", "cards", "questions", "asked",
)  # fmt: skip


def check(report: Report, known: Rulebase, books: Books, only: Collection[str] = CHECKS) -> None:
    """Adds the faults of the rulebase's files (of these kinds), and counts what they hold."""
    checks: dict[str, Callable[[], None]] = {
        BOOKS: lambda: _check_books(report, books),
        LAW: lambda: check_law(report, known, books),
        EDITIONS: lambda: _overlays(report, known, books),
        ALIENS: lambda: _check_aliens(report, known, books),
        CARDS: lambda: _check_cards(report, known, books),
        QUESTIONS: lambda: _check_questions(report, known, books),
        PLAYERS: lambda: _check_asked(report, known, books),
    }
    for name, one in checks.items():
        if name in only:
            one()


def _model(report: Report, path: Path, shape: type[Model], data: object, find: str = "") -> Model | None:
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        line = line_of(path, find) if find else _line(path, first["loc"])
        given = f", not {first['input']!r}" if first["type"] == "literal_error" else ""
        report.fault(f"{path}:{line}", f"{where}: {first['msg']}{given}")
        return None


def _line(path: Path, place: tuple[int | str, ...]) -> int:
    """The line of a file on which a key stands, told by the tables and numbers that lead to it; as near as can be."""
    lines = text_of(path).splitlines()
    at = 0
    for step, key in enumerate(place):
        following = place[step + 1] if step + 1 < len(place) else 0
        opens = re.compile(rf"\[+(?:[\w-]+\.)*{re.escape(str(key))}\]|{re.escape(str(key))}\s*=")
        found = [number for number, line in enumerate(lines[at:], at) if opens.match(line)]
        if isinstance(key, str) and found:
            at = found[following if isinstance(following, int) and following < len(found) else 0]
    return at + 1


def _check_books(report: Report, books: Books) -> None:
    for book in books.names():
        folder = books.rulebase.folder / "books" / book
        meta = _model(report, folder / "book.toml", shapes.BookShape, read_toml(folder / "book.toml"))
        seen: dict[str, Path] = {}
        for path in books.files(book):
            section = _model(report, path, shapes.SectionShape, read_toml(path))
            for clause in section.clause if section else ():
                if clause.id in seen:
                    report.fault(place_of(path, clause.id), f"{book} {clause.id} stands in {seen[clause.id].name} too")
                seen[clause.id] = path
                _links(report, books, path, clause)
        for ids in meta.grades.values() if meta else ():
            for id in ids:
                if id not in seen:
                    report.fault(f"{folder / 'book.toml'}:1", f"grades name {id!r}, which is no clause of {book}")


def _links(report: Report, books: Books, path: Path, clause: shapes.ClauseShape) -> None:
    """The clauses and questions that a clause names: those that there are."""
    for other in (*clause.same_as, *clause.covers, *clause.within, *clause.near):
        if not _exists(books, other):
            report.fault(place_of(path, clause.id), f"is linked with {other!r}, which does not exist")
    for question in clause.questions:
        if not _is_question(books.rulebase, question):
            report.fault(place_of(path, clause.id), f"there is no question {question}")


def _is_question(known: Rulebase, id: str) -> bool:
    return (known.folder / "questions" / f"{id}.toml").is_file()


def _exists(books: Books, id: str) -> bool:
    book, _, local = id.partition(" ")
    return book in books.names() and local in books.clauses(book)


def text_behind(known: Rulebase, books: Books, id: str) -> str | None:
    """What the thing behind a citation says; None if it does not exist."""
    book, _, local = id.partition(" ")
    if book == "alien":
        alien = known.alien(local)
        return alien.summary if alien else None
    if book == "card":
        card = known.card(local)
        if card is not None:
            return card.summary
        flare = known.flare(local.removesuffix("-flare")) if local.endswith("-flare") else None
        return f"{flare.wild.summary} {flare.super.summary}" if flare else None
    return books.clauses(book)[local].says if _exists(books, id) else None


def check_law(report: Report, known: Rulebase, books: Books) -> None:
    """Adds the faults of the files of a law: of the big game, or of a game of its own."""
    for path in sorted((known.home / "law").glob("*.toml")):
        for key, entry in read_toml(path).items():
            place = place_of(path, f"[{key}]")
            rule = _model(report, path, shapes.RuleShape, entry, f"[{key}]")
            if rule is None:
                continue
            if not (rule.cites or rule.sheet or rule.grade or rule.kind == "fact"):
                report.fault(place, f"{path.stem}.{key} cites nothing")
            if rule.question and not _is_question(known, rule.question):
                report.fault(place, f"there is no question {rule.question}")
            check_citations(report, known, books, place, rule.cites, rule.also, *_cites_of_readings(rule))
            _readings(report, known, place, rule)
            _domain(report, path, key, entry)


def _domain(report: Report, path: Path, key: str, entry: LawEntry) -> None:
    """A rule with a value says what that can be, and has no other, by none of its readings."""
    domain = domains.declared(entry)
    parts = {f"[{key}]": entry, **{f"[{key}.readings.{name}]": own for name, own in entry.get("readings", {}).items()}}
    for header, part in parts.items():
        if "value" in part and not domains.fits(domain, part["value"]):
            place = place_of(path, "value =", header)
            can = f"it is {domains.told(domain)}" if domain else "nothing says what it can be"
            report.fault(place, f"{path.stem}.{key} cannot be {part['value']!r}: {can}")


def _laid_in(report: Report, path: Path, rule: str, base: LawEntry, entry: LawEntry) -> None:
    """A value that is laid over a rule, by any of its readings: one that the rule can have."""
    domain = domains.declared(base)
    for own in (entry, *entry.get("readings", {}).values()):
        if "value" in own and not domains.fits(domain, own["value"]):
            place = place_of(path, "value =", f"[{rule}]")
            report.fault(place, f"{rule} cannot be {own['value']!r}: it is {domains.told(domain) or 'without a value'}")


def _readings(report: Report, known: Rulebase, place: str, rule: shapes.RuleShape | shapes.LaidOverShape) -> None:
    """What a rule becomes under other readings of its question: of readings that there are."""
    if rule.readings:
        there = read_toml(known.folder / "questions" / f"{rule.question}.toml")["reading"]
        for reading in rule.readings.keys() - there.keys():
            report.fault(place, f"{rule.question} has no reading {reading!r}")


def _own_readings(report: Report, known: Rulebase, path: Path, readings: dict[str, str]) -> None:
    """The readings that an edition's own book takes: of questions that there are."""
    for question, reading in readings.items():
        place = place_of(path, f"{question} =")
        if question not in known.questions():
            report.fault(place, f"there is no question {question}")
        elif reading not in read_toml(known.folder / "questions" / f"{question}.toml")["reading"]:
            report.fault(place, f"{question} has no reading {reading!r}")


def _overlays(report: Report, known: Rulebase, books: Books) -> None:
    """The parameters in which editions differ, and what each edition and variant lays over them and over the law."""
    base, entries = base_file(known.folder), base_of(known.folder)
    files = sorted((known.folder / "law").glob("*.toml"))
    rules = {f"{path.stem}.{key}": entry for path in files for key, entry in read_toml(path).items()}
    standing = [key for key, entry in entries.items() if "law" in entry]
    report.counts["edition parameters"] = len(entries)
    for key, entry in entries.items():
        _parameter(report, known, books, base, f"{entry['topic']}.{key}", entry, standing)
    for path in sorted((*(known.folder / "editions").glob("*.toml"), *(known.folder / "variants").glob("*.toml"))):
        data = edition_in(path)
        _model(report, path, shapes.EditionShape, data)
        _own_readings(report, known, path, data.get("readings", {}))
        _amends(report, known, books, path, data.get("amends", {}))
        for topic, key, laid in _laid(data):
            id = f"{topic}.{key}"
            if topic == COMPARED:
                _parameter(report, known, books, path, id, laid, standing)
            else:
                _laid_over(report, known, books, path, id, laid)
            wrong = compared.laid_over(known, path, topic, key, laid, entries)
            if wrong:
                report.fault(place_of(path, f"[{id}]"), wrong)
            elif topic != COMPARED:
                _laid_in(report, path, id, rules[id], laid)
    compared.check(report, known)
    shared.check(report, known)


def _laid(data: Mapping[str, object]) -> Iterator[tuple[str, str, LawEntry]]:
    """What an edition's file lays over the law, and over what is compared: topic, key and entry."""
    for topic, part in data.items():
        if isinstance(part, dict) and topic not in NOT_LAW:
            yield from ((topic, key, entry) for key, entry in part.items())


def _amends(report: Report, known: Rulebase, books: Books, path: Path, amended: Mapping[str, AmendedEntry]) -> None:
    """What the book of an edition adds to powers: of aliens that there are, with clauses that say so."""
    for name, added in amended.items():
        place = place_of(path, f"[amends.{name}")
        if known.alien(name) is None:
            report.fault(place, f"there is no alien {name}")
        check_citations(report, known, books, place, *(use["cites"] for use in added["use"]))


def _parameter(
    report: Report, known: Rulebase, books: Books, path: Path, id: str, entry: object, standing: Collection[str]
) -> None:
    """An entry that is compared; one `standing` for a rule has its value and clauses."""
    parameter = _model(report, path, shapes.ParameterShape, entry, f"[{id}]")
    if parameter is None:
        return
    place = place_of(path, f"[{id}]")
    if id.partition(".")[2] not in standing and not parameter.law:
        if parameter.value is None:
            report.fault(place, f"{id} has no value")
        elif not parameter.cites and parameter.value != NOT_STATED:
            report.fault(place, f"{id} cites nothing")
    check_citations(report, known, books, place, parameter.cites, parameter.agrees)


def _laid_over(report: Report, known: Rulebase, books: Books, path: Path, id: str, entry: object) -> None:
    """A rule laid over another one: it cites a clause, or is a house reading; so are its own readings."""
    rule = _model(report, path, shapes.LaidOverShape, entry, f"[{id}]")
    if rule is None:
        return
    place = place_of(path, f"[{id}]")
    if not (rule.cites or rule.grade) and rule.value != NOT_STATED:
        report.fault(place, f"{id} cites nothing")
    _readings(report, known, place, rule)
    check_citations(report, known, books, place, rule.cites, *_cites_of_readings(rule))


def _cites_of_readings(rule: shapes.RuleShape | shapes.LaidOverShape) -> list[dict[str, str]]:
    return [reading.cites for reading in rule.readings.values()]


def check_citations(report: Report, known: Rulebase, books: Books, place: str, *cites: Mapping[str, str]) -> None:
    """Adds the faults of clauses with their anchors."""
    for id, anchor in chain.from_iterable(anchors.items() for anchors in cites):
        check_citation(report, known, books, place, id, anchor)


def check_citation(report: Report, known: Rulebase, books: Books, place: str, id: str, anchor: str) -> None:
    """Adds a fault for a citation of what does not exist, or for words (`anchor`) that do not stand there."""
    says = text_behind(known, books, id)
    if says is None:
        report.fault(place, f"cites {id!r}, which does not exist")
    elif not anchor or _plain(anchor) not in _plain(says):
        report.fault(place, f"cites {id} for {anchor!r}, but it says: {says}")
    else:
        check_anchor(report, place, id, anchor)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9']+", text.lower()))


def _check_aliens(report: Report, known: Rulebase, books: Books) -> None:
    _count_sets(report, known)
    names: dict[str, Path] = {}
    for path in sorted((known.folder / "aliens").glob("*.toml")):
        alien = check_alien(report, path, known, books)
        if alien is None:
            continue
        if key_of(alien.name) != key_of(path.stem):
            report.fault(f"{path}:1", f"the file of {alien.name!r} is misnamed")
        if key_of(alien.name) in names:
            report.fault(f"{path}:1", f"{alien.name} has a file already: {names[key_of(alien.name)].name}")
        names[key_of(alien.name)] = path
        report.counts["aliens"] = report.counts.get("aliens", 0) + 1
        report.counts["aliens executable"] = report.counts.get("aliens executable", 0) + bool(alien.use)


# What of the file of an alien has bars.
_Barred = shapes.AlienShape | shapes.UseShape | shapes.FlareShape | shapes.ClassicShape | shapes.ErratumShape


def check_alien(report: Report, path: Path, known: Rulebase, books: Books) -> shapes.AlienShape | None:
    """Adds the faults of the file of one alien, wherever it lies; None if it has not the form of such a file."""
    alien = _model(report, path, shapes.AlienShape, read_toml(path))
    if alien is None:
        return None
    _unwritten(report, path)
    faces = (alien.wild, alien.super)
    classics = [face.classic for face in faces if face.classic is not None]
    parts: tuple[_Barred, ...] = (alien, *alien.use, *faces, *classics, *alien.errata)
    for barred in parts:
        _words_of(report, path, "roles", barred.roles, ROLE_BARS)
        _words_of(report, path, "phases", barred.phases, PHASES)
    printed = (alien.printed, *(face.printed for face in faces), *(classic.printed for classic in classics))
    for id in (*filter(None, printed), *chain.from_iterable(erratum.cites for erratum in alien.errata)):
        if not _exists(books, id):
            report.fault(place_of(path, id), f"names {id!r}, which does not exist")
    for other in alien.not_with:
        if known.alien(other) is None:
            report.fault(place_of(path, other), f"not_with: there is no alien {other!r}")
    for effects in (*(use.effects for use in alien.use), alien.wild.effects, alien.super.effects):
        _words_of(report, path, "verb", [str(effect.get("verb")) for effect in effects], _KNOWN)
    return alien


def _count_sets(report: Report, known: Rulebase) -> None:
    """How many aliens of each set there are, and how far each goes."""
    for name, stems in known.sets().items():
        reach = Counter(alien.reach for stem in stems if (alien := known.alien(stem)) is not None)
        report.sets[name] = {"aliens": len(stems), "executable": reach["executable"], "timed": reach["timed"]}


def _unwritten(report: Report, path: Path) -> None:
    """What was left open in a new file."""
    for number, line in enumerate(text_of(path).splitlines(), 1):
        if UNWRITTEN in line and not line.startswith("#"):
            report.fault(f"{path}:{number}", f"still {UNWRITTEN}: {line.partition(' =')[0]}")


def _words_of(report: Report, path: Path, what: str, used: list[str], allowed: frozenset[str]) -> None:
    for word in used:
        if word not in allowed:
            report.fault(place_of(path, _quoted(word)), f"{what}: {word!r} is none of {', '.join(sorted(allowed))}")


def _quoted(word: str) -> str:
    return f'"{word}"'


def _check_cards(report: Report, known: Rulebase, books: Books) -> None:
    _check_decks(report, known, books)
    for path in known.card_files():
        cards = _model(report, path, shapes.CardsShape, read_toml(path))
        for card in cards.card if cards else ():
            _words_of(report, path, "roles", card.roles, ROLE_BARS)
            _words_of(report, path, "phases", card.phases, PHASES)
            _behind(report, known, books, path, card)
        for name, times in Counter(card.name for card in cards.card if cards).items() if cards else ():
            report.counts["named cards"] = report.counts.get("named cards", 0) + 1
            if times > 1:
                report.fault(place_of(path, name), f"{name} stands there {times} times")


def _check_decks(report: Report, known: Rulebase, books: Books) -> None:
    """Each deck holds as many cards as it says, and each set of essence cards too."""
    path = known.folder / "cards" / "decks.toml"
    file = _model(report, path, shapes.DecksShape, read_toml(path))
    copies = Counter[tuple[str, str]]()
    for entry in named(known):
        copies[entry.get("set", ""), entry["type"]] += entry.get("count", 0)
    for deck in file.deck if file else ():
        _behind(report, known, books, path, deck)
        _check_deck(report, books, path, deck, copies)
    _check_essences(report, known)


def _check_deck(
    report: Report, books: Books, path: Path, deck: shapes.DeckShape, copies: Counter[tuple[str, str]]
) -> None:
    """A deck holds as many cards of each type as it says; `copies` are those that are listed by themselves."""
    place = place_of(path, _quoted(deck.name))
    held = Counter[str]()
    for card in deck.card:
        held[card.type] += card.count
        if card.printed and not _exists(books, card.printed):
            report.fault(place_of(path, card.printed), f"names {card.printed!r}, which does not exist")
    for type, count in deck.holds.items():
        counted = held[type] or copies[deck.set, type]
        if counted != count:
            report.fault(place, f"{deck.name} holds {count} of type {type}, and {counted} are there")
    if deck.holds and sum(deck.holds.values()) != deck.total:
        report.fault(place, f"{deck.name} has {deck.total} cards, and holds {sum(deck.holds.values())}")


def _check_essences(report: Report, known: Rulebase) -> None:
    """Each set of essence cards is of an alien, and holds as many as it says."""
    path = known.folder / "cards" / "essence.toml"
    essences = _model(report, path, shapes.EssencesShape, read_toml(path))
    for essence in essences.essence if essences else ():
        counted = sum(card.count for card in essence.cards)
        if counted != essence.count or known.alien(essence.alien) is None:
            told = f"{essence.alien} has {essence.count} {essence.type} cards, and {counted} are there"
            report.fault(place_of(path, _quoted(essence.type)), told)


def _behind(
    report: Report, known: Rulebase, books: Books, path: Path, entry: shapes.CardShape | shapes.DeckShape
) -> None:
    """What a card or deck rests on: the clauses it cites, with a few of their words, and the questions it names."""
    place = place_of(path, _quoted(entry.name))
    check_citations(report, known, books, place, entry.cites)
    if isinstance(entry, shapes.CardShape) and entry.printed and not _exists(books, entry.printed):
        report.fault(place, f"names {entry.printed!r}, which does not exist")
    for question in entry.questions:
        if question not in known.questions():
            report.fault(place, f"there is no question {question}")


def _check_questions(report: Report, known: Rulebase, books: Books) -> None:
    for path in sorted((known.folder / "questions").glob("*.toml")):
        question = _model(report, path, shapes.QuestionShape, read_toml(path))
        if question is None:
            continue
        report.counts["questions"] = report.counts.get("questions", 0) + 1
        if question.id != path.stem:
            report.fault(f"{path}:1", f"the file of {question.id} is misnamed")
        if question.prefers and question.prefers not in question.reading:
            report.fault(f"{path}:1", f"prefers {question.prefers!r}, which is none of its readings")
        for name, reading in question.reading.items():
            for id in reading.cites:
                if not _exists(books, id):
                    report.fault(place_of(path, id), f"reading {name} cites {id!r}, which does not exist")


def _check_asked(report: Report, known: Rulebase, books: Books) -> None:
    """What players ask stands under clauses that exist."""
    for path in sorted((known.folder / "asked").glob("*/*.toml")):
        book = path.parent.name
        for id, questions in read_toml(path).items():
            place = place_of(path, id)
            if not _exists(books, f"{book} {id}"):
                report.fault(place, f"asks for {book} {id}, which does not exist")
            if not isinstance(questions, list) or not all(isinstance(question, str) for question in questions):
                report.fault(place, f"what is asked for {id} is no list of questions")
            else:
                report.counts["questions players ask"] = report.counts.get("questions players ask", 0) + len(questions)
