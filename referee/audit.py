"""Do book, law, code and cases agree? Faults are named with file and line; what is covered is counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from referee.errors import RefereeError
from referee.judge.board import ROLE_BARS
from referee.judge.powers import VERBS
from referee.law import shapes
from referee.law.books import Books
from referee.law.loader import Rulebase, key_of, line_of, read_toml, rulebase
from referee.places import SCENARIOS
from referee.scenario import case_files, check_case, read_cases

Model = TypeVar("Model", bound=BaseModel)

PHASES = frozenset("any any-phase start-turn regroup destiny launch alliance planning reveal resolution setup".split())
# Ids of the law that code puts together: the part that is fixed, and what may follow it.
_BUILT = (r"reveal\.(offense|defense)-total", r"facts\..+", r"compensation\.for-the-(offense|defense)")
_NORMATIVE = ("normative", "procedure", "definition")


class Report:
    """What an audit found: faults (place and sentence) and counts by heading."""

    def __init__(self) -> None:
        self.faults: list[tuple[str, str]] = []
        self.books: dict[str, dict[str, int]] = {}
        self.counts: dict[str, int] = {}

    def fault(self, place: str, text: str) -> None:
        """Adds a fault."""
        self.faults.append((place, text))

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        faults = [{"place": place, "says": text} for place, text in self.faults]
        return {"faults": faults, "books": self.books, "counts": self.counts}


def audit(known: Rulebase | None = None, scenarios: Path = SCENARIOS) -> Report:
    """Checks a rulebase (the project's own by default) against its books, the code and the cases."""
    known = known or rulebase()
    report = Report()
    books = Books(known)
    _books(report, books)
    _law(report, known, books)
    _aliens(report, known)
    _cards(report, known)
    _questions(report, known, books)
    _code(report, known)
    _cases(report, known, books, scenarios)
    return report


# -- files ---------------------------------------------------------------------------------------------------------


def _model(report: Report, path: Path, shape: type[Model], data: Any, find: str = "") -> Model | None:
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        report.fault(f"{path}:{line_of(path, find) if find else 1}", f"{where}: {first['msg']}")
        return None


def _books(report: Report, books: Books) -> None:
    for book in books.names():
        folder = books.rulebase.folder / "books" / book
        meta = _model(report, folder / "book.toml", shapes.BookShape, read_toml(folder / "book.toml"))
        seen: dict[str, Path] = {}
        for path in books.files(book):
            section = _model(report, path, shapes.SectionShape, read_toml(path))
            for clause in section.clause if section else ():
                if clause.id in seen:
                    report.fault(
                        f"{path}:{line_of(path, clause.id)}", f"{book} {clause.id} stands in {seen[clause.id].name} too"
                    )
                seen[clause.id] = path
                for other in (*clause.same_as, *clause.near):
                    if not _exists(books, other):
                        report.fault(
                            f"{path}:{line_of(path, clause.id)}", f"same_as names {other!r}, which does not exist"
                        )
                for question in clause.questions:
                    if not (books.rulebase.folder / "questions" / f"{question}.toml").is_file():
                        report.fault(f"{path}:{line_of(path, clause.id)}", f"there is no question {question}")
        for ids in meta.grades.values() if meta else ():
            for id in ids:
                if id not in seen:
                    report.fault(f"{folder / 'book.toml'}:1", f"grades name {id!r}, which is no clause of {book}")


def _exists(books: Books, id: str) -> bool:
    book, _, local = id.partition(" ")
    return book in books.names() and local in books.clauses(book)


def _says(known: Rulebase, books: Books, id: str) -> str | None:
    """What the thing behind a citation says; None if it does not exist."""
    book, _, local = id.partition(" ")
    if book == "alien":
        alien = known.alien(local)
        return alien.summary if alien else None
    if book == "card":
        card = known.card(local)
        return card.summary if card else None
    return books.clauses(book)[local].says if _exists(books, id) else None


def _law(report: Report, known: Rulebase, books: Books) -> None:
    for path in sorted((known.folder / "law").glob("*.toml")):
        for key, entry in read_toml(path).items():
            place = f"{path}:{line_of(path, f'[{key}]')}"
            rule = _model(report, path, shapes.RuleShape, entry, f"[{key}]")
            if rule is None:
                continue
            if not rule.cites and rule.kind != "fact":
                report.fault(place, f"{path.stem}.{key} cites nothing")
            if rule.question and not (known.folder / "questions" / f"{rule.question}.toml").is_file():
                report.fault(place, f"there is no question {rule.question}")
            cited = [*rule.cites.items(), *(c for reading in rule.readings.values() for c in reading.cites.items())]
            for id, anchor in cited:
                _citation(report, known, books, place, id, anchor)
            if rule.readings:
                there = read_toml(known.folder / "questions" / f"{rule.question}.toml")["reading"]
                for reading in rule.readings.keys() - there.keys():
                    report.fault(place, f"{rule.question} has no reading {reading!r}")
    _overlays(report, known, books)


def _overlays(report: Report, known: Rulebase, books: Books) -> None:
    """The parameters in which editions differ, and what each edition and variant lays over them and over the law."""
    base = known.folder / "law" / "parameters" / "editions.toml"
    entries = read_toml(base)
    report.counts["edition parameters"] = len(entries)
    for key, entry in entries.items():
        _parameter(report, known, books, base, key, entry)
    for path in sorted((*(known.folder / "editions").glob("*.toml"), *(known.folder / "variants").glob("*.toml"))):
        data = read_toml(path)
        _model(report, path, shapes.EditionShape, data)
        for topic, overlay in data.items():
            if not isinstance(overlay, dict):
                continue
            for key, entry in overlay.items():
                place = f"{path}:{line_of(path, f'[{topic}.{key}]')}"
                _parameter(report, known, books, path, f"{topic}.{key}", entry)
                exists = key in entries if topic == "editions" else f"{topic}.{key}" in known.law
                if not exists and path.parent.name == "editions":
                    report.fault(place, f"there is no {topic}.{key} to lay this over")
                elif topic == "editions" and key in entries and entry.get("value") == entries[key]["value"]:
                    report.fault(place, f"{key} is the same as without this overlay")


def _parameter(report: Report, known: Rulebase, books: Books, path: Path, key: str, entry: Any) -> None:
    parameter = _model(report, path, shapes.ParameterShape, entry, f"[{key}]")
    place = f"{path}:{line_of(path, f'[{key}]')}"
    if parameter is None:
        return
    if not parameter.cites and parameter.value != "not-stated":
        report.fault(place, f"{key} cites nothing")
    for id, anchor in parameter.cites.items():
        _citation(report, known, books, place, id, anchor)


def _citation(report: Report, known: Rulebase, books: Books, place: str, id: str, anchor: str) -> None:
    says = _says(known, books, id)
    if says is None:
        report.fault(place, f"cites {id!r}, which does not exist")
    elif not anchor or _plain(anchor) not in _plain(says):
        report.fault(place, f"cites {id} for {anchor!r}, but it says: {says}")


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9']+", text.lower()))


def _aliens(report: Report, known: Rulebase) -> None:
    names: dict[str, Path] = {}
    for path in sorted((known.folder / "aliens").glob("*.toml")):
        alien = _model(report, path, shapes.AlienShape, read_toml(path))
        if alien is None:
            continue
        if key_of(alien.name) != key_of(path.stem):
            report.fault(f"{path}:1", f"the file of {alien.name!r} is misnamed")
        if key_of(alien.name) in names:
            report.fault(f"{path}:1", f"{alien.name} has a file already: {names[key_of(alien.name)].name}")
        names[key_of(alien.name)] = path
        report.counts["aliens"] = report.counts.get("aliens", 0) + 1
        report.counts["aliens executable"] = report.counts.get("aliens executable", 0) + bool(alien.use)
        _words_of(report, path, "roles", alien.roles, ROLE_BARS)
        _words_of(report, path, "phases", alien.phases, PHASES)
        for use in alien.use:
            _words_of(report, path, "roles", use.roles, ROLE_BARS)
            _words_of(report, path, "phases", use.phases, PHASES)
            _words_of(report, path, "verb", [str(effect.get("verb")) for effect in use.effects], frozenset(VERBS))


def _words_of(report: Report, path: Path, what: str, used: list[str], allowed: frozenset[str]) -> None:
    for word in used:
        if word not in allowed:
            report.fault(f"{path}:{line_of(path, word)}", f"{what}: {word!r} is none of {', '.join(sorted(allowed))}")


def _cards(report: Report, known: Rulebase) -> None:
    for path in sorted((known.folder / "cards").glob("*.toml")):
        cards = _model(report, path, shapes.CardsShape, read_toml(path))
        for name, times in Counter(card.name for card in cards.card if cards).items() if cards else ():
            report.counts["named cards"] = report.counts.get("named cards", 0) + 1
            if times > 1:
                report.fault(f"{path}:{line_of(path, name)}", f"{name} stands there {times} times")


def _questions(report: Report, known: Rulebase, books: Books) -> None:
    for path in sorted((known.folder / "questions").glob("*.toml")):
        question = _model(report, path, shapes.QuestionShape, read_toml(path))
        if question is None:
            continue
        report.counts["questions"] = report.counts.get("questions", 0) + 1
        if question.id != path.stem:
            report.fault(f"{path}:1", f"the file of {question.id} is misnamed")
        if question.prefers not in question.reading:
            report.fault(f"{path}:1", f"prefers {question.prefers!r}, which is none of its readings")
        for name, reading in question.reading.items():
            for id in reading.cites:
                if not _exists(books, id):
                    report.fault(f"{path}:{line_of(path, id)}", f"reading {name} cites {id!r}, which does not exist")


# -- code ----------------------------------------------------------------------------------------------------------


def ids_in_code(topics: set[str]) -> Iterator[tuple[str, int, str]]:
    """(file, line, id) of every law id that stands in the judge's source."""
    literal = re.compile(r'"((?:' + "|".join(sorted(topics)) + r')\.[a-z-]+)"')
    for path in sorted((Path(__file__).parent / "judge").rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for match in literal.finditer(line):
                yield str(path), number, match[1]


def _code(report: Report, known: Rulebase) -> None:
    topics = {id.split(".")[0] for id in known.law}
    used: set[str] = set()
    for file, number, id in ids_in_code(topics):
        used.add(id)
        if id not in known.law:
            report.fault(f"{file}:{number}", f"the code names {id!r}, which is no rule of the law")
    for id in known.law:
        if id not in used and not any(re.fullmatch(pattern, id) for pattern in _BUILT):
            topic, _, key = id.partition(".")
            path = known.folder / "law" / f"{topic}.toml"
            report.fault(f"{path}:{line_of(path, f'[{key}]')}", f"no code names the rule {id}")


# -- cases ---------------------------------------------------------------------------------------------------------


def _cases(report: Report, known: Rulebase, books: Books, scenarios: Path) -> None:
    reached: set[str] = set()
    rules: set[str] = set()
    seen: dict[str, Path] = {}
    for path in case_files([scenarios]):
        try:
            file = read_cases(path)
        except RefereeError as error:
            report.fault(str(path), str(error))
            continue
        for case in file.case:
            report.counts["cases"] = report.counts.get("cases", 0) + 1
            if case.id in seen:
                report.fault(f"{path}:{line_of(path, case.id)}", f"{case.id} stands in {seen[case.id].name} too")
            seen[case.id] = path
            for id in case.settles:
                if _says(known, books, id) is None:
                    report.fault(f"{path}:{line_of(path, case.id)}", f"{case.id} settles {id!r}, which does not exist")
            result = check_case(path, file, case)
            reached |= result.cites
            rules |= result.rules
            if result.status == "failed":
                report.fault(f"{path}:{line_of(path, case.id)}", f"{case.id} fails: {result.differences[0]}")
    _coverage(report, known, books, reached, rules)


def _coverage(report: Report, known: Rulebase, books: Books, reached: set[str], rules: set[str]) -> None:
    same = {other for id in reached for other in known.same_as(id)}
    applied = {cite.id for rule in known.law.values() for cite in rule.cites}
    for book in books.names():
        clauses = books.clauses(book).values()
        normative = [c for c in clauses if c.kind in _NORMATIVE]
        mine = [c for c in normative if c.full_id in applied]
        shown = [c for c in mine if c.full_id in reached or c.full_id in same]
        report.books[book] = {
            "clauses": len(clauses),
            "normative": len(normative),
            "applied": len(mine),
            "applied and shown by a case": len(shown),
        }
        for clause in mine:
            if clause not in shown:
                report.fault(clause.full_id, "the law applies this clause, and no case reaches it")
    report.counts["law rules"] = len(known.law)
    for id, rule in known.law.items():
        if id not in rules and rule.kind not in ("parameter",):
            report.fault(f"law {id}", "no case reaches this rule")
